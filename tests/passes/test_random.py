"""Random graphs mean the same after every pass, and to every evaluator."""

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from pygpu.ir import evaluate, print_graph, verify
from pygpu.passes import PASSES, optimise
from tests.ir.perpixel import evaluate_pixels
from tests.ir.random_graphs import random_graph, random_inputs

seeds, sizes = st.integers(0, 2**32 - 1), st.integers(1, 60)


def computed(graph, seed, by=evaluate):
    images, scalars = random_inputs(seed, 5, 4)
    return by(graph, images, scalars, (5, 4))


def assert_same(graph, wanted, got):
    for a, b in zip(wanted, got, strict=True):
        np.testing.assert_array_equal(a, b, err_msg=str(graph))


@settings(max_examples=60, deadline=None)
@given(seeds, sizes)
def test_the_evaluator_agrees_with_one_pixel_at_a_time(seed, size):
    graph = verify(random_graph(seed, size))
    assert_same(graph, computed(graph, seed, evaluate_pixels), computed(graph, seed))


@settings(max_examples=60, deadline=None)
@given(seeds, sizes)
def test_each_pass_keeps_the_meaning(seed, size):
    graph = verify(random_graph(seed, size))
    wanted = computed(graph, seed)
    for each in PASSES:
        graph = verify(each(graph))
        assert_same(graph, wanted, computed(graph, seed))


@settings(max_examples=100, deadline=None)
@given(seeds, sizes)
def test_optimising_keeps_the_meaning_and_has_an_end(seed, size):
    graph = random_graph(seed, size)
    better = optimise(graph)
    assert_same(better, computed(graph, seed), computed(better, seed))
    assert print_graph(optimise(better)) == print_graph(better)
