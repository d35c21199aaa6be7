"""NumPy's decompositions of small matrices, and of stacks of them, on whole arrays, written in NumPy: for tracing.

As numpy/linear.py has them for the values of one pixel; here a number of a matrix is an array with one of each matrix, so
that every choice is an np.where. Vectors may point the other way than NumPy's: they might as well.

    WRITTEN     the function → what it means
"""

from __future__ import annotations

import operator

import numpy as np

from ..numpy.linear import LARGEST, dot, turn_pair
from . import larger, turned
from .complexes import ComplexArray
from .matrices import det, entries, floating, of_rows

SWEEPS = {1: 0, 2: 1, 3: 4, 4: 5}  # of Jacobi's rotations
TALL = 2 * LARGEST
MANY = 1024


def small(a, name, square=True):
    high, wide = a.shape[-2:]
    if square and high != wide or not 1 <= min(high, wide) <= LARGEST or max(high, wide) > TALL:
        raise TypeError(f"np.linalg.{name}() of whole arrays takes {'square ' * square}matrices and stacks of them of up to "
                        f"{LARGEST} {'rows' if square else f'columns, and {TALL} rows'}, not {high} x {wide}: it is written "
                        "out. Call it before or behind the compiled function")
    return entries(a)


def turn(own, other, both):
    """(cosine, sine) of the turn of a plane after which nothing is beside the diagonal."""
    nothing = both == 0
    steep = (other - own) / (2 * np.where(nothing, 1, both))
    tangent = 1 / (np.abs(steep) + np.sqrt(steep * steep + 1))
    tangent = np.where(steep >= 0, tangent, -tangent)
    cosine = 1 / np.sqrt(tangent * tangent + 1)
    return np.where(nothing, 1, cosine), np.where(nothing, 0, tangent * cosine)


def ones(a):
    size = a.shape[-1]
    one = np.ones_like(a[..., 0, 0])
    return [[one if i == j else 0 * one for j in range(size)] for i in range(size)]


def in_order(values, lists, before):
    """Values in order, with what belongs to each: neighbours change places, wherever they stand the other way round."""
    for last in range(len(values) - 1, 0, -1):
        for i in range(last):
            a, b = values[i], values[i + 1]
            there = before(b, a)
            values[i], values[i + 1] = np.where(there, b, a), np.where(there, a, b)
            for each in lists:
                one, other = each[i], each[i + 1]
                each[i] = [np.where(there, y, x) for x, y in zip(one, other)]
                each[i + 1] = [np.where(there, x, y) for x, y in zip(one, other)]


# --- of symmetric ones -----------------------------------------------------------------------------------------------

def diagonal(a, vectors, name):
    rows = small(a, name)
    size = len(rows)
    rows = [[rows[max(i, j)][min(i, j)] for j in range(size)] for i in range(size)]
    for _ in range(SWEEPS[size]):
        for i in range(size - 1):
            for j in range(i + 1, size):
                cosine, sine = turn(rows[i][i], rows[j][j], rows[i][j])
                turn_pair(rows, i, j, cosine, sine)
                columns = [list(column) for column in zip(*rows)]
                turn_pair(columns, i, j, cosine, sine)
                rows = [list(row) for row in zip(*columns)]
                turn_pair(vectors, i, j, cosine, sine)
    return [rows[i][i] for i in range(size)]


def eigvalsh(a, UPLO="L"):
    if is_larger(a):
        return larger.eigen(floats(a, UPLO))
    values = diagonal(a if UPLO == "L" else np.swapaxes(a, -1, -2), [], "eigvalsh")
    in_order(values, [], operator.lt)
    return np.stack(values, axis=-1)


def eigh(a, UPLO="L"):
    if is_larger(a):
        return EighResult(*larger.eigen(floats(a, UPLO), True))
    vectors = ones(a)
    values = diagonal(a if UPLO == "L" else np.swapaxes(a, -1, -2), vectors, "eigh")
    in_order(values, [vectors], operator.lt)
    return EighResult(np.stack(values, axis=-1), of_rows(zip(*vectors)))


def is_larger(a):
    """Whether a matrix is square, and has too many rows to be written out."""
    if a.shape[-1] == a.shape[-2] > larger.LARGEST:
        raise TypeError(f"np.linalg.eigh() and cholesky() of whole arrays take matrices of up to {larger.LARGEST} rows, not "
                        f"{a.shape[-1]}: call it before or behind the compiled function")
    return a.shape[-1] == a.shape[-2] > LARGEST


def floats(a, UPLO="L"):
    a = floating(a)
    return a if UPLO == "L" else np.swapaxes(a, -1, -2)


def cholesky(a):
    found = larger.lower(floats(a)) if is_larger(a) else lower(small(a, "cholesky"))
    if not np.all(np.diagonal(found, axis1=-2, axis2=-1) > 0):
        raise np.linalg.LinAlgError("Matrix is not positive definite")
    return found


def lower(rows):
    found = [[0 * rows[0][0] for _ in rows] for _ in rows]
    for i in range(len(rows)):
        for j in range(i + 1):
            rest = rows[i][j]
            for k in range(j):
                rest = rest - found[i][k] * found[j][k]
            found[i][j] = np.sqrt(rest) if i == j else rest / found[j][j]
    return of_rows(found)


# --- of any ----------------------------------------------------------------------------------------------------------

def singular(a, name):
    """(left vectors, sizes, right vectors), lists with a vector each: columns turned until each two are at right angles."""
    rows = small(a, name, False)
    wide = len(rows) < len(rows[0])
    columns = rows if wide else [list(column) for column in zip(*rows)]
    right = ones(np.swapaxes(a, -1, -2) if wide else a)
    for _ in range(max(SWEEPS[len(columns)], 5) if len(columns) > 1 else 0):
        for i in range(len(columns) - 1):
            for j in range(i + 1, len(columns)):
                cosine, sine = turn(*[dot(columns[k], columns[m]) for k, m in ((i, i), (j, j), (i, j))])
                turn_pair(columns, i, j, cosine, sine)
                turn_pair(right, i, j, cosine, sine)
    sizes = [np.sqrt(dot(column, column)) for column in columns]
    in_order(sizes, [columns, right], operator.gt)
    left = [[x / np.where(size > 0, size, 1) for x in column] for size, column in zip(sizes, columns)]
    return (right, sizes, left) if wide else (left, sizes, right)


def is_tall(a):
    """Whether a matrix has few columns, and so many rows that they had better be gone over side by side."""
    return a.ndim == 2 and a.shape[0] > MANY and 0 < a.shape[1] <= LARGEST


def at_right_angles(a):
    """(columns at right angles, the small matrix that makes a tall one of them): twice, so that they are."""
    q, r = upright(floats(a))
    again, more = upright(q)
    return again, np.matmul(more, r)


def is_written_out(a):
    return 1 <= min(a.shape[-2:]) <= LARGEST and max(a.shape[-2:]) <= TALL


def by_turns(a):
    """(left vectors, sizes, right vectors), the vectors as columns."""
    a = floats(a)
    if a.shape[-2] < a.shape[-1]:
        right, sizes, left = by_turns(np.swapaxes(a, -1, -2))
        return left, sizes, right
    if is_tall(a):
        angles, a = at_right_angles(a)
        left, sizes, right = turned.singular(a)
        return np.matmul(angles, left), sizes, right
    if a.shape[-1] > larger.LARGEST or a.shape[-1] < 1:
        raise TypeError(f"np.linalg.svd() and its like of whole arrays take up to {larger.LARGEST} columns or rows, not "
                        f"{a.shape[-1]}: call it before or behind the compiled function")
    return turned.singular(a)


def sizes_of(a, name):
    """Singular values, from the largest on."""
    return np.stack(singular(a, name)[1], axis=-1) if is_written_out(a) else by_turns(a)[1]


def completed(columns):
    """Columns at right angles, with those beside them that there can be more."""
    high, wide = columns.shape[-2:]
    all_axes = np.broadcast_to(np.eye(high, dtype=columns.dtype), (*columns.shape[:-1], high))
    more = larger.upright(np.concatenate([columns, all_axes], axis=-1))[0]
    return np.concatenate([columns, more[..., wide:]], axis=-1)


def svd(a, full_matrices=True, compute_uv=True):
    if not compute_uv:
        return sizes_of(a, "svd")
    if is_written_out(a):
        left, sizes, right = singular(a, "svd")
        left, values, right = of_rows(zip(*left)), np.stack(sizes, axis=-1), of_rows(zip(*right))
    else:
        left, values, right = by_turns(a)
    if full_matrices and a.shape[-2] != a.shape[-1]:
        left, right = [each if each.shape[-1] == each.shape[-2] else completed(each) for each in (left, right)]
    return SVDResult(left, values, np.swapaxes(right, -1, -2))


def qr(a, mode="reduced"):
    if mode != "reduced":
        raise TypeError(f"np.linalg.qr() of whole arrays knows mode='reduced', not {mode!r}")
    high, wide = a.shape[-2:]
    if min(high, wide) > LARGEST or max(high, wide) > TALL and min(high, wide) > 0:
        return QRResult(*larger.upright(floats(a)))
    r = [list(row) for row in small(a, "qr", False)]
    one = np.ones_like(r[0][0])
    q = [[one if i == j else 0 * one for j in range(high)] for i in range(high)]
    for k in range(min(high - 1, wide)):
        below = [r[i][k] for i in range(k, high)]
        length = np.sqrt(dot(below, below))
        mirror = [below[0] + np.where(below[0] >= 0, length, -length), *below[1:]]
        size = dot(mirror, mirror)
        twice = 2 / np.where(size > 0, size, 1)
        for matrix in (r, q):
            for j in range(len(matrix[0])):
                far = twice * dot(mirror, [matrix[i][j] for i in range(k, high)])
                for i in range(k, high):
                    matrix[i][j] = matrix[i][j] - far * mirror[i - k]
    kept = min(high, wide)
    return QRResult(of_rows([[q[j][i] for j in range(kept)] for i in range(high)]),
                    of_rows([[r[i][j] if j >= i else 0 * one for j in range(wide)] for i in range(kept)]))


def pinv(a, rcond=1e-6):
    if not is_written_out(a):
        left, sizes, right = by_turns(a)
        parts = np.where(sizes > rcond * sizes[..., :1], 1 / np.where(sizes > 0, sizes, 1), 0).astype(sizes.dtype)
        return np.matmul(right * parts[..., None, :], np.swapaxes(left, -1, -2))
    left, sizes, right = singular(a, "pinv")
    less = rcond * sizes[0]
    parts = [np.where(size > less, 1 / np.where(size > 0, size, 1), 0) for size in sizes]
    return of_rows([[dot([part * vector[i] for part, vector in zip(parts, right)], [vector[j] for vector in left])
                     for j in range(a.shape[-2])] for i in range(a.shape[-1])])


def lstsq(a, b, rcond=None):
    """By what the columns' sizes are, turned to right angles."""
    a, (high, wide) = floats(a), a.shape
    left, sizes, right = by_turns(a)
    least = (np.finfo(a.dtype).eps * max(high, wide) if rcond is None else rcond) * sizes[0]
    parts = np.where(sizes > least, 1 / np.where(sizes > 0, sizes, 1), 0).astype(a.dtype)
    found = np.matmul(right * parts, np.matmul(np.transpose(left), b))
    far = b - np.matmul(a, found)
    rest = np.reshape(np.sum(far * far, axis=0), (-1,))
    return found, rest if high > wide else rest[:0], np.sum(sizes > least, dtype=np.int32), sizes


def upright(a):
    """(columns at right angles, what makes them the matrix)."""
    columns, weights = [], []
    for k in range(a.shape[1]):
        column = a[:, k]
        own = []
        for other in columns:
            part = np.sum(other * column)
            column = column - part * other
            own.append(part)
        size = np.sqrt(np.sum(column * column))
        columns.append(column / np.where(size > 0, size, 1))
        weights.append([*own, size])
    zero = 0 * weights[0][0]
    wide = len(columns)
    return np.stack(columns, axis=-1), np.stack([np.stack([weights[j][i] if i <= j else zero for j in range(wide)])
                                                 for i in range(wide)])


def roots(p):
    """Complex ones. NumPy's are real where all of them are, and fewer where the first number is 0: then it is asked."""
    p = floats(np.ravel(p))
    if len(p) < 2:
        return np.zeros(0, p.dtype)
    if p[0] == 0 or p[-1] == 0:
        raise np.linalg.LinAlgError("the first or the last of a polynomial's numbers is 0")
    re, im = turned.zeros_of(p)
    if np.all(np.abs(im) <= 1e-4 * np.sqrt(re * re + im * im)):
        raise np.linalg.LinAlgError("all roots are real")
    return ComplexArray(re, im)


def slogdet(a):
    whole = det(a)
    return SlogdetResult(np.sign(whole), np.log(np.abs(whole)))


def cond(x, p=None):
    if p not in (None, 2, -2):
        raise TypeError(f"np.linalg.cond() of whole arrays knows p=None, 2 and -2, not {p!r}")
    sizes = sizes_of(x, "cond")
    return sizes[..., -1] / sizes[..., 0] if p == -2 else sizes[..., 0] / sizes[..., -1]


def matrix_rank(A, tol=None):
    A = floats(A)
    sizes = sizes_of(A, "matrix_rank")
    less = sizes[..., :1] * (max(A.shape[-2:]) * np.finfo(A.dtype).eps) if tol is None else tol
    return np.sum(sizes > less, axis=-1)


# The classes of NumPy's results; before it had any, tuples.
RESULTS = EighResult, SVDResult, QRResult, SlogdetResult = tuple(
    [kind if (kind := type(function(np.eye(2)))) is not tuple else lambda *parts: parts
     for function in (np.linalg.eigh, np.linalg.svd, np.linalg.qr, np.linalg.slogdet)])

WRITTEN = {
    np.linalg.eigh: eigh, np.linalg.eigvalsh: eigvalsh, np.linalg.cholesky: cholesky, np.linalg.svd: svd, np.linalg.qr: qr,
    np.linalg.pinv: pinv, np.linalg.lstsq: lstsq, np.linalg.slogdet: slogdet, np.linalg.cond: cond,
    np.linalg.matrix_rank: matrix_rank, np.roots: roots,
}
