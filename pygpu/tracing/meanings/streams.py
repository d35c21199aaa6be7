"""Iterators that take from others one item at a time, as late as Python does: filter, and those of itertools that are lazy.

Each is a step of kinds/lazily.py. So a test sees what a loop's body has changed meanwhile, and two that share an iterator
share its place.
"""

from __future__ import annotations

import itertools
import operator

from ...ir import Value
from ...library.many import series, wholes
from ..host.replay import END
from ..host.table import means
from ..kinds.containers import key_of
from ..kinds.instances import find_special
from ..kinds.lazily import ALL_IN_TURN, AS_GENERATOR, GO_ON, ahead, call_where, each_mapped, following, lazy
from ..kinds.ragged import compacted, flagged, is_ragged, maybe, part
from ..kinds.sorting import choose
from ..kinds.together import any_ragged, side_by_side
from ..kinds.vectors import vector_items
from ..values.assumptions import decide, narrowed
from ..values.choices import alternatives, both, either, opposite
from ..values.lattice import FALSE, NONE, TRUE, Known, Maybe, Ref, Tuple, is_none

# --- what passes a test ----------------------------------------------------------------------------------------------

@means(filter, always=True)
def filter_(tracer, args, kwargs):
    return lazy(tracer, sifted, True, args[0], tracer.iterator(args[1]))


@means(itertools.filterfalse)
def filterfalse(tracer, args, kwargs):
    return lazy(tracer, sifted, False, args[0], tracer.iterator(args[1]))


def sifted(tracer, wanted, test, source):
    while True:
        item = following(tracer, source)
        if item is END:
            return END, wanted, test, source
        flag, value = flagged(item)
        holds = passes(tracer, test, flag, value)
        there = both(tracer.emit, flag, holds if wanted else opposite(tracer.emit, holds))
        if type(there) is not Known or there.value:
            return maybe(there, as_it_is(tracer, there, value)), wanted, test, source
        tracer.spend()


def passes(tracer, test, flag, value):
    test = decide(tracer, test)
    if type(test) is Known and test.value in (None, bool):
        found = FALSE
        for here, each in alternatives(tracer.emit, value):
            found = either(tracer.emit, found, both(tracer.emit, here, tracer.truth(each)))
        return found
    found = call_where(tracer, flag, test, [value])
    return FALSE if found is None else tracer.truth(found)


def as_it_is(tracer, flag, value):
    """A value for the pixels for which a flag holds: of None or a number the number, where that was the test."""
    if type(flag) is Known:
        return narrowed(tracer, value)
    with tracer.assuming(flag, True):
        return narrowed(tracer, value)


@means(itertools.compress)
def compress(tracer, args, kwargs):
    source, selectors = sources = [tracer.iterator(each) for each in args]
    if source is not selectors and any_ragged(tracer, sources, ahead=True):
        rows = [(flag, row.items) for flag, row in map(flagged, side_by_side(tracer, sources))]
        return tracer.iterator(Tuple(maybe(both(tracer.emit, flag, tracer.truth(selector)), item)
                                     for flag, (item, selector) in rows))
    return lazy(tracer, selected, None, source, selectors)


def selected(tracer, fixed, source, selectors):
    while True:
        item = following(tracer, source)
        selector = following(tracer, selectors) if item is not END else END
        if selector is END:
            return END, fixed, source, selectors
        if type(item) is Maybe or type(selector) is Maybe:
            raise tracer.refuse("symbolic-length", "compress() of what a pixel decides the length of")
        there = tracer.truth(selector)
        if type(there) is not Known or there.value:
            return maybe(there, item), fixed, source, selectors


@means(itertools.dropwhile, always=True)
def dropwhile(tracer, args, kwargs):
    source = tracer.iterator(args[1])
    if tracer.has_no_end(source):
        return tracer.call(Known(wholes.dropped_while), [args[0], source], {})
    return lazy(tracer, dropped, None, args[0], source, TRUE)


def dropped(tracer, fixed, test, source, dropping):
    while True:
        item = following(tracer, source)
        if item is END or type(dropping) is Known and not dropping.value:
            return item, fixed, test, source, dropping
        flag, value = flagged(item)
        tested = both(tracer.emit, flag, dropping)
        dropping = both(tracer.emit, dropping, opposite(tracer.emit, both(
            tracer.emit, flag, opposite(tracer.emit, passes(tracer, test, tested, value)))))
        there = both(tracer.emit, flag, opposite(tracer.emit, dropping))
        if type(there) is not Known or there.value:
            return maybe(there, value), fixed, test, source, dropping


@means(itertools.takewhile, always=True)
def takewhile(tracer, args, kwargs):
    source = tracer.iterator(args[1])
    if tracer.has_no_end(source):
        return tracer.call(Known(wholes.taken_while), [args[0], source], {})
    return lazy(tracer, taken, source is decide(tracer, args[1]), args[0], source, TRUE)


def taken(tracer, shared, test, source, going):
    """One after the other while it is known that they pass; where a pixel decides, all that is left at once."""
    item = following(tracer, source) if going.value else END
    if item is END:
        return END, shared, test, source, FALSE
    flag, value = flagged(item)
    holds = passes(tracer, test, flag, value)
    if type(flag) is type(holds) is Known:
        return item if holds.value else END, shared, test, source, holds
    return taken_at_once(tracer, shared, test, source, item, holds)


def taken_at_once(tracer, shared, test, source, first, holds) -> list:
    """Whoever goes on with the source does so behind the first that fails, which is gone, too."""
    found, left, going = [], [], TRUE
    with ahead(tracer):
        items = [first, *tracer.remaining_maybe(source)]
    for item in items:
        flag, value = flagged(item)
        if item is not first:
            holds = passes(tracer, test, both(tracer.emit, flag, going), value)
        fails = both(tracer.emit, flag, opposite(tracer.emit, holds))
        before, going = going, both(tracer.emit, going, opposite(tracer.emit, fails))
        left += present(both(tracer.emit, flag, opposite(tracer.emit, before)), value)
        found += present(both(tracer.emit, flag, going), value)
    if shared:
        tracer.heap[source] = (Known("items"), Tuple(left), Known(0))
    return found


def present(flag, value) -> list:
    """An item, unless it is known to be missing."""
    return [maybe(flag, value)] if type(flag) is not Known or flag.value else []


@means(itertools.islice, always=True)
def islice(tracer, args, kwargs):
    given = [decide(tracer, each) for each in args[1:]]
    if any([isinstance(each, Value) for each in given]):
        return islice_to_symbols(tracer, args[0], *((NONE, *given) if len(given) == 1 else given))
    bounds = slice(*(key_of(tracer, each) for each in given))
    return lazy(tracer, sliced, (bounds.start or 0, bounds.stop, bounds.step or 1, 0), tracer.iterator(args[0]))


def islice_to_symbols(tracer, values, start, stop, step=NONE):
    """A pixel says where it begins or ends: each item is there if it lies between."""
    if type(step) is not Known or step.value not in (None, 1):
        raise tracer.refuse("symbolic-length", "islice() with a step and bounds that depend on a pixel")
    source = tracer.iterator(values)
    how, *counted = tracer.heap[source]
    if how.value == "count":
        first, by = counted
        begin = first if is_none(start) else tracer.binary("+", first, tracer.binary("*", start, by))
        if is_none(stop):
            tracer.tear(source)
            return tracer.new("iterator", (how, begin, by))
        end = tracer.binary("+", first, tracer.binary("*", stop, by))
        tracer.heap[source] = (how, end, by)
        return tracer.new("iterator", (Known("range"), begin, end, by))
    if tracer.has_no_end(source):
        if is_none(stop):
            return tracer.call(Known(series.from_there_on), [source, start], {})
        return tracer.call(Known(series.up_to_there), [source, Known(0) if is_none(start) else start, stop], {})
    with ahead(tracer):
        items = compacted(tracer, tracer.remaining_maybe(source))
    tracer.tear(source)
    return tracer.iterator(Tuple(
        maybe(both(tracer.emit, flagged(item)[0], flagged(kept)[0]), flagged(item)[1])
        for item, kept in zip(items, part(tracer, items, start, stop))))


def sliced(tracer, state, source):
    """`wanted` is the number of the next item to be given, `at` that of the next one of the source."""
    wanted, stop, step, at = state
    while stop is None or at < stop:
        item = following(tracer, source)
        if type(item) is Maybe:
            raise tracer.refuse("symbolic-length", "islice() of what a pixel decides the length of",
                                instead="make a list of it, and take a slice of that")
        at += 1
        tracer.spend()
        if item is END or at > wanted:
            return item, (wanted + step, stop, step, at), source
    return END, (wanted, stop, step, at), source


# --- what becomes of each --------------------------------------------------------------------------------------------

@means(itertools.starmap)
def starmap(tracer, args, kwargs):
    return lazy(tracer, each_mapped, True, args[0], tracer.iterator(args[1]))


@means(itertools.accumulate, always=True, takes=["func", "initial"])
def accumulate(tracer, args, kwargs):
    function = args[1] if len(args) > 1 else kwargs.get("func", NONE)
    function = Known(operator.add) if is_none(function) else function
    initial = kwargs.get("initial", NONE)
    source = tracer.iterator(args[0])
    if tracer.has_no_end(source):
        begin = Known(wholes.UNSET) if is_none(initial) else initial
        return tracer.call(Known(wholes.accumulated), [function, source, begin], {})
    began = "at" if not is_none(initial) else None
    return lazy(tracer, accumulated, began, function, source, initial)


def accumulated(tracer, began, function, source, total):
    """`began` is None before the first item, "at" where the total is given first, True afterwards."""
    if began == "at":
        return total, True, function, source, total
    item = following(tracer, source)
    if type(item) is Maybe:
        raise tracer.refuse("symbolic-length", "accumulate() of what a pixel decides the length of")
    if item is END:
        return END, began, function, source, total
    total = tracer.call(function, [total, item], {}) if began else item
    return total, True, function, source, total


@means(itertools.pairwise)
def pairwise(tracer, args, kwargs):
    return lazy(tracer, paired, None, tracer.iterator(args[0]), Known(wholes.UNSET))


def paired(tracer, fixed, source, before):
    begun = type(before) is not Known or before.value is not wholes.UNSET
    one = before if begun else following(tracer, source)
    other = END if one is END else following(tracer, source)
    if type(one) is Maybe or type(other) is Maybe:
        (there, last), found = flagged(one), []
        with ahead(tracer):
            items = [*([] if other is END else [other]), *tracer.remaining_maybe(source)]
        for flag, item in map(flagged, items):
            found.append(maybe(both(tracer.emit, there, flag), Tuple((last, item))))
            last, there = choose(tracer, flag, item, last), either(tracer.emit, there, flag)
        return found
    if other is END:
        return END, fixed, source, one
    return Tuple((one, other)), fixed, source, other


@means(reversed, always=True)
def reversed_(tracer, args, kwargs):
    value = decide(tracer, args[0])
    if type(value) is Known:  # a range that goes back is a range: a loop over it may stay one
        return tracer.iterator(Known(value.value[::-1])) if type(value.value) is range else NotImplemented
    method = find_special(tracer, value, "__reversed__")
    if method is not None:
        return tracer.iterator(tracer.call(method, [], {}))
    if type(value) is Ref and value.kind == "list" and value.cls is None and not is_ragged(tracer.heap[value]):
        return lazy(tracer, backwards, len(tracer.heap[value]) - 1, value)
    parts = vector_items(value)
    return tracer.iterator(Tuple((parts if parts is not None else tracer.remaining_maybe(value))[::-1]))


def backwards(tracer, at, ref):
    items = tracer.heap[decide(tracer, ref)]
    return (items[at], at - 1, ref) if 0 <= at < len(items) else (END, -1, ref)


# --- one after the other ---------------------------------------------------------------------------------------------

@means(itertools.chain)
def chain(tracer, args, kwargs):
    return lazy(tracer, chained, 0, *(tracer.iterator(each) for each in args))


def chained(tracer, at, *sources):
    while at < len(sources):
        item = following(tracer, sources[at])
        if item is not END:
            return item, at, *sources
        at += 1
    return END, at, *sources


ALL_IN_TURN.add(chained)
GO_ON.update({sifted, each_mapped})
AS_GENERATOR.update({sifted: lambda wanted: wholes.filtered if wanted else wholes.filtered_out,
                     each_mapped: lambda fixed: wholes.starred, chained: lambda at: wholes.chained})


@means(itertools.chain.from_iterable)
def chain_from_iterable(tracer, args, kwargs):
    return lazy(tracer, chained_from, None, tracer.iterator(args[0]), tracer.iterator(Tuple(())))


def chained_from(tracer, fixed, source, inner):
    while True:
        item = following(tracer, inner)
        if item is not END:
            return item, fixed, source, inner
        group = following(tracer, source)
        if group is END:
            return END, fixed, source, inner
        if type(group) is Maybe:
            inside = [maybe(both(tracer.emit, group.flag, flag), value)
                      for flag, value in map(flagged, tracer.remaining_maybe(group.value))]
            inner = tracer.iterator(Tuple(inside))
        else:
            inner = tracer.iterator(group)
