"""The disk cache: what is torn, foreign or forbidden reads as missing; many processes at once; a bounded size."""

import os
import stat
import subprocess
import sys
import time

import pytest

from pygpu.runtime import cache
from pygpu.runtime import home as homes
from pygpu.runtime.cache import MAGIC, Store, key_of
from pygpu.runtime.home import folder
from tests.runtime.kernels import python

A, B = key_of("a"), key_of("b")


@pytest.fixture
def home(tmp_path, monkeypatch):
    monkeypatch.setenv("PYGPU_CACHE", str(tmp_path / "cache"))
    return tmp_path / "cache" / "pygpu-store"


def test_what_is_put_is_got(home):
    store = Store("things")
    assert store.get(A) is None and store.is_empty()
    store.put(A, b"one")
    store.put(A, b"two")
    assert store.get(A) == b"two" and not store.is_empty()
    store.drop(A)
    assert store.get(A) is None


@pytest.mark.skipif(os.name != "posix", reason="file modes are POSIX's")
def test_folder_and_files_are_the_users_alone(home):
    Store("things").put(A, b"one")
    assert stat.S_IMODE(home.stat().st_mode) == stat.S_IMODE((home / "things").stat().st_mode) == 0o700
    assert stat.S_IMODE((home / "things" / A).stat().st_mode) == 0o600
    (home / "things").chmod(0o777)
    Store("things").get(A)
    assert stat.S_IMODE((home / "things").stat().st_mode) == 0o700


DAMAGES = {
    "cut": lambda data: data[:-1], "cut short": lambda data: data[:20], "empty": lambda data: b"",
    "longer": lambda data: data + b"x", "one bit": lambda data: data[:-1] + bytes([data[-1] ^ 1]),
    "other": lambda data: b"x" * len(data)}


@pytest.mark.parametrize("damage", DAMAGES.values(), ids=DAMAGES)
def test_a_damaged_file_reads_as_missing(home, damage):
    store = Store("things")
    store.put(A, b"some content")
    path = home / "things" / A
    path.write_bytes(damage(path.read_bytes()))
    assert store.get(A) is None
    store.put(A, b"again")
    assert store.get(A) == b"again"


def test_a_file_in_anothers_place_reads_as_missing(home):
    store = Store("things")
    store.put(A, b"of a")
    os.rename(home / "things" / A, home / "things" / B)
    assert store.get(B) is None


# --- what others put there -------------------------------------------------------------------------------------------

def test_the_users_own_folders_are_let_alone(tmp_path, monkeypatch):
    """PYGPU_CACHE may name a folder that is in use: what lies there is neither counted, nor removed, nor changed."""
    monkeypatch.setenv("PYGPU_CACHE", str(tmp_path))
    for name in ("kernels", "programs"):
        (tmp_path / name).mkdir(mode=0o755)
        for index in range(20):
            (tmp_path / name / f"{index}.dat").write_bytes(bytes(1000))
            os.utime(tmp_path / name / f"{index}.dat", (index, index))
    for index in range(20):
        Store("kernels", limit=5000).put(key_of(index), bytes(1000))
    for name in ("kernels", "programs"):
        assert len(list((tmp_path / name).iterdir())) == 20
        assert stat.S_IMODE((tmp_path / name).stat().st_mode) == 0o755


def test_only_what_was_written_here_is_removed(home):
    """Not even in the store's own folder does anything else go: neither by its name nor by its content."""
    store = Store("things", limit=5000)
    store.put(A, b"one")
    others = {"notes.txt": b"mine", key_of("other"): b"called as a key, but not ours", "link": None,
              ".new-something": b"mine, too"}
    for name, content in others.items():
        path = home / "things" / name
        path.symlink_to(home / "things" / "notes.txt") if content is None else path.write_bytes(content * 1000)
        os.utime(path, (0, 0), follow_symlinks=False)
    (home / "things" / "folder").mkdir()
    for index in range(20):
        store.put(key_of(index), bytes(1000))
    store.drop(key_of("other"))
    left = {path.name for path in (home / "things").iterdir()}
    assert {*others, "folder"} <= left


def test_what_a_killed_process_left_is_removed(home):
    store = Store("things")
    store.put(A, b"one")
    new = home / "things" / f".new-{B}-{'0' * 16}"
    old = home / "things" / f".new-{B}-{'1' * 16}"
    for path in (new, old):
        path.write_bytes(MAGIC[:3])
    os.utime(old, (time.time() - 90000,) * 2)
    Store("things").put(B, b"two")  # as the next process has it
    assert new.exists() and not old.exists()


def test_a_folder_that_pygpu_did_not_make_is_not_used(home):
    home.mkdir(parents=True)
    home.chmod(0o755)
    (home / "mine").write_text("something")
    Store("things").put(A, b"one")
    assert [path.name for path in home.iterdir()] == ["mine"] and stat.S_IMODE(home.stat().st_mode) == 0o755
    assert "TAG" in homes.trouble()
    (home / homes.TAG).write_text("Signature of another program")
    assert Store("things").get(A) is None and "was not made by PyGPU" in homes.trouble()


@pytest.mark.parametrize("content", [b"", homes.MARK[:9]])
def test_a_mark_that_a_full_disk_cut_is_one(home, content):
    Store("things").put(A, b"one")
    (home / homes.TAG).write_bytes(content)
    assert Store("things").get(A) == b"one"


@pytest.mark.skipif(os.name != "posix", reason="links need rights elsewhere")
@pytest.mark.parametrize("part", [".", "things"])
def test_a_link_in_place_of_a_folder_is_not_followed(home, tmp_path, part):
    store = Store("things")
    store.put(A, b"one")
    elsewhere = tmp_path / "elsewhere"
    os.rename(home / part, elsewhere)
    (home / part).symlink_to(elsewhere)
    assert store.get(A) is None
    store.put(B, b"two")
    assert not list(elsewhere.rglob(B))
    assert folder("things") is None


@pytest.mark.skipif(os.name != "posix", reason="links and modes are POSIX's")
@pytest.mark.parametrize("change", ["link", "others may write", "pipe", "folder"])
def test_a_file_that_others_could_have_made_is_not_read(home, tmp_path, change):
    store = Store("things")
    store.put(A, b"one")
    path = home / "things" / A
    if change == "link":
        os.rename(path, tmp_path / "elsewhere")
        path.symlink_to(tmp_path / "elsewhere")
    elif change == "others may write":
        path.chmod(0o666)
    else:
        path.unlink()
        os.mkfifo(path) if change == "pipe" else path.mkdir()
    assert store.get(A) is None


@pytest.mark.skipif(os.name != "posix" or os.getuid() != 0, reason="only root can make what belongs to others")
@pytest.mark.parametrize("part", [".", "things", f"things/{A}"])
def test_what_belongs_to_another_user_is_not_used(home, part):
    store = Store("things")
    store.put(A, b"one")
    os.chown(home / part, 12345, 12345)
    assert store.get(A) is None


@pytest.mark.parametrize("word", ["off", "0", "OFF", "no"])
def test_off_keeps_nothing(monkeypatch, tmp_path, word):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PYGPU_CACHE", word)
    store = Store("things")
    store.put(A, b"one")
    assert store.get(A) is None and folder("things") is None and not list(tmp_path.iterdir())


def test_a_place_that_cannot_be_written_costs_nothing_but_time(monkeypatch, tmp_path):
    (tmp_path / "file").write_text("not a folder")
    monkeypatch.setenv("PYGPU_CACHE", str(tmp_path / "file"))
    store = Store("things")
    store.put(A, b"one")
    assert store.get(A) is None


def test_the_size_is_bounded_and_the_unused_go_first(home):
    store = Store("things", limit=10_000)
    for index in range(9):
        store.put(key_of(index), bytes(1000))
        os.utime(home / "things" / key_of(index), (1000 + index, 1000 + index))
    assert store.get(key_of(0)) is not None  # used just now
    store.put(A, bytes(1000))
    left = {path.name for path in (home / "things").iterdir()}
    assert sum(path.stat().st_size for path in (home / "things").iterdir()) <= 7_500
    assert {key_of(0), A, key_of(8)} <= left and key_of(1) not in left


def test_what_lies_there_is_looked_through_seldom(home, monkeypatch):
    """A look takes the longer the more there is: a tenth of a second for some thousand kernels."""
    looked, written = [], cache._written
    monkeypatch.setattr(cache, "_written", lambda home: looked.append(home) or written(home))
    store = Store("things", limit=100_000)
    for index in range(300):
        store.put(key_of(index), bytes(1000))
        assert sum(path.stat().st_size for path in (home / "things").iterdir()) <= 100_000
    assert len(looked) < 200
    looked.clear()
    store = Store("things")
    for index in range(50):
        store.put(key_of(index), bytes(1000))
    assert len(looked) == 1


def test_keys_tell_parts_apart():
    assert key_of("ab", "c") != key_of("a", "bc") != key_of("abc")
    assert key_of("a", b"a") == key_of(b"a", "a")


def test_many_processes_write_at_once(home):
    code = """
from pygpu.runtime.cache import Store, key_of
store = Store("things", limit=300_000)
for turn in range(60):
    key = key_of(turn % 7)
    got = store.get(key)
    assert got is None or got == key.encode() * 150, key
    store.put(key, key.encode() * 150)
"""
    running = [subprocess.Popen([sys.executable, "-c", code], stderr=subprocess.PIPE) for _ in range(8)]
    for process in running:
        assert process.wait(60) == 0, process.stderr.read().decode()
        process.stderr.close()
    assert not [path for path in (home / "things").iterdir() if path.name.startswith(".new")]


def test_without_the_variable_it_is_the_users_cache_folder(tmp_path):
    found = python("from pygpu.runtime.home import folder; print(folder('things'))", PYGPU_CACHE=None,
                   XDG_CACHE_HOME=str(tmp_path), HOME=str(tmp_path)).stdout
    assert str(tmp_path) in found and found.strip().endswith("things")
