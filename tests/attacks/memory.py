"""Memory over many calls, and many filters that are made and dropped: neither may grow with their number."""

import gc
import time

import numpy as np

import pygpu
from pygpu import Float, Image, Position

ROOM = 24 << 20  # bytes that may come and go


def resident() -> int:
    with open("/proc/self/statm") as file:
        return int(file.read().split()[1]) * 4096


def attack(calls: int, filters: int) -> str:
    picture, started = np.ones((64, 64), np.float32), time.perf_counter()
    filter = pygpu.compile(lambda im=Image, k=Float, p=Position: im(p) * k)
    grown_by_calls = grown(lambda n: filter(picture, float(n)), calls)

    def made_and_dropped(n: int) -> None:
        made = pygpu.compile(lambda k, im=Image, p=Position: im(p) * k, k=n % 50)
        assert made(picture)[0, 0] == n % 50

    grown_by_filters = grown(made_and_dropped, filters)
    assert max(grown_by_calls, grown_by_filters) < ROOM, (grown_by_calls, grown_by_filters)
    return (f"memory: {calls} calls {grown_by_calls / 2**20:+.1f} MiB, {filters} filters made and dropped "
            f"{grown_by_filters / 2**20:+.1f} MiB, {time.perf_counter() - started:.0f} s")


def grown(work, times: int) -> int:
    """Bytes by which the process has grown between the first third of the work and its end."""
    first = times // 3
    for n in range(first):
        work(n)
    gc.collect()
    before = resident()
    for n in range(first, times):
        work(n)
    gc.collect()
    return resident() - before
