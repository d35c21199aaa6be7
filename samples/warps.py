"""Warps: each is one line that says where in the picture a pixel comes from. All on one sheet.

A position may lie between pixels or outside: `sample=` and `border=` say what is read there. What people need most
is ready in `pygpu.filters` (rotate, affine, perspective, warp, resize); these are for play, and for copying.
"""

from math import pi

import pygpu
from pygpu import Float, Image, Int, Position, Vec2, Vec3, atan2, cos, dot, exp, filters, length, sin

Smooth = Image(border="constant", sample="cubic")


def turned(d, angle):
    """The direction d, turned clockwise."""
    return Vec2(cos(angle) * d.x - sin(angle) * d.y, sin(angle) * d.x + cos(angle) * d.y)


def middle(im):
    return Vec2(im.width - 1, im.height - 1) / 2


def rotate(im=Smooth, p=Position, angle: Float = pi / 6):
    return im(middle(im) + turned(p - middle(im), angle))


def swirl(im=Smooth, p=Position, angle: Float = 4.0):
    return im(middle(im) + turned(p - middle(im), angle * exp(-length(p - middle(im)) / (0.2 * im.width))))


def lens(im=Smooth, p=Position, strength: Float = 0.6):
    return im(middle(im) + (p - middle(im)) * (1 - strength * exp(-(length(p - middle(im)) / (0.25 * im.width))**2)))


def polar(im=Smooth, p=Position):
    return im(middle(im) + turned(Vec2(0, -p.y / 2), 2 * pi * p.x / im.width))


def planet(im=Image(border=("wrap", "clamp")), p=Position):
    d = p - middle(im)
    return im(im.width * (atan2(d.x, -d.y) / (2 * pi) + 0.5), im.height - 2 * length(d))


def ripple(im=Image(border="mirror"), p=Position, high: Float = 4.0, long: Float = 25.0):
    return im(p + Vec2(sin(2 * pi * p.y / long), sin(2 * pi * p.x / long)) * high)


def perspective(im=Smooth, p=Position, x=(1, 0.6, -60), y=(0, 1.5, -20), w=(0, 0.004, 1)):
    here = Vec3(p, 1)
    return im(Vec2(dot(x, here), dot(y, here)) / dot(w, here))


def flow(im=Image(border="clamp"), p=Position, field=Image):
    return im(p + 12 * (Vec2(field(p), field(p.y, p.x)) - 0.5))


def resize(im=Image, p=Position, width: Int = 200, height: Int = 150):
    return filters.resize(im, p, width, height, "lanczos")


WARPS = (rotate, swirl, lens, polar, planet, ripple, perspective, flow, resize)


def all_on_one(photo, field):
    """Every warp of the photo, three in a row."""
    sheet = photo.resize((3 * photo.width, 3 * photo.height))
    for i, warp in enumerate(WARPS):
        pictures = (photo, field) if warp is flow else (photo,)
        sheet.paste(pygpu.compile(warp)(*pictures), (i % 3 * photo.width, i // 3 * photo.height))
    return sheet


if __name__ == "__main__":
    from pictures import photo, picture, save

    save(all_on_one(photo("coffee.jpg"), picture("camera.png")))
