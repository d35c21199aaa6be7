"""Functions that call themselves last of all, as loops: what the loop's instructions mean, on the machine of plain Python."""

import pytest

from pygpu.bytecode import decode, loop_of


def gcd(a, b):
    return a if b == 0 else gcd(b, a % b)


def factorial(n):
    return 1 if n <= 1 else n * factorial(n - 1)


def ones(n):
    if n == 0:
        return 0
    return ones(n >> 1) + (n & 1)


def steps(n, done):
    return done if n == 1 else steps(done=done + 1, n=n // 2 if n % 2 == 0 else 3 * n + 1)


def triangle(n):
    """What is added is a call's result on one way only."""
    return n + (triangle(n - 1) if n > 0 else 0)


def jumps(n):
    """One of two calls is added to, and to what there is a branch for."""
    return (jumps(n - 1) if n > 3 else jumps(n - 2) if n > 0 else 7) + (n if n % 2 == 0 else 1)


def tree(n):
    return n if n < 2 else tree(n - 1) + tree(n - 2)


def inside(n):
    return 1 if n == 0 else inside(inside(n - 1) - 1)


def taken(n):
    return 0 if n == 0 else n - taken(n - 1)


def both(n):
    if n < 2:
        return 1
    return 2 * both(n - 2) if n % 2 else 1 + both(n - 1)


def kept(n):
    return (lambda: n)() if n < 3 else kept(n - 1)


def loop(function):
    return loop_of(decode(function.__code__), ("LOAD_GLOBAL", function.__name__))


@pytest.mark.parametrize("function, arguments", [(gcd, (84, 36)), (factorial, (7,)), (ones, (45,)), (steps, (6, 0)), (triangle, (6,)),
                                                  (jumps, (9,))])
def test_it_gives_the_same(function, arguments):
    assert not any(step.arg == function.__name__ for step in loop(function).instructions)
    assert followed(loop(function), arguments) == function(*arguments)


@pytest.mark.parametrize("function", [tree, inside, taken, both, kept])
def test_what_is_no_loop(function):
    assert loop(function) is None


def followed(code, arguments):
    """What the few instructions that such functions are made of compute."""
    locals, stack, at = dict(zip(code.code.co_varnames, arguments)), [], 0
    while True:
        op, arg = code.instructions[at].op, code.instructions[at].arg
        at += 1
        if op in ("LOAD_FAST", "LOAD_CONST"):
            stack.append(locals[arg] if op == "LOAD_FAST" else arg)
        elif op == "STORE_FAST":
            locals[arg] = stack.pop()
        elif op in ("BINARY_OP", "COMPARE"):
            right, left = stack.pop(), stack.pop()
            stack.append(eval(f"{left} {arg} {right}"))
        elif op == "JUMP" or op == "JUMP_IF_FALSE" and not stack.pop():
            at = arg
        elif op == "RETURN_VALUE":
            return stack.pop()
