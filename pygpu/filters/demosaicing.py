"""Colours from a camera's raw pixels, each of which saw one colour: demosaic."""

from pygpu import Color, Float, Image, Position

from .ready import Ready

PATTERNS = {"RGGB": (0, 0), "GRBG": (1, 0), "GBRG": (0, 1), "BGGR": (1, 1)}  # where the red pixel of a square lies


@Ready
def demosaic(im=Image(border="mirror")[Float], p=Position, pattern="RGGB", method="malvar"):
    """Each pixel's two missing colours, from those around it that saw them.

    `pattern` is the first square of four, row by row: "RGGB", "GRBG", "GBRG" or "BGGR". `method` is "malvar" (H. Malvar, L.
    He and R. Cutler, 2004: colour_demosaicing's demosaicing_CFA_Bayer_Malvar2004, MATLAB's demosaic) or "bilinear" (its
    demosaicing_CFA_Bayer_bilinear). At the outermost pixels these libraries repeat the last ones, of another colour.
    """
    if pattern not in PATTERNS or method not in ("malvar", "bilinear"):
        raise ValueError(f'pattern={pattern!r}, method={method!r}: a pattern is one of {", ".join(PATTERNS)}, a method '
                         '"malvar" or "bilinear"')
    left, top = PATTERNS[pattern]
    here = im(p)
    level = (im(p - (1, 0)) + im(p + (1, 0))) / 2
    upright = (im(p - (0, 1)) + im(p + (0, 1))) / 2
    slanted = (im(p + (-1, -1)) + im(p + (1, -1)) + im(p + (-1, 1)) + im(p + (1, 1))) / 4
    cross = (level + upright) / 2
    if method == "malvar":  # a colour changes where others do: the second difference of what was seen here is added
        far_level = (im(p - (2, 0)) + im(p + (2, 0))) / 2
        far_upright = (im(p - (0, 2)) + im(p + (0, 2))) / 2
        far = (far_level + far_upright) / 2
        cross = cross + (here - far) / 2
        bend = 5 / 8 * here - slanted / 2
        level = level + bend - far_level / 4 + far_upright / 8
        upright = upright + bend - far_upright / 4 + far_level / 8
        slanted = slanted + 3 / 4 * (here - far)
    is_red_row, is_red_column = p.y % 2 == top, p.x % 2 == left
    if is_red_row:
        return Color(here, cross, slanted) if is_red_column else Color(level, here, upright)
    return Color(upright, here, level) if is_red_column else Color(slanted, cross, here)
