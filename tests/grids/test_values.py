"""Values of whole volumes and arrays, of their planes, rows and columns: as in pictures, what plain Python computes."""

import functools
import itertools
import math

import numpy as np
import pytest
from PIL import Image as Pillow

import pygpu
from pygpu import Array, Color, HostArray, HostVolume, Image, Int, Position, Volume
from tests.engines import assert_close, check

RANDOM = np.random.default_rng(5)
FLOATS = RANDOM.random((3, 4, 5)).astype(np.float32)
BYTES = RANDOM.integers(0, 256, (2, 3, 4)).astype(np.uint8)
WORDS = RANDOM.integers(-99, 256, (2, 3, 4)).astype(np.int16)
ONE = np.full((1, 1, 1), 0.25, np.float32)
COLOURS = RANDOM.integers(0, 256, (2, 3, 4, 3)).astype(np.uint8)
LINE = RANDOM.random(11).astype(np.float32)
TABLE = RANDOM.integers(0, 99, (4, 6)).astype(np.int32)


def sums(vol=Volume):
    return (sum(vol), len(vol), sum(vol(q) * q.z + q.x for q in vol.positions),
            sum(a * q.y for a, q in zip(vol, vol.positions)),
            functools.reduce(lambda a, b: a + b * b, vol, 0.0), sum(i * v for i, v in enumerate(vol)))


def extremes(vol=Volume):
    place = max(vol.positions, key=vol)
    return (min(vol), functools.reduce(max, vol), place.x, place.y, place.z, any(v > 0.9 for v in vol),
            all(v > 0 for v in vol))


def counted(vol=Volume):
    table = [0] * 8
    for v in vol:
        table[min(max(int(v * 7), 0), 7)] += 1
    return table


def in_order(vol=Volume):
    return sorted(vol)[len(vol) // 2], np.median(vol), np.percentile(vol, 30)


def as_numpy(vol=Volume):
    return np.mean(vol), np.std(vol), np.ptp(vol), np.argmax(vol), np.argmin(vol), np.count_nonzero(vol), np.max(
        np.mean(vol, axis=(1, 2)))


def left_early(vol=Volume):
    place = next((i for i, v in enumerate(vol) if v > 0.8), -1)
    count = 0
    for v in vol:
        if v > 0.9:
            break
        count += 1
    return place, count


def compared(function, *volumes):
    filter = pygpu.compile(function)
    for volume in volumes:
        expected = function(HostVolume(volume))
        assert_close(np.array(filter(volume), np.float64), np.array(expected, np.float64), 1e-4)


@pytest.mark.parametrize("function", [sums, extremes, counted, in_order, as_numpy, left_early])
def test_values(engine, function):
    if engine.is_checker and function is in_order:
        pytest.skip("slow")
    compared(function, FLOATS, ONE)


def test_values_of_whole_numbers(engine):
    compared(extremes, BYTES, WORDS)


def normalised(vol=Volume, p=Position):
    return (vol(p) - np.mean(vol)) / max(np.std(vol), 1e-3), vol(p) / max(max(vol), 1.0)


def steepest(vol=Volume, p=Position):
    slope = lambda q: abs(vol(q + (1, 0, 0)) - vol(q - (1, 0, 0)))  # noqa: E731
    return slope(p) / (1 + max(slope(q) for q in vol.positions))


def projections(vol=Volume, p=Position):
    return (np.max(vol, axis=0)[p.y, p.x], np.sum(vol, axis=1)[p.z, p.x], np.mean(vol, axis=-1)[p.z][p.y],
            np.argmax(vol, axis=0)[p.y, p.x], max(range(vol.depth), key=lambda z: vol(p.x, p.y, z)))


def planes(vol=Volume, p=Position):
    return np.mean(vol, axis=(1, 2))[p.z], np.sum(vol, axis=(0, 2))[p.y], sum(vol(p.x, y, p.z) for y in range(vol.height))


def rows(vol=Volume, p=Position):
    return sum(vol[p.z, p.y]), max(vol[:, p.y, p.x]), vol[p.z, :, p.x][0], np.mean(vol[p.z, p.y, :])


def equalised(vol=Volume, p=Position):
    table = [0] * 8
    for v in vol:
        table[min(max(int(v * 7), 0), 7)] += 1
    return list(itertools.accumulate(table))[min(max(int(vol(p) * 7), 0), 7)] / len(vol)


def through_the_stack(vol=Volume, p=Position):
    column = [vol(p.x, p.y, z) for z in range(vol.depth)]
    return np.median(vol, axis=0)[p.y, p.x], max(column) - sorted(column)[0]


@pytest.mark.parametrize("function", [normalised, steepest, projections, planes, rows, equalised, through_the_stack])
def test_values_at_voxels(engine, function):
    for volume in (FLOATS, ONE):
        check(function, volume, tolerance=1e-4, dtype=np.float32)


def cumulated(vol=Volume, p=Position):
    return (np.cumsum(vol, axis=0)[p.z, p.y, p.x], np.cumprod(vol, axis=-1)[p.z, p.y, p.x],
            np.cumsum(np.cumsum(vol, axis=1), axis=2)[p.z, -1, p.x])


def cumulated_line(a=Array, p=Position):
    return np.cumsum(a)[p.x] + np.cumsum(a, axis=0)[-1]


def test_running_sums(engine):
    check(cumulated, FLOATS, tolerance=1e-4, dtype=np.float32)
    check(cumulated_line, LINE, tolerance=1e-4)


def test_colours(engine):
    def brightest(vol=Volume):
        return np.mean(vol), max(sum(v) for v in vol), sum(vol, Color(0, 0, 0)).g

    expected = brightest(HostVolume(COLOURS))
    assert_close(np.array(pygpu.compile(brightest)(COLOURS)), np.array(expected), 1e-4)


def test_two_volumes(engine):
    def alike(a=Volume, b=Volume):
        return sum(x * y for x, y in zip(a, b)) / math.sqrt(sum(x * x for x in a) * sum(y * y for y in b))

    turned = FLOATS[::-1].copy()
    assert abs(pygpu.compile(alike)(FLOATS, turned) - alike(HostVolume(FLOATS), HostVolume(turned))) < 1e-5


def of_a_line(a=Array, p=Position):
    place = max(a.positions, key=a)
    return a(p) - np.mean(a), place.x + len(a), np.median(a) + np.sum(a, axis=0), sum(a(q) * q.x for q in a.positions)


def of_a_table(a=Array, p=Position):
    return (sum(max(row) for row in a), a[p.y][p.x] + sum(a[p.y]) - a[0, 1] + len(a), np.max(a) + np.argmax(a),
            np.sum(a, axis=0)[p.x])


def in_a_table(a=Array, p=Position):
    return a(p) - np.percentile(a, 40) + np.median(a, axis=1)[p.y], np.sort(a, axis=None)[5]


def of_a_block(a=Array, p=Position):
    return a(p) - sum(a(q) for q in a.positions) / len(a.positions), np.mean(a, axis=0)[p.y, p.x]


@pytest.mark.parametrize("function, array", [
    (of_a_line, LINE), (of_a_line, np.array([7], np.uint8)), (of_a_table, TABLE), (in_a_table, TABLE),
    (of_a_block, FLOATS),
], ids=["floats", "byte", "table", "in order", "block"])
def test_arrays(engine, function, array):
    check(function, array, tolerance=1e-4, dtype=np.float32)


def test_arrays_in_plain_python():
    a = HostArray(TABLE)
    assert len(a) == 4 and [list(row) for row in a] == TABLE.tolist() and (np.asarray(a) == TABLE).all()
    assert (2, 1, 0) in HostVolume(FLOATS).positions and (5, 1, 0) not in HostVolume(FLOATS).positions


def rows_of_a_picture(im=Image, p=Position, n: Int = 1):
    row, column = im[p.y], im[:, p.x]
    return (sum(row) - max(column) + im[p.y, :][0] + len(row), np.mean(row) + np.std(column), row[p.x] + np.median(column),
            np.sum(np.abs(np.diff(row))) + np.cumsum(row)[p.x] * n + np.percentile(row, 30), np.mean(im, axis=-1)[p.y],
            sorted(row)[p.x], np.sum(np.where(row > 0.5, row, 0)) + np.max(np.clip(row, 0.2, 0.6)))


def test_rows_of_pictures(engine):
    for picture in (FLOATS[0], ONE[0]):
        check(rows_of_a_picture, picture, tolerance=1e-4, dtype=np.float32)


def test_a_larger_volume(engine):
    """More than a kernel's group has at once, of an odd size."""
    if engine.is_checker:
        pytest.skip("slow")
    volume = RANDOM.random((13, 37, 71)).astype(np.float32)
    mean, most, place = pygpu.compile(lambda vol=Volume: (np.mean(vol), max(vol), np.argmax(vol)))(volume)
    assert abs(mean - volume.mean(dtype=float)) < 1e-6 and most == volume.max() and place == volume.argmax()


@pytest.mark.parametrize("dtype", ["uint8", "int8", "uint16", "int16", "uint32", "int32", "int64", "bool"])
def test_sums_of_whole_numbers_do_not_wrap(engine, dtype):
    largest = 1 if dtype == "bool" else np.iinfo(dtype).max if dtype != "int64" else 1 << 40
    given = np.full((301, 293), largest).astype(dtype)
    total, mean, greatest = pygpu.compile(lambda a=Array: (np.sum(a), np.mean(a), np.max(a)))(given)
    assert total == given.sum() and greatest == largest
    assert abs(mean - largest) <= 1e-6 * largest
    lines = pygpu.compile(lambda a=Array, p=Position: np.sum(a, axis=1)[p.y] - a(p))(given[:, :5])
    np.testing.assert_array_equal(lines, given[:, :5].sum(axis=1, keepdims=True) - given[:, :5])


def test_different_numbers_of_a_volume(engine):
    """All of a volume is a line that is sorted, of more places than a picture has columns."""
    found = pygpu.compile(lambda vol=Volume: (len({int(vol(q) * 9) for q in vol.positions}), len(set(vol))))(FLOATS)
    assert found == (len({int(v * 9) for v in FLOATS.ravel()}), FLOATS.size)


@pytest.mark.parametrize("array", [LINE, (LINE * 9).astype(np.int32), TABLE], ids=["line", "whole numbers", "table"])
def test_numbers_of_an_array_by_themselves(engine, array):
    """What is done with a number that was read says nothing of the array: it is no whole one of NumPy's."""
    def f(a=Array):
        state = 0.5
        for q in a.positions:
            state = 0.7 * state + a(q) if abs(a(q)) > 0.1 else state
        return max(abs(a(q)) for q in a.positions), sum(np.sqrt(abs(a(q))) for q in a.positions), state

    np.testing.assert_allclose(pygpu.compile(f)(array), f(HostArray(array)), rtol=1e-5)


def test_numbers_of_an_array_or_nothing(engine):
    listed = pygpu.compile(lambda a=Array: [a(q) for q in a.positions] if a(0) > 0.5 else None)
    doubled = pygpu.compile(lambda a=Array: [a(q) for q in a.positions] if a(0) > 0.5 else [2 * a(q) for q in a.positions])
    light, dark = np.float32([0.75, 0.25, 0.5]), np.float32([0.25, 0.75])
    assert listed(dark) is None
    np.testing.assert_array_equal(listed(light), light)
    np.testing.assert_array_equal(doubled(light), light)
    np.testing.assert_array_equal(doubled(dark), 2 * dark)


def test_what_is_wrong_with_numbers_of_an_array():
    with pytest.raises(pygpu.CompileError, match="a whole array has no 'foo'"):
        pygpu.compile(lambda a=Array: a.foo)(LINE)


@pytest.mark.parametrize("given, words", [
    (None, "None is not"), ([[1], [2, 3]], "a list is not"), (2, "an int is not"),
    (np.ma.masked_array(np.ones(3), [0, 1, 0]), "masked")])
def test_what_is_no_array(given, words):
    """In the first call, and in one after arrays were given."""
    total = pygpu.compile(lambda a=Array: a.sum() * 2)
    for _ in range(2):
        with pytest.raises(pygpu.ImageError, match=words):
            total(given)
        assert total(LINE) == pytest.approx(2 * LINE.sum())


def test_a_picture_is_no_volume():
    with pytest.raises(pygpu.ImageError, match="a PIL image is a picture, not a volume"):
        pygpu.compile(lambda vol=Volume, p=Position: vol(p))(Pillow.new("RGB", (4, 3)))


def blurred(im, x, y):
    return sum(im(x + i, y + j) for i in (-1, 0, 1) for j in (-1, 0, 1)) / 9


PLANES = {
    "named": lambda vol=Volume, p=Position: vol[1](p.x, p.y) - vol[p.z - 1][p.y + 1, p.x],
    "along each axis": lambda vol=Volume, p=Position: (
        vol[:, p.y](p.x, p.z) + 2 * vol[:, :, 2]((p.y, p.z)) - vol[-1, :, :](p.x, 0.5)),
    "filtered": lambda vol=Volume, p=Position: vol(p) - blurred(vol[p.z], p.x, p.y),
    "values": lambda vol=Volume, p=Position: (
        vol(p) / max(vol[1]) + sum(vol[p.z]) / len(vol[p.z]) + vol[0].width - vol[:, 0].height),
    "where data lead": lambda vol=Volume, p=Position: vol[int(vol(p) * 2)](p.x, p.y) + vol[1][p.y].sum(),
}


@pytest.mark.parametrize("name", PLANES)
def test_planes(engine, name):
    """vol[z], vol[:, y], vol[:, :, x] are pictures."""
    found = pygpu.compile(PLANES[name])(FLOATS)
    expected = [PLANES[name](HostVolume(FLOATS), Position(x, y, z))
                for z, y, x in itertools.product(*map(range, FLOATS.shape))]
    assert_close(found, np.array(expected, np.float64).reshape(FLOATS.shape), 1e-4)


def test_a_plane_is_read_at_two_coordinates(engine):
    with pytest.raises(pygpu.CompileError, match="it is read at two coordinates"):
        pygpu.compile(lambda vol=Volume, p=Position: vol[1](p))(FLOATS)
