"""Words of the command line as values: `2.5`, `"[[1, 2], [3, 4]]"`, `mirror`, `640x480`; and whose option is whose."""

from __future__ import annotations

import ast

import numpy as np

from .trouble import UsageError


def value_of(word: str):
    """A Python literal if the word is one (lists of numbers become arrays), otherwise the word itself."""
    try:
        value = ast.literal_eval(word)
    except (ValueError, SyntaxError, MemoryError, RecursionError):
        return {"true": True, "false": False}.get(word, word)
    return as_array(value) if isinstance(value, list) else value


def as_array(values: list):
    """A list of numbers, however nested, as NumPy has it; other lists stay lists."""
    try:
        array = np.array(values)
    except ValueError:  # rows of different lengths
        return values
    return array if array.dtype.kind in "bif" else values


def size_of(word: str) -> tuple[int, int]:
    """`640x480` as (width, height)."""
    width, cross, height = word.lower().partition("x")
    if not (cross and width.isdecimal() and height.isdecimal() and int(width) and int(height)):
        raise UsageError(f"--output-size {word}: a size is written WIDTHxHEIGHT, as in 640x480")
    return int(width), int(height)


def split_parameters(words: list[str], options: dict[str, bool]) -> tuple[list[str], dict[str, str]]:
    """Part the options of the command from the filter's own `--NAME VALUE`.

    `options` has the command's own ones, and whether each takes a value. argparse can't do this: it would hand the
    value of an option that it doesn't know to the positional arguments.
    """
    own: list[str] = []
    parameters: dict[str, str] = {}
    rest = iter(words)
    for word in rest:
        name, equals, value = word.partition("=")
        if not word.startswith("--") or word == "--":
            own.append(word)
            if options.get(word):
                own.extend(_following(word, rest))
        elif name in options:
            own.append(word)
            if options[name] and not equals:
                own.extend(_following(word, rest))
        else:
            parameters[name[2:].replace("-", "_")] = value if equals else _following(word, rest)[0]
    return own, parameters


def _following(word: str, rest) -> list[str]:
    for value in rest:
        return [value]
    raise UsageError(f"{word} is the last word, but a value must follow it")
