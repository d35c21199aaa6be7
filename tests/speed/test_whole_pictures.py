"""What `bench wholes` races computes the same, on small pictures: what goes over them until nothing changes. (The race
itself looks at all.)"""

import numpy as np
import pytest

from . import wholes_on_gpu
from .whole_pictures import is_same, settled


def test_all_compute_the_same():
    for library in ("cv2", "PIL", "scipy", "skimage"):
        pytest.importorskip(library)
    for name, (given, ours, others, how) in settled(64).items():
        first, *more = [call(given) for call in others.values()]
        assert is_same(ours(given), first, how), name
        for other in more:
            assert how in ("means", "mostly") or is_same(other, first, how), f"{name}: the libraries do not agree"


def test_what_differs_is_seen():
    one = np.arange(6.0).reshape(2, 3)
    assert is_same(one, one, 0) and not is_same(one + 1, one, 1e-2) and not is_same(one * 1j, one * 2j, 1e-2)
    for how in ("as many", "mostly", "means"):
        assert is_same(one, one, how) and not is_same(one + 9, one, how)


def test_what_is_raced_on_a_gpu_is_what_numpy_computes():
    here = wholes_on_gpu.Library(np.asarray, np.asarray, lambda made: made, np)
    for name, row in wholes_on_gpu.values(24).items():
        assert "DIFFERS" not in wholes_on_gpu.race(name, *row, {"CuPy": here}, 1), name
