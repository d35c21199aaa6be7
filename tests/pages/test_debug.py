"""pygpu.debug: the first wrong pixel, its line, and the values there; and what each line had at a pixel."""

import numpy as np
import pytest

import pygpu
from pygpu import Color, Float, Image, Position, sqrt
from pygpu.pages.lines import RESULT, Pixel

RAMP = (np.arange(48, dtype=np.float32).reshape(6, 8) / 48)


def ratio(im=Image, p=Position):
    here = im(p)
    return here / im(p + (1, 0))


def root(im=Image, p=Position, low: Float = 0.5):
    above = sqrt(im(p) - low)
    return above * 2


def table(im=Image, p=Position):
    steps = [1, 2, 3]
    return steps[int(im(p) * 4)]


def coloured(im=Image[Float], p=Position):
    light = im(p)
    return Color(light, light / (light - light), 0.0)


def line_of(function, text: str) -> int:
    import inspect

    lines, first = inspect.getsourcelines(function)
    return first + next(i for i, line in enumerate(lines) if text in line)


@pytest.mark.parametrize("function, what, place, text", [
    (ratio, "ZeroDivisionError", (3, 2), "return here /"),
    (table, "IndexError", (4, 4), "steps[int"),
    (coloured, "ZeroDivisionError", (0, 0), "light / (light"),
])
def test_what_plain_python_raises_is_found_with_its_line(function, what, place, text):
    picture = RAMP.copy()
    picture[2, 4] = 0.0
    if function is table:
        picture = RAMP
        place = next((x, y) for y in range(6) for x in range(8) if RAMP[y, x] * 4 >= 3)
    found = pygpu.debug(function, picture)
    assert found and found.what.startswith(what)
    assert (found.x, found.y) == place
    assert found.location.line == line_of(function, text)
    assert "^" in str(found) and text in str(found)


def test_a_nan_that_no_line_raises_is_found_where_it_came_up(engine):
    found = pygpu.debug(root, RAMP[::-1].copy())
    y, x = np.argwhere(RAMP[::-1] < 0.5)[0]
    assert found.what == "NaN" and (found.x, found.y) == (x, y)
    assert found.location.line == line_of(root, "above = sqrt")
    assert np.isnan(found.values["above"])


def test_nothing_is_said_to_be_wrong_where_nothing_is():
    found = pygpu.debug(pygpu.compile(root, low=0.0), RAMP)
    assert not found and "8 x 6 pixels are finite" in str(found)


def test_what_could_not_be_looked_at_in_time_is_said():
    found = pygpu.debug(pygpu.compile(root, low=0.0), np.ones((300, 300), np.float32), seconds=0.01)
    assert not found and "of 90000 pixels" in str(found)


def test_each_line_has_the_values_that_plain_python_had():
    pixel = Pixel(pygpu.compile(ratio), (RAMP + 1,), {})
    seen, result = pixel.watched(3, 2)
    values = {each.name: each.value for each in seen if each.function == "ratio"}
    assert values["here"] == RAMP[2, 3] + 1
    assert values[RESULT] == result == ratio(pygpu.HostImage(RAMP + 1), Position(3, 2))
    assert values["p"] == Position(3, 2)


def test_watching_leaves_a_debugger_where_it_was():
    import sys

    before = sys.gettrace()
    Pixel(pygpu.compile(ratio), (RAMP + 1,), {}).watched(0, 0)
    assert sys.gettrace() is before
