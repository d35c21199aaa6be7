"""The messages in docs/errors.md: what each refused filter there says, run as if its block were the file filters.py.

    python docs/make_errors.py      writes them anew; tests/docs/ asks whether they are as they would be written
"""

from __future__ import annotations

import linecache
import re
from pathlib import Path

import numpy as np

import pygpu

PAGE = Path(__file__).parent / "errors.md"
FILE = "filters.py"
PYTHON = re.compile(r"```python\n(.*?)```", re.DOTALL)
SECTION = re.compile(r"^## (\S+)\n(.*?)(?=^## |\Z)", re.DOTALL | re.MULTILINE)
REFUSED = re.compile(r"(^Refused:\n\n```python\n.*?```\n)(?:\n```text\n.*?```\n)?", re.DOTALL | re.MULTILINE)


def sections() -> dict[str, str]:
    """What the page says of each kind."""
    return dict(SECTION.findall(PAGE.read_text()))


def met(section: str) -> tuple[pygpu.CompileError, str, object]:
    """The refusal of a section's bad filter, what it says, and the good one."""
    names = {"__name__": "errors"}
    exec(PYTHON.search(PAGE.read_text())[1], names)
    bad, good = PYTHON.findall(section)
    linecache.cache[FILE] = len(bad), None, bad.splitlines(keepends=True), FILE  # whose lines a message shows
    try:
        exec(compile(bad, FILE, "exec"), names)
        run(names["bad"])
    except pygpu.CompileError as error:
        refused, said = error, str(error)
    else:
        raise ValueError(f"this is not refused:\n{bad}")
    exec(compile(good, FILE, "exec"), names)
    return refused, said, names["good"]


def run(function):
    """A filter on some picture of the kind that it asks for."""
    filter = pygpu.compile(function)
    given = {}
    for parameter in filter.arguments.typed:
        if parameter.is_image:
            kind = getattr(parameter.type.pixel, "__name__", "Float")
            shape = (6, 6, 3) if kind == "Color" else (6, 6)
            given[parameter.name] = np.ones(shape, np.int32 if kind == "Int" else np.float32)
        elif not parameter.is_optional:
            given[parameter.name] = 1
    return filter(**given)


def page() -> str:
    """The page with the messages as they are now."""
    def told(section):
        said = met(section[0])[1]
        return REFUSED.sub(lambda found: f"{found[1]}\n```text\n{said}\n```\n", section[0])

    return SECTION.sub(told, PAGE.read_text())


if __name__ == "__main__":
    PAGE.write_text(page())
