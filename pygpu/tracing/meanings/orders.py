"""Numbers of a picture in order: library/many/orders.py has what they are, here is how a graph says it (ir/orders.py)."""

from __future__ import annotations

import numpy as np

from ...ir import BOOL, INT, INT64, UINT32, Value
from ...ir.orders import gathered_type
from ...library.many import orders, running
from ..host.table import SPECIAL, means
from ..kinds.containers import key_of
from ..kinds.scalars import as_value
from ..kinds.vectors import vector_parts
from ..values.assumptions import decide
from ..values.lattice import NONE, ImageValue, Known, Ref
from ..values.numbers import numeric
from .lending import refuse_keyword
from .wholes import or_written


def in_order(tracer, args, kwargs):
    if key_of(tracer, kwargs.get("key", NONE)) is not None:
        raise tracer.refuse("not-orderable", "what a picture gives is to be sorted by a key",
                            instead="sort what the key gives: sorted(map(key, im))")
    return tracer.call(Known(orders.in_order), args, kwargs)


or_written(sorted, in_order)


@means(orders.gather, always=True)
def gather(tracer, args, kwargs):
    token, value = args[0], decide(tracer, args[1])
    if not numeric(value) or vector_parts(value) is not None:
        raise tracer.refuse("not-orderable", f"{tracer.describe(value)} is to be sorted, and numbers can be",
                            instead="sort what says how large it is: sorted(length(v) for v in im)")
    value = as_value(tracer, value)
    if value.type is BOOL or value.type.is_narrow:
        value = tracer.builder.convert(value, INT)
    if value.type is UINT32:
        value = tracer.builder.convert(value, INT64)
    return tracer.emit("gather", as_value(tracer, token, INT), value)


@means(orders.ranked, always=True)
def ranked(tracer, args, kwargs):
    token, place, which = args
    type = gathered_type(token) if isinstance(token, Value) else None
    if type is None:
        raise tracer.refuse("not-orderable", "it is not known what is to be sorted here",
                            instead="sort where the numbers are asked for, and not one of several sorted ones")
    tracer.builder.location = tracer.location  # the user's line, should it be refused when loops are known
    return tracer.builder.emit("ranked", token, as_value(tracer, place, INT), channel=key_of(tracer, which), type=type)


def of_pictures(function, written, names: tuple[str, ...], usual: dict, picture: int = 0):
    """What a function of NumPy's means for a picture, which it takes at that place; for anything else what it meant
    before."""
    first = SPECIAL.get(function)

    def meaning(tracer, args, kwargs):
        if len(args) <= picture or not is_picture(decide(tracer, args[picture])):
            return first(tracer, args, kwargs) if first else NotImplemented
        given = {**usual, **dict(zip(names, args)), **kwargs}
        for name in kwargs.keys() - set(names):
            raise refuse_keyword(tracer, name, function)
        for name in ("axis", "method"):
            if name in given:
                given[name] = Known(key_of(tracer, given[name]))
        return tracer.call(Known(written), [given[name] for name in names], {})

    if first is None:
        means(function, takes=names)(meaning)
    else:
        vars(meaning).update(vars(first))
        SPECIAL[function] = meaning


def is_picture(value) -> bool:
    return type(value) is ImageValue or type(value) is Ref and value.cls is running.Cumulated


def median(im, axis):
    return orders.reduced(orders.median, im, axis)


def quantile(a, q, axis, method):
    return orders.of_shares(1, everything(a) if axis is None else a, q, axis, method)


def percentile(a, q, axis, method):
    return orders.of_shares(100, everything(a) if axis is None else a, q, axis, method)


def everything(a):
    return orders.Whole(a, a.channels)


def partition(a, kth, axis):
    return orders.in_lines(a, axis)


LINEAR = {"axis": NONE, "method": Known("linear")}
of_pictures(np.median, median, ("a", "axis"), {"axis": NONE})
of_pictures(np.quantile, quantile, ("a", "q", "axis", "method"), LINEAR)
of_pictures(np.percentile, percentile, ("a", "q", "axis", "method"), LINEAR)
of_pictures(np.sort, orders.in_lines, ("a", "axis"), {"axis": Known(-1)})
of_pictures(np.partition, partition, ("a", "kth", "axis"), {"axis": Known(-1)})
of_pictures(np.cumsum, running.sums, ("a", "axis"), {"axis": NONE})
of_pictures(np.cumprod, running.products, ("a", "axis"), {"axis": NONE})
for _ufunc in [each for each in vars(np).values() if isinstance(each, np.ufunc)
               and (each.nin, each.nout, each.signature) == (2, 1, None)]:
    of_pictures(_ufunc.accumulate, running.accumulated(_ufunc), ("array", "axis"), {"axis": Known(0)})
