"""A few of the random graphs that `python -m tests.kernel.fuzz` goes through, and graphs by hand. PYGPU_RANDOM=1000 has
every plan of 1500 graphs, about 20,000 pairs."""

import os

import numpy as np
import pytest

from pygpu.borders import BORDERS
from tests.opencl.graphs import mandelbrot, sobel

from .agreeing import agree
from .fuzz import one

GRAPHS = int(os.environ.get("PYGPU_RANDOM", 16)) * 3 // 2


@pytest.mark.parametrize("seed", range(GRAPHS))
def test_plans_of_random_graphs(seed):
    assert one(seed)


@pytest.mark.parametrize("border", BORDERS)
@pytest.mark.parametrize("size", [(1, 1), (35, 9)])
def test_a_neighbourhood(border, size):
    image = np.random.default_rng(1).random(size[::-1], np.float32)
    assert agree(sobel(border=border, fill=(0.4,)), [image], (), size) > 15


def test_a_loop():
    assert agree(mandelbrot(), [np.zeros((9, 33), np.float32)], (), (33, 9)) == 7
