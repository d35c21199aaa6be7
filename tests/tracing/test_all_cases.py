"""Chains of comparisons that cover all cases but a NaN."""

import numpy as np
import pytest

import pygpu
from pygpu import Image, Int, Position


def ordered(im=Image, p=Position):
    v = im(p)
    if v > 1:
        result = 1
    elif v < 1:
        result = 2
    elif v == 1:
        result = 3
    return result


def test_a_nan_raises_what_python_raises():
    filter = pygpu.compile(ordered)
    assert filter(np.float32([[0, 1, 2]])).tolist() == [[2, 3, 1]]
    with pytest.raises(UnboundLocalError, match="result"):
        filter(np.float32([[0, 1, np.nan]]))


def test_no_int_is_asked_whether_it_is_one():
    def remainder(n=Image[Int], p=Position):
        rest = n(p) % 2
        if rest == 0:
            result = 5
        elif rest == 1:
            result = 6
        return result

    assert len(pygpu.compile(remainder).graph.outputs) == 1


def test_a_chain_with_a_gap_is_refused():
    def gap(im=Image, p=Position):
        v = im(p)
        if v > 2:
            raise ValueError(v)
        if v < 1:
            result = 1
        elif v >= 1.5:
            result = 2
        return result

    with pytest.raises(pygpu.CompileError) as refused:
        pygpu.compile(gap).graph
    assert refused.value.kind == "unassigned"


def test_what_has_raised_in_one_arm_holds_in_that_arm_only():
    def arm(im=Image, p=Position):
        v = im(p)
        if im(p + (1, 0)) > 0:
            if v > 2:
                raise ValueError(v)
        if v <= 2:
            result = 1
        return result

    with pytest.raises(pygpu.CompileError) as refused:
        pygpu.compile(arm).graph
    assert refused.value.kind == "unassigned"
