"""Writes random filters as Python source.

A program is a function with nested control flow over variables of a few types, that returns three numbers made of all
of them. `choose(n)` gives each decision, a number below n; 0 is always the simplest, so that hypothesis shrinks well.

    F float    I int    B bool    V a Vec2    T a tuple (float, int)    L a list of three floats    O an object
"""

from __future__ import annotations

TYPES = "FFIBVTLO"
HEAD = "def filter(im=Image, k=Image[Int], s=Float, m=Int, p=Position):"


class Program:
    """One random filter: its source."""

    def __init__(self, choose, size: int = 12):
        self.choose, self.left = choose, size
        self.count = 0
        self.lines: list[str] = []
        self.loops: list[bool] = []   # the loops around: whether `continue` is safe in it
        self.callable: dict[str, str] = {}
        self.frozen: set[str] = set()  # counters, which only their loops change
        self.inner = 0                 # inside how many inner functions

    def source(self) -> str:
        names = {"F": [], "I": [], "B": [], "V": [], "T": [], "L": [], "O": []}
        self.line(0, HEAD)
        for kind in ("F", "I", "O", "L"):
            self.declare(names, kind, 1)
        if self.maybe(3):
            self.inner_function(names, 1)
        self.block(names, 1, 0)
        self.line(1, f"return {self.result(names)}")
        return "\n".join(self.lines) + "\n"

    # -- decisions ---------------------------------------------------------------------------------------------------

    def maybe(self, n: int) -> bool:
        """Once in n times."""
        return self.choose(n) == n - 1

    def one_of(self, items):
        return items[self.choose(len(items))]

    def line(self, depth: int, text: str) -> None:
        self.lines.append("    " * depth + text)

    def fresh(self, letter: str) -> str:
        self.count += 1
        return f"{letter.lower()}{self.count}"

    def kept_small(self, names, kind: str, depth: int) -> str:
        """A value to keep: in a loop numbers would grow past what 32 bits hold exactly."""
        text = self.expression(names, kind, depth)
        if self.loops or self.inner:
            return f"q({text})" if kind == "F" else f"w({text})" if kind == "I" else text
        return text

    def declare(self, names, kind: str, depth: int) -> str:
        name = self.fresh(kind)
        self.line(depth, f"{name} = {self.kept_small(names, kind, 2)}")
        names[kind].append(name)
        return name

    # -- what comes out ----------------------------------------------------------------------------------------------

    def result(self, names) -> str:
        numbers = [f"{v} * {i + 1}" for i, v in enumerate(names["F"] + names["I"])]
        things = [f"{v}.sum + {v}.n" for v in names["O"]] + [f"{v}[0] + {v}[1] * 2 + {v}[2] * 3" for v in names["L"]]
        rest = ([f"({v} + 0)" for v in names["B"]] + [f"{v}.x - {v}.y * 2" for v in names["V"]]
                + [f"{v}[0] + {v}[1]" for v in names["T"]])
        return ", ".join(" + ".join(["0.0", *parts]) for parts in (numbers, things, rest))

    def early(self, names) -> str:
        return ", ".join(self.expression(names, "F", 1) for _ in range(3))

    # -- statements --------------------------------------------------------------------------------------------------

    def block(self, names, depth: int, nesting: int) -> None:
        """Some statements; what they declare is gone after them."""
        names_before = {kind: len(found) for kind, found in names.items()}
        lines = len(self.lines)
        for _ in range(1 + self.choose(3 if nesting else 6)):
            if self.left <= 0:
                break
            self.left -= 1
            if not self.statement(names, depth, nesting):
                break
        if len(self.lines) == lines:
            self.line(depth, "pass")
        if nesting:
            for kind, count in names_before.items():
                del names[kind][count:]

    def statement(self, names, depth: int, nesting: int) -> bool:
        """One statement; False after one that leaves."""
        simple = [self.assign, self.assign, self.augment, self.change, self.declare_any]
        nested = [self.if_, self.for_, self.while_, self.if_, self.try_, self.match, self.unpack, self.comprehension]
        leaving = [self.leave]
        made = self.one_of(simple + (nested if nesting < 4 and self.left > 0 else []) + (leaving if nesting else []))
        return made(names, depth, nesting) is not False

    def variable(self, names, kind: str) -> str | None:
        found = [v for v in names[kind] if v not in self.frozen]
        return self.one_of(found) if found else None

    def assign(self, names, depth, nesting):
        kind = self.one_of(TYPES)
        name = self.variable(names, kind)
        if name is None:
            return self.declare_any(names, depth, nesting)
        if kind in "FI" and self.maybe(8):
            other = self.variable(names, kind)
            self.line(depth, f"{name}, {other} = {self.kept_small(names, kind, 1)}, {name}")
        else:
            self.line(depth, f"{name} = {self.kept_small(names, kind, 3)}")

    def declare_any(self, names, depth, nesting):
        self.declare(names, self.one_of(TYPES), depth)

    def augment(self, names, depth, nesting):
        kind = self.one_of("FIV")
        name = self.variable(names, kind)
        if name is None:
            return self.assign(names, depth, nesting)
        operator = self.one_of(["+=", "-="] if kind != "I" else ["+=", "-=", "^=", "&=", "|="])
        self.line(depth, f"{name} {operator} {self.expression(names, kind, 2)}")
        if kind != "V":
            self.line(depth, f"{name} = {'w' if kind == 'I' else 'q'}({name})")

    def change(self, names, depth, nesting):
        """An object or a list changes, whoever else holds it."""
        kind = self.one_of("OL")
        name = self.variable(names, kind)
        if name is None:
            return self.assign(names, depth, nesting)
        number = self.kept_small(names, "F", 2)
        if kind == "L":
            self.line(depth, self.one_of([
                f"{name}[{self.choose(3)}] = {number}",
                f"{name}[{self.expression(names, 'I', 1)} % 3] = {number}",
                f"{name}.append({name}.pop(0))",
                f"{name}[0], {name}[2] = {name}[2], {number}",
                f"{name}.sort()",
                f"{name}.reverse()"]))
        else:
            self.line(depth, self.one_of([
                f"{name}.a = {number}",
                f"{name}.bump({number})",
                f"{name}.n = {self.kept_small(names, 'I', 2)}",
                f"{name} = {name}.bump({number})",
                f"{name} = {name} + {number}"]))

    def if_(self, names, depth, nesting):
        condition = self.expression(names, "B", 2)
        if self.maybe(6):
            name = self.fresh("f")
            condition = f"({name} := {self.expression(names, 'F', 2)}) > {self.expression(names, 'F', 1)}"
            names["F"].append(name)
        self.line(depth, f"if {condition}:")
        self.block(names, depth + 1, nesting + 1)
        while self.maybe(4):
            self.line(depth, f"elif {self.expression(names, 'B', 2)}:")
            self.block(names, depth + 1, nesting + 1)
        if self.maybe(2):
            self.line(depth, "else:")
            self.block(names, depth + 1, nesting + 1)

    def for_(self, names, depth, nesting):
        kind, name = "I", self.fresh("i")
        way = self.choose(9)
        bound = self.expression(names, "I", 1)
        if way == 0:
            head = f"range({1 + self.choose(4)})"
        elif way == 1:
            head = f"range(steps({bound}))"
        elif way == 2:
            head = f"range({self.choose(3)}, steps({bound}), {1 + self.choose(2)})"
        elif way == 3:
            head = self.one_of(["(2, -1, 0)", "[1, 3]", "range(3, -1, -1)", "{1: 2, 5: 6}", "range(12)"])
        else:
            kind, name = "F", self.fresh("f")
            head = self.one_of(["(0.5, -1.0, 2.0)", f"({self.expression(names, 'F', 1)}, {self.expression(names, 'F', 1)})",
                                self.variable(names, "L") or "(1.0, 3.0)",
                                f"count({1 + self.choose(3)}, {self.expression(names, 'F', 1)}, 0.5)",
                                f"[{self.expression(names, 'F', 1)} for _ in range(2)]"])
        self.frozen.add(name)
        if way == 8:
            index = self.fresh("i")
            self.frozen.add(index)
            self.line(depth, f"for {index}, {name} in enumerate({head}):")
        else:
            index = None
            self.line(depth, f"for {name} in {head}:")
        names[kind].append(name)
        if index:
            names["I"].append(index)
        self.loops.append(True)
        self.block(names, depth + 1, nesting + 1)
        self.loops.pop()
        names[kind].remove(name)
        if index:
            names["I"].remove(index)
        if self.maybe(4):
            self.line(depth, "else:")
            self.block(names, depth + 1, nesting + 1)

    def while_(self, names, depth, nesting):
        counter = self.fresh("i")
        self.frozen.add(counter)
        self.line(depth, f"{counter} = 0")
        names["I"].append(counter)
        condition = self.one_of([f"{counter} < steps({self.expression(names, 'I', 1)})",
                                 f"{counter} < {1 + self.choose(3)} and {self.expression(names, 'B', 2)}",
                                 f"{counter} < {2 + self.choose(3)}",
                                 "True"])
        self.line(depth, f"while {condition}:")
        self.line(depth + 1, f"{counter} += 1")
        if condition == "True":
            self.line(depth + 1, f"if {counter} > {1 + self.choose(4)} or {self.expression(names, 'B', 1)}:")
            self.line(depth + 2, "break")
        self.loops.append(True)
        self.block(names, depth + 1, nesting + 1)
        self.loops.pop()
        if self.maybe(4):
            self.line(depth, "else:")
            self.block(names, depth + 1, nesting + 1)

    def try_(self, names, depth, nesting):
        self.line(depth, "try:")
        self.block(names, depth + 1, nesting + 1)
        if self.maybe(3):
            self.line(depth, "except ValueError:")
            self.line(depth + 1, "pass")
        else:
            self.line(depth, "finally:")
            name = self.variable(names, "F")
            self.line(depth + 1, f"{name} = q({name} + 1)" if name else "pass")

    def match(self, names, depth, nesting):
        self.line(depth, f"match {self.expression(names, 'I', 1)} % 3, {self.expression(names, 'F', 1)}:")
        name = self.fresh("f")
        self.line(depth + 1, self.one_of([f"case 0, {name}:", f"case 0 | 1, {name} if {name} > 0:"]))
        names["F"].append(name)
        self.block(names, depth + 2, nesting + 1)
        names["F"].remove(name)
        self.line(depth + 1, "case _:")
        self.block(names, depth + 2, nesting + 1)

    def unpack(self, names, depth, nesting):
        first, second = self.fresh("f"), self.fresh("f")
        self.line(depth, self.one_of([f"{first}, {second} = {self.expression(names, 'V', 1)}",
                                      f"{first}, *_, {second} = {self.expression(names, 'L', 1)}"]))
        names["F"] += [first, second]

    def comprehension(self, names, depth, nesting):
        name, other = self.fresh("l"), self.fresh("i")
        self.frozen.add(other)
        names["I"].append(other)
        item = self.expression(names, "F", 2)
        names["I"].remove(other)
        self.line(depth, f"{name} = [{item} for {other} in {self.one_of(['range(3)', '(1, 5, -2)', 'range(6) if i % 2'])}]"
                  .replace("if i %", f"if {other} %"))
        names["L"].append(name)

    def leave(self, names, depth, nesting):
        ways = ["break", "continue"] if self.loops else []
        if not self.inner:
            ways.append(f"return {self.early(names)}")
        if not ways:
            return None
        self.line(depth, self.one_of(ways))
        return False

    def inner_function(self, names, depth):
        """A closure, which may change a variable of the filter."""
        name, changed = self.fresh("g"), self.variable(names, "F")
        self.line(depth, f"def {name}(x, y=1.0):")
        if self.maybe(2):
            self.line(depth + 1, f"nonlocal {changed}")
            self.line(depth + 1, f"{changed} = q({changed} + x)")
        outer_loops, self.loops = self.loops, []
        mine = {kind: list(found) for kind, found in names.items()}
        mine["F"] = ["x", "y", *mine["F"]]
        if self.maybe(2):
            self.line(depth + 1, f"if {self.expression(mine, 'B', 2)}:")
            self.line(depth + 2, f"return {self.expression(mine, 'F', 2)}")
        self.line(depth + 1, f"return {self.expression(mine, 'F', 3)}")
        self.loops = outer_loops
        self.callable[name] = "F"

    # -- expressions -------------------------------------------------------------------------------------------------

    def expression(self, names, kind: str, depth: int) -> str:
        return getattr(self, f"make_{kind}")(names, depth)

    def make_F(self, names, depth):
        leaves = [*names["F"], "im(p)", "0.5", "-1.0", "s", "im(p + (1, 0))"]
        if depth <= 0 or self.maybe(3):
            return self.one_of(leaves)
        f, i, b = (lambda kind: lambda: self.expression(names, kind, depth - 1))("F"), "I", "B"
        o, v, t, l = (self.variable(names, kind) for kind in "OVTL")  # noqa: E741
        integer = lambda: self.expression(names, i, depth - 1)  # noqa: E731
        ways = [
            lambda: f"({f()} + {f()})",
            lambda: f"({f()} - {f()})",
            lambda: f"mul({f()}, {f()})",
            lambda: f"div({f()}, {f()})",
            lambda: f"({f()} if {self.expression(names, b, depth - 1)} else {f()})",
            lambda: f"min({f()}, {f()})",
            lambda: f"max({f()}, {f()}, {integer()})",
            lambda: f"abs({f()})",
            lambda: f"q({integer()} / 4)",
            lambda: f"im(p + ({integer()} % 3, {self.choose(3) - 1}))",
            lambda: f"pick({self.expression(names, b, depth - 1)}, {f()}, {f()})",
            lambda: f"total({f()}, {f()}, scale={self.choose(3)})",
            lambda: f"total(*[{f()}, {f()}], z={f()})",
            lambda: f"root({f()})",
            lambda: f"halves({f()}, {self.choose(3)})",
            lambda: f"({f()} or {f()})",
            lambda: f"(lambda z: z + {f()})({f()})",
            lambda: f"sum({{'a': {f()}, 'b': {f()}}}.values())",
            lambda: f"first_above([{f()}, {f()}], {f()})",
            lambda: f"sorted([{f()}, {f()}, {f()}])[{self.choose(3)}]",
            lambda: f"({f()}, {f()}, 1.5)[{integer()} % 3]",
            lambda: f"sum(z for z in count(2, {f()}, {f()}))",
            lambda: f"-{f()}",
            lambda: f"{f()} % 4",
            lambda: f"({f()} // 2)",
        ]
        if o:
            ways += [lambda: f"{o}.a", lambda: f"{o}.get({f()})", lambda: f"{o}.sum"] * 2
        if v:
            ways += [lambda: f"{v}.x", lambda: f"{v}.yx[0]"]
        if t:
            ways.append(lambda: f"{t}[0]")
        if l:
            ways += [lambda: f"{l}[{self.choose(3)}]", lambda: f"{l}[{integer()} % 3]",
                     lambda: f"sum({l})", lambda: f"max({l})"]
        for name in self.callable:
            ways += [lambda name=name: f"{name}({f()})", lambda name=name: f"{name}(y={f()}, x={f()})"]
        return self.one_of(ways)()

    def make_I(self, names, depth):
        leaves = [*names["I"], "k(p)", "1", "m", "2", "p.x", "len((1, 2, 3))"]
        if depth <= 0 or self.maybe(3):
            return self.one_of(leaves)
        def i():
            return self.expression(names, "I", depth - 1)

        def f():
            return self.expression(names, "F", depth - 1)

        o, t = self.variable(names, "O"), self.variable(names, "T")
        ways = [
            lambda: f"({i()} + {i()})",
            lambda: f"({i()} - {i()})",
            lambda: f"w(w({i()}) * w({i()}))",
            lambda: f"({i()} // {1 + self.choose(4)})",
            lambda: f"({i()} % {2 + self.choose(4)})",
            lambda: f"({i()} & {i()})",
            lambda: f"({i()} if {self.expression(names, 'B', depth - 1)} else {i()})",
            lambda: f"int({f()})",
            lambda: f"floor({f()})",
            lambda: f"round({f()})",
            lambda: f"sign({f()})",
            lambda: f"min({i()}, {i()})",
            lambda: f"({self.expression(names, 'B', depth - 1)} + {i()})",
            lambda: f"-{i()}",
            lambda: f"({i()} >> 1)",
            lambda: f"({i()} and {i()})",
        ]
        if o:
            ways += [lambda: f"{o}.n", lambda: f"type({o}).scale" if False else f"w({o}.n)"]
        if t:
            ways.append(lambda: f"{t}[1]")
        return self.one_of(ways)()

    def make_B(self, names, depth):
        def f():
            return self.expression(names, "F", depth - 1)

        def b():
            return self.expression(names, "B", depth - 1)

        ways = [
            lambda: f"{f()} > {f()}",
            lambda: f"{self.expression(names, 'I', depth - 1)} < {self.expression(names, 'I', depth - 1)}",
            lambda: f"{self.expression(names, 'I', depth - 1)} % 2 == 0",
            lambda: self.one_of(names["B"]) if names["B"] else "im(p) > 0",
        ]
        if depth > 0:
            ways += [
                lambda: f"({b()} and {b()})",
                lambda: f"({b()} or {b()})",
                lambda: f"(not ({b()}))",
                lambda: f"{f()} <= {f()} < {f()}",
                lambda: f"any([{b()}, {b()}])",
                lambda: f"{f()} in ({f()}, {f()})",
                lambda: f"{self.one_of(['True', 'False'])}",
            ]
            if len(names["O"]) > 1:
                ways.append(lambda: f"{self.one_of(names['O'])} is {self.one_of(names['O'])}")
            if names["O"]:
                ways.append(lambda: f"isinstance({self.one_of(names['O'])}, {self.one_of(['Thing', 'Twice', 'Pair'])})")
                ways.append(lambda: f"{self.one_of(names['O'])} < {self.expression(names, 'O', 0)}")
        return f"({self.one_of(ways)()})"

    def make_V(self, names, depth):
        f = lambda: self.expression(names, "F", depth - 1)  # noqa: E731
        if depth <= 0 and names["V"]:
            return self.one_of(names["V"])
        ways = [lambda: f"Vec2({f()}, {f()})"]
        if names["V"] and depth > 0:
            v = lambda: self.expression(names, "V", depth - 1)  # noqa: E731
            ways += [lambda: f"({v()} + {v()})", lambda: f"{v()}.yx", lambda: f"(-{v()})", lambda: f"({v()} * 2)",
                     lambda: f"({v()} if {self.expression(names, 'B', depth - 1)} else {v()})"]
        return self.one_of(ways)()

    def make_T(self, names, depth):
        made = lambda: f"({self.expression(names, 'F', depth - 1)}, {self.expression(names, 'I', depth - 1)})"  # noqa: E731
        ways = [made, lambda: "Spot" + made()]
        if names["T"]:
            ways += [lambda: self.one_of(names["T"]),
                     lambda: f"({self.one_of(names['T'])} if {self.expression(names, 'B', depth - 1)} else {made()})"]
        return self.one_of(ways)()

    def make_L(self, names, depth):
        made = lambda: "[" + ", ".join(self.expression(names, "F", depth - 1) for _ in range(3)) + "]"  # noqa: E731
        ways = [made]
        if names["L"]:
            l = lambda: self.one_of(names["L"])  # noqa: E731, E741
            ways += [l, l, lambda: f"sorted({l()})", lambda: f"{l()}[::-1]", lambda: f"[z + 1 for z in {l()}]",
                     lambda: f"({l()} if {self.expression(names, 'B', depth - 1)} else {l()})",
                     lambda: f"list({l()})", lambda: f"({l()}[1:] + [{self.expression(names, 'F', depth - 1)}])"]
        return self.one_of(ways)()

    def make_O(self, names, depth):
        def made():
            cls = self.one_of(["Thing", "Twice", "Thing", "Pair"])
            return f"{cls}({self.expression(names, 'F', depth - 1)}, {self.expression(names, 'I', depth - 1)})"

        ways = [made]
        if names["O"]:
            o = lambda: self.one_of(names["O"])  # noqa: E731
            ways += [o, o, lambda: f"({o()} if {self.expression(names, 'B', depth - 1)} else {o()})",
                     lambda: f"({o()} + 1)", lambda: f"pick({self.expression(names, 'B', depth - 1)}, {o()}, {made()})",
                     lambda: f"min({o()}, {o()})", lambda: f"{o()}.bump({self.expression(names, 'F', depth - 1)})"]
        return self.one_of(ways)()
