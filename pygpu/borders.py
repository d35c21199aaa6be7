"""What an image is beyond its edge: each rule declared once, with its arithmetic and what follows from it.

    clamp     aa abcd dd        the edge goes on
    mirror    cb abcd cb        mirrored at the centre of the edge pixel
    reflect   ba abcd dc        mirrored at the outer side of the edge pixel
    wrap      cd abcd ab        the image repeats
    constant  kk abcd kk        `fill`

Two that no picture of a user's has: what is kept of a function may go on beyond its ends as it does at every so many places
(`repeating`), with 3 `abcabc abcdefg efgefg`. And pixels of several channels in one row are mirrored as a whole
(`by_pixel`): with 3 reflected, `defabc abcdef defabc`.

A rule maps any whole index, however far outside, to one inside an image of any size from 1, in arithmetic without branches:
of Python's numbers, of NumPy's arrays, of values of a graph, and traced. Who reads pixels, cuts pictures or asks how far
something reaches looks here; how a kernel's language says it is its dialect's business (opencl/machine.py).
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any, NamedTuple

Pick = Callable[[Any, Any], Any]


def clamp(i: Any, n: Any, least: Pick = min, greatest: Pick = max) -> Any:
    return least(greatest(i, 0), n - 1)


def mirror(i: Any, n: Any, least: Pick = min, greatest: Pick = max) -> Any:
    period = greatest(2 * n - 2, 1)  # one pixel mirrors itself: any period that is not 0 serves
    i = i % period
    return least(i, period - i)


def reflect(i: Any, n: Any, least: Pick = min, greatest: Pick = max) -> Any:
    i = i % (2 * n)
    return least(i, 2 * n - 1 - i)


def wrap(i: Any, n: Any, least: Pick = min, greatest: Pick = max) -> Any:
    return i % n


class Border(NamedTuple):
    """`place(i, n)`: where index i lies in an image of n pixels."""

    place: Callable[..., Any]
    open: bool = False       # nothing is there but a fill: `place` names a pixel that exists, for who reads before he looks
    ends: bool = False       # nothing changes any more, however far one goes beyond the edge
    near: bool = True        # made of what lies just inside the edge
    fold: int | None = None  # reads go back inside: as far from the edge as they went beyond, less so many pixels
    step: int = 0            # the first so many places come again and again, and the last ones,
    of: str = ""             # or so many together go by this rule


BORDERS = {
    "clamp": Border(clamp, ends=True),
    "mirror": Border(mirror, fold=0),
    "reflect": Border(reflect, fold=1),
    "wrap": Border(wrap, near=False),
    "constant": Border(clamp, open=True, ends=True),
}

AGAIN, BY = "again every ", " by "


def repeating(step: int) -> str:
    """The name of the rule by which the first `step` places come again and again before the edge, behind it the last."""
    return f"{AGAIN}{step}" if step > 1 else "clamp"


def by_pixel(border: str, count: int) -> str:
    """The name of a rule for so many places together, a pixel's channels."""
    return repeating(count) if border == "clamp" else f"{border}{BY}{count}" if BORDERS[border].fold is not None else border


@cache
def rule(name: str) -> Border:
    """What a name stands for, be it a user's or that of what is kept."""
    if BY in name:
        of, count = name.split(BY)
        return _together(of, int(count))
    return _repeated(int(name.removeprefix(AGAIN))) if name.startswith(AGAIN) else BORDERS[name]


def _together(of: str, count: int) -> Border:
    def place(i: Any, n: Any, least: Pick = min, greatest: Pick = max) -> Any:
        return count * BORDERS[of].place(i // count, n // count, least, greatest) + i % count

    return Border(place, step=count, of=of)


def _repeated(step: int) -> Border:
    def place(i: Any, n: Any, least: Pick = min, greatest: Pick = max) -> Any:
        i = i - step * least(i // step, 0) - step * greatest((i - n) // step + 1, 0)
        return least(greatest(i, 0), n - 1)  # of fewer than `step`, which nobody needs beyond their ends, any that there is

    return Border(place, near=False, step=step)
