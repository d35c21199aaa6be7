"""Which arrays are computed before the kernel that asks for them, and lie in memory then."""

from __future__ import annotations

from collections import Counter
from itertools import islice

from ...ir import Const, Value
from ...ir.fields import is_field
from .fields import is_nothing, is_reshaped, is_step

MANY = 8  # operations: what is made by more is computed in its own axes


def computed_before(program, scope, value: Value) -> list[Value]:
    """Operands that have to lie in memory, or had better."""
    operands, element = value.owner.operands, dict(value.owner.attributes)["element"]
    found = [each for each in operands[:element.anywhere] if not program.lies_there(scope, each)]
    found += [each for each in operands if element.chooses and takes_long(program, scope, each)]
    return found + [each for each in element.read_in_rows(operands) if not program.is_there(scope, each)]


def takes_long(program, scope, value: Value) -> bool:
    """Whether an array that is not in memory is made by long loops for each element."""
    return any(dict(each.owner.attributes)["element"].takes_long(each.owner.operands)
               for each in below(program, scope, value))


def in_their_own_axes(program, scope, seen) -> list[Value]:
    """What a long program makes, and others see in other axes: what lies around an element is found by its index, and not by
    one that is put together of another by divisions."""
    sources = [program.resolved(scope, value.owner.operands[0]) for value in seen
               if is_field(value) and is_reshaped(value) and not program.is_there(scope, value)]
    return [source for source in dict.fromkeys(sources)
            if sum(1 for _ in islice(below(program, scope, source), MANY + 1)) > MANY]


def wanted_by_several(program, scope, seen, wanted) -> list[Value]:
    """What several operations ask for, each element put together of many, and no function can be, for it has more axes than
    what is computed: each of them would do it again, in loops of its own."""
    axes = max(2, *[len(value.type.shape) for value in wanted])
    deep = [value for value in seen if is_field(value) and len(value.type.shape) > axes
            and value.__class__ is not Const and not program.is_there(scope, value) and not is_step(value)]
    if not deep:
        return []
    uses = Counter(program.resolved(scope, operand) for value in seen
                   if is_field(value) and value.__class__ is not Const and not program.is_there(scope, value)
                   for operand in dict.fromkeys(filter(is_field, value.owner.operands)))
    return [value for value in deep if uses[value] > 1 and any(
        dict(each.owner.attributes)["element"].gathers for each in below(program, scope, value))]


def below(program, scope, value: Value):
    """An array that is not in memory, and all that it is made of, as far as that is not either."""
    seen, todo = set(), [value]
    while todo:
        value = todo.pop()
        if not is_field(value) or (meant := program.resolved(scope, value)) in seen or is_nothing(meant) or (
                program.is_there(scope, meant) or is_step(meant)):
            continue
        seen.add(meant)
        yield meant
        todo += meant.owner.operands
