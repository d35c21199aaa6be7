"""Inverses, solutions and determinants of matrices of complex numbers. a + bi acts on the two parts of what it meets as the
real matrix [[a, -b], [b, a]] does.

    FUNCTIONS   of NumPy's
"""

from __future__ import annotations

import numpy as np

from .complexes import ComplexArray, absolute, imag, real
from .decompositions import SlogdetResult
from .matrices import squares


def inv(a):
    size, found = squares(a).shape[-1], np.linalg.inv(as_real(a))
    return ComplexArray(found[..., :size, :size], found[..., size:, :size])


def solve(a, b):
    size, axis = squares(a).shape[-1], -1 if b.ndim == 1 else -2
    found = np.linalg.solve(as_real(a), np.concatenate([real(b), imag(b)], axis=axis))
    if axis == -1:
        return ComplexArray(found[..., :size], found[..., size:])
    return ComplexArray(found[..., :size, :], found[..., size:, :])


def as_real(a):
    above, below = np.concatenate([real(a), -imag(a)], axis=-1), np.concatenate([imag(a), real(a)], axis=-1)
    return np.concatenate([above, below], axis=-2)


def det(a):
    a, lead = squares(a), a.shape[:-2]
    re, im = [np.reshape(part, (-1,) + a.shape[-2:]).copy() for part in (a.real, a.imag)]
    found = eliminated(re, im, np.ones(len(re), re.dtype), np.zeros(len(re), re.dtype))
    return ComplexArray(*[np.reshape(part, lead) for part in found])


def eliminated(re, im, out_re, out_im):
    """Of each matrix its determinant: the largest number of a column is multiplied, and what is below it taken away."""
    count = re.shape[-1]
    for s in range(len(re)):
        for k in range(count):
            best, most = k, re[s, k, k] ** 2 + im[s, k, k] ** 2
            for i in range(k + 1, count):
                size = re[s, i, k] ** 2 + im[s, i, k] ** 2
                if size > most:
                    best, most = i, size
            if best != k:
                for j in range(k, count):
                    re[s, k, j], re[s, best, j] = re[s, best, j], re[s, k, j]
                    im[s, k, j], im[s, best, j] = im[s, best, j], im[s, k, j]
                out_re[s], out_im[s] = -out_re[s], -out_im[s]
            x, y = re[s, k, k], im[s, k, k]
            out_re[s], out_im[s] = out_re[s] * x - out_im[s] * y, out_re[s] * y + out_im[s] * x
            if most > 0:
                for i in range(k + 1, count):
                    u = (re[s, i, k] * x + im[s, i, k] * y) / most
                    v = (im[s, i, k] * x - re[s, i, k] * y) / most
                    for j in range(k + 1, count):
                        p, q = re[s, k, j], im[s, k, j]
                        re[s, i, j] -= u * p - v * q
                        im[s, i, j] -= u * q + v * p
    return out_re, out_im


def slogdet(a):
    whole = det(a)
    size = absolute(whole)
    return SlogdetResult(whole / np.where(size == 0, 1, size), np.log(size))


def matrix_power(a, n):
    a, found = inv(a) if n < 0 else squares(a), None
    for _ in range(abs(n)):
        found = a if found is None else found @ a
    return a * 0 + np.eye(a.shape[-1], dtype=a.real.dtype) if found is None else found


FUNCTIONS = {np.linalg.inv: inv, np.linalg.solve: solve, np.linalg.det: det, np.linalg.slogdet: slogdet,
             np.linalg.matrix_power: matrix_power}
