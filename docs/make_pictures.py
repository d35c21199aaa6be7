"""Makes the tutorial's pictures: `python docs/make_pictures.py` runs its blocks, and writes each result that a picture is
named after, images/tutorial/NAME.jpg, with what it was made from at the left.
"""

from __future__ import annotations

import os
import re
import sys
from pathlib import Path

from PIL import Image

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

PICTURES = ROOT / "images" / "tutorial"
PAGE = ROOT / "docs" / "tutorial.md"
SIZE = (300, 200)
GAP = 8
BLOCK = re.compile(r"```python\n(.*?)```", re.DOTALL)
NAMED = re.compile(r"images/tutorial/(\w+)\.jpg")


def results() -> dict:
    """What the tutorial's blocks leave in their names."""
    names: dict = {"__name__": "tutorial"}
    os.chdir(ROOT)
    for code in BLOCK.findall(PAGE.read_text()):
        exec(compile(code, str(PAGE), "exec"), names)
    return names


def drawn(names: dict, name: str) -> Image.Image:
    """A result beside the photograph, which is gray where the result is."""
    after = names[name]
    after = Image.fromarray((after.clip(0, 1) * 255).astype("uint8")) if hasattr(after, "clip") else after
    before = names["photo"].convert(after.mode)
    sheet = Image.new("RGB", (2 * SIZE[0] + GAP, SIZE[1]), "white")
    for place, picture in enumerate((before, after)):
        sheet.paste(picture.resize(SIZE, Image.Resampling.LANCZOS).convert("RGB"), (place * (SIZE[0] + GAP), 0))
    return sheet


def main() -> None:
    PICTURES.mkdir(exist_ok=True)
    names = results()
    for name in NAMED.findall(PAGE.read_text()):
        drawn(names, name).save(PICTURES / f"{name}.jpg", quality=85, optimize=True)
        print(PICTURES / f"{name}.jpg")


if __name__ == "__main__":
    main()
