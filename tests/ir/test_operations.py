"""Each operation of the table on the values where things go wrong, against the Python callables that it stands for."""

import itertools
import math
import operator

import numpy as np
import pytest

from pygpu.ir import BOOL, DOUBLE, DTYPES, FLOAT, INT, OPS, Block, Builder, Const, Type, constant, wrap

FLOATS = [
    0.0,
    -0.0,
    0.5,
    -0.5,
    1.0,
    -1.0,
    2.0,
    -2.0,
    3.7,
    -3.7,
    1.5,
    2.5,
    0.1,
    1e-20,
    -1e-20,
    1e5,
    -7e4,
    3e38,
    -3e38,
    math.inf,
    -math.inf,
    math.nan,
]
INTS = [0, 1, -1, 2, -2, 3, 7, -7, 31, 32, 100, 65536, 2**31 - 1, -(2**31), -(2**31) + 1]
def edges(type):
    """Numbers of a type where things go wrong."""
    if type in (FLOAT, DOUBLE):
        return FLOATS
    low, high = type.limits
    return [False, True] if type is BOOL else INTS if type is INT else sorted(
        {type.wrap(n) for n in INTS} | {low, low + 1, high, high - 1, high // 2, high // 2 + 1})


EDGES = {type: edges(type) for type in Type}
PURE = [kind for kind in OPS.values() if kind.evaluate is not None and kind.name != "goes_on"]  # which may raise
CASES = [pytest.param(kind, type, id=f"{kind.name}-{type.value}") for kind in PURE for type in kind.takes]


def operands(kind, type):
    types = [BOOL, type, type] if kind.name == "select" else [type] * kind.arity
    rows = list(itertools.product(*[EDGES[t] for t in types]))
    with np.errstate(over="ignore"):
        return types, [np.array(column, DTYPES[t]) for t, column in zip(types, zip(*rows))]


def evaluated(kind, columns):
    with np.errstate(all="ignore"):
        return np.asarray(kind.evaluate(*columns))


def agree(got, wanted, type=FLOAT):
    """As the same number of the type, but for the rounding of a last step."""
    relative = 2e-6 if type is FLOAT else 1e-14
    if isinstance(wanted, float) and type is FLOAT and not isinstance(got, (bool, int)):
        with np.errstate(all="ignore"):
            wanted = float(np.float32(wanted))
    if isinstance(wanted, float) and not isinstance(got, (bool, int)):
        if math.isnan(wanted) or math.isinf(wanted):
            return got == wanted or math.isnan(got) and math.isnan(wanted)
        return math.isclose(got, wanted, rel_tol=relative, abs_tol=1e-37)
    return got == wanted


@pytest.mark.parametrize("kind, type", CASES)
def test_evaluates_to_the_type_of_its_rule(kind, type):
    types, columns = operands(kind, type)
    assert evaluated(kind, columns).dtype == DTYPES[kind.rule(tuple(types), {})]


@pytest.mark.parametrize("kind, type", [case for case in CASES if case.values[0].python])
def test_means_what_python_means(kind, type):
    _, columns = operands(kind, type)
    results = evaluated(kind, columns).tolist()
    compared = 0
    for meaning in kind.python:
        for row, got in zip(zip(*[column.tolist() for column in columns]), results):
            if isinstance(meaning, np.ufunc) and not numpy_defines(meaning, row):
                continue
            if meaning is operator.lshift and row[1] > 100:
                continue  # a number of 256 MiB
            try:
                with np.errstate(all="ignore"):
                    wanted = meaning(*(map(DTYPES[type], row) if isinstance(meaning, np.ufunc) and type is not INT else row))
            except (ValueError, OverflowError, ZeroDivisionError, TypeError):
                continue  # Python has no value here; what a device gives is the device's
            if isinstance(wanted, complex):
                continue
            wanted = wanted.item() if isinstance(wanted, np.generic) else wanted
            if type.is_whole and not isinstance(wanted, bool):
                if abs(wanted) > 2**53 and isinstance(wanted, float):
                    continue  # fabs() of what no float holds
                wanted = type.wrap(int(wanted))
            assert agree(got, wanted, type), f"{meaning.__name__}{row} is {wanted}, evaluated {got}"
            compared += 1
    assert compared


def numpy_defines(meaning, row):
    """NumPy shifts by no more than the width of its type, divides integers by 0 with a warning, and takes the root for
    a single exponent of 0.5, also of -inf."""
    if meaning in (np.left_shift, np.right_shift):
        return 0 <= row[1] < 64
    if meaning is np.power and row[1] == 0.5:
        return False
    return not (meaning in (np.floor_divide, np.remainder) and isinstance(row[1], int) and row[1] == 0)


@pytest.mark.parametrize("kind, type", CASES)
def test_constants_fold_to_what_arrays_give(kind, type):
    types, columns = operands(kind, type)
    columns = [column[:: len(column) // 50 + 1] for column in columns]
    builder = Builder(Block())
    for row, wanted in zip(zip(*[c.tolist() for c in columns]), evaluated(kind, columns).tolist()):
        folded = builder.emit(kind, *[Const(t, v) for t, v in zip(types, row)])
        assert isinstance(folded, Const) and folded.type is kind.rule(tuple(types), {})
        if kind.name == "pow" and row[1] == 0.5:
            continue  # NumPy takes the root for a single exponent, also of -inf
        assert agree(folded.value, wanted, folded.type), (row, folded.value, wanted)
    assert not builder.block.ops


def test_min_and_max_keep_their_first_argument_like_python():
    for kind, python in ((OPS["min"], min), (OPS["max"], max)):
        for a, b in itertools.product(FLOATS, repeat=2):
            got = float(evaluated(kind, [np.float32(a), np.float32(b)]))
            wanted = float(np.float32(python(a, b)))
            assert got == wanted or math.isnan(got) and math.isnan(wanted)


def test_a_float_becomes_an_int_as_in_python_and_saturates():
    values = [1.9, -1.9, 0.0, -0.0, 3e9, -3e9, math.inf, -math.inf, math.nan]
    got = evaluated(OPS["int_of_float"], [np.array(values, np.float32)]).tolist()
    assert got == [1, -1, 0, 0, 2**31 - 1, -(2**31), 2**31 - 1, -(2**31), 0]


def test_integer_power_wraps():
    rows = list(itertools.product([0, 1, -1, 2, -3, 7, 65537], range(12)))
    a, b = (np.array(column, np.int32) for column in zip(*rows))
    assert evaluated(OPS["ipow"], [a, b]).tolist() == [wrap(operator.pow(*row)) for row in rows]


def test_division_of_integers_by_zero_gives_zero():
    a, b = np.array(INTS, np.int32), np.zeros(len(INTS), np.int32)
    assert not evaluated(OPS["floordiv"], [a, b]).any() and not evaluated(OPS["mod"], [a, b]).any()


def test_a_constant_beyond_32_bits_wraps():
    assert constant(2**31).value == -(2**31) and constant(-(2**33) + 5).value == 5
