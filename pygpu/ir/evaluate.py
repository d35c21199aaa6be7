"""The living definition of a graph: computed with NumPy, whole rows of pixels at once, on the device's types.

Where there is no OpenCL this is what runs a filter; everywhere else it is what the devices are tested against. A volume
is computed plane by plane: z is a single number then.

The image is computed in strips of rows that fit a processor's cache. Within one, a value is an array that
broadcasts to the strip: x is a row, y a column, a run-time scalar a single number, so that what depends only on x is
computed once a column. Under an `if` or in a `loop` only the lanes that take part are computed: their values are
packed into one-dimensional arrays, and what comes from outside is packed when it is first used.

    Lanes ── shape     of the lanes computed together: (rows, columns), or (n,) once packed
          ├─ values    what was computed for these lanes
          └─ outer     the Lanes that these were picked from, and which of them
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np

from .borders import Plane, Volume
from .cycles import Cycle
from .domains import constant_beyond, domains, edges
from .folds import folded
from .graph import Block, Const, Function, Graph, Op, Value, every_op
from .ops import DTYPES, Array
from .orders import ordered, placed
from .regions import Region, all_of, bounded_scans, regions
from .scans import back, beside, carried, channel, priors, starts
from .tallies import tallied

STRIP = 1 << 18        # pixels computed together
BOTH_ARMS = 12         # an `if` with fewer operations than this in both arms is computed for all lanes
PACK_BELOW = 0.75      # a loop without inner loops drops finished lanes when fewer than this share go on


def evaluate(graph: Graph, images: Sequence[np.ndarray], scalars: Iterable[bool | int | float] = (),
             size: tuple[int, ...] | None = None) -> list[np.ndarray]:
    """The images a graph returns, each an array (height, width, channels), or (depth, height, width, channels).

    `images` are arrays (height, width, channels) of the graph's own pixel types, of volumes with the depth in front;
    `scalars` the run-time numbers in order; `size` is (width, height) or (width, height, depth), the first image's where
    it is not given.
    """
    if size is None:
        size = images[0].shape[-2::-1]
    planes = {id(param): (Volume if param.dimensions == 3 else Plane)(param, image)
              for param, image in zip(graph.images, images, strict=True)}
    sizes = {param: (plane.width, plane.height, plane.depth) for param, plane in zip(graph.images, planes.values())}
    with np.errstate(all="ignore"):  # (a number that is too large for 32 bits is infinite)
        given = {param.value: DTYPES[param.value.type](value) for param, value in zip(graph.scalars, scalars, strict=True)}
        program = _Program(planes, given, bounded_scans(graph, regions(graph, size, sizes, given)), {
            function: whole for function, each in domains(edges(graph), sizes).items() if (whole := constant_beyond(each))})
        found = iter(program.whole(graph, all_of(size)))
    return [np.stack([next(found) for _ in output.values], axis=-1) for output in graph.outputs]


class _Program:
    """A graph and the functions that it calls, over the same images and numbers. What a function gives is computed once,
    wherever it is asked for; where data decides that, it is computed there each time."""

    def __init__(self, planes: dict[int, Plane | Volume], given: dict[Value, Array], regions: dict[Function, Region | None],
                 ends: dict[Function, Region]):
        self.planes, self.given, self.regions, self.ends = planes, given, regions, ends
        self.kept: dict[Function, list[np.ndarray]] = {}
        self.folds: dict[tuple[object, ...], list[np.ndarray]] = {}
        self.uses: dict[int, dict[Block, list[tuple[Value, ...]]]] = {}

    def whole(self, graph: Graph, region: Region) -> list[np.ndarray]:
        """Every value that a graph gives, over a region."""
        if graph.scan is not None:
            return self.scanned(graph, region)
        values = [value for output in graph.outputs for value in output.values]
        if graph.dimensions == 3:
            results = [np.empty((region.depth, region.height, region.width), DTYPES[value.type]) for value in values]
            for z in range(region.front, region.back + 1):
                self.plane(graph, region, [result[z - region.front] for result in results], (np.int32(z),))
        else:
            results = [np.empty((region.height, region.width), DTYPES[value.type]) for value in values]
            self.plane(graph, region, results)
        return results

    def plane(self, graph: Graph, region: Region, results: list[np.ndarray], deep: tuple[Array, ...] = ()) -> None:
        """The same for one plane of a region."""
        rows = max(1, STRIP // max(region.width, 1))
        x = np.arange(region.left, region.right + 1, dtype=np.int32)[None, :]
        for top in range(region.top, region.bottom + 1, rows):
            bottom = min(top + rows, region.bottom + 1)
            y = np.arange(top, bottom, dtype=np.int32)[:, None]
            strip = self.at(graph, (bottom - top, region.width), (x, y, *deep))
            for result, found in zip(results, strip):
                result[top - region.top:bottom - region.top] = found

    def scanned(self, graph: Graph, region: Region) -> list[np.ndarray]:
        """The same of a scan: all lines of the region at once, one place along its axis after the other."""
        if graph.scan.slant is not None:
            return self.slanted(graph, region)
        axis, step = graph.scan[:2]
        values, kept = [value for output in graph.outputs for value in output.values], carried(graph)
        asked = {op.results[0]: (back(op), channel(op)) for op in priors(graph)}
        sides = [last - first + 1 for first, last in zip(region.first, region.last)][:len(graph.coordinates)]
        results = [np.empty(sides[::-1], DTYPES[value.type]) for value in values]
        grid = np.ogrid[tuple([slice(0, side) for side in sides[::-1]])][::-1]  # an array along each axis, x first
        place: list[np.ndarray] = [(at + first).astype(np.int32) for at, first in zip(grid, region.first)]
        across = len(sides) - 1 - axis
        shape = tuple([1 if number == across else side for number, side in enumerate(sides[::-1])])
        before: list[list[np.ndarray]] = []  # of the places before, the last one first
        furthest = max([places for places, _ in asked.values()], default=0)
        for at in range(sides[axis])[::step]:
            known = {value: before[places - 1][number] if places <= len(before) else np.zeros(shape, DTYPES[value.type])
                     for value, (places, number) in asked.items()}
            here = [each.take([at], across) if number == axis else each for number, each in enumerate(place)]
            if graph.scan.begins(region.first[axis] + at):
                given = dict(zip(values, self.at(graph, shape, here, known)))
                begun = dict(zip(graph.scan.chunks.slots, [given[value] for value in starts(graph)]))
                before = [[np.broadcast_to(begun.get((places, number), 0), shape) for number in range(len(kept))]
                          for places in range(1, furthest + 1)]
                known = {value: before[places - 1][number] for value, (places, number) in asked.items()}
            found = dict(zip(values, self.at(graph, shape, here, known)))
            before = [[np.broadcast_to(found[value], shape) for value in kept], *before[:furthest - 1]]
            for value, result in zip(values, results):
                np.moveaxis(result, across, 0)[at] = np.broadcast_to(found[value], shape).squeeze(across)
        return results

    def slanted(self, graph: Graph, region: Region) -> list[np.ndarray]:
        """The same of a scan that asks beside its own line: all places of a front at once."""
        axis, step, slant = graph.scan.axis, graph.scan.step, graph.scan.slant
        values = [value for output in graph.outputs for value in output.values]
        sizes = region.width, region.height
        results = [np.zeros(sizes[::-1], DTYPES[value.type]) for value in values]
        lines = [result if axis else result.T for result in results]  # what is before, is in the row above
        lines = [line[::step, ::slant.order or 1] for line in lines]
        given = [lines[values.index(value)] for value in carried(graph)]
        asked = {op.results[0]: (back(op), beside(op) * (slant.order or 1), channel(op)) for op in priors(graph)}
        columns, rows = sizes[1 - axis], sizes[axis]
        for front in slant.fronts(columns, rows):
            across, down = np.broadcast_arrays(*map(np.array, front))
            known = {}
            for value, (far, by, number) in asked.items():
                there = (down >= far) & (across + by >= 0) & (across + by < columns)
                found = given[number][np.maximum(down - far, 0), np.clip(across + by, 0, columns - 1)]
                known[value] = np.where(there, found, found.dtype.type(0))[:, None]
            along, other = (down if step > 0 else rows - 1 - down), (across if slant.order >= 0 else columns - 1 - across)
            x, y = (other, along) if axis else (along, other)
            place = (x + region.left).astype(np.int32)[:, None], (y + region.top).astype(np.int32)[:, None]
            for line, found in zip(lines, self.at(graph, place[0].shape, place, known)):
                line[down, across] = np.broadcast_to(found, place[0].shape)[:, 0]
        return results

    def at(self, graph: Graph, shape: tuple[int, ...], place: Sequence[Array],
           before: dict[Value, np.ndarray] | None = None) -> list[np.ndarray]:
        """Every value that a graph gives at some places, which broadcast to the shape; of a scan, with what it gave
        before."""
        if id(graph) not in self.uses:
            self.uses[id(graph)] = _last_uses(graph)
        lanes = Lanes(shape, {**self.given, **dict(zip(graph.coordinates, place))})
        _Evaluator(self.planes, self.uses[id(graph)], self, before).block(graph.body, lanes)
        return [lanes.get(value) for output in graph.outputs for value in output.values]

    def call(self, function: Function, channel: int, shape: tuple[int, ...], place: Sequence[Array]) -> np.ndarray:
        region = self.regions[function]
        if region is None:
            region = self.ends.get(function)
            if region is None:
                return self.at(function.graph, shape, place)[channel]
            place = [np.clip(at, first, last) for at, first, last in zip(place, region.first, region.last)]
        if function not in self.kept:
            self.kept[function] = self.whole(function.graph, region)
        inner = [at - first for at, first in zip(place, region.first)]
        found: np.ndarray = self.kept[function][channel][tuple(reversed(inner))]
        return found

    def fold(self, function: Function, how: tuple[str, ...], places: list[np.ndarray]) -> list[np.ndarray]:
        """What a function gives over rectangles, one for each of these places."""
        key = function, how, *[place.tobytes() for place in places]
        if key not in self.folds:
            found, which = np.stack(places), np.zeros(1, int)
            if found.shape[1] > 1:
                found, which = np.unique(found, axis=1, return_inverse=True)
            parts = []
            for left, top, columns, rows in found.T.tolist():
                region = Region(left, top, left + max(columns, 0) - 1, top + max(rows, 0) - 1)
                parts.append(folded(how, self.whole(function.graph, region)))
            self.folds[key] = [np.array(each)[which.ravel()] for each in zip(*parts)]
        return self.folds[key]

    def tally(self, function: Function, how: tuple[str, ...], length: int, place: list[int]) -> list[np.ndarray]:
        """The tables of a function over one rectangle."""
        key = function, how, length, *place
        if key not in self.folds:
            left, top, columns, rows = place
            entry, *values = self.whole(function.graph, Region(left, top, left + columns - 1, top + rows - 1))
            self.folds[key] = tallied(how, length, [value.type for value in function.results[1:]], entry, values)
        return self.folds[key]

    def order(self, function: Function, rectangle: tuple[int, ...]) -> np.ndarray:
        """What a function gives in a rectangle, sorted."""
        key = function, "order", *rectangle
        if key not in self.folds:
            left, top, columns, rows = rectangle
            region = Region(left, top, left + max(columns, 0) - 1, top + max(rows, 0) - 1)
            self.folds[key] = [ordered(self.whole(function.graph, region)[0])]
        return self.folds[key][0]


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
        if array.shape != self.outer.shape:  # (which takes longer than all else here)
            array = np.broadcast_to(array, self.outer.shape)
        return array.take(self.picked)

    def broadcast(self, array: Array) -> np.ndarray:
        return np.broadcast_to(array, self.shape)


class _Evaluator:
    def __init__(self, planes: dict[int, Plane | Volume], last_uses: dict[Block, list[tuple[Value, ...]]],
                 program: _Program, before: dict[Value, np.ndarray] | None = None):
        self.planes, self.last_uses, self.program, self.before = planes, last_uses, program, before or {}

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
        lanes.values[op.results[0]] = self.planes[id(image)].read(channel, *[lanes.get(at) for at in op.operands])

    def _call(self, op: Op, lanes: Lanes) -> None:
        (_, channel), (_, function) = op.attributes
        place = [lanes.get(operand) for operand in op.operands]
        lanes.values[op.results[0]] = self.program.call(function, channel, lanes.shape, place)

    def _prior(self, op: Op, lanes: Lanes) -> None:
        around = lanes
        picked = []
        while around.outer is not None:
            picked.append(around)
            around = around.outer
        array: Array = self.before[op.results[0]]
        for inner in reversed(picked):
            array = inner.pack(array)
        lanes.values[op.results[0]] = array

    def _fold(self, op: Op, lanes: Lanes) -> None:
        (_, channel), (_, function), (_, how) = op.attributes
        places = np.broadcast_arrays(*[lanes.get(operand) for operand in op.operands])
        found = self.program.fold(function, how, [place.ravel() for place in places])[channel]
        lanes.values[op.results[0]] = found.reshape(places[0].shape)

    def _tally(self, op: Op, lanes: Lanes) -> None:
        (_, channel), (_, function), (_, how), (_, length) = op.attributes
        *places, entry = [np.asarray(lanes.get(operand)) for operand in op.operands]
        tables = self.program.tally(function, how, length, [int(place.reshape(-1)[0]) for place in places])
        lanes.values[op.results[0]] = tables[channel].take(entry, mode="clip")

    def _order(self, op: Op, lanes: Lanes) -> None:
        (_, channel), (_, function) = op.attributes
        *places, at = [np.asarray(lanes.get(operand)) for operand in op.operands]
        *places, at = np.broadcast_arrays(*places, at)
        lines, which = np.unique(np.stack([place.ravel() for place in places]), axis=1, return_inverse=True)
        found = np.empty(at.size, DTYPES[op.result.type])
        together = np.argsort(which.ravel(), kind="stable")
        for rectangle, here in zip(lines.T.tolist(), np.split(together, np.cumsum(np.bincount(which.ravel()))[:-1])):
            found[here] = placed(self.program.order(function, tuple(rectangle)), at.ravel()[here], channel)
        lanes.values[op.results[0]] = found.reshape(at.shape)

    def _width(self, op: Op, lanes: Lanes) -> None:
        lanes.values[op.results[0]] = np.int32(self.planes[id(op.attributes[0][1])].width)

    def _height(self, op: Op, lanes: Lanes) -> None:
        lanes.values[op.results[0]] = np.int32(self.planes[id(op.attributes[0][1])].height)

    def _depth(self, op: Op, lanes: Lanes) -> None:
        lanes.values[op.results[0]] = np.int32(self.planes[id(op.attributes[0][1])].depth)

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
        patient = PACK_BELOW if not any(o.kind.name == "loop" for o in every_op(body)) else 1.0
        results: list[Array] | None = None   # of all lanes, once some are done
        cycle = Cycle(body)
        active, going = lanes, None               # `going`: which of the active lanes are not done, None for all
        while True:
            active.values.update(zip(body.args, carried))
            again, *passed = self.block(body, active)
            if going is not None:
                again = again & going
            carried = passed[: len(body.args)]
            cycle.look(carried, again)
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
