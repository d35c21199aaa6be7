"""HostArray and HostVolume: what filters read besides pictures, in plain Python, at one to three coordinates.

    smooth(HostVolume(scan), Position(3, 4, 5))

They read as the parameters `Array` and `Volume` do. An index has NumPy's order, the last axis is x: vol[z, y, x] is
vol(x, y, z). An Array holds the numbers that it is given, a Volume those that a picture would: unsigned integers span 0..1.
"""

from __future__ import annotations

import numpy

from ..errors import ImageError
from . import borders, sampling
from .host_image import array_of, fill_parts
from .picture import Plane, line_asked, line_of, plane_asked, rows_of
from .position import POSITIONS
from .positions import POSITIONS_OF
from .types import Array, Volume
from .vectors import NUMBERS, SEQUENCES, Vector, pixel


class Grid:
    """What is read at whole or fractional places of any number of axes; `sizes` are counted along x first."""

    __slots__ = ("array", "sizes", "spec", "fill")

    def __init__(self, array, dimensions, spec):
        self.array, self.spec = array, spec
        self.sizes = array.shape[dimensions - 1::-1]
        channels = array.shape[dimensions] if array.ndim > dimensions else 1
        self.fill = pixel(fill_parts(spec.fill, channels, self.kind))

    @property
    def kind(self):
        """What the numbers are to a filter: bools, ints or floats."""
        return self.array.dtype.kind

    @property
    def size(self):
        return tuple(self.sizes)

    @property
    def width(self):
        return self.sizes[0]

    @property
    def height(self):
        return self.sizes[1] if len(self.sizes) > 1 else 1

    @property
    def depth(self):
        return self.sizes[2] if len(self.sizes) > 2 else 1

    @property
    def positions(self):
        """Where its numbers are, row by row, and of a volume plane after plane."""
        return POSITIONS_OF[len(self.sizes)](*self.sizes)

    def __array__(self, dtype=None, copy=None):
        """To NumPy it is an array of what a filter sees: np.mean(vol), np.max(vol, axis=0)."""
        found = [tuple(v) if isinstance(v, Vector) else v for v in map(self, self.positions)]
        return numpy.array(found, dtype).reshape(self.array.shape)

    def __call__(self, *place):
        """The value at a position, a tuple, or so many numbers; between them, what the sampling gives."""
        return self.sample(*place)

    def __getitem__(self, index):
        """The same with NumPy's order of indices; a[y], a[y, :], a[:, x] are a row and a column, and
        vol[z], vol[:, y] planes of a volume."""
        index = tuple(index) if isinstance(index, (*SEQUENCES, Vector)) else (index,)
        plane = plane_asked(index, len(self.sizes))
        if plane is not None:
            return Plane(self, *plane)
        line = line_asked(index, len(self.sizes))
        return self.sample(*reversed(index)) if line is None else line_of(self, *line)

    def sample(self, *place, mode=None):
        """As a call, in the mode named: vol.sample(p, "nearest")."""
        if len(place) > 1 and isinstance(place[-1], str):
            *place, mode = place
        if len(place) == 1 and not isinstance(place[0], NUMBERS):
            place = place[0]
        place = tuple(place)
        if len(place) != len(self.sizes):
            raise TypeError(f"{len(self.sizes)} coordinates say where, {len(place)} were given")
        return sampling.sampled(self.spec.sample if mode is None else sampling.resolve(mode), self.at, place)

    def at(self, *place):
        """The value at a whole place, which may lie any distance outside."""
        axes = self.spec.borders_of(len(self.sizes))
        inner = [borders.index(border, at, length) for border, at, length in zip(axes, place, self.sizes)]
        for axis, (border, at, length) in enumerate(zip(axes, place, self.sizes)):
            if borders.is_open(border) and not borders.inside(at, length):
                if border == "constant":
                    return self.fill
                asked = [place[i] if borders.is_open(other) and i >= axis else inner[i] for i, other in enumerate(axes)]
                return border(POSITIONS[len(place)](*asked))
        return self.value(inner)

    def value(self, place):
        found = self.array[tuple(reversed(place))]
        return pixel(found.tolist()) if numpy.ndim(found) else found.item()


class HostVolume(Grid):
    """An array (depth, height, width), or one with channels behind, that a filter can read in plain Python: `border`,
    `sample` and `fill` as for `Volume`.

    Examples
    --------
    >>> vol = HostVolume(np.arange(8.0).reshape(2, 2, 2))
    >>> vol(Position(1, 0, 1)), vol[1, 0, 1], vol(0.5, 0, 0)
    (5.0, 5.0, 0.5)
    """

    __slots__ = ()

    def __init__(self, volume, border="clamp", sample="linear", fill=0):
        array = checked(array_of(volume.array if isinstance(volume, Grid) else volume))
        if array.ndim not in (3, 4) or array.ndim == 4 and not 1 <= array.shape[3] <= 4:
            raise ImageError(f"an array of shape {array.shape} is not a volume: that is (depth, height, width), or "
                             "(depth, height, width, channels) with one to four channels")
        Grid.__init__(self, array, 3, Volume(border, sample, fill))

    @property
    def kind(self):
        return "f" if self.array.dtype.kind == "u" else self.array.dtype.kind

    def __len__(self):
        """How many voxels it has."""
        return self.width * self.height * self.depth

    def __iter__(self):
        """Its voxels, plane after plane."""
        return map(self, self.positions)

    def value(self, place):
        found = Grid.value(self, place)
        if self.array.dtype.kind == "u":
            return found / numpy.iinfo(self.array.dtype).max
        return found

    def __repr__(self):
        return f"HostVolume({self.width}x{self.height}x{self.depth}, {self.array.dtype}, {self.spec})"


class HostArray(Grid):
    """An array of one to three dimensions that a filter can read in plain Python: `border`, `sample` and `fill` as for
    `Array`.

    Examples
    --------
    >>> a = HostArray(np.array([1, 2, 4], np.uint8), border="wrap")
    >>> a(3), a[1], a(Position(2))
    (1, 2, 4)
    """

    __slots__ = ()

    def __init__(self, array, border="clamp", sample="linear", fill=0):
        array = checked(array_of(array.array if isinstance(array, Grid) else array))
        if array.ndim not in (1, 2, 3):
            raise ImageError(f"an Array has one to three dimensions, and this one has the shape {array.shape}")
        Grid.__init__(self, array, array.ndim, Array(border, sample, fill))

    def __len__(self):
        return self.array.shape[0]

    def __iter__(self):
        """Its numbers; of two dimensions its rows, as NumPy goes through it."""
        if len(self.sizes) == 3:
            return iter(numpy.asarray(self))
        return one_by_one(self) if len(self.sizes) == 1 else rows_of(self)

    @property
    def shape(self):
        return self.array.shape

    def __repr__(self):
        return f"HostArray({self.array.shape}, {self.array.dtype}, {self.spec})"


def one_by_one(a):
    """The numbers of an array of one dimension, one after the other."""
    for i in range(a.width):
        yield a(i)


def checked(array):
    if array.dtype.kind not in "buif":
        raise ImageError(f"an array of {array.dtype} cannot be read: it must hold bools, ints or floats")
    if array.size == 0:
        raise ImageError(f"an array of the shape {array.shape} has nothing to read")
    return array
