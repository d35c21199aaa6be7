"""What Python's builtin functions mean for values that are not all known."""

from __future__ import annotations

import math
import operator

import numpy as np

from ... import language
from ...ir import BOOL, DOUBLE, FLOAT, INT, OPS, Value
from ...library.standard import complexes, packing, readings, weak
from ...library.standard import functions as library
from ..host.table import ANY, means
from ..kinds import ragged
from ..kinds.containers import both, either
from ..kinds.instances import by_methods, find_special
from ..kinds.lazily import call_where, until
from ..kinds.numpys import as_pythons, is_numpys, own
from ..kinds.scalars import as_value, raise_outside
from ..kinds.sorting import choose, extreme, of_one_class
from ..kinds.vectors import vector_items, vector_parts
from ..paths.frames import HostRaised
from ..values.assumptions import decide
from ..values.choices import opposite
from ..values.lattice import FALSE, NONE, TRUE, ImageValue, Known, Record, Tuple, is_none, lift
from ..values.numbers import int_from, int_of, open_vector
from ..values.refusals import misfit
from .texts import is_letters, number_said

# --- numbers ---------------------------------------------------------------------------------------------------------

@means(float)
def float_(tracer, args, kwargs):
    return convert(tracer, args, FLOAT, "__float__")


@means(readings.digits_of_a_float)
def digits_of_a_float(tracer, args, kwargs):
    return Known(readings.digits_of_a_float(()) if tracer.double else 9)


@means(int, takes=["base"])
def int_(tracer, args, kwargs):
    value = decide(tracer, args[0])
    if is_letters(value):
        return tracer.call(Known(readings.whole_number), [value.fields["codes"], *args[1:], *kwargs.values()], {})
    return convert(tracer, args, INT, "__int__")


def convert(tracer, args, type_, method):
    value = decide(tracer, args[0])
    if type_ is FLOAT and is_letters(value) and (number := number_said(tracer, value)) is not None:
        return convert(tracer, [number], FLOAT, method)
    if isinstance(value, Value):
        if type_ is INT and value.type.is_float:
            raise_for_int(tracer, value)
        if tracer.trying and is_numpys(tracer, value):
            value = own(tracer, value)
        if type_ is INT:
            tracer.pythons.add(value)
            return as_pythons(tracer, lift(tracer.builder.convert(value, int_from(value))))
        return as_pythons(tracer, lift(tracer.builder.convert(value, DOUBLE if value.type is DOUBLE else FLOAT)))
    if type(value) is Known and isinstance(value.value, (str, bytes)):  # one of several
        return tracer.call(Known(float if type_ is FLOAT else int), [value], {})
    found = find_special(tracer, value, method)
    if found is not None:
        return tracer.call(found, [], {})
    raise misfit(tracer, "float()" if type_ is FLOAT else "int()", value)


def raise_for_int(tracer, value) -> None:
    """Where the filter catches it, int() raises for what is not finite."""
    for error, kind in ((ValueError, "isnan"), (OverflowError, "isinf")):
        if tracer.catching(error):
            tracer.may_raise(tracer.emit(kind, value), lambda error=error: error("cannot convert float to integer"))


@means(bool)
def bool_(tracer, args, kwargs):
    return tracer.truth(args[0])


@means(operator.truth)
def truth_(tracer, args, kwargs):
    return tracer.truth(args[0])


@means(operator.not_)
def not_(tracer, args, kwargs):
    return tracer.negate(args[0])


@means(abs, operator.abs)
def abs_(tracer, args, kwargs):
    value = decide(tracer, args[0])
    if isinstance(value, Value) and value.type is BOOL:
        value = as_value(tracer, value, INT)
    if type(value) is Record and value.cls is complex:
        return tracer.call(Known(complexes.absolute), [value], {})
    if type(value) is Known:  # one of several
        return Known(abs(value.value))
    found = find_special(tracer, value, "__abs__") if vector_parts(value) is None else None
    if found is not None:
        return tracer.call(found, [], {})
    return tracer.kinds.same_class(tracer.apply(OPS["abs"], [value]), value)


MOST_EXACT = 5, 11    # digits whose power of ten has half as many bits as floats of 32 and 64 have
MOST_DIGITS = 31, 300  # to which floats of 32 bits are rounded, and of 64


@means(round, takes=["ndigits"])
def round_(tracer, args, kwargs):
    value = decide(tracer, args[0])
    digits = decide(tracer, args[1] if len(args) > 1 else kwargs.get("ndigits", NONE))
    if not isinstance(value, Value):
        found = find_special(tracer, value, "__round__")
        if found is None:
            raise misfit(tracer, "round()", value)
        return tracer.call(found, args[1:], kwargs)
    if type(digits) is not Known:
        raise tracer.refuse("symbolic-length", "the digits to round to depend on a pixel")
    if digits.value is not None:
        digits = tracer.call(Known(operator.index), [digits], {})
    if not value.type.is_float:
        if digits.value is not None and digits.value < 0:
            return tracer.call(Known(rounded_int), [value, Known(10 ** -digits.value)], {})
        return as_value(tracer, value, int_of(value.type))
    if digits.value is None:
        raise_for_int(tracer, value)
        return as_pythons(tracer, lift(as_value(tracer, tracer.emit("rint", value), int_from(value))))
    if abs(digits.value) > MOST_DIGITS[value.type is DOUBLE]:  # its power of ten would be infinite, or what it scales
        return lift(value) if digits.value > 0 else tracer.call(Known(rounded_away), [value], {})
    scale = Known(10.0 ** digits.value)
    if 0 < digits.value <= MOST_EXACT[value.type is DOUBLE]:
        found = tracer.call(Known(rounded_at), [value, scale, Known(value.type is DOUBLE)], {})
        return tracer.kinds.same_class(found, value)
    scaled = tracer.emit("rint", as_value(tracer, tracer.binary("*", value, scale)))
    return tracer.kinds.same_class(tracer.binary("/", scaled, scale), value)


def rounded_at(number, scale, is_double):
    """A float rounded to multiples of 1 / scale. Where its product with that seems to end in a half, what rounding took from
    the product decides: 0.015 of 32 bits is less. Halves of the number tell it, whose products are exact."""
    product = number * scale
    below, nearest = np.floor(product), np.rint(product)
    if is_double:
        head = (np.float64(number).view(np.int64) & -(1 << 27)).view(np.float64)
    else:
        head = (np.float32(number).view(np.int32) & -(1 << 12)).view(np.float32)
    half = below + 0.5  # (which no compiler joins with the product, as it may in product - below)
    lost = (head * scale - half) + (number - head) * scale
    if (product == half) & (lost != 0):
        nearest = below + (lost > 0)
    return nearest / scale


def rounded_away(number):
    """A float rounded to a multiple of a unit that is larger than all of them."""
    return number if number - number != 0 else math.copysign(0.0, number)


def rounded_int(number, unit):
    """An int rounded to a multiple of the unit, and halves to an even multiple."""
    rest = number % unit
    below = number - rest
    return below + unit * ((2 * rest > unit) | (2 * rest == unit) & (below // unit % 2 == 1))


def whole(name):
    """math.floor and its like: an int of a float."""

    def meaning(tracer, args, kwargs):
        value = open_vector(decide(tracer, args[0]))
        if isinstance(value, Value):
            if value.type.is_float:
                raise_for_int(tracer, value)
                value = as_value(tracer, tracer.emit(name, value))
            return as_pythons(tracer, lift(as_value(tracer, value, int_from(value))))
        found = find_special(tracer, value, f"__{name}__")
        if found is None:
            raise misfit(tracer, f"math.{name}()", value)
        return tracer.call(found, [], {})

    return meaning


means(math.floor)(whole("floor"))
means(math.ceil)(whole("ceil"))
means(math.trunc)(whole("trunc"))


@means(divmod)
def divmod_(tracer, args, kwargs):
    found = by_methods(tracer, *(decide(tracer, a) for a in args), "__divmod__", "__rdivmod__")
    if found is not None:
        return found
    return Tuple((tracer.binary("//", *args), tracer.binary("%", *args)))


@means(pow, takes=["base", "exp", "mod"])
def pow_(tracer, args, kwargs):
    base, exponent, *modulus = *args, *(kwargs[name] for name in ("base", "exp", "mod") if name in kwargs)
    if modulus and not (type(modulus[0]) is Known and modulus[0].value is None):
        return tracer.call(Known(library.power_modulo), [base, exponent, *modulus], {})
    return tracer.binary("**", base, exponent)


@means(math.hypot)
def hypot(tracer, args, kwargs):
    if len(args) == 2:
        return tracer.apply(OPS["hypot"], args)
    return hypot(tracer, [hypot(tracer, args[:2], {}), *args[2:]], {}) if len(args) > 2 else abs_(tracer, args, {})


@means(math.dist)
def dist(tracer, args, kwargs):
    p, q = (tracer.remaining(a) if vector_items(a) is None else vector_items(a) for a in args)
    return hypot(tracer, [tracer.binary("-", a, b) for a, b in zip(p, q)], {})


@means(math.log)
def log(tracer, args, kwargs):
    for each in args[:2]:
        raise_outside(tracer, "log", [each])
    value = tracer.apply(OPS["log"], args[:1])
    return value if len(args) == 1 else tracer.binary("/", value, tracer.apply(OPS["log"], args[1:]))


@means(math.degrees)
def degrees(tracer, args, kwargs):
    return tracer.binary("*", args[0], Known(180 / math.pi))


@means(math.radians)
def radians(tracer, args, kwargs):
    return tracer.binary("*", args[0], Known(math.pi / 180))


@means(math.prod, takes=["start"])
def prod(tracer, args, kwargs):
    return fold(tracer, "*", tracer.remaining(args[0]), kwargs.get("start", Known(1)))


# --- smallest, largest, sums -----------------------------------------------------------------------------------------

def min_max(name):
    def meaning(tracer, args, kwargs):
        key = decide(tracer, kwargs.get("key", NONE))
        ranked = with_ranks(tracer, tracer.each_maybe(args[0]) if len(args) == 1 else args, key)
        if any(flag is not TRUE for flag, _, _ in ranked):
            return ragged.extreme(tracer, ranked, lambda a, b: tracer.truth(tracer.compare(symbol, a, b)),
                                  kwargs.get("default"))
        if not ranked:
            if "default" in kwargs:
                return kwargs["default"]
            raise HostRaised(ValueError(f"{name}() of nothing"))
        (_, result, best), *others = ranked
        for _, item, rank in others:
            if is_none(key):
                result = extreme(tracer, name, result, item)
                continue
            better = tracer.truth(tracer.compare(symbol, rank, best))
            result, best = choose(tracer, better, item, result), choose(tracer, better, rank, best)
        return result

    symbol = "<" if name == "min" else ">"
    return meaning


def with_ranks(tracer, items, key) -> list:
    """(whether it is there, an item, what it is compared by): each is asked for its rank before the next one is taken."""
    ranked = []
    for flag, item in map(ragged.flagged, items):
        if ragged.is_never(flag):
            continue
        if flag is TRUE and not of_one_class(tracer, item):
            item = decide(tracer, item)
        rank = item if is_none(key) else call_where(tracer, flag, key, [item])
        if rank is not None:
            ranked.append((flag, item, rank))
    return ranked


means(min, takes=["key", "default"])(min_max("min"))
means(max, takes=["key", "default"])(min_max("max"))


def fold(tracer, symbol, items, start):
    return ragged.folded(tracer, items, start, lambda total, item: tracer.binary(symbol, total, item))


def sum_of(tracer, items, start=Known(0)):
    return fold(tracer, "+", items, start)


@means(sum, takes=["start"])
def sum_(tracer, args, kwargs):
    return sum_of(tracer, tracer.remaining_maybe(args[0]), args[1] if len(args) > 1 else kwargs.get("start", Known(0)))


@means(math.fsum)
def fsum(tracer, args, kwargs):
    return sum_of(tracer, tracer.remaining_maybe(args[0]), Known(0.0))


@means(math.sumprod if hasattr(math, "sumprod") else sum_of)
def sumprod(tracer, args, kwargs):
    return sum_of(tracer, [tracer.binary("*", a, b) for a, b in zip(*(tracer.remaining(a) for a in args))])


@means(any)
def any_(tracer, args, kwargs):
    return until(tracer, args[0], FALSE, lambda item: item, lambda: tracer.call(Known(library.any_in_order), args, {}),
                 lambda found, flag, truth: either(tracer, found, both(tracer, flag, truth)))


@means(all)
def all_(tracer, args, kwargs):
    return until(tracer, args[0], TRUE, lambda item: item, lambda: tracer.call(Known(library.all_in_order), args, {}),
                 lambda holds, flag, truth: both(tracer, holds, either(tracer, opposite(tracer.emit, flag), truth)))


# --- what is written in C, written out -------------------------------------------------------------------------------

for _function, _written in {**library.WRITTEN, **packing.WRITTEN, **weak.WRITTEN}.items():
    means(_function, takes=ANY, always=isinstance(_written, type) and _written is not packing.Array)(
        lambda tracer, args, kwargs, written=_written: tracer.call(Known(written), args, kwargs))


for _function, _written in packing.CHECKSUMS.items():
    means(_function)(lambda tracer, args, kwargs, written=_written: NotImplemented if isinstance(
        decide(tracer, args[0]), (Value, ImageValue)) else tracer.call(Known(written), args, kwargs))


# --- the language's own mathematics: what its Python says, in one step -------------------------------------------------

for _name in ("sqrt", "cbrt", "exp", "exp2", "expm1", "log", "log2", "log10", "log1p", "sin", "cos", "tan", "asin", "acos",
              "atan", "sinh", "cosh", "tanh", "asinh", "acosh", "atanh", "pow", "atan2", "hypot", "fmod", "copysign",
              "isnan", "isinf", "isfinite"):
    means(getattr(language, _name))(lambda tracer, args, kwargs, kind=OPS[_name]: tracer.apply(kind, args)
                                    if len(args) == kind.arity else NotImplemented)
