"""A filter that nobody has called yet, looked into: as if with gray pictures, or with small arrays."""

from __future__ import annotations

import numpy as np

from ..ir import FLOAT
from ..ir.fields import ShapesWanted
from .engines import arrays
from .options import Options


def story(filter, usual):
    """Its story, for pixels as is `usual`."""
    try:
        return filter._story(usual, asked=filter.options)
    except ShapesWanted:
        return arrays.usual(filter, filter.options).story


def engine(filter, usual):
    """What computes it."""
    shapes = [(4,) * t.dimensions if t.channels == 1 else (*(4,) * t.dimensions, t.channels) for t in usual.values()]
    kinds = [np.float32 if t.scalar is FLOAT else np.int32 for t in usual.values()]
    pictures = filter.arguments.ingested([np.zeros(s, k) for s, k in zip(shapes, kinds)])
    try:
        return filter._engine(pictures, asked=Options(exact=filter.options.exact, raises=filter.options.raises))
    except ShapesWanted:
        return arrays.usual(filter, filter.options)
