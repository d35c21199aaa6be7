"""Parts of programs that a builder wrote in a straight line are not folded again, which would change nothing."""

from functools import cache

import pytest

import pygpu
from pygpu import Image, Position
from pygpu.calls.engines.sequence import stories
from pygpu.passes.simplify import simplify
from pygpu.schedule.programs import programs
from pygpu.story import Story, stored, usual_pixels


def halved(of):
    return cache(lambda x, y: 0.25 * sum([of(2 * x + i, 2 * y + j) for i in (0, 1) for j in (0, 1)]))


def levels(im=Image, p=Position):
    """Three levels: what is read at zero times a place, twice one, and beside an edge folds as it is written in."""
    fine = cache(lambda x, y: im(x, y) * 1.0 + 0 * im(y, x))
    some = [fine]
    for _ in range(3):
        some.append(halved(some[-1]))
    return sum([level(p.x >> n, p.y // 2**n) - level((p.x >> n) - 0, (p.y >> n) + 1) for n, level in enumerate(some)])


def looping(im=Image, p=Position):
    """One that loops is folded again."""
    def coarse(x, y):
        total = 0.0
        for i in range(int(im(x, y) * 9)):
            total += im(2 * x + i, y)
        return total

    coarse = cache(coarse)
    return coarse(p.x // 2, p.y) + coarse(p.x // 2 + 1, p.y)


@pytest.mark.parametrize(("function", "straight"), [(levels, True), (looping, False)], ids=["levels", "looping"])
def test_what_is_folded(monkeypatch, function, straight):
    seen, settled = [], programs.settled

    def looked_at(graph):
        seen.append((graph.folded, simplify(graph) is graph))
        return settled(graph)

    monkeypatch.setattr(programs, "settled", looked_at)
    filter = pygpu.compile(function)
    story = Story(filter.function, filter.parameters, usual_pixels(filter.parameters))
    stories(story.for_pixels(*stored(story.graph)))
    assert len(seen) > 1 and all(unchanged for folded, unchanged in seen if folded)
    assert all(folded for folded, _ in seen) == straight
