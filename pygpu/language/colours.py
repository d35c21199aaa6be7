"""Colours as pictures store them, and as a filter computes with them.

    light           a stored number of a picture is sRGB: proportional to what the eye sees, not to the light that
                    falls on the sensor. Means of light are means of `decoded` numbers.
    premultiplied   a transparent pixel has a colour, too, which nobody sees. Where pixels are mixed it must not count:
                    each colour is multiplied by its alpha, mixed, and divided by the alpha of the mixture.

An alpha is no colour: it is neither decoded nor multiplied.
"""

from __future__ import annotations

from ..errors import CompileError

ALPHAS = ("straight", "premultiplied")


def resolve(alpha):
    if alpha not in ALPHAS:
        raise CompileError("unknown-alpha", f"alpha={alpha!r}", why="a colour is multiplied by its alpha, or it is not",
                           instead='one of "straight", "premultiplied"')
    return alpha


def decoded(value):
    """The light (0..1) that an sRGB number (0..1) stands for. (IEC 61966-2-1)"""
    return value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4


def encoded(light):
    """The sRGB number for a light."""
    return 12.92 * light if light <= 0.0031308 else 1.055 * light ** (1 / 2.4) - 0.055


def premultiplied(parts):
    """A pixel's numbers, the last one its alpha, as they are mixed."""
    *colours, alpha = parts
    return [colour * alpha for colour in colours] + [alpha]


def divided(parts):
    """The way back. Where nothing is left of alpha there is nothing to divide by."""
    *colours, alpha = parts
    return [colour / alpha if alpha > 0 else colour for colour in colours] + [alpha]


def seen(parts, colours, linear, alpha):
    """A stored pixel as the filter sees it; the first `colours` of its parts are colours."""
    if linear:
        parts = [decoded(part) for part in parts[:colours]] + list(parts[colours:])
    return premultiplied(parts) if alpha else parts
