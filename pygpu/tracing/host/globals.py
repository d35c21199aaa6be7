"""Globals that a filter assigns: as `score = 0` at the beginning of each pixel, which its functions then count up.

Such a name is a cell like those of closures, from the first assignment on. What was there before no pixel sees: one that
is read before it is assigned, on any path, would be what another pixel left there, and that is refused. The module's own
variable stays as it is.
"""

from __future__ import annotations

from types import FunctionType, MethodType

from ..values.lattice import Ref
from .outside import names_of

INSTEAD = ("give it a value first, at the beginning of the filter and on every path, so that each pixel begins anew; or "
           "return the value, or keep it in an object made inside the filter")


class Globals:
    """Those of one filter."""

    def __init__(self) -> None:
        self.cells: dict[tuple[int, str], Ref] = {}
        self.seen: set[tuple[int, str]] = set()  # what was read of modules
        self.stateful: dict = {}                 # code of a function -> whether it assigns a global, or calls what does

    def read(self, tracer, space: dict, name: str):
        """What such a name stands for here; None for one that the filter does not assign."""
        key = id(space), name
        cell = self.cells.get(key)
        if cell is None:
            self.seen.add(key)
            return None
        contents = tracer.heap.get(cell)
        if not contents:
            raise tracer.refuse("writes-outside", f"the global '{name}' is read where not every path has assigned it",
                                instead=INSTEAD)
        return contents[0]

    def assign(self, tracer, space: dict, name: str, value) -> None:
        key = id(space), name
        if key in self.seen:
            raise tracer.refuse("writes-outside", f"the global '{name}' is assigned after it was read", instead=INSTEAD)
        if key not in self.cells:
            self.cells[key] = tracer.new("cell", ())
        tracer.heap[self.cells[key]] = (value,)
        tracer.log.oldest = 0  # it is older than any call

    def concern(self, function) -> bool:
        """Whether a function is followed, be its arguments known or not: it may see one of them, or assigns one."""
        function = function.__func__ if type(function) is MethodType else function
        if type(function) is not FunctionType or names_of(function.__code__) is None:
            return False
        return bool(self.cells) or self.assigns(function.__code__, function.__globals__)

    def assigns(self, code, space: dict) -> bool:
        """Whether a function assigns a global, or calls by its name one that does."""
        if code not in self.stateful:
            names = names_of(code)
            self.stateful[code] = names is not None and bool(names.assigned)  # (while those that it calls are asked)
            called = [] if names is None or names.assigned else [space.get(name) for name in names.looked_at]
            self.stateful[code] |= any(type(each) is FunctionType and self.assigns(each.__code__, each.__globals__)
                                       for each in called)
        return self.stateful[code]
