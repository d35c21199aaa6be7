"""Expected results in files: graphs and kernels as text, filtered pictures as PNG.

`pytest --update-golden` rewrites the files with what is computed now; the difference is then reviewed like code.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from PIL import Image


class Golden:
    """What the fixture `golden` gives: compare with a file beside the test, or rewrite it."""

    def __init__(self, folder: Path, update: bool):
        self.folder, self.update = folder, update

    def text(self, actual: str, name: str) -> None:
        """`actual` must be the text of the file `name`, up to blank space at the ends of lines."""
        path = self.folder / name
        lines = [line.rstrip() for line in actual.strip("\n").splitlines()]
        if self.update:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text("\n".join(lines) + "\n")
        self._must_exist(path)
        assert lines == path.read_text().splitlines(), f"not what {name} says; if it is better: pytest --update-golden"

    def picture(self, actual, name: str, levels: int = 1, exceptions: float = 0) -> None:
        """`actual` must be the picture `name`, each value within so many of 255 levels. `exceptions` is the share of
        values that may be anything: where a filter decides by a threshold, the last bit may decide otherwise."""
        path = self.folder / name
        actual = actual if isinstance(actual, Image.Image) else Image.fromarray(np.asarray(actual))
        if self.update:
            path.parent.mkdir(parents=True, exist_ok=True)
            actual.save(path, optimize=True)
        self._must_exist(path)
        expected = Image.open(path)
        assert (actual.mode, actual.size) == (expected.mode, expected.size)
        off = np.abs(np.asarray(actual, np.int32) - np.asarray(expected, np.int32))
        wrong = np.count_nonzero(off > levels)
        assert wrong <= exceptions * off.size, f"{wrong} of {off.size} values are off from {name}, by up to {off.max()}"

    def _must_exist(self, path: Path) -> None:
        if not path.exists():
            pytest.fail(f"there is no {path.name} yet: pytest --update-golden writes it", pytrace=False)
