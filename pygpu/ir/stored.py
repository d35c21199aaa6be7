"""A graph with its functions as bytes, and back in another process, where it is the same by its fingerprint.

What is read makes nothing but what graphs are made of: the classes of this room, numbers, texts and tuples.
"""

from __future__ import annotations

import copyreg
import io
import pickle
from enum import Enum
from fractions import Fraction
from typing import Any

from ..location import Location
from .functions import functions
from .graph import Block, Const, Graph, Op, Value
from .ops import OPS, OpKind

OF_PYTHON = {("builtins", each.__name__): each for each in (set, frozenset, complex, slice, range)}
OWN = __package__ + "."
UNREADABLE = (pickle.UnpicklingError, ValueError, TypeError, KeyError, IndexError, AttributeError, EOFError, ImportError,
              AssertionError)  # what is of another time


def stored(graph: Graph) -> bytes | None:
    """None of a graph with something in it that is not its own, such as a picture."""
    into = io.BytesIO()
    try:
        Storing(into, 5).dump((functions(graph), graph))  # callees first: nothing is far inside of something else
    except (pickle.PicklingError, TypeError, AttributeError, RecursionError):
        return None
    return into.getvalue()


def restored(content: bytes) -> Graph | None:
    try:
        _, graph = Restoring(io.BytesIO(content)).load()
    except UNREADABLE:
        return None
    return graph if isinstance(graph, Graph) else None


class Storing(pickle.Pickler):
    def persistent_id(self, thing: object) -> str | None:
        return thing.name if thing.__class__ is OpKind else None

    def reducer_override(self, thing: Any) -> Any:
        kind = thing.__class__
        if kind is Block:
            return Block, (), (None, {"args": thing.args, "ops": thing.ops, "results": thing.results})
        if kind is Op:  # without its key, which says where its operands lie in this process
            fields = {name: getattr(thing, name) for name in Op.__slots__}
            return copyreg.__newobj__, (Op,), (None, fields | {"key": None})  # type: ignore[attr-defined]
        if kind is Value:
            return Value, (thing.type, None, thing.name), (None, {"owner": thing.owner})
        if kind is Const:
            return Const, (thing.type, thing.value)
        if isinstance(thing, Enum):  # which is told in other ways from Python to Python
            return kind, (thing.value,)
        if isinstance(thing, type) or kind is Fraction or kind.__module__.startswith(OWN) or kind is Location:
            return NotImplemented
        raise pickle.PicklingError(f"{thing!r} is no part of a graph")


class Restoring(pickle.Unpickler):
    def persistent_load(self, name: str) -> OpKind:
        return OPS[name]

    def find_class(self, module: str, name: str) -> Any:
        found = OF_PYTHON.get((module, name))
        if found is None:
            found = super().find_class(module, name)
            of_graphs = isinstance(found, type) and found.__module__.startswith(OWN) and found.__module__ != __name__
            if not of_graphs and found not in (Location, Fraction):
                raise pickle.UnpicklingError(f"{module}.{name} is no part of a graph")
        return found
