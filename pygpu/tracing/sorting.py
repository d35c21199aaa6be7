"""Sorting symbols: a network of compare-and-swap, which has no branches and whose shape is known.

Batcher's odd-even merge for any length; dead code leaves only what a median, a minimum or one rank needs.
"""

from __future__ import annotations

from .arithmetic import compare, truth
from .assumptions import implied
from .choices import choice
from .containers import items_of, select, vector_items
from .interpreter import decide
from .paths import numeric, same_known
from .values import Choice, Known, Tuple


def sort_items(tracer, items: list, key, reverse) -> list:
    """sorted(items, key=key, reverse=reverse)."""
    from .calls import call

    key = decide(tracer, key)
    keyless = type(key) is Known and key.value is None
    keys = items if keyless else [call(tracer, key, [item], {}) for item in items]
    descending = truth(tracer, reverse).value
    if all(type(k) is Known for k in keys):
        order = sorted(range(len(items)), key=lambda i: keys[i].value, reverse=descending)
        return [items[i] for i in order]
    if keyless and all(map(numeric, items)):
        ordered = sort_numbers(tracer, items)
        return ordered[::-1] if descending else ordered
    return sort_stably(tracer, items, keys, descending)


def sort_numbers(tracer, items: list) -> list:
    from .builtins import greatest, least

    items = list(items)
    for i, j in network(len(items)):
        items[i], items[j] = least(tracer, items[i], items[j]), greatest(tracer, items[i], items[j])
    return items


def sort_stably(tracer, items: list, keys: list, descending: bool) -> list:
    """Whole items by their keys. Neighbours are swapped, which keeps equals in order, as Python does."""
    pairs = list(zip(keys, items))
    symbol = "<" if not descending else ">"
    for end in range(len(pairs) - 1, 0, -1):
        for i in range(end):
            (ka, a), (kb, b) = pairs[i], pairs[i + 1]
            swap = truth(tracer, compare(tracer, symbol, kb, ka))
            pairs[i] = (choose(tracer, swap, kb, ka), choose(tracer, swap, b, a))
            pairs[i + 1] = (choose(tracer, swap, ka, kb), choose(tracer, swap, a, b))
    return [item for _, item in pairs]


def choose(tracer, condition, a, b):
    """a where the condition holds, else b, down to the numbers of which they are made."""
    if type(condition) is Known:
        return a if condition.value else b
    if numeric(a) and numeric(b):
        return select(tracer, condition, a, b)
    left, right = vector_items(a), vector_items(b)
    if left is not None and right is not None and len(left) == len(right):
        from .arithmetic import make_vector, open_vector

        like = open_vector(a)
        return make_vector(like.cls, [choose(tracer, condition, x, y) for x, y in zip(left, right)], like)
    if type(a) is not Choice and type(b) is not Choice:
        left, right = items_of(tracer, a), items_of(tracer, b)
        if left is not None and right is not None and len(left) == len(right):
            return Tuple(choose(tracer, condition, x, y) for x, y in zip(left, right))
    return choice(tracer.emit, condition, a, b, same)


def same(a, b) -> bool:
    return a is b or type(a) is Known and type(b) is Known and same_known(a.value, b.value)


def flatten(tracer, value):
    """A Choice whose sides are numbers, or are made of numbers, as one value; else it stays a Choice."""
    if type(value) is not Choice:
        return value
    truth = implied(tracer.assumed, value.condition)
    if truth is not None:
        return flatten(tracer, value.a if truth else value.b)
    with tracer.assuming(value.condition, True):
        a = flatten(tracer, value.a)
    with tracer.assuming(value.condition, False):
        b = flatten(tracer, value.b)
    return choose(tracer, value.condition, a, b)


def network(count: int) -> list[tuple[int, int]]:
    """The comparisons of Batcher's merge exchange for `count` items (Knuth, volume 3, algorithm 5.2.2M)."""
    pairs = []
    if count < 2:
        return pairs
    top = 1 << ((count - 1).bit_length() - 1)
    p = top
    while p > 0:
        q, r, d = top, 0, p
        while True:
            pairs += [(i, i + d) for i in range(count - d) if i & p == r]
            if q == p:
                break
            d, q, r = q - p, q >> 1, p
        p >>= 1
    return pairs
