"""How often numbers come in a whole array, or what weighs how much: a tally of the graph (ir/tallies.py)."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ...ir import INT, Value, constant
from ...ir.ops import FIELD
from ..kinds.sorting import choose
from ..values.choices import either
from ..values.lattice import NONE, Known, lift
from .elements import At, Element, Reshaped, product
from .fields import made, number_in
from .folding import apart
from .table import field, known


@dataclass(frozen=True)
class Tallied(Element):
    """Each place of the first operand names an entry, or none; of the second, what is put together there, or one."""

    how: str = "add"

    def at(self, kernel, type, operands, place):
        entries, *_ = operands
        *outer, columns = entries.type.shape
        (length,) = type.shape
        tracer = kernel.tracer

        def each(x, y):
            rows = [row for row, _ in zip(apart(tracer, lift(y), outer), outer)]
            here = tuple(map(At, (*rows, lift(x))))
            entry, *weights = [kernel.at(operand, here) for operand in operands]
            if not entries.type.element.is_narrow and entries.type.element is not INT:  # what is too long for an Int
                meant = tracer.binary("&", tracer.compare(">=", entry, Known(0)), tracer.compare("<", entry, Known(length)))
                entry = choose(tracer, meant, entry, Known(-1))
            word = type.element if type.element.is_float else INT
            return [kernel.converted(entry, INT), kernel.converted(weights[0] if weights else Known(1), word)]

        counted = kernel.function("each", each, False)

        def table(x, y):
            rectangle = constant(0), constant(0), constant(columns), constant(product(outer))
            return [tracer.builder.emit("tally", *rectangle, x, function=counted, channel=0, how=(self.how,), length=length)]

        at = kernel.inside(At(place[0].value, place[0].border or "clamp"), length)  # or else the table would have no end
        found = kernel.called(kernel.function("table", table, True), at, Known(0))
        return kernel.converted(found, type.element)


def tallied(tracer, args, kwargs):
    """library/whole/parts.py's table of so many entries, whose order nobody sees: of arrays as they lie in memory."""
    entries, length, weights = args
    is_counted = type(weights) is Known and weights.value is None
    operands = [field(tracer, each) for each in ((entries,) if is_counted else (entries, weights))]
    while (sources := [source_of(operand) for operand in operands])[0] is not None and (
            len({None if source is None else source.type.shape for source in sources}) == 1):
        operands = sources
    shape = (known(tracer, length),)
    return made(tracer, Tallied(), np.int64 if is_counted else np.float64, shape, *operands)


def outgrown(tracer, args, kwargs):
    """library/whole/parts.py's: noted as an exception is, but NumPy is not asked, which may take all memory for it."""
    over, bins = number_in(tracer, args[0]), known(tracer, args[1])
    tracer.raised.refusal = tracer.raised.refusal or tracer.refuse(
        "bad-call", f"np.bincount() has {bins} bins here, and there are greater numbers",
        why="how many bins come out is known before the function runs: those of minlength=, or of the numbers below 65536",
        instead="give it a minlength= above the greatest number")
    note = tracer.raised.beyond
    tracer.heap[note] = (either(tracer.emit, tracer.heap[note][0], over),)
    return NONE


HOW = {np.add: "add", np.minimum: "min", np.maximum: "max"}


def gathered(tracer, args, kwargs):
    """library/whole/parts.py's table of what is put together at so many places."""
    ufunc, entries, length, values = args
    operands = [field(tracer, each) for each in (entries, values)]
    dtype = np.float64 if operands[1].type.dtype.kind == "f" else np.int64
    return made(tracer, Tallied(HOW[known(tracer, ufunc)]), dtype, (known(tracer, length),), *operands)


def source_of(value: Value) -> Value | None:
    """What an array is only another shape of."""
    op = value.owner
    is_reshaped = getattr(op, "kind", None) is FIELD and isinstance(dict(op.attributes)["element"], Reshaped)
    return op.operands[0] if is_reshaped and op.operands[0].type.shape else None
