"""How fast a device is: measured once, kept on disk, and never in the way of a call."""

from time import perf_counter

import numpy as np
import pytest

import pygpu
from pygpu import Image, Position
from pygpu.runtime import figures
from tests.engines import engines

DEVICES = [engine for engine in engines() if engine.name != "evaluator" and not engine.is_checker]


@pytest.fixture(params=DEVICES, ids=str)
def device(request, tmp_path, monkeypatch):
    monkeypatch.setenv("PYGPU_CACHE", str(tmp_path / "cache"))
    monkeypatch.setattr(figures, "_known", {})
    yield pygpu.use(request.param.device)
    pygpu.use(None)


def test_measured_once(device, monkeypatch, crowd):
    assert figures.known(device) is None
    started = perf_counter()
    found = figures.measured(device)
    assert perf_counter() - started < 20 * crowd
    assert 0.1 < found.bandwidth < 1e5 and 0.1 < found.arithmetic < 1e6 and 0 < found.launch < 1
    monkeypatch.setattr(figures, "_measure", None)
    monkeypatch.setattr(figures, "_known", {})
    assert figures.measured(device) == found


@pytest.mark.parametrize("content", [b"", b"[]", b"{}", b"no json"])
def test_what_is_damaged_is_measured_again(device, content, monkeypatch):
    found = figures.Figures(1.0, 2.0, 3.0)
    monkeypatch.setattr(figures, "_measure", lambda device: found)
    figures.measured(device)
    figures._store.put(next(iter(figures._known)), content)
    monkeypatch.setattr(figures, "_known", {})
    assert figures.known(device) is None and figures.measured(device) == found


def test_no_call_waits_for_it(device, monkeypatch):
    monkeypatch.setattr(figures, "_measure", None)
    pygpu.compile(lambda im=Image, p=Position: im(p) + 1)(np.zeros((3, 4), np.float32))
    assert figures.known(device) is None
