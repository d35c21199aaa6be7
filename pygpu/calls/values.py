"""Filters without a position: a call gives a value, as plain Python does, not a picture."""

from __future__ import annotations

from time import perf_counter

import numpy as np

from ..errors import CompileError
from ..ir.fields import ShapesWanted
from ..opencl import Format
from . import alike, raising
from .engines import arrays

OF_PICTURES = "positions", "width", "height", "depth", "sample", "level"  # what no array of NumPy's has


def is_value(parameters) -> bool:
    """Whether a filter has no position: it says what is true of a whole picture, not of a pixel."""
    return all(parameter.role != "position" for parameter in parameters)


def found(filter, images, scalars, asked: tuple, options, started: float, kind: tuple | None = None) -> tuple:
    """What a filter without a position gives, as the one result of a run."""
    for name, value in zip(("size", "out", "dtype", "mode"), asked):
        if value is not None:
            raise filter.arguments.wrong(f"has no position, so it gives a value and not a picture: {name}= has no meaning")
    if filter.of_arrays or arrays.are_wanted(filter, images):
        filter.of_arrays = True
        return of_arrays(filter, images, scalars, options, started, kind)
    pictures = filter.arguments.ingested(images, options)
    try:
        engine = filter._engine(pictures, asked=options)
    except ShapesWanted as wanted:
        filter.of_arrays = True
        try:
            return of_arrays(filter, images, scalars, options, started, kind)
        except CompileError as error:
            is_picture = error.kind == "not-callable" or any(f"has no {name!r}" in error.seen for name in OF_PICTURES)
            if error.kind == "out-of-room" or not wanted.of_dtypes and (wanted.error is None or not is_picture):
                raise
            filter.of_arrays = False
            if wanted.error is not None:
                raise wanted.error from None
        filter.by_elements = True
        engine = filter._engine(pictures, asked=options)
    filter._last, filter._timings = engine, engine.timings(started)
    numbers = filter.arguments.and_of_objects(scalars, engine.uniforms)
    value, began = engine.story.returned, perf_counter()
    rows = engine.told(engine.arrays(pictures, numbers, (value.length, 1)))
    if value.wanted(rows) > value.length:  # pictures say how long a list is, and they have said it now
        rows = engine.told(engine.arrays(pictures, numbers, (value.wanted(rows), 1)))
    filter._timings["kernel"] = perf_counter() - began
    raising.raise_first(filter, images, scalars, engine)
    stored = stored_as(filter, pictures, value.reads)

    def finish(rows, *_) -> tuple | None:
        if value.counts and value.wanted(rows) > value.length:
            return None
        return (value.made(as_stored(rows, stored)),)

    alike.remember(filter, kind, images, pictures, numbers, (value.length, 1), engine, finish)
    return (value.made(as_stored(rows, stored)),)


def of_arrays(filter, images, scalars, options, started: float, kind: tuple | None) -> tuple:
    """What a function of whole arrays gives, or raises."""
    found = arrays.found(filter, images, scalars, options, started, kind)
    return raising.raise_as_numpy(filter, images, scalars, filter._last) or found


def stored_as(filter, pictures, reads: dict) -> dict[int, np.dtype]:
    """Where an element of an Array is returned as it is, it has the type that it has there."""
    stored = {spec.name: np.dtype(picture.format.dtype) for spec, picture in zip(filter.arguments.images, pictures)
              if spec.type.dimensions is None and picture.format.dtype != "float16"}
    return {at: stored[name] for at, name in reads.items() if name in stored}


def as_stored(rows, types: dict[int, np.dtype]) -> list:
    return [row.astype(types[at]) if at in types else row for at, row in enumerate(rows)] if types else rows


def one_line(value) -> tuple[bool, bool]:
    """Whether what it is made of is known to be one number, and is one row: what that asks for once need not be kept."""
    return value.length == 1 and not value.counts, True


def formats(outputs) -> list[Format]:
    """How the numbers that it is made of are stored: as they are computed."""
    return [Format(output.pixel.scalar.stored, 1) for output in outputs]


def as_text(value, between: str = " ", digits: int | None = None) -> str:
    """The numbers that it is made of, a row of a table in a line; floats to so many digits."""
    plain = listed(value)
    told = str if digits is None else lambda each: f"{each:.{digits}g}" if isinstance(each, float) else str(each)
    rows = plain if isinstance(plain, list) and any(isinstance(each, list) for each in plain) else [plain]
    return "\n".join(between.join(map(told, row if isinstance(row, list) else [row])) for row in rows)


def short_text(value) -> str:
    """The same for a person: six digits, and of a large table its shape."""
    if np.size(value) > 64:
        return f"{' x '.join(map(str, np.shape(value)))} numbers"
    return as_text(value, digits=6)


def listed(value):
    """As numbers and lists of them."""
    if isinstance(value, np.ndarray | np.generic):
        return value.tolist()
    if hasattr(value, "parts"):
        return list(value.parts())
    return [listed(each) for each in value] if isinstance(value, tuple | list) else value
