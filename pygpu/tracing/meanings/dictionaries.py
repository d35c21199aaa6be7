"""Dicts, counters and groups of which a picture says how many entries they have (library/many/dictionaries.py): which of
Python's functions make them."""

from __future__ import annotations

import itertools
import statistics
from collections import Counter

from ...errors import CompileError
from ...ir import BITS, BOOL, FLOAT, INT
from ...library.many import dictionaries, lines, places
from ..host.table import ANY, SPECIAL, means
from ..kinds.instances import instantiate
from ..kinds.scalars import as_value
from ..kinds.vectors import vector_parts
from ..values.assumptions import decide
from ..values.lattice import NONE, Known, Ref
from ..values.numbers import numeric
from .series import as_list
from .wholes import or_written, undone


@means(places.whole, always=True)
def whole(tracer, args, kwargs):
    key = decide(tracer, args[0])
    if not numeric(key) or vector_parts(key) is not None:
        raise tracer.refuse("not-orderable", f"{tracer.describe(key)} is a key in a dict, a Counter or an order that a "
                            "picture decides, and single numbers can be",
                            instead="of two whole numbers make one, a * 256 + b; for what stands at a position write a "
                                    "function, lambda q: ...")
    value = as_value(tracer, key)
    if value.type is BOOL or value.type.is_narrow:
        return tracer.builder.convert(value, INT)
    if value.type not in (INT, FLOAT):
        raise tracer.refuse("not-orderable", f"a number of {value.type.bits} bits is such a key, and those of 32 can be",
                            instead="leave precision= out, or make a number of 32 bits of it: int(v) or np.float32(v)")
    return value if value.type is INT else tracer.builder.emit(BITS[FLOAT, INT], value)


@means(Counter, takes=ANY)
def counter(tracer, args, kwargs):
    """It is Python, which is walked; where that asks for the length of what has none, it is a picture's."""
    found = undone(tracer, lambda: instantiate(tracer, Counter, args, kwargs), "symbolic-length", "loop-changes-shape")
    if not isinstance(found, CompileError):
        return found
    if len(args) != 1 or kwargs:
        raise found
    return tracer.call(Known(dictionaries.Counted), [as_list(tracer, args, {})], {})


@means(statistics.multimode, takes=ANY)
def multimode(tracer, args, kwargs):
    return tracer.call(Known(dictionaries.multimode), args, kwargs)


def from_keys(tracer, args, kwargs):
    return tracer.call(Known(dictionaries.from_keys), [as_list(tracer, args, {}), *args[1:]], {})


def groups(tracer, args, kwargs):
    key = args[1] if len(args) > 1 else kwargs.get("key", NONE)
    if type(key) is Known and key.value is None:
        key = Known(dictionaries.itself)
    return tracer.iterator(tracer.call(Known(dictionaries.Groups), [as_list(tracer, args[:1], {}), key], {}))


or_written(dict.fromkeys, from_keys)
or_written(itertools.groupby, groups)


first_sorted = SPECIAL[sorted]


def sorted_or_by_key(tracer, args, kwargs):
    """A set is in order already; by a key, places go along."""
    values, key = decide(tracer, args[0]), decide(tracer, kwargs.get("key", NONE))
    reverse = kwargs.get("reverse", Known(False))
    if type(key) is Known and key.value is None:
        if type(values) is Ref and values.cls is lines.Set:
            return tracer.call(Known(lines.Set.in_order), [values, reverse], {})
        return first_sorted(tracer, args, kwargs)
    found = undone(tracer, lambda: first_sorted(tracer, args, kwargs), "not-orderable", "symbolic-key")
    if not isinstance(found, CompileError):
        return found
    return tracer.call(Known(dictionaries.sorted_by), [as_list(tracer, args, {}), key, reverse], {})


vars(sorted_or_by_key).update(vars(first_sorted))
SPECIAL[sorted] = sorted_or_by_key
