"""Every plan for numbers of other types, run by NumPy: stages, blocks, lanes, and whole numbers that wrap where they may."""

import numpy as np
import pytest

import pygpu
from pygpu import Image, Position
from pygpu.ir import verify
from tests.kernel.agreeing import agree

from .test_precision import composed, looping, mathematics, stencil
from .test_types import fnv, many_rounds, murmur, splitmix


def typed(n=Image, p=Position):
    a, b = np.uint8(n(p)), np.int16(n(p + (1, 0)))
    return a * b + np.uint16(7), np.uint32(n(p)) // np.uint32(77), np.int64(n(p)) ** np.int64(3)


HASHES = [lambda n=Image, p=Position, hash=hash: hash(n(p) ^ p.x) for hash in (fnv, splitmix, many_rounds)]
HASHES += [lambda n=Image, p=Position: murmur(n(p), n(p - (0, 1))), typed]


@pytest.mark.parametrize("number", range(len(HASHES)))
def test_whole_numbers(number):
    n = np.random.default_rng(number).integers(-(2**31), 2**31, (5, 37)).astype(np.int32)
    filter = pygpu.compile(HASHES[number])
    filter(n)
    assert agree(verify(filter.graph), [n], (), (37, 5), tolerance=0)


@pytest.mark.parametrize("function", [stencil, looping, mathematics, composed], ids=lambda function: function.__name__)
@pytest.mark.parametrize("dtype", [np.float64, np.float32, np.uint8], ids=lambda dtype: dtype.__name__)
def test_doubles(function, dtype):
    image = (np.random.default_rng(5).random((6, 39)) * (255 if dtype is np.uint8 else 1)).astype(dtype)
    filter = pygpu.compile(function, precision="double")
    filter(image)
    assert agree(verify(filter.graph), [image], (), (39, 6), tolerance=1e-12)
