"""Graphs as they are before any pass: nothing folded, every branch and loop as it was traced."""

from pygpu.ir import print_graph, verify
from tests.ir.random_graphs import RawBuilder
from tests.opencl.graphs import Maker


class Raw(Maker):
    def __init__(self, *args, **kwargs):
        super().__init__(*args, **kwargs)
        self.builder = RawBuilder(self.graph.body)


def text(graph) -> str:
    """The operations and results of a valid graph, without the header."""
    return print_graph(verify(graph)).partition("\n\n")[2].rstrip("\n")


def names(graph) -> list[str]:
    """The operations, outer ones first."""

    def of(block):
        for op in block.ops:
            yield op.kind.name
            for inner in op.blocks:
                yield from of(inner)

    return list(of(graph.body))
