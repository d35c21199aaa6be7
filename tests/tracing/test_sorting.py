"""Networks that sort: whatever zeros and ones come in, they come out in order, and so does everything else."""

import random
from itertools import product

import pytest

from pygpu.tracing.kinds.sorting import network


def ordered(pairs, order, values):
    values = list(values)
    for i, j in pairs:
        values[i], values[j] = min(values[i], values[j]), max(values[i], values[j])
    return [values[place] for place in order]


@pytest.mark.parametrize("count", [1, 2, 3, 4, 5, 7, 8, 9, 10, 12, 16, 25, 49])
def test_sorts(count):
    pairs, order = network(list(range(count)))
    draw = random.Random(count)
    drawn = ([draw.randint(0, 3) for _ in range(count)] for _ in range(500))
    inputs = product((0, 1), repeat=count) if count <= 12 else drawn
    for values in inputs:
        assert ordered(pairs, order, values) == sorted(values)


def test_rows_of_a_neighbourhood_are_sorted_first():
    pairs, _ = network(list(range(9)))
    assert [(i // 3, j // 3) for i, j in pairs[:9]] == [(0, 0), (1, 1), (2, 2)] * 3
    assert len(pairs) == 25
