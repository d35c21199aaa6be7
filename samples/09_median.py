"""9. A list whose elements are pixels: the median of nine by a network of exchanges.

The list, its indices and the loop over the network are known while compiling; only what is in the list is not. So
the list vanishes, and nineteen pairs of `min` and `max` are what the device sees.
"""

import pygpu
from pygpu import Image, Position

AROUND = [(x, y) for y in (-1, 0, 1) for x in (-1, 0, 1)]

# Nineteen exchanges leave the middle one of nine values in the middle (Paeth, Graphics Gems, 1990).
MEDIAN_OF_NINE = [
    (1, 2), (4, 5), (7, 8), (0, 1), (3, 4), (6, 7), (1, 2), (4, 5), (7, 8), (0, 3),
    (5, 8), (4, 7), (3, 6), (1, 4), (2, 5), (4, 7), (4, 2), (6, 4), (4, 2),
]  # fmt: skip


def median(im=Image, p=Position):
    v = [im(p + d) for d in AROUND]
    for i, j in MEDIAN_OF_NINE:
        v[i], v[j] = min(v[i], v[j]), max(v[i], v[j])
    return v[4]


denoise = pygpu.compile(median)

if __name__ == "__main__":
    from pictures import photo, save

    save(denoise(photo("camera.png")))
