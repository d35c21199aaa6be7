"""How much lies on the stack before each instruction, and which instructions give what lies there."""

from __future__ import annotations

from functools import lru_cache

from .canonical import JUMPS
from .code import Code, Instruction
from .repeating import PUSHES, UNPASSED

FIXED = {
    **dict.fromkeys([*PUSHES, "LOAD_CLOSURE", "LOAD_FAST_AND_CLEAR"], (0, 1)),
    **dict.fromkeys(["STORE_FAST", "STORE_DEREF", "POP_TOP"], (1, 0)),
    **dict.fromkeys(["LOAD_ATTR", "UNARY", "GET_ITER", "LIST_TO_TUPLE", "MAKE_FUNCTION"], (1, 1)),
    **dict.fromkeys(["SUBSCRIPT", "BINARY_OP", "COMPARE", "IS", "CONTAINS", "SET_FUNCTION_ATTRIBUTE"], (2, 1)),
    **dict.fromkeys(["LIST_APPEND", "SET_ADD", "LIST_EXTEND", "SET_UPDATE", "DICT_UPDATE"], (1, 0)),
    **dict.fromkeys(["JUMP_IF_FALSE", "JUMP_IF_TRUE", "JUMP_IF_NONE", "JUMP_IF_NOT_NONE", "RETURN_VALUE"], (1, 0)),
    "STORE_ATTR": (2, 0), "STORE_SUBSCRIPT": (3, 0), "MAP_ADD": (2, 0), "JUMP": (0, 0), "SWAP": (0, 0), "COPY": (0, 1),
    "DELETE_SUBSCRIPT": (2, 0), "RETURN_GENERATOR": (0, 0), "YIELD_VALUE": (1, 1), "GET_LEN": (0, 1), "FOR_ITER": (0, 1),
}
BY_COUNT = {
    "BUILD_TUPLE": (1, 1), "BUILD_LIST": (1, 1), "BUILD_SET": (1, 1), "BUILD_STRING": (1, 1), "BUILD_SLICE": (1, 1),
    "BUILD_MAP": (2, 1), "RAISE": (1, 0),
}


@lru_cache(maxsize=1024)
def heights_of(code: Code, begins: tuple[int, ...] = (0,)) -> dict[int, int] | None:
    """How much lies on the stack before each instruction that is reached; None where that is not told here."""
    steps, heights, waiting = code.instructions, dict.fromkeys(begins, 0), [*begins]
    while waiting:
        at = waiting.pop()
        found = effect(steps[at])
        if found is None:
            return None
        after = heights[at] + found[1] - found[0]
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


def taken_at(code: Code, heights: dict[int, int], at: int, height: int) -> int | None:
    """The next instruction that takes what lies above so much."""
    for later in range(at + 1, len(code.instructions)):
        if later in heights and heights[later] - effect(code.instructions[later])[0] <= height:
            return later
    return None


def begun_at(heights: dict[int, int], end: int, height: int) -> int:
    """The last instruction before `end` before which so much lies on the stack: there begins what lies above."""
    return next((at for at in range(end - 1, -1, -1) if heights.get(at) == height), -1)


def is_straight(code: Code, steps: range) -> bool:
    """Whether one way leads through these instructions, and on to the next."""
    within = range(steps.start + 1, steps.stop + 1)
    return bool(steps) and steps.start >= 0 and not any(
        step.op in JUMPS and (step.arg in within or step.index in steps) for step in code.instructions)
