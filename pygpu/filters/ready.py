"""What a ready filter is: the function of a pixel, which also runs on pictures, compiled when that is first needed.

    @Ready
    def brighten(im=Image, p=Position, factor: Float = 1.5):
        return factor * im(p)

    brighten(photo, factor=2)         a picture cannot be called: compile, run, and give a picture back
    brighten(im, p + (1, 0))          an image inside a filter can: the function as it stands
    pygpu.compile(brighten)           and it is a filter like any other (`__wrapped__` leads to the function)

A filter whose result has another size says which: @sized(lambda im, factor: (factor * im.width, factor * im.height)).
One that makes a picture out of nothing has no image: perlin(size=(640, 480)), and perlin(p) inside a filter.
"""

import functools
import inspect
import warnings
from difflib import get_close_matches

import numpy

import pygpu
from pygpu import ArgumentError, Bool, Color, CompileError, Float, Image, Int, Position, Vec2, Vec3, Vec4, Volume

from .limits import BEYOND_WHITE, light_of_bytes, within_limits

TYPES = (Image, Volume, Position, Float, Int, Bool, Vec2, Vec3, Vec4, Color)
NUMBERS = (Float, Int, Bool)
PARTS = {Vec2: "two", Vec3: "three", Vec4: "four", Color: "three"}
READING = ("border", "sample", "fill")  # how the first image is read
OPTIONS = ("size", "out", "dtype", "mode", "orient", "alpha", "linear", "channels", "axis", "valid", "exact", "precision",
           "raises", "steps")  # of any call
GIVEN = ("iterate", "map", "needs", "compute", "tune", "explain_html")  # what is called as the filter is
LEADING = {"iterate": 1, "compute": 1}  # what comes before what the filter takes
ASKED = (*GIVEN, "interact", "explain", "graph", "plan", "source", "footprint")
ELSEWHERE = {"cval": "fill", "ksize": "size", "kernel_size": "size", "borderType": "border", "sigmaX": "sigma",
             "radius": "sigma",
             "output_shape": "size", "dsize": "size",  # what other libraries call it
             **dict.fromkeys(("image", "img", "src", "input", "photo", "picture", "array"), "im")}
BEYOND = ("nearest", "mirror", "reflect", "wrap", "constant", "edge", "symmetric", "grid-wrap", "grid-constant")  # `mode`
PLAINLY = {int, float, bool, str, type(None)}
KEPT = 64  # filters, one for each combination of known values


class Ready:
    """A filter that can be called with a picture, or with an image and a position inside another filter."""

    reading, options, asked = READING, OPTIONS, ASKED

    def __init__(self, function, rule=None, of_bytes=None):
        functools.update_wrapper(self, function)
        self.function, self.rule = function, rule
        self.of_bytes = of_bytes  # the known values that are usual where bytes become bytes
        signature = inspect.signature(function)
        declared = list(signature.parameters.values())
        self.image = None if declared[0].default is Position else declared[0]
        rest = [each for each in declared if each is not self.image and each.default is not Position]
        places = [at for at, each in enumerate(declared) if each.default is Position]
        self.place = places[0] if places else None  # a value of a picture has none
        self.outside = signature.replace(parameters=[self.image, *rest] if self.image else rest)  # the system has p
        self.known = {each.name for each in rest if not is_typed(each)}
        self.__doc__ = told(self, function.__doc__ or "")
        self.compiled = functools.lru_cache(KEPT)(self.compiled)
        self.filter = functools.lru_cache(KEPT)(self.filter)
        self.calls = {}  # what is called for calls that are alike, and what it is told beside the picture

    def __call__(self, *args, **kwargs):
        before = self.calls.get(kind := alike(args, kwargs))
        if before is not None:
            filter, further = before
            return filter(args[0], **further)
        if callable(args[0] if args else kwargs.get(self.image.name)) if self.image else args or "p" in kwargs:
            if self.place is not None and len(args) <= self.place and "p" not in kwargs:
                raise ArgumentError(f"{self.__name__}() of an image gives its pixel at a position, and none was said: "
                                    f"write {self.__name__}({self.image.name}, p, ...) inside a filter")
            if self.image is None and args and is_picture(args[0]):
                raise ArgumentError(f"{self.__name__}() makes a picture out of nothing, of a size: write "
                                    f"{self.__name__}(size=(640, 480)), and inside a filter {self.__name__}(p)")
            return self.function(*args, **kwargs)
        known, typed, options = self.sorted_out(args, kwargs)
        usual = self.usual_of_bytes(known, typed, options)
        try:
            filter = self.compiled(**usual | known)
            result = filter(**typed, **options)
        except CompileError as error:
            if not usual or error.kind != "no-doubles":  # there bytes are what floats are
                raise
            filter = self.compiled(**known)
            result = filter(**typed, **options)
        if kind is not None and self.image and not self.warns(known | typed, options):
            if len(self.calls) >= KEPT:
                self.calls.clear()
            self.calls[kind] = filter, {name: typed[name] for name in typed if name != self.image.name} | options
        return result

    def usual_of_bytes(self, known, typed, options):
        """The known values that are usual where a picture of bytes becomes one, if the filter has any."""
        if self.of_bytes and has_bytes(typed.get(self.image.name)) and stays_bytes(options):
            values = self.values_for(self.of_bytes, known | typed, options.get("axis"))
            return self.of_bytes(**values) if values else {}
        return {}

    def sorted_out(self, args, kwargs):
        """What was given: known values and how to read the image, arguments of the kernel, options of the call."""
        own = {name: value for name, value in kwargs.items() if name in self.outside.parameters}
        rest = {name: value for name, value in kwargs.items() if name not in own}
        sides = [name for name in ("width", "height", "depth") if name in self.outside.parameters]
        if len(sides) > 1 and "size" in rest:
            own.update(zip(sides, rest.pop("size"), strict=True))
        if len(sides) > 1 and len(args) == 2 and isinstance(args[1], (tuple, list)) and len(args[1]) == len(sides):
            args = (args[0], *args[1])  # resize(photo, (320, 200)), as Pillow and OpenCV have it
        try:
            typed = self.outside.bind(*args, **own).arguments
        except TypeError as error:
            takes = f": it takes {', '.join(self.outside.parameters)}" if len(args) > len(self.outside.parameters) else ""
            raise ArgumentError(f"{self.__name__}(): {error}{takes}") from None
        known = {name: frozen(typed.pop(name)) for name in self.known & typed.keys()}
        for name, value in known.items():
            if hasattr(value, "getbands"):
                raise ArgumentError(f"{self.__name__}(): {name} is no picture, and one is given for it: several pictures "
                                    "are filtered one by one")
        for name, value in (known | typed).items():
            self.allow(name, value)
        for words in self.warns(known | typed, rest):
            warnings.warn(words, stacklevel=3)
        known |= {name: frozen(rest.pop(name)) for name in self.reading if name in rest and self.image}
        if rest.get("mode") in BEYOND:
            raise ArgumentError(f"{self.__name__}(): mode is that of the result, as Pillow names it; what is beyond the "
                                f"edge is said by border={rest['mode']!r}")
        for name in rest.keys() - set(self.options):
            takes = [*self.outside.parameters, *self.reading, *self.options]
            close = [ELSEWHERE[name]] if ELSEWHERE.get(name) in takes else get_close_matches(name, takes, 1, 0.7)
            near = "".join(f" (did you mean '{each}'?)" for each in close)
            raise ArgumentError(f"{self.__name__}() has no argument '{name}'{near}: it takes {', '.join(takes)}")
        if self.rule and rest.get("size") is None:
            rest["size"] = self.size_of_result({**known, **typed}, rest.get("axis"))
        return known, typed, rest

    def warns(self, given, options):
        """What is to be said of a call that hardly means what it says, of a picture of bytes."""
        if not self.image or not has_bytes(given.get(self.image.name)):
            return []
        lights = [(name, light) for name, value in given.items() if (light := light_of_bytes(self.__name__, name, value))]
        words = [f"{self.__name__}(): {name} is {light:g}, and light goes from 0 to 1: half of it is 0.5 "
                 f"({light:g} / 255 is {light / 255:.3g})" for name, light in lights]
        if self.__name__ in BEYOND_WHITE and stays_bytes(options):
            words.append(f"{self.__name__}() gives numbers larger than 1, which bytes store as white: "
                         "dtype='float32' keeps them (of colours in an array, numpy.asarray(photo))")
        return words

    def allow(self, name, value):
        """Refuses a number that the parameter cannot be: before a call, and when it is given to pygpu.compile."""
        if name in self.known:
            within_limits(self.__name__, name, value, self.outside.parameters[name].default)
        elif isinstance(value, str) and self.type_of(name) in PARTS:
            raise ArgumentError(f"{self.__name__}(): {name} is of {PARTS[self.type_of(name)]} numbers, not {value!r}")
        elif self.type_of(name) in NUMBERS and isinstance(value, (int, float, str)):
            within_limits(self.__name__, name, value, 0)

    def type_of(self, name):
        """The type of a parameter that is an argument of the kernel; None of an image, or of what is not there."""
        each = self.outside.parameters.get(name)
        return next((kind for kind in (*NUMBERS, *PARTS) if each and kind in (each.default, each.annotation)), None)

    def size_of_result(self, given, axis=None):
        """(width, height) of the result, of a volume its depth, where the filter says so; None where it is the picture's."""
        values = self.values_for(self.rule, given, axis) if self.rule else None
        if values is None:
            return None
        sides = [int(side) for side in self.rule(**values)]
        if min(sides) < 1:
            said = ", ".join(f"{name}={value!r}" for name, value in values.items() if isinstance(value, (int, float)))
            raise ArgumentError(f"{self.__name__}(): no pixel is left of {said}")
        return tuple(sides)

    def values_for(self, rule, given, axis=None):
        """What a rule is told of a call, parameters by their names; None where the call has not all of it."""
        usual = {name: each.default for name, each in self.outside.parameters.items()}
        values = {name: {**usual, **given}[name] for name in inspect.signature(rule).parameters}
        if self.image and self.image.name in values:
            if not hasattr(values[self.image.name], "shape") and not hasattr(values[self.image.name], "getbands"):
                return None  # it is no picture, as the call says
            extent = VolumeExtent if has_planes(self.image.default) else Extent
            values[self.image.name] = extent(values[self.image.name], axis)
        return None if any(is_type(value) for value in values.values()) else values  # whoever calls says what is missing

    def compiled(self, **known):
        """The function of a pixel compiled for these known values, for a call that says the rest; the same ones again give
        the same filter."""
        return pygpu.compile(self.function, **self.with_reading(**known))

    def filter(self, **known):
        """The same of this filter itself, with its rules: what pygpu.compile makes of it."""
        return pygpu.compile(self, **self.with_reading(**known))

    def with_reading(self, border=None, sample=None, fill=None, **known):
        """Known values, and among them how the image is read."""
        beyond = {"border": border, "fill": fill}
        known |= {name: value for name, value in beyond.items()  # of one that has stages with an edge of their own
                  if value is not None and name in self.known}
        if (border, sample, fill) != (None, None, None):
            spec = self.image.default if isinstance(self.image.default, Image) else self.image.default()
            known[self.image.name] = spec(border, sample, fill)
        return known

    def __rshift__(self, then):
        return pygpu.compile(self.function) >> then

    def __getattr__(self, name):
        """What a compiled filter can be asked, this one can be that is compiled as it stands: sobel.interact(photo)."""
        if name in GIVEN:
            return functools.wraps(getattr(pygpu.Filter, name))(functools.partial(self.given, name))
        if name in ASKED:
            return getattr(self.filter(), name)
        raise AttributeError(f"the ready filter {self.__dict__.get('__name__', '')} has no attribute '{name}'")

    def given(self, name, *args, **kwargs):
        """What is called as the filter is, with known values and how the image is read: median.map(a, 5)."""
        first = LEADING.get(name, 0)
        in_order = dict(zip(self.outside.parameters, args[first:]))
        if self.known & in_order.keys() and len(in_order) == len(args) - first and not in_order.keys() & kwargs.keys():
            args, kwargs = args[:first], in_order | kwargs
        own = {*self.known, *(self.reading if self.image else ())}
        known = {each: frozen(kwargs.pop(each)) for each in own & kwargs.keys()}
        return getattr(self.filter(**known), name)(*args, **kwargs)

    def __dir__(self):
        """What is public, for completion."""
        return sorted([*(name for name in super().__dir__() if name.startswith("__")), *self.asked])

    def __reduce__(self):
        return self.__qualname__  # it is sent by its name

    def __repr__(self):
        shown = [f"{each.name}={each.default!r}" if not is_type(each.default) else each.name
                 for each in self.outside.parameters.values()]
        return f"<ready filter {self.__name__}({', '.join(shown)})>"


def alike(args, kwargs):
    """All that a call of a ready filter says beside the numbers of its one array, if that is a few words and numbers: for
    calls that are equal in it the same is to be done."""
    if not args or type(args[0]) is not numpy.ndarray:
        return None
    beside = *args[1:], *kwargs.values()
    if not all([type(value) in PLAINLY for value in beside]):
        return None
    return (args[0].dtype, args[0].shape, len(args), *kwargs, *map(repr, beside))


def told(ready, words):
    """The docstring of a ready filter: what it says itself, its parameters, and how it is called outside and inside."""
    rows, given, inside = [], [], []
    for each in ready.outside.parameters.values():
        is_typed_only = is_type(each.default)
        kind = each.default if is_typed_only else each.annotation if is_type(each.annotation) else None
        what = ("a volume" if has_planes(kind) else "a picture" if isinstance(kind, Image) or kind is Image
                else kind.__name__ if kind else "known")
        usual = "" if is_typed_only or each.default is each.empty else f", {shown(each.default)}"
        rows.append(f"{each.name} : {what}{usual}" + ("" if kind else "; another value is compiled anew"))
        given.append(("photo" if each is ready.image else each.name) if not usual else f"{each.name}={shown(each.default)}")
        inside.append(each.name if not usual else given[-1])
    if ready.place is not None:
        inside.insert(ready.place, "p")
    given += ["size=(640, 480)"] * (ready.image is None)
    outside = f">>> filters.{ready.__name__}({', '.join(given)})"
    pixel = f">>> filters.{ready.__name__}({', '.join(inside)})    # inside a filter"
    lines = [inspect.cleandoc(words), "", "Parameters", "----------", *rows, "", "Examples", "--------", outside, pixel]
    return "\n".join(lines)


def shown(value):
    text = value.__name__ if isinstance(value, type) else repr(value)
    return text if len(text) < 40 else "..."


def sized(rule, of_bytes=None):
    """@sized(rule): a Ready whose result is as large as the rule says, of parameters by their names;
    `of_bytes` says alike which known values are usual where a picture of bytes becomes one."""
    return lambda function: Ready(function, rule, of_bytes)


class Extent:
    """The width and height of a picture of any kind."""

    def __init__(self, picture, axis=None):
        if hasattr(picture, "getbands"):
            self.width, self.height = picture.size
        elif isinstance(axis, int):
            rows, columns, *_ = [length for at, length in enumerate(picture.shape) if at != axis % len(picture.shape)]
            self.width, self.height = columns, rows
        else:
            self.height, self.width = picture.shape[:2]


class VolumeExtent:
    """The width, height and depth of an array (depth, height, width), with channels or without."""

    def __init__(self, volume, axis=None):
        self.depth, self.height, self.width = volume.shape[:3]


def has_planes(type):
    return type is Volume or isinstance(type, Volume)


def is_picture(value):
    return isinstance(value, (numpy.ndarray, pygpu.DeviceImage)) or hasattr(value, "getbands")


def has_bytes(value):
    return getattr(value, "dtype", None) == numpy.uint8 or getattr(value, "mode", None) in ("L", "LA", "RGB", "RGBA")


def stays_bytes(options):
    """Whether what bytes are given for is bytes, too: no other type, no light that is added up as such."""
    kind = getattr(options.get("out"), "dtype", None) or options.get("dtype") or numpy.uint8
    return numpy.dtype(kind) == numpy.uint8 and not options.get("linear")


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
