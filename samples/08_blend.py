"""8. Several pictures of different sizes and kinds: a sticker with alpha on a photograph.

The sticker must have an alpha channel (its pixels are pinned to `Vec4`); it is seen with its colours multiplied by
their alpha, and outside of it there is nothing. Where it lies is a pair of run-time arguments. The photograph may be
gray or coloured: the filter is traced once for each.
"""

import pygpu
from pygpu import Image, Int, Position, Vec4

OVERLAY = Image[Vec4](border="constant", fill=0, alpha="premultiplied")


def paste(im=Image, sticker=OVERLAY, left=Int, top=Int, p=Position):
    above = sticker(p - (left, top))
    return above.rgb + (1 - above.a) * im(p)


blend = pygpu.compile(paste)

if __name__ == "__main__":
    from pictures import photo, picture, save

    save(blend(photo("coffee.jpg"), picture("cat.png"), 20, 20))
