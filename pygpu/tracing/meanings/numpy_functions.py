"""What NumPy's functions, and the methods of its arrays, mean for arrays whose elements depend on pixels.

Each takes the parameters of the real one, or refuses the call where one is given that it does not know (lending.py).
"""

from __future__ import annotations

from math import prod

import numpy as np

from ...ir import BOOL, BY_DTYPE, INT, OPS, Value
from ...library.numpy import ufuncs
from ..host.handing import NotKnown, call_host
from ..host.table import ANY, SPECIAL, means
from ..kinds.array_classes import without_class
from ..kinds.arrays import (
    array_store,
    boxed,
    close_array,
    elementwise,
    is_array,
    is_mask,
    kind_of,
    of_arrays,
    of_one_type,
    of_ours,
    open_array,
)
from ..kinds.complexes import is_complex
from ..kinds.containers import both, either, key_of
from ..kinds.scalars import as_long, as_value
from ..kinds.sorting import choose
from ..kinds.vectors import vector_items
from ..paths.frames import HostRaised
from ..values.assumptions import decide
from ..values.lattice import FALSE, NONE, Known, Ref, Tuple, lift
from ..values.numbers import class_of, common_type, numeric, type_of
from .lending import Operand, inside, lend, lends, numpy_means, of_dtype, of_type, refuse_keyword, wanted_type
from .reductions import greatest_number, greatest_or_nan, is_missing, least_number, least_or_nan

# --- made of values --------------------------------------------------------------------------------------------------

@numpy_means(np.array)
def array(tracer, object, dtype=None, copy=True, ndmin=0):
    found = open_array(tracer, as_long(tracer, decide(tracer, object)))
    if not found.size and type(dtype) is Known and dtype.value is not None:  # no element says it
        return Known(np.zeros(found.shape, dtype.value))
    missing = 0 if type(ndmin) is not Known else ndmin.value - found.ndim
    found = of_one_type(tracer, found.reshape((1,) * missing + found.shape) if missing > 0 else found)
    return of_ours(tracer, of_dtype(tracer, close_array(tracer, found), dtype))


def array_of(tracer, a, dtype=None):
    found = decide(tracer, a)
    if type(found) is Ref and found.kind == "array" and is_missing(dtype):
        return found
    return array(tracer, a, dtype, NONE, Known(0))


numpy_means(np.asanyarray)(array_of)


@numpy_means(np.asarray)
def plain_array_of(tracer, a, dtype=None):
    """The same elements, without a class that their array may have."""
    return without_class(tracer, array_of(tracer, a, dtype))


def filled(function):
    """np.zeros(n) and its like: a small one may be filled with symbols later."""

    def meaning(tracer, args, kwargs):
        args, kwargs = list(args), dict(kwargs)
        kind = NONE
        if function.__name__.endswith("_like") and args:
            like = open_array(tracer, decide(tracer, args[0]))
            args[0] = Known(np.zeros(like.shape, np_type([*like.ravel()])))
            kind = Known(args[0].value.dtype)
        fill = function.__name__.startswith("full")
        value = decide(tracer, args[1] if len(args) > 1 else kwargs.get("fill_value", NONE)) if fill else NONE
        pixels = fill and (isinstance(value, Value) or is_complex(value))
        if pixels:
            args = [args[0], Known(0.0), *args[2:]]
            kwargs.pop("fill_value", None)
        try:
            made = call_host(tracer, Known(function), args, kwargs)
        except NotKnown:
            raise tracer.refuse("symbolic-length", f"np.{function.__name__}() of a size that is not known") from None
        if not pixels:
            return made
        wanted, shape = kwargs.get("dtype", args[2] if len(args) > 2 else kind), open_array(tracer, made).shape
        return of_type(tracer, close_array(tracer, boxed([value] * prod(shape), shape)), wanted_type(tracer, wanted))

    return meaning


def np_type(elements):
    if any(map(is_complex, elements)):
        return complex
    return class_of(common_type(found)) if (found := list(filter(numeric, elements))) else float


for _function in (np.zeros, np.ones, np.empty, np.full, np.zeros_like, np.ones_like, np.empty_like, np.full_like):
    means(_function, always=True, takes=ANY)(filled(_function))

# --- left to NumPy ---------------------------------------------------------------------------------------------------

lends(np.ravel, np.transpose, np.reshape, np.squeeze, np.flip, np.fliplr, np.flipud, np.rot90, np.roll, np.tile, np.repeat,
      np.diag, np.diagonal, np.diagflat, np.moveaxis, np.swapaxes, np.rollaxis, np.expand_dims, np.atleast_1d,
      np.atleast_2d, np.atleast_3d, np.broadcast_to, np.tril, np.triu, np.append, np.delete,
      np.stack, np.concatenate, np.hstack, np.vstack, np.dstack, np.column_stack, np.block, np.split, np.array_split,
      np.hsplit, np.vsplit, np.copy, np.meshgrid, np.shape, np.ndim, np.size,
      np.ediff1d, np.kron, np.convolve, np.correlate,
      np.cross, np.vander, np.polyval, np.polyadd, np.polysub, np.polyder, np.broadcast_arrays, np.compress,
      np.dot, np.inner, np.outer, np.vdot, np.tensordot,
      np.einsum, np.linalg.matrix_power, np.linalg.multi_dot, np.lib.stride_tricks.sliding_window_view,
      *([np.trapezoid] if hasattr(np, "trapezoid") else [np.trapz]))

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
            arrays = [open_array(tracer, a) for a in args]
            arrays = of_arrays(tracer, *arrays) if count == 2 else arrays
            return elementwise(tracer, lambda *parts: step(tracer, *parts), *arrays)
        wide = np.broadcast_arrays(*(open_array(tracer, a) for a in args))
        found = [tracer.remaining(step(tracer, *parts)) for parts in zip(*(w.ravel() for w in wide))]
        return Tuple(close_array(tracer, boxed(column, wide[0].shape)) for column in zip(*found))

    return meaning


def traced(written):
    """A step that is written in Python (library/numpy/ufuncs.py)."""
    return lambda tracer, *parts: tracer.call(Known(written), list(parts), {})


def truths_of(join):
    return lambda tracer, *parts: join(tracer, *[tracer.truth(part) for part in parts])


def different(tracer, a, b):
    return either(tracer, both(tracer, a, tracer.negate(b)), both(tracer, tracer.negate(a), b))


def fmod(tracer, a, b):
    if type_of(a).is_float or type_of(b).is_float:
        return tracer.apply(OPS["fmod"], [a, b])
    return traced(ufuncs.remainder_of_ints)(tracer, as_value(tracer, a, INT) if type_of(a) is BOOL else a, b)


STEPS = {
    np.fmod: fmod,
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
                       *(open_array(tracer, decide(tracer, each)) for each in (condition, x, y)))


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


def around(tracer, period, xs, ys) -> list:
    """Known places in order within a period, with the last of them before it and the first of them behind it."""
    if not all(type(x) is Known for x in xs.items):
        raise tracer.refuse("not-supported", "np.interp(period=) between places that pixels decide",
                            why="they are put in order within the period first", instead="give it places that are known")
    found = sorted(zip([x.value % period for x in xs.items], range(len(xs.items))))
    places = [found[-1][0] - period, *[x for x, _ in found], found[0][0] + period]
    numbers = [found[-1][1], *[at for _, at in found], found[0][1]]
    return [Tuple(map(Known, places)), Tuple(ys.items[at] for at in numbers)]


MANY = 64  # points, from where on it is faster to find by halves which two a number is between


@numpy_means(np.interp)
def interp(tracer, x, xp, fp, left=None, right=None, period=None):
    points = [Tuple(open_array(tracer, decide(tracer, each)).ravel()) for each in (xp, fp)]
    if not is_missing(period):
        every = key_of(tracer, period)
        points, x = around(tracer, every, *points), tracer.call(Known(np.remainder), [array_of(tracer, x) if is_sequence(
            decide(tracer, x)) else x, Known(every)], {})
        left = right = NONE
    ends = [NONE if is_missing(each) else each for each in (left, right)]
    function = ufuncs.interp
    if len(points[0].items) > MANY and all(type(each) is Known for point in points for each in point.items):
        function, points = ufuncs.interp_of_many, [Known(np.array([each.value for each in point.items])) for point in points]
    return by_element(np.interp, lambda tracer, each: tracer.call(Known(function), [each, *points, *ends], {}), 1)(tracer, x)

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


REDUCTIONS = {np.add: np.sum, np.multiply: np.prod, np.maximum: np.max, np.minimum: np.min, np.logical_and: np.all,
              np.logical_or: np.any}


def ufunc_method(tracer, ufunc: np.ufunc, name: str, args, kwargs):
    """np.add.reduce and its like; of those that compare, by our own step."""
    if name == "at":
        return each_at(tracer, ufunc, *args)
    if name == "reduce" and ufunc in REDUCTIONS:
        given = {"axis": Known(0), **dict(zip(("axis", "dtype", "out", "keepdims", "initial", "where"), args[1:])), **kwargs}
        asked = {name: value for name, value in given.items() if name == "axis" or not is_missing(value)}
        return tracer.call(Known(REDUCTIONS[ufunc]), args[:1], asked)
    values = [close_array(tracer, open_array(tracer, a)) if vector_items(decide(tracer, a)) else a for a in args]
    step = STEPS.get(ufunc)
    if ufunc.nin == 2 and (step is not None or not hasattr(Operand, f"__{ufunc.__name__}__")):
        step = step or (lambda tracer, a, b: tracer.call(Known(ufunc), [a, b], {}))
        if ufunc in TRUTHS:
            values[0] = of_type(tracer, array_of(tracer, values[0], NONE), bool)
        stepped = np.frompyfunc(lambda a, b: Operand(tracer, step(tracer, inside(a), inside(b))), 2, 1)
        return lend(tracer, getattr(stepped, name), values, kwargs)
    return lend(tracer, getattr(ufunc, name), values, kwargs)


TRUTHS = {np.logical_and, np.logical_or, np.logical_xor}


def each_at(tracer, ufunc, a, indices, b=None):
    """np.add.at: one index after the other, so that one that stands twice counts twice."""
    target, places = decide(tracer, a), np.asarray(key_of(tracer, indices))
    if type(target) is not Ref or target.kind != "array" or places.dtype.kind not in "iu":
        raise tracer.refuse("not-supported", f"np.{ufunc.__name__}.at() of such an array or index",
                            why="elements of an array of the filter's are changed, at known whole numbers",
                            instead="write a loop over the indices")
    values = [] if b is None else [np.broadcast_to(open_array(tracer, decide(tracer, b)), places.shape).ravel()]
    for number, place in enumerate(places.ravel().tolist()):
        before = tracer.subscript(target, Known(place))
        array_store(tracer, target, Known(place), tracer.call(Known(ufunc), [before, *[v[number] for v in values]], {}))
    return NONE


# --- out=, where=, dtype= --------------------------------------------------------------------------------------------

def is_sequence(value) -> bool:
    """Whether NumPy makes an array of it: a list or a tuple with symbols in it."""
    return type(value) is Tuple or type(value) is Ref and value.kind == "list"


def arrays_of(tracer, args) -> list:
    return [array_of(tracer, a, NONE) if is_sequence(a) else a for a in args]


OF_UFUNCS = ("out", "where", "dtype", "casting", "order", "subok")


def asks_for_more(function, args, kwargs) -> bool:
    """Whether a function of NumPy's is called with an array to put the result into, or a ufunc with where= or dtype=."""
    if isinstance(function, np.ufunc):
        return len(args) > function.nin or not kwargs.keys().isdisjoint(OF_UFUNCS)
    return "out" in kwargs and function in SPECIAL


def put_out(tracer, function, args, kwargs):
    """function(..., out=, where=, dtype=) by what it gives without."""
    given, where, dtype, out = dict(kwargs), Known(True), None, kwargs.get("out", NONE)
    given.pop("out", None)
    if isinstance(function, np.ufunc):
        args, out = args[:function.nin], args[function.nin] if len(args) > function.nin else out
        where, dtype = given.pop("where", where), wanted_type(tracer, given.pop("dtype", None))
        given = {name: value for name, value in given.items() if name not in ("casting", "order", "subok")}
    if type(out) is Tuple:
        out, = out.items
    out = decide(tracer, out)
    if dtype is not None:
        args = [of_type(tracer, a if numeric(decide(tracer, a)) else array_of(tracer, a, NONE), dtype) for a in args]
    found = tracer.call(Known(function), args, given)
    is_part = not (type(where) is Known and where.value is True)
    if is_missing(out):
        if is_part:
            raise refuse_keyword(tracer, "where= without out", function)
        return found
    if type(out) is not Ref or out.kind != "array":
        raise tracer.refuse("writes-outside", "out= is an array from outside the filter, or of known numbers")
    array_store(tracer, out, Known(...), SPECIAL[np.where](tracer, [where, found, out], {}) if is_part else found)
    return out


# --- into an array of a type -----------------------------------------------------------------------------------------

def as_the_array(function):
    """What puts more numbers into an array makes them numbers of its type."""
    def meaning(tracer, args, kwargs):
        found = lend(tracer, function, args, kwargs)
        kind = kind_of(open_array(tracer, decide(tracer, args[0])).ravel())
        mode = kwargs.get("mode", args[2] if len(args) > 2 and function is np.pad else NONE)
        if kind is None or kind.is_float or not is_array(found):
            return found
        if type(mode) is Known and mode.value == "mean":
            found = round_(tracer, found, Known(0))
        return of_type(tracer, found, class_of(kind))

    return meaning


for _function in (np.pad, np.insert):
    means(_function, takes=ANY)(as_the_array(_function))
    SPECIAL[_function].lent = True


@numpy_means(np.diff)
def diff(tracer, a, n=1, axis=-1, prepend=None, append=None):
    array = open_array(tracer, decide(tracer, a))
    ends = [("prepend", prepend), ("append", append)]
    given = {name: value for name, value in ends if not is_missing(value)}
    if not is_mask(array) or given:
        return lend(tracer, np.diff, [a, n, axis], given)
    moved = np.moveaxis(array, key_of(tracer, axis), -1)
    for _ in range(key_of(tracer, n)):
        pairs = zip(moved[..., 1:].ravel(), moved[..., :-1].ravel())
        moved = boxed([different(tracer, x, y) for x, y in pairs], moved[..., 1:].shape)
    return close_array(tracer, np.moveaxis(moved, -1, key_of(tracer, axis)))


def of_truths(function, join):
    """What a ufunc means for truths alone."""
    def meaning(tracer, args, kwargs):
        values = [decide(tracer, a) for a in args]
        if kwargs:
            raise refuse_keyword(tracer, next(iter(kwargs)), function)
        if len(values) != function.nin or not all(numeric(v) and type_of(v) is BOOL for v in values):
            return NotImplemented
        return join(tracer, *values)

    return meaning


means(np.add, takes=ANY)(of_truths(np.add, either))
means(np.invert, takes=ANY)(of_truths(np.invert, lambda tracer, x: tracer.negate(x)))
