"""Pixels that are all the same: computed once for as many as a work-item fills."""

import numpy as np
import pytest

import pygpu
from pygpu import Array, Color, Float, Image, Position, Volume
from pygpu.kernel import Format
from pygpu.schedule import CPU
from pygpu.schedule.plan import plan
from pygpu.story import usual_pixels
from tests.engines import check

from .agreeing import agree

rng = np.random.default_rng(5)


def constant(im=Image, p=Position, v=Float):
    return v * 0.5


def of_all(im=Image, p=Position):
    return max(im) - min(im)


def two(im=Image, p=Position):
    return im(2, 1), Color(im(0, 0), 0.25, im.width / 256)


@pytest.mark.parametrize("size", [(1, 1), (9, 3), (3, 37)], ids=str)
def test_all_the_same(engine, size):
    image = rng.random(size).astype(np.float32)
    check(constant, image, scalars={"v": 0.3})
    check(of_all, image)
    check(two, image)
    check(two, (255 * image).astype(np.uint8))


def test_of_more_than_one_work_item(engine):
    if engine.is_checker:
        pytest.skip("too large to be checked access by access")
    wide = rng.random((19, 4099)).astype(np.float32)
    assert (pygpu.compile(constant)(wide, 0.25) == 0.125).all()
    assert (pygpu.compile(of_all)(wide.T) == wide.max() - wide.min()).all()
    volume = rng.random((5, 11, 7)).astype(np.float32)
    assert (pygpu.compile(lambda vol=Volume, p=Position: vol(1, 2, 3))(volume) == volume[3, 2, 1]).all()
    for shape in ((5000,), (3, 5000), (5000, 3), (3, 9, 41)):
        found = pygpu.compile(lambda a=Array: np.full(a.shape, 8, np.int16))(np.zeros(shape, np.float32))
        assert found.dtype == np.int16 and found.shape == shape and (found == 8).all()


def test_as_data():
    filter = pygpu.compile(lambda im=Image, p=Position, v=Float: (v * 0.5, im(2, 1)))
    graph = filter._story(usual_pixels(filter.parameters, 1)).graph
    assert plan(graph, (Format("float32", 1),), (Format("float32", 1),) * 2, CPU).block[0] > 1
    for size in ((1, 1), (5, 3), (4100, 9)):
        assert agree(graph, [rng.random((3, 5)).astype(np.float32)], (0.3,), size) > 2
