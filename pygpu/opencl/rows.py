"""Pixels below one another, computed together: loops and branches that are the same for them, on a GPU.

What does not depend on the row (a counter, weights, columns) is computed once for all of them; a line that speaks of
what does is written once for each. Rows below the image repeat its last one.
"""

from __future__ import annotations

from ..ir import Op, Value, every_op
from ..schedule.cost import weight
from ..schedule.plans import Plan
from ..schedule.varying import Varying
from . import formats
from .beside import EACH, NUMBER, EachName, Lines
from .borders import Reader
from .frame import Frame
from .pixels import PixelBody

SHORT, UNROLLED = 800.0, 4  # additions of a pass of all rows, which are written so often


def body(made: Frame, plan: Plan) -> Lines:
    writer = Lines(plan.rows)
    names = EachName(made.names, plan.rows)
    y = names.each("y")
    writer.line("const int x = get_global_id(0);")
    writer.line(f"const int first = get_global_id(1) * {plan.rows};")
    writer.line("if (x >= width || first >= height)")
    writer.line("    return;")
    writer.line(f"const int {y} = min(first + {NUMBER}, height - 1);")
    pixels = _Rows(made, writer, names, y)
    pixels.block(made.graph.body)
    for output, target in zip(made.graph.outputs, made.targets):
        row = names.each(f"{target.name}_row")
        writer.line(f"{target.pointer}{row} = {target.row(y)};")
        values = [pixels.text(v) for v in output.values]
        writer.line(formats.store(target.format, output.values[0].type, values, row, "x", target.whole))
    return writer


class _Rows(PixelBody):
    def __init__(self, made: Frame, writer: Lines, names: EachName, y: str):
        super().__init__(made.graph, made.sources, made.scalars, made.tables, writer, names, y=y)
        self.varying = Varying(made.graph, self._uses, made.graph.y)
        self.reader = _Reader(made.graph, made.sources, writer, names, self.text)

    def hint(self, op: Op) -> str:
        """Of a short pass several are written one after the other, so that their reads are under way together."""
        (body,) = op.blocks
        reads = any(each.kind.name == "read" for each in every_op(body))
        short = weight(body) * self.writer.side_by_side <= SHORT
        return f"__attribute__((opencl_unroll_hint({UNROLLED})))" if short and reads else ""

    def name_for(self, value: Value, wish: str) -> str:
        return self.names.each(wish) if value in self.varying else self.names.new(wish)


class _Reader(Reader):
    def named(self, wish: str, text: str) -> str:
        return self.names.each(wish) if EACH in text else self.names.new(wish)
