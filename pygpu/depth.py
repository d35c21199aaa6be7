"""Room for compiling, which goes a dozen calls deep for each of the code that it follows; NumPy's evaluator does, too.

Code of the host's that calls itself by way of C, as a `__getattr__` that asks for itself does, would fill the processor's
stack before Python's limit, raised so far, ends it; and the process with it. The main thread's stack may grow meanwhile.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress

try:
    import resource
except ImportError:  # on Windows
    resource = None

CALLS = 30_000
USERS: list[int] = []  # what the limit was before it was raised
STACK = 112 << 20  # bytes: less than the room that Linux leaves free below a stack


@contextmanager
def deep() -> Iterator[None]:
    calls = sys.getrecursionlimit()
    sys.setrecursionlimit(max(calls, CALLS))
    before = grown()
    USERS.append(calls)
    try:
        yield
    finally:
        USERS.pop()
        sys.setrecursionlimit(calls)
        if before is not None:
            resize(before)


def users_limit() -> int:
    """How deep calls may go when nothing is compiled."""
    return USERS[0] if USERS else sys.getrecursionlimit()


def grown() -> int | None:
    """How far the stack might grow before it might grow further; None where it already may, or can't be told."""
    if resource is None:
        return None
    with suppress(OSError, ValueError):
        soft, hard = resource.getrlimit(resource.RLIMIT_STACK)
        most = STACK if hard == resource.RLIM_INFINITY else min(STACK, hard)
        if soft != resource.RLIM_INFINITY and soft < most:
            resize(most)
            return soft
    return None


def resize(size: int) -> None:
    with suppress(OSError, ValueError):
        resource.setrlimit(resource.RLIMIT_STACK, (size, resource.getrlimit(resource.RLIMIT_STACK)[1]))
