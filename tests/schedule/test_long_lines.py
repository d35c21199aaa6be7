"""What an array of one dimension is folded to: a long one is gone over as rows (schedule/folds/folds.py)."""

import numpy as np
import pytest

import pygpu
from pygpu import Array


def folded(a=Array):
    return a.sum(), a.max(), a.min(), a.argmax(), a.argmin(), (a > 0.5).any(), (a >= 0).all(), (a > 0.3).sum()


@pytest.mark.parametrize("length", [8191, 8192, 8193, 12288, 20011])
def test_all_kinds(engine, length):
    if engine.is_checker and length != 8193:
        pytest.skip("the others have it")
    a = np.random.default_rng(length).integers(0, 999, length).astype(np.float32) / 1000
    a[[5, length - 1]], a[[7, length - 2]] = 2, -1  # the first of two is the place
    found, expected = pygpu.compile(folded)(a), folded(a)
    assert found[3:] == tuple(each.item() for each in expected[3:]) and found[3:5] == (5, 7)
    np.testing.assert_allclose(found[:3], expected[:3], rtol=1e-6)
