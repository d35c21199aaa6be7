"""Programs kept on disk: found again where everything is the same, and written anew where anything is not."""

import os
import shutil
import subprocess
import sys

import numpy as np
import pytest

import pygpu
from pygpu import Float, Image, Position
from pygpu.calls.engines import engine as engines
from pygpu.calls.engines import written
from pygpu.ir.fingerprint import fingerprint
from pygpu.runtime.home import folder


@pytest.fixture
def counted(monkeypatch, tmp_path):
    """How often a plan was made, with an empty folder to begin with."""
    if pygpu.use(None) is None:
        pytest.skip("no OpenCL device")
    monkeypatch.setenv("PYGPU_CACHE", str(tmp_path))
    made, planned = [], engines.planned
    monkeypatch.setattr(engines, "planned", lambda *given, device: made.append(given) or planned(*given, device))
    return made


def doubled(im=Image[Float], p=Position):
    return im(p) * 2


def test_written_once(counted):
    for _ in range(3):
        assert pygpu.compile(doubled)(np.ones((3, 4), "f4"))[1, 2] == 2
    assert len(counted) == 1


PROCESS = """
import sys
import numpy as np
import pygpu
from pygpu import Image, Position

def edges(im=Image, p=Position):
    return abs(im(p + (1, 0)) - im(p - (1, 0)))

assert pygpu.compile(edges)(np.eye(5, dtype="f4"))[2, 1] == 1
print(*{f"pygpu.{name}" for name in ("schedule.plan", "schedule.plans", "kernel.build", "opencl.emit")} & {*sys.modules})
"""


def test_who_finds_it_written_imports_no_planner(counted, tmp_path):
    """What only makes plans and kernels is a third of what importing all of PyGPU takes."""
    (tmp_path / "edges.py").write_text(PROCESS)
    first, then = [subprocess.run([sys.executable, tmp_path / "edges.py"], capture_output=True, text=True, check=True).stdout
                   for _ in range(2)]
    assert len(first.split()) == 4
    assert not then.split()


def test_a_plan_is_made_when_it_is_asked_for(counted):
    pygpu.compile(doubled)(np.ones((3, 4), "f4"))
    again = pygpu.compile(doubled)
    again(np.ones((3, 4), "f4"))
    assert len(counted) == 1
    assert "operations a pixel" in str(again.plan) and "plan" in again.explain()
    assert len(counted) == 2


def test_other_pixels_are_another_program(counted):
    for dtype in ("f4", "u1", "f2", "f4"):
        pygpu.compile(doubled)(np.ones((3, 4), dtype))
    assert len(counted) == 3


def looked_at_again():
    """As a new process looks at PyGPU's files."""
    written.own_files.cache_clear()
    written.files_of.cache_clear()


def test_another_pygpu_writes_anew(counted, monkeypatch, tmp_path):
    """A file of it has been changed."""
    home = tmp_path / "pygpu"
    home.mkdir()
    for room in written.WRITERS:
        there = os.path.join(os.path.dirname(pygpu.__file__), room)
        if os.path.isdir(there):
            shutil.copytree(there, home / room)
        else:
            shutil.copy(there + ".py", home)
    monkeypatch.setattr(written, "__file__", str(home / "calls" / "engines" / "written.py"))
    for change in (False, False, True, False):
        if change:
            (home / "schedule" / "price.py").write_text("# edited\n")
        looked_at_again()
        pygpu.compile(doubled)(np.ones((3, 4), "f4"))
    assert len(counted) == 2
    (home / "schedule" / "price.py").unlink()
    shutil.rmtree(home / "opencl")
    looked_at_again()
    pygpu.compile(doubled)(np.ones((3, 4), "f4"))
    assert len(counted) == 3  # what cannot be looked at is not trusted
    monkeypatch.undo()
    looked_at_again()


@pytest.mark.parametrize("content", [b"", b"no JSON", b"\xff\xfe", b"[1]", b'{"Program": [1]}', b'{"Path": ["/"]}', b"{}"])
def test_what_cannot_be_read_is_written_anew(counted, content):
    pygpu.compile(doubled)(np.ones((3, 4), "f4"))
    for name in os.listdir(folder("programs")):
        written._store.put(name, content)
    assert pygpu.compile(doubled)(np.ones((3, 4), "f4"))[1, 2] == 2
    assert len(counted) == 2


def test_what_is_on_disk_runs_nothing(counted):
    """It is plain data: text that names a program's own classes, and nothing else."""
    pygpu.compile(doubled)(np.ones((3, 4), "f4"))
    for name in os.listdir(folder("programs")):
        assert b'{"Program": ["// doubled' in written._store.get(name)


TABLE = [float(n) for n in range(20)]
SOURCE = """
def filter(im=Image[Float](border={border!r}), p=Position):
    {name} = im(p)
{gap}    return {name} * TABLE[p.x % 20]
"""


def graph(border="clamp", name="v", gap="", last=19.0, exact=False):
    """That of a filter whose lines have the same numbers each time."""
    names = {"Image": Image, "Float": Float, "Position": Position, "TABLE": [*TABLE[:-1], last]}
    exec(compile(SOURCE.format(border=border, name=name, gap=gap), "filter.py", "exec"), names)
    return pygpu.compile(names["filter"], exact=exact).graph


def test_graphs_that_are_written_otherwise_differ():
    """Also where what is printed of them is the same."""
    others = [graph(border="mirror"), graph(name="w"), graph(gap="\n"), graph(last=7.0), graph(exact=True)]
    assert len({fingerprint(each) for each in (graph(), *others)}) == 6
    assert fingerprint(graph()) == fingerprint(graph())


def test_every_room_that_has_a_say_in_a_kernel_is_looked_at():
    from tests.test_architecture import ARROWS

    rooms, waiting = set(), ["opencl", "passes"]
    while waiting:
        room = waiting.pop().partition(".")[0]
        if room not in rooms:
            rooms.add(room)
            waiting += ARROWS[room]
    assert rooms - {"errors", "location", "look", "tracebacks"} == set(written.WRITERS)
