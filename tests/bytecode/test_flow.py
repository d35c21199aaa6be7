"""Loops, joins and order, on functions written by hand and, against their definitions, on Python's own library."""

import opcode
from pathlib import Path

import pytest

from pygpu.bytecode import decode
from pygpu.bytecode.canonical import CONDITIONAL
from tests.bytecode.test_opcodes import code_objects

TESTS = CONDITIONAL - {"FOR_ITER", "SEND"}


class Lines:
    """A function's flow, asked and told by its lines, counted from the `def`."""

    def __init__(self, function):
        self.code = decode(function.__code__)
        self.first = function.__code__.co_firstlineno

    def line(self, index):
        line = None if index is None else self.code.instructions[index].location.line
        return None if line is None else line - self.first

    def joins(self, line, ops=TESTS):
        """Where the branches of a line meet again, as lines."""
        return [self.line(self.code.join(step.index)) for step in self.code.instructions
                if step.op in ops and self.line(step.index) == line]

    def loops(self):
        """For each loop its first and last line."""
        bodies = [self.lines(loop.body) for loop in self.code.loops.values()]
        return sorted((min(lines), max(lines)) for lines in bodies)

    def lines(self, indices):
        return {self.line(index) for index in indices} - {None}

    def order(self):
        """Lines in order, each where its first instruction comes."""
        ranked = sorted(self.code.instructions, key=lambda step: self.code.order(step.index))
        return list(dict.fromkeys(self.line(step.index) for step in ranked))


def test_if_else():
    def f(a):
        if a > 1:
            b = 1
        elif a > 0:
            b = 2
        else:
            b = 3
        return b
    lines = Lines(f)
    assert (lines.joins(1), lines.joins(3)) == ([7], [7])
    assert lines.order() == [1, 2, 3, 4, 6, 7]
    assert lines.code.loops == {}


def test_chain_before_an_early_return():
    def f(a, b, c):
        if a and b:
            return 1
        if (a or b) and c:
            c = 2
        return c
    lines = Lines(f)
    assert lines.joins(1) == [3, 3]
    assert lines.joins(3)[-1] == 5
    assert {lines.joins(3)[0], lines.joins(3)[1]} <= {3, 4, 5}


def test_an_arm_that_raises_is_no_way_on():
    def f(a):
        if a:
            return 1
        else:
            raise ValueError
    assert Lines(f).joins(1) == [2]


def test_early_return_in_an_arm_is_ignored():
    def f(a, b):
        if a:
            if b:
                return 1
            c = 2
        else:
            c = 3
        return c
    lines = Lines(f)
    assert (lines.joins(1), lines.joins(2)) == ([7], [4])


def test_conditional_expressions():
    def f(a, b):
        c = (1 if a else 2) + (b and
            a)
        return c if not b else -c
    lines = Lines(f)
    assert lines.joins(1) == [1, 1]
    first, second = (step.index for step in lines.code.instructions if step.op in TESTS and lines.line(step.index) == 1)
    assert lines.code.instructions[lines.code.join(second)].op == "BINARY_OP"
    assert first < lines.code.join(first) < second


def test_for_with_continue_and_break():
    def f(n):
        s = 0
        for i in range(n):
            if i == 3:
                continue
            if i == 5:
                s += 1
                break
            if i == 7:
                return s
            s += i
        return s
    lines = Lines(f)
    head, = lines.code.loops
    assert lines.code.instructions[head].op == "FOR_ITER"
    assert lines.code.join(head) == head + 1
    assert lines.line(head) == 2
    assert lines.joins(3) == [2]  # at the head: one arm goes round at once
    assert lines.joins(5) == [8]
    assert lines.joins(8) == [10]
    assert lines.loops() == [(2, 10)]
    assert lines.order()[:6] == [1, 2, 3, 5, 8, 10]  # then what leaves the loop
    inside = [step.index for step in lines.code.instructions if lines.line(step.index) == 10]
    assert all(lines.code.innermost(index).head == head for index in inside)
    assert all(lines.code.innermost(target) is None for target in lines.code.loops[head].exits)


def test_nested_loops_with_else():
    def f(n):
        for i in range(n):
            for j in range(i):
                if j > 3:
                    break
                if i + j > 9:
                    continue
                n += 1
            else:
                n += 2
            n += 3
        else:
            n += 4
        return n
    lines = Lines(f)
    assert lines.loops() == [(1, 10), (2, 7)]
    assert lines.joins(3) == [5]
    assert lines.joins(5) == [2]
    order = lines.order()
    assert order.index(7) < order.index(9) < order.index(10) < order.index(12) < order.index(13)
    inner = min(lines.code.loops.values(), key=lambda loop: len(loop.body))
    outer = max(lines.code.loops.values(), key=lambda loop: len(loop.body))
    assert inner.body < outer.body
    assert lines.code.innermost(inner.head) is inner
    assert all(target in outer.body for target in inner.exits)


def test_while_else():
    def f(n):
        while n > 1:
            if n == 5:
                break
            n -= 1
        else:
            n = 7
        return n
    lines = Lines(f)
    assert lines.loops()[0][1] == 4
    assert len(lines.code.loops) == 1
    order = lines.order()
    assert order.index(4) < order.index(6) < order.index(7)
    # A loop's own test: what stays in the loop. A test before the loop: where all meet.
    assert set(lines.joins(1)) <= {1, 2, 7}


def test_while_true():
    def f(n):
        while True:
            n += 1
            if n > 10:
                break
            if n == 3:
                continue
            n += 2
        return n
    lines = Lines(f)
    (head, loop), = lines.code.loops.items()
    assert lines.line(head) == 2
    assert lines.joins(3) == [5]
    assert lines.joins(5) == [2]
    assert lines.order()[-1] == 8
    assert lines.lines(loop.exits) <= {4, 8}


def test_try_in_a_loop():
    def f(values):
        s = 0
        for v in values:
            try:
                s += 1 / v
            except ZeroDivisionError:
                s = -1
                continue
            if s > 5:
                break
        return s
    lines = Lines(f)
    (head, loop), = lines.code.loops.items()
    assert lines.lines(loop.body) >= {2, 4, 5, 6, 8}
    order = [line for line in lines.order() if line is not None]
    assert order.index(6) < order.index(10) and order.index(8) < order.index(10)


# On Python's own library, against the definitions.

NAMES = ("argparse", "difflib", "ast", "shlex", "textwrap")
LIBRARY = [Path(opcode.__file__).with_name(f"{name}.py") for name in NAMES]


@pytest.mark.parametrize("path", LIBRARY, ids=lambda path: path.stem)
def test_definitions(path):
    for code in code_objects(compile(path.read_bytes(), str(path), "exec")):
        decoded = decode(code)
        check_order(decoded)
        for step in decoded.instructions:
            if step.op in CONDITIONAL:
                check_join(decoded, step)


def check_order(code):
    flow = code.flow
    for block in flow.starts:
        for target in flow.edges[block]:
            back = target in code.loops and block in code.loops[target].body
            assert back or code.order(flow.ends[block] - 1) < code.order(target)
    ranked = sorted(range(len(code.instructions)), key=code.order)
    place = {index: rank for rank, index in enumerate(ranked)}
    for loop in code.loops.values():
        places = [place[index] for index in loop.body]
        assert min(places) == place[loop.head] and max(places) - min(places) == len(places) - 1


def check_join(code, step):
    """Every way on from the branch passes the join; there is no place before it of which that is true."""
    join, loop = code.join(step.index), code.innermost(step.index)
    arms = [step.index + 1, step.arg]
    if loop is None:
        assert join is None or any(join in reached(code, arm, ()) for arm in arms)
        return
    inside = [arm for arm in arms if arm in loop.body and loop.head in reached(code, arm, (), loop.body)]
    if len(inside) < 2:
        assert join == (inside[0] if inside else None)
        return

    def passed(place):
        return all(arm == place or place != loop.head and loop.head not in reached(code, arm, {place}, loop.body)
                   or place == loop.head for arm in inside)
    assert passed(join)
    before = [block for block in code.flow.starts if block in loop.body and passed(block)]
    assert all(block == join or block in reached(code, join, (), loop.body, loop.head) for block in before)


def reached(code, block, without, within=None, last=None):
    """Blocks on normal ways from a block, some taken out, and not past a last one."""
    found, waiting = set(), [block]
    while waiting:
        here = waiting.pop()
        if here in found or here in without or within is not None and here not in within:
            continue
        found.add(here)
        if here != last:
            waiting += code.flow.normal[here]
    return found
