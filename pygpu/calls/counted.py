"""Whole numbers that a filter is called with and that say how long something is: `[0.0] * n`, a list that grows n times.

A kernel's lists have a length that is known when it is made. So such a filter is compiled once for each value of n, as if
that were given to compile; which of its arguments that takes, its first call finds out.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import wraps

from ..errors import CompileError
from ..ir.ops import MOST_ROOM, ROOM
from ..language import Int
from ..tracebacks import cleaned

# What is refused for want of them: also np.arange(n), np.roll(x, n), and (x, t) where t is a list as long as n says.
LENGTHS = {"symbolic-length", "loop-changes-shape", "generator", "symbolic-key", "opaque-call", "library-call", "bad-result",
           "out-of-room", "types-do-not-meet"}
KEPT = 16  # values


def counting(leading: int = 0):
    """A door for a method that takes what a call does, behind so many other arguments."""
    def around(method):
        @wraps(method)
        def opened(self, *args, **kwargs):
            if self.counts:
                return known(self, self.counts, opened, args, kwargs, leading)
            try:
                return method(self, *args, **kwargs)
            except Exception as error:
                for found in instead(self, error, opened, args, kwargs, leading):
                    return found
                raise cleaned(error)  # noqa: B904 (it is this one)
        return opened
    return around


def instead(filter, error: Exception, method, args, keywords: dict, leading: int = 0) -> Iterator:
    """What a method gives with whole numbers that are known, if that was what it lacked."""
    if isinstance(error, CompileError) and error.kind == "out-of-room" and filter.room < MOST_ROOM:
        yield with_room(filter, min(4 * filter.room, MOST_ROOM), method, args, keywords)
        return
    numbers = [p.name for p in filter.arguments.typed if p.type is Int]
    if isinstance(error, CompileError) and error.kind in LENGTHS and not filter.counts and filter.of_counts is not None:
        for names in dict.fromkeys([*zip(numbers), tuple(numbers)]) if numbers else ():
            try:
                found = known(filter, names, method, args, keywords, leading)
            except CompileError:
                continue
            filter.counts, filter._special = names, True
            yield found
            return
    if isinstance(error, CompileError) and error.kind == "loop-changes-shape" and not filter.room:
        yield with_room(filter, ROOM, method, args, keywords)


def first_room(parameters) -> int:
    """The room that lists have in loops of a filter's kernel: none where a number may say how long they are, which can be
    known instead."""
    return 0 if any(p.type is Int for p in parameters) else ROOM


def with_room(filter, room: int, method, args, keywords: dict):
    """The same method, with so much room. A kernel that carries more items is a larger one: it is made for who needs it."""
    filter.__init__(filter.function, filter.known, filter.options)
    filter.room = room
    return method(filter, *args, **keywords)


def known(filter, names, method, args, keywords: dict, leading: int = 0):
    """The same method of the filter that has these arguments compiled in."""
    places = {name: i for i, name in enumerate(filter.arguments.names, leading) if i < len(args)}
    given = {name: args[i] for name, i in places.items()} | keywords
    values = tuple([value_of(filter, name, given) for name in names])
    fixed = filter.of_counts.get((names, values))
    if fixed is None:
        if len(filter.of_counts) >= KEPT:
            filter.of_counts.clear()
        fixed = type(filter)(filter.function, {**filter.known, **dict(zip(names, values))}, filter.options)
        fixed.of_counts = None  # it knows what it can
        filter.of_counts[names, values] = fixed
    gone = {places.get(name) for name in names}
    found = method(fixed, *[value for i, value in enumerate(args) if i not in gone],
                   **{name: value for name, value in keywords.items() if name not in names})
    filter._last, filter._timings, filter.single = fixed._last or filter._last, fixed._timings, fixed.single
    return found


def value_of(filter, name: str, given: dict) -> int:
    parameter = next(p for p in filter.arguments.typed if p.name == name)
    if name not in given and not parameter.is_optional:
        raise filter.arguments.wrong(f"is missing the argument '{name}'")
    return filter.arguments.number(parameter, given.get(name, parameter.value))
