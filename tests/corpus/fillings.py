"""What generators return at their end, arrays of NumPy that pixels are put into, functions told apart by annotations."""

import collections
import functools
import operator as op
from dataclasses import dataclass

import numpy as np

from .cases import ANY, COUNT, programs

program = programs("endings and fillings")


@program(ANY)
def stop_value(a):

    def g(v):
        yield v
        yield (v + 1)
        return v * 2

    it = g(a)
    out = []
    while True:
        try:
            out.append(next(it))
        except StopIteration as e:
            out.append(e.value)
            break
    return out


@program(ANY)
def stop_send(a):

    def avg():
        tot, n, mean = (0.0, 0, None)
        while (v := (yield mean)) is not None:
            tot += v
            n += 1
            mean = tot / n
        return tot

    g = avg()
    next(g)
    r = [g.send(v) for v in (a, 1.0)]
    try:
        g.send(None)
    except StopIteration as e:
        r.append(e.value)
    return r


@program(ANY)
def stop_args(a):

    def g(v):
        yield v
        return (v * 2, 3)

    it = g(a)
    next(it)
    try:
        next(it)
    except StopIteration as e:
        return (e.value[0], e.args[0][1])


@program(ANY)
def stop_known(a):

    def g():
        yield 1
        return 7

    it = g()
    next(it)
    try:
        next(it)
    except StopIteration as e:
        r = e.value
    try:
        next(it)
    except StopIteration as e:
        s = e.value
    return (r + a, s is None)


@program(ANY)
def eye_set(a):
    M = np.eye(4)
    M[0, 1] = a
    return M


@program(ANY)
def diag_set(a):
    P = np.diag([1.5, 2.0, 3.0])
    P[0, 1] = a
    P[1, 2], P[2, 1] = (-2.2, -1)
    return P


@program(ANY)
def diag_known(a):
    P = np.diag([1.5, 2.0, 3.0])
    P[1, 2], P[2, 1] = (-2.2, -1)
    return P @ np.array([a, 1, 2])


@program(ANY)
def eye_known(a):
    P = np.eye(3)
    P[1, 2] = -2.2
    P[:2, 2] = [4, 5]
    return P @ np.array([a, 1, 2])


@program(ANY)
def other_known(a):
    A = np.identity(2)
    A[0, 1] = 2
    B = np.tri(3)
    B[0] = 5
    C = np.linspace(0, 1, 3)
    C[1] = 9
    D = np.arange(4).reshape(2, 2)
    D[0, 0] = 7
    E = np.array([[1, 2], [3, 4]]).T
    E[0, 1] = 8
    F = np.tile([1.0, 2.0], 2)
    F[3] = 0
    G = np.concatenate([C, F])
    G[0] = 4
    H = np.outer([1, 2], [3, 4])
    H[1, 1] = 0
    I = np.kron(np.eye(2), [1, 1])
    I[0, 0] = 3
    J = np.vander([1, 2], 3)
    J[0, 0] = 4
    return (
        A @ [a, 1],
        B @ [a, 1, 1],
        C * a,
        D @ [a, 2],
        E @ [a, 3],
        F * a,
        G.sum() * a,
        H @ [a, 1],
        I.sum() * a,
        J.sum() * a,
    )


@program(ANY)
def other_symbol(a):
    A = np.identity(2)
    A[0, 1] = a
    B = np.tri(3)
    B[0] = a
    C = np.linspace(0, 1, 3)
    C[1] = a
    D = np.arange(4.0).reshape(2, 2)
    D[0, 0] = a
    E = np.array([[1.0, 2], [3, 4]]).T
    E[0, 1] = a
    F = np.tile([1.0, 2.0], 2)
    F[3] = a
    G = np.concatenate([np.ones(2), np.zeros(2)])
    G[0] = a
    H = np.outer([1.0, 2], [3, 4])
    H[1, 1] = a
    I = np.kron(np.eye(2), [1, 1])
    I[0, 0] = a
    J = np.meshgrid([1.0, 2], [3.0, 4])[0]
    J[0, 0] = a
    K = np.ones((2, 2)) * 3
    K[0] = [a, a]
    L = np.random.default_rng(1).random(3)
    L[0] = a
    return (A, B, C, D, E, F, G, H, I, J, K, L)


@program(ANY, ANY)
def dispatch_annotated(a, b):

    @dataclass
    class Num:
        v: float

    @dataclass
    class Add:
        l: object
        r: object

    @functools.singledispatch
    def ev(e):
        raise TypeError(e)

    @ev.register
    def _(e: Num):
        return e.v

    @ev.register
    def _(e: Add) -> float:
        return ev(e.l) + ev(e.r)

    return ev(Add(Num(a), Num(b)))


@program(COUNT, COUNT)
def set_cmp(a, b):
    A, B = ({a, 2, 3, 5}, {b, b + 1, b + 2, b + 3, 5, 3})
    return (A <= B, A.isdisjoint(B), A >= B, A < B, A.issubset(B), A == B)


@program(COUNT, COUNT)
def set_range(a, b):
    A, B = ({a, 2, 3, 5}, set(range(b, b + 4)))
    return (len(A | B), len(A & B), len(A - B), len(A ^ B), A.isdisjoint(B), max(A | B))


@program(ANY, ANY, ANY)
def look_at(a, b, c):

    def norm(v):
        n = np.sqrt((v**2).sum())
        return v / n if n else v

    eye, at, up = (np.array([a, b, c + 9]), np.zeros(3), np.array([0, 1, 0]))
    f = norm(at - eye)
    s = norm(np.cross(f, up))
    u = np.cross(s, f)
    M = np.eye(4)
    M[:3, :3] = np.stack([s, u, -f])
    M[:3, 3] = -M[:3, :3] @ eye
    P = np.diag([1.5, 1.5, -1.2, 0])
    P[2, 3], P[3, 2] = (-2.2, -1)
    clip = P @ M @ np.array([1, 1, 1, 1.0])
    return clip[:3] / clip[3]


@program(ANY, ANY, ANY)
def protocol_visit(a, b, c):

    class Expr:
        pass

    @dataclass
    class Num(Expr):
        v: float

    @dataclass
    class Bin(Expr):
        op: str
        l: Expr
        r: Expr

    @functools.singledispatch
    def ev(e):
        raise TypeError(e)

    @ev.register
    def _(e: Num):
        return e.v

    @ev.register
    def _(e: Bin):
        return {"+": op.add, "*": op.mul, "-": op.sub}[e.op](ev(e.l), ev(e.r))

    def simp(e):
        match e:
            case Bin("*", Num(0), _) | Bin("*", _, Num(0)):
                return Num(0)
            case Bin("+", l, Num(0)):
                return simp(l)
            case Bin(o, l, r):
                return Bin(o, simp(l), simp(r))
            case _:
                return e

    t = Bin("-", Bin("*", Num(a), Num(b)), Bin("+", Num(c), Num(0)))
    return (ev(t), ev(simp(t)))


@program(ANY, ANY)
def async_like(a, b):

    def worker(name, v):
        for i in range(3):
            v = v * 0.5 + i
            yield (name, v)
        return v

    tasks, out, done = (collections.deque([worker("a", a), worker("b", b)]), [], [])
    while tasks:
        t = tasks.popleft()
        try:
            out.append(next(t)[1])
        except StopIteration as e:
            done.append(e.value)
        else:
            tasks.append(t)
    return (out, done)


@program(ANY, ANY)
def coroutine_avg(a, b):

    def prime(f):

        @functools.wraps(f)
        def w(*x):
            g = f(*x)
            next(g)
            return g

        return w

    @prime
    def avg():
        tot, n, mean = (0.0, 0, None)
        while (v := (yield mean)) is not None:
            tot += v
            n += 1
            mean = tot / n
        return tot

    g = avg()
    r = [g.send(v) for v in (a, b, 1.0)]
    try:
        g.send(None)
    except StopIteration as e:
        r.append(e.value)
    return r
