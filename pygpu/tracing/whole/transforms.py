"""Fourier transforms of whole arrays along an axis, cut into steps (steps.py); on a GPU each is one operation."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from ...ir import Value
from ...library.whole import fourier
from ..values.lattice import Known, Tuple, is_none
from .elements import ByDevice, Element, product
from .fields import emit, new, of_host, typed
from .steps import Step
from .table import field, known


@dataclass(frozen=True)
class Transform(Element):
    """The real (part=0) or the imaginary (1) part of a transform along an axis, which a GPU does by kernels of its own
    (calls/engines/transforms.py). Its operands are the real part, and the imaginary one, if there is one; what `kind` says
    is told in library/whole/fourier.py. `double` is whether it is computed in 64 bits."""

    kind: str
    length: int
    axis: int
    scale: float
    double: bool
    part: int
    by_itself = True
    in_passes = True

    @property
    def both(self) -> Transform:
        """Equal for the two parts of one transform."""
        return replace(self, part=0)

    def __str__(self):
        return f"Fourier transform of {self.length} numbers"


def lines(tracer, args, kwargs):
    """library/whole/fourier.py's transform of all lines along an axis whose length has small factors only."""
    real, imag, axis, scale = args
    parts = parts_of(tracer, real, imag)
    axis = known(tracer, axis) % len(parts[0].type.shape)
    steps = Tuple([new(tracer, part) for part in Lines(tracer, parts, axis, known(tracer, scale)).found])
    kind, length = "real" if len(parts) == 1 else "complex", parts[0].type.shape[axis]
    return also_on_gpu(tracer, [steps, *map(Known, (kind,)), real, imag, Known(length), Known(axis), scale], {})


def also_on_gpu(tracer, args, kwargs):
    """Arrays, or one, that a GPU makes by a transform of its own."""
    way, kind, real, imag, length, axis, scale = args
    if known(tracer, length) == 1:
        return way
    parts, found = parts_of(tracer, real, imag), []
    for part, each in enumerate(way.items if type(way) is Tuple else [way]):
        each = field(tracer, each)
        transform = Transform(known(tracer, kind), known(tracer, length), known(tracer, axis) % len(each.type.shape),
                              known(tracer, scale), tracer.double, part)
        own = emit(tracer, transform, each.type, *parts)
        found.append(new(tracer, emit(tracer, ByDevice(), each.type, each, own)))
    return Tuple(found) if type(way) is Tuple else found[0]


def parts_of(tracer, real, imag) -> list[Value]:
    return [field(tracer, each) for each in (real, imag) if not is_none(each)]


class Lines:
    """The steps of a transform, one after the other."""

    def __init__(self, tracer, parts: list[Value], axis: int, scale: float):
        self.tracer = tracer
        shape = parts[0].type.shape
        self.dtype = np.fft.fft(np.zeros(1, parts[0].type.dtype)).real.dtype
        radices, last, self.left = fourier.radices(shape[axis]), axis == len(shape) - 1, shape[axis]
        outer, inner = product(shape[:axis]), product(shape[axis + 1:])
        for number, radix in enumerate(radices):
            left, done = self.left // radix, product(radices[:number])
            if last and number == 0:
                reads, width, seen = "lines", left, (outer * radix, left)
            elif last and number == 1:
                reads, width, seen = "apart", done, (outer * done, self.left)
            else:
                reads, width, seen = "rows", done * inner, (outer * self.left, done * inner)
            ended = number == len(radices) - 1
            kind = typed(tracer, self.dtype, shape if ended else seen)
            parts = self.step(parts, radix, kind, reads=reads, width=width, seen=seen, scale=scale if ended else 1.0)
        self.found = parts

    def step(self, parts: list[Value], radix: int, kind, **how) -> list[Value]:
        left, tables = self.left // radix, []
        if left > 1:
            turns = np.exp(-2j * np.pi * (np.outer(np.arange(radix), np.arange(left)) % self.left) / self.left)
            tables = [of_host(self.tracer, part.astype(self.dtype)) for part in (turns.real, turns.imag)]
        self.left = left
        return [emit(self.tracer, Step(radix, left, real=len(parts) == 1, part=part, **how), kind, *parts, *tables)
                for part in (0, 1)]
