"""Numbers in order: places found by counting, and lines that are sorted, against NumPy."""

import statistics

import numpy as np
import pytest

import pygpu
from pygpu import Array, Float, Image, Int, Position
from pygpu.library.many import orders

rng = np.random.default_rng(7)


def picture(shape=(5, 9)):
    found = rng.normal(size=shape).astype(np.float32)
    found.ravel()[:6] = np.inf, -np.inf, 0.0, -0.0, 1e-40, found.ravel()[-1]
    return found


def place(im=Image, k=Int):
    return sorted(im)[k]


def middle(im=Image):
    return np.median(im), statistics.median(im)


def quarters(im=Image):
    return np.percentile(im, 25), np.quantile(im, 0.9), np.quantile(im, 0.3, method="higher")


def ranks(im=Image, p=Position):
    return sorted(im)[p.x + p.y * im.width]


def rows(im=Image, p=Position):
    return np.sort(im)[p.y, p.x], np.median(im, axis=1)[p.y - 1]


def test_every_place(engine):
    im = picture((2, 3) if engine.is_checker else (5, 9))
    find, wanted = pygpu.compile(place), np.sort(im.ravel())
    for k in range(0, im.size, im.size // 6):
        assert find(im, k) == wanted[k]
    assert find(im, -1) == wanted[-1]
    np.testing.assert_array_equal(pygpu.compile(ranks)(im).ravel(), wanted)


@pytest.mark.parametrize("count", [8, 9])
def test_medians(engine, count):
    im = rng.normal(size=(3, count)).astype(np.float32)
    np.testing.assert_allclose(pygpu.compile(middle)(im), np.median(im), rtol=1e-6)
    wanted = np.percentile(im, 25), np.quantile(im, 0.9), np.quantile(im, 0.3, method="higher")
    np.testing.assert_allclose(pygpu.compile(quarters)(im), wanted, rtol=1e-6)
    im[0, 1] = np.nan
    assert np.isnan(pygpu.compile(quarters)(im)).all() and np.isnan(pygpu.compile(middle)(im)[0])


def test_what_is_no_number_comes_last(engine):
    im = picture((2, 4))
    im[0, 1] = np.nan
    np.testing.assert_array_equal(pygpu.compile(ranks)(im).ravel(), np.sort(im.ravel()))
    found, medians = pygpu.compile(rows)(im)
    np.testing.assert_array_equal(found, np.sort(im))
    assert np.isnan(medians[1]).all() and np.isfinite(medians[0]).all()


def test_many_equal_numbers(engine):
    im = rng.integers(0, 3, (4, 7)).astype(np.uint8)
    np.testing.assert_allclose(pygpu.compile(middle)(im), np.median(im) / 255, rtol=1e-6)
    np.testing.assert_array_equal(pygpu.compile(ranks)(im).ravel(), np.sort(im.ravel()))


def test_whole_numbers_of_arrays(engine):
    numbers = np.array([5, -7, 2**31 - 1, -2**31, 0, 5, 1], np.int32)
    found = pygpu.compile(lambda a=Array: [sorted(a(i) for i in range(a.width))[k] for k in (3, 0, -1)])(numbers)
    assert list(found) == [1, -2**31, 2**31 - 1]


def test_doubles(engine):
    if engine.is_checker:
        return
    im = rng.normal(size=(3, 5)) + 1e-12 * rng.normal(size=(3, 5))
    found = pygpu.compile(middle, precision="double")(im)
    np.testing.assert_allclose(found, np.median(im), rtol=1e-15)
    np.testing.assert_array_equal(pygpu.compile(ranks, precision="double")(im, dtype="float64").ravel(), np.sort(im.ravel()))


@pytest.mark.parametrize("find", [lambda im=Image: np.percentile(im, 120), lambda im=Image: np.quantile(im, -0.1, axis=0),
                                  lambda im=Image: np.percentile(im, [5, 101])])
def test_there_is_nothing_beyond_all(find):
    with pytest.raises(ValueError, match="must be in the range"):
        pygpu.compile(find)(np.eye(3, dtype=np.float32))


def test_a_large_picture_has_its_percentiles():
    """Places are counted in whole numbers, however many there are."""
    im = rng.permutation(1 << 16).astype(np.float32).reshape(256, 256)
    find = pygpu.compile(lambda im=Image: np.percentile(im, (0, 0.1, 33.3, 50, 99.99, 100)))
    np.testing.assert_allclose(find(im), np.percentile(im, (0, 0.1, 33.3, 50, 99.99, 100)), rtol=1e-6)


def test_it_says_so():
    told = str(pygpu.compile(middle).explain())
    assert "sorted, as far as is needed" in told


SOME = "inverted_cdf", "nearest", "closest_observation"  # on drivers: all are made of the same
SHARES = 0, 0.3, 0.25, 0.5, 0.77, 0.95, 1.0


@pytest.mark.parametrize("method", orders.BETWEEN)
def test_every_method_of_numpys(engine, method):
    """Places between numbers are exact: 0.3 of ten is three of them."""
    find = pygpu.compile(lambda im=Image: np.quantile(im, SHARES, method=method))
    asked = [(1, 1), (2, 5), (4, 8), (7, 11)] if engine.device == "none" else [(2, 5)] if method in SOME else []
    for shape in asked:
        im = rng.random(shape).astype(np.float32)
        np.testing.assert_allclose(find(im), np.quantile(im.astype(float), SHARES, method=method), rtol=2e-6)


def test_a_method_and_a_share_of_a_call(engine):
    find = pygpu.compile(lambda im=Image, share=Float: np.quantile(im, share, method="hazen"))
    im = rng.random((3, 7)).astype(np.float32)
    for share in (0, 0.1, 0.999, 1):
        np.testing.assert_allclose(find(im, share), np.quantile(im, share, method="hazen"), rtol=1e-5)
    im[0, 0] = np.nan
    assert np.isnan(find(im, 0.2))
    with pytest.raises(ValueError, match="method='middle': it is 'linear', 'lower'"):
        pygpu.compile(lambda im=Image: np.quantile(im, 0.5, method="middle"))(im)
