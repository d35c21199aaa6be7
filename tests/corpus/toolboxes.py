"""The standard library at hand: ways out, texts, dates, counters, bytes."""

import datetime
import functools
import math
import operator
import statistics
import string
import struct
import zlib
from collections import ChainMap, Counter, OrderedDict
from contextlib import contextmanager
from fractions import Fraction
from itertools import chain, combinations, compress, cycle, groupby, islice, permutations, product, takewhile

from .cases import ANY, BYTES, NATURAL, UNIT, programs

program = programs("the library at hand")


D = ("int", 0, 10)


S = ("int", 0, 6)


@program(NATURAL)
def hex_compare(n):
    return (
        f"{n:#x}" == hex(n),
        f"{n:x}" == hex(n)[2:],
        bin(n) == f"{n:#b}",
        oct(n) == f"{n:#o}",
        str(n) == f"{n:d}",
        len(hex(n)),
    )


@program(NATURAL)
def text_compare(n):
    return (str(n) == str(n)[::-1], str(n) < "5", str(n) in ("11", "22", "33"), f"{n:05d}"[0] == "0", f"{n:,}" == str(n))


class Tree:
    def __init__(self, v, kids=()):
        self.v, self.kids = (v, list(kids))

    def total(self):
        return self.v + sum(k.total() for k in self.kids)

    def depth(self):
        return 1 + max((k.depth() for k in self.kids), default=0)

    def walk(self):
        yield self.v
        for k in self.kids:
            yield from k.walk()


@program(ANY, ANY)
def known_tree(a, b):
    t = Tree(a, [Tree(b, [Tree(1)]), Tree(2), Tree(a * b)])
    return (t.total(), t.depth(), list(t.walk())[2])


class Fib:
    @staticmethod
    def stat(n):
        return n if n < 2 else Fib.stat(n - 1) + Fib.stat(n - 2)

    @classmethod
    def cls(cls, n):
        return n if n < 2 else cls.cls(n - 1) + cls.cls(n - 2)

    def meth(self, n):
        return n if n < 2 else self.meth(n - 1) + self.meth(n - 2)


class Ping:
    def __init__(self, o=None):
        self.o = o

    def hit(self, n):
        return 0 if n <= 0 else 1 + self.o.hit(n - 1)


@program(("int", 0, 12))
def method_recursion(n):
    return Fib().meth(n)


@program(("int", 0, 7))
def any_recursion(n):

    def wins(n):
        return any(not wins(n - k) for k in (1, 2, 3) if n >= k)

    return wins(n)


@program(D, D)
def items_of_chosen_dict(a, b):
    d1, d2 = ({"x": 1, "y": 2}, {"x": 3, "z": 4, "w": 5})
    d = d1 if a > b else d2
    return (sum((v * len(k) for k, v in d.items())), len(d), max(d.values()), "z" in d)


@program(D, D)
def chosen_list_walk(a, b):
    xs = [1, 2, 3] if a > b else [4, 5]
    t = 0
    for i, x in enumerate(xs):
        t += i * x
    return (t, xs[-1], len(xs), [x + a for x in xs][0], sum(x * x for x in xs))


@program(NATURAL)
def nested_try_flow(n):

    def risky(k):
        if k % 3 == 0:
            raise KeyError(k)
        if k % 5 == 0:
            raise ValueError("five")
        return 10 / (k % 7)

    try:
        r = risky(n)
    except KeyError as e:
        r = -e.args[0]
    except (ValueError, ZeroDivisionError) as e:
        r = -1000 if isinstance(e, ValueError) else -2000
    else:
        r *= 2
    finally:
        r += 0.5
    return r


@program(NATURAL)
def reraise(n):

    class MyError(Exception):
        def __init__(self, code):
            super().__init__(f"code {code}")
            self.code = code

    def inner(k):
        try:
            return [5, 6, 7][k % 5]
        except IndexError as e:
            raise MyError(k) from e

    try:
        return inner(n)
    except MyError as e:
        return e.code * 100 + (e.__cause__ is not None)


@program(NATURAL)
def loop_retry(n):
    attempts = 0
    for delay in (1, 2, 4, 8):
        attempts += 1
        try:
            if n % (delay + 1):
                raise TimeoutError
            break
        except TimeoutError:
            continue
        finally:
            attempts += 10
    else:
        return -attempts
    return attempts


@program(D)
def finally_return(n):

    def f(k):
        for i in range(10):
            try:
                if i == k:
                    return i
            finally:
                if i == 5:
                    break  # noqa: B012
        return 99

    return f(n)


@program(D, D)
def ctx_exit(a, b):

    class Guard:
        def __init__(self):
            self.log = 0

        def __enter__(self):
            self.log += 1
            return self

        def __exit__(self, t, v, tb):
            self.log += 10
            return t is ZeroDivisionError

    g = Guard()
    r = -1
    with g as h:
        r = a // b
        h.log += 100
    return (r, g.log)


@program(D)
def contextmanager_pixel(a):
    out = []

    @contextmanager
    def tag(k):
        out.append(k)
        try:
            yield (k * 2)
        except ValueError:
            out.append(-1)
        finally:
            out.append(-k)

    with tag(3) as t:
        if a > 5:
            raise ValueError
        out.append(t)
    return (sum(out), len(out))


@program(NATURAL)
def base_convert(n):
    digs = string.digits + string.ascii_lowercase

    def conv(n, b):
        s = ""
        while n:
            n, r = divmod(n, b)
            s = digs[r] + s
        return s or "0"

    s = conv(n, 16)
    return (int(s, 16), len(conv(n, 3)), conv(n, 36)[-1] == "z", s == f"{n:x}")


@program(NATURAL)
def caesar_text(n):
    word = "hello"
    k = n % 26
    enc = "".join(chr((ord(c) - 97 + k) % 26 + 97) for c in word)
    tr = str.maketrans(string.ascii_lowercase, string.ascii_lowercase[3:] + string.ascii_lowercase[:3])
    return (ord(enc[0]), enc == word, [ord(c) for c in enc.translate(tr)][1])


@program(D, D, D)
def counter_arith(a, b, c):
    x, y = (Counter([a, b, c, 3]), Counter({3: 2, a: 1}))
    d = x - y
    return (sum(d.values()), (x & y)[3], (x | y)[3], x.most_common(1)[0][1], len(x + y), x[42])


@program(D, D, D)
def chain_maps(a, b, c):
    cm = ChainMap({"a": a}, {"a": 1, "b": b}, {"c": c})
    cm["d"] = 5
    return (cm["a"], cm["b"], len(cm), sum(cm.values()), cm.parents["a"], "z" in cm)


@program(D, D)
def ordered_lru(a, b):
    lru = OrderedDict()
    hits = 0
    for k in (a, b, a, 3, b):
        if k in lru:
            hits += 1
            lru.move_to_end(k)
        else:
            lru[k] = k * 2
            if len(lru) > 2:
                lru.popitem(last=False)
    return (hits, len(lru), sum(lru.values()))


@program(ANY, ANY, ANY, ANY)
def stats_module(a, b, c, d):
    xs = [a, b, c, d]
    return (
        statistics.mean(xs),
        statistics.pstdev(xs),
        statistics.median_low(xs),
        statistics.quantiles(xs, n=4),
        statistics.linear_regression([1, 2, 3, 4], xs).slope,
        statistics.correlation([1, 2, 3, 5], xs) if max(xs) > min(xs) else 0,
    )


@program(NATURAL, NATURAL)
def fraction_sum(a, b):
    f = Fraction(a, 12) + Fraction(1, b)
    return (f.numerator, f.denominator, float(f), f > 5, int(f), round(f), f.limit_denominator(10).denominator)


@program(("int", 1990, 2030), ("int", 1, 13), ("int", 1, 28))
def dates_arith(y, m, d):
    t = datetime.date(y, m, d)
    e = t + datetime.timedelta(days=45)
    return (
        e.month,
        e.day,
        t.weekday(),
        t.isocalendar()[1],
        (datetime.date(2030, 1, 1) - t).days,
        t.timetuple().tm_yday,
        t.replace(day=1).weekday(),
        t.toordinal() % 7,
    )


@program(("int", 0, 86400))
def time_parts(s):
    td = datetime.timedelta(seconds=s)
    m, sec = divmod(s, 60)
    h, m = divmod(m, 60)
    txt = f"{h:02d}:{m:02d}:{sec:02d}"
    return (h, m, sec, len(txt), int(txt[0:2]) == h, td.total_seconds() / 3600, td // datetime.timedelta(minutes=7))


@program(BYTES, BYTES)
def bytes_ops(a, b):
    d = bytes([a, b, 7])
    ba = bytearray(d)
    ba[0] ^= 255
    ba.append(b)
    return (
        sum(d),
        ba[0],
        len(ba),
        int.from_bytes(d, "big"),
        d[1:][0],
        d.count(7),
        a.to_bytes(2, "little")[0],
        max(ba),
        zlib.crc32(d) & 65535,
    )


@program(NATURAL)
def struct_ops(n):
    raw = struct.pack("<HB", n, n & 255)
    return (struct.unpack("<HB", raw), raw[0], struct.calcsize("<HB"), struct.unpack(">I", struct.pack("<I", n))[0] >> 24)


@program(D, D, D)
def itertools_zoo(a, b, c):
    xs = [a, b, c]
    return (
        sum((p * q for p, q in combinations(xs, 2))),
        max(permutations(xs))[0],
        len(list(product(xs, repeat=2))),
        [len(list(g)) for _, g in groupby([1, 1, 2])],
        list(islice(cycle(xs), 2, 6)),
        list(compress(xs, [1, 0, 1])),
        list(chain.from_iterable([xs, xs[:1]]))[3],
        sum(1 for _ in takewhile(lambda v: v < 5, xs)),
    )


@program(D, D, D)
def groupby_pixels(a, b, c):
    xs = sorted([a, b, c, a])
    groups = [(k, len(list(g))) for k, g in groupby(xs)]
    return (len(groups), max((n for _, n in groups)), groups[0][0], groups[-1][1])


@program(D, D)
def operator_zoo(a, b):
    rec = {"k": [a, b], "n": {"m": a}}
    return (
        operator.itemgetter("k")(rec)[1],
        operator.attrgetter("real")(a),
        operator.methodcaller("count", a)([a, b, a]),
        functools.reduce(operator.xor, [a, b, 5]),
        operator.index(a),
        operator.concat([a], [b])[1],
    )


@program(ANY, ANY)
def decimal_rounding(a, b):
    return (
        round(a, 2),
        round(b),
        round(-b, -1),
        math.floor(a * 100 + 0.5) / 100,
        float(int(a * 10) / 10),
        math.trunc(b),
        math.ceil(a),
        divmod(b, 1),
    )


@program(NATURAL)
def fact_digits(n):
    f = math.factorial(n % 20)
    return (sum(map(int, str(f))), f % 1000)


@program(D, D, D)
def walrus_any(a, b, c):
    if any((hit := v) > 6 for v in (a, b, c)):
        return hit
    return -1


@program(D, D, D)
def starred(a, b, c):
    first, *rest = (a, b, c)
    *init, last = rest
    (x, y), z = ((a, b), c)
    d = {**{"a": a}, "b": b}
    f = lambda *args, k=1, **kw: sum(args) * k + sum(kw.values())
    return (first, sum(rest), len(init), last, x + y + z, f(*rest, **d, k=2) if False else f(*rest, **d))


@program(D)
def strings_chosen(a):
    s = ["red", "green", "blue"][a % 3]
    return (
        len(s),
        s[0] == "b",
        s.upper() == "RED",
        s.find("e"),
        s[::-1] == "der",
        sum(map(ord, s)),
        s.replace("e", "").count("r"),
        s < "green",
        s * 2 == "redred",
        "".join(sorted(s)) == "der",
        s.title().swapcase()[0] == "g",
    )


@program(D, D)
def sort_multi(a, b):
    rows = [("x", a, 2), ("y", b, 1), ("z", 5, 3)]
    r = sorted(rows, key=lambda t: (t[1] % 3, -t[2]))
    return ([t[1] for t in r], r[0][0] == "x", min(rows, key=operator.itemgetter(1))[2])


@program(UNIT, UNIT)
def random_lcg_class(x, y):

    class Rng:
        def __init__(self, s):
            self.s = s & 4294967295

        def __iter__(self):
            return self

        def __next__(self):
            self.s = 1664525 * self.s + 1013904223 & 4294967295
            return self.s / 2**32

    r = Rng(int(x * 1000) * 7919 + int(y * 1000))
    return (next(r), [v for v, _ in zip(r, range(3))][-1])
