"""Each pixel by itself: gray, gamma, exposure, hue, saturation, white_balance, sepia; and vignette, which looks where
it is. Alpha stays. All numbers are run-time arguments: a slider moves them without compiling anything.
"""

from pygpu import Color, Float, Image, Position, clamp, dot, exp2, length, mix, pow, smoothstep

from .channels import colour, is_coloured, luma, repaint
from .ready import Ready

SEPIA = ((0.393, 0.769, 0.189), (0.349, 0.686, 0.168), (0.272, 0.534, 0.131))


@Ready
def gray(im=Image, p=Position):
    """How light each pixel is, as one channel (Pillow's convert("L"))."""
    return luma(im(p))


@Ready
def gamma(im=Image, p=Position, gamma: Float = 1.0, gain: Float = 1.0):
    """gain * pixel**gamma: darker where gamma is above 1 (skimage.exposure.adjust_gamma)."""
    return repaint(im(p), gain * pow(colour(im(p)), gamma))


@Ready
def exposure(im=Image, p=Position, stops: Float = 0.0):
    """Twice as bright with each stop, half with each below zero."""
    return repaint(im(p), exp2(stops) * colour(im(p)))


@Ready
def saturation(im=Image, p=Position, amount: Float = 1.0):
    """0 makes it gray, 1 leaves it, more makes colours stronger (Pillow's ImageEnhance.Color)."""
    if not is_coloured(im(p)):
        return im(p)
    return repaint(im(p), mix(luma(im(p)), colour(im(p)), amount))


@Ready
def hue(im=Image, p=Position, degrees: Float = 0.0):
    """Colours turned around the circle, red over green (120) to blue (240), in HSV (skimage.color.rgb2hsv)."""
    if not is_coloured(im(p)):
        return im(p)
    angle, saturation, value = hsv(colour(im(p)))
    return repaint(im(p), rgb(angle + degrees / 60, saturation, value))


@Ready
def white_balance(im=Image, p=Position, white: Color = Color(1, 1, 1)):
    """`white`, a colour of the picture that should have none, becomes gray and as light as it was; all else with it."""
    return repaint(im(p), luma(white) / white * colour(im(p)))


@Ready
def sepia(im=Image, p=Position, amount: Float = 1.0):
    """The brown of old photographs, all of it where `amount` is 1."""
    paint = Color(colour(im(p)))
    brown = Color(*[dot(paint, row) for row in SEPIA])
    return repaint(im(p), mix(paint, clamp(brown), amount))


@Ready
def vignette(im=Image, p=Position, strength: Float = 0.5, radius: Float = 0.3):
    """Darker towards the corners, by `strength` there. `radius` is where it begins: 0 in the middle, 1 a corner."""
    middle = (im.width - 1) / 2, (im.height - 1) / 2
    far = length(p - middle) / max(length(Position(*middle)), 1)
    return repaint(im(p), (1 - strength * smoothstep(radius, 1, far)) * colour(im(p)))


def hsv(c):
    """The angle in sixths of the circle (from -1 to 5), the saturation and the value of a colour."""
    value, least = max(c.r, c.g, c.b), min(c.r, c.g, c.b)
    spread = value - least
    if spread == 0:
        return 0.0, 0.0, value
    if c.r == value:
        angle = (c.g - c.b) / spread
    elif c.g == value:
        angle = 2 + (c.b - c.r) / spread
    else:
        angle = 4 + (c.r - c.g) / spread
    return angle, spread / value, value


def rgb(angle, saturation, value):
    """The colour of an angle in sixths of the circle, a saturation and a value."""
    parts = [(start + angle) % 6 for start in (5, 3, 1)]
    return Color(*[value - value * saturation * clamp(min(k, 4 - k)) for k in parts])
