"""Small pictures: how many work-groups they have, and whose memory their results lie in."""

from types import SimpleNamespace

import numpy as np
import pytest

import pygpu
from pygpu import Array, Image, Position
from pygpu.opencl.program import Step
from pygpu.runtime import layout, readied

RANDOM = np.random.default_rng(5)
TWO_CORES = SimpleNamespace(compute_units=2, largest_group=4096)


@pytest.mark.parametrize("items, pixels, high", [
    ((1, 512), 512 * 512, 32), ((1, 64), 512 * 512, 4), ((1, 65), 512 * 512, 4), ((1, 8), 64 * 64, 1),
    ((1, 512), 4096 * 4096, 1), ((1, 4096), 4096 * 4096, 8), ((1, 1), 1, 1), ((0, 0), 0, 1)])
def test_few_groups_that_go_over_few_pixels(items, pixels, high):
    assert layout._high(Step("name", (), local=(1, 1), loose=True), items, pixels, TWO_CORES) == (1, high)


def test_a_group_is_no_larger_than_the_device_has_them():
    small = SimpleNamespace(compute_units=1, largest_group=128)
    assert layout._high(Step("name", (), local=(64, 1), loose=True), (64, 512), 64 * 512, small) == (64, 2)


@pytest.mark.parametrize("height", [1, 2, 31, 33, 97, 500])
def test_all_rows_and_no_others_are_computed(engine, height):
    """Whether work-items below the picture do nothing: of blocks of rows, of pixels that loop, of bytes looked up."""
    def blurred(im=Image, p=Position):
        return (im(p - (0, 1)) + im(p + (0, 1))) * 0.5

    def steps(im=Image, p=Position):
        count, left = 0, im(p)
        while left > 0.125:
            count, left = count + 1, left * 0.5
        return count

    picture = RANDOM.random((height, 40), np.float32)
    above, below = np.vstack([picture[:1], picture[:-1]]), np.vstack([picture[1:], picture[-1:]])
    for _ in range(3):
        assert np.array_equal(pygpu.compile(blurred)(picture), (above + below) * np.float32(0.5))
    expected = np.ceil(np.log2(np.maximum(picture / 0.125, 1)))
    assert np.array_equal(pygpu.compile(steps)(picture), expected)
    grays = (picture * 255).astype(np.uint8)
    assert np.array_equal(pygpu.compile(lambda im=Image, p=Position: 1 - im(p))(grays), 255 - grays)
    assert pygpu.compile(lambda a=Array: a.max())(picture) == picture.max()


def test_results_of_calls_alike_lie_apart(engine):
    """Results that are kept stay as they are, whatever is called later; and they lie where vectors like it."""
    filter = pygpu.compile(lambda im=Image, p=Position, by=pygpu.Float: im(p) + by)
    for side in (4, 200, 1100):
        picture = RANDOM.random((side, side), np.float32)
        kept = [filter(picture, float(by)) for by in range(6)]
        assert all(np.array_equal(result, picture + np.float32(by)) for by, result in enumerate(kept))
        assert all(each.flags.c_contiguous and each.flags.writeable for each in kept)
    assert readied.BEHIND % 16 == 0  # of doubles, too
