"""Numba: loops over rows in parallel, written as one writes them for speed: no checks inside, rows clamped once."""

from __future__ import annotations

from functools import cache
from math import cos, exp, radians, sin, sqrt

import numpy as np

from ..filters import gaussian, random_kernel
from .hosted import on_host

NAME, DEVICES, SLOW = "numba", {"cpu"}, False


def version() -> str:
    import numba

    return numba.__version__


def contender(workload, pictures, width, height):
    return on_host(NAME, table(), workload, pictures or [np.empty((height, width), np.float32)])


@cache
def table() -> dict:
    from numba import njit, prange

    fast = njit(parallel=True, fastmath=True)
    inline = njit(fastmath=True, inline="always")

    @inline
    def row(im, y):  # a row is a np.int64: prange counts without a sign
        return im[min(max(y, 0), im.shape[0] - 1)]

    def swept(pixel, reach):
        """The loop around a pixel's function, the ends of the rows apart."""

        @fast
        def sweep(im):
            height, width = im.shape
            out = np.empty_like(im)
            for line in prange(height):
                y = np.int64(line)
                for x in range(min(reach, width)):
                    out[y, x] = pixel(im, y, x, True)
                for x in range(reach, width - reach):
                    out[y, x] = pixel(im, y, x, False)
                for x in range(max(width - reach, reach), width):
                    out[y, x] = pixel(im, y, x, True)
            return out

        return sweep

    @inline
    def column(x, width, edge):
        return min(max(x, 0), width - 1) if edge else x

    @fast
    def gamma(im):
        out = np.empty_like(im)
        for line in prange(im.shape[0]):
            y = np.int64(line)
            for x in range(im.shape[1]):
                out[y, x] = im[y, x] ** np.float32(1 / 2.2)
        return out

    @inline
    def sobel_pixel(im, y, x, edge):
        a, b, c = row(im, y - 1), row(im, y), row(im, y + 1)
        left, right = column(x - 1, im.shape[1], edge), column(x + 1, im.shape[1], edge)
        gx = a[right] - a[left] + np.float32(2) * (b[right] - b[left]) + c[right] - c[left]
        gy = c[left] - a[left] + np.float32(2) * (c[x] - a[x]) + c[right] - a[right]
        return sqrt(gx * gx + gy * gy)

    def convolution(size):
        kernel = random_kernel(size).astype(np.float32)
        reach = size // 2

        @inline
        def pixel(im, y, x, edge):
            total = np.float32(0)
            for dy in range(size):
                near = row(im, y + dy - reach)
                for dx in range(size):
                    total += kernel[dy, dx] * near[column(x + dx - reach, im.shape[1], edge)]
            return total

        return swept(pixel, reach)

    def separable(weights):
        weights = weights.ravel().astype(np.float32)
        taps, reach = len(weights), len(weights) // 2

        @fast
        def blurred(im):
            height, width = im.shape
            out = np.empty_like(im)
            for line in prange(height):
                y = np.int64(line)
                down = np.zeros(width + 2 * reach, np.float32)
                for d in range(taps):
                    above, weight = row(im, y + d - reach), weights[d]
                    for x in range(width):
                        down[x + reach] += weight * above[x]
                down[:reach] = down[reach]
                down[width + reach:] = down[width + reach - 1]
                for x in range(width):
                    total = np.float32(0)
                    for d in range(taps):
                        total += weights[d] * down[x + d]
                    out[y, x] = total
            return out

        return blurred

    def sharpened(blurred):
        @fast
        def finish(im, soft):
            out = np.empty_like(im)
            for line in prange(im.shape[0]):
                y = np.int64(line)
                for x in range(im.shape[1]):
                    out[y, x] = im[y, x] + np.float32(1.5) * (im[y, x] - soft[y, x])
            return out

        return lambda im: finish(im, blurred(im))

    @fast
    def harris(im):
        height, width = im.shape
        out = np.empty_like(im)
        strip = 32
        for part in prange((height + strip - 1) // strip):
            sums = np.empty((3, 3, width), np.float32)  # the products of the last three rows
            for y in range(part * strip - 1, min((part + 1) * strip, height) + 1):
                a, b, c = row(im, y - 1), row(im, y), row(im, y + 1)
                for x in range(width):
                    left, right = max(x - 1, 0), min(x + 1, width - 1)
                    gx = (a[right] - a[left] + np.float32(2) * (b[right] - b[left]) + c[right] - c[left]) * np.float32(0.125)
                    gy = (c[left] - a[left] + np.float32(2) * (c[x] - a[x]) + c[right] - a[right]) * np.float32(0.125)
                    sums[y % 3, 0, x], sums[y % 3, 1, x], sums[y % 3, 2, x] = gx * gx, gy * gy, gx * gy
                if y > part * strip:
                    for x in range(width):
                        left, right = max(x - 1, 0), min(x + 1, width - 1)
                        xx = yy = xy = np.float32(0)
                        for k in range(3):
                            xx += sums[k, 0, left] + sums[k, 0, x] + sums[k, 0, right]
                            yy += sums[k, 1, left] + sums[k, 1, x] + sums[k, 1, right]
                            xy += sums[k, 2, left] + sums[k, 2, x] + sums[k, 2, right]
                        xx, yy, xy = xx / np.float32(9), yy / np.float32(9), xy / np.float32(9)
                        out[y - 1, x] = xx * yy - xy * xy - np.float32(0.04) * (xx + yy) * (xx + yy)
        return out

    @inline
    def bilateral_pixel(im, y, x, edge):
        here, total, weights = im[y, x], np.float32(0), np.float32(0)
        for dy in range(-4, 5):
            line = row(im, y + dy)
            for dx in range(-4, 5):
                there = line[column(x + dx, im.shape[1], edge)]
                apart = there - here
                w = exp(np.float32(-(dx * dx + dy * dy) / 18) - apart * apart * np.float32(50))
                total += w * there
                weights += w
        return total / weights

    @fast
    def rgb8(im):
        height, width = im.shape[:2]
        gray, out = np.empty((height, width), np.float32), np.empty((height, width), np.uint8)
        for line in prange(height):
            y = np.int64(line)
            for x in range(width):
                gray[y, x] = (np.float32(0.299) * im[y, x, 0] + np.float32(0.587) * im[y, x, 1]
                              + np.float32(0.114) * im[y, x, 2])
        for line in prange(height):
            y = np.int64(line)
            for x in range(width):
                v = sobel_pixel(gray, y, x, True)
                out[y, x] = np.uint8(min(v + np.float32(0.5), np.float32(255)))
        return out

    @inline
    def middle(a, b, c):
        return max(min(a, b), min(max(a, b), c))

    @inline
    def median_pixel(im, y, x, edge):
        a, b, c = row(im, y - 1), row(im, y), row(im, y + 1)
        left, right = column(x - 1, im.shape[1], edge), column(x + 1, im.shape[1], edge)
        l0, l1, l2 = a[left], b[left], c[left]
        m0, m1, m2 = a[x], b[x], c[x]
        r0, r1, r2 = a[right], b[right], c[right]
        least = max(min(l0, min(l1, l2)), max(min(m0, min(m1, m2)), min(r0, min(r1, r2))))
        most = min(max(l0, max(l1, l2)), min(max(m0, max(m1, m2)), max(r0, max(r1, r2))))
        return middle(least, middle(middle(l0, l1, l2), middle(m0, m1, m2), middle(r0, r1, r2)), most)

    turn, tilt = np.float32(cos(radians(15))), np.float32(sin(radians(15)))

    @fast
    def rotate(im):
        height, width = im.shape
        out = np.empty_like(im)
        cx, cy = np.float32(0.5) * np.float32(width - 1), np.float32(0.5) * np.float32(height - 1)
        for line in prange(height):
            y = np.int64(line)
            for x in range(width):
                dx, dy = np.float32(x) - cx, np.float32(y) - cy
                px, py = cx + turn * dx + tilt * dy, cy + turn * dy - tilt * dx
                fx, fy = np.floor(px), np.floor(py)
                left, top, wx, wy = int(fx), int(fy), px - fx, py - fy
                x0, x1 = min(max(left, 0), width - 1), min(max(left + 1, 0), width - 1)
                y0, y1 = min(max(top, 0), height - 1), min(max(top + 1, 0), height - 1)
                upper = im[y0, x0] + (im[y0, x1] - im[y0, x0]) * wx
                lower = im[y1, x0] + (im[y1, x1] - im[y1, x0]) * wx
                out[y, x] = upper + (lower - upper) * wy
        return out

    box = swept(mean_pixel(inline, row, column), 1)

    def chain(n):
        def repeated(im):
            for _ in range(n):
                im = box(im)
            return im

        return repeated

    @fast
    def mandelbrot(shape):
        height, width = shape.shape
        out = np.empty((height, width), np.float32)
        for line in prange(height):
            py = np.int64(line)
            for px in range(width):
                cx, cy = np.float32(3.0 * px / width - 2.25), np.float32(2.5 * py / height - 1.25)
                x = y = np.float32(0)
                n = 0
                while n < 100 and x * x + y * y < 4:
                    x, y = x * x - y * y + cx, np.float32(2) * x * y + cy
                    n += 1
                out[py, px] = n / 100
        return out

    @fast
    def collatz(im):
        out = np.empty_like(im)
        for line in prange(im.shape[0]):
            y = np.int64(line)
            for x in range(im.shape[1]):
                n, steps = np.int32(im[y, x] * np.float32(255)) + 1, 0
                while n > 1:
                    n = 3 * n + 1 if n & 1 else n >> 1
                    steps += 1
                out[y, x] = steps / 128
        return out

    soft, fine = separable(gaussian(3.0)), separable(gaussian(1.5))
    return {"gamma": gamma, "sobel": swept(sobel_pixel, 1), "conv5": convolution(5), "conv15": convolution(15),
            "gauss": soft, "unsharp": sharpened(fine), "unsharp3": sharpened(soft), "harris": harris,
            "bilateral": swept(bilateral_pixel, 4), "rgb8": rgb8, "median": swept(median_pixel, 1), "rotate": rotate,
            "mandelbrot": mandelbrot, "collatz": collatz,
            **{f"chain{n}": chain(n) for n in (2, 4, 8)}}


def mean_pixel(inline, row, column):
    @inline
    def pixel(im, y, x, edge):
        a, b, c = row(im, y - 1), row(im, y), row(im, y + 1)
        left, right = column(x - 1, im.shape[1], edge), column(x + 1, im.shape[1], edge)
        total = a[left] + a[x] + a[right] + b[left] + b[x] + b[right] + c[left] + c[x] + c[right]
        return total * np.float32(1 / 9)

    return pixel
