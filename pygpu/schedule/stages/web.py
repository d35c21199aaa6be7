"""Expressions modulo translation: two uses of the same expression at different places are one node, used at two offsets.

A Node's uses are other nodes, each with where it is taken relative to this one. The first use that has a place is
moved to the origin, so whatever differs by a shift alone is found again here:

    im(p + (1, 0)) - im(p)    and    im(p + (5, 3)) - im(p + (4, 3))    are    sub(read @ 0 0, read @ -1 0)
                                                                        used at (1, 0) and at (5, 3)

What does not change along an axis (a constant, a run-time number; x along the vertical) has no place on it: None.
Which kinds of nodes there are, kinds.py declares.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from enum import Enum
from typing import Any, NamedTuple, Protocol

from ...ir import Array, ImageParam, Op, OpKind, ScalarParam, Type
from ...ir.ops import ADD


@dataclass(frozen=True, eq=False, slots=True)
class Kind:
    """What a node may be besides an operation of the graph, which has its declaration in ir/ops.py."""

    name: str
    holds: tuple[type, ...]                        # what its attributes are
    takes: int                                     # how many uses; -1 for any number of them
    evaluate: Callable[[Sight, Node, int, int], Array]  # on NumPy, at an offset from the pixel
    moves: tuple[bool, bool] | None = None         # the axes along which it changes; None: those of its uses
    cost: Callable[[Node], float] = lambda node: 0.0  # of one evaluation, in additions
    computed: bool = False                         # whether there is anything to compute
    reads: Callable[[Node], Reached | None] | None = None  # the pixels that it reads by itself, of an image and a channel
    literal: bool = False                          # whether it holds a number, of which 0.0 and -0.0 are two
    commutative: bool = False

    def __repr__(self) -> str:
        return f"<{self.name}>"


class Reached(NamedTuple):
    """Pixels that a node reads, from where it is taken on."""

    image: ImageParam
    channel: int
    places: tuple[tuple[int, int], ...]


class Way(Enum):
    """How a plan computes a Reduce. What comes of it does not depend on that, but for rounding."""

    WRITTEN = "written out"   # term by term
    LOOP = "a loop"           # over a table of what is different in each term
    RUN = "a run"             # for whole lines of a tile at once (kernel/windows/runs.py)
    SPECTRUM = "a spectrum"   # a sum over many places of one node, by frequencies (spectra.py)


class Reduce(NamedTuple):
    """The attributes of a node whose terms are put together by an operation, `op`: add, min or max. A term is a use, a node
    taken at an offset, times its weight. With `turns` the terms are those of each turn of a loop, in which MOVED and WEIGHT
    stand for what is different in each. Of a sum `start` is added; a least or greatest value begins with it, or with its
    first term where that is None, which then is the only one whose NaN counts."""

    op: OpKind
    weights: tuple[float, ...]
    start: float | None = 0.0
    way: Way = Way.WRITTEN
    turns: Roll | None = None


@dataclass(eq=False)
class Roll:
    """The turns of a loop: for each, how far every thing that moves is from where it was in the first, and the numbers."""

    count: int
    places: list[tuple[tuple[int, int], ...]] = field(default_factory=list)
    weights: list[tuple[float, ...]] = field(default_factory=list)

    def place(self, column: tuple[tuple[int, int], ...]) -> int:
        return _index(self.places, column)

    def weight(self, column: tuple[float, ...]) -> int:
        return _index(self.weights, column)


def _index(columns: list[Any], column: tuple[Any, ...]) -> int:
    if column not in columns:
        columns.append(column)
    return columns.index(column)


class Sight(Protocol):
    """What an evaluation sees: the pixels, their places, and the values of other nodes there."""

    x: Array
    y: Array

    def read(self, image: ImageParam, channel: int, x: Array, y: Array) -> Array: ...
    def size(self, image: ImageParam, which: str) -> Array: ...
    def number(self, scalar: ScalarParam) -> Array: ...
    def given(self, op: Op, index: int) -> Array: ...
    def value(self, use: Use, dx: int, dy: int) -> Array: ...
    def turn(self, roll: Roll) -> int: ...
    def turned(self, roll: Roll) -> Iterable[Sight]: ...


class Node:
    """One expression: its kind, what that holds, and the uses that it is made of."""

    __slots__ = ("attributes", "exact", "home", "id", "kind", "location", "moves", "name", "operands", "type", "uses", "way")

    def __init__(self, id: int, kind: Kind | OpKind, attributes: Any, uses: tuple[Use, ...], type: Type,
                 moves: tuple[bool, bool]):
        self.id, self.kind, self.uses, self.type, self.moves = id, kind, uses, type, moves
        self.attributes = attributes  # what the kind says that it holds: Any is one of those
        self.name: str | None = None
        self.location: Any = None
        self.home = (0, 0)  # where the value stood that the user gave this name
        self.exact = False  # an integer operation that cannot wrap
        # How it is put together, if it is: a loop over pixels reads these itself, and nothing is computed before it.
        self.way: Way | None = None
        self.operands = uses
        if isinstance(attributes, Reduce):
            self.way = attributes.way
            if self.way is Way.LOOP and not attributes.turns:
                self.operands = ()

    def __repr__(self) -> str:
        return f"<{self.word} {self.id}>"

    @property
    def is_turned(self) -> bool:
        """Whether its operands are a column that only the row decides, and a row that only the column does."""
        return [use.node.moves for use in self.operands] == [(False, True), (True, False)]

    @property
    def word(self) -> str:
        """What it does, in a word: a sum, a min or a max, where terms are put together."""
        if not isinstance(self.attributes, Reduce):
            return self.kind.name
        return "sum" if self.attributes.op is ADD else self.attributes.op.name


class Use(NamedTuple):
    """A node, taken at an offset; None along an axis on which it does not change."""

    node: Node
    dx: int | None
    dy: int | None

    def shifted(self, dx: int | None, dy: int | None) -> Use:
        """The same, taken as much further on."""
        if not dx and not dy:
            return self
        return Use(self.node, self.dx if self.dx is None else self.dx + (dx or 0),
                   self.dy if self.dy is None else self.dy + (dy or 0))

    @property
    def place(self) -> tuple[bool, int, bool, int, int]:
        """Sorts uses in reading order; a common shift does not change the order."""
        return (self.dy is not None, self.dy or 0, self.dx is not None, self.dx or 0, self.node.id)


class Web:
    """All nodes of a filter, each there once."""

    def __init__(self) -> None:
        self.nodes: list[Node] = []
        self._known: dict[tuple[Any, ...], Node] = {}

    def leaf(self, kind: Kind, attributes: tuple[Any, ...], type: Type, dx: int = 0, dy: int = 0) -> Use:
        """What is made of no other node."""
        across, down = kind.moves or (False, False)
        key = (kind, repr(attributes) if kind.literal else attributes, type)
        return Use(self._find(key, kind, attributes, (), type, (across, down)), dx if across else None, dy if down else None)

    def end(self, node: Node) -> Use:
        """The twin of what is made of no other node."""
        assert isinstance(node.kind, Kind)
        return self.leaf(node.kind, node.attributes, node.type)

    def make(self, kind: Kind | OpKind, attributes: tuple[Any, ...], uses: Iterable[Use], type: Type) -> Use:
        """An operation over uses, which may be the shifted twin of one that is there."""
        uses = tuple(sorted(uses, key=lambda u: u.place) if kind.commutative else uses)
        dx = next((u.dx for u in uses if u.dx is not None), None)
        dy = next((u.dy for u in uses if u.dy is not None), None)
        if dx or dy:
            uses = tuple([u.shifted(-(dx or 0), -(dy or 0)) for u in uses])
        node = self._find((kind, attributes, uses, type), kind, attributes, uses, type, (dx is not None, dy is not None))
        return Use(node, dx, dy)

    def _find(self, key: tuple[Any, ...], *what: Any) -> Node:
        node = self._known.get(key)
        if node is None:
            node = self._known[key] = Node(len(self.nodes), *what)
            self.nodes.append(node)
        return node


def reachable(roots: Iterable[Use]) -> list[Node]:
    """The nodes that some uses need, each after its own operands."""
    seen: set[Node] = set()
    order: list[Node] = []
    stack = [(use.node, False) for use in reversed(list(roots))]
    while stack:
        node, ready = stack.pop()
        if ready:
            order.append(node)
        elif node not in seen:
            seen.add(node)
            stack.append((node, True))
            stack += [(use.node, False) for use in reversed(node.operands) if use.node not in seen]
    return order
