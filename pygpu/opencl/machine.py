"""The operations of the language of kernels that filters don't have, spelled in OpenCL C.

Each is a function of the printer, the operation and the texts of its operands.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import groupby
from typing import Protocol

from ..elements import ELEMENTS, WHITE
from ..ir import BOOL, FLOAT, rule
from ..kernel import values as V
from ..kernel.formats import pieces
from .expressions import ATOM, C_WORDS, TERNARY, UNARY, Text, c_type, chain, uses_of, widened
from .prelude import Wide


class Helped(Protocol):
    """What notes the helpers that are called."""

    def helps(self, helper: str | Wide, apart: bool = False) -> str: ...


Spelled = Callable[[Helped, V.Operation, list[Text]], Text]

CLAMPED = "clamp({i}, 0, {n} - 1)", "clamp({i}, (int{N})0, (int{N})({n} - 1))"  # for numbers, for vectors
UNORM = {name: f"pg_unorm{ELEMENTS[name].bits}" for name in WHITE}
SWIZZLE = "xyzw"


def _call(name: str) -> Spelled:
    def spell(printer: Helped, op: V.Operation, texts: list[Text]) -> Text:
        return Text(f"{name}({', '.join([text.within(TERNARY) for text in texts])})", ATOM, uses_of(texts))

    return spell


def _border(printer: Helped, op: V.Operation, texts: list[Text]) -> Text:
    index, size = texts
    border = rule(op.extra)
    if border.place is rule("clamp").place:
        template = CLAMPED[op.lanes > 1]
    else:
        name = f"pg_{op.extra}" if not border.step else f"pg_{border.of}_by" if border.of else "pg_again"
        template = printer.helps(name, op.lanes > 1) + (f"({{i}}, {{n}}, {border.step})" if border.step else "({i}, {n})")
    return Text(template.format(i=index.within(TERNARY + 1), n=size.within(12), N=op.lanes), ATOM, uses_of(texts))


def _long(printer: Helped, op: V.Operation, texts: list[Text]) -> Text:
    return Text(f"(long){texts[0].within(UNARY)}", UNARY, texts[0].uses)


def _any(printer: Helped, op: V.Operation, texts: list[Text]) -> Text:
    return Text(f"any({' | '.join([text.text for text in texts])})", ATOM, uses_of(texts))


def _widen(printer: Helped, op: V.Operation, texts: list[Text]) -> Text:
    return widened(texts[0], op.args[0].word, op.lanes)


def _vector(printer: Helped, op: V.Operation, texts: list[Text]) -> Text:
    parts = ", ".join([f"-({t})" if op.word == "bool" else t.text for t in texts])  # a vector's truth is -1
    return Text(f"({c_type(op.word, op.lanes)})({parts})", ATOM, uses_of(texts))


def _merge(printer: Helped, op: V.Operation, texts: list[Text]) -> Text:
    return _mixed(f"{'merge' if len(texts) == 2 else 'third'}{op.extra}", printer, op, texts)


def _fours(printer: Helped, op: V.Operation, texts: list[Text]) -> Text:
    return _mixed(f"fours{''.join(map(str, op.extra))}", printer, op, texts)


def _mixed(how: str, printer: Helped, op: V.Operation, texts: list[Text]) -> Text:
    name = printer.helps(Wide(how, op.lanes, C_WORDS[f"uint{ELEMENTS[op.word].bits}"]))
    return Text(f"{name}({', '.join([text.text for text in texts])})", ATOM, uses_of(texts))


def _pick(printer: Helped, op: V.Operation, texts: list[Text]) -> Text:
    few = op.args[0].lanes <= 4
    lanes = "".join([SWIZZLE[lane] for lane in op.extra]) if few else "s" + "".join([f"{lane:x}" for lane in op.extra])
    return Text(f"{texts[0].within(ATOM)}.{lanes}", ATOM, texts[0].uses)


def _sum(printer: Helped, op: V.Operation, texts: list[Text]) -> Text:
    text = chain([*zip(op.extra, texts)])
    return Text(f"({text})", ATOM, text.uses) if op.how == "group" else text


def _decode(printer: Helped, op: V.Operation, texts: list[Text]) -> Text:
    """Stored elements as the graph's type."""
    (dtype, unscaled), (raw,), n = op.extra, texts, op.lanes
    if n == 1:
        if dtype in UNORM and op.word == "float32" and not unscaled:
            return Text(f"{printer.helps(UNORM[dtype])}({raw})", ATOM, raw.uses)
        if op.word == "bool":
            return Text(f"{raw.within(9)} != 0", 9, raw.uses)
        if op.word == "int32":
            return raw
        cast = Text(f"({C_WORDS[op.word]}){raw.within(UNARY)}", UNARY, raw.uses)
        return _over(cast, WHITE[dtype]) if dtype in WHITE and op.word == "float64" else cast
    if op.word == "bool":
        return Text(f"convert_int{n}({raw}) != 0", 9, raw.uses)
    if op.word != "float32" or unscaled or dtype not in WHITE:
        wide = Text(f"convert_{C_WORDS[op.word]}{n}({raw})", ATOM, raw.uses)
        return _over(wide, WHITE[dtype]) if dtype in WHITE and op.word == "float64" else wide
    return Text(f"{printer.helps(UNORM[dtype])}(convert_float{n}({raw}))", ATOM, raw.uses)


def _over(value: Text, white: int) -> Text:
    return Text(f"{value} / {white}.0", 13, value.uses)


def _encode(printer: Helped, op: V.Operation, texts: list[Text]) -> Text:
    """Values of the graph as they are stored; for float16, as the floats to be stored."""
    (dtype, scalar), (value,), lanes = op.extra, texts, op.lanes
    n, storage = str(lanes) if lanes > 1 else "", C_WORDS[dtype]
    if scalar is BOOL:
        return _truth(dtype, storage, value, n)
    if dtype == "bool":
        test = f"{value.within(11)} != {'0.0f' if scalar is FLOAT else '0'}"
        return Text(f"convert_uchar{n}(-({test}))", ATOM, value.uses) if n else Text(test, 9, value.uses)
    if ELEMENTS[dtype].kind == "f":
        return Text(f"convert_{C_WORDS[V.loaded(dtype)]}{n}({value})", ATOM, value.uses)
    if scalar.is_float:
        white = f"{WHITE.get(dtype)}.0{'f' * (scalar is FLOAT)}"
        scaled = f"{value.within(13)} * {white}" if dtype in WHITE else value.text
        if lanes > 4 and dtype in WHITE and scalar is FLOAT:
            return Text(f"{printer.helps(f'pg_{storage}')}({scaled})", ATOM, value.uses)
        return Text(f"convert_{storage}{n}_sat_rte({scaled})", ATOM, value.uses)
    return Text(f"convert_{storage}{n}_sat({value})", ATOM, value.uses)


def _truth(dtype: str, storage: str, value: Text, n: str) -> Text:
    one = "1.0f" if dtype in ("float16", "float32") else str(WHITE.get(dtype, 1))
    if not n:
        return Text(f"{value.within(4)} ? {one} : 0", TERNARY, value.uses)
    if dtype in ("float16", "float32"):
        return Text(f"select((float{n})0.0f, (float{n})1.0f, {value})", ATOM, value.uses)
    return Text(f"convert_{storage}{n}({value.within(14)} & {one})", ATOM, value.uses)


def _lookup(printer: Helped, op: V.Operation, texts: list[Text]) -> Text:
    table, index = texts
    last, sure, lanes, element = op.extra, op.how == V.EXACT, op.lanes, op.args[0].leads.element
    if lanes == 1:
        return Text(f"{table}[{index}]" if sure else f"{table}[clamp({index}, 0, {last})]", ATOM, index.uses)
    inside = index.text if sure else f"clamp({index}, (int{lanes})0, (int{lanes}){last})"
    found = f"{printer.helps(Wide('lookup', lanes, C_WORDS[element]))}({table}, {inside})"
    return Text(f"convert_int{lanes}({found}) != 0", 9, index.uses) if op.word == "bool" else Text(found, ATOM, index.uses)


def _bytes(printer: Helped, op: V.Operation, texts: list[Text]) -> Text:
    """Sixteen pixels as integers: four at a time."""
    if op.extra == 4:
        quarters = [f"as_uint4({text})" for text in texts]
    else:
        starts = [(0, 3, 6, 9)] * 3 + [(4, 7, 10, 13)]  # the last vector does not reach beyond the last pixel
        quarters = ["as_uint4((uchar16)(" + ", ".join(f"{text}.s{i:x}{i + 1:x}{i + 2:x}, 0" for i in at) + "))"
                    for text, at in zip(texts, starts)]
    return Text(f"(uint16)({', '.join(quarters)})")


def _byte(printer: Helped, op: V.Operation, texts: list[Text]) -> Text:
    channel, channels = op.extra
    shifted = f"({texts[0]} >> {8 * channel})" if channel else texts[0].text
    return Text(f"as_int{op.lanes}({shifted}{'' if channel == channels - 1 else ' & 255'})")


def _into_bytes(printer: Helped, op: V.Operation, texts: list[Text]) -> Text:
    return Text(" | ".join(f"convert_uint16({t}) << {8 * i}" if i else f"convert_uint16({t})" for i, t in enumerate(texts)),
                6, uses_of(texts))


def _from_bytes(printer: Helped, op: V.Operation, texts: list[Text]) -> Text:
    channels, number = op.extra
    quarters = [f"as_uchar16({texts[0]}.s{i:x}{i + 1:x}{i + 2:x}{i + 3:x})" for i in (0, 4, 8, 12)]
    if channels == 4:
        return Text(quarters[number])
    sources = [(quarter, 4 * pixel + byte) for quarter in quarters for pixel in range(4) for byte in range(3)]
    parts = [(quarter, [at for _, at in group]) for quarter, group in
             groupby(sources[16 * number:16 * number + 16], key=lambda source: source[0])]
    swizzles = [f"{quarter}.s{''.join(f'{lane:x}' for lane in piece)}" for quarter, at in parts for piece in pieces(at)]
    return Text(f"(uchar16)({', '.join(swizzles)})")


def _number(name: str) -> Spelled:
    return lambda printer, op, texts: Text(f"{name}({op.extra})")


def _origin(printer: Helped, op: V.Operation, texts: list[Text]) -> Text:
    return Text(f"((int)get_global_id({op.extra}) - (int)get_local_id({op.extra}))")


def _beyond(printer: Helped, op: V.Operation, texts: list[Text]) -> Text:
    size, address = ELEMENTS[op.args[0].leads.element].size, texts[0].within(UNARY)
    return Text(f"(int)((ulong){address}{f' / {size}' if size > 1 else ''} & {op.extra - 1})", UNARY)


def _meets(printer: Helped, op: V.Operation, texts: list[Text]) -> Text:
    """Within a vector and a little more of one another, on either side."""
    written, read = [text.within(UNARY) for text in texts]
    return Text(f"((ulong){written} - (ulong){read} + 80 & 4095) < 160", 9)


def _bit(printer: Helped, op: V.Operation, texts: list[Text]) -> Text:
    return Text(f"1u << ({texts[0]} & 31)", 11, uses_of(texts))


def _ones(printer: Helped, op: V.Operation, texts: list[Text]) -> Text:
    return Text(f"(int)popcount({texts[0]})", UNARY, uses_of(texts))


def _nth(printer: Helped, op: V.Operation, texts: list[Text]) -> Text:
    return Text(f"{printer.helps('pg_nth')}({texts[0]}, {texts[1]})", ATOM, uses_of(texts))


def _rarely(printer: Helped, op: V.Operation, texts: list[Text]) -> Text:
    return Text(f"{printer.helps('pg_rarely')}({texts[0]})", ATOM, uses_of(texts))


MACHINE: dict[V.Machine, Spelled] = {
    V.LEAST: _call("min"), V.GREATEST: _call("max"), V.BORDER: _border, V.LONG: _long, V.ANY: _any, V.WIDEN: _widen,
    V.VECTOR: _vector, V.MERGE: _merge, V.FOURS: _fours, V.PICK: _pick, V.SUM: _sum, V.DECODE: _decode,
    V.ENCODE: _encode, V.LOOKUP: _lookup, V.BYTES: _bytes, V.BYTE: _byte, V.INTO_BYTES: _into_bytes,
    V.FROM_BYTES: _from_bytes, V.ITEM: _number("get_global_id"), V.MEMBER: _number("get_local_id"), V.ORIGIN: _origin,
    V.BEYOND: _beyond, V.MEETS: _meets, V.BIT: _bit, V.ONES: _ones, V.NTH: _nth, V.RARELY: _rarely,
}
