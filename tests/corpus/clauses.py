"""What there is to know of code that nobody wrote for PyGPU, a program for each: arguments of NumPy's functions,
known objects, ends of chains, exceptions."""

import collections
import configparser
import csv
import difflib
import enum
import hashlib
import io
import math
import queue
import re
import threading

import numpy as np

from .cases import ANY, COUNT, DAYS, MONTHS, UNIT, WHOLE, YEARS, programs

s = programs("silently wrong")


@s(ANY, ANY, ANY)
def kw_sum_max(a, b, c):
    v = np.array([a, b, c])
    return (
        np.sum(v, initial=2.5),
        np.sum(v, where=[True, False, True]),
        np.max(v, initial=0.5),
        np.max(v, initial=-9, where=v > 0),
        v.sum(initial=1),
        v.max(initial=7),
        v.min(initial=-1.5, where=[True, True, False]),
    )


@s(ANY, ANY, ANY)
def norms(a, b, c):
    v = np.array([[a, b], [c, 1.0]])
    return (
        np.linalg.norm(v[0], ord=1),
        np.linalg.norm(v[0], ord=np.inf),
        np.linalg.norm(v[0], ord=-np.inf),
        np.linalg.norm(v[0], ord=0),
        np.linalg.norm(v[0], ord=3),
        np.linalg.norm(v, ord=1),
        np.linalg.norm(v, ord="fro"),
        np.linalg.norm(v, ord=np.inf),
        np.linalg.norm(v, axis=0),
        np.linalg.norm(v, axis=1, keepdims=True),
    )


@s(ANY, ANY, ANY)
def sort_axes(a, b, c):
    v = np.array([[a, b, c], [c, a, 1.0]])
    return (
        np.sort(v, axis=0),
        np.sort(v, axis=1),
        np.sort(v, axis=None),
        np.inner(v, v),
        np.argsort(v, axis=0)[0],
        np.inner(v[0], v),
    )


@s(ANY, ANY)
def as_ints(a, b):
    v = np.array([a, b])
    return (
        v.astype(int),
        (np.abs(v) * 50).astype(np.uint8),
        np.array([a, b], dtype=int),
        np.array([a, b]).astype(np.int32) + 0.5,
        np.asarray([a, b], dtype=np.int64),
        np.full(2, a, dtype=int),
        np.array([a > 0, b > 0]).astype(int),
    )


@s(ANY, ANY)
def masks(a, b):
    m = np.array([a > 0, b > 0])
    return ~m, ~m & m, np.sum(~m), (~m).astype(int), np.logical_not(m), ~np.array([int(a), int(b)])


class Suit(enum.IntEnum):
    LOW = 1
    HIGH = 2

    def other(self):
        return Suit.HIGH if self is Suit.LOW else Suit.LOW


@s(ANY)
def int_enum(a):
    k = Suit.LOW if a < 0 else Suit.HIGH
    return k is Suit.LOW, isinstance(k, Suit), k.other() is Suit.LOW, k + 1, k.name == "LOW", k == 2, k.value


def seen():
    pass


@s(ANY)
def scopes(a):
    b = a * 2
    return (
        len(locals()),
        locals()["b"],
        sorted(locals()) == ["a", "b"],
        "seen" in globals(),
        dir() == ["a", "b"],
        len(vars()),
    )


@s(ANY, ANY)
def excepted(a, b):
    try:
        r = a / int(b)
    except ZeroDivisionError:
        r = -1
    else:
        r += 1
    finally:
        r *= 2
    return r


@s(ANY, ANY)
def poly_sd(x, y):
    poly = [(-1, -1), (2, -1), (1, 2), (0, 0.5)]
    d = (x - poly[0][0]) ** 2 + (y - poly[0][1]) ** 2
    sg = 1.0
    j = len(poly) - 1
    for i in range(len(poly)):
        e = (poly[j][0] - poly[i][0], poly[j][1] - poly[i][1])
        w = (x - poly[i][0], y - poly[i][1])
        t = min(max((w[0] * e[0] + w[1] * e[1]) / (e[0] ** 2 + e[1] ** 2), 0), 1)
        bx, by = w[0] - e[0] * t, w[1] - e[1] * t
        d = min(d, bx * bx + by * by)
        c = (y >= poly[i][1], y < poly[j][1], e[0] * w[1] > e[1] * w[0])
        if all(c) or not any(c):
            sg = -sg
        j = i
    return sg * math.sqrt(d)


@s(YEARS, MONTHS, DAYS, UNIT)
def days2000(y, m, d, f):
    n = 367 * y - 7 * (y + (m + 9) // 12) // 4 + 275 * m // 9 + d - 730531.5 + f
    return (n / 36525, (280.46 + 0.9856474 * n) % 360 / 360)


@s(UNIT, UNIT)
def stacked(a, b):
    return np.dot([a, b], [b, a]), np.stack([[a, b], [b, a]]).shape, np.stack([[a, b], [b, 1]], axis=1)


k = programs("known is known")


@k(ANY)
def c_objects(a):
    P = collections.namedtuple("P", "x y x2")
    p = P(1, 1, 2)
    lock = threading.Lock()
    with lock:
        z = a
    r = csv.reader(io.StringIO("1,2\n3,4"))
    rows = [[float(x) for x in row] for row in r]
    cp = configparser.ConfigParser()
    cp.read_string("[s]\nk=2.5")
    q = queue.Queue()
    q.put(a)
    q.put(2)
    it = iter([1, 2, 3, 0, 5].pop, 3)
    return (
        float(re.match(r"(\d+)x", "12x").group(1)) * a,
        hashlib.sha256(b"s").digest()[0],
        p.count(1),
        p.index(2),
        z,
        rows[1][1] * a,
        cp.getfloat("s", "k") * a,
        difflib.SequenceMatcher(None, "abc", "abd").ratio() * a,
        q.get() + q.get(),
        sum(it) + a,
        np.float32([[0, 1], [2, 3]])[1, 1] * a,
        int.from_bytes(b"\x01\x02", "big") * a,
        re.compile(r"(\w)(\d)").sub(r"\2", "a7") == "7",
    )


@k(ANY)
def c_objects2(a):
    import array
    import ast
    import base64
    import datetime
    import decimal
    import json
    import random
    import shlex
    import string
    import textwrap
    import types
    import uuid
    import zlib

    return (
        array.array("d", [1, 2]).tolist()[1] * a,
        float(decimal.Decimal("1.5") + 1) * a,
        zlib.crc32(b"abc") % 100 + a,
        random.Random(3).random() * a,
        json.loads('{"k":[1,2]}')["k"][1] * a,
        ast.literal_eval("[3]")[0] * a,
        len(shlex.split("a 'b c'")) * a,
        base64.b64decode("AQ==")[0] * a,
        string.Template("$x").substitute(x="3") == "3",
        uuid.UUID(int=5).int * a,
        len(textwrap.wrap("aaa bbb", 4)) * a,
        datetime.date(2020, 1, 2).toordinal() % 7 + a,
        memoryview(b"abc")[1] + a,
        slice(1, 5, 2).indices(9)[2] * a,
        types.MappingProxyType({"a": 2})["a"] * a,
    )


f = programs("falls off the end")


@f(WHOLE)
def chain6(n):
    i = n % 6
    if i == 0:
        return 1
    if i == 1:
        return 3
    if i == 2:
        return 4
    if i == 3:
        return 7
    if i == 4:
        return 2
    if i == 5:
        return 9


@f(ANY)
def sign_chain(a):
    if a < 0:
        return -1
    elif a == 0:
        return 0
    elif a > 0:
        return 1


@f(COUNT)
def chain_match(n):
    match n % 4:
        case 0 | 2:
            return 1.5
        case 1:
            return 2
        case 3:
            return n


@f(COUNT, COUNT)
def two_conditions(n, m):
    if n > m:
        return 1
    if n <= m and m % 2 == 0:
        return 2
    if n <= m and m % 2 == 1:
        return 3


@f(ANY)
def none_is(a):
    def q(v):
        if v > 0:
            return v

    r = q(a)
    return 0 if r is None else r


e = programs("exceptions of a pixel")


@e(ANY)
def checked(v):
    if not 0 <= v <= 1:
        raise ValueError(f"{v} is out of range")
    return v * 2


@e(ANY)
def asserted(v):
    assert v > -5, "too small"
    return v


class TooBig(Exception):
    def __init__(self, v, limit):
        super().__init__(f"{v}>{limit}")
        self.v = v
        self.limit = limit


@e(ANY)
def own(v):
    try:
        if v > 1:
            raise TooBig(v, 1)
        r = v
    except TooBig as t:
        r = t.limit - t.v
    return r


@e(ANY, ANY)
def nested(a, b):
    def inner(x):
        if x < 0:
            raise KeyError(x)
        return math.sqrt(x)

    r = 0
    for x in (a, b):
        try:
            r += inner(x)
        except (KeyError, ValueError):
            r -= 1
        finally:
            r += 0.25
    return r


@e(COUNT)
def lookup(n):
    try:
        return [1, 2, 3][n]
    except IndexError:
        return -1


@e(COUNT)
def lookupd(n):
    try:
        return {1: 4, 2: 9}[n]
    except KeyError as k:
        return -k.args[0]


@e(ANY)
def chained(a):
    try:
        try:
            if a < 0:
                raise ValueError("neg")
            return a
        except ValueError as v:
            raise RuntimeError("outer") from v
    except RuntimeError as r:
        return 5 if isinstance(r.__cause__, ValueError) else 6
