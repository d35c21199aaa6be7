"""Arrays of one to three dimensions: the numbers that they hold, at as many coordinates as they have."""

import numpy as np
import pytest

import pygpu
from pygpu import Array, CompileError, Float, HostArray, HostImage, Image, ImageError, Int, Position
from tests.engines import check

RANDOM = np.random.default_rng(4)


def numbers(shape, dtype=np.float32):
    return np.floor(RANDOM.random(shape) * 200).astype(dtype)


@pytest.mark.parametrize("border", ["clamp", "mirror", "reflect", "wrap", "constant"])
@pytest.mark.parametrize("length", [1, 2, 15, 16, 17, 100])
def test_one_dimension(engine, length, border):
    check(lambda a=Array(border=border, fill=7), p=Position: a(p) - 2 * a(p + 1) + 3 * a(p.x - 2), numbers(length))


def test_one_dimension_is_indexed(engine):
    check(lambda a=Array, p=Position: a[p.x] + 2 * a[a.width - 1 - p.x] + p.x, numbers(19))


@pytest.mark.parametrize("shape", [(9,), (4, 19), (3, 4, 18)], ids=str)
@pytest.mark.parametrize("dtype", ["uint8", "int8", "uint16", "int16", "int32", "float16", "float32", "bool", "float64"])
def test_numbers_are_what_they_are(engine, dtype, shape):
    given = numbers(shape) > 100 if dtype == "bool" else (RANDOM.random(shape) * 50).astype(dtype)
    result = check(lambda a=Array, p=Position: a(p) * 2 + 1, given, tolerance=1e-3 if dtype == "float16" else 1e-5)
    assert result.dtype.kind == ("f" if given.dtype.kind == "f" else "i")


def test_whole_numbers_give_fractions_as_they_are(engine):
    result = check(lambda a=Array, p=Position: a(p) / 2, np.arange(20, dtype=np.uint8))
    assert result.dtype == np.float32 and result[3] == 1.5


def test_two_and_three_dimensions(engine):
    check(lambda a=Array(border="wrap"), p=Position: a(p + (1, 0)) + a[p.y, p.x - 1] + a.width + 3 * p.y, numbers((4, 18)))
    check(lambda a=Array(border="mirror"), p=Position: a(p + (1, 0, -1)) + a[p.z, p.y, p.x - 1] + p.z, numbers((3, 4, 18)))


def test_between_numbers(engine):
    check(lambda a=Array(border="mirror"), p=Position: a(p * 0.3 + 0.1) + a(1.5), numbers(20))
    check(lambda a=Array(sample="nearest"), p=Position: a(p.x * 0.37), numbers(20))


def test_arrays_beside_each_other(engine):
    """A table beside a picture, a column beside a matrix."""
    check(lambda im=Image, table=Array, p=Position: table(int(im(p) * 9)), RANDOM.random((4, 18)).astype(np.float32),
          numbers(10))
    check(lambda m=Array, v=Array, p=Position, c=Float, n=Int: c * m(p) + v(p.y) * n, numbers((4, 18)), numbers(4), 0.5, 3)
    check(lambda a=Array, b=Array, p=Position: a(p) + b(p), numbers(33), numbers(33))


def test_one_after_the_other(engine):
    step = pygpu.compile(lambda a=Array, p=Position: a(Position(p.x + 1)) - a(p))
    given = numbers(40)
    assert (step >> step)(given)[:38].tolist() == np.diff(given, 2).tolist()


def test_functions_of_a_place(engine):
    def smooth(a=Array(border="reflect"), p=Position):
        along = lambda f: lambda q: 0.25 * f(q - 1) + 0.5 * f(q) + 0.25 * f(q + 1)
        return along(along(lambda q: a(q) ** 2))(p)

    check(smooth, numbers(40))
    check(lambda a=Array, p=Position: (lambda i: a(i) * a(i + 1))(p.x - 1), numbers(40))


def test_data_leads(engine):
    check(lambda index=Array, a=Array, p=Position: a(index(p)), RANDOM.integers(-3, 23, 30).astype(np.int32), numbers(20))


def test_branches_and_loops(engine):
    def collatz(a=Array, p=Position):
        n, steps = a(p), 0
        while n > 1:
            n = n // 2 if n % 2 == 0 else 3 * n + 1
            steps += 1
        return steps

    check(collatz, np.arange(1, 60))


def test_what_comes_back(engine):
    double = pygpu.compile(lambda a=Array, p=Position: 2 * a(p))
    given, out = numbers(50), np.empty(50, np.float32)
    assert double(given, out=out) is out and (out == 2 * given).all()
    assert double(given[::-2]).tolist() == (2 * given[::-2]).tolist()
    assert double(given, size=7).shape == (7,) == double(given, size=(7,)).shape
    assert double.iterate(3, given).tolist() == (8 * given).tolist()
    assert pygpu.compile(lambda a=Array, p=Position: (a(p), a(p) > 100))(given)[1].dtype == bool
    if engine.device != "none":
        there = pygpu.upload(given)
        assert double(double(there)).numpy().tolist() == (4 * given).tolist()


def test_a_filter_is_traced_anew_for_other_dimensions(engine):
    double = pygpu.compile(lambda a=Array, p=Position: 2 * a(p))
    for shape in ((5,), (5, 4), (5, 4, 3), (5,), (3,)):
        given = numbers(shape)
        assert (double(given) == 2 * given).all()


def test_plain_python():
    a = HostArray(np.array([[1, 2], [3, 4]], np.uint8), border="wrap")
    assert (a[1, 0], a(0, 1), a(Position(1, 2)), a.shape, a.width, len(a)) == (3, 3, 2, (2, 2), 2, 2)
    assert HostArray(np.array([1.0, 2.0]))(0.5) == 1.5


def test_refusals():
    with pytest.raises(ImageError, match="dimensions"):
        pygpu.compile(lambda a=Array, p=Position: a(p))(np.zeros((2, 2, 2, 2), np.float32))
    with pytest.raises(CompileError, match="read at"):
        pygpu.compile(lambda a=Array, p=Position: a(p.x, p.x))(np.zeros(4, np.float32))
    with pytest.raises(CompileError, match="slice"):
        pygpu.compile(lambda a=Array, p=Position: a[1:])(np.zeros(4, np.float32))
    with pytest.raises(pygpu.ArgumentError, match="width"):
        pygpu.compile(lambda a=Array, p=Position: a(p))(np.zeros(4, np.float32), size=(3, 3))


@pytest.mark.parametrize("dtype", ["u1", "i1", "u2", "i4", "i8"])
def test_bounds_that_a_type_does_not_reach(engine, dtype):
    """np.clip lets a number of Python's be beyond what the type can hold, known or not; np.maximum does not."""
    x = np.array([[1, 100, 0, 120]]).astype(dtype)
    clipped = pygpu.compile(lambda x=Array: (np.clip(x, -3, 300), x.clip(max=1000), np.clip(x, -1000, None)))(x)
    for one, other in zip(clipped, (np.clip(x, -3, 300), x, np.clip(x, -1000, None))):
        assert one.dtype == other.dtype and np.array_equal(one, other)
    filter = pygpu.compile(lambda x=Array, low=Int, high=Int: np.clip(x, low, high))
    for low, high in ((-3, 7), (2, 100_000), (-100_000, 99)):
        result = filter(x, low, high)
        assert result.dtype == x.dtype and np.array_equal(result, np.clip(x, low, high))


@pytest.mark.parametrize("dtype", ["u1", "u2", "u4", "u8", "i8"])
def test_unsigned_numbers_are_pythons(engine, dtype):
    """One may be taken away from another, as HostArray gives them; they wrap at 64 bits."""
    a = np.array([0, 1, 200, 7, min(np.iinfo(dtype).max, 2**32 - 5)]).astype(dtype)
    known = HostArray(a)

    def f(a=Array, p=Position):
        return a(p) - a(p + 1), (a[p.x] - 3) // 2, 1 if a(p) - 3 < 0 else 0, known(p) - 2, a(p) / 2

    found, place = pygpu.compile(f)(a), [f(HostArray(a), Position(x)) for x in range(len(a))]
    for one, other in zip(found, zip(*place)):
        assert np.allclose(one, other, rtol=1e-6)


@pytest.mark.parametrize("length", [5, 50_000])
def test_large_numbers_of_known_arrays(engine, length):
    """However many there are: of many an image of the kernel is made."""
    table = np.zeros(length, np.int64)
    table[:5] = 3, -7, 2**40 + 1, 2**31, -(2**31) - 1
    known, picture = HostArray(table), HostImage(table.reshape(1, -1))

    def f(im=Image, p=Position):
        return table[p.x] - 1, known(p.x) - 1, picture(p) - 1

    for found in pygpu.compile(f)(np.zeros((1, 5), np.float32)):
        assert found.dtype == np.int64 and np.array_equal(found[0], table[:5] - 1)
    table[:] = np.arange(length)
    assert pygpu.compile(lambda im=Image, p=Position: table[p.x] - 1)(np.zeros((1, 5), np.float32)).dtype == np.int32
