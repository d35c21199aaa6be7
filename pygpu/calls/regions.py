"""A part of a result from parts of the pictures. Hides which pixels those are, and that a kernel knows no more than them.

    needs        which pixels of each image a region is made of
    compute      a region, bit for bit as it is in the whole result
    Parts        what computes regions of one filter on pictures of one kind: the pictures may lie anywhere

A region is (left, top, right, bottom), or a pair of slices, rows first. An image is cut along an axis where all its reads
are at known distances from the pixel, and its border is made of what lies just inside the edge; else that axis is computed
whole. A part of the picture with some room around it gives the same pixels: at its own edges, inside the picture, no pixel
is kept, and at the picture's edges it ends where the picture does. Parts begin where vectors and tiles of the whole
picture begin too. A filter that uses its place, p.x, is another kernel in a part, but adds in the same order.
"""

from __future__ import annotations

from dataclasses import replace
from time import perf_counter
from typing import NamedTuple

import numpy as np

from ..borders import BORDERS
from ..errors import ArgumentError, TooLarge
from ..ir import INT, every_graph, every_op
from ..ir.graph import made_by
from ..runtime import DeviceImage, as_array, in_use, ingest
from ..schedule.footprint import calls_beside, extents
from .engines import ARRAY, far_reaching
from .options import PLAIN
from .raising import raise_first
from .spreading import LARGE, PIECES, OnEach, spread

STEP = 64    # pixels: a multiple of all vectors and tiles
EDGE = 8192  # pixels of a tile, to begin with
AXES = "width", "height"


class Region(NamedTuple):
    left: int
    top: int
    right: int
    bottom: int

    @property
    def size(self) -> tuple[int, int]:
        return self.right - self.left, self.bottom - self.top

    def within(self, other: Region) -> tuple[slice, slice]:
        """This region in an array that holds the other one."""
        return (slice(self.top - other.top, self.bottom - other.top), slice(self.left - other.left, self.right - other.left))


class Reach(NamedTuple):
    """How far reads of an image go from the pixel along one axis; `cut` says whether a part of it is enough. A border
    folds them back inside: to the edge, or as far from it as they went beyond, less `fold`."""

    before: int
    after: int
    cut: bool
    fold: int | None = None


def region_of(region, size: tuple[int, int] | None) -> Region:
    """What a user calls a region, checked against the size of the whole."""
    width, height = size or (None, None)
    try:
        if len(region) == 2:
            rows, columns = region
            if not all(isinstance(part, slice) and part.step in (None, 1) for part in region):
                raise TypeError
            left, right = (columns.start or 0), columns.stop if columns.stop is not None else width
            top, bottom = (rows.start or 0), rows.stop if rows.stop is not None else height
            region = left, top, right, bottom
        left, top, right, bottom = [int(number) for number in region]
    except (TypeError, ValueError):
        raise ArgumentError(f"a region is (left, top, right, bottom), or two slices, rows first, not {region!r}") from None
    if left >= right or top >= bottom:
        raise ArgumentError(f"the region {left, top, right, bottom} is empty")
    if size is not None and (left < 0 or top < 0 or right > width or bottom > height):
        raise ArgumentError(f"the region {left, top, right, bottom} does not lie in a result of {width} x {height} pixels")
    return Region(left, top, right, bottom)


def reaches(graph) -> list[tuple[Reach, Reach]]:
    """Along x and along y, for each image that is given."""
    found = extents(graph)
    result = []
    for image in graph.images:
        if image.data is None:
            (left, top, right, bottom), known = found.get(image, ((0, 0, 0, 0), (True, True)))
            cut = [sure and not far_reaching(border) for sure, border in zip(known, image.border)]
            across, down = [BORDERS[border].fold if sure else None for border, sure in zip(image.border, cut)]
            result.append((Reach(left, right, cut[0], across), Reach(top, bottom, cut[1], down)))
    return result


def needs(filter, region, size=None) -> dict:
    """{parameter: region} of the images; None for both ends of an axis along which any pixel may be read.

    With the pictures' `size` it lies inside them, and holds what a border folds back to; without, it may go beyond.
    """
    filter.arguments.need_position("computed in regions")
    filter.arguments.of_pictures("needs")
    region = region_of(region, size)
    found = {}
    for parameter, axes in zip(filter.arguments.images, reaches(filter.graph)):
        low, high = [], []
        for reach, first, end, length in zip(axes, region[:2], region[2:], size or (None, None)):
            start, stop = span(first, end, reach, length) if reach.cut else (None, None)
            low.append(start)
            high.append(stop)
        found[parameter.name] = (*low, *high)
    return found


def span(first: int, end: int, reach: Reach, length: int | None) -> tuple[int, int]:
    """Where reads from first to end begin and end; inside a picture of that length, with what its border folds back."""
    start, stop = first - reach.before, end + reach.after
    if length is None:
        return start, stop
    if reach.fold is not None and (-start >= length or stop - length >= length):
        return 0, length
    low, high = min(max(start, 0), length - 1), max(min(stop, length), 1)
    if reach.fold is not None and start < 0:
        high = max(high, min(length, 1 - start - reach.fold))
    if reach.fold is not None and stop > length:
        low = min(low, max(0, 2 * length - stop - 1 + reach.fold))
    return low, high


def compute(filter, region, args, kwargs, size=None, dtype=None, mode=None):
    """A region of what the filter gives."""
    filter.arguments.need_position("computed in regions")
    filter.arguments.of_pictures("compute")
    options = filter.options.and_those_of(kwargs, filter.names).of_single("computed in regions")
    images, scalars = filter.arguments.bind(args, kwargs)
    parts = Parts(filter, images, scalars, size, dtype, mode, options)
    results = parts.emitted(parts.arrays(region_of(region, parts.size)))
    return results[0] if filter.single else results


class Parts:
    """A filter on pictures that need not be in memory: anything with a shape and a type that gives parts of itself."""

    def __init__(self, filter, images, scalars, size=None, dtype=None, mode=None, options=PLAIN, origins=None):
        self.filter, self.scalars, self.origins, self.options = filter, scalars, origins, options
        self.images = [image if any(hasattr(image, name) for name in ("shape", "getbands")) else as_array(image)
                       for image in images]
        self.sizes = [size_of(image) for image in self.images]
        probes = self.taken([part_of(image, Region(0, 0, 1, 1)) for image in self.images])
        self.size = filter.arguments.size_of(size, probes) if size is not None or not images else self.sizes[0]
        self.plain = filter._engine(probes, dtype, mode, options)
        # Where one image is read from afar, or has its edges elsewhere than the result, all of that axis is computed: a
        # kernel that reads by other arithmetic would be another one, and its last bits too.
        self.reaches = list(zip(*reaches(self.plain.graph))) or [(), ()]
        beside = calls_beside(self.plain.graph)
        self.cut = tuple([beside[axis] and all(reach.cut for reach in along)
                          and all(its[axis] == self.size[axis] for its in self.sizes)
                          for axis, along in enumerate(self.reaches)])
        must_count(self.plain.graph, self.sizes, filter.__name__)
        self.engine = filter._engine(probes, dtype, mode, options, self.cut)
        self.origin = probes[0].origin if probes else None
        self.told = [scalar.name for scalar in self.engine.graph.scalars[len(self.plain.graph.scalars):]]

    @property
    def types(self) -> list[np.dtype]:
        """What each result is made of when it is given out."""
        one = np.zeros((1, 1), np.uint8)
        return [self.engine.emitted([one.astype(form.dtype)] * len(self.outputs), None, self.origin or ARRAY, {})[n].dtype
                for n, form in enumerate(self.outputs)]

    @property
    def outputs(self):
        """How each result is stored."""
        return self.engine.outputs[:self.engine.count]

    def around(self, region: Region) -> Region:
        """What is computed for a region: with so much around it that it comes out as it does in the whole."""
        low, high = [], []
        for axis, (first, end, length) in enumerate(zip(region[:2], region[2:], self.size)):
            spans = [(first, end), *(span(first, end, reach, length) for reach in self.reaches[axis])]
            begin, stop = min(start for start, _ in spans), max(finish for _, finish in spans)
            low.append(max(0, (begin // STEP - 1) * STEP) if self.cut[axis] else 0)
            high.append(min(length, (-(-stop // STEP) + 1) * STEP) if self.cut[axis] else length)
        return Region(*low, *high)

    def boxes(self, around: Region) -> list[Region]:
        """Which part of each image is read for it."""
        across, down = self.cut
        return [Region(around.left if across else 0, around.top if down else 0,
                       around.right if across else width, around.bottom if down else height)
                for width, height in self.sizes]

    def pictures(self, around: Region) -> list:
        """These parts."""
        return self.taken([part_of(image, box) for image, box in zip(self.images, self.boxes(around))])

    def taken(self, parts) -> list:
        """Parts as kernels read them; where it is said what the pictures were, they count as that."""
        pictures = [ingest(part, wide=self.options.wide) for part in parts]
        if self.origins is None:
            return pictures
        return [replace(picture, origin=origin) for picture, origin in zip(pictures, self.origins)]

    def arrays(self, region: Region, pictures=None) -> list[np.ndarray]:
        """The region of each result, as it is stored."""
        around = self.around(region)
        pictures = pictures or self.pictures(around)
        scalars = [*self.scalars]
        if self.engine.uniforms:
            scalars += self.filter.arguments.of_objects(self.engine.uniforms)
        places = {"left": around.left, "top": around.top, "width": self.size[0], "height": self.size[1]}
        results = self.engine.arrays(pictures, [*scalars, *(places[name] for name in self.told)], around.size)
        parts = [result[region.within(around)] for result in results]
        if self.engine.raises:
            raise_first(self.filter, self.images, self.scalars, parts.pop(), region[:2])
        return parts

    def emitted(self, arrays) -> tuple:
        """Results of the kind of picture that came in."""
        arrays = [np.ascontiguousarray(array) for array in arrays]
        return self.engine.emitted(arrays, None, self.origin or ARRAY, {})

    def tiles(self, tile: tuple[int, int]):
        """Regions that make up the whole, row by row."""
        width, height = self.size
        for top in range(0, height, tile[1]):
            for left in range(0, width, tile[0]):
                yield Region(left, top, min(width, left + tile[0]), min(height, top + tile[1]))


def must_count(graph, sizes, name: str) -> None:
    """Refuse a filter that counts the pixels of a picture of more than 2**31, by len(im) or otherwise: an Int would wrap."""
    width, height = max(sizes, key=lambda size: size[0] * size[1], default=(0, 0))
    for op in (op for each in every_graph(graph) for op in every_op(each.body)) if width * height >= 1 << 31 else ():
        factors = op.operands if op.kind.name == "mul" and op.results[0].type is INT else ()
        if {kind for kind in ("width", "height") for factor in factors if made_by(factor, kind) is not None} == {*AXES}:
            raise ArgumentError(f"{name}() counts pixels, and a picture of {width} x {height} has more than an Int holds: "
                                f"write float(im.width) * im.height, or compile it with precision='double'")


def size_of(image) -> tuple[int, int]:
    if isinstance(image, DeviceImage) or hasattr(image, "getbands"):
        return image.size
    if len(image.shape) not in (2, 3):
        raise ArgumentError(f"an array of the shape {tuple(image.shape)} is not a picture: that is (height, width) or "
                            f"(height, width, channels)")
    return image.shape[1], image.shape[0]


def part_of(image, region: Region):
    """A part of a picture, read from wherever it lies."""
    if hasattr(image, "getbands"):
        return image.crop(region)
    part = image[region.top:region.bottom, region.left:region.right]
    return part if isinstance(part, DeviceImage) else np.asarray(part)


def tiled(filter, error, pictures, scalars, size, out, dtype, mode, options, timings) -> tuple:
    """What a device cannot hold at once, in tiles; where that is no way out, the error."""
    there = any(isinstance(picture, DeviceImage) for picture in pictures)
    if there or not filter.arguments.only_pictures or out is not None and not can_take(out):
        raise error
    made = whole_pictures(filter, pictures, scalars, size, dtype, mode, options)
    edge = EDGE
    while True:
        try:
            results = in_tiles(made, (edge, edge), timings)
            break
        except TooLarge:
            if edge <= STEP:
                raise error from None
            edge //= 2
    if out is None:
        return results
    outs = out if isinstance(out, (tuple, list)) else (out,)
    for target, result in zip(outs, results):
        if target is not None:
            np.copyto(target.reshape(result.shape), result, casting="unsafe")
    return tuple([result if target is None else target for target, result in zip(outs, results)])


def can_take(out) -> bool:
    return all(one is None or isinstance(one, np.ndarray) for one in (out if isinstance(out, (tuple, list)) else (out,)))


def on_several(filter, pictures, scalars, size, dtype, mode, options, timings) -> tuple | None:
    """One large picture in bands, on all devices in use; None where it cannot be cut, or is not worth it."""
    if any(isinstance(picture, DeviceImage) for picture in pictures) or not filter.arguments.only_pictures:
        return None
    width, height = filter.arguments.size_of(size, pictures)
    if width * height < LARGE:
        return None
    made = whole_pictures(filter, pictures, scalars, size, dtype, mode, options)
    band = -(-height // (PIECES * len(in_use())))
    return in_tiles(made, (width, -(-band // STEP) * STEP), timings) if made().cut[1] else None


def whole_pictures(filter, pictures, scalars, size, dtype, mode, options) -> OnEach:
    """The parts of pictures that are in memory, for each device."""
    arrays, origins = [picture.array for picture in pictures], [picture.origin for picture in pictures]
    return OnEach(lambda: Parts(filter, arrays, scalars, size, dtype, mode, options, origins))


def in_tiles(made: OnEach, tile: tuple[int, int], timings: dict) -> tuple:
    """The whole result, a tile at a time."""
    started, parts = perf_counter(), made()
    width, height = parts.size
    shapes = [(height, width, form.channels)[:2 + (form.channels > 1)] for form in parts.outputs]
    whole = [np.empty(shape, form.dtype) for shape, form in zip(shapes, parts.outputs)]

    def compute(region: Region) -> None:
        for result, part in zip(whole, made().arrays(region)):
            result[region.within(Region(0, 0, width, height))] = part

    for _ in spread(compute, parts.tiles(tile)):
        pass
    timings["tiles"] = perf_counter() - started
    return parts.emitted(whole)
