"""A refusal is one short block: the user's frames, line and caret, and nothing of ours; PYGPU_DEBUG=1 shows all."""

import os
import subprocess
import sys
import traceback
from pathlib import Path

import numpy as np
import pytest

import pygpu
from pygpu import Image, Position

ROOT = Path(__file__).resolve().parent.parent
PHOTO = np.zeros((4, 4), np.float32)
PROGRAM = """\
import numpy as np
import pygpu
from pygpu import Image, Position

def faulty(im=Image, p=Position):
    return im(p).depth

def endless(im=Image, p=Position):
    return endless(im, p)

def missing(im=Image, p=Position):
    return im(p) * {}["gain"]

pygpu.compile(NAME)(np.zeros((4, 4)))
"""


def faulty(im=Image, p=Position):
    return im(p).depth


def missing(im=Image, p=Position):
    return im(p) * {}["gain"]


def printed(name: str, tmp_path, **environment) -> str:
    """What Python writes when a program ends with that filter's refusal."""
    program = tmp_path / "program.py"
    program.write_text(PROGRAM.replace("NAME", name))
    done = subprocess.run([sys.executable, str(program)], capture_output=True, text=True,
                          env={**os.environ, "PYTHONPATH": str(ROOT), "PYGPU_DEVICE": "none", **environment})
    assert done.returncode == 1
    return done.stderr


def test_a_program_ends_with_the_users_frames_alone(tmp_path):
    told = printed("faulty", tmp_path)
    assert str(ROOT / "pygpu") not in told
    assert told.count('File "') == 1 and "line 14, in <module>" in told
    assert "pygpu.CompileError: no-attribute" in told and "program.py:6, in faulty" in told and "    ^^^^^" in told


def test_what_the_host_raises_ends_a_program_so_too(tmp_path):
    told = printed("missing", tmp_path)
    assert str(ROOT / "pygpu") not in told and told.count('File "') == 1
    assert "KeyError: 'gain'" in told and "program.py:12, in missing" in told
    assert str(ROOT / "pygpu") in printed("missing", tmp_path, PYGPU_DEBUG="1")


@pytest.mark.parametrize("line", ["pygpu.use('no such device')", "Image(border='no such border')"])
def test_what_is_refused_before_any_filter_ends_so_too(line):
    code = f"import pygpu\nfrom pygpu import Image\n{line}\n"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, cwd=ROOT,
                          env={**os.environ, "PYGPU_DEBUG": "0"})
    assert done.returncode == 1 and str(ROOT / "pygpu") not in done.stderr, done.stderr


def test_a_recursion_is_as_short_as_all_others(tmp_path):
    told = printed("endless", tmp_path)
    assert len(told.splitlines()) < 15 and "calls itself" in told


def test_a_notebook_shows_what_the_host_raises_without_our_frames(tmp_path):
    pytest.importorskip("IPython")
    code = PROGRAM.replace("NAME", "missing")
    done = subprocess.run([sys.executable, "-m", "IPython", "--no-banner", "--colors=NoColor", "-c", code], cwd=ROOT,
                          capture_output=True, text=True,
                          env={**os.environ, "PYTHONPATH": str(ROOT), "PYGPU_DEVICE": "none", "IPYTHONDIR": str(tmp_path)})
    told = done.stdout + done.stderr
    assert "KeyError: 'gain'" in told and "in missing" in told and "pygpu.compile(missing)" in told, told
    assert "compiler.py" not in told and len(told.splitlines()) < 30, told


def test_debugging_keeps_all_frames(tmp_path):
    told = printed("faulty", tmp_path, PYGPU_DEBUG="1")
    assert told.count(str(ROOT / "pygpu")) > 10


def test_what_the_host_raises_keeps_its_type_and_the_users_frames():
    with pytest.raises(KeyError) as caught:
        pygpu.compile(missing)(PHOTO)
    frames = [frame for frame in traceback.extract_tb(caught.value.__traceback__) if "pygpu/" in frame.filename]
    assert len(frames) == 1, "the door itself; a program's end hides it, too"
    assert "missing" in caught.value.__notes__[0]


def test_every_door_cleans():
    filter = pygpu.compile(faulty)
    doors = {"call": lambda: filter(PHOTO), "graph": lambda: filter.graph, "source": lambda: filter.source,
             "footprint": lambda: filter.footprint, "explain": filter.explain, "iterate": lambda: filter.iterate(2, PHOTO),
             "compile": lambda: pygpu.compile(3)}
    for name, door in doors.items():
        with pytest.raises(pygpu.CompileError) as caught:
            door()
        ours = [frame for frame in traceback.extract_tb(caught.value.__traceback__) if "/pygpu/" in frame.filename]
        assert len(ours) == 1, name


def test_the_users_own_exception_that_was_being_handled_stays_part_of_the_story():
    try:
        try:
            raise ValueError("the user's")
        except ValueError:
            pygpu.compile(faulty)(PHOTO)
    except pygpu.CompileError as error:
        assert isinstance(error.__context__, ValueError)


def test_a_fault_of_our_own_keeps_its_frames(monkeypatch):
    from pygpu import tracebacks

    error = None
    try:
        tracebacks.without_ours(3)  # an AttributeError raised inside the package
    except AttributeError as raised:
        error = raised
    before = len(traceback.extract_tb(error.__traceback__))
    assert len(traceback.extract_tb(tracebacks.cleaned(error).__traceback__)) == before == 2


def test_in_a_notebook_it_is_one_block_that_names_the_cell():
    pytest.importorskip("IPython")
    cells = ["import pygpu, numpy as np\nfrom pygpu import *\ndef faulty(im=Image, p=Position):\n    return im(p).depth",
             "pygpu.compile(faulty)(np.zeros((4, 4)))",
             "pygpu.compile(faulty)()"]
    code = "from IPython.testing.globalipapp import start_ipython\nip = start_ipython()\n" + "".join(
        f"ip.run_cell({cell!r}, store_history=True)\n" for cell in cells)
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, cwd=ROOT,
                          env={**os.environ, "PYGPU_DEVICE": "none"})
    told = done.stdout
    assert "at Cell In[1], line 4, in faulty\n    return im(p).depth\n           ^^^^^^^^^^^" in told
    assert "at Cell In[3], line 1\n    pygpu.compile(faulty)()" in told
    assert "Traceback" not in told and "compiler.py" not in told and len(told.splitlines()) < 14


def test_a_plan_and_a_page_name_the_cell_and_no_file_that_is_gone_tomorrow():
    pytest.importorskip("IPython")
    cells = ["import pygpu, numpy as np\nfrom pygpu import *\ndef twice(im=Image, p=Position):\n"
             "    soft = lambda q: im(q) + im(q + (1, 0))\n    return soft(p)**2 + soft(p + (1, 0))**2\n",
             "filter = pygpu.compile(twice)\nprint(filter.plan)\nimport re\npage = filter.explain_html(np.ones((9, 9)))",
             "print(*re.findall('<i>(twice.*?)</i>|class=\"file\">(.*?)<', page))"]
    code = "from IPython.testing.globalipapp import start_ipython\nip = start_ipython()\n" + "".join(
        f"ip.run_cell({cell!r}, store_history=True)\n" for cell in cells)
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, cwd=ROOT)
    assert done.stdout.count("twice, Cell In[1], line 4") == 2 and "('', 'Cell In[1]')" in done.stdout, done.stdout
