"""Corners, contours and points: harris, canny and its stages, peaks.

Colours count as gray here: by how light they are.
"""

import math
from functools import cache, partial
from itertools import product

import numpy

from pygpu import Float, Image, Position, Vec2, length, mix

from .channels import luma
from .edges import sobel
from .morphology import dilate
from .ready import Ready
from .regions import FAINT, STRONG, is_near, reaching
from .settled import InSteps, Settled, compiled
from .smoothing import gaussian
from .windows import held, window


@Ready
def harris(im=Image(border="constant"), p=Position, sigma=1.0, k: Float = 0.05, border="constant"):
    """How much a corner this is: above zero at corners, below at edges (skimage.feature.corner_harris).

    As there, all is 0 outside, so that the picture's edge is one; with border="reflect" it is none.
    """
    light = lambda q: luma(im(q))
    across = lambda q: sobel(light, q, "x")
    down = lambda q: sobel(light, q, "y")
    xx = gaussian(held(lambda q: across(q)**2, im, border), p, sigma)
    yy = gaussian(held(lambda q: down(q)**2, im, border), p, sigma)
    xy = gaussian(held(lambda q: across(q) * down(q), im, border), p, sigma)
    return xx * yy - xy**2 - k * (xx + yy)**2


@InSteps
def canny(im=Image, sigma=1.0, low: Float = 0.1, high: Float = 0.2, border="reflect"):
    """A mask of thin contours: those steeper than `low` that hang together with one steeper than `high`
    (skimage.feature.canny with mode="reflect"). In the outermost pixels there is none. With another `border` slopes
    beside the edge know of it, too; scikit-image reflects what is blurred."""
    marks = compiled(canny_marks, im=Image(border=border), sigma=sigma)
    return reaching(partial(marks, im, low, high), is_near(im), True)


def canny_marks(im=Image, p=Position, sigma=1.0, low=Float, high=Float):
    ridge = canny_ridge(im, p, sigma)
    inside = 0 < p.x < im.width - 1 and 0 < p.y < im.height - 1
    return 0 if not inside or ridge < low else FAINT if ridge < high else STRONG


@Ready
def canny_strength(im=Image(border="reflect"), p=Position, sigma=1.0, low: Float = 0.1, high: Float = 0.2):
    """Thin contours, one pixel of them: 1 where they are steeper than `high`, 0.5 where steeper than `low`, else 0. What is
    left when those of 0.5 have to hang together with a 1, `canny` says, of whole pictures."""
    ridge = canny_ridge(im, p, sigma)
    return 1.0 if ridge >= high else 0.5 if ridge >= low else 0.0


@Ready
def canny_ridge(im=Image(border="reflect"), p=Position, sigma=1.0):
    """How steep it is where it is steepest, along the gradient; 0 elsewhere: canny before its thresholds."""
    gradients = {d: canny_gradient(im, p + d, sigma) for d in window(3)}
    steep = {d: length(gradient) for d, gradient in gradients.items()}
    gradient = gradients[0, 0]
    dx, dy = abs(gradient.x), abs(gradient.y)
    # The gradient points between a straight neighbour and a diagonal one: `turn` says how far towards the latter.
    turn = min(dx, dy) / max(dx, dy) if max(dx, dy) > 0 else 0.0
    if gradient.x * gradient.y >= 0:
        upright, diagonal = (steep[0, 1], steep[0, -1]), (steep[1, 1], steep[-1, -1])
    else:
        upright, diagonal = (steep[0, -1], steep[0, 1]), (steep[1, -1], steep[-1, 1])
    straight = (steep[1, 0], steep[-1, 0]) if dx >= dy else upright
    sides = [mix(a, b, turn) for a, b in zip(straight, diagonal)]
    return steep[0, 0] if steep[0, 0] >= max(sides) else 0.0


@Ready
def canny_gradient(im=Image(border="reflect"), p=Position, sigma=1.0):
    """The slope across and down (two channels) of the picture blurred by a Gaussian: canny's first stage."""
    smooth = lambda q: gaussian(lambda r: luma(im(r)), q, sigma)
    return Vec2(sobel(smooth, p, "x"), sobel(smooth, p, "y"))


@Settled
def peaks(im=Image, distance=1, threshold: Float = -math.inf, count=None, edge=None):
    """Where the picture is lightest around, and lighter than `threshold`: (x, y) of each, the lightest first
    (skimage.feature.peak_local_max, whose pairs are (row, column) and whose min_distance, threshold_abs, num_peaks and
    exclude_border these are).

    None is lighter within `distance` pixels each way; of those as light, and nearer than that, one is left. None lies within
    `edge` pixels of the edge: as many as `distance`, if it is not said. A picture of one value has none.
    """
    found = numpy.asarray(compiled(peak, distance=distance, edge=distance if edge is None else edge)(im, threshold,
                                                                                                   dtype="float32"))
    return the_lightest(found, distance)[:count]


peaks.gives_a_value = True


def peak(im=Image, p=Position, threshold=Float, distance=1, edge=1):
    """How much lighter than the darkest pixel a peak is; 0 elsewhere."""
    light = cache(lambda q: luma(im(q)))
    least, most = min(luma(v) for v in im), dilate(light, p, 2 * distance + 1)
    inside = edge <= p.x < im.width - edge and edge <= p.y < im.height - edge
    return light(p) - least if inside and light(p) == most and light(p) > threshold else 0.0


def the_lightest(found, distance):
    """The places of what is not 0, the lightest first, that are not nearer than a distance to one before them."""
    axes = numpy.nonzero(found)
    places = numpy.stack(axes[::-1], 1)[numpy.argsort(-found[axes], kind="stable")]
    if distance <= 1:
        return places
    taken, left = set(), []
    for place in map(tuple, places.tolist()):
        if place not in taken:
            left.append(place)
            taken.update(product(*[range(at + 1 - distance, at + distance) for at in place]))
    return numpy.array(left, places.dtype).reshape(-1, found.ndim)
