"""What is outside a filter stays as it is: what would change it while compiling is refused, and put back."""

import collections
import colorsys
import dataclasses
import enum
import functools
import heapq
import io
import itertools
import operator
import os
import random
import subprocess
import sys
import types
from textwrap import dedent

import numpy as np
import pytest

import pygpu
from pygpu import HostImage, Image, Position

TOTAL = 0
SEEN: list = []
NAMES = {"a": 1}


class Box:
    made = 0

    def __init__(self):
        self.n, self.items, self.inner = 0, [1, 2], {"k": [3]}

    def bump(self, k):
        self.n += k
        return self.n

    def fill(self):
        self.inner["k"].append(4)
        return 1.0

    def helped(self):
        return self.bump(1)

    def counted(self):
        type(self).made += 1
        return 1.0

    def drop(self):
        del self.n
        return 1.0

    @property
    def grown(self):
        self.n += 1
        return self.n

    def __getattr__(self, name):
        if name == "late":
            self.late = 1.0
            return 1.0
        raise AttributeError(name)

    def __getitem__(self, i):
        self.n += i
        return 1.0

    def __add__(self, other):
        self.items.append(other)
        return 2.0

    def __eq__(self, other):
        self.n += 1
        return True

    __hash__ = None

    def __bool__(self):
        self.n += 1
        return True

    def __len__(self):
        self.n += 1
        return 3

    def __contains__(self, item):
        self.n += 1
        return True

    def __call__(self, k):
        return self.bump(k)

    def __iter__(self):
        self.n += 1
        return iter([1.0])

    def __enter__(self):
        self.n += 1
        return 1.0

    def __exit__(self, *error):
        pass

    def __format__(self, spec):
        self.n += 1
        return "box"


class Stepping(Box):
    def __iter__(self):
        for i in range(3):
            self.n += i
            yield 1.0


def steps(box):
    for i in range(3):
        yield 1.0
        box.n += 1


class Slotted:
    __slots__ = ("n",)

    def __init__(self):
        self.n = 0

    def bump(self):
        self.n += 1
        return self.n


def adds_to(items, x=0):  # x: where it depends on a pixel, the function is walked
    items.append(1.0)
    return 1.0


def adds_in_place(items, x=0):
    items += [1.0]
    return 1.0


def counts_calls():
    global TOTAL
    TOTAL += 1
    return TOTAL


def remembers(n):
    if n not in NAMES:
        NAMES[n] = n * 2.0
    return NAMES[n]


def remembers_in_its_defaults(n, seen=[]):  # noqa: B006
    seen.append(n)
    return len(seen)


def raises_when_done(box):
    box.n += 1
    raise KeyError("done")


def counter():
    count = 0

    def step():
        nonlocal count
        count += 1
        return count

    return step


def lone_module():
    """One of the user's that leads to no other: from this one all the suite's are reached, and looked through."""
    made = types.ModuleType("lone")
    made.__file__, made.TOTAL = __file__, 1
    return made


def state(thing):
    """All there is to see of a thing."""
    if isinstance(thing, types.ModuleType):
        return repr(vars(thing))
    if isinstance(thing, Box | Slotted):
        names = vars(thing) if isinstance(thing, Box) else thing.__slots__
        return repr([(name, getattr(thing, name)) for name in names]) + str(Box.made)
    if isinstance(thing, random.Random):
        return thing.getstate(), random.getstate(), str(np.random.get_state()[1:]), TOTAL
    if isinstance(thing, np.random.Generator):
        return str(thing.bit_generator.state)
    if isinstance(thing, io.IOBase):
        return thing.tell(), thing.getvalue()
    if callable(thing) and thing.__closure__:
        return [cell.cell_contents for cell in thing.__closure__]
    return repr(thing) + repr((TOTAL, SEEN, NAMES, remembers_in_its_defaults.__defaults__))


def caught(box, x=0):
    """In a filter, so that it is the filter that catches."""
    try:
        raises_when_done(box)
    except KeyError:
        return 1.0


CHANGING = {
    "a method": (Box, lambda b, x=0: b.bump(1)),
    "a method of what it holds": (Box, lambda b, x=0: b.fill()),
    "a method by another": (Box, lambda b, x=0: b.helped()),
    "an attribute of the class": (Box, lambda b, x=0: b.counted()),
    "an attribute deleted": (Box, lambda b, x=0: b.drop()),
    "a property": (Box, lambda b, x=0: b.grown),
    "a property by getattr": (Box, lambda b, x=0: getattr(b, "grown")),
    "a missing attribute": (Box, lambda b, x=0: b.late),
    "an item": (Box, lambda b, x=0: b[1]),
    "an operator": (Box, lambda b, x=0: b + 1),
    "a comparison": (Box, lambda b, x=0: 1.0 if b == 3 else 0.0),
    "a condition": (Box, lambda b, x=0: 1.0 if b else 0.0),
    "a length": (Box, lambda b, x=0: len(b)),
    "in": (Box, lambda b, x=0: 1.0 if 3 in b else 0.0),
    "a call": (Box, lambda b, x=0: b(1)),
    "a loop": (Box, lambda b, x=0: sum(v for v in b)),
    "a loop over a generator": (Box, lambda b, x=0: sum(v for v in steps(b))),
    "a loop over its generator": (Stepping, lambda b, x=0: sum(v for v in b)),
    "text": (Box, lambda b, x=0: len(f"{b}")),
    "an exception": (Box, caught),
    "setattr": (Box, lambda b, x=0: setattr(b, "n", 2) or 1.0),
    "the fields": (Box, lambda b, x=0: b.__dict__.update(n=3) or 1.0),
    "a field by its name": (Box, lambda b, x=0: operator.setitem(b.__dict__, "n", 3) or 1.0),
    "slots": (Slotted, lambda b, x=0: b.bump()),
    "a partial": (Box, lambda b, x=0: functools.partial(b.bump, 2)()),
    "each of several": (Box, lambda b, x=0: sum(map(b.bump, [1, 2]))),
    "a key function": (Box, lambda b, x=0: max([1, 2], key=b.bump)),
    "append": (lambda: [1], lambda v, x=0: v.append(1) or 1.0),
    "append by the class": (lambda: [1], lambda v, x=0: list.append(v, 1) or 1.0),
    "a function": (lambda: [1], adds_to),
    "a function in place": (lambda: [1], adds_in_place),
    "in place": (lambda: [1], lambda v, x=0: operator.iadd(v, [2])[0]),
    "a heap": (lambda: [1, 2], lambda v, x=0: heapq.heappop(v)),
    "shuffle": (lambda: [1, 2, 3], lambda v, x=0: random.shuffle(v) or 1.0),
    "setdefault": (lambda: {1: 2}, lambda v, x=0: v.setdefault(3, 4)),
    "a default dict": (lambda: collections.defaultdict(int), lambda v, x=0: v[3] + 1.0),
    "a counter": (collections.Counter, lambda v, x=0: v.update([1]) or 1.0),
    "an ordered dict": (lambda: collections.OrderedDict(a=1, b=2), lambda v, x=0: v.move_to_end("a") or 1.0),
    "a set": (lambda: {1}, lambda v, x=0: v.add(2) or 1.0),
    "a deque": (lambda: collections.deque([1, 2]), lambda v, x=0: v.rotate() or 1.0),
    "an array's sort": (lambda: np.array([2, 1]), lambda v, x=0: v.sort() or 1.0),
    "an array as a result": (lambda: np.array([2.0, 1.0]), lambda v, x=0: np.add(v, 1.0, out=v)[0]),
    "an array filled": (lambda: np.eye(3), lambda v, x=0: np.fill_diagonal(v, 5.0) or 1.0),
    "a global": (lambda: None, lambda v, x=0: counts_calls()),
    "a global dict": (lambda: None, lambda v, x=0: remembers(7)),
    "a default": (lambda: None, lambda v, x=0: remembers_in_its_defaults(7)),
    "a closure": (counter, lambda step, x=0: step()),
    "a random number in a function": (random.Random, lambda v, x=0: random.random()),
    "a random number of NumPy's in a function": (random.Random, lambda v, x=0: np.random.normal()),
    "a module": (lone_module, lambda v, x=0: setattr(v, "TOTAL", 2) or 1.0),
    "a random generator": (lambda: random.Random(1), lambda v, x=0: v.random()),
    "NumPy's random generator": (lambda: np.random.default_rng(1), lambda v, x=0: v.random()),
    "a file": (lambda: io.StringIO("1 2"), lambda v, x=0: len(v.read())),
    "a file written": (lambda: io.StringIO(), lambda v, x=0: v.write("text")),
}


@pytest.mark.parametrize("walked", [False, True], ids=["called", "walked"])
@pytest.mark.parametrize("what", CHANGING)
def test_refused_and_put_back(what, walked):
    """Where the host calls a function that does it, and where the function is walked."""
    make, change = CHANGING[what]
    thing = make()
    before = state(thing)

    def filter(im=Image, p=Position):
        return im(p) + (change(thing, im(p)) if walked else change(thing))

    with pytest.raises(pygpu.CompileError) as raised:
        pygpu.compile(filter).graph
    assert raised.value.kind == "writes-outside", str(raised.value)
    assert raised.value.location.filename == __file__
    assert state(thing) == before


ITERATORS = {
    "next": (lambda: iter([1.0, 2.0]), lambda it, x=0: next(it)),
    "a generator": (lambda: (v for v in [1.0, 2.0]), lambda it, x=0: next(it)),
    "a loop": (lambda: (v for v in [1.0, 2.0]), lambda it, x=0: sum(v for v in it)),
    "sum": (lambda: iter([1.0, 2.0]), lambda it, x=0: sum(it)),
    "list": (lambda: iter([1.0, 2.0]), lambda it, x=0: list(it)[0]),
    "unpacking": (lambda: iter([1.0, 2.0]), lambda it, x=0: (lambda a, b: a)(*it)),
    "zip": (lambda: itertools.count(), lambda it, x=0: sum(a * b for a, b in zip([1, 2], it))),
    "in": (lambda: iter([1.0, 2.0]), lambda it, x=0: 1.0 if 1.0 in it else 0.0),
    "its own method": (lambda: iter([1.0, 2.0]), lambda it, x=0: it.__next__()),
}


@pytest.mark.parametrize("walked", [False, True], ids=["called", "walked"])
@pytest.mark.parametrize("what", ITERATORS)
def test_nothing_is_taken_from_an_iterator(what, walked):
    make, take = ITERATORS[what]
    iterator, untouched = make(), make()

    def filter(im=Image, p=Position):
        return im(p) + (take(iterator, im(p)) if walked else take(iterator))

    with pytest.raises(pygpu.CompileError) as raised:
        pygpu.compile(filter).graph
    assert raised.value.kind == "writes-outside", str(raised.value)
    assert next(iterator) == next(untouched)


@functools.lru_cache
def cached(n):
    return [n * 2.0]


class Lazy:
    def __init__(self, n):
        self.n = n

    @functools.cached_property
    def double(self):
        return self.n * 2.0

    def ratio(self, by=1.0):
        parts = []
        parts.append(self.n / by)
        return parts[0]

    @property
    def half(self):
        return self.n / 2


def local_work(n):
    """Writes, but only to what it made."""
    table, seen, boxes = [0.0] * n, {}, [Lazy(i) for i in range(n)]
    for i in range(n):
        table[i] += i
        seen.setdefault(i, []).append(i)
        boxes[i].n += 1

    def step():
        nonlocal n
        n += 1
        return n

    return sum(table) + len(seen) + boxes[1].n + step()


class Mode(enum.Enum):
    A = 1
    B = 2

    @property
    def scale(self):
        return self.value * 2.0


class Side(enum.IntFlag):
    X = 1
    Y = 2


@dataclasses.dataclass(frozen=True)
class Settings:
    gain: float = 2.0
    mode: Mode = Mode.B

    @property
    def total(self):
        return self.gain * self.mode.scale if self.mode == Mode(2) else 0.0


LAZY, SETTINGS = Lazy(3.0), Settings()
ROWS = ([1, 2], [3, 4])

LOOKING = {
    "a cached function": lambda x=0: cached(3)[0] + cached(3)[0],
    "a cached property": lambda x=0: LAZY.double + LAZY.half,
    "a method": lambda x=0: LAZY.ratio(2.0),
    "a function's own things": lambda x=0: local_work(5),
    "a generator of its own": lambda x=0: next(i for i in ROWS[1]),
    "a generator that gives more than is taken": lambda x=0: next(numbers(1)) + sum(a for a, _ in zip(numbers(2), range(5))),
    "a generator that fails": lambda x=0: fails(numbers(0)),
    "an enum": lambda x=0: SETTINGS.total + (2.0 if Side.X & (Side.X | Side.Y) else 0.0) + Mode["A"].scale + len(Mode),
    "an iterator of its own": lambda x=0: sum(iter(ROWS[0])) + sum(zip(*ROWS), ())[1],
    "a random generator of its own": lambda x=0: np.random.default_rng(3).integers(10) + random.Random(3).random(),
    "a copy": lambda x=0: sorted(SEEN + [2, 1])[0] + np.sort(np.array([3, 2]))[0],
    "a file of its own": lambda x=0: float(io.StringIO("1.5").getvalue()),
    "an array changed in a function": lambda x=0: filled(np.zeros(3))[1],
    "a list changed in a function": lambda x=0: filled([0, 0, 0])[1],
}


def numbers(n):
    while True:
        yield 6.0 / n
        n += 1


def fails(items):
    try:
        return next(items)
    except ZeroDivisionError:
        return 3.0


def filled(values):
    values[1] = 4.0
    return values


@pytest.mark.parametrize("walked", [False, True], ids=["called", "walked"])
@pytest.mark.parametrize("what", LOOKING)
def test_looking_is_allowed(what, walked):
    look = LOOKING[what]

    def filter(im=Image, p=Position):
        return im(p) + (look(im(p)) if walked else look())

    image = np.full((2, 3), 0.5, np.float32)
    pygpu.use("none")
    try:
        found = pygpu.compile(filter)(image)
    finally:
        pygpu.use(None)
    np.testing.assert_allclose(found, filter(HostImage(image), Position(0, 0)), rtol=1e-6)


def test_words():
    box = Box()

    def filter(im=Image, p=Position):
        return im(p) + box.bump(1)

    with pytest.raises(pygpu.CompileError) as raised:
        pygpu.compile(filter).graph
    assert raised.value.seen == "bump() changes a Box from outside the filter"


def test_code_that_calls_itself_by_way_of_c_ends_no_process():
    """Of the host's: in plain Python each is a RecursionError."""
    done = subprocess.run([sys.executable, "-c", dedent("""
        import functools
        import numpy as np, pygpu
        from pygpu import Image, Position

        class Asks:
            def __getattr__(self, name):
                return getattr(self, name + "x")

        class Compares:
            __hash__ = None
            def __eq__(self, other):
                return [Compares()] == [other]

        def down(n):
            return functools.reduce(lambda a, b: a + down(n + 1), [1, 2])

        asks, compares = Asks(), Compares()
        for filter in (lambda im=Image, p=Position: im(p) * asks.weight,
                       lambda im=Image, p=Position: im(p) if compares == 3 else 0.0,
                       lambda im=Image, p=Position: im(p) * next(map(down, [1]))):
            try:
                pygpu.compile(filter)(np.zeros((2, 2), np.float32))
            except (RecursionError, pygpu.CompileError) as error:
                print(type(error).__name__)
    """)], capture_output=True, text=True, timeout=100, env={**os.environ, "PYGPU_DEVICE": "none"})
    assert done.returncode == 0, done.stderr
    assert len(done.stdout.split()) == 3


LATER = '''
from pygpu import Image, Position

colorsys = None  # imported by the first call that needs it


def luma(c):
    global colorsys
    if colorsys is None:
        import colorsys
    return colorsys.rgb_to_yiq(c, c, c)[0]


def f(im=Image, p=Position):
    return luma(im(p))
'''


def test_a_module_imported_by_the_first_call(engine):
    """As libraries do to start sooner (collections does, from 3.14 on): heapq is a global that is None until needed."""
    module = types.ModuleType("later")
    exec(compile(LATER, "later.py", "exec"), vars(module))
    picture = np.float32([[0.25, 0.5], [0.75, 1]])
    compiled = pygpu.compile(module.f)
    for _ in range(2):
        np.testing.assert_allclose(compiled(picture), picture, rtol=1e-5)
        assert module.colorsys is colorsys


class Kept:
    __slots__ = ("value",)


class Computed(Kept):
    """What it inherits a slot for is a property here, a new number each time it is asked for."""

    @property
    def value(self):
        return float("1234.5")

    def __float__(self):
        return float(self.value)


def test_a_property_in_the_place_of_a_slot_is_nothing_that_changes():
    constant, image = Computed(), np.ones((2, 3), np.float32)

    def f(im=Image, p=Position):
        return float(constant) * im(p)

    assert np.allclose(np.asarray(pygpu.compile(f)(image)), float(constant))
