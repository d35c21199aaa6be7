"""From one array on disk into another: tiles, progress, what goes on after an interruption. And pictures in chunks."""

import numpy as np
import PIL.Image
import pytest

import pygpu
from pygpu import ArgumentError, Float, Image, Position, filters
from pygpu.calls.cutting import mapping, stores

PICTURE = (np.random.default_rng(7).random((310, 450)) * 255).astype(np.uint8)
SOFT = pygpu.compile(filters.gaussian, sigma=2)
TWO = pygpu.compile(lambda im=Image, p=Position: (im(p + (3, 0)), im(p) * p.x > 20))


@pytest.fixture
def expected(engine):
    if engine.is_checker:
        pytest.skip("too slow there")
    return SOFT(PICTURE)


@pytest.fixture
def source(tmp_path):
    np.save(tmp_path / "source.npy", PICTURE)
    return np.load(tmp_path / "source.npy", mmap_mode="r")



def test_where_a_file_goes_is_said_by_name():
    with pytest.raises(pygpu.ArgumentError, match=r"goes by its name, .map\(..., out='x.npy'\)"):
        pygpu.compile(lambda im=Image, p=Position: im(p)).map("in.npy", "x.npy")


def test_from_a_file_into_a_file(source, expected, tmp_path):
    told = []
    out = SOFT.map(source, out=str(tmp_path / "out.npy"), tile=(100, 90), progress=lambda *numbers: told.append(numbers))
    np.testing.assert_array_equal(np.load(tmp_path / "out.npy"), expected)
    assert isinstance(out, np.memmap) and told == [(n, 20) for n in range(21)]
    assert not (tmp_path / "out.npy.progress").exists()


@pytest.mark.parametrize("mode", ["1", "L", "P", "LA", "RGBA", "CMYK", "I;16"])
def test_a_map_of_a_pil_image_is_the_array_of_its_result(engine, mode, tmp_path):
    photo = PIL.Image.fromarray(PICTURE[:40, :60]).convert("L").convert(mode)
    expected = np.asarray(SOFT(photo))
    np.testing.assert_array_equal(SOFT.map(photo, tile=(25, 18)), expected)
    SOFT.map(photo, out=str(tmp_path / "out.npy"))
    np.testing.assert_array_equal(np.load(tmp_path / "out.npy"), expected)


@pytest.mark.parametrize("dtype", ["bool", "uint16", "int64", "float16", "float64"])
def test_a_map_is_of_the_type_that_a_call_gives(engine, dtype, tmp_path):
    """float64 came as float32, in which it was computed."""
    picture, both = (PICTURE[:9, :20] % 3).astype(dtype), pygpu.compile(lambda im=Image, p=Position: (im(p), im(p) > 0.5))
    for one, other in zip(both.map(picture), both(picture)):
        assert one.dtype == other.dtype
        np.testing.assert_array_equal(one, other)
    both.map(picture, out=(str(tmp_path / "one.npy"), str(tmp_path / "other.npy")))
    assert np.load(tmp_path / "one.npy").dtype == both(picture)[0].dtype


def test_other_targets(source, expected):
    np.testing.assert_array_equal(SOFT.map(source), expected)
    out = np.empty(PICTURE.shape, np.float32)
    assert SOFT.map(source, out=out, tile=(200, 64)) is out
    np.testing.assert_array_equal(out, SOFT(PICTURE, dtype="float32"))
    for one, other in zip(TWO.map(source, tile=(128, 128)), TWO(PICTURE)):
        np.testing.assert_array_equal(one, other)


def test_from_zarr_into_zarr(expected, tmp_path):
    zarr = pytest.importorskip("zarr")
    source = zarr.create_array(str(tmp_path / "source.zarr"), shape=PICTURE.shape, chunks=(37, 50), dtype="uint8")
    source[:] = PICTURE
    out = SOFT.map(source, out=str(tmp_path / "out.zarr"))
    np.testing.assert_array_equal(zarr.open_array(str(tmp_path / "out.zarr"))[:], expected)
    target = zarr.create_array(str(tmp_path / "other.zarr"), shape=PICTURE.shape, chunks=(64, 64), dtype="uint8")
    assert SOFT.map(source, out=target) is target and out.shape == PICTURE.shape
    np.testing.assert_array_equal(target[:], expected)


def test_each_chunk_is_unpacked_once_or_twice(expected, tmp_path, monkeypatch):
    """Not by each of the nine tiles around it."""
    zarr = pytest.importorskip("zarr")
    monkeypatch.setattr(stores, "LEAST", 32)
    monkeypatch.setattr(mapping, "LEAST", 32)
    monkeypatch.setattr(mapping, "TILE", 32 * 128)
    source = zarr.create_array(str(tmp_path / "source.zarr"), shape=PICTURE.shape, chunks=(32, 32), dtype="uint8")
    source[:] = PICTURE
    read, real = [], stores.Strips.strip
    monkeypatch.setattr(stores.Strips, "strip",
                        lambda self, *key: (key in self.kept or read.append(key), real(self, *key))[1])
    monkeypatch.setattr(stores, "STRIPS", 10)  # the margin is larger than a strip here
    SOFT.map(source, out=str(tmp_path / "out.zarr"), tile=(32, 128))
    np.testing.assert_array_equal(zarr.open_array(str(tmp_path / "out.zarr"))[:], expected)
    assert len(read) == len(set(read))


class Stopped(Exception):
    pass


def interrupted(source, name, at: int = 6) -> None:
    """A map that ends when so many tiles are done."""
    def stops(done, count):
        if done == at:
            raise Stopped

    with pytest.raises(Stopped):
        SOFT.map(source, out=name, tile=(100, 90), progress=stops)


@pytest.mark.parametrize("stop", [0, 1, 7, 19])
def test_what_was_interrupted_goes_on(source, expected, tmp_path, stop):
    name, computed = str(tmp_path / "out.npy"), []
    interrupted(source, name, stop)
    assert (tmp_path / "out.npy.progress").exists()
    SOFT.map(source, out=name, tile=(100, 90), progress=lambda done, count: computed.append(done))
    assert computed == list(range(stop, 21))
    np.testing.assert_array_equal(np.load(name), expected)


def test_a_journal_that_was_cut(source, expected, tmp_path):
    name, journal = str(tmp_path / "out.npy"), tmp_path / "out.npy.progress"
    interrupted(source, name)
    journal.write_bytes(journal.read_bytes()[:-5])
    SOFT.map(source, out=name, tile=(100, 90))
    np.testing.assert_array_equal(np.load(name), expected)


def test_a_journal_whose_picture_is_gone_is_begun_anew(source, expected, tmp_path):
    """Or what it tells to be done would be missing."""
    name = str(tmp_path / "out.npy")
    interrupted(source, name)
    (tmp_path / "out.npy").unlink()
    SOFT.map(source, out=name, tile=(100, 90))
    np.testing.assert_array_equal(np.load(name), expected)


def test_a_picture_that_was_replaced_is_not_gone_on_with(source, tmp_path):
    name = str(tmp_path / "out.npy")
    interrupted(source, name)
    np.save(name, PICTURE[:7])
    with pytest.raises(ArgumentError, match="another picture"):
        SOFT.map(source, out=name, tile=(100, 90))


def test_what_an_object_holds_belongs_to_a_run(source, tmp_path):
    class Light:
        level: Float = 0.5

    light = Light()
    dim = pygpu.compile(lambda im=Image, p=Position: im(p) * light.level)
    with pytest.raises(Stopped):
        dim.map(source, out=str(tmp_path / "out.npy"), tile=(100, 90), progress=lambda done, count: done < 6 or stop())
    light.level = 0.25
    with pytest.raises(ArgumentError, match="tells of another run"):
        dim.map(source, out=str(tmp_path / "out.npy"), tile=(100, 90))


def stop():
    raise Stopped


@pytest.mark.parametrize("words", [{}, {"tile": (64, 64), "compression": "deflate"}, {"ome": True, "tile": (128, 64)}],
                         ids=str)
def test_from_tiff_into_tiff(words, expected, tmp_path):
    tifffile, _ = pytest.importorskip("tifffile"), pytest.importorskip("zarr")
    tifffile.imwrite(tmp_path / "source.tif", PICTURE, **words)
    SOFT.map(tmp_path / "source.tif", out=tmp_path / "out.tif", tile=(100, 90))
    np.testing.assert_array_equal(tifffile.imread(tmp_path / "out.tif"), expected)


def test_windows_of_a_geotiff(engine, tmp_path):
    """Colours, too, and where on Earth it lies is the new file's to say."""
    rasterio = pytest.importorskip("rasterio")
    colours = np.stack([PICTURE, 255 - PICTURE, PICTURE // 2])
    profile = {"driver": "GTiff", "width": 450, "height": 310, "dtype": "uint8", "tiled": True, "blockxsize": 128,
               "blockysize": 64, "crs": "EPSG:3857", "transform": rasterio.transform.from_origin(100, 200, 5, 5)}
    for count in (1, 3):
        with rasterio.open(tmp_path / "in.tif", "w", count=count, **profile) as file:
            file.write(colours[:count])
        with (rasterio.open(tmp_path / "in.tif") as source,
              rasterio.open(tmp_path / "out.tif", "w", **source.profile) as out):
            assert SOFT.map(source, out=out) is out
        with rasterio.open(tmp_path / "out.tif") as file:
            given = np.ascontiguousarray(np.moveaxis(colours[:count], 0, 2).squeeze())
            np.testing.assert_array_equal(np.moveaxis(file.read(), 0, 2).squeeze(), SOFT(given))
            assert file.crs.to_epsg() == 3857


def test_a_journal_of_another_run_is_refused(source, tmp_path):
    (tmp_path / "journal").write_text("something else\n")
    with pytest.raises(ArgumentError, match="tells of another run"):
        SOFT.map(source, resume=tmp_path / "journal")


@pytest.mark.parametrize("wrong, words", [
    ({"out": np.empty((3, 4))}, "has the shape"), ({"out": "picture.bmp"}, "ends in .npy, .zarr or .tif"),
    ({"tile": (0, 5)}, "at least one pixel"), ({"tile": 5}, "tile is"), ({"valid": True}, "no meaning")])
def test_what_is_wrong(wrong, words, source):
    with pytest.raises(ArgumentError, match=words):
        SOFT.map(source, **wrong)


@pytest.mark.parametrize("source, words", [(None, "None is not a picture"), (5, "an int is not a picture")])
def test_what_is_no_picture(source, words):
    with pytest.raises(pygpu.ImageError, match=words):
        SOFT.map(source)


# --- pictures in chunks ----------------------------------------------------------------------------------------------

@pytest.mark.parametrize("chunks", [(310, 450), (100, 100), (7, 150), (3, 3 * 150), ((1, 200, 109), (2, 448))], ids=str)
def test_chunks_of_any_size(chunks, expected):
    """Those that are smaller than the filter's reach, too; nobody says a depth."""
    da = pytest.importorskip("dask.array")
    result = SOFT(da.from_array(PICTURE, chunks=chunks))
    assert isinstance(result, da.Array) and result.dtype == np.uint8 and result.shape == PICTURE.shape
    np.testing.assert_array_equal(result.compute(), expected)


def test_several_results_and_pictures_in_chunks(expected):
    da = pytest.importorskip("dask.array")
    for one, other in zip(TWO(da.from_array(PICTURE, chunks=(100, 200))), TWO(PICTURE)):
        assert one.dtype == other.dtype
        np.testing.assert_array_equal(one.compute(), other)
    both = pygpu.compile(lambda a=Image, b=Image, p=Position: a(p - (1, 0)) - b(p))
    small = PICTURE[:99, :101].copy()
    np.testing.assert_array_equal(both(da.from_array(PICTURE, chunks=(90, 99)), small, dtype="float32").compute(),
                                  both(PICTURE, small, dtype="float32"))


def test_an_xarray_keeps_its_labels(expected):
    xarray, da = pytest.importorskip("xarray"), pytest.importorskip("dask.array")
    chunks = da.from_array(PICTURE, chunks=(100, 200))
    given = xarray.DataArray(chunks, dims=("y", "x"), coords={"y": np.arange(310)}, name="n")
    result = SOFT(given)
    assert result.chunks is not None and result.name == "n" and list(result.coords) == ["y"]
    np.testing.assert_array_equal(result.values, expected)


def test_a_picture_is_not_written_over_itself(source, tmp_path, words=r"out= is the picture that is read"):
    """It was emptied before it was read."""
    zarr = pytest.importorskip("zarr")
    name, folder, here = str(tmp_path / "source.npy"), str(tmp_path / "in.zarr"), PICTURE.copy()
    packed = zarr.create_array(folder, shape=PICTURE.shape, chunks=(64, 64), dtype="uint8")
    packed[:] = PICTURE
    for image, out in ((name, name), (source, name), (name, np.load(name, mmap_mode="r+")), (here, here[:, :]),
                       (folder, packed), (packed, folder), (packed, packed)):
        with pytest.raises(ArgumentError, match=words):
            SOFT.map(image, out=out)
    np.testing.assert_array_equal(np.load(name), PICTURE)
    np.testing.assert_array_equal(packed[:], PICTURE)
    both = np.empty((2, *PICTURE.shape), np.uint8)
    both[0] = PICTURE
    SOFT.map(both[0], out=both[1])
    np.testing.assert_array_equal(both[1], SOFT(PICTURE))


def test_results_of_another_size(engine, tmp_path):
    """Where a filter says so, and where the call does; parts kept on the way as far as its numbers lead."""
    if engine.is_checker:
        pytest.skip("too slow there")
    resize, shifted = pygpu.compile(filters.resize), pygpu.compile(lambda im=Image, p=Position: im(p + (3, 2)))
    np.save(tmp_path / "in.npy", PICTURE)
    for size in ((200, 100), (700, 500)):
        expected = resize(PICTURE, *size)
        for image in (PICTURE, str(tmp_path / "in.npy")):
            np.testing.assert_array_equal(resize.map(image, *size, tile=(128, 64)), expected)
        np.testing.assert_array_equal(resize.compute((20, 10, 150, 60), PICTURE, *size), expected[10:60, 20:150])
    np.testing.assert_array_equal(shifted.map(PICTURE, size=(500, 320), tile=(100, 100)), shifted(PICTURE, size=(500, 320)))
    da = pytest.importorskip("dask.array")
    chunks = da.from_array(PICTURE, chunks=(100, 120))
    np.testing.assert_array_equal(resize(chunks, 200, 100).compute(), resize(PICTURE, 200, 100))


def test_a_lazy_result_is_written_nowhere(engine):
    da = pytest.importorskip("dask.array")
    chunks, room = da.from_array(PICTURE, chunks=100), np.zeros_like(PICTURE)
    for more in ({"out": room}, {"out": PIL.Image.fromarray(room)}, {"mode": "L"}):
        with pytest.raises(ArgumentError, match=r"filter.map\(array, out=...\) writes it"):
            SOFT(chunks, **more)
    assert not room.any() and SOFT.map(chunks, out=room) is room and room.any()


@pytest.mark.parametrize("shape", [(37, 41, 1), (7, 37, 41, 1)])
def test_an_axis_of_one_channel_stays(engine, shape, tmp_path):
    """A call gave (height, width, 1), `map` (height, width), dask an error, and a volume lost it always."""
    a, kind = np.random.default_rng(7).random(shape, np.float32), Image if len(shape) == 3 else pygpu.Volume
    both = pygpu.compile(lambda im=kind, p=Position: (im(p) + 1.0, im(p) > 0.5))
    tile = (16, 16, 3)[:len(shape) - 1]
    for one, part, right in zip(both(a), both.map(a, tile=tile), (a + 1, a > 0.5)):
        assert one.shape == part.shape == shape
        np.testing.assert_allclose(one, right, rtol=1e-6)
        np.testing.assert_array_equal(one, part)
    only = pygpu.compile(lambda im=kind, p=Position: im(p) + 1.0)
    only.map(a, out=str(tmp_path / "out.npy"), tile=tile)
    assert np.load(tmp_path / "out.npy").shape == shape
    flat = only.map(a, out=np.zeros(shape[:-1], np.float32), tile=tile)
    np.testing.assert_array_equal(flat, only(a)[..., 0])
    da = pytest.importorskip("dask.array")
    np.testing.assert_array_equal(only(da.from_array(a, chunks=(*tile[::-1], 1))).compute(), only(a))
