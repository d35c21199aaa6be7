"""Lists that long loops over whole arrays fill: where their items are of one kind, they are made by a loop of the kernel."""

import numpy as np
import pytest

import pygpu
from pygpu import Array

from .test_programs import compare, compiled

rng = np.random.default_rng(4)
LINE, TABLE = rng.random(60).astype(np.float32), rng.random((40, 12)).astype(np.float32)


def medians(x):
    return np.array([np.median(x[max(0, i - 3):i + 4]) for i in range(len(x))])


def appended(x):
    largest, where = [], []
    for i in range(len(x)):
        part = x[max(0, i - 3):i + 4]
        largest.append(part.max())
        where.append(part.argmin())
    return np.array(largest), np.array(where)


def of_pythons_own(x):
    return np.array([float(np.median(x[i:i + 4])) for i in range(40)]), [int(np.argmax(x[i:i + 4])) for i in range(40)]


def of_truths(x):
    return np.array([bool(x[i:i + 4].max() > 0.9) for i in range(len(x))])


def asked_one_by_one(x):
    found = [np.median(x[max(0, i - 3):i + 4]) for i in range(40)]
    return found[3] + found[-1], len(found), found[5:9], max(found), sum(found), np.array(found[::-1])


def pairs(x):
    return [(x[i:i + 3].max(), x[i:i + 3].min()) for i in range(len(x) - 2)]


def of_two_kinds(x):
    return np.array([0 if i < 3 else np.median(x[i - 3:i + 4]) for i in range(28)])


def above_the_lowest_so_far(x):
    lowest, found = float("inf"), []
    for i in range(len(x)):
        lowest = min(lowest, x[i])
        found.append(x[i] - lowest)
    return np.array(found)


def carried_by_a_walrus(x):
    s = 0.0
    return np.array([(s := 0.5 * s + x[i:i + 3].max()) for i in range(len(x))])


def beside_a_comprehensions_own(x):
    total, out = 0.0, []
    for i in range(40):
        twice = [total for total in (x[i], 2.0)]  # (CPython 3.12 and later clear the other total, and bring it back)
        out.append(total + twice[0])
        total = total + x[i]
    return np.array(out)


def with_what_came_before(x):
    found = [x[0]]
    for i in range(1, 40):
        found.append(0.5 * found[-1] + x[i])
    return np.array(found)


def too_far(x):
    return np.array([x[i] for i in range(70)])


def rows(a):
    return np.stack([a[i] / a[i].sum() for i in range(len(a))]), np.array([np.sort(row) * k for k, row in enumerate(a)])


def rows_that_are_changed(a):
    found = [a[i] / a[i].sum() for i in range(len(a))]
    found[0][2] = 5
    first = found[0]
    found[1] = found[1] * 2
    return first, np.stack(found)


def rows_that_others_change(a):
    b, c = a.copy(), a.copy()
    found, same = [b[i] for i in range(len(b))], []
    for _ in range(40):
        same.append(c)
    b[3], c[0, 0] = 7, 8
    return found[3], found[4], same[5], np.stack(found)


def nested(a):
    return np.array([[np.median(a[max(0, i - 1):i + 2, j]) for j in range(5)] for i in range(30)])


ONE = [medians, appended, of_pythons_own, of_truths, asked_one_by_one, pairs, of_two_kinds, with_what_came_before,
       above_the_lowest_so_far, carried_by_a_walrus, beside_a_comprehensions_own]


AS_WRITTEN = (of_two_kinds, with_what_came_before, above_the_lowest_so_far, carried_by_a_walrus,
              beside_a_comprehensions_own)


ALL = [*ONE, rows, rows_that_are_changed, rows_that_others_change, nested]


@pytest.mark.parametrize("function", ALL, ids=lambda each: each.__name__)
def test_they_are_as_python_has_them(engine, function):
    if engine.is_checker or engine.name == "pocl" and function is not medians:
        pytest.skip("another engine has it")
    if function in AS_WRITTEN and engine.device != "none":
        pytest.skip("its passes are written out, a kernel each")
    given = LINE if function in ONE else TABLE
    compare(compiled(function)(given), function(given.copy()))


def steps(u):
    found = [u]
    for _ in range(20):
        u = u * 0.75 + u[::-1] * 0.5
        found.append(u)
    return found


@pytest.mark.parametrize("ndim", [0, 1, 2, 3])
def test_what_a_loop_has_made_is_put_together(ndim):
    """Of a list that grows nobody knows before how many arrays there are."""
    def joined(u):
        found = steps(u) if ndim else [each.max() for each in steps(u)]
        several = np.stack(found), np.vstack(found), np.hstack(found), np.column_stack(found), np.dstack(found)
        return (*several, np.stack(found, axis=-1), *((np.concatenate(found, axis=-1), np.concatenate(found, axis=None))
                                                      if ndim else ()))

    pygpu.use("none")
    u = rng.random({0: 5, 1: 5, 2: (5, 3), 3: (1, 3, 2)}[ndim], np.float32)
    compare(compiled(joined)(u), joined(u))


def test_an_index_beyond_raises():
    pygpu.use("none")
    with pytest.raises(IndexError):
        compiled(too_far)(LINE)


@pytest.mark.parametrize("function, lengths", [(medians, (60, 300)), (pairs, (60, 300))], ids=["medians", "pairs"])
def test_what_is_computed_does_not_grow_with_them(function, lengths):
    pygpu.use("none")
    found = []
    for shape in lengths:
        filter = pygpu.compile(lambda a=Array: function(a))
        filter(rng.random(shape, dtype=np.float32))
        found.append(sum("part [" not in line for line in str(filter.graph).splitlines()))
    assert found[0] == found[1]
