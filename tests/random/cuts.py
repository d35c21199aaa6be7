"""Every ready filter, cut at random: a part of its result is bit for bit what the whole has there, wherever it lies and
however small the pictures are.

    python -m tests.random.cuts --seconds 3600      one filter of the catalogue after the other, again and again
    python -m tests.random.cuts --seed 1234
    PYGPU_READY=rotate,dither python -m tests.random.cuts --seconds 600

A seed takes the next filter with its arguments in the catalogue, pictures of 1 to 70 pixels a side, or larger, gray or
colour, of bytes or floats, one engine and one border. The result is made in regions, in tiles, and in dask's chunks.
"""

from __future__ import annotations

import os
import sys
import warnings
from functools import cache
from pathlib import Path
from random import Random
from runpy import run_path

import numpy as np

import pygpu
from pygpu import filters
from pygpu.filters import volumes
from pygpu.filters.ready import Ready
from tests.engines import Engine, engines
from tests.fuzzing import fuzz

from .pictures import BORDERS, as_tuple

ROOT = Path(__file__).resolve().parent.parent.parent
REGIONS = 5
ONLY = [name for name in os.environ.get("PYGPU_READY", "").split(",") if name]


VOLUMES = {  # what filters of volumes need besides one, of such a shape
    "crop": lambda c, shape: (0, 0, c.randint(1, 9), c.randint(1, 9), 0, c.randint(1, 9)),
    "resize": lambda c, shape: (c.randint(1, 50), c.randint(1, 20), c.randint(1, 20)),
    "warp": lambda c, shape: (np.random.default_rng(c.randrange(99)).normal(size=(*shape, 3)).astype(np.float32),),
}


class Recorded(Exception):
    """What a call of the catalogue gives to its filter."""


@cache
def catalogue() -> dict[str, str]:
    """The calls of all filters that have a position and so can be cut."""
    made = run_path(str(ROOT / "docs" / "make_filters.py"))
    calls = {name: call for section in made["SECTIONS"].values() for name, call in section.items()}
    calls |= {f"volumes.{name}": name for name, each in vars(volumes).items() if type(each) is Ready}
    return {name: call for name, call in calls.items()
            if type(ready(name)) is Ready and ready(name).place is not None and (not ONLY or name in ONLY)}


def ready(name: str) -> Ready:
    return getattr(volumes, name[8:]) if name.startswith("volumes.") else getattr(filters, name)


@cache
def inputs() -> dict:
    return run_path(str(ROOT / "docs" / "make_filters.py"))["inputs"]()


@cache
def arguments(name: str) -> tuple[tuple, dict]:
    if name.startswith("volumes."):
        return (), {}

    def record(*args, **kwargs):
        raise Recorded(args, kwargs)

    try:
        eval(catalogue()[name], {**inputs(), name: record})
    except Recorded as call:
        return call.args
    raise AssertionError(f"the catalogue's call of {name} does not call it")


class Case:
    """A filter with known values, pictures and numbers, and where it runs."""

    def __init__(self, seed: int):
        chance, names = Random(seed), list(catalogue())
        self.chance, self.name = chance, names[seed % len(names)]
        self.ready = ready(self.name)
        drivers = [engine for engine in engines() if not engine.is_checker]
        self.engine: Engine = chance.choice([drivers[0], *drivers[1:] * 3])
        self.dtype = chance.choice(("uint8", "float32", "float32"))
        self.asked = chance.choice((None, None, "float32"))
        self.gray = chance.random() < 0.4
        self.size = tuple(chance.randint(1, 70) if chance.random() < 0.5 else chance.randint(60, 230) for _ in range(2))
        args, kwargs = arguments(self.name)
        args = [self.taken(each, number) for number, each in enumerate(args)]
        kwargs = {name: self.taken(each, name) for name, each in kwargs.items()}
        if self.name.startswith("volumes."):
            args = [np.random.default_rng(seed).random([chance.randint(1, 40) for _ in range(3)], np.float32)]
            args += VOLUMES.get(self.name[8:], lambda c, shape: ())(chance, args[0].shape)
        if self.ready.image and chance.random() < 0.4:
            kwargs["border"] = chance.choice(BORDERS)
        if not self.ready.image:
            kwargs["size"] = self.size
        known, typed, self.options = self.ready.sorted_out(tuple(args), kwargs)
        self.known, self.typed = known, typed
        if self.asked and self.ready.image:
            self.options["dtype"] = self.asked

    def taken(self, value, which):
        """A picture of the catalogue, or noise in its place, of the case's size and kind."""
        if not isinstance(value, np.ndarray) or value.shape[:2] != (160, 240):
            return value
        width, height = self.size
        if self.chance.random() < 0.4 and 0 <= value.min() and value.max() <= 1:
            value = np.random.default_rng(width).random((height, width, *value.shape[2:]), np.float32)
        else:
            value = np.pad(value, [(0, max(0, height - 160)), (0, 0), (0, 0)][:value.ndim], "reflect")
            left, top = self.chance.randint(0, 240 - width), self.chance.randint(0, value.shape[0] - height)
            value = value[top:top + height, left:left + width]
        if which == 0 and self.gray and value.ndim == 3 and value.shape[2] == 3:
            value = value[..., 1]
        if which == 0 and self.dtype == "uint8" and value.dtype == np.float32:
            value = (value * 255).round().astype(np.uint8)
        return np.ascontiguousarray(value)

    def __str__(self) -> str:
        given = [f"{name}={array(value) if isinstance(value, np.ndarray) else value!r}"
                 for name, value in {**self.known, **self.typed, **self.options}.items()]
        return f"{self.name}({', '.join(given)}) on {self.engine}"


def array(value: np.ndarray) -> str:
    return f"<{value.dtype} {value.shape}>"


def check(seed: int) -> int:
    """How many parts are what the whole has there."""
    case = Case(seed)
    pygpu.use(case.engine.device)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return compared(case)
    except Exception as error:
        error.add_note(str(case))
        raise
    finally:
        pygpu.use(None)


def compared(case: Case) -> int:
    filter, given = case.ready.compiled(**case.known), {**case.typed, **case.options}
    whole = tuple(map(np.asarray, as_tuple(filter(**given))))
    axes = len(filter.graph.coordinates)
    extent = whole[0].shape[:axes][::-1]
    for number in range(REGIONS):
        cuts = [cut(length, case.chance, number) for length in extent]
        region = (*[low for low, _ in cuts[:2]], *[high for _, high in cuts[:2]], *(cuts[2] if axes > 2 else ()))
        for part, all_of_it in zip(as_tuple(filter.compute(region, **given)), whole):
            equal(np.asarray(part), all_of_it[tuple(slice(*each) for each in cuts[::-1])], f"region {region}")
    if case.ready.image is None:
        return REGIONS
    tile = [case.chance.choice((1, 7, 17, 40, 64, 100)) for _ in range(axes)]
    tile = [max(side, length // 4) for side, length in zip(tile, extent)]
    rest = {name: value for name, value in given.items() if name not in ("size",)}
    for part, all_of_it in zip(as_tuple(filter.map(**rest, size=case.options.get("size"), tile=tuple(tile))), whole):
        equal(np.asarray(part), all_of_it, f"tiles of {tile}")
    return REGIONS + 1


def cut(length: int, chance: Random, number: int) -> tuple[int, int]:
    """From one place to another: often one pixel, often an edge."""
    low, high = sorted(chance.sample(range(length + 1), 2))
    if chance.random() < 0.3:
        high = low + 1
    return (low, length) if chance.random() < 0.2 else (0, high) if chance.random() < 0.2 else (low, high)


def equal(part: np.ndarray, whole: np.ndarray, what: str) -> None:
    assert part.dtype == whole.dtype and part.shape == whole.shape, (what, part.dtype, part.shape, whole.dtype, whole.shape)
    bits = (part == whole) | ((part != part) & (whole != whole))
    if not bits.all():
        at = tuple(map(int, np.argwhere(~bits)[0]))
        raise AssertionError(f"{np.count_nonzero(~bits)} of {bits.size} differ in {what}, first at {at} of it: "
                             f"{part[at]!r}, the whole has {whole[at]!r}")


if __name__ == "__main__":
    sys.exit(fuzz(__doc__, check, "calls", "parts", lambda seed: str(Case(seed)), pygpu.CompileError))
