"""What plans and explain() say: short whatever the filter, in the user's words, with nothing left out that counts."""

import re
from dataclasses import replace

import numpy as np
import pytest

import pygpu
from pygpu import Image, Position
from pygpu.opencl import Format
from pygpu.schedule import CPU
from pygpu.schedule.blocks.blocks import block
from pygpu.schedule.plan import plan
from pygpu.schedule.stages.stages import stages
from pygpu.schedule.strategies import pixels
from tests.speed.workloads import ALL

GRAY = (Format("float32", 1),)


def forced(name: str, make):
    """A plan of a certain kind, whatever the planner would choose."""
    return replace(make(stages(ALL[name].filter().graph)), inputs=GRAY, outputs=GRAY)


@pytest.mark.parametrize("name, make", [
    ("sobel", lambda found: block(found, CPU, 4)), ("harris", lambda found: block(found, CPU, 4)),
    ("nlm", lambda found: block(found, CPU, 1)),
    ("mandelbrot", lambda found: replace(pixels(found, CPU), why="it has real branches or loops")),
    ("chain4", lambda found: block(found, CPU, 8)),
    ("median", lambda found: block(found, CPU, 6)),
], ids=lambda value: value if isinstance(value, str) else "")
def test_a_plan_in_words(name, make, golden):
    golden.text(str(forced(name, make)), f"golden/{name}.txt")


def test_a_plan_says_that_it_was_tuned():
    plan = replace(forced("gamma", lambda found: block(found, CPU, 4)), tuned="tuned: as it is")
    assert str(plan).splitlines()[1].strip() == "tuned: as it is"


@pytest.mark.parametrize("workload", ALL.values(), ids=ALL)
def test_explain_is_short_and_says_what_counts(workload):
    told = workload.filter().explain()
    lines = told.splitlines()
    assert len(lines) <= 32 and max(map(len, lines)) <= 200
    titles = [line[2:12].strip() for line in lines[1:] if line[2:3] != " "]
    always = [title for title in titles if title not in ("frozen", "value")]
    assert always[:5] == ["known", "symbols", "footprint", "graph", "plan"]
    if pygpu.use(None) is not None:
        assert {"memory", "arithmetic"} < set(titles)


def test_a_stage_has_the_users_name_and_line():
    def filter(im=pygpu.Image, p=pygpu.Position):
        def edge(q):
            difference = im(q + (1, 0)) - im(q - (1, 0))
            return difference * difference

        return edge(p) + 2 * edge(p + (0, 1)) + edge(p - (0, 1)) ** 2

    assert "difference, " in (told := pygpu.compile(filter).explain()) and "(edge, test_describe.py:" in told


def test_numbers_are_of_the_last_call():
    filter = pygpu.compile(ALL["sobel"].function)
    assert "a megapixel" in filter.explain() or pygpu.use(None) is None
    filter(np.zeros((30, 50), np.float32))
    assert "for 50 x 30 pixels" in filter.explain() or pygpu.use(None) is None


def test_what_factors_cost_and_how_to_do_without():
    workload = ALL["chain4"]
    assert "rank 1" in (told := workload.filter().explain()) and "exact=True" in told
    exact = pygpu.compile(workload.function, **workload.known, exact=True)
    picture = workload.pictures(60, 40)[0]
    np.testing.assert_allclose(exact(picture), workload.filter()(picture), rtol=1e-5)
    assert "rank" not in exact.explain()
    for found in (exact.plan.stages, *(own.stages for _, own in exact.plan.passes)):
        assert not found.factors and not found.composed
    kernel = np.outer([1, 2, 3, 2, 1], [1, 4, 6, 4, 1.0])
    convolve = pygpu.compile(ALL["conv5"].function, kernel=kernel, exact=True)
    assert convolve(picture).shape == picture.shape and not convolve.plan.stages.factors
    assert convolve(picture, exact=False).shape == picture.shape
    assert pygpu.compile(ALL["conv5"].function, kernel=kernel).plan.stages.factors


def test_windows_and_spectra_in_words():
    told = str(plan(ALL["box63"].filter().graph))
    assert "sum of 63 one above the other over im" in told and "sum of 63 side by side" in told
    told = str(plan(ALL["conv31"].filter().graph))
    assert "a kernel of 31 x 31 by its spectrum" in told and "exact=True" in told


def test_a_program_is_told_by_the_size_of_its_parts():
    """Levels of a pyramid are small: what they move does not count as if each were as large as the result."""
    if pygpu.use(None) is None:
        pytest.skip("no OpenCL device")

    def halved(f):
        return lambda x, y: (f(2 * x, 2 * y) + f(2 * x + 1, 2 * y) + f(2 * x, 2 * y + 1) + f(2 * x + 1, 2 * y + 1)) / 4

    def pyramid(im=Image, p=Position):
        level = lambda x, y: im(x, y)
        for _ in range(4):
            level = halved(level)
        return im(p) - level(p.x // 16, p.y // 16)

    filter = pygpu.compile(pyramid)
    filter(np.zeros((500, 1000), np.float32))
    told = re.search(r"([\d.]+) MB read and written for 1000 x 500 pixels", filter.explain())
    assert told and 4 <= float(told[1]) < 9  # both pictures are 4, and half of those between them


def test_pictures_to_explain_it_with():
    filter = pygpu.compile(lambda im=Image, p=Position: im(p) * 2)
    assert filter.explain(np.zeros((30, 40, 3), np.uint8)) == filter.explain() != pygpu.compile(filter.function).explain()
    with pytest.raises(pygpu.ArgumentError):
        filter.explain(1, 2)
