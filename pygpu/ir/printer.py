"""A graph as text: what print(filter.graph) shows and what expected graphs are compared with.

    filter threshold
        im: Image Float, border clamp
        limit: Float
        x, y: Int

    v: Float = read im (x-1, y)            # threshold, line 3
    c: Bool = gt v, limit                  # line 4
    bright: Float = if c:
        t1: Float = sqrt v
        yield t1
    else:
        yield 0.0                          # line 6
    n: Int, total: Float = loop i: Int = 0, sum: Float = 0.0:
        ...
        again more, with i_2, sum_2
    return Float: bright

One operation a line: names, types, the operation, its operands. Values carry the names of the user's variables, made
unique, and t1, t2... where there are none. Constants stand where they are used (`?` is one that nothing reads), and so
do nameless sums of an integer and a constant: x-1. The comment gives the line of the source, where that is another
than the line before's. The text is the same in every process and on every Python.
"""

from __future__ import annotations

import keyword
import math
import re
from collections.abc import Iterable

import numpy as np

from ..location import Location
from .functions import functions
from .graph import Block, Const, Function, Graph, ImageParam, Op, Value, is_known, is_undefined, made_by
from .types import INT

COMMENTS_AT = 56
LONGEST_TABLE = 8
# CPython 3.11 gives a comprehension a function of its own, which later ones don't; nobody wrote one.
_COMPREHENSION = re.compile(r"(\.<locals>)?\.<(listcomp|setcomp|dictcomp|genexpr)>")


def print_graph(graph: Graph, lines: bool = True) -> str:
    """The text of a graph; `lines=False` leaves out the comments on source lines."""
    return _Printer(lines).graph(graph)


Graph.__str__ = Graph.__repr__ = print_graph  # type: ignore[method-assign, assignment]  # graph.py stands below this file


def number(value: bool | int | float | None) -> str:
    """A constant as short as it can be and still be the same 32 bits."""
    if value is None:
        return "?"
    if isinstance(value, float) and math.isfinite(value):
        return min(repr(value), _shortest(value), key=len)
    return repr(value)


def _shortest(value: float) -> str:
    """Not NumPy's str(), which says what np.set_printoptions (of some other library) likes."""
    with np.errstate(all="ignore"):
        bits = np.float32(value)
        shorter = (repr(float(f"{bits:.{digits}g}")) for digits in range(6, 10))
        return next(text for text in shorter if np.float32(text) == bits)


def _shift(value: Value) -> tuple[Value, Const] | None:
    """A nameless integer plus a constant, which is written where it is used."""
    parts = made_by(value, "add") if value.type is INT and value.name is None else None
    return (parts[0], parts[1]) if parts and is_known(parts[1]) and not is_undefined(parts[1]) else None


class _Printer:
    def __init__(self, lines: bool):
        self.show_lines = lines
        self.text: list[str] = []
        self.names: dict[Value, str] = {}
        self.taken: set[str] = set(keyword.kwlist)
        self.anonymous = 0
        self.images: dict[int, str] = {}
        self.functions: dict[Function, str] = {}
        self.last_line: tuple[str, int] | None = None

    # --- names ---

    def unique(self, wanted: str) -> str:
        name, n = wanted, 1
        while name in self.taken:
            n += 1
            name = f"{wanted}_{n}"
        self.taken.add(name)
        return name

    def define(self, value: Value) -> str:
        """A value's name and type, where it is defined."""
        if value.name:
            name = self.unique(value.name)
        else:
            self.anonymous += 1
            while f"t{self.anonymous}" in self.taken:
                self.anonymous += 1
            name = self.unique(f"t{self.anonymous}")
        self.names[value] = name
        return f"{name}: {value.type.value}"

    def use(self, value: Value) -> str:
        if isinstance(value, Const):
            return number(value.value)
        if shift := _shift(value):
            return f"{self.use(shift[0])}{shift[1].value:+d}"
        return self.names.get(value, "<undefined>")

    def uses(self, values: Iterable[Value]) -> str:
        return ", ".join([self.use(v) for v in values])

    # --- lines ---

    def line(self, depth: int, text: str, location: Location | None = None) -> None:
        text = "    " * depth + text
        comment = self.comment(location)
        self.text.append(f"{text:<{COMMENTS_AT}}  # {comment}" if comment else text)

    def comment(self, location: Location | None) -> str:
        """Where an operation comes from, as far as that is news."""
        if not self.show_lines or location is None or location.line is None:
            return ""
        where, before = (_COMPREHENSION.sub("", location.function), location.line), self.last_line
        self.last_line = where
        if where == before:
            return ""
        return f"line {where[1]}" if before and before[0] == where[0] else f"{where[0]}, line {where[1]}"

    def graph(self, graph: Graph) -> str:
        self.line(0, f"filter {graph.name}")
        for image in graph.images:
            self.images[id(image)] = self.unique(image.name)
            self.line(1, self.image(image))
        for scalar in graph.scalars:
            self.names[scalar.value] = self.unique(scalar.name)
            self.line(1, f"{self.names[scalar.value]}: {scalar.value.type.value}")
        self.line(1, self.place(graph))
        self.line(0, "")
        for function in functions(graph):
            self.function(function)
        self.block(graph.body, 0)
        for output in graph.outputs:
            self.line(0, f"return {output.kind}: {self.uses(output.values)}")
        return "\n".join(self.text) + "\n"

    def function(self, function: Function) -> None:
        """One that others call; the names of its values are its own."""
        self.functions[function] = self.unique(function.name)
        outer, count, graph = self.taken.copy(), self.anonymous, function.graph
        self.anonymous = 0
        self.taken -= {"x", "y", "z"} if graph.dimensions == 3 else {"x", "y"}
        scan = f", a scan {graph.scan.told}" if graph.scan is not None else ""
        self.line(0, f"function {self.functions[function]} ({self.place(graph)}){scan}")
        self.block(graph.body, 1)
        for output in graph.outputs:
            self.line(1, f"return {output.kind}: {self.uses(output.values)}")
        self.line(0, "")
        self.taken, self.anonymous = outer, count

    def place(self, graph: Graph) -> str:
        """The coordinates, where they are named."""
        for name, value in zip("xyz", graph.coordinates):
            self.names[value] = self.unique(name)
        return f"{', '.join([self.names[value] for value in graph.coordinates])}: Int"

    def image(self, image: ImageParam) -> str:
        kind = {1: "Array", 3: "Volume"}.get(image.dimensions, "Image")
        border = ", ".join([f"{mode} in {axis}" for axis, mode in zip("xyz", image.border)])
        border = image.border[0] if len(set(image.border)) == 1 else border
        text = f"{self.images[id(image)]}: {kind} {image.pixel}, border {border}"
        if image.open_axes:
            fill = [number(float(f) if image.pixel.scalar.is_float else f) for f in image.fill]
            text += f" {fill[0]}" if len(set(fill)) == 1 else f" ({', '.join(fill)})"
        return text if image.data is None else text + ", known"

    def block(self, block: Block, depth: int) -> None:
        for op in block.ops:
            self.op(op, depth)

    def op(self, op: Op, depth: int) -> None:
        if op.kind.name == "if":
            self.branch(op, depth)
        elif op.kind.name == "loop":
            self.loop(op, depth)
        elif not _shift(op.result):
            operands = self.uses(op.operands)
            if op.attributes:
                operands = f"{self.attributes(op)} ({operands})" if operands else self.attributes(op)
            self.line(depth, f"{self.define(op.result)} = {op.kind.name} {operands}".rstrip(), op.location)

    def attributes(self, op: Op) -> str:
        attributes = dict(op.attributes)
        words = []
        if (function := attributes.pop("function", None)) is not None:
            channel, name = attributes.pop("channel"), self.functions.get(function, "<unknown function>")
            word = name if len(function.results) == 1 else f"{name}[{channel}]"
            words.append(f"{' '.join(attributes.pop('how'))} of {word}" if "how" in attributes else word)
            if "length" in attributes:
                words.append(f"{attributes.pop('length')} entries")
        if op.kind.name in ("array", "kept"):
            attributes.pop("type")
        if (image := attributes.pop("image", None)) is not None:
            channel = attributes.pop("channel", None)
            name = self.images.get(id(image), "<unknown image>")
            words.append(name if channel is None or image.pixel.channels == 1 else f"{name}[{channel}]")
        if "back" in attributes or op.kind.name == "ranked":
            attributes.pop("type")
        if (element := attributes.pop("element", None)) is not None:
            attributes.pop("type")
            words.append(str(element))
        if (values := attributes.pop("values", None)) is not None:
            attributes.pop("type", None)
            shown = [number(v) for v in values[:LONGEST_TABLE]] + ["..."] * (len(values) > LONGEST_TABLE)
            words.append(f"{len(values)} of [{', '.join(shown)}]")
        return ", ".join(words + [f"{name}={value}" for name, value in attributes.items()])

    def results(self, op: Op) -> str:
        """The results of an `if` or `loop`, which are known by name only after its blocks."""
        return ", ".join([self.define(result) for result in op.results]) + " = " if op.results else ""

    def branch(self, op: Op, depth: int) -> None:
        self.line(depth, f"{self.results(op)}if {self.use(op.operands[0])}:", op.location)
        for i, block in enumerate(op.blocks):
            if i:
                self.line(depth, "else:")
            self.block(block, depth + 1)
            self.line(depth + 1, f"yield {self.uses(block.results)}".rstrip())

    def loop(self, op: Op, depth: int) -> None:
        body = op.blocks[0] if op.blocks else Block()
        results = self.results(op)
        carried = [f"{self.define(arg)} = {self.use(initial)}" for arg, initial in zip(body.args, op.operands)]
        self.line(depth, f"{results}loop {', '.join(carried)}".rstrip() + ":", op.location)
        self.block(body, depth + 1)
        count = len(body.args) + 1
        end = f"again {self.uses(body.results[:1])}"
        if body.args:
            end += f", with {self.uses(body.results[1:count])}"
        if body.results[count:]:
            end += f", giving {self.uses(body.results[count:])}"
        self.line(depth + 1, end)
