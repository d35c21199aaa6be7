"""What people who know NumPy write for a single pixel."""

import numpy as np

from .cases import ANY, BYTES, WHOLE, programs

program = programs("small arrays of a pixel")


@program(ANY, ANY, ANY)
def rodrigues(a, b, c):
    v = np.array([a, b, c])
    th = np.linalg.norm(v) + 1e-06
    k = v / th
    K = np.array([[0, -k[2], k[1]], [k[2], 0, -k[0]], [-k[1], k[0], 0]])
    R = np.eye(3) + np.sin(th) * K + (1 - np.cos(th)) * K @ K
    return (R, np.trace(R), np.linalg.det(R))


@program(ANY, ANY, ANY)
def vander_fit(a, b, c):
    x = np.array([0.0, 1.0, 2.0])
    V = np.vander(x, 3)
    co = np.linalg.solve(V, [a, b, c])
    return (co, np.polyval(co, 1.5), np.polyval(np.polyder(co), 0.5))


@program(ANY, ANY, ANY, ANY)
def lstsq_line(a, b, c, d):
    x = np.arange(4)
    A = np.stack([x, np.ones(4)], axis=1)
    m, k = np.linalg.lstsq(A, np.array([a, b, c, d]), rcond=None)[0]
    return (m, k)


@program(ANY, ANY, ANY, ANY)
def normal_equations(a, b, c, d):
    A = np.column_stack((np.arange(4.0), np.ones(4), np.arange(4.0) ** 2))
    y = np.array([a, b, c, d])
    return np.linalg.inv(A.T @ A) @ A.T @ y


@program(ANY, ANY, ANY)
def eig2(a, b, c):
    w, v = np.linalg.eigh([[a, b], [b, c]])
    return (w, np.abs(v[:, 1]))


@program(ANY, ANY, ANY, ANY)
def einsums(a, b, c, d):
    m = np.array([[a, b], [c, d]])
    return (np.einsum("ij,jk->ik", m, m), np.einsum("ii", m), np.einsum("ij->j", m))


@program(ANY, ANY, ANY, ANY)
def boolean_masks(a, b, c, d):
    x = np.array([a, b, c, d])
    m = x > 0
    y = x.copy()
    y[m] = 0
    y[~m] *= -1
    return (y, m.sum(), np.count_nonzero(~m), x[m].sum(), x[x < 0].size)


@program(ANY, ANY, ANY, ANY)
def broadcasting_tri(a, b, c, d):
    x = np.array([a, b, c, d])
    D = np.abs(x[:, None] - x[None, :])
    np.fill_diagonal(D, np.inf)
    return (D.min(axis=1), D.argmin(axis=0), np.triu(np.ones((4, 4)), 1).sum())


@program(ANY, ANY, ANY, ANY)
def softmax_ce(a, b, c, d):
    z = np.array([a, b, c, d])
    e = np.exp(z - z.max())
    s = e / e.sum()
    return (s, -np.log(s[2]), np.argmax(s))


@program(ANY, ANY, ANY, ANY)
def cumulative(a, b, c, d):
    x = np.array([a, b, c, d])
    return (
        np.cumsum(x),
        np.cumprod(x),
        np.diff(x, 2),
        np.gradient(x),
        np.convolve(x, [1, 2, 1], "same"),
        np.maximum.accumulate(x),
    )


@program(ANY, ANY, ANY, ANY)
def stack_things(a, b, c, d):
    m = np.vstack([[a, b], [c, d]])
    n = np.hstack([m, m.T])
    return (n, np.concatenate([m, m], axis=0).shape, np.tile([a, b], 2), np.repeat([c, d], 2), np.flipud(m), np.rot90(m))


@program(ANY, ANY)
def mesh_eval(a, b):
    y, x = np.mgrid[-1:2, -1:2]
    g = np.exp(-(x**2 + y**2) / (2 * (abs(a) + 0.5) ** 2))
    g /= g.sum()
    return (g[1], (g * x * b).sum(), np.indices((2, 2)).sum())


@program(ANY, ANY, ANY, ANY)
def select_piecewise(a, b, c, d):
    x = np.array([a, b, c, d])
    return (
        np.select([x < -1, x < 1], [x * 0 - 1, x], default=1),
        np.piecewise(x, [x < 0, x >= 0], [lambda v: v * v, lambda v: v + 1]),
        np.interp(x, [-2, 0, 2], [1, 0, 5]),
    )


@program(ANY, ANY, ANY)
def quaternion_np(a, b, c):
    q = np.array([1.0, a, b, c])
    q /= np.linalg.norm(q)
    w, x, y, z = q
    R = np.array(
        [
            [1 - 2 * (y * y + z * z), 2 * (x * y - z * w), 2 * (x * z + y * w)],
            [2 * (x * y + z * w), 1 - 2 * (x * x + z * z), 2 * (y * z - x * w)],
            [2 * (x * z - y * w), 2 * (y * z + x * w), 1 - 2 * (x * x + y * y)],
        ]
    )
    return (R @ [1, 2, 3], np.allclose(R @ R.T, np.eye(3), atol=0.001))


@program(WHOLE, WHOLE)
def int_arrays(a, b):
    x = np.array([a, b, 3])
    return (x // 2, x % 3, x**2, x << 1, (x & 1).sum(), np.bitwise_xor.reduce(x), x.dtype.kind == "i", x.mean())


@program(BYTES, BYTES)
def uint8_arith(a, b):
    x = np.array([a, b], dtype=np.uint8)
    return (x + np.uint8(200), x.astype(int) + 200, ~x, x >> 1)


@program(ANY, ANY)
def histogram_small(a, b):
    h, e = np.histogram([a, b, 0.5, 1.5, -2.0], bins=4, range=(-4, 4))
    return (h, e[1], np.bincount([1, 2, 2, 5]), np.digitize([a, b], [-1, 0, 1]))


@program(ANY, ANY, ANY, ANY)
def power_method(a, b, c, d):
    A = np.array([[a, b], [b, d]]) + 5 * np.eye(2)
    v = np.ones(2)
    for _ in range(30):
        w = A @ v
        v = w / np.linalg.norm(w)
    return v @ A @ v


@program(ANY, ANY)
def newton_system(a, b):
    x = np.array([1.0, 1.0])
    for _ in range(6):
        F = np.array([x[0] ** 2 + x[1] - abs(a) - 2, x[0] + x[1] ** 2 - abs(b) - 2])
        J = np.array([[2 * x[0], 1], [1, 2 * x[1]]])
        x = x - np.linalg.solve(J, F)
        if np.linalg.norm(F) < 1e-05:
            break
    return x


@program(ANY, ANY, ANY)
def gradient_descent(a, b, c):
    w = np.zeros(3)
    X = np.array([[a, b, 1], [b, c, 1], [c, a, 1]]) / 4
    y = np.array([1.0, 0.0, 1.0])
    for it in range(20):
        p_ = 1 / (1 + np.exp(-X @ w))
        g = X.T @ (p_ - y)
        w -= 0.5 * g
    return (w, ((p_ > 0.5) == y).mean())


@program(ANY, ANY, ANY, ANY)
def kmeans_np(a, b, c, d):
    x = np.array([a, b, c, d])
    m = np.array([-1.0, 1.0])
    for _ in range(5):
        lab = np.abs(x[:, None] - m).argmin(1)
        for k in range(2):
            if (lab == k).any():
                m[k] = x[lab == k].mean()
    return (m, lab)


@program(ANY, ANY, ANY, ANY)
def strided(a, b, c, d):
    x = np.array([a, b, c, d, 1, 2])
    return (
        x[::2],
        x[::-1][:2],
        x[-3:],
        x.reshape(2, 3)[:, 1],
        x.reshape(3, -1).sum(0),
        np.roll(x, 2),
        x[[0, 0, 3]],
        np.take(x, [5, 1]),
    )


@program(ANY, ANY)
def numpy_scalars(a, b):
    x = np.float32(a)
    y = np.float64(b)
    return (
        x + y,
        np.floor_divide(y, 2),
        np.mod(y, 3),
        np.fix(y),
        np.rint(y),
        np.signbit(x),
        np.copysign(1, y),
        np.hypot(x, y),
    )


@program(ANY, ANY, ANY, ANY)
def cov_corr(a, b, c, d):
    x, y = (np.array([a, b, c, d]), np.array([1.0, 2.0, 0.5, 3.0]))
    return (np.cov(x, y)[0, 1], np.var(x, ddof=1), np.std(x), np.ptp(x), np.average(x, weights=y))


@program(ANY, ANY, ANY)
def convolve2d_loop(a, b, c):
    img = np.pad(np.array([[a, b, c], [c, a, b], [b, c, a]]), 1, mode="edge")
    k = np.array([[0, 1, 0], [1, -4, 1], [0, 1, 0]])
    out = np.zeros((3, 3))
    for i in range(3):
        for j in range(3):
            out[i, j] = np.sum(img[i : i + 3, j : j + 3] * k)
    return out


@program(ANY, ANY, ANY)
def nan_handling(a, b, c):
    x = np.array([a, np.nan if b > 0 else b, c])
    return (np.nansum(x), np.isnan(x).any(), np.nanmax(x), np.nan_to_num(x, nan=9.0)[1], np.nanmean(x))


@program(ANY, ANY)
def complex_np(a, b):
    z = np.array([a + 1j * b, 1 - 2j])
    return (np.abs(z), np.angle(z), z.real, (z * z.conj()).real, np.exp(1j * a).imag)


@program(ANY, ANY, ANY)
def iterate_nditer(a, b, c):
    m = np.array([[a, b], [c, 1.0]])
    s = 0
    for (i, j), v in np.ndenumerate(m):
        s += (i + 1) * v - j
    for row in m:
        for v in row:
            s += v
    return (s, [v for v in m.flat][2], m.ravel().tolist()[3])


@program(ANY, ANY)
def trapz_simps(a, b):
    t = np.linspace(0, 1, 11)
    y = np.sin(a * t) + b
    h = t[1] - t[0]
    return (
        np.trapezoid(y, t),
        h / 3 * (y[0] + 4 * y[1:-1:2].sum() + 2 * y[2:-1:2].sum() + y[-1]),
        np.sum((y[1:] + y[:-1]) / 2 * np.diff(t)),
    )


@program(ANY, ANY, ANY, ANY)
def kalman_np(a, b, c, d):
    x, P = (np.zeros((2, 1)), np.eye(2))
    F, H, Q, R = (np.array([[1, 1], [0, 1]]), np.array([[1, 0]]), 0.01 * np.eye(2), np.array([[0.5]]))
    for z in (a, b, c, d):
        x, P = (F @ x, F @ P @ F.T + Q)
        S = H @ P @ H.T + R
        K = P @ H.T @ np.linalg.inv(S)
        x = x + K @ (np.array([[z]]) - H @ x)
        P = (np.eye(2) - K @ H) @ P
    return (x.ravel(), P[0, 0], float(S.item()))


@program(ANY, ANY, ANY)
def svd_qr_chol(a, b, c):
    A = np.array([[a + 6, b], [b, c + 6]])
    L = np.linalg.cholesky(A @ A.T + np.eye(2))
    q, r = np.linalg.qr(A)
    return (L, np.abs(np.diag(r)), np.linalg.svd(A, compute_uv=False), np.linalg.matrix_rank(A), np.linalg.cond(A))


@program(ANY, ANY)
def memory_order(a, b):
    m = np.arange(6).reshape(2, 3) * a
    m[1, ::2] += b
    m.T[0] = 7
    v = m.flatten("F")
    return (v, m.swapaxes(0, 1)[2], np.squeeze(m[None])[0, 1], np.expand_dims(v, 0).shape[1], m.nbytes > 0)
