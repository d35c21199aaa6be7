"""A part of a picture on a device, as a picture; of volumes, planes.py asks. Hides when it can share the whole's memory.

On a CPU device always: a buffer is laid over any address. A GPU's buffers begin at multiples of some hundred bytes;
where a region does not, it is copied within the device's memory, which takes a hundredth of a transfer.
"""

from __future__ import annotations

import operator
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

import numpy as np

from ..errors import ArgumentError
from . import transfer

if TYPE_CHECKING:
    import pyopencl as cl


class Cut(transfer.Kept, Protocol):
    """A picture on a device, as far as its parts are concerned (memory.py)."""

    dimensions: int
    width: int
    height: int
    depth: int
    event: cl.Event | None
    pace: Any
    _offset: int
    _whole: Any
    _home: Any

    @property
    def channels(self) -> int: ...
    @property
    def is_region(self) -> bool: ...
    @property
    def root(self) -> Any: ...
    def another(self: Picture, width: int, height: int, close: bool = False) -> Picture: ...
    def sharing(self: Picture, width: int, height: int, buffer: cl.Buffer, home: Any, start: int) -> Picture: ...
    def _in_host_memory(self) -> np.ndarray | None: ...


Picture = TypeVar("Picture", bound=Cut)


def region(image: Picture, key: Any) -> Picture:
    """image[y0:y1, x0:x1]: slices as in NumPy, rows first."""
    if image.dimensions == 1:
        raise ArgumentError(f"a region of {image!r} is asked for: pictures and volumes have regions on the device; take it "
                            "of the array, image.numpy()[...]")
    return shared(image, *_ranges(image, key))


def shared(image: Picture, rows: range, columns: range) -> Picture:
    """Rows and columns of what lies in memory, those of a volume from the first plane's on."""
    item = image.dtype.itemsize
    start = image._offset + (rows.start * image.stride + columns.start * image.channels) * item
    width, height = len(columns), len(rows)
    here = image._in_host_memory()
    if here is not None:
        tall = here.reshape(-1, *here.shape[2:]) if image.dimensions == 3 else here
        home = tall[rows.start:rows.stop, columns.start:columns.stop]
        start, buffer = 0, transfer.lay_over(home, image.stride, image.device)
    elif start % (image.device.handle.mem_base_addr_align // 8) == 0:
        extent = ((height - 1) * image.stride + width * image.channels) * item
        home, buffer = image._home, image._home.buffer.get_sub_region(start, extent)
    else:
        part = _copied(image, start, width, height, image.dimensions == 3)
        part._whole = image.root
        return part
    return image.sharing(width, height, buffer, home, start)


def gathered(image: Any, planes: range, rows: range, columns: range, is_volume: bool) -> Any:
    """A part of a volume that does not lie in one piece, copied: a volume, or a picture, where one side is 1."""
    depth, height, width = len(planes), len(rows), len(columns)
    here = image._in_host_memory()
    sides = (width, height * depth) if is_volume or height > 1 and width > 1 else (
        (width, depth) if height == 1 else (height, depth))
    part = image.another(*sides, close=True)
    if here is not None:
        image.wait()
        chosen = here[planes.start:planes.stop, rows.start:rows.stop, columns.start:columns.stop]
        inside = part._in_host_memory()
        np.copyto(inside, chosen.reshape(inside.shape))
    else:
        _copy_box(image, part, planes, rows, columns)
    if is_volume:
        part.dimensions, part.depth, part.height = 3, depth, height
    return part


def _copy_box(image: Any, part: Any, planes: range, rows: range, columns: range) -> None:
    import pyopencl as cl

    pixel = image.channels * image.dtype.itemsize
    row, plane = image.stride * image.dtype.itemsize, image.height * image.stride * image.dtype.itemsize
    start = image._offset + planes.start * plane + rows.start * row + columns.start * pixel
    z, rest = divmod(start, plane)
    y, x = divmod(rest, row)
    part.event = cl.enqueue_copy(
        image.device.queue, part.buffer, image._home.buffer, src_origin=(x, y, z), dst_origin=(0, 0, 0),
        region=(len(columns) * pixel, len(rows), len(planes)), src_pitches=(row, plane),
        dst_pitches=(len(columns) * pixel, len(rows) * len(columns) * pixel))
    part.pace, image.device.busy = image.pace, True


def compact(image: Picture) -> Picture:
    """The same picture with its rows one after the other, as transfers want it."""
    if image.is_close and not image.is_region:
        return image
    found = _copied(image, image._offset, image.width, image.height * image.depth, True)
    if image.dimensions == 3:
        found.dimensions, found.depth, found.height = 3, image.depth, image.height
    return found


def _copied(image: Picture, start: int, width: int, height: int, close: bool = False) -> Picture:
    """A picture of its own from what begins `start` bytes into the memory of `image`. (From that, not from a part of
    it: PoCL stops at copies from sub-buffers.)"""
    import pyopencl as cl

    part = image.another(width, height, close)
    item = image.dtype.itemsize
    y, x = divmod(start, image.stride * item)
    part.event = cl.enqueue_copy(
        image.device.queue, part.buffer, image._home.buffer, src_origin=(x, y, 0), dst_origin=(0, 0, 0),
        region=(width * image.channels * item, height, 1), src_pitches=(image.stride * item,),
        dst_pitches=(part.stride * item,))
    part.pace, image.device.busy = image.pace, True
    return part


def _ranges(image: Cut, key: Any) -> tuple[range, range]:
    parts = key if isinstance(key, tuple) else (key,)
    if len(parts) > 2:
        raise ArgumentError("a region of a picture is image[y0:y1, x0:x1]; its channels stay together")
    found: list[range] = []
    for part, length in zip((*parts, slice(None)), (image.height, image.width)):
        if part is Ellipsis:
            part = slice(None)
        if not isinstance(part, slice) or part.step not in (None, 1):
            raise ArgumentError(f"a region of a picture is image[y0:y1, x0:x1] in steps of one, not {shown(part)}; "
                                f"for single pixels, image.numpy()")
        found.append(range(*slice(*map(whole, (part.start, part.stop))).indices(length)))
        if not found[-1]:
            raise ArgumentError(f"the region {shown(part)} of {length} is empty")
    rows, columns = found
    return rows, columns


def whole(number: Any) -> int | None:
    return None if number is None else operator.index(number)


def shown(part: object) -> str:
    if not isinstance(part, slice):
        return repr(part)
    ends = ":".join("" if end is None else str(end) for end in (part.start, part.stop))
    return ends if part.step is None else f"{ends}:{part.step}"
