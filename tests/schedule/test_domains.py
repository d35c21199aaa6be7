"""Beyond which places functions are the same everywhere, or every so many places: what is known of it, and what is kept."""

import random
from functools import cache, reduce
from math import sin

import numpy as np
import pytest

import pygpu
from pygpu import Image, Position, filters
from pygpu.borders import BORDERS, repeating, rule
from pygpu.ir import FLOAT, Builder, Function, Graph, ImageParam, Output, PixelType, constant, evaluate
from pygpu.ir.domains import domains, edges
from pygpu.ir.regions import Ends
from pygpu.schedule.programs.programs import program
from tests import scope
from tests.engines import check

WIDE, AROUND = 260, 130  # places that are looked at, and how many of them before the picture
RANDOM = np.random.default_rng(26)


def number(chance, builder, graph, deep):
    """Some whole number made of where a pixel is."""
    if deep == 0:
        return chance.choice([graph.x, graph.y, graph.x, graph.y, constant(chance.randint(-3, 9))])
    name = chance.choice(["add", "add", "sub", "mul", "floordiv", "mod", "mod", "and", "shr", "min", "max", "neg"])
    a = number(chance, builder, graph, deep - 1)
    if name == "neg":
        return builder.emit("neg", a)
    if name in ("mul", "floordiv", "mod", "shr", "and"):
        by = {"shr": [1, 2], "and": [1, 3, 7, 6]}.get(name, [1, 2, 3, 4, 6])
        return builder.emit(name, a, constant(chance.choice(by)))
    return builder.emit(name, a, number(chance, builder, graph, chance.randint(0, deep)))


def function(chance, image, inner):
    """One that reads the image, or another function, at places somehow made of its own."""
    graph = Graph("f")
    builder, total = Builder(graph.body), constant(0.0)
    for _ in range(chance.randint(1, 3)):
        place = [number(chance, builder, graph, chance.randint(0, 4)) for _ in range(2)]
        if inner is not None and chance.random() < 0.7:
            value = builder.emit("call", *place, function=inner, channel=0)
        else:
            value = builder.emit("read", *place, image=image, channel=0)
        total = builder.emit("add", total, value)
    if chance.random() < 0.3:
        total = builder.emit("add", total, builder.emit("float_of_int", number(chance, builder, graph, 3)))
    graph.outputs = [Output((total,), "Float")]
    return Function("f", graph)


@pytest.mark.parametrize("seed", [723, 1144, 1411, *range(2000 if scope.everything else 100)])
def test_beyond_them_all_is_the_same(seed):
    chance = random.Random(seed)
    image = ImageParam("im", PixelType(FLOAT, 1), (chance.choice(["clamp", "constant"]), "clamp"), (0.3,))
    width, height = chance.randint(1, 9), chance.randint(1, 9)
    inner = function(chance, image, None)
    outer = function(chance, image, inner)
    graph = Graph("wide", [image])
    builder = Builder(graph.body)
    place = [builder.emit("sub", at, constant(AROUND)) for at in graph.coordinates]
    graph.outputs = [Output((builder.emit("call", *place, function=each, channel=0),), "Float") for each in (inner, outer)]
    picture = np.random.default_rng(seed).random((height, width, 1), np.float32)
    found = domains(edges(graph), {image: (width, height, 1)})
    none = domains(edges(graph))
    for each, values in zip((inner, outer), evaluate(graph, [picture], size=(WIDE, WIDE))):
        for axis, ends in enumerate(found.get(each, ())):
            if ends is None:
                continue
            assert ends.first == none[each][axis].first
            assert ends.last - ends.first + 1 >= ends.step
            lines = np.moveaxis(values[..., 0], 1 - axis, 0)
            before, behind = ends.first + AROUND, ends.last + AROUND - ends.step + 1
            for at in range(max(ends.step, 0), min(before + ends.step, WIDE)):
                np.testing.assert_array_equal(lines[at], lines[at - ends.step])
            for at in range(max(behind, 0), WIDE - ends.step):
                np.testing.assert_array_equal(lines[at], lines[at + ends.step])


def test_most_of_what_ends_is_found():
    """Of such functions, that the proof above is not one of nothing."""
    known = 0
    for seed in range(100):
        chance, graph = random.Random(seed), Graph("wide")
        image = ImageParam("im", PixelType(FLOAT, 1))
        each = function(chance, image, None)
        builder = Builder(graph.body)
        graph.outputs = [Output((builder.emit("call", graph.x, graph.y, function=each, channel=0),), "Float")]
        known += sum(ends is not None for ends in domains(edges(graph), {image: (5, 5, 1)}).get(each, ()))
    assert known > 40


def test_what_wraps_is_not_followed():
    """A hash of a column, which is not the same every hundred columns: its products are cut to 32 bits."""
    for factor, ends in ((1103515245, False), (11, True)):
        image, inner, graph = ImageParam("im", PixelType(FLOAT, 1)), Graph("f"), Graph("wide")
        builder = Builder(inner.body)
        hashed = builder.emit("mod", builder.emit("mul", inner.x, constant(factor)), constant(100))
        light = builder.emit("read", inner.x, inner.y, image=image, channel=0)
        total = builder.emit("add", light, builder.emit("float_of_int", hashed))
        inner.outputs, each = [Output((total,), "Float")], Function("f", inner)
        builder = Builder(graph.body)
        graph.outputs = [Output((builder.emit("call", graph.x, graph.y, function=each, channel=0),), "Float")]
        across, down = domains(edges(graph), {image: (9, 9, 1)})[each]
        assert (across is not None) is ends and down == Ends(-1, 9)


@pytest.mark.parametrize("step", [2, 3, 32])
def test_places_that_come_again_and_again(step):
    border = rule(repeating(step))
    for size in range(step, step + 5):
        places = [border.place(i, size) for i in range(-70, 90)]
        assert all(0 <= at < size and (at - i) % step == 0 for i, at in zip(range(-70, 90), places))
        assert places[70:70 + size] == [*range(size)]
        assert max(places[:70]) < step and min(places[70 + size:]) >= size - step
    assert {border.place(i, 1) for i in range(-70, 90)} == {0}


# --- slices, their rows one below the other ---------------------------------------------------------------------------

def in_slices(im, slices, levels, shift):
    """A pyramid of slices, each the picture moved a little further, down and up again."""
    moved = cache(lambda x, row: sum([im(x + shift * (row % slices) + d, row // slices)**2 for d in range(5)]))

    def halved(fine):
        at = lambda row, d: (2 * (row // slices) + d) * slices + row % slices
        rows = cache(lambda x, row: sum([(d + 2) * fine(x, at(row, d)) for d in (-1, 0, 1, 2)]) / 10)
        return cache(lambda x, row: sum([rows(2 * x + d, row) for d in (-1, 0, 1, 2)]) / 4)

    def doubled(coarse):
        nearer = lambda of, at: 0.25 * of(at // 2 - 1 + 2 * (at % 2)) + 0.75 * of(at // 2)
        columns = cache(lambda x, row: nearer(lambda i: coarse(i, row), x))
        return cache(lambda x, row: nearer(lambda i: columns(x, i * slices + row % slices), row // slices))

    found = reduce(lambda found, _: [*found, halved(found[-1])], range(levels - 1), [moved])
    result = found[-1]
    for level in reversed(found[:-1]):
        result = cache(lambda x, row, a=level, b=doubled(result): (0.6 * a(x, row) + 0.4 * b(x, row)) * (1 + row % slices))
    return result


@pytest.mark.parametrize("border, slices", [*zip(sorted(BORDERS), [4, 5, 4, 5, 4])])
def test_slices(border, slices, engine):
    def filter(im=Image(border=border, fill=0.4), p=Position):
        result = in_slices(im, slices, 3 if border == "clamp" else 2, 1)
        return sum([result(p.x, p.y * slices + z) for z in range(slices)])

    sizes = [(7, 5)] if engine.is_checker else [(1, 1), (7, 5), (2, 20)]
    made = pygpu.compile(filter)
    for size in sizes:
        image = RANDOM.random(size, np.float32)
        whole = check(filter, image, tolerance=1e-4)
        left, right, top, bottom = size[1] // 3, size[1], size[0] // 4, size[0] - size[0] // 4
        part = made.compute((left, top, right, bottom), image)
        np.testing.assert_array_equal(part, whole[top:bottom, left:right])


def test_slices_are_kept_as_far_as_the_picture_goes():
    def filter(im=Image, p=Position):
        result = in_slices(im, 16, 6, 2)
        return sum([result(p.x, p.y * 16 + z) for z in range(16)])

    made = program(pygpu.compile(filter).graph)
    (image,) = made.graph.images
    found = made.regions((300, 200), {image: (300, 200)})
    most = max(found.values(), key=lambda region: region.width * region.height)
    assert most.width < 360 and most.height < 230 * 16
    assert all(region.top >= -3 * 16 - 40 for region in found.values())


# --- what was wrong ---------------------------------------------------------------------------------------------------

@pytest.mark.parametrize("far", [-4000, 4000])
def test_far_beyond_a_picture(far, engine):
    """The parts of the program were cut anew for ever, where all that is asked of a function lies before its ends."""
    if engine.is_checker:
        pytest.skip("too long for the checker")

    def filter(im=Image, p=Position):
        first = cache(lambda x, y: sum([im(x + d, y + d)**2 for d in range(4)]))
        halved = [first]
        for _ in range(3):
            halved.append(cache(lambda x, y, fine=halved[-1]: sum([
                fine(2 * x + d, 2 * y + e) for d in (-1, 0, 1, 2) for e in (-1, 0, 1, 2)]) / 16))
        return sum([level((p.x + far) // 2**n, p.y // 2**n) for n, level in enumerate(halved)])

    check(filter, RANDOM.random((9, 14), np.float32))


def test_a_place_that_comes_out_of_a_branch(engine):
    """It goes on growing, and nothing of it is kept from some column on."""
    def filter(im=Image, p=Position):
        @cache
        def stage(x, y):
            if im(3, 5) > 0.5:
                n, s, k = x + 1, 0.0, 0
                while s < 3.0:
                    s, k = s + 0.1 + im(k, y), k + 1
            else:
                n, s = x - 1, 1.0
            return s + n * 0.5 + sum([sin(im(x + d, y)) for d in range(8)])

        at = int(im(p) * 256) - 100
        return stage(at, p.y) + stage(at // 2, p.y) + stage(p.x * 2, p.y)

    image = (RANDOM.integers(0, 256, (7, 9)) / 256).astype(np.float32)
    for light in (0.25, 0.75):
        image[5, 3] = light
        check(filter, image)


def test_corners_of_a_picture_that_is_mirrored_are_kept_once():
    """A border of what is computed folds places back into the picture: no function is needed in four of it."""
    made = program(pygpu.compile(filters.harris, border="reflect").graph)
    (image,) = made.graph.images
    found = made.regions((300, 200), {image: (300, 200)})
    assert found and max(region.width * region.height for region in found.values()) < 1.2 * 300 * 200
