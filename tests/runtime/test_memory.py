"""Where pictures lie in the host's memory."""

import numpy as np
import pytest

from pygpu.runtime import Launcher, ingest, pool
from tests.runtime.kernels import column_sum, every_device

PAGE = 4096


def test_aligned_memory_is_as_large_as_was_asked_for():
    """A slice past the end is short without a word, and a kernel then writes over what comes after it."""
    for nbytes in (1, 100, 1 << 16, (1 << 16) + 3, 1 << 18, 5_000_000):
        for _ in range(40):
            piece = pool.aligned(nbytes)
            assert piece.nbytes == nbytes and piece.ctypes.data % 64 == 0


@pytest.mark.parametrize("device", [one for one in every_device() if one.zero_copy and not one.checker], ids=str)
def test_results_lie_at_another_place_of_a_page_than_inputs(device):
    """Rows of 4096 floats that all began at the same place in a page would push each other out of the cache."""
    launcher = Launcher(column_sum(), device)
    raw, held = np.zeros(2 * PAGE + 4 * 128 * 256, np.uint8), []
    for place in range(16, PAGE, 240):
        start = -raw.ctypes.data % PAGE + place
        one = raw[start:start + 4 * 128 * 256].view(np.float32).reshape(128, 256)
        other = pool.aligned(one.nbytes).view(np.float32).reshape(one.shape)
        results = launcher([ingest(one), ingest(other)], [2.0])
        places = [array.ctypes.data for array in (one, other, *results)]
        assert all(256 <= (a - b) % PAGE <= PAGE - 256 for a, b in
                   [(places[2], places[0]), (places[2], places[1]), (places[3], places[0]), (places[3], places[2])]), places
        held = [results, *held[:place % 5]]  # some go back to the pool, some don't
