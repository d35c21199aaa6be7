"""Text of fractions that pixels say, `f"{x:.2f}"`: digits before a point and behind it, exactly those that Python writes.

A number is taken apart into whole ones: nine digits each before the point, the last first, and thirty bits each behind it.
"""

from __future__ import annotations

import math
import re

import numpy as np

from .functions import wide
from .texts import MINUS, PLUS, SPACE, ZERO, centred, grouped, made

SPEC = re.compile(r"(?:(?P<fill>.)?(?P<align>[<>=^]))?(?P<sign>[-+ ])?(?P<zero>0)?(?P<width>[1-9]\d*)?(?P<group>[,_])?"
                  r"(?:\.(?P<places>\d+))?(?P<kind>[fF%])", re.DOTALL)
POINT, PERCENT = map(ord, ".%")
USUAL = 6  # places behind the point, and the most that a number of 32 bits has digits for
NINE, MANY = 9, 10 ** 9
BITS, STEP = 30, 26  # of a part behind the point; by so many a number is multiplied at a time, so that 64 are enough
NEITHER = {"f": ("nan", "inf"), "F": ("NAN", "INF"), "%": ("nan", "inf")}


def shown(number, spec, largest, is_whole, is_double):
    """format(number, spec) of one that is as large at most; one that is not whole may be an infinity or no number, too."""
    fill, align, sign, zero, width, group, places, kind = SPEC.fullmatch(spec).groups()
    places, width, fill, align = int(places or USUAL), int(width or 0), fill or ("0" if zero else " "), align or (
        "=" if zero else ">")
    percent = kind == "%" and not is_double  # with digits for it; else Python's product rounds as this one
    number = number * 100 if kind == "%" and is_double else number
    lengths = [2] * percent + [min(NINE, places - at) for at in range(0, places, NINE)]
    is_number = math.isfinite(number)
    if is_whole:
        negative, size = number < 0, wide(number)
        whole, behind = in_nines(-size if negative else size, largest), [0 for _ in lengths]
    else:
        negative = (math.copysign(1.0, number) < 0) & (number == number)
        whole, behind = rounded(abs(number) if is_number else 0.0, largest, is_double, lengths)
    if percent:
        whole, _ = multiplied([*whole, 0], 100, behind[0], MANY)
        lengths, behind = lengths[1:], behind[1:]
    most = len(str(int(largest) + 1)) + 2 * (kind == "%")
    value = number if is_whole else read(number, whole, behind, lengths, is_double)
    codes = grouped(leading(whole, is_number, most), ord(group), 3) if group else leading(whole, is_number, most)
    fraction = [POINT] if places else []
    for length, part in zip(lengths, behind):
        fraction = fraction + digits_of(part, length)
    neither = [ord(one) if number != number else ord(other) for one, other in zip(*NEITHER[kind])]
    codes = codes + [code for code in fraction if is_number] + [code for code in neither if not is_number]
    if kind == "%":
        codes = codes + [PERCENT]
    signs = signs_of(negative, sign)
    if align == "=":
        missing = width - len(signs) - len(codes)
        signs = signs + [ord(fill) for place in range(width) if place < missing]
    text = made(signs + codes)
    if not width or align == "=":
        return text if kind == "%" or group or fill not in " 0" else said(text, value)
    if align == "^":
        return centred(text, width, fill, 0)
    return text.ljust(width, fill) if align == "<" else text.rjust(width, fill)


def said(text, value):
    """A text, of which it is known what float() makes of it."""
    return text


def read(number, whole, behind, lengths, is_double):
    """What float() makes of the text of a number."""
    most = 2 ** (53 if is_double else 24)  # up to here all whole numbers are floats, and beyond there are no others
    before, after, unit = 0, 0, 10 ** sum(lengths)
    for part in whole[1::-1] if is_double else whole[:1]:
        before = before * MANY + part
    for length, part in zip(lengths, behind):
        after = after * 10 ** length + part
    value = (before * unit + after) / unit if before < most // unit else before + after / unit
    return math.copysign(value, number) if abs(number) < most // 2 else number


def signs_of(negative, sign):
    if sign in ("+", " "):
        return [MINUS if negative else PLUS if sign == "+" else SPACE]
    return [MINUS for _ in range(1) if negative]


def rounded(size, largest, is_double, lengths):
    """(what is before the point, what is behind it) of a number, in whole numbers of so many digits each: rounded to these,
    a half to an even digit."""
    before = np.floor(size)
    parts, rest = bits_of(size - before, (53 if is_double else 24) + 1 + sum(lengths) * math.log2(10))
    behind = []
    for length in lengths:
        parts, found = multiplied(parts, 10 ** length, 0, 2 ** BITS)
        behind.append(found)
    whole = whole_of(size, before, largest, is_double)
    more, half = rest > 0, 2 ** (BITS - 1)
    for part in parts[:-1]:
        more = more | (part > 0)
    last = behind[-1] if behind else whole[0]
    up = (parts[-1] > half) | ((parts[-1] == half) & (more | (last % 2 == 1)))
    found = []
    for number, many in zip(behind[::-1] + whole, [10 ** length for length in lengths[::-1]] + [MANY for _ in whole]):
        number = number + up
        up = number == many
        found.append(number - up * many)
    return found[len(behind):], found[:len(behind)][::-1]


def bits_of(rest, many):
    """The first bits of a number below 1, thirty in each whole number, the last first; and what is left."""
    parts = []
    for _ in range(math.ceil(many / BITS)):
        rest = rest * 2.0 ** BITS
        part = np.floor(rest)
        parts.append(int(part))
        rest = rest - part
    return parts[::-1], rest


def whole_of(size, before, largest, is_double):
    """What is before the point of a number, nine digits in each whole number, the last first."""
    if largest < 2 ** 31:
        return in_nines(int(before), largest)
    exact, bits = (52, np.float64(size).view(np.int64)) if is_double else (23, np.float32(size).view(np.int32))
    shift = int(bits >> exact) - (1023 if is_double else 127) - exact
    whole = in_nines(int(bits & 2 ** exact - 1 | 2 ** exact) if shift > 0 else int(before), largest)
    for at in range((shift + STEP - 1) // STEP):  # none, for most
        whole, _ = multiplied(whole, wide(1) << min(max(shift - at * STEP, 0), STEP), 0, MANY)
    return whole


def in_nines(number, largest):
    """A whole number, nine digits in each, the last first, and as many as the largest number has."""
    found = []
    for _ in range(-(-len(str(int(largest) + 1)) // NINE)):
        found.append(np.int32(number % MANY))
        number = number // MANY
    return found


def multiplied(numbers, factor, more, base):
    """(a number that is written as several to a base, the lowest first, times a factor and with something more, what is
    beyond the highest)."""
    found = []
    for number in numbers:
        product = wide(number) * factor + more
        found.append(np.int32(product % base))
        more = product // base
    return found, np.int32(more)


def leading(whole, is_number, most):
    """The characters of a whole number of so many digits at most, from its first one on."""
    codes, begun = [], False
    for at in range(len(whole) - 1, -1, -1):
        number, code = whole[at], digits_of(whole[at], NINE)
        for place in range(min(NINE, most - at * NINE) - 1, -1, -1):
            if begun | (number >= 10 ** place) | (is_number & (at == place == 0)):
                codes.append(code[NINE - 1 - place])
        begun = begun | (number > 0)
    return codes


def digits_of(number, many):
    """The characters of so many digits. Three together are below 1000, where a product and a shift divide by ten exactly.
    That each is one of sixteen, a mask says: so none is taken for a point or a sign."""
    codes = []
    for at in range(0, many, 3):
        three = number // 1000 ** (at // 3) % 1000
        tens, hundreds = three * 6554 >> 16, three * 656 >> 16
        codes = [hundreds + ZERO, (tens - hundreds * 10 & 15) + ZERO, (three - tens * 10 & 15) + ZERO, *codes]
    return codes[-many:]
