"""The nodes that the planner works on: every way to compute a sum is worth the same, and what is no web is found."""

from dataclasses import replace

import numpy as np
import pytest

from pygpu.ir.evaluate import evaluate as evaluate_graph
from pygpu.schedule import CPU, GPU
from pygpu.schedule.stages.evaluate import evaluate
from pygpu.schedule.stages.kinds import KINDS, MOVED
from pygpu.schedule.stages.printer import printed
from pygpu.schedule.stages.stages import stages
from pygpu.schedule.stages.verify import InvalidStages, verify
from pygpu.schedule.stages.web import Node, Use, Way
from pygpu.schedule.sums.factors import composed, factored, separated
from pygpu.schedule.sums.rolls import rolled
from pygpu.schedule.sums.spectra import in_spectra
from pygpu.schedule.sums.taps import looped
from pygpu.schedule.windows.runs import in_runs
from pygpu.schedule.windows.windows import by_rows
from tests.ir.random_graphs import random_graph, random_inputs
from tests.opencl.graphs import Maker, harris

RANDOM = np.random.default_rng(3)
NEIGHBOURS = [(dx, dy) for dy in range(-2, 3) for dx in range(-2, 3) if dx or dy]


def alike(m):
    """The pixels around, those that are like this one with more weight."""
    terms = []
    for dx, dy in NEIGHBOURS:
        apart = m("sub", m.read(dx, dy), m.read())
        terms.append(m("mul", m("exp2", m("mul", m("mul", apart, apart), -2.0)), m.read(dx, dy)))
    return m.sum(terms)


def filters():
    """A filter for each way in which sums are computed, and the way."""
    m = Maker("bilateral", border="mirror")
    yield m.done(alike(m)), lambda found: rolled(found, {*found.graph.images}), Way.LOOP
    m = Maker("kernel", border="wrap")
    yield m.done(m.convolve(RANDOM.random((7, 8)) - 0.5)), lambda found: looped(found, CPU), Way.LOOP
    m = Maker("box", border="constant", fill=(0.5,))
    yield m.done(m.convolve(np.full((11, 12), 0.1))), in_runs, Way.RUN
    m = Maker("least")
    window = [m.read(x, y) for y in range(-5, 5) for x in range(-9, 1)]
    made = window[0]
    for value in window[1:]:
        made = m("min", made, value)
    yield m.done(made), in_runs, Way.RUN
    m = Maker("rough", border="reflect")
    yield m.done(m("sqrt", m("abs", m.convolve(RANDOM.random((31, 31)) - 0.4)))), in_spectra, Way.SPECTRUM


@pytest.mark.parametrize("graph, form, way", [pytest.param(*each, id=each[0].name) for each in filters()])
def test_a_way_changes_nothing(graph, form, way):
    image = RANDOM.random((9, 14, 1)).astype(np.float32)
    image[4, 3] = np.nan if graph.name == "least" else image[4, 3]
    written = verify(stages(graph))
    chosen = verify(form(written))
    assert any(node.way is way for node in chosen.order) and not any(node.way is way for node in written.order)
    expected, = evaluate_graph(graph, [image])
    for found in (written, chosen):
        result, = evaluate(found, [image])
        np.testing.assert_allclose(result, expected, rtol=2e-5, atol=2e-5)


@pytest.mark.parametrize("seed", range(30))
def test_every_form_of_random_graphs(seed):
    graph = random_graph(seed, 4 + seed)
    images, scalars = random_inputs(seed, 7, 5)
    expected = evaluate_graph(graph, images, scalars, (7, 5))
    written = stages(graph)
    forms = [written, by_rows(written), *composed(written), *separated(written), in_runs(written), in_spectra(written),
             *[looped(factored(written, rows), target) for rows in (1, 4) for target in (CPU, GPU)],
             rolled(written, {*graph.images})]
    for found in {id(form): form for form in forms if form is not None}.values():
        for result, wanted in zip(evaluate(verify(found), images, scalars, (7, 5)), expected):
            np.testing.assert_allclose(result, wanted, rtol=2e-5, atol=2e-5, err_msg=printed(found))


def test_each_kind_is_declared_once():
    assert all(kind.name == name and kind.evaluate for name, kind in KINDS.items())
    assert [kind.name for kind in KINDS.values() if kind.takes == -1] == ["reduce"]


def broken():
    """Stages with one thing wrong in each, and what is said of it."""
    def made():
        m = Maker("broken")
        found = looped(stages(m.done(m.convolve(RANDOM.random((7, 8))))), CPU)
        return found, next(node for node in found.order if node.way)

    found, total = made()
    total.attributes = total.attributes._replace(weights=total.attributes.weights[1:])
    yield found, "another number of weights"
    found, total = made()
    total.uses = total.uses[::-1]
    yield found, "no use at its origin"
    found, total = made()
    total.uses = (total.uses[0], *total.uses[:0:-1])
    yield found, "no rectangle"
    found, total = made()
    total.attributes = total.attributes._replace(way=Way.RUN)
    total.operands = total.uses
    yield found, "comes before what it is made of"
    found, total = made()
    total.moves = (True, False)
    yield found, "changes as its uses don't"
    found, total = made()
    leaf = Node(99, MOVED, (found.graph.images[0], 0, *rolls()), (), total.type, (True, True))
    yield replace(found, outputs=[(Use(leaf, 0, 0),)]), "only known within a loop"


def rolls():
    m = Maker()
    found = stages(m.done(alike(m)))
    found = rolled(found, {*found.graph.images})
    return next(node.attributes[-2:] for node in found.order if node.kind is MOVED)


@pytest.mark.parametrize("found, said", [pytest.param(*each, id=each[1]) for each in broken()])
def test_what_is_no_web_is_found(found, said):
    with pytest.raises(InvalidStages, match=said):
        verify(found)


def test_stages_as_text(golden):
    m = Maker("many ways")
    graph = m.done((m("div", m.convolve(np.ones((9, 9))), alike(m)),
                    m("max", m.read(1, 0), 0.5)))
    written = stages(graph)
    m = Maker("box")
    box = stages(m.done(m.convolve(np.ones((9, 12)))))
    forms = [stages(harris()), looped(rolled(written, {*graph.images}), CPU), in_runs(box)]
    golden.text("\n\n".join(map(printed, forms)), "golden/web.txt")
