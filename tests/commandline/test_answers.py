"""`run` of filters that give a value, and of filters on volumes."""

import json
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from pygpu.commandline import main

FILTERS = '''
from pygpu import *

def mean(im=Image):
    return sum(im) / len(im)

def span(im=Image):
    return min(im), max(im)

def counts(im=Image):
    found = [0] * 4
    for v in im:
        found[int(v * 3 + 0.5)] += 1
    return found

def behind(vol=Volume, p=Position, gain: Float = 1.0):
    """The plane behind."""
    return gain * vol(p + (0, 0, 1))

def deepest(vol=Volume):
    return max(vol(0, 0, z) for z in range(vol.depth))

def smooth(a=Array, p=Position):
    return (a(p - 1) + a(p) + a(p + 1)) / 3
'''
BLACK, WHITE = np.zeros((2, 3), np.uint8), np.full((2, 3), 255, np.uint8)


@pytest.fixture
def place(folder):
    Path("v.py").write_text(FILTERS)
    Image.fromarray(np.array([[0, 255], [0, 255]], np.uint8)).save("half.png")
    Image.fromarray(WHITE).save("white.png")
    planes = [Image.fromarray(plane) for plane in (BLACK, WHITE, WHITE // 5)]
    planes[0].save("scan.tif", save_all=True, append_images=planes[1:])


def run(words: str) -> int:
    return main(["run", *words.split()])


def test_a_value_needs_no_place_to_go(place, capsys):
    assert run("v.py:mean half.png") == 0
    assert float(capsys.readouterr().out) == 0.5
    assert run("v.py:span half.png") == 0
    assert capsys.readouterr().out.split() == ["0.0", "1.0"]
    assert run("v.py:counts half.png") == 0
    assert capsys.readouterr().out.split() == ["2", "0", "0", "2"]


def test_of_many_pictures_each_says_whose_it_is(place, capsys):
    assert run("v.py:mean half.png white.png") == 0
    said = dict(line.rsplit(" ", 1) for line in capsys.readouterr().out.splitlines())
    assert {name.strip(): float(value) for name, value in said.items()} == {"half.png": 0.5, "white.png": 1.0}


def test_a_value_is_written_where_a_file_can_hold_it(place, capsys):
    for name in ("c.npy", "c.json", "c.csv", "c.txt"):
        assert run(f"v.py:counts half.png -o {name}") == 0
    assert np.load("c.npy").tolist() == json.loads(Path("c.json").read_text()) == [2, 0, 0, 2]
    assert Path("c.csv").read_text() == "2,0,0,2\n" and Path("c.txt").read_text() == "2 0 0 2\n"
    assert run("v.py:span half.png -o s.json") == 0 and json.loads(Path("s.json").read_text()) == [0.0, 1.0]
    assert run("v.py:mean half.png -o -") == 0
    assert capsys.readouterr().out.split()[-1] == "0.5"


def test_no_picture_holds_a_value(place, capsys):
    assert run("v.py:mean half.png -o mean.png") == 2
    assert ".json" in capsys.readouterr().err and not Path("mean.png").exists()


def test_a_folder_of_values(place):
    assert run("v.py:mean half.png white.png -o out/ --output-format json") == 0
    assert json.loads(Path("out/white.json").read_text()) == 1.0


def test_the_pages_of_a_tiff_are_a_volume(place):
    assert run("v.py:behind scan.tif -o out.tif") == 0
    pages = Image.open("out.tif")
    assert pages.n_frames == 3 and pages.mode == "L"
    lights = []
    for page in range(3):
        pages.seek(page)
        lights.append(np.asarray(pages).max())
    assert lights == [255, 51, 51]


def test_a_volume_is_an_array_or_a_picture_for_each_plane(place, capsys):
    np.save("scan.npy", np.stack([BLACK, WHITE, WHITE // 5]))
    assert run("v.py:behind scan.npy -o out.npy --gain 0.5") == 0
    assert np.load("out.npy")[:, 0, 0].tolist() == [128, 26, 26]
    assert run("v.py:behind scan.npy -o plane.jpg") == 0
    assert capsys.readouterr().out.split() == ["out.npy", "plane_1.jpg", "plane_2.jpg", "plane_3.jpg"]
    assert run("v.py:deepest scan.npy") == 0
    assert float(capsys.readouterr().out) == 1.0


def test_an_array_of_one_dimension(place):
    np.save("row.npy", np.array([0, 3, 6], np.float32))
    assert run("v.py:smooth row.npy -o out.npy") == 0
    assert np.load("out.npy").tolist() == [1, 3, 5]


def test_the_help_of_each(place, capsys):
    assert main(["run", "v.py:behind", "--help"]) == 0
    said = capsys.readouterr().out
    assert "VOL" in said and "volume" in said and "--gain FLOAT" in said
    assert main(["run", "v.py:mean", "--help"]) == 0
    assert "IM [-o OUT]" in capsys.readouterr().out
