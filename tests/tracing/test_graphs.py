"""The graph of each small filter, as traced and then optimised, is the one in its file: on every CPython the same."""

import pytest

from pygpu.ir import FLOAT, PixelType, verify
from pygpu.ir.printer import print_graph
from pygpu.language.signature import parameters
from pygpu.passes import optimise
from pygpu.tracing import trace

from .filters import FILTERS


@pytest.mark.parametrize("function", FILTERS, ids=lambda f: f.__name__)
def test_graph(function, golden):
    found = parameters(function)
    graph, _ = trace(function, found, {p.name: PixelType(FLOAT, 1) for p in found if p.is_image})
    verify(graph)
    better = optimise(graph)
    golden.text(f"{print_graph(graph, lines=False)}\n--- optimised\n{print_graph(better, lines=False)}",
                f"graphs/{function.__name__}.txt")


@pytest.mark.parametrize("function", FILTERS, ids=lambda f: f.__name__)
def test_the_same_again(function):
    """Nothing of a tracing is left behind for the next one, and no order depends on chance."""
    found = parameters(function)
    pixels = {p.name: PixelType(FLOAT, 1) for p in found if p.is_image}
    texts = {print_graph(trace(function, found, pixels)[0], lines=False) for _ in range(3)}
    assert len(texts) == 1
