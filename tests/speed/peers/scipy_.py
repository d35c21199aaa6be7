"""SciPy: scipy.ndimage and NumPy, one thread."""

from functools import cache

from .hosted import on_host

NAME, DEVICES, SLOW = "scipy", {"cpu"}, True


def version() -> str:
    import scipy.ndimage

    return scipy.__version__


@cache
def table() -> dict:
    import numpy
    import scipy.ndimage

    from .ndimage import functions

    return functions(numpy, scipy.ndimage)


def contender(workload, pictures, width, height):
    return on_host(NAME, table(), workload, pictures)
