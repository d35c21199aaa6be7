"""NumPy's functions of matrices, and of stacks of them, on whole arrays, written in NumPy: for the tracer to walk.

    WRITTEN     the function → what it means
"""

from __future__ import annotations

import numpy as np

from ..numpy.linear import LARGEST, determinant, inverse
from .functions import axis_of, mean
from .larger import diagonal


def in_parts(a, b, parts):
    """A product of matrices whose sums are long: of so many parts of them, which are added up then."""
    each = a.shape[1] // parts
    behind = each * parts
    rows = np.moveaxis(np.reshape(a[:, :behind], (len(a), parts, each)), 1, 0)
    products = np.matmul(rows, np.reshape(b[:behind], (parts, each, b.shape[1])))
    found = np.sum(products, axis=0, dtype=products.dtype)
    return found if behind == a.shape[1] else found + np.matmul(a[:, behind:], b[behind:])


def in_panels(a, wide):
    """A matrix as panels of so many of its columns, one after the other, each row by row; zeros are beside the last one."""
    panels = -(-a.shape[1] // wide)
    if a.shape[1] % wide:
        a = np.pad(a, ((0, 0), (0, panels * wide - a.shape[1])))
    return np.ravel(np.transpose(np.reshape(a, (len(a), panels, wide)), (1, 0, 2)))


def floating(a):
    """Whole numbers as floats: they would be divided, and their products wrap."""
    return a if a.dtype.kind == "f" else a.astype(np.float64)


def squares(a):
    """What has a determinant and an inverse; of anything else it says what NumPy does."""
    if a.ndim < 2:
        raise np.linalg.LinAlgError(f"{a.ndim}-dimensional array given. Array must be at least two-dimensional")
    if a.shape[-1] != a.shape[-2]:
        raise np.linalg.LinAlgError("Last 2 dimensions of the array must be square")
    return a


def entries(a):
    """The rows of a matrix, each a list of floats; of a stack, of arrays with a number of each matrix."""
    a = floating(a)
    return [[a[..., i, j] for j in range(a.shape[-1])] for i in range(a.shape[-2])]


def of_rows(rows):
    return np.stack([np.stack(list(row), axis=-1) for row in rows], axis=-2)


def det(a):
    if squares(a).shape[-1] <= LARGEST:
        return determinant(entries(a))
    left, _, sign, _ = eliminated(a, a[..., :1])
    return sign * np.prod(np.diagonal(left, axis1=-2, axis2=-1), axis=-1)


def inv(a):
    if squares(a).shape[-1] <= LARGEST:
        rows = entries(a)
        raise_where(determinant(rows) == 0)
        return of_rows(inverse(rows))
    return solved(a, np.eye(a.shape[-1], dtype=floating(a).dtype))


def solve(a, b):
    if squares(a).shape[-1] <= LARGEST:
        return np.matmul(inv(a), b)
    return solved(a, b[:, None])[..., 0] if b.ndim == 1 else solved(a, b)


def solved(a, b):
    left, found, _, none = eliminated(a, b)
    raise_where(none)
    return found / np.diagonal(left, axis1=-2, axis2=-1)[..., None]


def raise_where(none):
    """Of matrices, whether they have no inverse."""
    if np.any(none):
        raise np.linalg.LinAlgError("Singular matrix")


def eliminated(a, b):
    """(diagonal matrices, what solves them, signs, whether nothing does), of one matrix or a stack of them."""
    a, b, lead = floating(a), floating(b), np.broadcast_shapes(a.shape[:-2], b.shape[:-2])
    kind = np.result_type(a.dtype, b.dtype)
    stacks = [np.reshape(np.broadcast_to(each, lead + each.shape[-2:]), (-1,) + each.shape[-2:]).astype(kind)
              for each in (a, b)]
    left, found, signs, nones = diagonal(*stacks)
    return (np.reshape(left, lead + left.shape[1:]), np.reshape(found, lead + found.shape[1:]), np.reshape(signs, lead),
            np.reshape(nones != 0, lead))


def matrix_power(a, n):
    a = inv(a) if n < 0 else squares(a)
    found = None
    for _ in range(abs(n)):
        found = a if found is None else np.matmul(found, a)
    return np.zeros_like(a) + np.eye(a.shape[-1], dtype=a.dtype) if found is None else found


def multi_dot(arrays):
    found = arrays[0]
    for each in arrays[1:]:
        found = np.matmul(found, each)
    return found


# --- products --------------------------------------------------------------------------------------------------------

def einsum(subscripts, *operands, optimize=False):
    """From left to right: what is left of each two is what somebody still asks for. No other order is looked for."""
    given, arrow, wanted = subscripts.replace(" ", "").partition("->")
    given = given.split(",")
    if len(given) != len(operands):
        raise ValueError("einsum() of whole arrays takes one group of letters for each of them")
    for array, names in zip(operands, given):
        if "..." not in names and len(names) != array.ndim:
            raise ValueError("operand has more dimensions than subscripts given in einstein sum, but no '...' ellipsis "
                             "provided to broadcast the extra dimensions." if len(names) < array.ndim else
                             "einstein sum subscripts string contains too many subscripts for operand 0")
    letters = "".join(given).replace("...", "")
    if not arrow:
        wanted = ("..." if "..." in subscripts else "") + "".join(
            sorted({each for each in letters if letters.count(each) == 1}))
    if "..." in subscripts:  # digits are letters that nobody has given
        many = [array.ndim - len(names) + 3 if "..." in names else 0 for array, names in zip(operands, given)]
        digits = "01234567"[:max(many)]
        given = [names.replace("...", digits[len(digits) - count:]) for names, count in zip(given, many)]
        operands = [ones_left_out(array, names, digits) for array, names in zip(operands, given)]
        given, operands = [names for _, names in operands], [array for array, _ in operands]
        wanted = wanted.replace("...", digits)
        missing = [name for name in wanted if name in digits and not any([name in names for names in given])]
        if missing:  # of one everywhere
            found = einsum(",".join(given) + "->" + "".join([name for name in wanted if name not in missing]), *operands)
            lengths = iter(found.shape)
            return np.reshape(found, tuple([1 if name in missing else next(lengths) for name in wanted]))
    parts = [once(array, names) for array, names in zip(operands, given)]
    (found, names), rest = parts[0], parts[1:]
    for number, (array, others) in enumerate(rest):
        later = wanted + "".join([each for _, each in rest[number + 1:]])
        found, names = product(found, names, array, others, later)
    lost = tuple([axis for axis, name in enumerate(names) if name not in wanted])
    if lost:
        found, names = np.sum(found, axis=lost), "".join([name for name in names if name in wanted])
    found = np.transpose(found, tuple([names.index(name) for name in wanted])) if names != wanted else found
    return found.astype(np.result_type(*operands))


def ones_left_out(array, names, digits):
    """Without the axes of one that are spread over those of others."""
    lost = tuple([axis for axis, name in enumerate(names) if name in digits and array.shape[axis] == 1])
    return (np.squeeze(array, lost) if lost else array), "".join(
        [name for axis, name in enumerate(names) if axis not in lost])


def once(array, names):
    """Where a letter stands twice, the diagonal."""
    for name in names:
        if names.count(name) == 2:
            if array.ndim != 2:
                raise ValueError("einsum() of whole arrays knows diagonals of matrices: no letter twice in more than two")
            if array.shape[0] != array.shape[1]:
                raise ValueError(f"dimensions in operand 0 for collapsing index '{name}' don't match ({array.shape[0]} != "
                                 f"{array.shape[1]})")
            array, names = np.diagonal(array), name
    return array, names


def product(a, names, b, others, later):
    """Of two arrays, those axes that somebody asks for later: as a product of matrices where there is one."""
    summed = [name for name in names if name in others and name not in later]
    both = [name for name in names if name in others and name in later]
    own, theirs = [name for name in names if name not in others], [name for name in others if name not in names]
    if len(summed) == 1 and len(own) <= 1 and len(theirs) <= 1 and len(both) <= 1 and len(own) + len(theirs) > 0:
        left, right = [*both, *own, *summed], [*both, *summed, *theirs]
        a = np.transpose(a, tuple([names.index(each) for each in left]))
        b = np.transpose(b, tuple([others.index(each) for each in right]))
        a = a if own else np.expand_dims(a, -2)
        b = b if theirs else np.expand_dims(b, -1)
        found = np.matmul(a, b)
        found = found if own else found[..., 0, :]
        found = found if theirs else found[..., 0]
        return found, "".join([*both, *own, *theirs])
    every = names + "".join(theirs)
    found = spread(a, names, every) * spread(b, others, every)
    lost = tuple([axis for axis, name in enumerate(every) if name in summed])
    return (np.sum(found, axis=lost) if lost else found), "".join([name for name in every if name not in summed])


def spread(a, names, every):
    """With an axis for each letter, of one where it has none."""
    ordered = np.transpose(a, tuple([names.index(name) for name in every if name in names]))
    lengths = iter(ordered.shape)
    return np.reshape(ordered, tuple([next(lengths) if name in names else 1 for name in every]))


def tensordot(a, b, axes=2):
    if isinstance(axes, int):
        axes = list(range(a.ndim - axes, a.ndim)), list(range(axes))
    own, theirs = [[each] if isinstance(each, int) else list(each) for each in axes]
    names, others = list("abcdefgh"[:a.ndim]), list("stuvwxyz"[:b.ndim])
    for one, other in zip(own, theirs):
        others[other] = names[one]
    left = [name for axis, name in enumerate(names) if axis not in [axis_of(each, a.ndim) for each in own]]
    right = [name for axis, name in enumerate(others) if axis not in [each % b.ndim for each in theirs]]
    return einsum(f"{''.join(names)},{''.join(others)}->{''.join(left + right)}", a, b)


def polyfit(x, y, deg):
    """By least squares, of columns that are as long as one another."""
    columns = np.vander(x if x.dtype.kind == "f" else x.astype(np.float64), deg + 1)
    size = np.sqrt(np.sum(columns * columns, axis=0))
    found = np.linalg.lstsq(columns / size, y)[0]
    return found / (size if found.ndim == 1 else np.reshape(size, (-1, 1)))


def kron(a, b):
    a, b = np.asarray(a), np.asarray(b)
    wide = max(a.ndim, b.ndim)
    own, theirs = (1,) * (wide - a.ndim) + a.shape, (1,) * (wide - b.ndim) + b.shape
    a, b = [np.reshape(each, tuple([part for size in shape for part in ((size, 1) if first else (1, size))]))
            for each, shape, first in ((a, own, True), (b, theirs, False))]
    return np.reshape(a * b, tuple([one * other for one, other in zip(own, theirs)]))


def cov(m, y=None, rowvar=True, bias=False, ddof=None):
    m = variables(m, rowvar)
    if y is not None:
        m = np.concatenate([m, variables(y, rowvar)])
    m = m.astype(np.result_type(m.dtype, np.float64))
    far = m - mean(m, 1, None, True)
    found = np.matmul(far, np.transpose(far)) / (m.shape[1] - ((0 if bias else 1) if ddof is None else ddof))
    return found if len(found) != 1 else found[0, 0]


def variables(m, rowvar):
    """Each variable a row."""
    return np.reshape(m, (1, -1)) if m.ndim < 2 else m if rowvar else np.transpose(m)


def corrcoef(x, y=None, rowvar=True):
    found = cov(x, y, rowvar)
    if np.ndim(found) == 0:
        return found / found
    size = np.sqrt(np.diagonal(found))
    return found / np.reshape(size, (-1, 1)) / size


IN_PLANES = np.lib.NumpyVersion(np.__version__) < "2.5.0"  # whether NumPy takes vectors of two


def cross(a, b, axisa=-1, axisb=-1, axisc=-1, axis=None):
    """Of vectors of three, or of two, which lie in a plane."""
    if axis is not None:
        axisa = axisb = axisc = axis
    a, b = np.moveaxis(np.asarray(a), axisa, 0), np.moveaxis(np.asarray(b), axisb, 0)
    if IN_PLANES and (len(a) not in (2, 3) or len(b) not in (2, 3)):
        raise ValueError("incompatible dimensions for cross product\n(dimension must be 2 or 3)")
    if not IN_PLANES and not len(a) == len(b) == 3:
        raise ValueError("Both input arrays must be (arrays of) 3-dimensional vectors, "
                         f"but they are {len(a)} and {len(b)} dimensional instead.")
    if len(a) == len(b) == 2:
        return a[0] * b[1] - a[1] * b[0]
    (ax, ay, az), (bx, by, bz) = [[*each, 0 * each[0]] if len(each) == 2 else each for each in (a, b)]
    return np.stack([ay * bz - az * by, az * bx - ax * bz, ax * by - ay * bx], axis=axisc)


WRITTEN = {
    np.linalg.det: det, np.linalg.inv: inv, np.linalg.solve: solve, np.linalg.matrix_power: matrix_power,
    np.linalg.multi_dot: multi_dot, np.einsum: einsum, np.tensordot: tensordot, np.kron: kron, np.cov: cov,
    np.corrcoef: corrcoef, np.cross: cross, np.polyfit: polyfit,
}
