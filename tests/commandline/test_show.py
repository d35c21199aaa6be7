"""`show` and `doctor`: what they print."""

from pathlib import Path

import pytest

import pygpu
from pygpu.commandline import STAGES, main
from pygpu.commandline.show import CHAPTERS

SAMPLES = sorted((Path(__file__).resolve().parent.parent.parent / "samples").glob("[0-9]*.py"))
SOBEL = str(next(path for path in SAMPLES if path.stem == "03_edge_detect"))


def test_a_chapter_for_each_stage():
    assert tuple(CHAPTERS) == STAGES


@pytest.mark.parametrize("sample", SAMPLES, ids=lambda path: path.stem)
def test_every_sample_has_a_story(sample, capsys):
    assert main(["show", str(sample), "--pixels", "rgb" if "vignette" in sample.stem else "gray"]) == 0
    told = capsys.readouterr().out
    assert [line.split(":")[0][4:] for line in told.splitlines() if line.startswith("=== ")] == list(STAGES)


@pytest.mark.parametrize("stage, says", [
    ("function", "def edgeDetect(kernel"), ("instructions", "LOAD_GLOBAL 'convolve'"), ("traced", "function convolve"),
    ("passes", "operations"), ("graph", "filter edgeDetect"), ("plan", "work-item"), ("kernel", "__kernel void edgeDetect"),
])  # fmt: skip
def test_one_stage(stage, says, capsys):
    assert main(["show", SOBEL, "--stage", stage]) == 0
    told = capsys.readouterr().out
    assert says in told and "===" not in told


def test_the_same_for_a_gpu_and_for_colours(capsys):
    assert main(["show", SOBEL.replace("03_edge_detect", "02_convolve"), "--stage", "kernel", "--device", "gpu",
                 "--pixels", "rgb"]) == 0
    assert "__kernel void convolve" in capsys.readouterr().out


@pytest.mark.parametrize("name, kernels", [("stencil_chain", 5), ("nonlocal_means", 1), ("iir_blur", 1),
                                           ("histogram_equalisation", 3)])
@pytest.mark.parametrize("device", ["any", "cpu", "gpu"])
def test_programs_of_functions(name, kernels, device, capsys):
    """Also where parts that are alike have one plan, and where a device has all of it in one kernel."""
    assert main(["show", f"tests/speed/apps/filters.py:{name}", "--stage", "kernel", "--device", device]) == 0
    assert capsys.readouterr().out.count("__kernel void") >= (kernels if device != "any" else 1)


def test_a_filter_that_is_refused(tmp_path, capsys):
    file = tmp_path / "f.py"
    file.write_text("from pygpu import *\ndef f(im=Image, p=Position):\n    return im(p).hue\n")
    assert main(["show", f"{file}:f", "--stage", "graph", "--pixels", "rgb"]) == 1
    told = capsys.readouterr().err
    assert told.startswith("pygpu: ") and "hue" in told and "Traceback" not in told


def test_doctor_tells_what_works(capsys):
    code = main(["doctor"])
    told = capsys.readouterr().out
    assert f"PyGPU {pygpu.__version__}" in told and "numpy" in told
    assert "without a device: right" in told
    assert code == (0 if "filters run on\n  <pygpu.Device" in told else 1)


def test_a_page_of_no_picture_is_refused(tmp_path, capsys):
    assert main(["show", SOBEL, "no-photo.jpg", "--html", str(tmp_path / "page.html")]) == 2
    assert capsys.readouterr().err == "pygpu: there is no picture no-photo.jpg\n"
