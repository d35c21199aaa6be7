"""samples/warps.py: each warp is what it is as plain Python, and all fit on one sheet."""

import runpy
import sys
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from tests.engines import check

from .comparing import random

SAMPLE = Path(__file__).resolve().parent.parent.parent / "samples" / "warps.py"
WARPS = runpy.run_path(str(SAMPLE))["WARPS"]


@pytest.mark.parametrize("warp", WARPS, ids=lambda warp: warp.__name__)
def test_warp(warp, on_numpy):
    images = (random((6, 7)), random((5, 5)))[:2 if warp.__name__ == "flow" else 1]
    check(warp, *images, scalars={"width": 9, "height": 8} if warp.__name__ == "resize" else None, tolerance=1e-4)


def test_sheet(on_numpy, tmp_path, monkeypatch):
    Image.fromarray(random((12, 16, 3), np.uint8)).save(tmp_path / "in.png")
    monkeypatch.syspath_prepend(SAMPLE.parent)
    monkeypatch.setattr(sys, "argv", ["warps.py", str(tmp_path / "in.png"), str(tmp_path / "out.png")])
    runpy.run_path(str(SAMPLE), run_name="__main__")
    assert Image.open(tmp_path / "out.png").size == (48, 36)
