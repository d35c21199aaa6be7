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
from .table import FILE, escaped, instructions, page, published, row_of, row_of_refused

CONSTRUCTS = constructs()
REFUSED = filters_of(refused)
OF = {group.__name__.rpartition(".")[2]: group for group in GROUPS}
OBJECTS = objects, operators, records
STALE = "run python -m tests.constructs.table, and look at what changed"


@pytest.fixture(scope="module")
def rows():
    return {*published().values()}


@pytest.mark.parametrize("name", CONSTRUCTS)
def test_construct(name, engine, rows):
    """It gives what plain Python gives. Its graph, the same for each engine, is what the published table says; no object
    leaves memory in a kernel."""
    filter = check(name)
    if engine.device == "none":
        group, _, own = name.partition(".")
        assert row_of(own, CONSTRUCTS[name], filter.graph, OF[group]) in rows, STALE
        assert OF[group] not in OBJECTS or not memory_in(kernel_of(filter.graph))


@pytest.fixture
def little_patience(monkeypatch):
    """A million instructions take seconds; what is too long is refused in the same words after fewer. And on a busy machine
    it would be too long, before it is too much."""
    monkeypatch.setattr(interpreter, "INSTRUCTION_LIMIT", 100_000)
    monkeypatch.setenv("PYGPU_PATIENCE", "200")


@pytest.mark.parametrize("name", REFUSED)
def test_refused(name, little_patience, rows):
    function, error = REFUSED[name], None
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
    assert row_of_refused(function, error) in rows, STALE


def test_each_construct_is_named_once():
    found = [words(function) for function in (*CONSTRUCTS.values(), *REFUSED.values())]
    assert all(found) and len(set(found)) == len(found) and len(CONSTRUCTS) >= 150
    assert all(group.__doc__.startswith("Constructs: ") for group in GROUPS)


def test_the_published_table_is_fresh(little_patience):
    """All of it but the rows that the tests of constructs and of refusals look for: each is there, in its place."""
    known = published()
    missing = [what for what in map(words, (*CONSTRUCTS.values(), *REFUSED.values())) if escaped(what) not in known]
    assert not missing, f"{STALE}: {missing} are new"
    changed = [line for line in unified_diff(FILE.read_text().splitlines(), page(known).splitlines(), n=0, lineterm="")
               if line[0] in "+-"]
    assert not changed, "\n".join([f"{STALE}:", *changed])


def test_every_instruction_is_met():
    """The constructs consist of, all in all, every instruction that this Python's opcodes are brought to."""
    version = f"{sys.version_info.major}.{sys.version_info.minor}"
    possible = {op for becomes, _ in meanings(version).values() for op in becomes}
    of_generic_classes = {"LOAD_FROM_DICT_OR_GLOBALS"}
    if sys.version_info >= (3, 14):  # annotations are evaluated late: a class body no longer sets up a place for them
        of_generic_classes.add("SETUP_ANNOTATIONS")
    assert possible - instructions([*CONSTRUCTS.values(), *REFUSED.values()]) <= of_generic_classes
