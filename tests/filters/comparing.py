"""Pictures to try filters on, and how near a result must come to a reference that no one here wrote.

1e-5 in float: single precision has 6e-8, and these filters add some hundred values of at most one. One level of 255
in uint8: references round, or truncate, what comes between two levels.
"""

import numpy as np
import pytest

FLOAT = 1e-5

# Rows and columns. A single pixel, a single row and column, less than any kernel, and some with an interior.
SIZES = [(1, 1), (1, 6), (5, 1), (2, 3), (9, 7), (33, 65)]


def random(shape, dtype=np.float32, seed=0):
    noise = np.random.default_rng([seed, *shape]).random(shape)
    whole = np.dtype(dtype).kind == "u"
    return (noise * np.iinfo(dtype).max).round().astype(dtype) if whole else noise.astype(dtype)


def pictures(engine, channels=(), least=1):
    """A random float picture of each size; the checker, which interprets every instruction, has the small ones."""
    sizes = [size for size in SIZES if min(size) >= least and not (engine.is_checker and max(size) > 9)]
    return [random((*size, *channels)) for size in sizes]


def size_for(engine, rows=33, columns=65):
    """A picture's size with an interior, or a small one for the checker."""
    return (12, 14) if engine.is_checker else (rows, columns)


def same(result, expected, tolerance=FLOAT):
    """Whether two pictures are the same to single precision, relative where values are above one."""
    result, expected = np.asarray(result, np.float64), np.asarray(expected, np.float64)
    assert result.shape == expected.shape
    far = np.abs(result - expected) / np.maximum(1, np.abs(expected))
    where = np.unravel_index(np.argmax(far), far.shape)
    assert far[where] <= tolerance, f"{result[where]} at {where} of {far.shape}, expected {expected[where]}"


def within_a_level(result, expected):
    result, expected = np.asarray(result), np.asarray(expected)
    assert result.dtype == expected.dtype == np.uint8 and result.shape == expected.shape
    assert np.abs(result.astype(int) - expected.astype(int)).max() <= 1


def skimage(room):
    return pytest.importorskip(f"skimage.{room}", reason="scikit-image is not installed")


def opencv():
    return pytest.importorskip("cv2", reason="OpenCV is not installed")
