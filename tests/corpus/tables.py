"""Tables that are filled as pixels say, and functions that call themselves, as textbooks have them."""

import functools
import itertools
from dataclasses import dataclass

from .cases import ANY, COUNT, programs

NUMBERS, FURTHER, TINY = ("int", 0, 10000), ("int", 1, 500), ("int", 0, 4)


program = programs("tables and recursion")


@program(("int", 1, 30))
def fib_table(n):
    n %= 31
    f = [0] * (n + 1)
    f[1] = 1
    for i in range(2, n + 1):
        f[i] = f[i - 1] + f[i - 2]
    return f[n]


@program(("int", 0, 50))
def coin_ways(n):
    n %= 51
    ways = [1] + [0] * n
    for c in (1, 5, 10, 25):
        for i in range(c, n + 1):
            ways[i] += ways[i - c]
    return ways[n]


@program(("int", 0, 40))
def min_coins(n):
    n %= 41
    dp = [0] + [99] * n
    for i in range(1, n + 1):
        for c in (1, 3, 4):
            if c <= i:
                dp[i] = min(dp[i], dp[i - c] + 1)
    return dp[n]


@program(ANY, ANY, ANY, ANY)
def lis(a, b, c, d):
    xs = [a, b, c, d]
    dp = [1] * len(xs)
    for i in range(len(xs)):
        for j in range(i):
            if xs[j] < xs[i]:
                dp[i] = max(dp[i], dp[j] + 1)
    return max(dp)


@program(TINY, TINY, TINY, TINY)
def edit_distance(a, b, c, d):
    s = [a, b, c]
    t = [b, d, a, c]
    dp = [[0] * (len(t) + 1) for _ in range(len(s) + 1)]
    for i in range(len(s) + 1):
        dp[i][0] = i
    for j in range(len(t) + 1):
        dp[0][j] = j
    for i in range(1, len(s) + 1):
        for j in range(1, len(t) + 1):
            cost = 0 if s[i - 1] == t[j - 1] else 1
            dp[i][j] = min(dp[i - 1][j] + 1, dp[i][j - 1] + 1, dp[i - 1][j - 1] + cost)
    return dp[-1][-1]


@program(COUNT, COUNT, COUNT)
def knapsack(a, b, c):
    w = [1 + a % 4, 1 + b % 4, 1 + c % 4]
    v = [3, 4, 5]
    cap = 6
    dp = [0] * (cap + 1)
    for wi, vi in zip(w, v):
        for k in range(cap, wi - 1, -1):
            dp[k] = max(dp[k], dp[k - wi] + vi)
    return dp[cap]


@program(("int", 1, 8), COUNT, COUNT)
def knapsack_cap(cap, a, b):
    cap %= 9
    w = [1 + a % 4, 1 + b % 4, 2]
    v = [3, 4, 5]
    dp = [0] * (cap + 1)
    for wi, vi in zip(w, v):
        for k in range(cap, wi - 1, -1):
            dp[k] = max(dp[k], dp[k - wi] + vi)
    return dp[cap]


@program(COUNT, COUNT, COUNT, COUNT, COUNT, COUNT)
def grid_path(a, b, c, d, e, f):
    g = [[a, b, c], [d, e, f]]
    dp = [[0] * 3 for _ in range(2)]
    for i in range(2):
        for j in range(3):
            best = 0 if i == j == 0 else min(dp[i - 1][j] if i else 99, dp[i][j - 1] if j else 99)
            dp[i][j] = g[i][j] + best
    return dp[1][2]


@program(("int", 1, 12))
def catalan_table(n):
    n %= 13
    c = [1] + [0] * n
    for i in range(1, n + 1):
        for j in range(i):
            c[i] += c[j] * c[i - 1 - j]
    return c[n]


@program(("int", 1, 30))
def primes_sieve(n):
    n %= 31
    s = [True] * (n + 1)
    s[0] = False
    if n >= 1:
        s[1] = False
    for i in range(2, int(n**0.5) + 1):
        if s[i]:
            for j in range(i * i, n + 1, i):
                s[j] = False
    return sum(s)


@program(("int", 1, 25))
def partitions(n):
    n %= 26
    p = [1] + [0] * n
    for k in range(1, n + 1):
        for i in range(k, n + 1):
            p[i] += p[i - k]
    return p[n]


@program(COUNT, COUNT, COUNT, COUNT, COUNT)
def max_subarray(*xs):
    best = cur = xs[0] - 4
    for x in xs[1:]:
        x -= 4
        cur = max(x, cur + x)
        best = max(best, cur)
    return best


@program(COUNT, COUNT, COUNT, COUNT, COUNT)
def lcs2(a, b, c, d, e):
    x = (a % 3, b % 3, c % 3)
    y = (d % 3, e % 3, a % 3)

    @functools.lru_cache(None)
    def go(i, j):
        if i == 3 or j == 3:
            return 0
        if x[i] == y[j]:
            return 1 + go(i + 1, j + 1)
        return max(go(i + 1, j), go(i, j + 1))

    return go(0, 0)


@program(("int", 1, 20))
def climb(n):
    n %= 21
    dp = [0] * (n + 2)
    dp[0] = 1
    dp[1] = 1
    for i in range(2, n + 1):
        dp[i] = dp[i - 1] + dp[i - 2]
    return dp[n]


@program(("int", 2, 30))
def matrix_fib(n):

    def mul(a, b):
        return [[sum(a[i][k] * b[k][j] for k in range(2)) for j in range(2)] for i in range(2)]

    r = [[1, 0], [0, 1]]
    m = [[1, 1], [1, 0]]
    while n:
        if n & 1:
            r = mul(r, m)
        m = mul(m, m)
        n >>= 1
    return r[0][1]


@program(("int", 0, 16))
def fact_rec(n):
    return 1 if n <= 1 else float(n) * fact_rec(n - 1)


@program(FURTHER, FURTHER)
def gcd_rec(a, b):
    return a if b == 0 else gcd_rec(b, a % b)


@program(ANY, ANY)
def simpson_adaptive(a, b):
    f = lambda x: x * x * x - 2 * x

    def go(a, fa, b, fb, m, fm, whole, depth):
        lm = (a + m) / 2
        rm = (m + b) / 2
        flm = f(lm)
        frm = f(rm)
        left = (m - a) / 6 * (fa + 4 * flm + fm)
        right = (b - m) / 6 * (fm + 4 * frm + fb)
        d = left + right - whole
        if depth == 0 or abs(d) < 1e-06:
            return left + right + d / 15
        return go(a, fa, m, fm, lm, flm, left, depth - 1) + go(m, fm, b, fb, rm, frm, right, depth - 1)

    m = (a + b) / 2
    return go(a, f(a), b, f(b), m, f(m), (b - a) / 6 * (f(a) + 4 * f(m) + f(b)), 2)


@program(("int", 0, 100))
def hilbert_d2xy(d):
    x = y = 0
    s = 1
    t = d
    while s < 16:
        rx = 1 & t // 2
        ry = 1 & (t ^ rx)
        if ry == 0:
            if rx == 1:
                x, y = (s - 1 - x, s - 1 - y)
            x, y = (y, x)
        x += s * rx
        y += s * ry
        t //= 4
        s *= 2
    return (x, y)


@program(("int", 0, 1000))
def josephus(n):
    r = 0
    for i in range(2, n % 40 + 2):
        r = (r + 3) % i
    return r


@program(ANY, ANY, ANY)
def tree_sum(a, b, c):

    @dataclass
    class Node:
        v: float
        left: object = None
        right: object = None

    t = Node(a, Node(b), Node(c, Node(a * b)))

    def total(n):
        return 0 if n is None else n.v + total(n.left) + total(n.right)

    def depth(n):
        return 0 if n is None else 1 + max(depth(n.left), depth(n.right))

    return (total(t), depth(t))


@program(("int", 1, 40))
def sqrt_newton_int(n):
    x = n
    while x * x > n:
        x = (x + n // x) // 2
    return x


@program(TINY, TINY, TINY)
def permutations_inv(a, b, c):
    xs = [a, b, c]
    return sum((1 for i, j in itertools.combinations(range(3), 2) if xs[i] > xs[j]))


@program(TINY, TINY)
def subsets(a, b):
    r = []

    def go(i, cur):
        if i == 3:
            r.append(sum(cur))
            return
        go(i + 1, cur)
        go(i + 1, cur + [(a, b, 1)[i]])

    go(0, [])
    return r


@program(COUNT)
def hanoi(n):
    go = lambda n: 0 if n == 0 else go(n - 1) + 1 + go(n - 1)
    return go(n % 10)


@program(COUNT, COUNT)
def binomial_of_two(n, k):

    def go(n, k):
        if k < 0 or k > n:
            return 0
        return 1 if k in (0, n) else go(n - 1, k - 1) + go(n - 1, k)

    return go(n % 4, k % 4)
