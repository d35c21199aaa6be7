"""What comes to a whole number of 255ths is computed in whole ones: the same to the last bit, in every plan."""

from dataclasses import replace
from functools import partial, reduce
from random import Random

import numpy as np
import pytest

import pygpu
from pygpu import Float, Image, Position
from pygpu.ir import BOOL, BYTE, FLOAT, INT, SHORT, is_known
from pygpu.ir.evaluate import evaluate
from pygpu.opencl import Format
from pygpu.passes.ordered import ordered
from pygpu.schedule import CPU
from tests.kernel.agreeing import agree
from tests.opencl.graphs import Maker

from .test_ordered import BORDERS, SIZES, picture

BYTES = [Format("uint8", 1)]


def slopes(m):
    return m("add", m("abs", m("sub", m.read(1), m.read(-1))), m("abs", m("sub", m.read(0, 1), m.read(0, -1))))


COMPUTED = {
    "sum": lambda m: m("add", m.read(), m.read(1)),
    "difference": lambda m: m("sub", m.read(), m.read(0, 1)),
    "inverse": lambda m: m("sub", 1.0, m.read()),
    "slopes": slopes,
    "five": lambda m: m("sub", m("mul", 4.0, m.read()), slopes(m)),
    "brighter": lambda m: m("add", m.read(), 0.2),
    "hardly brighter": lambda m: m("add", m.read(), 0.05),
    "least difference": lambda m: m("sub", m("max", m.read(), m.read(1)), m("min", m("min", m.read(), m.read(1)), 0.4)),
    "threshold": lambda m: m("select", m("gt", m.read(), 0.3), m.read(1), 0.0),
    "edge": lambda m: m("select", m("lt", m("sub", m.read(), m.read(1)), 0.1), 0.0, 1.0),
    "truth": lambda m: m.builder.convert(m("le", 0.2, m.read()), FLOAT),
    "equal": lambda m: m("select", m("eq", m.read(), m.read(1)), m("neg", m("neg", m.read())), 1.0),
    "mean of three": lambda m: m("mul", 1 / 3, m("add", m("add", m.read(-1), m.read()), m.read(1))),
    "the same, one by one": lambda m: m("add", m("add", m("mul", m.read(-1), 1 / 3), m("mul", m.read(), 1 / 3)),
                                        m("div", m.read(1), 3.0)),
    "two thirds": lambda m: m("add", m("mul", m.read(), 2 / 3), m("div", m.read(1), 3.0)),
    "fifteenths": lambda m: m("sub", m("div", m.read(), 5.0), m("div", m.read(1), 3.0)),
    "sharper": lambda m: m("add", m.read(), m("div", m("sub", m.read(), m("add", m.read(1), m.read(-1))), 7.0)),
    "the lightest third": lambda m: m("max", m("div", m.read(), 3.0), m("max", m.read(1), 0.4)),
    "part of a threshold": lambda m: m("select", m("gt", m("div", m("add", m.read(), m.read(1)), 3.0), 0.3), m.read(), 0.2),
    "columns": lambda m: m("select", m("lt", m.graph.x, 7), m("add", m.read(), m.read(1)), m.read()),
}


PARTS = "mean of three", "the same, one by one", "two thirds", "fifteenths", "sharper", "the lightest third"


@pytest.mark.parametrize("dtype, type", [("uint8", BYTE), ("uint16", SHORT)])
@pytest.mark.parametrize("computed", COMPUTED)
def test_every_plan(computed, dtype, type):
    if dtype == "uint16" and computed in ("hardly brighter", "edge", "least difference", *PARTS):
        pytest.skip("near half a step there, or more than 32 bits")
    m = Maker(border="mirror")
    form = [Format(dtype, 1)]
    graph = ordered(m.done(COMPUTED[computed](m)), form, form)
    assert graph.outputs[0].pixel.scalar is type and graph.images[0].pixel.scalar is type
    for size in SIZES[1:]:
        assert agree(graph, [picture(size, dtype)], (), size, devices=[replace(CPU, lanes=16)], tolerance=0) > 1


def test_rows_are_added_up_first():
    """Pixels below one another have their sums in common; an inner sum that is asked for twice is one."""
    m = Maker(border="mirror")
    across = [m("mul", m.read(dx), 2.0) for dx in (-1, 1)]
    near = [m.read(0, -1), *across, m.read(-1, -1), m.read(), m.read(1, -1)]
    total = reduce(partial(m, "add"), near)
    graph = ordered(m.done(m("div", total, 9.0), m("add", m("add", m.read(), total), m.read())), BYTES, BYTES * 2)
    assert graph.outputs[0].pixel.scalar is BYTE
    assert sum(op.kind.name == "add" for op in graph.body.ops) == 3 + 5 + 2 + 1  # of places, the sum, two more, half a step
    for size in SIZES[1:]:
        assert agree(graph, [picture(size, "uint8")], (), size, devices=[replace(CPU, lanes=16)], tolerance=0) > 1
    image = picture((9, 7), "uint8")[..., None]
    wanted = evaluate(m.graph, [image * np.float32(1 / 255)], (), (9, 7))
    for found, floats in zip(evaluate(graph, [image], (), (9, 7)), wanted):
        np.testing.assert_array_equal(found, rounded(floats * np.float32(255)))


def test_long_sums_stay_floats():
    """In a line, of many weights, or of very many."""
    for places, weights, whole in (([(i, 0) for i in range(13)], [1], True), ([(i, 0) for i in range(15)], [1], False),
                                   ([(0, i) for i in range(15)], [1], True), ([(0, i) for i in range(27)], [1], False),
                                   ([(0, i) for i in range(15)], [1, 2, 3], True),
                                   ([(0, i) for i in range(15)], [1, 2, 3, 4], False)):
        m = Maker(border="mirror")
        terms = [m("mul", m.read(*place), weights[k % len(weights)] / 45) for k, place in enumerate(places)]
        graph = m.done(reduce(partial(m, "add"), terms))
        assert (ordered(graph, BYTES, BYTES) is not graph) is whole, (places, weights)


def test_what_is_no_whole_number_stays_a_float():
    """Half a step may be rounded either way, and equal sums need not be equal floats."""
    for compute in (lambda m: m("mul", 0.5, m("add", m.read(), m.read(1))),
                    lambda m: m("add", m("mul", m.read(), 1 / 3), m("mul", m.read(1), 0.5)),
                    lambda m: m("mul", m.read(), 0.123),
                    lambda m: m("div", m("mul", m.read(), 1e6), 3.0),
                    lambda m: m("div", 1.0, m.read()),
                    lambda m: m("div", m.read(), 0.0),
                    lambda m: m("add", m.read(), 0.1),
                    lambda m: m("mul", m.read(), m.read(1)),
                    lambda m: m("add", m.read(), m.add_scalar("k")),
                    lambda m: m("add", m.read(), float("nan")),
                    lambda m: m("sub", m.read(), float("inf")),
                    lambda m: m("select", m("lt", m("sub", m.read(), m.read(1)), 0.2), 0.0, 1.0),
                    lambda m: m("select", m("lt", m("sub", m.read(), m.read(1)), m.read()), 0.0, 1.0),
                    lambda m: m("select", m("lt", m.read(), float("nan")), 0.0, 1.0),
                    lambda m: m("sqrt", m.read())):
        m = Maker()
        graph = m.done(compute(m))
        assert ordered(graph, BYTES, BYTES) is graph


def test_beyond_the_edge_is_a_whole_number_too():
    for fill, whole in ((0.0, True), (0.2, True), (0.3, False), (2.0, False), (-1.0, False), (float("nan"), False)):
        m = Maker(border="constant", fill=(fill,))
        graph = m.done(m("sub", m.read(1), m.read()))
        assert (ordered(graph, BYTES, BYTES) is not graph) is whole


@pytest.mark.parametrize("dtype", ["uint8", "uint16"])
def test_thresholds_are_those_of_floats(dtype):
    """At each level, and between any two."""
    top = np.iinfo(dtype).max
    every = np.arange(top + 1, dtype=dtype).reshape(16, -1)
    floats = np.arange(top + 1, dtype=np.float32).reshape(16, -1) * np.float32(1 / top)
    for number in (0.2, 0.5, 0.6, 1.0, 0.0, -0.1, 1.2, *np.random.default_rng(1).random(5), float(floats[3, 5])):
        for kind, compare in (("lt", np.less), ("le", np.less_equal), ("gt", np.greater), ("ge", np.greater_equal),
                              ("eq", np.equal), ("ne", np.not_equal)):
            m = Maker()
            form = [Format(dtype, 1)]
            graph = ordered(m.done(m("select", m(kind, m.read(), float(number)), 1.0, 0.0)), form, form)
            assert graph.outputs[0].pixel.scalar is not FLOAT
            wanted = compare(floats, np.float32(number))
            [found] = evaluate(graph, [every[:, :, None]], (), every.shape[::-1])
            np.testing.assert_array_equal(found.reshape(wanted.shape) > 0, wanted)


def anything(random, m):
    """A Float of some pixels, computed by a few operations picked at random."""
    values = [m.read(random.randint(-2, 2), random.randint(-1, 1)) for _ in range(3)]
    numbers = [0.0, 1.0, 0.2, 0.4, 0.6, 0.05, 0.7, 0.33, -0.2]
    for _ in range(random.randint(1, 7)):
        a, b = random.sample([random.choice(values), random.choice([*values, random.choice(numbers)])], 2)
        test = random.choice(["lt", "le", "gt", "ge", "eq", "ne"])
        made = random.choice([lambda: m(random.choice(["add", "sub", "min", "max"]), a, b),
                              lambda: m(random.choice(["abs", "neg"]), random.choice(values)),
                              lambda: m("mul", random.choice(values), random.choice([2.0, 3.0, -1.0, 1 / 3, 0.2, -2 / 3])),
                              lambda: m("div", random.choice(values), random.choice([3.0, 5.0, -7.0, 1.0])),
                              lambda: m("select", m(test, a, b), random.choice(values), b)])()
        values += [made] if made.type is FLOAT and not is_known(made) else []
    return values[-1]


@pytest.mark.parametrize("dtype", ["uint8", "uint16"])
def test_anything(dtype):
    top, form, rewritten = np.iinfo(dtype).max, [Format(dtype, 1)], 0
    for seed in range(150):
        m = Maker(border="mirror")
        graph = m.done(anything(Random(seed), m))
        better = ordered(graph, form, form)
        rewritten += better is not graph
        levels = picture((11, 9), dtype, seed=seed) // (top // 8) * (top // 8)  # of which some are equal
        floats = (levels * np.float32(1 / top)).astype(np.float32)
        if better is not graph:
            [wanted] = evaluate(graph, [floats[:, :, None]], (), (11, 9))
            [found] = evaluate(better, [levels[:, :, None]], (), (11, 9))
            np.testing.assert_array_equal(found, rounded(np.asarray(wanted) * np.float32(top), top))
    assert rewritten > 50


def rounded(value, top=255):
    return np.rint(np.clip(value, 0, top))


@pytest.mark.parametrize("channels", [1, 3])
@pytest.mark.parametrize("border", BORDERS)
def test_as_they_are_written(engine, border, channels):
    if channels == 1:
        def edges(im=Image(border=border, fill=0.2), p=Position):
            return abs(im(p + (1, 0)) - im(p - (1, 0))) + abs(im(p + (0, 1)) - im(p - (0, 1))) - 0.2
    else:
        def edges(im=Image(border=border, fill=(0.2, 0.2, 0.2)), p=Position):
            return abs(im(p + (1, 0)) - im(p - (1, 0))) + abs(im(p + (0, 1)) - im(p - (0, 1))) - 0.2

    mode = {"clamp": "edge", "mirror": "reflect", "reflect": "symmetric", "wrap": "wrap", "constant": "constant"}[border]
    for size in SIZES:
        image = picture(size, "uint8", channels)
        around = np.pad(image.astype(float), [(1, 1), (1, 1), (0, 0)][:image.ndim], mode,
                        **({"constant_values": 51} if border == "constant" else {}))
        wanted = abs(around[1:-1, 2:] - around[1:-1, :-2]) + abs(around[2:, 1:-1] - around[:-2, 1:-1]) - 51
        np.testing.assert_array_equal(pygpu.compile(edges)(image), rounded(wanted))


def test_two_pictures_and_numbers_between(engine):
    one, two = picture((83, 40), "uint8"), picture((83, 40), "uint8", seed=4)
    a, b = one.astype(float), two.astype(float)
    for function, wanted in (
            (lambda a=Image, b=Image, p=Position: a(p) + b(p), a + b),
            (lambda a=Image, b=Image, p=Position: 3*a(p) - 2*b(p), 3*a - 2*b),
            (lambda a=Image, b=Image, p=Position: 1 - abs(a(p) - b(p)), 255 - abs(a - b)),
            (lambda a=Image, b=Image, p=Position: a(p) if a(p) > 0.7 else b(p) - 0.2, np.where(a > 178.5, a, b - 51)),
            (lambda a=Image, b=Image, p=Position: max(a(p), b(p)) - min(a(p), b(p)), abs(a - b)),
            (lambda a=Image, b=Image, p=Position: float(a(p) < b(p)), 255 * (a < b))):
        np.testing.assert_array_equal(pygpu.compile(function)(one, two), rounded(wanted))


def test_a_number_of_the_call_stays_a_float(engine):
    image = picture((30, 20), "uint8")
    brighter = pygpu.compile(lambda im=Image, p=Position, k=Float: im(p) + k)
    np.testing.assert_array_equal(brighter(image, 0.2), rounded(image + 51.0))


@pytest.mark.parametrize("fill", [0.0, 1.0, 0.2])
def test_what_is_only_compared_stays_as_it_is_stored(engine, fill):
    """Whole numbers and truths of bytes, beyond the edge too."""
    image = picture((83, 40), "uint8")
    around = np.pad(image, 1, constant_values=round(255 * fill))
    near = [around[1 + j:41 + j, 1 + i:84 + i] for j in (-1, 0, 1) for i in (-1, 0, 1)]

    def lightest(im=Image(border="constant", fill=fill), p=Position):
        return im(p) >= max([im(p + (i, j)) for j in (-1, 0, 1) for i in (-1, 0, 1)])

    def lit(im=Image(border="constant", fill=fill), p=Position):
        return sum([int(im(p + (i, j)) != 0) << 3 * (j + 1) + i + 1 for j in (-1, 0, 1) for i in (-1, 0, 1)])

    np.testing.assert_array_equal(pygpu.compile(lightest)(image, dtype="bool"), image >= np.max(near, axis=0))
    bits = sum((each != 0) << k for k, each in enumerate(near))
    np.testing.assert_array_equal(pygpu.compile(lit)(image, dtype="int32"), bits)


def test_what_is_compared_and_what_is_given():
    m = Maker(border="mirror")
    test = m("gt", m.read(1), m.read())
    graph = m.done(m("select", test, 3, 7), test, m("select", test, m.read(1), 0.0))
    better = ordered(graph, BYTES, [Format("int32", 1), Format("uint8", 1), Format("uint8", 1)])
    assert [output.pixel.scalar for output in better.outputs] == [INT, BOOL, BYTE]
    m = Maker(border="mirror")
    graph = m.done(m("select", m("gt", m.read(1), m.read()), m.read(), 0.0))
    assert ordered(graph, BYTES, [Format("float32", 1)]) is graph
