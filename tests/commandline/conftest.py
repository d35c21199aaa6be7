"""For tests of the command line: filters run on NumPy, in a folder of their own with a file of filters."""

import sys
from pathlib import Path

import pytest

import pygpu
from pygpu.commandline import main, trouble

FILTERS = '''
from pygpu import Bool, Color, Float, Image, Int, Position

def same(im=Image, p=Position):
    """The picture as it is."""
    return im(p)

def negative(im=Image, p=Position, gain: Float = 1.0):
    return 1 - gain * im(p)

def mixed(im=Image, other=Image, p=Position, amount: Float = 0.5):
    return (1 - amount) * im(p) + amount * other(p)

def fade(im=Image, p=Position, time=Float, frame=Int):
    return im(p) * 0 + time + frame / 100

def moving(p=Position, time=Float):
    return (p.x / 8 + time) % 1

def left(im=Image, p=Position):
    return im(p - (1, 0))

def light(im=Image, p=Position):
    return sum(im(p)) / 3 if hasattr(im(p), "r") else im(p)

def mask(im=Image, p=Position):
    return im(p).r > 0.5

def count(im=Image, p=Position, factor: Int = 100):
    return p.x * factor

def warm(im=Image, p=Position):
    return Color(im(p), 0.8 * im(p), 0.5 * im(p))

def parts(im=Image, p=Position):
    return im(p).r, im(p).g
'''


@pytest.fixture(autouse=True)
def on_numpy(monkeypatch):
    """What is tested here is the command line: no device is needed. A file's folder stays where modules are looked for
    (one of them has a halide.py), which other tests must not see."""
    monkeypatch.setattr(sys, "path", [*sys.path])
    pygpu.use("none")
    trouble._noted.clear()
    yield
    pygpu.use(None)


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("f.py").write_text(FILTERS)
    return tmp_path


@pytest.fixture
def run(folder):
    """`run("negative a.png -o b.png")` with the filters of f.py; its exit code."""
    return lambda words: main(["run", *f"f.py:{words}".split()])
