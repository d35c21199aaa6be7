"""`run`: filters on pictures, from the words of a command line to files; and what is told when something is wrong."""

import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

import pygpu.filters
from pygpu.commandline import main

ROOT = Path(__file__).resolve().parent.parent.parent

FILTERS = '''
from pygpu import Bool, Float, Image, Int, Position, Vec3
import numpy as np

def scale(c=Float, im=Image, p=Position, gamma=1.0):
    return (c * im(p)) ** gamma

def shift(im=Image, by=Int, p=Position):
    return im(p + (by, 0))

def tint(im=Image, colour=Vec3, invert: Bool = False, p=Position):
    light = 1 - im(p) if invert else im(p)
    return light * colour

def convolve(kernel, im=Image, p=Position):
    from pygpu import offsets
    return sum([w * im(p + d) for w, d in zip(np.ravel(kernel), offsets(kernel))])

def add(im=Image, other=Image, p=Position):
    return im(p) + other(p)

def ramp(p=Position):
    return p.x / 4

def both(im=Image, p=Position):
    return im(p), 1 - im(p)

def unknown_name(im=Image, p=Position):
    return im(p) * strenght

def host_error(im=Image, p=Position, table=(1, 2)):
    return im(p) * table[5]

def not_a_filter(a, b):
    return a + b

number = 3
'''


@pytest.fixture(autouse=True)
def on_numpy():
    """What is tested here is the command line: no device is needed."""
    pygpu.use("none")
    yield
    pygpu.use(None)


@pytest.fixture
def place(tmp_path, monkeypatch):
    """A folder with a file of filters and a picture of 4x3 pixels."""
    monkeypatch.chdir(tmp_path)
    Path("filters.py").write_text(FILTERS)
    Image.fromarray(np.arange(0, 240, 20, dtype=np.uint8).reshape(3, 4)).save("in.png")
    return tmp_path


def written(name="out.png"):
    return np.asarray(Image.open(name)).astype(int)


GIVEN = np.arange(0, 240, 20).reshape(3, 4)


def run(words: str) -> int:
    return main(["run", *words.split()])


def test_a_run_time_parameter(place, capsys):
    assert run("filters.py:scale in.png -o out.png --c 0.5") == 0
    assert (written() == GIVEN // 2).all()
    assert capsys.readouterr().out == "out.png\n"


def test_a_known_parameter_replaces_its_default(place):
    assert run("filters.py:scale in.png --c=1 --gamma 2 -o out.png") == 0
    assert np.abs(written() - (GIVEN / 255) ** 2 * 255).max() <= 0.51


def test_a_negative_int(place):
    assert run("filters.py:shift in.png --by -1 -o out.png") == 0
    assert (written()[:, 1:] == GIVEN[:, :-1]).all()


def test_vectors_and_bools(place):
    assert main(["run", "filters.py:tint", "in.png", "--colour", "(1, 0.5, 0)", "--invert", "true", "-o", "out.png"]) == 0
    assert written().shape == (3, 4, 3)
    assert (written()[0, 0] == [255, 128, 0]).all()


def test_a_list_is_an_array(place):
    kernel = "[[0, 0, 0], [0, 0, 1], [0, 0, 0]]"
    assert main(["run", "filters.py:convolve", "in.png", "--kernel", kernel, "-o", "out.png"]) == 0
    assert (written()[:, :-1] == GIVEN[:, 1:]).all()


def test_no_picture_but_a_size(place):
    assert run("filters.py:ramp --output-size 5x2 -o out.png") == 0
    assert (written() == [[0, 64, 128, 191, 255]] * 2).all()


def test_two_results_are_two_files(place, capsys):
    assert run("filters.py:both in.png -o out.png") == 0
    assert capsys.readouterr().out.split() == ["out_1.png", "out_2.png"]
    assert (written("out_1.png") + written("out_2.png") == 255).all()


def test_arrays_in_files(place):
    np.save("in.npy", np.full((2, 2), 3.0, np.float32))
    assert run("filters.py:scale in.npy --c 2 -o out.npy") == 0
    assert (np.load("out.npy") == 6).all()


def test_the_mode_of_the_result(place):
    assert run("filters.py:scale in.png --c 1 --output-mode F -o out.tiff") == 0
    assert Image.open("out.tiff").mode == "F"


def test_the_obvious_filter_of_a_file(place):
    Path("one.py").write_text("from pygpu import *\nimport pygpu\n"
                              "def half(im=Image, p=Position):\n    return im(p) / 2\n"
                              "filter = pygpu.compile(half)\n"
                              "def other(im=Image, p=Position):\n    return im(p)\n")
    assert run("one.py in.png -o out.png") == 0
    assert (written() == GIVEN // 2).all()


def test_a_compiled_filters_known_values_can_be_changed(place):
    assert run(f"{ROOT}/samples/03_edge_detect.py in.png -o sobel.png") == 0
    assert main(["run", f"{ROOT}/samples/03_edge_detect.py", "in.png", "-o", "out.png", "--sobelKernel", "0"]) == 2
    assert main(["run", f"{ROOT}/samples/03_edge_detect.py", "in.png", "-o", "out.png", "--kernel", "[[0]]"]) == 0
    assert written("sobel.png").any() and not written().any()


def test_a_ready_filter(place):
    assert run("pygpu.filters:gamma in.png -o out.png --gamma 1") == 0
    assert (written() == GIVEN).all()


def test_filters_of_whole_pictures(place, capsys):
    """Those that are no function of a pixel: known values, a border, a picture or a value that comes back."""
    steps = np.kron([[20, 200, 90], [140, 60, 240]], np.ones((8, 8))).astype(np.uint8)
    Image.fromarray(steps).save("in.png")
    assert run("pygpu.filters:canny in.png -o out.png --sigma 0.8 --low 0.3 --border clamp") == 0
    expected = pygpu.filters.canny(steps, sigma=0.8, low=0.3, border="clamp")
    assert expected.any() and np.array_equal(written() > 0, expected)
    capsys.readouterr()
    assert run("pygpu.filters:peaks in.png --distance 2 --count 1") == 0
    assert capsys.readouterr().out.split() == [str(each) for each in pygpu.filters.peaks(steps, 2, count=1)[0]]


def test_an_option_of_the_call(place):
    assert run("filters.py:scale in.png --c 0.5 --linear true -o out.png") == 0
    assert (written()[2] > GIVEN[2] // 2 + 10).all(), "half the light is more than half the level"


def test_another_device_can_be_named(place):
    assert run("filters.py:scale in.png --c 1 -o out.png --device none") == 0


TROUBLE = {
    # words                                             exit code, what is said
    "missing.py:f in.png -o o.png": (2, "there is no file missing.py"),
    "filter.py:f in.png -o o.png": (2, "there is no file filter.py (did you mean 'filters.py'?)"),
    "no_module in.png -o o.png": (2, "no ready filter no_module (did you mean no_module.py?)"),
    "filters.py:nothing in.png -o o.png": (2, "there is no nothing in filters.py; filters there: scale, shift"),
    "filters.py:scael in.png -o o.png": (2, "there is no scael in filters.py (did you mean 'scale'?); filters there: scale"),
    "pygpu.filters:gausian in.png -o o.png": (2, "(did you mean 'gaussian'?); filters there: add, affine"),
    "filters.py:number in.png -o o.png": (2, "number in filters.py is a int, not a function"),
    "filters.py:scale missing.png --c 1 -o o.png": (2, "there is no picture missing.png"),
    "filters.py:scale filters.py --c 1 -o o.png": (1, "filters.py is no picture"),
    "filters.py:scale in.png -o o.png": (2, "a value is missing for --c FLOAT"),
    "filters.py:scale in.png other.png --c 1 -o o.png": (2, "-o o.png is one place, and 2 pictures come in"),
    "filters.py:add in.png -o o.png": (2, "the filter takes 2 pictures (im, other), 1 given"),
    "filters.py:add in.png in.png in.png -o o.png": (2, "the filter takes 2 pictures (im, other), 3 given"),
    "filters.py:scale in.png --c 1 --d 2 -o o.png": (2, "--d: the filter has no such parameter; it has c, im, gamma"),
    "filters.py:scale in.png --c 1 --dtype float32 -o o.tif": (2, "no such parameter (--output-dtype?)"),
    "filters.py:scale in.png --c 1 --size 20x10 -o o.png": (2, "no such parameter (--output-size?)"),
    "filters.py:scale in.png --c red -o o.png": (2, "--c red: that is no Float"),
    "filters.py:shift in.png --by 1.5 -o o.png": (2, "--by 1.5: that is no Int"),
    "filters.py:scale in.png --c -o o.png": (2, "--c -o: that is no Float"),
    "filters.py:scale in.png --p 1 --c 1 -o o.png": (2, "the position is supplied"),
    "filters.py:ramp -o o.png": (2, "say how large the result is: --output-size"),
    "filters.py:ramp --output-size big -o o.png": (2, "WIDTHxHEIGHT"),
    "filters.py:scale in.png --c 1 -o o.nothing": (1, "o.nothing cannot be written"),
    "filters.py:unknown_name in.png -o o.png": (1, "unknown-name"),
    "filters.py:host_error in.png -o o.png": (1, "IndexError"),
    "filters.py:not_a_filter in.png -o o.png": (1, "untyped-parameter"),
    "filters.py:scale in.png --c 1 -o o.png --device abacus": (1, "abacus"),
    "sobell in.png -o o.png": (2, "did you mean 'sobel'?"),
    "in.png -o o.png": (2, "in.png stands where the filter belongs"),
    "sobel in.png -o in.png": (2, "written over the picture itself"),
    "../etc in.png -o o.png": (2, "there is no file, no module and no ready filter ../etc: write FILE.py"),
    ":f in.png -o o.png": (2, "there is no file, no module and no ready filter :f: write FILE.py"),
    "no.such.module:f in.png -o o.png": (2, "there is no file, no module and no ready filter no.such.module"),
}


@pytest.mark.parametrize("words", TROUBLE, ids=lambda words: words.replace(" ", "_"))
def test_trouble_is_told_in_the_users_words(words, place, capsys, monkeypatch):
    code, said = TROUBLE[words]
    monkeypatch.setattr(sys, "path", [each for each in sys.path if each and each != str(Path.cwd())])  # as `pygpu` has it
    Path("no_module.py").touch()
    try:
        assert run(words) == code
    except SystemExit as exit:  # argparse's own way out
        assert exit.code == code
    told = capsys.readouterr().err
    assert said in told
    assert "pygpu/" not in told and "Traceback" not in told, "nothing from inside"


@pytest.mark.parametrize("words, said", [("sobel in.png", "sobel is a filter: "),
                                         ("filters.py:scale in.png", "run filters.py:scale"),
                                         ("rnu sobel", "there is no command rnu (did you mean 'run'?)")])
def test_what_stands_where_the_command_belongs(words, said, place, capsys):
    assert main(words.split()) == 2
    assert said in capsys.readouterr().err


def test_without_a_word_it_shows_how_it_is_used(capsys):
    assert main([]) == 2
    assert "examples:" in capsys.readouterr().out


def test_a_file_that_stops_shows_its_own_line(place, capsys):
    Path("broken.py").write_text("def f():\n    return 1 / 0\nf()\n")
    assert run("broken.py:f in.png -o o.png") == 1
    told = capsys.readouterr().err
    assert "broken.py stopped while it was loaded" in told and "line 2, in f" in told and "ZeroDivisionError" in told
    assert "importlib" not in told and "commandline" not in told


def test_a_fault_of_ours_is_owned_up_to(place, capsys, monkeypatch):
    monkeypatch.setattr("pygpu.commandline.run.load", lambda target: 1 / 0)
    assert run("filters.py:scale in.png --c 1 -o out.png") == 3
    told = capsys.readouterr().err
    assert "fault of PyGPU" in told and "Traceback" in told


def test_as_a_command(place):
    """Once as a process of its own, as people type it."""
    done = subprocess.run([sys.executable, "-m", "pygpu", "run", "filters.py:unknown_name", "in.png", "-o", "o.png",
                           "--device", "none"], capture_output=True, text=True, env=environment())
    assert done.returncode == 1
    assert done.stderr.startswith("pygpu: unknown-name: ") and "filters.py:" in done.stderr and "^" in done.stderr


def environment():
    import os

    return {**os.environ, "PYTHONPATH": str(ROOT)}
