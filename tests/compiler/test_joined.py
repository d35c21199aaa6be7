"""What hangs together by pairs of places: Filter.joined against a forest in plain Python."""

import numpy as np
import pytest

import pygpu
from pygpu import Image, Int, Position
from pygpu.runtime import current


def linked(to=Image, p=Position, shift: Int = 0):
    """Each place, and the one that the picture says."""
    return p.y * to.width + p.x, to(p) + shift


def by_hand(to):
    """The least of each, pair after pair."""
    least = list(range(to.size))

    def root(at):
        while least[at] != at:
            at = least[at]
        return at

    for place, other in enumerate(to.ravel().tolist()):
        if 0 <= other < to.size:
            one, other = root(place), root(other)
            least[max(one, other)] = min(one, other)
    return np.array([root(at) for at in range(to.size)], np.int32).reshape(to.shape)


@pytest.mark.parametrize("shape", [(1, 1), (1, 37), (19, 1), (13, 31)])
def test_all_that_is_linked_is_found(engine, shape):
    """Chains that go anywhere, forth and back, and places that are not there."""
    if engine.is_checker and np.prod(shape) > 40:
        shape = 3, 7
    noise = np.random.default_rng(7)
    for reach in (2, 9, 10**6):
        to = noise.permutation(np.prod(shape)).reshape(shape) + noise.integers(-reach, reach, shape)
        found = pygpu.compile(linked).joined(to.astype(np.int32))
        assert found.dtype == np.int32
        np.testing.assert_array_equal(found, by_hand(to))


def test_it_is_the_same_with_numbers_of_the_call_and_on_the_device(engine):
    to, link = np.arange(20, dtype=np.int32).reshape(4, 5), pygpu.compile(linked)
    assert link.joined(to, 5).tolist() == [[0, 1, 2, 3, 4]] * 4
    if current() is not None:
        there = link.joined(pygpu.upload(to), shift=1)
        assert isinstance(there, pygpu.DeviceImage) and not there.numpy().any()


def test_many_work_items_join_one_tree():
    """A ring of all places of a large picture, in no order."""
    order = np.random.default_rng(8).permutation(300 * 500)
    to = np.empty(order.size, np.int32)
    to[order] = np.roll(order, 1)
    assert not pygpu.compile(linked).joined(to.reshape(300, 500)).any()


def test_what_gives_no_pair_is_told():
    with pytest.raises(pygpu.ArgumentError, match="is to give a pair for each pixel"):
        pygpu.compile(lambda im=Image, p=Position: p.x).joined(np.zeros((3, 3), np.float32))
