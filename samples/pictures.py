"""What every sample does with its pictures: `python samples/NN_name.py [IN] [OUT]`. Nothing here explains PyGPU."""

import sys
from pathlib import Path

import numpy as np
from PIL import Image

IMAGES = Path(__file__).resolve().parent.parent / "images"


def photo(name):
    """The picture named on the command line, or the one of that name in images/."""
    return Image.open(sys.argv[1] if len(sys.argv) > 1 else IMAGES / name)


def picture(name):
    """A further picture that a sample needs, from images/."""
    return Image.open(IMAGES / name)


def save(result, suffix=""):
    """Write a filter's result where the command line says, or beside the reader under the sample's own name."""
    sample = Path(sys.argv[0]).stem
    path = Path(sys.argv[2] if len(sys.argv) > 2 else f"{sample}.png")
    path = path.with_stem(path.stem + suffix)
    if isinstance(result, np.ndarray):
        result = Image.fromarray(result)
    result.save(path)
    print(path)
