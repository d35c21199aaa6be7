"""Pictures counted by NumPy's functions: np.histogram, np.digitize, np.searchsorted, and what is refused."""

import numpy as np
import pytest

import pygpu
from pygpu import Float, HostImage, Image, Position

rng = np.random.default_rng(11)
EDGES = np.array([0, 0.1, 0.5, 0.75, 1])


def of_its_range(im=Image):
    return np.histogram(im, 5)


def of_a_range(im=Image):
    return np.histogram(im, 7, (0.1, 0.8))


def between_edges(im=Image):
    return np.histogram(im, EDGES, density=True)


def many_edges(im=Image):
    return np.histogram(im, bins=256, range=(0, 1))


def weighted(im=Image):
    return np.histogram(im, 4, range=(0.0, 1.0), weights=im)


@pytest.mark.parametrize("function", [of_its_range, of_a_range, between_edges, many_edges, weighted])
def test_a_histogram(engine, function):
    """Numbers on edges, too: in bins, as NumPy has it."""
    im = rng.random((3, 5) if engine.is_checker else (15, 22)).astype(np.float32)
    im.flat[:5] = 0, 1, 0.5, 0.1, 0.75
    for image in (im, (im * 255).astype(np.uint8)):
        seen = im if image is im else image / np.float32(255)
        for found, wanted in zip(pygpu.compile(function)(image), function(seen)):
            np.testing.assert_allclose(found, wanted, rtol=1e-4, atol=1e-6)
    for found, wanted in zip(function(HostImage(im)), function(im)):
        np.testing.assert_allclose(found, wanted, rtol=1e-6)


def test_one_number_and_none_that_counts(engine):
    np.testing.assert_array_equal(pygpu.compile(of_its_range)(np.full((2, 3), 0.5, np.float32))[0], [0, 0, 6, 0, 0])
    im = np.float32([[np.nan, -1, 2, 0.2]])
    np.testing.assert_array_equal(pygpu.compile(of_a_range)(im)[0], np.histogram(im, 7, (0.1, 0.8))[0])


def test_a_range_of_the_call_and_what_is_made_of_it(engine):
    def equal(im=Image, p=Position, low=Float):
        counts, edges = np.histogram(im, 16, (low, 1))
        return np.cumsum(counts)[min(int((im(p) - low) / (1 - low) * 16), 15)] / (im.width * im.height) + edges[0]

    im = np.float32(0.25 + 0.75 * rng.random((6, 7)))
    counts = np.histogram(im, 16, (0.25, 1))[0]
    places = np.minimum(((im - np.float32(0.25)) / np.float32(0.75) * 16).astype(int), 15)
    np.testing.assert_allclose(pygpu.compile(equal)(im, low=0.25), np.cumsum(counts)[places] / 42 + 0.25, rtol=1e-6)


@pytest.mark.parametrize("right", [False, True])
def test_which_bin_each_pixel_is_in(engine, right):
    side = "right" if right else "left"

    def both(im=Image, p=Position):
        return np.digitize(im, EDGES, right)[p.y, p.x] + 10 * np.searchsorted(EDGES, im, side)[p.y, p.x]

    im = rng.random((4, 9)).astype(np.float32)
    im.flat[:4] = 0, 1, 0.5, 0.75
    wanted = np.digitize(im, EDGES, right) + 10 * np.searchsorted(EDGES, im, side)
    np.testing.assert_array_equal(pygpu.compile(both)(im, dtype="int32"), wanted)


@pytest.mark.parametrize("ask, says", [
    (lambda im=Image: np.bincount(im), r"as many numbers as the greatest pixel says(.*\n)*.*h = \[0\] \* 256"),
    (lambda im=Image: np.unique(im), "as many numbers as are different"),
    (lambda im=Image: np.histogram(im, "auto"), "as many bins as a rule finds"),
    (lambda im=Image: np.histogram(im, bins="fd")[0], "say how many: bins=64"),
])
def test_what_the_data_would_decide(ask, says):
    with pytest.raises(pygpu.CompileError, match=says):
        pygpu.compile(ask)(np.ones((2, 3), np.float32))
