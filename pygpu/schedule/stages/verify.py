"""Checks that stages are what they should be, whatever found them or wrote them anew.

  1. A node holds what its kind declares, takes as many uses, and of types that give its own.
  2. It comes after what it is made of. It changes along an axis where its kind says so or one of its uses does, and a use
     has a place on just those axes along which its node changes. The first place on each axis is the origin.
  3. Terms are put together by add, min or max; each has a weight, which is 1 for all but sums.
  4. A run is of neighbours on a line, a spectrum of many places of one node, a loop over pixels of a whole rectangle, column
     by column; the columns of a loop's tables are as long as it has turns.
  5. What is different in each turn is asked for only within its loop; a branch or loop of the filter's, at its pixel alone.
"""

from __future__ import annotations

from ...ir import FLOAT, LEVELS, OpKind
from ...ir.ops import ADD, MAX, MIN
from .kinds import MOVED, OPAQUE, READ, WEIGHT, taps
from .stages import Stages, ends_a_loop
from .web import Kind, Node, Reduce, Use, Way


class InvalidStages(AssertionError):
    """Stages that break one of the rules: a bug in PyGPU, never in the user's filter."""


def verify(found: Stages) -> Stages:
    """The stages themselves, if they are valid."""
    _Verifier(found).all()
    return found


class _Verifier:
    def __init__(self, found: Stages):
        self.found = found
        self.node: Node | None = None

    def check(self, fine: bool, problem: str) -> None:
        if not fine:
            raise InvalidStages(f"{self.node!r}: {problem}\n\n{self.found}")

    def all(self) -> None:
        known: set[Node] = set()
        for node in self.found.order:
            self.node = node
            self.check(all(use.node in known for use in node.operands), "comes before what it is made of")
            known.add(node)
            self.kind(node)
            self.places(node)
            if isinstance(node.attributes, Reduce):
                self.reduce(node, node.attributes)
            self.loop(node)
            if node.kind is OPAQUE:
                self.check(self.found.needs[node] == {(0, 0)}, "is asked for elsewhere than at the pixel")
        self.node = None
        for use in self.found.roots:
            self.check(use.node in known, f"{use} is not among the nodes")
            self.check(use.node not in self.found.loops or ends_a_loop(use.node), f"{use} is only known within a loop")

    def kind(self, node: Node) -> None:
        kind, types = node.kind, tuple(use.node.type for use in node.uses)
        if isinstance(kind, OpKind):
            self.check(len(types) == kind.arity, f"takes {kind.arity} operands")
            self.check(kind.rule(types, dict(node.attributes)) is node.type, f"gives no {node.type}")
            return
        self.check(kind.takes in (-1, len(types)), f"takes {kind.takes} uses")
        self.check(len(node.attributes) == len(kind.holds)
                   and all(isinstance(*pair) for pair in zip(node.attributes, kind.holds)), f"holds {node.attributes}")

    def places(self, node: Node) -> None:
        for axis in (0, 1):
            at = [use[1 + axis] for use in node.uses]
            self.check(all((place is not None) == use.node.moves[axis] for place, use in zip(at, node.uses)),
                       "takes something at a place that has none, or nowhere")
            placed = [place for place in at if place is not None]
            own = node.kind.moves if isinstance(node.kind, Kind) else None
            self.check(node.moves[axis] == (bool(placed) if own is None else own[axis]), "changes as its uses don't")
            self.check(not placed or placed[0] == 0, "has no use at its origin")

    def reduce(self, node: Node, total: Reduce) -> None:
        self.check(node.type is FLOAT and total.op is ADD or node.type in LEVELS and total.op in (MIN, MAX),
                   f"puts together by {total.op}")
        self.check(len(total.weights) == len(node.uses) > 0, "has another number of weights than of terms")
        self.check(total.op is ADD or set(total.weights) == {1.0}, "weighs what is least or greatest")
        self.check(total.start is not None or total.op is not ADD, "begins with its first term, as no sum does")
        uses = node.uses
        one = len({use.node for use in uses}) == 1 and all(uses[0].node.moves)
        if total.turns is not None:
            columns = [*total.turns.places, *total.turns.weights]
            self.check(total.way is Way.LOOP and len(uses) == 1, "has turns and is no loop over one term")
            self.check({len(column) for column in columns} <= {total.turns.count}, "has tables of another length")
        elif total.way is Way.LOOP:
            self.check(one and uses[0].node.kind is READ and self.is_rectangle(node), "loops over no rectangle of pixels")
        elif total.way is Way.RUN:
            lines = [tuple(Use(uses[0].node, *((i, 0), (0, i))[axis]) for i in range(len(uses))) for axis in (0, 1)]
            self.check(one and uses in lines, "is a run of what are no neighbours")
        elif total.way is Way.SPECTRUM:
            self.check(one and total.op is ADD and len({*uses}) == len(uses), "is no sum over places of one node")

    def is_rectangle(self, node: Node) -> bool:
        made = taps(node)
        return [use[1:] for use in node.uses] == [(x, y) for x in range(made.width) for y in range(made.height)]

    def loop(self, node: Node) -> None:
        around = {self.found.loops[use.node] for use in node.operands
                  if use.node in self.found.loops and not ends_a_loop(use.node)}
        if node.kind in (MOVED, WEIGHT):
            around.add(node.attributes[-2])
        self.check(len(around) <= 1, "is in two loops")
        if ends_a_loop(node):
            self.check(around == {node.attributes.turns}, "ends a loop in which its term is not")
