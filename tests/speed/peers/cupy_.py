"""CuPy: its scipy.ndimage and element-wise arithmetic, on arrays that are on the GPU already."""

from __future__ import annotations

from functools import cache

from ..measuring import Contender
from . import whole as from_host

NAME, DEVICES, SLOW = "cupy", {"gpu"}, False


def version() -> str:
    import cupy

    cupy.cuda.runtime.getDeviceCount()
    return cupy.__version__


@cache
def table() -> dict:
    import cupy
    import cupyx.scipy.ndimage

    from .ndimage import functions

    return functions(cupy, cupyx.scipy.ndimage)


def contender(workload, pictures, width, height):
    import cupy

    function = table().get(workload.name)
    if function is None:
        return None
    there = [cupy.asarray(picture) for picture in pictures]
    last = []

    def run(times: int) -> None:
        for _ in range(times):
            last[:] = [function(*there)]
        cupy.cuda.Device().synchronize()

    return Contender(NAME, run, lambda: cupy.asnumpy(last[0]))


def whole(workload, pictures, width, height):
    import cupy

    function = table().get(workload.name)
    return function and from_host(function, NAME, pictures, cupy.asarray, cupy.asnumpy)
