"""Exceptions of pixels: the first one's is raised, by plain Python; or such pixels are NaN."""

import re
import warnings

import numpy as np
import PIL.Image
import pytest

import pygpu
from pygpu import Image, Int, Position

GRAY = np.linspace(0, 4, 30, dtype=np.float32).reshape(5, 6)


def checked(im=Image, p=Position):
    if im(p) > 3.5:
        raise ValueError(f"{im(p):.2f} is too much")
    return im(p) ** 2


def shifted(im=Image, p=Position):
    if im(p) > 3.9:
        raise ValueError(f"{im(p):.2f} is too much")
    return im(p + (-1, 0))


def asserted(im=Image, p=Position):
    assert im(p) < 3.5, "too much"
    return im(p), im(p) * 2


def counted(im=Image, p=Position):
    n, x = 0, im(p)
    while x > 0.1:
        n, x = n + 1, x / 2
        if n > 4:
            raise RuntimeError("no end")
    return n * 1.0


def test_the_first_pixels_exception_is_raised(engine):
    with pytest.raises(ValueError, match="3.59 is too much") as raised:
        pygpu.compile(checked)(GRAY)
    assert "(2, 4) of checked()" in raised.value.__notes__[0] and "the first of 4" in raised.value.__notes__[0]
    assert raised.traceback[-1].name == "checked"


def test_nothing_is_raised_where_no_pixel_does(engine):
    assert np.allclose(pygpu.compile(checked)(GRAY / 2), (GRAY / 2) ** 2)


def test_ignored_pixels_are_nan(engine):
    result = pygpu.compile(checked, raises="ignore")(GRAY)
    assert np.allclose(result, np.where(GRAY > 3.5, np.nan, GRAY ** 2), equal_nan=True)
    assert len(pygpu.compile(checked, raises="ignore").graph.outputs) == 1


def test_assert_of_several_results(engine):
    filter = pygpu.compile(asserted)
    one, two = filter(GRAY / 2)
    assert np.allclose(one, GRAY / 2) and np.allclose(two, GRAY)
    with pytest.raises(AssertionError, match="too much"):
        filter(GRAY)


WEIGHTS = {0: 5.0, 1: 7.0, 2: 9.0}


def weighed(im=Image[Int], p=Position):
    return WEIGHTS[im(p)]


def weighed_of_pixels(im=Image[Int], p=Position):
    weights = {0: im(p) * 2.0, 1: 7.0, 4: 1.0}
    return sum(weights[k] for k in range(im(p)))


@pytest.mark.parametrize("filter, missing", [(weighed, 3), (weighed_of_pixels, 2)])
def test_a_key_that_is_missing(engine, filter, missing):
    """It was the value of a neighbour."""
    counts = np.array([[0, 1, 2, 3]], np.int32)
    with pytest.raises(KeyError, match=str(missing)) as raised:
        pygpu.compile(filter)(counts)
    assert "(3, 0)" in raised.value.__notes__[0]
    found = pygpu.compile(filter, raises="ignore", precision="single")(counts.clip(0, 2))
    assert found.tolist() == [[filter(pygpu.HostImage(counts.clip(0, 2)), Position(x, 0)) for x in range(4)]]


def test_keys_that_are_all_there_cost_nothing():
    signs = {-1: 2.0, 1: 3.0, 0: 0.5}
    for each in (lambda im=Image[Int], p=Position: WEIGHTS[im(p) % 3],
                 lambda im=Image[Int], p=Position: signs[im(p) % 3 - 1],
                 lambda im=Image[Int], p=Position: WEIGHTS[im(p)] if im(p) in WEIGHTS else 0.0):
        assert len(pygpu.compile(each).graph.outputs) == 1


def test_out_of_a_loop_of_the_kernel(engine):
    with pytest.raises(RuntimeError, match="no end"):
        pygpu.compile(counted)(GRAY)
    result = pygpu.compile(counted, raises="ignore")(GRAY)
    steps = np.maximum(0, np.ceil(np.log2(np.maximum(GRAY, 1e-9) / 0.1)))
    assert np.allclose(result, np.where(steps > 4, np.nan, steps), equal_nan=True)


def test_pictures_and_places_to_write_to(engine):
    photo = PIL.Image.fromarray((GRAY * 60).astype(np.uint8))
    result = pygpu.compile(checked)(photo)
    assert result.size == photo.size and result.mode == "L"
    out = np.empty_like(GRAY)
    assert pygpu.compile(checked)(GRAY / 2, out=out) is out and np.allclose(out, (GRAY / 2) ** 2)
    with pytest.raises(ValueError, match="is too much"):
        pygpu.compile(checked).iterate(3, GRAY * 0.45)


@pytest.mark.parametrize("steps", (None, 1, 3))
@pytest.mark.parametrize("where", ("an array", "in place", "a picture in place", "on the device"))
def test_nothing_is_written_where_a_pixel_raises(engine, where, steps):
    """In place, the pixel that raises is read once more by plain Python; and the picture that was given isn't lost."""
    filter, photo = pygpu.compile(shifted), GRAY + 0
    call = filter if steps is None else lambda im, **more: filter.iterate(steps, im, **more)
    if where == "a picture in place":
        photo = PIL.Image.fromarray(GRAY)
    if where == "on the device":
        if engine.device == "none":
            pytest.skip("there is no device")
        photo = pygpu.upload(GRAY)
    out = np.full_like(GRAY, 7) if where == "an array" else photo
    before = np.array(out)
    with pytest.raises(ValueError, match="4.00 is too much"):
        call(photo, out=out)
    assert np.array_equal(np.asarray(out), before)


def test_in_place_where_no_pixel_raises(engine):
    photo = GRAY / 2
    result = pygpu.compile(shifted)(photo)
    assert pygpu.compile(shifted)(photo, out=photo) is photo and np.array_equal(photo, result)
    one, two = GRAY / 2, np.empty_like(GRAY)
    assert pygpu.compile(asserted)(one, out=(one, two))[1] is two
    assert np.allclose(one, GRAY / 2) and np.allclose(two, GRAY)


def test_what_no_pixel_raises_costs_nothing():
    assert len(pygpu.compile(lambda im=Image, p=Position: im(p) if im(p) > 0 else 0.0).graph.outputs) == 1


def test_pixels_that_only_differ_by_rounding_raise_nothing(engine):
    def edge(im=Image, p=Position):
        if im(p) + 1e-9 <= 1.0:  # in 32 bits that is 1.0
            raise ValueError("below")
        return im(p)

    with warnings.catch_warnings(record=True) as told:
        warnings.simplefilter("always")
        result = pygpu.compile(edge)(np.ones((2, 2), np.float32))
    assert np.isnan(result).all() or (result == 1).all()
    assert np.isnan(result).any() == any("in plain Python for none of those tried" in str(each.message) for each in told)


def test_text_is_for_exceptions_alone():
    def compared(im=Image, p=Position):
        return 1.0 if f"{im(p)}" == "0.5" else 0.0

    with pytest.raises(pygpu.CompileError) as raised:
        str(pygpu.compile(compared).graph)
    assert raised.value.kind == "symbolic-text"


# --- in parts of a picture ---------------------------------------------------------------------------------------------

LARGE = np.linspace(0, 3.6, 210 * 300, dtype=np.float32).reshape(210, 300)


def told_of(run):
    with pytest.raises(ValueError, match="is too much") as raised:
        run()
    return raised.value.__notes__[0]


def test_a_region(engine):
    filter = pygpu.compile(checked)
    whole = np.argwhere(LARGE > 3.5)
    assert f"({whole[0][1]}, {whole[0][0]}) of checked()" in told_of(lambda: filter.compute((0, 0, 300, 210), LARGE))
    assert "(250, 207) of checked(), the first of 50" in told_of(lambda: filter.compute((250, 207, 300, 208), LARGE))
    np.testing.assert_array_equal(filter.compute((0, 0, 300, 190), LARGE), LARGE[:190] ** 2)
    assert np.isnan(pygpu.compile(checked, raises="ignore").compute((250, 207, 300, 208), LARGE)).all()


def test_from_a_file(engine, tmp_path):
    zarr = pytest.importorskip("zarr")
    source = zarr.create_array(str(tmp_path / "source.zarr"), shape=LARGE.shape, chunks=(64, 64), dtype="float32")
    source[:] = LARGE
    place = np.argwhere(LARGE > 3.5)[0]
    note = told_of(lambda: pygpu.compile(checked).map(source, out=str(tmp_path / "out.npy"), tile=(300, 64)))
    assert f"({place[1]}, {place[0]})" in note
    assert (tmp_path / "out.npy.progress").exists()  # what was done before is not lost


def test_in_chunks(engine):
    da = pytest.importorskip("dask.array")
    result = pygpu.compile(checked)(da.from_array(LARGE, chunks=(105, 150)))
    np.testing.assert_array_equal(result[:105].compute(), LARGE[:105] ** 2)
    assert "the first of" in told_of(lambda: result.compute(scheduler="synchronous"))


def test_in_tiles(engine, monkeypatch):
    if engine.device == "none" or engine.is_checker:
        pytest.skip("it holds what there is memory for")
    monkeypatch.setattr(pygpu.runtime.current(), "largest_buffer", 240_000)
    filter = pygpu.compile(checked)
    x, y = map(int, re.search(r"\((\d+), (\d+)\)", told_of(lambda: filter(LARGE))).groups())
    assert LARGE[y, x] > 3.5
    np.testing.assert_array_equal(filter(LARGE * np.float32(0.9)), (LARGE * np.float32(0.9)) ** 2)
    assert "tiles" in filter.timings()


def read_outside(im=Image, p=Position):
    return [1.0, 2.0, 3.0][int(im(p))]


def written_outside(im=Image, p=Position):
    items = [1.0, 2.0, 3.0]
    items[int(im(p))] = 9.0
    return items[0] + 10 * items[1] + 100 * items[2]


def counted_outside(im=Image):
    counts = [0, 0, 0]
    for v in im:
        counts[int(v)] += 1
    return counts


def test_an_index_outside_is_the_nearest_or_counts_nothing(engine):
    """What docs/numbers.md says, where plain Python raises IndexError."""
    image = np.array([[-9, -3, -1], [0, 2, 7]], np.float32)
    assert np.array_equal(pygpu.compile(read_outside)(image), [[1, 1, 3], [1, 3, 3]])
    assert np.array_equal(pygpu.compile(written_outside)(image), [[329, 329, 921], [329, 921, 921]])
    assert list(pygpu.compile(counted_outside)(image)) == [2, 0, 2]
