"""Thinking in 0 to 255 is told once; what is meant is left in peace. And what takes long says so."""

import io
import sys
import time
import warnings

import numpy as np
import pytest

import pygpu
from pygpu import Color, Float, Image, Position, fract, length, smoothstep
from pygpu.calls import notes, telling
from pygpu.calls.engines import tuning
from pygpu.calls.notes import NoteWarning
from pygpu.runtime import Device

BYTES = np.arange(64, dtype=np.uint8).reshape(8, 8) * 4


@pytest.fixture(autouse=True)
def nothing_was_said_yet(monkeypatch):
    monkeypatch.setattr(notes, "SAID", set())


def test_a_note_of_a_whole_filter_names_the_users_line():
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("default")
        pygpu.compile(lambda im=Image, p=Position: 1 if im(p) > 0.5 else 0)(BYTES)
    assert [each.filename for each in caught if "whole numbers" in str(each.message)] == [__file__]


def told(function, picture, **call) -> list[str]:
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("default")
        pygpu.compile(function)(picture, **call)
    return [str(each.message) for each in caught if each.category is NoteWarning]


@pytest.mark.parametrize("function, word", [
    (lambda im=Image, p=Position: 255 - im(p), "1 - im(p) inverts"),
    (lambda im=Image, p=Position: 1.0 if im(p) > 128 else 0.0, "compared with 128"),
    (lambda im=Image, p=Position: 1.0 if 200 < im(p) else 0.0, "compared with 200"),
    (lambda im=Image, p=Position: 1 if im(p) > 0.5 else 0, "whole numbers"),
    (lambda im=Image, p=Position: im(p) // 16 * 16, "a pixel is taken // 16"),
    (lambda im=Image, p=Position: im(p) % 2, "a pixel is taken % 2"),
    (lambda im=Image, p=Position: im(p).astype(np.uint8), "0 everywhere but in white"),
    (lambda im=Image, p=Position: int(im(p)) / 2, "0 everywhere but in white"),
    (lambda im=Image, p=Position: smoothstep(im(p), 0.2, 0.8), "smoothstep(0.2, 0.8, v)"),
    (lambda im=Image, p=Position: smoothstep(length(p - (4, 4)), 0, 3) * im(p), "smoothstep(0, 3, v)"),
    (lambda im=Image, p=Position: 128.0 if p.x < 3 else im(p), "gives 128 for a part of a pixel"),
    (lambda im=Image, p=Position: Color(255, 0, 0) if p.x < 3 else Color(im(p)), "gives 255 for a part"),
    (lambda im=Image, p=Position: im(p) / 255, "divided by 255"),
    (lambda im=Image, p=Position: im(p) + 50, "50 / 255 is 0.196"),
    (lambda im=Image, p=Position: im(p) - 50, "50 / 255 is 0.196"),
    (lambda im=Image, p=Position: np.clip(im(p) * 1.5, 0, 255).astype(np.uint8), "a value that is 1.5 at most"),
    (lambda im=Image, p=Position: im(p / im.size), "im(uv * im.size)"),
    (lambda im=Image, p=Position: im(p.x / im.width, 1 - p.y / im.height), "places from 0 to 1"),
    (lambda im=Image, p=Position: im((p + 0.5) / im.size * 2 - 1), "places from -1 to 1"),
    (lambda im=Image, p=Position: im(fract(p.x / im.width * 4), p.y / im.height % 1), "places from 0 to 1"),
    (lambda im=Image(sample="nearest"), p=Position: im(p / im.size), "places from 0 to 1"),
    (lambda im=Image, p=Position: im(p * (1 / (im.width - 1), 1 / (im.height - 1))), "places from 0 to 1"),
    (lambda im=Image, p=Position: im((2 * p - im.size) / im.height), "places from -1 to 1"),
    (lambda im=Image, p=Position: im(im(p), 0), "places from 0 to 1"),
    (lambda im=Image, p=Position: im((p - (4, 4)) / im.width * 0.5 + 0.5), "places from 0 to 1"),
])
def test_what_is_seldom_meant_is_told(function, word):
    assert len(told(function, BYTES)) == 1 and word in told_again(function)


def told_again(function) -> str:
    notes.SAID.clear()
    return told(function, BYTES)[0]


def test_it_is_told_once_for_a_line():
    def inverted(im=Image, p=Position):
        return 255 - im(p)

    assert len(told(inverted, BYTES)) == 1 and told(inverted, BYTES) == []


@pytest.mark.parametrize("function, picture, call", [
    (lambda im=Image, p=Position: 1 - im(p), BYTES, {}),
    (lambda im=Image, p=Position: im(p) > 0.5, BYTES, {}),
    (lambda im=Image, p=Position: int(im(p) * 7) / 7, BYTES, {}),
    (lambda im=Image, p=Position: smoothstep(0.8, 0.2, im(p)), BYTES, {}),
    (lambda im=Image, p=Position: smoothstep(im(p), im(p + 1), 0.5), BYTES, {}),
    (lambda im=Image, p=Position: Color(1.0, 0.0, 0.0) if p.x < 3 else Color(im(p)), BYTES, {}),
    (lambda im=Image, p=Position: 128.0 if p.x < 3 else im(p), BYTES, {"dtype": "float32"}),
    (lambda im=Image, p=Position: int(im(p) * 255 + 0.5) // 16 * 16 / 255, BYTES, {}),
    (lambda im=Image, p=Position: 255 - im(p), BYTES.astype(np.float32), {}),
    (lambda im=Image, p=Position: 1.0 if p.x > 128 else im(p), BYTES, {}),
    (lambda im=Image, p=Position: 2 if im(p) > 0.5 else 0, BYTES, {"dtype": "int32"}),
    (lambda im=Image, p=Position, k=200.0: im(p) * 255 - k, BYTES, {}),
    (lambda im=Image, p=Position: im(p) / 2 + 1, BYTES, {}),
    (lambda im=Image, p=Position: (im(p) * 255 + 50) / 255, BYTES, {}),
    (lambda im=Image, p=Position: np.clip(im(p) * 255 + 50, 0, 255) / 255, BYTES, {}),
    (lambda im=Image, p=Position: (im(p) + 50) / 255, BYTES.astype(np.float32), {}),
    (lambda im=Image, p=Position: im(p / im.size * im.size), BYTES, {}),
    (lambda im=Image, p=Position: im(p / 16), BYTES, {"size": (128, 128)}),
    (lambda im=Image, p=Position: im(p / (128 / im.width)), BYTES, {"size": (128, 128)}),
    (lambda im=Image, p=Position: im(0.5, 0.5), BYTES, {}),
    (lambda im=Image, p=Position: im(p % 2), BYTES, {}),
    (lambda im=Image, p=Position: im(p.x // im.width, p.y), BYTES, {}),
    (lambda im=Image, p=Position: im(im(p), 0), BYTES[:1, :2], {"size": (8, 8)}),
    (lambda im=Image, p=Position: im(im(p) * 255, 0), BYTES, {}),
    (lambda im=Image, p=Position: im(p + (im(p), im(p))), BYTES, {}),
])
def test_what_may_be_meant_is_not(function, picture, call):
    assert told(function, picture, **call) == []


class Terminal(io.StringIO):
    def isatty(self):
        return True


def test_what_takes_longer_than_a_second_says_so(monkeypatch):
    screen = Terminal()
    monkeypatch.setattr(sys, "stderr", screen)
    monkeypatch.setattr(telling, "LONG", 0.05)
    with telling.Waiting("sobel is compiled for a test"):
        time.sleep(0.2)
    assert screen.getvalue().startswith("pygpu: sobel is compiled for a test ...\npygpu: done in 0.")


def test_what_is_quick_or_seen_by_nobody_says_nothing(monkeypatch):
    screen = Terminal()
    monkeypatch.setattr(sys, "stderr", screen)
    with telling.Waiting("quick"):
        pass
    monkeypatch.setattr(telling, "LONG", 0.01)
    screen.isatty = lambda: False
    with telling.Waiting("unseen"):
        time.sleep(0.05)
    assert screen.getvalue() == ""


def test_the_log_has_each_build(caplog):
    with caplog.at_level("INFO", logger="pygpu"):
        pygpu.compile(lambda im=Image, p=Position: im(p) * 3.25)(BYTES)
    assert any("is compiled for" in message for message in caplog.messages)


def slowly(monkeypatch):
    """Each kernel takes a while to be built, and a second is over sooner."""
    if pygpu.use(None) is None:
        pytest.skip("no OpenCL device")
    build = Device.build_source
    monkeypatch.setenv("PYGPU_CACHE", "off")
    monkeypatch.setattr(Device, "build_source", lambda *given: time.sleep(0.1) or build(*given))
    monkeypatch.setattr(telling, "LONG", 0.05)
    monkeypatch.setattr(telling, "LONGER", 0.1)


def test_a_function_of_whole_arrays_says_so_for_all_of_its_kernels(monkeypatch, caplog):
    def spread(u=pygpu.Array):
        for _ in range(3):
            u = u - 0.37 * u.max() + np.cumsum(u, axis=0)
        return u

    slowly(monkeypatch)
    pygpu.compile(spread)(np.ones((7, 9), np.float32))
    said = [message for message in caplog.messages if "spread is compiled, kernel by kernel" in message]
    assert len(said) > 2 and "Ctrl-C" in said[-1]


def test_a_program_that_is_cut_anew_says_so(monkeypatch, caplog):
    def forth_and_back(im=Image[Float], p=Position):
        forth = lambda q: im(q) + 0.41 * (forth(q - (1, 0)) if q.x > 0 else 0.0)
        back = lambda q: forth(q) + 0.41 * (back(q + (1, 0)) if q.x < im.width - 1 else 0.0)
        return back(p)

    slowly(monkeypatch)
    filter, picture = pygpu.compile(forth_and_back), np.ones((7, 9), np.float32)
    filter(picture)
    caplog.clear()
    filter(picture, size=(5, 7))
    assert any("forth_and_back is compiled anew" in message for message in caplog.messages), caplog.messages


def test_what_takes_very_long_says_so_again_and_again(monkeypatch, caplog):
    monkeypatch.setattr(telling, "LONG", 0.02)
    monkeypatch.setattr(telling, "LONGER", 0.05)
    with telling.Waiting("sobel is compiled for a test"):
        time.sleep(0.4)
    said = [record.message for record in caplog.records if "by now; Ctrl-C" in record.message]
    assert len(said) >= 2 and said[0].startswith("sobel is compiled for a test, for ")
    time.sleep(0.1)
    assert len([record for record in caplog.records if "by now" in record.message]) == len(said)


def heat(im=Image, p=Position):
    return (im(p + (1, 0)) + im(p - (1, 0))) * 0.5


@pytest.mark.parametrize("times, is_said", [(5, True), (4, False)])
def test_many_steps_say_so_too(monkeypatch, times, is_said):
    """Of fewer pixels no clock is begun: that takes longer than they may."""
    picture = np.ones((40, 50), np.float32)
    step = pygpu.compile(heat)
    step(picture)
    screen = Terminal()
    monkeypatch.setattr(sys, "stderr", screen)
    monkeypatch.setattr(telling, "MANY", 5 * picture.nbytes)
    monkeypatch.setattr(telling, "LONG", 0.0)
    before = telling.Waiting.__enter__
    monkeypatch.setattr(telling.Waiting, "__enter__", lambda self: (before(self), time.sleep(0.05))[0])
    step.iterate(times, picture)
    assert ("heat is iterated 5 times ...\npygpu: done in 0." in screen.getvalue()) == is_said


def test_a_notebook_is_told_of_each_plan(monkeypatch, capsys):
    monkeypatch.setitem(sys.modules, "ipykernel", None)
    tuning.teller(None)("a plan")
    assert capsys.readouterr().err == "a plan\n"
    tuning.teller(False)("a plan")
    assert capsys.readouterr().err == ""
