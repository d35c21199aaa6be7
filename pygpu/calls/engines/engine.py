"""What computes a filter for one way that its pixels are stored: a device, or NumPy where there is none."""

from __future__ import annotations

import warnings
from contextvars import ContextVar
from dataclasses import replace
from functools import cached_property, partial
from time import perf_counter

import numpy as np

from ...depth import deep
from ...elements import ELEMENTS, WHITE
from ...errors import ArgumentError, CompileError
from ...ir import DOUBLE, asks, every_graph, every_op, rule
from ...ir.evaluate import evaluate
from ...ir.ops import whole_of_float
from ...opencl import Format
from ...runtime import DeviceImage, Origin, ahead, emit, figures, ingest, ingest_grid, result_origin, upload
from ...schedule import CPU, GPU, NARROW
from ...schedule.stages.footprint import footprints
from . import written
from .recipes import planned
from .threads import OfThread


class Engine:
    """What the two have in common: which results there are, and what making the engine cost."""

    raising = OfThread()  # which pixels raised in the last call

    def __init__(self, story, inputs: list[Format], outputs: list[Format], dtype, mode):
        self.story, self.outputs, self.dtype, self.mode = story, outputs, dtype, mode  # of each result
        self.graph, self.uniforms = story.graph, story.uniforms
        self.loses_nan = has_floats(inputs) and any(
            np.dtype(form.dtype).kind in "iu" and output.pixel.scalar.is_float
            for form, output in zip(outputs, self.graph.outputs))
        self.raises = self.graph.raises  # whether pixels may
        self.count, self.single = len(outputs) - self.raises, story.single
        self.seconds = story.seconds
        self._told, self.size = False, None  # of the last result

    def kept(self, size, images, scalars) -> int:
        """How many bytes of functions are kept on the way to a result of that size."""
        return 0

    @property
    def regional(self):
        """How parts of the result are computed (passes/regional.py)."""
        return self.story.regional

    def timings(self, started: float) -> dict[str, float]:
        """What a call has spent until now; in the first call the making of the engine is told part by part."""
        spent = perf_counter() - started
        if self._told:
            return {"prepare": spent}
        self._told = True
        return {**self.seconds, "prepare": max(0.0, spent - sum(self.seconds.values()))}

    def targets(self, out):
        """out= as a tuple, one for each result; what tells the pixels that raise goes nowhere."""
        if out is None:
            return None
        return (*targets(out, self.single), None) if self.raises else targets(out, self.single)

    def told(self, results) -> tuple:
        """The results that the user sees; which pixels raise is noted."""
        if not self.raises:
            return results
        *results, self.raising = results
        return tuple(results)

    def emitted(self, results, out, origin: Origin, timings: dict) -> tuple:
        """Results as the kind of picture that came in, but for those that were written to where `out` says."""
        started, out = perf_counter(), out or (None,) * self.count
        finished = tuple([emit(result, origin, dtype, mode) if target is None else result
                          for result, target, dtype, mode in zip(results, out, self.dtype, self.mode)])
        timings["download"] = timings.get("download", 0.0) + perf_counter() - started
        return finished


BUILT_LATER: ContextVar[bool] = ContextVar("built_later", default=False)  # where what is launched is another kernel


class OnDevice(Engine):
    """A program on an OpenCL device."""

    def __init__(self, story, inputs: list[Format], outputs: list[Format], device, dtype, mode, plan=None):
        started, target = perf_counter(), replace(target_of(device), columns=story.columns, single=story.one_line)
        self.device, self._origins = device, None
        self.textures = [upload(image.data, device, dimensions=image.dimensions)
                         for image in story.graph.images if image.data is not None]
        uploaded = perf_counter()
        inputs = (*inputs, *(texture.format for texture in self.textures))
        story = story.for_pixels(inputs, outputs, target, device, partial(planned, device=device))
        Engine.__init__(self, story, inputs, outputs, dtype, mode)
        if plan is not None:
            story.plan = plan
        self.build(story, fresh=plan is not None)
        if self.textures:
            self.seconds["textures"] = uploaded - started

    def build(self, story, fresh: bool) -> None:
        to_the_end(story, fresh, later=BUILT_LATER.get())
        self.program = story.program

    @cached_property
    def launcher(self):
        return self.story.launcher

    @property
    def plan(self):
        """How it is computed: made when asked for where the program was written before."""
        return self.story.plan

    @property
    def source(self) -> str:
        return self.program.source

    def plans(self):
        """What each function is computed by; None stands for the result."""
        return [(None, self.plan)]

    def to_host(self, pictures) -> bool:
        """Whether results are to leave the device: unless the first picture came from there."""
        return not pictures or type(pictures[0]) is not DeviceImage or any(self.mode)

    def origins(self, origin: Origin) -> list[Origin]:
        """What results that stay on the device count as, kept for the next call with the same picture."""
        if self._origins is None or self._origins[0] is not origin:
            self._origins = origin, [result_origin(origin, form) for form in self.outputs]
        return self._origins[1]

    def arrays(self, pictures, scalars, size) -> tuple:
        """Results as arrays, as they are stored."""
        return self.launcher([*pictures, *self.textures], scalars, size)

    def run(self, pictures, scalars, size, out, timings, to_host: bool | None = None) -> tuple:
        if to_host is None:
            to_host = self.to_host(pictures)
        self.size = size
        images = [*pictures, *self.textures] if self.textures else pictures
        origin = pictures[0].origin if pictures else ARRAY
        if not to_host:
            started = perf_counter()
            origins = self.origins(origin)
            results = self.launcher(images, scalars, size, out=self.targets(out), to_host=False, origin=origins[0])
            results = self.told(results)
            if out is None and not self.single:
                for result, its in zip(results, origins):
                    result.origin = its
            timings["launch"] = timings.get("launch", 0.0) + perf_counter() - started
            return results
        given = self.targets(out)
        results = self.told(self.launcher(images, scalars, size, out=given, origin=origin, timings=timings))
        return self.emitted(results, given, origin, timings)


class InParts(OnDevice):
    """A program of functions on an OpenCL device: the functions that are kept, then what is computed from them."""

    def build(self, story, fresh: bool) -> None:
        from .sequence import Sequence  # with the planner's rooms, which a filter of one kernel on disk does without
        self.launcher = Sequence(story, all_to_their_ends, recall=True)

    @property
    def plan(self):
        return self.launcher.plan

    def plans(self):
        return [(part.function, kernel.plan) for part, kernel in zip(self.launcher.program.parts, self.launcher.kernels)]

    def kept(self, size, images, scalars) -> int:
        program, graph = self.launcher.program, self.launcher.graph
        numbers = {scalar.value: number for scalar, number in zip(graph.scalars, scalars)}
        found = program.regions(size, dict(zip(graph.images, images)), numbers)
        return sum(region.width * region.height * region.depth * 4 for region in found.values())

    @property
    def source(self) -> str:
        return self.launcher.source


def to_the_end(story, fresh: bool = False, later: bool = False) -> str | None:
    """Tell a story to its end, its program as it is on disk where there is one; and what it is kept under. If it is built
    `later`, whoever launches it first waits for the driver."""
    name = None if fresh else written.key(*story.flat, story.outputs, story.device, story.target)
    known = name and written.recalled(name)
    story.program = known or with_reach(story.program, story.graph)
    if name and not known:
        written.keep(name, story.program)
    if not later:
        story.launcher  # noqa: B018  # built now
    return name


def all_to_their_ends(stories) -> list[str | None]:
    """The same of several: the driver is at work on one while the next is planned."""
    names = list[str | None]()
    for story in stories:
        names.append(to_the_end(story, later=True))
        ahead(story.device, story.program.source, story.program.options)
    for story in stories:
        story.launcher  # noqa: B018  # built now
    return names


class OnNumPy(Engine):
    """The graph evaluator: what runs where there is no OpenCL, and the definition the devices are held to."""

    plan = "the graph evaluator: NumPy, whole images at once"
    source = "// no OpenCL device: NumPy evaluates the graph\n"

    def __init__(self, story, inputs: list[Format], outputs: list[Format], device, dtype, mode):
        Engine.__init__(self, story, inputs, outputs, dtype, mode)
        self.textures = [ingest(image.data) if image.dimensions == 2 else ingest_grid(image.data, image.dimensions)
                         for image in self.graph.images if image.data is not None]

    def plans(self):
        return []

    def to_host(self, pictures) -> bool:
        return True

    def arrays(self, pictures, scalars, size) -> list:
        """Results as arrays, as they are stored."""
        images = [as_graph_pixels(picture, param) for picture, param in zip((*pictures, *self.textures), self.graph.images)]
        with deep():
            planes = evaluate(self.graph, images, scalars, size)
        if self.graph.dimensions == 1:
            planes = [plane[0] for plane in planes]
        stored, rows = [store(plane, format) for plane, format in zip(planes, self.outputs)], self.graph.rows
        if rows == 1:
            return stored
        return [np.stack(stored[i:i + rows], 1).reshape(-1, size[0]) for i in range(0, len(stored), rows)]

    def run(self, pictures, scalars, size, out, timings, to_host: bool = True) -> tuple:
        started = perf_counter()
        stored = self.arrays(pictures, scalars, size)
        timings["kernel"] = timings.get("kernel", 0.0) + perf_counter() - started
        given = self.targets(out)
        if given is not None:
            stored = [into(target, array) for target, array in zip(given, stored)]
        return self.emitted(self.told(stored), given, pictures[0].origin if pictures else ARRAY, timings)


ARRAY = Origin("array", "float32")


def engine_for(story, inputs: list[Format], outputs: list[Format], device, dtype, mode) -> Engine:
    """What computes a filter there; refused where that has no doubles, and the filter asks for some."""
    if device is not None and not device.doubles:
        for op in (op for graph in every_graph(story.graph) for op in every_op(graph.body)):
            if any(value.type is DOUBLE for value in op.results):
                raise CompileError("no-doubles", f"float64 on {device.name}", "this device computes in 32 bits only",
                                   "use another one (pygpu.use('cpu')), or leave out float64 and precision='double'",
                                   op.location)
    kind = OnNumPy if device is None else InParts if asks(story.graph.body) else OnDevice
    return kind(story, inputs, outputs, device, dtype, mode)


def in_part(story, pictures) -> tuple:
    """The story of parts of a result, and how their images are stored."""
    regional = story.regional
    tables = [Format(steady.graph.outputs[0].pixel.scalar.stored, 1) for steady in regional.tables]
    return story.beside(regional.graph, regional), [*[pictures[i].format for i, _ in regional.images], *tables]


def target_of(device):
    """What the scheduler needs to know of a device."""
    target = (replace(GPU, local_memory=device.local_memory, largest_group=device.largest_group) if device.kind == "gpu"
              else CPU if device.wide else NARROW)
    speed = figures.known(device)
    return replace(target, bandwidth=speed.bandwidth, arithmetic=speed.arithmetic) if speed else target


def target_or_cpu(device):
    """The same; NumPy counts as a CPU."""
    return CPU if device is None else target_of(device)


def with_reach(program, graph):
    """The program, with how many rows above and below a pixel it reads: then large pictures can go through a GPU in
    bands. Not told where a border takes rows from afar, or where data decides."""
    if graph.dimensions == 3 or graph.forest:
        return program
    given = {image: extent for image, extent in footprints(graph).items() if image.data is None}
    sure = all(known[1] and not far_reaching(image.border[1]) for image, (_, known) in given.items())
    anywhere = graph.scan is None and len(program.steps) == 1 and "get_group_id" not in program.source
    if program.reach is not None or not anywhere or not sure:
        return program
    return replace(program, reach=max((max(top, bottom) for (_, top, _, bottom), _ in given.values()), default=0))


def far_reaching(border) -> bool:
    """A border that is not made of what lies just inside the edge."""
    return callable(border) or not rule(border).near


def has_floats(formats) -> bool:
    return any(np.dtype(form.dtype).kind == "f" for form in formats)


def targets(out, single: bool) -> tuple:
    """out= as a tuple, one for each result."""
    if single and not isinstance(out, (tuple, list)):
        return (out,)
    if not isinstance(out, (tuple, list)):
        raise ArgumentError("this filter returns a tuple: give out= one too, with a picture for each result")
    return tuple(out)


def as_graph_pixels(picture, param) -> np.ndarray:
    """A picture as the graph sees it: (height, width, channels) of its pixels' type; a volume with its depth."""
    array = np.asarray(picture) if isinstance(picture, DeviceImage) else picture.array
    array, scalar = array.reshape(*picture.extent[::-1], param.pixel.channels), param.pixel.scalar
    if scalar.is_float and array.dtype.name in WHITE:
        return array.astype(scalar.numpy) / scalar.numpy(WHITE[array.dtype.name])
    return array.astype(scalar.numpy, copy=False)


def store(plane: np.ndarray, format: Format) -> np.ndarray:
    """A result as the format stores it: unsigned integers rounded to even and saturated, a NaN as 0."""
    wanted = np.dtype(format.dtype)
    if wanted.kind in "iu" and plane.dtype.kind in "fb":
        white, plane = WHITE.get(format.dtype, 1), plane.astype(np.float32) if plane.dtype.kind == "b" else plane
        with np.errstate(invalid="ignore"):
            plane = whole_of_float(np.rint(plane * plane.dtype.type(white)), ELEMENTS[format.dtype].limits)
    elif wanted.kind in "iu":
        (low, high), limits = ELEMENTS[format.dtype].limits, np.iinfo(plane.dtype)
        plane = np.clip(plane, max(low, limits.min), min(high, limits.max))
    elif wanted.kind == "b" and plane.dtype.kind != "b":
        plane = plane != 0
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        stored = plane.astype(wanted)
    return stored[..., 0] if format.channels == 1 else stored


def into(target, array: np.ndarray):
    if target is None:
        return array
    if np.shape(target) not in (array.shape, (*array.shape, 1)):
        raise ArgumentError(f"out= has the shape {np.shape(target)}, but the result's is {array.shape}")
    np.copyto(target, array if target.ndim == array.ndim else array[..., None], casting="unsafe")
    return target


def described(kind) -> str:
    return kind.__name__ if isinstance(kind, type) else repr(kind)
