"""Functions that put many elements together: sums and extremes, running sums, products of matrices."""

from __future__ import annotations

import math

import numpy as np

from ...ir import Op, Value
from ...ir.ops import FIELD
from ...library.whole import functions as whole_arrays
from ...library.whole import matrices as matrix_arrays
from ...library.whole import recursive as recursive_arrays
from ...library.whole import reduced as reduced_arrays
from ...library.whole.assigned import put_at
from ..meanings.lending import fitted
from ..paths.frames import HostRaised
from ..values.lattice import NONE, Known, Ref
from ..values.possible import note_bounds
from .arranging import moveaxis, pad, ravel, reshape, reshaped
from .elements import ByDevice, Reshaped, Transposed
from .fields import is_array, made, new, typed, value_of, view
from .folding import ByRows, InPanels, InVectors, Product, Recursive, Reduced, Scanned, Walked
from .indices import numpy_says
from .multiplied import Multiplied, is_worth_it
from .operators import converted, dummy, ufunc
from .parts import store, transposed
from .table import MEANINGS, as_ref, dimensions, field, known, means, normal

# --- many put together -----------------------------------------------------------------------------------------------

def reduction(how: str, dtype_of, first=None, truths=False):
    """`truths`: of whatever the elements are, whether they are not 0."""
    def meaning(tracer, a, axis=None, dtype=None, keepdims=False, initial=None):
        value, wanted = field(tracer, a), known(tracer, dtype)
        shape = value.type.shape
        axes = known(tracer, axis)
        axes = tuple(range(len(shape))) if axes is None else normal(tracer, new(tracer, value), axes)
        if len(set(axes)) < len(axes):
            raise HostRaised(ValueError("duplicate value in 'axis'"))
        if first is None and initial is None and any(shape[axis] == 0 for axis in axes):
            raise HostRaised(ValueError("zero-size array to reduction operation which has no identity"))
        kind = np.dtype(wanted) if wanted is not None else np.dtype(dtype_of(value.type.dtype))
        if how in ("and", "or", "xor") and not truths and kind.kind == "f":  # in NumPy's words
            numpy_says(getattr(np, f"bitwise_{how}"), np.zeros(0, kind), np.zeros(0, kind))
        keep = bool(known(tracer, keepdims)) if known(tracer, keepdims) is not np._NoValue else False
        turned = turned_axes(value)
        if turned is not None and not how.startswith("first"):  # of elements as they lie in memory
            kept = [turned[axis] for axis in range(len(shape)) if axis not in axes]
            along = Known(tuple([turned[axis] for axis in axes]))
            found = meaning(tracer, new(tracer, value.owner.operands[0]), along, dtype, Known(False))
            found = transposed(tracer, found, [sorted(kept).index(axis) for axis in kept]) if kept else found
            return reshape(tracer, found, Known(tuple([1 if axis in axes else size for axis, size in enumerate(shape)]))
                           ) if keep else found
        left = [1 if axis in axes else size for axis, size in enumerate(shape) if keep or axis not in axes]
        if truths:
            value = converted(tracer, value, typed(tracer, bool, shape))
        if 0 in shape:
            filling = initial if first is None and initial is not None else Known(first or 0)
            return MEANINGS[np.full](tracer, [Known(tuple(left)), filling], {"dtype": Known(kind)})
        found = made(tracer, Reduced(of_truths(how, kind), axes, keep), kind, left, value)
        if how == "add" and value.type.dtype == bool and kind.kind in "iu":  # how many there are
            note_bounds(value_of(tracer, found), (0, math.prod(shape[axis] for axis in axes)))
        return found

    return meaning


def turned_axes(value) -> tuple | None:
    """Which axes of another array those of one are that is that one transposed."""
    element = dict(value.owner.attributes)["element"] if isinstance(value.owner, Op) and value.owner.kind is FIELD else None
    return element.axes if isinstance(element, Transposed) else None


def of_truths(how: str, kind: np.dtype) -> str:
    """How truths are put together, whose greatest is whether one of them is, and so on."""
    return {"max": "or", "min": "and", "add": "or", "mul": "and"}.get(how, how) if kind.kind == "b" else how


def summed(dtype):
    """Sums of whole numbers are of 64 bits."""
    return dtype if dtype.kind == "f" else np.uint64 if dtype.kind == "u" else np.int64


def same(dtype):
    return dtype


REDUCTIONS = {np.add: reduction("add", summed, 0), np.multiply: reduction("mul", summed, 1),
              np.minimum: reduction("min", same), np.maximum: reduction("max", same),
              np.bitwise_and: reduction("and", same, -1),
              np.bitwise_or: reduction("or", same, 0), np.bitwise_xor: reduction("xor", same, 0),
              np.logical_and: reduction("and", lambda dtype: bool, True, True),
              np.logical_or: reduction("or", lambda dtype: bool, False, True),
              np.logical_xor: reduction("xor", lambda dtype: bool, False, True)}

def with_options(ufunc_: np.ufunc):
    """A reduction that begins with a number, leaves some elements out, and may be written to an array."""
    reduce = REDUCTIONS[ufunc_]

    def meaning(tracer, a, axis=None, dtype=None, keepdims=False, out=None, initial=None, where=True):
        begun, kept = (is_said(tracer, each) for each in (initial, where))
        if kept and known_or(tracer, where) is not True:
            none = initial if ufunc_.identity is None else Known(ufunc_.identity)
            if ufunc_.identity is None and not begun:
                raise HostRaised(ValueError(f"reduction operation '{ufunc_.__name__}' does not have an identity, so to use "
                                            "a where mask one has to specify 'initial'"))
            a = field(tracer, a)
            none = MEANINGS[np.full](tracer, [Known(()), none], {"dtype": Known(a.type.dtype)})
            a = MEANINGS[np.where](tracer, [where, new(tracer, a), none], {})
        found = reduce(tracer, a, axis, dtype, keepdims, initial if begun else None)
        if begun:  # it takes the result's type
            kind = Known(field(tracer, found).type.dtype)
            found = ufunc(tracer, ufunc_, [found, MEANINGS[np.full](tracer, [Known(()), initial], {"dtype": kind})])
        if not is_said(tracer, out):
            return found
        store(tracer, out, Known(...), found)
        return out

    return meaning


def is_said(tracer, value) -> bool:
    return value is not None and value is not True and not (
        type(value) is Known and (value.value is None or value.value is np._NoValue))


def known_or(tracer, value):
    return value.value if type(value) is Known else None


for _function, _ufunc in ((np.sum, np.add), (np.prod, np.multiply), (np.min, np.minimum), (np.max, np.maximum),
                          (np.amin, np.minimum), (np.amax, np.maximum), (np.all, np.logical_and), (np.any, np.logical_or)):
    means(_function)(with_options(_ufunc))


def in_lines(tracer, ref: Ref, along: int, made_of) -> Ref:
    """What is made of an array of two axes at most, of its lines along the last one or `down` the first."""
    down = along < dimensions(tracer, ref) - 1
    moved = moveaxis(tracer, ref, Known(along), Known(0)) if down else ref
    shape = value_of(tracer, moved).type.shape
    many = math.prod(shape[1:] if down else shape[:-1])
    flat = moved if len(shape) < 3 else reshape(tracer, moved, Known((shape[0], many) if down else (many, shape[-1])))
    value = value_of(tracer, flat)
    found = made_of(value, value.type.shape, down)
    if len(shape) > 2:
        length = value_of(tracer, found).type.shape[0 if down else -1]
        found = reshape(tracer, found, Known((length, *shape[1:]) if down else (*shape[:-1], length)))
    return moveaxis(tracer, found, Known(0), Known(along)) if down else found


def recursive(tracer, args, kwargs) -> Ref:
    """library/whole/recursive.py's, as a scan."""
    wide, b, a, axis, settled = as_ref(tracer, args[0]), *[known(tracer, each) for each in args[1:]]

    def filtered(flat: Value, shape, down: bool) -> Ref:
        count = shape[0 if down else -1] - len(b) + 1
        shape = (count, *shape[1:]) if down else (*shape[:-1], count)
        return made(tracer, Recursive("add", down, b, a, settled), flat.type.dtype, shape, flat)

    return in_lines(tracer, wide, *normal(tracer, wide, axis), filtered)


MEANINGS[recursive_arrays.recursive] = recursive


def walked(tracer, args, kwargs) -> Ref:
    """library/whole/functions.py's, as a loop of each number."""
    function, (axis, dtype, *given) = known(tracer, args[0]), [known(tracer, each) for each in args[2:]]
    value = value_of(tracer, as_ref(tracer, args[1]))
    walk = Walked(function, axis % len(value.type.shape), tuple(given))
    return made(tracer, walk, np.dtype(dtype), value.type.shape, value)


MEANINGS[whole_arrays.walked] = walked

LONG = 64  # products that are added up, of a matrix and a vector: so many are a sum like others
WHOLE = 16, 32, 64  # columns that vectors of a CPU fill
FEW = 64
PANEL = 64  # columns of a matrix that lie together: what vectors beside one another, on any CPU, are part of
SINGLE, ALONG = 4, 512  # columns that are sums along rows, of so many products: 1024 x 1024 times 3 columns 0.5 ms for 0.9
PARTS, LOW = 256, 2048  # 100000 rows of 16: 0.9 ms in so many parts, 36 in one (two cores); numbers of no work for all


def is_low_and_narrow(shape: tuple, length: int, one) -> bool:
    """Whether a product has too few numbers to share out, each of them a long sum."""
    return (len(shape) == 2 and length >= PARTS * LONG // 2 and shape[1] >= 8 and shape[0] * shape[1] <= LOW
            and one.kind in "iuf" and one != np.float16)


def are_sums(shape: tuple, length: int, one) -> bool:
    """Whether each number of a product is a sum along rows of its own."""
    return (len(shape) == 2 and shape[1] <= SINGLE and shape[0] >= FEW and length >= ALONG and one.kind in "iuf"
            and one != np.float16)


def best(how: str):
    found = reduction(how, lambda dtype: np.int64)

    def meaning(tracer, a, axis=None, keepdims=False):
        if known(tracer, axis) is None and not is_kept(tracer, keepdims):
            a, axis = ravel(tracer, a) if dimensions(tracer, as_ref(tracer, a)) > 2 else a, NONE
        places = found(tracer, a, axis, NONE, keepdims)
        if is_array(places):
            shape, along = value_of(tracer, as_ref(tracer, a)).type.shape, known(tracer, axis)
            note_bounds(value_of(tracer, places), (0, (math.prod(shape) if along is None else shape[along]) - 1))
        return places

    return meaning


def is_kept(tracer, keepdims) -> bool:
    return known(tracer, keepdims) is True


means(np.argmax)(best("first max"))
means(np.argmin)(best("first min"))

def running(how: str, dtype_of, truths=False):
    """np.cumsum and its like: of two axes, along the last one or down, as memory has them. `truths`: as for `reduction`."""
    def meaning(tracer, a, axis=None, dtype=None, out=None):
        if is_said(tracer, out):
            store(tracer, out, Known(...), meaning(tracer, a, axis, dtype))
            return out
        ref, wanted = as_ref(tracer, a), known(tracer, dtype)
        if known(tracer, axis) is None:
            ref, along = ref if dimensions(tracer, ref) == 1 else reshaped(tracer, ref, -1, lies=True), 0
        else:
            (along,) = normal(tracer, ref, known(tracer, axis))
        def scanned(flat: Value, shape, down: bool) -> Ref:
            kind = np.dtype(wanted) if wanted is not None else np.dtype(dtype_of(flat.type.dtype))
            flat = converted(tracer, flat, typed(tracer, bool, shape)) if truths else flat
            return made(tracer, Scanned(of_truths(how, kind), down), kind, shape, flat)

        return in_lines(tracer, ref, along, scanned)

    return meaning


RUNNING = {np.add: running("add", summed), np.multiply: running("mul", summed),
           np.maximum: running("max", same), np.minimum: running("min", same),
           np.bitwise_and: running("and", same), np.bitwise_or: running("or", same), np.bitwise_xor: running("xor", same),
           np.logical_and: running("and", lambda dtype: bool, True), np.logical_or: running("or", lambda dtype: bool, True),
           np.logical_xor: running("xor", lambda dtype: bool, True)}
means(np.cumsum)(RUNNING[np.add])
means(np.cumprod)(RUNNING[np.multiply])


@means(np.matmul)
def product(tracer, x1, x2, out=None):
    """Products of vectors, matrices and stacks of them."""
    if is_said(tracer, out):
        store(tracer, out, Known(...), product(tracer, x1, x2))
        return out
    left, right = field(tracer, x1), field(tracer, x2)
    one = np.matmul.resolve_dtypes((left.type.dtype, right.type.dtype, None))[2]
    if not left.type.shape or left.type.shape[-1:] != right.type.shape[-2:][:1]:  # in NumPy's words
        numpy_says(np.matmul, dummy(left.type), dummy(right.type))
    ones = len(left.type.shape) == 1, len(right.type.shape) == 1
    length, rows = left.type.shape[-1], left.type.shape[:-1]
    is_column = bool(rows) and right.type.shape[1:] == (1,)
    if is_column and length >= LONG and one.kind != "b" and not are_sums((*rows, 1), length, one):
        found = product(tracer, new(tracer, left), ravel(tracer, new(tracer, right)))  # a matrix of one column is a vector
        return reshape(tracer, found, Known((*rows, 1)))
    if all(ones):
        each = ufunc(tracer, np.multiply, [new(tracer, left), new(tracer, right)])
        return MEANINGS[np.sum](tracer, [each], {"dtype": Known(one)})
    if any(ones) and length >= LONG and one.kind != "b":  # a sum of each row, or of each column
        a, b = new(tracer, left), new(tracer, right)
        each = ufunc(tracer, np.multiply, [a if ones[1] else reshape(tracer, a, Known((-1, 1))), b])
        return MEANINGS[np.sum](tracer, [each], {"axis": Known(-1 if ones[1] else -2), "dtype": Known(one)})
    a = new(tracer, left) if not ones[0] else reshape(tracer, new(tracer, left), Known((1, -1)))
    b = new(tracer, right) if not ones[1] else reshape(tracer, new(tracer, right), Known((-1, 1)))
    left, right = value_of(tracer, a), value_of(tracer, b)
    outer = np.broadcast_shapes(left.type.shape[:-2], right.type.shape[:-2])
    shape = (*outer, left.type.shape[-2], right.type.shape[-1])
    if is_low_and_narrow(shape, length, one):
        return tracer.call(Known(matrix_arrays.in_parts), [new(tracer, left), new(tracer, right), Known(PARTS)], {})
    usual = made(tracer, Product(), one, shape, left, right)
    on_gpu = made(tracer, Multiplied(), one, shape, left, right) if is_worth_it(left, right, shape) else usual
    on_cpu = as_cpus_do(tracer, b, one, shape, left, right) or usual
    found = usual if on_cpu is on_gpu else made(tracer, ByDevice(), one, shape, value_of(tracer, on_cpu),
                                                value_of(tracer, on_gpu))
    if any(ones):
        found = reshape(tracer, found, Known((*outer, shape[-1] if ones[0] else shape[-2])))
    return found


def as_cpus_do(tracer, b: Ref, one: np.dtype, shape: tuple, left: Value, right: Value) -> Ref | None:
    """A product where vectors have whole numbers of columns, or of factors."""
    length = left.type.shape[-1]
    if are_sums(shape, length, one):
        turned = value_of(tracer, MEANINGS[np.transpose](tracer, [b], {}))
        return made(tracer, ByRows(), one, shape, left, turned)
    if len(shape) == 2 and shape[1] < FEW and shape[1] not in WHOLE and shape[0] >= FEW and length >= LONG:
        beside = (0, 0), (0, min(width for width in WHOLE if width > shape[1]) - shape[1])
        return made(tracer, InVectors(), one, shape, left, value_of(tracer, pad(tracer, [b, Known(beside)], {})))
    if len(shape) == 2 and shape[1] >= FEW and shape[0] >= FEW and length >= FEW and one.kind in "iuf":
        inside = tracer.call(Known(matrix_arrays.in_panels), [b, Known(PANEL)], {})
        return made(tracer, InPanels(PANEL), one, shape, left, value_of(tracer, inside))
    return None


WALKED = {"reduce": reduced_arrays.reduced, "accumulate": reduced_arrays.accumulated,
          "reduceat": reduced_arrays.reduced_between}


def of_method(tracer, function, name: str, args, kwargs):
    """np.add.reduce(a), np.maximum.accumulate(a), np.multiply.outer(a, b), np.add.at(a, i, b)."""
    if name == "reduce" and function in REDUCTIONS:
        given = {"axis": Known(0), **kwargs} if len(args) < 2 else kwargs
        return fitted(np.sum, with_options(function))(tracer, args, given)
    if name == "at":
        return tracer.call(Known(put_at), [Known(function), *args], kwargs)
    if name == "accumulate" and function in RUNNING:
        given = {"axis": Known(0), **kwargs} if len(args) < 2 else kwargs
        return fitted(np.cumsum, RUNNING[function])(tracer, args, given)
    if name == "outer" and len(args) == 2 and not kwargs:
        a, b = (field(tracer, each) for each in args)
        wide = view(tracer, new(tracer, a), Reshaped(), (*a.type.shape, *(1,) * len(b.type.shape)))
        return ufunc(tracer, function, [wide, new(tracer, b)])
    if name in WALKED and function.nin == 2 and function.nout == 1:
        return tracer.call(Known(WALKED[name]), [Known(function), *args], kwargs)
    raise tracer.refuse("opaque-array", name=f"numpy.{function.__name__}.{name}")
