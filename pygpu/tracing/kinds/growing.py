"""Lists, tuples and texts that grow or shrink in a loop of the kernel: with room for so many items, each of which may be
missing (ragged.py), so that what the loop carries keeps its shape.

How many there will be, only the data tell. A pixel that comes to have more than there is room for notes so as if it had
raised an exception: plain Python is asked then, and where that raises none, the filter is compiled anew, with more room.
"""

from __future__ import annotations

from ...library.standard.texts import Letters
from ..values.choices import alternatives, both, either
from ..values.lattice import (
    FALSE,
    STRUCTURES,
    TRUE,
    Builtin,
    Choice,
    Close,
    Function,
    Known,
    Maybe,
    Record,
    Ref,
    Table,
    Tuple,
    flagged,
    parts,
    rebuilt,
)
from ..values.numbers import merges, type_of
from .containers import maybe
from .ragged import compacted, is_ragged
from .sorting import choose

LEAST = 4  # the part of the room that each of several loops has, in which a list grows one after the other


def sequence_of(value) -> tuple | None:
    """The items of a tuple or the characters of a text; None of anything else."""
    if type(value) is Tuple:
        return value.items
    if type(value) is Known and type(value.value) is tuple:
        return tuple(map(Known, value.value))
    if type(value) is Known and type(value.value) is str:
        return tuple(Known(ord(letter)) for letter in value.value)
    codes = value.fields["codes"] if type(value) is Record and value.cls is Letters else None
    return codes.items if type(codes) is Tuple else None


def is_text(value) -> bool:
    return type(value) is Record or type(value) is Known and type(value.value) is str


def like(value, items):
    """A sequence of the same class, of other items."""
    return Record(Letters, {"codes": Tuple(items)}) if is_text(value) else Tuple(items)


def united(tracer, value):
    """One of several tuples or texts, as one whose items may be missing; what it was where it is one of other things, or of
    none."""
    entries = each_of(tracer, value)
    if len(entries) < 2:
        return value
    several = [sequence_of(each) for _, each in entries]
    if None in several or len({is_text(each) for _, each in entries}) > 1:
        return value
    several = [compacted(tracer, each) if is_ragged(each) else each for each in several]
    found = []
    for k in range(max(map(len, several))):
        there, chosen = FALSE, None
        for (here, _), items in zip(entries, several):
            if k < len(items):
                flag, item = flagged(items[k])
                flag = both(tracer.emit, here, flag)
                there = either(tracer.emit, there, flag)
                chosen = item if chosen is None else choose(tracer, flag, item, chosen)
        in_all = all(k < len(items) and type(items[k]) is not Maybe for items in several)
        found.append(maybe(TRUE if in_all else there, chosen))
    return like(entries[0][1], found)


def each_of(tracer, value) -> list:
    """(where it is so, which it is) of what may be one of several; also of a text whose characters are."""
    found = []
    for here, each in alternatives(tracer.emit, value):
        codes = each.fields["codes"] if type(each) is Record and each.cls is Letters else None
        if type(codes) is Choice:
            found += [(both(tracer.emit, here, there), Record(Letters, {"codes": one}))
                      for there, one in alternatives(tracer.emit, codes)]
        else:
            found.append((here, each))
    return found


def change_shape(one, other) -> bool:
    """Whether two states of a sequence are of one shape only where both have room."""
    return Table not in (type(one), type(other)) and (
        len(one) != len(other) or [type(item) is Maybe for item in one] != [type(item) is Maybe for item in other])


def example(one, other):
    """An item, as there may be more of them; None where no number of the kernel can stand for what is in it."""
    longer = max((one, other), key=len)
    item = opened(flagged(longer[-1])[1]) if longer else None
    return item if item is not None and may_be_carried(item) else None


def opened(item):
    """A known tuple as a structure."""
    return Tuple(opened(Known(each)) for each in item.value) if type(item) is Known and type(item.value) is tuple else item


def may_be_carried(value) -> bool:
    """Whether it is made of numbers, and of what is the same in each pass: a function, a text."""
    if type(value) in STRUCTURES:
        return all(map(may_be_carried, parts(value)))
    return type(value) is not Ref and merges(value) or type(value) in (Known, Function, Builtin)


def with_room(tracer, contents, item) -> list[Maybe]:
    """What is there before a loop, and as many places more, for others like this item."""
    there = compacted(tracer, contents) if is_ragged(contents) and not isinstance(contents, Close) else contents
    loose = sum(type(each) is Maybe for each in there)  # places that loops before have made, mostly for other pixels
    places = [Maybe(FALSE, zeros_like(item))] * max(tracer.room - loose, tracer.room // LEAST)
    return [Maybe(flag, opened(value)) for flag, value in map(flagged, there)] + places


def zeros_like(value):
    if type(value) in STRUCTURES:
        return rebuilt(value, map(zeros_like, parts(value)))
    return Known(type_of(value).python(0)) if merges(value) else value


def fitted(tracer, contents, head) -> tuple:
    """(what comes back in as many places as there are at the head of the loop, whether there is more than that)."""
    items, over, count = list(contents), FALSE, len(head)
    if is_ragged(items) and not isinstance(contents, Close):
        items = compacted(tracer, items)
    for each in items[count:]:
        over = either(tracer.emit, over, flagged(each)[0])
    items = [Maybe(flag, opened(value)) for flag, value in map(flagged, items[:count])]
    return items + [Maybe(FALSE, each.value) for each in head[len(items):]], over
