"""Text of whole numbers that pixels say, as the tracer walks it: a list of characters, each the number that ord() gives.

How many digits a number may have is known of its bounds; those before the first one are left out for the pixels that have
less. In plain Python it is Python's own text.
"""

from __future__ import annotations

import re

from .packing import bytes_of
from .readings import fraction, whole_number

SPEC = re.compile(r"(?:(?P<fill>.)?(?P<align>[<>=^]))?(?P<sign>[-+ ])?(?P<mark>#)?(?P<zero>0)?(?P<width>\d+)?"
                  r"(?P<group>[,_])?(?P<kind>[bcdoxXn])?", re.DOTALL)
PERCENT = re.compile(r"%(?:\((?P<key>[^()]*)\))?(?P<flags>[-+ #0]*)(?P<width>\d+)?(?:\.(?P<places>\d+))?"
                     r"(?P<kind>[diouxXscfF%])")
FIELD = re.compile(r"\{\{|\}\}|\{(?P<name>\w*)(?::(?P<spec>[^{}]*))?\}")
BASES = {"b": 2, "o": 8, "x": 16, "X": 16}
MARKS = {"b": "0b", "o": "0o", "x": "0x", "X": "0X"}
WHITE = " \t\n\v\f\r\x1c\x1d\x1e\x1f"
MINUS, PLUS, SPACE, ZERO, UPPER, LOWER = map(ord, "-+ 0Aa")


def made(codes):
    """The text of these characters; where pixels say them, the tracer knows what it means."""
    return "".join(map(chr, codes))


def codes_of(text):
    return text.codes if isinstance(text, Letters) else tuple([ord(letter) for letter in text])


def turned(text):
    """A text from its end to its beginning."""
    return made(codes_of(text)[::-1])


class Letters:
    """Text that pixels have a part in."""

    __slots__ = ("codes",)
    __hash__ = None

    def __init__(self, codes):
        self.codes = codes

    def __len__(self):
        return len(self.codes)

    def __getitem__(self, at):
        return made(self.codes[at] if isinstance(at, slice) else (self.codes[at],))

    def __add__(self, other):
        return made(self.codes + codes_of(other))

    def __radd__(self, other):
        return made(codes_of(other) + self.codes)

    def __mul__(self, times):
        return made([code for _ in range(times) for code in self.codes])

    __rmul__ = __mul__

    def __eq__(self, other):
        return self.codes == codes_of(other) if isinstance(other, str) else False

    def __ne__(self, other):
        return not self == other

    def __lt__(self, other):
        return self.codes < codes_of(other)

    def __le__(self, other):
        return self.codes <= codes_of(other)

    def __gt__(self, other):
        return self.codes > codes_of(other)

    def __ge__(self, other):
        return self.codes >= codes_of(other)

    def __contains__(self, part):
        return contains(self, part)

    def __str__(self):
        return self

    def __int__(self):
        return whole_number(self.codes)

    def __float__(self):
        return fraction(self.codes)

    def count(self, part, start=0, end=None):
        """Each letter is of one part at most."""
        if start != 0 or end is not None:
            return self[start:end].count(part)
        wanted = codes_of(part)
        if len(wanted) == 1:
            return sum([code == wanted[0] for code in self.codes])
        if len(wanted) == 0:
            return len(self) + 1
        total, taken, last = 0, 0, tuple([-1 for _ in wanted])
        for code in self.codes:
            last = (*last[1:], code)
            here = (last == wanted) & (taken == 0)
            total, taken = total + here, len(wanted) - 1 if here else max(taken - 1, 0)
        return total

    def find(self, part, start=0, end=None):
        if start != 0 or end is not None:
            place = self[start:end].find(part)
            return place if place < 0 else place + (start if start >= 0 else max(len(self) + start, 0))
        wanted = codes_of(part)
        if len(wanted) == 0:
            return 0
        found, place, last = -1, 1 - len(wanted), tuple([-1 for _ in wanted])
        for code in self.codes:
            last = (*last[1:], code)
            if last == wanted and found < 0:
                found = place
            place += 1
        return found

    def rfind(self, part, start=0, end=None):
        if start != 0 or end is not None:
            place = self[start:end].rfind(part)
            return place if place < 0 else place + (start if start >= 0 else max(len(self) + start, 0))
        place = turned(self).find(turned(part))
        return -1 if place < 0 else len(self) - len(part) - place

    def index(self, part, start=0, end=None):
        return is_found(self.find(part, start, end))

    def rindex(self, part, start=0, end=None):
        return is_found(self.rfind(part, start, end))

    def partition(self, mark):
        (wanted,), before, between, after = single(mark), [], [], []
        found = False
        for code in self.codes:
            here = (code == wanted) & (not found)
            if here:
                between.append(code)
            elif found:
                after.append(code)
            else:
                before.append(code)
            found = found | here
        return made(before), made(between), made(after)

    def rpartition(self, mark):
        after, between, before = turned(self).partition(mark)
        return turned(before), between, turned(after)

    def split(self, sep=None, maxsplit=-1):
        """At marks that are in it whatever pixels say: not at digits."""
        if sep is None:
            return self.words(maxsplit)
        (wanted,), parts, part = single(sep), [], []
        for code in self.codes:
            if code == wanted and len(parts) != maxsplit:
                parts.append(part)
                part = []
            else:
                part.append(code)
        return [made(each) for each in [*parts, part]]

    def words(self, most=-1):
        """What stands between white space; behind as many as are asked for all the rest."""
        parts, part = [], []
        for code in self.codes:
            if (code == SPACE or 9 <= code <= 13 or 28 <= code <= 31) and (len(parts) != most or not part):
                if part:
                    parts.append(part)
                part = []
            else:
                part.append(code)
        return [made(each) for each in [*parts, *([part] if part else [])]]

    def translate(self, table):
        return made([table.get(code, code) for code in self.codes])

    def startswith(self, part, start=0, end=None):
        if start != 0 or end is not None:
            return self[start:end].startswith(part)
        if isinstance(part, tuple):
            return any([self.startswith(each) for each in part])
        return all([self.codes[place] == code for place, code in enumerate(codes_of(part))]) & (len(self) >= len(part))

    def endswith(self, part, start=0, end=None):
        if start != 0 or end is not None:
            return self[start:end].endswith(part)
        if isinstance(part, tuple):
            return any([self.endswith(each) for each in part])
        return turned(self).startswith(turned(part))

    def removeprefix(self, part):
        begins, many = self.startswith(part), len(part)
        return made([code for place, code in enumerate(self.codes) if not begins or place >= many])

    def removesuffix(self, part):
        return turned(turned(self).removeprefix(part[::-1]))

    def replace(self, old, new):
        (before,), after = single(old), codes_of(new)
        if len(after) == 1:
            return made([after[0] if code == before else code for code in self.codes])
        return made([other for code in self.codes for other in (after if code == before else (code,))])

    def lstrip(self, letters=WHITE):
        kept, begun = [], False
        for code in self.codes:
            begun = begun | (not any([code == each for each in codes_of(letters)]))
            if begun:
                kept.append(code)
        return made(kept)

    def rstrip(self, letters=WHITE):
        return turned(turned(self).lstrip(letters))

    def strip(self, letters=WHITE):
        return self.lstrip(letters).rstrip(letters)

    def rjust(self, width, fill=" "):
        (code,) = single(fill)
        return made([code for place in range(width, 0, -1) if place > len(self.codes)] + list(self.codes))

    def ljust(self, width, fill=" "):
        (code,) = single(fill)
        return made(list(self.codes) + [code for place in range(width) if place >= len(self.codes)])

    def center(self, width, fill=" "):
        return centred(self, width, fill, width & (width - len(self)) & 1)  # one more on the left where both are odd

    def zfill(self, width):
        """Zeros stand behind a sign."""
        signed = len(self.codes) > 0 and ((self.codes[0] == MINUS) | (self.codes[0] == PLUS))
        sign = [code for place, code in enumerate(self.codes) if signed & (place == 0)]
        digits = [code for place, code in enumerate(self.codes) if not (signed & (place == 0))]
        missing = width - len(self.codes)
        return made(sign + [ZERO for place in range(width) if place < missing] + digits)

    def upper(self):
        return made([raised(code) for code in self.codes])

    def lower(self):
        return made([lowered(code) for code in self.codes])

    casefold = lower

    def swapcase(self):
        return made([code ^ 32 if is_letter(code) else code for code in self.codes])

    def title(self):
        found, inside = [], False
        for code in self.codes:
            found.append(lowered(code) if inside else raised(code))
            inside = is_letter(code)
        return made(found)

    def capitalize(self):
        found, inside = [], False
        for code in self.codes:
            found.append(lowered(code) if inside else raised(code))
            inside = True
        return made(found)

    def isdigit(self):
        return self.each(is_digit)

    isdecimal = isnumeric = isdigit

    def isalpha(self):
        return self.each(is_letter)

    def isalnum(self):
        return self.each(is_letter_or_digit)

    def isspace(self):
        return self.each(is_space)

    def isascii(self):
        return all([code < 128 for code in self.codes])

    def isprintable(self):
        return all([is_between(code, " ", "~") for code in self.codes])

    def isidentifier(self):
        named, begun = True, False
        for code in self.codes:
            named = named & (is_letter(code) | (code == ord("_")) | (is_digit(code) & begun))
            begun = True
        return named & begun

    def isupper(self):
        return any([is_letter(code) for code in self.codes]) & (not any([is_between(code, "a", "z") for code in self.codes]))

    def islower(self):
        return any([is_letter(code) for code in self.codes]) & (not any([is_between(code, "A", "Z") for code in self.codes]))

    def istitle(self):
        titled, cased, inside = True, False, False
        for code in self.codes:
            titled = titled & (not is_between(code, *("AZ" if inside else "az")))
            inside = is_letter(code)
            cased = cased | inside
        return titled & cased

    def each(self, holds):
        """Whether it holds for each character, and there is one."""
        return (len(self.codes) > 0) & all([holds(code) for code in self.codes])

    def join(self, parts):
        return joined(self, parts)

    def encode(self, encoding="utf-8", errors="strict"):
        """Letters of ASCII are the same in all of these."""
        if encoding.lower() not in ("utf-8", "utf8", "ascii", "us-ascii", "latin-1", "latin1", "iso-8859-1", "cp1252"):
            raise LookupError(f"unknown encoding: {encoding}")
        return bytes_of(self.codes)


def single(letter):
    """The only character of a text."""
    codes = codes_of(letter)
    if len(codes) != 1:
        raise TypeError("more than one character is looked for in what pixels write")
    return codes


def is_found(place):
    if place < 0:
        raise ValueError("substring not found")
    return place


def is_between(code, first, last):
    return (code >= ord(first)) & (code <= ord(last))


def is_letter(code):
    return is_between(code, "A", "Z") | is_between(code, "a", "z")


def is_digit(code):
    return is_between(code, "0", "9")


def is_letter_or_digit(code):
    return is_letter(code) | is_digit(code)


def is_space(code):
    return any([code == ord(each) for each in WHITE])


def raised(code):
    return code - 32 if is_between(code, "a", "z") else code


def lowered(code):
    return code + 32 if is_between(code, "A", "Z") else code


def contains(text, part):
    """part in text."""
    codes, wanted = codes_of(text), codes_of(part)
    if len(wanted) == 1:
        return any([code == wanted[0] for code in codes])
    found, last = False, tuple([-1 for _ in wanted])
    for code in codes:
        last = (*last[1:], code)
        found = found | (last == wanted)
    return found


def joined(between, parts):
    parts = [part for part in parts]  # noqa: C416
    if len(between) == 0:
        return made([code for part in parts for code in codes_of(part)])
    result = []
    for number, part in enumerate(parts):
        result = result + list(codes_of(between) if number else ()) + list(codes_of(part))
    return made(result)


# --- numbers -----------------------------------------------------------------------------------------------------------

def digit(number, upper=False):
    """The character of a digit."""
    return number + ZERO if number < 10 else number + ((UPPER if upper else LOWER) - 10)


def digits(number, base, most, least=1, upper=False):
    """The characters of a number from 0 on, at most so many and at least."""
    return [digit(number // base ** place % base, upper) for place in range(most - 1, -1, -1)
            if place < least or number >= base ** place]


def digits_of_size(number, base, most, upper):
    """The same of the size of a number that may be negative: of the least Int, too, whose size is none."""
    below = number < 0
    size = -(number + 1) if below else number
    last = (size % base + 1) % base if below else size % base
    rest = size // base + (1 if below and size % base == base - 1 else 0)
    return [digit(rest // base ** place % base, upper) for place in range(most - 2, -1, -1)
            if rest >= base ** place] + [digit(last, upper)]


def shown(number, spec, low, high):
    """format(number, spec) of a whole number between these."""
    fill, align, sign, mark, zero, width, group, kind = SPEC.fullmatch(spec).groups()
    if kind == "c":
        return made([number])
    base, width = BASES.get(kind, 10), int(width or 0)
    fill, align = fill or ("0" if zero else " "), align or ("=" if zero else ">")
    most = max(len(Digits(max(abs(low), abs(high)), base)), 1)
    negative, upper = low < 0, kind == "X"
    before = [ord(each) for each in MARKS[kind]] if mark else []
    zeros = fill == "0" and align == "="
    least = max(width - len(before) - (1 if sign in ("+", " ") else 0), 1) if zeros else 1
    signs = [MINUS if number < 0 else PLUS if sign == "+" else SPACE] if sign in ("+", " ") else (
        [MINUS for _ in range(1) if number < 0] if negative else [])
    places = max(most, least)
    if not negative:
        found = digits(number, base, places, least, upper)
    elif zeros and least > 1:
        found = wide_digits(number, base, places, least, sign in ("+", " "), upper)
    else:
        found = digits_of_size(number, base, most, upper)
    codes = signs + before + found
    if (zeros or not width) and not group:
        return made(codes)
    if group:
        every = 3 if base == 10 else 4
        codes = signs + before + grouped(found, ord(group), every)
    if align == "^":
        return centred(made(codes), width, fill, 0)
    return made(codes).ljust(width, fill) if align == "<" else made(codes).rjust(width, fill)


def grouped(codes, mark, every):
    """Digits with a mark before each group of so many from the right, but for the first."""
    found, left = [], len(codes)
    for code in codes:
        if (left % every == 0) & (left < len(codes)):
            found.append(mark)
        found.append(code)
        left -= 1
    return found


def centred(text, width, fill, odd):
    """A text in the middle of others; where they can't be shared evenly, `odd` of them and one more are on its right."""
    missing = width - len(text)
    left = (missing + odd) // 2 if missing > 0 else 0
    (code,) = single(fill)
    return made([code for place in range(width) if place < left] + list(text.codes)).ljust(width, fill)


def wide_digits(number, base, most, least, signed, upper):
    """Digits with zeros before them; a minus takes the place of one of them."""
    size = -number if number < 0 else number
    return [digit(size // base ** place % base, upper) for place in range(most - 1, -1, -1)
            if place < least - 1 or size >= base ** place or (place < least) & (signed | (number >= 0))]


class Digits:
    """How many digits a known number has."""

    __slots__ = ("many",)

    def __init__(self, number, base):
        self.many = 0
        while number:
            number, self.many = number // base, self.many + 1

    def __len__(self):
        return self.many
