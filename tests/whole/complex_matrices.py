"""Matrices of complex numbers: inverses, solutions, determinants, powers; of one matrix and of stacks."""

import numpy as np

RANDOM = np.random.default_rng(6)


def matrices(*shape):
    return (RANDOM.random(shape) + 1j * RANDOM.random(shape) - 0.3).astype(np.complex64)


def inverted(a, b):
    """np.linalg.inv, solve"""
    return np.linalg.inv(a), np.linalg.solve(a, b), np.linalg.solve(a, b[:, 0]), np.linalg.solve(a.real, b), (
        np.linalg.solve(a, b.imag))


def determined(a, b):
    """np.linalg.det, slogdet"""
    return np.linalg.det(a), *np.linalg.slogdet(a), np.linalg.det(a[:1, :1]), np.linalg.det(a * 0)


def raised_to(a, b):
    """np.linalg.matrix_power"""
    return np.linalg.matrix_power(a, 3), np.linalg.matrix_power(a, -1), np.linalg.matrix_power(a, 0)


def of_stacks(a):
    """of each matrix of a stack"""
    return np.linalg.inv(a), np.linalg.det(a), np.linalg.solve(a, a[::-1])


PROGRAMS = [(inverted, matrices(4, 4), matrices(4, 2)), (inverted, matrices(7, 7), matrices(7, 3)),
            (determined, matrices(4, 4), matrices(1)), (determined, matrices(6, 6), matrices(1)),
            (raised_to, matrices(3, 3), matrices(1)), (of_stacks, matrices(5, 3, 3))]
