"""How many values an iterator has left, as far as that is known without walking it; and whether a symbol says so."""

from __future__ import annotations

from functools import lru_cache

from ...bytecode import decode
from ...ir import INT, Block, Op, Value
from ..host.replay import Replay
from ..kinds.containers import items_of
from ..kinds.lazily import ALL_IN_TURN, GO_ON
from ..values.assumptions import decide
from ..values.lattice import Choice, Known, Ref, Tuple, View
from ..values.possible import FURTHEST, bounds_of, note_bounds

SIZES = ("width", "height", "depth")


def steps_left(tracer, value, heap=None) -> int | None:
    """How many known steps an iterator has left; None where that is not known without walking it."""
    if type(value) is Choice:
        return None
    how, *state = (heap or tracer.heap)[value]
    if how.value == "range":
        current, stop, step = state
        if all(type(s) is Known for s in state):
            return len(range(current.value, stop.value, step.value))
        return None
    if how.value == "items":
        source, index = state
        if type(source) is Choice:
            return None
        if type(source) is Known:
            return None if type(source.value) is Replay else len(source.value) - index.value
        items = source.items if type(source) is Tuple else (heap or tracer.heap)[source]
        return len(items) - index.value
    if how.value == "entries":
        return max(0, state[2].value - state[1].value)
    if how.value == "enumerate":
        return steps_left(tracer, state[0], heap)
    if how.value == "lazy":  # at most as many as what it takes from
        step, fixed, _, *parts = state
        left = [steps_left(tracer, part, heap) for part in parts if type(part) is Ref and part.kind == "iterator"]
        known = [count for count in left if count is not None]
        return None if not known or step.value in ALL_IN_TURN and None in left else sum(known)
    if how.value in ("zip", "map", "rows"):
        left = [steps_left(tracer, each, heap) for each in state[1:]]
        return None if not left or None in left else min(left)
    return None


def is_endless(tracer, value) -> bool:
    """Whether it is an iterator that can become a counter of the kernel, and a symbol decides how far that goes."""
    value = decide(tracer, value)
    is_iterator = type(value) is Ref and value.kind == "iterator"
    return is_iterator and symbolic_range(tracer, value) and steps_left(tracer, value) is None


NEVER_ENDING = {"count", "cycle"}


@lru_cache(1024)
def never_returns(code) -> bool:
    """Whether a generator never ends by itself."""
    return not any(step.op == "RETURN_VALUE" for step in decode(code).instructions)


def has_no_end(tracer, value) -> bool:
    """Whether it is known of an iterator that something must leave it: it counts on and on, or takes from such, or is a
    generator that never returns."""
    value = decide(tracer, value)
    if type(value) is not Ref or value.kind != "iterator":
        return False
    how, *state = tracer.heap[value]
    sources = [each for each in state if type(each) is Ref]
    if how.value in ("map", "zip"):
        return all([has_no_end(tracer, each) for each in sources])
    if how.value == "enumerate" or how.value == "lazy" and state[0].value in GO_ON:
        return any([has_no_end(tracer, each) for each in sources])
    if how.value == "generator":
        code = state[0].value[0].code
        return never_returns(code) or code.co_name == "<genexpr>" and any([has_no_end(tracer, each) for each in sources])
    if how.value == "items" and type(state[0]) is Known and type(state[0].value) is Replay:
        code = getattr(state[0].value.iterator, "gi_code", None)
        return code is not None and never_returns(code)
    return how.value in NEVER_ENDING


def goes_as_far_as_a_symbol(tracer, value, heap) -> bool:
    """Whether an iterator counts to a symbol, or something that it is made of does."""
    if type(value) is not Ref or value.kind != "iterator" or heap.get(value) is None:
        return False
    how, *state = heap[value]
    if how.value == "range":
        return not all(type(s) is Known for s in state)
    return any([goes_as_far_as_a_symbol(tracer, each, heap) for each in state if type(each) is Ref])


def goes_over_a_picture(value, heap) -> bool:
    """Whether an iterator counts to the size of a picture, to a place in it, to an argument, or to what is made of such."""
    if type(value) is Value:
        made = value.owner
        if type(made) is not Op:
            return type(made) is not Block
        return made.kind.name in SIZES or made.kind.name != "read" and any(
            [goes_over_a_picture(each, heap) for each in made.operands])
    if type(value) is not Ref or value.kind != "iterator" or heap.get(value) is None:
        return False
    return any([goes_over_a_picture(each, heap) for each in heap[value][1:]])


def at_most(tracer, value, heap, count: int) -> bool:
    """Whether an iterator that a symbol ends has no more steps than so many: a range by the symbol's bounds, what takes
    from several by any of them. (A range from one symbol to another stays a loop, however many steps that is.)"""
    how, *state = heap[value]
    if how.value in ("enumerate", "zip", "map"):
        return any([ends_within(tracer, each, heap, count) for each in state if type(each) is Ref])
    if how.value != "range" or type(state[0]) is not Known or type(state[2]) is not Known:
        return False
    current, stop, step = state
    low, high = (stop.value, stop.value) if type(stop) is Known else bounds_of(stop)
    return len(range(current.value, int(high if step.value > 0 else low), step.value)) <= count


def ends_within(tracer, value, heap, count: int) -> bool:
    """The same of what may have nothing to do with a symbol."""
    if goes_as_far_as_a_symbol(tracer, value, heap):
        return at_most(tracer, value, heap, count)
    left = steps_left(tracer, value, heap)
    return left is not None and left <= count


def symbolic_range(tracer, value) -> bool:
    """Whether the iterator can become a counter of the kernel."""
    if type(value) is Choice:
        return False
    how, *state = tracer.heap[value]
    if how.value == "enumerate":
        return symbolic_range(tracer, state[0])
    if how.value in ("zip", "map", "rows"):
        return all(symbolic_range(tracer, each) for each in state[1:])
    return how.value == "range"


def items_at_hand(tracer, value) -> list | None:
    """The items of what holds them all already: nothing needs to walk it."""
    kind = type(value)
    if kind is Tuple or kind is View or kind is Ref and value.kind == "list":
        return items_of(tracer, value)
    if kind is Known and type(value.value) in (tuple, list):
        return list(map(Known, value.value))
    return None


def note_counter(counter: Value, first, stop, step) -> None:
    """How far the counter of a range goes."""
    if type(step) is Known and counter.type is INT:
        up = step.value > 0
        near, far = [end.value if type(end) is Known else bounds_of(end)[at] for end, at in ((first, not up), (stop, up))]
        end = far + step.value + (-1 if up else 1)  # where it may stand when it has come to the end
        low, high = sorted((near, end))
        note_bounds(counter, (max(low, -FURTHEST), min(high, FURTHEST)))
