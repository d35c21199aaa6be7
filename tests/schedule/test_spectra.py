"""Large kernels by their spectra: right to rounding, and where spectra cannot be, as a sum would be."""

import numpy as np
import pytest

from pygpu.opencl.emit import emit
from pygpu.opencl.spectra import spectrum
from pygpu.schedule import CPU, GPU
from pygpu.schedule.plan import plan
from pygpu.schedule.stages.stages import stages
from pygpu.schedule.stages.web import Way
from pygpu.schedule.sums.spectra import Large, large
from pygpu.schedule.target import COMMON
from pygpu.schedule.tiles.apart import in_spectra
from tests.opencl.graphs import Maker
from tests.opencl.launch import drivers, format_of, is_gpu, launch

# Each driver with what is written for CPUs, as far as it is no GPU's (oclgrind says it is everything), and for GPUs.
PLACES = [(driver, device) for driver in drivers() for device in (CPU, GPU)
          if device is GPU or driver == "oclgrind" or not is_gpu(driver)]
NAMES = [f"{driver}-{device.kind}" for driver, device in PLACES]
ON_EACH = pytest.mark.parametrize("driver, device", PLACES, ids=NAMES)
BORDERS = {"clamp": "edge", "mirror": "reflect", "reflect": "symmetric", "wrap": "wrap", "constant": "constant"}


def kernel(height, width, mixed=False):
    rng = np.random.default_rng(height)
    weights = rng.random((height, width)) - 0.5 * mixed
    weights[height // 3, width // 2] = 0.0
    return (weights / np.abs(weights).sum()).astype(np.float32).astype(np.float64)


def correlated(image, weights, border):
    """What the filter is, in float64, by weights one after the other: 0 times NaN is never taken."""
    height, width = weights.shape
    around = [(height // 2, height - 1 - height // 2), (width // 2, width - 1 - width // 2)]
    padded = np.pad(image.astype(np.float64), around, BORDERS[border])
    total = np.zeros(image.shape)
    for y, x in zip(*np.nonzero(weights)):
        total += weights[y, x] * padded[y:y + image.shape[0], x:x + image.shape[1]]
    return total


def filtered(driver, device, weights, image, border="clamp"):
    m = Maker(border=border)
    graph = m.done(m.convolve(weights))
    made, = in_spectra(stages(graph), device)
    assert "spectra" in [own.kind for _, own in made.passes]
    program = emit(graph, made, (format_of(image),), (format_of(image),), device)
    result, = launch(driver, program, [image], (), image.shape[::-1])
    return result


def size_for(driver):
    return (5, 35) if driver == "oclgrind" else (301, 270)


@pytest.mark.parametrize("border", BORDERS)
@ON_EACH
def test_borders(driver, device, border):
    for size in [(5, 35)] if driver == "oclgrind" else [(40, 50), (129, 131)]:  # NumPy pads no further than a picture goes
        image = np.random.default_rng(1).random(size).astype(np.float32)
        result = filtered(driver, device, kernel(9, 11), image, border)
        wanted = correlated(image, kernel(9, 11), border)
        np.testing.assert_allclose(result, wanted, atol=5e-7, err_msg=str(size))


@pytest.mark.parametrize("shape", [(11, 11), (11, 12), (12, 31), (31, 12), (40, 15), (101, 9), (260, 5)], ids=str)
@ON_EACH
def test_shapes(driver, device, shape):
    if driver == "oclgrind" and (max(shape) > 31 or device is GPU and shape[0] > 20):
        pytest.skip("too long for the checker, which adds up what all kernels of a program share")
    for size in [(4, 37)] if driver == "oclgrind" else [(1, 1), (3, 200), (301, 270)]:
        image = np.random.default_rng(2).random(size).astype(np.float32) - 0.3
        for mixed in (False, True) if shape in [(12, 31), (260, 5)] else (False,):
            result = filtered(driver, device, kernel(*shape, mixed), image)
            wanted = correlated(image, kernel(*shape, mixed), "clamp")
            np.testing.assert_allclose(result, wanted, atol=7e-7, err_msg=f"{size} {mixed}")


@ON_EACH
def test_what_is_not_finite_stays_where_it_is(driver, device):
    image = np.random.default_rng(3).random(size_for(driver)).astype(np.float32)
    image[2, 3], image[-3, 30] = np.nan, np.inf
    image[0, 0] = 3e38
    result, wanted = filtered(driver, device, kernel(11, 11), image), correlated(image, kernel(11, 11), "clamp")
    assert np.array_equal(np.isnan(result), np.isnan(wanted)) and np.array_equal(np.isinf(result), np.isinf(wanted))
    assert np.isfinite(result).any() and np.isnan(result).any() and np.isinf(result).any()
    np.testing.assert_allclose(result, wanted, rtol=2e-6, atol=1e-6)


@ON_EACH
def test_far_from_what_is_not_finite_nothing_changes(driver, device):
    image = np.random.default_rng(3).random(size_for(driver)).astype(np.float32)
    before = filtered(driver, device, kernel(11, 11), image)
    image[0, 0] = np.nan
    after = filtered(driver, device, kernel(11, 11), image)
    assert np.isnan(after[:5, :5]).all() and np.isfinite(after[:, 6:]).all() and np.isfinite(after[6:]).all()
    np.testing.assert_allclose(after[:, 6:], before[:, 6:], atol=5e-7)


@ON_EACH
def test_the_largest_numbers_do_not_come_to_infinity(driver, device):
    """The kernel's mean of them is a number, while the sum of a piece is none."""
    for size in (1e34, 1e38):
        image = (np.random.default_rng(3).random(size_for(driver)) + 1.0).astype(np.float32) * np.float32(size)
        result, wanted = filtered(driver, device, kernel(11, 11), image), correlated(image, kernel(11, 11), "clamp")
        np.testing.assert_allclose(result, wanted, rtol=3e-6)


@pytest.mark.parametrize("mixed", [False, True])
@ON_EACH
def test_zero_stays_zero(driver, device, mixed):
    """A mask with one speck: its surroundings are exactly zero, so that `> 0` tells where the kernel has been."""
    image, weights = np.zeros(size_for(driver), np.float32), kernel(11, 11, mixed)
    image[3, 17] = 1.0
    result, wanted = filtered(driver, device, weights, image), correlated(image, weights, "clamp")
    assert np.array_equal(result == 0, wanted == 0)
    assert not filtered(driver, device, weights, np.zeros_like(image)).any()


@ON_EACH
def test_the_dark_beside_the_bright(driver, device):
    """Far away from a star the sky is as exact as if it were not there."""
    image = np.random.default_rng(4).random(size_for(driver)).astype(np.float32) * 1e-5
    image[2, 2] = 1e5
    result, wanted = filtered(driver, device, kernel(11, 11), image), correlated(image, kernel(11, 11), "clamp")
    np.testing.assert_allclose(result, wanted, rtol=3e-6)


@ON_EACH
def test_of_a_stage_and_among_others(driver, device):
    """A kernel over squares and another over the picture itself, in one filter, of two channels of bytes."""
    m = Maker(channels=2, border="mirror")
    one, two = kernel(10, 12), kernel(15, 9, True)
    squared = lambda x, y: m("mul", m.read(x, y, 1), m.read(x, y, 1))
    graph = m.done((m("sub", m.convolve(one, squared), m.read(3, -2, 0)), m.convolve(two)))
    if driver == "oclgrind":
        pytest.skip("too long for the checker")
    made, = in_spectra(stages(graph), device)
    assert [own.kind for _, own in made.passes].count("spectra") == 2
    image = np.random.default_rng(6).integers(0, 256, (70, 90, 2), np.uint8)
    shape = np.empty((1, 1, 2), np.float32)
    result, = launch(driver, emit(graph, made, (format_of(image),), (format_of(shape),), device), [image], (), (90, 70))
    first, second = (image[..., i] / 255.0 for i in (0, 1))
    moved = np.pad(first, ((2, 0), (0, 3)), "reflect")[:70, 3:]
    np.testing.assert_allclose(result[..., 0], correlated(second ** 2, one, "mirror") - moved, atol=2e-6)
    np.testing.assert_allclose(result[..., 1], correlated(first, two, "mirror"), atol=2e-6)


@ON_EACH
def test_two_kernels_of_one_size(driver, device):
    if driver == "oclgrind":
        pytest.skip("too long for the checker")
    m = Maker()
    one, two = kernel(12, 13), kernel(12, 13, True)
    graph = m.done(m("mul", m.convolve(one), m.convolve(two)))
    made, = in_spectra(stages(graph), device)
    image = np.random.default_rng(7).random((60, 50)).astype(np.float32)
    result, = launch(driver, emit(graph, made, (format_of(image),), (format_of(image),), device), [image], (), (50, 60))
    np.testing.assert_allclose(result, correlated(image, one, "clamp") * correlated(image, two, "clamp"), atol=2e-6)


def test_they_are_chosen_where_they_win():
    def kinds(weights, exact=False):
        m = Maker()
        graph = m.done(m.convolve(weights))
        graph.exact = exact
        return [own.kind for _, own in plan(graph).passes]

    assert "spectra" in kinds(kernel(31, 31))
    assert "spectra" not in kinds(kernel(31, 31), exact=True)
    assert "spectra" not in kinds(np.outer(kernel(31, 1), kernel(1, 31)))
    assert "spectra" not in kinds(kernel(5, 5))


@pytest.mark.parametrize("height", [5, 20, 100, 400])
def test_the_spectrum_of_a_kernel(height):
    """In the order in which a piece's frequencies come: each product with it is a sum over neighbours below."""
    column = kernel(height, 1)
    piece = Large(column, (0, 0)).piece
    assert piece in COMMON.pieces and piece > height
    signal = np.random.default_rng(height).random(piece)
    digits = [int(np.base_repr(i, 4).zfill(int(np.log2(piece)) // 2)[::-1], 4) for i in range(piece)]
    turned = np.empty(piece, complex)
    turned[digits] = np.fft.fft(signal)[digits] * spectrum(column.tobytes(), column.shape, piece)[:, 0]
    wanted = np.correlate(signal, column[:, 0], "valid")
    np.testing.assert_allclose(np.fft.ifft(turned).real[:len(wanted)] * piece, wanted, atol=1e-12)


def test_a_kernel_of_a_node_and_its_place():
    m = Maker()
    made = in_spectra(stages(m.done(m.convolve(kernel(10, 9)))), CPU)[0]
    node = next(node for node in made.stages.order if node.way is Way.SPECTRUM)
    found = large(node)
    np.testing.assert_allclose(found.weights, kernel(10, 9))
    assert found.corner == (min(use.dx for use in node.uses), min(use.dy for use in node.uses)) == (-4, -4)
    assert node.uses[0][1:] == (0, 0) and found.work > 0
