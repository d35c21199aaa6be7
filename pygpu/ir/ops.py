"""Every operation of the graph, each declared once.

A declaration says how the operation is named, which types it takes and gives, how NumPy evaluates it on whole images
(the living definition), how OpenCL C spells it, whether its operands commute, what it costs, and which Python
callables mean it. The builder, the printer, folding, the evaluator, the emitters and the test of each operation
all read this table.

Operands always have one type: the tracer converts before it emits. OpenCL spellings may call the helpers of the
emitter's prelude, all named pg_*; `{0}`, `{1}` are the operands.
"""

from __future__ import annotations

import builtins
import math
import operator
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

import numpy as np

from ..elements import ELEMENTS
from ..errors import DeviceError, out_of_steps
from .types import AS_STORED, BOOL, BYTE, DOUBLE, FLOAT, INT, INT64, SHORT, UINT32, UINT64, Type

Rule = Callable[[tuple[Type, ...], dict[str, Any]], Type]
Evaluation = Callable[..., Any]
Array = Any  # np.ndarray, or a NumPy number: they have the same methods


@dataclass(frozen=True, eq=False, slots=True)
class OpKind:
    name: str
    arity: int
    takes: tuple[Type, ...]          # the types its (main) operands may have
    rule: Rule                       # (operand types, attributes) -> result type
    evaluate: Evaluation | None      # NumPy, on arrays of the graph's types
    opencl: str | dict[Type, str] | None
    commutative: bool = False
    cost: float = 1.0                # in additions, on a CPU with vectors
    python: tuple[object, ...] = ()

    def __repr__(self) -> str:
        return f"<{self.name}>"


OPS: dict[str, OpKind] = {}
MEANINGS: dict[object, OpKind] = {}  # Python callable -> operation

FLOATS = (FLOAT, DOUBLE)
INTS = (INT, UINT32, INT64, UINT64)
NUMBERS = (*INTS, *FLOATS)
ORDERED = (*NUMBERS, *AS_STORED)
ANY = tuple([type for type in Type if type not in AS_STORED])
DTYPES = {type: type.numpy for type in Type}  # what the evaluators compute on
SUFFIX = {INT: "i", FLOAT: "f", UINT32: "ui", INT64: "l", UINT64: "ul", DOUBLE: "d", BYTE: "uc", SHORT: "us"}  # of helpers


def _op(name: str, arity: int, takes: tuple[Type, ...], gives: Type | Rule | None, evaluate: Evaluation | None,
        opencl: str | dict[Type, str] | None, *, commutative: bool = False, cost: float = 1.0,
        python: tuple[object, ...] = ()) -> OpKind:
    rule: Any = gives if callable(gives) else (lambda types, attributes: gives)  # of what holds blocks, none is asked for
    kind = OpKind(name, arity, takes, rule, evaluate, opencl, commutative, cost, tuple(python))
    OPS[name] = kind
    for meaning in python:
        MEANINGS.setdefault(meaning, kind)
    return kind


def _same(types: tuple[Type, ...], attributes: dict[str, Any]) -> Type:
    return types[0]


def _each(name: str, types: Iterable[Type], plain: tuple[Type, ...] = ()) -> dict[Type, str]:
    """A helper of two operands for each type: pg_mod_i, pg_mod_f, pg_mod_ul; for some of them by its plain name."""
    return {type: f"{name}{'' if type in plain else '_' + SUFFIX[type]}({{0}}, {{1}})" for type in types}


# --- arithmetic: Python's meaning on so many bits, and 0 for an integer divided by 0 ---------------------------------

def _ipow(a: Array, b: Array) -> Array:
    """Integer power by squaring, wrapping; a negative exponent gives 0 (what may be one is no such operation)."""
    a, b = np.broadcast_arrays(np.asarray(a), np.asarray(b))
    dtype = a.dtype
    result, base, left = np.ones_like(a), a.copy(), np.where(b < 0, 0, b)
    with np.errstate(over="ignore"):
        while np.any(left):
            result = np.where(left & 1, result * base, result)
            base, left = base * base, left >> 1
    return np.where(b < 0, 0, result).astype(dtype)


def _shl(a: Array, b: Array) -> Array:
    """Shifting further than a word holds gives what an endless integer would leave in its low bits."""
    bits = np.asarray(a).dtype.itemsize * 8
    return np.where((b < 0) | (b >= bits), 0, np.left_shift(a, np.clip(b, 0, bits - 1))).astype(np.asarray(a).dtype)


def _shr(a: Array, b: Array) -> Array:
    bits, dtype = np.asarray(a).dtype.itemsize * 8, np.asarray(a).dtype
    shifted = np.right_shift(a, np.clip(b, 0, bits - 1))
    return (shifted if dtype.kind == "i" else np.where(b >= bits, 0, shifted)).astype(dtype)


ADD = _op("add", 2, NUMBERS, _same, np.add, "{0} + {1}", commutative=True, python=(operator.add, np.add))
SUB = _op("sub", 2, NUMBERS, _same, np.subtract, "{0} - {1}", python=(operator.sub, np.subtract))
MUL = _op("mul", 2, NUMBERS, _same, np.multiply, "{0} * {1}", commutative=True, python=(operator.mul, np.multiply))
DIV = _op("div", 2, FLOATS, _same, np.divide, "{0} / {1}", cost=4, python=(operator.truediv, np.divide))
FLOORDIV = _op("floordiv", 2, NUMBERS, _same, np.floor_divide, _each("pg_floordiv", NUMBERS), cost=8,
    python=(operator.floordiv, np.floor_divide))
MOD = _op("mod", 2, NUMBERS, _same, np.remainder, _each("pg_mod", NUMBERS), cost=8, python=(operator.mod, np.remainder))
POW = _op("pow", 2, FLOATS, _same, np.power, "pow({0}, {1})", cost=25, python=(operator.pow, math.pow, np.power))
IPOW = _op("ipow", 2, INTS, _same, _ipow, _each("pg_ipow", INTS, (INT,)), cost=30)
NEG = _op("neg", 1, NUMBERS, _same, np.negative, "-{0}", python=(operator.neg, np.negative))
ABS = _op("abs", 1, NUMBERS, _same, np.abs,
    {INT: "pg_abs_i({0})", INT64: "pg_abs_l({0})", UINT32: "{0}", UINT64: "{0}", FLOAT: "fabs({0})", DOUBLE: "fabs({0})"},
    python=(builtins.abs, operator.abs, np.abs, np.fabs, math.fabs))
# Python's min keeps its first argument unless the second is smaller, which decides what a NaN does.
MIN = _op("min", 2, ORDERED, _same, lambda a, b: np.where(np.less(b, a), b, a), _each("pg_min", ORDERED, (INT, FLOAT)))
MAX = _op("max", 2, ORDERED, _same, lambda a, b: np.where(np.greater(b, a), b, a), _each("pg_max", ORDERED, (INT, FLOAT)))

# The same where the sign of a zero is seen (passes/zeros.py): no algebra knows them, no plan takes apart what they make.
SIGNED_ADD = _op("signed_add", 2, FLOATS, _same, np.add, "{0} + {1}", commutative=True)
SIGNED_MIN = _op("signed_min", 2, FLOATS, _same, MIN.evaluate, _each("pg_signed_min", FLOATS, (FLOAT,)))
SIGNED_MAX = _op("signed_max", 2, FLOATS, _same, MAX.evaluate, _each("pg_signed_max", FLOATS, (FLOAT,)))

# --- comparison, choice and logic ------------------------------------------------------------------------------------

LT = _op("lt", 2, NUMBERS, BOOL, np.less, "{0} < {1}", python=(operator.lt, np.less))
LE = _op("le", 2, NUMBERS, BOOL, np.less_equal, "{0} <= {1}", python=(operator.le, np.less_equal))
GT = _op("gt", 2, NUMBERS, BOOL, np.greater, "{0} > {1}", python=(operator.gt, np.greater))
GE = _op("ge", 2, NUMBERS, BOOL, np.greater_equal, "{0} >= {1}", python=(operator.ge, np.greater_equal))
EQ = _op("eq", 2, (BOOL, *NUMBERS), BOOL, np.equal, "{0} == {1}", commutative=True, python=(operator.eq, np.equal))
NE = _op("ne", 2, (BOOL, *NUMBERS), BOOL, np.not_equal, "{0} != {1}", commutative=True, python=(operator.ne, np.not_equal))
SELECT = _op("select", 3, ANY, lambda types, attributes: types[1], np.where, "{0} ? {1} : {2}")
AND = _op("and", 2, (BOOL, *INTS), _same, np.bitwise_and, {BOOL: "{0} && {1}", INT: "{0} & {1}"}, commutative=True,
    python=(operator.and_, np.bitwise_and))
OR = _op("or", 2, (BOOL, *INTS), _same, np.bitwise_or, {BOOL: "{0} || {1}", INT: "{0} | {1}"}, commutative=True,
    python=(operator.or_, np.bitwise_or))
XOR = _op("xor", 2, (BOOL, *INTS), _same, np.bitwise_xor, {BOOL: "{0} != {1}", INT: "{0} ^ {1}"}, commutative=True,
    python=(operator.xor, np.bitwise_xor))
NOT = _op("not", 1, (BOOL,), BOOL, np.logical_not, "!{0}")
INVERT = _op("invert", 1, INTS, _same, np.invert, "~{0}", python=(operator.invert, np.invert))
SHL = _op("shl", 2, INTS, _same, _shl, _each("pg_shl", INTS, (INT,)), python=(operator.lshift, np.left_shift))
SHR = _op("shr", 2, INTS, _same, _shr, _each("pg_shr", INTS, (INT,)), python=(operator.rshift, np.right_shift))


def _ones(a: Array) -> Array:
    """How many bits of a word are set."""
    given = np.ascontiguousarray(a)
    return np.unpackbits(given[..., None].view(np.uint8), axis=-1).sum(axis=-1).astype(given.dtype).reshape(np.shape(a))


ONES = _op("ones", 1, INTS, _same, _ones, "popcount({0})")

# --- conversion ------------------------------------------------------------------------------------------------------

def whole_of_float(a: Array, limits: tuple[int, int] = INT.limits) -> Array:
    """Truncates, saturates at the ends and gives 0 for a NaN: what OpenCL's convert_int_sat does."""
    lowest, highest = limits
    whole = np.nan_to_num(np.trunc(np.asarray(a, np.float64)), nan=0.0, posinf=2.0**65, neginf=-(2.0**65))
    kept = np.where((whole >= lowest) & (whole < highest), whole, 0.0)  # which are numbers of the type
    unsigned = lowest == 0
    found = kept.astype(np.uint64 if unsigned else np.int64)
    found = np.where(whole < lowest, lowest, np.where(whole >= highest, found.dtype.type(highest), found))
    return found.astype(np.uint64 if unsigned else np.int64)


def _to_uint64(a: Array) -> Array:
    """As C has it on most machines: what is negative wraps."""
    return np.where(np.asarray(a) < 0, whole_of_float(a, INT64.limits).astype(np.uint64), whole_of_float(a, UINT64.limits))


def _from_float(given: Type, type: Type) -> tuple[Evaluation, str]:
    """How a float becomes a whole number, and how OpenCL C says it."""
    if type is INT:
        return lambda a: whole_of_float(a).astype(np.int32), "convert_int_sat({0})"
    if type is UINT64:
        return _to_uint64, f"pg_ulong_{SUFFIX[given]}({{0}})"
    return (lambda a: whole_of_float(a, INT64.limits).astype(type.numpy),
            "convert_long_sat({0})" if type is INT64 else "(uint)convert_long_sat({0})")


def _conversions() -> dict[tuple[Type, Type], OpKind]:
    """A type to another, each an operation: int_of_float, uint32_of_int64. What is whole wraps. A number of 8 or 16 bits
    is an Int that lies between its ends, and comes from one."""
    found = {}
    for to in NUMBERS:
        for given in (BOOL, *NUMBERS):
            if given is to:
                continue
            evaluate: Evaluation = lambda a, to=to: np.asarray(a).astype(to.numpy)  # noqa: E731
            one, nought = ("1.0f", "0.0f") if to is FLOAT else ("1", "0")
            opencl = f"({ELEMENTS[to.word].opencl}){{0}}" if given is not BOOL else f"({{0}} ? {one} : {nought})"
            if given.is_float and to.is_whole:
                evaluate, opencl = _from_float(given, to)
            found[given, to] = _op(f"{to.name_in_ops}_of_{given.name_in_ops}", 1, (given,), to, evaluate, opencl)
    for narrow in (type for type in Type if type.is_narrow):
        word, (lowest, highest) = ELEMENTS[narrow.stored].opencl, narrow.limits
        brought = lambda a, n=narrow: np.asarray(a).astype(n.stored).astype(np.int32)  # noqa: E731
        opencl = f"({{0}} & {highest})" if lowest == 0 else f"(int)(({word}){{0}})"
        found[INT, narrow] = _op(f"{narrow.name_in_ops}_of_int", 1, (INT,), narrow, brought, opencl)
        found[narrow, INT] = _op(f"int_of_{narrow.name_in_ops}", 1, (narrow,), INT, lambda a: a, "{0}", cost=0)
    for stored in AS_STORED:  # what is beyond their ends is brought there, as a result is
        kept = lambda a, to=stored: np.clip(a, *to.limits).astype(to.numpy)  # noqa: E731
        found[INT, stored] = _op(f"{stored.name_in_ops}_of_int", 1, (INT,), stored, kept,
                                 f"({ELEMENTS[stored.word].opencl})clamp({{0}}, 0, {stored.limits[1]})")
        found[stored, INT] = _op(f"int_of_{stored.name_in_ops}", 1, (stored,), INT,
                                 lambda a: np.asarray(a).astype(np.int32), "(int){0}")
    return found


CONVERT = _conversions()

# The same bits as another type: np.float32(x).view(np.int32).
BITS = {}
for _from, _to in ((FLOAT, INT), (INT, FLOAT), (FLOAT, UINT32), (UINT32, FLOAT), (DOUBLE, INT64), (INT64, DOUBLE),
                   (DOUBLE, UINT64), (UINT64, DOUBLE)):
    BITS[_from, _to] = _op(f"{_to.name_in_ops}_bits_of_{_from.name_in_ops}", 1, (_from,), _to,
                           lambda a, to=_to: np.asarray(a).view(to.numpy), f"as_{ELEMENTS[_to.word].opencl}({{0}})")

# --- mathematics on floats -------------------------------------------------------------------------------------------

def _math(name: str, evaluate: Evaluation, opencl: str | dict[Type, str], cost: float, *python: object, arity: int = 1,
          gives: Type | Rule = _same) -> OpKind:
    return _op(name, arity, FLOATS, gives, evaluate, opencl, cost=cost, python=python)


def _vectorised(f: Callable[[float], float], at_pole: Callable[[float], float] = lambda a: math.nan) -> Evaluation:
    """A function of the math module on whole arrays, with what a device gives where Python raises."""

    def one(a: float) -> float:
        try:
            return f(float(a))
        except OverflowError:
            return math.inf
        except ValueError:
            return at_pole(a)

    table = np.frompyfunc(one, 1, 1)
    return lambda a: np.asarray(table(a)).astype(np.asarray(a).dtype)


SQRT = _math("sqrt", np.sqrt, "sqrt({0})", 4, math.sqrt, np.sqrt)
_math("cbrt", np.cbrt, "cbrt({0})", 20, math.cbrt, np.cbrt)
EXP = _math("exp", np.exp, "exp({0})", 10, math.exp, np.exp)
EXP2 = _math("exp2", np.exp2, "exp2({0})", 8, math.exp2, np.exp2)
_math("expm1", np.expm1, "expm1({0})", 12, math.expm1, np.expm1)
_math("log", np.log, "log({0})", 12, np.log)
_math("log2", np.log2, "log2({0})", 12, math.log2, np.log2)
_math("log10", np.log10, "log10({0})", 12, math.log10, np.log10)
_math("log1p", np.log1p, "log1p({0})", 14, math.log1p, np.log1p)
for _name in ("sin", "cos", "tan", "sinh", "cosh", "tanh"):
    _math(_name, getattr(np, _name), _name + "({0})", 14, getattr(math, _name), getattr(np, _name))
for _name in ("asin", "acos", "atan", "asinh", "acosh", "atanh"):
    _numpy = getattr(np, _name.replace("a", "arc", 1))
    _math(_name, _numpy, _name + "({0})", 20, getattr(math, _name), _numpy)
_math("erf", _vectorised(math.erf), "erf({0})", 25, math.erf)
_math("erfc", _vectorised(math.erfc), "erfc({0})", 25, math.erfc)
_math("tgamma", _vectorised(math.gamma, lambda a: math.nan if a else math.copysign(math.inf, a)), "tgamma({0})", 40,
      math.gamma)
_math("lgamma", _vectorised(math.lgamma, lambda a: math.inf), "lgamma({0})", 40, math.lgamma)
_math("floor", np.floor, "floor({0})", 1, np.floor)
_math("ceil", np.ceil, "ceil({0})", 1, np.ceil)
_math("trunc", np.trunc, "trunc({0})", 1, np.trunc)
_math("rint", np.rint, "rint({0})", 1, np.rint)
# As many digits as NumPy's float16 has; what it has beyond 65504 is infinite.
_math("half", lambda a: np.asarray(a).astype(np.float16).astype(np.asarray(a).dtype),
      {FLOAT: "pg_half({0})", DOUBLE: "pg_half_d({0})"}, 6)
_math("atan2", np.arctan2, "atan2({0}, {1})", 25, math.atan2, np.arctan2, arity=2)
HYPOT = _math("hypot", np.hypot, "hypot({0}, {1})", 10, np.hypot, arity=2)
_math("fmod", np.fmod, "fmod({0}, {1})", 10, math.fmod, np.fmod, arity=2)
_math("copysign", np.copysign, "copysign({0}, {1})", 1, math.copysign, np.copysign, arity=2)
_TESTED = {name: {FLOAT: f"pg_{name}({{0}})", DOUBLE: f"{name}({{0}})"} for name in ("isnan", "isinf", "isfinite")}
_math("isnan", np.isnan, _TESTED["isnan"], 1, math.isnan, np.isnan, gives=BOOL)
_math("isinf", np.isinf, _TESTED["isinf"], 1, math.isinf, np.isinf, gives=BOOL)
_math("isfinite", np.isfinite, _TESTED["isfinite"], 1, math.isfinite, np.isfinite, gives=BOOL)

# --- images and tables: the evaluator and the emitters handle these themselves ---------------------------------------

# A position may be any integers, two of them or in a volume three: the image's border says what is there. A table's
# index is clamped to its ends.
READ = _op("read", -1, (INT,), lambda types, attributes: attributes["image"].pixel.scalar, None, None, cost=1)
WIDTH = _op("width", 0, (), INT, None, None, cost=0)
HEIGHT = _op("height", 0, (), INT, None, None, cost=0)
DEPTH = _op("depth", 0, (), INT, None, None, cost=0)
SIZES = WIDTH, HEIGHT, DEPTH
SIDES = tuple([kind.name for kind in SIZES])
TABLE = _op("table", 1, (INT,), lambda types, attributes: attributes["type"], None, None, cost=2)

# A function of the program at a place; as for `read`, `channel` says which of its results.
CALL = _op("call", -1, (INT,), lambda types, attributes: attributes["function"].results[attributes["channel"]].type, None,
           None, cost=1)

# What the function that is computed gave some places `back` along the axis of its scan.
PRIOR = _op("prior", 0, (), lambda types, attributes: attributes["type"], None, None, cost=1)

# What a function gives at all places of a rectangle (left, top, columns, rows), put together as `how` says (folds.py).
FOLD = _op("fold", 4, (INT,), lambda types, attributes: attributes["function"].results[attributes["channel"]].type, None,
           None, cost=1)

# The same for one entry (the last operand) of a table of so many: each place names one (tallies.py).
TALLY = _op("tally", 5, (INT,), lambda types, attributes: attributes["function"].results[attributes["channel"] + 1].type,
            None, None, cost=1)

# The number at a place (the last operand) of what a function gives at all places of a rectangle, sorted (orders.py); and
# what becomes one: a number gathered with others, and the one at a place of those.
ORDER = _op("order", 5, (INT,), lambda types, attributes: attributes["function"].results[0].type, None, None, cost=1)
GATHER = _op("gather", 2, NUMBERS, INT, None, None, cost=1)
RANKED = _op("ranked", 2, (INT,), lambda types, attributes: attributes["type"], None, None, cost=1)

# Lists of numbers (arrays.py); nothing of them is left when a graph is planned.
ARRAY = _op("array", -1, (), lambda types, attributes: attributes["type"], None, None, cost=0)
GET = _op("get", 2, (), lambda types, attributes: types[0].element, None, None, cost=4)  # type: ignore[attr-defined]
PUT = _op("put", 3, (), lambda types, attributes: types[0], None, None, cost=4)
MEMORY = _op("memory", 0, (), lambda types, attributes: attributes["type"], None, None, cost=0)  # inplace.py
KEPT = _op("kept", 0, (), lambda types, attributes: attributes["type"], None, None, cost=1)

# Whole arrays of NumPy's (fields.py): what one is made of, `element` says how; and the number in one without dimensions.
FIELD = _op("field", -1, (), lambda types, attributes: attributes["type"], None, None, cost=0)
ITEM = _op("item", 1, (), lambda types, attributes: types[0].element, None, None, cost=0)  # type: ignore[attr-defined]

# What a loop is given if nobody says: a second or so on a CPU, some on a GPU, and no filter for pictures needs as many. And
# so many that a device, which looks after 64 passes and each 4096 from there on whether others have ended, need not compare
# with anything else (pg_goes_on). NumPy takes some ten seconds for what it is given.
STEPS, STEPS_ON_NUMPY = (1 << 26) + 64, 1 << 19
ROOM, MOST_ROOM = 16, 128  # items that may come to a list in a loop of the kernel: at first, and where pixels need more


def _goes_on(done: Array, steps: Array) -> Array:
    """On NumPy nothing stands in the way of saying so at once."""
    allowed = STEPS_ON_NUMPY if steps == STEPS else int(steps)
    if np.any(np.asarray(done) >= allowed):
        raise DeviceError(out_of_steps(allowed))
    return np.less(done, allowed)


# Whether a loop that has made so many passes may make another (passes/budget.py). A kernel that says no tells the run time.
GOES_ON = _op("goes_on", 2, (INT,), BOOL, _goes_on, "pg_goes_on({0}, {1}, pg_stop)")

# --- structure: the only operations that hold blocks ------------------------------------------------------------------

IF = _op("if", 1, (BOOL,), None, None, None)
LOOP = _op("loop", -1, ANY, None, None, None)

MEANINGS[operator.inv] = OPS["invert"]
