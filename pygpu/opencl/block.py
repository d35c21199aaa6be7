"""The straight-line code of a block of pixels: every (node, column, row) computed once, in the order of the rows.

What it shares with no one: how a node becomes text. Where pixels come from and go to is the business of an Access,
of which there are two for vectors (lanes.py) and two for columns (columns.py): inside the image, and at its edge.
"""

from __future__ import annotations

from collections import Counter
from typing import NamedTuple

from ..ir import BOOL, FLOAT, OPS, Const
from ..schedule.nodes import Node
from ..schedule.signs import sign
from ..schedule.stages import Stages
from .expressions import Text, c_type, float_literal, literal, looked_up, operation
from .frame import Frame
from .names import Names
from .writer import Writer

INLINE = 60  # characters: a longer expression gets a name of its own


class Key(NamedTuple):
    """A node at a place of the block; None along an axis on which it does not change."""

    node: Node
    x: int | None
    y: int | None


class Piece(NamedTuple):
    """What a key is called, how many lanes it has, and what that has to be multiplied with: a weighted sum does it by
    its weights."""

    text: Text
    lanes: int
    scale: float = 1.0


def keys_of(use, x: int, y: int) -> Key:
    return Key(use.node, None if use.dx is None else x + use.dx, None if use.dy is None else y + use.dy)


def operands(key: Key) -> list[Key]:
    return [Key(u.node, *(None if d is None else (at or 0) + d for d, at in ((u.dx, key.x), (u.dy, key.y))))
            for u in key.node.uses]


class Order:
    """The keys that each row of a block adds to those before it, operands first, and how often each is used."""

    def __init__(self, stages: Stages, columns: int, rows: int):
        self.loops = stages.loops
        self.uses: Counter[Key] = Counter()
        self.rows: list[list[Key]] = []
        self.constant: list[Key] = []  # what is the same for all pixels
        self._taken: Counter[Key] = Counter()  # how often a weighted sum of several takes each
        seen: set[Key] = set()
        for row in range(rows):
            added: list[Key] = []
            for root in stages.roots:
                for column in range(columns):
                    key = keys_of(root, column, row)
                    self.uses[key] += 2  # a result is not written inline
                    self._add(key, seen, added)
            still = [not any(k.node.moves) and k.node not in stages.loops for k in added]
            self.constant += [k for k, alone in zip(added, still) if alone]
            self.rows.append([k for k, alone in zip(added, still) if not alone])

    def _add(self, key: Key, seen: set[Key], added: list[Key]) -> None:
        stack = [(key, False)]
        while stack:
            key, ready = stack.pop()
            if ready:
                added.append(key)
            elif key not in seen:
                seen.add(key)
                stack.append((key, True))
                inner = operands(key)
                self.uses.update(inner)
                if key.node.kind == "sum" and len(inner) > 1:  # one value alone may be meant to be exact, int(5 * v)
                    self._taken.update(inner)
                stack += [(k, False) for k in reversed(inner)]


    def reads(self):
        """(image, channel, first and last column and row) of everything that is read around the pixel."""
        for key in (k for row in self.rows for k in row):
            if key.node.kind in ("read", "moved"):
                yield *key.node.attributes[:2], key.x, key.y, key.x, key.y
            elif key.node.kind == "taps":
                taps = key.node.attributes
                yield taps.image, taps.channel, key.x, key.y, key.x + taps.width - 1, key.y + taps.height - 1

    def heights(self, node: Node, x: int) -> list[int]:
        """All rows in which a node is needed in one column."""
        return sorted({k.y for row in self.rows for k in row if k.node is node and k.x == x})

    def only_weighted(self, key: Key) -> bool:
        """Whether nothing but weighted sums of several takes it."""
        return self._taken[key] == self.uses[key]


class Body:
    """Writes keys as statements. `lanes` is the width of what changes along x."""

    def __init__(self, frame: Frame, order: Order, writer: Writer, names: Names, lanes: int, access, given=None):
        self.frame, self.order, self.writer, self.names, self.lanes = frame, order, writer, names, lanes
        self.access = access
        self.pieces: dict[Key, Piece] = dict(given or {})
        self._lines: set = set()

    def write(self, keys: list[Key]) -> None:
        for key in keys:
            if key in self.pieces:
                continue
            if key.node.kind == "taps":
                self.pieces.update(self.access.taps(self, key))
            elif key.node in self.order.loops:
                if key.node.kind == "fold":
                    self._loop(self.order.loops[key.node])
            else:
                self.pieces[key] = self._piece(key)

    def _loop(self, roll) -> None:
        """All sums over one loop, in all rows of the block."""
        every = [key for row in self.order.rows for key in row]
        inner = [key for key in every if self.order.loops.get(key.node) is roll]
        before = {key for each in inner for key in operands(each)}.difference(inner, self.pieces)
        for key in reversed(every):  # and what these are computed from
            if key in before:
                before.update(k for k in operands(key) if k not in self.pieces)
        self.write([key for key in every if key in before])
        totals = {key: Piece(Text(self.names.new("total")), self.lanes) for key in inner if key.node.kind == "fold"}
        self.writer.line(f"{c_type(FLOAT, self.lanes)} {', '.join(f'{total.text} = 0.0f' for total in totals.values())};")
        outside = dict(self.pieces)
        with self.writer.block(f"for (int k = 0; k < {roll.count}; k++)"), self.access.scope():
            further: dict[tuple, str] = {}
            for key in inner:
                if key in totals:
                    self.writer.line(f"{totals[key].text} += {self.pieces[operands(key)[0]].text};")
                elif key.node.kind == "moved":
                    self.pieces[key] = self._moved(key, further)
                elif key.node.kind == "weight":
                    self.pieces[key] = Piece(Text(self._entry("float", "weights", roll.weights[key.node.attributes[1]])), 1)
                else:
                    self.pieces[key] = self._piece(key)
        self.pieces = outside | totals

    def _moved(self, key: Key, further: dict[tuple, str]) -> Piece:
        """A pixel of a tile, as much further on as the loop has come."""
        image, channel, roll, column = key.node.attributes
        pitch = self.frame.sources[image].pitch
        if (column, pitch) not in further:
            far = [dx + dy * pitch for dx, dy in roll.places[column]]
            further[column, pitch] = self._entry("int", "places", far)
        text = self.access.load(self, image, channel, key.x, key.y, further=further[column, pitch])
        return Piece(self._define(key, text, self.lanes), self.lanes)

    def _entry(self, word: str, what: str, numbers) -> str:
        """The number of a table for this turn of the loop."""
        texts = [float_literal(n) if word == "float" else str(n) for n in numbers]
        name = self.names.new(what[:-1])
        self.writer.line(f"const {word} {name} = {self.frame.table(word, what, texts)}[k];")
        return name

    def _piece(self, key: Key) -> Piece:
        node = key.node
        lanes = self.lanes if node.moves[0] else 1
        if node.kind == "const":
            return Piece(literal(Const(node.type, node.attributes[0])), 1)
        if node.kind == "scalar":
            name = self.frame.scalars[node.attributes[0]]
            return Piece(Text(f"{name} != 0", 9) if node.type is BOOL else Text(name), 1)
        if node.kind in ("width", "height"):
            return Piece(Text(getattr(self.frame.sources[node.attributes[0]], node.kind)), 1)
        if node.kind in ("x", "y"):
            return Piece(self.access.position(node.kind, key.x if node.kind == "x" else key.y), lanes)
        inner = [self.pieces[k] for k in operands(key)]
        scale = 1.0
        if node.kind == "read":
            if self.order.only_weighted(key):
                scale = self.access.scale(node.attributes[0])
            text = self.access.load(self, *node.attributes, key.x, key.y, scale)
        elif node.kind == "gather":
            text = self.access.gather(self, *node.attributes, *inner)
        elif node.kind == "sum":
            text = _weighted(node.attributes[0], node.attributes[1], inner)
        elif node.kind == "table":
            name, last = self.frame.tables[node.attributes], len(dict(node.attributes)["values"]) - 1
            text = looked_up(name, node.type, last, inner[0].text, inner[0].lanes)
        else:
            operands_ = [(piece.text, use.node.type, piece.lanes) for piece, use in zip(inner, node.uses)]
            text = operation(OPS[node.kind], operands_, node.exact)
            if lanes > 1 and node.kind in ("exp", "exp2") and sign(node.uses[0].node) <= 0:
                text = Text(f"pg_{node.kind}_down({inner[0].text})")
            elif self.lanes == 1 and node.kind == "pow" and not any(node.uses[1].node.moves):
                text = Text(f"pg_power({inner[0].text}, {inner[1].text})")
        plain = text.text.isidentifier()
        if plain or self.order.uses[key] == 1 and node.name is None and len(text.text) <= INLINE and node.kind != "gather":
            return Piece(text, lanes, scale)
        return Piece(self._define(key, text, lanes), lanes, scale)

    def _define(self, key: Key, text: Text, lanes: int) -> Text:
        node = key.node
        wish = node.name or (node.attributes[0].name if node.kind in ("read", "gather", "moved") else "")
        if node.kind == "read" and node.attributes[0].pixel.channels > 1:
            wish += "_" + "rgba"[node.attributes[1]]
        tags = [_tag(at - home) for at, home in zip((key.x, key.y), node.home) if at is not None and node.kind != "moved"]
        name = self.names.new("_".join([wish, *tags]) if wish else "v")
        self.writer.line(f"const {c_type(node.type, lanes)} {name} = {text};", self._comment(node))
        return Text(name)

    def _comment(self, node: Node) -> str:
        """The source line, the first time that it is met."""
        where = node.location
        if where is None or not where.line or (where.filename, where.line) in self._lines:
            return ""
        self._lines.add((where.filename, where.line))
        return f"{where.filename.replace(chr(92), '/').rsplit('/', 1)[-1]}:{where.line}"


def _tag(at: int) -> str:
    return str(at) if at >= 0 else f"m{-at}"


def _weighted(coefficients: tuple[float, ...], constant: float, inner: list[Piece]) -> Text:
    """A weighted sum. Equal weights are put together, and a factor of one is not written; two with none are still added
    first, so that nothing waits for both one after the other."""
    groups: dict[float, list[tuple[bool, Text]]] = {}
    for weight, piece in zip(coefficients, inner):
        groups.setdefault(abs(weight) * piece.scale, []).append((weight < 0, piece.text))
    terms: list[tuple[bool, str]] = []
    for weight, members in groups.items():
        if weight == 1.0 and len(members) != 2:
            terms += [(minus, text.within(13)) for minus, text in members]
            continue
        minus = all(m for m, _ in members)
        members = [(m != minus, text) for m, text in members]
        if len(members) == 1:
            terms.append((minus, f"{members[0][1].within(13)} * {float_literal(weight)}"))
        else:
            together = f"({_chain([(m, t.within(13)) for m, t in members])})"
            terms.append((minus, f"{together} * {float_literal(weight)}" if weight != 1.0 else together))
    if constant:
        terms.append((constant < 0, float_literal(abs(constant))))
    text = _chain(terms)
    return Text(text, 12 if len(terms) > 1 else 14 if text[0] == "-" else 13)


def _chain(terms: list[tuple[bool, str]]) -> str:
    """Terms added and subtracted, a positive one first where there is one."""
    first = next((i for i, (minus, _) in enumerate(terms) if not minus), 0)
    terms = [terms[first], *terms[:first], *terms[first + 1:]]
    text = ("-" if terms[0][0] else "") + terms[0][1]
    return text + "".join(f" {'-' if minus else '+'} {term}" for minus, term in terms[1:])
