"""What int() and float() read from a text that pixels say, given its characters' numbers. Without branches, which would be
many times as much where characters may be missing."""

from __future__ import annotations

PREFIXES = {2: ord("b"), 8: ord("o"), 16: ord("x")}
MINUS, PLUS, SPACE, ZERO, POINT, GAP, UPPER, LOWER = map(ord, "-+ 0._Aa")


def whole_number(codes, base=10):
    """int(text, base)."""
    total, negative, digits, begun, ended, wrong = 0, False, 0, False, False, False
    prefix = PREFIXES.get(base, -1)
    for code in codes:
        space, sign = code == SPACE, ((code == MINUS) | (code == PLUS)) & (not begun)
        mark = (digits == 1) & (total == 0) & ((code | 32) == prefix) | (code == GAP) & (digits > 0)
        value = code - ZERO if code < UPPER else (code | 32) - LOWER + 10
        counts = not (space | sign | mark)
        wrong = wrong | (counts & (ended | (value < 0) | (value >= base)))
        ended, negative = ended | (space & begun), negative | (sign & (code == MINUS))
        total = total * base + value if counts else total
        digits, begun = digits + counts, begun | (not space)
    if wrong or digits == 0:
        raise ValueError(f"invalid literal for int() with base {base}")
    return -total if negative else total


def fraction(codes):
    """float(text), of digits and a point."""
    whole, parts, scale, negative = 0, 0, 1, False
    digits, begun, ended, wrong, pointed = 0, False, False, False, False
    for code in codes:
        space, sign = code == SPACE, ((code == MINUS) | (code == PLUS)) & (not begun)
        point, value = (code == POINT) & (not pointed), code - ZERO
        counts = not (space | sign | point | (code == GAP))
        wrong = wrong | (counts & ((value < 0) | (value > 9))) | (ended & (not space))
        ended, negative = ended | (space & begun), negative | (sign & (code == MINUS))
        whole = whole * 10 + value if counts & (not pointed) else whole
        behind = counts & pointed
        parts, scale = parts * 10 + value if behind else parts, scale * 10 if behind else scale
        pointed, digits, begun = pointed | point, digits + counts, begun | (not space)
    if wrong or digits == 0:
        raise ValueError("could not convert string to float")
    size = whole + parts / scale
    return -size if negative else size
