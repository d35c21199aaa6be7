"""What computes, but is seldom meant: thinking in 0 to 255, places from 0 to 1, and smoothstep with its arguments the other
way round. Said once for each line, as a warning.

Inside a filter the pixels of a picture of bytes go from 0 to 1, and white is 1.0.
"""

from __future__ import annotations

import warnings

from ..elements import WHITE
from ..errors import warn
from ..ir import FLOAT, INT, Const, Graph, every_op, image_of
from .corners import Bounds, reads_of_corners

WHOLE = ("int_of_float", "int64_of_float")
LEAST = 8  # a whole number from here on is one of 255, where it is added to a pixel
COMPARES = ("lt", "le", "gt", "ge", "eq", "ne")


class NoteWarning(UserWarning):
    """Something that computes, but is seldom meant."""


def note(graph: Graph, pictures, outputs, is_asked_for: bool) -> None:
    """Look through a graph that is given such pictures, and whose results are stored in these formats; of what is asked for
    by name nothing is said."""
    whites = {id(image): WHITE[picture.format.dtype] for image, picture in zip(graph.images, pictures)
              if picture.format.dtype in WHITE and image.pixel.scalar is FLOAT}
    for told, location in reads_of_corners(graph, [picture.extent for picture in pictures], whites):
        say(told, location, graph.name)
    bounds = Bounds(graph, whites)
    for op in every_op(graph.body):
        told = of_smoothstep(op) or (of_operation(op, whites) or of_clipping(op, whites, bounds) if whites else "")
        if told:
            say(told, op.location, graph.name)
    for output, form in list(zip(graph.outputs, outputs))[:len(outputs) - graph.raises]:
        for number in constants(output.values) if whites and form.dtype in WHITE and output.pixel.scalar is FLOAT else ():
            if 2 <= number <= WHITE[form.dtype]:
                say(f"{graph.name}() gives {number:g} for a part of a pixel, which is from 0 to 1: it is as bright as 1.0 "
                    f"({number:g} / {WHITE[form.dtype]} is {number / WHITE[form.dtype]:.3g})", None, graph.name)
                break
        if output.pixel.scalar is INT and whites and not is_asked_for:
            say(f"{graph.name}() gives whole numbers ({form.dtype}), not pixels from 0 to 1, though a picture of bytes came "
                "in: return 1.0 for white, or a comparison for a mask; dtype= says that numbers are meant", None, graph.name)


def constants(values):
    """The numbers that stand in a result as they are, on some path."""
    waiting, seen = list(values), set()
    while waiting:
        value = waiting.pop()
        if isinstance(value, Const) and isinstance(value.value, (int, float)):
            yield value.value
        op = getattr(value, "owner", None)
        if getattr(getattr(op, "kind", None), "name", "") == "select" and id(op) not in seen:
            seen.add(id(op))
            waiting += op.operands[1:]


def of_operation(op, whites: dict) -> str:
    name, operands = op.kind.name, op.operands
    if name not in (*COMPARES, "sub", "add", "div") or len(operands) != 2:
        return of_rest(name, operands, whites)
    for number, pixel in (operands, operands[::-1]):
        white = white_of(pixel, whites)
        if white and isinstance(number, Const) and isinstance(number.value, (int, float)):
            if name == "sub" and number is operands[0] and number.value == white:
                return f"{white} minus a pixel: inside a filter white is 1.0, so that 1 - im(p) inverts"
            if name == "div" and number is operands[1] and number.value == white:
                return f"a pixel is divided by {white}: inside a filter it is from 0 to 1 already, im(p) is what is meant"
            added = abs(number.value) if name == "add" or name == "sub" and number is operands[1] else 0
            if added >= LEAST and added == int(added) and added <= white:
                return (f"{added:g} is added to a pixel, or taken from it: inside a filter it is from 0 to 1, so that all "
                        f"becomes white or black; {added:g} / {white} is {added / white:.3g}")
            if name in COMPARES and 1 < number.value <= white:
                return (f"a pixel is compared with {number.value:g}: inside a filter it is from 0 to 1, so that half of it "
                        f"is 0.5 ({number.value:g} / {white} is {number.value / white:.3g})")
    return ""


def of_rest(name: str, operands, whites: dict) -> str:
    """im(p) // 16 and im(p) % 16, which have nothing to divide, and int(im(p)), which has nothing to keep."""
    if name in WHOLE and white_of(operands[0], whites):
        return ("a pixel is made a whole number: inside a filter it is from 0 to 1, so that this is 0 everywhere but in "
                "white; int(v * 255 + 0.5) is its byte, and values from 0 to 1 are stored as bytes by themselves")
    if name not in ("floordiv", "mod") or not isinstance(operands[1], Const) or not white_of(operands[0], whites):
        return ""
    by = operands[1].value
    if isinstance(by, (int, float)) and 1 < by <= 255:
        found = "0" if name == "floordiv" else "the pixel itself"
        return (f"a pixel is taken {'//' if name == 'floordiv' else '%'} {by:g}: inside a filter it is from 0 to 1, so that "
                f"this is {found}; int(v * 255 + 0.5) is its byte")
    return ""


def of_clipping(op, whites: dict, bounds: Bounds) -> str:
    """np.clip(im(p) * 1.5, 0, 255), of what is never that bright."""
    number = op.operands[1] if op.kind.name == "min" else None
    if not isinstance(number, Const) or number.value not in whites.values():
        return ""
    lies = bounds.of(op.operands[0])
    if lies is None or lies[2] or max(abs(lies[0]), abs(lies[1])) > number.value / 4:
        return ""
    return (f"a value that is {lies[1]:g} at most is cut off at {number.value:g}: inside a filter white is 1.0, and what is "
            "below black or above white is cut off by itself")


def of_smoothstep(op) -> str:
    """smoothstep(v, 0.2, 0.8), which is (0.8 - v) / (0.2 - v) cut off at 0: a step that lies at each pixel elsewhere."""
    ratio = getattr(op.operands[0], "owner", None) if op.kind.name == "max" else None
    if getattr(getattr(ratio, "kind", None), "name", "") != "div":
        return ""
    above, below = map(distance_to, ratio.operands)
    if not above or not below or above[1] is not below[1]:
        return ""
    return (f"smoothstep is asked from a value to {below[0]:g}, at {above[0]:g}: first where it begins, then where it ends, "
            f"and last the value that goes from one to the other: smoothstep({below[0]:g}, {above[0]:g}, v)")


def distance_to(value) -> tuple | None:
    """(number, v) of a number less v."""
    op = getattr(value, "owner", None)
    name = getattr(getattr(op, "kind", None), "name", "")
    if name == "neg":
        return 0.0, op.operands[0]
    if name == "sub" and isinstance(op.operands[0], Const) and not isinstance(op.operands[1], Const):
        return op.operands[0].value, op.operands[1]
    return None


def white_of(value, whites: dict) -> int | None:
    """What white is as it is stored, where a value is a pixel as it was read."""
    op = getattr(value, "owner", None)
    if op is None or getattr(getattr(op, "kind", None), "name", "") != "read":
        return None
    return whites.get(id(image_of(op)))


def say(text: str, location, name: str) -> None:
    if location is None:
        if (name, text) not in SAID:
            SAID.add((name, text))
            warn(text, NoteWarning)
        return
    filename, line = location.filename, location.line or 1
    if (filename, line, text) not in SAID:
        SAID.add((filename, line, text))
        warnings.warn_explicit(text, NoteWarning, filename, line, module=name)


SAID: set = set()
