"""Numeric recipes, searches, codes, small languages and classes with operators, as people write them for themselves."""

import cmath
import contextlib
import functools
import heapq
import itertools
import math
import operator
from collections import deque, namedtuple
from dataclasses import dataclass

from .cases import ANY, POSITIVE, UNIT, programs

program = programs("numbers and machines")


TINY = ("int", 0, 8)


FEW = ("int", 0, 5)


BYTE = ("int", 0, 256)


@program(ANY, ANY, ANY, ANY)
def gauss_pivot(a, b, c, d):
    A = [[a, b, 1.0], [c, d, 2.0], [1.0, -1.0, 0.5]]
    rhs = [1.0, 2.0, 3.0]
    n = 3
    for k in range(n):
        p = max(range(k, n), key=lambda i: abs(A[i][k]))
        A[k], A[p] = (A[p], A[k])
        rhs[k], rhs[p] = (rhs[p], rhs[k])
        if abs(A[k][k]) < 0.001:
            return (-1, -1, -1)
        for i in range(k + 1, n):
            f = A[i][k] / A[k][k]
            for j in range(k, n):
                A[i][j] -= f * A[k][j]
            rhs[i] -= f * rhs[k]
    x = [0.0] * n
    for i in reversed(range(n)):
        x[i] = (rhs[i] - sum(A[i][j] * x[j] for j in range(i + 1, n))) / A[i][i]
    return [min(max(v, -50), 50) for v in x]


@program(ANY, ANY, ANY, ANY)
def fft_rec(a, b, c, d):

    def fft(xs):
        n = len(xs)
        if n == 1:
            return xs
        e, o = (fft(xs[::2]), fft(xs[1::2]))
        t = [cmath.exp(-2j * math.pi * k / n) * o[k] for k in range(n // 2)]
        return [e[k] + t[k] for k in range(n // 2)] + [e[k] - t[k] for k in range(n // 2)]

    return fft([a, b, c, d])


@program(ANY, ANY)
def newton_complex(a, b):
    z = complex(a, b) or 1
    for _ in range(20):
        f, df = (z**3 - 1, 3 * z**2)
        if abs(df) < 1e-06:
            break
        z -= f / df
        if abs(f) < 0.0001:
            break
    roots = [cmath.rect(1, 2 * math.pi * k / 3) for k in range(3)]
    return min(range(3), key=lambda k: abs(z - roots[k]))


@program(UNIT, UNIT)
def rk4(x, v):

    def deriv(s):
        return (s[1], -s[0] - 0.1 * s[1])

    def step(s, h):
        k1 = deriv(s)
        k2 = deriv(tuple((p + h / 2 * q for p, q in zip(s, k1))))
        k3 = deriv(tuple((p + h / 2 * q for p, q in zip(s, k2))))
        k4 = deriv(tuple((p + h * q for p, q in zip(s, k3))))
        return tuple((p + h / 6 * (a + 2 * b + 2 * c + d) for p, a, b, c, d in zip(s, k1, k2, k3, k4)))

    s = (x, v)
    for _ in range(10):
        s = step(s, 0.1)
    return s


@program(ANY, ANY, ANY)
def cubic_roots(a, b, c):
    q = (3 * b - a * a) / 9
    r = (9 * a * b - 27 * c - 2 * a**3) / 54
    disc = q**3 + r**2
    if disc >= 0:
        s = math.copysign(abs(r + math.sqrt(disc)) ** (1 / 3), r + math.sqrt(disc))
        t = math.copysign(abs(r - math.sqrt(disc)) ** (1 / 3), r - math.sqrt(disc))
        return (1, s + t - a / 3)
    th = math.acos(max(-1, min(1, r / math.sqrt(-(q**3)))))
    return (3, max(2 * math.sqrt(-q) * math.cos((th + 2 * math.pi * k) / 3) - a / 3 for k in range(3)))


@program(TINY, TINY)
def dijkstra_heap(a, b):
    graph = {0: [(1, a + 1), (2, 4)], 1: [(2, 2), (3, b + 2)], 2: [(3, 1)], 3: []}
    dist, heap = ({}, [(0, 0)])
    while heap:
        d, n = heapq.heappop(heap)
        if n in dist:
            continue
        dist[n] = d
        for m, w in graph[n]:
            heapq.heappush(heap, (d + w, m))
    return (dist[3], len(dist))


@program(TINY, TINY)
def floyd(a, b):
    D = [[0, a + 1, 9, 9], [9, 0, b + 1, 9], [9, 9, 0, 2], [1, 9, 9, 0]]
    for k, i, j in itertools.product(range(4), repeat=3):
        D[i][j] = min(D[i][j], D[i][k] + D[k][j])
    return list(itertools.chain.from_iterable(D))


@program(BYTE)
def bfs_mask(mask):
    grid = [[mask >> 3 * y + x & 1 for x in range(3)] for y in range(2)]
    seen, queue = ({(0, 0)}, deque([(0, 0)]))
    while queue:
        y, x = queue.popleft()
        for dy, dx in ((0, 1), (1, 0), (0, -1), (-1, 0)):
            ny, nx = (y + dy, x + dx)
            if 0 <= ny < 2 and 0 <= nx < 3 and ((ny, nx) not in seen) and (not grid[ny][nx]):
                seen.add((ny, nx))
                queue.append((ny, nx))
    return len(seen)


@program(BYTE)
def flood_components(mask):
    g = [[mask >> 3 * y + x & 1 for x in range(3)] for y in range(2)]
    parent = list(range(6))

    def find(i):
        while parent[i] != i:
            i = parent[i]
        return i

    for y in range(2):
        for x in range(3):
            if g[y][x]:
                if x < 2 and g[y][x + 1]:
                    parent[find(3 * y + x)] = find(3 * y + x + 1)
                if y < 1 and g[y + 1][x]:
                    parent[find(3 * y + x)] = find(3 * y + 3 + x)
    return len({find(3 * y + x) for y in range(2) for x in range(3) if g[y][x]})


@program(BYTE)
def rle(v):
    bits = [v >> i & 1 for i in range(8)]
    runs = [(k, len(list(g))) for k, g in itertools.groupby(bits)]
    return (len(runs), max((n for _, n in runs)), sum((n for k, n in runs if k)))


@program(BYTE)
def huffman(v):
    freq = [(v & 7) + 1, (v >> 3 & 7) + 2, (v >> 6) + 3]
    total = 0
    nodes = freq[:]
    while len(nodes) > 1:
        nodes.sort()
        a, b = (nodes.pop(0), nodes.pop(0))
        total += a + b
        nodes.append(a + b)
    return total


@program(BYTE)
def crc8(v):
    crc = 0
    for byte in (v, v ^ 90, 49):
        crc ^= byte
        for _ in range(8):
            crc = (crc << 1 ^ 7) & 255 if crc & 128 else crc << 1
    return crc


@program(("int", 0, 100000))
def adler(v):
    a, b = (1, 0)
    for byte in v.to_bytes(4, "big"):
        a = (a + byte) % 65521
        b = (b + a) % 65521
    return (a, b % 1009)


@program(("int", 0, 100000))
def luhn(n):
    digits = [int(c) for c in f"{n:06d}"]
    odd, even = (digits[-1::-2], digits[-2::-2])
    return (sum(odd) + sum(sum(divmod(2 * d, 10)) for d in even)) % 10


@program(("int", 0, 100000))
def digits_sorted(n):
    return (int("".join(sorted(str(n), reverse=True))), str(n) == str(n)[::-1])


@program(("int", 0, 5000))
def kaprekar(n):
    steps = 0
    while n not in (0, 6174) and steps < 8:
        d = sorted(f"{n:04d}")
        n = int("".join(d[::-1])) - int("".join(d))
        steps += 1
    return steps


@program(ANY, ANY)
def coroutine_avg(a, b):

    def averager():
        total, n, avg = (0.0, 0, None)
        while True:
            x = yield avg
            total += x
            n += 1
            avg = total / n

    g = averager()
    next(g)
    return (g.send(a), g.send(b), g.send(3.0))


@program(ANY, ANY)
def trampolined(a, b):

    def fact(n, acc=1):
        return acc if n == 0 else lambda: fact(n - 1, acc * a)

    v = fact(4)
    while callable(v):
        v = v()
    return v


@program(ANY, ANY)
def pipeline(a, b):
    compose = lambda *fs: functools.reduce(lambda f, g: lambda x: g(f(x)), fs)
    curry = lambda f: lambda x: lambda y: f(x, y)
    p = compose(curry(operator.add)(a), math.sin, functools.partial(pow, 2), lambda v: v - b)
    return (p(b), p(1.0))


@program(ANY, ANY, ANY)
def church(a, b, c):
    zero = lambda f: lambda x: x
    succ = lambda n: lambda f: lambda x: f(n(f)(x))
    add = lambda m: lambda n: lambda f: lambda x: m(f)(n(f)(x))
    three = succ(succ(succ(zero)))
    return add(three)(three)(lambda v: v + a)(b)


@program(ANY, ANY)
def ycomb(a, b):
    Y = lambda f: (lambda x: f(lambda v: x(x)(v)))(lambda x: f(lambda v: x(x)(v)))
    power = Y(lambda self: lambda n: 1.0 if n == 0 else a * self(n - 1))
    return power(4)


@program(ANY, ANY)
def result_type(a, b):
    Ok = namedtuple("Ok", "value")
    Err = namedtuple("Err", "code")

    def parse(x):
        return Ok(x * 2) if x > 0 else Err(1)

    def check(r):
        match r:
            case Ok(v) if v > 4:
                return Err(2)
            case Ok(v):
                return Ok(v + 1)
            case e:
                return e

    match check(parse(a)):
        case Ok(value=v):
            return v
        case Err(code):
            return -code


@program(ANY, ANY, ANY)
def visitor(a, b, c):

    @dataclass
    class Num:
        v: float

    @dataclass
    class Bin:
        op: str
        l: object
        r: object

    def ev(e):
        match e:
            case Num(v):
                return v
            case Bin("+", l, r):
                return ev(l) + ev(r)
            case Bin("*", l, Num(0)):
                return 0
            case Bin("*", l, r):
                return ev(l) * ev(r)
            case Bin("max", l, r):
                return max(ev(l), ev(r))

    def diff(e):
        match e:
            case Num():
                return Num(0.0)
            case Bin("+", l, r):
                return Bin("+", diff(l), diff(r))
            case Bin("*", l, r):
                return Bin("+", Bin("*", diff(l), r), Bin("*", l, diff(r)))

    tree = Bin("+", Bin("*", Num(a), Num(b)), Bin("max", Num(c), Num(1)))
    return (ev(tree), ev(diff(Bin("*", Num(a), Bin("+", Num(b), Num(c))))))


@program(ANY, ANY)
def tokens(a, b):
    expr = "x 2 * y + x y - *".split()
    ops = {"+": operator.add, "-": operator.sub, "*": operator.mul}
    env = {"x": a, "y": b}
    stack = []
    for t in expr:
        if t in ops:
            r, l = (stack.pop(), stack.pop())
            stack.append(ops[t](l, r))
        else:
            stack.append(env[t] if t in env else float(t))
    return stack.pop()


@program(ANY, ANY)
def shunting(a, b):
    prec = {"+": 1, "-": 1, "*": 2, "/": 2, "^": 3}
    out, ops = ([], [])
    for t in "x + y * 2 ^ 2 - ( x - y ) * 3".split():
        if t == "(":
            ops.append(t)
        elif t == ")":
            while ops[-1] != "(":
                out.append(ops.pop())
            ops.pop()
        elif t in prec:
            while ops and ops[-1] != "(" and (prec[ops[-1]] >= prec[t]) and (t != "^"):
                out.append(ops.pop())
            ops.append(t)
        else:
            out.append(t)
    out += reversed(ops)
    st = []
    for t in out:
        if t in prec:
            r, l = (st.pop(), st.pop())
            st.append({"+": l + r, "-": l - r, "*": l * r, "^": l**2 if t == "^" else 0}[t])
        else:
            st.append({"x": a, "y": b}.get(t) if t in "xy" else float(t))
    return st[0]


class Dual:
    def __init__(self, v, d=0.0):
        self.v, self.d = (v, d)

    @staticmethod
    def lift(x):
        return x if isinstance(x, Dual) else Dual(x)

    def __add__(s, o):
        o = Dual.lift(o)
        return Dual(s.v + o.v, s.d + o.d)

    __radd__ = __add__

    def __sub__(s, o):
        return s + -Dual.lift(o)

    def __neg__(s):
        return Dual(-s.v, -s.d)

    def __mul__(s, o):
        o = Dual.lift(o)
        return Dual(s.v * o.v, s.d * o.v + s.v * o.d)

    __rmul__ = __mul__

    def __truediv__(s, o):
        o = Dual.lift(o)
        return Dual(s.v / o.v, (s.d * o.v - s.v * o.d) / (o.v * o.v))

    def __pow__(s, n):
        return Dual(s.v**n, n * s.v ** (n - 1) * s.d)

    def sin(s):
        return Dual(math.sin(s.v), math.cos(s.v) * s.d)


@program(POSITIVE, ANY)
def autodiff(x, y):
    f = lambda t: (t * t * 3 + t.sin() - 2) / (t + 1) + t**3 * y
    r = f(Dual(x, 1.0))
    return (r.v, r.d)


@program(ANY, ANY)
def interval(a, b):

    class Between:
        def __init__(s, lo, hi=None):
            s.lo, s.hi = (lo, lo) if hi is None else (lo, hi)

        def __add__(s, o):
            return Between(s.lo + o.lo, s.hi + o.hi)

        def __mul__(s, o):
            ps = [x * y for x in (s.lo, s.hi) for y in (o.lo, o.hi)]
            return Between(min(ps), max(ps))

        def __contains__(s, x):
            return s.lo <= x <= s.hi

        def __bool__(s):
            return s.lo < s.hi

        def __iter__(s):
            yield s.lo
            yield s.hi

    r = Between(min(a, b), max(a, b)) * Between(-1, 2) + Between(0.5)
    lo, hi = r
    return (lo, hi, 0 in r, bool(r))


@program(ANY, ANY, ANY)
def poly_class(a, b, c):

    class P(tuple):
        def __new__(cls, *cs):
            return super().__new__(cls, cs)

        def __call__(s, x):
            return functools.reduce(lambda acc, k: acc * x + k, reversed(s), 0.0)

        def __mul__(s, o):
            out = [0.0] * (len(s) + len(o) - 1)
            for i, p in enumerate(s):
                for j, q in enumerate(o):
                    out[i + j] += p * q
            return P(*out)

        def derivative(s):
            return P(*(i * k for i, k in enumerate(s) if i))

    p = P(a, b, 1.0) * P(c, 2.0)
    return (p(0.5), p.derivative()(1.5), len(p))


@program(ANY, ANY)
def matrix_class(a, b):

    class M:
        def __init__(self, rows):
            self.rows = [list(r) for r in rows]

        def __matmul__(self, o):
            return M([[sum((x * y for x, y in zip(r, c))) for c in zip(*o.rows)] for r in self.rows])

        def __getitem__(self, ij):
            return self.rows[ij[0]][ij[1]]

        def __setitem__(self, ij, v):
            self.rows[ij[0]][ij[1]] = v

        def __pow__(self, n):
            return self if n == 1 else self @ self ** (n - 1)

        @property
        def T(self):
            return M(zip(*self.rows))

        @classmethod
        def eye(cls, n):
            return cls([[float(i == j) for j in range(n)] for i in range(n)])

    m = M([[a / 2, b / 2], [1, 0]])
    m[1, 1] = 0.5
    p = (m @ M.eye(2)) ** 3
    return (p[0, 0], p[0, 1], p.T[0, 1])


@program(ANY, ANY)
def descriptors(a, b):

    class Clamped:
        def __init__(self, lo, hi):
            self.lo, self.hi = (lo, hi)

        def __set_name__(self, owner, name):
            self.name = "_" + name

        def __get__(self, obj, cls=None):
            return getattr(obj, self.name)

        def __set__(self, obj, v):
            setattr(obj, self.name, min(max(v, self.lo), self.hi))

    class Px:
        r = Clamped(0, 1)
        g = Clamped(-1, 2)

        def __init__(self, r, g):
            self.r, self.g = (r, g)

    p = Px(a, b)
    p.r += 0.25
    return (p.r, p.g)


@program(ANY, ANY)
def getattr_hook(a, b):

    class Sw:
        def __init__(self, **kw):
            self.__dict__.update(kw)

        def __getattr__(self, name):
            if set(name) <= set("xyz"):
                return tuple(getattr(self, c) for c in name)
            raise AttributeError(name)

    s = Sw(x=a, y=b, z=1.0)
    return s.xzy + s.yy + (s.x, hasattr(s, "w"))


@program(ANY, TINY)
def registry(a, n):

    class Base:
        kinds = []

        def __init_subclass__(cls, gain=1, **kw):
            super().__init_subclass__(**kw)
            cls.gain = gain
            Base.kinds.append(cls)

        def apply(self, x):
            return x * self.gain

    class A(Base, gain=2):
        pass

    class B(Base, gain=3):
        def apply(self, x):
            return super().apply(x) + 1

    return (sum(k().apply(a) for k in Base.kinds), Base.kinds[n % 2]().apply(a))


@program(ANY, ANY)
def state_machine(a, b):
    transitions = {
        ("idle", True): "run",
        ("idle", False): "idle",
        ("run", True): "run",
        ("run", False): "stop",
        ("stop", True): "idle",
        ("stop", False): "stop",
    }
    state = "idle"
    for x in (a, b, a - b, a + b, -a):
        state = transitions[state, x > 0]
    return ["idle", "run", "stop"].index(state)


@program(ANY, ANY, ANY)
def exc_flow(a, b, c):

    class Bad(Exception):
        def __init__(self, v):
            super().__init__(f"bad {v}")
            self.v = v

    def f(x):
        if x < 0:
            raise Bad(x)
        if x == 0:
            raise ZeroDivisionError
        return 1 / x

    total = 0
    for x in (a, b, c):
        try:
            total += f(x)
        except Bad as e:
            total -= e.v
        except ZeroDivisionError:
            total += 100
        else:
            total += 1000
        finally:
            total += 0.5
    return total


@program(ANY, ANY)
def suppress_ctx(a, b):
    n = 0
    with contextlib.suppress(ValueError, ZeroDivisionError):
        n = 1
        math.sqrt(a)
        n = 2
        1 / (b > 0)
        n = 3
    return n


@program(ANY, ANY)
def assert_style(a, b):

    def checked(x):
        assert -10 < x < 10, f"out of range: {x!r}"
        if not isinstance(x, (int, float)):
            raise TypeError(f"{x:>10.3f} is {type(x).__name__}")
        return x

    return checked(a) + checked(b)
