"""Functions of whole arrays as they stand in programs of science: steps of simulations, pictures, statistics; run by NumPy,
and compiled. Each has something that was wrong once, or was refused."""

import numpy as np

RANDOM = np.random.default_rng(17)
F2, G2 = RANDOM.random((31, 45)).astype(np.float32), RANDOM.random((31, 45)).astype(np.float32)
D2, X5 = RANDOM.random((12, 14)), RANDOM.random((40, 5))
SPINS, CHANCES = np.where(RANDOM.random((16, 24)) > 0.5, 1, -1), RANDOM.random((6, 16, 24))
FLUID = 1 + 0.01 * RANDOM.random((10, 14, 9))
BYTES, COLOURS = RANDOM.integers(0, 256, (31, 45)).astype(np.uint8), RANDOM.integers(0, 256, (9, 11, 3)).astype(np.uint8)
Y, Z = RANDOM.random(40), RANDOM.random(60) + 1j * RANDOM.random(60)
PLACES = RANDOM.integers(0, 20, 20)
TRUTHS, OTHERS = RANDOM.random((6, 9)) > 0.5, RANDOM.random((6, 9)) > 0.5


def greatest_of_neighbours(u):
    """edges / edges.max(), of a picture whose size is known"""
    across = (u[:-2, 2:] + 2 * u[1:-1, 2:] + u[2:, 2:]) - (u[:-2, :-2] + 2 * u[1:-1, :-2] + u[2:, :-2])
    down = (u[2:, :-2] + 2 * u[2:, 1:-1] + u[2:, 2:]) - (u[:-2, :-2] + 2 * u[:-2, 1:-1] + u[:-2, 2:])
    edges = np.hypot(across, down)
    return edges / edges.max()


def grown(u):
    """a mask that grows until nothing changes"""
    weak = u > 0.6
    found = u > 0.9
    while True:
        wide, more = np.pad(found, 1), np.zeros_like(found)
        for row in range(3):
            for column in range(3):
                more |= wide[row:row + found.shape[0], column:column + found.shape[1]]
        new = more & weak | (u > 0.9)
        if np.array_equal(new, found):
            return found
        found = new


def checkerboard(s, chances):
    """planes of a volume in steps: r[t]"""
    rows, columns = np.indices(s.shape)
    for t in range(6):
        mine = (columns + rows) % 2 == t % 2
        change = 2 * s * (np.roll(s, 1, 0) + np.roll(s, -1, 0) + np.roll(s, 1, 1) + np.roll(s, -1, 1))
        s = np.where(mine & ((change <= 0) | (chances[t] < np.exp(-change * 0.44))), -s, s)
    return s, s.sum()


def borders_filled(u, v):
    """U = np.zeros((14, 16)); U[1:-1, 1:-1] = u, with parts that are written to"""
    a, b = np.zeros((14, 16)), np.zeros((14, 16))
    a[1:-1, 1:-1], b[1:-1, 1:-1] = u, v
    u, v = a[1:-1, 1:-1], b[1:-1, 1:-1]
    for _ in range(3):
        both = u * v * v
        u += 0.16 * (a[:-2, 1:-1] + a[2:, 1:-1] - 2 * u) - both
        v += 0.08 * (b[:-2, 1:-1] + b[2:, 1:-1] - 2 * v) + both
        a[0], a[-1] = a[-2], a[1]
    return a, b


def of_known_sizes(u):
    """np.meshgrid(range(nx), range(ny)), np.tile of how large it is, D[0] /= ..."""
    rows, columns = u.shape
    x, y = np.meshgrid(range(columns), range(rows))
    grid = np.cos(np.arange(columns) * 0.5)
    grid[0] /= np.sqrt(2)
    pattern = np.tile(np.array([[0.1, 0.7], [0.9, 0.4]]), (rows // 2 + 1, columns // 2 + 1))[:rows, :columns]
    whole = np.zeros((u.shape[0] + 1, u.shape[1] + 1))
    whole[1:, 1:] = np.floor(u * 8).cumsum(0).cumsum(1)  # whole numbers: a GPU adds up in another order
    return u * x + y, u * grid, pattern < u, whole[2:, 2:] - whole[:-2, 2:] - whole[2:, :-2] + whole[:-2, :-2], (
        np.size(u, 0), np.size(u, 1), isinstance(u, np.ndarray))


def streaming(f):
    """lattice Boltzmann: f[solid, :] read, turned round and written"""
    f = f.copy()
    x, y = np.meshgrid(range(14), range(10))
    solid = (x - 4) ** 2 + (y - 5) ** 2 < 6
    for number, (across, down) in enumerate(zip([0, 0, 1, 1, 1, 0, -1, -1, -1], [0, 1, 1, 0, -1, -1, -1, 0, 1])):
        f[:, :, number] = np.roll(np.roll(f[:, :, number], across, axis=1), down, axis=0)
    inside = f[solid, :][:, [0, 5, 6, 7, 8, 1, 2, 3, 4]]
    f += 0.5 * (f.mean(axis=2, keepdims=True) - f)
    f[solid, :] = inside
    return f


def clustered(x):
    """k-means: labels that the loop assigned, means of rows that a mask chooses"""
    centres = x[:3].copy()
    for _ in range(4):
        labels = ((x[:, None] - centres[None]) ** 2).sum(-1).argmin(1)
        for k in range(3):
            mine = labels == k
            centres[k] = (x * mine[:, None]).sum(0) / np.maximum(mine.sum(), 1)
    return centres, labels, np.array([x[labels == k].mean(axis=0) for k in range(3)]), x[labels == 0].max(axis=0)


def softmax(x):
    """e / e.sum(axis=-1, keepdims=True)"""
    e = np.exp(x - np.max(x, axis=-1, keepdims=True))
    return e / np.sum(e, axis=-1, keepdims=True)


def smoothed(u):
    """exp(-x ** 2) of what is around: a bilateral filter"""
    wide, total, weights = np.pad(u, 1, mode="reflect"), np.zeros_like(u), np.zeros_like(u)
    for row in range(3):
        for column in range(3):
            near = wide[row:row + u.shape[0], column:column + u.shape[1]]
            weight = np.exp(-((row - 1) ** 2 + (column - 1) ** 2) / 8 - (near - u) ** 2 / 0.02)
            total, weights = total + weight * near, weights + weight
    return total / weights


def tables(b):
    """np.add.at of pairs, np.bincount, np.unique with counts and with where they are, np.histogram of other bins"""
    few, pairs = b // 64, np.zeros((4, 4), int)
    np.add.at(pairs, (few[:, :-1], few[:, 1:]), 1)
    return pairs, *np.unique(few, return_index=True, return_inverse=True, return_counts=True), np.histogram(
        b, 16, (0, 256)), np.histogram(b, [0, 10, 100, 255]), np.histogram2d(
            few.ravel(), b.ravel(), (3, 4), [[0, 3], [0, 256]])


def compared(a, b):
    """truths that are compared, sorted, and counted"""
    return a > b, a <= b, np.sort(a, axis=1), np.argsort(a, axis=1, kind="stable"), (a < b).sum(0)


def shortened(u):
    """blocks by reshape, windows that slide"""
    blocks, windows = u[:30, :44].reshape(15, 2, 22, 2), np.lib.stride_tricks.sliding_window_view(u[:9, :12], (3, 3))
    return (blocks.mean(axis=(1, 3)), blocks.max((1, 3)), windows.mean((2, 3)), np.median(windows, axis=(2, 3)),
            np.einsum("ijkl,kl->ij", windows, np.arange(9.0).reshape(3, 3)), windows[::2, 1, 0] * 2, windows,
            np.lib.stride_tricks.sliding_window_view(u[0], 5) @ np.arange(5.0))


def coloured(c):
    """np.einsum of a picture and a matrix, np.dsplit, weights with an ellipsis"""
    matrix = np.arange(9).reshape(3, 3) / 9
    return (np.einsum("ijk,lk->ijl", c.astype(float), matrix), np.dsplit(c, 3)[1],
            np.einsum("...j,j->...", c / 255, matrix[1]),
            np.unpackbits(c[..., 0], axis=1), np.unpackbits(c[..., 0], axis=0, bitorder="little"),
            np.unpackbits(c[..., 0], axis=1, count=-3), np.unpackbits(c[0, :, 0], count=11),
            np.unpackbits(c[0, :, 0], count=8 * c.shape[1] + 5), np.packbits(c[..., 0] > 99, axis=1))


def beyond_the_edge(u):
    """np.pad: a number for each side, mean, maximum, linear_ramp, odd"""
    return (np.pad(u, ((1, 1), (2, 2)), "constant", constant_values=((1, 2), (3, 4))),
            np.pad(u, 2, "linear_ramp", end_values=1), np.pad(u, 1, "mean"),
            np.pad(u, ((0, 2), (1, 0)), "maximum"), np.pad(u, 1, "median"),
            np.pad(u, 2, "reflect", reflect_type="odd"), np.pad(u, 2, "symmetric", reflect_type="odd"))


def ranked(y, places):
    """r[order] = np.arange(n), b[k] += 1, b[:, [0, -1]] *= -1, np.put_along_axis"""
    order, ranks, marks = y.argsort(), np.empty(40, int), np.zeros(20, int)
    ranks[order] = np.arange(40)
    marks[places] += 1
    square = np.reshape(y[:9], (3, 3)).copy()
    square[:, [0, 2]] = np.reshape(y[9:15], (3, 2))
    square[:, [2, 1, 0]] = square + 1
    square[np.arange(3), np.arange(3)] = 7
    square[np.ix_([0, 1], [1, 2])] *= 2
    wide = np.reshape(y, (8, 5)).copy()
    np.put_along_axis(wide, wide.argmax(1)[:, None], -1, axis=1)
    wide[1:3, [0, 4]] = 5
    return ranks, marks, square, wide


def of_the_chosen(u):
    """the first and the last of what a mask chooses, in order, their median, indices"""
    rows = np.where((u > 0.97).any(axis=1))[0]
    y, x = np.nonzero(u > 0.9)
    some = u[u > 0.8]
    return rows[0], rows[-1], some[2], np.sort(some), np.median(some), some.cumsum(), u[y, x] * 2, (
        u[u[:, 0] > 0.5].sum(axis=1))


def with_where(u, v):
    """where=, initial=, out="""
    found, kept = np.zeros_like(u), np.empty(45, np.float32)
    np.divide(u, v, out=found, where=v > 0.5)
    np.sum(u, axis=0, out=kept)
    np.cumsum(u, axis=1, out=(low := np.empty_like(u)))
    np.clip(low, 0, 3, out=low)
    np.copyto(found, v, where=u > 0.9)
    return found, kept, low, np.sum(u, where=v > 0.5), np.mean(u, axis=0, where=v > 0.1), (
        np.max(u, where=v > 0.5, initial=-1), u.sum(initial=3), np.prod(u[:1], initial=2.0))


def alike(u, y):
    """np.corrcoef(x, y), np.cov, np.polyfit, np.unwrap, np.gradient at places, norms, np.trace of planes"""
    return (np.corrcoef(u[0], u[1]), np.cov(u[0], u[1]), np.polyfit(y[:20], y[20:], 2), np.unwrap(y * 9),
            np.gradient(y, np.linspace(0, 1, 40) ** 2), np.linalg.norm(u, "fro"), np.linalg.norm(y, 3), np.linalg.norm(u, 1),
            np.trace(np.reshape(y, (2, 4, 5))), np.nanpercentile(np.where(y < 0.3, np.nan, y), [20, 50]),
            np.nanargmax(np.where(y > 0.8, np.nan, y)), np.allclose(y, y), np.unravel_index(np.argmax(u), u.shape),
            np.c_[y, y * 2], np.r_[y, 1.0], np.insert(y, 2, 5), np.take(y, np.argsort(y) + 7, mode="wrap"))


def waves(z):
    """an argument of complex numbers; z[mask] = z[mask] ** 2; z.real = ..."""
    for _ in range(3):
        beside = np.zeros_like(z)
        beside[1:-1] = z[2:] - 2 * z[1:-1] + z[:-2]
        z = z + 0.1j * beside
    low, half = np.abs(z) < 0.9, z.real * 0.5
    z[low] = z[low] ** 2 + 0.25
    turned = np.zeros(60, complex)
    turned.real = half
    turned[0] = 2j
    return z, turned, half, z.cumsum(), np.outer(z[:3], z[:4]), np.dot(z, z), np.cos(z), np.linalg.norm(z)


def of_nothing(empty, number):
    """arrays without elements, or without a dimension"""
    return (empty + 1, empty.sum(0), empty.T, np.concatenate([empty, np.ones((2, 5), np.float32)]), np.any(empty),
            empty.size, np.sort(empty, axis=0), number * 2, np.sqrt(number))


def bits(y):
    """a float64's bits as whole numbers, and back"""
    whole = y.view(np.int64)
    return whole, (whole ^ 1).view(np.float64), y.view(np.uint64) >> np.uint64(52), (np.arange(9) << 52).view(np.float64)


PROGRAMS = [
    (greatest_of_neighbours, F2), (grown, F2), (checkerboard, SPINS, CHANCES), (borders_filled, D2, D2 * 0.1),
    (of_known_sizes, F2), (streaming, FLUID), (clustered, X5), (softmax, X5), (smoothed, F2), (tables, BYTES),
    (compared, TRUTHS, OTHERS), (shortened, F2), (coloured, COLOURS), (beyond_the_edge, F2[:6, :7]), (ranked, Y, PLACES),
    (of_the_chosen, F2), (with_where, F2, G2), (alike, F2, Y), (waves, Z),
    (of_nothing, np.zeros((0, 5), np.float32), np.array(3.5)),
]
IN_DOUBLES = [*[each for each in PROGRAMS if each[0] in (softmax, smoothed, tables, compared, clustered)], (bits, Y)]
