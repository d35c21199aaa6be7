"""Programs: built once a process, once a machine; a damaged binary is built again; a driver's log is not a message."""

import subprocess
import sys

import pytest

from pygpu.errors import DeviceError
from pygpu.runtime import programs
from pygpu.runtime.home import folder
from tests import scope
from tests.runtime.kernels import every_device, python

SOURCE = "__kernel void f(__global float* a) {{ a[get_global_id(0)] = {}; }}"


@pytest.fixture(params=every_device(), ids=lambda device: device.platform)
def device(request):
    programs.forget()
    return request.param


def test_a_program_is_built_once(device):
    built = programs.build(device, SOURCE.format(1))
    assert programs.build(device, SOURCE.format(1)) is built
    assert programs.build(device, SOURCE.format(2)) is not built
    assert programs.build(device, SOURCE.format(1), ("-DX=1",)) is not built


def test_programs_that_differ_in_remarks_are_one(device):
    """Who writes a line above a filter need not wait for its kernels again."""
    if device.checker:
        pytest.skip("the checker says what stands in a line")
    lines = "// f: of one pixel\n__kernel void f(__global float* a) {{\n    a[0] = 2.0f / 3.0f;  // filters.py:{}\n}}\n"
    assert programs.build(device, lines.format(7)) is programs.build(device, lines.format(8))
    assert programs.without_remarks(lines.format(7)).count("\n") == 4, "a driver's log tells of the lines that are shown"


def test_programs_of_numbers_that_were_tried_out_go_again(device, monkeypatch):
    monkeypatch.setattr(programs, "KEPT", 3)
    first, *_, last = [programs.build(device, SOURCE.format(n)) for n in range(100, 105)]
    assert programs.build(device, SOURCE.format(104)) is last
    again = programs.build(device, SOURCE.format(102))
    programs.build(device, SOURCE.format(105)), programs.build(device, SOURCE.format(106))
    assert programs.build(device, SOURCE.format(102)) is again, "the ones not asked for go first"
    assert programs.build(device, SOURCE.format(100)) is not first and len(programs._built) == 3


def test_a_binary_serves_the_next_process(device, monkeypatch):
    if device.checker:
        pytest.skip("the checker is given text")
    programs.build(device, SOURCE.format(3))
    programs.forget()
    monkeypatch.setattr(type(device), "build_source", lambda *_: pytest.fail("built again"))
    device.kernel(programs.build(device, SOURCE.format(3)), "f")


@pytest.mark.parametrize("damage", [lambda data: data[:len(data) // 2], lambda data: b"", lambda data: b"junk" * 99],
                         ids=["half", "empty", "junk"])
def test_a_damaged_binary_is_built_again(device, damage):
    if device.checker:
        pytest.skip("the checker is given text")
    programs.build(device, SOURCE.format(4))
    path = folder("kernels") / programs.stored_as(device, SOURCE.format(4), ())
    whole = path.read_bytes()
    path.write_bytes(damage(whole))
    programs.forget()
    device.kernel(programs.build(device, SOURCE.format(4)), "f")
    assert len(path.read_bytes()) > len(whole) // 2


def test_a_whole_file_with_a_foreign_binary_is_built_again(device):
    if device.checker:
        pytest.skip("the checker is given text")
    programs._store.put(programs.stored_as(device, SOURCE.format(5), ()), b"not a kernel at all")
    device.kernel(programs.build(device, SOURCE.format(5)), "f")
    assert programs._store.get(programs.stored_as(device, SOURCE.format(5), ())) != b"not a kernel at all"


def test_a_refusal_is_a_sentence_and_the_log_is_kept(device, monkeypatch):
    monkeypatch.delenv("PYGPU_DEBUG", raising=False)
    with pytest.raises(DeviceError) as caught:
        programs.build(device, SOURCE.format("nonsense"))
    text = str(caught.value)
    assert text.startswith("the driver of") and device.name in text and "\n" not in text and "undeclared" not in text
    assert "nonsense" in caught.value.source and "undeclared" in caught.value.build_log
    monkeypatch.setenv("PYGPU_DEBUG", "1")
    with pytest.raises(DeviceError, match="undeclared"):
        programs.build(device, SOURCE.format("nonsense"))


def test_eight_processes_build_at_once(tmp_path):
    if not scope.everything:
        pytest.skip("at night; tests/attacks has fewer of them")
    code = """
import numpy as np, sys
from pygpu.runtime import Launcher, current, ingest
from tests.runtime.kernels import scale
for turn in range(3):
    result, = Launcher(scale(channels=turn + 1), current())([ingest(np.ones((5, 6, turn + 1), np.float32))], [3.0])
    assert (result == 3).all()
"""
    import os

    settings = {**os.environ, "PYGPU_CACHE": str(tmp_path)}
    settings.pop("PYGPU_DEVICE", None)
    running = [subprocess.Popen([sys.executable, "-W", "error", "-c", code], env=settings, stderr=subprocess.PIPE)
               for _ in range(8)]
    for process in running:
        assert process.wait(120) == 0, process.stderr.read().decode()
        process.stderr.close()
    assert not [path for path in tmp_path.rglob(".new-*")]


def test_nothing_is_kept_when_the_cache_is_off(tmp_path):
    run = python("from pygpu.runtime import current, programs; from pygpu.runtime import programs\n"
                 "programs.build(current(), 'kernel void f(global int* a) { a[0] = 1; }')",
                 PYGPU_CACHE="off", XDG_CACHE_HOME=str(tmp_path), PYGPU_DEVICE=None)
    assert run.returncode == 0, run.stderr
    assert not list(tmp_path.rglob("*pygpu*"))
