"""Reading volumes, and arrays of any number of dimensions: as images are (images.py), at other places.

An array of one dimension is a picture one pixel high to the graph; in a graph of such arrays that row is y.
"""

from __future__ import annotations

from ...ir import INT, INT64, SIDES, constant
from ...ir.graph import known
from ...language import borders, grids, picture, sampling
from ...language.position import POSITIONS
from ...language.vectors import NUMBERS, Color, Vec2, Vec4, pixel
from ..values.assumptions import decide
from ..values.lattice import Builtin, ImageValue, Known, Record, Tuple
from ..values.numbers import type_of
from .scalars import as_value

PIXEL_CLASSES = {2: (Vec2, ("x", "y")), 3: (Color, ("x", "y", "z")), 4: (Vec4, ("x", "y", "z", "w"))}


def sample_grid(tracer, image: ImageValue, mode: str, place):
    """The value at any place."""
    if not any(type_of(at).is_float for at in place):
        return read_grid(tracer, image, *place)
    return tracer.call(Known(sampling.sampled), [Known(mode), Builtin(read_grid, image, "read"), Tuple(place)], {})


def read_grid(tracer, image: ImageValue, *place):
    """The value at a whole place, which may lie outside; as Grid.at has it."""
    value = read_pixel(tracer, image, *place)
    axes = image.spec.borders_of(len(place))
    if not any(map(callable, axes)):
        return value

    def walk(function, *args):
        return tracer.call(Known(function), list(args), {})

    sizes = [tracer.emit(name, image=image.param) for name in SIDES[:len(place)]]
    for axis in reversed(range(len(place))):
        border = axes[axis]
        if not borders.is_open(border):
            continue
        if callable(border):
            asked = [at if borders.is_open(other) and i >= axis else walk(borders.index, Known(other), at, size)
                     for i, (other, at, size) in enumerate(zip(axes, place, sizes))]
            there = walk(spread, walk(border, walk(POSITIONS[len(place)], *asked)), Known(image.param.pixel.channels))
        else:
            there = Known(pixel(image.param.fill))
        value = walk(one_of, walk(borders.inside, place[axis], sizes[axis]), value, there)
    return value


def one_of(inside, value, other):
    return value if inside else other


def spread(value, channels):
    return pixel((value,) * channels) if isinstance(value, NUMBERS) else value


def read_pixel(tracer, image: ImageValue, *place):
    """One `read` a channel: a number or a vector."""
    where = whole_place(tracer, image, place)
    param = image.param
    channels = [tracer.emit("read", *where, image=param, channel=c) for c in range(param.pixel.channels)]
    if len(channels) == 1:
        return channels[0]
    cls, names = PIXEL_CLASSES[len(channels)]
    fields = dict(zip(names, channels))
    if cls is Color:
        fields["_alpha"] = Known(None)
    return Record(cls, fields)


def as_place(tracer, at):
    """A coordinate as the graph has them, in 32 bits: what lies further out is as far out as those say."""
    if type_of(at) is INT64 and type(at) is not Known:
        low, high = INT.limits
        at = tracer.emit("min", tracer.emit("max", at, known(INT64, low)), known(INT64, high))
    return as_value(tracer, at, INT)


def whole_place(tracer, image: ImageValue, place) -> list:
    """The operands of a read."""
    values = [as_place(tracer, decide(tracer, at)) for at in place]
    if len(values) == 1:
        here = tracer.outlines.graph
        values.append(here.y if here.dimensions == 1 else constant(0))
    return values


# --- all of it -------------------------------------------------------------------------------------------------------

def by_rows(image: ImageValue) -> bool:
    """Whether it is gone through by rows, as NumPy's arrays are: an Array of more than one dimension."""
    return image.spec.dimensions is None and image.param.dimensions > 1


def gone_through(tracer, image: ImageValue):
    """How an image is: a picture and a volume pixel by pixel."""
    if not by_rows(image):
        return grids.one_by_one if image.param.dimensions == 1 else picture.Picture.__iter__
    if image.param.dimensions == 3:
        name = image.param.name
        raise tracer.refuse("symbolic-length", f"the planes of {name}, an Array of three dimensions, are gone through",
                            instead=f"go through all of its numbers: ({name}(q) for q in {name}.positions)")
    return picture.rows_of
