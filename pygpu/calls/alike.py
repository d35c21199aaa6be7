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
from ..runtime import DeviceComplex, DeviceImage, Pixels, are_several, converted, current, emit, is_the_drivers

THERE = DeviceImage, DeviceComplex
MOST = 64  # kinds of calls that a filter remembers


class Alike(NamedTuple):
    """What is left to do: which arguments kernels read, of which type they are made before, and the numbers of those of the
    call, None where they make another call of it; `finish` makes of what comes out, and of the call's numbers and pictures,
    what the call gives, or None where it is no such call after all."""

    engine: Any
    readied: Any
    size: tuple[int, ...] | None  # of its pictures
    images: Sequence[tuple[int, np.dtype | None]] | None  # None: as they are
    numbers: Callable[[Sequence], Sequence | None] | None
    finish: Callable[[list, Sequence, Sequence], tuple | None]

    def __call__(self, filter, images, scalars, started: float) -> tuple | None:
        engine, marks = self.engine, []
        if engine.uniforms:
            scalars = filter.arguments.and_of_objects(scalars, engine.uniforms)
        numbers = scalars if self.numbers is None else self.numbers(scalars)
        if numbers is None:
            return None
        images = in_parts(images)
        arrays = images if self.images is None else [
            images[at] if dtype is None else converted(images[at], dtype) for at, dtype in self.images]
        try:
            results = self.readied(arrays, numbers, marks)
        except Exception as error:
            if not (isinstance(error, TooLarge) or is_the_drivers(error)):
                raise
            return None  # the usual way it is said in words, or done in parts
        found = self.finish(results, scalars, images)
        if found is not None:
            filter._last, engine.size = engine, self.size
            filter._timings = {"launch": perf_counter() - started} if not marks else {
                "prepare": marks[0] - started, "kernel": marks[1] - marks[0], "download": perf_counter() - marks[1]}
        return found


def kind(images, size, dtype, mode) -> tuple | None:
    """All of a call that its launch depends on. None where anything else is given than arrays whose elements lie close, or
    whole pictures on the device of which another one is made."""
    if mode is not None or size is not None and not (type(size) is tuple and all([type(side) is int for side in size])) or (
            isinstance(dtype, list) or are_several()):
        return None
    device = current()
    if device is None:
        return None
    found = [device, device.renewed, size, dtype]
    if images and type(images[0]) in THERE:
        found += [type(image) is DeviceComplex for image in images]
        return kind_there(device, found, in_parts(images))
    if not device.zero_copy:
        return None
    found += which_are_one(images)
    for image in images:
        if type(image) is not np.ndarray:
            return None
        flags = image.flags
        if not (flags.c_contiguous and flags.aligned):
            return None
        found += image.shape, image.dtype
    return tuple(found)


def in_parts(images) -> Sequence:
    """Arrays of complex numbers on the device as the two that each of them is."""
    if not any([type(image) is DeviceComplex for image in images]):
        return images
    return [part for image in images for part in ((image.real, image.imag) if type(image) is DeviceComplex else (image,))]


def which_are_one(images) -> list[int]:
    """Of several pictures the first that is the same."""
    return [next(n for n, other in enumerate(images) if is_one(other, image)) for image in images] if len(images) > 1 else []


def is_one(one, other) -> bool:
    return one is other or type(one) is type(other) is DeviceImage and one.buffer is other.buffer


def kind_there(device, found: list, images) -> tuple | None:
    found += which_are_one(images)
    for image in images:
        if type(image) is not DeviceImage or not image.is_on(device) or image.is_region:
            return None
        found.append(image.lies)
    return tuple(found)


def pictures(filter, kind: tuple | None, images, given: list, scalars, size, engine, results: tuple) -> None:
    """Remember a call of a filter with a position, whose `results` came out of `given` so."""
    if kind is None or engine.loses_nan:
        return
    if images and type(images[0]) is DeviceImage:
        if engine.raises or engine.to_host(given):
            return

        def finish(found: list, _, images) -> tuple:
            for result, origin in zip(found, engine.origins(images[0].origin)):
                result.origin = origin
            return tuple(found)
    else:
        origin = filter.arguments.origin_of(given)
        plainly = not origin.one_channel_axis and all([result.dtype.name == form.dtype
                                                       for result, form in zip(results, engine.outputs)])

        def finish(found: list, *_) -> tuple:
            if plainly:
                return tuple(found)
            return tuple([emit(one, origin, dtype, None) for one, dtype in zip(found, engine.dtype)])

    remember(filter, kind, images, given, scalars, size, engine, finish)


def remember(filter, kind: tuple | None, images, given: list, scalars, size, engine, finish) -> None:
    """Remember a call whose one program was given the pictures and numbers of the call in their order. Where a pixel raises,
    the call goes the usual way, which says so; where that is ignored, it would be gone again and again."""
    if kind is None or engine.raises and not engine.story.raises:
        return
    read = [as_read(image, picture) for image, picture in zip(images, given)]
    if None in read:
        return
    if engine.raises:
        finish = unless_raised(finish)
    inputs = [*given, *engine.textures]
    looked_at = range(len(engine.outputs) * filter.is_value)
    readied = engine.launcher.readied(inputs, scalars, size, looked_at, range(len(given), len(inputs)))
    if readied is not None:
        made = None if set(read) <= {(None,)} else [(at, *how) for at, how in enumerate(read)]
        keep(filter, kind, Alike(engine, readied, None if filter.is_value else size, made, None, finish))


def unless_raised(finish: Callable[..., tuple | None]) -> Callable[..., tuple | None]:
    """Nothing where the last of what is found tells of a pixel that raises."""
    def finished(found: list, *call) -> tuple | None:
        *results, raising = found
        return None if raising.any() else finish(results, *call)

    return finished


def keep(filter, kind: tuple, alike: Alike) -> None:
    if len(filter._alike) >= MOST:
        filter._alike.clear()
    filter._alike[kind] = alike


def as_read(image, picture) -> tuple[np.dtype | None] | None:
    """How kernels read what was given: its memory as it is, or numbers of another type made of it; None where it was copied
    otherwise."""
    if type(image) is DeviceImage:
        return (None,) if image is picture else None
    if type(picture) is not Pixels or image.size != picture.array.size or not image.shape:
        return None
    if not picture.private:
        return (None,) if is_at(picture.array, image) else None
    dtype = picture.array.dtype
    return (dtype,) if dtype != image.dtype and image.dtype.kind != "c" else None


def is_at(one, other) -> bool:
    """Whether two arrays begin at the same place, or pictures on the device lie in the same memory."""
    if type(one) is DeviceImage or type(other) is DeviceImage:
        return type(one) is type(other) and one.buffer is other.buffer
    return bool(one.__array_interface__["data"][0] == other.__array_interface__["data"][0])
