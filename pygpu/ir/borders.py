"""Reading an image's pixels at any position, on NumPy."""

from __future__ import annotations

import numpy as np

from ..borders import rule
from .graph import ImageParam
from .ops import DTYPES, Array


def inside(index: Array, length: Array, border: str) -> Array:
    """The place in 0..length-1 that a border gives for any integer; what is open is filled by the caller."""
    return rule(border).place(np.asarray(index), length, np.minimum, np.maximum)


class Plane:
    """One image given to a graph: reads its channels at arrays of positions."""

    depth = 1

    def __init__(self, param: ImageParam, image: np.ndarray):
        image = np.asarray(image)
        expected = param.pixel
        if image.ndim != 3 or image.shape[2] != expected.channels or image.dtype != DTYPES[expected.scalar]:
            raise ValueError(f"image {param.name} must be an array (height, width, {expected.channels}) of "
                             f"{expected.scalar.value}, not {image.dtype} {image.shape}")
        self.height, self.width = image.shape[:2]
        self.image, self.border, self.open_axes = image, param.border, param.open_axes
        self.fill = [param.fill[min(c, len(param.fill) - 1)] for c in range(expected.channels)]
        self.channels: dict[int, np.ndarray] = {}

    def channel(self, number: int) -> np.ndarray:
        if number not in self.channels:
            self.channels[number] = np.ascontiguousarray(self.image[:, :, number])
        return self.channels[number]

    def read(self, number: int, x: Array, y: Array) -> Array:
        """A channel at the positions that two arrays broadcast to."""
        plane = self.channel(number)
        column, row = inside(x, self.width, self.border[0]), inside(y, self.height, self.border[1])
        if column.ndim == 2 and row.ndim == 2 and column.shape[0] == 1 and row.shape[1] == 1:
            pixels = self._block(plane, x[0], column[0], row[:, 0])
        else:
            pixels = plane.reshape(-1).take(np.asarray(row, np.int64) * self.width + column)
        outside = None
        if 0 in self.open_axes:
            outside = (x < 0) | (x >= self.width)
        if 1 in self.open_axes:
            over = (y < 0) | (y >= self.height)
            outside = over if outside is None else outside | over
        if outside is not None and outside.any():
            pixels = np.where(outside, plane.dtype.type(self.fill[number]), pixels)
        return pixels

    @staticmethod
    def _block(plane: np.ndarray, x: np.ndarray, column: np.ndarray, row: np.ndarray) -> np.ndarray:
        """Whole rows: the columns that lie inside one after another are copied at once, the border one by one."""
        if len(row) == 0 or len(column) == 0:
            return np.empty((len(row), len(column)), plane.dtype)
        if row[-1] - row[0] == len(row) - 1 and (np.diff(row) == 1).all():
            rows = plane[row[0] : row[-1] + 1]
        else:
            rows = plane.take(row, axis=0)
        within = np.flatnonzero(x == column)
        if len(within) < 16 or not (np.diff(column[within[0] : within[-1] + 1]) == 1).all():
            return rows.take(column, axis=1)
        left, right = within[0], within[-1] + 1
        if left == 0 and right == len(column):
            return rows[:, column[0] : column[-1] + 1]
        pixels = np.empty((len(row), len(column)), plane.dtype)
        pixels[:, left:right] = rows[:, column[left] : column[right - 1] + 1]
        pixels[:, :left] = rows.take(column[:left], axis=1)
        pixels[:, right:] = rows.take(column[right:], axis=1)
        return pixels


class Volume:
    """One volume given to a graph: planes one behind the other."""

    def __init__(self, param: ImageParam, volume: np.ndarray):
        volume = np.asarray(volume)
        if volume.ndim != 4:
            raise ValueError(f"volume {param.name} must be an array (depth, height, width, channels), not {volume.shape}")
        self.depth, self.height, self.width, _ = volume.shape
        self.border, self.open_axes = param.border, param.open_axes
        self.planes = [Plane(param, plane) for plane in volume]
        self.fill = self.planes[0].fill
        self.whole = [np.ascontiguousarray(volume[..., channel]) for channel in range(volume.shape[3])]

    def read(self, number: int, x: Array, y: Array, z: Array) -> Array:
        """A channel at the places that three arrays broadcast to."""
        if np.ndim(z) == 0:
            plane = self.planes[int(inside(z, self.depth, self.border[2]))].read(number, x, y)
            if 2 in self.open_axes and not 0 <= z < self.depth:
                plane = np.full_like(plane, self.fill[number])
            return plane
        place = [inside(at, size, border) for at, size, border in
                 zip((z, y, x), (self.depth, self.height, self.width), self.border[::-1])]
        values = self.whole[number][tuple(place)]
        for axis, (at, size) in enumerate(((x, self.width), (y, self.height), (z, self.depth))):
            if axis in self.open_axes:
                values = np.where((at < 0) | (at >= size), values.dtype.type(self.fill[number]), values)
        return values
