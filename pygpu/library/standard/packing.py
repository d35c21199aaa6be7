"""struct, bytes and int.to_bytes for values of pixels: bytes are a tuple of whole numbers, and a float has its bits."""

from __future__ import annotations

import array
import binascii
import string
import struct
import zlib
from functools import reduce

import numpy as np

ORDERS = "@=<>!"
SIZES = {"x": 1, "b": 1, "B": 1, "?": 1, "h": 2, "H": 2, "i": 4, "I": 4, "l": 4, "L": 4, "q": 8, "Q": 8, "f": 4, "d": 8}


class Packed:
    """Bytes that pixels decide."""

    __slots__ = ("numbers",)

    def __init__(self, numbers):
        self.numbers = tuple(numbers)

    def __len__(self):
        return len(self.numbers)

    def __iter__(self):
        return iter(self.numbers)

    def __getitem__(self, place):
        return type(self)(self.numbers[place]) if isinstance(place, slice) else self.numbers[place]

    def __add__(self, other):
        return type(self)((*self.numbers, *other))

    def __radd__(self, other):
        return Packed((*other, *self.numbers))

    def __mul__(self, times):
        return type(self)(self.numbers * times)

    def __eq__(self, other):
        return len(self) == len(other) and all([a == b for a, b in zip(self, other)])

    __hash__ = None

    def index(self, number):
        return self.numbers.index(number)

    def count(self, number):
        return self.numbers.count(number)

    def find(self, number):
        return self.numbers.index(number) if number in self.numbers else -1

    def startswith(self, start):
        return len(start) <= len(self) and self[:len(start)] == start

    def endswith(self, end):
        return len(end) <= len(self) and self[len(self) - len(end):] == end

    def hex(self):
        return "".join([f"{number:02x}" for number in self.numbers])

    def decode(self, *coding):
        return "".join([chr(number) for number in self.numbers])


class Buffer(Packed):
    """A bytearray with what pixels decide in it."""

    __slots__ = ()

    def __init__(self, numbers):
        self.numbers = list(numbers)

    def __setitem__(self, place, number):
        self.numbers[place] = list(number) if isinstance(place, slice) else checked(number)

    def __delitem__(self, place):
        del self.numbers[place]

    def __iadd__(self, other):
        self.numbers += other
        return self

    def append(self, number):
        self.numbers.append(checked(number))

    def extend(self, numbers):
        self.numbers.extend([checked(number) for number in numbers])

    def insert(self, place, number):
        self.numbers.insert(place, checked(number))

    def pop(self, place=-1):
        return self.numbers.pop(place)

    def reverse(self):
        self.numbers.reverse()

    def copy(self):
        return Buffer(self.numbers)


def checked(number):
    if not 0 <= number <= 255:
        raise ValueError("byte must be in range(0, 256)")
    return number


def bytes_of(source, *encoding):
    if encoding:  # of a text
        return source.encode(*encoding)
    numbers = list(source)
    for number in numbers:
        if not 0 <= number <= 255:
            raise ValueError("bytes must be in range(0, 256)")
    return Packed(numbers)


def bytearray_of(source=(), *encoding):
    if encoding:
        return Buffer(source.encode(*encoding))
    return Buffer([checked(number) for number in source])


def to_bytes(number, length=1, byteorder="big", *, signed=False):
    low, high = (-2 ** (8 * length - 1), 2 ** (8 * length - 1)) if signed else (0, 2 ** (8 * length))
    if not low <= number < high:
        raise OverflowError("int too big to convert")
    return Packed(split(number, length)[::1 if byteorder == "little" else -1])


def from_bytes(bytes, byteorder="big", *, signed=False):
    numbers = list(bytes)
    return joined(numbers if byteorder == "little" else numbers[::-1], signed)


def split(number, length):
    """The bytes of a whole number, the lowest first."""
    return [number >> 8 * k & 255 for k in range(length)]


def joined(numbers, signed):
    """The whole number of which these are the bytes, the lowest first."""
    length = len(numbers)
    if length < 4:
        value = sum([number << 8 * k for k, number in enumerate(numbers)])
        return value - (value >> 8 * length - 1 << 8 * length) if signed and length else value
    if length == 4:
        value = bits_of(numbers, np.uint32)
        return int(value.view(np.int32)) if signed else int(value)
    wide = bits_of(numbers, np.uint64)
    return int(wide.view(np.int64)) if signed else int(wide)


def bits_of(numbers, kind):
    value = kind(numbers[0])
    for k, number in enumerate(numbers[1:], 1):
        value = value | kind(number) << kind(8 * k)
    return value


def fields(format):
    """(code, bytes before it, its size) of each field, and whether the lowest byte comes first."""
    if isinstance(format, bytes):
        format = format.decode()
    order, codes = (format[0], format[1:]) if format[:1] in tuple(ORDERS) and format else ("@", format)
    found, offset, count = [], 0, ""
    for code in codes:
        if code.isdigit():
            count += code
            continue
        if code == " ":
            continue
        size = struct.calcsize(code) if order == "@" and code in SIZES else SIZES.get(code, 0)
        if not size:
            raise struct.error(f"'{code}' in a format for values of pixels")
        for _ in range(int(count) if count else 1):
            before = -offset % size if order == "@" else 0
            found.append((code, before, size))
            offset += before + size
        count = ""
    return found, order == "<" or order in "@=" and struct.pack("=H", 1)[0] == 1


def pack(format, /, *values):
    found, little = fields(format)
    result, left = [], list(values)
    for code, before, size in found:
        numbers = [0] if code == "x" else bytes_in(code, size, left.pop(0))
        result += [0] * before + (numbers if little else numbers[::-1])
    return Packed(result)


def bytes_in(code, size, value):
    if code == "f":
        return split(np.float32(value).view(np.uint32), 4)
    if code == "d":
        return split(np.float64(value).view(np.uint64), 8)
    if code == "?":
        return [1 if value else 0]
    low, high = (-2 ** (8 * size - 1), 2 ** (8 * size - 1)) if code.islower() else (0, 2 ** (8 * size))
    if not low <= value < high:
        raise struct.error(f"'{code}' format requires {low} <= number <= {high - 1}")
    return split(value, size)


def unpack(format, buffer, /):
    return unpack_from(format, buffer)


def unpack_from(format, /, buffer, offset=0):
    found, little = fields(format)
    result, numbers = [], list(buffer)
    for code, before, size in found:
        offset += before
        part = numbers[offset:offset + size]
        offset += size
        if code == "x":
            continue
        ordered = part if little else part[::-1]
        if code == "f":
            result.append(float(bits_of(ordered, np.uint32).view(np.float32)))
        elif code == "d":
            result.append(float(bits_of(ordered, np.uint64).view(np.float64)))
        elif code == "?":
            result.append(part[0] != 0)
        else:
            result.append(joined(ordered, code.islower()))
    return tuple(result)


CRC = tuple([np.uint32(reduce(lambda rest, _: rest >> 1 ^ 0xEDB88320 * (rest & 1), range(8), number))
             for number in range(256)])


def crc32(data, value=0, /):
    rest = np.uint32(value) ^ np.uint32(0xFFFFFFFF)
    for number in data:
        rest = CRC[int(rest ^ np.uint32(number)) & 255] ^ rest >> np.uint32(8)
    return int(rest ^ np.uint32(0xFFFFFFFF))


def adler32(data, value=1, /):
    low, high = value & 0xFFFF, value >> 16 & 0xFFFF
    for number in data:
        low = (low + number) % 65521
        high = (high + low) % 65521
    return int(np.uint32(high) << np.uint32(16) | np.uint32(low))


def crc_hqx(data, crc, /):
    for number in data:
        crc = crc & 0xFFFF ^ number << 8
        for _ in range(8):
            crc = crc << 1 ^ 0x11021 * (crc >> 15)
    return crc


class Array(Buffer):
    """An array.array with what pixels decide in it."""

    __slots__ = ("typecode",)

    def __init__(self, typecode, numbers=()):
        self.typecode, self.numbers = typecode, []
        self.extend(numbers)

    def __getitem__(self, place):
        return Array(self.typecode, self.numbers[place]) if isinstance(place, slice) else self.numbers[place]

    def __setitem__(self, place, number):
        self.numbers[place] = list(number) if isinstance(place, slice) else self.fitted(number)

    def __add__(self, other):
        return Array(self.typecode, (*self.numbers, *other))

    def __mul__(self, times):
        return Array(self.typecode, self.numbers * times)

    def append(self, number):
        self.numbers.append(self.fitted(number))

    def extend(self, numbers):
        self.numbers.extend([self.fitted(number) for number in numbers])

    fromlist = extend

    def insert(self, place, number):
        self.numbers.insert(place, self.fitted(number))

    def remove(self, number):
        self.numbers.remove(number)

    def tolist(self):
        return list(self.numbers)

    def copy(self):
        return Array(self.typecode, self.numbers)

    __copy__ = copy

    @property
    def itemsize(self):
        return array.array(self.typecode).itemsize

    def fitted(self, number):
        if self.typecode in "fd":
            return float(np.float32(number)) if self.typecode == "f" else float(number)
        size = 8 * self.itemsize
        low, high = (-1 << size - 1, 1 << size - 1) if self.typecode.islower() else (0, 1 << size)
        if not low <= number < high:
            raise OverflowError("a number that the array does not hold")
        return number


class View(Packed):
    """A memoryview of bytes with what pixels decide in it. A part of it can be read, and not be changed."""

    __slots__ = ()

    def __init__(self, source):
        self.numbers = source.numbers if isinstance(source, Packed) else source

    def __getitem__(self, place):
        return Packed(self.numbers[place]) if isinstance(place, slice) else self.numbers[place]

    def __setitem__(self, place, number):
        self.numbers[place] = checked(number)

    def tolist(self):
        return list(self.numbers)

    def tobytes(self):
        return Packed(self.numbers)


SIX_BITS = string.ascii_uppercase.encode() + string.ascii_lowercase.encode() + string.digits.encode() + b"+/"


def b2a_base64(data, /, *, padded=True, wrapcol=0, newline=True, alphabet=SIX_BITS):
    """As CPython 3.15 has it: without `=` at its end, in lines of so many letters, with others than + and /."""
    numbers, found = list(data), []
    for at in range(0, len(numbers), 3):
        group = numbers[at:at + 3]
        if wrapcol and at and at % (3 * max(1, wrapcol // 4)) == 0:
            found.append(ord("\n"))
        bits = joined([*group, 0, 0][2::-1], False)
        found += [alphabet[bits >> 18 - 6 * k & 63] if k <= len(group) else ord("=")
                  for k in range(4) if padded or k <= len(group)]
    return Packed(found + [ord("\n")] if newline else found)


def hexlify(data, /):
    return Packed([b"0123456789abcdef"[number >> k & 15] for number in data for k in (4, 0)])


def a2b_base64(data, /, *, strict_mode=False, **others):
    """Of whole groups of four, the last of which may end with `=`. (Others are CPython 3.15's; base64 gives them as they are
    by themselves.)"""
    if others.get("alphabet") or not others.get("padded", True) or others.get("ignorechars") or others.get("canonical"):
        raise TypeError("base64 of a pixel has the usual alphabet, whole groups of four, and nothing to ignore")
    codes = list(data) if isinstance(data, (Packed, bytes, bytearray)) else codes_of(data)
    if len(codes) % 4:
        raise binascii.Error("Incorrect padding")
    numbers, wrong, ends, missing = [], False, False, 0
    for place, code in enumerate(codes):
        letter = code | 32
        six = (code - 65 if (code >= 65) & (code <= 90) else code - 71 if (code >= 97) & (code <= 122) else
               code + 4 if (code >= 48) & (code <= 57) else 62 if code == 43 else 63)
        is_one = (letter >= 97) & (letter <= 122) | (code >= 48) & (code <= 57) | (code == 43) | (code == 47)
        end = (code == ord("=")) & (place >= len(codes) - 2)
        wrong, ends, missing = wrong | ends & is_one | (not (is_one | end)), ends | end, missing + end
        numbers.append(0 if end else six)
    if wrong:
        raise binascii.Error("Only base64 data is allowed")
    found = []
    for at in range(0, len(numbers), 4):
        bits = numbers[at] << 18 | numbers[at + 1] << 12 | numbers[at + 2] << 6 | numbers[at + 3]
        found += [bits >> 16, bits >> 8 & 255, bits & 255]
    return Packed([number for place, number in enumerate(found) if place < len(found) - missing])


def unhexlify(hexstr, /):
    codes = list(hexstr) if isinstance(hexstr, (Packed, bytes, bytearray)) else codes_of(hexstr)
    if len(codes) % 2:
        raise binascii.Error("Odd-length string")
    digits, wrong = [], False
    for code in codes:
        value = code - ord("0") if code < ord("A") else (code | 32) - ord("a") + 10
        wrong = wrong | (value < 0) | (value > 15) | (code < ord("A")) & (value > 9)
        digits.append(value)
    if wrong:
        raise binascii.Error("Non-hexadecimal digit found")
    return Packed([16 * high + low for high, low in zip(digits[::2], digits[1::2])])


def fromhex(string, /):
    """bytes.fromhex() of text without spaces."""
    codes = codes_of(string)
    if len(codes) % 2:
        raise ValueError("fromhex() arg must contain an even number of hexadecimal digits")
    try:
        return unhexlify(string)
    except binascii.Error:
        raise ValueError("non-hexadecimal number found in fromhex() arg") from None


def codes_of(text):
    return [ord(letter) for letter in text]


CHECKSUMS = {zlib.crc32: crc32, binascii.crc32: crc32, zlib.adler32: adler32, binascii.crc_hqx: crc_hqx}
WRITTEN = {array.array: Array, struct.pack: pack, struct.unpack: unpack, struct.unpack_from: unpack_from,
           int.from_bytes: from_bytes, bytes: bytes_of, bytearray: bytearray_of,
           binascii.b2a_base64: b2a_base64, binascii.hexlify: hexlify, binascii.b2a_hex: hexlify,
           binascii.unhexlify: unhexlify, binascii.a2b_hex: unhexlify, bytes.fromhex: fromhex,
           binascii.a2b_base64: a2b_base64}
