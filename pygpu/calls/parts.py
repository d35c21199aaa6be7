"""Regions of one filter on pictures of one kind, which may lie anywhere. Hides which pixels those are made of, and that a
kernel knows no more than them.

An image is cut along an axis where its places move with the result (ir/moving.py): a part of it then begins where the part
of the result does, or at twice or half of that, and the same kernel gives the same pixels: at its own edges, inside the
picture, no pixel is kept, and at the picture's edges it ends where the picture does. Of what is read at places that a pixel
computes, the rectangle is given in which they lie. Parts begin where vectors and tiles of the whole picture begin too, and
where all levels of a pyramid do. A filter that uses its place, p.x, is another kernel in a part, but adds in the same order.
"""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from itertools import product
from math import lcm, prod
from threading import Lock
from typing import NamedTuple

import numpy as np

from ..errors import ArgumentError
from ..ir import INT, every_graph, every_op
from ..ir.graph import made_by
from ..ir.moving import FREE
from ..ir.needed import held, inside, needed
from ..opencl import Format
from ..runtime import DeviceImage, as_array, current, ingest_grid
from .engines import ARRAY, engine_for
from .options import PLAIN
from .raising import raise_first

STEP = 64    # pixels: a multiple of all vectors and tiles
KEPT = 16    # regions of which it is remembered what they are made of
AXES = "width", "height"
WIDE = "float64", "int64", "uint32", "uint64"  # elements of tables, as they stand


class Region(NamedTuple):
    """Columns, rows and, of volumes, planes: from the first one up to the one behind the last."""

    left: int
    top: int
    right: int
    bottom: int
    front: int = 0
    back: int | None = None

    @property
    def first(self) -> tuple[int, ...]:
        return (self.left, self.top) if self.back is None else (self.left, self.top, self.front)

    @property
    def last(self) -> tuple[int, ...]:
        return (self.right, self.bottom) if self.back is None else (self.right, self.bottom, self.back)

    @property
    def size(self) -> tuple[int, ...]:
        return tuple([high - low for low, high in zip(self.first, self.last)])

    @property
    def slices(self) -> tuple[slice, ...]:
        """This region of an array."""
        return tuple([slice(low, high) for low, high in zip(self.first, self.last)])[::-1]

    def within(self, other: Region) -> tuple[slice, ...]:
        """This region in an array that holds the other one."""
        return tuple([slice(low - begin, high - begin)
                      for low, high, begin in zip(self.first, self.last, other.first)])[::-1]


def mapped(first, last) -> Region:
    """The region from one place up to another."""
    return Region(*first[:2], *last[:2], *first[2:], *last[2:])


class Cut(NamedTuple):
    """What is computed for a region, and the parts of the images that it is computed from."""

    around: Region
    boxes: list[Region]


class Parts:
    """A filter on pictures that need not be in memory: anything with a shape and a type that gives parts of itself."""

    def __init__(self, filter, images, scalars, size=None, dtype=None, mode=None, options=PLAIN, origins=None, once=None):
        """With `once`, what several of them share is computed by the first."""
        self.filter, self.scalars, self.origins, self.options = filter, scalars, origins, options
        self.once = once or Once()
        self.images = [image if any(hasattr(image, name) for name in ("shape", "getbands")) else as_array(image)
                       for image in images]
        self.sizes = [size_of(image, spec.type.dimensions) for image, spec in zip(self.images, filter.arguments.images)]
        probes = self.taken([part_of(image, mapped((0,) * len(lengths), (1,) * len(lengths)))
                             for image, lengths in zip(self.images, self.sizes)], range(len(self.images)))
        self.size = filter.arguments.size_of(size, probes) if size is not None or not images else self.sizes[0]
        self.engine = filter._engine(probes, dtype, mode, options, True)
        self.regional = self.engine.regional
        must_count(self.regional.whole, self.sizes, filter.__name__)
        self.origin = probes[0].origin if probes else None
        self.cut = self.regional.cut
        self.given = self.engine.graph.images[:len(self.regional.images)]
        self.known: dict[Region, Cut] = {}
        self.grain = grain(self.engine, self.regional.rates)

    @property
    def types(self) -> list[np.dtype]:
        """What each result is made of when it is given out."""
        one = np.zeros((1,) * len(self.size), np.uint8)
        return [self.engine.emitted([one.astype(form.dtype)] * len(self.outputs), None, self.origin or ARRAY, {})[n].dtype
                for n, form in enumerate(self.outputs)]

    @property
    def outputs(self):
        """How each result is stored."""
        return self.engine.outputs[:self.engine.count]

    def shapes(self, size: tuple[int, ...] | None = None) -> list[tuple[int, ...]]:
        """The shape of each result, or of such a part of it."""
        axes = len(self.size)
        return [(*reversed(size or self.size), form.channels)[:axes + (form.channels > 1)] for form in self.outputs]

    def computed_with(self, region: Region) -> Region:
        """A region with all that is computed with it anyway, along the axes on which it cannot be cut."""
        axes = range(len(self.size))
        return mapped([region.first[axis] if axis in self.cut else 0 for axis in axes],
                      [region.last[axis] if axis in self.cut else self.size[axis] for axis in axes])

    @property
    def kept(self) -> float:
        """How many bytes of functions are kept for each pixel of a part."""
        size = tuple([min(length, 16 * STEP) for length in self.size])
        cut = self.cut_for(mapped((0,) * len(size), size))
        tables = [steady.size for steady in self.regional.tables]
        return self.engine.kept(cut.around.size, [*[box.size for box in cut.boxes], *tables]) / prod(size)

    @property
    def margin(self) -> int:
        """How many columns are computed beside those of a part in the middle."""
        middle, step = self.size[0] // 2, min(STEP, self.size[0])
        region = mapped((middle - middle % step, *[0] * len(self.size[1:])),
                        (min(self.size[0], middle - middle % step + step), *[min(STEP, each) for each in self.size[1:]]))
        return self.cut_for(region).around.size[0] - step if 0 in self.cut else 0

    def cut_for(self, region: Region) -> Cut:
        """What is computed for a region: with so much around it that it comes out as it does in the whole."""
        found = self.known.get(region)
        if found is None:
            if len(self.known) >= KEPT:
                self.known.clear()
            found = self.known[region] = self.found(region)
        return found

    def found(self, region: Region) -> Cut:
        images, sizes = self.regional.images, [self.sizes[number] for number, _ in self.regional.images]
        first, last = [*(0 for _ in self.size)], [*self.size]
        for axis in self.cut:  # whole blocks of pixels
            first[axis] = region.first[axis] // STEP * STEP
            last[axis] = min(last[axis], -(-region.last[axis] // STEP) * STEP)
        nowhere = dict.fromkeys(self.regional.told, 0)
        reached = needed(self.engine.graph, [(low, high - 1) for low, high in zip(first, last)],
                         dict(zip(self.given, sizes)), self.numbers([self.told(what, nowhere) for what in nowhere]))
        spans = [[inside(span, length, border) for span, length, border in
                  zip(reached.get(image, [(0, 0)] * len(size)), size, (*image.border, "clamp"))]
                 for image, size in zip(self.given, sizes)]
        edges = held(self.regional.whole, [(low, high - 1) for low, high in zip(first, last)],
                     dict(zip([image for image in self.regional.whole.images if image.data is None], self.sizes)),
                     {scalar.value: number for scalar, number in zip(self.regional.whole.scalars, self.all_scalars())},
                     self.regional.edges)
        for edge, place in edges.items():  # what is held at an image's end is so at a part's
            for (number, ways), span in zip(images, spans):
                if self.regional.whole.images[number] is edge.image and ways[edge.axis] == edge.rate:
                    length = self.sizes[number][edge.axis]
                    low, high = span[edge.axis]
                    span[edge.axis] = low, max(high, min(length, place[1] + 1 if place else length))
        for axis in self.cut:  # the result begins where all that moves with it begins
            rates = [(edge.rate, place[0] if place else 0) for edge, place in edges.items() if edge.axis == axis]
            rates += [(way[axis], span[axis][0]) for (_, way), span in zip(images, spans)
                     if axis < len(way) and isinstance(way[axis], Fraction)]
            begin = min([first[axis], *[low // rate for rate, low in rates]])
            step = lcm(STEP, self.regional.period[axis], self.grain[axis])
            first[axis] = max(0, begin // step * step)
        boxes = [mapped(*zip(*[self.box(axis, way[axis], first, span[axis], size[axis]) for axis in range(len(size))]))
                 for (_, way), span, size in zip(images, spans, sizes)]
        return Cut(mapped(first, last), boxes)

    def box(self, axis: int, way, first, span: tuple[int, int], length: int) -> tuple[int, int]:
        """Which part of an image is given, along one axis."""
        if axis in self.cut and isinstance(way, Fraction):
            return int(way * first[axis]), min(length, -(-span[1] // STEP) * STEP)
        return span if axis in self.cut and way is FREE else (0, length)

    def told(self, what, begins):
        """A number that the part is told, where it is known where it and its images begin; None: it is not known yet."""
        if what.what == "size":
            return self.sizes[what.image][what.axis]
        return self.once.of(self).values.get(what) if what.what == "value" else begins[what]

    def begins(self, cut: Cut) -> dict:
        """Where the part begins, and its images."""
        found = {}
        for what in self.regional.told:
            if what.what == "begin":
                found[what] = int(what.rate * cut.around.first[what.axis])
            elif what.what == "origin":
                found[what] = next(box.first[what.axis] for box, (number, ways) in zip(cut.boxes, self.regional.images)
                                   if number == what.image and ways == what.ways)
        return found

    def all_scalars(self) -> list:
        """The numbers of the call, and those of objects."""
        uniforms = self.engine.uniforms
        return [*self.scalars, *(self.filter.arguments.of_objects(uniforms) if uniforms else ())]

    def numbers(self, told) -> dict:
        """All numbers of the graph."""
        numbers = zip(self.engine.graph.scalars, [*self.all_scalars(), *told])
        return {scalar.value: number for scalar, number in numbers if number is not None}

    def pictures(self, region: Region) -> list:
        """The parts of the images that a region is made of."""
        numbers = [number for number, _ in self.regional.images]
        return self.taken([part_of(self.images[number], box) for number, box in zip(numbers, self.cut_for(region).boxes)],
                          numbers)

    def taken(self, parts, numbers) -> list:
        """Parts as kernels read them; where it is said what the pictures were, they count as that."""
        kinds = [self.filter.arguments.images[number] for number in numbers]
        pictures = self.filter.arguments.ingested_as(parts, kinds, self.options)
        if self.origins is None:
            return pictures
        return [replace(picture, origin=self.origins[number]) for picture, number in zip(pictures, numbers)]

    def arrays(self, region: Region, pictures=None) -> list[np.ndarray]:
        """The region of each result, as it is stored."""
        cut = self.cut_for(region)
        pictures, begins = pictures or self.pictures(region), self.begins(cut)
        told = [self.told(what, begins) for what in self.regional.told]
        pictures = [*pictures, *self.once.of(self).tables]
        results = self.engine.arrays(pictures, [*self.all_scalars(), *told], cut.around.size)
        parts = [result[region.within(cut.around)] for result in results]
        if self.engine.raises:
            raise_first(self.filter, self.images, self.scalars, parts.pop(), region.first)
        return parts

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


def grain(engine, rates) -> list[int]:
    """What parts have to begin at multiples of, along each axis, for all that is computed piece by piece (sums of windows
    down a tile) to be cut into the same pieces."""
    found = [1, 1, 1]
    for function, plan in engine.plans():
        for axis, (pixels, way) in enumerate(zip(plan.grain, rates.get(function, (Fraction(1),) * 3))):
            if isinstance(way, Fraction):
                found[axis] = lcm(found[axis], (Fraction(pixels) / way).numerator)
    return found


class Once:
    """What is the same for all parts, computed when it is first needed: values of whole pictures, and tables. Or it is
    `given`, by who computed it elsewhere; or `later`: where parts lie is asked before."""

    def __init__(self, given=None, later: bool = False):
        self.given, self.later = given, later
        self.values, self.tables, self.lock, self.known = {}, [], Lock(), False

    def of(self, parts: Parts) -> Once:
        with self.lock:
            if not self.known and not self.later:
                numbers, tables = self.given or found_once(parts)
                self.values = dict(zip([each for _, told in parts.regional.values for each in told], numbers))
                self.tables = [ingest_grid(table, 2, wide=WIDE) for table in tables]
                self.known = True
        return self


def found_once(parts: Parts) -> tuple[list, list[np.ndarray]]:
    """The values and the tables, from all of the pictures."""
    regional, numbers = parts.regional, []
    if not regional.values and not regional.tables:
        return [], []
    wholes = [part_of(image, mapped((0,) * len(size), size)) for image, size in zip(parts.images, parts.sizes)]
    pictures = parts.taken(wholes, range(len(wholes)))
    for steady, _ in regional.values:
        numbers += [result.reshape(-1)[0].item() for result in computed(parts, steady, pictures)]
    return numbers, [np.ascontiguousarray(computed(parts, steady, pictures)[0]) for steady in regional.tables]


def computed(parts: Parts, steady, pictures):
    """What a graph of the whole pictures gives."""
    kept = parts.engine.__dict__.setdefault("beside", {})
    if id(steady.graph) not in kept:
        formats = [Format(output.pixel.scalar.stored, 1) for output in steady.graph.outputs]
        asked = (None,) * len(formats)
        story, given = parts.engine.story.beside(steady.graph), [picture.format for picture in pictures]
        kept[id(steady.graph)] = engine_for(story, given, formats, current(), asked, asked)
    return kept[id(steady.graph)].arrays(pictures, parts.all_scalars(), steady.size)


def must_count(graph, sizes, name: str) -> None:
    """Refuse a filter that counts the pixels of a picture of more than 2**31, by len(im) or otherwise: an Int would wrap."""
    width, height, *_ = max(sizes, key=lambda size: size[0] * size[1], default=(0, 0))
    for op in (op for each in every_graph(graph) for op in every_op(each.body)) if width * height >= 1 << 31 else ():
        factors = op.operands if op.kind.name == "mul" and op.results[0].type is INT else ()
        if {kind for kind in ("width", "height") for factor in factors if made_by(factor, kind) is not None} == {*AXES}:
            raise ArgumentError(f"{name}() counts pixels, and a picture of {width} x {height} has more than an Int holds: "
                                f"write float(im.width) * im.height, or compile it with precision='double'")


def size_of(image, dimensions: int = 2) -> tuple[int, ...]:
    """How large an image is: (width, height), of a volume with its depth."""
    if isinstance(image, DeviceImage):
        return image.extent
    if hasattr(image, "getbands"):
        return image.size
    kind = {2: ("picture", "(height, width)"), 3: ("volume", "(depth, height, width)")}[dimensions]
    if len(image.shape) not in (dimensions, dimensions + 1):
        raise ArgumentError(f"an array of the shape {tuple(image.shape)} is not a {kind[0]}: that is {kind[1]} or "
                            f"{kind[1][:-1]}, channels)")
    return tuple(map(int, image.shape[dimensions - 1::-1]))


def part_of(image, region: Region):
    """A part of a picture, read from wherever it lies."""
    if hasattr(image, "getbands"):
        return image.crop(region[:4])
    part = image[region.slices]
    return part if isinstance(part, DeviceImage) else np.asarray(part)
