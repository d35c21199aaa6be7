"""Types of parameters: how they are spelled, compared, recognised."""

import pytest

from pygpu import Bool, Color, CompileError, Float, Image, Int, Position, Vec2, Vec3, Vec4
from pygpu.language.types import is_type, specification


@pytest.mark.parametrize("value", [Image, Image(), Image[Float], Image(border="wrap"), Float, Int, Bool, Vec2, Vec3,
                                   Vec4, Color, Position])  # fmt: skip
def test_types_are_recognised(value):
    assert is_type(value)


@pytest.mark.parametrize("value", [None, 0, 2.2, "Image", float, int, Vec2(1, 2), Position(1, 2), [Image],
                                   object(), is_type])
def test_values_are_not(value):
    assert not is_type(value)


def test_an_array_is_no_type():
    import numpy as np

    assert not is_type(np.ones((3, 3)))


def test_image():
    assert specification(Image) == Image() != Image(border="wrap")
    assert (Image().border, Image().sample, Image().fill, Image().pixel) == (("clamp", "clamp"), "linear", 0, None)
    pinned = Image[Color](border="wrap", sample="cubic", fill=(1, 0, 0))
    assert pinned == Image(border="wrap", sample="cubic", fill=[1, 0, 0])[Color]
    assert hash(pinned) == hash(Image("wrap", "cubic", (1, 0, 0), Color))
    assert (pinned.pixel, pinned.channels, Image.channels.fget(Image())) == (Color, 3, None)
    assert repr(pinned) == "Image[Color](border='wrap', sample='cubic', fill=(1, 0, 0))"
    assert repr(Image()) == "Image" and repr(Image[Float]) == "Image[Float]"
    assert repr(Image(border=("wrap", "edge"))) == "Image(border=('wrap', 'clamp'))"


@pytest.mark.parametrize("wrong", [float, 3, Position, Image])
def test_pixels_that_are_none(wrong):
    with pytest.raises(CompileError, match="unknown-pixel"):
        Image[wrong]
