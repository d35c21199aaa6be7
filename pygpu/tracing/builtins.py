"""What Python's builtin functions mean for values that are not all known."""

from __future__ import annotations

import builtins
import math
import operator

from ..ir import BOOL, FLOAT, INT, Value
from ..language import complexes
from .arithmetic import as_value, binary, by_methods, compare, misfit, negate, open_vector, truth, vector_parts
from .calls import call, means
from .containers import both, either, vector_items
from .frames import HostRaised
from .interpreter import decide
from .iteration import each, remaining
from .paths import numeric, type_of
from .values import FALSE, NONE, TRUE, Known, Record, Tuple

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
    if type(value) is Record and value.cls is complex:
        return call(tracer, Known(complexes.absolute), [value], {})
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
    found = by_methods(tracer, *(decide(tracer, a) for a in args), "__divmod__", "__rdivmod__")
    if found is not None:
        return found
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
    return hypot(tracer, [hypot(tracer, args[:2], {}), *args[2:]], {}) if len(args) > 2 else abs_(tracer, args, {})


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
