"""What a result asks for once at each place is computed where it is asked for, not kept before."""

import numpy as np
import pytest

import pygpu
from pygpu import Array
from pygpu.runtime import current

RANDOM = np.random.default_rng(21)
ONCE = {  # how many kernels, where parts are put together by the result's own
    "a number": (lambda a=Array: a.sum(), 2),
    "what is made of it": (lambda a=Array: a.max() - a.min(), 3),
    "columns": (lambda a=Array: a.sum(axis=0), 2),
    "a row of them": (lambda a=Array: a.sum(axis=0, keepdims=True), 2),
}
AGAIN = {
    "a number, by all pixels": (lambda a=Array: a - a.sum(), 3),
    "columns, by all rows": (lambda a=Array: a / a.sum(axis=0), 3),
    "a number, by all columns": (lambda a=Array: a[0] * a.sum(), 3),
    "the other way round": (lambda a=Array: a.sum(axis=0)[::-1], 3),
}


@pytest.mark.parametrize("name", [*ONCE, *AGAIN])
@pytest.mark.parametrize("shape", [(96, 80), (640, 33)])
def test_kernels(engine, name, shape):
    (function, count), given = {**ONCE, **AGAIN}[name], RANDOM.random(shape, np.float32)
    filter = pygpu.compile(function)
    np.testing.assert_allclose(filter(given), function(given), rtol=1e-4)
    device = current()
    if device is not None and device.zero_copy and device.kind == "cpu":
        filter(given)
        (kept,) = filter._alike.values()
        assert len(kept.readied.layout.steps) == count


@pytest.mark.parametrize("rows", [7, 65, 1023, 1100])
@pytest.mark.parametrize("dtype", ["float32", "uint8"])
def test_columns_of_any_length(engine, rows, dtype):
    given = (200 * RANDOM.random((rows, 19))).astype(dtype)
    sums, most = pygpu.compile(lambda a=Array: (a.sum(axis=0), a.max(axis=0)))(given)
    np.testing.assert_allclose(sums, given.sum(axis=0), rtol=1e-5)
    np.testing.assert_array_equal(most, given.max(axis=0))
