"""How CPython writes bytecode down, the same in all versions: prefixes, caches, and the exception table."""

from __future__ import annotations

from collections.abc import Iterator
from opcode import opmap

EXTENDED_ARG = opmap["EXTENDED_ARG"]


def raw_instructions(bytecode: bytes) -> Iterator[tuple[int, int, int, int]]:
    """(start, opcode, argument, end): prefixes are part of what they prefix, caches of what they follow."""
    start = offset = arg = 0
    size = len(bytecode)
    while offset < size:
        opcode = bytecode[offset]
        arg = arg << 8 | bytecode[offset + 1]
        offset += 2
        if opcode != EXTENDED_ARG:
            while offset < size and not bytecode[offset]:
                offset += 2
            yield start, opcode, arg, offset
            start, arg = offset, 0


def exception_table(table: bytes) -> list[tuple[int, int, int, int, bool]]:
    """(start, end, target, depth, lasti) in raw offsets. Four numbers an entry, of six bits a byte, bit 6 for more."""
    numbers, number = [], 0
    for byte in table:
        number = number << 6 | byte & 0x3F
        if not byte & 0x40:
            numbers.append(number)
            number = 0
    fields = iter(numbers)
    return [(2 * start, 2 * (start + length), 2 * target, depth >> 1, bool(depth & 1))
            for start, length, target, depth in zip(fields, fields, fields, fields, strict=True)]
