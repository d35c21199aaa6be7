"""The paper's program as printed (samples 1 to 3) against references that no one here wrote: SciPy and NumPy.

The paper's `convolve` does not flip the kernel: it is scipy.ndimage.correlate, with the border called "nearest" there.
"""

import runpy
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

import pygpu
from pygpu.commandline.show import Shown
from pygpu.schedule import CPU
from tests.effort import calls
from tests.engines import FLOAT32, check

ndimage = pytest.importorskip("scipy.ndimage")
ROOT = Path(__file__).resolve().parent.parent.parent
PHOTO = ROOT / "images" / "camera.png"


def sample(name: str) -> dict:
    return runpy.run_path(str(next((ROOT / "samples").glob(f"*_{name}.py"))))


def sobel_by_scipy(image: np.ndarray, kernel: np.ndarray) -> np.ndarray:
    gx = ndimage.correlate(image, kernel.astype(float), mode="nearest")
    gy = ndimage.correlate(image, kernel.T.astype(float), mode="nearest")
    return np.hypot(gx, gy)


def test_edge_detection_on_an_array(engine):
    image = np.random.default_rng(7).random((37, 53), np.float32)
    names = sample("edge_detect")
    result = names["sobelEdgeDetGPU"](image)
    assert result.dtype == np.float32
    assert np.abs(result - sobel_by_scipy(image.astype(float), names["sobelKernel"])).max() < FLOAT32


def test_edge_detection_on_a_photograph(engine):
    photo = Image.open(PHOTO)
    if engine.is_checker:
        photo = photo.crop((200, 100, 264, 164))
    names = sample("edge_detect")
    expected = sobel_by_scipy(np.asarray(photo) / 255, names["sobelKernel"])
    exact = names["sobelEdgeDetGPU"](photo, mode="F")
    assert isinstance(exact, Image.Image) and exact.mode == "F"
    assert np.abs(np.asarray(exact) - expected).max() < FLOAT32
    edges = names["sobelEdgeDetGPU"](photo)
    assert (edges.mode, edges.size) == (photo.mode, photo.size)
    assert np.abs(np.asarray(edges) - 255 * expected.clip(0, 1)).max() <= 0.5 + 255 * FLOAT32


def test_convolution_with_any_kernel(engine):
    image = np.random.default_rng(8).random((24, 31), np.float32)
    convolve = sample("convolve")["convolve"]
    for shape in ((3, 3), (2, 7)):
        kernel = np.random.default_rng(9).standard_normal(shape)
        result = pygpu.compile(convolve, kernel=kernel)(image)
        assert np.abs(result - ndimage.correlate(image.astype(float), kernel, mode="nearest")).max() < FLOAT32


@pytest.mark.parametrize("channels", [(), (3,), (4,)], ids=["gray", "rgb", "rgba"])
def test_scalar_multiplication(channels, engine):
    image = np.random.default_rng(10).random((9, 14, *channels), np.float32)
    multiply = sample("scalar_mul")["multiply"]
    for c in (0.5, -2.0):
        assert np.abs(multiply(c, image) - np.float32(c) * image).max() < 1e-6


def test_plain_python_says_the_same(engine):
    names = sample("edge_detect")
    image = np.random.default_rng(11).random((6, 7), np.float32)
    check(names["edgeDetect"], image, known={"kernel": names["sobelKernel"]})


def test_compiling_is_quick():
    """Tracing to text: some 20 milliseconds."""
    filter, texts = sample("edge_detect")["sobelEdgeDetGPU"], []
    assert calls(lambda: texts.append(Shown(filter, 1, CPU).kernel())) < 120_000
    assert "__kernel" in texts[0]
