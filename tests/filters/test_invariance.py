"""What must hold of every ready filter, whatever it computes, by trying it on one picture in several ways.

    flat       a picture of one colour stays one colour: which one is stated
    region     a part of the picture, filtered by itself, is the same part of the filtered picture, away from its edge
    shift      and so is a picture moved by a few pixels
    flip       filtering the mirrored picture gives the mirrored result
"""

from dataclasses import dataclass

import numpy as np
import pytest

from pygpu import Color, filters

from .comparing import random, same

SAME = lambda level: level
NONE = lambda level: 0.0
LEVEL = 0.625


@dataclass(frozen=True)
class Trial:
    """A filter, arguments for it, and what holds of it; `flips` is False where a direction is part of the filter."""

    name: str
    given: dict
    flat: object = SAME
    flips: bool = True
    moves: bool = True

    def __call__(self, image):
        return np.asarray(getattr(filters, self.name)(image, **self.given))

    def __str__(self):
        return "-".join([self.name, *[str(value) for value in self.given.values() if isinstance(value, str)]])


TRIALS = [
    Trial("gaussian", dict(sigma=0.8)),
    Trial("box", dict(size=(3, 5))),
    Trial("recursive_gaussian", dict(sigma=0.8)),
    Trial("domain_transform", dict(sigma_space=0.6, sigma_color=0.5), flips=False),  # forth, then back
    Trial("unsharp", dict(radius=0.6, amount=2)),
    Trial("bilateral", dict(sigma_color=0.3, sigma_space=1)),
    Trial("bilateral_grid", dict(sigma_color=0.3, sigma_space=3), flips=False, moves=False),
    Trial("mean_shift", dict(distance=2, color=0.3, steps=2)),
    Trial("nonlocal_means", dict(patch_distance=1, patch_size=3)),
    Trial("difference_of_gaussians", dict(low=0.5), flat=NONE),
    Trial("retinex", dict(sigmas=(0.6, 1)), flat=NONE),
    Trial("reduced", {}, flips=False, moves=False),
    Trial("detail", {}, flat=NONE, flips=False, moves=False),
    Trial("local_laplacian", dict(levels=2, curves=3), flips=False, moves=False),
    Trial("median", dict(size=3)),
    Trial("rank", dict(rank=-2, size=3)),
    Trial("erode", dict(size=(5, 3))),
    Trial("dilate", dict(size=3)),
    Trial("open", dict(size=3)),
    Trial("close", dict(size=3)),
    Trial("sobel", {}, flat=NONE),
    Trial("sobel", dict(along="x"), flat=NONE, flips=False),
    Trial("prewitt", {}, flat=NONE),
    Trial("scharr", {}, flat=NONE),
    Trial("laplace", {}, flat=NONE),
    Trial("log", dict(sigma=1, truncate=6), flat=NONE),
    Trial("emboss", {}, flat=lambda level: 128 / 255, flips=False),
    Trial("harris", dict(sigma=0.5, border="reflect"), flat=NONE),
    Trial("canny_strength", dict(sigma=0.5), flat=NONE),
    Trial("canny_ridge", dict(sigma=0.5), flat=NONE),
    Trial("canny_gradient", dict(sigma=0.5), flat=NONE, flips=False),
    Trial("gray", {}),
    Trial("gamma", dict(gamma=2), flat=lambda level: level**2),
    Trial("exposure", dict(stops=-1), flat=lambda level: level / 2),
    Trial("hue", dict(degrees=40)),
    Trial("saturation", dict(amount=2)),
    Trial("white_balance", dict(white=Color(1, 1, 1))),
    Trial("sepia", dict(amount=0)),
    Trial("vignette", dict(strength=0)),
    Trial("vignette", dict(strength=1), flat=None, moves=False),
    Trial("threshold", dict(value=0.5), flat=lambda level: 1),
    Trial("local_threshold", dict(size=3, offset=0.01), flat=lambda level: 1),
    Trial("dither", dict(levels=9), flips=False, moves=False),
    Trial("diffuse", dict(levels=9), flips=False, moves=False),
    Trial("rotate", dict(angle=20, border="clamp"), flips=False, moves=False),
    Trial("affine", dict(x=(1, 0.2, 0), y=(0.1, 1, -0.5), border="clamp"), flips=False, moves=False),
    Trial("perspective", dict(w=(0.01, 0.02, 1), border="clamp"), flips=False, moves=False),
    Trial("resize", dict(width=16, height=13), moves=False),
    Trial("resize", dict(width=7, height=5, kernel="lanczos"), moves=False),
    Trial("convolve", dict(kernel=((0, 0.1, 0), (0.1, 0.6, 0.1), (0, 0.1, 0)))),
    Trial("correlate", dict(kernel=((1, 0, -1),)), flat=NONE, flips=False),
    Trial("anisotropic_diffusion", dict(kappa=0.2, steps=2)),
    Trial("percentile", dict(percentile=70)),
    Trial("mode", {}),
    Trial("tophat", {}, flat=NONE),
    Trial("blackhat", {}, flat=NONE),
    Trial("morphological_gradient", {}, flat=NONE),
    Trial("morphological_laplace", {}, flat=NONE),
    Trial("farid", {}, flat=NONE),
    Trial("roberts", {}, flat=NONE, flips=False),
    Trial("hessian", dict(sigma=0.7), flat=None, flips=False),
    Trial("ridges", dict(sigma=0.7), flat=None),
    Trial("frangi", dict(sigmas=(0.7,)), flat=None),
    Trial("gabor", dict(frequency=0.3, sigma=0.7), flat=None, flips=False),
    Trial("local_mean", {}),
    Trial("local_std", {}, flat=NONE),
    Trial("local_entropy", dict(size=3), flat=NONE),
    Trial("niblack", dict(size=3, k=0.5), flat=None),
    Trial("sauvola", dict(size=3), flat=lambda level: 1),
    Trial("invert", {}, flat=lambda level: 1 - level),
    Trial("brightness", dict(factor=0.5), flat=lambda level: level / 2),
    Trial("contrast", dict(factor=2), flat=lambda level: 2 * level - 0.5),
    Trial("sharpen", {}),
    Trial("levels", dict(black=0.25, white=0.75), flat=lambda level: 2 * level - 0.5),
    Trial("curves", dict(points=((0, 1), (1, 0))), flat=lambda level: 1 - level),
    Trial("lut", dict(table=(1, 0)), flat=lambda level: 1 - level),
    Trial("posterize", dict(bits=1), flat=lambda level: 128 / 255),
    Trial("solarize", {}, flat=lambda level: 1 - level),
    Trial("lens_blur", dict(radius=2)),
    Trial("motion_blur", dict(length=3, angle=30), flips=False),
    Trial("kuwahara", dict(radius=1)),
    Trial("pixelate", dict(size=2), moves=False, flips=False),
    Trial("undistort", dict(k1=0.1, border="clamp"), moves=False),
    Trial("flip", {}, moves=False),
    Trial("turn", {}, moves=False, flips=False),
    Trial("pad", dict(left=2, right=2, border="clamp"), moves=False),
    Trial("translate", dict(x=1.5, border="clamp"), moves=False, flips=False),
    Trial("zoom", dict(factor=1.5), moves=False),
    Trial("polar", dict(radius=3), moves=False, flips=False),
    Trial("log_polar", dict(radius=3), moves=False, flips=False),
    Trial("from_polar", dict(width=9, height=8), moves=False, flips=False),
    Trial("crop", dict(left=1, top=1, right=9, bottom=8), moves=False, flips=False),
]
# Two pictures, colours, or nothing at all come in, or sums grow from the edge on, or the whole picture counts: tried where
# they are compared with references.
ELSEWHERE = {"integral", "seam_energy", "cumulative", "distance", "warp", "remap", "cube", "colormap", "colorize",
             "mix_channels", "chromatic_aberration", "demosaic", "guided", "pyramid_blend", "canny", "peaks",
             *[name for name in filters.__all__ if name.startswith("rgb_to_") or name.endswith("_to_rgb")],
             *[name for name in filters.__all__
               if getattr(filters, name).__module__.rpartition(".")[2] in
               ("adaptive", "basins", "blend", "clusters", "frequencies", "histograms", "noise", "regions", "whole")]}
REACH = 7  # more than any of these looks to one side
# These may jump where rounding differs; then few pixels do.
THRESHOLDED = {"canny_strength", "canny_ridge", "local_threshold", "niblack", "sauvola", "kuwahara", "mean_shift"}

each = pytest.mark.parametrize("trial", TRIALS, ids=str)
moving = pytest.mark.parametrize("trial", [trial for trial in TRIALS if trial.moves], ids=str)
flipping = pytest.mark.parametrize("trial", [trial for trial in TRIALS if trial.flips], ids=str)


def alike(trial, result, expected):
    if trial.name in THRESHOLDED:
        assert result.shape == expected.shape and np.mean(np.abs(result - expected * 1.0) > 1e-5) < 0.02
    else:
        same(result, expected)


@pytest.fixture(autouse=True)
def not_by_the_checker(request):
    """It looks at every access of these filters where they are compared with references."""
    if "engine" in request.fixturenames and request.getfixturevalue("engine").is_checker:
        pytest.skip("too long for the checker")


@pytest.fixture
def picture(engine):
    return random((22, 25), seed=7)


def test_every_ready_filter_is_here():
    public = {name for name, value in vars(filters).items() if isinstance(value, filters.ready.Ready)}
    assert {trial.name for trial in TRIALS} | ELSEWHERE == public == set(filters.__all__) | {"open"}


@each
def test_flat(engine, trial):
    if trial.flat is not None:
        result = trial(np.full((11, 14), LEVEL, np.float32))
        same(result, np.full(result.shape, trial.flat(LEVEL)))


@each
def test_flat_colours(trial, on_numpy):
    result = trial(np.full((8, 9, 4), LEVEL, np.float32))
    if trial.flat is not None:
        colours = result[..., :3] if result.ndim == 3 else result
        same(colours, np.full(colours.shape, trial.flat(LEVEL)))
    if result.ndim == 3 and result.shape[2] == 4:
        same(result[..., 3], np.full(result.shape[:2], LEVEL))


@moving
def test_region(trial, picture):
    inside = np.s_[REACH:-REACH, REACH:-REACH]
    part = np.s_[3:21, 2:24]
    alike(trial, trial(picture[part])[inside], trial(picture)[part][inside])


@moving
def test_shift(trial, picture):
    inside = np.s_[REACH:-REACH, REACH:-REACH]
    moved = np.roll(picture, (2, -3), (0, 1))
    alike(trial, trial(moved)[inside], np.roll(trial(picture), (2, -3), (0, 1))[inside])


@flipping
def test_flip(trial, picture):
    """Left to right, and top to bottom; all of the picture, its borders too."""
    result = trial(picture)
    alike(trial, trial(picture[:, ::-1]), result[:, ::-1])
    alike(trial, trial(picture[::-1]), result[::-1])


def test_what_has_a_direction_flips_with_it(engine, picture):
    flipped = np.ascontiguousarray(picture[:, ::-1])
    same(filters.sobel(flipped, "x"), -filters.sobel(picture, "x")[:, ::-1])
    same(filters.sobel(flipped, "y"), filters.sobel(picture, "y")[:, ::-1])
    same(filters.canny_gradient(flipped, 1) * (-1, 1), filters.canny_gradient(picture, 1)[:, ::-1])
    same(filters.rotate(flipped, 25), filters.rotate(picture, -25)[:, ::-1])
    flow = 3 * random((*picture.shape, 2)) - 1
    turned = np.ascontiguousarray(flow[:, ::-1] * np.float32([-1, 1]))
    same(filters.warp(flipped, turned), filters.warp(picture, flow)[:, ::-1])
