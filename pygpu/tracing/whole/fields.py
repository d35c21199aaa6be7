"""Whole arrays among the tracer's values: a Ref of the kind "field", which holds a value of the graph (ir/fields.py).

An array that is a part of another (b[1:-1], b.T) holds that one, and how it is a part of it: what is written to either is
seen by both, as in NumPy.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from types import NoneType

import numpy as np

from ...ir import BOOL, FLOAT, INT, INT64, UINT64, Op, Value
from ...ir.fields import FieldType, ShapesWanted, field_of
from ...ir.ops import FIELD, ITEM
from ...library.many import series
from ..host.changes import made_here
from ..kinds.numpys import class_told, is_surely_pythons
from ..kinds.scalars import as_value
from ..paths.frames import HostRaised
from ..values.assumptions import decide
from ..values.lattice import NUMBERS, Choice, ImageValue, Known, Ref, Same, Tuple, lift
from ..values.numbers import Described, numeric
from ..values.possible import note_bounds, noted_bounds
from .elements import Counted, Element, Filled, Given, Joined, Replaced, Reshaped, Seen, Sliced, Transposed, Whole

PYTHONS = {FLOAT: float, INT: int, BOOL: np.dtype(bool)}  # a number's type where it takes on that of the arrays it meets
KINDS = "biuf"
MOST_AXES = 8
MOST_ELEMENTS = 1 << 44  # that are not in memory at once: of what is put together of them


@dataclass(frozen=True)
class View(Described):
    """How an array is a part of another: its element, its type, and which part, or how the whole is made of it."""

    element: Element
    type: FieldType
    items: tuple | None = None

    def put(self, tracer, whole: Value, part: Value) -> Value:
        """The whole with another part."""
        if self.items is not None:
            return emit(tracer, Replaced(self.items, self.type.shape), whole.type, whole, part)
        if isinstance(self.element, Transposed):
            return emit(tracer, Transposed(tuple(np.argsort(self.element.axes).tolist())), whole.type, part)
        return emit(tracer, self.element if isinstance(self.element, Seen) else Reshaped(), whole.type, part)


def emit(tracer, element: Element, type: FieldType, *operands: Value) -> Value:
    return tracer.builder.emit("field", *operands, element=element, type=type)


def wanted(tracer, *values) -> None:
    """Ask for shapes, where one of these is an Array of which nothing but single elements is known yet."""
    if tracer.of_arrays and not tracer.shaped and any(type(value) is ImageValue for value in values):
        raise ShapesWanted


def is_array(value) -> bool:
    return type(value) is Ref and value.kind == "field"


def new(tracer, value: Value) -> Ref:
    return tracer.new("field", (value,))


def made(tracer, element: Element, dtype, shape, *operands: Value) -> Ref:
    """A new array."""
    return new(tracer, emit(tracer, element, typed(tracer, dtype, shape), *operands))


def typed(tracer, dtype, shape) -> FieldType:
    """The type of an array; refused where no kernel computes it."""
    dtype, shape = np.dtype(dtype), tuple(map(int, shape))
    if dtype.kind not in KINDS or dtype.itemsize > 8:
        raise tracer.refuse("not-supported", f"an array of {dtype}", why="a function of whole arrays computes on bools, "
                            "whole numbers and floats", instead="compute its parts: the real and the imaginary one, say")
    if len(shape) > MOST_AXES:
        raise tracer.refuse("not-supported", f"an array of {len(shape)} dimensions, {shape}", why="an array on a device has "
                            f"at most {MOST_AXES}", instead="put axes together (reshape), or loop over one of them")
    if math.prod(shape) > MOST_ELEMENTS:
        raise tracer.refuse("not-supported", f"an array of the shape {shape}", why="no memory holds it",
                            instead="let each pass of a loop keep the shapes of its arrays")
    return field_of(dtype, shape)


def view(tracer, of: Ref, element: Element, shape, items=None, dtype=None) -> Ref:
    """A part of an array that stays a part of it; of an argument, which nobody changes, what it is."""
    dtype = value_of(tracer, of).type.dtype if dtype is None else dtype
    if of.frozen is not None:
        found = made(tracer, element, dtype, shape, value_of(tracer, of))
        found.frozen = of.frozen
        return found
    return tracer.new("field", (of, Known(View(element, typed(tracer, dtype, shape), items))))


def value_of(tracer, ref: Ref) -> Value:
    """What an array is now."""
    contents = tracer.heap[ref]
    if len(contents) == 1:
        return contents[0]
    if len(contents) == 3:
        raise tracer.refuse("symbolic-length", "the elements that a mask chooses stand where their number must be known",
                            instead="an array has a known shape: choose with np.where(mask, a, b); assign a[mask] = ..., or "
                                    "take the sum, mean, min or max of a[mask]")
    return seen_as(tracer, value_of(tracer, contents[0]), contents[1])


def seen_as(tracer, whole: Value, part) -> Value:
    """A part of an array; in a loop the part may be another one in each pass."""
    if type(part) is Choice:
        either = [seen_as(tracer, whole, each) for each in (part.a, part.b)]
        if either[0].type != either[1].type:
            raise tracer.refuse("types-do-not-meet", f"an array is {either[0].type.value} on one path and "
                                                     f"{either[1].type.value} on the other")
        return lift(tracer.builder.emit("select", part.condition, *either))
    if not isinstance(part.value, View):
        return part.value.get(tracer, whole)
    return emit(tracer, part.value.element, part.value.type, whole)


def is_view(tracer, ref: Ref) -> bool:
    return len(tracer.heap[ref]) == 2


def write(tracer, ref: Ref, value: Value) -> None:
    """An array becomes another of its type, for all who hold it or a part of it."""
    contents = tracer.heap[ref]
    if len(contents) == 1:
        tracer.heap[ref] = (value,)
    elif type(contents[1]) is Choice:
        raise tracer.refuse("two-names", "an array is changed that is another part of one in each pass of a loop")
    else:
        write(tracer, contents[0], contents[1].value.put(tracer, value_of(tracer, contents[0]), value))


def given(tracer, name: str, dtype, shape) -> Ref:
    """An argument, which is not the function's to change."""
    value = emit(tracer, Given(name), typed(tracer, dtype, shape))
    value.name = name
    ref = new(tracer, value)
    ref.frozen = {"kind": "argument-changed", "seen": "", "name": name}
    return ref


# --- anything as an array, or as a number beside arrays --------------------------------------------------------------

def operand(tracer, value):
    """A value of the graph, and what NumPy sees: its dtype, or the class of Python's number."""
    if is_array(value):
        found = value_of(tracer, value)
        return found, found.type.dtype
    if isinstance(value, Value):
        told = class_told(tracer, value) if value.type in PYTHONS and value.type is not BOOL else None
        if told is None and value.type in (INT64, UINT64) and is_surely_pythons(tracer, value):
            return value, int
        return value, np.dtype(told) if told else PYTHONS.get(value.type) or np.dtype(value.type.stored)
    if type(value) is Known and isinstance(value.value, np.generic):
        return as_field(tracer, value), value.value.dtype
    if type(value) is Known and isinstance(value.value, NUMBERS):
        return as_value(tracer, value), np.dtype(bool) if isinstance(value.value, bool) else type(value.value)
    if type(value) is Known and isinstance(value.value, (str, NoneType)) and tracer.assumed:  # on a way that may not be gone
        raise HostRaised(TypeError(f"unsupported operand type(s): an array and {type(value.value).__name__!r}"),
                         explicit=True)
    found = as_field(tracer, value)
    if found is None and type(value) is Ref and value.cls in (series.Listed, series.Range):
        raise tracer.refuse("symbolic-length", "as many numbers as is only known when the function runs meet an array",
                            instead="say how many there are at most: np.arange(min(n, 1000))")
    if found is None:
        raise tracer.refuse("not-a-number", f"{tracer.describe(value)} meets an array", instead="use numbers and arrays")
    return found, found.type.dtype


def as_field(tracer, value) -> Value | None:
    """An array of numbers, however it is written; None for anything else."""
    if type(value) is Choice:
        return one_of_two(tracer, value)
    if is_array(value):
        return value_of(tracer, value)
    if type(value) is Known and isinstance(value.value, (np.ndarray, np.generic, list, tuple)):
        return of_host(tracer, np.asarray(value.value))
    if numeric(value):
        number, kind = operand(tracer, value)
        return emit(tracer, Filled(), typed(tracer, kind if kind is not float else np.float64, ()), number)
    items = value.items if type(value) is Tuple else None
    if type(value) is Ref and value.kind == "list":
        items = tracer.heap[value]
    if type(value) is Ref and value.kind == "array":
        shape, *items = tracer.heap[value]
        flat = stacked(tracer, [as_field(tracer, item) for item in items])
        return emit(tracer, Reshaped(), typed(tracer, flat.type.dtype, shape.value), flat)
    parts = [as_field(tracer, item) for item in items or ()]
    return stacked(tracer, parts) if parts and None not in parts else None


def one_of_two(tracer, value: Choice) -> Value | None:
    """One of two arrays, or numbers; None where they are not of one type."""
    one, other = [as_field(tracer, side) for side in (value.a, value.b)]
    if one is None or other is None or one.type is not other.type:
        return None
    return tracer.builder.emit("select", value.condition, one, other)


def of_host(tracer, array: np.ndarray) -> Value:
    """A known array: the same number everywhere, numbers that are counted, or one that lies in memory."""
    kind = typed(tracer, array.dtype, array.shape)
    if is_one_number(array):
        return emit(tracer, Filled(), kind, as_value(tracer, Known(array.reshape(-1)[0].item())))
    counted = Counted.of(array)
    if counted is not None:
        return emit(tracer, counted, kind)
    known = tracer.textures.get(id(array))
    if known is None or made_here(tracer, array) is not None and known[2] != array.tobytes():  # or it has been changed since
        copy = np.array(array, order="C")
        copy.flags.writeable = False
        known = tracer.textures[id(array)] = (array, emit(tracer, Given(Same(copy)), kind), copy.tobytes())
        known[1].name = f"data_{len(tracer.textures)}"
    return known[1]


def is_one_number(array: np.ndarray) -> bool:
    """Whether it has the same one everywhere, to the last bit: 0.0 is another than -0.0."""
    if array.size < 2 or array.dtype.kind not in "biuf":
        return array.size == 1
    numbers = array.reshape(-1)
    same = numbers == numbers[0] if array.dtype.kind != "f" else (
        (numbers == numbers[0]) & (np.signbit(numbers) == np.signbit(numbers[0])))
    return bool(same.all())


def as_made(tracer, value):
    """A new array of the host's as a whole one of the graph, which may be changed where a symbol says."""
    if type(value) is Known and type(value.value) is np.ndarray and value.value.ndim and value.value.dtype.kind in KINDS:
        return new(tracer, of_host(tracer, value.value))
    return value


def stacked(tracer, parts: list[Value], axis: int = 0) -> Value:
    """Arrays of one shape side by side, along a new axis."""
    shapes = {part.type.shape for part in parts}
    if len(shapes) > 1:
        raise HostRaised(ValueError("all input arrays must have the same shape"))
    (shape,) = shapes
    if axis == 0 and (whole := whole_of(parts)) is not None:
        return whole
    wide = (*shape[:axis], 1, *shape[axis:])
    rows = [emit(tracer, Reshaped(), typed(tracer, part.type.dtype, wide), part) for part in parts]
    return joined(tracer, rows, axis)


def whole_of(parts: list[Value]) -> Value | None:
    """The array whose parts along its first axis, or numbers, these are, one after the other."""
    found = None
    for number, part in enumerate(parts):
        op = part.owner
        if op.__class__ is Op and op.kind is FIELD and isinstance(dict(op.attributes)["element"], Filled):
            op = op.operands[0].owner  # of a number what it is of
            op = op.operands[0].owner if op.__class__ is Op and op.kind is ITEM else None
        element = dict(op.attributes)["element"] if op.__class__ is Op and op.kind is FIELD else None
        if not isinstance(element, Sliced) or op.operands[0] is not (found := found or op.operands[0]):
            return None
        size, *others = found.type.shape
        if size != len(parts) or part.type.dtype != found.type.dtype or element.items != (
                number, *[Whole(axis, 0, 1, count) for axis, count in enumerate(others)]):
            return None
    return found


def joined(tracer, parts: list[Value], axis: int) -> Value:
    dtype = np.result_type(*[part.type.dtype for part in parts])
    shape = list(parts[0].type.shape)
    shape[axis] = sum(part.type.shape[axis] for part in parts)
    return emit(tracer, Joined(axis), typed(tracer, dtype, shape), *parts)


def item(tracer, value):
    """The number in an array of one element; any other value as it is."""
    return item_of(tracer, value_of(tracer, value)) if is_array(value) else value


def item_of(tracer, found: Value):
    """The number in one of the graph."""
    if math.prod(found.type.shape) != 1:
        raise HostRaised(TypeError("only 0-dimensional arrays can be converted to Python scalars"))
    lies = noted_bounds(found)
    if found.type.shape != ():
        found = emit(tracer, Reshaped(), field_of(found.type.dtype, ()), found)
    number = lift(tracer.builder.emit("item", found))
    if lies is not None and isinstance(number, Value):
        note_bounds(number, lies)
    return number


def number_in(tracer, value):
    """The number in an array of no dimension; any other value as it is."""
    value = decide(tracer, value)
    return item(tracer, value) if is_array(value) and value_of(tracer, value).type.shape == () else value


def size_of(tracer, ref: Ref) -> int:
    return int(np.prod(value_of(tracer, ref).type.shape, dtype=np.int64))


def many_rows(tracer, ref: Ref) -> int:
    """How many items an array gives when it is walked over."""
    shape = value_of(tracer, ref).type.shape
    if not shape:
        raise HostRaised(TypeError("iteration over a 0-d array"))
    return shape[0]


def rows(tracer, ref: Ref) -> list:
    """What an array gives when it is walked over."""
    return [tracer.subscript(ref, Known(i)) for i in range(many_rows(tracer, ref))]
