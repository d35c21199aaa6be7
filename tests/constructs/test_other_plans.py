"""Every construct under the plan that is not chosen for it: one pixel a work-item where lanes would branch together,
lanes and masks where a block of pixels would do."""

from dataclasses import replace

import pytest

import pygpu
from pygpu.calls.engines import engine as engines
from pygpu.schedule.stages.stages import stages
from pygpu.schedule.strategies import masks, pixels

from .comparing import check, constructs


@pytest.fixture
def processor():
    """A CPU whose driver builds fast; the checker is slow, and GPUs have no such plan."""
    found = [d for d in pygpu.devices() if d.kind == "cpu" and "grind" not in d.platform.lower()]
    if not found:
        pytest.skip("no OpenCL driver for a CPU")
    pygpu.use(found[0])
    yield
    pygpu.use(None)


@pytest.mark.parametrize("name", constructs())
def test_construct(name, processor, monkeypatch):
    def other(graph, inputs, outputs, traits, device):
        made = planned(graph, inputs, outputs, traits, device)
        if made.kind in ("scan", "strips", "crossed", "fronts", "tables", "order", "team"):  # of which there is one kind each
            return made
        forced = (pixels if made.kind == "masks" else masks)(stages(graph), traits)
        return replace(forced, inputs=tuple(inputs), outputs=tuple(outputs))

    planned = engines.planned
    monkeypatch.setattr(engines, "planned", other)
    monkeypatch.setattr(engines.written, "recalled", lambda name: None)
    monkeypatch.setattr(engines.written, "keep", lambda name, program: None)
    check(name)
