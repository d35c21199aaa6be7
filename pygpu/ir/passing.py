"""The passes of a loop that end with a test, of which one arm does nothing but leave it."""

from __future__ import annotations

from .graph import Block, Const, Op, Value
from .ops import IF


def leaving_test(body: Block) -> Op | None:
    """The `if` that ends a pass, where its other arm does nothing but leave the loop."""
    if not body.ops or body.ops[-1].kind is not IF:
        return None
    test = body.ops[-1]
    again, otherwise = body.results[0], test.blocks[1]
    if otherwise.ops:
        return None
    if again is test.operands[0]:
        return test
    if again.owner is test:
        last = otherwise.results[test.results.index(again)]
        if isinstance(last, Const) and not last.value:
            return test
    return None


def after_test(body: Block, test: Op) -> tuple[Value, list[Value], list[Value]]:
    """Of a pass that ends with a leaving test: whether there is another once the test held, what is carried on then,
    and what the last pass leaves."""
    arms = {id(r): (a, b) for r, a, b in zip(test.results, test.blocks[0].results, test.blocks[1].results)}
    again, *rest = [arms.get(id(v), (v, v)) for v in body.results]
    stays = Const(test.operands[0].type, True) if again[0] is test.operands[0] else again[0]
    return stays, [a for a, _ in rest], [b for _, b in rest]
