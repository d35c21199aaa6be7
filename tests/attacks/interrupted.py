"""filter.map, killed with -9 at any moment and called again, until it comes to its end: the result is that of one call.

What is read and written are .npy, .zarr and .tif files, in tiles of which several share a chunk.
"""

import os
import random
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import numpy as np

WORK = """
import sys, pygpu
from pygpu import filters
soft = pygpu.compile(filters.gaussian, sigma=2)
source, out, width, height = sys.argv[1:]
soft(__import__("numpy").zeros((8, 8), "uint8"))
print("begun", flush=True)
soft.map(source, out=out, tile=(int(width), int(height)), progress=lambda *_: __import__("time").sleep(0.003))
"""
KINDS = "npy", "zarr", "tif"
SHAPE = 700, 900


def attack(rounds: int = 12, seed: int = 1) -> str:
    """Every kind of file in turns; the figures."""
    started, kills = time.perf_counter(), 0
    for number in range(rounds):
        with tempfile.TemporaryDirectory(prefix="pygpu-attack-") as folder:
            kills += killed(Path(folder), KINDS[number % 3], KINDS[number // 3 % 3], 8, seed + number)
    return f"interrupted: {rounds} maps right that were killed {kills} times, {time.perf_counter() - started:.0f} s"


def killed(folder: Path, source: str, out: str, kills: int, seed: int) -> int:
    """One map that is killed so many times at most; how often it was."""
    import pygpu
    from pygpu import filters

    chance = random.Random(seed)
    picture = np.random.default_rng(seed).integers(0, 255, SHAPE, np.uint8)
    names = str(folder / f"in.{source}"), str(folder / f"out.{out}")
    write(names[0], picture)
    tile = chance.randint(40, 120), chance.randint(40, 120)
    count, begun = 0, []
    while True:
        here = subprocess.Popen([sys.executable, "-c", WORK, *names, *map(str, tile)], stdout=subprocess.PIPE)
        assert here.stdout.readline() == b"begun\n"
        started = time.perf_counter()
        if count < kills:
            try:
                here.wait(chance.random() * (0.6 * max(begun, default=1.0)))
            except subprocess.TimeoutExpired:
                os.kill(here.pid, signal.SIGKILL)
        status = here.wait()
        here.stdout.close()
        if status == 0:
            break
        assert status == -signal.SIGKILL, status
        count += 1
        begun.append(time.perf_counter() - started)
    assert not os.path.exists(names[1] + ".progress")
    np.testing.assert_array_equal(read(names[1]), pygpu.compile(filters.gaussian, sigma=2)(picture))
    return count


def write(name: str, picture: np.ndarray) -> None:
    if name.endswith(".npy"):
        np.save(name, picture)
    elif name.endswith(".zarr"):
        import zarr

        zarr.create_array(name, shape=picture.shape, chunks=(96, 128), dtype=picture.dtype)[:] = picture
    else:
        import tifffile

        tifffile.imwrite(name, picture, tile=(64, 64), compression="zlib")


def read(name: str) -> np.ndarray:
    if name.endswith(".npy"):
        return np.load(name)
    if name.endswith(".zarr"):
        import zarr

        return zarr.open_array(name)[:]
    import tifffile

    return tifffile.imread(name)
