"""Long sums as loops: which terms belong together, and what a loop's tables hold."""

import math

import numpy as np
import pytest

from pygpu import Image, Position, compile
from pygpu.ir import FLOAT
from pygpu.opencl import Format
from pygpu.schedule import CPU
from pygpu.schedule.plan import plan
from pygpu.schedule.stages.stages import ends_a_loop, stages
from pygpu.schedule.sums.rolls import families, moving, rolled
from tests.opencl.graphs import Maker

NEIGHBOURS = [(dx, dy) for dy in range(-2, 3) for dx in range(-2, 3) if dx or dy]


def likeness(m, dx, dy, sharp=-2.0):
    apart = m("sub", m.read(dx, dy), m.read())
    return m("exp2", m("mul", m("mul", apart, apart), sharp))


def loops_of(graph) -> list:
    """All loops of the sums, if what they read were near."""
    found = stages(graph)
    return [*{id(roll): roll for roll in rolled(found, set(graph.images)).loops.values()}.values()]


def test_two_sums_over_the_same_neighbours_share_their_loops():
    m = Maker()
    weights = [likeness(m, *at) for at in NEIGHBOURS]
    values = [m("mul", w, m.read(*at)) for w, at in zip(weights, NEIGHBOURS)]
    found = stages(m.done(m("div", m.sum(values), m.sum(weights))))
    assert sorted(len(f.uses) for each in families(found).values() for f in each) == [12] * 4  # before and after the middle
    near = rolled(found, set(found.graph.images))
    assert sum(ends_a_loop(node) for node in near.order) == 4 and len({*near.loops.values()}) == 2
    assert sum(node.word == "exp2" for node in near.order) == 2


def test_what_moves_is_the_largest_stage_that_only_moves():
    m = Maker(channels=2)
    gray = lambda dx, dy: m("add", m.read(dx, dy, 0), m.read(dx, dy, 1))
    apart = [m("sub", gray(dx, dy), m.read()) for dx, dy in NEIGHBOURS]
    found = stages(m.done(m.sum(m("exp2", m("mul", a, a)) for a in apart)))
    node, = moving(found)
    assert node.word == "sum" and {use.node.word for use in node.uses} == {"read"}


def test_tables_hold_places_and_numbers():
    m = Maker()
    row = range(1, 20)
    terms = [m("mul", m("exp2", m("mul", m("mul", m.read(dx), m.read()), -1.0 / dx)), 0.5 ** dx) for dx in row]
    roll, = loops_of(m.done(m.sum(terms)))
    assert roll.count == 19
    assert roll.places == [tuple((dx - 1, 0) for dx in row)]
    assert [np.round(column, 6).tolist() for column in roll.weights] == [
        [round(-1.0 / dx, 6) for dx in row], [-dx for dx in row]]  # a weight of a power is added to its exponent


def test_a_weight_that_is_not_positive_stays_outside_of_the_power():
    m = Maker()
    roll, = loops_of(m.done(m.sum(m("mul", likeness(m, dx, 1), dx - 3.0) for dx in range(20))))
    assert [round(w) for w in roll.weights[0]] == [-3, -2, -1, *range(1, 17)]  # and a weight of zero is no term


@pytest.mark.parametrize("terms", [
    lambda m, dx: m("exp2" if dx % 2 else "sin", m.read(dx)),
    lambda m, dx: m("mul", m("sin", m.read(dx)), m.read()) if dx < 6 else m("sin", m.read(dx)),
    lambda m, dx: m.read(dx),
], ids=["other functions", "two kinds", "only pixels"])
def test_terms_that_are_not_alike_stay_apart(terms):
    m = Maker()
    assert not families(stages(m.done(m.sum(terms(m, dx) for dx in range(14)))))


def test_few_terms_are_written_out():
    m = Maker()
    assert not families(stages(m.done(m.sum(likeness(m, dx, 0) for dx in range(1, 10)))))


def test_only_what_is_near_is_read_at_any_distance():
    m = Maker()
    found = stages(m.done(m.sum(likeness(m, dx, 1) for dx in range(20))))
    assert families(found) and rolled(found, set()) is found


@pytest.mark.parametrize("radius", [2, 4, 7])
def test_a_bilateral_filter_in_plain_python(radius):
    def bilateral(im=Image, p=Position):
        total = weights = 0.0
        for y in range(-radius, radius + 1):
            for x in range(-radius, radius + 1):
                w = math.exp(-(x * x + y * y) / 9) * math.exp(-((im(p + (x, y)) - im(p)) ** 2) / 0.02)
                total, weights = total + w * im(p + (x, y)), weights + w
        return total / weights

    format = Format("float32", 1)
    made = plan(compile(bilateral).graph, (format,), (format,), CPU)
    assert made.tile and len({*made.passes[-1][1].stages.loops.values()}) == 2
    assert "terms that differ only in places and numbers taken as a loop" in str(made)
    assert all(node.type is FLOAT for node in made.passes[0][0].stages)
