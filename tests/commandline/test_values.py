"""Words of the command line as values, and whose option is whose. Needs no device."""

import numpy as np
import pytest

from pygpu.commandline.trouble import UsageError
from pygpu.commandline.values import size_of, split_parameters, value_of

OWN = {"-o": True, "--output": True, "--output-size": True, "--help": False}


@pytest.mark.parametrize("word, value", [
    ("2.5", 2.5), ("-3", -3), ("1e-3", 1e-3), ("True", True), ("false", False), ("None", None),
    ("(1, 2)", (1, 2)), ("mirror", "mirror"), ("'two words'", "two words"), ("a/b.png", "a/b.png"), ("", ""),
])  # fmt: skip
def test_a_literal_is_a_value_and_a_word_is_a_string(word, value):
    assert value_of(word) == value
    assert type(value_of(word)) is type(value)


def test_lists_of_numbers_are_arrays():
    kernel = value_of("[[0, 1, 0], [1, -4, 1], [0, 1, 0]]")
    assert isinstance(kernel, np.ndarray) and kernel.shape == (3, 3) and kernel.dtype.kind == "i"


@pytest.mark.parametrize("word", ["['a', 'b']", "[[1, 2], [3]]"])
def test_other_lists_stay_lists(word):
    assert isinstance(value_of(word), list)


def test_the_filters_options_are_parted_from_the_commands():
    words = "run f.py a.png --amount -2.5 -o out.png b.png --sigma=3 --output-size 4x5".split()
    own, parameters = split_parameters(words, OWN)
    assert own == "run f.py a.png -o out.png b.png --output-size 4x5".split()
    assert parameters == {"amount": "-2.5", "sigma": "3"}


def test_a_dash_in_an_option_is_an_underscore_in_the_parameter():
    assert split_parameters(["--inner-radius", "2"], OWN)[1] == {"inner_radius": "2"}


@pytest.mark.parametrize("words", [["--amount"], ["-o"]])
def test_an_option_without_its_value(words):
    with pytest.raises(UsageError, match="a value must follow"):
        split_parameters(words, OWN)


def test_size():
    assert size_of("640x480") == (640, 480)
    for wrong in ("640", "0x3", "x", "3x-4", "axb"):
        with pytest.raises(UsageError, match="WIDTHxHEIGHT"):
            size_of(wrong)
