"""Arrays as pictures, as a notebook shows them."""

import io

import numpy as np
import pytest
from PIL import Image

import pygpu
from pygpu.look import png, shown

RAMP = np.linspace(0, 1, 12, dtype=np.float32).reshape(3, 4)


def pixels(array):
    return np.asarray(shown(array)[0])


def test_bytes_are_as_they_are():
    photo = np.arange(48, dtype=np.uint8).reshape(4, 4, 3)
    assert np.array_equal(pixels(photo), photo) and shown(photo)[1] == ""


@pytest.mark.parametrize("array, black, white", [
    (RAMP, 0, 1), (np.array([[0, 1 << 15, 65535]], np.uint16), 0, 65535), (np.array([[True, False]]), False, True)])
def test_the_usual_range_is_black_to_white(array, black, white):
    seen = pixels(array)
    assert seen.dtype == np.uint8 and (seen[array == black] == 0).all() and (seen[array == white] == 255).all()
    assert shown(array)[1] == ""


def test_numbers_beyond_are_spread_and_said():
    seen, note = shown(RAMP * 40 - 20)
    assert np.asarray(seen).min() == 0 and np.asarray(seen).max() == 255
    assert note == "black is -20, white 20"


def test_nan_is_red_and_counted():
    array = RAMP.copy()
    array[1, 2] = np.nan
    seen, note = shown(array)
    assert seen.getpixel((2, 1)) == (235, 40, 40) and note == "1 NaN, in red"


@pytest.mark.parametrize("array", [np.full((3, 3), np.nan), np.full((3, 3), np.inf), np.zeros((3, 3, 2)),
                                   np.ones((2, 2, 1), np.int32), np.full((3, 3), 7.0)])
def test_whatever_it_is_there_is_a_picture(array):
    assert Image.open(io.BytesIO(png(array))).size == array.shape[1::-1]


def test_large_ones_are_made_smaller():
    assert max(Image.open(io.BytesIO(png(np.zeros((3000, 400))))).size) <= 1024


def test_a_device_image_shows_itself(engine):
    if engine.name == "evaluator":
        return
    image = pygpu.upload((RAMP * 255).astype(np.uint8))
    assert np.array_equal(np.asarray(Image.open(io.BytesIO(image._repr_png_()))), (RAMP * 255).astype(np.uint8))
