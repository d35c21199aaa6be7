"""Appends operations to a block, folding what is constant and never writing the same pure operation twice."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Any

from ..location import Location
from .fold import fold
from .graph import Attributes, Block, Const, Op, Value, known
from .ops import CONVERT, GET, IF, LOOP, OPS, OpKind
from .types import BOOL, INT, Type

Mark = tuple[Block, int, int, int, int]


class Builder:
    """Where the next operation goes. `location` is stamped on every op until it is changed.

    With `signed` only such algebra is used as keeps the signs of zeros.

    With `in_memory` lists are places in memory (inplace.py): none is asked for an item that was there before another one.

    Every method gives the values that mean what was asked for; where algebra finds them they are values that
    exist already, or constants.
    """

    def __init__(self, block: Block, signed: bool = False, in_memory: bool = False):
        self.block, self.signed, self.in_memory = block, signed, in_memory
        self.location: Location | None = None
        self._known: dict[object, Value] = {}         # pure operations seen, here and around
        self._keys: list[list[object]] = [[]]         # those of each scope, innermost last
        self._noted: list[dict[object, Any]] = [{}]   # what else is remembered, in the same way

    def emit(self, kind: str | OpKind, *operands: Value, **attributes: object) -> Value:
        """One operation with one result: folded, found again, or appended."""
        declared = OPS[kind] if isinstance(kind, str) else kind
        return self.append(declared, operands, tuple(sorted(attributes.items())) if attributes else ())

    def append(self, kind: OpKind, operands: tuple[Value, ...], attributes: Attributes = ()) -> Value:
        """The same, with the attributes as they stand in an Op."""
        if kind.commutative and operands[0].__class__ is Const and operands[1].__class__ is not Const:
            operands = (operands[1], operands[0])
        folded = fold(self.found if self.in_memory and kind is GET else self.emit, kind, operands, attributes, self.signed)
        if folded is not None:
            return folded
        key = _key(kind, operands, attributes)
        found = self._known.get(key)
        if found is not None:
            return found
        type = kind.rule(tuple([o.type for o in operands]), dict(attributes) if attributes else {})
        op = Op(kind, operands, attributes, (type,), (), self.location)
        op.key = None if self.signed else key
        self.block.ops.append(op)
        self._keys[-1].append(key)
        made = self._known[key] = op.results[0]
        return made

    def found(self, kind: str, *operands: Value) -> Any:
        """What an operation gives where that needs no operation; None anywhere else."""
        return fold(self.found, OPS[kind], operands, (), self.signed)

    def adopt(self, op: Op) -> Value:
        """The same for one of another graph that has a key, and whose operands mean the same here: it stands in both."""
        found = self._known.get(op.key)
        if found is None:
            self.block.ops.append(op)
            self._keys[-1].append(op.key)
            found = self._known[op.key] = op.results[0]
        return found

    def find(self, kind: str, *operands: Value) -> Value | None:
        """An operation without attributes, if it is there already."""
        return self._known.get(_key(OPS[kind], operands, ()))

    def convert(self, value: Value, type: Type) -> Value:
        """The same number as another type, as Python would convert it (a float to an int truncates)."""
        if value.type is type:
            return value
        if isinstance(value, Const):
            if value.value is None:
                return Const(type, None)
            if not value.type.is_float or type.is_float:
                return known(type, value.value)
        if type is not INT and (value.type.is_narrow or type.is_narrow):  # by way of an Int, which these are made of
            value = self.convert(value, INT)
        if type is BOOL:
            return self.emit("ne", value, known(value.type, 0))
        if value.type is type:
            return value
        return self.emit(CONVERT[value.type, type], value)

    @contextmanager
    def inside(self, block: Block) -> Iterator[Block]:
        """Emit into a block that belongs to an `if` or a `loop` about to be made."""
        outer, self.block = self.block, block
        self._keys.append([])
        self._noted.append({})
        try:
            yield block
        finally:
            self.block = outer
            self._noted.pop()
            for key in self._keys.pop():
                del self._known[key]

    def remember(self, key: object, value: object) -> None:
        """Note something that holds from here to the end of this block, in the blocks inside too."""
        self._noted[-1].setdefault(key, value)

    def recall(self, key: object) -> Any:
        for scope in reversed(self._noted):
            if key in scope:
                return scope[key]
        return None

    def mark(self) -> Mark:
        """Where we are, for a rollback in the same block."""
        return self.block, len(self.block.ops), len(self._keys), len(self._keys[-1]), len(self._noted[-1])

    def rollback(self, mark: Mark) -> None:
        """Forget all that was emitted into this block since `mark`."""
        block, count, depth, known, noted = mark
        assert self.block is block and len(self._keys) == depth
        del block.ops[count:]
        keys, scope = self._keys[-1], self._noted[-1]
        for key in keys[known:]:
            del self._known[key]
        del keys[known:]
        while len(scope) > noted:
            scope.popitem()

    def branch(self, condition: Value, then: Block, otherwise: Block,
               results: Iterable[Value] | None = None) -> tuple[Value, ...]:
        """An `if` over two finished blocks: its results. Only those that need the branch are left to it, unless
        `results` holds the values that it is to define."""
        if results is not None:
            op = Op(IF, (condition,), (), (), (then, otherwise), self.location, results)
            self.block.ops.append(op)
            return op.results
        while condition.owner.__class__ is Op and condition.owner.kind.name == "not":
            condition, then, otherwise = condition.owner.operands[0], otherwise, then
        if condition.__class__ is Const:
            taken = then if condition.value else otherwise
            self.block.ops += taken.ops
            return taken.results
        inner = _defined(then) | _defined(otherwise)
        pairs: dict[object, int] = {}  # the results the `if` has to give: what each chooses between -> its place
        given: list[Value | int] = []
        for a, b in zip(then.results, otherwise.results, strict=True):
            if a in inner or b in inner:
                given.append(pairs.setdefault((_id(a), _id(b)), len(pairs)))
            else:
                given.append(self.emit("select", condition, a, b))
        if not pairs:
            return tuple([value for value in given if isinstance(value, Value)])
        places = [given.index(i) for i in range(len(pairs))]
        then.results = tuple([then.results[i] for i in places])
        otherwise.results = tuple([otherwise.results[i] for i in places])
        op = Op(IF, (condition,), (), [v.type for v in then.results], (then, otherwise), self.location)
        op.key = None if self.signed else (IF,)
        self.block.ops.append(op)
        return tuple([op.results[r] if isinstance(r, int) else r for r in given])

    def loop(self, initial: Iterable[Value], body: Block, results: Iterable[Value] | None = None) -> tuple[Value, ...]:
        """A `loop` over a finished body, whose results are again, next values, extra values: its results. With
        `results`, the values that it is to define."""
        op = Op(LOOP, initial, (), [v.type for v in body.results[1:]], (body,), self.location, results)
        self.block.ops.append(op)
        if results is not None:
            return op.results
        inner = _defined(body) | set(body.args)
        places: dict[Value, Value] = {}  # what a pass gives -> the first result that is it
        for result, value in zip(op.results, body.results[1:]):
            places.setdefault(value, result if value in inner else value)
        for arg, first, value in zip(body.args, op.operands, body.results[1:]):
            if value is arg:
                places[arg] = first
        return tuple([places[value] for value in body.results[1:]])


def _id(value: Value) -> object:
    return value.key if value.__class__ is Const else id(value)


def _key(kind: OpKind, operands: tuple[Value, ...], attributes: Attributes) -> tuple[object, ...]:
    """Equal for operations that give the same."""
    if kind.commutative:
        a, b = operands
        if a.__class__ is not Const and b.__class__ is not Const:
            return (kind.name, attributes, id(a), id(b)) if id(a) < id(b) else (kind.name, attributes, id(b), id(a))
    return (kind.name, attributes, *[o.key if o.__class__ is Const else id(o) for o in operands])


def _defined(block: Block) -> set[Value]:
    return {result for op in block.ops for result in op.results}
