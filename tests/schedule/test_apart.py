"""A whole program in one kernel over tiles, where that is better than images: and only there."""

import numpy as np

import pygpu
from pygpu import Image, Position
from pygpu.schedule import CPU
from pygpu.schedule.programs.programs import program
from tests.effort import calls
from tests.engines import check
from tests.speed.apps.filters import max_filter


def guided(im=Image, guide=Image, p=Position, radius=4, eps=0.01):
    """Composed of six means, two of which are of what others came to."""
    side = range(-radius, radius + 1)
    mean = lambda f: lambda q: sum([f(q + (i, j)) for j in side for i in side]) / len(side)**2
    at, of = lambda q: guide(q), lambda q: im(q)
    middle, light = mean(at), mean(of)
    both, spread = mean(lambda q: at(q) * of(q)), mean(lambda q: at(q)**2)
    slope = lambda q: (both(q) - middle(q) * light(q)) / (spread(q) - middle(q)**2 + eps)
    rest = lambda q: light(q) - slope(q) * middle(q)
    return mean(slope)(p) * at(p) + mean(rest)(p)


def test_a_mean_of_quotients_of_means_is_of_images():
    """In one kernel each pixel would compute eighty-one quotients: 4,500 additions, thirteen times as long."""
    assert len(program(pygpu.compile(guided).graph, target=CPU).parts) > 5


def test_what_cannot_be_one_kernel_is_not_written_first():
    graph = pygpu.compile(guided).graph
    assert calls(lambda: program(graph, target=CPU)) < 8_000_000


def test_many_maxima_are_one_kernel():
    assert len(program(pygpu.compile(max_filter).graph, target=CPU).parts) == 1


def test_guided(engine):
    check(guided, *np.random.default_rng(3).random((2, 7, 9)).astype(np.float32), known={"radius": 1})
