"""The oracle itself: what the other tests compare with must be right."""

import functools
from functools import cache
from math import sqrt

import numpy as np
import pytest

from pygpu import Color, Float, Image, Int, Position
from tests.oracle import run


def test_one_image():
    image = np.arange(6, dtype=np.uint8).reshape(2, 3)
    result = run(lambda im=Image(border="wrap"), p=Position: 255 * im(p + (1, 0)), image)
    assert result.dtype == np.float64 and result.shape == (2, 3)
    np.testing.assert_allclose(result, np.roll(image, -1, axis=1))


def test_scalars_known_values_and_several_images():
    def mixed(k, im=Image, c=Float, other=Image(border="constant", fill=9), n=Int, p=Position):
        return k * im(p) + c * other(p) + n

    one, two = np.ones((2, 3)), np.full((1, 2), 2.0)
    expected = 10 + 0.5 * np.array([[2, 2, 9], [9, 9, 9]]) + 7
    for result in (run(mixed, one, 0.5, two, 7, known={"k": 10}),
                   run(mixed, one, two, known={"k": 10}, scalars={"c": 0.5, "n": 7})):
        np.testing.assert_array_equal(result, expected)


def test_vectors_tuples_masks_and_sizes():
    result = run(lambda p=Position: (Color(p.x, p.y, 0), p.x > p.y), size=(3, 2))
    assert [each.shape for each in result] == [(2, 3, 3), (2, 3)]
    np.testing.assert_array_equal(result[0][1, 2], (2, 1, 0))
    np.testing.assert_array_equal(result[1], [[0, 1, 1], [0, 0, 1]])


def test_where_python_raises():
    result = run(lambda p=Position: sqrt(1 - p.x) / p.y, size=(3, 2))
    np.testing.assert_array_equal(np.isnan(result), [[1, 1, 1], [0, 0, 1]])
    with pytest.raises(ZeroDivisionError):
        run(lambda p=Position: 1 / 0, size=(2, 2))


def test_what_a_filter_caches_is_kept_from_pixel_to_pixel():
    read = []

    def sums(im=Image, p=Position):
        def row(q):
            read.append(q)
            return im(q) + (along(q - (1, 0)) if q.x > 0 else 0.0)

        along = cache(row)
        return along(p)

    picture = np.random.default_rng(1).random((3, 9))
    np.testing.assert_allclose(run(sums, picture), np.cumsum(picture, axis=1), rtol=1e-12)
    assert len(read) == 3 * 9 and cache is functools.cache


def test_what_is_cached_of_a_pixel_is_not_kept_for_others():
    def sums(im=Image, p=Position):
        here, later = im(p), cache(lambda q: im(q) - least)
        least = im(p - (1, 0))
        return cache(lambda q: im(q) + here)(p), later(p), cache(lambda q: im(q) + p.x)(p)

    picture = np.random.default_rng(1).random((3, 9))
    double, less, placed = run(sums, picture)
    np.testing.assert_allclose(double, 2 * picture)
    np.testing.assert_allclose(less, np.diff(picture, axis=1, prepend=picture[:, :1]), atol=1e-12)
    np.testing.assert_allclose(placed, picture + np.arange(9))
