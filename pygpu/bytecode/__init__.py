"""A code object → one canonical instruction stream, the same for every CPython from 3.11 to 3.15.

    canonical.py   the instructions there are, and what each does to the stack
    raw.py         the bytes: prefixes, caches, the exception table
    decode.py      one walk over the raw instructions, told by a table what each means
    rules.py       the words that the tables are written with
    versions/      one table a CPython: how its bytecode differs from the one before
    tidy.py        what compilers decide differently without meaning anything by it, decided once
    code.py        what comes out: Code, Instruction, Handler
    flow.py        loops, where branches meet again, in what order to look
    repeating.py   a function that calls itself last of all, as a loop
    stacked.py     functions that call themselves or one another anywhere, as a loop with a stack
    counting.py    `for` loops around such calls, as loops that count
    qualified.py   functions that are called by the name of their class, by one name
    inlined.py     generator expressions and lists around such calls, as loops
    heights.py     how much lies on the stack before each instruction
    liveness.py    which local variables something further on may still read
    graphs.py      what that takes of any graph: dominators
"""

from .code import Code, Handler, Instruction
from .decode import decode
from .liveness import HANDLED, live_locals
from .qualified import qualified
from .repeating import loop_of
from .stacked import Member, stack_of

__all__ = ["HANDLED", "Code", "Handler", "Instruction", "Member", "decode", "live_locals", "loop_of", "qualified",
           "stack_of"]
