"""Iterators: known, symbolic, made of others, or a generator's frame.

An iterator is a Ref whose contents say how it advances, and its state:

    items      source, index            a Tuple, a list's Ref, or a host sequence
    entries    view, index, count       of a dict that had so many when it began
    range      current, stop, step      may be symbols
    rows       a whole array, iterator of their numbers
    calls      function, what ends it
    zip        strict, iterators        map  function, iterators      enumerate  iterator, count
    lazy       a step of its own (kinds/lazily.py), what is known of its state, what was found and not yet taken, parts
    generator  what, pc, names, locals and stack
    torn       nothing: pixels stand at different places of it

`advance` says whether there is a next value (known, or a symbol for a range with a symbolic end) and how to take it.
"""

from __future__ import annotations

import numpy as np

from ...errors import CompileError
from ...ir import Value
from ...library.many import series
from ...library.standard import functions as library
from ...library.standard.texts import Letters
from ..host.changes import STEPPING
from ..host.handing import python_class
from ..host.outside import is_iterator, on_host, refuse_taking
from ..host.replay import END, Replay, iterate_host
from ..kinds.arrays import rows
from ..kinds.containers import both, either
from ..kinds.grids import by_rows, gone_through
from ..kinds.instances import find_special
from ..kinds.keyed import is_keyed, keys_of
from ..kinds.lazily import AS_GENERATOR, TakenEarly, each_mapped, following, see_unchanged, state
from ..kinds.ragged import contents_of, flagged, is_never, is_ragged, left_of, maybe, united
from ..kinds.together import any_ragged, in_step, side_by_side
from ..kinds.vectors import vector_items
from ..kinds.views import next_entry, walked
from ..paths.frames import HostRaised
from ..paths.generators import Endless, is_heard, resume
from ..paths.raising import is_named
from ..paths.standing import is_of_items
from ..values.assumptions import Undecided, decide, implied, narrowed
from ..values.choices import alternatives
from ..values.lattice import FALSE, NONE, TRUE, Choice, ImageValue, Known, Maybe, Record, Ref, Tuple, View
from ..values.numbers import class_of
from ..whole.fields import wanted
from ..whole.one_by_one import gone_over
from .counted import as_range
from .lengths import is_endless, items_at_hand
from .turns import by_turns

ITEMS, FIRST = Known("items"), Known(0)
NOTHING = (Known(None),)
FEW = 3  # of which each is gone through by itself, where a generator can be by none of the other ways


def iterator(tracer, value) -> Ref:
    """iter(value)."""
    value = narrowed(tracer, value)
    value = type(value) is Choice and united(tracer, value) or decide(tracer, value)
    kind = type(value)
    if kind is Tuple or kind is Record and value.cls is Letters:
        items = contents_of(tracer, value)
        source = tracer.new("list", items) if kind is Record or is_ragged(items) else value
        return tracer.new("iterator", (ITEMS, source, FIRST))
    if kind is View:
        return walked(tracer, value)
    if kind is Ref:
        if value.kind == "iterator":
            return value
        if value.kind == "list":
            return tracer.new("iterator", (ITEMS, value, FIRST))
        if value.cls is series.Range:
            return tracer.new("iterator", (Known("range"), *tracer.heap[value].values()))
        if value.kind == "dict":
            return walked(tracer, View(value, "keys"))
        if is_keyed(tracer, value):
            return tracer.new("iterator", (ITEMS, Tuple(keys_of(tracer.heap[value])), FIRST))
        if value.kind == "set":
            return tracer.new("iterator", (ITEMS, Tuple(map(Known, set(tracer.heap[value]))), FIRST))
        if value.kind == "array":
            return tracer.new("iterator", (ITEMS, Tuple(rows(tracer, value)), FIRST))
        if value.kind == "field":
            return tracer.new("iterator", (Known("rows"), *gone_over(tracer, value)))
    if kind is Record and issubclass(value.cls, tuple):
        return tracer.new("iterator", (ITEMS, Tuple(value.fields.values()), FIRST))
    if kind is Record or kind is Ref:
        method = find_special(tracer, value, "__iter__")
        if method is not None:
            result = decide(tracer, tracer.call(method, [], {}))
            if find_special(tracer, result, "__next__") is not None:
                return tracer.new("iterator", (Known("object"), result))
            return iterator(tracer, result)
        if find_special(tracer, value, "__getitem__") is not None:
            return iterator_by_index(tracer, value)
    if kind is Known:
        host = value.value
        if isinstance(host, (list, tuple, str, bytes)):
            return tracer.new("iterator", (ITEMS, value, FIRST))
        if type(host) is range:
            return tracer.new("iterator", (Known("range"), Known(host.start), Known(host.stop), Known(host.step)))
        if tracer.of_arrays and as_range(host) is not None:
            return tracer.new("iterator", (Known("map"), Known(host.dtype.type), iterator(tracer, Known(as_range(host)))))
        if is_iterator(host) or isinstance(host, STEPPING) and id(host) not in tracer.made:
            raise refuse_taking(tracer)
        array = host if type(host) is np.ndarray and host.ndim else None
        return iterate_host(tracer, on_host(tracer, iter, host, what="a loop"), array)
    if isinstance(value, Value):
        if is_named(tracer.frames, TypeError):
            raise HostRaised(TypeError(f"'{class_of(value.type).__name__}' object is not iterable"))
        raise tracer.refuse("symbolic-length", f"a {value.type.value} is iterated over")
    if kind is ImageValue:
        if by_rows(value):
            wanted(tracer, value)
        return tracer.call(Known(gone_through(tracer, value)), [value], {})
    if kind is Ref or kind is Record:
        raise HostRaised(TypeError(f"'{python_class(tracer, value).__name__}' object is not iterable"))
    raise tracer.refuse("symbolic-length", f"{tracer.describe(value)} is iterated over")


def iterator_by_index(tracer, value) -> Ref:
    """The old protocol: value[0], value[1]... until IndexError."""
    items, index = [], 0
    while True:
        try:
            items.append(tracer.subscript(value, Known(index)))
        except HostRaised as raised:
            if isinstance(raised.error, IndexError) and not raised.conditional:
                return tracer.new("iterator", (ITEMS, Tuple(items), FIRST))
            raise
        index += 1


def advance(tracer, ref: Ref):
    """(whether there is a next value, a function that takes it)."""
    ref = decide(tracer, ref)
    contents = tracer.heap[ref]
    return ADVANCE[contents[0].value](tracer, ref, *contents[1:])


def _items(tracer, ref, source, index):
    see_unchanged(tracer, ref)
    at, source = index.value, decide(tracer, source)
    if type(source) is Known:
        host = source.value
        if type(host) is Replay:
            found = host.at(at)
            if found is END:
                return FALSE, None
            item = Known(found)
        elif at < len(host):
            item = Known(host[at])
        else:
            return FALSE, None
    else:
        items = source.items if type(source) is Tuple else tracer.heap[source]
        if at >= len(items):
            return FALSE, None
        item = items[at]
        if type(item) is Maybe:
            return item.flag, None

    def take():
        tracer.heap[ref] = (ITEMS, source, Known(at + 1))
        return item

    return TRUE, take


def _range(tracer, ref, current, stop, step):
    def take():
        tracer.heap[ref] = (Known("range"), tracer.binary("+", current, step), stop, step)
        return current

    if type(step) is not Known:  # it may count either way
        up = both(tracer, tracer.compare(">", step, Known(0)), tracer.compare("<", current, stop))
        down = both(tracer, tracer.compare("<", step, Known(0)), tracer.compare(">", current, stop))
        return either(tracer, up, down), take
    return tracer.compare("<" if step.value > 0 else ">", current, stop), take


def _rows(tracer, ref, source, counter):
    """Of a whole array, one after the other, as it is by then."""
    condition, take = advance(tracer, counter)
    return condition, lambda: tracer.subscript(source, take())


def _zip(tracer, ref, strict, *iterators):
    found = in_step(tracer, iterators)
    if found is None:
        if strict.value:
            raise tracer.refuse("symbolic-length", "zip(strict=True) of what a pixel decides the length of")
        return goes_on(tracer, ref, side_by_side(tracer, iterators))
    condition, take = found
    if strict.value and type(condition) is Known and not condition.value:
        lengths = {type(c) is Known and not c.value for c in (advance(tracer, each)[0] for each in iterators)}
        if take is not None or lengths != {True}:
            raise HostRaised(ValueError("zip() arguments have different lengths"))
    return condition, lambda: Tuple(take())


def _map(tracer, ref, function, *iterators):
    found = in_step(tracer, iterators)
    if found is None:
        rows = side_by_side(tracer, iterators) if len(iterators) > 1 else None
        source = iterators[0] if rows is None else tracer.new("iterator", (ITEMS, Tuple(rows), FIRST))
        tracer.heap[ref] = state(each_mapped, rows is not None, (function, source))
        return advance(tracer, ref)
    condition, take = found
    if type(condition) is not Known:
        return condition, lambda: tracer.call(function, take(), {})
    if not condition.value:
        return FALSE, None
    try:
        result = tracer.call(function, take(), {})
    except HostRaised as raised:
        if isinstance(raised.error, StopIteration) and not raised.conditional:  # as map(next, iterators) ends
            return FALSE, None
        raise
    return TRUE, lambda: result


def _lazy(tracer, ref, step, fixed, pending, *parts):
    """One step: what it finds is taken at once, or waits, where it may be missing, until it is taken. A step that has
    gone on to the end gives a list."""
    if type(pending) is Maybe:
        return pending.flag, None
    mark = tracer.mark()
    try:
        found = step.value(tracer, fixed.value, *parts)
    except CompileError as refusal:
        generator = AS_GENERATOR.get(step.value)
        if refusal.kind != "symbolic-length" or generator is None:
            raise
        tracer.back(mark)  # a picture says how many there are
        tracer.heap[ref] = tracer.heap[tracer.call(Known(generator(fixed.value)), list(parts), {})]
        return advance(tracer, ref)
    if isinstance(found, list):
        if type(found) is TakenEarly:
            tracer.early.setdefault(ref, []).append(found.read)
        return goes_on(tracer, ref, found)
    item, fixed, *parts = found
    missing = type(item) is Maybe
    tracer.heap[ref] = state(step.value, fixed, parts, item if missing else NONE)
    return (FALSE, None) if item is END else (item.flag, None) if missing else (TRUE, lambda: item)


def _enumerate(tracer, ref, source, count):
    if not any_ragged(tracer, [source]):
        condition, take = advance(tracer, source)
    if any_ragged(tracer, [source]):  # a generator may have shown only now what it is
        tracer.heap[ref] = state(numbered, None, (source, count))
        return advance(tracer, ref)

    def take_both():
        item = take()
        tracer.heap[ref] = (Known("enumerate"), source, tracer.binary("+", count, Known(1)))
        return Tuple((count, item))

    return condition, take_both


def numbered(tracer, fixed, source, count):
    """A step of enumerate() where items may be missing."""
    item = following(tracer, source)
    if item is END:
        return END, fixed, source, count
    flag, value = flagged(item)
    return maybe(flag, Tuple((count, value))), fixed, source, tracer.binary("+", count, flag)


def _generator(tracer, ref, what, pc, names, *values):
    """Step by step; where a pixel decides whether there is another, by turns."""
    mark = tracer.mark()
    try:
        return resume(tracer, ref, what.value, pc.value, names.value, values)
    except CompileError as refusal:
        if refusal.kind not in ("generator", "types-do-not-meet") or any(
                type(each) is Ref and is_endless(tracer, each) for each in values):
            raise
        tracer.back(mark)
        if is_heard(what.value[0]):
            tracer.walked_ahead.add(ref)
        tracer.heap[ref] = by_turns(what.value, pc.value, names.value, values)
        try:
            return advance(tracer, ref)
        except CompileError as another:
            tracer.back(mark)
            for each in values:
                if type(each) is Choice and len(alternatives(tracer.emit, each)) <= FEW:
                    decide(tracer, each)  # for each of them by itself
            told = another.kind == refusal.kind or type(another) is Endless and not tracer.stepping
            raise (another if told else refusal) from None


def next_maybe(tracer, ref):
    """(an item that may be missing, how to step over it), where such a one is next; else None."""
    ref = decide(tracer, ref)
    how, *stands = tracer.heap[ref] if type(ref) is Ref else NOTHING
    if how.value == "lazy" and type(stands[2]) is Maybe:
        step, fixed, pending, *parts = stands

        def taken():
            tracer.heap[ref] = state(step.value, fixed.value, parts)

        return pending, taken
    if how.value != "items":
        return None
    see_unchanged(tracer, ref)
    source, index = decide(tracer, stands[0]), stands[1]
    items = contents_of(tracer, source)
    if items is None or index.value >= len(items) or type(items[index.value]) is not Maybe:
        return None

    def take():
        tracer.heap[ref] = (ITEMS, source, Known(index.value + 1))

    return items[index.value], take


def goes_on(tracer, ref, items):
    """From here on an iterator gives these."""
    tracer.heap[ref] = (ITEMS, Tuple(items), FIRST)
    return advance(tracer, ref)


def step(tracer, ref) -> tuple:
    """(next_maybe's, whether there is a next value, how to take it)."""
    missing = next_maybe(tracer, ref)
    if missing is not None:
        return missing, None, None
    before = tracer.heap.get(ref) if type(ref) is Ref else None
    condition, take = advance(tracer, ref)
    if before is None or tracer.heap.get(ref) is not before:  # it may just have been run to its end
        missing = next_maybe(tracer, ref)
    return missing, condition, take


def remaining_maybe(tracer, value) -> list:
    """Every item of an iterable, with those that may be missing."""
    return list(each_maybe(tracer, value))


def each_maybe(tracer, value):
    """The same one by one, each taken when the one before has been looked at."""
    value = decide(tracer, value)
    items = contents_of(tracer, value)
    if items is None and type(value) is Known and type(value.value) is tuple:
        items = list(map(Known, value.value))
    if items is not None:
        tracer.spend(len(items))
        yield from items
        return
    before, tracer.taking_all = tracer.taking_all, len(tracer.frames)
    try:
        ref = iterator(tracer, value)
        while (item := following(tracer, ref)) is not END:
            if not is_never(flagged(item)[0]):
                yield item
            tracer.spend()
    finally:
        tracer.taking_all = before


def _object(tracer, ref, source):
    """An object with a __next__ of its own, which ends by StopIteration. Where a pixel says whether it does, and no `for`
    asks, a generator goes through it."""
    mark, changed, is_for = tracer.mark(), tracer.host_changes, tracer.asking == len(tracer.frames)
    flag, item = tracer.remaining(tracer.call(Known(library.stepped), [find_special(tracer, source, "__next__")], {}))
    if type(flag) is Known or is_for or changed != tracer.host_changes:
        return flag, lambda: narrowed(tracer, item)
    tracer.back(mark)
    generator = tracer.call(Known(library.steps), [find_special(tracer, source, "__next__")], {})
    tracer.heap[ref] = tracer.heap[generator]
    return advance(tracer, ref)


class asking:
    """While this holds, a `for` of the innermost frame asks for an item, and can do with a symbol that says whether there is
    one."""

    __slots__ = ("tracer", "before")

    def __init__(self, tracer):
        self.tracer = tracer

    def __enter__(self) -> None:
        self.before, self.tracer.asking = self.tracer.asking, len(self.tracer.frames)

    def __exit__(self, *error) -> None:
        self.tracer.asking = self.before


def _calls(tracer, ref, function, end):
    """iter(function, end): what it gives, until that is the end."""
    item = tracer.call(function, [], {})
    return tracer.negate(tracer.compare("==", item, end)), lambda: item


def _cycle(tracer, ref, items, index):
    """itertools.cycle and repeat: one item after the other, without end."""
    items = decide(tracer, items)
    if not items.items:
        return FALSE, None

    def take():
        after = tracer.binary("%", tracer.binary("+", index, Known(1)), Known(len(items.items)))
        tracer.heap[ref] = (Known("cycle"), items, after)
        return tracer.subscript(items, index)

    return TRUE, take


def _count(tracer, ref, current, step):
    def take():
        tracer.heap[ref] = (Known("count"), tracer.binary("+", current, step), step)
        return current

    return TRUE, take


def _torn(tracer, ref, condition=None, *sides):
    """Where only the place in items is open, some may be missing. Where it is known how a generator stands on either
    path, each goes on by itself."""
    if condition is None:
        raise tracer.refuse("generator", "an iterator stands at a place that depends on a pixel")
    if is_of_items(tracer.heap[ref], tracer.heap):
        return goes_on(tracer, ref, left_of(tracer, tracer.heap[ref]))
    truth = implied(tracer.assumed, condition)
    if truth is None:
        raise Undecided(condition)
    tracer.heap[ref] = tracer.heap[sides[not truth]]
    return advance(tracer, ref)


ADVANCE = {"torn": _torn, "entries": next_entry, "lazy": _lazy, "object": _object, "calls": _calls, "cycle": _cycle,
           "count": _count, "items": _items, "range": _range, "zip": _zip, "map": _map, "enumerate": _enumerate,
           "generator": _generator, "rows": _rows}


def remaining(tracer, value) -> list:
    """Every item of an iterable, which must have a known number of them."""
    value = decide(tracer, value)
    wanted(tracer, value)
    items = items_at_hand(tracer, value)
    if items is not None:
        tracer.spend(len(items))
        return items
    ref, items = iterator(tracer, value), []
    while True:
        condition, take = advance(tracer, ref)
        if type(condition) is not Known:
            raise tracer.refuse("symbolic-length", "a loop over a number of values that depends on a pixel stands "
                                                   "where all values are needed at once")
        if not condition.value:
            return items
        items.append(take())
        tracer.spend()


def each(tracer, value):
    """The items one by one, so that what is never looked at is never computed."""
    parts = vector_items(decide(tracer, value))
    if parts is not None:
        yield from parts
        return
    ref = iterator(tracer, value)
    while True:
        condition, take = advance(tracer, ref)
        if type(condition) is not Known:
            raise tracer.refuse("symbolic-length", "the number of items depends on a pixel")
        if not condition.value:
            return
        tracer.spend()
        yield take()


def each_flagged(tracer, value):
    """The items one by one, each with whether it is there."""
    value = decide(tracer, value)
    if vector_items(value) is not None or isinstance(value, Value):
        yield from ((TRUE, item) for item in each(tracer, value))
        return
    source = iterator(tracer, value)
    while True:
        missing, condition, take = step(tracer, source)
        if missing is not None:
            missing[1]()
            yield missing[0].flag, missing[0].value
            continue
        if type(condition) is not Known:
            raise tracer.refuse("symbolic-length", "the number of items depends on a pixel")
        if not condition.value:
            return
        tracer.spend()
        yield TRUE, take()
