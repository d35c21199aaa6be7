"""Long lists of items that a pixel chooses: parts of them and pairs, and graphs that grow as the lists do."""

from itertools import pairwise

import numpy as np
import pytest

import pygpu
from pygpu import Image, Position
from tests.engines import check

PICTURE = np.random.default_rng(2).random((5, 9)).astype(np.float32)


def chosen(im, p, count):
    return [v for k in range(count) if (v := im(p + (k % 5, k % 3)) * (k % 7) * 0.4) > 0.5]


def weighed(values):
    return sum(v * (i + 1) for i, v in enumerate(values))


ASKED = {
    "the rest": lambda ys: weighed(ys[2:]),
    "the first six": lambda ys: weighed(ys[:6]) + 10 * len(ys[:6]),
    "some in the middle": lambda ys: weighed(ys[1:7]),
    "every third": lambda ys: weighed(ys[1::3]),
    "the last seven": lambda ys: weighed(ys[-7:]) + len(ys[-7:]),
    "but for the last six": lambda ys: weighed(ys[:-6]),
    "before the last": lambda ys: weighed(ys[-9:-2]),
    "neighbours": lambda ys: sum(a * b + a for a, b in pairwise(ys)) + len(list(pairwise(ys))),
    "beside the next": lambda ys: sum(b * (i + 1) - a for i, (a, b) in enumerate(zip(ys, ys[1:]))),
    "the same backwards": lambda ys: 1.0 if ys == ys[::-1] else weighed(ys[::-1]),
    "beside others": lambda ys: sum(map(lambda a, b: a * b, ys, range(100))),
}


@pytest.mark.parametrize("count", [9, 30])
@pytest.mark.parametrize("asked", ASKED)
def test_what_is_asked_of_them(asked, count):
    pygpu.use("none")
    try:
        check(lambda im=Image, p=Position: ASKED[asked](chosen(im, p, count)), PICTURE, tolerance=1e-4)
    finally:
        pygpu.use(None)


@pytest.mark.parametrize("asked", ["the rest", "some in the middle", "every third", "but for the last six", "neighbours",
                                   "beside the next"])
def test_graphs_grow_as_the_lists_do(asked):
    def length(count):
        filter = pygpu.compile(lambda im=Image, p=Position: ASKED[asked](chosen(im, p, count)))
        return len(str(filter.graph).splitlines())

    assert length(80) < 2.8 * length(40)
