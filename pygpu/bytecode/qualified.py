"""Functions that are called by the name of their class, `Tree.depth(node)`, as if that were one name, `Tree.depth`.

Of a class method only the attribute is renamed: the class stays on the stack, as its first argument. So one instruction
loads what is called, as the loops that such functions become (repeating.py, stacked.py) take it.
"""

from __future__ import annotations

from .canonical import JUMPS
from .code import Code
from .writing import Writer

LOADS = ("LOAD_GLOBAL", "LOAD_DEREF", "LOAD_FAST")
WHOLE, ATTRIBUTE = "LOAD_GLOBAL", "LOAD_ATTR"  # how such a name is loaded from then on


def qualified(code: Code, names: set[tuple[str, str]]) -> Code:
    """The same, with those of `names` (op, name) that have a dot loaded at once."""
    dotted = {name for name in names if "." in name[1]}
    places = {step.index: found for step in code.instructions if dotted and (found := name_at(code, step.index, dotted))}
    return Qualifying(code, places).result() if places and not code.handlers else code


def name_at(code: Code, at: int, names: set[tuple[str, str]]) -> tuple[str, str] | None:
    """The name that an attribute's loading belongs to."""
    step = code.instructions[at]
    if step.op != "LOAD_ATTR" or not at or code.instructions[at - 1].op not in LOADS:
        return None
    before = code.instructions[at - 1]
    return next((name for op in (WHOLE, ATTRIBUTE) if (name := (op, f"{before.arg}.{step.arg}")) in names), None)


class Qualifying(Writer):
    """The instructions anew."""

    def __init__(self, code: Code, places: dict[int, tuple[str, str]]):
        super().__init__()
        self.code, self.names = code, places
        self.left_out = {at - 1 for at, (op, _) in places.items() if op == WHOLE}

    def result(self) -> Code:
        for step in self.code.instructions:
            self.at = step
            self.here(step.index)
            if step.op in JUMPS:
                self.jump(step.op, step.arg)
            elif step.index not in self.left_out:
                self.add(*self.names.get(step.index, (step.op, step.arg)))
        return Code(self.code.code, self.written(), ())
