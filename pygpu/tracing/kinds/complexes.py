"""Complex numbers whose parts may be symbols: a Record of `complex`, computed as standard/complexes.py writes it out."""

from __future__ import annotations

from ...ir import FLOAT, Value
from ...library.standard import complexes
from ...library.standard.texts import Letters
from ..host.table import means
from ..values.assumptions import decide
from ..values.lattice import Builtin, Known, Record, lift
from ..values.numbers import numeric
from ..values.refusals import misfit
from .instances import find_special
from .scalars import as_value


def is_complex(value) -> bool:
    return type(value) is Record and value.cls is complex or type(value) is Known and isinstance(value.value, complex)


def parts(tracer, value):
    """(real, imaginary) of any number."""
    if type(value) is Known:
        number = complex(value.value)
        return Known(number.real), Known(number.imag)
    if isinstance(value, Value):
        return lift(as_value(tracer, value, FLOAT)), Known(0.0)
    return value.fields["real"], value.fields["imag"]


def as_complex(tracer, value) -> Record:
    real, imag = parts(tracer, value)
    return Record(complex, {"real": real, "imag": imag})


def complex_binary(tracer, symbol: str, a, b):
    """An operator of which one side is complex; None where it is not for complex numbers."""
    if not (is_complex(a) or is_complex(b)) or symbol not in complexes.OPERATORS:
        return None
    if not all(is_complex(v) or numeric(v) for v in (a, b)):
        return None
    if not (symbol == "**" and type(b) is Known and isinstance(b.value, int)):
        b = as_complex(tracer, b)
    return tracer.call(Known(complexes.OPERATORS[symbol]), [as_complex(tracer, a), b], {})


def complex_compare(tracer, symbol: str, a, b):
    if symbol not in ("==", "!=") or not (is_complex(a) or is_complex(b)):
        return None
    if not all(is_complex(v) or numeric(v) for v in (a, b)):
        return None
    same = tracer.call(Known(complexes.equal), [as_complex(tracer, a), as_complex(tracer, b)], {})
    return tracer.negate(same) if symbol == "!=" else same


def complex_attribute(tracer, value: Record, name: str):
    if name in value.fields:
        return value.fields[name]
    if name in ("conjugate", "conj"):  # which NumPy's have
        return Builtin(lambda tracer, receiver: tracer.call(Known(complexes.conjugate), [receiver], {}), value, name)
    return None


@means(complex, takes=["real", "imag"])
def complex_(tracer, args, kwargs):
    names = dict(zip(("real", "imag"), args)) | kwargs
    values = [decide(tracer, names.get(name, Known(0.0))) for name in ("real", "imag")]
    if type(values[0]) is Record and values[0].cls is Letters:
        raise tracer.refuse("not-supported", "complex() of a text that pixels say",
                            why="which of its characters are of which part, PyGPU does not find out",
                            instead="take it apart: complex(float(real), float(imaginary))")
    for way in ("__complex__", "__float__", "__index__"):
        found = None if numeric(values[0]) or is_complex(values[0]) else find_special(tracer, values[0], way)
        if found is not None:
            values[0] = decide(tracer, tracer.call(found, [], {}))
    for value in values:
        if not (numeric(value) or is_complex(value)):
            raise misfit(tracer, "complex()", value)
    if any(map(is_complex, values)):  # complex(a, b) is a + bj, whatever a and b are
        turned = tracer.call(Known(complexes.multiply), [as_complex(tracer, values[1]), as_complex(tracer, Known(1j))], {})
        return tracer.call(Known(complexes.add), [as_complex(tracer, values[0]), turned], {})
    return Record(complex, {"real": parts(tracer, values[0])[0], "imag": parts(tracer, values[1])[0]})


def register():
    for function, written in complexes.FUNCTIONS.items():
        def meaning(tracer, args, kwargs, written=written):
            args = [decide(tracer, a) for a in args]
            if written is not complexes.rect:
                args = [as_complex(tracer, a) for a in args]
            return tracer.call(Known(written), args, {})

        means(function)(meaning)


register()
