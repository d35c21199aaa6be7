"""Pixels from elsewhere: rotate, affine, perspective, warp, resize.

Each says for a pixel of the result where in the picture it comes from. Between pixels `sample=` says how to read
("linear" unless said otherwise), outside `border=` ("constant", `fill=` 0, unless said otherwise).
"""

from math import pi

from pygpu import Float, Image, Int, Position, Vec2, Vec3, cos, dot, radians, sin

from .ready import Ready


@Ready
def rotate(im=Image(border="constant"), p=Position, angle: Float = 0.0):
    """Turned around its middle, counter-clockwise by `angle` degrees (scipy.ndimage.rotate, reshape=False)."""
    c, s = cos(radians(angle)), sin(radians(angle))
    middle = Vec2(im.width - 1, im.height - 1) / 2
    d = p - middle
    return im(middle.x + c * d.x - s * d.y, middle.y + s * d.x + c * d.y)


@Ready
def affine(im=Image(border="constant"), p=Position, x: Vec3 = Vec3(1, 0, 0), y: Vec3 = Vec3(0, 1, 0)):
    """affine(image, *matrix): the pixel at (x, y, 1) comes from where two rows of three numbers, times it, say.

    As scipy.ndimage.affine_transform, and OpenCV's warpAffine with WARP_INVERSE_MAP.
    """
    here = Vec3(p, 1)
    return im(dot(x, here), dot(y, here))


@Ready
def perspective(im=Image(border="constant"), p=Position, x: Vec3 = Vec3(1, 0, 0), y: Vec3 = Vec3(0, 1, 0),
                w: Vec3 = Vec3(0, 0, 1)):
    """perspective(image, *matrix), of three rows: as affine, and both are divided by what the third says.

    As skimage.transform.warp with a matrix, and OpenCV's warpPerspective with WARP_INVERSE_MAP.
    """
    here = Vec3(p, 1)
    far = dot(w, here)
    return im(dot(x, here) / far, dot(y, here) / far)


@Ready
def warp(im=Image(border="constant"), p=Position, flow=Image):
    """Each pixel comes from as far away as the second image says, whose two channels are across and down."""
    return im(p + flow(p))


@Ready
def resize(im=Image, p=Position, width=Int, height=Int, kernel="cubic"):
    """The picture in another size (Pillow's Image.resize): resize(image, 320, 200), resize(image, size=(320, 200)).

    `kernel` is "nearest", "box", "linear", "hamming", "cubic" or "lanczos". Where the picture gets smaller, the
    kernel gets wider, so that every pixel counts; at the edge it is cut off.
    """
    if kernel == "nearest":
        return im((2 * p.x + 1) * im.width // (2 * width), (2 * p.y + 1) * im.height // (2 * height))
    row = lambda y: resampled(lambda x: im(x, y), p.x, im.width, width, kernel)
    return resampled(row, p.y, im.height, height, kernel)


def resampled(read, at, old, new, kernel):
    """The mean of `old` pixels in a row around the one at `at` of `new`, weighted by the kernel.

    Places are counted in units so small that the centres of all pixels, old and new, are whole numbers, and exact.
    """
    weigh, halves = KERNELS[kernel]
    wide = max(old, new)  # the greater pixel's half, in these units
    centre = (2 * at + 1) * old
    first = max((centre - halves * wide) // (2 * new), 0)
    last = min((centre + halves * wide) // (2 * new) + 1, old)
    total, weights = 0.0 * read(first), 0.0
    for i in range(first, last):
        weight = weigh(((2 * i + 1) * new - centre) / (2 * wide))
        total, weights = total + weight * read(i), weights + weight
    return total / weights


def box(t):
    return 1.0 if -0.5 < t <= 0.5 else 0.0


def linear(t):
    return max(1 - abs(t), 0.0)


def hamming(t):
    return sinc(t) * (0.54 + 0.46 * cos(pi * t)) if abs(t) < 1 else 0.0


def cubic(t):
    t = abs(t)
    if t < 1:
        return (1.5 * t - 2.5) * t * t + 1
    return ((-0.5 * t + 2.5) * t - 4) * t + 2 if t < 2 else 0.0


def lanczos(t):
    return sinc(t) * sinc(t / 3) if abs(t) < 3 else 0.0


def sinc(t):
    return sin(pi * t) / (pi * t) if t != 0 else 1.0


# The weight of a pixel at a distance, and how many halves of a pixel it reaches.
KERNELS = {"box": (box, 1), "linear": (linear, 2), "hamming": (hamming, 2), "cubic": (cubic, 4),
           "lanczos": (lanczos, 6)}
