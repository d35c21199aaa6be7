"""Kernels as sums of products of a column and a row."""

from dataclasses import replace

import numpy as np
import pytest

import pygpu
from pygpu.kernel import Format
from pygpu.schedule import GPU
from pygpu.schedule.cost import operations
from pygpu.schedule.plan import plan
from pygpu.schedule.stages.kinds import READ
from pygpu.schedule.stages.stages import stages
from pygpu.schedule.sums.factors import eliminated, factored
from tests.opencl.graphs import Maker


def gaussian(n, sigma):
    line = np.exp(-0.5 * (np.arange(-(n // 2), n // 2 + 1) / sigma) ** 2)
    return line / line.sum()


def rebuilt(kernel):
    return sum(np.outer(column, row) for column, row in eliminated(kernel))


def test_whole_numbers_stay_whole():
    (column, row), = eliminated(np.array([[-1, 0, 1], [-2, 0, 2], [-1, 0, 1.0]]))
    assert np.array_equal(np.abs(row), [1, 0, 1]) and np.array_equal(np.abs(column), [1, 2, 1])


@pytest.mark.parametrize("rank", [1, 2, 3])
def test_any_kernel_is_rebuilt(rank):
    rng = np.random.default_rng(rank)
    kernel = sum(np.outer(rng.normal(size=9), rng.normal(size=11)) for _ in range(rank))
    assert len(eliminated(kernel)) == rank
    np.testing.assert_allclose(rebuilt(kernel), kernel, atol=2e-6 * np.abs(kernel).max())


def kernel_of(found):
    """The weights with which a filter takes its only image, by (dy, dx)."""
    weights = {}

    def spread(use, factor, dx, dy):
        node = use.node
        if node.kind is READ:
            at = (dy + use.dy, dx + use.dx)
            weights[at] = weights.get(at, 0.0) + factor
            return
        for weight, inner in zip(node.attributes.weights, node.uses):
            spread(inner, factor * weight, dx + use.dx, dy + use.dy)

    (root,), = found.outputs
    spread(root, 1.0, 0, 0)
    return weights


@pytest.mark.parametrize("kernel", [
    np.outer(gaussian(9, 1.5), gaussian(9, 1.5)),
    np.outer(gaussian(7, 1.0), gaussian(7, 1.0)) - np.outer(gaussian(7, 2.0), gaussian(7, 2.0)),
    np.ones((5, 5)),
], ids=["gaussian", "difference", "box"])
def test_blurs_become_passes(kernel):
    m = Maker()
    found = stages(m.done(m.convolve(kernel.tolist())))
    better = factored(found, 8)
    assert operations(better, 1, 8) < 0.85 * operations(found, 1, 8)
    before, after = kernel_of(found), kernel_of(better)
    assert all(abs(after.get(k, 0.0) - before.get(k, 0.0)) < 2e-6 * kernel.max() for k in before | after)


def test_what_gains_nothing_stays():
    rng = np.random.default_rng(2)
    m = Maker()
    found = stages(m.done(m.convolve(rng.normal(size=(5, 5)).tolist())))
    assert factored(found, 4) is found


@pytest.mark.parametrize("sigma", [5.0, 6.0, 7.5])
def test_long_lines_of_a_gpu_are_kernels_of_their_own(sigma):
    """From where they are loops, each over copies of the pixels in a tile. (H200, 8192 x 8192: 49 and 61 weights across and
    down take 0.50 and 0.58 ms, and 1.2 and 1.3 where the columns of a tile loop over the picture; 27 November.)"""
    formats = (Format("float32", 1),)
    made = plan(pygpu.compile(pygpu.filters.gaussian, sigma=sigma).graph, formats, formats, replace(GPU, bandwidth=4100.0))
    assert made.kind == ("tiles" if sigma < 6 else "passes") and len(made.passes) == 2
    assert made.kind == "tiles" or [own.kind for _, own in made.passes] == ["tiles", "tiles"]
