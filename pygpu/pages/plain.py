"""A filter as plain Python, on pictures and arguments that are given once: a call says where."""

from __future__ import annotations

from copy import copy
from itertools import product

import numpy as np

from ..language import HostArray, HostImage, HostVolume, Position
from ..language.signature import arguments
from ..language.vectors import Vector
from ..runtime import current, upload
from ..tracing.trace import is_of_arrays

NOWHERE = (256, 256)  # of a filter that takes no picture, where no size is said


class Plain:
    """`axes` are the sizes of what it gives, x first: none of a filter without a position."""

    def __init__(self, filter, args, kwargs, size=None):
        self.filter = filter
        images, _ = filter.arguments.bind(args, kwargs)
        given = {**dict(zip(filter.arguments.names, args)), **kwargs}
        self.values, self.grids, remaining = {}, [], iter(images)
        is_numpy = is_of_arrays(filter.parameters)  # to a function of whole arrays they are what they are
        for parameter in filter.arguments.typed:
            kind = parameter.type
            if parameter.is_image:
                self.grids.append(hosted(next(remaining), kind))
                self.values[parameter.name] = self.grids[-1].array if is_numpy else self.grids[-1]
            else:
                value = given.get(parameter.name, parameter.value)
                self.values[parameter.name] = kind(*value) if np.ndim(value) else kind(value)
        self.place = next((p.name for p in filter.parameters if p.role == "position"), None)
        first = self.grids[0].size if self.grids else NOWHERE
        self.axes = () if self.place is None else (size,) if isinstance(size, int) else tuple(size or first)

    def __call__(self, *at: int):
        """The filter's value there; what it raises, it raises."""
        where = {} if self.place is None else {self.place: Position(*at)}
        args, kwargs = arguments(self.filter.parameters, {**self.values, **where})
        with np.errstate(all="ignore"):
            return self.filter.function(*args, **kwargs)

    def other(self) -> Plain:
        """The same on other pixels and other numbers: what is another value there was not known."""
        made = copy(self)
        made.values = {name: otherwise(value) for name, value in self.values.items()}
        return made

    def everywhere(self):
        """All its places, in the order in which they lie in memory; of a value the one that there is, ()."""
        return (at[::-1] for at in product(*map(range, self.axes[::-1])))


def otherwise(value):
    """Another picture of the same kind, without its last column and row if it has others; another number."""
    if hasattr(value, "array"):
        made = copy(value)
        made.array = otherwise(value.array)
        if isinstance(value, HostImage):
            made.width, made.height = max(value.width - 1, 1), max(value.height - 1, 1)
        return made
    if isinstance(value, np.ndarray):
        array = value
        return ~array if array.dtype.kind == "b" else array + 1 if array.dtype.kind == "i" else \
            (array // 2 + 20 if array.dtype.kind == "u" else array * 0.75 + 0.1).astype(array.dtype)
    return value * 0.75 + 0.1 if isinstance(value, (float, Vector)) else value


def hosted(given, spec):
    """What a parameter is given, as plain Python reads it."""
    array = np.asarray(given) if hasattr(given, "on_device") else given
    if spec.dimensions == 2:
        return HostImage(array, spec.border, spec.sample, spec.fill, alpha=spec.alpha, linear=spec.linear)
    return (HostVolume if spec.dimensions == 3 else HostArray)(array, spec.border, spec.sample, spec.fill)


def uploaded(filter, args, kwargs) -> tuple[list, dict]:
    """The same arguments with what filters read in the device's memory."""
    kinds = {p.name: p.type.dimensions for p in filter.arguments.images}

    def there(name, value):
        if name not in kinds or current() is None:
            return value
        return upload(value, dimensions=np.ndim(value) if kinds[name] is None else kinds[name])

    return ([there(name, value) for name, value in zip(filter.arguments.names, args)],
            {name: there(name, value) for name, value in kwargs.items()})
