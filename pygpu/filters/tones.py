"""How light becomes how light: invert, brightness, contrast, levels, curves, lut, posterize, solarize, sharpen; and which
colour becomes which: colorize, mix_channels, cube. Alpha stays.
"""

from functools import cache
from os import stat

import numpy

from pygpu import ArgumentError, Color, Float, Image, Int, Position, Vec3, clamp, dot, floor, mix, pow

from .channels import colour, each, luma, repaint
from .ready import Ready
from .windows import of_mask


@Ready
def invert(im=Image, p=Position):
    """The negative (Pillow's ImageOps.invert; there alpha is inverted, too)."""
    return of_mask(repaint(im(p), 1 - colour(im(p))), im(p))


@Ready
def brightness(im=Image, p=Position, factor: Float = 1.0):
    """So many times as bright: 0 is black (Pillow's ImageEnhance.Brightness)."""
    return repaint(im(p), factor * colour(im(p)))


@Ready
def contrast(im=Image, p=Position, factor: Float = 1.0, middle: Float = 0.5):
    """So many times as far from the middle: 0 is gray (Pillow's ImageEnhance.Contrast).

    Pillow's middle is the mean of the picture's gray; here it is a number.
    """
    return repaint(im(p), mix(middle, colour(im(p)), factor))


@Ready
def sharpen(im=Image(alpha="straight"), p=Position, factor: Float = 2.0):
    """0 is smooth, 1 leaves it, 2 is sharp (Pillow's ImageEnhance.Sharpness, which leaves the outermost pixels)."""
    around = sum([colour(im(p + (x, y))) for y in (-1, 0, 1) for x in (-1, 0, 1)])
    return repaint(im(p), mix((around + 4 * colour(im(p))) / 13, colour(im(p)), factor))


@Ready
def levels(im=Image, p=Position, black: Float = 0.0, white: Float = 1.0, gamma: Float = 1.0, low: Float = 0.0,
           high: Float = 1.0):
    """From `black` to `white` becomes from `low` to `high`, lighter between where gamma is above 1.

    As skimage.exposure.rescale_intensity to 0..1, adjust_gamma by 1 / gamma, and rescale_intensity to low..high.
    """
    return repaint(im(p), mix(low, high, pow(clamp((colour(im(p)) - black) / (white - black)), 1 / gamma)))


@Ready
def curves(im=Image, p=Position, points=((0, 0), (1, 1))):
    """A curve through (in, out) points, which never overshoots them (scipy.interpolate.PchipInterpolator).

    Before the first and after the last it goes on as there: flat.
    """
    return repaint(im(p), each(lambda value: on_curve(value, points), colour(im(p))))


@Ready
def lut(im=Image, p=Position, table=(0, 1)):
    """What a table says: its first value where the picture is 0, its last where it is 1 (OpenCV's LUT, of 256 values).

    A table has any length, and one value a row, or three. Between two of them it goes straight.
    """
    rows = numpy.asarray(table, numpy.float32)
    if rows.ndim == 1:
        return repaint(im(p), each(lambda value: between(rows, value), colour(im(p))))
    paint = Color(colour(im(p)))
    return repaint(im(p), Color(*[between(column, value) for column, value in zip(rows.T.copy(), paint)]))


@Ready
def cube(im=Image, p=Position, file=""):
    """The colours that a .cube file says, of one dimension or three (Pillow's ImageFilter.Color3DLUT)."""
    table, low, high = read_cube(file, written_at(file))
    paint = (Color(colour(im(p))) - Vec3(*low)) / (Vec3(*high) - Vec3(*low))
    if table.ndim == 2:
        return repaint(im(p), Color(*[between(column, value) for column, value in zip(table.T.copy(), paint)]))
    size = table.shape[0]
    at = clamp(paint) * (size - 1)
    first = Vec3(*[min(int(floor(each)), size - 2) for each in at])
    part = at - first
    total = Color(0, 0, 0)
    for corner in range(8):
        dr, dg, db = corner & 1, corner >> 1 & 1, corner >> 2
        weight = (part.x if dr else 1 - part.x) * (part.y if dg else 1 - part.y) * (part.z if db else 1 - part.z)
        row = (int(first.z) + db) * size * size + (int(first.y) + dg) * size + int(first.x) + dr
        flat = table.reshape(-1, 3)
        total = total + weight * Color(flat[row, 0], flat[row, 1], flat[row, 2])
    return repaint(im(p), total)


@Ready
def posterize(im=Image, p=Position, bits: Int = 2):
    """So many bits of each channel's eight (Pillow's ImageOps.posterize)."""
    step = 1 << 8 - bits
    return repaint(im(p), each(lambda value: int(clamp(value) * 255 + 0.5) // step * step / 255, colour(im(p))))


@Ready
def solarize(im=Image, p=Position, threshold: Float = 128 / 255):
    """What is as light as the threshold, or lighter, is inverted (Pillow's ImageOps.solarize)."""
    return repaint(im(p), each(lambda value: value if value < threshold else 1.0 - value, colour(im(p))))


@Ready
def colorize(im=Image, p=Position, black: Color = Color(0, 0, 0), white: Color = Color(1, 1, 1)):
    """From one colour to another, as light as the picture is (Pillow's ImageOps.colorize)."""
    return repaint(im(p), mix(black, white, luma(im(p))))


@Ready
def mix_channels(im=Image, p=Position, red: Vec3 = Vec3(1, 0, 0), green: Vec3 = Vec3(0, 1, 0), blue: Vec3 = Vec3(0, 0, 1)):
    """mix_channels(image, *matrix): each channel of so much red, green and blue (Pillow's convert("RGB", matrix))."""
    paint = Color(colour(im(p)))
    return repaint(im(p), Color(dot(red, paint), dot(green, paint), dot(blue, paint)))


def between(table, value):
    """The value of a table's rows at a place from 0 to 1, straight between two."""
    at = clamp(value) * (len(table) - 1)
    first = min(int(floor(at)), len(table) - 2)
    return mix(table[first], table[first + 1], at - first)


def on_curve(value, points):
    """The height of the curve at a value."""
    pieces = cubics(points)
    (start, *_), *_ = pieces
    value = clamp(value, start, points[-1][0])
    height = 0.0
    for begins, (a, b, c, d) in [(piece[0], piece[1:]) for piece in pieces]:
        t = value - begins
        height = ((a * t + b) * t + c) * t + d if value >= begins else height
    return height


@cache
def cubics(points):
    """(begins, a, b, c, d) of each piece of a curve: cubics whose slopes at the points keep them from overshooting."""
    x, y = [float(x) for x, _ in points], [float(y) for _, y in points]
    if len(x) < 2 or any(after <= before for before, after in zip(x, x[1:])):
        raise ValueError(f"points={points}: a curve has two or more, from left to right")
    wide = [after - before for before, after in zip(x, x[1:])]
    steep = [(after - before) / w for before, after, w in zip(y, y[1:], wide)]
    slopes = [end_slope(wide, steep), *map(inner_slope, wide, wide[1:], steep, steep[1:]),
              end_slope(wide[::-1], steep[::-1])]
    pieces = []
    for x0, y0, w, s, left, right in zip(x, y, wide, steep, slopes, slopes[1:]):
        pieces.append((x0, (left + right - 2 * s) / w**2, (3 * s - 2 * left - right) / w, left, y0))
    return tuple(pieces)


def inner_slope(w0, w1, s0, s1):
    """The slope at a point: the weighted harmonic mean of those beside it, 0 at a peak."""
    if s0 * s1 <= 0:
        return 0.0
    a, b = 2 * w1 + w0, w1 + 2 * w0
    return (a + b) / (a / s0 + b / s1)


def end_slope(wide, steep):
    """The slope at the first point: that of a parabola, unless it would overshoot."""
    if len(steep) == 1:
        return steep[0]
    slope = ((2 * wide[0] + wide[1]) * steep[0] - wide[0] * steep[1]) / (wide[0] + wide[1])
    if slope * steep[0] <= 0:
        return 0.0
    if steep[0] * steep[1] <= 0 and abs(slope) > 3 * abs(steep[0]):
        return 3 * steep[0]
    return slope


def written_at(file):
    """When a file was written: it is read again when that changes."""
    if not file:
        raise ArgumentError("cube() needs the file with its colours: cube(photo, file='film.cube')")
    return stat(file).st_mtime_ns


@cache
def read_cube(file, changed):
    """(table, least colour, greatest colour) of a .cube file: rows, or a block of blue, green, red."""
    sizes, low, high, rows = {}, (0.0, 0.0, 0.0), (1.0, 1.0, 1.0), []
    with open(file, encoding="utf-8-sig") as lines:
        for line in lines:
            words = line.partition("#")[0].split()
            if not words or words[0] == "TITLE":
                continue
            if words[0] in ("LUT_1D_SIZE", "LUT_3D_SIZE"):
                sizes[words[0]] = int(words[1])
            elif words[0] == "DOMAIN_MIN":
                low = tuple(map(float, words[1:4]))
            elif words[0] == "DOMAIN_MAX":
                high = tuple(map(float, words[1:4]))
            else:
                try:
                    rows.append([float(word) for word in words])
                except ValueError:  # a word of some program's own
                    continue
    table = numpy.array(rows, numpy.float32)
    expected = sizes.get("LUT_1D_SIZE") or sizes.get("LUT_3D_SIZE", 0)**3
    if table.shape != (expected, 3) or expected < 2:
        raise ValueError(f"{file} is no .cube file: its size says {expected} rows of three numbers, "
                         f"and there are {len(rows)}")
    size = sizes.get("LUT_3D_SIZE")
    return (table.reshape(size, size, size, 3) if size else table), low, high
