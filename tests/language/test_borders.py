"""Borders against numpy.pad, scipy.ndimage and OpenCV: every rule, small sizes, near and far outside."""

import numpy as np
import pytest
from scipy import ndimage

import pygpu
from pygpu import CompileError, HostImage, Image, Position, Vec2
from pygpu.borders import BORDERS

NUMPY = {"clamp": "edge", "mirror": "reflect", "reflect": "symmetric", "wrap": "wrap", "constant": "constant"}
SCIPY = {"clamp": "nearest", "mirror": "mirror", "reflect": "reflect", "wrap": "grid-wrap", "constant": "grid-constant"}
FAR = 23  # several times the width of the images here


@pytest.mark.parametrize("border", NUMPY)
@pytest.mark.parametrize("size", range(1, 8))
def test_numpy_pad(border, size):
    line = np.arange(1.0, size + 1)
    expected = np.pad(line, FAR, mode=NUMPY[border])
    im = HostImage(line[None, :], border=border)
    assert [im(x, 0) for x in range(-FAR, size + FAR)] == expected.tolist()
    im = HostImage(line[:, None], border=border)
    assert [im(0, y) for y in range(-FAR, size + FAR)] == expected.tolist()


@pytest.mark.parametrize("border", SCIPY)
@pytest.mark.parametrize("size", [(1, 1), (1, 4), (3, 2), (5, 7)])
def test_scipy(border, size):
    image = np.random.default_rng(2).random(size)
    ys, xs = np.mgrid[-9 : size[0] + 9, -9 : size[1] + 9]
    expected = ndimage.map_coordinates(image, [ys, xs], order=0, mode=SCIPY[border], cval=7.0)
    im = HostImage(image, border=border, fill=7.0)
    here = [[im(int(x), int(y)) for x, y in zip(*row)] for row in zip(xs, ys)]
    np.testing.assert_array_equal(here, expected)


@pytest.mark.parametrize("border", BORDERS)
def test_very_far(border):
    for size in (1, 2, 5):
        at = BORDERS[border].place
        assert {at(i, size) for i in (-(10**9), -1001, 1000, 10**9)} <= set(range(size))


def test_opencv():
    cv2 = pytest.importorskip("cv2")
    line = np.arange(1, 6, dtype=np.uint8)[None, :]
    for name in ("REPLICATE", "REFLECT_101", "REFLECT", "WRAP", "CONSTANT"):
        expected = cv2.copyMakeBorder(line, 0, 0, 4, 4, getattr(cv2, f"BORDER_{name}"))
        im = HostImage(line, border="opencv." + name)
        np.testing.assert_allclose([im(x, 0) * 255 for x in range(-4, 9)], expected[0])


def test_opengl():
    """GL_REPEAT of a texture is of whole pictures laid side by side; GL_MIRRORED_REPEAT turns every other one."""
    line = np.arange(1.0, 6)[None, :]
    numpys = {"repeat": "wrap", "mirrored_repeat": "symmetric", "clamp_to_edge": "edge", "clamp_to_border": "constant"}
    for name, mode in numpys.items():
        im = HostImage(line, border=name)
        assert [im(x, 0) for x in range(-4, 9)] == np.pad(line[0], 4, mode=mode).tolist()


def test_a_border_for_each_axis():
    image = np.arange(12.0).reshape(3, 4)
    im = HostImage(image, border=("wrap", "mirror"))
    expected = np.pad(np.pad(image, ((0, 0), (5, 5)), mode="wrap"), ((5, 5), (0, 0)), mode="reflect")
    assert [[im(x, y) for x in range(-5, 9)] for y in range(-5, 8)] == expected.tolist()
    im = HostImage(image, border=("constant", "clamp"), fill=-1)
    assert (im(-1, 0), im(-1, -9), im(2, -9), im(4, 2)) == (-1, -1, 2, -1)


def test_a_function_as_a_border():
    image = np.arange(12.0).reshape(3, 4)
    im = HostImage(image, border=lambda p: 100 * p.x + p.y)
    assert (im(2, 1), im(-1, 1), im(2, 7), im(5, -2)) == (6.0, -99, 207, 498)
    assert type(HostImage(image, border=lambda p: p)(-1, 0)) is Position
    panorama = HostImage(image, border=("wrap", lambda p: p.x))  # asked where x already lies inside
    assert (panorama(5, 1), panorama(5, -1), panorama(-1, 9)) == (5.0, 1, 3)
    both = HostImage(image, border=(lambda p: "x", lambda p: "y"))
    assert (both(-1, 1), both(1, -1), both(-1, -1)) == ("x", "y", "x")
    assert im(-0.5, 1.0) == (-99 + image[1, 0]) / 2  # sampled like any pixel


def test_fill_is_a_pixel():
    im = HostImage(np.zeros((2, 2, 3), np.uint8), border="constant", fill=(1, 0.5, 0))
    assert im(-1, 0) == (1, 0.5, 0) and im(0, 0) == 0
    assert type(im(-1, 0)) is type(im(0, 0))
    assert HostImage(np.zeros((2, 2, 2)), border="constant", fill=3)(5, 5) == Vec2(3, 3)
    assert HostImage(np.zeros((2, 2), bool), border="constant", fill=1)(5, 5) is True
    assert type(HostImage(np.zeros((2, 2), np.int16), border="constant", fill=1.0)(5, 5)) is int
    assert type(HostImage(np.zeros((2, 2)), border="constant", fill=1)(5, 5)) is float


@pytest.mark.parametrize("alias, name", [
    ("nearest", "clamp"), ("edge", "clamp"), ("REPLICATE", "clamp"), ("BORDER_REPLICATE", "clamp"),
    ("reflect_101", "mirror"), ("reflect101", "mirror"), ("reflect", "reflect"), ("symmetric", "reflect"),
    ("numpy.reflect", "mirror"), ("scipy.reflect", "reflect"), ("cv2.BORDER_REFLECT_101", "mirror"),
    ("grid-wrap", "wrap"), ("grid_constant", "constant"), ("scipy.nearest", "clamp"),
])  # fmt: skip
def test_aliases(alias, name):
    assert Image(border=alias).border == (name, name)
    assert Image(border=(alias, "wrap")).border == (name, "wrap")


@pytest.mark.parametrize("wrong", ["mirrored", "scipy.edge", "torch.wrap", "", 3, None, ("wrap",) * 3])
def test_unknown_names(wrong):
    with pytest.raises(CompileError) as error:
        Image(border=wrong)
    assert error.value.kind == "unknown-border"
    for name in ("clamp", "mirror", "reflect", "wrap", "constant", "nearest", "symmetric", "replicate", "grid-wrap"):
        assert f'"{name}"' in str(error.value)


def test_a_border_that_a_pixel_says_is_refused():
    with pytest.raises(pygpu.CompileError, match="of a Position") as error:
        pygpu.compile(lambda im=Image, p=Position: im.spec(p))(np.ones((2, 3), np.float32))
    assert error.value.kind == "unknown-border"
