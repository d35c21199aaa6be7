"""The files of the tracer import one another at the top, and never in a circle: what they need of each other beyond
that, they ask the tracer for (operations.py)."""

import ast
from graphlib import TopologicalSorter
from pathlib import Path

import pytest

import pygpu.tracing

ROOM = Path(pygpu.tracing.__file__).parent
FILES = sorted(file for file in ROOM.glob("*.py") if file.stem != "__init__")
NAMES = {file.stem for file in FILES}


def imported_files(tree: ast.AST) -> set[str]:
    """The files of the room that a tree imports anything from."""
    found = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.level == 1:
            found |= {node.module} if node.module else {alias.name for alias in node.names}
    return found & NAMES


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_no_function_imports(file):
    hidden = [f"line {inner.lineno}" for node in ast.walk(ast.parse(file.read_text()))
              if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda))
              for inner in ast.walk(node) if isinstance(inner, (ast.Import, ast.ImportFrom))]
    assert not hidden, f"{file.name} imports inside functions, where nobody looks for it: {', '.join(hidden)}"


def test_no_circle():
    TopologicalSorter({file.stem: imported_files(ast.parse(file.read_text())) for file in FILES}).prepare()
