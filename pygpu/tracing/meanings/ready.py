"""Ready filters inside a filter: what one is given is asked before it is entered, so that a mistake is told by the line that
calls it, and not by a line of its own.
"""

from __future__ import annotations

import contextlib
import inspect

from ...ir import Value
from ...language import Color, Image, Position
from ..host.handing import NotKnown, call_host
from ..values.lattice import Known, Record


def ask_ready(tracer, ready, args, kwargs) -> None:
    """Refuse a number where the image or the position belongs, and known numbers that the filter has no picture for."""
    signature = inspect.signature(ready)
    try:
        given = signature.bind(*args, **kwargs).arguments
    except TypeError:  # said where it is entered
        return
    for name, value in given.items():
        default = signature.parameters[name].default
        is_image = isinstance(default, Image) or default is Image
        if (is_image or default is Position) and is_pixel(value):
            raise tracer.refuse("bad-call", f"{ready.__name__}() is given {tracer.describe(value)} for "
                                            f"{'its image' if is_image else 'its position'} '{name}'")
        with contextlib.suppress(NotKnown):
            call_host(tracer, Known(ready.allow), [Known(name), value], {})


def is_pixel(value) -> bool:
    """Whether a value is a number or a colour: neither something to be read nor a place."""
    if type(value) is Known:
        return isinstance(value.value, (int, float, str))
    return isinstance(value, Value) or type(value) is Record and value.cls is Color
