"""A combination of the flags of an enum.Flag that pixels say: as enum has it, but for its name."""

from __future__ import annotations

import enum


class Flags:
    """What `kind(value)` is, where only a pixel knows the value."""

    __slots__ = ("kind", "value")

    def __init__(self, kind, value):
        self.kind, self.value = kind, settled(kind, value)

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
        kept = self.kind._boundary_ in (enum.KEEP, enum.EJECT)
        return Flags(self.kind, ~self.value if kept else singles(self.kind) & ~self.value)

    def __contains__(self, other):
        value = self.of(other)
        return (value & self.value) == value

    def __iter__(self):
        for member in self.kind:
            if self.value & member.value:
                yield member

    def __len__(self):
        return self.value.bit_count()

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


def settled(kind, value):
    """The value of `kind(value)`. What becomes of bits that no flag has is the class's own affair: the first Pythons 3.11
    left them out of a Flag, where later ones refuse them."""
    mask, every, boundary = kind._flag_mask_, kind._all_bits_, kind._boundary_
    strict = boundary is enum.STRICT
    if not ~every <= value <= every or value & (every ^ mask) != 0:
        if strict or boundary is enum.EJECT:
            raise ValueError(f"{value!r} is not a valid {kind.__name__}")
        if boundary is enum.CONFORM:
            value = value & mask
        elif value < 0:
            value = max(every + 1, 1 << value.bit_length()) + value
    if value < 0:
        value = every + 1 + value
    if boundary is not enum.KEEP and value & ~mask != 0:
        raise ValueError(f"{value!r} is not a valid {kind.__name__}")
    if strict and singles(kind) != mask:  # flags of several bits: none may be there in part, beside others that are whole
        found = value & singles(kind)
        for member in kind.__members__.values():
            if value & member.value == member.value:
                found |= member.value
        if found != 0 and value & ~found != 0:
            raise ValueError(f"{kind!r}: no members with value {value & ~found!r}")
    return value


def singles(kind):
    """The bits of flags of one bit; the first Pythons 3.11 do not tell them from others."""
    return getattr(kind, "_singles_mask_", kind._flag_mask_)
