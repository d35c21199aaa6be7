"""Text of fractions that pixels say, `f"{x:.2f}"`: digits before a point and behind it."""

from __future__ import annotations

import math
import re

from .texts import MINUS, PLUS, SPACE, centred, digits, grouped, made

SPEC = re.compile(r"(?:(?P<fill>.)?(?P<align>[<>^]))?(?P<sign>[-+ ])?(?P<width>[1-9]\d*)?(?P<group>[,_])?"
                  r"(?:\.(?P<places>\d+))?(?P<kind>[fF%])", re.DOTALL)
POINT, PERCENT = map(ord, ".%")
USUAL = 6  # places behind the point, and the most that a number of 32 bits has digits for


def shown(number, spec, most):
    """format(number, spec), of which `most` digits are before the point at most."""
    fill, align, sign, width, group, places, kind = SPEC.fullmatch(spec).groups()
    places, width, fill, align = int(places or USUAL), int(width or 0), fill or " ", align or ">"
    size = abs(number) * 100 if kind == "%" else abs(number)
    negative = math.copysign(1.0, number) < 0
    if places:
        whole = int(size)
        parts = round((size - whole) * 10 ** places)
        carried = parts >= 10 ** places
        whole, parts = whole + carried, 0 if carried else parts
    else:
        whole, parts = round(size), 0
    codes = digits(whole, 10, most, 1, False)
    if group:
        codes = grouped(codes, ord(group), 3)
    codes = signs_of(negative, sign) + codes + ([POINT, *digits(parts, 10, places, places, False)] if places else [])
    text = made(codes + ([PERCENT] if kind == "%" else []))
    if not width:
        return text
    if align == "^":
        return centred(text, width, fill, 0)
    return text.ljust(width, fill) if align == "<" else text.rjust(width, fill)


def signs_of(negative, sign):
    if sign in ("+", " "):
        return [MINUS if negative else PLUS if sign == "+" else SPACE]
    return [MINUS for _ in range(1) if negative]
