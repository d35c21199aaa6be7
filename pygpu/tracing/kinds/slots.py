"""Dicts and sets that grow in a loop of the kernel: with as many places for entries as there can be keys (Slots).

The places that are taken come first, in the order in which Python has the keys. A key that is put goes to the first free
one, unless it is there. What the loop does tells which keys can come, so the loop sees to it that there are enough.
"""

from __future__ import annotations

import itertools
import math

from ...ir import BOOL, INT, Value
from ..paths.meeting import entries_in
from ..values.choices import both, either, opposite
from ..values.lattice import FALSE, TRUE, Known, Maybe, Slots, Tuple, alike
from ..values.possible import Bounds
from .sorting import choose, choose_one

MOST = 64  # places that a loop carries


class Keys:
    """What keys can be in a loop: values from before `start` are the same in all its passes, and what it carries is what
    was there before, or what a pass makes of it."""

    def __init__(self, start: int, carried: dict[Value, tuple]):
        self.start, self.carried = start, carried
        apart = Bounds()
        self.bounds = Bounds({id(argument): (min(map(min, found)), max(map(max, found))) for argument, found in (
            (argument, [apart.of(each) if isinstance(each, Value) else (each.value, each.value) for each in pair])
            for argument, pair in carried.items() if argument.type is INT)})

    def count(self, keys) -> int | None:
        """How many different ones there are at most; None where that is not known, or many."""
        found = [self.possible(key) for key in keys]
        count = 0 if None in found else len(set().union(*found))
        return None if None in found or count > MOST else count

    def possible(self, key) -> set | None:
        """All that a key can be: numbers, and values from before."""
        if type(key) is Known:
            return {key.value}
        if type(key) is Tuple:
            each = [self.possible(item) for item in key.items]
            few = None not in each and math.prod(map(len, each)) <= MOST
            return set(itertools.product(*each)) if few else None
        if not isinstance(key, Value):
            return None
        if key.type in (INT, BOOL):
            low, high = (0, 1) if key.type is BOOL else self.bounds.of(key)
            if high - low < MOST:
                return set(range(int(low), int(high) + 1))
        if key in self.carried:
            first, after = self.carried[key]
            found = set() if after is key else self.possible(after)
            return None if found is None else {first, *found}
        return {key} if key.number < self.start else None


def taken(contents) -> list[Maybe]:
    """The entries of any dict or set, each with its flag."""
    return [each if type(each) is Maybe else Maybe(TRUE, each) for each in entries_in(contents)]


def with_places(tracer, contents, more: list, loop) -> Slots:
    """A dict or set as a loop carries it."""
    entries = taken(contents)
    keys = [entry.value.items[0] for entry in entries]
    return Slots((*(entries if type(contents) is Slots else closed(tracer, entries)), *more), keys, loop)


def closed(tracer, entries: list[Maybe]) -> list[Maybe]:
    """Entries with those that are taken first."""
    found: list[Maybe] = []
    for entry in entries:
        before = TRUE
        for place, other in enumerate(found):
            begins = both(tracer.emit, entry.flag, both(tracer.emit, before, opposite(tracer.emit, other.flag)))
            before = other.flag
            if begins is not FALSE:
                pair = Tuple(choose_one(tracer, begins, *each) for each in zip(entry.value.items, other.value.items))
                found[place] = Maybe(either(tracer.emit, other.flag, begins), pair)
        found.append(Maybe(both(tracer.emit, entry.flag, before), entry.value))
    return found


def put(tracer, contents: Slots, entries: list, heres: list, flag, key, value, keep: bool) -> Slots:
    """With a key, for the pixels for which the flag holds; `heres` tell of each entry whether it is the key's already."""
    contents.keys.append(key)
    there, before, made = FALSE, TRUE, []
    for here in heres:
        there = either(tracer.emit, there, here)
    new = both(tracer.emit, flag, opposite(tracer.emit, there))
    for (own_flag, own, old), here in zip(entries, heres):
        begins = both(tracer.emit, new, both(tracer.emit, before, opposite(tracer.emit, own_flag)))
        changes = begins if keep else either(tracer.emit, begins, both(tracer.emit, flag, here))
        pair = Tuple((choose(tracer, begins, key, own), choose_one(tracer, changes, value, old)))
        made.append(Maybe(either(tracer.emit, own_flag, begins), pair))
        before = own_flag
    if ("keys!",) in (contents.loop.rooms or ()):  # a pixel that has no place for it notes so
        tracer.raise_unseen(both(tracer.emit, new, before))
    return alike(contents, made)
