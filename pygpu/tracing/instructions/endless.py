"""Loops over a generator whose number of values a picture decides: walked from inside.

    sum(im(x, p.y) for x in range(im.width))          for v in (im(q) ** 2 for q in im.positions): t += v

Such a generator cannot be asked for one value after the other, since its own loop is a loop of the graph. So it is walked
once, to its end, and each value that it yields is given at once to whoever wants it: to a function (meanings/wholes.py),
or to the body of the loop that stands around it, whose variables lie on the heap meanwhile.
"""

from __future__ import annotations

from functools import lru_cache

from ...library.many import wholes
from ..paths.frames import Frame
from ..paths.generators import Endless, hand_on, hands_on
from ..values.assumptions import decide
from ..values.lattice import FALSE, NONE, Builtin, Known, Nothing
from .lengths import is_endless

GENERATOR = 0x20


def refuse_endless(tracer, frame, instruction) -> None:
    """Raised at the head of a loop that yields, where a symbol decides how often; unless it is walked at once."""
    if frame.take is None and not tracer.stepping and yields(frame.code, instruction.index) and is_endless(
            tracer, frame.stack[-1]):
        raise endless(tracer)


def endless(tracer) -> Endless:
    refusal = tracer.refuse("symbolic-length", "a loop over a number of values that depends on a pixel stands where all "
                            "values are needed at once")
    return Endless(refusal.kind, refusal.seen, refusal.why, refusal.instead, refusal.location, refusal.calls)


@lru_cache(maxsize=4096)
def yields(code, head: int) -> bool:
    """Whether a loop of a generator yields in its body."""
    loop = code.loops.get(head) if code.code.co_flags & GENERATOR else None
    return loop is not None and any(code.instructions[at].op == "YIELD_VALUE" for at in loop.body)


def handed_on(tracer, frame: Frame, source):
    """What advance() says of an iterator at its end, after `yield from` has handed on all that it gave; None where that is
    not to be done at once."""
    if is_endless(tracer, source) and not tracer.stepping:
        if frame.take is None:
            raise endless(tracer)
        take = Builtin(lambda tracer, receiver, value: frame.take(value) or NONE, NONE, "take")
        tracer.call(Known(wholes.one_by_one), [source, take], {})
        return FALSE, None
    if frame.take is not None and hands_on(tracer, source):
        hand_on(tracer, source, frame.take)
        return FALSE, None
    return None


def from_inside(tracer, frame: Frame, instruction, refusal: Endless) -> int:
    """A whole loop of a frame over such a generator; where to go on after it."""
    source, head = decide(tracer, frame.stack[-1]), instruction.index
    if not hands_on(tracer, source) or frame.take is None and yields(frame.code, head):
        raise refusal
    names = sorted(frame.live[head])
    variables = tracer.new("list", tuple(frame.locals.get(name, Nothing(name)) for name in names))

    def turn(value):
        """The body of the loop, once."""
        held = {name: value for name, value in zip(names, tracer.heap[variables]) if type(value) is not Nothing}
        inner = Frame(frame.code, frame.globals, frame.cells, held, frame.name)
        inner.stack, inner.take, inner.takes = [*frame.stack, value], frame.take, frame.takes
        with tracer.activation(inner):
            arrivals = tracer.run(inner, head + 1, frozenset({head}))
        arrivals = tracer.returned(arrivals)
        if arrivals.keys() != {head}:
            raise tracer.refuse("generator", "a loop over a generator is left early, and a pixel decides how long that is",
                                instead="loop over the range itself, or let a condition skip what is left")
        path = arrivals[head].path
        tracer.go_on_with(path.heap)
        tracer.heap[variables] = tuple(path.locals.get(name, Nothing(name)) for name in names)

    tracer.turning.append(variables)
    try:
        hand_on(tracer, source, turn)
    finally:
        tracer.turning.pop()
    for name, value in zip(names, tracer.heap[variables]):
        if type(value) is not Nothing:
            frame.locals[name] = value
    frame.stack.pop()
    return instruction.arg
