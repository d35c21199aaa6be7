"""Inverses, solutions and determinants of matrices of complex numbers. a + bi acts on the two parts of what it meets as the
real matrix [[a, -b], [b, a]] does.

    FUNCTIONS   of NumPy's
"""

from __future__ import annotations

import numpy as np

from . import turned
from .complexes import ComplexArray, absolute, imag, real
from .decompositions import EighResult, QRResult, SlogdetResult, SVDResult
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


def by_turns(a):
    """(left vectors, sizes, right vectors), the vectors as columns."""
    if a.ndim != 2:
        raise TypeError("np.linalg.svd(), eigh() and qr() of complex numbers take a matrix, and no stack: loop over it")
    if a.shape[0] < a.shape[1]:
        right, sizes, left = by_turns(np.conj(a.T))
        return left, sizes, right
    left, sizes, right = turned.complex_singular(real(a), imag(a))
    return ComplexArray(*left), sizes, ComplexArray(*right)


def svd(a, full_matrices=True, compute_uv=True):
    left, sizes, right = by_turns(a)
    if not compute_uv:
        return sizes
    if full_matrices and a.shape[0] != a.shape[1]:
        raise TypeError("np.linalg.svd() of complex numbers that are not square gives no full matrices: say "
                        "full_matrices=False")
    return SVDResult(left, sizes, np.conj(right.T))


def pinv(a, rcond=1e-6):
    left, sizes, right = by_turns(a)
    parts = np.where(sizes > rcond * sizes[0], 1 / np.where(sizes > 0, sizes, 1), 0).astype(sizes.dtype)
    return (right * parts) @ np.conj(left.T)


def qr(a, mode="reduced"):
    if mode != "reduced" or a.ndim != 2:
        raise TypeError("np.linalg.qr() of complex numbers takes a matrix, and knows mode='reduced'")
    q, r = turned.complex_upright(real(a), imag(a))
    return QRResult(ComplexArray(*q), ComplexArray(*r))


def eigh(a, UPLO="L"):
    """A matrix that so much is added to that no value is negative has these as its sizes."""
    re, im = [np.tril(each) if UPLO == "L" else np.transpose(np.triu(each)) for each in (real(a), imag(a))]
    im = (im if UPLO == "L" else -im) * (1 - np.eye(len(im), dtype=im.dtype))
    re, im = re + np.transpose(np.tril(re, -1)), im - np.transpose(im)
    more = np.max(np.sum(np.sqrt(re * re + im * im), axis=1))
    _, sizes, vectors = by_turns(ComplexArray(re + more * np.eye(len(re), dtype=re.dtype), im))
    return EighResult(sizes[::-1] - more, vectors[:, ::-1])


def eigvalsh(a, UPLO="L"):
    return eigh(a, UPLO)[0]


FUNCTIONS = {np.linalg.svd: svd, np.linalg.pinv: pinv, np.linalg.qr: qr, np.linalg.eigh: eigh,
             np.linalg.eigvalsh: eigvalsh, np.linalg.inv: inv, np.linalg.solve: solve, np.linalg.det: det,
             np.linalg.slogdet: slogdet, np.linalg.matrix_power: matrix_power}
