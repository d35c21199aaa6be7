"""Small files kept between runs: kernels already built, devices already tried. Hides the disk and who else uses it.

A `Store` maps a key to bytes. Nothing in it is ever needed: whatever is missing, damaged, foreign or forbidden reads
as None and is made again. Files appear whole or not at all (written aside, then renamed), so any number of processes
may start at once; each holds a digest of its content, so a torn disk is noticed; the total is bounded, the files
unused for longest go first. The folder belongs to the user alone, since a kernel binary is code.

    PYGPU_CACHE=/some/folder    keep them there
    PYGPU_CACHE=off             keep nothing
"""

from __future__ import annotations

import hashlib
import os
import stat
import tempfile
from contextlib import nullcontext
from pathlib import Path

LIMIT = 256 << 20  # bytes in one store
MAGIC = b"pygpu 1\n"
OFF = {"off", "0", "no", "none", "false"}


def key_of(*parts: object) -> str:
    """One name for everything that a stored thing depends on."""
    digest = hashlib.sha256()
    for part in parts:
        text = part if isinstance(part, bytes) else str(part).encode()
        digest.update(b"%d:" % len(text))
        digest.update(text)
    return digest.hexdigest()


def folder(name: str) -> Path | None:
    """The user's private folder `name` for PyGPU, made when missing; None where there can't be one."""
    wish = os.environ.get("PYGPU_CACHE", "")
    if wish.strip().lower() in OFF:
        return None
    try:
        path = Path(wish).expanduser() if wish.strip() else _usual_place()
        path.mkdir(mode=0o700, parents=True, exist_ok=True)
        _make_private(path / name)
    except (OSError, RuntimeError, ImportError):
        return None
    return path / name


def _usual_place() -> Path:
    from platformdirs import user_cache_path

    return user_cache_path("pygpu", appauthor=False)


def _make_private(path: Path) -> None:
    """A folder that only this user can look into; an error if it is someone else's."""
    path.mkdir(mode=0o700, exist_ok=True)
    if not hasattr(os, "getuid"):
        return
    found = path.stat()
    if found.st_uid != os.getuid():
        raise PermissionError(f"{path} belongs to another user")
    if stat.S_IMODE(found.st_mode) & 0o077:
        path.chmod(0o700)


class Store:
    """Bytes by key in the user's folder `name`."""

    def __init__(self, name: str, limit: int = LIMIT):
        self.name, self.limit = name, limit

    def get(self, key: str) -> bytes | None:
        home = folder(self.name)
        if home is None:
            return None
        path = home / key
        try:
            content = path.read_bytes()
        except OSError:
            return None
        start = len(MAGIC) + 32
        payload = content[start:]
        if content[:start] != MAGIC + hashlib.sha256(payload).digest():
            self.drop(key)
            return None
        try:
            os.utime(path)  # used just now: among the last to go
        except OSError:
            pass
        return payload

    def is_empty(self) -> bool:
        """Whether nothing was ever put here, as far as can be seen."""
        home = folder(self.name)
        try:
            with os.scandir(home) if home else nullcontext(()) as entries:
                return next(iter(entries), None) is None
        except OSError:
            return True

    def put(self, key: str, payload: bytes) -> None:
        home = folder(self.name)
        if home is None:
            return
        try:
            handle, aside = tempfile.mkstemp(prefix=".new-", dir=home)  # mode 600
            try:
                with os.fdopen(handle, "wb") as file:
                    file.write(MAGIC + hashlib.sha256(payload).digest() + payload)
                os.replace(aside, home / key)
            except BaseException:
                os.unlink(aside)
                raise
            self._evict(home)
        except OSError:
            pass  # a full or read-only disk costs time, never a result

    def drop(self, key: str) -> None:
        home = folder(self.name)
        if home is not None:
            try:
                (home / key).unlink(missing_ok=True)
            except OSError:
                pass

    def _evict(self, home: Path) -> None:
        """Keep within the limit: the files unused for longest go, until a quarter is free again."""
        files = []
        with os.scandir(home) as entries:
            for entry in entries:
                try:
                    found = entry.stat()
                except OSError:
                    continue  # another process was faster
                files.append((found.st_mtime, found.st_size, entry.path))
        total = sum(size for _, size, _ in files)
        if total <= self.limit:
            return
        for _, size, path in sorted(files):
            if total <= self.limit * 3 // 4:
                break
            try:
                os.unlink(path)
            except OSError:
                pass
            total -= size
