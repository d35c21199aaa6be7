"""Every error PyGPU raises on purpose, and how one is shown.

    PyGPUError
    ├── CompileError      a filter that cannot become a kernel: kind, what was seen, why, what to write instead
    ├── ArgumentError     a call with wrong arguments (also a TypeError)
    ├── ImageError        a picture that cannot be used, or a result that fits none (also a ValueError)
    └── DeviceError       a device that is missing, too small, or refused its work

Stands on nothing else, so that every room can raise these.
"""

from __future__ import annotations

import linecache
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Location:
    """Where in the user's source something stands. Lines count from 1, columns from 0; None where unknown."""

    filename: str
    function: str
    line: int | None = None
    column: int | None = None
    end_line: int | None = None
    end_column: int | None = None

    def __str__(self) -> str:
        return f"{self.filename}:{self.line}" if self.line else self.filename

    def excerpt(self) -> str:
        """The source line with carets under the expression, or nothing where there is no source (a prompt, exec)."""
        text = linecache.getline(self.filename, self.line) if self.line else ""
        if not text.strip():
            return ""
        text = text.rstrip()
        if self.column is None:
            return f"    {text.strip()}"
        # Columns count UTF-8 bytes; a reader counts characters.
        raw = text.encode()
        start = len(raw[: self.column].decode(errors="replace"))
        one_line = self.end_line in (None, self.line) and self.end_column is not None
        end = len(raw[: self.end_column].decode(errors="replace")) if one_line else len(text)
        indent = len(text) - len(text.lstrip())
        carets = " " * (start - indent) + "^" * max(1, end - start)
        return f"    {text.lstrip()}\n    {carets}"


class PyGPUError(Exception):
    """The root: catching it catches everything PyGPU refuses."""


class CompileError(PyGPUError):
    """A filter that cannot be compiled, in the user's own terms."""

    def __init__(self, kind: str, seen: str, why: str = "", instead: str = "", location: Location | None = None,
                 calls: tuple[Location, ...] = ()):
        self.kind, self.seen, self.why, self.instead = kind, seen, why, instead
        self.location, self.calls = location, calls
        super().__init__(kind, seen)

    def __str__(self) -> str:
        lines = [f"{self.kind}: {self.seen}"]
        if self.location is not None:
            lines.append(f"  at {self.location}, in {self.location.function}")
            excerpt = self.location.excerpt()
            if excerpt:
                lines.append(excerpt)
        for call, times in runs(self.calls):
            again = f" ({times} times)" if times > 1 else ""
            lines.append(f"  called from {call}, in {call.function}{again}")
        if self.why:
            lines.append(f"  why: {self.why}")
        if self.instead:
            lines.append(f"  instead: {self.instead}")
        return "\n".join(lines)


def runs(locations) -> list[tuple[Location, int]]:
    """Equal neighbours once, with how often they stand there: a recursion is one line."""
    found: list[tuple[Location, int]] = []
    for location in locations:
        if found and found[-1][0] == location:
            found[-1] = location, found[-1][1] + 1
        else:
            found.append((location, 1))
    return found


class ArgumentError(PyGPUError, TypeError):
    """A compiled filter was called with arguments that it does not take."""


class ImageError(PyGPUError, ValueError):
    """A picture that cannot be read, or a result that no picture of the kind asked for can hold."""


class DeviceError(PyGPUError):
    """No usable device, a picture too large for it, or a driver that failed at its work."""
