"""What a pixel consists of: its colour, its alpha, and how light it is. Pieces for filters, not filters."""

from pygpu import Vec2, Vec3, Vec4, dot

REC_601 = (0.299, 0.587, 0.114)  # how much red, green and blue add to what the eye sees; Pillow's "L"


def colour(pixel):
    """The pixel without its alpha."""
    return pixel.rgb if isinstance(pixel, Vec4) else pixel


def repaint(pixel, paint):
    """The pixel in another colour: alpha stays, where there is one."""
    return Vec4(*paint, pixel.a) if isinstance(pixel, Vec4) else paint


def as_visible(pixel, result):
    """A result with the alpha of a pixel, where there is one: a difference of pictures has none of its own."""
    return repaint(pixel, colour(result))


def is_coloured(pixel):
    return isinstance(pixel, (Vec3, Vec4))


def luma(pixel):
    """How light the pixel is; a gray one is that itself."""
    if is_coloured(pixel):
        return dot(colour(pixel), REC_601)
    return pixel.x if isinstance(pixel, Vec2) else pixel


def channels(pixel):
    return len(pixel) if isinstance(pixel, (Vec2, Vec3, Vec4)) else 1


def each(rule, *pixels):
    """What a rule for numbers makes of each channel of one or several pixels."""
    if isinstance(pixels[0], (Vec2, Vec3, Vec4)):
        return type(pixels[0])(*[rule(*channel) for channel in zip(*pixels)])
    return rule(*pixels)
