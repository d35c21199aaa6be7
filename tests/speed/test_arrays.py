"""What the race of functions of whole arrays compares is the same, at small sizes."""

import pytest

import pygpu

from .arrays import FUNCTIONS, checked, given, peers


@pytest.mark.parametrize("name", FUNCTIONS)
def test_all_compute_the_same(name):
    pygpu.use("none")
    calls = peers(name, given(name, small=True))
    checked(name, {who: call for who, call in calls.items() if who in ("PyGPU", "NumPy", "by hand")})
