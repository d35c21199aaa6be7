"""Random programs of whole numbers with state: lists, dicts and sets that grow and shrink, objects that change, closures,
generators that are left early, exceptions that are caught, `with`, `match`, what is changed on the way to a condition.

    python -m tests.random.states --seconds 3600
    python -m tests.random.states --seed 1234            one alone, with its source, made smaller where it is wrong
    PYGPU_ON=intel python -m tests.random.states         on a driver

What a program gives is made of all its variables, in their order, so that nothing that it does goes unseen. It is
compared with plain Python to the last bit, pixel by pixel; pixels for which plain Python raises give no value.
"""

from __future__ import annotations

import os
import sys
from functools import cache
from random import Random

import numpy as np

import pygpu
from pygpu import HostImage, Position
from tests.engines import Engine, engines
from tests.fuzzing import fuzz

from .running import load
from .shrinking import shrunk
from .things import NAMES

WIDTH, HEIGHT = 6, 5
HEAD = "def filter(k=Image[Int], p=Position):"
SMALL = 1_000_000  # what 32 bits hold of a product of two


class Program:
    """One random program: its source."""

    def __init__(self, seed: int):
        self.chance = Random(seed)
        self.lines: list[str] = []
        self.numbers, self.lists, self.dicts, self.sets, self.objects = ["a", "b", "c"], [], [], [], []
        self.functions: list[str] = []
        self.generators: list[str] = []
        self.count, self.left, self.loops, self.inside = 0, self.chance.choice((4, 7, 10, 14)), 0, 0

    def source(self) -> str:
        self.line(0, HEAD)
        self.line(1, "a, b, c = k(p), k(p + (1, 0)), k(p + (0, 1))")
        self.line(1, "log = []")
        for made in self.chance.sample((self.new_list, self.new_list, self.new_dict, self.new_set, self.new_object,
                                        self.new_function, self.new_generator), self.chance.randint(2, 5)):
            made(1)
        self.block(1, 0)
        numbers = " + ".join(f"{i + 1} * {name}" for i, name in enumerate(self.numbers))
        whole = [f"listed({name})" for name in [*self.lists, "log"]] + [f"mapped({name})" for name in self.dicts] + [
            f"sum({name}) + 7 * len({name})" for name in self.sets] + [f"{name}.told()" for name in self.objects]
        self.line(1, f"return {numbers}, {' + '.join(whole)}")
        return "\n".join(self.lines) + "\n"

    # -- decisions ---------------------------------------------------------------------------------------------------

    def one(self, *ways):
        return self.chance.choice(ways)

    def maybe(self, n: int) -> bool:
        """Once in n times."""
        return self.chance.randrange(n) == 0

    def fresh(self, letter: str) -> str:
        self.count += 1
        return f"{letter}{self.count}"

    def line(self, depth: int, text: str) -> None:
        self.lines.append("    " * depth + text)

    # -- numbers -----------------------------------------------------------------------------------------------------

    def number(self, depth: int = 2) -> str:
        c = self.chance
        if depth == 0 or self.maybe(4):
            return self.one(*self.numbers, *self.numbers, str(c.randint(-3, 7)), "k(p + (1, 1))")
        n, m = self.number(depth - 1), self.number(depth - 1)
        ways = [f"({n} + {m})", f"({n} - {m})", f"w({n} * {m})", f"({n} // {c.randint(1, 4)})", f"({n} % {c.randint(2, 5)})",
                f"({n} // -{c.randint(2, 3)})", f"({n} % -{c.randint(2, 5)})", f"({n} ^ {m})", f"({n} & {m})",
                f"({n} | {m})",
                f"(~{n})", f"({n} >> {c.randint(0, 3)})", f"w({n} << {c.randint(0, 3)})", f"abs({n})", f"min({n}, {m})",
                f"max({n}, {m}, {c.randint(-2, 2)})", f"({n} if {self.truth(depth - 1)} else {m})", f"(-{n})",
                f"divmod({n}, {c.randint(2, 4)})[{c.randint(0, 1)}]", f"int({n} / 2)", f"round({n} / 4)",
                f"(bool({self.truth(depth - 1)}) + {n})",
                f"({n} or {m})", f"({n} and {m})", f"({n}, {m}, 3)[{self.number(0)} % 3]", f"tick(log, {n})",
                f"pick({self.truth(0)}, {n}, {m})",
                f"sum(x for x in ({n}, {m}, 2) if x > {self.number(0)})", f"next((x for x in ({n}, {m}) if x > 1), -1)",
                f"(lambda x, y=2: x - y)({n})", f"sorted(({n}, {m}, 1))[{c.randint(0, 2)}]",
                f"w(({n} % 7) ** {c.randint(0, 3)})",
                f"first_above(({n}, {m}), {self.number(0)})", f"int(str(abs({n}))[-1])", f"abs({n}).bit_length()"]
        if self.lists:
            xs = self.one(*self.lists)
            ways += [f"len({xs})", f"w(sum({xs}))", f"({xs}[-1] if {xs} else 9)", f"max({xs}, default=-7)",
                     f"{xs}.count({self.number(0)})",
                     f"sum(x * {n} % 5 for x in {xs} if x > {self.number(0)})",
                     f"({xs}[{self.number(0)} % len({xs})] if {xs} else 0)",
                     f"next((i for i, x in enumerate({xs}) if x > {self.number(0)}), -1)",
                     f"sum(x - y for x, y in zip({xs}, {xs}[1:]))",
                     f"sum({xs}[::-1][:2])", f"sum({xs}[-2:])", f"len(set({xs}))",
                     f"min({xs}, key=lambda x: x % 3, default=0)"]
        if self.dicts:
            d = self.one(*self.dicts)
            ways += [f"len({d})", f"{d}.get({self.key()}, {self.number(0)})", f"w(sum({d}.values()))",
                     f"sum(key for key, value in {d}.items() if value > {self.number(0)})", f"max({d}, default=-1)"]
        if self.sets:
            s = self.one(*self.sets)
            ways += [f"len({s})", f"w(sum({s}))", f"len({s} & {{1, 2, {self.number(0)} % 4}})"]
        if self.objects:
            o = self.one(*self.objects)
            ways += [f"{o}.total", f"len({o})", f"{o}.gain({n})", f"{o}({n})", f"({o} + {n}).total", f"w(sum({o}))"]
        if self.functions:
            f = self.one(*self.functions)
            ways += [f"{f}({n})", f"{f}({n}) - {f}(1)"]
        if self.generators:
            ways += [f"next({self.one(*self.generators)}(), -5)", f"sum(x for x in {self.one(*self.generators)}())",
                     f"sum(x for x, _ in zip({self.one(*self.generators)}(), range(2)))"]
        return self.one(*ways)

    def key(self) -> str:
        return self.one(f"{self.number(0)} % 3", str(self.chance.randint(0, 3)), f"{self.number(1)} % 4")

    def truth(self, depth: int = 1) -> str:
        n, m = self.number(min(depth, 1)), self.number(0)
        ways = [f"{n} > {m}", f"{n} % 2 == 0", f"{n} != {m}", f"-2 <= {n} < {m}", f"{n} in (1, 2, {m})", f"not {n}"]
        if depth > 0:
            ways += [f"({self.truth(depth - 1)} and {self.truth(depth - 1)})",
                     f"({self.truth(depth - 1)} or {self.truth(depth - 1)})",
                     f"(tick(log, {n}) > 0 or tick(log, {m}) > 1)", f"(tick(log, {n}) > 0 and tick(log, {m}) > 1)",
                     f"any(tick(log, x) > 2 for x in ({n}, {m}, 1))", f"all(tick(log, x) > 0 for x in ({n}, {m}))",
                     f"0 < tick(log, {n}) < tick(log, {m})"]
            if self.lists:
                xs = self.one(*self.lists)
                ways += [xs, f"{n} in {xs}", f"any(x > {m} for x in {xs})", f"all(tick(log, x) > {m} for x in {xs})",
                         f"{xs} > [{n}]",
                         f"{xs} == sorted({xs})"]
            if self.dicts:
                ways += [f"{self.key()} in {self.one(*self.dicts)}", f"any({self.one(*self.dicts)}.values())"]
            if self.sets:
                ways += [f"{n} in {self.one(*self.sets)}", f"{self.one(*self.sets)} <= {{0, 1, 2, {m}}}"]
            if self.objects:
                ways += [f"{self.one(*self.objects)}", f"{n} in {self.one(*self.objects)}",
                         f"{self.one(*self.objects)} < {self.one(*self.objects)}",
                         f"isinstance({self.one(*self.objects)}, Loud)"]
        return self.one(*ways)

    # -- what is declared at the beginning ---------------------------------------------------------------------------

    def new_list(self, depth: int) -> None:
        name = self.fresh("xs")
        self.line(depth, f"{name} = " + self.one("[]", f"[{self.number(1)}]", "[a, b, c]",
                                                 f"[x * {self.number(0)} % 7 for x in (1, 2, 3)]",
                                                 f"[x for x in (a, b, c, 1) if x > {self.number(0)}]", "list(range(3))",
                                                 "[0] * 3"))
        self.lists.append(name)

    def new_dict(self, depth: int) -> None:
        name = self.fresh("d")
        self.line(depth, f"{name} = " + self.one("{}", f"{{0: {self.number(1)}, 2: 5}}",
                                                 f"{{{self.number(0)} % 3: {self.number(0)}}}",
                                                 "{i: 0 for i in range(4)}",
                                                 f"dict(zip(range(3), (a, b, {self.number(0)})))", "defaultdict(int)",
                                                 "Counter()"))
        self.dicts.append(name)

    def new_set(self, depth: int) -> None:
        name = self.fresh("s")
        self.line(depth, f"{name} = " + self.one("set()", f"{{{self.number(0)} % 4, 1}}", "{x % 4 for x in (a, b, c)}",
                                                 "{1, 2}"))
        self.sets.append(name)

    def new_object(self, depth: int) -> None:
        name = self.fresh("o")
        self.line(depth, f"{name} = {self.one('Pile', 'Loud', 'Pile', 'Record')}({self.number(1)})")
        self.objects.append(name)

    def new_function(self, depth: int) -> None:
        """A closure that changes what is around it, and may raise or return early."""
        name, kept = self.fresh("f"), self.fresh("n")
        self.line(depth, f"{kept} = {self.chance.randint(0, 3)}")
        self.line(depth, f"def {name}(x):")
        self.line(depth + 1, f"nonlocal {kept}" if self.maybe(2) else "pass")
        changes = self.lines[-1].strip() != "pass"
        self.numbers.append(kept)
        numbers, self.numbers = self.numbers, [*self.numbers, "x", "x"]
        before, self.loops, self.inside = self.loops, 0, self.inside + 1
        if changes:
            self.line(depth + 1, f"{kept} = w({kept} + {self.number(1)})")
        if self.maybe(2):
            self.line(depth + 1, f"if {self.truth(1)}:")
            self.line(depth + 2, self.one(f"return {self.number(1)}", f"return {self.number(1)}",
                                          f"raise ValueError({self.number(0)})"))
        if self.lists and self.maybe(2):
            xs = self.one(*self.lists)
            self.line(depth + 1, f"if len({xs}) < 9:")  # who goes through it may call this
            self.line(depth + 2, f"{xs}.append(w({self.number(1)}))")
        self.line(depth + 1, f"return w({self.number(2)})")
        self.loops, self.inside, self.numbers = before, self.inside - 1, numbers
        self.functions.append(name)

    def new_generator(self, depth: int) -> None:
        """A generator that notes that it was asked, yields under conditions, and may end early."""
        name = self.fresh("g")
        self.line(depth, f"def {name}():")
        numbers, self.numbers = self.numbers, [*self.numbers, "x"]
        self.line(depth + 1, f"for x in {self.one('(a, b, 2)', 'range(3)', '[1, c, a]', 'range(abs(a) % 4)')}:")
        if self.maybe(2):
            self.line(depth + 2, f"log.append({self.number(0)})")
        if self.maybe(4):
            self.line(depth + 2, f"if {self.truth(0)}:")
            self.line(depth + 3, self.one("return", "break", "continue"))
        if self.maybe(2):
            self.line(depth + 2, f"if {self.truth(0)}:")
            self.line(depth + 3, f"yield w({self.number(1)})")
        else:
            self.line(depth + 2, f"yield w({self.number(1)})")
        if self.maybe(5):
            self.line(depth + 1, f"yield {self.number(0)}")
        self.numbers = numbers
        self.generators.append(name)

    # -- statements --------------------------------------------------------------------------------------------------

    def block(self, depth: int, nesting: int) -> None:
        before, lines = len(self.numbers), len(self.lines)
        for _ in range(self.chance.randint(1, 2) if nesting else self.left):
            if self.left <= 0:
                break
            self.left -= 1
            if self.statement(depth, nesting) is False:
                break
        if len(self.lines) == lines:
            self.line(depth, "pass")
        if nesting:
            del self.numbers[before:]

    def statement(self, depth: int, nesting: int):
        ways = [self.assign, self.assign, self.change_list, self.change_list]
        ways += [self.change_dict] * 2 * bool(self.dicts) + [self.change_set] * bool(self.sets)
        ways += [self.change_object] * 2 * bool(self.objects)
        if nesting < 3 and self.left > 0:
            ways += [self.if_, self.if_, self.if_, self.for_, self.for_, self.while_, self.try_, self.try_, self.with_,
                     self.match]
        if nesting:
            ways += [self.leave]
        return self.one(*ways)(depth, nesting)

    def assign(self, depth, nesting):
        if self.maybe(3):
            self.line(depth, f"{self.one(*self.numbers)} {self.one('+=', '-=', '^=')} {self.number(1)}")
        elif self.maybe(6):
            self.line(depth, f"{self.one('a', 'b')}, {self.one('b', 'c')} = {self.number(1)}, {self.number(1)}")
        elif self.maybe(8) and self.lists:
            self.line(depth, f"a, *{self.one(*self.lists)} = {self.number(0)}, *{self.one(*self.lists)}")
        elif self.maybe(3) and not nesting:
            name = self.fresh("n")
            self.line(depth, f"{name} = w({self.number(3)})")
            self.numbers.append(name)
        else:
            self.line(depth, f"{self.one(*self.numbers)} = w({self.number(3)})")

    def change_list(self, depth, nesting):
        if not self.lists:
            return self.assign(depth, nesting)
        xs, n = self.one(*self.lists), self.number(2)
        safe = [f"{xs}.append(w({n}))", f"{xs}.append(w({n}))", f"{xs}.extend(({self.number(0)}, w({n})))",
                f"{xs}.insert({self.chance.randint(0, 2)}, w({n}))",
                f"{xs}.sort()", f"{xs}.sort(key=lambda x: -x)", f"{xs}.reverse()", f"{xs} = {xs}[1:]", f"{xs} = {xs}[::-1]",
                f"{xs} = [w({n}), *{xs}]",
                f"{xs} = [x + {self.number(0)} for x in {xs}]",
                f"{xs} = [x for x in {xs} if x % 2 == {self.chance.randint(0, 1)}]", f"{xs}[1:2] = [w({n}), 4]",
                f"{xs} += [w({n})]", f"{xs} = sorted({xs}, reverse=True)", f"{xs} = list(map(lambda x: w(x * 2), {xs}))",
                f"{xs}[:1] = []",
                f"{xs} = list(accumulate({xs}))[:4]", f"{xs} = [max(x, y) for x, y in zip({xs}, {xs}[1:])]",
                f"{xs} = {self.one(*self.lists)}",
                f"{xs} = {self.one(*self.lists)}.copy()", f"{xs} = {xs} + {self.one(*self.lists)}[:2]", f"{xs}.clear()"]
        held = [f"a = {xs}.pop()", f"b = {xs}.pop(0)", f"{xs}.remove({xs}[0])", f"{xs}[0] = w({n})",
                f"{xs}[-1] += {self.number(0)}", f"del {xs}[0]", f"del {xs}[-1]",
                f"{xs}[{self.number(0)} % len({xs})] = w({n})", f"{xs}[0], {xs}[-1] = {xs}[-1], {xs}[0]", f"a, *_ = {xs}",
                f"c = {xs}.pop({self.number(0)} % len({xs}))",
                f"b = {xs}.index({xs}[-1])"]
        if self.maybe(2):
            self.line(depth, self.one(*safe))
        else:
            self.line(depth, f"if {xs}:")
            self.line(depth + 1, self.one(*held))

    def change_dict(self, depth, nesting):
        d, key, n = self.one(*self.dicts), self.key(), self.number(1)
        self.line(depth, self.one(f"{d}[{key}] = w({n})", f"{d}[{key}] = {d}.get({key}, 0) + 1",
                                  f"{d}.setdefault({key}, w({n}))", f"{d}.pop({key}, None)",
                                  f"{d}.update({{1: w({n}), {key}: 3}})", f"a = {d}.pop({key}, {self.number(0)})",
                                  f"{d} = {{x: y for x, y in {d}.items() if y > {self.number(0)}}}",
                                  f"{d}[{key}] = w({d}.get({key}, 1) * 2)", f"{d} = {{**{d}, 2: w({n})}}",
                                  f"{d} |= {{0: w({n})}}"))

    def change_set(self, depth, nesting):
        s, n = self.one(*self.sets), f"{self.number(1)} % 5"
        self.line(depth, self.one(f"{s}.add({n})", f"{s}.discard({n})", f"{s} |= {{{n}, 2}}", f"{s} &= {{0, 1, 2, {n}}}",
                                  f"{s} -= {{{n}}}", f"{s} ^= {{{n}, 1}}",
                                  f"{s} = {{x for x in {s} if x != {n}}}"))

    def change_object(self, depth, nesting):
        o, n = self.one(*self.objects), self.number(1)
        self.line(depth, self.one(f"{o}.put({n})", f"{o}.total = w({n})", f"{o} += {n}", f"{o}.items.append(w({n}))",
                                  f"{o}.take()", f"{o} = {o} + {n}",
                                  f"{o}[0] = w({n})", f"{o} = {self.one(*self.objects)}", f"{o}.put({n}).put(1)",
                                  f"{o}.size = {n} % 9", f"{o} = Loud({n})",
                                  f"{o}, a = {self.one(*self.objects)}, {o}.total"))

    def if_(self, depth, nesting):
        name = None
        if self.maybe(6):
            name = self.fresh("n")
            self.line(depth, f"if ({name} := w({self.number(2)})) > {self.number(0)}:")
            self.numbers.append(name)
        else:
            self.line(depth, f"if {self.truth(2)}:")
        self.block(depth + 1, nesting + 1)
        if self.maybe(4):
            self.line(depth, f"elif {self.truth(1)}:")
            self.block(depth + 1, nesting + 1)
        if self.maybe(2):
            self.line(depth, "else:")
            self.block(depth + 1, nesting + 1)
        if name and nesting:
            self.numbers.remove(name)

    def for_(self, depth, nesting):
        name = self.fresh("i")
        sources = [f"range({self.chance.randint(1, 4)})", "(a, b, c)", f"range({self.number(0)} % 4)", "range(3, 0, -1)",
                   f"(3, {self.number(1)})"]
        sources += [f"{xs}[:]" for xs in self.lists] + [f"list({d})" for d in self.dicts]
        sources += [f"sorted({s})" for s in self.sets]
        sources += [f"{g}()" for g in self.generators] * 2 + [f"{o}" for o in self.objects]
        head = self.one(*sources)
        self.numbers.append(name)
        if self.maybe(4):
            index = self.fresh("i")
            self.line(depth, f"for {index}, {name} in enumerate({head}):")
        elif self.maybe(6):
            self.line(depth, f"for {name}, b in zip({head}, (1, 2)):")
        else:
            self.line(depth, f"for {name} in {head}:")
        self.loops += 1
        self.block(depth + 1, nesting + 1)
        self.loops -= 1
        self.numbers.remove(name)
        if self.maybe(4):
            self.line(depth, "else:")
            self.block(depth + 1, nesting + 1)

    def while_(self, depth, nesting):
        name = self.fresh("i")
        self.line(depth, f"{name} = 0")
        xs = self.one(*self.lists, "log")
        self.line(depth, "while " + self.one(f"{name} < {self.chance.randint(1, 4)}:", f"{name} < 3 and {self.truth(1)}:",
                                             f"{name} < abs({self.number(0)}) % 4:",
                                             f"{name} < 4 and {xs}:"))
        self.line(depth + 1, f"{name} += 1")
        if f"and {xs}" in self.lines[-2] and self.maybe(2):
            self.line(depth + 1, f"a = {xs}.pop()")
        self.loops += 1
        self.block(depth + 1, nesting + 1)
        self.loops -= 1
        if self.maybe(4):
            self.line(depth, "else:")
            self.block(depth + 1, nesting + 1)

    def try_(self, depth, nesting):
        self.line(depth, "try:")
        raising = [f"a = {self.number(1)} // {self.number(0)}", f"must({self.truth(0)}, {self.number(0)})"]
        raising += [f"a = {each}[{self.number(0)}]" for each in (*self.lists, *self.dicts)]
        raising += [f"a = {xs}.index({self.number(0)})" for xs in self.lists]
        raising += [f"a = {o}.strict({self.number(0)})" for o in self.objects]
        self.block(depth + 1, nesting + 1)
        if self.maybe(2):
            self.line(depth + 1, self.one(*raising))
        ending = self.chance.randint(0, 3)
        if ending != 3:
            self.line(depth, "except " + self.one("(ZeroDivisionError, IndexError, KeyError, ValueError):", "Exception:",
                                                  "(LookupError, ArithmeticError, ValueError):",
                                                  "Exception as error:"))
            self.block(depth + 1, nesting + 1)
            if ending == 1:
                self.line(depth, "else:")
                self.block(depth + 1, nesting + 1)
        if ending in (2, 3):
            self.line(depth, "finally:")
            self.line(depth + 1, f"log.append({self.number(0)})")

    def with_(self, depth, nesting):
        if self.objects:
            o = self.one(*self.objects)
            self.line(depth, f"with {o}" + self.one(":", " as inner:"))
            if self.lines[-1].endswith("inner:"):
                self.line(depth + 1, f"inner.put({self.number(1)})")
        else:
            self.line(depth, f"with noted(log, {self.number(0)}):")
        self.block(depth + 1, nesting + 1)

    def match(self, depth, nesting):
        xs = self.one(*self.lists, "(a, b)")
        self.line(depth, f"match {self.one(f'{self.number(1)} % 4', f'({self.number(0)} % 3, {self.number(0)})', xs)}:")
        name = self.fresh("n")
        patterns = ("case 0 | 1:", f"case (0, {name}):", f"case [{name}, *_]:", f"case int({name}) if {name} > 1:",
                    "case 2:")
        for pattern in self.chance.sample(patterns, 2):
            self.line(depth + 1, pattern)
            if name in pattern:
                self.numbers.append(name)
            self.block(depth + 2, nesting + 1)
            if name in pattern:
                self.numbers.remove(name)
        self.line(depth + 1, "case _:")
        self.block(depth + 2, nesting + 1)

    def leave(self, depth, nesting):
        ways = ["break", "continue"] * bool(self.loops) + ["return a + b, c"] * self.maybe(3)
        ways += [f"raise ValueError({self.number(0)})"] * self.maybe(4)
        if not ways:
            return self.assign(depth, nesting)
        self.line(depth, self.one(*ways))
        return False


# --- one against plain Python ----------------------------------------------------------------------------------------

def source(seed: int) -> str:
    return Program(seed).source()


@cache
def picture() -> np.ndarray:
    return np.random.default_rng(7).integers(-6, 9, (HEIGHT, WIDTH)).astype(np.int32)


def engine() -> Engine:
    name = os.environ.get("PYGPU_ON", "evaluator")
    return next(each for each in engines() if each.name == name)


def plain(function) -> list:
    """What plain Python gives for each pixel; None where it raises."""
    k, found = HostImage(picture()), []
    for y in range(HEIGHT):
        for x in range(WIDTH):
            try:
                found.append(tuple(map(int, function(k, Position(x, y)))))
            except (ArithmeticError, LookupError, ValueError, TypeError, NameError):
                found.append(None)
    return found


def checked(text: str) -> int:
    """How many pixels of a program are right."""
    function = load(text, **NAMES)
    expected = plain(function)
    if all(value is None or max(map(abs, value)) > SMALL for value in expected):
        return 0
    pygpu.use(engine().device)
    try:
        results = pygpu.compile(function, raises="ignore")(picture())
    finally:
        pygpu.use(None)
    found = zip(*[np.asarray(each).ravel().tolist() for each in results])
    count = 0
    for place, (one, other) in enumerate(zip(found, expected)):
        if other is not None and max(map(abs, other)) <= SMALL:
            assert tuple(one) == other, f"pixel {divmod(place, WIDTH)[::-1]}: {one}, plain Python has {other}\n{text}"
            count += 1
    return count


def check(seed: int) -> int:
    text = source(seed)
    try:
        return checked(text)
    except pygpu.CompileError:
        raise
    except Exception as error:
        raise type(error)(str(shrunk(text, checked, type(error)))) from None


if __name__ == "__main__":
    sys.exit(fuzz(__doc__, check, "programs", "pixels", source, pygpu.CompileError))
