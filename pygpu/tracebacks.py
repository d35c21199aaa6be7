"""Tracebacks as their owner wants to read them: the user's frames, none of PyGPU's. PYGPU_DEBUG=1 keeps all.

    cleaned(error)    at the doors of the package, `raise cleaned(error)`: what led there inside is gone
    hook              what is left, the door's own frame, is gone from what Python prints at the end of a program
    block, as_notebooks_do    and from what a notebook shows

What is at fault inside of PyGPU itself keeps its frames: somebody has to find it.
"""

from __future__ import annotations

import os
import sys
import traceback
from collections.abc import Callable
from contextlib import suppress
from functools import partial, wraps
from pathlib import Path
from types import TracebackType
from typing import ParamSpec, TypeVar

from .location import Location

P = ParamSpec("P")
R = TypeVar("R")
PACKAGE = str(Path(__file__).resolve().parent) + os.sep
LIBRARY = str(Path(os.__file__).resolve().parent) + os.sep


def is_ours(filename: str) -> bool:
    return filename.startswith((PACKAGE, "<frozen "))


def is_bug(error: BaseException) -> bool:
    """Whether an exception comes from our own code, and not from something that the user's filter made us call."""
    frames = traceback.extract_tb(error.__traceback__)
    return bool(frames) and is_ours(frames[-1].filename) and not hasattr(error, "__notes__")


def debugging() -> bool:
    return os.environ.get("PYGPU_DEBUG", "0") not in ("", "0")


def cleaned(error: Exception) -> Exception:
    """The error, and those that led to it, without our frames. What only we have seen is no part of its story."""
    if debugging() or not is_refusal(error) and is_bug(error):
        return error
    watch()
    each: BaseException | None = error
    seen: set[int] = set()
    while each is not None and id(each) not in seen:
        seen.add(id(each))
        each.__traceback__ = without_ours(each.__traceback__)
        if each.__cause__ is None and each.__context__ is not None \
                and without_ours(each.__context__.__traceback__) is None:
            each.__context__ = None
        each = each.__cause__ or each.__context__
    if not is_refusal(error) and "IPython" in sys.modules:
        with suppress(AttributeError):  # an error that has no room for more
            error._render_traceback_ = partial(as_notebooks_do, error)  # type: ignore[attr-defined]
    return error


def as_notebooks_do(error: BaseException) -> list[str]:
    """What the host raised, in IPython's own words but without the door's frame."""
    shell = sys.modules["IPython"].get_ipython()
    told: list[str] = shell.InteractiveTB.structured_traceback(type(error), error, without_ours(error.__traceback__))
    return told


def watch() -> None:
    """From now on, what Python prints at the end of a program has none of our frames."""
    if sys.excepthook is sys.__excepthook__:
        sys.excepthook = hook


def is_refusal(error: BaseException) -> bool:
    return getattr(error, "is_refusal", False)


def without_ours(found: TracebackType | None) -> TracebackType | None:
    """Without our frames, and without those of the standard library by which we called ourselves."""
    frames: list[TracebackType] = []
    between: list[TracebackType] = []
    since_ours = False
    while found is not None:
        filename = found.tb_frame.f_code.co_filename
        if is_ours(filename):
            between, since_ours = [], True
        elif since_ours and (filename.startswith(LIBRARY) or between and filename == "<string>"):  # a dataclass's __init__
            between.append(found)
        else:
            frames += [*between, found]
            between, since_ours = [], False
        found = found.tb_next
    frames += between
    for each in reversed(frames):
        found = TracebackType(found, each.tb_frame, each.tb_lasti, each.tb_lineno)
    return found


def hook(kind: type[BaseException], error: BaseException, found: TracebackType | None) -> None:
    """Python's own, for what reaches the end of a program: a refusal, or what the user's code raised while we ran it."""
    if not debugging() and (is_refusal(error) or not is_bug(error)):
        error.__traceback__ = found = without_ours(found)
    sys.__excepthook__(kind, error, found)


def door(function: Callable[P, R]) -> Callable[P, R]:
    """A function of the package that users call: what is raised in it leaves without our frames."""
    @wraps(function)
    def opened(*args: P.args, **kwargs: P.kwargs) -> R:
        try:
            return function(*args, **kwargs)
        except Exception as error:
            raise cleaned(error)  # noqa: B904 - the same one
    return opened


def block(error: BaseException) -> list[str]:
    """A refusal as a notebook shows it in place of a traceback: where it was called, what is wrong, no more."""
    if debugging():
        return traceback.format_exception(error)
    found = without_ours(error.__traceback__)
    while found is not None and found.tb_next is not None:
        found = found.tb_next
    text = f"\x1b[1;31m{type(error).__name__}\x1b[0m  {error}"
    if getattr(error, "location", None) is not None or found is None:
        return text.splitlines()
    code, places = found.tb_frame.f_code, list(found.tb_frame.f_code.co_positions())
    line, end_line, column, end_column = places[found.tb_lasti // 2]
    called = Location(code.co_filename, code.co_name, line or found.tb_lineno, column, end_line, end_column)
    return [*text.splitlines(), f"  at {called}", *called.excerpt().splitlines()]
