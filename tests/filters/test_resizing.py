"""resize against Pillow: of floats to single precision, of bytes to the last one."""

import numpy as np
import pytest
from PIL import Image
from PIL import __version__ as pillow

import pygpu
from pygpu import Image as Picture
from pygpu import Int, Position, filters
from pygpu.commandline import main

from .comparing import pictures, random, same, size_for, within_a_level

PILLOW = {"box": "BOX", "linear": "BILINEAR", "hamming": "HAMMING", "cubic": "BICUBIC", "lanczos": "LANCZOS"}
# Older ones go across first, always.
PILLOWS_ORDER = pytest.mark.skipif(int(pillow.split(".")[0]) < 13, reason="Pillow before 13 has another order")


def pillows(image, size, kernel):
    return np.asarray(Image.fromarray(image).resize(size, getattr(Image.Resampling, PILLOW[kernel])))


@pytest.mark.parametrize("kernel", PILLOW)
def test_resize_is_pillows(engine, kernel):
    """To odd sizes: with others a pixel may lie on the very edge of a box, and rounding decides in Pillow."""
    for image in pictures(engine):
        for size in ((1, 1), (5, 3), (7, 21), (21, 9)):
            same(filters.resize(image, *size, kernel), pillows(image, size, kernel))


@PILLOWS_ORDER
@pytest.mark.parametrize("channels", [(), (3,)], ids=["gray", "colour"])
@pytest.mark.parametrize("kernel", PILLOW)
def test_bytes_are_pillows(engine, kernel, channels):
    """Larger and smaller, noise and nothing but black and white, which cubic and lanczos go beyond; and where rounding
    decides which pixels a box has, from 53 to 51."""
    sizes = [((33, 65), (130, 66)), ((33, 65), (21, 9)), ((65, 33), (21, 9)), ((20, 19), (7, 57)), ((53, 7), (51, 52)),
             ((1, 9), (5, 1)), ((24, 26), (1, 1))]
    for shape, size in sizes[3:] if engine.is_checker else sizes:
        noise = random((*shape, *channels), np.uint8)
        for image in (noise, np.where(noise > 127, 255, 0).astype(np.uint8)):
            np.testing.assert_array_equal(filters.resize(image, *size, kernel), pillows(image, size, kernel))


@PILLOWS_ORDER
def test_bytes_of_many_sizes_are_pillows(engine):
    choose = np.random.default_rng(14)
    for _ in range(5 if engine.is_checker else 60):
        kernel, channels = choose.choice(list(PILLOW)), [(), (3,)][choose.integers(2)]
        shape, size = choose.integers(1, 99, 2), tuple(choose.integers(1, 99, 2).tolist())
        image = choose.integers(0, 256, (*shape, *channels), dtype=np.uint8)
        result = filters.resize(image, *size, kernel)
        np.testing.assert_array_equal(result, pillows(image, size, kernel), f"{shape} to {size}, {kernel}")


def test_resize_nearest_is_pillows(engine):
    for image in pictures(engine):
        for size in ((1, 1), (5, 3), (20, 9)):
            theirs = Image.fromarray(image).resize(size, Image.Resampling.NEAREST)
            same(filters.resize(image, size=size, kernel="nearest"), np.asarray(theirs), 0)


def test_bytes_are_rounded_once_where_that_is_said(engine):
    """And where the result is none of bytes, or light is added up."""
    image = random((*size_for(engine), 3), np.uint8)
    bands = [band.convert("F") for band in Image.fromarray(image).split()]
    once = pygpu.compile(filters.resize)
    for size in ((10, 8), (40, 30)):
        theirs = np.dstack([np.asarray(band.resize(size, Image.Resampling.BICUBIC)) for band in bands])
        result = filters.resize(Image.fromarray(image), size=size, rounded=None)
        assert result.size == size and result.mode == "RGB"
        within_a_level(result, theirs.round().clip(0, 255).astype(np.uint8))
        same(filters.resize(image, size=size, dtype="float32"), theirs / 255)
        for how in (dict(linear=True), dict(out=np.zeros((*size[::-1], 3), np.float32))):
            ours = filters.resize(image, size=size, **how).copy()
            np.testing.assert_array_equal(ours, once(image, *size, size=size, **how))


def test_rounded_is_for_compile_and_other_filters_too(engine):
    image = random((24, 44), np.uint8)  # which Pillow shrinks across first
    compiled = pygpu.compile(filters.resize, rounded="across")
    inside = pygpu.compile(lambda im=Picture, p=Position, width=Int, height=Int: 1 - filters.resize(
        im, p, width, height, rounded="across"))
    np.testing.assert_array_equal(compiled(image, 20, 10), filters.resize(image, 20, 10))
    np.testing.assert_array_equal(inside(image, 20, 10, size=(20, 10)), 255 - filters.resize(image, 20, 10))
    with pytest.raises(ValueError, match='"across", "down" or None'):
        filters.resize(image, 20, 10, rounded=True)


def test_a_compiled_one_sees_that_a_picture_is_of_bytes(engine):
    """And so do regions of it and tiles; not where the result is none of bytes, or it is said."""
    image = random((24, 44, 3), np.uint8)
    theirs = np.asarray(Image.fromarray(image).resize((20, 10), Image.Resampling.LANCZOS))
    resize = pygpu.compile(filters.resize, kernel="lanczos")
    for picture in (image, Image.fromarray(image)):
        np.testing.assert_array_equal(np.asarray(resize(picture, 20, 10)), theirs)
    np.testing.assert_array_equal(resize(im=image, width=20, height=10), theirs)
    np.testing.assert_array_equal(resize.compute((3, 2, 17, 9), image, 20, 10), theirs[2:9, 3:17])
    np.testing.assert_array_equal(resize.map(image, 20, 10, tile=(8, 8)), theirs)
    once = pygpu.compile(filters.resize, kernel="lanczos", rounded=None)
    np.testing.assert_array_equal(once(image, 20, 10), filters.resize(image, 20, 10, kernel="lanczos", rounded=None))
    for how in (dict(dtype="float32"), dict(linear=True), dict(out=np.zeros((10, 20, 3), np.float32))):
        np.testing.assert_array_equal(resize(image, 20, 10, **how), once(image, 20, 10, **how))
    floats = (image / np.float32(255)).astype(np.float32)
    np.testing.assert_array_equal(resize(floats, 20, 10), once(floats, 20, 10))
    stack = np.stack([image, image[::-1]])
    np.testing.assert_array_equal(resize(stack, 20, 10, axis=0)[0], theirs)


def test_pictures_of_the_command_line_are_pillows(tmp_path, on_numpy):
    image = Image.fromarray(random((24, 44, 3), np.uint8))
    image.save(tmp_path / "photo.png")
    files = [str(tmp_path / "photo.png"), "-o", str(tmp_path / "small.png")]
    main(["run", "resize", *files, "--width", "20", "--height", "10"])
    with Image.open(tmp_path / "small.png") as small:
        np.testing.assert_array_equal(np.asarray(small), np.asarray(image.resize((20, 10), Image.Resampling.BICUBIC)))


def test_a_device_without_doubles_rounds_once(engine, monkeypatch):
    if engine.device == "none":
        pytest.skip("NumPy has doubles")
    device = pygpu.use(engine.device)
    image = random((33, 65), np.uint8)
    once = filters.resize(image, 20, 10, rounded=None)
    monkeypatch.setattr(device, "doubles", False)
    filters.resize.compiled.cache_clear()  # what was compiled where there are doubles
    np.testing.assert_array_equal(filters.resize(image, 20, 10), once)
    with pytest.raises(pygpu.CompileError, match="no-doubles"):
        filters.resize(image, 20, 10, rounded="across")
