"""Means of what is alike: bilateral, nonlocal_means, anisotropic_diffusion. Noise goes, edges stay."""

from math import exp as known_exp

from pygpu import Float, Image, Int, Position, dot, exp

from .channels import channels
from .ready import Ready
from .windows import window


@Ready
def bilateral(im=Image(border="reflect"), p=Position, sigma_color: Float = 0.1, sigma_space=2.0, size=None):
    """A Gaussian blur in which a pixel counts less the more its colour differs (OpenCV's bilateralFilter).

    The colours' difference is the sum of the channels' differences. The window is a disc of diameter `size`. OpenCV's
    own border is "mirror".
    """
    radius = max(round(1.5 * sigma_space) if size is None else size // 2, 1)
    disc = [(x, y) for x, y in window(2 * radius + 1) if x * x + y * y <= radius * radius]
    total, weights = 0, 0
    for x, y in disc:
        there = im(p + (x, y))
        difference = dot(abs(there - im(p)), 1)
        near = (x * x + y * y) / (2 * sigma_space**2)
        weight = exp(-near - difference**2 / (2 * sigma_color**2))
        total, weights = total + weight * there, weights + weight
    return total / weights


@Ready
def nonlocal_means(im=Image(border="mirror"), p=Position, h: Float = 0.1, patch_distance: Int = 6, patch_size=5):
    """The mean of the pixels whose surroundings are alike (skimage.restoration.denoise_nl_means, not fast_mode).

    Surroundings are compared by a Gaussian-weighted patch, within `patch_distance` pixels each way, inside the picture; `h`
    is how much unlike ones count. The distance is a run-time argument: the search is a loop in the kernel. scikit-image
    takes a quick exponential, some percent off, and leaves out what counts less than exp(-5).
    """
    patch = patch_weights(patch_size)
    total, weights = 0.0 * im(p), 0.0
    for y in range(max(-patch_distance, -p.y), min(patch_distance, im.height - 1 - p.y) + 1):
        for x in range(max(-patch_distance, -p.x), min(patch_distance, im.width - 1 - p.x) + 1):
            q = p + (x, y)
            unlike = sum([w * square(im(q + d) - im(p + d)) for d, w in patch]) / channels(im(p))
            weight = exp(-unlike / h**2)
            total, weights = total + weight * im(q), weights + weight
    return total / weights


@Ready
def anisotropic_diffusion(im=Image(border="reflect"), p=Position, kappa: Float = 0.1, rate: Float = 0.2, steps=4):
    """Blurred step by step, but not across what differs by more than `kappa` (P. Perona and J. Malik, 1990; MedPy's
    anisotropic_diffusion with option=1 and gamma=rate, which is stable up to 1/4).

    For many steps: pygpu.compile(filters.anisotropic_diffusion, steps=1).iterate(100, photo, 0.1, 0.2).
    """
    read = im
    for _ in range(steps):
        read = diffused(read, kappa, rate)
    return read(p)


def diffused(read, kappa, rate):
    """A picture a step later: each pixel takes from its neighbours, the less the more they differ."""
    def step(q):
        here = read(q)
        flows = [read(q + d) - here for d in ((1, 0), (-1, 0), (0, 1), (0, -1))]
        return here + rate * sum([exp(-(flow / kappa)**2) * flow for flow in flows])

    return step


def square(difference):
    """The sum of the squares of a pixel's channels."""
    return dot(difference, difference)


def patch_weights(size):
    """The (offset, weight) pairs of a patch, weighted by a Gaussian whose sigma is a quarter of its reach."""
    sigma = max((size - 1) / 4, 1e-3)
    bell = [((x, y), known_exp(-(x * x + y * y) / (2 * sigma**2))) for x, y in window(size)]
    total = sum([w for _, w in bell])
    return [(d, w / total) for d, w in bell]
