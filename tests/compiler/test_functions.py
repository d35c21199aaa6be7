"""Stages written as functions of a position, at any place and resolution: each is what plain Python computes."""

from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cache, lru_cache, partial, wraps
from math import gcd, sqrt

import numpy as np
import pytest

import pygpu
from pygpu import Bool, Float, Image, Int, Position  # noqa: F401
from pygpu.ir import functions
from pygpu.schedule.programs.programs import program
from tests.engines import check
from tests.oracle import run as plain_python

rng = np.random.default_rng(5)
SMALL = rng.random((5, 7)).astype(np.float32)
WEIGHTS = [[0.05, 0.1, 0.15], [0.1, 0.2, 0.1], [0.05, 0.15, 0.1]]


def smooth(f):
    """A stage: one that remembers, so that plain Python can bear a chain of them."""

    @cache
    def stage(q):
        total = 0.0
        for dy in (-1, 0, 1):
            for dx in (-1, 0, 1):
                total = total + WEIGHTS[dy + 1][dx + 1] * f(q + (dx, dy))
        return 0.5 * total * total + 0.4

    return stage


def chain(n, im=Image, p=Position):
    f = im
    for _ in range(n):
        f = smooth(f)
    return f(p)


def is_in_parts(function, **known) -> bool:
    return bool(functions(pygpu.compile(function, **known).graph))


def test_a_function_of_two_numbers_that_are_no_place(engine):
    """A helper of two whole numbers looks like a function of a position. But pixels say which, and they may be large."""
    bounded = lambda a, b: gcd(a, b) if -2 ** 31 < a < 90_000_000 and b < 7 else -1

    def shares(a=Image, b=Image, p=Position):
        return bounded(a(p), b(p))

    numbers = np.array([[5, -7, 10 ** 8, -10 ** 8, 2 ** 30, -2 ** 30, 2 ** 31 - 1, -2 ** 31]], np.int32)
    check(shares, numbers, np.full_like(numbers, 6))


def test_what_functions_hold_changes_between_their_calls(engine):
    """A list, a variable that a closure shares, and another function in the place of one."""
    def changing(im=Image, p=Position):
        k, scale = [0.5], 1.0
        inner = lambda q: im(q) * k[0] * scale + sum([im(q + (i, j)) for i in (-1, 0, 1) for j in (-1, 0, 1)])
        middle = lambda q: inner(q) + inner(q + (1, 0))
        outer = lambda q: middle(q) - middle(q - (0, 1))
        twice = lambda: outer(p) + outer(p + (2, 0))
        results = [twice()]
        k[0] = 0.25
        results.append(twice())
        scale = 3.0
        results.append(twice())
        before, inner = inner, lambda q: before(q) * 2
        results.append(twice())
        return results[0] + 4*results[1] + 16*results[2] + 64*results[3]

    check(changing, SMALL, tolerance=1e-4)  # what is left of sums of thousands


@pytest.mark.parametrize("n", [3, 9])
def test_a_chain(engine, n):
    check(chain, SMALL, known={"n": n})


def test_a_chain_of_thirty_two(engine):
    """What plain Python would take hours for, with arrays."""
    picture = rng.random((61, 83)).astype(np.float32)
    expected = np.pad(picture.astype(float), 32, mode="edge")
    for _ in range(32):
        around = np.pad(expected, 1, mode="edge")
        total = sum(WEIGHTS[dy][dx] * around[dy:dy + expected.shape[0], dx:dx + expected.shape[1]]
                    for dy in range(3) for dx in range(3))
        expected = 0.5 * total * total + 0.4
    assert np.allclose(pygpu.compile(chain, n=32)(picture), expected[32:-32, 32:-32], atol=1e-5)


@pytest.mark.parametrize("border", ["clamp", "mirror", "reflect", "wrap", "constant"])
def test_borders_of_a_long_chain(engine, border):
    def filter(im=Image(border=border, fill=0.25), p=Position):
        return chain(7, im, p)

    check(filter, SMALL)
    assert is_in_parts(filter)


def test_colours(engine):
    check(chain, rng.random((3, 5, 3)).astype(np.float32), known={"n": 6})


def down(f):
    @cache
    def half(q):
        return sum(f((2 * q[0] + dx, 2 * q[1] + dy)) * w for dx, w in zip((-1, 0, 1, 2), (1, 3, 3, 1))
                   for dy, w in [(dy, w * v / 64) for dy, v in zip((-1, 0, 1, 2), (1, 3, 3, 1))])

    return half


def up(f):
    @cache
    def twice(q):
        x, y = q
        left, top = (x - 1) // 2, (y - 1) // 2
        fx, fy = (0.75 if x % 2 else 0.25), (0.75 if y % 2 else 0.25)
        return ((f((left, top)) * fx + f((left + 1, top)) * (1 - fx)) * fy
                + (f((left, top + 1)) * fx + f((left + 1, top + 1)) * (1 - fx)) * (1 - fy))

    return twice


def pyramid(levels, im=Image, p=Position):
    """A Laplacian pyramid, its bands put together again with other weights."""
    g = [lambda q: im(*q)]
    for _ in range(levels):
        g.append(down(g[-1]))
    result = g[-1]
    for level in reversed(range(levels)):
        def band(q, fine=g[level], coarse=up(g[level + 1]), below=up(result), gain=1.5 - 0.2 * level):
            return below(q) + gain * (fine(q) - coarse(q))

        result = cache(band)
    return result((p.x, p.y))


@pytest.mark.parametrize("levels", [1, 3])
def test_a_pyramid(engine, levels):
    check(pyramid, SMALL, known={"levels": levels})


@pytest.mark.parametrize("border", ["mirror", "wrap", "constant"])
def test_a_pyramid_at_the_border(engine, border):
    def filter(im=Image(border=border), p=Position):
        return pyramid(2, im, p)

    check(filter, SMALL)


def test_another_size(engine):
    check(pyramid, SMALL, known={"levels": 2}, size=(11, 3))


def led(im=Image, flow=Image, p=Position):
    """A blur of a blur, read where a picture leads."""
    soft = smooth(smooth(lambda q: im(q)))
    v = flow(p)
    return soft(Position(p.x + int(40 * v - 20), p.y - int(30 * v - 12)))


def test_where_data_leads(engine):
    check(led, SMALL, rng.random((5, 7)).astype(np.float32))


@pytest.mark.parametrize("border", ["wrap", "mirror"])
def test_where_data_leads_without_an_end(engine, border):
    def filter(im=Image(border=border), flow=Image, p=Position):
        return led(im, flow, p)

    check(filter, SMALL, rng.random((5, 7)).astype(np.float32))


def test_branches_on_a_stage(engine):
    def edges(f):
        @cache
        def stage(q):
            if f(q) > 0.5:
                return f(q + (1, 0)) * 0.5 + f(q - (0, 1)) * 0.4
            return sqrt(abs(f(q + (0, 2)))) - 0.1 * f(q - (1, 1))

        return stage

    def filter(im=Image, p=Position):
        f = im
        for _ in range(5):
            f = edges(f)
        return f(p)

    check(filter, SMALL)


def test_loops_in_a_stage(engine):
    def settle(f):
        @cache
        def stage(q):
            v, n = f(q), 0
            while v < 0.9 and n < 20:
                v = v + 0.2 * f(q + (n % 3, 1))
                n += 1
            return v * 0.6

        return stage

    def filter(im=Image, p=Position):
        f = im
        for _ in range(4):
            f = settle(f)
        return f(p)

    check(filter, SMALL)


def test_two_results_a_stage(engine):
    def both(f):
        @cache
        def stage(q):
            a, b = f(q + (1, 0))
            c, d = f(q - (0, 1))
            e, g = f(q)
            return 0.5 * a + 0.3 * d + 0.1 * e, 0.4 * b - 0.2 * c + 0.3 * g

        return stage

    def filter(im=Image, p=Position):
        def f(q):
            return im(q), im(q + (1, 1))
        for _ in range(6):
            f = both(f)
        return f(p)

    check(filter, SMALL)


def test_whole_numbers_and_truths(engine):
    def counted(f):
        @cache
        def stage(q):
            return f(q + (1, 0)) * 3 + f(q - (1, 0)) * 5 + f(q + (0, 1)) * 7 + f(q - (0, 1)) + 1

        return stage

    def filter(im=Image, p=Position):
        def f(q):
            return int(im(q) * 10)
        for _ in range(7):
            f = counted(f)
        odd = cache(lambda q: f(q) % 2 == 1)
        return 1.0 if odd(Position(p.x // 3, p.y)) != odd(Position(p.x, p.y // 2)) else f(p) % 1000 * 0.001

    def start(im=Image, p=Position):
        return filter(im, p)

    check(start, SMALL)


def test_numbers_of_the_call(engine):
    def filter(im=Image, p=Position, gain: Float = 1.0):
        f = im
        for i in range(7):
            def g(q, f=f, own=gain * (1 + 0.1 * i)):
                return own * (f(q + (1, 0)) + f(q - (1, 0)) + f(q + (0, 1)) + f(q - (0, 1)) + f(q) + f(q + (1, 1))) / 7
            f = cache(g)
        return f(p)

    check(filter, SMALL, scalars={"gain": 1.25})


def callables():
    def weigh(f, by, q):
        return by * (f(q + (1, 0)) + f(q - (1, 0)) + f(q + (0, 1)) + f(q - (0, 1)) + f(q + (1, 1)) + f(q - (1, 1)))

    class Stage:
        def __init__(self, f):
            self.f, self.remembered = f, {}

        def __call__(self, q):
            return weigh(self.f, 0.17, q)

        def method(self, q):
            return weigh(self.f, 0.16, q)

    def decorated(function):
        @wraps(function)
        def inner(q):
            return function(q) * 1.01
        return inner

    return {"partial": lambda f: partial(weigh, f, 0.165),
            "partial by name": lambda f: partial(weigh, f, by=0.165) and partial(weigh, f, 0.165),
            "object": Stage,
            "method": lambda f: Stage(f).method,
            "lambda": lambda f: lambda q: weigh(f, 0.165, q),
            "default": lambda f: lambda q, f=f: weigh(f, 0.165, q),
            "cache": lambda f: cache(lambda q: weigh(f, 0.165, q)),
            "lru_cache": lambda f: lru_cache(maxsize=None)(lambda q: weigh(f, 0.165, q)),
            "wraps": lambda f: decorated(lambda q: weigh(f, 0.165, q))}


@pytest.mark.parametrize("kind", callables())
def test_whatever_the_callable_is(kind):
    """A chain that nobody could write out is traced at once, and compared with arrays."""
    made = callables()[kind]

    def filter(im=Image(border="wrap"), p=Position):
        f = im
        for _ in range(20):
            f = made(f)
        return f(p)

    pygpu.use("none")
    try:
        result = pygpu.compile(filter)(SMALL)
    finally:
        pygpu.use(None)
    expected, by = SMALL.astype(float), {"object": 0.17, "method": 0.16, "wraps": 0.165 * 1.01}.get(kind, 0.165)
    for _ in range(20):
        expected = by * sum(np.roll(expected, (-dy, -dx), (0, 1))
                            for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1), (1, 1), (-1, -1)))
    assert np.allclose(result, expected, rtol=1e-4)


def test_stages_in_a_list_and_a_dict(engine):
    def filter(im=Image, p=Position):
        stages, table = [im], {"start": im}
        for i in range(6):
            stages.append(smooth(stages[-1]))
            table[i] = stages[-1]
        return table[5](p) - stages[2](p)

    check(filter, SMALL)


def test_a_stage_without_an_end_that_is_too_long_is_refused():
    def filter(im=Image(border="wrap"), flow=Image, p=Position):
        f = im
        for _ in range(20):
            f = smooth(f)
        return f(Position(p.x + int(9 * flow(p)), p.y))

    with pytest.raises(pygpu.CompileError, match="too-long"):
        pygpu.compile(filter)(SMALL, SMALL)


@pytest.mark.parametrize("border", ["clamp", "mirror", "reflect", "wrap", "constant", ("reflect", "constant")])
def test_what_reads_its_own_column_is_no_wider_than_the_picture(engine, border):
    def filter(im=Image(border=border, fill=0.25), p=Position):
        rows = cache(lambda x, y: sum([(i + 1) * im(x, 2 * y + i - 3)**2 for i in range(30)]) / 465)
        twice = cache(lambda x, y: sum([(2 - i % 2) * rows(x, 2 * y + i - 3)**2 for i in range(40)]) / 60)
        return twice(3 * p.x - 20, p.y // 2) - twice(p.y, p.x // 3)

    check(filter, SMALL)
    check(filter, np.random.default_rng(3).random((40, 21)).astype(np.float32), size=(50, 6))
    made = program(pygpu.compile(filter).graph)
    (image,) = made.graph.images
    across = border if isinstance(border, str) else border[0]
    needed = made.regions((50, 6), {image: (21, 40)}).values()
    assert needed
    for region in needed:
        assert (region.left, region.right) == (0, 20) or across == "constant"


def test_numbers_of_a_call_say_how_far_a_function_is_needed(engine):
    """Nobody knows when compiling where it ends; each call has just what it needs, and none another kernel."""
    def filter(im=Image(border="reflect"), p=Position, reach=Int, part=Float):
        reach, step = max(min(reach, 1000), 0), max(min(int(10 * part), 100), 1)
        column = cache(lambda x, y: sum(im(x, step * y + d) for d in range(-reach, reach + 1)) / (2 * reach + 1))
        beside = cache(lambda x, y: column(x - reach, y) ** 2)
        return sum(beside(p.x + d, p.y // step) for d in range(2 * reach + 1)) / (2 * reach + 1)

    made = pygpu.compile(filter)
    assert sum(function.name == "lambda" for function in functions(made.graph)) == 2
    for reach, part in ((0, 0.1), (3, 0.1), (1, 0.25), (9, 0.4), (2, 0.0)):
        check(filter, SMALL, scalars={"reach": reach, "part": part})
    parts = program(made.graph)
    (image,), (reach, part) = parts.graph.images, [each.value for each in parts.graph.scalars]
    assert parts.measured
    found = {region[:4] for region in parts.regions((50, 60), {image: (50, 60)}, {reach: 4, part: 0.55}).values()}
    assert found == {(0, 0, 49, 11)}


def of_a_turn(im=Image, p=Position, n=Int):
    """A stage that takes a loop's variable with it."""
    total = 0.0
    for i in range(n):
        def stage(x, y):
            v = im(x, y)
            return v * i if v > 0.5 else v

        total = total + sum([stage(p.x + j, p.y + j % 3) for j in range(6)])
    return total


def test_a_stage_of_one_turn_of_a_loop(engine):
    check(of_a_turn, SMALL, scalars={"n": 3})


def rows_first(im=Image, p=Position, n=Int):
    """A loop over what a loop gives: the inner one once for each pixel, not for each that asks."""
    def row(x, y):
        total = 0.0
        for i in range(n):
            total = total + im(x + i, y)
        return total

    total = 0.0
    for i in range(n):
        total = total + row(p.x, p.y + i)
    return total


def test_a_loop_in_a_loop(engine):
    check(rows_first, SMALL, scalars={"n": 3})
    assert is_in_parts(rows_first)


def test_what_several_pixels_ask_for_is_computed_once_for_them(engine):
    def blocks(im=Image[Float], p=Position):
        def brightest(x, y):
            most = 0.0
            for v in range(im.height):
                if im(4 * x, v) + im(0, 4 * y) > most:
                    most = im(4 * x, v) + im(0, 4 * y)
            return most
        return brightest(p.x // 4, p.y // 4) - im(p)

    assert is_in_parts(blocks)
    check(blocks, SMALL)


def in_stages(stage, first=None):
    """A filter of so many stages: each is what `stage` makes of the one before."""

    def filter(n, im=Image, p=Position):
        f = first(im) if first else im
        for _ in range(n):
            f = cache(stage(f))
        result = f(p)
        return result if isinstance(result, (float, int)) else float(result) if result is not None else -1.0

    return filter


def tries(f):
    def stage(q):
        try:
            return f(q + (1, 0)) * 0.3 + 1 / int(f(q) * 8) + f(q + (0, 1)) * 0.3
        except ZeroDivisionError:
            return f(q) + 0.1

    return stage


def raises_to_the_next(f):
    def stage(q):
        try:
            around = f(q + (1, 0)) * 0.5 + f(q + (0, 1)) * 0.5
        except ValueError:
            around = 0.2
        if around > 0.6:
            raise ValueError("bright")
        if around < 0.1:
            raise ValueError("dark")
        return around + 0.1

    return stage


def suppresses(f):
    def stage(q):
        value = 0.25
        with suppress(ZeroDivisionError):
            value = 1 / int(f(q) * 8)
        return value * 0.5 + f(q + (1, 0)) * 0.25

    return stage


def gives_none(f):
    def stage(q):
        a, b = f(q), f(q + (1, 0))
        return None if a is None or b is None or a > 0.9 else a * 0.5 + b * 0.5

    return stage


@pytest.mark.parametrize("stage", [tries, raises_to_the_next, suppresses, gives_none], ids=lambda each: each.__name__)
def test_stages_whose_pixels_go_different_ways(engine, stage):
    """Written out, ten of them are tens of thousands of calls."""
    filter = in_stages(stage)

    def caught(n, im=Image, p=Position):
        try:
            return filter(n, im, p)
        except ValueError:
            return 2.0

    check(caught, SMALL[:3, :4], known={"n": 10})


def test_pixels_that_raise_in_a_stage():
    """What nobody catches is noted by each stage: the pixels that raise are NaN."""

    def filter(n, im=Image, p=Position):
        f = im
        for _ in range(n):
            @cache
            def stage(q, f=f):
                if f(q) > 0.9:
                    raise ValueError("bright")
                return f(q) * 0.5 + f(q + (1, 0)) * 0.3 + f(q - (0, 1)) * 0.2

            f = stage
        return f(p)

    result = pygpu.compile(filter, n=10, raises="ignore")(SMALL)
    assert np.array_equal(np.isnan(result), np.isnan(plain_python(filter, SMALL, known={"n": 10})))
    assert 0 < np.isnan(result).sum() < result.size


@dataclass
class Pair:
    a: float
    b: list


def test_stages_that_give_lists_dicts_and_objects(engine):
    """Each call gives them anew."""

    def lists(f):
        @cache
        def stage(q):
            one, other = f(q - (1, 0)), f(q + (0, 1))
            return [one[0] * 0.5 + other[1] * 0.5, other[0]]

        return stage

    def dicts(f):
        @cache
        def stage(q):
            one, other = f(q - (1, 0)), f(q + (0, 1))
            return {"a": one["a"] * 0.5 + other["b"].b[0] * 0.5, "b": replace(one["b"], b=[other["a"]])}

        return stage

    def filter(im=Image, p=Position):
        f = lambda q: [im(q), im(q + (1, 0))]
        g = lambda q: {"a": im(q), "b": Pair(im(q), [im(q + (1, 0))])}
        for _ in range(10):
            f, g = lists(f), dicts(g)
        last = g(p)
        last["b"].b.append(1.0)
        return sum(f(p)) + last["a"] + sum(last["b"].b) + len(g(p + (1, 1))["b"].b)

    check(filter, SMALL[:3, :4])


def test_a_number_of_the_call_that_changes_from_stage_to_stage(engine):
    def filter(im=Image, amount=Float, p=Position):
        f = lambda q, t: im(q) * t
        for _ in range(10):
            f = cache(lambda q, t, f=f: (f(q + (1, 0), t * 0.5) + f(q - (1, 0), t)) / 2)
        return f(p, amount)

    check(filter, SMALL[:3, :4], scalars={"amount": 0.7})


def test_scans_under_a_handler(engine):
    """One whose steps try, and one that is asked where an exception would be caught."""

    def filter(im=Image, p=Position):
        @cache
        def total(q):
            before = total(q - (1, 0)) if q.x > 0 else 0.0
            try:
                return im(q) / int(im(q) * 4) + before
            except ZeroDivisionError:
                return 0.25 + before

        try:
            return 1 / int(total(p))
        except ZeroDivisionError:
            return 7.0

    check(filter, SMALL)


def goes_on_while(f, n):
    def stage(q):
        total, i = 0.0, 0
        while i < 4 and f(q + (i, 0)) < 0.7:
            total, i = total + f(q + (i, 1)) * 0.2, i + 1
        return total

    return stage


def goes_on_to_a_number(f, n):
    def stage(q):
        total = 0.0
        for i in range(min(n, 4)):
            if f(q + (i, 0)) > 0.7:
                break
            total += f(q + (i, 1)) * 0.2
        return total

    return stage


@pytest.mark.parametrize("stage", [goes_on_while, goes_on_to_a_number], ids=lambda each: each.__name__)
def test_a_loop_that_data_may_end_says_how_far_it_goes(engine, stage):
    """A counter is bounded by its own test, whatever else is asked for: so the stages are kept. (Each reads the one before
    eight times, which without an end was eight times as long a level.)"""

    def filter(im=Image, n=Int, p=Position):
        f = im
        for _ in range(9):
            f = cache(stage(f, n))
        return f(p)

    check(filter, SMALL, scalars={"n": 3})
