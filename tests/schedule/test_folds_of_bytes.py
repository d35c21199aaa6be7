"""Folds of a picture of bytes whose terms a byte alone decides go over bytes that are counted (schedule/folds/levels.py)."""

import numpy as np
import pytest

import pygpu
from pygpu import Float, Image, Position, filters, log
from tests.engines import assert_close, plain_python

RANDOM = np.random.default_rng(41)
PICTURES = {
    "all": RANDOM.integers(0, 256, (37, 29), np.uint8),
    "some": RANDOM.choice(np.array([3, 90, 91, 254], np.uint8), (5, 61)),
    "one": np.full((1, 1), 200, np.uint8),
}
ROWS = 2  # that Python computes itself
COUNTED = "of bytes that it counts"


def rounds(im=Image, p=Position, least: Float = 0.2):
    """Sums of fractions and of whole numbers, extremes and logic: in each round of what the one before has given."""
    at, many, low, any_dark, all_light = sum(im) / len(im), 0, 0.0, False, True
    for _ in range(3):
        dark, darker, low = 0.0, 0, 2.0
        for v in im:
            if v <= at:
                dark, darker = dark + v * v, darker + 1
            low = min(low, log(v + at))
            any_dark |= v < least
            all_light &= v > least / 8
        at = (at + dark / darker) / 2 if darker > 0 else at
        many = many * 3 + darker
    return im(p) + at, many, low, any_dark, all_light


def wholes(im=Image, p=Position):
    """The bytes as whole numbers."""
    total = most = 0
    for turn in range(4):
        more, highest = 0, -1
        for v in im:
            level = int(v * 255 + 0.5)
            more += (level ^ turn) * 7
            highest = max(highest, level * 5 % 11 if level > total % 200 else -1)
        total, most = total + more, most + highest
    return im(p) + total % 1000, most


def of_place(im=Image, p=Position):
    """Of these each place has something to say itself."""
    found = 0.0
    for _ in range(4):
        found = sum(im(q) * (q.x + found) for q in im.positions) / len(im) / im.width
    return im(p) + found


def until_it_stays(im=Image, p=Position):
    """Rounds of which only the device knows how many they are."""
    at, before, many = sum(im) / len(im), -1.0, 0
    while abs(at - before) > 0.01:
        dark, darker, low = 0.0, 0, 1.0
        for y in range(im.height):
            for x in range(im.width):
                if im(x, y) > at:
                    low = min(low, im(x, y))
                else:
                    dark, darker = dark + im(x, y), darker + 1
        at, before, many = (dark / darker + low) / 2 if darker > 0 else low, at, many + 1 if darker > 0 else many
    return im(p) > at, at + many


def place_among_all(im=Image, p=Position):
    """What each pixel asks all others, beside what is asked once."""
    return sum(v < im(p) or p.x > 20 for v in im) / len(im) + min(im)


def of_rows(im=Image, p=Position):
    """Of these the place decides, too."""
    found = 0.0
    while found < 2:
        total = 0.0
        for y in range(im.height):
            for x in range(im.width):
                total += im(x, y) * (y + 1)
        found = found + 1 + total / 1e6
    return im(p) + found


def check_above(function, picture):
    """All of a picture's pixels, of which the first rows are compared: each goes over all of it again and again."""
    found = pygpu.compile(function)(picture, dtype="float32")
    expected = plain_python(function, picture, size=(picture.shape[1], min(len(picture), ROWS)))
    assert_close(tuple([part[:ROWS] for part in found]) if isinstance(found, tuple) else found[:ROWS], expected)
    return found


LOOPS = {each.__name__: each for each in (until_it_stays, place_among_all, of_rows)}


@pytest.mark.parametrize("loop", LOOPS)
@pytest.mark.parametrize("name", PICTURES)
def test_loops_that_stay(loop, name, engine):
    if engine.is_checker and loop == "place_among_all":
        pytest.skip("too slow there")
    found = check_above(LOOPS[loop], PICTURES[name])
    if loop == "until_it_stays":
        light, told = found
        darker = PICTURES[name][light == 0].max(initial=0)
        assert (told == told[0, 0]).all() and (light == (PICTURES[name] > darker)).all()


@pytest.mark.parametrize("name", PICTURES)
def test_rounds(name, engine):
    check_above(rounds, PICTURES[name])


@pytest.mark.parametrize("name", PICTURES)
def test_whole_numbers(name, engine):
    check_above(wholes, PICTURES[name])


def test_the_place(engine):
    check_above(of_place, PICTURES["all"])


@pytest.mark.parametrize(("function", "dtype", "counted"), [
    (rounds, np.uint8, True), (rounds, np.float32, False), (of_place, np.uint8, False),
    (until_it_stays, np.uint8, True), (place_among_all, np.uint8, True), (of_rows, np.uint8, False),
    (lambda im=Image, p=Position: im(p) - sum(im) / len(im), np.uint8, False)],  # once over it: adding up takes less
    ids=["rounds", "floats", "places", "until it stays", "among all", "rows", "mean"])
def test_what_is_counted(function, dtype, counted, engine):
    if getattr(engine.device, "kind", "") != "cpu":
        pytest.skip("there is no plan, or one in which nothing is counted")
    filter = pygpu.compile(function)
    filter(PICTURES["all"].astype(dtype), dtype="float32")
    assert (COUNTED in str(filter.plan)) == counted


def test_all_rounds_are_one_kernel(engine):
    """What only values ask for that are computed together is computed with them."""
    if getattr(engine.device, "kind", "") != "cpu":
        pytest.skip("there is no plan, or one in which nothing is counted")
    filter = pygpu.compile(filters.isodata)
    filter(PICTURES["all"])
    assert len(filter.plan.plans) == 4  # tables, the bytes of all of them, the rounds, the result


def test_small_bytes_are_counted_too(engine):
    """Loops over sixteen bytes at a time asked for fifteen behind the last, and a kernel wrote them over its own bytes."""
    def powers(im=Image):
        many, s, q = 0, 0.0, 0.0
        for v in im:
            many += v > 0.55
            s += ((v - 0.3) / 0.4)**4
            q += abs(v - 0.2)**1.5
        return many, s, q

    picture = (np.arange(35) * 7).astype(np.uint8).reshape(5, 7)
    v = picture / 255
    wanted = (v > 0.55).sum(), (((v - 0.3) / 0.4)**4).sum(), (abs(v - 0.2)**1.5).sum()
    assert pygpu.compile(powers)(picture) == pytest.approx(wanted, rel=1e-5)
