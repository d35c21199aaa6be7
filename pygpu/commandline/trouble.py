"""What goes wrong on a command line, and how it is told: one message, an exit code, no traceback from inside.

    0   done
    1   the filter, a picture or a device was refused (any PyGPUError), or the user's own file raised
    2   the command line itself can't be understood
    3   PyGPU itself is at fault: the only case in which a traceback from inside is shown
"""

from __future__ import annotations

import sys
import traceback

from ..errors import PyGPUError
from ..tracebacks import is_bug, is_ours

__all__ = ["UsageError", "UserError", "is_bug", "note", "told"]


class UsageError(PyGPUError):
    """Words that make no command."""


class UserError(PyGPUError):
    """The user's own code raised: their traceback, without the frames that are ours."""

    def __init__(self, doing: str, error: BaseException):
        super().__init__(f"{doing}:\n{told(error)}")


def told(error: BaseException) -> str:
    """A traceback as its owner wants to read it: only from their files on."""
    frames = [frame for frame in traceback.extract_tb(error.__traceback__) if not is_ours(frame.filename)]
    lines = traceback.format_list(frames) + traceback.format_exception_only(error)
    return "".join(lines).rstrip()


_noted: set[str] = set()


def note(text: str) -> None:
    """Something to know that is no error, once."""
    if text not in _noted:
        _noted.add(text)
        print(f"pygpu: {text}\n", end="", file=sys.stderr)  # at once: several threads tell things
