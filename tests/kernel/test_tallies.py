"""Tables of a picture's values: every plan for them, run by NumPy, puts together what it should."""

from dataclasses import replace

import numpy as np
import pytest

from pygpu.ir import FLOAT, INT, Output, constant
from pygpu.ir.folds import nothing
from pygpu.ir.tallies import ENTRIES, Tally, tallied
from pygpu.kernel import Format
from pygpu.kernel.build import build
from pygpu.kernel.folds import tallies
from pygpu.kernel.interpret import interpret
from pygpu.kernel.verify import verify
from pygpu.schedule import CPU, GPU
from pygpu.schedule.folds.tallies import every_tally
from tests.opencl.graphs import Maker

rng = np.random.default_rng(3)
OWN = 40  # entries that a work-item has for itself: NumPy takes half a minute over a kernel with 16,384
TARGETS = (CPU, replace(GPU, fold_group=8), replace(CPU, lanes=1))


def graph(how, length, floats=False, bounded=True, below=None):
    """Counts pixels by their value, those below a number if one is said, and folds something else of them."""
    m = Maker("counts")
    value = m.read()
    entry = m("int_of_float", m("mul", value, float(length)))
    if bounded:
        entry = m("max", m("min", entry, length - 1), 0)
    if below is not None:
        entry = m("select", m("lt", value, below), entry, -1)
    values = [m("mul", value, 2.0) if floats else m("int_of_float", m("mul", value, 100.0)) for _ in how]
    rectangle = (constant(0), constant(1), m("width", image=m.image), m("sub", m("height", image=m.image), 1))
    made = m.done(*values)
    made.outputs.append(Output((entry, *rectangle), ENTRIES))
    made.tally = Tally(how, length)
    return made


@pytest.fixture(autouse=True)
def little_room(monkeypatch):
    monkeypatch.setattr(tallies, "OWN", OWN)
    monkeypatch.setattr(tallies, "NEAR", 4 * OWN)
    monkeypatch.setattr(tallies, "KEPT", 32)


@pytest.mark.parametrize("size", [(1, 2), (3, 40), (37, 5), (100, 2)])
@pytest.mark.parametrize("how, length, floats, bounded, below", [
    (("add",), 5, False, True, None), (("add", "max"), 9, False, False, None), (("min",), 3, True, True, None),
    (("add",), 20, True, False, None), (("add", "max"), 9, True, False, 0.6), (("add", "max"), OWN + 1, False, True, None)])
def test_every_plan(size, how, length, floats, bounded, below):
    made, tables = graph(how, length, floats, bounded, below), 6
    picture = rng.random((size[1], size[0], 1)).astype(np.float32) * (1 if bounded else 1.5) - (0 if bounded else 0.2)
    kind = FLOAT if floats else INT
    outputs = tuple(Format(kind.stored, 1) for _ in how)
    inside = picture[1:, :, 0]
    entry = (inside * np.float32(length)).astype(np.int32)
    entry = np.clip(entry, 0, length - 1) if bounded else entry
    entry = np.where(inside < np.float32(below), entry, -1) if below else entry
    value = inside * np.float32(2) if floats else (inside * np.float32(100)).astype(np.int32)
    expected = tallied(how, length, [kind] * len(how), entry, [value] * len(how))
    count = 0
    for target in TARGETS:
        for plan in every_tally(made, (Format("float32", 1),), outputs, target):
            kernels = build(made, plan, (Format("float32", 1),), outputs, target)
            verify(kernels.launches[0].kernel)
            found = interpret(kernels, [picture], [], outputs, (length, tables))
            for table, wanted, how_one in zip(found, expected, how):
                fold = {"add": np.add, "min": np.minimum, "max": np.maximum}[how_one]
                together = fold.reduce(table[:, :, 0], axis=0, initial=nothing(how_one, kind))
                np.testing.assert_allclose(together, wanted, rtol=1e-6, err_msg=str(plan))
            count += 1
    assert count >= (2 if length > OWN else 5 - floats)


def of_bytes(how, entry_of, rectangle_of=None, length=20):
    """Tables of the pixels of bytes."""
    m = Maker("counts")
    value = m.read_at(m.graph.x, m.graph.y)
    values = [m("sub", m("int_of_float", m("mul", value, 90.0)), 40) for _ in how]
    whole = (constant(0), constant(0), m("width", image=m.image), m("height", image=m.image))
    made = m.done(*values)
    made.outputs.append(Output((entry_of(m, value), *(rectangle_of(m) if rectangle_of else whole)), ENTRIES))
    made.tally = Tally(how, length)
    return made


def level(m, value):
    """Darker and lighter pixels than some are in no entry."""
    return m("sub", m("int_of_float", m("mul", value, 30.0)), 5)


@pytest.mark.parametrize("size", [(1, 1), (7, 3), (8, 40), (37, 5), (304, 3), (16, 2)])
@pytest.mark.parametrize("how, length", [(("add",), 20), (("min", "add"), 20), (("max",), 20), (("add", "max"), OWN + 1)])
def test_bytes_are_counted(size, how, length):
    """Where all depends on a byte, whatever is put into the tables: sums of other numbers, extremes, places left out."""
    made, tables, outputs = of_bytes(how, level, length=length), 6, tuple(Format("int32", 1) for _ in how)
    picture = rng.integers(0, 256, (size[1], size[0], 1), dtype=np.uint8)
    lights = picture[:, :, 0] / np.float32(255)
    entry = (lights * np.float32(30)).astype(np.int32) - 5
    value = (lights * np.float32(90)).astype(np.int32) - 40
    expected = tallied(how, length, [INT] * len(how), entry, [value] * len(how))
    for target in (CPU, replace(CPU, lanes=1), *([GPU] if length < OWN else [])):
        plans = every_tally(made, (Format("uint8", 1),), outputs, target)
        assert plans[0].counted is made.images[0]
        for plan in plans:
            plan = replace(plan, copies=min(plan.copies, 2))  # NumPy takes a while over sixteen
            kernels = build(made, plan, (Format("uint8", 1),), outputs, target)
            verify(kernels.launches[0].kernel)
            found = interpret(kernels, [picture], [], outputs, (length, tables))
            for table, wanted, how_one in zip(found, expected, how):
                fold = {"add": np.add, "min": np.minimum, "max": np.maximum}[how_one]
                together = fold.reduce(table[:, :, 0], axis=0, initial=nothing(how_one, INT))
                np.testing.assert_array_equal(together, wanted, err_msg=plan.work)


@pytest.mark.parametrize("made, format", [
    (of_bytes(("add",), level), Format("uint16", 1)),
    (of_bytes(("add",), level), Format("uint8", 3)),
    (of_bytes(("add",), lambda m, value: m("add", level(m, value), m.graph.x)), Format("uint8", 1)),
    (of_bytes(("add",), lambda m, value: m.graph.y), Format("uint8", 1)),
    (of_bytes(("add",), lambda m, value: level(m, m.read(1))), Format("uint8", 1)),
    (of_bytes(("add",), level, lambda m: (constant(0), constant(-3), *[m("width", image=m.image)] * 2)), Format("uint8", 1)),
    (graph(("add",), 20, floats=True), Format("uint8", 1))],
    ids=["uint16", "colours", "columns", "rows", "neighbours", "another rectangle", "floats"])
def test_what_is_not_a_byte_alone(made, format):
    outputs = (Format("int32", 1),)
    for target in (CPU, GPU):
        assert all(plan.counted is None for plan in every_tally(made, (format,), outputs, target))


def test_a_group_has_room_for_what_it_counts():
    made, how = of_bytes(("add",), level, length=9000), ((Format("uint8", 1),), (Format("int32", 1),))
    assert all(plan.counted is None for plan in every_tally(made, *how, GPU))
    assert every_tally(made, *how, replace(GPU, local_memory=1 << 16))[0].counted is made.images[0]


@pytest.mark.parametrize("more", [0, 7])
def test_entries_that_there_are_not(more):
    """A table may be asked for more entries than it has: those are what changes nothing, and no memory is written beyond."""
    how, length, forms = ("add",), 9, (Format("float32", 1),)
    made, picture = graph(how, length), rng.random((12, 21, 1)).astype(np.float32)
    for target in (CPU, replace(CPU, lanes=1)):
        for plan in every_tally(made, forms, (Format(INT.stored, 1),), target):
            kernels = build(made, plan, forms, (Format(INT.stored, 1),), target)
            (found,) = interpret(kernels, [picture], [], (Format(INT.stored, 1),), (length + more, 6))
            found = found[:, :, 0].sum(0)
            entry = np.clip((picture[1:, :, 0] * np.float32(length)).astype(np.int32), 0, length - 1)
            value = (picture[1:, :, 0] * np.float32(100)).astype(np.int32)
            np.testing.assert_array_equal(found[:length], np.bincount(entry.ravel(), value.ravel(), length))
            assert not found[length:].any()
