"""Parts of whole arrays that have as many elements as a number says that is only known when the function runs, a[i, k:]: in
NumPy, for the tracer to walk.

A piece is an array with as many elements along each axis as there can be, and for each axis how many there are, or None
where that is all: those behind them are anything.
"""

from __future__ import annotations

import numpy as np

from .assigned import assigned


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
        elif isinstance(found, Places):
            found.put(value)
        elif isinstance(found, Piece):
            found.put(value)
        else:
            found[...] = value

    def put(self, value):
        """From here on it is this, for all who hold it or what it is a part of."""
        self.whole[...] = self.taken(value)

    def taken(self, value):
        """What is assigned, which must be as long."""
        whole = self.whole
        for axis, count in enumerate(self.counts):
            if isinstance(value, Piece) and count is not None:
                at = axis - whole.ndim + value.whole.ndim
                if at >= 0 and value.counts[at] is not count:
                    see_alike(shape_at(value, at), count)
            elif count is not None and np.ndim(value) + axis >= whole.ndim:
                see_alike(np.shape(value)[axis - whole.ndim], count)
        return fitted(value, whole.shape) if isinstance(value, Piece) or np.ndim(value) else value

    def copy(self):
        return Piece(self.whole.copy(), self.counts)

    def astype(self, dtype, copy=True):
        return Piece(self.whole.astype(dtype), self.counts)

    def tolist(self):
        return [self[i] for i in range(len(self))]

    def fill(self, value):
        self.put(value)

    def __neg__(self):
        return each(np.negative, self)

    def __abs__(self):
        return each(np.abs, self)

    def __invert__(self):
        return each(np.invert, self)

    def __contains__(self, number):
        return np.any(self == number)


class Places:
    """Elements of an array at places that arrays say, of which a number says how many there are."""

    def __init__(self, piece, keys, found, counts):
        self.there = Piece(piece.whole[keys], counts)
        at = [axis for axis, each in enumerate(keys) if not (each is None or isinstance(each, slice))]
        if at != list(range(at[0], at[0] + len(at))):
            raise TypeError("elements are assigned at indices that do not stand beside one another")
        self.part = piece.whole[tuple([slice(None) if axis in at else each for axis, each in enumerate(keys)])]
        self.places, self.first = [keys[axis] for axis in at], at[0]
        self.mask = there(Piece(np.broadcast_arrays(*self.places)[0], found))

    def put(self, value):
        part = self.part.whole if isinstance(self.part, Piece) else self.part
        assigned(part, self.places, self.first, self.there.taken(value), None, self.mask)


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
    places, counts, asked, axis = [], [], [], 0
    for each in keys:
        if each is None:
            places.append(None)
            counts.append(None)
            continue
        place, count = place_of(each, piece.counts[axis], piece.whole.shape[axis])
        if isinstance(place, slice):
            counts.append(count)
        elif np.ndim(each):
            asked.append((len(places), len(counts)))
        places.append(place)
        axis = axis + 1
    if asked:
        lists, found = alike([places[number] for number, _ in asked])
        for (number, _), place in zip(asked, lists):
            places[number] = place
        numbers = [number for number, place in enumerate(places) if not (place is None or isinstance(place, slice))]
        first = asked[0][1] if numbers == list(range(numbers[0], numbers[-1] + 1)) else 0
        counts[first:first] = found
        if as_place and any([count is not None for count in found]):
            return Places(piece, tuple(places), found, tuple(counts) + piece.counts[axis:])
    counts = tuple(counts) + piece.counts[axis:]
    if as_place and not counts:
        return tuple(places)
    found = piece.whole[tuple(places)]
    if isinstance(found, Piece):
        counts = tuple([other if count is None else count for count, other in zip(counts, found.counts)])
        found = found.whole
    return made(found, counts)


def chosen_of(piece, mask):
    """Which elements of a piece a mask chooses."""
    if not isinstance(mask, Piece):
        raise TypeError("the mask of a part of an array whose ends are only known when the function runs is one of it")
    if any([one != other for one, other in zip(mask.shape, piece.shape)]):
        raise IndexError("boolean index did not match indexed array")
    mask = Piece(fitted(mask, piece.whole.shape[:mask.ndim]), mask.counts)
    return mask.whole & there(mask)


def place_of(key, count, most):
    """Where an index of an axis lies, and how many there are from there on."""
    key = np.array(key) if isinstance(key, list) else key
    if isinstance(key, Piece):
        size = most if count is None else count
        see_inside(key, size)
        key = each(np.where, key < 0, key + size, key)
        return Piece(np.where(there(key), key.whole, 0), key.counts), None
    if count is None:
        return key, None
    if isinstance(key, slice):
        return part_of(key, count)
    see_inside(key, count)
    return np.where(key < 0, key + count, key) if isinstance(key, np.ndarray) else key + count if key < 0 else key, None


def see_inside(key, count):
    if np.any((key < -count) | (key >= count)):
        raise IndexError("index is out of bounds for a part of an array")


def part_of(key, count):
    """A slice of so many, and how many it leaves."""
    if key == slice(None):
        return key, count
    step = 1 if key.step is None else key.step
    if step > 0:
        start, stop = bound(key.start, 0, count, 0, count), bound(key.stop, count, count, 0, count)
        left = max(stop - start, 0)
        return slice(start, start + left, step), left if step == 1 else (left + step - 1) // step
    start, stop = bound(key.start, count - 1, count, -1, count - 1), bound(key.stop, -1, count, -1, count - 1)
    return slice(start, None, step), (max(start - stop, 0) - step - 1) // -step


def bound(end, none, count, least, most):
    if end is None:
        return none
    return max(end + count, least) if end < 0 else min(end, most)


def numbers(most):
    """So many numbers from 0 on. This is what it is worth: for the tracer they are a whole array, however few they are."""
    return np.arange(most)


def with_axes(piece, key):
    """With axes of one element between its own, where the key has None."""
    counts = iter(piece.counts)
    return Piece(piece.whole[key], tuple([None if each is None else next(counts) for each in key]))


def length(count):
    """How many elements an array is made with."""
    if count < 0:
        raise ValueError("negative dimensions are not allowed")
    return count


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
            here = np.reshape(numbers(piece.whole.shape[axis]), line) < count
            found = here if found is None else found & here
    return found


def as_result(piece):
    """The elements that there are, as a mask chooses them: the host takes these, and puts them into rows."""
    axes = [axis for axis, count in enumerate(piece.counts) if count is not None]
    if len(axes) > 1:
        return piece.whole[np.broadcast_to(there(piece), piece.whole.shape)]
    here = numbers(piece.whole.shape[axes[0]]) < piece.counts[axes[0]]
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


def spread(args, axis):
    """Where an array has so many elements along an axis, a piece has as many there, or the one that it has for all."""
    short = [isinstance(a, Piece) and np.ndim(a) + axis >= 0 and a.counts[axis] is not None for a in args]
    sizes = [a.shape[axis] for a, is_short in zip(args, short) if np.ndim(a) + axis >= 0 and not is_short]
    sizes = [size for size in sizes if size != 1]
    return [spread_to(a, axis % np.ndim(a), sizes[0]) if is_short and sizes else a for a, is_short in zip(args, short)]


def spread_to(piece, axis, size):
    count, have = piece.counts[axis], piece.whole.shape[axis]
    if count != 1:
        see_alike(count, size)
    place = np.clip(np.minimum(np.arange(size), count - 1), 0, have - 1)
    counts = tuple([None if each == axis else count for each, count in enumerate(piece.counts)])
    return made(np.take(piece.whole, place, axis=axis) if have else piece.whole, counts)


def alike(args):
    """Arrays, pieces and numbers as arrays whose elements stand beside one another, and how many there are."""
    dimensions = max([np.ndim(a) for a in args])
    counts, shape = (), ()
    for axis in range(-dimensions, 0):
        args = spread(args, axis)
        wide, count, most = [a for a in args if np.ndim(a)], None, 1
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
            else:
                most, count = size, here
        counts, shape = counts + (count,), shape + (most,)
    return [fitted(a, shape) if np.ndim(a) else a for a in args], counts


def each(function, *args, **options):
    """A function of each element."""
    wholes, counts = alike([np.asarray(a) if isinstance(a, (list, tuple)) else a for a in args])
    found = function(*wholes, **options)
    if isinstance(found, tuple):
        return tuple([made(one, counts) for one in found])
    return made(found, counts)


def made(whole, counts):
    return whole if all([count is None for count in counts]) else Piece(whole, counts)


# --- operators -------------------------------------------------------------------------------------------------------

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
