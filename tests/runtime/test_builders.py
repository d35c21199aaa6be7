"""Processes that build programs beside this one: what they make is what this one would, and nothing is needed of them."""

import os
import subprocess
import sys
import time

import numpy as np
import pytest

from pygpu.errors import DeviceError
from pygpu.runtime import builders, programs
from pygpu.runtime.devices import Device, devices
from tests.runtime.kernels import python

SOURCE = "__kernel void twice(__global float *a) { a[get_global_id(0)] *= 2; }\n// %s\n#define N %s"


@pytest.fixture
def device():
    """One whose driver builds one program at a time."""
    found = next((each for each in devices() if each.builds_one), None)
    return found or pytest.skip("no such driver")


@pytest.fixture
def builder(device):
    made = builders.Builder(device)
    yield made
    made.end()


def source(name):
    return SOURCE % (name, abs(hash((name, os.getpid()))))


def is_there(number):
    """Whether a process runs; one that has ended may wait for somebody to ask how."""
    run = subprocess.run(["ps", "-o", "stat=", "-p", str(number)], capture_output=True, text=True)
    return run.stdout.strip()[:1] not in ("", "Z")


def doubles(device, program):
    import pyopencl as cl

    given, flags = np.arange(4, dtype=np.float32), cl.mem_flags
    buffer = cl.Buffer(device.context, flags.READ_WRITE | flags.COPY_HOST_PTR, hostbuf=given)
    device.kernel(program, "twice")(device.queue, (4,), None, buffer)
    found = np.empty_like(given)
    cl.enqueue_copy(device.queue, found, buffer)
    return np.array_equal(found, 2 * given)


def test_what_another_builds_is_loaded_and_not_built_here(device, builder, monkeypatch):
    monkeypatch.setenv("PYGPU_CACHE", "off")
    key = programs._key(device, source("other"), ())
    programs._by_another(builder, key)
    with monkeypatch.context() as patch:
        patch.setattr(Device, "build_source", None)
        program = programs.build(device, key[2])
    assert doubles(device, program) and key not in programs._binaries


def test_what_it_cannot_build_is_told_by_this_one(device, builder):
    key = programs._key(device, "no kernel", ())
    programs._by_another(builder, key)
    with pytest.raises(DeviceError, match="could not build"):
        programs.build(device, "no kernel")
    assert builder.binary(source("after"), b"")  # it goes on


def test_one_that_is_killed_leaves_the_work_to_this_one(device, builder):
    builder.process.kill()
    text = source("killed")
    with pytest.raises((EOFError, OSError)):
        programs._by_another(builder, programs._key(device, text, ()))
    assert doubles(device, programs.build(device, text))


def test_a_long_program_begins_one_and_it_ends(device, monkeypatch):
    monkeypatch.setenv("PYGPU_BUILDERS", "1")
    monkeypatch.setattr(builders, "WORTH", 1)
    monkeypatch.setattr(builders, "LINGERS", 0.1)
    waiting, built = builders.Waiting(), []

    def work(builder, key):
        built.append((key, bool(builder.binary(key[2], b""))))

    keys = [programs._key(device, source(f"long {n}"), ()) for n in range(3)]
    for key in keys:
        waiting.add(key, work)
    until = time.monotonic() + 60
    while waiting.builders and time.monotonic() < until:
        time.sleep(0.05)
    assert built == [(key, True) for key in reversed(keys)]  # the last first
    assert not waiting.keys and not waiting.builders


def test_where_none_can_be_begun_it_is_not_tried_again(device, monkeypatch):
    monkeypatch.setenv("PYGPU_BUILDERS", "1")
    monkeypatch.setattr(builders, "WORTH", 1)
    monkeypatch.setattr(builders, "CODE", "raise SystemExit({path!r})")
    waiting = builders.Waiting()
    for name in ("first", "second"):
        key = programs._key(device, source(name), ())
        waiting.add(key, None)
        waiting.add(key, programs._by_another)
        until = time.monotonic() + 60
        while waiting.builders and time.monotonic() < until:
            time.sleep(0.05)
        assert not waiting.builders and waiting.most == 0 and waiting.take(key)


def test_for_what_is_on_disk_none_is_begun(device, monkeypatch):
    monkeypatch.setenv("PYGPU_BUILDERS", "1")
    monkeypatch.setattr(builders, "WORTH", 1)
    monkeypatch.setattr(builders, "Builder", None)
    texts = [source(f"stored {n}") for n in range(2)]
    for text in texts:
        programs.build(device, text)
    programs.forget()
    monkeypatch.setattr(programs.waiting, "most", None)
    for text in texts:
        programs.ahead(device, text)
    assert programs.waiting.most is None and all(doubles(device, programs.build(device, text)) for text in texts)


def test_of_what_waits_each_is_taken_once(device):
    waiting = builders.Waiting()
    key = programs._key(device, source("once"), ())
    waiting.add(key, None)
    assert waiting.take(key) and not waiting.take(key) and not waiting.builders


def test_one_ends_with_the_process_that_began_it(device):
    text = ("from pygpu.runtime import builders\nfrom pygpu.runtime.devices import devices\n"
            "made = builders.Builder(next(each for each in devices() if each.builds_one))\n"
            "print(made.process.pid)")
    assert not is_there(int(python(text).stdout))


def test_one_ends_where_that_process_is_killed(device):
    text = ("import time\nfrom pygpu.runtime import builders\nfrom pygpu.runtime.devices import devices\n"
            "made = builders.Builder(next(each for each in devices() if each.builds_one))\n"
            "print(made.process.pid, flush=True)\ntime.sleep(600)")
    run = subprocess.Popen([sys.executable, "-c", text], stdout=subprocess.PIPE, text=True)
    number = int(run.stdout.readline())
    run.kill()
    run.communicate()
    until = time.monotonic() + 60
    while is_there(number) and time.monotonic() < until:
        time.sleep(0.05)
    assert not is_there(number)


@pytest.mark.parametrize("executable, frozen, said, cores, allowed", [
    ("/usr/bin/python3.12", False, "", 4, 3), ("C:/Python/python.exe", False, "", 99, builders.MOST),
    ("/usr/bin/python3", False, "", 1, 0), ("/usr/bin/python3", False, "0", 4, 0), ("/usr/bin/python3", False, "5", 4, 5),
    ("/usr/bin/blender", False, "", 4, 0), ("/usr/bin/python3", True, "", 4, 0), (None, False, "", 4, 0)])
def test_only_where_there_are_cores_and_a_python(monkeypatch, executable, frozen, said, cores, allowed):
    monkeypatch.setenv("PYGPU_BUILDERS", said)
    monkeypatch.setattr(sys, "executable", executable)
    monkeypatch.setattr(sys, "frozen", frozen, raising=False)
    monkeypatch.setattr(os, "sched_getaffinity", lambda process: {*range(cores)}, raising=False)
    assert builders.allowed() == allowed


def test_none_where_many_processes_are_at_work(monkeypatch):
    monkeypatch.delenv("PYGPU_BUILDERS")
    monkeypatch.setattr("multiprocessing.process.parent_process", lambda: object())
    assert builders.allowed() == 0
