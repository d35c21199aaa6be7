"""Steps until something holds: connected parts against SciPy, contours against scikit-image, relaxation."""

import numpy as np
import pytest
from scipy import ndimage

import pygpu
from pygpu import Image, Position, filters

rng = np.random.default_rng(11)
NEAR = ((1, 0), (-1, 0), (0, 1), (0, -1))
AROUND = tuple((x, y) for x in (-1, 0, 1) for y in (-1, 0, 1))
LONG = 10**9  # steps, which no test waits for


def grown(im=Image(border="constant"), p=Position, neighbours=NEAR):
    """The largest number of this part that is near."""
    return max(im(p), max(im(p + d) for d in neighbours)) if im(p) > 0 else 0.0


def kept(im=Image(border="constant"), p=Position):
    """What is faint stays where it hangs together with what is not."""
    return 1.0 if im(p) == 0.5 and max(im(p + d) for d in AROUND) == 1 else im(p)


def cooler(im=Image, p=Position):
    return im(p) / 2


@pytest.mark.parametrize("neighbours", [NEAR, AROUND])
def test_connected_parts_are_scipys(engine, neighbours):
    shape = (4, 6) if engine.is_checker else (11, 17)
    things = rng.random(shape) < 0.55
    numbered = np.where(things, np.arange(1, things.size + 1).reshape(shape), 0).astype(np.float32)
    found = pygpu.compile(grown, neighbours=neighbours).iterate(LONG, numbered, until="still")
    labels, count = ndimage.label(things, np.ones((3, 3)) if neighbours is AROUND else None)
    assert len(set(zip(found.ravel(), labels.ravel()))) == len(np.unique(labels)) == len(np.unique(found))
    assert count == len(np.unique(found[things]))



def test_what_cannot_be_asked_is_told():
    with pytest.raises(pygpu.ArgumentError, match="until='stil': it is \"still\""):
        pygpu.compile(cooler).iterate(3, np.ones((2, 3)), until="stil")


def test_contours_are_scikit_images():
    feature = pytest.importorskip("skimage.feature")
    photo = ndimage.gaussian_filter(np.random.default_rng(11).random((40, 50)), 2).astype(np.float32) * 6
    low, high = 0.3, 0.9
    steps = filters.canny_strength(photo, sigma=1.0, low=low, high=high)
    found = pygpu.compile(kept).iterate(LONG, steps, until="still") == 1
    wanted = feature.canny(photo, sigma=1.0, low_threshold=low, high_threshold=high, mode="reflect")
    inner = np.s_[2:-2, 2:-2]  # it leaves the picture's edge out
    assert wanted.any() and (steps == 0.5).any()
    assert np.mean(found[inner] != wanted[inner]) < 0.002


def test_a_function_says_when(engine):
    found = pygpu.compile(cooler).iterate(LONG, np.ones((2, 3), np.float32), until=lambda a=Image, b=Image: max(b) < 1e-3)
    np.testing.assert_array_equal(found, np.full((2, 3), 2.0**-16, np.float32))
    assert pygpu.compile(cooler).iterate(3, np.ones((2, 3), np.float32), until="still")[0, 0] == 1 / 8


def test_colours_and_pictures_on_the_device(engine):
    picture = rng.random((3, 4, 3)).astype(np.float32)
    assert not pygpu.compile(cooler).iterate(LONG, picture, until="still").any()
    if engine.name != "evaluator":
        found = pygpu.compile(cooler).iterate(LONG, pygpu.upload(picture), until="still")
        assert isinstance(found, pygpu.DeviceImage) and not found.numpy().any()


def test_several_results():
    def exchange(u=Image, v=Image, p=Position):
        return (u(p) + v(p)) / 2, v(p)

    u, v = pygpu.compile(exchange).iterate(
        LONG, np.zeros((2, 2), np.float32), np.ones((2, 2), np.float32),
        until=lambda u=Image, v=Image, later=Image, other=Image: max(abs(a - b) for a, b in zip(u, later)) < 1e-3)
    assert 0.99 < u.min() < 1 and (v == 1).all()
