"""What a ready filter is: the function of a pixel, which also runs on pictures, compiled when that is first needed.

    @Ready
    def brighten(im=Image, p=Position, factor: Float = 1.5):
        return factor * im(p)

    brighten(photo, factor=2)         a picture cannot be called: compile, run, and give a picture back
    brighten(im, p + (1, 0))          an image inside a filter can: the function as it stands
    pygpu.compile(brighten)           and it is a filter like any other (`__wrapped__` leads to the function)
"""

import functools
import inspect

import numpy

import pygpu
from pygpu import ArgumentError, Bool, Color, Float, Image, Int, Position, Vec2, Vec3, Vec4

TYPES = (Image, Position, Float, Int, Bool, Vec2, Vec3, Vec4, Color)
READING = ("border", "sample", "fill")  # how the first image is read
OPTIONS = ("size", "out", "dtype", "mode", "orient", "alpha", "linear", "channels", "axis", "valid")  # of any call
KEPT = 64  # filters, one for each combination of known values


class Ready:
    """A filter that can be called with a picture, or with an image and a position inside another filter."""

    def __init__(self, function):
        functools.update_wrapper(self, function)
        self.function = function
        signature = inspect.signature(function)
        self.image, _, *rest = signature.parameters.values()
        self.outside = signature.replace(parameters=[self.image, *rest])  # the system supplies the position
        self.known = {each.name for each in rest if not is_typed(each)}
        self.has_a_size = {"width", "height"} <= self.outside.parameters.keys()
        self.compiled = functools.lru_cache(KEPT)(self.compiled)

    def __call__(self, *args, **kwargs):
        if callable(args[0] if args else kwargs.get(self.image.name)):
            return self.function(*args, **kwargs)
        known, typed, options = self.sorted_out(args, kwargs)
        return self.compiled(**known)(**typed, **options)

    def sorted_out(self, args, kwargs):
        """What was given: known values and how to read the image, arguments of the kernel, options of the call."""
        own = {name: value for name, value in kwargs.items() if name in self.outside.parameters}
        rest = {name: value for name, value in kwargs.items() if name not in own}
        if self.has_a_size and "size" in rest:
            own["width"], own["height"] = rest.pop("size")
        try:
            typed = self.outside.bind(*args, **own).arguments
        except TypeError as error:
            raise ArgumentError(f"{self.__name__}(): {error}") from None
        known = {name: frozen(typed.pop(name)) for name in self.known & typed.keys()}
        known |= {name: frozen(rest.pop(name)) for name in READING if name in rest}
        for name in rest.keys() - set(OPTIONS):
            takes = ", ".join([*self.outside.parameters, *READING, *OPTIONS])
            raise ArgumentError(f"{self.__name__}() has no argument '{name}': it takes {takes}")
        if self.has_a_size and {"width", "height"} <= typed.keys():
            rest["size"] = typed["width"], typed["height"]
        return known, typed, rest

    def compiled(self, border=None, sample=None, fill=None, **known):
        """The filter compiled for these known values; the same ones again give the same filter."""
        if (border, sample, fill) != (None, None, None):
            spec = self.image.default if isinstance(self.image.default, Image) else Image()
            known[self.image.name] = spec(border, sample, fill)
        return pygpu.compile(self.function, **known)

    def __reduce__(self):
        return self.__qualname__  # it is sent by its name

    def __repr__(self):
        shown = [f"{each.name}={each.default!r}" if not is_type(each.default) else each.name
                 for each in self.outside.parameters.values()]
        return f"<ready filter {self.__name__}({', '.join(shown)})>"


def is_type(value):
    return isinstance(value, Image) or any(value is kind for kind in TYPES)


def is_typed(parameter):
    """Whether a parameter is an argument of the kernel, by its default or its annotation, and not a known value."""
    return is_type(parameter.default) or is_type(parameter.annotation)


def frozen(value):
    """A known value as one that can be looked up: arrays and lists become tuples."""
    if isinstance(value, numpy.ndarray):
        value = value.tolist()
    return tuple(map(frozen, value)) if isinstance(value, (list, tuple)) else value
