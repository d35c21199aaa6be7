"""Exceptions of pixels: a kernel tells which pixels raise, and plain Python raises the first one's exception."""

from __future__ import annotations

import numpy as np

from ..errors import CompileError, warn
from ..language import HostArray, HostImage, HostVolume, Position
from ..language.signature import arguments
from ..runtime import DeviceImage
from .notes import NoteWarning

TRIES = 64  # pixels that are asked: at the edge of a condition 32 bits and 64 may differ


def raise_first(filter, images, scalars, engine, raising=None, corner=(0, 0)) -> None:
    """Run the first pixels that raise in plain Python, until one does; its exception says where it was. The engine
    has noted those of the result; `raising` tells those of a part of it that begins at a `corner`.

    None may, where it is a matter of rounding: then these pixels are NaN, and a warning says so; or where a list outgrew the
    room that a loop has for it, which is an error, also where exceptions are ignored.
    """
    if not engine.raises:
        return
    mask, ignored = np.asarray(engine.raising if raising is None else raising), not engine.story.raises
    if not mask.any():
        return
    given = iter(images), iter(scalars)
    as_read = in_numpy if filter.arguments.of_arrays else seen
    values = {p.name: as_read(next(given[0]), p.type) if p.is_image else p.type(next(given[1]))
              for p in filter.parameters if p.role == "typed"}
    position = next((p.name for p in filter.parameters if p.role == "position"), None)
    tried = np.argwhere(mask)[:TRIES].tolist()
    for index in tried:
        x, y, *deep = reversed((0, *index)[-max(2, len(index)):])
        where = (x + corner[0], y + corner[1], *deep)[:len(index)]
        place = {} if position is None else {position: Position(*where)}
        args, kwargs = arguments(filter.parameters, values | place)
        try:
            with np.errstate(all="ignore"):
                filter.function(*args, **kwargs)
        except Exception as error:
            if ignored:
                continue
            count = int(np.count_nonzero(mask))
            place = f"the pixel ({', '.join(map(str, where))}) of "
            error.add_note("raised by " + ("" if filter.is_value else place) + f"{filter.__name__}()"
                           + (f", the first of {count}" if count > 1 and not filter.is_value else "")
                           + "; compile(..., raises='ignore') makes such pixels NaN")
            raise
        if filter.out_of_room is not None:
            said, place = filter.out_of_room, f"at the pixel ({', '.join(map(str, where))})"
            raise CompileError(said.kind, f"{said.seen} {place}", said.why, said.instead, said.location, said.calls)
    if ignored:
        return
    x, y, *_ = reversed((0, *tried[0])[-2:])
    warn(f"{filter.__name__}() raises an exception for {np.count_nonzero(mask)} pixels in 32 bits, the first at "
         f"({x + corner[0]}, {y + corner[1]}), and in plain Python for none of those tried: they are NaN, or 0 in "
         "whole numbers. (At the very edge of a condition 32 bits and 64 may differ; precision='double' has 64.)",
         NoteWarning)


def room_for(engine, out):
    """Where results are written that belong to `out`: elsewhere if pixels may raise, since then nothing is to be written
    there, and what is read may lie there."""
    if out is None or not engine.raises:
        return out
    return type(out)([room_like(one) for one in out]) if isinstance(out, (tuple, list)) else room_like(out)


def room_like(target):
    """Such a picture, of whatever was there."""
    if isinstance(target, DeviceImage):
        return target if target.is_region else target.room_like()  # a region is refused as it is
    return None if target is None else np.empty(target.shape, target.dtype)


def written(results: tuple, room, out) -> tuple:
    """Results that lie in such room, put where they belong."""
    if room is out:
        return results
    several = isinstance(out, (tuple, list))
    for one, target in zip(room, out) if several else [(room, out)]:
        if isinstance(target, DeviceImage):
            target.replace(one)
        elif target is not None:
            np.copyto(target, one)
    return tuple([result if target is None else target for result, target in zip(results, out if several else (out,))])


def raise_as_numpy(filter, images, scalars, program) -> tuple | None:
    """Run a function of whole arrays by NumPy, where it has raised: its exception says where that was. If NumPy's run raises
    none, what it gives is the result, unless that belongs on a device."""
    if program.raising and program.story.raises:
        given = iter(images), iter(scalars)
        values = {p.name: in_numpy(next(given[0])) if p.is_image else p.type(next(given[1]))
                  for p in filter.parameters if p.role == "typed"}
        args, kwargs = arguments(filter.parameters, values)
        try:
            with np.errstate(all="ignore"):
                found = filter.function(*args, **kwargs)
        except Exception as error:
            error.add_note(f"raised by {filter.__name__}(); compile(..., raises='ignore') goes on as if it were not")
            raise
        if filter.out_of_room is not None:
            raise filter.out_of_room
        on_device = any([isinstance(image, DeviceImage) for image in images])
        gives = "what it gives is as if it went on" if on_device else "what it gives is NumPy's"
        warn(f"{filter.__name__}() raises an exception in 32 bits, and none in NumPy's: {gives}. "
             "(At the very edge of a condition 32 bits and 64 may differ; precision='double' has 64.)", NoteWarning)
        return None if on_device else (found,)
    return None


def in_numpy(image, spec=None):
    """What is given for an Array, as NumPy has it, which may be changed."""
    return image.numpy() if isinstance(image, DeviceImage) else np.array(image)


def seen(image, spec):
    """What is given for a parameter, as plain Python reads it."""
    if spec.dimensions != 2:
        array = np.asarray(image) if isinstance(image, DeviceImage) or not hasattr(image, "array") else image.array.reshape(
            image.shape)
        return (HostVolume if spec.dimensions == 3 else HostArray)(array, spec.border, spec.sample, spec.fill)
    if not isinstance(image, DeviceImage):
        image = getattr(image, "array", image)
    kind = HostImage if isinstance(image, np.ndarray) or not hasattr(image, "dtype") else Elsewhere
    image = np.asarray(image) if isinstance(image, DeviceImage) else image
    return kind(image, spec.border, spec.sample, spec.fill, alpha=spec.alpha, linear=spec.linear)


class Elsewhere(HostImage):
    """A picture that lies on a disk or came in part: pixels are fetched one by one."""

    __slots__ = ()

    @staticmethod
    def kept(image):
        return OneByOne(image)


class OneByOne:
    """What gives parts of itself, as an array of which single pixels are asked for."""

    def __init__(self, source):
        self.source, self.dtype = source, np.dtype(source.dtype)
        self.shape = (*source.shape, 1)[:3]

    def __getitem__(self, place):
        row, column = place
        return np.asarray(self.source[row:row + 1, column:column + 1]).reshape(-1)
