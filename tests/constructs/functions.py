"""Constructs: calls, closures, generators, the tools of functools and itertools, and host code around it all."""

import contextlib
import functools
import itertools
import math
import operator
import statistics

from pygpu import Image, Int, Position

from .marks import finite

GAIN = 2.5


def _weighted(value, weight=2.0, *others, bias=0.0, **named):
    return value * weight + sum(others) + bias + sum(named.values())


def _positional(a, b, /, c):
    return a - 2 * b + 3 * c


def call_with_defaults(im=Image, p=Position):
    """default arguments"""
    return _weighted(im(p)) + _weighted(im(p), 3.0)


def call_by_keyword(im=Image, p=Position):
    """keyword arguments, in any order; keyword-only; positional-only"""
    return _weighted(bias=im(p), value=1.0, weight=4.0) + _positional(im(p), 1.0, c=2.0)


def call_with_stars(im=Image, p=Position):
    """f(*args, **kwargs)"""
    args, named = [im(p), 1.0, 5.0], {"bias": im(p), "extra": 2.0}
    return _weighted(*args, 6.0, **named)


def parameters_with_stars(im=Image, p=Position):
    """def f(*args, **kwargs)"""
    def total(*args, scale=1.0, **kwargs):
        return scale * sum(args) + kwargs["offset"] + len(args)

    return total(im(p), im(p + (1, 0)), 1.0, scale=2.0, offset=0.5)


def global_read(im=Image, p=Position):
    """a global variable is read"""
    return im(p) * GAIN


def closure(im=Image, p=Position):
    """a closure over a symbol"""
    v = im(p)

    def plus(x):
        return x + v

    return plus(1.0) * plus(2.0)


def closure_sees_later_value(im=Image, p=Position):
    """a closure sees what its variable becomes"""
    v = im(p)

    def get():
        return v

    v = v + 1
    return get()


def nonlocal_counter(im=Image, p=Position):
    """nonlocal"""
    count, total = 0, 0.0

    def add(x):
        nonlocal count, total
        count += 1
        total += x

    for i in range(4):
        add(im(p + (i, 0)))
    return total / count


def nonlocal_under_a_condition(im=Image, p=Position):
    """nonlocal, assigned under a condition on a symbol"""
    hits = 0

    def test(x):
        nonlocal hits
        if x > 0:
            hits += 1

    test(im(p))
    test(im(p + (1, 0)))
    return hits


def closures_share_a_loop_variable(im=Image, p=Position):
    """lambdas made in a loop share its variable"""
    functions = [lambda x: x * k for k in (1, 2, 3)]
    bound = [lambda x, k=k: x * k for k in (1, 2, 3)]
    return sum(f(im(p)) for f in functions) + 100 * sum(f(1) for f in bound)


def lambda_as_image(im=Image, p=Position):
    """a function of a position as an image"""
    return _blur(lambda q: im(q) ** 2, p)


def _blur(im, p):
    return (im(p - (1, 0)) + 2 * im(p) + im(p + (1, 0))) / 4


def stage_of_stages(im=Image, p=Position):
    """stages, each a function of a position"""
    across = lambda q: _blur(im, q)  # noqa: E731
    down = lambda q: (across(q - (0, 1)) + 2 * across(q) + across(q + (0, 1))) / 4  # noqa: E731
    return im(p) - down(p)


def function_as_argument(im=Image, p=Position):
    """a function given to a function"""
    def twice(f, x):
        return f(f(x))

    return twice(lambda x: x / 2 + 1, im(p))


def function_returns_function(im=Image, p=Position):
    """a function that returns a function"""
    def power(n):
        def raised(x):
            return x ** n
        return raised

    return power(2)(im(p)) + power(3)(im(p))


def _logged(function):
    @functools.wraps(function)
    def wrapper(*args):
        return function(*args) + 1
    return wrapper


@_logged
def _decorated(x):
    return 2 * x


def decorator(im=Image, p=Position):
    """a decorated function"""
    return _decorated(im(p))


def decorator_inside(im=Image, p=Position):
    """a decorator applied inside the filter"""
    @_logged
    def half(x):
        """Half of it."""
        return x / 2

    return half(im(p))


def annotations_and_docstrings(im: Image, p: Position):
    """annotations"""
    weight: float = 2.0

    def scale(x: float) -> float:
        """Has a docstring."""
        return x * weight

    return scale(im(p))


def partial(im=Image, p=Position):
    """functools.partial"""
    return functools.partial(_weighted, weight=im(p), bias=1.0)(3.0)


def reduce(im=Image, p=Position):
    """functools.reduce"""
    row = [im(p + (i, 0)) for i in range(4)]
    return functools.reduce(lambda a, b: a * 0.5 + b, row) + functools.reduce(operator.add, row, 1.0)


@functools.lru_cache(maxsize=None)
def _binomials(n):
    return [math.comb(n, k) for k in range(n + 1)]


def cached_function(im=Image, p=Position):
    """a cached function of known values"""
    return sum(w * im(p + (i, 0)) for i, w in enumerate(_binomials(4))) / 16


@functools.singledispatch
def _describe(x):
    return 1.0


@_describe.register
def _(x: str):
    return 2.0


def single_dispatch(im=Image, p=Position):
    """functools.singledispatch on known values"""
    return im(p) * _describe("text") + _describe(3)


def _factorial(n):
    return 1 if n <= 1 else n * _factorial(n - 1)


def _power(x, n):
    if n == 0:
        return 1.0
    half = _power(x, n // 2)
    return half * half * (x if n % 2 else 1)


def recursion(im=Image, p=Position):
    """recursion that a known argument bounds"""
    return _power(im(p), 5) + _factorial(5)


def _even(n, x):
    return x if n == 0 else _odd(n - 1, x + 1)


def _odd(n, x):
    return -x if n == 0 else _even(n - 1, x * 2)


def mutual_recursion(im=Image, p=Position):
    """functions that call one another"""
    return _even(5, im(p))


def _fold(tree, im, p):
    if isinstance(tree, tuple):
        left, symbol, right = tree
        a, b = _fold(left, im, p), _fold(right, im, p)
        return a + b if symbol == "+" else a * b
    return im(p) if tree == "v" else tree


def interpreter_of_a_tree(im=Image, p=Position, tree=(("v", "*", 3.0), "+", ("v", "*", "v"))):
    """recursion over a known tree: an interpreter that vanishes"""
    return _fold(tree, im, p)


def _neighbours(im, p):
    yield im(p)
    for i in (1, 2):
        yield im(p + (i, 0))
    yield 0.5


def generator(im=Image, p=Position):
    """a generator, walked by a loop"""
    total = 0.0
    for i, v in enumerate(_neighbours(im, p)):
        total += (i + 1) * v
    return total


def generator_unpacked(im=Image, p=Position):
    """a generator: unpacked, next, list"""
    a, b, *rest = _neighbours(im, p)
    first = next(_neighbours(im, p))
    return a + 2 * b + 3 * sum(rest) + first + len(list(_neighbours(im, p)))


def generator_expression(im=Image, p=Position):
    """a generator expression"""
    return sum(im(p + (i, 0)) * i for i in range(1, 4)) + max(i for i in range(3))


def yield_from(im=Image, p=Position):
    """yield from, and what a generator returns"""
    def inner():
        yield im(p)
        yield 2.0
        return 5.0

    def outer():
        result = yield from inner()
        yield result

    return sum(outer())


def generator_with_state(im=Image, p=Position):
    """a generator that keeps symbols between its steps"""
    def powers(x):
        value = 1.0
        while True:
            yield value
            value = value * x

    return sum(itertools.islice(powers(im(p)), 4))


def generator_send(im=Image, p=Position):
    """send to a generator"""
    def running():
        total = 0.0
        while True:
            total += yield total

    mean = running()
    next(mean)
    mean.send(im(p))
    return mean.send(2.0)


def walrus(im=Image, p=Position):
    """walrus in a condition"""
    if (v := im(p)) > 0:
        return v
    return (w := v + 1) * w


def walrus_in_comprehension(im=Image, p=Position):
    """walrus in a comprehension"""
    total = 0.0
    running = [total := total + im(p + (i, 0)) for i in range(3)]
    return running[1] + 10 * total


def itertools_product(im=Image, p=Position):
    """itertools.product, combinations, permutations"""
    total = sum(im(p + d) for d in itertools.product((-1, 1), repeat=2))
    pairs = sum(a * b for a, b in itertools.combinations([im(p), 2.0, im(p + (1, 0))], 2))
    return total + pairs + len(list(itertools.permutations(range(3))))


def itertools_accumulate(im=Image, p=Position):
    """itertools.accumulate, pairwise"""
    row = [im(p + (i, 0)) for i in range(4)]
    return sum(itertools.accumulate(row)) + sum(b * i - a for i, (a, b) in enumerate(itertools.pairwise(row)))


def itertools_chain(im=Image, p=Position):
    """itertools.chain, repeat, count, cycle, starmap, islice, zip_longest"""
    row = list(itertools.chain([im(p)], itertools.repeat(2.0, 2)))
    counted = sum(v * i for v, i in zip(row, itertools.count(1)))
    cycled = sum(v * s for v, s in zip(row, itertools.cycle((1, -1))))
    starred = sum(itertools.starmap(lambda a, b: a * b, [(im(p), 2.0), (1.0, 3.0)]))
    longest = sum(a + b for a, b in itertools.zip_longest(row, [im(p)], fillvalue=1.0))
    return counted + cycled + starred + longest


def accumulate_with_function(im=Image, p=Position):
    """itertools.accumulate with a function"""
    return list(itertools.accumulate([im(p + (i, 0)) for i in range(3)], lambda a, b: a / 2 + b))[-1]


def getters(im=Image, p=Position):
    """operator.itemgetter, attrgetter"""
    pairs = [(im(p), 1), (2.0, 2)]
    return sum(map(operator.itemgetter(0), pairs)) + operator.itemgetter(1)(pairs[1])


def any_library_on_known_values(im=Image, p=Position, samples=(1.0, 2.0, 4.0)):
    """any library, called with known values"""
    return im(p) * statistics.mean(samples) + statistics.pstdev(samples)


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
    return isinstance(v, float) + 2 * isinstance(k, int) + 4 * isinstance(v, (int, str)) + 8 * (type(v) is float) + v * 0


def built_in_tools(im=Image, p=Position):
    """callable, getattr, hasattr, len, id-free tools on known things"""
    return im(p) * getattr(math, "floor")(2.5) + hasattr(math, "nothing") + callable(im)


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


def two_results(im=Image, p=Position):
    """a tuple as the result: two images"""
    return im(p) + 1, im(p) > 0


def image_size(im=Image, p=Position):
    """im.width, im.height, im.size"""
    width, height = im.size
    return im(width - 1 - p.x, p.y) + im.width * 10 + height


@finite
def reads_between_pixels(im=Image, p=Position):
    """im at a position between pixels"""
    return im(p * 0.5) + im(p.x + 0.25, p.y) + im.sample(p / 3, "nearest")


def image_in_a_list(im=Image, n=Image[Int], p=Position):
    """images in a list"""
    return sum(image(p) * weight for image, weight in zip([im, n, lambda q: q.x], (1, 0, 2)))


@finite
def image_as_default(im=Image, p=Position, radius=2):
    """a known parameter bounds a neighbourhood"""
    around = range(-radius, radius + 1)
    return max(im(p + (x, y)) for x in around for y in around)
