"""What Python's builtin functions mean for values that are not all known."""

from __future__ import annotations

import builtins
import functools
import itertools
import math
import operator
import types

from ..ir import BOOL, FLOAT, INT, Value, constant
from ..language.vectors import Vector
from .arithmetic import (as_value, binary, compare, inplace, misfit, negate, number_binary, open_vector, truth, unary,
                         vector_parts)
from .calls import call, means
from .containers import both, either, items_of, key_of, known_length, mapping_items, select, subscript, vector_items
from .host import adopt, python_class
from .interpreter import HostRaised, decide
from .iteration import advance, iterator, remaining
from .paths import numeric, type_of
from .values import FALSE, NONE, TRUE, Builtin, Choice, Function, ImageValue, Known, Method, Nothing, Record, Ref, Tuple


# --- numbers ---------------------------------------------------------------------------------------------------------

@means(float)
def float_(tracer, args, kwargs):
    return convert(tracer, args, FLOAT, "__float__")


@means(int)
def int_(tracer, args, kwargs):
    return convert(tracer, args, INT, "__int__")


def convert(tracer, args, type_, method):
    from .attributes import find_special

    value = decide(tracer, args[0])
    if isinstance(value, Value):
        from .values import lift

        return lift(tracer.builder.convert(value, type_))
    found = find_special(tracer, value, method)
    if found is not None:
        return call(tracer, found, [], {})
    raise misfit(tracer, "float()" if type_ is FLOAT else "int()", value)


@means(bool)
def bool_(tracer, args, kwargs):
    return truth(tracer, args[0])


@means(operator.truth)
def truth_(tracer, args, kwargs):
    return truth(tracer, args[0])


@means(operator.not_)
def not_(tracer, args, kwargs):
    return negate(tracer, args[0])


@means(abs, operator.abs)
def abs_(tracer, args, kwargs):
    from ..ir import OPS
    from .arithmetic import apply
    from .attributes import find_special

    value = decide(tracer, args[0])
    if isinstance(value, Value) and value.type is BOOL:
        value = as_value(tracer, value, INT)
    found = find_special(tracer, value, "__abs__") if vector_parts(value) is None else None
    return call(tracer, found, [], {}) if found is not None else apply(tracer, OPS["abs"], [value])


@means(round)
def round_(tracer, args, kwargs):
    value = decide(tracer, args[0])
    digits = decide(tracer, args[1] if len(args) > 1 else kwargs.get("ndigits", NONE))
    if not isinstance(value, Value):
        from .attributes import find_special

        found = find_special(tracer, value, "__round__")
        if found is None:
            raise misfit(tracer, "round()", value)
        return call(tracer, found, args[1:], kwargs)
    if type(digits) is not Known:
        raise tracer.refuse("symbolic-length", "the digits to round to depend on a pixel")
    if value.type is not FLOAT:
        return as_value(tracer, value, INT) if digits.value is None or digits.value >= 0 else value
    if digits.value is None:
        return tracer.emit("int_of_float", as_value(tracer, tracer.emit("rint", value)))
    scale = Known(10.0 ** digits.value)
    scaled = tracer.emit("rint", as_value(tracer, binary(tracer, "*", value, scale)))
    return binary(tracer, "/", scaled, scale)


def whole(name):
    """math.floor and its like: an int of a float."""

    def meaning(tracer, args, kwargs):
        value = open_vector(decide(tracer, args[0]))
        if isinstance(value, Value):
            if value.type is not FLOAT:
                return as_value(tracer, value, INT)
            return tracer.emit("int_of_float", as_value(tracer, tracer.emit(name, value)))
        from .attributes import find_special

        found = find_special(tracer, value, f"__{name}__")
        if found is None:
            raise misfit(tracer, f"math.{name}()", value)
        return call(tracer, found, [], {})

    return meaning


means(math.floor)(whole("floor"))
means(math.ceil)(whole("ceil"))
means(math.trunc)(whole("trunc"))


@means(divmod)
def divmod_(tracer, args, kwargs):
    return Tuple((binary(tracer, "//", *args), binary(tracer, "%", *args)))


@means(pow)
def pow_(tracer, args, kwargs):
    if len(args) == 3:
        return binary(tracer, "%", binary(tracer, "**", args[0], args[1]), args[2])
    return binary(tracer, "**", *args)


@means(math.hypot)
def hypot(tracer, args, kwargs):
    if len(args) == 2:
        return tracer.emit("hypot", *(as_value(tracer, decide(tracer, a), FLOAT) for a in args))
    return tracer.emit("sqrt", as_value(tracer, sum_of(tracer, [binary(tracer, "*", a, a) for a in args]), FLOAT))


@means(math.dist)
def dist(tracer, args, kwargs):
    p, q = (remaining(tracer, a) if vector_items(a) is None else vector_items(a) for a in args)
    return hypot(tracer, [binary(tracer, "-", a, b) for a, b in zip(p, q)], {})


@means(math.log)
def log(tracer, args, kwargs):
    from ..ir import OPS
    from .arithmetic import apply

    value = apply(tracer, OPS["log"], args[:1])
    return value if len(args) == 1 else binary(tracer, "/", value, apply(tracer, OPS["log"], args[1:]))


@means(math.degrees)
def degrees(tracer, args, kwargs):
    return binary(tracer, "*", args[0], Known(180 / math.pi))


@means(math.radians)
def radians(tracer, args, kwargs):
    return binary(tracer, "*", args[0], Known(math.pi / 180))


@means(math.prod)
def prod(tracer, args, kwargs):
    return fold(tracer, "*", remaining(tracer, args[0]), kwargs.get("start", Known(1)))


# --- smallest, largest, sums -----------------------------------------------------------------------------------------

def least(tracer, a, b):
    """min(a, b): b where it is smaller, else a."""
    return extreme(tracer, "min", a, b)


def greatest(tracer, a, b):
    return extreme(tracer, "max", a, b)


def extreme(tracer, name, a, b):
    if numeric(a) and numeric(b):
        if type(a) is Known and type(b) is Known:
            return Known(builtins.min(a.value, b.value) if name == "min" else builtins.max(a.value, b.value))
        ta, tb = type_of(a), type_of(b)
        common = FLOAT if FLOAT in (ta, tb) else INT
        return tracer.emit(name, as_value(tracer, a, common), as_value(tracer, b, common))
    from .sorting import choose

    better = truth(tracer, compare(tracer, "<" if name == "min" else ">", b, a))
    return choose(tracer, better, b, a)


def min_max(name):
    def meaning(tracer, args, kwargs):
        items = remaining(tracer, args[0]) if len(args) == 1 else list(args)
        items = [decide(tracer, i) for i in items]
        if not items:
            if "default" in kwargs:
                return kwargs["default"]
            raise HostRaised(ValueError(f"{name}() of nothing"))
        key = decide(tracer, kwargs.get("key", NONE))
        if type(key) is Known and key.value is None:
            result = items[0]
            for item in items[1:]:
                result = extreme(tracer, name, result, item)
            return result
        from .sorting import choose

        result, best = items[0], call(tracer, key, [items[0]], {})
        for item in items[1:]:
            rank = call(tracer, key, [item], {})
            better = truth(tracer, compare(tracer, "<" if name == "min" else ">", rank, best))
            result, best = choose(tracer, better, item, result), choose(tracer, better, rank, best)
        return result

    return meaning


means(min)(min_max("min"))
means(max)(min_max("max"))


def fold(tracer, symbol, items, start):
    for item in items:
        start = binary(tracer, symbol, start, item)
    return start


def sum_of(tracer, items, start=Known(0)):
    return fold(tracer, "+", items, start)


@means(sum)
def sum_(tracer, args, kwargs):
    return sum_of(tracer, remaining(tracer, args[0]), args[1] if len(args) > 1 else kwargs.get("start", Known(0)))


@means(math.fsum)
def fsum(tracer, args, kwargs):
    return sum_of(tracer, remaining(tracer, args[0]), Known(0.0))


@means(math.sumprod if hasattr(math, "sumprod") else sum_of)
def sumprod(tracer, args, kwargs):
    return sum_of(tracer, [binary(tracer, "*", a, b) for a, b in zip(*(remaining(tracer, a) for a in args))])


@means(any)
def any_(tracer, args, kwargs):
    found = FALSE
    for item in each(tracer, args[0]):
        found = either(tracer, found, truth(tracer, item))
        if type(found) is Known and found.value:
            break
    return found


@means(all)
def all_(tracer, args, kwargs):
    holds = TRUE
    for item in each(tracer, args[0]):
        holds = both(tracer, holds, truth(tracer, item))
        if type(holds) is Known and not holds.value:
            break
    return holds


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
        yield take()


# --- iteration -------------------------------------------------------------------------------------------------------

@means(iter, always=True)
def iter_(tracer, args, kwargs):
    return iterator(tracer, args[0])


@means(next, always=True)
def next_meaning(tracer, args, kwargs):
    condition, take = advance(tracer, decide(tracer, args[0]))
    if type(condition) is not Known:
        raise tracer.refuse("symbolic-length", "whether there is a next item depends on a pixel")
    if condition.value:
        return take()
    if len(args) > 1:
        return args[1]
    raise HostRaised(StopIteration())


@means(range)
def range_(tracer, args, kwargs):
    args = [decide(tracer, a) for a in args]
    for a in args:
        if not numeric(a) or type_of(a) is FLOAT:
            raise HostRaised(TypeError(f"{tracer.describe(a)} cannot be interpreted as an integer"))
    start, stop, step = (Known(0), args[0], Known(1)) if len(args) == 1 else (*args, Known(1))[:3]
    return tracer.new("iterator", (Known("range"), start, stop, step))


@means(zip, always=True)
def zip_(tracer, args, kwargs):
    strict = kwargs.get("strict", FALSE)
    return tracer.new("iterator", (Known("zip"), strict, *(iterator(tracer, a) for a in args))) if args else Tuple(())


@means(enumerate, always=True)
def enumerate_(tracer, args, kwargs):
    start = args[1] if len(args) > 1 else kwargs.get("start", Known(0))
    return tracer.new("iterator", (Known("enumerate"), iterator(tracer, args[0]), start))


@means(map, always=True)
def map_(tracer, args, kwargs):
    return tracer.new("iterator", (Known("map"), args[0], *(iterator(tracer, a) for a in args[1:])))


@means(filter, always=True)
def filter_(tracer, args, kwargs):
    test, kept = decide(tracer, args[0]), []
    for item in remaining(tracer, args[1]):
        keep = truth(tracer, item if type(test) is Known and test.value is None else call(tracer, test, [item], {}))
        if type(keep) is not Known:
            raise tracer.refuse("symbolic-length", "how many items filter() keeps depends on a pixel")
        if keep.value:
            kept.append(item)
    return iterator(tracer, Tuple(kept))


@means(reversed)
def reversed_(tracer, args, kwargs):
    from .attributes import find_special

    value = decide(tracer, args[0])
    method = find_special(tracer, value, "__reversed__")
    if method is not None:
        return iterator(tracer, call(tracer, method, [], {}))
    parts = vector_items(value)
    return iterator(tracer, Tuple(reversed(parts if parts is not None else remaining(tracer, value))))


@means(sorted)
def sorted_(tracer, args, kwargs):
    from .sorting import sort_items

    items = sort_items(tracer, remaining(tracer, args[0]), kwargs.get("key", NONE), kwargs.get("reverse", FALSE))
    return tracer.new("list", tuple(items))


@means(len)
def len_(tracer, args, kwargs):
    from .attributes import find_special

    value = decide(tracer, args[0])
    parts = vector_items(value)
    size = len(parts) if parts is not None else known_length(tracer, value)
    if size is not None:
        return Known(size)
    found = find_special(tracer, value, "__len__")
    if found is None:
        raise misfit(tracer, "len()", value)
    return call(tracer, found, [], {})


@means(list)
def list_(tracer, args, kwargs):
    return tracer.new("list", tuple(sequence(tracer, args)))


@means(tuple)
def tuple_(tracer, args, kwargs):
    return Tuple(sequence(tracer, args))


def sequence(tracer, args) -> list:
    if not args:
        return []
    parts = vector_items(decide(tracer, args[0]))
    return parts if parts is not None else remaining(tracer, args[0])


@means(set, frozenset)
def set_(tracer, args, kwargs):
    return tracer.new("set", dict.fromkeys((key_of(tracer, v) for v in sequence(tracer, args)), NONE))


@means(dict)
def dict_(tracer, args, kwargs):
    contents: dict = {}
    if args:
        value = decide(tracer, args[0])
        if type(value) is Ref and value.kind == "dict" or type(value) is Known and isinstance(value.value, dict):
            contents.update(mapping_items(tracer, value))
        else:
            for pair in remaining(tracer, value):
                key, item = remaining(tracer, pair)
                contents[key_of(tracer, key)] = item
    return tracer.new("dict", {**contents, **kwargs})


@means(slice)
def slice_(tracer, args, kwargs):
    raise tracer.refuse("symbolic-length", "a slice has a bound that depends on a pixel")


@means(functools.reduce)
def reduce(tracer, args, kwargs):
    function, items, *start = args
    items = [*start, *remaining(tracer, items)]
    if not items:
        raise HostRaised(TypeError("reduce() of empty iterable with no initial value"))
    result = items[0]
    for item in items[1:]:
        result = call(tracer, function, [result, item], {})
    return result


@means(functools.partial)
def partial(tracer, args, kwargs):
    function, *bound = args

    def meaning(tracer, receiver, *more, **keywords):
        return call(tracer, function, [*bound, *more], {**kwargs, **keywords})

    return Builtin(meaning, NONE, "partial")


def through_host(function):
    """An itertools function that only arranges items: run on the host over abstract items."""

    def meaning(tracer, args, kwargs):
        plain = {k: key_of(tracer, v) for k, v in kwargs.items()}
        iterables = [remaining(tracer, a) if not (type(a) is Known and isinstance(a.value, int)) else a.value
                     for a in args]
        result = list(function(*iterables, **plain))
        return iterator(tracer, Tuple(arranged(r) for r in result))

    return meaning


def arranged(item):
    return Tuple(arranged(i) for i in item) if isinstance(item, tuple) else Known(item) if isinstance(
        item, (int, bool, type(None))) else item


for _function in (itertools.product, itertools.permutations, itertools.combinations,
                  itertools.combinations_with_replacement, itertools.chain, itertools.pairwise, itertools.islice,
                  itertools.zip_longest, *([itertools.batched] if hasattr(itertools, "batched") else [])):
    means(_function)(through_host(_function))


@means(itertools.chain.from_iterable)
def chain_from_iterable(tracer, args, kwargs):
    return iterator(tracer, Tuple(i for a in remaining(tracer, args[0]) for i in remaining(tracer, a)))


@means(itertools.repeat)
def repeat(tracer, args, kwargs):
    if len(args) < 2 and "times" not in kwargs:
        raise tracer.refuse("symbolic-length", "a value is repeated without end")
    return iterator(tracer, Tuple([args[0]] * key_of(tracer, args[1] if len(args) > 1 else kwargs["times"])))


@means(itertools.accumulate)
def accumulate(tracer, args, kwargs):
    function = args[1] if len(args) > 1 else kwargs.get("func", Known(operator.add))
    function = Known(operator.add) if type(function) is Known and function.value is None else function
    items = remaining(tracer, args[0])
    if "initial" in kwargs:
        items = [kwargs["initial"], *items]
    totals = items[:1]
    for item in items[1:]:
        totals.append(call(tracer, function, [totals[-1], item], {}))
    return iterator(tracer, Tuple(totals))


@means(itertools.starmap)
def starmap(tracer, args, kwargs):
    return iterator(tracer, Tuple(call(tracer, args[0], remaining(tracer, a), {}) for a in remaining(tracer, args[1])))


@means(itertools.takewhile, itertools.dropwhile, itertools.groupby, itertools.compress, itertools.filterfalse)
def depends(tracer, args, kwargs):
    raise tracer.refuse("symbolic-length", "how many items come out depends on a pixel")


# --- classes and objects ---------------------------------------------------------------------------------------------

@means(type)
def type_(tracer, args, kwargs):
    return Known(python_class(tracer, decide(tracer, args[0]))) if len(args) == 1 else NotImplemented


@means(isinstance)
def isinstance_(tracer, args, kwargs):
    value, classes = decide(tracer, args[0]), key_of(tracer, args[1])
    return Known(issubclass_safe(python_class(tracer, value), classes))


def issubclass_safe(cls, classes) -> bool:
    try:
        return issubclass(cls, classes)
    except TypeError as error:
        raise HostRaised(error) from None


@means(callable)
def callable_(tracer, args, kwargs):
    value = decide(tracer, args[0])
    return Known(type(value) in (Function, Method, Builtin, ImageValue) or hasattr(python_class(tracer, value), "__call__"))


@means(id, hash)
def identity(tracer, args, kwargs):
    value = decide(tracer, args[0])
    return Known(value.number) if type(value) is Ref else NotImplemented


@means(super, always=True)
def super_(tracer, args, kwargs):
    frame = tracer.frames[-1]
    if args:
        cls, receiver = decide(tracer, args[0]).value, decide(tracer, args[1])
    else:
        cls = tracer.heap[frame.cells["__class__"]][0].value
        first = frame.code.code.co_varnames[0]
        receiver = frame.locals.get(first) or tracer.heap[frame.cells[first]][0]
    return Record(Super, {"cls": Known(cls), "receiver": decide(tracer, receiver)})


class Super:
    """super() of an object made while tracing: `instance_attribute` asks it for the next class's attribute."""


@means(vars)
def vars_(tracer, args, kwargs):
    value = decide(tracer, args[0])
    return tracer.new("dict", dict(tracer.heap[value])) if type(value) is Ref and value.kind == "instance" else NotImplemented


@means(print)
def print_(tracer, args, kwargs):
    raise tracer.refuse("symbolic-text", "print() of a value that depends on a pixel")


@means(str, repr, ascii, format)
def text(tracer, args, kwargs):
    from .host import NotKnown, Revealed

    try:
        Revealed(tracer).reveal(decide(tracer, args[0]))
    except NotKnown:
        raise tracer.refuse("symbolic-text") from None
    return NotImplemented


@means(operator.getitem)
def getitem(tracer, args, kwargs):
    return subscript(tracer, *args)


@means(operator.pos)
def pos(tracer, args, kwargs):
    return unary(tracer, "+", args[0])


for _symbol, _function in (("+", operator.iadd), ("-", operator.isub), ("*", operator.imul), ("/", operator.itruediv)):
    means(_function)(lambda tracer, args, kwargs, symbol=_symbol: inplace(tracer, symbol, *args))
means(operator.matmul)(lambda tracer, args, kwargs: binary(tracer, "@", *args))
means(operator.neg)(lambda tracer, args, kwargs: unary(tracer, "-", args[0]))


# --- the language's own mathematics: what its Python says, in one step -------------------------------------------------

def register_mathematics():
    from .. import language
    from ..ir import OPS
    from .arithmetic import apply

    for name in ("sqrt", "cbrt", "exp", "exp2", "expm1", "log", "log2", "log10", "log1p", "sin", "cos", "tan", "asin", "acos",
                 "atan", "sinh", "cosh", "tanh", "asinh", "acosh", "atanh", "pow", "atan2", "hypot", "fmod", "copysign",
                 "isnan", "isinf", "isfinite"):
        means(getattr(language, name))(lambda tracer, args, kwargs, kind=OPS[name]: apply(tracer, kind, args))


register_mathematics()
