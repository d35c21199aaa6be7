"""Functions of many values where a picture decides how many: first as for any number of known values, and where that is
refused, as library/many/wholes.py has it written out."""

from __future__ import annotations

import functools
import math
import operator
import statistics
from contextlib import nullcontext
from inspect import signature

from ...errors import CompileError
from ...library.many import reductions, wholes
from ..host.table import SPECIAL, means
from ..kinds.containers import key_of
from ..kinds.lazily import ahead
from ..paths.generators import hand_on, hands_on, step_by_step
from ..values.assumptions import decide, implied
from ..values.keys import is_plain
from ..values.lattice import NONE, ImageValue, Known, Ref
from .lending import refuse_keyword


@means(wholes.for_each, always=True)
def for_each(tracer, args, kwargs):
    source, take = tracer.iterator(args[0]), args[1]
    if hands_on(tracer, source):
        hand_on(tracer, source, lambda value: tracer.call(take, [value], {}))
        return NONE
    return tracer.call(Known(wholes.one_by_one), [source, take], {})


def undone(tracer, attempt, *kinds: str):
    """What an attempt gives, or the refusal of one of these kinds, with all that it has done undone."""
    mark, budget, changes = tracer.mark(), tracer.budget, tracer.host_changes
    try:
        return attempt()
    except CompileError as refusal:
        if refusal.kind not in kinds or tracer.host_changes != changes:
            raise
        tracer.back(mark)
        tracer.budget = budget
        return refusal


FOLDS = {sum, math.prod, any, all, min, max}


def or_written(function, written) -> None:
    """Give a meaning the other one that it has for as many values as a picture has."""
    first = SPECIAL[function]

    def meaning(tracer, args, kwargs):
        def attempt(folding: bool):
            outer, tracer.folding = tracer.folding, folding
            try:
                return first(tracer, args, kwargs)
            finally:
                tracer.folding = outer

        result = undone(tracer, lambda: attempt(function in FOLDS), "symbolic-length")
        if not isinstance(result, CompileError):
            return result
        found = undone(tracer, lambda: written(tracer, args, kwargs), "symbolic-length", "loop-changes-shape")
        if isinstance(found, CompileError) and function in FOLDS:
            result = undone(tracer, lambda: attempt(False), "symbolic-length")
            if not isinstance(result, CompileError):
                return result
        if found is NotImplemented:
            raise result
        if isinstance(found, CompileError):
            raise found
        return found

    vars(meaning).update(vars(first))
    SPECIAL[function] = meaning


def walked(function, ends_early: bool):
    def meaning(tracer, args, kwargs):
        with ahead(tracer, in_a_loop=True) if ends_early else nullcontext():
            return tracer.call(Known(function), args, kwargs)

    return meaning


for _function, _written in wholes.WRITTEN.items():
    or_written(_function, walked(_written, _function in (any, all, operator.contains)))


@means(statistics.fmean, takes=["weights"])
def fmean(tracer, args, kwargs):
    """It is Python, which is walked; but that asks for the length of what has none."""
    data = decide(tracer, args[0])
    if type(data) is ImageValue or type(data) is Ref and data.kind == "iterator":
        return tracer.call(Known(wholes.mean), args, kwargs)
    return NotImplemented


# --- NumPy's reductions of a picture -----------------------------------------------------------------------------------

def of_pictures(function, written) -> None:
    first, taken = SPECIAL[function], {*signature(written).parameters} - {"im"}

    def meaning(tracer, args, kwargs):
        if not args or type(decide(tracer, args[0])) is not ImageValue:
            return first(tracer, args, kwargs)
        for name in kwargs.keys() - {"axis", *taken}:
            raise refuse_keyword(tracer, name, function)
        axis = Known(key_of(tracer, args[1] if len(args) > 1 else kwargs.get("axis", NONE)))
        told = {name: key_of(tracer, kwargs[name]) for name in taken & kwargs.keys()}
        how = functools.partial(written, **told) if told else written
        return tracer.call(Known(reductions.reduced), [Known(how), args[0], axis], {})

    vars(meaning).update(vars(first))
    SPECIAL[function] = meaning


for _function, _written in reductions.WRITTEN.items():
    of_pictures(_function, _written)


# --- what asks for a first value ---------------------------------------------------------------------------------------

def first_of(tracer, source):
    """The first value of an iterator, which stays where it is; None where it may have none."""
    mark, written, changes = tracer.builder.mark(), len(tracer.log), tracer.host_changes
    value = None
    try:
        with step_by_step(tracer):
            condition, take = tracer.advance(source)
        if condition.value if type(condition) is Known else implied(tracer.assumed, condition):
            value = take()
    except CompileError:
        pass
    if tracer.host_changes != changes:
        raise tracer.refuse("symbolic-host", "a loop that depends on a pixel changes a container of the host's",
                            instead="use a list")
    plain = value is not None and is_plain(tracer, value)
    tracer.undo(written)
    if not plain:
        tracer.builder.rollback(mark)
    return value if plain else None


def whole_extreme(function, better):
    def meaning(tracer, args, kwargs):
        if len(args) != 1:
            return NotImplemented
        source, key = tracer.iterator(args[0]), decide(tracer, kwargs.get("key", NONE))
        first, default = first_of(tracer, source), kwargs.get("default", Known(wholes.UNSET))
        if type(key) is Known and key.value is None:
            if first is None:
                return tracer.call(Known(wholes.extreme_of_any), [source, Known(function), default], {})
            return tracer.call(Known(wholes.reduced_from), [Known(function), source, first], {})
        if first is None:
            return tracer.call(Known(wholes.extreme_of_any_by), [source, key, Known(better), default], {})
        return tracer.call(Known(wholes.extreme_by), [source, first, key, Known(better)], {})

    return meaning


or_written(min, whole_extreme(min, operator.lt))
or_written(max, whole_extreme(max, operator.gt))


def whole_reduce(tracer, args, kwargs):
    function, values, *start = args
    if start:
        return tracer.call(Known(wholes.reduced_from), [function, values, *start], {})
    source = tracer.iterator(values)
    first = first_of(tracer, source)
    if first is None:
        raise tracer.refuse("symbolic-length", "reduce() of a number of values that depends on a pixel, which may be none",
                            instead="give it a start: reduce(function, values, start)")
    return tracer.call(Known(wholes.reduced), [function, source, first], {})


or_written(functools.reduce, whole_reduce)
