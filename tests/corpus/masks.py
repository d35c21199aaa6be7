"""Places that masks choose, and arrays without axes, as people write NumPy for pictures and numbers alike."""

import math

import numpy as np

from .cases import ANY, UNIT, programs

program = programs("masks and places")


@program(ANY, ANY, ANY)
def where_index_assign(a, b, c):
    x = np.array([a, b, c])
    x[np.where(x < 0)[0]] = 0.5
    return x


@program(ANY, ANY, ANY)
def mask_idioms(a, b, c):
    x = np.array([a, b, c, 1.0])
    m = x > 0
    x[m] *= 2
    x[~m] = -x[~m]
    y = x.copy()
    y[y > 2] = 2
    y[np.argmax(x)] += 1
    y[np.nonzero(m)] += 0.5
    return (y, x[m].sum())


@program(ANY, ANY)
def mask2d(a, b):
    x = np.array([[a, b], [b, a]])
    x[x < 0] = 0
    i, j = np.where(x == x.max())
    x[i, j] = 9
    return x


@program(ANY, ANY, ANY)
def picked_variants(a, b, c):
    x = np.array([a, b, c, 1.0, -2.0])
    (i,) = np.nonzero(x > 0)
    x[i] *= 2
    y = x[i]
    j = np.flatnonzero(x < -1)
    x[j] = [5.0]
    k = np.where(x > 3)[0]
    x[k] = np.sqrt(x[k])
    return (x, y.sum(), len(j), x[i].max() if len(i) else 0.0)


@program(ANY, ANY, ANY)
def rows_by_places(a, b, c):
    X = np.array([[a, b], [b, c], [c, a]])
    X[np.where(X[:, 0] < 0)[0]] = 0.5
    X[np.where(X[:, 1] > 0)[0], 1] = [7.0]
    r, q = np.where(X == 0.5)
    X[r, q] += 1
    return X


@program(ANY, ANY, ANY)
def places_shift(a, b, c):
    x = np.array([a, b, c, 1.0])
    w = np.where(x < 0)[0]
    x[w // 2] = x[w]
    y = np.zeros(4)
    y[(w + 1) % 4] = 3
    return (x, y)


@program(ANY, ANY, ANY)
def argwhere_rows(a, b, c):
    x = np.array([a, b, c, 1.0])
    out = 0.0
    for i in np.where(x > 0)[0]:
        out += x[i] * i
    first = np.where(x > 0)[0][0]
    return (out, first, x[first])


@program(ANY, ANY, ANY)
def mask_of_mask(a, b, c):
    x = np.array([a, b, c, 1.0])
    p = x[x > -1]
    q = p[p < 2]
    return (len(p), len(q), q.sum())


@program(ANY, ANY, ANY)
def argsort_assign(a, b, c):
    x = np.array([a, b, c])
    r = np.empty(3)
    r[np.argsort(x)] = np.arange(3)
    x[np.argsort(x)[:2]] = 0
    return (r, x)


@program(ANY, ANY, ANY)
def two_masks(a, b, c):
    x = np.array([a, b, c])
    m = np.array([a, c, b])
    x[(x > 0) & (m < 1)] = m[(x > 0) & (m < 1)]
    x[np.isnan(x) | (x < -2)] = np.nan
    x[np.isnan(x)] = np.nanmean(x)
    return x


@program(ANY, ANY, ANY)
def any_mask(a, b, c):
    rgb = np.array([a, b, c])
    rgb[rgb < 0] = 0
    mx = rgb.max()
    if mx > 1:
        rgb /= mx
    i = np.where(rgb == rgb.max())[0][0]
    return (rgb, i)


@program(UNIT, UNIT, UNIT)
def rgb_to_hsv_np(r, g, b):
    RGB = np.array([r, g, b])
    maximum = np.amax(RGB, -1)
    delta = np.ptp(RGB, -1)
    V = maximum
    S = np.asarray(delta / maximum)
    S[np.asarray(delta == 0)] = 0
    dR = ((maximum - r) / 6 + delta / 2) / delta
    dG = ((maximum - g) / 6 + delta / 2) / delta
    dB = ((maximum - b) / 6 + delta / 2) / delta
    H = dB - dG
    H = np.where(g == maximum, 1 / 3 + dR - dB, H)
    H = np.where(b == maximum, 2 / 3 + dG - dR, H)
    H = np.asarray(H)
    H[np.asarray(H < 0)] += 1
    H[np.asarray(H > 1)] -= 1
    H[np.asarray(delta == 0)] = 0
    return np.array([H, S, V])


@program(ANY)
def zero_d(a):
    x = np.asarray(a)
    y = np.array(x, dtype=float)
    y[y < 0] = 0
    y[...] = y + 1
    y[()] *= 2
    return (float(y), y.ndim, y.shape == (), y.size)


@program(ANY)
def zero_d_alias(a):
    x = np.asarray(a)
    z = x
    w = np.asarray(x)
    c = x.copy()
    x[x > 0] = 1
    return (z, w, c, x + 1, math.sqrt(abs(x)), x > 0)


def clip_array(v, lo, hi):
    v = np.asarray(v)
    v[v < lo] = lo
    v[v > hi] = hi
    return v


@program(ANY, ANY)
def zero_d_helper(a, b):
    c = clip_array(a, -1, 2.0)
    d = clip_array(np.array([a, b]), -1, 1)
    if c > 0:
        r = 3.0
    else:
        r = float(c)
    return (c, d, r, int(c), c.item(), np.sqrt(c * c), round(float(c), 1))


@program(ANY)
def zero_d_int(a):
    x = np.array(3)
    x[x > 2] = a
    y = np.zeros(())
    y[()] = a
    y += 1
    s = np.where(a > 0, 1.0, 2.0)
    s[s > 1] = a * 2
    return (x, y, s)


def srgb(L):
    L = np.asarray(L, dtype=float)
    out = np.empty_like(L)
    m = L <= 0.0031308
    out[m] = 12.92 * L[m]
    out[~m] = 1.055 * L[~m] ** (1 / 2.4) - 0.055
    return out


@program(UNIT)
def srgb_scalar(a):
    return (srgb(a), srgb([a, a / 200]))


@program(UNIT)
def branch_box(a):
    x = np.array(a)
    if a > 0.5:
        x[...] = 2
    else:
        x += 1
    for i in range(3):
        x[x > i] -= 0.25
    return x
