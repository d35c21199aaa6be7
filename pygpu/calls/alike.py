"""A call like one before it: of plain arrays, or of pictures on the device, of the same types and sizes. All that follows
from these was found out then, so such a call only runs the kernels, and gives what they say the same way. Hides which calls
are that simple.

What a filter reaches is looked at before, as in every call (compiler.py).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from time import perf_counter
from typing import Any, NamedTuple

import numpy as np

from ..errors import TooLarge
from ..runtime import DeviceImage, Launcher, Pixels, are_several, current, emit, is_the_drivers

MOST = 64  # kinds of calls that a filter remembers


class Alike(NamedTuple):
    """What is left to do: which arguments kernels read, and which numbers; `finish` makes of their arrays what the call
    gives, or None where it is no such call after all."""

    engine: Any
    readied: Any
    size: tuple[int, ...] | None  # of its pictures
    images: Sequence[int]
    numbers: Sequence[int] | None  # None: as they are
    finish: Callable[[list], tuple | None]

    def __call__(self, filter, images, scalars, started: float) -> tuple | None:
        engine, marks = self.engine, []
        if engine.uniforms:
            scalars = filter.arguments.and_of_objects(scalars, engine.uniforms)
        numbers = scalars if self.numbers is None else [scalars[at] for at in self.numbers]
        try:
            results = self.readied([images[at] for at in self.images], numbers, marks)
        except Exception as error:
            if not (isinstance(error, TooLarge) or is_the_drivers(error)):
                raise
            return None  # the usual way it is said in words, or done in parts
        found = self.finish(results)
        if found is not None:
            launched, done = marks
            filter._last, engine.size = engine, self.size
            filter._timings = {"prepare": launched - started, "kernel": done - launched, "download": perf_counter() - done}
        return found


class Staying(NamedTuple):
    """The same of pictures on the device, where results stay: how they lie there is settled."""

    engine: Any
    layout: Any
    size: tuple[int, ...]

    def __call__(self, filter, images, scalars, started: float) -> tuple | None:
        engine = self.engine
        if engine.uniforms:
            scalars = filter.arguments.and_of_objects(scalars, engine.uniforms)
        origins = engine.origins(images[0].origin)
        given = [*images, *engine.textures] if engine.textures else images
        try:
            results = engine.launcher.like_before(self.layout, given, scalars, self.size, origins)
        except Exception as error:
            if not (isinstance(error, TooLarge) or is_the_drivers(error)):
                raise
            return None
        filter._last, engine.size, filter._timings = engine, self.size, {"launch": perf_counter() - started}
        return results


def kind(images, size, dtype, mode, is_value: bool = False) -> tuple | None:
    """All of a call that its launch depends on. None where anything else is given than arrays whose elements lie close, or
    whole pictures on the device of which another one is made."""
    if mode is not None or size is not None and not (type(size) is tuple and all([type(side) is int for side in size])) or (
            isinstance(dtype, list) or are_several()):
        return None
    device = current()
    if device is None:
        return None
    found = [device, device.renewed, size, dtype]
    if images and type(images[0]) is DeviceImage:
        return None if is_value else kind_there(device, found, images)
    if not device.zero_copy:
        return None
    for image in images:
        if type(image) is not np.ndarray:
            return None
        flags = image.flags
        if not (flags.c_contiguous and flags.aligned):
            return None
        found += image.shape, image.dtype
    return tuple(found)


def kind_there(device, found: list, images) -> tuple | None:
    for image in images:
        if type(image) is not DeviceImage or not image.is_on(device) or image.is_region:
            return None
        form, origin = image.format, image.origin
        found += (form.dtype, form.channels, image.width, image.height, image.depth, image.dimensions, image.stride,
                  origin.kind, origin.dtype, origin.mode)
    return tuple(found)


def pictures(filter, kind: tuple | None, images, given: list, scalars, size, engine, results: tuple) -> None:
    """Remember a call of a filter with a position, whose `results` came out of `given` so."""
    if kind is None or engine.loses_nan:
        return
    if images and type(images[0]) is DeviceImage:
        if type(engine.launcher) is Launcher and not engine.raises and not engine.to_host(given) and (
                layout := engine.launcher.laid_before([*given, *engine.textures], size, results)) is not None:
            keep(filter, kind, Staying(engine, layout, size))
        return
    origin = filter.arguments.origin_of(given)
    plainly = not origin.one_channel_axis and all([result.dtype.name == form.dtype
                                                   for result, form in zip(results, engine.outputs)])

    def finish(found: list) -> tuple:
        if plainly:
            return tuple(found)
        return tuple([emit(one, origin, dtype, None) for one, dtype in zip(found, engine.dtype)])

    remember(filter, kind, images, given, scalars, size, engine, finish)


def remember(filter, kind: tuple | None, images, given: list, scalars, size, engine, finish) -> None:
    """Remember a call whose one program was given the pictures and numbers of the call in their order. Where a pixel raises,
    the call goes the usual way, which says so; where that is ignored, it would be gone again and again."""
    if kind is None or engine.raises and not engine.story.raises or not are_theirs(images, given):
        return
    if engine.raises:
        finish = unless_raised(finish)
    readied = engine.launcher.readied([*given, *engine.textures], scalars, size)
    if readied is not None:
        keep(filter, kind, Alike(engine, readied, None if filter.is_value else size, range(len(images)), None, finish))


def unless_raised(finish: Callable[[list], tuple | None]) -> Callable[[list], tuple | None]:
    """Nothing where the last of what is found tells of a pixel that raises."""
    def finished(found: list) -> tuple | None:
        *results, raising = found
        return None if raising.any() else finish(results)

    return finished


def of_arrays(filter, kind: tuple, images, program, numbers, straight) -> None:
    """Remember a call of a function of whole arrays that was one launch."""
    launch, arrays = straight.launch, [images[at] for at in straight.images]
    if not are_theirs(arrays, [each for each in launch.pictures if type(each) is Pixels]):
        return
    given = [*launch.pictures, *launch.engine.textures]
    readied = launch.engine.launcher.readied(given, [numbers[at] for at in straight.numbers], launch.size)
    if readied is not None:
        keep(filter, kind, Alike(program, readied, None, straight.images, straight.numbers, straight.finish))


def keep(filter, kind: tuple, alike: Alike | Staying) -> None:
    if len(filter._alike) >= MOST:
        filter._alike.clear()
    filter._alike[kind] = alike


def are_theirs(images, given: list) -> bool:
    """Whether what kernels read is the memory of the arrays, and no copy of it."""
    return all([type(picture) is Pixels and not picture.private and is_at(picture.array, image)
                for picture, image in zip(given, images)])


def is_at(one: np.ndarray, other: np.ndarray) -> bool:
    """Whether two arrays begin at the same place."""
    return bool(one.__array_interface__["data"][0] == other.__array_interface__["data"][0])
