"""What functions give of the elements that a mask chooses: of each of them, or of all."""

from __future__ import annotations

import numpy as np

from ..paths.frames import HostRaised
from ..values.lattice import Known, Ref
from .elementwise import converted_to, of_ufunc, where
from .fields import is_array, item, new, value_of
from .operators import ufunc
from .selections import given_of, is_selection, mask_of, selection, whole_of
from .table import MEANINGS


def of_selection(tracer, chosen: Ref, function, args, kwargs):
    """What a function gives of a[mask]: of each element, or of all of them. How many they are nobody asks."""
    mask = mask_of(tracer, chosen)
    if any(is_selection(tracer, each) and mask_of(tracer, each) is not mask for each in args):
        raise HostRaised(ValueError("elements chosen by different masks meet: they may be of different number"))
    wide = [whole_of(tracer, each) if is_selection(tracer, each) else each for each in args]
    if isinstance(function, np.ufunc):
        if any(is_array(each) and not is_selection(tracer, each) and value_of(tracer, each).type.shape for each in args):
            raise tracer.refuse("symbolic-length", "elements that a mask chooses meet a whole array",
                                instead="choose from both: a[mask] + b[mask]")
        return selection(tracer, value_of(tracer, of_ufunc(tracer, function, wide, kwargs)), mask,
                         given_of(tracer, chosen))
    if len(args) > 1 or kwargs:
        raise tracer.refuse("opaque-array", name=f"{getattr(function, '__name__', function)}() of a[mask] with more than it")
    (whole,), truths = wide, new(tracer, mask)

    def total(values):
        return MEANINGS[np.sum](tracer, [where(tracer, truths, values, Known(0))], {})

    count = MEANINGS[np.sum](tracer, [truths], {})
    if function in (len, np.size):
        return item(tracer, count if function is np.size else
                    MEANINGS[np.sum](tracer, [new(tracer, given_of(tracer, chosen))], {}))
    if function is np.sum:
        return total(whole)
    if function is np.mean:
        return tracer.binary("/", total(whole), converted_to(tracer, count, float_of(tracer, whole)))
    if function in (np.var, np.std):
        mean = of_selection(tracer, chosen, np.mean, args, kwargs)
        far = tracer.binary("-", whole, mean)
        found = tracer.binary("/", total(tracer.binary("*", far, far)), converted_to(tracer, count, float_of(tracer, whole)))
        return found if function is np.var else ufunc(tracer, np.sqrt, [found])
    if function in (np.min, np.max, min, max):
        kind = value_of(tracer, whole).type.dtype
        limits = np.finfo(kind) if kind.kind == "f" else np.iinfo(kind)
        smallest = function in (np.min, min)
        none = kind.type((np.inf if smallest else -np.inf) if kind.kind == "f" else limits.max if smallest else limits.min)
        return MEANINGS[np.min if smallest else np.max](tracer, [where(tracer, truths, whole, Known(none))], {})
    if function in (np.any, np.all):
        return MEANINGS[function](tracer, [where(tracer, truths, tracer.compare("!=", whole, Known(0)),
                                                 Known(function is np.all))], {})
    raise tracer.refuse("opaque-array", name=f"{getattr(function, '__name__', function)}() of a[mask]")


def float_of(tracer, ref) -> np.dtype:
    dtype = value_of(tracer, ref).type.dtype
    return dtype if dtype.kind == "f" else np.dtype(float)
