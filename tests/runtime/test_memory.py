"""Where pictures lie in the host's memory."""

from pygpu.runtime import pool


def test_aligned_memory_is_as_large_as_was_asked_for():
    """A slice past the end is short without a word, and a kernel then writes over what comes after it."""
    for nbytes in (1, 100, 1 << 16, (1 << 16) + 3, 1 << 18, 5_000_000):
        for _ in range(40):
            piece = pool.aligned(nbytes)
            assert piece.nbytes == nbytes and piece.ctypes.data % 64 == 0
