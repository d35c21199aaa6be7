"""Pictures at several resolutions: reduced, detail, pyramid_blend, local_laplacian.

Each level is a function of a position, read at 2*x by the next one and at x//2 by the one before. Where each is kept
follows from who reads it; beyond the picture's edge all of them go on as its border says.
"""

from functools import cache

from pygpu import Float, Image, Position, exp

from .channels import as_visible, colour, luma, repaint
from .ready import Ready, sized

HALVED = tuple(zip((-2, -1, 0, 1, 2), (1 / 16, 4 / 16, 6 / 16, 4 / 16, 1 / 16)))


@sized(lambda im, level: [-(-side // 2**level) for side in (im.width, im.height)])
def reduced(im=Image(border="mirror"), p=Position, level=1):
    """A level of the Gaussian pyramid: half the size, `level` times (OpenCV's pyrDown, which puts the border anew around
    every level)."""
    return gaussians(im, level + 1)[level](p.x, p.y)


@sized(lambda im, level: [-(-side // 2**level) for side in (im.width, im.height)])
def detail(im=Image(border="mirror"), p=Position, level=0):
    """A level of the Laplacian pyramid: what is lost from there to the next level (OpenCV's pyrDown and pyrUp, whose
    last column and row of an odd size are as if the edge lay half a pixel farther)."""
    fine, coarse = gaussians(im, level + 2)[level:]
    return as_visible(fine(p.x, p.y), fine(p.x, p.y) - doubled(coarse)(p.x, p.y))


@Ready
def pyramid_blend(im=Image(border="mirror"), p=Position, other=Image(border="mirror"), mask=Image(border="mirror"),
                  levels=6):
    """Two pictures put together without a seam: coarse parts blend over far, fine ones over near (P. Burt and E. Adelson,
    1983). Where `mask` is 0 it is the first one, where it is 1 the other."""
    ones, others, masks = gaussians(im, levels), gaussians(other, levels), gaussians(mask, levels)
    last = levels - 1
    result = mixed(ones[last], others[last], masks[last])
    for level in reversed(range(last)):
        one, two = (less(each[level], doubled(each[level + 1])) for each in (ones, others))
        result = more(mixed(one, two, masks[level]), doubled(result))
    return result(p.x, p.y)


@Ready
def local_laplacian(im=Image(border="mirror"), p=Position, amount: Float = 1.0, reach: Float = 0.12, levels=5, curves=8):
    """Details brought out, or with `amount` below 0 smoothed away, edges left (S. Paris, S. Hasinoff and J. Kautz, 2011;
    computed as M. Aubry and others do, 2014). Differences of more than about `reach` count as edges."""
    gray = cache(lambda at: luma(im(at)))
    guides = gaussians(gray, levels)
    pictures = [gaussians(brought_out(gray, k / (curves - 1), amount, reach), levels) for k in range(curves)]
    result = guides[-1]
    for level in reversed(range(levels - 1)):
        bands = [less(each[level], doubled(each[level + 1])) for each in pictures]
        result = more(chosen(bands, guides[level]), doubled(result))
    return repaint(im(p), colour(im(p)) + (result(p.x, p.y) - gray(p)))


# --- stages -----------------------------------------------------------------------------------------------------------

def gaussians(im, levels):
    """The picture, and as many smaller ones, each half the size of the one before."""
    found = [cache(lambda x, y: im(Position(x, y)))]
    while len(found) < levels:
        found.append(halved(found[-1]))
    return found


def halved(fine):
    rows = cache(lambda x, y: sum([w * fine(x, 2 * y + d) for d, w in HALVED]))
    return cache(lambda x, y: sum([w * rows(2 * x + d, y) for d, w in HALVED]))


def doubled(coarse):
    """Twice the size: pixels in between by the same weights, of those that are there."""
    columns = cache(lambda x, y: between(lambda i: coarse(i, y), x))
    return cache(lambda x, y: between(lambda i: columns(x, i), y))


def between(of, at):
    """One of a line of which every other one is known: it and its neighbours, or the two beside it."""
    near, far = of(at // 2), of(at // 2 + 1)
    return 0.5 * (near + far) if at % 2 else (of(at // 2 - 1) + 6 * near + far) / 8


def less(a, b):
    return cache(lambda x, y: a(x, y) - b(x, y))


def more(a, b):
    return cache(lambda x, y: a(x, y) + b(x, y))


def mixed(a, b, mask):
    return cache(lambda x, y: a(x, y) + (b(x, y) - a(x, y)) * mask(x, y))


def brought_out(gray, light, amount, reach):
    """The picture with its details around one light brought out."""
    def picture(at):
        d = gray(at) - light
        return gray(at) + amount * d * exp(-d * d / (2 * reach * reach))

    return cache(picture)


def chosen(bands, guide):
    """Of the pictures made for several lights the two around the light that is here, mixed."""
    def level(x, y):
        at = guide(x, y) * (len(bands) - 1)
        low = min(max(int(at), 0), len(bands) - 2)
        a, b = bands[0](x, y), bands[1](x, y)
        for i in range(1, len(bands) - 1):
            a, b = (bands[i](x, y), bands[i + 1](x, y)) if low == i else (a, b)
        return a + (b - a) * (at - low)

    return cache(level)
