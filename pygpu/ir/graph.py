"""The flow graph: SSA in blocks with arguments, where `if` and `loop` hold blocks.

    Graph ── params: ScalarParam (a Value) and ImageParam
          ├─ x, y    the position being computed, two Int values; in a graph of three dimensions z as well
          ├─ body    the Block that runs once a pixel
          └─ outputs one Output an image returned, each naming values of the body

    Function ── graph    what it is at its own x and y; called by other graphs at places of theirs (functions.py)

    Block ── args: Values     what flows in (the carried values of a loop)
          ├─ ops: Ops         in order; every operand is defined before, here or in an enclosing block
          └─ results: Values  what flows out

    if    operands: condition            blocks: then, otherwise — each giving as many results as the op has
    loop  operands: initial values       block: one pass; its results are `again` (a Bool), then the next value of each
                                         argument, then extra values. The op's results are those of the last pass,
                                         less `again`: a pass always runs once.

Values are immutable once made; ops are only appended. A pass builds a new graph.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any, TypeGuard

from ..borders import rule
from ..location import Location
from ..look import sheet
from .ops import OpKind
from .types import BOOL, FLOAT, INT, PixelType, Type

Attributes = tuple[tuple[str, Any], ...]  # (name, plain hashable value), by name

_numbers = itertools.count()


class Value:
    """One SSA value. `owner` is the Op or the Block that defines it, None for a parameter of the graph.

    `number` counts values as they are made: what a block defines while it is open has larger numbers than
    everything before it.
    """

    __slots__ = ("type", "name", "owner", "number", "__weakref__")

    def __init__(self, type: Type, owner: Op | Block | None = None, name: str | None = None):
        self.type, self.owner, self.name = type, owner, name
        self.number = next(_numbers)

    def __repr__(self) -> str:
        return f"<{self.name or 'value'}: {self.type.value}>"


class Const(Value):
    """A known number. `value` is None where nothing reads it: the other arm of a branch left, say."""

    __slots__ = ("value", "_key")

    def __init__(self, type: Type, value: bool | int | float | None):
        super().__init__(type)
        self.value: Any = value  # of the Python type that stands for `type`
        self._key: tuple[Type, str] | None = None

    @property
    def key(self) -> tuple[Type, str]:
        """Equal for constants that are the same bits: 0.0 and -0.0 differ, a NaN equals itself."""
        if self._key is None:
            self._key = (self.type, repr(self.value))
        return self._key

    def __repr__(self) -> str:
        return f"<const {self.value}: {self.type.value}>"


def same(a: Value, b: Value) -> bool:
    """Whether two values are one, or constants of the same bits."""
    return a is b or a.__class__ is Const and b.__class__ is Const and a.key == b.key


def is_known(value: Value) -> TypeGuard[Const]:
    """Whether a value is a constant."""
    return value.__class__ is Const


def is_undefined(value: Value) -> TypeGuard[Const]:
    """Whether a value is one that nothing reads."""
    return value.__class__ is Const and value.value is None


def made_by(value: Value, name: str) -> tuple[Value, ...] | None:
    """The operands of the operation that made a value, if it is of that name."""
    op = value.owner
    return op.operands if op.__class__ is Op and op.kind.name == name else None


def op_of(value: Value) -> Op:
    """The operation that gives a value, of one that is known to be given by one."""
    assert isinstance(value.owner, Op), f"{value} is given by no operation"
    return value.owner


class Op:
    """One operation. `kind` is its declaration in ops.py; `attributes` are plain hashable values.

    `key` is set where a builder has found no way to do without it: what it is found by where the same is asked for again.
    As long as its operands are these, there is nothing to be folded about it (passes/rewrite.py)."""

    __slots__ = ("kind", "operands", "attributes", "results", "blocks", "location", "key")

    def __init__(self, kind: OpKind, operands: Iterable[Value], attributes: Attributes = (),
                 result_types: Iterable[Type] = (), blocks: Iterable[Block] = (), location: Location | None = None,
                 results: Iterable[Value] | None = None):
        """Makes its results of the types given, or adopts `results`: values made earlier that nothing defines yet."""
        self.kind = kind
        self.operands = tuple(operands)
        self.attributes = attributes
        self.blocks = tuple(blocks)
        self.location = location
        self.key: tuple[object, ...] | None = None
        if results is None:
            self.results = tuple([Value(t, self) for t in result_types])
        else:
            self.results = tuple(results)
            for value in self.results:
                value.owner = self

    @property
    def result(self) -> Value:
        return self.results[0]

    def __repr__(self) -> str:
        return f"<op {self.kind.name}>"


class Block:
    __slots__ = ("args", "ops", "results", "told")

    def __init__(self, arg_types: Iterable[Type] = (), ops: list[Op] | None = None):
        self.args = tuple([Value(t, self) for t in arg_types])
        self.ops: list[Op] = [] if ops is None else ops
        self.results: tuple[Value, ...] = ()
        self.told: Any = None  # what is asked of it again and again while programs are planned (functions.py)


def every_op(block: Block) -> Iterator[Op]:
    """All operations, those in inner blocks included, in the order in which they stand."""
    for op in block.ops:
        yield op
        for inner in op.blocks:
            yield from every_op(inner)


def needs(op: Op) -> list[Value]:
    """What an operation uses of what is outside it, in order."""
    mine: set[Value] = set()
    used = list(op.operands)
    for block in op.blocks:
        mine.update(block.args)
        for inner in block.ops:
            mine.update(inner.results)
            used += needs(inner)
        used += block.results
    return [value for value in dict.fromkeys(used) if value not in mine]


def loops(block: Block) -> Iterator[Op]:
    """Every loop, those in others included."""
    return (op for op in every_op(block) if op.kind.name == "loop")


@dataclass(eq=False, slots=True)
class ImageParam:
    """An image the filter reads. `border` is a mode for each axis, x first; `data` is set for a picture known when
    compiling (a texture from the user's own globals), which then travels with the kernel. A volume has three `dimensions`;
    an array of one is an image one pixel high. `plane` is set where it is a part of a volume (planes.py).
    Of an `extent` that is known a kernel has fewer tests."""

    name: str
    pixel: PixelType
    border: tuple[str, ...] = ("clamp", "clamp")
    fill: tuple[float, ...] = (0.0,)
    data: object = None
    dimensions: int = 2
    plane: tuple[int, int | None, bool] | None = None
    extent: tuple[int, int] | None = None  # its columns and rows, where they are known

    @property
    def open_axes(self) -> tuple[int, ...]:
        """Those along which nothing is beyond the edge but the fill."""
        return tuple([axis for axis, border in enumerate(self.border) if rule(border).open])


@dataclass(eq=False, slots=True)
class ScalarParam:
    """A number given at each call; or, in a graph over planes of a volume, which plane it is (programs/planes.py)."""

    name: str
    value: Value
    is_plane: bool = False


RAISES = "Raises"
VALUE = "Value"
CARRIED = "Carried"
STARTS = "Starts"
SEVERAL = "Several"
ROW = "Row"


@dataclass(eq=False, slots=True)
class Output:
    """One image returned: its channels, and what the user called the pixel (Float, Color, Bool...); or RAISES, a last one
    that the user does not see, which tells the pixels that raise an exception; or, last ones that are no results either,
    CARRIED, what a scan's later places may ask for, and STARTS, what was before its chunks (scans.py); or VALUE, of a
    filter without a position, which is no picture. A function may give values of SEVERAL types. A ROW is no result of its
    own but a further row of the one before it: n of them at (x, y) stand in the rows n*y, n*y + 1, ... of that."""

    values: tuple[Value, ...]
    kind: str

    @property
    def pixel(self) -> PixelType:
        return PixelType(self.values[0].type, len(self.values))


@dataclass(eq=False, slots=True, repr=False)
class Graph:
    name: str
    images: list[ImageParam] = field(default_factory=list)
    scalars: list[ScalarParam] = field(default_factory=list)
    x: Value = field(default_factory=lambda: Value(INT, name="x"))
    y: Value = field(default_factory=lambda: Value(INT, name="y"))
    body: Block = field(default_factory=Block)
    outputs: list[Output] = field(default_factory=list)
    exact: bool = False  # weighted sums are computed with the weights that are written, not with factors of them
    scan: Any = None     # the Scan that a function is which calls itself (scans.py)
    tally: Any = None    # the Tally that a function is which makes tables (tallies.py)
    team: Any = None     # the Team that computes each place of a function together (folds.py)
    lot: Any = None      # that a function puts what it gives together, lot by lot: a Lot (folds.py)
    order: Any = None    # that a function is lines of sorted numbers: an Ordered (orders.py)
    window: Any = None   # that its results are numbers in order around each pixel: a Window (orders.py)
    forest: bool = False  # that its two results are pairs of numbers to be joined (forests.py)
    in_place: bool = False  # that it is computed once, and changes arrays in memory, its first results (inplace.py)
    z: Value = field(default_factory=lambda: Value(INT, name="z"))
    dimensions: int = 2  # of the result
    folded: bool = False  # that a builder wrote all of it in a straight line: to fold it again would change nothing

    def _repr_html_(self) -> str:
        return sheet(str(self), "graph")

    @property
    def coordinates(self) -> tuple[Value, ...]:
        """The position: two values, or three in a volume. (Of an array of one dimension, y is 0.)"""
        return (self.x, self.y, self.z) if self.dimensions == 3 else (self.x, self.y)

    @property
    def rows(self) -> int:
        """How many rows of each result are computed at one y."""
        return len(self.outputs) // max(1, sum(output.kind != ROW for output in self.outputs))

    @property
    def raises(self) -> bool:
        """Whether some pixels may raise an exception: the last output tells which."""
        return bool(self.outputs) and self.outputs[-1].kind == RAISES


class Function:
    """A function of the program: its graph, over coordinates of its own. What it gives are the values of the graph's
    outputs, one after the other; the graph may be exchanged for a better one, the function stays the same. `kept` says
    that it is always an image of its own, or never one; None, that the plan decides."""

    __slots__ = ("name", "graph", "kept")

    def __init__(self, name: str, graph: Graph, kept: bool | None = None):
        self.name, self.graph, self.kept = name, graph, kept

    def with_graph(self, graph: Graph) -> Function:
        """Another function, that is the same in another program."""
        return Function(self.name, graph, self.kept)

    @property
    def results(self) -> tuple[Value, ...]:
        return tuple([value for output in self.graph.outputs for value in output.values])

    def __repr__(self) -> str:
        return f"<function {self.name}>"


def constant(value: bool | int | float) -> Const:
    """The constant for a known Python number; an int beyond 32 bits wraps, as the device's do."""
    if isinstance(value, bool):
        return Const(BOOL, value)
    if isinstance(value, int):
        return Const(INT, INT.wrap(value))
    return Const(FLOAT, float(value))


def known(type: Type, value: bool | int | float) -> Const:
    """The constant of a type for a known number, which wraps where the type has fewer bits."""
    return Const(type, type.number(value))


def wrap(value: int) -> int:
    """A Python int as the 32 bit integer it is on a device."""
    return INT.wrap(value)
