"""What `bench papers` races computes the same, at small sizes."""

import numpy as np
import pytest

import pygpu

from .papers import differs, programs

SMALL = programs(small=True)


@pytest.mark.parametrize("name", SMALL)
def test_both_compute_the_same(name):
    pygpu.use("none")
    function, *given = SMALL[name]
    with np.errstate(all="ignore"):
        assert differs(pygpu.compile(function)(*given), function(*given)) < 1e-3
