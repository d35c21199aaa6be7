"""Singular values and vectors of matrices of any size, of real and of complex numbers: columns are turned, two by two, until
all are at right angles (Hestenes, 1958). One number after the other, so that it is one kernel: for the tracer to walk.

    singular           of real matrices, high ones: columns at right angles, their sizes, and what turns the matrix into them
    complex_singular   of complex ones, each of two arrays
    complex_upright    Householder's mirrors of complex columns, with LAPACK's signs
    zeros_of           of polynomials
"""

from __future__ import annotations

import numpy as np


def sweeps(wide):
    return 6 + wide.bit_length()


def turn(steep):
    """The cosine and the sine of the lesser angle that brings two columns to right angles."""
    tangent = 1 / (np.abs(steep) + np.sqrt(steep * steep + 1))
    tangent = -tangent if steep < 0 else tangent
    cosine = 1 / np.sqrt(tangent * tangent + 1)
    return cosine, tangent * cosine


def singular(a):
    stack, (high, wide), kind = a.shape[:-2], a.shape[-2:], a.dtype
    u = np.reshape(a, (-1, high, wide)).copy()
    v = np.eye(wide, dtype=kind) + 0 * u[:, :1, :1]
    least = float(np.finfo(kind).eps)
    for m in range(len(u)):
        for _ in range(sweeps(wide)):
            for p in range(wide - 1):
                for q in range(p + 1, wide):
                    own, other, both = 0 * u[m, 0, 0], 0 * u[m, 0, 0], 0 * u[m, 0, 0]
                    for i in range(high):
                        own += u[m, i, p] * u[m, i, p]
                        other += u[m, i, q] * u[m, i, q]
                        both += u[m, i, p] * u[m, i, q]
                    if np.abs(both) > least * np.sqrt(own * other):
                        cosine, sine = turn((other - own) / (2 * both))
                        for i in range(high):
                            x, y = u[m, i, p], u[m, i, q]
                            u[m, i, p], u[m, i, q] = cosine * x - sine * y, sine * x + cosine * y
                        for i in range(wide):
                            x, y = v[m, i, p], v[m, i, q]
                            v[m, i, p], v[m, i, q] = cosine * x - sine * y, sine * x + cosine * y
    sizes = np.sqrt(np.sum(u * u, axis=1))
    order = np.argsort(-sizes, axis=-1)
    u, v = [np.take_along_axis(each, order[:, None, :], axis=-1) for each in (u, v)]
    sizes = np.take_along_axis(sizes, order, axis=-1)
    u = u / np.where(sizes > 0, sizes, 1)[:, None, :]
    return np.reshape(u, (*stack, high, wide)), np.reshape(sizes, (*stack, wide)), np.reshape(v, (*stack, wide, wide))


def complex_singular(re, im):
    """((real, imaginary) columns, sizes, (real, imaginary) turns)"""
    (high, wide), kind = re.shape, re.dtype
    u, w = re.copy(), im.copy()
    v, z = np.eye(wide, dtype=kind) + 0 * re[0, 0], np.zeros((wide, wide), kind) + 0 * re[0, 0]
    least = float(np.finfo(kind).eps)
    for _ in range(sweeps(wide)):
        for p in range(wide - 1):
            for q in range(p + 1, wide):
                own, other, both, beside = 0 * u[0, 0], 0 * u[0, 0], 0 * u[0, 0], 0 * u[0, 0]
                for i in range(high):
                    own += u[i, p] * u[i, p] + w[i, p] * w[i, p]
                    other += u[i, q] * u[i, q] + w[i, q] * w[i, q]
                    both += u[i, p] * u[i, q] + w[i, p] * w[i, q]
                    beside += u[i, p] * w[i, q] - w[i, p] * u[i, q]
                size = np.sqrt(both * both + beside * beside)
                if size > least * np.sqrt(own * other):
                    cos, sin = both / size, beside / size  # by which the second is brought into line with the first
                    cosine, sine = turn((other - own) / (2 * size))
                    for i in range(high):
                        a, b = u[i, p], w[i, p]
                        c, d = u[i, q] * cos + w[i, q] * sin, w[i, q] * cos - u[i, q] * sin
                        u[i, p], w[i, p] = cosine * a - sine * c, cosine * b - sine * d
                        u[i, q], w[i, q] = sine * a + cosine * c, sine * b + cosine * d
                    for i in range(wide):
                        a, b = v[i, p], z[i, p]
                        c, d = v[i, q] * cos + z[i, q] * sin, z[i, q] * cos - v[i, q] * sin
                        v[i, p], z[i, p] = cosine * a - sine * c, cosine * b - sine * d
                        v[i, q], z[i, q] = sine * a + cosine * c, sine * b + cosine * d
    sizes = np.sqrt(np.sum(u * u + w * w, axis=0))
    order = np.argsort(-sizes)
    sizes = sizes[order]
    some = np.where(sizes > 0, sizes, 1)
    return (u[:, order] / some, w[:, order] / some), sizes, (v[:, order], z[:, order])


def complex_upright(re, im):
    """((real, imaginary) columns at right angles, (real, imaginary) what makes them the matrix)"""
    (high, wide), kind = re.shape, re.dtype
    kept = min(high, wide)
    r, s = re.copy(), im.copy()
    q, t = np.eye(high, kept, dtype=kind) + 0 * re[0, 0], np.zeros((high, kept), kind) + 0 * re[0, 0]
    v, w = np.zeros((high, kept), kind), np.zeros((high, kept), kind)
    scales, turns = np.zeros(kept, kind), np.zeros(kept, kind)
    for k in range(kept):
        below = 0 * r[0, 0]
        for i in range(high):
            if i > k:
                below += r[i, k] * r[i, k] + s[i, k] * s[i, k]
        x, y = r[k, k], s[k, k]
        if below + y * y > 0:
            length = np.sqrt(x * x + y * y + below)
            length = length if x < 0 else -length
            scales[k], turns[k] = (length - x) / length, -y / length
            far = (x - length) * (x - length) + y * y
            v[k, k] = 1
            for i in range(high):
                if i > k:
                    v[i, k] = (r[i, k] * (x - length) + s[i, k] * y) / far
                    w[i, k] = (s[i, k] * (x - length) - r[i, k] * y) / far
            for j in range(wide):
                if j >= k:
                    a, b = 0 * r[0, 0], 0 * r[0, 0]
                    for i in range(high):
                        a += v[i, k] * r[i, j] + w[i, k] * s[i, j]
                        b += v[i, k] * s[i, j] - w[i, k] * r[i, j]
                    a, b = a * scales[k] + b * turns[k], b * scales[k] - a * turns[k]
                    for i in range(high):
                        r[i, j] -= v[i, k] * a - w[i, k] * b
                        s[i, j] -= v[i, k] * b + w[i, k] * a
    for done in range(kept):
        k = kept - 1 - done
        for j in range(kept):
            a, b = 0 * r[0, 0], 0 * r[0, 0]
            for i in range(high):
                a += v[i, k] * q[i, j] + w[i, k] * t[i, j]
                b += v[i, k] * t[i, j] - w[i, k] * q[i, j]
            a, b = a * scales[k] - b * turns[k], b * scales[k] + a * turns[k]
            for i in range(high):
                q[i, j] -= v[i, k] * a - w[i, k] * b
                t[i, j] -= v[i, k] * b + w[i, k] * a
    return (q, t), (np.triu(r[:kept]), np.triu(s[:kept]))


def zeros_of(p):
    """(real, imaginary) of where a polynomial of real numbers is 0: all at once, each of which the others push away (Aberth,
    1973)."""
    count, kind = len(p) - 1, p.dtype
    far = np.abs(p[-1] / p[0]) ** (1 / count)  # how far they are from 0, in the middle: there they begin
    weights = p * far ** np.arange(count, -1, -1).astype(kind)
    weights = weights / np.max(np.abs(weights))
    angles = (np.arange(count) + 0.3).astype(kind) * (2 * np.pi / count)
    x, y = np.cos(angles) + 0 * p[0], np.sin(angles) + 0 * p[0]
    for _ in range(40):
        for k in range(count):
            a, b, c, d = weights[0], 0 * p[0], 0 * p[0], 0 * p[0]  # what it is there, and how steep
            for i in range(count):
                c, d = c * x[k] - d * y[k] + a, c * y[k] + d * x[k] + b
                a, b = a * x[k] - b * y[k] + weights[i + 1], a * y[k] + b * x[k]
            for j in range(count):
                u, v = x[k] - x[j], y[k] - y[j]
                size = u * u + v * v
                if size > 0:
                    u, v = u / size, -v / size
                    c, d = c - (a * u - b * v), d - (a * v + b * u)
            size = c * c + d * d
            if size > 0:
                x[k], y[k] = x[k] - (a * c + b * d) / size, y[k] - (b * c - a * d) / size
    return x * far, y * far
