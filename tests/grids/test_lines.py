"""The sums of a picture's rows, or columns, asked for in several ways in one filter: they are the same numbers."""

import math

import numpy as np
import pytest
from PIL import Image as Picture

import pygpu
from pygpu import Array, Image, Int, Position
from tests.engines import check


def total(im, y):
    return sum(im(x, y) for x in range(im.width))


def sums(im):
    return [total(im, y) for y in range(im.height)]


def columns(im):
    return [sum(im(x, y) for y in range(im.height)) for x in range(im.width)]


def means(im):
    return [total(im, y) / im.width for y in range(im.height)]


def norms(im):
    return [math.sqrt(sum(im(x, y) ** 2 for x in range(im.width))) for y in range(im.height)]


def variances(im):
    def variance(y):
        mean = total(im, y) / im.width
        return sum((im(x, y) - mean) ** 2 for x in range(im.width)) / im.width

    return [variance(y) for y in range(im.height)]


def weighted(im):
    return [0.3 * max(im(x, y) for x in range(im.width)) + 0.7 * total(im, y) + 0.1 for y in range(im.height)]


def test_index(engine, lines):
    def index(im=Image, p=Position):
        found = lines(im)
        return found.index(max(found)), found.index(min(found)), found.index(sorted(found)[-1])

    same(index)


def test_count(engine, lines):
    def count(im=Image, p=Position):
        found = lines(im)
        best = max(found)
        return found.count(best), [i for i, each in enumerate(found) if each == best][0], sorted(found)[0] in found

    same(count)


def test_of_a_pixel(engine, lines):
    def own(im=Image, p=Position):
        found = lines(im)
        mine = found[p.x if lines is columns else p.y]
        return mine == max(found), max(found) - mine == 0, sum(each < mine for each in found)

    same(own)


def test_where_an_index_says(engine, lines):
    def there(im=Image, p=Position):
        found = lines(im)
        return found[found.index(max(found))] == max(found), found[np.argmax(found)] == max(found), found[-1] in found

    same(there)


def test_found_in_order(engine, lines):
    def first(im=Image, p=Position):
        found = lines(im)
        least = min(found)
        for place, each in enumerate(found):
            if each == least:
                return place
        return -1

    same(first)


@pytest.fixture(params=[sums, columns, means, norms, variances, weighted], ids=lambda lines: lines.__name__)
def lines(request):
    return request.param


def same(function):
    """Its answers are those of plain Python: no number of a line is compared with another that was rounded otherwise."""
    for shape in ((1, 9), (7, 13)):
        noise = np.random.default_rng(shape[0]).random(shape)
        check(function, noise.astype(np.float32), dtype=np.float32)
        check(function, Picture.fromarray((noise * 255).astype(np.uint8)), dtype=np.float32)


@pytest.mark.parametrize("number", [0, 1, 5])
def test_as_many_as_a_number_says(engine, number):
    def summed(n=Int, im=Image, p=Position):
        from_there, up_to = 0.0, 0.0
        for y in range(n, im.height):
            from_there = total(im, y) if from_there < 6 else from_there + 1
        for y in range(n):
            up_to = total(im, y) if up_to < 6 else up_to + 1
        return from_there, up_to

    check(summed, number, np.random.default_rng(1).random((7, 13)).astype(np.float32))


def test_as_many_as_a_pixel_says(engine):
    def summed(im=Image, p=Position):
        found = 0.0
        for y in range(int(im(p) * 5)):
            row = sum(im(x, y) * y for x in range(im.width))
            found = row if row > found * 2 else found + 1
        return found

    check(summed, np.random.default_rng(1).random((7, 13)).astype(np.float32))


def test_no_more_than_are_asked_for(engine):
    """A loop that ends soon sums no million rows beforehand."""
    def first(im=Image, p=Position):
        for y in range(1_000_000_000):
            if total(im, y) > 0.5:
                return y
        return -1

    check(first, np.random.default_rng(1).random((7, 13)).astype(np.float32), dtype=np.float32)


def test_arrays(engine):
    def greatest(a=Array):
        found = np.linalg.norm(a, axis=1)
        return found.argmax(), (found == found.max()).sum(), np.sort(np.sum(a, axis=0))[-1] == np.sum(a, axis=0).max()

    array = np.random.default_rng(1).random((7, 13)).astype(np.float32)
    assert pygpu.compile(greatest)(array) == (np.linalg.norm(array, axis=1).argmax(), 1, True)
