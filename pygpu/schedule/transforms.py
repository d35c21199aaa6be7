"""A Fourier transform along an axis on a GPU: the passes over memory that it takes.

In a pass a work-group transforms some lines by itself: short transforms in registers, and what they exchange goes through
local memory. A line that has no room there is cut, n = n1 * n2: elements n2 apart are lines of n1 numbers each, whose
results are turned and put side by side, and lines of n2 numbers remain. So no pass only moves numbers, and each reads and
writes neighbours together.
"""

from __future__ import annotations

import functools
from dataclasses import dataclass
from math import prod

from .target import Target

LARGEST = 16      # numbers of a short transform
TOGETHER = 16     # lines beside one another that a group takes at once, where each element of one lies by itself,
FEWEST = 8        # and at least: so memory is read and written in pieces of 64 bytes, or of 32
ITEMS = 256       # work-items of a group


@dataclass(frozen=True)
class Pass:
    """Lines of radices' product, by so many `items` each, and so many `lines` in a group. Neighbouring items have elements of
    one line, or neighbouring lines where they go `across`: when they read, and when they write. `left` says whether lines
    are cut here, and `done` whether they were before.

    What is read are "complex" numbers, "real" ones, "pairs" of those as one complex number each, the first "half" of the
    transform of such, or that "mirrored" to all of it. What is written are "complex" ones, the "first" half of them, the
    "half" or the "whole" transform of pairs, "pairs", or the "second" parts alone.
    `given` and `gives` say whether this is done in the caller's memory, and `rows` whether lines lie along rows of it."""

    radices: tuple[int, ...]
    items: int
    lines: int
    across: tuple[bool, bool]
    left: bool
    done: bool
    reads: str
    writes: str
    given: bool
    gives: bool
    rows: bool
    scaled: bool
    dtype: str
    both: bool  # whether real and imaginary parts go through local memory together

    @property
    def length(self) -> int:
        return prod(self.radices)

    @property
    def padding(self) -> int:
        """After each 2**padding numbers of local memory there is room for one: so those that are written together, as far
        apart as the first radix, lie in different banks."""
        return self.radices[0].bit_length() - 1 if self.lines > 1 and self.across == (True, True) else 5

    @property
    def room(self) -> int:
        """Numbers in local memory of one part."""
        return (self.length + (self.length >> self.padding) | 1) * self.lines


@dataclass(frozen=True)
class Placed:
    """A pass, and its numbers: into how many parts lines are cut there, and were before."""

    each: Pass
    left: int
    done: int


@dataclass(frozen=True)
class Lines:
    """What is wanted: `outer` times lines of so many complex numbers, `inner` of them beside one another."""

    length: int
    outer: int
    inner: int
    reads: str
    writes: str
    rows: bool
    scaled: bool
    dtype: str

    @property
    def size(self) -> int:
        return 8 if self.dtype == "float64" else 4


@functools.cache
def radices(length: int) -> tuple[int, ...]:
    """The fewest factors that short transforms are made for, as alike as they can be; the greatest first."""
    if length <= LARGEST:
        return (length,) if length > 1 else ()
    found = [(radix, *radices(length // radix)) for radix in range(LARGEST, 1, -1) if length % radix == 0]
    return min([tuple(sorted(each, reverse=True)) for each in found], key=lambda each: (len(each), sum(each)))


def fits(length: int, inner: int, size: int, target: Target) -> bool:
    """Whether lines are transformed in one pass."""
    fewest = min(FEWEST * 4 // size, inner)
    return _most(fewest, size, target) >= length and length // radices(length)[0] * fewest <= target.largest_group


def _most(lines: int, size: int, target: Target) -> int:
    """The longest lines of which so many have room in local memory."""
    return target.local_memory // (size * lines) * 15 // 16


def passes(lines: Lines, target: Target) -> list[Placed]:
    """One after the other."""
    lengths = [lines.length]
    if not fits(lines.length, lines.inner, lines.size, target):
        most = min(_most(TOGETHER, lines.size, target), 1024)
        lengths = cut(lines.length, most)
    found, done = list[Placed](), 1
    for number, length in enumerate(lengths):
        left = prod(lengths[number + 1:])
        last = number == len(lengths) - 1
        beside = left * done * lines.inner  # lines beside one another where they are read
        across = beside >= FEWEST, done * lines.inner >= FEWEST
        of = radices(length)
        if len(of) == 1:
            across = across[0], across[0]
        items = length // of[0]
        together = max(1, ITEMS // items)
        if True in across:
            together = min(max(TOGETHER * 4 // lines.size, together), beside)
        while together > 1 and (together * items > target.largest_group
                                or length * together * lines.size * 17 // 16 > target.local_memory):
            together = (together + 1) // 2
        room = length * together * lines.size * 2 * 17 // 16
        found.append(Placed(Pass(
            of, items, together, across, left > 1, done > 1, lines.reads if number == 0 else "complex",
            lines.writes if last else "complex", number == 0, last, lines.rows, lines.scaled and last, lines.dtype,
            room <= target.local_memory // 2), left, done))
        done *= length
    return found


@functools.cache
def cut(length: int, most: int) -> list[int]:
    """Factors of a length, as few as there may be, and as alike."""
    for count in range(2, 12):
        found = _cut(length, count, most)
        if found is not None:
            return list(found)
    raise AssertionError("a length of small factors has some of that size")


def _cut(length: int, count: int, most: int) -> tuple[int, ...] | None:
    if count == 1:
        return (length,) if length <= most else None
    ideal = length ** (1 / count)
    for each in sorted([d for d in range(2, min(most, length) + 1) if length % d == 0], key=lambda d: abs(d - ideal)):
        rest = _cut(length // each, count - 1, most)
        if rest is not None:
            return tuple(sorted((each, *rest), reverse=True))
    return None
