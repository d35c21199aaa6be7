"""`python -m pygpu tune FILE.py:FUNCTION IN...`: its plans measured on this device, a line each, and the fastest kept."""

from __future__ import annotations

from functools import partial

from .run import called


def tune(arguments, words: dict[str, str]) -> int:
    print(called(lambda filter: partial(filter.tune, progress=print, seconds=arguments.seconds), arguments, words))
    return 0
