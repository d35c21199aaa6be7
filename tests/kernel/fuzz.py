"""Every plan of random graphs, as kernels that NumPy runs, beside the graph's evaluator; no driver is asked.

    python -m tests.kernel.fuzz --pairs 20000            so many pairs of a graph and a plan of it
    python -m tests.kernel.fuzz --seed 1234              the plans of one graph
"""

from __future__ import annotations

import sys

import numpy as np

from pygpu.borders import BORDERS
from pygpu.ir import FLOAT, Graph
from tests.fuzzing import fuzz
from tests.ir.random_graphs import random_graph, random_inputs
from tests.opencl.graphs import Maker

from .agreeing import agree

SIZES = [(19, 5), (1, 1), (35, 9), (16, 4), (5, 13), (15, 3), (17, 9), (31, 2), (33, 3), (64, 5),
         (65, 4), (1, 17), (40, 1), (2, 33)]


def one(seed: int) -> int:
    """All plans of one random graph, on pictures of one size; how many there were."""
    size = SIZES[seed % len(SIZES)]
    if seed % 3 == 0:
        graph = straight(seed)
        rng = np.random.default_rng(seed)
        image = graph.images[0].pixel.channels
        dtype = ("float32", "uint8", "uint16", "float16")[seed // 3 % 4]
        pixels = rng.random((size[1], size[0], image)) * (np.iinfo(dtype).max if dtype.startswith("u") else 1)
        return agree(graph, [pixels.astype(dtype)], (), size, {0: dtype}, tolerance=2e-3 if dtype == "float16" else 1e-4)
    images, scalars = random_inputs(seed, *size)
    return agree(random_graph(seed, 4 + seed % 37), images, scalars, size)


def straight(seed: int) -> Graph:
    """Sums over neighbours, of sums over neighbours: what is computed in blocks."""
    rng = np.random.default_rng(seed)
    channels = int(rng.integers(1, 5))
    borders = tuple(str(each) for each in rng.choice([*BORDERS], 2))
    m = Maker("straight", channels=channels, border=borders, fill=(0.25,) * channels)
    stage = lambda dx, dy: m.read(dx, dy, int(rng.integers(channels)))
    for _ in range(int(rng.integers(1, 3))):
        weights = rng.integers(-2, 3, rng.integers(1, 4, 2)) / 4
        weights[0, 0] = 0.5
        stage = convolved(m, stage, weights, rng.random() < 0.4)
    values = [stage(0, 0)]
    if rng.random() < 0.3:
        values.append(m("mul", m.builder.convert(m.graph.x, FLOAT), 0.01))
    if rng.random() < 0.3:
        x = m("int_of_float", m("mul", m.read(), 9.0))
        values.append(m.read_at(x, m("add", m.graph.y, int(rng.integers(-3, 4)))))
    return m.done(m.sum(values))


def convolved(m: Maker, inner, weights, squared: bool):
    def stage(dx: int, dy: int):
        value = m.convolve(weights, lambda x, y: inner(x + dx, y + dy))
        return m("mul", value, value) if squared else value

    return stage


if __name__ == "__main__":
    sys.exit(fuzz(__doc__, one, "graphs", "pairs"))
