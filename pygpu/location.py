"""Where in the user's source something stands, as a person is told it."""

from __future__ import annotations

import linecache
import sys
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
        cell = cell_of(self.filename)
        if cell:
            return f"{cell}, line {self.line}" if self.line else cell
        return f"{self.filename}:{self.line}" if self.line else self.filename

    @property
    def key(self) -> str:
        """The same for machines: without folders, and the same whenever a cell is run again."""
        return f"{file_of(self.filename)}:{self.line}"

    def short(self) -> str:
        """In a few words: harris.py:12, or the cell."""
        return str(self) if cell_of(self.filename) else self.key

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


def file_of(filename: str) -> str:
    """Without its folders, whichever system wrote it."""
    return filename.rpartition("/")[2].rpartition("\\")[2]


def cell_of(filename: str) -> str | None:
    """The name that a notebook shows for a cell's code, "Cell In[7]"; None for what is no cell."""
    ipython = sys.modules.get("IPython")
    shell = ipython and ipython.get_ipython()
    named = getattr(getattr(shell, "compile", None), "format_code_name", None)
    found = named(filename) if named else None
    return found and " ".join(found)
