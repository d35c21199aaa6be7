"""Reading images: at whole positions one `read` a channel. What the language says in Python of sampling, of borders
that are functions, and of pictures in less detail is walked as any other Python.

A picture that is known while compiling (a HostImage) becomes an image of the kernel where it is read at a symbol.
"""

from __future__ import annotations

from functools import partial, reduce
from hashlib import sha256

import numpy as np

from ...ir import BOOL, FLOAT, INT, INT64, SIDES, ImageParam, PixelType
from ...language import borders, picture, sampling
from ...language.host_image import HostImage, fill_parts
from ...language.position import Position
from ...language.positions import POSITIONS_OF
from ...language.types import Image
from ...language.vectors import pixel
from ..host.changes import told_by
from ..values.assumptions import decide
from ..values.lattice import Builtin, ImageValue, Known, Tuple
from ..values.numbers import numeric, open_vector, type_of
from .containers import items_of
from .grids import one_of, read_pixel, sample_grid, spread
from .vectors import vector_items, vector_parts


def image_value(graph, name: str, pixels: PixelType, spec, data=None) -> ImageValue:
    """A new image of the graph, read as `spec` says. Where a function is the border, the graph reads a pixel that
    exists, and what is read beyond is chosen afterwards."""
    dimensions = getattr(pixels, "dimensions", 2)
    border = tuple("clamp" if callable(each) else each for each in spec.borders_of(max(2, dimensions)))
    fill = tuple(map(float, fill_parts(spec.fill, pixels.channels, np.dtype(pixels.scalar.numpy).kind)))
    param = ImageParam(name, PixelType(pixels.scalar, pixels.channels), border, fill, data, dimensions)
    graph.images.append(param)
    return ImageValue(param, spec)


# --- pictures known while compiling ----------------------------------------------------------------------------------

def texture(tracer, host: HostImage) -> ImageValue:
    """The image of the kernel that a known picture is; its pixels stay as they are now."""
    known = tracer.textures.get(id(host))
    if known is None:
        pixels = frozen(host)
        kind = {"b": BOOL, "i": INT64 if pixels.itemsize > 4 else INT}.get(pixels.dtype.kind, FLOAT)
        name = f"texture_{len(tracer.textures) + 1}"
        image = image_value(tracer.graph, name, PixelType(kind, host.channels), host.spec, pixels)
        known = tracer.textures[id(host)] = (host, image)
    return known[1]


def frozen(host: HostImage) -> np.ndarray:
    """A copy of a picture's pixels, of a type that a kernel reads and with the colours that a filter sees."""
    array, kind = host.array, host.array.dtype.kind
    premultiplied = host.has_alpha and host.spec.alpha == "premultiplied"
    if not (host.spec.linear or premultiplied) or kind not in "uf":
        if kind == "i" and array.itemsize > 4:
            return array.astype(whole(array).numpy)
        if kind == "u" and array.dtype.itemsize > 2:
            return (array / np.iinfo(array.dtype).max).astype(np.float32)
        return array.copy()
    rows = [[host.pixel(x, y) for x in range(host.width)] for y in range(host.height)]
    return np.array([[p if host.channels == 1 else p.parts() for p in row] for row in rows], np.float32)


def whole(array: np.ndarray):
    """What known whole numbers are to a kernel: of 32 bits where all of them fit, so that computing with them is quick."""
    limits = np.iinfo(np.int32)
    fits = array.itemsize < 4 or not array.size or limits.min <= array.min() and array.max() <= limits.max
    return INT if fits else INT64


def data_image(tracer, array: np.ndarray) -> ImageValue:
    """An image of the kernel that holds a known array's elements as the numbers that they are."""
    known = tracer.textures.get(id(array))
    if known is None:
        kind = {"b": BOOL, "f": FLOAT}.get(array.dtype.kind) or whole(array)
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
    owner = told_by(function, "__self__")
    if isinstance(owner, HostImage):
        return image_attribute(tracer, texture(tracer, owner), function.__name__)
    return None


# --- reading ---------------------------------------------------------------------------------------------------------

def read_image(tracer, image: ImageValue, args, kwargs):
    """im(p), im((x, y)), im(x, y); of a volume with three."""
    if kwargs:
        raise tracer.refuse("bad-call", f"{image.param.name}(...) is read with {', '.join(f'{name}=' for name in kwargs)}")
    if not 1 <= len(args) <= max(2, image.param.dimensions):
        raise tracer.refuse("bad-call", f"{image.param.name}(...) is read with {len(args)} arguments")
    return sample(tracer, image, image.sample, *coordinates(tracer, image, args))


def coordinates(tracer, image, args):
    wanted = image.param.dimensions
    if len(args) == 1 and not (wanted == 1 and numeric(decide(tracer, args[0]))):
        place = open_vector(decide(tracer, args[0]))
        parts = vector_parts(place)
        if parts is None and type(place) is Tuple:
            parts = list(place.items)
        if parts is None and type(place) is Known and isinstance(place.value, (tuple, list)):
            parts = [Known(v) for v in place.value]
        if parts is None and type(place) is Known and not hasattr(place.value, "__iter__"):
            raise misplaced(tracer, image, tracer.describe(place))
        if parts is None and not numeric(place):
            parts = tracer.remaining(place)
        if parts is None or len(parts) != wanted:
            raise misplaced(tracer, image, tracer.describe(args[0]))
        args = parts
    if len(args) != wanted:
        raise misplaced(tracer, image, f"{len(args)} coordinates")
    args = [decide(tracer, a) for a in args]
    for each in args:
        if not numeric(each):
            raise tracer.refuse("bad-call", f"a coordinate of {image.param.name}(...) is {tracer.describe(each)}")
    return args


def subscript_image(tracer, image: ImageValue, key):
    """im[y, x], vol[z, y, x], a[i]; the row im[y], the plane vol[z]."""
    items = vector_items(key)
    if items is None:
        items = items_of(tracer, key)
    index = [key] if items is None else list(items)
    plane = asked(tracer, image, index, picture.plane_asked)
    if plane is not None:
        return tracer.call(Known(picture.Plane), [image, Known(plane[0]), plane[1]], {})
    line = asked(tracer, image, index, picture.line_asked)
    if line is not None:
        return tracer.call(Known(picture.line_of), [image, *map(Tuple, line)], {})
    if any(type(each) is Known and (isinstance(each.value, slice) or each.value is Ellipsis or each.value is None)
           for each in index):
        raise tracer.refuse("not-supported", f"a slice of {image.param.name} is taken", why="a filter computes one pixel",
                            instead="read single places, im[y, x], im(x, y), or a row, im[y], or a column, im[:, x]")
    return sample(tracer, image, image.sample, *coordinates(tracer, image, index[::-1]))


def asked(tracer, image: ImageValue, index, how):
    """As picture.line_asked and picture.plane_asked have it."""
    shown = [each.value if type(each) is Known and isinstance(each.value, slice) else decide(tracer, each) for each in index]
    if not all(isinstance(each, slice) or numeric(each) and vector_items(each) is None for each in shown):
        return None
    return how(shown, image.param.dimensions)


def misplaced(tracer, image: ImageValue, seen: str):
    """The refusal of a place with too few or too many coordinates."""
    instead = {1: "a place in an Array of one dimension is one number: a(p), a(p.x - 1), a[i]",
               3: "a place in a volume is (x, y, z); in a volume's filter the position has all three: vol(p + (1, 0, 0))"}
    words = {"instead": instead[image.param.dimensions]} if image.param.dimensions in instead else {}
    return tracer.refuse("bad-call", f"{image.param.name}(...) is read at {seen}", **words)


def sample(tracer, image: ImageValue, mode: str, *place):
    if len(place) != 2:
        return sample_grid(tracer, image, mode, place)
    x, y = place
    if type_of(x).is_float or type_of(y).is_float:
        return tracer.call(Known(sampling.sample), [Known(mode), Builtin(read_at, image, "read"), x, y], {})
    return read_at(tracer, image, x, y)


def read_at(tracer, image: ImageValue, x, y):
    """The pixel at a whole position, which may lie outside. The graph knows what the named borders mean."""
    value = read_pixel(tracer, image, x, y)
    if any(map(callable, image.spec.border)):
        value = beyond(tracer, image, x, y, value)
    return value


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


# --- what else an image has ------------------------------------------------------------------------------------------

def dimension(tracer, image: ImageValue, name: str):
    data = image.param.data
    if data is None:
        return tracer.emit(name, image=image.param)
    sizes = data.shape[image.param.dimensions - 1::-1]
    return Known(sizes[SIDES.index(name)] if SIDES.index(name) < len(sizes) else 1)


def image_attribute(tracer, image: ImageValue, name: str):
    if name in SIDES[:max(2, image.param.dimensions)]:
        return dimension(tracer, image, name)
    if name in ("size", "shape", "positions"):
        sizes = [dimension(tracer, image, each) for each in SIDES[:image.param.dimensions]]
    if name == "size":  # of an array, where a user asks: how many there are
        is_count = tracer.of_arrays and not tracer.frames[-1].told
        return reduce(partial(tracer.binary, "*"), sizes) if is_count else Tuple(sizes)
    if name == "shape" and image.spec.dimensions is None:
        return Tuple(sizes[::-1])
    if name in METHODS or name in OURS_ALONE and tracer.frames[-1].told:
        return Builtin(METHODS.get(name) or OURS_ALONE[name], image, name)
    if name == "positions":
        return tracer.call(Known(POSITIONS_OF[len(sizes)]), sizes, {})
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
    if image.param.dimensions != 2 and type(level) is Known and level.value is not None:
        raise tracer.refuse("bad-call", f"{image.param.name}.sample(...) has a level, which only an image has")
    if kwargs or type(mode) is not Known or not isinstance(mode.value, (str, type(None))):
        raise tracer.refuse("bad-call", f"{image.param.name}.sample(...) has a mode that is no text")
    place = coordinates(tracer, image, place)
    mode = image.sample if mode.value is None else sampling.resolve(mode.value)
    if type(level) is Known and level.value is None:
        return sample(tracer, image, mode, *place)
    return tracer.call(Known(picture.detail), [image, *place, Known(mode), level], {})


def level_method(tracer, image: ImageValue, k):
    """im.level(k)."""
    return tracer.call(Known(picture.Level), [image, k], {})


METHODS = {"sample": sample_method, "level": level_method}
OURS_ALONE = {"at": read_at, "pixel": read_pixel}  # what the language's own functions ask of an image
