"""The heap: what the mutable structures of one path hold; and the log of its writes.

The log lets an instruction be undone that is to be walked again, and tells whether a call changed anything. It is kept
short: a function that fills a long list needs one entry for it, not one for each item.
"""

from __future__ import annotations

import math

from ..values.lattice import Choice, Known, Nothing, Ref, flagged, parts, values_of

LONG = 64  # entries of one frame after which they are looked through


class Log(list):
    """(heap, ref, what it held before) of each write; (None, None, heap) where a path's heap gave way to another."""

    __slots__ = ("oldest", "time")

    def __init__(self):
        super().__init__()
        self.oldest = math.inf  # the smallest number of what was written since someone last asked
        self.time = 0

    def next_time(self) -> int:
        """What is written from now on is written at this time, or later."""
        self.time += 1
        return self.time

    def undo(self, mark: int, heap: Heap) -> Heap:
        """The heap as it was when the log had this length."""
        while len(self) > mark:
            where, ref, before = self.pop()
            if where is None:
                heap = before
            elif before is None:
                where.pop(ref, None)
            else:
                dict.__setitem__(where, ref, before)
        return heap

    def shorten(self, base: int) -> None:
        """Leave of the entries from `base` on, which are only ever undone together, those that say how it was."""
        seen, left = set(), []
        for entry in self[base:]:
            where, ref, _ = entry
            key = id(where), ref
            if key not in seen:
                seen.add(key)
                left.append(entry)
        self[base:] = left


class Frozen(Exception):
    """A write to an object that stands for another, which would not see it (as in sharing.py)."""

    def __init__(self, words: dict):
        self.words = words  # of the refusal


def as_fields(entries: tuple) -> dict:
    """What an object has whose __dict__ holds these entries, some of them for some pixels only."""
    fields: dict = {}
    for flag, entry in map(flagged, entries):
        name, value = entry.items[0].value, entry.items[1]
        always = type(flag) is Known and flag.value
        fields[name] = value if always else Choice(flag, value, fields.get(name, Nothing(name)))
    return fields


class Heap(dict):
    """Ref -> contents. Contents are never changed in place: a write puts new ones."""

    __slots__ = ("log",)

    def __init__(self, log: Log, contents=()):
        super().__init__(contents)
        self.log = log

    def __setitem__(self, ref, contents) -> None:
        self.put(ref, contents)
        if ref.twin is not None:
            self.put(ref.twin, as_fields(contents) if type(contents) is tuple else contents)

    def put(self, ref, contents) -> None:
        log = self.log
        if ref.frozen is not None:
            raise Frozen(ref.frozen)
        ref.written = log.time
        log.append((self, ref, self.get(ref)))
        if ref.number < log.oldest:
            log.oldest = ref.number
        dict.__setitem__(self, ref, contents)

    def copy(self) -> Heap:
        return Heap(self.log, self)

    def watched(self) -> Watched:
        return Watched(self.log, self)

    def reached_from(self, values) -> dict:
        """All structures that values lead to, with what they hold."""
        found, waiting = {}, list(values)
        while waiting:
            value = waiting.pop()
            if type(value) is not Ref:
                waiting += parts(value)
            elif value not in found and value in self:
                found[value] = self[value]
                waiting += [*values_of(self[value]), value.fields]
        return found

    def shared_with(self, other: Heap) -> Heap:
        """What both know, as it is here."""
        shared = self.copy()
        for ref in self.keys() - other.keys():
            del shared[ref]
        return shared


class Watched(Heap):
    """A heap that knows what was read of it."""

    __slots__ = ("read",)

    def __init__(self, log: Log, contents=(), read: set | None = None):
        super().__init__(log, contents)
        self.read = set() if read is None else read

    def __getitem__(self, ref):
        self.read.add(ref)
        return super().__getitem__(ref)

    def get(self, ref, default=None):
        self.read.add(ref)
        return super().get(ref, default)

    def copy(self) -> Watched:
        return Watched(self.log, self, self.read)

    def as_before(self) -> Heap:
        return Heap(self.log, self)
