"""Position: where a pixel is. x counts to the right, y down, and pixel centres are at whole numbers.

The system supplies the position of the pixel being computed, with whole x and y. Moving it by whole numbers names
other pixels; scaling, rotating or dividing it names places between them, where images are sampled.
"""

from __future__ import annotations

from .vectors import Vec2


class Position(Vec2):
    """A Vec2 that says where: p.x, p.y, p + (dx, dy), p - q, p * s, x, y = p. What is computed with it is one, too.

    Examples
    --------
    >>> Position(3, 4) + (1, 0)
    Position(4, 4)
    """

    __slots__ = ()
