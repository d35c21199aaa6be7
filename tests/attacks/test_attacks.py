"""The attacks, short; by hand they are as long as one likes (python -m tests.attacks)."""

import sys

import pytest

import pygpu

from . import cache, disks, files, memory, programs


@pytest.mark.skipif(sys.platform == "win32", reason="signals are POSIX's")
def test_cache():
    assert "7 processes right, 1 killed" in cache.attack(1, 4)


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="reads /proc")
def test_memory():
    if pygpu.use(None) is None:
        pytest.skip("no OpenCL device")
    assert "memory" in memory.attack(3000, 180)


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="reads /proc")
def test_files():
    assert "at most" in files.attack(20)


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="mounts disks")
def test_disks():
    assert "right" in disks.attack(each=8)


def test_programs():
    assert "borne" in programs.attack(300, 8, 10)
