"""Calls, closures, decorators, classes; names of modules."""

# ruff: noqa: E501, E731, E741, B007, B023, B904, B905, B018, F841, I001, UP032 - odd code is the point here

from tests.bytecode.corpus.things import Point, Sub, case, host, scale


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
