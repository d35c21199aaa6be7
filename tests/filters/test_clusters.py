"""kmeans against SciPy's from the same start, and plain NumPy."""

import numpy as np
import pytest
from PIL import Image as Picture
from scipy.cluster.vq import kmeans2

from pygpu import filters
from pygpu.filters.clusters import beginning

from .comparing import random


@pytest.mark.parametrize("shape", [(12, 20, 3), (12, 20), (9, 11, 4)], ids=str)
def test_it_is_scipys_from_the_same_start(engine, shape):
    if engine.is_checker or engine.device != "none" and shape != (12, 20, 3):
        pytest.skip("the others have it")
    image = random(shape, seed=3)
    pixels = (image[..., :3] if len(shape) == 3 else image).reshape(shape[0] * shape[1], -1).astype(float)
    palette, _ = kmeans2(pixels, beginning(image, 5).astype(float), iter=6, minit="matrix")
    nearest = ((pixels[:, None] - palette) ** 2).sum(2).argmin(1)
    found = filters.kmeans(image, colours=5, steps=6)
    if shape[-1] == 4:
        np.testing.assert_array_equal(found[..., 3], image[..., 3])
        found = found[..., :3]
    np.testing.assert_allclose(found, palette[nearest].reshape(found.shape), atol=1e-5)


def test_pictures_of_pil_and_one_colour(on_numpy):
    photo = Picture.fromarray((random((12, 20, 3), seed=3) * 255).astype(np.uint8))
    few = filters.kmeans(photo, colours=4)
    assert few.mode == "RGB" and len(few.getcolors()) <= 4
    np.testing.assert_allclose(np.asarray(filters.kmeans(photo, colours=1)),
                               np.broadcast_to(np.asarray(photo).mean((0, 1)), (12, 20, 3)), atol=1)
