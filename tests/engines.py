"""The engines every filter test runs on, and the comparison with the oracle.

    evaluator        the graph, run by NumPy: the living definition of every operation
    one per device   every OpenCL driver of this machine: Intel's runtime, PoCL, oclgrind, and any GPU

A test asks for the fixture `engine`, and then runs once on each; `check` compares what the compiled filter computes
there with plain Python, pixel by pixel.
"""

from __future__ import annotations

import os
from dataclasses import dataclass
from functools import cache

import numpy as np

import pygpu
from tests.oracle import run as plain_python

# float32 has 24 bits (6e-8); a filter of some dozen operations, summed in another order, stays within this.
FLOAT32 = 1e-5


@dataclass(frozen=True)
class Engine:
    name: str
    device: object  # what pygpu.use takes

    @property
    def is_checker(self) -> bool:
        """Oclgrind checks every access, and is some hundred times slower."""
        return self.name == "oclgrind"

    def __str__(self) -> str:
        return self.name


@cache
def engines() -> tuple[Engine, ...]:
    found = [Engine("evaluator", "none")]
    for device in all_devices():
        name = device.platform.split("(")[0].lower().replace("portable computing language", "pocl")
        name = name.replace("oclgrind simulator", "oclgrind").strip().replace(" ", "-")
        if any(engine.name == name for engine in found):
            name += f"-{len(found)}"
        found.append(Engine(name, device))
    return tuple(found)


def all_devices() -> list:
    """Every device, oclgrind too: it shows itself only to those who name it before the drivers are first asked for."""
    before = os.environ.get("PYGPU_DEVICE")
    os.environ["PYGPU_DEVICE"] = "oclgrind"
    try:
        return pygpu.devices()
    finally:
        if before is None:
            del os.environ["PYGPU_DEVICE"]
        else:
            os.environ["PYGPU_DEVICE"] = before


def check(function, *images, known=None, scalars=None, size=None, tolerance=FLOAT32, undefined=False, **call):
    """Compile `function` and run it on the current engine; every pixel must be what plain Python computes there.

    `tolerance` is relative for numbers above one, absolute below; an unsigned result may be off by its rounding too.
    With `undefined`, pixels where Python raises (1 / 0, math.sqrt(-1)) are not compared: a device has no exceptions.
    Returns the result, for more checks.
    """
    filter = pygpu.compile(function, **(known or {}))
    result = filter(*images, **(scalars or {}), **({"size": size} if size else {}), **call)
    expected = plain_python(function, *images, known=known, scalars=scalars, size=size)
    assert_close(result, expected, tolerance, undefined)
    return result


def assert_close(result, expected, tolerance=FLOAT32, undefined=False):
    if isinstance(expected, tuple):
        assert isinstance(result, tuple) and len(result) == len(expected)
        for one, other in zip(result, expected):
            assert_close(one, other, tolerance, undefined)
        return
    result, expected = np.asarray(result), np.asarray(expected, np.float64)
    assert result.shape == expected.shape, f"shape {result.shape}, expected {expected.shape}"
    if result.dtype.kind == "u":
        white = np.iinfo(result.dtype).max
        result, expected, tolerance = result / white, expected.clip(0, 1), tolerance + 0.5 / white
    result = result.astype(np.float64)
    with np.errstate(invalid="ignore"):
        near = np.abs(result - expected) <= tolerance * np.maximum(1, np.abs(expected))
    same = near | (result == expected) | (np.isnan(expected) & (undefined | np.isnan(result)))
    if not same.all():
        where = tuple(int(i) for i in np.argwhere(~same)[0])
        raise AssertionError(f"{np.count_nonzero(~same)} of {same.size} values differ by more than {tolerance:.2g}; "
                             f"first at {where}: {float(result[where])!r}, expected {float(expected[where])!r}")
