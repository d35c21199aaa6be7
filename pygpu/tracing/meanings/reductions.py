"""NumPy's functions that make few numbers of many, or put them in order: sums, extremes, statistics, along any axes.

Each takes the parameters of the real one, or refuses the call where one is given that it does not know (lending.py).
"""

from __future__ import annotations

import math
from functools import partial, reduce

import numpy as np

from ...ir import BOOL, INT, INT64, OPS, UINT64, Value
from ..host.table import SPECIAL
from ..kinds.arrays import boxed, close_array, elementwise, kind_of, of_ours, open_array
from ..kinds.containers import both, either, key_of, opposite
from ..kinds.sorting import choose, greatest, least, sort_numbers, sort_stably
from ..paths.frames import HostRaised
from ..values.assumptions import decide
from ..values.lattice import FALSE, Known, Tuple
from ..values.numbers import common_type, numeric
from .lending import Operand, inside, lend, lent, numpy_means, of_type, taken, wanted_type


def reduction(function, step, identity=None):
    """A reduction of NumPy's, by a step of ours; its parameters mean what they mean there."""

    def meaning(tracer, a, axis=None, dtype=None, keepdims=False, initial=None, where=True):
        def stepped(x, y):
            return Operand(tracer, step(tracer, inside(x), inside(y)))

        wanted = wanted_type(tracer, dtype)
        if step in (added, multiplied):
            a = widened(tracer, a) if wanted is None else of_type(tracer, a, wanted)
        kind = kind_of(open_array(tracer, decide(tracer, a)).ravel())
        values = np.asarray(lent(tracer, a), object)
        given = {"axis": key_of(tracer, axis), "keepdims": bool(is_true(tracer, keepdims))}
        if not is_missing(initial):
            if kind is not None and kind.is_whole and wanted is None:
                initial = of_type(tracer, initial, int)
            given["initial"] = lent(tracer, initial)
        mask = decide(tracer, where)
        if type(mask) is not Known:  # what a pixel leaves out is what adds nothing
            nothing = initial if identity is None else Known(identity)
            a, mask = SPECIAL[np.where](tracer, [mask, a, nothing], {}), Known(True)
            values = np.asarray(lent(tracer, a), object)
        if not is_missing(mask) and not (type(mask) is Known and mask.value is True):
            given["where"] = key_of(tracer, mask)
            given.setdefault("initial", identity)
            if given["initial"] is None:
                raise HostRaised(ValueError(f"{function.__name__}(where=) needs initial="))
        if identity is None and given["axis"] is None and values.ndim:
            given["axis"] = tuple(range(values.ndim))
        if identity is None and isinstance(given["axis"], tuple):  # NumPy knows of no order in which it may take several
            if "where" in given:
                given["where"] = joined_axes(np.broadcast_to(given["where"], values.shape), given["axis"], given["keepdims"])
            values, given["axis"] = joined_axes(values, given["axis"], given["keepdims"]), -1
            given["keepdims"] = False
        try:
            found = np.frompyfunc(stepped, 2, 1, **({} if identity is None else {"identity": identity})).reduce(
                values, **given)
        except (ValueError, TypeError, IndexError) as error:
            raise HostRaised(error) from None
        if isinstance(identity, bool) or kind is BOOL and identity is None:
            wanted = bool
        return of_type(tracer, taken(tracer, found), wanted)

    return meaning


def widened(tracer, a):
    """Whole numbers of few bits, and truths, as NumPy adds and multiplies them up: in its widest ones."""
    array = open_array(tracer, decide(tracer, a))
    if not all(map(numeric, array.ravel())) or not array.size:
        return a
    kind = common_type(array.ravel())
    wider = None if kind.is_float or kind in (INT, INT64, UINT64) else np.uint64 if kind.kind == "u" else int
    return of_type(tracer, close_array(tracer, array), wider)


def joined_axes(values: np.ndarray, axes: tuple, keepdims: bool) -> np.ndarray:
    """Several axes as one, the last, and where they are kept, ones in their places."""
    shape = [1 if keepdims and axis in {a % values.ndim for a in axes} else size for axis, size in enumerate(values.shape)
             if keepdims or axis not in {a % values.ndim for a in axes}]
    last = range(values.ndim - len(axes), values.ndim)
    return np.moveaxis(values, axes, last).reshape(*shape, -1)


def is_missing(value) -> bool:
    return type(value) is Known and (value.value is None or value.value is np._NoValue)


def is_true(tracer, value) -> bool:
    return False if is_missing(value) else key_of(tracer, value)


def added(tracer, a, b):
    return tracer.binary("+", a, b)


def multiplied(tracer, a, b):
    return tracer.binary("*", a, b)


def least_or_nan(tracer, a, b):
    """np.minimum: a NaN on either side comes through."""
    return nan_first(tracer, a, b, least(tracer, a, b))


def greatest_or_nan(tracer, a, b):
    return nan_first(tracer, a, b, greatest(tracer, a, b))


def nan_first(tracer, a, b, found):
    """min(a, b) and max(a, b) are a where nothing compares; so only b is to be asked."""
    if not isinstance(b, Value) or not b.type.is_float:
        return b if type(b) is Known and b.value != b.value else found
    return choose(tracer, tracer.apply(OPS["isnan"], [b]), b, found)


def number_first(tracer, a, b, found):
    """np.fmin and np.fmax: a NaN gives way."""
    if not isinstance(a, Value) or not a.type.is_float:
        return b if type(a) is Known and a.value != a.value else found
    return choose(tracer, tracer.apply(OPS["isnan"], [a]), b, found)


def least_number(tracer, a, b):
    return number_first(tracer, a, b, least(tracer, a, b))


def greatest_number(tracer, a, b):
    return number_first(tracer, a, b, greatest(tracer, a, b))


def of_truths(join):
    def step(tracer, a, b):
        return join(tracer, tracer.truth(a), tracer.truth(b))

    return step


for _function, _step, _identity in (
        (np.sum, added, 0), (np.prod, multiplied, 1), (np.min, least_or_nan, None), (np.max, greatest_or_nan, None),
        (np.all, of_truths(both), True), (np.any, of_truths(either), False), (np.nanmin, least_number, None),
        (np.nanmax, greatest_number, None), (np.amin, least_or_nan, None), (np.amax, greatest_or_nan, None)):
    numpy_means(_function)(reduction(_function, _step, _identity))


def running(function):
    """np.cumsum and np.cumprod, in the widest of NumPy's numbers."""
    def meaning(tracer, a, axis=None, dtype=None):
        wanted = wanted_type(tracer, dtype)
        found = lend(tracer, function, [of_type(tracer, a, wanted) if wanted else widened(tracer, a)], {"axis": axis})
        return of_type(tracer, found, wanted)

    return meaning


for _function in (np.cumsum, np.cumprod):
    numpy_means(_function)(running(_function))


@numpy_means(np.trace)
def trace(tracer, a, offset=0, axis1=0, axis2=1, dtype=None):
    return SPECIAL[np.sum](tracer, [lend(tracer, np.diagonal, [a, offset, axis1, axis2], {})], {"axis": Known(-1),
                                                                                               "dtype": dtype})


@numpy_means(np.mean)
def mean(tracer, a, axis=None, dtype=None, keepdims=False, where=True):
    given = {"axis": axis, "keepdims": keepdims, "where": where}
    ones = SPECIAL[np.ones_like](tracer, [a], {})
    count = SPECIAL[np.sum](tracer, [ones], given)
    return of_type(tracer, tracer.binary("/", SPECIAL[np.sum](tracer, [a], given), count), wanted_type(tracer, dtype))


def spread(function):
    def meaning(tracer, a, axis=None, dtype=None, ddof=0, keepdims=False, where=True, correction=None):
        ddof = ddof if is_missing(correction) else correction
        given = {"axis": axis, "ddof": ddof, "keepdims": keepdims}
        asked = decide(tracer, where)
        if type(asked) is not Known or asked.value is not True and not is_missing(asked):
            return of_type(tracer, spread_where(tracer, function, a, asked, **given), wanted_type(tracer, dtype))
        return of_type(tracer, lend(tracer, function, [a], {k: v for k, v in given.items() if not is_missing(v)}),
                       wanted_type(tracer, dtype))

    return meaning


def spread_where(tracer, function, a, where, axis, ddof, keepdims):
    """The deviation, or variance, of some of the elements."""
    some = {"axis": axis, "where": where}
    away = tracer.binary("-", a, SPECIAL[np.mean](tracer, [a], {**some, "keepdims": Known(True)}))
    total = SPECIAL[np.sum](tracer, [tracer.binary("*", away, away)], {**some, "keepdims": keepdims})
    count = SPECIAL[np.sum](tracer, [SPECIAL[np.ones_like](tracer, [a], {})], {**some, "keepdims": keepdims})
    free = tracer.call(Known(np.maximum), [tracer.binary("-", count, ddof), Known(0.0)], {})
    found = tracer.call(Known(np.divide), [total, free], {})
    return tracer.call(Known(np.sqrt), [found], {}) if function is np.std else found


for _function in (np.std, np.var):
    numpy_means(_function)(spread(_function))


@numpy_means(np.average)
def average(tracer, a, axis=None, weights=None, returned=False, keepdims=False):
    given = {"axis": axis, "keepdims": keepdims}
    if is_missing(weights):
        weights = SPECIAL[np.ones_like](tracer, [a], {})
    array, along_axis = open_array(tracer, decide(tracer, a)), key_of(tracer, axis)
    weights = open_array(tracer, decide(tracer, weights))
    if weights.shape != array.shape:  # one weight for each place along the axis
        if along_axis is None or weights.shape != (array.shape[along_axis],):
            raise HostRaised(TypeError("Axis must be specified when shapes of a and weights differ."))
        weights = np.broadcast_to(np.moveaxis(weights.reshape((1,) * (array.ndim - 1) + (-1,)), -1, along_axis), array.shape)
    weights = close_array(tracer, weights)
    total = SPECIAL[np.sum](tracer, [tracer.binary("*", close_array(tracer, array), weights)], given)
    scale = SPECIAL[np.sum](tracer, [weights], given)
    found = tracer.binary("/", total, scale)
    return Tuple((found, scale)) if is_true(tracer, returned) else found


@numpy_means(np.count_nonzero)
def count_nonzero(tracer, a, axis=None, keepdims=False):
    truths = elementwise(tracer, tracer.truth, open_array(tracer, decide(tracer, a)))
    return SPECIAL[np.sum](tracer, [truths], {"axis": axis, "keepdims": keepdims})


@numpy_means(np.ptp)
def ptp(tracer, a, axis=None, keepdims=False):
    most, less = (SPECIAL[f](tracer, [a], {"axis": axis, "keepdims": keepdims}) for f in (np.max, np.min))
    return tracer.binary("-", most, less)


def along(tracer, a, axis, keepdims, function):
    """function of each line of an array along an axis (of all elements, where that is None): a number, or a line again."""
    array, axis = open_array(tracer, decide(tracer, a)), key_of(tracer, axis)
    if axis is None:
        found = function(list(array.ravel()))
        if isinstance(found, list):
            return close_array(tracer, boxed(found, (len(found),)))
        return close_array(tracer, boxed([found], (1,) * array.ndim)) if is_true(tracer, keepdims) else found
    if isinstance(axis, tuple):
        array, axis, keepdims = joined_axes(array, axis, is_true(tracer, keepdims)), -1, FALSE
    try:
        moved = np.moveaxis(array, axis, -1)
    except ValueError as error:
        raise HostRaised(error) from None
    lines = [function(list(line)) for line in moved.reshape(-1, moved.shape[-1])]
    if lines and isinstance(lines[0], list):
        shape = (*moved.shape[:-1], len(lines[0]))
        return close_array(tracer, np.moveaxis(boxed([e for line in lines for e in line], shape), -1, axis))
    found = boxed(lines, moved.shape[:-1])
    return close_array(tracer, np.expand_dims(found, axis) if is_true(tracer, keepdims) else found)


@numpy_means(np.sort)
def sort(tracer, a, axis=-1, kind=None, stable=None):
    return of_ours(tracer, along(tracer, a, axis, FALSE, lambda line: in_order(tracer, line)))


def in_order(tracer, line) -> list:
    """Numbers as NumPy sorts them: what is no number comes last."""
    lost = [is_lost(tracer, each) for each in line]
    if not any(flag != FALSE for flag in lost):
        return sort_numbers(tracer, line)
    count = reduce(partial(tracer.binary, "+"), lost)
    numbers = sort_numbers(tracer, [choose(tracer, flag, Known(math.inf), each) for flag, each in zip(lost, line)])
    return [choose(tracer, tracer.compare(">=", count, Known(len(line) - place)), Known(math.nan), each)
            for place, each in enumerate(numbers)]


def is_lost(tracer, number):
    """Whether it is NaN."""
    if type(number) is Known:
        return Known(number.value != number.value)
    return tracer.apply(OPS["isnan"], [number]) if isinstance(number, Value) and number.type.is_float else FALSE


@numpy_means(np.argsort)
def argsort(tracer, a, axis=-1, kind=None, stable=None):
    def places(line):
        lost = [is_lost(tracer, each) for each in line]
        keys = list(map(Tuple, zip(lost, line))) if any(flag != FALSE for flag in lost) else line
        return sort_stably(tracer, list(map(Known, range(len(line)))), keys, False)

    return along(tracer, a, axis, FALSE, places)


def place_of(symbol):
    def found(tracer, line):
        best, place = line[0], Known(0)
        for number, each in enumerate(line[1:], 1):
            first = both(tracer, is_lost(tracer, each), opposite(tracer, is_lost(tracer, best)))  # the first NaN is it
            better = either(tracer, tracer.truth(tracer.compare(symbol, each, best)), first)
            best, place = choose(tracer, better, each, best), choose(tracer, better, Known(number), place)
        return place

    def meaning(tracer, a, axis=None, keepdims=False):
        return along(tracer, a, axis, keepdims, lambda line: found(tracer, line))

    return meaning


numpy_means(np.argmin)(place_of("<"))
numpy_means(np.argmax)(place_of(">"))


def rank(tracer, line, place: float):
    """What stands at a place of the sorted line; between two, by how far it is between them. With a NaN it is NaN."""
    ordered = sort_numbers(tracer, line)
    below = int(place)
    found = ordered[below]
    if place != below:
        step = tracer.binary("-", ordered[below + 1], found)
        found = tracer.binary("+", found, tracer.binary("*", step, Known(place - below)))
    lost = reduce(partial(either, tracer), [is_lost(tracer, each) for each in line], FALSE)
    return choose(tracer, lost, Known(math.nan), found)


@numpy_means(np.median)
def median(tracer, a, axis=None, keepdims=False):
    return along(tracer, a, axis, keepdims, lambda line: rank(tracer, line, (len(line) - 1) / 2))


def quantiles(scale: float):
    def meaning(tracer, a, q, axis=None, method="linear", keepdims=False):
        wanted, how = np.asarray(key_of(tracer, q), float) / scale, key_of(tracer, method)

        def place(count, each):
            """At which place in order the result lies: NumPy itself says it of the numbers 0, 1, 2..."""
            return each * (count - 1) if how == "linear" else float(np.quantile(np.arange(count), each, method=how))

        found = [along(tracer, a, axis, keepdims, lambda line, each=each: rank(tracer, line, place(len(line), each)))
                 for each in wanted.ravel().tolist()]
        return found[0] if wanted.ndim == 0 else lend(tracer, np.stack, [Tuple(found)], {})

    return meaning


numpy_means(np.quantile)(quantiles(1))
numpy_means(np.percentile)(quantiles(100))
