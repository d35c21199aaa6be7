"""Numbers of NumPy's types inside filters: they wrap, meet and come out as NumPy's do, on every engine."""

import operator

import numpy as np
import pytest

import pygpu
from pygpu import HostImage, Image, Position
from pygpu.runtime import current
from tests.engines import Engine

WHOLE = (np.int8, np.uint8, np.int16, np.uint16, np.uint32, np.int64, np.uint64)
NUMBERS = np.array([[0, 1, -1, 2, 3, -3, 7, 100, 127, 128, -128, 200, 255, 256, 1000, -999, 32767, 40000, 65535, 65537,
                     2**31 - 1, -(2**31), 12345678, -7654321]], np.int32)


def doubles_or_skip(engine: Engine) -> None:
    if engine.name != "evaluator" and not current().doubles:
        pytest.skip("this device has no doubles")


def by_numpy(function, *images):
    """A filter run pixel by pixel in plain Python; what NumPy warns of, wrapping, is what is meant."""
    height, width = images[0].shape[:2]
    hosts = [HostImage(image) for image in images]
    with np.errstate(all="ignore"):
        rows = [[function(*hosts, Position(x, y)) for x in range(width)] for y in range(height)]
    if not isinstance(rows[0][0], tuple):
        return np.array(rows)
    return [np.array([[pixel[i] for pixel in row] for row in rows]) for i in range(len(rows[0][0]))]


def as_type(kind, number):
    """What np.array(number).astype(kind) gives: a call of the type itself raises where Python's int does not fit."""
    return np.asarray(number).astype(kind)[()]


def arithmetic(kind, convert):
    def filter(n=Image, m=Image, p=Position):
        a, b = convert(n(p)), convert(m(p))
        return a + b, a - b, a * b, a & b, a | b, a ^ b, -a, ~a, a << kind(3), a >> kind(3)

    return filter


def division(kind, convert):
    def filter(n=Image, m=Image, p=Position):
        a, b = convert(n(p)), convert(m(p)) | kind(1)
        return a // b, a % b, a < b, a == b, max(a, b), min(a, b), a if a > b else b

    return filter


@pytest.mark.parametrize("kind", WHOLE, ids=lambda kind: kind.__name__)
@pytest.mark.parametrize("made", [arithmetic, division], ids=operator.attrgetter("__name__"))
def test_whole_numbers_are_what_numpy_has(engine, kind, made):
    n = np.repeat(NUMBERS, NUMBERS.shape[1], 0)
    m = n.T.copy()
    got = pygpu.compile(made(kind, kind))(n, m)
    wanted = by_numpy(made(kind, lambda number: as_type(kind, number)), n, m)
    for index, (result, expected) in enumerate(zip(got, wanted)):
        assert np.array_equal(result, expected), (index, result[result != expected], expected[result != expected])
        assert result.dtype == expected.dtype


MIXED = [
    ("uint8 and a Python int", lambda n: np.uint8(n & 255) + 7),
    ("uint8 and int8", lambda n: np.uint8(n & 255) + np.int8(n & 127)),
    ("uint32 and a Python int", lambda n: np.uint32(n & 65535) * 65539),
    ("int16 and uint16", lambda n: np.int16(n & 255) - np.uint16(n & 4095)),
    ("uint32 and int64", lambda n: np.uint32(n & 65535) - np.int64(n)),
    ("a power", lambda n: np.uint32(n & 15) ** np.uint32(9)),
    ("uint8 over uint8", lambda n: np.uint8(n & 255) / np.uint8(7)),
    ("and a float", lambda n: np.uint16(n & 255) * 0.5),
    ("int of uint32", lambda n: int(np.uint32(n & 65535) << np.uint32(15)) + 5),
    ("float of int64", lambda n: float(np.int64(n))),
    ("a Bool and uint8", lambda n: np.uint8(n & 255) + (n > 5)),
    ("int64 of a large float", lambda n: np.int64(n * 3e9)),
    ("a choice of two types", lambda n: np.uint8(n & 255) if n > 3 else np.uint32(70000)),
    ("astype", lambda n: np.int64(n).astype(np.uint8) + np.uint8(250)),
]


@pytest.mark.parametrize("function", [pytest.param(function, id=name) for name, function in MIXED])
def test_types_meet_as_in_numpy(engine, function):
    got = pygpu.compile(lambda n=Image, p=Position: function(n(p)))(NUMBERS)
    with np.errstate(all="ignore"):
        wanted = [function(n) for n in NUMBERS[0].tolist()]
    assert np.allclose(got[0].astype(float), np.array(wanted, float), rtol=1e-6, atol=0), (got, wanted)
    if all(isinstance(each, np.unsignedinteger) for each in wanted):
        assert got.dtype == np.result_type(*wanted)


U, S, T = np.uint8([10, 200, 250, 30, 40]), np.int16([-300, 32000, 7, 1, -1]), np.array([100, 200, 300, 400, 50])
LONG, GRID = np.uint8(np.arange(3000) % 256), np.uint8(np.arange(35).reshape(7, 5) * 7)
TABLES = [  # of n % 5 and n % 7, of which the first is never negative
    ("uint8 and a Python int", lambda a, b: U[a] + 100),
    ("a product", lambda a, b: U[a] * U[b % 5]),
    ("negated", lambda a, b: -U[a]),
    ("shifted", lambda a, b: U[a] << 2),
    ("int16", lambda a, b: S[a] * 3 + S[b % 5]),
    ("two axes", lambda a, b: GRID[b, a] + 200),
    ("a row", lambda a, b: GRID[b][a] - 100),
    ("a long one", lambda a, b: LONG[a * 500 + 200] + 100),
    ("taken", lambda a, b: np.take(U, a) + 100),
    ("of a known item", lambda a, b: U[a] + U[1]),
    ("with ints of NumPy", lambda a, b: U[a] + T[b % 5]),
    ("with a known one", lambda a, b: U[a] * T[2]),
    ("a known uint8 with ints of NumPy", lambda a, b: U[1] + T[a]),
    ("summed", lambda a, b: sum(U[(a + i) % 5] * T[i] for i in range(3))),
    ("int32 by name", lambda a, b: np.uint8(a) - np.int32(b)),
    ("made of them", lambda a, b: np.uint8(a) - (T[b % 5] + 1)),
    ("uint32 and int32", lambda a, b: np.uint32(a) - np.int32(b)),
    ("the larger one", lambda a, b: np.maximum(U[a], T[b % 5])),
]


@pytest.mark.parametrize("function", [pytest.param(function, id=name) for name, function in TABLES])
def test_elements_of_known_arrays_have_their_types(engine, function):
    got = pygpu.compile(lambda n=Image, p=Position: function(n(p) % 5, n(p) % 7))(NUMBERS)
    with np.errstate(all="ignore"):
        wanted = [function(n % 5, n % 7) for n in NUMBERS[0].tolist()]
    assert got[0].tolist() == [int(each) for each in wanted]


COMPARED = [("uint8", np.uint8), ("int16", np.int16), ("uint32", np.uint32), ("uint64", np.uint64)]


@pytest.mark.parametrize("kind", [pytest.param(kind, id=name) for name, kind in COMPARED])
def test_numbers_of_two_types_are_compared_as_they_are(engine, kind):
    def filter(n=Image, p=Position):
        a, b = kind(n(p) & 127), n(p + (1, 0))
        return a < b, a >= b, b < a, b <= a, a == b, a != b

    got = pygpu.compile(filter)(NUMBERS)
    for one, wanted in zip(got, by_numpy(filter, NUMBERS)):
        assert np.array_equal(one, wanted)


def wang(n):
    n = (n ^ 61) ^ (n >> 16)
    n = n * 9 & 0xFFFFFFFF
    n = n ^ (n >> 4)
    n = n * 0x27d4eb2d & 0xFFFFFFFF
    return n ^ (n >> 15)


def murmur(x, y):
    h = (x * 0xcc9e2d51 ^ y * 0x1b873593) & 0xFFFFFFFF
    h = (h ^ h >> 16) * 0x85ebca6b & 0xFFFFFFFF
    h = (h ^ h >> 13) * 0xc2b2ae35 & 0xFFFFFFFF
    return h ^ h >> 16


def splitmix(n):
    z = (n + 0x9E3779B97F4A7C15) & 0xFFFFFFFFFFFFFFFF
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9 & 0xFFFFFFFFFFFFFFFF
    z = (z ^ (z >> 27)) * 0x94D049BB133111EB & 0xFFFFFFFFFFFFFFFF
    return z ^ (z >> 31)


def fnv(n):
    h = 2166136261
    for shift in (0, 8, 16):
        h = (h ^ (n >> shift & 0xFF)) * 16777619 & 0xFFFFFFFF
    return h


def many_rounds(n):
    h = 1
    for i in range(n & 7):
        h = (h * 1103515245 + 12345 + i) & 0xFFFFFFFF
    return h


HASHES = [lambda n: wang(n & 0xFFFFFFFF), lambda n: murmur(n, n >> 3), splitmix, fnv, many_rounds,
          lambda n: (n * 1664525 + 1013904223) & 0xFFFFFFFF, lambda n: (n ^ 0xDEADBEEF) & 0xFFFFFFFF,
          lambda n: (n & 0xFFFFFFFF) % 1000, lambda n: (n & 0xFFFFFFFF) // 65537, lambda n: 0xFFFFFFFF - (n & 0xFFFFFFFF),
          lambda n: int((n & 0xFFFFFFFF) < 0x80000000), lambda n: (n & 0xFFFFFFFF) - 0x80000000, lambda n: n * 4294967296,
          lambda n: ((n & 0xFFFFFFFF) << 7 | (n & 0xFFFFFFFF) >> 25) & 0xFFFFFFFF]


@pytest.mark.parametrize("number", range(len(HASHES)))
def test_hashes_of_ints_are_what_python_computes(engine, number):
    """`& 0xFFFFFFFF` is Python's: the number that it gives has no sign, and is shifted, divided and compared as that."""
    function = HASHES[number]
    got = pygpu.compile(lambda n=Image, p=Position: function(n(p)))(NUMBERS)
    assert got[0].tolist() == [function(n) for n in NUMBERS[0].tolist()]


def test_a_hash_is_computed_in_32_bits():
    """Though its numbers need 64 to be what they are in Python."""
    graph = str(pygpu.compile(lambda p=Position: murmur(p.x, p.y) / 2**32).graph)
    assert "int64" not in graph.replace("uint64", "") and "uint32" in graph


def test_bits_of_a_float(engine):
    def filter(im=Image, p=Position):
        bits = np.float32(im(p)).view(np.int32)
        return bits, np.int32(bits ^ 0x400000).view(np.float32)

    image = np.linspace(-3, 3, 40, dtype=np.float32).reshape(2, 20)
    bits, floats = pygpu.compile(filter)(image)
    assert np.array_equal(bits, image.view(np.int32)) and np.array_equal(floats, (bits ^ 0x400000).view(np.float32))


def test_doubles_where_they_are_asked_for(engine):
    doubles_or_skip(engine)

    def filter(im=Image, p=Position):
        x = np.float64(p.x) / 3 + np.float64(1e-9) * p.y
        return x * x - x // 0.25 + np.sin(x) ** 2 + x % 0.1

    image = np.zeros((9, 21), np.float32)
    got = pygpu.compile(filter)(image)
    assert got.dtype == np.float64
    assert np.allclose(got, by_numpy(filter, image), rtol=1e-13, atol=1e-14)


@pytest.mark.parametrize("dtype", [np.int64, np.int16])
def test_an_array_of_whole_numbers_keeps_them(engine, dtype):
    n = np.array([[5, -7, 2**40 + 3, -(2**62)]], np.int64).astype(dtype)
    got = pygpu.compile(lambda n=Image, p=Position: n(p) * 2 + n(p + (1, 0)))(n)
    wanted = n.astype(np.int64) * 2 + np.append(n[:, 1:], n[:, -1:], 1).astype(np.int64)
    assert got.dtype == dtype
    assert np.array_equal(got, wanted if dtype == np.int64 else np.clip(wanted, -32768, 32767))


def test_a_known_number_keeps_its_type(engine):
    table = np.array([3, 250, 7], np.uint8)
    got = pygpu.compile(lambda n=Image, p=Position: table[1] + np.uint8(n(p)) * table[2])(NUMBERS)
    with np.errstate(all="ignore"):
        assert np.array_equal(got, table[1] + NUMBERS.astype(np.uint8) * table[2]) and got.dtype == np.uint8


def test_what_has_no_common_type_is_refused():
    with pytest.raises(pygpu.CompileError, match="does not fit in uint8"):
        pygpu.compile(lambda n=Image, p=Position: np.uint8(n(p)) + 300)(NUMBERS)
    with pytest.raises(pygpu.CompileError, match="float64 is used with"):
        pygpu.compile(lambda n=Image, p=Position: (np.uint64(n(p)) + np.int64(n(p))) & 1)(NUMBERS)


def test_a_device_without_doubles_says_so(monkeypatch):
    device = current()
    if device is None:
        pytest.skip("NumPy has doubles")
    monkeypatch.setattr(device, "doubles", False)
    with pytest.raises(pygpu.CompileError, match="computes in 32 bits only"):
        pygpu.compile(lambda n=Image, p=Position: np.float64(n(p)) / 3)(NUMBERS)
