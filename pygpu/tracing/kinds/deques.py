"""What tells a deque from the list that it is kept as: it has a longest length, and meets nothing but deques."""

from __future__ import annotations

from collections import deque

from ..paths.frames import HostRaised
from ..values.lattice import FALSE, TRUE, Known, Ref
from .ragged import no_longer


def is_deque(value) -> bool:
    return type(value) is Ref and value.kind == "list" and value.cls is deque


def made_like(tracer, ref: Ref, contents: tuple) -> Ref:
    """A deque of the same maxlen, of its own."""
    made = tracer.new("list", contents, deque)
    made.fields = tracer.new("instance", dict(tracer.heap[ref.fields]), deque)
    tracer.heap[made] = no_longer(tracer, made, contents)
    return made


def deque_binary(tracer, symbol, a, b):
    if not (is_deque(a) or is_deque(b)):
        return None
    if symbol == "*":
        ref, times = (a, b) if is_deque(a) else (b, a)
        if type(times) is Known and isinstance(times.value, int):
            return made_like(tracer, ref, tracer.heap[ref] * times.value)
    if symbol == "+" and is_deque(a):
        if is_deque(b):
            return made_like(tracer, a, (*tracer.heap[a], *tracer.heap[b]))
        raise HostRaised(TypeError("can only concatenate deque to deque"))
    return None


def deque_compare(tracer, symbol, a, b):
    """With anything else it has nothing in common."""
    if is_deque(a) == is_deque(b):
        return None
    if symbol in ("==", "!="):
        return FALSE if symbol == "==" else TRUE
    raise HostRaised(TypeError(f"'{symbol}' not supported between a deque and what is none"))
