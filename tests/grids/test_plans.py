"""The plans of a filter of volumes, or of rows, give what the evaluator does."""

import numpy as np
import pytest

import pygpu
from pygpu import Array, Position, Volume
from pygpu.calls.engines.engine import OnDevice, target_of
from pygpu.calls.engines.recipes import offered
from pygpu.runtime import current
from tests import scope

SCAN = np.random.default_rng(8).random((3, 70, 75)).astype(np.float32)


def along(f, d, reach):
    step = lambda k: tuple(k * each for each in d)
    return lambda q: sum([(reach - abs(k)) * f(q + step(k)) for k in range(1 - reach, reach)]) / reach**2


def blur(vol=Volume(border="mirror"), p=Position):
    return along(along(along(vol, (0, 0, 1), 3), (0, 1, 0), 3), (1, 0, 0), 3)(p)


def corners(vol=Volume(border=("wrap", "constant", "reflect")), p=Position):
    slope = lambda q: vol(q + (1, 0, 0)) * vol(q + (0, 0, 1)) - vol(q) ** 2
    return sum([slope(p + (x, y, 0)) for x in (-1, 0, 1) for y in (-1, 0, 1)]), p.z + vol(p)


def walks(vol=Volume, p=Position):
    n, total = 0, 0.0
    while total < 1.5 and n < 9:
        total += vol(p + (0, n, n))
        n += 1
    return total


def line(a=Array(border="wrap"), p=Position):
    return along(lambda q: a(q.x) * a(q.x + 1), (1,), 5)(p)


@pytest.mark.parametrize("function, given", [(blur, SCAN), (corners, SCAN), (walks, SCAN), (line, SCAN.ravel()[:4000])],
                         ids=lambda each: getattr(each, "__name__", ""))
def test_every_plan(engine, function, given):
    if engine.device == "none":
        pytest.skip("there is no device")
    filter = pygpu.compile(function)
    pygpu.use("none")
    expected = filter(given)
    pygpu.use(engine.device)
    filter(given)
    made = filter._last
    if type(made) is not OnDevice:
        pytest.skip("it is computed in parts")
    graph, inputs = made.story.flat
    pictures = filter.arguments.ingested([given])
    plans = list(offered(graph, inputs, made.program.outputs, target_of(current())).values())
    assert len({plan.kind for plan in plans}) > (current().kind == "cpu")  # a GPU has one for loops
    for plan in scope.some(plans, lambda plan: (plan.kind, bool(plan.tile), len(plan.passes)), function.__name__):
        forced = OnDevice(made.story, [pictures[0].format], made.program.outputs, current(), None, None, plan)
        found = forced.arrays(pictures, (), pictures[0].extent)
        for result, wanted in zip(found, expected if isinstance(expected, tuple) else (expected,)):
            np.testing.assert_allclose(result, wanted, rtol=2e-5, atol=2e-5, err_msg=plan.shape)
