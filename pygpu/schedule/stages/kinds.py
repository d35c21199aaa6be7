"""Every kind of node, each declared once: what it holds, how NumPy evaluates it, what it costs, which pixels it reads.

An operation of the graph is a kind of node as it stands in ir/ops.py. Besides there are what an expression ends in (CONST,
SCALAR, SIZE, X, Y, READ, OPAQUE), pixels where data leads (GATHER), what is put together (REDUCE), and what is different in
each turn of a loop (MOVED, WEIGHT). The planner, the verifier, the evaluator and the printer read these declarations.
"""

from __future__ import annotations

from typing import NamedTuple

from ...ir import DTYPES, FLOAT, Array, ImageParam, Op, OpKind, ScalarParam
from ...ir.ops import ADD
from ..target import COMMON
from .web import Kind, Node, Reached, Reduce, Roll, Sight, Way

KINDS: dict[str, Kind] = {}


def _declared(kind: Kind) -> Kind:
    KINDS[kind.name] = kind
    return kind


STILL = (False, False)
ALL_OVER = (True, True)


# --- what an expression ends in --------------------------------------------------------------------------------------

CONST = _declared(Kind("const", (object,), 0, lambda sight, node, dx, dy: DTYPES[node.type](node.attributes[0]), STILL,
                       literal=True))
SCALAR = _declared(Kind("scalar", (ScalarParam,), 0, lambda sight, node, dx, dy: sight.number(node.attributes[0]), STILL))
SIZE = _declared(Kind("size", (ImageParam, str), 0, lambda sight, node, dx, dy: sight.size(*node.attributes), STILL))
X = _declared(Kind("x", (), 0, lambda sight, node, dx, dy: sight.x + dx, (True, False)))
Y = _declared(Kind("y", (), 0, lambda sight, node, dx, dy: sight.y + dy, (False, True)))
OPAQUE = _declared(Kind("opaque", (Op, int), 0, lambda sight, node, dx, dy: sight.given(*node.attributes), ALL_OVER,
                        computed=True))


def _read(sight: Sight, node: Node, dx: int, dy: int) -> Array:
    return sight.read(node.attributes[0], node.attributes[1], sight.x + dx, sight.y + dy)


def _gathered(sight: Sight, node: Node, dx: int, dy: int) -> Array:
    image, channel = node.attributes
    x, y = [sight.value(use, dx, dy) for use in node.uses]
    return sight.read(image, channel, x, y)


READ = _declared(Kind("read", (ImageParam, int), 0, _read, ALL_OVER,
                      cost=lambda node: 1.0 if node.attributes[0].pixel.channels == 1 else COMMON.interleaved,
                      reads=lambda node: Reached(node.attributes[0], node.attributes[1], ((0, 0),))))
GATHER = _declared(Kind("gather", (ImageParam, int), 2, _gathered, cost=lambda node: COMMON.gather, computed=True))


# --- what is different in each turn of a loop ------------------------------------------------------------------------

def _moved(sight: Sight, node: Node, dx: int, dy: int) -> Array:
    image, channel, roll, column = node.attributes
    across, down = roll.places[column][sight.turn(roll)]
    return sight.read(image, channel, sight.x + dx + across, sight.y + dy + down)


def _weight(sight: Sight, node: Node, dx: int, dy: int) -> Array:
    roll, column = node.attributes
    return DTYPES[node.type](roll.weights[column][sight.turn(roll)])


def _moves(node: Node) -> Reached:
    image, channel, roll, column = node.attributes
    return Reached(image, channel, roll.places[column])


MOVED = _declared(Kind("moved", (object, int, Roll, int), 0, _moved, ALL_OVER, cost=lambda node: 1.0,
                       reads=_moves))
WEIGHT = _declared(Kind("weight", (Roll, int), 0, _weight, STILL))


# --- what is put together --------------------------------------------------------------------------------------------

def _reduced(sight: Sight, node: Node, dx: int, dy: int) -> Array:
    op, weights, start, _, turns = node.attributes
    number = DTYPES[node.type]
    total = None if start is None or op is ADD else number(start)
    for inner in sight.turned(turns) if turns else (sight,):
        for weight, use in zip(weights, node.uses):
            term = inner.value(use, dx, dy)
            if weight != 1.0:
                term = term * number(weight)
            total = term if total is None else op.evaluate(total, term)
    return total + number(start) if op is ADD and start else total


def _additions(node: Node) -> float:
    if node.attributes.turns:
        return 1.0  # in each turn
    if node.way is Way.LOOP:
        return float(len(node.uses))
    return max(1, len(node.uses) - 1 + bool(node.attributes.op is ADD and node.attributes.start))


def _corners(node: Node) -> Reached | None:
    if not goes_over_pixels(node):
        return None
    made = taps(node)
    return Reached(made.image, made.channel, ((0, 0), (made.width - 1, made.height - 1)))


REDUCE = _declared(Kind("reduce", (OpKind, tuple, object, Way, object), -1, _reduced, cost=_additions, reads=_corners,
                        computed=True))


class Taps(NamedTuple):
    """A loop over the pixels of a rectangle, with a weight for each, column by column."""

    image: ImageParam
    channel: int
    width: int
    height: int
    weights: tuple[float, ...]

    @property
    def even(self) -> bool:
        """Whether it is a line of one weight."""
        return min(self.width, self.height) == 1 and len({*self.weights}) == 1

    @property
    def large(self) -> bool:
        """Whether it reads so many rows that a copy of them, near the processor, pays."""
        return self.width * self.height >= COMMON.loop_always


def goes_over_pixels(node: Node) -> bool:
    """Whether it is a loop that reads its terms itself."""
    return bool(node.uses) and not node.operands


def taps(node: Node) -> Taps:
    """What such a loop goes over: its uses are READs, from a corner to the one across."""
    (image, channel), last = node.uses[0].node.attributes, node.uses[-1]
    return Taps(image, channel, (last.dx or 0) + 1, (last.dy or 0) + 1, node.attributes.weights)


def is_sum(node: Node) -> bool:
    """Whether it is a weighted sum that is written out, as all are that nobody has found a better way for."""
    return node.way is Way.WRITTEN and node.attributes.op is ADD


def summed(weights: tuple[float, ...], constant: float = 0.0, way: Way = Way.WRITTEN) -> Reduce:
    """The attributes of a weighted sum."""
    return Reduce(ADD, weights, constant, way)


def cost(node: Node) -> float:
    """One evaluation of a node, in additions."""
    return node.kind.cost(node) if isinstance(node.kind, Kind) else node.kind.cost


def computed(node: Node) -> bool:
    """Whether there is anything to compute: a pixel that is read, and a number, are there."""
    return not isinstance(node.kind, Kind) or node.kind.computed


def reached(node: Node) -> Reached | None:
    """The pixels that a node reads by itself, those at the corners of a rectangle for all in it."""
    return node.kind.reads(node) if isinstance(node.kind, Kind) and node.kind.reads else None


def is_down(run: Node) -> bool:
    """Whether the neighbours of a run lie one above the other, not side by side."""
    return run.uses[0].dy != run.uses[-1].dy


def of_fractions(node: Node) -> bool:
    """Whether a whole number is made of fractions that are read, and of no place: pixels beside one another seldom have
    such as follow one another."""
    found, waiting, seen = False, [node], set[Node]()
    while waiting:
        node = waiting.pop()
        if node.kind is X:
            return False
        found = found or node.kind is READ and node.type is FLOAT
        if node not in seen and node.kind is not GATHER:
            waiting += [use.node for use in node.uses]
        seen.add(node)
    return found
