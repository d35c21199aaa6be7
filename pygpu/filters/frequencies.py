"""What pictures are among their frequencies: phase_correlation."""

import math

import numpy

from pygpu import ArgumentError, Array, Image, Position

from .channels import luma
from .settled import Settled, compiled

NOTHING = 100 * numpy.finfo(numpy.float32).eps  # sizes of frequencies that are rounding alone


class Whole(Settled):
    why = "is of whole pictures"


@Whole
def phase_correlation(im=Image, moving=Image, upsample=1):
    """By how much, (x, y), the second picture is to be moved to lie on the first
    (skimage.registration.phase_cross_correlation, whose pairs are (row, column) and whose upsample_factor `upsample` is).

    Only the phases of frequencies count, so contrast makes no difference. What leaves at an edge comes in at the other. With
    `upsample` 10 it is told to a tenth of a pixel. Colours count by how light they are.
    """
    first, second = gray(im), gray(moving)
    if first.shape != second.shape:
        raise ArgumentError(f"phase_correlation() of pictures of different sizes, {first.shape[::-1]} and "
                            f"{second.shape[::-1]}: cut or resize one of them")
    place, *spectrum = compiled(correlated, with_spectrum=upsample > 1)(first, second)
    found = [signed(at, size) for at, size in zip(numpy.unravel_index(place, first.shape), first.shape)]
    return (refined(spectrum[0], found, upsample) if upsample > 1 else tuple(map(float, found)))[::-1]


phase_correlation.gives_a_value = True


def gray(picture):
    """How light a picture is, as an array, or on the device where it is there."""
    found = compiled(light)(picture, dtype="float32")
    return found if hasattr(found, "device") else numpy.asarray(found)


def light(im=Image, p=Position):
    return luma(im(p))


def correlated(a=Array, b=Array, with_spectrum=False):
    """Where the phases of two arrays agree best, and the spectrum of that."""
    product = numpy.fft.fft2(a) * numpy.conj(numpy.fft.fft2(b))
    product = product / numpy.maximum(numpy.abs(product), NOTHING)
    place = numpy.argmax(numpy.abs(numpy.fft.ifft2(product)))
    return (place, product) if with_spectrum else (place,)


def signed(at, size):
    """A place beyond the middle is one before the start."""
    return int(at) - size if at > size // 2 else int(at)


def refined(spectrum, found, upsample):
    """The place between pixels: the spectrum looked at more closely around the one that was found."""
    many = math.ceil(1.5 * upsample)
    around = (numpy.arange(many) - many // 2) / upsample
    rows, columns = [numpy.exp(2j * numpy.pi * numpy.outer(at + around, numpy.fft.fftfreq(size)))
                     for at, size in zip(found, spectrum.shape)]
    best = numpy.unravel_index(numpy.argmax(numpy.abs(rows @ spectrum @ columns.T)), (many, many))
    return tuple([float(at + around[number]) if size > 1 else 0.0 for at, number, size in zip(found, best, spectrum.shape)])
