"""What tests of images may ask for."""

import pytest

import pygpu


@pytest.fixture
def on_numpy():
    """The filters of this test run on NumPy: what it is about happens before and after any device."""
    pygpu.use("none")
    yield
    pygpu.use(None)
