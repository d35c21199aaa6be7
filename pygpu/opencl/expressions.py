"""Operations spelled in OpenCL C, for single numbers and for vectors of them.

Everything that differs between the two stands here: in a vector a truth is an int of 0 or -1, a choice is select()
with its arms the other way round, a conversion names its width. Precedence is kept, so that only the parentheses
which are needed appear.
"""

from __future__ import annotations

import functools
import math
import struct
from collections.abc import Callable, Iterable
from typing import NamedTuple

from ..elements import ELEMENTS
from ..ir import AS_STORED, BOOL, DOUBLE, FLOAT, INT, OpKind, Type
from ..ir.ops import BITS, CONVERT, SELECT
from ..kernel.values import Expr, Number

ATOM, UNARY, TERNARY = 20, 14, 3
_BINARY = {"*": 13, "/": 13, "%": 13, "+": 12, "-": 12, "<<": 11, ">>": 11, "<": 10, "<=": 10, ">": 10, ">=": 10,
           "==": 9, "!=": 9, "&": 8, "^": 7, "|": 6, "&&": 5, "||": 4}
_ASSOCIATIVE = {"&&", "||"}
NOTHING: frozenset[str] = frozenset()

# What an element is called in C, stored and at work.
C_WORDS = {**{name: element.opencl for name, element in ELEMENTS.items()}, "mask": "int"}
TYPES = {type.word: type for type in Type if not type.is_narrow}
SUFFIXES = {"uint32": "u", "int64": "L", "uint64": "UL"}  # of numbers


class Text(NamedTuple):
    """C text, how tightly it binds, and the variables in it that will change later."""

    text: str
    binds: int = ATOM
    uses: frozenset[str] = NOTHING

    def within(self, binds: int) -> str:
        return self.text if self.binds >= binds else f"({self.text})"

    def __str__(self) -> str:
        return self.text


def c_type(type: str, lanes: int = 1) -> str:
    """What a value is declared as."""
    if type == "bool":
        return "bool" if lanes == 1 else f"int{lanes}"
    return C_WORDS[type] if lanes == 1 else f"{C_WORDS[type]}{lanes}"


def literal(number: bool | int | float, type: str, lanes: int = 1) -> Text:
    """A known number as C. In a vector expression a plain number widens by itself, a truth does not."""
    if type == "bool":
        if lanes > 1:
            return Text(f"(int{lanes}){'-1' if number else '0'}", UNARY)
        return Text("true" if number else "false")
    if type not in ("float32", "float64"):
        if number == -(1 << 31) and type != "int64":
            return Text("INT_MIN")
        if number == -(1 << 63):
            return Text("LONG_MIN")
        return Text(f"{number}{SUFFIXES.get(type, '')}", ATOM if number >= 0 else UNARY)
    text = float_literal(number) if type == "float32" else double_literal(number)
    return Text(text, ATOM if math.copysign(1, number) > 0 or number != number else UNARY)


@functools.lru_cache(4096)
def _shortest(number: float) -> str:
    for digits in range(1, 10):
        text = f"{number:.{digits}g}"
        if struct.unpack("f", struct.pack("f", float(text)))[0] == number:
            break
    return text + ("f" if "." in text or "e" in text else ".0f")


def float_literal(number: float) -> str:
    """The shortest decimal that reads back as the same 32 bit float."""
    if number != number:
        return "NAN"
    try:
        number = struct.unpack("f", struct.pack("f", number))[0]
    except OverflowError:
        number = math.copysign(math.inf, number)
    if math.isinf(number):
        return "INFINITY" if number > 0 else "-INFINITY"
    return _shortest(number) if number else ("0.0f" if math.copysign(1, number) > 0 else "-0.0f")


def double_literal(number: float) -> str:
    """The shortest decimal that reads back as the same 64 bit float. (What is no number is a float in C.)"""
    return repr(number) if math.isfinite(number) else f"((double){float_literal(number)})"


def plus(base: str, offset: int) -> str:
    """A sum as it is read: x - 1 rather than x + -1, and x alone."""
    return base if not offset else f"{base} {'+' if offset > 0 else '-'} {abs(offset)}"


def widened(text: Text, type: str, lanes: int) -> Text:
    """A number in every lane of a vector."""
    if type == "bool":
        return Text(f"(int{lanes})({text.within(4)} ? -1 : 0)", ATOM, text.uses)
    return Text(f"({C_WORDS[type]}{lanes})({text.text})", ATOM, text.uses)


def in_lanes(said: Spelling, kind: OpKind, texts: list[Text], args: tuple[Expr, ...], lanes: int, how: str) -> Text:
    """One operation as it is said of vectors, over operands that are numbers or vectors, as `args` says."""
    if how == "branch":
        return choice(texts)
    if not said.widens:  # functions, choices and logic take vectors only
        texts = [widened(text, arg.word, lanes) if arg.lanes == 1 and (kind.name, i, arg.type) not in NUMBERS else text
                 for i, (text, arg) in enumerate(zip(texts, args))]
    return said.put(texts)


LOST = {"-0.0f", "1.0f"}  # one of these is 0.0f or 1.0f to NVIDIA's compiler: size and sign are chosen each by itself
IN_TWO = {"-0.0f": "0.0f", "1.0f": "1.0f"}, {"-0.0f": "-1.0f", "1.0f": "1.0f"}


def choice(texts: list[Text]) -> Text:
    condition, then, otherwise = texts
    if {then.text, otherwise.text} == LOST:
        size, sign = [choice([condition, *[Text(words[each.text]) for each in (then, otherwise)]]) for words in IN_TWO]
        return Text(f"copysign({size}, {sign})", ATOM, uses_of(texts))
    return Text(f"{condition.within(TERNARY + 1)} ? {then.within(TERNARY + 1)} : {otherwise.within(TERNARY)}", TERNARY,
                uses_of(texts))


def uses_of(texts: Iterable[Text]) -> frozenset[str]:
    found = NOTHING
    for text in texts:
        if text.uses:
            found = found | text.uses
    return found


Put = Callable[[list[Text]], Text]


class Spelling(NamedTuple):
    """How an operation is written: what puts its operands in, the helper that it calls, and whether a number among
    vectors becomes one by itself."""

    put: Put
    helper: str = ""
    widens: bool = False


DIVISIONS = {"floordiv": "/", "mod": "%"}
PLAINLY = ("add", "sub", "mul", "neg")  # what C's own signs do only where nothing wraps
NUMBERS = {("pow", 1, "float32")}  # operands that a vector's function also takes as one number, the same for all lanes


TRUTHS = {8: "char", 16: "short", 32: "int", 64: "long"}  # how select() wants the truth beside numbers of so many bits


def deciding(kind: OpKind, args: tuple[Expr, ...]) -> str:
    """What an operation's operands are: of a choice, what is chosen between."""
    return args[1 if kind is SELECT else 0].word


def divided(kind: OpKind, args: tuple[Expr, ...], lanes: int) -> str:
    """Of a division of vectors, whether it is by what is no constant: compilers multiply in place of dividing by one."""
    unknown = lanes > 1 and kind.name in DIVISIONS and args[0].word == "int32" and args[1].__class__ is not Number
    return "near" if unknown else ""


@functools.cache
def spelling(kind: OpKind, word: str, lanes: int, how: str) -> Spelling:
    """An operation on operands of this type. `how` is as in the language of kernels."""
    type, name, exact = TYPES.get(word, INT), kind.name, how == "exact"
    widens = lanes > 1 and kind.arity == 2 and type is not BOOL and _is_operator(kind, type)
    if how == "both" and kind is SELECT and lanes == 1 and type is not BOOL:
        truth = TRUTHS[type.bits]
        return Spelling(lambda texts: Text(f"select({texts[2]}, {texts[1]}, ({truth})({texts[0]}))", ATOM, uses_of(texts)))
    if how in ("down", "power"):
        return _call(f"pg_{name}_down" if how == "down" else "pg_power")
    if how == "near":
        return _call(f"pg_{name}_near")
    if how == "numbers":
        return _call(f"f{name}")
    if type.is_signed and not exact and name in PLAINLY:
        return _call(f"pg_{name}" if type is INT else f"pg_{name}_l")._replace(widens=widens)
    if type.is_whole and exact and name in DIVISIONS:
        return Spelling(_division(DIVISIONS[name]), "", widens)
    template = _VECTOR.get((name, type)) or _VECTOR.get(name) if lanes > 1 else None
    if template is None:
        template = _own(kind, type)
    said = _spelled(template, lanes)._replace(widens=widens)
    if lanes > 1 and kind is SELECT and type.bits not in (1, 32):  # a truth has 32 bits: it is made as wide
        return _spelled(f"select({{2}}, {{1}}, convert_{TRUTHS[type.bits]}{{N}}({{0}}))", lanes)
    if lanes > 1 and type.bits == 64:
        if kind.rule((type,) * kind.arity, {}) is BOOL:  # a truth has 32 bits in each lane, whatever was asked
            return said._replace(put=lambda texts: Text(f"convert_int{lanes}({said.put(texts)})", ATOM, uses_of(texts)))
    return said


def _own(kind: OpKind, type: Type) -> str:
    assert kind.opencl is not None, f"{kind.name} is no operation on values"
    if not isinstance(kind.opencl, dict):
        return kind.opencl
    return kind.opencl[type if type in kind.opencl else INT]


def _is_operator(kind: OpKind, type: Type) -> bool:
    template = _own(kind, type)
    return template.startswith("{0} ") and "?" not in template


def _call(name: str) -> Spelling:
    helper = name if name.startswith("pg_") else ""
    return Spelling(lambda texts: Text(f"{name}({', '.join([t.within(TERNARY) for t in texts])})", ATOM, uses_of(texts)),
                    helper)


def _division(sign: str) -> Put:
    def put(texts: list[Text]) -> Text:
        left, right = texts
        return Text(f"{left.within(13)} {sign} {right.within(14)}", 13, uses_of(texts))

    return put


def _spelled(template: str, lanes: int = 1) -> Spelling:
    """A spelling in a table: an operator between or before its operands, a choice, a call, or anything else."""
    if template == "{0} ? {1} : {2}":
        return Spelling(choice)
    if template == "{0}":
        return Spelling(lambda texts: texts[0])
    words = template.split()
    if len(words) == 3 and words[0] == "{0}" and words[2] == "{1}":
        return Spelling(_between(words[1]))
    if template.endswith("{0}") and template.count("{") == 1:
        return Spelling(_before(template.removesuffix("{0}")))
    name = template.partition("(")[0]
    if template in (f"{name}({{0}})", f"{name}({{0}}, {{1}})") and name.isidentifier():
        return _call(name)
    helper = name if name.startswith("pg_") else ""
    if template == "select({2}, {1}, {0})":
        return Spelling(lambda texts: Text(f"select({texts[2]}, {texts[1]}, {texts[0]})", ATOM, uses_of(texts)))
    whole = template if _is_whole(template) else f"({template})"
    return Spelling(lambda texts: Text(whole.format(*[t.within(ATOM) for t in texts], N=lanes), ATOM, uses_of(texts)),
                    helper)


def _is_whole(template: str) -> bool:
    """Whether it is one call or cast, which may stand beside any operator: there is no space but in its parentheses."""
    depth = 0
    for letter in template:
        depth += (letter == "(") - (letter == ")")
        if letter == " " and not depth:
            return False
    return True


def put(template: str, texts: list[Text]) -> Text:
    """A spelling with its operands put in, each parenthesised as its place asks."""
    return _spelled(template).put(texts)


def _before(sign: str) -> Put:
    def put(texts: list[Text]) -> Text:
        operand = texts[0].within(UNARY)
        if operand[0] == sign[0] == "-":
            operand = f"({operand})"
        return Text(sign + operand, UNARY, texts[0].uses)

    return put


def _between(sign: str) -> Put:
    binds = _BINARY[sign]
    right_binds = binds if sign in _ASSOCIATIVE else binds + 1

    def put(texts: list[Text]) -> Text:
        left, right = _plain(texts[0], sign), _plain(texts[1], sign)
        uses = uses_of(texts)
        if sign == "+" and right.binds == UNARY and right.text[0] == "-":  # x + -1 reads better as x - 1
            return Text(f"{left.within(binds)} - {right.text[1:]}", binds, uses)
        return Text(f"{left.within(binds)} {sign} {right.within(right_binds)}", binds, uses)

    return put


def _plain(operand: Text, operator: str) -> Text:
    """Operators whose precedence nobody remembers are always parenthesised inside one another."""
    mine, inner = _BINARY[operator], operand.binds
    arithmetic, comparison = (12, 13), (9, 10)
    if inner >= UNARY or inner == mine or mine in arithmetic:
        return operand
    if mine in comparison and inner in arithmetic or operator in ("&&", "||") and inner in comparison:
        return operand
    return Text(f"({operand.text})", ATOM, operand.uses)


def chain(terms: list[tuple[bool, Text]]) -> Text:
    """Terms added and subtracted, in this order."""
    minus, first = terms[0]
    text = first.within(13)
    if minus:
        text = f"-({text})" if text[0] == "-" else f"-{text}"  # --a would be one less
    text += "".join([f" {'-' if minus else '+'} {term.within(13)}" for minus, term in terms[1:]])
    alone = 13 if first.binds == 13 else UNARY  # -a * 2 is a product
    return Text(text, 12 if len(terms) > 1 else alone, uses_of([term for _, term in terms]))


def _conversions() -> dict[str | tuple[str, Type], str]:
    """Types that become others, lane by lane."""
    found: dict[str | tuple[str, Type], str] = {}
    for (given, to), kind in CONVERT.items():
        word, stored = C_WORDS[to.word], C_WORDS[to.stored]
        if given is BOOL:
            found[kind.name] = f"convert_{word}{{N}}({{0}} & 1)"
        elif given.is_float and to.is_whole:
            if to.stored == "uint32":
                found[kind.name] = "convert_uint{N}(convert_long{N}_sat({0}))"
            elif to.stored != "uint64":
                found[kind.name] = f"convert_{word}{{N}}_sat({{0}})"
        elif to.is_narrow and to.is_signed:
            found[kind.name] = f"convert_int{{N}}(convert_{stored}{{N}}({{0}}))"
        elif to in AS_STORED:  # Intel's _sat takes three times as long; behind a number oclgrind would read on
            found[kind.name] = f"convert_{word}{{N}}(clamp({{0}}, (int{{N}})0, (int{{N}}){to.limits[1]}))"
        elif not (to.is_narrow or given.is_narrow):
            found[kind.name] = f"convert_{word}{{N}}({{0}})"
    return found | {kind.name: f"as_{C_WORDS[to.word]}{{N}}({{0}})" for (_, to), kind in BITS.items()}


# What vectors spell differently; the key is an operation, or an operation on one type.
_VECTOR: dict[str | tuple[str, Type], str] = {
    "select": "select({2}, {1}, {0})",
    ("and", BOOL): "{0} & {1}",
    ("or", BOOL): "{0} | {1}",
    ("xor", BOOL): "{0} ^ {1}",
    "not": "~{0}",
    **_conversions(),
    "float_of_bool": "select((float{N})0.0f, (float{N})1.0f, {0})",
    "int_of_float": "pg_int({0})",
    "int_of_bool": "select((int{N})0, (int{N})1, {0})",
    **{(name, FLOAT): f"pg_{name}({{0}})" for name in ("exp", "exp2", "log", "log2", "log10", "sin", "cos", "tan", "tanh",
                                                       "rint", "floor", "ceil", "trunc")},
    ("pow", FLOAT): "pg_pow({0}, {1})",
    ("pow", DOUBLE): "pg_pow_d({0}, {1})",
    ("atan2", FLOAT): "pg_atan2({0}, {1})",
    ("atan", FLOAT): "pg_atan2({0}, (float{N})1.0f)",
}
