"""The files of the tracer import one another at the top, and never in a circle: what they need of each other beyond
that, they ask the tracer for (operations.py)."""

import ast
from graphlib import TopologicalSorter
from pathlib import Path

import pytest

import pygpu.tracing

ROOM = Path(pygpu.tracing.__file__).parent
FILES = sorted(file for file in ROOM.rglob("*.py") if file.stem != "__init__")
INNER = ["values", "paths", "host", "kinds", "meanings", "whole", "instructions"]  # each may know of those before it


def name_of(file: Path) -> str:
    return ".".join(file.relative_to(ROOM).with_suffix("").parts)


NAMES = {name_of(file) for file in FILES}


def imported_files(file: Path) -> set[str]:
    """The files of tracing/ that a file of it imports anything from."""
    found = set()
    here = file.relative_to(ROOM).parent.parts
    for node in ast.walk(ast.parse(file.read_text())):
        if isinstance(node, ast.ImportFrom) and 0 < node.level <= len(here) + 1:
            base = ".".join([*here[:len(here) + 1 - node.level], *filter(None, [node.module])])
            found |= {base, *(f"{base}.{alias.name}".lstrip(".") for alias in node.names)}
    return found & NAMES


@pytest.mark.parametrize("file", FILES, ids=name_of)
def test_no_function_imports(file):
    hidden = [f"line {inner.lineno}" for node in ast.walk(ast.parse(file.read_text()))
              if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda))
              for inner in ast.walk(node) if isinstance(inner, (ast.Import, ast.ImportFrom))]
    assert not hidden, f"{file.name} imports inside functions, where nobody looks for it: {', '.join(hidden)}"


def test_no_circle():
    TopologicalSorter({name_of(file): imported_files(file) for file in FILES}).prepare()


@pytest.mark.parametrize("file", [file for file in FILES if file.parent != ROOM], ids=name_of)
def test_rooms_in_order(file):
    allowed = INNER[:INNER.index(file.parent.name) + 1]
    wrong = {name for name in imported_files(file) if name.split(".")[0] not in allowed}
    assert not wrong, f"{file.parent.name}/ may know of {allowed}, not of {sorted(wrong)}"
