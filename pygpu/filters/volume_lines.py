"""Lines and sheets in volumes: hessian, ridges, frangi."""

import numpy as np

from pygpu import Float, Position, Volume, exp, maximum, sqrt

from .ready import Ready
from .smoothing import gaussian_taps
from .volume_axes import separable
from .windows import triple

ORDERS = (2, 0, 0), (1, 1, 0), (1, 0, 1), (0, 2, 0), (0, 1, 1), (0, 0, 2)


@Ready
def hessian(vol=Volume(border="reflect"), p=Position, sigma=1.0):
    """Second derivatives of a Gaussian blur, six volumes: xx, xy, xz, yy, yz, zz (scipy.ndimage.gaussian_filter with such
    an order; skimage.feature.hessian_matrix takes differences)."""
    return second(vol, p, sigma)


@Ready
def ridges(vol=Volume(border="reflect"), p=Position, sigma=1.0):
    """How much it curves along the three axes of what is there, three volumes, the greatest first
    (skimage.feature.hessian_matrix_eigvals of `hessian`)."""
    least, middle, greatest = curvatures(second(vol, p, sigma))
    return greatest, middle, least


@Ready
def frangi(vol=Volume(border="reflect"), p=Position, sigmas=(1, 2, 3), alpha: Float = 0.5, beta: Float = 0.5,
           gamma: Float = 0.1, dark=True):
    """How much a vessel this is, of any of the widths `sigmas` (skimage.filters.frangi, of `hessian`).

    `gamma` says how strong it has to be; scikit-image takes half of the strongest in the volume for it. Light vessels where
    `dark` is False.
    """
    best = 0.0
    for sigma in sigmas:
        curved = [(1 if dark else -1) * each for each in curvatures(second(vol, p, sigma))]
        best = maximum(best, vessel(curved, alpha, beta, gamma))
    return best


def second(vol, p, sigma):
    sides = triple(sigma)
    return tuple([separable(vol, [gaussian_taps(*each, 4.0) for each in zip(sides, order)])(p) for order in ORDERS])


def curvatures(derivatives):
    """The second derivatives along the three axes on which none goes with another, the least first."""
    xx, xy, xz, yy, yz, zz = derivatives
    return np.linalg.eigvalsh(np.array([[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]]))


def vessel(curved, alpha, beta, gamma):
    """How much like a tube: curved across both ways alike, hardly along, and strongly."""
    along, wide, most = sorted(curved, key=abs)
    wide, most = maximum(wide, 1e-10), maximum(most, 1e-10)
    sheet, blob = wide / most, abs(along) / sqrt(wide * most)
    strong = sum([each * each for each in curved])
    return (1 - exp(-sheet**2 / (2 * alpha**2))) * exp(-blob**2 / (2 * beta**2)) * (1 - exp(-strong / (2 * gamma**2)))
