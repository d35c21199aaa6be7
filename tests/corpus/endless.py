"""Recipes of itertools; generators and iterators that have no end, which something leaves."""

import collections
import functools
import itertools
import math
import operator

from .cases import ANY, COUNT, programs

BIG, NUMS = ("int", 0, 1000000), ("int", 0, 10000)

program = programs("without end")


@program(COUNT)
def filt(n):
    return next(filter(lambda v: v * v > n, itertools.count(1)))


@program(COUNT)
def filtf(n):
    return next(itertools.filterfalse(lambda v: v * v <= n, itertools.count(1)))


@program(COUNT)
def twomap(n):
    return sum(itertools.takewhile(lambda t: t < n * 5, map(lambda i: i * (i + 1) // 2, itertools.count(1))))


@program(COUNT)
def zipcount(n):
    return (
        sum(i * v for i, v in zip(itertools.count(1), [n, 2, 3])),
        [i for i, _ in zip(itertools.count(n), "abc")],
        list(zip("ab", itertools.count()))[1][1],
    )


@program(COUNT)
def enumcount(n):
    for k, v in enumerate(itertools.count(2)):
        if v * v > n:
            return k


@program(ANY)
def floatcount(a):
    return next(x for x in itertools.count(-10, 0.5) if x > a)


@program(COUNT)
def anycount(n):
    return any(i * i == n for i in itertools.takewhile(lambda i: i * i <= n, itertools.count()))


@program(NUMS)
def primegen(n):
    def primes():
        yield 2
        for c in itertools.count(3, 2):
            if all(c % d for d in range(3, math.isqrt(c) + 1, 2)):
                yield c

    return list(itertools.islice(primes(), 6))[n % 6]


@program(COUNT)
def fiblist(n):
    def fib():
        a, b = 0, 1
        while True:
            yield a
            a, b = b, a + b

    for i, f in enumerate(fib()):
        if f > n:
            return i


@program(COUNT)
def fibnext(n):
    def fib():
        a, b = 0, 1
        while True:
            yield a
            a, b = b, a + b

    return next(f for f in fib() if f > n), next(i for i, f in enumerate(fib()) if f > n)


@program(COUNT)
def fibeven(n):
    def fib():
        a, b = 0, 1
        while True:
            yield a
            a, b = b, a + b

    return sum(f for f in itertools.takewhile(lambda f: f < 50 * n, fib()) if f % 2 == 0)


@program(COUNT)
def cyc(n):
    t = 0
    for _, c in zip(range(n), itertools.cycle([1, 2, 3])):
        t += c
    return t


@program(COUNT)
def listtw(n):
    return len(list(itertools.takewhile(lambda v: v * v < n, itertools.count())))


@program(COUNT)
def maxtw(n):
    return max(itertools.takewhile(lambda v: v * v <= n, itertools.count()))


@program(COUNT)
def whilenext(n):
    c = itertools.count(1)
    t = 0
    while t < n:
        t += next(c)
    return t


@program(COUNT)
def ids(n):
    c = itertools.count()
    return [next(c) for _ in range(3)] + [n]


C = itertools.count()


@program(COUNT)
def dct(n):
    return dict(zip("abc", itertools.count(1)))["b"] * n + {k: i for i, k in zip(itertools.count(), "xy")}["y"]


@program(COUNT)
def rep(n):
    return (
        sum(itertools.islice(itertools.repeat(n), 3)),
        sum(map(pow, [1, 2, n], itertools.repeat(2))),
        list(zip(itertools.repeat(n), [1, 2]))[1][0],
    )


@program(COUNT)
def islicefrom(n):
    c = itertools.count(3)
    a = sum(itertools.islice(c, n))
    return a, next(c), sum(itertools.islice(itertools.count(0, 2), 1, n + 1))


program = programs("without end")


@program(ANY)
def takewhile_endless(a):
    return sum(itertools.takewhile(lambda v: v < a, (x * 0.5 for x in itertools.count())))


@program(COUNT)
def takewhile_fib(n):
    def fib():
        a, b = 0, 1
        while True:
            yield a
            a, b = b, a + b

    return sum(itertools.takewhile(lambda v: v < n, fib()))


@program(COUNT)
def takewhile_squares(n):
    return len(list(itertools.takewhile(lambda v: v <= n, map(lambda i: i * i, itertools.count(1)))))


@program(COUNT)
def dropwhile_endless(n):
    return next(itertools.dropwhile(lambda v: v < n * n, itertools.count()))


@program(COUNT)
def first_endless(n):
    return next(i for i in itertools.count(1) if i * i > n)


@program(COUNT)
def for_count(n):
    for i in itertools.count(1):
        if i * (i + 1) // 2 > n:
            break
    return i


@program(COUNT)
def loopvar(n):
    for i in range(9):
        if i * i > n:
            break
    return i


@program(COUNT)
def islice_sym(n):
    return sum(itertools.islice(itertools.count(5), n))


program = programs("recipes of itertools")


@program(ANY, ANY, ANY)
def take_(a, b, c):
    return list(itertools.islice([a, b, c], 2))


def tabulate(f, start=0):
    return map(f, itertools.count(start))


@program(ANY)
def tabulate_(a):
    return list(itertools.islice(tabulate(lambda i: i * a), 4))


@program(ANY, ANY, ANY)
def tail_(a, b, c):
    return list(collections.deque([a, b, c], maxlen=2))


@program(COUNT, COUNT, COUNT)
def all_equal(a, b, c):
    g = itertools.groupby([a % 2, b % 2, c % 2])
    return next(g, True) and not next(g, False)


@program(COUNT, COUNT, COUNT)
def groupby_(a, b, c):
    return [len(list(v)) for k, v in itertools.groupby([1, 1, 2])], sum(
        1 for k, g in itertools.groupby([a % 2, b % 2, c % 2])
    )


@program(ANY, ANY, ANY)
def quantify(a, b, c):
    return sum(map(lambda v: v > 0, [a, b, c])), sum(map(bool, [a > 1, b > 1]))


@program(ANY, ANY, ANY)
def ncycles(a, b, c):
    return sum(itertools.chain.from_iterable(itertools.repeat(tuple([a, b, c]), 3)))


def grouper(it, n, fill=0):
    return itertools.zip_longest(*[iter(it)] * n, fillvalue=fill)


@program(ANY, ANY, ANY)
def grouper_(a, b, c):
    return [list(g) for g in grouper([a, b, c], 2)]


@program(ANY, ANY, ANY)
def batched(a, b, c):
    it = iter([a, b, c])
    out = []
    while batch := tuple(itertools.islice(it, 2)):
        out.append(sum(batch))
    return out


def roundrobin(*its):
    num = len(its)
    nexts = itertools.cycle(iter(i).__next__ for i in its)
    while num:
        try:
            for nx in nexts:
                yield nx()
        except StopIteration:
            num -= 1
            nexts = itertools.cycle(itertools.islice(nexts, num))


@program(ANY, ANY, ANY)
def roundrobin_(a, b, c):
    return list(roundrobin([a, b], [c], [1.0]))


@program(ANY, ANY, ANY)
def partition_(a, b, c):
    t1, t2 = itertools.tee([a, b, c])
    return sum(filter(lambda v: v > 0, t1)), sum(itertools.filterfalse(lambda v: v > 0, t2))


@program(ANY, ANY)
def powerset_(a, b):
    s = [a, b, 2.0]
    return [sum(x) for x in itertools.chain.from_iterable(itertools.combinations(s, r) for r in range(len(s) + 1))]


@program(COUNT, COUNT, COUNT)
def unique_ever(a, b, c):
    seen = set()
    out = 0
    for v in (a, b, c):
        if v not in seen:
            seen.add(v)
            out += v
    return out


@program(ANY, ANY, ANY)
def sliding(a, b, c):
    def sliding_window(it, n):
        it = iter(it)
        w = collections.deque(itertools.islice(it, n - 1), maxlen=n)
        for x in it:
            w.append(x)
            yield tuple(w)

    return [sum(w) for w in sliding_window([a, b, c, 1.0], 2)]


@program(ANY, ANY)
def sumproduct(a, b):
    return sum(map(operator.mul, [a, b, 3], [1, 2, b])), math.sumprod([a, b], [1, 2]) if hasattr(math, "sumprod") else 0


@program(ANY)
def poly_from_roots(a):
    return functools.reduce(lambda p, r: [x - r * y for x, y in zip(p + [0], [0] + p)], [a, 1, 2], [1])


@program(NUMS)
def sieve_count(n):
    data = bytearray((0, 1)) * 50
    data[:3] = 0, 0, 0
    for p in range(3, 10, 2):
        if data[p]:
            data[p * p : 100 : p + p] = bytes(len(range(p * p, 100, p + p)))
    return data[n % 100]


@program(COUNT)
def iter_index(n):
    try:
        return [3, 1, 4, 1, 5].index(n)
    except ValueError:
        return -1


@program(COUNT)
def perms(n):
    return sum(1 for p in itertools.permutations(range(4)) if p[0] * 2 + p[3] > n)


@program(COUNT)
def comb_repl(n):
    return sum(x * y == n for x, y in itertools.combinations_with_replacement(range(4), 2))


@program(COUNT)
def nth_product(n):
    return list(itertools.product([1, 2], [3, 4], repeat=2))[n]


@program(ANY, ANY)
def compose(a, b):
    def compose(*fs):
        return functools.reduce(lambda f, g: lambda x: f(g(x)), fs)

    return compose(lambda x: x + 1, lambda x: x * b, abs)(a)


@program(ANY)
def cached(a):
    @functools.cache
    def fib(n):
        return a if n < 2 else fib(n - 1) + fib(n - 2)

    return fib(12)
