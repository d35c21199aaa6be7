"""What computes, but is seldom meant: thinking in 0 to 255. Said once for each line, as a warning.

Inside a filter the pixels of a picture of bytes go from 0 to 1, and white is 1.0.
"""

from __future__ import annotations

import warnings

from ..elements import WHITE
from ..ir import FLOAT, INT, Const, Graph, every_op

COMPARES = ("lt", "le", "gt", "ge", "eq", "ne")


class NoteWarning(UserWarning):
    """Something that computes, but is seldom meant."""


def note(graph: Graph, images, outputs, is_asked_for: bool) -> None:
    """Look through a graph whose images and results are stored in these formats; of what is asked for by name nothing
    is said."""
    whites = {id(image): WHITE[form.dtype] for image, form in zip(graph.images, images)
              if form.dtype in WHITE and image.pixel.scalar is FLOAT}
    if not whites:
        return
    for op in every_op(graph.body):
        told = of_operation(op, whites)
        if told:
            say(told, op.location, graph.name)
    for output, form in list(zip(graph.outputs, outputs))[:len(outputs) - graph.raises]:
        if output.pixel.scalar is INT and whites and not is_asked_for:
            say(f"{graph.name}() gives whole numbers ({form.dtype}), not pixels from 0 to 1, though a picture of bytes came "
                "in: for white return 1.0, for a mask a comparison; dtype= says that numbers are meant", None, graph.name)


def of_operation(op, whites: dict) -> str:
    name, operands = op.kind.name, op.operands
    if name not in (*COMPARES, "sub") or len(operands) != 2:
        return ""
    for number, pixel in (operands, operands[::-1]):
        white = white_of(pixel, whites)
        if white and isinstance(number, Const) and isinstance(number.value, (int, float)):
            if name == "sub" and number is operands[0] and number.value == white:
                return f"{white} minus a pixel: inside a filter white is 1.0, so that 1 - im(p) inverts"
            if name in COMPARES and 1 < number.value <= white:
                return (f"a pixel is compared with {number.value:g}: inside a filter it is from 0 to 1, so that half of it "
                        f"is 0.5 ({number.value:g} / {white} is {number.value / white:.3g})")
    return ""


def white_of(value, whites: dict) -> int | None:
    """What white is as it is stored, where a value is a pixel as it was read."""
    op = getattr(value, "owner", None)
    if op is None or getattr(getattr(op, "kind", None), "name", "") != "read":
        return None
    return whites.get(id(dict(op.attributes)["image"]))


def say(text: str, location, name: str) -> None:
    filename, line = (location.filename, location.line or 1) if location else (name, 1)
    if (filename, line, text) not in SAID:
        SAID.add((filename, line, text))
        warnings.warn_explicit(text, NoteWarning, filename, line, module=name)


SAID: set = set()
