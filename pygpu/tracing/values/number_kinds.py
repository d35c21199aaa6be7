"""Ints, floats and bools that meet: one number of the kernel, which Python still tells apart (isinstance(r, int)).

Where two paths meet, 1 here and 2.5 there become a Float. What each of them was is noted beside it; who must give a number
of either kind (np.vectorize, whose results are of the type of the first) has them kept apart meanwhile.

What a number is, is its class, or (a condition, what it is where that holds, what it is elsewhere). Few ask, so the
conditions are not `carried` out of arms and through loops at first: where one that was left behind is asked for, the
function is traced again.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import reduce

from ...ir import BOOL, Value
from .choices import selected
from .lattice import Known
from .numbers import class_of, of_one_kind, type_of

LARGEST = 16  # how many kinds one is made of


class NumberKinds:
    def __init__(self):
        self.carried = self.asked = False  # whether all conditions are kept; whether one was asked for that is not
        self.apart = False  # whether an int and a float that meet stay apart
        self.bools_apart = False  # whether a bool and another number do
        self.met: dict[Value, tuple] = {}  # what they became -> what it is
        self.numpys: dict[Value, type] = {}  # numbers that NumPy gave, of these classes (kinds/numpys.py)
        self.of_numpys: Callable = lambda number: None  # of which a number is, where it matters
        self.begun: dict[Value, bool] = {}  # arguments of loops that begin as Python's own -> whether that was asked

    def keeps_apart(self, a, b) -> bool:
        return self.apart and not of_one_kind(a, b) or self.bools_apart and (type_of(a) is BOOL) != (type_of(b) is BOOL)

    def tells(self, value) -> bool:
        """Whether a number is of one class or another, as pixels say."""
        return isinstance(value, Value) and value in self.met

    def kind(self, value):
        """What a number is."""
        return self.met[value] if self.tells(value) else class_of(type_of(value))

    def note(self, result, condition, a, b, out_of_a: Callable = lambda v: v, out_of_b: Callable = lambda v: v):
        """The result, which is `a` where the condition holds, else `b`; values of the arms are carried out of them."""
        told = not of_one_kind(a, b) or a in self.met or b in self.met
        if told and isinstance(result, Value) and result is not a and result is not b:
            self.met[result] = self.kept_kind((condition, self.moved(self.kind(a), out_of_a),
                                               self.moved(self.kind(b), out_of_b)))
        cls = self.of_numpys(a)
        if cls is not None and cls is self.of_numpys(b) and isinstance(result, Value):
            self.numpys.setdefault(result, cls)
        return result

    def kept_kind(self, kind: tuple) -> tuple:
        """A kind, without its conditions where these are not all kept, or are too many."""
        if any(type(side) is tuple for side in kind[1:]) and (not self.carried or size_of(kind) > LARGEST):
            first, *others = sorted(classes_in(kind), key=repr)
            return reduce(lambda found, cls: (None, cls, found), others, first)
        return kind

    def kept(self, condition: Callable):
        """What a condition is, if all are kept."""
        return condition() if self.carried else None

    def carry(self, value: Value, found: Value, out: Callable) -> None:
        """What a number of an arm or a loop is, is what stands for it behind that; conditions are carried `out`, too."""
        if value in self.met and found not in self.met:
            self.met[found] = self.moved(self.met[value], out)
        cls = self.numpys.get(value) or self.of_numpys(value)
        if cls is not None:
            self.numpys.setdefault(found, cls)

    def moved(self, kind, carry: Callable):
        """A kind elsewhere, where its conditions are what `carry` makes of them."""
        if type(kind) is not tuple:
            return kind
        condition, a, b = kind
        return (carry(condition) if self.carried and condition is not None else None,
                self.moved(a, carry), self.moved(b, carry))

    def derived(self, result, symbol: str, a, b):
        """The result of an operation on numbers, one of which may be of several kinds."""
        if isinstance(result, Value) and result not in self.met and type_of(result) is not BOOL:
            kind = combined(symbol, self.kind(a), self.kind(b))
            if type(kind) is tuple:
                self.met[result] = self.kept_kind(kind)
        return result

    def same_class(self, result, value):
        """What an operation gives that leaves a number's class as it is, abs(x) or round(x, 2)."""
        return self.derived(result, "abs", value, value) if self.tells(value) else result

    def classes(self, value) -> set[type]:
        """All classes of which a number may be."""
        return classes_in(self.kind(value))

    def where(self, emit: Callable, value, holds: Callable):
        """The condition under which `holds` is true of a number's class; None where it was not kept."""
        return self.holding(emit, self.kind(value), holds)

    def returned(self, emit: Callable, value, part: Callable, usual: Callable) -> Callable:
        """What makes of the numbers of a call the class that a result is of, as far as it was kept which that is: the
        conditions are results, too, each a `part` of what is returned."""
        if not self.tells(value):
            return lambda found: usual
        asked, classes = self.asked, sorted(self.classes(value), key=repr)
        conditions = [self.where(emit, value, lambda kind, cls=cls: kind is cls) for cls in classes]
        self.asked = asked  # who returns it does without
        if None in conditions:
            return lambda found: usual
        told = [(cls, part(condition)) for cls, condition in zip(classes, conditions)]
        return lambda found: next(cls for cls, holds in told if holds(found))

    def holding(self, emit, kind, holds):
        answers = {bool(holds(cls)) for cls in classes_in(kind)}
        if len(answers) == 1:
            return Known(answers.pop())
        condition, *sides = kind
        a, b = [self.holding(emit, side, holds) for side in sides]
        if condition is None or a is None or b is None:
            self.asked = True
            return None
        return selected(emit, condition, a, b)


def classes_in(kind) -> set[type]:
    return classes_in(kind[1]) | classes_in(kind[2]) if type(kind) is tuple else {kind}


def size_of(kind) -> int:
    return size_of(kind[1]) + size_of(kind[2]) if type(kind) is tuple else 1


def combined(symbol: str, a, b):
    """What an operation on numbers of these kinds gives."""
    if type(a) is tuple and a is b:  # -x, x * x
        one, other = combined(symbol, a[1], a[1]), combined(symbol, a[2], a[2])
        return one if one is other else (a[0], one, other)
    if type(a) is tuple:
        one, other = combined(symbol, a[1], b), combined(symbol, a[2], b)
        return one if one is other else (a[0], one, other)
    if type(b) is tuple:
        one, other = combined(symbol, a, b[1]), combined(symbol, a, b[2])
        return one if one is other else (b[0], one, other)
    return float if symbol == "/" or float in (a, b) else int
