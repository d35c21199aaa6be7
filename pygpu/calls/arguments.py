"""What a call gives a filter: bound to its typed parameters, checked, and laid out as kernels take it."""

from __future__ import annotations

import operator
from inspect import Parameter as Argument
from inspect import Signature
from os import PathLike

import numpy as np

from ..elements import ELEMENTS
from ..errors import ArgumentError, meant
from ..ir import BOOL, BY_DTYPE, FLOAT, INT, INT64, SIDES, PixelType, of_dimensions
from ..language import types as language
from ..language.host_image import HostImage
from ..language.signature import Parameter
from ..language.vectors import SEQUENCES, Vector
from ..runtime import Origin, ingest, ingest_grid
from .options import PLAIN, Options
from .values import is_value

ARRAY = Origin("array", "float32")
IN_ORDER, BY_NAME = Argument.POSITIONAL_OR_KEYWORD, Argument.KEYWORD_ONLY
KIND = {"in order": IN_ORDER, "by name": BY_NAME}


class Arguments:
    """The typed parameters of one filter, whose name refusals say."""

    def __init__(self, function, name: str, parameters, double: bool = False):
        self.name, self.parameters = name, parameters
        self.allow = getattr(function, "allow", None)  # a ready filter knows which numbers it can be given
        self.bits = 64 if double else 32  # of an Int
        self.typed = [p for p in parameters if p.role == "typed"]
        self.images = [p for p in self.typed if p.is_image]
        self.names = [p.name for p in self.typed if p.passed == "in order"]
        self.is_value = is_value(parameters)
        self.only_images = len(self.images) == len(self.typed)
        self.only_pictures = all(p.type.dimensions == 2 for p in self.images)
        self.of_arrays = self.is_value and all(p.type.dimensions is None for p in self.images)  # whose numbers are NumPy's
        self.only_grids = all(p.type.dimensions is not None for p in self.images)  # pictures and volumes
        self.says_colours = any(p.type.alpha is not None or p.type.linear is not None for p in self.images)

    def signature(self) -> Signature:
        """How the filter is called: the typed parameters, and the options of every call."""
        own = [Argument(p.name, KIND[p.passed], annotation=p.type, default=p.value if p.is_optional else Argument.empty)
               for p in self.typed]
        own.sort(key=lambda each: (each.kind, each.kind == IN_ORDER and each.default is not Argument.empty))
        taken = {p.name for p in self.typed}
        names = () if self.is_value else ("size", "out", "dtype", "mode")
        options = [Argument(name, BY_NAME, default=None) for name in names if name not in taken]
        rest = "options" if "options" not in taken else "more_options"
        return Signature([*own, *options, Argument(rest, Argument.VAR_KEYWORD)])

    def bind(self, args, kwargs) -> tuple[list, list]:
        """(images, flattened numbers), in the order of the parameters."""
        if self.only_images and not kwargs and len(args) == len(self.typed):
            return args, ()
        given = dict(zip(self.names, args))
        if len(args) > len(self.names):
            raise self.wrong(f"takes {count(len(self.names), 'argument')}, {self.too_many(args)}")
        for name, value in kwargs.items():
            if name in given:
                raise self.wrong(f"got two values for '{name}'")
            if not any(p.name == name for p in self.typed):
                raise self.wrong(self.unknown(name))
            given[name] = value
        images, numbers = [], []
        for parameter in self.typed:
            value = given.get(parameter.name, parameter.value if parameter.is_optional else MISSING)
            if value is MISSING:
                raise self.wrong(f"is missing the argument '{parameter.name}'{self.of_place(parameter)}")
            if parameter.is_image:
                images.append(value)
            else:
                numbers.extend(self.numbers(parameter, value))
        return images, numbers

    def of_place(self, parameter) -> str:
        """What is said of a number that is missing, where it sounds like a coordinate of the pixel."""
        asked = parameter.name in SIDES_OF_PLACES and parameter.type in (language.Int, language.Float)
        return f": where the pixel is, is said by a Position, p=Position, whose p.{parameter.name} it is" if asked else ""

    def numbers(self, parameter, value) -> list:
        """A Float, Int, Bool or vector argument as the numbers that it is made of."""
        kind = parameter.type
        if self.allow is not None:
            self.allow(parameter.name, value)
        if language.PIXELS[kind] == 1:
            return [self.number(parameter, value)]
        parts = value.parts() if isinstance(value, Vector) else tuple(value) if isinstance(value, SEQUENCES) else None
        wanted = language.PIXELS[kind]
        if parts is None or len(parts) != wanted:
            raise self.wrong(f"'{parameter.name}' is a {kind.__name__}: give one, or {wanted} numbers, not {short(value)}")
        try:
            return [float(part) for part in parts]
        except (TypeError, ValueError, OverflowError):
            raise self.wrong(f"'{parameter.name}' is a {kind.__name__}, and {short(value)} is not of numbers") from None

    def and_of_objects(self, scalars: tuple, uniforms) -> tuple:
        """Numbers, and behind them those of objects."""
        return (*scalars, *self.of_objects(uniforms)) if uniforms else scalars

    def of_objects(self, uniforms) -> list:
        """What typed attributes of known objects hold at this moment."""
        found = []
        for host, name, kind in uniforms:
            attribute = Parameter(f"{type(host).__name__}.{name}", "typed", kind)
            if not hasattr(host, name):
                raise self.wrong(f"reads '{attribute.name}', which has no value")
            found.extend(self.numbers(attribute, getattr(host, name)))
        return found

    def number(self, parameter, value):
        kind = parameter.type
        number = None
        try:
            if kind is language.Float and not isinstance(value, (str, bytes)) and np.ndim(value) == 0:
                return float(value)
            if kind is language.Int:
                number = operator.index(value)
            if kind is language.Bool and isinstance(value, (bool, np.bool_, int)):
                return int(bool(value))
        except (TypeError, ValueError, OverflowError):
            pass
        if number is None:
            raise self.wrong(f"'{parameter.name}' is {described(kind)}, not {short(value)}")
        if number.bit_length() >= self.bits and number != -1 << self.bits - 1:
            raise self.wrong(f"'{parameter.name}' is an Int of {self.bits} bits, which {short(value)} does not fit")
        return number

    def pixel_types(self, pictures) -> dict[str, PixelType]:
        """What a pixel of each image is to the graph, with what the filter pins checked."""
        found = {}
        for parameter, picture in zip(self.images, pictures):
            pixel = pixel_type(picture.format)
            if parameter.type.dimensions is None:
                pixel = as_numpys(pixel, picture.format) if self.of_arrays else whole_numbers(pixel, picture.format)
            elif picture.dimensions != parameter.type.dimensions:
                raise self.wrong(f"'{parameter.name}' is {described(type(parameter.type))}, and {short(picture)} has "
                                 f"{count(picture.dimensions, 'dimension')}")
            pixel = of_dimensions(pixel, picture.dimensions)
            pinned = parameter.type.pixel
            if pinned is not None and language.PIXELS[pinned] != pixel.channels:
                raise self.wrong(f"'{parameter.name}' takes images of {pinned.__name__} pixels, and this one has "
                                 f"{count(pixel.channels, 'channel')}{converted(pinned.__name__, picture)}")
            found[parameter.name] = pixel
        return found

    def ingested(self, images, options: Options = PLAIN) -> list:
        """What is given for images, volumes and arrays, as kernels can read it."""
        if self.only_pictures:
            orient, wide = options.orient, options.wide
            return [ingest(image, orient, wide) for image in images]
        return self.ingested_as(images, self.images, options)

    def ingested_as(self, images, parameters, options: Options = PLAIN) -> list:
        """The same for such parameters."""
        kinds = [parameter.type.dimensions for parameter in parameters]
        return [ingest(image, options.orient, options.wide) if kind == 2 else
                ingest_grid(image, kind, kind is None, options.wide)
                for image, kind in zip(images, kinds)]

    def kinds(self, pictures) -> list[tuple]:
        """What tells pictures apart that different kernels are made for: how they are stored, and what they came as."""
        return [(p.format.dtype, p.format.channels, p.dimensions, p.origin.kind, p.origin.dtype, p.origin.mode)
                for p in pictures]

    def of_grids(self, what: str) -> None:
        """Refuse what is only for pictures and volumes."""
        if not self.only_grids:
            raise self.wrong(f"takes arrays, and {what}() is for pictures and volumes: call it with the whole of them")

    def known(self, given) -> list[float | None]:
        """The numbers of kernels in their order; None for those that were not given, and have no value by themselves."""
        for name in given:
            if not any(p.name == name and not p.is_image for p in self.typed):
                raise self.wrong(self.unknown(name))
        found: list[float | None] = []
        for parameter in self.typed:
            if not parameter.is_image:
                value = given.get(parameter.name, parameter.value if parameter.is_optional else None)
                found += self.numbers(parameter, value) if value is not None else [None] * language.PIXELS[parameter.type]
        return found

    def size_of(self, size, pictures) -> tuple[int, ...]:
        """(width, height), of a volume with its depth."""
        if self.is_value:
            return 1, 1
        if size is None:
            if pictures:
                return pictures[0].extent
            raise self.wrong(self.without_size())
        axes = SIDES[:pictures[0].dimensions if pictures else 2]
        try:
            wanted = tuple(map(operator.index, size if isinstance(size, (tuple, list, np.ndarray)) else (size,)))
        except (TypeError, ValueError):
            wanted = ()
        if len(wanted) != len(axes):
            raise self.wrong(f"size is ({', '.join(axes)}), not {short(size)}") from None
        if min(wanted) < 1:
            raise self.wrong(f"size={wanted}: an image has at least one pixel each way")
        return (*wanted, 1) if len(wanted) == 1 else wanted

    def without_size(self) -> str:
        """What is said of a call without pictures: where one is compiled in, how large that is."""
        for parameter in self.parameters:
            if parameter.role == "known" and isinstance(parameter.value, HostImage):
                return (f"has the picture '{parameter.name}' compiled in, and is given none: call it with size="
                        f"{parameter.value.size}, or leave it out of compile(), and give it to the call")
        return "takes no image, so say how large the result is to be: size=(width, height)"

    def times(self, n, images) -> int:
        """How often to iterate."""
        self.need_position("iterated")
        try:
            times = operator.index(n)
        except TypeError:
            raise self.wrong(f"is iterated a whole number of times, not {short(n)}") from None
        if times < 0:
            raise self.wrong(f"cannot be iterated {times} times")
        if not images:
            raise self.wrong("takes no image, so there is nothing to give its result to: it cannot be iterated")
        return times

    def need_position(self, what: str) -> None:
        if self.is_value:
            raise self.wrong(f"has no position, so it gives a value and not a picture: it cannot be {what}")

    def of_each(self, asked, count: int) -> tuple:
        """dtype= or mode= for each result: one for all, or a tuple."""
        if not isinstance(asked, (tuple, list)):
            return (asked,) * count
        if len(asked) != count:
            raise self.wrong(f"has {count} result{'s' * (count > 1)}, but dtype=, mode= or out= names {len(asked)}")
        return tuple(asked)

    def origin_of(self, pictures) -> Origin:
        return pictures[0].origin if pictures else ARRAY

    def unknown(self, name: str) -> str:
        known = next((p for p in self.parameters if p.name == name), None)
        if known is not None and known.role == "known":
            return (f"has the value of '{name}' compiled in: give it to pygpu.compile(..., {name}=...), "
                    f"or make it an argument, {name}: Float")
        if known is not None:
            return f"supplies the position '{name}' itself"
        if name in ("border", "sample", "fill"):
            return f"has no argument '{name}': how an image is read is said with its type, Image({name}=...)"
        takes = ", ".join(p.name for p in self.typed) or "none"
        return f"has no argument '{name}'{meant(name, self.names)}: it takes {takes}"

    def too_many(self, args) -> str:
        """What is said of more arguments than there are parameters: the usual reason, where it looks like one."""
        takes = f"{len(args)} {'was' if len(args) == 1 else 'were'} given" + (
            f" ({', '.join(self.names)})" if len(self.names) > 1 else "")
        known = [p.name for p in self.parameters if p.role == "known" and p.passed in ("in order", "by name")]
        if isinstance(args[-1], (str, PathLike)) and len(args) == len(self.names) + 1:
            return f"{takes}: the name of a file to write goes by its name, .map(..., out={str(args[-1])!r})"
        if not self.names and len(args) == 2 and all(isinstance(each, int) for each in args):
            return f"{takes}: how large the result is, is said by size=({args[0]}, {args[1]})"
        if known:
            return (f"{takes}: '{known[0]}' is compiled in, give it to pygpu.compile(..., {known[0]}=...), "
                    f"or make it an argument, {known[0]}: Float")
        return takes

    def wrong(self, text: str) -> ArgumentError:
        return ArgumentError(f"{self.name}(){':' if text.startswith(TOLD) else ''} {text}")


MISSING = object()
TOLD = ("'", "size")  # what is said of something that was given, and not of the filter
SIDES_OF_PLACES = ("x", "y", "z")


def pixel_type(format) -> PixelType:
    """Unsigned integers span 0..1 and floats pass: Float. Signed integers are Int, of 64 bits int64; bools Bool."""
    element = ELEMENTS[format.dtype]
    signed = INT64 if element.bits == 64 else INT
    return PixelType({"b": BOOL, "i": signed}.get(element.kind, FLOAT), format.channels)


def whole_numbers(pixel: PixelType, format) -> PixelType:
    """The same where unsigned integers are whole numbers: such as Python's, of which one may be taken away from another."""
    element = ELEMENTS[format.dtype]
    return pixel if element.kind != "u" else PixelType(INT if element.bits < 32 else INT64, pixel.channels)


def as_numpys(pixel: PixelType, format) -> PixelType:
    """The same in a function of arrays, to which their elements are numbers of NumPy's, which wrap."""
    return PixelType(BY_DTYPE[format.dtype], pixel.channels) if ELEMENTS[format.dtype].kind in "iu" else pixel


def converted(pinned: str, picture) -> str:
    """What to do about a picture of other channels, in the words of PIL where it is one."""
    mode = {"Float": "L", "Color": "RGB", "Vec4": "RGBA"}.get(pinned)
    return f": give it photo.convert('{mode}')" if mode and picture.origin.kind == "picture" else ""


def described(kind) -> str:
    return {"Volume": "a Volume", "Image": "an Image",
            "Float": "a Float", "Int": "an Int (a whole number)", "Bool": "a Bool"}.get(kind.__name__, kind.__name__)


def count(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number or 'no'} {noun}s"


def short(value) -> str:
    text = " ".join(repr(value).split())
    return text if len(text) <= 40 else f"{text[:37]}..."
