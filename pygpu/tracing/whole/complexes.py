"""Whole arrays of complex numbers: an object of library/whole/complexes.py, whose parts are arrays as any other."""

from __future__ import annotations

import numpy as np

from ...ir import Value
from ...ir.fields import IMAGINARY
from ...library.whole import complex_matrices
from ...library.whole.complex_functions import EACH, FUNCTIONS
from ...library.whole.complexes import OPERATORS, UNARY, ComplexArray
from ..host.table import found_in
from ..kinds.complexes import is_complex
from ..kinds.containers import items_of
from ..kinds.ragged import contents_of, is_ragged
from ..values.lattice import NONE, Known, Record, Ref, Tuple
from ..values.numbers import numeric
from .fields import as_field, given, is_array, new, operand, value_of
from .selections import is_selection, whole_of

FOREIGN = ("numpy", "scipy", "math")
BINARY = {np.add, np.subtract, np.multiply, np.true_divide, np.power, np.matmul, np.equal, np.not_equal,
          np.less, np.less_equal, np.greater, np.greater_equal, np.float_power}


def is_complexes(value) -> bool:
    return type(value) is Ref and value.kind == "instance" and value.cls is ComplexArray


def has_imaginary(value) -> bool:
    """Whether a value that is no array of the graph is complex: a number, or a known array."""
    return is_complex(value) or type(value) is Known and isinstance(value.value, (np.ndarray, np.generic)) and (
        value.value.dtype.kind == "c")


def concerned(tracer, values) -> bool:
    """Whether values make an array of complex numbers together."""
    if any(map(is_complexes, values)):
        return True
    lists = [items_of(tracer, each) for each in values if (type(each) is Tuple or type(each) is Ref and each.kind == "list")
             and not is_ragged(contents_of(tracer, each))]  # (which has no complex numbers)
    return any(concerned(tracer, each) for each in lists if each) or (
        any(map(is_array, values)) and any(map(has_imaginary, values)))


def complexes(tracer, real, imag):
    return tracer.call(Known(ComplexArray), [real, imag], {})


def argument_of(tracer, name: str, dtype, shape):
    """An argument: an array, or the two parts of one of complex numbers."""
    dtype = np.dtype(dtype)
    if dtype.kind != "c":
        return given(tracer, name, dtype, shape)
    part = np.zeros(0, dtype).real.dtype
    return complexes(tracer, given(tracer, name, part, shape), given(tracer, IMAGINARY.format(name), part, shape))


def as_complexes(tracer, value):
    """Anything that is a number, or many, as such an array."""
    if is_complexes(value):
        return value
    if type(value) is Known and has_imaginary(value):
        parts = [Known(getattr(value.value, part)) for part in ("real", "imag")]
        return complexes(tracer, *[new(tracer, as_field(tracer, each)) if np.ndim(each.value) else each for each in parts])
    if type(value) is Record and is_complex(value):
        return complexes(tracer, value.fields["real"], value.fields["imag"])
    if is_array(value) or isinstance(value, Value) or numeric(value) or type(value) is Known:
        return complexes(tracer, value, NONE)
    raise tracer.refuse("not-a-number", f"{tracer.describe(value)} meets an array of complex numbers",
                        instead="use numbers and arrays")


def alike(tracer, values) -> list:
    """Arrays of complex numbers of the one type that NumPy computes them in: whole numbers are floats from there on, and
    would wrap as what they were. Numbers of Python's take any."""
    kinds = [kind_of(tracer, each) for each in values]
    part = np.zeros(0, np.add.resolve_dtypes((*kinds, None))[2]).real.dtype
    found = []
    for each in values:
        parts = [converted(tracer, of, part) for of in parts_of(tracer, as_complexes(tracer, each))]
        found.append(complexes(tracer, *parts))
    return found


def kind_of(tracer, value):
    """What NumPy sees: a dtype, or the class of Python's number."""
    if is_complexes(value):
        part = parts_of(tracer, value)[0]
        return np.result_type(dtype_of(tracer, part), np.complex64) if is_array(part) else complex
    if type(value) is Known and has_imaginary(value):
        return getattr(value.value, "dtype", complex)
    return complex if is_complex(value) else dtype_of(tracer, value) if is_array(value) else operand(tracer, value)[1]


def dtype_of(tracer, part) -> np.dtype:
    return value_of(tracer, whole_of(tracer, part) if is_selection(tracer, part) else part).type.dtype


def converted(tracer, part, dtype):
    if is_array(part):
        return part if dtype_of(tracer, part) == dtype else tracer.call(tracer.get_attribute(part, "astype"),
                                                                          [Known(dtype)], {})
    return Known(dtype.type(part.value)) if type(part) is Known and isinstance(part.value, np.generic) else part


def of_real(tracer, value, dtype):
    """Real numbers as complex ones, of which each part is of a dtype."""
    parts = [tracer.call(Known(np.asarray), [value], {"dtype": Known(dtype)}) if part == "real" else
             tracer.call(Known(np.zeros_like), [value], {"dtype": Known(dtype)}) for part in ("real", "imag")]
    return complexes(tracer, *parts)


def parts_of(tracer, value) -> tuple:
    fields = tracer.heap[value]
    return fields["re"], fields["im"]


def binary(tracer, symbol: str, a, b):
    """An operator of which one side is such an array, or both sides together are one; None for anything else."""
    if not concerned(tracer, (a, b)):
        return None
    if symbol not in OPERATORS:
        raise tracer.refuse("not-a-number", f"{symbol} of complex numbers",
                            instead="use their parts, F.real and F.imag, or their size, np.abs(F)")
    return tracer.call(Known(OPERATORS[symbol]), alike(tracer, (a, b)), {})


def unary(tracer, symbol: str, value):
    if not is_complexes(value):
        return None
    if symbol not in UNARY:
        raise tracer.refuse("not-a-number", f"{symbol} of complex numbers", instead="use their parts, F.real and F.imag")
    return tracer.call(Known(UNARY[symbol]), [value], {})


def called(tracer, function, args, kwargs):
    """What a function gives of such arrays."""
    if function in BINARY:
        args = alike(tracer, args)
    written = found_in(FUNCTIONS, function) or found_in(complex_matrices.FUNCTIONS, function)
    if written is not None:
        return tracer.call(Known(written), args, kwargs)
    if function in EACH and is_complexes(args[0]):
        real, imag = [tracer.call(Known(function), [part, *args[1:]], kwargs) for part in parts_of(tracer, args[0])]
        return complexes(tracer, real, imag)
    if not isinstance(function, np.ufunc) and (getattr(function, "__module__", None) or "").split(".")[0] not in FOREIGN:
        return NotImplemented
    raise tracer.refuse("opaque-array", name=f"{getattr(function, '__name__', function)}() of complex numbers")
