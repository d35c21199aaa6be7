"""What a number is in memory, declared once: how many bytes an element takes, what is white in a picture of it, what it is
called in OpenCL C. All tables of the rooms are made from this one; what a filter computes on is in ir/types.py.
"""

from __future__ import annotations

from typing import NamedTuple


class Element(NamedTuple):
    """A number in memory, by NumPy's name. `kind` is NumPy's letter: b, u, i or f."""

    name: str
    kind: str
    bits: int
    opencl: str

    @property
    def size(self) -> int:
        """In bytes."""
        return max(8, self.bits) // 8

    @property
    def limits(self) -> tuple[int, int]:
        """The lowest and the highest whole number."""
        return (0, (1 << self.bits) - 1) if self.kind != "i" else (-(1 << self.bits - 1), (1 << self.bits - 1) - 1)

    def wrap(self, number: int) -> int:
        """A whole number as it is with so many bits."""
        lowest, highest = self.limits
        return number if lowest <= number <= highest else (number - lowest) % (highest - lowest + 1) + lowest


ELEMENTS = {element.name: element for element in (
    Element("bool", "b", 1, "uchar"),
    Element("uint8", "u", 8, "uchar"), Element("uint16", "u", 16, "ushort"), Element("uint32", "u", 32, "uint"),
    Element("uint64", "u", 64, "ulong"),
    Element("int8", "i", 8, "char"), Element("int16", "i", 16, "short"), Element("int32", "i", 32, "int"),
    Element("int64", "i", 64, "long"),
    Element("float16", "f", 16, "half"), Element("float32", "f", 32, "float"), Element("float64", "f", 64, "double"),
)}
# Pixels of these span 0..1 in a filter: what is 1.0 there.
WHITE = {name: ELEMENTS[name].limits[1] for name in ("uint8", "uint16")}
