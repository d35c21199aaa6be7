"""Trees of numbers that grow together: a forest in memory, in which each number says its parent, and a root itself.

A work-item goes over some pairs. Of the two roots the greater one gets the less as its parent, by an atomic exchange that
fails where another was there first; then its new root is looked for. Nobody waits for anybody, a root stays the least of
its tree, and so the trees are the same in whatever order pairs come. On a CPU pairs are looked at in vectors: what has
nothing to join is passed over. A number that is none of the forest's joins nothing.
"""

from __future__ import annotations

from dataclasses import replace

from ..ir import OPS
from ..schedule.plans import Forests, Plan
from .frame import Frame
from .masks import Lanes
from .pixels import PixelBody
from .statements import Array, Code, If, Join, Section, Store
from .values import Expr, Load, Number, Operation, Pointer, Var, any_lane, every, item, least


def body(made: Frame, plan: Plan) -> Code:
    assert isinstance(plan, Forests)
    code = Code()
    code.rewrites = True
    (sink,), (one, other) = made.sinks, [output.values[0] for output in made.graph.outputs]
    y = code.let("y", item(1), True)
    begin = code.let("begin", item(0) * plan.block[0], True)
    end = code.let("end", least(begin + plan.block[0], made.width), True)
    many, made = made.width, replace(made, width=end)

    def differ(a: Expr, b: Expr) -> Expr:
        return Operation(OPS["ne"], (a, b), "bool", a.lanes)

    def join(a: Expr, b: Expr) -> None:
        is_there = every([test for at in (a, b) for test in (at >= 0, at < many)])
        assert is_there is not None
        with code.inside(If(differ(a, b) & is_there, [])):
            code.add(Join(sink.start, a, b))

    if plan.lanes == 1:
        with code.loop("x", begin, end) as x, code.inside(Section([])):
            pixels = PixelBody(made, code, x, y)
            pixels.block(made.graph.body)
            join(*[code.let("number", pixels.value(value)) for value in (one, other)])
        return code
    pairs = [Var(name, Pointer("int32", "private", False)) for name in ("ones", "others")]
    for array in pairs:
        code.add(Array(array, (plan.lanes,), 64))
    with code.loop("x", begin, end, plan.lanes) as x, code.inside(Section([])):
        pixels = Lanes(made, plan.lanes, code, x, y, 1)
        pixels.block(made.graph.body)
        wide = [pixels.widened(value) for value in (one, other)]
        with code.inside(If(any_lane(differ(*wide)), [])):
            for array, value in zip(pairs, wide):
                code.add(Store(array, Number(0), value, plan.lanes))
            with code.loop("i", 0, least(Number(plan.lanes), end - x)) as i:
                join(*[code.let("number", Load(array, i)) for array in pairs])
    return code
