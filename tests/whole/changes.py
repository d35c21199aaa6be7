"""Functions that change whole arrays where they stand: who else holds the array, or a part of it, sees that; who took a
number out of it does not. Each is run by NumPy itself, and compiled."""

import numpy as np

RANDOM = np.random.default_rng(26)
U, V = RANDOM.random((8, 12)).astype(np.float32), RANDOM.random(12).astype(np.float32)
CUBE, WHOLE = RANDOM.random((4, 5, 6)).astype(np.float32), RANDOM.integers(-9, 9, 12)
Z = (U + 1j * RANDOM.random((8, 12))).astype(np.complex64)


# --- an array of the same type is the same one ---

def as_arrays(u, v, z):
    """b = np.asarray(a): what is changed of either is changed of both"""
    a, b, c = u * 2, v * 2, z * 2
    same, part, other = np.asarray(a), np.asanyarray(b[1:], np.float32), np.asarray(c)
    copied = np.array(a)
    same[0] = 1
    part += 1
    other[1] = 2j
    return a, b, c, same, part, other, copied


# --- numbers of an array ---

def exchanged(v):
    """t = a[i]; a[i] = a[k]; a[k] = t, and a[i], a[k] = a[k], a[i]"""
    a, b = v.copy(), v.copy()
    for i in range(5):
        k = i + a[i:].argmin()
        t = a[i]
        a[i] = a[k]
        a[k] = t
        b[i], b[k] = b[k], b[i]
    return a, b


def numbers_taken_out(v, u):
    """x = a[0]; a[0] = 9: x is what it was; x += 1: a is what it was"""
    a, b = v.copy(), u.copy()
    first, part, corner, row = a[0], a[0:1], b[2, 3], b[1]
    a[0] = 9
    b[2, 3] = b[1, 0] = 7
    first += 1
    corner *= 2
    total = before = a.sum()
    total += 1
    x, *_ = v
    x += 1
    return a, b, first, part, corner, row, total, before, x, v[0]


def numbers_of_whole_ones(n):
    """a[0] += 1.5 of whole numbers"""
    a = n.copy()
    a[0] += 1.5
    a[-1] *= 3
    x = a[1]
    x += 0.5
    for y in a[:3]:
        y *= 0
    return a, x


def views_of_one(u):
    """b = a[..., 0, 0]; b[...] = 5"""
    a = u.copy()
    a[..., 0, 0][...] = 5
    b = a[..., 1, 1]
    b += 3
    a[2, 2:3][0] = 8
    return a


# --- complex numbers ---

def complex_in_place(z):
    """b = a; b *= 2; b = a[1:3]; b -= 1j"""
    a = z.copy()
    b, part, one = a, a[1:3], a[0, 0]
    b *= 2
    part -= 1j
    part[0] = 1j
    a.T[0] = 5
    one += 3
    return a, b, part, one


def complex_keeps_its_type(z):
    """a *= float64, a **= 2"""
    a = z.copy()
    a *= np.ones(12)
    a += 1j
    a /= 2
    a -= np.float64(3)
    a **= 2
    a @= np.eye(12)
    a.real *= 2
    return a


def complex_of_their_own(u, z):
    """b = a + 0j; b[2:4] = 3j; c.conj() *= 2"""
    b = u + 0j
    b[2:4, ::2] = 3j
    b[:, 0] += 1j
    same, more = z.conj(), z + 1
    same *= 2
    more.imag[...] = 0
    plus = +z
    plus[0] = 0
    return b, same, more, plus, z


def complex_by_masks(u, z):
    """a[mask] *= 1j, z[m] = z[m] ** 2 + c[m]"""
    a = z.copy()
    a[a.imag > 0.5] *= 1j
    c = np.linspace(-1, 1, 12) + 1j * np.linspace(-1, 1, 8)[:, None] + u * 0
    b = np.zeros_like(c)
    for _ in range(4):
        m = np.abs(b) <= 1.5
        b[m] = b[m] ** 2 + c[m]
    return a, b


# --- a mask and more ---

def masks_and_more(u, w):
    """a[mask, 0], a[0, mask], a[mask, 2:5]"""
    return (u[u[:, 0] > 0.5, 0].sum(), u[0, u[0] > 0.5].max(), u[u[:, 1] > 0.3, 2:5].mean(axis=0),
            u[..., 0, u[0] > 0.5].sum(), u[u[:, 0] > 0.5, -1].std(), w[2, w[2] > 0.5].sum(), w[w[..., 0] > 0.5, 3].mean())


def masks_and_more_assigned(u, w):
    """a[0, mask] = 7, a[:, mask] = 0, a[mask, 1] *= -1"""
    a, b = u.copy(), w.copy()
    a[0, a[0] > 0.5] = 7
    a[1, a[0] > 5] = a[2, a[0] > 5]
    a[a[:, 1] > 0.5, 1] *= -1
    a[:, u[2] > 0.5] = 0
    a[2:5, u[3] > 0.7] = -3
    a[..., u[4] > 0.9] = 8
    b[:, w[0, :, 0] > 0.5, 1:3] = 4
    b[1, w[1] > 0.5] = 0
    b[w[:, 0, 0] > 0.5, 2] += 1
    b[::2, ..., w[0, 0] > 0.6] = 9
    return a, b


PROGRAMS = [
    (as_arrays, U, V, Z), (exchanged, V), (numbers_taken_out, V, U), (numbers_of_whole_ones, WHOLE), (views_of_one, U),
    (complex_in_place, Z),
    (complex_keeps_its_type, Z), (complex_of_their_own, U, Z), (complex_by_masks, U, Z), (masks_and_more, U, CUBE),
    (masks_and_more_assigned, U, CUBE),
]
