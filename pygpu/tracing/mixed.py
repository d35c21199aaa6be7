"""What a loop of the kernel does with a number that is of one class before a pass and of another after it, as `s = 0` before
`s += x`: after no pass it is an int still. The loop carries which of them it is, once somebody has asked."""

from __future__ import annotations

import numpy as np

from ..ir import BOOL, Value
from .values.choices import alternatives
from .values.lattice import FALSE, Ref
from .values.numbers import class_of


class Mixed:
    """Part of the state at the head of a loop."""

    def note_kind(self, value, argument: Value, where) -> None:
        """A number that is of another class before the loop than after a pass, `s = 0` before `s += x`: which it is."""
        told = self.mixed.get(where)
        if told is not None and issubclass(told, np.generic):
            self.tracer.numpys[argument] = told  # in the first pass, too, where it may be Python's own
            return
        kinds, other = self.tracer.kinds, class_of(argument.type)
        classes = kinds.classes(value) | {other}
        if where in self.mixed or len(classes) > 1:
            first = next((cls for cls in classes if cls is not other), self.mixed.get(where))
            flag = None
            if kinds.carried and len(classes | {first}) == 2:
                initial = kinds.where(self.tracer.emit, value, lambda cls: cls is first)
                flag = None if initial is None else Value(BOOL)
                if flag is not None:
                    self.args.append(((*where, "kind!"), initial, flag))
                    self.kind_flags.append((flag, argument, first, other))
            kinds.met[argument] = flag, first, other


class MixedEdge:
    """Part of what compares the state that comes back to the head with it."""

    def see_kind(self, a: Value, b) -> None:
        """Whether a number is of one class before and after a pass: else it is noted in the next try which."""
        others = self.tracer.kinds.classes(b) - {class_of(a.type)}
        if others:
            self.opening.mixed[self.argument[a]] = others.pop()
            self.changed = True

    def note_numpys(self, a, b, where) -> None:
        """A number that is NumPy's after a pass, of the class that all elements have it may be: so it is in the next try."""
        told = {self.heap_b[each][0].type.dtype.type for _, each in alternatives(self.tracer.emit, b) if type(each) is Ref}
        if len(told) == 1 and not told & {np.bool_}:
            self.opening.mixed.setdefault(self.argument.get(a, where), *told)

    def see_kinds(self) -> None:
        """Of which class a number is after a pass."""
        kinds = self.tracer.kinds
        for flag, argument, first, other in self.opening.kind_flags:
            b = self.next.get(argument, argument)
            with self.tracer.builder.inside(self.body):
                found = kinds.where(self.tracer.emit, b, lambda cls, first=first: cls is first)
            if found is None or not kinds.classes(b) <= {first, other}:
                kinds.met[argument] = None, first, other
                found = FALSE
            self.next[flag] = found
