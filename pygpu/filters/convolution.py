"""Any kernel: convolve, correlate. A kernel is rows of numbers, a list or an array.

Kernels of many weights are taken apart into rows and columns, or summed by their spectrum, where that is faster.
"""

from pygpu import Image, Position, offsets, ravel

from .channels import as_visible
from .ready import Ready


@Ready
def convolve(im=Image(border="reflect"), p=Position, kernel=((1,),)):
    """The weighted sum of the pixels around, the kernel turned by half a circle (scipy.ndimage.convolve)."""
    return summed(im(p), kernel, sum([w * im(p - d) for w, d in zip(ravel(kernel), offsets(kernel))]))


@Ready
def correlate(im=Image(border="reflect"), p=Position, kernel=((1,),)):
    """The weighted sum of the pixels around, the kernel as it lies (scipy.ndimage.correlate, OpenCV's filter2D)."""
    return summed(im(p), kernel, sum([w * im(p + d) for w, d in zip(ravel(kernel), offsets(kernel))]))


def summed(pixel, kernel, total):
    """Weights that add up to nothing would leave no alpha, and a picture that cannot be seen: they leave it as it is."""
    return total if abs(sum(ravel(kernel))) > 1e-9 else as_visible(pixel, total)
