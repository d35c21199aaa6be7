"""Matrices of any size taken apart, of complex numbers too; roots; least squares. Run by NumPy, and compiled. (What has a
sign or a turn of its own is put together again.)"""

import numpy as np

R = np.random.default_rng(31)
TALL, WIDE, MANY = R.random((6, 5)), R.random((3, 4)), R.random((9, 3))
RE, IM = R.random((3, 2)), R.random((3, 2))
NUMBERS = np.array([1.0, -2.5, 3.0, 0.5])


def sizes_of_five(a):
    u, s, v = np.linalg.svd(a, full_matrices=False)
    return (u * s) @ v, s


def what_a_matrix_takes_to_nothing(a):
    u, s, v = np.linalg.svd(a)
    h = v[-1]
    return h / h[0], u @ u.T, s


def least_squares(a, b):
    return np.linalg.lstsq(a, a @ b[:5, 0] + 1, rcond=None)


def more_unknowns_than_equations(a, b):
    return np.linalg.lstsq(a, b[:3, 0], rcond=None)[0], np.linalg.matrix_rank(a)


def least_squares_of_many(a):
    return np.linalg.lstsq(a, a[:, :2] ** 2, rcond=None)


def complex_ones(a, b):
    z = a + 1j * b
    q, r = np.linalg.qr(z)
    u, s, v = np.linalg.svd(z, full_matrices=False)
    return q, r, (u * s) @ v, s


def complex_and_symmetric(a, b):
    z = a[:2] + 1j * b[:2]
    w, v = np.linalg.eigh(z)
    return w, (v * w) @ v.conj().T


def roots(p):
    return np.sort(np.abs(np.roots(p)))


def roots_that_are_real(p):
    return np.sort(np.roots(p[:3] * np.array([1.0, 1, -1])))


PROGRAMS = [(sizes_of_five, TALL), (what_a_matrix_takes_to_nothing, WIDE), (least_squares, TALL, TALL),
            (more_unknowns_than_equations, WIDE, TALL), (least_squares_of_many, MANY), (complex_ones, RE, IM),
            (complex_and_symmetric, RE, IM), (roots, NUMBERS), (roots_that_are_real, NUMBERS)]
