"""A function that calls itself last of all, as a loop: `return f(b, a % b)` gives its parameters new
values and begins again.

What is still added to the result, or multiplied with it, is put together on the way: `return n * f(n - 1)`. Only the
instructions are looked at: whether the name stands for the function itself, the tracer has to know.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from .canonical import ENDS, JUMPS
from .code import Code, Instruction

TOTAL = "total!"  # among the locals: what has been put together so far
UNPASSED = ENDS | {"JUMP"}
NEUTRAL = {"+": 0, "*": 1}
PUSHES = {"LOAD_CONST", "LOAD_FAST", "LOAD_DEREF", "LOAD_GLOBAL"}
SAME = {"UNARY", "LOAD_ATTR"}
BRANCHES = {"JUMP_IF_FALSE", "JUMP_IF_TRUE"}
ONE_LESS = {"BINARY_OP", "COMPARE", "SUBSCRIPT", "IS", "CONTAINS"}


class Site(NamedTuple):
    """Where a function calls itself: its name is loaded, it is called, and what comes of that is returned."""

    loaded: int
    called: int
    joined: int | None  # the operation on what it gives
    names: tuple[str, ...]


@lru_cache(maxsize=1024)
def loop_of(code: Code, name: tuple[str, str]) -> Code | None:
    """The loop that a function is which calls itself by the name (op, name) that loads it; None where it is none."""
    if code.handlers or code.code.co_cellvars or any(x.op in ("RETURN_GENERATOR", "YIELD_VALUE") for x in code.instructions):
        return None
    sites = []
    for instruction in code.instructions:
        if (instruction.op, instruction.arg) == name:
            site = site_of(code, instruction.index)
            if site is None:
                return None
            sites.append(site)
    added = [site for site in sites if site.joined is not None]
    ways = {code.instructions[site.joined].arg for site in added}
    later = {at for site in added for at in between(code.instructions, site.called + 1, site.joined)}
    if not sites or len(ways) > 1 or any(site.called in later for site in sites):  # (f(n - 1) + f(n - 2) is a tree)
        return None
    return Writing(code, sites, ways.pop() if ways else None).result()


def site_of(code: Code, loaded: int) -> Site | None:
    steps = code.instructions
    called = used(steps, loaded + 1, 1)
    if called is None or steps[called].op != "CALL":
        return None
    count, keywords = steps[called].arg
    parameters = code.code.co_varnames[:code.code.co_argcount + code.code.co_kwonlyargcount]
    names = (*parameters[:count - len(keywords)], *keywords)
    if sorted(names) != sorted(parameters):
        return None
    if returned(steps, called + 1):
        return Site(loaded, called, None, names)
    joined = used(steps, called + 1, 1)
    if joined is None or not joins(steps, joined) or not returned(steps, joined + 1):
        return None
    return Site(loaded, called, joined, names)


def used(steps, at: int, depth: int) -> int | None:
    """The first instruction that takes what lies so deep in the stack, on one way from `at`: all ways come there."""
    while at < len(steps) and steps[at].op not in ENDS:
        step = steps[at]
        if step.op == "JUMP" and step.arg > at:
            at = step.arg
            continue
        taken, given = effect(step)
        if taken is None:
            return None
        if taken >= depth:
            return at
        depth += given - taken
        at += 1
    return None


def between(steps, at: int, end: int, ends=()) -> list[int]:
    """All instructions on the ways from `at` to `end`, which all ways come to; or to one of `ends`."""
    found, waiting = set(), [at]
    while waiting:
        at = waiting.pop()
        if at < end and at not in found:
            found.add(at)
            if at not in ends:
                waiting += [steps[at].arg] * (steps[at].op in JUMPS) + [at + 1] * (steps[at].op not in UNPASSED)
    return sorted(found)


def effect(step: Instruction) -> tuple[int | None, int]:
    """How many values an instruction takes and gives."""
    if step.op in PUSHES:
        return 0, 1
    if step.op in SAME:
        return 1, 1
    if step.op in BRANCHES:
        return 1, 0
    if step.op in ONE_LESS:
        return 2, 1
    if step.op == "CALL":
        return step.arg[0] + 1, 1
    if step.op in ("BUILD_TUPLE", "BUILD_LIST", "BUILD_SLICE"):
        return step.arg, 1
    return None, 0


def joins(steps, at: int) -> bool:
    return steps[at].op == "BINARY_OP" and steps[at].arg in NEUTRAL


def returned(steps, at: int) -> bool:
    while steps[at].op == "JUMP" and steps[at].arg > at:
        at = steps[at].arg
    return steps[at].op == "RETURN_VALUE"


class Writing:
    """The instructions anew, each by what stands in its place."""

    def __init__(self, code: Code, sites: list[Site], way: str | None):
        self.code, self.way = code, way
        self.loaded = {site.loaded for site in sites}
        self.called = {site.called: site for site in sites}
        self.reached = between(code.instructions, 0, len(code.instructions), self.called)
        self.steps: list[Instruction] = []
        self.jumps: list[tuple[int, int]] = []  # (where it stands, the old target)

    def result(self) -> Code:
        old, first = self.code.instructions, self.code.instructions[0]
        if self.way:
            self.add(first, "LOAD_CONST", NEUTRAL[self.way])
            self.add(first, "STORE_FAST", TOTAL)
        begin, places = len(self.steps), {}
        for step in old:
            places[step.index] = len(self.steps)
            if step.index not in self.reached or step.index in self.loaded:
                continue
            if step.index in self.called:
                self.call(step, self.called[step.index], begin)
            elif self.leaves(step):
                if self.way:
                    self.put_together(step)
                self.add(step, "RETURN_VALUE", None)
            else:
                if step.op in JUMPS:
                    self.jumps.append((len(self.steps), step.arg))
                self.add(step, step.op, step.arg)
        for at, target in self.jumps:
            self.steps[at].arg = places[target]
        return Code(self.code.code, tuple(self.steps), ())

    def leaves(self, step: Instruction) -> bool:
        return step.op == "RETURN_VALUE" or step.op == "JUMP" and returned(self.code.instructions, step.index)

    def add(self, step: Instruction, op: str, arg) -> None:
        self.steps.append(Instruction(op, arg, len(self.steps), step._code, step._position))

    def call(self, step, site: Site, begin: int) -> None:
        later = site.joined is not None
        for name in reversed(site.names):
            self.add(step, "STORE_FAST", name + "!" if later else name)
        if not later:
            self.add(step, "JUMP", begin)
        else:
            self.go_on(site, begin)

    def go_on(self, site: Site, begin: int) -> None:
        """What is done with a call's result, apart from what is done with other values: `n + (f(n - 1) if n else 0)`."""
        old, places, jumps = self.code.instructions, {}, []
        inner = between(old, site.called + 1, site.joined)
        for at, following in zip(inner, [*inner[1:], site.joined]):
            places[at] = len(self.steps)
            if old[at].op == "JUMP" and old[at].arg == following:
                continue
            if old[at].op in JUMPS:
                jumps.append((len(self.steps), old[at].arg))
            self.add(old[at], old[at].op, old[at].arg)
        places[site.joined] = len(self.steps)
        for at, target in jumps:
            self.steps[at].arg = places[target]
        self.join(old[site.joined], site, begin)

    def join(self, step, site: Site, begin: int) -> None:
        """With the other operand on the stack."""
        self.put_together(step)
        self.add(step, "STORE_FAST", TOTAL)
        for name in site.names:
            self.add(step, "LOAD_FAST", name + "!")
            self.add(step, "STORE_FAST", name)
        self.add(step, "JUMP", begin)

    def put_together(self, step) -> None:
        self.add(step, "LOAD_FAST", TOTAL)
        self.add(step, "BINARY_OP", self.way)
