"""Trees, lists of nodes, queues, sorting, tables of optimal choices and small machines, as textbooks have them."""

import functools
import heapq
import itertools
import math
import operator
from dataclasses import dataclass

import numpy as np

from .cases import ANY, UNIT, programs

program = programs("trees and tables")


TINY = ("int", 0, 8)


FEW = ("int", 0, 5)


BYTE = ("int", 0, 256)


@dataclass
class Tree:
    key: float
    left: "Tree | None" = None
    right: "Tree | None" = None

    def insert(self, k):
        if k < self.key:
            if self.left is None:
                self.left = Tree(k)
            else:
                self.left.insert(k)
        elif self.right is None:
            self.right = Tree(k)
        else:
            self.right.insert(k)

    def __iter__(self):
        if self.left:
            yield from self.left
        yield self.key
        if self.right:
            yield from self.right

    def depth(self):
        return 1 + max(self.left.depth() if self.left else 0, self.right.depth() if self.right else 0)


@program(ANY, ANY, ANY)
def stack_ll(a, b, c):

    class Stack:
        def __init__(self):
            self.top, self.n = (None, 0)

        def push(self, v):
            self.top = (v, self.top)
            self.n += 1

        def pop(self):
            if self.top is None:
                raise IndexError("empty")
            v, self.top = self.top
            self.n -= 1
            return v

    s = Stack()
    s.push(a)
    if b > 0:
        s.push(b)
    try:
        x = s.pop() + s.pop()
    except IndexError:
        x = c
    return (x, s.n)


@program(ANY, ANY, ANY)
def linked_reverse(a, b, c):

    class N:
        __slots__ = ("v", "next")

        def __init__(self, v, next=None):
            self.v, self.next = (v, next)

    head = functools.reduce(lambda nxt, v: N(v, nxt), (a, b, c), None)
    prev = None
    while head:
        head.next, prev, head = (prev, head, head.next)
    return prev.v - 2 * prev.next.v


@program(ANY, TINY)
def ring_buffer(a, n):

    class Ring:
        def __init__(self, size):
            self.data, self.pos = ([0.0] * size, 0)

        def push(self, v):
            self.data[self.pos % len(self.data)] = v
            self.pos += 1

        def __getitem__(self, i):
            return self.data[(self.pos - 1 - i) % len(self.data)]

        def __len__(self):
            return min(self.pos, len(self.data))

    r = Ring(4)
    for i in range(n):
        r.push(a * i)
    return (r[0], r[1], len(r))


@program(TINY, TINY)
def trie(a, b):
    root = {}
    for w in ("ab", "abc", "b"):
        node = root
        for ch in w:
            node = node.setdefault(ch, {})
        node["$"] = len(w) * a

    def find(w):
        node = root
        for ch in w:
            if ch not in node:
                return -1
            node = node[ch]
        return node.get("$", 0)

    return (find("ab"), find("abc"), find("x"), find("a") + b)


@program(ANY, ANY)
def observer(a, b):

    class Signal:
        def __init__(self):
            self.slots = []

        def connect(self, f):
            self.slots.append(f)
            return f

        def emit(self, *args):
            for f in self.slots:
                f(*args)

    s, out = (Signal(), [])

    @s.connect
    def _(x):
        out.append(x * 2)

    s.connect(lambda x: out.append(x + b))
    s.emit(a)
    s.emit(1.0)
    return (sum(out), len(out))


@program(ANY, ANY)
def undo(a, b):

    class Acc:
        def __init__(self):
            self.v, self.hist = (0.0, [])

        def do(self, f, *args):
            self.hist.append(self.v)
            self.v = f(self.v, *args)
            return self

        def undo(self):
            if self.hist:
                self.v = self.hist.pop()
            return self

    acc = Acc().do(operator.add, a).do(operator.mul, b)
    if a > b:
        acc.undo()
    return (acc.v, len(acc.hist))


@program(ANY, ANY)
def event_queue(a, b):
    q, t, log = ([], 0.0, 0.0)
    heapq.heappush(q, (abs(a), 0))
    heapq.heappush(q, (abs(b), 1))
    heapq.heappush(q, (1.0, 2))
    while q:
        t, kind = heapq.heappop(q)
        log = log * 3 + kind
        if kind == 2 and t < 2:
            heapq.heappush(q, (t + 2, 3))
    return (t, log)


@program(UNIT, UNIT)
def simplex_noise_like(x, y):
    F, G = (0.366025, 0.211324)
    s = (x + y) * F
    i, j = (math.floor(x + s), math.floor(y + s))
    t = (i + j) * G
    x0, y0 = (x - i + t, y - j + t)
    i1, j1 = (1, 0) if x0 > y0 else (0, 1)
    total = 0.0
    for dx, dy in ((0, 0), (i1, j1), (1, 1)):
        px, py = (x0 - dx + (dx + dy) * G, y0 - dy + (dx + dy) * G)
        att = 0.5 - px * px - py * py
        if att > 0:
            total += att**4 * (px + 2 * py)
    return 70 * total


@program(UNIT, UNIT, UNIT)
def pbr(nl, nv, rough):
    nl, nv = (nl + 0.05, nv + 0.05)
    a = (rough + 0.1) ** 2

    def D(nh):
        return a * a / (math.pi * (nh * nh * (a * a - 1) + 1) ** 2)

    def G(n, k=a / 2):
        return n / (n * (1 - k) + k)

    F = lambda c, f0=0.04: f0 + (1 - f0) * (1 - c) ** 5
    return D((nl + nv) / 2.2) * G(nl) * G(nv) * F(nl) / (4 * nl * nv)


@program(UNIT, UNIT)
def glsl_port(u, v):

    class vec2:
        def __init__(s, x, y=None):
            s.x, s.y = (x, x if y is None else y)

        def _op(s, o, f):
            o = o if isinstance(o, vec2) else vec2(o)
            return vec2(f(s.x, o.x), f(s.y, o.y))

        def __add__(s, o):
            return s._op(o, operator.add)

        def __sub__(s, o):
            return s._op(o, operator.sub)

        def __mul__(s, o):
            return s._op(o, operator.mul)

        __rmul__ = __mul__

        def __mod__(s, o):
            return s._op(o, operator.mod)

        @property
        def yx(s):
            return vec2(s.y, s.x)

    length = lambda p: math.hypot(p.x, p.y)
    fract = lambda x: x - math.floor(x)
    mix = lambda a, b, t: a * (1 - t) + b * t
    uv = (vec2(u, v) - 0.5) * 2
    d = length(uv) - 0.5
    col = mix(1.0, 0.2, fract(d * 5))
    for i in range(3):
        uv = uv * 1.5 % 1.0 - 0.5
        col += 0.1 / (abs(math.sin(length(uv.yx) * 8 + i) / 8) + 0.1)
    return col


@program(UNIT, UNIT)
def truchet(u, v):
    x, y = (u * 6, v * 6)
    i, j = (int(x), int(y))
    fx, fy = (x - i, y - j)
    if (i * 7 + j * 3) % 2:
        fx = 1 - fx
    return min(abs(math.hypot(fx, fy) - 0.5), abs(math.hypot(1 - fx, 1 - fy) - 0.5))


@program(UNIT, UNIT, UNIT)
def dither_bayer(v, x, y):
    B = lambda n: (
        [[0]]
        if n == 0
        else (
            lambda q: (
                [[4 * c for c in r] + [4 * c + 2 for c in r] for r in q]
                + [[4 * c + 3 for c in r] + [4 * c + 1 for c in r] for r in q]
            )
        )(B(n - 1))
    )
    m = B(2)
    return int(v * 16 > m[int(y * 3.99)][int(x * 3.99)])


@program(UNIT, UNIT, UNIT, UNIT)
def marching_squares(a, b, c, d):
    case = sum((1 << i for i, v in enumerate((a, b, c, d)) if v > 0.5))
    table = {
        0: [],
        15: [],
        1: [(0, 3)],
        2: [(0, 1)],
        3: [(1, 3)],
        4: [(1, 2)],
        6: [(0, 2)],
        9: [(0, 2)],
        5: [(0, 3), (1, 2)],
        10: [(0, 1), (2, 3)],
    }
    edges = table.get(case, table.get(15 - case, []))
    return (len(edges), sum((p * 3 + q for p, q in edges)))


@program(UNIT, UNIT, UNIT, UNIT)
def bilinear_class(a, b, c, d):

    class Lerp:
        def __init__(self, *k):
            self.k = k

        def __call__(self, t):
            return self.k[0] + (self.k[1] - self.k[0]) * t

    return Lerp(Lerp(a, b)(c), Lerp(b, a)(d))(0.25)


@program(UNIT, UNIT, UNIT)
def catmull(a, b, c):
    pts = [0.0, a, b, c, 1.0]
    t = 1.5 + a
    i = min(int(t), len(pts) - 3)
    p0, p1, p2, p3 = pts[i - 1 : i + 3]
    f = t - i
    return 0.5 * (2 * p1 + (-p0 + p2) * f + (2 * p0 - 5 * p1 + 4 * p2 - p3) * f**2 + (-p0 + 3 * p1 - 3 * p2 + p3) * f**3)


@program(UNIT, UNIT, UNIT)
def thomas(a, b, c):
    n = 4
    lo, di, up, rhs = ([0, a, b, c], [4.0] * n, [1.0, b, a, 0], [1, a, b, c])
    cp, dp = ([0.0] * n, [0.0] * n)
    cp[0], dp[0] = (up[0] / di[0], rhs[0] / di[0])
    for i in range(1, n):
        m = di[i] - lo[i] * cp[i - 1]
        cp[i], dp[i] = (up[i] / m, (rhs[i] - lo[i] * dp[i - 1]) / m)
    x = dp[:]
    for i in range(n - 2, -1, -1):
        x[i] -= cp[i] * x[i + 1]
    return x


@program(UNIT, UNIT)
def simpson(a, b):

    def adaptive(f, lo, hi, n=8):
        h = (hi - lo) / n
        return (
            h
            / 3
            * (
                f(lo)
                + f(hi)
                + 4 * sum(f(lo + i * h) for i in range(1, n, 2))
                + 2 * sum(f(lo + i * h) for i in range(2, n, 2))
            )
        )

    return adaptive(lambda x: math.exp(-a * x * x), 0, 1 + b)


@program(UNIT, UNIT)
def adaptive_simpson(a, b):
    f = lambda x: math.sqrt(x + a)

    def rule(lo, hi):
        return (hi - lo) / 6 * (f(lo) + 4 * f((lo + hi) / 2) + f(hi))

    def go(lo, hi, whole, depth):
        m = (lo + hi) / 2
        l, r = (rule(lo, m), rule(m, hi))
        if depth == 0 or abs(l + r - whole) < 0.001:
            return l + r
        return go(lo, m, l, depth - 1) + go(m, hi, r, depth - 1)

    return go(0.0, 1 + b, rule(0.0, 1 + b), 4)


@program(UNIT, UNIT)
def bisection(a, b):
    f = lambda x: x**3 + a * x - 1 - b
    lo, hi = (0.0, 2.0)
    n = 0
    while hi - lo > 0.001:
        mid = (lo + hi) / 2
        if f(lo) * f(mid) <= 0:
            hi = mid
        else:
            lo = mid
        n += 1
        if n > 50:
            raise RuntimeError(f"no convergence in [{lo}, {hi}]")
    return (lo + hi) / 2


@program(UNIT, UNIT)
def golden(a, b):
    f = lambda x: (x - a) ** 2 + b
    phi = (math.sqrt(5) - 1) / 2
    lo, hi = (-1.0, 2.0)
    x1, x2 = (hi - phi * (hi - lo), lo + phi * (hi - lo))
    for _ in range(20):
        if f(x1) < f(x2):
            hi, x2 = (x2, x1)
            x1 = hi - phi * (hi - lo)
        else:
            lo, x1 = (x1, x2)
            x2 = lo + phi * (hi - lo)
    return (lo + hi) / 2


@program(UNIT, UNIT)
def nelder_like(a, b):
    f = lambda p: (p[0] - a) ** 2 + (p[1] - b) ** 2
    simplex = [(0.0, 0.0), (1.0, 0.0), (0.0, 1.0)]
    for _ in range(4):
        simplex.sort(key=f)
        best, good, worst = simplex
        mid = tuple(((p + q) / 2 for p, q in zip(best, good)))
        refl = tuple((2 * m - w for m, w in zip(mid, worst)))
        simplex[-1] = refl if f(refl) < f(good) else tuple(((m + w) / 2 for m, w in zip(mid, worst)))
    return f(min(simplex, key=f))


@program(UNIT, UNIT)
def power_iter(a, b):
    A = np.array([[2 + a, b], [b, 1.0]])
    v = np.ones(2)
    for _ in range(15):
        v = A @ v
        v /= np.linalg.norm(v)
    return v @ A @ v


@program(UNIT, UNIT, UNIT)
def jacobi(a, b, c):
    A = np.array([[4.0, a, 0], [a, 3.0, b], [0, b, 5.0]])
    rhs = np.array([1.0, c, 2.0])
    x = np.zeros(3)
    D = np.diag(A)
    R = A - np.diagflat(D)
    for _ in range(12):
        x = (rhs - R @ x) / D
    return x


@program(UNIT, UNIT, UNIT)
def qr_gs(a, b, c):
    A = np.array([[1 + a, b], [c, 1.5]])
    Q = np.zeros((2, 2))
    R = np.zeros((2, 2))
    for j in range(2):
        v = A[:, j].copy()
        for i in range(j):
            R[i, j] = Q[:, i] @ A[:, j]
            v -= R[i, j] * Q[:, i]
        R[j, j] = np.linalg.norm(v)
        Q[:, j] = v / R[j, j]
    return (Q.ravel(), R[0, 1], np.allclose(Q @ R, A, atol=0.0001))


@program(UNIT, UNIT, UNIT)
def kalman(a, b, c):

    @dataclass
    class State:
        x: float
        p: float = 1.0

    def update(s, z, q=0.01, r=0.1):
        p = s.p + q
        k = p / (p + r)
        return State(s.x + k * (z - s.x), (1 - k) * p)

    s = functools.reduce(update, (a, b, c), State(0.5))
    return (s.x, s.p)


@program(UNIT, UNIT, UNIT)
def softmax_nn(a, b, c):
    relu = np.vectorize(lambda v: max(v, 0.0))
    W1 = np.array([[0.5, -0.3, 0.8], [0.1, 0.9, -0.4]])
    W2 = np.array([[1.0, -1.0], [0.5, 0.3]])
    h = relu(W1 @ np.array([a, b, c]))
    o = W2 @ h
    e = np.exp(o - o.max())
    return (e / e.sum(), int(np.argmax(o)))


@program(UNIT, UNIT, UNIT)
def decision_tree(a, b, c):
    tree = ("x", 0.5, ("y", 0.3, 1, 2), ("z", 0.7, ("x", 0.8, 3, 4), 5))
    env = {"x": a, "y": b, "z": c}

    def walk(node):
        if not isinstance(node, tuple):
            return node
        name, t, lo, hi = node
        return walk(lo) if env[name] < t else walk(hi)

    return walk(tree)


@program(UNIT, UNIT, UNIT)
def fuzzy(a, b, c):
    tri = lambda x, l, m, r: max(0.0, min((x - l) / (m - l), (r - x) / (r - m)))
    rules = [(min(tri(a, -0.5, 0, 0.5), tri(b, 0, 0.5, 1)), 10), (tri(c, 0, 0.5, 1), 20), (max(a, b) * 0.3, 30)]
    num, den = map(sum, zip(*((w * v, w) for w, v in rules)))
    return num / den if den else 0


@program(ANY, ANY, ANY)
def median3(a, b, c):
    swap = lambda p, q: (min(p, q), max(p, q))
    a, b = swap(a, b)
    b, c = swap(b, c)
    a, b = swap(a, b)
    return (a, b, c, sorted((c, a, b))[1] == b)


@program(ANY, ANY, ANY, ANY)
def sorts(a, b, c, d):
    xs = [a, b, c, d]
    bub = xs[:]
    swapped = True
    while swapped:
        swapped = False
        for i in range(3):
            if bub[i] > bub[i + 1]:
                bub[i], bub[i + 1] = (bub[i + 1], bub[i])
                swapped = True
    ins = xs[:]
    for i in range(1, 4):
        k, j = (ins[i], i)
        while j > 0 and ins[j - 1] > k:
            ins[j] = ins[j - 1]
            j -= 1
        ins[j] = k
    sel = xs[:]
    for i in range(4):
        m = min(range(i, 4), key=sel.__getitem__)
        sel[i], sel[m] = (sel[m], sel[i])
    return (bub == ins, ins, sel == ins)


@program(ANY, ANY, ANY, ANY)
def shell_heap(a, b, c, d):
    xs = [a, b, c, d]

    def sift(xs, n, i):
        while (j := (2 * i + 1)) < n:
            if j + 1 < n and xs[j + 1] > xs[j]:
                j += 1
            if xs[i] >= xs[j]:
                return
            xs[i], xs[j] = (xs[j], xs[i])
            i = j

    for i in (1, 0):
        sift(xs, 4, i)
    for n in (3, 2, 1):
        xs[0], xs[n] = (xs[n], xs[0])
        sift(xs, n, 0)
    return xs


@program(TINY, TINY, TINY)
def counting_sort(a, b, c):
    xs = [a % 4, b % 4, c % 4]
    counts = [0] * 4
    for x in xs:
        counts[x] += 1
    r = [i for i, n in enumerate(counts) for _ in range(n)]
    return (r[0], r[1], r[2])


@program(("int", 0, 4096))
def radix_digits(n):
    buckets = [[] for _ in range(4)]
    for d in (n & 3, n >> 2 & 3, n >> 4 & 3):
        buckets[d].append(d * 2)
    return (sum((i * len(b) for i, b in enumerate(buckets))), len(buckets[n % 4]))


@program(TINY, TINY)
def knapsack(a, b):
    w, v, cap = ([1, 2, 3], [a, b, 5], 4)
    best = [[0] * (cap + 1) for _ in range(4)]
    for i in range(1, 4):
        for c in range(cap + 1):
            best[i][c] = best[i - 1][c]
            if w[i - 1] <= c:
                best[i][c] = max(best[i][c], best[i - 1][c - w[i - 1]] + v[i - 1])
    return best[3][cap]


@program(BYTE, BYTE)
def lcs(a, b):
    x = [a >> 2 * i & 3 for i in range(3)]
    y = [b >> 2 * i & 3 for i in range(3)]
    L = [[0] * 4 for _ in range(4)]
    for i, p in enumerate(x, 1):
        for j, q in enumerate(y, 1):
            L[i][j] = L[i - 1][j - 1] + 1 if p == q else max(L[i - 1][j], L[i][j - 1])
    return L[3][3]


@program(BYTE)
def queens(v):
    cols = [v & 3, v >> 2 & 3, v >> 4 & 3, v >> 6]
    return all((c1 != c2 and abs(c1 - c2) != j - i for (i, c1), (j, c2) in itertools.combinations(enumerate(cols), 2)))


@program(BYTE)
def brainfuck(v):
    tape, ptr, pc, prog = ([v % 5, 0, 0], 0, 0, "[->+>++<<]")
    jumps = {0: 9, 9: 0}
    steps = 0
    while pc < len(prog) and steps < 80:
        op = prog[pc]
        if op == ">":
            ptr += 1
        elif op == "<":
            ptr -= 1
        elif op == "+":
            tape[ptr] += 1
        elif op == "-":
            tape[ptr] -= 1
        elif op == "[" and (not tape[ptr]):
            pc = jumps[pc]
        elif op == "]" and tape[ptr]:
            pc = jumps[pc]
        pc += 1
        steps += 1
    return tape


@program(BYTE)
def vm(v):
    code = [("push", v), ("push", 3), ("mod",), ("jz", 6), ("push", 10), ("jmp", 7), ("push", 20), ("halt",)]
    stack, pc = ([], 0)
    while True:
        match code[pc]:
            case ["push", x]:
                stack.append(x)
            case ["mod"]:
                b, a = (stack.pop(), stack.pop())
                stack.append(a % b)
            case ["jz", t]:
                if stack.pop() == 0:
                    pc = t
                    continue
            case ["jmp", t]:
                pc = t
                continue
            case ["halt"]:
                return stack[-1]
        pc += 1
