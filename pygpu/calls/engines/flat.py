"""Arrays of short rows as one long row, where an element is made of those at the same index alone: so vectors and
work-items have as many elements as they can take, whatever the shape. Hides when that is so."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from ...ir import Graph, ImageParam, every_op
from ...ir.ops import READ
from ...runtime import DeviceImage, Pixels
from .engine import OnDevice

SHORT = 64  # elements of a row; of longer ones there are enough for vectors


def read_in_place(graph: Graph) -> set[ImageParam] | None:
    """The images of which each element reads just the one at its own index; None where an index says anything else, or a
    kernel knows by itself how many columns there are."""
    here, elsewhere = set(), set()
    place = graph.x, graph.y
    used = [value for output in graph.outputs for value in output.values] + list(graph.body.results)
    for op in every_op(graph.body):
        used += [value for block in op.blocks for value in block.results]
        image = dict(op.attributes).get("image")
        if op.kind is READ and tuple(op.operands) == place:
            here.add(image)
        else:
            used += op.operands
            elsewhere.add(image)
    if here & elsewhere or any(image.extent for image in here):
        return None
    return None if not here.isdisjoint(elsewhere) or any(value in place for value in used) else here


def as_rows(engine, pictures: list, size: tuple[int, ...]) -> list | None:
    """What an engine reads, its arrays in rows as long as they are large; None where it has to be as it is."""
    if type(engine) is not OnDevice or engine.textures or len(size) != 2 or size[0] >= SHORT or size[1] == 1:
        return None
    if not hasattr(engine, "in_place"):
        engine.in_place = read_in_place(engine.graph)
    if not engine.in_place:
        return None
    given = [in_a_row(picture, size) if image in engine.in_place else picture
             for image, picture in zip(engine.graph.images, pictures)]
    return None if any(each is None for each in given) else given


def as_shape(picture: Pixels, shape: tuple[int, ...]) -> Pixels:
    """An array of the host's as one of another shape."""
    array = np.ascontiguousarray(picture.array).reshape(-1, shape[-1])
    return replace(picture, array=array, stride=shape[-1], dimensions=len(shape), depth=shape[0] if len(shape) == 3 else 1)


def in_a_row(picture, size: tuple[int, int]):
    """An array in memory as one row; None if it is of another size, or its rows do not lie close."""
    if (picture.width, picture.height) != size:
        return None
    count = size[0] * size[1]
    if isinstance(picture, DeviceImage):
        return picture.shaped((1, count)) if picture.is_close else None
    array = picture.array
    return replace(picture, array=array.reshape(1, count), stride=count) if array.flags.c_contiguous else None
