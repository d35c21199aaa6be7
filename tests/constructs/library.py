"""Constructs: what libraries are written with"""

import contextlib
import functools
import itertools
import math
import queue
import struct
import threading
import types
import warnings
import weakref
from collections import ChainMap, UserList, namedtuple
from fractions import Fraction

import numpy as np

from pygpu import Image, Int, Position

from .marks import finite, within


def letters_of_a_text(im=Image, n=Image[Int], p=Position):
    """a known text and known bytes at an index that depends on pixels, and what is done with the letter"""
    letter = "FDCBA"[n(p) % 5]
    return ord(letter) + (100 if letter == "C" else 0) + (7 if letter in "AB" else 3) + b"abc"[n(p) % 3]


def fractions_of_ints(n=Image[Int], p=Position):
    """fractions.Fraction of ints that depend on pixels"""
    half = Fraction(n(p) % 16, 4) + Fraction(1, 6)
    return half.numerator + 100 * half.denominator + float(half * 2 - 1) + (half > 1) + int(half)


class _Point(namedtuple("_Point", "x y")):
    def __new__(cls, x, y=None):
        return super().__new__(cls, x, x if y is None else y)

    def twice(self):
        return _Point(2 * self.x, 2 * self.y)


class _Celsius:
    def __new__(cls, degrees):
        made = object.__new__(cls)
        made.kelvin = degrees + 273.15
        return made


class _Pair(tuple):
    def __new__(cls, values):
        return super().__new__(cls, [v * 2 for v in values])

    def total(self):
        return self[0] + self[1]


@finite
def objects_that_new_makes(im=Image, p=Position):
    """__new__ of a class, of a named tuple, of a class made from tuple"""
    return _Point(im(p)).twice().y + _Celsius(im(p)).kelvin + _Pair((im(p), 1)).total() + len(_Pair((im(p), 1)))


@finite
def attributes_that_are_deleted(im=Image, p=Position):
    """a property with a deleter, __slots__ that have no such name, singledispatchmethod"""
    class Value:
        __slots__ = ("held",)

        @property
        def v(self):
            return self.held

        @v.deleter
        def v(self):
            self.held = -1.0

        @functools.singledispatchmethod
        def kind(self, x):
            return 0

        @kind.register
        def _(self, x: float):
            return 3

    value = Value()
    value.held = im(p)
    before = value.v
    try:
        value.other = 1
    except AttributeError:
        del value.v
    return before + 10 * value.v + value.kind(im(p))


def bits_of_floats(n=Image[Int], im=Image, p=Position):
    """struct.pack and unpack, struct.Struct, int.to_bytes and from_bytes, bytes of symbols"""
    whole, = struct.unpack("<i", struct.pack("<f", im(p) if im(p) == im(p) else 0.5))
    low, high = struct.Struct(">Hb").unpack(struct.pack(">Hb", n(p) & 0xFFFF, 5))
    parts = (n(p) & 0xFFFF).to_bytes(3, "little")
    return (whole >> 16) + low + high + parts[0] + int.from_bytes(parts[:2], "big") + bytes([n(p) & 7, 1])[0]


def bits_beyond_32(n=Image[Int], p=Position):
    """ints that are shifted and multiplied past 32 bits, and then masked by numbers of 64"""
    whole = n(p) & 0xFFFF
    turned = (whole * 77777 << 8) & 0x00FF00FF00FF00FF
    return turned % 1009 + ((whole << 33) & 0xFFFFFFFFFFFFFFFF) % 997 + ((whole << 20) & ~0xFF80808080808080) % 991


@finite
def rows_that_are_swapped(im=Image, n=Image[Int], p=Position):
    """rows of a list exchanged at an index that depends on pixels, as pivots are"""
    rows, at = [[im(p), 1.0], [2.0, 3.0], [4.0, 5.0]], n(p) % 3
    rows[0], rows[at] = rows[at], rows[0]
    return rows[0][0] + 10 * rows[1][1] + 100 * rows[2][0]


class _Doubled:
    def __init__(self, v):
        self.v = v

    def __getattribute__(self, name):
        return 2 * object.__getattribute__(self, "v") if name == "twice" else super().__getattribute__(name)


@finite
def attributes_by_a_method(im=Image, p=Position):
    """__getattribute__, by object's and by super()'s"""
    return _Doubled(im(p)).twice + _Doubled(im(p)).v


@finite
def locks_and_warnings(im=Image, p=Position):
    """locks, queues, warnings.catch_warnings, contextlib.ExitStack: nobody waits for a pixel"""
    log, waiting = [], queue.Queue()
    with threading.Lock(), warnings.catch_warnings(), contextlib.ExitStack() as stack:
        warnings.simplefilter("ignore")
        stack.callback(log.append, im(p))
        waiting.put(im(p) * 2)
    return log[0] + waiting.get()


class _Named:
    def __init__(self, value):
        self.value = value

    def reference(self):
        return weakref.ref(self)


@finite
def weak_references(im=Image, p=Position):
    """WeakKeyDictionary, WeakValueDictionary, WeakSet, weakref.ref and proxy of objects that the filter made"""
    one, other = _Named(im(p)), _Named(2.0)
    areas, names = weakref.WeakKeyDictionary(), weakref.WeakValueDictionary({"other": other})
    areas[one], areas[other] = im(p) * 3, 5.0
    areas[other] += 1
    names["one"] = one
    seen = weakref.WeakSet([one, other, one])
    reference = other.reference()
    found = reference() if reference() is not None and reference == weakref.ref(other) else one
    return (areas[one] + 10 * areas[other] + 100 * len(seen) + names["one"].value + names["other"].value + found.value
            + weakref.proxy(one).value + sum(areas.values()) + (one in seen) + (one in areas))


@finite
def other_containers(im=Image, p=Position):
    """ChainMap, UserList, SimpleNamespace, MappingProxyType"""
    chain, values = ChainMap({"x": im(p)}, {"y": 2}), UserList([im(p), 1])
    values.append(3)
    space = types.SimpleNamespace(a=im(p))
    space.b = space.a * chain["y"]
    return space.b + chain["x"] + sum(values) + types.MappingProxyType({"z": im(p)})["z"]


# --- NumPy on small arrays -------------------------------------------------------------------------------------------

def _triple(im, p):
    return np.array([im(p), im(p + (1, 0)), 0.5])


@finite
def masks_that_pixels_decide(im=Image, p=Position):
    """a[mask], a[mask] = v, a[mask] *= v, nonzero, flatnonzero, unique of an array of pixels"""
    values = _triple(im, p)
    chosen = values[values > 0]
    total = chosen.sum() + chosen.size + chosen.max() + np.sqrt(chosen).mean() + np.median(chosen)
    values[values < 0] *= -1
    values[values > 2] = 2
    return total + values.sum() + 10 * len(np.nonzero(values > 1)[0]) + 100 * np.unique(np.round(values)).size


@finite
def eyes_that_are_filled(im=Image, p=Position):
    """an array that NumPy makes of known numbers, into which pixels are put"""
    matrix = np.eye(2)
    matrix[0, 1] = im(p)
    weights = np.array([0.5, 1.5])
    weights[0] = im(p) * 2
    return (matrix @ weights).sum()


@finite
@within(1e-3)
def systems_of_small_matrices(im=Image, p=Position):
    """np.linalg.eigh, svd, qr, cholesky, slogdet, lstsq, pinv of a matrix of pixels"""
    a, b = np.clip(im(p), -2, 2), np.clip(im(p + (1, 0)), -2, 2)
    matrix = np.array([[a + 5, b], [b, 9.0]])
    values, vectors = np.linalg.eigh(matrix)
    around = vectors @ np.diag(values) @ vectors.T
    q, r = np.linalg.qr(matrix)
    line = np.linalg.lstsq(np.array([[1.0, 0], [1, 1], [1, 3]]), np.array([a, b, 2.0]), rcond=None)[0]
    return (around[0, 1] + np.linalg.svd(matrix, compute_uv=False)[0] + (q @ r)[1, 0] + np.linalg.cholesky(matrix)[1, 1]
            + np.linalg.slogdet(matrix)[1] + line[1] + np.linalg.pinv(matrix)[0, 0])


@finite
def nothing_where_nan(im=Image, p=Position):
    """np.nansum, nanmean, nanmedian, and np.linspace, interp, searchsorted, digitize, histogram of pixels"""
    values = np.array([im(p), np.nan, 1.0])
    steps = np.linspace(im(p), 2.0, 4)
    return (np.nansum(values) + np.nanmean(values) + np.nanmedian(values) + steps[1] + np.searchsorted([0.0, 1.0], im(p))
            + np.digitize(im(p), [0, 1]) + np.histogram(values[2:] * im(p), bins=2, range=(-1, 1))[0][1])


def bytes_that_pixels_decide(n=Image[Int], p=Position):
    """bytes and bytearray of symbols: isinstance, hex, +, *, find, count; a checksum; items assigned, appended, inserted"""
    low, high = n(p) & 255, n(p + (1, 0)) & 255
    given, changed = bytes([low, high, 7]), bytearray([low, 3])
    changed[1] = high
    changed.append(9)
    changed += given
    changed.insert(0, 1)
    check = 0
    for byte in bytearray(given):
        check ^= byte
        for _ in range(8):
            check = (check << 1 ^ 7) & 255 if check & 128 else check << 1
    return (check + len(changed) + changed[2] + changed.pop() + int(given.hex()[2:4], 16) + (b"ab" + given)[3] + (given * 2)[4]
            + given.count(7) + given.find(low) + isinstance(given, bytes) + 2 * isinstance(changed, bytearray)
            + 4 * (type(given) is bytes) + given.startswith(bytes([low])))


def what_cannot_be_gone_through(im=Image, p=Position):
    """`for` over a number or an object: TypeError, caught"""
    def listed(value):
        try:
            return [2 * each for each in value]
        except TypeError:
            return [value]

    class Single:
        pass

    return sum(listed(im(p))) + sum(listed([im(p), 1])) + isinstance(listed(Single())[0], Single)


def ints_of_large_floats(im=Image, p=Position):
    """int(), round() and math.floor() of a float that a large constant has made large: 64 bits; text of such numbers"""
    some = math.floor(im(p) * 16) / 16
    large = int(some * 4294967296.0)
    return ((large >> 24) + round(some * 2.0**39) // 2**30 + math.floor(some * 2.0**40) % 1024 + (large >> 31)
            + int(f"{(large >> 20) & 0xFFF:03x}"[:2], 16) + len(str(large)))


def wide_sums_of_bytes(n=Image[Int], p=Position):
    """np.sum, mean, prod, cumsum, average of numbers of 8 bits: NumPy adds them up in its widest"""
    values = np.array([n(p) & 255, 250, 7], dtype=np.uint8)
    return values.sum() + 10 * values.cumsum()[1] + values.mean() + int(np.average(values, weights=[1, 2, 1]))


def parts_of_partials(n=Image[Int], p=Position):
    """func, args and keywords of a functools.partial; itertools.repeat as often as a pixel says"""
    k = n(p) % 50
    by = functools.partial(max, k, default=3)
    return by.args[0] + (by.func is max) + by.keywords["default"] + sum(itertools.repeat(k, k % 5))


def aranges_of_symbols(n=Image[Int], p=Position):
    """np.arange between symbols: of a known length, and of one that pixels decide"""
    k = n(p) % 50
    window = np.arange(k - 1, k + 2)
    return window @ np.array([1, 10, 100]) + np.arange(k % 6).sum() + np.arange(k % 3, 5).sum()


def text_with_names(n=Image[Int], p=Position):
    """"%(name)d" % of a dict, of locals(); %d of a fraction"""
    low, high = n(p) % 200, n(p) % 30
    return (len("%(low)d:%(high)3d" % {"low": low, "high": high}) + 100 * ("%(high)d" % locals()).count("2")
            + 1000 * len("%d%%" % (low / 3)))
