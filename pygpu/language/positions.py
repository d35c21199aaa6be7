"""Positions: where all the pixels of a picture are, row by row; the numbers of an array, the voxels of a volume."""

from __future__ import annotations

from .position import Position, Position1, Position3


class Positions:
    """The places of a picture of so many columns and rows, in the order in which it is read: `im.positions`.

    Examples
    --------
    >>> [(q.x, q.y) for q in Positions(2, 2)]
    [(0, 0), (1, 0), (0, 1), (1, 1)]
    """

    __slots__ = ("width", "height")

    def __init__(self, width, height):
        self.width = width
        self.height = height

    def __len__(self):
        return self.width * self.height

    def __iter__(self):
        return map(self.place, range(self.width * self.height))

    def place(self, i):
        """The i-th of them, counted from 0."""
        return Position(i % self.width, i // self.width)

    def number(self, place):
        """Which of them a place is, counted from 0."""
        return place.y * self.width + place.x

    def __getitem__(self, i):
        count = self.width * self.height
        if isinstance(i, slice):
            return [self.place(each) for each in range(*i.indices(count))]
        if not -count <= i < count:
            raise IndexError("there are only as many positions as pixels")
        return self.place(i % count)

    def __contains__(self, place):
        x, y = place
        return 0 <= x < self.width and 0 <= y < self.height and x == x // 1 and y == y // 1

    def __repr__(self):
        return f"Positions({self.width}, {self.height})"


class LinePositions(Positions):
    """The places of an array of one dimension."""

    __slots__ = ()

    def __init__(self, width):
        Positions.__init__(self, width, 1)

    def place(self, i):
        return Position1(i)

    def number(self, place):
        return place.x

    def __contains__(self, place):
        (x,) = place
        return 0 <= x < self.width and x == x // 1

    def __repr__(self):
        return f"Positions({self.width})"


class VolumePositions(Positions):
    """The places of a volume: plane after plane, and row by row in each. Counted are the rows of all planes, `rows`."""

    __slots__ = ("rows", "depth")

    def __init__(self, width, height, depth):
        self.width, self.rows, self.depth = width, height, depth
        self.height = height * depth

    def place(self, i):
        row = i // self.width
        return Position3(i % self.width, row % self.rows, row // self.rows)

    def number(self, place):
        return (place.z * self.rows + place.y) * self.width + place.x

    def __contains__(self, place):
        x, y, z = place
        return (x, y) in Positions(self.width, self.rows) and 0 <= z < self.depth and z == z // 1

    def __repr__(self):
        return f"Positions({self.width}, {self.rows}, {self.depth})"


POSITIONS_OF = {1: LinePositions, 2: Positions, 3: VolumePositions}  # by the number of coordinates
