"""Lines of C with their indentation."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

WIDTH = 120


class Writer:
    def __init__(self, depth: int = 0):
        self.lines: list[str] = []
        self.depth = depth

    def line(self, text: str = "", comment: str = "") -> None:
        indent = "    " * self.depth
        first, *more = _wrapped(text, WIDTH - len(indent)) if text else [""]
        self.lines.append((indent + first if text else "") + (f"  {remark(comment)}" if comment else ""))
        self.lines += [f"{indent}        {rest}" for rest in more]

    @contextmanager
    def block(self, opening: str, closing: str = "}", comment: str = "") -> Iterator[None]:
        """`opening {` ... `}` with what is written meanwhile indented."""
        self.line(f"{opening} {{" if opening else "{", comment)
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


def remark(text: str) -> str:
    """A comment: names of functions and files stand in it, which may hold anything."""
    return f"// {text}" if text.isprintable() else "// " + "".join([each if each.isprintable() else "?" for each in text])


def _wrapped(text: str, width: int) -> list[str]:
    """Long expressions broken before an operator or after a comma."""
    lines = []
    while len(text) > width:
        at = max(text.rfind(" + ", 0, width), text.rfind(" - ", 0, width), text.rfind(", ", 0, width - 1) + 1)
        if at < width // 3:
            break
        lines.append(text[:at])
        text = text[at + 1:]
    return [*lines, text]
