"""Fourier transforms of whole arrays, written out: np.fft as the tracer follows it.

    TRANSFORMS      the function of np.fft → what it means
    lines           the transform along an axis, of a length with small factors: what all others are made of
    short           the transform of a few numbers: what that is made of

A length with other factors is a convolution with a chirp (Bluestein), done by transforms of a length that has small ones; of
real numbers, if it is a prime, two of half the length.
"""

from __future__ import annotations

import functools
import math

import numpy as np

from . import functions as whole_arrays
from .complexes import ComplexArray


def short(real, imag):
    """The transform of a few numbers, written out."""
    count = len(real)
    if count == 1:
        return tuple(real), tuple(imag)
    if count % 2:
        return odd(real, imag)
    half = count // 2
    even_r, even_i = short(real[0::2], imag[0::2])
    odd_r, odd_i = short(real[1::2], imag[1::2])
    first_r, first_i, second_r, second_i = [], [], [], []
    for k in range(half):
        r, i = root(odd_r[k], odd_i[k], k, count)
        first_r.append(even_r[k] + r)
        first_i.append(even_i[k] + i)
        second_r.append(even_r[k] - r)
        second_i.append(even_i[k] - i)
    return tuple(first_r + second_r), tuple(first_i + second_i)


def root(r, i, k, count):
    """A number times exp(-2j * pi * k / count), for k / count below a half."""
    if k == 0:
        return r, i
    if 4 * k == count:
        return i, -r
    if 8 * k == count:
        s = math.sqrt(0.5)
        return (r + i) * s, (i - r) * s
    if 8 * k == 3 * count:
        s = math.sqrt(0.5)
        return (i - r) * s, -(r + i) * s
    c, s = math.cos(2 * math.pi * k / count), math.sin(2 * math.pi * k / count)
    return r * c + i * s, i * c - r * s


def odd(real, imag):
    """The transform of an odd number of numbers: those that lie opposite share their products."""
    count = len(real)
    half = count // 2
    plus = [(real[j] + real[-j], imag[j] + imag[-j]) for j in range(1, half + 1)]
    minus = [(real[j] - real[-j], imag[j] - imag[-j]) for j in range(1, half + 1)]
    found_r, found_i = [real[0]] * count, [imag[0]] * count
    for r, i in plus:
        found_r[0], found_i[0] = found_r[0] + r, found_i[0] + i
    for k in range(1, half + 1):
        even_r, even_i, odd_r, odd_i = real[0], imag[0], 0.0, 0.0
        for j in range(1, half + 1):
            angle = 2 * math.pi * (j * k % count) / count
            c, s = math.cos(angle), math.sin(angle)
            even_r, even_i = even_r + c * plus[j - 1][0], even_i + c * plus[j - 1][1]
            odd_r, odd_i = odd_r + s * minus[j - 1][1], odd_i - s * minus[j - 1][0]
        found_r[k], found_i[k] = even_r + odd_r, even_i + odd_i
        found_r[-k], found_i[-k] = even_r - odd_r, even_i - odd_i
    return tuple(found_r), tuple(found_i)


def turned(r, i, c, s):
    """A number times c + 1j * s."""
    return r * c - i * s, r * s + i * c


LARGEST = 16  # numbers of a short transform
PRIMES = (2, 3, 5, 7, 11, 13)


@functools.cache
def radices(count):
    """The fewest factors of a length that short transforms are made for, the greatest first; None if it has others. Rows of
    a second step are as wide as the first is great: with the largest a vector is full. 512 is 16 times 8 times 4."""
    if count <= LARGEST:
        return (count,) if count > 1 and is_smooth(count) else () if count == 1 else None
    found = [(radix, *rest) for radix in range(LARGEST, 1, -1)
             if count % radix == 0 and is_smooth(radix) and (rest := radices(count // radix)) is not None]
    return min([tuple(sorted(each)[::-1]) for each in found], key=lambda each: (len(each), each[0] < LARGEST, sum(each)),
               default=None)


def is_smooth(count):
    for prime in PRIMES:
        while count % prime == 0:
            count //= prime
    return count == 1


def lines(real, imag, axis, scale):
    """The transform along an axis, of a length that has small factors only. This is what it is worth: the tracer makes
    steps of it (tracing/whole/transforms.py)."""
    found = np.fft.fft(real if imag is None else real + 1j * imag, axis=axis) * scale
    return found.real.astype(real.dtype), found.imag.astype(real.dtype)


def also_on_gpu(way, kind, real, imag, n, axis, scale):
    """Arrays, or one, that a GPU makes in another way: the transforms of `n` complex numbers; of "real" ones all, or the
    first "half"; or "back" from such a half `n` real ones. What lines have less is zero. The tracer has an operation for it
    (tracing/whole/transforms.py)."""
    return way


def along(a, n, axis, norm, back):
    """fft and ifft: along one axis."""
    size = a.shape[axis]
    n = size if n is None else n
    if n < 1:
        raise ValueError(f"Invalid number of FFT data points ({n}) specified.")
    scale = scaling(n, norm, back)
    if not isinstance(a, ComplexArray):
        real, imag = padded(a, None, n, axis, scale)
        return ComplexArray(real, -imag if back else imag)
    if back:  # with both parts exchanged it is the same transform
        imag, real = padded(a.imag, a.real, n, axis, scale)
    else:
        real, imag = padded(a.real, a.imag, n, axis, scale)
    return ComplexArray(real, imag)


def padded(real, imag, n, axis, scale):
    """The transform of lines that are cut to n numbers, or have zeros behind, which nobody has to write for a GPU."""
    real, imag = [None if part is None else cut(part, n, axis) for part in (real, imag)]
    way = transform(fitted(real, n, axis), None if imag is None else fitted(imag, n, axis), axis, scale)
    return also_on_gpu(way, "real" if imag is None else "complex", real, imag, n, axis, scale)


def scaling(n, norm, back):
    if norm is None or norm == "backward":
        return 1.0 / n if back else 1.0
    if norm == "ortho":
        return 1.0 / math.sqrt(n)
    if norm == "forward":
        return 1.0 if back else 1.0 / n
    raise ValueError(f'Invalid norm value {norm}; should be "backward", "ortho" or "forward".')


def cut(a, n, axis):
    """An array of n elements along an axis at most."""
    return a if a.shape[axis] <= n else a[whole_arrays.along(axis, a.ndim, slice(n))]


def fitted(a, n, axis):
    """An array cut to n elements along an axis, or with zeros behind."""
    size = a.shape[axis]
    if size >= n:
        return cut(a, n, axis)
    return np.pad(a, [(0, n - size if each == axis % a.ndim else 0) for each in range(a.ndim)])


def beside(a, axis, lines):
    """Known numbers as they lie along an axis of an array, in the type of its transform's parts."""
    places = (1,) * (axis % a.ndim) + (-1,) + (1,) * (a.ndim - 1 - axis % a.ndim)
    return [line.reshape(places).astype(type_of_parts(a.dtype)) for line in lines]


@functools.cache
def type_of_parts(dtype):
    return np.fft.fft(np.zeros(1, dtype)).real.dtype


def transform(real, imag, axis, scale):
    """The parts of the transform of real parts and imaginary ones, which may be None."""
    n = real.shape[axis]
    if n == 1:
        return real * scale, np.zeros_like(real) if imag is None else imag * scale
    if imag is None and n % 2 == 0 and n > LARGEST:
        return also_on_gpu(packed(real, axis, scale), "real", real, None, n, axis, scale)
    if radices(n) is None:
        return by_powers(real, axis, scale) if imag is None and is_prime(n) else by_chirp(real, imag, axis, scale)
    return lines(real, imag, axis, scale)


def packed(real, axis, scale):
    """Of a real line of even length: its numbers two by two are a complex line of half the length. What is alike in that at
    opposite frequencies is the transform of the even places, what is not that of the odd ones."""
    n, ndim = real.shape[axis], real.ndim
    even, odd = [whole_arrays.along(axis, ndim, slice(first, None, 2)) for first in (0, 1)]
    r, i = transform(real[even], real[odd], axis, scale / 2)
    reps = [2 if each == axis % ndim else 1 for each in range(ndim)]
    r, i = np.tile(r, reps), np.tile(i, reps)
    opposite_r, opposite_i = [np.roll(np.flip(part, axis), 1, axis) for part in (r, i)]
    c, s = beside(real, axis, turns(n))
    turned_r, turned_i = turned(i + opposite_i, opposite_r - r, c, s)
    return r + opposite_r + turned_r, i - opposite_i + turned_i


@functools.cache
def turns(n):
    """The parts of exp(-2j * pi * k / n). (A zero is one: then numbers that are real have no imaginary part.)"""
    found = np.exp(-2j * np.pi * np.arange(n) / n)
    return [np.where(np.abs(part) < 1e-15, 0.0, part) for part in (found.real, found.imag)]


def unpacked(real, imag, n, axis, scale):
    """Of the first half of a transform, and the number behind it, the real line of even length: packed() backwards."""
    half, ndim = n // 2, real.ndim
    own, opposite = [whole_arrays.along(axis, ndim, each) for each in (slice(half), slice(half, 0, -1))]
    imag = imag * beside(real, axis, [np.arange(half + 1) % half > 0])[0]  # NumPy takes no note of the first and the last
    c, s = beside(real, axis, [part[:half] for part in turns(2 * half)])
    turned_r, turned_i = turned(real[own] - real[opposite], imag[own] + imag[opposite], c, -s)
    i, r = transform(imag[own] - imag[opposite] + turned_r, real[own] + real[opposite] - turned_i, axis, scale)
    both = np.stack([r, i], axis % ndim + 1)
    return both.reshape([2 * half if each == axis % ndim else size for each, size in enumerate(real.shape)])


def by_chirp(real, imag, axis, scale):
    """Of any length n: j*k is (j*j + k*k - (k-j)*(k-j)) / 2, so it is a convolution between two products."""
    n = real.shape[axis]
    wide = next_smooth(2 * n - 1)
    c, s, to_r, to_i = beside(real, axis, [part for each in chirp_of(n, wide) for part in (each.real, each.imag)])
    real, imag = (real * c, real * s) if imag is None else (real * c - imag * s, real * s + imag * c)
    real, imag = padded(real, imag, wide, axis, 1.0)
    real, imag = real * to_r - imag * to_i, real * to_i + imag * to_r
    imag, real = lines(imag, real, axis, scale / wide)  # back
    real, imag = fitted(real, n, axis), fitted(imag, n, axis)
    return real * c - imag * s, real * s + imag * c


@functools.cache
def chirp_of(n, wide):
    """exp(-1j * pi * k**2 / n), and the spectrum of its conjugate, which is even."""
    chirp = np.exp(-1j * np.pi * (np.arange(n) ** 2 % (2 * n)) / n)
    line = np.zeros(wide, complex)
    line[:n] = chirp.conj()
    line[wide - n + 1:] = chirp.conj()[:0:-1]
    return chirp, np.fft.fft(line)


def by_powers(real, axis, scale):
    """Of real numbers, a prime length n of them: all places but the first are powers of one number g, of which
    g**(k + n // 2) is -g**k (Rader). So the sums of opposite places make the real part, and their differences the imaginary
    one, by two convolutions of half the length; both are one of complex numbers."""
    n, wide = real.shape[axis], next_smooth(real.shape[axis] - 2)
    powers, at, signs, alike, apart = powers_of(n, wide)
    own_r, own_i, other_r, other_i, signs = beside(real, axis, [alike.real, alike.imag, apart.real, apart.imag, signs])
    there, real = [whole_arrays.along(axis, real.ndim, each) for each in (powers, n - powers)], real.astype(own_r.dtype)
    one, other = real[there[0]], real[there[1]]
    r, i = padded(one + other, one - other, wide, axis, 1.0)
    back_r, back_i = [np.roll(np.flip(part, axis), 1, axis) for part in (r, i)]
    found_r = r * own_r - i * own_i + (back_r * other_r + back_i * other_i)
    found_i = r * own_i + i * own_r + (back_r * other_i - back_i * other_r)
    found_i, found_r = lines(found_i, found_r, axis, scale / wide)  # back
    first, at = whole_arrays.along(axis, real.ndim, slice(1)), whole_arrays.along(axis, real.ndim, at)
    zeroth = real[first] * scale
    return (np.concatenate([zeroth + r[first] * scale, found_r[at] + zeroth], axis=axis),
            np.concatenate([np.zeros_like(zeroth), found_i[at] * signs], axis=axis))


@functools.cache
def powers_of(n, wide):
    """The first half of the powers; for each place but the first the power that it or its opposite is the inverse of, and
    the sign of its imaginary part; and what spectra are multiplied by, themselves and those from the other end."""
    half, base = n // 2, primitive(n)
    powers = np.array([pow(base, k, n) for k in range(half)])
    inverse = np.array([pow(base, -k, n) for k in range(half)])
    at, signs = np.zeros(n, int), np.zeros(n)
    at[inverse], signs[inverse], at[n - inverse], signs[n - inverse] = np.arange(half), -1, np.arange(half), 1
    turns = np.zeros(wide, complex)
    turns[:half], turns[wide - half + 1:] = np.exp(2j * np.pi * inverse / n), np.exp(2j * np.pi * powers[:0:-1] / n)
    across, along_it = np.fft.fft(turns.real), np.fft.fft(turns.imag)
    return powers, at[1:], signs[1:], (across + along_it) / 2, (across - along_it) / 2


def primitive(n):
    """The least number whose powers are all others below a prime."""
    factors = [each for each in range(2, n) if (n - 1) % each == 0 and is_prime(each)]
    return next(base for base in range(2, n) if all(pow(base, (n - 1) // each, n) != 1 for each in factors))


def is_prime(n):
    return n > 1 and all(n % each for each in range(2, math.isqrt(n) + 1))


@functools.cache
def next_smooth(n):
    """The next length with few steps, all of them quick."""
    while radices(n) is None or set(radices(n)) - {4, 5, 6, 8, 9, 10, 12, 15, 16}:
        n += 1
    return n


def fft(a, n=None, axis=-1, norm=None):
    return along(a, n, axis, norm, False)


def ifft(a, n=None, axis=-1, norm=None):
    return along(a, n, axis, norm, True)


def rfft(a, n=None, axis=-1, norm=None):
    """The transform of real numbers, as far as it says more than that the rest of it is alike."""
    if isinstance(a, ComplexArray):
        raise TypeError("ufunc 'rfft_n_even' did not contain a loop with signature matching types")
    found = along(a, n, axis, norm, False)
    n = found.shape[axis]
    half = whole_arrays.along(axis, a.ndim, slice(n // 2 + 1))
    return ComplexArray(*also_on_gpu((found.real[half], found.imag[half]), "half", cut(a, n, axis), None, n, axis,
                                   scaling(n, norm, False)))


def irfft(a, n=None, axis=-1, norm=None):
    """Of the first half of a transform the real numbers."""
    n = 2 * (a.shape[axis] - 1) if n is None else n
    if n < 1:
        raise ValueError(f"Invalid number of FFT data points ({n}) specified.")
    real, imag = fitted(np.real(a), n // 2 + 1, axis), fitted(np.imag(a), n // 2 + 1, axis)
    scale, back = scaling(n, norm, True), unpacked if n % 2 == 0 and n > LARGEST else mirrored
    return also_on_gpu(back(real, imag, n, axis, scale), "back", real, imag, n, axis, scale)


def mirrored(real, imag, n, axis, scale):
    """Of the first half of a transform a real line of any length: by all of it."""
    at, signs = mirror(n)
    real = real[whole_arrays.along(axis, real.ndim, at)]
    imag = imag[whole_arrays.along(axis, real.ndim, at)] * beside(real, axis, [signs])[0]
    imag, real = transform(imag, real, axis, scale)
    return real


@functools.cache
def mirror(n):
    """Where each number of a transform of real ones is found in its first half, and the sign of its imaginary part."""
    k = np.arange(n)
    return np.minimum(k, n - k), np.where(k % n == 0, 0, np.sign(n - 2 * k))


def several(a, s, axes, norm, one):
    """Along several axes, the last first."""
    if axes is None:
        axes = range(a.ndim) if s is None else range(-len(s), 0)
    s = [None] * len(axes) if s is None else s
    if len(s) != len(axes):
        raise ValueError("Shape and axes have different lengths.")
    for n, axis in list(zip(s, axes))[::-1]:
        a = one(a, None if n == -1 else n, axis, norm)
    return a


def fftn(a, s=None, axes=None, norm=None):
    return several(a, s, axes, norm, fft)


def ifftn(a, s=None, axes=None, norm=None):
    return several(a, s, axes, norm, ifft)


def fft2(a, s=None, axes=(-2, -1), norm=None):
    return several(a, s, axes, norm, fft)


def ifft2(a, s=None, axes=(-2, -1), norm=None):
    return several(a, s, axes, norm, ifft)


def rfftn(a, s=None, axes=None, norm=None):
    if axes is None:
        axes = range(a.ndim) if s is None else range(-len(s), 0)
    s, axes = [None] * len(axes) if s is None else list(s), list(axes)
    first = rfft(a, s[-1], axes[-1], norm)
    return several(first, s[:-1], axes[:-1], norm, fft)


def irfftn(a, s=None, axes=None, norm=None):
    if axes is None:
        axes = range(a.ndim) if s is None else range(-len(s), 0)
    s, axes = [None] * len(axes) if s is None else list(s), list(axes)
    return irfft(several(a, s[:-1], axes[:-1], norm, ifft), s[-1], axes[-1], norm)


def rfft2(a, s=None, axes=(-2, -1), norm=None):
    return rfftn(a, s, axes, norm)


def irfft2(a, s=None, axes=(-2, -1), norm=None):
    return irfftn(a, s, axes, norm)


TURNED = {None: "forward", "backward": "forward", "forward": "backward", "ortho": "ortho"}


def hfft(a, n=None, axis=-1, norm=None):
    """Of what is mirrored with its sign turned; the result is real."""
    return irfft(np.conjugate(a), n, axis, TURNED[norm])


def ihfft(a, n=None, axis=-1, norm=None):
    return np.conjugate(rfft(a, n, axis, TURNED[norm]))


def shifted(x, axes, how):
    axes = tuple(range(x.ndim)) if axes is None else (axes,) if isinstance(axes, int) else tuple(axes)
    return np.roll(x, [how(x.shape[axis]) for axis in axes], axes)


def fftshift(x, axes=None):
    return shifted(x, axes, lambda size: size // 2)


def ifftshift(x, axes=None):
    return shifted(x, axes, lambda size: -(size // 2))


TRANSFORMS = {getattr(np.fft, each.__name__): each for each in (
    fft, ifft, rfft, irfft, hfft, ihfft, fft2, ifft2, rfft2, irfft2, fftn, ifftn, rfftn, irfftn, fftshift, ifftshift)}
