"""Small square matrices, as tuples of rows: what np.linalg means for values of pixels. Written out, without pivots."""

from __future__ import annotations

import math
import operator
from functools import reduce

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
    return sorted(diagonal(rows, [])[i][i] for i in range(len(rows)))


def eigensystem(rows):
    """(the same, a matrix whose columns are its vectors, each of which might as well point the other way)."""
    size = range(len(rows))
    vectors = [[1.0 if i == j else 0.0 for j in size] for i in size]  # a row each
    a = diagonal(rows, vectors)
    ordered = sorted([(a[i][i], tuple(vectors[i])) for i in size], key=operator.itemgetter(0))
    return [value for value, _ in ordered], [[vector[i] for _, vector in ordered] for i in size]


def diagonal(rows, vectors):
    size = len(rows)
    a = [[rows[max(i, j)][min(i, j)] for j in range(size)] for i in range(size)]
    for _ in range(SWEEPS if size > 2 else 1):
        for i in range(size - 1):
            for j in range(i + 1, size):
                rotate(a, i, j, vectors)
    return a


def rotate(a, i, j, vectors):
    """Turn rows and columns i and j so that a[i][j] vanishes, and the vectors that are kept with them."""
    beside = a[i][j]
    tangent, cosine, sine = turn(a[i][i], a[j][j], beside)
    turn_pair(vectors, i, j, cosine, sine)
    for k in range(len(a)):
        if k not in (i, j):
            a[i][k], a[j][k] = cosine * a[i][k] - sine * a[j][k], sine * a[i][k] + cosine * a[j][k]
            a[k][i], a[k][j] = a[i][k], a[j][k]
    a[i][i], a[j][j] = a[i][i] - tangent * beside, a[j][j] + tangent * beside
    a[i][j] = a[j][i] = 0.0


def turn(own, other, both):
    """(tangent, cosine, sine) of the turn of a plane after which nothing is beside the diagonal."""
    nothing = both == 0
    steep = (other - own) / (2.0 * (1.0 if nothing else both))
    tangent = 0.0 if nothing else (1.0 if steep >= 0 else -1.0) / (abs(steep) + math.sqrt(steep * steep + 1.0))
    cosine = 1.0 / math.sqrt(tangent * tangent + 1.0)
    return tangent, cosine, tangent * cosine


def turn_pair(rows, i, j, cosine, sine):
    """Two rows as what they are after a turn of their plane."""
    if rows:
        rows[i], rows[j] = ([cosine * x - sine * y for x, y in zip(rows[i], rows[j])],
                            [sine * x + cosine * y for x, y in zip(rows[i], rows[j])])


def singular(rows):
    """(u, s, v transposed) of a matrix, the greatest first: its columns turned until each two are at right angles."""
    wide = len(rows) < len(rows[0])
    columns = [list(row) for row in rows] if wide else [list(column) for column in zip(*rows)]
    size = len(columns)
    turned = [[1.0 if i == j else 0.0 for j in range(size)] for i in range(size)]
    for _ in range(SWEEPS if size > 1 else 0):
        for i in range(size - 1):
            for j in range(i + 1, size):
                _, cosine, sine = turn(*[dot(columns[k], columns[m]) for k, m in ((i, i), (j, j), (i, j))])
                turn_pair(columns, i, j, cosine, sine)
                turn_pair(turned, i, j, cosine, sine)
    lengths = [math.sqrt(dot(column, column)) for column in columns]
    ordered = sorted(zip(lengths, map(tuple, columns), map(tuple, turned)), key=operator.itemgetter(0), reverse=True)
    left = [[x / (size if size > 0 else 1.0) for x in column] for size, column, _ in ordered]
    right = [list(each) for _, _, each in ordered]
    if wide:
        left, right = right, left
    return [list(row) for row in zip(*left)], [size for size, _, _ in ordered], right


def dot(a, b):
    return reduce(operator.add, [x * y for x, y in zip(a, b)])


def cholesky(rows):
    found = [[0.0] * len(rows) for _ in rows]
    for i in range(len(rows)):
        for j in range(i + 1):
            rest = rows[i][j] - sum([found[i][k] * found[j][k] for k in range(j)])
            found[i][j] = math.sqrt(rest) if i == j else rest / found[j][j]
    return found


def triangular(rows):
    """(q, r) of a matrix: mirrored column by column until nothing is below the diagonal."""
    height, width = len(rows), len(rows[0])
    r = [list(row) for row in rows]
    q = [[1.0 if i == j else 0.0 for j in range(height)] for i in range(height)]
    for k in range(min(height - 1, width)):
        length = math.sqrt(sum([r[i][k] * r[i][k] for i in range(k, height)]))
        mirror = [r[i][k] + ((length if r[k][k] >= 0 else -length) if i == k else 0.0) for i in range(k, height)]
        size = dot(mirror, mirror)
        below = sum([r[i][k] * r[i][k] for i in range(k + 1, height)])  # where nothing is, LAPACK mirrors nothing
        twice = (2.0 if below > 0 else 0.0) / (size if size > 0 else 1.0)
        for matrix in (r, q):
            for j in range(len(matrix[0])):
                along = twice * sum([mirror[i - k] * matrix[i][j] for i in range(k, height)])
                for i in range(k, height):
                    matrix[i][j] = matrix[i][j] - along * mirror[i - k]
    kept = min(height, width)
    return ([[q[j][i] for j in range(kept)] for i in range(height)],
            [[r[i][j] if j >= i else 0.0 for j in range(width)] for i in range(kept)])
