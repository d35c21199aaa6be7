"""`python -m pygpu show FILE.py:FUNCTION`: one filter on its way through the rooms of the compiler, in their order.

Nothing is run and no device is asked: the plan is for a CPU or a GPU as such, so that the story is the same everywhere.
"any" stands for the plan that serves all of them, and that is easy to read: each work-item computes one pixel.
"""

from __future__ import annotations

import inspect
from dataclasses import dataclass

from ..bytecode import decode
from ..compiler import Filter
from ..errors import PyGPUError
from ..ir import BOOL, FLOAT, INT, Graph, PixelType
from ..language import signature, types
from ..opencl import Format, emit
from ..passes import optimise
from ..schedule import CPU, GPU, Plan, plan
from ..tracing import trace
from .load import load
from .run import specialise
from .trouble import UserError, is_bug

CHANNELS = {"gray": 1, "rgb": 3, "rgba": 4}
DEVICES = {"cpu": CPU, "gpu": GPU, "any": None}
STORED = {BOOL: "bool", INT: "int32", FLOAT: "uint8"}
PINNED = {types.Bool: BOOL, types.Int: INT}


def show(target: str, stage: str | None, pixels: str, device: str, words: dict[str, str]) -> int:
    """Print one chapter, or all of them under their headings."""
    filter, _ = specialise(load(target), words)
    story = Story(filter, CHANNELS[pixels], DEVICES[device])
    if stage:
        print(CHAPTERS[stage].tell(story))
        return 0
    for name, chapter in CHAPTERS.items():
        print(f"=== {name}: {chapter.title}\n\n{chapter.tell(story).strip(chr(10))}\n")
    return 0


class Story:
    """What each room makes of a filter; told only as far as someone asks."""

    def __init__(self, filter: Filter, channels: int, device):
        self.filter, self.device = filter, device
        self.pixels = {parameter.name: pixel_of(parameter.type, channels)
                       for parameter in filter.parameters if parameter.is_image}

    def function(self) -> str:
        function = signature.unwrap(self.filter.function)[0]
        try:
            return inspect.getsource(function)
        except (OSError, TypeError):
            return f"{function.__qualname__}: its source text is not kept, and is not needed"

    def instructions(self) -> str:
        return str(decode(signature.unwrap(self.filter.function)[0].__code__))

    def traced(self) -> Graph:
        try:
            return trace(self.filter.function, self.filter.parameters, self.pixels)[0]
        except PyGPUError:
            raise
        except Exception as error:
            if is_bug(error):
                raise
            raise UserError("the filter's own code stopped while it was traced", error) from error

    def passes(self) -> str:
        """How many operations each pass that changed something left."""
        graph = self.traced()
        lines = [f"{'traced':12}{operations(graph.body):6} operations"]
        optimise(graph, lambda name, after: lines.append(f"{name:12}{operations(after.body):6}"))
        return "\n".join(lines)

    def graph(self) -> Graph:
        return optimise(self.traced())

    def planned(self):
        graph = self.graph()
        inputs = tuple(Format(STORED[image.pixel.scalar], image.pixel.channels) for image in graph.images)
        outputs = tuple(Format(STORED[output.pixel.scalar], output.pixel.channels) for output in graph.outputs)
        made = plan(graph, inputs, outputs, self.device) if self.device else Plan()
        return graph, made, inputs, outputs

    def plan(self) -> str:
        return str(self.planned()[1])

    def kernel(self) -> str:
        return emit(*self.planned(), self.device or CPU).source


def pixel_of(image: types.Image, channels: int) -> PixelType:
    """What `--pixels` says, unless the parameter pins its pixels."""
    return PixelType(PINNED.get(image.pixel, FLOAT), image.channels or channels)


def operations(block) -> int:
    return sum(1 + sum(operations(inner) for inner in op.blocks) for op in block.ops)


@dataclass(frozen=True)
class Chapter:
    title: str
    tell: callable


CHAPTERS = {
    "function": Chapter("as it is written", Story.function),
    "instructions": Chapter("its bytecode, the same on every CPython", Story.instructions),
    "traced": Chapter("what depends on pixels, as met on the way", lambda story: str(story.traced())),
    "passes": Chapter("how it gets better", Story.passes),
    "graph": Chapter("what is left to compute", lambda story: str(story.graph())),
    "plan": Chapter("how a device computes it", Story.plan),
    "kernel": Chapter("OpenCL C", Story.kernel),
}
