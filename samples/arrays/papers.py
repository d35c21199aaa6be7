"""What others have shown Python on devices with, as functions of whole arrays: each is plain NumPy, and compiled whole.

    Copperhead (B. Catanzaro, M. Garland, K. Keutzer)       maps, gathers, reductions and scans: axpy, spmv, intervals, ...
    Compyle (A. Bhosale, P. Ramachandran)                   elementwise, reduction, scan; molecules
    the thread on PyPy and GPUs                             expressions on whole arrays
"""

import numpy as np

from pygpu import Array, Float, Int

# --- Copperhead ------------------------------------------------------------------------------------------------------

def axpy(x=Array, y=Array, a: Float = 2.0):
    """map: a * x + y"""
    return a * x + y


def dot(x=Array, y=Array):
    """map and reduce"""
    return (x * y).sum()


def spmv(values=Array, columns=Array, x=Array):
    """gather: a sparse matrix in rows of as many numbers each, times a vector"""
    return (values * x[columns]).sum(axis=1)


def permuted(x=Array, order=Array):
    """gather and its inverse: where each comes from says where it goes"""
    back = (order[None, :] == np.arange(x.shape[0])[:, None]).argmax(axis=1)
    return x[order][back]


def laplace(grid=Array, times: Int = 10):
    """a stencil, again and again"""
    for _ in range(times):
        grid = 0.25 * (np.roll(grid, 1, 0) + np.roll(grid, -1, 0) + np.roll(grid, 1, 1) + np.roll(grid, -1, 1))
    return grid


def options(price=Array, strike=Array, years=Array, rate: Float = 0.02, volatility: Float = 0.3):
    """Black and Scholes, with the cumulative normal distribution of Abramowitz and Stegun"""
    def normal(d):
        k = 1 / (1 + 0.2316419 * np.abs(d))
        tail = k * (0.31938153 + k * (-0.356563782 + k * (1.781477937 + k * (-1.821255978 + k * 1.330274429))))
        tail = np.exp(-d * d / 2) * 0.3989422804 * tail
        return np.where(d > 0, 1 - tail, tail)

    spread = volatility * np.sqrt(years)
    d = (np.log(price / strike) + (rate + 0.5 * volatility * volatility) * years) / spread
    discounted = strike * np.exp(-rate * years)
    call = price * normal(d) - discounted * normal(d - spread)
    return call, discounted - price + call


def intervals(heads=Array, values=Array):
    """a scan in segments: sums that begin anew at each head"""
    whole = np.cumsum(values)
    before = np.maximum.accumulate(np.where(heads > 0, whole - values, -np.inf))
    return whole - np.maximum(before, 0)


def means(points=Array, centres=Array, times: Int = 5):
    """k-means: who is nearest to whom, and the mean of those"""
    for _ in range(times):
        far = ((points[:, None, :] - centres[None, :, :]) ** 2).sum(axis=2)
        mine = (far.argmin(axis=1)[:, None] == np.arange(centres.shape[0])[None, :]).astype(np.float32)
        centres = (mine.T @ points) / np.maximum(mine.sum(axis=0), 1)[:, None]
    return centres


# --- Compyle ---------------------------------------------------------------------------------------------------------

def elementwise(x=Array, y=Array, a: Float = 1.5, b: Float = 0.5):
    return a * np.sin(x) + b * np.cos(y)


def smallest(x=Array, y=Array):
    """a reduction of an expression"""
    return np.min(np.cos(x) * np.sin(y))


def running(counts=Array):
    """a scan: where each group begins"""
    return np.cumsum(counts) - counts


def molecules(place=Array, speed=Array, force=Array, steps: Int = 10, time: Float = 0.002, box: Float = 10.0):
    """Atoms that keep their distance (Lennard-Jones), in a box that repeats; by velocity Verlet"""
    def forces(place):
        far = place[:, None, :] - place[None, :, :]
        far = far - box * np.rint(far / box)
        square = (far * far).sum(axis=2)
        near = (square > 0) & (square < 9)
        inverse = np.where(near, 1 / np.where(near, square, 1), 0)
        six = inverse * inverse * inverse
        return (far * (24 * (2 * six * six - six) * inverse)[:, :, None]).sum(axis=1)

    for _ in range(steps):
        place = place + time * speed + 0.5 * time * time * force
        after = forces(place)
        speed, force = speed + 0.5 * time * (force + after), after
    return place, speed, force


# --- expressions of the thread -------------------------------------------------------------------------------------------

def expression(a=Array, b=Array, c=Array):
    """one loop over all of them, and no array in between"""
    return a + b * c - (a * a + 1) / (c + 2)


def polynomial(x=Array):
    return ((0.25 * x + 0.75) * x - 1.5) * x - 2


def escape(c_real=Array, c_imaginary=Array, steps: Int = 40):
    """Mandelbrot's set, whole arrays at a time"""
    real, imaginary, count = c_real * 0, c_imaginary * 0, np.zeros(c_real.shape, np.int32)
    for _ in range(steps):
        inside = real * real + imaginary * imaginary <= 4
        real, imaginary = (np.where(inside, real * real - imaginary * imaginary + c_real, real),
                           np.where(inside, 2 * real * imaginary + c_imaginary, imaginary))
        count += inside
    return count
