"""Stages are found whoever wrote them, and wherever."""

import random

import pytest

from pygpu.schedule import CPU, GPU
from pygpu.schedule.cost import operations
from pygpu.schedule.plan import plan
from pygpu.schedule.stages.footprint import footprint
from pygpu.schedule.stages.stages import stages
from tests.opencl.graphs import Maker, chain, harris, mandelbrot, sobel


def kinds(found):
    return sorted((node.word, len(node.uses), len(found.needs[node])) for node in found.shared)


def test_harris_has_two_gradients_and_three_products_at_nine_places():
    assert kinds(stages(harris())) == [("mul", 2, 9)] * 3 + [("sum", 6, 9)] * 2


def test_a_chain_is_found_stage_by_stage():
    assert kinds(stages(chain(3))) == [("sum", 9, 9), ("sum", 9, 25)]
    assert len(stages(chain(3)).order) == 4


def test_the_order_of_addition_does_not_matter():
    """Ten ways of writing a blur of a blur, inner sums each in another order."""
    dice = random.Random(1)

    def blurred(m, x, y):
        terms = [m("mul", m.read(x + dx, y + dy), w) for dx, dy, w in
                 ((-1, 0, 0.25), (0, 0, 0.5), (1, 0, 0.25), (0, -1, 0.1), (0, 1, 0.2))]
        dice.shuffle(terms)
        while len(terms) > 1:
            a, b = terms.pop(dice.randrange(len(terms))), terms.pop(dice.randrange(len(terms)))
            terms.append(m("add", a, b))
        return terms[0]

    for _ in range(10):
        m = Maker()
        value = m.sum(m("mul", blurred(m, dx, dy), w) for dx, dy, w in ((-2, 0, 1.5), (1, 1, -1.0), (0, 3, 0.5)))
        found = stages(m.done(value))
        assert kinds(found) == [("sum", 5, 3)]
        assert len(found.order) == 3


def test_what_is_written_at_another_place_is_the_same():
    m = Maker()
    m.done(m("sub", m("sqrt", m.read(5, -3)), m("sqrt", m.read(-2, 4))))
    found = stages(m.graph)
    assert [node.word for node in found.order] == ["read", "sqrt", "sum"]
    assert footprint(m.graph) == (2, 3, 5, 4)


def test_weights_of_the_same_tap_are_added():
    """And of what nothing is left, it is known still whether it is a number."""
    m = Maker()
    a, b = m.read(), m.read(1)
    twice = m("sub", m("add", m("mul", a, 3.0), b), m("mul", m("add", a, b), 1.0))
    (use,), = stages(m.done(twice)).outputs
    assert use.node.word == "sum" and sorted(use.node.attributes.weights) == [1.0, 2.0]
    assert sorted(each.node.word for each in use.node.uses) == ["read", "sub"]


def test_a_number_added_to_round_stays():
    """(x + 2**60) - 2**60 rounds x, in Python's numbers too: it is not x."""
    m = Maker()
    big = 2.0**60
    (use,), = stages(m.done(m("sub", m("add", m.read(), big), big))).outputs
    assert use.node.word != "read"


def test_positions_are_stages_too():
    """A function of the position asked one pixel further is the same function."""
    from pygpu.ir import FLOAT

    m = Maker()

    def ramp(dx):
        return m("sqrt", m.builder.convert(m("add", m.graph.x, dx), FLOAT))

    found = stages(m.done(m("sub", ramp(1), ramp(0))))
    assert [node.word for node in found.order] == ["x", "float_of_int", "sqrt", "sum"]


def test_loops_are_opaque():
    found = stages(mandelbrot())
    assert found.opaque
    made = plan(mandelbrot(), target=CPU)
    assert made.kind == "masks" and "loops" in made.why


@pytest.mark.parametrize("device,kind", [(CPU, "lanes"), (GPU, "columns")])
def test_straight_filters_run_in_blocks(device, kind):
    for graph in (sobel(), harris(), chain(2)):
        assert plan(graph, target=device).kind == kind


def test_a_plan_says_what_it_found():
    text = str(plan(harris(), target=CPU))
    assert "needed at 9 places" in text and "mul (" in text
    assert "no block of pixels: it has real branches or loops" in str(plan(mandelbrot(), target=CPU))


def test_sharing_pays():
    """Operations a pixel: inlined, Harris has more than 300."""
    assert operations(stages(harris()), 4, 8) < 60
    assert operations(stages(chain(4)), 4, 8) < 90
