"""Values of a picture that need not be in memory: gathered band by band, with the bits of what is computed at once."""

from functools import cache, partial

import numpy as np
import pytest

import pygpu
from pygpu import Image, Position, Volume, filters
from pygpu.calls.cutting import gathering

RANDOM = np.random.default_rng(21)
BYTES = RANDOM.integers(0, 256, (331, 203), np.uint8)
FLOATS = (RANDOM.random((331, 203), np.float32) * 3 - 1).astype(np.float32)


def farthest(im=Image, p=Position):
    best = max(im.positions, key=im)
    return im(p) * best.x - best.y


def counted(im=Image, p=Position):
    low = [0] * 100
    for v in im:
        low[int(abs(v) * 50) % 100] += 1
    return im(p) * low[3] + low[int(abs(im(p)) * 50) % 100]


def twice(im=Image, p=Position):
    mean = sum(im) / len(im)
    return im(p) / sum(abs(v - mean) for v in im)


def of_stages(im=Image(border="reflect"), p=Position):
    """Which rows of the first stage a band asks for, only the numbers of the band say."""
    widest = cache(lambda q: max(im(q + (i, j)) for i in (-1, 0, 1) for j in (0, 1)))
    halved = cache(lambda q: widest(q * 2))
    blocks = cache(lambda q: halved(q // 2) - halved((q + (1, 1)) // 2))
    return max(blocks(q) for q in im.positions) - blocks(p)


CASES = {
    "least, greatest": (lambda im=Image, p=Position: (im(p) - min(im)) / (max(im) - min(im)), 1),
    "sum": (lambda im=Image, p=Position: im(p) / sum(im), 1),
    "sum of sums": (twice, 2),
    "deviation": (lambda im=Image, p=Position: (im(p) - np.mean(im)) / np.std(im), 2),
    "of neighbours": (lambda im=Image, p=Position: im(p) / max(im(q + (2, 1)) - im(q - (1, 3)) for q in im.positions), 1),
    "of a wide blur": (lambda im=Image, p=Position: im(p) / sum(filters.box(im, q, size=31) for q in im.positions), 1),
    "of every fourth": (lambda im=Image, p=Position: im(p) - sum(
        im(2 * x, 2 * y) for y in range(im.height // 2) for x in range(im.width // 2)), 1),
    "of stages": (of_stages, 1),
    "place": (farthest, 1),
    "table": (counted, 1),
    "percentile": (lambda im=Image, p=Position: im(p) > np.percentile(im, 90), 4),
    "corner": (lambda im=Image, p=Position: im(p) + max(im) * im(im.width - 1, im.height - 1), 1),
    "equalize": (filters.equalize, 1),
    "otsu": (filters.otsu, 1),
    "isodata": (filters.isodata, 1),
}
COUNTED = "deviation", "sum of sums"  # whose bytes are, on a GPU: then once is enough
ROUNDED = ("corner",)  # where NVIDIA's compiler puts a product and a sum together in the whole, but not in a part


class Far:
    """A picture of which parts are read; it is told how many rows each had."""

    def __init__(self, array):
        self.array, self.shape, self.dtype, self.rows = array, array.shape, array.dtype, []

    def __getitem__(self, key):
        part = self.array[key]
        self.rows.append(part.shape[0])
        return part


@pytest.fixture
def in_bands(engine, monkeypatch):
    """All pictures are large, and it is told in how many goes over them values were gathered."""
    if engine.is_checker:
        pytest.skip("too slow there")
    monkeypatch.setattr(gathering, "SMALL", 0)
    monkeypatch.setattr(gathering, "BAND", 1 << 14)
    goes, real = [], gathering.of_all
    monkeypatch.setattr(gathering, "of_all", lambda bands: (goes.extend(bands[:1]), real(bands))[1])
    return goes


@pytest.mark.parametrize("name", CASES)
def test_bands_give_what_the_whole_gives(name, in_bands, engine):
    (function, goes), picture = CASES[name], BYTES if len(name) % 2 else FLOATS
    filter, far = pygpu.compile(function), Far(picture)
    same = np.testing.assert_array_equal
    if name in ROUNDED and getattr(engine.device, "kind", "") == "gpu":
        same = partial(np.testing.assert_allclose, rtol=2e-7)
    same(filter.map(far, tile=(203, 64)), filter(picture))
    kind = getattr(engine.device, "kind", "none")
    if kind != "none":  # NumPy computes with all at once
        assert len(in_bands) == (1 if kind == "gpu" and name in COUNTED else goes) and max(far.rows) < 200


def test_a_band_of_a_blur_is_planned_like_all_of_it(in_bands, engine, monkeypatch):
    """Where numbers of the call say where it begins, a box of 31 x 31 was 961 reads of each pixel."""
    if engine.device == "none":
        pytest.skip("no kernels")
    made, real = [], gathering.made
    monkeypatch.setattr(gathering, "made", lambda *given: (made.append(real(*given)), made[-1])[1])
    filter = pygpu.compile(lambda im=Image, p=Position: im(p) / sum(filters.box(im, q, size=31) for q in im.positions))
    filter.map(Far(FLOATS), tile=(203, 64))
    (_, band, *_), = made
    assert not band.launcher.program.told and "4,866 operations" not in str([plan for _, plan in band.plans()])


def test_what_needs_all_of_a_picture_has_it(in_bands):
    """Numbers of which each depends on the one before are read in order."""
    def decayed(im=Image, p=Position):
        level = 0.0
        for v in im:
            level = level * 0.5 + v if v > level else level * 0.9
        return im(p) - level

    filter = pygpu.compile(decayed)
    np.testing.assert_array_equal(filter.map(Far(FLOATS)), filter(FLOATS))
    assert not in_bands


def halved(im=Image, p=Position):
    branch = lambda q: im(q) if q.x % 3 == 0 else im(q + (1, 0))
    half = lambda q: branch(Position(2 * q.x - 1, 2 * q.y + 2)) * 0.5 + branch(q)
    return half(p) + max(half(Position(q.x // 3, q.y // 3)) - half(q) for q in im.positions)


def test_what_is_kept_on_the_way(in_bands):
    filter = pygpu.compile(halved)
    np.testing.assert_array_equal(filter.map(Far(FLOATS)), filter(FLOATS))


def test_volumes(in_bands, engine):
    """All of their planes, one below the other: a band needs a few."""
    volume = RANDOM.random((90, 30, 40), np.float32)
    filter, far = pygpu.compile(lambda v=Volume, p=Position: v(p) / sum(
        v(x, y, z) for z in range(v.depth) for y in range(v.height) for x in range(v.width))), Far(volume)
    np.testing.assert_array_equal(filter.map(far, tile=(40, 30, 16)), filter(volume))
    assert engine.device == "none" or in_bands and max(far.rows) < 70


def test_a_sum_of_a_memory_mapped_picture(in_bands, tmp_path):
    np.save(tmp_path / "in.npy", FLOATS)
    filter = pygpu.compile(CASES["sum"][0])
    filter.map(str(tmp_path / "in.npy"), out=str(tmp_path / "out.npy"), tile=(100, 64))
    np.testing.assert_array_equal(np.load(tmp_path / "out.npy"), filter(FLOATS))
    np.testing.assert_array_equal(filter.compute((30, 64, 150, 300), FLOATS), filter(FLOATS)[64:300, 30:150])
