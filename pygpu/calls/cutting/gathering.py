"""What is the same for all parts of a result: values of whole pictures, and tables, found before the parts are computed.

A small picture is computed with at once. Of one that need not be in memory, bands are read one after the other, the next
while one is computed with; what they give is put together as that of a whole picture is, to the last bit.
"""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from itertools import zip_longest
from math import lcm, prod
from threading import Lock

import numpy as np

from ...errors import TooLarge
from ...ir.folds import nothing
from ...ir.needed import inside, needed
from ...ir.spans import Spans
from ...ir.tallies import UFUNCS
from ...opencl import Format
from ...passes.gathered import Gathered, Rest, rest_of
from ...passes.regional import regional
from ...runtime import current, ingest_grid
from ..engines.engine import engine_for, target_of
from .cuts import STEP, Cuts, Region, mapped, part_of

WIDE = "float64", "int64", "uint32", "uint64"  # elements of tables, as they stand
SMALL = 64 << 20  # bytes of pictures in memory that are computed with at once
BAND = 32 << 20   # bytes of a band
MORE = 4          # times as many are read for whole chunks
FEW = 1 << 22     # pixels that are read besides


class InOne(Exception):
    """What is asked for needs all of a picture at once."""


class Once:
    """What is the same for all parts, computed when it is first needed: values of whole pictures, and tables. Or it is
    `given`, by who computed it elsewhere; or `later`: where parts lie is asked before. `gathered` is what bands gave."""

    def __init__(self, given=None, later: bool = False, gathered: dict | None = None):
        self.given, self.later, self.gathered = given, later, {} if gathered is None else gathered
        self.values, self.tables, self.lock, self.known = {}, [], Lock(), False

    def of(self, parts: Cuts) -> Once:
        with self.lock:
            if not self.known and not self.later:
                numbers, tables = self.given or found_once(parts)
                self.values = dict(zip([each for _, told in parts.regional.values for each in told], numbers))
                self.tables = [ingest_grid(table, 2, wide=WIDE) for table in tables]
                self.known = True
        return self


def found_once(parts: Cuts) -> tuple[list, list[np.ndarray]]:
    """The values and the tables, from all of the pictures."""
    steadies, all_of_them = [*[steady for steady, _ in parts.regional.values], *parts.regional.tables], []
    is_far = current() is not None and not all(map(is_near, parts.images))
    if is_far:
        with suppress(InOne, TooLarge):  # what is known then, need not be asked for one by one
            gathered(parts, [each for steady in steadies for each in rest(parts, steady).gathered])

    def steadily(steady) -> list[np.ndarray]:
        if is_far:
            with suppress(InOne, TooLarge):  # a band may not tell how far a function is needed, where all of it does
                return in_bands(parts, steady)
        if not all_of_them:
            wholes = [part_of(image, mapped((0,) * len(size), size)) for image, size in zip(parts.images, parts.sizes)]
            all_of_them.extend(parts.taken(wholes, range(len(wholes))))
        return beside(parts, steady.graph, all_of_them).arrays(all_of_them, parts.all_scalars(), steady.size)

    numbers = [result.reshape(-1)[0].item() for steady, _ in parts.regional.values for result in steadily(steady)]
    return numbers, [np.ascontiguousarray(steadily(steady)[0]) for steady in parts.regional.tables]


def is_near(image) -> bool:
    """Whether all of it is taken at once: small pictures, those of PIL, and what lies on a device."""
    if not hasattr(image, "dtype") or hasattr(image, "on_device"):
        return True
    return prod(image.shape) * np.dtype(image.dtype).itemsize <= SMALL


def beside(parts: Cuts, graph, pictures):
    """What computes another graph than that of a region, kept with what computes that."""
    kept = parts.engine.__dict__.setdefault("beside", {})
    if id(graph) not in kept:
        kept[id(graph)] = another(parts, graph, [picture.format for picture in pictures])
    return kept[id(graph)]


def another(parts: Cuts, graph, formats):
    from ...schedule.programs.programs import Unbounded
    results = [Format(output.pixel.scalar.stored, 1) for output in graph.outputs]
    asked = (None,) * len(results)
    try:
        return engine_for(parts.engine.story.beside(graph, parts.engine.regional), formats, results, current(), asked, asked)
    except Unbounded:
        raise InOne from None


def rest(parts: Cuts, steady) -> Rest:
    """What is left of a graph when all that bands give is known."""
    kept = parts.engine.__dict__.setdefault("rests", {})
    if id(steady.graph) not in kept:
        from ...schedule.folds.levels import by_levels  # planning: imported where a value of the whole is asked for
        from ...schedule.programs.bands import counted
        images = [image for image in steady.graph.images if image.data is None]
        stored = dict(zip(images, formats_of(parts, range(len(images)))))
        levelled = by_levels(steady.graph, stored, target_of(current()), parts.engine.regional.whole)
        kept[id(steady.graph)] = rest_of(counted(levelled))
    if kept[id(steady.graph)] is None:
        raise InOne
    return kept[id(steady.graph)]


def in_bands(parts: Cuts, steady) -> list[np.ndarray]:
    """The same, from pictures that are read band by band."""
    left = rest(parts, steady)
    found = gathered(parts, left.gathered)
    images = left.graph.images[:len(left.read)]
    sizes = {image: parts.sizes[number] for image, number in zip(images, left.read)}

    def told(begins) -> list:
        known = {"size": lambda which, axis: parts.sizes[which][axis], "from": lambda which, axis: begins[which].first[axis],
                 "gathered": lambda which, axis: found[which][axis].reshape(-1)[0].item()}
        return [known[each.what](each.which, each.axis) for each in left.told]

    nowhere = [mapped((0,) * len(size), size) for size in sizes.values()]
    numbers = dict(zip([scalar.value for scalar in left.graph.scalars], [*parts.all_scalars(), *told(nowhere)]))
    reached = needed(left.graph, [(0, length - 1) for length in steady.size], sizes, numbers)
    boxes = [mapped(*zip(*[inside(span, length, border) for span, length, border in
                           zip(reached.get(image, [(0, 0)] * len(size)), size, (*image.border, "clamp"))]))
             for image, size in sizes.items()]
    if any(prod(box.size) > FEW for box in boxes):
        raise InOne
    pictures = parts.taken([part_of(parts.images[number], box) for number, box in zip(left.read, boxes)], left.read)
    pictures += grids([found[which][channel] for which, channel in left.tables])
    return beside(parts, left.graph, pictures).arrays(pictures, [*parts.all_scalars(), *told(boxes)], steady.size)


def gathered(parts: Cuts, wanted: list[Gathered]) -> list[list[np.ndarray]]:
    """What folds give, each of their results, or the tables of tallies: in one go over the pictures, but for those that ask
    for what others give."""
    known, places = parts.once.gathered, [place_of(parts, what) for what in wanted]
    keys = [(id(what.value.body), what.how, what.length, place) for what, place in zip(wanted, places)]
    bands = {key: Band(parts, what, place) for key, what, place in zip(keys, wanted, places) if key not in known}
    first = [key for key, band in bands.items() if not band.regional.values and not band.regional.tables]
    known.update(zip(first, of_all([bands[key] for key in first])))
    for key, band in bands.items():
        if key not in known:
            known[key], = of_all([band])
    return [known[key] for key in keys]


def place_of(parts: Cuts, what: Gathered) -> tuple[int, ...]:
    """Left, top, columns and rows of the rectangle."""
    spans = Spans(what.around, None, dict(zip([image for image in what.value.images if image.data is None], parts.sizes)),
                  {scalar.value: number for scalar, number in zip(what.value.scalars, parts.all_scalars())})
    bounds = [spans.of(each) for each in what.place]
    left, top, columns, rows = [int(low) for low, _ in bounds]
    if any(low != high for low, high in bounds) or min(left, top) < 0 or columns < 1 or rows < 2:
        raise InOne
    return left, top, columns, rows


def of_all(bands: list[Band]) -> list[list[np.ndarray]]:
    """What all bands of several give together: of each the next one is read while one is computed with."""
    steps = [*zip_longest(*[band.regions() for band in bands])]
    for band in bands:
        band.once.of(band)

    def read(step) -> list:
        known: dict = {}  # what several of them read
        return [region and band.pictures(region, known) for band, region in zip(bands, step)]

    with ThreadPoolExecutor(1, "pygpu-read") as reader:
        coming = [reader.submit(read, step) for step in steps[:1]]
        for step, following in zip_longest(steps, steps[1:]):
            pictures = coming.pop().result()
            coming += [reader.submit(read, following)] if following else []
            for band, region, given in zip(bands, step, pictures):
                if region is not None:
                    band.go_on(region, given)
    return [band.results() for band in bands]


class Band(Cuts):
    """Bands of what a fold or a tally is made of."""

    def __init__(self, parts: Cuts, what: Gathered, place: tuple[int, ...]):
        kept = parts.engine.__dict__.setdefault("bands", {})
        if what not in kept:
            kept[what] = made(parts, what)
        self.what, self.place = what, place
        region, engine, self.together, self.so_far = kept[what]
        left, top, columns, rows = place
        super().__init__(parts.filter, parts.images, parts.scalars, parts.options, parts.origins,
                         Once(gathered=parts.once.gathered), region, engine, (left + columns, top + rows))
        if 1 not in self.cut:
            raise InOne

    def go_on(self, region: Region, pictures: list) -> None:
        """One band more."""
        cut = self.cut_for(region)
        begins = self.begins(cut)
        told = [self.told(what, begins) for what in self.regional.told]
        numbers = [*self.all_scalars(), *told, *self.place, region.top, region.bottom, *cut.around.first[:2]]
        pictures = [*pictures, *self.once.tables]
        if self.together is not None:
            self.so_far = self.engine.arrays([*pictures, *grids(self.so_far)], numbers, self.so_far[0].shape[::-1])
        else:
            tables = self.engine.arrays(pictures, numbers, (self.what.length, 1))
            self.so_far = [UFUNCS[kind](*both) for kind, *both in zip(self.what.how, self.so_far, tables)]

    def results(self) -> list[np.ndarray]:
        """What is made of all bands."""
        return self.so_far if self.together is None else self.together.arrays(grids(self.so_far), (), (1, 1))

    def regions(self) -> list[Region]:
        """Rows of about as many bytes as a band should have, in whole chunks of what is read where those are small."""
        left, top, columns, rows = self.place
        bytes_of_all = sum([prod(image.shape) * np.dtype(image.dtype).itemsize for image in self.images])
        unit = lcm(STEP, self.regional.period[1], self.grain[1])
        chunks = [image.chunks[0] for image in self.images if isinstance(getattr(image, "chunks", None), tuple)]
        whole = lcm(unit, *chunks)
        wanted = max(1, BAND * self.size[1] // max(1, bytes_of_all))
        step = max(1, wanted // whole) * whole if whole < MORE * wanted else max(1, wanted // unit) * unit
        return [Region(left, max(top, begin), left + columns, min(top + rows, begin + step))
                for begin in range(top // step * step, top + rows, step)]


def made(parts: Cuts, what: Gathered) -> tuple:
    """How bands of something are computed: their part of it, what goes on with a band, what is made of all, and what there
    is before the first."""
    from ...schedule.programs.bands import parts_of_fold, tables_of_tally
    region = regional(what.value)
    tables = [Format(steady.graph.outputs[0].pixel.scalar.stored, 1) for steady in region.tables]
    formats = [*formats_of(parts, [number for number, _ in region.images]), *tables]
    if what.length is not None:
        graph = tables_of_tally(region.graph, what.how, what.length)
        start = [np.full((1, what.length), nothing(kind, output.values[0].type), output.pixel.scalar.stored)
                 for kind, output in zip(what.how, graph.outputs)]
        return region, another(parts, graph, formats), None, start
    found = parts_of_fold(region.graph, what.how, len(formats), target_of(current()))
    start = [np.full(found.size[::-1], number, output.pixel.scalar.stored)
             for number, output in zip(found.start, found.going_on.outputs)]
    before = [Format(output.pixel.scalar.stored, 1) for output in found.going_on.outputs]
    return (region, another(parts, found.going_on, [*formats, *before]), another(parts, found.together, before), start)


def formats_of(parts: Cuts, numbers) -> list[Format]:
    """How some of the pictures are stored."""
    corner = parts.taken([part_of(parts.images[n], mapped((0,) * len(parts.sizes[n]), (1,) * len(parts.sizes[n])))
                          for n in numbers], numbers)
    return [picture.format for picture in corner]


def grids(arrays) -> list:
    return [ingest_grid(array, 2, wide=WIDE) for array in arrays]
