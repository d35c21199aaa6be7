"""Arrays of indices that may lie outside of the array that they index: NumPy raises, and so does the call.

One number says whether any of them does: a fold over the indices, which is left out where they surely lie inside.
"""

from __future__ import annotations

from ...ir import Value, every_op
from ...ir.fields import is_field
from ...ir.ops import FIELD
from ...library.whole import parts as array_parts
from ...library.whole.complexes import ComplexArray
from ..host.outside import OURS
from ..values.lattice import NONE, Known
from ..values.possible import Bounds, note_bounds, noted_bounds
from .elements import Applied, Converted, Counted, Element, Filled, Joined, Ufunc, Where
from .fields import new, number_in, value_of
from .kernels import Kernel
from .table import as_ref, known

FOLLOWED = Applied, Converted, Counted, Filled, Joined, Ufunc, Where  # and what only says where an element lies
PARTED = {ComplexArray.__getitem__.__code__, ComplexArray.__setitem__.__code__}  # who indexes it indexes its parts
DEEP = 24  # arrays, one made of another


def raise_outside(tracer, places: Value, axis: int, size: int, mask: Value | None = None, caller: int = -1) -> None:
    """Whoever indexes by these places raises where one lies outside; with a mask, where it holds. Our own functions have
    theirs inside."""
    while len(tracer.frames) >= -caller and tracer.frames[caller].code.code in PARTED:
        caller -= 1
    is_ours = len(tracer.frames) < -caller or tracer.frames[caller].code.code.co_filename.startswith(OURS)
    if is_ours or lies_inside(tracer, places, size):
        return
    key = "outside", places, size, mask
    test = tracer.builder.recall(key)
    if test is None:
        given = [new(tracer, places), Known(size), NONE if mask is None else new(tracer, mask)]
        test = number_in(tracer, tracer.call(Known(array_parts.is_outside), given, {}))
        tracer.builder.remember(key, test)
    if tracer.catching(IndexError):
        tracer.may_raise(test, lambda: IndexError(f"index is out of bounds for axis {axis} with size {size}"))
    else:
        tracer.raise_unseen(test)


def look_inside(tracer, args, kwargs):
    """library/whole/parts.py's, of what calls the function that looks."""
    places, (axis, size) = value_of(tracer, as_ref(tracer, args[0])), [known(tracer, each) for each in args[1:]]
    raise_outside(tracer, places, axis, size, caller=-2)
    return NONE


def lies_inside(tracer, places: Value, size: int) -> bool:
    """Whether whole numbers surely are indices of an axis of such a size."""
    if 0 in places.type.shape:
        return True
    low, high = bounds(tracer, places)
    return -size <= low and high < size


def bounds(tracer, value: Value) -> tuple:
    """Between which numbers all elements of an array of whole numbers lie, as one of them is computed of others."""
    there: dict[Value, int] = {}
    seen = {value: 0}
    for each, deep in (todo := list(seen.items())):
        is_followed = deep < DEEP and noted_bounds(each) is None and getattr(each.owner, "kind", None) is FIELD
        element: Element | None = dict(each.owner.attributes)["element"] if is_followed else None
        if element is None or not (element.moves and each.owner.operands or isinstance(element, FOLLOWED)) or (
                element.by_itself or element.anywhere):
            there[each] = min(3, max(2, len(each.type.shape)))
            continue
        for operand in each.owner.operands:
            if is_field(operand) and operand not in seen:
                seen[operand] = deep + 1
                todo.append((operand, deep + 1))
    kernel = Kernel(tracer, [value], there, {}, "bounds")
    *_, planes, rows, columns = (1, 1, 1, *value.type.shape)
    found = Bounds({id(each): (0, size - 1) for each, size in zip(kernel.graph.coordinates, (columns, rows, planes))})
    told = {param: noted_bounds(array) for array, params in kernel.read.items() for param, _ in params}
    for op in every_op(kernel.graph.body):
        if op.kind.name == "read" and told[dict(op.attributes)["image"]] is not None:
            found.set(op.result, told[dict(op.attributes)["image"]])
    result = kernel.graph.outputs[0].values[0]
    return result.type.limits if result.type.is_narrow else found.of(result)


def between(tracer, args, kwargs):
    """library/whole/parts.py's: how large the elements are is noted of the array."""
    value, low, high = value_of(tracer, args[0]), *[known(tracer, each) for each in args[1:]]
    note_bounds(value, (low, high))
    return args[0]
