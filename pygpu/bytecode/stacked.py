"""A function that calls itself anywhere, as a loop with a stack of its own: `return fib(n - 1) + fib(n - 2)`.

Where it calls itself, what it still needs (locals, what lies on the stack) is put on a list, the parameters get their new
values, and it begins again. Where it returns, it goes on with what was put there last. Each call has a list of its
own, so that what is on it is always of one kind; another list says whose turn it is. Calls from within a loop of the
function are not followed, since a loop is no place to go on from.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from .canonical import JUMPS
from .code import Code, Instruction
from .liveness import live_locals
from .repeating import PUSHES, UNPASSED, used

# What no function of the user's can have as a name.
VALUE, BACK, SITES, SITE, FRAME = "value!", "back!", "sites!", "site!", "frame!"

FIXED = {
    **dict.fromkeys([*PUSHES, "LOAD_CLOSURE"], (0, 1)), **dict.fromkeys(["STORE_FAST", "STORE_DEREF", "POP_TOP"], (1, 0)),
    **dict.fromkeys(["LOAD_ATTR", "UNARY", "GET_ITER", "LIST_TO_TUPLE", "MAKE_FUNCTION"], (1, 1)),
    **dict.fromkeys(["SUBSCRIPT", "BINARY_OP", "COMPARE", "IS", "CONTAINS", "SET_FUNCTION_ATTRIBUTE"], (2, 1)),
    **dict.fromkeys(["LIST_APPEND", "SET_ADD", "LIST_EXTEND", "SET_UPDATE", "DICT_UPDATE"], (1, 0)),
    **dict.fromkeys(["JUMP_IF_FALSE", "JUMP_IF_TRUE", "JUMP_IF_NONE", "JUMP_IF_NOT_NONE", "RETURN_VALUE"], (1, 0)),
    "STORE_ATTR": (2, 0), "STORE_SUBSCRIPT": (3, 0), "MAP_ADD": (2, 0), "JUMP": (0, 0), "SWAP": (0, 0), "COPY": (0, 1),
    "GET_LEN": (0, 1), "FOR_ITER": (0, 1),
}
BY_COUNT = {
    "BUILD_TUPLE": (1, 1), "BUILD_LIST": (1, 1), "BUILD_SET": (1, 1), "BUILD_STRING": (1, 1), "BUILD_SLICE": (1, 1),
    "BUILD_MAP": (2, 1), "RAISE": (1, 0),
}


class Site(NamedTuple):
    """Where a function calls itself: where its name is loaded, where it is called, what stays on the stack below, the
    parameters that are given, and the locals that are asked for afterwards."""

    loaded: int
    called: int
    below: int
    names: tuple[str, ...]
    kept: tuple[str, ...]


@lru_cache(maxsize=1024)
def stack_of(code: Code, name: tuple[str, str]) -> Code | None:
    """The loop with a stack that a function is which calls itself by the name (op, name) that loads it; None where it is
    none."""
    if code.handlers or code.code.co_cellvars or any(x.op in ("RETURN_GENERATOR", "YIELD_VALUE") for x in code.instructions):
        return None
    called = {}
    for step in code.instructions:
        if (step.op, step.arg) == name:
            at = used(code.instructions, step.index + 1, 1)
            if at is None or code.instructions[at].op != "CALL" or code.innermost(step.index) is not None:
                return None
            called[step.index] = at
    heights = heights_of(code, called)
    if not called or heights is None:
        return None
    sites = [site_of(code, loaded, at, heights) for loaded, at in called.items()]
    if any(site is None for site in sites):
        return None
    same = {name for name in parameters_of(code) if is_same(code, name, sites, heights)}
    return Writing(code, [site._replace(kept=tuple(each for each in site.kept if each not in same)) for site in sites],
                   same).result()


def parameters_of(code: Code) -> tuple[str, ...]:
    return code.code.co_varnames[:code.code.co_argcount + code.code.co_kwonlyargcount]


def site_of(code: Code, loaded: int, called: int, heights: dict) -> Site | None:
    count, keywords = code.instructions[called].arg
    parameters = parameters_of(code)
    names = (*parameters[:count - len(keywords)], *keywords)
    if sorted(names) != sorted(parameters) or loaded not in heights:
        return None
    return Site(loaded, called, heights[loaded], names, tuple(sorted(live_locals(code)[called + 1])))


def heights_of(code: Code, called: dict[int, int]) -> dict[int, int] | None:
    """How much lies on the stack before each instruction, without the function where it calls itself."""
    steps, heights, waiting = code.instructions, {0: 0}, [0]
    calls = set(called.values())
    while waiting:
        at = waiting.pop()
        found = effect(steps[at])
        if found is None:
            return None
        after = heights[at] + found[1] - found[0] + (at in calls) - (at in called)
        ways = [(at + 1, after)] * (steps[at].op not in UNPASSED)
        if steps[at].op in JUMPS:
            ways.append((steps[at].arg, after - 2 * (steps[at].op == "FOR_ITER")))
        for way, height in ways:
            if way not in heights:
                heights[way] = height
                waiting.append(way)
    return heights


def effect(step: Instruction) -> tuple[int, int] | None:
    """How many values an instruction takes and gives; None where that is not told here."""
    if step.op in FIXED:
        return FIXED[step.op]
    if step.op in BY_COUNT:
        each, given = BY_COUNT[step.op]
        return each * step.arg, given
    if step.op == "CALL":
        return step.arg[0] + 1, 1
    if step.op == "UNPACK_SEQUENCE":
        return 1, step.arg
    if step.op == "UNPACK_EX":
        return 1, sum(step.arg) + 1
    if step.op == "FORMAT":
        return 1 + step.arg[1], 1
    return None


def is_same(code: Code, name: str, sites: list[Site], heights: dict) -> bool:
    """Whether a parameter is what the first call was given, in all calls."""
    if any(step.op in ("STORE_FAST", "DELETE_FAST") and step.arg == name for step in code.instructions):
        return False
    for site in sites:
        place = site.names.index(name)
        steps = range(site.loaded + 1, site.called + 1)
        begun, after = (last_at(steps, heights, site.below + k) for k in (place, place + 1))
        step = code.instructions[begun]
        if after != begun + 1 or (step.op, step.arg) != ("LOAD_FAST", name):
            return False
    return True


def last_at(steps: range, heights: dict, height: int) -> int:
    """The last of these instructions before which so much lies on the stack."""
    return max((at for at in steps if heights.get(at) == height), default=-1)


class Writing:
    """The instructions anew."""

    def __init__(self, code: Code, sites: list[Site], same: set[str]):
        self.code, self.same = code, same
        self.loaded = {site.loaded for site in sites}
        self.called = {site.called: number for number, site in enumerate(sites)}
        self.sites = sites
        self.waiting = SITES if len(sites) > 1 else self.frames(0)  # who has something on it has to go on
        self.steps: list[Instruction] = []
        self.jumps: list[tuple[int, object]] = []  # (where it stands, the old instruction or the place of ours it leads to)
        self.places: dict[object, int] = {}

    def frames(self, number: int) -> str:
        return f"frames{number}!"

    def result(self) -> Code:
        self.at = self.code.instructions[0]
        for name in {self.waiting: None, **{self.frames(number): None for number in range(len(self.sites))}}:
            self.add("BUILD_LIST", 0)
            self.add("STORE_FAST", name)
        self.add("LOAD_CONST", False)
        self.add("STORE_FAST", BACK)
        self.here("head")
        self.add("LOAD_FAST", BACK)
        self.jump("JUMP_IF_FALSE", 0)
        self.go_back()
        for step in self.code.instructions:
            self.at = step
            self.here(step.index)
            if step.index in self.called:
                self.call(self.sites[self.called[step.index]], self.called[step.index])
            elif step.op == "RETURN_VALUE":
                self.add("STORE_FAST", VALUE)
                self.jump("JUMP", "returned")
            elif step.op in JUMPS:
                self.jump(step.op, step.arg)
            elif step.index not in self.loaded:
                self.add(step.op, step.arg)
        self.here("returned")
        self.add("LOAD_FAST", self.waiting)
        self.jump("JUMP_IF_FALSE", "end")
        self.again(back=True)
        self.here("end")
        self.add("LOAD_FAST", VALUE)
        self.add("RETURN_VALUE", None)
        for at, place in self.jumps:
            self.steps[at].arg = self.places[place]
        return Code(self.code.code, tuple(self.steps), (), (VALUE,))

    def add(self, op: str, arg) -> None:
        self.steps.append(Instruction(op, arg, len(self.steps), self.at._code, self.at._position))

    def jump(self, op: str, place) -> None:
        self.jumps.append((len(self.steps), place))
        self.add(op, None)

    def here(self, place) -> None:
        self.places[place] = len(self.steps)

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

    def again(self, back: bool) -> None:
        self.add("LOAD_CONST", back)
        self.add("STORE_FAST", BACK)
        self.jump("JUMP", "head")

    def call(self, site: Site, number: int) -> None:
        for name in reversed(site.names):
            self.add("STORE_FAST", name + "!")
        for place in range(site.below):  # the last one first
            self.add("STORE_FAST", f"below{place}!")
        for name in (*site.kept, *[f"below{place}!" for place in range(site.below)]):
            self.add("LOAD_FAST", name)
        if not site.kept and not site.below:
            self.add("LOAD_CONST", 0)
        self.add("BUILD_TUPLE", max(1, len(site.kept) + site.below))
        self.put(self.frames(number))
        if len(self.sites) > 1:
            self.add("LOAD_CONST", number)
            self.put(SITES)
        for name in site.names:
            if name not in self.same:
                self.add("LOAD_FAST", name + "!")
                self.add("STORE_FAST", name)
        self.again(back=False)
        self.here(("after", number))

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
            self.taken(self.frames(number))
            self.add("UNPACK_SEQUENCE", max(1, len(site.kept) + site.below))
            for name in site.kept:
                self.add("STORE_FAST", name)
            if not site.kept and not site.below:
                self.add("POP_TOP", None)
            self.add("LOAD_FAST", VALUE)
            self.jump("JUMP", ("after", number))
            self.here(("next", number))
