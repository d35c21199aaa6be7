"""scikit-image, for the workloads that it has functions for."""

from math import cos, radians, sin

import numpy as np

from .hosted import on_host

NAME, DEVICES, SLOW = "skimage", {"cpu"}, True


def version() -> str:
    import skimage

    return skimage.__version__


def contender(workload, pictures, width, height):
    from skimage import filters, restoration, transform

    def rotate(im):
        c, s = cos(radians(15)), sin(radians(15))
        x, y = (im.shape[1] - 1) / 2, (im.shape[0] - 1) / 2
        there = np.array([[c, s, x - c * x - s * y], [-s, c, y + s * x - c * y], [0, 0, 1]])
        return transform.warp(im, transform.AffineTransform(there), mode="edge", order=1)

    functions = {
        "gamma": lambda im: im ** np.float32(1 / 2.2),
        "gauss": lambda im: filters.gaussian(im, 3.0, mode="nearest", truncate=3.0),
        "unsharp": lambda im: filters.unsharp_mask(im, 1.5, 1.5, preserve_range=True),  # its kernel reaches farther
        "median": lambda im: filters.median(im, np.ones((3, 3)), mode="nearest"),
        "rotate": rotate,
        "bilateral": lambda im: restoration.denoise_bilateral(im, 9, 0.1, 3.0, mode="edge"),
    }
    return on_host(NAME, functions, workload, pictures, loosely={"unsharp", "bilateral", "rotate"})
