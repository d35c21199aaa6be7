"""Pixels below one another, computed together: loops and branches that are the same for them, on a GPU.

What does not depend on the row (a counter, weights, columns) is computed once for all of them; what does is there once
for each (jam.py). Rows below the image repeat its last one.
"""

from __future__ import annotations

from ...ir import Value
from ...schedule.plans import Plan
from ...schedule.stages.varying import Varying
from .. import formats
from ..frame import Frame
from ..reads.borders import Reader
from ..statements import Code, If, Let, Return
from ..values import COPIED, WORDS, Expr, Var, Wish, item, least
from .columns import either
from .jam import differs, jam
from .pixels import Waiting


def body(made: Frame, plan: Plan) -> Code:
    code = Code()
    x, first = code.let("x", item(0), True), code.let("first", item(1) * plan.rows, True)
    code.add(If(either(x >= made.width, first >= made.height), [Return()]))
    y = let(code, "y", least(first + COPIED, made.height - 1))
    pixels = _Rows(made, code, x, y, plan.rows)
    pixels.block(made.graph.body)
    for output, sink in zip(made.graph.outputs, made.sinks):
        row = let(code, (sink.start, "_row"), sink.row(y))
        values = [pixels.value(v) for v in output.values]
        formats.store(code, sink.format, output.values[0].type, values, row, x, sink.whole)
    return Code(jam(code.statements, plan.rows))


def let(code: Code, wish: Wish, value: Expr) -> Var:
    """A value that copies have each their own of, if that is so."""
    var = Var(wish, value.type, value.lanes, each=differs(value))
    code.add(Let(var, value))
    return var


class _Rows(Waiting):
    def __init__(self, made: Frame, code: Code, x: Var, y: Var, rows: int):
        super().__init__(made, code, x, y)
        self.rows = rows
        self.varying = Varying(made.graph, self._uses, made.graph.y)
        self.reader = _Reader(made.graph, made.sources, code, self.value)

    def var(self, value: Value, wish: str, changes: bool = False) -> Var:
        return Var(wish, WORDS[value.type], 1, changes=changes, each=value in self.varying)


class _Reader(Reader):
    def let(self, wish: Wish, value: Expr) -> Var:
        return let(self.code, wish, value)
