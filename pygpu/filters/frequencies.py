"""What pictures are among their frequencies: phase_correlation, fftconvolve."""

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
    return (refined(numpy.asarray(spectrum[0]), found, upsample) if upsample > 1 else tuple(map(float, found)))[::-1]


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


@Whole
def fftconvolve(im=Image, kernel=Image, mode="full"):
    """A picture or an array of numbers with a kernel that may be as large as it is, by their frequencies
    (scipy.signal.fftconvolve). Colours are summed up each by itself.

    `mode` "full" is all that the kernel reaches, "same" as large as the picture, "valid" where the kernel lies inside.
    Beyond the edge is 0. The kernel is turned around, as a convolution has it; its numbers may change from call to call.
    """
    one, other = numbers(im), numbers(kernel)
    if one.ndim not in (2, 3) or other.ndim != 2:
        raise ArgumentError("fftconvolve() is of a picture, gray or in colours, and a kernel of rows of numbers")
    if one.ndim == 3:
        return numpy.stack([fftconvolve(channel, other, mode) for channel in numpy.moveaxis(one, 2, 0)], 2)
    full = [a + b - 1 for a, b in zip(one.shape, other.shape)]
    if mode == "full":
        size = full
    elif mode == "same":
        size = one.shape
    elif mode == "valid":
        size = [abs(a - b) + 1 for a, b in zip(one.shape, other.shape)]
        if min(a - b for a, b in zip(one.shape, other.shape)) < 0 < max(a - b for a, b in zip(one.shape, other.shape)):
            raise ArgumentError('fftconvolve(mode="valid"): one has to be at least as large as the other in both directions')
    else:
        raise ArgumentError(f'mode={mode!r}: it is "full", "same" or "valid"')
    first = [(a - b) // 2 for a, b in zip(full, size)]
    return compiled(convolved, full=tuple(map(fast, full)), first=tuple(first), size=tuple(size))(one, other)


def numbers(picture):
    """A picture as an array, or on the device where it is there; one of bytes or the like as numbers from 0 to 1."""
    if hasattr(picture, "device") and len(picture.shape) == 2:
        return picture if picture.dtype == numpy.float32 else compiled(light)(picture, dtype="float32")
    array = numpy.asarray(picture.numpy() if hasattr(picture, "numpy") else picture)
    return (array / numpy.iinfo(array.dtype).max if array.dtype.kind == "u" else array).astype(numpy.float32)


def convolved(a=Array, b=Array, full=(1, 1), first=(0, 0), size=(1, 1)):
    product = numpy.fft.irfft2(numpy.fft.rfft2(a, full) * numpy.fft.rfft2(b, full), full)
    (top, left), (height, width) = first, size
    return product[top:top + height, left:left + width]


def fast(length):
    """The least length from here on that short transforms make up."""
    def left(number):
        for factor in (2, 3, 5, 7):
            while number % factor == 0:
                number //= factor
        return number

    return next(number for number in range(length, 2 * length + 1) if left(number) == 1)
