"""Random filters agree with plain Python on every engine. A few by default; PYGPU_RANDOM=1000 tries as many on each."""

import os
from contextlib import suppress

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

import pygpu

from . import cuts, extremes, kinds, pictures, states
from .programs import Program
from .running import check

COUNT = int(os.environ.get("PYGPU_RANDOM", 0))
# A program that fails is printed whole, so it needn't be made smaller while everyone waits.
QUICK = (Phase.explicit, Phase.reuse, Phase.generate)


FALLEN_OVER = 870800742, 871800019  # iterators that pixels take from in three ways and more


def test_random_programs(engine):
    count = COUNT or (3 if engine.is_checker else 25 if engine.name == "evaluator" else 6)

    @settings(max_examples=count, deadline=None, database=None, derandomize=not COUNT, print_blob=True,
              phases=tuple(Phase) if COUNT else QUICK, suppress_health_check=list(HealthCheck))
    @given(st.data())
    def agrees(data):
        check(Program(lambda n: data.draw(st.integers(0, n - 1)), size=8).source())

    agrees()


def test_random_pictures():
    """A few of those that `python -m tests.random.pictures` makes for as long as one likes."""
    for seed in range(COUNT or 4):
        pictures.check(seed)


def test_random_cuts():
    """A few of those that `python -m tests.random.cuts` makes."""
    for seed in range(COUNT or 3):
        cuts.check(seed)


@pytest.mark.parametrize("kind", kinds.KINDS)
def test_random_kinds(kind, monkeypatch):
    """One of each that `python -m tests.random.kinds` makes."""
    monkeypatch.setenv("PYGPU_KIND", kind)
    for seed in range(COUNT // 50 or 1):
        kinds.check(seed)


def test_random_extremes(engine, monkeypatch):
    """A few of those that `python -m tests.random.extremes` makes."""
    monkeypatch.setenv("PYGPU_ON", engine.name)
    for seed in range(COUNT or (12 if engine.name == "evaluator" else 2)):
        extremes.check(seed)


def test_random_states(engine, monkeypatch):
    """A few of those that `python -m tests.random.states` makes; what it refuses is not wrong."""
    monkeypatch.setenv("PYGPU_ON", engine.name)
    for seed in (*FALLEN_OVER, *range(COUNT or (12 if engine.name == "evaluator" else 2))):
        with suppress(pygpu.CompileError):
            states.check(seed)
