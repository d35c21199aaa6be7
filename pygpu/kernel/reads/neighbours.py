"""Pixels that lie beside one another wherever data lead: the corners of a place between pixels, the channels of a colour.

A processor loads two or four numbers as fast as one, and where one row begins is known from another. So a lane's place is
computed once, and what it reads of a row is loaded by fours and twos; the lanes are put in order afterwards. A border may
lead neighbours apart: where it does, in any lane, they are read one by one.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import NamedTuple

from ...elements import ELEMENTS
from ...ir import ImageParam
from ...ir.ops import ADD
from ...schedule.stages.kinds import CONST, GATHER
from .. import formats
from ..blocks.block import Key, Order, operands
from ..frame import Source
from ..statements import Code
from ..values import Expr, Gather, Var, compared
from .borders import moved

WIDEST = 4  # elements that are loaded at once


class Group(NamedTuple):
    """Reads in columns and rows that lie one beside the other: what is read, in which of them, and which channel."""

    columns: tuple[Key, ...]
    rows: tuple[Key, ...]
    reads: tuple[tuple[Key, int, int, int], ...]


def stepped(at: Key) -> tuple[Key, int]:
    """A column or a row as another one, and how far beyond that it lies."""
    if at.node.kind is ADD:
        for known, other in (operands(at), reversed(operands(at))):
            if known.node.kind is CONST:
                return other, known.node.attributes[0]
    return at, 0


def neighbours(order: Order, sources: dict[ImageParam, Source], others: Collection[Key]) -> dict[Key, Group]:
    """The groups in which a body reads where data lead, by each of their reads; `others` are read in ways of their own."""
    places: dict[tuple[ImageParam, Key, Key], dict[tuple[int, int], list[Key]]] = {}
    for key in (key for row in order.rows for key in row if key.node.kind is GATHER and key.node not in order.loops):
        column, row = operands(key)
        image = key.node.attributes[0]
        if key not in others and not (column.x is None and row.x is None) and can_load(sources[image]):
            left, across = stepped(column)
            top, down = stepped(row) if row.x is not None else (row, 0)  # where a row of all lanes begins is known
            places.setdefault((image, left, top), {}).setdefault((across, down), []).append(key)
    found: dict[Key, Group] = {}
    for reads in places.values():
        runs = [consecutive(sorted({at[axis] for at in reads})) for axis in (0, 1)]
        for group in [grouped(reads, columns, rows) for columns in runs[0] for rows in runs[1]]:
            if len(group.reads) > 1:
                found.update({read[0]: group for read in group.reads})
    return found


def grouped(reads: dict[tuple[int, int], list[Key]], columns: list[int], rows: list[int]) -> Group:
    """What of these reads lies in these columns and rows."""
    across, down = [{at[axis]: operands(keys[0])[axis] for at, keys in reads.items()} for axis in (0, 1)]
    inside = [(at, key) for at, keys in reads.items() if at[0] in columns and at[1] in rows for key in keys]
    return Group(tuple([across[x] for x in columns]), tuple([down[y] for y in rows]),
                 tuple([(key, x - columns[0], y - rows[0], key.node.attributes[1]) for (x, y), key in inside]))


def can_load(source: Source) -> bool:
    return not source.tile and source.format.memory == "buffer" and source.format.dtype != "float16" and ELEMENTS[
        source.format.dtype].size <= 4


def consecutive(numbers: Sequence[int]) -> list[list[int]]:
    runs: list[list[int]] = []
    for number in numbers:
        if runs and runs[-1][-1] == number - 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    return runs


def clamped(border: str, every: Collection[Expr]) -> bool:
    """Whether several columns or rows lie beside one another just where all of them are inside."""
    return border == "clamp" and len(every) > 1


def led_apart(image: ImageParam, source: Source, columns: Sequence[Expr], rows: Sequence[Expr]) -> list[Expr]:
    """The tests that a border leads any of these columns or rows apart."""
    found: list[Expr] = []
    for every, border, size in zip((columns, rows), image.border, (source.width, source.height)):
        if clamped(border, every):
            found += [compared("lt", every[0], 0), compared("gt", every[0], size - len(every))]
        elif len(every) > 1:
            found.append(compared("ne", moved(border, every[-1], size) - moved(border, every[0], size), len(every) - 1))
    return found


def loads(elements: Sequence[int], end: int, widest: int) -> list[tuple[int, int]]:
    """Where to load, and how many, to have these elements; what lies at `end` is not there."""
    found: list[tuple[int, int]] = []
    for element in sorted(elements):
        if found and element < sum(found[-1]):
            continue
        wide = next(n for n in (4, 2, 1) if n == 1 or n <= widest and element + n <= end
                    and len([e for e in elements if element <= e < element + n]) > n // 2)
        found.append((element, wide))
    return found


def loaded(code: Code, group: Group, start: Var, at: Var, source: Source) -> list[Expr]:
    """What is read, where all columns and rows lie one beside the other: for each lane from element `at` on."""
    lanes, n = at.lanes, source.format.channels
    places = [(row, column * n + channel) for _, column, row, channel in group.reads]
    found: dict[tuple[int, int], Expr] = {}
    for row in range(len(group.rows)):
        elements = sorted({element for down, element in places if down == row})
        line = code.let((start, "_line"), start + source.stride * row, type=source.pointer) if row else start
        for first, wide in loads(elements, n * len(group.columns), min(WIDEST, lanes // 2)):
            begin = code.let((start, "_from"), line + first, type=source.pointer) if first else line
            if wide == 1:
                found[row, first] = Gather(begin, at)
                continue
            parts = [code.let((start, "_near"), Gather(begin, formats.pick(at, each), wide))
                     for each in formats.loading(source.format, lanes, wide)]
            apart = formats.taken_apart(source.format, parts, wide, lambda value: code.let((start, "_apart"), value))
            found.update({(row, first + which): value for which, value in enumerate(apart)})
    return [found[place] for place in places]
