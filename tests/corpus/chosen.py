"""Lists, objects and functions of which pixels choose one, changed by one name and seen by another."""

import collections
import copy

import numpy as np

from .cases import ANY, COUNT, programs

program = programs("chosen things")


@program(ANY, ANY, COUNT)
def choice_of_choice(a, b, n):
    p, q = ([1.0, a], [2.0, b])
    r = p if a < b else q
    s = [r, p, q][n % 3]
    s[1] = 9.0
    t = (r, s)[a > 0]
    t[0] = -1.0
    return (p, q, r, s, t is p, r is s)


@program(ANY, ANY, COUNT, COUNT)
def dict_choice(a, b, n, m):
    d = {"x": {"v": a}, "y": {"v": b}}
    k = "x" if n > 4 else "y"
    e = d[k] if m > 4 else d["x"]
    e["v"] = 5.0
    e["w"] = 1.0
    f = d["y" if a < 0 else k]
    f["v"] += 1
    return (d["x"]["v"], d["y"]["v"], len(d["x"]), len(d["y"]), e is f, "w" in d["y"])


@program(ANY, ANY, COUNT)
def tuple_choice(a, b, n):
    opts = [(a, "l"), (b, "r"), (0.5, "m")]
    best = max(opts[: n % 3 + 1])
    other = opts[n % 3]
    pick = best if best[0] > other[0] else other
    rest = [o for o in opts if o != pick]
    return (pick[0], pick[1] == "m", len(rest), rest[0][0], rest[-1][1] == "r")


class N:
    def __init__(s, v, k=None):
        s.v, s.k = (v, k or [])


@program(ANY, ANY, COUNT, COUNT)
def object_choice(a, b, n, m):
    A, B, C = (N(a), N(b), N(1.0))
    nodes = [A, B, C]
    x = nodes[n % 3]
    y = nodes[m % 3]
    x.k.append(y)
    y.v += 1
    z = x.k[0] if a < b else nodes[(n + 1) % 3]
    z.v *= 2
    z.k.append(C)
    return (A.v, B.v, C.v, len(A.k), len(B.k), len(C.k), z is x, x.k[-1].v)


@program(ANY, ANY, COUNT)
def swap_rows(a, b, n):
    g = [[a, b], [1.0, 2.0], [b, 3.0]]
    i, j = (n % 3, (n * 2 + 1) % 3)
    g[i], g[j] = (g[j], g[i])
    g[i][0] = 7.0
    g[j] = g[i][:]
    g[j][1] = -1.0
    return g


@program(ANY, ANY, COUNT, COUNT)
def nested_index(a, b, n, m):
    t = [[[a, 1], [2, b]], [[b, 3], [4, a]]]
    u = t[n % 2]
    v = u[m % 2]
    v[(n + m) % 2] = 8
    w = t[m % 2][n % 2] if a > 0 else v
    w[0] -= 1
    u.reverse()
    return (t, v is w)


@program(ANY, ANY, COUNT, COUNT)
def pop_choice(a, b, n, m):
    l, r = ([a, 1.0, 2.0], [b, 3.0])
    for k in range(3):
        src = l if n >> k & 1 and l else r if r else l
        dst = r if src is l else l
        dst.append(src.pop(0))
    return (len(l), len(r), sum(l), sum(r), (l or r)[0])


@program(ANY, ANY, COUNT)
def copy_choice(a, b, n):
    xs = [[a], [b]]
    y = xs[n % 2]
    z = copy.copy(xs)
    w = copy.deepcopy(xs)
    y[0] = 4.0
    z[(n + 1) % 2] = [6.0]
    w[n % 2][0] += 1
    return (xs, z, w, z[0] is xs[0])


@program(ANY, ANY, COUNT, COUNT)
def loop_carry(a, b, n, m):
    cur, nxt, hist = ([a, b], [0.0, 0.0], [])
    for i in range(n):
        nxt[0], nxt[1] = (cur[1], cur[0] + 1)
        cur, nxt = (nxt, cur)
        if i == m:
            hist.append(cur[0])
    return (cur, nxt, len(hist), sum(hist))


@program(ANY, ANY, COUNT, COUNT)
def set_choice(a, b, n, m):
    s, t = ({1, 2}, {2, 3})
    u = s if a < 0 else t
    u.add(n % 5)
    v = [s, t][m % 2]
    v.discard(2)
    return (len(s), len(t), 2 in s, 2 in t, u is v, sum(u | v))


@program(ANY, ANY, COUNT, COUNT)
def func_choice(a, b, n, m):
    log = []

    def mk(k):
        tot = [0.0]

        def f(v):
            tot[0] += v * k
            log.append(k)
            return tot[0]

        return f

    fs = [mk(1), mk(2), mk(3)]
    f = fs[n % 3]
    g = f if a < 0 else fs[m % 3]
    return (f(a), g(b), f(1.0), sum(log), len(log))


@program(ANY, ANY, COUNT, COUNT)
def sorted_objs(a, b, n, m):
    ns = [N(a, [1]), N(b, [2, 2]), N(0.5, [3, 3, 3])]
    ns.sort(key=lambda o: o.v)
    first = ns[0]
    mid = ns[n % 3]
    first.v = 100.0
    mid.k.append(9)
    ns2 = sorted(ns, key=lambda o: -o.v)
    return ([len(o.k) for o in ns], ns2[0] is first, ns2[0].k[0], sum(o.v for o in ns2))


@program(ANY, ANY, COUNT)
def default_choice(a, b, n):
    d = collections.defaultdict(list)
    for v, k in ((a, n % 2), (b, 1), (1.0, n % 3)):
        d[k].append(v)
    best = max(d, key=lambda k: len(d[k]))
    d[best][0] = -5.0
    return (best, len(d), sum(map(sum, d.values())), d[best][0], len(d[1]))


@program(ANY, ANY, COUNT, COUNT)
def slice_choice(a, b, n, m):
    xs = [a, b, 1.0, 2.0]
    ys = xs[: n % 4 + 1] if a < b else xs[n % 4 :]
    zs = ys[::-1]
    zs[0] = 9.0
    ys[-1:] = [m * 1.0, 5.0]
    return (xs, sum(ys), len(ys), zs[0], sum(zs))


@program(ANY, ANY, COUNT, COUNT)
def func_choice1(a, b, n, m):

    def mk(k):
        tot = [0.0]

        def f(v):
            tot[0] += v * k
            return tot[0]

        return f

    fs = [mk(1), mk(2), mk(3)]
    f = fs[n % 3]
    return (f(a), f(1.0))


@program(ANY, ANY, COUNT, COUNT)
def alias1(a, b, n, m):
    xs = [[a, 1.0], [b, 2.0], [3.0]]
    ys = xs[n % 3] if a < 0 else xs[m % 3]
    ys.append(b)
    return (sum(xs[2]), ys[-1], len(ys))


@program(ANY, ANY, COUNT, COUNT)
def alias2(a, b, n, m):
    xs = [[a, 1.0], [b, 2.0], [3.0]]
    ys = xs[n % 3] if a < 0 else xs[m % 3]
    return (ys is xs[0], ys is xs[n % 3])


@program(ANY)
def views_of_known(a):
    X = np.eye(2)
    Y = np.ravel(X)
    Y[1] = a
    Z = X.T
    Z[1, 0] = 5
    W = X.reshape(4)
    W[3] = a
    return (X, Z)


@program(ANY)
def contiguous(a):
    X = np.eye(2)
    Y = np.ascontiguousarray(X)
    Y[0, 1] = a
    return X


@program(ANY)
def reals(a):
    X = np.eye(2)
    Y = np.real(X)
    Y[0, 1] = a
    return X


@program(ANY)
def positive(a):
    X = np.eye(2)
    Y = +X
    Y[0, 1] = a
    Z = X.astype(float)
    Z[0] = a
    U = X.astype(float, copy=False)
    U[1, 1] = 4
    V = np.array(X, copy=False) if False else np.asarray(X)
    V[1, 0] = a
    return (X, Y, Z)


@program(ANY)
def clips(a):
    X = np.eye(2)
    Y = np.clip(X, 0, 2)
    Y[0, 1] = a
    S = np.sort(X)
    S[0, 0] = a
    F = X[[0, 1]]
    F[0, 0] = a
    M = X[X > 0]
    M[0] = a
    N = np.nan_to_num(X)
    N[0, 0] = a
    B = np.maximum(X, 0.5)
    B[1, 0] = a
    return (X, Y, S, F, M, N, B)


@program(ANY)
def outside_table(a):
    Y = TABLE * 2
    Y[0] = a
    Z = TABLE[[1, 2]]
    Z[0] = a
    return (Y, Z, TABLE)


TABLE = np.array([1.0, 2.0, 3.0])


@program(ANY)
def outside_view(a):
    Y = TABLE[1:]
    Z = np.ravel(TABLE)
    return (Y * a, Z * a)


@program(ANY)
def loops_fill(a):
    K = -np.ones((3, 3)) / 9
    for i in range(3):
        for j in range(3):
            if i == j:
                K[i, j] += a
            elif a > 0:
                K[i, j] *= 2
    K /= K.sum() + 20
    return K
