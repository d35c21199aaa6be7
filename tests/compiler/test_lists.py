"""Filters without a position give lists of which pictures say how long they are: as plain Python does."""

from itertools import accumulate

import numpy as np
import pytest

import pygpu
from pygpu import CompileError, HostImage, Image

PICTURE = (np.random.default_rng(3).integers(0, 6, (7, 9)) / 4).astype(np.float32)


def doubled(im=Image):
    return [2 * v for v in im]


def totals(im=Image):
    return [sum(im(x, y) for x in range(im.width)) for y in range(im.height)]


def table(im=Image):
    return [[im(x, y) + y for x in range(im.width)] for y in range(im.height)]


def bright(im=Image):
    return [v for v in im if v > 0.7]


def bright_places(im=Image):
    found = []
    for q in im.positions:
        if im(q) > 1.1:
            found.append((q.x, q.y))
    return found


def nothing(im=Image):
    return [v for v in im if v > 7]


def in_order(im=Image):
    return sorted(im)


def different(im=Image):
    return sorted(set(im))


def cumulative(im=Image):
    return list(accumulate(sum(im(x, y) for x in range(im.width)) for y in range(im.height)))


def several(im=Image):
    return list(zip([max(im(x, y) for x in range(im.width)) for y in range(im.height)], range(im.height)))


def truths(im=Image):
    return [im(x, 2) > 0.5 for x in range(im.width)]


def means(im=Image):
    return np.mean(im, axis=1)


def shares(im=Image):
    return np.array([sum(im(x, y) for x in range(im.width)) for y in range(im.height)]) / sum(im)


@pytest.mark.parametrize("filter", [doubled, totals, table, bright, bright_places, nothing, in_order, different, cumulative,
                                    several, truths, means, shares], ids=lambda filter: filter.__name__)
def test_a_list_is_an_array(engine, filter):
    found, expected = pygpu.compile(filter)(PICTURE), np.asarray(filter(HostImage(PICTURE)))
    assert type(found) is np.ndarray and found.shape == expected.shape and found.dtype.kind == expected.dtype.kind
    np.testing.assert_allclose(found, expected, rtol=1e-6)


def test_beside_numbers_and_one_another(engine):
    def all_of_it(im=Image):
        return {"rows": [im(0, y) for y in range(im.height)], "of": (len(im), max(im), [v for v in im if v > 1])}

    counted = pygpu.compile(all_of_it)
    for picture in (PICTURE, PICTURE[:4, :5].copy(), np.zeros((2, 3), np.float32)):  # each as long as it says itself
        found = counted(picture)
        assert (found["rows"] == picture[:, 0]).all() and found["of"][:2] == (picture.size, picture.max())
        assert (found["of"][2] == picture[picture > 1]).all()


def test_more_than_stand_by_themselves(engine):
    found = pygpu.compile(lambda im=Image: ((max(im),) * 9, [v for v in im], [sum(im)] * 3))(PICTURE)
    assert found[0] == (1.25,) * 9 and (found[1] == PICTURE.ravel()).all() and np.allclose(found[2], PICTURE.sum())


def test_lists_of_other_lengths_are_no_array():
    with pytest.raises(CompileError, match="bad-result"):
        pygpu.compile(lambda im=Image: [[im(x, y) for x in range(y + 1)] for y in range(im.height)])(PICTURE)
