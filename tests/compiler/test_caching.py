"""Nothing is ever stale: what was edited, rebound or damaged is traced and built anew; what was traced stays frozen."""

import os
import subprocess
import sys
import textwrap
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import pytest

import pygpu
from pygpu import Image, Position
from tests import scope
from tests.compiler.filters import random_image

HERE = Path(pygpu.__file__).parent.parent
RUN = """
import numpy as np, pygpu, main
print(float(pygpu.compile(main.filter)(np.ones((4, 5), "f4"))[1, 2]))
"""


def written(folder: Path, **modules) -> Path:
    for name, text in modules.items():
        (folder / f"{name}.py").write_text(textwrap.dedent(text))
    return folder


def run(folder: Path, cache: Path, code: str = RUN, **environment) -> str:
    """What a new Python prints, with the modules in `folder` and the kernels in `cache`."""
    settings = {**os.environ, "PYTHONPATH": os.pathsep.join([str(folder), str(HERE), *sys.path]), "PYGPU_CACHE": str(cache),
                "PYTHONDONTWRITEBYTECODE": "1", **environment}
    done = subprocess.run([sys.executable, "-W", "ignore", "-c", code], capture_output=True, text=True, env=settings)
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


MAIN = """
    from pygpu import Image, Position
    import other, settings

    def filter(im=Image, p=Position):
        return other.scaled(im(p)) + settings.OFFSET + settings.Box.width
"""
OTHER = "def scaled(v):\n    return 2 * v\n"
SETTINGS = "OFFSET = 10\nclass Box:\n    width = 100\n"


EDITS = [
    ({"other": "def scaled(v):\n    return 3 * v\n"}, "113.0"),                          # a function it calls
    ({"other": "def scaled(v, by=4):\n    return by * v\n"}, "114.0"),                   # its default
    ({"other": "K = 5\ndef scaled(v):\n    return K * v\n"}, "115.0"),                   # a global of that
    ({"settings": "OFFSET = 20\nclass Box:\n    width = 100\n"}, "122.0"),               # a constant of another module
    ({"settings": "OFFSET = 10\nclass Box:\n    width = 200\n"}, "212.0"),               # an attribute of a class
    ({"settings": "OFFSET = 10.5\nclass Box:\n    width = 100\n"}, "112.5"),             # another type
]


def test_edits_between_processes(tmp_path):
    """Each process finds the kernels of all before it, and takes none that an edit has made wrong."""
    folder, unedited = written(tmp_path, main=MAIN), {"other": OTHER, "settings": SETTINGS}
    for edited, expected in [({}, "112.0"), *EDITS, ({}, "112.0")]:
        written(folder, **unedited | edited)
        assert run(folder, tmp_path / "cache") == expected, edited


def test_a_known_picture_that_changes_between_two_processes(tmp_path):
    """Its pixels are not in the kernel's text."""
    text = """
        import numpy as np
        from pygpu import Image, Position

        TABLE = np.arange(40, dtype="f4").reshape(5, 8) * {}

        def filter(im=Image, p=Position):
            return TABLE[p.y, p.x] + im(p)
    """
    assert run(written(tmp_path, main=text.format(1)), tmp_path / "cache") == "11.0"
    assert run(written(tmp_path, main=text.format(2)), tmp_path / "cache") == "21.0"


def test_a_picture_that_changes_after_the_call_is_not_remembered(engine):
    filter = pygpu.compile(lambda im=Image, p=Position: im(p) * 2)
    picture = random_image(6, 7)
    before = filter(picture).copy()
    picture += 1
    np.testing.assert_allclose(filter(picture), before + 2, rtol=1e-6)


def test_sixteen_processes_at_once(tmp_path):
    """A cold cache, all at the same moment: each has the right result, and none waits for ever."""
    if not scope.everything:
        pytest.skip("at night; tests/attacks has fewer of them")
    folder = written(tmp_path, main=MAIN, other=OTHER, settings=SETTINGS)
    with ThreadPoolExecutor(16) as threads:
        printed = list(threads.map(lambda _: run(folder, tmp_path / "cache"), range(16)))
    assert printed == ["112.0"] * 16


DAMAGES = {
    "emptied": lambda data: b"",
    "cut": lambda data: data[:len(data) // 3],
    "shifted": lambda data: b"\0" + data,
    "changed": lambda data: data[:-9] + b"corrupted",
}


def test_damaged_files_are_made_again(tmp_path):
    folder, cache = written(tmp_path, main=MAIN, other=OTHER, settings=SETTINGS), tmp_path / "cache"
    run(folder, cache)
    for how, damaged in DAMAGES.items():
        before = {file: file.read_bytes() for file in cache.rglob("*")
                  if file.is_file() and file.name != "CACHEDIR.TAG"}
        assert any(file.parent.name == "kernels" for file in before)
        for file, data in before.items():
            file.write_bytes(damaged(data))
        assert run(folder, cache) == "112.0", how
        # (What names the drivers is not trusted either, but left: others may be reading it.)
        assert not [file for file, data in before.items()
                    if file.read_bytes() == damaged(data) and file.suffix != ".icd"], how


def test_the_cache_can_be_turned_off(tmp_path):
    folder = written(tmp_path, main=MAIN, other=OTHER, settings=SETTINGS)
    assert run(folder, tmp_path / "cache", PYGPU_CACHE="off") == "112.0"
    assert not (tmp_path / "cache").exists()
