"""What is written in contests, and by those who like functions of functions."""

import bisect
import heapq
import math
import operator
from collections import defaultdict, deque
from functools import reduce
from itertools import accumulate, count, dropwhile, islice, pairwise, starmap, takewhile, zip_longest

from .cases import ANY, NATURAL, WHOLE, programs

program = programs("contests and combinators")


D = ("int", 0, 10)


S = ("int", 0, 6)


@program(D, D, D, D)
def two_pointers(a, b, c, d):
    A = sorted([a, b, c, d, 3, 7])
    i, j = (0, len(A) - 1)
    best = 10**9
    while i < j:
        s = A[i] + A[j]
        if abs(s - 10) < abs(best - 10):
            best = s
        if s < 10:
            i += 1
        else:
            j -= 1
    return best


@program(D, D, D, D)
def sliding_window_max(a, b, c, d):
    xs = [a, 5, b, 2, c, 8, d, 1]
    k = 3
    q = deque()
    out = []
    for i, x in enumerate(xs):
        while q and xs[q[-1]] <= x:
            q.pop()
        q.append(i)
        if q[0] <= i - k:
            q.popleft()
        if i >= k - 1:
            out.append(xs[q[0]])
    return out


@program(D, D, D, D)
def next_greater(a, b, c, d):
    xs = [a, b, c, d]
    res = [-1] * 4
    st = []
    for i, x in enumerate(xs):
        while st and xs[st[-1]] < x:
            res[st.pop()] = x
        st.append(i)
    return res


@program(D, D, D, D)
def histogram_area(a, b, c, d):
    hs = [a, b, c, d, 0]
    st, best = ([], 0)
    for i, h in enumerate(hs):
        start = i
        while st and st[-1][1] > h:
            j, hh = st.pop()
            best = max(best, hh * (i - j))
            start = j
        st.append((start, h))
    return best


@program(NATURAL)
def bits_subset_sum(mask):
    w = [3, 1, 4, 1, 5, 9, 2, 6]
    return (sum((v for i, v in enumerate(w) if mask >> i & 1)), bin(mask).count("1"), mask & -mask, mask.bit_length())


@program(S, S)
def bfs_knight(x, y):
    dist = {(0, 0): 0}
    q = deque([(0, 0)])
    moves = [(1, 2), (2, 1), (-1, 2), (-2, 1), (1, -2), (2, -1), (-1, -2), (-2, -1)]
    while q:
        cx, cy = q.popleft()
        for dx, dy in moves:
            nx, ny = (cx + dx, cy + dy)
            if 0 <= nx < 6 and 0 <= ny < 6 and ((nx, ny) not in dist):
                dist[nx, ny] = dist[cx, cy] + 1
                q.append((nx, ny))
    return dist[x, y]


@program(D, D, D)
def union_find_comp(a, b, c):
    par = list(range(10))

    def find(x):
        while par[x] != x:
            par[x] = par[par[x]]
            x = par[x]
        return x

    for u, v in [(a, b), (b, c), (c, 3), (a, 7)]:
        ru, rv = (find(u), find(v))
        if ru != rv:
            par[ru] = rv
    return len({find(i) for i in range(10)})


@program(D, D, D, D)
def lis_bisect(a, b, c, d):
    tails = []
    for x in [a, b, 4, c, d, 6]:
        i = bisect.bisect_left(tails, x)
        if i == len(tails):
            tails.append(x)
        else:
            tails[i] = x
    return len(tails)


@program(D, D, D, D)
def inversions_bit(a, b, c, d):
    xs = [a, b, c, d, 5]
    tree = [0] * 12
    inv = 0
    for k, x in enumerate(xs):
        i = x + 1
        s = 0
        while i > 0:
            s += tree[i]
            i -= i & -i
        inv += k - s
        i = x + 1
        while i < 12:
            tree[i] += 1
            i += i & -i
    return inv


@program(D, D)
def segment_tree(l, r):
    data = [5, 3, 8, 6, 2, 7, 4, 1, 9, 0]
    n = 10
    t = [0] * n + data
    for i in range(n - 1, 0, -1):
        t[i] = t[2 * i] + t[2 * i + 1]
    if l > r:
        l, r = (r, l)
    res = 0
    l += n
    r += n + 1
    while l < r:
        if l & 1:
            res += t[l]
            l += 1
        if r & 1:
            r -= 1
            res += t[r]
        l >>= 1
        r >>= 1
    return res


@program(NATURAL)
def permutation_rank(n):
    items = [1, 2, 3, 4, 5]
    k = n % 120
    out = []
    for i in range(4, -1, -1):
        f = math.factorial(i)
        out.append(items.pop(k // f))
        k %= f
    return out


@program(D, D, D)
def modint_chain(a, b, c):
    MOD = 10007
    inv = pow(b + 1, MOD - 2, MOD)
    return (a * inv % MOD, pow(a, c, MOD), a * b * c % MOD)


@program(S)
def n_queens_first(col):

    def safe(qs, c):
        r = len(qs)
        return all((c != q and abs(c - q) != r - i for i, q in enumerate(qs)))

    qs = [col]
    for r in range(1, 4):
        for c in range(6):
            if safe(qs, c):
                qs.append(c)
                break
        else:
            break
    return (len(qs), qs[-1])


@program(D, D, D, D)
def meet_middle(a, b, c, d):
    left = [a + b, a, b, 0]
    right = sorted([c + d, c, d, 0])
    best = 0
    for s in left:
        i = bisect.bisect_right(right, 15 - s)
        if i:
            best = max(best, s + right[i - 1])
    return best


@program(NATURAL)
def manacher_like(n):
    s = f"{n:08b}"
    best = 0
    for c in range(8):
        for r in range(4):
            if c - r < 0 or c + r >= 8 or s[c - r] != s[c + r]:
                break
            best = max(best, 2 * r + 1)
    return best


@program(D, D, D, D)
def coordinate_compress(a, b, c, d):
    xs = [a, b, c, d]
    rank = {v: i for i, v in enumerate(sorted(set(xs)))}
    return ([rank[x] for x in xs], len(rank))


@program(D, D, D, D)
def group_by_parity(a, b, c, d):
    g = defaultdict(list)
    for x in (a, b, c, d):
        g[x % 2].append(x)
    return (len(g[0]), sum(g[1]), max(g[0], default=-1))


@program(D, D, D)
def priority_jobs(a, b, c):
    h = [(a, 0), (b, 1), (c, 2)]
    heapq.heapify(h)
    order = []
    t = 0
    while h:
        d, i = heapq.heappop(h)
        t += d
        order.append(i)
        if d > 6:
            heapq.heappush(h, (d - 6, i))
    return (t, len(order), order[-1])


compose = lambda *fs: reduce(lambda f, g: lambda x: f(g(x)), fs)


curry3 = lambda f: lambda a: lambda b: lambda c: f(a, b, c)


flip = lambda f: lambda a, b: f(b, a)


@program(ANY, ANY)
def composed(a, b):
    inc, dbl = (lambda x: x + 1, lambda x: x * 2)
    return (
        compose(inc, dbl, abs)(a),
        compose(*[inc] * 4)(b),
        curry3(lambda x, y, z: x - y * z)(a)(b)(2),
        flip(operator.sub)(a, b),
    )


@program(ANY, ANY, ANY)
def foldr(a, b, c):
    foldr = lambda f, z, xs: z if not xs else f(xs[0], foldr(f, z, xs[1:]))
    return (foldr(lambda x, acc: x - acc, 0, [a, b, c]), foldr(lambda x, acc: [x * 2] + acc, [], [a, b, c]))


@program(ANY)
def unfold(a):

    def unfold(f, seed):
        while (r := f(seed)) is not None:
            v, seed = r
            yield v

    return (sum(unfold(lambda n: (n * n, n - 1) if n > 0 else None, 6)), list(islice(unfold(lambda s: (s, s / 2), a), 5)))


@program(NATURAL)
def unfold_pixel(n):

    def unfold(f, seed):
        while (r := f(seed)) is not None:
            v, seed = r
            yield v

    return (
        sum(unfold(lambda n: (n % 10, n // 10) if n > 0 else None, n)),
        len(list(unfold(lambda n: (n % 2, n // 2) if n else None, n))),
    )


@program(ANY, ANY)
def maybe_chain(a, b):

    class Maybe:
        def __init__(self, v):
            self.v = v

        def bind(self, f):
            return self if self.v is None else f(self.v)

        def get(self, d):
            return d if self.v is None else self.v

    safe_sqrt = lambda x: Maybe(math.sqrt(x)) if x >= 0 else Maybe(None)
    safe_inv = lambda x: Maybe(1 / x) if abs(x) > 0.1 else Maybe(None)
    return (Maybe(a).bind(safe_sqrt).bind(safe_inv).get(-1.0), Maybe(b).bind(safe_inv).bind(safe_sqrt).get(0.0))


@program(ANY, ANY)
def either(a, b):

    def div(x, y):
        return ("err", "zero") if abs(y) < 0.5 else ("ok", x / y)

    def bind(m, f):
        tag, v = m
        return f(v) if tag == "ok" else m

    tag, v = bind(div(a, b), lambda q: div(q, a))
    return v if tag == "ok" else -100.0


@program(ANY, ANY, ANY)
def transducers(a, b, c):
    mapping = lambda f: lambda step: lambda acc, x: step(acc, f(x))
    filtering = lambda pred: lambda step: lambda acc, x: step(acc, x) if pred(x) else acc
    xform = lambda step: mapping(lambda x: x * x)(filtering(lambda x: x > 1)(step))
    return reduce(xform(operator.add), [a, b, c], 0)


@program(D)
def church_numeral(n):
    zero = lambda f: lambda x: x
    succ = lambda k: lambda f: lambda x: f(k(f)(x))
    three = succ(succ(succ(zero)))
    add = lambda m, n: lambda f: lambda x: m(f)(n(f)(x))
    return (add(three, three)(lambda v: v + n)(0), three(lambda v: v * n)(1))


@program(NATURAL)
def y_comb(n):
    Y = lambda f: (lambda x: x(x))(lambda x: f(lambda *a: x(x)(*a)))
    return Y(lambda self: lambda k: k if k < 2 else self(k - 1) + k)(n % 20)


@program(ANY, ANY, ANY, ANY)
def zip_things(a, b, c, d):
    xs, ys = ([a, b, c], [d, a])
    return (
        [x + y for x, y in zip_longest(xs, ys, fillvalue=1)],
        sum(starmap(operator.mul, zip(xs, ys))),
        list(accumulate(xs, max)),
        list(map(max, pairwise(xs))),
    )


@program(WHOLE, WHOLE, WHOLE)
def partition_reduce(a, b, c):
    evens, odds = reduce(
        lambda acc, x: (acc[0] + [x], acc[1]) if x % 2 == 0 else (acc[0], acc[1] + [x]), [a, b, c], ([], [])
    )
    return (len(evens), sum(odds))


@program(NATURAL)
def takewhile_squares(n):
    return (
        sum(takewhile(lambda s: s < n, map(lambda k: k * k, count(1)))),
        next(dropwhile(lambda s: s < n, (k * k for k in count()))),
    )


@program(ANY, ANY)
def closure_account(a, b):

    def account(balance):

        def deposit(x):
            nonlocal balance
            balance += x
            return balance

        def withdraw(x):
            nonlocal balance
            if x > balance:
                return -1
            balance -= x
            return balance

        return {"d": deposit, "w": withdraw}

    acc = account(a)
    acc["d"](3)
    r = acc["w"](b)
    return (r, acc["d"](0))


@program(D)
def gen_send_machine(n):

    def avg():
        total, k = (0, 0)
        while True:
            x = yield (total / k if k else 0)
            if x is None:
                return
            total += x
            k += 1

    g = avg()
    next(g)
    return [g.send(v) for v in (n, 2, n * 2)]


@program(D, D, D)
def match_adt(a, b, c):

    def ev(e):
        match e:
            case ["num", v]:
                return v
            case ["add", l, r]:
                return ev(l) + ev(r)
            case ["mul", l, r]:
                return ev(l) * ev(r)
            case ["if", cond, l, r]:
                return ev(l) if ev(cond) > 0 else ev(r)

    return ev(("if", ("num", a), ("add", ("num", b), ("mul", ("num", c), ("num", 2))), ("num", -1)))


@program(ANY, ANY)
def pipe_operator(a, b):

    class Pipe:
        def __init__(self, f):
            self.f = f

        def __ror__(self, x):
            return self.f(x)

        def __rshift__(self, o):
            return Pipe(lambda x: o.f(self.f(x)))

    add = lambda n: Pipe(lambda x: x + n)
    sq = Pipe(lambda x: x * x)
    return (a | add(2) | sq, b | sq >> add(1) >> Pipe(math.sqrt))


@program(ANY, ANY, ANY)
def lens(a, b, c):
    lens = lambda g, s: (g, s)
    over = lambda l, f, o: l[1](o, f(l[0](o)))
    xl = lens(lambda o: o["x"], lambda o, v: {**o, "x": v})
    o = {"x": a, "y": b}
    o2 = over(xl, lambda v: v + c, o)
    return (o2["x"], o2["y"], o["x"], len(o2))


@program(D, D)
def trampoline(n, k):

    def tramp(f, *args):
        r = f(*args)
        while callable(r):
            r = r()
        return r

    def even(n):
        return True if n == 0 else lambda: odd(n - 1)

    def odd(n):
        return False if n == 0 else lambda: even(n - 1)

    def fact(n, acc=1):
        return acc if n <= 1 else lambda: fact(n - 1, acc * n)

    return (tramp(even, 7), tramp(fact, 5) * n)


@program(D, D)
def cps(n, k):

    def fact(n, ret):
        return ret(1) if n == 0 else fact(n - 1, lambda r: ret(n * r))

    return (fact(4, lambda v: v * k), fact(n % 6, lambda v: v + k))
