"""Writes docs/python.md: every construct and every opcode, works, folds, or refused with which message.

    python -m tests.constructs.table

Nothing in it is written by hand: the constructs are the tests' filters and their docstrings, what is left of them is
read off their graphs, a refusal is the one they get, and the opcodes come from the tables of pygpu/bytecode. Tests fail
when the file is not what this would write: the test of each construct for its own row, which it has compiled anyway, and
one for all the rest.
"""

from __future__ import annotations

import os
from pathlib import Path
from types import CodeType
from unittest.mock import patch

import pygpu
from pygpu.bytecode import decode
from pygpu.ir import functions
from pygpu.language.signature import unwrap
from pygpu.tracing.paths.frames import HANDLERS
from tests.whole.chosen import PROGRAMS as CHOSEN
from tests.whole.grown import PROGRAMS as GROWN
from tests.whole.in_place import PROGRAMS as IN_PLACE
from tests.whole.laid import PROGRAMS as LAID
from tests.whole.library import PROGRAMS as LIBRARY
from tests.whole.measured import PROGRAMS as MEASURED
from tests.whole.programs import PROGRAMS
from tests.whole.put import PROGRAMS as PUT
from tests.whole.recursive import PROGRAMS as RECURSIVE
from tests.whole.refused import REFUSED
from tests.whole.sampled import PROGRAMS as SAMPLED
from tests.whole.spectra import PROGRAMS as SPECTRA
from tests.whole.spectral import PROGRAMS as SPECTRAL

from . import GROUPS, numbers, refused
from .comparing import constructs, filters_of, words
from .opcodes import VERSIONS, opcodes

FILE = Path(__file__).resolve().parents[2] / "docs" / "python.md"
OWN_BUSINESS = "the interpreter's own business"
CONTROL = {"loop": "a loop", "fold": "a fold", "if": "a choice", "select": "a choice", "table": "a table"}

TOP = """# Python in a filter

Written by `python -m tests.constructs.table`; a test fails when it is out of date.

- **works**: a filter with this construct computes what plain Python computes, on every engine.
- **folds**: it works, and nothing of the construct is left in the kernel but the arithmetic on pixels.
- **refused**: compiling ends with the error that is shown.
"""

CONSTRUCTS = """
## Constructs

Each construct is a small filter in [tests/constructs](../tests/constructs). It is run on random values, and on zero, negative
numbers, NaN, infinities, and the least and greatest int. *Left in the kernel* is read off its optimised graph.
"""

WHOLE = """
## Whole arrays

A function without a position, whose parameters are `Array`s, is vectorised NumPy. Each of these programs
([programs.py](../tests/whole/programs.py), [library.py](../tests/whole/library.py), [put.py](../tests/whole/put.py), [chosen.py](../tests/whole/chosen.py),
[sampled.py](../tests/whole/sampled.py), [recursive.py](../tests/whole/recursive.py),
[measured.py](../tests/whole/measured.py), [spectra.py](../tests/whole/spectra.py),
[spectral.py](../tests/whole/spectral.py), [in_place.py](../tests/whole/in_place.py),
[laid.py](../tests/whole/laid.py),
[grown.py](../tests/whole/grown.py)) is run by NumPy itself, and compiled: shapes, dtypes and numbers are the same.
"""

REFUSED_WHOLE = """
What NumPy itself refuses is refused in NumPy's words, the rest with these messages ([refused.py](../tests/whole/refused.py)).
"""

REFUSALS = """
## What cannot be

Each is a filter in [refused.py](../tests/constructs/refused.py). An exception that known values raise keeps its type,
with a note that points to the filter's line.
"""

OPCODES = f"""
## Opcodes

Every opcode of CPython {VERSIONS[0]} to {VERSIONS[-1]}, and the instructions of pygpu/bytecode that it is brought to.
Those that the interpreter writes for itself while a program runs (specialised and instrumented forms) are not in code
objects.
"""


@patch.dict(os.environ, PYGPU_PATIENCE="200")  # on a busy machine it would be too long, before it is too much
def page(rows: dict[str, str] | None = None) -> str:
    """All of it; or with such rows of constructs and refusals, by what each is called."""
    return (TOP + CONSTRUCTS + "".join([group_table(group, rows) for group in GROUPS]) + WHOLE + whole_table()
            + REFUSALS + refused_table(rows) + REFUSED_WHOLE + refused_whole_table() + OPCODES + opcode_table())


def published() -> dict[str, str]:
    """The rows of the file, by what each begins with."""
    return {line.split(" | ")[0].removeprefix("| "): line for line in FILE.read_text().splitlines() if line.startswith("| ")}


def whole_table() -> str:
    rows = [(words(function), f"`{function.__name__}`", "works") for function in
            dict.fromkeys(each for each, *_ in PROGRAMS + LIBRARY + PUT + CHOSEN + SAMPLED + RECURSIVE + MEASURED + SPECTRA
                          + SPECTRAL + IN_PLACE + LAID + GROWN)]
    return "\n" + table(("construct", "test", ""), rows)


def refused_whole_table() -> str:
    return "\n" + table(("construct", "refusal", "message"), [(f"`{text}`", f"`{kind}`", said) for text, kind, said in REFUSED])


def group_table(group, rows) -> str:
    title = group.__doc__.splitlines()[0].removeprefix("Constructs: ").rstrip(".")
    told = [rows[escaped(words(function))] if rows else row_of(name, function, pygpu.compile(function).graph, group)
            for name, function in filters_of(group).items()]
    return f"\n### {title[0].upper()}{title[1:]}\n\n" + table(("construct", "test", "", "left in the kernel"), told)


def row_of(name: str, function, graph, group) -> str:
    return row((words(function), f"`{name}`", *verdict(group, left_in(graph))))


def verdict(group, left: list[str]) -> tuple[str, str]:
    return "works" if left or group is numbers else "folds", ", ".join(left) or "arithmetic"


def left_in(graph) -> list[str]:
    """What control and tables the kernels have."""
    found = set()

    def visit(block):
        for op in block.ops:
            name = op.kind.name
            found.add(CONTROL.get(name))
            for inner in op.blocks:
                visit(inner)

    for each in (graph, *[function.graph for function in functions(graph)]):
        visit(each.body)
    return sorted(found - {None})


def refused_table(rows) -> str:
    told = [rows[escaped(words(function))] if rows else row_of_refused(function, refusal(function))
            for function in filters_of(refused).values()]
    return "\n" + table(("construct", "refusal", "message", "instead"), told)


def row_of_refused(function, error) -> str:
    return row((words(function), *message(function, error)))


def refusal(function):
    """What is said of it; None of what known values raise."""
    if isinstance(function.kind, type):
        return None
    try:
        pygpu.compile(function).graph
    except pygpu.CompileError as error:
        return error
    raise AssertionError(f"{function.__name__} is not refused")


def message(function, error) -> tuple[str, str, str]:
    if error is None:
        return "Python's own", f"`{function.kind.__name__}`", ""
    return f"`{error.kind}`", f"{error.seen}: {error.why}", error.instead


def opcode_table() -> str:
    refusals = refused_instructions()
    rows = [(f"`{name}`", spans(list(by_version)), *meaning(by_version, refusals))
            for name, by_version in opcodes().items()]
    return "\n" + table(("opcode", "in", "", "as"), rows)


def meaning(by_version, refusals) -> tuple[str, str]:
    becomes = ordered(op for found, _ in by_version.values() for op in found)
    reasons = ordered(reason for _, found in by_version.values() for reason in found)
    parts = [", ".join(f"`{op}`" for op in becomes)] if becomes else []
    parts += [f"refused: {reason}" for reason in reasons if reason != OWN_BUSINESS]
    if becomes:
        assert all(op in HANDLERS for op in becomes), becomes
        if becomes[0] in refusals:
            return "refused", refusals[becomes[0]]
        return "works", "; ".join(parts)
    if reasons == [OWN_BUSINESS]:
        return "–", "never executed by a function's own code"
    if reasons:
        return "refused", "; ".join(reasons)
    return "folds", "says nothing about the value"


def refused_instructions() -> dict[str, str]:
    """What only refused filters have, and the reason."""
    working = instructions(constructs().values())
    return {op: message(function, refusal(function))[1] for function in filters_of(refused).values()
            for op in sorted(instructions([function]) - working)}


def instructions(functions) -> set[str]:
    """All canonical instructions of filters, of the functions and classes inside them too."""
    found, waiting = set(), [unwrap(function)[0].__code__ for function in functions]
    while waiting:
        code = waiting.pop()
        found.update(step.op for step in decode(code).instructions)
        waiting.extend(constant for constant in code.co_consts if isinstance(constant, CodeType))
    return found


def ordered(items) -> list:
    return list(dict.fromkeys(items))


def spans(versions: list[str]) -> str:
    return versions[0] if len(versions) == 1 else f"{versions[0]} to {versions[-1]}"


def escaped(cell: str) -> str:
    """Markdown knows no power."""
    return cell.replace("|", "\\|") if "`" in cell else cell.replace("|", "\\|").replace("**", "\\*\\*")


def table(head, rows) -> str:
    return "".join(f"{line if isinstance(line, str) else row(line)}\n" for line in [head, ["---"] * len(head), *rows])


def row(cells) -> str:
    return "| " + " | ".join(map(escaped, cells)) + " |"


def main() -> None:
    FILE.parent.mkdir(exist_ok=True)
    FILE.write_text(page())
    print(FILE)


if __name__ == "__main__":
    main()
