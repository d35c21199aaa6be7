"""Complex numbers with NumPy: its functions of one, and small arrays of them. And what is of the type of the first."""

import cmath

import numpy as np

from .cases import ANY, COUNT, WHOLE, cases, programs

GROUP = "complex numbers of NumPy"

cases(GROUP, """
    np.exp(1j * a), np.exp(a + 0j) * np.exp(-1j * b) | UNIT, ANY
    np.abs(complex(a, b)), np.absolute(a + 1j), np.angle(a + b * 1j), np.angle(b + 1j, deg=True) / 100 | ANY, ANY
    np.conj(a + b * 1j), np.conjugate(a + 1j), np.real(a + b * 1j), np.imag(a + b * 1j) | ANY, ANY
    np.sqrt(a + b * 1j), np.log(a + b * 1j + 9), np.log10(a + 9j), np.square(a + b * 1j) | ANY, ANY
    np.sin(a + b * 1j), np.cos(a + 1j), np.tan(a + 1j), np.sinh(b + 1j), np.arctan(a + 2j), np.arcsin(a + 1j) | UNIT, UNIT
    np.isclose(a + b * 1j, 1j), np.isnan(a + 1j), np.isfinite(a + 1j), np.isinf(b + 1j) | ANY, ANY
    np.complex128(a + b * 1j) * 2 | ANY, ANY
    np.power(a + 1j, 2), np.multiply(a + 1j, 2), np.add(a, 1j), np.divide(a, 1j), np.reciprocal(a + 1j) | ANY
""", {"np": np})

program = programs(GROUP)


@program(ANY, ANY, COUNT)
def stored_where_a_pixel_says(a, b, k):
    z = np.zeros(4, dtype=complex)
    z[k % 4] = a + 1j * b
    w = np.array([1, 1j, -1, -1j])
    z = z + w[k % 4]
    z[0] = a
    z *= 1j
    z[1:3] += b
    return z, z.dtype.kind == "c", z.shape[0], w[k % 4].imag


@program(ANY, ANY)
def real_ones_among_them(a, b):
    z = np.array([a, 1j * b, 2])
    return np.sqrt(z - 1), z.conj(), z.real, z.imag, abs(z), np.sqrt(z[0]), np.iscomplexobj(z)


@program(ANY, ANY)
def into_real_arrays(a, b):
    v = np.zeros(2)
    try:
        v[0] = 1j * a
    except TypeError:
        v[0] = 7
    z = np.ones(2, complex)
    z[0] = b
    return v, np.sqrt(-z), z.astype(complex), np.zeros_like(z), np.full(2, a + 1j)


@program(ANY, ANY)
def on_both_paths(a, b):
    z = np.array([a + 1j * b, 1.0])
    if a > 0:
        z = z * 1j
    else:
        z[1] = b
    w = 0j
    for _ in range(3):
        w = w * w + z[0]
        if abs(w) > 2:
            break
    return z, w, np.where(a > b, z, 1j)


@program(ANY, ANY)
def linear_algebra(a, b):
    m = np.array([[a + 5, 1j], [b, 6 - 1j]])
    x = np.linalg.solve(m, np.array([1, 1j]))
    return (x, m @ x, np.linalg.det(m), m.conj().T @ m, np.linalg.norm(m[0]), np.trace(m), np.outer(x, x.conj()),
            np.vdot(x, m[0]), np.kron(x, [1, 1j]), np.linalg.inv(m))


@program(ANY, ANY)
def sums_and_products(a, b):
    z = np.array([[a + 1j * b, b], [2j, a]])
    return (z.sum(axis=0), z.mean(), np.prod(z, axis=1), np.cumsum(z), z.ravel(), np.einsum("ij,j->i", z, [1, 1j]),
            np.diag(z), np.polyval([1, a, b], 1j))


@program(ANY, ANY, ANY, ANY)
def short_transforms(a, b, c, d):
    f = np.fft.fft([a, b, c, d])
    power = np.abs(f) ** 2
    f[1:] *= 0.5
    return (power, np.fft.ifft(f).real, f[1], np.fft.rfft(np.array([a, b, c])),
            np.fft.fft(np.array([[a, b], [c, d]]), axis=0), np.fft.fft([a, b], n=4, norm="ortho"))


@program(ANY, ANY)
def quantum_gates(a, b):
    h = np.array([[1, 1], [1, -1]], dtype=complex) / np.sqrt(2)
    rz = np.array([[np.exp(-1j * a / 2), 0], [0, np.exp(1j * a / 2)]])
    psi = np.eye(4)[[0, 1, 3, 2]] @ np.kron(h @ rz @ h @ np.array([1, 0]), [np.cos(b), np.sin(b)])
    rho = np.outer(psi, psi.conj())
    return np.abs(psi) ** 2, np.real(np.trace(rho @ rho)), rho[0]


@program(ANY, ANY)
def of_each(a, b):
    z = np.array([a + 1j * b, 0.5j, 2])
    return (np.exp(z / 4), np.sin(z / 4), np.tanh(z / 4), np.log(z + 9), z ** 2, 1 / (z + 5), np.isclose(z, z + 1e-9),
            np.allclose(z, z), z == z[0], np.isnan(z), np.reciprocal(z + 5), np.square(z), np.power(z, 3))


@program(ANY, ANY)
def frequency_response(a, b):
    zeros, poles = np.array([1j, -1j]), np.array([0.5 + 0.2j, 0.5 - 0.2j])
    z = np.exp(1j * a)
    h = np.prod(z - zeros) / np.prod(z - poles)
    low = 1 / (1 + 1j * np.linspace(0, 1, 3) * b)
    return abs(h), h.real, 20 * np.log10(np.abs(low)), np.exp(2j * np.pi * np.arange(4) / 4) * (a + b * 1j)


@program(ANY, ANY)
def turned_about_the_middle(a, b):
    points = [complex(a, b), 1j, 2 + 0j]
    middle = sum(points) / len(points)
    turned = [(p - middle) * cmath.exp(0.3j) + middle for p in points]
    area = sum((p.conjugate() * q).imag for p, q in zip(turned, turned[1:] + turned[:1])) / 2
    return turned, abs(area), min(points, key=lambda p: abs(p - 1)).real, points.index(2)


program = programs("ints that meet floats")


@program(ANY, ANY, ANY)
def vectorized(a, b, c):
    f = np.vectorize(lambda v: v * 2 if v > 0 else -1)
    return (f(np.array([a, b, c])), np.vectorize(lambda v: max(v, 0))([a, b]), np.vectorize(lambda v: v > 0 and v)([a]),
            np.vectorize(lambda v: v + 0.5, otypes=[int])([a, b]), np.vectorize(lambda v, w: v * w)([a, b], 2))


@program(ANY, ANY, ANY)
def vectorized_pairs(a, b, c):
    def f(v):
        r = 0
        if v > 1:
            r = v
            r += 1
        elif v > 0:
            return True, 2
        return r, v

    return np.vectorize(f)([a, b, c])


@program(WHOLE, WHOLE)
def vectorized_whole_numbers(a, b):
    return np.vectorize(lambda v: v / 2 if v % 2 else v // 2)([a, b]), np.vectorize(lambda v: v > 3)([[a], [b]])


@program(ANY, ANY)
def along_an_axis(a, b):
    return np.apply_along_axis(lambda row: row[0] if row[0] > 0 else 0, 1, np.array([[a, b], [b, a]]))


@program(ANY, ANY)
def into_whole_numbers(a, b):
    x = np.array([int(a), int(b)])
    return np.piecewise(x, [x < 0, x >= 0], [lambda v: v / 2, 0.5]), np.full_like(np.array([1, 2]), b / 2)


@program(ANY, ANY)
def which_class_it_is(a, b):
    r = 1 if a > 0 else 2.5
    s = 1
    if b > 0:
        s = b
    elif a > 0:
        s = 2

    def f(x):
        if x > 1:
            return 1
        return x

    return (isinstance(r, int), type(r) is float, isinstance(s, (int, float)), isinstance(s, bool), isinstance(f(a), float),
            type(s) is int, isinstance(r, int) and r > 1)


