"""Small files kept between runs: kernels already built, devices already tried. Hides the disk and who else uses it.

A `Store` maps a key, made by `key_of`, to bytes. Nothing in it is ever needed: whatever is missing, damaged, foreign or
forbidden reads as None and is made again. Files appear whole or not at all (written aside, then renamed), so any number
of processes may start at once. Each holds a digest of its key and its content, so a torn disk is noticed, and one file
in another's place too. The total is bounded, the files unused for longest go first; what PyGPU did not write is never
removed. Where the folder lies, and whose it must be, is told in home.py.
"""

from __future__ import annotations

import hashlib
import os
import re
import stat
import time
from collections.abc import Iterator
from pathlib import Path

from .home import folder, is_mine

LIMIT = 256 << 20  # bytes in one store
MAGIC = b"pygpu 2\n"
START = len(MAGIC) + hashlib.sha256().digest_size
KEY = re.compile(r"[0-9a-f]{64}")
ASIDE = re.compile(r"\.new-[0-9a-f]{64}-[0-9a-f]{16}")
SHARE = 8  # of what is free a process takes so much before it looks again: to look takes 40 us a file
LEFT_BEHIND = 3600  # seconds after which no one is writing a file any more
READ = os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
WRITE = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_BINARY", 0)


def key_of(*parts: object) -> str:
    """One name for everything that a stored thing depends on."""
    digest = hashlib.sha256()
    for part in parts:
        text = part if isinstance(part, bytes) else str(part).encode("utf-8", "surrogatepass")
        digest.update(b"%d:" % len(text))
        digest.update(text)
    return digest.hexdigest()


class Store:
    """Bytes by key in the user's folder `name`."""

    def __init__(self, name: str, limit: int = LIMIT):
        self.name, self.limit = name, limit
        self.room: dict[Path, int] = {}  # bytes that this process may put there before it looks how much there is

    def get(self, key: str) -> bytes | None:
        home = folder(self.name)
        if home is None:
            return None
        path = home / key
        content = _read(path)
        if content is None or content[:START] != _start(key, content[START:]):
            return None  # what is made instead will take its place
        try:
            os.utime(path)  # used just now: among the last to go
        except OSError:
            pass
        return content[START:]

    def __contains__(self, key: str) -> bool:
        """Whether there is something by this key, which may be damaged."""
        home = folder(self.name)
        return home is not None and (home / key).exists()

    def is_empty(self) -> bool:
        """Whether nothing was ever put here, as far as can be seen."""
        home = folder(self.name)
        return home is None or not any(True for _ in _written(home))

    def put(self, key: str, payload: bytes) -> None:
        home = folder(self.name)
        if home is None:
            return
        aside = home / f".new-{key}-{os.urandom(8).hex()}"
        try:
            with open(os.open(aside, WRITE, 0o600), "wb") as file:
                try:
                    file.write(_start(key, payload) + payload)
                    file.close()
                    os.replace(aside, home / key)
                except BaseException:
                    os.unlink(aside)
                    raise
            self.room[home] = self.room.get(home, 0) - START - len(payload)
            if self.room[home] < 0:
                self.room[home] = (self.limit - self._evict(home)) // SHARE
        except OSError:
            pass  # a full or read-only disk costs time, never a result

    def drop(self, key: str) -> None:
        home = folder(self.name)
        if home is not None and is_ours(home / key):
            _remove(home / key)

    def _evict(self, home: Path) -> int:
        """Keep within the limit: the files unused for longest go, until a quarter is free again. How much is left."""
        files = list(_written(home))
        total, now = sum(size for _, size, _ in files), time.time()
        for written, _, path in files:
            if path.name[0] == "." and written < now - LEFT_BEHIND:
                _remove(path)  # a process was ended while it wrote this
        if total <= self.limit:
            return total
        for _, size, path in sorted(files):
            if total <= self.limit * 3 // 4:
                break
            if path.name[0] != "." and is_ours(path):
                _remove(path)
                total -= size
        return total


def _start(key: str, payload: bytes) -> bytes:
    """What a file begins with."""
    digest = hashlib.sha256(key.encode())
    digest.update(payload)
    return MAGIC + digest.digest()


def _read(path: Path, size: int = -1) -> bytes | None:
    """The bytes of a plain file that this user alone can have written; None for anything else."""
    try:
        with open(os.open(path, READ), "rb") as file:
            found = os.fstat(file.fileno())
            return file.read(size) if stat.S_ISREG(found.st_mode) and is_mine(found) else None
    except OSError:
        return None


def is_ours(path: Path) -> bool:
    """Whether PyGPU wrote this file: its name is a key, and it begins as all do."""
    return KEY.fullmatch(path.name) is not None and _read(path, len(MAGIC)) == MAGIC


def _written(home: Path) -> Iterator[tuple[float, int, Path]]:
    """(when it was used, size, path) of each file that is called as ours are."""
    try:
        with os.scandir(home) as entries:
            for entry in entries:
                if KEY.fullmatch(entry.name) or ASIDE.fullmatch(entry.name):
                    try:
                        found = entry.stat(follow_symlinks=False)
                    except OSError:
                        continue  # another process was faster
                    if stat.S_ISREG(found.st_mode):
                        yield found.st_mtime, found.st_size, Path(entry.path)
    except OSError:
        return


def _remove(path: Path) -> None:
    try:
        os.unlink(path)
    except OSError:
        pass
