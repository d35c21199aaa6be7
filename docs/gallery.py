"""The gallery: each sample with its picture, its time on this machine, and its text. `conf.py` has it made before a build.

    python docs/gallery.py        writes docs/gallery.md and docs/gallery/*.png
"""

import ast
import io
import runpy
import sys
from contextlib import contextmanager, redirect_stdout
from pathlib import Path
from statistics import median
from time import perf_counter

import numpy as np
from PIL import Image

import pygpu
from pygpu.pages.plain import uploaded

DOCS = Path(__file__).resolve().parent
SAMPLES = DOCS.parent / "samples"
OUT = DOCS / "gallery"
WIDTH = 480
GAP = 8


def made(sample: Path) -> tuple[list[Path], tuple | None]:
    """The pictures that a sample writes, made small; and the last call of a filter, as (filter, arguments, keywords)."""
    target = OUT / f"{sample.stem}.png"
    before = sys.argv, sys.path[:]
    sys.argv, sys.path[:] = [str(sample), "", str(target)], [str(sample.parent), *sys.path]
    try:
        import pictures

        opened = []
        pictures.photo = lambda name: opened.append(Image.open(pictures.IMAGES / name)) or opened[-1]
        with redirect_stdout(io.StringIO()) as said, recorded() as calls:
            runpy.run_path(str(sample), run_name="__main__")
    finally:
        sys.argv, sys.path[:] = before
    paths = [Path(line) for line in said.getvalue().split() if line.endswith(".png")]
    for path in paths:
        picture = Image.open(path)
        if picture.width <= WIDTH // 2:  # each pixel a square of pixels
            picture = picture.resize([WIDTH // picture.width * each for each in picture.size], Image.Resampling.NEAREST)
        before = opened[0] if len(opened) == 1 and opened[0].size == Image.open(path).size else None
        beside(before, picture).save(path)
    return paths, calls[-1] if calls else None


@contextmanager
def recorded():
    """The calls of filters, in their order."""
    calls, call = [], pygpu.Filter.__call__

    def noted(filter, *args, **kwargs):
        calls.append((filter, args, kwargs))
        return call(filter, *args, **kwargs)

    pygpu.Filter.__call__ = noted
    try:
        yield calls
    finally:
        pygpu.Filter.__call__ = call


def beside(before, after):
    """A result, and at its left what it was made of, if that has its size."""
    shown = [each.convert("RGB") for each in (before, after) if each is not None]
    for each in shown:
        each.thumbnail((WIDTH, WIDTH))
    sheet = Image.new("RGB", (sum(each.width + GAP for each in shown) - GAP, shown[0].height), "white")
    for place, each in enumerate(shown):
        sheet.paste(each, (place * (each.width + GAP), 0))
    return sheet


def timed(call) -> str:
    """How long the last call of a sample's filter takes, its pictures on the device."""
    if call is None or not pygpu.devices():
        return ""
    filter, args, kwargs = call
    args, kwargs = uploaded(filter, args, {name: value for name, value in kwargs.items() if name != "out"})
    spent = []
    for _ in range(15):
        started = perf_counter()
        result = filter(*args, **kwargs)
        for each in result if isinstance(result, tuple) else (result,):
            if isinstance(each, pygpu.DeviceImage):
                each.wait()
        spent.append(perf_counter() - started)
    size = " x ".join(map(str, each.size if isinstance(each, pygpu.DeviceImage) else np.shape(each)[1::-1]))
    return f"\n\nA call for {size} on the device: {1e3 * median(spent):.2f} ms on the machine that made this page."


def page() -> str:
    OUT.mkdir(exist_ok=True)
    doors, parts = [], []
    for sample in sorted(SAMPLES.glob("[0-9]*.py")):
        text = sample.read_text()
        title, _, about = ast.get_docstring(ast.parse(text)).partition("\n")
        paths, call = made(sample)
        shown = "\n".join(f"![{sample.stem}](gallery/{path.name})" for path in paths)
        code = text.split('"""', 2)[2].split("\nif __name__")[0].strip()
        parts.append(f"({sample.stem})=\n## {title.rstrip('.')}\n\n{about.strip()}{timed(call)}\n\n{shown}\n\n"
                     f":::{{dropdown}} {sample.name}\n```python\n{code}\n```\n:::\n")
        doors.append(DOOR.format(name=sample.stem, picture=paths[0].name))
    return HEAD + "::::{grid} 3 4 5 5\n:gutter: 2\n:class-container: sheet\n\n" + "\n".join(doors) + "\n::::\n\n" \
        + "\n".join(parts) + TAIL


HEAD = "# Gallery\n\nEach of these is a file in `samples/`, which runs as `python samples/NAME.py [IN] [OUT]`.\n\n"
DOOR = """\
:::{{grid-item-card}}
:img-background: gallery/{name}.png
:img-alt: {name}
:link: {name}
:link-type: ref
:::"""
TAIL = """
## A rendering system in nine filters

`python samples/renderer` has classes, inheritance, materials and lights that are called polymorphically; nothing of that is
left in the kernels.

![A scene rendered by nine filters](../images/renderer.png)
"""


if __name__ == "__main__":
    (DOCS / "gallery.md").write_text(page())
