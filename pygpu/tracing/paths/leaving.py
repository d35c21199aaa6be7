"""What leaves a loop of the graph: values of its passes, as results of the loop."""

from __future__ import annotations

from ...ir import Value
from ..values.lattice import Known, Ref
from ..values.number_kinds import NumberKinds


class LoopExit:
    """What leaves the loop: values of the body become extra results. Stands in for a BranchMerge in an Escape."""

    def __init__(self, start: int, base: dict, results: dict, heap: dict, kinds: NumberKinds):
        self.kinds = kinds
        self.start, self.base, self.results = start, base, results
        self.heap_a, self.pairs, self.heap = heap, {}, {}
        self.asked: set[Value] = set()

    def couple(self, a: Ref, b: Ref) -> None:
        """There is but one side."""

    def one_sided(self, value, first):
        if type(value) is Known or value.number < self.start:
            return value
        if value not in self.results:
            self.results[value] = Value(value.type, None, value.name)
        self.asked.add(value)
        return self.results[value]
