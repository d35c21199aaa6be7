"""For tests that would build many kernels and learn nothing about drivers."""

import pytest

import pygpu


@pytest.fixture
def on_numpy():
    """Filters of this test run on the graph's evaluator."""
    pygpu.use("none")
    yield
    pygpu.use(None)
