"""Constructs: calls, closures, recursion, functions as values and as images."""

import functools
import math
import operator

from pygpu import Image, Int, Position

from .marks import finite, within

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


def wrapped_by_name(im=Image, p=Position):
    """functools.wraps: names and texts, __wrapped__; a function's own attributes, which count its calls"""
    def counted(function):
        @functools.wraps(function)
        def wrapper(*args):
            wrapper.calls += 1
            return function(*args) + len(wrapper.__name__)
        wrapper.calls = 0
        return wrapper

    @counted
    def half(x):
        """Half of it."""
        return x / 2

    total = half(im(p)) + half(1.0)
    if im(p) > 0.5:
        total += half(im(p))
    return total + 10 * half.calls + half.__wrapped__(3.0) + len(half.__doc__ + half.__qualname__[-4:])


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


class _Remembering:
    def __init__(self, im, weight):
        self.im, self.weight = im, weight

    @functools.cache  # noqa: B019  # as written
    def __call__(self, q):
        return self.im(q) + self.weight * self.im(q + (1, 0))

    @functools.lru_cache(8)  # noqa: B019
    def slope(self, q):
        return self(q) - self(q - (1, 0))

    @staticmethod
    @functools.cache
    def half(q):
        return q.x * 0.5


_RAMP = _Remembering(lambda q: q.x * 0.25, 2.0)


def cached_methods(im=Image, p=Position):
    """methods under functools.cache, __call__ among them; of an object from outside, too"""
    soft = _Remembering(im, 0.5)
    return soft.slope(p) + soft(p) * soft.half(p) + _RAMP(p) + _RAMP.slope(p + (0, 1))


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


def _gcd(a, b):
    return a if b == 0 else _gcd(b, a % b)


def _search(x, low=0, high=7, values=(0.0, 0.1, 0.2, 0.4, 0.5, 0.7, 0.8)):
    if low >= high:
        return low
    middle = (low + high) // 2
    return _search(x, middle + 1, high) if values[middle] < x else _search(x, low, high=middle, values=values)


@finite
@within(1e-2)
def tail_recursion(n=Image[Int], im=Image, p=Position):
    """a function that calls itself last of all, as often as a pixel says"""
    def root(x, of):
        return x if abs(x * x - of) < 0.01 * of else root((x + of / x) / 2, of)

    return _gcd(n(p), 12) + root(1.0, abs(im(p)) + 1)


def tail_recursion_with_a_counter(n=Image[Int], p=Position):
    """a counter of the calls that is known at first"""
    def steps(n, done=0):
        return done if n <= 1 else steps(n=n // 2 if n % 2 == 0 else 3 * n + 1, done=done + 1)

    return steps(n(p) % 50)


def recursion_that_adds_or_multiplies(n=Image[Int], p=Position):
    """what calls itself is added to, or multiplied, and returned"""
    def ones(n):
        if n <= 0:
            return 0
        return ones(n >> 1) + (n & 1)

    def power(x, n):
        if n <= 0:
            return 1
        if n % 2:
            return x * power(x, n - 1)
        return power(x * x, n // 2)

    return _factorial(n(p) % 8) + ones(n(p)) + power(3, n(p) % 9)


def recursion_in_two_ways(n=Image[Int], p=Position):
    """a function that calls itself several times, in its own arguments, or to go on with what it gets: a loop with a stack"""
    moved = 0

    def rabbits(n):
        return n if n < 102 else rabbits(n - 1) + rabbits(n - 2)

    def ackermann(m, n):
        if m == 100:
            return n + 1
        return ackermann(m - 1, 1 if n == 0 else ackermann(m, n - 1))

    def factors(a, b):
        if a == 0:
            return b, 0, 1
        found, x, y = factors(b % a, a)
        return found, y - (b // a) * x, x

    def hanoi(n, here, there, other):
        nonlocal moved
        if n > 100:
            hanoi(n - 1, here, other, there)
            moved += 3 * here + there
            hanoi(n - 1, other, there, here)

    hanoi(n(p) % 4 + 100, 0, 1, 2)
    return rabbits(n(p) % 7 + 100) + moved + ackermann(n(p) % 2 + 100, n(p) % 3) + sum(factors(n(p) % 500, 12))


def recursion_in_place(im=Image, p=Position):
    """quicksort of a list in place, whose parts a pixel says"""
    def sort(xs, low, high):
        if low < high:
            at = low
            for k in range(low, high):
                if xs[k] < xs[high]:
                    xs[k], xs[at] = xs[at], xs[k]
                    at += 1
            xs[at], xs[high] = xs[high], xs[at]
            sort(xs, low, at - 1)
            sort(xs, at + 1, high)

    xs = [im(p), im(p + (1, 0)), 0.5]
    sort(xs, 0, 2)
    return xs[0] - xs[1] * xs[2]


def recursion_by_halves_of_an_interval(im=Image, p=Position):
    """binary search in a known sequence, recursively"""
    return _search(im(p), 0, 7, (0.0, 0.1, 0.2, 0.4, 0.5, 0.7, 0.8))


def _even(n, x):
    return x if n == 0 else _odd(n - 1, x + 1)


def _odd(n, x):
    return -x if n == 0 else _even(n - 1, x * 2)


def mutual_recursion(im=Image, p=Position):
    """functions that call one another"""
    return _even(5, im(p))


def _is_even(n):
    return True if n == 0 else _is_odd(n - 1)


def _is_odd(n):
    return False if n == 0 else _is_even(n - 1)


def _female(n):
    return 1 if n <= 0 else n - _male(_female(n - 1))


def _male(n):
    return 0 if n <= 0 else n - _female(_male(n - 1))


def mutual_recursion_as_pixels_say(n=Image[Int], p=Position):
    """functions that call one another as often as a pixel says, also a parser's"""
    tokens, at = [n(p) % 5, "+", "(", 2, "*" if n(p) % 2 else "+", n(p) % 7, ")", "*", 3, "end"], 0
    tokens = [each if type(each) is not str else -1 - "+*()".find(each) for each in tokens]

    def total():
        nonlocal at
        value = product()
        while tokens[at] == -1:
            at += 1
            value += product()
        return value

    def product():
        nonlocal at
        value = factor()
        while tokens[at] == -2:
            at += 1
            value *= factor()
        return value

    def factor():
        nonlocal at
        token = tokens[at]
        at += 1
        if token == -3:
            token = total()
            at += 1
        return token

    return total() + 100 * _is_even(n(p) % 40) + 1000 * _female(n(p) % 8)


def recursion_from_a_loop(n=Image[Int], p=Position):
    """a function that calls itself from its own loop: queens, a flood, ways through a graph"""
    after, seen = {0: [1, 2], 1: [3], 2: [3, 4], 3: [5], 4: [5], 5: []}, [False] * 12

    def queens(row, columns, up, down):
        if row == n(p) % 5:
            return 1
        found = 0
        for column in range(n(p) % 5):
            if not (columns >> column | up >> row + column | down >> row - column + 8) & 1:
                found += queens(row + 1, columns | 1 << column, up | 1 << row + column, down | 1 << row - column + 8)
        return found

    def flood(at):
        seen[at] = True
        size = 1
        for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1)):
            x, y = at % 4 + dx, at // 4 + dy
            if 0 <= x < 4 and 0 <= y < 3 and not seen[y * 4 + x] and n(p) >> (y * 4 + x) % 7 & 1:
                size += flood(y * 4 + x)
        return size

    def ways(here):
        return 1 if here == 5 else sum([ways(there) for there in after[here]])

    return queens(0, 0, 0, 0) + 100 * flood(n(p) % 12) + 10000 * ways(0)


class _Sets:
    def __init__(self, count):
        self.parent = list(range(count))

    def find(self, one):
        if self.parent[one] != one:
            self.parent[one] = self.find(self.parent[one])
        return self.parent[one]

    def join(self, one, other):
        self.parent[self.find(one)] = self.find(other)


def recursion_of_a_method(n=Image[Int], p=Position):
    """a method that calls itself: sets that are joined"""
    sets = _Sets(6)
    for one, other in ((n(p) % 6, 1), (2, n(p) % 4), (4, 1)):
        sets.join(one, other)
    return sum(sets.find(each) == each for each in range(6)) + 10 * sets.find(n(p) % 6)


class _Counts:
    @staticmethod
    def steps(n):
        return n if n < 2 else _Counts.steps(n - 1) + _Counts.steps(n - 2)

    @classmethod
    def shapes(cls, n):
        return 1 if n < 2 else sum(_Counts.shapes(k) * cls.shapes(n - 1 - k) for k in range(n))

    @staticmethod
    def product(n):
        return 1 if n < 2 else n * _Counts.product(n - 1)

    def even(self, n):
        return n == 0 or self.odd(self, n - 1)

    @staticmethod
    def odd(counts, n):
        return n != 0 and counts.even(n - 1)


def recursion_by_the_name_of_a_class(n=Image[Int], p=Position):
    """a static method, or one of the class, that calls itself by the name of its class"""
    return _Counts.steps(n(p) % 9), _Counts.shapes(n(p) % 5), _Counts.product(n(p) % 8), _Counts().even(n(p) % 16)


def _fold(tree, im, p):
    if isinstance(tree, tuple):
        left, symbol, right = tree
        a, b = _fold(left, im, p), _fold(right, im, p)
        return a + b if symbol == "+" else a * b
    return im(p) if tree == "v" else tree


def interpreter_of_a_tree(im=Image, p=Position, tree=(("v", "*", 3.0), "+", ("v", "*", "v"))):
    """recursion over a known tree: an interpreter that vanishes"""
    return _fold(tree, im, p)


def two_results(im=Image, p=Position):
    """a tuple as the result: two images"""
    return im(p) + 1, im(p) > 0


def one_result_in_a_tuple(im=Image, p=Position):
    """a tuple of one: so is what comes back"""
    return (im(p),)


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


def _at_most_after(factor, limit):
    def decorate(function):
        def limited(x):
            if x > limit:
                return x
            return function(x * factor)
        return limited
    return decorate


@_at_most_after(2, 2)
@_at_most_after(3, 4)
def _decorated_twice(x):
    return x + 1


def decorated_twice_by_one_decorator(im=Image, p=Position):
    """a function from outside, decorated twice by what one `def` makes: not a function that calls itself"""
    return _decorated_twice(im(p))


def recursion_in_a_list(im=Image[Int], p=Position):
    """a function that calls itself in [...] that is summed up at once, or asked for its least or largest"""
    def fewest(n):
        return 0 if n == 0 else 1 + min([fewest(n - c) for c in (1, 3, 4) if c <= n])

    n = max(im(p), 0)
    return fewest(n & n // 3 & 15)  # as deep as 15, as far as is known; hardly any pixel is


def closure_chosen(im=Image, p=Position):
    """one of several closures of one function, chosen by a symbol"""
    def counter(step):
        count = [0.0]

        def counted(v):
            count[0] += step * v
            return count[0]

        return counted

    counters = [counter(1), counter(2), counter(3)]
    chosen = counters[p.x % 3]
    return chosen(im(p)) + 10 * chosen(1.0) + counters[0](0.5)
