"""NumPy as it is written for a few numbers: masks, fancy indices, views, broadcasting, small linear algebra."""

import numpy as np

from .cases import ANY, programs

idiom = programs("numpy idioms")


@idiom(ANY, ANY, ANY)
def mask_rw(a, b, c):
    v = np.array([a, b, c])
    m = v > 0
    w = v.copy()
    w[m] = w[m] * 2
    u = np.zeros(3)
    u[m] = 1 / v[m]
    return w, u, v[m].sum(), v[~m].min(initial=9), v[m].size, np.mean(v[v > -9]), np.count_nonzero(m), np.where(m)[0].size


@idiom(ANY, ANY, ANY)
def mask_2d(a, b, c):
    v = np.array([[a, b], [c, 1.0]])
    v[v < 0] *= -1
    v[v > 2] = 2
    v[0][v[0] > 1] += 1
    return v


@idiom(ANY, ANY, ANY)
def hsv_np(r, g, b):
    x = np.array([[[abs(r) / 4, abs(g) / 4, abs(b) / 4]]])
    out = np.empty_like(x)
    mx = x.max(-1)
    d = np.ptp(x, -1)
    s = np.zeros_like(d)
    ip = mx > 0
    s[ip] = d[ip] / mx[ip]
    ip = d > 0
    idx = (x[..., 0] == mx) & ip
    out[idx, 0] = (x[idx, 1] - x[idx, 2]) / d[idx]
    idx = (x[..., 1] == mx) & ip
    out[idx, 0] = 2.0 + (x[idx, 2] - x[idx, 0]) / d[idx]
    idx = (x[..., 2] == mx) & ip
    out[idx, 0] = 4.0 + (x[idx, 0] - x[idx, 1]) / d[idx]
    out[~ip, 0] = 0
    out[..., 0] = (out[..., 0] / 6.0) % 1
    out[..., 1] = s
    out[..., 2] = mx
    return out


@idiom(ANY, ANY, ANY, ANY)
def fancy(a, b, c, d):
    v = np.array([a, b, c, d])
    i = np.argsort(v)
    r = np.empty(4)
    r[i] = np.arange(4)
    return (
        v[i],
        r,
        v[[0, 2]],
        v[::-1],
        v[np.array([True, False, True, False])],
        np.take(v, [1, 1]),
        v.reshape(2, 2)[:, ::-1],
        v[-1],
        v[1:3].copy(),
        v[np.argmax(v)],
        v.reshape(2, 2)[[0, 1], [1, 0]],
        np.r_[v, 1],
        np.c_[v[:2], v[2:]],
        v[None, :] * v[:, None],
    )


@idiom(ANY, ANY, ANY)
def broadcasting(a, b, c):
    p = np.array([a, b, c])
    q = np.array([[0, 0, 0], [1, 2, 3], [3, 1, 2.0]])
    d = np.sqrt(((q - p) ** 2).sum(axis=1))
    k = d.argmin()
    w = np.exp(-d)
    w /= w.sum()
    return (
        d,
        k,
        q[k],
        w @ q,
        np.linalg.norm(q - p, axis=1),
        np.cross(q[1], p),
        np.einsum("ij,j->i", q, p),
        (q * p).sum(),
        np.outer(p, [1, 2]).shape,
        p @ q @ p,
        np.all(q > p),
        np.any(q > p, axis=0),
        (q > p).sum(axis=1),
        np.maximum(q, p).max(0),
        np.cumsum(q * a, axis=0)[-1],
        np.minimum.reduce(q - p),
        np.stack([p, p * 2], axis=1)[1],
        np.hstack([p, p])[4],
        np.concatenate([p, q[0]])[2],
        np.vstack([p, q])[0],
        np.split(np.array([a, b, c, 1.0]), 2)[1],
        np.array_split(p, 2)[1],
        np.insert(p, 1, 5),
        np.delete(p, 0),
        np.append(p, 1),
        np.flatnonzero([1, 0, 1]),
        np.triu(q)[0],
        np.diag(p)[1],
        np.diag(q),
        np.eye(3) @ p,
        np.full(3, a),
        np.linspace(a, b, 3),
        np.ones_like(p) * a,
        np.clip(p, 0, 1),
    )


@idiom(ANY, ANY, ANY)
def inplace(a, b, c):
    v = np.zeros((2, 3))
    v[0] = [a, b, c]
    v[1, 1:] = a
    v += 1
    v *= [1, 2, 3]
    v[:, 0] -= b
    v[1] = v[0] + v[1]
    w = v.T
    w[0, 0] = 9
    x = v[0]
    x[1] = 7
    v[[0, 1], [2, 2]] = 5
    return v, w.sum(), v.mean(0)


@idiom(ANY, ANY)
def polys(a, b):
    return (
        np.polyval([a, b, 1], 2.0),
        np.polyadd([a, 1], [b, 2]),
        np.polymul([a, 1], [b, 2]),
        np.polyder([a, b, 1]),
        np.polyint([a, b]),
    )


@idiom(ANY, ANY, ANY)
def kalman(a, b, c):
    x = np.array([[0.0], [0.0]])
    Pm = np.eye(2) * 10
    F = np.array([[1, 1], [0, 1.0]])
    H = np.array([[1.0, 0]])
    R = np.array([[1.0]])
    Q = np.eye(2) * 0.01
    for z in (a, b, c):
        x = F @ x
        Pm = F @ Pm @ F.T + Q
        y = z - H @ x
        S = H @ Pm @ H.T + R
        K = Pm @ H.T @ np.linalg.inv(S)
        x = x + K @ y
        Pm = (np.eye(2) - K @ H) @ Pm
    return x, Pm


@idiom(ANY, ANY, ANY)
def pagerank(a, b, c):
    A = np.abs(np.array([[0, a, 1], [b, 0, c], [1, 1, 0.0]])) + 0.1
    A = A / A.sum(axis=0)
    v = np.ones(3) / 3
    for _ in range(8):
        v = 0.15 / 3 + 0.85 * A @ v
    return v


@idiom(ANY, ANY, ANY)
def nn(a, b, c):
    rng = np.random.default_rng(0)
    W1 = rng.normal(size=(3, 4))
    W2 = rng.normal(size=4)
    h = np.tanh(np.array([a, b, c]) @ W1)
    h = np.where(h > 0, h, 0.1 * h)
    e = np.exp(h - h.max())
    return 1 / (1 + np.exp(-(h @ W2))), e / e.sum()


@idiom(ANY, ANY, ANY)
def kmeans(a, b, c):
    cs = np.array([-1.0, 0, 2])
    x = np.array([a, b, c])
    lab = np.abs(x[:, None] - cs[None]).argmin(1)
    new = [x[lab == k].mean() if (lab == k).any() else cs[k] for k in range(3)]
    return lab, new


@idiom(ANY, ANY, ANY)
def sobel_np(a, b, c):
    p = np.array([[a, b, c], [b, c, a], [c, a, b]])
    k = np.array([[1, 0, -1], [2, 0, -2], [1, 0, -1]])
    return (
        np.sum(p * k),
        np.hypot(np.sum(p * k), np.sum(p * k.T)),
        np.median(p),
        np.pad(p, 1)[0, 0],
        np.pad(p, 1, mode="edge")[0, 0],
        np.rot90(p)[0],
        np.fliplr(p)[0],
        np.flipud(p)[0],
        np.unravel_index(p.argmax(), p.shape),
        np.tril(p)[0],
        np.corrcoef([a, b, c], [1, 2, 4])[0, 1],
        np.cov([a, b, c], [1, 2, 4])[0, 1],
        np.isclose(p, a),
        np.allclose(p, p),
        np.unique([1, 2, 1]),
        np.lexsort(([1, 2, 3], [a, b, c])),
        np.partition([a, b, c], 1)[1],
        np.nanmean([a, b, np.nan]),
        np.trim_zeros([0, 1])[0] + a,
    )


mask = programs("masks")


@mask(ANY, ANY, ANY)
def views(a, b, c):
    v = np.array([[a, b], [c, 1.0]])
    v[0][v[0] > 1] += 1
    r = v[1]
    r[r < 0] = 7
    v[:, 1][v[:, 1] > 0] = 0.5
    return v


@mask(ANY, ANY)
def ints(a, b):
    v = np.array([1, 2])
    v[np.array([a > 0, b > 0])] = 2.7
    w = np.array([int(a), int(b)])
    w[w > 0] = 0.9
    return v, w


@mask(ANY, ANY, ANY)
def other_mask(a, b, c):
    v = np.array([abs(a) + 1, -1, abs(b) + 1])
    w = np.array([-abs(c) - 1, abs(a) + 2, abs(b) + 3])
    p = v > 0
    z = w > 0
    u = np.zeros(3)
    u[p] = w[z]
    return u, (v[p] + w[z]).sum(), (v[p] * w[z])[0]


@mask(ANY, ANY, ANY)
def same_mask(a, b, c):
    v = np.array([a, b, c])
    w = np.array([c, a, b])
    u = np.zeros(3)
    u[v > 0] = v[v > 0] * w[v > 0] + 1
    u[v <= 0] = -v[v <= 0]
    return u, (v[v > 0] - w[v > 0]).sum(), np.sum(v[v > 0] ** 2), v[v > 0].min(initial=9)


@mask(ANY, ANY, ANY)
def mixed(a, b, c):
    x = np.array([[a, b, c], [c, a, b]])
    m = x[:, 0] > x[:, 1]
    x[m, 2] = 0
    x[~m, 0] = x[~m, 1]
    x[x[:, 1] > 0, 1:] = 1
    x[0, x[0] > 2] = 2
    return x


@mask(ANY, ANY, ANY)
def order(a, b, c):
    v = np.array([a, b, c])
    i = np.argsort(v)
    r = np.empty(3)
    r[i] = np.arange(3)
    w = np.array([1, 2, 3.0])
    k = np.zeros((2, 3))
    k[1, i] = v
    w[i[0]] = 9
    return v[i], r, i, w[i], np.array([[1, 2, 3], [4, 5, 6]])[1, i], k
