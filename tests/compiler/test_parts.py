"""Parts through other resolutions, around places that a pixel computes, and beside values of the whole picture: bit for bit
what the whole has there, of any shape, at any place; and they need no more than they should."""

import numpy as np
import pytest

import pygpu
from pygpu import ArgumentError, Float, Image, Int, Position, Volume, filters
from pygpu.calls.cutting.chunked import Probe
from pygpu.calls.cutting.mapping import usual_tile
from pygpu.calls.cutting.parts import Parts
from pygpu.filters import volumes
from pygpu.ir.moving import STILL, Movement
from pygpu.runtime import Launcher
from pygpu.schedule import GPU
from tests.engines import check

BORDERS = "clamp", "mirror", "reflect", "wrap", "constant"
PICTURE = np.random.default_rng(5).random((187, 233), np.float32)
PICTURE[60:140, 50:150] = PICTURE[60:140, 50:150] * 0.25 + 0.5
VOLUME = np.random.default_rng(6).random((41, 53, 74), np.float32)


def ready(name, **given):
    """A ready filter, and how it is called."""
    known, typed, options = getattr(filters, name).sorted_out((PICTURE,), given)
    return getattr(filters, name).compiled(**known), typed, options


def own(f, **numbers):
    return pygpu.compile(f), {"im": PICTURE, **numbers}, {}


def soft(im):
    """A function that is worth keeping."""
    rows = lambda q: sum((0.3 + 0.1 * k) * im(q + (k - 4, 0)) for k in range(9))
    return lambda q: sum((0.3 + 0.1 * k) * rows(q + (0, k - 4)) for k in range(9))


def clamped(of):
    """A function that goes on beyond the edge as it is there."""
    return lambda q: of(Position(min(max(q.x, 0), 232), min(max(q.y, 0), 186)))


TRIALS = {
    **{f"gaussian, {border}": lambda border=border: ready("gaussian", sigma=(10.0, 17.0), border=border)
       for border in BORDERS},
    "gaussian, few": lambda: ready("gaussian", sigma=30.0),
    "box": lambda: ready("box", size=51), "box, down": lambda: ready("box", size=(3, 71)),
    "unsharp": lambda: ready("unsharp", radius=9.0), "retinex": lambda: ready("retinex", sigmas=(3.0, 9.0)),
    "reduced": lambda: ready("reduced", level=2), "detail": lambda: ready("detail", level=1),
    "local_laplacian": lambda: ready("local_laplacian", levels=3, curves=3),
    "pyramid_blend": lambda: ready("pyramid_blend", other=PICTURE[::-1].copy(), mask=PICTURE.T[:187, :187].copy(), levels=3),
    "bilateral_grid": lambda: ready("bilateral_grid", sigma_space=5.0), "pixelate": lambda: ready("pixelate", size=7),
    "demosaic": lambda: ready("demosaic"), "harris": lambda: ready("harris"),
    "harris, folded": lambda: ready("harris", sigma=1.5, border="reflect"),
    "moved by a number": lambda: own(
        lambda im=Image, p=Position, t=Float: 0.3 * soft(im)(Position(int(p.x + t), p.y)) + 0.1 * im(p), t=-40.0),
    "folded by hand": lambda: own(lambda im=Image(border="mirror"), p=Position: 0.7 * soft(im)(
        Position(min(p.x % (2 * im.width), 2 * im.width - 1 - p.x % (2 * im.width)), abs(p.y - 30))) + 0.2 * im(p)),
    "rotate": lambda: ready("rotate", angle=20), "rotate, wrap": lambda: ready("rotate", angle=20, border="wrap"),
    "zoom": lambda: ready("zoom", factor=1.7), "resize": lambda: ready("resize", width=160, height=130),
    "flip": lambda: ready("flip"), "turn": lambda: ready("turn", quarters=1),
    "crop": lambda: ready("crop", left=30, top=40, right=230, bottom=160),
    "pad": lambda: ready("pad", left=20, top=10, right=3, bottom=70, border="mirror"), "polar": lambda: ready("polar"),
    "motion_blur": lambda: ready("motion_blur", length=9, angle=30),
    "nonlocal_means": lambda: ready("nonlocal_means", patch_distance=2, patch_size=3),
    "dither": lambda: ready("dither"), "cumulative": lambda: ready("cumulative"),
    "equalize": lambda: ready("equalize"), "otsu": lambda: ready("otsu"), "standardize": lambda: ready("standardize"),
    "two rates": lambda: own(lambda im=Image(border="mirror"), p=Position: im(p) - im(2 * p) + im(p.x // 3, p.y)),
    "its place, halved": lambda: own(
        lambda im=Image, p=Position: (lambda q: im(2 * q) * q.x + im(2 * q + (1, 1)))(p // 2) + p.x % 3 * 0.1),
    "over the sum of its row": lambda: own(
        lambda im=Image, p=Position: im(p) / sum(im(x, p.y) for x in range(im.width)) + im(4, 5)),
    "held at the edges": lambda: own(lambda im=Image, p=Position: sum(
        clamped(lambda r: im(r) ** 2 + im(r + (2, 0)))(p + (dx, dy)) for dx in (-4, 0, 3) for dy in (0, 5))),
    "a place that is added up": lambda: own(moved_on, by=0.5),
    "where data lead, not far": lambda: own(lambda im=Image, p=Position: im(p + (int(max(min(9 * im(p), 9.0), 0.0)), 0))),
}


def moved_on(im=Image, p=Position, by=Float):
    x, total = p.x, 0.0
    for _ in range(4):
        x = x // 2 if im(x, p.y) > by else x + 3
        total += im(x, p.y)
    return total


def some_regions(size, count, seed):
    random = np.random.default_rng(seed)
    for _ in range(count):
        ends = [sorted(random.choice(length + 1, 2, replace=False).tolist()) for length in size]
        (left, right), (top, bottom), *deep = ends
        yield left, top, right, bottom, *sum(deep, [])
    yield *[length - 1 for length in size[:2]], *size[:2], *[end for length in size[2:] for end in (length - 1, length)]


@pytest.mark.parametrize("name", TRIALS)
def test_a_part_is_what_the_whole_has_there(name, engine):
    if engine.is_checker:
        pytest.skip("too slow there")
    filter, given, options = TRIALS[name]()
    whole = np.asarray(filter(**given, **options))
    for left, top, right, bottom in some_regions(whole.shape[1::-1], 4, len(name)):
        part = np.asarray(filter.compute((left, top, right, bottom), **given, **options))
        np.testing.assert_array_equal(part, whole[top:bottom, left:right])


WEIGHTS = np.random.default_rng(7).random((9, 11)).astype(np.float32)


def dense(im=Image, p=Position):
    return sum(weight * im(p + d) for weight, d in zip(WEIGHTS.ravel().tolist(), pygpu.offsets(WEIGHTS)))


@pytest.mark.parametrize("trial", [TRIALS["box"], TRIALS["box, down"], lambda: own(dense)], ids=["box", "down", "dense"])
def test_parts_by_a_gpus_plan(trial, engine, monkeypatch):
    """Rows of a part may begin elsewhere in memory, and then not be read in groups, as pixels at an edge never are."""
    if engine.is_checker or engine.device == "none":
        pytest.skip("plans are for drivers")
    monkeypatch.setattr("pygpu.calls.engines.engine.target_of", lambda device: GPU)
    filter, given, options = trial()
    whole = np.asarray(filter(**given, **options))
    for left, top, right, bottom in some_regions(whole.shape[1::-1], 3, 8):
        part = np.asarray(filter.compute((left, top, right, bottom), **given, **options))
        np.testing.assert_array_equal(part, whole[top:bottom, left:right])


def test_vectors_may_be_longer_than_what_is_needed_of_them(engine):
    """Pixels inside the picture are inside a part of it, too: at an edge they are computed in another way."""
    if engine.is_checker:
        pytest.skip("too slow there")

    def f(im=Image(border="mirror"), p=Position):
        return im(p) * 0.7 + im(p // 4) - im(p + (1, 0)) * 0.3

    filter, picture = pygpu.compile(f), (PICTURE[:154].repeat(2, 1)[:, :283] * 255).astype(np.uint8)
    whole = filter(picture, dtype="float32")
    for left, right in (219, 242), (250, 256), (120, 192), (64, 65):
        part = filter.compute((left, 105, right, 145), picture, dtype="float32")
        np.testing.assert_array_equal(part, whole[105:145, left:right])


VOLUMES = {
    "gaussian": lambda: volumes.gaussian.compiled(), "median": lambda: volumes.median.compiled(),
    "mirror": lambda: pygpu.compile(lambda vol=Volume(border="mirror"), p=Position:
                                    vol(p + (1, 0, 0)) + vol(p - (0, 2, 3)) * 0.5),
    "its place": lambda: pygpu.compile(lambda vol=Volume, p=Position: vol(p) * p.z + vol(p + (0, 0, 1)) * p.x / vol.depth),
    "halved": lambda: pygpu.compile(lambda vol=Volume, p=Position: vol(p.x // 2, p.y // 2, p.z // 2) + vol(p)),
}


@pytest.mark.parametrize("name", VOLUMES)
def test_parts_of_volumes(name, engine):
    if engine.is_checker:
        pytest.skip("too slow there")
    filter = VOLUMES[name]()
    whole = filter(VOLUME)
    for region in some_regions(VOLUME.shape[::-1], 3, 2):
        left, top, right, bottom, front, back = region
        np.testing.assert_array_equal(filter.compute(region, VOLUME), whole[front:back, top:bottom, left:right])
    np.testing.assert_array_equal(filter.compute(np.s_[3:9, 20:30, 10:74], VOLUME), whole[3:9, 20:30, 10:74])
    np.testing.assert_array_equal(filter.map(VOLUME, tile=(40, 30, 7)), whole)


def test_what_parts_need():
    large = dict(size=(8192, 8192))
    middle = (3968, 3968, 4224, 4224)
    near = {"gaussian": dict(sigma=20.0), "local_laplacian": {}, "pyramid_blend": {}, "bilateral_grid": {}, "harris": {}}
    for name, known in near.items():
        left, top, right, bottom = pygpu.compile(getattr(filters, name), **known).needs(middle, **large)["im"]
        assert 3968 - 140 < left < 3968 and 4224 < bottom < 4224 + 140, name
        assert 3968 - 140 < top < 3968 and 4224 < right < 4224 + 140, name
    assert pygpu.compile(filters.reduced, level=1).needs((10, 10, 20, 20))["im"] == (18, 18, 41, 41)
    left, top, right, bottom = pygpu.compile(filters.rotate).needs(middle, **large, angle=45)["im"]
    assert 4096 - 190 < left < 4096 - 175 and 4096 + 175 < bottom < 4096 + 190
    assert pygpu.compile(filters.rotate).needs(middle, angle=45)["im"][0] is None  # of a picture of any size
    assert pygpu.compile(filters.flip).needs((0, 3, 5, 9), size=(100, 50))["im"] == (95, 3, 100, 9)
    crop = pygpu.compile(filters.crop)
    assert crop.needs((0, 0, 5, 9), left=30, top=40)["im"] == (30, 40, 35, 49)
    assert crop.needs((0, 0, 5, 9), left=30)["im"] == (30, None, 35, None)
    with pytest.raises(ArgumentError, match="has no argument 'lef'"):
        crop.needs((0, 0, 5, 9), lef=30)
    soft = pygpu.compile(lambda vol=Volume(border="mirror"), p=Position: vol(p - (0, 0, 2)) + vol(p + (1, 0, 0)))
    assert soft.needs((0, 0, 9, 9, 0, 9)) == {"vol": (0, 0, 10, 9, -2, 9)}
    assert soft.needs((0, 0, 9, 9, 0, 1), size=(9, 9, 9)) == {"vol": (0, 0, 9, 9, 0, 3)}


@pytest.mark.parametrize("name", ["gaussian, mirror", "gaussian, wrap", "reduced", "rotate", "two rates", "cumulative",
                                  "equalize", "otsu", "over the sum of its row", "harris"])
def test_in_chunks(name):
    da = pytest.importorskip("dask.array")
    filter, given, options = TRIALS[name]()
    whole = np.asarray(filter(**given, **options))
    chunked = {key: da.from_array(value, chunks=(100, 90)) if np.ndim(value) else value for key, value in given.items()}
    result = filter(**chunked, **options)
    assert isinstance(result, da.Array) and result.shape == whole.shape and result.dtype == whole.dtype
    np.testing.assert_array_equal(result.compute(), whole)


def test_colours_and_volumes_in_chunks():
    da = pytest.importorskip("dask.array")
    colours, soft = np.random.default_rng(3).random((90, 120, 3), np.float32), pygpu.compile(filters.gaussian, sigma=8.0)
    np.testing.assert_array_equal(soft(da.from_array(colours, chunks=(50, 50, 3))).compute(), soft(colours))
    median = volumes.median.compiled()
    np.testing.assert_array_equal(median(da.from_array(VOLUME, chunks=(20, 30, 40))).compute(), median(VOLUME))


class Counting:
    """A picture that tells how much of it was read."""

    def __init__(self, picture):
        self.picture, self.shape, self.dtype, self.read = picture, picture.shape, picture.dtype, []

    def __getitem__(self, key):
        self.read.append(self.picture[key].size)
        return self.picture[key]


@pytest.mark.parametrize("name", ["equalize", "otsu", "standardize", "stretch", "isodata"])
def test_a_value_of_the_picture_is_computed_once_for_all_tiles(name):
    picture = Counting(np.random.default_rng(2).random((900, 1100), np.float32) ** 2)
    filter = pygpu.compile(getattr(filters, name))
    result = filter.map(picture, tile=(256, 256))
    assert sum(size == picture.picture.size for size in picture.read) == 1
    assert sum(picture.read) < 4 * picture.picture.size  # the rest are tiles, and what lies around them
    np.testing.assert_array_equal(result, filter(picture.picture))


@pytest.mark.parametrize("function", [
    lambda im=Image, p=Position: sorted(im(x, p.y) for x in range(im.width))[im.width // 2],
    lambda im=Image, p=Position: sorted(im(p.x, y) for y in range(im.height))[3] - im(p)])
def test_numbers_in_order_of_rows_and_columns(engine, function):
    """How long these are, a part is told by a number: there was no engine for it."""
    filter, picture = pygpu.compile(function), PICTURE[:20, :30]
    np.testing.assert_array_equal(filter.compute((3, 5, 20, 17), picture), filter(picture)[5:17, 3:20])


def test_little_is_read_through_other_resolutions():
    picture = Counting(np.random.default_rng(2).random((1500, 1700), np.float32))
    pygpu.compile(filters.gaussian, sigma=20.0).compute((700, 700, 720, 720), picture)
    assert max(picture.read) < 700 ** 2


def test_tiles_are_smaller_where_much_is_kept_for_them(monkeypatch):
    """So that memory is bounded whatever the filter is. No kernel runs, so no driver needs to build one."""
    monkeypatch.setattr(Launcher, "_make_ready", lambda launcher: None)
    picture = Probe(np.broadcast_to(np.uint8(0), (20_000, 30_000)))
    of = lambda name, scalars=(), **known: Parts(pygpu.compile(getattr(filters, name), **known), [picture], [*scalars])
    plain, deep = of("gaussian", sigma=1.0), of("local_laplacian", [1.0, 0.12], levels=4, curves=4)
    assert usual_tile(plain, None) == (30_000, 1088) and usual_tile(plain, (1024, 1024)) == (1024, 32768)
    width, height = usual_tile(deep, None)
    assert deep.kept > 40 and width * height * deep.kept < 600 << 20
    margin = of("gaussian", sigma=100.0).margin  # both sides: each of its steps looks some sigmas further
    assert margin < 2500 < 5 * margin


@pytest.mark.parametrize("place", [lambda im, p, n: p.x + int(im(p) * 9) // 2, lambda im, p, n: (p.x + n) // 2])
def test_what_may_be_any_number_halved_is_not_kept_as_far(engine, place):
    """It is within 32 bits, and a function that a scan asks for as well was kept for all of them: 68 GiB."""
    def f(im=Image(border="mirror"), n=Int, p=Position):
        soft = lambda q: sum(im(q + (i, 0)) for i in range(-3, 4)) / 7
        total = lambda q: soft(q) + (total(q - (1, 0)) if q.x > 0 else 0.0)
        return 0.1 * total(p) - soft(Position(place(im, p, n), p.y))

    picture = PICTURE[:6, :20]
    check(f, picture, -3)
    filter = pygpu.compile(f)
    np.testing.assert_array_equal(filter.compute((3, 2, 20, 5), picture, -3), filter(picture, -3)[2:5, 3:])


def test_how_places_move():
    f = pygpu.compile(lambda im=Image, p=Position: im(p.x // 4 + p.x % 4, 3) + im(2 * p.x + 1, p.y + 1))
    movement = Movement(f.graph)
    assert movement.cut == {0, 1} and movement.period == [4, 1]
    assert sorted(map(str, *movement.read().values())) == [str((0.25, STILL)).replace("0.25", "Fraction(1, 4)"),
                                                           "(Fraction(2, 1), Fraction(1, 1))"]
    assert Movement(pygpu.compile(filters.integral).graph).cut == set()
    assert Movement(pygpu.compile(filters.cumulative).graph).cut == {1}
