"""Pictures in chunks: dask arrays, and xarray's over them. Hides how a chunk of the result is made of chunks.

Each chunk of the result asks for just the pixels that it needs, which the filter itself knows: no depth is given, and
chunks may be smaller than the reach. The result is bit for bit that of the whole picture, however it is cut.
"""

from __future__ import annotations

import ctypes
import os
import platform
import sys
from functools import cache

import numpy as np

from ...errors import ArgumentError
from ...runtime import ingest
from ...runtime.libraries import is_labelled, labelled
from ..options import PLAIN
from .cuts import Cut, Region, mapped
from .gathering import Once, found_once
from .parts import Parts

KEPT = 64
TRIM_THRESHOLD, LEFT_FREE = -1, 1 << 16  # M_TRIM_THRESHOLD of glibc's mallopt, and bytes
_here: dict = {}


def is_chunked(image) -> bool:
    return hasattr(image, "__dask_graph__") and image.__dask_graph__() is not None


def delayed(filter, images, scalars, size=None, out=None, dtype=None, mode=None, options=PLAIN) -> tuple:
    """Each result as an array that is computed when it is asked for, chunk by chunk."""
    import dask
    import dask.array as da

    if out is not None or mode is not None:
        raise filter.arguments.wrong("of a dask array gives a lazy one, which is no picture of PIL's and written nowhere "
                                     "yet: out= and mode= have no meaning there; filter.map(array, out=...) writes it")
    first = next(image for image in images if is_chunked(image))
    arrays = [image.data if is_labelled(image) else image for image in images]
    arrays = [image if is_chunked(image) else da.from_array(as_host_array(image)) for image in arrays]
    for image in arrays:
        if any(np.isnan(length) for length in image.shape):
            raise ArgumentError("a dask array whose chunks have no known size: call its compute_chunk_sizes() first")
    asked = scalars, size, dtype, None, options
    parts = Parts(filter, [Probe(image) for image in arrays], *asked, once=Once(later=True))
    shared = bool(parts.regional.values or parts.regional.tables)
    once = dask.delayed(found, pure=True)(filter, arrays, *asked) if shared else ([], [])
    block, taken, made = dask.delayed(computed, pure=True), dask.delayed(part, pure=True), {}
    numbers, steps = [image for image, _ in parts.regional.images], chunks_of(arrays[0], parts)
    grids = [np.empty([len(lengths) for lengths in steps], object) for _ in parts.outputs]
    begins = [np.cumsum([0, *lengths]).tolist() for lengths in steps]
    for number in np.ndindex(grids[0].shape):
        ends = [(begin[at], begin[at + 1]) for begin, at in zip(begins, number)]
        region = mapped(*zip(*reversed(ends)))
        whole = parts.computed_with(region)
        if whole not in made:
            cut = parts.cut_for(whole)
            given = [arrays[image][box.slices] for image, box in zip(numbers, cut.boxes)]
            made[whole] = block(filter, cut, numbers, [image.shape for image in arrays], given, whole, once, asked)
        for grid, which in zip(grids, range(len(grids))):
            one = made[whole][which] if whole == region else taken(made[whole], which, region.within(whole))
            grid[number] = da.from_delayed(one, parts.emitted_shapes(region.size)[which], parts.types[which], name=None)
    axes = len(parts.size)
    shapes = parts.emitted_shapes()
    results = [da.block(padded(grid.tolist(), axes, len(shape) > axes)) for grid, shape in zip(grids, shapes)]
    return tuple([labelled(result, first) if is_labelled(first) else result for result in results])


def padded(grid, axes: int, channels: bool):
    """Nested lists as da.block takes them, whose innermost are put together along the last axis."""
    return [padded(each, axes - 1, channels) for each in grid] if axes else [grid] if channels else grid


def found(filter, arrays, *asked) -> tuple:
    """What is the same for all chunks (in a worker)."""
    return found_once(Parts(here(filter), [np.asarray(array) for array in arrays], *asked))


def computed(filter, where, numbers, shapes, given, region, once, asked) -> list[np.ndarray]:
    """A chunk of each result (in a worker), from parts of the images of these numbers."""
    give_memory_back()
    cut = Cut(*where)
    given = [np.asarray(array) for array in given]
    there = dict(reversed([(number, Part(box, shapes[number], array))
                           for number, box, array in zip(numbers, cut.boxes, given)]))
    parts = Parts(here(filter), [there[number] for number in sorted(there)], *asked, once=Once(once))
    parts.known[region] = cut
    return list(parts.emitted(parts.arrays(region, parts.taken(given, numbers))))


@cache
def give_memory_back() -> None:
    """Have the C library return what is free to the system, as dask sets it for the processes that it starts. Else each
    thread that unpacks chunks keeps two of them; who said in the environment how it is to be has it so."""
    if platform.libc_ver()[0] == "glibc" and not any(name.startswith("MALLOC_") for name in os.environ):
        ctypes.CDLL(None).mallopt(TRIM_THRESHOLD, LEFT_FREE)


def part(results, which: int, place) -> np.ndarray:
    """Of what was computed with others."""
    return results[which][place]


def here(filter):
    """The filter that is compiled already: each chunk may bring one along."""
    if len(_here) > KEPT:
        _here.clear()
    return _here.setdefault(filter, filter)


def chunks_of(array, parts: Parts):
    """The result's chunks along each axis, the last one first: those of the first image where it is as large."""
    axes = len(parts.size)
    if tuple(array.shape[:axes]) == parts.size[::-1]:
        return array.chunks[:axes]
    return [[min(max(lengths), length - at) for at in range(0, length, max(lengths))]
            for lengths, length in zip(array.chunks, reversed(parts.size))]


def as_host_array(image) -> np.ndarray:
    return np.asarray(ingest(image).array if not hasattr(image, "shape") else image)


class Probe:
    """A picture of which only its shape and type are known yet."""

    def __init__(self, array):
        self.shape, self.dtype = tuple(map(int, array.shape)), array.dtype

    def __getitem__(self, key):
        lengths = [part.stop - part.start for part in key]
        return np.zeros((*lengths, *self.shape[len(lengths):]), self.dtype)


class Part:
    """A picture of which one part is there."""

    def __init__(self, box: Region, shape, array: np.ndarray):
        self.box, self.shape, self.array, self.dtype = box, tuple(map(int, shape)), array, array.dtype

    def __getitem__(self, key):
        if all(part.stop == 1 for part in key):  # a probe: any pixel of it is one
            return self.array[(slice(0, 1),) * len(key)]
        return self.array[tuple([slice(part.start - at, part.stop - at) for part, at in zip(key, reversed(self.box.first))])]


def wanted(images) -> bool:
    return "dask" in sys.modules and any(map(is_chunked, images))
