"""zip() of pictures: one counter for all of them, so that their loop runs in any order; as far as the smallest goes."""

import numpy as np
import pytest

import pygpu
from pygpu import Image


def apart(im=Image, other=Image):
    return sum((a - b) * (a - b) for a, b in zip(im, other)) / len(im)


def nearest(im=Image, other=Image, third=Image):
    best, at = 9.0, -1
    for i, (a, b, c) in enumerate(zip(im, other, third)):
        if abs(a - b) + c < best:
            best, at = abs(a - b) + c, i
    return best, at


def counted(im=Image, other=Image):
    many, below = 0, [0] * 2
    for a, b in zip(im, other):
        many += 1
        below[int(a < b)] += 1
    return many, below[1]


SIZES = [((5, 7), (5, 7)), ((5, 7), (4, 6)), ((4, 6), (5, 7)), ((6, 3), (2, 9)), ((1, 4), (9, 5))]


@pytest.mark.parametrize("one, other", SIZES, ids=str)
def test_they_go_as_far_as_the_smallest(engine, one, other):
    if engine.is_checker and one != (5, 7):
        pytest.skip("the others have it")
    random = np.random.default_rng(4)
    a, b, c = [random.random(size).astype(np.float32) for size in (one, other, one)]
    count = min(a.size, b.size)
    x, y, z = a.ravel()[:count], b.ravel()[:count], c.ravel()[:count]
    np.testing.assert_allclose(pygpu.compile(apart)(a, b), ((x - y) ** 2).sum() / a.size, rtol=1e-5)
    far = np.abs(x - y) + z
    np.testing.assert_allclose(pygpu.compile(nearest)(a, b, c), (far.min(), far.argmin()), rtol=1e-5)
    assert pygpu.compile(counted)(a, b) == (count, np.count_nonzero(x < y))


def test_it_runs_in_any_order():
    assert "in any order" in pygpu.compile(apart).explain()
