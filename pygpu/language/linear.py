"""Small square matrices, as tuples of rows: what np.linalg means for values of pixels. Written out, without pivots."""

from __future__ import annotations

import math

LARGEST = 4
SWEEPS = 6  # of Jacobi's rotations: enough for 32 bits


def minor(rows, i, j):
    return tuple(tuple(v for column, v in enumerate(row) if column != j) for number, row in enumerate(rows) if number != i)


def determinant(rows):
    if len(rows) == 1:
        return rows[0][0]
    if len(rows) == 2:
        return rows[0][0] * rows[1][1] - rows[0][1] * rows[1][0]
    return sum((-1) ** j * rows[0][j] * determinant(minor(rows, 0, j)) for j in range(len(rows)))


def inverse(rows):
    size = range(len(rows))
    if len(rows) == 1:
        return ((1.0 / rows[0][0],),)
    cofactors = [[(-1) ** (i + j) * determinant(minor(rows, i, j)) for j in size] for i in size]
    whole = sum(rows[0][j] * cofactors[0][j] for j in size)
    return tuple(tuple(cofactors[j][i] / whole for j in size) for i in size)


def eigenvalues(rows):
    """Of a symmetric matrix (its lower half counts), the least first: rotated until nothing is beside the diagonal."""
    size = len(rows)
    a = [[rows[max(i, j)][min(i, j)] for j in range(size)] for i in range(size)]
    for _ in range(SWEEPS if size > 2 else 1):
        for i in range(size - 1):
            for j in range(i + 1, size):
                rotate(a, i, j)
    return sorted(a[i][i] for i in range(size))


def rotate(a, i, j):
    """Turn rows and columns i and j so that a[i][j] vanishes."""
    beside = a[i][j]
    nothing = beside == 0
    turn = (a[j][j] - a[i][i]) / (2.0 * (1.0 if nothing else beside))
    tangent = 0.0 if nothing else (1.0 if turn >= 0 else -1.0) / (abs(turn) + math.sqrt(turn * turn + 1.0))
    cosine = 1.0 / math.sqrt(tangent * tangent + 1.0)
    sine = tangent * cosine
    for k in range(len(a)):
        if k not in (i, j):
            a[i][k], a[j][k] = cosine * a[i][k] - sine * a[j][k], sine * a[i][k] + cosine * a[j][k]
            a[k][i], a[k][j] = a[i][k], a[j][k]
    a[i][i], a[j][j] = a[i][i] - tangent * beside, a[j][j] + tangent * beside
    a[i][j] = a[j][i] = 0.0
