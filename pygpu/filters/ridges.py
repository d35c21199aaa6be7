"""Lines: hessian, ridges, frangi, gabor. Colours count as gray here: by how light they are."""

from math import ceil, cos, exp, log, pi, radians, sin
from math import sqrt as root

from pygpu import Color, Float, Image, Position, Vec2, maximum, sqrt
from pygpu import exp as falling

from .channels import luma
from .convolution import convolve
from .ready import Ready
from .smoothing import gaussian


@Ready
def hessian(im=Image(border="reflect"), p=Position, sigma=1.0):
    """Second derivatives of a Gaussian blur: across twice, across and down, down twice, as three channels.

    Those of scipy.ndimage.gaussian_filter with order (0, 2), (1, 1), (2, 0) (of `fill`, see sobel);
    skimage.feature.hessian_matrix takes two first derivatives one after the other, or differences.
    """
    light = lambda q: luma(im(q))
    return Color(gaussian(light, p, sigma, (2, 0)), gaussian(light, p, sigma, (1, 1)), gaussian(light, p, sigma, (0, 2)))


@Ready
def ridges(im=Image(border="reflect"), p=Position, sigma=1.0):
    """How much it curves across and along a line, as two channels, the greater first
    (skimage.feature.hessian_matrix_eigvals of `hessian`): dark lines are above zero in the first, light ones below in the
    second."""
    return curvatures(hessian(im, p, sigma))


@Ready
def frangi(im=Image(border="reflect"), p=Position, sigmas=(1, 2, 3), beta: Float = 0.5, gamma: Float = 0.1, dark=True):
    """How much a line this is, of any of the widths `sigmas` (skimage.filters.frangi, of `hessian`).

    `gamma` says how strong a line has to be; scikit-image, if it is given none, takes half of what is strongest in the
    picture at the first of `sigmas`. With the same gamma its answer, whose second derivatives are two first ones, is
    within 0.02 of this one from a sigma of 1.5 on, within 0.15 at 1, and another one beside the edges. Light lines where
    `dark` is False.
    """
    best = 0.0
    for sigma in sigmas:
        best = max(best, vessel(curvatures(hessian(im, p, sigma) * (1 if dark else -1)), beta, gamma))
    return best


@Ready
def gabor(im=Image(border="reflect"), p=Position, frequency=0.2, theta=0.0, bandwidth=1.0, sigma=None, offset=0.0):
    """The answers of two waves under a bell, one a quarter ahead, as two channels (skimage.filters.gabor).

    `frequency` in waves a pixel; `theta`, across the waves, and `offset`, where they begin, in degrees (scikit-image has
    radians). `sigma` of the bell, a number or a pair, follows from the bandwidth (in octaves) if it is not given. With a
    picture far smaller than the waves scikit-image differs, for which SciPy then reads beyond the picture's memory.
    """
    light = lambda q: luma(im(q))
    real, imaginary = waves(frequency, radians(theta), bandwidth, sigma, radians(offset))
    return Vec2(convolve(light, p, real), convolve(light, p, imaginary))


def curvatures(second):
    """The greatest and the least of the second derivatives in all directions."""
    middle = (second.x + second.z) / 2
    half = sqrt(((second.x - second.z) / 2)**2 + second.y**2)
    return Vec2(middle + half, middle - half)


def vessel(curved, beta, gamma):
    """How much like a line: far more curved across than along, and strongly."""
    weak, strong = (curved.x, curved.y) if abs(curved.x) < abs(curved.y) else (curved.y, curved.x)
    blob = weak / maximum(strong, 1e-10)
    structure = weak**2 + strong**2
    return 0.0 if strong <= 0 else falling(-blob**2 / (2 * beta**2)) * (1 - falling(-structure / (2 * gamma**2)))


def waves(frequency, theta, bandwidth, sigma, offset):
    """The two kernels of a Gabor filter, as rows."""
    across, down = sigma if isinstance(sigma, tuple) else (sigma, sigma)
    if sigma is None:
        across = down = root(log(2) / 2) / pi * (2**bandwidth + 1) / (2**bandwidth - 1) / frequency
    c, s = cos(theta), sin(theta)
    wide = ceil(max(abs(3 * across * c), abs(3 * down * s), 1))
    high = ceil(max(abs(3 * down * c), abs(3 * across * s), 1))
    real, imaginary = [], []
    for y in range(-high, high + 1):
        turned = [(x * c + y * s, -x * s + y * c) for x in range(-wide, wide + 1)]
        bell = [exp(-(u * u / across**2 + v * v / down**2) / 2) / (2 * pi * across * down) for u, v in turned]
        phase = [2 * pi * frequency * u + offset for u, _ in turned]
        real.append([w * cos(a) for w, a in zip(bell, phase)])
        imaginary.append([w * sin(a) for w, a in zip(bell, phase)])
    return real, imaginary
