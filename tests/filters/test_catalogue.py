"""The catalogue docs/filters.md: every filter is in it, it is as docs/make_filters.py writes it, and its calls run."""

from runpy import run_path

import numpy as np
import pytest
from PIL import Image

from pygpu import filters
from tests.test_readme import ROOT

MADE = run_path(str(ROOT / "docs" / "make_filters.py"))
CALLS = {name: call for calls in MADE["SECTIONS"].values() for name, call in calls.items()}


def test_every_filter_is_in_it():
    assert set(CALLS) == {*filters.__all__, "open"}
    assert all(f"{name}(" in call for name, call in CALLS.items())


def test_the_page_is_as_it_is_made():
    assert MADE["PAGE"].read_text() == MADE["page_text"](), "stale: python docs/make_filters.py --page"


def test_each_has_a_picture_and_all_are_small():
    files = {file.stem: file for file in MADE["PICTURES"].glob("*.jpg")}
    assert set(files) == {*CALLS, *[f"input_{name}" for name in MADE["INPUTS"]]}
    assert sum(file.stat().st_size for file in files.values()) < 2_000_000


@pytest.mark.parametrize("name", ["gaussian", "invert", "rgb_to_lab", "multiply", "turn", "remap", "pixelate", "worley"])
def test_a_picture_is_what_its_call_gives(name, on_numpy):
    expected = MADE["picture"](eval(CALLS[name], MADE["inputs"]()))
    with Image.open(MADE["PICTURES"] / f"{name}.jpg") as picture:
        assert picture.size == expected.size and picture.mode == expected.mode
        assert np.abs(np.asarray(picture).astype(int) - np.asarray(expected)).mean() < 6
