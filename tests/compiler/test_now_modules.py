"""What code on the host finds by a way of its own may change, too: in modules that were handed to it, by names that stand in
no code, beside functions and members of enums. A filter computes after it what plain Python does."""

import enum
import functools
import operator
import os
import types

import numpy as np
import pytest

import pygpu
from pygpu import HostImage, Position
from tests.compiler.test_now import function, space

ONE = np.full((2, 3), 2.0, np.float32)
HOST = "def on_host(ks): return sorted([{} for k in ks])\ndef filter(im=Image, p=Position): return im(p) * on_host([1])[0]"
TRACED = "def filter(im=Image, p=Position): return im(p) * {}"
MADE = "def made(module):\n    def found(ks): return sorted([module.k for k in ks])\n    return found\n" \
       "found = made(config)\ndef filter(im=Image, p=Position): return im(p) * found([1])[0]"
MEMBERS = "def on_host(them): return sorted([each.k for each in them])\n" \
          "def filter(im=Image, p=Position): return im(p) * on_host([thing])[0]"
# The text of a filter, and which module is changed and how.
CASES = {
    "module in a module": (HOST.format("package.config.k"), "k"),
    "module of a closure": (MADE, "k"),
    "module of an object": (HOST.format("holder.config.k"), "k"),
    "module in a list": (HOST.format("[each.k for each in modules][0]"), "k"),
    "attrgetter": (HOST.format("attrgetter('k')(config)"), "k"),
    "attrgetter from outside": (TRACED.format("getter(config)"), "k"),
    "attributes one after the other": (TRACED.format("reduce(getattr, ['config', 'k'], package)"), "k"),
    "what a module has by name": (HOST.format("config.__dict__['k']"), "k"),
    "a name that is known": (TRACED.format("getattr(config, name)"), "k"),
    "a name that is new": (HOST.format("getattr(config, 'new', 3)"), "new"),
    "whether there is a name": (TRACED.format("(3 if hasattr(config, 'new') else 7)"), "new"),
    "what a module makes": (HOST.format("making.k"), "made"),
}


@pytest.fixture(autouse=True)
def on_numpy():
    pygpu.use("none")
    yield
    pygpu.use(None)


def module_of(**names):
    module = types.ModuleType("config")
    vars(module).update(names, __file__="/home/user/config.py")
    return module


def holds(text: str, names: dict, change) -> None:
    """That a filter follows what `change()` changes, and is not traced anew otherwise."""
    filter = pygpu.compile(function(text, space(**names)))

    def plain():
        return np.float32(filter.function(HostImage(ONE), Position(1, 1)))
    before = plain()
    for _ in range(2):
        assert filter(ONE)[1, 1] == before
    first = filter.graph
    filter(ONE)
    assert filter.graph is first
    change()
    for _ in range(2):
        assert filter(ONE)[1, 1] == plain() != before


@pytest.mark.parametrize("case", CASES)
def test_modules(case):
    text, name = CASES[case]
    config = module_of(k=3)
    making = module_of(made=3)
    making.__getattr__ = lambda name: making.made
    names = dict(config=config, package=module_of(config=config), holder=types.SimpleNamespace(config=config), name="k",
                 modules=[config], making=making, attrgetter=operator.attrgetter, getter=operator.attrgetter("k"),
                 reduce=functools.reduce)
    holds(text, names, lambda: setattr(making if name == "made" else config, name, 5))


def test_a_name_of_a_library_in_a_library(monkeypatch):
    monkeypatch.setattr(np.linalg, "norm", lambda values: 3.0)
    holds(HOST.format("np.linalg.norm([k])"), {}, lambda: monkeypatch.setattr(np.linalg, "norm", lambda values: 5.0))


def test_what_is_written_beside_a_function():
    def thing():
        pass
    thing.k = 3
    holds(MEMBERS, dict(thing=thing), lambda: setattr(thing, "k", 5))


def test_what_is_written_beside_a_member():
    class Kind(enum.Enum):
        FIRST = 1
    Kind.FIRST.k = 3
    holds(MEMBERS, dict(thing=Kind.FIRST), lambda: setattr(Kind.FIRST, "k", 5))


def test_an_object_that_is_a_key():
    class Thing:
        k = 3
    thing = Thing()
    holds(HOST.format("[*things][0].k"), dict(things={thing: 1}), lambda: setattr(thing, "k", 5))


def test_the_environment(monkeypatch):
    monkeypatch.setenv("PYGPU_TEST_GAIN", "3")
    holds(TRACED.format("float(os.getenv('PYGPU_TEST_GAIN'))"), dict(os=os),
          lambda: monkeypatch.setenv("PYGPU_TEST_GAIN", "5"))
