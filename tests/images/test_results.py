"""Where results go and which pixels they have: out=, valid=, stacks of images."""

import numpy as np
import pytest
from PIL import Image as Pillow
from scipy import ndimage

import pygpu
from pygpu import ArgumentError, Float, Image, Position

RANDOM = np.random.default_rng(59)


def same(im=Image, p=Position):
    return im(p)


def blur(im=Image, p=Position):
    return (im(p - (1, 0)) + im(p) + im(p + (2, 0)) + im(p + (0, 1))) / 4


def levels(shape, dtype="uint8"):
    return RANDOM.integers(0, np.iinfo(dtype).max, shape, dtype, endpoint=True)


# --- out= ------------------------------------------------------------------------------------------------------------

@pytest.mark.parametrize("dtype", ["uint8", "uint16", "int16", "float16", "float32", "float64", "bool"])
def test_out_says_the_type(dtype, engine):
    """Not a copy of rounded bytes into floats, but floats."""
    given, target = levels((3, 4)), np.zeros((3, 4), dtype)
    filter = pygpu.compile(lambda im=Image, p=Position: im(p) * 0.5)
    assert filter(given, out=target) is target
    np.testing.assert_array_equal(target, filter(given, dtype=dtype))


@pytest.mark.parametrize("view", [
    lambda a: a, lambda a: a[::-1], lambda a: a[:, 1:-1], lambda a: a.T, lambda a: a[::2, ::2]])
def test_out_of_any_strides(view, engine):
    target = view(np.zeros((8, 8), np.float32))
    given = RANDOM.random(target.shape, np.float32)
    assert pygpu.compile(same)(given, out=target) is target
    np.testing.assert_array_equal(target, given)


def test_in_place(engine):
    given = RANDOM.random((5, 6), np.float32)
    expected = pygpu.compile(blur)(given.copy())
    pygpu.compile(blur)(given, out=given)
    np.testing.assert_array_equal(given, expected)


def test_out_with_one_channel_on_an_axis(engine):
    given, target = levels((3, 4)), np.zeros((3, 4, 1), np.uint8)
    assert pygpu.compile(same)(given, out=target) is target
    np.testing.assert_array_equal(target[:, :, 0], given)


def test_out_is_a_pil_image(engine):
    given, target = levels((3, 4)), Pillow.new("F", (4, 3))
    assert pygpu.compile(same)(given, out=target) is target
    np.testing.assert_allclose(target, given / 255, atol=1e-6)


def test_out_of_several_results(engine):
    filter = pygpu.compile(lambda im=Image, p=Position: (im(p), im(p) > 0.5, 1 - im(p)))
    given = levels((3, 4))
    first, picture = np.zeros((3, 4), np.float32), Pillow.new("L", (4, 3))
    results = filter(given, out=(first, None, picture))
    assert results[0] is first and results[2] is picture and results[1].dtype == bool
    np.testing.assert_allclose(first, given / 255, atol=1e-6)
    np.testing.assert_array_equal(picture, 255 - given)
    one, _, other = filter(Pillow.fromarray(given), out=(first, None, None))
    assert one is first and other.mode == "L"


@pytest.mark.parametrize("out, words", [
    (np.zeros((3, 5), np.uint8), "shape"), (np.zeros((3, 4, 3), np.uint8), "shape"), (Pillow.new("L", (3, 3)), "size"),
    ([[0.0]], "list is not a picture"), ("photo.png", "not the name of a file"), (tuple(np.zeros((2, 3, 4))), "names 2"),
    (np.zeros((3, 4), complex), "complex"), (np.zeros((3, 4), np.uint64), "uint64"),
    ((), "holds no picture"), ([], "holds no picture"),
])  # fmt: skip
def test_out_that_does_not_fit(out, words, engine):
    with pytest.raises(pygpu.PyGPUError, match=words):
        pygpu.compile(same)(levels((3, 4)), out=out)


def test_results_in_the_same_memory(engine):
    """One would be written over the other. Columns between one another's are no such memory, nor are halves of an array."""
    filter = pygpu.compile(lambda im=Image, p=Position: (im(p), 1 - im(p)))
    given, rows, picture = levels((3, 4)), np.zeros((8, 4), np.float32), Pillow.new("L", (4, 3))
    for out in ((rows[:3], rows[:3]), (rows[:3], rows[2:5]), (rows[2::-1], rows[:3]), (picture, picture)):
        with pytest.raises(ArgumentError, match="in the same memory"):
            filter(given, out=out)
    assert not rows.any()
    for one, other in ((rows[:3], rows[3:6]), (rows[::3], rows[1:8:3]), (np.zeros((3, 4, 2))[..., 0],) * 2):
        other = one.base[..., 1] if one is other else other
        filter(given, out=(one, other))
        np.testing.assert_allclose((one, other), (given / 255, 1 - given / 255), atol=1e-6)


def test_out_and_dtype_that_disagree(on_numpy):
    with pytest.raises(ArgumentError, match="leave one of them out"):
        pygpu.compile(same)(levels((3, 4)), out=np.zeros((3, 4), np.uint8), dtype="float32")
    read_only = np.zeros((3, 4), np.uint8)
    read_only.flags.writeable = False
    with pytest.raises(pygpu.PyGPUError, match="written to"):
        pygpu.compile(same)(levels((3, 4)), out=read_only)


# --- only what reads inside ------------------------------------------------------------------------------------------

def test_valid_is_scipys_convolve(engine):
    from scipy.signal import correlate2d

    kernel = RANDOM.random((3, 5))
    filter = pygpu.compile(lambda im=Image, p=Position: sum(
        float(kernel[y, x]) * im(p + (x - 2, y - 1)) for x in range(5) for y in range(3)))
    given = RANDOM.random((8, 9), np.float32)
    np.testing.assert_allclose(filter(given, valid=True), correlate2d(given, kernel, "valid"), atol=1e-5)
    target = np.zeros((6, 5))
    assert filter(given, valid=True, out=target) is target
    np.testing.assert_allclose(target, correlate2d(given, kernel, "valid"), atol=1e-5)
    picture = filter(Pillow.fromarray(given), valid=True)
    assert picture.size == (5, 6)


def test_valid_of_one_sided_filters_and_several_images(engine):
    given = RANDOM.random((5, 6), np.float32)
    np.testing.assert_allclose(pygpu.compile(blur)(given, valid=True), pygpu.compile(blur)(given)[:4, 1:4])
    assert pygpu.compile(same)(given, valid=True).shape == (5, 6)
    two = pygpu.compile(lambda a=Image, b=Image, p=Position: a(p - (1, 0)) + b(p + (0, 1)))
    assert two(given, given[:3, :4], valid=True).shape == (2, 3)
    assert two(given, given, valid=True, size=(4, 9)).shape == (4, 3)


@pytest.mark.parametrize("function, shape, words", [
    (lambda im=Image, p=Position: im(p * 0.5), (4, 4), "depends on data"), (blur, (1, 4), "no pixel"),
    (blur, (4, 3), "no pixel")])
def test_nothing_is_valid(function, shape, words, on_numpy):
    with pytest.raises(ArgumentError, match=words):
        pygpu.compile(function)(np.zeros(shape, np.float32), valid=True)


# --- stacks ----------------------------------------------------------------------------------------------------------

@pytest.mark.parametrize("shape, axis", [
    ((3, 5, 6), 0), ((5, 6, 3), 2), ((5, 3, 6), 1), ((2, 5, 6, 3), 0), ((5, 6, 3, 4), -2)])
def test_each_image_of_a_stack(shape, axis, engine):
    given = levels(shape)
    result = pygpu.compile(blur)(given, axis=axis)
    assert result.shape == given.shape and result.dtype == given.dtype
    for i in range(shape[axis]):
        np.testing.assert_array_equal(result.take(i, axis), pygpu.compile(blur)(given.take(i, axis)))


def test_what_serves_all_images_of_a_stack(engine):
    scaled = pygpu.compile(lambda im=Image, gain=Image, k=Float, p=Position: (im(p) * gain(p) * k, im(p) > 0.5))
    stack, gain = RANDOM.random((3, 4, 5), np.float32), RANDOM.random((4, 5), np.float32)
    bright, mask = scaled(stack, gain, 2.0, axis=0)
    np.testing.assert_allclose(bright, stack * gain * 2, atol=1e-6)
    np.testing.assert_array_equal(mask, stack > 0.5)
    np.testing.assert_array_equal(scaled(stack, Pillow.fromarray(gain), 2.0, axis=0)[0], bright)
    np.testing.assert_allclose(scaled(stack, np.stack([gain] * 3), 2.0, axis=0)[0], bright)


SERIES = np.random.default_rng(8).random((3, 2, 6, 9)).astype(np.float32)  # times, channels, rows, columns


@pytest.mark.parametrize("axis", [(0, 1), (1, 0), (-4, -3)], ids=str)
def test_stacks_along_several_axes(axis):
    """A time series of pictures with several channels, as microscopes make it."""
    found = pygpu.compile(blur)(SERIES, axis=axis)
    assert found.shape == SERIES.shape
    np.testing.assert_array_equal(found[2, 1], pygpu.compile(blur)(SERIES[2, 1].copy()))
    last = np.moveaxis(SERIES, (0, 1), (-1, -2))
    np.testing.assert_array_equal(pygpu.compile(blur)(last, axis=(-1, -2)), np.moveaxis(found, (0, 1), (-1, -2)))
    out = np.empty_like(SERIES)
    assert pygpu.compile(blur)(SERIES, axis=axis, out=out) is out and np.array_equal(out, found)


def test_stacks_of_volumes():
    soft = pygpu.filters.volumes.box
    found = soft(SERIES, size=3, axis=0)
    np.testing.assert_array_equal(found[1], soft(SERIES[1].copy(), size=3))
    np.testing.assert_array_equal(soft(SERIES[..., None] * [1, 2], size=3, axis=0)[..., 1], 2 * found)
    for given, axis in ((SERIES[0], 0), (SERIES, (0, 1)), (SERIES, (0, 0))):
        with pytest.raises(pygpu.ArgumentError, match="stack"):
            soft(given, size=3, axis=axis)


def test_a_stack_written_in_place(engine):
    stack = RANDOM.random((3, 4, 5), np.float32)
    target = np.zeros((3, 4, 5))
    assert pygpu.compile(blur)(stack, axis=0, out=target) is target
    np.testing.assert_allclose(target, pygpu.compile(blur)(stack, axis=0))


LYING = {
    "the next": lambda s: (s[:-1], s[:-1], s[1:]), "the one before": lambda s: (s[1:], s[1:], s[:-1]),
    "in place": lambda s: (s, s, s), "reversed": lambda s: (s, s, s[::-1]), "in another": lambda s: (s[:3], s[2:], s[1:4]),
    "one for all": lambda s: (s, s[2], s), "columns": lambda s: (s[:, :, :6], s[:, :, 1:], s[:, :, :6])}


@pytest.mark.parametrize("case", LYING)
def test_a_stack_whose_results_lie_in_memory_that_is_read(case, engine):
    """No result is written over what a later image of the stack still reads."""
    whole = RANDOM.random((5, 6, 7), np.float32)
    wanted = whole.copy()
    filter = pygpu.compile(lambda im=Image, other=Image, p=Position: (im(p - (1, 0)) + 2 * other(p + (0, 1))) / 3)
    parts = LYING[case]
    expected = filter(*parts(wanted)[:2], axis=0)
    first, second, target = parts(whole)
    filter(first, second, axis=0, out=target)
    np.testing.assert_array_equal(target, expected)


def test_a_stack_with_other_options(engine):
    stack = levels((2, 5, 6))
    assert pygpu.compile(blur)(stack, axis=0, valid=True).shape == (2, 4, 3)
    assert pygpu.compile(same)(stack, axis=0, size=(3, 4), dtype="float32").shape == (2, 4, 3)


def test_scipy_filters_a_stack_alike(engine):
    stack = RANDOM.random((3, 6, 7), np.float32)
    expected = ndimage.uniform_filter1d(stack, 3, axis=2, mode="nearest")
    mean = pygpu.compile(lambda im=Image, p=Position: (im(p - (1, 0)) + im(p) + im(p + (1, 0))) / 3)
    np.testing.assert_allclose(mean(stack, axis=0), expected, atol=1e-6)


@pytest.mark.parametrize("given, axis, words", [
    ((np.zeros((4, 5)),), 0, "no argument is a stack"), ((np.zeros((0, 4, 5)),), 0, "holds no image"),
    ((np.zeros((2, 4, 5)), np.zeros((3, 4, 5))), 0, "different lengths: 2, 3"),
    ((np.zeros((2, 4, 5)),), 3, "no stack"), ((np.zeros((2, 4, 5)),), "t", "names"),
    ((np.zeros((2, 4, 5)),), 0.5, "not the number"), ((np.zeros((2, 2, 4, 5, 3)),), 0, "not a picture"),
])
def test_what_is_no_stack(given, axis, words, on_numpy):
    filter = pygpu.compile(same if len(given) == 1 else lambda a=Image, b=Image, p=Position: a(p) + b(p))
    with pytest.raises(pygpu.PyGPUError, match=words):
        filter(*given, axis=axis)


# --- options and parameters of the same name -------------------------------------------------------------------------

def test_a_parameter_comes_before_an_option(engine):
    def scaled(im=Image, size=Float, linear=Float, axis=3.0, p=Position):
        return im(p) * size + linear + axis

    given = np.ones((2, 3), np.float32)
    filter = pygpu.compile(scaled)
    assert filter(given, size=2.0, linear=1.0).tolist() == [[6.0] * 3] * 2
    assert filter(given, 2.0, linear=1.0).shape == (2, 3)
    assert pygpu.compile(scaled, axis=4.0)(given, 2.0, 1.0)[0, 0] == 7.0
    with pytest.raises(ArgumentError, match="'axis' compiled in"):
        filter(given, 2.0, 1.0, axis=0)


@pytest.mark.parametrize("options, words", [
    ({"orient": "up"}, "orient='up': it is 'keep' or 'apply'"), ({"alpha": "none"}, "'straight' or 'premultiplied'"),
    ({"channels": "gbr"}, "'rgb' or 'bgr'"), ({"boarder": "wrap"}, "no argument 'boarder'"),
    ({"dtype": "no"}, "no type of pixels"), ({"mode": "XYZ"}, "mode='XYZ'"), ({"size": 3}, "size is"),
    ({"size": (0, 3)}, "at least one pixel"), ({"dtype": ("uint8", "uint8")}, "has 1 result"),
])  # fmt: skip
def test_options_that_make_no_sense(options, words, on_numpy):
    with pytest.raises(pygpu.PyGPUError, match=words):
        pygpu.compile(same)(levels((2, 3)), **options)


def test_options_for_iterations(engine):
    given = levels((4, 6))
    lit = pygpu.compile(blur, linear=True)
    twice = lit(lit(given))
    assert np.abs(lit.iterate(2, given).astype(int) - twice).max() <= 1
    assert np.abs(pygpu.compile(blur).iterate(2, given, linear=True).astype(int) - twice).max() <= 1
    with pytest.raises(ArgumentError, match="iterated"):
        lit.iterate(2, given, valid=True)


class Elsewhere:
    """An array of which NumPy is given a copy, as Zarr's are."""

    def __init__(self, shape, dtype):
        self.kept = np.zeros(shape, dtype)
        self.shape, self.dtype = self.kept.shape, self.kept.dtype

    def __array__(self, dtype=None, copy=None):
        return self.kept.copy()


class Written(Elsewhere):
    def __setitem__(self, key, part):
        self.kept[key] = part


def test_what_is_no_memory_of_the_process_is_written_to_by_its_own_rules(engine):
    picture = np.random.default_rng(5).random((9, 11)).astype(np.float32)
    filter = pygpu.compile(lambda im=Image, p=Position: im(p + (1, 0)))
    stack = np.stack([picture, picture / 2])
    for given, more in ((picture, {}), (picture, {"valid": True}), (stack, {"axis": 0})):
        expected = filter(given, dtype="uint8", **more)
        out = Written(expected.shape, np.uint8)
        assert filter(given, out=out, **more) is out and np.array_equal(out.kept, expected)
    out = Written(picture.shape, np.float32)
    assert filter.iterate(3, picture, out=out) is out and np.array_equal(out.kept, filter.iterate(3, picture))
    with pytest.raises(pygpu.ArgumentError, match=r"has the shape \(9, 10\)"):
        filter(picture, out=Written((9, 10), np.float32))
    with pytest.raises(pygpu.ArgumentError, match="cannot be written to: give an array"):
        filter(picture, out=Elsewhere(picture.shape, np.float32))
