"""Operators and truth: on numbers they become operations of the graph, on objects they go to their special methods."""

from __future__ import annotations

import operator
import types
from functools import lru_cache

import numpy as np

from ...ir import BOOL, INT, OPS, Value
from ...ir.ops import OpKind
from ...language.position import PLACES
from ..host.adopting import adopt
from ..host.changes import MUTABLE, made_here, may_change, refuse_change
from ..host.handing import python_class
from ..host.outside import on_host
from ..kinds.array_classes import like
from ..kinds.arrays import array_apply, array_binary, array_compare, array_inplace, array_unary
from ..kinds.complexes import complex_binary, complex_compare
from ..kinds.containers import inplace_container, known_length, sequence_binary, sequence_compare
from ..kinds.deques import deque_binary, deque_compare
from ..kinds.instances import by_methods, find_special, same_namespaces
from ..kinds.mappings import mapping_binary, mapping_compare, mapping_inplace
from ..kinds.numbers_with_class import as_numbers, has_a_class, number_in, number_like
from ..kinds.ragged import contents_of, is_ragged, length, no_longer, ragged_compare
from ..kinds.scalars import (
    BINARY,
    BY_OPERATION,
    COMPARE,
    COMPARE_BY_OPERATION,
    apply_numbers,
    as_value,
    compute,
    fold_known,
    number_binary,
    number_compare,
)
from ..kinds.vectors import make_vector, spread, vector_binary, vector_parts
from ..meanings import texts
from ..meanings.classes import of_class
from ..meanings.methods import extend
from ..paths.frames import HostRaised, handles
from ..values.assumptions import decide
from ..values.choices import both, where_none
from ..values.lattice import Choice, Known, Record, Ref, Text, lift
from ..values.numbers import numeric, open_vector
from ..values.refusals import misfit
from ..whole.fields import is_array as is_whole
from ..whole.fields import wanted as whole_wanted
from ..whole.operators import binary as whole_binary
from ..whole.operators import inplace as whole_inplace
from ..whole.operators import unary as whole_unary
from ..whole.parts import truth as whole_truth

UNARY = {"-": ("neg", "__neg__", operator.neg), "+": (None, "__pos__", operator.pos),
         "~": ("invert", "__invert__", operator.invert)}
INPLACE = {"+": operator.iadd, "-": operator.isub, "*": operator.imul, "/": operator.itruediv, "//": operator.ifloordiv,
           "%": operator.imod, "**": operator.ipow, "<<": operator.ilshift, ">>": operator.irshift, "&": operator.iand,
           "|": operator.ior, "^": operator.ixor, "@": operator.imatmul}
INPLACE_OF = {"list": inplace_container, "set": mapping_inplace, "dict": mapping_inplace, "array": array_inplace}


# --- operators on anything -------------------------------------------------------------------------------------------

def binary(tracer, symbol: str, a, b):
    a, b = decide(tracer, a), decide(tracer, b)
    if type(a) is Known and type(b) is Known:
        return host_operation(tracer, BINARY[symbol][3], a, b)
    if numeric(a) and numeric(b):
        own = method_binary(tracer, symbol, a, b) if has_a_class(a) or has_a_class(b) else None
        if own is not None:
            return own
        result = number_binary(tracer, symbol, a, b)
        if a in tracer.kinds.met or b in tracer.kinds.met:
            tracer.kinds.derived(result, symbol, a, b)
        return result
    if tracer.of_arrays:
        found = whole_binary(tracer, symbol, a, b)
        if found is not None:
            return found
    if is_text(a) and (symbol == "%" or symbol == "+" and is_text(b)):
        return texts.percent(tracer, a.value, b) if symbol == "%" and type(a) is Known else Text()
    if symbol == "*" and (is_known_text(a) and counts(b) or counts(a) and is_known_text(b)):
        return texts.repeated(tracer, *((a.value, b) if is_known_text(a) else (b.value, a)))
    for meaning in (complex_binary, vector_binary, method_binary, plain_binary, array_binary, deque_binary, sequence_binary,
                    mapping_binary):
        result = meaning(tracer, symbol, a, b)
        if result is not None:
            return result if meaning is method_binary else like(tracer, result, a, b)
    raise_of_objects(tracer, symbol, a, b)
    raise misfit(tracer, symbol, a, b)


def raise_of_objects(tracer, symbol: str, a, b) -> None:
    """Where the filter catches it, an operator raises of objects none of whose methods takes them."""
    if not tracer.catching(TypeError) or not any(type(each) is Ref and each.kind == "instance" for each in (a, b)):
        return
    names = [python_class(tracer, each).__name__ for each in (a, b)]
    raise HostRaised(TypeError(f"unsupported operand type(s) for {symbol}: '{names[0]}' and '{names[1]}'"))


def is_text(value) -> bool:
    return type(value) is Text or is_known_text(value)


def is_known_text(value) -> bool:
    return type(value) is Known and isinstance(value.value, str)


def counts(value) -> bool:
    return isinstance(value, Value) and not value.type.is_float


def host_operation(tracer, function, *operands):
    box = [on_host(tracer, function, *[o.value for o in operands], what="an operator")]
    return Known(box[0]) if isinstance(box[0], (int, float, str, tuple)) else adopt(tracer, box, 0)


def method_binary(tracer, symbol, a, b):
    return by_methods(tracer, a, b, BINARY[symbol][1], BINARY[symbol][2])


def plain_binary(tracer, symbol, a, b):
    numbers = as_numbers(tracer, a, b)
    return None if numbers is None else binary(tracer, symbol, *numbers)


def inplace(tracer, symbol: str, a, b):
    """a += b and the like: the in-place method where there is one."""
    a = decide(tracer, a)
    if tracer.of_arrays:
        whole_wanted(tracer, a, b)
    if is_whole(a):
        return whole_inplace(tracer, symbol, a, b)
    if type(a) is Ref and a.kind in ("list", "set", "dict", "array") and not has_its_own(a.cls, symbol):
        if a.kind == "list" and symbol == "+":
            extend(tracer, a, b)
            return a
        if INPLACE_OF[a.kind](tracer, symbol, a, b):
            if a.kind == "list":
                tracer.heap[a] = no_longer(tracer, a, tracer.heap[a])
            return a
    elif type(a) is Known and isinstance(a.value, MUTABLE):
        b = decide(tracer, b)
        of_both = tracer.shaped and isinstance(a.value, np.ndarray)  # all who hold it see what it is from here on
        if made_here(tracer, a.value) is None or (type(b) is Known or of_both) and not may_change(tracer, a.value) or (
                of_both and type(b) is not Known):
            raise refuse_change(tracer, a.value, f"{symbol}= changes")
        if type(b) is Known:
            return host_operation(tracer, INPLACE[symbol], a, b)
    method = find_special(tracer, a, BINARY[symbol][1].replace("__", "__i", 1))
    if method is not None:
        result = tracer.call(method, [b], {})
        if not (type(result) is Known and result.value is NotImplemented):
            return result
    return binary(tracer, symbol, a, b)


@lru_cache(1024)
def has_its_own(cls: type | None, symbol: str) -> bool:
    """Whether a class of containers (a Counter) says in Python what += and its like do."""
    return isinstance(getattr(cls, BINARY[symbol][1].replace("__", "__i", 1), None), types.FunctionType)


def unary(tracer, symbol: str, value):
    value = decide(tracer, value)
    name, method, function = UNARY[symbol]
    if type(value) is Known:
        return host_operation(tracer, function, value)
    if isinstance(value, Value):
        if value.type is BOOL:
            value = as_value(tracer, value, INT)
        if symbol == "+":
            return value
        if symbol == "~" and value.type.is_float:
            raise tracer.refuse("not-a-number", f"~ of a {value.type.value}", instead="make it an int first: int(x)")
        result = compute(tracer, OPS[name], value.type, value)
        return tracer.kinds.derived(result, symbol, value, value) if value in tracer.kinds.met else result
    if type(value) is Record and value.cls is complex and symbol in "+-":
        return value if symbol == "+" else Record(complex, {k: unary(tracer, "-", v) for k, v in value.fields.items()})
    if tracer.of_arrays:
        found = whole_unary(tracer, symbol, value)
        if found is not None:
            return found
    parts = vector_parts(value)
    if parts is not None and symbol == "-":
        return make_vector(value.cls, [unary(tracer, symbol, part) for part in parts], value)
    found = find_special(tracer, value, method)
    if found is not None:
        return tracer.call(found, [], {})
    number = number_in(tracer, value)
    if number is not None:
        return unary(tracer, symbol, number)
    result = array_unary(tracer, symbol, value)
    if result is not None:
        return like(tracer, result, value)
    raise misfit(tracer, symbol, value)


def compare(tracer, symbol: str, a, b):
    a, b = decide(tracer, a), decide(tracer, b)
    name, method, mirrored, function = COMPARE[symbol]
    if type(a) is Known and type(b) is Known:
        return host_operation(tracer, function, a, b)
    if numeric(a) and numeric(b):
        own = by_methods(tracer, a, b, method, COMPARE[mirrored][1]) if has_a_class(a) or has_a_class(b) else None
        return number_compare(tracer, symbol, a, b) if own is None else own
    result = (whole_binary(tracer, symbol, a, b) if tracer.of_arrays else None) or complex_compare(tracer, symbol, a, b)
    if result is not None:
        return result
    a, b = open_vector(a), open_vector(b)
    result = by_methods(tracer, a, b, method, COMPARE[mirrored][1])
    if result is not None:
        return result
    if symbol == "!=":
        result = by_methods(tracer, a, b, "__eq__", "__eq__")
        if result is not None:
            return negate(tracer, result)
    numbers = as_numbers(tracer, a, b)
    if numbers is not None:
        return compare(tracer, symbol, *numbers)
    for meaning in (array_compare, deque_compare, ragged_compare, sequence_compare, mapping_compare, same_namespaces):
        result = meaning(tracer, symbol, a, b)
        if result is not None:
            return result
    if symbol in ("==", "!=") and Text not in (type(a), type(b)):
        same = one_object(tracer, a, b)
        return Known(same if symbol == "==" else not same)
    raise_of_objects(tracer, symbol, a, b)
    raise misfit(tracer, symbol, a, b)


def truth(tracer, value):
    """bool(value): known, or a Bool of the graph."""
    value = decide(tracer, value)
    if type(value) is Known:
        return value if type(value.value) is bool else Known(on_host(tracer, bool, value.value, what="a condition"))
    if isinstance(value, Value):
        if value.type is BOOL:
            return value
        return lift(tracer.builder.convert(value, BOOL))
    if type(value) is Text:
        raise misfit(tracer, "a condition", value)
    if is_whole(value):
        return whole_truth(tracer, value)
    slots = contents_of(tracer, value)
    if slots is not None and is_ragged(slots):
        return truth(tracer, length(tracer, slots))
    if type(value) is Ref and value.kind == "array":
        shape, *elements = tracer.heap[value]
        if len(elements) == 1:
            return truth(tracer, elements[0])
        return Known(on_host(tracer, bool, np.zeros(shape.value), what="a condition"))  # which NumPy has words for
    for method in ("__bool__", "__len__"):
        found = find_special(tracer, value, method)
        if found is not None:
            return truth(tracer, tracer.call(found, [], {}))
    number = number_like(tracer, value)
    if number is not None:
        return truth(tracer, number)
    size = known_length(tracer, value)
    return Known(True if size is None else size > 0)


def negate(tracer, value):
    value = truth(tracer, value)
    if type(value) is Known:
        return Known(not value.value)
    return tracer.emit("not", value)


def apply(tracer, kind: OpKind, args):
    """An operation of the graph, called by name (math.sqrt(x), operator.add(a, b), np.maximum(a, b))."""
    args = [open_vector(decide(tracer, a)) for a in args]
    if kind.name not in BY_OPERATION and kind.name not in COMPARE_BY_OPERATION:
        args = as_numbers(tracer, *args) or args
    if kind.name in BY_OPERATION and not all(map(numeric, args)):
        return binary(tracer, BY_OPERATION[kind.name], *args)
    if kind.name in COMPARE_BY_OPERATION and not all(map(numeric, args)):
        return compare(tracer, COMPARE_BY_OPERATION[kind.name], *args)
    if all(map(numeric, args)):
        if all(type(a) is Known for a in args):
            return fold_known(tracer, kind, args)
        return apply_numbers(tracer, kind, args)
    if any(type(a) is Record and a.cls in PLACES for a in args) and kind.name not in BY_OPERATION:
        raise tracer.refuse("position-as-number")
    parts = [vector_parts(a) for a in args]
    count = max((len(p) for p in parts if p is not None), default=0)
    if count:
        columns = [p if p is not None else spread(a, count) for p, a in zip(parts, args)]
        if all(c is not None and len(c) == count for c in columns):
            like = args[next(i for i, p in enumerate(parts) if p is not None)]
            return make_vector(like.cls, [apply(tracer, kind, row) for row in zip(*columns)], like)
    result = array_apply(tracer, kind, args)
    if result is not None:
        return result
    for value in args:
        if not numeric(value):
            raise misfit(tracer, f"{kind.name}()", value)


# --- instructions ----------------------------------------------------------------------------------------------------

@handles("BINARY_OP")
def binary_op(tracer, frame, instruction):
    stack = frame.stack
    b, symbol = stack.pop(), instruction.arg
    if symbol[0] == "+" and Choice in (type(stack[-1]), type(b)):
        stack[-1], b = texts.together(tracer, stack[-1], b)
    if symbol[-1] == "=":
        stack[-1] = inplace(tracer, symbol[:-1], stack[-1], b)
    else:
        stack[-1] = binary(tracer, symbol, stack[-1], b)


@handles("UNARY")
def unary_op(tracer, frame, instruction):
    stack, symbol = frame.stack, instruction.arg
    stack[-1] = negate(tracer, stack[-1]) if symbol == "not" else unary(tracer, symbol, stack[-1])


@handles("COMPARE")
def compare_op(tracer, frame, instruction):
    b = frame.stack.pop()
    frame.stack[-1] = compare(tracer, instruction.arg, frame.stack[-1], b)


def one_object(tracer, a, b) -> bool:
    if a is not b and type(a) is type(b) is Ref:
        if a.frozen or b.frozen:
            raise tracer.refuse("two-names", "objects are compared by 'is', one of which a loop carries from pass to pass")
        a.told_apart = b.told_apart = tracer.log.time
    return a is b


@handles("IS")
def is_op(tracer, frame, instruction):
    b = decide(tracer, frame.stack.pop())
    if type(b) is Known and b.value is None and type(frame.stack[-1]) is Choice:
        found = where_none(tracer, frame.stack[-1])
        frame.stack[-1] = negate(tracer, found) if instruction.arg else found
        return
    a = decide(tracer, frame.stack[-1])
    if isinstance(b, Value) and type(a) is Known:
        a, b = b, a
    if isinstance(a, Value) and a.type is BOOL and type(b) is Known and isinstance(b.value, bool):
        frame.stack[-1] = a if b.value != bool(instruction.arg) else negate(tracer, a)
        return
    if a in tracer.kinds.met and type(b) is Known and isinstance(b.value, bool):  # `found is False` of False here, 3 there
        is_bool = of_class(tracer, a, bool)
        found = both(tracer.emit, is_bool, tracer.compare("==", a, Known(int(b.value))))
        frame.stack[-1] = found if not instruction.arg else negate(tracer, found)
        return
    if type(a) is Known and type(b) is Known:
        tracer.reached.compared(a.value, b.value)
        a, b = a.value, b.value
    frame.stack[-1] = Known(one_object(tracer, a, b) != bool(instruction.arg))
