"""Functions of numbers and vectors: `math`'s values where there are any, NaN and infinities where it raises."""

import math

import numpy as np
import pytest

import pygpu
from pygpu import Color, Image, Int, Position, Vec2, Vec3, Vec4
from tests.engines import check

UNARY = ("sqrt cbrt exp exp2 expm1 log log2 log10 log1p sin cos tan asin acos atan sinh cosh tanh asinh atanh "
         "fabs floor ceil trunc radians degrees isnan isinf isfinite").split()


@pytest.mark.parametrize("name", UNARY)
def test_as_in_math(name):
    ours, theirs = getattr(pygpu, name), getattr(math, name)
    for x in (0.25, 0.5, 0.9):
        assert ours(x) == pytest.approx(theirs(x), rel=1e-15)
        assert type(ours(x)) is type(theirs(x))
    assert ours(Vec2(0.25, 0.5)) == Vec2(ours(0.25), ours(0.5))
    assert type(ours(Color(0.25, 0.5, 0.75))) is Color
    assert ours.__name__ == name and ours.__doc__


@pytest.mark.parametrize("name", ["pow", "atan2", "hypot", "fmod", "copysign"])
def test_pairs_as_in_math(name):
    ours, theirs = getattr(pygpu, name), getattr(math, name)
    for a, b in ((0.5, 2.0), (3, -2), (7, 2)):
        assert ours(a, b) == pytest.approx(theirs(a, b), rel=1e-15)
        assert type(ours(a, b)) is float
    assert ours(Vec2(5, 3), Vec2(2, 4)) == Vec2(ours(5, 2), ours(3, 4))
    assert ours(Vec2(5, 3), 2) == Vec2(ours(5, 2), ours(3, 2))
    assert ours(5, Vec2(2, 4)) == Vec2(ours(5, 2), ours(5, 4))


@pytest.mark.filterwarnings("ignore::RuntimeWarning")
def test_no_finite_answer():
    assert math.isnan(pygpu.sqrt(-1)) and math.isnan(pygpu.asin(2)) and math.isnan(pygpu.log(-1))
    assert pygpu.log(0) == -math.inf and pygpu.exp(1000) == math.inf and pygpu.pow(0, -1) == math.inf
    assert pygpu.atanh(1) == math.inf and pygpu.acosh(1) == 0


def test_rounding_and_signs():
    assert (pygpu.floor(-1.5), pygpu.ceil(-1.5), pygpu.trunc(-1.5), pygpu.fract(-1.25)) == (-2, -1, -1, 0.75)
    assert pygpu.sign(Vec3(-3, 0.0, 2)) == Vec3(-1, 0, 1)
    assert type(pygpu.sign(np.float64(2))) is int
    assert pygpu.minimum(Vec2(1, 5), 3) == Vec2(1, 3) and pygpu.maximum(3, Vec2(1, 5)) == Vec2(3, 5)
    assert pygpu.minimum(2, 3) == 2


def test_geometry():
    a, b = Vec3(1, 2, 3), Vec3(4, 5, 6)
    assert pygpu.dot(a, b) == 32 and pygpu.dot(2, 3) == 6 and pygpu.dot((1, 2, 3), b) == 32
    assert pygpu.dot(Vec4(1, 2, 3, 4), Vec4(1, 1, 1, 1)) == 10 and pygpu.dot(Vec2(1, 2), Vec2(3, 4)) == 11
    assert pygpu.dot(np.array([1, 2, 3]), b) == 32
    assert pygpu.cross(a, b) == Vec3(*np.cross((1, 2, 3), (4, 5, 6))) and pygpu.cross(Vec2(1, 2), Vec2(3, 4)) == -2
    assert pygpu.length(Vec2(3, 4)) == 5 and pygpu.length(-3) == 3
    assert pygpu.distance(Vec2(1, 1), Vec2(4, 5)) == pygpu.distance((1, 1), (4, 5)) == pygpu.length((3, 4)) == 5
    assert pygpu.normalize((3, 4)) == Vec2(0.6, 0.8) and pygpu.dot((1, 2), (3, 4)) == 11
    assert pygpu.normalize(Vec2(3, 4)) == Vec2(0.6, 0.8)
    assert pygpu.reflect(Vec2(1, -1), Vec2(0, 1)) == Vec2(1, 1)


def test_blending():
    assert pygpu.mix(1, 3, 0.5) == 2 and pygpu.mix(Vec2(0, 1), Vec2(1, 3), 0.5) == Vec2(0.5, 2)
    assert pygpu.mix(0.0, Color(1, 0, 1), 0.5) == pygpu.mix((0, 0, 0), (1, 0, 1), 0.5) == Vec3(0.5, 0, 0.5)
    assert pygpu.mix(Vec2(0, 0), Vec2(1, 1), Vec2(0, 1)) == Vec2(0, 1)
    assert pygpu.clamp(2.0) == 1.0 and pygpu.clamp(-1, 0, 5) == 0 and pygpu.clamp(Vec2(-1, 9), 0, Vec2(1, 2)) == Vec2(0, 2)
    assert [pygpu.step(1, x) for x in (0.5, 1, 2)] == [0, 1, 1] and pygpu.step(1, Vec2(0, 3)) == Vec2(0, 1)
    assert [pygpu.smoothstep(1, 3, x) for x in (0, 1, 2, 3, 4)] == [0, 0, 0.5, 1, 1]
    assert pygpu.smoothstep(0, 2, Vec2(1, 2)) == Vec2(0.5, 1)


def test_types_convert():
    assert (pygpu.Float(3), pygpu.Int(3.9), pygpu.Bool(2)) == (3.0, 3, True)
    assert type(pygpu.Float(3)) is float and type(pygpu.Int(3.9)) is int


def test_pow_with_a_modulus_is_pythons(engine):
    numbers = np.arange(8, dtype=np.int32)[None]
    check(lambda n=Image[Int], p=Position: (pygpu.pow(n(p), 3, 17), pygpu.pow(2, n(p) % 9)), numbers)
