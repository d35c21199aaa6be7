"""Regions of one filter on pictures of one kind, which may lie anywhere.

Which pixels those are made of, cuts.py finds. A filter that uses its place, p.x, is another kernel in a part, but adds in
the same order. What is the same for all regions is gathered before (gathering.py).
"""

from __future__ import annotations

from itertools import product
from math import prod

import numpy as np

from ...errors import ArgumentError
from ...ir import INT, SIDES, every_graph, every_op
from ...ir.graph import made_by
from ...runtime import as_array
from ..engines.engine import ARRAY
from ..options import PLAIN
from ..raising import raise_first
from .cuts import STEP, Cut, Cuts, Region, mapped, part_of, size_of
from .gathering import Once


class Parts(Cuts):
    """A filter on pictures that need not be in memory: anything with a shape and a type that gives parts of itself."""

    def __init__(self, filter, images, scalars, size=None, dtype=None, mode=None, options=PLAIN, origins=None, once=None):
        """With `once`, what several of them share is computed by the first."""
        self.filter, self.origins, self.options = filter, origins, options
        images = [image if any(hasattr(image, name) for name in ("shape", "getbands")) else as_array(image)
                  for image in images]
        sizes = [size_of(image, spec.type.dimensions) for image, spec in zip(images, filter.arguments.images)]
        probes = self.taken([part_of(image, mapped((0,) * len(lengths), (1,) * len(lengths)))
                             for image, lengths in zip(images, sizes)], range(len(images)))
        size = filter.arguments.size_of(size, probes) if size is not None or not images else sizes[0]
        engine = filter._engine(probes, dtype, mode, options, True)
        must_count(engine.regional.whole, sizes, filter.__name__)
        super().__init__(filter, images, scalars, options, origins, once or Once(), engine.regional, engine, size)
        self.origin = probes[0].origin if probes else None

    @property
    def types(self) -> list[np.dtype]:
        """What each result is made of when it is given out; of a PIL image arrays are."""
        origin = self.origin or ARRAY
        if origin.kind == "picture":
            return [np.dtype(form.dtype) for form in self.outputs]
        one = np.zeros((1,) * len(self.size), np.uint8)
        return [self.engine.emitted([one.astype(form.dtype)] * len(self.outputs), None, origin, {})[n].dtype
                for n, form in enumerate(self.outputs)]

    @property
    def outputs(self):
        """How each result is stored."""
        return self.engine.outputs[:self.engine.count]

    def shapes(self, size: tuple[int, ...] | None = None) -> list[tuple[int, ...]]:
        """The shape of each result, or of such a part of it."""
        axes = len(self.size)
        return [(*reversed(size or self.size), form.channels)[:axes + (form.channels > 1)] for form in self.outputs]

    def emitted_shapes(self, size: tuple[int, ...] | None = None) -> list[tuple[int, ...]]:
        """The same as they are given out, where an axis of one channel is kept."""
        kept = len(self.size) == (self.origin or ARRAY).one_channel_axis
        return [(*shape, 1) if kept and len(shape) == len(self.size) else shape for shape in self.shapes(size)]

    @property
    def kept(self) -> float:
        """How many bytes of functions are kept for each pixel of a part."""
        size = tuple([min(length, 16 * STEP) for length in self.size])
        cut = self.cut_for(mapped((0,) * len(size), size))
        tables = [steady.size for steady in self.regional.tables]
        sizes = [*[box.size for box in cut.boxes], *tables]
        return self.engine.kept(cut.around.size, sizes, self.numbers_for(cut)) / prod(size)

    @property
    def margin(self) -> int:
        """How many columns are computed beside those of a part in the middle."""
        middle, step = self.size[0] // 2, min(STEP, self.size[0])
        region = mapped((middle - middle % step, *[0] * len(self.size[1:])),
                        (min(self.size[0], middle - middle % step + step), *[min(STEP, each) for each in self.size[1:]]))
        return self.cut_for(region).around.size[0] - step if 0 in self.cut else 0

    def arrays(self, region: Region, pictures=None) -> list[np.ndarray]:
        """The region of each result, as it is stored."""
        cut = self.cut_for(region)
        pictures = [*(pictures or self.pictures(region)), *self.once.of(self).tables]
        results = self.engine.arrays(pictures, self.numbers_for(cut), cut.around.size)
        parts = [result[region.within(cut.around)] for result in results]
        if self.engine.raises:
            raise_first(self.filter, self.images, self.scalars, self.engine, parts.pop(), region.first)
        return parts

    def numbers_for(self, cut: Cut) -> list:
        """All that the kernels of a part are told."""
        begins = self.begins(cut)
        return [*self.all_scalars(), *[self.told(what, begins) for what in self.regional.told]]

    def emitted(self, arrays) -> tuple:
        """Results of the kind of picture that came in."""
        arrays = [np.ascontiguousarray(array) for array in arrays]
        return self.engine.emitted(arrays, None, self.origin or ARRAY, {})

    def tiles(self, tile: tuple[int, ...]):
        """Regions that make up the whole, row by row."""
        begins = [range(0, length, step) for length, step in zip(self.size, tile)]
        for first in product(*reversed(begins)):
            low = first[::-1]
            yield mapped(low, [min(length, at + step) for length, at, step in zip(self.size, low, tile)])


def must_count(graph, sizes, name: str) -> None:
    """Refuse a filter that counts the pixels of a picture of more than 2**31, by len(im) or otherwise: an Int would wrap."""
    largest = max(sizes, key=prod, default=())
    for op in (op for each in every_graph(graph) for op in every_op(each.body)) if prod(largest) >= 1 << 31 else ():
        if op.kind.name == "mul" and op.results[0].type is INT and lengths_in(op.result) == {*SIDES[:len(largest)]}:
            kind, name_of = ("picture", "im") if len(largest) == 2 else ("volume", "v")
            count = " * ".join([f"{name_of}.{axis}" for axis in SIDES[1:len(largest)]])
            raise ArgumentError(f"{name}() counts pixels, and a {kind} of {' x '.join(map(str, largest))} has more than an "
                                f"Int holds: write float({name_of}.width) * {count}, or compile it with precision='double'")


def lengths_in(value) -> set[str]:
    """Which lengths of images a product has as factors."""
    product = made_by(value, "mul")
    if product is not None:
        return set().union(*map(lengths_in, product))
    return {kind for kind in SIDES if made_by(value, kind) is not None}
