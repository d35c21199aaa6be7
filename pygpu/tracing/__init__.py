"""The abstract interpreter: canonical instructions → flow graph.

    values.py        what is known of a value: Known, Symbol, or a structure of them
    interpreter.py   walks the instructions; forks at branches on symbols
    paths.py         how paths meet again
    loops.py         loops that depend on symbols
    calls.py         host call, tracing into, meaning, or refusal
    refusals.py      every refusal, in words
    instructions, arithmetic, attributes, containers, matching, ...    handlers of the instructions
    builtins, methods, arrays, ...                                      what known callables mean for symbols
"""

from . import arrays, building, builtins, classes, complexes, instructions, iterables, matching  # noqa: F401  they register handlers and meanings
from .trace import trace

__all__ = ["trace"]
