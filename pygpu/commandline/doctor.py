"""`python -m pygpu doctor`: what is installed, what the run time says of drivers and devices, and a filter tried on
each device against NumPy's result. Never raises: its patient may be in any state."""

from __future__ import annotations

import platform
import warnings
from importlib import metadata
from time import perf_counter

import numpy as np

import pygpu

from ..runtime import doctor, figures
from ..version import __version__

LIBRARIES = ("numpy", "pyopencl", "Pillow", "platformdirs")


def diagnose() -> int:
    """Tell all; 0 where a device works, 1 where filters would run on NumPy."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # what they say is said here in full
        print(f"PyGPU {__version__}, {platform.python_implementation()} {platform.python_version()}, "
              f"{platform.system()} {platform.machine()}")
        print("  " + ", ".join(f"{name} {version_of(name)}" for name in LIBRARIES))
        report = doctor()
        print(report)
        print("a filter, compared with NumPy")
        sound = [tell(f"{check.device.name}, {check.device.platform}", check.device)
                 for check in report.checks if check.works]
        tell("without a device", "none")
        print("how fast")
        for check in report.checks:
            if check.works and not check.device.checker:
                print(f"  {check.device.name}, {check.device.platform}: {speed(check.device)}")
    return 0 if report.chosen and all(sound) else 1


def version_of(library: str) -> str:
    try:
        return metadata.version(library)
    except metadata.PackageNotFoundError:
        return "missing"


def speed(device) -> str:
    try:
        return str(figures.measured(device, fresh=True))
    except Exception as error:  # a doctor reports; it doesn't fall ill
        return f"FAILS: {type(error).__name__}: {error}"


def tell(name: str, device) -> bool:
    """Print one line on how a filter fares on a device; whether it fares well."""
    try:
        sound, text = self_test(device)
    except Exception as error:  # a doctor reports; it doesn't fall ill
        sound, text = False, f"FAILS: {type(error).__name__}: {error}"
    print(f"  {name}: {text}")
    return sound


def slope(im=pygpu.Image, p=pygpu.Position):
    """The filter tried: it reads on both sides of a pixel, across the border too."""
    return (im(p + (1, 0)) - im(p - (1, 0)))**2 + (im(p + (0, 1)) - im(p - (0, 1)))**2


def self_test(device) -> tuple[bool, str]:
    picture = np.random.default_rng(1).random((97, 131), np.float32)
    padded = np.pad(picture, 1, mode="edge")
    expected = (padded[1:-1, 2:] - padded[1:-1, :-2])**2 + (padded[2:, 1:-1] - padded[:-2, 1:-1])**2
    try:
        pygpu.use(device)
        filter = pygpu.compile(slope)
        first, result = timed(filter, picture)
        again, _ = timed(filter, picture)
    finally:
        pygpu.use(None)
    error = float(np.abs(result - expected).max())
    verdict = "right" if error < 1e-5 else f"WRONG by {error:.2g}"
    return error < 1e-5, f"{verdict}; first call {1e3 * first:.1f} ms, the next {1e3 * again:.2f} ms"


def timed(filter, picture) -> tuple[float, np.ndarray]:
    start = perf_counter()
    result = filter(picture)
    return perf_counter() - start, result
