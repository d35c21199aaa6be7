"""np.linalg of small matrices whose elements depend on pixels: norms, determinants, inverses, what solves an equation."""

from __future__ import annotations

import numpy as np

from ...ir import OPS
from ...library.numpy import linear
from ..host.table import SPECIAL
from ..kinds.arrays import close_array, is_array, open_array
from ..kinds.containers import key_of
from ..kinds.sorting import greatest, least
from ..values.assumptions import decide
from ..values.lattice import FALSE, NONE, TRUE, Known, Tuple
from ..values.numbers import numeric
from .lending import lend, numpy_means
from .numpy_functions import array
from .reductions import added, along


@numpy_means(np.matmul)
def matmul(tracer, x1, x2):
    return tracer.binary("@", x1, x2) if is_array(x1) or is_array(x2) else lend(tracer, np.matmul, [x1, x2], {})


@numpy_means(np.linalg.norm)
def norm(tracer, x, ord=None, axis=None, keepdims=False):
    array, ord, axis = open_array(tracer, decide(tracer, x)), key_of(tracer, ord), key_of(tracer, axis)
    if isinstance(axis, tuple) and array.ndim == 2:
        axis = None
    lines = axis is None and (array.ndim == 1 or ord in (None, "fro") and array.ndim == 2 or ord is None)
    if lines or isinstance(axis, (int, np.integer)):
        ord = 2 if ord in (None, "fro") else ord
        return along(tracer, x, Known(axis), keepdims, lambda line: length_of(tracer, line, ord))
    if axis is None and array.ndim == 2 and ord in (1, -1, np.inf, -np.inf):
        sums = along(tracer, x, Known(0 if abs(ord) == 1 else 1), FALSE, lambda line: length_of(tracer, line, 1))
        return SPECIAL[np.max if ord > 0 else np.min](tracer, [sums], {})
    if axis is None and array.ndim == 2 and ord in (2, -2, "nuc"):
        sizes = sizes_of(tracer, x)
        return fold(tracer, added, sizes) if ord == "nuc" else sizes[0 if ord == 2 else -1]
    raise tracer.refuse("not-supported", f"np.linalg.norm() of {array.ndim} dimensions with ord={ord!r}, axis={axis!r}",
                        why="this norm has no meaning for values that depend on a pixel",
                        instead="take norms of vectors: axis= one number")


def length_of(tracer, line: list, ord):
    sizes = [tracer.apply(OPS["abs"], [x]) if ord != 2 else tracer.binary("*", x, x) for x in line]
    if ord in (np.inf, -np.inf):
        return fold(tracer, greatest if ord > 0 else least, sizes)
    if ord == 2:
        return tracer.apply(OPS["sqrt"], [fold(tracer, added, sizes)])
    if ord == 0:
        return fold(tracer, added, [tracer.compare("!=", x, Known(0)) for x in line])
    if ord == 1:
        return fold(tracer, added, sizes)
    powers = [tracer.binary("**", size, Known(float(ord))) for size in sizes]
    return tracer.binary("**", fold(tracer, added, powers), Known(1.0 / ord))


def fold(tracer, step, items):
    result = items[0]
    for item in items[1:]:
        result = step(tracer, result, item)
    return result


def matrix_of(tracer, a, function, square: bool = True) -> np.ndarray:
    """A small matrix, or a stack of such."""
    matrix = open_array(tracer, decide(tracer, a))
    if matrix.ndim < 2 or square and matrix.shape[-2] != matrix.shape[-1] or not all(
            1 <= size <= linear.LARGEST * (1 if square else 2) for size in matrix.shape[-2:]):
        raise tracer.refuse("not-supported", f"np.linalg.{function.__name__}() of the shape {matrix.shape}",
                            why=f"matrices of pixels are written out, up to {linear.LARGEST} x {linear.LARGEST}",
                            instead="use a smaller one, or one that is known")
    return matrix


def written_out(tracer, matrix: np.ndarray, written):
    """What a function of library/numpy/linear.py gives: its lists as arrays."""
    return decide(tracer, tracer.call(Known(written), [Tuple(map(Tuple, matrix))], {}))


def by_rows(function, written):
    """A function of a small square matrix that gives a number or an array; of a stack, one for each."""
    def meaning(tracer, a):
        matrix = matrix_of(tracer, a, function)
        if matrix.ndim > 2:
            found = [meaning(tracer, close_array(tracer, part)) for part in matrix]
            return array(tracer, Tuple(found), NONE)
        found = written_out(tracer, matrix, written)
        return found if numeric(found) else array(tracer, found, NONE)

    return meaning


for _function, _written in ((np.linalg.det, linear.determinant), (np.linalg.inv, linear.inverse),
                            (np.linalg.eigvalsh, linear.eigenvalues), (np.linalg.cholesky, linear.cholesky)):
    numpy_means(_function)(by_rows(_function, _written))


@numpy_means(np.linalg.solve)
def solve(tracer, a, b):
    return tracer.binary("@", SPECIAL[np.linalg.inv](tracer, [a], {}), b)


def result(tracer, function, *parts):
    """A result of several, of the class that NumPy's has."""
    made = type(function(np.eye(2)))
    values = [array(tracer, part, NONE) if not numeric(part) else part for part in parts]
    return tracer.call(Known(made), values, {}) if made is not tuple else Tuple(values)


@numpy_means(np.linalg.eigh)
def eigh(tracer, a):
    return result(tracer, np.linalg.eigh, *tracer.remaining(
        written_out(tracer, matrix_of(tracer, a, np.linalg.eigh), linear.eigensystem)))


@numpy_means(np.linalg.svd)
def svd(tracer, a, full_matrices=True, compute_uv=True):
    matrix = matrix_of(tracer, a, np.linalg.svd, square=False)
    left, sizes, right = tracer.remaining(written_out(tracer, matrix, linear.singular))
    if not key_of(tracer, compute_uv):
        return array(tracer, sizes, NONE)
    if key_of(tracer, full_matrices) and matrix.shape[0] != matrix.shape[1]:
        raise tracer.refuse("not-supported", "np.linalg.svd() of a matrix that is not square, with full_matrices=True",
                            why="what is beyond its rank may be anything", instead="say full_matrices=False")
    return result(tracer, np.linalg.svd, left, sizes, right)


@numpy_means(np.linalg.qr)
def qr(tracer, a):
    return result(tracer, np.linalg.qr, *tracer.remaining(
        written_out(tracer, matrix_of(tracer, a, np.linalg.qr, square=False), linear.triangular)))


@numpy_means(np.linalg.slogdet)
def slogdet(tracer, a):
    whole = SPECIAL[np.linalg.det](tracer, [a], {})
    return result(tracer, np.linalg.slogdet, SPECIAL[np.sign](tracer, [whole], {}),
                  tracer.apply(OPS["log"], [tracer.apply(OPS["abs"], [whole])]))


def sizes_of(tracer, a) -> list:
    return list(open_array(tracer, svd(tracer, a, Known(False), Known(False))).ravel())


@numpy_means(np.linalg.cond)
def cond(tracer, x):
    sizes = sizes_of(tracer, x)
    return tracer.binary("/", sizes[0], sizes[-1])


@numpy_means(np.linalg.matrix_rank)
def matrix_rank(tracer, A):
    sizes, shape = sizes_of(tracer, A), open_array(tracer, decide(tracer, A)).shape
    least_size = tracer.binary("*", sizes[0], Known(max(shape) * float(np.finfo(np.float32).eps)))
    return fold(tracer, added, [tracer.truth(tracer.compare(">", size, least_size)) for size in sizes])


@numpy_means(np.linalg.pinv)
def pinv(tracer, a):
    """(aT a)^-1 aT, of a matrix of full rank."""
    matrix = close_array(tracer, open_array(tracer, decide(tracer, a)))
    turned = lend(tracer, np.transpose, [matrix], {})
    rows, columns = open_array(tracer, matrix).shape
    inverse = SPECIAL[np.linalg.inv]
    if rows == columns:
        return inverse(tracer, [matrix], {})
    if rows > columns:
        return tracer.binary("@", inverse(tracer, [tracer.binary("@", turned, matrix)], {}), turned)
    return tracer.binary("@", turned, inverse(tracer, [tracer.binary("@", matrix, turned)], {}))


@numpy_means(np.linalg.lstsq)
def lstsq(tracer, a, b, rcond=None):
    inverse = pinv(tracer, a) if is_array(a) and type(decide(tracer, a)) is not Known else tracer.call(
        Known(np.linalg.pinv), [a], {})
    found = tracer.binary("@", inverse, b)
    apart = tracer.binary("-", tracer.binary("@", array(tracer, a, NONE), found), b)
    return Tuple((found, SPECIAL[np.sum](tracer, [tracer.binary("*", apart, apart)], {"axis": Known(0), "keepdims": TRUE}),
                  matrix_rank(tracer, a), svd(tracer, a, FALSE, FALSE)))
