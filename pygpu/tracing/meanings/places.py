"""Known places one after the other, in a function of whole arrays: itertools.product of ranges and np.ndindex. A loop over
many of them counts with one counter, so that it may be one of the kernel."""

from __future__ import annotations

import itertools
import math
from functools import partial

import numpy as np

from ...library.many import series
from ..host.table import ANY, SPECIAL, means
from ..values.lattice import Known

LONG = 48  # passes through known places or a list of symbols, from which on they are a loop of the graph
first_product = SPECIAL[itertools.product]


@means(itertools.product, always=True, takes=ANY)
def product(tracer, args, kwargs):
    known = all([type(each) is Known for each in (*args, *kwargs.values())])
    if not known:
        return first_product(tracer, args, kwargs)
    ranges = [each.value for each in args if type(each.value) is range]
    return in_order(tracer, ranges) if not kwargs and len(ranges) == len(args) else NotImplemented


@means(np.ndindex, always=True)
def ndindex(tracer, args, kwargs):
    sizes = [each.value if type(each) is Known else None for each in args]
    shape = sizes[0] if len(sizes) == 1 and type(sizes[0]) is tuple else sizes
    return in_order(tracer, [range(n) for n in shape]) if all([type(n) is int for n in shape]) else NotImplemented


def in_order(tracer, ranges):
    """Each number of known ranges with each of the others, the last one fastest."""
    many = math.prod(map(len, ranges))
    if not tracer.of_arrays or many < LONG:
        return NotImplemented
    place = partial(series.place_in, tuple([(each.start, each.step, len(each)) for each in ranges]))
    return tracer.new("iterator", (Known("map"), Known(place), tracer.iterator(Known(range(many)))))
