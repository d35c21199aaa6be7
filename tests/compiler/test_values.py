"""Filters without a position: what they give is a value, that of the same function in plain Python."""

import inspect
import math
from collections import namedtuple

import numpy as np
import pytest
from PIL import Image as Pillow

import pygpu
from pygpu import ArgumentError, Color, Float, HostImage, Image, Int, Position, Vec2

PHOTO = np.random.default_rng(1).integers(0, 256, (5, 7), np.uint8)
COLOURS = np.random.default_rng(2).integers(0, 256, (3, 5, 3), np.uint8)
Extent = namedtuple("Extent", "low high")


def mean(im=Image):
    return sum(im) / len(im)


def extent(im=Image):
    return Extent(min(im), max(im))


def several(im=Image, scale: Float = 2.0):
    return sum(im) * scale, len(im), any(v > 0.5 for v in im), "known"


def brightest(im=Image):
    return max(im.positions, key=im)


def by_name(im=Image):
    return {"mean": sum(im) / len(im), "corner": Vec2(im(0, 0), 1.0), "turned": im(1, 0) * 1j, "size": im.size}


def rows(im=Image):
    return [sum(im(x, y) for x in range(im.width)) for y in range(5)]


def table(im=Image):
    return np.array([[im(x, y) for x in range(3)] for y in range(2)])


def pairs(im=Image):
    return [(im(x, 0), x) for x in range(3)]


def many(im=Image):
    return tuple(im(x, 0) for x in range(7)), tuple(x * 2 for x in range(7)), [im(x, 1) for x in range(9)], im.width


def count(im=Image, n=Int):
    return sum(1 for x in range(n) if im(x, 0) > 0.25)


def same(found, expected):
    if isinstance(expected, np.ndarray) or isinstance(found, np.ndarray):
        assert isinstance(found, np.ndarray)
        np.testing.assert_allclose(found, np.array(expected), rtol=1e-5)
    elif isinstance(expected, dict):
        assert found.keys() == expected.keys()
        for key in expected:
            same(found[key], expected[key])
    elif isinstance(expected, tuple):
        assert type(found) is type(expected) and len(found) == len(expected)
        for one, other in zip(found, expected):
            same(one, other)
    else:
        assert type(found) is type(expected)
        if isinstance(expected, (Vec2, Color)):
            same(found.parts(), expected.parts())
        else:
            assert found == expected or abs(found - expected) <= 1e-5 * max(1, abs(expected))


@pytest.mark.parametrize("function, image, scalars", [
    (mean, PHOTO, ()), (mean, COLOURS, ()), (extent, PHOTO, ()), (several, PHOTO, (0.5,)), (brightest, PHOTO, ()),
    (by_name, PHOTO, ()), (rows, PHOTO, ()), (table, PHOTO, ()), (pairs, PHOTO, ()), (many, PHOTO, ()), (count, PHOTO, (5,)),
], ids=lambda v: v.__name__ if callable(v) else "")  # fmt: skip
def test_the_same_as_python(function, image, scalars, engine):
    filter = pygpu.compile(function)
    same(filter(image, *scalars), function(HostImage(image), *scalars))
    same(filter(HostImage(image), *scalars), function(HostImage(image), *scalars))


def test_from_where_a_picture_comes(engine):
    filter, expected = pygpu.compile(mean), PHOTO.mean() / 255
    assert filter(Pillow.fromarray(PHOTO)) == pytest.approx(expected)
    assert filter((PHOTO / 255).astype(np.float32)) == pytest.approx(expected)
    assert filter(PHOTO.astype(np.int32)) == pytest.approx(PHOTO.mean())
    if engine.device != "none":
        assert filter(pygpu.upload(PHOTO)) == pytest.approx(expected)


def test_colours_are_seen_as_asked_for(engine):
    light = pygpu.compile(mean)(PHOTO, linear=True)
    assert light == pytest.approx(mean(HostImage(PHOTO, linear=True)), rel=1e-5)
    first = pygpu.compile(lambda im=Image: im(0, 0))(COLOURS, channels="bgr")
    assert first.parts() == pytest.approx(tuple(COLOURS[0, 0, ::-1] / 255))


def test_inside_other_filters(engine):
    peak = pygpu.compile(lambda im=Image: max(im))
    normal = pygpu.compile(lambda im=Image, p=Position: im(p) / peak(im))
    np.testing.assert_allclose(normal(PHOTO.astype(np.float32)), PHOTO / PHOTO.max(), rtol=1e-6)
    squared = pygpu.compile(lambda im=Image, p=Position: im(p) ** 2)
    after = squared >> mean
    assert after(PHOTO) == pytest.approx(((PHOTO / 255) ** 2).mean()) and "p" not in inspect.signature(after).parameters
    assert pygpu.compose(squared, mean, exact=True)(PHOTO) == pytest.approx(((PHOTO / 255) ** 2).mean())


def test_without_a_picture(engine):
    assert pygpu.compile(lambda c=Float: (c * 2, math.pi))(0.25) == pytest.approx((0.5, math.pi))
    assert pygpu.compile(lambda im=Image: 3)(PHOTO) == 3


def test_what_a_value_raises(engine):
    first = pygpu.compile(lambda im=Image, n=Int: max(im(x, 0) for x in range(n)))
    assert first(PHOTO, 3) == pytest.approx(PHOTO[0, :3].max() / 255)
    with pytest.raises(ValueError) as raised:
        first(PHOTO, 0)
    assert "pixel (" not in raised.value.__notes__[0]


@pytest.mark.parametrize("asked", [{"size": (3, 3)}, {"dtype": "uint8"}, {"mode": "L"}, {"out": np.zeros((5, 7), np.uint8)},
                                   {"valid": True}, {"axis": 0}], ids=str)  # fmt: skip
def test_what_belongs_to_pictures_is_refused(asked):
    with pytest.raises(ArgumentError, match="has no position"):
        pygpu.compile(mean)(PHOTO, **asked)


@pytest.mark.parametrize("way", [
    lambda f: f.iterate(2, PHOTO), lambda f: f.map(PHOTO), lambda f: f.compute((0, 0, 1, 1), PHOTO),
    lambda f: f.needs((0, 0, 1, 1)),
])  # fmt: skip
def test_ways_to_run_that_need_a_position(way):
    with pytest.raises(ArgumentError, match="has no position"):
        way(pygpu.compile(mean))


def test_what_is_no_value():
    with pytest.raises(pygpu.CompileError, match="bad-result"):
        pygpu.compile(lambda im=Image: im)(PHOTO)
    with pytest.raises(pygpu.CompileError, match="bad-result"):
        pygpu.compile(lambda im=Image: None)(PHOTO)


def test_looking_inside():
    filter = pygpu.compile(mean)
    assert "return Value" in str(filter.graph) and "mean" in filter.explain()
    assert list(inspect.signature(filter).parameters) == ["im", "options"]
    assert "kernel" in (filter(PHOTO), filter.timings())[1]


def steepest(im=Image):
    return max(math.sqrt((im(q) - im(q + (1, 0))) ** 2 + (im(q) - im(q + (0, 1))) ** 2) for q in im.positions)


def least_root(im=Image):
    return min(math.sqrt(v * v) for v in im), max(math.sqrt(v * v) for v in im[3])


@pytest.mark.parametrize("function", [steepest, least_root])
@pytest.mark.parametrize("value, at", [(0.5, (0, 0)), (np.nan, (0, 0)), (np.nan, (20, 31)), (np.inf, (3, 5)), (0.0, ...)])
def test_the_greatest_of_roots(function, value, at, engine):
    """One root is taken, of the greatest; a NaN is what it was."""
    image = np.random.default_rng(4).random((33, 70), dtype=np.float32)
    image[at] = value
    compiled = pygpu.compile(function)
    np.testing.assert_allclose(compiled(image), function(HostImage(image)), rtol=1e-6)
    assert "sqrt" not in str(compiled.graph).split("function whole")[0]
