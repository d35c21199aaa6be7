"""Whole pictures and whole arrays on a GPU beside CuPy, PyTorch and JAX: `bench wholes --device gpu`.

Everything is on the device before and after; each row's calls take turns, and each result is compared with the first
library's. The libraries compute what they have a function for, as their users would write it.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from functools import partial
from statistics import median
from time import perf_counter
from types import ModuleType
from typing import NamedTuple

import numpy as np

import pygpu
from pygpu import Array, Image, filters

from . import arrays
from .papers import differs

RANDOM = np.random.default_rng(7)
SAMPLE = 0.003  # seconds of one turn at least


def noise(*shape: int) -> np.ndarray:
    return RANDOM.random(shape, np.float32)


def hills(side: int) -> np.ndarray:
    """From 0 to 1, without a library: waves of few lengths."""
    y, x = np.mgrid[:side, :side].astype(np.float32) * (2 * np.pi / side)
    found = np.sin(3 * x + 2 * np.cos(5 * y)) + np.cos(7 * y + np.sin(4 * x)) + np.sin(9 * x) * np.sin(11 * y)
    return ((found - found.min()) / np.ptp(found)).astype(np.float32)


def as_bytes(picture: np.ndarray) -> np.ndarray:
    return (255 * picture).astype(np.uint8)


# --- the libraries, as far as they are here: a name -> how arrays go there, and how one waits ------------------------------

class Library(NamedTuple):
    there: Callable
    back: Callable
    wait: Callable
    space: ModuleType  # of its functions


def libraries() -> dict[str, Library]:
    found = {}
    try:
        import cupy
        cupy.cuda.runtime.getDeviceCount()
        found["CuPy"] = Library(cupy.asarray, cupy.asnumpy, lambda _: cupy.cuda.Device().synchronize(), cupy)
    except Exception as missing:
        print(f"(without CuPy: {missing})")
    try:
        import torch
        torch.zeros(1, device="cuda")
        torch.backends.cuda.matmul.allow_tf32 = False
        found["torch"] = Library(lambda a: torch.as_tensor(a, device="cuda"),
                                 lambda a: a.cpu().numpy() if hasattr(a, "cpu") else np.asarray(a),
                                 lambda _: torch.cuda.synchronize(), torch)
    except Exception as missing:
        print(f"(without torch: {missing})")
    try:
        os.environ.setdefault("XLA_PYTHON_CLIENT_PREALLOCATE", "false")
        import jax
        if jax.default_backend() == "gpu":
            found["JAX"] = Library(jax.device_put, np.asarray, jax.block_until_ready, jax.numpy)
    except Exception as missing:
        print(f"(without JAX: {missing})")
    return found


# --- the rows: name -> what is given, PyGPU's function, the libraries', how far apart they may be ------------------------

def alike(function: Callable) -> dict[str, Callable]:
    """What is the same text in CuPy and in JAX, whose names are NumPy's."""
    return {"CuPy": function, "JAX": function}


def values(side: int) -> dict:
    picture = noise(side, side)
    rows = {
        "sum": (picture, lambda a=Array: a.sum(), {**alike(lambda xp, a: a.sum()), "torch": lambda xp, a: a.sum()}, 1e-5),
        "largest": (picture, lambda a=Array: a.max(), {**alike(lambda xp, a: a.max()), "torch": lambda xp, a: a.max()}, 0),
        "mean and deviation": (picture, lambda a=Array: (a.mean(), a.std()), {
            **alike(lambda xp, a: (a.mean(), a.std())), "torch": lambda xp, a: xp.std_mean(a, correction=0)[::-1]}, 1e-4),
        "median": (picture, lambda a=Array: np.median(a), {
            **alike(lambda xp, a: xp.median(a)), "torch": lambda xp, a: a.flatten().median()}, 1e-4),
        "percentiles 2, 98": (picture, lambda a=Array: np.percentile(a, [2, 98]),
                              alike(lambda xp, a: xp.percentile(a, xp.asarray([2, 98]))), 1e-5),
        "argmax": (picture, lambda a=Array: a.argmax(), {
            **alike(lambda xp, a: a.argmax()), "torch": lambda xp, a: a.argmax()}, 0),
        "sum of rows": (picture, lambda a=Array: a.sum(axis=1), {
            **alike(lambda xp, a: a.sum(axis=1)), "torch": lambda xp, a: a.sum(1)}, 1e-4),
        "sum of columns": (picture, lambda a=Array: a.sum(axis=0), {
            **alike(lambda xp, a: a.sum(axis=0)), "torch": lambda xp, a: a.sum(0)}, 1e-4),
        "argmax of columns": (picture, lambda a=Array: a.argmax(axis=0), {
            **alike(lambda xp, a: a.argmax(axis=0)), "torch": lambda xp, a: a.argmax(0)}, 0),
    }
    for name, given in {"noise": as_bytes(picture), "one gray": np.full((side, side), 77, np.uint8),
                        "hills": as_bytes(hills(side))}.items():
        rows[f"histogram, {name}"] = (given, lambda a=Array: np.bincount(a.ravel(), minlength=256), {
            "CuPy": lambda xp, a: xp.bincount(a.ravel(), minlength=256),
            "torch": lambda xp, a: xp.bincount(a.flatten(), minlength=256),
            "JAX": lambda xp, a: xp.bincount(a.ravel(), length=256)}, 0)
    return rows


def scans(side: int) -> dict:
    line, picture = noise(side * side) - 0.5, noise(side, side) - 0.5
    decay = 0.9

    def forth_and_back(im=Image, p=pygpu.Position):
        from functools import cache
        forth = cache(lambda q: im(q) * 0.1 + (decay * forth(q - (1, 0)) if q.x > 0 else 0.0))
        back = cache(lambda q: forth(q) * 0.1 + (decay * back(q + (1, 0)) if q.x < im.width - 1 else 0.0))
        return back(p)

    def by_cupy(xp, a):
        from cupyx.scipy import signal
        b, c = xp.asarray([0.1], np.float32), xp.asarray([1, -decay], np.float32)
        return signal.lfilter(b, c, signal.lfilter(b, c, a, axis=1)[:, ::-1], axis=1)[:, ::-1]

    both = alike(lambda xp, a: xp.cumsum(a))
    return {
        "prefix sum": (line, lambda a=Array: np.cumsum(a), {**both, "torch": lambda xp, a: a.cumsum(0)}, 1e-3),
        "running maximum": (line, lambda a=Array: np.maximum.accumulate(a), {"torch": lambda xp, a: a.cummax(0).values}, 0),
        "sums along rows": (picture, lambda a=Array: np.cumsum(a, axis=1), {
            **alike(lambda xp, a: xp.cumsum(a, axis=1)), "torch": lambda xp, a: a.cumsum(1)}, 1e-4),
        "sums along columns": (picture, lambda a=Array: np.cumsum(a, axis=0), {
            **alike(lambda xp, a: xp.cumsum(a, axis=0)), "torch": lambda xp, a: a.cumsum(0)}, 1e-4),
        "integral image": (picture, filters.integral, {
            **alike(lambda xp, a: xp.cumsum(xp.cumsum(a, axis=0), axis=1)), "torch": lambda xp, a: a.cumsum(0).cumsum(1)},
            1e-3),
        "forth and back": (picture, forth_and_back, {"CuPy": by_cupy}, 1e-4),
    }


def spectra(side: int) -> dict:
    side = min(side, 4096)
    picture, kernel = noise(side, side), noise(side // 8 + 1, side // 8 + 1)
    prime = noise(side // 4, {1024: 1021, 2048: 2039, 512: 509, 4096: 4093}.get(side, 31))
    line = noise(1 << 22)

    def convolved(xp, a):
        from cupyx.scipy import signal
        return signal.fftconvolve(a, xp.asarray(kernel), mode="same")

    def ffts(name: str) -> dict:
        return {**alike(lambda xp, a: getattr(xp.fft, name)(a)), "torch": lambda xp, a: getattr(xp.fft, name)(a)}

    return {
        "fft2 of real numbers": (picture, lambda a=Array: np.fft.fft2(a), ffts("fft2"), 1e-4),
        "rfft2": (picture, lambda a=Array: np.fft.rfft2(a), ffts("rfft2"), 1e-4),
        "rfft2 and back": (picture, lambda a=Array: np.fft.irfft2(np.fft.rfft2(a) * 0.5), {
            **alike(lambda xp, a: xp.fft.irfft2(xp.fft.rfft2(a) * 0.5)),
            "torch": lambda xp, a: xp.fft.irfft2(xp.fft.rfft2(a) * 0.5)}, 1e-4),
        "fft of rows": (picture, lambda a=Array: np.fft.fft(a), ffts("fft"), 1e-4),
        "fft of a prime length": (prime, lambda a=Array: np.fft.fft(a), ffts("fft"), 1e-3),
        "fft of a long line": (line, lambda a=Array: np.fft.fft(a), ffts("fft"), 1e-4),
        "fftconvolve": (picture, lambda a: filters.fftconvolve(a, kernel, mode="same"), {"CuPy": convolved}, 1e-4),
    }


def settled(side: int) -> dict:
    side = min(side, 2048)
    grain, steep = noise(side, side), hills(side)
    rows = {}

    def labelled(xp, a):
        from cupyx.scipy import ndimage
        return ndimage.label(a)[0]

    def far(xp, a):
        from cupyx.scipy import ndimage
        return ndimage.distance_transform_edt(a, float64_distances=False)

    for name, mask in {"hills": steep > 0.5, "noise": grain < 0.35, "dense noise": grain < 0.6}.items():
        rows[f"labels, {name}"] = (as_bytes(mask), filters.label, {"CuPy": labelled}, "as many")
    rows["distance"] = (as_bytes(steep > 0.5), partial(filters.distance, dtype="float32"), {"CuPy": far}, 1e-4)
    rows["distance, noise"] = (as_bytes(grain > 0.01), partial(filters.distance, dtype="float32"), {"CuPy": far}, 1e-4)
    return rows


def sorted_(side: int) -> dict:
    side = min(side, 4096)
    picture, line = noise(side, side), noise(side * side)
    few = RANDOM.integers(0, 1000, side * side).astype(np.int32)
    return {
        "sorted rows": (picture, lambda a=Array: np.sort(a, axis=1), {
            **alike(lambda xp, a: xp.sort(a, axis=1)), "torch": lambda xp, a: a.sort(1).values}, 0),
        "sorted columns": (picture, lambda a=Array: np.sort(a, axis=0), {
            **alike(lambda xp, a: xp.sort(a, axis=0)), "torch": lambda xp, a: a.sort(0).values}, 0),
        "all sorted": (line, lambda a=Array: np.sort(a), {
            **alike(lambda xp, a: xp.sort(a)), "torch": lambda xp, a: a.sort().values}, 0),
        "order of all": (line, lambda a=Array: np.argsort(a, kind="stable"), {
            **alike(lambda xp, a: xp.argsort(a)), "torch": lambda xp, a: a.argsort(stable=True)}, 0),
        "unique": (few, lambda a=Array: np.unique(a), {
            "CuPy": lambda xp, a: xp.unique(a), "torch": lambda xp, a: xp.unique(a)}, 0),
        "those that are light": (line, lambda a=Array: a[a > 0.9], {
            "CuPy": lambda xp, a: a[a > 0.9], "torch": lambda xp, a: a[a > 0.9]}, 0),
        "medians of rows": (picture, lambda a=Array: np.median(a, axis=1), alike(lambda xp, a: xp.median(a, axis=1)), 1e-6),
    }


def axes(side: int) -> dict:
    fewer, few = noise(min(side // 4, 2048), min(side // 4, 2048)), noise(min(side, 4096), 8)
    picture, kinds = noise(min(side, 4096), min(side, 4096)), RANDOM.integers(0, 8, side * side).astype(np.int32)
    volume = noise(256, 256, 256)

    def by_scipy(name: str, *more):
        def call(xp, a):
            from cupyx.scipy import ndimage
            return getattr(ndimage, name)(a, *more)
        return {"CuPy": call}

    return {
        "product": (fewer, lambda a=Array: a @ a, {**alike(lambda xp, a: a @ a), "torch": lambda xp, a: a @ a}, 1e-4),
        "product, 8 columns": ((picture, few), lambda a=Array, b=Array: a @ b, {
            **alike(lambda xp, a, b: a @ b), "torch": lambda xp, a, b: a @ b}, 1e-4),
        "sums of 8 groups": (kinds, lambda a=Array: np.bincount(a, minlength=8), {
            "CuPy": lambda xp, a: xp.bincount(a, minlength=8), "torch": lambda xp, a: xp.bincount(a, minlength=8)}, 0),
        "gaussian of a volume": (volume, partial(filters.volumes.gaussian, sigma=2), by_scipy("gaussian_filter", 2), 1e-4),
        "median of a volume": (volume, partial(filters.volumes.median, size=3), by_scipy("median_filter", 3), 1e-6),
        "erosion of a volume": (volume, partial(filters.volumes.erode, size=3), by_scipy("grey_erosion", 3), 1e-6),
    }


def programs(side: int) -> dict:
    """Functions of whole arrays, and loops of time steps, as NumPy's users write them."""
    a, b = noise(min(side, 4096), min(side, 4096)), noise(min(side, 4096), min(side, 4096))
    u, v, block = noise(1024, 1024), noise(1024, 1024) / 2, noise(256, 256, 256)

    def as_written(name: str, *more):
        """By CuPy as it stands; by JAX compiled."""
        room, jitted = sys.modules[arrays.__name__], []

        def by_cupy(xp, *given):
            kept, room.np = room.np, xp
            try:
                return getattr(room, name)(*given, *more)
            finally:
                room.np = kept

        def by_jax(xp, *given):
            if not jitted:
                import jax
                jitted.append(jax.jit(partial(by_cupy, xp)))
            return jitted[0](*given)

        return {"CuPy": by_cupy, "JAX": by_jax}

    return {
        "ten statements": ((a, b), lambda a=Array, b=Array: arrays.ten(a, b), as_written("ten"), 1e-4),
        "heat, 100 steps": (u, lambda u=Array: arrays.heat(u, 100), as_written("heat", 100), 1e-3),
        "Gray and Scott, 50 steps": ((u, v), lambda u=Array, v=Array: arrays.gray_scott(u, v, 50),
                                     as_written("gray_scott", 50), 1e-3),
        "stencil of order 8": (block, arrays.order8, as_written("order8"), 1e-4),
        "axpy": ((a, b), lambda x=Array, y=Array: 3 * x + y, {
            **alike(lambda xp, x, y: 3 * x + y), "torch": lambda xp, x, y: 3 * x + y}, 1e-6),
        "dot": ((a, b), lambda x=Array, y=Array: (x * y).sum(), {
            **alike(lambda xp, x, y: (x * y).sum()), "torch": lambda xp, x, y: (x * y).sum()}, 1e-5),
    }


ROOMS = (values, scans, spectra, settled, sorted_, axes, programs)


def uploaded(array: np.ndarray):
    """One that stays on the device."""
    return pygpu.upload(array, dimensions=array.ndim)


def turns(call: Callable) -> int:
    """How often it is called in one turn."""
    call()
    started = perf_counter()
    call()
    return max(1, min(50, round(SAMPLE / max(perf_counter() - started, 1e-6))))


def same(found, expected, how) -> bool:
    if how == "as many":
        return int(found.max()) == int(expected.max()) and bool(((found == 0) == (expected == 0)).all())
    both = [each if isinstance(each, tuple) else (each,) for each in (found, expected)]
    return all(differs(part(one), part(other)) <= how for one, other in zip(*both) for part in (np.real, np.imag))


def race(name: str, given, ours, others: dict, how, there: dict[str, Library], rounds: int) -> str:
    """A line of the table."""
    given = given if isinstance(given, tuple) else (given,)
    function = pygpu.compile(ours) if getattr(ours, "__defaults__", None) else ours
    here = [uploaded(each) for each in given]

    def by_pygpu():
        made = function(*here)
        for each in made if isinstance(made, tuple) else (made,):
            if hasattr(each, "wait"):
                each.wait()
        return made

    calls, results = {"PyGPU": by_pygpu}, {}
    made = by_pygpu()
    results["PyGPU"] = tuple(np.asarray(each) for each in made) if isinstance(made, tuple) else np.asarray(made)
    for who, text in others.items():
        library = there.get(who)
        if library is None:
            continue
        arguments = [library.there(each) for each in given]

        def call(library=library, text=text, arguments=arguments):
            made = text(library.space, *arguments)
            library.wait(made)
            return made

        try:
            made = call()
            results[who] = tuple(map(library.back, made)) if isinstance(made, (tuple, list)) else library.back(made)
            calls[who] = call
        except Exception as error:
            print(f"    {who}: {type(error).__name__}: {str(error)[:100]}")
    expected = next((results[who] for who in others if who in results), results["PyGPU"])
    agreed = same(results["PyGPU"], expected, how)
    times, often = {who: [] for who in calls}, {who: turns(call) for who, call in calls.items()}
    for _ in range(rounds):
        for who, call in calls.items():
            started = perf_counter()
            for _ in range(often[who]):
                call()
            times[who].append((perf_counter() - started) / often[who])
    found = {who: median(each) for who, each in times.items()}
    best = min((found[who] for who in found if who != "PyGPU"), default=float("nan"))
    return (f"{name:26}" + "   ".join(f"{who} {1e3 * seconds:8.3f}" for who, seconds in found.items())
            + f"   PyGPU / best {found['PyGPU'] / best:6.2f}" + ("" if agreed else "   DIFFERS"))


def main(names: list[str], side: int, rounds: int) -> int:
    there, failed = libraries(), 0
    for room in ROOMS:
        for name, row in room(side).items():
            if not names or any(name.startswith(each) for each in names):
                line = race(name, *row, there, rounds)
                failed += "DIFFERS" in line
                print(line, flush=True)
    return 1 if failed else 0
