"""The oracle: a filter run as plain Python, pixel by pixel. What comes out is by definition right.

    run(edgeDetect, photo, known={"kernel": sobel})   ->  a float64 array (height, width) or (height, width, channels)

Images are read as the parameter's type says (border, sampling, fill). A filter that returns a tuple gives a tuple.
Where Python raises an ArithmeticError or a ValueError (1 / 0, math.sqrt(-1)) a device has no exception: such pixels
are NaN here. If not a single pixel has a value, the error is raised.

What a filter caches (`s = cache(lambda q: ...)`, made anew by each pixel) is kept from one pixel to the next: the same
function of the same values gives the same, and a sum along a line is then a line's work, not a picture's for each pixel.
"""

from __future__ import annotations

from contextlib import contextmanager
from functools import cache, partial
from types import FunctionType

import numpy as np

from pygpu.calls.raising import seen
from pygpu.language import HostImage, Position
from pygpu.language.grids import Grid
from pygpu.language.signature import NOTHING, Parameter, arguments, parameters
from pygpu.language.vectors import Vector


def run(function, *images, known=None, scalars=None, size=None):
    """Call `function` for every pixel. `images` (and scalars among them) stand in the order of the typed
    parameters; `scalars` has others by name. `size` is (width, height), or the first image's; that of a volume has three
    numbers, of an array as many as it has dimensions."""
    found = parameters(function, known)
    values = bind(found, images, scalars or {})
    if size is None:
        size = next(value.size for value in values.values() if isinstance(value, (HostImage, Grid)))
    position = next((parameter.name for parameter in found if parameter.role == "position"), None)
    pixels, errors = [], []
    with np.errstate(all="ignore"), lasting(function):
        for index in np.ndindex(size[::-1]):
            args, kwargs = arguments(found, {**values, position: Position(*reversed(index))})
            try:
                pixels.append(function(*args, **kwargs))
            except (ArithmeticError, ValueError) as error:
                pixels.append(None)
                errors.append(error)
    if len(errors) == len(pixels):
        raise errors[0]
    return gathered(pixels, size[::-1])


def bind(found: tuple[Parameter, ...], in_order, by_name) -> dict:
    """The value of each typed parameter: images wrapped for reading, scalars as they are."""
    typed = [parameter for parameter in found if parameter.role == "typed"]
    rest = iter(in_order)
    values = {}
    for parameter in typed:
        value = by_name.get(parameter.name, NOTHING)
        value = next(rest, parameter.value) if value is NOTHING else value
        spec = parameter.type
        values[parameter.name] = seen(value, spec) if parameter.is_image else spec(value)
    assert next(rest, None) is None, "more images than the filter has parameters for"
    return values


def gathered(pixels, shape):
    """The pixels' values as an array; None becomes NaN."""
    example = next(value for value in pixels if value is not None)
    if isinstance(example, (tuple, list)):
        return tuple(gathered([value and value[i] for value in pixels], shape) for i in range(len(example)))
    if isinstance(example, Vector):
        missing = (np.nan,) * len(example)
        rows = [missing if value is None else tuple(value) for value in pixels]
        return np.array(rows, np.float64).reshape(*shape, len(example))
    return np.array([np.nan if value is None else value for value in pixels], np.float64).reshape(shape)


@contextmanager
def lasting(function):
    """Within, `functools.cache` in the module of `function` gives for the same function of the same values the same."""
    while isinstance(function, partial):
        function = function.func
    names = getattr(function, "__globals__", {})
    if names.get("cache") is not cache:
        yield
        return
    names["cache"] = Lasting()
    try:
        yield
    finally:
        names["cache"] = cache


class Lasting:
    def __init__(self):
        self.kept: dict = {}  # by code and values: a cached function, what was unknown of it, the values, so that ids stay
        self.own: dict = {}   # all that were made, by their ids

    def __call__(self, function):
        if not hasattr(function, "__code__"):
            return cache(function)
        cells = function.__closure__ or ()
        values = [None if empty(cell) else cell.cell_contents for cell in cells]
        key = function.__code__, function.__defaults__, *map(told, values)
        if key in self.kept and all(map(self.is_own, self.kept[key][1])):
            return self.kept[key][0]
        made = cache(function)
        self.kept[key] = made, list(filter(empty, cells)), values
        self.own[id(made)] = made
        return made

    def is_own(self, cell) -> bool:
        """Whether what a name came to stand for after the function was made is such a function, as itself: what else it
        was may be of the pixel."""
        return not empty(cell) and id(cell.cell_contents) in self.own


def empty(cell) -> bool:
    try:
        _ = cell.cell_contents
    except ValueError:
        return True
    return False


def told(value):
    """Numbers are the same when they look the same, a function that holds nothing when its code is; anything else if it
    is the same object."""
    if isinstance(value, FunctionType) and not value.__closure__:
        return value.__code__, value.__defaults__
    return (type(value), repr(value)) if isinstance(value, (int, float, str)) else id(value)
