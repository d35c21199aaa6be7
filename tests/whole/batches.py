"""Batches of pictures and the weights of layers: arguments of four axes and more."""

import numpy as np

RANDOM = np.random.default_rng(4)
BATCH = RANDOM.random((2, 6, 7, 3)).astype(np.float32)  # pictures, rows, columns, channels
WEIGHTS = RANDOM.random((5, 3, 3, 3)).astype(np.float32) - 0.5  # out, in, rows, columns
COUNTS = RANDOM.integers(0, 255, (3, 2, 4, 5, 2)).astype(np.uint8)


def reduced(x):
    """x.mean(axis=(1, 2)), x.mean(axis=0), x[0], x[..., 0], x.sum()"""
    return x.mean(axis=(1, 2)), x.mean(axis=0), x[0], x[..., 0], x.sum(), x[1, 2, 3, 0], x.max(axis=-1, keepdims=True)


def gray(x):
    """x @ weights of the channels, and its slopes"""
    g = x @ np.array([0.3, 0.6, 0.1], np.float32)
    return (g[:, 1:] - g[:, :-1]) ** 2


def convolved(x, w):
    """a layer of convolutions, tap by tap, and what is above zero"""
    n, rows, columns, _ = x.shape
    out, _, high, wide = w.shape
    y = np.zeros((n, rows - high + 1, columns - wide + 1, out), np.float32)
    for i in range(high):
        for j in range(wide):
            y += x[:, i:i + y.shape[1], j:j + y.shape[2]] @ w[:, :, i, j].T
    return np.maximum(y, 0)


def convolved_at_once(x, w):
    """np.einsum over sliding_window_view"""
    windows = np.lib.stride_tricks.sliding_window_view(x, w.shape[2:], axis=(1, 2))
    return np.einsum("nyxcij,ocij->nyxo", windows, w)


def one_by_one(x):
    """for each picture of a batch"""
    found = np.empty(x.shape[:3], x.dtype)
    for n, picture in enumerate(x):
        found[n] = picture.max(axis=2) - picture.min(axis=2)
    return found


def run_down(x):
    """b[n, y, x, c] += b[n, y - 1, x, c], in order"""
    b = x.copy()
    for n in range(x.shape[0]):
        for y in range(1, x.shape[1]):
            for column in range(x.shape[2]):
                for c in range(x.shape[3]):
                    b[n, y, column, c] += 0.5 * b[n, y - 1, column, c]
    return b


def pooled(x):
    """the greatest of 2 x 2, and a normed batch"""
    n, rows, columns, channels = x.shape
    best = x[:, :, :columns // 2 * 2].reshape(n, rows // 2, 2, columns // 2, 2, channels).max(axis=(2, 4))
    mean, spread = (f(x, axis=(0, 1, 2), keepdims=True) for f in (np.mean, np.var))
    return best, (x - mean) / np.sqrt(spread + 1e-5)


def of_five(u):
    """five axes, of bytes"""
    return u + 1, u.sum(axis=(1, 4)), u[1:, 0], np.where(u > 9, u, 0), u.transpose(4, 2, 3, 0, 1) > u.mean()


def of_complex(z):
    """four axes, of complex numbers"""
    return z * z.conj(), z[0].sum(axis=2), np.abs(z)


def beside_pictures(x, u):
    """a batch beside one picture"""
    return x * u[..., None], (x - x.mean(axis=0))[:, 1:]


PROGRAMS = [
    (reduced, BATCH), (gray, BATCH), (convolved, BATCH, WEIGHTS), (convolved_at_once, BATCH, WEIGHTS), (one_by_one, BATCH),
    (run_down, BATCH), (pooled, BATCH), (of_five, COUNTS), (of_complex, (BATCH + 1j * BATCH[::-1]).astype(np.complex64)),
    (beside_pictures, BATCH, BATCH[0, ..., 0]), (reduced, BATCH[:, ::-1].transpose(0, 2, 1, 3)),
]
