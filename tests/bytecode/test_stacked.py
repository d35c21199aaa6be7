"""Functions that call themselves or one another anywhere, as one loop: what its instructions mean, on the machine of plain
Python."""

from types import CellType

import pytest

from pygpu.bytecode import Member, decode, stack_of

from .machine import Frame, Machine


def power(x, n):
    if n == 0:
        return 1
    half = power(x, n // 2)
    return half * half * (x if n % 2 else 1)


def fib(n):
    return n if n < 2 else fib(n - 1) + fib(n - 2)


def ackermann(m, n):
    if m == 0:
        return n + 1
    return ackermann(m - 1, 1 if n == 0 else ackermann(m, n - 1))


def chosen(n, a, b):
    """What is given for `b` is `b` on one way only."""
    return b if n == 0 else chosen(n - 1, b, a if n % 2 else b)


def counted(n, step=1, *, done=0):
    """Defaults, and arguments by name."""
    return done if n <= 0 else counted(n - step, done=done + 1) + counted(n - 2 * step)


def partitions(n, least):
    if n == 0:
        return 1
    found = 0
    for part in range(least, n + 1):
        found += partitions(n - part, part)
    return found


COINS = (1, 2, 5)
GRAPH = {0: [1, 2], 1: [3], 2: [3, 4], 3: [5], 4: [5], 5: []}


def fewest(n):
    best = 99
    for coin in COINS:
        if coin > n:
            break
        best = min(best, fewest(n - coin) + 1)
    else:
        return best + 100 * (n > 2)
    return best if n else 0


def ways(here, there):
    if here == there:
        return 1
    found = 0
    for after in GRAPH[here]:
        found += ways(after, there)
    return found


def in_turns(n):
    """Loops in loops, of which the inner one calls; and values that wait on the stack."""
    found = 0
    while n > 0:
        for i, each in enumerate((n, 2, 3)):
            for _ in range(i):
                if each % 2:
                    continue
                found = found + (in_turns(n - each) if n > each else 1)
        n -= 1
    return found


def side_by_side(n):
    found = n
    for i, (a, b) in enumerate(zip(COINS, range(n)), 1):
        found += i * side_by_side(a - b - 1) if a > b else 1
    for i, a in enumerate(COINS, start=2):
        for b, c in zip(COINS, [n, 1], strict=False):
            found += side_by_side(n - i - c) if n > i + c > 0 and a < b else 0
    return found


def summed(n, *, most=5):
    return 1 if n == 0 else sum(summed(n - k, most=k) for k in range(1, most + 1) if k <= n)


def least(n):
    """With a default, of two loops, and closed over."""
    return 0 if n == 0 else 1 + min((least(n - a * b) for a in COINS for b in COINS[:2] if a * b <= n), default=50)


def greatest(n):
    return n if n < 2 else max(greatest(n - k) + (k == 2) for k in COINS if k <= n)


def summed_list(n, most=5):
    """A list of all, with a variable of its own that has the name of another one."""
    k = n + 1
    return k if n == 0 else sum([summed_list(n - k, most=k) for k in range(1, most + 1) if k <= n]) + k


def least_of_list(n):
    """Of two loops, closed over; and a list in the items of a list."""
    if n == 0:
        return 0
    return 1 + min([least_of_list(n - a * b) + max([a, *[b - 1]]) for a in COINS for b in COINS[:2] if a * b <= n], default=50)


def lists_in_lists(n):
    return 1 if n < 2 else sum([max([lists_in_lists(n - i - j) + i for i in (1, 2)]) + j for j in range(2)])


def seen_list(n, there):
    """All of them are asked for, also where the first says it."""
    return n == there or any([seen_list(each, there) for each in GRAPH[n]]) or all([seen_list(each, 5) for each in GRAPH[n]])


def reached(n, there):
    return n == there or any(reached(each, there) for each in GRAPH[n]) and not all(each > n for each in (n, there))


def chosen_of(n, steps):
    """Which of two is gone over is chosen where the loop begins."""
    found = n
    for each in (steps if n % 2 else steps[1:]):
        found += chosen_of(n - each, steps) if n >= each else 0
    return found


def is_even(n):
    return True if n == 0 else is_odd(n - 1)


def is_odd(n):
    return False if n == 0 else is_even(n - 1)


def female(n):
    return 1 if n == 0 else n - male(female(n - 1))


def male(n):
    return 0 if n == 0 else n - female(male(n - 1))


class Walker:
    def ping(self, n, seen=()):
        return n if n <= 0 else self.pong(n - 1) + 1

    def pong(self, n):
        return -n if n <= 0 else self.ping(n=n - 2) * 2


def made(*functions, by="LOAD_GLOBAL"):
    names = {function.__name__: number for number, function in enumerate(functions)}
    return stack_of(tuple([Member(decode(function.__code__), tuple([
        ((by, name), number) for name, number in names.items()]), tuple(
        function.__code__.co_varnames[function.__code__.co_argcount - len(function.__defaults__ or ()):
                                      function.__code__.co_argcount]) + tuple(function.__kwdefaults__ or ()))
        for function in functions]))


def followed(code, functions, arguments):
    frame = Frame(Machine(functions[0].__code__, functions[0].__globals__), dict(zip(
        functions[0].__code__.co_varnames, arguments)))
    frame.code = code
    frame.locals |= dict.fromkeys(code.unset)
    frame.locals = {name: each.cell_contents if isinstance(each, CellType) else each for name, each in frame.locals.items()}
    for number, function in enumerate(functions):
        count, defaults = function.__code__.co_argcount, function.__defaults__ or ()
        given = {**dict(zip(function.__code__.co_varnames[count - len(defaults):count], defaults)), **(function.__kwdefaults__ or {})}
        frame.locals |= {f"{name}@{number}=default" if number else f"{name}=default": value for name, value in given.items()}
        if not number:
            frame.locals = {**given, **frame.locals}
    return frame.run()[1]


@pytest.mark.parametrize("functions, arguments", [
    ([power], (3, 5)), ([fib], (9,)), ([ackermann], (2, 3)), ([chosen], (4, 10, 20)), ([chosen], (5, 10, 20)),
    ([counted], (7,)), ([partitions], (8, 1)), ([fewest], (11,)), ([ways], (0, 5)), ([in_turns], (5,)),
    ([summed], (7,)), ([summed_list], (6,)), ([least_of_list], (9,)), ([lists_in_lists], (6,)),
    ([seen_list], (0, 4)), ([seen_list], (1, 4)), ([side_by_side], (6,)), ([least], (9,)), ([greatest], (9,)),
    ([reached], (0, 4)), ([reached], (1, 4)),
    ([chosen_of], (5, (1, 3, 2))), ([is_even, is_odd], (7,)), ([female, male], (9,)), ([male, female], (9,))])
def test_it_gives_the_same(functions, arguments):
    code = made(*functions)
    assert not any(step.arg in [function.__name__ for function in functions] for step in code.instructions)
    assert followed(code, functions, arguments) == functions[0](*arguments)


def test_methods():
    code = made(Walker.ping, Walker.pong, by="LOAD_ATTR")
    assert followed(code, [Walker.ping, Walker.pong], (Walker(), 12)) == Walker().ping(12)


def test_what_is_returned_at_once_needs_no_stack():
    assert not made(is_even, is_odd).stacked
    assert made(female, male).stacked


def of_iterator(n, them):
    found = n
    for each in them:
        found += of_iterator(each, ())
    return found


def test_what_can_be_asked_once_is_not_asked_twice():
    assert followed(made(of_iterator), [of_iterator], (1, [2, 3])) == 6
    with pytest.raises(TypeError, match="has no len"):
        followed(made(of_iterator), [of_iterator], (1, iter([2, 3])))


def test_there_is_one_loop_more_than_those_without_calls():
    assert len(made(in_turns).loops) == 1
    assert len(made(partitions).loops) == 1


def generates(n):
    yield from generates(n - 1)


def lends(n):
    return (lambda: n)() + lends(n - 1)


def handed(n):
    return sum(map(handed, range(n)))


def many(*ns):
    return many(*ns[1:]) if ns else 0


@pytest.mark.parametrize("function", [generates, lends, handed, many])
def test_what_is_no_loop(function):
    assert made(function) is None
