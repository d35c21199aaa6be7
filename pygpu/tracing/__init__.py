"""The abstract interpreter: canonical instructions → flow graph.

    values.py        what is known of a value: Known, Symbol, or a structure of them
    interpreter.py   walks the instructions; forks at branches on symbols
    operations.py    what can be done with any value: the tracer has it, so that no file imports in a circle
    paths.py         how paths meet again
    loops.py         loops that depend on symbols; sharing.py: objects that they carry
    heap.py          what mutable structures hold, and the log of its changes
    outside.py       what the host runs must change nothing; changes.py: what could be; replay.py: its iterators
    host.py          what is known through and through, handed to Python; adopting.py: what comes back
    calls.py         host call, tracing into, meaning, or refusal; meanings.py: the table of these
    refusals.py      every refusal, in words
    instructions, arithmetic, attributes, building, matching, ...       handlers of the instructions
    scalars, vectors, complexes, containers, arrays, instances, images  one kind of value each
    builtins, methods, iterables, ...                                   what known callables mean for symbols
"""

from . import (  # noqa: F401  they register handlers and meanings
    arrays,
    building,
    builtins,
    classes,
    complexes,
    copying,
    instructions,
    iterables,
    matching,
)
from .trace import trace, with_room

__all__ = ["trace", "with_room"]
