"""How much memory dask takes for a filter that reads its neighbours, beside `map_blocks`, which reads none.

    python -m tests.speed.chunks                          8192 x 8192 float32 in chunks of 1024, Zarr to Zarr, gaussian(2)
    python -m tests.speed.chunks --size 4096 --chunk 512

Each way in a process of its own, by two threads: by how much its memory grows at most, and seconds of the processor.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path

import numpy as np

WAYS = {"map_blocks": lambda soft, array: array.map_blocks(soft, dtype=np.float32),
        "map_overlap": lambda soft, array: array.map_overlap(soft, depth=8, boundary="nearest", dtype=np.float32),
        "pygpu": lambda soft, array: soft(array)}


def main(words: list[str] | None = None) -> dict[str, float]:
    made = argparse.ArgumentParser(prog="python -m tests.speed.chunks", description=__doc__.split("\n")[0])
    made.add_argument("ways", metavar="WAY", nargs="*", help=f"(default: {' '.join(WAYS)})")
    made.add_argument("--size", type=int, default=8192)
    made.add_argument("--chunk", type=int, default=1024)
    made.add_argument("--way", choices=WAYS, help=argparse.SUPPRESS)
    made.add_argument("--folder", type=Path, help=argparse.SUPPRESS)
    options = made.parse_args(words)
    if options.way:
        print(*one(options.way, options.folder, options.size, options.chunk))
        return {}
    found = {}
    with tempfile.TemporaryDirectory() as folder:
        source = array_in(Path(folder) / "in.zarr", options.size, options.chunk)
        for row in range(0, options.size, options.chunk):
            source[row:row + options.chunk] = np.random.default_rng(row).random((options.chunk, options.size), np.float32)
        for way in options.ways or WAYS:
            command = [sys.executable, "-m", "tests.speed.chunks", "--way", way, "--folder", folder,
                       "--size", str(options.size), "--chunk", str(options.chunk)]
            done = subprocess.run(command, capture_output=True, text=True, check=True)
            found[way], seconds = map(float, done.stdout.split()[-2:])
            print(f"{way:12} {found[way]:6.0f} MB {seconds:6.1f} s of the processor")
    return found


def one(way: str, folder: Path, size: int, chunk: int) -> tuple[float, float]:
    """Megabytes and seconds."""
    import dask
    import dask.array as da

    import pygpu
    from pygpu import filters

    soft = pygpu.compile(filters.gaussian, sigma=2)
    dask.config.set(scheduler="threads", num_workers=2)
    small = da.from_array(np.zeros((300, 300), np.float32), chunks=100)
    da.store(WAYS[way](soft, small), array_in(folder / f"small {way}.zarr", 300, 100), lock=False)  # kernels, codecs
    result, out = WAYS[way](soft, da.from_zarr(str(folder / "in.zarr"))), array_in(folder / f"{way}.zarr", size, chunk)
    start, most, done = in_memory(), [0], threading.Event()

    def watch() -> None:
        while not done.wait(0.002):
            most[0] = max(most[0], in_memory())

    watcher = threading.Thread(target=watch)
    watcher.start()
    began = time.process_time()
    da.store(result, out, lock=False)
    seconds = time.process_time() - began
    done.set()
    watcher.join()
    return (most[0] - start) / 1e6, seconds


def array_in(path: Path, size: int, chunk: int):
    import zarr

    return zarr.create_array(str(path), shape=(size, size), chunks=(chunk, chunk), dtype="float32")


def in_memory() -> int:
    """Bytes of this process that are in memory."""
    return int(Path("/proc/self/statm").read_text().split()[1]) * 4096


if __name__ == "__main__":
    main()
