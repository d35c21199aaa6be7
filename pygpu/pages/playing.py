"""A filter and a picture that are played with: values in, a small picture out. Hides compiling and where pixels are.

The picture is uploaded once, each result stays on the device, is made as small as it will be shown there, and only that
comes back. A known value that was not there before is compiled in the background: the last picture stays meanwhile.

    a picture        itself            a row of numbers     a curve, what came in behind it
    a volume         one plane of it   a value              its text, above the picture that it is of
"""

from __future__ import annotations

import threading
from dataclasses import dataclass
from functools import cached_property
from time import perf_counter

import numpy as np

from ..calls.values import short_text
from ..language import Image, Position
from ..look import Planes, drawn, plot
from ..look.shown import sent, shown
from ..runtime import DeviceImage
from ..runtime.pixels import ingest
from .controls import PLANE, Control
from .plain import uploaded


@dataclass
class Frame:
    """A PNG, the same of what came in where it may be another now, and the text of a value."""

    png: bytes
    before: bytes = b""
    told: str = ""


class Playing:
    def __init__(self, filter, compile, pictures, controls, size=None, largest: int = 720):
        self.filter, self.compile, self.size, self.largest = filter, compile, size, largest
        self.pictures = uploaded(filter, pictures, {})[0]
        self.original = pictures[0] if pictures else None
        self.dimensions = dimensions_of(filter, self.original)
        self.controls = [*controls, *self.planes()]
        self.shrinks = {}  # how much smaller → the filter that makes pictures so
        self.made = {}  # known values → the filter compiled for them, or what was refused
        self.last = None, None  # of a volume: the values, and the planes of its result
        self.lock = threading.Lock()
        self.seconds = 0.0

    def planes(self) -> list[Control]:
        """A slider that says which plane of a volume is shown."""
        if self.dimensions != 3 or self.filter.is_value:
            return []
        self.original = Planes(np.asarray(self.original))
        depth = self.original.depth
        return [Control(PLANE, "slider", depth // 2, low=0, high=depth - 1, step=1)]

    def divided(self, values: dict) -> tuple[dict, dict]:
        """Known values, which a filter is compiled for, and the arguments of a call."""
        named = {each.name: (each, each.meaning(values[each.name])) for each in self.controls if each.name != PLANE}
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

    def frame(self, values: dict) -> Frame:
        """The result as a PNG of at most `largest` pixels a side."""
        with self.lock:
            if self.dimensions == 3 and not self.filter.is_value:
                return self.plane(values)
            result = self.run(values)
            if self.filter.is_value:
                return self.value(result)
            if self.dimensions == 1:
                return Frame(sent(plot(np.asarray(result), self.behind(result)), self.largest))
            return Frame(self.png(result), self.before)

    def plane(self, values: dict) -> Frame:
        """One plane of a volume; the others are kept until another value changes."""
        key = [value for name, value in values.items() if name != PLANE]
        if self.last[0] != key:
            self.last = key, Planes(np.asarray(self.run(values)))
        at = int(values[PLANE])
        return Frame(sent(self.last[1][min(at, self.last[1].depth - 1)], self.largest),
                     sent(self.original[at], self.largest))

    def value(self, result) -> Frame:
        """A value as text; a table as bars; a number with the picture that it is of."""
        table = np.asarray(result) if isinstance(result, (list, np.ndarray)) else np.zeros(0)
        if not 0 < table.ndim < 4 or table.size < 5:
            return Frame(self.before, told=short_text(result))
        if table.ndim == 1:
            return Frame(sent(plot(table, self.behind(table)), self.largest))
        is_other = table.ndim == 2 and table.shape == np.shape(self.original)  # what came in, after something was done
        return Frame(sent(drawn(table, table.ndim)[0], self.largest), self.before if is_other else b"")

    @cached_property
    def before(self) -> bytes:
        """What came in, as small as results are shown."""
        if self.original is None:
            return b""
        if self.dimensions == 2:
            return self.png(self.pictures[0])
        return sent(drawn(np.asarray(self.original), self.dimensions)[0], self.largest)

    def behind(self, result):
        """The numbers that came in, where they are as many as the result's."""
        there = self.original is not None and np.shape(self.original) == np.shape(result) and np.ndim(result) == 1
        return np.asarray(self.original) if there else None

    def run(self, values: dict):
        """The result, timed."""
        filter = self.compiled(values)
        started = perf_counter()
        result = self.call(filter, self.divided(values)[1])
        self.seconds = perf_counter() - started
        return result

    def call(self, filter, typed: dict):
        result = filter(*self.pictures, **typed, **({"size": self.size} if self.size else {}))
        if filter.is_value:
            return np.asarray(result) if isinstance(result, DeviceImage) else result
        result = result[0] if isinstance(result, tuple) else result
        if isinstance(result, DeviceImage):
            result.wait()
        return result

    def png(self, picture) -> bytes:
        return sent(shown(self.small(picture))[0], self.largest)

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


def dimensions_of(filter, first) -> int:
    """Of what is shown: those of the first picture."""
    if not filter.arguments.images:
        return 2
    said = filter.arguments.images[0].type.dimensions
    return np.ndim(first) if said is None else said


def key_of(known: dict) -> tuple:
    return tuple((name, value if isinstance(value, (int, float, str, bool, tuple)) else id(value))
                 for name, value in known.items())
