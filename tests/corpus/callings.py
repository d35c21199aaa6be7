"""Functions that call themselves anywhere, with numbers that pixels say: textbook recursion."""

import functools
import math

from .cases import ANY, COUNT, LARGER, NATURAL, POSITIVE, SMALL, SQUARES, UNIT, programs

p = programs("recursion", long=True)


@p(NATURAL, NATURAL)
def gcd_recursive(a, b):
    def gcd(a, b):
        return a if b == 0 else gcd(b, a % b)

    return gcd(a, b)


@p(NATURAL, NATURAL)
def ext_gcd(a, b):
    def ext(a, b):
        if a == 0:
            return b, 0, 1
        g, x, y = ext(b % a, a)
        return g, y - (b // a) * x, x

    g, x, y = ext(a, b)
    return g, a * x + b * y


@p(COUNT, COUNT)
def power_recursive(x, n):
    def power(x, n):
        if n == 0:
            return 1
        h = power(x, n // 2)
        return h * h * (x if n % 2 else 1)

    return power(x, n)


@p(COUNT)
def fib(n):
    def fib(n):
        return n if n < 2 else fib(n - 1) + fib(n - 2)

    return fib(n)


@p(COUNT, COUNT)
def binom_recursive(n, k):
    def c(n, k):
        if k == 0 or k == n:
            return 1
        if k > n:
            return 0
        return c(n - 1, k - 1) + c(n - 1, k)

    return c(n, k)


@p(COUNT)
def hofstadter(n):
    @functools.cache
    def q(n):
        return 1 if n <= 2 else q(n - q(n - 1)) + q(n - q(n - 2))

    return q(n)


@p(COUNT)
def partitions(n):
    @functools.lru_cache(None)
    def p(n, k):
        if n == 0:
            return 1
        if n < 0 or k == 0:
            return 0
        return p(n, k - 1) + p(n - k, k)

    return p(n, n)


@p(COUNT)
def hanoi(n):
    moves = 0

    def move(n, a, b, c):
        nonlocal moves
        if n:
            move(n - 1, a, c, b)
            moves += a * 3 + c
            move(n - 1, c, b, a)

    move(n, 0, 1, 2)
    return moves


@p(COUNT, COUNT)
def ackermann(m, n):
    def ack(m, n):
        if m == 0:
            return n + 1
        if n == 0:
            return ack(m - 1, 1)
        return ack(m - 1, ack(m, n - 1))

    return ack(m % 3, n % 3)


@p(COUNT)
def fib_memo(n):
    memo = {}

    def fib(n):
        if n in memo:
            return memo[n]
        memo[n] = n if n < 2 else fib(n - 1) + fib(n - 2)
        return memo[n]

    return fib(n)


@p(ANY, ANY, ANY, ANY)
def quicksort_inplace(a, b, c, d):
    def partition(xs, lo, hi):
        pivot = xs[hi]
        i = lo - 1
        for j in range(lo, hi):
            if xs[j] <= pivot:
                i += 1
                xs[i], xs[j] = xs[j], xs[i]
        xs[i + 1], xs[hi] = xs[hi], xs[i + 1]
        return i + 1

    def quick(xs, lo, hi):
        if lo < hi:
            q = partition(xs, lo, hi)
            quick(xs, lo, q - 1)
            quick(xs, q + 1, hi)

    xs = [a, b, c, d]
    quick(xs, 0, 3)
    return xs


@p(ANY, ANY, ANY, ANY)
def heap_sort(a, b, c, d):
    xs = [a, b, c, d]

    def sift(n, i):
        largest = i
        l, r = 2 * i + 1, 2 * i + 2
        if l < n and xs[l] > xs[largest]:
            largest = l
        if r < n and xs[r] > xs[largest]:
            largest = r
        if largest != i:
            xs[i], xs[largest] = xs[largest], xs[i]
            sift(n, largest)

    for i in range(1, -1, -1):
        sift(4, i)
    for i in range(3, 0, -1):
        xs[0], xs[i] = xs[i], xs[0]
        sift(i, 0)
    return xs


@p(POSITIVE, COUNT)
def integrate_adaptive(a, n):
    def f(x):
        return math.sin(x) * x

    def rule(a, b):
        return (b - a) / 6 * (f(a) + 4 * f((a + b) / 2) + f(b))

    def go(a, b, eps):
        m = (a + b) / 2
        whole, parts = rule(a, b), rule(a, m) + rule(m, b)
        if abs(whole - parts) < eps:
            return parts
        return go(a, m, eps / 2) + go(m, b, eps / 2)

    return go(0.0, a, 0.01)


@p(UNIT, UNIT, COUNT)
def quadtree(x, y, n):
    def find(x, y, size, depth):
        if depth <= 0 or size < 0.1:
            return size
        h = size / 2
        if x < h and y < h:
            return find(x, y, h, depth - 1)
        return find(abs(x - h), abs(y - h), h, depth - 2)

    return find(x, y, 1.0, n)


@p(COUNT)
def koch(n):
    def length(s, d):
        if d <= 0:
            return s
        return 4 * length(s / 3, d - 1)

    return length(1.0, n % 4)


@p(SQUARES)
def count_partitions_min(n):
    def change(n, k):
        if n == 0:
            return 1
        if n < 0 or k < 0:
            return 0
        return change(n, k - 1) + change(n - (5, 10, 25)[k], k)

    return change(n, 2)


@p(COUNT, COUNT)
def edit_distance(n, k):
    s, t = "kitten", "sitting"

    def d(i, j):
        if i == 0:
            return j
        if j == 0:
            return i
        if s[i - 1] == t[j - 1]:
            return d(i - 1, j - 1)
        return 1 + min(d(i - 1, j), d(i, j - 1), d(i - 1, j - 1))

    return d(n % 4, k % 4)


@p(COUNT, UNIT)
def casteljau(n, t):
    pts = [0.0, 1.0, -1.0, 2.0, 0.5]

    def b(i, k):
        return pts[i] if k == 0 else (1 - t) * b(i, k - 1) + t * b(i + 1, k - 1)

    return b(0, n % 5)


@p(SMALL, COUNT)
def legendre(x, n):
    def P(n, x):
        if n == 0:
            return 1.0
        if n == 1:
            return x
        return ((2 * n - 1) * x * P(n - 1, x) - (n - 1) * P(n - 2, x)) / n

    return P(n % 5, x)


@p(COUNT, COUNT)
def josephus(n, k):
    def j(n, k):
        if n == 1:
            return 0
        return (j(n - 1, k) + k) % n

    return j(n + 1, k)


@p(NATURAL)
def collatz_depth(n):
    def f(n):
        if n == 1:
            return 0
        if n % 2:
            return 1 + f(3 * n + 1)
        return 1 + f(n // 2)

    return f(n % 20 + 1)


@p(LARGER)
def digits_reversed(n):
    def rev(n, acc=0):
        if n == 0:
            return acc
        return rev(n // 10, acc * 10 + n % 10)

    return rev(n)


@p(LARGER)
def to_binary_int(n):
    def b(n):
        if n < 2:
            return n
        return b(n // 2) * 10 + n % 2

    return b(n % 256)
