"""The samples that are functions of whole arrays compute what NumPy makes of them."""

import importlib.util
from pathlib import Path

import numpy as np
import pytest

import pygpu

ROOM = Path(__file__).resolve().parents[2] / "samples" / "arrays"
RANDOM = np.random.default_rng(8)


def loaded(name: str):
    spec = importlib.util.spec_from_file_location(name, ROOM / f"{name}.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


patterns, papers = loaded("patterns"), loaded("papers")


def numbers(*shape):
    return RANDOM.random(shape, np.float32)


def gas():
    shares = np.array(patterns.SHARES, np.float32)[:, None, None]
    return shares * (1 + 0.1 * numbers(9, 8, 18))


CELLS = (numbers(12, 33) > 0.6).astype(np.uint8)
WALL = (numbers(8, 18) > 0.9).astype(np.float32)
ORDER = RANDOM.permutation(23)
SAMPLES = {
    (patterns, "reaction"): (1 - 0.1 * numbers(12, 33), 0.3 * numbers(12, 33), 9),
    (patterns, "cooling"): (numbers(12, 33), 7),
    (patterns, "life"): (CELLS, 5),
    (patterns, "waves"): (numbers(12, 33), numbers(12, 33), 6),
    (patterns, "flow"): (gas(), WALL, 3),
    (patterns, "bodies"): (numbers(12, 3), numbers(12, 3), numbers(12), 3),
    (papers, "axpy"): (numbers(23), numbers(23), 3.0),
    (papers, "dot"): (numbers(23), numbers(23)),
    (papers, "spmv"): (numbers(9, 4), RANDOM.integers(0, 23, (9, 4)), numbers(23)),
    (papers, "permuted"): (numbers(23), ORDER),
    (papers, "laplace"): (numbers(12, 33), 4),
    (papers, "options"): (20 + 10 * numbers(23), 20 + 10 * numbers(23), 0.1 + numbers(23)),
    (papers, "intervals"): ((numbers(23) > 0.7).astype(np.int32), numbers(23)),
    (papers, "means"): (numbers(40, 2), numbers(3, 2), 4),
    (papers, "elementwise"): (numbers(23), numbers(23)),
    (papers, "smallest"): (numbers(23), numbers(23)),
    (papers, "running"): (RANDOM.integers(0, 9, 23).astype(np.int32),),
    (papers, "molecules"): (10 * numbers(9, 3), numbers(9, 3), 0 * numbers(9, 3), 3),
    (papers, "expression"): (numbers(23), numbers(23), numbers(23)),
    (papers, "polynomial"): (numbers(23),),
    (papers, "escape"): (3 * numbers(9, 18) - 2, 2 * numbers(9, 18) - 1, 15),
}
ON_DEVICES = {"reaction", "life", "flow", "bodies", "spmv", "intervals", "means", "escape"}


@pytest.mark.parametrize("module, name", SAMPLES, ids=[name for _, name in SAMPLES])
def test_as_numpy(engine, module, name):
    if engine.device != "none" and (name not in ON_DEVICES or engine.name != "intel"):
        pytest.skip("the kernels of others are like it")
    function, given = getattr(module, name), SAMPLES[module, name]
    found, expected = pygpu.compile(function)(*given), function(*given)
    for one, other in zip(found if isinstance(found, tuple) else (found,), expected if isinstance(expected, tuple) else (
            expected,)):
        assert np.shape(one) == np.shape(other)
        np.testing.assert_allclose(one, other, rtol=2e-4, atol=2e-5)
