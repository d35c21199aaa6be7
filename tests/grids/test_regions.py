"""What hangs together in volumes, how far the dark is, sums, lines: as SciPy, NumPy and scikit-image have it."""

import numpy as np
import pytest
from scipy import ndimage

import pygpu
from pygpu import ArgumentError
from pygpu.filters import volumes
from tests.filters.comparing import skimage

RANDOM = np.random.default_rng(21)
SCAN = RANDOM.random((5, 6, 17)).astype(np.float32)
BLOBS = (ndimage.gaussian_filter(RANDOM.random((8, 9, 22)), 1) > 0.5).astype(np.float32)
SPECKS = (RANDOM.random((6, 11, 20)) > 0.6).astype(np.float32)
SOFT = ndimage.gaussian_filter(RANDOM.random((11, 17, 23)), 1)
SOFT = ((SOFT - SOFT.min()) / np.ptp(SOFT)).astype(np.float32)
FEW = (RANDOM.random((7, 9, 18)) > 0.02).astype(np.float32)


def test_sums(engine):
    np.testing.assert_allclose(volumes.integral(SCAN), SCAN.cumsum(0).cumsum(1).cumsum(2), rtol=1e-5)
    within = 1e-6 if getattr(engine.device, "kind", "") == "gpu" else 0  # which adds up the pieces of a line side by side
    for axis, along in enumerate("zyx"):
        np.testing.assert_allclose(volumes.cumulative(SCAN, along=along), SCAN.cumsum(axis), rtol=within)


@pytest.mark.parametrize("metric", ["euclidean", "taxicab", "chessboard"])
def test_distance(engine, metric):
    far = ndimage.distance_transform_edt(FEW) if metric == "euclidean" else ndimage.distance_transform_cdt(FEW, metric)
    np.testing.assert_allclose(volumes.distance(FEW, metric=metric), far, rtol=1e-6)
    assert np.isinf(volumes.distance(np.ones((2, 3, 4), np.float32), metric=metric)).all()


@pytest.mark.parametrize("connectivity", [1, 2, 3])
def test_label(engine, connectivity):
    how = ndimage.generate_binary_structure(3, connectivity)
    for scan in (BLOBS, SPECKS, np.zeros((2, 2, 2), np.float32)):
        np.testing.assert_array_equal(volumes.label(scan, connectivity=connectivity), ndimage.label(scan, how)[0])


def test_a_spiral_is_one():
    scan = np.zeros((9, 9, 9), np.float32)
    scan[::2] = 1
    for number, plane in enumerate(range(1, 9, 2)):
        scan[plane, 0 if number % 2 else -1, -1 if number % 2 else 0] = 1
    assert (volumes.label(scan) == scan).all()


def test_watershed(engine):
    heights = RANDOM.permutation(SCAN.size).reshape(SCAN.shape).astype(np.float32) / SCAN.size
    markers = np.zeros(SCAN.shape, np.int32)
    markers.ravel()[RANDOM.choice(SCAN.size, 6, replace=False)] = np.arange(1, 7)
    np.testing.assert_array_equal(volumes.watershed(heights, markers), skimage("segmentation").watershed(heights, markers))


@pytest.mark.parametrize("connectivity", [1, 2, 3])
def test_hysteresis(engine, connectivity):
    how = ndimage.generate_binary_structure(3, connectivity)
    for scan in (SOFT, SCAN, np.zeros((2, 2, 2), np.float32)):
        labels, _ = ndimage.label(scan > 0.5, how)
        strong = np.unique(labels[scan > 0.75])
        found = volumes.hysteresis(scan, low=0.5, high=0.75, connectivity=connectivity)
        assert found.dtype == bool
        np.testing.assert_array_equal(found, np.isin(labels, strong[strong > 0]))


@pytest.mark.parametrize("distance", [1, 2, 3])
def test_peaks(engine, distance):
    expected = skimage("feature").peak_local_max(SOFT, min_distance=distance, threshold_abs=0.3)
    found = volumes.peaks(SOFT, distance=distance, threshold=0.3)
    assert sorted(found.tolist()) == sorted(expected[:, ::-1].tolist()) and len(found) > 1
    assert volumes.peaks(SOFT, distance=distance, count=1).tolist() == found[:1].tolist()
    assert volumes.peaks(np.ones((3, 3, 3), np.float32)).shape == (0, 3)


def test_guided(engine):
    def mean(scan):
        return ndimage.uniform_filter(scan, 5, mode="reflect")

    scan, guide = SCAN.astype(float), RANDOM.random(SCAN.shape)
    rise = (mean(scan * guide) - mean(scan) * mean(guide)) / (mean(guide**2) - mean(guide)**2 + 0.02)
    expected = mean(rise) * guide + mean(mean(scan) - rise * mean(guide))
    found = volumes.guided(SCAN, guide=guide.astype(np.float32), radius=2, eps=0.02)
    np.testing.assert_allclose(found, expected, atol=2e-6)


def test_what_cannot_be_is_refused():
    with pytest.raises(ArgumentError, match="a marker for each voxel"):
        volumes.watershed(SCAN, np.zeros((2, 2, 2), np.int32))
    with pytest.raises(ValueError, match="at corners"):
        volumes.label(SCAN, connectivity=4)


def test_crop_and_pad(engine):
    np.testing.assert_array_equal(volumes.crop(SCAN, 2, 1, 9, 5, 3, 5), SCAN[3:5, 1:5, 2:9])
    wide = np.pad(SCAN, ((1, 4), (1, 0), (2, 3)), mode="symmetric")
    np.testing.assert_array_equal(volumes.pad(SCAN, 2, 1, 3, 0, 1, 4, border="reflect"), wide)


def test_nonlocal_means(engine):
    found = volumes.nonlocal_means(SCAN, h=0.5, patch_distance=1)
    expected = skimage("restoration").denoise_nl_means(SCAN, 3, 1, 0.5, fast_mode=False)
    np.testing.assert_allclose(found, expected, atol=0.01)  # whose exponential is a quick one


def derivatives(scan):
    orders = (0, 0, 2), (0, 1, 1), (1, 0, 1), (0, 2, 0), (1, 1, 0), (2, 0, 0)
    return [ndimage.gaussian_filter(scan.astype(float), 1, order) for order in orders]


def curvatures(scan):
    xx, xy, xz, yy, yz, zz = derivatives(scan)
    return np.linalg.eigvalsh(np.moveaxis(np.array([[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]]), (0, 1), (-2, -1)))


def test_hessian():
    np.testing.assert_allclose(volumes.hessian(SCAN), derivatives(SCAN), atol=1e-6)


def test_ridges():
    np.testing.assert_allclose(np.stack(volumes.ridges(SCAN), -1), curvatures(SCAN)[..., ::-1], atol=1e-6)


def test_frangi():
    curved = curvatures(SCAN)
    along, wide, most = np.moveaxis(np.take_along_axis(curved, np.abs(curved).argsort(-1), -1), -1, 0)
    wide, most = np.maximum(wide, 1e-10), np.maximum(most, 1e-10)
    expected = ((1 - np.exp(-2 * (wide / most) ** 2)) * np.exp(-2 * along**2 / (wide * most))
                * (1 - np.exp(-50 * (curved**2).sum(-1))))
    np.testing.assert_allclose(volumes.frangi(SCAN, sigmas=(1,)), expected, atol=5e-3)


def test_several_pairs_are_joined(engine):
    chain = pygpu.compile(lambda im=pygpu.Image, p=pygpu.Position: (p.x, p.x + 2, p.x, 0 if p.x == 5 else p.x))
    assert chain.joined(np.zeros((1, 8), np.float32)).tolist() == [[0, 0, 0, 0, 0, 0, 0, 0]]
