"""Which local variables something further on may still read: the others need not meet at a join."""

from __future__ import annotations

from functools import lru_cache

from .canonical import ENDS, JUMPS

HANDLED = "exception!"  # stands among the locals for the exception that is being handled


@lru_cache(maxsize=4096)
def live_locals(code) -> list[frozenset[str]]:
    """For each instruction of a decoded Code, the names whose value may be read from there on."""
    instructions = code.instructions
    count = len(instructions)
    successors: list[list[int]] = []
    for index, instruction in enumerate(instructions):
        after = [instruction.arg] if instruction.op in JUMPS else []
        if instruction.op not in ENDS and instruction.op != "JUMP" and index + 1 < count:
            after.append(index + 1)
        successors.append(after)
    back = {} if code.handlers else put_back(code)  # (a handler would see what was put aside)
    for handler in code.handlers:
        for index in range(handler.start, handler.end):
            successors[index].append(handler.target)
    live: list[frozenset[str]] = [frozenset()] * (count + 1)
    changed = True
    while changed:
        changed = False
        for index in range(count - 1, -1, -1):
            names = frozenset().union(*(live[s] for s in successors[index])) if successors[index] else frozenset()
            op, name = instructions[index].op, instructions[index].arg
            if op in ("STORE_FAST", "DELETE_FAST"):
                names = names - {name}
            elif op in ("LOAD_FAST", "REACHED") or op == "LOAD_FAST_AND_CLEAR" and (
                    index not in back or name in live[back[index] + 1]):
                names = names | {name}
            elif op == "PUSH_EXC_INFO" or op == "RAISE" and name == 0:
                names = names | {HANDLED}
            elif op == "POP_EXCEPT":
                names = names - {HANDLED}
            elif op == "LOAD_GLOBAL" and name == "super":  # super() looks at the first argument
                names = names | {*code.code.co_varnames[:1]}
            if names != live[index]:
                live[index] = names
                changed = True
    return live


@lru_cache(maxsize=4096)
def put_back(code) -> dict[int, int]:
    """Where comprehensions that stand in the function around them (CPython 3.12 and later) put a variable aside, and where
    what there was comes back."""
    steps, found = code.instructions, dict[int, int]()
    for at, step in enumerate(steps):
        if step.op == "LOAD_FAST_AND_CLEAR":
            end = next((each.arg for each in steps[at:] if each.op == "FOR_ITER"), at)
            found[at] = next((each.index for each in steps[end:] if (each.op, each.arg) == ("STORE_FAST", step.arg)), at)
    return found
