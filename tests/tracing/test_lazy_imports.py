"""From CPython 3.15 on a module may import lazily: its name is what was imported as soon as its code reads it."""

import sys
import types

import pytest

import pygpu

pytestmark = pytest.mark.skipif(sys.version_info < (3, 15), reason="`lazy import` is CPython 3.15's")

LAZY = """
lazy import colorsys
lazy from math import hypot
lazy from queue import Empty

def named(v=Float):
    return hypot(v, 3.0)

def within(v=Float):
    return colorsys.rgb_to_yiq(v, v, v)[0]

def caught(v=Float):
    try:
        raise Empty
    except Empty:
        return v + 1.0
"""


def lazily() -> types.ModuleType:
    """A module that has read none of its names yet."""
    module = types.ModuleType("lazily")
    module.Float = pygpu.Float
    exec(compile(LAZY, "lazily.py", "exec"), vars(module))  # noqa: S102
    return module


@pytest.mark.parametrize("name", ["named", "within", "caught"])
def test_what_is_imported_lazily_is_what_it_will_be(name):
    f = getattr(lazily(), name)
    assert pygpu.compile(f)(0.5) == pytest.approx(f(0.5), rel=1e-6)


def test_what_an_imported_module_imports_lazily():
    module = lazily()
    f = pygpu.compile(lambda v=pygpu.Float: module.hypot(v, 4.0))
    assert f(3.0) == 5.0
