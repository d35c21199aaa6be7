"""Canonical instructions mean what the function means: run on a reference machine, each does what Python does."""

from copy import deepcopy
from types import GeneratorType

import pytest

from tests.bytecode.corpus import CASES
from tests.bytecode.machine import in_machine


def outcome(function, args):
    """What a call comes to, made comparable: a value, an exception, or what a generator yields and returns."""
    try:
        return settled(function(*deepcopy(args)))
    except Exception as error:
        return type(error)


def settled(value):
    if not isinstance(value, GeneratorType):
        return repr(value)
    values, sent = [], None
    try:
        while True:
            values.append(value.send(sent))
            sent = len(values)
    except StopIteration as stop:
        return repr(values), repr(stop.value)


@pytest.mark.parametrize("function, calls", CASES, ids=[function.__name__ for function, _ in CASES])
def test_the_machine_does_what_python_does(function, calls):
    for args in calls:
        assert outcome(in_machine(function), args) == outcome(function, args), args
