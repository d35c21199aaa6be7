"""The abstract interpreter: canonical instructions → flow graph.

    values/          what is known of a value: Known, Symbol, or a structure of them (lattice.py); numbers, choices,
                     assumptions, and every refusal in words
    paths/           where execution goes: frames, the heap and the log of its changes, and how paths meet again
    host/            what is known through and through: handed to Python, which may change nothing outside, and adopted
                     as it comes back; table.py: the host's callables that mean something for symbols, too
    kinds/           one kind of value each: scalars, vectors, complex numbers, containers, arrays, instances, images
    meanings/        what known callables mean for symbols: builtins, methods, iterables, classes, copying,
                     NumPy (lending.py: what NumPy itself does with them)
    whole/           whole arrays of NumPy's, whose shape is known
    instructions/    handlers of the instructions: moving values, arithmetic, attributes, calls, iteration,
                     exceptions, matching
    operations.py    what can be done with any value: the tracer has it, so that no file imports in a circle
    exceptions.py    what a pixel raises: handlers, and the note that it has
    interpreter.py   walks the instructions; forks at branches on symbols
    loops.py         loops that depend on symbols; roomy.py: lists that grow in them; mixed.py: numbers that change class
    trace.py         a function and what its pixels are → a graph

Each room may know of those above it in this list.
"""

from .host.uniforms import SCALARS
from .instructions import assigning, building, matching, moving, raising  # noqa: F401  they register handlers
from .kinds import arrays  # noqa: F401  they register meanings
from .meanings import (  # noqa: F401
    array_methods,
    builtins,
    by_first,
    classes,
    copying,
    counts,
    dates,
    dictionaries,
    heaps,
    iterables,
    linear_algebra,
    orders,
    places,
    series,
    small_arrays,
    streams,
    texts,
    wholes,
)
from .trace import trace, with_room

__all__ = ["SCALARS", "trace", "with_room"]
