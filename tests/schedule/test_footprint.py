"""How far filters read, and how large integers can be."""

from pygpu.ir import INT, Ranges
from pygpu.ir.ranges import LIMIT
from pygpu.schedule.stages.footprint import footprint
from tests.opencl.graphs import Maker, mandelbrot, sobel


def test_a_neighbourhood():
    assert footprint(sobel()) == (1, 1, 1, 1)
    m = Maker()
    assert footprint(m.done(m("add", m.read(-3, 2), m.read(1, 0)))) == (3, 0, 1, 2)


def test_no_reads():
    assert footprint(mandelbrot()) == (0, 0, 0, 0)


def test_data_decides():
    m = Maker(scalar=INT)
    assert footprint(m.done(m("add", m.read_at(m.read(), m("add", m.graph.y, 1)), m.read(2)))) == (None, 0, None, 1)
    m = Maker()
    assert footprint(m.done(m.read_at(m.graph.y, m.graph.x))) == (None, None, None, None)


def test_ranges():
    m = Maker(scalar=INT)
    x, pixel = m.graph.x, m.read()
    ranges = Ranges(m.graph)
    assert ranges.of(m("add", m("mul", x, 2), -1)) == (-2 * LIMIT - 1, 2 * LIMIT - 1)
    assert ranges.of(m("mod", pixel, 10)) == (0, 9)
    assert not ranges.exact(m("add", pixel, 1).owner)
    assert ranges.exact(m("sub", x, m.graph.y).owner)
    assert not ranges.exact(m("mul", x, m.graph.y).owner)
    wide = m("width")
    assert ranges.exact(m("mod", wide, 3).owner) and ranges.exact(m("floordiv", 7, wide).owner)
    assert not ranges.exact(m("floordiv", pixel, 3).owner) and not ranges.exact(m("mod", x, 3).owner)
