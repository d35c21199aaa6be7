"""The papers' programs (samples 16 to 19) against NumPy: nearest neighbours, backprojection, arrays, histograms."""

import numpy as np

from tests.samples.test_paper import sample

rng = np.random.default_rng(3)


def test_mosaic_takes_the_nearest_block(engine):
    """The first of those that are least away, of all dimensions."""
    im, other = rng.random((24, 16, 3)).astype(np.float32), rng.random((16, 32, 3)).astype(np.float32)
    blocks = other.reshape(2, 8, 4, 8, 3).swapaxes(1, 2).reshape(8, 8, 8, 3)
    expected = np.empty_like(im)
    for top in range(0, 24, 8):
        for left in range(0, 16, 8):
            here = np.s_[top:top + 8, left:left + 8]
            expected[here] = blocks[((blocks - im[here]) ** 2).sum((1, 2, 3)).argmin()]
    assert np.abs(sample("mosaic")["made_of"](im, other) - expected).max() < 1e-6


def test_backprojection(engine):
    """Each echo, interpolated at the pixel's distance and turned back by its phase."""
    names = sample("radar")
    count, size = 6, 14
    echoes = rng.standard_normal((count, names["BINS"], 2)).astype(np.float32)
    found = names["focus"](echoes, size=(size, size))
    rows, columns = np.mgrid[:size, :size]
    total = 0
    for m in range(count):
        x, y = names["flight"](m)
        distance = np.hypot(columns - x, rows - y)
        bins = np.arange(names["BINS"])
        parts = [np.interp(distance - names["NEAR"], bins, echoes[m, :, part], left=0, right=0) for part in (0, 1)]
        total = total + (parts[0] + 1j * parts[1]) * np.exp(1j * names["WAVE"] * distance)
    assert np.abs(found - np.abs(total) / count).max() < 1e-3  # a phase of 500 radians in single precision


def test_vortices(engine):
    names = sample("vortices")
    x, y, turn = names["begun"](40)
    dx, dy = x[:, None] - x, y[:, None] - y
    speed = turn / (dx * dx + dy * dy + names["SOFT"])
    across, down = names["step"](x, y, turn, 0.5)
    assert np.abs(across - (x - 0.5 * (dy * speed).sum(1))).max() < 1e-5
    assert np.abs(down - (y + 0.5 * (dx * speed).sum(1))).max() < 1e-5
    assert abs(names["size"](x, y) / np.sqrt(np.mean(x * x + y * y)) - 1) < 1e-6
    before = rng.random((9, 12)).astype(np.float32)
    rows, columns = np.mgrid[:9, :12]
    expected = 0.9 * before
    for u, v in zip(x, y):
        expected += np.exp(-((columns - 6 - u * 0.3) ** 2 + (rows - 4.5 - v * 0.3) ** 2) / 2)
    assert np.abs(names["draw"](before, x, y, 0.3) - expected).max() < 1e-5


def test_equalise(engine):
    image = rng.integers(0, 256, (12, 17)).astype(np.uint8)
    not_lighter = np.cumsum(np.bincount(image.ravel(), minlength=256))
    found = sample("equalise")["even"](image, dtype="float32")
    assert np.abs(found - not_lighter[image] / image.size).max() < 1e-6
