"""Fourier transforms of whole arrays are what NumPy makes of them, of any length, and so are programs with them."""

import cmath

import numpy as np
import pytest

import pygpu
from pygpu import Array, Float
from pygpu.library.whole import fourier

from .spectra import PROGRAMS, RANDOM, WIDE
from .test_programs import compiled, flat

ON_DEVICES = {"there", "convolved", "changed"}


def compare(found, expected, tolerance=3e-6):
    for one, other in zip(flat(found), flat(expected), strict=True):
        assert np.shape(one) == np.shape(other)
        one, other = np.asarray(one), np.asarray(other)
        assert one.dtype == other.dtype
        if other.dtype.kind not in "fc":
            assert (one == other).all()
        else:
            assert np.abs(one - other).max() <= tolerance * max(np.abs(other).max(), 1e-3)


@pytest.mark.parametrize("function, given", PROGRAMS, ids=[f"{each.__name__}{i}" for i, (each, _) in enumerate(PROGRAMS)])
def test_as_numpy(engine, function, given):
    if engine.device != "none" and (function.__name__ not in ON_DEVICES or given is not WIDE or engine.is_checker):
        pytest.skip("another engine has it")
    compare(compiled(function)(given), function(given.copy()))


def lines(u):
    return np.fft.fft(u), np.fft.fft(u, axis=0)


LENGTHS = {"small": range(1, 40), "large": (49, 64, 97, 121, 128, 182, 210, 343, 360), "some": (240, 91), "one": (6,)}


@pytest.mark.parametrize("lengths", LENGTHS.values(), ids=LENGTHS)
def test_every_length(engine, lengths):
    """Short transforms of each radix, several steps, primes."""
    if ("evaluator" if lengths[0] in (1, 49) else "oclgrind" if lengths[0] == 6 else None) not in (engine.name, None) or (
            engine.is_checker and lengths[0] != 6):
        pytest.skip("another engine has it")
    filter = compiled(lines)
    for length in lengths:
        u = RANDOM.random((length, 2 if engine.device == "none" else length)).astype(np.float32)
        compare(filter(u), [each.astype(np.complex64) for each in lines(u.astype(float))])


def test_many_lines_and_more_axes(engine):
    """Numbers of 64 bits give complex ones of 128, however many there are; and there may be four axes."""
    if engine.name == "pocl" or engine.is_checker:
        pytest.skip("another engine has it")
    u = RANDOM.random((6, 50, 70))
    compare(compiled(lambda u: np.fft.fft(u))(u), np.fft.fft(u))
    compare(compiled(lambda u: np.fft.rfft(u.reshape(2, 3, 50, 70)) * 2)(u), np.fft.rfft(u.reshape(2, 3, 50, 70)) * 2)


def test_a_kernel_is_for_all_lengths(engine):
    """Of lengths with the same steps."""
    if engine.is_checker or engine.device == "none":
        pytest.skip("one driver is enough")
    sources = []
    for length in (24, 30):  # 6 * 4 and 6 * 5: the second ones differ
        filter = compiled(lambda u: np.fft.fft(u))
        filter(np.ones((3, length), np.float32))
        if filter._last.target.kind == "gpu":
            pytest.skip("a GPU has a kernel for each length (test_transforms.py)")
        sources.append([made[0].source for made in filter._last.kernels.values()])
    assert sources[0][0] == sources[1][0] and sources[0][1] != sources[1][1]


def test_in_doubles(engine):
    if engine.is_checker:
        pytest.skip("the others have it")
    u = RANDOM.random((6, 14))
    compare(pygpu.compile(there_typed, precision="double")(u), there_typed(u), 1e-14)


def there_typed(u=Array):
    return np.fft.fft2(u)


def weighed(u=Array, w: Float = 0.5):
    F = np.fft.fft2(u)
    return np.fft.ifft2(F * cmath.exp(1j * w)).real


def test_numbers_of_the_call(engine):
    if engine.device != "none":
        pytest.skip("the evaluator is enough")
    filter = pygpu.compile(weighed)
    for w in (0.5, 1.5):
        compare(filter(WIDE, w), weighed(WIDE, w))


def test_what_is_on_the_device_stays_there(engine):
    if engine.device == "none" or engine.is_checker:
        pytest.skip("there is no device")
    found = pygpu.compile(there_and_back)(pygpu.upload(WIDE))
    assert isinstance(found, pygpu.DeviceImage)
    compare(found.numpy(), WIDE)


def there_and_back(u=Array):
    return np.fft.ifft2(np.fft.fft2(u)).real


def test_lengths_are_cut_into_few_steps():
    assert fourier.radices(2048) == (16, 16, 8) and fourier.radices(17) is None and fourier.radices(1) == ()
    for length in range(2, 500):
        if (found := fourier.radices(length)) is not None:
            assert np.prod(found) == length and max(found) <= fourier.LARGEST


SEVERAL = [((8, 18), None), ((20, 9), (1, 0)), ((22, 7), (1, 0)), ((3, 6, 50), None), ((34, 6, 7), (2, 0)), ((1, 2), None),
           ((40, 1), None), ((26, 5), (0,)), ((2, 4, 94), (-1, -2))]


@pytest.mark.parametrize("shape, axes", SEVERAL)
def test_real_lines_of_even_length(engine, shape, axes):
    """They are taken as complex ones of half the length. Lines keep to themselves: a NaN, and how exact each is."""
    if engine.is_checker:
        pytest.skip("the others have it")
    axes = tuple(range(len(shape))) if axes is None else axes

    def both(u=Array):
        back = np.fft.irfftn(np.fft.rfftn(u, axes=axes) * 2, [u.shape[each] for each in axes], axes)
        return np.fft.rfftn(u, axes=axes), back, np.fft.rfft(u), np.fft.fft(u)

    u = RANDOM.random(shape).astype(np.float32)
    compare(pygpu.compile(both)(u), both(u))
    u[0] *= 1e6
    u[-1, ..., 0] = np.nan
    for one, other in zip(pygpu.compile(both)(u)[2:], both(u)[2:]):
        np.testing.assert_allclose(one, other, rtol=1e-3, atol=1e-5)


def of_real_lines(u=Array):
    return (np.fft.fft(u), np.fft.rfft(u, axis=0), np.fft.ifft(u, norm="ortho"), np.fft.rfft(u, n=23),
            np.fft.fft(u, axis=0).real)


@pytest.mark.parametrize("rows, columns", [(17, 509), (31, 19), (101, 3), (23, 46)])
def test_prime_lengths_of_real_numbers(engine, rows, columns):
    """By powers of one number, in half the length."""
    if engine.device != "none" and (rows != 31 or engine.is_checker):
        pytest.skip("another engine has it")
    u = RANDOM.random((rows, columns)).astype(np.float32) - 0.3
    expected = [each.astype("c8" if np.iscomplexobj(each) else "f4") for each in of_real_lines(u.astype(float))]
    compare(pygpu.compile(of_real_lines)(u), expected)


@pytest.mark.parametrize("n", [17, 19, 23, 101, 509, 2039])
def test_a_number_whose_powers_are_all_others(n):
    assert {pow(fourier.primitive(n), k, n) for k in range(n - 1)} == {*range(1, n)}


def there_and_back_as_real(u=Array):
    return np.fft.irfft2(np.fft.rfft2(u) * 0.5, s=u.shape), np.fft.irfft2(np.fft.rfft2(u), s=u.shape, norm="forward")


@pytest.mark.parametrize("shape", [(256, 258), (258, 257), (257, 260), (257, 257), (2, 150, 240)])
def test_lines_that_come_back_in_pairs(engine, shape):
    """Of as many numbers as are put together two by two: along an even axis."""
    if engine.device != "none" and (shape != (256, 258) or engine.is_checker):
        pytest.skip("another engine has it")
    u = RANDOM.random(shape).astype(np.float32)
    function = there_and_back_as_real if len(shape) == 2 else there_and_back_of_volumes
    compare(pygpu.compile(function)(u), [each.astype(np.float32) for each in function(u.astype(float))])


def there_and_back_of_volumes(u=Array):
    F = np.fft.rfftn(u, axes=(1, 2))
    return np.fft.irfftn(np.fft.rfftn(u), s=u.shape, axes=(0, 1, 2)), np.fft.irfftn(F, axes=(1, 2))
