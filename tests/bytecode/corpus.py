"""Small functions, together covering every construct that a filter may hold, each with arguments to call it with."""

# ruff: noqa: E731, E741, B007, B904, B018, F841 - odd code is the point here

from contextlib import suppress

CASES = []


def case(*calls):
    """Registers a function, to be called with each tuple of arguments."""
    def register(function):
        CASES.append((function, calls))
        return function
    return register


class Manager:
    """A context manager that writes down what happens to it."""

    def __init__(self, swallows=False):
        self.swallows, self.log = swallows, []

    def __enter__(self):
        self.log.append("enter")
        return self

    def __exit__(self, kind, value, trace):
        self.log.append(kind and kind.__name__)
        return self.swallows


class Point:
    __match_args__ = ("x", "y")

    def __init__(self, x, y):
        self.x, self.y = x, y

    def moved(self, dx=0, *, dy=0):
        return (self.x + dx, self.y + dy)

    def __eq__(self, other):
        return isinstance(other, Point) and (self.x, self.y) == (other.x, other.y)

    def __hash__(self):
        return 0

    def __repr__(self):
        return f"Point({self.x}, {self.y})"


class Sub(Point):
    pass


scale = 3


# Expressions.

@case((1, 2, 3), (7, -2, 5))
def arithmetic(a, b, c):
    return a + b * c - a / b // c % 5 + a ** 2, a << 2 | 8 >> 1 & c ^ b, -a, +b, ~c, not a


@case((2, 5), ([1], [2]))
def in_place(a, b):
    a += b
    a *= 2
    return a


@case((7, 3))
def in_place_numbers(a, b):
    a -= b
    a |= 8
    c = a
    c //= b
    c %= 4
    c <<= 2
    c >>= 1
    c &= 7
    c ^= 1
    c **= 2
    d = a
    d /= b
    return a, c, d


@case((1, 2), (2, 1), (1, 1), (1.0, float("nan")))
def comparisons(a, b):
    return a < b, a <= b, a == b, a != b, a > b, a >= b, a is b, a is not b, a in (b, 3), a not in (b, 3)


@case((0, 1, 2), (2, 1, 0), (1, 1, 1))
def chained(a, b, c):
    if a < b < c:
        return "up"
    return a <= b <= c, a > b > c


@case((0, 0), (0, 1), (1, 0), (1, 1))
def logic(a, b):
    x = a and b
    y = a or b
    z = not a and b or not (a or b)
    return x, y, z, a and not b, (a or b) and (b or a)


@case((0,), (5,), (-5,), (None,))
def conditional(a):
    sign = None if a is None else 1 if a > 0 else -1 if a < 0 else 0
    return sign, "none" if a is None else "some", a is not None and a + 1


@case(([1, 2, 3, 4, 5], 2),)
def items(a, i):
    b = list(a)
    b[0] = a[i] + a[-1]
    b[1:3] = a[i:]
    b[i:i + 1] = [9, 9]
    del b[0]
    b[-1] += 5
    return b, a[::2], a[i:], a[:i], a[:], a[::-1], a[1:4:i], a[1:3]


@case((Point(1, 2),))
def attributes(p):
    q = Point(p.x, p.y)
    q.x = 7
    q.y += 3
    q.z = 1
    del q.z
    return q.x, q.y, hasattr(q, "z"), q.moved(1, dy=2), Point.moved(q, 5)


@case((3.14159, "w", 8))
def formatting(a, b, width):
    return f"{a} {b!r:>{width}} {a:.2f} {b!s}{b!a} {a:{width}.{width - 5}} {a=}" + f"{b}" + f"{b!r:>{len(f'{b!r:>4}')}}"


@case((1, [2, 3], {"k": 4}))
def displays(a, b, c):
    return (a, *b), [a, *b, a], {a, *b}, {**c, "a": a, 1: 2}, [], {}, (), {"x": a, "y": 2}, [1, 2, 3], {1, 2, 3}, (a, 2)


@case(([1, 2, 3],), ((4, 5, 6),), ([1, 2],))
def unpacking(values):
    a, b, c = values
    a, b = b, a
    c, b, a = a, b, c
    (d, e), *f = (values[:2], a, b)
    g, *h, i = values
    return a, b, c, d, e, f, g, h, i


@case((3,))
def walrus(a):
    if (b := a + 1) > 3:
        return [c := b * 2, c + b, a]
    return b


@case((300, 70000))
def constants(a, b):
    return a + 256, b - 65536, -1, -2, True, None, ..., 1.5, 2j, "s", b"b", (1, (2, 3)), a in {1, 300}, a in [1, 2], ""


# Calls.

def host(*args, **kwargs):
    return args, sorted(kwargs.items())


@case((1, [2, 3], {"k": 4}))
def calls(a, b, c):
    return host(), host(a), host(a, k=1), host(*b), host(a, *b, 5, x=1, **c), host(**c, z=2), host(*b, k=1), max(a, 2)


@case((1, {"x": 2}), (1, {"k": 2}))
def keyword_twice(a, c):
    return host(k=a, **c)


@case(("a-b",))
def methods(text):
    return text.split("-"), text.upper().lower().join(["x", "y"]), "{}{x}".format(text, x=1), [text].index(text)


@case((2,))
def inner_function(a):
    def add(b, c=a, *rest, d=10, e=scale, **more):
        return a + b + c + d + e, rest, more
    return add(1), add(1, 2, 3, 4, d=5, f=6), (lambda x, y=a: x * y + a)(4)


@case((2,))
def closure_that_changes(a):
    count = 0

    def step(by: int = 1) -> int:
        nonlocal count
        count += by * a
        return count
    step()
    step(by=3)
    a = 10
    step()
    return count, step.__name__


@case((5,))
def recursion(n):
    def fact(k):
        return 1 if k <= 1 else k * fact(k - 1)
    return fact(n)


@case((5,))
def deep_closure(n):
    def outer():
        def inner(k):
            return n + k
        return inner
    return [f(1) for f in [outer(), lambda k: n * k]], sorted([3, 1, 2], key=lambda v: -v * n)


@case((2, 3))
def decorated(a, b):
    def twice(function):
        return lambda x: function(function(x))

    def plus(n):
        return lambda function: lambda x: function(x) + n

    @twice
    @plus(b)
    def double(x):
        return 2 * x
    return double(a)


@case((2,))
def local_class(a):
    class Local(Point):
        size = a

        def moved(self, dx=0, *, dy=0):
            return super().moved(dx, dy=dy)[0] + self.size, super().x if hasattr(super(), "x") else None
    return Local(1, 2).moved(3), Local.size


def method_with_super(self, other):
    return super(Sub, self).__eq__(other), super(Sub, self).__hash__() + 1


case((Sub(1, 2), Point(1, 2)))(method_with_super)


@case((4,))
def globals_and_imports(a):
    import math
    import os.path as path
    from math import floor, sqrt as root
    global fresh
    fresh = a
    del fresh
    return math.ceil(a / 3), floor(root(a)), path.join("a", "b"), scale


# Branches and loops.

@case((0,), (1,), (2,), (3,))
def branches(a):
    if a == 0:
        x = "zero"
    elif a == 1:
        return "one"
    elif a == 2:
        x = "two"
    else:
        x = "many"
    return x + "!"


@case((0, 0), (0, 1), (1, 0), (1, 1))
def early_return(a, b):
    if a and b:
        return "both"
    if a or b:
        c = 1
    else:
        c = 2
    if not (a and not b):
        return c
    c += 1
    return c


@case((None,), (3,))
def none_tests(a):
    if a is None:
        return "none"
    x = 1 if a is not None else 2
    while a is not None and a > 0:
        a = a - 1 if a > 1 else None
    return a, x


@case((0,), (5,), (12,))
def nested_loops(n):
    total = 0
    for i in range(n):
        if i == 3:
            continue
        for j in range(i):
            if j > 4:
                break
            if (i + j) % 2:
                continue
            total += i * j
        else:
            total += 100
        if total > 1000:
            break
    else:
        total = -total
    return total


@case((0,), (10,))
def return_in_loops(n):
    for i in range(n):
        for j in range(n):
            if i * j == 42:
                return i, j
            with suppress(ValueError):
                if i + j == 17:
                    return "sum"
    return None


@case((0,), (7,), (27,))
def while_loops(n):
    steps = 0
    while n > 1:
        n = n // 2 if n % 2 == 0 else 3 * n + 1
        steps += 1
        if steps > 20:
            break
    else:
        steps = -steps
    while True:
        steps += 3
        if steps > 5:
            break
        if steps == 2:
            continue
        steps += 1
    return steps


@case((3,), (30,))
def while_in_while(n):
    out = []
    while n > 0 and len(out) < 20:
        k = n
        while k % 2 == 0 or k == 5:
            k //= 2
            out.append(k)
        n -= 3
    return out


@case((0,), (20,))
def endless(n):
    while 1:
        while n < 10:
            n += 3
        n += 1
        if n > 15:
            return n


@case(([(1, (2, 3)), (4, (5, 6))],))
def loop_targets(pairs):
    out = {}
    for a, (b, *c) in pairs:
        out[a], *out["rest"] = b, c
    for out["last"] in [7, 8]:
        pass
    return out


@case((1,), (0,))
def unbound(a):
    if a:
        x = 1
        y = 2
        del y
    if not a:
        y = 3
    return x, y


@case((0,), (2,))
def asserts(a):
    assert a
    assert a > 1, f"too small {a}"
    return a


# Comprehensions and generators.

@case(([1, 2, 3],), ([],))
def comprehensions(values):
    x = "kept"
    squares = [x * x for x in values]
    pairs = [(a, b) for a in values if a > 1 for b in values if a != b]
    nested = [[a * b for b in values] for a in values]
    return x, squares, pairs, nested, {a % 2 for a in values}, {a: a + scale for a in values if a}, len([0 for _ in values])


@case(([1, 2, 3], 10))
def comprehension_in_call(values, n):
    return host(n, [v + n for v in values], k={v: n for v in values}), max([v * n for v in values] or [0], default=None)


@case(([1, 2, 3],))
def comprehension_with_closure(values):
    x = 5
    g = lambda: x
    plain = [x for x in values]
    functions = [lambda: x + n for n in values]
    return g(), plain, [f() for f in functions], [(lambda: v)() for v in values], [[x for x in (n, x)] for n in values]


@case((0,), (1,))
def comprehension_that_raises(a):
    x = "kept"
    try:
        y = [1 / x for x in (2, a)]
    except ZeroDivisionError:
        return "caught", x
    return x, y


@case((0,), (1,))
def comprehension_that_raises_in_call(a):
    for i in (1, 2):
        try:
            return host("a", i, *[1 / i for i in (2, a)], k=[i for i in (a,)])
        except ZeroDivisionError:
            a = 5
            continue
    return i


@case(([1, 2, 3],), ([],), ([0, 4],))
def generator_expressions(values):
    return (sum(v * v for v in values), any(v > 2 for v in values), all(v for v in values), tuple(v for v in values),
            list(v + 1 for v in values if v), set(v % 2 for v in values), max((v for v in values), default=0),
            dict((v, w) for v in values for w in range(v)), not any(v == 4 for v in values))


@case(([1, 2, 3],))
def shadowed_any(values):
    any = all = tuple = list = lambda g: [*g, "mine"]
    return any(v for v in values), all(v for v in values), tuple(v for v in values), list(v for v in values)


@case((3,))
def generator(n):
    got = None
    for i in range(n):
        if i == 1:
            continue
        got = yield i, got
    yield from (10 * i for i in range(2))
    result = yield from inner_generator(n)
    return result


def inner_generator(n):
    yield n
    try:
        yield n + 1
    finally:
        yield "end"
    return n


case((2,))(inner_generator)


@case((4,))
def generators_inside(n):
    def count(k):
        while k:
            yield k
            k -= 1
        return "done"

    def both():
        x = yield from count(n)
        yield x
    return [*both()], [a + b for a, b in zip(count(3), count(2))]


# Exceptions.

@case((0,), (1,), ("x",), (None,))
def catching(a):
    log = []
    for i in range(2):
        try:
            log.append(10 // a)
        except ZeroDivisionError as error:
            log.append(str(error))
        except (TypeError, ValueError):
            log.append("type")
            continue
        else:
            log.append("fine")
        finally:
            log.append(i)
    return log


@case((0,), (1,), (2,), (3,))
def finally_paths(a):
    log = []
    for i in range(5):
        try:
            if a == 0:
                return log
            if a == 1 and i == 2:
                break
            if a == 2 and i == 1:
                continue
            log.append(i)
        finally:
            log.append("f")
    return log, i


@case((0,), (1,), (2,))
def raising(a):
    try:
        try:
            if a == 0:
                raise ValueError("zero")
            if a == 1:
                raise KeyError("one") from ValueError("cause")
            [][a]
        except KeyError as error:
            raise
        except IndexError as error:
            raise RuntimeError("again") from error
    except ValueError as error:
        return str(error)
    return None


@case((0,), (1,), (2,))
def with_statement(a):
    manager, other = Manager(a == 1), Manager()
    try:
        with manager as one, other:
            one.log.append(a)
            if a:
                raise ValueError(a)
    except ValueError:
        return "out", manager.log, other.log
    return manager.log, other.log


@case((0,), (1,), (2,))
def with_exits(a):
    manager = Manager(True)
    log = []
    for i in range(3):
        with manager:
            if a == 0:
                return manager.log, i
            if a == 1:
                continue
            log.append([1 // (i - 1) for i in range(i, 3)])
            break
    return manager.log, log, i


@case((2,))
def nested_try(a):
    try:
        return host(a, int("x"))
    except ValueError:
        try:
            return host([a / 0])
        except ZeroDivisionError:
            with suppress(KeyError):
                return {}["k"]
            return "all"
    finally:
        host()


# match.

@case((0,), (1,), ([1, 2],), ([1, 2, 3, 4],), ({"k": 5, "l": 6},), (Point(0, 9),), (Point(3, 4),), ("s",), (None,), (2.5,),
      ([],), (True,), ((1, (2, 3)),))
def matching(a):
    match a:
        case 0 | "s":
            return "zero"
        case None:
            return "none"
        case [x, (y, z)]:
            return "nested", x, y, z
        case [x, y] if x < y:
            return "pair", x, y
        case [first, *rest] if rest:
            return first, rest
        case []:
            return "empty"
        case {"k": v, **rest}:
            return v, rest
        case Point(x=0, y=y):
            return "axis", y
        case Point(x, y):
            return x, y
        case bool(b):
            return "bool", b
        case float() as f:
            return f
        case _:
            x = "other"
    return x


# Large: prefixes on arguments and jumps.

exec("def long_jumps(n):\n    x = 0\n    for i in range(n):\n        if i % 2:\n            continue\n" +
     "".join(f"        x += i * {k} + v{k}\n" for k in range(300)) + "    return x\n",
     globals() | {f"v{k}": k for k in range(300)}, many := {})
case((5,))(many["long_jumps"])

exec("def many_locals():\n" + "".join(f"    a{k} = {k}\n" for k in range(300)) +
     "    def f(): return a5 + a299\n    return f() + a7 + a298, [a4 for a4 in (a4,)]\n", many)
case(())(many["many_locals"])
