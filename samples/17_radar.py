"""17. Complex numbers, and reads between the pixels: a scene from its radar echoes (synthetic-aperture radar).

An aeroplane passes, sends a pulse from each of many places, and hears the echo: a row of complex numbers, one for each
distance. Backprojection asks each echo what came from a pixel's distance, turns it back by its phase, and adds it up: only
where something is do all of them agree.
"""

from cmath import exp

import numpy as np
from PIL import Image as Picture
from PIL import ImageDraw

import pygpu
from pygpu import Image, Position, Vec2, hypot

PULSES, BINS, SIZE = 160, 256, 128
WAVE = 2.0  # radians a bin: what the phase turns from one distance to the next
NEAR = 150  # the distance of the first bin


def flight(m):
    """Where the aeroplane is at a pulse, seen from the scene's corner: it passes below."""
    return SIZE / 2 + 2 * (m - PULSES / 2), SIZE + 130.0


def backprojection(echoes=Image[Vec2](sample="linear", border="constant"), p=Position):
    total = 0j
    for m in range(echoes.height):
        x, y = flight(m)
        distance = hypot(p.x - x, p.y - y)
        echo = echoes(distance - NEAR, m)
        total += complex(echo.x, echo.y) * exp(1j * WAVE * distance)
    return abs(total) / echoes.height


focus = pygpu.compile(backprojection)


def scene():
    """What lies there: some letters, of points that reflect."""
    letters = Picture.new("1", (40, 16))
    ImageDraw.Draw(letters).text((4, 2), "PyGPU", fill=1)
    rows, columns = np.nonzero(np.asarray(letters))
    return list(zip(3 * columns + 4, 3 * rows + 40))


def heard(points):
    """What the aeroplane hears: of each point a short pulse, at its distance and with its phase."""
    m, r = np.mgrid[:PULSES, NEAR:NEAR + BINS]
    x, y = flight(m)
    echoes = 0j
    for u, v in points:
        distance = np.hypot(u - x, v - y)
        echoes = echoes + np.exp(-(r - distance) ** 2) * np.exp(-1j * WAVE * distance)
    return np.dstack([echoes.real, echoes.imag]).astype(np.float32)


if __name__ == "__main__":
    from pictures import save

    focused = focus(heard(scene()), size=(SIZE, SIZE))
    save((255 * np.clip(focused / focused.max(), 0, 1)).astype(np.uint8))
