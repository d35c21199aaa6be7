"""Iterators that take from others one item at a time, as late as Python does: what all of them have in common.

The heap holds of a `lazy` one: its step, what is known of its state, what was found and not yet taken, and the parts that
may hold symbols. A step is given state and parts, and gives the next item (a Maybe where a pixel decides whether it is
there, END where there is none) with state and parts after it; one that has gone on to the end gives a list of what is left.
"""

from __future__ import annotations

from contextlib import contextmanager

from ...library.standard import functions as library
from ..host.replay import END
from ..paths.frames import HostRaised
from ..paths.heap import Watched
from ..paths.standing import TORN
from ..values.lattice import FALSE, NONE, Choice, Known, Ref, next_number
from .ragged import flagged, maybe

LAZY = Known("lazy")
AS_GENERATOR: dict = {}   # steps -> the generator function of the same meaning, given what is known of the state
GO_ON: set = set()        # steps that go on as long as what they take from does
ALL_IN_TURN: set = set()  # steps that have an end only where all that they take from has one


def lazy(tracer, step, fixed, *parts) -> Ref:
    """An iterator that advances by `step`; a generator where it is plain that a picture says how far, or that nothing
    but who takes from it does."""
    sources = [part for part in parts if type(part) is Ref]
    if step in AS_GENERATOR and any([tracer.is_endless(part) or step in GO_ON and tracer.has_no_end(part)
                                     for part in sources]):
        return tracer.call(Known(AS_GENERATOR[step](fixed)), list(parts), {})
    return tracer.new("iterator", state(step, fixed, parts))


def state(step, fixed, parts, pending=NONE) -> tuple:
    return LAZY, Known(step), Known(fixed), pending, *parts


def following(tracer, source):
    """The next item of an iterator, which may be a Maybe; END where there is none."""
    missing, condition, take = tracer.step(source)
    if missing is not None:
        missing[1]()
        return missing[0]
    if type(condition) is not Known:
        raise tracer.refuse("symbolic-length", "a loop over a number of values that depends on a pixel stands "
                                               "where all values are needed at once")
    return take() if condition.value else END


def each_mapped(tracer, unpacks, function, source):
    """A step of map() and of starmap(), which unpacks."""
    item = following(tracer, source)
    if item is END:
        return END, unpacks, function, source
    flag, value = flagged(item)
    result = call_where(tracer, flag, function, tracer.remaining(value) if unpacks else [value])
    return maybe(FALSE, NONE) if result is None else maybe(flag, result), unpacks, function, source


def call_where(tracer, flag, function, args):
    """function(*args), which concerns only the pixels for which the flag holds; None where it raises for all of them."""
    if type(flag) is Known:
        return tracer.call(function, args, {}) if flag.value else None
    mark, then = tracer.mark(), now(tracer)
    try:
        with tracer.assuming(flag, True):
            result = tracer.call(function, args, {})
    except HostRaised:
        pass
    else:
        if not has_changed(tracer, then, but_for=None):
            return result
    tracer.back(mark)  # it changes something, or raises: a branch
    return was_called(tracer.call(Known(library.called_where), [flag, function, *args], {}))


def was_called(value):
    """What a function that is called for some pixels gives those; None where it gives none of them anything."""
    if type(value) is Known and value.value is library.NOT_CALLED:
        return None
    if type(value) is not Choice:
        return value
    a, b = was_called(value.a), was_called(value.b)
    if a is None or b is None:
        return b if a is None else a
    return value if a is value.a and b is value.b else Choice(value.condition, a, b, value.list)


def now(tracer) -> tuple:
    """A moment that has_changed() is asked about, in the same frame."""
    return next_number(), len(tracer.log), len(tracer.frames[-1].pending)


def has_changed(tracer, then: tuple, but_for: str | None = "iterator") -> bool:
    """Whether something that was there then is another now, or pixels have raised since."""
    return len(tracer.frames[-1].pending) > then[-1] or any(ref.kind != but_for for ref in written_since(tracer, then))


def written_since(tracer, then: tuple) -> list:
    number, written, _ = then
    return [ref for _, ref, _ in tracer.log[written:] if ref is not None and ref.number <= number]


@contextmanager
def ahead(tracer, in_a_loop: bool = False):
    """While this holds, items are taken that Python takes later, or never: whoever looks must not see it. (What raises in
    a loop of the graph notes so for all of it.)"""
    then = now(tracer)
    yield
    written = [ref for ref in written_since(tracer, then) if ref.kind != "iterator" and ref is not tracer.raised.note]
    if written if in_a_loop else has_changed(tracer, then):
        raise tracer.refuse("generator", "what gives these values changes something each time, and a pixel decides how many "
                            "of them are taken, and when", instead="make a list of them first, or write a loop over what "
                            "they are made of")


class TakenEarly(list):
    """Items that were taken before anyone asked for them, and what was `read` for that: (structure, what it held)."""

    def __init__(self, items, read):
        super().__init__(items)
        self.read = read


@contextmanager
def read_by(tracer, values):
    """What is read, while this holds, of the structures that the values lead to: (structure, what it held then)."""
    reached, found, heap = tracer.heap.reached_from(values), [], tracer.heap.watched()
    tracer.go_on_with(heap)
    yield found
    if isinstance(tracer.heap, Watched):
        tracer.go_on_with(tracer.heap.as_before())
    read = heap.read & reached.keys()
    found += [(ref, tracer.heap[ref]) for ref in read if ref.kind != "iterator" and ref in tracer.heap]


def see_unchanged(tracer, ref) -> None:
    """Of an iterator whose items were taken early: what they were made of has not changed since."""
    early = tracer.early.get(ref)
    if early is not None and not any(all(tracer.heap.get(each) is held for each, held in read) for read in early):
        raise tracer.refuse("generator", "what a generator reads is changed before it has ended, and a pixel decides how "
                            "many values it gives", instead="make a list of them first: for v in list(values)")


def until(tracer, items, start: Known, asked, in_order, together):
    """What is asked of items, as far as it takes to settle something. No pixel asks for those after the one that settles
    it: where to ask changes something, or raises, they are asked `in_order`, by branches."""
    found, iterators, mark, then = start, with_sources(tracer, items), tracer.mark(), now(tracer)
    for flag, item in tracer.each_flagged(items):
        truth = tracer.truth(asked(item))
        if type(found) is not Known and has_changed(tracer, then):
            tracer.back(mark)
            return in_order()
        found = together(found, flag, truth)
        if type(found) is Known and found.value != start.value:
            break
        then = now(tracer)
    for each in iterators if type(found) is not Known else ():  # pixels stop at different places
        tear(tracer, each)
    return found


def with_sources(tracer, value) -> tuple:
    """An iterator, and what it takes from, which it lets go at its end."""
    is_iterator = type(value) is Ref and value.kind == "iterator"
    return (value, *tracer.heap[value]) if is_iterator else ()


def tear(tracer, value) -> None:
    """Pixels have left an iterator at different places: nobody may take from it, or from what it takes from, any more."""
    if type(value) is Ref and value.kind == "iterator" and tracer.heap.get(value, TORN) is not TORN:
        contents = tracer.heap[value]
        tracer.heap[value] = TORN
        for part in contents:
            tear(tracer, part)
