"""What NumPy's functions, and the methods of its arrays, mean for arrays whose elements depend on pixels.

Each takes the parameters of the real one, or refuses the call where one is given that it does not know (lending.py).
"""

from __future__ import annotations

from math import prod

import numpy as np

from ...ir import BOOL, BY_DTYPE, INT, INT64, OPS, UINT64, Value
from ...language import ufuncs
from ..host.adopting import array_of_ours, is_small
from ..host.handing import call_host
from ..host.table import ANY, SPECIAL, means
from ..kinds.arrays import boxed, close_array, elementwise, is_array, open_array
from ..kinds.containers import both, either, key_of
from ..kinds.scalars import as_value
from ..kinds.sorting import choose, greatest, least, sort_numbers, sort_stably
from ..kinds.vectors import vector_items
from ..paths.frames import HostRaised
from ..values.assumptions import decide
from ..values.lattice import FALSE, NONE, Known, Tuple, lift
from ..values.numbers import class_of, common_type, numeric
from .lending import Operand, inside, lend, lends, lent, numpy_means, of_type, refuse_keyword, taken, wanted_type

# --- made of values --------------------------------------------------------------------------------------------------

@numpy_means(np.array)
def array(tracer, object, dtype=None, copy=True, ndmin=0):
    found = open_array(tracer, decide(tracer, object))
    missing = 0 if type(ndmin) is not Known else ndmin.value - found.ndim
    found = found.reshape((1,) * missing + found.shape) if missing > 0 else found
    return of_ours(tracer, of_type(tracer, close_array(tracer, found), wanted_type(tracer, dtype)))


def of_ours(tracer, value):
    """A new array of known floats as one of ours, into which pixels may be put."""
    host = value.value if type(value) is Known else None
    return array_of_ours(tracer, host) if isinstance(host, np.ndarray) and is_small(tracer, host) else value


def array_of(tracer, a, dtype=None):
    return array(tracer, a, dtype, NONE, Known(0))


numpy_means(np.asarray, np.asanyarray)(array_of)


def filled(function):
    """np.zeros(n) and its like: a small one may be filled with symbols later."""

    def meaning(tracer, args, kwargs):
        args, kwargs = list(args), dict(kwargs)
        if function.__name__.endswith("_like") and args:
            like = open_array(tracer, decide(tracer, args[0]))
            args[0] = Known(np.zeros(like.shape, np_type([*like.ravel()])))
        fill = function.__name__.startswith("full")
        value = decide(tracer, args[1] if len(args) > 1 else kwargs.get("fill_value", NONE)) if fill else NONE
        if fill and isinstance(value, Value):
            args = [args[0], Known(0.0), *args[2:]]
            kwargs.pop("fill_value", None)
        made = call_host(tracer, Known(function), args, kwargs)
        if not isinstance(value, Value):
            return made
        wanted, shape = kwargs.get("dtype", args[2] if len(args) > 2 else NONE), open_array(tracer, made).shape
        return of_type(tracer, close_array(tracer, boxed([value] * prod(shape), shape)), wanted_type(tracer, wanted))

    return meaning


def np_type(elements):
    return class_of(common_type(found)) if (found := list(filter(numeric, elements))) else float


for _function in (np.zeros, np.ones, np.empty, np.full, np.zeros_like, np.ones_like, np.empty_like, np.full_like):
    means(_function, always=True, takes=ANY)(filled(_function))

# --- left to NumPy ---------------------------------------------------------------------------------------------------

lends(np.ravel, np.transpose, np.reshape, np.squeeze, np.flip, np.fliplr, np.flipud, np.rot90, np.roll, np.tile, np.repeat,
      np.diag, np.diagonal, np.diagflat, np.moveaxis, np.swapaxes, np.rollaxis, np.expand_dims, np.atleast_1d,
      np.atleast_2d, np.atleast_3d, np.broadcast_to, np.tril, np.triu, np.pad, np.append, np.insert, np.delete, np.take,
      np.stack, np.concatenate, np.hstack, np.vstack, np.dstack, np.column_stack, np.block, np.split, np.array_split,
      np.hsplit, np.vsplit, np.copy, np.meshgrid, np.shape, np.ndim, np.size,
      np.std, np.var, np.diff, np.ediff1d, np.kron, np.convolve, np.correlate,
      np.cross, np.vander, np.polyval, np.polyadd, np.polysub, np.polyder, np.broadcast_arrays, np.compress,
      np.dot, np.inner, np.outer, np.vdot, np.tensordot,
      np.einsum, np.linalg.matrix_power, np.linalg.multi_dot,
      *([np.trapezoid] if hasattr(np, "trapezoid") else [np.trapz]))

# --- reductions ------------------------------------------------------------------------------------------------------

def reduction(function, step, identity=None):
    """A reduction of NumPy's, by a step of ours; its parameters mean what they mean there."""

    def meaning(tracer, a, axis=None, dtype=None, keepdims=False, initial=None, where=True):
        def stepped(x, y):
            return Operand(tracer, step(tracer, inside(x), inside(y)))

        wanted = wanted_type(tracer, dtype)
        if wanted is None and step in (added, multiplied):
            a = widened(tracer, a)
        values = np.asarray(lent(tracer, a), object)
        given = {"axis": key_of(tracer, axis), "keepdims": bool(is_true(tracer, keepdims))}
        if not is_missing(initial):
            given["initial"] = lent(tracer, initial)
        mask = decide(tracer, where)
        if not is_missing(mask) and not (type(mask) is Known and mask.value is True):
            given["where"] = key_of(tracer, mask)
            given.setdefault("initial", identity)
            if given["initial"] is None:
                raise HostRaised(ValueError(f"{function.__name__}(where=) needs initial="))
        if identity is None and given["axis"] is None and not given["keepdims"] and "where" not in given:
            values, given["axis"] = values.ravel(), 0  # NumPy knows of no order in which it may take several axes
        try:
            found = np.frompyfunc(stepped, 2, 1, **({} if identity is None else {"identity": identity})).reduce(
                values, **given)
        except (ValueError, TypeError, IndexError) as error:
            raise HostRaised(error) from None
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
        (np.nanmax, greatest_number, None)):
    numpy_means(_function)(reduction(_function, _step, _identity))


def running(function):
    """np.cumsum and np.cumprod, in the widest of NumPy's numbers."""
    def meaning(tracer, a, axis=None, dtype=None):
        wanted = wanted_type(tracer, dtype)
        found = lend(tracer, function, [a if wanted else widened(tracer, a)], {"axis": axis})
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
    return along(tracer, a, axis, FALSE, lambda line: sort_numbers(tracer, line))


@numpy_means(np.argsort)
def argsort(tracer, a, axis=-1, kind=None, stable=None):
    return along(tracer, a, axis, FALSE, lambda line: sort_stably(tracer, list(map(Known, range(len(line)))), line, False))


def place_of(symbol):
    def found(tracer, line):
        best, place = line[0], Known(0)
        for number, each in enumerate(line[1:], 1):
            better = tracer.truth(tracer.compare(symbol, each, best))
            best, place = choose(tracer, better, each, best), choose(tracer, better, Known(number), place)
        return place

    def meaning(tracer, a, axis=None, keepdims=False):
        return along(tracer, a, axis, keepdims, lambda line: found(tracer, line))

    return meaning


numpy_means(np.argmin)(place_of("<"))
numpy_means(np.argmax)(place_of(">"))


def rank(tracer, line, place: float):
    """What stands at a place of the sorted line; between two, by how far it is between them."""
    ordered = sort_numbers(tracer, line)
    below = int(place)
    if place == below:
        return ordered[below]
    low, high = ordered[below], ordered[below + 1]
    return tracer.binary("+", low, tracer.binary("*", tracer.binary("-", high, low), Known(place - below)))


@numpy_means(np.median)
def median(tracer, a, axis=None, keepdims=False):
    return along(tracer, a, axis, keepdims, lambda line: rank(tracer, line, (len(line) - 1) / 2))


def quantiles(scale: float):
    def meaning(tracer, a, q, axis=None, keepdims=False):
        wanted = np.asarray(key_of(tracer, q), float) / scale
        found = [along(tracer, a, axis, keepdims, lambda line, each=each: rank(tracer, line, each * (len(line) - 1)))
                 for each in wanted.ravel().tolist()]
        return found[0] if wanted.ndim == 0 else lend(tracer, np.stack, [Tuple(found)], {})

    return meaning


numpy_means(np.quantile)(quantiles(1))
numpy_means(np.percentile)(quantiles(100))


@numpy_means(np.apply_along_axis)
def apply_along_axis(tracer, func1d, axis, arr, *args):
    def line_of(line):
        found = tracer.call(func1d, [close_array(tracer, boxed(line, (len(line),))), *args], {})
        return list(open_array(tracer, found).ravel()) if is_array(found) else found

    return along(tracer, arr, axis, FALSE, line_of)

# --- element by element ----------------------------------------------------------------------------------------------

def by_element(function, step, count: int):
    """A ufunc that a step of ours stands for; with numbers alone, a number."""
    def meaning(tracer, *args):
        if len(args) != count:
            raise HostRaised(TypeError(f"{function.__name__}() takes {count} arguments but {len(args)} were given"))
        args = [decide(tracer, a) for a in args]
        if all(map(numeric, args)):
            return step(tracer, *args)
        if getattr(function, "nout", 1) == 1:
            return elementwise(tracer, lambda *parts: step(tracer, *parts), *(open_array(tracer, a) for a in args))
        wide = np.broadcast_arrays(*(open_array(tracer, a) for a in args))
        found = [tracer.remaining(step(tracer, *parts)) for parts in zip(*(w.ravel() for w in wide))]
        return Tuple(close_array(tracer, boxed(column, wide[0].shape)) for column in zip(*found))

    return meaning


def traced(written):
    """A step that is written in Python (language/ufuncs.py)."""
    return lambda tracer, *parts: tracer.call(Known(written), list(parts), {})


def truths_of(join):
    return lambda tracer, *parts: join(tracer, *[tracer.truth(part) for part in parts])


def different(tracer, a, b):
    return either(tracer, both(tracer, a, tracer.negate(b)), both(tracer, tracer.negate(a), b))


STEPS = {
    np.minimum: least_or_nan, np.maximum: greatest_or_nan, np.fmin: least_number, np.fmax: greatest_number,
    np.square: lambda tracer, x: tracer.binary("*", x, x), np.positive: lambda tracer, x: tracer.unary("+", x),
    np.logical_and: truths_of(both), np.logical_or: truths_of(either), np.logical_xor: truths_of(different),
    np.logical_not: lambda tracer, x: tracer.negate(x), np.conjugate: lambda tracer, x: x,
    np.float_power: lambda tracer, a, b: tracer.binary("**", tracer.call(Known(float), [a], {}), b),
    np.divmod: lambda tracer, a, b: Tuple((tracer.binary("//", a, b), tracer.binary("%", a, b))),
    **{function: traced(written) for function, written in ufuncs.WRITTEN.items()},
}
for _function, _step in STEPS.items():
    numpy_means(_function)(by_element(_function, _step, _function.nin))
numpy_means(np.sinc)(by_element(np.sinc, traced(ufuncs.sinc), 1))


@numpy_means(np.where)
def where(tracer, condition, x=None, y=None):
    if is_missing(x):
        return tracer.call(Known(np.nonzero), [condition], {})
    return elementwise(tracer, lambda c, a, b: choose(tracer, tracer.truth(c), a, b),
                       *(open_array(tracer, each) for each in (condition, x, y)))


@numpy_means(np.select)
def select(tracer, condlist, choicelist, default=0):
    result = default
    for condition, value in list(zip(tracer.remaining(condlist), tracer.remaining(choicelist)))[::-1]:
        result = where(tracer, condition, value, result)
    return result


# min= and max= are not parameters of np.clip in all versions of NumPy.
def clip(tracer, args, kwargs):
    given = dict(zip(("a", "a_min", "a_max"), args)) | kwargs
    low, high = given.get("a_min", given.get("min", NONE)), given.get("a_max", given.get("max", NONE))
    for name in given.keys() - {"a", "a_min", "a_max", "min", "max"}:
        raise refuse_keyword(tracer, name, np.clip)
    result = given["a"]
    for bound, function in ((low, np.maximum), (high, np.minimum)):
        if not is_missing(bound):
            result = SPECIAL[function](tracer, [result, bound], {})
    return result


clip.parameters = ["a", "a_min", "a_max", "min", "max"]
means(np.clip, takes=ANY)(clip)


@numpy_means(np.round, np.around)
def round_(tracer, a, decimals=0):
    digits = key_of(tracer, decimals)

    def rounded(tracer, x):
        if type(x) is not Known and not x.type.is_float and digits >= 0:
            return as_value(tracer, x, INT) if x.type is BOOL else x
        scale = Known(10.0 ** digits)
        return tracer.binary("/", tracer.apply(OPS["rint"], [tracer.binary("*", x, scale)]), scale)

    return by_element(np.round, rounded, 1)(tracer, a)


@numpy_means(np.nan_to_num)
def nan_to_num(tracer, x, nan=0.0, posinf=None, neginf=None):
    high, low = (Known(default) if is_missing(given) else given
                 for given, default in ((posinf, ufuncs.LARGEST), (neginf, -ufuncs.LARGEST)))
    return by_element(np.nan_to_num, lambda tracer, each: tracer.call(
        Known(ufuncs.nan_to_num), [each, nan, high, low], {}), 1)(tracer, x)


@numpy_means(np.isclose)
def isclose(tracer, a, b, rtol=1e-5, atol=1e-8):
    return by_element(np.isclose, lambda tracer, x, y: tracer.call(Known(ufuncs.isclose), [x, y, rtol, atol], {}), 2)(
        tracer, a, b)


@numpy_means(np.allclose)
def allclose(tracer, a, b, rtol=1e-5, atol=1e-8):
    return SPECIAL[np.all](tracer, [isclose(tracer, a, b, rtol, atol)], {})


@numpy_means(np.array_equal)
def array_equal(tracer, a1, a2):
    left, right = open_array(tracer, decide(tracer, a1)), open_array(tracer, decide(tracer, a2))
    if left.shape != right.shape:
        return FALSE
    return SPECIAL[np.all](tracer, [elementwise(tracer, lambda x, y: tracer.compare("==", x, y), left, right)], {})


@numpy_means(np.interp)
def interp(tracer, x, xp, fp, left=None, right=None):
    points = [Tuple(open_array(tracer, decide(tracer, each)).ravel()) for each in (xp, fp)]
    ends = [NONE if is_missing(each) else each for each in (left, right)]
    return by_element(np.interp, lambda tracer, each: tracer.call(Known(ufuncs.interp), [each, *points, *ends], {}), 1)(
        tracer, x)

# --- types -----------------------------------------------------------------------------------------------------------

def converts(function):
    """np.float32(x): a number of that kind, or an array of them."""
    def meaning(tracer, value=0):
        value = decide(tracer, value)
        if isinstance(value, Value):
            return lift(tracer.builder.convert(value, BY_DTYPE[np.dtype(function).name]))
        return of_type(tracer, array(tracer, value, NONE), wanted_type(tracer, Known(function)))

    return meaning


for _name in BY_DTYPE:
    numpy_means(np.dtype(_name).type)(converts(np.dtype(_name).type))


def ufunc_method(tracer, ufunc: np.ufunc, name: str, args, kwargs):
    """np.add.reduce and its like; of those that compare, by our own step."""
    step = STEPS.get(ufunc)
    if step is not None and ufunc.nin == 2:
        ufunc = np.frompyfunc(lambda a, b: Operand(tracer, step(tracer, inside(a), inside(b))), 2, 1)
    values = [close_array(tracer, open_array(tracer, a)) if vector_items(decide(tracer, a)) else a for a in args]
    return lend(tracer, getattr(ufunc, name), values, kwargs)
