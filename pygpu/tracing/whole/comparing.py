"""Whole numbers of an array that are compared with floats: as NumPy does it in 64 bits, where 32 are computed in."""

from __future__ import annotations

import numpy as np

from ...ir import INT64
from ...ir.fields import is_field
from ..kinds.scalars import as_value, number_compare, select
from ..values.lattice import Known
from ..values.numbers import type_of
from ..values.possible import bounds_of

COMPARED = {np.equal: "==", np.not_equal: "!=", np.less: "<", np.less_equal: "<=", np.greater: ">", np.greater_equal: ">="}


def is_exact(operands, given) -> bool:
    """Whether whole numbers which a float32 may not hold meet float32s (not float64s, of which we have the like)."""
    whole = [type_of(number).is_whole for number in given]
    long = [max(map(abs, bounds_of(number))) > 1 << 24 for number, is_whole in zip(given, whole)
            if is_whole and type(number) is not Known]
    return any(long) and all([is_whole or type(number) is Known or is_field(operand) and operand.type.dtype == np.float32
                              for operand, number, is_whole in zip(operands, given, whole)])


def compared(tracer, symbol: str, given, floats):
    """Of `given` numbers, as floats too: where these are the same, they are compared as whole numbers."""
    same, as_floats = (number_compare(tracer, each, *floats) for each in ("==", symbol))
    if any([type(number) is Known and not float(number.value).is_integer() for number in given]):
        return as_floats
    whole = [Known(int(number.value)) if type(number) is Known else as_value(tracer, number, INT64) for number in given]
    return select(tracer, same, number_compare(tracer, symbol, *whole), as_floats)
