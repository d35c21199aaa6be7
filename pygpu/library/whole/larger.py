"""NumPy's decompositions of matrices that are too large to be written out, as steps of whole arrays: for the tracer to walk.

    eigen      values and vectors of symmetric matrices
    lower      Cholesky's half of one
    upright    columns at right angles, and what makes them a matrix
    diagonal   what is left of any, and of columns beside it, by elimination
"""

from __future__ import annotations

import numpy as np

LARGEST = 256


def eigen(a, vectors=False):
    """Jacobi's turns, of all pairs of neighbours at once, after each of which rows and columns change places, so that
    everyone meets everyone (Brent and Luk, 1985). A row more, for an even number of them, is the greatest, and left out."""
    size, kind = a.shape[-1], a.dtype
    a = np.tril(a) + np.swapaxes(np.tril(a, -1), -1, -2)
    odd = size % 2
    if odd:
        beside = [(0, 0)] * (a.ndim - 2) + [(0, 1), (0, 1)]
        corner = np.zeros((size + 1, size + 1), kind)
        corner[size, size] = 1
        a = np.pad(a, beside) + (2 * np.sum(np.abs(a), axis=(-1, -2), keepdims=True) + 1) * corner
    count = size + odd
    turned = a * 0 + np.eye(count, dtype=kind) if vectors else a
    places = moved(count)
    for _ in range((5 + count.bit_length()) * (count - 1)):
        own, other, both = [each(a) for each in (evens, odds, beside_evens)]
        nothing = both == 0
        steep = (other - own) / (2 * np.where(nothing, 1, both).astype(kind))
        tangent = np.where(steep < 0, -1, 1) / (np.abs(steep) + np.sqrt(steep * steep + 1))
        tangent = np.where(nothing, 0, tangent).astype(kind)
        cosine = 1 / np.sqrt(tangent * tangent + 1)
        sine = tangent * cosine
        a = in_columns(np.swapaxes(in_columns(a, cosine, sine, places), -1, -2), cosine, sine, places)  # it is symmetric
        if vectors:
            turned = in_columns(turned, cosine, sine, places)
    values = np.diagonal(a, axis1=-2, axis2=-1)
    if not vectors:
        return np.sort(values, axis=-1)[..., :size]
    order = np.argsort(values, axis=-1)[..., :size]
    found = np.take_along_axis(turned, order[..., None, :], axis=-1)[..., :size, :]
    return np.take_along_axis(values, order, axis=-1), found


def evens(a):
    return np.diagonal(a, axis1=-2, axis2=-1)[..., 0::2]


def odds(a):
    return np.diagonal(a, axis1=-2, axis2=-1)[..., 1::2]


def beside_evens(a):
    """a[0, 1], a[2, 3], ..."""
    return np.diagonal(a, 1, axis1=-2, axis2=-1)[..., 0::2]


def in_columns(a, cosine, sine, places):
    """Each two columns that are neighbours turned, then put where they meet others."""
    one, other = a[..., 0::2], a[..., 1::2]
    cosine, sine = cosine[..., None, :], sine[..., None, :]
    both = np.stack([cosine * one - sine * other, sine * one + cosine * other], axis=-1)
    return np.reshape(both, a.shape)[..., places]


def moved(count):
    """Where the column comes from that is at each place next: the first stays, all others go round."""
    pairs = count // 2
    upper, lower = list(range(0, count, 2)), list(range(1, count, 2))
    above = [upper[0], lower[0], *upper[1:-1]] if pairs > 1 else upper
    below = [*lower[1:], upper[-1]] if pairs > 1 else lower
    return np.array([each for pair in zip(above, below) for each in pair])


def lower(a):
    """A column after the other; what is left of the rest."""
    size, kind = a.shape[-1], a.dtype
    rows, found = np.arange(size), []
    for k in range(size):
        column = a[..., :, k] / np.sqrt(a[..., k, k])[..., None]
        column = np.where(rows >= k, column, 0).astype(kind)
        found.append(column)
        a = a - column[..., :, None] * column[..., None, :]
    return np.stack(found, axis=-1)


def upright(a):
    """Householder's mirrors, each of which leaves nothing below the diagonal of a column; all of them, from the last one on,
    make columns at right angles of those of ones (as LAPACK does it, so signs are those). One number after the other: a
    step of whole arrays would be a kernel for each column."""
    stack, (high, wide), kind = a.shape[:-2], a.shape[-2:], a.dtype
    kept, steps = min(high, wide), min(high - 1, wide)
    r = np.reshape(a, (-1, high, wide)).copy()
    q = np.broadcast_to(np.eye(high, kept, dtype=kind), (len(r), high, kept)).copy()
    mirrors, scales = np.zeros((len(r), high, steps), kind), np.zeros((len(r), steps), kind)
    for m in range(len(r)):
        for k in range(steps):
            size = 0 * r[m, k, k]
            for i in range(k, high):
                mirrors[m, i, k] = r[m, i, k]
                size += r[m, i, k] * r[m, i, k]
            length, head = np.sqrt(size), r[m, k, k]
            mirrors[m, k, k] = head - length if head < 0 else head + length
            if length > 0:
                scales[m, k] = 1 / (length * (length + np.abs(head)))
            for j in range(k, wide):
                far = 0 * head
                for i in range(k, high):
                    far += mirrors[m, i, k] * r[m, i, j]
                far = far * scales[m, k]
                for i in range(k, high):
                    r[m, i, j] -= far * mirrors[m, i, k]
    for m in range(len(r)):
        for done in range(steps):
            k = steps - 1 - done
            for j in range(kept):
                far = 0 * q[m, 0, 0]
                for i in range(k, high):
                    far += mirrors[m, i, k] * q[m, i, j]
                far = far * scales[m, k]
                for i in range(k, high):
                    q[m, i, j] -= far * mirrors[m, i, k]
    return np.reshape(q, (*stack, high, kept)), np.reshape(np.triu(r[:, :kept]), (*stack, kept, wide))


def diagonal(a, b):
    """Elimination with each column's greatest pivot, of a stack of matrices and of columns beside them, one number after the
    other: (diagonal matrices, the columns, signs, where they are not zero there is no solution)."""
    count, size, wide = len(a), a.shape[1], b.shape[2]
    a, b = a.copy(), b.copy()
    signs, nones = np.ones(count, a.dtype), np.zeros(count, a.dtype)
    best, most = np.zeros(count, np.int32), np.zeros(count, a.dtype)
    for m in range(count):
        for k in range(size):
            best[m], most[m] = k, np.abs(a[m, k, k])
            for i in range(size):
                if i > k and np.abs(a[m, i, k]) > most[m]:
                    best[m], most[m] = i, np.abs(a[m, i, k])
            other = min(max(int(best[m]), 0), size - 1)  # which surely lies inside
            if other != k:
                signs[m] = -signs[m]
                for j in range(size):
                    upper = a[m, k, j]
                    a[m, k, j] = a[m, other, j]
                    a[m, other, j] = upper
                for j in range(wide):
                    upper = b[m, k, j]
                    b[m, k, j] = b[m, other, j]
                    b[m, other, j] = upper
            pivot = a[m, k, k]
            if pivot == 0:
                nones[m] = 1
                pivot = pivot + 1
            for i in range(size):
                if i != k:
                    factor = a[m, i, k] / pivot
                    for j in range(size):
                        a[m, i, j] -= factor * a[m, k, j]
                    for j in range(wide):
                        b[m, i, j] -= factor * b[m, k, j]
    return a, b, signs, nones
