"""Videos: read, written, with their sound, their times, and the way a phone was held."""

import struct

import numpy as np
import pytest
from PIL import Image

av = pytest.importorskip("av", reason="PyAV is not installed")


def film(path, count=12, size=(48, 32), rate=12, sound=True):
    """Frames that get lighter, each as light as 10 + 15 * its number."""
    with av.open(path, "w") as container:
        video = container.add_stream("libx264", rate=rate)
        video.width, video.height, video.pix_fmt = *size, "yuv420p"
        video.options = {"crf": "10"}
        audio = container.add_stream("aac", rate=44100) if sound else None
        for number in range(count):
            picture = np.full((size[1], size[0], 3), 10 + 15 * number, np.uint8)
            picture[:8, :8] = (250, 0, 0)  # its upper left corner
            container.mux(video.encode(av.VideoFrame.from_ndarray(picture, format="rgb24")))
        container.mux(video.encode())
        if audio:
            wave = np.sin(np.arange(44100 * count // rate) / 20).astype(np.float32)[None]
            for start in range(0, wave.shape[1] - 1023, 1024):
                frame = av.AudioFrame.from_ndarray(wave[:, start:start + 1024], format="fltp", layout="mono")
                frame.sample_rate, frame.pts = 44100, start
                container.mux(audio.encode(frame))
            container.mux(audio.encode())


def shown(path):
    with av.open(path) as container:
        return [frame.to_ndarray(format="rgb24").astype(int) for frame in container.decode(video=0)]


def heard(path):
    with av.open(path) as container:
        return [bytes(packet) for packet in container.demux(audio=0) if packet.dts is not None]


@pytest.mark.parametrize("ending", ["mp4", "mkv", "mov"])
def test_a_film(ending, run):
    film("a.mp4")
    assert run(f"negative a.mp4 -o out.{ending}") == 0
    frames = shown(f"out.{ending}")
    assert len(frames) == 12
    for number, frame in enumerate(frames):
        assert np.abs(frame[16:, 16:] - (255 - 10 - 15 * number)).max() < 6
        assert frame[2, 2, 0] < 40 and frame[2, 2, 1] > 200
    assert heard(f"out.{ending}") == heard("a.mp4")
    with av.open(f"out.{ending}") as container:
        assert container.streams.video[0].average_rate == 12


def test_another_codec(run):
    film("a.mp4", sound=False)
    assert run("same a.mp4 -o out.webm") == 0
    with av.open("out.webm") as container:
        assert container.streams.video[0].codec.canonical_name == "vp9"
    assert len(shown("out.webm")) == 12


def test_time_and_number_are_arguments(run):
    film("a.mp4", rate=10)
    assert run("fade a.mp4 -o out.mp4") == 0
    for number, frame in enumerate(shown("out.mp4")[:7]):
        assert frame[20, 20] == pytest.approx(255 * min(number / 10 + number / 100, 1), abs=6)


@pytest.mark.parametrize("matrix, corner", [((0, 1, -1, 0), (2, -3)), ((0, -1, 1, 0), (-3, 2)), ((-1, 0, 0, -1), (-3, -3))])
def test_a_film_held_upright(matrix, corner, run, folder):
    """Phones write pictures that lie on their side, and in the track's header a matrix that turns them."""
    film("a.mp4", sound=False)
    data = bytearray((folder / "a.mp4").read_bytes())
    a, b, c, d = (65536 * number for number in matrix)
    place = data.index(b"tkhd") + 44
    data[place:place + 36] = struct.pack(">9i", a, b, 0, c, d, 0, 0, 0, 1 << 30)
    (folder / "a.mp4").write_bytes(data)
    assert run("same a.mp4 -o out.mp4") == 0
    frame = shown("out.mp4")[0]
    assert frame.shape == ((48, 32, 3) if a == 0 else (32, 48, 3))
    assert frame[corner][0] > 200 and frame[corner][1] < 50


def test_frames_in_numbered_files_and_an_animation(run, capsys):
    film("a.mp4", count=3, sound=False)
    assert run("same a.mp4 -o out.png --output-size 20x10") == 0
    assert Image.open("out.png").n_frames == 3
    assert run("same a.mp4 -o out.jpg") == 0
    assert capsys.readouterr().out.split()[-3:] == ["out_1.jpg", "out_2.jpg", "out_3.jpg"]


def test_an_animation_becomes_a_film(run):
    frames = [Image.new("L", (32, 32), 80 * number) for number in range(3)]
    frames[0].save("a.gif", save_all=True, append_images=frames[1:], duration=[100, 200, 100])
    assert run("same a.gif -o out.mp4") == 0
    levels = [round(frame.mean() / 80) for frame in shown("out.mp4")]
    assert levels == [0, 1, 1, 2]


def test_a_film_of_nothing_but_time(run):
    assert run("moving -o out.mp4 --output-size 64x48 --output-seconds 0.4 --output-rate 25") == 0
    assert len(shown("out.mp4")) == 10


def test_an_odd_size(run):
    Image.new("RGB", (33, 21), "red").save("a.png")
    assert run("same a.png -o out.mp4 --output-seconds 0.2") == 0
    assert shown("out.mp4")[0].shape == (20, 32, 3)


def test_what_stops_on_the_way_leaves_nothing(run, folder):
    film("a.mp4", sound=False)
    data = (folder / "a.mp4").read_bytes()
    (folder / "half.mp4").write_bytes(data[: len(data) // 2])
    assert run("same half.mp4 -o out.mp4") == 1
    assert not list(folder.glob("*out*"))


def test_without_the_library(run, capsys, monkeypatch):
    import sys

    film("a.mp4", sound=False)
    monkeypatch.setitem(sys.modules, "av", None)
    assert run("same a.mp4 -o out.mp4") == 2
    assert "pip install 'pygpu[video]'" in capsys.readouterr().err


def test_decoding_runs_ahead():
    from pygpu.commandline.formats.video import ahead

    made = []

    def things():
        for number in range(100):
            made.append(number)
            yield number

    walk = ahead(things())
    assert next(walk) == 0
    walk.close()
    assert len(made) < 20, "and stops when nobody asks any more"

    def broken():
        yield 1
        raise ValueError("half")

    walk = ahead(broken())
    assert next(walk) == 1
    with pytest.raises(ValueError, match="half"):
        next(walk)
