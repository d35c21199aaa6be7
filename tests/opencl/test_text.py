"""The text of kernels: parentheses, literals, names, and what is not written."""

import math
import re
from itertools import product

import numpy as np
import pytest

import pygpu
from pygpu import Image, Position
from pygpu.calls.engines.sequence import Sequence
from pygpu.errors import Location
from pygpu.ir import asks
from pygpu.opencl import Format
from pygpu.opencl.emit import emit
from pygpu.opencl.expressions import Text, float_literal, literal, put
from pygpu.opencl.names import Names, taken
from pygpu.opencl.prelude import _BY_WIDTH, _ONCE, NEEDS, VECTOR, prelude
from pygpu.schedule import CPU
from pygpu.schedule.plan import candidates
from pygpu.schedule.plans import Pixels
from pygpu.story import stored, usual_pixels
from tests.engines import check

from .graphs import Maker, sobel

A, B, SUM, PRODUCT = Text("a"), Text("b"), Text("a + b", 12), Text("a * b", 13)


@pytest.mark.parametrize("template,operands,expected", [
    ("{0} + {1}", (PRODUCT, SUM), "a * b + (a + b)"),
    ("{0} - {1}", (SUM, SUM), "a + b - (a + b)"),
    ("{0} * {1}", (SUM, A), "(a + b) * a"),
    ("-{0}", (Text("-a", 14),), "-(-a)"),
    ("(float){0}", (SUM,), "(float)(a + b)"),
    ("{0} & {1}", (SUM, A), "(a + b) & a"),
    ("1.0f / (1.0f + exp(-{0}))", (SUM,), "(1.0f / (1.0f + exp(-(a + b))))"),
    ("{0} < {1}", (SUM, PRODUCT), "a + b < a * b"),
    ("{0} == {1}", (Text("a < b", 10), A), "(a < b) == a"),
    ("{0} && {1}", (Text("a < b", 10), Text("a || b", 4)), "a < b && (a || b)"),
    ("{0} ? {1} : {2}", (Text("a ? b : a", 3), A, Text("a ? b : a", 3)), "(a ? b : a) ? a : a ? b : a"),
    ("{0} + {1}", (A, Text("-1", 14)), "a - 1"),
    ("pow({0}, {1})", (SUM, A), "pow(a + b, a)"),
])
def test_parentheses(template, operands, expected):
    assert str(put(template, operands)) == expected


@pytest.mark.parametrize("value,expected", [
    (1.0, "1.0f"), (0.1, "0.1f"), (-0.0, "-0.0f"), (1e-10, "1e-10f"), (16777216.0, "16777216.0f"), (1 / 3, "0.33333334f"),
    (float("inf"), "INFINITY"), (-1e300, "-INFINITY"), (float("nan"), "NAN"), (3e38, "3e+38f"),
])
def test_floats(value, expected):
    assert float_literal(value) == expected


def test_other_constants():
    assert str(literal(-(2**31), "int32")) == "INT_MIN"
    assert str(literal(True, "bool")) == "true"
    assert [str(literal(value, "float64")) for value in (0.1, math.nan, -math.inf)] == [
        "0.1", "((double)NAN)", "((double)-INFINITY)"]  # select() of a double and a float is ambiguous
    assert str(literal(True, "bool", lanes=16)) == "(int16)-1"


def test_names_are_valid_and_new():
    names = Names()
    assert [names.new(n) for n in ("a", "a", "a_1", "float4", "σ", "2x", "<lambda>", "größe")] == [
        "a", "a_1", "a_1_1", "float4_", "sigma", "v2x", "lambda_", names_of("größe")]


@pytest.mark.parametrize("name", ["M_PI_F", "UINT_MAX", "DBL_MAX", "FLT_DIG", "CHAR_BIT", "HUGE_VALF", "_Bool", "_Complex",
                                  "vec_step", "cl_khr_fp64", "image2d_depth_t", "__FILE__", "__FILE_", "INFINITY",
                                  "float16", "atomic_add"])
def test_names_that_drivers_mean_something_by(name):
    made = Names().new(name)
    assert made != name and made.removeprefix("v_").strip("_") in name and not made.startswith("_")


@pytest.mark.parametrize("name", ["a", "C", "_", "L", "v", "E1", "M_PI_F"])
def test_a_name_for_several(name):
    """With a number a single capital is a macro's name: a name for four vectors was looked for without end."""
    names = Names()
    made = [names.several(name, 4) for _ in range(3)]
    assert len({*made}) == 3 and not any(names.new(f"{each}_2") == f"{each}_2" or taken(f"{each}_2") for each in made)


def names_of(word):
    from pygpu.opencl.names import plain

    assert plain(word).isascii() and plain(word).isidentifier()
    return plain(word)


def test_only_helpers_that_are_called():
    assert prelude({}) == ""
    text = prelude({"pg_floordiv_i": 1})
    assert "pg_floordiv_i" in text and "pg_mod" not in text
    assert "int16 pg_min(int16 a" in prelude({"pg_min": 1}, widths=(1, 16))


def test_helpers_say_which_others_they_call():
    """What each calls stands in NEEDS, and nothing calls one that comes after it."""
    every = {**_ONCE, **_BY_WIDTH, **VECTOR}
    for number, (name, text) in enumerate(every.items()):
        text = text if isinstance(text, str) else "".join(text)
        called = {each for each in re.findall(r"pg_\w+", text) if each != name}
        assert called == set(NEEDS.get(name, ())) and called <= set([*every][:number]) | set(_ONCE), name


def test_the_users_names_and_lines_appear():
    m = Maker("bright")
    m.builder.location = Location("/home/me/photo.py", "bright", 12)
    v = m("mul", m.read(), 2.0)
    v.name = "twice"
    source = emit(m.done(m("add", v, 1.0)), Pixels(), (Format("float32", 1),), (Format("float32", 1),)).source
    assert "const float twice = im_y[im_x] * 2.0f;  // photo.py:12" in source
    assert "/home/me" not in source


def test_unused_parameters_are_left_out():
    m = Maker()
    m.add_image("unused")
    m.add_scalar("idle")
    program = emit(m.done(m.read()), Pixels(), (Format("float32", 1),) * 2, (Format("float32", 1),))
    assert "unused" not in program.source and "idle" not in program.source
    assert len(program.steps[0].args) == 3


def test_image_memory_uses_the_sampler():
    source = emit(sobel(), Pixels(), (Format("float32", 1, "image"),), (Format("float32", 1),)).source
    assert "read_only image2d_t im" in source and "CLK_FILTER_NEAREST" in source and "im_stride" not in source


def test_each_table_of_a_program_has_a_name_of_its_own():
    """Kernels of one program declare their tables side by side; equal ones are one."""
    graph = two_tables()
    made = [make for make in candidates(graph, (Format("float32", 1),), (Format("float32", 1),), CPU) if make.passes]
    assert made
    for plan in made:
        program = emit(graph, plan, (Format("float32", 1),), (Format("float32", 1),))
        names = re.findall(r"^__constant float (\w+)\[", program.source, re.M)
        assert len(names) == len(set(names)) == 2, names


def two_tables():
    first, second = [float(i * i % 17) for i in range(64)], [float(i * 7 % 23) for i in range(64)]

    def lookups(im=Image, p=Position):
        one = lambda q: first[int(im(q) * 63)] * 0.1
        sums = lambda q: sum(one(q + (i, 0)) for i in (-1, 0, 1)) / 3
        other = lambda q: second[int(min(max(sums(q), 0), 1) * 63)] * 0.05
        return sum(other(p + (0, i)) for i in (-1, 0, 1)) / 3 + first[int(im(p) * 63)]

    return pygpu.compile(lookups).graph


@pytest.mark.parametrize("name", ["otsu", "recursive_gaussian"])
def test_a_text_is_the_same_each_time(name):
    """What is found in sets of values must not be written in their order: that is another in each process."""
    texts, moved = set(), []
    for number in range(6):
        texts.add(kernels(pygpu.compile(getattr(pygpu.filters, name))))
        moved.append([object() for _ in range(977 * number)])  # so that values lie elsewhere
    assert len(texts) == 1


def kernels(filter) -> str:
    """All kernels of a filter for a CPU, without a driver."""
    story = filter._story(usual_pixels(filter.parameters))
    story, told = story.for_pixels(*stored(story.graph), CPU), []
    if asks(story.graph.body):
        Sequence(story, lambda stories: [told.append(each) for each in stories])
    return "\n".join(part.program.source for part in told or [story])


def test_a_product_that_one_sum_takes_once_stands_in_it():
    """Then drivers join them. What sums side by side share has a name: it must be the same product for all of them."""
    product = lambda im, q: im(q) * im(q + (0, 1))
    three = lambda im, q: sum(product(im, q + (i, 0)) for i in (-1, 0, 1))
    named = re.compile(r"const float16 \w+ = \w+ \* \w+;")
    assert not named.search(kernels(pygpu.compile(lambda im=Image, p=Position: three(im, p))))
    assert named.search(kernels(pygpu.compile(lambda im=Image, p=Position: three(im, p) + three(im, p + (1, 0)) ** 2)))


def test_what_stands_in_another_means_what_it_meant(engine):
    """1 / (b * -0.75) was written 1 / -b * 0.75."""
    inner = ("-b", "b * -0.75", "b * 0.75", "b / -0.75", "-b * b", "b - 0.75", "-0.75 - b", "-b - b * 2", "-b / b",
             "-(-b)")
    outer = ("{0} / ({1})", "({1}) / {0}", "{0} * ({1})", "{0} - ({1})", "{0} + ({1})", "-({1}) + {0}", "{0} % ({1})",
             "-({1})", "abs({1})", "({1}) * ({1}) / ({1})", "({1}) ** -1", "({1}) < -{0} < ({1})", "0.5 / (0.5 / ({1}))")
    source = ", ".join(each.format("a", one.replace("0.75", str(0.5 + number / 128)))  # each its own, not one of a name
                       for number, (each, one) in enumerate(product(outer, inner)))
    f = eval(f"lambda im=Image, p=Position: (lambda a, b: sum(each * (1 + i * 0.01) for i, each in enumerate([{source}])))"
             "(im(p), im(p + (1, 0)))", {"Image": Image, "Position": Position})
    check(f, np.array([[1.5, 2.25, -3.5, 0.625, 7.0, -0.3125]], np.float32), tolerance=1e-3)


def test_less_than_less_is_no_decrement(engine):
    """-(-a * b) was written --a * b."""
    check(lambda im=Image, p=Position: (-(-im(p) * im(p + (1, 0))), -(-im(p) * im(p) * 2)),
          np.array([[1.5, 2.25, -3.5, 0.625]], np.float32))
