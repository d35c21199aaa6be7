"""Functions of a position that call themselves a step back: each is what plain Python computes, place after place."""

from dataclasses import replace
from functools import cache, partial
from time import perf_counter

import numpy as np
import pytest

import pygpu
from pygpu import Array, CompileError, Float, Image, Int, Position  # noqa: F401
from pygpu.calls.engines import engine as calls
from pygpu.ir import functions
from pygpu.kernel.build import build
from pygpu.kernel.interpret import interpret
from pygpu.kernel.verify import verify
from pygpu.schedule import CPU, GPU
from pygpu.schedule.plan import candidates
from pygpu.schedule.plan import plan as planned
from pygpu.schedule.programs import programs
from pygpu.schedule.programs.programs import program
from pygpu.schedule.scans import strips
from tests.engines import check

rng = np.random.default_rng(7)
SIZES = [(1, 1), (1, 9), (9, 1), (3, 5), (17, 33), (35, 18)]  # rows, columns
SMALL = rng.random((7, 19)).astype(np.float32)
FORMAT = (calls.Format("float32", 1),)


# --- filters ---------------------------------------------------------------------------------------------------------

def to_the_right(im=Image, p=Position):
    s = cache(lambda q: im(q) + (s(q - (1, 0)) if q.x > 0 else 0.0))
    return s(p)


def to_the_left(im=Image, p=Position):
    s = cache(lambda q: im(q) + (s(q + (1, 0)) if q.x < im.width - 1 else 0.0))
    return s(p)


def of_many(im=Image, p=Position):
    """Of more squares of numbers than are turned by lines of their own, and more maxima than Intel's compiler can bear as
    choices between floats."""
    @cache
    def s(q):
        v = s(q - (1, 0)) if q.x > 0 else 0.0
        for i in range(30):
            v = max(v * 0.99, im(q + (0, i)))
        return v
    return s(p)


def down(im=Image, p=Position):
    s = cache(lambda q: im(q) + (s(q - (0, 1)) if q.y > 0 else 0.0))
    return s(p)


def up(im=Image, p=Position):
    s = cache(lambda q: im(q) + (s(q + (0, 1)) if q.y < im.height - 1 else 0.0))
    return s(p)


def second_order(im=Image, p=Position):
    @cache
    def y(q):
        if q.x < 2:
            return im(q)
        return 0.4 * im(q) + 0.9 * y(q - (1, 0)) - 0.3 * y(q - (2, 0))

    return y(p)


def forth_and_back(im=Image, p=Position):
    forth = cache(lambda q: 0.4 * im(q) + 0.6 * (forth(q - (1, 0)) if q.x > 0 else im(q)))
    back = cache(lambda q: 0.4 * forth(q) + 0.6 * (back(q + (1, 0)) if q.x < im.width - 1 else forth(q)))
    return back(p)


def integral(im=Image, p=Position):
    row = cache(lambda q: im(q) + (row(q - (1, 0)) if q.x > 0 else 0.0))
    both = cache(lambda q: row(q) + (both(q - (0, 1)) if q.y > 0 else 0.0))
    return both(p)


def towards_a_corner(im=Image, p=Position):
    """The law of an integral image, of two numbers at once."""
    @cache
    def s(q):
        a, b = s(q - (1, 0)) if q.x > 0 else (0.0, 0)
        c, d = s(q - (0, 1)) if q.y > 0 else (0.0, 0)
        e, f = s(q - (1, 1)) if q.x > 0 and q.y > 0 else (0.0, 0)
        return a + c + im(q) * im(q + (1, 0)) - e, 1 + (b - f) + d

    total, n = s(p)
    return total / n


def towards_another_corner(im=Image, p=Position):
    @cache
    def s(x, y):
        right = s(x + 1, y) if x < im.width - 1 else 0.0
        above = s(x, y - 1) if y >= 1 else 0.0
        return right + im(x, y) + above - (s(x + 1, y - 1) if y >= 1 and x < im.width - 1 else 0.0)

    return s(p.x, p.y)


def extremes(im=Image, p=Position):
    @cache
    def s(q):
        if q.y == 0:
            return im(q), im(q), 1
        low, high, n = s(q - (0, 1))
        return min(low, im(q)), max(high, im(q)), n + 1

    low, high, n = s(p)
    return high - low + n


def fibonacci(im=Image, p=Position):
    """Two results, each made of both of before."""
    @cache
    def s(q):
        a, b = s(q - (1, 0)) if q.x > 0 else (0, 1)
        return (b, a + b) if im(q) > 0.3 else (a, b)

    return s(p)[0] % 1000


def runs(im=Image, p=Position):
    """How many pixels before this one were as bright: a scan that begins anew."""
    @cache
    def s(q):
        if q.x > 0 and im(q) > 0.4:
            return s(q - (1, 0)) + 1
        return 0

    return s(p) / 10


def was_bright(im=Image, p=Position):
    """Truths."""
    s = cache(lambda q: im(q) > 0.9 or (q.y > 0 and s(q - (0, 1))))
    t = cache(lambda q: s(q) or (q.x > 0 and t(q - (1, 0))))
    return t(p)


def of_a_stencil(im=Image, p=Position):
    edge = cache(lambda q: abs(im(q + (1, 0)) - im(q - (1, 1))))
    s = cache(lambda q: edge(q) + (s(q - (1, 0)) if q.x > 0 else 0.0))
    return s(p + (2, 1)) - s(p - (3, 0))


def box(radius, im=Image, p=Position):
    """A mean of any size by an integral image, read where data leads."""
    row = cache(lambda q: im(q) + (row(q - (1, 0)) if q.x > 0 else 0.0))
    both = cache(lambda q: row(q) + (both(q - (0, 1)) if q.y > 0 else 0.0))

    def at(x, y):
        inside = both(Position(min(max(x, 0), im.width - 1), min(max(y, 0), im.height - 1)))
        return inside if x >= 0 and y >= 0 else 0.0

    r = int(radius + 3 * im(p))
    return at(p.x + r, p.y + r) - at(p.x - r - 1, p.y + r) - at(p.x + r, p.y - r - 1) + at(p.x - r - 1, p.y - r - 1)


def looping(im=Image, p=Position):
    """A law with a loop in it, and reads in an arm."""
    @cache
    def s(q):
        if q.x == 0:
            return im(q)
        v, n = s(q - (1, 0)), 0
        while v < 0.5 and n < 4:
            v, n = 1.7 * v + 0.01 * im(q - (n, 1)), n + 1
        return v * 0.8 if v > 0.6 else v + 0.3 * im(q + (0, 1))

    return s(p)


def with_numbers(a, im=Image, gain=Float, first=Int, p=Position):
    s = cache(lambda q: a * im(q) + (gain * s(q - (1, 0)) if q.x > 2 else first))
    return s(p)


class Leaky:
    def __init__(self, image, keep):
        self.image, self.keep = image, keep

    def __call__(self, q):
        before = self(q - (1, 0)) if q.x >= 1 else 0.0
        return self.keep * before + self.image(q)


def an_object(im=Image, p=Position):
    return Leaky(im, 0.5)(p)


def outer(im, q):
    return im(q) + (outer(im, q - (1, 0)) if q.x > 0 else 0.0)


def a_function_of_the_module(im=Image, p=Position):
    return outer(im, p)


def one_another(im=Image, p=Position):
    """Functions that feed each other; of two that also feed themselves one gives both, as a tuple."""
    a = cache(lambda q: im(q) + (b(q - (1, 0)) if q.x > 0 else 0.0))
    b = cache(lambda q: 0.5 * im(q) + 0.25 * (a(q - (1, 0)) if q.x > 0 else 1.0))
    return a(p)


def by_numbers_of_its_line(im=Image, p=Position):
    """What all places of a line ask for is the same number for them."""
    first = lambda q: im(0, q.y) * 2.0 if im(1, q.y) > 0.5 else im(2, q.y)
    s = lambda q: im(q) * first(q) - im(0, q.y) + (s(q - (1, 0)) * im(3, q.y) if q.x > 0 else first(q))
    return s(p) + im(1, p.y)


def by_two_numbers(im=Image, p=Position):
    @cache
    def s(x, y):
        if x == 0:
            return im(x, y)
        return max(s(x - 1, y) * 0.9, im(x, y))

    return s(p.x, p.y)


EVERY = [to_the_right, to_the_left, down, up, second_order, forth_and_back, integral,
         towards_a_corner, towards_another_corner, extremes, fibonacci, runs, was_bright,
         of_a_stencil, partial(box, 1), looping, an_object, a_function_of_the_module, one_another, by_two_numbers,
         by_numbers_of_its_line]
named = pytest.mark.parametrize("filter", EVERY, ids=lambda f: getattr(f, "__name__", "box"))


def test_many_maxima_upon_one_another(engine):
    if engine.name not in ("evaluator", "intel"):
        pytest.skip("PoCL takes 15 seconds to build it")
    started = perf_counter()
    check(of_many, rng.random((3, 21)).astype(np.float32))
    assert perf_counter() - started < 60  # minutes, as choices between floats


# --- on every engine -------------------------------------------------------------------------------------------------

@named
def test_a_scan(engine, filter):
    check(filter, SMALL)


@pytest.mark.parametrize("shape", SIZES, ids=lambda shape: "{}x{}".format(*shape))
@pytest.mark.parametrize("filter", [forth_and_back, integral, extremes], ids=lambda f: f.__name__)
def test_sizes(engine, filter, shape):
    check(filter, rng.random(shape).astype(np.float32))


def test_colours_and_bytes(engine):
    check(to_the_right, (rng.random((6, 21, 3)) * 9).astype(np.uint8))
    check(forth_and_back, (rng.random((18, 7, 4)) * 255).astype(np.uint8))


def test_numbers_of_the_call(engine):
    check(with_numbers, SMALL, known={"a": 0.3}, scalars={"gain": 0.7, "first": 2})


def test_a_pair_of_numbers_at_the_edge(engine):
    """Where it begins nothing depends on a pixel: a known tuple, whose kind is that of what comes after it."""
    def total_and_count(im=Image, p=Position):
        def s(q):
            if q.x == 0:
                return (0.0, 0)
            total, count = s(q - (1, 0))
            return total + im(q), count + 1

        total, count = s(p)
        return total / (count + 1)

    check(total_and_count, SMALL)


def test_in_a_chain(engine):
    """What another filter gives is summed up, and the sums go on to a third."""
    first = pygpu.compile(lambda im=Image, p=Position: im(p) * im(p + (0, 1)))
    last = pygpu.compile(lambda im=Image, p=Position: im(p - (0, 1)) + 1.0)
    scan = pygpu.compile(to_the_right)
    assert np.array_equal((first >> scan)(SMALL), scan(first(SMALL)))
    assert np.array_equal((first >> scan >> last)(SMALL)[1:], last(scan(first(SMALL)))[1:])
    smooth = pygpu.compile(lambda im=Image, p=Position: Leaky(im, 0.5)(p))
    expected = SMALL
    for _ in range(8):
        expected = smooth(expected)
    assert np.allclose(smooth.iterate(8, SMALL), expected, rtol=1e-5)


def test_a_smaller_result(engine):
    check(integral, SMALL, size=(5, 3))


def test_a_large_one(engine):
    picture = rng.random((150, 333)).astype(np.float32)
    assert np.array_equal(pygpu.compile(integral, exact=True)(picture), np.cumsum(np.cumsum(picture, 1), 0))
    summed = np.cumsum(np.cumsum(picture, 1, np.float64), 0)
    assert np.allclose(pygpu.compile(integral)(picture), summed, rtol=1e-5)


def test_sums_are_those_of_numpy(engine):
    """In order, one after the other: as exact as np.cumsum, and the same each time. In pieces at least as exact."""
    picture = rng.random((3, 8192)).astype(np.float32)
    filter, expected = pygpu.compile(to_the_right), np.cumsum(picture, 1)
    assert np.array_equal(pygpu.compile(to_the_right, exact=True)(picture), expected)
    assert np.array_equal(filter(picture), filter(picture))
    exactly = np.cumsum(picture, 1, np.float64)
    assert np.abs(filter(picture) - exactly).max() <= np.abs(expected - exactly).max()


# --- every plan ------------------------------------------------------------------------------------------------------

@named
@pytest.mark.parametrize("target", [CPU, GPU], ids=["lanes", "groups"])
def test_every_plan_by_the_interpreter(filter, target):
    """Each part of a program on every plan: what NumPy runs is what the evaluator gives, and harms nothing."""
    graph = graph_of(filter)
    for shape in [(1, 1), (19, 70), (70, 19)]:
        picture = rng.random(shape).astype(np.float32)
        for made in parts_of(graph, target):
            if made.scan is None or len(made.images) != 1 or made.scalars:
                continue
            inputs, outputs = (calls.Format("float32", 1),), tuple(
                [calls.Format(output.values[0].type.stored, 1) for output in made.outputs if output.kind != "Carried"])
            source = picture if made.images[0].pixel.scalar.stored == "float32" else picture > 0.5
            inputs = (calls.Format(made.images[0].pixel.scalar.stored, 1),)
            expected = pygpu.ir.evaluate(made, [source[:, :, None]], (), shape[::-1])
            for plan in candidates(made, inputs, outputs, target):
                kernels = build(made, plan, inputs, outputs, target)
                for launch in kernels.launches:
                    verify(launch.kernel)
                results = interpret(kernels, [source[:, :, None]], (), outputs, shape[::-1])
                for result, wanted in zip(results, expected):
                    assert np.allclose(result, wanted, rtol=1e-5, atol=1e-5), str(plan)


def parts_of(graph, target):
    """Those of the program as it is computed, and with every scan an image of its own."""
    return [part.graph for join, strips in ((True, True), (False, True), (False, False))
            for part in program(graph, join=join, target=target, strips=strips).parts]


def test_scans_of_the_same_rows_are_one_part():
    forth = program(graph_of(forth_and_back), target=replace(CPU, lanes=16))
    assert len(forth.parts) == 1 and len(forth.strips) == 1
    (part,) = program(graph_of(forth_and_back), target=GPU).parts
    assert planned(part.graph, FORMAT, FORMAT, GPU).kind == "twice"


def test_a_scan_across_and_down_is_one_part():
    (part,) = program(graph_of(integral), target=CPU).parts
    assert len(planned(part.graph, FORMAT, FORMAT, CPU).told) == 2
    (part,) = program(graph_of(integral), target=GPU).parts
    assert planned(part.graph, FORMAT, FORMAT, GPU).ends is not None


def up_and_across(im=Image, p=Position):
    """Of two numbers, one of which is a whole one, and several steps back."""
    many = cache(lambda q: (im(q) + (many(q - (1, 0))[0] if q.x > 0 else 0.0),
                            (1 if im(q) > 0.5 else 0) + (many(q - (1, 0))[1] if q.x > 0 else 0)))
    up = cache(lambda q: many(q)[0] - 0.25 * many(q)[1] + (0.5 * up(q + (0, 1)) + 0.1 * up(q + (0, 2)) if q.y < im.height - 2
                                                             else im(q)))
    return up(p)


@pytest.mark.parametrize("shape", [(1, 1), (16, 512), (33, 513), (5, 1030), (50, 3)])
def test_across_and_up(engine, shape):
    picture = rng.random(shape).astype(np.float32)
    across = np.cumsum(picture, 1, np.float64) - 0.25 * np.cumsum(picture > 0.5, 1)
    wanted = across + picture
    for y in range(shape[0] - 3, -1, -1):
        wanted[y] = across[y] + 0.5 * wanted[y + 1] + 0.1 * wanted[y + 2]
    assert np.allclose(pygpu.compile(up_and_across)(picture), wanted, rtol=1e-4, atol=1e-3)


def test_forth_and_back_in_a_narrower_result(engine):
    """What is needed of the one is not needed of the other."""
    picture = rng.random((70, 90)).astype(np.float32)
    whole = pygpu.compile(forth_and_back)(picture)
    assert np.array_equal(pygpu.compile(forth_and_back)(picture, size=(40, 20)), whole[:20, :40])


def test_a_scan_is_computed_with_the_result():
    assert len(program(graph_of(integral)).parts) == 2
    assert len(program(graph_of(extremes)).parts) == 1
    assert len(program(graph_of(of_a_stencil)).parts) == 2  # read elsewhere


def test_what_is_made_of_a_scan_is_computed_with_it(engine):
    """Of three numbers a pixel that are carried on one is kept."""
    def spread(im=Image, p=Position):
        @cache
        def s(q):
            n, total, squares = s(q - (1, 0)) if q.x > 0 else (0, 0.0, 0.0)
            return n + 1, total + im(q), squares + im(q) ** 2

        @cache
        def variance(q):
            n, total, squares = s(q)
            return squares / n - (total / n) ** 2

        return variance(p + (1, 0)) - variance(p - (0, 1))

    check(spread, SMALL)
    first, last = program(graph_of(spread)).parts
    assert first.function.name == "variance" and len(last.stages) == 1


def graph_of(filter):
    made = pygpu.compile(filter)
    pygpu.use("none")
    try:
        made(SMALL)
        return made.graph
    finally:
        pygpu.use(None)


SHORT = dict(scan_rows=(1, 32, 16), scan_long_rows=(1, 32, 16), scan_pieces=(4, 16, 16), scan_columns=(4, 16, 16),
             scan_twice=(4, 16, 16), scan_crossed=(4, 16, 16), scan_ends=(1, 32, 16))


@pytest.fixture(params=["pieces", "short pieces", "order"])
def in_groups(request, engine, monkeypatch):
    """A plan of a GPU, wherever that runs: each line in pieces, if that can be, or in order."""
    if engine.device == "none":
        pytest.skip("no device")
    planned = calls.planned

    def other(graph, inputs, outputs, target, device):
        if graph.scan is None:
            return planned(graph, inputs, outputs, target, device)
        return candidates(graph, inputs, outputs, gpu(target))[-1 if request.param == "order" else 0]

    def gpu(target):
        return replace(GPU, local_memory=target.local_memory, **(SHORT if request.param == "short pieces" else {}))

    def joined(parts, target):
        return (parts, {}) if request.param == "order" else strips.joined(parts, gpu(target))

    monkeypatch.setattr(calls, "planned", other)
    monkeypatch.setattr(programs, "joined", joined)
    monkeypatch.setattr(calls.written, "recalled", lambda name: None)
    monkeypatch.setattr(calls.written, "keep", lambda name, program: None)


def leaking_down(keep, im=Image, p=Position):
    """Three numbers, two of which turn around one another."""
    @cache
    def s(q):
        a, b, c = s(q - (0, 1)) if q.y > 0 else (im(q), 0.5, 1.0)
        return keep * a - 0.4 * b + im(q), 0.4 * a + keep * b, 0.9 * c + im(q)

    a, b, c = s(p)
    return a + b * c


def from_the_middle(im=Image, p=Position):
    """Begins anew at places in the midst of lines."""
    s = cache(lambda q: im(q) + (0.9 * s(q - (1, 0)) if q.x > 13 else 0.0))
    t = cache(lambda q: s(q) + (0.9 * t(q + (0, 1)) if q.y < 17 else 0.0))
    return t(p)


def where_it_is_bright(im=Image, p=Position):
    s = cache(lambda q: im(q) + (0.9 * s(q - (1, 0)) if q.x > 0 and im(q) < 0.7 else 0.0))
    return s(p)


def of_another_size(im=Image, other=Image, p=Position):
    s = cache(lambda q: im(q) + (0.9 * s(q + (1, 0)) if q.x < other.width - 1 else 0.0))
    return s(p)


def greatest(im=Image, p=Position):
    up = cache(lambda q: max(im(q), up(q + (0, 1)) if q.y < im.height - 1 else 0.0))
    return up(p)


IN_GROUPS = [*[each for each in EVERY if each is not fibonacci],
             partial(leaking_down, 0.8), from_the_middle, where_it_is_bright, greatest]


@pytest.mark.parametrize("filter", IN_GROUPS, ids=lambda f: getattr(f, "__name__", "partial"))
def test_in_groups(in_groups, filter):
    check(filter, rng.random((35, 71)).astype(np.float32), tolerance=4e-4)  # (some are differences of sums)


def test_in_groups_with_numbers_and_another_size(in_groups):
    picture = rng.random((35, 71)).astype(np.float32)
    check(partial(with_numbers, 2.0), picture, scalars={"gain": 0.7, "first": 3}, tolerance=1e-4)
    check(of_another_size, picture, picture[:, :40], tolerance=1e-4)
    check(lambda im=Image, keep=Float, p=Position: leaking_down(keep, im, p), picture, scalars={"keep": 0.8}, tolerance=1e-4)


def test_in_groups_an_infinite_pixel_is_never_forgotten(in_groups):
    """Half of it, and half of that, and so on, is as infinite, even if half to that power is nothing."""
    picture = rng.random((3, 999)).astype(np.float32)
    picture[:, 5] = np.inf, -np.inf, np.nan
    found = pygpu.compile(halved)(picture)
    np.testing.assert_array_equal(np.asarray(found)[:, 5:], np.repeat(picture[:, 5:6], 994, axis=1))


def halved(im=Image, p=Position):
    s = cache(lambda q: im(q) + (0.5 * s(q - (1, 0)) if q.x > 0 else 0.0))
    return s(p)


# --- what is told, and what is refused --------------------------------------------------------------------------------

def test_a_scan_is_one_function():
    (s,) = functions(graph_of(to_the_left))
    assert s.graph.scan.told == "to the left from column im.width - 1"


def test_explain_says_so(engine):
    filter = pygpu.compile(to_the_right)
    filter(SMALL)
    if engine.device != "none":
        order = "" if engine.device.kind == "gpu" else ", in order"
        assert f"a scan to the right from column 0{order}: " in filter.explain()


def refusal(function) -> str:
    with pytest.raises(CompileError) as error:
        pygpu.compile(function)(SMALL)
    assert error.value.location is not None
    return str(error.value)


def test_no_end():
    def endless(im=Image, p=Position):
        s = lambda q: im(q) + s(q - (1, 0))
        return s(p)

    assert "it has no end at an edge" in refusal(endless) and "if q.x > 0" in refusal(endless)


def test_an_end_that_data_alone_say():
    def until_bright(im=Image, p=Position):
        s = lambda q: 1 + s(q - (0, 1)) if im(q) < 0.5 else 0
        return s(p)

    assert "if q.y > 0" in refusal(until_bright)


def test_an_end_on_the_other_side():
    def other_side(im=Image, p=Position):
        s = lambda q: im(q) + (s(q - (1, 0)) if q.x < im.width else 0.0)
        return s(p)

    assert "it has no end at an edge" in refusal(other_side)


def test_forth_and_back_at_once():
    def both_ways(im=Image, p=Position):
        s = lambda q: im(q) + (s(q - (1, 0)) if q.x > 0 else 0.0) + (s(q + (1, 0)) if q.x < im.width - 1 else 0.0)
        return s(p)

    def around(im=Image, p=Position):
        s = lambda q: im(q) + (s(q - (1, 0)) if q.x > 0 else 0.0) + (s(q + (1, 1)) if q.y < im.height - 1 else 0.0) \
            + (s(q - (0, 1)) if q.y > 0 else 0.0)
        return s(p)

    for filter in (both_ways, around):
        assert "forth and back" in refusal(filter) and "iterate" in refusal(filter)


def test_a_step_that_is_not_known():
    def folded(im=Image, p=Position):
        s = lambda q: im(q) + (s(Position(q.x // 2, q.y)) if q.x > 0 else 0.0)
        return s(p)

    assert "known step" in refusal(folded)


def test_its_own_place():
    def circle(im=Image, p=Position):
        s = lambda q: im(q) + (s(q) if q.x > 0 else 0.0)
        return s(p)

    assert "its own place" in refusal(circle)


def test_wherever_data_leads():
    def led(im=Image, p=Position):
        s = lambda q: im(q) + (s(q - (1, 0)) if q.x > 0 else 0.0)
        return s(Position(int(100 * im(p)), p.y))

    assert "how far it is needed" in refusal(led)


def test_beyond_an_end_that_is_one_place():
    def beyond(im=Image, p=Position):
        s = lambda q: im(q) + (s(q - (1, 0)) if q.x != 0 else 0.0)
        return s(p - (1, 0))

    assert "beyond the edge" in refusal(beyond)


def test_two_that_call_one_another_and_themselves():
    def tangled(im=Image, p=Position):
        a = lambda q: im(q) + (0.5 * b(q - (1, 0)) + 0.25 * a(q - (1, 0)) if q.x > 0 else 0.0)
        b = lambda q: im(q) ** 2 + (0.5 * b(q - (1, 0)) - 0.25 * a(q - (1, 0)) if q.x > 0 else 0.0)
        return a(p)

    assert "as a tuple" in refusal(tangled)


def test_a_row_of_numbers(engine):
    numbers = rng.random(1000).astype(np.float32)
    sums = lambda a=Array, p=Position: (lambda s: s(s, p.x))(lambda s, i: a(i) + (s(s, i - 1) if i > 0 else 0.0))
    assert np.array_equal(pygpu.compile(sums, exact=True)(numbers), np.cumsum(numbers))
    assert np.allclose(pygpu.compile(sums)(numbers), np.cumsum(numbers, dtype=np.float64), rtol=1e-5)


def test_a_mistake_inside_is_told_as_it_is():
    def mistaken(im=Image, p=Position):
        s = lambda q: im(q).nothing + (s(q - (1, 0)) if q.x > 0 else 0.0)
        return s(p)

    with pytest.raises(Exception, match="nothing"):
        pygpu.compile(mistaken)(SMALL)


def test_columns_of_no_picture_have_a_plan_on_a_gpu():
    """What it is made of may be its place alone."""
    def sums(p=Position):
        s = lambda q: q.y * 0.5 + (s(q - (0, 1)) if q.y > 0 else 0.0)
        return s(p)

    graph = next(part.graph for part in program(pygpu.compile(sums).graph, target=GPU).parts if part.graph.scan is not None)
    assert planned(graph, (), (calls.Format("float32", 1),), GPU).kind == "scan"
