"""The numbers of a target: each is read somewhere, and a plan for a made-up machine goes by them."""

from dataclasses import fields, replace
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest

import pygpu
from pygpu.calls.engines.engine import target_of
from pygpu.calls.engines.written import key
from pygpu.schedule import CPU, GPU, NARROW
from pygpu.schedule.plan import candidates, plan
from pygpu.schedule.shapes import shapes
from pygpu.schedule.strategies import STRATEGIES, Case
from pygpu.schedule.target import Common, Target
from tests.opencl.graphs import Maker, chain, harris, mandelbrot
from tests.opencl.test_golden import counted
from tests.speed.workloads import ALL

Device = SimpleNamespace(kind="cpu", identity="some")
TEXTS = [file.read_text() for file in Path(pygpu.__file__).parent.rglob("*.py")]


@pytest.mark.parametrize("name", [field.name for kind in (Target, Common) for field in fields(kind)])
def test_no_number_that_nobody_reads(name):
    assert any(f".{name}" in text for text in TEXTS)


def test_a_plan_goes_by_the_numbers_of_its_target():
    assert plan(harris(), target=replace(CPU, heights=((3,),))).rows == 3
    assert plan(harris(), target=replace(CPU, longest=0, tile_widths=(), ring_widths=())).rows == 1
    bank = ALL["bank4x8x8x4"].filter().graph
    assert {made.rows for made in candidates(bank, target=replace(GPU, rows_together=(3, 5)))} == {1, 2, 3, 5}
    tile = plan(chain(4), target=replace(CPU, tile_widths=(48,), ring_widths=(80,)))
    assert not tile.tile or tile.tile.width == (80 if tile.tile.rings else 48)
    assert {made.block[0] for made in shapes(plan(harris(), target=replace(CPU, strips=(64, 128))))} == {64, 128}


def test_a_target_for_short_vectors():
    """It is chosen by the device, its kernels are kept apart, and its plans differ."""
    narrow, wide = [target_of(SimpleNamespace(kind="cpu", wide=wide, identity=str(wide))) for wide in (False, True)]
    assert (narrow, wide) == (NARROW, CPU)
    assert key(mandelbrot(), (), (), Device, narrow) != key(mandelbrot(), (), (), Device, wide)
    assert [plan(mandelbrot(), target=each).lanes for each in (narrow, wide)] == [8, 16]
    assert [plan(counted(), target=each).lanes for each in (narrow, wide)] == [16, 16], "all go through it together"
    assert plan(harris(), target=narrow).tile and not plan(harris(), target=wide).tile


def test_sums_of_a_loop_stay_in_registers():
    m = Maker()
    graph = m.done(m.convolve(np.random.default_rng(5).random((5, 5))))
    assert [plan(graph, target=each).rows for each in (CPU, NARROW, replace(CPU, registers=4))] == [6, 4, 2]


@pytest.mark.parametrize("target", [CPU, NARROW, GPU], ids=["cpu", "narrow", "gpu"])
@pytest.mark.parametrize("graph", [harris, mandelbrot], ids=lambda make: make.__name__)
def test_the_plan_by_estimate_is_of_a_strategy_that_can(graph, target):
    """Whatever a strategy gives can be had of it for tuning and tests, too."""
    case = Case(graph(), (), (), target)
    kinds = {made.kind for strategy in STRATEGIES if strategy.can(case) for made in strategy.every(case)}
    assert plan(case.graph, target=target).kind in kinds
    for strategy in STRATEGIES:
        if strategy.can(case):
            best = strategy.best(case, None)
            assert best is None or best.kind in {made.kind for made in strategy.every(case)}
