"""What is around a pixel, in numbers: local_mean, local_std, local_entropy."""

from pygpu import Image, Position, log2, maximum, sqrt

from .channels import as_visible, luma
from .ready import Ready
from .smoothing import box
from .windows import window


@Ready
def local_mean(im=Image(border="reflect"), p=Position, size=3):
    """The mean of a rectangle: box by the name that statistics gives it (scipy.ndimage.uniform_filter)."""
    return box(im, p, size)


@Ready
def local_std(im=Image(border="reflect"), p=Position, size=3):
    """The standard deviation in a rectangle (scipy.ndimage.generic_filter with numpy.std)."""
    middle = box(im, p, size)  # less this, so that no large numbers cancel
    around = [im(p + d) - middle for d in window(size)]
    return as_visible(im(p), sqrt(maximum(sum([each * each for each in around]) / len(around), 0)))


@Ready
def local_entropy(im=Image(border="reflect"), p=Position, size=5, footprint=None):
    """How many bits tell which of its levels a pixel of the window has (skimage.filters.rank.entropy).

    Of how light the pixels are, in 256 levels. scikit-image's window ends at the picture's edge.
    """
    levels = [int(luma(im(p + d)) * 255 + 0.5) for d in window(size, footprint)]
    alike = [sum([1.0 if other == level else 0.0 for other in levels]) for level in levels]
    return log2(len(levels)) - sum([log2(count) for count in alike]) / len(levels)
