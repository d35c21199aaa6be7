"""Lines of whole arrays in order, and the places of their numbers in it: kernels of their own on a GPU (opencl/sorting.py),
a CPU's as of any function (folding.py)."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ...ir import FLOAT, INT, INT64, Value, constant
from ...library.whole import in_order as arrays
from ..values.lattice import Known, Ref
from .arranging import moveaxis
from .elements import ByDevice, Element
from .elements import product as product_of
from .fields import made, value_of
from .folding import Sorted
from .reducing import in_lines
from .table import MEANINGS, as_ref, known

OF_CPUS = FLOAT, INT, INT64  # what their kernels sort
PASSES = 8                   # of a byte each, at most


@dataclass(frozen=True)
class InOrder(Element):
    """The elements along the last axis in order; or their `places` in it, those of equal ones as they come."""

    places: bool
    by_itself = True

    @property
    def both(self):
        return self

    def __str__(self):
        return "places in order" if self.places else "in order"

    def kernel(self, tracer, wanted: list[Value]):
        return Ordering(self.places, wanted[0].owner.operands[0], len(wanted))


class Ordering:
    """What puts an array in order, as the host wants to know it: its kernels follow from how the array is stored."""

    graph, by, numbers = None, "lines in order", 1

    def __init__(self, places: bool, image: Value, count: int):
        self.places, self.images, self.count = places, [image], count
        self.scalars = [constant(8 * number) for number in range(PASSES)]  # the digits of the passes
        self.length = image.type.shape[-1]
        self.seen = product_of(image.type.shape) // self.length, self.length
        self.told = "places in order" if places else "in order"

    @property
    def key(self) -> tuple:
        """Equal for those with the same kernels."""
        return self.told, self.length

    @property
    def size(self) -> tuple[int, int]:
        return self.seen[::-1]


def ordered(tracer, args, kwargs) -> Ref:
    """library/whole/in_order.py's in_lines."""
    a, along = as_ref(tracer, args[0]), known(tracer, args[1])
    if value_of(tracer, a).type.element in OF_CPUS:
        usual = in_lines(tracer, a, along,
                         lambda flat, shape, down: made(tracer, Sorted(down), flat.type.dtype, shape, flat))
    else:
        usual = tracer.call(Known(arrays.as_sorted), [a, Known(along)], {})
    return by_device(tracer, a, along, usual, places=False)


def places(tracer, args, kwargs) -> Ref:
    """library/whole/in_order.py's places_in_lines."""
    a, along = as_ref(tracer, args[0]), known(tracer, args[1])
    return by_device(tracer, a, along, tracer.call(Known(arrays.by_keys), [a, Known(along)], {}), places=True)


def by_device(tracer, a: Ref, along: int, usual: Ref, places: bool) -> Ref:
    dtype, last = np.int64 if places else value_of(tracer, a).type.dtype, Known(-1)
    moved = value_of(tracer, moveaxis(tracer, a, Known(along), last))
    found = moveaxis(tracer, made(tracer, InOrder(places), dtype, moved.type.shape, moved), last, Known(along))
    return made(tracer, ByDevice(), dtype, value_of(tracer, a).type.shape, value_of(tracer, usual), value_of(tracer, found))


def is_wide(tracer, args, kwargs) -> Known:
    return Known(tracer.double and value_of(tracer, as_ref(tracer, args[0])).type.dtype == np.float64)


MEANINGS.update({arrays.in_lines: ordered, arrays.places_in_lines: places, arrays.is_wide: is_wide})
