"""What hangs together: label, hysteresis. A pixel is told by its run, what lies side by side in a row; runs have numbers in
reading order. What hangs together takes the least of its numbers, and the run that has it is its first one.
"""

from functools import cache, partial

import numpy

from pygpu import Array, Float, Image, Int, Position

from . import bits
from .bits import FAINT, STRONG, in_a_line, is_black
from .channels import luma
from .settled import InSteps, compiled

NONE = 0x7fffffff  # of what is black


@InSteps
def label(im=Image, connectivity=1):
    """What isn't black and hangs together has a number, in the order of first pixels: 1, 2, 3... in whole numbers; the rest
    is 0 (scipy.ndimage.label; skimage.measure.label of a mask, where the usual `connectivity` is 2).

    With `connectivity` 2 corners touch, too. How many there are is the largest number, int(np.max(labels)).
    """
    if connectivity not in (1, 2):
        raise ValueError(f"connectivity={connectivity!r}: it is 1, pixels touch at their sides, or 2, at corners, too")
    size, corners = size_of(im), connectivity == 2
    if is_near(im):
        runs, count = bits.runs_of(compiled(bits.runs)(im, size=bits.words_for(size), dtype="int32"))
        least = compiled(bits.touching, corners=corners).joined(*runs, among=count)
        return compiled(bits.painted)(*runs, compiled(numbered)(least), size=size)
    runs, count = in_runs_of_rows(im)
    least = compiled(touching, corners=corners).joined(runs, among=count)
    return compiled(painted)(runs, compiled(numbered)(least))


@InSteps
def hysteresis(im=Image, low: Float = 0.1, high: Float = 0.2, connectivity=1):
    """A mask of what is lighter than `low` and hangs together with something lighter than `high`
    (skimage.filters.apply_hysteresis_threshold). With `connectivity` 2 corners touch, too."""
    return reaching(partial(compiled(marked), im, low, high), is_near(im), connectivity == 2)


def reaching(marked, near, corners):
    """A mask of what is strong, and of what is faint and hangs together with it: with one number more than there are runs,
    which all that is strong is joined with."""
    if near:
        marks = marked(dtype="uint8")
        size = size_of(marks)
        (*runs, strong), count = bits.runs_of(compiled(bits.runs_of_both)(marks, size=bits.words_for(size), dtype="int32"))
        joins = compiled(bits.touching_or_strong, corners=corners)
        least = joins.joined(*runs, strong, count, among=count + 1)
        return compiled(bits.is_with_the_strong)(*runs, least, count, size=size)
    marks = marked(dtype="int32")
    runs, count = in_runs_of_rows(marks)
    least = compiled(touching_or_strong, corners=corners).joined(runs, marks, count, among=count + 1)
    return compiled(is_with_the_strong)(runs, least, count)


def is_near(im):
    """Whether what is computed of a picture is where the host is."""
    return not hasattr(im, "shaped") or im.device.zero_copy


def size_of(marks):
    return marks.size if hasattr(marks, "shaped") else numpy.shape(marks)[1::-1]


def marked(im=Image, p=Position, low=Float, high=Float):
    light = luma(im(p))
    return STRONG if light > high else FAINT if light > low else 0


def touching_or_strong(runs=Image(border="constant", fill=NONE), marks=Image(border="constant"), p=Position, strong=Int,
                       corners=False):
    begins = marks(p) == STRONG != marks(p - (1, 0))
    return *pair(runs, p, (1, 0), (0, 1), corners), runs(p) if begins else 0, strong if begins else 0


def is_with_the_strong(runs=Image, least=Array, p=Position, strong=Int):
    return runs(p) != NONE and least[runs(p)] == least[strong]


def in_runs_of_rows(im):
    """The number of each pixel's run, and how many there are; or may be, where that would have to be waited for."""
    width, height = size_of(im)
    rows = compiled(up_to_rows)(im, size=(1, height), dtype="int32")
    is_far = hasattr(rows, "shaped") and not rows.device.zero_copy
    count = (width + 1) // 2 * height if is_far else max(int(numpy.asarray(rows)[-1, 0]), 1)
    return compiled(of_rows)(im, in_a_line(rows), dtype="int32"), count


def up_to_rows(im=Image, p=Position):
    """How many runs have begun when a row ends."""
    rows = cache(lambda q: sum(begins(im, Position(x, q.y)) for x in range(im.width)) + (rows(q - (0, 1)) if q.y > 0 else 0))
    return rows(p)


def of_rows(im=Image, rows=Array, p=Position):
    count = cache(lambda q: begins(im, q) + (count(q - (1, 0)) if q.x > 0 else rows[q.y - 1] if q.y > 0 else 0))
    return NONE if is_black(im(p)) else count(p) - 1


def begins(im, q):
    return int(not is_black(im(q)) and (q.x == 0 or is_black(im(q - (1, 0)))))


def touching(runs=Image(border="constant", fill=NONE), p=Position, corners=False):
    return pair(runs, p, (1, 0), (0, 1), corners)


def pair(runs, p, left, row, corners):
    """The numbers of two runs, of a pixel's row and of one before, at the first place where they touch."""
    here, above, before, aslant = runs(p), runs(p - row), runs(p - left), runs(p - row - left)
    if here != NONE:
        if above != NONE and (before == NONE or aslant == NONE):
            return here, above
        if corners and above == NONE and aslant != NONE and before == NONE:
            return here, aslant
    elif corners and before != NONE and above != NONE and aslant == NONE:
        return before, above
    return 0, 0


def numbered(least=Array, p=Position):
    """How many first runs of what hangs together there are up to the first one of each run's."""
    count = cache(lambda q: int(least(q) == q.x) + (count(q - 1) if q.x > 0 else 0))
    return count(Position(min(max(least(p), 0), len(least) - 1)))


def painted(runs=Image, numbers=Array, p=Position):
    return numbers[runs(p)] if runs(p) != NONE else 0
