"""The algebra of vectors: element by element, against tuples of numbers computed one by one."""

import copy
import operator
import pickle

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pygpu import Color, Position, Vec2, Vec3, Vec4

MAKERS = [Vec2, Vec3, Vec4, Color, Position, lambda *parts: Color(*parts, 0.5)]
LENGTHS = [2, 3, 4, 3, 2, 3]
each_class = pytest.mark.parametrize("make, count", list(zip(MAKERS, LENGTHS)),
                                     ids=lambda value: getattr(value, "__name__", str(value)))
number = st.integers(-9, 9) | st.floats(-9, 9)
ARITHMETIC = [operator.add, operator.sub, operator.mul, operator.truediv, operator.floordiv, operator.mod]


def vector_of(make, count, start=1):
    return make(*[start + i for i in range(count)])


@each_class
@pytest.mark.parametrize("op", ARITHMETIC)
def test_arithmetic(make, count, op):
    a, b = vector_of(make, count), vector_of(make, count, 5)
    assert tuple(op(a, b)) == tuple(op(x, y) for x, y in zip(a, b))
    assert tuple(op(a, 3)) == tuple(op(x, 3) for x in a)
    assert tuple(op(3, a)) == tuple(op(3, x) for x in a)
    assert tuple(op(a, tuple(b))) == tuple(op(x, y) for x, y in zip(a, b))
    assert tuple(op(list(b), a)) == tuple(op(x, y) for x, y in zip(b, a))
    assert tuple(op(np.array(list(b)), a)) == tuple(op(x, y) for x, y in zip(b, a))
    assert tuple(op(np.float64(3), a)) == tuple(op(3, x) for x in a)
    for result in (op(a, b), op(3, a), op(np.int64(3), a), op(np.array(list(b)), a)):
        assert type(result) is type(a)


@given(number, number, number)
def test_power_and_unary(x, y, z):
    v = Vec3(x, y, z)
    assert v**2 == Vec3(x**2, y**2, z**2)
    assert 2**v == Vec3(2**x, 2**y, 2**z)
    assert (-v, +v, abs(v), round(v)) == (Vec3(-x, -y, -z), v, Vec3(abs(x), abs(y), abs(z)),
                                          Vec3(round(x), round(y), round(z)))
    assert round(v, 1) == Vec3(round(x, 1), round(y, 1), round(z, 1))



def test_text_is_no_number():
    for make in (lambda: Color("red"), lambda: Vec3("a")):
        with pytest.raises(TypeError, match="is text"):
            make()


def test_class_of_a_result():
    assert type(Vec3(1, 2, 3) * Color(1, 2, 3)) is type(Color(1, 2, 3) * Vec3(1, 2, 3)) is Color
    assert type(Vec2(1, 2) + Position(1, 2)) is type(Position(1, 2) + Vec2(1, 2)) is Position
    assert type((1, 2) - Position(1, 2)) is Position
    assert type(Vec4(1, 2, 3, 4) + Color(1, 2, 3, 4)) is Vec4


def test_lengths_must_agree():
    for other in (Vec2(1, 2), (1, 2), np.ones(4)):
        with pytest.raises(TypeError, match="components"):
            Vec3(1, 2, 3) + other
    with pytest.raises(TypeError, match="components"):
        Color(1, 2, 3) * Color(1, 2, 3, 4)
    with pytest.raises(TypeError):
        Vec3(1, 2, 3) + "abc"


def test_comparison():
    assert Vec3(1, 2, 3) == Vec3(1, 2, 3) == (1, 2, 3)
    assert Vec3(1, 2, 3) != Vec3(1, 2, 4)
    assert Vec3(1, 2, 3) != Vec2(1, 2) and Vec2(1, 2) != None and Vec2(1, 2) != "ab"  # noqa: E711
    assert Vec2(0, 0) == 0 and Vec2(0, 1) != 0
    assert hash(Vec2(1, 2)) == hash(Position(1.0, 2.0))
    assert tuple(Vec3(1, 2, 3) < 2) == (True, False, False)
    assert tuple(Vec2(1, 2) >= Vec2(1, 3)) == (True, False)
    assert tuple((Vec2(1, 5) > 0) & (Vec2(1, 5) < 2)) == (True, False)
    assert any(Vec3(1, 2, 3) > 2) and not all(Vec3(1, 2, 3) > 2)
    with pytest.raises(TypeError, match="any"):
        bool(Vec2(1, 2) < 3)


@pytest.mark.parametrize("name, expected", [
    ("x", 1), ("w", 4), ("r", 1), ("a", 4), ("red", 1), ("green", 2), ("blue", 3), ("alpha", 4), ("xy", Vec2(1, 2)),
    ("zyx", Vec3(3, 2, 1)), ("bgr", Color(3, 2, 1)), ("rgba", Vec4(1, 2, 3, 4)), ("xxww", Vec4(1, 1, 4, 4)),
])  # fmt: skip
def test_swizzles(name, expected):
    for vector in (Vec4(1, 2, 3, 4), Color(1, 2, 3, 4)):
        assert getattr(vector, name) == expected
        assert type(getattr(vector, name)) is type(expected)


@pytest.mark.parametrize("name", ["z", "xg", "xyq", "xyxyx", "", "alpha", "__deepcopy__", "shape"])
def test_no_such_swizzle(name):
    with pytest.raises(AttributeError, match="Vec2 has no"):
        getattr(Vec2(1, 2), name)


def test_a_color_has_alpha_only_where_there_is_one():
    assert Color(1, 2, 3, 4).alpha == 4 and len(Color(1, 2, 3, 4)) == 4
    assert not hasattr(Color(1, 2, 3), "alpha") and len(Color(1, 2, 3)) == 3
    assert Color(1, 2, 3, 4) * 2 == Color(2, 4, 6, 8)


def test_indexing_unpacking_length():
    v = Vec4(1, 2, 3, 4)
    assert (v[0], v[-1], v[1:3], len(v)) == (1, 4, (2, 3), 4)
    x, y = Position(5, 6)
    assert (x, y) == (5, 6)
    assert [*Vec3(1, 2, 3)] == [1, 2, 3]
    assert sum(Vec3(1, 2, 3)) == 6
    with pytest.raises(IndexError):
        v[4]


def test_made_of_parts():
    assert Vec3(2) == Vec3(2, 2, 2)
    assert Vec3((1, 2, 3)) == Vec3(np.array([1, 2, 3])) == Vec3(Vec2(1, 2), 3) == Vec3(1, Vec2(2, 3))
    assert Vec4(Color(1, 2, 3), 1) == Vec4(1, 2, 3, 1) == Vec4(Vec2(1, 2), Vec2(3, 1))
    assert Color(Vec4(1, 2, 3, 4)) == Color(1, 2, 3, 4) and Color(0.5) == Color(0.5, 0.5, 0.5)
    assert Color(Color(1, 2, 3), 4) == (1, 2, 3, 4)
    for wrong in (lambda: Vec3(1, 2), lambda: Vec2((1, 2, 3)), lambda: Vec3((1,)), lambda: Color(1, 2)):
        with pytest.raises(TypeError, match="needed"):
            wrong()


def test_numpy_functions_and_matrices():
    v = Vec3(1.0, 4.0, 9.0)
    assert np.sqrt(v) == Vec3(1, 2, 3) and type(np.sqrt(v)) is Vec3
    assert np.maximum(v, 5) == np.maximum(5, v) == Vec3(5, 5, 9)
    m = np.arange(9).reshape(3, 3)
    for matrix in (m, m.tolist()):
        assert matrix @ Color(v) == Color(*(m @ [1, 4, 9])) and type(matrix @ Color(v)) is Color
    assert v @ m == Vec3(*([1, 4, 9] @ m))
    assert v @ v == 98
    assert np.ones((2, 3)) @ v == Vec2(14, 14)
    assert np.array([v, v]).shape == (2, 3)


@pytest.mark.parametrize("vector", [Vec2(1, 2), Color(1, 2, 3), Color(1, 2, 3, 4), Position(1, 2)], ids=repr)
def test_copies(vector):
    for same in (copy.copy(vector), copy.deepcopy(vector), pickle.loads(pickle.dumps(vector))):
        assert same == vector and type(same) is type(vector)
        assert repr(same) == repr(vector)
