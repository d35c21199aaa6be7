"""Positions: where all the pixels of a picture are, row by row."""

from __future__ import annotations

from .position import Position


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
