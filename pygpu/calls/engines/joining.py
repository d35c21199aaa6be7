"""What hangs together, where a filter gives a pair of places for each pixel: the host's part of it.

The pairs are joined in a forest on the device (ir/forests.py), in which each number stands for itself before, and is told
its root afterwards.
"""

from __future__ import annotations

from functools import lru_cache

import numpy as np

from ...errors import ArgumentError
from ...ir import INT, Builder, Graph, ImageParam, Output, PixelType, constant
from ...ir.forests import least_of_each
from ...language import Array, Position
from ...opencl import Format, emit
from ...runtime import DeviceImage, Launcher, current, ingest_grid, to_device
from ...schedule import plan
from .engine import target_of

WHOLE = Format("int32", 1)


def joined(self, *args, size=None, **kwargs):
    """Connected parts, of a filter that gives two places for each pixel (or several pairs of them), in reading order:
    y * width + x. The two are joined. What comes back is, at each place, the least place that it is connected with,
    directly or through others.

    A place that is joined with itself, or with one that is not there, joins nothing.

    >>> alike = pygpu.compile(lambda im=Image, p=Position: (p.x, p.x - 1 if im(p) == im(p - (1, 0)) else p.x))
    >>> alike.joined(np.array([[1, 1, 0, 0, 0, 1]], np.float32)).tolist()
    [[0, 0, 2, 2, 2, 5]]
    """
    pairs = self(*args, size=size, dtype="int32", **kwargs)
    if not isinstance(pairs, tuple) or len(pairs) % 2:
        raise ArgumentError(f"{self.__name__} is to give a pair for each pixel, or several: return (here, there), places in "
                            "reading order; the same one twice where nothing is joined")
    device = current()
    if not isinstance(pairs[0], DeviceImage):
        pairs = tuple([np.asarray(each) for each in pairs])
    shape = pairs[0].shape
    if device is None:
        ones, others = (np.concatenate([each.ravel() for each in pairs[i::2]]) for i in (0, 1))
        return least_of_each((ones, others), pairs[0].size).reshape(shape)
    lines = [in_a_line(each, device) for each in pairs]
    own_numbers, roots = steps(type(self))
    forest = own_numbers(lines[0], dtype="int32")
    for i in range(0, len(lines), 2):
        launcher(device, device.renewed)(lines[i:i + 2], (), forest.extent, out=(forest,), to_host=False)
    least = roots(forest, dtype="int32").shaped(shape)
    return least if isinstance(pairs[0], DeviceImage) else least.numpy()


def in_a_line(picture, device) -> DeviceImage:
    """A picture's numbers in reading order, on a device."""
    if isinstance(picture, DeviceImage) and picture.is_on(device):
        return picture.shaped((picture.width * picture.height * picture.depth,))
    return to_device(ingest_grid(np.ascontiguousarray(picture).reshape(-1), 1, True), device)


@lru_cache(1)
def steps(Filter):
    return Filter(own), Filter(root)


def own(one=Array, p=Position):
    return p.x


def root(forest=Array, p=Position):
    at = p.x
    while forest[at] != at:
        at = forest[at]
    return at


def graph_of_pairs() -> Graph:
    graph = Graph("joined", [ImageParam(name, PixelType(INT, 1), dimensions=1) for name in ("ones", "others")], dimensions=1)
    build = Builder(graph.body)
    graph.outputs = [Output((build.emit("read", graph.x, constant(0), image=image, channel=0),), INT.value)
                     for image in graph.images]
    graph.forest = True
    return graph


@lru_cache(8)
def launcher(device, renewed: int) -> Launcher:
    """The kernel that joins pairs."""
    graph = graph_of_pairs()
    formats, target = (WHOLE, WHOLE), target_of(device)
    return Launcher(emit(graph, plan(graph, formats, (WHOLE,), target), formats, (WHOLE,), target), device)
