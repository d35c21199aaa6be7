"""Blocks of a few columns and rows in registers: what runs fast on a GPU, where work-items are the lanes.

A work-item loads aligned groups of four elements, and takes from them what its block needs; each stage is computed once
for every pixel of the block that asks for it. At the edge, and where rows don't start at a multiple of four elements,
the same code reads its pixels one by one, each coordinate brought back into the image by the border's rule.
"""

from __future__ import annotations

from ..ir import FLOAT, ImageParam
from ..schedule.plan import Plan
from . import formats
from .block import Body, Order, keys_of
from .borders import Source, filled, moved, signed
from .expressions import TERNARY, Text, plus
from .frame import Frame
from .writer import Writer

GROUP = 4  # elements in one load


def body(made: Frame, plan: Plan) -> Writer:
    writer = Writer(1)
    columns, rows = plan.block
    order = Order(plan.stages, columns, rows)
    writer.line(f"const int x = get_global_id(0) * {columns};")
    writer.line(f"const int y = get_global_id(1) * {rows};")
    writer.line("if (x >= width || y >= height)")
    writer.line("    return;")
    constant = Body(made, order, writer, made.names, 1, None)
    constant.write(order.constant)
    with writer.block(f"if ({_inside(made, plan, order)})"):
        _write(made, plan, order, writer, constant, _Inside(made, plan))
        writer.otherwise()
        _write(made, plan, order, writer, constant, _Edge(made, plan))
    return writer


def _write(made: Frame, plan: Plan, order: Order, writer: Writer, constant: Body, access) -> None:
    access.names = made.names.copy()
    access.writer = writer
    text = Body(made, order, writer, access.names, 1, access, constant.pieces)
    for row, keys in enumerate(order.rows):
        text.write(keys)
        for uses, output, target in zip(plan.stages.outputs, made.graph.outputs, made.targets):
            pixels = [[text.pieces[keys_of(use, column, row)].text for use in uses] for column in range(plan.block[0])]
            access.store(target, output.values[0].type, pixels, row)


def _inside(made: Frame, plan: Plan, order: Order) -> str:
    """The test that a block, and all groups of elements that it reads, lie inside and are aligned."""
    columns, rows = plan.block
    tests = [f"x + {columns} <= width", f"y + {rows} <= height"]
    tests += [f"({t.stride} & {GROUP - 1}) == 0" for t in made.targets]
    for image, (left, top, right, bottom) in _extents(order).items():
        source, n = made.sources[image], image.pixel.channels
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


class _Pixels:
    """What does not differ between inside and edge: positions, and reads whose place depends on data."""

    def __init__(self, made: Frame, plan: Plan):
        self.made, self.columns = made, plan.block[0]
        self._known: dict[tuple, str] = {}

    def position(self, axis: str, offset: int) -> Text:
        return Text(plus(axis, offset), 12 if offset else 20)

    def line(self, key: tuple, wish: str, type: str, text: str) -> str:
        """A statement that is written once."""
        if key not in self._known:
            self._known[key] = self.names.new(wish)
            star = "" if type.endswith("*") else " "
            self.writer.line(f"{type}{star}{self._known[key]} = {text};")
        return self._known[key]

    def gather(self, body: Body, image: ImageParam, channel: int, x: Text, y: Text) -> Text:
        return self.checked(image, channel, ("at", x.text), x.within(TERNARY + 1), ("at", y.text), y.within(TERNARY + 1))

    def checked(self, image: ImageParam, channel: int, x_key, x: str, y_key, y: str) -> Text:
        source, n = self.made.sources[image], image.pixel.channels
        name, truths = source.name, []
        for axis, at, key, size in ((0, x, x_key, source.width), (1, y, y_key, source.height)):
            if image.border[axis] == "constant":
                truths.append(self.line((name, axis, "in", key), f"{name}_in", "const bool", f"{at} >= 0 && {at} < {size}"))
        row = self.line((name, 1, y_key), f"{name}_row", _pointer(source),
                        f"{name} + (long){moved(image.border[1], y, source.height)} * {source.stride}")
        column = moved(image.border[0], x, source.width)
        column = self.line((name, 0, x_key), f"{name}_column", "const int", f"{n} * {column}" if n > 1 else column)
        value = formats.load(source.format, image.pixel.scalar, row, plus(column, channel))
        if truths:
            value = Text(f"{' && '.join(truths)} ? {value.within(TERNARY + 1)} : {filled(image, channel)}", TERNARY)
        return value


class _Inside(_Pixels):
    """Groups of elements straight from and to memory."""

    def load(self, body: Body, image: ImageParam, channel: int, x: int, y: int) -> Text:
        source, n = self.made.sources[image], image.pixel.channels
        element = n * x + channel
        group = element // GROUP
        at = f"{n} * x" if n > 1 else "x"
        row = self.line((source.name, y), f"{source.name}{signed(y) or '_p0'}", _pointer(source),
                        f"{source.name} + (long)({plus('y', y)}) * {source.stride} + {at}" if y else
                        f"{source.name} + (long)y * {source.stride} + {at}")
        storage = formats.STORAGE[source.format.dtype]
        if source.format.dtype == "float16":
            loaded, word = f"vloada_half{GROUP}(0, {plus(row, group * GROUP)})", f"float{GROUP}"
        else:
            loaded, word = f"*(__global const {storage}{GROUP} *)({plus(row, group * GROUP)})", f"{storage}{GROUP}"
        name = self.line((source.name, y, group), f"{row}_{f'm{-group}' if group < 0 else group}",
                         f"const {word}", loaded)
        return formats.element_value(source.format, image.pixel.scalar, f"{name}.{'xyzw'[element % GROUP]}")

    def store(self, target, scalar, pixels: list[list[Text]], row: int) -> None:
        n = len(pixels[0])
        elements = [text for pixel in pixels for text in pixel]
        storage, word = formats.STORAGE[target.format.dtype], "float" if scalar is FLOAT else "int"
        place = (f"{target.name} + (long){f'(y + {row})' if row else 'y'} * {target.stride} + "
                 f"{f'{n} * x' if n > 1 else 'x'}")
        for start in range(0, len(elements), GROUP):
            texts = ", ".join(f"-({t})" if scalar.value == "Bool" else str(t) for t in elements[start:start + GROUP])
            value = formats.converted(target.format, scalar, Text(f"({word}{GROUP})({texts})"), GROUP)
            at = plus(place, start)
            if target.format.dtype == "float16":
                self.writer.line(f"vstorea_half{GROUP}_rte({value}, 0, {at});")
            else:
                self.writer.line(f"*(__global {storage}{GROUP} *)({at}) = {value};")


class _Edge(_Pixels):
    """Pixels one by one."""

    def load(self, body: Body, image: ImageParam, channel: int, x: int, y: int) -> Text:
        return self.checked(image, channel, x, plus("x", x), y, plus("y", y))

    def store(self, target, scalar, pixels: list[list[Text]], row: int) -> None:
        storage = formats.STORAGE[target.format.dtype]
        with self.writer.block(f"if ({plus('y', row)} < height)"):
            line = self.names.new(f"{target.name}_row")
            start = f"(y + {row})" if row else "y"
            self.writer.line(f"__global {storage} *{line} = {target.name} + (long){start} * {target.stride};")
            for column, pixel in enumerate(pixels):
                if column:
                    self.writer.line(f"if ({plus('x', column)} < width)")
                self.writer.line(("    " if column else "")
                                 + formats.store(target.format, scalar, pixel, line, plus("x", column)))


def _pointer(source: Source) -> str:
    return f"__global const {formats.STORAGE[source.format.dtype]} *"
