"""The same of what has a length that pixels decide, and of what took minutes."""

import bisect
import collections
import dataclasses
import functools
import heapq
import itertools
import statistics

from .cases import ANY, COUNT, programs

b = programs("bounded structures")


@b(ANY, ANY, ANY, COUNT)
def consumed(a, b, c, n):
    xs = [a, b, c, 2.5]
    return (
        sum(1 for x in xs if x > a),
        min((x for x in xs if x >= 0), default=9),
        sum(x * i for i, x in enumerate(xs) if i < n),
        next((x for x in xs if x > 1), -1),
        max([x for x in xs if x < n], default=0),
        any(x > 3 for x in xs if x < n),
        sum(i for i in range(n)),
    )


@b(ANY, ANY, ANY, COUNT)
def made_lists(a, b, c, n):
    xs = [a, b, c, 2.5]
    p = [x for x in xs if x > 0]
    q = list(filter(lambda x: x < 1, xs))
    t = list(itertools.takewhile(lambda x: x < 2, xs))
    d = list(itertools.dropwhile(lambda x: x < 0, xs))
    r = []
    for x in xs:
        if x > 0:
            r.append(x * 2)
    return (
        len(p),
        len(q),
        len(t),
        len(d),
        sum(r),
        statistics.mean(p),
        statistics.median(p),
        statistics.pvariance(p),
        sorted(p)[0],
        sorted(q, reverse=True)[:1] == q[:1],
        p[-1],
        p[0],
    )


@b(ANY, ANY, ANY)
def heaps(a, b, c):
    h = []
    for x in (a, b, c):
        if x > -2:
            heapq.heappush(h, x)
    top = heapq.heappop(h)
    heapq.heapify(h)
    return top, len(h), heapq.nsmallest(2, [a, b, c]), heapq.nlargest(1, [a, b, c]), bisect.bisect_left(sorted([a, b, c]), 0)


@b(COUNT, COUNT, COUNT)
def counters(a, b, c):
    k = collections.Counter([a, b, c])
    d = {}
    for x in (a, b, c):
        d[x] = d.get(x, 0) + 1
    dd = collections.defaultdict(int)
    dd[a] += 2
    dd[b] += 3
    s = {a, b, c}
    return (
        k[3],
        k.most_common(1)[0][1],
        len(d),
        d[a],
        dd[b],
        len(s),
        a in {b, c},
        {0: 5, 1: 6}.get(a, 7),
        sum(d.values()),
        max(d),
    )


@b(ANY, ANY, ANY, COUNT)
def slices(a, b, c, n):
    xs = [a, b, c, 1, 2]
    return (
        sum(xs[:n]),
        len(xs[n:]),
        xs[n % 5],
        sum(xs[n % 3 : n % 5]),
        (xs * 2)[n % 10],
        sum(xs[::-1][:n]),
        len(xs[-n:]) if n else 0,
    )


@b(ANY, ANY, ANY, ANY)
def compared(a, b, c, d):
    return (
        sorted([a, b, c, d], key=lambda v: abs(v)),
        sorted([(a, 1), (b, 2), (c, 3)], key=lambda t: (-t[0], t[1]))[0][1],
        sorted([a, b, c], key=functools.cmp_to_key(lambda x, y: (x > y) - (x < y))),
    )


@b(COUNT)
def ended(n):
    def gen():
        for i in range(9):
            if i * i > n:
                return
            yield i

    dq = collections.deque(maxlen=3)
    for v in gen():
        dq.append(v)
    return sum(gen()), len(list(gen())), max(gen()), len(dq), sum(dq)


nm = programs("never minutes")


@functools.total_ordering
class Lt:
    def __init__(self, v):
        self.v = v

    def __lt__(self, o):
        return self.v < o.v

    def __eq__(self, o):
        return self.v == o.v


@dataclasses.dataclass(order=True)
class Rec:
    k: float
    m: int
    n: float = 0.0


@nm(ANY, ANY, ANY, ANY)
def sort_records(a, b, c, d):
    r = sorted([Rec(a, 1, b), Rec(b, 2, c), Rec(c, 3, d), Rec(d, 4, a), Rec(a, 0, c)])
    return [x.m for x in r], r[0].k, max(r).n


@nm(ANY, ANY, ANY, ANY)
def sort_lt(a, b, c, d):
    r = sorted([Lt(x) for x in (a, b, c, d, a + b, c + d)])
    return [x.v for x in r]
