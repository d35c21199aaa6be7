"""Where large pictures lie, by their names: .npy, .zarr, .tif; and the windows of a raster that rasterio has opened.

What is read or written in parts is anything with a shape and a type that takes [rows, columns]. These are made to be so:

    "in.npy"           a memory-mapped array
    "in.zarr"          a Zarr array
    "in.tif"           any TIFF that tifffile reads: OME-TIFF, GeoTIFF, tiled and packed ones (tiffs.py)
    rasterio.open(..)  a raster, whose windows are read and written with all its bands

    "out.npy", "out.zarr", "out.tif" (a TIFF that is not packed) are made, or gone on with after an interruption.
"""

from __future__ import annotations

import os
from errno import EDQUOT, EFBIG, ENOSPC
from math import prod
from mmap import ALLOCATIONGRANULARITY
from threading import Lock

import numpy as np

from ...errors import ArgumentError, ImageError, PyGPUError
from ...runtime.pool import size_text
from . import tiffs
from .tiffs import ENDINGS, Tiff

LEAST = 1024  # pixels that a strip is wide
STRIPS = 4    # kept: those of one tile, and what lies beside it
MANY = 16     # side by side are not read as strips


class Raster:
    """A dataset of rasterio's as an array of (height, width) or (height, width, bands)."""

    def __init__(self, dataset):
        self.dataset, self.dtype = dataset, np.dtype(dataset.dtypes[0])
        self.shape = (dataset.height, dataset.width, dataset.count)[:2 + (dataset.count > 1)]
        self.chunks = (*dataset.block_shapes[0], dataset.count)[:len(self.shape)]

    def window(self, key):
        from rasterio.windows import Window

        (top, bottom, _), (left, right, _) = [part.indices(length) for part, length in zip(key, self.shape)]
        return Window(left, top, right - left, bottom - top)

    def __getitem__(self, key) -> np.ndarray:
        if len(self.shape) == 2:
            return self.dataset.read(1, window=self.window(key))
        return np.ascontiguousarray(np.moveaxis(self.dataset.read(window=self.window(key)), 0, 2))

    def __setitem__(self, key, part) -> None:
        bands = part[None] if part.ndim == 2 else np.moveaxis(part, 2, 0)
        self.dataset.write(bands, window=self.window(key))


class Mapped:
    """A memory-mapped file, of which parts are read instead: where a file that is mapped is cut meanwhile, the process
    would be ended, and a kernel that waits for a disk keeps a core."""

    def __init__(self, array: np.memmap):
        self.array, self.shape, self.dtype, self.name = array, array.shape, array.dtype, os.fspath(array.filename)
        self.file = open(self.name, "rb", buffering=0)  # noqa: SIM115 - as long as the array is there
        of_map = np.frombuffer(array._mmap, np.uint8).__array_interface__["data"][0]
        self.begin = array.offset - array.offset % ALLOCATIONGRANULARITY + array.__array_interface__["data"][0] - of_map

    def __getitem__(self, key) -> np.ndarray:
        whole = [slice(*each.indices(length)) for each, length in zip((*key, *[slice(None)] * len(self.shape)), self.shape)]
        part = np.empty([each.stop - each.start for each in whole], self.dtype)
        self.fill(part, whole, self.begin)
        return part

    def fill(self, part: np.ndarray, key, begin: int) -> None:
        """Read this part of an array that begins there in the file."""
        first, *inner = key
        lengths = self.shape[len(self.shape) - len(inner):]
        step = self.dtype.itemsize * prod(lengths)
        if all(each.stop - each.start == length for each, length in zip(inner, lengths)):
            room, at = memoryview(part.reshape(-1).view(np.uint8)), begin + first.start * step
            while len(room):
                count = os.preadv(self.file.fileno(), [room], at)
                if not count:
                    raise ImageError(f"{self.name} ends early: at byte {at}, where more of the picture should be")
                room, at = room[count:], at + count
        else:
            for row, number in zip(part, range(first.start, first.stop)):
                self.fill(row, inner, begin + number * step)

    @staticmethod
    def serves(array) -> bool:
        """Whether what is in memory is what is in the file."""
        return (isinstance(array, np.memmap) and array.mode != "c" and array.flags.c_contiguous and not array.dtype.hasobject
                and array.filename is not None and os.path.exists(array.filename) and hasattr(os, "preadv"))


class Strips:
    """An array in chunks, read in strips of whole chunks, of which the last few are kept: the tiles of a row, one after the
    other, need the same chunks at their edges, and each of them is to be unpacked once."""

    def __init__(self, array):
        self.array, self.shape, self.dtype, self.chunks = array, array.shape, array.dtype, array.chunks
        self.step = -(-LEAST // array.chunks[1]) * array.chunks[1]
        self.kept: dict[tuple, np.ndarray] = {}
        self.lock = Lock()

    def __getitem__(self, key) -> np.ndarray:
        rows, columns = key
        first, end = columns.start // self.step, -(-columns.stop // self.step)
        if end - first > MANY:  # nobody comes back for those
            return self.read(rows, columns)
        with self.lock:
            strips = [self.strip(rows.start, rows.stop, number) for number in range(first, end)]
        joined = strips[0] if len(strips) == 1 else np.concatenate(strips, axis=1)
        return joined[:, columns.start - first * self.step:columns.stop - first * self.step]

    def strip(self, top: int, bottom: int, number: int) -> np.ndarray:
        found = self.kept.pop((top, bottom, number), None)
        if found is None:
            found = self.read(slice(top, bottom), slice(number * self.step, min(self.shape[1], (number + 1) * self.step)))
        while len(self.kept) >= STRIPS:
            self.kept.pop(next(iter(self.kept)))
        self.kept[top, bottom, number] = found
        return found

    def read(self, rows: slice, columns: slice) -> np.ndarray:
        try:
            return np.asarray(self.array[rows, columns])
        except PyGPUError:
            raise
        except Exception as error:
            raise ImageError(f"{lies(self.array) or self.array} is damaged, and cannot be read at {columns.start}.."
                             f"{columns.stop} x {rows.start}..{rows.stop}: {error}") from error


def in_strips(array):
    """The same array; what lies in chunks in strips of them."""
    chunks = getattr(array, "chunks", None)
    plain = isinstance(chunks, tuple) and all(isinstance(length, int) for length in chunks) and len(chunks) in (2, 3)
    return Strips(array) if plain else array


def is_raster(thing) -> bool:
    return all(hasattr(thing, name) for name in ("block_shapes", "dtypes", "count", "transform"))


def source(image, dimensions: int = 2):
    """A picture that was given, as what parts are read from; or a volume."""
    found = file_of(image, dimensions)
    if Mapped.serves(found):
        return Mapped(found)
    return in_strips(found) if dimensions == 2 else found


def file_of(image, dimensions: int = 2):
    """What was given, or the file of that name."""
    if is_raster(image):
        return Raster(image)
    if not isinstance(image, (str, os.PathLike)):
        return image
    name = os.fspath(image)
    if not os.path.exists(name):
        raise ArgumentError(f"there is no file {name}")
    kind = os.path.splitext(name)[1].lower()
    if kind not in (".npy", ".zarr", *ENDINGS):
        raise ArgumentError(f"{name!r}: files that are read in parts end in .npy, .zarr or .tif; open others yourself")
    try:
        if kind == ".npy":
            return np.load(name, mmap_mode="r", allow_pickle=False)
        if kind == ".zarr":
            import zarr

            return zarr.open_array(name, mode="r")
        return Tiff(name, dimensions)
    except (PyGPUError, ImportError):
        raise
    except Exception as error:
        raise ImageError(f"{name} cannot be read: {error}") from error


def target(out):
    """What results are to be written to: the names of files are opened when it is known what goes in."""
    return os.fspath(out) if isinstance(out, os.PathLike) else Raster(out) if is_raster(out) else out


def refuse_itself(image, out) -> None:
    """A picture cannot be written over while neighbours of what is written are still to be read."""
    mapped = getattr(image, "_mmap", None)
    if mapped is not None and mapped is getattr(out, "_mmap", None) or isinstance(image, np.ndarray) and lies(image) is None:
        same = isinstance(out, np.ndarray) and np.may_share_memory(image, out)
    else:
        same = out is image is not None or lies(image) is not None and lies(image) == lies(out)
    if same:
        raise ArgumentError("out= is the picture that is read, whose pixels are still needed: write to another one")


def lies(thing) -> str | None:
    """The file, or the folder, that something is in."""
    thing = getattr(thing, "dataset", thing)
    if not isinstance(thing, (str, os.PathLike)):
        thing = next(filter(None, [getattr(thing, name, None) for name in ("filename", "store_path", "name")]), None)
    name = None if thing is None else str(thing).removeprefix("file://")
    return os.path.realpath(name) if name and os.path.exists(name) else None


def opened(out, shape: tuple[int, ...], dtype: np.dtype, goes_on: bool, origin: Tiff | None = None):
    """What a result is written to: an array as it is, a file by its name, or an array in memory. `origin` is where a picture
    comes from that has more to say than pixels."""
    if out is None:
        return np.empty(shape, dtype)
    if not isinstance(out, str):
        if tuple(out.shape) not in (shape, (*shape, 1)) and (*out.shape, 1) != shape:
            raise ArgumentError(f"out= has the shape {tuple(out.shape)}, but the result's is {shape}")
        return out
    found = there(out) if goes_on else made(out, shape, dtype, origin)
    if tuple(found.shape) != shape or found.dtype != dtype:
        raise ArgumentError(f"{out} holds another picture than the one that was begun: {tuple(found.shape)}, {found.dtype}")
    return found


def there(name: str):
    """A file that was begun."""
    if name.endswith(".npy"):
        return np.lib.format.open_memmap(name, "r+")
    if name.endswith(".zarr"):
        import zarr

        return zarr.open_array(name, mode="r+")
    import tifffile

    return tifffile.memmap(name, mode="r+")


def made(name: str, shape: tuple, dtype: np.dtype, origin: Tiff | None = None):
    """A new file."""
    kind = os.path.splitext(name)[1].lower()
    if kind == ".npy":
        return reserved(name, np.lib.format.open_memmap(name, "w+", dtype, shape))
    if kind == ".zarr":
        import zarr

        chunks = (min(1024, shape[0]), min(1024, shape[1]), *shape[2:])
        if len(shape) > 2 and shape[2] > 4:  # planes of a volume
            chunks = (min(64, shape[0]), min(256, shape[1]), min(256, shape[2]), *shape[3:])
        return zarr.create_array(name, shape=shape, chunks=chunks, dtype=dtype, overwrite=True)
    if kind in ENDINGS:
        return reserved(name, tiffs.made(name, shape, dtype, origin))
    raise ArgumentError(f"out={name!r}: the name of a file to make ends in .npy, .zarr or .tif; for others, give an array")


def reserved(name: str, array: np.ndarray) -> np.ndarray:
    """A new file that has all the room on its disk that it takes: a disk that is full while one writes to memory ends the
    process."""
    try:
        with open(name, "r+b") as file:
            os.posix_fallocate(file.fileno(), 0, os.path.getsize(name))
    except (AttributeError, OSError) as error:
        if getattr(error, "errno", None) in (ENOSPC, EDQUOT, EFBIG):
            os.unlink(name)
            raise ArgumentError(f"out={name!r}: a disk with too little room for {size_text(array.nbytes)}") from None
    return array
