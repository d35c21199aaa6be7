"""Geometry and blending on numbers and vectors, and the offsets of a kernel. Names and meanings as in GLSL; a pair
or a tuple of numbers counts as the vector of them."""

from __future__ import annotations

import numpy

from .maths import elementwise_pair, maximum, minimum, sqrt
from .vectors import Vec3, Vector, vector


def dot(a, b):
    """The sum of the products of the components; of two numbers, their product.

    Examples
    --------
    >>> dot(Vec3(1, 2, 3), Vec3(0, 1, 0))
    2
    """
    products = vector(a) * vector(b)
    return products.total() if isinstance(products, Vector) else products


def cross(a, b):
    """The vector at right angles to two of three components; of two components, the number a.x * b.y - a.y * b.x.

    Examples
    --------
    >>> cross(Vec3(1, 0, 0), Vec3(0, 1, 0))
    Vec3(0, 0, 1)
    """
    if len(a) == 2:
        return a[0] * b[1] - a[1] * b[0]
    return Vec3(a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0])


def length(v):
    """The Euclidean length; of a number, its absolute value.

    Examples
    --------
    >>> length(Vec2(3, 4))
    5.0
    """
    v = vector(v)
    return sqrt(dot(v, v)) if isinstance(v, Vector) else abs(v)


def distance(a, b):
    """How far two points are apart.

    Examples
    --------
    >>> distance(Position(1, 1), Position(4, 5))
    5.0
    """
    return length(vector(a) - vector(b))


def normalize(v):
    """The vector of length one with this direction. The zero vector has none: x / 0 in plain Python, NaN on a device.

    Examples
    --------
    >>> normalize(Vec2(3, 4))
    Vec2(0.6, 0.8)
    """
    return vector(v) / length(v)


def reflect(v, normal):
    """The direction v after meeting a surface; `normal` has length one.

    Examples
    --------
    >>> reflect(Vec2(1, -1), Vec2(0, 1))
    Vec2(1, 1)
    """
    v, normal = vector(v), vector(normal)
    return v - normal * (2 * dot(normal, v))


def mix(a, b, t):
    """a where t is 0, b where t is 1, a weighted mean between.

    Examples
    --------
    >>> mix(Color(0.0, 0.0, 0.0), Color(1.0, 0.5, 0.25), 0.5)
    Color(0.5, 0.25, 0.125)
    """
    return vector(a) * (1 - t) + vector(b) * t


def clamp(x, low=0.0, high=1.0):
    """x, but no less than `low` and no more than `high`.

    Examples
    --------
    >>> clamp(1.7), clamp(-3, -1, 1)
    (1.0, -1)
    """
    return minimum(maximum(x, low), high)


def smoothstep(start, end, x):
    """0 up to `start`, 1 from `end` on, and a smooth S between.

    Examples
    --------
    >>> smoothstep(0.0, 1.0, 0.5), smoothstep(0.0, 1.0, 2.0)
    (0.5, 1.0)
    """
    t = clamp((x - start) / (end - start))
    return t * t * (3 - 2 * t)


step = elementwise_pair("step", lambda edge, x: 0.0 if x < edge else 1.0, "0 where x is below the edge, else 1",
                        "step(0.5, Vec2(0.2, 0.7))", "Vec2(0.0, 1.0)")


def offsets(kernel):
    """The (dx, dy) of each element of ravel(kernel), seen from its centre, element (h // 2, w // 2).

    A kernel of one dimension is one row; one of three is for volumes, and gives (dx, dy, dz).

    Examples
    --------
    >>> offsets([1, 2, 1])
    [(-1, 0), (0, 0), (1, 0)]
    """
    shape = numpy.shape(kernel)
    if not 1 <= len(shape) <= 3:
        known = is_known(kernel)
        asked = f"offsets({kernel if known else ''}) of a number: " if not shape else ""
        size = kernel if known and isinstance(kernel, int) else 3
        raise ValueError(f"{asked}a kernel has rows and columns, or is one row, or has planes: not the shape {shape}; "
                         f"a window of {size} by {size} is offsets(np.ones(({size}, {size})))")
    if len(shape) == 3:
        depth, height, width = shape
        return [(x - width // 2, y - height // 2, z - depth // 2) for z in range(depth) for y in range(height)
                for x in range(width)]
    height, width = (1, *shape)[-2:]
    return [(column - width // 2, row - height // 2) for row in range(height) for column in range(width)]


def is_known(value):
    """Whether a value is known while a filter is compiled, so that a kernel can be made for it. A number that may change
    from call to call is not. In plain Python everything is known.

    Examples
    --------
    >>> is_known(3.0)
    True
    """
    return True
