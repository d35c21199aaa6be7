"""Every refusal of the tracer: its kind, why it cannot be, and what to write instead, in words for people.

One table, so that the tone is one and the manual can list them all. `{...}` in a text is filled by the place that
refuses; what was seen can be said there too.
"""

from __future__ import annotations

from ...errors import CompileError
from ...ir import Value
from ...language.position import PLACES
from ...library.many import lines, series
from ...library.standard.texts import Letters
from ...library.whole.pieces import Piece
from .lattice import Choice, ImageValue, Known, Record, Ref, Text

#       kind                  what was seen                  why                                what to write instead
REFUSALS: dict[str, tuple[str, str, str]] = {
    "unknown-name": (
        "the name '{name}' is not defined{near}",
        "the function, its module and the builtins have no such name at the time of compiling",
        "define it before compiling, or pass it as a parameter"),
    "unassigned": (
        "the variable '{name}' may have no value here",
        "on at least one path to this line nothing was assigned to it",
        "give it a value before the branch or the loop"),
    "no-attribute": (
        "{seen}",
        "it has no attribute of that name",
        "{instead}"),
    "opaque-call": (
        "{name} is called with {what}",
        "it is compiled code, which the host can only call with known values, and PyGPU knows no meaning of it for a device",
        "call it with known values, or write it in Python"),
    "not-callable": (
        "{seen} is called",
        "it is not a function",
        "call a function, a class or an image"),
    "bad-call": (
        "{seen}",
        "the call does not fit the function's parameters",
        "pass what its signature asks for"),
    "recursion": (
        "{name} calls itself more than {limit} levels deep",
        "a device has no call stack, so every level is traced; nothing known ends this recursion",
        "let a condition or a known argument end it, or write a loop; what lends its variables to a lambda, yields, takes "
        "*args, or keeps what it gives in a list is no loop by itself: sum(f(k) for k in ...) is one"),
    "not-a-scan": (
        "{seen}",
        "{why}",
        "{instead}"),
    "unrolling": (
        "tracing this filter takes more than a million instructions",
        "a loop over known values is unrolled, each pass traced by itself",
        "loop over fewer values, or let the bound be a symbol (an Int parameter): then it becomes a loop of the kernel"),
    "types-do-not-meet": (
        "two paths that meet here give values of different kinds: {seen}",
        "one variable of the kernel has one type",
        "give both paths a value of the same kind"),
    "loop-changes-shape": (
        "a loop that depends on a pixel cannot be written for the device: {seen}",
        "what a kernel's loop carries from pass to pass keeps its type and its shape",
        "keep the kind of each variable the same from pass to pass, or loop over known values, which is unrolled, as far as "
        "it ever goes: for _ in range(12), left by a break; what is counted, collections.Counter(f(v) for v in im) counts, "
        "or a list of known length, h[k] += 1"),
    "out-of-room": (
        "{seen} outgrows its room",
        "what a kernel's loop carries has a shape: {room} items may come to those that are there before the loop, and "
        "whether a pixel has more, only the data tell",
        "fill a list of known length, h = [0] * 100, and count in a variable how many of it are taken; or loop over known "
        "values, which is unrolled: for _ in range(40), left by a break"),
    "changed-since": (
        "a list of which a picture says how long it is, was made of what has changed since",
        "such a list is not kept: each of its items is computed where it is asked for",
        "change nothing that the comprehension looks at, or give the changed value another name"),
    "two-names": (
        "{seen}, and another name stands for the same object",
        "only what is in the object was carried on, so that the other name would not see the change",
        "give the object one name, or make a new one instead of changing it"),
    "item-changed": (
        "an item of a list of which a picture says how long it is, is changed",
        "such a list is not kept: each of its items is made anew where it is asked for, without the change",
        "make the item as it is to be in the loop that makes the list"),
    "endless-loop": (
        "this loop never ends",
        "no path leaves it",
        "give it a condition or a break"),
    "conditional-exception": (
        "{seen} is raised under a condition that depends on a pixel, by what decides how a loop or a branch goes on",
        "which way to go is asked before it is known whether the pixel has raised",
        "compute the condition first, and branch on the result"),
    "not-a-number": (
        "{seen}",
        "an operation on a pixel's value takes numbers, vectors and colours",
        "{instead}"),
    "large-number": (
        "the number {number} does not fit in {name}",
        "it has {bits} bits, from {low} to {high}, and wraps there, where Python's ints have no end",
        "write it as a float, or keep to fewer bits (& 0xFFFFFFFF)"),
    "position-as-number": (
        "a position stands where a number belongs",
        "a position is two numbers",
        "write p.x or p.y"),
    "image-as-number": (
        "an image stands where a number belongs",
        "an image is read at a position",
        "write {name}(p)"),
    "symbolic-index": (
        "{seen}",
        "what is looked up must be known when the filter is compiled, or be a sequence of numbers",
        "{instead}"),
    "symbolic-key": (
        "a value that depends on a pixel is used as a key",
        "which keys there are must be known when the filter is compiled; only among known ones can a pixel choose",
        "use a list and an index, or if/elif"),
    "symbolic-text": (
        "text is made from a value that depends on a pixel",
        "a device has no strings",
        "say how many digits, f'{{x:.2f}}': such text, and that of whole numbers, can be looked at; or run one pixel as "
        "plain Python: f(pygpu.HostImage(photo), Position(3, 4))"),
    "symbolic-length": (
        "{seen}",
        "the number of elements must be known when the filter is compiled",
        "loop over a known range and use a condition inside"),
    "not-orderable": (
        "{seen}",
        "numbers are put in order, those of a whole picture, a row or a column",
        "{instead}"),
    "argument-changed": (
        "the array '{name}' is changed, which is an argument",
        "what the caller gives stays as it is",
        "change a copy: b = {name}.copy()"),
    "opaque-array": (
        "{name} is called with a whole array",
        "PyGPU knows no meaning of it for a device",
        "write it with slices and arithmetic, or call it before or after the compiled function"),
    "writes-outside": (
        "{seen}",
        "everything from outside the filter is known and frozen when it is compiled; a kernel changes nothing "
        "but its result",
        "return the value, or make the object inside the filter"),
    "generator": (
        "{seen}",
        "a generator is walked while tracing, one known step after the other",
        "yield outside of branches that depend on a pixel"),
    "bad-result": (
        "the filter returns {seen}",
        "a pixel is a number, a Color, a vector, or a tuple of them for several images",
        "return a number or a colour"),
    "not-supported": (
        "{seen}",
        "{why}",
        "{instead}"),
    "symbolic-host": (
        "{seen}",
        "the host must know all values of what it works on",
        "{instead}"),
}


class _Blank(dict):
    def __missing__(self, key):
        return ""


def refuse(kind: str, seen: str, location, calls, **more) -> CompileError:
    """The error for a refusal of the table. `seen` and the other words fill its texts."""
    template, why, instead = REFUSALS[kind]
    words = _Blank(more, seen=seen)
    text, why, instead = (each.format_map(words) for each in (template, why, instead))
    return CompileError(kind, text or seen, more.get("why", why), more.get("instead", instead), location, calls)


def misfit(tracer, symbol, *operands):
    for value in operands:
        if type(value) is Text:
            return tracer.refuse("symbolic-text")
        if type(value) is ImageValue:
            return tracer.refuse("image-as-number", name=value.param.name)
        if type(value) is Record and value.cls in PLACES:
            return tracer.refuse("position-as-number")
    if tracer.assumed and any(type(value) is Known and value.value is None for value in operands):
        return tracer.none_met(symbol)
    if len(operands) == 1:
        return tracer.refuse("not-a-number", f"{symbol} of {describe(operands[0])}",
                             instead="check what it is")
    names = " and ".join(describe(v) for v in operands)
    return tracer.refuse("not-a-number", f"{names} meet in {symbol}", instead="check what each of them is")


def describe(value) -> str:
    if type(value) is Known:
        return repr(value.value) if len(repr(value.value)) < 40 else article(type(value.value).__name__)
    if isinstance(value, Value):
        return article(value.type.value)
    if type(value) is Record:
        return article("text" if value.cls is Letters else value.cls.__name__)
    if type(value) is Ref and value.kind == "field":
        return "a whole array"
    if type(value) is Ref and value.cls is not None and value.cls.__module__ in (series.__name__, lines.__name__):
        return "a list of which a picture says how long it is"
    if type(value) is Ref and value.cls is Piece:
        return "a part of an array whose ends are only known when the function runs"
    if type(value) is Ref:
        return article(value.cls.__name__ if value.cls else value.kind)
    if type(value) is Choice:
        return f"{describe(value.a)} or {describe(value.b)}"
    return article({"ImageValue": "image", "Builtin": "method"}.get(type(value).__name__, type(value).__name__.lower()))


def article(noun: str) -> str:
    return f"{'an' if noun[0] in 'AEIOUaeiou' else 'a'} {noun}"
