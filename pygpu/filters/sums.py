"""Sums along rows and columns, each made of the one before: they cost the same however far they reach."""

from functools import cache
from math import cos, exp, sin, sqrt

from pygpu import Float, Image, Position

from .channels import channels
from .ready import Ready

# exp(-t*t / 2) for t >= 0 as a sum of decaying waves, exp(-decay*t) * (even*cos(turn*t) + odd*sin(turn*t)), fitted so that
# it is nowhere further off than 2e-6.
WAVES = (
    # decay              turn                even                 odd
    (2.152954585884805, 0.5240464117867598, 3.0807015021410513, 6.773601830055473),
    (2.118697193559039, 1.6092693988219093, -2.224511135138442, -0.7247530563354182),
    (2.040449646536575, 2.848071548406264, 0.14380775886065988, -0.05975451947296673),
)
LEAST = 0.05  # of sigma: a pixel by itself
STEPS = ((1, 0), (0, 1))


@Ready
def integral(im=Image, p=Position):
    """The sum of all pixels above and to the left, this one among them (skimage.transform.integral_image).

    Sums of bytes are larger than a byte: ask for dtype="float32".
    """
    return running(running(im, 0), 1)(p)


@Ready
def cumulative(im=Image, p=Position, axis=1):
    """The sum of all pixels of the row so far (numpy.cumsum); with `axis` 0, of the column."""
    return running(im, 1 - axis)(p)


@Ready
def recursive_gaussian(im=Image, p=Position, sigma: Float = 1.0):
    """A Gaussian blur of any width at the same cost (scipy.ndimage.gaussian_filter, mode="nearest").

    `sigma` may change from call to call. Two sums run along each row and column, one from either end. What the blur is off
    is 1e-5 of the picture's range, and rounding that grows with sigma: 1e-4 at 200. Beyond the edge is the nearest pixel,
    whatever the border.
    """
    waves = [wave(max(sigma, LEAST), *each) for each in WAVES]
    across = waved(im, im.width - 1, 0, waves)
    return waved(across, im.height - 1, 1, waves)(p)


@Ready
def domain_transform(im=Image, p=Position, sigma_space: Float = 30.0, sigma_color: Float = 0.3, steps=3):
    """Smoothed where there are no edges, at a cost that does not grow with how far (E. Gastal and M. Oliveira's domain
    transform, 2011, in its recursive form; OpenCV's dtFilter). Differences of more than about `sigma_color`, of all
    channels together, are edges; each of the `steps` goes half as far as the one before."""
    apart = [cache(lambda q, by=by: total(abs(im(q) - im((q.x - by[0], q.y - by[1]))))) for by in STEPS]
    stage = cache(lambda q: im(q))
    for number in range(steps):
        reach = sigma_space * sqrt(3) * 2 ** (steps - 1 - number) / sqrt(4**steps - 1)
        for axis, last in enumerate((im.width - 1, im.height - 1)):
            stage = passed_on(stage, apart[axis], axis, last, sqrt(2) / max(reach, LEAST), sigma_space / sigma_color)
    return stage(p)


def passed_on(f, apart, axis, last, less, steep):
    """An image of which each pixel passes on the less, forth and back, the more unlike the next one is."""
    step = STEPS[axis]
    part = cache(lambda q: exp(-less * (1 + steep * apart(q))))
    forth = cache(lambda q: f(q) + part(q) * (forth(q - step) - f(q)) if along(q, axis) > 0 else f(q))
    back = cache(lambda q: forth(q) + part(q + step) * (back(q + step) - forth(q)) if along(q, axis) < last else forth(q))
    return back


def total(pixel):
    return sum(pixel) if channels(pixel) > 1 else pixel


def running(f, axis):
    """The sum of an image from its edge on, along an axis."""
    step = STEPS[axis]
    s = cache(lambda q: f(q) + (s(q - step) if along(q, axis) > 0 else 0.0))
    return s


def along(q, axis):
    return q.y if axis else q.x


def wave(sigma, decay, turn, even, odd):
    """Of a wave: what one step makes of it, the sum of it all, and its weights."""
    less = exp(-decay / sigma)
    across, up = less * cos(turn / sigma), less * sin(turn / sigma)
    size = (1 - across) ** 2 + up ** 2
    return across, up, (1 - across) / size, up / size, even, odd


def waved(f, last, axis, waves):
    """An image blurred along an axis: by waves that go on from pixel to pixel, forth and back."""
    step = STEPS[axis]
    middle = sum([even for *_, even, _ in waves])
    total = sum([2 * (even * whole_even + odd * whole_odd) for _, _, whole_even, whole_odd, even, odd in waves]) - middle

    def begun(v):
        """What the waves are where all pixels before are like this one."""
        return tuple([v * whole for _, _, *wholes, _, _ in waves for whole in wholes])

    def gone_on(v, before):
        found = []
        for (across, up, *_), a, b in zip(waves, before[::2], before[1::2]):
            found += [v + across * a - up * b, up * a + across * b]
        return tuple(found)

    def summed(found):
        weights = [weight for *_, even, odd in waves for weight in (even, odd)]
        return sum([weight * each for weight, each in zip(weights, found)])

    forth = cache(lambda q: gone_on(f(q), forth(q - step)) if along(q, axis) > 0 else begun(f(q)))
    back = cache(lambda q: gone_on(f(q), back(q + step)) if along(q, axis) < last else begun(f(q)))
    ahead = cache(lambda q: summed(forth(q)))
    return cache(lambda q: (ahead(q) + summed(back(q)) - middle * f(q)) / total)
