"""Comprehensions and generators."""

# ruff: noqa: E501, E731, E741, B007, B023, B904, B905, B018, F841, I001, UP032 - odd code is the point here

from tests.bytecode.corpus.things import case, host, scale


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
