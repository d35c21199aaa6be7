"""A part of a result from parts of the pictures: needs, compute, and what stands on them.

    needs        which pixels of each image a region is made of
    compute      a region, bit for bit as it is in the whole result
    tiled        what a device cannot hold at once

A region is (left, top, right, bottom), of volumes (left, top, right, bottom, front, back); or slices, the last axis first.
What computes them is parts.py.
"""

from __future__ import annotations

import math
from time import perf_counter

import numpy as np

from ...errors import ArgumentError, TooLarge
from ...ir import BORDERS
from ...ir.needed import inside, needed
from ...runtime import DeviceImage, current, in_use, put
from ..calling import size_asked
from ..tuples import Results
from ..usual import of_bytes
from .cuts import STEP, Region, mapped
from .gathering import Once
from .parts import Parts
from .spreading import LARGE, PIECES, OnEach, spread

EDGE = 8192  # pixels of a tile, to begin with
BUS = 25.0   # GB/s that come and go between one host's memory and its GPUs, one or two (H200: 20 to 35)
FAR = 1 << 22  # places that are not meant: what they are depends on a size that nobody said


def region_of(region, size: tuple[int, ...] | None, axes: int = 2) -> Region:
    """What a user calls a region, checked against the size of the whole."""
    told = "(left, top, right, bottom)" if axes == 2 else "(left, top, right, bottom, front, back)"
    lengths = size or (None,) * axes
    try:
        if len(region) == axes:
            if not all(isinstance(part, slice) and part.step in (None, 1) for part in region):
                raise TypeError
            ends = [(part.start or 0, part.stop if part.stop is not None else length)
                    for part, length in zip(reversed(region), lengths)]
            region = mapped(*zip(*ends))[:2 * axes]
        if len(region) != 2 * axes or any(int(number) != number for number in region):
            raise TypeError
        region = Region(*[int(number) for number in region])
    except (TypeError, ValueError):
        slices = "two slices, rows first" if axes == 2 else "three slices, planes first"
        raise ArgumentError(f"a region is {told}, or {slices}, not {region!r}") from None
    given = region[:2 * axes]
    if any(low >= high for low, high in zip(region.first, region.last)):
        raise ArgumentError(f"the region {given} is empty")
    if size is not None and any(low < 0 or high > length for low, high, length in zip(region.first, region.last, size)):
        raise ArgumentError(f"the region {given} does not lie in a result of {' x '.join(map(str, size))} pixels")
    return region


def needs(filter, region, size=None, numbers=None) -> dict:
    """{parameter: region} of the images; None for both ends of an axis along which any pixel may be read.

    With the pictures' `size` it lies inside them, and holds what a border folds back to; without, it may go beyond. What
    depends on numbers of the call is known where they are given.
    """
    filter.arguments.need_position("computed in regions")
    filter.arguments.of_grids("needs")
    graph = filter.graph
    region = region_of(region, size, len(graph.coordinates))
    images = [image for image in graph.images if image.data is None]
    known = {scalar.value: number for scalar, number in zip(graph.scalars, filter.arguments.known(numbers or {}))
             if number is not None}
    reached = needed(graph, [(low, high - 1) for low, high in zip(region.first, region.last)],
                     dict.fromkeys(images, size) if size else {}, known)
    found = {}
    for parameter, image in zip(filter.arguments.images, images):
        axes = []
        for axis, span in enumerate(reached.get(image, [(low, high - 1) for low, high in zip(region.first, region.last)])):
            border = image.border[axis] if axis < len(image.border) else "clamp"
            if size is not None and span is not None:
                ends = inside(span, size[axis], border)
                axes.append(ends if BORDERS[border].near or ends != (0, size[axis]) else (None, None))
            elif span is None or max(map(abs, span)) > FAR or not BORDERS[border].near:
                axes.append((None, None))
            else:
                axes.append((span[0], span[1] + 1))
        found[parameter.name] = (*[low for low, _ in axes[:2]], *[high for _, high in axes[:2]], *sum(axes[2:], ()))
    return found


def compute(filter, region, args, kwargs, size=None, dtype=None, mode=None):
    """A region of what the filter gives."""
    filter.arguments.need_position("computed in regions")
    filter.arguments.of_grids("compute")
    said = {**kwargs}
    options = filter.options.and_those_of(kwargs, filter.names).of_single("computed in regions")
    for found in of_bytes(filter, args, kwargs, options, {"dtype": dtype},
                          lambda it: compute(it, region, args, said, size, dtype, mode)):
        return found
    images, scalars = filter.arguments.bind(args, kwargs)
    size = size_asked(filter, size, args, kwargs)
    parts = Parts(filter, images, scalars, size, dtype, mode, options)
    results = parts.emitted(parts.arrays(region_of(region, parts.size, len(parts.size))))
    return results[0] if filter.single else Results(results)


def tiled(filter, error, pictures, scalars, size, out, dtype, mode, options, timings) -> tuple:
    """What a device cannot hold at once, in tiles; where that is no way out, the error."""
    there = any(isinstance(picture, DeviceImage) for picture in pictures)
    if there or not filter.arguments.only_pictures or out is not None and not can_take(out):
        raise error
    made = whole_pictures(filter, pictures, scalars, size, dtype, mode, options)
    edge = EDGE
    while True:
        try:
            return in_tiles(made, (edge, edge), out, timings)
        except TooLarge:
            if edge <= STEP:
                raise error from None
            edge //= 2


def can_take(out) -> bool:
    return all(one is None or isinstance(one, np.ndarray) for one in (out if isinstance(out, (tuple, list)) else (out,)))


def on_several(filter, pictures, scalars, size, out, dtype, mode, options, timings) -> tuple | None:
    """One large picture in bands, on all devices in use; None where it cannot be cut, or is not worth it."""
    there = any(isinstance(picture, DeviceImage) for picture in pictures)
    if there or not filter.arguments.only_pictures or out is not None and not can_take(out):
        return None
    width, height = filter.arguments.size_of(size, pictures)
    if width * height < LARGE:
        return None
    made = whole_pictures(filter, pictures, scalars, size, dtype, mode, options)
    band = -(-height // pieces())
    parts = made()
    if 1 not in parts.cut or parts.regional.values or parts.regional.tables:  # each would wait for all of the picture
        return None
    if not is_shared(parts):
        return None
    return in_tiles(made, (width, -(-band // STEP) * STEP), out, timings)


def is_shared(parts: Parts) -> bool:
    """Whether what takes time is what devices share: computing, not the pictures that come and go through one host's memory.
    A light filter is done by one of them as its pixels arrive."""
    from ...schedule.describe import computed, found_in
    device = current()
    if device is None or device.zero_copy:
        return True
    plans, target = [plan for _, plan in parts.engine.plans()], parts.engine.story.target
    if any(found.opaque for plan in plans for found in found_in(plan)):
        return True
    moved = sum(image.nbytes for image in parts.images) + sum(
        math.prod(shape) * np.dtype(form.dtype).itemsize for shape, form in zip(parts.shapes(), parts.outputs))
    return math.prod(parts.size) * sum(map(computed, plans)) / target.arithmetic > moved / BUS


def pieces() -> int:
    """How many bands a picture is cut into: one for each of several devices that are alike, which streams it then, and more
    for those of which a fast one is not to wait for a slow one."""
    devices = in_use()
    alike = len({device and (device.name, device.platform) for device in devices}) == 1
    return len(devices) * (1 if alike else PIECES)


def whole_pictures(filter, pictures, scalars, size, dtype, mode, options) -> OnEach:
    """The parts of pictures that are in memory, for each device."""
    arrays, origins = [picture.array for picture in pictures], [picture.origin for picture in pictures]
    once = Once()
    return OnEach(lambda: Parts(filter, arrays, scalars, size, dtype, mode, options, origins, once))


def in_tiles(made: OnEach, tile: tuple[int, int], out, timings: dict) -> tuple:
    """The whole result, a tile at a time, each written to where it belongs."""
    started, parts = perf_counter(), made()
    width, height = parts.size
    outs = out if isinstance(out, (tuple, list)) else (out,) * len(parts.outputs)
    shapes = parts.shapes()
    if len(outs) != len(shapes):
        raise ArgumentError(f"out= holds {len(outs)} pictures, but this filter has {len(shapes)} results")
    rooms = [room_for(one, shape, np.dtype(form.dtype), parts.images)
             for one, shape, form in zip(outs, shapes, parts.outputs)]

    def compute(region: Region) -> None:
        for room, part in zip(rooms, made().arrays(region)):
            put(room[region.within(Region(0, 0, width, height))], part)

    for _ in spread(compute, parts.tiles(tile)):
        pass
    timings["tiles"] = perf_counter() - started
    if out is None:
        return parts.emitted(rooms)
    for one, room in zip(outs, rooms):
        if one is not None and not np.may_share_memory(one, room):
            np.copyto(one.reshape(room.shape), room, casting="unsafe")
    fresh = parts.emitted(rooms) if any(one is None for one in outs) else rooms
    return tuple([each if one is None else one for one, each in zip(outs, fresh)])


def room_for(out: np.ndarray | None, shape: tuple, dtype: np.dtype, images) -> np.ndarray:
    """Where a result is put together: where it is wanted, but for what is still read while others are written."""
    if out is None or any(np.may_share_memory(out, image) for image in images):
        return np.empty(shape, dtype)
    if out.shape not in (shape, (*shape, 1)):
        raise ArgumentError(f"out= has the shape {out.shape}, but the result's is {shape}")
    return out if out.ndim == len(shape) else out[..., 0]
