"""filter.map: pictures of any size, tile by tile, from one array on disk into another.

While one tile is computed, the next one's pixels are read and the last one's written, each by a thread of its own: a disk
and a codec have work all the time, and no more than a few tiles are in memory. Of several devices each computes one. What
is done is noted in a file, so that a run that was interrupted goes on where it was.
"""

from __future__ import annotations

import os
import sys
from collections import deque
from concurrent.futures import ThreadPoolExecutor
from itertools import product
from operator import index

import numpy as np

from ...errors import ArgumentError
from ...ir.fingerprint import fingerprint
from ...runtime import in_use, key_of, several
from ..calling import size_asked
from ..telling import somebody_waits
from ..usual import of_bytes
from .cuts import STEP, Region
from .gathering import Once
from .journal import Journal, Sources
from .parts import Parts
from .spreading import OnEach, workers
from .stores import LEAST, Raster, Strips, lies, opened, refuse_itself, source, target
from .tiffs import Tiff

TILE = 32 << 20  # bytes of a result, about
ROOM = 512 << 20  # bytes of all that is kept for a tile
WIDER = 4        # than what is computed beside a tile, and thrown away


def mapped(filter, args, kwargs, out=None, progress=None, resume=None, tile=None, dtype=None, devices=None,
           size=None):
    """What `filter.map` does; the arrays that were written to come back."""
    filter.arguments.need_position("mapped")
    filter.arguments.of_grids("map")
    said = {**kwargs}
    options = filter.options.and_those_of(kwargs, filter.names).of_single("mapped")
    images, scalars = filter.arguments.bind(args, kwargs)
    outs = [target(one) for one in (out if isinstance(out, (tuple, list)) else (out,))]
    for image, one in product(images, outs):
        refuse_itself(image, one)
    names = list(map(lies, images))
    images = [source(image, spec.type.dimensions) for image, spec in zip(images, filter.arguments.images)]
    given = {**dict(zip(filter.arguments.names, args)), **kwargs}
    given |= {spec.name: image for spec, image in zip(filter.arguments.images, images)}
    for found in of_bytes(filter, (), given, options, {"out": outs[0], "dtype": dtype}, lambda it: mapped(
            it, args, said, out, progress, resume, tile, dtype, devices, size)):
        return found
    size = size_asked(filter, size, (), given)
    types = [getattr(each, "dtype", None) for each in outs]
    if dtype is None and any(each is not None for each in types):
        dtype = tuple(types) if len(types) > 1 else types[0]
    devices = several(devices) if devices is not None else in_use()
    once = Once()
    made = OnEach(lambda: Parts(filter, images, scalars, size, dtype, None, options, once=once))
    with workers(devices[:1]) as first:
        parts = first.submit(lambda: once.of(made()) and made()).result()  # what all need is found there
    if len(parts.outputs) != len(outs) and out is not None:
        raise ArgumentError(f"out= holds {len(outs)} arrays, but this filter has {len(parts.outputs)} results")
    outs = outs if out is not None else [None] * len(parts.outputs)
    sources = Sources(images, parts.sizes, names)
    with Journal(noted_in(resume, outs[0])) as journal:
        if not all(not isinstance(each, str) or os.path.exists(each) for each in outs):
            journal.forget()
        origin = next((image.array for image in images if isinstance(getattr(image, "array", None), Tiff)), None)
        targets = [opened(each, shape, type, bool(journal.lines), origin)
                   for each, shape, type in zip(outs, parts.emitted_shapes(), parts.types)]
        regions = list(parts.tiles(tile_of(tile, parts, targets)))
        left = journal.begin(job(parts, regions, sources), regions)
        tell = teller(progress)
        tell(len(regions) - len(left), len(regions))
        work(made, parts, targets, left, devices,
             lambda done: (journal.note(done), tell(len(regions) - len(left) + done, len(regions))))
        journal.end()
        sources.refuse_changes()
    given = tuple([one.dataset if isinstance(one, Raster) else one for one in targets])
    return given[0] if filter.single else given


def noted_in(resume, out) -> str | os.PathLike | None:
    """The file that tells what is done: beside the result's, or as `resume` says."""
    if resume is None or resume is True:
        if isinstance(out, str):
            return out + ".progress"
        if resume is None:
            return None
    if resume is False:
        return None
    if not isinstance(resume, (str, os.PathLike)):
        raise ArgumentError(f"resume={resume!r}: the name of a file in which is noted what is done; True is for an out= "
                            "that is a file's name, beside which it then lies, False for none")
    return resume


def work(made: OnEach, parts: Parts, targets, regions, devices, done) -> None:
    """All tiles: the next ones on their way in, one on each device, the last one on its way out."""
    with (ThreadPoolExecutor(1, "pygpu-read") as reader, workers(devices) as computing,
          ThreadPoolExecutor(1, "pygpu-write") as writer):
        waiting = deque()
        coming = iter(regions)

        def go_on() -> None:
            region = next(coming, None)
            if region is not None:
                pictures = reader.submit(lambda: parts.pictures(region))
                waiting.append((region, pictures, computing.submit(lambda: made().arrays(region, pictures.result()))))

        for _ in range(len(devices) + 1):
            go_on()
        written, count = None, 0
        try:
            while waiting:
                region, _, results = waiting.popleft()
                results = results.result()
                go_on()
                if written is not None:
                    written.result()
                    count += 1
                    done(count)
                written = writer.submit(write, targets, region, results)
            if written is not None:
                written.result()
                done(count + 1)
        finally:
            for _, pictures, results in waiting:
                results.cancel()
                pictures.cancel()


def write(targets, region: Region, results) -> None:
    for room, result in zip(targets, results):
        room[region.slices] = result if result.ndim == len(room.shape) else result[..., None]
        if isinstance(room, np.memmap):
            room.flush()


def tile_of(tile, parts: Parts, targets) -> tuple[int, ...]:
    """(width, height) of a tile, of volumes with its depth: whole chunks of what is written to, so that none is written
    twice, and all of an axis along which no part can be computed by itself."""
    if tile is None:
        found = usual_tile(parts, getattr(targets[0], "shards", None) or getattr(targets[0], "chunks", None))
    else:
        told = "(width, height)" if len(parts.size) == 2 else "(width, height, depth)"
        try:
            found = tuple(map(index, tile))
            assert len(found) == len(parts.size)
        except (TypeError, ValueError, AssertionError):
            raise ArgumentError(f"tile is {told}, not {tile!r}") from None
        if min(found) < 1:
            raise ArgumentError(f"tile={found}: a tile has at least one pixel each way")
    return tuple([step if axis in parts.cut else length for axis, (step, length) in enumerate(zip(found, parts.size))])


def usual_tile(parts: Parts, chunks) -> tuple[int, ...]:
    """A tile of about as many bytes as it should have."""
    pixel = max(sum(np.dtype(form.dtype).itemsize * form.channels for form in parts.outputs), int(parts.kept * TILE / ROOM))
    width, height, *deep = parts.size
    if deep:
        planes, least = max(1, TILE // (pixel * width * height)), chunks[0] if chunks else 1
        return width, height, -(-planes // least) * least
    if chunks is None:  # rows of an array lie one after the other: bands of them are best
        return width, max(STEP, TILE // (pixel * width) // STEP * STEP)
    # Tall ones: of those side by side, what both need is unpacked once, of those below each other twice.
    widest = max([LEAST, WIDER * parts.margin, *(image.step for image in parts.images if isinstance(image, Strips))])
    width = -(-min(widest, width) // chunks[1]) * chunks[1]
    return width, max(1, TILE // (pixel * width) // chunks[0]) * chunks[0]


def job(parts: Parts, regions, sources: Sources) -> str:
    """What is being done, so that a journal of something else is not gone on with."""
    fields = parts.filter.arguments.of_objects(parts.engine.uniforms) if parts.engine.uniforms else ()
    asked = parts.scalars, fields, parts.sizes, parts.outputs, len(regions), regions[0], regions[-1], sources.found
    return key_of(fingerprint(parts.regional.whole), *asked)


def teller(progress):
    """What is told (tiles done, tiles in all)."""
    if callable(progress):
        return progress
    if progress or progress is None and somebody_waits():
        return lambda done, count: print(f"\r{done} of {count} tiles", end="\n" if done == count else "", file=sys.stderr,
                                         flush=True)
    return lambda done, count: None
