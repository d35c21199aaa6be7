"""A combination of the flags of an enum.Flag that pixels say: as enum has it, but for its name."""

from __future__ import annotations

import enum


class Flags:
    """What `kind(value)` is, where only a pixel knows the value."""

    __slots__ = ("kind", "value")

    def __init__(self, kind, value):
        unknown = ~kind._flag_mask_
        if not issubclass(kind, enum.IntFlag):
            if value & unknown != 0:
                raise ValueError(f"{value!r} is not a valid {kind.__name__}")
        self.kind, self.value = kind, value

    @property
    def _value_(self):
        return self.value

    def of(self, other):
        """The value of another operand, or None for what is none."""
        if isinstance(other, Flags):
            return other.value
        if isinstance(other, self.kind):
            return other.value
        return other if issubclass(self.kind, int) and isinstance(other, int) else None

    def __or__(self, other):
        value = self.of(other)
        return NotImplemented if value is None else Flags(self.kind, self.value | value)

    def __and__(self, other):
        value = self.of(other)
        return NotImplemented if value is None else Flags(self.kind, self.value & value)

    def __xor__(self, other):
        value = self.of(other)
        return NotImplemented if value is None else Flags(self.kind, self.value ^ value)

    __ror__, __rand__, __rxor__ = __or__, __and__, __xor__

    def __invert__(self):
        kept = issubclass(self.kind, enum.IntFlag)
        return Flags(self.kind, ~self.value if kept else self.kind._flag_mask_ & ~self.value)

    def __contains__(self, other):
        value = self.of(other)
        return (value & self.value) == value

    def __iter__(self):
        for member in self.kind:
            if self.value & member.value:
                yield member

    def __len__(self):
        return sum([self.value & member.value != 0 for member in self.kind])

    def __bool__(self):
        return self.value != 0

    def __eq__(self, other):
        value = self.of(other)
        return False if value is None else self.value == value

    __hash__ = None

    def __int__(self):
        return self.value

    __index__ = __int__

    def __add__(self, other):
        return self.value + int(other)

    def __sub__(self, other):
        return self.value - int(other)

    def __mul__(self, other):
        return self.value * other

    def __lshift__(self, other):
        return self.value << int(other)

    def __rshift__(self, other):
        return self.value >> int(other)

    __radd__, __rmul__ = __add__, __mul__
