"""What can change besides a number: classes, methods, modules, what is looked at on the host, what was not there before. A
filter computes after it what plain Python does."""

import abc
import argparse
import builtins
import colorsys
import contextvars
import enum
import functools
import math
import sys
import types
from array import array
from collections import ChainMap, UserList
from contextlib import contextmanager

import numpy as np
import pytest

import pygpu
from pygpu import HostImage, Image, Position
from tests.compiler.test_now import function, space

ONE = np.full((2, 3), 2.0, np.float32)


class Thing:
    k = 3

    def __init__(self, **fields):
        self.__dict__.update(fields)

    def scaled(self, v):
        return v * 3


class Maker:
    def __init__(self, x):
        self.x = x * 3


def times_five(self, v):
    return v * 5


def fresh(cls=Thing, *bases, **names):
    """A class of its own, since tests change it."""
    return type(cls)(cls.__name__, bases or (cls,), names)


def case_class_of_an_object():
    thing, other = fresh()(), fresh(scaled=times_five)
    return lambda im=Image, p=Position: thing.scaled(im(p)), lambda: setattr(thing, "__class__", other)


def case_method_hidden_by_a_field():
    thing = Thing()
    return lambda im=Image, p=Position: thing.scaled(im(p)), lambda: setattr(thing, "scaled", lambda v: v * 5)


def case_method_overridden_later():
    kind = fresh()
    return lambda im=Image, p=Position: kind().scaled(im(p)), lambda: setattr(kind, "scaled", times_five)


def case_bases_of_a_class():
    base, other = fresh(), fresh(scaled=times_five)
    kind = fresh(Thing, base)
    return lambda im=Image, p=Position: kind().scaled(im(p)), lambda: setattr(kind, "__bases__", (other,))


def case_init():
    kind = fresh(Maker)
    return (lambda im=Image, p=Position: kind(im(p)).x,
            lambda: setattr(kind, "__init__", lambda self, x: setattr(self, "x", x)))


def case_setattr():
    kind = fresh(Thing, __setattr__=lambda self, name, value: object.__setattr__(self, name, 3 * value))

    def filter(im=Image, p=Position):
        thing = kind()
        thing.a = im(p)
        return thing.a
    return filter, lambda: setattr(kind, "__setattr__", object.__setattr__)


def case_super():
    base = fresh()

    class Kind(base):
        def scaled(self, v):
            return super().scaled(v) + 1
    thing = Kind()
    return lambda im=Image, p=Position: thing.scaled(im(p)), lambda: setattr(base, "scaled", times_five)


def case_getattr_added():
    kind = fresh()
    thing = kind()
    return (lambda im=Image, p=Position: im(p) * getattr(thing, "other", 3),
            lambda: setattr(kind, "__getattr__", lambda self, name: 5))


def case_attribute_that_was_missing():
    thing = Thing()

    def filter(im=Image, p=Position):
        try:
            return im(p) * thing.other
        except AttributeError:
            return im(p)
    return filter, lambda: setattr(thing, "other", 5)


def case_equality_added():
    kind = fresh()
    return (lambda im=Image, p=Position: im(p) * (3 if kind() == kind() else 5),
            lambda: setattr(kind, "__eq__", lambda self, other: True))


def case_cached_property():
    class Kind:
        @functools.cached_property
        def twice(self):
            return 6
    thing = Kind()
    return lambda im=Image, p=Position: im(p) * thing.twice, lambda: setattr(thing, "twice", 5)


def case_attribute_of_a_metaclass():
    class Meta(type):
        k = 3
    kind = Meta("Kind", (), {})
    return lambda im=Image, p=Position: im(p) * kind.k, lambda: setattr(Meta, "k", 5)


def case_answer_of_a_metaclass():
    class Meta(type):
        answer = True

        def __instancecheck__(cls, other):
            return cls.answer
    kind = Meta("Kind", (), {})
    return lambda im=Image, p=Position: im(p) * (3 if isinstance(4, kind) else 5), lambda: setattr(Meta, "answer", False)


def case_class_registered():
    base, thing = abc.ABCMeta("Base", (), {"__module__": __name__}), Thing()
    return lambda im=Image, p=Position: im(p) * (3 if isinstance(thing, base) else 5), lambda: base.register(Thing)


def case_match_args():
    kind = fresh(Thing, __match_args__=("a", "b"))
    thing = kind(a=3, b=5)

    def filter(im=Image, p=Position):
        match thing:
            case kind(found):
                return im(p) * found
    return filter, lambda: setattr(kind, "__match_args__", ("b", "a"))


def case_member_of_an_enum():
    kind = enum.Enum("Kind", {"A": [3]})
    return lambda im=Image, p=Position: im(p) * kind.A.value[0], lambda: kind.A.value.append(1) or kind.A.value.pop(0)


def case_the_very_same():
    module = space(a=[3], b=[3])
    return function("def filter(im=Image, p=Position): return im(p) * (3 if a is b else 5)", module), (
        lambda: setattr(module, "b", module.a))


def case_namespace_given_to_the_host():
    options = argparse.Namespace(k=3)
    chosen = [lambda found: found.k * 2]
    return lambda im=Image, p=Position: im(p) * chosen[0](options), lambda: setattr(options, "k", 5)


def case_field_of_a_list():
    class Names(list):
        k = 3
    names = Names([1])

    def of(names):
        return names.k
    return lambda im=Image, p=Position: im(p) * of(names), lambda: setattr(names, "k", 5)


def case_missing():
    class Names(dict):
        def __missing__(self, key):
            return 3
    names = Names()
    return lambda im=Image, p=Position: im(p) * names["k"], lambda: setattr(Names, "__missing__", lambda self, key: 5)


def case_function_of_a_module():
    return lambda im=Image, p=Position: colorsys.rgb_to_yiq(im(p), 0.0, 0.0)[0], lambda patch: patch.setattr(
        colorsys, "rgb_to_yiq", lambda *rgb: rgb)


def case_meaning_of_a_function_of_a_module():
    return lambda im=Image, p=Position: math.sqrt(im(p)), lambda patch: patch.setattr(math, "sqrt", lambda v: 2 * v)


def case_built_in():
    return lambda im=Image, p=Position: abs(im(p)), lambda patch: patch.setattr(builtins, "abs", lambda v: 2 * v)


def case_environment():
    import os
    os.environ["PYGPU_TESTS_K"] = "3"
    return lambda im=Image, p=Position: im(p) * float(os.environ["PYGPU_TESTS_K"]), lambda patch: patch.setenv(
        "PYGPU_TESTS_K", "5")


def case_module_of_that_name():
    sys.modules["pygpu_tests_now"] = space(k=3)

    def filter(im=Image, p=Position):
        from pygpu_tests_now import k
        return im(p) * k
    return filter, lambda patch: patch.setitem(sys.modules, "pygpu_tests_now", space(k=5))


def case_module_that_was_not_there():
    def filter(im=Image, p=Position):
        try:
            from pygpu_tests_never import k
        except ImportError:
            k = 3
        return im(p) * k
    return filter, lambda patch: patch.setitem(sys.modules, "pygpu_tests_never", space(k=5))


def case_getattr_of_a_module():
    module = space(k=3, __getattr__=lambda name: 3)
    return lambda im=Image, p=Position: im(p) * module.other, lambda: setattr(module, "__getattr__", lambda name: 5)


def case_names_of_the_module():
    module = space(k=3)
    return (function("def filter(im=Image, p=Position): return im(p) * globals()['k']", module),
            lambda: setattr(module, "k", 5))


def case_class_made_inside():
    module = space(k=3)
    text = "def filter(im=Image, p=Position):\n    class Kind:\n        n = k\n    return im(p) * Kind.n"
    return function(text, module), lambda: setattr(module, "k", 5)


def case_annotation():
    def helper(x: 3):
        pass
    return lambda im=Image, p=Position: im(p) * helper.__annotations__["x"], lambda: helper.__annotations__.update(x=5)


def case_context_variable():
    variable = contextvars.ContextVar("variable", default=3)
    return lambda im=Image, p=Position: im(p) * variable.get(), lambda: variable.set(5)


def case_context_manager():
    ks = [3]

    @contextmanager
    def opened():
        yield ks[0]

    def filter(im=Image, p=Position):
        with opened() as k:
            return im(p) * k
    return filter, lambda: ks.__setitem__(0, 5)


def case_bytes_of_an_array():
    numbers = array("d", [3.0])
    return lambda im=Image, p=Position: im(p) * numbers[0], lambda: numbers.__setitem__(0, 5.0)


def case_memory_of_another():
    numbers = np.array([3, 4], np.uint8)
    view = memoryview(numbers)
    return lambda im=Image, p=Position: im(p) * view[0], lambda: numbers.__setitem__(0, 5)


def case_dtype_of_an_array():
    numbers = np.array([3, 4], np.uint32)
    return lambda im=Image, p=Position: im(p) * float(numbers.sum()), lambda: setattr(numbers, "dtype", np.float32)


def case_object_in_an_array():
    numbers = np.array([1, [3]], object)
    return lambda im=Image, p=Position: im(p) * numbers[1][0], lambda: numbers[1].__setitem__(0, 5)


def case_mask_of_an_array():
    numbers = np.ma.array([1e20, 2.0], mask=[False, False])
    return lambda im=Image, p=Position: im(p) * float(numbers.sum()), lambda: setattr(numbers, "mask", [True, False])


def case_polynomial():
    line = np.poly1d([1.0, 2.0])
    return lambda im=Image, p=Position: im(p) * line(2.0), lambda: line.coeffs.fill(5)


def case_maps_in_a_row():
    names = ChainMap({}, {"k": 3})
    return lambda im=Image, p=Position: im(p) * names["k"], lambda: names.update(k=5)


def case_view_of_a_dict():
    names = {"k": 3}
    view = types.MappingProxyType(names)
    return lambda im=Image, p=Position: im(p) * view["k"], lambda: names.update(k=5)


def case_list_of_a_library():
    numbers = UserList([3])
    return lambda im=Image, p=Position: im(p) * numbers[0], lambda: numbers.__setitem__(0, 5)


def scaled_by(k, im=Image, p=Position):
    return im(p) * k[0]


def case_known_to_a_filter_inside():
    k = [3]
    inner = pygpu.compile(scaled_by, k=k)
    return lambda im=Image, p=Position: inner(im, p), lambda: k.__setitem__(0, 5)


def case_known_to_the_first_of_two():
    k = [3]
    return pygpu.compile(scaled_by, k=k) >> (lambda im=Image, p=Position: im(p) + 1), lambda: k.__setitem__(0, 5)


def case_known_to_the_second_of_two():
    k = [3]
    return (pygpu.compile(lambda im=Image, p=Position: im(p) + 1) >> pygpu.compile(scaled_by, k=k),
            lambda: k.__setitem__(0, 5))


CASES = {name.removeprefix("case_"): make for name, make in list(globals().items()) if name.startswith("case_")}


@pytest.mark.parametrize("name", CASES)
def test_what_changes_is_computed(name, monkeypatch):
    made, change = CASES[name]()
    pygpu.use("none")
    filter = made if isinstance(made, pygpu.Filter) else pygpu.compile(made)

    def plain():
        return np.float32(filter.pixel(HostImage(ONE), Position(1, 1)))
    before = plain()
    assert filter(ONE)[1, 1] == before
    first = filter.graph
    assert filter(ONE)[1, 1] == before and filter.graph is first
    change(*[monkeypatch] * change.__code__.co_argcount)
    assert filter(ONE)[1, 1] == plain() != before
    second = filter.graph
    assert filter(ONE)[1, 1] == plain() and filter.graph is second
