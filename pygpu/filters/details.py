"""What a blur leaves, and what it takes away: difference_of_gaussians, guided, retinex."""

from pygpu import Float, Image, Position, log

from .channels import as_visible
from .ready import Ready
from .smoothing import box, gaussian

SIGMAS = (15.0, 80.0, 250.0)  # of D. Jobson, Z. Rahman and G. Woodell, 1997


@Ready
def difference_of_gaussians(im=Image(border="clamp"), p=Position, low=1.0, high=None, truncate=4.0):
    """What is larger than sigma `low` and smaller than `high`, 1.6 times as much if it is not given
    (skimage.filters.difference_of_gaussians)."""
    high = 1.6 * low if high is None else high
    return as_visible(im(p), gaussian(im, p, low, truncate=truncate) - gaussian(im, p, high, truncate=truncate))


@Ready
def guided(im=Image(border="reflect"), p=Position, guide=Image(border="reflect"), radius=8, eps: Float = 0.01):
    """Smoothed where the second picture has no edges: each pixel on a line through the guide's (K. He, J. Sun and X. Tang,
    2010). Differences of the guide below about the root of `eps` are no edges. A gray guide leads all channels, a
    coloured one each by its own."""
    size = 2 * radius + 1
    means = lambda q: (box(im, q, size), box(guide, q, size))

    def slope(q):
        """How much the picture rises with the guide here, and where it begins."""
        mean, light = means(q)
        together = box(lambda r: im(r) * guide(r), q, size) - mean * light
        spread = box(lambda r: guide(r) * guide(r), q, size) - light * light
        rise = together / (spread + eps)
        return rise, mean - rise * light

    return box(lambda q: slope(q)[0], p, size) * guide(p) + box(lambda q: slope(q)[1], p, size)


@Ready
def retinex(im=Image(border="reflect"), p=Position, sigmas=SIGMAS, dark: Float = 0.004):
    """How much lighter than around, in the mean of several sigmas, as a logarithm: light falls out, surfaces stay (D.
    Jobson, Z. Rahman and G. Woodell's multi-scale retinex, 1997). What is not above `dark` is as good as black."""
    around = [log(gaussian(im, p, sigma) + dark) for sigma in sigmas]
    return as_visible(im(p), log(im(p) + dark) - sum(around[1:], around[0]) / len(around))
