"""Text of fractions that is looked at: each character is Python's, whatever the number is."""

import math

import numpy as np
import pytest

import pygpu
from pygpu import Array, Image, Position
from pygpu.library.standard import readings, texts
from tests.engines import Engine, check

ENDS = [0.5, 1e9, 3e9, math.nan, math.inf, -math.inf, -2.25, 3.4e38, 0.015, 0.025, 1e-30, -0.0, 0.125, 2.5, 999999.96,
        16777216, 2.0 ** 31, -1.2345e20, 0.995]
SPECS = [".2f", ".0f", "+,.1%", "012.1f", "F", "*^20.1f", "=+14.3f"]


def told(text):
    """Which characters there are, and where."""
    return len(text) + 100.0 * (sum(ord(letter) * (place % 7 + 1) for place, letter in enumerate(text)) % 10007)


def test_text_of_numbers_that_are_large_or_none(engine: Engine):
    """3000000000.00, nan and -inf have as many characters as Python writes; 0.015 of 32 bits is below 0.015."""
    numbers = np.array([ENDS], np.float32)
    check(lambda im=Image, p=Position: (len(f"{im(p):.2f}"), told(f"{im(p):.2f}"), "9" in f"{im(p):.1f}"), numbers,
          tolerance=0)


def test_what_only_seems_to_be_a_half(engine: Engine):
    """round() looks at the number itself: 0.015 and 0.025 times 100 are 1.5 and 2.5, but one of them is less, one more."""
    numbers = np.array([[0.015, 0.025, 2.675, 1.115, 8.345, 0.125, 0.5, 1.005, -0.015, -2.675, 0.045, 1.255, 3.5, 0.375,
                         math.inf, -math.inf, 0.0, 1e30, 0.0005, 0.00015, 1.00005, 12345.678]], np.float32)
    check(lambda im=Image, p=Position: tuple([round(im(p), digits) for digits in (1, 2, 3, 4, 5, -1)]), numbers,
          tolerance=3e-7)


@pytest.mark.parametrize("spec", SPECS)
def test_text_of_each_form(spec):
    numbers = np.array([ENDS], np.float32)
    pygpu.use("none")
    check(lambda im=Image, p=Position: told(format(im(p), spec)), numbers, tolerance=0)


def test_text_in_double_precision():
    numbers = np.array([[0.1, 123456789.987654321, 2 / 3, math.nan, -math.inf, 1e30, 0.005, 2.0 ** 60]])
    pygpu.use("none")
    for spec in (".12f", ".1%"):
        check(lambda im=Image, p=Position, spec=spec: told(format(im(p), spec)), numbers, tolerance=0, precision="double")


def test_text_of_a_whole_number_with_a_point():
    """Its digits are those of an int, not of a float of 32 bits."""
    numbers = np.array([0, 5, -7, 123456789, 2147483647, -2147483648], np.int32)
    pygpu.use("none")
    check(lambda a=Array, p=Position: told(f"{a(p):,.1f}"), numbers, tolerance=0)
    check(lambda a=Array, p=Position: told(f"{a(p) * 0x9E3779B1 & 0xFFFFFFFF:.1f}"), numbers, tolerance=0)


def test_a_text_of_a_fraction_is_taken_apart(engine: Engine):
    """No digit is taken for a point, a sign or a letter, so the point is the only place to split at."""
    numbers = np.array([[0.0, 1.25, -2.5, 9.99, -0.04, 7.125, 3.0, 9.0]], np.float32)

    def parts(im=Image, p=Position):
        text = f"{min(max(im(p), -9.5), 9.5):.2f}"
        whole, behind = text.split(".")
        return (int(whole) + int(behind) / 1000, len(whole), sum([int(each) for each in text if each.isdigit()]),
                text.replace(".", ",").index(","), behind.isdigit(), text.isdigit())

    check(parts, numbers, tolerance=1e-6)


def test_a_text_of_any_fraction_is_taken_apart():
    """Of 40 digits, nan and inf: each of them a place to split at would be many programs."""
    numbers = np.array([ENDS], np.float32)
    pygpu.use("none")

    def parts(im=Image, p=Position):
        found = f"{im(p):.1f}".split(".")
        return len(found), told(found[0]), told(found[-1]), sum([each.isdigit() for each in f"{im(p):.1f}"])

    check(parts, numbers, tolerance=0)


def test_text_of_what_is_kept_small_is_short():
    """Two digits before the point are enough for what is 50 at most."""
    filter = pygpu.compile(lambda im=Image, p=Position: len(f"{min(max(im(p), 0.0), 50.0):.1f}"))
    pygpu.use("none")
    assert filter(np.array([[0.5, 12, 70, math.nan]], np.float32)).tolist() == [[3, 4, 4, 3]]
    assert str(filter.graph).count("int64") == 0 or len(str(filter.graph).splitlines()) < 120


def test_reading_such_text(engine: Engine):
    """float() of text takes any length of it, and the words for what is no number."""
    numbers = np.array([ENDS], np.float32)
    check(lambda im=Image, p=Position: (float(f"{im(p):.1f}"), float(["nan", " -Infinity", "1_2.50"][p.x % 3])), numbers)


@pytest.mark.parametrize("text", ["1", " 12.50 ", "-0.001", "+7_0.5", "123456789012345678901234567890.25", "nan",
                                  "-inf", "Infinity", "", ".", "1.2.3", "in", "nan1", "--1", "1 2", "infinit"])
def test_reading_is_pythons(text):
    codes = texts.codes_of(text)
    try:
        expected = float(text)
    except ValueError:
        with pytest.raises(ValueError, match="could not convert"):
            readings.fraction(codes)
        return
    found = readings.fraction(codes)
    assert found == pytest.approx(expected, rel=1e-15) or math.isnan(found) and math.isnan(expected)
