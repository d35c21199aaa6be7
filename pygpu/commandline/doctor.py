"""`python -m pygpu doctor`: which OpenCL drivers there are, what was passed over and why, whether each device computes
right, and what to install. Never raises: its patient may be in any state."""

from __future__ import annotations

import platform
import sys
import time
import warnings
from importlib import metadata

import numpy as np

import pygpu

from ..runtime import cache, devices, drivers, probing
from ..version import __version__

LIBRARIES = ("numpy", "pyopencl", "Pillow", "platformdirs")


def diagnose(out=sys.stdout) -> int:
    """Tell all; 0 where at least one device works, 1 where filters would run on NumPy."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # what they say is said here in full
        for section in (about_installation, about_drivers, about_devices, about_choice):
            section(out)
        return 0 if chosen_device() else 1


def about_installation(out) -> None:
    print(f"PyGPU {__version__} on {platform.python_implementation()} {platform.python_version()}, "
          f"{platform.system()} {platform.machine()}", file=out)
    print("  " + ", ".join(f"{name} {version_of(name)}" for name in LIBRARIES), file=out)
    print(f"  cache: {cache.folder('kernels') or 'off'}", file=out)


def version_of(library: str) -> str:
    try:
        return metadata.version(library)
    except metadata.PackageNotFoundError:
        return "missing"


def about_drivers(out) -> None:
    opened = drivers.opened()
    print("\nDrivers", file=out)
    for driver in opened.drivers:
        print(f"  {driver.library}  ({driver.origin})", file=out)
    if not opened.drivers:
        print("  none found by PyGPU; the OpenCL loader was asked as the environment says", file=out)
    if opened.trouble:
        print(f"  trouble: {opened.trouble}", file=out)


def about_devices(out) -> None:
    print("\nDevices", file=out)
    found = devices.devices()
    for number, device in enumerate(found):
        print(f"  {number}  {device.kind}  {device.name}, {device.memory / 2**30:.1f} GiB\n"
              f"     {device.platform}, {device.version}\n"
              f"     {health(device)}", file=out)
    if not found:
        print("  none", file=out)


def health(device) -> str:
    """One line: the trial kernel, then a real filter whose result is compared with NumPy's."""
    trial = probing.trial(device, fresh=True)
    if not trial.works:
        return f"PASSED OVER: its driver fails at a trial kernel ({trial.why})"
    try:
        return self_test(device)
    except Exception as error:  # a doctor reports; it doesn't fall ill
        return f"FAILS at a filter: {probing.first_line(error)}"


def slope(im=pygpu.Image, p=pygpu.Position):
    """The self-test: reads on both sides of a pixel, the border included."""
    return (im(p + (1, 0)) - im(p - (1, 0)))**2 + (im(p + (0, 1)) - im(p - (0, 1)))**2


def self_test(device) -> str:
    picture = np.random.default_rng(1).random((97, 131), np.float32)
    padded = np.pad(picture, 1, mode="edge")
    expected = (padded[1:-1, 2:] - padded[1:-1, :-2])**2 + (padded[2:, 1:-1] - padded[:-2, 1:-1])**2
    try:
        pygpu.use(device)
        filter = pygpu.compile(slope)
        start = time.perf_counter()
        result = filter(picture)
        first = time.perf_counter() - start
        start = time.perf_counter()
        filter(picture)
        again = time.perf_counter() - start
    finally:
        pygpu.use(None)
    error = float(np.abs(result - expected).max())
    verdict = "works" if error < 1e-5 else f"WRONG by {error:.2g}"
    return f"{verdict}: a filter's first call {1e3 * first:.1f} ms, the next {1e3 * again:.2f} ms"


def chosen_device():
    try:
        return devices.current()
    except pygpu.PyGPUError:
        return None


def about_choice(out) -> None:
    device = chosen_device()
    print(file=out)
    if device is not None:
        print(f"Filters run on {device.name} ({device.platform}). Another: PYGPU_DEVICE=gpu, cpu, a number, or a part "
              "of a name.", file=out)
    else:
        print(f"Filters run on NumPy, slowly. To install a driver: {devices.INSTALL}", file=out)
    if not any(found.kind == "gpu" for found in devices.devices()):
        print("No GPU is seen; its OpenCL driver comes with the maker's graphics driver.", file=out)
