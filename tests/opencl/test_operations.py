"""Every operation of the graph, on every driver, gives what its NumPy definition gives, at the corners too."""

import numpy as np
import pytest

from pygpu.ir import BOOL, DOUBLE, DTYPES, FLOAT, INT, OPS, Type
from pygpu.ir.ops import GOES_ON
from pygpu.opencl import Format
from pygpu.opencl.emit import emit
from pygpu.schedule import CPU, GPU
from pygpu.schedule.blocks.blocks import block
from pygpu.schedule.plans import Pixels
from pygpu.schedule.stages.stages import stages
from pygpu.schedule.strategies import masks

from .graphs import Maker
from .launch import drivers, is_gpu, launch

FLOATS = np.array([0.0, -0.0, 1.0, -1.0, 0.5, -0.5, 1.5, 2.5, -2.5, 3.0, -3.0, 7.0, -7.0, 0.1, 1e-3, 1e10, -1e10, 3e9, 88.0,
                   -100.0, np.inf, -np.inf, np.nan], np.float32)
INTS = np.array([0, 1, -1, 2, -2, 3, -3, 7, -7, 31, 32, 33, 100, -100, 65536, 2**31 - 1, -(2**31), -(2**31) + 1], np.int32)
BOOLS = np.array([False, True])
VALUES = {FLOAT: FLOATS, INT: INTS, BOOL: BOOLS}
# In units of the last place: OpenCL's own bounds for its mathematics, 16 for those that are products of others.
LOOSE = {"div": 3, "sqrt": 3, "pow": 16, "tgamma": 16, "floordiv": 0, "tan": 6}
EVERY = [kind for kind in OPS.values() if kind.evaluate is not None and kind is not GOES_ON]  # which speaks to the run time
ELEMENTWISE = [(kind, type) for kind in EVERY for type in kind.takes if type in VALUES
               and kind.rule((type,) * kind.arity, {}) in VALUES]
OTHERS = [type for type in Type if type not in VALUES]


@pytest.mark.parametrize("driver", drivers())
@pytest.mark.parametrize("shape", ["pixels", "block"])
@pytest.mark.parametrize("kind,type", ELEMENTWISE, ids=lambda v: getattr(v, "name", None))
def test_operation(driver, kind, type, shape):
    types = [type] * kind.arity if kind.name != "select" else [BOOL, type, type]
    grids = np.meshgrid(*(VALUES[t] for t in types), indexing="ij")
    arrays = [np.ascontiguousarray(g.reshape(1, -1)) for g in grids]
    m = Maker("op", scalar=types[0])
    images = [m.image] + [m.add_image(f"im{i}", scalar=t) for i, t in enumerate(types[1:])]
    value = m(kind, *(m.read(image=i) for i in images))
    formats = tuple(Format(t.stored, 1) for t in types)
    graph = m.done(value)
    plan = Pixels() if shape == "pixels" else block(stages(graph), GPU if is_gpu(driver) else CPU, 1)
    program = emit(graph, plan, formats, (Format(value.type.stored, 1),))
    (result,) = launch(driver, program, arrays)
    with np.errstate(all="ignore"):
        expected = np.asarray(kind.evaluate(*arrays))
    if kind.name in ("lgamma", "tgamma"):  # NumPy's definition says NaN where the C library has an infinity
        expected = np.where(np.isinf(result), result, expected)
    if kind.name == "int_of_float" and driver == "oclgrind":  # whose NaN becomes the lowest number
        expected = np.where(np.isnan(arrays[0]), result, expected)
    if value.type is FLOAT:
        assert_floats(result, expected, bound(kind, driver))
    else:
        assert np.array_equal(result, expected), list(zip(*(a[0] for a in arrays), result[0], expected[0]))


def numbers(type):
    """Numbers of a type where things go wrong."""
    if type in VALUES:
        return VALUES[type]
    if type is DOUBLE:
        return np.array([*FLOATS, 1e300, -1e-300, 0.3, 2.0**53, 1e19, -9e18])
    low, high = type.limits
    found = {type.wrap(int(n)) for n in INTS} | {low, low + 1, high, high - 1, high // 2, high // 2 + 1}
    return np.array(sorted(found), type.stored)


@pytest.mark.parametrize("driver", drivers())
@pytest.mark.parametrize("shape", ["pixels", "block", "masks"])
@pytest.mark.parametrize("type", OTHERS, ids=lambda v: v.value)
def test_operations_of(driver, type, shape):
    """All operations that take numbers of this type, or give them, in one kernel for each count of operands."""
    if type is DOUBLE and not drivers()[driver].double_fp_config:
        pytest.skip("no doubles there")
    for arity in (1, 2, 3):
        kinds = [(kind, given) for kind in EVERY if kind.arity == arity
                 for given in kind.takes if given is type or kind.rule((given,) * arity, {}) is type]
        for given in dict.fromkeys(given for _, given in kinds):
            operations([kind for kind, each in kinds if each is given], given, arity, driver, shape)


def operations(kinds, type, arity, driver, shape):
    types = [type] * arity if arity < 3 else [BOOL, type, type]
    grids = np.meshgrid(*(numbers(t) for t in types), indexing="ij")
    arrays = [np.ascontiguousarray(np.repeat(g.reshape(1, -1), 2, 0)) for g in grids]
    m = Maker("op", scalar=types[0])
    images = [m.image] + [m.add_image(f"im{i}", scalar=t) for i, t in enumerate(types[1:])]
    reads = [m.read(image=i) for i in images]
    values = [m(kind, *reads) for kind in kinds]
    graph = m.done(*values)
    target = GPU if is_gpu(driver) else CPU
    plan = (Pixels() if shape == "pixels" else block(stages(graph), target, 1) if shape == "block" or is_gpu(driver)
            else masks(stages(graph), target))
    formats = tuple(Format(t.stored, 1) for t in types)
    program = emit(graph, plan, formats, tuple(Format(value.type.stored, 1) for value in values))
    results = launch(driver, program, arrays)
    with np.errstate(all="ignore"):
        given = [array.astype(DTYPES[t]) for array, t in zip(arrays, types)]
        for kind, value, result in zip(kinds, values, results):
            expected = np.asarray(kind.evaluate(*given))
            if kind.name in ("lgamma", "tgamma"):
                expected = np.where(np.isinf(result), result, expected)
            if kind.name == "fmod" and driver == "pocl":  # whose rest of vectors of doubles is not exact
                expected = np.where(np.abs(given[0] / given[1]) > 2.0**20, result, expected)
            if kind.name == "pow" and driver == "pocl":  # whose exponents end at 64 bits
                expected = np.where(np.abs(given[1]) > 2.0**62, result, expected)
            if type.is_float and value.type.is_whole and (driver == "oclgrind" or is_gpu(driver)):  # NVIDIA's: the lowest
                expected = np.where(np.isnan(given[0]), result, expected)
            if value.type.is_float:
                assert_floats(result, expected, bound(kind, driver, type), kind)
            else:
                wrong = result != expected
                assert not wrong.any(), (kind, [array[wrong][:5] for array in given], result[wrong][:5], expected[wrong][:5])


def bound(kind, driver, type=FLOAT) -> int:
    if kind.name == "floordiv" and is_gpu(driver):  # whose division may be 2.5 units off
        return 3
    if kind.name == "lgamma" and (is_gpu(driver) or type is DOUBLE):  # for which OpenCL states no bound
        return 128
    return LOOSE.get(kind.name, 8 if kind.cost > 4 else 0)


def assert_floats(result, expected, ulps, kind=None):
    expected = expected.astype(result.dtype)
    same = (result == expected) | (np.isnan(result) & np.isnan(expected))
    with np.errstate(all="ignore"):
        least = 2 * np.finfo(result.dtype).tiny  # denormals may be flushed
        tiny = (np.abs(expected) < least) & (np.abs(result) < least)
        near = np.abs(result.astype(np.float64) - expected) <= ulps * np.spacing(np.abs(expected)).astype(np.float64)
    right = same | near | tiny
    assert right.all(), (kind, *zip(result[~right], expected[~right]))
