"""Chains of all cases, exceptions, and lists whose length pixels decide."""

import bisect
import collections
import contextlib
import dataclasses
import heapq
import math
import statistics

from .cases import ANY, COUNT, programs

program = programs("ways out")


@program(ANY, ANY)
def exhaustive(a, b):
    if a > b:
        return 1
    elif a < b:
        return 2
    elif a == b:
        return 3


@program(COUNT)
def in_range_chain(n):
    if 0 <= n < 3:
        return 1
    if 3 <= n <= 5:
        return 2
    if n > 5:
        return 3
    if n < 0:
        return 4


@program(ANY)
def raised(v):
    if not 0 <= v <= 1:
        raise ValueError(f"...{v}")
    return v


@program(ANY)
def tryall(a):
    out = 0
    try:
        out = math.sqrt(a)
        out += 1
    except ValueError:
        out = -1
    else:
        out += 10
    finally:
        out *= 2
    return out


@program(COUNT)
def tryidx(n):
    try:
        return [1.0, 2.0, 3.0][n]
    except IndexError:
        return -1.0


@program(COUNT)
def trykey(n):
    try:
        return {1: 2.0, 3: 4.0}[n]
    except KeyError as e:
        return e.args[0] * -1.0


@program(ANY)
def nested_try(a):
    try:
        try:
            if a > 1:
                raise ValueError(a)
            if a < -1:
                raise KeyError(a)
        except ValueError as e:
            raise RuntimeError(e.args[0] * 2) from e
        return 0.0
    except RuntimeError as e:
        return e.args[0]
    except KeyError as e:
        return -e.args[0]


@program(ANY)
def suppress(a):
    r = 0.0
    with contextlib.suppress(ValueError, ZeroDivisionError):
        r = math.sqrt(a)
    return r


@program(ANY)
def asserted(a):
    try:
        assert a > 0, f"neg {a}"
    except AssertionError:
        return -1
    return 1


class MyErr(Exception):
    def __init__(self, v, why="x"):
        super().__init__(v)
        self.v = v
        self.why = why


@program(ANY)
def custom(a):
    try:
        if a > 0:
            raise MyErr(a * 2, why="y")
        return 1.0
    except MyErr as e:
        return e.v + len(e.why)


program = programs("as long as pixels say")


@program(ANY, ANY, ANY)
def gcount(a, b, c):
    return sum(1 for d in (a, b, c) if d > 0.5), min(x for x in (a, b, c, 9) if x >= 0)


@program(COUNT)
def boundrange(n):
    return sum(x * x for x in range(n)), max(range(n + 1)), list(range(n + 1))[-1], sum(range(n))


@program(COUNT)
def nexts(n):
    return next((i for i in range(10) if i * i > n), -1)


@program(ANY, ANY, ANY)
def appended(a, b, c):
    items = []
    for v in (a, b, c):
        if v > 0:
            items.append(v * 2)
    return (
        len(items),
        sum(items),
        (items[0] if items else -1),
        (items[-1] if items else -1),
        statistics.mean(items) if len(items) > 1 else 0,
    )


@program(ANY, ANY, ANY)
def median_filtered(a, b, c):
    items = [v for v in (a, b, c) if v > -2] + [0.0]
    return statistics.median(items), statistics.pstdev(items), sorted(items)[len(items) // 2]


@program(COUNT, COUNT, COUNT)
def modes(a, b, c):
    return statistics.mode([a, b, c]), statistics.multimode([a, a, b])[0]


@program(ANY, ANY, ANY)
def heaps(a, b, c):
    h = []
    for v in (a, b, c):
        if v > 0:
            heapq.heappush(h, v)
    heapq.heappush(h, 0.5)
    return heapq.heappop(h), len(h)


@program(ANY, ANY, ANY)
def heapify(a, b, c):
    h = [a, b, c]
    heapq.heapify(h)
    x = heapq.heapreplace(h, 0.5)
    y = heapq.heappushpop(h, 0.1)
    return x, y, h[0]


@program(ANY, ANY, ANY)
def insort(a, b, c):
    items = []
    for v in (a, b, c):
        bisect.insort(items, v)
    return items


@program(ANY, ANY, ANY)
def deq(a, b, c):
    d = collections.deque(maxlen=2)
    for v in (a, b, c):
        d.append(v)
    d.appendleft(9)
    return list(d) + [d[0], len(d)]


@program(ANY, ANY, ANY)
def deq_rotate(a, b, c):
    d = collections.deque([a, b, c])
    d.rotate(1)
    x = list(d)
    d.rotate(-2)
    return x + list(d)


@program(COUNT, ANY, ANY)
def deq_rotate_sym(n, a, b):
    d = collections.deque([a, b, 3.0])
    d.rotate(n)
    return list(d)


@program(ANY, ANY)
def deq_more(a, b):
    d = collections.deque([a, b])
    d.extend([1, 2])
    d.extendleft([7, 8])
    d.popleft()
    d.remove(1)
    d.reverse()
    d.insert(1, 5.0)
    return list(d) + [d.count(2), d.index(2)]


@program(COUNT, COUNT, COUNT)
def counter(a, b, c):
    k = collections.Counter([a % 3, b % 3, c % 3])
    return k[0], k[1], k.most_common(1)[0][1], sum(k.values()), len(k)


@program(COUNT, COUNT)
def counter2(a, b):
    k = collections.Counter({0: 1})
    k.update([a % 2, b % 2])
    k[5] += 1
    return k[0], k[1], k[5], k.total()


@program(COUNT, COUNT)
def dict_sym(a, b):
    d = {}
    for v in (a % 4, b % 4):
        d[v] = d.get(v, 0) + 1
    return d.get(0, 0), d.get(1, 0), len(d)


@program(COUNT, COUNT)
def ddict(a, b):
    d = collections.defaultdict(list)
    d[a % 2].append(a)
    d[b % 2].append(b)
    return len(d[0]), len(d[1]), sum(d[0])


@program(COUNT, COUNT, COUNT)
def sets(a, b, c):
    return len({a, b, c}), sum({a, b, c}), max({a, b} | {c}), len({a, b} & {b, c}), a in {b, c}


@program(COUNT, COUNT, COUNT)
def sets2(a, b, c):
    s = set()
    s.add(a)
    s.add(b)
    s.discard(c)
    return len(s), len(s ^ {1, 2}), s <= {a, b}, sorted(s)[0] if s else -1


@program(COUNT, ANY, ANY)
def slices(n, a, b):
    items = [a, b, 1.0, 2.0]
    k = n % 4
    return sum(items[:k]), sum(items[k:]), len(items[k:3]), sum(items[-k:]) if k else 0


@program(ANY, ANY, ANY)
def sorted_cmp(a, b, c):
    return [k for _, k in sorted([(a, 1), (b, 2), (c, 3)])], sorted([a, b, c], key=lambda v: -abs(v))


@dataclasses.dataclass(order=True)
class Item:
    w: float
    n: int = 0


@program(ANY, ANY, ANY, ANY)
def sort4(a, b, c, d):
    return [i.n for i in sorted([Item(a, 1), Item(b, 2), Item(c, 3), Item(d, 4)])]


@program(ANY, ANY, ANY, ANY, ANY)
def sort5(a, b, c, d, e):
    class L:
        def __init__(s, v):
            s.v = v

        def __lt__(s, o):
            return s.v < o.v

    items = [L(v) for v in (a, b, c, d, e)]
    items.sort(reverse=True)
    return [x.v for x in items]


@program(ANY, ANY)
def early_gen(a, b):
    def g():
        yield a
        if b > 0:
            return
        yield b

    return sum(g()), len(list(g()))


@program(ANY, ANY)
def gen_send(a, b):
    def g():
        t = 0
        while True:
            x = yield t
            if x is None:
                return
            t += x

    it = g()
    next(it)
    it.send(a)
    return it.send(b)


@program(ANY, ANY)
def yield_from(a, b):
    def inner():
        yield a
        yield b
        return 5

    def outer():
        r = yield from inner()
        yield r

    return list(outer())
