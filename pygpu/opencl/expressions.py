"""Operations spelled in OpenCL C, for single numbers and for vectors of them.

Everything that differs between the two stands here: in a vector a truth is an int of 0 or -1, a choice is select()
with its arms the other way round, a conversion names its width. Precedence is kept, so that only the parentheses
which are needed appear.
"""

from __future__ import annotations

import math
import re
import struct
from typing import NamedTuple

from ..ir import BOOL, FLOAT, INT, Const, OpKind, Type

ATOM, UNARY, TERNARY = 20, 14, 3
_BINARY = {"*": 13, "/": 13, "%": 13, "+": 12, "-": 12, "<<": 11, ">>": 11, "<": 10, "<=": 10, ">": 10, ">=": 10,
           "==": 9, "!=": 9, "&": 8, "^": 7, "|": 6, "&&": 5, "||": 4}
_ASSOCIATIVE = {"&&", "||"}
_WORDS = {BOOL: "int", INT: "int", FLOAT: "float"}


class Text(NamedTuple):
    """C text, how tightly it binds, and the variables in it that will change later."""

    text: str
    binds: int = ATOM
    uses: frozenset = frozenset()

    def within(self, binds: int) -> str:
        return self.text if self.binds >= binds else f"({self.text})"

    def __str__(self) -> str:
        return self.text


def c_type(type: Type, lanes: int = 1) -> str:
    if lanes == 1:
        return "bool" if type is BOOL else _WORDS[type]
    return f"{_WORDS[type]}{lanes}"


def literal(value: Const, lanes: int = 1) -> Text:
    """A constant as C. In a vector expression a plain number widens by itself, a truth does not."""
    number = 0 if value.value is None else value.value
    if value.type is BOOL:
        if lanes > 1:
            return Text(f"(int{lanes}){'-1' if number else '0'}", UNARY)
        return Text("true" if number else "false")
    if value.type is INT:
        if number == -(1 << 31):
            return Text("INT_MIN")
        return Text(str(number), ATOM if number >= 0 else UNARY)
    return Text(float_literal(number), ATOM if math.copysign(1, number) > 0 or number != number else UNARY)


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
    for digits in range(1, 10):
        text = f"{number:.{digits}g}"
        if struct.unpack("f", struct.pack("f", float(text)))[0] == number:
            break
    return text + ("f" if re.search(r"[.e]", text) else ".0f")


def plus(base: str, offset: int) -> str:
    """A sum as it is read: x - 1 rather than x + -1, and x alone."""
    return base if not offset else f"{base} {'+' if offset > 0 else '-'} {abs(offset)}"


def moved_by(base: str, offset: int) -> str:
    """The same as a factor."""
    return f"({plus(base, offset)})" if offset else base


def widened(text: Text, type: Type, lanes: int) -> Text:
    """A number in every lane of a vector."""
    if type is BOOL:
        return Text(f"(int{lanes})({text.within(4)} ? -1 : 0)", ATOM, text.uses)
    return Text(f"({_WORDS[type]}{lanes})({text})", ATOM, text.uses)


def operation(kind: OpKind, operands: list[tuple[Text, Type, int]], exact: bool = False) -> Text:
    """One operation over operands that are numbers or vectors: each its text, type and lanes."""
    lanes = max((n for _, _, n in operands), default=1)
    type = operands[0][1]
    texts = [text for text, _, _ in operands]
    if lanes > 1 and not (kind.arity == 2 and type is not BOOL and _is_operator(kind, type)):
        # Functions, choices and logic take vectors only; arithmetic widens a number by itself.
        texts = [widened(text, of, lanes) if n == 1 and (kind.name, i) not in NUMBERS else text
                 for i, (text, of, n) in enumerate(operands)]
    return spell(kind, type, texts, lanes, exact)


def _is_operator(kind: OpKind, type: Type) -> bool:
    template = kind.opencl[type] if isinstance(kind.opencl, dict) else kind.opencl
    return template.startswith("{0} ") and "?" not in template


def looked_up(table: str, type: Type, last: int, index: Text, lanes: int, sure: bool = False) -> Text:
    """The element of a table of known numbers at an index, which is brought between its ends if it may be elsewhere."""
    if lanes == 1:
        return Text(f"{table}[{index}]" if sure else f"{table}[clamp({index}, 0, {last})]", ATOM, index.uses)
    storage = {FLOAT: "float", INT: "int", BOOL: "uchar"}[type]
    inside = index if sure else f"clamp({index}, (int{lanes})0, (int{lanes}){last})"
    found = Text(f"pg_lookup_{storage}{lanes}({table}, {inside})", ATOM, index.uses)
    return found if type is not BOOL else Text(f"convert_int{lanes}({found}) != 0", 9, index.uses)


DIVISIONS = {"floordiv": "/", "mod": "%"}


def spell(kind: OpKind, type: Type, operands: list[Text], lanes: int = 1, exact: bool = False) -> Text:
    """One operation over the texts of its operands, the first of which has this type. `exact`: an integer result is
    known not to wrap, and a division to have nothing negative."""
    uses = frozenset().union(*(o.uses for o in operands))
    name = kind.name
    if type is INT and not exact and name in ("add", "sub", "mul", "neg"):
        return Text(f"pg_{name}({', '.join(o.within(TERNARY) for o in operands)})", ATOM, uses)
    if type is INT and exact and name in DIVISIONS:
        left, right = operands
        return Text(f"{left.within(13)} {DIVISIONS[name]} {right.within(14)}", 13, uses)
    template = _VECTOR.get((name, type)) or _VECTOR.get(name) if lanes > 1 else None
    if template is None:
        template = kind.opencl[type] if isinstance(kind.opencl, dict) else kind.opencl
    return fill(template.replace("{N}", str(lanes)), operands)._replace(uses=uses)


def fill(template: str, operands: list[Text]) -> Text:
    """A spelling with its operands put in, each parenthesised as its place asks."""
    shape = _shape(template)
    if shape == "unary":
        operand = operands[0].within(UNARY)
        if operand[0] == template[0] == "-":
            operand = f"({operand})"
        return Text(template.format(operand), UNARY)
    if shape in _BINARY:
        binds = _BINARY[shape]
        left, right = (_plain(o, shape) for o in operands)
        if shape == "+" and right.binds == UNARY and right.text[0] == "-":
            shape, right = "-", Text(right.text[1:])  # x + -1 reads better as x - 1
        right_binds = binds if shape in _ASSOCIATIVE else binds + 1
        return Text(f"{left.within(binds)} {shape} {right.within(right_binds)}", binds)
    if shape == "choice":
        condition, then, otherwise = operands
        return Text(f"{condition.within(TERNARY + 1)} ? {then.within(TERNARY + 1)} : {otherwise.within(TERNARY)}", TERNARY)
    if shape == "call":
        return Text(template.format(*(o.within(TERNARY) for o in operands)))
    return Text(template.format(*(o.within(ATOM) for o in operands)))


def _plain(operand: Text, operator: str) -> Text:
    """Operators whose precedence nobody remembers are always parenthesised inside one another."""
    mine, inner = _BINARY[operator], operand.binds
    arithmetic, comparison = (12, 13), (9, 10)
    if inner >= UNARY or inner == mine or mine in arithmetic:
        return operand
    if mine in comparison and inner in arithmetic or operator in ("&&", "||") and inner in comparison:
        return operand
    return Text(f"({operand.text})")


def _shape(template: str) -> str:
    found = re.fullmatch(r"\{0\} (\S+) \{1\}", template)
    if found:
        return found[1]
    if template == "{0} ? {1} : {2}":
        return "choice"
    if re.fullmatch(r"(-|!|~|\(\w+\))\{0\}", template):
        return "unary"
    if re.fullmatch(r"\w+\(\{0\}(, \{\d\})*\)", template):
        return "call"
    return "other"


NUMBERS = {("pow", 1)}  # operands that a vector's function also takes as one number, the same for all lanes

# What vectors spell differently; the key is an operation, or an operation on one type.
_VECTOR: dict = {
    "select": "select({2}, {1}, {0})",
    ("and", BOOL): "{0} & {1}",
    ("or", BOOL): "{0} | {1}",
    ("xor", BOOL): "{0} ^ {1}",
    "not": "~{0}",
    "float_of_int": "convert_float{N}({0})",
    "float_of_bool": "select((float{N})0.0f, (float{N})1.0f, {0})",
    "int_of_float": "pg_int({0})",
    "int_of_bool": "select((int{N})0, (int{N})1, {0})",
    **{name: f"pg_{name}({{0}})" for name in ("exp", "exp2", "log", "log2", "log10", "sin", "cos", "tan", "tanh",
                                                       "rint", "floor", "ceil", "trunc")},
    "pow": "pg_pow({0}, {1})",
    "atan2": "pg_atan2({0}, {1})",
    "atan": "pg_atan2({0}, (float{N})1.0f)",
}
