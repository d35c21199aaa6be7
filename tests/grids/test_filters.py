"""The ready filters of volumes are scipy.ndimage's."""

import numpy as np
import pytest
import scipy.stats
from scipy import ndimage

import pygpu
from pygpu.filters import volumes
from tests.filters.comparing import skimage

SCAN = np.random.default_rng(6).random((7, 8, 21)).astype(np.float32)
MATRIX = np.array([[0.9, 0.2, 0.1, 1.5], [-0.2, 0.8, 0, 0.5], [0.1, 0.1, 1.1, -0.7]], np.float32)
KERNEL = np.random.default_rng(7).random((3, 5, 3))


def turned(volume, axes):
    return ndimage.rotate(volume, 30, axes, reshape=False, order=1, mode="grid-constant")


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
    ("gaussian", dict(order=(1, 0, 2)), lambda v: ndimage.gaussian_filter(v, 1, order=(2, 0, 1))),
    ("percentile", dict(percentile=20), lambda v: ndimage.percentile_filter(v, 20, 3)),
    ("open", dict(size=(3, 2, 3)), lambda v: ndimage.grey_opening(v, (3, 2, 3))),
    ("close", dict(border="mirror"), lambda v: ndimage.grey_closing(v, 3, mode="mirror")),
    ("tophat", {}, lambda v: ndimage.white_tophat(v, 3)),
    ("blackhat", {}, lambda v: ndimage.black_tophat(v, 3)),
    ("morphological_gradient", {}, lambda v: ndimage.morphological_gradient(v, 3)),
    ("morphological_laplace", {}, lambda v: ndimage.morphological_laplace(v, 3)),
    ("prewitt", dict(along="y"), lambda v: ndimage.prewitt(v, 1)),
    ("log", {}, lambda v: ndimage.gaussian_laplace(v, 1)),
    ("gradient_magnitude", dict(sigma=(1, 2, 1)), lambda v: ndimage.gaussian_gradient_magnitude(v, (1, 2, 1))),
    ("local_std", {}, lambda v: ndimage.generic_filter(v, np.std, 3)),
    ("difference_of_gaussians", dict(high=2), lambda v: skimage("filters").difference_of_gaussians(v, 1, 2)),
    ("unsharp", dict(radius=1.5), lambda v: skimage("filters").unsharp_mask(v, 1.5, 1, preserve_range=True)),
    ("flip", dict(along="z"), lambda v: v[::-1]),
    ("translate", dict(x=1.5, y=-2, z=0.25), lambda v: ndimage.shift(v, (0.25, -2, 1.5), order=1, mode="grid-constant")),
    ("rotate", dict(angle=30), lambda v: turned(v, (2, 1))),
    ("rotate", dict(angle=30, about="y"), lambda v: turned(v, (2, 0))),
    ("rotate", dict(angle=30, about="x"), lambda v: turned(v, (1, 0))),
    ("affine", dict(zip("xyz", MATRIX)), lambda v: ndimage.affine_transform(
        v, MATRIX[::-1, 2::-1], MATRIX[::-1, 3], order=1, mode="grid-constant")),
    ("zoom", dict(factor=1.5), lambda v: ndimage.zoom(v, 1.5, order=1, mode="nearest", grid_mode=True)),
    ("stretch", {}, lambda v: skimage("exposure").rescale_intensity(v)),
    ("standardize", {}, lambda v: scipy.stats.zscore(v, axis=None)),
    ("gamma", dict(gamma=2.2), lambda v: skimage("exposure").adjust_gamma(v, 2.2)),
    ("mean_threshold", {}, lambda v: v > skimage("filters").threshold_mean(v)),
    ("levels", dict(black=0.25, white=0.75), lambda v: ((v - 0.25) * 2).clip(0, 1)),
], ids=lambda value: value if isinstance(value, str) else "")
def test_as_scipy(engine, name, given, expected):
    np.testing.assert_allclose(getattr(volumes, name)(SCAN, **given), expected(SCAN), atol=2e-6, rtol=1e-5)


@pytest.mark.parametrize("border, mode", [("clamp", "nearest"), ("constant", "grid-constant"), ("mirror", "mirror")])
def test_open_and_close_beyond_the_edge(engine, border, mode):
    scan = SCAN[:3, :4, :5]
    for size, sizes in [(3, 3), ((3, 1, 5), (5, 1, 3)), (2, 2)]:
        for ours, theirs in [(volumes.open, ndimage.grey_opening), (volumes.close, ndimage.grey_closing)]:
            np.testing.assert_array_equal(ours(scan, size=size, border=border), theirs(scan, sizes, mode=mode))


def test_a_number_beyond_the_edge(engine):
    scan = SCAN[:3, :4, :5]
    for ours, theirs in [(volumes.open, ndimage.grey_opening), (volumes.close, ndimage.grey_closing),
                         (volumes.tophat, ndimage.white_tophat), (volumes.blackhat, ndimage.black_tophat)]:
        found = ours(scan, border="constant", fill=0.4)
        np.testing.assert_array_equal(found, theirs(scan, 3, mode="grid-constant", cval=np.float32(0.4)))
        assert (found != ours(scan, border="constant")).any()


def test_bytes_stay_bytes(engine):
    scan = (SCAN * 255).astype(np.uint8)
    result = volumes.median(scan)
    assert result.dtype == np.uint8 and (result == ndimage.median_filter(scan, 3)).all()


@pytest.mark.parametrize("name", ["otsu", "yen", "triangle"])
def test_thresholds(engine, name):
    scan = (SCAN ** 3 * 255).astype(np.uint8)
    level = getattr(skimage("filters"), f"threshold_{name}")(scan)
    assert (getattr(volumes, name)(scan) == (scan > level)).all()


def test_values(engine):
    scan = (SCAN * 255).astype(np.uint8)
    assert (volumes.histogram(scan) == np.bincount(scan.ravel(), minlength=256)).all()
    np.testing.assert_allclose(volumes.centroid(SCAN), ndimage.center_of_mass(SCAN)[::-1], rtol=1e-5)


def test_clahe_of_one_plane_is_that_of_the_picture(engine):
    scan = SCAN[:1, :6, :9] ** 2
    expected = pygpu.filters.clahe(scan[0], 2.0, (3, 2))
    np.testing.assert_allclose(volumes.clahe(scan, 2.0, (3, 2, 1))[0], expected, rtol=1e-6)


def test_clahe_goes_along_all_axes_alike():
    """Tiles that come out even, and such that do not."""
    pygpu.use("none")
    for shape, tiles in ((4, 6, 8), (2, 3, 2)), ((5, 3, 7), (2, 1, 3)):
        scan = np.ascontiguousarray(SCAN[:shape[0], :shape[1], :shape[2]])
        expected = volumes.clahe(scan, 0.0, tiles[::-1])
        turned = volumes.clahe(np.ascontiguousarray(scan.transpose()), 0.0, tiles)
        np.testing.assert_allclose(turned.transpose(), expected, rtol=1e-5)
        assert len(np.unique(expected)) > 9


def test_equalize_is_that_of_all_voxels_as_a_picture(engine):
    scan = (SCAN ** 2 * 255).astype(np.uint8)
    assert (volumes.equalize(scan) == pygpu.filters.equalize(scan.reshape(7, -1)).reshape(scan.shape)).all()


def test_noise_goes_and_edges_stay(engine):
    scan = np.where(np.arange(12) < 6, 0.2, 0.8).astype(np.float32) + (0.02 * (SCAN[:3, :4, :12] - 0.5)).astype(np.float32)
    for result in (volumes.bilateral(scan), volumes.anisotropic_diffusion(scan, steps=3)):
        assert result[..., :6].std() < 0.6 * scan[..., :6].std() and result[..., 6:].min() - result[..., :6].max() > 0.55


def test_resize_is_that_of_planes_and_then_of_columns(engine):
    small = volumes.resize(SCAN, size=(10, 12, 4))
    planes = np.stack([pygpu.filters.resize(plane, size=(10, 12)) for plane in SCAN])
    columns = np.stack([pygpu.filters.resize(planes[:, :, x].copy(), size=(12, 4)) for x in range(10)], -1)
    assert small.shape == (4, 12, 10)
    np.testing.assert_allclose(small, columns, atol=2e-6)


def test_warp(engine):
    flow = np.zeros((*SCAN.shape, 3), np.float32)
    flow[..., 0], flow[..., 2] = 1, -1
    np.testing.assert_array_equal(volumes.warp(SCAN, flow)[1:, :, :-1], SCAN[:-1, :, 1:])


def test_one_kernel_for_every_width(engine):
    """A sigma and a size that are numbers of the call."""
    if engine.is_checker:
        pytest.skip("too long for the checker")
    blur, mean = pygpu.compile(volumes.gaussian, sigma=pygpu.Float), pygpu.compile(volumes.box, size=pygpu.Int)
    blurs, means = set(), set()
    for scan in (SCAN, SCAN[:1, :2, :3]):
        for sigma in (0, 0.8, 2.5):
            np.testing.assert_allclose(blur(scan, sigma), ndimage.gaussian_filter(scan.astype(float), sigma), atol=1e-5)
            blurs.add(blur.source)
        for size in (1, 2, 5, 12):
            np.testing.assert_allclose(mean(scan, size), ndimage.uniform_filter(scan.astype(float), size), atol=1e-5)
            means.add(mean.source)
    assert len(blurs) == len(means) == 1


def test_there_are_three_ways_to_go_along():
    for filter in (volumes.sobel, volumes.prewitt):
        with pytest.raises(ValueError, match="along='w': it is \"x\", \"y\", \"z\", or None"):
            filter(np.zeros((3, 3, 3), np.float32), along="w")


@pytest.mark.parametrize("name, given, expected", [
    ("niblack", dict(size=5), lambda v: v > skimage("filters").threshold_niblack(v, 5)),
    ("sauvola", dict(size=3, r=1.0), lambda v: v > skimage("filters").threshold_sauvola(v, 3, r=1.0)),
    ("local_threshold", dict(size=5), lambda v: v > skimage("filters").threshold_local(v, 5)),
    ("local_threshold", dict(size=3, method="mean"), lambda v: v > skimage("filters").threshold_local(v, 3, method="mean")),
])
def test_local_thresholds(name, given, expected):
    assert np.count_nonzero(getattr(volumes, name)(SCAN, **given) != expected(SCAN)) <= 2  # on the edge of two numbers


@pytest.mark.parametrize("how", ["max", "min", "mean", "sum", "std"])
def test_projections(how):
    for axis, along in enumerate("zyx"):
        expected = getattr(np, how)(SCAN, axis=axis)
        np.testing.assert_allclose(volumes.projection(SCAN, along, how), expected, rtol=1e-4, atol=1e-5)
    bones = (SCAN * 255).astype(np.uint8)
    np.testing.assert_array_equal(volumes.projection(bones), bones.max(axis=0))
    if pygpu.devices():
        there = volumes.projection(pygpu.upload(SCAN, dimensions=3), "x", how)
        assert type(there) is pygpu.DeviceImage and there.shape == SCAN.shape[:2]
    with pytest.raises(ValueError, match="along is x, y or z"):
        volumes.projection(SCAN, "w")


@pytest.mark.parametrize("name", ["median", "rank", "percentile"])
def test_ranks_of_colours(name):
    scan = np.stack([SCAN, SCAN[::-1], SCAN * 2], axis=-1)
    apart = [getattr(volumes, name)(scan[..., channel].copy()) for channel in range(3)]
    np.testing.assert_array_equal(getattr(volumes, name)(scan), np.stack(apart, axis=-1))
