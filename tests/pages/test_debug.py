"""pygpu.debug: the first wrong pixel, its line, and the values there; and what each line had at a pixel."""

import numpy as np
import pytest

import pygpu
from pygpu import Array, Color, Float, Image, Position, Volume, sqrt
from pygpu.pages.lines import RESULT, watched
from pygpu.pages.plain import Plain

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


def powered(im=Image, p=Position):
    above = im(p) - 0.5
    root = above ** 0.5
    return root * 2


def huge(im=Image, p=Position):
    power = 10.0 ** (im(p) * 100)
    return power


@pytest.mark.parametrize("function, what, at, text, name", [
    (powered, "NaN in the compiled filter", (0, 0), "root = above", "root"),
    (huge, "an infinity in the compiled filter", (3, 2), "power = 10.0", "power"),
])
def test_what_only_the_device_cannot_hold_is_found(function, what, at, text, name):
    """Plain Python goes on with a complex number, or with one of 64 bits."""
    found = pygpu.debug(function, RAMP)
    assert found.what.startswith(what) and found.at == at, found
    assert found.location.line == line_of(function, text) and name in found.values


def test_nothing_is_said_to_be_wrong_where_nothing_is():
    found = pygpu.debug(pygpu.compile(root, low=0.0), RAMP)
    assert not found and "8 x 6 pixels are finite" in str(found)


def test_what_could_not_be_looked_at_in_time_is_said():
    found = pygpu.debug(pygpu.compile(root, low=0.0), np.ones((300, 300), np.float32), seconds=0.01)
    assert not found and "of 90000 pixels" in str(found)


def test_each_line_has_the_values_that_plain_python_had():
    seen, result = watched(Plain(pygpu.compile(ratio), (RAMP + 1,), {}), 3, 2)
    values = {each.name: each.value for each in seen if each.function == "ratio"}
    assert values["here"] == RAMP[2, 3] + 1
    assert values[RESULT] == result == ratio(pygpu.HostImage(RAMP + 1), Position(3, 2))
    assert values["p"] == Position(3, 2)


def test_watching_leaves_a_debugger_where_it_was():
    import sys

    before = sys.gettrace()
    watched(Plain(pygpu.compile(ratio), (RAMP + 1,), {}), 0, 0)
    assert sys.gettrace() is before


# --- what is no pixel of a picture -----------------------------------------------------------------------------------

def mean_of_logs(im=Image):
    total = 0.0
    for v in im:
        total += pygpu.log(v)
    return total / len(im)


def inverse_of_least(im=Image):
    least = min(im)
    return 1 / least


def counts(im=Image):
    found = [0] * 4
    for v in im:
        found[int(v * 4)] += 1
    return found


def behind(vol=Volume, p=Position):
    return 1 / vol(p + (0, 0, 1))


def steps(a=Array, p=Position):
    rise = a(p + 1) - a(p)
    return pygpu.sqrt(rise)


def test_a_value_of_the_whole_picture():
    found = pygpu.debug(inverse_of_least, RAMP)
    assert found and found.what.startswith("ZeroDivisionError") and found.at == ()
    assert found.location.line == line_of(inverse_of_least, "1 / least") and found.values == {"least": 0.0}
    found = pygpu.debug(mean_of_logs, RAMP)
    assert found.location.line == line_of(mean_of_logs, "total +=") and "total" in found.values
    found = pygpu.debug(counts, RAMP + 0.5)
    assert found.what.startswith("IndexError") and found.location.line == line_of(counts, "found[int")
    assert "the value is finite" in str(pygpu.debug(counts, RAMP))


def test_a_voxel_and_a_number_of_a_row(engine):
    volume = np.ones((3, 4, 5), np.float32)
    volume[2, 1, 3] = 0
    found = pygpu.debug(behind, volume)
    assert found.at == (3, 1, 1) and (found.x, found.y, found.z) == (3, 1, 1) and "(3, 1, 1)" in str(found)
    assert "3 x 2 x 1 pixels" in str(pygpu.debug(behind, volume[:1, :2, :3]))
    found = pygpu.debug(steps, np.array([1.0, 2.0, 1.5, 4.0], np.float32))
    assert found.at == (1,) and found.what == "NaN" and found.location.line == line_of(steps, "pygpu.sqrt")
    assert "rise" in found.values


def test_a_loop_over_a_whole_picture_is_told_by_its_first_turns_and_what_it_leaves():
    seen, result = watched(Plain(pygpu.compile(mean_of_logs), (RAMP + 1,), {}), turns=4)
    totals = [each.value for each in seen if each.name == "total"]
    assert 5 < len(totals) < 12 and totals[-1] / RAMP.size == result
    assert [each.value for each in seen if each.name == RESULT] == [result]


def test_a_generator_is_told_by_its_first_turns(engine):
    def light(im=Image, p=Position):
        most = max(im(q) * 2 for q in im.positions)
        return im(p) / most

    seen, result = watched(Plain(pygpu.compile(light), (RAMP + 1,), {}), 3, 2, turns=4)
    assert len(seen) < 60 and result == pytest.approx((RAMP[2, 3] + 1) / (RAMP.max() + 1) / 2)
    assert next(each.value for each in seen if each.name == "most") == 2 * (RAMP.max() + 1)
