"""Reading images: at whole positions one `read` a channel. What the language says in Python of sampling, of borders
that are functions, and of pictures in less detail is walked as any other Python.

A picture that is known while compiling (a HostImage) becomes an image of the kernel where it is read at a symbol.
"""

from __future__ import annotations

from hashlib import sha256

import numpy as np

from ...ir import BOOL, FLOAT, INT, ImageParam, PixelType
from ...language import borders, picture, sampling
from ...language.host_image import HostImage, fill_parts
from ...language.position import Position
from ...language.positions import Positions
from ...language.types import Image
from ...language.vectors import NUMBERS, Color, Vec2, Vec4, pixel
from ..values.assumptions import decide
from ..values.lattice import Builtin, ImageValue, Known, Record, Tuple
from ..values.numbers import numeric, open_vector, type_of
from .scalars import as_value
from .vectors import vector_parts

PIXEL_CLASSES = {2: (Vec2, ("x", "y")), 3: (Color, ("x", "y", "z")), 4: (Vec4, ("x", "y", "z", "w"))}


def image_value(graph, name: str, pixels: PixelType, spec, data=None) -> ImageValue:
    """A new image of the graph, read as `spec` says. Where a function is the border, the graph reads a pixel that
    exists, and what is read beyond is chosen afterwards."""
    border = tuple("clamp" if callable(each) else each for each in spec.border)
    fill = tuple(map(float, fill_parts(spec.fill, pixels.channels, np.dtype(pixels.scalar.numpy).kind)))
    param = ImageParam(name, pixels, border, fill, data)
    graph.images.append(param)
    return ImageValue(param, spec)


# --- pictures known while compiling ----------------------------------------------------------------------------------

def texture(tracer, host: HostImage) -> ImageValue:
    """The image of the kernel that a known picture is; its pixels stay as they are now."""
    known = tracer.textures.get(id(host))
    if known is None:
        pixels = frozen(host)
        kind = {"b": BOOL, "i": INT}.get(pixels.dtype.kind, FLOAT)
        name = f"texture_{len(tracer.textures) + 1}"
        image = image_value(tracer.graph, name, PixelType(kind, host.channels), host.spec, pixels)
        known = tracer.textures[id(host)] = (host, image)
    return known[1]


def frozen(host: HostImage) -> np.ndarray:
    """A copy of a picture's pixels, of a type that a kernel reads and with the colours that a filter sees."""
    array, kind = host.array, host.array.dtype.kind
    premultiplied = host.has_alpha and host.spec.alpha == "premultiplied"
    if not (host.spec.linear or premultiplied) or kind not in "uf":
        if kind == "i" and array.dtype.itemsize > 4:
            return np.clip(array, -(2**31), 2**31 - 1).astype(np.int32)
        if kind == "u" and array.dtype.itemsize > 2:
            return (array / np.iinfo(array.dtype).max).astype(np.float32)
        return array.copy()
    rows = [[host.pixel(x, y) for x in range(host.width)] for y in range(host.height)]
    return np.array([[p if host.channels == 1 else p.parts() for p in row] for row in rows], np.float32)


def data_image(tracer, array: np.ndarray) -> ImageValue:
    """An image of the kernel that holds a known array's elements as the numbers that they are."""
    known = tracer.textures.get(id(array))
    if known is None:
        kind = {"b": BOOL, "f": FLOAT}.get(array.dtype.kind, INT)
        data = np.array(array, kind.numpy, order="C", ndmin=2)
        content = (kind, data.shape, sha256(data).digest())  # an array made anew each time is one image
        image = tracer.tables.get(content)
        if image is None:
            pixels = PixelType(kind, data.shape[2] if data.ndim == 3 else 1)
            name = f"data_{len(tracer.textures) + 1}"
            image = tracer.tables[content] = image_value(tracer.graph, name, pixels, Image(), data)
        known = tracer.textures[id(array)] = (array, image)
    return known[1]


def known_picture(tracer, function):
    """What a HostImage, or a method of one, is when it is called with symbols; None for any other callable."""
    if isinstance(function, HostImage):
        return texture(tracer, function)
    owner = getattr(function, "__self__", None)
    if isinstance(owner, HostImage):
        return image_attribute(tracer, texture(tracer, owner), function.__name__)
    return None


# --- reading ---------------------------------------------------------------------------------------------------------

def read_image(tracer, image: ImageValue, args, kwargs, mode: str | None = None):
    """im(p), im((x, y)), im(x, y)."""
    if kwargs or not 1 <= len(args) <= 2:
        raise tracer.refuse("bad-call", f"{image.param.name}(...) is read with {len(args) + len(kwargs)} arguments")
    x, y = coordinates(tracer, image, args)
    return sample(tracer, image, mode or image.sample, x, y)


def coordinates(tracer, image, args):
    if len(args) == 1:
        place = open_vector(decide(tracer, args[0]))
        parts = vector_parts(place)
        if parts is None and type(place) is Tuple:
            parts = list(place.items)
        if parts is None and type(place) is Known and isinstance(place.value, (tuple, list)):
            parts = [Known(v) for v in place.value]
        if parts is None and not numeric(place):
            parts = tracer.remaining(place)
        if parts is None or len(parts) != 2:
            raise tracer.refuse("bad-call", f"{image.param.name}(...) is read at {tracer.describe(args[0])}",
                                )
        args = parts
    args = [decide(tracer, a) for a in args]
    for each in args:
        if not numeric(each):
            raise tracer.refuse("bad-call", f"a coordinate of {image.param.name}(...) is {tracer.describe(each)}")
    return args


def sample(tracer, image: ImageValue, mode: str, x, y):
    if type_of(x) is FLOAT or type_of(y) is FLOAT:
        return tracer.call(Known(sampling.sample), [Known(mode), Builtin(read_at, image, "read"), x, y], {})
    return read_at(tracer, image, x, y)


def read_at(tracer, image: ImageValue, x, y):
    """The pixel at a whole position, which may lie outside. The graph knows what the named borders mean."""
    value = read_pixel(tracer, image, x, y)
    if any(map(callable, image.spec.border)):
        value = beyond(tracer, image, x, y, value)
    return value


def read_pixel(tracer, image: ImageValue, x, y):
    """One `read` a channel: a number or a vector."""
    x, y = as_value(tracer, decide(tracer, x), INT), as_value(tracer, decide(tracer, y), INT)
    param = image.param
    channels = [tracer.emit("read", x, y, image=param, channel=c) for c in range(param.pixel.channels)]
    if len(channels) == 1:
        return channels[0]
    cls, names = PIXEL_CLASSES[len(channels)]
    fields = dict(zip(names, channels))
    if cls is Color:
        fields["_alpha"] = Known(None)
    return Record(cls, fields)


def beyond(tracer, image: ImageValue, x, y, value):
    """What was read, or outside what functions say; as Picture.at has it."""
    def walk(function, *args):
        return tracer.call(Known(function), list(args), {})

    across, down = image.spec.border
    width, height = dimension(tracer, image, "width"), dimension(tracer, image, "height")
    channels = Known(image.param.pixel.channels)
    if callable(down):
        column = x if borders.is_open(across) else walk(borders.index, Known(across), x, width)
        place = walk(Position, column, y)
        inside = walk(borders.inside, y, height)
        if across == "constant":  # the fill beside the image goes on above and below
            inside = walk(either, inside, walk(borders.inside, x, width))
        value = walk(one_of, inside, value, walk(spread, walk(down, place), channels))
    if callable(across):
        row = y if borders.is_open(down) else walk(borders.index, Known(down), y, height)
        place = walk(Position, x, row)
        value = walk(one_of, walk(borders.inside, x, width), value, walk(spread, walk(across, place), channels))
    return value


def either(inside_y, inside_x):
    return inside_y or not inside_x


def one_of(inside, value, other):
    return value if inside else other


def spread(value, channels):
    return pixel((value,) * channels) if isinstance(value, NUMBERS) else value


# --- what else an image has ------------------------------------------------------------------------------------------

def dimension(tracer, image: ImageValue, name: str):
    data = image.param.data
    return tracer.emit(name, image=image.param) if data is None else Known(data.shape[1 if name == "width" else 0])


def image_attribute(tracer, image: ImageValue, name: str):
    if name in ("width", "height"):
        return dimension(tracer, image, name)
    if name == "size":
        return Tuple((dimension(tracer, image, "width"), dimension(tracer, image, "height")))
    if name in METHODS:
        return Builtin(METHODS[name], image, name)
    if name == "positions":
        return tracer.call(Known(Positions), list(image_attribute(tracer, image, "size").items), {})
    if name == "spec":
        return Known(image.spec)
    if name == "channels":
        return Known(image.param.pixel.channels)
    if name == "fill":
        pixels = image.param.pixel
        return Known(pixel(fill_parts(image.spec.fill, pixels.channels, np.dtype(pixels.scalar.numpy).kind)))
    raise tracer.refuse("no-attribute", f"the image {image.param.name} has no '{name}'",
                        instead="an image has width, height, size, positions, sample(p, mode), level(k), and is read by "
                                "calling it")


def sample_method(tracer, image: ImageValue, *args, **kwargs):
    """im.sample(p, "cubic"), im.sample(x, y, "cubic"), im.sample(p, level=2)."""
    place, mode, level = list(args), kwargs.pop("mode", Known(None)), kwargs.pop("level", Known(None))
    last = decide(tracer, place[-1]) if len(place) > 1 else None
    if type(last) is Known and (isinstance(last.value, str) or last.value is None):
        mode = last
        place.pop()
    mode = decide(tracer, mode)
    if kwargs or type(mode) is not Known or not isinstance(mode.value, (str, type(None))):
        raise tracer.refuse("bad-call", f"{image.param.name}.sample(...) has a mode that is no text")
    x, y = coordinates(tracer, image, place)
    mode = image.sample if mode.value is None else sampling.resolve(mode.value)
    if type(level) is Known and level.value is None:
        return sample(tracer, image, mode, x, y)
    return tracer.call(Known(picture.detail), [image, x, y, Known(mode), level], {})


def level_method(tracer, image: ImageValue, k):
    """im.level(k)."""
    return tracer.call(Known(picture.Level), [image, k], {})


METHODS = {"sample": sample_method, "level": level_method, "at": read_at, "pixel": read_pixel}
