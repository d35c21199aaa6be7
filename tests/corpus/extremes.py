"""Chains that ask which of some numbers is the largest, and have no else: one of them is."""

import numpy as np

from .cases import UNIT, WHOLE, programs

program = programs("the largest of three")


@program(UNIT, UNIT, UNIT)
def hue_no_else(r, g, b):
    mx, mn = (max(r, g, b), min(r, g, b))
    d = mx - mn
    if d == 0:
        h = 0
    elif mx == r:
        h = (g - b) / d % 6
    elif mx == g:
        h = (b - r) / d + 2
    elif mx == b:
        h = (r - g) / d + 4
    return h * 60


@program(UNIT, UNIT, UNIT)
def hue_return(r, g, b):

    def hue(r, g, b):
        mx, mn = (max([r, g, b]), min((r, g, b)))
        if mx == mn:
            return 0.0
        if r == mx:
            return (g - b) / (mx - mn) % 6
        if g == mx:
            return (b - r) / (mx - mn) + 2
        if b == mx:
            return (r - g) / (mx - mn) + 4

    return hue(r, g, b)


@program(UNIT, UNIT, UNIT)
def hue_min(r, g, b):
    lo = min(r, g, b)
    if r == lo:
        k = 1
    if g == lo:
        k = 2
    elif b == lo:
        k = 3
    elif r == lo:
        k = 4
    return k


@program(UNIT, UNIT, UNIT)
def hue_np(r, g, b):
    rgb = np.array([r, g, b])
    mx = rgb.max()
    if rgb[0] == mx:
        i = 0
    elif rgb[1] == mx:
        i = 1
    elif rgb[2] == mx:
        i = 2
    return i


@program(UNIT, UNIT, UNIT)
def hue_scaled(r, g, b):
    r, g, b = (r / 255.0, g / 255.0, b / 255.0)
    cmax = max(r, max(g, b))
    cmin = min(r, min(g, b))
    diff = cmax - cmin
    if cmax == cmin:
        h = 0
    elif cmax == r:
        h = (60 * ((g - b) / diff) + 360) % 360
    elif cmax == g:
        h = (60 * ((b - r) / diff) + 120) % 360
    elif cmax == b:
        h = (60 * ((r - g) / diff) + 240) % 360
    s = 0 if cmax == 0 else diff / cmax * 100
    return (h, s, cmax * 100)


@program(WHOLE, WHOLE, WHOLE)
def mid_int(a, b, c):
    m = max(a, b, c)
    if m == a:
        w = b + c
    elif m == b:
        w = a + c
    elif m == c:
        w = a + b
    return w


@program(UNIT, UNIT, UNIT)
def a1(r, g, b):
    for name, v in {"Red": r, "Green": g, "Blue": b}.items():
        if not 0 - 1e-07 <= v <= 1 + 1e-07:
            raise ValueError(f"{name} must be between 0 and 1. You provided {v!r}.")
    vmin = min(r, g, b)
    vmax = max(r, g, b)
    diff = vmax - vmin
    l = (vmin + vmax) / 2
    if diff < 1e-07:
        return (0.0, 0.0, l)
    if r == vmax:
        h = 1
    elif g == vmax:
        h = 2
    elif b == vmax:
        h = 3
    if h < 0:
        h += 1
    return (h, l, 1)


@program(UNIT, UNIT, UNIT)
def a2(r, g, b):
    vmin = min(r, g, b)
    vmax = max(r, g, b)
    diff = vmax - vmin
    l = (vmin + vmax) / 2
    if diff < 1e-07:
        return (0.0, 0.0, l)
    if r == vmax:
        h = 1
    elif g == vmax:
        h = 2
    elif b == vmax:
        h = 3
    if h < 0:
        h += 1
    return (h, l, 1)


@program(UNIT, UNIT, UNIT)
def a3(r, g, b):
    vmax = max(r, g, b)
    l = vmax
    if l < 0.5:
        s = 1
    else:
        s = 3
    if r == vmax:
        h = 1
    elif g == vmax:
        h = 2
    elif b == vmax:
        h = 3
    if h < 0:
        h += 1
    return (h, l, s)
