"""Which blocks of columns (columns.py) lie inside the pictures with all that they read, and do without a look at edges."""

from __future__ import annotations

from collections.abc import Set as AbstractSet
from math import gcd

from ...ir import OPS, ImageParam
from ...schedule.blocks.aligned import GROUP, Ground
from ...schedule.plans import Plan
from ...schedule.stages.kinds import READ, reached
from ..frame import Frame
from ..values import Expr, Number, Operation, Var
from .block import Order

Alone = AbstractSet[tuple[ImageParam, bool]]  # an image, and whether to the left of the block or to its right


def lies_inside(made: Frame, plan: Plan, order: Order, x: Var, y: Var, alone: Alone) -> list[Expr]:
    """The tests that a block, and all groups of elements that it reads, lie inside and are aligned; none where that is
    always so."""
    columns, rows = plan.block
    tests = []
    if not made.sinks or not all(sink.tile for sink in made.sinks):
        tests = [x + columns <= made.width, y + rows <= made.height]
        tests += [_in_groups(sink.stride) for sink in made.sinks]
    extents = _extents(order)
    for image, (left, top, right, bottom) in extents.items():
        source, n = made.sources[image], image.pixel.channels
        if source.tile:
            continue
        before = 0 if (image, True) in alone else -(n * left // GROUP * GROUP)
        after = n * columns if (image, False) in alone else (n * (right + 1) + GROUP - 1) // GROUP * GROUP
        at = n * x
        tests += [at >= before] if before > 0 else []
        tests += [y >= -top] if top < 0 else []
        tests.append(at + after <= n * source.width)
        tests.append(y + bottom < source.height)
        tests.append(_in_groups(source.stride))
    for (image, across, down), places in _grounds(order).items():
        source, n = made.sources[image], image.pixel.channels
        size = loaded_of(image, across)
        first, last = [edge(place.column.further for place in places) for edge in (min, max)]
        at = n * base(across, x, columns)
        after = -(-n * (last + 1) // size * size)
        tests += [at + n * first // size * size >= 0, at + after <= n * source.width]
        top, bottom = [edge(place.row.further for place in places) for edge in (min, max)]
        at = base(down, y, rows)
        tests += [at + top >= 0, at + bottom < source.height]
        tests += [_in_groups(source.stride)] if size > 1 and image not in extents else []
    return tests


def beside(made: Frame, order: Order, columns: int) -> Alone:
    """Of which images one element is all that is read on a side of the block: by itself it may lie beyond the picture.
    (H200, as blocks at edges no longer are slower: median 3x3 0.96 of the time at 8192 x 8192, 0.77 at 1024 x 1024.)"""
    others = {found.image for row in order.rows for key in row
              if key.node.kind is not READ and (found := reached(key.node))}
    return frozenset([(image, is_left) for image, (left, _, right, _) in _extents(order).items()
                      for is_left, beyond in ((True, -left), (False, right - columns + 1))
                      if beyond == image.pixel.channels == 1 and not made.sources[image].tile and image not in others])


def _in_groups(stride: Expr) -> Expr:
    """The test that rows start at a multiple of a group's elements."""
    rest = Operation(OPS["and"], (stride, Number(GROUP - 1)), "int32")
    return Operation(OPS["eq"], (rest, Number(0)), "bool")


def _extents(order: Order) -> dict[ImageParam, tuple[int, int, int, int]]:
    """The first and last column and row that a block reads of each image."""
    found: dict[ImageParam, tuple[int, int, int, int]] = {}
    for image, _, left, top, right, bottom in order.reads():
        a, b, c, d = found.get(image, (left, top, right, bottom))
        found[image] = (min(a, left), min(b, top), max(c, right), max(d, bottom))
    return found


def _grounds(order: Order) -> dict[tuple[ImageParam, int, int], list[Ground]]:
    """Where of each image is read, by how fast that goes on from block to block."""
    found: dict[tuple[ImageParam, int, int], list[Ground]] = {}
    for image, place in order.grounds():
        found.setdefault((image, place.column.across, place.row.down), []).append(place)
    return found


def base(step: int, start: Expr, side: int) -> Expr:
    """What a place counts from that lies so far on in each block, in one that begins at `start`."""
    return start * (step // side) if step % side == 0 else start // (side // (both := gcd(step, side))) * (step // both)


def loaded_of(image: ImageParam, across: int) -> int:
    """The elements that may be loaded at once of what lies so far on in each block."""
    return gcd(GROUP, image.pixel.channels * across) if across else 1
