"""Reading and writing images on every driver: borders at any distance, storage formats, both memory forms."""

import numpy as np
import pytest

from pygpu.ir import BOOL, FLOAT, INT
from pygpu.opencl import Format
from pygpu.opencl.emit import emit
from pygpu.schedule.plans import Pixels

from .graphs import Maker, sobel
from .launch import drivers, format_of, launch

PAD = {"clamp": "edge", "mirror": "reflect", "reflect": "symmetric", "wrap": "wrap", "constant": "constant"}
SIZES = [(1, 1), (1, 5), (4, 1), (2, 3), (7, 6), (70, 9)]

pytestmark = [pytest.mark.filterwarnings("ignore"), pytest.mark.parametrize("driver", drivers())]


def pad(image, border, amount, fill=0.0):
    """numpy.pad one axis at a time, each with its own border."""
    for axis, mode in ((1, border[0]), (0, border[1])):
        widths = [(0, 0)] * image.ndim
        widths[axis] = (amount, amount)
        extra = {"constant_values": fill} if mode == "constant" else {}
        image = np.pad(image, widths, PAD[mode], **extra)
    return image


def random(size, dtype="float32", channels=1, seed=1):
    rng = np.random.default_rng(seed)
    shape = (size[1], size[0]) + ((channels,) if channels > 1 else ())
    if dtype == "bool":
        return rng.random(shape) < 0.5
    if np.dtype(dtype).kind == "f":
        return (rng.random(shape) - 0.3).astype(dtype)
    info = np.iinfo(dtype)
    return rng.integers(info.min, info.max, shape, dtype, endpoint=True)


@pytest.mark.parametrize("memory", ["buffer", "image"])
@pytest.mark.parametrize("border", [*PAD, ("wrap", "constant"), ("mirror", "clamp")], ids=str)
def test_borders(driver, border, memory):
    """A sum of reads near and far, so that each has its own weight in the result."""
    if memory == "image" and driver == "oclgrind":
        pytest.skip("slow, and no other than the buffer form for what is tested")
    border = (border, border) if isinstance(border, str) else border
    m = Maker(border=border, fill=(0.75,))
    taps = [(0, 0, 1.0), (1, 0, 2.0), (0, -1, 4.0), (-2, 1, 8.0), (9, -9, 16.0), (-23, 17, 32.0)]
    graph = m.done(m.sum(m("mul", m.read(dx, dy), w) for dx, dy, w in taps))
    program = emit(graph, Pixels(), (Format("float32", 1, memory),), (Format("float32", 1),))
    for width, height in SIZES:
        image = random((width, height))
        wide = pad(image, border, 24, 0.75)
        expected = sum(w * wide[24 + dy:24 + dy + height, 24 + dx:24 + dx + width] for dx, dy, w in taps)
        (result,) = launch(driver, program, [image])
        np.testing.assert_allclose(result, expected, rtol=1e-5, atol=1e-5)


@pytest.mark.parametrize("size", [(1, 1), (1, 40), (130, 1), (67, 35)])
def test_interior_and_border_agree(driver, size):
    from scipy import ndimage

    image = random(size)
    (result,) = launch(driver, emit(sobel(), Pixels(), (Format("float32", 1),), (Format("float32", 1),)), [image])
    wide = image.astype(np.float64)
    expected = np.hypot(ndimage.sobel(wide, 0, mode="nearest"), ndimage.sobel(wide, 1, mode="nearest"))
    np.testing.assert_allclose(result, expected, rtol=1e-5, atol=1e-5)


def test_sizes_may_differ(driver):
    m = Maker()
    other = m.add_image("other", border="constant", fill=(5.0,))
    graph = m.done(m("add", m.read(1, 0), m.read(0, 1, image=other)))
    a, b = random((5, 4)), random((3, 8), seed=2)
    program = emit(graph, Pixels(), (format_of(a), format_of(b)), (Format("float32", 1),))
    (result,) = launch(driver, program, [a, b], size=(9, 7))
    expected = np.pad(a, ((0, 3), (0, 5)), "edge")[:7, [1, 2, 3, 4, 4, 4, 4, 4, 4]]
    right = np.pad(b, ((0, 9), (0, 9)), constant_values=5.0)
    np.testing.assert_array_equal(result, expected + right[1:8, :9])


@pytest.mark.parametrize("channels", [1, 2, 3, 4])
@pytest.mark.parametrize("dtype", ["bool", "uint8", "int8", "uint16", "int16", "int32", "float16", "float32"])
def test_formats_round_trip(driver, dtype, channels):
    """Reading a pixel and writing it back changes nothing, whatever the format."""
    scalar = {"b": BOOL, "i": INT}.get(np.dtype(dtype).kind, FLOAT)
    m = Maker(channels=channels, scalar=scalar)
    graph = m.done(tuple(m.read(channel=c) for c in range(channels)))
    image = random((300, 3), dtype, channels)
    (result,) = launch(driver, emit(graph, Pixels(), (format_of(image),), (format_of(image),)), [image])
    np.testing.assert_array_equal(result, image)


@pytest.mark.parametrize("dtype,top", [("uint8", 255), ("uint16", 65535)])
def test_unsigned_read_is_the_nearest_float(driver, dtype, top):
    image = np.arange(top + 1, dtype=dtype).reshape(-1, 256)
    m = Maker()
    program = emit(m.done(m.read()), Pixels(), (Format(dtype, 1),), (Format("float32", 1),))
    (result,) = launch(driver, program, [image])
    np.testing.assert_array_equal(result, (image / top).astype(np.float32))


def test_writing_rounds_half_to_even_and_saturates(driver):
    image = np.array([[0.5, 1.5, 2.5, 300, -3, np.inf, -np.inf, np.nan, 254.5, 254.49]], np.float32) / np.float32(255)
    image[0, :3] = np.array([0.5, 1.5, 2.5]) / 255
    m = Maker()
    program = emit(m.done(m.read()), Pixels(), (Format("float32", 1),), (Format("uint8", 1),))
    (result,) = launch(driver, program, [image])
    with np.errstate(invalid="ignore"):
        expected = np.rint(np.clip(np.nan_to_num(image * np.float32(255), nan=0.0), 0, 255)).astype(np.uint8)
    np.testing.assert_array_equal(result, expected)
    m = Maker()
    program = emit(m.done(m.read()), Pixels(), (Format("float32", 1),), (Format("int16", 1),))
    values = np.array([[0.5, 1.5, -2.5, 40000, -40000, np.inf, 7]], np.float32)
    (result,) = launch(driver, program, [values])
    np.testing.assert_array_equal(result, [[0, 2, -2, 32767, -32768, 32767, 7]])


def test_truth_is_the_formats_one(driver):
    m = Maker()
    graph = m.done(*[m("lt", m.read(), 0.0)] * 4)
    dtypes = ["bool", "uint8", "int16", "float32"]
    image = random((20, 3))
    results = launch(driver, emit(graph, Pixels(), (format_of(image),), tuple(Format(d, 1) for d in dtypes)), [image])
    for result, one in zip(results, [True, 255, 1, 1.0]):
        np.testing.assert_array_equal(result, np.where(image < 0, one, 0))


def test_a_table_is_read_at_its_ends_too(driver):
    m = Maker(scalar=INT)
    value = m("table", m.read(), values=(1.5, -2.0, 0.25), type=FLOAT)
    program = emit(m.done(value), Pixels(), (Format("int32", 1),), (Format("float32", 1),))
    (result,) = launch(driver, program, [np.array([[0, 1, 2, 3, -1, 2**31 - 1, -(2**31)]], np.int32)])
    np.testing.assert_array_equal(result, [[1.5, -2.0, 0.25, 0.25, 1.5, 0.25, 1.5]])
