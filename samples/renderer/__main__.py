"""A rendering system in nine filters: python samples/renderer [-o OUT] [--size WIDTHxHEIGHT] [--all]

What PyStream (N. Bray, 2010) has for its example, with classes and polymorphism: see passes.py first.
"""

import argparse
from pathlib import Path

import numpy as np
from frame import Renderer
from PIL import Image
from scene import portrait, still_life


def main():
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("-o", "--output", default="renderer.png", type=Path)
    options.add_argument("--size", default="960x540")
    options.add_argument("--all", action="store_true", help="write the images between, too")
    given = options.parse_args()
    width, height = map(int, given.size.split("x"))
    images = Renderer(still_life(), portrait((2 * width, 2 * height))).render()
    for name, image in images.items():
        if name == "picture":
            save(image, given.output)
        elif given.all:
            save(image, given.output.with_stem(f"{given.output.stem}_{name}"))


def save(image, path):
    levels = np.clip(np.asarray(image) * 255 + 0.5, 0, 255).astype(np.uint8)
    Image.fromarray(levels[..., :3] if levels.ndim == 3 else levels).save(path, optimize=True)
    print(path)


if __name__ == "__main__":
    main()
