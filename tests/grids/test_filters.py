"""The ready filters of volumes are scipy.ndimage's."""

import numpy as np
import pytest
from scipy import ndimage

from pygpu.filters import volumes

SCAN = np.random.default_rng(6).random((7, 8, 21)).astype(np.float32)
KERNEL = np.random.default_rng(7).random((3, 5, 3))


@pytest.mark.parametrize("name, given, expected", [
    ("gaussian", dict(sigma=1.5), lambda v: ndimage.gaussian_filter(v, 1.5)),
    ("gaussian", dict(sigma=(2, 1, 0.5), border="wrap"),
     lambda v: ndimage.gaussian_filter(v, (0.5, 1, 2), mode="grid-wrap")),
    ("box", dict(size=(5, 3, 4)), lambda v: ndimage.uniform_filter(v, (4, 3, 5))),
    ("median", {}, lambda v: ndimage.median_filter(v, 3)),
    ("rank", dict(rank=5, size=(2, 3, 2)), lambda v: ndimage.rank_filter(v, 5, (2, 3, 2))),
    ("erode", dict(size=3), lambda v: ndimage.grey_erosion(v, 3)),
    ("dilate", dict(size=(5, 2, 3)), lambda v: ndimage.grey_dilation(v, (3, 2, 5))),
    ("sobel", dict(along="z"), lambda v: ndimage.sobel(v, 0)),
    ("sobel", dict(scale=0.5), lambda v: 0.5 * np.sqrt(sum(ndimage.sobel(v, axis) ** 2 for axis in range(3)))),
    ("laplace", dict(border="mirror"), lambda v: ndimage.laplace(v, mode="mirror")),
    ("correlate", dict(kernel=KERNEL), lambda v: ndimage.correlate(v, KERNEL)),
], ids=lambda value: value if isinstance(value, str) else "")
def test_as_scipy(engine, name, given, expected):
    np.testing.assert_allclose(getattr(volumes, name)(SCAN, **given), expected(SCAN), atol=2e-6, rtol=1e-5)


def test_bytes_stay_bytes(engine):
    scan = (SCAN * 255).astype(np.uint8)
    result = volumes.median(scan)
    assert result.dtype == np.uint8 and (result == ndimage.median_filter(scan, 3)).all()
