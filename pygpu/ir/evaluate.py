"""The living definition of a graph: computed with NumPy, whole rows of pixels at once, on the device's types.

Where there is no OpenCL this is what runs a filter; everywhere else it is what the devices are tested against.

The image is computed in strips of rows that fit a processor's cache. Within one, a value is an array that
broadcasts to the strip: x is a row, y a column, a run-time scalar a single number, so that what depends only on x is
computed once a column. Under an `if` or in a `loop` only the lanes that take part are computed: their values are
packed into one-dimensional arrays, and what comes from outside is packed when it is first used.

    Lanes ── shape     of the lanes computed together: (rows, columns), or (n,) once packed
          ├─ values    what was computed for these lanes
          └─ outer     the Lanes that these were picked from, and which of them
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import numpy as np

from .borders import Plane
from .graph import Block, Const, Graph, Op, Value
from .ops import DTYPES, Array

STRIP = 1 << 18        # pixels computed together
BOTH_ARMS = 12         # an `if` with fewer operations than this in both arms is computed for all lanes
PACK_BELOW = 0.75      # a loop without inner loops drops finished lanes when fewer than this share go on


def evaluate(graph: Graph, images: Sequence[np.ndarray], scalars: Iterable[bool | int | float] = (),
             size: tuple[int, int] | None = None) -> list[np.ndarray]:
    """The images a graph returns, each an array (height, width, channels).

    `images` are arrays (height, width, channels) of the graph's own pixel types; `scalars` the run-time numbers in
    order; `size` is (width, height), the first image's where it is not given.
    """
    width, height = size if size is not None else (images[0].shape[1], images[0].shape[0])
    planes = {id(param): Plane(param, image) for param, image in zip(graph.images, images, strict=True)}
    given = {param.value: DTYPES[param.value.type](value) for param, value in zip(graph.scalars, scalars, strict=True)}
    results: list[np.ndarray] = [np.empty((height, width, len(o.values)), DTYPES[o.pixel.scalar]) for o in graph.outputs]
    uses = _last_uses(graph)
    rows = max(1, STRIP // max(width, 1))
    given[graph.x] = np.arange(width, dtype=np.int32)[None, :]
    with np.errstate(all="ignore"):
        for top in range(0, height, rows):
            bottom = min(top + rows, height)
            given[graph.y] = np.arange(top, bottom, dtype=np.int32)[:, None]
            lanes = Lanes((bottom - top, width), dict(given))
            _Evaluator(planes, uses).block(graph.body, lanes)
            for output, result in zip(graph.outputs, results):
                for channel, value in enumerate(output.values):
                    result[top:bottom, :, channel] = lanes.get(value)
    return results


class Lanes:
    """Pixels computed together, and their values."""

    def __init__(self, shape: tuple[int, ...], values: dict[Value, Array], outer: Lanes | None = None,
                 picked: np.ndarray | None = None):
        self.shape, self.values = shape, values
        self.outer: Any = outer    # for who was picked from others
        self.picked: Any = picked

    def get(self, value: Value) -> Array:
        found = self.values.get(value)
        if found is None:
            if value.__class__ is Const:
                found = DTYPES[value.type](0 if value.value is None else value.value)  # (-0.0 is no less a number)
            else:
                found = self.pack(self.outer.get(value))
            self.values[value] = found
        return found

    def pick(self, mask: Array) -> Lanes:
        """The lanes where a mask holds."""
        picked = np.flatnonzero(np.broadcast_to(mask, self.shape))
        return Lanes(picked.shape, {}, self, picked)

    def pack(self, array: Array) -> Array:
        """The picked elements of an array over the outer lanes; a single number stays one."""
        if array.ndim == 0 or array.size == 1:
            return array.reshape(())[()]
        return np.broadcast_to(array, self.outer.shape).ravel().take(self.picked)

    def broadcast(self, array: Array) -> np.ndarray:
        return np.broadcast_to(array, self.shape)


class _Evaluator:
    def __init__(self, planes: dict[int, Plane], last_uses: dict[Block, list[tuple[Value, ...]]]):
        self.planes = planes
        self.last_uses = last_uses

    def block(self, block: Block, lanes: Lanes) -> list[Array]:
        """Computes a block's operations for some lanes: its results."""
        values = lanes.values
        *last_uses, outgoing = self.last_uses[block]
        for op, done in zip(block.ops, last_uses):
            self.op(op, lanes)
            for value in done:
                values.pop(value, None)
        results = [lanes.get(result) for result in block.results]
        for value in outgoing:
            values.pop(value, None)
        return results

    def op(self, op: Op, lanes: Lanes) -> None:
        kind = op.kind
        if kind.evaluate is not None:
            lanes.values[op.results[0]] = kind.evaluate(*[lanes.get(o) for o in op.operands])
        else:
            getattr(self, "_" + kind.name)(op, lanes)

    def _read(self, op: Op, lanes: Lanes) -> None:
        (_, channel), (_, image) = op.attributes
        x, y = op.operands
        lanes.values[op.results[0]] = self.planes[id(image)].read(channel, lanes.get(x), lanes.get(y))

    def _width(self, op: Op, lanes: Lanes) -> None:
        lanes.values[op.results[0]] = np.int32(self.planes[id(op.attributes[0][1])].width)

    def _height(self, op: Op, lanes: Lanes) -> None:
        lanes.values[op.results[0]] = np.int32(self.planes[id(op.attributes[0][1])].height)

    def _table(self, op: Op, lanes: Lanes) -> None:
        attributes = dict(op.attributes)
        table: np.ndarray = np.array(attributes["values"], DTYPES[attributes["type"]])
        lanes.values[op.results[0]] = table.take(lanes.get(op.operands[0]), mode="clip")

    # --- structure ---

    def _if(self, op: Op, lanes: Lanes) -> None:
        condition = lanes.get(op.operands[0])
        then, otherwise = op.blocks
        if condition.all():
            results = self.block(then, lanes)
        elif not condition.any():
            results = self.block(otherwise, lanes)
        elif _is_small(then) and _is_small(otherwise):
            results = list(map(np.where, [condition] * len(op.results), self.block(then, lanes),
                               self.block(otherwise, lanes)))
        else:
            results = [np.empty(lanes.shape, DTYPES[r.type]) for r in op.results]
            for block, mask in ((then, condition), (otherwise, ~condition)):
                inner = lanes.pick(mask)
                for result, value in zip(results, self.block(block, inner)):
                    result.reshape(-1)[inner.picked] = value
        lanes.values.update(zip(op.results, results))

    def _loop(self, op: Op, lanes: Lanes) -> None:
        """Passes until no lane asks for another. Lanes that are done are dropped, at once where going on with them
        could take for ever, else when they are many."""
        body = op.blocks[0]
        carried = [lanes.get(o) for o in op.operands]
        patient = PACK_BELOW if not any(o.kind.name == "loop" for o in _all_ops(body)) else 1.0
        results: list[Array] | None = None   # of all lanes, once some are done
        active, going = lanes, None               # `going`: which of the active lanes are not done, None for all
        while True:
            active.values.update(zip(body.args, carried))
            again, *passed = self.block(body, active)
            if going is not None:
                again = again & going
            carried = passed[: len(body.args)]
            if not again.any() and results is None:
                results = passed
                break
            if not again.all():
                if results is None:
                    results = [np.empty(lanes.shape, DTYPES[r.type]) for r in op.results]
                ended = ~again if going is None else going & ~again
                self._store(results, passed, active, lanes, ended)
                if not again.any():
                    break
                going = np.broadcast_to(again, active.shape)
                if np.count_nonzero(going) < patient * going.size or patient == 1.0:
                    inner = active.pick(going)
                    carried = [inner.pack(c) for c in carried]
                    active = self._repick(lanes, active, inner)
                    going = None
        for arg in body.args:
            lanes.values.pop(arg, None)
        lanes.values.update(zip(op.results, results))

    @staticmethod
    def _repick(lanes: Lanes, active: Lanes, inner: Lanes) -> Lanes:
        """The lanes of `inner`, counted in the lanes of the loop itself, so that picks do not nest."""
        picked = inner.picked if active is lanes else active.picked[inner.picked]
        return Lanes(picked.shape, {}, lanes, picked)

    @staticmethod
    def _store(results: list[Array], passed: list[Array], active: Lanes, lanes: Lanes, ended: Array) -> None:
        """Keeps what the lanes that ended in this pass came to."""
        ended = np.flatnonzero(np.broadcast_to(ended, active.shape))
        places = ended if active is lanes else active.picked[ended]
        for result, value in zip(results, passed):
            value = np.asarray(value)
            packed = value if value.size == 1 else np.broadcast_to(value, active.shape).ravel().take(ended)
            result.reshape(-1)[places] = packed.reshape(()) if packed.size == 1 and value.size == 1 else packed


def _all_ops(block: Block) -> Iterator[Op]:
    for op in block.ops:
        yield op
        for inner in op.blocks:
            yield from _all_ops(inner)


def _is_small(block: Block) -> bool:
    return len(block.ops) < BOTH_ARMS and not any(op.blocks for op in block.ops)


def _last_uses(graph: Graph) -> dict[Block, list[tuple[Value, ...]]]:
    """For each operation of each block, the values of that block which nothing after it needs; then its results."""
    last: dict[Block, list[tuple[Value, ...]]] = {}

    def visit(block: Block, kept: set[Value]) -> set[Value]:
        """Fills in a block; gives all that it and its blocks use."""
        used = [set(op.operands).union(*[visit(b, set(b.results)) for b in op.blocks]) for op in block.ops]
        needed = set(kept)
        everything = set(kept).union(*used)
        mine = {result for op in block.ops for result in op.results}
        ends: list[tuple[Value, ...]] = []
        for op, names in zip(reversed(block.ops), reversed(used)):
            gone = [v for v in (names | set(op.results)) - needed if v in mine]
            ends.append(tuple(gone))
            needed |= names
        last[block] = [*reversed(ends), tuple(mine.intersection(block.results))]
        return everything

    visit(graph.body, {v for output in graph.outputs for v in output.values})
    last[graph.body][-1] = ()  # what the whole graph gives is read once the body is done
    return last
