"""Parts of arrays that have as many elements as a number says (pieces.py), of which grids, sums of products, parts of
their own and Fourier transforms are made: in NumPy, for the tracer to walk.

    FUNCTIONS   NumPy's function → what it gives of such parts
    TRANSFORMS  those of them that take complex numbers, too
    grid        np.mgrid and np.ogrid, whose ends are only known when the function runs
"""

from __future__ import annotations

import numpy as np

from . import parts
from .complexes import ComplexArray, imag, real
from .pieces import Piece, alike, each, fitted, made, numbers, see_alike, shape_at
from .pieces_arranged import raveled
from .pieces_reduced import zeros_behind


def grid(way, key):
    keys = key if isinstance(key, tuple) else (key,)
    lines = [np.arange(0 if each.start is None else each.start, each.stop, 1 if each.step is None else each.step)
             for each in keys]
    if way is np.mgrid:
        return np.stack(np.meshgrid(*lines, indexing="ij")) if isinstance(key, tuple) else lines[0]
    return np.meshgrid(*lines, indexing="ij", sparse=True) if isinstance(key, tuple) else lines[0]


def meshgrid(*xi, indexing="xy", sparse=False, copy=True):
    order = (1, 0, *range(2, len(xi))) if indexing == "xy" and len(xi) > 1 else tuple(range(len(xi)))
    lines = []
    for number, line in enumerate(xi):
        at = order.index(number)
        lines.append(raveled(np.asarray(line))[(None,) * at + (slice(None),) + (None,) * (len(xi) - 1 - at)])
    if sparse:
        return tuple(lines)
    wholes, counts = alike(lines)
    return tuple([made(line, counts) for line in np.broadcast_arrays(*wholes)])


def einsum(subscripts, *operands, optimize=False):
    """What is not there counts as zero."""
    given, arrow, wanted = subscripts.replace(" ", "").partition("->")
    if "." in subscripts or len(given.split(",")) != len(operands):
        raise TypeError("np.einsum() of a part of an array whose ends are only known when the function runs takes letters "
                        "for all axes, and no ellipsis")
    if not arrow:
        wanted = "".join(sorted({name for name in given if name != "," and given.count(name) == 1}))
    counts, sizes = {}, {}
    for names, array in zip(given.split(","), operands):
        for axis, name in enumerate(names):
            is_open = isinstance(array, Piece) and array.counts[axis] is not None
            size = array.whole.shape[axis] if isinstance(array, Piece) else array.shape[axis]
            if is_open and counts.get(name) is not None and counts[name] is not array.counts[axis]:
                see_alike(counts[name], array.counts[axis])
            counts[name] = array.counts[axis] if is_open else counts.get(name)
            sizes[name] = min(sizes.get(name, size), size)
    for names, array in zip(given.split(","), operands):
        for axis, name in enumerate(names):
            if counts[name] is not None and not (isinstance(array, Piece) and array.counts[axis] is not None):
                see_alike(counts[name], shape_at(array, axis) if isinstance(array, Piece) else array.shape[axis])
    wholes = [fitted(zeros_behind(array), tuple([sizes[name] for name in names]))
              for names, array in zip(given.split(","), operands)]
    return made(np.einsum(given + "->" + wanted, *wholes), tuple([counts[name] for name in wanted]))


# --- Fourier transforms of a line ------------------------------------------------------------------------------------

def transform(a, n=None, axis=-1, norm=None, back=False):
    """A convolution with a chirp (Bluestein), whose length is a number of the run, by transforms of a length that is not."""
    if n is not None or norm is not None or a.ndim != 1:
        raise TypeError("np.fft of a part of an array whose ends are only known when the function runs is that of a line, "
                        "without n= and norm=")
    re, im = real(a), imag(a)
    most, count = re.whole.shape[0], re.counts[0]
    if count < 1:
        raise ValueError("Invalid number of FFT data points (0) specified.")
    kind = np.result_type(re.dtype, np.float32) if re.dtype.kind == "f" else np.float64
    wide = 1 << (2 * most - 1).bit_length()
    at = numbers(most)
    angle = (np.pi * ((at * at) % (2 * count)) / count).astype(kind)
    chirp = ComplexArray(np.cos(angle), np.sin(angle) if back else -np.sin(angle))
    other = np.conj(chirp)
    behind = np.zeros(wide - 2 * most + 1, kind)
    around = ComplexArray(*[np.concatenate([part, behind, part[:0:-1]]) for part in (real(other), imag(other))])
    given = ComplexArray(zeros_behind(re).astype(kind), zeros_behind(im).astype(kind)) * chirp
    found = np.fft.ifft(np.fft.fft(given, wide) * np.fft.fft(around))[:most] * chirp
    found = found / count if back else found
    return ComplexArray(Piece(real(found), (count,)), Piece(imag(found), (count,)))


def inverse(a, n=None, axis=-1, norm=None):
    return transform(a, n, axis, norm, True)


def of_real(a, n=None, axis=-1, norm=None):
    found = transform(a, n, axis, norm)
    half = a.shape[0] // 2 + 1
    return ComplexArray(real(found)[:half], imag(found)[:half])


def elementwise(function):
    """Of each element, whatever else it is given."""
    return lambda a, *more, **options: each(lambda whole: function(whole, *more, **options), a)


TRANSFORMS = {np.fft.fft: transform, np.fft.ifft: inverse, np.fft.rfft: of_real}
FUNCTIONS = {np.meshgrid: meshgrid, np.einsum: einsum, np.split: parts.split, np.array_split: parts.array_split,
             **TRANSFORMS}
FUNCTIONS |= {function: elementwise(function) for function in (np.digitize, np.isin, np.fix, np.sinc, np.i0)}
