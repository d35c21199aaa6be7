"""Numbers of which at least one is a symbol: what is done with them becomes operations of the graph."""

from __future__ import annotations

import math
import operator

import numpy as np

from ...ir import BOOL, FLOAT, INT, INT64, OPS, UINT64, Const, Value, common, is_known, join, known
from ...ir.zeros import LOOKING
from ..values.assumptions import implied
from ..values.choices import both
from ..values.lattice import Known, lift
from ..values.numbers import TYPED, common_type, int_of, meeting_type, plain, too_large, type_of
from ..values.possible import Bounds, bounds_of, facts, narrowed
from ..values.refusals import misfit
from .numpys import as_numpys, is_numpys, is_surely_pythons, is_wide

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
PLAIN = {"+", "-", "*"}  # of which nothing has to be known but the numbers, where both have one type
OF_NUMPY = set(TYPED.values())
FEW = 1 << 15  # below which the square of a number has 32 bits
SMALLER = {type for type in OF_NUMPY if type.bits <= 32}
LONG = {INT64, UINT64}
SIGNED = {BOOL, INT, INT64}  # of Python's ints; other whole numbers are NumPy's
COMPARISONS = {entry[1] for entry in COMPARE.values()}
BY_OPERATION = {entry[0]: symbol for symbol, entry in BINARY.items() if entry[0]}
COMPARE_BY_OPERATION = {entry[0]: symbol for symbol, entry in COMPARE.items()}


def as_value(tracer, number, type=None) -> Value:
    """A number, known or not, as a value of the graph, converted if a type is asked for."""
    if isinstance(number, Value):
        return number if type is None or number.type is type else tracer.builder.convert(number, type)
    if type is FLOAT and number.value.__class__ is float:
        return Const(FLOAT, number.value)
    host, own = plain(number.value), type or common_type([number])
    if too_large(host, own):
        raise tracer.refuse("large-number", number=host, name=own.value, bits=own.bits, low=own.limits[0],
                            high=own.limits[1])
    return known(own, host)


def number_binary(tracer, symbol: str, a, b):
    """An operator on two numbers of which at least one is a symbol."""
    ta, tb = type_of(a), type_of(b)
    name = BINARY[symbol][0]
    if ta is tb and symbol in PLAIN and (ta is FLOAT or ta is INT and fits_an_int(a) and fits_an_int(b)):
        return compute(tracer, OPS[name], ta, a, b)
    if name is None:
        raise misfit(tracer, symbol, a, b)
    if symbol in "&|^" and len(symbol) == 1 and ta is tb is BOOL:
        return tracer.emit(name, as_value(tracer, a), as_value(tracer, b))
    if symbol == "&":
        a, b = (Known(n.value & MASK) if is_beyond(n) and n.value < -2 ** 63 else n for n in (a, b))
    if symbol == "<<" and ta in (BOOL, INT) and type(b) is Known and 32 <= b.value < 64:  # as a * 2**32 has
        a = wide(tracer, as_value(tracer, a, INT))
    if symbol == "<<" and ta in SIGNED and type(b) is Known and b.value >= 64 and not is_numpys(tracer, a):
        raise tracer.refuse("not-supported", f"a number is shifted up by {b.value} bits",
                            why="a number has up to 64 bits here", instead="keep its parts apart, each of up to 64 bits")
    if symbol == "<<" and type(a) is Known and type(a.value) is int and tb is INT and isinstance(b, Value):
        kind = room_for_shifted(tracer, a.value, b)
        if kind is not None:  # of 64 bits is then all that it meets
            a = as_value(tracer, a, kind)
            ta = kind
    if type(b) is Known and symbol in ("//", "%", ">>") and ta in (BOOL, INT, INT64) and too_large(b.value, INT64):
        return of_larger(tracer, symbol, a, b.value)
    if ta is tb is INT and any([type(each) is Known and isinstance(each.value, np.int64) for each in (a, b)]):
        a, b = as_long(tracer, a), as_long(tracer, b)
        ta, tb = type_of(a), type_of(b)
    if ta is not tb and (ta in OF_NUMPY or tb in OF_NUMPY):
        a, b = with_wide(tracer, (a, b))
        ta, tb = type_of(a), type_of(b)
    kind = join(ta, tb)
    if kind.is_float or symbol in ("/", "//", "%", ">>"):
        a, b = (unwrapped(tracer, symbol, number, other) for number, other in ((a, b), (b, a)))
    if not kind.is_float:
        kind = common_type([a, b])
        if is_beyond(a) or is_beyond(b):
            a, b = wide(tracer, a), wide(tracer, b)
    if symbol in ("<<", ">>", "&", "|", "^"):
        if kind.is_float and ta.is_whole and tb.is_whole:  # int64 and uint64, of which NumPy makes floats
            kind = UINT64
        if kind.is_float:
            own = next((each for each in (ta, tb) if each.is_float), kind)
            raise tracer.refuse("not-a-number", f"a {own.value} is used with {symbol}",
                                instead="make it an int first: int(x)")
    elif symbol == "/" and not kind.is_float:
        kind = FLOAT
    if kind is BOOL:
        kind = INT
    if symbol in RAISING and tracer.catching(RAISING[symbol]) and not (is_numpys(tracer, a) or is_numpys(tracer, b)):
        raise_where(tracer, symbol, a, b)
    elif tracer.of_arrays and symbol in ("/", "//", "%") and isinstance(b, Value) and (
            is_surely_pythons(tracer, b) and is_surely_pythons(tracer, a)):
        tracer.raise_unseen(number_compare(tracer, "==", b, Known(0)))
    if symbol == "**":
        if kind.is_whole and type(b) is Known and b.value < 0:
            kind = FLOAT
        if kind in SIGNED and ta in SIGNED and tb in SIGNED and not tracer.of_arrays and may_be_negative(tracer, b):
            return power_of_either_sign(tracer, a, b)
        if kind.is_whole:
            name = "ipow"
        elif type(b) is Known and not tb.is_float and abs(plain(b.value)) <= 64:
            return power(tracer, as_value(tracer, a, kind), plain(b.value))
    return compute(tracer, OPS[name], kind, a, b)


def fits_an_int(number) -> bool:
    """Of an Int, or a known whole number: whether it is an int of Python's that 32 bits hold."""
    return isinstance(number, Value) or type(number.value) is int and -2 ** 31 <= number.value < 2 ** 31


def with_wide(tracer, numbers):
    """Numbers of fewer bits, or of no sign, as what NumPy makes of them where they meet an int32 or int64 of its own. (An
    int of Python's takes their type.)"""
    kinds = set(map(type_of, numbers))
    if tracer.of_arrays and len(kinds) == 2 and not kinds.isdisjoint(LONG) and not kinds.isdisjoint(OF_NUMPY):
        own = [isinstance(each, Value) and each.type in LONG and is_surely_pythons(tracer, each) for each in numbers]
        if own.count(False) == 1:
            kind = type_of(numbers[own.index(False)])
            return [as_value(tracer, each, kind) if is_own else each for each, is_own in zip(numbers, own)]
    if INT in kinds and not kinds.isdisjoint(SMALLER) and any([is_wide(tracer, each) for each in numbers]):
        return [as_value(tracer, each, int_of(type_of(each))) if type_of(each) in SMALLER else each for each in numbers]
    return numbers


def as_long(tracer, number):
    """An int of Python's as NumPy has it, if 32 bits may be too few for what is made of it: among whole arrays one of 64."""
    if not tracer.of_arrays or not isinstance(number, Value) or number.type is not INT or is_few(number) or (
            not is_surely_pythons(tracer, number)):
        return number
    return as_numpys(tracer, as_value(tracer, number, INT64), np.int64)


def is_few(number: Value) -> bool:
    low, high = bounds_of(number)
    return -FEW < low <= high < FEW


def compute(tracer, kind, type, *numbers):
    """An operation in a type. Numbers of 8 and 16 bits are Ints that are brought back between their ends."""
    values = tuple([as_value(tracer, number, type) for number in numbers])
    if not type.is_narrow:
        found = tracer.builder.append(kind, values)
        tracer.zeroed |= is_known(found) and type.is_float and not found.value
        return lift(found)
    found = tracer.builder.append(kind, tuple([tracer.builder.convert(value, INT) for value in values]))
    return lift(tracer.builder.convert(found, type) if found.type is INT else found)


def of_larger(tracer, symbol: str, a, b: int):
    """a // b, a % b and a >> b, where b is larger than any number that `a` may be: its sign decides."""
    if symbol == ">>":
        return number_binary(tracer, symbol, a, Known(63 if type_of(a) is INT64 else 31))
    away = number_compare(tracer, "<" if b > 0 else ">", a, Known(0))
    if symbol == "//":
        return select(tracer, away, Known(-1), Known(0))
    if not 0 < b <= MASK + 1:
        raise tracer.refuse("large-number", number=b, name="uint64", bits=64, low=0, high=MASK)
    low = tracer.builder.convert(as_value(tracer, a, INT64), UINT64)
    return tracer.emit("add", low, as_value(tracer, select(tracer, away, Known(b & MASK), Known(0)), UINT64))


MASK = 2 ** 64 - 1
DEEP = 16  # operations that are computed anew
WRAPPING = {"add", "sub", "neg", "xor", "or"}  # what hands on that a product has wrapped
WIDENED = {"add", "sub", "mul", "neg", "shl", "shr", "and", "or", "xor", "invert", "floordiv", "mod", "select"}


def is_beyond(number) -> bool:
    """Whether a known int has more than 32 bits: what it meets is meant to have 64."""
    return type(number) is Known and type(number.value) is int and not -2 ** 31 <= number.value < 2 ** 32


def wide(tracer, number, depth: int = 0):
    """An Int that meets a number of 64 bits, as it is before it wraps at 32: computed anew from what it is made of."""
    kind = getattr(getattr(number, "owner", None), "kind", None)
    if not isinstance(number, Value) or number.type is not INT:
        return number
    if kind is None or kind.name not in WIDENED or depth > DEEP:
        return tracer.builder.convert(number, INT64)
    operands = [each if each.type is BOOL else tracer.builder.convert(wide(tracer, each, depth + 1), INT64)
                for each in number.owner.operands]
    return tracer.builder.emit(kind, *operands)


def room_for_shifted(tracer, number: int, by: Value):
    """The type that `1 << by` takes, which ranges and conditions may say to be few bits; None of one that an Int holds."""
    low, high = narrowed(facts(tracer.assumed)).of(by) if tracer.assumed else bounds_of(by)
    most = number.bit_length() + high
    return None if high < 0 or most < 32 or number < 0 and most < 33 else UINT64 if most == 64 and number > 0 else INT64


def unwrapped(tracer, symbol: str, number, other):
    """An Int in 64 bits where those beyond 32 are looked at, and a large constant has made it so large."""
    if not isinstance(number, Value) or number.type is not INT or not may_wrap(number):
        return number
    lowest = symbol == "%" and type(other) is Known and other.value > 0 and not other.value & other.value - 1
    return number if lowest else wide(tracer, number)


def may_wrap(number: Value, depth: int = 0) -> bool:
    """Whether an Int was multiplied by a constant of more than 16 bits, and may not fit any more."""
    op = number.owner
    name = getattr(getattr(op, "kind", None), "name", None)
    if name == "mul":
        large = any([type(each) is Const and abs(each.value or 0) >= 2 ** 16 for each in op.operands])
        return large and not Bounds().exact(op)
    return name in WRAPPING and depth < DEEP and any([may_wrap(each, depth + 1) for each in op.operands])


RAISING = {**dict.fromkeys(("/", "//", "%", "**"), ZeroDivisionError), **dict.fromkeys(("<<", ">>"), ValueError)}


def raise_where(tracer, symbol: str, a, b) -> None:
    """Where the filter catches it, an operator raises as Python's does."""
    zero, last = Known(0), -1 if symbol in ("<<", ">>", "**") else 0
    if isinstance(b, Value):
        condition = number_compare(tracer, "<" if last else "==", b, zero)
    else:
        condition = Known(b.value < 0 if last else b.value == 0)
    if symbol == "**":
        base = number_compare(tracer, "==", a, zero) if isinstance(a, Value) else Known(a.value == 0)
        condition = both(tracer.emit, condition, base)
    tracer.may_raise(condition, lambda: raised_by(symbol, type_of(a).python(0), type_of(b).python(last)))


def raised_by(symbol: str, a, b) -> Exception:
    """What Python's operator raises of these: its words are other ones for floats, and in other versions."""
    try:
        BINARY[symbol][-1](a, b)
    except (ArithmeticError, ValueError) as error:
        return error.with_traceback(None)
    raise AssertionError(f"{a} {symbol} {b} raises nothing")


# Where Python's functions raise, by the operation that they mean: the class of the exception, and a condition on the last
# operands, written in Python without a branch: asked again, it is to be the same value of the graph.
DOMAINS = {
    "sqrt": (ValueError, lambda x: x < 0), "log": (ValueError, lambda x: x <= 0), "log2": (ValueError, lambda x: x <= 0),
    "log10": (ValueError, lambda x: x <= 0), "log1p": (ValueError, lambda x: x <= -1),
    "asin": (ValueError, lambda x: abs(x) > 1), "acos": (ValueError, lambda x: abs(x) > 1),
    "acosh": (ValueError, lambda x: x < 1), "atanh": (ValueError, lambda x: abs(x) >= 1),
    "fmod": (ValueError, lambda x, y: (y == 0) | (abs(x) == math.inf)), "sin": (ValueError, lambda x: abs(x) == math.inf),
    "cos": (ValueError, lambda x: abs(x) == math.inf), "tan": (ValueError, lambda x: abs(x) == math.inf),
    "tgamma": (ValueError, lambda x: (x % 1 == 0) & (x <= 0)),
    "lgamma": (ValueError, lambda x: (x % 1 == 0) & (x <= 0)),
    "exp": (OverflowError, lambda x: (x > 709.79) & (x < math.inf)),
    "expm1": (OverflowError, lambda x: (x > 709.79) & (x < math.inf)),
    "exp2": (OverflowError, lambda x: (x >= 1024) & (x < math.inf)),
    "cosh": (OverflowError, lambda x: (abs(x) > 710.48) & (abs(x) < math.inf)),
    "sinh": (OverflowError, lambda x: (abs(x) > 710.48) & (abs(x) < math.inf)),
    "pow": (ValueError, lambda x, y: (x < 0) & (y % 1 != 0) | (x == 0) & (y < 0)),
}


def raise_outside(tracer, name: str, args) -> None:
    """Where the filter catches it, or computes whole arrays, a function of `math` raises outside of its domain."""
    cls, condition = DOMAINS.get(name, (None, None))
    catching = cls is not None and tracer.catching(cls)
    if cls is None or not (catching or tracer.of_arrays and not tracer.frames[-1].told):
        return
    outside = tracer.truth(tracer.call(Known(condition), args, {}))
    if catching:
        tracer.may_raise(outside, lambda: cls("math domain error" if cls is ValueError else "math range error"))
    else:
        tracer.raise_unseen(outside)


def power(tracer, base: Value, exponent: int):
    """A known whole power, by multiplication: right for negative bases, and faster than pow."""
    if exponent < 0:
        return tracer.emit("div", known(base.type, 1.0), as_value(tracer, power(tracer, base, -exponent)))
    result, square = None, base
    while exponent:
        if exponent & 1:
            result = square if result is None else tracer.builder.emit("mul", result, square)
        exponent >>= 1
        if exponent:
            square = tracer.builder.emit("mul", square, square)
    return Known(1.0) if result is None else lift(result)


def may_be_negative(tracer, number) -> bool:
    """Whether it is not known, of bounds and of the conditions that led here, that a whole number is none below zero."""
    if type(number) is Known:
        return number.value < 0
    below = number_compare(tracer, "<", number, Known(0))
    return (below.value if type(below) is Known else implied(tracer.assumed, below)) is not False


def power_of_either_sign(tracer, a, b):
    """An Int to the power of one of which no sign is known: what Python has is whole or not, so it is a Float."""
    if type(a) is Known and abs(a.value) == 1:
        odd = number_binary(tracer, "&", b, Known(1))
        return Known(1) if a.value == 1 else number_binary(tracer, "-", Known(1), number_binary(tracer, "*", odd, Known(2)))
    result = compute(tracer, OPS["pow"], FLOAT, a, b)
    whole = tracer.emit("rint", as_value(tracer, result, FLOAT))
    return select(tracer, number_compare(tracer, "<", b, Known(0)), result, whole)


def number_compare(tracer, symbol: str, a, b):
    kind = common(map(type_of, (a, b)))
    if kind in TYPED.values():  # compared as the numbers that they are, whatever their types
        below = next((n for n in (a, b) if isinstance(n, Value) and (n.type is INT or n.type is INT64)), None)
        if below is not None and kind is UINT64:
            same = compute(tracer, OPS[COMPARE[symbol][0]], kind, a, b)
            least = Known(bool(COMPARE[symbol][3](-1, 0) if below is a else COMPARE[symbol][3](0, -1)))
            return select(tracer, number_compare(tracer, "<", below, Known(0)), least, same)
        kind = meeting_type((a, b))
    if kind is BOOL and symbol not in ("==", "!="):
        kind = INT
    elif kind is INT and tracer.double:  # in which an Int has 64 bits
        kind = meeting_type((a, b))
    if kind.is_whole:  # beyond all numbers of a type the comparison is the same with each of them
        large_a, large_b = (type(n) is Known and too_large(plain(n.value), kind) for n in (a, b))
        if large_a or large_b:
            return Known(bool(COMPARE[symbol][3](plain(a.value) if large_a else 0, plain(b.value) if large_b else 0)))
    return compute(tracer, OPS[COMPARE[symbol][0]], kind, a, b)


def apply_numbers(tracer, kind, args):
    if kind.name in BY_OPERATION:
        return number_binary(tracer, BY_OPERATION[kind.name], *args)
    if kind.name in COMPARE_BY_OPERATION:
        return number_compare(tracer, COMPARE_BY_OPERATION[kind.name], *args)
    args = with_wide(tracer, args)
    found = common_type(args)
    tracer.looking |= kind in LOOKING
    if found not in kind.takes and not (found.is_narrow and INT in kind.takes):
        found = FLOAT if FLOAT in kind.takes else INT
    return compute(tracer, kind, found, *args)


def fold_known(tracer, kind, args):
    return lift(tracer.builder.emit(kind, *(as_value(tracer, a, kind.takes[-1]) for a in args)))


def select(tracer, condition, a, b):
    """a where the condition holds, else b, for numbers."""
    if type(condition) is Known:
        return a if condition.value else b
    kind = meeting_type([a, b])
    return tracer.emit("select", condition, as_value(tracer, a, kind), as_value(tracer, b, kind))
