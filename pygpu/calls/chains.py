"""Filters made of filters: one inside another, one after the other. Hides how their parameters come together.

    sobel(im, p)                inside a filter: the pixel of `sobel` at p
    blur >> sobel               first one, then the other on what it gives; compiled as one
    compose(blur, sobel, ...)   the same, for any number

What stands between two filters is never stored: it is a function of a position, as `lambda q: blur(im, q)` would be, and
is computed wherever the second asks for it. So it has no edge of its own: beyond the picture's edge it goes on as far
as the border of the picture allows. A picture that had been stored in between would end there, and be read with the
border of the second filter: `compose(..., exact=True)` computes that, to the last pixel, and costs more.
"""

from __future__ import annotations

import inspect

from ..errors import ArgumentError
from ..language import Position
from ..language.picture import Picture, Pixels
from ..language.position import POSITIONS
from ..language.signature import arguments
from ..language.vectors import NUMBERS

IN_ORDER = inspect.Parameter.POSITIONAL_OR_KEYWORD


def as_pixel(function, parameters):
    """A filter as a function of what it does not know yet, in the order of its parameters, the position among them."""
    unknown = [p for p in parameters if p.role != "known"]
    names = tuple(p.name for p in unknown)
    optional = {p.name: p.value for p in unknown if p.is_optional}
    called = getattr(function, "__name__", type(function).__name__)

    def pixel(*args, **kwargs):
        if len(args) > len(names):
            raise TypeError(f"{called}() takes {len(names)} arguments inside a filter ({', '.join(names)}), not {len(args)}")
        values = {**optional, **dict(zip(names, args)), **kwargs}
        for name in names:
            if name not in values:
                raise TypeError(f"{called}() is missing the argument '{name}': inside a filter it takes {', '.join(names)}")
        given, named = arguments(parameters, values)
        return function(*given, **named)

    pixel.known_values = {p.name: p.value for p in parameters if p.role == "known"}
    return pixel


def chained(first, then, exact: bool):
    """The function of a pixel that gives what `then` gives on the picture that `first` gives."""
    first.arguments.need_position("followed by another")
    image = next((p for p in then.parameters if p.is_image), None)
    if image is None:
        raise ArgumentError(f"{then.__name__} takes no image, so it cannot follow {first.__name__}")
    spec, source = image.type, next((p.name for p in first.parameters if p.is_image), None)
    if exact and source is None:
        raise ArgumentError(f"{first.__name__} takes no image, so what it gives has no size: exact=True has no meaning")
    computed = Computed if spec.dimensions == 2 else ComputedGrid
    if exact and computed is ComputedGrid:
        raise ArgumentError(f"{then.__name__} takes arrays or volumes: exact=True is for pictures")
    before, after, taken = {}, {}, []  # the names that each has for its arguments → the names that the whole has
    for filter, names in ((first, before), (then, after)):
        for parameter in filter.parameters:
            if parameter.role == "typed" and not (names is after and parameter is image):
                name = unused(parameter.name, taken)
                names[parameter.name] = name
                taken.append((name, parameter))
    place = unused("p", taken)
    positions = [next((p.name for p in filter.parameters if p.role == "position"), None) for filter in (first, then)]
    inner, outer = first.pixel, then.pixel

    def both(*values):
        values = dict(zip(order, values))
        given = {own: values[name] for own, name in before.items()}  # not the place: it is the same function at every pixel

        def between(q):
            named = {**given}
            if positions[0] is not None:
                named[positions[0]] = q
            return inner(**named)

        named = {own: values[name] for own, name in after.items()}
        picture = values[before[source]] if source else None
        named[image.name] = Stored(between, picture, spec) if exact else computed(between, picture)
        if positions[1] is not None:
            named[positions[1]] = values[place]
        return outer(**named)

    order = (*(name for name, _ in taken), *([] if then.is_value else [place]))
    both.__name__ = both.__qualname__ = f"{first.__name__}_{then.__name__}"
    both.__doc__ = f"{first.__name__}, then {then.__name__}."
    both.chain = first, then, exact  # what it is made of, for who sends it elsewhere
    both.__signature__ = inspect.Signature(sorted(
        [*(parameter_of(name, p) for name, p in taken),
         *([] if then.is_value else [inspect.Parameter(place, IN_ORDER, default=Position)])],
        key=lambda p: p.annotation is not p.empty))  # those that may be left out come last
    order = tuple(both.__signature__.parameters)
    return both


def twice(filter):
    """The function of a pixel that gives what `filter` gives on its own result, with the same arguments both times."""
    image = next(p.name for p in filter.parameters if p.is_image)
    place = next(p.name for p in filter.parameters if p.role == "position")
    types = {p.name: Position if p.role == "position" else p.type for p in filter.parameters if p.role != "known"}

    def again(*values):
        named = dict(zip(types, values))
        given = {name: value for name, value in named.items() if name != place}
        between = Computed(lambda q: filter.pixel(**given, **{place: q}), named[image])
        return filter.pixel(**named | {image: between})

    again.__name__ = again.__qualname__ = f"{filter.__name__}_twice"
    again.__signature__ = inspect.Signature([inspect.Parameter(n, IN_ORDER, default=t) for n, t in types.items()])
    return again


def parameter_of(name: str, parameter) -> inspect.Parameter:
    if parameter.is_optional:
        return inspect.Parameter(name, IN_ORDER, default=parameter.value, annotation=parameter.type)
    return inspect.Parameter(name, IN_ORDER, default=parameter.type)


def unused(name: str, taken) -> str:
    """A name that no earlier parameter has: sigma, sigma2, sigma3."""
    names = {each for each, _ in taken}
    return next(n for n in (name, *(f"{name}{k}" for k in range(2, 1000))) if n not in names)


class Computed(Pixels):
    """What a filter gives, computed wherever it is asked for; of the size of the picture that it is made from."""

    __slots__ = ("function", "width", "height")

    def __init__(self, function, source):
        self.function = function
        if source is not None:
            self.width, self.height = source.width, source.height

    def __call__(self, x, y=None):
        if y is None:
            x, y = x
        return self.function(Position(x, y))

    def sample(self, x, y=None, mode=None):
        """There is nothing between its pixels to fill in: it can be computed there, too."""
        return self(x) if y is None or isinstance(y, str) else self(x, y)


class ComputedGrid:
    """The same of an array or a volume, at as many coordinates as it has."""

    __slots__ = ("function", "size")

    def __init__(self, function, source):
        self.function = function
        if source is not None:
            self.size = source.size

    width = property(lambda self: self.size[0])
    height = property(lambda self: self.size[1])
    depth = property(lambda self: self.size[2])

    def __call__(self, *place):
        if len(place) == 1 and not isinstance(place[0], NUMBERS):
            place = tuple(place[0])
        return self.function(POSITIONS[len(place)](*place))


class Stored(Picture):
    """What a filter gives, read as if it had been stored: it has the size of the picture that it was made from, and
    beyond its edge is what the border of its reader says."""

    __slots__ = ("function",)

    def __init__(self, function, source, spec):
        self.function = function
        Picture.__init__(self, source.width, source.height, None, spec, None)

    def pixel(self, column, row):
        return self.function(Position(column, row))

    def beyond(self, border, x, y):
        """The fill takes the form of a pixel: a number, or one for each channel."""
        return self.pixel(0, 0) * 0 + (self.spec.fill if border == "constant" else border(Position(x, y)))
