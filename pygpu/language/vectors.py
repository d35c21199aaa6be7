"""Vec2, Vec3, Vec4 and Color: small vectors that compute element by element.

Written so that the tracer can follow every line with symbols in the components: plain slots, ordinary calls, and
tests only of classes and lengths, which are always known. Treat a vector as immutable.

    class of a result     the left operand's, unless the right one's is a subclass of it (a Vec3 and a Color: a Color)
    number, tuple, array  a number counts for every component; a sequence must have as many as the vector
    ==  !=                of whole vectors: one bool, as for tuples
    <  <=  >  >=          element-wise: a vector of bools, for any() and all()
"""

from __future__ import annotations

import operator

import numpy

NUMBERS = (int, float, complex, numpy.number, numpy.bool_)
SEQUENCES = (tuple, list, numpy.ndarray)


class Vector:
    """The operators, once for all lengths. A class of vectors supplies `parts`, `apply` and `combine`."""

    __slots__ = ()

    # To NumPy's eyes: `array * v`, `numpy.float64(2) * v` and `numpy.sqrt(v)` all arrive here.
    def __array_ufunc__(self, ufunc, method, *inputs, **options):
        if method != "__call__" or options or len(inputs) > 2:
            return NotImplemented
        if len(inputs) == 1:
            return self.apply(ufunc)
        left, right = inputs
        if ufunc is numpy.matmul:
            return right.__rmatmul__(left)
        return left.combine(ufunc, right) if isinstance(left, Vector) else self.reverse(ufunc, left)

    def reverse(self, operation, other):
        """operation(other, self), element by element."""
        theirs = spread(other, len(self))
        if theirs is None:
            return NotImplemented
        return type(self)(*theirs).combine(operation, self)

    def kin(self, other):
        """The class of a result computed from self and other."""
        return type(other) if isinstance(other, type(self)) else type(self)

    def __iter__(self):
        return iter(self.parts())

    def __getitem__(self, index):
        return self.parts()[index]

    def __getattr__(self, name):
        places, kind = swizzle(type(self), name)
        parts = self.parts()
        if max(places) >= len(parts):
            raise AttributeError(no_attribute(type(self), name))
        if kind is None:
            return parts[places[0]]
        return kind(*[parts[place] for place in places])

    def __add__(self, other):
        return self.combine(operator.add, other)

    def __sub__(self, other):
        return self.combine(operator.sub, other)

    def __mul__(self, other):
        return self.combine(operator.mul, other)

    def __truediv__(self, other):
        return self.combine(operator.truediv, other)

    def __floordiv__(self, other):
        return self.combine(operator.floordiv, other)

    def __mod__(self, other):
        return self.combine(operator.mod, other)

    def __pow__(self, other):
        return self.combine(operator.pow, other)

    def __radd__(self, other):
        return self.reverse(operator.add, other)

    def __rsub__(self, other):
        return self.reverse(operator.sub, other)

    def __rmul__(self, other):
        return self.reverse(operator.mul, other)

    def __rtruediv__(self, other):
        return self.reverse(operator.truediv, other)

    def __rfloordiv__(self, other):
        return self.reverse(operator.floordiv, other)

    def __rmod__(self, other):
        return self.reverse(operator.mod, other)

    def __rpow__(self, other):
        return self.reverse(operator.pow, other)

    def __matmul__(self, other):
        """The dot product with a vector; with a matrix, the row vector times it."""
        if isinstance(other, numpy.ndarray) and other.ndim == 2:
            return other.T @ self
        return (self * other).total()

    def __rmatmul__(self, matrix):
        """A matrix (an array, or rows of numbers) times this vector."""
        sums = [(self * row).total() for row in matrix]
        return type(self)(*sums) if len(sums) == len(self) else BY_LENGTH[len(sums)](*sums)

    def __and__(self, other):
        return self.combine(operator.and_, other)

    def __or__(self, other):
        return self.combine(operator.or_, other)

    def __xor__(self, other):
        return self.combine(operator.xor, other)

    def __lt__(self, other):
        return self.combine(operator.lt, other)

    def __le__(self, other):
        return self.combine(operator.le, other)

    def __gt__(self, other):
        return self.combine(operator.gt, other)

    def __ge__(self, other):
        return self.combine(operator.ge, other)

    def __eq__(self, other):
        if isinstance(other, COMPOSITES) and len(other) != len(self):
            return False
        same = self.combine(operator.eq, other)
        return same if same is NotImplemented else same.every()

    def __ne__(self, other):
        return not self == other

    def __hash__(self):
        return hash(self.parts())

    def __bool__(self):
        raise TypeError(f"a {type(self).__name__} is neither true nor false: ask any(...) or all(...) of it "
                        "(in place of min and max: pygpu.minimum, pygpu.maximum)")

    def __neg__(self):
        return self.apply(operator.neg)

    def __pos__(self):
        return self

    def __abs__(self):
        return self.apply(abs)

    def __round__(self, digits=None):
        return self.apply(lambda part: round(part, digits))

    def __repr__(self):
        return f"{type(self).__name__}({', '.join([repr(part) for part in self.parts()])})"


COMPOSITES = (Vector, *SEQUENCES)


class Vec2(Vector):
    """Two components, x and y.

    Examples
    --------
    >>> v = Vec2(1, 2)
    >>> v * 2 + (1, 0), v.yx, v @ v
    (Vec2(3, 4), Vec2(2, 1), 5)
    """

    __slots__ = ("x", "y")

    def __init__(self, x, y=None):
        if y is None:
            x, y = gather((x,), 2)
        self.x = x
        self.y = y

    def __len__(self):
        return 2

    def parts(self):
        return (self.x, self.y)

    def apply(self, operation):
        return type(self)(operation(self.x), operation(self.y))

    def combine(self, operation, other):
        theirs = spread(other, 2)
        if theirs is None:
            return NotImplemented
        x, y = theirs
        return self.kin(other)(operation(self.x, x), operation(self.y, y))

    def total(self):
        return self.x + self.y

    def every(self):
        return self.x & self.y


class Vec3(Vector):
    """Three components, x, y and z.

    Examples
    --------
    >>> Vec3(1, 2, 3).xy, Vec3(2) / 4
    (Vec2(1, 2), Vec3(0.5, 0.5, 0.5))
    """

    __slots__ = ("x", "y", "z")

    def __init__(self, x, y=None, z=None):
        if z is None:
            x, y, z = gather((x, y), 3)
        self.x = x
        self.y = y
        self.z = z

    def __len__(self):
        return 3

    def parts(self):
        return (self.x, self.y, self.z)

    def apply(self, operation):
        return type(self)(operation(self.x), operation(self.y), operation(self.z))

    def combine(self, operation, other):
        theirs = spread(other, 3)
        if theirs is None:
            return NotImplemented
        x, y, z = theirs
        return self.kin(other)(operation(self.x, x), operation(self.y, y), operation(self.z, z))

    def total(self):
        return self.x + self.y + self.z

    def every(self):
        return self.x & self.y & self.z


class Vec4(Vector):
    """Four components, x, y, z and w; a pixel of an RGBA image.

    Examples
    --------
    >>> x, y, z, w = Vec4(1, 2, 3, 4)
    >>> Vec4(1, 2, 3, 4).xyz, w
    (Vec3(1, 2, 3), 4)
    """

    __slots__ = ("x", "y", "z", "w")

    def __init__(self, x, y=None, z=None, w=None):
        if w is None:
            x, y, z, w = gather((x, y, z), 4)
        self.x = x
        self.y = y
        self.z = z
        self.w = w

    def __len__(self):
        return 4

    def parts(self):
        return (self.x, self.y, self.z, self.w)

    def apply(self, operation):
        return type(self)(operation(self.x), operation(self.y), operation(self.z), operation(self.w))

    def combine(self, operation, other):
        theirs = spread(other, 4)
        if theirs is None:
            return NotImplemented
        x, y, z, w = theirs
        return self.kin(other)(operation(self.x, x), operation(self.y, y), operation(self.z, z),
                               operation(self.w, w))

    def total(self):
        return self.x + self.y + self.z + self.w

    def every(self):
        return self.x & self.y & self.z & self.w


class Color(Vec3):
    """Red, green and blue, and alpha where there is one; a pixel of an RGB image.

    Examples
    --------
    >>> c = Color(1.0, 0.5, 0.0)
    >>> c.red, c.bgr, c * 0.5
    (1.0, Color(0.0, 0.5, 1.0), Color(0.5, 0.25, 0.0))
    """

    __slots__ = ("_alpha",)  # None where there is none; `.alpha` is a swizzle, so that it is then missing

    def __init__(self, red, green=None, blue=None, alpha=None):
        if blue is None:
            red, green, blue, *rest = gather((red, green), 3, 4)
            if rest:
                alpha = rest[0]
        self.x = red
        self.y = green
        self.z = blue
        self._alpha = alpha

    def __len__(self):
        return 3 if self._alpha is None else 4

    def parts(self):
        if self._alpha is None:
            return (self.x, self.y, self.z)
        return (self.x, self.y, self.z, self._alpha)

    def apply(self, operation):
        alpha = None if self._alpha is None else operation(self._alpha)
        return Color(operation(self.x), operation(self.y), operation(self.z), alpha)

    def combine(self, operation, other):
        theirs = spread(other, len(self))
        if theirs is None:
            return NotImplemented
        alpha = None if self._alpha is None else operation(self._alpha, theirs[3])
        return Color(operation(self.x, theirs[0]), operation(self.y, theirs[1]), operation(self.z, theirs[2]), alpha)

    def total(self):
        rgb = self.x + self.y + self.z
        return rgb if self._alpha is None else rgb + self._alpha

    def every(self):
        rgb = self.x & self.y & self.z
        return rgb if self._alpha is None else rgb & self._alpha


BY_LENGTH = {2: Vec2, 3: Vec3, 4: Vec4}


def vector(value):
    """The vector that a pair or a tuple of numbers stands for; anything else as it is."""
    if not isinstance(value, (tuple, list)):
        return value
    if len(value) not in BY_LENGTH:
        raise TypeError(f"a vector has two to four components, not {len(value)}")
    return BY_LENGTH[len(value)](*value)


def spread(value, count):
    """`value` as a tuple of `count` components; None if it is nothing that a vector computes with."""
    if isinstance(value, NUMBERS):
        return (value,) * count
    if isinstance(value, Vector):
        parts = value.parts()
    elif isinstance(value, SEQUENCES):
        parts = tuple(value)
    else:
        return None
    if len(parts) != count:
        raise TypeError(f"{count} components meet {len(parts)}: vectors that are computed with must be equally long")
    return parts


def gather(values, least, most=None):
    """The components that a vector is made of: one number for all, or numbers and vectors one after the other."""
    parts = []
    for value in values:
        if isinstance(value, str):
            raise TypeError(f"{value!r} is text, and a vector, a colour or a position is made of numbers")
        if value is not None:
            parts.extend(value if isinstance(value, COMPOSITES) else (value,))
    if len(parts) == 1 and not isinstance(values[0], COMPOSITES):
        return parts * least
    if not least <= len(parts) <= (most or least):
        raise TypeError(f"{least} components are needed, {len(parts)} were given")
    return parts


PLACES = {letter: place for letters in ("xyzw", "rgba") for place, letter in enumerate(letters)}
COLOR_NAMES = {"red": "r", "green": "g", "blue": "b", "alpha": "a"}


def swizzle(cls, name):
    """The places of the components that `name` picks, and the class they make (None: the one component itself)."""
    letters = COLOR_NAMES.get(name, name)
    fields = [field for each in cls.__mro__ for field in getattr(each, "__slots__", ())]
    of_one_kind = set(letters) <= set("xyzw") or set(letters) <= set("rgba")
    if name in fields or not of_one_kind or not 1 <= len(letters) <= 4:
        raise AttributeError(no_attribute(cls, name))
    places = tuple(PLACES[letter] for letter in letters)
    if len(places) == 1:
        return places, None
    is_color = len(places) == 3 and letters[0] in "rgba"
    return places, Color if is_color else BY_LENGTH[len(places)]


def no_attribute(cls, name):
    fields = [field for each in reversed(cls.__mro__) for field in getattr(each, "__slots__", ()) if field[0] != "_"]
    also = f" (also {' '.join('rgba'[:len(fields)])})" if len(fields) > 2 else ""
    return f"a {cls.__name__} has no '{name}': its parts are {' '.join(fields)}{also}, and swizzles of them such as .yx"


def pixel(parts):
    """The value of a pixel of that many channels: a number, a Vec2, a Color (RGB), a Vec4 (RGBA)."""
    if len(parts) == 1:
        return parts[0]
    return Color(*parts) if len(parts) == 3 else BY_LENGTH[len(parts)](*parts)
