"""Numbers of NumPy's types: an np.float32 is no float, and what Python raises an exception for, they only warn of.

np.float64(x) and x are one number of the graph. What is made by the name of a type of NumPy's, and within functions that
handle exceptions or have whole arrays what any function of NumPy's gives, is written down as a number of its own: a choice
between it and itself, which is gone once the graph gets better. So is what NumPy makes of an int and a float: one number.
"""

from __future__ import annotations

import numpy as np

from ...ir import DOUBLE, FLOAT, INT, INT64, UINT32, UINT64, Const, Op, Value, known
from ...ir.ops import IF, LOOP, SELECT, SIZES
from ...ir.types import BOOL
from ..values.lattice import Known
from ..values.numbers import class_of

WHOLE = "int", "int64", "uint32", "uint64"
ARITHMETIC = {"add", "sub", "mul", "div", "floordiv", "mod", "pow", "ipow", "neg", "abs",  # it stays NumPy's
              "float_of_int", "float_of_int64"}
HANDED_ON = ARITHMETIC | {"max", "min", "and", "or", "xor", "invert", "shl", "shr", *[  # of Python's own it gives one
    f"{one}_of_{other}" for one in WHOLE for other in WHOLE]}
PLAIN = {FLOAT, INT, INT64, UINT32, UINT64}
DEEP = 16


def made_by_numpy(tracer, function, number: Value) -> type | None:
    """Of which class of NumPy's a number is that a callable gives, where that is told."""
    if isinstance(function, type):
        return function if issubclass(function, np.number) else None
    gives = isinstance(function, np.ufunc) or (getattr(function, "__module__", None) or "").partition(".")[0] == "numpy"
    return np.float64 if gives and (
        tracer.trying or tracer.shaped or tracer.kinds.tells(number)) else None


def own(tracer, number: Value) -> Value:
    """The same number, told apart from all others."""
    op = Op(SELECT, (known(BOOL, True), number, number), (), (number.type,), (), tracer.builder.location)
    tracer.builder.block.ops.append(op)
    return op.results[0]


def as_pythons(tracer, number):
    """The same number as one of Python's own, which among whole arrays takes the type of the arrays that it meets."""
    if not tracer.of_arrays or not isinstance(number, Value):
        return number
    found = own(tracer, number)
    tracer.plain.add(found)
    return found


def as_numpys(tracer, number, cls: type = np.float64):
    if type(number) is Known:
        return Known(np.float64(number.value)) if type(number.value) is float else number
    found = own(tracer, number)
    tracer.numpys[found] = cls
    return found


def is_numpys(tracer, number) -> bool:
    """Whether a number is of a type that only NumPy has: its operators warn, and never raise."""
    if type(number) is Known:
        return isinstance(number.value, np.generic)
    if class_of(number.type) not in (bool, int, float) or number.type is DOUBLE and not tracer.double:
        return True
    return class_told(tracer, number) is not None


def is_surely_pythons(tracer, number, depth: int = 0) -> bool:
    """Whether a number is Python's own, also among whole arrays, whose elements are NumPy's: an argument, a size, a known
    number, what float() makes of any and int() of a fraction, and what is computed of these."""
    if type(number) is Known:
        return type(number.value) in (int, float, bool)
    if number in tracer.plain:
        return True
    if number in tracer.kinds.begun:  # if no pass makes it another, which its back edge sees
        tracer.kinds.begun[number] = True
        return True
    if number.type not in PLAIN or class_told(tracer, number) or is_wide(tracer, number) or depth > DEEP:
        return False
    op = number.owner
    if op.__class__ is not Op:
        return number.__class__ is Const or any(number is each.value for each in tracer.graph.scalars)
    if op.kind is LOOP:
        see_carried(tracer, op)
        return number in tracer.plain
    made_of = op.operands[1:] if op.kind is SELECT else op.operands if op.kind.name in HANDED_ON else ()
    if op.kind is IF:
        made_of = [block.results[op.results.index(number)] for block in op.blocks]
    return op.kind in SIZES or op.kind.name == "int_of_float" or bool(made_of) and all(
        [is_pythons(tracer, each, depth + 1) for each in made_of])


def see_carried(tracer, loop: Op) -> None:
    """Which numbers that a loop gives are Python's own: those that begin as such and that each pass makes such."""
    body, *_ = loop.blocks
    made = body.results[1:]
    carried = {arg: at for at, (arg, begun) in enumerate(zip(body.args, loop.operands)) if is_pythons(tracer, begun)}
    tracer.plain |= set(carried)
    while wrong := [arg for arg, at in carried.items() if not is_pythons(tracer, made[at])]:
        for arg in wrong:
            del carried[arg]
            tracer.plain.remove(arg)
    tracer.plain |= {result for result, each in zip(loop.results, made) if is_pythons(tracer, each)}


def is_pythons(tracer, number: Value, depth: int = 0) -> bool:
    return number.__class__ is Const or is_surely_pythons(tracer, number, depth)


def is_wide(tracer, number, depth: int = 0) -> bool:
    """Whether an Int is an int32 or int64 of NumPy's, which does not take the type of one of fewer bits."""
    if type(number) is Known:
        return isinstance(number.value, (np.int32, np.int64))
    if number.type is not INT:
        return False
    if number in tracer.wide or tracer.numpys.get(number) is not None:
        return True
    op = number.owner
    return op.__class__ is Op and op.kind.name in ARITHMETIC and depth < DEEP and any(
        [is_wide(tracer, each, depth + 1) for each in op.operands if each.__class__ is Value])


def class_told(tracer, number: Value, depth: int = 0) -> type | None:
    """Of which class of NumPy's a number is that may be Python's own; None where it is that."""
    if not tracer.numpys or number in tracer.numpys:
        found = tracer.numpys.get(number)
        return np.int64 if found is np.float64 and number.type.is_whole else found
    kind = number.owner.kind.name if number.owner.__class__ is Op else None
    if kind not in ARITHMETIC or depth > DEEP:
        return None
    told = [class_told(tracer, each, depth + 1) for each in number.owner.operands if each.__class__ is Value]
    if not any(told):
        return None
    return np.result_type(*[each for each in told if each is not None], *PYTHONS_OWN.get(number.type, ())).type


def numpys_class(tracer, number) -> type | None:
    """Of which class of NumPy's a number is among whole arrays, whose types follow from it."""
    if type(number) is Known:
        return type(number.value) if isinstance(number.value, np.number) else None
    return class_told(tracer, number) if number.type is not BOOL else None


PYTHONS_OWN = {FLOAT: (0.0,), INT: (0,)}  # a number of a type, which takes on that of NumPy's that it meets
