"""heapq and insort for values of pixels: a heap is kept in order, which is a heap, too."""

from __future__ import annotations

import bisect
import heapq

from ..host.table import means
from ..kinds.ragged import maybe
from ..kinds.sorting import choose
from ..values.assumptions import decide
from ..values.choices import both, either, opposite
from ..values.lattice import FALSE, NONE, TRUE, InOrder, Known, flagged
from .iterables import in_order
from .methods import pop


def in_heap_order(tracer, heap):
    """The heap, its items in order; what was put in order here is not sorted again."""
    ref = decide(tracer, heap)
    if type(tracer.heap[ref]) is not InOrder:
        tracer.heap[ref] = InOrder(in_order(tracer, list(tracer.heap[ref])))
    return ref


@means(heapq.heapify)
def heapify(tracer, args, kwargs):
    in_heap_order(tracer, args[0])
    return NONE


@means(heapq.heappush)
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


@means(heapq.heappop)
def heappop(tracer, args, kwargs):
    ref = in_heap_order(tracer, args[0])
    return pop(tracer, ref, Known(0))


@means(heapq.heappushpop)
def heappushpop(tracer, args, kwargs):
    heappush(tracer, args, {})
    return heappop(tracer, args[:1], {})


@means(heapq.heapreplace)
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
