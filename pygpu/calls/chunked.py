"""Pictures in chunks: dask arrays, and xarray's over them. Hides how a chunk of the result is made of chunks.

Each chunk of the result asks for just the pixels that it needs, which the filter itself knows: no depth is given, and
chunks may be smaller than the reach. The result is bit for bit that of the whole picture, however it is cut.
"""

from __future__ import annotations

import sys

import numpy as np

from ..errors import ArgumentError
from ..runtime import ingest
from ..runtime.libraries import is_labelled, labelled
from .options import PLAIN
from .parts import Parts, Region

KEPT = 64
_here: dict = {}


def is_chunked(image) -> bool:
    return hasattr(image, "__dask_graph__") and image.__dask_graph__() is not None


def delayed(filter, images, scalars, size=None, dtype=None, mode=None, options=PLAIN) -> tuple:
    """Each result as an array that is computed when it is asked for, chunk by chunk."""
    import dask
    import dask.array as da

    first = next(image for image in images if is_chunked(image))
    arrays = [image.data if is_labelled(image) else image for image in images]
    arrays = [image if is_chunked(image) else da.from_array(as_host_array(image)) for image in arrays]
    for image in arrays:
        if any(np.isnan(length) for length in image.shape):
            raise ArgumentError("a dask array whose chunks have no known size: call its compute_chunk_sizes() first")
    probes = [Probe(image) for image in arrays]
    parts = Parts(filter, probes, scalars, size, dtype, mode, options)
    rows, columns = chunks_of(arrays[0], parts.size)
    block = dask.delayed(computed, pure=True)
    grids = [[] for _ in parts.outputs]
    top = 0
    for height in rows:
        lines, left = [[] for _ in parts.outputs], 0
        for width in columns:
            region = Region(left, top, left + width, top + height)
            boxes = parts.cut_for(region).boxes
            cut = [image[box.top:box.bottom, box.left:box.right] for image, box in zip(arrays, boxes)]
            made = block(filter, [Piece(box, image.shape) for box, image in zip(boxes, arrays)], cut, scalars, region,
                         parts.size, dtype, mode, options)
            for number, (form, line) in enumerate(zip(parts.outputs, lines)):
                shape = (height, width, form.channels)[:2 + (form.channels > 1)]
                line.append(da.from_delayed(made[number], shape, parts.types[number], name=None))
            left += width
        for grid, line in zip(grids, lines):
            grid.append(da.concatenate(line, axis=1))
        top += height
    results = [da.concatenate(grid, axis=0) for grid in grids]
    return tuple([labelled(result, first) if is_labelled(first) else result for result in results])


def computed(filter, pieces, cut, scalars, region, size, dtype, mode, options) -> list[np.ndarray]:
    """A chunk of each result (in a worker)."""
    images = [Part(piece, np.asarray(part)) for piece, part in zip(pieces, cut)]
    if len(_here) > KEPT:
        _here.clear()
    filter = _here.setdefault(filter, filter)  # each chunk may bring one along: the first has been compiled
    parts = Parts(filter, images, scalars, size, dtype, mode, options)
    return list(parts.emitted(parts.arrays(region)))


def chunks_of(array, size: tuple[int, int]):
    """The result's chunks: those of the first image where it is as large."""
    if (array.shape[1], array.shape[0]) == size:
        return array.chunks[:2]
    width, height = size
    return [[min(step, length - at) for at in range(0, length, step)] for step, length in (
        (max(array.chunks[0]), height), (max(array.chunks[1]), width))]


def as_host_array(image) -> np.ndarray:
    return np.asarray(ingest(image).array if not hasattr(image, "shape") else image)


class Probe:
    """A picture of which only its shape and type are known yet."""

    def __init__(self, array):
        self.shape, self.dtype = tuple(map(int, array.shape)), array.dtype

    def __getitem__(self, key):
        rows, columns = key
        return np.zeros((rows.stop - rows.start, columns.stop - columns.start, *self.shape[2:]), self.dtype)


class Piece:
    """Which part of a picture came along, and how large all of it is."""

    def __init__(self, box: Region, shape):
        self.box, self.shape = box, tuple(map(int, shape))


class Part:
    """A picture of which one part is there."""

    def __init__(self, piece: Piece, array: np.ndarray):
        self.box, self.shape, self.array, self.dtype = piece.box, piece.shape, array, array.dtype

    def __getitem__(self, key):
        rows, columns = key
        if (rows.stop, columns.stop) == (1, 1):  # a probe: any pixel of it is one
            return self.array[:1, :1]
        return self.array[rows.start - self.box.top:rows.stop - self.box.top,
                          columns.start - self.box.left:columns.stop - self.box.left]


def wanted(images) -> bool:
    return "dask" in sys.modules and any(map(is_chunked, images))
