"""The types of a filter's parameters: Image, Array, Volume, Float, Int, Bool (and Position, Vec2, Vec3, Vec4, Color).

A type stands as a parameter's default or annotation: `im=Image`, `c: Float`, `im=Image(border="wrap")`,
`im: Image[Color]`. `specification` is the one place that recognises them.
"""

from __future__ import annotations

import typing

from ..errors import CompileError
from . import borders, colours, sampling
from .position import Position
from .vectors import Color, Vec2, Vec3, Vec4


class Float:
    """A 32-bit floating-point number. `Float(x)` is float(x).

    Examples
    --------
    >>> brighter = pygpu.compile(lambda im=Image, p=Position, by=Float: im(p) * by)
    >>> brighter(np.full((1, 2), 0.25, np.float32), 2).tolist()         # another number needs no other kernel
    [[0.5, 0.5]]
    """

    def __new__(cls, value=0.0):
        return float(value)


class Int:
    """A 32-bit integer. `Int(x)` is int(x).

    Examples
    --------
    >>> moved = pygpu.compile(lambda im=Image, p=Position, by=Int: im(p + (by, 0)))
    >>> moved(np.array([[1.0, 2.0, 3.0]], np.float32), 1).tolist()
    [[2.0, 3.0, 3.0]]
    """

    def __new__(cls, value=0):
        return int(value)


class Bool:
    """True or False. `Bool(x)` is bool(x).

    Examples
    --------
    >>> either = pygpu.compile(lambda im=Image, p=Position, invert=Bool: 1 - im(p) if invert else im(p))
    >>> either(np.array([[0, 255]], np.uint8), True).tolist()
    [[255, 0]]
    """

    def __new__(cls, value=False):
        return bool(value)


PIXELS = {Float: 1, Int: 1, Bool: 1, Vec2: 2, Vec3: 3, Color: 3, Vec4: 4}
ARGUMENTS = (*PIXELS, Position)


class Image:
    """An image parameter and how it is read.

    `Image` takes any image; `Image[Float]`, `Image[Color]` pin its pixels. `border` says what lies beyond the edge:
    "clamp", "mirror", "reflect", "wrap", "constant" (with `fill`, in the filter's units: 1.0 is white), an alias,
    a function of a position, or a pair of these, across and down. `sample` says how it is read between pixels:
    "nearest", "linear", "cubic", "spline", "hardware". `alpha` ("straight", "premultiplied") and `linear` (True, False)
    say for this image what a call says for all of them. They combine: `Image[Color](border="wrap")`.

    Examples
    --------
    >>> ahead = pygpu.compile(lambda im=Image(border="wrap"), p=Position: im(p + (1, 0)))
    >>> ahead(np.array([[1.0, 2.0, 3.0]], np.float32)).tolist()
    [[2.0, 3.0, 1.0]]
    """

    __slots__ = ("border", "sample", "fill", "pixel", "alpha", "linear")
    dimensions = 2  # of what it takes; None: whatever is given

    def __init__(self, border="clamp", sample="linear", fill=0, pixel=None, *, alpha=None, linear=None):
        self.border = borders.resolve(border, self.dimensions)
        self.sample = sampling.resolve(sample)
        self.fill = fill
        self.pixel = pixel
        self.alpha = alpha if alpha is None else colours.resolve(alpha)
        self.linear = linear if linear is None else bool(linear)

    @property
    def channels(self):
        """The number of channels where pixels are pinned, or None."""
        return PIXELS.get(self.pixel)

    def __class_getitem__(cls, pixel):
        return cls()[pixel]

    def __getitem__(self, pixel):
        if pixel not in PIXELS:
            name = type(self).__name__
            raise CompileError("unknown-pixel", f"{name}[{getattr(pixel, '__name__', repr(pixel))}]",
                               why="a pixel is a number or a vector of numbers",
                               instead="one of " + ", ".join(f"{name}[{each.__name__}]" for each in PIXELS))
        return type(self)(self.border, self.sample, self.fill, pixel, alpha=self.alpha, linear=self.linear)

    def __call__(self, border=None, sample=None, fill=None, *, alpha=None, linear=None):
        return type(self)(self.border if border is None else border, self.sample if sample is None else sample,
                          self.fill if fill is None else fill, self.pixel,
                          alpha=self.alpha if alpha is None else alpha, linear=self.linear if linear is None else linear)

    def borders_of(self, axes):
        """What is beyond the edge along each of so many axes, x first."""
        return self.border[:axes]

    def _key(self):
        return type(self), self.border, self.sample, spelled(self.fill), self.pixel, self.alpha, self.linear

    def __eq__(self, other):
        return self._key() == other._key() if isinstance(other, Image) else NotImplemented

    def __hash__(self):
        return hash(self._key())

    def __repr__(self):
        border = self.border[0] if len(set(self.border)) == 1 else self.border
        said = [f"{name}={value!r}" for name, value, usual in
                (("border", border, "clamp"), ("sample", self.sample, "linear"), ("fill", self.fill, 0),
                 ("alpha", self.alpha, None), ("linear", self.linear, None))
                if not (isinstance(value, type(usual)) and value == usual)]
        pixel = f"[{self.pixel.__name__}]" if self.pixel else ""
        return type(self).__name__ + pixel + (f"({', '.join(said)})" if said else "")


class Volume(Image):
    """A volume: an array (depth, height, width), with a fourth axis where voxels have channels.

    It is read as an image is, at three coordinates: vol(p), vol(x, y, z), or vol[z, y, x] in NumPy's order. `border` may be
    a triple: across, down, and from plane to plane. If it is a filter's first parameter, the position has p.z as well.

    Examples
    --------
    >>> ahead = pygpu.compile(lambda vol=Volume, p=Position: vol(p + (0, 0, 1)))
    >>> ahead(np.array([[[1.0]], [[2.0]]], np.float32)).tolist()
    [[[2.0]], [[2.0]]]
    """

    __slots__ = ()
    dimensions = 3


class Array(Image):
    """An array of one to three dimensions. Its numbers are read as they are: an integer array as whole numbers.

    It is read at as many coordinates, a(p), a(x, y), or in NumPy's order, a[y, x]. If it is a filter's first parameter, the
    position has as many coordinates, too.

    Examples
    --------
    >>> steps = pygpu.compile(lambda a=Array, p=Position: a(p + 1) - a(p))
    >>> steps(np.array([1, 4, 9])).tolist()
    [3, 5, 0]
    """

    __slots__ = ()
    dimensions = None


def spelled(fill):
    """A fill as something that can be compared and hashed, whatever sequence it was given as."""
    return tuple(fill) if hasattr(fill, "__len__") else fill


ALIAS = getattr(typing, "TypeAliasType", ())


def specification(value):
    """What type a default or an annotation stands for: an Image with its options, Float, Position...; or None."""
    if isinstance(value, ALIAS):  # type Amount = Float
        try:
            value = value.__value__
        except NameError:
            return None
    if hasattr(value, "__metadata__"):  # Annotated[Float, 0, 5]: the range of a slider
        value = value.__origin__
    if isinstance(value, Image):
        return value
    if isinstance(value, type) and issubclass(value, Image):
        return value()
    return value if any(value is each for each in ARGUMENTS) else None


def is_type(value):
    return specification(value) is not None
