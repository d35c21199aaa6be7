"""Positions: whole for the pixel being computed, fractional between pixels."""

import pytest

from pygpu import Position, Vec2, length, offsets


def test_moves():
    p = Position(3, 4)
    assert (p.x, p.y) == (3, 4) and type(p.x) is int
    for moved in (p + (1, -2), (1, -2) + p, p + Vec2(1, -2), p - (-1, 2), p - Position(-1, 2)):
        assert moved == Position(4, 2) and type(moved) is Position
        assert type(moved.x) is int
    assert p * 2 == 2 * p == Position(6, 8)
    assert p / 2 == Position(1.5, 2.0) and type((p / 2).y) is float
    assert p // 2 == Position(1, 2)
    assert p == (3, 4) and p != (4, 3)
    assert length(p - (0, 0)) == 5


def test_unpacking_and_indexing():
    x, y = Position(3, 4)
    assert (x, y) == (3, 4) == tuple(Position(3, 4)) == (Position(3, 4)[0], Position(3, 4)[-1])
    assert repr(Position(3, 4)) == "Position(3, 4)"


def test_a_position_is_no_number():
    import math

    with pytest.raises(TypeError):
        math.sqrt(Position(1, 2))


def test_offsets():
    import numpy as np

    assert offsets(np.ones((3, 3))) == [(x, y) for y in (-1, 0, 1) for x in (-1, 0, 1)]
    assert offsets([1, 2, 1]) == [(-1, 0), (0, 0), (1, 0)]
    assert offsets([[1], [2]]) == [(0, -1), (0, 0)]
    assert offsets(np.ones((2, 4))) == [(x, y) for y in (-1, 0) for x in (-2, -1, 0, 1)]
    assert all(type(number) is int for pair in offsets(np.ones((2, 2))) for number in pair)
    assert offsets(np.ones((2, 1, 3))) == [(x, 0, z) for z in (-1, 0) for x in (-1, 0, 1)]
    for wrong in (3, np.ones((2, 2, 2, 2))):
        with pytest.raises(ValueError, match="kernel"):
            offsets(wrong)


def test_offsets_are_those_of_scipy():
    import numpy as np
    from scipy import ndimage

    from pygpu import HostImage, ravel

    random = np.random.default_rng(1)
    image = random.random((5, 6))
    for shape in ((3, 3), (2, 3), (4, 1), (1, 5)):
        kernel = random.random(shape)
        im = HostImage(image, border="reflect")
        here = [[sum(w * im(Position(x, y) + d) for w, d in zip(ravel(kernel), offsets(kernel))) for x in range(6)]
                for y in range(5)]
        np.testing.assert_allclose(here, ndimage.correlate(image, kernel, mode="reflect"), rtol=1e-12)
