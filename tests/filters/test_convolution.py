"""convolve and correlate against scipy.ndimage and OpenCV, kernels of every parity, and the borders."""

import pytest
from scipy import ndimage

from pygpu import filters

from .comparing import opencv, pictures, random, same, size_for

KERNELS = {shape: random(shape, seed=9) - 0.4 for shape in ((3, 3), (2, 2), (1, 4), (4, 3), (5, 1))}


@pytest.mark.parametrize("shape", KERNELS, ids=str)
def test_they_are_scipys(engine, shape):
    kernel = KERNELS[shape]
    for image in pictures(engine):
        same(filters.convolve(image, kernel), ndimage.convolve(image, kernel))
        same(filters.correlate(image, kernel), ndimage.correlate(image, kernel))


@pytest.mark.parametrize("border, mode", [("wrap", "wrap"), ("mirror", "mirror"), ("clamp", "nearest"),
                                          ("constant", "constant")])
def test_borders(engine, border, mode):
    image = random((9, 7))
    same(filters.convolve(image, KERNELS[4, 3], border=border), ndimage.convolve(image, KERNELS[4, 3], mode=mode))


def test_correlate_is_opencvs(engine):
    cv2 = opencv()
    image = random((*size_for(engine), 3))
    same(filters.correlate(image, KERNELS[3, 3].tolist()),
         cv2.filter2D(image, -1, KERNELS[3, 3], borderType=cv2.BORDER_REFLECT))
