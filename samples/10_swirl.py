"""10. Reading between the pixels: a swirl around the middle of the picture.

A position may have a fraction; how it is read then is said with the image (`nearest`, `linear`, `cubic`).
"""

import pygpu
from pygpu import Float, Image, Position, cos, exp, length, sin


def swirl(im=Image(sample="linear"), angle=Float, p=Position):
    centre = im.width / 2, im.height / 2
    d = p - centre
    turn = angle * exp(-length(d) / (0.2 * im.width))
    c, s = cos(turn), sin(turn)
    return im(centre[0] + c * d.x - s * d.y, centre[1] + s * d.x + c * d.y)


twist = pygpu.compile(swirl)

if __name__ == "__main__":
    from pictures import photo, save

    save(twist(photo("coffee.jpg"), 5.0))
