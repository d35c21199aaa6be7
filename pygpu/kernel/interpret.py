"""Kernels run by NumPy, all items of a grid at once: what tests each plan of each filter without a driver.

Every value is an array (items, lanes), or one that broadcasts to that; a mask says which items are here. All of them do
one statement after the other together, so a group's items need not wait for each other, but they are watched: an
Unsound kernel is one that

    reads or writes beyond a place, or at an address that it wrongly says is aligned
    writes an element of a result by two items, or twice and not the same, or leaves one out
    reads of a local place (or of a result, where it follows others) what another item wrote, or writes what another reads,
    without a barrier between the two
    lets some items of a group come to a barrier, and others not
    says that whole numbers don't wrap which do
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from math import prod
from typing import Any

import numpy as np

from ..elements import ELEMENTS, WHITE
from ..ir import ImageParam
from ..ir.evaluate import evaluate
from ..ir.ops import DTYPES, MIN
from . import kernels
from . import values as V
from .formats import Format
from .kernels import Kernel, Launch
from .meanings import MACHINE, STORED, Unsound
from .statements import (
    Array,
    Assign,
    Atomic,
    Barrier,
    Block,
    Declare,
    Fetch,
    For,
    Hold,
    If,
    Join,
    Leave,
    Let,
    Line,
    Loop,
    Return,
    Section,
    Seldom,
    Statement,
    Store,
    Update,
)

WHOLE = 16  # elements: rows of intermediate images for pieces of vectors begin on multiples of it
BITS = (-(1 << 31), (1 << 31) - 1)


Found = Any  # what an expression is worth: an array, a number of NumPy's, or an Address
Pictures = list[np.ndarray]
Numbers = Sequence[bool | int | float]


class Place:
    """Elements in memory: one row of them for all items, for each group, or for each item."""

    def __init__(self, data: np.ndarray, space: str, extents: tuple[int, ...] = (), result: bool = False,
                 rewritten: bool = False, shared: bool = False):
        self.data, self.space, self.extents = data, space, extents or data.shape[-1:]
        self.by = np.full(data.shape, -1, np.int64) if result else None  # which item each is written by
        self.rewritten = rewritten
        self.shared = shared or space == "local"  # items of a group write to it what others of them read
        if self.shared:
            self.wrote, self.read = (np.full(data.shape, -1, np.int64) for _ in range(2))  # by which item, since when
            self.since = [np.full(data.shape, -1, np.int64) for _ in range(2)]


class Address:
    """So many elements into a place."""

    __slots__ = ("offset", "place")

    def __init__(self, place: Place, offset: Found):
        self.place, self.offset = place, offset


Elements = tuple[Place, np.ndarray, np.ndarray]  # a place, and which rows and columns of it


def writers(place: Place) -> np.ndarray:
    """Which item each element of a result was written by."""
    assert place.by is not None
    return place.by


def spread(array: np.ndarray, shape: tuple[int, ...]) -> np.ndarray:
    """`np.broadcast_to`, which takes longer than most of what is done here, where there is anything to do."""
    return array if array.shape == shape else np.broadcast_to(array, shape)


def some(truths: Found) -> bool:
    """Whether any is true: `truths.any()` goes by way of Python, and takes three times as long over so few."""
    return bool(np.count_nonzero(truths))


def interpret(sequence: kernels.Sequence, images: Pictures, scalars: Numbers, outputs: Sequence[Format],
              size: tuple[int, int]) -> Pictures:
    """The results of kernels one after the other. `images` are arrays (height, width, channels) as they are stored,
    `outputs` the formats of the results, `size` is (width, height)."""
    width, height = size = size[0] * sequence.channels, size[1]
    if sequence.channels > 1:
        images = [image.reshape(image.shape[0], -1, 1) for image in images]
    stages = [blank(stage, width, height) for stage in sequence.stages]
    results = [np.zeros((height, width, f.channels // sequence.channels), STORED.get(f.dtype, f.dtype)) for f in outputs]
    for launch in sequence.launches:
        _run(launch, images, scalars, stages, results, size)
    return [result.reshape(height, -1, sequence.channels) for result in results] if sequence.channels > 1 else results


def blank(stage: kernels.Between, width: int, height: int) -> np.ndarray:
    """An intermediate image, of which nothing is written."""
    left, top, right, bottom = stage.margin
    rows, columns = height + top + bottom, width + left + right
    if stage.pieces:
        rows, columns = -(-rows // stage.pieces[0]) * stage.pieces[1], -(-columns // stage.across[0]) * stage.across[1]
        if max(stage.pieces[1], stage.across[1]) > 1:
            columns = -(-columns // WHOLE) * WHOLE
    return np.full((rows, columns, 1), np.nan if stage.format.dtype == "float32" else 77, stage.format.dtype)


def _run(launch: Launch, images: Pictures, scalars: Numbers, stages: Pictures, results: Pictures,
         size: tuple[int, int]) -> None:
    kernel = launch.kernel
    left, top, right, bottom = kernel.margin
    width, height = size[0] + left + right, size[1] + top + bottom
    if kernel.opaque is not None:
        _opaque(kernel, images, scalars, stages, results, (width, height))
        return
    items = Items(launch, width, height)
    written = []
    for parameter in kernel.parameters:
        if parameter.stands == "image":
            array = (stages if parameter.stage else images)[parameter.number]
            start, *sizes = parameter.vars
            flat = array.reshape(1, -1)
            items.values[start] = array if parameter.picture else Address(Place(flat, "global"), 0)
            for var, number in zip(sizes, (array.shape[1], array.shape[0], array.shape[1] * array.shape[2])):
                items.values[var] = np.int32(number)
        elif parameter.stands == "output":
            array = (stages if parameter.stage else results)[parameter.number]
            place = Place(array.reshape(1, -1), "global", result=True, rewritten=kernel.rewrites, shared=kernel.follows)
            written.append(place)
            start, stride = parameter.vars
            items.values[start] = Address(place, 0)
            items.values[stride] = np.int32(array.shape[1] * array.shape[2])
        elif parameter.stands == "scalar":
            (var,) = parameter.vars
            items.values[var] = np.dtype(var.word).type(scalars[parameter.number])
        else:
            items.values.update(zip(parameter.vars, (np.int32(width), np.int32(height))))
    for table in kernel.tables:
        element = table.var.leads.element
        data = np.array(table.values, STORED.get(element, element)).reshape(1, -1)
        items.values[table.var] = Address(Place(data, "constant"), 0)
    with np.errstate(all="ignore"):
        items.all(kernel.body, np.ones((items.count, 1), bool))
    for place in written:
        missing = np.flatnonzero(writers(place) < 0)
        if kernel.spare:
            missing = missing[missing < writers(place).size // 2]
        if missing.size:
            raise Unsound(f"element {missing[0]} of a result is never written")


def _opaque(kernel: Kernel, images: Pictures, scalars: Numbers, stages: Pictures, results: Pictures,
            size: tuple[int, int]) -> None:
    """What is not written in the language is as its graph says."""
    assert kernel.opaque is not None
    made = kernel.opaque.made
    arrays: dict[ImageParam, np.ndarray] = {}
    for parameter in kernel.parameters:
        if parameter.stands == "image":
            param = next(image for image, source in made.sources.items() if source.start is parameter.vars[0])
            arrays[param] = (stages if parameter.stage else images)[parameter.number]
    blank = [np.zeros((1, 1, image.pixel.channels), DTYPES[image.pixel.scalar]) for image in made.graph.images]
    given = [arrays.get(image, other) for image, other in zip(made.graph.images, blank)]
    values = evaluate(made.graph, given, scalars, size)
    for parameter in kernel.parameters:
        if parameter.stands == "output":
            (stages if parameter.stage else results)[parameter.number][:] = values.pop(0)


class Items:
    """The items of a grid, and what they know."""

    def __init__(self, launch: Launch, width: int, height: int):
        counts = [-(-n // b) for n, b in zip((width, height), launch.block)]
        counts[1] = min(counts[1], launch.most or counts[1])
        sizes = [-(-n // side) * side for n, side in zip(counts, launch.local)]
        across, down = sizes
        self.count = across * down * launch.shares
        number = np.arange(self.count, dtype=np.int32)[:, None]
        places = number % across, number // across % down, number // (across * down)
        self.item = places
        self.member = [place % side for place, side in zip(places, launch.local)]
        groups = [place // side for place, side in zip(places, launch.local)]
        wide, high = (size // side for size, side in zip(sizes, launch.local))
        self.groups = wide * high * launch.shares
        self.group = ((places[2] * high + groups[1]) * wide + groups[0]).astype(np.int64)
        self.number = number.astype(np.int64)
        self.values: dict[V.Var, Found] = {}
        self.numbers: dict[int, tuple[V.Number, np.ndarray]] = {}  # those that stand in the kernel, by where they are
        self.gone = np.zeros((self.count, 1), bool)  # that are done
        self.turn = 0                                # barriers so far

    # --- statements ----------------------------------------------------------------------------------------------

    def all(self, body: Iterable[Statement], mask: np.ndarray) -> np.ndarray:
        """Which items go on after these statements."""
        known = None  # that there are some of these
        for statement in body:
            if mask is not known and not some(mask):
                break
            known, mask = mask, _STATEMENTS[statement.__class__](self, statement, mask)
        return mask

    def let(self, let: Let, mask: np.ndarray) -> np.ndarray:
        self.values[let.var] = self.of(let.value, mask)
        return mask

    def declare(self, declare: Declare, mask: np.ndarray) -> np.ndarray:
        for var, value in declare.pairs:
            if value is None:
                self.values[var] = np.zeros((1, 1), _dtype(var.word))
            else:
                self.values[var] = self.cast(var, self.of(value, mask))
        return mask

    @staticmethod
    def cast(var: V.Var, value: Found) -> Found:
        return np.asarray(value).astype(_dtype(var.word), copy=False)

    def change(self, var: V.Expr, value: Found, mask: np.ndarray) -> None:
        """A variable's new value, where it has one."""
        if isinstance(var, V.Load):
            self.put(self.address(var.pointer, var.index, 1, mask), value, mask)
        elif isinstance(var, V.Var):
            old = self.values[var]
            self.values[var] = self.cast(var, value if np.count_nonzero(mask) == mask.size else np.where(mask, value, old))

    def assign(self, assign: Assign, mask: np.ndarray) -> np.ndarray:
        for var, value in [(var, self.of(value, mask)) for var, value in assign.pairs]:
            self.change(var, value, mask)
        return mask

    def update(self, update: Update, mask: np.ndarray) -> np.ndarray:
        before, value = self.of(update.var, mask), self.of(update.value, mask)
        self.change(update.var, before + value if update.operator == "+" else before & value, mask)
        return mask

    def nothing(self, statement: Hold | Fetch, mask: np.ndarray) -> np.ndarray:
        return mask

    def store(self, store: Store, mask: np.ndarray) -> np.ndarray:
        at = self.address(store.pointer, store.index, store.lanes, mask, store.aligned)
        self.put(at, self.of(store.value, mask), mask)
        return mask

    def atomic(self, atomic: Atomic, mask: np.ndarray) -> np.ndarray:
        place, row, at = self.address(atomic.pointer, atomic.index, 1, mask)
        value = np.broadcast_to(self.of(atomic.value, mask), mask.shape)[mask]
        rows, ats = (np.broadcast_to(each, mask.shape)[mask] for each in (row, at))
        {"add": np.add, "min": np.minimum, "max": np.maximum}[atomic.operator].at(place.data, (rows, ats), value)
        return mask

    def join(self, join: Join, mask: np.ndarray) -> np.ndarray:
        """One pair after the other."""
        place, row, one = self.address(join.pointer, join.one, 1, mask)
        _, _, other = self.address(join.pointer, join.other, 1, mask)
        for line, *pair in zip(*[np.broadcast_to(each, mask.shape)[mask] for each in (row, one, other)]):
            forest = place.data[line]
            for number, at in enumerate(pair):
                while forest[at] != at:
                    at = forest[at]
                pair[number] = at
            forest[max(pair)] = min(pair)
        return mask

    def array(self, array: Array, mask: np.ndarray) -> np.ndarray:
        space, element = array.var.leads.space, array.var.leads.element
        rows = self.groups if space == "local" else self.count
        size = prod(array.extents)
        blank = np.nan if ELEMENTS[STORED.get(element, element)].kind == "f" else 0
        place = Place(np.full((rows, size), blank, STORED.get(element, element)), space, array.extents)
        self.values[array.var] = Address(place, 0)
        return mask

    def block(self, block: Block, mask: np.ndarray) -> np.ndarray:
        return self.all(block.body, mask)

    def branch(self, branch: If, mask: np.ndarray) -> np.ndarray:
        test = self.of(branch.test, mask)
        then = self.all(branch.then, mask & test)
        otherwise: np.ndarray = mask & ~test
        if branch.otherwise is not None:
            otherwise = self.all(branch.otherwise, otherwise)
        further: np.ndarray = then | otherwise
        return further

    def counted(self, loop: For, mask: np.ndarray) -> np.ndarray:
        value, end = self.of(loop.first, mask), self.of(loop.end, mask)
        going = mask
        while True:
            self.values[loop.var] = value
            going = going & (value < end if loop.step > 0 else value >= end)
            if not some(going):
                break
            going = self.all(loop.body, going)
            value = value + np.int32(loop.step)
        return mask & ~self.gone

    def loop(self, loop: Loop, mask: np.ndarray) -> np.ndarray:
        going = mask
        while some(going):
            going = self.all(loop.body, going)
        return mask & ~self.gone

    def leave(self, leave: Leave, mask: np.ndarray) -> np.ndarray:
        stays = self.of(leave.unless, mask) if leave.unless is not None else np.zeros((1, 1), bool)
        leaving = mask & ~stays
        if some(leaving):
            for var, value in [(var, self.of(value, mask)) for var, value in leave.pairs]:
                self.change(var, value, leaving)
        return mask & stays

    def done(self, statement: Return, mask: np.ndarray) -> np.ndarray:
        self.gone = self.gone | mask
        return mask & False

    def barrier(self, barrier: Barrier, mask: np.ndarray) -> np.ndarray:
        here = np.bincount(self.group[mask], minlength=self.groups)
        if some((here != 0) & (here != self.count // self.groups)):
            raise Unsound("some items of a group come to a barrier, and others not")
        self.turn += 1
        return mask

    # --- memory --------------------------------------------------------------------------------------------------

    def address(self, pointer: V.Expr, index: V.Expr, lanes: int, mask: np.ndarray, aligned: bool = False) -> Elements:
        """A place, and which rows and elements of it."""
        base = self.of(pointer, mask)
        place = base.place
        first = np.asarray(base.offset, np.int64) + np.asarray(self.of(index, mask), np.int64) * lanes
        at = first if lanes == 1 else first + np.arange(lanes)
        if at.ndim < 2:
            at = at.reshape(1, -1)
        if aligned and some(np.broadcast_to(first % lanes != 0, mask.shape) & mask):
            raise Unsound("an address is said to be aligned, and is not")
        beyond = (at < 0) | (at >= place.data.shape[1])
        if some(beyond):
            wrong = beyond & mask
            if some(wrong):
                bad = int(np.broadcast_to(at, wrong.shape)[wrong][0])
                raise Unsound(f"element {bad} of a {place.space} place of {place.data.shape[1]}")
            at = np.minimum(np.maximum(at, 0), place.data.shape[1] - 1)  # of items that are not here
        row = self.number if place.space == "private" else self.group if place.space == "local" else np.zeros((1, 1), int)
        return place, row, at

    def get(self, address: Elements, mask: np.ndarray) -> np.ndarray:
        place, row, at = address
        if place.shared:
            self.watch(place, row, at, mask, False)
        found: np.ndarray = place.data[row, at]
        return found

    def put(self, address: Elements, value: Found, mask: np.ndarray) -> None:
        place, row, at = address
        if place.shared:
            self.watch(place, row, at, mask, True)
        shape = np.broadcast_shapes(at.shape, mask.shape, row.shape)
        here = spread(mask, shape)
        rows, ats = spread(row, shape)[here], spread(at, shape)[here]
        value = np.broadcast_to(value, shape)[here].astype(place.data.dtype, copy=False)
        if place.by is not None:
            self.once(place, rows, ats, value, spread(self.number, shape)[here])
        place.data[rows, ats] = value

    @staticmethod
    def once(place: Place, rows: np.ndarray, ats: np.ndarray, value: np.ndarray, who: np.ndarray) -> None:
        """That each element of a result is one item's, which may write the same again."""
        by = writers(place)
        before, held = by[rows, ats], place.data[rows, ats]
        again = before >= 0
        by[rows, ats] = order = np.arange(len(ats))
        if some(again & (before != who)) or some(by[rows, ats] != order):  # the last of several has it now
            raise Unsound(f"two items write element {int(ats[0])} of a result")
        if not place.rewritten and not np.array_equal(held[again], value[again], equal_nan=held.dtype.kind == "f"):
            raise Unsound("an item writes an element of a result twice, and not the same")
        by[rows, ats] = who

    def watch(self, place: Place, row: np.ndarray, at: np.ndarray, mask: np.ndarray, writes: bool) -> None:
        """That no other item writes the same since the last barrier, nor reads it if this one writes."""
        shape = np.broadcast_shapes(at.shape, mask.shape)
        here = spread(mask, shape)
        rows, ats, who = (spread(each, shape)[here] for each in (row, at, self.number))
        for other, since in zip((place.wrote, place.read)[:1 + writes], place.since):
            if some((since[rows, ats] == self.turn) & (other[rows, ats] != who)):
                raise Unsound("two items of a group meet in a local place without a barrier")
        mine, since = (place.wrote, place.since[0]) if writes else (place.read, place.since[1])
        mine[rows, ats], since[rows, ats] = who, self.turn
        if writes and some(mine[rows, ats] != who):  # the last of several has it now
            raise Unsound("two items of a group write the same element of a local place")

    # --- expressions ---------------------------------------------------------------------------------------------

    def of(self, value: V.Expr, mask: np.ndarray) -> Found:
        return _EXPRESSIONS[value.__class__](self, value, mask)

    def var(self, var: V.Var, mask: np.ndarray) -> Found:
        return self.values[var]

    def literal(self, number: V.Number, mask: np.ndarray) -> Found:
        known = self.numbers.get(id(number))
        if known is None:
            found = np.asarray(number.value).astype(_dtype(number.word)).reshape(1, 1)
            known = self.numbers[id(number)] = number, found
        return known[1]

    def at(self, at: V.At, mask: np.ndarray) -> Found:
        base = self.of(at.pointer, mask)
        return Address(base.place, base.offset + np.asarray(self.of(at.index, mask), np.int64))

    def part(self, part: V.Part, mask: np.ndarray) -> Found:
        base = self.values[part.array]
        offset, extents = np.zeros((1, 1), np.int64), base.place.extents
        for axis, index in enumerate(part.indices):
            number = np.asarray(self.of(index, mask), np.int64)
            if some(((number < 0) | (number >= extents[axis])) & mask):
                raise Unsound(f"row {int(number.max())} of an array of {extents}")
            offset = offset + number * prod(extents[axis + 1:])
        return Address(base.place, offset)

    def load(self, load: V.Load, mask: np.ndarray) -> Found:
        found = self.get(self.address(load.pointer, load.index, load.lanes, mask, load.aligned), mask)
        return found.astype(np.float32) if found.dtype == np.float16 else found

    def gather(self, gather: V.Gather, mask: np.ndarray) -> Found:
        base, index = self.of(gather.pointer, mask), np.asarray(self.of(gather.index, mask), np.int64)
        if some((index < 0) & mask):
            raise Unsound("a vector is gathered from before where its pointer leads")
        if gather.count > 1:
            index = (index[..., None] + np.arange(gather.count)).reshape(len(index), -1)
        pointer = Address(base.place, base.offset)
        self.values[_HERE] = pointer
        self.values[_INDEX] = index
        found = self.get(self.address(_HERE, _INDEX, 1, mask), mask)
        return found.astype(np.float32) if found.dtype == np.float16 else found

    def texel(self, texel: V.Texel, mask: np.ndarray) -> Found:
        assert isinstance(texel.picture, V.Var)
        picture = self.values[texel.picture]
        x = np.clip(self.of(texel.x, mask), 0, picture.shape[1] - 1)
        y = np.clip(self.of(texel.y, mask), 0, picture.shape[0] - 1)
        found = picture[y, x, texel.channel]
        if texel.type == "float32":
            return found.astype(np.float32) / np.float32(WHITE.get(str(found.dtype), 1))
        return found != 0 if texel.type == "bool" else found.astype(np.int32)

    def operation(self, op: V.Operation, mask: np.ndarray) -> Found:
        args = [self.of(arg, mask) for arg in op.args]
        if isinstance(op.kind, V.Machine):
            return MACHINE[op.kind](self, op, args)
        assert op.kind.evaluate is not None
        if op.how == V.EXACT and op.type in ("int32", "int64"):
            found = op.kind.evaluate(*[np.asarray(arg, np.int64) for arg in args])
            if op.type == "int32" and some(((found < BITS[0]) | (found > BITS[1])) & mask):
                raise Unsound(f"{op.kind.name} wraps, which was said not to")
            return found if op.type == "int64" else found.astype(np.int32)
        if op.how == "numbers":  # as devices have it
            return np.asarray((np.fmin if op.kind is MIN else np.fmax)(*args))
        return np.asarray(op.kind.evaluate(*args))


_HERE, _INDEX = V.Var("here", "int32"), V.Var("index", "int64")


def _dtype(type: str) -> str:
    return "bool" if type in ("bool", "mask") else type


_EXPRESSIONS: dict[type, Callable[[Items, Any, np.ndarray], Found]] = {
                V.Var: Items.var, V.Number: Items.literal, V.Operation: Items.operation, V.At: Items.at, V.Part: Items.part,
                V.Load: Items.load, V.Gather: Items.gather, V.Texel: Items.texel}
_STATEMENTS: dict[type, Callable[[Items, Any, np.ndarray], np.ndarray]] = {
               Let: Items.let, Declare: Items.declare, Assign: Items.assign, Update: Items.update, Hold: Items.nothing,
               Store: Items.store, Fetch: Items.nothing, Atomic: Items.atomic, Join: Items.join, Array: Items.array,
               Block: Items.block, Section: Items.block, Seldom: Items.block,
               Line: Items.block, If: Items.branch, For: Items.counted, Loop: Items.loop, Leave: Items.leave,
               Return: Items.done, Barrier: Items.barrier}
