"""What NumPy's functions mean for complex numbers that depend on pixels, and for small arrays of them.

An array is one of complex numbers when its elements are such (close_array makes them so of all, where one is). What only
arranges elements, or adds and multiplies them, is the same for them as for other numbers; the rest is written out here or in
library/standard/complexes.py, or is refused: a meaning that knows nothing of imaginary parts would be silently wrong.
"""

from __future__ import annotations

import numpy as np

from ...library.standard import complexes
from ..kinds.arrays import boxed, close_array, elementwise, holds_complex, open_array
from ..kinds.complexes import as_complex, is_complex
from ..kinds.containers import key_of
from ..values.assumptions import decide
from ..values.lattice import FALSE, TRUE, Known
from .lending import ARRANGING, STACKING, numpy_means
from .numpy_functions import is_sequence
from .reductions import is_missing

OPERATORS = {np.add: "+", np.subtract: "-", np.multiply: "*", np.true_divide: "/", np.power: "**", np.float_power: "**"}
COMPARED = {np.equal: "==", np.not_equal: "!="}
SAME = {*ARRANGING, *STACKING, np.array, np.asarray, np.asanyarray, np.sum, np.prod, np.mean, np.cumsum, np.cumprod, np.dot,
        np.inner, np.outer, np.matmul, np.trace, np.diag, np.diagflat, np.kron, np.einsum, np.tensordot, np.where, np.copy,
        np.zeros_like, np.ones_like, np.full_like, np.empty_like, np.full, np.append, np.tile, np.repeat, np.roll,
        np.polyval, np.diff, np.ediff1d, np.convolve, np.array_equal, np.broadcast_to, np.meshgrid, np.shape, np.ndim,
        np.size, np.take, np.tril, np.triu, np.delete, np.insert, np.split, np.array_split, np.linalg.det, np.linalg.inv,
        np.linalg.solve, np.linalg.matrix_power, np.vectorize.__call__, np.apply_along_axis, np.vdot, np.fft.fft,
        np.fft.ifft}
TYPES = {np.complex64, np.complex128}
ASKED = {np.iscomplexobj: TRUE, np.isrealobj: FALSE}


def concerns(tracer, value) -> bool:
    """Whether NumPy sees complex numbers in what it is given."""
    if is_sequence(value):
        return any(concerns(tracer, each) for each in tracer.remaining_maybe(value))
    return is_complex(value) or holds_complex(tracer, value)


def of_complex(tracer, function, args, kwargs):
    """What a function of NumPy's gives of them; NotImplemented where it is what it gives of any numbers."""
    if function is abs:
        function = np.absolute
    if function in TYPES:
        return as_complex(tracer, args[0]) if is_complex(args[0]) else NotImplemented
    if not isinstance(function, np.ufunc) and not (getattr(function, "__module__", None) or "").startswith("numpy"):
        return NotImplemented
    args = [decide(tracer, a) for a in args]
    if function in ASKED:
        return ASKED[function]
    each = complexes.OF_NUMPY.get(function)
    if function is np.angle:
        return angle(tracer, *args, **kwargs)
    if not kwargs and each is not None:
        return by_element(tracer, lambda *parts: tracer.call(Known(each), [as_complex(tracer, p) for p in parts], {}), args)
    if not kwargs and function in OPERATORS:
        return by_element(tracer, lambda a, b: tracer.binary(OPERATORS[function], a, b), args)
    if not kwargs and function in COMPARED:
        return by_element(tracer, lambda a, b: tracer.compare(COMPARED[function], a, b), args)
    if function in WRITTEN:
        return WRITTEN[function](tracer, *args, **kwargs)
    if function in SAME:
        return NotImplemented
    raise tracer.refuse("not-supported", f"{function.__name__}() of complex numbers",
                        why="of those PyGPU knows sums, products, and what is written out for their two parts",
                        instead="use their parts, z.real and z.imag, or their size, np.abs(z)")


def by_element(tracer, step, args):
    return elementwise(tracer, step, *(open_array(tracer, a) for a in args))


def angle(tracer, z, deg=FALSE):
    scale = Known(180 / np.pi if key_of(tracer, deg) else 1.0)
    return by_element(tracer, lambda part: tracer.binary("*", tracer.call(
        Known(complexes.phase), [as_complex(tracer, part)], {}), scale), [z])


def norm(tracer, x, **kwargs):
    return tracer.call(Known(np.linalg.norm), [tracer.call(Known(np.absolute), [x], {})], kwargs)


def isclose(tracer, a, b, rtol=Known(1e-5), atol=Known(1e-8)):
    return by_element(tracer, lambda x, y: tracer.call(
        Known(complexes.isclose), [as_complex(tracer, x), as_complex(tracer, y), rtol, atol], {}), [a, b])


def allclose(tracer, a, b, rtol=Known(1e-5), atol=Known(1e-8)):
    return tracer.call(Known(np.all), [isclose(tracer, a, b, rtol, atol)], {})


def transform(sign: int):
    """np.fft.fft and ifft of a few numbers: each of the result is a sum."""
    def meaning(tracer, a, n=None, axis=-1, norm=None):
        array, along = open_array(tracer, decide(tracer, a)), key_of(tracer, axis)
        count = array.shape[along] if is_missing(n) else key_of(tracer, n)
        way = "backward" if is_missing(norm) else key_of(tracer, norm)
        scale = {"backward": (1, count), "ortho": (count ** 0.5,) * 2, "forward": (count, 1)}[way][sign > 0]
        lines = np.moveaxis(array, along, -1)
        shape = (*lines.shape[:-1], count)
        found = [total(tracer, [tracer.binary("*", as_complex(tracer, v), Known(turn(sign * k * i, count) / scale))
                                for i, v in enumerate(line[:count])])
                 for line in lines.reshape(-1, lines.shape[-1]) for k in range(count)]
        return close_array(tracer, np.moveaxis(boxed(found, shape), -1, along))

    return meaning


def turn(k: int, count: int) -> complex:
    """exp(2j * pi * k / count), with the ones that have no rounding as they are."""
    return {0: 1 + 0j, 1: 1j, 2: -1 + 0j, 3: -1j}[4 * k // count % 4] if 4 * k % count == 0 else complex(
        np.exp(2j * np.pi * k / count))


def total(tracer, values):
    found = values[0]
    for each in values[1:]:
        found = tracer.binary("+", found, each)
    return found


fft, ifft = transform(-1), transform(1)


def rfft(tracer, a, n=None, axis=-1, norm=None):
    found, along = open_array(tracer, fft(tracer, a, n, axis, norm)), -1 if is_missing(axis) else key_of(tracer, axis)
    return close_array(tracer, np.take(found, range(found.shape[along] // 2 + 1), along))


for _function, _written in ((np.fft.fft, fft), (np.fft.ifft, ifft), (np.fft.rfft, rfft)):
    numpy_means(_function)(_written)
WRITTEN = {np.linalg.norm: norm, np.isclose: isclose, np.allclose: allclose}


def method(tracer, function, receiver, args, kwargs):
    """A method of an array that is one of NumPy's functions; NotImplemented where its numbers are not complex."""
    return of_complex(tracer, function, [receiver, *args], kwargs) if holds_complex(tracer, receiver) else NotImplemented
