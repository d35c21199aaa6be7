"""Constructs: exceptions, `with`, imports, classes, libraries: host code around what depends on pixels."""

import contextlib
import math
import statistics

from pygpu import Image, Int, Position

from .marks import finite


def any_library_on_known_values(im=Image, p=Position, samples=(1.0, 2.0, 4.0)):
    """any library, called with known values"""
    return im(p) * statistics.mean(samples) + statistics.pstdev(samples)


@finite
def known_exception(im=Image, p=Position):
    """try, except, else, finally around host values"""
    total = 0.0
    for text in ("1.5", "x", "2"):
        try:
            value = float(text)
        except ValueError:
            value = -1.0
        else:
            value += 0.5
        finally:
            total += 1
        total += value * im(p)
    return total


def raised_and_caught(im=Image, p=Position):
    """raise and except on a known condition"""
    class_of = {True: KeyError, False: IndexError}
    try:
        if len("abc") == 3:
            raise class_of[True]("known")
        return im(p)
    except (KeyError, IndexError) as error:
        return im(p) + len(error.args)


def raised_and_caught_by_pixel(im=Image, p=Position):
    """raise under a condition that depends on pixels, caught in the same function"""
    try:
        if im(p) < 0:
            raise ValueError
        result = im(p)
    except ValueError:
        result = -1.0
    return result


def exception_through_calls(im=Image, p=Position):
    """an exception that a called function raises and its caller catches"""
    def weight(kind):
        if kind not in ("box", "tent"):
            raise ValueError(kind)
        return {"box": 1.0, "tent": 2.0}[kind]

    total = im(p)
    for kind in ("box", "wave", "tent"):
        with contextlib.suppress(ValueError):
            total += weight(kind)
    return total


@contextlib.contextmanager
def _doubled(values):
    yield [2 * v for v in values]


def with_host_value(im=Image, p=Position):
    """with around host values"""
    with _doubled([1.0, 2.0]) as weights:
        a, b = weights
    with contextlib.nullcontext(3.0) as c:
        return im(p) * a + b * c


class _Quiet:
    def __enter__(self):
        return 3.0

    def __exit__(self, kind, error, trace):
        return kind is KeyError


def with_swallows_exceptions(im=Image, p=Position):
    """with on an object that swallows an exception of known values"""
    total = im(p)
    with _Quiet() as amount:
        total = total + amount
        total = total * {"a": 1.0}["b"]
    return total


class _Scaled:
    def __init__(self, value):
        self.value = value

    def __enter__(self):
        self.value = self.value * 2
        return self

    def __exit__(self, *exc):
        self.value = self.value + 1


def with_symbols(im=Image, p=Position):
    """with on an object made inside the filter"""
    with _Scaled(im(p)) as scaled:
        inside = scaled.value
    return scaled.value + 10 * inside


def import_inside(im=Image, p=Position):
    """import inside a filter"""
    import math as m
    from math import tau

    return im(p) * m.pi + tau


def class_inside(im=Image, p=Position):
    """a class made inside a filter"""
    class Pair:
        scale = 2.0

        def __init__(self, a, b):
            self.a, self.b = a, b

        def dot(self, other):
            return self.scale * (self.a * other.a + self.b * other.b)

    return Pair(im(p), 1.0).dot(Pair(3.0, im(p)))


def class_inside_sees_outside(im=Image, p=Position, size=3):
    """a class body that reads its function's variables, annotates, deletes"""
    class Weights:
        count: int = size
        half = count // 2
        values = [i - 1 for i in range(3)]
        unused = 0
        del unused

    return sum(w * im(p + (w, 0)) for w in Weights.values if w) + Weights.half


@finite
def isinstance_of_symbols(im=Image, n=Image[Int], p=Position):
    """isinstance and type of symbols"""
    v, k = im(p), n(p)
    return isinstance(v, float) + 2 * isinstance(k, int) + 4 * isinstance(v, (int, str)) + 8 * (type(v) is float)


def built_in_tools(im=Image, p=Position):
    """callable, getattr, hasattr, len, id-free tools on known things"""
    return im(p) * getattr(math, "floor")(2.5) + hasattr(math, "nothing") + callable(im)


class Doubling:
    def __init__(self, value):
        self.value = value

    def __call__(self, other):
        return self.value + 2 * other


def what_is_callable(im=Image, p=Position):
    """callable of what is made in the filter"""
    things = [Doubling(im(p)), [im(p)], (im(p), 1), im(p), {"a": im(p)}, im, Doubling, lambda: im(p)]
    total = 0.0
    for i, thing in enumerate(things):
        total += callable(thing) * 2 ** i
    return total + things[0](1)


def ellipsis_and_pass(im=Image, p=Position):
    """pass, ..."""
    if im(p) > 0:
        pass
    else:
        ...
    return im(p)


def print_of_known(im=Image, p=Position):
    """print of known values, while compiling"""
    print("compiling", end="\r", file=_NOWHERE)
    return im(p)


class _Nowhere:
    def write(self, text):
        return len(text)


_NOWHERE = _Nowhere()


def hosts_container_changed_by_calls(im=Image, p=Position):
    """a container of the host's that a function changes, and one that it makes anew at each call"""
    def bump(counts, v):
        counts[0] += 1
        return v * counts[0]

    def fresh(v):
        return bytearray(2)

    counts, one, other = bytearray(3), fresh(im(p)), fresh(im(p))
    one[0] = 1
    return bump(counts, im(p)) + bump(counts, im(p)) * 10 + one[0] + 2 * other[0]


def _averages(weight):
    last = None

    def step(value):
        nonlocal last
        last = value if last is None else weight * value + (1 - weight) * last
        return last

    return step


def _remembering(function, seen):
    def remembered(x):
        if x not in seen:
            seen[x] = function(x)
        return seen[x]

    return remembered


def _sums():
    total = 0.0

    def add(value):
        nonlocal total
        total += value

    return add, lambda: total


@finite
def functions_made_outside_that_keep_something(im=Image, k=Image[Int], p=Position):
    """closures that known factories make, and that change what they keep: nonlocal, dicts, two of one variable"""
    seen, slow, quick = {}, _averages(0.25), _averages(0.5)
    square, (add, total) = _remembering(lambda x: x * x, seen), _sums()
    for i in range(3):
        last = slow(im(p + (i, 0))) + quick(1.0)
        add(last)
        if im(p + (i, 0)) > 0.5:
            add(square(k(p) % 4))
    return last + 4 * total() + 16 * (square(2) + len(seen))


@contextlib.contextmanager
def _noted(notes, number):
    notes.append(number)
    yield number
    notes.append(-number)


def context_manager_that_changes_a_list(k=Image[Int], p=Position):
    """a known @contextmanager, given known numbers and a list of the filter's"""
    notes = []
    with _noted(notes, 3) as number:
        notes.append(k(p) + number)
    return notes[0] + 2 * notes[1] + 4 * notes[2] + 8 * len(notes)
