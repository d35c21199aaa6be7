"""The disk cache: what is torn, foreign or forbidden reads as missing; many processes at once; a bounded size."""

import os
import stat

import pytest

from pygpu.runtime.cache import Store, folder, key_of
from tests.runtime.kernels import python


@pytest.fixture
def home(tmp_path, monkeypatch):
    monkeypatch.setenv("PYGPU_CACHE", str(tmp_path / "cache"))
    return tmp_path / "cache"


def test_what_is_put_is_got(home):
    store = Store("things")
    assert store.get("a") is None
    store.put("a", b"one")
    store.put("a", b"two")
    assert store.get("a") == b"two"
    store.drop("a")
    assert store.get("a") is None


@pytest.mark.skipif(os.name != "posix", reason="file modes are POSIX's")
def test_folder_and_files_are_the_users_alone(home):
    Store("things").put("a", b"one")
    assert stat.S_IMODE((home / "things").stat().st_mode) == 0o700
    assert stat.S_IMODE((home / "things" / "a").stat().st_mode) == 0o600
    (home / "things").chmod(0o777)
    Store("things").get("a")
    assert stat.S_IMODE((home / "things").stat().st_mode) == 0o700


@pytest.mark.parametrize("damage", [
    lambda data: data[:-1], lambda data: data[:20], lambda data: b"", lambda data: data + b"x",
    lambda data: data[:-1] + bytes([data[-1] ^ 1]), lambda data: b"x" * len(data)],
    ids=["cut", "cut short", "empty", "longer", "one bit", "other"])
def test_a_damaged_file_reads_as_missing(home, damage):
    store = Store("things")
    store.put("a", b"some content")
    path = home / "things" / "a"
    path.write_bytes(damage(path.read_bytes()))
    assert store.get("a") is None
    assert not path.exists()
    store.put("a", b"again")
    assert store.get("a") == b"again"


@pytest.mark.parametrize("word", ["off", "0", "OFF", "no"])
def test_off_keeps_nothing(monkeypatch, tmp_path, word):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PYGPU_CACHE", word)
    store = Store("things")
    store.put("a", b"one")
    assert store.get("a") is None and folder("things") is None and not list(tmp_path.iterdir())


def test_a_place_that_cannot_be_written_costs_nothing_but_time(monkeypatch, tmp_path):
    (tmp_path / "file").write_text("not a folder")
    monkeypatch.setenv("PYGPU_CACHE", str(tmp_path / "file"))
    store = Store("things")
    store.put("a", b"one")
    assert store.get("a") is None


def test_the_size_is_bounded_and_the_unused_go_first(home):
    store = Store("things", limit=10_000)
    for index in range(9):
        store.put(f"{index}", bytes(1000))
        os.utime(home / "things" / f"{index}", (1000 + index, 1000 + index))
    assert store.get("0") is not None  # used just now
    store.put("new", bytes(1000))
    left = {path.name for path in (home / "things").iterdir()}
    assert sum(path.stat().st_size for path in (home / "things").iterdir()) <= 7_500
    assert {"0", "new", "8"} <= left and "1" not in left


def test_keys_tell_parts_apart():
    assert key_of("ab", "c") != key_of("a", "bc") != key_of("abc")
    assert key_of("a", b"a") == key_of(b"a", "a")


def test_many_processes_write_at_once(home):
    import subprocess
    import sys

    code = """
from pygpu.runtime.cache import Store
store = Store("things", limit=300_000)
for turn in range(60):
    key = str(turn % 7)
    got = store.get(key)
    assert got is None or got == key.encode() * 9000, key
    store.put(key, key.encode() * 9000)
"""
    running = [subprocess.Popen([sys.executable, "-c", code], stderr=subprocess.PIPE) for _ in range(8)]
    for process in running:
        assert process.wait(60) == 0, process.stderr.read().decode()
        process.stderr.close()
    assert not [path for path in (home / "things").iterdir() if path.name.startswith(".new")]


def test_without_the_variable_it_is_the_users_cache_folder(tmp_path):
    found = python("from pygpu.runtime.cache import folder; print(folder('things'))", PYGPU_CACHE=None,
                   XDG_CACHE_HOME=str(tmp_path), HOME=str(tmp_path)).stdout
    assert str(tmp_path) in found and found.strip().endswith("things")
