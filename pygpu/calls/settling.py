"""Steps until something holds: filter.iterate(n, picture, until=...). Hides how often that is asked.

The pictures before and after a step are asked for one truth, which is all that comes back from the device. To wait for it
takes as long as a few small steps, so it is asked for after every eighth.
"""

from __future__ import annotations

from functools import cache

from ..errors import ArgumentError
from ..language import Array, Image, Volume

STEPS = 8        # from one question to the next
STILL = "still"  # nothing changes any more: then it has not since, whenever that was


KINDS = {1: Array, 2: Image, 3: Volume}


def is_still(before, after):
    return all(before(q) == after(q) for q in before.positions)


def question(until, compile, pictures):
    """The filter that is asked, of a function or "still"; None where nothing is."""
    if isinstance(until, str) and until == STILL:
        return whether_still(compile, pictures[0].dimensions if pictures else 2)
    if until is not None and not callable(until):
        raise ArgumentError(f'until={until!r}: it is "still" (nothing changes any more), or a function of the pictures '
                            "before and after a step, until=lambda before=Image, after=Image: ...")
    return until if until is None else compile(until)


@cache
def whether_still(compile, dimensions: int):
    """One filter for all iterations, so that it is built once."""
    return compile(is_still, before=KINDS[dimensions], after=KINDS[dimensions])


def holds(asked, times: tuple[int, int], before, after) -> bool:
    """Whether no further step is to be taken; `times` are the steps that were, and those that are left."""
    taken, left = times
    return asked is not None and left > 0 and taken % STEPS == 0 and bool(asked(*before, *after))
