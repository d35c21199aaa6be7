"""`for` loops around calls, as loops that count: what is between two passes are numbers, which can be put aside.

    for x in items:                    at = 0
        f(x)                           while at < len(tuple(items)):
                                           x, at = tuple(items)[at], at + 1
                                           f(x)

What is gone over is asked for anew in each pass if that is always the same (a name that the loop does not set, an
item of one), and kept otherwise. Of a range, only its end is kept. On the stack a mark stands for the iterator.
"""

from __future__ import annotations

from typing import NamedTuple

from .canonical import JUMPS
from .code import Code
from .heights import begun_at, effect, heights_of, is_straight
from .writing import Writer

ITERATOR = None  # the mark
NAMES = ("LOAD_FAST", "LOAD_DEREF", "LOAD_GLOBAL")
STEADY = {*NAMES, "LOAD_CONST", "LOAD_ATTR", "SUBSCRIPT", "BUILD_TUPLE", "CALL", "BINARY_OP"}
SIZES, SIDE_BY_SIDE = ("range", "len"), ("enumerate", "zip")  # that say of what they are given what is there now


class Counted(NamedTuple):
    code: Code
    places: dict[int, int]  # the new place of each old instruction
    marks: dict[int, int]   # where a loop begins -> how much lies below its mark


def counted(code: Code, heads: set[int]) -> Counted | None:
    """The same with such loops for those that begin there; None where one of them cannot be told."""
    heights = heights_of(code)
    return None if heights is None else Counting(code, heads, heights).result()


def names_of(head: int) -> tuple[str, str, str]:
    return f"at{head}!", f"end{head}!", f"items{head}!"


class Counting(Writer):
    """The instructions anew."""

    def __init__(self, code: Code, heads: set[int], heights: dict[int, int]):
        super().__init__()
        self.code, self.heads, self.heights = code, heads, heights

    def result(self) -> Counted | None:
        begins = {}
        for head in self.heads:
            if self.code.instructions[head].op == "FOR_ITER":
                if self.code.instructions[head - 1].op != "GET_ITER" or head not in self.heights:
                    return None
                begins[head - 1] = head
        for step in self.code.instructions:
            self.at = step
            self.here(step.index)
            if step.index in begins:
                self.begin(begins[step.index])
            elif step.index - 1 in begins:
                self.turn(step.index)
            elif step.op in JUMPS:
                self.jump(step.op, step.arg)
            else:
                self.add(step.op, step.arg)
        marks = {self.places[head]: self.heights[head] - 1 for head in begins.values()}
        return Counted(Code(self.code.code, self.written(), ()), self.places, marks)

    def source(self, head: int) -> range:
        """The instructions that give what a loop goes over."""
        return range(begun_at(self.heights, head - 1, self.heights[head] - 1), head - 1)

    def is_range(self, head: int) -> bool:
        """Whether it goes over a range in steps of one."""
        steps, source = self.code.instructions, self.source(head)
        first, last = steps[source[0]], steps[source[-1]]
        return (is_straight(self.code, source) and (first.op, first.arg) == ("LOAD_GLOBAL", "range") and last.op == "CALL"
                and last.arg in ((1, ()), (2, ())))

    def is_steady(self, head: int) -> bool:
        """Whether what it goes over may be asked for in each pass."""
        steps, source = self.code.instructions, self.source(head)
        stored = {steps[at].arg for at in self.code.loops[head].body if steps[at].op in ("STORE_FAST", "DELETE_FAST")}
        stored |= {step.arg for step in steps if step.op in ("STORE_DEREF", "STORE_GLOBAL")}
        if not is_straight(self.code, source) or any(
                steps[at].op not in STEADY or steps[at].op in NAMES and steps[at].arg in stored for at in source):
            return False
        calls = [at for at in source if steps[at].op == "CALL"]
        callers = [begun_at(self.heights, at, self.heights[at] - effect(steps[at])[0]) for at in calls]
        if any(steps[at].op != "LOAD_GLOBAL" or steps[at].arg not in (SIDE_BY_SIDE if at == source[0] else ()) and
               steps[at].arg not in SIZES for at in callers):
            return False
        looked_into = {steps[at].arg for at in source if steps[at].op in NAMES}
        return not any(steps[at].op == "SUBSCRIPT" for at in source) or not looked_into & self.changed()

    def gone_over(self, head: int) -> set[int]:
        """The last instructions of what gives a sequence that it goes over, or several side by side."""
        source, height = self.source(head), self.heights[head]
        first, last = (self.code.instructions[at] for at in (source[0], source[-1]))
        if first.op != "LOAD_GLOBAL" or first.arg not in SIDE_BY_SIDE or last.op != "CALL":
            return {source[-1]}
        given, keywords = last.arg
        sequences = 1 if first.arg == "enumerate" else given - len(keywords)
        begins = [begun_at(self.heights, source[-1], height + place) for place in range(1, given)]
        return {end - 1 for end in [*begins, source[-1]][:sequences]}

    def changed(self) -> set[str]:
        """The names of what an item is set of."""
        steps, found = self.code.instructions, set()
        for step in steps:
            if step.op == "STORE_SUBSCRIPT" and step.index in self.heights:
                found.add(steps[begun_at(self.heights, step.index, self.heights[step.index] - 2)].arg)
        return found

    def begin(self, head: int) -> None:
        """With what it goes over on the stack."""
        at, end, items = names_of(head)
        if self.is_range(head):
            self.add("COPY", 1)
            self.add("LOAD_ATTR", "start")
            self.add("STORE_FAST", at)
            self.add("LOAD_ATTR", "stop")
            self.add("STORE_FAST", end)
        else:
            if self.is_steady(head):
                self.add("POP_TOP", None)
            else:
                self.add("STORE_FAST", items)
                self.add("LOAD_CONST", tuple)
                self.add("LOAD_FAST", items)
                self.add("CALL", (1, ()))
                self.add("STORE_FAST", items)
            self.add("LOAD_CONST", 0)
            self.add("STORE_FAST", at)
        self.add("LOAD_CONST", ITERATOR)

    def turn(self, head: int) -> None:
        """The next one, or out of the loop."""
        at, end, items = names_of(head)
        ranging, steady = self.is_range(head), self.is_steady(head)
        if ranging:
            self.add("LOAD_FAST", end)
        elif steady:
            self.add("LOAD_CONST", tuple)
            asked = self.gone_over(head)
            for index in self.source(head):
                self.add(self.code.instructions[index].op, self.code.instructions[index].arg)
                if index in asked:
                    self.add("GET_LEN", None)  # of an iterator, which cannot be asked twice, there is none
                    self.add("POP_TOP", None)
            self.add("CALL", (1, ()))
            self.add("STORE_FAST", items)
        if not ranging:
            self.add("LOAD_FAST", items)
            self.add("GET_LEN", None)
            self.add("SWAP", 2)
            self.add("POP_TOP", None)
        self.add("LOAD_FAST", at)
        self.add("COMPARE", ">")
        self.jump("JUMP_IF_TRUE", ("on", head))
        self.add("POP_TOP", None)
        self.jump("JUMP", self.code.instructions[head].arg)
        self.here(("on", head))
        if not ranging:
            self.add("LOAD_FAST", items)
        self.add("LOAD_FAST", at)
        if not ranging:
            self.add("SUBSCRIPT", None)
        self.add("LOAD_FAST", at)
        self.add("LOAD_CONST", 1)
        self.add("BINARY_OP", "+")
        self.add("STORE_FAST", at)
