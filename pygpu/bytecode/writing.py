"""Instructions written one after the other, with jumps to places that are named before they are reached."""

from __future__ import annotations

from .code import Instruction


class Writer:
    """`at` is the instruction in whose place the next ones stand; a place is anything that can be compared."""

    at: Instruction

    def __init__(self) -> None:
        self.steps: list[Instruction] = []
        self.jumps: list[tuple[int, object]] = []  # where each stands, and the place it leads to
        self.places: dict[object, int] = {}

    def add(self, op: str, arg) -> None:
        self.steps.append(Instruction(op, arg, len(self.steps), self.at._code, self.at._position))

    def set(self, name: str, value) -> None:
        self.add("LOAD_CONST", value)
        self.add("STORE_FAST", name)

    def jump(self, op: str, place) -> None:
        self.jumps.append((len(self.steps), place))
        self.add(op, None)

    def here(self, place) -> None:
        self.places[place] = len(self.steps)

    def written(self) -> tuple[Instruction, ...]:
        """All of them, now that each place is known."""
        for at, place in self.jumps:
            self.steps[at].arg = self.places[place]
        return tuple(self.steps)
