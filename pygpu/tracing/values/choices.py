"""One of several values that no number can express, as a list in which each of them stands once.

Where paths meet again and again, what a name stands for is one of few objects, chosen by more and more conditions. A
tree of Choices would double with each meeting; a list of its alternatives, each with a Bool of its own, does not grow.
"""

from __future__ import annotations

from functools import partial, reduce

from .assumptions import implied, narrowed
from .lattice import FALSE, TRUE, Choice, Known, is_none


def alternatives(emit, value) -> list[tuple]:
    """(flag, alternative) for all that a value may be. One flag holds, wherever the value is looked at."""
    found = []
    rest = TRUE
    of_list = value.list if type(value) is Choice else None
    while of_list is not None and type(value) is Choice and value.list is of_list:
        found.append((value.condition, value.a))
        rest = both(emit, rest, opposite(emit, value.condition))
        value = value.b
    if type(value) is Choice:
        holds = both(emit, rest, value.condition)
        fails = both(emit, rest, opposite(emit, value.condition))
        for side, flag in ((value.a, holds), (value.b, fails)):
            found += [(both(emit, flag, inner), each) for inner, each in alternatives(emit, side)]
    else:
        found.append((rest, value))
    return found


def leaves(value) -> list:
    """All that a value may be."""
    return leaves(value.a) + leaves(value.b) if type(value) is Choice else [value]


def chosen(entries: list[tuple]):
    """The value for a list of alternatives, of whose flags one holds."""
    entries = [entry for entry in entries if type(entry[0]) is not Known or entry[0].value] or entries[-1:]
    *others, (_, result) = entries
    of_list = object()
    for flag, value in reversed(others):
        result = value if type(flag) is Known else Choice(flag, value, result, of_list)
    return result


def choice(emit, condition, a, b, same):
    """a where the condition holds, else b: what is the `same` on both sides stands once."""
    left, right = alternatives(emit, a), alternatives(emit, b)
    entries = []
    for flag, value in left:
        other = next((entry for entry in right if same(value, entry[1])), None)
        if other is not None:
            right.remove(other)
        entries.append((selected(emit, condition, flag, other[0] if other else FALSE), value))
    return chosen(entries + [(selected(emit, condition, FALSE, flag), value) for flag, value in right])


def possible_here(tracer, value):
    """One of several, without those that it cannot be by the conditions that led here: `node.next = node.next.next` links
    each node to those that come after it, and not to itself."""
    if type(value) is not Choice or not tracer.assumed:
        return value
    entries = alternatives(tracer.emit, value)
    left = [(flag, each) for flag, each in entries
            if type(flag) is Known or implied(tracer.assumed, flag) is not False]
    return chosen(left) if 0 < len(left) < len(entries) else value


def not_none_here(tracer, value):
    """One of several, without None where the conditions that led here say that it is something: what is put into a list, or
    handed on, is looked at where nobody knows of them any more."""
    if type(value) is Choice and tracer.assumed and any(map(is_none, leaves(value))):
        return possible_here(tracer, value)
    return value


def where_none(tracer, value):
    """A Bool: whether a value is None."""
    flags = alternatives(tracer.emit, narrowed(tracer, value))
    is_none = [type(each) is Known and each.value is None for _, each in flags]
    if len(set(is_none)) == 1:
        return Known(is_none[0])
    return reduce(partial(either, tracer.emit), [flag for (flag, _), holds in zip(flags, is_none) if holds])


def selected(emit, condition, a, b):
    """A Bool: a where the condition holds, else b."""
    return either(emit, both(emit, condition, a), both(emit, opposite(emit, condition), b))


def both(emit, a, b):
    if type(a) is Known:
        return b if a.value else FALSE
    if type(b) is Known:
        return a if b.value else FALSE
    return emit("and", a, b)


def either(emit, a, b):
    if type(a) is Known:
        return TRUE if a.value else b
    if type(b) is Known:
        return TRUE if b.value else a
    return emit("or", a, b)


def opposite(emit, a):
    return Known(not a.value) if type(a) is Known else emit("not", a)
