"""The language of kernels: expressions.

Integers that count pixels, rows and elements are computed with Python's own signs, `row + n * (x - 1)`, and must not
wrap: such an operation is `exact`. What the filter itself computes says how it is meant.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple, cast

from ..ir import OPS, OpKind, Type

WORDS = {type: type.word for type in Type}  # the graph's types, as elements that are computed on
ADD, SUB, MUL, DIV, MOD = (OPS[name] for name in ("add", "sub", "mul", "floordiv", "mod"))
EXACT = "exact"
BOTH = "both"


class Pointer(NamedTuple):
    """The type of what leads to elements of a place; `space` is global, local, private or constant."""

    element: str
    space: str = "global"
    const: bool = True


class Expr:
    """`type` is the name of an element, as NumPy calls it, or a Pointer; `lanes` how many there are of it."""

    __slots__ = ("lanes", "type")

    lanes: int
    type: str | Pointer

    @property
    def word(self) -> str:
        """The element that it is, of what is no address."""
        return cast(str, self.type)

    @property
    def leads(self) -> Pointer:
        """Where it leads, of what is an address."""
        return cast(Pointer, self.type)

    def __add__(self, other: Expr | int) -> Expr:
        if isinstance(other, int):
            if not other:
                return self
            other = Number(other)
        if not isinstance(self.type, Pointer):
            return whole(ADD, self, other)
        if isinstance(other, Operation) and other.kind is ADD:  # one after the other, as it is read
            return self + other.args[0] + other.args[1]
        return At(self, other)

    def __radd__(self, other: int) -> Expr:
        return whole(ADD, Number(other), self)

    def __sub__(self, other: Expr | int) -> Expr:
        return whole(SUB, self, expr(other)) if not isinstance(other, int) or other else self

    def __rsub__(self, other: int) -> Expr:
        return whole(SUB, Number(other), self)

    def __mul__(self, other: Expr | int) -> Expr:
        return whole(MUL, self, expr(other)) if not isinstance(other, int) or other != 1 else self

    def __rmul__(self, other: int) -> Expr:
        return whole(MUL, Number(other), self) if other != 1 else self

    def __floordiv__(self, other: Expr | int) -> Expr:
        return whole(DIV, self, expr(other))

    def __mod__(self, other: Expr | int) -> Expr:
        return whole(MOD, self, expr(other))

    def __lt__(self, other: Expr | int) -> Expr:
        return compared("lt", self, other)

    def __le__(self, other: Expr | int) -> Expr:
        return compared("le", self, other)

    def __gt__(self, other: Expr | int) -> Expr:
        return compared("gt", self, other)

    def __ge__(self, other: Expr | int) -> Expr:
        return compared("ge", self, other)

    def __and__(self, other: Expr) -> Expr:
        return Operation(OPS["and"], (self, other), "bool", max(self.lanes, other.lanes))


class Var(Expr):
    """A value with a name: a parameter, what a Let says, or a variable (`changes`). `wish` is what it would be called:
    a text, or another value and what comes after its name; `fixed` says that it is called just so. With `each` it is
    one of several of which every copy (jam.py) has its own, those BESIDE one another or BELOW or both; `group` names
    these copies once they are made."""

    __slots__ = ("changes", "each", "fixed", "group", "wish")

    def __init__(self, wish: Wish, type: str | Pointer, lanes: int = 1, fixed: bool = False, changes: bool = False,
                 each: int = 0):
        self.wish, self.type, self.lanes = wish, type, lanes
        self.fixed, self.changes, self.each = fixed, changes, each
        self.group: tuple[list[Var], int] | None = None


Wish = str | tuple[Expr, str]
BESIDE, BELOW = 1, 2  # which copies have each their own


class Number(Expr):
    """A known one. A vector of it has it in all lanes."""

    __slots__ = ("value",)

    def __init__(self, value: bool | int | float, type: str = "int32", lanes: int = 1):
        self.value, self.type, self.lanes = value, type, lanes


class Operation(Expr):
    """An operation of the graph (ir.ops), or one of those below. `how` says what is known of it: `exact`, that nothing
    wraps and a division has nothing negative; `down`, that an exponent is not positive; `numbers`, that no
    operand is NaN; `power`, that it is one number
    for all pixels; `both`, of a choice, that what is chosen between is there. `extra` are attributes."""

    __slots__ = ("args", "extra", "how", "kind")

    def __init__(self, kind: OpKind | Machine, args: tuple[Expr, ...], type: str | Pointer, lanes: int = 1, how: str = "",
                 extra: Any = None):
        self.kind, self.args, self.type, self.lanes, self.how, self.extra = kind, args, type, lanes, how, extra


class At(Expr):
    """So many elements beyond a pointer."""

    __slots__ = ("index", "pointer")

    def __init__(self, pointer: Expr, index: Expr):
        self.pointer, self.index, self.type, self.lanes = pointer, index, pointer.type, 1


class Part(Expr):
    """What leads to a row of an array (or a plane), by its first indices."""

    __slots__ = ("array", "indices")

    def __init__(self, array: Var, *indices: Expr | int):
        self.array, self.indices = array, tuple([expr(index) for index in indices])
        self.type, self.lanes = array.type, 1


class Load(Expr):
    """The elements from `pointer + index * lanes` on. `aligned`: they lie at a multiple of their size."""

    __slots__ = ("aligned", "index", "pointer")

    def __init__(self, pointer: Expr, index: Expr, lanes: int = 1, aligned: bool = False):
        self.pointer, self.index, self.lanes, self.aligned = pointer, index, lanes, aligned
        self.type = loaded(pointer.leads.element)


class Gather(Expr):
    """So many elements from each of several places on, those of one place after those of the other. Places that are `near`
    mostly follow one another."""

    __slots__ = ("count", "index", "near", "pointer")

    def __init__(self, pointer: Expr, index: Expr, count: int = 1, near: bool = False):
        self.pointer, self.index, self.count, self.near = pointer, index, count, near
        self.type, self.lanes = loaded(pointer.leads.element), index.lanes * count


class Texel(Expr):
    """One channel of a picture that a sampler reads, which brings a place back into it."""

    __slots__ = ("channel", "picture", "x", "y")

    def __init__(self, picture: Expr, x: Expr, y: Expr, channel: int, type: str):
        self.picture, self.x, self.y, self.channel, self.type, self.lanes = picture, x, y, channel, type, 1


def loaded(element: str) -> str:
    """What an element is once it is loaded: half a float is a whole one, and a byte may be a truth."""
    return _LOADED.get(element, element)


_LOADED = {"float16": "float32", "bool": "uint8", "mask": "bool"}


def expr(value: Expr | int) -> Expr:
    return Number(value) if isinstance(value, int) else value


def whole(kind: OpKind, a: Expr, b: Expr) -> Operation:
    """Arithmetic on whole numbers that does not wrap."""
    wide = "int64" if "int64" in (a.type, b.type) else "int32"
    return Operation(kind, (a, b), wide, a.lanes if a.lanes > b.lanes else b.lanes, EXACT)


def compared(name: str, a: Expr, other: Expr | int) -> Operation:
    b = expr(other)
    return Operation(OPS[name], (a, b), "bool", max(a.lanes, b.lanes))


def key(value: Expr) -> object:
    """Equal for expressions that are the same. (They themselves are equal only if they are one.)"""
    if isinstance(value, Number):
        return repr(value.value), value.type, value.lanes
    if isinstance(value, Operation):
        return value.kind.name, value.how, value.extra, *map(key, value.args)
    if isinstance(value, At):
        return "at", key(value.pointer), key(value.index)
    if isinstance(value, Part):
        return "part", key(value.array), *map(key, value.indices)
    if isinstance(value, Load):
        return "load", key(value.pointer), key(value.index), value.lanes
    return value


# --- operations of the machine --------------------------------------------------------------------------------------

class Machine(NamedTuple):
    """An operation that filters don't have: what it is called, and what it means."""

    name: str
    meaning: str


LEAST = Machine("least", "the smaller of two whole numbers")
GREATEST = Machine("greatest", "the larger of two whole numbers")
BORDER = Machine("border", "a coordinate brought back into so many pixels by the rule of a border, `extra`")
LONG = Machine("long", "a whole number in 64 bits")
ANY = Machine("any", "that a truth holds in any lane of any of these")
WIDEN = Machine("widen", "a number in every lane")
VECTOR = Machine("vector", "numbers or vectors one after the other in one vector")
PICK = Machine("pick", "the lanes of a vector that `extra` says")
MERGE = Machine("merge", "the lanes of two or three vectors in turns: of their halves, or thirds, the one `extra` says")
FOURS = Machine("fours", "of each four lanes of two vectors, four that `extra` says: 0 to 3 of one, 4 to 7 of the other")
SUM = Machine("sum", "terms added and, where `extra` says so, subtracted, from the first on; a `group` before any other")
DECODE = Machine("decode", "stored elements of format `extra[0]` as the graph's type; unscaled where `extra[1]`")
ENCODE = Machine("encode", "values of the graph, of type `extra[1]`, as elements of format `extra[0]`")
LOOKUP = Machine("lookup", "elements of a table; the index is sure to be inside where `how` is exact, or clamped")
BYTES = Machine("bytes", "pixels of 3 or 4 bytes in vectors, as a vector of whole numbers")
BYTE = Machine("byte", "byte `extra[0]` of `extra[1]` in a whole number, as a whole number")
INTO_BYTES = Machine("into_bytes", "vectors of bytes, one for each channel, as a vector of whole numbers")
FROM_BYTES = Machine("from_bytes", "the bytes of whole numbers, `extra[0]` of each, vector `extra[1]` of them")
ITEM = Machine("item", "the number of this work-item along axis `extra`")
MEMBER = Machine("member", "its number within its group, along axis `extra`")
ORIGIN = Machine("origin", "the number of its group's first item along axis `extra`")
BEYOND = Machine("beyond", "how many elements a picture's start lies beyond a whole vector of `extra` of them")
MEETS = Machine("meets", "whether what is written at one address is in the way of what is read at another (placing.py)")
BIT = Machine("bit", "the bit of a word of 32 that a number stands for, counted on from word to word")
ONES = Machine("ones", "how many bits of a word are set")
NTH = Machine("nth", "which bit of a word is set after so many others")
RARELY = Machine("rarely", "a truth that hardly ever holds: what is done then must cost nothing elsewhere")
COPY = Machine("copy", "which of the copies this is (jam.py)")


def least(one: Expr | int, other: Expr | int) -> Expr:
    a, b = expr(one), expr(other)
    return Operation(LEAST, (a, b), a.type, max(a.lanes, b.lanes))


def greatest(one: Expr | int, other: Expr | int) -> Expr:
    a, b = expr(one), expr(other)
    return Operation(GREATEST, (a, b), a.type, max(a.lanes, b.lanes))


def long(value: Expr) -> Expr:
    return Operation(LONG, (value,), "int64")


def item(axis: int) -> Expr:
    return Operation(ITEM, (), "int32", 1, "", axis)


def member(axis: int) -> Expr:
    return Operation(MEMBER, (), "int32", 1, "", axis)


def origin(axis: int) -> Expr:
    return Operation(ORIGIN, (), "int32", 1, "", axis)


def beyond(at: Expr, more: Expr | None) -> Expr:
    """As much further on as a loop has come, in one."""
    return at if more is None else at + more


def any_lane(mask: Expr) -> Expr:
    return Operation(ANY, (mask,), "bool")


def widen(value: Expr, lanes: int) -> Expr:
    return Operation(WIDEN, (value,), value.type, lanes)


def vector(parts: Iterable[Expr], type: str, lanes: int) -> Expr:
    return Operation(VECTOR, tuple(parts), type, lanes)


def numbers(lanes: int) -> Expr:
    """0, 1, 2 ... in the lanes of a vector."""
    return vector([Number(i) for i in range(lanes)], "int32", lanes)


def invert(truth: Expr) -> Expr:
    return Operation(OPS["not"], (truth,), "bool", truth.lanes)


def choose(test: Expr, then: Expr, otherwise: Expr) -> Expr:
    return Operation(OPS["select"], (test, then, otherwise), then.type, max(test.lanes, then.lanes, otherwise.lanes))


def times(a: Expr, b: Expr) -> Expr:
    """The product of two floats."""
    return Operation(MUL, (a, b), "float32", a.lanes if a.lanes > b.lanes else b.lanes)


def every(tests: Iterable[Expr]) -> Expr | None:
    """That all of them hold; None where there are none. One that stands there twice is tested once."""
    found: Expr | None = None
    seen: set[object] = set()
    for test in tests:
        if key(test) not in seen:
            seen.add(key(test))
            found = test if found is None else found & test
    return found


def chosen(tests: Iterable[Expr], then: Expr, otherwise: Expr) -> Expr:
    """The first one where all tests hold, the other one elsewhere."""
    test = every(tests)
    return then if test is None else choose(test, then, otherwise)


COPIED = Operation(COPY, (), "int32")
LOWERED = Operation(COPY, (), "int32", extra=BELOW)
