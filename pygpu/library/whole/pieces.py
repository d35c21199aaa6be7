"""Parts of whole arrays that have as many elements as a number says that is only known when the function runs, a[i, k:]: in
NumPy, for the tracer to walk.

    FUNCTIONS   NumPy's function → what it gives of such parts

A piece is an array with as many elements along each axis as there can be, and for each axis how many there are, or None
where that is all: those behind them are anything.
"""

from __future__ import annotations

import numpy as np

from .chosen import last_number

FEW = 16  # numbers whose places in their order are counted, each with each


class Piece:
    def __init__(self, whole, counts):
        self.whole, self.counts = whole, counts

    @property
    def shape(self):
        return tuple([most if count is None else count for count, most in zip(self.counts, self.whole.shape)])

    @property
    def ndim(self):
        return self.whole.ndim

    @property
    def dtype(self):
        return self.whole.dtype

    @property
    def size(self):
        found = 1
        for each in self.shape:
            found = found * each
        return found

    @property
    def T(self):
        return Piece(self.whole.T, self.counts[::-1])

    def __bool__(self):
        if self.size != 1:
            raise ValueError("The truth value of an array with more than one element is ambiguous. Use a.any() or a.all()")
        return bool(np.any(self))

    def __len__(self):
        return self.shape[0]

    def __iter__(self):
        return map(self.__getitem__, range(len(self)))

    def __getitem__(self, key):
        return item(self, key)

    def __setitem__(self, key, value):
        found = item(self, key, True)
        if isinstance(found, tuple):
            self.whole[found] = value
        elif isinstance(found, Piece):
            found.put(value)
        else:
            found[...] = value

    def put(self, value):
        """From here on it is this, for all who hold it or what it is a part of."""
        whole = self.whole
        for axis, count in enumerate(self.counts):
            if isinstance(value, Piece) and count is not None:
                at = axis - whole.ndim + value.whole.ndim
                if at >= 0 and value.counts[at] is not count:
                    see_alike(shape_at(value, at), count)
            elif count is not None and np.ndim(value) + axis >= whole.ndim:
                see_alike(np.shape(value)[axis - whole.ndim], count)
        whole[...] = fitted(value, whole.shape) if isinstance(value, Piece) or np.ndim(value) else value

    def copy(self):
        return Piece(self.whole.copy(), self.counts)

    def astype(self, dtype, copy=True):
        return Piece(self.whole.astype(dtype), self.counts)

    def ravel(self):
        if self.ndim != 1:
            raise TypeError("a part of an array whose size is only known when the function runs has its own axes: loop over "
                            "its rows")
        return self

    flatten = ravel

    def tolist(self):
        return [self[i] for i in range(len(self))]

    def dot(self, other):
        return product(self, other)

    __matmul__ = dot

    def __rmatmul__(self, other):
        return product(other, self)

    def __neg__(self):
        return each(np.negative, self)

    def __abs__(self):
        return each(np.abs, self)

    def __invert__(self):
        return each(np.invert, self)

    def __contains__(self, number):
        return np.any(self == number)


# --- elements and parts ----------------------------------------------------------------------------------------------

def item(piece, key, as_place=False):
    """piece[key]: an element, or a part."""
    if isinstance(key, Piece | np.ndarray) and key.dtype == bool:
        chosen = chosen_of(piece, key)
        return (chosen,) if as_place else piece.whole[chosen]
    keys = key if isinstance(key, tuple) else (key,)
    if len([each for each in keys if each is not None and each is not Ellipsis]) > piece.ndim:
        raise IndexError(f"too many indices for array: array is {piece.ndim}-dimensional, but {len(keys)} were indexed")
    if Ellipsis in [each for each in keys if each is Ellipsis]:
        before = [each is Ellipsis for each in keys].index(True)
        keys = keys[:before] + (slice(None),) * (piece.ndim - len(keys) + 1) + keys[before + 1:]
    places, counts = [], []
    axis = 0
    for each in keys:
        if each is None:
            places.append(None)
            counts.append(None)
            continue
        place, count = place_of(each, piece.counts[axis], piece.whole.shape[axis])
        places.append(place)
        counts.extend([count] if isinstance(place, slice) else [None] * np.ndim(place))
        axis = axis + 1
    counts = tuple(counts) + piece.counts[axis:]
    if as_place and not counts:
        return tuple(places)
    found = piece.whole[tuple(places)]
    found = found.whole if isinstance(found, Piece) else found
    return found if all([count is None for count in counts]) else Piece(found, counts)


def chosen_of(piece, mask):
    """Which elements of a piece a mask chooses."""
    if not isinstance(mask, Piece):
        raise TypeError("the mask of a part of an array whose ends are only known when the function runs is one of it")
    if any([one != other for one, other in zip(mask.shape, piece.shape)]):
        raise IndexError("boolean index did not match indexed array")
    return mask.whole & there(mask)


def place_of(key, count, most):
    """Where an index of an axis lies, and how many there are from there on."""
    if isinstance(key, slice):
        if count is None:
            return key, None
        if key.step is not None and key.step != 1:
            raise TypeError("a part with a step of what is only known when the function runs: loop over it")
        start = 0 if key.start is None else key.start
        stop = count if key.stop is None else key.stop
        start = max(start + count, 0) if start < 0 else min(start, count)
        stop = max(stop + count, 0) if stop < 0 else min(stop, count)
        left = max(stop - start, 0)
        return slice(start, start + left), left
    if count is None:
        return key, None
    key = np.array(key) if isinstance(key, list) else key
    if np.any((key < -count) | (key >= count)):
        raise IndexError("index is out of bounds for a part of an array")
    return np.where(key < 0, key + count, key) if isinstance(key, np.ndarray) else key + count if key < 0 else key, None


def see_alike(one, other):
    if one != other:
        raise ValueError("parts of arrays of different lengths meet")


def shape_at(value, axis):
    return value.whole.shape[axis] if value.counts[axis] is None else value.counts[axis]


def there(piece):
    """Which elements there are."""
    found, dimensions = None, piece.ndim
    for axis, count in enumerate(piece.counts):
        if count is not None:
            line = (1,) * axis + (-1,) + (1,) * (dimensions - axis - 1)
            here = np.reshape(np.arange(piece.whole.shape[axis]), line) < count
            found = here if found is None else found & here
    return found


def as_result(piece):
    """The elements that there are, as a mask chooses them: the host takes these."""
    axes = [axis for axis, count in enumerate(piece.counts) if count is not None]
    if len(axes) > 1:
        raise TypeError("a part of an array is returned whose ends are only known when the function runs, along two axes: "
                        "return the whole array and both numbers")
    here = np.arange(piece.whole.shape[axes[0]]) < piece.counts[axes[0]]
    return piece.whole[(slice(None),) * axes[0] + (here,)]


# --- element by element ----------------------------------------------------------------------------------------------

def fitted(value, shape):
    """An array, or the elements of a piece, as far as a shape goes, with as many at the end as there are too few."""
    whole = value.whole if isinstance(value, Piece) else value
    before = len(shape) - whole.ndim
    for axis in range(whole.ndim):
        have, want = whole.shape[axis], shape[axis + before]
        if have > want:
            whole = np.take(whole, np.arange(want), axis=axis)
        elif 1 < have < want or have < want and isinstance(value, Piece) and value.counts[axis] is not None:
            whole = np.take(whole, np.minimum(np.arange(want), have - 1), axis=axis)
    return whole


def alike(args):
    """Arrays, pieces and numbers as arrays whose elements stand beside one another, and how many there are."""
    wide = [a for a in args if np.ndim(a)]
    dimensions = max([np.ndim(a) for a in wide])
    counts, shape = (), ()
    for axis in range(-dimensions, 0):
        count, most = None, 1
        for a in wide:
            if np.ndim(a) + axis < 0:
                continue
            of_piece = isinstance(a, Piece)
            here = a.counts[axis] if of_piece else None
            size = a.whole.shape[axis] if of_piece else a.shape[axis]
            if here is None and size == 1:
                continue
            if here is not None and count is not None:
                if here is not count:
                    see_alike(here, count)
                most = min(most, size)
            elif here is not None or count is not None:
                if most != 1:
                    see_alike(size if here is None else here, most if count is None else count)
                most = size if most == 1 else min(most, size)
                count = here if count is None else count
            else:
                most = size
        counts, shape = counts + (count,), shape + (most,)
    return [fitted(a, shape) if np.ndim(a) else a for a in args], counts


def each(function, *args, **options):
    """A function of each element."""
    wholes, counts = alike(args)
    found = function(*wholes, **options)
    if isinstance(found, tuple):
        return tuple([made(one, counts) for one in found])
    return made(found, counts)


def made(whole, counts):
    return whole if all([count is None for count in counts]) else Piece(whole, counts)


# --- many put together -----------------------------------------------------------------------------------------------

def along(piece, axis):
    """How many elements are put together, and what is left of the counts."""
    if axis is None:
        return piece.size, ()
    axes = [each % piece.ndim for each in (axis if isinstance(axis, tuple) else (axis,))]
    many = 1
    for each in axes:
        many = many * piece.shape[each]
    return many, tuple([count for number, count in enumerate(piece.counts) if number not in axes])


def reduced(function, piece, none, axis, keepdims=False, **more):
    """What a function gives of the elements that there are, where others count as one that changes nothing."""
    found = function(np.where(there(piece), piece.whole, none), axis=axis, keepdims=keepdims, **more)
    if keepdims:
        axes = range(piece.ndim) if axis is None else [a % piece.ndim for a in ((axis,) if isinstance(axis, int) else axis)]
        return made(found, tuple([None if number in axes else count for number, count in enumerate(piece.counts)]))
    left = along(piece, axis)[1]
    return made(found, left) if left else found


def total(piece, axis=None, dtype=None, keepdims=False):
    return reduced(np.sum, piece, np.zeros(1, piece.dtype)[0], axis, keepdims, dtype=dtype)


def product_of_all(piece, axis=None, keepdims=False):
    return reduced(np.prod, piece, np.ones(1, piece.dtype)[0], axis, keepdims)


def mean(piece, axis=None, dtype=None, keepdims=False):
    found, many = total(piece, axis, dtype, keepdims), along(piece, axis)[0]
    return found / np.asarray(many).astype(found.dtype if found.dtype.kind == "f" else np.float64)


def variance(piece, axis=None, ddof=0):
    many = along(piece, axis)[0]
    far = piece - mean(piece, axis, keepdims=True)
    found = total(far * far, axis)
    return found / np.asarray(many - ddof).astype(found.dtype)


def deviation(piece, axis=None, ddof=0):
    return np.sqrt(variance(piece, axis, ddof))


def see_any(piece, axis, name):
    if along(piece, axis)[0] < 1:
        raise ValueError(name)


NOTHING = "zero-size array to reduction operation which has no identity"


def least(piece, axis=None, keepdims=False):
    see_any(piece, axis, NOTHING)
    return reduced(np.min, piece, last_number(piece.dtype, True), axis, keepdims)


def greatest(piece, axis=None, keepdims=False):
    see_any(piece, axis, NOTHING)
    return reduced(np.max, piece, last_number(piece.dtype, False), axis, keepdims)


def first_least(piece, axis=None):
    see_any(piece, axis, "attempt to get argmin of an empty sequence")
    return best(np.argmin, piece, last_number(piece.dtype, True), axis)


def first_greatest(piece, axis=None):
    see_any(piece, axis, "attempt to get argmax of an empty sequence")
    return best(np.argmax, piece, last_number(piece.dtype, False), axis)


def best(function, piece, none, axis):
    """Where the first of the best is: those behind all that there are come last."""
    see_axis(piece, axis)
    return reduced(function, piece, none, axis)


def some(piece, axis=None, keepdims=False):
    return reduced(np.any, piece != 0, False, axis, keepdims)


def every(piece, axis=None, keepdims=False):
    return reduced(np.all, piece != 0, True, axis, keepdims)


def number_of_all(piece, axis=None):
    return reduced(np.sum, piece != 0, False, axis)


def see_axis(piece, axis):
    if axis is None and piece.ndim > 1:
        raise TypeError("a part of an array whose rows have as many elements as a number says: give an axis")


def so_far(piece, axis=None):
    see_axis(piece, axis)
    return Piece(np.cumsum(piece.whole, axis=axis), piece.counts)


def in_order(piece, axis=-1, kind=None):
    see_axis(piece, axis)
    if piece.counts[axis] is None:
        return Piece(np.sort(piece.whole, axis=axis), piece.counts)
    return Piece(np.sort(np.where(there(piece), piece.whole, last_number(piece.dtype, True)), axis=axis), piece.counts)


def median(piece, axis=None):
    """Of few numbers the places in their order are counted: nothing else has to be kept."""
    if piece.ndim != 1:
        raise TypeError("the median of a part of an array whose rows have as many elements as a number says")
    many, whole, here = len(piece), piece.whole, there(piece)
    lower, upper = np.maximum(many - 1, 0) // 2, many // 2
    if len(whole) <= FEW:
        before = before_each(whole, here)
        found = [np.sum(np.where(here & (before == place), whole, np.zeros(1, whole.dtype)[0]), dtype=whole.dtype)
                 for place in (lower, upper)]
    else:
        ordered = in_order(piece).whole
        found = [ordered[place] for place in (lower, upper)]
    kind = whole.dtype if whole.dtype.kind == "f" else np.float64
    middle = (found[0].astype(kind) + found[1].astype(kind)) / np.asarray(2).astype(kind)
    if whole.dtype.kind == "f":
        middle = np.where(np.any(here & (whole != whole)), np.asarray(np.nan).astype(kind), middle)
    return np.where(many > 0, middle, np.asarray(np.nan).astype(kind))


def before_each(whole, here):
    """How many come before each number in order."""
    count = len(whole)
    rows, columns = np.reshape(whole, (-1, 1)), np.reshape(whole, (1, -1))
    earlier = np.reshape(np.arange(count), (1, -1)) < np.reshape(np.arange(count), (-1, 1))
    return np.sum(np.reshape(here, (1, -1)) & ((columns < rows) | ((columns == rows) & earlier)), axis=1)


def product(a, b):
    """a @ b: of two axes at most. What is not there is a product of zeros."""
    wide_a, wide_b = zeros_behind(a), zeros_behind(b)
    have, want = wide_a.shape[-1], wide_b.shape[-2 if wide_b.ndim > 1 else 0]
    inner = [of_axis(a, -1), of_axis(b, -2 if wide_b.ndim > 1 else 0)]
    if inner[0] is not inner[1]:
        see_alike(have if inner[0] is None else inner[0], want if inner[1] is None else inner[1])
    if have > want:
        wide_a = wide_a[..., :want]
    elif want > have:
        wide_b = wide_b[:have]
    counts = (of_axis(a, -2),) if wide_a.ndim > 1 else ()
    if wide_b.ndim > 1:
        counts = counts + (of_axis(b, -1),)
    return made(np.matmul(wide_a, wide_b), counts)


def of_axis(a, axis):
    return a.counts[axis] if isinstance(a, Piece) else None


def zeros_behind(a):
    if not isinstance(a, Piece):
        return np.asarray(a)
    return np.where(there(a), a.whole, np.zeros(1, a.dtype)[0])


def outer(a, b):
    return np.reshape(a, (-1, 1)) * np.reshape(b, (1, -1)) if not isinstance(a, Piece) and not isinstance(b, Piece) else (
        column(a) * row(b))


def column(a):
    return Piece(a.whole[:, None], a.counts + (None,)) if isinstance(a, Piece) else a[:, None]


def row(a):
    return Piece(a.whole[None, :], (None,) + a.counts) if isinstance(a, Piece) else a[None, :]


def norm(x, ord=None, axis=None):
    if ord is not None and ord != 2 or axis is not None or ord == 2 and x.ndim > 1:
        raise TypeError("np.linalg.norm() of a part of an array whose size is a number, with ord= or axis=")
    return np.sqrt(total(x * x))


def chosen(condition, a, b):
    return each(np.where, condition, a, b)


FUNCTIONS = {
    np.sum: total, np.prod: product_of_all, np.mean: mean, np.average: mean, np.var: variance, np.std: deviation,
    np.min: least, np.max: greatest, np.amin: least, np.amax: greatest, min: least, max: greatest, sum: total,
    np.argmin: first_least, np.argmax: first_greatest, np.any: some, np.all: every, any: some, all: every,
    np.count_nonzero: number_of_all, np.cumsum: so_far, np.sort: in_order, np.median: median,
    np.dot: product, np.matmul: product, np.vdot: product, np.inner: product, np.outer: outer,
    np.linalg.norm: norm, np.where: chosen, np.copy: Piece.copy, np.ravel: Piece.ravel,
    np.asarray: lambda a: a, np.array: Piece.copy, np.shape: lambda a: a.shape, np.ndim: lambda a: a.ndim,
    np.size: lambda a: a.size, len: lambda a: a.shape[0], abs: lambda a: each(np.abs, a), np.clip: (
        lambda a, a_min, a_max: each(np.minimum, each(np.maximum, a, a_min), a_max)),
    np.multiply.outer: outer, np.transpose: lambda a: a.T,
}


METHODS = {"sum": total, "mean": mean, "std": deviation, "var": variance, "prod": product_of_all, "min": least,
           "max": greatest, "argmin": first_least, "argmax": first_greatest, "any": some, "all": every, "cumsum": so_far}
for _name, _function in METHODS.items():
    setattr(Piece, _name, _function)


def of_two(function):
    def forward(self, other):
        return each(function, self, other)

    def backward(self, other):
        return each(function, other, self)

    def inplace(self, other):
        self.put(each(function, self, other))
        return self

    return forward, backward, inplace


OPERATORS = {"add": np.add, "sub": np.subtract, "mul": np.multiply, "truediv": np.true_divide, "pow": np.power,
             "floordiv": np.floor_divide, "mod": np.remainder, "lt": np.less, "le": np.less_equal, "gt": np.greater,
             "ge": np.greater_equal, "eq": np.equal, "ne": np.not_equal, "and": np.bitwise_and, "or": np.bitwise_or,
             "xor": np.bitwise_xor}
for _name, _function in OPERATORS.items():
    _forward, _backward, _inplace = of_two(_function)
    setattr(Piece, f"__{_name}__", _forward)
    if _name not in ("lt", "le", "gt", "ge", "eq", "ne"):
        setattr(Piece, f"__r{_name}__", _backward)
        setattr(Piece, f"__i{_name}__", _inplace)
