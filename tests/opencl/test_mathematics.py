"""The vector polynomials against float64, over the whole range of floats and at its corners."""

import numpy as np
import pytest

from pygpu.ir import OPS
from pygpu.opencl import Format
from pygpu.opencl.emit import emit
from pygpu.schedule import CPU, GPU
from pygpu.schedule.blocks.blocks import block
from pygpu.schedule.stages.stages import stages

from .graphs import Maker
from .launch import drivers, is_gpu, launch

pytestmark = pytest.mark.filterwarnings("ignore")
FLOAT32 = Format("float32", 1)
# In units of the last place. tan and pow are quotients and products of what the others compute.
BOUNDS = {"exp": 1.5, "exp2": 1.5, "log": 2.5, "log2": 2.5, "log10": 3, "sin": 2.5, "cos": 2.5, "tan": 5, "tanh": 4,
          "atan": 3}
WIDTH = 1 << 12


def everywhere() -> np.ndarray:
    """Floats of every exponent and both signs, many near where functions bend, and the corners."""
    rng = np.random.default_rng(5)
    bits = rng.integers(0, 1 << 32, 60000, np.uint64).astype(np.uint32).view(np.float32)
    near = np.concatenate([rng.uniform(-r, r, 20000) for r in (0.7, 2.0, 11.0, 105.0, 1e4)]).astype(np.float32)
    one = (1 + rng.uniform(-1e-3, 1e-3, 5000)).astype(np.float32)
    turns = (np.arange(-4000, 4000) * (np.pi / 4)).astype(np.float32)
    ends = np.array([0.0, -0.0, np.inf, -np.inf, np.nan, 1e-45, -1e-45, 1.1754944e-38, 3.4028235e38,
                     88.72284, -103.97, 1.0], "f")
    values = np.concatenate([bits, near, one, turns, ends])
    return np.pad(values, (0, -len(values) % WIDTH)).reshape(-1, WIDTH)


def ulps(result, expected):
    """Distance in units of the last place of the right result; 0 where both are the same special value."""
    right = expected.astype(np.float32)
    same = (result == right) | (np.isnan(result) & np.isnan(right))
    unit = np.maximum(np.spacing(np.abs(right)).astype(np.float64), 1.4e-45)
    return np.where(same, 0.0, np.abs(result.astype(np.float64) - expected) / unit)


@pytest.fixture(params=[d for d in drivers() if d != "oclgrind"])
def driver(request):
    return request.param


def compute(driver, m, value, arrays, scalars=()):
    graph = m.done(value)
    device = GPU if is_gpu(driver) else CPU
    program = emit(graph, block(stages(graph), device, 1), (FLOAT32,) * len(graph.images), (FLOAT32,))
    return launch(driver, program, arrays, scalars)[0]


@pytest.mark.parametrize("name", BOUNDS)
def test_one_argument(driver, name):
    x = everywhere()
    m = Maker()
    result = compute(driver, m, m(name, m.read()), [x])
    with np.errstate(all="ignore"):
        expected = OPS[name].evaluate(x.astype(np.float64))
    error = ulps(result, expected)
    worst = np.nanargmax(np.where(np.isnan(error), np.inf, error))
    assert error.flat[worst] <= bound(driver, name), [each.flat[worst] for each in (x, result, expected, error)]


def bound(driver, name) -> float:
    """Vectors have polynomials of our own; single numbers, on a GPU, what OpenCL promises of the driver's functions."""
    return max(BOUNDS[name], 3) if is_gpu(driver) else BOUNDS[name]


@pytest.mark.parametrize("name", ["exp", "exp2"])
def test_never_positive(driver, name):
    """The form for an argument that is known to be never positive: a weight that falls with a distance."""
    x = everywhere()
    m = Maker()
    program = m(name, m("neg", m("abs", m.read())))
    result = compute(driver, m, program, [x])
    with np.errstate(all="ignore"):
        expected = OPS[name].evaluate(-np.abs(x.astype(np.float64)))
    assert np.nanmax(ulps(result, expected)) <= bound(driver, name) and np.isnan(result[np.isnan(x)]).all()


def test_pow(driver):
    rng = np.random.default_rng(6)
    x, y = everywhere(), everywhere()[::-1].copy()
    x[:20] = rng.uniform(0, 4, (20, WIDTH))
    y[:10] = rng.uniform(-3, 3, (10, WIDTH))
    y[10:20] = rng.uniform(-200, 200, (10, WIDTH))
    m = Maker()
    other = m.add_image("other")
    result = compute(driver, m, m("pow", m.read(), m.read(image=other)), [x, y])
    with np.errstate(all="ignore"):
        expected = np.power(x.astype(np.float64), y.astype(np.float64))
    error = ulps(result, expected)
    denormal = (np.abs(expected) < 1.2e-38) & (np.abs(result) < 1.2e-38)
    worst = np.argmax(np.where(denormal, 0, error))
    assert error.flat[worst] <= 16, (x.flat[worst], y.flat[worst], result.flat[worst], expected.flat[worst])
    assert (error[:10] <= 3).all()


@pytest.mark.parametrize("power", [0.45454547, 2.2, -0.3, 3.7, -3.99, 1e-3, 7.5, 0.0, 33.0, -1e9, np.inf, -np.inf, np.nan])
@pytest.mark.parametrize("rare", [True, False])
def test_pow_with_one_power(driver, power, rare):
    """The same power for all: gamma. Beside what is rare, and where all neighbours are ordinary numbers."""
    x = everywhere()
    if not rare:
        x = np.abs(x[np.isfinite(x)]).copy()
        x[:WIDTH] = 0.0
        x = np.sort(x)[:len(x) // WIDTH * WIDTH].reshape(-1, WIDTH)
    m = Maker()
    result = compute(driver, m, m("pow", m.read(), m.add_scalar("power")), [x], [power])
    with np.errstate(all="ignore"):
        expected = np.power(x.astype(np.float64), np.float64(np.float32(power)))
    error = ulps(result, expected)
    worst = np.argmax(error)
    bound = 2.5 if abs(power) < 1 else 4 if abs(power) < 4 else 16
    assert error.flat[worst] <= bound, (x.flat[worst], result.flat[worst], expected.flat[worst], error.flat[worst])


def test_atan2(driver):
    x, y = everywhere(), everywhere()[:, ::-1].copy()
    rng = np.random.default_rng(7)
    rng.shuffle(y.ravel())
    corners = np.array([0.0, -0.0, 1.0, -1.0, np.inf, -np.inf, np.nan], np.float32)
    x[0, :49], y[0, :49] = np.repeat(corners, 7), np.tile(corners, 7)
    m = Maker()
    other = m.add_image("other")
    result = compute(driver, m, m("atan2", m.read(image=other), m.read()), [x, y])
    expected = np.arctan2(y.astype(np.float64), x.astype(np.float64))
    error = ulps(result, expected)
    tiny = np.abs(expected) < 1.2e-38
    worst = np.argmax(np.where(tiny, 0, error))
    assert error.flat[worst] <= 4, (y.flat[worst], x.flat[worst], result.flat[worst], expected.flat[worst])
    found, wanted = result[0, :49], expected.astype(np.float32)[0, :49]
    assert np.array_equal(np.signbit(found), np.signbit(wanted) | np.isnan(found) & np.signbit(found))
