"""What computes a traced filter for one way that its pixels are stored: a device, or NumPy where there is none."""

from __future__ import annotations

import warnings
from time import perf_counter

import numpy as np

from .errors import ArgumentError
from .ir.evaluate import evaluate
from .opencl import emit as write
from .opencl import Format
from .runtime import DeviceImage, Launcher, Origin, emit, ingest
from .schedule import CPU, GPU, plan


class OnDevice:
    """A program on an OpenCL device."""

    def __init__(self, traced, inputs: list[Format], outputs: list[Format], device, dtype, mode):
        self.traced, self.device, self.dtype, self.mode = traced, device, dtype, mode
        self.single = len(outputs) == 1
        graph = traced.graph
        self.textures = [ingest(image.data) for image in graph.images if image.data is not None]
        inputs = [*inputs, *(texture.format for texture in self.textures)]
        started = perf_counter()
        traits = traits_of(device)
        self.plan = plan(graph, tuple(inputs), tuple(outputs), traits)
        planned = perf_counter()
        self.program = write(graph, self.plan, tuple(inputs), tuple(outputs), traits)
        written = perf_counter()
        self.launcher = Launcher(self.program, device)
        self.seconds = {**traced.seconds, "plan": planned - started, "emit": written - planned,
                        "build": perf_counter() - written}

    @property
    def graph(self):
        return self.traced.graph

    @property
    def source(self) -> str:
        return self.program.source

    def run(self, pictures, scalars, size, out, timings) -> tuple:
        first = pictures[0] if pictures else None
        stays = type(first) is DeviceImage and self.dtype is None and self.mode is None
        if self.seconds:
            timings.update(self.seconds)
            self.seconds = {}
        spent = {}
        images = [*pictures, *self.textures] if self.textures else pictures
        origin = first.origin if first is not None else ARRAY
        results = self.launcher(images, scalars, size, out=targets(out, self.single), to_host=not stays, origin=origin,
                                timings=None if stays else spent)
        timings["prepare"] += spent.pop("prepare", 0.0)
        timings.update(spent)
        if stays or out is not None:
            return results
        return tuple([emit(result, origin, self.dtype, self.mode) for result in results])


class OnNumPy:
    """The graph evaluator: what runs where there is no OpenCL, and the definition the devices are held to."""

    plan = "the graph evaluator: NumPy, whole images at once"
    source = "// no OpenCL device: NumPy evaluates the graph\n"

    def __init__(self, traced, inputs: list[Format], outputs: list[Format], device, dtype, mode):
        self.traced, self.outputs, self.dtype, self.mode = traced, outputs, dtype, mode
        self.single = len(outputs) == 1
        self.textures = [ingest(image.data) for image in traced.graph.images if image.data is not None]
        self.seconds = dict(traced.seconds)

    @property
    def graph(self):
        return self.traced.graph

    def run(self, pictures, scalars, size, out, timings) -> tuple:
        started = perf_counter()
        images = [as_graph_pixels(picture) for picture in (*pictures, *self.textures)]
        planes = evaluate(self.graph, images, scalars, size)
        stored = [store(plane, format) for plane, format in zip(planes, self.outputs)]
        timings["kernel"] = perf_counter() - started
        given = targets(out, self.single)
        if given is not None:
            return tuple([into(target, array) for target, array in zip(given, stored)])
        origin = pictures[0].origin if pictures else ARRAY
        return tuple([emit(array, origin, self.dtype, self.mode) for array in stored])


ARRAY = Origin("array", "float32")


def traits_of(device):
    """What the scheduler needs to know of a device."""
    return GPU if device.kind == "gpu" else CPU


def targets(out, single: bool):
    """out= as a tuple, one for each result."""
    if out is None:
        return None
    if single and not isinstance(out, (tuple, list)):
        return (out,)
    if not isinstance(out, (tuple, list)):
        raise ArgumentError("this filter has several results: give out= a tuple with one for each")
    return tuple(out)


def as_graph_pixels(picture) -> np.ndarray:
    """A picture as the graph sees it: (height, width, channels) of float32, int32 or bool."""
    array = np.asarray(picture) if isinstance(picture, DeviceImage) else picture.array
    if array.ndim == 2:
        array = array[:, :, None]
    kind = array.dtype.kind
    if kind == "u":
        return array.astype(np.float32) / np.float32(np.iinfo(array.dtype).max)
    return array.astype({"b": np.bool_, "i": np.int32}.get(kind, np.float32), copy=False)


def store(plane: np.ndarray, format: Format) -> np.ndarray:
    """A result as the format stores it: unsigned integers rounded to even and saturated, a NaN as 0."""
    wanted = np.dtype(format.dtype)
    if wanted.kind == "u":
        white = np.iinfo(wanted).max
        with np.errstate(invalid="ignore"):
            scaled = np.nan_to_num(np.rint(plane.astype(np.float32) * np.float32(white)), nan=0.0)
        plane = np.clip(scaled, 0, white)
    elif wanted.kind == "i" and plane.dtype.kind in "if":
        limits = np.iinfo(wanted)
        plane = np.clip(np.nan_to_num(np.rint(plane.astype(np.float64))), limits.min, limits.max)
    elif wanted.kind == "b" and plane.dtype.kind != "b":
        plane = plane != 0
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        stored = plane.astype(wanted)
    return stored[:, :, 0] if format.channels == 1 and stored.ndim == 3 else stored


def into(target, array: np.ndarray):
    if target is None:
        return array
    if np.shape(target) not in (array.shape, (*array.shape, 1)):
        raise ArgumentError(f"out= has the shape {np.shape(target)}, but the result's is {array.shape}")
    np.copyto(target, array if target.ndim == array.ndim else array[:, :, None], casting="unsafe")
    return target


def described(kind) -> str:
    return kind.__name__ if isinstance(kind, type) else repr(kind)
