"""Pictures whose pixels are numbers (PIL's modes F, I and I;16), shown by IPython and Jupyter as other pictures are."""

from __future__ import annotations

import sys

from ..look import png

NUMBERS = ("F", "I", "I;16", "I;16L", "I;16B", "I;16N")


def register() -> None:
    """Tell IPython, where we run in it."""
    ipython = sys.modules.get("IPython")
    shell = ipython and ipython.get_ipython()
    formatters = getattr(getattr(shell, "display_formatter", None), "formatters", {})
    if "image/png" in formatters:
        formatters["image/png"].for_type_by_name("PIL.Image", "Image", shown_picture)


def shown_picture(picture) -> bytes | None:
    """What IPython's formatter asks for: PIL's own answer, but for what PIL cannot show."""
    if picture.mode in NUMBERS:
        import numpy as np

        return png(np.asarray(picture))
    return picture._repr_png_()
