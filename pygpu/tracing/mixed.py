"""What a loop of the kernel does with a number that is of one class before a pass and of another after it, as `s = 0` before
`s += x`: after no pass it is an int still. The loop carries which of them it is, once somebody has asked."""

from __future__ import annotations

import numpy as np

from ..ir import BOOL, INT, INT64, Type, Value
from .kinds.numpys import is_pythons
from .values.choices import alternatives
from .values.lattice import FALSE, Known, Ref
from .values.numbers import TYPED, class_of, fits, type_of


class Mixed:
    """Part of the state at the head of a loop."""

    def note_kind(self, value, argument: Value, where) -> None:
        """A number that is of another class before the loop than after a pass, `s = 0` before `s += x`: which it is."""
        told = self.mixed.get(where)
        if self.tracer.of_arrays and told is None and where not in self.theirs:
            cls = self.tracer.kinds.of_numpys(value)
            if cls is not None:
                self.tracer.numpys[argument] = cls
            elif is_pythons(self.tracer, value):
                self.tracer.kinds.begun[argument] = False
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
        if others and self.opening.mixed.get(self.argument[a]) not in others:
            self.opening.mixed[self.argument[a]] = others.pop()
            self.changed = True

    def note_numpys(self, a, b, where) -> None:
        """A number that is NumPy's after a pass, of the class that all elements have it may be: so it is in the next try."""
        told = {self.heap_b[each][0].type.dtype.type for _, each in alternatives(self.tracer.emit, b) if type(each) is Ref}
        if len(told) == 1 and not told & {np.bool_}:
            self.opening.mixed.setdefault(self.argument.get(a, where), *told)

    def of_numpys_type(self, a: Value, b) -> Type | None:
        """The type of NumPy's that a number has after each pass, in which it wraps; a known int of Python's before the loop
        takes it on where it meets another."""
        where, kind = self.argument[a], type_of(b)
        if not self.tracer.of_arrays or where in self.opening.typed or kind not in TYPED.values() or (
                a.type not in (INT, INT64)):
            return None
        begun = next(value for _, value, argument in self.opening.args if argument is a)
        if type(begun) is not Known or type(begun.value) is not int or not fits(begun.value, kind):
            return None
        self.opening.typed.add(where)
        return kind

    def see_own(self) -> None:
        """Numbers that begin as Python's own, and are NumPy's after a pass: in the next try they count as these, if anybody
        has asked. So it is with those that begin as of one class of NumPy's and are of another."""
        begun = self.tracer.kinds.begun
        ours = {argument: where for where, _, argument in self.opening.args if argument in begun}
        while wrong := [each for each in ours if not is_pythons(self.tracer, self.next.get(each, each))]:
            asked = [each for each in wrong if begun.pop(each)]
            self.opening.theirs |= {ours[each] for each in asked}
            self.changed |= bool(asked)
            ours = {each: where for each, where in ours.items() if each in begun}
        for where, _, argument in self.opening.args:
            cls = self.tracer.numpys.get(argument)
            found = self.tracer.kinds.of_numpys(self.next.get(argument, argument))
            if cls is None or found is cls or where in self.opening.mixed or where in self.opening.theirs:
                continue
            self.changed = True
            if found is None:
                self.opening.theirs.add(where)
            else:
                self.opening.mixed[where] = found

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
