"""Slices by symbols, of lists of which pixels decide how long they are, and sorts that are made of these."""

import collections
import math

from .cases import ANY, COUNT, LARGER, UNIT, WHOLE, programs

p = programs("slices and parts", long=True)


def w(xs):
    return sum(x * (i + 1) for i, x in enumerate(xs)), len(xs)


@p(COUNT, COUNT, WHOLE, WHOLE)
def symbolic_slices(a, b, lo, hi):
    xs = [5, 1, 4, 2, 3, a]
    return (
        *w(xs[lo:hi]),
        *w(xs[hi:lo:-1]),
        *w(xs[lo::-1]),
        *w(xs[:hi:-1]),
        *w(xs[lo:hi:2]),
        *w(xs[lo::3]),
        *w(xs[hi:lo:-2]),
        *w(tuple(xs)[lo:hi:2]),
    )


@p(COUNT, COUNT, WHOLE, WHOLE)
def slices_of_ragged(a, b, lo, hi):
    xs = [x for x in (a, b, 3, 7, 1, 5) if x > 2]
    return (
        *w(xs[lo:hi]),
        *w(xs[hi:lo:-1]),
        *w(xs[lo::-1]),
        *w(xs[:hi:-1]),
        *w(xs[lo:hi:2]),
        *w(xs[1:hi:3]),
        *w(xs[::-1]),
        *w(xs[::-2]),
        *w(xs[-2:1]),
        *w(xs[3:0:-1]),
        *w(xs[-1:0:-2]),
        *w(xs[-3:5]),
    )


@p(COUNT, COUNT, WHOLE, WHOLE)
def slices_assigned(a, b, lo, hi):
    xs = [5, 1, 4, 2, 3, a]
    ys, zs, us = xs[:], [x for x in xs if x > b], xs[:]
    xs[lo:hi] = [7, b]
    ys[lo:] = [x for x in (a, b) if x > 3]
    zs[lo:hi] = []
    del us[lo:hi]
    vs = us[:]
    vs[:hi] = [1]
    return (*w(xs), *w(ys), *w(zs), *w(us), *w(vs))


@p(COUNT, COUNT)
def ragged_unpacked(a, b):
    xs = [x for x in (a, b, 3, 7, 5) if x > 2]
    first, *rest = xs
    *init, last = xs
    one, *middle, end = xs
    return first, *w(rest), *w(init), last, one, *w(middle), end


@p(COUNT, COUNT)
def ragged_joined(a, b):
    xs = [x for x in (a, b, 3) if x > 2]
    ys = [x for x in (a, b, 3) if x <= 2]
    zs = xs + ys
    ws = [*ys, 7, *xs]
    us = sorted(xs) + sorted(ys)
    us += sorted(xs)
    return (
        *w(zs),
        ws[len(ys)],
        *w(us),
        us[0],
        list(reversed(zs))[0],
        zs.index(3),
        (xs * 2).count(3),
        *w(xs * 2),
        *w((ys + [1]) * (a % 3)),
    )


@p(COUNT, COUNT)
def rotated(a, b):
    xs = [1, 2, 3, 4, 5]
    k = a % 5
    d = collections.deque(xs)
    d.rotate(b)
    return *w(xs[k:] + xs[:k]), *w(list(d)), *w(xs[:k][::-1] + xs[k:][::-1])


@p(LARGER)
def text_halves(n):
    s = str(n)
    h = len(s) // 2
    return (
        int(s[:h] or "0") + int(s[h:]),
        int(s[0]),
        int(s[-1]),
        int(s[1:] or "0"),
        int(s[:-1] or "0"),
        int(s[::-1]),
        int(s[len(s) // 2 :]),
        int(s + s[0]),
        int("".join(c for c in s if c != "1") or "0"),
        s[h:] == s[:h],
        len(s[h:][::-1]),
    )


@p(ANY, ANY, ANY, ANY)
def quicksort_lists(a, b, c, d):
    def quick(xs):
        if len(xs) <= 1:
            return xs
        pivot, *rest = xs
        return quick([x for x in rest if x < pivot]) + [pivot] + quick([x for x in rest if x >= pivot])

    return w(quick([a, b, c, d]))


@p(ANY, ANY, ANY, ANY)
def merge_sort_slices(a, b, c, d):
    def sort(xs):
        if len(xs) < 2:
            return xs
        mid = len(xs) // 2
        left, right = sort(xs[:mid]), sort(xs[mid:])
        out = []
        i = j = 0
        while i < len(left) and j < len(right):
            if left[i] <= right[j]:
                out.append(left[i])
                i += 1
            else:
                out.append(right[j])
                j += 1
        return out + left[i:] + right[j:]

    return w(sort([a, b, c, d]))


@p(ANY, ANY, ANY, ANY)
def merge_sort_pop(a, b, c, d):
    def merge(left, right):
        out = []
        while left and right:
            out.append((left if left[0] <= right[0] else right).pop(0))
        return out + left + right

    def sort(xs):
        if len(xs) <= 1:
            return xs
        m = len(xs) // 2
        return merge(sort(xs[:m]), sort(xs[m:]))

    return w(sort([a, b, c, d]))


@p(COUNT, COUNT, COUNT, COUNT)
def counting_sort(a, b, c, d):
    xs = [a, b, c, d]
    count = [0] * 9
    for x in xs:
        count[x] += 1
    out = []
    for v, k in enumerate(count):
        out.extend([v] * k)
    return w(out)


@p(UNIT, UNIT, UNIT, UNIT)
def bucket_sort(a, b, c, d):
    buckets = [[] for _ in range(4)]
    for x in (a, b, c, d):
        buckets[min(int(x * 4), 3)].append(x)
    out = []
    for bk in buckets:
        out += sorted(bk)
    return w(out)


@p(ANY, ANY, ANY, ANY)
def pancake_sort(a, b, c, d):
    xs = [a, b, c, d]
    for n in range(4, 1, -1):
        m = xs.index(max(xs[:n]))
        xs = xs[m::-1] + xs[m + 1 :]
        xs = xs[n - 1 :: -1] + xs[n:]
    return w(xs)


@p(ANY, ANY, ANY, ANY)
def tree_sort(a, b, c, d):
    class Node:
        def __init__(self, v):
            self.v, self.left, self.right = v, None, None

        def insert(self, v):
            if v < self.v:
                if self.left is None:
                    self.left = Node(v)
                else:
                    self.left.insert(v)
            else:
                if self.right is None:
                    self.right = Node(v)
                else:
                    self.right.insert(v)

        def walk(self):
            if self.left:
                yield from self.left.walk()
            yield self.v
            if self.right:
                yield from self.right.walk()

    root = Node(a)
    for v in (b, c, d):
        root.insert(v)
    return w(list(root.walk()))


@p(COUNT, COUNT)
def repeated_many(a, b):
    xs = []
    xs.extend([1] * (a % 4))
    xs.extend([2] * (b % 4))
    xs += [3] * (a % 2)
    return len(xs), sum(xs), xs[0] if xs else -1


@p(COUNT, COUNT)
def slice_objects(a, b):
    s = slice(a % 3, b)
    xs = [3, 1, 4, 1, 5]
    return *w(xs[s]), s.start, "hello"[s] == "ell"


@p(ANY, COUNT)
def max_key_side_effects(a, n):
    log = []

    def gen():
        for i in range(3):
            log.append(i)
            yield i - a

    def key(v):
        log.append(10)
        return v * v

    m = max(gen(), key=key)
    return m, sum(x * (i + 1) for i, x in enumerate(log))


@p(ANY, COUNT)
def min_key_side_effects(a, n):
    log = []

    def key(v):
        log.append(v)
        return abs(v)

    m = min((x for x in (a, 1, 2)), key=key)
    return m, len(log), log[0]


@p(ANY, COUNT)
def isinstance_after_zero(a, n):
    s = 0
    for i in range(n):
        s += a
    return (
        isinstance(abs(s), int),
        isinstance(s, float),
        isinstance(-s, int),
        isinstance(s * 2, int),
        isinstance(s + 0.5, float),
        isinstance(max(s, 0), int),
        isinstance(round(s), int),
        type(abs(s)) is int,
        isinstance(+s, int),
        isinstance(s - 1, int),
        isinstance(s**2, int),
        isinstance(s // 1, int),
        isinstance(s % 3, int),
        isinstance(min(s, 1), float),
        isinstance(divmod(s, 2)[0], int),
        isinstance(sum([s, 1]), int),
        isinstance(s / 2, float),
        isinstance(s or 1, int),
        isinstance([s][0], int),
        isinstance(pow(s, 2), int),
        isinstance(math.prod([s, 2]), int),
    )
