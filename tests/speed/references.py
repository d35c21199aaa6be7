"""What each workload must compute, in NumPy and float64, for a rectangle of a picture.

    sobel(Source(image), Region(x, y, width, height))    float64 of the rectangle's shape

A rectangle is computed with as much around it as the stages need: a stage gives its rectangle smaller by its own reach.
Beyond the picture's edge the edge goes on, and stages are evaluated there as anywhere.
"""

from __future__ import annotations

from math import cos, radians, sin
from typing import NamedTuple

import numpy as np

from .filters import BOX, SOBEL


class Region(NamedTuple):
    x: int
    y: int
    width: int
    height: int

    def grown(self, across: int, down: int | None = None) -> Region:
        down = across if down is None else down
        return Region(self.x - across, self.y - down, self.width + 2 * across, self.height + 2 * down)

    @property
    def places(self) -> tuple[np.ndarray, np.ndarray]:
        ys, xs = np.mgrid[self.y:self.y + self.height, self.x:self.x + self.width]
        return xs.astype(np.float64), ys.astype(np.float64)


def cut(image: np.ndarray, region: Region) -> np.ndarray:
    """A rectangle that may reach over the edge."""
    rows = np.clip(np.arange(region.y, region.y + region.height), 0, image.shape[0] - 1)
    columns = np.clip(np.arange(region.x, region.x + region.width), 0, image.shape[1] - 1)
    part = image[rows][:, columns]
    return part / np.iinfo(part.dtype).max if part.dtype.kind == "u" else part.astype(np.float64)


def shifted(part: np.ndarray, reach_x: int, reach_y: int, dx: int, dy: int) -> np.ndarray:
    """A part without its margin, taken (dx, dy) further on."""
    height, width = part.shape[0] - 2 * reach_y, part.shape[1] - 2 * reach_x
    return part[reach_y + dy:reach_y + dy + height, reach_x + dx:reach_x + dx + width]


def convolved(part: np.ndarray, kernel: np.ndarray) -> np.ndarray:
    """The weighted sum around each pixel that has all of it."""
    ry, rx = kernel.shape[0] // 2, kernel.shape[1] // 2
    total = 0.0
    for (row, column), weight in np.ndenumerate(np.asarray(kernel, np.float64)):
        total = total + weight * shifted(part, rx, ry, column - rx, row - ry)
    return total


def around(part: np.ndarray, reach: int) -> list[np.ndarray]:
    steps = range(-reach, reach + 1)
    return [shifted(part, reach, reach, dx, dy) for dy in steps for dx in steps]


def around_along(part: np.ndarray, size: int, axis: int) -> list[np.ndarray]:
    """All places of a line of so many pixels, where the part has all of it."""
    length = part.shape[axis] - size + 1
    return [part[i:i + length] if axis == 0 else part[:, i:i + length] for i in range(size)]


# --- the workloads ----------------------------------------------------------------------------------------------------

def gamma(image, region, power=1 / 2.2):
    return cut(image, region) ** power


def convolve(image, region, kernel):
    return convolved(cut(image, region.grown(kernel.shape[1] // 2, kernel.shape[0] // 2)), kernel)


def box(image, region, size):
    part = cut(image, region.grown(size // 2))
    return sum(around_along(sum(around_along(part, size, 0)), size, 1)) / size**2


def least(image, region, size):
    part = cut(image, region.grown(size // 2))
    return np.min(around_along(np.min(around_along(part, size, 0), axis=0), size, 1), axis=0)


def edges(part):
    return np.hypot(convolved(part, SOBEL), convolved(part, SOBEL.T))


def sobel(image, region):
    return edges(cut(image, region.grown(1)))


def blur(image, region, row):
    part = cut(image, region.grown(row.shape[1] // 2))
    return convolved(convolved(part, row.T), row)


def unsharp(image, region, row, amount=1.5):
    sharp = cut(image, region)
    return sharp + amount * (sharp - blur(image, region, row))


def harris(image, region, k=0.04):
    part = cut(image, region.grown(2))
    gx, gy = convolved(part, SOBEL / 8), convolved(part, SOBEL.T / 8)
    xx, yy, xy = (convolved(product, BOX) for product in (gx * gx, gy * gy, gx * gy))
    return xx * yy - xy * xy - k * (xx + yy) ** 2


def bilateral(image, region, radius=4, space=3.0, likeness=0.1):
    part, here = cut(image, region.grown(radius)), cut(image, region)
    total = weights = 0.0
    for y in range(-radius, radius + 1):
        for x in range(-radius, radius + 1):
            there = shifted(part, radius, radius, x, y)
            w = np.exp(-(x * x + y * y) / (2 * space**2) - (there - here) ** 2 / (2 * likeness**2))
            total, weights = total + w * there, weights + w
    return total / weights


def gray_edges(image, region):
    return np.minimum(edges(cut(image, region.grown(1)) @ [0.299, 0.587, 0.114]), 1.0)


def brighten(image, region):
    return 1.5 * cut(image, region) - 0.1


def median(image, region):
    return np.median(around(cut(image, region.grown(1)), 1), axis=0)


def rotate(image, region, degrees=15.0):
    c, s = cos(radians(degrees)), sin(radians(degrees))
    height, width = image.shape
    x, y = region.places
    x, y = x - (width - 1) / 2, y - (height - 1) / 2
    x, y = (width - 1) / 2 + c * x + s * y, (height - 1) / 2 + c * y - s * x
    left, top = np.floor(x), np.floor(y)

    def at(column, row):
        rows, columns = np.clip(row, 0, height - 1).astype(int), np.clip(column, 0, width - 1).astype(int)
        return image[rows, columns].astype(np.float64)

    upper = at(left, top) * (left + 1 - x) + at(left + 1, top) * (x - left)
    lower = at(left, top + 1) * (left + 1 - x) + at(left + 1, top + 1) * (x - left)
    return upper * (top + 1 - y) + lower * (y - top)


def chain(image, region, n):
    part = cut(image, region.grown(n))
    for _ in range(n):
        part = convolved(part, BOX)
    return part


def nonlocal_means(image, region, patch=1, search=3, h=0.1):
    reach = patch + search
    part, here = cut(image, region.grown(reach)), cut(image, region.grown(patch))
    total = weights = 0.0
    for y in range(-search, search + 1):
        for x in range(-search, search + 1):
            there = shifted(part, search, search, x, y)
            w = np.exp(-convolved((there - here) ** 2, np.ones((2 * patch + 1,) * 2) / (2 * patch + 1) ** 2) / h**2)
            total, weights = total + w * shifted(there, patch, patch, 0, 0), weights + w
    return total / weights


def mandelbrot(image, region, limit=100):
    xs, ys = region.places
    cx, cy = 3.0 * xs / image.shape[1] - 2.25, 2.5 * ys / image.shape[0] - 1.25
    x, y, n = np.zeros_like(cx), np.zeros_like(cy), np.zeros_like(cx)
    for _ in range(limit):
        inside = x * x + y * y < 4
        x, y = np.where(inside, x * x - y * y + cx, x), np.where(inside, 2 * x * y + cy, y)
        n += inside
    return n / limit


def collatz(image, region):
    n = (cut(image, region).astype(np.float32) * np.float32(255)).astype(np.int64) + 1
    steps = np.zeros_like(n)
    while (n > 1).any():
        steps += n > 1
        n = np.where(n > 1, np.where(n % 2 == 1, 3 * n + 1, n // 2), n)
    return steps / 128


def spheres(image, region, steps=48):
    height, width = image.shape
    xs, ys = region.places
    dx, dy = (2.0 * xs - width) / height, (2.0 * ys - height) / height
    scale = 1 / np.sqrt(dx * dx + dy * dy + 2.25)
    dx, dy, dz = dx * scale, dy * scale, 1.5 * scale
    far, going = np.zeros_like(dx), np.ones(dx.shape, bool)
    for _ in range(steps):
        x, y, z = dx * far, dy * far, dz * far
        near = np.sqrt((x - 2 * np.rint(x / 2)) ** 2 + (y - 2 * np.rint(y / 2) - 0.3) ** 2
                       + (z - 3 - 2 * np.rint((z - 3) / 2)) ** 2) - 0.4
        going &= ~((near < 0.001) | (far > 20))
        far = np.where(going, far + near, far)
    return far / 20


def filter_bank(images, region, bank, first=0):
    """Four filters of a bank, on pictures whose channels follow each other."""
    images = images if isinstance(images, (list, tuple)) else [images]
    across, down = bank.shape[2] // 2, bank.shape[1] // 2
    grown = Region(region.x - across, region.y - down, region.width + bank.shape[2] - 1, region.height + bank.shape[1] - 1)
    part = np.concatenate([cut(image, grown) for image in images], axis=-1)
    result = np.zeros((region.height, region.width, 4))
    for row in range(bank.shape[1]):
        for column in range(bank.shape[2]):
            result += part[row:row + region.height, column:column + region.width] @ bank[first:first + 4, row, column].T
    return result


# --- values of the whole picture, of a row; scans: what a rectangle needs is all of it -------------------------------

def part(values: np.ndarray, region: Region) -> np.ndarray:
    return values[region.y:region.y + region.height, region.x:region.x + region.width]


def whole(image: np.ndarray) -> Region:
    return Region(0, 0, image.shape[1], image.shape[0])


def normalized(image, region):
    edges = sobel(image, whole(image))
    return part(edges, region) / edges.max()


def standardized(image, region):
    values = image.astype(np.float64)
    return (part(values, region) - values.mean()) / values.std()


def share_of_row(image, region):
    return part(image / image.sum(axis=1, dtype=np.float64, keepdims=True), region)


def share_of_column(image, region):
    return part(image / image.sum(axis=0, dtype=np.float64, keepdims=True), region)


def running_sum(image, region):
    return part(np.cumsum(image, axis=1, dtype=np.float64), region)


def forth_and_back(image, region):
    rows = image[region.y:region.y + region.height].astype(np.float64)
    for _ in range(2):
        rows = rows.copy()
        before = rows[:, 0].copy()
        for x in range(rows.shape[1]):
            before = rows[:, x] = 0.25 * rows[:, x] + 0.75 * before
        rows = rows[:, ::-1]
    return rows[:, region.x:region.x + region.width]
