"""Filters that are short to write and long when traced: they are traced all the same, and soon."""

from time import process_time

import numpy as np

from pygpu import Image, Position, offsets, ravel
from pygpu.ir import every_op
from pygpu.ir.ops import OPS
from pygpu.language.signature import parameters
from pygpu.story import Story, usual_pixels

BOX = np.ones((3, 3)) / 9


def traced(function, **known):
    found = parameters(function, known)
    return Story(function, found, usual_pixels(found)).traced[0]


def mean(image, p):
    return sum([w * image(p + d) for w, d in zip(ravel(BOX), offsets(BOX))])


def chain(n, im=Image, p=Position):
    return mean(lambda q: chain(n - 1, im, q), p) if n else im(p)


def test_a_chain_of_stages_grows_as_the_pixels_that_it_reads():
    """A stage is walked once for each place where it is needed, however many lead there."""
    reads = [op for op in every_op(traced(chain, n=8).body) if op.kind is OPS["read"]]
    assert len(reads) == 17 * 17


def test_a_chain_of_stages_is_traced_quickly():
    times = []
    for _ in range(3):
        before = process_time()
        traced(chain, n=8)
        times.append(process_time() - before)
    assert min(times) < 3  # under a second, but on a slow or busy machine
