"""Loops that change arrays in order, of which rows, columns or channels have nothing to do with one another: several
work-items each take some of them, in the order that there is.

    for y in range(h):                   a loop around all that touches an array, or one inside of others,
        for x in range(1, w):            whose variable stands in the index of everything that is read of an array which is
            a[y, x] += a[y, x - 1]       changed, and of everything that is changed, each time at the same place

What such a loop counts then says which part of an array is meant, so no pass of it meets what another one has changed. Of
the loops around it each work-item makes all passes.
"""

from __future__ import annotations

from dataclasses import dataclass

from ...ir import INT, Block, Const, Op, Value, every_op
from ...ir.fields import is_field
from ...ir.ops import FIELD, IF, LOOP
from ...ir.passing import after_test, leaving_test


@dataclass(frozen=True)
class Apart:
    """A loop whose passes may be made side by side, which counts with `counter` from `first` to below `end`, `step` at a
    time; `test` is whether there is one more."""

    loop: Op
    test: Value
    counter: Value
    first: int
    end: int
    step: int

    @property
    def passes(self) -> int:
        return max(0, -(-(self.end - self.first) // self.step))


def apart(op: Op, wanted: set[Value], is_at: type | tuple[type, ...]) -> Apart | None:
    """The outermost of a loop and those in it that is one; `is_at`: elements at an index, of an array that comes first."""
    if any(result in wanted and not is_of_many(result) for result in op.results):
        return None
    asked = {operand for each in every_op(op.blocks[0]) for operand in each.operands}
    asked.update([value for block in blocks_in(op) for value in block.results])
    roots = Roots(op)
    if not roots.stay:
        return None
    loop: Op | None = op
    while loop is not None:
        found = counted(loop)
        if found is not None and (loop is op or not any(each in asked and not is_of_many(each) for each in loop.results)):
            if is_apart(found, op, roots, is_at):
                return found
        inner = around_arrays(loop.blocks[0])
        loop = inner[0] if len(inner) == 1 else None
    return None


def is_of_many(value: Value) -> bool:
    return is_field(value) and value.type.shape != ()


def blocks_in(op: Op) -> list[Block]:
    return [*op.blocks, *[block for each in every_op(op.blocks[0]) for block in each.blocks]]


def around_arrays(block: Block) -> list[Op]:
    """The loops of a pass, those in its branches, too, but not those in other loops."""
    found = []
    for op in block.ops:
        if op.kind is LOOP:
            found.append(op)
        else:
            found += [each for inner in op.blocks for each in around_arrays(inner)]
    return found


def counted(loop: Op) -> Apart | None:
    """A loop that counts, and carries nothing else but arrays."""
    body = loop.blocks[0]
    test = leaving_test(body)
    if test is None or body.results[0] is not test.operands[0]:
        return None
    asks = test.operands[0].owner
    numbers = [at for at, arg in enumerate(body.args) if not is_of_many(arg)]
    if len(numbers) != 1 or not isinstance(asks, Op) or asks.kind.name != "lt":
        return None
    at, (counter, end) = numbers[0], asks.operands
    first, following = loop.operands[at], after_test(body, test)[1][at]
    steps = following.owner
    if counter is not body.args[at] or counter.type is not INT or not isinstance(steps, Op) or steps.kind.name != "add":
        return None
    step = steps.operands[1]
    if steps.operands[0] is not counter or not all(each.__class__ is Const for each in (first, end, step)):
        return None
    if first.value < 0 or step.value <= 0:
        return None
    return Apart(loop, asks.result, counter, first.value, end.value, step.value)


def is_apart(found: Apart, op: Op, roots: Roots, is_at: type | tuple[type, ...]) -> bool:
    """Whether all that is done with arrays that are changed is at a place that the counter stands in."""
    inside, axes = set(every_op(found.loop.blocks[0])), dict[Value, set[int]]()
    for each in every_op(op.blocks[0]):
        if each.kind in (IF, LOOP):
            continue
        changed = [operand for operand in each.operands if roots.of(operand) is not None]
        if not changed:
            continue
        if each.kind is not FIELD or not isinstance(dict(each.attributes)["element"], is_at) or each not in inside:
            return False
        array, shape = each.operands[0], each.operands[0].type.shape
        if changed != [array]:
            return False
        index = each.operands[len(each.operands) - len(shape):]
        here = {axis for axis, at in enumerate(index) if at is found.counter and found.end <= shape[axis]}
        root = roots.of(array)
        assert root is not None
        axes[root] = axes.get(root, here) & here
    return all(axes.values())


class Roots:
    """Which of the arrays that a loop is given each array in it is, changed or not. `stay`: none takes another's name."""

    def __init__(self, op: Op):
        self.found: dict[Value, Value | None] = {}
        self.stay = True
        self.loop(op)

    def of(self, value: Value) -> Value | None:
        return self.found.get(value)

    def loop(self, op: Op) -> None:
        (body,) = op.blocks
        for arg, operand in zip(body.args, op.operands):
            if is_of_many(arg):
                self.found[arg] = self.found.get(operand, arg)
        self.block(body)
        roots = [self.found.get(arg) for arg in body.args]
        for number, (result, value) in enumerate(zip(op.results, body.results[1:])):
            if is_of_many(result) and value.__class__ is not Const:
                self.found[result] = self.found.get(value)
                self.stay &= number >= len(roots) or self.found.get(value) is roots[number]

    def block(self, block: Block) -> None:
        for op in block.ops:
            if op.kind is LOOP:
                self.loop(op)
            elif op.kind is IF:
                for each in op.blocks:
                    self.block(each)
                for result, *ends in zip(op.results, *[each.results for each in op.blocks]):
                    met = {self.found.get(end) for end in ends if end.__class__ is not Const}
                    if is_of_many(result):
                        self.found[result] = met.pop() if len(met) == 1 else None
                        self.stay &= not met
            elif op.kind is FIELD and is_of_many(op.result):
                root = self.found.get(op.operands[0]) if op.operands else None
                if root is not None:
                    self.found[op.result] = root
