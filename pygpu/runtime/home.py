"""The folder where PyGPU keeps things between runs: one that it made, that is the user's alone, and that is no link.

    PYGPU_CACHE=/some/folder    it is /some/folder/pygpu-store
    PYGPU_CACHE=off             there is none

What lies beside it is never looked at. A folder of that name that PyGPU did not make, that belongs to someone else, or
a link in its place is left alone, and then nothing is kept: what is kept is code, and would be run.
"""

from __future__ import annotations

import os
import shutil
import stat
import tempfile
from pathlib import Path

NAME = "pygpu-store"
OFF = {"off", "0", "no", "none", "false"}
# A file that other programs know as well: what lies beside it can be made again, so a backup may leave it out.
TAG = "CACHEDIR.TAG"
MARK = b"""Signature: 8a477f597d28d172789f06886806bc55
# PyGPU made this folder and keeps in it what it has compiled. It may be deleted at any time, as a whole.
"""


def folder(name: str) -> Path | None:
    """The private folder `name` of the store, made when missing; None where there can't be one."""
    try:
        return _folder(name)
    except (OSError, RuntimeError, ImportError):
        return None


def trouble() -> str:
    """Why nothing is kept, in words; empty where all is well."""
    try:
        return "PYGPU_CACHE is off" if _folder("kernels") is None else ""
    except (OSError, RuntimeError, ImportError) as error:
        return str(error)


def is_mine(found: os.stat_result) -> bool:
    """Whether something belongs to this user, and no one else can write to it."""
    return not hasattr(os, "getuid") or found.st_uid == os.getuid() and not found.st_mode & 0o022


def _folder(name: str) -> Path | None:
    wish = os.environ.get("PYGPU_CACHE", "").strip()
    if wish.lower() in OFF:
        return None
    place = Path(wish).expanduser() if wish else _usual_place()
    store = place / NAME
    if not os.path.lexists(store):
        place.mkdir(mode=0o700, parents=True, exist_ok=True)
        _make(store)
    _check(store)
    if not MARK.startswith(_content(store / TAG)):  # a disk that was full or torn may have cut it
        raise PermissionError(f"{store} was not made by PyGPU")
    _close(store)
    path = store / name
    try:
        _check(path)
    except FileNotFoundError:
        path.mkdir(mode=0o700, exist_ok=True)
        _check(path)
    _close(path)
    return path


def _usual_place() -> Path:
    from platformdirs import user_cache_path

    return user_cache_path("pygpu", appauthor=False)


def _make(store: Path) -> None:
    """With its mark from the first moment on, so that another process never sees it without."""
    aside = Path(tempfile.mkdtemp(prefix=f".{NAME}-", dir=store.parent))  # mode 700
    try:
        (aside / TAG).write_bytes(MARK)
        os.rename(aside, store)
    except OSError:
        shutil.rmtree(aside, ignore_errors=True)
        if not os.path.lexists(store):  # otherwise another process was faster
            raise


def _check(path: Path) -> None:
    """A folder, no link, of this user's own; an error if it is anything else."""
    found = os.lstat(path)
    if not stat.S_ISDIR(found.st_mode):
        raise PermissionError(f"{path} is a link or a file, where PyGPU's own folder was expected")
    if hasattr(os, "getuid") and found.st_uid != os.getuid():
        raise PermissionError(f"{path} belongs to another user")


def _close(path: Path) -> None:
    """Let no one else look into a folder that is ours."""
    if hasattr(os, "getuid") and stat.S_IMODE(path.lstat().st_mode) & 0o077:
        path.chmod(0o700)


def _content(path: Path) -> bytes:
    """A small file's bytes, as far as they can matter."""
    with open(path, "rb") as file:
        return file.read(len(MARK) + 1)
