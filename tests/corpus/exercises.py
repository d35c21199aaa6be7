"""Programs as textbooks have them: sorting, geometry, equations, tables."""

import bisect
import collections
import functools
import heapq
import itertools
import math

from .cases import ANY, POSITIVE, UNIT, programs

program = programs("textbook: sequences")


@program(ANY, ANY, ANY)
def quadratic_roots(a, b, c):
    d = b * b - 4 * a * c
    if a == 0:
        return (0.0, 0.0)
    if d >= 0:
        r = math.sqrt(d)
        return ((-b + r) / (2 * a) if abs(a) > 0.1 else 0.0, (-b - r) / (2 * a) if abs(a) > 0.1 else 0.0)
    return (-b / (2 * a) if abs(a) > 0.1 else 0.0, math.sqrt(-d) / (2 * a) if abs(a) > 0.1 else 0.0)


@program(UNIT)
def horner(x):
    return functools.reduce(lambda acc, c: acc * x + c, [3.0, -2.0, 0.5, 1.0])


@program(POSITIVE)
def simpson(b):

    def f(x):
        return math.sin(x) * math.exp(-x)

    n = 20
    h = b / n
    return h / 3 * sum((1 if i in (0, n) else 4 if i % 2 else 2) * f(i * h) for i in range(n + 1))


@program(POSITIVE)
def runge_kutta(y0):

    def f(t, y):
        return t * math.sqrt(y)

    t, y, h = (0.0, y0, 0.1)
    while t < 1.0 - 1e-06:
        k1 = h * f(t, y)
        k2 = h * f(t + h / 2, y + k1 / 2)
        k3 = h * f(t + h / 2, y + k2 / 2)
        k4 = h * f(t + h, y + k3)
        t, y = (t + h, y + (k1 + 2 * k2 + 2 * k3 + k4) / 6)
    return y


@program(POSITIVE)
def newton_cbrt(x):
    g = x
    while True:
        n = (2 * g + x / g**2) / 3
        if abs(n - g) < 1e-05:
            return n
        g = n


@program(POSITIVE)
def bisection(c):
    lo, hi = (0.0, 10.0)
    for _ in range(40):
        mid = (lo + hi) / 2
        if mid**3 + mid > c:
            hi = mid
        else:
            lo = mid
    return lo


@program(UNIT, UNIT)
def mandelbrot(a, b):
    c = complex(3 * a - 2, 2 * b - 1)
    z = 0j
    for i in range(50):
        if abs(z) > 2:
            return i
        z = z * z + c
    return 50


@program(UNIT, UNIT)
def julia_walrus(a, b):
    z = complex(3 * a - 1.5, 2 * b - 1)
    n = 0
    while n < 30 and abs(z := (z * z + complex(-0.7, 0.27))) < 2:
        n += 1
    return n


@program(ANY, ANY, ANY)
def sort_bubble(a, b, c):
    xs = [a, b, c, a * b, b - c]
    n = len(xs)
    swapped = True
    while swapped:
        swapped = False
        for i in range(n - 1):
            if xs[i] > xs[i + 1]:
                xs[i], xs[i + 1] = (xs[i + 1], xs[i])
                swapped = True
    return tuple(xs)


@program(ANY, ANY, ANY)
def sort_merge(a, b, c):

    def merge(x, y):
        if not x:
            return y
        if not y:
            return x
        return [x[0]] + merge(x[1:], y) if x[0] <= y[0] else [y[0]] + merge(x, y[1:])

    def ms(xs):
        if len(xs) < 2:
            return xs
        m = len(xs) // 2
        return merge(ms(xs[:m]), ms(xs[m:]))

    return tuple(ms([a, b, c, a - c]))


@program(ANY, ANY, ANY)
def sort_shell(a, b, c):
    xs = [a, b, c, a * b, b - c, c * a, 0.5]
    gap = len(xs) // 2
    while gap:
        for i in range(gap, len(xs)):
            t = xs[i]
            j = i
            while j >= gap and xs[j - gap] > t:
                xs[j] = xs[j - gap]
                j -= gap
            xs[j] = t
        gap //= 2
    return tuple(xs)


@program(ANY, ANY, ANY)
def sort_heap(a, b, c):
    h = []
    for v in (a, b, c, a * b, 0.25):
        heapq.heappush(h, v)
    return tuple(heapq.heappop(h) for _ in range(len(h)))


@program(ANY, ANY, ANY)
def sort_comb(a, b, c):
    xs = [a, b, c, a * b, b - c]
    gap = len(xs)
    done = False
    while not done:
        gap = int(gap / 1.3)
        if gap <= 1:
            gap = 1
            done = True
        for i in range(len(xs) - gap):
            if xs[i] > xs[i + gap]:
                xs[i], xs[i + gap] = (xs[i + gap], xs[i])
                done = False
    return tuple(xs)


@program(ANY, ANY)
def hypot_dist_closure(a, b):

    def make(n):
        total = 0.0

        def add(x):
            nonlocal total
            total += abs(x) ** n
            return total ** (1 / n)

        return add

    m = make(3)
    m(a)
    return m(b)


@program(("int", 0, 7), ("int", 0, 7))
def queens_attack(a, b):
    board = (0, 4, 7, 5, 2, 6, 1, 3)
    return any(board[r] == b or r == a or abs(r - a) == abs(board[r] - b) for r in range(8) if (r, board[r]) != (a, b))


@program(UNIT, UNIT, UNIT)
def knapsack(a, b, c):
    items = [(3, a), (4, b), (2, c), (5, a + b)]
    best = [0.0] * 9
    for w, v in items:
        for cap in range(8, w - 1, -1):
            best[cap] = max(best[cap], best[cap - w] + v)
    return best[8]


@program(ANY, ANY, ANY)
def kadane(a, b, c):
    best = cur = -math.inf
    for x in (a, b, c, -a, b * c):
        cur = max(x, cur + x)
        best = max(best, cur)
    return best


@program(ANY, ANY, ANY)
def lis(a, b, c):
    tails = []
    for x in [a, b, c, a + b, c - b]:
        i = bisect.bisect_left(tails, x)
        if i == len(tails):
            tails.append(x)
        else:
            tails[i] = x
    return len(tails)


@program(ANY, ANY, ANY)
def gauss_elim(a, b, c):
    m = [[4.0 + a, 1.0, b, 1.0], [1.0, 9.0, c, 2.0], [b, c, 12.0, 3.0]]
    n = 3
    for i in range(n):
        p = max(range(i, n), key=lambda r: abs(m[r][i]))
        m[i], m[p] = (m[p], m[i])
        for j in range(i + 1, n):
            f = m[j][i] / m[i][i]
            m[j] = [y - f * x for x, y in zip(m[i], m[j])]
    x = [0.0] * n
    for i in range(n - 1, -1, -1):
        x[i] = (m[i][n] - sum(m[i][j] * x[j] for j in range(i + 1, n))) / m[i][i]
    return tuple(x)


@program(ANY, ANY, ANY)
def cholesky(a, b, c):
    A = [[25.0 + a, b, c], [b, 18.0, a], [c, a, 31.0]]
    L = [[0.0] * 3 for _ in range(3)]
    for i, (Ai, Li) in enumerate(zip(A, L)):
        for j, Lj in enumerate(L[: i + 1]):
            s = sum(Li[k] * Lj[k] for k in range(j))
            Li[j] = math.sqrt(Ai[i] - s) if i == j else 1.0 / Lj[j] * (Ai[j] - s)
    return L


@program(ANY, ANY, ANY)
def determinant_perm(a, b, c):
    M = [[a, 1.0, b], [2.0, c, 0.5], [b, 1.5, a]]
    total = 0.0
    for p in itertools.permutations(range(3)):
        sign = 1
        for i in range(3):
            for j in range(i):
                if p[j] > p[i]:
                    sign = -sign
        total += sign * math.prod(M[i][p[i]] for i in range(3))
    return total


@program(UNIT, UNIT)
def point_in_polygon(x, y):
    poly = [(0.1, 0.1), (0.9, 0.2), (0.6, 0.5), (0.8, 0.9), (0.2, 0.8)]
    inside = False
    j = len(poly) - 1
    for i in range(len(poly)):
        xi, yi = poly[i]
        xj, yj = poly[j]
        if (yi > y) != (yj > y) and x < (xj - xi) * (y - yi) / (yj - yi) + xi:
            inside = not inside
        j = i
    return inside


@program(ANY, ANY, ANY)
def shoelace(a, b, c):
    pts = [(a, b), (b, c), (c, a), (0.0, 1.0)]
    return abs(sum((x0 * y1 - x1 * y0 for (x0, y0), (x1, y1) in zip(pts, pts[1:] + pts[:1])))) / 2


@program(ANY, ANY, ANY)
def convex_hull_size(a, b, c):
    pts = sorted([(a, b), (b, c), (c, a), (0.0, 0.0), (1.0, -1.0)])

    def cross(o, p, q):
        return (p[0] - o[0]) * (q[1] - o[1]) - (p[1] - o[1]) * (q[0] - o[0])

    def half(points):
        h = []
        for p in points:
            while len(h) >= 2 and cross(h[-2], h[-1], p) <= 0:
                h.pop()
            h.append(p)
        return h[:-1]

    return len(half(pts) + half(pts[::-1]))


@program(ANY, ANY)
def sutherland(a, b):
    inside = [(a, b), (b, 2.0), (3.0, a), (-1.0, -1.0)]
    out = []
    for i, (x, y) in enumerate(inside):
        px, py = inside[i - 1]
        if x > 0:
            if px <= 0:
                out.append((0.0, py + (y - py) * (0 - px) / (x - px)))
            out.append((x, y))
        elif px > 0:
            out.append((0.0, py + (y - py) * (0 - px) / (x - px)))
    return (len(out), sum(p[1] for p in out))


@program(("int", 1, 20), ("int", 1, 5))
def josephus_list(n, k):
    prisoners = collections.deque(range(10))
    while len(prisoners) > 1:
        prisoners.rotate(-(k - 1))
        prisoners.popleft()
    return prisoners[0]


@program(("int", 0, 1000))
def lcg_shuffle(seed):
    deck = list(range(8))
    for i in range(7, 0, -1):
        seed = seed * 1103515245 + 12345 & 2147483647
        j = seed % (i + 1)
        deck[i], deck[j] = (deck[j], deck[i])
    return tuple(deck)
