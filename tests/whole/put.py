"""Functions of whole arrays that write where arrays say, reduce by any ufunc, call functions of the user's, or see what lies
around each number as SciPy does; run by NumPy, and compiled."""

import numpy as np
import scipy.ndimage as ndi
import scipy.signal

from .programs import B2, F2, F3, I2, U2

LONG = np.array([2**40, 5, -3, 2**41, -2**62, 7])
UNSIGNED = LONG.astype(np.uint64) ^ np.uint64(1 << 63)
K9 = np.random.default_rng(17).integers(-9, 9, (5, 7))
Z5 = (F2[:4, :6] - 0.4 + 1j * F2[1:5, :6]).astype(np.complex64)


def put(u):
    """np.put with modes, a.put, np.place, np.putmask, np.copyto, np.fill_diagonal of several"""
    a, b, c, d, e = [u.copy() for _ in range(5)]
    np.put(a, [1, -3, 40], [7, 8])
    np.put(a.T, [2, 5000], 9, mode="wrap")
    b.put([1, 3], 5)
    np.place(b, b > 0.5, [1, 2, 3])
    np.putmask(c, c > 0.5, [1, 2, 3])
    np.copyto(d, u * 2, where=u > 0.7)
    np.fill_diagonal(e, [1, 2, 3])
    np.fill_diagonal(e[3:], 7, wrap=True)
    return a, b, c, d, e


def put_where_chosen(u):
    """b[np.where(mask)] = ..., b[y, x] += 1 of what a mask chooses; b[rows] = a row"""
    a, b, c, d = [u.copy() for _ in range(4)]
    a[np.nonzero(u > 0.5)] = 1
    y, x = np.where(u > 0.3)
    b[y, (x + 1) % u.shape[1]] = 0
    c[y, x] += 1
    d[d[:, 0] > 0.4] = u[0]
    return a, b, c, d


def chosen_along(u, v):
    """f[:, mask] along any axis: returned, computed with, summed along axes; b[:, mask] = ..., b[1:, mask] += 1"""
    m, n, b = u[0] > 0.4, v[0, :, 0] > 0.3, u.copy()
    b[:, m] = np.sqrt(u[:, m]) * 2
    b[1:, u[1] > 0.6] += 1
    some = u[:, m]
    return (some, -some * 2 + 1, u[1:3, m], some.sum(axis=1), some.mean(axis=0), np.max(some), some.shape, some.T,
            np.maximum(some - 0.5, 0), v[:, n], v[..., v[0, 0] > 0.5].std(axis=0), v[:, n].sum(axis=1), b)


def put_at_of_any(i, k):
    """np.multiply.at, np.bitwise_or.at, np.negative.at...: an index that stands several times counts as often"""
    a, b, c = i.copy(), np.ones(9, int), i[0].copy()
    np.bitwise_or.at(a, ([0, 0, 1], [1, 1, 2]), [1, 2, 8])
    np.negative.at(a, ([0, 0, 3], [3, 3, 4]))
    np.multiply.at(b, np.abs(k[0]) % 9, 2)
    np.subtract.at(c, k[1] % 5, [1, 2, 3, 4, 5, 6, 7])
    return a, b, c


def long_numbers_at(n, m):
    """np.add.at, np.minimum.at, np.maximum.at of numbers of 64 bits, and np.mean of them"""
    a, b, c = np.zeros(4, np.int64), np.full(4, 2**50), np.zeros(4, np.uint64)
    for table, ufunc, numbers in ((a, np.add, n), (b, np.minimum, n), (c, np.maximum, m)):
        ufunc.at(table, [0, 0, 1, 3, 1, -1], numbers)
    return a, b, c, n.mean(), n[:4].mean(), m.mean()


def reduced_by_any(u, i):
    """np.subtract.reduce, np.divide.accumulate, np.hypot.reduce, np.fmax, np.gcd, np.logaddexp, np.floor_divide, reduceat"""
    some = np.where(u > 0.9, np.nan, u)
    return (np.subtract.reduce(u), np.divide.accumulate(u + 1, axis=1), np.hypot.reduce(u, axis=None), np.fmax.reduce(some),
            np.fmin.accumulate(some, axis=1), np.gcd.reduce(np.abs(i) + 1, axis=1), np.logaddexp.reduce(u, keepdims=True),
            np.floor_divide.reduce(u[:3] + 5), np.subtract.reduceat(u, [0, 3, 5]), np.hypot.outer(u[0], u[1]))


def called_for_each(u, i):
    """np.vectorize, of several, with a condition; np.apply_along_axis, np.apply_over_axes"""
    both = np.vectorize(lambda x, y: x * y if x > y else x - y)
    return (np.vectorize(lambda x: x * 2 + 1)(u), both(u, u[::-1]), np.vectorize(lambda x: (x, x > 0))(i),
            np.vectorize(lambda x: x // 2, otypes=[float])(i), np.apply_along_axis(lambda r: r - r.mean(), -1, u),
            np.apply_along_axis(np.sort, 0, u[:4]), np.apply_over_axes(np.sum, u, [0, 1]))


def each_once(i, u):
    """np.unique of rows, np.unique_counts, np.setxor1d, np.histogram_bin_edges, np.histogramdd"""
    few = i % 3
    return (*np.unique(few[:, :2], axis=0, return_index=True, return_inverse=True, return_counts=True),
            np.setxor1d(i[0], i[1]), np.histogram_bin_edges(u, 4), *np.histogramdd(u[:, :2], 3)[1],
            np.histogramdd(u[:, :2], 3)[0])


def results_into(u):
    """out= of np.mean, np.argmax, np.take, np.concatenate, np.stack, np.round, np.modf; casting=, dtype="""
    a, b, c, d = np.zeros(u.shape[1], u.dtype), np.zeros(u.shape[1], int), np.zeros((2, *u.shape), u.dtype), np.zeros_like(u)
    np.mean(u, axis=0, out=a)
    np.argmax(u, axis=0, out=b)
    np.stack([u, u * 2], out=c)
    np.modf(u * 3, out=(d, None))
    e = np.zeros(u.shape, np.int32)
    np.multiply(u, 9, out=e, casting="unsafe")
    return (a, b, c, d, e, np.concatenate([u, u], dtype=np.float64), np.var(u, axis=0, where=u > 0.2),
            np.std(u, dtype=np.float32, ddof=1), np.average(u, axis=0, returned=True))


def shares(u):
    """np.quantile by each of NumPy's methods; norms of matrices by their singular values"""
    methods = "hazen", "weibull", "median_unbiased", "inverted_cdf", "averaged_inverted_cdf", "closest_observation"
    return ([np.quantile(u, 0.3, axis=1, method=how) for how in methods], np.linalg.norm(u[:4, :3], 2),
            np.linalg.norm(u[:3, :3], "nuc"))


def bits(u, c):
    """a.view of another size; a << n of more bits than there are"""
    return (u.view(np.uint8)[:, :9], c.view(np.uint32)[:, :3] if c.shape[1] % 4 == 0 else c, np.left_shift(c, 9),
            c.astype(np.int16) >> np.array([1, 20, 300] * 7)[:c.shape[1]])


def complex_among_others(z, i, u):
    """complex numbers beside whole ones, compared, their powers, logarithms and arcs, padded, split"""
    return (i[:4, :6].astype(np.int8) / z, i[:4, :6].astype(np.uint8) - z, u[:4, :6] ** z, (-2.0) ** z, z < z[::-1],
            np.maximum(z, z[::-1]), np.log2(z), np.log1p(z), np.expm1(z), np.arcsin(z), np.arctan(z), np.arccosh(z),
            np.pad(z, 1, constant_values=2), *np.split(z, 2), np.sum(z, initial=3), np.append(z, 3), np.full_like(z, 2),
            np.fft.ihfft(u[0, :8]), np.fft.hfft(z[0]))


def weighed_around(u, i):
    """scipy.ndimage.convolve, correlate, convolve1d, laplace, sobel, with modes, origins and cval"""
    kernel, even = np.array([[1, 2, 1], [0, 1, 3], [2, 0, 1]]), np.array([[1.0, 2], [0.5, 1], [3, 1], [1, 2]])
    return (ndi.convolve(u, kernel, mode="wrap"), ndi.correlate(u, even, mode="mirror", origin=-1),
            ndi.convolve(i, kernel, mode="constant", cval=2), ndi.convolve1d(u, [1, 2, 3, 4], axis=0, mode="nearest"),
            ndi.laplace(u), ndi.sobel(i, axis=0), ndi.prewitt(u, mode="constant"))


def smooth_around(u, v):
    """scipy.ndimage.gaussian_filter, with order= and axes=, uniform_filter, gaussian_laplace; of volumes"""
    return (ndi.gaussian_filter(u, 1.3, mode="nearest"), ndi.gaussian_filter(u, (0, 2), order=1),
            ndi.uniform_filter(u, (4, 2)), ndi.gaussian_gradient_magnitude(u, 1), ndi.gaussian_laplace(u, 1, mode="wrap"),
            ndi.gaussian_filter(v, 1), ndi.gaussian_filter1d(v, 1, axis=0))


def ranked_around(u, c):
    """scipy.ndimage.median_filter, maximum_filter with a footprint, rank_filter, grey_opening, white_tophat"""
    cross = np.zeros((3, 3), bool)
    cross[1] = cross[:, 1] = True
    return (ndi.median_filter(c, 3), ndi.maximum_filter(u, footprint=cross), ndi.minimum_filter(u, (2, 3), mode="wrap"),
            ndi.percentile_filter(c, 30, size=3), ndi.grey_opening(c, size=3), ndi.white_tophat(u, size=3),
            ndi.grey_dilation(u, size=(2, 3)))


def shapes_around(b):
    """scipy.ndimage.binary_erosion, binary_dilation(iterations=), binary_fill_holes, binary_closing"""
    return (ndi.binary_erosion(b), ndi.binary_dilation(b, iterations=2), ndi.binary_fill_holes(b),
            ndi.binary_closing(b, structure=np.ones((3, 3))), ndi.binary_dilation(b, np.eye(3), -1, mask=~b))


def convolved_by_scipy(u, c):
    """scipy.signal.convolve2d with boundaries, correlate2d, convolve, fftconvolve"""
    kernel = np.array([[1.0, 2], [0.5, 1], [3, 1]])
    return (scipy.signal.convolve2d(u, kernel, "same", boundary="wrap"), scipy.signal.convolve2d(c, [[1, 2, 1]], "valid"),
            scipy.signal.correlate2d(u, kernel, "full", boundary="symm"), scipy.signal.fftconvolve(u, kernel, "same"),
            scipy.signal.convolve(u[0], [1, 2, 3]))


def life_by_scipy(c):
    """steps of time with scipy.ndimage.convolve and laplace: the Game of Life, heat"""
    alive, heat = (c % 3 == 0).astype(np.uint8), c / 255
    kernel = np.ones((3, 3), np.uint8)
    kernel[1, 1] = 0
    for _ in range(6):
        around = ndi.convolve(alive, kernel, mode="wrap")
        alive = ((around == 3) | (alive == 1) & (around == 2)).astype(np.uint8)
    for _ in range(6):
        heat = heat + 0.1 * ndi.laplace(heat, mode="nearest")
    return alive, heat


PROGRAMS = [(put, F2), (put_where_chosen, F2), (chosen_along, F2, F3), (put_at_of_any, I2, K9),
            (long_numbers_at, LONG, UNSIGNED), (reduced_by_any, F2, I2), (called_for_each, F2, I2),
            (each_once, I2, F2), (results_into, F2), (shares, F2),
            (bits, F2, U2[:, :20].copy()), (complex_among_others, Z5, I2, F2), (weighed_around, F2, I2),
            (smooth_around, F2, F3), (ranked_around, F2, U2), (shapes_around, B2), (convolved_by_scipy, F2, U2),
            (life_by_scipy, U2)]
