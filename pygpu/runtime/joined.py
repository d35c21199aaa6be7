"""Programs one after the other on one device, launched as one: what a program gives is given to those behind it.

How large it is, which memory it lies in and who has that afterwards follows from sizes, so it is laid out once for each
combination. A call takes that memory, sets arguments and puts all kernels on the queue; nothing is waited for in between.
Small kernels that follow one another are launched as one, for which whoever made them has the text.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import chain
from math import prod
from typing import Any, NamedTuple

from ..opencl.program import UNIT, Called, Format, Program
from . import memory, programs
from .launch import Given, Launcher
from .layout import COMMON, STOP, Laid, Layout, Room, StepArgs, lay_out
from .memory import DeviceImage, check_size

# Work-items of a group, and how many of a kernel's each of them does in the time of a launch, at most. H200, calls in a row:
# interpolation of 1536 x 2560 pixels 0.205 ms for 0.275, of 96 x 160 0.115 for 0.23.
GROUP = 512
SMALL = 4
MOST = 40  # kernels that are one
FEW = 6    # kernels, for which a device waits: with more it has work, and single groups would keep it waiting
LINES = 200  # of text that a launch is worth: a driver takes half a millisecond over each
SPARE = 64  # bytes of local memory for what groups count
WIDEST, HALF = 8, ("int", "uint", "float")  # bytes of an argument, and those that take half of them

InOne = Callable[[Sequence[Called], Sequence[int], bool], tuple[str, str]]  # the text and name of a kernel of all (opencl/)


class Turn(NamedTuple):
    """One of the programs. It is given those pictures of the call whose numbers are in `images`, and behind them what
    earlier turns gave: (which, the number of its result); or both in another `order`. What was given may be `seen` in
    another size, where its rows lie close. It is told all numbers of the call and behind them its own, or those `numbers`
    of the call, where there is None its own. Its first results may be written `onto` what earlier turns
    gave: (which, the number of its result, in which size it is seen)."""

    launcher: Launcher
    images: tuple[int, ...]
    kept: tuple[tuple[int, int], ...]
    order: tuple[int, ...] = ()
    seen: tuple[tuple[int, ...] | None, ...] = ()
    numbers: tuple[int | None, ...] | None = None
    onto: tuple[tuple[int, int, tuple[int, ...] | None], ...] = ()

    def among(self, images: list[Any], kept: list[Any]) -> list[Any]:
        """What it has of both, in its order."""
        found = [*[images[n] for n in self.images], *kept]
        return [found[n] for n in self.order] if self.order else found


@dataclass(frozen=True, eq=False)
class Where:
    """For each turn the extent of what it computes, None where nobody asks for it, and what it is told behind the numbers of
    the call."""

    extents: Sequence[tuple[int, ...] | None]
    told: Sequence[tuple[int, ...]]


class Kept(NamedTuple):
    """What one turn keeps for others, or gives."""

    among: Rooms  # those of memory of their own, those in what is common, or the call's results
    room: int
    width: int
    height: int
    depth: int
    stride: int

    @property
    def at(self) -> int:
        return self.among.begins[self.room]

    def seen(self, extent: tuple[int, ...] | None) -> Kept:
        """The same numbers as a picture of another size."""
        if extent is None:
            return self
        width, height, depth = (*extent, 1)[:3]
        return self._replace(width=width, height=height, depth=depth, stride=width)


class Joined(Launcher):
    """Launched like one program, and told `where` each of them computes. A call has so many `numbers`. `in_one` makes one
    kernel of several, for a group of so many work-items. It gives what the last of them gives, or those results that
    `gives` names: (which, the number of its result)."""

    def __init__(self, inputs: tuple[Format, ...], numbers: int, turns: Sequence[Turn], in_one: InOne | None = None,
                 gives: Sequence[tuple[int, int]] = ()):
        self.turns, self.numbers, self.in_one = turns, numbers, in_one
        final = turns[-1].launcher.program
        self.gives = [*gives] or [(len(turns) - 1, n) for n in range(len(final.outputs))]
        last = {(turn, n): turn for turn, each in enumerate(turns[:-1])
                for n in range(len(each.onto), len(each.launcher.program.outputs))}
        for number, turn in enumerate(turns):
            last.update(dict.fromkeys([*turn.kept, *[each[:2] for each in turn.onto]], number))
        self.over = [[kept for kept, number in last.items() if number == turn] for turn in range(len(turns))]
        steps = tuple(chain.from_iterable([turn.launcher.program.steps for turn in turns]))
        self.made: dict[tuple[int, ...], int] = {}  # steps that are one kernel -> which
        self.counting: dict[int, int] = {}  # of those whose groups are counted, where they are told who counts
        self.making = threading.Lock()
        outputs = tuple([turns[turn].launcher.program.outputs[n] for turn, n in self.gives])
        super().__init__(replace(final, inputs=inputs, outputs=outputs, steps=steps, any_size=final.any_size and not gives),
                         turns[-1].launcher.device)

    def _built(self) -> list[tuple[Any, str]]:
        return [*chain.from_iterable([turn.launcher.steps for turn in self.turns])]

    def needed(self, size: tuple[int, ...], where: Where | None = None) -> list[memory.Room]:
        if where is None or {turn for turn, _ in self.gives} == {len(self.turns) - 1}:
            return super().needed(size)
        rooms = list[memory.Room]()
        for turn, n in self.gives:
            program, extent = self.turns[turn].launcher.program, where.extents[turn]
            assert extent is not None, "what is given is asked for"
            rooms.append(self._room_for(program, program.outputs[n], extent))
        return rooms

    def _lay_out(self, inputs: Given, results: Sequence[DeviceImage | memory.Room], size: tuple[int, ...],
                 where: Where) -> Layout:
        rooms, common, steps = Rooms(), Rooms(), list[Laid]()
        kept: dict[tuple[int, int], Kept] = {}
        behind, begun, theirs = len(inputs) + len(results), 0, Rooms()
        given_out = {each: Kept(theirs, n - len(results), one.width, one.height, one.depth, one.stride)  # before all others
                     for n, (each, one) in enumerate(zip(self.gives, results))}
        for number, (turn, asked, told) in enumerate(zip(self.turns, where.extents, where.told)):
            program, extent = turn.launcher.program, asked or (1,) * len(size)
            given = [kept[each].seen(its) for each, its in zip(turn.kept, turn.seen or (None,) * len(turn.kept))]
            made = [kept[before, its].seen(size) for before, its, size in turn.onto]
            made += [given_out.get((number, n)) or self._kept(program, form, extent, common if form.common else rooms)
                     for n, form in enumerate(program.outputs) if n >= len(turn.onto)]
            own = lay_out(program, turn.among([*inputs], given), made, extent, self.device)
            between = [rooms.take(room.nbytes) for room in own.rooms]
            rooms.beside([*[each.room for each in (*given, *made) if each.among is rooms], *between])
            results_at = [behind + each.room for each in made]
            own_at = turn.among([*range(len(inputs))], [behind + each.room for each in given])
            places = [*own_at, *results_at, *[behind + room for room in between], COMMON, STOP]
            steps += [self._told(step, begun + step.kernel, turn, told, places, behind) for step in own.steps if asked]
            begun += len(own.steps)
            kept.update({(number, n): each for n, each in enumerate(made) if n >= len(turn.onto)})
            rooms.free += between
            for each in self.over[number]:
                kept[each].among.free.append(kept[each].room)
        if common.sizes:
            rooms.free.clear()  # what steps have for a while is none of this
            place = behind + rooms.take(common.end * UNIT)
            steps = [_with_common(step, place, behind) for step in steps]
        laid = self._joined(steps, behind) if self.in_one else steps
        return Layout(tuple(laid), tuple([Room(*each) for each in zip(rooms.sizes, map(tuple, rooms.others))]))

    def _kept(self, program: Program, form: Format, extent: tuple[int, ...], rooms: Rooms) -> Kept:
        room = self._room_for(program, form, extent)
        return Kept(rooms, rooms.take(room.nbytes), room.width, room.height, room.depth, room.stride)

    def _room_for(self, program: Program, form: Format, extent: tuple[int, ...]) -> memory.Room:
        extent = extent[0], extent[1] * program.rows, *extent[2:]
        check_size(extent, form, self.device)
        return memory.Room(self.device, form, extent, program.dimensions)

    def _joined(self, steps: list[Laid], pictures: int) -> list[Laid]:
        """Small ones that follow one another as one; behind a large one in it, which its last group goes on with."""
        several, found = list[Laid](), list[list[Laid]]()
        for step in steps:
            if not self._group_of([*several, step]):
                found += self._as_one(several)
                several = []
            several.append(step)
        together = list[tuple[bool, list[Laid]]]()
        for each in [*found, *self._as_one(several)]:
            large = together[-1][1] if together and len(steps) <= FEW else ()
            if len(large) == 1 and self._leads(large[0], each):
                together[-1] = True, [*large, *each]
            else:
                together.append((False, each))
        return [self._one(each, pictures, leads) if len(each) > 1 else each[0] for leads, each in together]

    def _leads(self, step: Laid, behind: list[Laid]) -> bool:
        """Whether a large step can be one kernel with small ones, which its last group does."""
        if not self.device.counts_groups or len(step.grid) != 2 or not self._called(step):
            return False
        members = prod(step.group)
        return self._group_of(behind, members) == members and self._is_worth_it(self._all_called([step, *behind]))

    def _as_one(self, steps: list[Laid]) -> list[list[Laid]]:
        """As many of them as are worth it; then others before these and behind."""
        for count in range(min(len(steps), MOST), 1, -1):
            for first in range(len(steps) - count + 1):
                end, several = first + count, steps[first:first + count]
                if self._is_worth_it(self._all_called(several)) and self._group_of(several):
                    return [*self._as_one(steps[:first]), several, *self._as_one(steps[end:])]
        return [[step] for step in steps]

    def _called(self, step: Laid) -> Called | None:
        return self.program.steps[step.kernel].called

    def _all_called(self, steps: list[Laid]) -> list[Called]:
        return [each for step in steps if (each := self._called(step))]

    def _group_of(self, steps: list[Laid], most: int = GROUP) -> int | None:
        """The work-items of a group that does what these do, or None: some have but one group, which is this one then."""
        called = [self._called(step) for step in steps]
        groups = {prod(each.group) for each in called if each and each.group} or {min(most, self.device.largest_group)}
        group = groups.pop()
        return group if not groups and all(
            each is not None and len(step.grid) == 2 and (
                step.grid == each.group if each.group else step.items[0] * step.items[1] <= SMALL * group)
            for step, each in zip(steps, called)) else None

    def _is_worth_it(self, called: list[Called]) -> bool:
        given, functions = sum([costs(each)[0] for each in called]), dict.fromkeys(called)
        fits = sum([each.room for each in functions]) <= self.device.local_memory - SPARE
        return fits and given <= self.device.handle.max_parameter_size and (
            sum([costs(each)[1] for each in functions]) < LINES * (len(called) - 1))

    def _one(self, steps: list[Laid], pictures: int, leads: bool) -> Laid:
        """A kernel that does what these do, and is told what they are told. If the first of them leads, it has many groups,
        which are counted."""
        group = steps[0].group if leads else (self._group_of(steps) or 0, 1)
        whole, memory, scalars, first = list[int | bytes](), list[tuple[int, int]](), list[Any](), 0
        common, called = set[int](), self._all_called(steps)
        for step, its in zip(steps, called):
            behind = first + len(its.given)
            for place, code, number in zip(step.whole[::3], step.whole[1::3], step.whole[2::3]):
                assert isinstance(place, int)
                whole += [first + place, code, number]
            whole += [behind, b"i", step.items[0], behind + 1, b"i", step.items[1]]
            memory += [(first + place, index) for place, index in step.args.memory if place < len(its.given)]
            common.update([index for place, index in step.args.memory if place == len(its.given)])
            scalars += [(first + place, code, kind, index) for place, code, kind, index in step.args.scalars]
            first = behind + 2
        memory += [(first, index) for index in common]
        with self.making:
            which = leads, *group, *[step.kernel for step in steps]
            if which not in self.made:
                assert self.in_one is not None
                source, name = self.in_one(called, group, leads)
                self.steps.append((programs.build(self.device, source), name))
                self.made[which] = len(self.steps) - 1
                if leads:
                    self.counting[self.made[which]] = first + len(common)
        grid, items = (steps[0].grid, steps[0].items) if leads else (group, (group[0], group[1]))
        return Laid(self.made[which], tuple(whole), grid, group, StepArgs.of(memory, scalars, pictures), items)

    def kernel(self, number: int) -> Any:
        made = super().kernel(number)
        if number in self.counting:
            made.set_arg(self.counting[number], self.device.counter)
        return made

    def _told(self, step: Laid, kernel: int, turn: Turn, told: tuple[int, ...], places: Sequence[int],
              pictures: int) -> Laid:
        """A program's step as one of all: where its pictures are among theirs, and the numbers that it alone is told."""
        memory = [(place, places[index]) for place, index in step.args.memory]
        if turn.numbers is None:
            told = (*range(self.numbers), *told)
        its = dict(enumerate(range(self.numbers) if turn.numbers is None else turn.numbers))
        of_call = [(place, code, kind, number) for place, code, kind, index in step.args.scalars
                   if (number := its.get(index)) is not None]
        alone = [(place, code, kind(told[index])) for place, code, kind, index in step.args.scalars
                 if its.get(index) is None]
        return step._replace(kernel=kernel, whole=(*step.whole, *chain.from_iterable(alone)),
                             args=StepArgs.of(memory, of_call, pictures))


@cache
def costs(called: Called) -> tuple[int, int]:
    """The bytes of what a function is given, and the lines of its text."""
    types = *called.given, "int", "int", "pointer"
    return sum([WIDEST // 2 if type.strip() in HALF else WIDEST for type in types]), called.text.count("\n")


def _with_common(step: Laid, common: int, pictures: int) -> Laid:
    """A step that knows which memory its pictures have in common."""
    memory = [(place, common if index == COMMON else index) for place, index in step.args.memory]
    return step._replace(args=StepArgs.of(memory, step.args.scalars, pictures))


class Rooms:
    """Memory between the programs, had again by those behind who last needs it: they are on one queue, in this order. If
    they are one piece, in UNITs each begins somewhere, and all of them have an end."""

    def __init__(self) -> None:
        self.end = 0
        self.begins: list[int] = []
        self.sizes: list[int] = []
        self.others: list[list[int]] = []  # of each those before it that a kernel walks along together with it
        self.free: list[int] = []

    def take(self, nbytes: int) -> int:
        fits = [room for room in self.free if nbytes <= self.sizes[room] <= 2 * nbytes]
        if not fits:
            self.sizes.append(nbytes)
            self.begins.append(self.end)
            self.end += -(-nbytes // UNIT)
            self.others.append([])
            return len(self.sizes) - 1
        found = min(reversed(fits), key=self.sizes.__getitem__)  # of the same the one that was used last
        self.free.remove(found)
        return found

    def beside(self, together: list[int]) -> None:
        for room in together:
            self.others[room] += [other for other in together if other < room and other not in self.others[room]]
