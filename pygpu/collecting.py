"""Python looks for circles of what nobody holds any more only now and then while much is made that is held: where this
package is imported, and while a chapter of a compile is told. It looked through all of that again and again, for a tenth of
the time.
"""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager

MANY = 200_000  # objects more than before: some ten megabytes that might wait for so long


@contextmanager
def seldom() -> Iterator[None]:
    """Inside, and wherever another thread is meanwhile. Who has asked for it more seldom, or never, is left alone."""
    before, *others = gc.get_threshold()
    if not 0 < before < MANY:
        yield
        return
    gc.set_threshold(MANY, *others)
    try:
        yield
    finally:
        gc.set_threshold(before, *others)
