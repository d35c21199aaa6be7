"""Pyramids against OpenCV where one border is enough, and against the same pyramids of arrays in float64."""

import numpy as np
import pytest

import pygpu
from pygpu import filters
from pygpu.schedule.programs.programs import program

from .comparing import opencv, random, same, size_for

WEIGHTS = np.array([1, 4, 6, 4, 1]) / 16


def levels_of(image, count, room=2**8):
    """A Gaussian pyramid of the picture with room around it: (level, where the picture begins in it)."""
    found = [np.pad(image.astype(float), room, mode="reflect")]
    for _ in range(count - 1):
        rows = np.apply_along_axis(np.convolve, 0, found[-1], WEIGHTS, "same")
        found.append(np.apply_along_axis(np.convolve, 1, rows, WEIGHTS, "same")[::2, ::2])
    return found


def up(coarse, shape):
    wide = np.zeros([2 * side for side in coarse.shape])
    wide[::2, ::2] = coarse
    rows = np.apply_along_axis(np.convolve, 0, wide, 2 * WEIGHTS, "same")
    return np.apply_along_axis(np.convolve, 1, rows, 2 * WEIGHTS, "same")[:shape[0], :shape[1]]


def inner(level, number, size, room=2**8):
    start = room >> number
    rows, columns = [-(-side // 2**number) for side in size]
    return level[start:start + rows, start:start + columns]


def test_reduced_is_opencvs(engine):
    for size in (size_for(engine), (9, 16)):
        image = random(size)
        same(filters.reduced(image), opencv().pyrDown(image))
    image = random(size_for(engine))
    for level in (2, 3):
        same(filters.reduced(image, level=level), inner(levels_of(image, level + 1)[level], level, image.shape))


def test_detail_is_what_the_next_level_lacks(engine):
    image = random(size_for(engine))
    levels = levels_of(image, 4)
    for level in (0, 2):
        fine = levels[level]
        same(filters.detail(image, level=level), inner(fine - up(levels[level + 1], fine.shape), level, image.shape))


def test_pyramid_blend(engine):
    one, other = random(size_for(engine)), random(size_for(engine), seed=1)
    mask = np.zeros_like(one)
    mask[:, one.shape[1] // 2:] = 1
    pyramids = [levels_of(image, 4) for image in (one, other, mask)]
    mixed = lambda a, b, m: a + (b - a) * m
    result = mixed(*[each[3] for each in pyramids])
    for level in (2, 1, 0):
        details = [each[level] - up(each[level + 1], each[level].shape) for each in pyramids[:2]]
        result = mixed(*details, pyramids[2][level]) + up(result, details[0].shape)
    same(filters.pyramid_blend(one, other, mask, levels=4), inner(result, 0, one.shape))


@pytest.mark.parametrize("amount", [0.0, 0.8])
def test_local_laplacian(engine, amount):
    image = random(size_for(engine))
    lights = np.linspace(0, 1, 5)
    guides = levels_of(image, 4)
    differences = [guides[0] - light for light in lights]
    pictures = [levels_of(inner(guides[0] + amount * d * np.exp(-d * d / 0.02), 0, image.shape), 4) for d in differences]
    result = guides[3]
    for level in (2, 1, 0):
        at = guides[level] * 4
        low = np.clip(at.astype(int), 0, 3)
        bands = np.stack([each[level] - up(each[level + 1], each[level].shape) for each in pictures])
        a, b = (np.take_along_axis(bands, low[None] + step, 0)[0] for step in (0, 1))
        result = a + (b - a) * (at - low) + up(result, low.shape)
    same(filters.local_laplacian(image, amount, 0.1, levels=4, curves=5), inner(result, 0, image.shape), 3e-5)
    if not amount:
        same(filters.local_laplacian(image, amount, levels=4, curves=5), image)


def test_local_laplacian_of_colours(engine):
    photo = random((9, 12, 3))
    gray = filters.gray(photo)
    added = filters.local_laplacian(photo, 0.5, levels=3, curves=4) - photo
    same(added, np.dstack([filters.local_laplacian(np.asarray(gray), 0.5, levels=3, curves=4) - gray] * 3), 1e-4)


def test_levels_are_kept_at_their_own_size():
    made = program(pygpu.compile(filters.local_laplacian, levels=4, curves=3).graph)
    (image,) = made.graph.images
    areas = sorted(each.width * each.height for each in made.regions((256, 256), {image: (256, 256)}).values())
    assert len(areas) > 10 and areas[0] < 64 * 64
