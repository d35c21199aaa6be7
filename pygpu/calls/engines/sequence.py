"""A program of functions on one device: its parts, launched as one. Parts that are alike (the levels of a pyramid) share a
kernel.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import replace
from functools import cached_property
from math import prod
from threading import Lock
from time import perf_counter

from ... import patience
from ...collecting import seldom
from ...depth import deep
from ...ir import Function, Graph
from ...ir.fingerprint import fingerprint
from ...ir.regions import Region
from ...ir.scans import shown
from ...opencl import Format
from ...opencl.in_one import in_one
from ...passes.rewrite import used
from ...runtime import Joined, Turn, Where, ahead
from ...schedule.folds.folds import unfolded
from ...schedule.folds.levels import by_levels
from ...schedule.programs.bundles import bundled
from ...schedule.programs.keeping import as_in
from ...schedule.programs.parts import Part, Stage
from ...schedule.programs.programs import Laid, Parts, Program, program
from ..telling import Waiting
from . import cuts

KEPT_SIZES = 64
BUNDLED = 8  # the part of the device's memory that functions may take which one kernel computes


class Sequence:
    """Launched like one program: sequence(images, scalars, size, out=..., to_host=...)."""

    def __init__(self, story, build, recall: bool = False):
        """`build(stories)` tells the stories of parts to their ends, and says what their kernels are kept under. With
        `recall`, the program is cut as it was the last time."""
        self.story, self.build, self.recall = story, build, recall
        graph = without_folds(story, become := {})
        self.apart = graph, alike(story, become)
        self.graph, self.alike = bundled(*self.apart, story.target)
        self.inputs, self.device = story.inputs, story.device
        self.known: dict[tuple, object] = {}  # what makes a kernel -> its story
        self.built: dict[object, str | None] = {}  # the stories told to their end -> what their kernel is kept under
        self.recalled: dict[str, object] = {}  # what a kernel is kept under -> what launches it
        self.lower: dict = {}
        self.join = self.strips = True
        self.common = self.story.target.kind == "gpu"  # whether what is kept lies in one piece of memory
        self.cutting = Lock()  # what is cut anew while another thread is on its way through the parts are other lists
        self.cut()

    def cut(self) -> None:
        """The parts of the program, and a kernel for each."""
        started = perf_counter()
        name = cuts.key(self.graph, self.alike, self.lower, self.join, self.strips, self.common, self.inputs,
                        self.story.outputs, self.story.target) if self.recall else None
        found = cuts.recalled(name, self.graph) if name else None
        self.program: Laid = found[0] if found else self.in_parts
        seconds = self.story.seconds
        seconds["plan"] = seconds.get("plan", 0.0) + perf_counter() - started
        self.sizes: dict[tuple, tuple[Joined, Where]] = {}
        self.joined: Joined | None = None
        for made in ("kernels", "launchers"):
            self.__dict__.pop(made, None)
        if found:
            for _, program in found[1]:
                ahead(self.device, program.source, program.options)
            self.launchers = [self.launcher(*each) for each in found[1]]
            return
        new = [kernel for kernel in dict.fromkeys(self.kernels) if kernel not in self.built]
        self.built.update(zip(new, self.build(new)))
        for kernel in new:
            self.spent(kernel)
        names = [self.built[kernel] for kernel in self.kernels]
        if name and None not in names:
            cuts.keep(name, self.program, [*map(cuts.kernel_of, self.kernels, names)])

    @property
    def in_parts(self) -> Program:
        try:
            with seldom(), patience.limited(), deep():
                return program(self.graph, self.story.target.unit, self.lower, self.join, self.story.target, self.alike,
                               self.strips)
        except patience.Expired:
            raise patience.refusal("plan", self.graph) from None

    def launcher(self, name: str, program):
        """What launches a kernel that was written before."""
        if name not in self.recalled:
            made = self.story.for_pixels(program.inputs, program.outputs, self.story.target, self.device, self.story.planner,
                                         self.graph)
            made.program = program
            self.recalled[name] = made.launcher
            self.spent(made)
        return self.recalled[name]

    def spent(self, story) -> None:
        for verb, seconds in story.seconds.items():
            self.story.seconds[verb] = self.story.seconds.get(verb, 0.0) + seconds

    def joined_parts(self) -> Joined:
        """What launches all of them."""
        kept = {Stage(part.function, channels): (number, n) for number, part in enumerate(self.program.parts)
                for n, channels in enumerate(part.channels)}
        return Joined(self.inputs, len(self.graph.scalars), [
            Turn(launcher, part.images, tuple([kept[stage] for stage in part.stages]))
            for part, launcher in zip(self.program.parts, self.launchers)], in_one)

    @cached_property
    def kernels(self) -> list:
        """The story of each part, planned only where that is asked for if its kernel was recalled."""
        made = self.program if isinstance(self.program, Program) else self.in_parts
        return shared(self.story, made.parts, self.known, self.common)

    @cached_property
    def launchers(self) -> list:
        return [kernel.launcher for kernel in self.kernels]

    @property
    def plan(self):
        return Parts(self.program, tuple([kernel.plan for kernel in self.kernels]))

    @property
    def source(self) -> str:
        return "\n".join(dict.fromkeys([launcher.program.source for launcher in self.launchers]))

    def where(self, size: tuple[int, ...], images, scalars) -> tuple[Joined, Where]:
        """All parts, and where each computes for such pictures and numbers. Where functions are needed where they were not
        expected, the parts are cut anew."""
        numbers = tuple(scalars) if self.program.measured else ()
        key = (size, numbers, *[(image.width, image.height, image.depth) for image in images])
        found = self.sizes.get(key)
        if found is None:
            with self.cutting:
                given = {scalar.value: number for scalar, number in zip(self.graph.scalars, numbers)}
                regions = self.cut_for(size, {image: place for image, place in zip(self.graph.images, key[2:])}, given)
                self.joined = self.joined or self.joined_parts()
                found = self.joined, self.told(regions, size)
                if len(self.sizes) >= KEPT_SIZES:
                    self.sizes.clear()
                self.sizes[key] = found
        return found

    def cut_for(self, size: tuple[int, ...], sizes: dict, numbers: dict) -> dict:
        """Where each function is needed for such sizes and numbers, which the parts are cut for then."""
        while True:
            found = self.program.regions(size, sizes, numbers)
            beyond = self.program.beyond(found)
            if self.graph is not self.apart[0] and self.bytes(found) > self.device.memory // BUNDLED:
                self.graph, self.alike = self.apart
                self.lower = {}
                self.cut_anew()
                continue
            if self.common and self.bytes(found) > self.device.largest_buffer:
                self.common = False
                self.cut_anew()
                continue
            fits, together = self.program.fits(size, sizes, numbers), self.program.go_together(size, found)
            if fits and together and not beyond:
                return found
            before = self.join, self.strips, dict(self.lower)
            self.join, self.strips = self.join and fits, self.strips and (together or not fits)
            self.lower.update(beyond)
            assert before != (self.join, self.strips, self.lower), "cut anew, a program would be as it is"
            self.cut_anew()

    def cut_anew(self) -> None:
        with Waiting(f"{self.graph.name} is compiled anew, for such sizes and numbers"):
            self.cut()

    @property
    def areas(self) -> list[int] | None:
        """The pixels of each part in the last new kind of call, if there was one."""
        if not self.sizes:
            return None
        _, where = list(self.sizes.values())[-1]
        return [prod(extent) if extent else 0 for extent in where.extents]

    def bytes(self, regions: dict) -> int:
        """What all that is kept takes, at most: some of it is had again."""
        return sum([4 * sum(map(len, part.channels)) * prod([last - first + 1 for first, last in zip(its.first, its.last)])
                    for part in self.program.parts for its in [regions.get(part.function)] if its is not None])

    def told(self, regions: dict, size: tuple[int, ...]) -> Where:
        """The extent of each part, None of one that nobody asks for; and where functions end and begin, which it is told."""
        parts = self.program.parts
        extents = [region and tuple([last - first + 1 for first, last in zip(self.program.first(part.function, region),
                                                                             region.last)])
                   for part in parts[:-1] for region in [regions.get(part.function)]]
        known = defaultdict(lambda: Region(0, 0, 0, 0), regions)
        limits = [(*[known[function].last[axis] for function, axis in part.limits],
                   *[known[function].first[axis] for function, axis in part.begins]) for part in parts]
        return Where([*extents, size], limits)

    def __call__(self, images, scalars=(), size: tuple[int, ...] | None = None, **how) -> tuple:
        size = size or images[0].extent
        joined, where = self.where(size, images, scalars)
        return joined(images, scalars, size, where=where, **how)

    def readied(self, images, scalars, size: tuple[int, ...], looked_at=(), always=()):
        """A call like one with these pictures, where its numbers have no say in what is computed where."""
        if self.program.measured:
            return None
        joined, where = self.where(size, images, scalars)
        return joined.readied(images, scalars, size, looked_at, always, where)


def without_folds(story, become: dict[Function, Function]) -> Graph:
    """The program as loops; `become` is told what each of its functions is in it."""
    regional = story.__dict__.get("regional")
    stored = dict(zip(story.graph.images, story.inputs))
    graph = by_levels(story.graph, stored, story.target, regional and regional.whole, levelled := {})
    made = unfolded(graph, story.target, new := {})
    become.update({function: new[its] for function, its in levelled.items() if its in new})
    return made


def alike(story, become: dict) -> dict[Function, bool]:
    """Which functions of a part, or of a value that all parts need, are kept: as in the whole. `become` says what each is in
    the program that is cut."""
    regional = story.__dict__.get("regional")
    if regional is None or story.graph is regional.whole:
        return {}
    whole = unfolded(regional.whole, story.target, of_whole := {})
    there = regional.become if story.graph is regional.graph else {function: function for function in become}
    return as_in(whole, {become[function]: of_whole[its] for function, its in there.items()
                         if function in become and its in of_whole}, story.target)


def story_of(story, part: Part, common: bool = False):
    """The story of one part of a program. What is kept may lie in common memory: a driver needs half a microsecond for each
    piece that a kernel is given, and a level of a pyramid has up to twenty."""
    def kept(value, channels: int) -> Format:
        return Format(value.type.stored, channels, common=common)

    inputs = (*[story.inputs[i] for i in part.images],
              *[kept(stage.function.results[stage.channels[0]], len(stage.channels)) for stage in part.stages])
    outputs = story.outputs if part.function is None else tuple(
        [kept(output.values[0], len(output.values)) for output in shown(part.graph)])
    single = part.function is not None and part.graph.y not in used(part.graph)
    target = story.target.of_a_row if single else story.target
    target = target if part.function is None else replace(target, columns=None)
    made = story.for_pixels(inputs, outputs, target, story.device, story.planner, part.graph)
    if part.plan is not None:
        made.plan = replace(part.plan, inputs=inputs, outputs=outputs)
    return made


def shared(story, parts: list[Part], known: dict[tuple, object], common: bool = False) -> list:
    """The story of each part; of several that are alike, one. What is `known` is not told again."""
    found = []
    for part in parts:
        made = story_of(story, part, common)
        found.append(known.setdefault((fingerprint(part.graph), made.inputs, made.outputs), made))
    return found


def stories(story, anywhere: bool = False) -> tuple[Program, list]:
    """A program and the stories of its parts, for those who only want to be told: of parts that any plan can compute, if it
    is to be told of no device."""
    graph, kept = bundled(without_folds(story, {}), {}, story.target)
    made = program(graph, story.target.unit, target=None if anywhere else story.target, alike=kept)
    return made, shared(story, made.parts, {})
