"""What packages do while they compute that no filter of a user's does: texts for exceptions, tables made at the first call,
attributes of tuples, modules that arrive when they are first asked for."""

import importlib.util
import sys

import numpy as np
import pytest

import pygpu
from pygpu import Float, HostImage, Image, Position

PICTURE = (np.arange(12, dtype=np.float32).reshape(3, 4) - 2) / 4


@pytest.fixture(autouse=True)
def on_the_evaluator():
    pygpu.use("none")
    yield
    pygpu.use(None)


@pytest.fixture
def installed(tmp_path):
    """Makes a module of some text, as one that is installed."""
    def make(text: str, name: str = "strange_package"):
        folder = tmp_path / "site-packages"
        folder.mkdir(exist_ok=True)
        (folder / f"{name}.py").write_text(text)
        spec = importlib.util.spec_from_file_location(name, folder / f"{name}.py")
        sys.modules[name] = module = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
        return module

    yield make
    sys.modules.pop("strange_package", None)


def agrees(function):
    """A filter of the function of a pixel gives what plain Python gives."""
    def pixel(im: Image[Float], p=Position):
        return function(im(p))

    found = pygpu.compile(pixel)(PICTURE)
    expected = [[pixel(HostImage(PICTURE), Position(x, y)) for x in range(4)] for y in range(3)]
    np.testing.assert_allclose(found, expected, rtol=1e-5)


EXCEPTIONS = """
class Error(ValueError):
    def __init__(self, value, **more):
        words = []
        for word in repr(value).split("e"):
            words.append(word.strip("0") if word.find(".") >= 0 else word)
        super().__init__("e".join(words), *more)

def refused(value):
    text = repr(value)
    raise Error(text if text.index("n") > 3 else text[:3])

def root(value):
    try:
        return value ** 0.5 if value >= 0 else refused(value)
    except (TypeError, ArithmeticError) as error:
        raise Error(value, cause=error)

def checked(value):
    if value > 2:
        raise Error(value)
    return value

def held(value):
    try:
        return checked(value * 4)
    except Error:
        return -1.0
"""


def test_exceptions_may_be_made_of_any_text(installed):
    package = installed(EXCEPTIONS)
    agrees(lambda v: package.root(abs(v)))
    agrees(lambda v: package.checked(v / 8))
    with pytest.raises(package.Error):
        pygpu.compile(lambda im=Image[Float], p=Position: package.checked(8 * im(p)))(PICTURE)


def test_handlers_that_only_raise_catch_nothing(installed):
    package = installed(EXCEPTIONS)

    def root(value):
        try:
            return package.root(value)
        except ValueError:
            raise KeyError(f"{value}") from None

    agrees(lambda v: root(v * v))
    with pytest.raises(KeyError):
        pygpu.compile(lambda im=Image[Float], p=Position: root(im(p)))(PICTURE)


def test_a_handler_inside_of_an_arm_is_asked():
    def function(v):
        if v > 0:
            try:
                raise ValueError(v)
            except ValueError:
                v = 7.0
        return v

    agrees(function)


TUPLES = """
from collections import namedtuple

class Colour(tuple):
    def __new__(cls, a, b, alpha=1.0):
        self = tuple.__new__(cls, (a, b))
        self.alpha, self.total = alpha, a + b
        return self

    @property
    def mean(self):
        return self.total / 2

    @property
    def name(self):
        return self._name

    @name.setter
    def name(self, name):
        object.__setattr__(self, "_name", name)

class Pair(namedtuple("Pair", "x y")):
    def __new__(cls, x, y, weight=None):
        self = super().__new__(cls, x, y)
        self.weight = weight
        return self

    def __getattr__(self, name):
        return tuple.__getitem__(self, ("first", "second").index(name))
"""


def test_tuples_may_have_attributes(installed):
    package = installed(TUPLES)
    agrees(lambda v: package.Colour(v, 2.0).mean + package.Pair(v, 1.0, 3 * v).weight + package.Pair(v, 1.0).first)


def test_attributes_of_tuples_are_each_ones_own(installed):
    package = installed(TUPLES)

    def function(v):
        one, other = package.Colour(v, 1.0), package.Colour(v, 1.0)
        either = one if v > 0.5 else package.Colour(v, 3.0)
        one.alpha, other.alpha = 2.0, 3.0
        either.name = 5.0 * v
        for _ in range(int(v * 4)):
            other.alpha += v
        return one.alpha + 10 * other.alpha + 100 * either.alpha + either.name + len(vars(other))

    agrees(function)


SETTLING = """
import math

_table = None
version = None

class Shape:
    _checked = False

    def __init__(self, side):
        self.side = side
        if not Shape._checked:
            self.check()

    def check(self):
        type(self)._checked = True

def looked_up(value):
    global _table
    if _table is None:
        _table = [math.sin(k) for k in range(5)]
    return _table[int(abs(value)) % 5]
"""


def test_a_library_settles_what_its_first_call_would(installed):
    package = installed(SETTLING)
    agrees(lambda v: package.Shape(v).side + package.looked_up(v))
    assert package.Shape._checked and len(package._table) == 5


def test_the_users_own_globals_stay():
    """What a library settles at its first call, a compile settles; a filter of the user's settles nothing outside."""
    space = {}
    exec("seen = None\ndef f(v):\n    global seen\n    seen = v + 1.0\n    return seen * 2", space)
    found = pygpu.compile(lambda im=Image, p=Position: space["f"](im(p)))(PICTURE)
    assert np.array_equal(found, 2 * (PICTURE + 1)) and space["seen"] is None


LAZY = """
class Lazy:
    '''Arrives when it is first asked for anything, and takes the name then.'''
    def __getattr__(self, name):
        import math
        assert globals()["_late"] is self, "asked once more"
        globals()["_late"] = math
        return getattr(math, name)

_late = Lazy()

class Absent:
    def __getattr__(self, name):
        raise ImportError("a module that is not installed")

_absent = Absent()

class Once(object):
    def __init__(self, method):
        self.method = method
    def __get__(self, instance, owner):
        raise ImportError("what nobody asks for")

class Holder:
    never = Once(len)

    @property
    def kept(self):
        if "kept" not in self.__dict__:
            self.__dict__["kept"] = 3.0
        return self.__dict__["kept"]

holder = Holder()

def computed(value):
    if value > 100:
        return _absent.sqrt(value)
    return _late.sqrt(abs(value)) + holder.kept
"""


def test_nothing_is_asked_of_lazy_modules_that_the_code_does_not_ask(installed):
    package = installed(LAZY)
    agrees(package.computed)


def test_a_context_of_the_hosts_is_left_on_each_path():
    def function(v):
        with np.errstate(all="ignore"):
            if v > 0:
                return v ** 0.5
            return -v

    agrees(function)


def test_a_library_tells_its_log(installed):
    package = installed("""
import logging
logger = logging.getLogger("strange")

def told(value):
    logger.debug("computing %s", value)
    if value > 0.5:
        logger.warning(f"{value} is large")
        print("large", value)
    return value * 2
""")
    agrees(package.told)


def test_a_few_lengths_that_a_pixel_decides_are_each_walked():
    def both(a, b=0.0, c=0.0):
        return a + 10 * b + 100 * c

    def function(v):
        values = [v]
        if v > 0.25:
            values.append(1.0)
        if v > 1:
            values.append(2.0)
        return both(*values)

    agrees(function)


class Asked:
    """Answers to any name with what it makes of it, and refuses those that begin with two lines."""

    def __getattr__(self, name):
        if name.startswith("__"):
            raise ValueError(f"no unit is called {name}")
        return name

    def __call__(self, value):
        return value * 2


def test_what_is_called_is_not_asked_what_it_is():
    asked = Asked()
    agrees(lambda v: asked(v))


def test_methods_of_known_arrays_and_of_sets():
    turn = np.array([[0.0, 2.0], [3.0, 1.0]])

    def function(v):
        kinds = set(map(type, [[v], [v]]))
        return turn.dot(np.array([v, 1.0]))[0] + len(np.broadcast(np.array([v]), turn).shape) + (kinds.pop() is list)

    agrees(function)


ARRAYS = """
import numpy as np

class Vector(np.ndarray):
    def __new__(cls, *items):
        return np.asarray(items, dtype=float).view(cls)

    def __array_finalize__(self, other):
        self.dimension = self.size

    @property
    def length(self):
        return float(np.sqrt((self ** 2).sum()))

    def unit(self):
        return self / self.length

    def along(self, other):
        return self.unit().dot(other.unit())
"""


def test_arrays_may_have_a_class(installed):
    package = installed(ARRAYS)

    def function(v):
        one, other = package.Vector(v, 2.0, 1.0), package.Vector(1.0, v, v)
        either = one if v > 0.25 else other * 2
        plain = one.view(np.ndarray)
        plain[1] = 3.0
        return (one + other).along(one) + one.dimension + either.length + one[1] + len(other) + (
            isinstance(-one + 1, package.Vector) + isinstance(plain, package.Vector)) + one.T.shape[0]

    agrees(function)


class Kept:
    def cached(self, name, make):
        found = self.__dict__.get(name)
        if found is None:
            self.__dict__[name] = found = make()
        return found


def test_entries_for_some_pixels_of_a_dict_of_attributes():
    def function(v):
        kept, other = Kept(), Kept()
        if v > 0:
            kept.__dict__["twice"] = 2 * v
            other.cached("twice", lambda: 3 * v)
        kept.__dict__["thrice"] = 3 * v
        if v > 0.5:
            kept.__dict__["twice"] = 1.0
        return kept.__dict__.get("twice", 1.0) + getattr(kept, "twice", 9.0) + kept.thrice + other.cached("twice", float)

    agrees(function)
