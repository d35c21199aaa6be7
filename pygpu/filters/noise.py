"""Pictures out of nothing: white_noise, value_noise, perlin, simplex, worley, fbm. Clouds, marble, terrain, grain.

    filters.perlin(size=(640, 480), scale=64, seed=3)       a picture of numbers from 0 to 1
    filters.fbm(p + 40 * filters.perlin(p), scale=200)      inside a filter: at any position

All come from whole numbers mixed up by multiplications of 32 bits: the same on every device, and in plain Python. `scale` is
how many pixels wide a cell is, `seed` which of two thousand million pictures it is.
"""

from math import pi

from pygpu import Float, Int, Position, Vec2, cos, floor, length, mix, sin

from .ready import Ready

LOW = 0x7FFFFFFF  # 31 bits, which are no less in Python than where numbers wrap


@Ready
def white_noise(p=Position, seed: Int = 0):
    """A number for each pixel, that has nothing to do with any other."""
    return part(mixed_up(int(floor(p.x)), int(floor(p.y)), seed))


@Ready
def value_noise(p=Position, scale: Float = 32.0, seed: Int = 0):
    """A number for each corner of a grid, smooth between."""
    x, y, at = cell(p, scale)
    corner = lambda dx, dy: part(mixed_up(x + dx, y + dy, seed))
    s, t = smooth(at.x), smooth(at.y)
    return mix(mix(corner(0, 0), corner(1, 0), s), mix(corner(0, 1), corner(1, 1), s), t)


@Ready
def perlin(p=Position, scale: Float = 32.0, seed: Int = 0):
    """A slope for each corner of a grid, smooth between (K. Perlin, 2002; slopes of one length, in any direction)."""
    x, y, at = cell(p, scale)
    corner = lambda dx, dy: along(mixed_up(x + dx, y + dy, seed), at.x - dx, at.y - dy)
    s, t = smooth(at.x), smooth(at.y)
    total = mix(mix(corner(0, 0), corner(1, 0), s), mix(corner(0, 1), corner(1, 1), s), t)
    return 0.5 + total * 0.5**0.5


@Ready
def simplex(p=Position, scale: Float = 32.0, seed: Int = 0):
    """A slope for each corner of a grid of triangles: no direction is preferred (K. Perlin, 2001)."""
    u, v = p.x / scale, p.y / scale
    skew = (u + v) * (3**0.5 - 1) / 2
    x, y = int(floor(u + skew)), int(floor(v + skew))
    back = (3 - 3**0.5) / 6
    du, dv = u - x + (x + y) * back, v - y + (x + y) * back
    right = du > dv
    total = 0.0
    for dx, dy in ((0, 0), (1 if right else 0, 0 if right else 1), (1, 1)):
        a, b = du - dx + (dx + dy) * back, dv - dy + (dx + dy) * back
        near = max(0.5 - a * a - b * b, 0)
        total = total + near**4 * along(mixed_up(x + dx, y + dy, seed), a, b)
    return 0.5 + 49.5 * total


@Ready
def worley(p=Position, scale: Float = 32.0, seed: Int = 0, edges=False):
    """How far the nearest of scattered points is, one in each cell of a grid (S. Worley, 1996), in cells, 1 at most.

    With `edges`, how much farther the second is: 0 where two cells meet.
    """
    x, y, at = cell(p, scale)
    first, second = 9.0, 9.0
    for dy in (-1, 0, 1):
        for dx in (-1, 0, 1):
            many = mixed_up(x + dx, y + dy, seed)
            far = length(Vec2(dx + part(many) - at.x, dy + part(mixed_up(many, 1, seed)) - at.y))
            first, second = min(first, far), min(second, max(first, far))
    return min(second - first if edges else first, 1)


@Ready
def fbm(p=Position, scale: Float = 128.0, seed: Int = 0, octaves=6, gain: Float = 0.5, lacunarity: Float = 2.0, of="perlin"):
    """Noise on noise, each so much finer and weaker than the one before: "perlin", "simplex", "value" or "worley"."""
    if of not in NOISES:
        raise ValueError(f"of={of!r}: it is one of {', '.join(NOISES)}")
    total, weights, weight = 0.0, 0.0, 1.0
    for octave in range(octaves):
        total = total + weight * NOISES[of](p, scale, seed + octave)
        weights = weights + weight
        weight, scale = weight * gain, scale / lacunarity
    return total / weights


NOISES = {"perlin": perlin, "simplex": simplex, "value": value_noise, "worley": worley}


def cell(p, scale):
    """The cell of a grid in which a position lies, and where in it."""
    u, v = p.x / scale, p.y / scale
    x, y = int(floor(u)), int(floor(v))
    return x, y, Vec2(u - x, v - y)


def mixed_up(x, y, seed):
    """31 bits that look as if they had nothing to do with these numbers."""
    h = (x * 0x27D4EB2D + y * 0x165667B1 + seed * 0x1B873593) & LOW
    h = (h ^ h >> 15) * 0x2C1B3C6D & LOW
    h = (h ^ h >> 12) * 0x297A2D39 & LOW
    h = (h ^ h >> 15) * 0x31848BAB & LOW
    return h ^ h >> 14


def part(bits):
    """31 bits as a number from 0 to 1, exact in single precision."""
    return (bits >> 7) / 16777216


def smooth(t):
    """From 0 to 1, its first and second derivatives 0 at both ends."""
    return t * t * t * (t * (t * 6 - 15) + 10)


def along(bits, x, y):
    """How far (x, y) lies in a direction that the bits say."""
    angle = part(bits) * 2 * pi
    return x * cos(angle) + y * sin(angle)
