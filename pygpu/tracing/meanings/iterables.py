"""What iterating builtins, functools and itertools mean for items that are not all known."""

from __future__ import annotations

import collections
import functools
import itertools

from ...ir import SIDES, Value
from ...library.many import series
from ...library.standard import functions as library
from ..host.changes import STEPPING, may_change
from ..host.outside import refuse_taking
from ..host.replay import END
from ..host.table import ANY, means
from ..kinds.containers import key_of, known_length
from ..kinds.images import dimension, image_attribute
from ..kinds.instances import blank, find_special, object_behind
from ..kinds.lazily import call_where, following, has_changed, now
from ..kinds.mappings import entries, filled, new_set, put_all
from ..kinds.ragged import (
    FEW,
    compacted,
    contents_of,
    first_of,
    flagged,
    is_never,
    is_ragged,
    item_at,
    length,
    maybe,
    no_longer,
    ordered,
    require,
    without,
)
from ..kinds.sorting import choose, sort_items
from ..kinds.together import any_ragged
from ..kinds.vectors import vector_items
from ..paths.frames import HostRaised
from ..paths.generators import see_heard, step_by_step, stopped
from ..values.assumptions import decide
from ..values.choices import both, either, opposite
from ..values.lattice import FALSE, NONE, TRUE, Builtin, Function, ImageValue, Known, Maybe, Record, Ref, Tuple, is_none
from ..values.numbers import numeric, type_of
from ..values.possible import bounds_of
from ..values.refusals import misfit

PLACEHOLDER = getattr(functools, "Placeholder", None)  # of CPython 3.14 and later, as keywords of map() and reduce() are

# --- iteration -------------------------------------------------------------------------------------------------------


@means(iter, always=True)
def iter_(tracer, args, kwargs):
    return tracer.iterator(args[0]) if len(args) == 1 else tracer.new("iterator", (Known("calls"), *args))


@means(next, always=True)
def next_meaning(tracer, args, kwargs):
    source = decide(tracer, args[0])
    if type(source) is Known:
        if isinstance(source.value, STEPPING) and may_change(tracer, source.value):
            return NotImplemented
        raise refuse_taking(tracer) if hasattr(source.value, "__next__") else HostRaised(
            TypeError(f"'{type(source.value).__name__}' object is not an iterator"))
    if not (type(source) is Ref and source.kind == "iterator"):
        if find_special(tracer, source, "__next__") is None:
            raise HostRaised(TypeError("what next() is given is not an iterator"))
        source = tracer.new("iterator", (Known("object"), source))
    behind = object_behind(tracer, source)
    if behind is not None:
        step = find_special(tracer, behind, "__next__")
        return tracer.call(Known(library.next_or), [step, args[1]], {}) if len(args) > 1 else tracer.call(step, [], {})
    with step_by_step(tracer):
        missing, condition, take = tracer.step(source)
    if missing is not None or type(condition) is not Known:
        _, *sources = tracer.with_sources(source)
        mark, then = tracer.mark(), now(tracer)
        items = tracer.remaining_maybe(source)  # the first that is there; the others are left
        if has_changed(tracer, then):
            tracer.back(mark)
            return tracer.call(Known(library.next_in_order), [source, *args[1:]], {})
        for part in sources:
            tracer.tear(part)
        taken = first_of(tracer, items, [TRUE] * len(items))
        tracer.heap[source] = (Known("items"), Tuple(without(tracer, items, taken)), Known(0))
        if len(args) > 1:
            for flag, item in reversed([*map(flagged, items)]):
                args = [args[0], choose(tracer, flag, item, args[1])]
            return args[1]
        see_heard(tracer, source)
        return item_at(tracer, items, Known(0), StopIteration)
    if condition.value:
        return take()
    if len(args) > 1:
        stopped(tracer, source)
        return args[1]
    raise stopped(tracer, source)


@means(range)
def range_(tracer, args, kwargs):
    args = [decide(tracer, a) for a in args]
    for a in args:
        if not numeric(a) or type_of(a).is_float:
            raise HostRaised(TypeError(f"{tracer.describe(a)} cannot be interpreted as an integer; "
                                       "int(...) around it makes it one, and a parameter may be an Int"))
    start, stop, step = (Known(0), args[0], Known(1)) if len(args) == 1 else (*args, Known(1))[:3]
    return tracer.new("instance", {"start": start, "stop": stop, "step": step}, series.Range)


@means(zip, always=True, takes=["strict"])
def zip_(tracer, args, kwargs):
    strict = kwargs.get("strict", FALSE)
    return tracer.new("iterator", (Known("zip"), strict, *(tracer.iterator(a) for a in args))) if args else Tuple(())


@means(enumerate, always=True, takes=["start"])
def enumerate_(tracer, args, kwargs):
    start = args[1] if len(args) > 1 else kwargs.get("start", Known(0))
    return tracer.new("iterator", (Known("enumerate"), tracer.iterator(args[0]), start))


@means(map, always=True, takes=["strict"] if PLACEHOLDER else [])
def map_(tracer, args, kwargs):
    if kwargs:
        return tracer.call(Known(itertools.starmap), [args[0], tracer.call(Known(zip), args[1:], kwargs)], {})
    return tracer.new("iterator", (Known("map"), args[0], *(tracer.iterator(a) for a in args[1:])))


@means(sorted, takes=["key", "reverse"])
def sorted_(tracer, args, kwargs):
    items, key, reverse = tracer.remaining_maybe(args[0]), kwargs.get("key", NONE), kwargs.get("reverse", FALSE)
    return tracer.new("list", tuple(in_order(tracer, items, key, reverse)))


def in_order(tracer, items, key=NONE, reverse=FALSE) -> list:
    """Items in order, those that may be missing among them."""
    if not is_ragged(items):
        return sort_items(tracer, items, key, reverse)
    key, items = decide(tracer, key), [item for item in items if not is_never(flagged(item)[0])]
    if not items:
        return []
    keys = None
    if not is_none(key):
        keyed = [(item, call_where(tracer, flag, key, [value])) for item, (flag, value) in zip(items, map(flagged, items))]
        items, keys = [[pair[side] for pair in keyed if pair[1] is not None] for side in (0, 1)]
        if not items:
            return []
    return ordered(tracer, items, tracer.truth(reverse).value, keys)


@means(len)
def len_(tracer, args, kwargs):
    value = decide(tracer, args[0])
    if type(value) is Known:
        return tracer.call(Known(len), [value], {})
    if type(value) is ImageValue:
        if value.spec.dimensions is None:  # as NumPy's arrays have it
            return dimension(tracer, value, SIDES[value.param.dimensions - 1])
        return tracer.call(Known(len), [image_attribute(tracer, value, "positions")], {})
    items = contents_of(tracer, value)
    if items is not None and (is_ragged(items) or type(value) is Ref and value.kind in ("dict", "set")):
        return length(tracer, items)
    parts = vector_items(value)
    size = len(parts) if parts is not None else known_length(tracer, value)
    if size is not None:
        return Known(size)
    found = find_special(tracer, value, "__len__")
    if found is None:
        raise misfit(tracer, "len()", value)
    return tracer.call(found, [], {})


@means(list)
def list_(tracer, args, kwargs):
    return tracer.new("list", tuple(sequence(tracer, args)))


@means(collections.deque, always=True, takes=["iterable", "maxlen"])
def deque(tracer, args, kwargs):
    """A list that is shifted at both ends."""
    items, longest = (*args, NONE, NONE)[:2] if not kwargs else (
        args[0] if args else kwargs.get("iterable", NONE), kwargs.get("maxlen", NONE))
    ref = tracer.new("list", (), collections.deque)
    ref.fields = tracer.new("instance", {"maxlen": longest}, collections.deque)
    ref_items = sequence(tracer, [items]) if not (type(items) is Known and items.value is None) else ()
    tracer.heap[ref] = no_longer(tracer, ref, tuple(ref_items))
    return ref


@means(tuple)
def tuple_(tracer, args, kwargs):
    return Tuple(sequence(tracer, args))


def sequence(tracer, args) -> list:
    if not args:
        return []
    parts = vector_items(decide(tracer, args[0]))
    return parts if parts is not None else tracer.remaining_maybe(args[0])


@means(set, frozenset)
def set_(tracer, args, kwargs):
    return new_set(tracer, sequence(tracer, args))


@means(dict, takes=ANY)
def dict_(tracer, args, kwargs):
    made = tracer.new("dict", {})
    fill(tracer, made, args, kwargs)
    return made


@means(collections.OrderedDict, takes=ANY, always=True)
def ordered_dict(tracer, args, kwargs):
    made = blank(tracer, collections.OrderedDict)
    fill(tracer, made, args, kwargs)
    return made


def fill(tracer, ref, args, kwargs) -> None:
    filled(tracer, ref, entries(tracer, args[0]) if args else ())
    filled(tracer, ref, [(TRUE, Known(key), value) for key, value in kwargs.items()])


@means(dict.__init__, takes=ANY)
def init_dict(tracer, args, kwargs):
    fill(tracer, decide(tracer, args[0]), args[1:], kwargs)
    return NONE


@means(list.__init__)
def init_list(tracer, args, kwargs):
    tracer.heap[decide(tracer, args[0])] = tuple(sequence(tracer, args[1:]))
    return NONE


@means(set.__init__)
def init_set(tracer, args, kwargs):
    put_all(tracer, decide(tracer, args[0]), sequence(tracer, args[1:]))
    return NONE


@means(collections.defaultdict, takes=ANY, always=True)
def default_dict(tracer, args, kwargs):
    made = tracer.new("dict", {}, collections.defaultdict)
    made.fields = tracer.new("instance", {"default_factory": args[0] if args else NONE}, collections.defaultdict)
    fill(tracer, made, args[1:], kwargs)
    return made


@means(dict.fromkeys)
def fromkeys(tracer, args, kwargs):
    made = tracer.new("dict", {})
    filled(tracer, made, [(*flagged(key), args[1] if len(args) > 1 else NONE) for key in tracer.remaining_maybe(args[0])])
    return made


@means(slice)
def slice_(tracer, args, kwargs):
    return Record(slice, dict(zip(("start", "stop", "step"), [NONE, *args, NONE] if len(args) == 1 else [*args, NONE])))


@means(functools.reduce, takes=["initial"] if PLACEHOLDER else [])
def reduce(tracer, args, kwargs):
    function, items, *start = [*args, *kwargs.values()]
    items = [*start, *tracer.remaining_maybe(items)]
    if not items:
        raise HostRaised(TypeError("reduce() of empty iterable with no initial value"))
    there, result = flagged(items[0])
    for flag, item in map(flagged, items[1:]):
        both_there = both(tracer.emit, there, flag)
        joined = call_where(tracer, both_there, function, [result, item])
        result = choose(tracer, both_there, joined, choose(tracer, flag, item, result)) if joined is not None else result
        there = either(tracer.emit, there, flag)
    require(tracer, there, lambda: TypeError("reduce() of empty iterable with no initial value"))
    return result


@means(functools.partial, takes=ANY)
def partial(tracer, args, kwargs):
    return Builtin(call_partial, Tuple((Tuple(args), tracer.new("dict", kwargs))), "partial")


def call_partial(tracer, bound, *more, **keywords):
    (function, *args), known = bound.items[0].items, tracer.heap[bound.items[1]]
    return tracer.call(function, filled_in(args, more), {**known, **keywords})


def filled_in(held, given) -> list:
    """The arguments of a partial: what is given takes the places that are held for it, and comes behind them."""
    given = [*given]
    free = [number for number, each in enumerate(held) if PLACEHOLDER and type(each) is Known and each.value is PLACEHOLDER]
    if len(free) > len(given):
        raise HostRaised(TypeError("missing positional arguments in 'partial' call; "
                                   f"expected at least {len(free)}, got {len(given)}"))
    taken = dict(zip(free, given))
    return [*[taken.get(number, each) for number, each in enumerate(held)], *given[len(free):]]


@means(functools.cache)
def cache(tracer, args, kwargs):
    """A function that remembers what it gave, and gives it again: for what can be told here, the function itself."""
    return remembering(tracer, NONE, args[0])


def remembering(tracer, bound, function):
    tracer.cached.add(getattr(function, "code", None))
    return function


@means(functools.lru_cache, always=True, takes=ANY)
def lru_cache(tracer, args, kwargs):
    """As a decorator, or as what makes one."""
    asked = args[0] if args else kwargs.get("maxsize", NONE)
    if type(asked) is Known and not callable(asked.value):
        return Builtin(remembering, NONE, "lru_cache")
    return remembering(tracer, NONE, asked)


@means(functools.wraps, takes=ANY)
def wraps(tracer, args, kwargs):
    return Builtin(wrapping, args[0] if args else kwargs["wrapped"], "wraps")


@means(functools.update_wrapper, takes=ANY)
def update_wrapper(tracer, args, kwargs):
    return wrapping(tracer, args[1] if len(args) > 1 else kwargs["wrapped"], args[0])


def wrapping(tracer, wrapped, function):
    """What is wrapped gives its name and its text to the wrapper."""
    if type(function) is Function:
        given = {name: tracer.get_attribute(wrapped, name) for name in ("__name__", "__qualname__", "__doc__")}
        tracer.heap[function.own] = {**tracer.heap.get(function.own, {}), **given, "__wrapped__": wrapped}
    return function


def through_host(function):
    """An itertools function that only arranges items: run on the host over abstract items."""

    def meaning(tracer, args, kwargs):
        plain = {name: key_of(tracer, value) for name, value in kwargs.items()}
        iterables = [a.value if type(a) is Known and (isinstance(a.value, int) or a.value is None)
                     else tracer.remaining_maybe(tracer.kept(a)) for a in args]
        if any(type(each) is list and is_ragged(each) for each in iterables) and function not in ALL_OR_NONE:
            iterables = [tracer.remaining(Tuple(each)) if type(each) is list else each for each in iterables]
        if function is itertools.permutations and is_ragged(iterables[0]) and iterables[1:] in ([], [None]) and (
                plain.get("r") is None):
            return tracer.iterator(Tuple(permutations(tracer, compacted(tracer, iterables[0]))))
        result = list(function(*iterables, **plain))
        return tracer.iterator(Tuple(all_there(tracer, r) for r in result))

    return meaning


def permutations(tracer, items):
    """Those of all items that are there: of none, of one and so on, each there where these are as many."""
    there = length(tracer, items)
    for count in range(len(items) + 1):
        flag, values = tracer.truth(tracer.compare("==", there, Known(count))), [flagged(item)[1] for item in items[:count]]
        for each in () if type(flag) is Known and not flag.value else itertools.permutations(values):
            tracer.spend()
            yield maybe(flag, arranged(each))


def all_there(tracer, items):
    """Items side by side: there where each of them is."""
    if type(items) is not tuple or not is_ragged(items):
        return arranged(items)
    there, values = TRUE, []
    for flag, value in map(flagged, items):
        there = both(tracer.emit, there, flag)
        values.append(value)
    return maybe(there, arranged(tuple(values)))


def arranged(item):
    if isinstance(item, Tuple):
        return item
    return Tuple(arranged(i) for i in item) if isinstance(item, tuple) else Known(item) if isinstance(
        item, (int, bool, type(None))) else item


ALL_OR_NONE = (itertools.product, itertools.permutations, itertools.combinations, itertools.combinations_with_replacement)

for _function in (*ALL_OR_NONE,
                  *([itertools.batched] if hasattr(itertools, "batched") else [])):
    means(_function, takes=ANY)(through_host(_function))


@means(itertools.zip_longest, takes=["fillvalue"])
def zip_longest(tracer, args, kwargs):
    """In turns, since one iterator may stand here twice."""
    fill, rows = kwargs.get("fillvalue", NONE), []
    iterators = [tracer.iterator(each) for each in args]
    if any_ragged(tracer, iterators, ahead=True):
        if len({*iterators}) < len(iterators):
            raise tracer.refuse("symbolic-length", "zip_longest() of an iterator twice, whose length a pixel decides")
        columns = [compacted(tracer, items) if is_ragged(items) else items
                   for items in (tracer.remaining_maybe(each) for each in iterators)]
        for row in itertools.zip_longest(*columns, fillvalue=Maybe(FALSE, fill)):
            flags, there = [flag for flag, _ in map(flagged, row)], FALSE
            for flag in flags:
                there = either(tracer.emit, there, flag)
            rows.append(maybe(there, Tuple(choose(tracer, flag, value, fill) for flag, value in map(flagged, row))))
        return tracer.iterator(Tuple(rows))
    while True:
        row = [following(tracer, each) for each in iterators]
        if any(type(item) is Maybe for item in row):
            raise tracer.refuse("symbolic-length", "zip_longest() of what a pixel decides the length of")
        if all(item is END for item in row):
            return tracer.iterator(Tuple(rows))
        rows.append(Tuple(fill if item is END else item for item in row))
        tracer.spend()


@means(itertools.cycle, always=True)
def cycle(tracer, args, kwargs):
    return tracer.new("iterator", (Known("cycle"), Tuple(tracer.remaining(args[0])), Known(0)))


@means(itertools.count, always=True)
def count(tracer, args, kwargs):
    """Known or not: a loop of the graph can count on from it, which of an iterator of the host's it cannot."""
    given = dict(zip(("start", "step"), args)) | kwargs
    return tracer.new("iterator", (Known("count"), given.get("start", Known(0)), given.get("step", Known(1))))


@means(functools.cmp_to_key)
def cmp_to_key(tracer, args, kwargs):
    """A key that compares by a function: an object with that method."""
    return Builtin(
        lambda tracer, receiver, item: tracer.new("instance", {"compare": args[0], "item": item}, library.ComparedBy),
        NONE, "cmp_to_key")


@means(itertools.repeat, takes=["times"])
def repeat(tracer, args, kwargs):
    if len(args) < 2 and "times" not in kwargs:
        return tracer.new("iterator", (Known("cycle"), Tuple(args), Known(0)))
    times = decide(tracer, args[1] if len(args) > 1 else kwargs["times"])
    if isinstance(times, Value):
        most = bounds_of(times)[1]
        if most > FEW:
            return tracer.call(Known(library.repeat), [args[0], times], {})
        flags = [tracer.truth(tracer.compare("<", Known(k), times)) for k in range(int(most))]
        return tracer.iterator(Tuple([maybe(flag, args[0]) for flag in flags]))
    return tracer.iterator(Tuple([args[0]] * key_of(tracer, times)))


@means(itertools.groupby, takes=["key"])
def groupby(tracer, args, kwargs):
    """Groups of neighbours whose key is the same: where pixels decide, each item may begin one that has any after it."""
    key, items = args[1] if len(args) > 1 else kwargs.get("key", NONE), tracer.remaining_maybe(args[0])
    tracer.tear(args[0])
    items = [(flag, item) for flag, item in map(flagged, compacted(tracer, items) if is_ragged(items) else items)]
    keys = [item if type(key) is Known and key.value is None else tracer.call(key, [item], {}) for _, item in items]
    same = [tracer.truth(tracer.compare("==", one, other)) for one, other in itertools.pairwise(keys)]
    groups = []
    for place, (flag, item) in enumerate(items):
        begins = both(tracer.emit, flag, opposite(tracer.emit, same[place - 1]) if place else TRUE)
        if type(begins) is Known and not begins.value:
            continue
        group, goes_on = [item], TRUE
        for (there, other), equal in zip(items[place + 1:], same[place:]):
            goes_on = both(tracer.emit, goes_on, both(tracer.emit, there, equal))
            if type(goes_on) is Known and not goes_on.value:
                break
            group.append(maybe(goes_on, other))
        groups.append(maybe(begins, Tuple((keys[place], tracer.iterator(Tuple(group))))))
    return tracer.iterator(Tuple(groups))


@means(itertools.tee)
def tee(tracer, args, kwargs):
    items, count = Tuple(tracer.remaining_maybe(args[0])), args[1] if len(args) > 1 else Known(2)
    return Tuple(tracer.iterator(items) for _ in range(key_of(tracer, count)))
