from dataclasses import replace

import pytest

from pygpu.calls.engines import engine as engines
from pygpu.schedule import GPU


@pytest.fixture
def planned(engine, monkeypatch):
    """planned(bundles=False): plans as for a GPU, but for this."""
    if engine.is_checker or engine.device == "none":
        pytest.skip("plans are for drivers")

    def planned(**different):
        monkeypatch.setattr(engines, "target_of", lambda device: replace(GPU, **different))
    return planned
