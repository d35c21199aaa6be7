"""Functions of whole arrays as they stand in notebooks: simulations and linear algebra; run by NumPy, and compiled."""

import numpy as np

from .notebooks import LIFE, PTS2, S, V, W, X, f

R = np.random.default_rng(78)
PTS = R.random((25, 3)).astype(f)
SPD = X[:6, :4].T @ X[:6, :4] + np.eye(4, dtype=f) * 3
G = R.random((8, 8)).astype(f)


def life_pad(g):
    z = g.copy()
    for _ in range(3):
        N = (
            z[0:-2, 0:-2]
            + z[0:-2, 1:-1]
            + z[0:-2, 2:]
            + z[1:-1, 0:-2]
            + z[1:-1, 2:]
            + z[2:, 0:-2]
            + z[2:, 1:-1]
            + z[2:, 2:]
        )
        birth = (N == 3) & (z[1:-1, 1:-1] == 0)
        survive = ((N == 2) | (N == 3)) & (z[1:-1, 1:-1] == 1)
        z[...] = 0
        z[1:-1, 1:-1][birth | survive] = 1
    return z


def wave_inplace(u):
    a, b = u.copy(), u * 0
    for _ in range(5):
        b[1:-1, 1:-1] = (
            2 * a[1:-1, 1:-1]
            - b[1:-1, 1:-1]
            + 0.1 * (a[2:, 1:-1] + a[:-2, 1:-1] + a[1:-1, 2:] + a[1:-1, :-2] - 4 * a[1:-1, 1:-1])
        )
        b[0, :] = b[-1, :] = 0
        b[:, 0] = b[:, -1] = 0
        a, b = b, a
    return a, b


def burgers(u):
    u = u.copy()
    for _ in range(8):
        un = u.copy()
        u[1:-1] = un[1:-1] - un[1:-1] * 0.1 * (un[1:-1] - un[:-2]) + 0.07 * (un[2:] - 2 * un[1:-1] + un[:-2])
        u[0] = un[0] - un[0] * 0.1 * (un[0] - un[-2])
        u[-1] = u[0]
    return u


def jacobi_until(b):
    u = np.zeros_like(b)
    k = 0
    while True:
        new = u.copy()
        new[1:-1, 1:-1] = 0.25 * (u[:-2, 1:-1] + u[2:, 1:-1] + u[1:-1, :-2] + u[1:-1, 2:] + b[1:-1, 1:-1])
        d = np.abs(new - u).max()
        u = new
        k += 1
        if d < 1e-2 or k > 60:
            break
    return u, k


def fdtd(ez, hy):
    ez, hy = ez.copy(), hy.copy()
    for t in range(10):
        hy[:-1] += 0.5 * (ez[1:] - ez[:-1])
        ez[1:] += 0.5 * (hy[1:] - hy[:-1])
        ez[20] += np.exp(-((t - 5.0) ** 2) / 9)
    return ez, hy


def fdtd2(e):
    ez = e.copy()
    hx = np.zeros((24, 23), f)
    hy = np.zeros((23, 24), f)
    for n in range(4):
        hx -= 0.5 * np.diff(ez, axis=1)
        hy += 0.5 * np.diff(ez, axis=0)
        ez[1:-1, 1:-1] += 0.5 * (np.diff(hy, axis=0)[:, 1:-1] - np.diff(hx, axis=1)[1:-1, :])
        ez[12, 12] = np.sin(0.3 * n)
    return ez, hx, hy


def lbm_inplace(rho):
    e = [(0, 0), (0, 1), (0, -1), (1, 0), (-1, 0)]
    F = np.empty((5, 24, 24), f)
    F[:] = rho / 5
    for _ in range(3):
        for i, (dy, dx) in enumerate(e):
            F[i] = np.roll(F[i], (dy, dx), axis=(0, 1))
        b = F[:, 5:8, 5:8].copy()
        F[:, 5:8, 5:8] = b[[0, 2, 1, 4, 3]]
        F += 0.3 * (F.mean(axis=0) - F)
    return F


def nbody2(pos):
    x, y, z = pos.T
    dx = x - x[:, None]
    dy = y - y[:, None]
    dz = z - z[:, None]
    inv = dx**2 + dy**2 + dz**2 + 0.1**2
    inv[inv > 0] = inv[inv > 0] ** -1.5
    a = np.stack([(dx * inv).sum(1), (dy * inv).sum(1), (dz * inv).sum(1)], axis=1)
    pe = -np.sum(np.triu(1 / (inv + 1), 1))
    return a, pe


def boids(q):
    d = q[:, None] - q[None]
    dist = np.sqrt((d**2).sum(2))
    near = (dist > 0) & (dist < 0.3)
    n = np.maximum(near.sum(1), 1)
    mean = (near[..., None] * q[None]).sum(1) / n[:, None]
    sep = np.where(near[..., None], d / np.maximum(dist, 1e-3)[..., None] ** 2, 0).sum(1)
    v = 0.1 * (mean - q) + 0.01 * sep
    s = np.linalg.norm(v, axis=1, keepdims=True)
    return np.where(s > 0.1, v / s * 0.1, v)


def cg(a, b):
    x = np.zeros_like(b)
    r = b - a @ x
    d = r.copy()
    rs = r @ r
    for _ in range(4):
        q = a @ d
        al = rs / (d @ q)
        x = x + al * d
        r = r - al * q
        new = r @ r
        d = r + new / rs * d
        rs = new
    return x


def gram_schmidt(x):
    q = np.zeros_like(x)
    for i in range(4):
        v = x[:, i]
        for j in range(i):
            v = v - (q[:, j] @ x[:, i]) * q[:, j]
        q[:, i] = v / np.sqrt(v @ v)
    return q


def cholesky_loop(a):
    n = a.shape[0]
    L = np.zeros_like(a)
    for j in range(n):
        L[j, j] = np.sqrt(a[j, j] - np.sum(L[j, :j] ** 2))
        for i in range(j + 1, n):
            L[i, j] = (a[i, j] - np.sum(L[i, :j] * L[j, :j])) / L[j, j]
    return L


def thomas(d):
    n = 12
    a, b, c = -1.0, 4.0, -1.0
    cp = np.zeros(n, f)
    dp = np.zeros(n, f)
    cp[0] = c / b
    dp[0] = d[0] / b
    for i in range(1, n):
        m = b - a * cp[i - 1]
        cp[i] = c / m
        dp[i] = (d[i] - a * dp[i - 1]) / m
    x = np.zeros(n, f)
    x[-1] = dp[-1]
    for i in range(n - 2, -1, -1):
        x[i] = dp[i] - cp[i] * x[i + 1]
    return x


def floyd(d):
    d = d.copy()
    np.fill_diagonal(d, 0)
    for k in range(8):
        d = np.minimum(d, d[:, k : k + 1] + d[k])
    return d


def viterbi(t, e):
    p0 = np.log(e[:8] + 0.1)
    lt = np.log(t + 0.1)
    back = np.zeros((4, 8), int)
    for k in range(4):
        s = p0[:, None] + lt
        back[k] = s.argmax(0)
        p0 = s.max(0) + np.log(e[k : k + 8] + 0.1)
    path = np.zeros(5, int)
    path[4] = p0.argmax()
    for k in range(3, -1, -1):
        path[k] = back[k, path[k + 1]]
    return p0, path


def hmm_forward(t, e):
    t = t / t.sum(1, keepdims=True)
    a = e[:8] / e[:8].sum()
    ll = 0.0
    for k in range(6):
        a = (a @ t) * e[k : k + 8]
        s = a.sum()
        ll += np.log(s)
        a /= s
    return a, ll


def kalman(z):
    x, pv = 0.0, 1.0
    out = np.zeros(len(z), z.dtype)
    for k in range(len(z)):
        pv = pv + 0.01
        g = pv / (pv + 0.1)
        x = x + g * (z[k] - x)
        pv = (1 - g) * pv
        out[k] = x
    return out


def lotka(q):
    y = q.T.copy()
    out = [y]
    for _ in range(4):
        a, b = y
        y = y + 0.1 * np.array([a * (1 - b), b * (a - 1)])
        out.append(y)
    return np.array(out)


def sandpile(s):
    g = (s * 8).astype(int)
    for _ in range(5):
        t = g >= 4
        g = g - 4 * t
        g[1:] += t[:-1]
        g[:-1] += t[1:]
        g[:, 1:] += t[:, :-1]
        g[:, :-1] += t[:, 1:]
    return g, g.max()


def forest_fire(s):
    g = np.where(s > 0.4, 1, 0)
    g[0, g[0] == 1] = 2
    for _ in range(6):
        fire = g == 2
        near = np.zeros_like(fire)
        near[1:] |= fire[:-1]
        near[:-1] |= fire[1:]
        near[:, 1:] |= fire[:, :-1]
        near[:, :-1] |= fire[:, 1:]
        g = np.where(fire, 3, np.where((g == 1) & near, 2, g))
    return g, (g == 3).sum()


def swe(h):
    h = h + 1
    u = np.zeros_like(h)
    v = np.zeros_like(h)
    for _ in range(3):
        u[:, :-1] -= 0.1 * (h[:, 1:] - h[:, :-1])
        v[:-1] -= 0.1 * (h[1:] - h[:-1])
        u[:, -1] = 0
        v[-1] = 0
        div = u - np.pad(u, ((0, 0), (1, 0)))[:, :-1] + v - np.pad(v, ((1, 0), (0, 0)))[:-1]
        h = h - 0.1 * div
    return h, u, v


def bitonic(v):
    a = v[:16].copy()
    i = np.arange(16)
    k = 2
    while k <= 16:
        j = k // 2
        while j:
            other = i ^ j
            up = (i & k) == 0
            b = a[other]
            a = np.where((i < other) == up, np.minimum(a, b), np.maximum(a, b))
            j //= 2
        k *= 2
    return a


def sinkhorn(c):
    k = np.exp(-c / 0.1)
    u = np.ones(8)
    v = np.ones(8)
    for _ in range(10):
        u = 1 / (k @ v)
        v = 1 / (k.T @ u)
    return u[:, None] * k * v


PROGRAMS = [
    (life_pad, LIFE),
    (wave_inplace, S),
    (burgers, V),
    (jacobi_until, S),
    (fdtd, V, W),
    (fdtd2, S),
    (lbm_inplace, S),
    (nbody2, PTS),
    (boids, PTS2),
    (cg, SPD, X[0]),
    (gram_schmidt, X),
    (cholesky_loop, SPD),
    (thomas, V),
    (floyd, G),
    (viterbi, G, V),
    (hmm_forward, G, V),
    (kalman, V),
    (lotka, PTS2),
    (sandpile, S),
    (forest_fire, S),
    (swe, S),
    (bitonic, V),
    (sinkhorn, G),
]
