"""Lists of which a picture says how long they are (library/many/series.py): how they are gone through, and what functions of
Python's make of them."""

from __future__ import annotations

import bisect
import itertools
import operator

from ...errors import CompileError
from ...library.many import lines, series, wholes
from ..host.table import SPECIAL, means
from ..kinds.containers import key_of
from ..kinds.lazily import AS_GENERATOR, ahead
from ..kinds.sorting import flatten
from ..values.assumptions import decide
from ..values.choices import alternatives, chosen
from ..values.lattice import NONE, Known, Ref, Tuple
from . import streams
from .wholes import or_written, undone

AS_GENERATOR.update({
    streams.taken: lambda shared: series.taken_while, streams.dropped: lambda fixed: series.dropped_while,
    streams.sliced: lambda bounds: lambda values: series.some_of(bounds, values),
    streams.paired: lambda fixed: series.in_pairs,
    streams.accumulated: lambda began: lambda *parts: series.accumulating(began, *parts)})


@means(series.again, always=True)
def again(tracer, args, kwargs):
    walk = decide(tracer, args[0])
    return tracer.fresh(walk) if type(walk) is Ref and walk.kind == "iterator" else tracer.iterator(walk)


def is_listed(value) -> bool:
    return type(value) is Ref and value.cls is series.Listed


def where_listed(function, written) -> None:
    """Give a function another meaning for what can be counted, and whose items can be made one by one."""
    first = SPECIAL[function]

    def meaning(tracer, args, kwargs):
        values = tracer.listed(args[0]) if args else None
        found = written(tracer, values, args[1:], kwargs) if is_listed(values) else NotImplemented
        return first(tracer, args, kwargs) if found is NotImplemented else found

    vars(meaning).update(vars(first))
    SPECIAL[function] = meaning


def pairwise(tracer, values, args, kwargs):
    return tracer.call(Known(zip), [values, tracer.subscript(values, Known(slice(1, None)))], {})


def islice(tracer, values, args, kwargs):
    return tracer.iterator(tracer.subscript(values, Known(slice(*[key_of(tracer, each) for each in args]))))


def accumulate(tracer, values, args, kwargs):
    function = args[0] if args else kwargs.get("func", NONE)
    if "initial" in kwargs:
        return NotImplemented
    if type(function) is Known and function.value is None:
        function = Known(operator.add)
    return tracer.call(Known(series.Running), [values, function], {})


def backwards(tracer, values, args, kwargs):
    return tracer.iterator(tracer.subscript(values, Known(slice(None, None, -1))))


where_listed(itertools.pairwise, pairwise)
where_listed(itertools.islice, islice)
where_listed(itertools.accumulate, accumulate)
where_listed(reversed, backwards)


first_zip = SPECIAL[zip]


def zip_in_step(tracer, args, kwargs):
    """zip() of several that count to symbols: by one counter, so that a loop over it may run in any order."""
    sources = [tracer.iterator(each) for each in args]
    if len(sources) < 2 or kwargs or not all(map(tracer.is_endless, sources)):
        return first_zip(tracer, sources, kwargs)
    return tracer.iterator(tracer.call(Known(series.in_step), [tracer.listed(each) for each in sources], {}))


vars(zip_in_step).update(vars(first_zip))
SPECIAL[zip] = zip_in_step


def product(tracer, args, kwargs):
    values = [tracer.listed(each) for each in args]
    if len(values) != 2 or kwargs:
        return NotImplemented
    one, other = [each if is_listed(each) else tracer.new("list", tuple(tracer.remaining(each))) for each in values]
    return tracer.iterator(tracer.call(Known(series.Pairs), [one, other], {}))


def as_list(tracer, args, kwargs):
    """list(im), list(accumulate(row))."""
    values = tracer.listed(args[0])
    is_kept = type(values) is Ref and values.kind == "list" and values is not decide(tracer, args[0])
    if is_kept or type(values) is Ref and values.cls in (series.Listed, series.Running, series.Chosen):
        return values
    source = tracer.iterator(values)
    made = tracer.new("instance", {"walk": tracer.fresh(source)}, series.Chosen)
    tracer.tear(source)
    return made


def as_tuple(tracer, found: Ref):
    return Tuple(tracer.heap[found]) if found.kind == "list" else found


def as_set(tracer, args, kwargs):
    return tracer.call(Known(lines.Set), [as_list(tracer, args, kwargs)], {})


or_written(itertools.product, product)
or_written(list, as_list)
or_written(tuple, lambda tracer, args, kwargs: as_tuple(tracer, as_list(tracer, args, kwargs)))
or_written(set, as_set)
for _function, _written in ((bisect.bisect_left, series.place_before), (bisect.bisect_right, series.place_behind)):
    or_written(_function, lambda tracer, args, kwargs, written=_written: tracer.call(Known(written), args, kwargs))


# --- the first one ---------------------------------------------------------------------------------------------------

first_known = SPECIAL[next]


def next_or_walked(tracer, args, kwargs):
    """The first of what can only be gone through. What comes after it, nobody can ask any more."""
    found = undone(tracer, lambda: first_known(tracer, args, kwargs), "symbolic-length", "generator", "loop-changes-shape")
    if not isinstance(found, CompileError):
        return found
    source, default = decide(tracer, args[0]), args[1] if len(args) > 1 else Known(wholes.UNSET)
    if type(source) is not Ref or source.kind != "iterator" or tracer.heap[source][0].value == "torn":
        raise found
    with ahead(tracer, in_a_loop=True):
        result = tracer.call(Known(series.first), [source, default], {})
    tracer.tear(source)
    return set_by_now(tracer, result)


def set_by_now(tracer, value):
    """Without what stood there before the first was found."""
    entries = [(flag, each) for flag, each in alternatives(tracer.emit, value)
               if type(each) is not Known or each.value is not wholes.UNSET]
    return flatten(tracer, chosen(entries))



vars(next_or_walked).update(vars(first_known))
SPECIAL[next] = next_or_walked
