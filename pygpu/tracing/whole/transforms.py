"""Fourier transforms of whole arrays along an axis, cut into steps (steps.py)."""

from __future__ import annotations

import numpy as np

from ...ir import Value
from ...library.whole import fourier
from ..values.lattice import Known, Tuple
from .elements import product
from .fields import emit, new, of_host, typed
from .steps import Step
from .table import field, known


def lines(tracer, args, kwargs):
    """library/whole/fourier.py's transform of all lines along an axis whose length has small factors only."""
    real, imag, axis, scale = args
    parts = [field(tracer, each) for each in (real, imag) if not (type(each) is Known and each.value is None)]
    axis = known(tracer, axis) % len(parts[0].type.shape)
    return Tuple([new(tracer, part) for part in Lines(tracer, parts, axis, known(tracer, scale)).found])


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
