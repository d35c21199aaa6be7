"""What is written to an array that was made of another: whether the other sees it, as NumPy has it."""

import re

import numpy as np
import pytest

import pygpu
from pygpu import Array

PARTS = re.split(r"\s\s+", """\
    b[:, 1:].ravel()  b.T.ravel()  b[1:].ravel()  b.T.reshape(-1)  b.T.reshape(2, 6)  b[::2].reshape(-1)
    b[::-1].ravel()  b[:, ::-1].ravel()  np.ravel(b.T)  b[1:].reshape(4, 2)  b[:, 1:].reshape(3, 1, 3)
    b.T[1:].T  b[None].T.reshape(4, 3)  b[:, :2].T.reshape(2, 3, 1)
    b.reshape(2, 2, 3).transpose(1, 0, 2).reshape(2, 6)  b.T.flat  b[1:, 1:].flat  np.ascontiguousarray(b)
    np.ascontiguousarray(b.T)  b.astype(b.dtype)  b.astype(b.dtype, copy=False)  np.asarray(b)  np.array(b)
    np.round(b)  np.nan_to_num(b)  np.clip(b, None, None)  np.clip(b, -500, None)  np.conj(b)  b.conj()
    np.real(b)  np.insert(b, [], [])  np.sort(b[:, :1], axis=1)  np.diff(b, n=0)  np.squeeze(b)  np.flip(b)
    np.repeat(b, 1)""".strip())
FLOATS = np.arange(12, dtype=np.float32).reshape(3, 4)


def written_to(part):
    space = {"np": np}
    exec(f"def written(a):\n    b = a.copy()\n    v = {part}\n    v[:] = 99\n    return b, v[:]", space)
    return space["written"]


@pytest.mark.parametrize("part", PARTS, ids=str)
@pytest.mark.parametrize("given", [FLOATS, FLOATS.astype(np.int64)], ids=["float32", "int64"])
def test_who_sees_what_is_written(engine, part, given):
    function = written_to(part)
    filter = pygpu.compile(type(function)(function.__code__, function.__globals__, "written", (Array,)))
    for found, expected in zip(filter(given), function(given), strict=True):
        np.testing.assert_array_equal(found, expected)
