"""Lines put in order by digits, and what a mask chooses: a GPU's kernels, whose text is no graph's, on every driver."""

import numpy as np
import pytest

from pygpu.calls.engines.choosing import Choosing
from pygpu.opencl import choosing, sorting
from pygpu.opencl.sorting import Shape
from pygpu.runtime import Launcher, current, ingest_grid, to_device

DTYPES = ["float32", "int32", "uint8", "int8", "int16", "uint16", "uint32", "int64", "uint64", "float64", "float16", "bool"]
ROOM = 49152


def numbers(dtype: str, shape: tuple[int, ...]) -> np.ndarray:
    """Any, with some that come often: zeros of both signs, what is no number, the largest."""
    random, dtype = np.random.default_rng(5), np.dtype(dtype)
    if dtype.kind == "b":
        return random.random(shape) > 0.5
    if dtype.kind != "f":
        limits = np.iinfo(dtype)
        found = random.integers(limits.min, limits.max, shape, dtype, endpoint=True)
        often = limits.min, limits.max, 0, 3
    else:
        found, often = (random.random(shape) - 0.5).astype(dtype), (np.nan, -np.nan, np.inf, -np.inf, 0.0, -0.0)
    flat = found.reshape(-1)
    for number in often:
        flat[random.integers(0, flat.size, flat.size // 20 + 1)] = number
    return found


def there(array: np.ndarray):
    return to_device(ingest_grid(array, array.ndim, True, ("float64",)), current())


def in_order(array: np.ndarray, places: bool, shape: Shape | None = None, few: int = 64) -> np.ndarray:
    image, (lines, length) = there(array), array.shape
    program = sorting.program(image.format.dtype, length, places, ROOM, shape, few)
    return np.asarray(Launcher(program, current())([image], [8 * n for n in range(8)], (length, lines), to_host=False)[0])


def check(array: np.ndarray, places: bool, **how) -> None:
    found = in_order(array, places, **how)
    if places:
        np.testing.assert_array_equal(found, np.argsort(array, axis=1, kind="stable"))
    else:
        np.testing.assert_array_equal(found, np.sort(array, axis=1))


@pytest.fixture
def driver(engine):
    if engine.device == "none":
        pytest.skip("kernels are a driver's")
    return engine


@pytest.mark.parametrize("places", [False, True])
@pytest.mark.parametrize("dtype", DTYPES)
def test_lines(driver, dtype, places):
    check(numbers(dtype, (3, 45)), places)


def room_for(engine, dtype: str) -> None:
    if engine.is_checker and np.dtype(dtype).itemsize > 2:
        pytest.skip("it adds up what all kernels of a program share")


@pytest.mark.parametrize("places", [False, True])
@pytest.mark.parametrize("dtype", DTYPES)
def test_long_lines(driver, dtype, places):
    room_for(driver, dtype)
    check(numbers(dtype, (2, 700)), places, shape=Shape(256, 1))


@pytest.mark.parametrize("places", [False, True])
@pytest.mark.parametrize("dtype", ["float32", "int16"])
def test_several_tiles_a_chunk(driver, dtype, places):
    room_for(driver, dtype)
    check(numbers(dtype, (2, 1300)), places, shape=Shape(256, 1, 2), few=0)


@pytest.mark.parametrize("places", [False, True])
@pytest.mark.parametrize("length", [1, 17, 32, 33, 257, 1024])
def test_lengths(driver, length, places):
    check(numbers("int32", (2, length)), places)


@pytest.mark.parametrize("places", [False, True])
@pytest.mark.parametrize("dtype", ["int32", "int16"])
def test_digits_that_all_have(driver, dtype, places):
    room_for(driver, dtype)
    few = np.random.default_rng(1).integers(0, 300, (1, 1300)).astype(dtype)
    for array in (few, np.full((2, 600), -1, dtype)):
        check(array, places, shape=Shape(256, 1))
        check(array[:, :100], places)


def test_as_long_as_a_group_has_room_for():
    for bits in (8, 32, 64):
        longest = sorting.longest(bits, ROOM)
        assert sorting.shape_of(longest, bits, ROOM).items >= longest
        for length in (1, 20, 300, longest, longest + 1, 10 ** 6, 1 << 28):
            assert sorting.needed(sorting.shape_of(length, bits, ROOM), bits) <= ROOM


@pytest.mark.parametrize("row", [1, 3])
@pytest.mark.parametrize("dtype", ["uint8", "int16", "float32", "float64"])
def test_chosen(driver, dtype, row):
    count = 2 * choosing.ITEMS + 77
    array, mask = numbers(dtype, (count * row,)), np.random.default_rng(2).random(count) < 0.3
    mask[:choosing.ITEMS] = False
    choose = Choosing(current(), "gpu")
    np.testing.assert_array_equal(np.asarray(choose.side_by_side(there(array), there(mask), row)),
                                  array.reshape(count, row)[mask].ravel())
    assert choose.side_by_side(there(array), there(np.zeros(count, bool)), row) is None
