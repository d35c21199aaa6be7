"""Every meaning of a library's function takes each parameter that the real one has, or refuses the call."""

import inspect

import numpy as np
import pytest

import pygpu
from pygpu import Image, Position
from pygpu.tracing.host.table import SPECIAL
from pygpu.tracing.meanings.numpy_functions import OF_UFUNCS

UFUNCS = [function for function in SPECIAL if isinstance(function, np.ufunc)]


def of_numpy(function) -> bool:
    module = getattr(function, "__module__", None) or type(function).__module__
    return isinstance(function, np.ufunc) or str(module).partition(".")[0] == "numpy"


MEANINGS = {f"{function.__name__}": (function, meaning) for function, meaning in SPECIAL.items() if of_numpy(function)}


@pytest.mark.parametrize("name", MEANINGS)
def test_every_parameter_is_taken_or_refused(name):
    """What is left to NumPy takes all. Else, an unlikely value is given to each parameter that the meaning does not name.
    `out`, and what all ufuncs take, has one meaning for all of them."""
    function, meaning = MEANINGS[name]
    made = name.startswith(("zeros", "ones", "empty", "full", "default_rng"))
    if getattr(meaning, "lent", False) or isinstance(function, type) or made:
        return
    parameters = inspect.signature(function).parameters.values()
    taken = {*getattr(meaning, "parameters", ()), "out", *(OF_UFUNCS if isinstance(function, np.ufunc) else ())}
    others = [p.name for p in parameters if p.name not in taken
              and p.kind not in (p.VAR_POSITIONAL, p.VAR_KEYWORD, p.POSITIONAL_ONLY) and p.default is not p.empty]
    needed = [p for p in parameters if p.default is p.empty and p.kind not in (p.VAR_POSITIONAL, p.VAR_KEYWORD)]
    for other in others:
        def given(im=Image, p=Position, other=other):
            return function(*[im(p)] * len(needed), **{other: "unlikely"})

        with pytest.raises(pygpu.CompileError) as raised:
            pygpu.compile(given).graph
        assert raised.value.kind == "not-supported" and f"{other}=" in raised.value.seen


def test_operations_refuse_keywords():
    def given(im=Image, p=Position):
        return np.sqrt(im(p), where=[True])

    with pytest.raises(pygpu.CompileError) as raised:
        pygpu.compile(given).graph
    assert "where=" in raised.value.seen

    def given(im=Image, p=Position):  # noqa: F811
        return np.add(im(p), 1, out="unlikely")

    with pytest.raises(pygpu.CompileError) as raised:
        pygpu.compile(given).graph
    assert "out=" in raised.value.seen
    def given(im=Image, p=Position):  # noqa: F811
        return sum([im(p)], initial=3)

    with pytest.raises((pygpu.CompileError, TypeError)):
        pygpu.compile(given).graph
