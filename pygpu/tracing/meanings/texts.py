"""Text of whole numbers: what str(), format(), bin(), f"{n}" and methods of texts mean for what pixels say.

What library/standard/texts.py writes out is followed. Other text that pixels have a part in (of floats, of objects) is for
exceptions only: a Text.
"""

from __future__ import annotations

import math

import numpy as np

from ...errors import CompileError
from ...ir import BOOL, FLOAT, INT, INT64, UINT32, UINT64, Const, Op, Value
from ...library.standard import decimals, texts
from ..host.table import means
from ..kinds.growing import united
from ..kinds.instances import class_of, find_special
from ..kinds.ragged import contents_of, flagged, is_ragged, letters
from ..kinds.sorting import choose
from ..values.assumptions import decide, narrowed
from ..values.choices import alternatives
from ..values.lattice import Choice, Known, Record, Ref, Text, Tuple
from ..values.possible import Bounds, bounds_of

OF_LETTERS = {"upper", "lower", "casefold", "swapcase", "title", "capitalize", "isalpha", "isalnum", "isdigit", "isdecimal",
              "isnumeric", "isspace", "isprintable", "isidentifier", "isupper", "islower", "istitle", "encode"}
LARGEST = float(np.finfo(np.float32).max)  # that text is written of, in double precision, too
CONVERSIONS = {"s": str, "r": repr, "a": ascii}
MOST_TEXTS = 12  # of which each stands for itself
KINDS = {"d": "d", "i": "d", "u": "d", "o": "o", "x": "x", "X": "X", "c": "c", "f": "f", "F": "F"}


def is_letters(value) -> bool:
    """Whether it is a text of characters that pixels say."""
    return type(value) is Record and value.cls is texts.Letters


def each_text(tracer, value):
    """A text of which a condition says of which characters it is, as a Choice of texts; anything else as it is."""
    codes = narrowed(tracer, value.fields["codes"]) if is_letters(value) else None
    return value if type(codes) is not Choice else Choice(codes.condition, *[
        Record(value.cls, {"codes": side}) for side in (codes.a, codes.b)])


def codes_of(tracer, value: Record) -> list[tuple]:
    """(whether it is there, which it is) of each character of such a text."""
    return [*map(flagged, contents_of(tracer, decide(tracer, value.fields["codes"])))]


def shown(tracer, value, spec: str = "", conversion: str | None = None):
    """format(value, spec), where the value is no known one; of str(value) ("s") or repr(value) ("r"), if that is said."""
    if conversion is not None:
        text = converted(tracer, value, conversion)
        return each_shown(tracer, text, spec) if spec else text
    method = find_special(tracer, value, "__format__") if type(value) in (Ref, Record) else None
    if method is not None:
        return tracer.call(method, [Known(spec)], {})
    if is_letters(value):
        found = texts.SPEC.fullmatch(spec.removesuffix("s"))
        if found is None or any(found[name] for name in ("sign", "mark", "zero", "group", "kind")):
            return Text()
        if not found["width"]:
            return value
        side = {">": "rjust", "^": "center"}.get(found["align"], "ljust")
        return tracer.call(tracer.get_attribute(value, side), [Known(int(found["width"])), Known(found["fill"] or " ")], {})
    if not isinstance(value, Value):
        return Text() if spec else converted(tracer, value, "s")
    if value.type is BOOL and not spec:
        return choose(tracer, value, Known("True"), Known("False"))
    if decimals.SPEC.fullmatch(spec):
        return shown_with_point(tracer, value, spec)
    found = texts.SPEC.fullmatch(spec)
    if found is None or found["kind"] == "n" or found["group"] and (found["zero"] or found["align"] == "="):
        return Text()
    number = tracer.builder.convert(value, INT) if value.type.is_narrow else value
    if number.type not in (INT, INT64, UINT32, UINT64):
        return Text()
    low, high = bounds_of(number) if number.type is INT else ends(number)
    return tracer.call(Known(texts.shown), [number, Known(spec), Known(int(low)), Known(int(high))], {})


def converted(tracer, value, conversion: str):
    """str(value) or repr(value): what an object's class says in Python, what a list or an exception is made of."""
    value = decide(tracer, value)
    if type(value) is Known:
        return Known(CONVERSIONS[conversion](value.value))
    if isinstance(value, Value):
        return shown(tracer, value)
    if is_letters(value) or type(value) is Text:
        return value if conversion == "s" else Text()
    mark = tracer.mark()
    try:
        return text_of_parts(tracer, value, conversion)
    except CompileError as refusal:
        if refusal.kind == "takes-too-long":
            raise
        tracer.back(mark)  # it may be for an exception only, of which plain Python knows the text
        return Text()


def text_of_parts(tracer, value, conversion: str):
    slots = contents_of(tracer, value)
    if type(value) is Tuple or type(value) is Ref and value.kind == "list" and value.cls is None and not is_ragged(slots):
        begin, end = "[]" if type(value) is Ref else ("(", ",)" if len(slots) == 1 else ")")
        text = Known(begin)
        for number, each in enumerate(slots):
            part = converted(tracer, each, "r")
            text = text if type(part) is Text else tracer.binary("+", text, Known(", " if number else ""))
            text = tracer.binary("+", text, part)
        return tracer.binary("+", text, Known(end))
    cls = class_of(value)
    if cls is not None and issubclass(cls, BaseException) and conversion == "s" and cls.__str__ is BaseException.__str__:
        args = tracer.remaining(tracer.get_attribute(value, "args"))
        return converted(tracer, args[0] if len(args) == 1 else Tuple(args), "s") if args else Known("")
    names = ("__str__", "__repr__") if conversion == "s" else ("__repr__",)
    method = next(filter(None, (find_special(tracer, value, name) for name in names)), None)
    return Text() if method is None else tracer.call(method, [], {})


def shown_with_point(tracer, value: Value, spec: str):
    """The same of a fraction, of as many places as its type has digits for."""
    places, group, zero, align = decimals.SPEC.fullmatch(spec).group("places", "group", "zero", "align")
    if int(places or 0) > decimals.USUAL and not tracer.double or value.type.is_narrow or group and (zero or align == "="):
        return Text()
    is_whole = value.type in (INT, INT64)
    if is_whole:
        number, largest = value, max(map(abs, bounds_of(value) if value.type is INT else ends(value)))
    else:
        number = tracer.builder.convert(value, FLOAT)
        largest = min(max(map(abs, Bounds().of_float(number))), LARGEST)
    return tracer.call(Known(decimals.shown), [number, *map(Known, (spec, largest, is_whole, tracer.double))], {})


def ends(number: Value) -> tuple[int, int]:
    """Between which numbers one of 64 bits lies, as far as its last operation says."""
    lowest, highest = number.type.limits
    op = number.owner
    last = op.operands[-1] if op.__class__ is Op and op.operands else None
    if type(last) is not Const or last.value <= 0 or op.kind.name not in ("and", "mod", "shr"):
        return lowest + (lowest < 0), highest
    if op.kind.name == "shr":
        return lowest >> last.value, highest >> last.value
    return 0, last.value - (op.kind.name == "mod")


def together(tracer, *parts) -> tuple:
    """Texts that are put together: where each may be one of several, all that may come of it would be many times as much,
    and each is one whose characters may be missing."""
    several = [[each for _, each in alternatives(tracer.emit, part)] for part in parts]
    if math.prod(map(len, several)) <= MOST_TEXTS or not all(
            is_letters(each) or type(each) is Known and type(each.value) is str for part in several for each in part):
        return parts
    return tuple([united(tracer, part) if type(part) is Choice else part for part in parts])


def percent(tracer, pattern: str, values):
    """pattern % values, which are a tuple, one value, or a dict with the names that the pattern has."""
    items, by_name = list(values.items) if type(values) is Tuple else [values], type(values) is Ref and values.kind == "dict"
    result, at = Known(""), 0
    for found in texts.PERCENT.finditer(pattern):
        if "%" in pattern[at:found.start()]:
            return Text()
        result = tracer.binary("+", result, Known(pattern[at:found.start()]))
        at = found.end()
        if found["kind"] == "%":
            result = tracer.binary("+", result, Known("%"))
            continue
        if not items or (found["key"] is not None) is not by_name:
            return Text()
        value = tracer.subscript(values, Known(found["key"])) if by_name else items.pop(0)
        if found["kind"] in "diu" and isinstance(value, Value) and value.type.is_float:
            value = tracer.call(Known(int), [value], {})
        flags, width = found["flags"], found["width"] or ""
        spec = ("<" if "-" in flags else "") + ("+" if "+" in flags else " " if " " in flags else "") + (
            "#" if "#" in flags else "") + ("0" if "0" in flags and "-" not in flags else "") + width
        right = ">" if width and "-" not in flags else ""  # as texts are not by themselves
        spec += "" if found["places"] is None else "." + found["places"]
        spec = right + spec if found["kind"] == "s" else spec + KINDS[found["kind"]]
        way = "s" if found["kind"] == "s" else None
        result = tracer.binary("+", result, each_shown(tracer, value, spec, way))
        if type(result) is Text:
            return result
    return Text() if items and not by_name or "%" in pattern[at:] else tracer.binary("+", result, Known(pattern[at:]))


def formatted(tracer, pattern: str, args, kwargs):
    """pattern.format(*args, **kwargs)."""
    result, at, place = Known(""), 0, 0
    for found in texts.FIELD.finditer(pattern):
        text = pattern[at:found.start()]
        if "{" in text or "}" in text:
            return Text()
        result, at = tracer.binary("+", result, Known(text)), found.end()
        if found[0] in ("{{", "}}"):
            result = tracer.binary("+", result, Known(found[0][0]))
            continue
        name = found["name"]
        value = kwargs.get(name) if name and not name.isdigit() else next(iter(args[int(name or place):]), None)
        place += not name
        if value is None:
            return Text()
        result = tracer.binary("+", result, each_shown(tracer, value, found["spec"] or ""))
        if type(result) is Text:
            return result
    return Text() if "{" in pattern[at:] or "}" in pattern[at:] else tracer.binary("+", result, Known(pattern[at:]))


def each_shown(tracer, value, spec: str, conversion: str | None = None):
    value = decide(tracer, value)
    if type(value) is Known:
        return Known(format(CONVERSIONS[conversion](value.value) if conversion else value.value, spec))
    return shown(tracer, value, spec, conversion)


def method_of_text(tracer, text: str, name: str, args, kwargs):
    """A method of a known text that is given what pixels say."""
    if name == "format":
        return formatted(tracer, text, args, kwargs)
    if name == "__mod__":
        return percent(tracer, text, decide(tracer, args[0]))
    if name == "join" and len(args) == 1:
        parts = tracer.remaining_maybe(args[0])
        if any([type(flagged(part)[1]) is Text for part in parts]):
            return Text()
        args = [tracer.new("list", tuple(parts))]
    if not hasattr(texts.Letters, name) or kwargs:
        return Text()
    return tracer.call(tracer.get_attribute(as_letters(text), name), args, {})


def may_have(tracer, text: Record, name: str) -> None:
    """Refuses a method of texts that is written out for the letters of ASCII only, where there may be others."""
    if name in OF_LETTERS and any(beyond_ascii(code)
                                  for _, code in map(flagged, decide(tracer, text.fields["codes"]).items)):
        raise tracer.refuse("not-supported", f"{name}() of a character that may be any",
                            why="which letters there are beyond ASCII, a kernel has no table of",
                            instead="say that it is in range: chr(n % 128)")


def beyond_ascii(code) -> bool:
    return bounds_of(code)[1] > 127 if isinstance(code, Value) else type(code) is not Known or code.value > 127


def as_letters(text: str) -> Record:
    """A known text as one of which pixels may choose a part."""
    return Record(texts.Letters, {"codes": Tuple(Known(ord(letter)) for letter in text)})


def repeated(tracer, text: str, times: Value):
    """text * times."""
    return letters(tracer.binary("*", as_letters(text).fields["codes"], times).items)


@means(texts.made)
def made(tracer, args, kwargs):
    """A text of characters: Python's own where they are known."""
    codes = tracer.remaining_maybe(args[0])
    return letters(codes)


@means(decimals.said)
def said(tracer, args, kwargs):
    text, value = args
    tracer.said[characters(text)] = text, value
    return text


def number_said(tracer, text: Record):
    """What float() makes of a text as it was made of a number; None of any other."""
    return tracer.said.get(characters(text), (None, None))[1]


def characters(text: Record) -> tuple:
    codes = text.fields["codes"]
    return tuple(map(id, codes.items if type(codes) is Tuple else (codes,)))  # one of several, it is itself


@means(ord)
def ord_(tracer, args, kwargs):
    value = decide(tracer, args[0])
    return tracer.subscript(tracer.get_attribute(value, "codes"), Known(0)) if is_letters(value) else NotImplemented


@means(chr)
def chr_(tracer, args, kwargs):
    return tracer.call(Known(texts.made), [tracer.new("list", tuple(args))], {})


for _function, _kind in ((bin, "#b"), (oct, "#o"), (hex, "#x")):
    means(_function)(lambda tracer, args, kwargs, kind=_kind: shown(tracer, decide(tracer, args[0]), kind))
