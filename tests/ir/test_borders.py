"""Reading outside of an image: near and far, on every border, in whole rows and at scattered places."""

import itertools

import numpy as np
import pytest

from pygpu.ir import BOOL, FLOAT, INT, Builder, Graph, ImageParam, Output, PixelType, constant, evaluate
from pygpu.ir.borders import Plane, inside
from tests.ir.perpixel import place

BORDERS = ["clamp", "mirror", "reflect", "wrap", "constant"]
PAD = {"clamp": "edge", "mirror": "reflect", "reflect": "symmetric", "wrap": "wrap", "constant": "constant"}
picture = np.arange(35, dtype=np.float32).reshape(5, 7, 1)


def plane(border, image=picture, fill=(99.0,)):
    return Plane(ImageParam("im", PixelType(FLOAT, image.shape[2]), border, fill), image)


@pytest.mark.parametrize("border", BORDERS)
@pytest.mark.parametrize("length", [1, 2, 3, 8])
def test_a_place_is_where_a_walk_ends(border, length):
    indices = np.arange(-40, 50, dtype=np.int32)
    walked = [place(int(i), length, "clamp" if border == "constant" else border) for i in indices]
    assert inside(indices, length, border).tolist() == walked


@pytest.mark.parametrize("border", BORDERS)
def test_the_ends_of_the_integers_are_places_too(border):
    far = inside(np.array([-(2**31), 2**31 - 1], np.int32), 7, border)
    assert ((0 <= far) & (far < 7)).all()


def test_an_unknown_border_is_refused():
    with pytest.raises(KeyError):
        inside(np.arange(3), 3, "edge")


@pytest.mark.parametrize("across, down", list(itertools.product(BORDERS, repeat=2)))
def test_whole_rows_and_scattered_places_are_padding(across, down):
    margin = 9
    if "constant" in (across, down):
        padded = np.pad(
            picture[:, :, 0],
            ((margin, margin), (0, 0)),
            PAD[down],
            **({"constant_values": 99} if down == "constant" else {}),
        )
        padded = np.pad(
            padded, ((0, 0), (margin, margin)), PAD[across], **({"constant_values": 99} if across == "constant" else {})
        )
    else:
        padded = np.pad(picture[:, :, 0], ((margin, margin), (0, 0)), PAD[down])
        padded = np.pad(padded, ((0, 0), (margin, margin)), PAD[across])
    x, y = (
        np.arange(-margin, 7 + margin, dtype=np.int32)[None, :],
        np.arange(-margin, 5 + margin, dtype=np.int32)[:, None],
    )
    reader = plane((across, down))
    np.testing.assert_array_equal(reader.read(0, x, y), padded)
    shape = np.broadcast_shapes(x.shape, y.shape)
    np.testing.assert_array_equal(reader.read(0, np.broadcast_to(x, shape).copy(), y), padded)
    np.testing.assert_array_equal(
        reader.read(0, np.broadcast_to(x, shape).ravel(), np.broadcast_to(y, shape).ravel()), padded.ravel()
    )


@pytest.mark.parametrize("shift", [0, 1, -1, 20, -20, 45, -45])
@pytest.mark.parametrize("border", BORDERS)
def test_a_shifted_row_wide_enough_to_be_copied_at_once(border, shift):
    image = np.arange(2 * 40, dtype=np.float32).reshape(2, 40, 1)
    x, y = np.arange(40, dtype=np.int32)[None, :] + np.int32(shift), np.array([[0], [1]], np.int32)
    got = plane((border, border), image).read(0, x, y)
    wanted = [
        [99.0 if (at := place(i, 40, border)) is None else image[row, at, 0] for i in x[0].tolist()] for row in (0, 1)
    ]
    np.testing.assert_array_equal(got, wanted)


def test_rows_that_are_no_neighbours():
    x, y = np.arange(7, dtype=np.int32)[None, :], np.array([[4], [0], [2]], np.int32)
    np.testing.assert_array_equal(plane(("clamp", "clamp")).read(0, x[:, ::2], y), picture[[4, 0, 2], ::2, 0])


@pytest.mark.parametrize("shape", [(1, 1), (1, 6), (6, 1)])
@pytest.mark.parametrize("border", BORDERS)
def test_images_one_pixel_wide_or_high(border, shape):
    image = np.arange(6, dtype=np.float32)[: shape[0] * shape[1]].reshape(*shape, 1)
    x, y = np.arange(-3, 9, dtype=np.int32)[None, :], np.arange(-3, 9, dtype=np.int32)[:, None]
    got = plane((border, border), image).read(0, x, y)
    for (row, column), value in np.ndenumerate(got):
        at = place(row - 3, shape[0], border), place(column - 3, shape[1], border)
        assert value == (99.0 if None in at else image[at][0])


def test_each_channel_has_its_fill_and_one_fill_serves_all():
    image = np.zeros((2, 2, 3), np.float32)
    outside = np.array([[-1]], np.int32)
    for fill, wanted in (((1.0, 2.0, 3.0), [1, 2, 3]), ((5.0,), [5, 5, 5])):
        reader = plane(("constant", "constant"), image, fill)
        assert [reader.read(c, outside, outside).item() for c in range(3)] == wanted


@pytest.mark.parametrize("type, dtype", [(FLOAT, np.float32), (INT, np.int32), (BOOL, np.bool_)])
def test_pixels_keep_their_type(type, dtype):
    graph = Graph("f", [ImageParam("im", PixelType(type, 1), ("constant", "clamp"), (1,))])
    builder = Builder(graph.body)
    there = builder.emit("read", builder.emit("add", graph.x, constant(1)), graph.y, image=graph.images[0], channel=0)
    graph.outputs = [Output((there,), type.value)]
    (result,) = evaluate(graph, [np.zeros((2, 3, 1), dtype)])
    assert result.dtype == dtype and result[:, :, 0].tolist() == [[0, 0, 1]] * 2


def test_an_image_of_another_type_is_refused():
    with pytest.raises(ValueError, match=r"im must be an array \(height, width, 1\) of Float, not float64"):
        plane(("clamp", "clamp"), picture.astype(np.float64))
