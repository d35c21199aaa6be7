"""Which parts of pictures a region of a result is made of. Hides that a kernel knows no more than them.

An image is cut along an axis where its places move with the result (ir/moving.py): a part of it then begins where the part
of the result does, or at twice or half of that, and the same kernel gives the same pixels: at its own edges, inside the
picture, no pixel is kept, and at the picture's edges it ends where the picture does. Of what is read at places that a pixel
computes, the rectangle is given in which they lie. Parts begin where vectors and tiles of the whole picture begin too, and
where all levels of a pyramid do.
"""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from math import lcm
from typing import NamedTuple

import numpy as np

from ...errors import ArgumentError
from ...ir.moving import FREE
from ...ir.needed import followed, held, inside
from ...runtime import DeviceImage

STEP = 64    # pixels: a multiple of all vectors and tiles
BEYOND = 16  # columns that vectors may be longer than what is needed of them, where each second pixel is read or each twice
BEFORE = -(1 << 24)  # less than any place of a function that is cut: from there on they are counted until it is known
KEPT = 16    # regions of which it is remembered what they are made of


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
    apart: list[int]  # from where on functions are asked that have places of their own


class Cuts:
    """A graph on pictures that need not be in memory: its `regional` (passes/regional.py), the pictures and their sizes, the
    numbers of the call, and the `engine` that computes a region."""

    def __init__(self, filter, images, scalars, options, origins, once, regional, engine, size):
        self.filter, self.images, self.scalars, self.options, self.origins = filter, images, scalars, options, origins
        self.once, self.regional, self.engine, self.size = once, regional, engine, size
        self.sizes = [size_of(image, spec.type.dimensions) for image, spec in zip(images, filter.arguments.images)]
        self.graph, self.cut = regional.graph, regional.cut
        self.given = self.graph.images[:len(regional.images)]
        self.known: dict[Region, Cut] = {}
        self.grain = grain(engine, regional.rates)
        self.inside = [axis for axis, each in enumerate(regional.inside) if each]

    def computed_with(self, region: Region) -> Region:
        """A region with all that is computed with it anyway, along the axes on which it cannot be cut."""
        axes = range(len(self.size))
        return mapped([region.first[axis] if axis in self.cut else 0 for axis in axes],
                      [region.last[axis] if axis in self.cut else self.size[axis] for axis in axes])

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
        nowhere = {what: BEFORE if what.what == "apart" else 0 for what in self.regional.told}
        reached = followed(self.graph, [(low, high - 1) for low, high in zip(first, last)],
                           dict(zip(self.given, sizes)), self.numbers([self.told(what, nowhere) for what in nowhere]))
        spans = [[inside(span, length, border) for span, length, border in
                  zip(reached.get(image, [(0, 0)] * len(size)), size, (*image.border, "clamp"))]
                 for image, size in zip(self.given, sizes)]
        apart = [self.apart(axis, reached, images, spans) for axis in range(len(self.size))]
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
        begins = [*zip(first, apart)]
        boxes = [mapped(*zip(*[self.box(axis, way[axis], begins, span[axis], size[axis]) for axis in range(len(size))]))
                 for (_, way), span, size in zip(images, spans, sizes)]
        return Cut(mapped(first, last), boxes, apart)

    def apart(self, axis: int, reached, images, spans) -> int:
        """From where on functions are asked that have places of their own."""
        begins = [(reached[function][axis] or (0, 0))[0] + BEFORE for function, axes in self.regional.apart.items()
                  if axis in axes and function in reached]
        if not begins:
            return 0
        if axis in self.inside:
            begins = [max(0, begin) for begin in begins]
            begins += [span[axis][0] for (_, ways), span in zip(images, spans) if axis < len(ways) and ways[axis] is FREE]
        return min(begins) // STEP * STEP

    def box(self, axis: int, way, begins, span: tuple[int, int], length: int) -> tuple[int, int]:
        """Which part of an image is given, along one axis."""
        if axis in self.cut and isinstance(way, Fraction):
            end = span[1] + BEYOND * (axis == 0 and way != 1)
            return int(way * begins[axis][0]), min(length, -(-end // STEP) * STEP)
        if way is FREE and axis in self.cut and axis in self.inside:
            return begins[axis][1], span[1]
        return span if way is FREE and (axis in self.cut or axis >= len(self.size)) else (0, length)

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
            elif what.what == "apart":
                found[what] = cut.apart[what.axis]
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
        numbers = zip(self.graph.scalars, [*self.all_scalars(), *told])
        return {scalar.value: number for scalar, number in numbers if number is not None}

    def pictures(self, region: Region, known: dict | None = None) -> list:
        """The parts of the images that a region is made of; `known` are those that were read already."""
        numbers, known = [number for number, _ in self.regional.images], {} if known is None else known
        for place in zip(numbers, boxes := self.cut_for(region).boxes):
            if place not in known:
                known[place] = part_of(self.images[place[0]], place[1])
        return self.taken([known[place] for place in zip(numbers, boxes)], numbers)

    def taken(self, parts, numbers) -> list:
        """Parts as kernels read them; where it is said what the pictures were, they count as that."""
        kinds = [self.filter.arguments.images[number] for number in numbers]
        pictures = self.filter.arguments.ingested_as(parts, kinds, self.options)
        if self.origins is None:
            return pictures
        return [replace(picture, origin=self.origins[number]) for picture, number in zip(pictures, numbers)]


def grain(engine, rates) -> list[int]:
    """What parts have to begin at multiples of, along each axis, for all that is computed piece by piece (sums of windows
    down a tile) to be cut into the same pieces."""
    found = [1, 1, 1]
    for function, plan in engine.plans():
        for axis, (pixels, way) in enumerate(zip(plan.grain, rates.get(function, (Fraction(1),) * 3))):
            if isinstance(way, Fraction):
                found[axis] = lcm(found[axis], (Fraction(pixels) / way).numerator)
    return found


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
