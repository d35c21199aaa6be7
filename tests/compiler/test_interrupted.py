"""A map that does not come to its end: killed at any moment, a journal that is torn, a disk that is full, a source that
changes or ends early. What is said to be done is done, and the result of going on is that of never having stopped."""

import json
import os
import subprocess
import sys
import time

import numpy as np
import pytest

import pygpu
from pygpu import ArgumentError, Image, ImageError, Position, filters
from tests import scope
from tests.attacks import interrupted

PICTURE = (np.random.default_rng(7).random((310, 450)) * 255).astype(np.uint8)
SOFT = pygpu.compile(filters.gaussian, sigma=2)
TILE = (100, 90)


@pytest.fixture
def source(tmp_path):
    np.save(tmp_path / "source.npy", PICTURE)
    return str(tmp_path / "source.npy")


def stopped(source, out, at=6, **words):
    """A run that ends when so many tiles are done."""
    def stop(done, count):
        if done == at:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        SOFT.map(source, out=out, tile=TILE, progress=stop, **words)


@pytest.mark.skipif(os.name != "posix", reason="kill -9 is POSIX's")
@pytest.mark.parametrize("kinds", ["npy to npy", "zarr to zarr", "tif to tif"])
def test_killed_at_any_moment(kinds, tmp_path):
    """Tiles that share chunks, too."""
    if kinds != "zarr to zarr" and not scope.everything:
        pytest.skip("at night")
    for module in ("zarr", "tifffile"):
        pytest.importorskip(module)
    kills = interrupted.killed(tmp_path, *kinds.split(" to "), kills=2, seed=1)
    assert kills >= 1


@pytest.mark.parametrize("left", [0, 1, 40, -1, -3, -30])
def test_a_torn_journal(source, tmp_path, left):
    """Twice, since what is torn must not stay in the middle."""
    out, journal = str(tmp_path / "out.npy"), tmp_path / "out.npy.progress"
    stopped(source, out)
    journal.write_bytes(journal.read_bytes()[:left])
    stopped(source, out, 8) if left not in (0, 1, 40) else stopped(source, out, 2)
    assert all(json.loads(line) for line in journal.read_text().split("\n")[1:-1])
    SOFT.map(source, out=out, tile=TILE)
    np.testing.assert_array_equal(np.load(out), SOFT(PICTURE))
    assert not journal.exists()


def test_a_journal_is_of_one_run_at_a_time(source, tmp_path):
    pytest.importorskip("fcntl")
    out = str(tmp_path / "out.npy")

    def meanwhile(done, count):
        if done == 3:
            with pytest.raises(ArgumentError, match="another run is at work"):
                SOFT.map(source, out=out, tile=TILE)

    SOFT.map(source, out=out, tile=TILE, progress=meanwhile)
    np.testing.assert_array_equal(np.load(out), SOFT(PICTURE))
    with pytest.raises(ArgumentError, match="has the shape"):
        SOFT.map(source, out=np.empty((3, 4)), resume=tmp_path / "journal")
    assert not (tmp_path / "journal").exists()


def test_what_resume_may_be(source, tmp_path, capfd):
    """True was the number of an open file, the standard output, which was emptied and closed."""
    out = str(tmp_path / "out.npy")
    stopped(source, out, resume=True)
    assert os.path.exists(out + ".progress")
    done: list[int] = []
    SOFT.map(source, out=out, tile=TILE, resume=True, progress=lambda now, count: done.append(now))
    assert done[0] >= 5
    np.testing.assert_array_equal(np.load(out), SOFT(PICTURE))
    stopped(source, out, resume=False)
    assert not os.path.exists(out + ".progress")
    for wrong, to in ((True, np.empty_like(PICTURE)), (1, out), ([], out)):
        with pytest.raises(ArgumentError, match="the name of a file"):
            SOFT.map(source, out=to, tile=TILE, resume=wrong)
    os.write(1, b"still open")
    assert capfd.readouterr().out == "still open"


def test_a_source_that_changed_is_not_gone_on_with(source, tmp_path):
    out = str(tmp_path / "out.npy")
    stopped(source, out)
    np.save(source, 255 - PICTURE)
    with pytest.raises(ArgumentError, match="tells of another run"):
        SOFT.map(source, out=out, tile=TILE)
    stopped(PICTURE, np.empty_like(PICTURE), resume=tmp_path / "of an array")
    with pytest.raises(ArgumentError, match="tells of another run"):
        SOFT.map(255 - PICTURE, out=np.empty_like(PICTURE), tile=TILE, resume=tmp_path / "of an array")


def test_a_source_that_changes_meanwhile_is_told(source, tmp_path):
    def change(done, count):
        if done == 3:
            with open(source, "r+b") as file:
                file.seek(-1, os.SEEK_END)
                file.write(b"x")
            os.utime(source, (time.time(), time.time() + 5))

    with pytest.raises(ImageError, match=r"source.npy was changed while it was read"):
        SOFT.map(source, out=str(tmp_path / "out.npy"), tile=TILE, progress=change)


@pytest.mark.parametrize("key", [(), np.s_[9:, 20:430], np.s_[7:300]], ids=str)
def test_parts_of_a_memory_mapped_file(source, key, tmp_path):
    """Also of one that holds several arrays, and where only memory has been written to."""
    for picture in (PICTURE, np.dstack([PICTURE, PICTURE // 2, 255 - PICTURE]).astype(">u2")):
        np.save(source, picture)
        for mapped in (np.load(source, mmap_mode="r"), np.memmap(source, picture.dtype, "r", 128, picture.shape)):
            np.testing.assert_array_equal(SOFT.map(mapped[key], tile=TILE), SOFT(picture[key]))
    private = np.load(source, mmap_mode="c")
    private[20:30] = 7
    np.testing.assert_array_equal(SOFT.map(private), SOFT(np.asarray(private)))


@pytest.mark.parametrize("by_name", [True, False])
def test_a_source_that_ends_early(source, tmp_path, by_name):
    """A memory-mapped one that is cut would end the process."""
    out = str(tmp_path / "out.npy")
    image = source if by_name else np.load(source, mmap_mode="r")

    def cut(done, count):
        if done == 3:
            os.truncate(source, 4000)

    with pytest.raises(ImageError, match=r"source.npy ends early: at byte \d+"):
        SOFT.map(image, out=out, tile=(450, 20), progress=cut)
    if by_name:
        with pytest.raises(ImageError, match="source.npy cannot be read"):
            SOFT.map(source, out=out, tile=TILE)


def test_tiffs_that_end_early_or_are_damaged(tmp_path):
    tifffile, _ = pytest.importorskip("tifffile"), pytest.importorskip("zarr")
    name, packed = tmp_path / "plain.tif", tmp_path / "packed.tif"
    tifffile.imwrite(name, PICTURE, tile=(64, 64))
    tifffile.imwrite(packed, PICTURE, tile=(64, 64), compression="zlib")
    with tifffile.TiffFile(name) as file:
        whole_tiles = file.pages[0].dataoffsets[20]
    os.truncate(name, whole_tiles)
    with pytest.raises(ImageError, match=r"plain.tif ends early"):
        SOFT.map(name)
    damaged = bytearray(packed.read_bytes())
    damaged[len(damaged) // 2:len(damaged) // 2 + 3000] = b"U" * 3000
    packed.write_bytes(damaged)
    with pytest.raises(ImageError, match=r"packed.tif is damaged, and cannot be read at"):
        SOFT.map(packed, out=np.empty_like(PICTURE))


def test_a_damaged_chunk_of_zarr(tmp_path):
    zarr = pytest.importorskip("zarr")
    packed = zarr.create_array(str(tmp_path / "in.zarr"), shape=PICTURE.shape, chunks=(64, 64), dtype="uint8")
    packed[:] = PICTURE
    chunk = tmp_path / "in.zarr" / "c" / "3" / "2"
    chunk.write_bytes(chunk.read_bytes()[:100])
    with pytest.raises(ImageError, match=r"in.zarr is damaged, and cannot be read at"):
        SOFT.map(str(tmp_path / "in.zarr"), out=str(tmp_path / "out.npy"))


FULL = """
import sys, numpy as np, pygpu
from pygpu import filters
try:
    pygpu.compile(filters.gaussian, sigma=2).map(sys.argv[1], out=sys.argv[2])
except (pygpu.ArgumentError, OSError) as error:
    print(type(error).__name__, error)
"""


@pytest.mark.parametrize("name", ["out.npy", "out.tif", "out.zarr"])
def test_a_disk_that_is_full(source, tmp_path, name):
    """One that has room for less than the result: told, not a process that is gone."""
    for module in ("zarr", "tifffile"):
        pytest.importorskip(module)
    (tmp_path / "disk").mkdir()
    mount = 'mount -t tmpfs -o size=64k none "$0" && exec "$1" -c "$2" "$3" "$0/$4"'
    done = subprocess.run(["unshare", "-rm", "sh", "-c", mount, str(tmp_path / "disk"), sys.executable, FULL, source, name],
                          capture_output=True, text=True, env={**os.environ, "PYTHONPATH": os.getcwd()}, timeout=120)
    if "unshare" in done.stderr or "mount" in done.stderr:
        pytest.skip("no disks can be made here")
    assert done.returncode == 0, done.stderr
    expected = "OSError [Errno 28]" if name == "out.zarr" else f"ArgumentError out='{tmp_path / 'disk' / name}': a disk with"
    assert done.stdout.startswith(expected)


def test_places_that_cannot_be_written(source, tmp_path):
    """Nothing is made beside them."""
    with pytest.raises(OSError):
        SOFT.map(source, out=str(tmp_path / "nowhere" / "out.npy"))
    assert sorted(os.listdir(tmp_path)) == ["source.npy"]


# --- TIFF ------------------------------------------------------------------------------------------------------------

GEO = [(33550, "d", 3, (0.5, 0.5, 0.0), True), (33922, "d", 6, (0.0, 0.0, 0.0, 100.0, 200.0, 0.0), True),
       (34735, "H", 8, (1, 1, 0, 1, 3072, 0, 1, 3857), True), (34737, "s", 0, "WGS 84 / Pseudo-Mercator|", True),
       (274, "H", 1, 6, True), (42113, "s", 0, "7", True)]


def test_where_on_earth_it_lies_is_kept(tmp_path):
    """And which side is up, and how large a pixel is; not which number means nothing."""
    tifffile, _ = pytest.importorskip("tifffile"), pytest.importorskip("zarr")
    name, out = tmp_path / "in.tif", tmp_path / "out.tif"
    tifffile.imwrite(name, PICTURE, tile=(64, 64), compression="zlib", extratags=GEO, resolution=(300, 150),
                     resolutionunit="CENTIMETER", metadata=None)
    SOFT.map(name, out=out)
    np.testing.assert_array_equal(tifffile.imread(out), SOFT(PICTURE))
    with tifffile.TiffFile(name) as source, tifffile.TiffFile(out) as result:
        tags = [{tag.code: tag.value for tag in file.pages[0].tags} for file in (source, result)]
        assert source.geotiff_metadata == result.geotiff_metadata
    for code in (33550, 33922, 34735, 34737, 274, 282, 283, 296):
        assert tags[0][code] == tags[1][code]
    assert 42113 in tags[0] and 42113 not in tags[1]
    pygpu.compile(filters.resize).map(name, 200, 100, out=str(tmp_path / "half.tif"))
    with tifffile.TiffFile(tmp_path / "half.tif") as file:
        assert 33550 not in file.pages[0].tags


@pytest.mark.parametrize("words", [{"planarconfig": "separate", "photometric": "rgb"}, {"metadata": {"axes": "CYX"}}],
                         ids=["planes", "ome"])
def test_channels_that_come_first(words, tmp_path):
    tifffile, _ = pytest.importorskip("tifffile"), pytest.importorskip("zarr")
    ome = "metadata" in words
    colours = np.stack([PICTURE, 255 - PICTURE, PICTURE // 2])
    name = tmp_path / ("in.ome.tif" if ome else "in.tif")
    if ome:
        words["metadata"] |= {"PhysicalSizeX": 0.25, "PhysicalSizeXUnit": "um"}
    tifffile.imwrite(name, colours, tile=(64, 64), **words)
    SOFT.map(name, out=tmp_path / "out.ome.tif", tile=(128, 128))
    np.testing.assert_array_equal(tifffile.imread(tmp_path / "out.ome.tif"),
                                  SOFT(np.ascontiguousarray(np.moveaxis(colours, 0, 2))))
    with tifffile.TiffFile(tmp_path / "out.ome.tif") as file:
        assert file.is_ome and ('PhysicalSizeX="0.25"' in file.ome_metadata) == ome


def test_a_file_of_many_pictures(tmp_path):
    tifffile, _ = pytest.importorskip("tifffile"), pytest.importorskip("zarr")
    volume = np.stack([PICTURE[at:at + 40, at:at + 50] for at in (0, 40, 80, 120, 9)])
    tifffile.imwrite(tmp_path / "in.tif", volume, photometric="minisblack")
    with pytest.raises(ArgumentError, match=r"in.tif is no picture: its axes are QYX, 5 x 40 x 50"):
        SOFT.map(tmp_path / "in.tif")
    up = pygpu.compile(lambda v=pygpu.Volume, p=Position: v(p) + v(p + (0, 0, 1)))
    np.testing.assert_array_equal(up.map(tmp_path / "in.tif", tile=(20, 20, 2)), up(volume))


def test_a_pixel_that_raises_in_a_file(tmp_path):
    tifffile, _ = pytest.importorskip("tifffile"), pytest.importorskip("zarr")

    def f(im=Image, p=Position):
        if p.y == 250:
            raise ValueError("here")
        return im(p)

    tifffile.imwrite(tmp_path / "in.tif", PICTURE, tile=(64, 64))
    with pytest.raises(ValueError, match="here"):
        pygpu.compile(f).map(tmp_path / "in.tif")
