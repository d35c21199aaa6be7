"""A filter computes what its function would compute now: whatever it reaches may change between two calls."""

import functools
import types
from dataclasses import dataclass, field
from timeit import timeit

import numpy as np
import pytest

import pygpu
from pygpu import Float, Image, Position

ONE = np.ones((3, 4), np.float32)


class Thing:
    """Anything with attributes."""

    power: Float = 1.0

    def __init__(self, **fields):
        self.__dict__.update(fields)

    def scaled(self, value):
        return value * self.k

    @property
    def twice(self):
        return 2 * self.k


class Inner:
    def __init__(self, k):
        self.k = k

    def times(self, v):
        return v * self.k


@dataclass
class Weights:
    values: list = field(default_factory=lambda: [1.0, 2.0])


def space(**names):
    """A module of its own: what the filter reaches are its globals."""
    module = types.ModuleType("users")
    vars(module).update(names, Image=Image, Position=Position, np=np)
    return module


def function(text: str, module):
    exec(compile(text, "users.py", "exec"), vars(module))
    return module.filter


def shared_class():
    class Kind:
        k = 3

        def gain(self, v):
            return v * self.k

    return Kind


GLOBAL = "def filter(im=Image, p=Position): return im(p) * {}"


def case_global():
    module = space(k=3)
    return function(GLOBAL.format("k"), module), lambda: setattr(module, "k", 5), 3, 5


def case_global_kind_of_number():
    module = space(k=2)
    return (function("def filter(im=Image, p=Position): return im(p) * (7 // k + k / 4)", module),
            lambda: setattr(module, "k", 2.5), 3.5, 2.625)


def case_new_global_in_place_of_a_builtin():
    module = space()
    return function(GLOBAL.format("len((1, 2, 3))"), module), lambda: setattr(module, "len", lambda t: 5), 3, 5


def case_cell():
    k = 3

    def filter(im=Image, p=Position):
        return im(p) * k

    def change():
        nonlocal k
        k = 5
    return filter, change, 3, 5


def case_helper():
    module = space()
    exec("def gain(v): return v * 3", vars(module))
    filter = function("def filter(im=Image, p=Position): return gain(im(p))", module)
    return filter, lambda: exec("def gain(v): return v * 5", vars(module)), 3, 5


def case_code_of_a_helper():
    module = space()
    exec("def gain(v): return v * 3\ndef other(v): return v * 5", vars(module))
    filter = function("def filter(im=Image, p=Position): return gain(im(p))", module)
    return filter, lambda: setattr(module.gain, "__code__", module.other.__code__), 3, 5


def case_code_of_the_filter():
    def filter(im=Image, p=Position):
        return im(p) * 3

    def other(im=Image, p=Position):
        return im(p) * 5
    return filter, lambda: setattr(filter, "__code__", other.__code__), 3, 5


def case_defaults_of_the_filter():
    def filter(im=Image, p=Position, k=3):
        return im(p) * k
    return filter, lambda: setattr(filter, "__defaults__", (Image, Position, 5)), 3, 5


def case_defaults_of_a_helper():
    module = space()
    exec("def gain(v, *, k=3): return v * k", vars(module))
    filter = function("def filter(im=Image, p=Position): return gain(im(p))", module)
    return filter, lambda: module.gain.__kwdefaults__.update(k=5), 3, 5


def case_attribute():
    thing = Thing(k=3)
    return lambda im=Image, p=Position: im(p) * thing.k, lambda: setattr(thing, "k", 5), 3, 5


def case_attribute_of_a_namespace():
    thing = types.SimpleNamespace(k=3)
    return lambda im=Image, p=Position: im(p) * thing.k, lambda: setattr(thing, "k", 5), 3, 5


def case_attribute_of_a_module():
    module = space(k=3)
    return lambda im=Image, p=Position: im(p) * module.k, lambda: setattr(module, "k", 5), 3, 5


def case_attribute_of_a_function():
    def helper():
        pass
    helper.k = 3
    return lambda im=Image, p=Position: im(p) * helper.k, lambda: setattr(helper, "k", 5), 3, 5


def case_attribute_in_a_method():
    thing = Thing(k=3)
    return lambda im=Image, p=Position: thing.scaled(im(p)), lambda: setattr(thing, "k", 5), 3, 5


def case_property():
    thing = Thing(k=3)
    return lambda im=Image, p=Position: im(p) * thing.twice, lambda: setattr(thing, "k", 5), 6, 10


def case_attribute_of_a_class():
    kind = shared_class()
    return lambda im=Image, p=Position: kind().gain(im(p)), lambda: setattr(kind, "k", 5), 3, 5


def case_method_of_a_class():
    kind = shared_class()
    return lambda im=Image, p=Position: kind().gain(im(p)), lambda: setattr(kind, "gain", lambda self, v: v * 5), 3, 5


def case_method_of_a_known_object():
    kind = shared_class()
    thing = kind()
    return lambda im=Image, p=Position: thing.gain(im(p)), lambda: setattr(kind, "gain", lambda self, v: v * 5), 3, 5


def case_item_that_is_equal():
    """-0.0 for 0.0: equal, and not the same."""
    module = space(ks=[0.0, 2.0])
    return (function(GLOBAL.format("(3 + np.signbit(ks[0]))"), module),
            lambda: module.ks.__setitem__(0, -0.0), 3, 4)


def case_order_of_entries():
    module = space(ks={"a": 3.0, "b": 5.0})
    return function(GLOBAL.format("next(iter(ks.values()))"), module), lambda: module.ks.update(a=module.ks.pop("a")), 3, 5


def case_globals_named_as_words_of_the_check():
    module = space(v0=3.0, v1=1.0, v_=1.0, vnow=1.0)
    return function(GLOBAL.format("v0 * v1 * v_ * vnow"), module), lambda: setattr(module, "v0", 5.0), 3, 5


def case_global_of_another_module():
    one, other = space(k=3.0), space(k=1.0)
    other.gain = function(GLOBAL.format("k"), one)
    return function("def filter(im=Image, p=Position): return gain(im, p) * k", other), lambda: setattr(one, "k", 5.0), 3, 5


def case_field_given_to_the_host():
    thing = Thing(k=3)
    return (lambda im=Image, p=Position: im(p) * max(map(lambda t: t.k, [thing])), lambda: setattr(thing, "k", 5), 3, 5)


def case_item():
    ks = [3, 4]
    return lambda im=Image, p=Position: im(p) * ks[0], lambda: ks.__setitem__(0, 5), 3, 5


def case_length():
    ks = [3, 4, 5]
    return lambda im=Image, p=Position: im(p) * len(ks), lambda: ks.extend([1, 1]), 3, 5


def case_entry():
    ks = {"a": 3}
    return lambda im=Image, p=Position: im(p) * ks["a"], lambda: ks.update(a=5), 3, 5


def case_item_far_inside():
    ks = ({"a": [Inner(1), Inner(3)]},)
    return lambda im=Image, p=Position: im(p) * ks[0]["a"][1].k, lambda: setattr(ks[0]["a"][1], "k", 5), 3, 5


def case_member():
    ks = {1, 2, 3}
    return lambda im=Image, p=Position: im(p) * len(ks), lambda: ks.update({7, 8}), 3, 5


def case_field_of_a_dataclass():
    weights = Weights()
    return lambda im=Image, p=Position: im(p) * sum(weights.values), lambda: weights.values.append(2.0), 3, 5


def case_small_array():
    ks = np.array([1.0, 2.0])
    return lambda im=Image, p=Position: im(p) * ks.sum(), lambda: ks.__setitem__(1, 4.0), 3, 5


def case_small_picture():
    picture = pygpu.HostImage(np.full((3, 4), 3.0, np.float32))
    return lambda im=Image, p=Position: im(p) * picture(p), lambda: picture.array.fill(5.0), 3, 5


def case_array_given_to_compile():
    ks = np.array([1.0, 2.0])

    def filter(ks, im=Image, p=Position):
        return sum(k * im(p) for k in ks)
    return pygpu.compile(filter, ks=ks), lambda: ks.__setitem__(1, 4.0), 3, 5


def case_known_function():
    """Called on the host, since all that it is given is known."""
    module = space(k=3)
    exec("def weight(n): return n * k", vars(module))
    filter = function("def filter(im=Image, p=Position): return im(p) * weight(2)", module)
    return filter, lambda: setattr(module, "k", 5), 6, 10


def case_what_a_known_function_calls():
    module = space()
    exec("def half(n): return n / 2\ndef weight(n): return half(n)", vars(module))
    filter = function("def filter(im=Image, p=Position): return im(p) * weight(6)", module)
    return filter, lambda: exec("def half(n): return n / 2 + 2", vars(module)), 3, 5


def case_objects_given_to_the_host():
    things = [Inner(1), Inner(2)]
    return (lambda im=Image, p=Position: im(p) * sum(map(lambda t: t.k, things)), lambda: setattr(things[1], "k", 4), 3, 5)


def case_partial():
    ks = [3]
    return functools.partial(lambda ks, im=Image, p=Position: im(p) * ks[0], ks), lambda: ks.__setitem__(0, 5), 3, 5


def case_partial_made_another():
    def scaled(v, k):
        return v * k

    partial = functools.partial(scaled, k=3)
    return lambda im=Image, p=Position: partial(im(p)), lambda: partial.__setstate__((scaled, (), {"k": 5}, {})), 3, 5


def case_callable_object():
    class Filter:
        def __init__(self):
            self.k = 3

        def __call__(self, im=Image, p=Position):
            return im(p) * self.k
    filter = Filter()
    return filter, lambda: setattr(filter, "k", 5), 3, 5


def case_bound_method():
    thing = Inner(3)

    class Holder:
        def __init__(self):
            self.k = 3

        def filter(self, im=Image, p=Position):
            return thing.times(im(p))
    return Holder().filter, lambda: setattr(thing, "k", 5), 3, 5


def case_filter_inside_another():
    module = space(k=3)
    inner = pygpu.compile(function(GLOBAL.format("k"), module))
    return lambda im=Image, p=Position: inner(im, p), lambda: setattr(module, "k", 5), 3, 5


def case_chain():
    module = space(k=3)
    inner = pygpu.compile(function(GLOBAL.format("k"), module))
    return inner >> (lambda im=Image, p=Position: im(p) + 1), lambda: setattr(module, "k", 5), 4, 6


CASES = {name.removeprefix("case_"): make for name, make in list(globals().items()) if name.startswith("case_")}


@pytest.mark.parametrize("name", CASES)
def test_what_changes_between_two_calls(name, engine):
    function, change, before, after = CASES[name]()
    filter = function if isinstance(function, pygpu.Filter) else pygpu.compile(function)
    for _ in range(2):
        np.testing.assert_array_equal(filter(ONE), np.full((3, 4), before, np.float32))
    first = filter.graph
    change()
    for _ in range(2):
        np.testing.assert_array_equal(filter(ONE), np.full((3, 4), after, np.float32))
    assert filter.graph is not first and filter.graph is filter.graph
    np.testing.assert_array_equal(filter.iterate(1, ONE), np.full((3, 4), after, np.float32))


@pytest.mark.parametrize("name", CASES)
def test_what_does_not_change_is_traced_once(name):
    function, *_ = CASES[name]()
    filter = function if isinstance(function, pygpu.Filter) else pygpu.compile(function)
    filter(ONE)
    first = filter.graph
    filter(ONE)
    assert filter.graph is first


def test_all_pixel_types_change_together():
    module = space(k=0.3)
    filter = pygpu.compile(function(GLOBAL.format("k"), module))
    gray, colour = np.ones((2, 2), np.float32), np.ones((2, 2, 3), np.float32)
    assert filter(gray)[0, 0] == np.float32(0.3)
    module.k = 0.5
    assert filter(colour)[0, 0, 0] == filter(gray)[0, 0] == 0.5


def test_another_object_of_the_same_value_is_no_change():
    module = space(k=float("0.3"), table=[1.0, 2.0], text="a")
    filter = pygpu.compile(function(GLOBAL.format("k * sum(table) * len(text)"), module))
    filter(ONE)
    first = filter.graph
    for _ in range(3):
        module.k, module.table[0], module.text = float("0.3"), float("1.0"), "".join(["a"])
        filter(ONE)
        assert filter.graph is first
    module.table[0] = 2.0
    assert filter(ONE)[0, 0] == np.float32(0.3 * 4)


def test_typed_attributes_are_arguments_still():
    thing = Thing(k=3)
    filter = pygpu.compile(lambda im=Image, p=Position: thing.scaled(im(p)) * thing.power)
    filter(ONE)
    first = filter.graph
    thing.power = 2.0
    assert filter(ONE)[0, 0] == 6.0 and filter.graph is first


def test_what_a_filter_does_not_look_at_may_change():
    thing = Thing(k=3, frame=0)
    module = space(k=3, frame=0, thing=thing)
    filter = pygpu.compile(function(GLOBAL.format("k * thing.k"), module))
    filter(ONE)
    first = filter.graph
    thing.frame = module.frame = 1
    filter(ONE)
    assert filter.graph is first


def test_large_arrays_are_frozen_and_said_so():
    lut = np.ones(20_000)
    filter = pygpu.compile(lambda im=Image, p=Position: im(p) * lut[3])
    assert filter(ONE)[0, 0] == 1.0
    lut[3] = 2.0
    assert filter(ONE)[0, 0] == 1.0
    told = filter.explain()
    assert "frozen" in told and "lut (20000 numbers)" in told
    assert "frozen" not in pygpu.compile(lambda im=Image, p=Position: im(p)).explain()


def test_a_signature_that_changes():
    def filter(im=Image, p=Position):
        return im(p) * 3

    def other(im=Image, k=Float, p=Position):
        return im(p) * k

    made = pygpu.compile(filter)
    made(ONE)
    filter.__code__, filter.__defaults__ = other.__code__, other.__defaults__
    assert made(ONE, 5.0)[0, 0] == 5.0


REACHED = {
    "globals": {"a": 1.0, "b": 2.0, "c": 3.0, "d": 4.0, "e": 5.0, "f": 6.0, "ks": [1.0, 2.0]},
    "containers": {"a": [1.0], "b": [[2.0, 3.0]], "c": {"k": 3.0}, "d": np.ones((3, 3)), "e": (1.0, 2.0), "f": {5.0},
                   "ks": Weights(), "inner": Inner(3.0)},
}
LOOKS = {
    "globals": "def gain(v): return v * a + b\ndef other(v): return gain(v) * c + d * e + f + ks[0] * ks[1]",
    "containers": "def gain(v): return v * a[0] + b[0][1]\ndef other(v): return gain(v) * c['k'] + d[1, 1] * e[0] + "
                  "len(f) + ks.values[1] * inner.k",
}


@pytest.mark.parametrize("things", LOOKS)
def test_looking_costs_less_than_a_microsecond(things):
    """For a filter that reaches ten things; in units of a loop on this machine, which may be busy."""
    module = space(**REACHED[things])
    exec(LOOKS[things], vars(module))
    filter = pygpu.compile(function("def filter(im=Image, p=Position): return gain(im(p)) + other(im(p))", module))
    filter(ONE)
    filter(np.ones((3, 4, 3), np.float32))  # what both kinds of pixels reach is looked at once
    unchanged, = filter._watches
    assert unchanged()
    took, loop = 1.0, 1.0
    for _ in range(40):
        took, loop = min(took, timeit(unchanged, number=1000)), min(loop, timeit("for _ in range(10): pass", number=1000))
    assert took < 9 * loop, f"{1e3 * took:.2f} us, a loop of ten takes {1e3 * loop:.2f}"
