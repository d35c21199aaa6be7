"""What goes along with a picture: orientation, EXIF, ICC profile, resolution, quality, frames, pages, 16 bits."""

import io
from pathlib import Path

import numpy as np
import pytest
from PIL import Image, ImageCms, ImageOps

from pygpu.commandline.formats import metadata

PROFILE = ImageCms.ImageCmsProfile(ImageCms.createProfile("sRGB")).tobytes()
SCENE = np.random.default_rng(3).integers(0, 255, (3, 2, 3), np.uint8).repeat(8, 0).repeat(8, 1)  # 16 wide, 24 high


def exif(orientation=6):
    block = Image.Exif()
    block[0x010F], block[0x0110], block[0x0112] = "Maker", "Model", orientation
    block.get_ifd(0x8769).update({0x9003: "2024:05:06 07:08:09", 0xA002: 24, 0xA003: 16, 0x927C: b"maker's own notes"})
    block.get_ifd(0x8825).update({1: "N", 2: (47.0, 30.0, 0.0)})
    return block


def phone_photo(path, orientation=6, **words):
    """A photograph as phones write them: it lies on its side, and the tag says so."""
    lying = {6: Image.Transpose.ROTATE_90, 3: Image.Transpose.ROTATE_180, 8: Image.Transpose.ROTATE_270,
             2: Image.Transpose.FLIP_LEFT_RIGHT, 4: Image.Transpose.FLIP_TOP_BOTTOM, 5: Image.Transpose.TRANSPOSE,
             7: Image.Transpose.TRANSVERSE}.get(orientation)
    picture = Image.fromarray(SCENE)
    picture = picture.transpose(lying) if lying is not None else picture
    block = exif(orientation)
    if str(path).endswith("webp"):  # which has no other place for a resolution
        block[0x011A], block[0x011B], block[0x0128] = 300.0, 300.0, 2
    picture.save(path, exif=block.tobytes(), icc_profile=PROFILE, dpi=(300, 300), **words)


def seen(path):
    """The picture as viewers show it."""
    with Image.open(path) as picture:
        return np.asarray(ImageOps.exif_transpose(picture).convert("RGB")).astype(int)


KINDS = {"a.jpg": {"quality": 98, "subsampling": 0}, "a.png": {}, "a.webp": {"lossless": True}, "a.tif": {}}


@pytest.mark.parametrize("orientation", range(1, 9))
@pytest.mark.parametrize("name", KINDS)
def test_photographs_stand_upright(name, orientation, run):
    phone_photo(name, orientation, **KINDS[name])
    keeps = name != "a.tif"  # which PIL turns upright itself
    for words in ("", " --orient keep"):
        out = "out" + Path(name).suffix
        assert run(f"same {name} -o {out}{words}") == 0
        assert np.abs(seen(out) - SCENE).max() < 16
        with Image.open(out) as picture:
            assert picture.getexif()[0x0112] == (orientation if words and keeps else 1)
            assert picture.size == ((16, 24) if not words or orientation < 5 or not keeps else (24, 16))


@pytest.mark.parametrize("into", ["jpg", "png", "webp", "tif"])
@pytest.mark.parametrize("name", KINDS)
def test_all_goes_along(name, into, run):
    phone_photo(name, **KINDS[name])
    assert run(f"left {name} -o out.{into}") == 0
    with Image.open(f"out.{into}") as picture:
        block = picture.getexif()
        assert picture.info["icc_profile"] == PROFILE
        assert (block[0x010F], block[0x0110]) == ("Maker", "Model")
        inner = block.get_ifd(0x8769)
        assert inner[0x9003] == "2024:05:06 07:08:09" and inner[0x927C] == b"maker's own notes"
        assert (inner[0xA002], inner[0xA003]) == (16, 24)
        assert block.get_ifd(0x8825)[1] == "N"
        said = (block[0x011A], block[0x011B]) if into == "webp" else picture.info["dpi"]  # which PIL does not look for there
        assert said == pytest.approx((300, 300), abs=0.02)


@pytest.mark.parametrize("name", ["a.png", "a.webp"])
def test_a_resolution_needs_no_exif(name, run):
    Image.fromarray(SCENE).save("a.png", dpi=(150, 75))
    assert run("same a.png -o a.webp") == 0
    assert run(f"same {name} -o out.jpg") == 0
    assert Image.open("out.jpg").info["dpi"] == (150, 75)


def test_a_photograph_with_more_photographs_behind_it(run):
    """As phones write them (MPO): the first is the photograph."""
    first = Image.fromarray(SCENE).transpose(Image.Transpose.ROTATE_90)
    first.save("a.jpg", "MPO", save_all=True, append_images=[Image.new("RGB", (5, 4))], exif=exif().tobytes(), quality=98,
               subsampling=0)
    assert Image.open("a.jpg").format == "MPO"
    assert run("same a.jpg -o out.jpg") == 0
    with Image.open("out.jpg") as picture:
        assert picture.format == "JPEG" and picture.getexif()[0x0112] == 1
    assert np.abs(seen("out.jpg") - SCENE).max() < 16


def test_the_small_picture_in_exif_is_left_out():
    block = exif()
    block.get_ifd(1).update({0x0103: 6, 0x0201: 1000, 0x0202: 10})
    with_thumbnail = block.tobytes().removeprefix(metadata.PREFIX)
    changed = metadata.exif_for(with_thumbnail, (7, 5), True)
    after = Image.Exif()
    after.load(changed)
    assert not after.get_ifd(1) and after[0x0112] == 1 and after.get_ifd(0x8769)[0xA002] == 7


@pytest.mark.parametrize("damaged", [b"", b"no exif", b"II*\0\xff\xff\0\0", b"MM\0*\0\0\0\x08\0\x05", b"II*\0\x08\0\0\0\0"])
def test_damaged_exif_is_left_out(damaged):
    assert metadata.exif_for(damaged, (7, 5), True) is None


def test_a_jpeg_is_written_as_well_as_it_was(run):
    for quality in (60, 92):
        Image.fromarray(SCENE).save("a.jpg", quality=quality)
        assert run("same a.jpg -o b.jpg") == 0
        assert Image.open("a.jpg").quantization == Image.open("b.jpg").quantization
    assert run("same a.jpg -o c.jpg --output-quality 5") == 0
    assert Path("c.jpg").stat().st_size < Path("b.jpg").stat().st_size


# --- frames ----------------------------------------------------------------------------------------------------------

def animation(path, count=6, **words):
    frames = [Image.fromarray(np.roll(SCENE, 3 * number, 0)) for number in range(count)]
    times = {"duration": [40 * (number + 1) for number in range(count)], "loop": 3} if not path.endswith("tif") else {}
    frames[0].save(path, save_all=True, append_images=frames[1:], **times, **words)
    return [np.asarray(frame).astype(int) for frame in frames]


@pytest.mark.parametrize("name", ["a.gif", "a.png", "a.webp", "a.tif"])
def test_frames_stay(name, run):
    frames = animation(name, **({"lossless": True} if name == "a.webp" else {}))
    out = "out" + Path(name).suffix
    assert run(f"negative {name} -o {out}") == 0
    with Image.open(out) as picture:
        assert picture.n_frames == 6
        for number, frame in enumerate(frames):
            picture.seek(number)
            picture.load()
            assert np.abs(255 - frame - np.asarray(picture.convert("RGB"))).max() < 40
            if name != "a.tif":
                assert picture.info["duration"] == 40 * (number + 1)
        assert name == "a.tif" or picture.info["loop"] == 3


def test_a_transparent_gif(run):
    frames = [Image.new("RGBA", (6, 5), (255, 0, 0, 0)) for _ in range(3)]
    for number, frame in enumerate(frames):
        frame.putpixel((number, 2), (0, 0, 255, 255))
    frames[0].save("a.gif", save_all=True, append_images=frames[1:], duration=50, disposal=2)
    assert run("same a.gif -o b.gif") == 0
    with Image.open("b.gif") as picture:
        assert picture.n_frames == 3
        for number in range(3):
            picture.seek(number)
            alpha = np.asarray(picture.convert("RGBA"))[..., 3]
            assert alpha[2, number] == 255 and np.count_nonzero(alpha) == 1


def test_time_and_number_of_a_frame_are_arguments(run):
    animation("a.png")
    assert run("fade a.png -o out.png") == 0
    with Image.open("out.png") as picture:
        for number, time in enumerate([0, 0.04, 0.12, 0.24, 0.4, 0.6]):
            picture.seek(number)
            assert np.asarray(picture.convert("RGB"))[0, 0, 0] == pytest.approx(255 * (time + number / 100), abs=0.51)


def test_a_format_of_one_picture_gets_a_file_for_each_frame(run, capsys):
    animation("a.gif")
    assert run("same a.gif -o out.jpg") == 0
    assert capsys.readouterr().out.split() == [f"out_{number}.jpg" for number in range(1, 7)]


@pytest.mark.parametrize("name", ["a.png", "{odd}.gif"])
def test_a_pattern_with_frame_gets_a_file_for_each(name, run, capsys):
    frames = animation(name)
    assert run(f"same {name} -o {{name}}_{{number}}/{{frame:03}}.png") == 0
    files = [f"{Path(name).stem}_1/{number:03}.png" for number in range(1, 7)]
    assert capsys.readouterr().out.split() == files
    for file, frame in zip(files, frames):
        with Image.open(file) as picture:
            assert getattr(picture, "n_frames", 1) == 1 and np.abs(np.asarray(picture.convert("RGB")) - frame).max() < 40
    assert run(f"same {name} -o {{frame}}.mp4") == 2
    assert "a video holds all frames" in capsys.readouterr().err


def test_an_animation_of_nothing_but_time(run):
    assert run("moving -o out.gif --output-size 8x4 --output-seconds 0.5 --output-rate 10") == 0
    with Image.open("out.gif") as picture:
        assert picture.n_frames == 5 and picture.info["duration"] == 100


def test_pages_of_several_sizes(run):
    pages = [Image.new("L", (width, 4), 100) for width in (3, 9, 5)]
    pages[0].save("a.tif", save_all=True, append_images=pages[1:])
    assert run("negative a.tif -o b.tif") == 0
    with Image.open("b.tif") as picture:
        sizes = []
        for number in range(3):
            picture.seek(number)
            sizes.append(picture.size[0])
            assert np.asarray(picture)[0, 0] == 155
    assert sizes == [3, 9, 5]


# --- more than eight bits --------------------------------------------------------------------------------------------

DEEP = np.random.default_rng(5).integers(0, 65535, (7, 9, 3)).astype(np.uint16)


def write_deep(path):
    if path.endswith("png"):
        imagecodecs = pytest.importorskip("imagecodecs", reason="imagecodecs is not installed")
        Path(path).write_bytes(imagecodecs.png_encode(DEEP))
    else:
        pytest.importorskip("tifffile").imwrite(path, DEEP, photometric="rgb", iccprofile=PROFILE, resolution=(200, 200),
                                                resolutionunit="INCH")


def read_deep(path):
    import imagecodecs
    import tifffile

    return imagecodecs.png_decode(Path(path).read_bytes()) if path.endswith("png") else tifffile.imread(path)


@pytest.mark.parametrize("into", ["b.png", "b.tif"])
@pytest.mark.parametrize("name", ["a.png", "a.tif"])
def test_sixteen_bits_stay(name, into, run, capsys):
    for needed in ("imagecodecs", "tifffile"):
        pytest.importorskip(needed)
    write_deep(name)
    assert run(f"negative {name} -o {into}") == 0
    np.testing.assert_allclose(read_deep(into), 65535 - DEEP.astype(int), atol=1)
    assert capsys.readouterr().err == ""
    if name == "a.tif":
        with Image.open(into) as picture:
            assert picture.info["icc_profile"] == PROFILE
            assert picture.info["dpi"] == pytest.approx((200, 200), abs=0.02)


def test_sixteen_bits_upright(run):
    imagecodecs = pytest.importorskip("imagecodecs")
    from pygpu.commandline.formats import deep

    for orientation in range(1, 9):
        data = imagecodecs.png_encode(DEEP)
        block = exif(orientation).tobytes().removeprefix(metadata.PREFIX)
        Path("a.png").write_bytes(data[:33] + deep.chunk(b"eXIf", block) + data[33:])
        assert run("same a.png -o b.png") == 0
        as_pil = Image.fromarray((DEEP // 257).astype(np.uint8))
        as_pil.getexif()[0x0112] = orientation
        buffer = io.BytesIO()
        as_pil.save(buffer, "png", exif=exif(orientation))
        expected = np.asarray(ImageOps.exif_transpose(Image.open(buffer)))
        np.testing.assert_allclose(read_deep("b.png") // 257, expected, atol=1)
        with Image.open("b.png") as picture:
            assert picture.getexif()[0x0112] == 1 and picture.getexif()[0x010F] == "Maker"


@pytest.mark.parametrize("dtype", ["float32", "uint16"])
def test_more_bits_than_came_in_where_they_are_asked_for(dtype, run):
    tifffile = pytest.importorskip("tifffile")
    Image.fromarray(SCENE).save("a.png", icc_profile=PROFILE, dpi=(300, 300))
    assert run(f"negative a.png -o b.tif --output-dtype {dtype}") == 0
    result = tifffile.imread("b.tif")
    assert result.dtype == dtype
    np.testing.assert_allclose(result / (1 if dtype == "float32" else 65535), 1 - SCENE / 255, atol=1e-5)
    if dtype == "uint16":
        assert run(f"negative a.png -o b.jpg --output-dtype {dtype}") == 0
        assert Image.open("b.jpg").info["icc_profile"] == PROFILE


def test_floats_of_three_channels(run):
    tifffile = pytest.importorskip("tifffile")
    tifffile.imwrite("a.tif", (DEEP / 1000).astype(np.float32), photometric="rgb")
    assert run("same a.tif -o b.tif") == 0
    np.testing.assert_allclose(tifffile.imread("b.tif"), DEEP / 1000, rtol=1e-6)


def test_without_the_libraries_the_loss_is_told(run, capsys, monkeypatch):
    import sys

    write_deep("a.png")
    monkeypatch.setitem(sys.modules, "imagecodecs", None)
    monkeypatch.setitem(sys.modules, "tifffile", None)
    assert run("same a.png -o b.png") == 0
    assert "16 bits a channel, 8 of them are kept. pip install 'pygpu[deep]'" in capsys.readouterr().err
    assert Image.open("b.png").mode == "RGB"


def test_jpeg_holds_eight_bits_and_says_so(run, capsys):
    write_deep("a.png")
    assert run("same a.png -o b.jpg") == 0
    assert "JPEG holds 8 bits" in capsys.readouterr().err


def test_gray_of_sixteen_bits(run, capsys):
    gray = np.arange(0, 60000, 1000).reshape(6, 10).astype(np.uint16)
    Image.fromarray(gray).save("a.png")
    assert run("same a.png -o b.png") == 0
    assert (np.asarray(Image.open("b.png")) == gray).all()
    assert run("same a.png -o b.jpg") == 0
    assert "half of them are lost" in capsys.readouterr().err
    assert Image.open("b.jpg").mode == "L"


# --- modes that not every format holds -------------------------------------------------------------------------------

@pytest.mark.parametrize("ending, mode", [("png", "I;16"), ("jpg", "L"), ("webp", "RGB"), ("tif", "F"), ("bmp", "L"),
                                          ("gif", "P")])
def test_results_of_mode_f(ending, mode, run):
    Image.fromarray(np.full((4, 5), 0.5, np.float32)).save("a.tif")
    assert run(f"same a.tif -o b.{ending}") == 0
    with Image.open(f"b.{ending}") as picture:
        assert picture.mode == mode
        picture = picture.convert("L") if mode == "P" else picture
        white = {"I;16": 65535, "F": 1}.get(mode, 255)
        assert np.asarray(picture).max() / white == pytest.approx(0.5, abs=0.01)


def test_that_a_deep_gray_picture_in_colours_has_fewer_bits_is_told(run, capsys):
    Image.fromarray(np.full((4, 5), 40000, np.uint16)).save("a.png")
    assert run("warm a.png -o b.png") == 0
    assert "gray and of 16 bits, the result coloured: 8 bits a channel are kept" in capsys.readouterr().err
    assert run("same a.png -o b.png") == 0
    assert not capsys.readouterr().err and Image.open("b.png").getpixel((0, 0)) == 40000


@pytest.mark.parametrize("channels", [None, 3])
def test_floats_of_an_array_that_no_picture_holds_are_told(channels, run, capsys):
    array = np.float32([[0.5, 3], [-1, 1]])
    np.save("a.npy", array if channels is None else np.stack([array] * channels, axis=2))
    assert run("same a.npy -o b.jpg") == 0
    assert "values below 0 and above 1 become black and white" in capsys.readouterr().err
    np.save("a.npy", np.float32([[0.5, 1]]))
    assert run("same a.npy -o c.png") == 0 and not capsys.readouterr().err
    assert Image.open("c.png").mode == "I;16"


def test_floats_that_no_picture_holds_are_told(run, capsys):
    Image.fromarray(np.float32([[0.5, 3], [-1, np.nan]])).save("a.tif")
    assert run("same a.tif -o b.png") == 0
    assert "values below 0 and above 1 become black and white" in capsys.readouterr().err
    assert np.asarray(Image.open("b.png")).tolist() == [[32768, 65535], [0, 0]]


@pytest.mark.parametrize("ending", ["png", "jpg", "webp", "gif", "tif", "bmp"])
def test_results_of_mode_1(ending, run):
    Image.fromarray(SCENE).save("a.png")
    assert run(f"mask a.png -o b.{ending}") == 0
    shown = np.asarray(Image.open(f"b.{ending}").convert("L")).astype(int)
    assert np.abs(shown - 255 * (SCENE[..., 0] > 127)).max() < 60


def test_results_of_mode_i(run, capsys):
    Image.fromarray(SCENE).save("a.png")
    assert run("count a.png --factor 10 -o b.png") == 0
    assert Image.open("b.png").mode == "L" and np.asarray(Image.open("b.png"))[0, 3] == 30
    assert run("count a.png --factor 1000 -o b.png") == 0
    assert Image.open("b.png").mode == "I;16" and np.asarray(Image.open("b.png"))[0, 3] == 3000
    assert run("count a.png --factor -1 -o b.tif") == 0
    assert np.asarray(Image.open("b.tif"))[0, 3] == -3
    assert run("count a.png --factor -1 -o b.png") == 1
    assert "cannot hold whole numbers from -15 to 0: write a .tiff" in capsys.readouterr().err


def test_alpha_in_a_jpeg_stands_on_white(run, capsys):
    Image.new("RGBA", (4, 4), (255, 0, 0, 0)).save("a.png")
    assert run("same a.png -o b.jpg") == 0
    assert (np.asarray(Image.open("b.jpg")) > 250).all()
    assert "holds no alpha" in capsys.readouterr().err


# --- bad files -------------------------------------------------------------------------------------------------------

def bomb():
    import struct
    import zlib

    def chunk(name, data):
        return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))
    return (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", 50000, 50000, 8, 0, 0, 0, 0))
            + chunk(b"IDAT", zlib.compress(bytes(1000))) + chunk(b"IEND", b""))


def half(form, **words):
    buffer = io.BytesIO()
    Image.fromarray(np.random.default_rng(0).integers(0, 255, (64, 64, 3), np.uint8)).save(buffer, form, **words)
    return buffer.getvalue()[: len(buffer.getvalue()) // 2]


BAD = {
    "text.png": b"just text", "empty.jpg": b"", "bomb.png": bomb(), "half.jpg": half("JPEG"), "half.png": half("PNG"),
    "half.gif": half("GIF"), "half.webp": half("WEBP"), "half.tif": half("TIFF"), "half.bmp": half("BMP"),
    "start.png": b"\x89PNG\r\n\x1a\n", "array.npy": b"\x93NUMPY\x01\0", "objects.npy": b"no array at all",
    "film.mp4": b"no film",
}


@pytest.mark.parametrize("name", BAD)
def test_bad_files_give_one_clear_line(name, run, capsys):
    if name == "film.mp4":
        pytest.importorskip("av")
    Path(name).write_bytes(BAD[name])
    assert run(f"same {name} -o out.png") == 1
    told = capsys.readouterr().err
    assert told.startswith(f"pygpu: {name} ") and told.count("\n") == 1
    assert not Path("out.png").exists()
