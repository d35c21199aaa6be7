"""Functions that call themselves, or one another, anywhere, as a loop with a stack: `return fib(n - 1) + fib(n - 2)`.

Where one is called, what its caller still needs (locals, what lies on the stack) is put on a list, the parameters get
their new values, and it begins. Where it returns, its caller goes on with what was put there last. Each call has a list
of its own, so that what is on it is always of one kind; another list says whose turn it is. A call whose value is
returned at once puts nothing aside.

A loop around a call is no place to go on from: it becomes a part of the one large loop, which begins again wherever
that did (`for` loops count their passes, counting.py).
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from .canonical import JUMPS
from .code import Code, Instruction
from .counting import ITERATOR, counted
from .heights import begun_at, heights_of, is_straight, taken_at
from .inlined import inlined
from .liveness import live_locals
from .qualified import qualified
from .repeating import UNPASSED, returned
from .writing import Writer

# What no function of the user's can have as a name.
VALUE, BACK, WHICH, SITES, SITE, FRAME = "value!", "back!", "which!", "sites!", "site!", "frame!"
NAMED = {"LOAD_FAST", "STORE_FAST", "DELETE_FAST", "LOAD_FAST_AND_CLEAR", "LOAD_DEREF", "STORE_DEREF", "DELETE_DEREF",
         "LOAD_CLOSURE", "LOAD_FROM_DICT_OR_DEREF"}
GENERATES = ("RETURN_GENERATOR", "YIELD_VALUE")
VARIABLE = 0x0C  # *args, **kwargs


class Member(NamedTuple):
    """One of the functions: `calls` says by which names (op, name) it loads which of them, `given` which of its parameters
    have defaults."""

    code: Code
    calls: tuple[tuple[tuple[str, str], int], ...]
    given: tuple[str, ...] = ()


class Site(NamedTuple):
    """Where a function is called: where its name is loaded (of a method, as an attribute of the first parameter, which stays
    on the stack), where it is called, which it is, what stays on the stack below, the parameters that are given, where
    each of these begins, and the locals that are asked for afterwards."""

    loaded: int
    called: int
    target: int
    below: int
    names: tuple[str, ...]
    begins: tuple[int, ...]
    kept: tuple[str, ...]


def named(number: int, name: str) -> str:
    """How a local of one of the functions is called in the loop."""
    return f"{name}@{number}" if number else name


def default_of(name: str) -> str:
    return f"{name}=default"


@lru_cache(maxsize=1024)
def stack_of(members: tuple[Member, ...]) -> Code | None:
    """The loop with a stack that functions are which call one another, the first of them called; None where it is none."""
    for member in members:
        code = member.code
        if code.handlers or code.code.co_flags & VARIABLE:
            return None
        if any(step.op in GENERATES or (step.op, step.arg) == ("LOAD_GLOBAL", "super") for step in code.instructions):
            return None
    program = Program()
    if not all([program.add(number, member) for number, member in enumerate(members)]):
        return None
    return Writing(program).result() if program.find_sites(members) else None


class Program:
    """The functions, one after the other."""

    def __init__(self):
        self.steps: list[Instruction] = []
        self.begins: list[int] = []
        self.parameters: list[tuple[str, ...]] = []
        self.marks: dict[int, int] = {}
        self.loads: dict[int, int] = {}           # where a function is loaded -> which
        self.bodies: dict[int, frozenset[int]] = {}  # of the loops around calls

    def add(self, number: int, member: Member) -> bool:
        """Takes one in, whose loops around calls count."""
        calls = dict(member.calls)
        code = inlined(qualified(member.code, {*calls}), {*calls})
        if code is None:
            return False
        heads = {head for head, loop in code.loops.items() if any(loads(code, at, calls) for at in loop.body)}
        if any(code.instructions[head - 2].op == "SWAP" for head in heads):  # 3.15: a list lies below the iterator
            return False
        if heads:
            made = counted(code, heads)
            if made is None:
                return False
            code, marks, heads = made.code, made.marks, {made.places[head] for head in heads}
            self.marks |= {head + len(self.steps): height for head, height in marks.items()}
        begin = len(self.steps)
        self.begins.append(begin)
        self.parameters.append(tuple([named(number, name) for name in parameters_of(code)]))
        self.loads |= {begin + step.index: calls[step.op, step.arg] for step in code.instructions
                       if loads(code, step.index, calls)}
        self.bodies |= {begin + head: frozenset(begin + at for at in code.loops[head].body) for head in heads}
        for step in code.instructions:
            arg = step.arg + begin if step.op in JUMPS else named(number, step.arg) if step.op in NAMED else step.arg
            self.steps.append(Instruction(step.op, arg, len(self.steps), step._code, step._position))
        return True

    def find_sites(self, members: tuple[Member, ...]) -> bool:
        """Finds where the functions are called; False where that is not told."""
        self.code = Code(members[0].code.code, tuple(self.steps), ())
        self.heights = heights_of(self.code, tuple(self.begins))
        self.given = {named(number, name) for number, member in enumerate(members) for name in member.given}
        if self.heights is None:
            return False
        self.sites = [self.site_of(loaded, target) for loaded, target in self.loads.items() if loaded in self.heights]
        return bool(self.sites) and None not in self.sites

    def site_of(self, loaded: int, target: int) -> Site | None:
        by_attribute = self.steps[loaded].op == "LOAD_ATTR"
        base = self.heights[loaded] - by_attribute
        called = taken_at(self.code, self.heights, loaded, base)
        if called is None or self.steps[called].op != "CALL":
            return None
        count, keywords = self.steps[called].arg
        if self.heights[called] != base + 1 + count:
            return None
        parameters, count = self.parameters[target], count + by_attribute
        positional = parameters[:count - len(keywords)]
        names = (*positional, *[named(target, name) for name in keywords])
        missing = set(parameters) - {*names}
        if len({*names}) < len(names) or not {*names} <= {*parameters} or not missing <= self.given:
            return None
        begins = [begun_at(self.heights, called, base + 1 - by_attribute + place) for place in range(len(names))]
        return Site(loaded, called, target, base, names, tuple(begins), tuple(sorted(live_locals(self.code)[called + 1])))

    def same(self) -> dict[str, str]:
        """The parameters that are always what a parameter of the first call was given, which never changes."""
        stored = {step.arg for step in self.steps if step.op in ("STORE_FAST", "DELETE_FAST")}
        roots = {name: name for name in self.parameters[0] if name not in stored}
        known: dict[str, str | None] = {**dict.fromkeys(stored), **roots}
        changed = True
        while changed:
            changed = False
            for site in self.sites:
                for name in self.parameters[site.target]:
                    given = self.alone(site, name)
                    root = known.get(given) if given is not None else None
                    if given is not None and given not in known and given in {*sum(self.parameters, ())}:
                        continue  # nothing is known of it yet
                    if known.get(name, root) != root:
                        root = None
                    if name not in known or known[name] != root:
                        known[name], changed = root, True
        return {name: root for name, root in known.items() if root is not None}

    def alone(self, site: Site, name: str) -> str | None:
        """The local that is given for a parameter, just as it is."""
        if name not in site.names:
            return None
        place = site.names.index(name)
        begin, end = site.begins[place], (*site.begins, site.called)[place + 1]
        if end == begin + 2 and self.steps[begin + 1].op == "LOAD_ATTR" and begin + 1 == site.loaded:
            end -= 1  # (a method's first argument)
        step = self.steps[begin]
        alone = end == begin + 1 and step.op == "LOAD_FAST" and is_straight(self.code, range(begin, end))
        return step.arg if alone else None


def loads(code: Code, at: int, calls: dict) -> bool:
    """Whether an instruction loads one of the functions."""
    step = code.instructions[at]
    if step.op not in ("LOAD_GLOBAL", "LOAD_DEREF", "LOAD_ATTR") or (step.op, step.arg) not in calls:
        return False
    if step.op != "LOAD_ATTR" or "." in step.arg:
        return True
    before = code.instructions[at - 1] if at else step
    return (before.op, before.arg) == ("LOAD_FAST", code.code.co_varnames[0])


def parameters_of(code: Code) -> tuple[str, ...]:
    return code.code.co_varnames[:code.code.co_argcount + code.code.co_kwonlyargcount]


class Writing(Writer):
    """The instructions anew."""

    def __init__(self, program: Program):
        super().__init__()
        self.program, self.same = program, program.same()
        self.loaded = {site.loaded for site in program.sites}
        self.last = {site.called for site in program.sites if returned(program.steps, site.called + 1)}
        self.called = {site.called: site._replace(kept=tuple([name for name in site.kept if name not in self.same]))
                       for site in program.sites}
        self.sites = [site for site in self.called.values() if site.called not in self.last]
        self.numbers = {site.called: number for number, site in enumerate(self.sites)}
        self.entries = {begin: number for number, begin in enumerate([*dict.fromkeys([
            *[program.begins[site.target] for site in program.sites], program.begins[0], *program.bodies])])}
        self.waiting = SITES if len(self.sites) > 1 else self.frames(0)  # who has something on it has to go on
        self.ours: set[str] = set()

    def frames(self, number: int) -> str:
        return f"frames{number}!"

    def result(self) -> Code:
        program = self.program
        self.at = program.steps[0]
        for name in {self.waiting: None, **{self.frames(number): None for number in range(len(self.sites))}}:
            self.add("BUILD_LIST", 0)
            self.add("STORE_FAST", name)
        self.set(BACK, False)
        self.set(WHICH, self.entries[program.begins[0]])
        self.set(self.reached(program.begins[0]), 0)
        begun = len(self.steps)
        self.here("head")
        if self.sites:
            self.add("LOAD_FAST", BACK)
            self.jump("JUMP_IF_FALSE", "begin")
            self.go_back()
            self.here("begin")
        self.dispatch()
        for step in program.steps:
            self.at = step
            self.again_at(step.index)
            self.here(step.index)
            if step.index in self.called:
                self.call(self.called[step.index])
            elif step.op == "RETURN_VALUE":
                self.add("STORE_FAST", VALUE)
                self.jump("JUMP", "returned")
            elif step.op in JUMPS:
                self.jump(step.op, self.led_to(step))
            elif step.index not in self.loaded:
                self.add(step.op, self.same.get(step.arg, step.arg) if step.op == "LOAD_FAST" else step.arg)
        self.trampolines()
        self.here("returned")
        if self.sites:
            self.add("LOAD_FAST", self.waiting)
            self.jump("JUMP_IF_FALSE", "end")
            self.set(BACK, True)
            self.jump("JUMP", "head")
        self.here("end")
        self.add("LOAD_FAST", VALUE)
        self.add("RETURN_VALUE", None)
        made = Code(program.code.code, self.written(), ())
        unset = live_locals(made)[begun] - {step.arg for step in self.steps[:begun]} - {*program.parameters[0]}
        return Code(made.code, made.instructions, (), tuple(sorted(name for name in unset if not name.endswith("=default"))),
                    bool(self.sites))

    def put(self, name: str) -> None:
        """What was pushed last, on a list."""
        self.add("STORE_FAST", FRAME)
        self.add("LOAD_FAST", name)
        self.add("LOAD_FAST", FRAME)
        self.add("LIST_APPEND", 1)
        self.add("POP_TOP", None)

    def taken(self, name: str) -> None:
        self.add("LOAD_FAST", name)
        self.add("LOAD_ATTR", "pop")
        self.add("CALL", (0, ()))

    # -- what lies on the stack ----------------------------------------------------------------------------------------

    def below(self, at: int, height: int) -> list[str | None]:
        """Where what lies on the stack is put aside, from the bottom; None for the mark of a loop. (Functions that are still
        to be called do not lie there.)"""
        functions = {site.below for site in self.program.sites if site.loaded < at < site.called
                     and self.program.steps[site.loaded].op != "LOAD_ATTR"}
        marks = {self.program.marks[head] for head, body in self.program.bodies.items()
                 if at in body and head in self.program.marks}
        return [None if place in marks else f"below{place}!" for place in range(height) if place not in functions]

    def put_aside(self, below: list) -> None:
        for name in reversed(below):
            self.add("POP_TOP" if name is None else "STORE_FAST", name)

    def put_back(self, below: list) -> None:
        for name in below:
            self.add("LOAD_CONST" if name is None else "LOAD_FAST", ITERATOR if name is None else name)

    # -- where it begins again -------------------------------------------------------------------------------------------

    def dispatch(self) -> None:
        """To a function, or to the next pass of a loop."""
        for begin, number in self.entries.items():
            last = number == len(self.entries) - 1
            if not last:
                self.add("LOAD_FAST", WHICH)
                self.add("LOAD_CONST", number)
                self.add("COMPARE", "==")
                self.jump("JUMP_IF_FALSE", ("not", number))
            self.add("REACHED", self.reached(begin))
            if begin in self.program.bodies:
                self.put_back(self.below(begin, self.program.heights[begin]))
            self.jump("JUMP", begin)
            self.here(("not", number))

    def reached(self, entry: int) -> str:
        return f"reached{self.entries[entry]}!"

    def led_to(self, step: Instruction):
        """Where a jump leads: from within a loop around a call to its beginning, to the beginning of all."""
        body = self.program.bodies.get(step.arg, ())
        return ("again", step.arg) if step.index in body else step.arg

    def again_at(self, index: int) -> None:
        """Where a loop around a call is gone round by going on."""
        if index - 1 in self.program.bodies.get(index, ()) and self.program.steps[index - 1].op not in UNPASSED:
            self.jump("JUMP", ("again", index))

    def trampolines(self) -> None:
        for head in self.program.bodies:
            self.here(("again", head))
            self.put_aside(self.below(head, self.program.heights[head]))
            self.begin(head)

    def begin(self, entry: int) -> None:
        if len(self.entries) > 1:
            self.set(WHICH, self.entries[entry])
            self.set(self.reached(entry), 0)
        self.set(BACK, False)
        self.jump("JUMP", "head")

    # -- calls -------------------------------------------------------------------------------------------------------------

    def call(self, site: Site) -> None:
        for name in reversed(site.names):
            self.add("STORE_FAST", name + "!")
        below = self.below(site.called, site.below)
        self.put_aside(below)
        if site.called not in self.last:
            number = self.numbers[site.called]
            frame = self.frame(site, below)
            for name in frame:
                self.add("LOAD_FAST", name)
            if not frame:
                self.add("LOAD_CONST", 0)
            self.add("BUILD_TUPLE", max(1, len(frame)))
            self.put(self.frames(number))
            if len(self.sites) > 1:
                self.add("LOAD_CONST", number)
                self.put(SITES)
        for name in self.program.parameters[site.target]:
            if name not in self.same:
                self.add("LOAD_FAST", name + "!" if name in site.names else default_of(name))
                self.add("STORE_FAST", name)
        self.begin(self.program.begins[site.target])
        self.here(("after", site.called))

    def frame(self, site: Site, below: list) -> list[str]:
        return [*site.kept, *[name for name in below if name is not None]]

    def go_back(self) -> None:
        """To behind the call that waits for what has just been returned."""
        if len(self.sites) > 1:
            self.taken(SITES)
            self.add("STORE_FAST", SITE)
        for number, site in enumerate(self.sites):
            if number < len(self.sites) - 1:
                self.add("LOAD_FAST", SITE)
                self.add("LOAD_CONST", number)
                self.add("COMPARE", "==")
                self.jump("JUMP_IF_FALSE", ("next", number))
            below = self.below(site.called, site.below)
            frame = self.frame(site, below)
            self.taken(self.frames(number))
            self.add("UNPACK_SEQUENCE", max(1, len(frame)))
            for name in frame:
                self.add("STORE_FAST", name)
            if not frame:
                self.add("POP_TOP", None)
            self.put_back(below)
            self.add("LOAD_FAST", VALUE)
            self.jump("JUMP", ("after", site.called))
            self.here(("next", number))
