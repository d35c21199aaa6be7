"""The story of the compiler: from a Python function to a kernel that runs, one verb and one line for each room.

    trace        Python function → flow graph                                bytecode/, tracing/
    optimise     flow graph → better graph                                   passes/
    plan         graph → stages, and how one device computes them            schedule/
    emit         plan → OpenCL C                                             opencl/
    build        OpenCL C → what is launched on pictures                     runtime/

Whoever needs a part of it asks for that part: a call for the launcher, `python -m pygpu show` for one chapter after the
other, a test for a graph. A chapter is told when someone asks for it or for a later one, and once; `seconds` says how
long each took by itself. Who knows a chapter from elsewhere (a program that is on disk, a plan that tuning found) sets it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from time import perf_counter

from . import patience
from .collecting import seldom
from .depth import deep
from .ir import FLOAT, Const, Graph, PixelType, of_dimensions
from .ir.inplace import places
from .ir.ops import ROOM, STEPS
from .ir.zeros import looks
from .opencl import Format
from .passes import bounds, dead, optimise, simplify
from .passes.budget import budgeted
from .passes.bunches import in_bunches
from .passes.colours import colours
from .passes.doubles import doubled
from .passes.finite import finite
from .passes.ordered import ordered
from .passes.regional import regional
from .passes.zeros import zeros
from .runtime import Launcher
from .schedule import CPU
from .schedule.programs.planes import flat
from .tracing import SCALARS, trace
from .tracing.host.checking import joined
from .tracing.host.reached import Reached
from .tracing.interpreter import Tracer
from .tracing.whole.inplace import InPlace
from .tracing.whole.kernels import Kernel
from .tracing.whole.laid import Laid
from .tracing.whole.ordered import Ordering
from .tracing.whole.overlaying import NotInPlace
from .tracing.whole.steps import StepKernel


@dataclass
class Recalled:
    """What a trace had found of the host, where its graph is kept (remembered.py)."""

    reached: Reached
    unchanged: Callable[[], bool]
    single: bool
    uniforms: Mapping = field(default_factory=dict)
    shaped: bool = False
    returned_value: None = None
    out_of_room: None = None


def planned(*given):
    """How one device computes a graph. A program that is on disk needs no planner, and none is imported."""
    from .schedule.plan import plan
    return plan(*given)


def emitted(*given):
    """The text of a plan's kernels, by what is imported no sooner."""
    from .opencl.emit import emit
    return emit(*given)


class Chapter:
    """An attribute that is made when it is first asked for."""

    def __init__(self, verb: str, tell):
        self.verb, self.tell = verb, tell

    def __set_name__(self, owner, name: str):
        self.name = name

    def __get__(self, story, owner=None):
        if story is None:
            return self
        started, before = perf_counter(), sum(story.seconds.values())
        try:
            with seldom(), patience.limited(self.verb != "build"), deep():
                made = story.__dict__[self.name] = self.tell(story)  # which is found from now on
        except patience.Expired:
            raise patience.refusal(self.verb, *story.so_far) from None
        earlier = sum(story.seconds.values()) - before       # chapters that this one asked for
        story.seconds[self.verb] = perf_counter() - started - earlier
        return made


class Story:
    """A filter, given as its function with the parameters that `language.signature` found, for images of such `pixels`.

    `seen` says how colours are read (passes/colours.py), `double` that it computes in 64 bits. With `exact`, weighted
    sums are computed as they are written.
    `watch` is told the graph after each pass. How pixels are stored, and on which device, `for_pixels` says.
    """

    def __init__(self, function, parameters, pixels, seen=None, exact: bool = False, watch=None, raises: bool = True,
                 double: bool = False, steps: int = STEPS, room: int = ROOM):
        self.double, self.steps = double, steps  # computed in 64 bits; how many steps a loop may make
        self.room = room  # items that may come to a list in a loop of the kernel
        self.raises = raises  # whether pixels that raise an exception are told of
        self.function, self.parameters, self.pixels = function, parameters, pixels
        self.seen, self.exact, self.watch = seen, exact, watch
        self.seconds: dict[str, float] = {}
        self.tracer = None  # while it traces
        self.of_whole = True  # whether it is told of the function itself, not of a kernel of its
        self.columns: int | None = None  # of the result, where they are known to be few
        self.one_line: tuple[bool, bool] = (False, False)  # whether the result is known to have one column, and one row
        self.recalled: Recalled | None = None  # what is known of the trace, where its graph is an earlier process's

    def alike(self, raises: bool) -> Story:
        """Another story of the same trace, as far as there is one."""
        story = Story(self.function, self.parameters, self.pixels, self.seen, self.exact, self.watch, raises, self.double,
                      self.steps)
        story.recalled = self.recalled
        if "traced" in self.__dict__:
            story.traced = self.traced
        return story

    @property
    def host(self) -> Tracer | Recalled:
        """What the trace has found of the host."""
        return self.recalled or self.traced[1]

    @property
    def of_arrays(self) -> bool:
        """Whether it is a function of whole arrays, whose graph the host follows (calls/engines/arrays.py)."""
        return self.of_whole and self.host.shaped

    def kernel(self, wanted, known, alias) -> Kernel:
        """The graph of one element of some of its arrays (tracing/whole/kernels.py)."""
        graph, tracer = self.traced
        tracer.zeroed = False
        made = Kernel(tracer, wanted, known, alias, graph.name)
        if tracer.zeroed or looks(made.graph, dividing=True):
            signed = Kernel(tracer, wanted, known, alias, graph.name, signed=True)
            return signed if looks(signed.graph, dividing=True) else made
        return made

    def in_place(self, op, wanted, at_once: int, kind: type[InPlace] = InPlace) -> InPlace | None:
        """The graph of a loop that changes arrays in order (tracing/whole/inplace.py), of whose results some are wanted, for
        so many work-items at most; None where it is no such loop."""
        graph, tracer = self.traced
        tracer.zeroed = False
        try:
            made = kind(tracer, op, wanted, graph.name, at_once, False)
            if tracer.zeroed or looks(made.graph, dividing=True):
                made = kind(tracer, op, wanted, graph.name, at_once, True)
        except NotInPlace:
            return None if kind is Laid else self.in_place(op, wanted, at_once, Laid)
        better = dead(bounds(simplify(made.graph)))
        made.graph = better if places(better) is not None else dead(made.graph)
        return made

    def step(self, wanted) -> StepKernel | Ordering:
        """What computes some parts of an array that has a kernel of its own (tracing/whole/steps.py, ordered.py)."""
        return dict(wanted[0].owner.attributes)["element"].kernel(self.traced[1], wanted)

    def of_graph(self, graph: Graph) -> Story:
        """The story of such a graph."""
        story = Story(self.function, self.parameters, self.pixels, None, self.exact, self.watch, False, self.double,
                      self.steps)
        story.traced, story.of_whole = (graph, self.traced[1]), False
        story.seconds = {"trace": 0.0}
        return story

    def begun(self, tracer) -> None:
        self.tracer = tracer

    traced = Chapter("trace", lambda its: trace(its.function, its.parameters, its.pixels, its.begun, its.double, its.room))
    graph = Chapter("optimise", lambda its: its.traced[0] if its.of_arrays else its.as_wide(
        optimise(its.drawn, its.watch) if not its.traced[0].in_place else its.traced[0]))
    regional = Chapter("cut", lambda its: regional(its.graph))
    plan = Chapter("plan", lambda its: its.planner(*its.flat, its.outputs, its.target))
    program = Chapter("emit", lambda its: emitted(its.flat[0], its.plan, its.flat[1], its.outputs, its.target))
    launcher = Chapter("build", lambda its: Launcher(its.program, its.device))

    @cached_property
    def flat(self) -> tuple:
        """The graph, and how its images are stored, as the planner takes them: volumes as planes, and for vectors what is
        only put in order as it is stored, for others short loops that count their steps in bunches."""
        if self.graph.in_place:
            return self.graph, self.inputs
        graph, inputs = flat(self.graph, self.inputs)
        graph = finite(graph, inputs)
        return (ordered(graph, inputs, self.outputs) if self.target.lanes > 1 else in_bunches(graph)), inputs

    def as_wide(self, graph: Graph) -> Graph:
        """The better graph, in the numbers that are asked for, its loops with so many steps; where no pixel turns out to
        raise, nobody asks whether one does."""
        if graph.raises and graph.outputs[-1].values[0].__class__ is Const and not graph.outputs[-1].values[0].value:
            graph.outputs = graph.outputs[:-1]
        return budgeted(doubled(graph) if self.double else graph, self.steps)

    @property
    def so_far(self) -> tuple:
        """The graph as far as it is known, and where the trace stands."""
        if "traced" in self.__dict__:
            return self.traced[0], None
        return (self.tracer.graph, self.tracer.location) if self.tracer else (None, None)

    @property
    def drawn(self):
        """The graph as it was traced, its images read as is asked for."""
        graph = zeros(self.traced[0], dividing=not self.of_whole)
        graph = graph if self.seen is None else colours(graph, self.seen)
        graph.exact = self.exact
        if graph.raises and not self.raises and self.out_of_room is None:
            graph.outputs = graph.outputs[:-1]
        return graph

    def beside(self, graph: Graph, regional=None) -> Story:
        """The story of a graph that stands for a part of the result (passes/regional.py), or for what all parts need."""
        story = self.alike(self.raises)
        story.graph, story.regional = graph, regional
        story.graph.exact = self.exact
        story.seconds = {verb: self.seconds[verb] for verb in ("trace", "optimise")}
        return story

    def for_pixels(self, inputs, outputs, target=CPU, device=None, planner=planned, graph=None) -> Story:
        """The story from here on, for images and results that are stored so; or that of another graph, a part of this."""
        story = self.alike(self.raises)
        story.graph = graph or self.graph  # told once for all of them
        story.seconds = {} if graph else {verb: self.seconds[verb] for verb in ("trace", "optimise")}
        if "regional" in self.__dict__:
            story.regional = self.regional
        story.inputs, story.outputs, story.target = tuple(inputs), tuple(outputs), target
        story.device, story.planner = device, planner
        if graph is None and "flat" in self.__dict__ and (self.inputs, self.outputs) == (story.inputs, story.outputs):
            story.flat = self.flat  # a plan is made of its very images
        return story

    @property
    def uniforms(self) -> list[tuple]:
        """What is read of known objects at each call: (object, attribute, type)."""
        return [(host, name, kind) for host, name, kind, _ in self.host.uniforms.values()]

    @property
    def unchanged(self):
        """A function that says whether the filter would still be traced to this graph."""
        return self.host.unchanged

    @property
    def frozen(self) -> list[tuple]:
        """What is too large to be looked at in each call: (its name, it)."""
        return list(self.host.reached.frozen.values())

    def is_equal(self) -> bool:
        """The same, by the values of what was looked at, where other objects stand for them now."""
        host = self.host
        if not host.reached.is_equal():
            return False
        host.unchanged = host.reached.watch()
        return True

    @property
    def returned(self):
        """Of a filter without a position, how its value is made of what the graph gives."""
        return self.host.returned_value

    @property
    def single(self) -> bool:
        """Whether one image is returned, not a tuple of them."""
        return self.host.single

    @property
    def out_of_room(self):
        """What is said of pixels in which a list outgrows the room that a loop has for it; None where none grows."""
        return self.host.out_of_room


def watched(stories) -> list:
    """What says whether all that these stories of a filter reach is as it was, for each of its calls."""
    found = list(stories)
    return [story.unchanged for story in found] if len(found) < 2 else [joined(s.host.reached.facts for s in found)]


def usual_pixels(parameters, channels: int = 1) -> dict[str, PixelType]:
    """The pixels of images that nobody has given yet: gray, or of so many channels, unless a parameter pins them."""
    return {p.name: of_dimensions(PixelType(SCALARS.get(p.type.pixel, FLOAT), p.type.channels or channels),
                                  p.type.dimensions or 1) for p in parameters if p.is_image}


def stored(graph: Graph, floats: str = "float32") -> tuple[tuple[Format, ...], tuple[Format, ...]]:
    """How a graph's images and its results may be stored."""
    return tuple(tuple(Format(floats if each.pixel.scalar is FLOAT else each.pixel.scalar.stored, each.pixel.channels)
                       for each in every) for every in (graph.images, graph.outputs))
