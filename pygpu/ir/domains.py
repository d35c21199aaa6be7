"""Beyond which places a function gives the same everywhere: then it can be kept, and read wherever data leads.

Pictures go on beyond their edges as their border says. With `clamp` and `constant` nothing changes any more from some
column on, so a blur of such a picture does not either, from a few columns further on. What reads it at `row // 32`, and
asks for `row % 32` as well, is from some row on the same every 32 rows. A function that asks for its own place, or reads
a picture that wraps or mirrors, has no such end.
"""

from __future__ import annotations

from collections.abc import Set
from math import ceil, floor, lcm
from typing import NamedTuple

from ..borders import rule
from .courses import LONGEST, Courses
from .echoes import echoes
from .functions import called, functions, image_of
from .graph import Block, Function, Graph, Op, Value
from .regions import Domain, Ends, Region, Sizes, between, regions

SPARE = 256  # columns or rows that are computed for nothing where a kernel is made for all numbers
USUAL = (1536, 1024, 96), (2049, 1023, 95)  # sizes at which it is tried where a function is needed


class Bounded(NamedTuple):
    """Where each function of a program is needed for results of the usual sizes; those that can be kept; which of them are
    needed wherever data leads, but have ends; and along which axes numbers of a call say where one begins."""

    usual: list[dict[Function, Region | None]]
    possible: frozenset[Function]
    clamped: frozenset[Function]
    told: dict[Function, tuple[int, ...]]


def bounded(graph: Graph) -> Bounded:
    told: dict[Function, tuple[int, ...]] = {}
    ends = {function: whole for function, each in domain(graph).items() if (whole := constant_beyond(each))}
    found = [usual(graph, size[:len(graph.coordinates)], dict.fromkeys(graph.images, size), told, ends) for size in USUAL]
    led = {function for function in found[0] if None in (found[0][function], found[1][function])}
    clamped = frozenset(led & ends.keys())
    return Bounded(found, frozenset(found[0].keys() - led) | clamped, clamped, told)


def usual(graph: Graph, size: tuple[int, ...], sizes: Sizes, told: dict[Function, tuple[int, ...]],
          domain: dict[Function, Region]) -> dict[Function, Region | None]:
    """Where each function is needed. Numbers of a call may say where it ends, and where it begins, which is tried with 1. A
    kernel is made for any of them: along which axes they say that it begins is written into `told`. What has ends of its
    own, a `domain`, begins there: where places are known, a kernel knows what lies beside what."""
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
            if begins and function not in domain and begins_anywhere(function.graph):
                told[function] = begins
            elif begins:
                continue
            starts = [one if there_too or axis in begins else at
                      for axis, (at, one, there_too) in enumerate(zip(first.first, ends.first, lasting))]
            found[function] = between(starts, ends.last)
    return found


def is_pixel(graph: Graph) -> bool:
    """Whether it says what each place is by itself: no scan, no table, no parts of a sum."""
    return not any((graph.scan, graph.tally, graph.team, graph.lot, graph.order))


def begins_anywhere(graph: Graph) -> bool:
    """Whether it may be begun with at any place: each place by itself, or a scan along straight lines."""
    scan = graph.scan
    return is_pixel(graph) or scan is not None and scan.slant is None and scan.chunks is None


def domain(graph: Graph) -> dict[Function, Domain]:
    """For the functions that have ends: the first column and row that matter; the last ones of a picture of no size."""
    return domains(graph, {image: (0, 0, 0) for image in graph.images})


def domains(graph: Graph, sizes: Sizes) -> dict[Function, Domain]:
    """The columns and rows of each function that has ends along some axis, for images of these sizes."""
    found: dict[Function, Domain] = {}
    for function in functions(graph):
        inner = function.graph
        if is_pixel(inner):  # a sum goes on growing
            ends = tuple([_Walker(inner, axis, sizes, found).ends() for axis in range(len(inner.coordinates))])
            if any(ends):
                found[function] = ends
    return found


def constant_beyond(domain: Domain) -> Region | None:
    """Where a function changes at all that is the same everywhere beyond, along all axes."""
    known = [ends for ends in domain if ends is not None and ends.step == 1]
    return between([ends.first for ends in known], [ends.last for ends in known]) if len(known) == len(domain) else None


def up_to_ends(graph: Graph, kept: Set[Function]) -> list[dict[Function, Region | None]]:
    """Where each function is needed for results of the usual sizes, where some that have ends are kept up to them."""
    if not kept:
        return [{} for _ in USUAL]
    places = [(size[:len(graph.coordinates)], dict.fromkeys(graph.images, size)) for size in USUAL]
    return [regions(graph, size, sizes, domains={function: each for function, each in domains(graph, sizes).items()
                                                 if function in kept}) for size, sizes in places]


class _Walker:
    """Looks for the ends of a function along an axis: what it reads there, and what has to be the same a step further on."""

    def __init__(self, graph: Graph, axis: int, sizes: Sizes, found: dict[Function, Domain]):
        self.graph, self.axis, self.sizes, self.found = graph, axis, sizes, found
        self.courses = Courses(graph, graph.coordinates[axis])
        self.same: list[Value] = []
        self.read: list[tuple[Value, Ends]] = []

    def ends(self) -> Ends | None:
        """What there is to be known; the first place does not depend on the size of any picture."""
        if not self.block(self.graph.body):
            return None
        self.same += [value for output in self.graph.outputs for value in output.values]
        steps = [self.courses.period(value) for value in self.same]
        steps += [self.courses.period(value, there.step) for value, there in self.read]
        if None in steps or (step := lcm(*[each for each in steps if each])) > LONGEST:
            return None
        low, high = 0, 0
        for value, there in self.read:
            course = self.courses.of(value, step)
            if course is None or course.rate <= 0:
                return None
            low = min(low, floor((there.first + there.step - 1 - course.high) / course.rate))
            high = max(high, ceil((there.last - there.step + 1 - course.low) / course.rate))
        return Ends(low * step, high * step + step - 1, step)

    def block(self, block: Block) -> bool:
        """Whether nothing in a block goes on without end."""
        return all(all(map(self.block, op.blocks)) and self.goes(op) for op in block.ops)

    def goes(self, op: Op) -> bool:
        moving = self.courses.moving
        used = [value for value in (*op.operands, *[result for block in op.blocks for result in block.results])
                if value in moving]
        if not used or not op.blocks and self.courses.follow(op):
            return True  # what becomes of it is looked at where it is read
        if op.kind.name not in ("read", "call"):
            self.same += used
            return True
        for axis, place in enumerate(op.operands):
            course = self.courses.of(place, 1) if place in moving else None
            if course is not None and course.rate:
                there = self.there(op, axis)
                if there is None:
                    return False
                self.read.append((place, there))
            elif place in moving:
                self.same.append(place)
        return True

    def there(self, op: Op, axis: int) -> Ends | None:
        """The ends of what is read."""
        if op.kind.name == "call":
            return self.found[called(op)][axis] if called(op) in self.found else None
        image = image_of(op)
        return Ends(-1, self.sizes[image][axis]) if rule(image.border[axis]).ends else None
