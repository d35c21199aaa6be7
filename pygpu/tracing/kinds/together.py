"""Several iterators that are asked in step, as zip() and map() do it, also where pixels decide how long some are."""

from __future__ import annotations

from ..values.assumptions import decide
from ..values.lattice import FALSE, TRUE, Choice, Known, Maybe, Ref, Tuple
from .containers import both
from .lazily import ahead
from .ragged import compacted, contents_of, flagged, is_ragged, maybe


def in_step(tracer, iterators):
    """together(), or None where some come to items that may be missing: then nothing was taken."""
    mark = tracer.mark()
    if any_ragged(tracer, iterators):
        return None
    found = together(tracer, iterators)
    if not any_ragged(tracer, iterators):
        return found
    tracer.back(mark)  # one has shown only now what it is
    return None


def together(tracer, iterators):
    """Whether each of several has a next value, and how to take them all. What is known to be there is taken at once,
    as Python does even where a later one has ended: one iterator may stand here twice."""
    items, conditions, takes = [], [], {}
    for number, each in enumerate(iterators):
        condition, take = tracer.advance(each)
        if type(condition) is not Known:
            conditions.append(condition)
            takes[number] = take
            items.append(None)
        elif condition.value:
            items.append(take())
        else:
            return FALSE, items if number else None

    def taken():
        return [takes[number]() if number in takes else item for number, item in enumerate(items)] if takes else items.copy()

    return all_of(tracer, conditions), taken


def any_ragged(tracer, iterators, ahead: bool = False) -> bool:
    """Whether what one of them gives next, or anything ahead, may be missing, as far as it is known."""
    for each in iterators:
        how, *state = tracer.heap[decide(tracer, each)]
        if how.value == "items":
            items = contents_of(tracer, decide(tracer, state[0]))
            at = state[1].value
            if items is not None and is_ragged(items[at:] if ahead else items[at:at + 1]):
                return True
        elif how.value == "lazy" and type(state[2]) is Maybe:
            return True
        elif how.value in ("enumerate", "zip", "map") and any_ragged(
                tracer, [inner for inner in state[how.value == "map":] if type(inner) in (Ref, Choice)], ahead):
            return True
    return False


def side_by_side(tracer, iterators) -> list:
    """What zip() gives where pixels decide how long some are: the first that is there beside the first, and so on."""
    iterators = [decide(tracer, each) for each in iterators]
    with ahead(tracer):
        found = {each: tracer.remaining_maybe(each) for each in iterators
                 if any_ragged(tracer, [each], ahead=True) or tracer.heap[each][0].value in ("generator", "lazy")}
    columns, count = [], min(map(len, found.values()))
    for each in iterators:
        column = compacted(tracer, found[each])[:count] if each in found else []
        while each not in found and len(column) < count:
            condition, take = tracer.advance(each)
            if type(condition) is not Known:
                raise tracer.refuse("symbolic-length", "the number of items depends on a pixel")
            if not condition.value:
                break
            column.append(take())
        columns.append(column)
        if each not in found or len(found[each]) > count:
            tracer.tear(each)
    rows = []
    for row in zip(*columns):
        flags, items = zip(*map(flagged, row))
        every = TRUE
        for flag in flags:
            every = both(tracer, every, flag)
        rows.append(maybe(every, Tuple(items)))
    return rows


def all_of(tracer, symbols):
    """Whether every one of these symbols holds."""
    if not symbols:
        return TRUE
    result = symbols[0]
    for other in symbols[1:]:
        result = tracer.emit("and", result, other)
    return result
