"""The gallery: each sample with its picture, its time on this machine, and its text. `conf.py` has it made before a build.

    python docs/gallery.py        writes docs/gallery.md and docs/gallery/*.png
"""

import ast
import io
import runpy
import sys
from contextlib import redirect_stdout
from pathlib import Path
from statistics import median
from time import perf_counter

from PIL import Image

import pygpu

DOCS = Path(__file__).resolve().parent
SAMPLES = DOCS.parent / "samples"
OUT = DOCS / "gallery"
WIDTH = 480
GAP = 8


def made(sample: Path) -> list[Path]:
    """The pictures that a sample writes, made small."""
    target = OUT / f"{sample.stem}.png"
    before = sys.argv, sys.path[:]
    sys.argv, sys.path[:] = [str(sample), "", str(target)], [str(sample.parent), *sys.path]
    try:
        import pictures

        opened = []
        pictures.photo = lambda name: opened.append(Image.open(pictures.IMAGES / name)) or opened[-1]
        with redirect_stdout(io.StringIO()) as said:
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
    return paths


def beside(before, after):
    """A result, and at its left what it was made of, if that has its size."""
    shown = [each.convert("RGB") for each in (before, after) if each is not None]
    for each in shown:
        each.thumbnail((WIDTH, WIDTH))
    sheet = Image.new("RGB", (sum(each.width + GAP for each in shown) - GAP, shown[0].height), "white")
    for place, each in enumerate(shown):
        sheet.paste(each, (place * (each.width + GAP), 0))
    return sheet


def timed(sample: Path) -> str:
    """How long its filter takes for a megapixel that is on the device, where it is called with a picture alone."""
    found = [value for value in runpy.run_path(str(sample)).values() if isinstance(value, pygpu.Filter)]
    if not found or not found[-1].arguments.only_images or len(found[-1].arguments.images) != 1:
        return ""
    if found[-1].arguments.images[0].type.channels not in (None, 1) or not pygpu.devices():
        return ""
    photo = pygpu.upload(Image.open(DOCS.parent / "images" / "camera.png").resize((1000, 1000)))
    spent = []
    for _ in range(15):
        started = perf_counter()
        result = found[-1](photo)
        for each in result if isinstance(result, tuple) else (result,):
            each.wait()
        spent.append(perf_counter() - started)
    return f"\n\nA megapixel that is on the device: {1e3 * median(spent):.2f} ms on the machine that made this page."


def page() -> str:
    OUT.mkdir(exist_ok=True)
    parts = ["# Gallery\n\nEach of these is a file in `samples/`, which runs as `python samples/NAME.py [IN] [OUT]`.\n"]
    for sample in sorted(SAMPLES.glob("[0-9]*.py")):
        text = sample.read_text()
        title, _, about = ast.get_docstring(ast.parse(text)).partition("\n")
        shown = "\n".join(f"![{sample.stem}](gallery/{path.name})" for path in made(sample))
        code = text.split('"""', 2)[2].split("\nif __name__")[0].strip()
        parts.append(f"## {title.rstrip('.')}\n\n{about.strip()}{timed(sample)}\n\n{shown}\n\n"
                     f":::{{dropdown}} {sample.name}\n```python\n{code}\n```\n:::\n")
    return "\n".join(parts)


if __name__ == "__main__":
    (DOCS / "gallery.md").write_text(page())
