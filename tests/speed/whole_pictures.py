"""Whole pictures and whole arrays beside NumPy, SciPy, scikit-image, OpenCV and Pillow: `bench wholes`.

    python -m pygpu bench wholes [NAME...] [--rounds N] [--side N] [--processor] [--device gpu]

Values (sums, histograms, medians), scans (running sums, integral images, error diffusion), Fourier transforms, what goes
over a picture until nothing changes (labels, watershed, k-means), and a few plain filters, of which --side 512 shows what a
call costs. Each is called with arrays and gives arrays or numbers, all of a row take turns (a pause, a call, and one whose
time is taken), and each is compared with the first of the others before it is shown. On a GPU the others are CuPy, PyTorch
and JAX, and arrays stay there (wholes_on_gpu.py). What is printed are medians in milliseconds, and PyGPU's time over that of
the quickest of the others; `copies` is in copies of the first array. With --processor it is the time of all processors
together, which depends less on who else is at work.
"""

from __future__ import annotations

import argparse
from functools import partial
from time import perf_counter, process_time

import numpy as np

import pygpu
from pygpu import Array, Image, filters

from . import wholes_on_gpu
from .arrays import raced
from .papers import differs

RANDOM = np.random.default_rng(7)


# --- what is given ---------------------------------------------------------------------------------------------------

def smooth(side: int) -> np.ndarray:
    """A picture of hills, from 0 to 1."""
    from scipy import ndimage
    hills = ndimage.gaussian_filter(RANDOM.random((side, side), np.float32), side / 64, mode="wrap")
    return (hills - hills.min()) / np.ptp(hills)


def noise(*shape: int) -> np.ndarray:
    return RANDOM.random(shape, np.float32)


def as_bytes(picture: np.ndarray) -> np.ndarray:
    return (255 * picture).astype(np.uint8)


# --- what is raced: name -> the array first given, PyGPU's call, others' calls, how far they may be apart ----------------

def values(side: int) -> dict:
    import cv2
    picture, hills = noise(side, side), as_bytes(smooth(side))
    pictures = {"noise": as_bytes(picture), "one gray": np.full((side, side), 77, np.uint8), "hills": hills}
    found = {
        "sum": (picture, compiled(lambda a=Array: a.sum()), {"NumPy": np.sum}, 1e-5),
        "largest": (picture, compiled(lambda a=Array: a.max()), {"NumPy": np.max}, 0),
        "mean and deviation": (picture, compiled(lambda a=Array: (a.mean(), a.std())),
                               {"NumPy": lambda a: (a.mean(), a.std()),
                                "OpenCV": lambda a: [float(each[0, 0]) for each in cv2.meanStdDev(a)]}, 1e-4),
        "median": (picture, compiled(lambda a=Array: np.median(a)), {"NumPy": np.median}, 1e-6),
        "percentiles 2, 98": (picture, compiled(lambda a=Array: np.percentile(a, [2, 98])),
                              {"NumPy": lambda a: np.percentile(a, [2, 98])}, 1e-5),
        "argmax": (picture, compiled(lambda a=Array: a.argmax()), {"NumPy": np.argmax}, 0),
        "sum of rows": (picture, compiled(lambda a=Array: a.sum(axis=1)), {"NumPy": lambda a: a.sum(axis=1)}, 1e-4),
        "sum of columns": (picture, compiled(lambda a=Array: a.sum(axis=0)), {"NumPy": lambda a: a.sum(axis=0)}, 1e-4),
    }
    for name, bytes_ in pictures.items():
        found[f"histogram, {name}"] = (bytes_, lambda a: np.asarray(filters.histogram(a)).ravel(), {
            "NumPy": lambda a: np.bincount(a.ravel(), minlength=256),
            "OpenCV": lambda a: cv2.calcHist([a], [0], None, [256], [0, 256]).ravel()}, 0)
    return found


def scans(side: int) -> dict:
    import cv2
    from PIL import Image as Picture
    from scipy import signal
    picture, line = noise(side, side) - 0.5, noise(side * side) - 0.5
    decay = 0.9

    def forth_and_back(im=Image, p=pygpu.Position):
        from functools import cache
        forth = cache(lambda q: im(q) * 0.1 + (decay * forth(q - (1, 0)) if q.x > 0 else 0.0))
        back = cache(lambda q: forth(q) * 0.1 + (decay * back(q + (1, 0)) if q.x < im.width - 1 else 0.0))
        return back(p)

    def by_scipy(a):
        forth = signal.lfilter([np.float32(0.1)], np.array([1, -decay], np.float32), a, axis=1)
        return signal.lfilter([np.float32(0.1)], np.array([1, -decay], np.float32), forth[:, ::-1], axis=1)[:, ::-1]

    return {
        "prefix sum": (line, compiled(lambda a=Array: np.cumsum(a)), {"NumPy": np.cumsum}, 1e-3),
        "sums along rows": (picture, compiled(lambda a=Array: np.cumsum(a, axis=1)), {
            "NumPy": partial(np.cumsum, axis=1)}, 1e-4),
        "integral image": (picture, filters.integral, {
            "NumPy": lambda a: a.cumsum(0).cumsum(1), "OpenCV": lambda a: cv2.integral(a, sdepth=cv2.CV_32F)[1:, 1:]}, 1e-3),
        "forth and back": (picture, pygpu.compile(forth_and_back), {"SciPy": by_scipy}, 1e-4),
        "error diffusion": (as_bytes(smooth(side)), partial(filters.diffuse, dtype="uint8"), {
            "Pillow": lambda a: np.asarray(Picture.fromarray(a).convert("1")).astype(np.uint8) * 255}, "means"),
    }


def spectra(side: int) -> dict:
    from scipy import fft, signal
    picture, kernel = noise(side, side), noise(side // 8 + 1, side // 8 + 1)
    both = np.stack([picture, noise(side, side)])
    prime = noise(side // 4, {1024: 1021, 2048: 2039, 512: 509, 4096: 4093}.get(side, 31))
    return {
        "fft2 of real numbers": (picture, compiled(lambda a=Array: np.fft.fft2(a)), {
            "SciPy": partial(fft.fft2, workers=2)}, 1e-5),
        "rfft2": (picture, compiled(lambda a=Array: np.fft.rfft2(a)), {"SciPy": partial(fft.rfft2, workers=2)}, 1e-5),
        "fft2 of complex ones": (both, compiled(lambda a=Array: np.fft.fft2(a[0] + 1j * a[1])), {
            "SciPy": lambda a: fft.fft2(a[0] + 1j * a[1], workers=2)}, 1e-5),
        "rfft2 and back": (picture, compiled(lambda a=Array: np.fft.irfft2(np.fft.rfft2(a) * 0.5)), {
            "SciPy": lambda a: fft.irfft2(fft.rfft2(a, workers=2) * np.float32(0.5), workers=2)}, 1e-5),
        "fft of a prime length": (prime, compiled(lambda a=Array: np.fft.fft(a)), {
            "SciPy": partial(fft.fft, workers=2)}, 1e-4),
        "fftconvolve": (picture, lambda a: filters.fftconvolve(a, kernel, mode="same"), {
            "SciPy": lambda a: signal.fftconvolve(a, kernel, mode="same")}, 1e-4),
    }


def settled(side: int) -> dict:
    import cv2
    from scipy import ndimage
    from scipy.cluster import vq
    from skimage import segmentation
    hills, grain = smooth(side), noise(side, side)
    masks = {"hills": hills > 0.5, "noise": grain < 0.35, "dense noise": grain < 0.6}
    found = {f"labels, {name}": (as_bytes(mask), filters.label, {
        "SciPy": lambda a: ndimage.label(a)[0],
        "OpenCV": lambda a: cv2.connectedComponents(a, connectivity=4)[1]}, "as many") for name, mask in masks.items()}
    seeds = ndimage.label(hills < 0.3)[0].astype(np.int32)
    colours = np.dstack([hills, grain, hills * grain])

    def by_vq(a):
        flat = a.reshape(-1, 3)
        mean, deviation = flat.mean(0), flat.std(0)
        begun = (mean + np.outer((np.arange(8) + 0.5) / 8 * 4 - 2, deviation)).astype(np.float32)
        centres, nearest = vq.kmeans2(flat, begun, iter=16, minit="matrix", missing="warn")
        return centres[nearest].reshape(a.shape)

    found.update({
        "distance": (as_bytes(~masks["hills"]), partial(filters.distance, dtype="float32"), {
            "SciPy": ndimage.distance_transform_edt,
            "OpenCV": lambda a: cv2.distanceTransform(a, cv2.DIST_L2, cv2.DIST_MASK_PRECISE)}, 1e-4),
        "distance, noise": (as_bytes(grain > 0.01), partial(filters.distance, dtype="float32"), {
            "SciPy": ndimage.distance_transform_edt,
            "OpenCV": lambda a: cv2.distanceTransform(a, cv2.DIST_L2, cv2.DIST_MASK_PRECISE)}, 1e-4),
        "watershed": (hills, lambda a: filters.watershed(a, seeds), {
            "scikit-image": lambda a: segmentation.watershed(a, seeds)}, "mostly"),
        "k-means, 8 colours": (colours, partial(filters.kmeans, colours=8), {"SciPy": by_vq}, "mostly"),
    })
    return found


def ready(side: int) -> dict:
    """Ready filters that ask something of the whole picture."""
    import cv2
    from skimage import feature, registration
    from skimage import filters as levels
    hills, grain, part = smooth(side), noise(side, side), side // 8
    photo, patch = as_bytes(hills), hills[part:2 * part, part:2 * part].copy()
    grainy = hills + 0.1 * grain  # (of hills alone only the few lowest frequencies say anything: the rest is rounding)
    moved = np.roll(grainy, (7, -12), (0, 1)) + 0.02 * noise(side, side)
    return {
        "otsu": (photo, filters.otsu, {
            "OpenCV": lambda a: cv2.threshold(a, 0, 255, cv2.THRESH_BINARY + cv2.THRESH_OTSU)[1],
            "scikit-image": lambda a: a > levels.threshold_otsu(a)}, "as light"),
        "equalize": (photo, filters.equalize, {"OpenCV": cv2.equalizeHist}, "within one"),
        "clahe": (photo, filters.clahe, {"OpenCV": cv2.createCLAHE(2.0, (8, 8)).apply}, "to look at"),
        "moments": (photo, filters.moments, {"OpenCV": cv2.moments}, "to look at"),
        "canny": (photo, partial(filters.canny, low=0.1, high=0.2), {
            "OpenCV": lambda a: cv2.Canny(cv2.GaussianBlur(a, (0, 0), 1), 25, 50),
            "scikit-image": lambda a: feature.canny(a, low_threshold=0.1, high_threshold=0.2)}, "to look at"),
        "match_template": (hills, lambda a: filters.match_template(a, patch[:32, :32]), {
            "scikit-image": lambda a: feature.match_template(a, patch[:32, :32], pad_input=True)}, "to look at"),
        "phase_correlation": (grainy, lambda a: np.array(filters.phase_correlation(a, moved)), {
            "scikit-image": lambda a: registration.phase_cross_correlation(a, moved)[0][::-1]}, 1e-3),
        "peaks": (hills, filters.peaks, {"scikit-image": feature.peak_local_max}, "to look at"),
    }


def axes(side: int) -> dict:
    """Whole arrays along their axes, products, groups of few."""
    from scipy import ndimage
    picture, fewer, few = noise(side, side), noise(side // 2, side // 2), noise(side, 8)
    volume, kinds = noise(side // 16, side // 16, side // 8), RANDOM.integers(0, 8, side * side).astype(np.int32)
    return {
        "argmax of columns": (picture, compiled(lambda a=Array: a.argmax(axis=0)), {"NumPy": lambda a: a.argmax(axis=0)}, 0),
        "sorted rows": (picture, compiled(lambda a=Array: np.sort(a, axis=1)), {"NumPy": lambda a: np.sort(a, axis=1)}, 0),
        "sorted columns": (picture, compiled(lambda a=Array: np.sort(a, axis=0)), {"NumPy": partial(np.sort, axis=0)}, 0),
        "product": (fewer, compiled(lambda a=Array: a @ a), {"NumPy": lambda a: a @ a}, 1e-4),
        "product, 8 columns": (picture, lambda a, product=compiled(lambda a=Array, b=Array: a @ b): product(a, few), {
            "NumPy": lambda a: a @ few}, 1e-4),
        "sums of 8 groups": (kinds, compiled(lambda a=Array: np.bincount(a, minlength=8)), {
            "NumPy": lambda a: np.bincount(a, minlength=8)}, 0),
        "gaussian of a volume": (volume, partial(filters.volumes.gaussian, sigma=2), {
            "SciPy": lambda a: ndimage.gaussian_filter(a, 2)}, 1e-4),
        "median of a volume": (volume, partial(filters.volumes.median, size=3), {
            "SciPy": lambda a: ndimage.median_filter(a, 3)}, 1e-6),
        "erosion of a volume": (volume, partial(filters.volumes.erode, size=3), {
            "SciPy": lambda a: ndimage.grey_erosion(a, 3)}, 1e-6),
    }


def plain(side: int) -> dict:
    """Filters of few neighbours: of a small picture, what a call costs."""
    import cv2
    picture, colours = noise(side, side), as_bytes(noise(side, side, 3))

    def mean(im=Image(border="mirror"), p=pygpu.Position):
        return sum(im(p + (i, j)) for j in (-1, 0, 1) for i in (-1, 0, 1)) / 9

    return {
        "plus one": (picture, compiled(lambda im=Image, p=pygpu.Position: im(p) + 1), {"NumPy": lambda a: a + 1}, 1e-6),
        "mean of 3x3": (picture, compiled(mean), {"OpenCV": partial(cv2.blur, ksize=(3, 3))}, 1e-6),
        "mean of 3x3, colours": (colours, compiled(mean), {"OpenCV": partial(cv2.blur, ksize=(3, 3))}, "within one"),
        "median of 3x3": (picture, partial(filters.median, size=3, border="nearest"), {
            "OpenCV": lambda a: cv2.medianBlur(a, 3)}, 0),
    }


ROOMS = (values, scans, spectra, settled, ready, axes, plain)


def compiled(function):
    return pygpu.compile(function)


def programs(side: int) -> dict:
    return {name: row for room in ROOMS for name, row in room(side).items()}


def is_same(found, expected, how) -> bool:
    """Whether two results are the same, as far as the libraries agree on what it is."""
    if isinstance(how, str):
        one, other = np.asarray(found), np.asarray(expected)
        if how == "means":  # Pillow rounds what is handed on
            return abs(one.mean() - other.mean()) < 1
        if how == "as many":
            return int(one.max()) == int(other.max()) and bool(((one == 0) == (other == 0)).all())
        if how == "to look at":  # each library means something else by it: that it is like it, the suite says
            return True
        if how == "within one":
            return int(np.abs(one.astype(int) - other).max()) <= 1
        if how == "as light":
            return bool(((one > 0) == (other > 0)).all())
        return bool((np.abs(one - other) < 1e-3).mean() > 0.98)
    return distance(found, expected) <= how


def distance(found, expected) -> float:
    if np.iscomplexobj(expected):
        found, expected = (found.real, found.imag), (expected.real, expected.imag)
    if isinstance(expected, tuple):
        return max(differs(np.asarray(one, float), np.asarray(other, float)) for one, other in zip(found, expected))
    return differs(np.asarray(found, float), np.asarray(expected, float))


def main(words: list[str]) -> int:
    made = argparse.ArgumentParser(prog="python -m pygpu bench wholes", description=__doc__.split("\n")[0],
                                   epilog=__doc__.split("\n", 4)[4], formatter_class=argparse.RawDescriptionHelpFormatter)
    made.add_argument("names", metavar="NAME", nargs="*", help="of rows, or how they begin (default: all)")
    made.add_argument("--rounds", type=int, default=7, metavar="N", help="(default: 7)")
    made.add_argument("--side", type=int, metavar="N", help="of the pictures (default: 2048, on a GPU 8192)")
    made.add_argument("--device", help="as in PYGPU_DEVICE")
    made.add_argument("--processor", action="store_true", help="the time of all processors together")
    options = made.parse_args(words)
    device = pygpu.use(options.device or None)
    if device is not None and device.kind == "gpu":
        return wholes_on_gpu.main(options.names, options.side or 8192, options.rounds)
    failed = 0
    for room in ROOMS:
        for name, (given, ours, others, how) in room(options.side or 2048).items():
            if options.names and not any(name.startswith(each) for each in options.names):
                continue
            calls = {"PyGPU": partial(ours, given), "copy": given.copy} | {
                who: partial(call, given) for who, call in others.items()}
            expected = calls[next(iter(others))]()
            same = is_same(calls["PyGPU"](), expected, how)
            failed += not same
            times = raced(calls, options.rounds, process_time if options.processor else perf_counter)
            best = min(times[who] for who in others)
            print(f"{name:22}" + "   ".join(f"{who} {1e3 * seconds:8.2f}" for who, seconds in times.items())
                  + f"   PyGPU / best {times['PyGPU'] / best:6.2f}   copies {times['PyGPU'] / times['copy']:6.1f}"
                  + ("" if same else "   DIFFERS"), flush=True)
    return 1 if failed else 0
