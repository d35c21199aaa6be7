"""Programs as people type them: what may be None, iterators taken from by hand, exceptions, small structures."""

import base64
import bisect
import contextlib
import dataclasses as dc
import datetime as dt
import fractions
import functools as ft
import heapq
import math
import struct
from collections import ChainMap, Counter, defaultdict, deque
from dataclasses import dataclass

import numpy as np

from .cases import ANY, BYTES, COUNT, DAYS, LARGE, MONTHS, NATURAL, WHOLE, YEARS, programs

program = programs("programs of passers-by")


@program(ANY, ANY)
def arr_minmax(a, b):
    x, y = np.array([a]), np.array([b])
    return min(x, y)[0], max(x, y)[0], (x if x > y else y)[0]


@program(ANY, ANY, ANY)
def arr_any_all(a, b, c):
    v = np.array([a, b, c])
    if (v > 0).all():
        return v.prod()
    if np.any(v > 3):
        return v.max()
    if not (v < 0).any():
        return 1.0
    return v.sum()


@program(ANY)
def arr_and(a):
    v = np.array([a])
    return (v > 0 and v < 2) * 1.0, (not v > 0) * 1.0, (v > 3 or v < -3) * 1.0


@program(ANY)
def keepdims_truth(a):
    m = np.mean([[a, 1.0], [2, 3]], keepdims=True)
    return 1.0 if m > 1 else 0.0


@program(ANY, ANY)
def sentinel_iter(a, b):
    it_ = iter([a, b, 3.0])
    out = []
    while (x := next(it_, None)) is not None:
        if x > 0:
            out.append(x * 2)
    return sum(out), len(out)


@program(ANY, ANY, ANY)
def first_or_none(a, b, c):
    x = next((v for v in (a, b, c) if v > 1), None)
    y = next((v for v in (a, b, c) if v < -1), None)
    keep = [v for v in (x, y) if v is not None]
    return sum(keep), len(keep), max(keep, default=0), sorted(keep)[0] if keep else -9.0


@program(ANY, ANY)
def none_dict(a, b):
    d = {"x": a if a > 0 else None, "y": b if b > 0 else None}
    d = {k: v for k, v in d.items() if v is not None}
    return sum(d.values()), len(d), d.get("x", -1)


@program(ANY, ANY)
def none_set_default(a, b):
    r = []
    for v in (a, b):
        w = None
        if v > 1:
            w = v * 2
        elif v < -1:
            w = -v
        if w is None:
            continue
        r.append(w)
    return sum(r) * 10 + len(r)


@program(ANY, ANY)
def opt_chain(a, b):
    def f(x):
        return x - 1 if x > 1 else None

    def g(x):
        return x * 2 if x < 2 else None

    r = f(a)
    if r is not None:
        r = g(r)
    s = f(b)
    rs = [q for q in (r, s) if q is not None]
    m = min(rs) if rs else 0.0
    t = (r or 0) + (s or 0)
    return m, t, len(rs)


@program(ANY, ANY)
def stack_opt(a, b):
    stack = []

    def push(x):
        if x > 0:
            stack.append(x)

    def pop():
        return stack.pop() if stack else None

    push(a)
    push(b)
    push(a * b)
    p, q = pop(), pop()
    return (0 if p is None else p) + 10 * (0 if q is None else q) + 100 * len(stack)


@program(ANY, ANY, ANY)
def best_so_far(a, b, c):
    best = None
    for i, v in enumerate((a, b, c)):
        if best is None or v > best[1]:
            if v > -1:
                best = (i, v)
    return best or (-1, 0.0)


@program(ANY, ANY)
def linked(a, b):
    class N:
        __slots__ = ("v", "n")

        def __init__(s, v, n=None):
            s.v, s.n = v, n

    head = None
    for v in (a, b, 1.0):
        if v > 0:
            head = N(v, head)
    t, k = 0.0, 0
    while head is not None:
        t, k, head = t * 2 + head.v, k + 1, head.n
    return t, k


@program(ANY, ANY)
def gen_return(a, b):
    def g():
        n = 0
        for v in (a, b, 1.0):
            if v > 0:
                n += 1
                yield v
        return n

    def h(out):
        k = yield from g()
        out.append(k)

    out = []
    s = sum(h(out))
    return s, out[0]


@program(ANY)
def gen_value(a):
    def g():
        yield 1
        if a > 0:
            yield 2
        return a

    i = g()
    t = 0
    while True:
        try:
            t += next(i)
        except StopIteration as e:
            return t, e.value


@program(ANY, ANY)
def coroutine_avg(a, b):
    def avg():
        total = count = 0
        r = None
        while True:
            x = yield r
            if x > 0:
                total += x
                count += 1
            r = total / count if count else 0.0

    c = avg()
    next(c)
    c.send(a)
    c.send(b)
    return c.send(1.0)


@program(ANY)
def send_cond(a):
    def g():
        x = yield 0
        while x < 5:
            x = yield x * 2
        return x

    c = g()
    next(c)
    r = 0
    try:
        for k in range(6):
            r += c.send(a + k)
    except StopIteration as e:
        r += 100 + e.value
    return r


@program(ANY, ANY)
def peekable(a, b):
    class Peek:
        def __init__(s, i):
            s.i, s.buf = iter(i), []

        def __iter__(s):
            return s

        def peek(s, d=None):
            if not s.buf:
                try:
                    s.buf.append(next(s.i))
                except StopIteration:
                    return d
            return s.buf[0]

        def __next__(s):
            if s.buf:
                return s.buf.pop(0)
            return next(s.i)

    p = Peek([a, b, 2.0])
    r = 0
    if p.peek() > 0:
        r += next(p)
    while p.peek() is not None:
        r = r * 2 + next(p)
    return r


@program(ANY, ANY)
def cm_swallow(a, b):
    log = []

    @contextlib.contextmanager
    def guard():
        try:
            yield
        except (ValueError, ZeroDivisionError):
            log.append(1)

    with guard():
        log.append(math.sqrt(a))
    with guard():
        log.append(b / (1 if a > 0 else 0))
    return sum(log), len(log)


@program(ANY, ANY)
def suppressing(a, b):
    x = -1
    with contextlib.suppress(ValueError):
        x = math.log(a)
    with contextlib.suppress(ValueError, ZeroDivisionError):
        x += math.sqrt(b)
    return x


@program(ANY)
def try_else_finally(a):
    n = 0
    try:
        r = math.sqrt(a)
    except ValueError:
        r = -1
    else:
        n += 10
    finally:
        n += 1
    return r, n


@program(ANY, ANY)
def nested_try(a, b):
    try:
        try:
            x = [1, 2, 3][int(a)]
        except IndexError:
            x = 10 / int(b)
    except ZeroDivisionError:
        x = -5
    return x


@program(ANY, ANY)
def reraise(a, b):
    class E(Exception):
        def __init__(s, v):
            super().__init__(v)
            s.v = v

    try:
        try:
            if a > b:
                raise E(a)
            if b > 2:
                raise ValueError
            r = 0
        except E as e:
            raise KeyError(e.v * 2) from e
        except ValueError:
            r = 7
    except KeyError as k:
        r = k.args[0] + k.__cause__.v
    return r


@program(COUNT, COUNT)
def except_star(a, b):
    try:
        if a > b:
            raise ExceptionGroup("x", [ValueError(1), TypeError(2)])
        r = 0
    except* ValueError:
        r = 1
    except* TypeError:
        r = 2
    return r


@program(ANY, ANY)
def fin_return(a, b):
    def f(x):
        try:
            if x > 0:
                return x
            x = -x
        finally:
            out.append(x)
        return x * 10

    out = []
    return f(a) + f(b), sum(out)


@program(ANY, ANY)
def loop_else(a, b):
    for i in range(5):
        if i * 0.7 > a:
            break
    else:
        i = 50
    k = 0
    while k < b:
        k += 1
        if k > 2:
            break
    else:
        k = -k
    return i, k


@program(ANY)
def walrus_while(a):
    n = 0
    while (a := a * 0.5 + 0.1) > 0.3:
        n += 1
    return n, a


@program(ANY, ANY)
def swap_sort(a, b):
    l = [a, b, 0.5, -0.5]
    for i in range(len(l)):
        for j in range(len(l) - 1 - i):
            if l[j] > l[j + 1]:
                l[j], l[j + 1] = l[j + 1], l[j]
    return l


@program(ANY, ANY)
def insort(a, b):
    l = []
    for v in (a, b, 0.0, a + b):
        bisect.insort(l, v)
    return l, bisect.bisect_left(l, 0.0), bisect.bisect_right(l, 0.0)


@program(ANY, ANY)
def heaps(a, b):
    h = [a, 1.0, b]
    heapq.heapify(h)
    heapq.heappush(h, a - b)
    x = heapq.heappop(h)
    y = heapq.heapreplace(h, 9.0)
    return x, y, heapq.nsmallest(2, h), heapq.nlargest(2, h, key=abs)


@program(ANY, ANY)
def heap_tuples(a, b):
    h = []
    for v, name in ((a, "a"), (b, "b"), (0.0, "c")):
        heapq.heappush(h, (v, name))
    v, n = heapq.heappop(h)
    return v, n == "a", {"a": 1, "b": 2, "c": 3}[n]


@program(ANY, ANY)
def dijkstra(a, b):
    g = {0: [(1, abs(a)), (2, 4.0)], 1: [(2, abs(b)), (3, 6.0)], 2: [(3, 1.0)], 3: []}
    d = {0: 0.0}
    q = [(0.0, 0)]
    seen = set()
    while q:
        c, u = heapq.heappop(q)
        if u in seen:
            continue
        seen.add(u)
        for v, w in g[u]:
            n = c + w
            if n < d.get(v, math.inf):
                d[v] = n
                heapq.heappush(q, (n, v))
    return d[3], d[2]


@program(COUNT, COUNT)
def counters(a, b):
    c = Counter([a % 3, b % 3, 1, 1])
    return c[1], c.most_common(1)[0][1], len(c), sum((c - Counter([1])).values())


@program(COUNT, COUNT)
def ddict(a, b):
    d = defaultdict(list)
    for v in (a, b, 3):
        d[v % 2].append(v)
    return sum(d[0]), len(d[1])


@program(COUNT, COUNT)
def sets(a, b):
    s = {a, b, 3}
    t = {1, 3, a + 1}
    return len(s | t), len(s & t), len(s - t), sum(s ^ t), a in t, s <= t


@program(COUNT, COUNT)
def frozen(a, b):
    seen = set()
    n = 0
    for p in ((a, b), (b, a), (1, 2)):
        if frozenset(p) not in seen:
            n += 1
        seen.add(frozenset(p))
    return n


@program(COUNT, COUNT)
def chainmap(a, b):
    c = ChainMap({"x": a}, {"x": 1, "y": b})
    return c["x"] + c["y"], len(c)


@program(ANY, ANY)
def dq(a, b):
    d = deque([a, b], maxlen=3)
    d.append(1.0)
    d.appendleft(2.0)
    d.rotate(1)
    return list(d), d[0]


@program(WHOLE, WHOLE)
def bitops(a, b):
    return a & b, a | b, a ^ b, ~a, a << 2, b >> 1, bin(a & 255).count("1"), (a & 255).bit_length(), (a & 255).bit_count()


@program(ANY)
def rounds(a):
    return (
        round(a),
        round(a, 1),
        math.floor(a),
        math.ceil(a),
        math.trunc(a),
        int(a),
        a // 1,
        a % 1,
        round(a * 10, -1),
        math.modf(a),
    )


@program(BYTES, BYTES)
def structs(a, b):
    return (
        struct.unpack("<H", bytes([a, b]))[0],
        struct.unpack(">h", struct.pack(">BB", a, b))[0],
        int.from_bytes([a, b], "big"),
        struct.pack("<I", a * 256)[1],
    )


@program(BYTES)
def hexes(a):
    s = f"{a:02x}"
    return (
        int(s, 16),
        len(s),
        s[0] == "f",
        int(hex(a)[2:], 16),
        int(bin(a), 2),
        len(oct(a)),
        f"{a:08b}".count("1"),
        "0123456789abcdef".index(s[1]),
    )


@program(LARGE)
def texts(a):
    s = str(a)
    return (
        len(s),
        s == s[::-1],
        sum(map(int, s)),
        int(s[::-1]),
        s.count("1"),
        s.zfill(8)[0] == "0",
        int(s[0]),
        int(s[-1]),
        max(s) >= "5",
        s.find("3"),
        s.isdigit(),
    )


@program(BYTES, BYTES)
def b64(a, b):
    e = base64.b64encode(bytes([a, b, 7]))
    return e[0], len(e), base64.b64decode(e)[1], bytes([a, b]).hex() == "0101"


@program(YEARS, MONTHS, DAYS)
def dates(a, b, c):
    d = dt.date(a, b, c)
    return (
        d.toordinal(),
        d.weekday(),
        d.isocalendar()[1],
        (d + dt.timedelta(days=30)).month,
        (dt.date(2030, 1, 1) - d).days,
        d.timetuple().tm_yday,
        d.replace(day=1).weekday(),
        d > dt.date(2000, 2, 29),
    )


@program(COUNT, NATURAL)
def fracs(a, b):
    f = fractions.Fraction(a, b)
    return (
        f.numerator,
        f.denominator,
        float(f + fractions.Fraction(1, 3)),
        f < fractions.Fraction(1, 2),
        float(f.limit_denominator(5)),
    )


@program(ANY)
def fmtlen(a):
    return (
        len(f"{a:.2f}"),
        float(f"{a:.1f}"),
        len(f"{a:8.3f}"),
        f"{a:.2f}"[0] == "-",
        float("%.2f" % a),  # noqa: UP031
        int(f"{a:.0f}"),
    )


@program(ANY, ANY)
def single(a, b):
    @ft.singledispatch
    def f(x):
        return x

    @f.register(int)
    def _(x):
        return x + 100

    @f.register(list)
    def _(x):
        return sum(map(f, x))

    return f(a), f(int(b)), f([a, 1])


@program(ANY, ANY)
def dataclasses_(a, b):
    @dataclass(order=True, frozen=True)
    class V:
        x: float
        y: float = 2.0

        def __add__(s, o):
            return V(s.x + o.x, s.y + o.y)

        def __abs__(s):
            return math.hypot(s.x, s.y)

    v, w = V(a, b), V(b)
    r = dc.replace(v, x=1.0)
    return abs(v + w), v < w, max(v, w).x, dc.astuple(r), len(dc.fields(v)), v == V(a, b), dc.asdict(w)["y"]


@program(ANY, ANY)
def descr(a, b):
    class Clamped:
        def __set_name__(s, o, n):
            s.n = "_" + n

        def __get__(s, o, t=None):
            return getattr(o, s.n)

        def __set__(s, o, v):
            setattr(o, s.n, max(-1, min(1, v)))

    class T:
        x = Clamped()
        y = Clamped()

        def __init__(s, x, y):
            s.x, s.y = x, y

        def __getattr__(s, n):
            if n == "sum":
                return s.x + s.y
            raise AttributeError(n)

        def __getitem__(s, i):
            return (s.x, s.y)[i]

        def __len__(s):
            return 2

        def __contains__(s, v):
            return v == s.x

        def __iter__(s):
            yield s.x
            yield s.y

        def __call__(s, k):
            return s.sum * k

        def __bool__(s):
            return s.x > 0

    t = T(a, b)
    t.x += 0.25
    return t.sum, t[0], t(2), list(t), 1.0 if t else 0.0, getattr(t, "nope", 5), hasattr(t, "zz"), sum(t), a in t
