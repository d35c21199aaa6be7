"""Two steps of an iteration as one kernel, where that is faster. Hides when it is, and what happens at the edges.

A step that adds up a few neighbours takes as long as its picture takes to be read and written. Two steps composed read
and write it once. What stands between them has no edge (chains.py), so beside the picture's edges the composed filter
computes something else than two steps do: there, two steps are done on strips, and put in their place.
"""

from __future__ import annotations

from ..ir.ops import READ, SIZES
from ..schedule.stages.footprint import coordinate, footprints
from .chains import twice
from .engines.engine import ARRAY, OnDevice, far_reaching


class Double:
    """Two steps of `filter` on the device of `engine`."""

    def __init__(self, engine: OnDevice, composed: OnDevice, reach: tuple[int, int, int, int]):
        self.single, self.composed, self.reach = engine, composed, reach

    def run(self, picture, scalars, timings: dict):
        """What two steps make of a DeviceImage; not waited for."""
        size = picture.size
        result, = self.composed.run([picture], scalars, size, None, timings, to_host=False)
        left, top, right, bottom = self.reach
        width, height = size
        across, down = strip(left, right), strip(top, bottom)
        back, up = strip(right, left), strip(bottom, top)
        for kept, rows, columns in (
                (top, (0, down), (0, width)), (bottom, (height - up, height), (0, width)),
                (left, (0, height), (0, across)), (right, (0, height), (width - back, width))):
            if kept:
                self.mend(result, picture[slice(*rows), slice(*columns)], scalars, (columns[0], rows[0]), kept, timings)
        return result

    def fits(self, picture) -> bool:
        left, top, right, bottom = self.reach
        return picture.width > 2 * (left + right) and picture.height > 2 * (top + bottom)

    def mend(self, result, strip, scalars, place, kept: int, timings: dict) -> None:
        x, y = place
        width, height = strip.size
        for _ in range(2):
            strip, = self.single.run([strip], scalars, strip.size, None, timings, to_host=False)
        lying = width == result.width
        if lying:
            box = (0, height - kept if y else 0, width, height if y else kept)
        else:
            box = (width - kept if x else 0, 0, width if x else kept, height)
        result.paste(strip, box, (x + box[0], y + box[1]))


def strip(outwards: int, inwards: int) -> int:
    """How wide a strip is computed to have its first `outwards` pixels right: its own edge, inside the picture, makes two
    steps wrong. The second step reads up to `inwards` past them, or one past them where the border mirrors at the edge's
    pixel; the first step has to be right there."""
    return outwards + max(inwards, 1) + inwards


def ahead(filter, engine, pictures: list, scalars, left: int, timings: dict, make) -> int:
    """As many of the `left` steps as are better done two at once, on a picture that is on the device; how many are left
    then, one at least. `make(filter)` is the engine of another filter for the same pictures."""
    if not isinstance(engine, OnDevice):
        return left
    target = engine.story.target
    if left <= target.steps or len(pictures) > 1 or pictures[0].nbytes < target.large:
        return left
    if not hasattr(engine, "double"):
        engine.double = double(filter, engine, make)
    if engine.double is None or not engine.double.fits(pictures[0]):
        return left
    while left > 2:
        pictures[0] = engine.double.run(pictures[0], scalars, timings)
        left -= 2
    return left


def double(filter, engine, make) -> Double | None:
    """Two steps at once, if that is right and faster."""
    from ..schedule.price import price
    reach = reach_of(engine)
    if reach is None or all(p.role != "position" for p in filter.parameters):
        return None
    free = engine.story.target.free
    if price(engine.plan) > free:
        return None
    composed = make(twice(filter))
    return Double(engine, composed, reach) if composed.plan.kind != "pixels" and price(composed.plan) < 2 * free else None


def reach_of(engine) -> tuple[int, int, int, int] | None:
    """How far a step reads around its pixel: None if it isn't the same step everywhere, with floats in and out."""
    graph = engine.graph
    if (type(engine) is not OnDevice or len(graph.images) != 1 or engine.textures or not engine.single
            or engine.uniforms or engine.plan.kind == "pixels"):
        return None
    form, image = engine.program.inputs[0], graph.images[0]
    if form != engine.outputs[0] or form.dtype != ARRAY.dtype or any(map(far_reaching, image.border)):
        return None
    if not all(is_the_same_everywhere(graph, op) for op in graph.body.ops):
        return None
    (left, top, right, bottom), known = footprints(graph)[image]
    return (left, top, right, bottom) if all(known) else None


def is_the_same_everywhere(graph, op) -> bool:
    """Whether an operation says nothing of the place that it is done at: positions only where it is read."""
    if op.blocks or op.kind in SIZES:
        return False
    places = [coordinate(graph, value) for value in op.operands]
    if op.kind is READ:
        return [place and place.base for place in places] == ["x", "y"]
    makes_place = any(coordinate(graph, result) for result in op.results)
    return makes_place or not any(place and place.base for place in places)
