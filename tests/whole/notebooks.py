"""Functions of whole arrays as they stand in notebooks: statistics, learning, pictures; run by NumPy, and compiled."""

import numpy as np

R = np.random.default_rng(77)
f = np.float32
S = R.random((24, 24)).astype(f)
V = R.random(40).astype(f)
W = R.random(40).astype(f) - f(0.5)
X = R.normal(size=(30, 4)).astype(f)
Y = (R.random(30) > 0.5).astype(f)
PTS2 = R.random((40, 2)).astype(f)
IM = R.integers(0, 256, (20, 26)).astype(np.uint8)
RGB = R.integers(0, 256, (12, 15, 3)).astype(np.uint8)
LIFE = (R.random((18, 18)) > 0.6).astype(np.uint8)
U16 = R.integers(0, 65536, (4, 10, 12)).astype(np.uint16)
LAB = R.integers(0, 5, 30)


def kmeans_masks(x):
    c = x[:3].copy()
    for _ in range(2):
        lab = np.argmin(np.linalg.norm(x[:, None] - c, axis=-1), axis=1)
        for k in range(3):
            c[k] = x[lab == k].mean(axis=0)
    return c, lab


def indicators(v):
    d = np.diff(v)
    up = np.where(d > 0, d, 0)
    down = np.where(d < 0, -d, 0)
    cs = np.cumsum(np.insert(v, 0, 0))
    ma = (cs[5:] - cs[:-5]) / 5
    win = np.lib.stride_tricks.sliding_window_view(v, 5)
    bb = win.mean(1) + 2 * win.std(1)
    rsi = 100 - 100 / (1 + up[:14].mean() / down[:14].mean())
    dd = (v / np.maximum.accumulate(v) - 1).min()
    return ma, bb, rsi, dd, np.log(v[1:] / v[:-1]).std() * np.sqrt(252)


def causal(q):
    s = q @ q.T
    m = np.triu(np.ones(s.shape, bool), k=1)
    s = np.where(m, -np.inf, s)
    s = np.exp(s - s.max(1, keepdims=True))
    return s / s.sum(1, keepdims=True)


def softmax_loss(x, y):
    y = y % 4
    e = np.exp(x - x.max(1)[:, None])
    pr = e / e.sum(1)[:, None]
    loss = -np.log(pr[np.arange(30), y]).mean()
    g = pr.copy()
    g[np.arange(30), y] -= 1
    return loss, g / 30, (pr.argmax(1) == y).mean()


def adam(x, y):
    w = np.zeros(4, f)
    m = np.zeros(4, f)
    v = np.zeros(4, f)
    for t in range(1, 6):
        g = 2 * x.T @ (x @ w - y) / 30
        m = 0.9 * m + 0.1 * g
        v = 0.999 * v + 0.001 * g * g
        w = w - 0.01 * (m / (1 - 0.9**t)) / (np.sqrt(v / (1 - 0.999**t)) + 1e-8)
    return w, m, v


def mlp(x, y):
    w1 = x[:4, :4] * 0.1 + 0.2
    w2 = x[5, :4] * 0.1
    for _ in range(3):
        h = np.tanh(x @ w1)
        o = h @ w2
        d = (o - y)[:, None] / 30
        gw2 = h.T @ d[:, 0]
        dh = d * w2 * (1 - h**2)
        gw1 = x.T @ dh
        w1 = w1 - 0.5 * gw1
        w2 = w2 - 0.5 * gw2
    return w1, w2, ((o - y) ** 2).mean()


def groups(x, g):
    n = np.bincount(g, minlength=5)
    s = np.zeros((5, 4), f)
    np.add.at(s, g, x)
    m = s / np.maximum(n, 1)[:, None]
    return n, m, x - m[g], np.array([x[g == k, 0].sum() for k in range(5)])


def otsu(a):
    h = np.bincount(a.ravel(), minlength=256).astype(float)
    pr = h / h.sum()
    w = np.cumsum(pr)
    mu = np.cumsum(pr * np.arange(256))
    mt = mu[-1]
    with np.errstate(divide="ignore", invalid="ignore"):
        sb = (mt * w - mu) ** 2 / (w * (1 - w))
    return np.nanargmax(sb), a > np.nanargmax(sb)


def equalize_interp(a):
    h, b = np.histogram(a.ravel(), 64, (0, 256))
    c = h.cumsum() / a.size
    return np.interp(a.ravel(), b[:-1], c).reshape(a.shape)


def sobel(a):
    a = a.astype(f)
    gx = a[:-2, 2:] - a[:-2, :-2] + 2 * (a[1:-1, 2:] - a[1:-1, :-2]) + a[2:, 2:] - a[2:, :-2]
    gy = (a[2:, :-2] + 2 * a[2:, 1:-1] + a[2:, 2:]) - (a[:-2, :-2] + 2 * a[:-2, 1:-1] + a[:-2, 2:])
    m = np.hypot(gx, gy)
    m *= 255.0 / m.max()
    an = np.rad2deg(np.arctan2(gy, gx)) % 180
    q = np.zeros(an.shape, np.uint8)
    q[(an >= 22.5) & (an < 67.5)] = 1
    q[(an >= 67.5) & (an < 112.5)] = 2
    return m.astype(np.uint8), q


def nms(a):
    m = np.pad(a.astype(f), 1)
    c = m[1:-1, 1:-1]
    keep = np.ones_like(c, dtype=bool)
    for dy in range(3):
        for dx in range(3):
            if (dy, dx) != (1, 1):
                keep &= c >= m[dy : dy + c.shape[0], dx : dx + c.shape[1]]
    return keep, (c * keep).max(1)


def rotated(a):
    t = np.deg2rad(20)
    yy, xx = np.meshgrid(np.arange(20), np.arange(26), indexing="ij")
    cy, cx = 9.5, 12.5
    sx = np.cos(t) * (xx - cx) + np.sin(t) * (yy - cy) + cx
    sy = -np.sin(t) * (xx - cx) + np.cos(t) * (yy - cy) + cy
    ix, iy = np.round(sx).astype(int), np.round(sy).astype(int)
    ok = (ix >= 0) & (ix < 26) & (iy >= 0) & (iy < 20)
    out = np.zeros_like(a)
    out[ok] = a[iy[ok], ix[ok]]
    return out


def chambolle(im):
    px = np.zeros_like(im)
    py = np.zeros_like(im)
    t = 0.25
    for _ in range(4):
        div = (px - np.roll(px, 1, 1)) + (py - np.roll(py, 1, 0))
        g = div - im / 0.2
        gx = np.roll(g, -1, 1) - g
        gy = np.roll(g, -1, 0) - g
        n = 1 + t * np.sqrt(gx**2 + gy**2)
        px = (px + t * gx) / n
        py = (py + t * gy) / n
    return im - 0.2 * ((px - np.roll(px, 1, 1)) + (py - np.roll(py, 1, 0)))


def wiener(im):
    k = np.outer(np.hanning(5), np.hanning(5))
    H = np.fft.rfft2(k / k.sum(), s=im.shape)
    G_ = np.conj(H) / (np.abs(H) ** 2 + 0.01)
    return np.fft.irfft2(np.fft.rfft2(im) * G_, s=im.shape)


def phasecorr(a):
    b = np.roll(a, (3, -5), (0, 1))
    r = np.fft.fft2(b) * np.conj(np.fft.fft2(a))
    r /= np.abs(r) + 1e-9
    c = np.fft.ifft2(r).real
    y, x = np.unravel_index(c.argmax(), c.shape)
    return y, x


def radon(im):
    out = []
    yy, xx = np.mgrid[:24, :24] - 11.5
    for k in range(4):
        t = k * np.pi / 4
        ix = np.clip(np.round(xx * np.cos(t) - yy * np.sin(t) + 11.5), 0, 23).astype(int)
        iy = np.clip(np.round(xx * np.sin(t) + yy * np.cos(t) + 11.5), 0, 23).astype(int)
        out.append(im[iy, ix].sum(0))
    return np.array(out).T


def hough(e):
    th = np.deg2rad(np.arange(0, 180, 30))
    y, x = np.mgrid[:18, :18]
    acc = np.zeros((60, 6), int)
    for k in range(6):
        r = np.round(x * np.cos(th[k]) + y * np.sin(th[k])).astype(int) + 30
        acc[:, k] = np.bincount(r.ravel(), weights=e.ravel(), minlength=60)[:60]
    return acc


def labels(m):
    lab = np.where(m > 0, np.arange(1, 325).reshape(18, 18), 0)
    while True:
        pd = np.pad(lab, 1)
        new = np.where(
            m > 0, np.max([pd[1:-1, 1:-1], pd[:-2, 1:-1], pd[2:, 1:-1], pd[1:-1, :-2], pd[1:-1, 2:]], axis=0), 0
        )
        if (new == lab).all():
            return lab
        lab = new


def edt(m):
    inf = 1e6
    g = np.where(m, inf, 0.0)
    i = np.arange(18)
    dx = (i[:, None] - i) ** 2
    a = (g[:, None, :] + dx[None]).min(2)
    return np.sqrt((a[None].transpose(0, 2, 1)[0][:, None, :] + dx[None]).min(2).T)


def hsv(c):
    r, g, b = [c[..., k].astype(f) / 255 for k in range(3)]
    mx = np.maximum(np.maximum(r, g), b)
    mn = np.minimum(np.minimum(r, g), b)
    d = mx - mn
    h = np.zeros_like(mx)
    m = (d > 0) & (mx == r)
    h[m] = ((g - b)[m] / d[m]) % 6
    m = (d > 0) & (mx == g) & (mx != r)
    h[m] = (b - r)[m] / d[m] + 2
    m = (d > 0) & (mx == b) & (mx != r) & (mx != g)
    h[m] = (r - g)[m] / d[m] + 4
    return np.stack([h / 6, np.where(mx > 0, d / np.where(mx > 0, mx, 1), 0), mx], -1)


def series(v):
    d = np.abs(np.diff(v.astype(np.int32), axis=0))
    m = d.max(0)
    run = np.cumsum(v, axis=0, dtype=np.float64)
    return m, run, v[1:] - v[:-1], (v[1:] > v[:-1]).sum(0), np.median(v, axis=0), v[::-1, ::2, 1::3]


def ransac(x):
    a, b = x[:10, :2], x[10:20, :2]
    d = b - a
    n = np.stack([-d[:, 1], d[:, 0]], 1) / np.linalg.norm(d, axis=1)[:, None]
    dist = np.abs(((x[None, :, :2] - a[:, None]) * n[:, None]).sum(2))
    cnt = (dist < 0.3).sum(1)
    return cnt, cnt.argmax(), a[cnt.argmax()]


def runlength(v):
    b = (v > 0.5).astype(int)
    s = np.cumsum(b)
    r = s - np.maximum.accumulate(np.where(b == 0, s, 0))
    return r, r.max(), np.diff(np.concatenate([[0], b, [0]]))


def haar(v):
    x = v[:32]
    out = []
    while len(x) > 1:
        a = (x[::2] + x[1::2]) / np.sqrt(2)
        d = (x[::2] - x[1::2]) / np.sqrt(2)
        out.append(d)
        x = a
    return x, out


def seam(e):
    m = e.copy()
    for y in range(1, 24):
        up = m[y - 1]
        left = np.r_[np.inf, up[:-1]]
        r = np.r_[up[1:], np.inf]
        m[y] += np.minimum(np.minimum(left, up), r)
    return m, m[-1].argmin()


def polygon(q):
    x, y = q[:, 0], q[:, 1]
    a = 0.5 * np.sum(x * np.roll(y, -1) - np.roll(x, -1) * y)
    cx = ((x + np.roll(x, -1)) * (x * np.roll(y, -1) - np.roll(x, -1) * y)).sum() / (6 * a)
    return a, cx, np.hypot(*np.diff(q, axis=0).T).sum(), q.min(0), np.ptp(q, 0)


def median3(v):
    s = np.stack([v[:-2], v[1:-1], v[2:]])
    return np.median(s, axis=0), np.sort(s, axis=0)[1], s.max(0) - s.min(0), np.argmax(s, axis=0)


def ema(v, w):
    out = np.empty_like(v)
    out[0] = v[0]
    for i in range(1, len(v)):
        out[i] = 0.3 * v[i] + 0.7 * out[i - 1]
    return out


PROGRAMS = [
    (kmeans_masks, X),
    (indicators, V),
    (causal, X),
    (softmax_loss, X, LAB),
    (adam, X, Y),
    (mlp, X, Y),
    (groups, X, LAB),
    (otsu, IM),
    (equalize_interp, IM),
    (sobel, IM),
    (nms, IM),
    (rotated, IM),
    (chambolle, S),
    (wiener, S),
    (phasecorr, S),
    (radon, S),
    (hough, LIFE),
    (labels, LIFE),
    (edt, LIFE),
    (hsv, RGB),
    (series, U16),
    (ransac, X),
    (runlength, V),
    (haar, V),
    (seam, S),
    (polygon, PTS2),
    (median3, V),
    (ema, V, W),
]
