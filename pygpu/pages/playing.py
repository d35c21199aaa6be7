"""A filter and a picture that are played with: values in, a small picture out. Hides compiling and where pixels are.

The picture is uploaded once, each result stays on the device, is made as small as it will be shown there, and only that
comes back. A known value that was not there before is compiled in the background: the last picture stays meanwhile.
"""

from __future__ import annotations

import threading
from time import perf_counter

import numpy as np

from ..language import Image, Position
from ..look.shown import encoded, shown
from ..runtime import DeviceImage, current, upload
from ..runtime.pixels import ingest


class Playing:
    def __init__(self, filter, compile, pictures, controls, size=None, largest: int = 720):
        self.filter, self.compile, self.controls, self.size, self.largest = filter, compile, controls, size, largest
        self.pictures = [upload(each) if current() is not None else each for each in pictures]
        self.original = pictures[0] if pictures else None
        self.shrinks = {}  # how much smaller → the filter that makes pictures so
        self.made = {}  # known values → the filter compiled for them, or what was refused
        self.lock = threading.Lock()
        self.seconds = 0.0

    def before(self) -> bytes:
        """The picture itself, as small as results are shown."""
        return b"" if self.original is None else self.png(self.pictures[0])

    def divided(self, values: dict) -> tuple[dict, dict]:
        """Known values, which a filter is compiled for, and the arguments of a call."""
        named = {each.name: (each, each.meaning(values[each.name])) for each in self.controls}
        return ({name: value for name, (each, value) in named.items() if each.known},
                {name: value for name, (each, value) in named.items() if not each.known})

    def is_ready(self, values: dict) -> bool:
        return key_of(self.divided(values)[0]) in self.made

    def compiled(self, values: dict):
        """The filter for the known ones of these values; compiled and run once, so that the next run is quick."""
        known, typed = self.divided(values)
        key = key_of(known)
        if key not in self.made:
            try:
                filter = self.compile(self.filter, **known) if known else self.filter
                self.call(filter, typed)
                self.made[key] = filter
            except Exception as error:  # the filter's own code, too: a sigma of 0
                self.made[key] = error
        found = self.made[key]
        if isinstance(found, Exception):
            raise found
        return found

    def frame(self, values: dict) -> bytes:
        """The result as a PNG of at most `largest` pixels a side."""
        with self.lock:
            filter = self.compiled(values)
            started = perf_counter()
            result = self.call(filter, self.divided(values)[1])
            self.seconds = perf_counter() - started
            return self.png(result)

    def call(self, filter, typed: dict):
        result = filter(*self.pictures, **typed, **({"size": self.size} if self.size else {}))
        result = result[0] if isinstance(result, tuple) else result
        if isinstance(result, DeviceImage):
            result.wait()
        return result

    def png(self, picture) -> bytes:
        return encoded(shown(self.small(picture))[0], self.largest)

    def small(self, picture) -> np.ndarray:
        """A picture as an array of about the size that is shown; made so on the device where it is there."""
        stored = picture if isinstance(picture, DeviceImage) else ingest(picture)
        step = -(-max(stored.width, stored.height) // self.largest)
        if step == 1 or stored is not picture:
            return (np.asarray(picture) if stored is picture else stored.array)[::step, ::step]
        if step not in self.shrinks:  # what a filter of a position says in a line
            half = step // 2
            self.shrinks[step] = self.compile(lambda im=Image, p=Position: im(step * p.x + half, step * p.y + half))
        return np.asarray(self.shrinks[step](picture, size=(stored.width // step, stored.height // step)))


def key_of(known: dict) -> tuple:
    return tuple((name, value if isinstance(value, (int, float, str, bool, tuple)) else id(value))
                 for name, value in known.items())
