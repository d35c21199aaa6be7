"""NumPy's functions that count a picture's numbers: many/counts.py has what they mean. Where the data decides how many
numbers they give, they are refused."""

from __future__ import annotations

import numpy as np

from ...library.many import counts
from ..host.table import SPECIAL
from ..kinds.containers import key_of
from ..values.assumptions import decide
from ..values.lattice import NONE, ImageValue, Known
from .orders import of_pictures

FALSE = Known(False)
COUNT = "count in a list of as many as there can be, h = [0] * 256, and for v in im: h[int(v * 255 + 0.5)] += 1"

of_pictures(np.histogram, counts.histogram, ("a", "bins", "range", "weights", "density"),
            {"bins": Known(10), "range": NONE, "weights": NONE, "density": FALSE})
of_pictures(np.digitize, counts.digitize, ("x", "bins", "right"), {"right": FALSE})
of_pictures(np.searchsorted, counts.searchsorted, ("a", "v", "side"), {"side": Known("left")}, picture=1)


def as_many_as(function, what: str, instead: str, tells=lambda tracer, args, kwargs: True) -> None:
    """Refuse a function of a picture that gives so many numbers as the data decides."""
    first = SPECIAL.get(function)

    def meaning(tracer, args, kwargs):
        if args and type(decide(tracer, args[0])) is ImageValue and tells(tracer, args, kwargs):
            raise tracer.refuse("not-supported", f"{function.__name__}() of a picture gives as many {what}",
                                why="an array in a filter has a length that is known beforehand", instead=instead)
        return first(tracer, args, kwargs) if first else NotImplemented

    vars(meaning).update(vars(first or meaning))
    SPECIAL[function] = meaning


def by_name(tracer, args, kwargs) -> bool:
    """Whether bins are asked for as NumPy thinks best: bins="auto"."""
    return isinstance(key_of(tracer, args[1] if len(args) > 1 else kwargs.get("bins", NONE)), str)


as_many_as(np.bincount, "numbers as the greatest pixel says", COUNT)
as_many_as(np.unique, "numbers as are different", COUNT + ", and look which are not 0; or take all in order, sorted(im)")
as_many_as(np.histogram, "bins as a rule finds", "say how many: bins=64", by_name)
