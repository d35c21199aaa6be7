"""What has been done of a picture that is computed tile by tile: a file with a line for each tile that was written, so that
a run that was interrupted, at whatever moment, goes on where it was. Hides how much of such a file can be believed.

It is read only as far as its last whole line, tells of one job (the filter, its numbers, the pictures as they are, the
tiles), and is one run's at a time.
"""

from __future__ import annotations

import json
import os
from contextlib import suppress
from hashlib import sha256

import numpy as np

from ...errors import ArgumentError, ImageError
from .cuts import mapped, part_of

try:
    import fcntl
except ImportError:  # Windows: two runs at once are not told of each other there
    fcntl = None  # type: ignore[assignment]

LOOKED_AT = 16  # pixels each way, of a picture that lies in no file


class Journal:
    """`with Journal(name) as journal`; without a name nothing is noted."""

    def __init__(self, name):
        self.name, self.file, self.lines, self.begun = name, None, [], False
        if name is None:
            return
        self.file = open(name, "a+", encoding="utf-8")  # noqa: SIM115 - it is closed at the end of the run
        try:
            if fcntl is not None:
                fcntl.flock(self.file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            self.file.close()
            raise ArgumentError(f"resume={os.fspath(name)!r}: another run is at work on it") from None
        self.file.seek(0)
        text = self.file.read()
        whole = text[:text.rfind("\n") + 1]  # a last line without an end was not finished
        if whole != text:
            self.file.truncate(len(whole.encode()))
        self.lines = whole.split("\n")[:-1]

    def __enter__(self) -> Journal:
        return self

    def __exit__(self, *error) -> None:
        if self.file is not None:
            self.file.close()
            if not self.begun and not self.lines:
                self.remove()

    def forget(self) -> None:
        """What it tells of is gone."""
        if self.lines:
            self.file.truncate(0)
            self.lines = []

    def begin(self, job: str, regions: list) -> list:
        """The regions that are left to do."""
        self.left = list(regions)
        if self.file is None:
            return self.left
        first, *done = self.lines or [job]
        if first != job:
            raise ArgumentError(f"resume={os.fspath(self.name)!r} tells of another run: of another filter, other "
                                f"pictures or other tiles. Delete it to begin anew")
        if not self.lines:
            self.put(job)
        self.begun = True
        known = {tuple(json.loads(line)) for line in done}
        self.left = [region for region in regions if region not in known]
        return self.left

    def note(self, done: int) -> None:
        if self.file is not None:
            self.put(json.dumps(self.left[done - 1]))

    def put(self, line: str) -> None:
        self.file.write(line + "\n")
        self.file.flush()

    def end(self) -> None:
        if self.file is not None:
            self.remove()

    def remove(self) -> None:
        with suppress(FileNotFoundError):
            os.unlink(self.name)


class Sources:
    """What the pictures that are read are like, as far as that can be seen without reading all of them: of files when they
    were written, and how long they are; of others some of their pixels."""

    def __init__(self, images, sizes, names):
        """`images` are what parts are read from, `names` the files or folders that they are in, or None."""
        self.images, self.sizes, self.names = images, sizes, names
        self.found = self.marks()

    def marks(self) -> list[str]:
        return [in_file(name) if name else some_of(image, size)
                for image, size, name in zip(self.images, self.sizes, self.names)]

    def refuse_changes(self) -> None:
        """What was changed while it was read gave a result that belongs to no picture."""
        for name, before, after in zip(self.names, self.found, self.marks()):
            if name and before != after:
                raise ImageError(f"{name} was changed while it was read: the result is made of both")


def in_file(name: str) -> str:
    """Of a folder, all files in it."""
    files = [os.path.join(where, file) for where, _, files in os.walk(name) for file in files] or [name]
    told = sha256()
    for file in sorted(files):
        with suppress(FileNotFoundError):
            known = os.stat(file)
            told.update(f"{file} {known.st_size} {known.st_mtime_ns}\n".encode())
    return told.hexdigest()


def some_of(image, size: tuple[int, ...]) -> str:
    told = sha256()
    for share in (0.0, 0.5, 1.0):
        first = [int(share * max(0, length - LOOKED_AT)) for length in size]
        last = [min(length, low + LOOKED_AT) for length, low in zip(size, first)]
        told.update(np.ascontiguousarray(part_of(image, mapped(first, last))).tobytes())
    return told.hexdigest()
