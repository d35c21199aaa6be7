"""Arrays as pictures, as a notebook shows them."""

import io

import numpy as np
import pytest
from PIL import Image

import pygpu
from pygpu.look import Planes, drawn, plot, png, shown
from pygpu.look.grids import BRIGHT
from pygpu.look.shown import kept, sent

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


def test_a_row_of_numbers_is_drawn_from_edge_to_edge():
    drawn = np.asarray(plot(np.array([1.0, 0.0, 0.0, 2.0])))
    filled = (drawn == BRIGHT).all(axis=2)
    quarters = [part.any(axis=1).sum() for part in np.split(filled, 4, axis=1)]
    assert quarters[3] == pytest.approx(2 * quarters[0], abs=3) and max(quarters[1:3]) <= 2


def test_a_gap_is_left_where_a_number_is_none():
    row = np.ones(960)
    row[400:500] = np.nan
    filled = (np.asarray(plot(row)) == BRIGHT).all(axis=2).any(axis=0)
    assert not filled[405:495].any() and filled[:395].all() and filled[505:].all()


def test_a_volume_is_shown_by_its_planes_in_one_scale():
    volume = np.zeros((3, 4, 5), np.float32)
    volume[1], volume[2] = 2.0, 4.0
    planes = Planes(volume)
    assert [int(np.asarray(planes[at]).max()) for at in range(3)] == [0, 128, 255]
    sheet = np.asarray(drawn(volume, 3)[0])
    assert sheet[..., 3].min() == 0 and sorted(np.unique(sheet[sheet[..., 3] > 0][:, 0])) == [0, 128, 255]


def test_what_a_device_holds_is_shown_whatever_its_dimensions():
    pytest.importorskip("pyopencl")
    if pygpu.devices():
        for shape in ((7,), (3, 4), (2, 3, 4)):
            there = pygpu.upload(np.ones(shape, np.float32), dimensions=len(shape))
            assert there._repr_png_().startswith(b"\x89PNG")


@pytest.mark.parametrize("mode", ["L", "LA", "RGB", "RGBA"])
def test_what_is_sent_is_the_same_picture_and_not_compressed(mode):
    noise = np.random.default_rng(3).integers(0, 256, (37, 53, len(mode)), dtype=np.uint8)
    picture = Image.fromarray(noise[:, :, 0] if mode == "L" else noise, mode)
    again = Image.open(io.BytesIO(sent(picture)))
    assert again.mode == mode and np.array_equal(again, picture)
    assert np.array_equal(Image.open(io.BytesIO(kept(sent(picture)))), picture)
    assert Image.open(io.BytesIO(sent(picture, 20))).size == (18, 13)
    flat = Image.new(mode, (100, 100))
    assert len(sent(flat)) > 10_000 * len(mode) > 20 * len(kept(sent(flat)))
