"""NumPy's functions of whole arrays that came with its second version, ask what kind of number something is, or are seldom
asked for, written in NumPy: for the tracer to walk. An older NumPy lacks some of them.

    WRITTEN     the function → what it means
"""

from __future__ import annotations

import numpy as np

from .functions import along, norm

# --- running sums ----------------------------------------------------------------------------------------------------

def cumulative(running, first):
    def meaning(x, axis=None, dtype=None, include_initial=False):
        x = np.asarray(x)
        if axis is None and x.ndim != 1:
            raise ValueError("For arrays which have more than one dimension ``axis`` argument is required.")
        axis = 0 if axis is None else axis
        found = running(x, axis=axis, dtype=dtype)
        if include_initial:
            begin = tuple([1 if each == axis % x.ndim else size for each, size in enumerate(x.shape)])
            found = np.concatenate([np.full(begin, first, found.dtype), found], axis=axis)
        return found

    return meaning


# --- axes ------------------------------------------------------------------------------------------------------------

def matrix_transpose(x):
    return np.swapaxes(x, -1, -2)


def unstack(x, axis=0):
    return tuple([x[along(axis, x.ndim, i)] for i in range(x.shape[axis])])


def atleast_3d(*arys):
    shapes = {0: (1, 1, 1), 1: (1, -1, 1)}
    found = [np.reshape(each, shapes.get(np.ndim(each), np.shape(each) + (1,) * (np.ndim(each) == 2))) for each in arys]
    return found[0] if len(found) == 1 else tuple(found)


def astype(x, dtype, copy=True):
    return x.astype(dtype)


# --- products and norms ----------------------------------------------------------------------------------------------

def vecdot(x1, x2, axis=-1):
    x1, x2 = np.moveaxis(x1, axis, -1), np.moveaxis(x2, axis, -1)
    return np.matmul(x1[..., None, :], x2[..., :, None])[..., 0, 0]


def matvec(x1, x2):
    return np.matmul(x1, x2[..., None])[..., 0]


def vecmat(x1, x2):
    return np.matmul(x1[..., None, :], x2)[..., 0, :]


def vector_norm(x, axis=None, keepdims=False, ord=2):
    if axis is not None:
        return norm(x, ord, axis, keepdims)
    found = norm(np.ravel(x), ord)
    return np.reshape(found, (1,) * x.ndim) if keepdims else found


def matrix_norm(x, keepdims=False, ord="fro"):
    if ord != "fro" and x.ndim == 2:
        return norm(x, ord, None, keepdims)
    return norm(x, ord, (-2, -1), keepdims)


# --- what kind of number ---------------------------------------------------------------------------------------------

def angle(z, deg=False):
    found = np.arctan2(0, z)
    return found * (180 / np.pi) if deg else found


def isreal(x):
    return np.ones(np.shape(x), bool)


def iscomplex(x):
    return np.zeros(np.shape(x), bool)


def isposinf(x):
    return np.asarray(x) == np.inf


def isneginf(x):
    return np.asarray(x) == -np.inf


def isrealobj(x):
    return np.asarray(x).dtype.kind != "c"


def iscomplexobj(x):
    return np.asarray(x).dtype.kind == "c"


# --- order -----------------------------------------------------------------------------------------------------------

def lexsort(keys, axis=-1):
    """By the last key, and where that is equal by those before it."""
    if len({np.shape(key) for key in keys}) > 1:
        raise ValueError("all keys need to be the same shape")
    found = None
    for key in keys:
        key = key if found is None else np.take_along_axis(key, found, axis)
        there = np.argsort(key, axis=axis, kind="stable")
        found = there if found is None else np.take_along_axis(found, there, axis)
    return found


NAMED = {"cumulative_sum": cumulative(np.cumsum, 0), "cumulative_prod": cumulative(np.cumprod, 1), "unstack": unstack,
         "matrix_transpose": matrix_transpose, "atleast_3d": atleast_3d, "astype": astype, "vecdot": vecdot,
         "matvec": matvec, "vecmat": vecmat, "angle": angle, "isreal": isreal, "iscomplex": iscomplex,
         "isposinf": isposinf, "isneginf": isneginf, "isrealobj": isrealobj, "iscomplexobj": iscomplexobj,
         "lexsort": lexsort}
WRITTEN = {getattr(np, name): meaning for name, meaning in NAMED.items() if hasattr(np, name)}
WRITTEN |= {getattr(np.linalg, name): meaning for name, meaning in (
    ("vector_norm", vector_norm), ("matrix_norm", matrix_norm), ("matrix_transpose", matrix_transpose),
    ("vecdot", vecdot)) if hasattr(np.linalg, name)}
