"""Functions of one element of each array, and arrays that are made of nothing."""

from __future__ import annotations

from functools import partial

import numpy as np

from ...ir import BY_DTYPE
from ...ir.fields import is_field
from ...library.numpy import arrays, ufuncs
from ...library.whole import parts as array_parts
from ...library.whole.pieces import Piece
from ..kinds.arrays import open_array
from ..kinds.containers import key_of
from ..kinds.scalars import as_value
from ..meanings.lending import refuse_keyword
from ..paths.frames import HostRaised
from ..values.assumptions import decide
from ..values.lattice import NONE, Known, Ref, Tuple, is_none
from ..values.numbers import numeric, too_large
from . import complexes
from .elements import Applied, Converted, Filled, Where
from .fields import is_array, made, new, of_host, operand, typed, value_of, write
from .indices import numpy_says, see_all_fit, see_fits
from .listed import is_listed, of_list
from .operators import broadcast, converted, dummy, ufunc
from .parts import fitting
from .reducing import product
from .selections import given_of, is_selection, mask_of, selection, whole_of
from .stretches import room_for
from .table import MAKERS, MEANINGS, field, known, means

# --- element by element ----------------------------------------------------------------------------------------------

def of_ufunc(tracer, function, args, kwargs):
    """np.add(a, b, out=c, dtype=...)."""
    kwargs = {name: decide(tracer, value) for name, value in kwargs.items()}
    args, rest = args[:function.nin], args[function.nin:]
    outs, dtype = list(rest) or [kwargs.pop("out", NONE)], kwargs.pop("dtype", NONE)
    outs = list(outs[0].items) if len(outs) == 1 and type(outs[0]) is Tuple else outs
    casting, mask = known(tracer, kwargs.pop("casting", Known("same_kind"))), kwargs.pop("where", Known(True))
    for name in set(kwargs) & {"order", "subok"}:  # how it lies in memory
        del kwargs[name]
    for name in kwargs:
        raise refuse_keyword(tracer, name, function)
    if function is np.matmul:
        found = product(tracer, *args)
    elif function is np.divmod:
        found = Tuple([ufunc(tracer, each, args, known(tracer, dtype), casting)
                       for each in (np.floor_divide, np.remainder)])
    else:
        found = ufunc(tracer, function, args, known(tracer, dtype), casting)
    if function.nout > 1:
        outs += [NONE] * (function.nout - len(outs))
        return Tuple([put_into(tracer, function, each, out, mask, casting) for each, out in zip(found.items, outs)])
    return put_into(tracer, function, found, outs[0], mask, casting)


def put_into(tracer, function, found, out, mask, casting: str):
    """A result, or the array that it is written to."""
    if type(out) is Known and out.value is None and (type(mask) is not Known or mask.value is not True):
        raise tracer.refuse("not-supported", f"where= is given to {function.__name__}(), and no out=",
                            why="what is not computed would be whatever lay in memory",
                            instead="say what it is: out=np.zeros_like(a), or np.where(mask, ..., 0)")
    if type(out) is Known and out.value is None:
        return found
    if type(mask) is not Known or mask.value is not True:  # what is left out stays what it was
        found = where(tracer, mask, found, out)
    if not is_array(out):
        raise HostRaised(TypeError("return arrays must be of ArrayType"))
    value, kind = value_of(tracer, out), value_of(tracer, found).type.dtype
    if not np.can_cast(kind, value.type.dtype, casting):
        raise HostRaised(TypeError(f"Cannot cast ufunc {function.__name__!r} output from {kind!r} to {value.type.dtype!r} "
                                   f"with casting rule {casting!r}"))
    write(tracer, out, converted(tracer, fitting(tracer, value_of(tracer, found), value.type.shape), value.type))
    return out


def astype(tracer, receiver, dtype, order=NONE, casting=NONE, subok=NONE, copy=NONE):
    rule = known(tracer, casting)
    if rule is not None and is_array(receiver) and not is_selection(tracer, receiver):
        numpy_says(partial(np.ndarray.astype, casting=rule), dummy(value_of(tracer, receiver).type), known(tracer, dtype))
    if is_selection(tracer, receiver):
        found = value_of(tracer, converted_to(tracer, whole_of(tracer, receiver), known(tracer, dtype)))
        return selection(tracer, found, mask_of(tracer, receiver), given_of(tracer, receiver))
    if known(tracer, copy) is False and value_of(tracer, receiver).type.dtype == np.dtype(known(tracer, dtype)):
        return receiver
    return converted_to(tracer, receiver, known(tracer, dtype))


def converted_to(tracer, value, dtype):
    if np.dtype(dtype).kind == "c":
        return complexes.of_real(tracer, value, np.zeros(0, dtype).real.dtype)
    value = field(tracer, value)
    return new(tracer, converted(tracer, value, typed(tracer, dtype, value.type.shape)))


@means(np.result_type)
def result_type(tracer, *arrays_and_dtypes):
    kinds = [key_of(tracer, each) if type(each) is Known and not numeric(each) else operand(tracer, each)[1]
             for each in map(partial(decide, tracer), arrays_and_dtypes)]
    return Known(np.result_type(*[kind(0) if isinstance(kind, type) and kind in (int, float) else kind for kind in kinds]))


@means(np.where)
def where(tracer, condition, x=None, y=None):
    missing = [each is None or is_none(each) for each in (x, y)]
    if all(missing):
        return MEANINGS[np.nonzero](tracer, [condition], {})
    if any(missing):
        numpy_says(np.where, True, 1)
    given = [decide(tracer, each) for each in (condition, x, y)]
    operands, kinds = zip(*[operand(tracer, each) for each in given])
    dtype = np.add.resolve_dtypes((*kinds[1:], None))[2] if kinds[1:] != (np.dtype(bool),) * 2 else np.dtype(bool)
    if dtype.kind in "iu":  # what becomes of an int of Python's that has no room, NumPy knows
        for at, (each, kind) in enumerate(zip(given, kinds)):
            if kind is int and type(each) is Known and too_large(each.value, BY_DTYPE[dtype.name]):
                found = int(numpy_says(np.where, True, each.value, np.zeros((), dtype)))
                operands = (*operands[:at], as_value(tracer, Known(found)), *operands[at + 1:])
    return made(tracer, Where(), dtype, broadcast(partial(np.where), operands), *operands)


def of_floats(written):
    """A function of ours of each number as a float."""
    def meaning(tracer, x):
        value = field(tracer, x)
        kind = np.multiply(1.0, np.zeros(1, value.type.dtype)).dtype
        return made(tracer, Applied(written, alike=True), kind, value.type.shape, value)

    return meaning


means(np.sinc)(of_floats(ufuncs.sinc))
means(np.i0)(of_floats(arrays.bessel))


# --- made of nothing -------------------------------------------------------------------------------------------------

def filled(tracer, shape, number, dtype) -> Ref:
    shape, counts = room_for(tracer, shape)
    if any(each is not NONE for each in counts):
        return tracer.call(Known(Piece), [filled(tracer, Known(shape), number, dtype), Tuple(counts)], {})
    numpy_says(np.broadcast_to, np.False_, shape)  # which has no lengths below zero
    dtype = known(tracer, dtype)
    value, kind = operand(tracer, number)
    dtype = np.dtype(dtype if dtype is not None else kind if kind is not int else np.int64)
    if kind is int:
        see_fits(tracer, number, dtype)
    if dtype.kind == "c":
        return complexes.of_real(tracer, filled(tracer, Known(shape), number, Known(float)), np.zeros(0, dtype).real.dtype)
    if not is_field(value):
        return made(tracer, Filled(), dtype, shape, value)
    if not is_spread(value.type.shape, shape):
        told = [str(each).replace(" ", "") for each in (value.type.shape, shape)]
        raise HostRaised(ValueError(f"could not broadcast input array from shape {told[0]} into shape {told[1]}"))
    return made(tracer, Converted(), dtype, shape, value)


def is_spread(shape: tuple, wide: tuple) -> bool:
    """Whether an array of a shape may be assigned to all of another."""
    return all([one in (1, other) for one, other in zip(shape[::-1], (*wide[::-1], *[1] * len(shape)))])


@means(np.zeros, np.empty, table=MAKERS)
def zeros(tracer, shape, dtype=float):
    return filled(tracer, shape, Known(0), dtype)


@means(np.ones, table=MAKERS)
def ones(tracer, shape, dtype=None):
    return filled(tracer, shape, Known(1), Known(float) if known(tracer, dtype) is None else dtype)


@means(np.full, table=MAKERS)
@means(np.full)
def full(tracer, shape, fill_value, dtype=None):
    return filled(tracer, shape, decide(tracer, fill_value), dtype)


def of_kind(tracer, args, kwargs):
    """np.array([0.1, 0.2], np.float32): a list of known numbers as an array that keeps its type, where its numbers alone
    would have another."""
    kwargs = dict(zip(("object", "dtype"), args)) | kwargs
    listed, dtype = next(iter(kwargs.values())), known(tracer, decide(tracer, kwargs.get("dtype", NONE)))
    if is_listed(tracer, decide(tracer, listed)) and not set(kwargs) - {"object", "a", "dtype", "copy"}:
        return of_list(tracer, decide(tracer, listed), dtype)
    if dtype is None or set(kwargs) - {"object", "a", "dtype", "copy"}:
        return NotImplemented
    see_all_fit(tracer, listed, np.dtype(dtype))
    numbers = open_array(tracer, decide(tracer, listed))
    if not numbers.ndim or not numbers.size or not all([type(each) is Known for each in numbers.flat]):
        return NotImplemented
    numbers = np.array([each.value for each in numbers.flat]).reshape(numbers.shape)
    kind = np.dtype(dtype)
    if kind == numbers.dtype or kind.kind != "f" or numbers.dtype.kind not in "biuf":  # (whole ones keep theirs)
        return NotImplemented
    return new(tracer, of_host(tracer, numbers.astype(kind)))


def of_type(kind):
    """np.float32([0.1, 0.2])"""
    def meaning(tracer, args, kwargs):
        return of_kind(tracer, args, {"dtype": Known(kind)}) if len(args) == 1 and not kwargs else NotImplemented

    return meaning


@means(array_parts.as_put, table=MAKERS)
@means(array_parts.as_put)
def as_put(tracer, values, dtype):
    see_all_fit(tracer, values, known(tracer, dtype))
    return converted_to(tracer, decide(tracer, values), known(tracer, dtype))


MAKERS.update(dict.fromkeys((np.array, np.asarray, np.asanyarray), of_kind))
MAKERS.update({kind: of_type(kind) for kind in (np.float16, np.float32)})


def whole(kind):
    """np.uint8(n): Python's own ints have to fit."""
    def meaning(tracer, args, kwargs):
        if len(args) == 1 and not kwargs:
            see_all_fit(tracer, args[0], np.dtype(kind))
        return NotImplemented

    return meaning


MAKERS.update({kind: whole(kind) for kind in [np.dtype(each).type for each in "bBhHiIlL"]})


def like(number):
    def meaning(tracer, a, dtype=None, shape=None):
        value = field(tracer, a)
        kind = value.type.dtype if known(tracer, dtype) is None else known(tracer, dtype)
        wide = value.type.shape if known(tracer, shape) is None else known(tracer, shape)
        return filled(tracer, Known(wide), Known(number), Known(kind))

    return meaning


for _function, _number in ((np.zeros_like, 0), (np.ones_like, 1)):
    means(_function)(like(_number))


@means(np.empty_like)
def empty_like(tracer, prototype, dtype=None, shape=None):
    return like(0)(tracer, prototype, dtype, shape)


@means(np.full_like)
def full_like(tracer, a, fill_value, dtype=None):
    value = field(tracer, a)
    return filled(tracer, Known(value.type.shape), decide(tracer, fill_value),
                  Known(value.type.dtype) if known(tracer, dtype) is None else dtype)
