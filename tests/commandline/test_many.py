"""Many files: folders, patterns, several at once, a failed one; standard input and output; --watch; help of a filter."""

import io
import subprocess
import sys
import threading
import time
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from pygpu import filters
from pygpu.commandline import main, trouble, watch
from pygpu.commandline.batch import each
from pygpu.commandline.files import Places, Source
from pygpu.commandline.trouble import UsageError
from tests.commandline.test_run import environment


@pytest.fixture
def photos(folder):
    """A folder with six pictures, one of them in a folder below, beside what is no picture."""
    Path("photos/trip").mkdir(parents=True)
    for number, name in enumerate(["a.png", "b.bmp", "c.png", "d.tif", "e.png", "trip/f.png"]):
        Image.new("L", (5, 4), 10 * number).save(Path("photos") / name)
    Path("photos/notes.txt").write_text("no picture")
    Path("photos/.hidden.png").write_text("no picture either")
    return Path("photos")


def level(path):
    return int(np.asarray(Image.open(path))[0, 0])


def test_a_folder(photos, run, capsys):
    assert run("negative photos -o out/") == 0
    told = capsys.readouterr().out.split()
    assert told == [str(Path("out") / name) for name in ["a.png", "b.bmp", "c.png", "d.tif", "e.png", "trip/f.png"]]
    assert [level(name) for name in told] == [255, 245, 235, 225, 215, 205]


def test_results_are_told_in_the_order_of_the_pictures(capsys):
    """However long each takes: whoever writes the printed values of a folder to a file gets the same file each time."""
    each([3, 1, 2], lambda job: (time.sleep(job / 50), [job])[1], at_once=3)
    assert capsys.readouterr().out.split() == ["3", "1", "2"]


def test_a_pattern_in_and_a_pattern_out(photos, run):
    assert run("negative photos/*.png -o {folder}/{number:02}_{name}.gif") == 0
    assert sorted(photos.glob("*.gif")) == [photos / "01_a.gif", photos / "02_c.gif", photos / "03_e.gif"]
    assert run("negative photos/**/*.png -o deep/{name}{ext}") == 0
    assert len(list(Path("deep").iterdir())) == 4


def test_another_format(photos, run):
    assert run("negative photos -o out/ --output-format webp") == 0
    assert {path.suffix for path in Path("out").rglob("*.*")} == {".webp"}


def test_one_that_fails_is_told_and_the_rest_is_done(photos, run, capsys):
    (photos / "c.png").write_text("this is text")
    Image.effect_noise((90, 90), 50).save(photos / "e.png")
    whole = (photos / "e.png").read_bytes()
    (photos / "e.png").write_bytes(whole[: len(whole) // 2])
    assert run("negative photos -o out/") == 1
    told = capsys.readouterr()
    assert len(told.out.split()) == 4
    lines = told.err.splitlines()
    assert len(lines) == 3 and lines[-1] == "pygpu: 2 of 6 failed"
    assert any(line.startswith("pygpu: photos/c.png: is no picture") for line in lines)
    assert any(line.startswith("pygpu: photos/e.png: cannot be read, it may be damaged") for line in lines)


def test_the_same_trouble_is_told_once(photos, run, capsys):
    assert run("mask photos -o out/") == 1
    told = capsys.readouterr().err
    assert told.count("unknown-attribute") <= 1 and told.count("the same as photos/") == 5


def test_several_at_once(photos, run, monkeypatch):
    """Two files are read at the same time: each waits for the other."""
    from pygpu.commandline.formats import pictures

    both, read = threading.Barrier(2, timeout=20), pictures.read
    monkeypatch.setattr(pictures, "read", lambda *words: (both.wait(), read(*words))[1])
    assert run("negative photos -o out/ --jobs 2") == 0


@pytest.mark.parametrize("number", ["0", "-2", "many"])
def test_no_file_at_once_is_refused(number, photos, run, capsys):
    assert run(f"negative photos -o out/ --jobs {number}") == 2
    assert f"a whole number of at least 1, not {number}" in capsys.readouterr().err
    assert not Path("out").exists()


def test_other_images_are_named(photos, run):
    Image.new("L", (5, 4), 200).save("other.png")
    assert run("mixed photos --other other.png --amount 1 -o out/") == 0
    assert {level(path) for path in Path("out").rglob("*.*")} == {200}


@pytest.mark.parametrize("words, said", [
    ("photos -o out.png", "-o out.png is one place, and 6 pictures come in"),
    ("photos -o same.png{", "a pattern knows {name}"),
    ("photos -o {nothing}.png", "a pattern knows {name}"),
    ("photos -o x{ext}", "would both be written to x.png"),
    ("photos -o photos/", "would be written over the picture itself"),
    ("empty -o out/", "there is no picture in the folder empty"),
    ("*.jpg -o out/", "there is no file *.jpg"),
    ("photos", "say where the result goes"),
    ("photos -o out/ --output-format docx", "no such format is written"),
])
def test_trouble(words, said, photos, run, capsys):
    Path("empty").mkdir()
    assert run(f"negative {words}") == 2
    assert said in capsys.readouterr().err


def test_over_itself_when_asked_for(photos, run):
    assert run("negative photos -o photos/ --overwrite") == 0
    assert level("photos/a.png") == 255


def test_places_of_endings_that_nobody_writes():
    place = Places("out/", [Source("x/raw.dcx", Path("raw.dcx"))])
    assert place.files == [str(Path("out/raw.png"))]
    with pytest.raises(UsageError, match="a pattern knows"):
        Places("{name.nothing}", [Source("a.png", Path("a.png"))])


def test_standard_input_and_output(photos):
    def through(words, data):
        return subprocess.run([sys.executable, "-m", "pygpu", "run", "f.py:negative", *words, "--device", "none"],
                              input=data, capture_output=True, env=environment())

    done = through(["-", "-o", "-"], (photos / "b.bmp").read_bytes())
    assert done.returncode == 0, done.stderr
    picture = Image.open(io.BytesIO(done.stdout))
    assert picture.format == "BMP" and np.asarray(picture)[0, 0] == 245
    done = through(["-", "-o", "-"], b"no picture")
    assert done.returncode == 1 and b"is no picture" in done.stderr and not done.stdout


def test_watching(photos, run, monkeypatch):
    """Twice again: when the picture has changed, and when the filter has."""
    Path("w.py").write_text("from pygpu import *\nimport amounts\ndef f(im=Image, p=Position):\n"
                            "    return amounts.gain * im(p)\n")
    Path("amounts.py").write_text("gain = 1\n")
    seen = []

    def sleep(seconds):  # the user, editing
        seen.append(level("out.png"))
        if len(seen) == 1:
            Image.new("L", (5, 4), 60).save("in.png")
        elif len(seen) == 2:
            Path("amounts.py").write_text("gain = 1 / 2\n")
        elif len(seen) == 3:
            Path("w.py").write_text("syntax error")
        elif len(seen) == 4:
            Path("w.py").write_text("from pygpu import *\ndef f(im=Image, p=Position):\n    return 1.0\n")
        else:
            raise KeyboardInterrupt

    monkeypatch.setattr(watch.time, "sleep", sleep)
    Image.new("L", (5, 4), 100).save("in.png")
    assert main(["run", "w.py:f", "in.png", "-o", "out.png", "--watch"]) == 130
    assert seen == [100, 60, 30, 30, 255]


def test_watching_a_folder(photos, run, monkeypatch):
    """A picture that comes into it, or the first that does, is one more."""
    done = []

    def sleep(seconds):
        done.append(len(list(Path("out").rglob("*.*"))))
        if len(done) == 1:
            Image.new("L", (5, 4)).save("photos/new.png")
        elif len(done) == 2:
            raise KeyboardInterrupt

    monkeypatch.setattr(watch.time, "sleep", sleep)
    assert run("negative photos -o out/ --watch") == 130
    assert done == [6, 7]


def test_what_a_filter_takes(run, capsys):
    assert run("mixed --help") == 0
    told = capsys.readouterr().out
    assert "usage: " in told and "IM" in told and "OTHER" in told
    assert "--amount FLOAT  default 0.5" in told
    assert run("fade -h") == 0
    assert "the second of a video's" in capsys.readouterr().out
    assert main(["run", "pygpu.filters:gaussian", "--help"]) == 0
    told = capsys.readouterr().out
    assert "scipy.ndimage.gaussian_filter" in told and "--sigma VALUE" in told and "beyond the edge: reflect" in told
    with pytest.raises(SystemExit):
        main(["run", "--help"])
    assert "--output-size" in capsys.readouterr().out


@pytest.mark.parametrize("command, words", [
    ("run", "run f.py:mixed IM OTHER -o OUT [--NAME VALUE...]"),
    ("show", "show f.py:mixed [--stage STAGE] [IM OTHER --html OUT.html] [--NAME VALUE...]"),
    ("tune", "tune f.py:mixed IM OTHER [--NAME VALUE...]"),
])
def test_each_command_tells_how_it_takes_a_filter(command, words, folder, capsys):
    assert main([command, "f.py:mixed", "--help"]) == 0
    told = capsys.readouterr().out
    assert told.startswith("usage: ") and words in told.splitlines()[0]
    assert "--amount FLOAT" in told and f" {command} --help` lists" in told
    assert ("by itself" in told) == (command == "run")


def test_which_one_is_meant_is_told(folder, capsys):
    assert main(["run", "f.py", "--help"]) == 0
    told = capsys.readouterr().out
    assert "run f.py:parts IM -o OUT" in told and "Other filters there: same, negative, mixed" in told
    assert main(["run", "f.py:same", "--help"]) == 0
    assert "Other filters" not in capsys.readouterr().out


def test_which_of_many(capsys):
    assert main(["run", "pygpu.filters", "a.png", "-o", "b.png"]) == 2
    told = capsys.readouterr().err
    assert "which one?" in told and "pygpu.filters:" in told
    assert all(name in told for name in filters.__all__)


def test_how_the_first_image_is_read(run):
    Image.new("L", (3, 2), 255).save("a.png")
    assert run("left a.png -o b.png --border constant") == 0
    assert level("b.png") == 0
    assert run("left a.png -o b.png --border constant --fill 0.2") == 0
    assert level("b.png") == 51


def test_bench_outside_a_clone(monkeypatch, capsys):
    from pygpu.commandline import bench

    monkeypatch.setattr(bench.pygpu, "__file__", "/nowhere/pygpu/__init__.py")
    assert main(["bench", "--help"]) == 0
    assert "clone it" in capsys.readouterr().out
    assert main(["bench"]) == 2


def test_progress_is_for_terminals(photos, run, capsys, monkeypatch):
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True, raising=False)
    assert run("negative photos -o out/") == 0
    assert "6 of 6 pictures" in capsys.readouterr().err
    monkeypatch.setattr(sys.stderr, "isatty", lambda: False, raising=False)
    assert run("negative photos -o out2/") == 0
    assert capsys.readouterr().err == ""


def test_an_interrupt_ends_it(photos, run, monkeypatch):
    from pygpu.commandline.run import Work

    def interrupted(self, job):
        time.sleep(0.01)
        raise KeyboardInterrupt

    monkeypatch.setattr(Work, "do", interrupted)
    assert run("negative photos -o out/") == 130


def test_ready_filters_by_their_names_alone(photos, capsys):
    assert main(["run", "invert", "photos", "-o", "out/"]) == 0
    assert level("out/a.png") == 255
    assert main(["run", "median", "--help"]) == 0
    assert "scipy.ndimage.median_filter" in capsys.readouterr().out
    assert main(["run", "medain", "photos", "-o", "out/"]) == 2
    assert main(["run", "median", "photos", "-o", "out/", "--sise", "3"]) == 2
    assert "no such parameter (--size?)" in capsys.readouterr().err
    Path("invert.py").write_text("from pygpu import *\ndef f(im=Image, p=Position):\n    return 0.2 + 0 * im(p)\n")
    words = ["run", "invert", "photos/a.png", "-o", "b.png", "--device", "none"]
    done = subprocess.run([sys.executable, "-m", "pygpu", *words], env=environment())
    assert done.returncode == 0 and level("b.png") == 51, "a module of the user's comes first"


def test_ready_filters_that_change_the_size(photos):
    for words, size in [("turn", (4, 5)), ("resize --width 7 --height 3", (7, 3)), ("zoom --factor 2", (10, 8)),
                        ("crop --left 1 --top 1 --right 3 --bottom 4", (2, 3)), ("pad --left 3 --border mirror", (8, 4)),
                        ("turn --output-size 9x8", (9, 8)), ("fbm --output-size 6x5", (6, 5))]:
        name, *rest = words.split()
        inputs = [] if name == "fbm" else ["photos/a.png"]
        assert main(["run", name, *inputs, "-o", "out.png", *rest]) == 0
        assert Image.open("out.png").size == size


def test_the_border_of_all_steps(photos):
    """Of a filter of two steps both have it."""
    picture = np.random.default_rng(0).random((9, 7)).astype(np.float32)
    np.save("a.npy", picture)
    assert main(["run", "open", "a.npy", "-o", "b.npy", "--size", "2", "--border", "mirror"]) == 0
    np.testing.assert_array_equal(np.load("b.npy"), filters.open(picture, 2, border="mirror"))


def test_lines_of_several_threads_stay_lines(monkeypatch):
    """A line and its end go out at once: another thread's came between them."""
    written = []
    monkeypatch.setattr("sys.stderr", type("Stderr", (), {"write": lambda self, text: written.append(text) or len(text),
                                                           "flush": lambda self: None})())
    trouble.note("a note that nobody else tells")
    assert [text for text in written if text] == ["pygpu: a note that nobody else tells\n"]
