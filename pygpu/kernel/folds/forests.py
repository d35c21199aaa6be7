"""Trees of numbers that grow together: a forest in memory, in which each number says its parent, and a root itself.

A work-item goes over some pairs. Of the two roots the greater one gets the less as its parent, by an atomic exchange that
fails where another was there first; then its new root is looked for. Nobody waits for anybody, a root stays the least of
its tree, and so the trees are the same in whatever order pairs come. On a CPU pairs are looked at in vectors: what has
nothing to join is passed over, and what has is put together first, without a branch that a processor would have to guess
(0.75 of the time where much is joined). A number that is none of the forest's joins nothing.
"""

from __future__ import annotations

from dataclasses import replace

from ...schedule.plans import Forests, Plan
from ..blocks.masks import Lanes
from ..blocks.pixels import PixelBody
from ..frame import Frame
from ..statements import Array, Code, Declare, If, Join, Section, Store, Update
from ..values import Expr, Load, Number, Pointer, Var, any_lane, choose, compared, every, item, least


def body(made: Frame, plan: Plan) -> Code:
    assert isinstance(plan, Forests)
    code = Code()
    code.rewrites = True
    (sink,), (*numbers, many) = made.sinks, made.graph.outputs[0].values
    pairs = [*zip(numbers[::2], numbers[1::2])]
    begin = code.let("begin", item(0) * plan.block[0], True)
    end = code.let("end", least(begin + plan.block[0], made.width), True)
    top = code.let("top", item(1) * plan.block[1], True)
    bottom = code.let("bottom", least(top + plan.block[1], made.height), True)
    made = replace(made, width=end)

    def join(a: Expr, b: Expr) -> None:
        is_there = every([test for at in (a, b) for test in (at >= 0, at < pixels.value(many))])
        assert is_there is not None
        with code.inside(If(compared("ne", a, b) & is_there, [])):
            code.add(Join(sink.start, a, b))

    if plan.lanes == 1:
        with code.loop("y", top, bottom) as y, code.loop("x", begin, end) as x, code.inside(Section([])):
            pixels = PixelBody(made, code, x, y)
            pixels.block(made.graph.body)
            for pair in pairs:
                join(*[code.let("number", pixels.value(value)) for value in pair])
        return code
    arrays = [Var(name, Pointer("int32", "private", False)) for name in ("ones", "others")]
    for array in arrays:
        code.add(Array(array, (plan.lanes * len(pairs),), 64))
    found = Var("found", "int32")
    with code.loop("y", top, bottom) as y, code.loop("x", begin, end, plan.lanes) as x, code.inside(Section([])):
        pixels = Lanes(made, plan.lanes, code, x, y, 1, aligned=plan.block[0] % plan.lanes == 0)
        pixels.block(made.graph.body)
        code.add(Declare([(found, Number(0))]))
        for pair in pairs:
            wide = [code.let("wide", pixels.widened(value)) for value in pair]
            with code.inside(If(any_lane(compared("ne", *wide)), [])):
                for array, value in zip(arrays, wide):
                    code.add(Store(array + found, Number(0), value, plan.lanes))
                before = code.let("before", found)
                with code.loop("i", before, before + plan.lanes) as i:  # (past the end its last pair comes again)
                    each = [code.let("number", Load(array, i)) for array in arrays]
                    for array, number in zip(arrays, each):
                        code.add(Store(array, found, number))
                    code.add(Update(found, "+", choose(compared("ne", *each), Number(1), Number(0))))
        with code.loop("i", 0, found) as i:
            join(*[code.let("number", Load(array, i)) for array in arrays])
    return code
