"""Every construct on every engine against plain Python, every refusal against its kind."""

import inspect

import pytest

import pygpu

from . import GROUPS, refused
from .comparing import check, constructs, filters_of

CONSTRUCTS = constructs()
REFUSED = filters_of(refused)


@pytest.mark.parametrize("name", CONSTRUCTS)
def test_construct(name, engine):
    check(name)


@pytest.mark.parametrize("name", REFUSED)
def test_refused(name):
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
        assert error.why and error.instead
        assert "None" not in str(error) and "<" not in error.seen, str(error)
        first = function.__code__.co_firstlineno
        lines = [place.line for place in (error.location, *error.calls) if place.filename == refused.__file__]
        assert lines and first <= max(lines) <= first + 20, str(error)


def test_each_construct_is_named_once():
    words = [inspect.getdoc(function) for function in (*CONSTRUCTS.values(), *REFUSED.values())]
    assert all(words) and len(set(words)) == len(words) and len(CONSTRUCTS) >= 150
    assert all(group.__doc__.startswith("Constructs: ") for group in GROUPS)
