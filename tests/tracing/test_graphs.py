"""The graph of each small filter, as traced and then optimised, is the one in its file: on every CPython the same."""

import pytest

from pygpu.ir import verify
from pygpu.ir.printer import print_graph
from pygpu.language.signature import parameters
from pygpu.story import Story, usual_pixels

from .filters import FILTERS


def story_of(function) -> Story:
    found = parameters(function)
    return Story(function, found, usual_pixels(found))


@pytest.mark.parametrize("function", FILTERS, ids=lambda f: f.__name__)
def test_graph(function, golden):
    story = story_of(function)
    traced = story.traced[0]
    verify(traced)
    before = print_graph(traced, lines=False)
    golden.text(f"{before}\n--- optimised\n{print_graph(story.graph, lines=False)}", f"graphs/{function.__name__}.txt")


@pytest.mark.parametrize("function", FILTERS, ids=lambda f: f.__name__)
def test_the_same_again(function):
    """Nothing of a tracing is left behind for the next one, and no order depends on chance."""
    texts = {print_graph(story_of(function).traced[0], lines=False) for _ in range(3)}
    assert len(texts) == 1
