"""What hangs together, where a filter gives a pair of places for each pixel: the host's part of it.

The pairs are joined in a forest on the device (ir/forests.py), in which each number stands for itself before, and is told
its root afterwards. A filter that is one kernel joins its pairs itself; those of another one are stored before.
"""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache, partial
from math import prod
from time import perf_counter

import numpy as np

from ...errors import ArgumentError
from ...ir import INT, Builder, Graph, ImageParam, Output, PixelType, ScalarParam, Value, constant
from ...ir.forests import least_of_each
from ...language import Array, Position
from ...opencl import Format
from ...runtime import DeviceImage, Launcher, are_several, current, ingest_grid, to_device
from .engine import BUILT_LATER, OnDevice, target_of, to_the_end
from .recipes import planned

WHOLE = Format("int32", 1)


def joined(self, *args, size=None, among=None, **kwargs):
    """Connected parts, of a filter that gives two places for each pixel (or several pairs of them), in reading order:
    y * width + x. The two are joined. What comes back is, at each place, the least place that it is connected with,
    directly or through others.

    A place that is joined with itself, or with one that is not there, joins nothing. With `among` places are not pixels but
    so many numbers from 0 on, and what comes back is an array of so many.

    >>> alike = pygpu.compile(lambda im=Image, p=Position: (p.x, p.x - 1 if im(p) == im(p - (1, 0)) else p.x))
    >>> alike.joined(np.array([[1, 1, 0, 0, 0, 1]], np.float32)).tolist()
    [[0, 0, 2, 2, 2, 5]]
    """
    device = current()
    least = at_once(self, args, kwargs, size, among, device)
    if least is not None:
        return least
    pairs = self(*args, size=size, dtype="int32", **kwargs)
    if not isinstance(pairs, tuple) or len(pairs) % 2:
        raise no_pairs(self)
    stay = isinstance(pairs[0], DeviceImage)
    pairs = pairs if stay else tuple([np.asarray(each) for each in pairs])
    shape = pairs[0].shape if among is None else (among,)
    if device is None:
        ones, others = (np.concatenate([each.ravel() for each in pairs[i::2]]) for i in (0, 1))
        return least_of_each((ones, others), prod(shape)).reshape(shape)
    forest = planted(type(self), prod(shape), device)
    for ones, others in zip(pairs[::2], pairs[1::2]):
        lines = [in_a_line(each, device) for each in (ones, others)]
        launcher(device, device.renewed)(lines, (prod(shape),), lines[0].extent, out=(forest,), to_host=False)
    return told(type(self), forest, shape, stay)


def no_pairs(self) -> ArgumentError:
    return ArgumentError(f"{self.__name__} is to give a pair for each pixel, or several: return (here, there), places in "
                         "reading order; the same one twice where nothing is joined")


def at_once(self, args, kwargs, size, among, device):
    """The same by a kernel that joins what it finds; None where the filter is not one kernel of whole numbers."""
    if device is None or are_several() or kwargs.keys() - self.names:
        return None
    started = perf_counter()
    self._look_again()
    images, scalars = self.arguments.bind(args, kwargs)
    pictures = self.arguments.ingested(images, self.options)
    asked = BUILT_LATER.set(True)
    try:
        engine = self._engine(pictures, "int32", None, self.options)
    finally:
        BUILT_LATER.reset(asked)
    self._last, self._timings = engine, engine.timings(started)
    if self.single or engine.count % 2:
        raise no_pairs(self)
    if type(engine) is not OnDevice or engine.raises or engine.textures or any(
            value.type is not INT for output in engine.graph.outputs for value in output.values) or engine.graph.rows > 1:
        return None
    numbers = self.arguments.and_of_objects(scalars, engine.uniforms)
    extent = self.arguments.size_of(size, pictures)
    shape = (among,) if among is not None else extent[::-1] if engine.graph.dimensions > 1 else extent[:1]
    forest = planted(type(self), prod(shape), device)
    joiner(engine)([*pictures], [*numbers, prod(shape)], extent, out=(forest,), to_host=False)
    return told(type(self), forest, shape, not engine.to_host(pictures))


def joiner(engine) -> Launcher:
    """The kernel that joins the pairs of a filter."""
    if "joiner" not in engine.__dict__:
        story = engine.story.for_pixels(engine.story.inputs, (WHOLE,), engine.story.target, engine.device,
                                        partial(planned, device=engine.device), of_forest(engine.graph))
        to_the_end(story)
        engine.joiner = story.launcher
    return engine.joiner


def of_forest(graph: Graph) -> Graph:
    """A graph of pairs as one of a forest, which is told of how many numbers."""
    many = ScalarParam("many", Value(INT, name="many"))
    values = tuple([value for output in graph.outputs for value in output.values])
    return replace(graph, forest=True, scalars=[*graph.scalars, many], outputs=[Output((*values, many.value), INT.value)])


def planted(Filter, count: int, device) -> DeviceImage:
    """A forest in which each number stands for itself."""
    return steps(Filter)[0](nothing(device, device.renewed), size=(count,), dtype="int32")


@lru_cache(8)
def nothing(device, renewed) -> DeviceImage:
    """An array that says where a forest is planted: to bring one there takes as long as to plant it."""
    return to_device(ingest_grid(np.zeros(1, np.int32), 1, True), device)


def told(Filter, forest: DeviceImage, shape: tuple[int, ...], stay: bool):
    """The root of each number."""
    least = steps(Filter)[1](forest, dtype="int32").shaped(shape)
    return least if stay else least.numpy()


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
    return of_forest(graph)


@lru_cache(8)
def launcher(device, renewed: int) -> Launcher:
    """The kernel that joins pairs."""
    from ...opencl.emit import emit
    from ...schedule.plan import plan
    graph = graph_of_pairs()
    formats, target = (WHOLE, WHOLE), target_of(device)
    return Launcher(emit(graph, plan(graph, formats, (WHOLE,), target), formats, (WHOLE,), target), device)
