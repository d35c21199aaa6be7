"""np.linalg of small matrices whose elements depend on pixels: norms, determinants, inverses, what solves an equation."""

from __future__ import annotations

import numpy as np

from ...ir import OPS
from ...language import linear
from ..host.table import SPECIAL
from ..kinds.arrays import is_array, open_array
from ..kinds.containers import key_of
from ..kinds.sorting import greatest, least
from ..values.assumptions import decide
from ..values.lattice import FALSE, NONE, Known, Tuple
from ..values.numbers import numeric
from .lending import lend, numpy_means
from .numpy_functions import added, along, array


@numpy_means(np.matmul)
def matmul(tracer, x1, x2):
    return tracer.binary("@", x1, x2) if is_array(x1) or is_array(x2) else lend(tracer, np.matmul, [x1, x2], {})


@numpy_means(np.linalg.norm)
def norm(tracer, x, ord=None, axis=None, keepdims=False):
    array, ord, axis = open_array(tracer, decide(tracer, x)), key_of(tracer, ord), key_of(tracer, axis)
    lines = axis is None and (array.ndim == 1 or ord in (None, "fro") and array.ndim == 2 or ord is None)
    if lines or isinstance(axis, (int, np.integer)):
        ord = 2 if ord in (None, "fro") else ord
        return along(tracer, x, Known(axis), keepdims, lambda line: length_of(tracer, line, ord))
    if axis is None and array.ndim == 2 and ord in (1, -1, np.inf, -np.inf):
        sums = along(tracer, x, Known(0 if abs(ord) == 1 else 1), FALSE, lambda line: length_of(tracer, line, 1))
        return SPECIAL[np.max if ord > 0 else np.min](tracer, [sums], {})
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


def by_rows(function, written):
    """A function of a small square matrix, written in Python (language/linear.py)."""
    def meaning(tracer, a):
        matrix = open_array(tracer, decide(tracer, a))
        if matrix.ndim != 2 or matrix.shape[0] != matrix.shape[1] or not 1 <= matrix.shape[0] <= linear.LARGEST:
            raise refuse_matrix(tracer, function, matrix)
        return as_arrays(tracer, tracer.call(Known(written), [Tuple(map(Tuple, matrix))], {}))

    return meaning


def as_arrays(tracer, found):
    found = decide(tracer, found)
    return found if numeric(found) else array(tracer, found, NONE)


def refuse_matrix(tracer, function, matrix):
    return tracer.refuse("not-supported", f"np.linalg.{function.__name__}() of the shape {matrix.shape}",
                         why=f"matrices of pixels are written out, up to {linear.LARGEST} x {linear.LARGEST}",
                         instead="use a smaller one, or one that is known")


numpy_means(np.linalg.det)(by_rows(np.linalg.det, linear.determinant))
numpy_means(np.linalg.inv)(by_rows(np.linalg.inv, linear.inverse))
numpy_means(np.linalg.eigvalsh)(by_rows(np.linalg.eigvalsh, linear.eigenvalues))


@numpy_means(np.linalg.solve)
def solve(tracer, a, b):
    return lend(tracer, np.dot, [SPECIAL[np.linalg.inv](tracer, [a], {}), b], {})
