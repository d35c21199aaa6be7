"""Generator expressions and lists that are summed up at once, as loops of the function around them: what such a loop calls
may be that function itself.

    return sum(ways(n - coin) for coin in coins)       total = 0
                                                       for coin in coins:
                                                           total = total + ways(n - coin)
                                                       return total

So may what `any`, `all`, `min` and `max` are given. Of a list, sum([...]), all items are asked for. It is a function of its
own up to CPython 3.11, as a generator expression is, and since then a part of the function, whose variables have places of
their own here. Variables that nothing else closes over are the function's own again.
"""

from __future__ import annotations

from types import CodeType
from typing import NamedTuple

from .canonical import JUMPS
from .code import Code, Instruction
from .decode import decode
from .heights import begun_at, heights_of, is_straight, taken_at
from .qualified import qualified
from .writing import Writer

CONSUMERS = {"sum": sum, "any": any, "all": all, "min": min, "max": max}
CELLS = {"LOAD_DEREF": "LOAD_FAST", "STORE_DEREF": "STORE_FAST", "DELETE_DEREF": "DELETE_FAST"}
GOT = "got!"
MADE = ("<genexpr>", "<listcomp>")


class Place(NamedTuple):
    """Where such an expression stands: where its consumer is loaded, its function made, it is called, and consumed."""

    loaded: int
    closes: int   # the first instruction of its function
    made: int     # the last one
    called: int
    consumed: int
    code: Code


class List(NamedTuple):
    """Where a list stands that is made within the function: where its consumer is loaded, the loop begins (with the first
    instruction that sets variables aside), it is gone round and left, and the list is consumed; the variables."""

    loaded: int
    begins: int
    head: int
    left: int
    consumed: int
    names: tuple[str, ...]


def inlined(code: Code, names: set[tuple[str, str]]) -> Code | None:
    """The same without generator expressions that load one of these names, or close over its variables; None where others
    close over these."""
    owned = {*code.code.co_cellvars}
    lists = [found for step in code.instructions if (found := list_of(code, step)) is not None and any(
        each.op != "LOAD_CONST" and each.op.startswith("LOAD_") and (each.op, each.arg) in names
        for each in code.instructions[found.head:found.left])]
    places = [place for step in code.instructions if (place := place_of(code, step, names)) is not None and (
        owned.intersection(place.code.code.co_freevars) or any(
            step.op != "LOAD_CONST" and (step.op, step.arg) in names for step in place.code.instructions
            if step.op.startswith("LOAD_")))]
    if not places and not owned and not lists:
        return code
    return Inlining(code, places, owned, lists).result()


def list_of(code: Code, step: Instruction) -> List | None:
    """Where a list is made within the function, and consumed: step is what begins it."""
    steps, begins = code.instructions, step.index
    heights = heights_of(code) if step.op == "LOAD_FAST_AND_CLEAR" else None
    if heights is None or begins not in heights:
        return None
    names = [step.arg]
    while steps[begins + len(names)].op == "LOAD_FAST_AND_CLEAR":
        names.append(steps[begins + len(names)].arg)
    made = ["SWAP", "BUILD_LIST", "SWAP", "FOR_ITER"]
    if steps[begins - 1].op != "GET_ITER":
        made.insert(3, "GET_ITER")  # in 3.15, which asks for the iterator last
    head = begins + len(names) + len(made) - 1
    if [each.op for each in steps[begins + len(names):head + 1]] != made:
        return None
    height, left = heights[begins] - 1, steps[head].arg
    loaded, last = begun_at(heights, begins, height) - 1, left + len(names)
    if [each.op for each in steps[left:last + 1]] != ["SWAP", *["STORE_FAST"] * len(names)]:
        return None
    consumed = taken_at(code, heights, last, height - 1)
    if not is_consumed(steps, loaded, consumed) or heights[loaded] != height - 1 or not all(
            is_straight(code, range(*ends)) for ends in ((loaded, begins), (last, consumed))):
        return None
    return List(loaded, begins, head, left, consumed, tuple(names))


def is_consumed(steps: tuple[Instruction, ...], loaded: int, consumed: int | None) -> bool:
    """Whether what is loaded there is one of the consumers, and called there as is known here."""
    name = steps[loaded].arg if steps[loaded].op == "LOAD_GLOBAL" else None
    ways = [(1, ())] + [(2, ("default",))] * (name in ("min", "max"))
    return name in CONSUMERS and consumed is not None and steps[consumed].op == "CALL" and steps[consumed].arg in ways


def place_of(code: Code, step: Instruction, names: set[tuple[str, str]]) -> Place | None:
    """Where a generator expression, or a list, is made by a constant, and consumed."""
    steps = code.instructions
    if not (step.op == "LOAD_CONST" and isinstance(step.arg, CodeType) and step.arg.co_name in MADE):
        return None
    heights = heights_of(code)
    inner = qualified(decode(step.arg), names)
    inner = None if inner.handlers else inlined(inner, names)
    if heights is None or step.index not in heights or inner is None or heights_of(inner) is None:
        return None
    closes, made, height = step.index, step.index + 1, heights[step.index]
    if steps[made + 1].op == "SET_FUNCTION_ATTRIBUTE":
        made, height = made + 1, height - 1
        closes = next(at for at in range(closes, -1, -1) if heights.get(at) == height)
    called, loaded = taken_at(code, heights, made, height), closes - 1
    if called is None or (steps[called].op, steps[called].arg) != ("CALL", (1, ())):
        return None
    if not any(each.op == "GET_ITER" for each in (steps[called - 1], *inner.instructions[:3])):  # (3.15: it does so itself)
        return None
    consumed = taken_at(code, heights, called, height - 1)
    if not is_consumed(steps, loaded, consumed) or heights[loaded] != height - 1 or not all(
            is_straight(code, range(*ends)) for ends in ((loaded, made), (called, consumed))):
        return None
    return Place(loaded, closes, made, called, consumed, inner)


class Inlining(Writer):
    """The instructions anew."""

    def __init__(self, code: Code, places: list[Place], owned: set[str], lists: list[List]):
        super().__init__()
        self.code, self.owned = code, owned
        self.loaded = {place.loaded: place for place in [*places, *lists]}
        self.called = {place.called: place for place in places}
        self.consumed = {place.consumed: place for place in [*places, *lists]}
        self.left_out = {at for place in places for at in range(place.loaded, place.made + 1)}
        self.left_out |= {at for each in lists for at in (
            each.loaded, *range(each.begins, each.head), *range(each.left, each.left + len(each.names) + 1))
            if code.instructions[at].op != "GET_ITER"}
        self.lists = lists[::-1]  # inner ones first
        self.heights = heights_of(code) or {}

    def result(self) -> Code | None:
        for step in self.code.instructions:
            self.at = step
            self.here(step.index)
            if step.index in self.loaded:
                self.begin(self.loaded[step.index])
            elif step.index in self.called:
                self.body(self.called[step.index])
            elif step.index in self.consumed:
                self.end(self.consumed[step.index])
            elif step.index not in self.left_out:
                self.within_lists(step)
        if any(step.op == "LOAD_CLOSURE" and step.arg in self.owned for step in self.steps):
            return None
        return Code(self.code.code, self.written(), ())  # (what puts variables of comprehensions back has nothing to do)

    def as_it_was(self, step: Instruction, place) -> None:
        if step.op in JUMPS:
            self.jump(step.op, place)
        else:
            self.add(CELLS.get(step.op, step.op) if step.op in CELLS and step.arg in self.owned else step.op, step.arg)

    def within_lists(self, step: Instruction) -> None:
        """As it was, but for a list's own variables, and what is put into it."""
        for each in self.lists:
            if each.head <= step.index < each.left:
                if step.op == "LIST_APPEND" and self.heights[step.index] - step.arg == self.heights[each.head] - 1:
                    self.take(each, step.index, {})
                    return
                if step.op.endswith("_FAST") and step.arg in each.names:
                    self.add(step.op, f"{step.arg}@{each.loaded}")
                    return
        self.as_it_was(step, step.arg)

    def begin(self, place: Place | List) -> None:
        way, (total, some) = self.way(place), self.names(place)
        if way in ("sum", "min", "max"):
            self.set(total, 0)
        elif self.is_list(place):
            self.set(total, way == "all")
        if way in ("min", "max"):
            self.set(some, False)

    def way(self, place: Place | List) -> str:
        return self.code.instructions[place.loaded].arg

    @staticmethod
    def is_list(place: Place | List) -> bool:
        """Whether all items are asked for before any of them is looked at."""
        return isinstance(place, List) or place.code.code.co_name == "<listcomp>"

    def names(self, place: Place | List) -> tuple[str, str]:
        return f"total{place.loaded}!", f"some{place.loaded}!"

    def body(self, place: Place) -> None:
        """With the iterator on the stack."""
        heights, own = heights_of(place.code), {*place.code.code.co_varnames, *place.code.code.co_cellvars}
        for step in place.code.instructions:
            self.at = step
            self.here((place, step.index))
            if step.op == "YIELD_VALUE":
                self.take(place, step.index, heights)
            elif step.op == "LIST_APPEND" and self.is_list(place) and step.arg == heights[step.index] - 1:
                self.take(place, step.index, heights)
            elif step.op == "RETURN_VALUE":
                if not self.is_list(place):
                    self.add("POP_TOP", None)
                self.jump("JUMP", (place, "end"))
            elif (step.op, step.arg) == ("LOAD_FAST", ".0") or step.op == "RETURN_GENERATOR" or (
                    self.is_list(place) and step.index == 0):
                pass
            elif step.op in JUMPS:
                self.jump(step.op, (place, step.arg))
            elif step.op.endswith("_FAST") and (step.arg in own or "!" in step.arg or "@" in step.arg):
                self.add(step.op, f"{step.arg}@{place.loaded}")
            else:
                self.as_it_was(step, step.arg)
        self.here((place, "end"))

    def take(self, place: Place | List, at: int, heights: dict) -> None:
        """What it yields, or puts into the list."""
        way, (total, some) = self.way(place), self.names(place)
        if way in ("any", "all") and self.is_list(place):
            self.jump("JUMP_IF_FALSE" if way == "any" else "JUMP_IF_TRUE", (place, at, "on"))
            self.set(total, way == "any")
            self.here((place, at, "on"))
        elif way in ("any", "all"):
            self.jump("JUMP_IF_FALSE" if way == "any" else "JUMP_IF_TRUE", (place, at, "on"))
            for _ in range(heights[at] - 1):
                self.add("POP_TOP", None)
            self.add("LOAD_CONST", way == "any")
            self.jump("JUMP", (place, "told"))
            self.here((place, at, "on"))
        else:
            self.add("STORE_FAST", GOT)
            if way != "sum":
                self.add("LOAD_FAST", some)
                self.jump("JUMP_IF_FALSE", (place, at, "first"))
                self.add("LOAD_CONST", CONSUMERS[way])
            self.add("LOAD_FAST", total)
            self.add("LOAD_FAST", GOT)
            self.add(*(("BINARY_OP", "+") if way == "sum" else ("CALL", (2, ()))))
            self.add("STORE_FAST", total)
            if way != "sum":
                self.jump("JUMP", (place, at, "on"))
                self.here((place, at, "first"))
                self.add("LOAD_FAST", GOT)
                self.add("STORE_FAST", total)
                self.set(some, True)
                self.here((place, at, "on"))
        if not self.is_list(place):
            self.add("LOAD_CONST", None)

    def end(self, place: Place | List) -> None:
        """What comes of it; with what `default=` says on the stack, if anything."""
        way, (total, some) = self.way(place), self.names(place)
        if way == "sum" or self.is_list(place) and way in ("any", "all"):
            self.add("LOAD_FAST", total)
        elif way in ("any", "all"):
            self.add("LOAD_CONST", way != "any")
            self.here((place, "told"))
        elif self.at.arg == (1, ()):
            self.add("LOAD_FAST", some)
            self.jump("JUMP_IF_TRUE", (place, "some"))
            self.add("LOAD_CONST", ValueError)
            self.add("LOAD_CONST", f"{way}() iterable argument is empty")
            self.add("CALL", (1, ()))
            self.add("RAISE", 1)
            self.here((place, "some"))
            self.add("LOAD_FAST", total)
        else:
            self.add("LOAD_FAST", some)
            self.jump("JUMP_IF_FALSE", (place, "none"))
            self.add("POP_TOP", None)
            self.add("LOAD_FAST", total)
            self.here((place, "none"))
