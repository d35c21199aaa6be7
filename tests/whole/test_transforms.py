"""Fourier transforms as a GPU does them, in passes through local memory: what NumPy makes, of all kinds and lengths."""

import pickle
from dataclasses import replace

import numpy as np
import pytest

import pygpu
from pygpu import Array
from pygpu.calls.engines import engine as engines
from pygpu.schedule import GPU
from pygpu.schedule.transforms import Lines, cut, fits, passes, radices

from .test_fourier import compare

RANDOM = np.random.default_rng(11)


@pytest.fixture(params=[49152, 1024], ids=["large", "small"])
def as_gpu(request, engine, monkeypatch):
    """A GPU whose groups have so much local memory: in little of it lines of a hundred numbers are cut."""
    if engine.device == "none":
        pytest.skip("there is no device")
    monkeypatch.setattr(engines, "target_of", lambda device: replace(GPU, local_memory=request.param))
    return request.param


def along_each(u=Array):
    """Complex numbers, real ones, first halves, and back, along each axis."""
    z = u + 1j * u[::-1]
    found = []
    for axis in range(u.ndim):
        half = np.fft.rfft(u, axis=axis)
        found += [np.fft.fft(z, axis=axis), np.fft.ifft(z, axis=axis, norm="ortho"), np.fft.fft(u, axis=axis) * 2, half,
                  np.fft.irfft(half * (1 + 0.5j), u.shape[axis], axis)]
    return found


SHAPES = [(6, 96), (3, 45), (50, 36), (2, 9, 20), (1, 128), (64, 3), (13, 2), (6, 8, 135), (1, 1)]


@pytest.mark.parametrize("shape", SHAPES, ids=str)
def test_of_all_kinds(as_gpu, engine, shape):
    if engine.is_checker and shape != (13, 2):
        pytest.skip("the others have it")
    filter = pygpu.compile(along_each)
    for _ in range(3):  # the second call does what the first was found to do
        u = RANDOM.random(shape).astype(np.float32)
        compare(filter(u), [each.astype("c8" if np.iscomplexobj(each) else "f4") for each in along_each(u.astype(float))])
    assert filter._last.target.kind == "gpu"
    assert not any("fourier_" in made.source for made, *_ in filter._last.kernels.values())


def of_other_lengths(u=Array):
    return (np.fft.fft(u, 40), np.fft.rfft(u, 77, axis=0), np.fft.fft2(u, (24, 50)), np.fft.ifft(u * 1j, 12),
            np.fft.irfft(np.fft.rfft(u), 64), np.fft.fft(u.ravel()), np.fft.rfft(u, 34), np.fft.fft(u * 1j, 23))


def test_lines_that_are_cut_or_have_zeros_behind(as_gpu, engine):
    """Nobody writes the zeros."""
    if engine.is_checker:
        pytest.skip("the others have it")
    u = RANDOM.random((33, 31)).astype(np.float32)
    compare(pygpu.compile(of_other_lengths)(u),
            [each.astype("c8" if np.iscomplexobj(each) else "f4") for each in of_other_lengths(u.astype(float))])


@pytest.mark.parametrize("dtype", ["uint8", "float16", "int32", "float64", "bool"])
@pytest.mark.parametrize("length", [32, 34, 23])
def test_of_other_types(engine, monkeypatch, dtype, length):
    if engine.is_checker:
        pytest.skip("the others have it")
    if engine.device != "none":
        monkeypatch.setattr(engines, "target_of", lambda device: GPU)

    def both(u=Array):
        return np.fft.fft(u), np.fft.rfft(u, axis=0)

    u = (RANDOM.random((18, length)) * 200).astype(dtype)
    compare(pygpu.compile(both)(u), both(u))


def test_in_doubles(as_gpu, engine):
    if engine.is_checker:
        pytest.skip("the others have it")
    u = RANDOM.random((12, 90))
    compare(pygpu.compile(along_each, precision="double")(u), along_each(u), 1e-14)


def test_lines_keep_to_themselves(as_gpu, engine):
    """A NaN stays in its line, and each is as exact as it is by itself."""
    if engine.is_checker:
        pytest.skip("the others have it")

    def rows(u=Array):
        return np.fft.rfft(u), np.fft.fft(u)

    u = RANDOM.random((40, 48)).astype(np.float32)
    u[0] *= 1e6
    u[-1, 0] = np.nan
    for one, other in zip(pygpu.compile(rows)(u), rows(u)):
        np.testing.assert_allclose(one, other, rtol=1e-3, atol=1e-5)


def test_a_kernel_has_room_for_its_lines():
    """In local memory, in all passes; and lines that are cut are so long in the end."""
    for length in [n for n in range(2, 3000) if max(primes(n)) <= 13] + [1 << 22, 3**9, 8192, 16384]:
        for inner in (1, 3, 100):
            for dtype in ("float32", "float64"):
                lines = Lines(length, 5, inner, "complex", "complex", inner == 1, False, dtype)
                found = passes(lines, GPU)
                assert np.prod([placed.each.length for placed in found]) == length
                for placed in found:
                    each = placed.each
                    assert np.prod(each.radices) == each.length and max(each.radices) <= 16
                    assert each.room * lines.size * (2 if each.both else 1) <= GPU.local_memory
                    assert each.items * each.lines <= GPU.largest_group
                assert len(found) == 1 or not fits(lines, GPU)


def primes(n):
    return [p for p in range(2, n + 1) if n % p == 0 and all(p % q for q in range(2, int(p**0.5) + 1))]


def test_radices_are_few_and_alike():
    assert radices(4096) == (16, 16, 16) and radices(512) == (8, 8, 8) and radices(64) == (8, 8)
    assert cut(1 << 22, 512) == [256, 128, 128]


def spectrum(u=Array):
    return np.fft.rfft2(u)


def test_complex_numbers_stay_on_the_device(engine):
    """And are given again, as a whole or a part of it, beside the host's."""
    if engine.device == "none" or engine.is_checker:
        pytest.skip("there is no device, or another has it")
    u = RANDOM.random((12, 20)).astype(np.float32)
    there = pygpu.compile(spectrum)(pygpu.upload(u))
    assert isinstance(there, pygpu.DeviceComplex) and there.shape == (12, 11) and there.dtype == np.complex64
    assert isinstance(there.imag, pygpu.DeviceImage) and there.nbytes == 12 * 11 * 8 and len(there) == 12
    compare([there.numpy(), np.asarray(there[2:7, 3:5])], [spectrum(u), spectrum(u)[2:7, 3:5]])
    back = pygpu.compile(lambda a=Array, b=Array: (np.fft.irfft2(a * b), a + b, abs(a)))
    for other in (there, there.numpy()):
        found = back(there, other)
        assert [type(each).__name__ for each in found] == ["DeviceImage", "DeviceComplex", "DeviceImage"]
        compare([np.asarray(each) for each in found],
                [np.fft.irfft2(spectrum(u) ** 2).astype("f4"), 2 * spectrum(u), np.abs(spectrum(u))])
    assert isinstance(back(there.numpy(), there)[1], np.ndarray)


def test_complex_numbers_are_uploaded(engine):
    if engine.device == "none" or engine.is_checker:
        pytest.skip("there is no device, or another has it")
    z = (RANDOM.random((2, 3, 4)) + 1j * RANDOM.random((2, 3, 4))).astype(np.complex64)
    there = pygpu.upload(z)
    np.testing.assert_array_equal(there.numpy(), z)
    assert pygpu.upload(there) is there and "DeviceComplex 4x3x2" in repr(there)
    compare(pygpu.compile(lambda a=Array: np.fft.fftn(a))(there).numpy(), np.fft.fftn(z).astype(np.complex64))
    with pytest.raises(pygpu.ImageError, match="complex numbers"):
        pygpu.filters.gaussian(there, sigma=1)
    with pytest.raises(ValueError, match="without a copy"):
        np.array(there, copy=False)
    with pytest.raises(TypeError, match="no other process"):
        pickle.dumps(there)


def test_fftconvolve_of_what_is_on_a_device_stays_there(engine):
    if engine.device == "none" or engine.is_checker:
        pytest.skip("there is no device, or another has it")
    picture, kernel = (RANDOM.random((30, 40)) * 255).astype(np.uint8), RANDOM.random((5, 7)).astype(np.float32)
    for given in (picture, picture / np.float32(255)):
        found = pygpu.filters.fftconvolve(pygpu.upload(given), kernel, mode="same")
        assert isinstance(found, pygpu.DeviceImage)
        compare(found.numpy(), pygpu.filters.fftconvolve(given, kernel, mode="same"))
