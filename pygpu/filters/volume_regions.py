"""What hangs together in volumes, and where water would gather: label, watershed. As the filters of pictures of these names
(regions.py, basins.py), with planes besides rows.
"""

from functools import cache

import numpy

from pygpu import ArgumentError, Array, Position, Vec4, Volume

from .basins import ALWAYS, NEVER, first_of, whole_numbers
from .channels import luma
from .regions import NONE, in_a_line, is_black, pair
from .settled import InSteps, Settled, compiled, settled
from .volume_axes import AXES

ROWS = {1: (((0, 1, 0), False), ((0, 0, 1), False)),  # rows before, and whether voxels of them touch at corners, too
        2: (((0, 1, 0), True), ((0, 0, 1), True), ((0, 1, 1), False), ((0, -1, 1), False)),
        3: (((0, 1, 0), True), ((0, 0, 1), True), ((0, 1, 1), True), ((0, -1, 1), True))}


@InSteps
def label(vol=Volume, connectivity=1):
    """What isn't black and hangs together has a number, in the order of first voxels: 1, 2, 3... in whole numbers; the rest
    is 0 (scipy.ndimage.label).

    With `connectivity` 2 voxels touch at edges, too, with 3 at corners. How many there are is the largest number.
    """
    if connectivity not in ROWS:
        raise ValueError(f"connectivity={connectivity!r}: it is 1, voxels touch at sides, 2, at edges, or 3, at corners")
    runs = compiled(in_runs_of_rows)(vol, dtype="int32")
    least = in_a_line(compiled(touching, rows=ROWS[connectivity]).joined(runs))
    return compiled(painted)(runs, least, compiled(numbered)(in_a_line(runs), least, dtype="int32"), dtype="int32")


@Settled
def watershed(vol=Volume, markers=Volume):
    """The basins of a volume, whose values are heights: each voxel has the number of the marker from which water comes to
    it first; markers are whole numbers, 0 where there is none (skimage.segmentation.watershed; its way of going over flat
    ground, where several basins are equally near, is another).

    Voxels touch at their sides.
    """
    heights, markers = vol if hasattr(vol, "numpy") else numpy.asarray(vol), whole_numbers(markers)
    if heights.shape != markers.shape:
        raise ArgumentError(f"watershed() of a volume of {heights.shape} with markers of {markers.shape}: a marker for each "
                            "voxel, 0 where there is none")
    state = settled(flooded, compiled(springs)(heights, markers, dtype="float32"))
    return compiled(basin)(state, dtype="int32")


# --- what hangs together ---------------------------------------------------------------------------------------------

def in_runs_of_rows(vol=Volume, p=Position):
    """The number of the first voxel of each run of a row."""
    own = lambda q: (q.z * vol.height + q.y) * vol.width + q.x
    first = cache(lambda q: NONE if is_black(vol(q)) else min(first(q - (1, 0, 0)), own(q)) if q.x > 0 else own(q))
    return first(p)


def touching(runs=Volume(border="constant", fill=NONE), p=Position, rows=()):
    """For each row before, the numbers of two runs at the first place where they touch."""
    pairs = []
    for row, corners in rows:
        pairs += pair(runs, p, (1, 0, 0), row, corners)
    return tuple(pairs)


def numbered(runs=Array, least=Array, p=Position):
    """How many first voxels of what hangs together there are up to each voxel."""
    count = cache(lambda q: int(runs(q) == least(q)) + (count(q - 1) if q.x > 0 else 0))
    return count(p)


def painted(runs=Volume, least=Array, numbers=Array, p=Position):
    return numbers[least[runs(p)]] if runs(p) != NONE else 0


# --- where water gathers ---------------------------------------------------------------------------------------------

def springs(vol=Volume, markers=Volume, p=Position):
    """Height; the height that water has to reach, and its steps there; whose water it is."""
    number = markers(p)
    return Vec4(luma(vol(p)), ALWAYS if number > 0 else NEVER, -1.0, number)


def flooded(vol=Volume, p=Position):
    state = vol
    for axis, step in enumerate(AXES):
        state = forth_and_back(state, step, axis, vol.size[axis] - 1)
    return state(p)


def forth_and_back(state, step, axis, last):
    forth = cache(lambda q: first_of(state(q), forth(q - step)) if q[axis] > 0 else state(q))
    back = cache(lambda q: first_of(forth(q), back(q + step)) if q[axis] < last else forth(q))
    return back


def basin(vol=Volume, p=Position):
    return int(vol(p).w)
