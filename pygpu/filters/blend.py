"""Two pictures in one: blend, composite, over, and the blend modes: multiply, screen, overlay, darken, lighten,
color_dodge, color_burn, hard_light, soft_light, difference, exclusion, add, subtract, blend_hue, blend_saturation,
blend_color, blend_luminosity.

The first picture lies below, `other` above it, and `opacity` says how much of it there is. The formulas are those of the
W3C (Compositing and Blending), with alpha, where pictures have one; Pillow's ImageChops has the same where it is named.
The second picture is read at the same place as the first: of another size, it lies at the upper left.
"""

from pygpu import Color, Float, Image, Position, Vec4, dot, minimum, mix, sqrt

from .channels import colour, each, is_coloured, luma
from .ready import Ready

Picture = Image(alpha="straight")
LUMINOSITY = (0.3, 0.59, 0.11)  # as the W3C counts


@Ready
def blend(im=Picture, p=Position, other=Picture, amount: Float = 0.5):
    """So much of the other picture, and the rest of the first (Pillow's Image.blend; alpha, too)."""
    below, above = alike(im(p), other(p))
    return mix(below, above, amount)


@Ready
def composite(im=Picture, p=Position, other=Picture, mask=Image):
    """The first picture where the mask is white, the other where it is black (Pillow's Image.composite)."""
    above, below = alike(im(p), other(p))
    return mix(below, above, luma(mask(p)))


@Ready
def over(im=Picture, p=Position, other=Picture, opacity: Float = 1.0):
    """The other picture over the first, as its alpha says (Pillow's Image.alpha_composite)."""
    return layered(lambda below, above: above, im(p), other(p), opacity)


@Ready
def multiply(im=Picture, p=Position, other=Picture, opacity: Float = 1.0):
    """Darker, as two slides in one projector (W3C; Pillow's ImageChops.multiply)."""
    return layered(lambda below, above: below * above, im(p), other(p), opacity)


@Ready
def screen(im=Picture, p=Position, other=Picture, opacity: Float = 1.0):
    """Lighter, as two projectors on one screen (W3C; Pillow's ImageChops.screen)."""
    return layered(lambda below, above: below + above - below * above, im(p), other(p), opacity)


@Ready
def overlay(im=Picture, p=Position, other=Picture, opacity: Float = 1.0):
    """Multiplied where the first picture is dark, screened where it is light (W3C; Pillow's ImageChops.overlay)."""
    return layered(channelwise(lambda below, above: hard(above, below)), im(p), other(p), opacity)


@Ready
def hard_light(im=Picture, p=Position, other=Picture, opacity: Float = 1.0):
    """Multiplied where the other picture is dark, screened where it is light (W3C; Pillow's ImageChops.hard_light)."""
    return layered(channelwise(hard), im(p), other(p), opacity)


@Ready
def soft_light(im=Picture, p=Position, other=Picture, opacity: Float = 1.0):
    """Darker or lighter, as the other picture is dark or light (W3C; Pillow's ImageChops.soft_light has another formula)."""
    return layered(channelwise(soft), im(p), other(p), opacity)


@Ready
def darken(im=Picture, p=Position, other=Picture, opacity: Float = 1.0):
    """The lesser of each channel (W3C; Pillow's ImageChops.darker)."""
    return layered(channelwise(min), im(p), other(p), opacity)


@Ready
def lighten(im=Picture, p=Position, other=Picture, opacity: Float = 1.0):
    """The greater of each channel (W3C; Pillow's ImageChops.lighter)."""
    return layered(channelwise(max), im(p), other(p), opacity)


@Ready
def color_dodge(im=Picture, p=Position, other=Picture, opacity: Float = 1.0):
    """The first picture made lighter to show the other (W3C)."""
    return layered(channelwise(dodge), im(p), other(p), opacity)


@Ready
def color_burn(im=Picture, p=Position, other=Picture, opacity: Float = 1.0):
    """The first picture made darker to show the other (W3C)."""
    return layered(channelwise(burn), im(p), other(p), opacity)


@Ready
def difference(im=Picture, p=Position, other=Picture, opacity: Float = 1.0):
    """How far each channel is from the other's (W3C; Pillow's ImageChops.difference)."""
    return layered(lambda below, above: abs(below - above), im(p), other(p), opacity)


@Ready
def exclusion(im=Picture, p=Position, other=Picture, opacity: Float = 1.0):
    """As difference, with less contrast (W3C)."""
    return layered(lambda below, above: below + above - 2 * below * above, im(p), other(p), opacity)


@Ready
def add(im=Picture, p=Position, other=Picture, opacity: Float = 1.0):
    """Light on light, white at most (the W3C's plus-lighter; Pillow's ImageChops.add)."""
    return layered(lambda below, above: minimum(below + above, 1), im(p), other(p), opacity)


@Ready
def subtract(im=Picture, p=Position, other=Picture, opacity: Float = 1.0):
    """The other picture's light taken away, black at least (Pillow's ImageChops.subtract)."""
    return layered(channelwise(lambda below, above: max(below - above, 0)), im(p), other(p), opacity)


@Ready
def blend_hue(im=Picture, p=Position, other=Picture, opacity: Float = 1.0):
    """The hue of the other picture, the saturation and luminosity of the first (W3C)."""
    return layered(coloured(lambda below, above: with_luminosity(with_saturation(above, saturation(below)),
                                                                 luminosity(below))), im(p), other(p), opacity)


@Ready
def blend_saturation(im=Picture, p=Position, other=Picture, opacity: Float = 1.0):
    """The saturation of the other picture, the hue and luminosity of the first (W3C)."""
    return layered(coloured(lambda below, above: with_luminosity(with_saturation(below, saturation(above)),
                                                                 luminosity(below))), im(p), other(p), opacity)


@Ready
def blend_color(im=Picture, p=Position, other=Picture, opacity: Float = 1.0):
    """The hue and saturation of the other picture, the luminosity of the first (W3C): colours for a gray photograph."""
    return layered(coloured(lambda below, above: with_luminosity(above, luminosity(below))), im(p), other(p), opacity)


@Ready
def blend_luminosity(im=Picture, p=Position, other=Picture, opacity: Float = 1.0):
    """The luminosity of the other picture, the hue and saturation of the first (W3C)."""
    return layered(coloured(lambda below, above: with_luminosity(below, luminosity(above))), im(p), other(p), opacity)


def alike(one, other):
    """Two pixels with as many channels: gray becomes a colour, and a colour opaque, where the other is."""
    if isinstance(one, Vec4) or isinstance(other, Vec4):
        return opaque(one), opaque(other)
    return (Color(one), Color(other)) if is_coloured(one) != is_coloured(other) else (one, other)


def opaque(pixel):
    return pixel if isinstance(pixel, Vec4) else Vec4(*Color(pixel), 1)


def layered(rule, below, above, opacity):
    """A pixel over another: their colours mixed by a rule where both are, as their alphas and the opacity say."""
    under, upper = colour(below), colour(above)
    under, upper = alike(under, upper)
    how_much = opacity * above.a if isinstance(above, Vec4) else opacity
    if not isinstance(below, Vec4):
        return mix(under, rule(under, upper), how_much)
    ground = below.a
    alpha = how_much + ground * (1 - how_much)
    paint = how_much * mix(upper, rule(under, upper), ground) + (1 - how_much) * ground * under
    return Vec4(*(paint / alpha), alpha) if alpha > 0 else Vec4(0, 0, 0, 0)


def channelwise(rule):
    """A rule for two numbers as one for pixels."""
    return lambda below, above: each(rule, below, above)


def coloured(rule):
    """A rule for two colours; gray is a colour, too."""
    return lambda below, above: rule(Color(below), Color(above))


def hard(below, above):
    return below * 2 * above if above <= 0.5 else below + (2 * above - 1) - below * (2 * above - 1)


def soft(below, above):
    if above <= 0.5:
        return below - (1 - 2 * above) * below * (1 - below)
    light = ((16 * below - 12) * below + 4) * below if below <= 0.25 else sqrt(below)
    return below + (2 * above - 1) * (light - below)


def dodge(below, above):
    if below <= 0:
        return 0.0
    return 1.0 if above >= 1 else min(below / (1 - above), 1.0)


def burn(below, above):
    if below >= 1:
        return 1.0
    return 0.0 if above <= 0 else 1 - min((1 - below) / above, 1.0)


def luminosity(paint):
    return dot(paint, LUMINOSITY)


def saturation(paint):
    return max(paint) - min(paint)


def with_luminosity(paint, wanted):
    """The colour made as light as wanted, and drawn towards gray where a channel would leave 0..1."""
    paint = paint + (wanted - luminosity(paint))
    light, least, greatest = luminosity(paint), min(paint), max(paint)
    if least < 0:
        paint = light + (paint - light) * light / (light - least)
    if greatest > 1:
        paint = light + (paint - light) * (1 - light) / (greatest - light)
    return Color(*paint)


def with_saturation(paint, wanted):
    """The colour's channels stretched so that they span as much as wanted, from 0."""
    span = max(paint) - min(paint)
    return (paint - min(paint)) * (wanted / span if span > 0 else 0.0)
