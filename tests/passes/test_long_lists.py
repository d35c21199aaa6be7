"""A loop through a long list of numbers that a picture gave is a loop of the graph, done once; and traced once."""

import numpy as np
import pytest

import pygpu
from pygpu import Image, Position
from tests.engines import check

rng = np.random.default_rng(5)
LEVELS = 64


def counted(im):
    counts = [0] * LEVELS
    for v in im:
        counts[min(max(int(v * LEVELS), 0), LEVELS - 1)] += 1
    return counts


def best(im=Image, p=Position):
    """Otsu's threshold, as it is written in books."""
    counts = counted(im)
    everything = sum(k * counts[k] for k in range(LEVELS))
    most, at, dark, mass = 0.0, 0, 0, 0
    for k in range(LEVELS):
        dark += counts[k]
        if dark == 0:
            continue
        if dark == len(im):
            break
        mass += k * counts[k]
        apart = mass / dark - (everything - mass) / (len(im) - dark)
        if apart * apart * dark * (len(im) - dark) > most:
            most, at = apart * apart * dark * (len(im) - dark), k
    return im(p) * LEVELS - at


def listed(im=Image, p=Position):
    """What makes a list of them still has one."""
    counts = counted(im)
    shares = [counts[k] / len(im) for k in range(LEVELS)]
    return sum([c * c for c in shares]) + max(counts[k] for k in range(LEVELS)) + sum(list(c for c in shares))


@pytest.mark.parametrize("function", [best, listed])
def test_it_means_the_same(engine, function):
    check(function, rng.random((3, 4) if engine.is_checker else (5, 7)).astype(np.float32), tolerance=1e-4)


def test_it_is_short():
    assert len(str(pygpu.compile(best).graph).splitlines()) < 120
