"""Graphs that are kept between processes: they are those that would be traced, whatever has changed since."""

import os
import subprocess
import sys
from pathlib import Path
from textwrap import dedent

import numpy as np
import pytest

import pygpu
from pygpu import remembered
from pygpu.ir import every_graph, every_op
from pygpu.ir.fingerprint import fingerprint
from pygpu.ir.stored import restored, stored

GRAY = np.random.default_rng(1).random((7, 9), np.float32)
HEAD = "from pygpu import *\nimport numpy as np, math, time, random, functools, os\nfrom dataclasses import dataclass\n"


@pytest.fixture(autouse=True)
def kept(tmp_path, monkeypatch):
    """Every graph is kept, in a folder of its own."""
    monkeypatch.setenv("PYGPU_CACHE", str(tmp_path / "cache"))
    monkeypatch.setattr(remembered, "WORTH", -1)
    pygpu.use("none")
    yield tmp_path / "cache"
    pygpu.use(None)


def run(text: str, name: str = "f") -> dict:
    """The names of a module with this text."""
    space = {"__name__": "users", "__file__": "users.py"}
    exec(compile(HEAD + dedent(text), "users.py", "exec"), space)
    return space


def made(space: dict, **known):
    """(the picture that its filter makes, whether the graph was there already)"""
    filter = pygpu.compile(space["f"], **known)
    result = filter(GRAY)
    return result, next(iter(filter._stories.values())).recalled is not None


PIXEL = "def f(im=Image, p=Position): return "
OF_A = "class A:\n    def __init__(self, k): self.k = k\n"
PACKAGE = ("import types, operator\nconfig, package = types.ModuleType('config'), types.ModuleType('package')\n"
           "package.config, config.k = config, {}\nconfig.__file__ = package.__file__ = 'users.py'\n")
ON_HOST = "def g(ks): return sorted([{} for n in ks])"
# What a filter may reach, the result of f, and two values of what stands in the braces.
REACHED = {
    "a global": ("k = {}", "im(p) * k", "2", "3"),
    "a number's type": ("k = {}", "im(p) // k", "2", "2.0"),
    "the sign of a zero": ("k = {}", "math.copysign(im(p), k)", "0.0", "-0.0"),
    "the function": ("", "im(p) * {}", "2", "3"),
    "a function that is called": ("def g(x): return x * {}", "g(im(p))", "2", "3"),
    "a default": ("def g(x, k={}): return x * k", "g(im(p))", "2", "3"),
    "a function far away": ("def h(x): return x * {}\ndef g(x): return h(x)", "g(im(p))", "2", "3"),
    "a closure": ("def of(k): return lambda x: x * k\ng = of({})", "g(im(p))", "2", "3"),
    "a list": ("ks = [1, [2, {}]]", "im(p) * ks[1][1]", "2", "3"),
    "a dict": ("ks = dict(k={})", "im(p) * ks['k']", "2", "3"),
    "an array": ("ks = np.array([1, {}])", "im(p) * ks[1]", "2", "3"),
    "an array's type": ("ks = np.array([2, 3], {})", "im(p) * (ks // 2 / 3)[1]", "int", "float"),
    "a view of an array": ("ks = np.array([[1, 2], [{}, 4]])", "im(p) * ks.T[0, 1]", "2", "3"),
    "a large array": ("ks = np.arange(20000) * {}", "im(p) * ks[9999]", "2.0", "3.0"),
    "a field": (OF_A + "a = A({})", "im(p) * a.k", "2", "3"),
    "a dataclass": ("@dataclass\nclass A:\n    k: float\na = A({})", "im(p) * a.k", "2", "3"),
    "a class attribute": ("class A:\n    k = {}", "im(p) * A.k", "2", "3"),
    "a method": ("class A:\n    def g(self, x): return x * {}\na = A()", "a.g(im(p))", "2", "3"),
    "a base's method": ("class B:\n    def g(self, x): return x * {}\nclass A(B): pass", "A().g(im(p))", "2", "3"),
    "a property": ("class A:\n    @property\n    def k(self): return {}\na = A()", "im(p) * a.k", "2", "3"),
    "a float of a class": ("class A(float): pass\nk = A({})", "im(p) * k", "2.0", "3.0"),
    "a tuple of a class": ("class A(tuple): pass\nks = A([{}])", "im(p) * ks[0]", "2.0", "3.0"),
    "what an object finds out once": (OF_A + "    @functools.cached_property\n    def b(self): return self.k + 1\na = A({})",
                                      "im(p) * a.b", "2", "3"),
    "a partial": ("g = functools.partial(lambda k, x: k * x, {})", "g(im(p))", "2", "3"),
    "a cached function": ("@functools.cache\ndef g(): return {}", "im(p) * g()", "2", "3"),
    "code on the host": ("def g(ks): return [k * {} for k in ks]", "im(p) * g([1, 2])[1]", "2", "3"),
    "a filter in it": ("import pygpu\ng = pygpu.compile(lambda im=Image, p=Position: im(p) * {})", "g(im, p)", "2", "3"),
    "what it is an alias of": ("a, b = [2.0], [3.0]\nks = a, {}", "im(p) * ks[1][0]", "a", "b"),
    "a library's function": ("g = {}", "g(im(p))", "math.sin", "math.cos"),
    "a module in a module": (PACKAGE + ON_HOST.format("package.config.k"), "im(p) * g([1])[0]", "2", "3"),
    "a module of a closure": (PACKAGE + "def made(m):\n    def g(ks): return sorted([m.k for k in ks])\n    return g\n"
                              "g = made(config)", "im(p) * g([1])[0]", "2", "3"),
    "a module by a name": (PACKAGE + ON_HOST.format("getattr(config, n)"), "im(p) * g('k')[0]", "2", "3"),
    "a module by attrgetter": (PACKAGE, "im(p) * operator.attrgetter('k')(config)", "2", "3"),
    "attributes one after the other": (PACKAGE, "im(p) * functools.reduce(getattr, ['config', 'k'], package)", "2", "3"),
    "what a module has by name": (PACKAGE + ON_HOST.format("config.__dict__['k']"), "im(p) * g([1])[0]", "2", "3"),
    "what a module makes": ("import types\nconfig = types.ModuleType('config')\nconfig.__getattr__ = lambda name: {}\n"
                            "config.__file__ = 'users.py'\n"
                            + ON_HOST.format("config.k"), "im(p) * g([1])[0]", "2", "3"),
    "the order of fields": ("class A:\n    __match_args__ = {}\na = A()\na.x, a.y = 2, 3\ndef h(v):\n    match v:\n"
                            "        case A(s, t): return s\n" + ON_HOST.format("h(a)"), "im(p) * g([1])[0]",
                            "('x', 'y')", "('y', 'x')"),
    "what a class is told to be": ("class A: pass\nA.__doc__ = '{}'\n" + ON_HOST.format("float(A.__doc__)"),
                                   "im(p) * g([1])[0]", "2", "3"),
    "what a function is told to be": ("def h(): pass\nh.__doc__ = '{}'\n" + ON_HOST.format("float(h.__doc__)"),
                                      "im(p) * g([1])[0]", "2", "3"),
    "what a function is called": ("def h(): pass\nh.__name__ = 'a' * {}\n" + ON_HOST.format("len(h.__name__)"),
                                  "im(p) * g([1])[0]", "2", "3"),
    "what a class is called": ("class A: pass\nA.__name__ = 'a' * {}\n" + ON_HOST.format("len(A.__name__)"),
                               "im(p) * g([1])[0]", "2", "3"),
    "beside a field": ("import dataclasses\n@dataclass\nclass A:\n    k: float = dataclasses.field(metadata={{'k': {}}})\n"
                       + ON_HOST.format("dataclasses.fields(A)[0].metadata['k']"), "im(p) * g([1])[0]", "2", "3"),
    "an index of a class": ("class A:\n    def __class_getitem__(cls, k): return k * {}", "im(p) * A[1]", "2", "3"),
    "an object that is a key": (OF_A + "of = {{A({}): 1}}\n" + ON_HOST.format("[*of][0].k"), "im(p) * g([1])[0]", "2", "3"),
    "NumPy's function": ("g = {}", "g(im(p), 0.5)", "np.minimum", "np.maximum"),
}


@pytest.mark.parametrize("what", REACHED)
def test_a_graph_is_that_of_what_there_is_now(what):
    before, result, *values = REACHED[what]
    for again in range(2):
        for value in values:
            space = run(f"{before}\n{PIXEL}{result}".format(value))
            found, was_there = made(space)
            assert was_there == bool(again), value
            plain = [[space["f"](pygpu.HostImage(GRAY), pygpu.Position(x, y)) for x in range(9)] for y in range(7)]
            np.testing.assert_allclose(found, np.array(plain), rtol=1e-6)


@pytest.mark.parametrize("text", [
    "k = {}\n@functools.cache\ndef g(): return k\ng()\nk = 5\ndef f(im=Image, p=Position): return im(p) * g()",
    OF_A + "    @functools.cached_property\n    def b(self): return self.k\na = A({})\na.b\na.k = 5\n"
           "def f(im=Image, p=Position): return im(p) * a.b"])
def test_what_was_found_out_before_is_not_told(text):
    """Or the next process would find the graph of another number under the names of what there is now."""
    for k in (2, 3):
        result, was_there = made(run(text.format(k)))
        assert not was_there
        np.testing.assert_allclose(result, GRAY * k)


def test_what_a_dict_makes():
    for k in (2, 3):
        result, _ = made(run(f"from collections import defaultdict\ndef g(): return {k}\nks = defaultdict(g)\n"
                             f"{PIXEL}im(p) * ks.default_factory()"))
        np.testing.assert_allclose(result, GRAY * k)


def test_a_border_is_told():
    for again in range(2):
        results = [made(run(f"def f(im=Image(border='{border}'), p=Position): return im(p + (3, 0))"))
                   for border in ("wrap", "mirror")]
        assert [was_there for _, was_there in results] == [bool(again)] * 2
        assert not np.array_equal(results[0][0], results[1][0])


# What another process would not find as it is here.
BEYOND = {
    "the time": "def f(im=Image, p=Position): return im(p) * (time.time() > 0)",
    "a random number": "def f(im=Image, p=Position): return im(p) * random.Random(3).random()",
    "a random array": "def f(im=Image, p=Position): return im(p) * np.random.RandomState(3).rand()",
    "a file": "def g():\n    with open(os.devnull) as file: return len(file.read()) + 2\nk = g\n"
              "def f(im=Image, p=Position): return im(p) * k()",
    "the environment": "def f(im=Image, p=Position): return im(p) * (2 + ('NO_SUCH_NAME' in os.environ))",
    "a module that is imported inside": "def g():\n    import time\n    return time.time() > 0\n"
                                        "def f(im=Image, p=Position): return im(p) * g()",
    "who it is": "a = []\ndef f(im=Image, p=Position): return im(p) * (id(a) > 0)",
    "the hash of a text, by its method": "def f(im=Image, p=Position): return im(p) * ('a'.__hash__() != 0)",
    "the date": "def f(im=Image, p=Position): return im(p) * (np.datetime64('now') > np.datetime64(0, 's'))",
    "annotations": "class A:\n    k: 2\ndef g(ks): return sorted([A.__annotations__['k'] for k in ks])\n"
                   "def f(im=Image, p=Position): return im(p) * g([1])[0]",
    "the names of a function's module": "def h(): pass\nk = 2\ndef g(ks): return sorted([h.__globals__['k'] for k in ks])\n"
                                        "def f(im=Image, p=Position): return im(p) * g([1])[0]",
    "all classes made of one": "class A: pass\nclass B(A): pass\n"
                               "def g(ks): return sorted([len(A.__subclasses__()) for k in ks])\n"
                               "def f(im=Image, p=Position): return im(p) * g([1])[0]",
    "the hash of a text": "def f(im=Image, p=Position): return im(p) * (hash('a') != 0)",
    "numbers that are read anew": "class A:\n    k: Float = 2.0\na = A()\ndef f(im=Image, p=Position): return im(p) * a.k",
    "a picture": "ks = HostImage(np.ones((3, 3), np.float32))\ndef f(im=Image, p=Position): return im(p) * ks(p)",
}


@pytest.mark.parametrize("what", BEYOND)
def test_what_only_this_process_knows_is_traced_in_each(what, kept):
    for _ in range(2):
        assert not made(run(BEYOND[what]))[1]


def test_a_number_of_an_object_stays_an_argument():
    space = run("class A:\n    k: float = 2.0\na = A()\ndef f(im=Image, p=Position): return im(p) * a.k")
    made(space)
    space = run(BEYOND["numbers that are read anew"])
    filter = pygpu.compile(space["f"])
    filter(GRAY)
    space["a"].k = 5.0
    np.testing.assert_allclose(filter(GRAY), GRAY * 5)


def test_changes_are_seen_after_it_was_recalled_too():
    text = "k = 2\nks = [3]\ndef f(im=Image, p=Position): return im(p) * k * ks[0]"
    made(run(text))
    space = run(text)
    filter = pygpu.compile(space["f"])
    np.testing.assert_allclose(filter(GRAY), GRAY * 6)
    assert next(iter(filter._stories.values())).recalled
    space["k"] = 4
    np.testing.assert_allclose(filter(GRAY), GRAY * 12)
    space["ks"][0] = 1
    np.testing.assert_allclose(filter(GRAY), GRAY * 4)


def test_other_pixels_options_and_known_values_have_graphs_of_their_own():
    text = "def f(im=Image, p=Position, k=2): return im(p) * k"
    colour = np.dstack([GRAY] * 3)
    for again in range(2):
        assert made(run(text))[1] == made(run(text), k=3)[1] == bool(again)
        filter = pygpu.compile(run(text)["f"], precision="double")
        assert filter(GRAY.astype(np.float64)).dtype == np.float64
        assert filter(colour).shape == colour.shape


def test_lines_are_told_where_they_stand_now():
    text = "def f(im=Image, p=Position): return im(p) * 2"
    made(run(text))
    assert not made(run("\n\n" + text))[1]


def test_a_torn_file_is_no_graph(kept):
    text = "def f(im=Image, p=Position): return im(p) * 2"
    made(run(text))
    for file in [each for each in kept.rglob("*") if len(each.name) == 64]:
        file.write_bytes(file.read_bytes()[:-5])
    assert not made(run(text))[1]
    assert made(run(text))[1]


def test_what_is_no_part_of_a_graph_is_not_made_of_a_file():
    import pickle

    class Evil:
        def __reduce__(self):
            return os.system, ("true",)

    assert restored(pickle.dumps(Evil())) is None
    assert restored(b"") is None
    assert restored(pickle.dumps((1, 2))) is None


def test_a_graph_of_functions_comes_back_as_it_was():
    def level(picture):
        return lambda q: (picture(2 * q) + picture(2 * q + (1, 0))) / 2

    def pyramid(im=Image_, p=pygpu.Position):
        found = im
        for _ in range(40):
            found = level(found)
        return found(p // 1024) + sum(im(x, p.y) for x in range(im.width))

    graph = pygpu.compile(pyramid).graph
    assert fingerprint(restored(stored(graph))) == fingerprint(graph)
    ops = [op for each in every_graph(restored(stored(graph))) for op in every_op(each.body)]
    assert ops and not any(op.key for op in ops)  # which would name places in another process's memory


Image_ = pygpu.Image

PROGRAM = HEAD + """
import pygpu
from pygpu import remembered
remembered.WORTH = -1
pygpu.use("none")
names = ["a", "b", "c", "d", "e"]
def g(x): return x * len(names) * twice(x) if "b" in {"a", "b"} else x
def twice(x): return x * k
k = 3
def f(im=Image, p=Position): return g(im(p)) + np.float32(2)
filter = pygpu.compile(f)
print(filter(np.ones((2, 2), np.float32))[0, 0], next(iter(filter._stories.values())).recalled is not None)
"""


def test_another_process_has_it(tmp_path):
    (tmp_path / "program.py").write_text(PROGRAM)
    home = str(Path(pygpu.__file__).parents[1])
    for seed, there in (("1", "False"), ("2", "True"), ("3", "True")):
        told = subprocess.run([sys.executable, "program.py"], cwd=tmp_path, capture_output=True, text=True, check=True,
                              env={**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": home})
        assert told.stdout.split() == ["17.0", there]


ORDER = HEAD + """
import pygpu
from pygpu import remembered
remembered.WORTH = -1
pygpu.use("none")
names = {"a", "b", "c", "d", "e"}
def g(): return [*"abcde"].index([*{"a", "b", "c", "d", "e"}][0]) + 10 * [*"abcde"].index([*names][0])
def h(ks): return [*"abcde"].index(list(set(ks))[0])
def f(im=Image, p=Position): return im(p) * (g() + 100 * h(["a", "b", "c", "d", "e"]))
for one in f, lambda im=Image, p=Position: im(p) * [*"abcde"].index([*names][0]):
    print(pygpu.compile(one)(np.ones((2, 2), np.float32))[0, 0] == one(lambda p: 1, None))
"""


def test_texts_come_out_of_sets_in_the_order_of_this_process(tmp_path):
    (tmp_path / "program.py").write_text(ORDER)
    home = str(Path(pygpu.__file__).parents[1])
    for seed in "1234":
        told = subprocess.run([sys.executable, "program.py"], cwd=tmp_path, capture_output=True, text=True, check=True,
                              env={**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": home})
        assert told.stdout.split() == ["True", "True"]


def test_how_numpy_is_set_is_told():
    text = ("def f(im=Image, p=Position):\n    return im(p) * (2 if np.geterr()['over'] == 'ignore' else 3) * "
            "len(str(np.ones(1) / 3))")
    for _ in range(2):
        for how, digits in (("ignore", 3), ("warn", 3), ("warn", 5)):
            with np.errstate(over=how), np.printoptions(precision=digits, legacy=False):
                result, _ = made(run(text))
            np.testing.assert_allclose(result, GRAY * (2 if how == "ignore" else 3) * (digits + 4), rtol=1e-6)
