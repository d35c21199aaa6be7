"""What hangs together by pairs of places: Filter.joined against a forest in plain Python."""

import numpy as np
import pytest

import pygpu
from pygpu import Image, Int, Position, Volume
from pygpu.runtime import current, programs


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


def test_numbers_are_joined_that_are_no_places(engine):
    """Rows are told by the pixels that have their number; what goes too far joins nothing."""
    def rows(to=Image, p=Position):
        return p.y, to(p)

    to = np.full((5, 7), -1, np.int32)
    to[4, 6], to[3, 2], to[2, 2], to[0, 0] = 1, 4, 5, 6
    assert pygpu.compile(rows).joined(to, among=5).tolist() == [0, 1, 2, 1, 1]
    assert pygpu.compile(rows).joined(to, among=7).tolist() == [0, 1, 2, 1, 1, 2, 0]


def test_a_volume_joins_its_own(engine):
    """As what is stored before would be joined: several pairs, of what is read beyond an edge, too."""
    def above(vol=Volume(border="constant", fill=0), p=Position):
        own = (p.z * vol.height + p.y) * vol.width + p.x
        return own, own - 1 if vol(p) == vol(p - (1, 0, 0)) else own, own, own - vol.width * vol.height if (
            vol(p) == vol(p - (0, 0, 1))) else own

    vol = np.random.default_rng(4).integers(1, 3, (3, 4, 21)).astype(np.uint8)
    least = np.arange(vol.size).reshape(vol.shape)
    for _ in range(vol.size):
        for axis in (0, 2):
            here, there = [least.swapaxes(0, axis)[part] for part in (slice(1, None), slice(-1))]
            same = np.equal(*[vol.swapaxes(0, axis)[part] for part in (slice(1, None), slice(-1))])
            here[same] = np.minimum(here, there)[same]
            there[same] = np.minimum(here, there)[same]
    np.testing.assert_array_equal(pygpu.compile(above).joined(vol), least)


def test_what_is_several_kernels_is_joined_all_the_same(engine):
    def sums(im=Image, p=Position):
        total = lambda q: im(q) + (total(q - (1, 0)) if q.x > 0 else 0)
        at = p.y * im.width + p.x
        return at, at - 1 if p.x > 0 and total(p) == total(p - (1, 0)) else at

    to = np.array([[1, 0, 0, 1, 0], [0, 0, 1, 1, 0]], np.int32)
    assert pygpu.compile(sums).joined(to).tolist() == [[0, 0, 0, 3, 3], [5, 5, 7, 8, 8]]


OFF = 0


def test_what_the_filter_reaches_may_change():
    def linked(to=Image, p=Position):
        return p.x, to(p) + OFF

    global OFF
    join, to = pygpu.compile(linked), np.array([[3, 1, 2, 3]], np.int32)
    assert join.joined(to).tolist() == [[0, 1, 2, 0]] and join.plan is not None
    OFF = 1
    try:
        assert join.joined(to).tolist() == [[0, 1, 1, 1]]
    finally:
        OFF = 0


def test_many_work_items_join_one_tree():
    """A ring of all places of a large picture, in no order."""
    order = np.random.default_rng(8).permutation(300 * 500)
    to = np.empty(order.size, np.int32)
    to[order] = np.roll(order, 1)
    assert not pygpu.compile(linked).joined(to.reshape(300, 500)).any()


def test_what_gives_no_pair_is_told():
    with pytest.raises(pygpu.ArgumentError, match="is to give a pair for each pixel"):
        pygpu.compile(lambda im=Image, p=Position: p.x).joined(np.zeros((3, 3), np.float32))


def test_no_kernel_is_built_that_is_not_launched(engine, monkeypatch):
    """Pairs that a kernel joins as it finds them are not given by another one, until somebody asks for them."""
    if engine.device == "none":
        pytest.skip("nothing is built")
    monkeypatch.setenv("PYGPU_CACHE", "off")
    built, build = [], programs.build
    monkeypatch.setattr(programs, "build", lambda *given: built.append(given[1]) or build(*given))
    filter, to = pygpu.compile(linked), np.arange(12, dtype=np.int32).reshape(3, 4)
    filter.joined(to)
    assert sum("linked" in source for source in built) == 1
    np.testing.assert_array_equal(filter(to, dtype="int32")[1], to)
    assert sum("linked" in source for source in built) == 2
