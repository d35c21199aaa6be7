"""19. Values of the whole picture: how often each level of light occurs, and a picture that has them all alike.

The histogram is a list that a loop over the picture fills; `accumulate` sums it up. Both are the same for every pixel, so
they are computed once, before any.
"""

from itertools import accumulate

import pygpu
from pygpu import Float, Image, Position


def level(light):
    return int(light * 255 + 0.5)


def equalise(im=Image[Float], p=Position):
    counts = [0] * 256
    for light in im:
        counts[level(light)] += 1
    not_lighter = list(accumulate(counts))
    return not_lighter[level(im(p))] / len(im)


even = pygpu.compile(equalise)

if __name__ == "__main__":
    from pictures import photo, save

    save(even(photo("camera.png")))
