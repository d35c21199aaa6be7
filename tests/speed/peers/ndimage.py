"""The workloads in the words of scipy.ndimage, which CuPy speaks too: `xp` is numpy or cupy, `nd` the module."""

from math import cos, radians, sin

from ..filters import SOBEL, gaussian, random_kernel


def functions(xp, nd) -> dict:
    row, fine = (xp.asarray(gaussian(sigma).ravel(), dtype=xp.float32) for sigma in (3.0, 1.5))
    kernels = {n: xp.asarray(random_kernel(n), dtype=xp.float32) for n in (5, 15)}
    across, down = xp.asarray(SOBEL, dtype=xp.float32), xp.asarray(SOBEL.T, dtype=xp.float32)

    def correlated(im, kernel):
        return nd.correlate(im, kernel, mode="nearest")

    def sobel(im):
        gx, gy = correlated(im, across), correlated(im, down)
        return xp.sqrt(gx * gx + gy * gy)

    def blur(im, weights):
        return nd.correlate1d(nd.correlate1d(im, weights, 0, mode="nearest"), weights, 1, mode="nearest")

    def unsharp(im, weights):
        return im + xp.float32(1.5) * (im - blur(im, weights))

    def harris(im, k=0.04):
        gx, gy = correlated(im, across / 8), correlated(im, down / 8)
        xx, yy, xy = (nd.uniform_filter(product, 3, mode="nearest") for product in (gx * gx, gy * gy, gx * gy))
        return xx * yy - xy * xy - xp.float32(k) * (xx + yy) ** 2

    def rgb8(im):
        gray = im.astype(xp.float32) @ xp.asarray([0.299, 0.587, 0.114], dtype=xp.float32)
        return xp.minimum(xp.rint(sobel(gray)), 255).astype(xp.uint8)

    def rotate(im):
        c, s = cos(radians(15)), sin(radians(15))
        y, x = (im.shape[0] - 1) / 2, (im.shape[1] - 1) / 2
        turn = xp.asarray([[c, -s], [s, c]])
        return nd.affine_transform(im, turn, offset=(y - c * y + s * x, x - s * y - c * x), order=1, mode="nearest")

    def chain(im, n):
        for _ in range(n):
            im = nd.uniform_filter(im, 3, mode="nearest")
        return im

    def standardized(im):
        return (im - im.mean()) / im.std()

    return {
        "standardized": standardized, "rowshare": lambda im: im / im.sum(axis=1, keepdims=True),
        "columnshare": lambda im: im / im.sum(axis=0, keepdims=True), "running": lambda im: xp.cumsum(im, axis=1),
        "gamma": lambda im: im ** xp.float32(1 / 2.2), "sobel": sobel, "harris": harris, "rgb8": rgb8, "rotate": rotate,
        "conv5": lambda im: correlated(im, kernels[5]), "conv15": lambda im: correlated(im, kernels[15]),
        "gauss": lambda im: blur(im, row), "unsharp": lambda im: unsharp(im, fine), "unsharp3": lambda im: unsharp(im, row),
        **{f"box{n}": lambda im, n=n: nd.uniform_filter(im, n, mode="nearest") for n in (31, 63)},
        **{f"least{n}": lambda im, n=n: nd.minimum_filter(im, n, mode="nearest") for n in (15, 31)},
        "median": lambda im: nd.median_filter(im, 3, mode="nearest"),
        **{f"chain{n}": lambda im, n=n: chain(im, n) for n in (2, 4, 8)},
    }
