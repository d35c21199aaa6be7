"""Ready filters against the library that each of them names, under every border that the library has.

A line of the table: our call and theirs, which takes SciPy's name of the border and what is outside where it is constant.
"""

from functools import partial

import numpy as np
import pytest

from pygpu import filters
from tests.filters.comparing import FLOAT, opencv, random, same, skimage

ndimage = pytest.importorskip("scipy.ndimage", reason="SciPy is not installed")

NAMES = {"clamp": "nearest", "mirror": "mirror", "reflect": "reflect", "wrap": "wrap", "constant": "constant"}
NUMPYS = {"nearest": "edge", "mirror": "reflect", "reflect": "symmetric", "constant": "constant", "wrap": "wrap"}
KERNEL = random((3, 5), np.float64, 5) - 0.4
MASK = np.array([[0, 1, 1], [1, 1, 0], [0, 1, 0], [1, 1, 1]], bool)  # of even height, and not the same when it is turned


def scipys(name, *args, **kwargs):
    """A function of scipy.ndimage."""
    return lambda image, mode, fill: getattr(ndimage, name)(image, *args, mode=mode, cval=fill, **kwargs)


def of_shifts(name, *args, **kwargs):
    """One that moves a picture: only grid- modes go on as the others do."""
    grids = {"constant": "grid-constant", "wrap": "grid-wrap"}
    return lambda image, mode, fill: getattr(ndimage, name)(image, *args, mode=grids.get(mode, mode), cval=fill, order=1,
                                                            **kwargs)


def scikit(room, name, *args, **kwargs):
    return lambda image, mode, fill: getattr(skimage(room), name)(image, *args, mode=mode, cval=fill, **kwargs)


def magnitude(filter):
    return lambda image, mode, fill: np.hypot(*[filter(image, axis=axis, mode=mode, cval=fill) for axis in (0, 1)])


def hessian(image, mode, fill):
    orders = [(0, 2), (1, 1), (2, 0)]
    return np.stack([scipys("gaussian_filter", 1.0, order)(image.astype(float), mode, fill) for order in orders], axis=2)


def ridges(image, mode, fill):
    across, mixed, down = np.moveaxis(hessian(image, mode, fill), 2, 0)
    return np.moveaxis(skimage("feature").hessian_matrix_eigvals([down, mixed, across]), 0, 2)


def harris(image, mode, fill):
    rr, rc, cc = scikit("feature", "structure_tensor")(image, mode, fill)
    return rr * cc - rc**2 - 0.05 * (rr + cc)**2


def standard_deviation(image, mode, fill):
    return ndimage.generic_filter(image.astype(float), np.std, 3, mode=mode, cval=fill)


def unsharp(image, mode, fill):
    return image + 0.5 * (image - ndimage.gaussian_filter(image, 2.0, mode=mode, cval=fill))


def roberts(image, mode, fill):
    slopes = [ndimage.convolve(image, np.array(kernel, float), mode=mode, cval=fill)
              for kernel in ([[1, 0], [0, -1]], [[0, 1], [-1, 0]])]
    return np.hypot(*slopes) / np.sqrt(2)


def mean_and_deviation(image, mode, fill):
    mean, square = (ndimage.uniform_filter(image.astype(float)**n, 5, mode=mode, cval=fill**n) for n in (1, 2))
    return mean, np.sqrt(np.maximum(square - mean**2, 0))


def niblack(image, mode, fill):
    mean, deviation = mean_and_deviation(image, mode, fill)
    return image > mean - 0.2 * deviation


def sauvola(image, mode, fill):
    mean, deviation = mean_and_deviation(image, mode, fill)
    return image > mean * (1 + 0.2 * (deviation / 0.5 - 1))


def quarters(image, mode, fill):
    """Kuwahara's: of each square of 3 x 3 the mean and the variance, and the mean of that which varies least."""
    around = np.pad(image.astype(float), 2, NUMPYS[mode], **{"constant_values": fill} if mode == "constant" else {})
    squares = np.lib.stride_tricks.sliding_window_view(around, (3, 3))
    height, width = image.shape
    corners = [squares[y:y + height, x:x + width] for y in (0, 2) for x in (0, 2)]
    least = np.argmin([each.var(axis=(2, 3)) for each in corners], axis=0)
    return np.choose(least, [each.mean(axis=(2, 3)) for each in corners])


def places(image):
    y, x = np.mgrid[:image.shape[0], :image.shape[1]].astype(np.float32)
    return np.stack([1.1 * x + 0.1 * y - 2.3, 0.9 * y - 0.2 * x + 1.2], axis=2)


def offsets(image):
    return places(image) - np.stack(np.meshgrid(*map(np.arange, image.shape[::-1])), axis=2).astype(np.float32)


def remapped(image, mode, fill):
    grids = {"constant": "grid-constant", "wrap": "grid-wrap"}
    return ndimage.map_coordinates(image, places(image).transpose(2, 0, 1)[::-1], order=1, mode=grids.get(mode, mode),
                                   cval=fill)


def log_polar(image, mode, fill):
    return skimage("transform").warp_polar(image, radius=5, scaling="log", mode=NUMPYS[mode], cval=fill, clip=False)


def padded(image, mode, fill):
    return np.pad(image, ((2, 4), (1, 3)), NUMPYS[mode], **{"constant_values": fill} if mode == "constant" else {})


def warped(image, mode, fill):
    matrix = np.array([[1.1, 0.2, -2], [0.1, 0.9, 1], [0.01, -0.02, 1]])
    return skimage("transform").warp(image, matrix, order=1, mode=NUMPYS[mode], cval=fill, clip=False)


def polar(image, mode, fill):
    return skimage("transform").warp_polar(image, radius=5, mode=NUMPYS[mode], cval=fill, clip=False)


def opencvs(call):
    """A function of OpenCV, by its names of borders; some of its functions have no "wrap"."""
    names = {"nearest": "BORDER_REPLICATE", "mirror": "BORDER_REFLECT_101", "reflect": "BORDER_REFLECT",
             "constant": "BORDER_CONSTANT", "wrap": "BORDER_WRAP"}
    return lambda image, mode, fill: call(opencv(), image, getattr(opencv(), names[mode]))


ALL = tuple(NAMES)
NO_WRAP = ("clamp", "mirror", "reflect")

CASES = {
    "gaussian": (partial(filters.gaussian, sigma=1.2), scipys("gaussian_filter", 1.2), ALL),
    "gaussian, pair": (partial(filters.gaussian, sigma=(2, 0.6)), scipys("gaussian_filter", (0.6, 2)), ALL),
    "box": (partial(filters.box, size=(4, 3)), scipys("uniform_filter", (3, 4)), ALL),
    "convolve": (partial(filters.convolve, kernel=KERNEL), scipys("convolve", KERNEL), ALL),
    "correlate": (partial(filters.correlate, kernel=KERNEL), scipys("correlate", KERNEL), ALL),
    "median": (partial(filters.median, size=(4, 3)), scipys("median_filter", (3, 4)), ALL),
    "median, mask": (partial(filters.median, footprint=MASK), scipys("median_filter", footprint=MASK), ALL),
    "percentile": (partial(filters.percentile, percentile=30, size=4), scipys("percentile_filter", 30, 4), ALL),
    "rank": (partial(filters.rank, rank=2, footprint=MASK), scipys("rank_filter", 2, footprint=MASK), ALL),
    "erode": (partial(filters.erode, footprint=MASK), scipys("grey_erosion", footprint=MASK), ALL),
    "dilate": (partial(filters.dilate, footprint=MASK), scipys("grey_dilation", footprint=MASK), ALL),
    "open": (partial(filters.open, footprint=MASK), scipys("grey_opening", footprint=MASK), ALL),
    "close": (partial(filters.close, footprint=MASK), scipys("grey_closing", footprint=MASK), ALL),
    "open, odd": (partial(filters.open, size=3), scipys("grey_opening", 3), ALL),
    "close, odd": (partial(filters.close, size=(5, 3)), scipys("grey_closing", (3, 5)), ALL),
    "tophat": (partial(filters.tophat, size=4), scipys("white_tophat", 4), ALL),
    "blackhat": (partial(filters.blackhat, size=4), scipys("black_tophat", 4), ALL),
    "gradient": (partial(filters.morphological_gradient, size=(3, 4)), scipys("morphological_gradient", (4, 3)), ALL),
    "second gradient": (partial(filters.morphological_laplace, size=(3, 4)), scipys("morphological_laplace", (4, 3)), ALL),
    "sobel": (filters.sobel, magnitude(ndimage.sobel), ALL),
    "prewitt": (filters.prewitt, magnitude(ndimage.prewitt), ALL),
    "laplace": (filters.laplace, scipys("laplace"), ALL),
    "log": (partial(filters.log, sigma=1.0), scipys("gaussian_laplace", 1.0), ALL),
    "scharr": (partial(filters.scharr, along="x", scale=1),
               opencvs(lambda cv2, image, mode: cv2.Scharr(image, -1, 1, 0, borderType=mode)), NO_WRAP),
    "farid": (filters.farid, scikit("filters", "farid"), ALL),
    "hessian": (filters.hessian, hessian, ALL),
    "ridges": (filters.ridges, ridges, ALL),
    "harris": (filters.harris, harris, ALL),
    "gabor": (partial(filters.gabor, frequency=0.2, theta=30),
              lambda *given: np.stack(scikit("filters", "gabor", 0.2, np.radians(30))(*given), axis=2), ALL),
    "local mean": (partial(filters.local_mean, size=3), scipys("uniform_filter", 3), ALL),
    "local deviation": (partial(filters.local_std, size=3), standard_deviation, ALL),
    "local threshold": (partial(filters.local_threshold, size=5),
                        lambda image, mode, fill: image > scikit("filters", "threshold_local", 5)(image, mode, fill), ALL),
    "difference of gaussians": (partial(filters.difference_of_gaussians, low=0.8, high=1.5),
                                scikit("filters", "difference_of_gaussians", 0.8, 1.5), ALL),
    "lens blur": (partial(filters.lens_blur, radius=2), lambda image, mode, fill: ndimage.convolve(
        image, skimage("morphology").disk(2) / skimage("morphology").disk(2).sum(), mode=mode, cval=fill), ALL),
    "motion blur": (partial(filters.motion_blur, length=5), scipys("uniform_filter", (1, 5)), ALL),
    "bilateral": (partial(filters.bilateral, sigma_color=0.2, sigma_space=1.5, size=5),
                  opencvs(lambda cv2, image, mode: cv2.bilateralFilter(image, 5, 0.2, 1.5, borderType=mode)), NO_WRAP),
    "reduced": (filters.reduced, opencvs(lambda cv2, image, mode: cv2.pyrDown(image, borderType=mode)),
                ("clamp", "mirror", "reflect", "wrap")),
    "pad": (partial(filters.pad, left=1, top=2, right=3, bottom=4), padded, ALL),
    "translate": (partial(filters.translate, x=1.25, y=-2.5), of_shifts("shift", (-2.5, 1.25)), ALL),
    "rotate": (partial(filters.rotate, angle=25), of_shifts("rotate", 25, reshape=False), ALL),
    "affine": (partial(filters.affine, x=(1.1, 0.2, -2), y=(0.1, 0.9, 1)),
               of_shifts("affine_transform", [[0.9, 0.1], [0.2, 1.1]], (1, -2)), ALL),
    "perspective": (partial(filters.perspective, x=(1.1, 0.2, -2), y=(0.1, 0.9, 1), w=(0.01, -0.02, 1)), warped, ALL),
    "polar": (partial(filters.polar, radius=5), polar, ALL),
    "logarithmic polar": (partial(filters.log_polar, radius=5), log_polar, ALL),
    "unsharp": (partial(filters.unsharp, radius=2.0, amount=0.5), unsharp, ALL),
    "roberts": (filters.roberts, roberts, ALL),
    "niblack": (partial(filters.niblack, size=5, k=0.2), niblack, ALL),
    "sauvola": (partial(filters.sauvola, size=5, k=0.2, r=0.5), sauvola, ALL),
    "kuwahara": (partial(filters.kuwahara, radius=2), quarters, ALL),
    "remap": (lambda image, **outside: filters.remap(image, places(image), **outside), remapped, ALL),
    "warp": (lambda image, **outside: filters.warp(image, offsets(image), **outside), remapped, ALL),
    "zoom": (partial(filters.zoom, factor=2), of_shifts("zoom", 2, grid_mode=True), ALL),
}
FROM_ZERO = {"sobel", "prewitt", "log", "hessian", "ridges", "harris"}  # `fill` is another thing there, as they say


@pytest.mark.parametrize("name, border", [(name, border) for name, case in CASES.items() for border in case[2]])
def test_beyond_the_edge_they_are_alike(name, border, engine):
    ours, theirs, _ = CASES[name]
    for size in [(9, 14), (3, 4), (1, 6)]:
        if engine.is_checker and size[0] > 3 or name == "harris" and size[0] == 1:  # scikit-image takes no single row
            continue
        image = random(size)
        fill = 0.0 if name in FROM_ZERO else 0.25
        outside = {"fill": fill} if border == "constant" else {}
        same(ours(image, border=border, **outside), np.asarray(theirs(image, NAMES[border], fill)), 10 * FLOAT)


@pytest.mark.parametrize("name", [name for name, case in CASES.items() if "constant" in case[2]])
def test_so_are_whole_numbers(name, engine):
    ours, theirs, _ = CASES[name]
    dtype = np.uint16 if name in ("pad", "erode", "median, mask") else np.uint8
    white = np.iinfo(dtype).max
    image = (random((3, 4) if engine.is_checker else (9, 14)) * white).round().astype(dtype)
    result = ours(image, border="constant", fill=0.0)
    expected = np.asarray(theirs(image / white, "constant", 0.0))
    if result.dtype == dtype:
        assert np.abs(result.astype(int) - white * np.clip(expected, 0, 1)).max() <= 1
    else:
        same(result, expected, 20 * FLOAT)
