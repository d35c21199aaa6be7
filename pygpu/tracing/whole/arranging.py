"""Functions that say where elements are: turned, moved, padded, reshaped, put beside one another."""

from __future__ import annotations

import math
from functools import partial

import numpy as np

from ...ir import Value
from ...language.borders import ALIASES
from ...library.whole import mapped as mapped_arrays
from ...library.whole import padded as padded_arrays
from ..kinds.containers import items_of
from ..meanings.lending import refuse_keyword
from ..paths.frames import HostRaised
from ..values.assumptions import decide
from ..values.lattice import NONE, Known, Tuple
from .elements import Beyond, Converted, Reshaped, Seen, Windowed
from .fields import is_array, joined, made, new, rows, size_of, stacked, typed, value_of, view
from .indices import numpy_says
from .layout import regrouped, row_by_row, strides
from .operators import converted, dummy
from .parts import store, transposed
from .table import MEANINGS, as_ref, dimensions, field, known, means, normal


@means(np.transpose)
def transpose(tracer, a, axes=None):
    ref, axes = as_ref(tracer, a), known(tracer, axes)
    numpy_says(np.transpose, dummy(value_of(tracer, ref).type), axes)
    return transposed(tracer, ref, range(dimensions(tracer, ref))[::-1] if axes is None else normal(tracer, ref, axes))


@means(np.swapaxes)
def swapaxes(tracer, a, axis1, axis2):
    ref = as_ref(tracer, a)
    one, other = normal(tracer, ref, (known(tracer, axis1), known(tracer, axis2)))
    axes = list(range(dimensions(tracer, ref)))
    axes[one], axes[other] = axes[other], axes[one]
    return transposed(tracer, ref, axes)


@means(np.moveaxis)
def moveaxis(tracer, a, source, destination):
    ref = as_ref(tracer, a)
    axes = np.moveaxis(np.empty(range(2, 2 + dimensions(tracer, ref))), known(tracer, source), known(tracer, destination))
    return transposed(tracer, ref, [size - 2 for size in axes.shape])


@means(np.reshape)
def reshape(tracer, a, shape, order=None):
    ref, wanted = as_ref(tracer, a), known(tracer, shape)
    if is_by_columns(tracer, order):  # by rows, of the array turned round; a copy, as it is of arrays that lie by rows
        turned = transposed(tracer, new(tracer, value_of(tracer, ref)), range(dimensions(tracer, ref))[::-1])
        shape = numpy_says(dummy(value_of(tracer, ref).type).reshape, wanted).shape
        return transposed(tracer, reshaped(tracer, turned, shape[::-1]), range(len(shape))[::-1])
    return reshaped(tracer, ref, wanted)


def is_by_columns(tracer, order) -> bool:
    """Whether elements are gone through by columns, and not by rows."""
    named = None if order is None else known(tracer, order)
    if named not in ("C", "F", None):
        raise tracer.refuse("not-supported", f"order={named!r} is given", instead="order='C' or order='F'",
                            why="it asks how an array lies in memory, which a function of arrays does not know")
    return named == "F"


def reshaped(tracer, ref, shape, lies=False):
    """A part of the array still, as far as strides lead from one element to the next; else a copy."""
    value = value_of(tracer, ref)
    shape = numpy_says(dummy(value.type).reshape, shape).shape
    steps = None if ref.frozen is not None else strides(tracer, ref)
    if steps is not None and regrouped(value.type.shape, steps, shape) is None:
        return made(tracer, Reshaped(lies), value.type.dtype, shape, value)
    return view(tracer, ref, Reshaped(lies), shape)


def reshape_method(tracer, receiver, *shape, order=NONE):
    shape = [known(tracer, each) for each in shape]
    return reshape(tracer, receiver, Known(tuple(shape) if len(shape) != 1 else shape[0]), order)


def transpose_method(tracer, receiver, *axes):
    axes = [known(tracer, each) for each in axes]
    return transpose(tracer, receiver, Known(tuple(axes) if len(axes) > 1 else axes[0] if axes else None))


@means(np.ravel)
def ravel(tracer, a, order=None):
    return reshape(tracer, a, Known(-1), order)


def view_method(tracer, receiver, dtype=NONE, type=NONE):
    """The same memory, each number in it as one of another type."""
    own = value_of(tracer, receiver).type
    wanted = own.dtype if known(tracer, dtype) is None else np.dtype(known(tracer, dtype))
    if wanted == own.dtype:
        return view(tracer, receiver, Reshaped(), own.shape)
    plain = {"i", "u"}
    if own.dtype.itemsize != wanted.itemsize and all(
            each.kind in plain or each == np.float32 for each in (own.dtype, wanted)):
        found = new(tracer, value_of(tracer, tracer.call(Known(mapped_arrays.rows_of_bytes), [receiver, Known(wanted)], {})))
        found.frozen = {"kind": "argument-changed", "seen": "", "name": "view"}
        return found
    kinds = {own.dtype.kind, wanted.kind}
    single = {np.dtype(np.float32), np.dtype(np.float64)} & {own.dtype, wanted}
    if own.dtype.itemsize != wanted.itemsize or not kinds <= set("iu") and not (single and kinds & set("iu")):
        raise tracer.refuse("not-supported", f"an array of {own.dtype} is viewed as {wanted}",
                            why="the bits of a float are read as a whole number of as many bits, and the other way round",
                            instead="convert it: a.astype(...)")
    if np.dtype(np.float64) in single and not tracer.double:
        raise tracer.refuse("not-supported", f"an array of {own.dtype} is viewed as {wanted}",
                            why="float64 is computed in 32 bits here, so these would be other bits",
                            instead='ask for 64 bits: pygpu.compile(f, precision="double")')
    return view(tracer, receiver, Seen(), own.shape, dtype=wanted)


@means(np.squeeze)
def squeeze(tracer, a, axis=None):
    ref = as_ref(tracer, a)
    return view(tracer, ref, Reshaped(), numpy_says(np.squeeze, dummy(value_of(tracer, ref).type),
                                                    known(tracer, axis)).shape)


@means(np.expand_dims)
def expand_dims(tracer, a, axis):
    ref = as_ref(tracer, a)
    return view(tracer, ref, Reshaped(), numpy_says(np.expand_dims, dummy(value_of(tracer, ref).type),
                                                    known(tracer, axis)).shape)


@means(np.broadcast_to)
def broadcast_to(tracer, array, shape):
    value = field(tracer, array)
    return made(tracer, Converted(), value.type.dtype,
                numpy_says(np.broadcast_to, dummy(value.type), known(tracer, shape)).shape, value)


@means(np.roll)
def roll(tracer, a, shift, axis=None):
    value, shifts, axes = field(tracer, a), known(tracer, shift), known(tracer, axis)
    if axes is None:
        flat = roll(tracer, ravel(tracer, new(tracer, value)), shift, Known(0))
        return reshape(tracer, flat, Known(value.type.shape))
    shifts, axes = np.broadcast_arrays(shifts, normal(tracer, new(tracer, value), axes))
    before = [0] * len(value.type.shape)
    for by, along in zip(shifts.tolist(), axes.tolist()):
        before[along] += by
    before = [(by + size // 2) % size - size // 2 if size else 0 for by, size in zip(before, value.type.shape)]
    borders = tuple(["wrap" if by else None for by in before])
    return made(tracer, Beyond(tuple(before), borders), value.type.dtype, value.type.shape, value)


def pad(tracer, args, kwargs):
    """Its parameters depend on the mode; so they are told apart here."""
    given = dict(zip(("array", "pad_width", "mode"), args)) | kwargs
    mode = known(tracer, given.get("mode", Known("constant")))
    if mode not in ALIASES["numpy"] or "reflect_type" in given or given.get("constant_values", NONE).__class__ is Tuple or (
            np.ndim(given["constant_values"].value) if type(given.get("constant_values")) is Known else 0):
        return tracer.call(Known(padded_arrays.pad), [], given)
    value, mode = field(tracer, given.pop("array")), known(tracer, given.pop("mode", Known("constant")))
    pad_width, constant_values = given.pop("pad_width"), given.pop("constant_values", Known(0))
    for name in given:
        raise refuse_keyword(tracer, name, np.pad)
    widths = known(tracer, pad_width)
    if isinstance(widths, dict):
        named = {axis % len(value.type.shape): width for axis, width in widths.items()}
        widths = [np.broadcast_to(named.get(axis, 0), 2) for axis in range(len(value.type.shape))]
    widths = np.broadcast_to(widths, (len(value.type.shape), 2)).tolist()
    shape = tuple([size + sum(width) for size, width in zip(value.type.shape, widths)])
    before = tuple([width[0] for width in widths])
    if mode == "constant":
        filling = tracer.call(Known(np.full), [Known(shape), constant_values], {"dtype": Known(value.type.dtype)})
        inside = tuple([slice(first, first + size) for first, size in zip(before, value.type.shape)])
        store(tracer, filling, Known(inside), new(tracer, value))
        return filling
    border = ALIASES["numpy"].get(mode)
    if border is None:
        raise tracer.refuse("opaque-array", name=f"numpy.pad(mode={mode!r})")
    if any(not size and sum(width) for size, width in zip(value.type.shape, widths)):
        numpy_says(np.pad, dummy(value.type), widths, mode)
    borders = tuple([border if sum(width) else None for width in widths])
    return made(tracer, Beyond(before, borders), value.type.dtype, shape, value)


MEANINGS[np.pad] = pad


@means(np.lib.stride_tricks.sliding_window_view)
def sliding_window_view(tracer, x, window_shape, axis=None):
    value, window, axes = field(tracer, x), known(tracer, window_shape), known(tracer, axis)
    whole = dummy(value.type)
    shape = numpy_says(lambda: np.lib.stride_tricks.sliding_window_view(whole, window, axes)).shape
    axes = tuple(range(whole.ndim)) if axes is None else normal(tracer, new(tracer, value), axes)
    return made(tracer, Windowed(axes), value.type.dtype, shape, value)


@means(np.tile)
def tile(tracer, A, reps):
    value, reps = field(tracer, A), np.atleast_1d(known(tracer, reps)).tolist()
    reps = [1] * (len(value.type.shape) - len(reps)) + reps
    ref = reshape(tracer, new(tracer, value), Known((*(1,) * (len(reps) - len(value.type.shape)), *value.type.shape)))
    shape = value_of(tracer, ref).type.shape
    return made(tracer, Beyond((0,) * len(reps), tuple(["wrap" if count > 1 else None for count in reps])), value.type.dtype,
                tuple([size * count for size, count in zip(shape, reps)]), value_of(tracer, ref))


@means(np.take)
def take(tracer, a, indices, axis=None, mode=None):
    if known(tracer, mode) in ("wrap", "clip"):
        length = Known(value_of(tracer, as_ref(tracer, a)).type.shape[known(tracer, axis)] if known(tracer, axis) is not None
                       else size_of(tracer, as_ref(tracer, a)))
        last, indices = Known(length.value - 1), tracer.call(Known(np.asarray), [indices], {})
        indices = tracer.binary("%", indices, length) if known(tracer, mode) == "wrap" else tracer.call(
            Known(np.clip), [indices, Known(0), last], {})
    if known(tracer, axis) is None:
        return tracer.subscript(ravel(tracer, a), indices)
    ref = as_ref(tracer, a)
    (along,) = normal(tracer, ref, known(tracer, axis))
    return tracer.subscript(ref, Tuple([*[Known(slice(None))] * along, indices]))


LEAPT = 2, 4, 8  # numbers that a place is divided by as a vector is loaded; by others it is looked up (reads/leaps.py)


@means(np.repeat)
def repeat(tracer, a, repeats, axis=None):
    ref, count = as_ref(tracer, a), known(tracer, repeats)
    if known(tracer, axis) is None:
        ref, axis = ravel(tracer, ref), Known(0)
    (along,) = normal(tracer, ref, known(tracer, axis))
    shape = value_of(tracer, ref).type.shape
    flat = 1 in (math.prod(shape[:along]), math.prod(shape[along + 1:]))
    if np.ndim(count) == 0 and count and (shape[along] == 1 or count in LEAPT and flat):
        more = broadcast_to(tracer, expand_dims(tracer, ref, Known(along + 1)),
                            Known((*shape[:along + 1], count, *shape[along + 1:])))
        return reshape(tracer, more, Known((*shape[:along], shape[along] * count, *shape[along + 1:])))
    places = np.repeat(np.arange(shape[along]), count)
    return tracer.subscript(ref, Tuple([*[Known(slice(None))] * along, Known(places)]))


# --- put together of several -----------------------------------------------------------------------------------------

def parts_of(tracer, arrays) -> list[Value]:
    arrays = decide(tracer, arrays)
    items = rows(tracer, arrays) if is_array(arrays) else items_of(tracer, arrays)
    if not items:
        raise HostRaised(ValueError("need at least one array to concatenate"))
    return [field(tracer, each) for each in items]


@means(np.concatenate)
def concatenate(tracer, arrays, axis=0, dtype=None, casting=None):
    parts = parts_of(tracer, arrays)
    if dtype is not None and known(tracer, dtype) is not None:
        how = casting is not None and known(tracer, casting) or "same_kind"
        for part in parts:
            numpy_says(partial(np.concatenate, dtype=known(tracer, dtype), casting=how),
                       [np.zeros(1, part.type.dtype)])
        parts = [converted(tracer, part, typed(tracer, known(tracer, dtype), part.type.shape)) for part in parts]
    if known(tracer, axis) is None:
        parts, axis = [value_of(tracer, ravel(tracer, new(tracer, part))) for part in parts], Known(0)
    (along,) = normal(tracer, new(tracer, parts[0]), known(tracer, axis))
    sizes = {(*part.type.shape[:along], *part.type.shape[along + 1:], len(part.type.shape)) for part in parts}
    if len(sizes) > 1:  # in NumPy's words
        numpy_says(np.concatenate, [dummy(part.type) for part in parts], along)
    return new(tracer, joined(tracer, parts, along))


@means(np.stack)
def stack(tracer, arrays, axis=0, dtype=None, casting=None):
    parts = parts_of(tracer, arrays)
    count = len(parts[0].type.shape) + 1
    along = known(tracer, axis)
    if not -count <= along < count:
        raise HostRaised(np.exceptions.AxisError(along, count))
    found = new(tracer, stacked(tracer, parts, along % count))
    if dtype is None or known(tracer, dtype) is None:
        return found
    return concatenate(tracer, Tuple([found]), Known(0), dtype, casting)


def array(tracer, args, kwargs):
    given = dict(zip(("object", "dtype"), args)) | kwargs
    value, dtype = field(tracer, args[0]), known(tracer, given.get("dtype", NONE))
    made = new(tracer, value if dtype is None else converted(tracer, value, typed(tracer, dtype, value.type.shape)))
    axes = known(tracer, given.get("ndmin", Known(0))) - len(value.type.shape)
    return made if axes <= 0 else reshape(tracer, made, Known((1,) * axes + value.type.shape))


def as_array(tracer, args, kwargs):
    """An array of that type is the same one: what is changed of either is changed of both."""
    given = dict(zip(("a", "dtype"), args)) | kwargs
    value, dtype = given.get("a"), known(tracer, given.get("dtype", NONE))
    if is_array(value) and (dtype is None or np.dtype(dtype) == field(tracer, value).type.dtype):
        return value
    return array(tracer, args, kwargs)


def contiguous(tracer, args, kwargs):
    """The same array where its rows lie one after the other, unless it gets another type."""
    lies = is_array(args[0]) and strides(tracer, args[0]) == row_by_row(value_of(tracer, args[0]).type.shape)
    return (as_array if lies and value_of(tracer, args[0]).type.shape else array)(tracer, args, kwargs)


MEANINGS[np.array] = MEANINGS[np.asfortranarray] = array
MEANINGS[np.ascontiguousarray] = contiguous
MEANINGS[np.asarray] = MEANINGS[np.asanyarray] = as_array


@means(np.copy)
def copy(tracer, a, order=None):
    return new(tracer, field(tracer, a))


def flatten(tracer, receiver, order=None):
    return copy(tracer, ravel(tracer, receiver, order))


def by_rows(axis_of):
    def meaning(tracer, tup):
        parts = [as_ref(tracer, new(tracer, part)) for part in parts_of(tracer, tup)]
        return axis_of(tracer, parts)

    return meaning


def vertical(tracer, parts):
    parts = [reshape(tracer, part, Known((1, -1))) if dimensions(tracer, part) < 2 else part for part in parts]
    return concatenate(tracer, Tuple(parts), Known(0))


def horizontal(tracer, parts):
    parts = [part if dimensions(tracer, part) else ravel(tracer, part) for part in parts]
    return concatenate(tracer, Tuple(parts), Known(0 if dimensions(tracer, parts[0]) == 1 else 1))


def columns(tracer, parts):
    parts = [reshape(tracer, part, Known((-1, 1))) if dimensions(tracer, part) < 2 else part for part in parts]
    return concatenate(tracer, Tuple(parts), Known(1))


def deep(tracer, parts):
    new_axes = {1: (None, slice(None), None), 2: (..., None)}
    parts = [tracer.subscript(part, Known(new_axes.get(dimensions(tracer, part), ...))) for part in parts]
    return concatenate(tracer, Tuple(parts), Known(2))


for _function, _axis in ((np.vstack, vertical), (np.hstack, horizontal), (np.column_stack, columns), (np.dstack, deep)):
    means(_function)(by_rows(_axis))
