"""Pictures on a device. Hides the memory under them and how they come there and back.

A DeviceImage stays where it is until asked for: filters on it follow each other without meeting the host, and don't
wait for each other either. `upload` makes one; `.numpy()`, `.pil()`, `numpy.asarray` and DLPack bring it back.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from time import perf_counter
from typing import TYPE_CHECKING, Any
from weakref import ref

import numpy as np

from ..elements import ELEMENTS
from ..errors import DeviceError, TooLarge
from ..look import png
from ..opencl.program import Format
from . import pixels, planes, pool, regions, transfer
from .complexes import DeviceComplex
from .devices import INSTALL, Device, current
from .faults import is_the_drivers, refused, told
from .grids import from_grid, ingest_grid
from .pixels import Origin, Pixels
from .waiting import Pace, Stop, wait

if TYPE_CHECKING:
    import pyopencl as cl

# Elements that kernels for GPUs read and write together (blocks/columns.py), which their rows have to begin at multiples of.
# A Gaussian of 8191 x 4096 pixels 0.35 ms where rows lie close, of 8192 x 4096 0.18 (H200).
ROW_GROUP = 4
# Those of long rows, whose groups of work-items read whole pieces of memory: transforms of 2049 columns 38 us for 51, where
# rows begin at multiples of 16 (H200).
LONG_ROW, LONG_GROUP = 1024, 16

DTYPES = {name: np.dtype(name) for name in ELEMENTS}

PUBLIC = frozenset("channels copy_to depth dimensions dtype height nbytes ndim numpy pil shape size wait width".split())


class DeviceImage:
    """A picture in a device's memory: `height` rows, `stride` elements apart. A volume is `depth` planes of as many, one
    below the other; an array of one dimension is one row.

    Examples
    --------
    >>> there = pygpu.upload(np.zeros((2, 3), np.uint8))
    >>> there.size, there.channels, there.dtype.name, there.numpy().tolist()
    ((3, 2), 1, 'uint8', [[0, 0, 0], [0, 0, 0]])
    """

    __slots__ = ("device", "format", "width", "height", "depth", "dimensions", "stride", "buffer", "origin", "event",
                 "pace", "renewed", "_home", "_whole", "_offset", "_texture", "_lies", "__weakref__")
    on_device = True

    def __init__(self, device: Device, format: Format, width: int, height: int, stride: int, buffer: cl.Buffer, home: Any,
                 origin: Origin, dimensions: int = 2, depth: int = 1):
        self.device, self.format, self.dimensions, self.depth = device, format, dimensions, depth
        self.width, self.height, self.stride = width, height, stride
        self.buffer, self.origin, self.renewed = buffer, origin, device.renewed
        self.event: cl.Event | None = None  # of the kernel that writes it, until someone has waited
        self.pace: Pace | None = None       # of that kernel
        self._home = home  # what keeps the buffer's memory: a Lease, or the array it lies over
        self._whole: Any = None  # a region's: the root of the picture that it is a part of,
        self._offset = 0  # and where it begins there, in bytes
        self._texture: cl.Image | None = None
        self._lies: tuple[object, ...] | None = None

    def __dir__(self) -> list[str]:
        """What completion shows."""
        return [name for name in object.__dir__(self) if name.startswith("_") or name in PUBLIC]

    @property
    def size(self) -> tuple[int, ...]:
        return (self.width, self.height, self.depth)[:self.dimensions]

    @property
    def extent(self) -> tuple[int, ...]:
        """(width, height), of a volume with its depth."""
        return (self.width, self.height, self.depth) if self.dimensions == 3 else (self.width, self.height)

    @property
    def channels(self) -> int:
        return self.format.channels

    @property
    def dtype(self) -> np.dtype:
        return DTYPES[self.format.dtype]

    @property
    def shape(self) -> tuple[int, ...]:
        channels = self.format.channels
        pixel = () if channels == 1 else (channels,)
        return (*(self.depth, self.height, self.width)[3 - self.dimensions:], *pixel)

    @property
    def is_close(self) -> bool:
        """Whether no row has room behind it."""
        return self.stride == self.width * self.format.channels

    @property
    def lies(self) -> tuple[object, ...]:
        """All that a launch on it depends on."""
        found = self._lies
        if found is None:
            origin = self.origin
            self._lies = found = (
                self.format.dtype, self.format.channels, self.width, self.height, self.depth, self.dimensions, self.stride,
                origin.kind, origin.dtype, origin.mode)
        return found

    @property
    def nbytes(self) -> int:
        return self.width * self.height * self.depth * self.channels * self.dtype.itemsize

    def __repr__(self) -> str:
        channels = "gray" if self.channels == 1 else f"{self.channels} channels"
        return f"<pygpu.DeviceImage {'x'.join(map(str, self.size))}, {channels}, {self.dtype}, on {self.device.name}>"

    def _repr_png_(self) -> bytes:
        """What a notebook shows: numbers beyond 0 to 1 from their least to their greatest; of a volume some planes, of a
        row of numbers a curve."""
        return png(self.numpy(), dimensions=self.dimensions)

    def another(self, width: int, height: int, close: bool = False) -> DeviceImage:
        """Room for a picture of this kind, on the same device; its rows lie `close` if that is asked for."""
        return new_image(self.device, self.format, (width, height), self.origin, close=close)

    def shaped(self, shape: tuple[int, ...]) -> DeviceImage:
        """The same numbers as an array of another shape: in the same memory, if no row has room behind it."""
        close = regions.compact(self)
        width, height, depth = (*shape[::-1], 1, 1)[:3]
        found = DeviceImage(self.device, self.format, width, height, width, close.buffer, close._home, self.origin,
                            len(shape), depth)
        found.event, found.pace = close.event, close.pace
        return found

    def sharing(self, width: int, height: int, buffer: cl.Buffer, home: Any, start: int) -> DeviceImage:
        """A part of this picture in the same memory, from byte `start` on."""
        part = DeviceImage(self.device, self.format, width, height, self.stride, buffer, home, self.origin)
        part.event, part.pace, part._whole, part._offset = self.event, self.pace, self.root, start
        return part

    def is_on(self, device: Device) -> bool:
        """Whether kernels there can work on it: a device that was lost is another one afterwards."""
        return self.device is device and self.renewed == device.renewed

    @told("give a region of a picture")
    def __getitem__(self, key: Any) -> DeviceImage:
        """A region, image[y0:y1, x0:x1], or a part of a volume, volume[z], that shares this one's memory where the device
        can."""
        return planes.part(self, key) if self.dimensions == 3 else regions.region(self, key)

    def __len__(self) -> int:
        return self.shape[0]

    def __iter__(self) -> Iterator[DeviceImage]:
        """The planes of a volume, as pictures."""
        if self.dimensions != 3:
            raise TypeError("a DeviceImage that is no volume is not gone through on the device: take image.numpy()")
        return iter([self[z] for z in range(self.depth)])

    @property
    def ndim(self) -> int:
        return len(self.shape)

    def wait(self) -> DeviceImage:
        """Wait until what is on its way into this picture has arrived."""
        event = self.event
        if event is not None:
            # A loop that may be endless was waited for by who called it. Processors compute in the thread that waits, too.
            started, pixels, pace = perf_counter(), self.width * self.height * self.depth, self.pace
            wait_for(event, self.device, quick=self.device.zero_copy if pace is None else pace.is_quick(pixels))
            self.event = None
            if pace is not None:
                pace.waited(started, pixels)
        return self

    @told("bring a picture back")
    def numpy(self) -> np.ndarray:
        """A copy of the picture as a NumPy array."""
        self.wait()
        here = self._in_host_memory()
        if here is None and not self.is_on(self.device):
            raise DeviceError(f"this picture of {self.width} x {self.height} was lost with the memory of "
                              f"{self.device.name}: upload it again")
        return here.copy() if here is not None else transfer.to_host(regions.compact(self))

    def pil(self, mode: str | None = None) -> Any:
        """The picture as a PIL image."""
        from . import pictures

        return pictures.store(self.numpy(), self.origin, mode)

    def give_array(self) -> np.ndarray:
        """The picture's own memory as an array where the host can reach it, else a copy: for the last one to use it."""
        here = self._in_host_memory()
        return here if here is not None else self._copied()

    @told("bring a picture back")
    def _copied(self) -> np.ndarray:
        return transfer.to_host(regions.compact(self))

    @told("bring a picture back")
    def copy_to(self, array: np.ndarray) -> None:
        """Into an array of the same shape; its type may be another."""
        here = self._in_host_memory()
        if here is not None:
            np.copyto(array, here, casting="unsafe")
        else:
            transfer.into_host(regions.compact(self), array)

    def room_like(self) -> DeviceImage:
        """Another one of this size and format on this device; what is in it is whatever was there."""
        return new_image(self.device, self.format, self.extent, self.origin, dimensions=self.dimensions)

    @told("copy a picture")
    def replace(self, other: DeviceImage) -> None:
        """Take over the pixels of a picture of the same size and format."""
        import pyopencl as cl

        alike = other.stride == self.stride and not (self.is_region or other.is_region)
        if alike and other.is_on(self.device) and self.is_on(self.device) and self.writable:
            nbytes = self.stride * self.height * self.depth * self.dtype.itemsize
            self.event = cl.enqueue_copy(self.device.queue, self.buffer, other.buffer, byte_count=nbytes)
            self.pace, self.device.busy = other.pace, True
        else:
            home = to_device(from_grid(other.wait().numpy(), self.dimensions, self.origin, private=True), self.device)
            self.buffer, self.stride, self._home, self.event = home.buffer, home.stride, home._home, home.event
            self.renewed, self.pace = home.renewed, None
        self._texture = self._lies = None

    @told("copy a picture")
    def paste(self, other: DeviceImage, box: tuple[int, int, int, int], place: tuple[int, int]) -> None:
        """The part `box` of another picture of this device and format, put at `place`."""
        import pyopencl as cl

        left, top, right, bottom = box
        item = self.channels * self.dtype.itemsize
        self.event = cl.enqueue_copy(
            self.device.queue, self.buffer, other.buffer, src_origin=(left * item, top, 0),
            dst_origin=(place[0] * item, place[1], 0), region=((right - left) * item, bottom - top, 1),
            src_pitches=(other.stride * self.dtype.itemsize,), dst_pitches=(self.stride * self.dtype.itemsize,))
        self.pace, self.device.busy = other.pace, True

    @property
    def address(self) -> int:
        """Where it begins in host memory; 0 where it isn't there."""
        if isinstance(self._home, np.ndarray):
            return int(self._home.__array_interface__["data"][0])
        address: int = self._home.memory.address
        return address + self._offset if address else 0

    @property
    def writable(self) -> bool:
        """A kernel may write to it: not to memory that came from an array."""
        return not isinstance(self._home, np.ndarray)

    @property
    def is_region(self) -> bool:
        return self._whole is not None

    @property
    def root(self) -> Any:
        """What two pictures have in common if they share memory."""
        return self._home if self._whole is None else self._whole

    @told("bring a picture back")
    def __array__(self, dtype: Any = None, copy: bool | None = None) -> np.ndarray:
        """For numpy.asarray: on a CPU device a view that can't be written to, elsewhere a copy."""
        self.wait()
        here = None if copy else self._in_host_memory()
        if here is None:
            if copy is False:
                raise ValueError("this picture is not in host memory: it can't be had without a copy")
            here = self.numpy()
        else:
            here.flags.writeable = False
        if dtype is not None and np.dtype(dtype) != here.dtype:
            if copy is False:
                raise ValueError(f"this picture holds {here.dtype}: it can't be had as {dtype} without a copy")
            here = here.astype(dtype)
        return here

    def __reduce__(self) -> Any:
        raise TypeError("a DeviceImage lies in a device's memory and goes to no other process: send its .numpy()")

    def __dlpack__(self, **options: Any) -> Any:
        return self.numpy().__dlpack__(**options)

    def __dlpack_device__(self) -> tuple[int, int]:
        return (1, 0)  # host memory: that is where the copy lies

    def _in_host_memory(self) -> np.ndarray | None:
        """The picture's own memory as an array, where the host can reach it."""
        if isinstance(self._home, np.ndarray):
            return self._home[:] if self.dimensions == 2 else self._home.reshape(self.shape)
        if self._home.memory.host is None:
            return None
        dtype, channels = self.dtype, self.format.channels
        lease: pool.Lease = self._home
        if self.is_close:
            return lease.array(self.shape, dtype)
        item = dtype.itemsize
        strides = (self.height * self.stride * item, self.stride * item, channels * item)[3 - self.dimensions:]
        return lease.array(self.shape, dtype, strides + (item,) * (channels > 1))


def upload(picture: Any, device: Device | None = None, *, orient: str = "keep",
           dimensions: int | None = None) -> DeviceImage | DeviceComplex:
    """Put `picture` (PIL, NumPy, or another library's array) into the memory of `device`, or of the current one.

    With orient="apply" a photo is turned upright, as its EXIF says. For a volume say `dimensions=3`; otherwise whatever
    has more than one dimension is a picture. Of complex numbers it is an array, which comes to lie there in two parts.

    Examples
    --------
    >>> there = pygpu.upload(photo)
    >>> soft = pygpu.filters.gaussian(there, sigma=2)        # stays on the device
    >>> soft.size == photo.size, type(soft.pil()) is type(photo)
    (True, True)
    """
    device = device or current()
    if device is None:
        raise DeviceError(f"there is no device to upload to: filters run on NumPy here. "
                          f"To install a driver: {INSTALL}")
    if np.dtype(getattr(picture, "dtype", bool)).kind == "c":
        if isinstance(picture, DeviceComplex) and picture.real.is_on(device):
            return picture
        picture = np.asarray(picture)
        parts = [ingest_grid(np.ascontiguousarray(part), picture.ndim) for part in (picture.real, picture.imag)]
        return DeviceComplex(*[to_device(part, device) for part in parts])
    if dimensions is None:
        dimensions = 1 if len(getattr(picture, "shape", (0, 0))) == 1 else 2
    given = pixels.ingest(picture, orient) if dimensions == 2 else ingest_grid(picture, dimensions)
    if isinstance(given, DeviceImage):
        if given.is_on(device):
            return given
        given = from_grid(given.numpy(), given.dimensions, given.origin, True)
    try:
        return to_device(given, device)
    except Exception as error:
        if not is_the_drivers(error):
            raise
        raise refused(device, "take a picture", error) from error


def to_device(given: Pixels, device: Device) -> DeviceImage:
    """A DeviceImage of its own; memory that no one else holds is taken over instead of copied."""
    check_size(given.extent, given.format, device)
    if device.zero_copy and given.private:
        device.relieve()
        return laid_over(replace(given, array=np.asarray(_Taken(given.array, device))), device)
    image = new_image(device, given.format, given.extent, given.origin, for_host=device.zero_copy,
                      dimensions=given.dimensions)
    here = image._in_host_memory()
    if here is not None:
        np.copyto(here, given.array.reshape(here.shape))
    else:
        transfer.to_device(given.array, image)
    return image


class _Taken:
    """An array that was taken over: kernels may still be at work on it when its last view goes."""

    __slots__ = ("array", "device", "__array_interface__", "__weakref__")

    def __init__(self, array: np.ndarray, device: Device):
        self.array, self.device, self.__array_interface__ = array, device, array.__array_interface__
        device.held[id(array)] = ref(self), array

    def __del__(self) -> None:
        try:
            self.device.leave(self.array)
            self.device.held.pop(id(self.array), None)
        except Exception:  # the interpreter is shutting down
            pass


def laid_over(given: Pixels, device: Device) -> DeviceImage:
    """A DeviceImage in the memory of an array, on a device that computes there."""
    buffer = transfer.lay_over(given.array, given.stride, device)
    width, height, *_ = given.extent
    return DeviceImage(device, given.format, width, height, given.stride, buffer, given.array, given.origin,
                       given.dimensions, given.depth)


def new_image(device: Device, format: Format, extent: tuple[int, ...], origin: Origin, for_host: bool = False,
              beside: Iterable[DeviceImage] = (), dimensions: int | None = None, close: bool = False) -> DeviceImage:
    """Room for a picture, or for a volume; what is in it is whatever was there. Kernels walk along it together with the
    pictures `beside`."""
    return Room(device, format, extent, dimensions, close).take(origin, beside, for_host)


class Room:
    """How much memory a picture takes, and how it lies there."""

    __slots__ = ("device", "format", "width", "height", "depth", "stride", "nbytes", "dimensions", "spread")

    def __init__(self, device: Device, format: Format, extent: tuple[int, ...], dimensions: int | None, close: bool = False):
        self.device, self.format, self.dimensions = device, format, dimensions or len(extent)
        self.width, self.height, self.depth = (*extent, 1)[:3]
        self.stride = row_step(device, format, extent, close)
        self.nbytes = self.stride * self.height * self.depth * DTYPES[format.dtype].itemsize
        self.spread = self.nbytes >= pool.SPREAD_FROM

    @property
    def shape(self) -> tuple[int, ...]:
        pixel = (self.format.channels,) if self.format.channels > 1 else ()
        return (*(self.depth, self.height, self.width)[3 - self.dimensions:], *pixel)

    @property
    def is_close(self) -> bool:
        return self.stride == self.width * self.format.channels

    def take(self, origin: Origin, beside: Iterable[DeviceImage] = (), for_host: bool = False) -> DeviceImage:
        device = self.device
        lease = device.pool.take(self.nbytes, for_host, [one.address for one in beside] if self.spread else ())
        return DeviceImage(device, self.format, self.width, self.height, self.stride, lease.buffer, lease, origin,
                           self.dimensions, self.depth)


def row_step(device: Device, format: Format, extent: tuple[int, ...], close: bool = False) -> int:
    """Elements from row to row. In a GPU's memory all rows of a picture begin where groups of elements may, unless they have
    to lie `close`."""
    width, height, *deep = extent
    stride = width * format.channels
    group = LONG_GROUP if stride >= LONG_ROW else ROW_GROUP
    return stride if height == 1 or close or deep or device.zero_copy else -(-stride // group) * group


def check_size(extent: tuple[int, ...], format: Format, device: Device, stride: int | None = None) -> None:
    """Refuse a picture that the device cannot hold, or whose pixels 32-bit arithmetic cannot count."""
    width, height, *deep = extent
    if deep:
        return check_volume(extent, format, device)
    elements = (stride or width * format.channels) * height
    if elements < 1 << 28 and elements << 3 <= device.largest_buffer:
        return  # whatever they are made of
    nbytes = elements * DTYPES[format.dtype].itemsize
    if nbytes > device.largest_buffer:
        raise TooLarge(f"a picture of {width} x {height} pixels ({format.channels} x {format.dtype}) takes "
                          f"{pool.size_text(nbytes)}; {device.name} ({device.platform}) holds at most "
                          f"{pool.size_text(device.largest_buffer)} in one piece: filter it in parts")
    if elements >= 1 << 31:
        raise TooLarge(f"a picture of {width} x {height} pixels with {format.channels} channels is more than "
                          f"2147483647 numbers, which a kernel's 32-bit positions cannot count: filter it in parts")


def check_volume(extent: tuple[int, ...], format: Format, device: Device) -> None:
    """The same of a volume, whose planes are counted each by itself."""
    width, height, depth = extent
    nbytes = width * height * depth * format.channels * DTYPES[format.dtype].itemsize
    what = f"a volume of {width} x {height} x {depth} ({format.channels} x {format.dtype})"
    if nbytes > device.largest_buffer:
        raise DeviceError(f"{what} takes {pool.size_text(nbytes)}; {device.name} ({device.platform}) holds at most "
                          f"{pool.size_text(device.largest_buffer)} in one piece: filter it in parts")
    if width * height * format.channels >= 1 << 31 or height * depth >= 1 << 31:
        raise DeviceError(f"a plane of {what} has more than 2147483647 numbers, which a kernel's 32-bit positions cannot "
                          f"count: filter it in parts")


def overlap(image: DeviceImage | Pixels, target: np.ndarray) -> bool:
    """Whether a picture's memory and an array's have bytes in common."""
    lies = image._home if isinstance(image, DeviceImage) else image.array
    return not isinstance(lies, np.ndarray) or np.may_share_memory(lies, target)


def wait_for(event: cl.Event, device: Device, stop: Stop | None = None, kept: object = None, quick: bool = False) -> None:
    """Until a kernel is done; what went wrong in it, in words. (`stop`, `kept`, `quick`: waiting.py)"""
    try:
        wait(event, stop, kept, quick, not device.zero_copy)
    except Exception as error:
        if not is_the_drivers(error):
            raise
        device.recover()
        raise DeviceError(f"{device.name} ({device.platform}) stopped in the middle of a filter: {error}") from error
