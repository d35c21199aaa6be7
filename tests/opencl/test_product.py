"""Products of matrices by a GPU's kernel, whose text is no graph's, on every driver."""

import numpy as np
import pytest

from pygpu.opencl import product
from pygpu.runtime import Launcher, current, ingest_grid, to_device

ROOM = 49152


def there(array: np.ndarray):
    return to_device(ingest_grid(array, 2, True, ()), current())


@pytest.mark.parametrize("tile", product.TILES, ids=str)
@pytest.mark.parametrize("sizes", [(1, 1, 1), (40, 33, 50), (130, 70, 257), (5, 64, 12), (300, 3, 2)])
def test_every_tile(engine, tile, sizes):
    """Whatever is beyond the last tile, or behind the last factor; and rows that begin anywhere."""
    if engine.device == "none":
        pytest.skip("kernels are a driver's")
    rows, factors, columns = sizes
    random = np.random.default_rng(3)
    a, b = random.random((rows, factors), np.float32) - 0.5, random.random((factors, columns), np.float32) - 0.5
    launcher = Launcher(product.of_tile(tile), current())
    found = launcher([there(a), there(b)], (), (columns, rows), to_host=False)[0]
    np.testing.assert_allclose(found.numpy(), a.astype(float) @ b, atol=1e-5)


def test_as_many_groups_as_there_are_units():
    for side, rows in ((4096, 256), (2048, 256), (1024, 128), (512, 32), (64, 32)):
        assert f"tiles of {rows} x" in product.program(side, side, 132, ROOM).source
    assert product.program(4096, 4096, 132, 16000).source != product.program(4096, 4096, 132, ROOM).source
    assert all(product.fits(tile, ROOM) for tile in product.TILES)
