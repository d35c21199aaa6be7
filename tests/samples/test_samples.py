"""Every numbered sample, run as its reader runs it, on every engine, on small versions of the pictures in images/.

The tolerance is one level of 255: engines add in different orders, and a sum that lies half way between two levels
may be rounded either way.
"""

import runpy
import sys
from pathlib import Path

import pytest
from PIL import Image

ROOT = Path(__file__).resolve().parent.parent.parent
SAMPLES = sorted((ROOT / "samples").glob("[0-9]*.py"))

# A pixel whose value hangs on a comparison may go the other way: the share of values allowed to.
DECIDES = {"07_mandelbrot": 0.005, "11_harris": 0.001, "12_two_results": 0.005, "14_miniature": 0.011, "16_mosaic": 0.01}
# Much arithmetic: minutes under a checker that interprets each instruction. What they do is checked there on less.
TOO_LONG_FOR_THE_CHECKER = {"04_gaussian", "07_mandelbrot", "11_harris", "16_mosaic", "17_radar", "18_vortices"}


@pytest.fixture(scope="module")
def small_pictures(tmp_path_factory):
    folder = tmp_path_factory.mktemp("images")
    for path in (ROOT / "images").iterdir():
        if path.suffix in (".png", ".jpg"):
            picture = Image.open(path)
            picture.resize((picture.width // 4, picture.height // 4), Image.Resampling.BOX).save(folder / path.name, "PNG")
    return folder


@pytest.mark.parametrize("sample", SAMPLES, ids=lambda path: path.stem)
def test_sample(sample, engine, small_pictures, golden, tmp_path, monkeypatch, capsys):
    if engine.is_checker and sample.stem in TOO_LONG_FOR_THE_CHECKER:
        pytest.skip("too long for the checker")
    if golden.update and engine.name != "evaluator":
        pytest.skip("the evaluator's pictures are the expected ones")
    monkeypatch.syspath_prepend(sample.parent)
    import pictures

    monkeypatch.setattr(pictures, "IMAGES", small_pictures)
    monkeypatch.setattr(sys, "argv", [str(sample)])
    monkeypatch.chdir(tmp_path)
    runpy.run_path(str(sample), run_name="__main__")
    written = capsys.readouterr().out.split()
    assert written
    for name in written:
        golden.picture(Image.open(tmp_path / name), f"expected/{name}", exceptions=DECIDES.get(sample.stem, 0))


def test_samples_are_numbered_without_a_gap():
    assert [path.stem[:2] for path in SAMPLES] == [f"{number:02}" for number in range(1, len(SAMPLES) + 1)]
    assert all(path.read_text().startswith(f'"""{int(path.stem[:2])}. ') for path in SAMPLES)
