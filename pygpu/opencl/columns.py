"""Blocks of a few columns and rows in registers: what runs fast on a GPU, where work-items are the lanes.

A work-item loads aligned groups of four elements, and takes from them what its block needs; each stage is computed once
for every pixel of the block that asks for it. At the edge, and where rows don't start at a multiple of four elements,
the same code reads its pixels one by one, each coordinate brought back into the image by the border's rule.
"""

from __future__ import annotations

from ..ir import FLOAT, ImageParam
from ..schedule.plan import Plan
from . import formats
from .block import Body, Order, Piece, keys_of
from .borders import signed
from .checked import Checked
from .expressions import Text, moved_by, plus
from .frame import Frame
from .writer import Writer

GROUP = 4  # elements in one load


def body(made: Frame, plan: Plan) -> Writer:
    writer = Writer(1)
    columns, rows = plan.block
    writer.line(f"const int x = get_global_id(0) * {columns};")
    writer.line(f"const int y = get_global_id(1) * {rows};")
    writer.line("if (x >= width || y >= height)")
    writer.line("    return;")
    block(made, plan, writer)
    return writer


def block(made: Frame, plan: Plan, writer: Writer) -> None:
    """Writes the block of pixels at x, y."""
    order = Order(plan.stages, *plan.block)
    constant = Body(made, order, writer, made.names, 1, _Constant(made, plan, writer))
    constant.write(order.constant)
    inside = _inside(made, plan, order)
    if not inside:
        _write(made, plan, order, writer, constant, _Inside(made, plan, writer))
        return
    with writer.block(f"if ({inside})"):
        _write(made, plan, order, writer, constant, _Inside(made, plan, writer))
        writer.otherwise()
        _write(made, plan, order, writer, constant, _Edge(made, plan, writer))


def _write(made: Frame, plan: Plan, order: Order, writer: Writer, constant: Body, access) -> None:
    text = Body(made, order, writer, access.names, 1, access, constant.pieces)
    for row, keys in enumerate(order.rows):
        text.write(keys)
        for uses, output, target in zip(plan.stages.outputs, made.graph.outputs, made.targets):
            pixels = [[text.pieces[keys_of(use, column, row)].text for use in uses] for column in range(plan.block[0])]
            access.store(target, output.values[0].type, pixels, row)


def _inside(made: Frame, plan: Plan, order: Order) -> str:
    """The test that a block, and all groups of elements that it reads, lie inside and are aligned; nothing where that
    is always so."""
    columns, rows = plan.block
    tests = []
    if not all(target.tile for target in made.targets):
        tests = [f"x + {columns} <= width", f"y + {rows} <= height"]
        tests += [f"({t.stride} & {GROUP - 1}) == 0" for t in made.targets]
    for image, (left, top, right, bottom) in _extents(order).items():
        source, n = made.sources[image], image.pixel.channels
        if source.tile:
            continue
        before, after = -(n * left // GROUP * GROUP), (n * (right + 1) + GROUP - 1) // GROUP * GROUP
        at = f"{n} * x" if n > 1 else "x"
        tests += [f"{at} >= {before}"] if before > 0 else []
        tests += [f"y >= {-top}"] if top < 0 else []
        tests.append(f"{plus(at, after)} <= {f'{n} * ' if n > 1 else ''}{source.width}")
        tests.append(f"{plus('y', bottom)} < {source.height}")
        tests.append(f"({source.stride} & {GROUP - 1}) == 0")
    return " && ".join(dict.fromkeys(tests))


def _extents(order: Order) -> dict[ImageParam, tuple[int, int, int, int]]:
    """The first and last column and row that a block reads of each image."""
    found: dict[ImageParam, tuple] = {}
    for key in (k for row in order.rows for k in row if k.node.kind == "read"):
        image = key.node.attributes[0]
        left, top, right, bottom = found.get(image, (key.x, key.y, key.x, key.y))
        found[image] = (min(left, key.x), min(top, key.y), max(right, key.x), max(bottom, key.y))
    return found


class _Pixels(Checked):
    """What does not differ between inside and edge."""

    def __init__(self, made: Frame, plan: Plan, writer: Writer):
        super().__init__(made.sources, writer, made.names.copy())
        self.columns = plan.block[0]

    def position(self, axis: str, offset: int) -> Text:
        return Text(plus(axis, offset), 12 if offset else 20)

    def gather(self, body: Body, image: ImageParam, channel: int, x: Piece, y: Piece) -> Text:
        return self.pixel(image, channel, x.text, y.text)


class _Constant(_Pixels):
    """Reads at a place that is the same for all pixels."""


class _Inside(_Pixels):
    """Groups of elements straight from and to memory."""

    def load(self, body: Body, image: ImageParam, channel: int, x: int, y: int) -> Text:
        source, n = self.sources[image], image.pixel.channels
        element = n * x + channel
        group = element // GROUP
        at = f"{n} * x" if n > 1 else "x"
        row = self.line((source.name, y), f"{source.name}{signed(y) or '_p0'}", source.pointer,
                        f"{source.row(moved_by('y', y))} + {at}")
        storage = formats.STORAGE[source.format.dtype]
        if source.format.dtype == "float16":
            loaded, word = f"vloada_half{GROUP}(0, {plus(row, group * GROUP)})", f"float{GROUP}"
        else:
            wide = source.pointer.replace(storage, f"{storage}{GROUP}")
            loaded, word = f"*({wide})({plus(row, group * GROUP)})", f"{storage}{GROUP}"
        name = self.line((source.name, y, group), f"{row}_{f'm{-group}' if group < 0 else group}",
                         f"const {word}", loaded)
        return formats.element_value(source.format, image.pixel.scalar, f"{name}.{'xyzw'[element % GROUP]}")

    def store(self, target, scalar, pixels: list[list[Text]], row: int) -> None:
        n = len(pixels[0])
        elements = [text for pixel in pixels for text in pixel]
        storage, word = formats.STORAGE[target.format.dtype], "float" if scalar is FLOAT else "int"
        place = f"{target.row(moved_by('y', row))} + {f'{n} * x' if n > 1 else 'x'}"
        for start in range(0, len(elements), GROUP):
            texts = ", ".join(f"-({t})" if scalar.value == "Bool" else str(t) for t in elements[start:start + GROUP])
            value = formats.converted(target.format, scalar, Text(f"({word}{GROUP})({texts})"), GROUP)
            at = plus(place, start)
            if target.format.dtype == "float16":
                self.writer.line(f"vstorea_half{GROUP}_rte({value}, 0, {at});")
            else:
                self.writer.line(f"*({target.pointer.replace(storage, f'{storage}{GROUP}')})({at}) = {value};")


class _Edge(_Pixels):
    """Pixels one by one."""

    def load(self, body: Body, image: ImageParam, channel: int, x: int, y: int) -> Text:
        source = self.sources[image]
        if source.tile:
            row = self.line((source.name, y), f"{source.name}{signed(y) or '_p0'}", source.pointer,
                            f"{source.row(moved_by('y', y))} + x")
            return Text(f"{row}[{x}]")
        return self.pixel(image, channel, self.position("x", x), self.position("y", y))

    def store(self, target, scalar, pixels: list[list[Text]], row: int) -> None:
        with self.writer.block("" if target.tile else f"if ({plus('y', row)} < height)"):
            line = self.names.new(f"{target.name}_row")
            self.writer.line(f"{target.pointer}{line} = {target.row(moved_by('y', row))};")
            for column, pixel in enumerate(pixels):
                guarded = column and not target.tile
                if guarded:
                    self.writer.line(f"if ({plus('x', column)} < width)")
                self.writer.line(("    " if guarded else "")
                                 + formats.store(target.format, scalar, pixel, line, plus("x", column)))
