"""TIFF files that are read and written in parts: tiles and strips, packed or not, OME-TIFF and GeoTIFF. Hides how a file
orders its axes, and which of its tags belong to the result as well.

A result of the same size keeps where on Earth its source lies (the tags of GeoTIFF), which side of it is up, its resolution
and its colour profile; a .ome.tif of an OME-TIFF how large a pixel is. What says which number means that nothing was
measured (GDAL_NODATA) is not kept: a filter makes other numbers of it.
"""

from __future__ import annotations

import os

import numpy as np

from ...errors import ArgumentError, ImageError

ENDINGS = (".tif", ".tiff")
# Orientation, ICC profile; pixel scale, tie points, transformation, directory, doubles and text of GeoTIFF; GDAL's metadata
KEPT = (274, 34675, 33550, 33922, 34264, 34735, 34736, 34737, 42112)
RESOLUTION = 282, 283, 296
COLOURS = 4  # more channels are planes


class Tiff:
    """A TIFF as an array of (height, width), (height, width, channels), or with planes before them."""

    def __init__(self, name: str, dimensions: int):
        import tifffile
        import zarr

        self.name = name
        with tifffile.TiffFile(name) as file:
            level = file.series[0].levels[0]  # of a pyramid the largest
            axes = level.get_axes(squeeze=True) if hasattr(level, "get_axes") else level.axes
            page = level.keyframe
            self.tags = [(tag.code, tag.dtype, 0 if isinstance(tag.value, str) else tag.count, tag.value, True)
                         for tag in map(page.tags.get, KEPT) if tag is not None]
            self.resolution = [page.tags[code].value for code in RESOLUTION if code in page.tags]
            self.pixels = pixels_of(file)
            end = max([offset + count for each in level.pages if each is not None
                       for offset, count in zip(each.dataoffsets, each.databytecounts)], default=0)
        if end > os.path.getsize(name):
            raise ImageError(f"{name} ends early: of {end} bytes {os.path.getsize(name)} are there")
        found = zarr.open(tifffile.imread(name, aszarr=True), mode="r")
        self.stored = found if hasattr(found, "shape") else found["0"]
        self.order = order_of(name, axes, self.stored.shape, dimensions)
        self.shape = tuple([self.stored.shape[axis] for axis in self.order])
        self.chunks = tuple([self.stored.chunks[axis] for axis in self.order])
        self.dtype = self.stored.dtype

    def __getitem__(self, key) -> np.ndarray:
        parts = dict(zip(self.order, key))
        try:
            part = np.asarray(self.stored[tuple([parts.get(axis, slice(None)) for axis in range(len(self.order))])])
        except Exception as error:
            where = " x ".join([f"{each.start}..{each.stop}" for each in key])
            raise ImageError(f"{self.name} is damaged, and cannot be read at {where}: {error}") from error
        return np.ascontiguousarray(part.transpose(self.order))

    def __array__(self, dtype=None, copy=None) -> np.ndarray:
        return np.asarray(self[tuple([slice(0, length) for length in self.shape])], dtype)


def order_of(name: str, axes: str, shape: tuple, dimensions: int) -> tuple[int, ...]:
    """Where rows, columns and channels are among a file's axes, and planes before them."""
    channels = [axis for axis, letter in enumerate(axes) if letter in "SC" and shape[axis] <= COLOURS]
    places = [axis for axis in range(len(axes)) if axis not in channels]
    if len(places) != dimensions or len(channels) > 1:
        kind = "picture" if dimensions == 2 else "volume"
        raise ArgumentError(f"{name} is no {kind}: its axes are {axes}, {' x '.join(map(str, shape))}")
    return (*places, *channels)


def pixels_of(file) -> dict:
    """How large a pixel of an OME-TIFF is, and in what unit."""
    import tifffile

    if not file.ome_metadata:
        return {}
    found = tifffile.xml2dict(file.ome_metadata).get("OME", {}).get("Image", {})
    pixels = (found[0] if isinstance(found, (list, tuple)) else found).get("Pixels", {})
    return {key: value for key, value in pixels.items() if key.startswith("PhysicalSize")}


def made(name: str, shape: tuple, dtype: np.dtype, origin: Tiff | None) -> np.ndarray:
    """A new file that is not packed, with what it has of the one that it comes from."""
    import tifffile

    words: dict = {"photometric": "rgb" if len(shape) == 3 and shape[2] in (3, 4) else "minisblack", "metadata": None}
    if origin is not None and origin.shape[:2] == shape[:2]:
        words["extratags"] = origin.tags
        if len(origin.resolution) == 3:
            words |= {"resolution": tuple([over / under for over, under in origin.resolution[:2]]),
                      "resolutionunit": origin.resolution[2]}
    if name.lower().endswith((".ome.tif", ".ome.tiff")):
        words["metadata"] = {"axes": "YXS"[:len(shape)], **(origin.pixels if origin is not None else {})}
    return tifffile.memmap(name, shape=shape, dtype=dtype, bigtiff=True, **words)
