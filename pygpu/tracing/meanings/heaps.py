"""heapq and insort for values of pixels: a heap is kept in order, which is a heap, too.

But not the one that Python has: where an item lies behind the first, nobody may ask (subscripts.py).
"""

from __future__ import annotations

import bisect
import heapq

from ..host.changes import refuse_change
from ..host.table import means
from ..kinds.ragged import maybe
from ..kinds.sorting import choose
from ..paths.frames import HostRaised
from ..values.assumptions import decide
from ..values.choices import both, either, opposite
from ..values.lattice import FALSE, NONE, TRUE, InOrder, Known, Ref, flagged
from .iterables import in_order
from .methods import pop


def in_heap_order(tracer, heap):
    """The heap, its items in order; what was put in order here is not sorted again."""
    ref = decide(tracer, heap)
    if type(ref) is Known:
        raise refuse_change(tracer, ref.value, "heapq changes")
    if type(tracer.heap[ref]) is not InOrder:
        tracer.heap[ref] = InOrder(in_order(tracer, list(tracer.heap[ref])))
    return ref


def of_heaps(function):
    """A meaning of a function of heapq's, which does it itself where all is known."""
    def around(meaning):
        def told(tracer, args, kwargs):
            ref = decide(tracer, args[0])
            items = tracer.heap[ref] if type(ref) is Ref and ref.kind == "list" else ()
            if type(items) is not tuple or not items or not all(type(each) is Known for each in (*items, *args[1:])):
                return meaning(tracer, args, kwargs)
            values = [each.value for each in items]
            try:
                found = function(values, *[each.value for each in args[1:]])
            except TypeError as error:
                raise HostRaised(error) from None
            tracer.heap[ref] = tuple(map(Known, values))
            return Known(found)

        means(function)(told)
        return meaning

    return around


@of_heaps(heapq.heapify)
def heapify(tracer, args, kwargs):
    in_heap_order(tracer, args[0])
    return NONE


@of_heaps(heapq.heappush)
def heappush(tracer, args, kwargs):
    """An item takes the place of the first that is greater, that the place of the next one, and the last the first free
    place."""
    ref, item, made, before = in_heap_order(tracer, args[0]), args[1], [], TRUE
    for flag, each in map(flagged, tracer.heap[ref]):
        free = both(tracer.emit, before, opposite(tracer.emit, flag))
        less = either(tracer.emit, free, both(tracer.emit, flag, tracer.truth(tracer.compare("<", item, each))))
        made.append(maybe(either(tracer.emit, flag, free), choose(tracer, less, item, each)))
        item, before = choose(tracer, less, each, item), flag
    tracer.heap[ref] = InOrder([*made, maybe(before, item)])
    return NONE


@of_heaps(heapq.heappop)
def heappop(tracer, args, kwargs):
    ref = in_heap_order(tracer, args[0])
    return pop(tracer, ref, Known(0))


@of_heaps(heapq.heappushpop)
def heappushpop(tracer, args, kwargs):
    heappush(tracer, args, {})
    return heappop(tracer, args[:1], {})


@of_heaps(heapq.heapreplace)
def heapreplace(tracer, args, kwargs):
    least = heappop(tracer, args[:1], {})
    heappush(tracer, args, {})
    return least


def inserting(first: bool):
    def meaning(tracer, args, kwargs):
        ref, item = decide(tracer, args[0]), args[1]
        if len(args) > 2:
            raise tracer.refuse("not-supported", "insort() with lo= or hi=", why="it has no meaning for values of pixels",
                                instead="insert into the whole list")
        items = (item, *tracer.heap[ref]) if first else (*tracer.heap[ref], item)
        tracer.heap[ref] = tuple(in_order(tracer, list(items), kwargs.get("key", NONE), FALSE))
        return NONE

    return meaning


means(bisect.insort_right, takes=["key"])(inserting(False))
means(bisect.insort_left, takes=["key"])(inserting(True))
