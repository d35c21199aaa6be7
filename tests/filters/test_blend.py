"""Blend modes against Pillow's ImageChops, and against the W3C's formulas, written once more in NumPy."""

import numpy as np
import pytest
from PIL import Image, ImageChops

from pygpu import filters

from .comparing import random, same, within_a_level

ONE, OTHER = random((9, 7, 3), np.uint8, seed=1), random((9, 7, 3), np.uint8, seed=2)
CHOPS = {"multiply": "multiply", "screen": "screen", "overlay": "overlay", "hard_light": "hard_light", "darken": "darker",
         "lighten": "lighter", "difference": "difference", "add": "add", "subtract": "subtract"}


@pytest.mark.parametrize("name", CHOPS)
def test_they_are_pillows(engine, name):
    """Pillow splits at 127 of 255, and takes 127 for a half: at the most two levels."""
    theirs = np.asarray(getattr(ImageChops, CHOPS[name])(Image.fromarray(ONE), Image.fromarray(OTHER)))
    ours = getattr(filters, name)(ONE, OTHER)
    assert np.abs(ours.astype(int) - theirs).max() <= (2 if name in ("overlay", "hard_light") else 1)


def separable():
    """The W3C's formulas: cb lies below, cs above."""
    def soft(cb, cs):
        d = np.where(cb <= 0.25, ((16 * cb - 12) * cb + 4) * cb, np.sqrt(cb))
        return np.where(cs <= 0.5, cb - (1 - 2 * cs) * cb * (1 - cb), cb + (2 * cs - 1) * (d - cb))

    def hard(cb, cs):
        return np.where(cs <= 0.5, cb * 2 * cs, cb + (2 * cs - 1) - cb * (2 * cs - 1))

    def dodge(cb, cs):
        with np.errstate(divide="ignore", invalid="ignore"):
            return np.where(cb == 0, 0, np.where(cs == 1, 1, np.minimum(1, cb / (1 - cs))))

    def burn(cb, cs):
        with np.errstate(divide="ignore", invalid="ignore"):
            return np.where(cb == 1, 1, np.where(cs == 0, 0, 1 - np.minimum(1, (1 - cb) / cs)))

    return {"over": lambda cb, cs: cs, "multiply": lambda cb, cs: cb * cs, "screen": lambda cb, cs: cb + cs - cb * cs,
            "overlay": lambda cb, cs: hard(cs, cb), "darken": np.minimum, "lighten": np.maximum, "color_dodge": dodge,
            "color_burn": burn, "hard_light": hard, "soft_light": soft, "difference": lambda cb, cs: abs(cb - cs),
            "exclusion": lambda cb, cs: cb + cs - 2 * cb * cs, "add": lambda cb, cs: np.minimum(cb + cs, 1),
            "subtract": lambda cb, cs: np.maximum(cb - cs, 0)}


def lum(c):
    return c @ (0.3, 0.59, 0.11)


def clip_color(c):
    light, least, greatest = lum(c)[..., None], c.min(-1, keepdims=True), c.max(-1, keepdims=True)
    with np.errstate(divide="ignore", invalid="ignore"):
        c = np.where(least < 0, light + (c - light) * light / (light - least), c)
        return np.where(greatest > 1, light + (c - light) * (1 - light) / (greatest - light), c)


def set_lum(c, light):
    return clip_color(c + (light - lum(c))[..., None])


def sat(c):
    return c.max(-1) - c.min(-1)


def set_sat(c, wanted):
    """As the W3C has it: the middle channel in proportion, the greatest all of it, the least none."""
    result = np.zeros_like(c)
    order = np.argsort(c, -1)
    least, middle, greatest = (np.take_along_axis(c, order[..., k:k + 1], -1)[..., 0] for k in range(3))
    span = np.where(greatest > least, greatest - least, 1)
    np.put_along_axis(result, order[..., 1:2], ((middle - least) * wanted / span)[..., None], -1)
    np.put_along_axis(result, order[..., 2:3], np.where(greatest > least, wanted, 0)[..., None], -1)
    return result


RULES = separable() | {
    "blend_hue": lambda cb, cs: set_lum(set_sat(cs, sat(cb)), lum(cb)),
    "blend_saturation": lambda cb, cs: set_lum(set_sat(cb, sat(cs)), lum(cb)),
    "blend_color": lambda cb, cs: set_lum(cs, lum(cb)),
    "blend_luminosity": lambda cb, cs: set_lum(cb, lum(cs)),
}
PLAIN = random((12, 11, 3), seed=3), random((12, 11, 3), seed=4)
PLAIN[0][:3], PLAIN[1][::4] = PLAIN[0][:3].round(), PLAIN[1][::4].round()  # black and white, where formulas divide by 0


@pytest.mark.parametrize("name", RULES)
def test_they_are_the_w3cs(engine, name):
    below, above = PLAIN
    for opacity in (1, 0.3):
        expected = (1 - opacity) * below + opacity * RULES[name](below.astype(float), above.astype(float))
        same(getattr(filters, name)(below, above, opacity), expected)


@pytest.mark.parametrize("name", RULES)
def test_with_alpha(on_numpy, name):
    below, above = np.dstack([PLAIN[0], random((12, 11), seed=5)]), np.dstack([PLAIN[1], random((12, 11), seed=6)])
    below[5, :, 3], above[:, 5, 3] = 0, 0
    cb, ab, cs, a = (part.astype(float) for part in (below[..., :3], below[..., 3:], above[..., :3], above[..., 3:]))
    a = 0.7 * a
    mixed = (1 - ab) * cs + ab * RULES[name](cb, cs)
    alpha = a + ab * (1 - a)
    paint = np.divide(a * mixed + (1 - a) * ab * cb, alpha, where=alpha > 0, out=np.zeros_like(cb))
    same(getattr(filters, name)(below, above, 0.7), np.dstack([paint, alpha]))


def test_blend_composite_and_over_are_pillows(engine):
    one, other = Image.fromarray(ONE), Image.fromarray(OTHER)
    within_a_level(filters.blend(ONE, OTHER, 0.3), np.asarray(Image.blend(one, other, 0.3)))
    mask = random((9, 7), np.uint8)
    within_a_level(filters.composite(ONE, OTHER, mask), np.asarray(Image.composite(one, other, Image.fromarray(mask))))
    layers = [Image.fromarray(random((9, 7, 4), np.uint8, seed=seed)) for seed in (7, 8)]
    theirs = np.asarray(Image.alpha_composite(*layers)).astype(int)
    ours = np.asarray(filters.over(*layers)).astype(int)
    assert np.abs(ours - theirs).max() <= 1


def test_pictures_of_several_kinds(on_numpy):
    gray, colour, alpha = random((9, 7)), random((9, 7, 3)), random((9, 7, 4))
    assert filters.multiply(gray, gray).shape == (9, 7)
    same(filters.multiply(gray, colour), gray[..., None] * colour)
    same(filters.multiply(colour, gray), gray[..., None] * colour)
    same(filters.multiply(colour, alpha), colour * (1 + alpha[..., 3:] * (alpha[..., :3] - 1)))
    assert filters.multiply(alpha, colour).shape == filters.blend(alpha, gray).shape == (9, 7, 4)
    assert filters.composite(gray, alpha, gray).shape == (9, 7, 4)
