"""Expressions modulo translation: two uses of the same expression at different places are one node, used at two offsets.

A Node's operands are Uses: another node, and where it is taken relative to this one. The first use that has a place is
moved to the origin, so whatever differs by a shift alone is found again here:

    im(p + (1, 0)) - im(p)    and    im(p + (5, 3)) - im(p + (4, 3))    are    sub(read @ 0 0, read @ -1 0)
                                                                        used at (1, 0) and at (5, 3)

What does not change along an axis (a constant, a run-time number; x along the vertical) has no place on it: None.
"""

from __future__ import annotations

from typing import NamedTuple

from ..ir import OPS, Type


class Node:
    """One expression. `kind` is an operation's name, or one of the leaves and sums:

    const value | scalar param | width image | height image | x | y | read image channel | gather image channel
    sum coefficients constant: a weighted sum of its uses | opaque op index: a real branch or loop
    taps image channel columns: a weighted sum over a rectangle of pixels, as a loop (taps.py)
    dense coefficients constant: the same, over many pixels of one node (spectra.py)
    run kind axis nan: what neighbours come to, a sum, the least or the greatest of them, for whole lines at once; a NaN
    among these does not count, unless `nan` is said and it is the first one (runs.py)
    fold roll: a sum over the iterations of a loop; in it moved image channel roll column: a pixel that is further on in
    each of them; weight roll column: a number that is another in each (rolls.py)
    """

    __slots__ = ("id", "kind", "attributes", "uses", "type", "moves", "name", "home", "location", "exact")

    def __init__(self, id: int, kind: str, attributes: tuple, uses: tuple[Use, ...], type: Type, moves: tuple[bool, bool]):
        self.id, self.kind, self.attributes, self.uses, self.type, self.moves = id, kind, attributes, uses, type, moves
        self.name = self.location = None
        self.home = (0, 0)  # where the value stood that the user gave this name
        self.exact = False  # an integer operation that cannot wrap

    def __repr__(self) -> str:
        return f"<{self.kind} {self.id}>"


class Use(NamedTuple):
    """A node, taken at an offset; None along an axis on which it does not change."""

    node: Node
    dx: int | None
    dy: int | None

    def shifted(self, dx: int | None, dy: int | None) -> Use:
        """The same, taken as much further on."""
        return Use(self.node, self.dx if self.dx is None else self.dx + (dx or 0),
                   self.dy if self.dy is None else self.dy + (dy or 0))

    @property
    def place(self) -> tuple:
        """Sorts uses in reading order; a common shift does not change the order."""
        return (self.dy is not None, self.dy or 0, self.dx is not None, self.dx or 0, self.node.id)


class Web:
    """All nodes of a filter, each there once."""

    def __init__(self):
        self.nodes: list[Node] = []
        self._known: dict[tuple, Node] = {}

    def leaf(self, kind: str, attributes: tuple, type: Type, moves=(False, False), dx=0, dy=0) -> Use:
        node = self._find(kind, attributes, (), type, moves)
        return Use(node, dx if moves[0] else None, dy if moves[1] else None)

    def make(self, kind: str, attributes: tuple, uses, type: Type) -> Use:
        """An operation over uses, which may be the shifted twin of one that is there."""
        if kind in OPS and OPS[kind].commutative:
            uses = sorted(uses, key=lambda u: u.place)
        dx = next((u.dx for u in uses if u.dx is not None), None)
        dy = next((u.dy for u in uses if u.dy is not None), None)
        if dx or dy:
            uses = [u.shifted(-(dx or 0), -(dy or 0)) for u in uses]
        node = self._find(kind, attributes, tuple(uses), type, (dx is not None, dy is not None))
        return Use(node, dx, dy)

    def _find(self, kind, attributes, uses, type, moves) -> Node:
        key = (kind, repr(attributes) if kind == "const" else attributes, uses, type)  # 0.0 is not -0.0
        node = self._known.get(key)
        if node is None:
            node = self._known[key] = Node(len(self.nodes), kind, attributes, uses, type, moves)
            self.nodes.append(node)
        return node


def reachable(roots) -> list[Node]:
    """The nodes that some uses need, each after its own operands."""
    seen, order = set(), []
    stack = [(use.node, False) for use in reversed(list(roots))]
    while stack:
        node, ready = stack.pop()
        if ready:
            order.append(node)
        elif node not in seen:
            seen.add(node)
            stack.append((node, True))
            stack += [(use.node, False) for use in reversed(node.uses) if use.node not in seen]
    return order
