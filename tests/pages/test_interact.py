"""filter.interact: which control each parameter gets, and what moving one does; the widget without a browser."""

import io
from typing import Annotated

import numpy as np
import pytest
from PIL import Image as Picture

import pygpu
from pygpu import ArgumentError, Array, Bool, Color, Float, Image, Int, Position, Vec2, Volume
from pygpu.pages.controls import PLANE, controls, slider
from pygpu.pages.interact import Still
from pygpu.pages.playing import Playing

PHOTO = Picture.fromarray((np.arange(40 * 60).reshape(40, 60) % 251).astype(np.uint8))


def many(im=Image, p=Position, gain: Annotated[Float, 0, 5] = 1.0, n: Int = 3, on: Bool = True, tint: Color = (1, 1, 1),
         shift: Vec2 = (0, 0), sigma=2.0, size=5, border="wrap", table=(1, 2)):
    return im(p + shift) * gain * (n if on else 1) * tint.red / (sigma * size)


def gain(im=Image, p=Position, amount: Float = 0.5, size=3):
    weight = 1 / size
    return im(p) * amount * weight


def pixels(png: bytes):
    return np.asarray(Picture.open(io.BytesIO(png)))


def by_name(filter, **given):
    return {each.name: each for each in controls(filter, given)}


def test_each_parameter_has_the_control_that_fits_it():
    found = by_name(pygpu.compile(many))
    assert {name: each.kind for name, each in found.items()} == {
        "gain": "slider", "n": "slider", "on": "check", "tint": "colour", "shift": "vector", "sigma": "slider",
        "size": "slider", "border": "menu"}
    assert [name for name, each in found.items() if each.known] == ["sigma", "size", "border"]
    assert (found["gain"].low, found["gain"].high) == (0, 5)
    assert found["size"].low % 2 == 1 and found["size"].step == 2, "windows have a middle"
    assert found["sigma"].low > 0
    assert found["border"].objects[found["border"].value] == "wrap"


def test_ranges_starts_and_menus_can_be_given():
    found = by_name(pygpu.compile(many), gain=(1, 2), sigma=7.0, n=(0, 20, 5), table={"one": (1,), "two": (1, 2)})
    assert (found["gain"].low, found["gain"].high, found["gain"].value) == (1, 2, 1.0)
    assert found["sigma"].value == 7.0 and found["n"].step == 5
    assert found["table"].choices == ["one", "two"] and found["table"].meaning(0) == (1,)


@pytest.mark.parametrize("value", [1.5, 0.6, 1.3, 2.0, 100.0, 0.007, 1 / 3, -2.5, 0.0, 1.337])
@pytest.mark.parametrize("known", [True, False])
def test_a_sliders_first_value_is_one_of_its_steps(value, known):
    made = slider("v", value, (), known, False)
    steps = (value - made.low) / made.step
    assert abs(steps - round(steps)) < 1e-9 and made.low <= value <= made.high
    assert 50 < (made.high - made.low) / made.step <= 1000


def test_a_name_that_is_none_is_refused():
    with pytest.raises(ArgumentError, match="knows no 'gian'"):
        pygpu.compile(many).interact(PHOTO, gian=(0, 1))


def test_a_frame_is_what_the_filter_gives(engine):
    filter = pygpu.compile(gain)
    playing = Playing(filter, pygpu.compile, [PHOTO], controls(filter, {}))
    for values in ({"amount": 0.9, "size": 3}, {"amount": 0.2, "size": 1}):
        expected = pygpu.compile(gain, size=values["size"])(PHOTO, values["amount"])
        assert np.array_equal(pixels(playing.frame(values).png), np.asarray(expected))
    assert np.array_equal(pixels(playing.before), np.asarray(PHOTO))


def test_large_pictures_come_back_small():
    filter = pygpu.compile(gain)
    playing = Playing(filter, pygpu.compile, [np.ones((500, 900), np.float32)], controls(filter, {}), largest=300)
    assert pixels(playing.frame({"amount": 1.0, "size": 1}).png).shape == (166, 300)


@pytest.fixture
def widget():
    pytest.importorskip("anywidget")
    return pygpu.compile(gain).interact(PHOTO)


def test_moving_an_argument_answers_at_once(widget):
    assert "ms" in widget.note and len(widget.controls) == 2
    widget.values = {"amount": 0.25, "size": 3}
    assert widget.answered == 1
    assert np.array_equal(pixels(widget.frame), np.asarray(pygpu.compile(gain)(PHOTO, 0.25)))


def test_a_known_one_compiles_in_the_background_and_says_so(widget):
    before = widget.frame
    widget.playing.lock.acquire()  # what is compiled waits to be run
    try:
        widget.values = {"amount": 0.5, "size": 5}
        assert widget.note.startswith("compiling size = 5") and widget.frame == before
        widget.values = {"amount": 0.75, "size": 5}  # moved on meanwhile
    finally:
        widget.playing.lock.release()
    widget.compiling.join(60)
    assert np.array_equal(pixels(widget.frame), np.asarray(pygpu.compile(gain, size=5)(PHOTO, 0.75)))
    assert "ms" in widget.note


def test_what_goes_wrong_is_a_note(widget):
    widget.values = {"amount": 0.5, "size": 0}
    widget.compiling.join(60)
    assert "ZeroDivisionError" in widget.note and widget.answered == 1


def test_those_who_show_no_widgets_show_the_picture(widget):
    made = widget._repr_mimebundle_()
    made = made[0] if isinstance(made, tuple) else made
    assert "data:image/png" in made["text/html"]


def test_without_anywidget_there_is_the_picture_and_what_to_install(monkeypatch):
    import sys

    monkeypatch.setitem(sys.modules, "anywidget", None)
    still = pygpu.compile(gain).interact(PHOTO)
    assert isinstance(still, Still) and "pip install" in still._repr_html_()
    assert np.array_equal(pixels(still.frame(amount=1.0).png), np.asarray(pygpu.compile(gain)(PHOTO, 1.0)))


def test_a_filter_without_pictures_is_played_with_too():
    filter = pygpu.compile(lambda p=Position, k=Float: k * p.x / 64)
    playing = Playing(filter, pygpu.compile, [], controls(filter, {}), size=(64, 32))
    assert pixels(playing.frame({"k": 0.5}).png).shape == (32, 64) and playing.before == b""


# --- what is no picture ----------------------------------------------------------------------------------------------

def mean(im=Image, gain: Float = 1.0):
    return gain * sum(im) / len(im)


def counts(im=Image, bins=8):
    found = [0] * bins
    for v in im:
        found[int(v * (bins - 1) + 0.5)] += 1
    return found


def behind(vol=Volume, p=Position, gain: Float = 1.0):
    return gain * vol(p + (0, 0, 1))


def smooth(a=Array, p=Position, k: Float = 1.0):
    return k * (a(p - 1) + a(p) + a(p + 1)) / 3


def lit(im=Image, p=Position, gain: Float = 1.0):
    return gain * im(p) / max(im)


def played(function, *given):
    filter = pygpu.compile(function)
    return Playing(filter, pygpu.compile, given, controls(filter, {}))


def test_a_value_is_told_above_its_picture(engine):
    frame = played(mean, PHOTO).frame({"gain": 2.0})
    assert float(frame.told) == pytest.approx(2 * np.asarray(PHOTO).mean() / 255, rel=1e-5)
    assert np.array_equal(pixels(frame.png), np.asarray(PHOTO)) and not frame.before


def test_a_table_is_drawn_as_bars(engine):
    playing = played(counts, PHOTO)
    few, many = playing.frame({"bins": 8}), playing.frame({"bins": 16})
    assert not few.told and pixels(few.png).shape == pixels(many.png).shape and few.png != many.png


def test_a_volume_has_a_slider_for_its_planes(engine):
    volume = np.zeros((4, 5, 6), np.uint8)
    volume[2] = 100
    playing = played(behind, volume)
    plane = playing.controls[-1]
    assert (plane.low, plane.high, plane.value, plane.name) == (0, 3, 2, PLANE)
    for at, gain, light in [(1, 1.0, 100), (1, 2.0, 200), (2, 2.0, 0)]:
        frame = playing.frame({"gain": gain, PLANE: at})
        assert (pixels(frame.png) == light).all() and (pixels(frame.before) == volume[at]).all()


def test_a_row_of_numbers_is_a_curve(engine):
    playing = played(smooth, np.sin(np.arange(300, dtype=np.float32)))
    assert playing.frame({"k": 1.0}).png != playing.frame({"k": 3.0}).png


def test_a_function_of_whole_arrays_is_shown_beside_what_came_in(engine):
    def halved(a=Array, k: Float = 0.5):
        return a * k

    row, square = np.linspace(0, 1, 30, dtype=np.float32), np.full((6, 7), 0.5, np.float32)
    frame = played(halved, square).frame({"k": 0.5})
    assert (pixels(frame.png) == 64).all() and (pixels(frame.before) == 128).all()
    assert played(halved, row).frame({"k": 0.5}).png != played(halved, row).frame({"k": 2.0}).png
    assert pixels(played(halved, np.ones((2, 3, 4), np.float32)).frame({"k": 0.5}).png).shape[2] == 4


def test_a_value_of_the_picture_inside_a_filter(engine):
    frame = played(lit, PHOTO).frame({"gain": 0.5})
    assert np.array_equal(pixels(frame.png), np.asarray(pygpu.compile(lit)(PHOTO, 0.5)))


def test_the_widget_of_a_volume_goes_from_plane_to_plane():
    pytest.importorskip("anywidget")
    volume = np.stack([np.full((4, 4), light, np.uint8) for light in (0, 50, 100)])
    widget = pygpu.compile(behind).interact(volume)
    widget.values = {"gain": 1.0, PLANE: 0}
    assert (pixels(widget.frame) == 50).all() and (pixels(widget.before) == 0).all()
    widget = pygpu.compile(mean).interact(PHOTO)
    widget.values = {"gain": 0.0}
    assert float(widget.told) == 0 and "0.0" in widget._repr_mimebundle_()[0]["text/html"]
