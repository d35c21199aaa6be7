"""Noise: the same numbers as NumPy makes by the same rules, on every device; and what noise should be like."""

import numpy as np
import pytest

import pygpu
from pygpu import Float, Image, Int, Position, filters
from tests.engines import check

from .comparing import same

LOW = 0x7FFFFFFF
NOISES = ["white_noise", "value_noise", "perlin", "simplex", "worley", "fbm"]


def mixed_up(x, y, seed):
    """The rule once more, in 64 bits."""
    x, y = (np.asarray(each, np.int64) for each in (x, y))
    h = (x * 0x27D4EB2D + y * 0x165667B1 + seed * 0x1B873593) & LOW
    for shift, factor in ((15, 0x2C1B3C6D), (12, 0x297A2D39), (15, 0x31848BAB)):
        h = ((h ^ (h >> shift)) * factor) & LOW
    return h ^ (h >> 14)


def part(bits):
    return (bits >> 7) / 2**24


def grid(shape, scale):
    rows, columns = np.indices(shape) / scale
    return np.floor(columns).astype(int), np.floor(rows).astype(int), columns % 1, rows % 1


def fade(t):
    return t**3 * (t * (t * 6 - 15) + 10)


def bilinear(corner, u, v):
    s, t = fade(u), fade(v)
    top, bottom = corner(0, 0) * (1 - s) + corner(1, 0) * s, corner(0, 1) * (1 - s) + corner(1, 1) * s
    return top * (1 - t) + bottom * t


def slope(x, y, seed, a, b):
    angle = 2 * np.pi * part(mixed_up(x, y, seed))
    return a * np.cos(angle) + b * np.sin(angle)


def reference(name, shape, scale, seed):
    x, y, u, v = grid(shape, scale)
    if name == "white_noise":
        return part(mixed_up(*np.indices(shape)[::-1], seed))
    if name == "value_noise":
        return bilinear(lambda dx, dy: part(mixed_up(x + dx, y + dy, seed)), u, v)
    if name == "perlin":
        return 0.5 + bilinear(lambda dx, dy: slope(x + dx, y + dy, seed, u - dx, v - dy), u, v) / np.sqrt(2)
    if name == "worley":
        far = []
        for dy in (-1, 0, 1):
            for dx in (-1, 0, 1):
                many = mixed_up(x + dx, y + dy, seed)
                far.append(np.hypot(dx + part(many) - u, dy + part(mixed_up(many, 1, seed)) - v))
        return np.minimum(np.min(far, 0), 1)
    rows, columns = np.indices(shape) / scale
    skew = (rows + columns) * (np.sqrt(3) - 1) / 2
    x, y, back = np.floor(columns + skew).astype(int), np.floor(rows + skew).astype(int), (3 - np.sqrt(3)) / 6
    u, v = columns - x + (x + y) * back, rows - y + (x + y) * back
    right, total = u > v, 0
    for dx, dy in ((0, 0), (right * 1, (~right) * 1), (1, 1)):
        a, b = u - dx + (dx + dy) * back, v - dy + (dx + dy) * back
        total = total + np.maximum(0.5 - a * a - b * b, 0) ** 4 * slope(x + dx, y + dy, seed, a, b)
    return 0.5 + 49.5 * total


@pytest.mark.parametrize("name", [name for name in NOISES if name != "fbm"])
def test_the_same_numbers_everywhere(engine, name):
    shape = (9, 11) if engine.is_checker else (33, 45)
    words = {} if name == "white_noise" else {"scale": 7.3}
    result = getattr(filters, name)(size=shape[::-1], seed=5, **words)
    assert result.dtype == np.float32
    same(result, reference(name, shape, 7.3, 5), 2e-5)


def test_fbm_is_a_sum_of_octaves(engine):
    shape = (9, 11)
    for of, name in (("perlin", "perlin"), ("value", "value_noise")):
        octaves = [reference(name, shape, 40 / 2**octave, 3 + octave) for octave in range(3)]
        expected = sum(0.5**k * octave for k, octave in enumerate(octaves)) / 1.75
        same(filters.fbm(size=shape[::-1], scale=40, seed=3, octaves=3, of=of), expected, 5e-5)
    with pytest.raises(ValueError, match="perlin, simplex, value, worley"):
        filters.fbm(size=(4, 4), of="perlni")


@pytest.mark.parametrize("name", NOISES)
def test_from_0_to_1_and_all_over_it(name, on_numpy):
    words = {} if name == "white_noise" else {"scale": 16}
    picture = getattr(filters, name)(size=(300, 300), seed=1, **words)
    assert 0 <= picture.min() < 0.3 and 0.7 < picture.max() <= 1
    assert 0.3 < picture.mean() < 0.7


@pytest.mark.parametrize("name", NOISES)
def test_another_seed_is_another_picture(name, on_numpy):
    ours = getattr(filters, name)
    one, other = ours(size=(128, 128), seed=1), ours(size=(128, 128), seed=2)
    assert not np.allclose(one, other) and abs(np.corrcoef(one.ravel(), other.ravel())[0, 1]) < 0.5
    np.testing.assert_array_equal(ours(size=(128, 128), seed=1), one)


def test_white_noise_is_white(on_numpy):
    """All values as often as others, and none that tells its neighbour's."""
    picture = filters.white_noise(size=(400, 400), seed=9)
    counts = np.histogram(picture, 64, (0, 1))[0]
    expected = picture.size / 64
    assert ((counts - expected) ** 2 / expected).sum() < 130  # 63 degrees of freedom: 103 is passed once in a thousand
    for shift in ((0, 1), (1, 0), (1, 1), (0, 64), (64, 0)):
        assert abs(np.corrcoef(picture.ravel(), np.roll(picture, shift, (0, 1)).ravel())[0, 1]) < 0.01
    spectrum = np.abs(np.fft.fft2(picture - picture.mean())) ** 2
    assert spectrum.max() / spectrum.mean() < 25, "no frequency stands out"


def test_worleys_edges(on_numpy):
    """0 where two points are equally far."""
    edges = filters.worley(size=(200, 200), scale=32, edges=True)
    assert edges.min() < 0.02 and edges.max() > 0.5


def test_inside_a_filter_at_any_position(engine):
    def clouds(im=Image, p=Position, strength: Float = 0.5, seed: Int = 4):
        return im(p) * filters.perlin(p + (-7, -9), 5.5, seed) + strength * filters.worley(0.3 * p, 2.5)

    check(clouds, np.ones((5, 6), np.float32), tolerance=3e-5)


def test_it_compiles_like_any_filter(on_numpy):
    made = pygpu.compile(filters.perlin)
    np.testing.assert_array_equal(made(size=(8, 8), scale=3.0), filters.perlin(size=(8, 8), scale=3))
