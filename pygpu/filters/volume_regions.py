"""What hangs together in volumes, and where water would gather: label, hysteresis, watershed. As the filters of pictures of
these names (regions.py, basins.py), with planes besides rows.
"""

from functools import cache

import numpy

from pygpu import ArgumentError, Array, Float, Int, Position, Volume

from .basins import basins, forth_and_back, source, spring, whole_numbers
from .channels import luma
from .regions import FAINT, NONE, STRONG, in_a_line, is_black, numbered, pair
from .settled import InSteps, Settled, compiled

ROWS = {1: (((0, 1, 0), False), ((0, 0, 1), False)),  # rows before, and whether voxels of them touch at corners, too
        2: (((0, 1, 0), True), ((0, 0, 1), True), ((0, 1, 1), False), ((0, -1, 1), False)),
        3: (((0, 1, 0), True), ((0, 0, 1), True), ((0, 1, 1), True), ((0, -1, 1), True))}


@InSteps
def label(vol=Volume, connectivity=1):
    """What isn't black and hangs together has a number, in the order of first voxels: 1, 2, 3... in whole numbers; the rest
    is 0 (scipy.ndimage.label).

    With `connectivity` 2 voxels touch at edges, too, with 3 at corners. How many there are is the largest number.
    """
    rows, (runs, count) = rows_for(connectivity), in_runs_of_rows(vol)
    least = compiled(touching, rows=rows).joined(runs, among=count)
    return compiled(painted)(runs, compiled(numbered)(least), dtype="int32")


@InSteps
def hysteresis(vol=Volume, low: Float = 0.1, high: Float = 0.2, connectivity=1):
    """A mask of what is lighter than `low` and hangs together with something lighter than `high`
    (skimage.filters.apply_hysteresis_threshold). With `connectivity` 2 voxels touch at edges, too, with 3 at corners."""
    rows, marks = rows_for(connectivity), compiled(marked)(vol, low, high, dtype="int32")
    runs, count = in_runs_of_rows(marks)
    least = compiled(touching_or_strong, rows=rows).joined(runs, marks, count, among=count + 1)
    return compiled(is_with_the_strong)(runs, least, count)


@Settled
def watershed(vol=Volume, markers=Volume):
    """The basins of a volume, whose values are heights: each voxel has the number of the marker from which water comes to
    it first, the least of several; markers are whole numbers, 0 where there is none (skimage.segmentation.watershed; its way
    of going over flat ground, where several basins are equally near, is another).

    Voxels touch at their sides.
    """
    heights, markers = vol if hasattr(vol, "numpy") else numpy.asarray(vol), whole_numbers(markers)
    if heights.shape != markers.shape:
        raise ArgumentError(f"watershed() of a volume of {heights.shape} with markers of {markers.shape}: a marker for each "
                            "voxel, 0 where there is none")
    return basins(heights, markers, compiled(springs), flooded, compiled(sources))


# --- what hangs together ---------------------------------------------------------------------------------------------

def rows_for(connectivity):
    if connectivity not in ROWS:
        raise ValueError(f"connectivity={connectivity!r}: it is 1, voxels touch at sides, 2, at edges, or 3, at corners")
    return ROWS[connectivity]


def in_runs_of_rows(vol):
    """The number of each voxel's run, and how many there are."""
    rows = compiled(summed)(in_a_line(compiled(in_each_row)(vol, size=(1, *size_of(vol)[1:]), dtype="int32")))
    return compiled(of_rows)(vol, rows, dtype="int32"), max(int(numpy.asarray(rows)[-1]), 1)


def size_of(vol):
    return vol.size if hasattr(vol, "shaped") else numpy.shape(vol)[2::-1]


def in_each_row(vol=Volume, p=Position):
    """How many runs there are in a row."""
    return sum(begins(vol, Position(x, p.y, p.z)) for x in range(vol.width))


def summed(counts=Array, p=Position):
    total = cache(lambda q: counts(q) + (total(q - 1) if q.x > 0 else 0))
    return total(p)


def of_rows(vol=Volume, rows=Array, p=Position):
    """The number of each voxel's run."""
    before = lambda q: rows[q.z * vol.height + q.y - 1] if q.z + q.y > 0 else 0
    count = cache(lambda q: begins(vol, q) + (count(q - (1, 0, 0)) if q.x > 0 else before(q)))
    return NONE if is_black(vol(p)) else count(p) - 1


def begins(vol, q):
    return int(not is_black(vol(q)) and (q.x == 0 or is_black(vol(q - (1, 0, 0)))))


def touching(runs=Volume(border="constant", fill=NONE), p=Position, rows=()):
    """For each row before, the numbers of two runs at the first place where they touch."""
    pairs = []
    for row, corners in rows:
        pairs += pair(runs, p, (1, 0, 0), row, corners)
    return tuple(pairs)


def marked(vol=Volume, p=Position, low=Float, high=Float):
    light = luma(vol(p))
    return STRONG if light > high else FAINT if light > low else 0


def touching_or_strong(runs=Volume(border="constant", fill=NONE), marks=Volume(border="constant"), p=Position, strong=Int,
                       rows=()):
    """Besides, of each run's strong parts the beginning, and the number that all that is strong is joined with."""
    begins = marks(p) == STRONG != marks(p - (1, 0, 0))
    return *touching(runs, p, rows), runs(p) if begins else 0, strong if begins else 0


def is_with_the_strong(runs=Volume, least=Array, p=Position, strong=Int):
    return runs(p) != NONE and least[runs(p)] == least[strong]


def painted(runs=Volume, numbers=Array, p=Position):
    return numbers[runs(p)] if runs(p) != NONE else 0


# --- where water gathers ---------------------------------------------------------------------------------------------

def springs(vol=Volume, markers=Volume, p=Position):
    return spring(vol(p), markers(p))


def flooded(vol=Volume, p=Position):
    return forth_and_back(vol, vol.size)(p)


def sources(vol=Volume, p=Position):
    return source(vol, p, vol.size)
