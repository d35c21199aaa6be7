"""`python -m pygpu show FILE.py:FUNCTION`: one filter on its way through the rooms of the compiler, in their order.

Nothing is run and no device is asked: the plan is for a CPU or a GPU as such, so that the story is the same everywhere.
"any" stands for the plan that serves all of them, and that is easy to read: each work-item computes one pixel. Only for
--html is the filter run: that page has a picture.
"""

from __future__ import annotations

import inspect
from dataclasses import dataclass

from ..bytecode import decode
from ..calls.engines.sequence import stories
from ..calls.explain import operations
from ..compiler import Filter
from ..errors import PyGPUError
from ..ir import Graph, asks
from ..ir.domains import is_pixel
from ..ir.fields import ShapesWanted
from ..language import signature
from ..schedule import CPU, GPU
from ..schedule.plans import Pixels
from ..schedule.programs.programs import Parts
from ..story import Story, stored, usual_pixels
from .load import load
from .run import specialise
from .trouble import UserError, is_bug

CHANNELS = {"gray": 1, "rgb": 3, "rgba": 4}
DEVICES = {"cpu": CPU, "gpu": GPU, "any": None}


def show(target: str, stage: str | None, pixels: str, device: str, words: dict[str, str]) -> int:
    """Print one chapter, or all of them under their headings."""
    filter, _ = specialise(load(target), words)
    shown = Shown(filter, CHANNELS[pixels], DEVICES[device])
    if stage:
        print(CHAPTERS[stage].tell(shown))
        return 0
    for name, chapter in CHAPTERS.items():
        print(f"=== {name}: {chapter.title}\n\n{chapter.tell(shown).strip(chr(10))}\n")
    return 0


def page(target: str, path: str, pictures: list[str], words: dict[str, str]) -> int:
    """Write the page of `filter.explain_html`, and say where it is."""
    from .formats.pictures import read

    filter, values = specialise(load(target), words)
    first = [next(iter(read(picture).frames)).picture for picture in pictures]
    filter.explain_html(*first, path=path, **values)
    print(path)
    return 0


class Shown:
    """What each room makes of a filter; told only as far as someone asks."""

    def __init__(self, filter: Filter, channels: int, device):
        self.filter, self.device, self.passed = filter, device, []
        self.story = Story(filter.function, filter.parameters, usual_pixels(filter.parameters, channels),
                           watch=lambda name, after: self.passed.append((name, after)))

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
            return self.story.traced[0]
        except PyGPUError:
            raise
        except ShapesWanted:  # it is told of small arrays, on this machine's device
            self.filter.source  # noqa: B018  # made now
            self.story = self.filter._last.story
            return self.story.traced[0]
        except Exception as error:
            if is_bug(error):
                raise
            raise UserError("the filter's own code stopped while it was traced", error) from error

    def graph(self) -> Graph:
        self.traced()
        return self.story.graph

    def passes(self) -> str:
        """How many operations each pass that changed something left."""
        self.graph()
        lines = [f"{'traced':12}{operations(self.traced().body):6} operations"]
        return "\n".join(lines + [f"{name:12}{operations(after.body):6}" for name, after in self.passed])

    @property
    def of_arrays(self) -> bool:
        """Whether it is a function of whole arrays, whose kernels are made as it is called."""
        self.traced()
        return self.story.of_arrays

    def on_device(self) -> tuple[object, list[Story]]:
        """As it goes on for this device, in parts if it is a program of functions; "any" has the plan that serves all."""
        story = self.story.for_pixels(*stored(self.graph(), floats="uint8"), self.device or CPU)
        program, parts = stories(story, self.device is None) if asks(story.graph.body) else (None, [story])
        for part in parts if self.device is None else ():
            if is_pixel(part.graph):  # scans, tables and parts of a sum have plans of their own
                part.plan = Pixels()
        return program, parts

    def plan(self) -> str:
        if self.of_arrays:
            return self.filter.plan
        program, parts = self.on_device()
        return str(Parts(program, tuple([part.plan for part in parts])) if program else parts[0].plan)

    def kernel(self) -> str:
        if self.of_arrays:
            return self.filter.source
        return "\n".join(dict.fromkeys([part.program.source for part in self.on_device()[1]]))


@dataclass(frozen=True)
class Chapter:
    title: str
    tell: callable


CHAPTERS = {
    "function": Chapter("as it is written", Shown.function),
    "instructions": Chapter("its bytecode, the same on every CPython", Shown.instructions),
    "traced": Chapter("what depends on pixels, as met on the way", lambda shown: str(shown.traced())),
    "passes": Chapter("how it gets better", Shown.passes),
    "graph": Chapter("what is left to compute", lambda shown: str(shown.graph())),
    "plan": Chapter("how a device computes it", Shown.plan),
    "kernel": Chapter("OpenCL C", Shown.kernel),
}
