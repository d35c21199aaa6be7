"""A line of numbers sorted by comparing vectors, as long as it lies in the cache: what is put in order is the same whatever
the numbers are, so nothing branches.

The vectors of a line stand one below the other, and each lane is a line of its own: all lanes are sorted at once, and of
twice, four times ... as many lanes the sorted ones are brought together, until it is one line that goes down lane after lane
(K. Batcher's bitonic networks, 1968). To bring together two lines the second is compared from its end with the first, and
then each half of what that gives with its other half, and so on. Three such steps are done with eight vectors in registers.
"""

from __future__ import annotations

from collections.abc import Sequence

from ...ir import OPS
from ..formats import pick
from ..statements import Assign, Code, Declare, If, Leave, Loop, Section, Store
from ..values import Expr, Load, Number, Operation, Var, choose, vector

EIGHT = ((0, 1), (2, 3), (4, 5), (6, 7), (0, 2), (1, 3), (4, 6), (5, 7), (1, 2), (5, 6), (0, 4), (3, 7),
         (1, 5), (2, 6), (1, 4), (3, 6), (2, 4), (3, 5), (3, 4))  # sorts eight
FEWEST = 8     # vectors


def halves(count: int) -> tuple[tuple[int, int], ...]:
    """What is compared among so many that come one half after the other, each time halved."""
    found, far = [], count // 2
    while far:
        found += [(i, i + far) for i in range(count) if not i & far]
        far //= 2
    return tuple(found)


class Network:
    """Sorts the vectors of an array, `count` of them, which is a power of two; a lane is then behind the one before."""

    def __init__(self, code: Code, keys: Var, count: Expr, lanes: int):
        self.code, self.keys, self.count, self.lanes, self.word = code, keys, count, lanes, keys.leads.element

    def write(self) -> None:
        code, count = self.code, self.count
        with code.loop("i", 0, count // FEWEST) as i:
            self.compared([i * FEWEST + n for n in range(FEWEST)], EIGHT)
        long, joined, far = (Var(name, "int32", 1, changes=True) for name in ("long", "joined", "far"))
        code.add(Declare([(long, Number(2 * FEWEST)), (joined, Number(1)), (far, Number(0))]))
        with code.inside(Loop([])):
            code.add(Leave(joined < self.lanes))
            lines = If(long <= count, [])
            with code.inside(lines):
                self.turned(long)
                code.add(Assign([(far, long // (2 * FEWEST)), (long, long * 2)]))
            with code.otherwise(lines):
                code.add(Assign([(far, count // 2), (joined, joined * 2)]))
                lanes = 2
                while lanes <= self.lanes:
                    with code.inside(If(Operation(OPS["eq"], (joined, Number(lanes)), "bool"), [])):
                        self.lanes_turned(lanes)
                    lanes *= 2
            self.halved(far)

    def compared(self, places: Sequence[Expr], pairs: Sequence[tuple[int, int]]) -> None:
        """Vectors at these places, each two of which are put in order."""
        code = self.code
        with code.inside(Section([])):
            found: list[Expr] = [code.let("one", self.at(place)) for place in places]
            for a, b in pairs:
                found[a], found[b] = self.ordered(found[a], found[b])
            for place, value in zip(places, found):
                self.put(place, value)

    def turned(self, long: Expr) -> None:
        """Each two lines of half so many vectors, the second from its end, and the first two steps that follow."""
        pairs = ((0, 4), (1, 5), (2, 6), (3, 7), (0, 2), (1, 3), (6, 4), (7, 5), (0, 1), (2, 3), (5, 4), (7, 6))
        part = self.code.let("part", long // FEWEST)
        with self.code.loop("line", 0, self.count // long) as line, self.code.loop("i", 0, part) as i:
            first = self.code.let("first", line * long + i)
            last = self.code.let("last", line * long + long - 1 - i)
            self.compared([first + part * n for n in range(4)] + [last - part * n for n in range(4)], pairs)

    def lanes_turned(self, lanes: int) -> None:
        """Lines of half so many lanes, the second from its end, and the steps that follow between lanes."""
        code, all_lanes = self.code, range(self.lanes)
        with code.loop("i", 0, self.count // 2) as i, code.inside(Section([])):
            last = code.let("last", self.count - 1 - i)
            turned = tuple([lane ^ lanes - 1 for lane in all_lanes])
            one, other = code.let("one", self.at(i)), code.let("other", pick(self.at(last), turned))
            less, more = self.ordered(one, other)
            found = [self.lower(lanes // 2, less, more), pick(self.lower(lanes // 2, more, less), turned)]
            far = lanes // 4
            while far:
                swapped = [code.let("swapped", pick(each, tuple([lane ^ far for lane in all_lanes]))) for each in found]
                found = [self.lower(far, *self.ordered(each, there)) for each, there in zip(found, swapped)]
                far //= 2
            self.put(i, found[0])
            self.put(last, found[1])

    def halved(self, far: Var) -> None:
        """All steps between vectors from `far` apart on."""
        code, count = self.code, self.count
        with code.inside(Loop([])):
            code.add(Leave(far >= 4))
            part = code.let("part", far // 4)
            with code.loop("line", 0, count // (far * 2)) as line, code.loop("i", 0, part) as i:
                first = code.let("first", line * (far * 2) + i)
                self.compared([first + part * n for n in range(8)], halves(8))
            code.add(Assign([(far, far // 8)]))
        for few in (4, 2):
            is_left = If(Operation(OPS["eq"], (far, Number(few // 2)), "bool"), [])
            with code.inside(is_left), code.loop("i", 0, count // few) as i:
                self.compared([i * few + n for n in range(few)], halves(few))

    def ordered(self, one: Expr, other: Expr) -> tuple[Expr, Expr]:
        less, more = [Operation(OPS[kind], (one, other), self.word, self.lanes) for kind in ("min", "max")]
        return self.code.let("less", less), self.code.let("more", more)

    def lower(self, far: int, lower: Expr, upper: Expr) -> Expr:
        """Lanes of one where their number lacks a bit, of the other where it has it."""
        which = vector([Number(not lane & far, "bool") for lane in range(self.lanes)], "bool", self.lanes)
        return self.code.let("both", choose(which, lower, upper))

    def at(self, place: Expr) -> Expr:
        return Load(self.keys, place, self.lanes)

    def put(self, place: Expr, value: Expr) -> None:
        self.code.add(Store(self.keys, place, value, self.lanes))
