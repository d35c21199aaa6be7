"""Fourier transforms as a GPU does them, in passes through local memory: what NumPy makes, of all kinds and lengths."""

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
    made = [engine.source for engine, *_ in filter._last.kernels.values()]
    assert filter._last.target.kind == "gpu" and not any("fourier_" in source for source in made)


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
