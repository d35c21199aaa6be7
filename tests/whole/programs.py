"""Functions of whole arrays, as people write NumPy: each is run by NumPy itself, and compiled."""

import numpy as np

RANDOM = np.random.default_rng(15)
F1, G1 = RANDOM.random(23).astype(np.float32) - 0.3, RANDOM.random(23).astype(np.float32)
F2, G2 = RANDOM.random((9, 21)).astype(np.float32) - 0.3, RANDOM.random((9, 21)).astype(np.float32)
W2 = RANDOM.random((5, 70)).astype(np.float32) - 0.3
C2, D2, T2 = [RANDOM.random(shape).astype(np.float32) + 0.1 for shape in ((150, 3), (150, 3), (3000, 3))]
F3 = RANDOM.random((4, 5, 18)).astype(np.float32)
I2 = RANDOM.integers(-50, 50, (9, 21)).astype(np.int32)
U2 = RANDOM.integers(0, 255, (9, 21)).astype(np.uint8)
L1 = RANDOM.integers(-9, 9, 23)
B2 = RANDOM.random((9, 21)) > 0.5
AT = RANDOM.integers(-9, 9, (3, 4))
KNOWN = np.arange(21, dtype=np.float32) * 0.25
TABLE = np.arange(9.0).reshape(9, 1)


# --- parts ---

def slices(u):
    """u[1:-1] + k * (u[2:] - 2*u[1:-1] + u[:-2])"""
    return u[1:-1] + 0.1 * (u[2:] - 2 * u[1:-1] + u[:-2])


def steps_and_turns(u):
    """u[::2], u[::-1], u[-3:2:-2]"""
    return u[::2], u[::-1], u[-3:2:-2] * 2, u[5], u[-1]


def rows_and_columns(u):
    """u[2], u[:, -1], u[..., 1:3], u[1:3, ::-1]"""
    return u[2] + 1, u[:, -1], u[..., 1:3] * 2, u[1:3, ::-1]


def new_axes(u, v):
    """u[:, None] - v[None, :]"""
    return u[:, None] - v[None, :], (u[:, np.newaxis] * v).sum(axis=0)


def gathered(u, index):
    """u[index], np.take"""
    return u[index], np.take(u, index) * 2, u[[0, 3, -1]]


def gathered_rows(u):
    """u[:, [0, -1]], u[np.arange(9), np.arange(9)]"""
    return u[:, [0, -1]], u[np.arange(9), np.arange(9)], u[[1, 2]][:, ::3], u[np.array([True, False, True] * 3)]


def counted_places(u):
    """u[:, np.arange(42) // 2], u[::-1] by known places, np.tile's, from the end"""
    runs, period = np.arange(42) // 2, np.arange(27) % 9
    return (u[:, runs] * 2, u[period], u[:, 20 - np.arange(21)], u[np.repeat(period, 3)][:, np.arange(4) - 2],
            u[[3, 3, 3]], u * (7 - np.arange(21) % 8), u + np.arange(9).reshape(9, 1) // 4 * 5,
            u + np.arange(189).reshape(9, 21))


def counted_numbers(u):
    """of bytes, of negative numbers, of one number"""
    return (np.arange(21, dtype=np.uint8) * np.uint8(12) + np.zeros_like(u[0], np.uint8), u - np.full(21, -0.0, np.float32),
            u * np.zeros(21), u + (np.arange(21) % 5 - 7))


def known_masks(u):
    """u[mask], of a mask that is known"""
    return u[KNOWN > 2]


# --- assignments ---

def changed_copy(u):
    """b = u.copy(); b[1:-1, 1:-1] = ...; b[0] = 0"""
    b = u.copy()
    b[1:-1, 1:-1] = 0.25 * (u[:-2, 1:-1] + u[2:, 1:-1] + u[1:-1, :-2] + u[1:-1, 2:])
    b[0] = 0
    b[:, -1] = b[:, -2]
    b[-1, 3:9:2] = np.arange(3)
    b[4:2:-1, 2] = u[3:5, 0]
    return b


def zeros_filled(u):
    """b = np.zeros_like(u); b[...] = ...; b[[0, -1]] = 1"""
    b = np.zeros_like(u)
    b[1:-1] = u[2:] - u[:-2]
    b[[0, -1]] = 1
    c = np.zeros(u.shape)
    c[::2] += u[::2]
    c[1::2] -= 1
    d = np.empty((3, 4), np.int32)
    d[...] = 7
    d.fill(5)
    return b, c, d, np.full(3, 2.5), np.ones((2, 2)), np.full_like(u, 3)


def masked(u, v):
    """b[b > 0.5] = 0"""
    b = u.copy()
    b[b > 0.2] = 0
    b[v < 0.1] += 3
    c = v.copy()
    c[c > 0.5] = c.mean()
    return b, c


def views(u):
    """v = b[1:-1]; v += 1: b is changed"""
    b = u.copy()
    v = b[1:-1]
    v += 1
    v[0] = 5
    t = b[:6].reshape(2, 3)
    t.T[0] = -1
    whole = b[:]
    whole *= 2
    return b, v, t


def in_place(u, v):
    """u += v, np.add(u, v, out=w)"""
    a, w = u.copy(), np.empty_like(u)
    a += v
    a *= 2
    a[a > 1] -= 1
    np.add(a, v, out=w)
    np.multiply(w, 2, w)
    return a, w


# --- element by element ---

def arithmetic(u, v):
    """+ - * / // % ** of arrays and numbers"""
    return u + v, u - 1, 2 * v, u / v, u // v, u % v, u ** 2, v ** 0.5, -u, +u, abs(u), divmod(u, v), 2 ** u


def ufuncs(u, v):
    """np.sin, np.hypot, np.maximum, np.clip..."""
    return (np.sin(u) + np.exp(v) * np.sqrt(v), np.hypot(u, v), np.maximum(u, v), np.fmin(u, 0.5), np.clip(u, 0, 0.5),
            np.arctan2(u, v), np.floor(u * 9), np.sign(u), np.abs(u), np.square(u), np.log1p(v), np.tanh(u),
            u.clip(0.1, None), np.reciprocal(v + 1), np.round(u, 1), np.rint(9 * u), np.isfinite(u), np.float32(2) * u)


def comparisons(u, v):
    """(u > v) & (u < 0.5), ~mask, np.where"""
    mask = (u > v) & ~(u < 0.5) | (v == u)
    return (mask, np.where(mask, u, v), np.where(u > 0, u, 0.0), mask.sum(), np.logical_or(u > 0, v > 0.5), (u > 0) * 3,
            np.select([u < 0, u > 0.5], [v, 1.0], 7), np.isclose(u, v), (u > 0) ^ mask)


def whole_numbers(i):
    """integers keep their dtype: i // 2, i % 5, i << 1, i & 3"""
    return (i // 2, i % 5, i << 1, i & 3, i ^ 7, ~i, i / 4, i * 1.5, i.sum(), i.mean(), i.max(axis=0), -i, i ** 2,
            i.astype(np.float32) / 3, i > 3, np.minimum(i, 5), i.prod(axis=0, dtype=np.float64), i.astype(bool))


def bytes_wrap(u):
    """uint8 wraps as NumPy's do"""
    return u + u, u * np.uint8(3), u + 1, u.astype(np.int32) + u, u / 255, u.sum(), u - 200, u >> 1, u.astype("int8")


def long_numbers(i):
    """int64"""
    return i * 1_000_000_007, i.sum(), i.cumsum(), i + np.arange(23), i.argmax(), i.astype(np.int16) * 2


def truths(b):
    """masks: sum, any, all, b + b, b * b"""
    return b.sum(), b.any(), b.all(axis=0), b.any(axis=1), b + b, b * b, b.mean(), b.astype(int), ~b, b.sum(axis=0)


def types(u):
    """.astype, np.float64(u), dtype="""
    return u.astype(np.int32), u.astype("float16"), (u * 100).astype(np.uint8) // 7, u.astype(np.float64).dtype == np.float64


# --- where elements are ---

def moved(u):
    """np.roll"""
    return (np.roll(u, 1, axis=0) + np.roll(u, -2, axis=1), np.roll(u, 5), np.roll(u, (1, -1), (0, 1)),
            np.roll(np.roll(u * 2, 1, 0), -1, 1), np.roll(u[:, 1:], 3, 1), np.roll(u.sum(axis=0), 1))


def padded(u):
    """np.pad in every mode"""
    return (np.pad(u, 1), np.pad(u, (2, 1), mode="edge"), np.pad(u, ((1, 2), (0, 3)), mode="wrap"),
            np.pad(u, 2, mode="reflect"), np.pad(u, 1, constant_values=7),
            np.pad(np.pad(u, 2, mode="symmetric") * 2, 1, "wrap"))


def transposes(u):
    """u.T, np.transpose, np.swapaxes"""
    return u.T, np.transpose(u) * 2, u.T[1:, ::2] + 1, u.swapaxes(0, 1)[0], np.moveaxis(u, 0, 1)


def shapes(u):
    """u.reshape, u.ravel(), u[:, None].squeeze()"""
    return (u.reshape(3, 63) + 1, u.reshape(-1)[::5], u.ravel() * 2, u.flatten(), u.reshape(9, 3, 7).sum(axis=2),
            u[:, None].squeeze(), np.expand_dims(u, 0).shape, u.size, u.ndim, u.reshape(21, -1),
            (u[:, :, None] * np.arange(4)).reshape(9, -1), (u[:, None] + 1).reshape(3, 3, 21)[1:] * 2,
            (u.reshape(3, 3, 21) * 2).reshape(9, 7, 3)[:, 1:], (u * 2).reshape(1, 27, 7, 1).reshape(9, 1, 21))


def joined(u, v):
    """np.concatenate, np.stack, np.hstack, np.vstack, np.tile, np.repeat"""
    return (np.concatenate([u, v]), np.concatenate((u, v), axis=1), np.stack([u, v]), np.hstack([u, v]),
            np.vstack([u, v[:2]]), np.stack([u[0], v[0]], axis=1),
            np.tile(u[0], 2), np.repeat(u, 2, axis=1), np.repeat(u, 3, axis=0), np.repeat(u, 4),
            np.repeat(u[:, :1], 5, axis=1), np.repeat(u.reshape(3, 3, 21), 2, axis=1), np.column_stack([u[:, 0], v[:, 0]]),
            np.concatenate((u[:1], (u[1:] - u[:-1]), u[-1:] > 0)), np.dstack([u, v]), np.array([u[0], v[0] * 2]))


def turned(u):
    """np.flip, np.rot90"""
    return np.flip(u), np.flip(u, 0), np.fliplr(u), np.rot90(u), np.rot90(u, 2), np.flipud(u)


def slopes_of_bytes(u):
    """np.gradient of bytes, whose differences would wrap"""
    return np.gradient(u, axis=0), np.gradient(u, 2, axis=1)


def differences(u):
    """np.diff, np.gradient"""
    return (np.diff(u), np.diff(u, axis=0), np.diff(u, 2), *np.gradient(u), np.gradient(u, 0.5, axis=1),
            np.gradient(u, axis=0, edge_order=2))


# --- many put together ---

def sums(u):
    """u.sum(axis=, keepdims=), mean, std, min, max, prod"""
    return (u.sum(), u.sum(axis=0), u.sum(axis=1), u.mean(), u.mean(axis=1, keepdims=True), u.std(), u.var(axis=0), u.min(),
            u.max(axis=1), u.prod(axis=1), np.sum(u * u), np.ptp(u, axis=0), u.argmax(), u.argmin(axis=0), u.argmax(axis=1),
            np.any(u > 0.9), np.all(u > -1, axis=1), np.count_nonzero(u > 0), np.average(u), u.sum(axis=(0, 1)),
            np.linalg.norm(u, axis=1), u.max())


def in_the_middle(u):
    """u / u.sum(axis=1, keepdims=True)"""
    return u / u.sum(axis=1, keepdims=True), (u - u.mean(axis=0)) / u.std(axis=0), u / u.max(), (u > u.mean()).sum()


def not_numbers(u):
    """a NaN comes through min() and max()"""
    v = np.where(u > 0.5, np.nan, u)
    return v.max(), v.min(axis=0), np.nan_to_num(v), np.isnan(v).sum(), np.fmax(v, 0)


def running(u):
    """np.cumsum, np.cumprod, np.maximum.accumulate"""
    return (np.cumsum(u, axis=1), np.cumsum(u, axis=0), u.cumsum(), np.cumprod(u + 1, axis=1),
            np.maximum.accumulate(u, axis=1), np.cumsum(np.cumsum(u, 0), 1) / 3, np.cumsum(u[::-1], axis=0)[::-1])


def running_truths(b):
    """np.logical_or.accumulate and other ufuncs', with axis= and dtype="""
    i = b * np.arange(21)
    return (np.maximum.accumulate(b), np.minimum.accumulate(b, axis=1), np.logical_or.accumulate(i, axis=1),
            np.logical_and.accumulate(i[:, 1:]), np.logical_xor.accumulate(b), np.bitwise_or.accumulate(i, 1),
            np.bitwise_xor.accumulate(i), np.bitwise_and.accumulate(i[:, 3:]), np.add.accumulate(i, 0, np.float32))


def as_memory_has_them(u, v):
    """cumsum of all elements, reshape, sums of what is transposed, a matrix by a long vector"""
    return (np.cumsum(u), np.cumsum(u * 2).reshape(u.shape) + u, u.reshape(-1, 27) * 2, u.reshape(27, 7).T + 1,
            u.T.sum(axis=1), v.transpose(2, 0, 1).max(axis=(0, 2), keepdims=True), v.swapaxes(0, 1).mean(axis=0),
            np.cumsum(v[1:]), v.transpose(1, 2, 0).argmax(axis=1), u.ravel()[:128] @ u.ravel()[:128],
            u.reshape(-1)[:180].reshape(2, 90) @ u.reshape(-1)[99:], u.reshape(-1)[99:] @ u.reshape(-1)[9:].reshape(90, 2))


def products(u, v):
    """u @ v.T, np.dot, np.outer"""
    return u @ v.T, np.dot(u[0], v[0]), np.outer(u[:, 0], v[0]), u @ v[0], u[:, 0] @ v, np.matmul(u.T, v), np.trace(u @ v.T)


def convolved(u):
    """np.convolve, np.interp, np.trapezoid"""
    return np.convolve(u, [1, 2, 1]), np.convolve(u, np.ones(4) / 4, mode="same"), np.interp(u, [0, 0.2, 1], [1, 5, 3])


# --- known arrays, and three axes ---

def with_known(u):
    """u * np.arange(21), np.meshgrid, np.linspace"""
    x, y = np.meshgrid(np.linspace(0, 1, 21), np.linspace(0, 1, 9))
    rows, columns = np.ogrid[0:9, 0:21]
    return (u * KNOWN, u + TABLE, u * np.exp(-(x ** 2 + y ** 2)).astype(np.float32), u + rows * columns,
            KNOWN[:5] * u[0, 0], np.arange(9)[:, None] * u)


def volumes(v):
    """arrays of three axes"""
    lap = v[1:-1, 1:-1, 1:-1] * -6 + v[2:, 1:-1, 1:-1] + v[:-2, 1:-1, 1:-1] + v[1:-1, 2:, 1:-1] + v[1:-1, :-2, 1:-1] + (
        v[1:-1, 1:-1, 2:] + v[1:-1, 1:-1, :-2])
    sums = [np.cumsum(v, axis) for axis in range(3)]
    return lap, v.T, v[1], v[:, 2, ::3], np.roll(v, 1, axis=0), sums, np.pad(v, 1, "edge")


def sums_of_volumes(v):
    """their sums along one axis, or two"""
    return (v.sum(), v.max(axis=2), v.mean(axis=(0, 2)), v - v.mean(axis=0), v.argmax(axis=1), v.std(),
            v / v.sum(axis=2, keepdims=True))


def more_sums_of_volumes(v):
    """and of volumes of another shape"""
    return v.reshape(20, 18).sum(axis=1), v.argmax(), v.argmin(axis=0), v.sum(axis=(1, 2))


def distances(p, q):
    """((p[:, None, :] - q[None, :, :]) ** 2).sum(axis=2)"""
    d = p[:, None, :] - q[None, :, :]
    far = np.sqrt((d ** 2).sum(axis=2))
    return far, far.argmin(axis=1), far.min(axis=1)


def walked(u):
    """for row in u, x, y = u[:2], zip(u, v)"""
    x, y, *_ = u
    total = x * 0
    for row in u:
        total = total + row
    return x - y, total, sum(u), len(u), [row.sum() for row in u[:3]]


# --- loops and branches ---

def heat(u):
    """for _ in range(50): u = step(u)"""
    for _ in range(50):
        u = u + 0.1 * (np.roll(u, 1, 0) + np.roll(u, -1, 0) + np.roll(u, 1, 1) + np.roll(u, -1, 1) - 4 * u)
    return u


def heat_in_place(u):
    """the same with u[1:-1, 1:-1] += ... in an array of its own"""
    u = u.copy()
    for _ in range(20):
        u[1:-1, 1:-1] += 0.1 * (u[2:, 1:-1] + u[:-2, 1:-1] + u[1:-1, 2:] + u[1:-1, :-2] - 4 * u[1:-1, 1:-1])
    return u


def swapped(u):
    """old, new = new, old"""
    old, new = u.copy(), u.copy()
    for _ in range(11):
        new[1:-1] = (old[2:] + old[:-2]) / 2
        old, new = new, old
    return old


def numbered(u):
    """for i in range(20): u = u + i * v"""
    t = 0.0
    for i in range(40):
        u = u + np.sin(t) * i
        t += 0.1
    return u, t


def until(u):
    """while error > tolerance"""
    steps, error = 0, 1.0
    while error > 0.01:
        new = (u + np.roll(u, 1) + np.roll(u, -1)) / 3
        error = np.abs(new - u).max()
        u, steps = new, steps + 1
    return u, steps


def chosen(u):
    """if u.mean() > 0: ... else: ..."""
    if u.mean() > 0:
        v = u * 2
    else:
        v = u - 1
    return v if v.max() > 100 else v + 1


def few_columns(u, v):
    """short rows: a sum for each, u / u.sum(axis=1, keepdims=True), v[index], argmin"""
    index = (np.abs(v) * 100).astype(np.int32) % 150
    return (u[:, :3] * v[:, 0, None]).sum(axis=1), u / u.sum(axis=1, keepdims=True), v * u[:, 1][index], u.argmin(axis=1), (
        u * 2 + np.arange(3), u[::-1] * v, v[1:] - u[:-1], u.T + 1)


def down_columns(tall):
    """sums, products, least and greatest values of columns with many rows"""
    some = np.where(tall > 0.9, np.nan, tall)
    return (tall.sum(0), tall[:130].max(axis=0), tall[1:].min(0), np.prod(tall[3:99] + 0.5, axis=0), tall.mean(0),
            tall.std(0), (tall > 0.99).any(axis=0), (tall < 0.999).all(0), (tall > 0.5).sum(axis=0), some.max(axis=0),
            np.nansum(some, 0), -(tall * 0).sum(0), (tall[::-1] * 2 - 1).sum(axis=0, keepdims=True), tall.argmax(0))


def long_products(u):
    """few sums, long ones: u.T @ u, u[:, 0] @ u"""
    return u.T @ u, (u[:, :1].T @ u) * 2, (u * 10).astype(np.int32).T @ np.ones((3000, 2), np.int32)


def lists_of_a_type(u):
    """u * np.array([0.1, 0.2, 0.3], np.float32), which stays one of 32 bits"""
    c, weights = np.array([0, 0, 0], np.float32), np.float32([[0, 1, 0], [1, -4, 1], [0, 1, 0]])
    c[0], (x, y) = u.sum(), np.array([1, 2], np.float32)
    for each in np.array([0.5, 0.25], dtype=np.float32):
        u = u * each
    return (u * np.array([0.1, 0.2, 0.3], np.float32)[1], u * weights[1, 1], u * x + y, c, u + weights.sum(),
            np.dot(weights, weights) * u[0, 0], u.reshape(np.array([-1, 2], np.int32)[0], 3))


def few_long_columns(u):
    """u @ v, where v is long and has up to four columns"""
    whole = (u * 100).astype(np.int32)
    return (*[u @ u.T[:, :count] for count in (1, 2, 3, 4)], u[:65] @ u[:600, :2], whole @ whole.T[:, :3],
            whole.astype(np.int8) @ whole.astype(np.int8).T[:, :2], u @ u[3], u.sum(axis=1))


PROGRAMS = [
    (slices, F1), (steps_and_turns, F1), (rows_and_columns, F2), (new_axes, F1, G1), (gathered, F1, AT),
    (counted_places, F2), (counted_numbers, F2),
    (gathered_rows, F2), (known_masks, F2[0]), (changed_copy, F2), (zeros_filled, F1), (masked, F1, G1),
    (views, F1), (in_place, F1, G1), (arithmetic, F1, G1), (ufuncs, F1, G1), (comparisons, F2, G2),
    (whole_numbers, I2), (bytes_wrap, U2), (slopes_of_bytes, U2), (long_numbers, L1),
    (truths, B2), (types, G2), (moved, F2), (padded, F2),
    (transposes, F2), (shapes, F2), (joined, F2, G2), (turned, F2), (differences, F2), (sums, F2),
    (in_the_middle, G2), (not_numbers, F2), (running, F2), (running_truths, B2), (as_memory_has_them, F2, F3),
    (products, F2, G2), (convolved, F1),
    (with_known, F2),
    (sums, W2), (not_numbers, W2), (few_columns, C2, D2), (long_products, T2),
    (lists_of_a_type, F2[:6, :6]), (few_long_columns, RANDOM.random((700, 600)).astype(np.float32)),
    (down_columns, RANDOM.random((203, 19)).astype(np.float32)),
    (volumes, F3), (sums_of_volumes, F3), (more_sums_of_volumes, F3), (distances, F2[:, :3], G2[:7, :3]),
    (walked, F2), (heat, F2), (heat_in_place, F2), (swapped, F1), (numbered, F1), (until, F1), (chosen, F1),
]
