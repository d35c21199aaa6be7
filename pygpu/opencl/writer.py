"""Lines of C with their indentation."""

from __future__ import annotations

from contextlib import contextmanager


class Writer:
    def __init__(self, depth: int = 0):
        self.lines: list[str] = []
        self.depth = depth

    def line(self, text: str = "", comment: str = "") -> None:
        indented = "    " * self.depth + text if text else ""
        self.lines.append(f"{indented}  // {comment}" if comment else indented)

    @contextmanager
    def block(self, opening: str, closing: str = "}"):
        """`opening {` ... `}` with what is written meanwhile indented."""
        self.line(f"{opening} {{" if opening else "{")
        self.depth += 1
        yield
        self.depth -= 1
        self.line(closing)

    def otherwise(self) -> None:
        """Closes the arm being written and opens its `else`."""
        self.depth -= 1
        self.line("} else {")
        self.depth += 1

    def __str__(self) -> str:
        return "\n".join(self.lines)
