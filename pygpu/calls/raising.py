"""Exceptions of pixels: a kernel tells which pixels raise, and plain Python raises the first one's exception."""

from __future__ import annotations

import numpy as np

from ..language import HostImage, Position
from ..language.signature import arguments
from ..runtime import DeviceImage

TRIES = 64  # pixels that are asked: at the edge of a condition 32 bits and 64 may differ


def raise_first(filter, images, scalars, raising) -> None:
    """Run the first pixels that raise in plain Python, until one does; its exception says where it was.

    None may, where it is a matter of rounding: then these pixels are NaN and that is all.
    """
    mask = np.asarray(raising)
    if not mask.any():
        return
    given = iter(images), iter(scalars)
    values = {p.name: seen(next(given[0]), p.type) if p.is_image else p.type(next(given[1]))
              for p in filter.parameters if p.role == "typed"}
    position = next((p.name for p in filter.parameters if p.role == "position"), None)
    for y, x in np.argwhere(mask)[:TRIES].tolist():
        place = {} if position is None else {position: Position(x, y)}
        args, kwargs = arguments(filter.parameters, values | place)
        try:
            with np.errstate(all="ignore"):
                filter.function(*args, **kwargs)
        except Exception as error:
            count = int(np.count_nonzero(mask))
            error.add_note(f"raised by the pixel ({x}, {y}) of {filter.__name__}()"
                           + (f", the first of {count}" if count > 1 else "")
                           + "; compile(..., raises='ignore') makes such pixels NaN")
            raise


def seen(image, spec) -> HostImage:
    image = np.asarray(image) if isinstance(image, DeviceImage) else getattr(image, "array", image)
    return HostImage(image, spec.border, spec.sample, spec.fill, alpha=spec.alpha, linear=spec.linear)
