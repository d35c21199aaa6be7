"""Colour spaces, there and back: rgb_to_hsv, hsv_to_rgb, and so with hsl, xyz, lab, lch, luv, oklab, oklch, ycbcr, linear.

What comes in, or goes out, as rgb is sRGB from 0 to 1, its white D65. The numbers of the other spaces are those of the
library that each names: Lab's lightness goes from 0 to 100. Bytes don't hold such numbers: give arrays of floats, or ask for
dtype="float32". Inside a filter they are functions of a colour as well: to_lab(colour), from_lab(lab)...
"""

from math import pi

import numpy

from pygpu import Color, Image, Position, Vec3, atan2, cbrt, clamp, cos, dot, hypot, pow, sin

from .channels import colour, each, repaint
from .colour import hsv, rgb
from .ready import Ready

WHITE = (0.95047, 1.0, 1.08883)  # D65, seen by an eye of 2 degrees
XYZ = ((0.412453, 0.357580, 0.180423), (0.212671, 0.715160, 0.072169), (0.019334, 0.119193, 0.950227))
FROM_XYZ = tuple(map(tuple, numpy.linalg.inv(XYZ).tolist()))
# Oklab (B. Ottosson, 2020): linear sRGB to the cones' answers, their cube roots to lightness and two axes.
CONES = ((0.4122214708, 0.5363325363, 0.0514459929), (0.2119034982, 0.6806995451, 0.1073969566),
         (0.0883024619, 0.2817188376, 0.6299787005))
AXES = ((0.2104542553, 0.7936177850, -0.0040720468), (1.9779984951, -2.4285922050, 0.4505937099),
        (0.0259040371, 0.7827717662, -0.8086757660))
FROM_CONES = tuple(map(tuple, numpy.linalg.inv(CONES).tolist()))
FROM_AXES = tuple(map(tuple, numpy.linalg.inv(AXES).tolist()))
# JPEG's: luma as Rec. 601 says, and how far blue and red are from it, around 128 of 255.
NEUTRAL = 128 / 255
YCBCR = ((0.299, 0.587, 0.114), (-0.168736, -0.331264, 0.5), (0.5, -0.418688, -0.081312))
UV = tuple([factor * WHITE[at] / (WHITE[0] + 15 * WHITE[1] + 3 * WHITE[2]) for factor, at in ((4, 0), (9, 1))])


@Ready
def rgb_to_linear(im=Image, p=Position):
    """Linear light from sRGB (skimage.color, on its way to XYZ; IEC 61966-2-1)."""
    return repaint(im(p), to_linear(colour(im(p))))


@Ready
def linear_to_rgb(im=Image, p=Position):
    """sRGB from linear light (IEC 61966-2-1)."""
    return repaint(im(p), from_linear(colour(im(p))))


@Ready
def rgb_to_hsv(im=Image, p=Position):
    """Hue, saturation and value, each from 0 to 1 (skimage.color.rgb2hsv)."""
    return converted(to_hsv, im(p))


@Ready
def hsv_to_rgb(im=Image, p=Position):
    """sRGB from hue, saturation and value (skimage.color.hsv2rgb)."""
    return converted(from_hsv, im(p))


@Ready
def rgb_to_hsl(im=Image, p=Position):
    """Hue, saturation and lightness, each from 0 to 1 (Python's colorsys.rgb_to_hls, in another order)."""
    return converted(to_hsl, im(p))


@Ready
def hsl_to_rgb(im=Image, p=Position):
    """sRGB from hue, saturation and lightness (Python's colorsys.hls_to_rgb)."""
    return converted(from_hsl, im(p))


@Ready
def rgb_to_xyz(im=Image, p=Position):
    """CIE XYZ, Y of white 1 (skimage.color.rgb2xyz)."""
    return converted(to_xyz, im(p))


@Ready
def xyz_to_rgb(im=Image, p=Position):
    """sRGB from CIE XYZ, cut to 0..1 (skimage.color.xyz2rgb)."""
    return converted(lambda xyz: clamp(from_xyz(xyz)), im(p))


@Ready
def rgb_to_lab(im=Image, p=Position):
    """CIE L*a*b*: lightness from 0 to 100, green to red, blue to yellow (skimage.color.rgb2lab)."""
    return converted(to_lab, im(p))


@Ready
def lab_to_rgb(im=Image, p=Position):
    """sRGB from CIE L*a*b*, cut to 0..1 (skimage.color.lab2rgb)."""
    return converted(lambda lab: clamp(from_lab(lab)), im(p))


@Ready
def rgb_to_lch(im=Image, p=Position):
    """CIE L*C*h: lightness, chroma, and hue in radians from 0 to 2 pi (skimage.color.lab2lch)."""
    return converted(lambda rgb: to_polar(to_lab(rgb)), im(p))


@Ready
def lch_to_rgb(im=Image, p=Position):
    """sRGB from CIE L*C*h, cut to 0..1 (skimage.color.lch2lab)."""
    return converted(lambda lch: clamp(from_lab(from_polar(lch))), im(p))


@Ready
def rgb_to_luv(im=Image, p=Position):
    """CIE L*u*v* (skimage.color.rgb2luv)."""
    return converted(to_luv, im(p))


@Ready
def luv_to_rgb(im=Image, p=Position):
    """sRGB from CIE L*u*v*, cut to 0..1 (skimage.color.luv2rgb)."""
    return converted(lambda luv: clamp(from_luv(luv)), im(p))


@Ready
def rgb_to_oklab(im=Image, p=Position):
    """Oklab: lightness from 0 to 1, green to red, blue to yellow (B. Ottosson; colour.XYZ_to_Oklab)."""
    return converted(to_oklab, im(p))


@Ready
def oklab_to_rgb(im=Image, p=Position):
    """sRGB from Oklab, cut to 0..1 (B. Ottosson)."""
    return converted(lambda lab: clamp(from_oklab(lab)), im(p))


@Ready
def rgb_to_oklch(im=Image, p=Position):
    """Oklab's lightness, chroma, and hue in radians from 0 to 2 pi."""
    return converted(lambda rgb: to_polar(to_oklab(rgb)), im(p))


@Ready
def oklch_to_rgb(im=Image, p=Position):
    """sRGB from Oklab's lightness, chroma and hue, cut to 0..1."""
    return converted(lambda lch: clamp(from_oklab(from_polar(lch))), im(p))


@Ready
def rgb_to_ycbcr(im=Image, p=Position):
    """Luma, and how far blue and red are from it, around 128/255 (Pillow's mode YCbCr; JPEG)."""
    return converted(to_ycbcr, im(p))


@Ready
def ycbcr_to_rgb(im=Image, p=Position):
    """sRGB from luma and the two differences (Pillow's convert from YCbCr to RGB)."""
    return converted(lambda ycbcr: clamp(from_ycbcr(ycbcr)), im(p))


def converted(rule, pixel):
    """The pixel with what a rule for three numbers makes of its colour; gray is a colour, too."""
    return repaint(pixel, rule(Color(colour(pixel))))


def times(matrix, paint):
    return Color(*[dot(row, paint) for row in matrix])


def to_linear(paint):
    return each(lambda v: pow((v + 0.055) / 1.055, 2.4) if v > 0.04045 else v / 12.92, paint)


def from_linear(paint):
    return each(lambda v: 1.055 * pow(v, 1 / 2.4) - 0.055 if v > 0.0031308 else 12.92 * v, paint)


def to_hsv(paint):
    angle, saturation, value = hsv(paint)
    return Color(angle / 6 % 1, saturation, value)


def from_hsv(paint):
    return rgb(paint.x * 6, paint.y, paint.z)


def to_hsl(paint):
    angle, _, greatest = hsv(paint)
    least = min(paint)
    span, both = greatest - least, greatest + least
    saturation = span / (both if both <= 1 else 2 - both) if span > 0 else 0.0
    return Color(angle / 6 % 1, saturation, both / 2)


def from_hsl(paint):
    hue, saturation, lightness = paint
    value = lightness + saturation * min(lightness, 1 - lightness)
    return rgb(hue * 6, 2 * (1 - lightness / value) if value > 0 else 0.0, value)


def to_xyz(paint):
    return times(XYZ, to_linear(paint))


def from_xyz(paint):
    return from_linear(times(FROM_XYZ, paint))


def to_lab(paint):
    x, y, z = [cbrt(v) if v > 0.008856 else 7.787 * v + 16 / 116 for v in to_xyz(paint) / WHITE]
    return Color(116 * y - 16, 500 * (x - y), 200 * (y - z))


def from_lab(paint):
    y = (paint.x + 16) / 116
    x, z = y + paint.y / 500, max(y - paint.z / 200, 0)
    return from_xyz(Color(*[v**3 if v > 0.2068966 else (v - 16 / 116) / 7.787 for v in (x, y, z)]) * WHITE)


def to_luv(paint):
    x, y, z = to_xyz(paint)
    lightness = 116 * cbrt(y) - 16 if y > 0.008856 else 903.3 * y
    below = max(x + 15 * y + 3 * z, 1e-7)
    return Color(lightness, 13 * lightness * (4 * x / below - UV[0]), 13 * lightness * (9 * y / below - UV[1]))


def from_luv(paint):
    lightness = paint.x
    y = ((lightness + 16) / 116)**3 if lightness > 7.999625 else lightness / 903.3
    below = 13 * max(lightness, 1e-7)
    u, v = paint.y / below + UV[0], paint.z / below + UV[1]
    x = 9 * u * y / (4 * v)
    return from_xyz(Color(x, y, (9 * y / v - x - 15 * y) / 3))


def to_oklab(paint):
    return times(AXES, Color(*[cbrt(v) for v in times(CONES, to_linear(paint))]))


def from_oklab(paint):
    return from_linear(times(FROM_CONES, Color(*[v**3 for v in times(FROM_AXES, paint)])))


def to_polar(lab):
    """Chroma and hue in place of two axes."""
    angle = atan2(lab.z, lab.y)
    return Color(lab.x, hypot(lab.y, lab.z), angle if angle >= 0 else angle + 2 * pi)


def from_polar(lch):
    return Color(lch.x, lch.y * cos(lch.z), lch.y * sin(lch.z))


def to_ycbcr(paint):
    return times(YCBCR, paint) + Vec3(0, NEUTRAL, NEUTRAL)


def from_ycbcr(paint):
    y, b, r = paint.x, paint.y - NEUTRAL, paint.z - NEUTRAL
    return Color(y + 1.402 * r, y - 0.344136 * b - 0.714136 * r, y + 1.772 * b)
