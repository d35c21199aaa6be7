"""Makes a program smaller that goes wrong, while it goes wrong in the same way."""

from __future__ import annotations

import time
from collections.abc import Callable

PATIENCE = 40  # seconds


def shrunk(source: str, check: Callable[[str], object], error: type[Exception]) -> Exception:
    """What is raised by the smallest program that is found by leaving lines out, with what stands under them."""
    lines, best, started = source.splitlines(), None, time.perf_counter()
    size = len(lines)
    while size:
        at = 1
        while at < len(lines) and time.perf_counter() - started < PATIENCE:
            for less in (without(lines, at, at + size), dissolved(lines, at) if size == 1 else None):
                found = less and raised("\n".join(less) + "\n", check)
                if type(found) is error:
                    lines, best = less, found
                    break
            else:
                at += 1
        size //= 2
    return best or raised(source, check)


def indent(line: str) -> int:
    return len(line) - len(line.lstrip())


def without(lines: list[str], at: int, end: int) -> list[str] | None:
    """The lines without some, and what stands under the last of them."""
    while end < len(lines) and indent(lines[end]) > indent(lines[at]):
        end += 1
    return lines[:at] + lines[end:] if end <= len(lines) else None


def dissolved(lines: list[str], at: int) -> list[str] | None:
    """The lines with what stands under one in its place."""
    end = at + 1
    while end < len(lines) and indent(lines[end]) > indent(lines[at]):
        end += 1
    return None if end == at + 1 else lines[:at] + [line[4:] for line in lines[at + 1:end]] + lines[end:]


def raised(source: str, check) -> Exception | None:
    try:
        check(source)
    except Exception as error:
        return error
    return None
