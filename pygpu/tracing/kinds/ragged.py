"""Lists whose length a pixel decides, up to a known bound: each item that may be missing is a Maybe, with its flag.

Where paths meet and one has appended what the other has not, the longer list stays, its last items being there for some
pixels only. What takes all items at once (sum, len, min, sorted...) asks the flags; what would need the length refuses.
"""

from __future__ import annotations

import math
from itertools import zip_longest

from ...ir import INT
from ...library.standard.texts import Letters
from ..paths.frames import HostRaised
from ..paths.standing import side_of
from ..values.assumptions import decide
from ..values.choices import alternatives, both, either, opposite
from ..values.lattice import FALSE, NONE, TRUE, Choice, Known, Maybe, Record, Ref, Table, Tuple, View, flagged, is_none
from ..values.numbers import numeric, type_of
from .containers import is_list, maybe, seen
from .sorting import choose, codes_in, letters, sort_by_rank, sort_numbers

FEW, SHORT = 4, 24  # items that are looked for one by one: so many of all, or all of so many


def is_ragged(items) -> bool:
    return type(items) is not Table and any(type(item) is Maybe for item in items)


def is_never(flag) -> bool:
    return type(flag) is Known and not flag.value


def contents_of(tracer, value):
    """The slots of a list, a tuple or a view, those that may be missing too, or the keys of a dict or set where pixels
    decide them; None for what is none."""
    if type(value) is Ref and value.kind in ("dict", "set") and isinstance(tracer.heap[value], tuple):
        return tuple(maybe(flag, entry.items[0]) for flag, entry in map(flagged, tracer.heap[value]))
    if type(value) is Ref and value.kind == "list":
        return tracer.heap[value]
    if type(value) is Record and value.cls is Letters:
        codes = contents_of(tracer, decide(tracer, value.fields["codes"]))
        return tuple(maybe(flag, letters((code,))) for flag, code in map(flagged, codes))
    return value.items if type(value) is Tuple else seen(tracer, value) if type(value) is View else None


def only_code(value):
    """The character of a text that has one; None of anything else."""
    codes = codes_in(value)
    return codes[0] if codes is not None and len(codes) == 1 else None


def united(tracer, value: Choice) -> Tuple | None:
    """The items of one of several sequences, of which a pixel decides how long they are; None of anything else."""
    entries = alternatives(tracer.emit, value)
    known = any(type(each) is Known for _, each in entries)
    several = [host_items(each) if type(each) is Known else contents_of(tracer, each) for _, each in entries]
    if None in several or len(set(map(len, several))) == 1 and not known and not any(map(is_ragged, several)):
        return None
    several = [compacted(tracer, each) if is_ragged(each) else each for each in several]
    found = []
    for k in range(max(map(len, several))):
        is_there, chosen = FALSE, NONE
        for (here, _), items in zip(entries, several):
            there, item = flagged(items[k]) if k < len(items) else (FALSE, NONE)
            there = both(tracer.emit, here, there)
            chosen = item if is_never(is_there) else choose(tracer, there, item, chosen)
            is_there = either(tracer.emit, is_there, there)
        in_all = all(k < len(items) and type(items[k]) is not Maybe for items in several)
        found.append(maybe(TRUE if in_all else is_there, chosen))
    for _, each in entries:
        if type(each) is Ref:  # what is gone through are the items as they are now
            each.frozen = {"kind": "item-changed"}
    return Tuple(found)


def left_of(tracer, contents: tuple) -> list:
    """The items that a torn iterator still gives, those that only some pixels have not taken yet among them."""
    how, *stands = contents
    if how.value == "items":
        source = decide(tracer, stands[0])
        if type(source) is Ref:  # what is gone through are the items as they are now
            source.frozen = {"kind": "item-changed"}
        items = host_items(source) if type(source) is Known else contents_of(tracer, source)
        if items is None:
            raise tracer.refuse("generator", "an iterator stands at a place that depends on a pixel")
        return list(items[stands[1].value:])
    condition, *sides = stands
    one, other = ([*map(flagged, left_of(tracer, side_of(tracer.heap, side)))] for side in sides)
    here, there = condition, opposite(tracer.emit, condition)
    if len(one) < len(other):
        one, other, here, there = other, one, there, here
    behind = len(one) - len(other)
    rows = [(both(tracer.emit, here, flag), item) for flag, item in one]
    if all(map(same_item, one[behind:], other)):
        for place, (before, (flag, _)) in enumerate(zip(one[behind:], other), behind):
            joined = flag if flag is before[0] else either(tracer.emit, rows[place][0], both(tracer.emit, there, flag))
            rows[place] = joined, before[1]
    else:
        rows += [(both(tracer.emit, there, flag), item) for flag, item in other]
    tracer.spend(len(rows))
    return [maybe(flag, item) for flag, item in rows]


def same_item(one: tuple, other: tuple) -> bool:
    """Whether two (flag, item) are of the same item."""
    (_, a), (_, b) = one, other
    return a is b or type(a) is type(b) is Known and a.value is b.value


def host_items(value: Known) -> tuple | None:
    """The items of a known text, list or tuple."""
    return tuple(map(Known, value.value)) if isinstance(value.value, (str, list, tuple)) else None


def length(tracer, items):
    total = Known(0)
    for item in items:
        total = tracer.binary("+", total, flagged(item)[0])
    return total


def ragged_compare(tracer, symbol: str, a, b):
    """Comparisons of sequences of which a pixel decides how long one is."""
    if any(type(each) is Ref and each.kind != "list" for each in (a, b)):
        return None  # sets have no order
    left, right = slots_in(tracer, a), slots_in(tracer, b)
    if is_list(a) != is_list(b) or left is None or right is None or not is_ragged(left) and not is_ragged(right):
        return None
    left, right = compacted(tracer, left), compacted(tracer, right)
    if symbol in ("==", "!="):
        same = tracer.compare("==", length(tracer, left), length(tracer, right))
        for (there, one), (_, other) in zip(map(flagged, left), map(flagged, right)):
            equal = tracer.truth(tracer.compare("==", one, other))
            same = both(tracer.emit, same, either(tracer.emit, opposite(tracer.emit, there), equal))
        return opposite(tracer.emit, same) if symbol == "!=" else same
    return lexicographic(tracer, symbol, left, right)


def lexicographic(tracer, symbol: str, left: list, right: list):
    """The first items that differ decide, or that only one of the sequences has one; and what they are where none does."""
    shorter, longer = (left, right) if symbol[0] == "<" else (right, left)
    decided = Known(symbol in ("<=", ">="))
    for less, more in reversed([*zip_longest(shorter, longer, fillvalue=Maybe(FALSE, None))]):
        (here, one), (there, other) = flagged(less), flagged(more)
        if is_never(here) or is_never(there):
            first = FALSE
        else:
            same, smaller = (tracer.truth(tracer.compare(each, one, other)) for each in ("==", "<"))
            first = either(tracer.emit, smaller, both(tracer.emit, same, decided))
        decided = choose(tracer, here, choose(tracer, there, first, FALSE), choose(tracer, there, TRUE, decided))
    return decided


def slots_in(tracer, value):
    """The slots of a list or a tuple, those of a known one too."""
    if type(value) is Known and isinstance(value.value, (list, tuple)):
        return host_items(value)
    return contents_of(tracer, value) if type(value) is Tuple or is_list(value) else None


def folded(tracer, items, start, step):
    """`step` from the start on, over the items that are there."""
    for flag, value in map(flagged, items):
        start = start if is_never(flag) else choose(tracer, flag, step(start, value), start)
    return start


def extreme(tracer, items, better, default):
    """The best item of (whether it is there, it, what it is compared by), as `better(candidate, best)` says; the default
    where none is there."""
    there, best, mark = items[0] if items else (FALSE, None, None)
    for flag, value, rank in items[1:]:
        wins = both(tracer.emit, flag, either(tracer.emit, opposite(tracer.emit, there), better(rank, mark)))
        best, mark = choose(tracer, wins, value, best), choose(tracer, wins, rank, mark)
        there = either(tracer.emit, there, flag)
    if default is not None:
        return choose(tracer, there, best, default)
    require(tracer, there, lambda: ValueError("min() or max() of nothing"))
    return best


def require(tracer, there, make) -> None:
    """What no item gives: Python raises, which the filter may catch."""
    if type(there) is Known and not there.value:
        raise HostRaised(make())
    if type(there) is not Known and tracer.catching(type(make())):
        tracer.may_raise(opposite(tracer.emit, there), make)


def ordered(tracer, items, descending: bool, keys=None) -> list:
    """The items that are there, sorted, by these keys if any, in the first places."""
    flags, values = zip(*map(flagged, items))
    codes = list(map(only_code, values))
    if keys is None and None not in codes and not all(type(value) is Known for value in values):
        found = ordered(tracer, list(map(maybe, flags, codes)), descending)
        return [maybe(flag, letters((code,))) for flag, code in map(flagged, found)]
    if keys is not None or not all(map(numeric, values)):
        found, count = sort_by_rank(tracer, values, keys or values, descending, flags), length(tracer, items)
        return [maybe(tracer.truth(tracer.compare("<", Known(place), count)), value) for place, value in enumerate(found)]
    whole = all(type_of(value) is INT for value in values)  # which would lose digits as floats
    beyond = Known(INT.limits[not descending] if whole else -math.inf if descending else math.inf)
    numbers = [choose(tracer, flag, value, beyond) for flag, value in zip(flags, values)]
    found, count = sort_numbers(tracer, numbers), length(tracer, items)
    if descending:
        found = found[::-1]
    return [maybe(tracer.compare("<", Known(place), count), value) for place, value in enumerate(found)]


def item_at(tracer, items, index, missing=lambda: IndexError("index out of range")):
    """The item at an index, counted among those that are there."""
    if type(index) is Known and index.value < 0:
        items, index = items[::-1], Known(-1 - index.value)
    if not items:
        raise HostRaised(missing())
    index = from_the_beginning(tracer, items, index)
    place, result, there = Known(0), None, FALSE
    for flag, value in map(flagged, items):
        here = both(tracer.emit, flag, tracer.compare("==", place, index))
        result = value if result is None else choose(tracer, here, value, result)
        there = either(tracer.emit, there, here)
        place = tracer.binary("+", place, flag)
    require(tracer, there, missing)
    return result


def place_of(tracer, items, wanted, start=Known(0)):
    """Where the first equal item is among those that are there, counted from the start on."""
    tests = [tracer.truth(tracer.compare("==", item, wanted)) for _, item in map(flagged, items)]
    place, result, there = start, Known(0), FALSE
    for here, (flag, _) in zip(first_of(tracer, items, tests), map(flagged, items)):
        result, there = choose(tracer, here, place, result), either(tracer.emit, there, here)
        place = tracer.binary("+", place, flag)
    require(tracer, there, lambda: ValueError("the value is not in the sequence"))
    return result


def slice_of(tracer, items, bounds: slice) -> list:
    """items[bounds], counted among those that are there."""
    if (bounds.step or 1) < 0 and bounds.stop is None and (bounds.start is None or bounds.start < 0):  # from the end
        items, bounds = items[::-1], slice(-1 - (-1 if bounds.start is None else bounds.start), None, -bounds.step)
    start, stop, step = bounds.start or 0, bounds.stop, bounds.step or 1
    if step < 0 or start < 0 and stop is not None and stop >= 0:
        return part(tracer, items, Known(bounds.start), Known(stop), step)
    last = range(len(items))[-stop if stop is not None and stop < 0 else 0:-start if start < 0 else None]
    items = those_at(tracer, items[::-1], last)[::-1]  # counted from the end
    return those_at(tracer, items, range(len(items))[max(start, 0):stop if stop is not None and stop >= 0 else None:step])


def those_at(tracer, items, wanted: range) -> list:
    """The items at these places, counted among those that are there: a few in as many slots, more where they are."""
    if wanted == range(len(items)):
        return list(items)
    if len(wanted) <= FEW or len(items) <= SHORT:
        return compacted(tracer, items, wanted)
    found, (places, _) = [], counted(tracer, items)
    for (flag, item), place in zip(map(flagged, items), places):
        inside = TRUE
        if wanted.start:
            inside = tracer.truth(tracer.compare(">=", place, Known(wanted.start)))
        if wanted.stop < len(items):
            inside = both(tracer.emit, inside, tracer.truth(tracer.compare("<", place, Known(wanted.stop))))
        if wanted.step > 1:
            far = tracer.binary("%", tracer.binary("-", place, Known(wanted.start)), Known(wanted.step))
            inside = both(tracer.emit, inside, tracer.truth(tracer.compare("==", far, Known(0))))
        found.append((both(tracer.emit, flag, inside), item))
    return [maybe(*each) for each in found if not is_never(each[0])]


def counted(tracer, items) -> tuple:
    """(how many are there before each of the items, how many in all)."""
    places, count = [], Known(0)
    for flag, _ in map(flagged, items):
        places.append(count)
        count = tracer.binary("+", count, flag)
    return places, count


def compacted(tracer, items, wanted: range | None = None) -> list:
    """The same with those that are there in the first places; those of them that are wanted."""
    wanted = range(len(items)) if wanted is None else wanted
    if len(wanted) > FEW:
        values, count = moved_up(tracer, runs_of(items))
    else:
        places, count = counted(tracer, items)
        values = {k: value_at(tracer, items, places, k) for k in wanted}
    return [maybe(tracer.truth(tracer.compare("<", Known(k), count)), values[k]) for k in wanted]


def value_at(tracer, items, places, k: int):
    """What is there at a place, if anything is."""
    value = flagged(items[-1])[1]
    for (flag, item), place in reversed([*zip(map(flagged, items), places)][k:-1]):
        value = choose(tracer, both(tracer.emit, flag, tracer.compare("==", place, Known(k))), item, value)
    return value


def runs_of(items) -> list[tuple]:
    """The items as (whether these are there, they): those that are there together, as digits behind a point are."""
    runs: list[tuple] = []
    for flag, item in map(flagged, items):
        if runs and (runs[-1][0] is flag or type(flag) is type(runs[-1][0]) is Known and flag.value == runs[-1][0].value):
            runs[-1][1].append(item)
        else:
            runs.append((flag, [item]))
    return runs


def moved_up(tracer, runs: list[tuple]) -> tuple:
    """(what is there in the first places, how many are there). Of either half that is found by itself; then the second
    half goes up, as one, by as many places as the first has left: by 1 if that is odd, then by 2, by 4."""
    if len(runs) == 1:
        (flag, values), = runs
        return values, flag if len(values) == 1 else choose(tracer, flag, Known(len(values)), Known(0))
    half = len(runs) // 2
    (first, here), (second, there) = (moved_up(tracer, each) for each in (runs[:half], runs[half:]))
    slots = [None] * len(first) + second
    if half == 1:
        ways = [(opposite(tracer.emit, runs[0][0]), len(first))]
    else:
        gap = tracer.binary("-", Known(len(first)), here)
        ways = [(tracer.truth(tracer.compare("!=", tracer.binary("&", gap, Known(step)), Known(0))), step)
                for step in map((1).__lshift__, range(len(first).bit_length()))]
    for goes, step in ways:
        for k, comes in enumerate(slots[step:]):
            slots[k] = comes if slots[k] is None else choose(tracer, goes, comes, slots[k])
    for k, item in enumerate(first):
        stays = runs[0][0] if half == 1 else tracer.truth(tracer.compare("<", Known(k), here))
        slots[k] = item if slots[k] is None else choose(tracer, stays, item, slots[k])
    return slots, tracer.binary("+", here, there)


def no_longer(tracer, ref: Ref, contents: tuple, first: bool = False) -> tuple:
    """Contents of a list, of which a deque with a maxlen keeps the last, or the first, so many."""
    longest = tracer.heap[ref.fields].get("maxlen") if ref.fields is not None else None
    if longest is None or longest.value is None or len(contents) <= longest.value:
        return contents
    ordered = contents if first else contents[::-1]
    left = (tuple(compacted(tracer, ordered)) if is_ragged(contents) else ordered)[:longest.value]
    return left if first else left[::-1]


def without(tracer, items, taken) -> list:
    """The items but for one, as flags tell which; what comes after it moves up. Where none is, the last one goes."""
    if is_ragged(items):
        return [maybe(both(tracer.emit, flag, opposite(tracer.emit, this)), item)
                for (flag, item), this in zip(map(flagged, items), taken)]
    left, gone = [], FALSE
    for k, this in enumerate(taken[:-1]):
        gone = either(tracer.emit, gone, this)
        left.append(choose(tracer, gone, items[k + 1], items[k]))
    return left


def first_of(tracer, items, tests) -> list:
    """Of each item whether it is there and the first one that passes its test."""
    found, before = [], FALSE
    for (flag, _), test in zip(map(flagged, items), tests):
        here = both(tracer.emit, flag, test)
        found.append(both(tracer.emit, here, opposite(tracer.emit, before)))
        before = either(tracer.emit, before, here)
    return found


def popped(tracer, items, index) -> tuple:
    """(the item at an index, what is left without it)."""
    if type(index) is Known and index.value < 0:
        item, left = popped(tracer, items[::-1], Known(-1 - index.value))
        return item, left[::-1]
    here = at_index(tracer, items, index)
    return item_at(tracer, items, index), without(tracer, items, here)


def inserted(tracer, items, index, value) -> list:
    """The items with one more before the one at an index that a pixel says, which may lie beyond both ends."""
    items = compacted(tracer, items) if is_ragged(items) else items
    count = length(tracer, items)
    at = choose(tracer, tracer.truth(tracer.compare("<", index, Known(0))), tracer.binary("+", index, count), index)
    found = []
    for k in range(len(items) + 1):
        here, behind = (tracer.truth(tracer.compare(symbol, at, Known(k))) for symbol in ("<=", "<"))
        if k == len(items):
            here, behind = TRUE, behind if k else FALSE
        elif k < len(items) and is_ragged(items):
            here = either(tracer.emit, here, tracer.truth(tracer.compare("<=", count, Known(k))))
        item = choose(tracer, here, value, flagged(items[k])[1]) if k < len(items) else value
        if k:
            before = either(tracer.emit, behind, tracer.truth(tracer.compare("<", count, Known(k))))
            item = choose(tracer, before, flagged(items[k - 1])[1], item)
        found.append(maybe(tracer.truth(tracer.compare("<=", Known(k), count)), item))
    return found


def stored(tracer, items, index, value) -> list:
    """The items with another value at an index, counted among those that are there."""
    if type(index) is Known and index.value < 0:
        return stored(tracer, items[::-1], Known(-1 - index.value), value)[::-1]
    here = at_index(tracer, items, index)
    there = FALSE
    for each in here:
        there = either(tracer.emit, there, each)
    require(tracer, there, lambda: IndexError("list assignment index out of range"))
    return [maybe(flag, choose(tracer, this, value, item)) for (flag, item), this in zip(map(flagged, items), here)]


def at_index(tracer, items, index) -> list:
    """Of each item whether it is the one at an index."""
    index = from_the_beginning(tracer, items, index)
    place, tests = Known(0), []
    for flag, _ in map(flagged, items):
        tests.append(tracer.truth(tracer.compare("==", place, index)))
        place = tracer.binary("+", place, flag)
    return first_of(tracer, items, tests)


def from_the_beginning(tracer, items, index):
    """An index that a pixel says, which may count from the end."""
    if type(index) is Known:
        return index
    negative = tracer.truth(tracer.compare("<", index, Known(0)))
    return choose(tracer, negative, tracer.binary("+", index, length(tracer, items)), index)


def part(tracer, items, start, stop, step: int = 1) -> list:
    """items[start:stop:step] where a bound is a symbol, or how many there are: each is there if it lies between, and as far
    from the start as steps go."""
    items = compacted(tracer, items) if is_ragged(items) else items
    count = length(tracer, items)

    def bound(value, default):
        if type(value) is Known and value.value is None:
            return default
        return choose(tracer, holds("<", value, Known(0)), tracer.binary("+", value, count), value)

    def holds(symbol, a, b):
        return tracer.truth(tracer.compare(symbol, a, b))

    up = step > 0
    first = bound(start, Known(0) if up else tracer.binary("-", count, Known(1)))
    last = bound(stop, count if up else Known(-1))
    if abs(step) > 1:
        nearest = Known(0) if up else tracer.binary("-", count, Known(1))
        first = choose(tracer, holds("<" if up else ">", first, nearest), nearest, first)
    found = []
    for k, (flag, item) in enumerate(map(flagged, items)):
        at = Known(k)
        inside = both(tracer.emit, holds("<=" if up else ">=", first, at), holds("<" if up else ">", at, last))
        if abs(step) > 1:
            far = tracer.binary("%", tracer.binary("-", at, first), Known(step))
            inside = both(tracer.emit, inside, holds("==", far, Known(0)))
        found.append(maybe(both(tracer.emit, flag, inside), item))
    return found if up else found[::-1]


def around(tracer, items, start, stop, values) -> tuple:
    """The items before a slice of which a pixel decides something, some values, and the items behind it."""
    behind = () if is_none(stop) else part(tracer, items, stop, NONE)
    if not is_none(stop) and not is_none(start):  # the stop may come before the start
        flags = [flag for flag, _ in map(flagged, part(tracer, items, start, NONE))]
        behind = [maybe(both(tracer.emit, flag, there), item) for there, (flag, item) in zip(flags, map(flagged, behind))]
    before = () if is_none(start) else part(tracer, items, NONE, start)
    return (*before, *values, *behind)
