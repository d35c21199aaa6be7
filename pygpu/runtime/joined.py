"""Programs one after the other on one device, launched as one: what a program gives is given to those behind it.

How large it is, which memory it lies in and who has that afterwards follows from sizes, so it is laid out once for each
combination. A call takes that memory, sets arguments and puts all kernels on the queue; nothing is waited for in between.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import chain
from typing import Any, NamedTuple

from ..opencl.program import Format, Program
from .launch import Launcher
from .layout import Laid, Layout, Room, StepArgs, lay_out
from .memory import DTYPES, DeviceImage, check_size, row_step


class Turn(NamedTuple):
    """One of the programs. It is given those pictures of the call whose numbers are in `images`, and behind them what
    earlier turns gave: (which, the number of its result)."""

    launcher: Launcher
    images: tuple[int, ...]
    kept: tuple[tuple[int, int], ...]


@dataclass(frozen=True, eq=False)
class Where:
    """For each turn the extent of what it computes, None where nobody asks for it, and what it is told behind the numbers of
    the call."""

    extents: Sequence[tuple[int, ...] | None]
    told: Sequence[tuple[int, ...]]


class Kept(NamedTuple):
    """What one turn keeps for others."""

    room: int  # the memory that it lies in
    width: int
    height: int
    depth: int
    stride: int


class Joined(Launcher):
    """Launched like one program, and told `where` each of them computes. A call has so many `numbers`."""

    def __init__(self, inputs: tuple[Format, ...], numbers: int, turns: Sequence[Turn]):
        self.turns, self.numbers = turns, numbers
        last = {(turn, n): turn for turn, each in enumerate(turns[:-1]) for n in range(len(each.launcher.program.outputs))}
        for number, turn in enumerate(turns):
            last.update(dict.fromkeys(turn.kept, number))
        self.over = [[kept for kept, number in last.items() if number == turn] for turn in range(len(turns))]
        steps = tuple(chain.from_iterable([turn.launcher.program.steps for turn in turns]))
        super().__init__(replace(turns[-1].launcher.program, inputs=inputs, steps=steps), turns[-1].launcher.device)

    def _built(self) -> list[tuple[Any, str]]:
        return [*chain.from_iterable([turn.launcher.steps for turn in self.turns])]

    def _lay_out(self, inputs: Sequence[DeviceImage], results: Sequence[DeviceImage], size: tuple[int, ...],
                 where: Where) -> Layout:
        rooms, steps = Rooms(), list[Laid]()
        kept: dict[tuple[int, int], Kept] = {}
        behind = len(inputs) + len(results)
        for number, (turn, asked, told) in enumerate(zip(self.turns, where.extents, where.told)):
            program, extent = turn.launcher.program, asked or (1,) * len(size)
            given = [kept[each] for each in turn.kept]
            made = [] if number == len(where.extents) - 1 else [self._kept(program, form, extent, rooms)
                                                                for form in program.outputs]
            laid = lay_out(program, [*[inputs[n] for n in turn.images], *given], made or results, extent, self.device)
            between = [rooms.take(room.nbytes) for room in laid.rooms]
            rooms.beside([*[each.room for each in (*given, *made)], *between])
            results_at = [behind + each.room for each in made] or range(len(inputs), behind)
            places = [*turn.images, *[behind + each.room for each in given], *results_at,
                      *[behind + room for room in between], -1]
            steps += [self._told(step if asked else step._replace(grid=()), told, places) for step in laid.steps]
            kept.update({(number, n): each for n, each in enumerate(made)})
            rooms.free += [*between, *[kept[each].room for each in self.over[number]]]
        return Layout(tuple(steps), tuple([Room(*each) for each in zip(rooms.sizes, map(tuple, rooms.others))]))

    def _kept(self, program: Program, form: Format, extent: tuple[int, ...], rooms: Rooms) -> Kept:
        width, height, *deep = extent = extent[0], extent[1] * program.rows, *extent[2:]
        check_size(extent, form, self.device)
        depth, stride = deep[0] if deep else 1, row_step(self.device, form, extent)
        return Kept(rooms.take(stride * height * depth * DTYPES[form.dtype].itemsize), width, height, depth, stride)

    def _told(self, step: Laid, told: tuple[int, ...], places: Sequence[int]) -> Laid:
        """A program's step as one of all: where its pictures are among theirs, and the numbers that it alone is told."""
        memory = tuple([(place, places[index]) for place, index in step.args.memory])
        of_call = tuple([each for each in step.args.scalars if each[3] < self.numbers])
        alone = [(place, code, kind(told[index - self.numbers])) for place, code, kind, index in step.args.scalars
                 if index >= self.numbers]
        return step._replace(whole=(*step.whole, *chain.from_iterable(alone)), args=StepArgs(memory, of_call))


class Rooms:
    """Memory between the programs, had again by those behind who last needs it: they are on one queue, in this order."""

    def __init__(self) -> None:
        self.sizes: list[int] = []
        self.others: list[list[int]] = []  # of each those before it that a kernel walks along together with it
        self.free: list[int] = []

    def take(self, nbytes: int) -> int:
        fits = [room for room in self.free if nbytes <= self.sizes[room] <= 2 * nbytes]
        if not fits:
            self.sizes.append(nbytes)
            self.others.append([])
            return len(self.sizes) - 1
        found = min(reversed(fits), key=self.sizes.__getitem__)  # of the same the one that was used last
        self.free.remove(found)
        return found

    def beside(self, together: list[int]) -> None:
        for room in together:
            self.others[room] += [other for other in together if other < room and other not in self.others[room]]
