"""Ints, floats and bools that meet: one number of the kernel, which Python still tells apart (isinstance(r, int)).

Where two paths meet, 1 here and 2.5 there become a Float. What each of them was is noted beside it; who must give a number
of either kind (np.vectorize, whose results are of the type of the first) has them kept apart meanwhile.
"""

from __future__ import annotations

from collections.abc import Callable

from ...ir import BOOL, Value
from .choices import opposite
from .lattice import Known
from .numbers import class_of, of_one_kind, type_of


class NumberKinds:
    def __init__(self):
        self.apart = False  # whether an int and a float that meet stay apart
        self.bools_apart = False  # whether a bool and another number do
        self.met: dict[Value, tuple] = {}  # what they became -> (the condition, what it was where that holds, what else)

    def keeps_apart(self, a, b) -> bool:
        return self.apart and not of_one_kind(a, b) or self.bools_apart and (type_of(a) is BOOL) != (type_of(b) is BOOL)

    def note(self, result, condition, a, b):
        """The result, which is `a` where the condition holds, else `b`."""
        told = not of_one_kind(a, b) or a in self.met or b in self.met
        if told and isinstance(result, Value) and result is not a and result is not b:
            self.met[result] = condition, a, b
        return result

    def classes(self, value) -> set[type]:
        """All classes of which a number may be."""
        if not isinstance(value, Value) or value not in self.met:
            return {class_of(type_of(value))}
        _, a, b = self.met[value]
        return self.classes(a) | self.classes(b)

    def where(self, emit: Callable, value, holds: Callable):
        """The condition under which `holds` is true of a number's class; None where only a path that is left by now can
        tell."""
        answers = set(map(holds, self.classes(value)))
        if len(answers) == 1:
            return Known(answers.pop())
        condition, a, b = self.met[value]
        sides = [set(map(holds, self.classes(side))) for side in (a, b)]
        if any(len(side) > 1 for side in sides):
            return None
        return condition if sides[0].pop() else opposite(emit, condition)
