"""What a name means to the code of a module."""

from __future__ import annotations

import builtins
import types

ABSENT = object()
# From CPython 3.15 on a module may hold what is imported when its name is first read.
_LAZY = getattr(types, "LazyImportType", None)


def named(space: dict, name: str):
    """What a module's code reads under a name, or ABSENT. What is imported lazily is imported, as reading it does."""
    if name not in space:
        usual = space.get("__builtins__", builtins)
        return (usual if isinstance(usual, dict) else vars(usual)).get(name, ABSENT)
    if type(space[name]) is _LAZY:
        space[name] = space[name].resolve()
    return space[name]
