"""Pixels from elsewhere: flip, turn, crop, pad, translate, rotate, affine, perspective, warp, remap, polar, log_polar,
from_polar, zoom.

Each says for a pixel of the result where in the picture it comes from. Between pixels `sample=` says how to read
("linear" unless said otherwise), outside `border=` ("constant", `fill=` 0, unless said otherwise).
"""

from math import ceil, hypot, pi

from pygpu import Float, Image, Int, Position, Vec2, Vec3, atan2, cos, dot, exp, length, log, radians, sin
from pygpu import ceil as up

from .ready import Extent, Ready, sized


@Ready
def flip(im=Image, p=Position, along="x"):
    """Left becomes right, or with `along` "y" the top the bottom (Pillow's ImageOps.mirror, ImageOps.flip)."""
    if along not in ("x", "y"):
        raise ValueError(f'along={along!r}: it is "x" or "y"')
    return im(im.width - 1 - p.x, p.y) if along == "x" else im(p.x, im.height - 1 - p.y)


@sized(lambda im, quarters: (im.height, im.width) if quarters % 2 else (im.width, im.height))
def turn(im=Image, p=Position, quarters=1):
    """Turned by so many quarters of a circle, counter-clockwise (numpy.rot90)."""
    right, bottom = im.width - 1, im.height - 1
    return im(*[(p.x, p.y), (right - p.y, p.x), (right - p.x, bottom - p.y), (p.y, bottom - p.x)][quarters % 4])


@sized(lambda left, top, right, bottom: (right - left, bottom - top))
def crop(im=Image(border="constant"), p=Position, left=Int, top=Int, right=Int, bottom=Int):
    """The rectangle from (left, top) up to, and without, (right, bottom) (Pillow's Image.crop)."""
    return im(p + (left, top))


@sized(lambda im, left, top, right, bottom: (im.width + left + right, im.height + top + bottom))
def pad(im=Image(border="constant"), p=Position, left: Int = 0, top: Int = 0, right: Int = 0, bottom: Int = 0):
    """So many pixels more on each side, which are what `border` says (numpy.pad, OpenCV's copyMakeBorder)."""
    return im(p - (left, top))


@Ready
def translate(im=Image(border="constant"), p=Position, x: Float = 0.0, y: Float = 0.0):
    """Moved to the right and down (scipy.ndimage.shift with order=1, mode="grid-constant")."""
    return im(p.x - x, p.y - y)


@sized(lambda im, factor: [max(round(side * factor), 1) for side in (im.width, im.height)])
def zoom(im=Image, p=Position, factor: Float = 2.0):
    """So many times as large, straight between the pixels (scipy.ndimage.zoom with order=1, mode="nearest",
    grid_mode=True). Made smaller, pixels are left out: see resize."""
    wide, high = round(im.width * factor), round(im.height * factor)
    return im((p.x + 0.5) * im.width / max(wide, 1) - 0.5, (p.y + 0.5) * im.height / max(high, 1) - 0.5)


@Ready
def rotate(im=Image(border="constant"), p=Position, angle: Float = 0.0):
    """Turned around its middle, counter-clockwise by `angle` degrees (scipy.ndimage.rotate with reshape=False,
    order=1, mode="grid-constant"; its usual "constant" has no pixel between the last one and outside)."""
    c, s = cos(radians(angle)), sin(radians(angle))
    middle = Vec2(im.width - 1, im.height - 1) / 2
    d = p - middle
    return im(middle.x + c * d.x - s * d.y, middle.y + s * d.x + c * d.y)


@Ready
def affine(im=Image(border="constant"), p=Position, x: Vec3 = Vec3(1, 0, 0), y: Vec3 = Vec3(0, 1, 0)):
    """affine(image, *matrix): the pixel at (x, y, 1) comes from where two rows of three numbers, times it, say.

    As scipy.ndimage.affine_transform, and OpenCV's warpAffine with WARP_INVERSE_MAP.
    """
    here = Vec3(p, 1)
    return im(dot(x, here), dot(y, here))


@Ready
def perspective(im=Image(border="constant"), p=Position, x: Vec3 = Vec3(1, 0, 0), y: Vec3 = Vec3(0, 1, 0),
                w: Vec3 = Vec3(0, 0, 1)):
    """perspective(image, *matrix), of three rows: as affine, and both are divided by what the third says.

    As skimage.transform.warp with a matrix, and OpenCV's warpPerspective with WARP_INVERSE_MAP.
    """
    here = Vec3(p, 1)
    far = dot(w, here)
    return im(dot(x, here) / far, dot(y, here) / far)


@Ready
def warp(im=Image(border="constant"), p=Position, flow=Image):
    """Each pixel comes from as far away as the second image says, whose two channels are across and down."""
    return im(p + flow(p))


@sized(lambda places: (Extent(places).width, Extent(places).height))
def remap(im=Image(border="constant"), p=Position, places=Image(linear=False)):
    """Each pixel comes from the place that the second image says, whose two channels are x and y (OpenCV's remap)."""
    return im(places(p))


@sized(lambda im, radius: (ceil(radius or outer(im)), 360))
def polar(im=Image(border="constant"), p=Position, radius=None):
    """Around the middle: to the right how far out, a pixel a column, downwards all angles, a degree a row, clockwise from
    the right (skimage.transform.warp_polar). `radius` is that of a corner if it is not given."""
    far = length(middle_of(im) + 0.5) if radius is None else radius
    return around(im, p, p.x * far / columns(far))


@sized(lambda im, radius: (ceil(radius or outer(im)), 360))
def log_polar(im=Image(border="constant"), p=Position, radius=None):
    """As polar, the logarithm of how far out: what grows moves to the right (skimage.transform.warp_polar with
    scaling="log")."""
    far = length(middle_of(im) + 0.5) if radius is None else radius
    return around(im, p, exp(p.x * log(far) / columns(far)))


@sized(lambda width, height: (width, height))
def from_polar(im=Image(border=("clamp", "wrap")), p=Position, width=Int, height=Int, logarithmic=False):
    """Back from polar or log_polar to a picture so wide and high (OpenCV's warpPolar with WARP_INVERSE_MAP is the like)."""
    d = Vec2(p.x - (width - 1) / 2, p.y - (height - 1) / 2)
    far = length(Vec2(width, height)) / 2
    out = log(max(length(d), 1.0)) / log(far) if logarithmic else length(d) / far
    return im(out * im.width, atan2(d.y, d.x) / (2 * pi) * im.height)


def middle_of(im):
    return Vec2(im.width - 1, im.height - 1) / 2


def columns(far):
    """How many columns a radius takes: a part of one is a whole one."""
    return int(up(far))


def outer(im):
    """How far a corner is from the middle."""
    return hypot(im.width, im.height) / 2


def around(im, p, out):
    """The pixel so far out of the middle, at the angle of p's row."""
    angle = p.y / 360 * 2 * pi
    middle = middle_of(im)
    return im(middle.x + out * cos(angle), middle.y + out * sin(angle))
