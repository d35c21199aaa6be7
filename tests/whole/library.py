"""More of NumPy's functions on whole arrays: orders, matrices and stacks of them, parts; run by NumPy, and compiled."""

import numpy as np

from .programs import B2, F1, F2, F3, I2, U2

RANDOM = np.random.default_rng(16)
M3 = RANDOM.random((5, 3, 3)).astype(np.float32) + 2 * np.eye(3, dtype=np.float32)
M7 = RANDOM.random((7, 7)) + 3 * np.eye(7)[::-1]
S40 = np.round(RANDOM.random((40, 3)) * 9).astype(np.float32)
K9, I9 = RANDOM.integers(-9, 9, (5, 7)), RANDOM.integers(-99, 99, 35)
N2 = np.where(F2 > 0.5, np.float32(np.nan), F2)


def in_order(u, v):
    """np.sort, np.argsort along an axis, of all; np.take_along_axis; of what is no number"""
    places = np.argsort(u, axis=0, kind="stable")
    return np.sort(u, axis=0), places, np.take_along_axis(u, places, axis=0) * 2, np.sort(v, axis=None), np.sort(v[:2, :5])


def in_long_order(u):
    """np.sort and np.argsort of lines of more than sixteen numbers"""
    return np.sort(u, axis=0), np.argsort(u, axis=0, kind="stable")


def middles(u, v):
    """np.median, np.percentile, np.quantile with axis=, keepdims=, method="""
    return (np.median(u, axis=0), np.median(u[:4, :3], axis=1, keepdims=True), np.percentile(u, [25, 75], axis=0),
            np.quantile(u[:, :5], 0.3, axis=1, method="nearest"), np.median(v[:5], axis=0))


def middles_of_volumes(u):
    """np.median, np.percentile through a volume, of each plane"""
    return np.median(u, axis=0), np.percentile(u[:, :2, :3], 30, axis=(1, 2))


def einsums(u, v):
    """np.einsum, np.tensordot, np.kron"""
    return (np.einsum("ij,kj->ik", u, u), np.einsum("ij->j", u), np.einsum("ij,ij", u, u), np.einsum("nij,njk->nik", v, v),
            np.einsum("nij,nj->ni", v, v[:, 0]), np.einsum("nij,nij->n", v, v),
            np.tensordot(u, u, axes=([0], [0])), np.kron(u[:2, :2], np.eye(2, dtype=np.float32)))


def stacks(u):
    """np.linalg.inv, det, solve, matrix_power, np.cross of stacks"""
    return (np.linalg.inv(u), np.linalg.det(u), np.linalg.solve(u, u[:, :, :1]), np.linalg.matrix_power(u, 3),
            np.cross(u[0], u[1]))


def decompositions(u, v):
    """np.linalg.eigvalsh, cholesky, pinv, matrix_rank, cond of stacks; svd without vectors; lstsq"""
    upright = np.matmul(u, np.swapaxes(u, 1, 2))
    return (np.linalg.eigvalsh(upright), np.linalg.cholesky(upright), np.linalg.pinv(u[:, :, :2]),
            np.linalg.svd(v[:5, :2], compute_uv=False), np.linalg.lstsq(v, v[:, 0] + 2 * v[:, 2], rcond=None)[0])


def systems(u):
    """np.linalg.eigh, qr, slogdet of stacks"""
    upright = np.matmul(u, np.swapaxes(u, 1, 2))
    values, vectors = np.linalg.eigh(upright)
    q, r = np.linalg.qr(u)
    return np.matmul(vectors * values[:, None, :], np.swapaxes(vectors, 1, 2)), q, r, np.linalg.slogdet(upright)[1]


def large_matrices(u):
    """np.linalg.inv, det, solve of a matrix of more than four rows; np.linalg.multi_dot"""
    return np.linalg.inv(u), np.linalg.det(u), np.linalg.solve(u, u[0]), np.linalg.multi_dot([u, u, u])


def statistics(u):
    """np.cov, np.corrcoef, np.histogram and np.digitize, np.isin"""
    counts, edges = np.histogram(u, bins=5, range=(-0.5, 1))
    return np.cov(u), np.corrcoef(u), counts, edges * 1, np.digitize(u, np.array([0, 0.3])), np.isin(u, [0.5])


def places_among(u, v):
    """np.searchsorted, np.digitize, np.interp, np.isin of few and of many, that rise and fall; NaN lies behind all"""
    ordered, points = np.sort(v), np.linspace(-1, 1, 30)
    rising = ordered + np.arange(40, dtype=np.float32) / 8
    return (np.searchsorted(ordered, u), np.searchsorted(ordered[:4], u, side="right"), np.digitize(u, [0.8, 0.2, -0.5]),
            np.digitize(u, ordered[::-1], right=True), np.isin(u, v), np.isin(u, v[:3], invert=True),
            np.interp(u, points, points ** 2), np.interp(u * 9, rising, v, left=-1, right=2),
            np.interp(u, [0, 0.5, 1], [1, 0, 3]).astype(np.float32))


def counted(u):
    """np.bincount with minlength=, weights; np.histogram of what lies around its range, with weights, as a density"""
    weights = np.ravel(np.sqrt(np.abs(u)))
    return (np.bincount(np.ravel(u % 8), minlength=8), np.bincount(np.ravel(u) % 8, weights, minlength=8),
            np.histogram(u, bins=4)[0], np.histogram(u, 3, (0, 50), density=True)[0],
            np.histogram(u, 3, (0, 50), weights=u)[0])


def parts(u, v):
    """np.tril, triu, diag, split, array_split, append, delete, block, ediff1d, diff with prepend=, compress, choose"""
    return (np.tril(u), np.triu(u, 1), np.diag(v), np.diag(v[:3], -1), *np.array_split(u, 4), np.split(u, 3)[1],
            np.append(v, v[:2]), np.delete(u, [1, 3], axis=0), np.block([[u, u], [u[:1], u[:1]]]), np.ediff1d(v),
            np.diff(v, prepend=v[:1]), np.compress([True, False, True], u, axis=0),
            np.choose((u > 0.5).astype(np.int32), [u, u * 2]), np.polyval([1, 2, 3], v), np.rollaxis(u, 1))


def numbers_alone(u):
    """np.nansum, nanmean, nanvar, nanstd, nanmax, nanmin, nanmedian"""
    return (np.nansum(u), np.nanmean(u, axis=0), np.nanvar(u, axis=1), np.nanstd(u, axis=1), np.nanmax(u, axis=1),
            np.nanmin(u, axis=0, keepdims=True), np.nanmedian(u, axis=0))


def numbers_of_others(b, i, u):
    """of truths max, min, np.convolve; of whole numbers np.nanmax, np.linalg.norm, det, floor, round; of inf isclose"""
    few = i[:3, :3].astype(np.int16) * np.int16(99)
    far = np.where(u > 0.7, np.inf, u)
    return (b.max(), b.min(axis=0), b.prod(axis=1), np.maximum.reduce(b), np.convolve(b[0], b[1]),
            np.sum(b, axis=0, dtype=bool), np.linalg.det(few), np.linalg.inv(few), np.einsum("ij->i", few),
            np.einsum("ij->i", b), u.item(3) + u.item(1, 2) + i.item((2, 1)),
            np.nanmax(i, axis=1), np.nanmean(i, axis=0), np.nanstd(i, axis=1), np.nanmedian(i, axis=0), np.nanmean(b),
            np.linalg.norm(i), np.linalg.norm((i + 60).astype(np.uint8), axis=1), np.linalg.norm(i, 1, axis=0),
            np.floor(i), np.ceil(i), np.round(i, -1), np.fix(u * 3), np.isclose(far, far), np.allclose(u, u, equal_nan=True),
            np.sinc(i), np.nanvar(np.where(u > 0.6, np.inf, u), axis=0))


def chosen(u):
    """u[mask] returned, of rows, in arithmetic; its size, shape, len, sum, mean, std, max"""
    some, rows = u[u > 0.5], u[u[:, 0] > 0.5]
    return (some, some * 2 + 1, rows, u[u > 9], (some.size, len(some), len(rows), rows.shape, rows.ndim), some.sum(),
            np.mean(some), some.std(), rows.max())


def places_chosen(u, v):
    """np.nonzero, np.where(condition), np.argwhere, np.flatnonzero, np.extract, np.unique"""
    return (*np.nonzero(u > 0.5), *np.where(u < 0.1), np.argwhere(u > 0.8), np.flatnonzero(u > 0.7), np.extract(u > 0.5, u),
            np.unique(np.floor(u * 10)), np.unique(v), np.unique(np.where(u[0] > 0.5, np.nan, np.floor(u[0] * 4))))


def put_at(k, u, w):
    """np.add.at, np.minimum.at, np.maximum.at: an index that stands several times counts as often; of rows, of pairs"""
    counts, sums, low = np.zeros(9, np.int32), np.zeros((9, 2), np.float32), np.full(10, 5, np.int8)
    places, pairs = k.ravel(), np.zeros((9, 9), np.int64)
    np.add.at(counts, places, 1)
    np.add.at(sums, places[:9], u[:, :2])
    np.add.at(pairs, (places, -1 - abs(places) % 9), places)
    np.minimum.at(low, places, w.astype(np.int8))
    high = low.copy()
    np.maximum.at(high, [1, 1, -1], np.int8(-3) + low[:3])
    return counts, sums / 2, low, high, pairs


def bits_and_truths(i, u):
    """np.bitwise_xor.reduce, np.bitwise_and.reduce, np.logical_xor.reduce, keepdims=, axis=None, of no rows"""
    return (np.bitwise_xor.reduce(i, axis=1), np.bitwise_or.reduce(i, axis=None), np.bitwise_and.reduce(i, keepdims=True),
            np.bitwise_and.reduce(i[:0]), np.logical_xor.reduce(u > 0.2, axis=1), np.logical_xor.reduce(i, axis=0),
            np.bitwise_and.reduce(i.astype(np.uint8) | 3), np.add.reduce(u, axis=(0, 1)))


def complex_products(u):
    """np.prod of complex numbers, along an axis, of all, of none"""
    z = u + 1j * u[::-1] + 0.7
    found = np.prod(z, axis=0), np.prod(z, axis=-1, keepdims=True), z[:3].prod(), np.prod(z[:0], axis=0), z[:, :1].prod(1)
    return [(each.real, each.imag) for each in found]


def in_parts(u):
    """np.partition, np.argpartition, np.vander"""
    left, low = np.partition(u, 4, axis=0), np.argpartition(u, (2, 5))[:, 5]
    return left[4], np.partition(u, -3)[:, -3], np.partition(u, 30, axis=None)[30], low, np.vander(u[0]), (
        np.vander(u[0], 4, increasing=True), left[:4].sum(axis=0), np.partition(u, 6)[..., :6].max(axis=1) * 2)


def sums_that_wrap(b, v):
    """np.sum(a, axis=0, dtype=np.uint8), and sum(a), which adds up rows"""
    many = np.repeat(b, 30, axis=0)
    return (many.sum(axis=0, dtype=np.uint8), np.prod(many[:4], axis=0, dtype=np.uint8), sum(many), sum(many > 9), sum(v),
            np.add.reduce(many.astype(np.int8), axis=1, dtype=np.int8), np.cumsum(many, axis=0, dtype=np.uint8))


def small_sums(i, b, u):
    """sums of small whole numbers, which are of 64 bits: bytes, 16 bits, truths"""
    return (b.sum(axis=1), b.sum(axis=0), i.astype(np.int16).sum(axis=1), (i > 3).sum(axis=0),
            b.astype(np.int8).sum(axis=1) * 2, u.sum(axis=1),
            np.sum(np.tile(i, (9, 40)).astype(np.int16) * np.int16(600), axis=1))


def by_columns(u, v):
    """reshape, ravel, flatten with order="F"; np.array(a, ndmin=3)"""
    b = u.copy()
    b.ravel(order="F")[:2] = 7  # of a copy
    b.reshape(-1, order="C")[3:5] += 1
    return (b, u.ravel("F"), np.ravel(v, order="F"), u.flatten("F"), u.reshape(21, 9, order="F"),
            np.reshape(v, (-1, 5), "F"), v.reshape(9, -1, 4, order="F"), u.T.ravel(order="F"), np.array(u, ndmin=3),
            np.array(u[0], np.float64, ndmin=2),
            np.asfortranarray(u) * 2, u.flatten("F").reshape(u.shape, order="F"))


def in_other_types(c, i, u):
    """np.add(a, b, dtype=...): what is computed has that type, not only what comes out"""
    return (np.add(c, c, dtype=np.uint16), np.multiply(c, c, dtype=np.int32), np.subtract(c, 3, dtype=np.int16),
            np.divide(i, 3, dtype=np.float32), np.left_shift(c, 4, dtype=np.uint32), *np.divmod(i, 7, dtype=np.int64),
            np.power(c, 3, dtype=np.int64), np.negative(c, dtype=np.int16), np.poly1d([1, 2, 3])(u))


def between(u, i):
    """np.linspace from an element to another, of rows; np.histogram by it"""
    return (np.linspace(u[0, 0], 1, 7), np.linspace(0, u[0], 5), np.linspace(u[0], u[1], 4, endpoint=False),
            np.linspace(u.min(), u.max(), 3, retstep=True), np.linspace(u[0, 0], 9, 1), np.linspace(i[0, 0], 10, 5),
            np.linspace(u[0, 0], 5, 4, dtype=np.int32), np.array_equiv(u, u[0]), np.array_equiv(u, u[:, :5]),
            np.array_equiv(u[0], np.stack([u[0]] * 3)), u[np.triu_indices_from(u)], u[np.tril_indices_from(u[:, :8], -1)])


def tall_matrices(s):
    """np.linalg.svd, pinv, cond, matrix_rank of many rows and few columns, and turned; np.polyfit of a higher degree"""
    a = s[:, :3] - s[:, :3].mean(axis=0)
    u, sizes, v = np.linalg.svd(a, full_matrices=False)
    left, few, right = np.linalg.svd(a.T, full_matrices=False)
    x = np.linspace(-1, 1, len(s))
    return (sizes, np.abs(v), np.abs(u), u * sizes @ v, few, left * few @ right, np.linalg.pinv(a), np.linalg.pinv(a.T),
            np.linalg.cond(a), np.linalg.matrix_rank(a.T), np.linalg.svd(a, compute_uv=False),
            np.polyval(np.polyfit(x, s[:, 0], 6), x))


def products_into(u):
    """np.dot(a, b, out=c), np.matmul(a, b, out=c)"""
    a, b, c = np.zeros((9, 9), np.float32), np.empty((9, 9), np.float32), np.empty(9, np.float32)
    same = np.dot(u, u.T, out=a)
    np.matmul(u, u.T, out=b)
    np.dot(u, u[0], out=c)
    same += 1
    return a, b, c


def of_few(v):
    """np.sort, diff, round, flip, nonzero, gradient, histogram, nansum, diag, square, interp of lists of elements"""
    few = [v[0], v[1], v[2]]
    return (np.sort(few), np.argsort(few), np.diff(few), np.round(few, 1), np.flip(few), *np.nonzero(few), np.gradient(few),
            *np.histogram(few, bins=4), np.nan_to_num(few), np.nansum(few), np.vander(few), np.diag(few), np.square(few),
            np.partition(few, 1), np.rot90([[v[0], v[1]], [v[2], v[3]]]), np.triu(((v[0], v[1]), (v[2], v[3]))))


def unlike_columns(u):
    """np.unique along the other axes"""
    few = np.round(u[:4, :9] * 2)
    return (np.unique(few, axis=1), *np.unique(few, axis=-1, return_index=True, return_counts=True),
            np.unique(np.reshape(few, (2, 9, 2)), axis=1))


PROGRAMS = [(of_few, S40[:, 0]), (unlike_columns, F2), (between, F2, I2), (products_into, F2), (tall_matrices, S40),
            (put_at, K9, F2, I9), (bits_and_truths, I2, F2), (complex_products, F2), (small_sums, I2, U2, F2),
            (by_columns, F2, F3), (in_other_types, U2, I2, F2),
            (in_parts, F2), (sums_that_wrap, U2, F3),
            (chosen, F2), (places_chosen, F2, I2), (in_order, F2[:4, :9], N2[:4, :9]), (in_long_order, S40),
            (middles, F2, U2), (middles_of_volumes, F3),
            (einsums, F2, M3), (stacks, M3), (large_matrices, M7), (decompositions, M3, S40),
            (systems, M3[:, :2, :2].copy()),
            (statistics, F2), (places_among, N2[:5], S40[:, 0]), (counted, I2), (parts, F2, F1),
            (numbers_alone, N2[:5]), (numbers_of_others, B2, I2, F2)]
