"""Constructs: habits of plain Python."""

import contextlib
import math
import types

import numpy as np

from pygpu import Image, Position

from .marks import finite


@contextlib.contextmanager
def scaled(held, factor):
    before = held["size"]
    held["size"] = before * factor
    try:
        yield held
    finally:
        held["size"] = before


def context_kept_in_a_stack(im=Image, p=Position):
    """ExitStack.enter_context(), left at the end of the `with`"""
    held = {"size": im(p)}
    with contextlib.ExitStack() as stack:
        stack.enter_context(scaled(held, 3))
        inside = held["size"]
    return inside + 10 * held["size"]


class Counter:
    def __init__(self, start):
        self.count = start

    def advance(self, step):
        self.count += step
        return self.count


def method_made_of_a_function(im=Image, p=Position):
    """types.MethodType(f, x)"""
    counter = Counter(im(p))
    advance = types.MethodType(Counter.advance, counter)
    return advance(2.0) * 10 + counter.count


@finite
def next_float(im=Image, p=Position):
    """math.nextafter(x, y) lies beyond x"""
    v = im(p)
    return (1 if math.nextafter(v, 9.0) > v else 0) + (2 if math.nextafter(v, -9.0) < v else 0)


@finite
def joined_with_a_range(im=Image, p=Position):
    """np.r_[a, b, 1:3], np.c_[1:3, v]"""
    v = im(p)
    return np.r_[v, 2 * v, 1:3, 0:1:3j] @ np.arange(7.0) + np.c_[1:3, np.array([v, 1.0])].sum()
