"""Several vectors of pixels side by side: lines written once for each, names that each has for itself, and reads.

EACH in a name stands for the vector it belongs to, NUMBER in a line for which one that is: a line with either is
written as often as there are vectors.
"""

from __future__ import annotations

from contextlib import contextmanager
from itertools import permutations

from ..ir import BOOL, INT, ImageParam, Op, Value
from ..ir.graph import made_by
from ..schedule.footprint import coordinate, footprints, image_of, reads
from . import formats
from .borders import Source, filled, moved
from .checked import Checked, everywhere
from .expressions import ATOM, Text, plus, widened
from .frame import Frame
from .names import Names
from .writer import Writer

EACH, NUMBER = "ᵢ", "#"


class Lines(Writer):
    """Writes a line that speaks of each vector once for each."""

    def __init__(self, side_by_side: int):
        super().__init__(1)
        self.side_by_side = side_by_side

    def line(self, text: str = "", comment: str = "") -> None:
        if EACH not in text and NUMBER not in text:
            return super().line(text, comment)
        for i in range(self.side_by_side):
            super().line(text.replace(EACH, f"_{i}" * (self.side_by_side > 1)).replace(NUMBER, str(i)), "" if i else comment)

    def any(self, mask: str) -> str:
        """That any lane of any vector has something to do."""
        if self.side_by_side == 1:
            return f"any({mask})"
        return f"any({' | '.join(mask.replace(EACH, f'_{i}') for i in range(self.side_by_side))})"


class EachName:
    """Names of what is the same for all lanes, and of what each vector has for itself."""

    def __init__(self, names: Names, side_by_side: int):
        self.names, self.side_by_side = names, side_by_side

    def new(self, wish: str) -> str:
        return self.each(wish.replace(EACH, "")) if EACH in wish else self.names.new(wish)

    def each(self, wish: str) -> str:
        if self.side_by_side == 1:
            return self.new(wish)
        while True:
            name = self.new(wish)
            if all([self.new(f"{name}_{i}") == f"{name}_{i}" for i in range(self.side_by_side)]):
                return name + EACH


class Reader:
    """Reads for a vector of pixels: beside one another where they are, else each at its own place."""

    def __init__(self, body, made: Frame):
        self.body, self.made = body, made
        self.checked = _Checked(made.sources, body.writer, body.names)
        self._inside: dict[ImageParam, str] = {}
        graph = made.graph
        known = {image_of(op) for op in reads(graph) if getattr(coordinate(graph, op.operands[0]), "base", "") == "x"}
        for image, (extent, _) in footprints(graph).items():
            if image in known:
                self._inside[image] = self._test(made.sources[image], extent[0], extent[2])

    def _test(self, source: Source, left: int, right: int) -> str:
        """Whether the vectors beside this one's pixels lie inside an image, too."""
        wide = self.body.lanes * self.body.writer.side_by_side
        name = self.made.names.new(f"{source.name}_inside")
        tests = [f"x + {wide} <= width", f"x >= {left}" if left else "", f"x + {wide + right} <= {source.width}"]
        self.body.writer.line(f"const bool {name} = {' && '.join(t for t in tests if t)};")
        return name

    @contextmanager
    def scope(self):
        """What is written inside a nested block is not seen after it."""
        with self.checked.scope():
            yield

    def read(self, op: Op) -> Text:
        image, channel = image_of(op), dict(op.attributes).get("channel", 0)
        x, y = op.operands
        body, checked = self.body, self.checked
        texts = [self._coordinate(v) for v in op.operands]
        if x not in body.varying and y not in body.varying:
            return checked.pixel(image, channel, *texts)
        at = coordinate(body.graph, x)
        if y not in body.varying:
            if at is not None and at.base == "x":
                return self._beside(image, channel, plus(body.start, at.offset), self._inside[image], *texts)
            shift = self._shift(x)
            if shift is not None:
                return self._beside(image, channel, *self._shifted(image, shift), *texts)
        wide = [text if v in body.varying else widened(text, INT, body.lanes) for v, text in zip(op.operands, texts)]
        return checked.pixels(image, channel, *wide, body.lanes)

    def _coordinate(self, value: Value) -> Text:
        at = coordinate(self.body.graph, value)
        if at is None or not at.base:
            return self.body.text(value) if at is None else Text(str(at.offset))
        return Text(plus(self.body.columns if at.base == "x" else "y", at.offset), 12 if at.offset else ATOM)

    def _shift(self, x: Value) -> str | None:
        """What is added to the column of the pixels that are computed, where that is the same for all of them."""
        if x is self.body.graph.x:
            return ""
        for name, sign in (("add", "+"), ("sub", "-")):
            for base, by in permutations(made_by(x, name) or (), 2):
                if by not in self.body.varying and (name == "add" or by is x.owner.operands[1]):
                    before = self._shift(base)
                    return None if before is None else f"{before} {sign} {self.body.text(by).within(13)}"
        return None

    def _shifted(self, image: ImageParam, shift: str) -> tuple[str, str]:
        """Where a vector so far away begins, and whether all of them lie inside. (Reckoned in longs, which hold any two
        of the integers that are added.)"""
        checked, source = self.checked, self.made.sources[image]
        wide = self.body.lanes * self.body.writer.side_by_side
        first = checked.line(("first", shift), "first", "const long", f"(long)x{shift}")
        inside = checked.line((source.name, "inside", shift), f"{source.name}_inside", "const bool",
                              f"{first} >= 0 && {first} + {wide} <= {source.width} && x + {wide} <= width")
        return (first if wide == self.body.lanes else f"{first} + {self.body.lanes} * {NUMBER}"), inside

    def _beside(self, image: ImageParam, channel: int, start: str, inside: str, x: Text, y: Text) -> Text:
        """Pixels of one row, beginning at `start`."""
        source, lanes, checked = self.made.sources[image], self.body.lanes, self.checked
        row = checked.line((source.name, 1, y), f"{source.name}_row", source.pointer,
                           source.row(moved(image.border[1], y.within(4), source.height)))
        raw = self._raw(image, source, row, start, inside, x, y)
        value = formats.vector_value(source.format, image.pixel.scalar, raw[channel], lanes)
        if "constant" not in image.border:
            return value
        truths = []
        for axis, at, size in ((0, x, source.width), (1, y, source.height)):
            if image.border[axis] == "constant":
                least, most = f"{at.within(11)} >= 0", f"{at.within(11)} < {size}"
                test = str(widened(Text(f"{least} && {most}", 5), BOOL, lanes)) if axis else f"({least}) & ({most})"
                truths.append(checked.line((source.name, axis, "in", at), f"{source.name}_in", f"const int{lanes}", test))
        return Text(f"select({widened(filled(image, channel), image.pixel.scalar, lanes)}, {value}, {' & '.join(truths)})")

    def _raw(self, image: ImageParam, source: Source, row: str, start: str, inside: str, x: Text, y: Text) -> list[str]:
        """All channels as they are stored; written once for each place."""
        format, lanes, checked, writer = source.format, self.body.lanes, self.checked, self.body.writer
        key, n = (source.name, start, y, "raw"), format.channels
        if (key, 0) not in checked:
            word = f"{'float' if format.dtype == 'float16' else formats.STORAGE[format.dtype]}{lanes}"
            names = [checked.named((key, i), f"{source.name}_raw", True) for i in range(n)]
            writer.line(f"{word} {', '.join(names)};")
            with writer.block(f"if ({inside})"):
                start = f"{row} + {n} * ({start})" if n > 1 else f"{row} + {start}"
                vectors = [formats.vector(format, f"{i}, {start}", lanes) for i in range(n)]
                if n > 1:
                    parts = [self.body.names.each(f"{source.name}_part") for _ in range(n)]
                    writer.line(f"const {word} " + ", ".join(f"{p} = {v}" for p, v in zip(parts, vectors)) + ";")
                    vectors = [formats.picked(format, parts, i, lanes) for i in range(n)]
                for name, vector in zip(names, vectors):
                    writer.line(f"{name} = {vector};")
                writer.otherwise()
                at = everywhere(image.border[0], x, source.width, lanes)
                place = self.body.names.each(f"{source.name}_at")
                writer.line(f"const int{lanes} {place} = {at}{f' * {n}' if n > 1 else ''};")
                for i, name in enumerate(names):
                    writer.line(f"{name} = pg_gather_{formats.STORAGE[format.dtype]}{lanes}({row}, {plus(place, i)});")
        return [checked.known((key, i)) for i in range(n)]


class _Checked(Checked):
    """Such reads, where a line may speak of each vector."""

    def named(self, key: tuple, wish: str, each: bool) -> str:
        name = self._known[key] = self.names.each(wish) if each else self.names.new(wish)
        return name

    def line(self, key: tuple, wish: str, type: str, text: str) -> str:
        if key not in self._known:
            name = self.named(key, wish, EACH in text or NUMBER in text)
            self.writer.line(f"{type}{'' if type.endswith('*') else ' '}{name} = {text};")
        return self._known[key]
