"""OpenCV: a call or two for each workload, with its own threads and vectors."""

from math import cos, radians, sin

import numpy as np

from ..filters import SOBEL, gaussian, random_kernel
from .hosted import on_host

NAME, DEVICES, SLOW = "opencv", {"cpu"}, False
ROW, FINE = gaussian(3.0).ravel().astype(np.float32), gaussian(1.5).ravel().astype(np.float32)
KERNELS = {n: random_kernel(n).astype(np.float32) for n in (3, 5, 15, 31, 63)}


def version() -> str:
    import cv2

    return cv2.__version__


def contender(workload, pictures, width, height):
    import cv2

    edge = cv2.BORDER_REPLICATE

    def sobel(im):
        gx = cv2.Sobel(im, cv2.CV_32F, 1, 0, borderType=edge)
        return cv2.magnitude(gx, cv2.Sobel(im, cv2.CV_32F, 0, 1, borderType=edge))

    def unsharp(im, row):
        return cv2.addWeighted(im, 2.5, cv2.sepFilter2D(im, -1, row, row, borderType=edge), -1.5, 0)

    def harris(im, k=0.04):
        gx = cv2.filter2D(im, cv2.CV_32F, (SOBEL / 8).astype(np.float32), borderType=edge)
        gy = cv2.filter2D(im, cv2.CV_32F, (SOBEL.T / 8).astype(np.float32), borderType=edge)
        xx, yy, xy = (cv2.blur(product, (3, 3), borderType=edge) for product in
                      (cv2.multiply(gx, gx), cv2.multiply(gy, gy), cv2.multiply(gx, gy)))
        trace = cv2.add(xx, yy)
        determinant = cv2.subtract(cv2.multiply(xx, yy), cv2.multiply(xy, xy))
        return cv2.addWeighted(determinant, 1, cv2.multiply(trace, trace), -k, 0)

    def rgb8(im):
        return cv2.convertScaleAbs(sobel(cv2.cvtColor(im, cv2.COLOR_RGB2GRAY)))

    def rotate(im):
        c, s = cos(radians(15)), sin(radians(15))
        x, y = (im.shape[1] - 1) / 2, (im.shape[0] - 1) / 2
        there = np.array([[c, s, x - c * x - s * y], [-s, c, y + s * x - c * y]])
        return cv2.warpAffine(im, there, im.shape[::-1], flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP, borderMode=edge)

    def chain(im, n):
        for _ in range(n):
            im = cv2.blur(im, (3, 3), borderType=edge)
        return im

    def normalized(im):
        edges = sobel(im)
        return edges * (1 / cv2.minMaxLoc(edges)[1])

    def standardized(im):
        mean, deviation = cv2.meanStdDev(im)
        return (im - np.float32(mean[0, 0])) * np.float32(1 / deviation[0, 0])

    functions = {
        "normalized": normalized, "standardized": standardized,
        "rowshare": lambda im: im / cv2.reduce(im, 1, cv2.REDUCE_SUM),
        "columnshare": lambda im: im / cv2.reduce(im, 0, cv2.REDUCE_SUM),
        "gamma": lambda im: cv2.pow(im, 1 / 2.2), "sobel": sobel, "harris": harris, "rgb8": rgb8, "rotate": rotate,
        **{f"conv{n}": lambda im, k=k: cv2.filter2D(im, -1, k, borderType=edge) for n, k in KERNELS.items()},
        **{f"box{n}": lambda im, n=n: cv2.blur(im, (n, n), borderType=edge) for n in (31, 63)},
        **{f"least{n}": lambda im, n=n: cv2.erode(im, np.ones((n, n), np.uint8), borderType=edge) for n in (15, 31)},
        "gauss": lambda im: cv2.sepFilter2D(im, -1, ROW, ROW, borderType=edge),
        "unsharp": lambda im: unsharp(im, FINE), "unsharp3": lambda im: unsharp(im, ROW),
        "bilateral": lambda im: cv2.bilateralFilter(im, 9, 0.1, 3.0, borderType=edge),  # of the circle, not the square
        "median": lambda im: cv2.medianBlur(im, 3),
        **{f"chain{n}": lambda im, n=n: chain(im, n) for n in (2, 4, 8)},
        "rgblight": lambda im: cv2.addWeighted(im, 1.5, im, 0, -0.1),
        **{f"rgbconv{n}": lambda im, n=n: cv2.filter2D(im, -1, KERNELS[n], borderType=edge) for n in (3, 5)},
        "rgbgauss": lambda im: cv2.sepFilter2D(im, -1, FINE, FINE, borderType=edge),
        "rgb8gauss": lambda im: cv2.sepFilter2D(im, -1, FINE, FINE, borderType=edge),
        "rgb8median": lambda im: cv2.medianBlur(im, 3),
    }
    return on_host(NAME, functions, workload, pictures, loosely={"bilateral", "rgb8", "rotate"})
