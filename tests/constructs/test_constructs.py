"""Every construct on every engine against plain Python, every refusal against its kind."""

import re
import sys
from difflib import unified_diff

import pytest

import pygpu
from pygpu.tracing import interpreter

from . import GROUPS, objects, operators, records, refused
from .comparing import check, constructs, filters_of, words
from .kernels import kernel_of, memory_in
from .opcodes import meanings
from .table import FILE, instructions, page

CONSTRUCTS = constructs()
REFUSED = filters_of(refused)


@pytest.mark.parametrize("name", CONSTRUCTS)
def test_construct(name, engine):
    check(name)


@pytest.fixture
def little_patience(monkeypatch):
    """A million instructions take seconds; what is too long is refused in the same words after fewer."""
    monkeypatch.setattr(interpreter, "INSTRUCTION_LIMIT", 100_000)


@pytest.mark.parametrize("name", REFUSED)
def test_refused(name, little_patience):
    function = REFUSED[name]
    if isinstance(function.kind, type):
        with pytest.raises(function.kind) as raised:
            pygpu.compile(function).graph
        assert any(f"{__package__.replace('.', '/')}/refused.py" in note for note in raised.value.__notes__)
    else:
        with pytest.raises(pygpu.CompileError) as raised:
            pygpu.compile(function).graph
        error = raised.value
        assert error.kind == function.kind, str(error)
        said = f"{error.seen} {error.why} {error.instead}"
        assert error.seen and not re.search(r" at 0x|\{\w*\}|Known\(|Symbol\(", said), said
        first = function.__code__.co_firstlineno
        lines = [place.line for place in (error.location, *error.calls) if place.filename == refused.__file__]
        assert lines and first <= max(lines) <= first + 20, str(error)


OBJECTS = {**filters_of(operators), **filters_of(objects), **filters_of(records)}


@pytest.mark.parametrize("name", OBJECTS)
def test_objects_leave_no_memory(name):
    assert not memory_in(kernel_of(pygpu.compile(OBJECTS[name]).graph))


def test_each_construct_is_named_once():
    found = [words(function) for function in (*CONSTRUCTS.values(), *REFUSED.values())]
    assert all(found) and len(set(found)) == len(found) and len(CONSTRUCTS) >= 150
    assert all(group.__doc__.startswith("Constructs: ") for group in GROUPS)


def test_the_published_table_is_fresh(little_patience):
    published, now = FILE.read_text().splitlines(), page().splitlines()
    changed = [line for line in unified_diff(published, now, n=0, lineterm="") if line[0] in "+-"]
    assert not changed, "\n".join(["run python -m tests.constructs.table, and look at what changed:", *changed])


def test_every_instruction_is_met():
    """The constructs consist of, all in all, every instruction that this Python's opcodes are brought to."""
    version = f"{sys.version_info.major}.{sys.version_info.minor}"
    possible = {op for becomes, _ in meanings(version).values() for op in becomes}
    of_generic_classes = {"LOAD_FROM_DICT_OR_GLOBALS"}
    if sys.version_info >= (3, 14):  # annotations are evaluated late: a class body no longer sets up a place for them
        of_generic_classes.add("SETUP_ANNOTATIONS")
    assert possible - instructions([*CONSTRUCTS.values(), *REFUSED.values()]) <= of_generic_classes
