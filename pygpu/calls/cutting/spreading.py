"""Work for several devices at once: tiles of one picture, or the pictures of a stack.

Each device has a thread of its own, which takes the next piece when it has done the last: a fast one does more of them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Executor, ThreadPoolExecutor
from queue import SimpleQueue

from ...runtime import current, in_use, on

LARGE = 1 << 21  # pixels of a picture that is worth more than one device
PIECES = 4       # for each device, so that a fast one does not wait for a slow one


def workers(devices) -> Executor:
    """Does what it is given on whichever of the devices is free."""
    left: SimpleQueue = SimpleQueue()
    for device in devices:
        left.put(device)
    return ThreadPoolExecutor(len(devices), "pygpu-device", lambda: on(left.get()))


def spread(do: Callable, pieces: Iterable) -> Iterator:
    """What `do(piece)` gives for each piece, in their order."""
    devices = in_use()
    if len(devices) == 1:
        yield from map(do, pieces)
        return
    with workers(devices) as pool:
        doing = [pool.submit(do, piece) for piece in pieces]
        try:
            for each in doing:
                yield each.result()
        finally:
            for each in doing:
                each.cancel()


class OnEach:
    """Something that is made once for each device, by whoever first needs it there."""

    def __init__(self, make: Callable):
        self.make, self.kept = make, {}

    def __call__(self):
        device = current()
        if device not in self.kept:
            self.kept[device] = self.make()
        return self.kept[device]
