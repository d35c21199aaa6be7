"""Constructs: vectors, colours, positions, and NumPy arrays of known numbers that meet symbols."""

import numpy as np

import pygpu
from pygpu import (
    Color,
    Float,
    Image,
    Int,
    Position,
    Vec2,
    Vec3,
    Vec4,
    clamp,
    cross,
    distance,
    dot,
    length,
    mix,
    normalize,
    offsets,
    ravel,
    reflect,
    smoothstep,
    step,
    transpose,
)

from .marks import finite, within

SHARPEN = np.array([[0, -1, 0], [-1, 5, -1], [0, -1, 0]])
TO_YUV = np.array([[0.299, 0.587, 0.114], [-0.147, -0.289, 0.436], [0.615, -0.515, -0.1]])
CUBE = np.arange(24.0).reshape(2, 3, 4) / 7


def vector_arithmetic(im=Image, p=Position):
    """a vector: + - * / with vectors, numbers, tuples"""
    v = Vec3(im(p), 1.0, 2.0)
    return (v + (1, 2, 3)) * v / 2 - 1 + 3 * v


def vector_floor_and_modulo(im=Image, p=Position):
    """a vector: // % **, unary -, abs"""
    v = Vec2(im(p), 2.5)
    return -v + v % 2 + abs(v) ** 2


def swizzles(im=Image, p=Position):
    """a vector: swizzles"""
    v = Vec4(im(p), 1.0, 2.0, im(p + (1, 0)))
    return v.xyz + v.wzy * v.x + Vec3(v.yy, v.w)


def vector_sequence(im=Image, p=Position):
    """a vector: index, slice, unpacking, iteration, len"""
    v = Vec3(im(p), 2.0, 3.0)
    x, *rest = v
    return v[0] + v[-1] * x + sum(v) + len(v) + rest[0] + max(v[1:])


def vector_comparison(im=Image, p=Position):
    """a vector: == and !=, any and all of < and >"""
    v = Vec2(im(p), im(p + (1, 0)))
    return (v == (1, 1)) + 2 * (v != v) + 4 * any(v > 0) + 8 * all(v < 2)


def vector_constructors(im=Image, p=Position):
    """Vec2, Vec3, Vec4 of numbers, vectors, one number"""
    v = Vec2(im(p), 1.0)
    return Vec4(v, 2.0, 3.0) + Vec4(Vec3(1.0, v), 2.0) * Vec4(0.5) + Vec4([*v, *v])


@within(1e-4)
@finite
def vector_geometry(im=Image, p=Position):
    """dot, cross, length, normalize, distance, reflect"""
    v, w = clamp(Vec3(im(p), 1.0, 2.0), -8, 8), clamp(Vec3(0.5, im(p + (1, 0)), 1.0), -8, 8)
    return cross(v, w) * dot(v, w) + reflect(v, normalize(w)) * length(v) + distance(v, w)


@finite
def vector_blending(im=Image, p=Position):
    """mix, clamp, step, smoothstep on vectors"""
    v = Vec3(im(p), 0.25, 0.75)
    return mix(v, Vec3(1.0), 0.25) + clamp(v) + step(0.5, v) + smoothstep(Vec3(0.0), Vec3(2.0), v)


@finite
def vector_functions(im=Image, p=Position):
    """pygpu.sqrt, exp, sin, floor, minimum... on vectors"""
    v = Vec2(im(p), 0.5)
    return pygpu.sqrt(abs(v)) + pygpu.exp(-abs(v)) + pygpu.sin(v) + pygpu.floor(v) + pygpu.minimum(v, 0.25)


def vector_under_a_condition(im=Image, p=Position):
    """a vector that two branches make"""
    v = Vec3(im(p), 0.0, 1.0) if im(p) > 0 else Vec3(0.0, -im(p), 2.0)
    if v.y > 1:
        v = v * 2
    return v


@finite
def vector_in_place(im=Image, p=Position):
    """a vector: += *= make a new one"""
    v = w = Vec2(im(p), 1.0)
    v += 1
    v *= (2, 3)
    return v - w


def vector_argument(im=Image, p=Position, tint: Vec3 = Vec3(1.0, 0.5, 0.25)):
    """a Vec3 argument"""
    return im(p) * tint + dot(tint, tint)


def color_argument(im=Image[Color], p=Position, tint: Color = Color(0.25, 0.5, 1.0)):
    """a Color argument"""
    return im(p) * tint


def color_parts(im=Image[Color], p=Position):
    """a colour: red, green, blue, r, g, b, rgb, bgr"""
    c = im(p)
    return Color(c.red + c.g, c.b, c.green) + c.rgb * c.bgr


def color_arithmetic(im=Image[Color], p=Position):
    """a colour: arithmetic with numbers, tuples, other pixels"""
    return (im(p) + 2 * im(p + (1, 0)) + im(p - (1, 0))) / 4 - (0.5, 0, 0)


def color_or_gray(im=Image, color=Image[Color], p=Position):
    """one function for gray and colour"""
    def blur(image):
        return (image(p) + image(p + (1, 0))) / 2

    return blur(im) * blur(color)


def luminance(im=Image[Color], p=Position):
    """a colour: dot with a tuple, sum, max"""
    c = im(p)
    return dot(c, (0.299, 0.587, 0.114)) + sum(c) / 3


def color_maximum(im=Image[Color], p=Position):
    """a colour: max and min of its components"""
    return max(im(p)) - min(im(p))


def color_with_alpha(im=Image[Vec4], p=Position):
    """a pixel with alpha: .rgb, .a, Color with alpha"""
    c = im(p)
    return Vec4(c.rgb * c.a, c.a) + Color(1.0, 2.0, 3.0, c.alpha)


@finite
def pixel_of_two(im=Image[Vec2], p=Position):
    """an image of two channels"""
    v = im(p)
    return v.yx * 2 - v.x


def gray_of_color(im=Image[Color], p=Position):
    """a colour as a condition's operand"""
    c = im(p)
    return c if c.g > 0 else Color(0.0, 0.0, 0.0)


def position_arithmetic(im=Image, p=Position):
    """a position: x, y, + - * of pairs, unpacking"""
    q = p + (1, 0) - (0, 1)
    x, y = q
    return im(q) + x + 10 * y + im((q + p) // 2) + p.x


def position_comparison(n=Image[Int], p=Position):
    """a position: == of positions, conditions on coordinates"""
    return (p == (2, 1)) + (p.x < 3) * 2 + (p.x % 2 == p.y % 2) * 4 + n(p) % 2 * 8


@finite
def position_between(im=Image, p=Position):
    """a position: scaled and rotated, sampled between pixels"""
    centre = Vec2(im.width / 2, im.height / 2)
    d = p - centre
    return im(centre + Vec2(d.x * 0.5 - d.y * 0.25, d.y * 0.5 + d.x * 0.25))


@finite
def convolution(im=Image, p=Position, kernel=SHARPEN):
    """offsets, ravel, transpose of a known array"""
    across = sum([w * im(p + d) for w, d in zip(ravel(kernel), offsets(kernel))])
    return across + sum(w * im(p + d) for w, d in zip(ravel(transpose(kernel)), offsets(kernel)) if w)


def matrix_times_vector(im=Image[Color], p=Position):
    """a known matrix @ a colour"""
    return TO_YUV @ im(p)


@finite
def vector_times_matrix(im=Image[Color], p=Position):
    """a colour @ a known matrix"""
    return im(p) @ TO_YUV + im(p) @ (1.0, 2.0, 3.0)


def array_times_symbol(im=Image, p=Position):
    """a known array * a symbol"""
    row = np.array([1.0, 2.0, 3.0]) * im(p)
    return row[0] + row[1] * row[2] + row.sum()


def array_of_symbols(im=Image, p=Position):
    """np.array of symbols: arithmetic, sum, index, shape"""
    a = np.array([im(p), im(p + (1, 0)), 2.0])
    b = (a + 1) * [1.0, 2.0, 3.0]
    return b.sum() + b[0] - b[-1] * len(b) + a.shape[0]


def array_of_rows(im=Image, p=Position):
    """np.array of rows of symbols: reshape, T, sum over an axis, slices"""
    a = np.array([[im(p + (x, y)) for x in range(2)] for y in range(3)])
    return a.sum(axis=0)[1] + a.T[0, 2] + a.reshape(6)[3] + a[1:, 0].sum()


def array_at_symbols(im=Image, p=Position):
    """a known array indexed by symbols, numbers, slices and ... together, and one of symbols likewise"""
    row = CUBE[p.x % 2, 1] * im(p)
    part = CUBE[1, p.x % 3, 1:3] - CUBE[..., p.y % 4][1, :2] + CUBE[p.y % 2 - 2, -1, ::2]
    own = np.stack([CUBE[0, 0] * im(p), CUBE[0, 1]])[p.y % 2, ::-1]
    return row.sum() + part[0] * part[1] + own[0] - own[3] + CUBE[p.x % 2, p.y % 3, 2] + CUBE[p.x % 2][p.y % 3].max()


def array_matrix_product(im=Image, p=Position):
    """a known matrix @ an array of symbols"""
    v = np.array([im(p), 1.0, im(p + (1, 0))])
    return (TO_YUV @ v)[0] + v @ v + np.dot(v, [1.0, 2.0, 3.0])


def array_functions(im=Image, p=Position):
    """np.sqrt, abs, maximum, where on an array of symbols"""
    a = np.array([im(p), -1.0, 2.0])
    return (np.sqrt(np.abs(a)) + np.maximum(a, 0) + np.where(a > 0, a, 1.0)).sum()


def array_mean_max(im=Image, p=Position):
    """np.mean, max, min, dot of symbols"""
    a = np.array([im(p), 1.0, 0.5])
    return a.mean() + np.sum(a) + np.mean([im(p), 2.0])


@finite
def array_max(im=Image, p=Position):
    """an array of symbols: max, min"""
    a = np.array([im(p), 1.0, im(p + (1, 0))])
    return a.max() - a.min() + np.max(a)


def known_array_by_symbol(n=Image[Int], p=Position):
    """a known array indexed by a symbol"""
    return np.array([0.5, 1.5, 4.0, -2.0])[n(p) & 3]


def known_array_by_two_symbols(n=Image[Int], p=Position):
    """a known array of rows indexed by two symbols"""
    return TO_YUV[n(p) % 3, p.x % 3]


def known_numpy(im=Image, p=Position):
    """NumPy on known values: linalg, fft, random, all of it"""
    kernel = np.linalg.inv(np.array([[2.0, 1.0], [1.0, 3.0]]))
    return im(p) * kernel[0, 0] + np.fft.fft([1.0, 2.0]).real.sum() + np.arange(5).std()


def einsum_of_known(im=Image, p=Position):
    """weights made by NumPy: outer, exp, normalised"""
    g = np.exp(-np.arange(-2, 3) ** 2 / 2.0)
    g /= g.sum()
    kernel = np.outer(g, g)
    return sum(w * im(p + d) for w, d in zip(kernel.flat, offsets(kernel)))


def array_loop(im=Image, p=Position):
    """for over an array and its rows"""
    total = 0.0
    for row, scale in zip(SHARPEN, (1.0, 2.0, 3.0)):
        for w in row:
            total += w * scale
    return total * im(p)


@finite
def array_iteration_nditer(im=Image, p=Position):
    """np.ndenumerate of a known array"""
    return sum(w * im(p + (x, y)) for (y, x), w in np.ndenumerate(SHARPEN))


@within(1e-4)
@finite
def rotation_matrix(im=Image, p=Position, angle: Float = 0.5):
    """a matrix of symbols made from a run-time angle"""
    c, s = np.cos(angle), np.sin(angle)
    m = np.array([[c, -s], [s, c]])
    x, y = m @ np.array([im(p), 1.0])
    return x + 2 * y


def vectors_meet_arrays(im=Image, p=Position):
    """a vector with an array"""
    v = Vec3(im(p), 1.0, 2.0)
    return np.array([1.0, 2.0, 3.0]) * v + v


def integer_vectors(n=Image[Int], p=Position):
    """a vector of ints"""
    v = Vec2(n(p) % 100, p.x)
    return (v * 2 + (1, 2)) % 7


def position_of_float_argument(n=Image[Int], p=Position, centre: Vec2 = Vec2(2.0, 3.0)):
    """a Vec2 argument as a place"""
    return length(p - centre) + n(p) % 2
