"""How far a strip of rows reads around its pixels, and how, of each image (lanes.py)."""

from __future__ import annotations

from collections.abc import Mapping

from ...ir import BOOL, ImageParam
from ...schedule.plans import Plan
from ...schedule.stages.kinds import READ, reached
from .. import formats
from ..blocks.block import Key, Order
from ..frame import Source

FAR = 64  # columns from the first to the last that is read around a pixel, from where on each of so
FEW = 8   # pixels of an image asks for itself whether it lies inside
LANES = 16  # as many vectors of places have at most
SPARSE = 2  # pixels of a tile that cost as much as one that is read by itself


class Reads:
    """The first and last column and row that is needed of each image, its channels, and all rows."""

    def __init__(self, order: Order, plan: Plan, sources: Mapping[ImageParam, Source]):
        self.order, self.plan, self.sources = order, plan, sources
        self.extents: dict[ImageParam, tuple[int, int, int, int]] = {}
        self.channels: dict[ImageParam, set[int]] = {}
        self.rows: set[tuple[ImageParam, int]] = set()
        for image, channel, left, top, right, bottom in order.reads():
            a, b, c, d = self.extents.get(image, (left, top, right, bottom))
            self.extents[image] = (min(a, left), min(b, top), max(c, right), max(d, bottom))
            self.channels.setdefault(image, set()).add(channel)
            self.rows.update((image, row) for row in range(top, bottom + 1))
        self.as_stored = {node.attributes for node in order.only_weighted}  # what their weights bring to 0 to 1
        self.scattered = {image for image in self.extents if self.is_scattered(image)}
        self.alone = self.scattered | {image for image in self.extents if self.is_sparse(image)}  # at the edges

    def is_scattered(self, image: ImageParam) -> bool:
        """Whether few pixels are read that are far apart, as where arrays are put beside one another: hardly a vector would
        have them all inside."""
        columns = [0, *[column for left, _, right, _ in self.extents.values() for column in (left, right)]]
        if max(columns) - min(columns) <= FAR or not self.as_vectors(image) or self.plan.lanes > LANES:
            return False
        reading = self.of(image)
        return all(key.node.kind is READ for key in reading) and len({key.at for key in reading}) <= FEW * self.plan.rows

    def is_sparse(self, image: ImageParam) -> bool:
        """Whether much lies between the pixels that are read, for which a tile would be gathered, too."""
        (left, top, right, bottom), lanes = self.extents[image], self.plan.lanes
        source, reading, between = self.sources[image], self.of(image), (lanes + right - left) * (bottom - top + 1)
        return not source.tile and lanes <= LANES and all(key.node.kind is READ for key in reading) and (
            between > SPARSE * lanes * len({key.at for key in reading})) and (
            formats.scale(source.format, image.pixel.scalar) == 1.0
            or not any((image, channel) in self.as_stored for channel in self.channels[image]))

    def of(self, image: ImageParam) -> set[Key]:
        """All that is read of an image."""
        keys = [key for row in self.order.rows for key in row]
        return {key for key in keys if (pixels := reached(key.node)) is not None and pixels.image is image}

    def as_vectors(self, image: ImageParam) -> bool:
        """Whether vectors of an image can be asked for one by one."""
        source = self.sources[image]
        return not source.tile and source.format.channels == 1 and image.pixel.scalar is not BOOL
