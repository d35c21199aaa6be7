"""Rows of numbers as a curve, volumes as their planes: pictures of what is no picture.

    plot       numbers in a row: bars where they are few, else a curve; other numbers in gray behind it
    Planes     a volume, whose planes are looked at one by one, in the same scale of light
    montage    some of its planes side by side
"""

from __future__ import annotations

import numpy as np

from .shown import encoded, shown

FEW = 256          # numbers that are bars
BRIGHT, GRAY, PAPER, LINE = (31, 143, 126), (170, 174, 180), (250, 250, 247), (205, 205, 200)
WIDTH, HEIGHT = 960, 300  # of a plot
SIDE, MOST = 4, 12  # planes in a row of a montage, and in all


def plot(values, other=None):
    """A PIL image over whose whole width the numbers are spread."""
    from PIL import Image, ImageDraw

    values = np.asarray(values, np.float64)
    rows = values.T if values.ndim == 2 else values[None]  # several numbers at each place: a curve for each
    behind = [] if other is None else [np.asarray(other, np.float64)]
    finite = np.concatenate([row[np.isfinite(row)] for row in [*behind, *rows]])
    low, high = (min(0.0, float(finite.min())), max(0.0, float(finite.max()))) if finite.size else (0.0, 1.0)
    high += high == low
    picture = Image.new("RGB", (WIDTH, HEIGHT), PAPER)
    pen = ImageDraw.Draw(picture)
    level = lambda value: 8 + (HEIGHT - 16) * (1 - (value - low) / (high - low))
    pen.line([(0, level(0.0)), (WIDTH, level(0.0))], LINE, 2)
    for row in behind:
        curve(pen, row, GRAY, level)
    for row in rows:
        (bars if len(row) <= FEW and len(rows) == 1 and not behind else curve)(pen, row, BRIGHT, level)
    return picture


def bars(pen, row, colour, level) -> None:
    step = WIDTH / len(row)
    gap = min(step * 0.12, 6)
    for at, value in enumerate(row):
        if np.isfinite(value):
            top, bottom = sorted((level(value), level(0.0)))
            pen.rectangle([(at * step + gap, top), (max((at + 1) * step - gap, at * step + gap), bottom)], colour)


def curve(pen, row, colour, level) -> None:
    """Of many more numbers than pixels the least and the greatest of each pixel, so that no peak is lost."""
    if len(row) > 2 * WIDTH:
        parts = np.array_split(row, WIDTH)
        row = np.array([pick(part) for part in parts for pick in (np.min, np.max)])
    step, run = WIDTH / len(row), []
    for at, value in enumerate([*row, np.nan]):  # what is not finite leaves a gap
        if np.isfinite(value):
            run.append(((at + 0.5) * step, level(value)))
        elif run:
            pen.line(run if len(run) > 1 else [run[0], (run[0][0] + 1, run[0][1])], colour, 3, joint="curve")
            run = []


class Planes:
    """A volume, (depth, height, width) and perhaps channels, as pictures of its planes."""

    def __init__(self, volume):
        volume = np.asarray(volume)
        self.depth, self.height, self.width = volume.shape[:3]
        self.tall, self.note = shown(volume.reshape(self.depth * self.height, self.width, *volume.shape[3:]))

    def __getitem__(self, plane: int):
        return self.tall.crop((0, plane * self.height, self.width, (plane + 1) * self.height))


def montage(volume):
    """At most so many planes, from the first to the last, row by row."""
    from PIL import Image

    planes = Planes(volume)
    count = min(planes.depth, MOST)
    chosen = [round(k * (planes.depth - 1) / max(1, count - 1)) for k in range(count)]
    across, gap = min(SIDE, count), max(2, planes.width // 60)
    down = -(-count // across)
    sheet = Image.new("RGBA", (across * (planes.width + gap) - gap, down * (planes.height + gap) - gap), (0, 0, 0, 0))
    for k, plane in enumerate(chosen):
        place = (k % across) * (planes.width + gap), (k // across) * (planes.height + gap)
        sheet.paste(planes[plane].convert("RGBA"), place)
    return sheet


def drawn(array, dimensions: int = 2):
    """A PIL image of what has one, two or three dimensions (besides channels), and what was done to the numbers."""
    if dimensions == 1:
        return plot(array), ""
    return (montage(array), "") if dimensions == 3 else shown(array)


def png(array, dimensions: int = 2) -> bytes:
    """The same as a PNG, made smaller where a side is very long."""
    return encoded(drawn(array, dimensions)[0])
