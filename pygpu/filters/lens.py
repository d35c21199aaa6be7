"""What lenses and hands do to a picture: undistort, motion_blur, lens_blur, chromatic_aberration."""

from pygpu import Color, Float, Image, Int, Position, Vec2, cos, radians, sin

from .channels import colour, is_coloured, repaint
from .ready import Ready
from .windows import window


@Ready
def undistort(im=Image(border="constant"), p=Position, k1: Float = 0.0, k2: Float = 0.0, p1: Float = 0.0, p2: Float = 0.0,
              k3: Float = 0.0, camera=None):
    """Straight lines straight again: a lens's distortion taken away (OpenCV's undistort, its weights in float).

    `camera` is OpenCV's matrix of three rows, in pixels. Without it, the picture's middle and its greater side.
    """
    if camera is None:
        fx = fy = max(im.width, im.height)
        cx, cy = (im.width - 1) / 2, (im.height - 1) / 2
    else:
        (fx, _, cx), (_, fy, cy), _ = camera
    x, y = (p.x - cx) / fx, (p.y - cy) / fy
    r = x * x + y * y
    far = 1 + r * (k1 + r * (k2 + r * k3))
    return im(cx + fx * (x * far + 2 * p1 * x * y + p2 * (r + 2 * x * x)),
              cy + fy * (y * far + p1 * (r + 2 * y * y) + 2 * p2 * x * y))


@Ready
def motion_blur(im=Image(border="reflect"), p=Position, length: Int = 9, angle: Float = 0.0):
    """The mean of `length` points a pixel apart on a line, counter-clockwise by `angle` degrees.

    Level and of an odd length, it is scipy.ndimage.uniform_filter of size (1, length), whose even windows lie half a pixel
    aside; otherwise the mean of scipy.ndimage.map_coordinates with order=1 there.
    """
    way = Vec2(cos(radians(angle)), -sin(radians(angle)))
    total, points = 0.0 * im(p), max(length, 1)
    for at in range(points):
        total = total + im(p + way * (at - (points - 1) / 2))
    return total / points


@Ready
def lens_blur(im=Image(border="reflect"), p=Position, radius=4):
    """The mean of a disc, as of a lens out of focus (scipy.ndimage.convolve with skimage.morphology.disk)."""
    disc = [d for d in window(2 * radius + 1) if d[0]**2 + d[1]**2 <= radius**2]
    return sum([im(p + d) for d in disc]) / len(disc)


@Ready
def chromatic_aberration(im=Image(alpha="straight"), p=Position, amount: Float = 0.01):
    """Red and blue a little larger and smaller than green, by `amount`, around the middle: fringes of colour."""
    if not is_coloured(im(p)):
        return im(p)
    middle = Vec2(im.width - 1, im.height - 1) / 2
    seen = lambda factor: colour(im(middle + (p - middle) * factor))
    return repaint(im(p), Color(seen(1 - amount).r, colour(im(p)).g, seen(1 + amount).b))
