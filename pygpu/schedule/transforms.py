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

LARGEST = 16   # numbers of a short transform
# H200, 4096 x 4096 complex numbers: rows 73 us, where a copy takes 62; by radix 8 86. Columns 2 x 75 us, in groups of 128
# items 2 x 87; 16 or 32 lines beside one another are alike.
TOGETHER = 16  # lines beside one another that a group takes at once, where each element of one lies by itself,
FEWEST = 8     # and at least: so memory is read and written in pieces of 64 bytes, or of 32
ITEMS = 256    # work-items of a group,
LEAST = 64     # and fewer, down to so many, where there would be
BUSY = 264     # fewer groups. H200: columns of 512 x 512 7.8 us with 8 in a group, 9.7 with 16
LONGEST = 1024  # numbers of a part of a line that is cut


@dataclass(frozen=True)
class Lines:
    """What is wanted: `outer` times lines of so many complex numbers, `inner` of them beside one another.

    What is read are "complex" numbers, "real" ones, "pairs" of those as one complex number each, the first "half" of the
    transform of such, or that "mirrored" to all of it. What is written are "complex" ones, the "first" half of them, the
    "half" or the "whole" transform of pairs, "pairs", or the "second" parts alone. Where less is `given` of a line, the
    rest is zero. Lines lie along `rows` of the caller's memory, or across them; results are `scaled`, or not. Of a length
    that short transforms do not make up, the `chirped` numbers of a line are a convolution of lines that are longer."""

    length: int
    outer: int
    inner: int
    reads: str
    writes: str
    rows: bool
    scaled: bool
    dtype: str
    given: int = 0
    chirped: int = 0

    @property
    def wide(self) -> int:
        """As many are counted, if they are many: then those that a group takes lie in whole pieces of memory."""
        return -(-self.inner // TOGETHER) * TOGETHER if self.inner >= 8 * TOGETHER else self.inner

    @property
    def size(self) -> int:
        return 8 if self.dtype == "float64" else 4

    @property
    def fewest(self) -> int:
        """Lines beside one another that a group takes at least."""
        return min(FEWEST * 4 // self.size, self.inner)


@dataclass(frozen=True)
class Pass:
    """Lines of radices' product, by so many `items` each, and so many `lines` in a group. Neighbouring items have elements
    of one line, or neighbouring lines where they go `across`: when they read, and when they write. `left` says whether
    lines are cut here, and `done` whether they were before; `given` and `gives` whether the caller's memory is read, and
    written. `both` parts of numbers go through local memory together, or one after the other. The rest is as of Lines."""

    radices: tuple[int, ...]
    items: int
    lines: int
    across: tuple[bool, bool]
    left: bool
    done: bool
    given: bool
    gives: bool
    both: bool
    reads: str
    writes: str
    rows: bool
    scaled: bool
    dtype: str
    short: bool
    chirped: bool

    @property
    def length(self) -> int:
        return prod(self.radices)

    @property
    def padding(self) -> int:
        """After each 2**padding numbers of local memory there is room for one: so those that are written together, as far
        apart as the first radix, lie in different banks."""
        return max(3, self.radices[0].bit_length() - 1) if self.lines > 1 and self.across == (True, True) else 5

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


@functools.cache
def radices(length: int) -> tuple[int, ...]:
    """The fewest factors that short transforms are made for, as alike as they can be; the greatest first."""
    if length <= LARGEST:
        return (length,) if length > 1 else ()
    found = [(radix, *radices(length // radix)) for radix in range(LARGEST, 1, -1) if length % radix == 0]
    return min([tuple(sorted(each, reverse=True)) for each in found], key=lambda each: (len(each), sum(each)))


def fits(lines: Lines, target: Target) -> bool:
    """Whether lines are transformed in one pass."""
    return most(lines.fewest, lines, target) >= lines.length and (
        lines.length // radices(lines.length)[0] * lines.fewest <= target.largest_group)


def most(beside: int, lines: Lines, target: Target) -> int:
    """The longest lines of which so many have room in local memory, with what they are padded by."""
    return target.local_memory // (lines.size * beside) * (8 if beside > 1 else 31) // (9 if beside > 1 else 32)


def passes(lines: Lines, target: Target) -> list[Placed]:
    """One after the other."""
    lengths = [lines.length] if fits(lines, target) else cut(lines.length, min(most(TOGETHER, lines, target), LONGEST))
    found, done = list[Placed](), 1
    for number, length in enumerate(lengths):
        left, first, last = prod(lengths[number + 1:]), number == 0, number == len(lengths) - 1
        beside = left * done * lines.inner  # lines beside one another where they are read
        of = radices(length)
        across = beside >= FEWEST, (done * lines.inner if len(of) > 1 else beside) >= FEWEST
        together = grouped(lines, length, beside if True in across else None, beside * lines.outer, target)
        room = length * together * lines.size * 17 // 16
        found.append(Placed(Pass(
            of, length // of[0], together, across, left > 1, done > 1, first, last, 4 * room <= target.local_memory,
            lines.reads if first else "complex", lines.writes if last else "complex", lines.rows, lines.scaled and last,
            lines.dtype, bool(lines.given) and first, bool(lines.chirped)), left, done))
        done *= length
    return found


def grouped(lines: Lines, length: int, beside: int | None, every: int, target: Target) -> int:
    """How many lines a group takes, of `every`; if they lie `beside` one another, not more than those."""
    items = length // radices(length)[0]
    together, least = max(1, ITEMS // items), 1
    if beside is not None:
        together, least = min(max(TOGETHER * 4 // lines.size, together), beside), FEWEST * 4 // lines.size
    while together > least and together * items > LEAST and every < together * BUSY:
        together = (together + 1) // 2
    while together > 1 and (together * items > target.largest_group or length > most(together, lines, target)):
        together = (together + 1) // 2
    return together


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
