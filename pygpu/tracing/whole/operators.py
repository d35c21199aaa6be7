"""What operators, indices, assignments and attributes mean for whole arrays.

What NumPy would refuse, it refuses itself: it is asked with arrays of the same shape and dtype that take no memory."""

from __future__ import annotations

import operator

import numpy as np

from ...ir import Value
from ...ir.fields import ShapesWanted, is_field
from ...library.whole.functions import see_no_negative
from ..paths.frames import HostRaised
from ..values.assumptions import decide
from ..values.lattice import Known, Ref, Tuple
from . import complexes
from .elements import Converted, Ufunc
from .fields import (
    emit,
    is_array,
    is_view,
    made,
    operand,
    typed,
    value_of,
    wanted,
    write,
)
from .indices import beyond, numpy_says, see_fits
from .selections import is_selection

UFUNCS = {"+": np.add, "-": np.subtract, "*": np.multiply, "/": np.true_divide, "//": np.floor_divide, "%": np.remainder,
          "**": np.power, "&": np.bitwise_and, "|": np.bitwise_or, "^": np.bitwise_xor, "<<": np.left_shift,
          ">>": np.right_shift, "@": np.matmul, "<": np.less, "<=": np.less_equal, ">": np.greater, ">=": np.greater_equal,
          "==": np.equal, "!=": np.not_equal}
INPLACE = {"+": operator.iadd, "-": operator.isub, "*": operator.imul, "/": operator.itruediv, "//": operator.ifloordiv,
           "%": operator.imod, "**": operator.ipow, "&": operator.iand, "|": operator.ior, "^": operator.ixor,
           "<<": operator.ilshift, ">>": operator.irshift, "@": operator.imatmul}
COMPARISONS = {np.less, np.less_equal, np.greater, np.greater_equal, np.equal, np.not_equal}
UNARY = {"-": np.negative, "+": np.positive, "~": np.invert}
LARGE = 16  # numbers of a known array that meets a symbol, from which on it is no list of numbers any more


def is_large(value) -> bool:
    return type(value) is Known and isinstance(value.value, np.ndarray) and value.value.size > LARGE


def dummy(type) -> np.ndarray:
    """An array of that shape and dtype which takes no memory."""
    return np.broadcast_to(np.zeros((), type.dtype), type.shape)


# --- element by element ----------------------------------------------------------------------------------------------

def binary(tracer, symbol: str, a, b):
    """An operator, or a comparison, of which one side is an array; None for anything else."""
    wanted(tracer, a, b)
    found = complexes.binary(tracer, symbol, a, b)
    if found is not None:
        return found
    if not (is_array(a) or is_array(b) or is_large(a) or is_large(b)):
        return None
    if not tracer.shaped:  # a known array of many numbers meets an element
        raise ShapesWanted
    if symbol == "**" and type(b) is Known and type(b.value) is int and b.value == 2 and is_array(a):
        return tracer.call(Known(np.square), [a], {})  # as NumPy has it: of truths it is of another type
    return tracer.call(Known(UFUNCS[symbol]), [a, b], {})


def unary(tracer, symbol: str, value):
    wanted(tracer, value)
    found = complexes.unary(tracer, symbol, value)
    if found is not None:
        return found
    if is_array(value) and is_selection(tracer, value):
        return tracer.call(Known(UNARY[symbol]), [value], {})
    return ufunc(tracer, UNARY[symbol], [value]) if is_array(value) else None


def ufunc(tracer, function: np.ufunc, args, dtype=None, casting="same_kind"):
    """A function of NumPy's of each element; with a `dtype`, of the elements as those that it takes then."""
    operands, kinds = zip(*[operand(tracer, decide(tracer, each)) for each in args])
    if function in COMPARISONS and any(map(beyond, args, kinds, kinds[::-1])):  # NumPy compares what does not fit, too
        kinds = [np.dtype(np.int64) if kind is int else kind for kind in kinds]
    outputs = (None,) * function.nout
    wanted = {} if dtype is None else {"signature": (*(None,) * function.nin, *(np.dtype(dtype),) * function.nout)}
    dtypes = numpy_says(lambda: function.resolve_dtypes((*kinds, *outputs), casting=casting, **wanted))
    if wanted:
        operands = [converted(tracer, each, typed(tracer, taken, each.type.shape)) if is_field(each) else each
                    for each, taken in zip(operands, dtypes)]
    see_class(tracer, function, operands, kinds, dtypes)
    if function not in COMPARISONS:
        for number, kind, taken in zip(args, kinds, dtypes):
            if kind is int and taken.kind in "iu":
                see_fits(tracer, number, taken)
    shape = broadcast(function, operands)
    if function is np.power and dtypes[0].kind == "i" and 0 not in shape:
        tracer.call(Known(see_no_negative), [args[1]], {})
    inputs = [typed(tracer, each, shape).dtype for each in dtypes]
    found = [made(tracer, Ufunc(function, tuple(inputs[:function.nin]), number), each, shape, *operands)
             for number, each in enumerate(inputs[function.nin:])]
    return found[0] if len(found) == 1 else Tuple(found)


def see_class(tracer, function: np.ufunc, operands, kinds, dtypes) -> None:
    """A number that is now an int and now a float gives arrays now of one type and now of another, beside whole numbers."""
    whole = [int if kind is float and isinstance(each, Value) and tracer.kinds.tells(each) and int in tracer.kinds.classes(
        each) else kind for each, kind in zip(operands, kinds)]
    outputs = (None,) * function.nout
    if whole != list(kinds) and function.resolve_dtypes((*whole, *outputs))[function.nin:] != dtypes[function.nin:]:
        raise tracer.refuse("types-do-not-meet", "a number that is now an int and now a float meets an array of whole "
                            "numbers, which gives an array now of them and now of floats", why="an array has one type, "
                            "which is known before the function runs",
                            instead="write a float in either case: 1.0 if c else 0.5")


def broadcast(function, operands) -> tuple:
    """The shape of operands together, or NumPy's refusal, in the words of the function."""
    shapes = [each.type.shape if is_field(each) else () for each in operands]
    try:
        return np.broadcast_shapes(*shapes)
    except ValueError:
        return numpy_says(function, *[np.broadcast_to(np.float32(0), shape) for shape in shapes]).shape


def inplace(tracer, symbol: str, ref: Ref, other) -> Ref:
    """a += b: the array itself changes, and keeps its dtype. A single number is another one then."""
    if is_selection(tracer, ref):
        found = binary(tracer, symbol, ref, other)
        if not is_selection(tracer, found):  # as many as its mask chooses, beside an array of as many
            return found
        tracer.heap[ref] = tracer.heap[found]
        return ref
    value = value_of(tracer, ref)
    if value.type.shape == () and not is_view(tracer, ref):
        return binary(tracer, symbol, ref, other)
    number, kind = operand(tracer, decide(tracer, other))
    one, shape = (0,) * 2 if symbol == "@" else (0,), value.type.dtype
    numpy_says(INPLACE[symbol], np.zeros(one, shape), np.zeros(one, kind) if isinstance(kind, np.dtype) else kind(1))
    result = value_of(tracer, binary(tracer, symbol, ref, other))
    if result.type.shape != value.type.shape:
        raise HostRaised(ValueError(f"non-broadcastable output operand with shape {told(value.type.shape)} doesn't match "
                                    f"the broadcast shape {told(result.type.shape)}"))
    write(tracer, ref, converted(tracer, result, value.type))
    return ref


def converted(tracer, value: Value, type) -> Value:
    return value if is_field(value) and value.type is type else emit(tracer, Converted(), type, value)


def told(shape: tuple) -> str:
    """A shape as NumPy's messages have it."""
    return str(shape).replace(" ", "")
