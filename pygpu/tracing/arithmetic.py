"""Operators and truth: on numbers they become operations of the graph, on objects they go to their special methods."""

from __future__ import annotations

import operator

from ..ir import BOOL, FLOAT, INT, Value, constant, join
from ..language.position import Position
from ..language.vectors import Vector
from .adopting import MUTABLE, may_change, refuse_change
from .attributes import find_special
from .frames import HostRaised, handles
from .interpreter import decide
from .outside import on_host
from .paths import numeric, open_vector, plain, too_large, type_of
from .values import ImageValue, Known, Record, Ref, Tuple

BINARY = {"+": ("add", "__add__", "__radd__", operator.add), "-": ("sub", "__sub__", "__rsub__", operator.sub),
          "*": ("mul", "__mul__", "__rmul__", operator.mul),
          "/": ("div", "__truediv__", "__rtruediv__", operator.truediv),
          "//": ("floordiv", "__floordiv__", "__rfloordiv__", operator.floordiv),
          "%": ("mod", "__mod__", "__rmod__", operator.mod), "**": ("pow", "__pow__", "__rpow__", operator.pow),
          "<<": ("shl", "__lshift__", "__rlshift__", operator.lshift),
          ">>": ("shr", "__rshift__", "__rrshift__", operator.rshift),
          "&": ("and", "__and__", "__rand__", operator.and_), "|": ("or", "__or__", "__ror__", operator.or_),
          "^": ("xor", "__xor__", "__rxor__", operator.xor),
          "@": (None, "__matmul__", "__rmatmul__", operator.matmul)}
COMPARE = {"<": ("lt", "__lt__", ">", operator.lt), "<=": ("le", "__le__", ">=", operator.le),
           ">": ("gt", "__gt__", "<", operator.gt), ">=": ("ge", "__ge__", "<=", operator.ge),
           "==": ("eq", "__eq__", "==", operator.eq), "!=": ("ne", "__ne__", "!=", operator.ne)}
UNARY = {"-": ("neg", "__neg__", operator.neg), "+": (None, "__pos__", operator.pos),
         "~": ("invert", "__invert__", operator.invert)}
INPLACE = {"+": operator.iadd, "-": operator.isub, "*": operator.imul, "/": operator.itruediv, "//": operator.ifloordiv,
           "%": operator.imod, "**": operator.ipow, "<<": operator.ilshift, ">>": operator.irshift, "&": operator.iand,
           "|": operator.ior, "^": operator.ixor, "@": operator.imatmul}
COMPARISONS = {entry[1] for entry in COMPARE.values()}
BY_OPERATION = {entry[0]: symbol for symbol, entry in BINARY.items() if entry[0]}
COMPARE_BY_OPERATION = {entry[0]: symbol for symbol, entry in COMPARE.items()}


# --- numbers ---------------------------------------------------------------------------------------------------------

def as_value(tracer, number, type=None) -> Value:
    """A number, known or not, as a value of the graph, converted if a type is asked for."""
    if not isinstance(number, Value):
        host = plain(number.value)
        if type is FLOAT:
            return constant(float(host))
        if too_large(host):
            raise tracer.refuse("large-number", number=host)
        number = constant(host)
    return number if type is None else tracer.builder.convert(number, type)


def number_binary(tracer, symbol: str, a, b):
    """An operator on two numbers of which at least one is a symbol."""
    ta, tb = type_of(a), type_of(b)
    name = BINARY[symbol][0]
    if symbol in "&|^" and len(symbol) == 1 and ta is tb is BOOL:
        return tracer.emit(name, as_value(tracer, a), as_value(tracer, b))
    if symbol in ("<<", ">>", "&", "|", "^"):
        if FLOAT in (ta, tb):
            raise tracer.refuse("not-a-number", f"a Float is used with {symbol}", instead="make it an int first: int(x)")
        return tracer.emit(name, as_value(tracer, a, INT), as_value(tracer, b, INT))
    common = FLOAT if FLOAT in (ta, tb) or symbol == "/" else INT
    if symbol == "**":
        if common is INT and type(b) is Known and b.value < 0:
            common = FLOAT
        if common is INT:
            name = "ipow"
        elif type(b) is Known and tb is not FLOAT and abs(plain(b.value)) <= 64:
            return power(tracer, as_value(tracer, a, FLOAT), plain(b.value))
    return tracer.emit(name, as_value(tracer, a, common), as_value(tracer, b, common))


def power(tracer, base: Value, exponent: int):
    """A known whole power, by multiplication: right for negative bases, and faster than pow."""
    if exponent < 0:
        return tracer.emit("div", constant(1.0), as_value(tracer, power(tracer, base, -exponent)))
    result, square = None, base
    while exponent:
        if exponent & 1:
            result = square if result is None else tracer.builder.emit("mul", result, square)
        exponent >>= 1
        if exponent:
            square = tracer.builder.emit("mul", square, square)
    from .values import lift

    return Known(1.0) if result is None else lift(result)


def number_compare(tracer, symbol: str, a, b):
    ta, tb = type_of(a), type_of(b)
    common = ta if ta is tb else FLOAT if FLOAT in (ta, tb) else INT
    if common is BOOL and symbol not in ("==", "!="):
        common = INT
    if common is INT:  # beyond all numbers of 32 bits the comparison is the same with each of them
        large_a, large_b = (type(n) is Known and too_large(plain(n.value)) for n in (a, b))
        if large_a or large_b:
            return Known(COMPARE[symbol][3](a.value if large_a else 0, b.value if large_b else 0))
    return tracer.emit(COMPARE[symbol][0], as_value(tracer, a, common), as_value(tracer, b, common))


# --- operators on anything -------------------------------------------------------------------------------------------

def binary(tracer, symbol: str, a, b):
    a, b = decide(tracer, a), decide(tracer, b)
    if type(a) is Known and type(b) is Known:
        return host_operation(tracer, BINARY[symbol][3], a, b)
    if numeric(a) and numeric(b):
        return number_binary(tracer, symbol, a, b)
    from .complexes import complex_binary

    complexes = complex_binary(tracer, symbol, a, b)
    if complexes is not None:
        return complexes
    vectors = vector_binary(tracer, symbol, a, b)
    if vectors is not None:
        return vectors
    result = by_methods(tracer, a, b, BINARY[symbol][1], BINARY[symbol][2])
    if result is not None:
        return result
    from .containers import sequence_binary

    result = sequence_binary(tracer, symbol, a, b)
    if result is not None:
        return result
    raise misfit(tracer, symbol, a, b)


def host_operation(tracer, function, *operands):
    from .adopting import adopt

    box = [on_host(tracer, function, *[o.value for o in operands], what="an operator")]
    return Known(box[0]) if isinstance(box[0], (int, float, str, tuple)) else adopt(tracer, box, 0)


def vector_binary(tracer, symbol, a, b):
    """Arithmetic of two vectors, or of one and a number, as Vector.combine does it, without walking its code."""
    if symbol in ("@", "&", "|", "^", "<<", ">>"):
        return None
    a, b = open_vector(a), open_vector(b)
    left, right = vector_parts(a), vector_parts(b)
    if left is None and right is None:
        return None
    count = len(left or right)
    if left is None:
        left = spread(a, count)
    elif right is None:
        right = spread(b, count)
    if left is None or right is None or len(left) != len(right):
        return None  # the class itself says what is wrong with it
    cls = b.cls if vector_parts(a) is None or (vector_parts(b) is not None and issubclass(b.cls, a.cls)) else a.cls
    return make_vector(cls, [binary(tracer, symbol, x, y) for x, y in zip(left, right)], a if vector_parts(a) else b)


def vector_parts(value):
    if type(value) is Record and issubclass(value.cls, Vector):
        return [f for f in value.fields.values() if not (type(f) is Known and f.value is None)]
    return None


def spread(value, count: int):
    if numeric(value):
        return [value] * count
    if type(value) is Tuple:
        return list(value.items)
    if type(value) is Known and isinstance(value.value, (tuple, list)):
        return [Known(v) for v in value.value]
    return None


def make_vector(cls, parts, like: Record) -> Record:
    names = list(like.fields)
    if "_alpha" in names and len(parts) == 3:
        return Record(cls, {**dict(zip(names, parts)), "_alpha": Known(None)})
    return Record(cls, dict(zip(names, parts)))


def by_methods(tracer, a, b, method: str, reflected: str | None):
    """Python's dispatch: the left operand's method, or the right one's reflected; NotImplemented goes on."""
    from .calls import call
    from .host import python_class

    tries = [(a, method, b)]
    if reflected is not None:
        ca, cb = python_class(tracer, a), python_class(tracer, b)
        other = (b, reflected, a)
        if ca is not cb and issubclass(cb, ca):
            tries.insert(0, other)
        elif ca is not cb or method in COMPARISONS:
            tries.append(other)
    for owner, name, argument in tries:
        found = find_special(tracer, owner, name)
        if found is not None:
            result = call(tracer, found, [argument], {})
            if not (type(result) is Known and result.value is NotImplemented):
                return result
    return None


def misfit(tracer, symbol, *operands):
    for value in operands:
        if type(value) is ImageValue:
            return tracer.refuse("image-as-number", name=value.param.name)
        if type(value) is Record and value.cls is Position:
            return tracer.refuse("position-as-number")
    if len(operands) == 1:
        return tracer.refuse("not-a-number", f"{symbol} of {with_article(tracer, operands[0])}",
                             instead="check what it is")
    names = " and ".join(with_article(tracer, v) for v in operands)
    return tracer.refuse("not-a-number", f"{names} meet in {symbol}", instead="check what each of them is")


def with_article(tracer, value) -> str:
    from .loops import describe

    return describe(value)


def inplace(tracer, symbol: str, a, b):
    """a += b and the like: the in-place method where there is one."""
    a = decide(tracer, a)
    if type(a) is Ref and a.kind in ("list", "set", "dict", "array"):
        from .containers import inplace_container

        if inplace_container(tracer, symbol, a, b):
            return a
    elif type(a) is Known and isinstance(a.value, MUTABLE):
        b = decide(tracer, b)
        if id(a.value) not in tracer.made or type(b) is Known and not may_change(tracer, a.value):
            raise refuse_change(tracer, a.value, f"{symbol}= changes")
        if type(b) is Known:
            return host_operation(tracer, INPLACE[symbol], a, b)
    method = find_special(tracer, a, BINARY[symbol][1].replace("__", "__i", 1))
    if method is not None:
        from .calls import call

        result = call(tracer, method, [b], {})
        if not (type(result) is Known and result.value is NotImplemented):
            return result
    return binary(tracer, symbol, a, b)


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
        if symbol == "~" and value.type is FLOAT:
            raise tracer.refuse("not-a-number", "~ of a Float", instead="make it an int first: int(x)")
        return tracer.emit(name, value)
    if type(value) is Record and value.cls is complex and symbol in "+-":
        return value if symbol == "+" else Record(complex, {k: unary(tracer, "-", v) for k, v in value.fields.items()})
    parts = vector_parts(value)
    if parts is not None and symbol == "-":
        return make_vector(value.cls, [unary(tracer, symbol, part) for part in parts], value)
    found = find_special(tracer, value, method)
    if found is not None:
        from .calls import call

        return call(tracer, found, [], {})
    from .containers import sequence_unary

    result = sequence_unary(tracer, symbol, value)
    if result is not None:
        return result
    raise misfit(tracer, symbol, value)


def compare(tracer, symbol: str, a, b):
    a, b = decide(tracer, a), decide(tracer, b)
    name, method, mirrored, function = COMPARE[symbol]
    if type(a) is Known and type(b) is Known:
        return host_operation(tracer, function, a, b)
    if numeric(a) and numeric(b):
        return number_compare(tracer, symbol, a, b)
    from .complexes import complex_compare

    result = complex_compare(tracer, symbol, a, b)
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
    from .containers import sequence_compare

    result = sequence_compare(tracer, symbol, a, b)
    if result is not None:
        return result
    if symbol in ("==", "!="):
        same = a is b
        return Known(same if symbol == "==" else not same)
    raise misfit(tracer, symbol, a, b)


def truth(tracer, value):
    """bool(value): known, or a Bool of the graph."""
    value = decide(tracer, value)
    if type(value) is Known:
        return Known(on_host(tracer, bool, value.value, what="a condition"))
    if isinstance(value, Value):
        if value.type is BOOL:
            return value
        return tracer.emit("ne", value, constant(0.0 if value.type is FLOAT else 0))
    from .calls import call
    from .containers import known_length

    for method in ("__bool__", "__len__"):
        found = find_special(tracer, value, method)
        if found is not None:
            return truth(tracer, call(tracer, found, [], {}))
    size = known_length(tracer, value)
    return Known(True if size is None else size > 0)


def negate(tracer, value):
    value = truth(tracer, value)
    if type(value) is Known:
        return Known(not value.value)
    return tracer.emit("not", value)


def apply(tracer, kind, args):
    """An operation of the graph, called by name (math.sqrt(x), operator.add(a, b), np.maximum(a, b))."""
    args = [open_vector(decide(tracer, a)) for a in args]
    if kind.name in BY_OPERATION and not all(map(numeric, args)):
        return binary(tracer, BY_OPERATION[kind.name], *args)
    if kind.name in COMPARE_BY_OPERATION and not all(map(numeric, args)):
        return compare(tracer, COMPARE_BY_OPERATION[kind.name], *args)
    if all(map(numeric, args)):
        if all(type(a) is Known for a in args):
            return fold_known(tracer, kind, args)
        return apply_numbers(tracer, kind, args)
    from .containers import elementwise_sequence

    if any(type(a) is Record and a.cls is Position for a in args) and kind.name not in BY_OPERATION:
        raise tracer.refuse("position-as-number")
    parts = [vector_parts(a) for a in args]
    count = max((len(p) for p in parts if p is not None), default=0)
    if count:
        columns = [p if p is not None else spread(a, count) for p, a in zip(parts, args)]
        if all(c is not None and len(c) == count for c in columns):
            like = args[next(i for i, p in enumerate(parts) if p is not None)]
            return make_vector(like.cls, [apply(tracer, kind, row) for row in zip(*columns)], like)
    result = elementwise_sequence(tracer, kind, args)
    if result is not None:
        return result
    for value in args:
        if not numeric(value):
            raise misfit(tracer, f"{kind.name}()", value)


def apply_numbers(tracer, kind, args):
    if kind.name in BY_OPERATION:
        return number_binary(tracer, BY_OPERATION[kind.name], *args)
    if kind.name in COMPARE_BY_OPERATION:
        return number_compare(tracer, COMPARE_BY_OPERATION[kind.name], *args)
    types = [type_of(a) for a in args]
    common = types[0]
    for other in types[1:]:
        common = join(common, other) or FLOAT
    if common not in kind.takes:
        common = FLOAT if FLOAT in kind.takes else INT
    return tracer.emit(kind, *(as_value(tracer, a, common) for a in args))


def fold_known(tracer, kind, args):
    from .values import lift

    return lift(tracer.builder.emit(kind, *(as_value(tracer, a, kind.takes[-1]) for a in args)))


# --- instructions ----------------------------------------------------------------------------------------------------

@handles("BINARY_OP")
def binary_op(tracer, frame, instruction):
    stack = frame.stack
    b, symbol = stack.pop(), instruction.arg
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


@handles("IS")
def is_op(tracer, frame, instruction):
    b = decide(tracer, frame.stack.pop())
    a = decide(tracer, frame.stack[-1])
    if isinstance(b, Value) and type(a) is Known:
        a, b = b, a
    if isinstance(a, Value) and a.type is BOOL and type(b) is Known and isinstance(b.value, bool):
        frame.stack[-1] = a if b.value != bool(instruction.arg) else negate(tracer, a)
        return
    same = a.value is b.value if type(a) is Known and type(b) is Known else a is b
    if not same and type(a) is type(b) is Ref and (a.frozen or b.frozen):
        raise tracer.refuse("two-names", "objects are compared by 'is', one of which a loop carries from pass to pass")
    frame.stack[-1] = Known(same != bool(instruction.arg))
