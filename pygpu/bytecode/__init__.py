"""A code object → one canonical instruction stream, the same for every CPython from 3.11 to 3.15.

    canonical.py   the instructions there are, and what each does to the stack
    decode.py      code object → Code, its instructions
    rules.py       the words that the tables of versions/ are written with
    tidy.py        idle jumps and turned branches, the same on all versions
    versions/      one file a CPython: how its bytecode differs from the one before
    flow.py        Code → loops, joins, order
"""

from pygpu.bytecode.decode import Code, Handler, Instruction, decode

__all__ = ["Code", "Handler", "Instruction", "decode"]
