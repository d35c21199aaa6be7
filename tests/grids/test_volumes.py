"""Volumes: read, sampled and filtered as pictures are, with one coordinate more, on every engine."""

import numpy as np
import pytest

import pygpu
from pygpu import Color, CompileError, Float, HostVolume, Image, ImageError, Position, Vec3, Volume, dot
from tests.engines import check

RANDOM = np.random.default_rng(3)
SHAPES = [(1, 1, 1), (2, 3, 5), (5, 4, 37), (3, 1, 18), (1, 9, 33)]
BORDERS = ["clamp", "mirror", "reflect", "wrap", "constant"]


def volume(shape, dtype=np.float32):
    values = RANDOM.random(shape)
    return (values * 255).astype(dtype) if np.dtype(dtype).kind in "ui" else values.astype(dtype)


def cross(vol, p):
    return (vol(p + (1, 0, 0)) - 2 * vol(p + (0, -1, 0)) + 3 * vol(p + (0, 0, 1)) - 4 * vol(p - (0, 0, 2))
            + 5 * vol(p + (-1, 2, -1)))


@pytest.mark.parametrize("border", [*BORDERS, ("wrap", "constant", "mirror"), ("constant", "clamp", "wrap"),
                                    ("reflect", "wrap", "constant")], ids=str)
@pytest.mark.parametrize("shape", SHAPES, ids=str)
def test_neighbours_beyond_every_border(engine, shape, border):
    check(lambda vol=Volume(border=border, fill=0.5), p=Position: cross(vol, p), volume(shape))


@pytest.mark.parametrize("border", [*BORDERS, ("wrap", "constant", "mirror")], ids=str)
def test_where_data_leads(engine, border):
    def led(vol=Volume(border=border, fill=0.25), p=Position):
        far = int(7 * vol(p)) - 3
        return vol(p.x + far, p.y - far, p.z + 2 * far) + vol(p.x, p.y, vol.depth - 1 - p.z) + vol(p.z, p.x, p.y)

    check(led, volume((5, 4, 19)))


@pytest.mark.parametrize("sample", ["nearest", "linear", "cubic"])
def test_between_places(engine, sample):
    check(lambda vol=Volume(sample=sample, border="mirror"), p=Position: vol(p * 0.7 + (0.21, -0.43, 0.67)),
          volume((4, 5, 18)))


def test_sampling_names_its_mode(engine):
    check(lambda vol=Volume, p=Position: vol.sample(p + (0.5, 0.25, 0.5), "nearest"), volume((3, 4, 5)))


def test_a_border_that_is_a_function(engine):
    check(lambda vol=Volume(border=lambda q: q.x + 10 * q.y + 100.0 * q.z), p=Position: vol(p + (1, -1, 1)),
          volume((3, 3, 4)))


def test_sizes_and_places(engine):
    check(lambda vol=Volume, p=Position: vol.width + 10 * vol.height + 100 * vol.depth + p.x + 0.5 * p.y - p.z
          + vol.size[2], volume((2, 3, 4)))


def test_positions_are_made(engine):
    check(lambda vol=Volume, p=Position: vol(Position(p.x, p.y, p.z + 1)) + vol(Position(p.x + 1, 0, 1)), volume((3, 2, 18)))


def test_index_has_numpys_order(engine):
    check(lambda vol=Volume, p=Position: vol[p.z, p.y, p.x] + 2 * vol[0, p.y, p.x + 1], volume((2, 3, 18)))


@pytest.mark.parametrize("dtype", ["uint8", "uint16", "int16", "float16", "bool", "float64"])
def test_stored_types(engine, dtype):
    given = volume((3, 4, 21), np.uint8) > 100 if dtype == "bool" else volume((3, 4, 21), dtype)
    result = check(lambda vol=Volume, p=Position: 0.5 * vol(p) + 0.5 * vol(p + (0, 0, 1)), given, tolerance=2e-3)
    assert result.dtype == ("float32" if dtype in ("int16", "bool") else dtype)


def test_channels(engine):
    given = RANDOM.random((3, 4, 17, 3)).astype(np.float32)
    check(lambda vol=Volume[Color], p=Position: vol(p) - 0.5 * vol(p + (1, 0, 1)), given)
    check(lambda vol=Volume, p=Position: dot(vol(p), Vec3(1, 2, 3)), (given * 255).astype(np.uint8), tolerance=1e-4,
          dtype="float32")


def test_several_results(engine):
    check(lambda vol=Volume, p=Position: (vol(p), vol(p + (0, 0, 1)) > 0.5), volume((3, 4, 18)))


def test_a_number_and_a_picture_beside_it(engine):
    picture = RANDOM.random((4, 18)).astype(np.float32)
    check(lambda vol=Volume, shade=Image, p=Position, c=Float: c * vol(p) * shade(p.x, p.y), volume((3, 4, 18)), picture,
          2.0)


def test_a_picture_of_a_volume(engine):
    """The position is of the first: a slice of the volume, or all its planes at once."""
    picture = RANDOM.random((4, 18)).astype(np.float32)
    check(lambda im=Image, vol=Volume, p=Position: im(p) + vol(p.x, p.y, 1), picture, volume((3, 4, 18)))

    def brightest(im=Image, vol=Volume, p=Position):
        most = vol(p.x, p.y, 0)
        for z in range(1, vol.depth):
            most = max(most, vol(p.x, p.y, z))
        return most + im(p)

    check(brightest, picture, volume((5, 4, 18)))


def test_branches_and_loops(engine):
    def steps(vol=Volume, p=Position):
        total, n = 0.0, 0
        while total < 2 and n < 9:
            total += vol(p + (0, 0, n))
            n += 1
        return total if p.z > 1 else n + vol(p)

    check(steps, volume((4, 3, 18)))


def test_a_value_of_a_picture_that_differs_from_plane_to_plane(engine):
    picture = RANDOM.random((4, 18)).astype(np.float32)
    check(lambda vol=Volume, im=Image, p=Position: vol(p) + sum(im(x, p.z) for x in range(im.width)), volume((3, 2, 5)),
          picture)
    check(lambda vol=Volume, im=Image, p=Position: vol(p) - max(im), volume((3, 2, 5)), picture)


def test_functions_of_positions_are_volumes(engine):
    def smooth(vol=Volume(border="mirror"), p=Position):
        along = lambda f, d: lambda q: 0.25 * f(q - d) + 0.5 * f(q) + 0.25 * f(q + d)
        return along(along(along(lambda q: vol(q) ** 2, (0, 0, 1)), (0, 1, 0)), (1, 0, 0))(p)

    check(smooth, volume((5, 6, 20)))


def test_all_27_neighbours(engine):
    check(lambda vol=Volume, p=Position: sum(vol(p + (x, y, z)) * (x + 2 * y + 3 * z + 7) for z in (-1, 0, 1)
                                             for y in (-1, 0, 1) for x in (-1, 0, 1)), volume((4, 5, 35)))


def test_a_known_volume(engine):
    table = HostVolume(volume((4, 4, 4)), sample="linear")
    check(lambda im=Image, p=Position: table(3 * im(p), p.y, 1.5) + table(1, 2, 3),
          RANDOM.random((4, 18)).astype(np.float32))
    check(lambda vol=Volume, p=Position: table(p) + vol(p), volume((3, 4, 18)))


def test_results_stay_on_the_device(engine):
    given = volume((3, 4, 18))
    double = pygpu.compile(lambda vol=Volume, p=Position: 2 * vol(p))
    if engine.device == "none":
        pytest.skip("there is no device")
    there = pygpu.upload(given, dimensions=3)
    result = double(there)
    assert (result.shape, result.size, result.dimensions) == ((3, 4, 18), (18, 4, 3), 3)
    np.testing.assert_allclose(double(result).numpy(), 4 * given, rtol=1e-6)
    with pytest.raises(pygpu.PyGPUError, match="dimension"):
        pygpu.compile(lambda im=Image, p=Position: im(p))(there)
    with pytest.raises(pygpu.PyGPUError, match="dimension"):
        double(pygpu.upload(given[0]))


def test_out_and_size(engine):
    given, out = volume((3, 4, 18)), np.empty((3, 4, 18), np.float32)
    double = pygpu.compile(lambda vol=Volume, p=Position: 2 * vol(p))
    assert double(given, out=out) is out
    np.testing.assert_allclose(out, 2 * given, rtol=1e-6)
    assert double(given, size=(5, 2, 7)).shape == (7, 2, 5)
    np.testing.assert_allclose(double(given[::2, :, ::-1]), 2 * given[::2, :, ::-1], rtol=1e-6)
    with pytest.raises(pygpu.PyGPUError, match="depth"):
        double(given, size=(5, 2))


def test_iterated(engine):
    step = pygpu.compile(lambda vol=Volume(border="wrap"), p=Position: 0.5 * vol(p) + 0.5 * vol(p + (0, 0, 1)))
    given = volume((3, 4, 5))
    expected = given
    for _ in range(4):
        expected = 0.5 * expected + 0.5 * np.roll(expected, -1, axis=0)
    np.testing.assert_allclose(step.iterate(4, given), expected, rtol=1e-5)


def test_a_pixel_raises(engine):
    def inverse(vol=Volume, p=Position):
        if vol(p) == 0:
            raise ZeroDivisionError("nothing to divide by")
        return 1 / vol(p)

    inverse = pygpu.compile(inverse)
    given = np.ones((2, 3, 4), np.float32)
    given[1, 2, 3] = 0
    with pytest.raises(ZeroDivisionError) as raised:
        inverse(given)
    assert "(3, 2, 1)" in str(raised.value.__notes__)


def test_a_filter_in_a_filter_and_in_plain_python(engine):
    ahead = pygpu.compile(lambda vol=Volume, p=Position: vol(p + (0, 0, 1)))
    check(lambda vol=Volume, p=Position: ahead(vol, p) - ahead(vol, p + (1, 0, 0)), volume((3, 4, 18)))
    given = volume((2, 2, 2))
    assert ahead(HostVolume(given), Position(1, 0, 0)) == given[1, 0, 1]


def test_refusals():
    wrong = lambda f, given=np.zeros((2, 2, 2), np.float32): pygpu.compile(f)(given)
    with pytest.raises(CompileError, match="coordinates|read at"):
        wrong(lambda vol=Volume, p=Position: vol(p.x, p.y))
    with pytest.raises(CompileError, match="read at"):
        wrong(lambda vol=Volume, p=Position: vol(p.xy))
    with pytest.raises(ImageError, match="not a volume"):
        wrong(lambda vol=Volume, p=Position: vol(p), np.zeros((2, 2), np.float32))
    with pytest.raises(pygpu.ArgumentError, match="pictures"):
        pygpu.compile(lambda vol=Volume, p=Position: vol(p), valid=True)(np.zeros((2, 2, 2), np.float32))
    with pytest.raises(pygpu.ArgumentError, match="front, back"):
        pygpu.compile(lambda vol=Volume, p=Position: vol(p)).compute((0, 0, 1, 1), np.zeros((2, 2, 2), np.float32))


def test_one_after_the_other(engine):
    soft = pygpu.compile(lambda vol=Volume(border="reflect"), p=Position: (vol(p - (0, 0, 1)) + vol(p + (0, 1, 0))) / 2)
    steep = pygpu.compile(lambda vol=Volume, p=Position: vol(p + (1, 0, 0)) - vol(p) + vol.depth)
    given = volume((3, 4, 18))
    wide = np.pad(given, ((1, 1), (0, 1), (0, 1)), mode="symmetric")
    between = 0.5 * (wide[:-2, :-1] + wide[1:-1, 1:])
    np.testing.assert_allclose((soft >> steep)(given), between[:, :, 1:] - between[:, :, :-1] + 3, rtol=1e-5, atol=1e-5)
    with pytest.raises(pygpu.ArgumentError, match="exact"):
        pygpu.compose(soft, steep, exact=True)


def test_variables_may_be_called_as_coordinates_are(engine):
    """A kernel's own z is another one than the filter's."""
    def named(vol=Volume, p=Position):
        z = p.z // 2
        x, y = p.x + z, p.y - z
        return vol(x, y, z) + z

    def counted(vol=Volume, p=Position):
        z = p.z * 2 if p.z < 1 else p.z - 1
        total = 0.0
        for i in range(vol.width):
            total += vol(i, 1, z)
        return total

    check(named, volume((3, 4, 5)))
    check(counted, volume((3, 4, 5)))
