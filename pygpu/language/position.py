"""Position: where a pixel is. x counts to the right, y down, z from plane to plane, and centres are at whole numbers.

The system supplies the position of the pixel being computed, with whole coordinates: x and y in a picture, x alone in an
array of one dimension, x, y and z in a volume. Moving it by whole numbers names other pixels; scaling, rotating or
dividing it names places between them, where images are sampled.
"""

from __future__ import annotations

from .vectors import Vec2, Vec3, Vector, spread


class Position(Vec2):
    """A Vec2 that says where: p.x, p.y, p + (dx, dy), p - q, p * s, x, y = p. What is computed from one is a Position, too.

    In an array of one dimension there is only p.x, in a volume there is p.z as well: Position(3), Position(3, 4, 5).

    Examples
    --------
    >>> Position(3, 4) + (1, 0)
    Position(4, 4)
    >>> Position(3, 4, 5) + (0, 0, 1)
    Position(3, 4, 6)
    """

    __slots__ = ()

    def __new__(cls, *parts):
        found = POSITIONS.get(len(parts), Position)
        if cls is Position and found is not Position:
            return found(*parts)
        return object.__new__(cls)


class Position1(Vector):
    """Where a number is in an array of one dimension."""

    __slots__ = ("x",)

    def __init__(self, x):
        self.x = x

    def __len__(self):
        return 1

    def parts(self):
        return (self.x,)

    def apply(self, operation):
        return Position1(operation(self.x))

    def combine(self, operation, other):
        theirs = spread(other, 1)
        if theirs is None:
            return NotImplemented
        return Position1(operation(self.x, theirs[0]))

    def total(self):
        return self.x

    def every(self):
        return self.x

    def __repr__(self):
        return f"Position({self.x!r})"


class Position3(Vec3):
    """Where a number is in a volume."""

    __slots__ = ()

    def __repr__(self):
        return f"Position({self.x!r}, {self.y!r}, {self.z!r})"


POSITIONS = {1: Position1, 2: Position, 3: Position3}  # by the number of coordinates
PLACES = tuple(POSITIONS.values())
