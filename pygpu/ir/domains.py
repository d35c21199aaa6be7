"""Beyond which places a function gives the same everywhere: then it can be kept, and read wherever data leads.

Pictures go on beyond their edges as their border says. With `clamp` and `constant` nothing changes any more from some
column on, so a blur of such a picture does not either, from a few columns further on. What reads it at `row // 32`, and
asks for `row % 32` as well, is from some row on the same every 32 rows. A function that asks for its own place, or reads
a picture that wraps or mirrors, has no such end.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Set
from functools import cache
from math import ceil, floor, lcm
from typing import NamedTuple

from ..borders import rule
from .courses import LONGEST, Bounds, Course, Courses
from .echoes import echoes
from .functions import called, every_graph, functions, image_of, told
from .graph import Block, Function, Graph, ImageParam, Op, Value
from .ranges import Ranges
from .regions import FAR, Domain, Ends, Region, Sizes, between, regions

LITTLE = 8   # times that what comes again is needed beyond the ends, at most, where it is kept for that
SPARE = 256  # columns or rows that are computed for nothing where a kernel is made for all numbers
USUAL = (1536, 1024, 96), (2049, 1023, 95)  # sizes at which it is tried where a function is needed


class Bounded(NamedTuple):
    """Where each function of a program is needed for results of the usual sizes; those that can be kept; which of them are
    needed wherever data leads, but have ends; along which axes numbers of a call say where one begins; and what says where
    functions end."""

    usual: list[dict[Function, Region | None]]
    possible: frozenset[Function]
    clamped: frozenset[Function]
    told: dict[Function, tuple[int, ...]]
    edges: Callable[[], dict[Function, tuple[Edges | None, ...]]]


def bounded(graph: Graph) -> Bounded:
    """That of a program; found once for as long as it is what it was."""
    program = [(each, told(each.body), each.scan, each.tally, each.team, each.lot, each.order)
               for each in every_graph(graph)]
    state = program, [*graph.images], [*graph.scalars]
    known = told(graph.body).more.get(bounded)
    if known is None or known[0] != state:
        known = told(graph.body).more[bounded] = state, _bounded(graph)
    found: Bounded = known[1]
    return found


def _bounded(graph: Graph) -> Bounded:
    told: dict[Function, tuple[int, ...]] = {}
    known = cache(lambda: edges(graph))
    ends = cache(lambda: {function: whole for function, each in domains(known()).items()
                          if (whole := constant_beyond(each))})
    found = [usual(graph, size[:len(graph.coordinates)], dict.fromkeys(graph.images, size), told, ends) for size in USUAL]
    led = {function for function in found[0] if None in (found[0][function], found[1][function])}
    clamped = frozenset(led & ends().keys() if led else ())
    return Bounded(found, frozenset(found[0].keys() - led) | clamped, clamped, told, known)


def usual(graph: Graph, size: tuple[int, ...], sizes: Sizes, told: dict[Function, tuple[int, ...]],
          domain: Callable[[], dict[Function, Region]]) -> dict[Function, Region | None]:
    """Where each function is needed. Numbers of a call may say where it ends, and where it begins, which is tried with 1. A
    kernel is made for any of them: along which axes they say that it begins is written into `told`. What has ends of its
    own, a domain, begins there: where places are known, a kernel knows what lies beside what."""
    found = regions(graph, size, sizes)
    tried = regions(graph, size, sizes, {scalar.value: 1 for scalar in graph.scalars}) if graph.scalars else found
    if tried == found:
        return found
    far, echoed = regions(graph, size, sizes, far=True), echoes(graph)
    for function, region in found.items():
        first, ends = far[function], tried[function]
        if region is None and first is not None and ends is not None:
            lasting = [echo is not None for echo in echoed[function]] + [False]
            begins = tuple([axis for axis, (at, one) in enumerate(zip(first.first, ends.first))
                            if one - at > SPARE and not lasting[axis]])
            if begins and function not in domain() and begins_anywhere(function.graph):
                told[function] = begins
            elif begins:
                continue
            starts = [one if there_too or axis in begins else at
                      for axis, (at, one, there_too) in enumerate(zip(first.first, ends.first, lasting))]
            found[function] = between(starts, ends.last)
    return found


def is_near(graph: Graph, place: Value) -> bool:
    """Whether sizes of pictures alone say how far away a place is at most."""
    return max(map(abs, Ranges(graph, None, dict.fromkeys(graph.images, USUAL[0])).of(place))) < FAR // 2


def is_pixel(graph: Graph) -> bool:
    """Whether it says what each place is by itself: no scan, no table, no parts of a sum."""
    return not any((graph.scan, graph.tally, graph.team, graph.lot, graph.order))


def begins_anywhere(graph: Graph) -> bool:
    """Whether it may be begun with at any place: each place by itself, or a scan along straight lines."""
    scan = graph.scan
    return is_pixel(graph) or scan is not None and scan.slant is None and scan.chunks is None


class Edges(NamedTuple):
    """What says where a function ends along an axis: images and other functions, along an axis of theirs, and how the place
    goes on at which they are read, in cells of `step` places."""

    step: int
    read: list[tuple[ImageParam | Function, int, Course]]


def edges(graph: Graph) -> dict[Function, tuple[Edges | None, ...]]:
    """For each function that has ends along some axis, whatever the sizes of images are."""
    found: dict[Function, tuple[Edges | None, ...]] = {}
    for function in functions(graph):
        inner = function.graph
        if is_pixel(inner):  # a sum goes on growing
            bounds = Bounds(inner)
            known = tuple([_Walker(inner, Courses(own, bounds), found).edges() for own in inner.coordinates])
            if any(known):
                found[function] = known
    return found


def domains(edges: Mapping[Function, tuple[Edges | None, ...]], sizes: Sizes | None = None) -> dict[Function, Domain]:
    """The columns and rows of each function that has ends along some axis, for images of these sizes; without, the last ones
    are those of pictures of no size. Where they begin does not depend on sizes."""
    found: dict[Function, Domain] = {}
    for function, axes in edges.items():
        found[function] = tuple([each and _ends(each, sizes, found) for each in axes])
    return found


def _ends(edges: Edges, sizes: Sizes | None, found: dict[Function, Domain]) -> Ends:
    low, high, step = 0, 0, edges.step
    for what, axis, course in edges.read:
        there = found[what][axis] if isinstance(what, Function) else Ends(-1, sizes[what][axis] if sizes else 0)
        assert there is not None
        low = min(low, floor((there.first + there.step - 1 - course.high) / course.rate))
        high = max(high, ceil((there.last - there.step + 1 - course.low) / course.rate))
    return Ends(low * step, high * step + step - 1, step)


def constant_beyond(domain: Domain) -> Region | None:
    """Where a function changes at all that is the same everywhere beyond, along all axes."""
    known = [ends for ends in domain if ends is not None and ends.step == 1]
    return between([ends.first for ends in known], [ends.last for ends in known]) if len(known) == len(domain) else None


def hardly_cut(graph: Graph, found: Bounded, functions: Set[Function]) -> frozenset[tuple[Function, int]]:
    """The axes along which functions that come again every so many places are hardly needed beyond their ends: there all of
    them is kept, and nobody has to find the place further in at which it is the same."""
    edges = found.edges()
    again = [(function, axis) for function in functions for axis, its in enumerate(edges.get(function, ()))
             if its is not None and its.step > 1]
    ends = [domains(edges, dict.fromkeys(graph.images, size)) for size in USUAL] if again else []
    return frozenset([(function, axis) for function, axis in again if all(
        is_within(needed[function], its[function], axis) for needed, its in zip(found.usual, ends))])


def is_within(region: Region | None, domain: Domain, axis: int) -> bool:
    """Whether what is needed is nearly all between the ends, along an axis."""
    ends = domain[axis]
    if region is None or ends is None:
        return False
    first, last = ends.around(region.first[axis], region.last[axis])
    return (region.last[axis] - region.first[axis]) - (last - first) <= LITTLE * ends.step


def without(entire: Set[tuple[Function, int]], ends: dict[Function, Domain]) -> dict[Function, Domain]:
    """Ends, but for those axes along which functions are kept entire."""
    return {function: tuple([None if (function, axis) in entire else each for axis, each in enumerate(axes)])
            for function, axes in ends.items()}


class _Walker:
    """Looks for what a function reads along an axis, and what has to be the same a step further on."""

    def __init__(self, graph: Graph, courses: Courses, found: dict[Function, tuple[Edges | None, ...]]):
        self.graph, self.courses, self.found = graph, courses, found
        self.same: list[Value] = []
        self.read: list[tuple[ImageParam | Function, int, Value, int]] = []

    def edges(self) -> Edges | None:
        if not self.block(self.graph.body):
            return None
        self.same += [value for output in self.graph.outputs for value in output.values]
        steps = {self.courses.period(value) for value in self.same}
        steps |= {self.courses.period(place, step) for *_, place, step in self.read}
        if None in steps or (step := lcm(*[each for each in steps if each])) > LONGEST:
            return None
        read: dict[tuple[ImageParam | Function, int, Course], None] = {}
        for what, axis, place, _ in self.read:
            course = self.courses.of(place, step)
            if course is None or course.rate <= 0:
                return None
            read[what, axis, course] = None
        return Edges(step, [*read])

    def block(self, block: Block) -> bool:
        """Whether nothing in a block goes on without end."""
        for op in block.ops:
            for inner in op.blocks:
                if not self.block(inner):
                    return False
            if not self.goes(op):
                return False
        return True

    def goes(self, op: Op) -> bool:
        moving = self.courses.moving
        if moving.isdisjoint(op.operands) and not any(result in moving for block in op.blocks for result in block.results):
            return True
        if not op.blocks and self.courses.follow(op):
            return True  # what becomes of it is looked at where it is read
        if op.kind.name not in ("read", "call"):
            self.same += [*op.operands, *[result for block in op.blocks for result in block.results]]
            return True
        for axis, place in enumerate(op.operands):
            course = self.courses.of(place, 1) if place in moving else None
            if course is not None and course.rate:
                what = called(op) if op.kind.name == "call" else image_of(op)
                step = self.step_of(what, axis)
                if step is None:
                    return False
                self.read.append((what, axis, place, step))
            else:
                self.same.append(place)
        return True

    def step_of(self, what: ImageParam | Function, axis: int) -> int | None:
        """Every how many places it is the same, from its ends on; None if it has no end."""
        if isinstance(what, ImageParam):
            return 1 if rule(what.border[axis]).ends else None
        known = self.found.get(what)
        edges = known[axis] if known else None
        return edges and edges.step
