"""Dicts and sets that grow in loops which pixels end: counts, what was seen before, memos; lists ranked by a key."""

import collections
import math

from .cases import ANY, BYTES, COUNT, programs

MANY, POSITIVE = ("int", 0, 40), ("int", 1, 200)

program = programs("what grows in loops")


@program(MANY)
def counted_by_get(n):
    d = {}
    for i in range(n):
        d[i % 3] = d.get(i % 3, 0) + 1
    return d.get(0, 0), d.get(2, 0), len(d)


@program(MANY, COUNT)
def counted_by_default(n, m):
    d = collections.defaultdict(int)
    for i in range(n + 1):
        d[(i * m) % 5] += i
    return max(d.values()), len(d), d[0]


@program(BYTES)
def digits_of_a_third(n):
    d = {}
    while n > 0:
        k = n % 10
        if k in d:
            d[k] += 1
        else:
            d[k] = 1
        n //= 3
    return len(d), max(d.values()) if d else 0


@program(MANY)
def counter_of_digits(n):
    c = collections.Counter()
    i = n + 1
    while i:
        c[i % 10] += 1
        i //= 3
    return c.most_common(1)[0], c[1]


@program(BYTES)
def steps_to_a_cycle(n):
    seen = set()
    while n not in seen:
        seen.add(n)
        n = (n * 3 + 1) % 17
    return len(seen), n


@program(BYTES)
def length_of_a_cycle(n):
    seen = {}
    i = 0
    while n not in seen:
        seen[n] = i
        i += 1
        n = n * n % 13
    return i - seen[n], seen[n]


@program(MANY)
def sums_by_remainder(n):
    d = {}
    for i in range(n):
        d.setdefault(i % 4, 0)
        d[i % 4] += i
    ordered = sorted(d.items()) == sorted(d.items(), key=lambda pair: pair[0])
    return ordered, max(d, key=d.get) if d else -1, min(d.values()) if d else 0


@program(MANY, COUNT)
def in_the_order_of_coming(n, m):
    d = {}
    for i in range(n + 1):
        d[(i * m + 1) % 5] = i
    return list(d)[0], next(iter(d)), sum(k * 7**j for j, k in enumerate(d))


@program(COUNT, COUNT)
def in_two_loops(n, m):
    d = {}
    for i in range(n + 2):
        for j in range(m + 2):
            k = (i + j) % 3
            if k in d:
                d[k] += 1
            else:
                d[k] = 1
    return d[0] + 10 * d.get(1, 0), len(d)


@program(MANY, COUNT)
def pairs_as_keys(n, m):
    d = collections.defaultdict(int)
    for i in range(n):
        d[i % 2, i % 3] += m
    return d[0, 0], len(d), max(d.values())


@program(ANY)
def truths_as_keys(a):
    d = {False: 0, True: 0}
    while a < 4:
        a += 0.7
        d[a > 2] += 1
    return d[True], d[False]


@program(MANY)
def squares_modulo(n):
    s = set()
    for i in range(n * 3):
        s.add(i * i % 7)
    return len(s), 2 in s, sum(s)


@program(COUNT, COUNT)
def robot_in_a_circle(n, m):
    x = y = 0
    been = {(0, 0)}
    for _ in range(n * 2):
        x, y = (x + 1) % 3, (y + m) % 3
        been.add((x, y))
    return len(been), x, y


@program(ANY, ANY, ANY)
def furthest_from_zero(a, b, c):
    kept = [x for x in (a, b, c) if x > -2]
    return max(kept or [1.0], key=abs), min(kept, key=lambda v: (v - 1)**2, default=-7)


@program(ANY, ANY, ANY)
def by_a_root(a, b, c):
    return max((x for x in (a, b, c) if x > 0), key=lambda v: math.sqrt(v), default=0.0)


@program(COUNT, COUNT)
def most_frequent(n, m):
    d = {}
    for k in (n % 3, m % 3, 1):
        d[k] = d.get(k, 0) + 1
    return (max(d, key=d.get), max(d.items(), key=lambda pair: pair[1]), sorted(d, key=d.get, reverse=True)[0],
            min(d, key=lambda k: -d[k]))


@program(ANY, ANY)
def best_of_objects(a, b):
    class Item:
        def __init__(self, value):
            self.value = value

    return max([Item(x) for x in (a, b, 1.0) if x > 0], key=lambda item: item.value).value


@program(BYTES)
def digital_root(n):
    while n > 9:
        n = sum(int(c) for c in str(n))
    return n


@program(BYTES)
def squares_of_digits(n):
    while n > 150:
        n = sum(int(c)**2 for c in str(n))
    return n


def checked(v):
    if v > 100:
        raise ValueError
    return v - 1


@program(BYTES)
def checked_in_a_loop(n):
    while n > 9:
        n = sum(checked(c) for c in (n // 3, n // 4) if c > 3)
    return n


@program(BYTES)
def checked_and_mapped(n):
    try:
        return sum(map(lambda v: checked(v + 30), [x for x in (n // 2, n // 4) if x > 3]))
    except ValueError:
        return -5
