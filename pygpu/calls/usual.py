"""Known values that are others where a filter makes bytes of bytes: `resize` rounds as Pillow does then.

A ready filter says so (`usual_of_bytes`), and what is given to compile comes first. Whether a picture is of bytes, only a
call knows: so the filter with those values is another one, made when it is first asked for.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from ..errors import CompileError
from .options import Options


def of_bytes(filter, args, keywords: dict, options: Options, results: dict, method: Callable[[Any], Any]) -> Iterator:
    """What a method gives of the filter that has such values, where there are any for these arguments. `results` has what
    is said of the results: out, dtype."""
    if not getattr(filter.function, "of_bytes", None):
        return
    given = {**dict(zip(filter.arguments.names, args)), **keywords}
    asked = {"out": results.get("out"), "dtype": results.get("dtype"), "linear": options.linear, "axis": options.axis}
    usual = filter.function.usual_of_bytes(filter.known, given, asked)
    known = {name: value for name, value in usual.items() if name not in filter.known}
    if not known:
        return
    made = filter.__dict__.setdefault("_of_bytes", {})
    key = tuple(known.items())
    if key not in made:
        made[key] = type(filter)(filter.function, {**filter.known, **known}, filter.options)
    try:
        found = method(made[key])
    except CompileError as error:
        if error.kind != "no-doubles":  # there bytes are what floats are
            raise
        return
    filter._last, filter._timings, filter.single = made[key]._last or filter._last, made[key]._timings, made[key].single
    yield found
