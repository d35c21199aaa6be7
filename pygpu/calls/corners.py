"""Whether a picture is only read at places from 0 to 1, as shaders read textures: `im(p / im.size)` is a corner of it, since
places are counted in pixels.

The sizes themselves are not known to a graph; but a coordinate is from 0 to 1 times a size, so that one over a size is from
0 to 1.
"""

from __future__ import annotations

from ..ir import SIDES, Const, Graph, Op, Value, every_op, image_of
from ..ir.graph import made_by

FEW = 8      # pixels along an axis: of fewer, any place may be meant
DEEP = 60    # operations followed, one below the other
ROUNDS = ("floor", "round", "ceil", "trunc")
STEPS = ("add", "sub")

Stretch = tuple[float, float, int]


def reads_of_corners(graph: Graph, extents: list[tuple[int, ...]], whites: dict):
    """(what is said, where) of each read that never leaves the first pixel. `whites` has the images whose pixels
    are from 0 to 1."""
    sizes = {id(image): extent for image, extent in zip(graph.images, extents)}
    bounds = Bounds(graph, whites)
    for op in every_op(graph.body):
        if op.kind.name == "read" and id(image_of(op)) in sizes:
            places = [place(each) for each in op.operands[:2]]
            axes = [bounds.of(each) for each, long in zip(places, sizes[id(image_of(op))])
                    if long >= FEW and not isinstance(each, Const)]
            if axes and all(axis and -1 <= axis[0] and axis[1] <= 1 and axis[2] == 0 for axis in axes):
                name, low = image_of(op).name, "-1" if min(axis[0] for axis in axes) < 0 else "0"
                yield (f"{name} is read at places from {low} to 1, all about its first pixel: a place is counted in pixels, "
                       f"im(p) is the pixel itself, and what goes from 0 to 1 over the picture is read by "
                       f"{name}(uv * {name}.size)"), op.location


def place(index: Value) -> Value:
    """The fraction that a pixel's index was made of; of what was always a whole number a constant, as it is surely meant."""
    op = index.owner
    while isinstance(op, Op) and op.kind.name in (*STEPS, "int_of_float", *ROUNDS):
        if op.kind.name in STEPS and not (isinstance(op.operands[1], Const) and abs(op.operands[1].value) <= 1):
            break
        if op.kind.name in ROUNDS:
            added = made_by(op.operands[0], "add") or (op.operands[0],)
            nearest = isinstance(added[-1], Const) and added[-1].value == 0.5
            return added[0] if nearest else op.operands[0]
        index, op = op.operands[0], op.operands[0].owner
    return Const(index.type, 0)


class Bounds:
    """Between which multiples of a picture's size a value of the graph lies, to which power of it: (low, high, power)."""

    def __init__(self, graph: Graph, whites: dict):
        self.places, self.whites = (id(graph.x), id(graph.y)), whites
        self.found: dict[int, Stretch | None] = {}
        self.depth = 0

    def of(self, value: Value) -> Stretch | None:
        if isinstance(value, Const):
            return float(value.value or 0), float(value.value or 0), 0
        if id(value) in self.places:
            return 0.0, 1.0, 1
        if id(value) not in self.found and self.depth < DEEP:
            self.depth += 1
            self.found[id(value)] = self.find(value)
            self.depth -= 1
        return self.found.get(id(value))

    def find(self, value: Value) -> Stretch | None:
        op = value.owner
        if not isinstance(op, Op) or op.blocks:
            return None
        name, operands = op.kind.name, op.operands
        if name in SIDES:
            return 1.0, 1.0, 1
        if name == "read":
            return (0.0, 1.0, 0) if id(image_of(op)) in self.whites else None
        if name in ("sin", "cos"):
            return -1.0, 1.0, 0
        if name == "sub" and made_by(operands[1], "floor") == (operands[0],):
            return 0.0, 1.0, 0
        known = [self.of(each) for each in (operands[1:] if name == "select" else operands)]
        of = [each for each in known if each is not None]
        return combined(name, of) if of and len(of) == len(known) else None


def combined(name: str, of: list[Stretch]) -> Stretch | None:
    """Interval arithmetic. Beside a multiple of the size a constant is nothing."""
    (a, b, i), (c, d, k) = of[0], of[-1]
    if name == "mul":
        return min(a * c, a * d, b * c, b * d), max(a * c, a * d, b * c, b * d), i + k
    if name == "div" and c == d > 0:
        return a / c, b / c, i - k
    if name == "mod" and c == d > 0 == i == k:
        return 0.0, c, 0
    if name in ("add", "sub"):
        (a, b), (c, d) = (a, b) if i >= k else (0.0, 0.0), (c, d) if k >= i else (0.0, 0.0)
        return (a + c, b + d, max(i, k)) if name == "add" else (a - d, b - c, max(i, k))
    if name in ("min", "max", "select") and i == k:
        return (max if name == "max" else min)(a, c), (min if name == "min" else max)(b, d), i
    if name == "abs":
        return max(a, -b, 0.0), max(-a, b), i
    if name == "neg":
        return -b, -a, i
    return of[0] if name == "float_of_int" else None
