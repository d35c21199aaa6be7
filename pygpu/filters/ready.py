"""What a ready filter is: a pixel function that also runs on pictures, compiled when first needed.

    @Ready
    def brighten(im=Image, p=Position, factor: Float = 1.5):
        return factor * im(p)

    brighten(photo, factor=2)         a picture is not callable: compile, run, and give a picture back
    brighten(im, p + (1, 0))          an image inside a filter is: the function as it stands
    pygpu.compile(brighten)           and it is a filter like any other (`__wrapped__` leads to the function)
"""

import functools
import inspect

import numpy

import pygpu
from pygpu import Bool, Color, Float, Image, Int, Position, Vec2, Vec3, Vec4

TYPES = (Image, Position, Float, Int, Bool, Vec2, Vec3, Vec4, Color)
READING = ("border", "sample", "fill")  # how the first image is read


class Ready:
    """A filter that can be called with a picture, or with an image and a position inside another filter."""

    def __init__(self, function):
        functools.update_wrapper(self, function)
        self.function = function
        signature = inspect.signature(function)
        image, position, *rest = signature.parameters.values()
        self.image = image
        self.outside = signature.replace(parameters=[image, *rest])  # the system supplies the position
        self.known = {each.name for each in rest if not is_typed(each)}
        self.compiled = functools.lru_cache(64)(self.compiled)

    def __call__(self, *args, **kwargs):
        if callable(args[0] if args else kwargs.get(self.image.name)):
            return self.function(*args, **kwargs)
        known, reading, typed, options = self.sorted_out(args, kwargs)
        return self.compiled(**known, **reading)(**typed, **options)

    def sorted_out(self, args, kwargs):
        """What was given: known values, how to read the image, arguments of the kernel, and options of the call."""
        own = {name: value for name, value in kwargs.items() if name in self.outside.parameters}
        options = {name: value for name, value in kwargs.items() if name not in own}
        reading = {name: frozen(options.pop(name)) for name in READING if name in options}
        if self.makes_its_size and "size" in options:
            own["width"], own["height"] = options.pop("size")
        given = self.outside.bind(*args, **own).arguments
        if self.makes_its_size:
            options["size"] = (given["width"], given["height"])
        known = {name: frozen(given.pop(name)) for name in self.known & given.keys()}
        return known, reading, given, options

    @property
    def makes_its_size(self):
        """Whether it computes a picture of a size of its own, given as its arguments width and height."""
        return {"width", "height"} <= self.outside.parameters.keys()

    def compiled(self, border=None, sample=None, fill=None, **known):
        """The filter compiled for these known values; the same ones again give the same filter."""
        if (border, sample, fill) != (None, None, None):
            spec = self.image.default if isinstance(self.image.default, Image) else Image()
            known[self.image.name] = spec(border, sample, fill)
        return pygpu.compile(self.function, **known)

    def __repr__(self):
        return f"<ready filter {self.__name__}{inspect.signature(self.function)}>"


def is_typed(parameter):
    """Whether a parameter's default or annotation is a type: an argument of the kernel, not a known value."""
    said = (parameter.default, parameter.annotation)
    return any(isinstance(each, Image) or any(each is kind for kind in TYPES) for each in said)


def frozen(value):
    """A known value as one that can be looked up: arrays and lists become tuples."""
    if isinstance(value, numpy.ndarray):
        value = value.tolist()
    return tuple(map(frozen, value)) if isinstance(value, (list, tuple)) else value
