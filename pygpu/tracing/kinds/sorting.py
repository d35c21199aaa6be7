"""Sorting symbols: a network of compare-and-swap, which has no branches and whose shape is known.

Batcher's odd-even merge for any length but nine; dead code leaves only what a median, a minimum or one rank needs.
"""

from __future__ import annotations

from functools import partial
from math import isqrt

from ...ir import BOOL, INT, OPS, UINT64
from ...library.standard.texts import Letters
from ..values.assumptions import decide, implied
from ..values.choices import alternatives, both, choice, either, opposite
from ..values.lattice import FALSE, Choice, Known, Maybe, Record, Ref, Tuple
from ..values.numbers import meeting_type, merges, numeric, of_one_kind, open_vector, plain, same, type_of
from .complexes import as_complex, is_complex
from .containers import chosen_sequence, class_of_all, items_of
from .scalars import compute, number_compare, select
from .vectors import make_vector, vector_items

STABLE = 16  # numbers: so many keep the order of equals, which are zeros of two signs, where a filter looks at signs


def sort_items(tracer, items: list, key, reverse) -> list:
    """sorted(items, key=key, reverse=reverse)."""
    key = decide(tracer, key)
    keyless = type(key) is Known and key.value is None
    keys = items if keyless else [tracer.call(key, [item], {}) for item in items]
    descending = tracer.truth(reverse).value
    if all(type(k) is Known for k in keys):
        order = sorted(range(len(items)), key=lambda i: keys[i].value, reverse=descending)
        return [items[i] for i in order]
    if keyless and all(map(numeric, items)) and not (tracer.signed and len(items) <= STABLE):
        ordered = sort_numbers(tracer, items)
        return ordered[::-1] if descending else ordered
    return sort_stably(tracer, items, keys, descending)


def sort_numbers(tracer, items: list) -> list:
    items = list(items)
    pairs, order = network(list(range(len(items))))
    for i, j in pairs:
        items[i], items[j] = least(tracer, items[i], items[j]), greatest(tracer, items[i], items[j])
    return [items[place] for place in order]


def least(tracer, a, b):
    """min(a, b): b where it is smaller, else a."""
    return extreme(tracer, "min", a, b)


def greatest(tracer, a, b):
    return extreme(tracer, "max", a, b)


def extreme(tracer, name, a, b):
    if numeric(a) and numeric(b):
        if type(a) is Known and type(b) is Known:
            return Known(min(a.value, b.value) if name == "min" else max(a.value, b.value))
        if tracer.kinds.keeps_apart(a, b):
            return choose(tracer, number_compare(tracer, "<" if name == "min" else ">", b, a), b, a)
        kind = meeting_type((a, b))
        if kind is UINT64 and (type_of(a).is_signed or type_of(b).is_signed):  # which none of the other's numbers reaches
            return select(tracer, number_compare(tracer, "<" if name == "min" else ">", b, a), b, a)
        found = compute(tracer, OPS[name], INT if kind is BOOL else kind, a, b)
        if of_one_kind(a, b) and a not in tracer.kinds.met and b not in tracer.kinds.met:
            return found
        later = partial(number_compare, tracer, "<" if name == "min" else ">", b, a)
        return tracer.kinds.note(found, tracer.kinds.kept(later), b, a)
    return choose(tracer, compared(tracer, "<" if name == "min" else ">", b, a), b, a)


def compared(tracer, symbol: str, a, b):
    """Whether a < b, or so: of what is one of several objects of a class, each is compared with each. (To decide which
    of them it is would double the paths with every item.)"""
    if type(a) is not Choice and type(b) is not Choice or not of_one_class(tracer, a) or not of_one_class(tracer, b):
        return tracer.truth(tracer.compare(symbol, a, b))
    holds = FALSE
    for here, one in alternatives(tracer.emit, a):
        for there, other in alternatives(tracer.emit, b):
            both_are = both(tracer.emit, here, there)
            found = both(tracer.emit, both_are, tracer.truth(tracer.compare(symbol, one, other)))
            holds = either(tracer.emit, holds, found)
    return holds


def of_one_class(tracer, value) -> bool:
    """Whether a value is an object, or one of several of its class."""
    classes = {each.cls if type(each) in (Ref, Record) else None for _, each in alternatives(tracer.emit, value)}
    return len(classes) == 1 and None not in classes


def sort_stably(tracer, items: list, keys: list, descending: bool) -> list:
    """Whole items by their keys. Neighbours are swapped, which keeps equals in order, as Python does."""
    if not all(map(numeric, keys)):
        return sort_by_rank(tracer, items, keys, descending)
    pairs = list(zip(keys, items))
    symbol = "<" if not descending else ">"
    for end in range(len(pairs) - 1, 0, -1):
        for i in range(end):
            (ka, a), (kb, b) = pairs[i], pairs[i + 1]
            swap = tracer.truth(tracer.compare(symbol, kb, ka))
            pairs[i] = (choose(tracer, swap, kb, ka), choose(tracer, swap, b, a))
            pairs[i + 1] = (choose(tracer, swap, ka, kb), choose(tracer, swap, a, b))
    return [item for _, item in pairs]


def sort_by_rank(tracer, items: list, keys: list, descending: bool, flags=None) -> list:
    """Objects that compare by methods of their own: each two are compared once, as they were given, so that no choice of
    objects is ever compared. How many come before an item is its place. Those whose flag does not hold come last, in
    any order."""
    ranks = [Known(0)] * len(items)
    for j in range(len(items)):
        for i in range(j):  # a later one comes first only where it is less, or more in descending order
            first, second = (keys[i], keys[j]) if descending else (keys[j], keys[i])
            later = compared(tracer, "<", first, second)
            if flags is not None:  # who is missing is after who is there
                later = either(tracer.emit, both(tracer.emit, flags[j], later), opposite(tracer.emit, flags[i]))
            ranks[i] = tracer.binary("+", ranks[i], later)
            ranks[j] = tracer.binary("+", ranks[j], tracer.negate(later))
    ordered = []
    for place in range(len(items)):
        found = items[-1]
        for rank, item in list(zip(ranks, items))[-2::-1]:
            found = choose(tracer, tracer.compare("==", rank, Known(place)), item, found)
        ordered.append(found)
    return ordered


def choose(tracer, condition, a, b):
    """a where the condition holds, else b, down to the numbers of which they are made."""
    if type(condition) is Known:
        return a if condition.value else b
    if merges(a) and merges(b):
        if tracer.kinds.keeps_apart(a, b):
            return choice(tracer.emit, condition, a, b, same)
        return tracer.kinds.note(select(tracer, condition, a, b), condition, a, b)
    if (is_complex(a) or is_complex(b)) and all(is_complex(each) or merges(each) for each in (a, b)):
        one, other = as_complex(tracer, a).fields, as_complex(tracer, b).fields
        return Record(complex, {name: choose(tracer, condition, one[name], other[name]) for name in one})
    left, right = vector_items(a), vector_items(b)
    if left is not None and right is not None and len(left) == len(right):
        like = open_vector(a)
        return make_vector(like.cls, [choose(tracer, condition, x, y) for x, y in zip(left, right)], like)
    if Letters in (getattr(a, "cls", None), getattr(b, "cls", None)):
        left, right = codes_in(a), codes_in(b)
        if left is not None and right is not None and len(left) == len(right):
            return letters([choose(tracer, condition, x, y) for x, y in zip(left, right)])
    elif type(a) is not Choice and type(b) is not Choice:
        left, right = items_of(tracer, a), items_of(tracer, b)
        cls = class_of_all(tracer, (a, b))
        if left is not None and right is not None and len(left) == len(right) and cls is not None and not (
                cls is list and tracer.apart):
            return chosen_sequence(tracer, cls, (a, b), [choose(tracer, condition, x, y) for x, y in zip(left, right)])
    return choice(tracer.emit, condition, a, b, same)


def letters(codes):
    """A text of these characters (library/standard/texts.py), any of which may be missing."""
    if all(type(code) is Known for code in codes):
        return Known("".join(chr(code.value) for code in codes))
    return Record(Letters, {"codes": Tuple(codes)})


def codes_in(value) -> tuple | None:
    """The characters of a text all of which are there (library/standard/texts.py); None of anything else."""
    if type(value) is Known and type(value.value) is str:
        return tuple(Known(ord(letter)) for letter in value.value)
    codes = value.fields["codes"] if type(value) is Record and value.cls is Letters else None
    return codes.items if type(codes) is Tuple and not any(type(code) is Maybe for code in codes.items) else None


def choose_one(tracer, condition, a, b):
    """The same of what a container holds: an object that may change is still that object, and no copy of what is in it."""
    if type(condition) is not Known and Ref in (type(a), type(b)):
        return choice(tracer.emit, condition, a, b, same)
    return choose(tracer, condition, a, b)


def flatten(tracer, value):
    """A Choice whose sides are numbers, or are made of numbers, as one value; else it stays a Choice."""
    if type(value) is not Choice:
        return Known(plain(value.value)) if numeric(value) and not merges(value) else value
    truth = implied(tracer.assumed, value.condition)
    if truth is not None:
        return flatten(tracer, value.a if truth else value.b)
    with tracer.assuming(value.condition, True):
        a = flatten(tracer, value.a)
    with tracer.assuming(value.condition, False):
        b = flatten(tracer, value.b)
    return choose(tracer, value.condition, a, b)


# Nine in 25 comparisons (Floyd, 1964). It sorts threes first, which are rows of a 3 x 3 neighbourhood.
NINE = ((0, 1), (3, 4), (6, 7), (1, 2), (4, 5), (7, 8), (0, 1), (3, 4), (6, 7), (2, 5), (0, 3), (1, 4), (5, 8), (3, 6),
        (4, 7), (2, 5), (0, 3), (1, 4), (5, 7), (2, 6), (1, 3), (4, 6), (2, 4), (5, 6), (2, 3))


def network(places: list[int]) -> tuple[list[tuple[int, int]], list[int]]:
    """Comparisons that sort what lies at some places, the lesser of each two to the first; and where each rank ends up.

    What makes a square is taken as that many rows, each sorted by itself first: in a neighbourhood of the pixel the
    same rows are sorted for its neighbours too, and found again there.
    """
    count = len(places)
    if count == 9:
        return [(places[i], places[j]) for i, j in NINE], places
    if count < 2:
        return [], places
    side = isqrt(count)
    size = side if side * side == count else (count + 1) // 2
    runs = [network(places[start:start + size]) for start in range(0, count, size)]
    while len(runs) > 1:
        runs = [_joined(*runs[i:i + 2]) if i + 1 < len(runs) else runs[i] for i in range(0, len(runs), 2)]
    return runs[0]


def _joined(run, other):
    merging, order = merged(run[1], other[1])
    return run[0] + other[0] + merging, order


def merged(a: list[int], b: list[int]) -> tuple[list[tuple[int, int]], list[int]]:
    """The same for two runs that are sorted: Batcher's odd-even merge (Knuth, volume 3, 5.3.4)."""
    if not a or not b:
        return [], a + b
    if len(a) == len(b) == 1:
        return [(a[0], b[0])], a + b
    first, even = merged(a[::2], b[::2])
    second, odd = merged(a[1::2], b[1::2])
    order = even[:1]
    for i in range(max(len(odd), len(even) - 1)):
        order = order + odd[i:i + 1] + even[i + 1:i + 2]
    return first + second + list(zip(odd, even[1:])), order
