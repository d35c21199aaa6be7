"""Functions of whole arrays are what NumPy makes of them: shapes, dtypes and numbers."""

import numpy as np
import pytest

import pygpu
from pygpu import Array

from . import (
    batches,
    changes,
    chosen,
    clusters,
    complex_matrices,
    decomposed,
    grown,
    in_place,
    laid,
    library,
    measured,
    notebooks,
    put,
    recursive,
    sampled,
    science,
    simulations,
    spectral,
    walked,
    written_by_others,
)
from .programs import PROGRAMS


def compiled(function, **options):
    """A function all of whose parameters are Arrays."""
    code = function.__code__
    return pygpu.compile(type(function)(code, function.__globals__, function.__name__, (Array,) * code.co_argcount,
                                        function.__closure__), **options)


def flat(result) -> list:
    return [each for part in result for each in flat(part)] if isinstance(result, (tuple, list)) else [result]


def compare(found, expected, tolerance=2e-5):
    found, expected = flat(found), flat(expected)
    assert len(found) == len(expected)
    for number, (one, other) in enumerate(zip(found, expected)):
        assert np.shape(one) == np.shape(other), number
        if isinstance(one, (np.ndarray, np.generic)):
            assert one.dtype == np.asarray(other).dtype, number
        kind = complex if np.iscomplexobj(other) else float
        np.testing.assert_allclose(np.asarray(one, kind), np.asarray(other, kind), rtol=tolerance, atol=tolerance,
                                   err_msg=f"result {number}")


SOME = {"slices", "changed_copy", "moved", "in_the_middle", "running", "heat_in_place", "until", "dithered",
        "longest_common", "joined", "convolved", "by_number", "filled_where"}  # of each kind of kernel
FEW = {"slices", "changed_copy", "heat_in_place"}


LONG = {each for each, *_ in (*notebooks.PROGRAMS, *simulations.PROGRAMS, *put.PROGRAMS[6:])}  # made of what the others are
ALL = [*PROGRAMS, *notebooks.PROGRAMS, *simulations.PROGRAMS, *changes.PROGRAMS, *library.PROGRAMS, *put.PROGRAMS,
       *chosen.PROGRAMS, *sampled.PROGRAMS, *recursive.PROGRAMS, *science.PROGRAMS, *measured.PROGRAMS,
       *spectral.PROGRAMS, *in_place.PROGRAMS, *laid.PROGRAMS, *batches.PROGRAMS, *walked.PROGRAMS,
       *clusters.PROGRAMS, *complex_matrices.PROGRAMS, *grown.PROGRAMS,
       *decomposed.PROGRAMS, *written_by_others.PROGRAMS]


@pytest.mark.parametrize("function, given", [(each, given) for each, *given in ALL], ids=[each.__name__ for each, *_ in ALL])
def test_as_numpy(engine, function, given):
    """All on the evaluator and on one driver; what differs from driver to driver are the kernels, not what is in them."""
    asked = FEW if engine.is_checker else SOME if engine.name == "pocl" else {function.__name__}
    takes_long = function.__name__ == "more_sums_of_volumes" or function in LONG
    if function.__name__ not in asked or takes_long and engine.device != "none":
        pytest.skip("another engine has it")
    with np.errstate(all="ignore"):
        expected = function(*[array.copy() for array in given])
    compare(compiled(function)(*given), expected)


@pytest.mark.parametrize("function, given", [(each, given) for each, *given in science.IN_DOUBLES],
                         ids=[each.__name__ for each, *_ in science.IN_DOUBLES])
def test_in_doubles(engine, function, given):
    if engine.is_checker or engine.name == "pocl":
        pytest.skip("another engine has it")
    tolerance = 1e-12 if given[0].dtype != np.float32 else 2e-5
    compare(compiled(function, precision="double")(*given), function(*given), tolerance)
