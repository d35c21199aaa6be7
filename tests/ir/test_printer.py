"""The text of a graph. Whole graphs are compared where the tracer makes them; here each thing that text can hold."""

import math

import numpy as np
import pytest

from pygpu.errors import Location
from pygpu.ir import BOOL, FLOAT, INT, Const, constant, number, print_graph
from tests.opencl.graphs import Maker, mandelbrot


def text(graph):
    return str(graph).rstrip("\n")


def test_reads_names_and_constants():
    m = Maker("sharpen", border="mirror")
    gain = m.add_scalar("gain")
    middle = m.read()
    middle.name = "middle"
    around = m.sum(m.read(*d) for d in ((-1, 0), (1, 0), (0, -1), (0, 1)))
    around.name = "around"
    assert (
        text(m.done(m("add", middle, m("mul", gain, m("sub", middle, m("mul", around, 0.25))))))
        == """\
filter sharpen
    im: Image Float, border mirror
    gain: Float
    x, y: Int

middle: Float = read im (x, y)
t1: Float = read im (x-1, y)
t2: Float = read im (x+1, y)
t3: Float = read im (x, y-1)
t4: Float = read im (x, y+1)
t5: Float = add t1, t2
t6: Float = add t5, t3
around: Float = add t6, t4
t7: Float = mul around, 0.25
t8: Float = sub middle, t7
t9: Float = mul gain, t8
t10: Float = add middle, t9
return Float: t10"""
    )


def test_a_loop_with_its_test():
    assert (
        text(mandelbrot(limit=9)).partition("\n\n")[2]
        == """\
t1: Float = float_of_int x
t2: Float = mul t1, 0.05
t3: Float = sub t2, 2.0
t4: Float = float_of_int y
t5: Float = mul t4, 0.05
t6: Float = sub t5, 1.0
t7: Float, t8: Float, t9: Int = loop t10: Float = 0.0, t11: Float = 0.0, t12: Int = 0:
    t13: Float = mul t10, t10
    t14: Float = mul t11, t11
    t15: Float = add t13, t14
    t16: Bool = lt t15, 4.0
    t17: Bool = lt t12, 9
    t18: Bool = and t16, t17
    t19: Float, t20: Float, t21: Int = if t18:
        t22: Float = sub t13, t14
        t23: Float = add t22, t3
        t24: Float = mul t10, 2.0
        t25: Float = mul t24, t11
        t26: Float = add t25, t6
        yield t23, t26, t12+1
    else:
        yield t10, t11, t12
    again t18, with t19, t20, t21
t27: Float = float_of_int t9
return Float: t27"""
    )


def test_images_of_every_kind():
    m = Maker(channels=3, border=("wrap", "constant"), fill=(0.5, 0.0, 1.0))
    m.add_image("mask", 1, BOOL, "constant", (False,))
    m.add_image("im", 2, INT).data = object()
    header, _, rest = text(m.done(m.read(channel=2), m("width", image=m.image))).partition("\n\n")
    assert (
        header
        == """\
filter filter
    im: Image Float×3, border wrap in x, constant in y (0.5, 0.0, 1.0)
    mask: Image Bool, border constant False
    im_2: Image Int×2, border clamp, known
    x, y: Int"""
    )
    assert rest == "t1: Float = read im[2] (x, y)\nt2: Int = width im\nreturn Float: t1\nreturn Int: t2"


def test_names_are_unique_and_those_of_python_are_left_alone():
    m = Maker()
    values = [m("sqrt", m.read())]
    for name in ("im", "x", "if", "t1", "v", "v"):
        values.append(m("sqrt", values[-1]))
        values[-1].name = name
    names = [line.partition(":")[0] for line in text(m.done(values[-1])).splitlines() if "sqrt" in line]
    assert names == ["t2", "im_2", "x_2", "if_2", "t1_2", "v", "v_2"]


def test_tables_are_cut_short():
    m = Maker()
    long = m("table", m.graph.x, type=FLOAT, values=tuple(float(i) for i in range(20)))
    short = m("table", m.graph.x, type=INT, values=(3, 4))
    assert text(m.done(long, short)).splitlines()[4:6] == [
        "t1: Float = table 20 of [0.0, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, ...] (x)",
        "t2: Int = table 2 of [3, 4] (x)",
    ]


def test_a_named_sum_has_its_line():
    m = Maker()
    there = m("add", m.graph.x, 1)
    there.name = "there"
    assert "there: Int = add x, 1\nt1: Float = read im (there, y)" in text(m.done(m.read_at(there, m.graph.y)))


def test_lines_of_the_source_are_told_when_they_change():
    m = Maker()
    v = m.read()
    for function, line in (("blur", 3), ("blur", 3), ("blur", 4), ("main", 4), ("main", None)):
        m.builder.location = Location("f.py", function, line)
        v = m("sqrt", v)
    graph = m.done(v)
    comments = [line.partition("  # ")[2] for line in text(graph).splitlines() if "sqrt" in line]
    assert comments == ["blur, line 3", "", "line 4", "main, line 4", ""]
    assert "#" not in print_graph(graph, lines=False)


@pytest.mark.parametrize(
    "value, shown",
    [
        (0.1, "0.1"),
        (255.0, "255.0"),
        (1 / 3, "0.33333334"),
        (1e-7, "1e-07"),
        (2.0**24, "16777216.0"),
        (math.inf, "inf"),
        (-0.0, "-0.0"),
        (math.nan, "nan"),
        (1e300, "inf"),
        (True, "True"),
        (-3, "-3"),
        (None, "?"),
    ],
)
def test_numbers_are_as_short_as_32_bits_allow(value, shown):
    assert number(value) == shown


def test_nothing_and_extras():
    m = Maker()
    end, seen = m.loop((0,), lambda i: (m("lt", i, 5), m("add", i, 1), m("mul", i, i)))
    (chosen,) = m.branch(m("gt", seen, 3), lambda: (m("sqrt", m.read()),), lambda: (Const(FLOAT, None),))
    assert (
        text(m.done(chosen, end)).partition("\n\n")[2]
        == """\
t1: Int, t2: Int = loop t3: Int = 0:
    t4: Bool = lt t3, 5
    t5: Int = mul t3, t3
    again t4, with t3+1, giving t5
t6: Bool = gt t2, 3
t7: Float = if t6:
    t8: Float = read im (x, y)
    t9: Float = sqrt t8
    yield t9
else:
    yield ?
return Float: t7
return Int: t1"""
    )


def test_an_unfinished_graph_can_be_shown_too():
    m = Maker()
    assert "return Float: <undefined>" in text(m.done(Maker().read()))
    assert "filter filter" in text(Maker().graph) and constant(1).value == 1


def test_numbers_are_as_short_whatever_numpy_is_told_to_print():
    with np.printoptions(legacy="1.13", precision=3):
        assert number(1 / 3) == "0.33333334" and number(1e-42) == "1e-42"
