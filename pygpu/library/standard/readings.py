"""What int() and float() read from a text that pixels say, given its characters' numbers. Without branches, which would be
many times as much where characters may be missing."""

from __future__ import annotations

import math

PREFIXES = {2: ord("b"), 8: ord("o"), 16: ord("x")}
NAN, INFINITY = tuple(map(ord, "nan")), tuple(map(ord, "infinity"))
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
    """float(text), of digits and a point, or of a word for what is no number. The first digits that are not zeros count, as
    many as a number has, then only how many there are."""
    most, total, many, more, less, negative = digits_of_a_float(codes), 0, 0, 1.0, 1.0, False
    digits, letters, begun, ended, wrong, pointed, may_be_nan, may_be_inf = 0, 0, False, False, False, False, True, True
    for code in codes:
        space, sign = code == SPACE, ((code == MINUS) | (code == PLUS)) & (not begun)
        point, gap, value = (code == POINT) & (not pointed), code == GAP, code - ZERO
        letter = (code >= UPPER) & (not gap)
        counts = not (space | sign | point | letter | gap)
        wrong = wrong | (counts & ((value < 0) | (value > 9))) | (ended & (not space))
        ended, negative = ended | (space & begun), negative | (sign & (code == MINUS))
        if letter:
            may_be_nan = may_be_nan & ((code | 32) == NAN[min(letters, 2)])
            may_be_inf = may_be_inf & ((code | 32) == INFINITY[min(letters, 7)])
            letters = letters + 1
        kept = counts & (many < most)
        total = total * 10 + value if kept else total
        less = less * 10 if kept & pointed else less
        more = more * 10 if counts & (not (kept | pointed)) else more
        many, pointed = many + (kept & (total > 0)), pointed | point
        digits, begun = digits + counts, begun | (not space)
    if letters > 0:
        is_nan, is_inf = may_be_nan & (letters == 3), may_be_inf & ((letters == 3) | (letters == 8))
        wrong = wrong | (digits > 0) | pointed | (not (is_nan | is_inf))
        size = math.nan if is_nan else math.inf
    else:
        wrong = wrong | (digits == 0)
        size = total * more / less
    if wrong:
        raise ValueError("could not convert string to float")
    return -size if negative else size


def digits_of_a_float(codes):
    """How many digits a whole number has for sure that says a float."""
    return 17
