"""Sums of 64 bits whose terms are so small that those of a part fit into 32: sixteen numbers of a CPU's vector for eight."""

from __future__ import annotations

from ...ir import INT, Builder, Function, Op, Value
from ...ir.folds import How
from ...ir.graph import is_known
from ...ir.ranges import Ranges
from ...passes.copying import Copy

WIDENED = {"int64_of_int", "uint64_of_int"}


def narrowed(value: Function, how: How, columns: tuple[Value, int], rows: tuple[Value, int]) -> Function:
    """The function with sums of 32 bits where those of a part, of `columns` and `rows` divided by as many, cannot wrap.
    (What lots give is put together by then, of more terms than these: it stays.)"""
    if value.graph.lot is not None:
        return value
    terms = 1
    for length, parts in (columns, rows):
        if not is_known(length):
            return value
        terms *= -(-length.value // parts)
    ranges = Ranges(value.graph)

    def small(kind: str, result: Value) -> Value:
        op = result.owner
        if kind == "add" and isinstance(op, Op) and op.kind.name in WIDENED:
            (term,) = op.operands
            if max(map(abs, ranges.of(term))) * terms <= INT.limits[1]:
                return term
        return result

    results = [small(*each) for each in zip(how, value.results)]
    if list(results) == list(value.results):
        return value
    copy = Copy(value.name, value.graph).over(value.graph)
    return copy.function(copy.of(results), bool(value.kept))


def widened(builder: Builder, values: list[Value], of: Function) -> list[Value]:
    """The sums of a part, as the function's own have them."""
    return [builder.convert(each, result.type) for each, result in zip(values, of.results)]
