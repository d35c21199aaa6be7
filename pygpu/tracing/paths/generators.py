"""Generators made of traced code: a frame that stops at each yield and goes on where it stopped; or one that is walked
to its end at once, each value given to somebody where it is yielded."""

from __future__ import annotations

from contextlib import contextmanager
from functools import lru_cache

from ...errors import CompileError
from ...ir import Op
from ..values.assumptions import Undecided, decide, implied
from ..values.lattice import FALSE, TRUE, Known, Ref, Tuple, parts, values_of
from .frames import Frame, HostRaised
from .meeting import RETURN, Arrival
from .raising import around
from .standing import ENDED, TORN, state, ways

WALKED = "comprehension"  # an iterator over what a comprehension makes (instructions/comprehensions.py)


class Endless(CompileError):
    """The refusal of a generator that cannot be walked step by step, since a symbol decides how many values it has. It
    still stands where it began, and can be walked at once."""


def make_generator(tracer, frame, start: int) -> Ref:
    what = frame.code, frame.globals, frame.name, tuple(frame.cells)
    return tracer.new("iterator", state(what, start, tuple(frame.cells.values()), frame.locals, ()))


def resume(tracer, ref: Ref, what: tuple, pc: int, names: tuple, values: tuple):
    """Run to the next yield: (whether there was one, how to take its value)."""
    if pc < 0:
        return FALSE, None
    frame = standing(tracer, what, pc, names, values)
    with tracer.activation(frame):
        arrivals = tracer.run(frame, pc, frozenset())
    return arrived(tracer, ref, what, values[:len(what[3])], tracer.returned(arrivals))


def standing(tracer, what: tuple, pc: int, names: tuple, values: tuple) -> Frame:
    """The frame of a generator that stands before `pc`."""
    code, globals, name, cell_names = what
    count = len(cell_names)
    cells, locals, stack = values[:count], values[count:count + len(names)], values[count + len(names):]
    frame = Frame(code, globals, dict(zip(cell_names, cells)), dict(zip(names, locals)), name)
    stopped = code.instructions[pc - 1].op == "YIELD_VALUE"
    frame.stack = [*stack, tracer.sent] if stopped else [*stack]
    return frame


def arrived(tracer, ref: Ref, what: tuple, cells: tuple, arrivals: dict[int, Arrival]):
    """A generator stands at its next yield, or at its end: (whether there was a yield, how to take its value)."""
    if len(arrivals) != 1:
        raise undecided(tracer, what, arrivals)
    (target, arrival), = arrivals.items()
    tracer.go_on_with(arrival.path.heap)
    if target == RETURN:
        tracer.heap[ref] = state(what, -1, (), {}, arrival.path.stack[-1:])
        return FALSE, None
    *stack, value = arrival.path.stack
    if any([is_torn(tracer, each) for each in stack]):  # some pixels skipped what others took
        raise tracer.refuse("generator", "an iterator stands at a place that depends on a pixel")
    tracer.heap[ref] = state(what, -2 - target, cells, arrival.path.locals, stack)
    if is_held(tracer, ref):
        tracer.held[ref] = len(tracer.frames)
    return TRUE, lambda: value


def is_torn(tracer, value) -> bool:
    """Whether pixels stand at different places of an iterator, or of what it takes from."""
    if type(value) is not Ref or value.kind != "iterator":
        return False
    return tracer.heap[value][0] is TORN[0] or any([is_torn(tracer, each) for each in tracer.heap[value]])


def is_held(tracer, ref, assumed: dict | None = None) -> bool:
    """Whether a generator stands at a `yield` inside a `try` or a `with`, which it leaves when it is closed."""
    how, *sides = tracer.heap[ref]
    if how is TORN[0] and sides:
        condition, *sides = sides
        assumed = tracer.assumed if assumed is None else assumed
        truth = implied(assumed, condition)
        return any([is_held(tracer, way, {**assumed, condition: holds}) for holds, side in zip((True, False), sides)
                    if truth is None or truth is holds for way in ways((side,))])
    if how.value != "generator":
        return False
    what, pc, *_ = sides
    if pc.value <= 0:
        return False
    code = what.value[0]
    return any(code.instructions[target].op == "PUSH_EXC_INFO" for target in around(code, pc.value - 1))


def throw(tracer, ref: Ref, raised: HostRaised):
    """Raise an exception where a generator stands, and run on to the next yield as resume() does."""
    _, what, pc, names, *values = tracer.heap[ref]
    tracer.heap[ref] = state(what.value, -1, (), {}, (Known(None),))
    if pc.value < 0:
        raise raised
    frame = standing(tracer, what.value, pc.value, names.value, tuple(values))
    with tracer.activation(frame):
        frame.instruction = frame.code.instructions[pc.value - 1]
        target = tracer.catch(frame, pc.value - 1, raised)
        arrivals = tracer.run(frame, target, frozenset()) if type(target) is int else target
    return arrived(tracer, ref, what.value, tuple(values[:len(what.value[3])]), tracer.returned(arrivals))


def close(tracer, ref: Ref) -> None:
    """Leave what a generator stands in: what `finally` says is done."""
    if is_torn(tracer, ref):
        _, condition, one, other = tracer.heap[ref]
        truth = implied(tracer.assumed, condition)
        if truth is None:
            raise Undecided(condition)
        close(tracer, decide(tracer, one if truth else other))
        tracer.heap[ref] = ENDED
        return
    if not is_held(tracer, ref):
        tracer.heap[ref] = state(tracer.heap[ref][1].value, -1, (), {}, (Known(None),))
        return
    try:
        goes_on, _ = throw(tracer, ref, HostRaised(GeneratorExit(), explicit=True))
    except HostRaised as raised:
        if not isinstance(raised.error, (GeneratorExit, StopIteration)):
            raise
    else:
        if goes_on is TRUE:
            raise HostRaised(RuntimeError("generator ignored GeneratorExit"))


def close_dropped(tracer, *kept, leaving: bool = False, again: bool = True) -> None:
    """A generator that nothing leads to any more is closed, as CPython does at once. What calls of outer frames have in
    hand is on no stack; so only those are looked at that this frame took a value of, or one that it called. Of a frame that
    is left, `kept` goes on. Where a pixel says how a generator stands, the instruction is walked `again` for either way, if
    it may be."""
    if not tracer.held:
        return
    depth = len(tracer.frames)
    asked = {ref for ref, since in tracer.held.items() if since >= depth and ref in tracer.heap and is_held(tracer, ref)}
    if not asked:
        return
    *outer, frame = tracer.frames
    found = found_among(tracer, asked, [*kept, *(() if leaving else known_in(frame))])
    found |= found_among(tracer, asked - found, [value for each in outer for value in known_in(each)])
    tracer.held.update(dict.fromkeys(found, depth - leaving))
    if not leaving:
        frame.holding |= {name for name, value in frame.locals.items() if found_among(tracer, found, [value])}
    dropped = asked - found
    for ref in sorted(dropped, key=lambda ref: ref.number):
        try:
            close(tracer, ref)
        except HostRaised:  # nobody is there to hear of it
            pass
        except Undecided:
            if again:
                raise
            raise tracer.refuse("generator", "what a generator does when nothing holds it any more depends on a pixel",
                                instead="close it where it is done with, generator.close(); in place of one that "
                                "@contextmanager made a manager of, write a class with __enter__ and __exit__") from None


def known_in(frame) -> list:
    return [*frame.locals.values(), *frame.cells.values(), *frame.stack]


def found_among(tracer, asked: set[Ref], waiting: list) -> set[Ref]:
    """Those that values lead to."""
    found, seen = set(), set()
    while waiting and len(found) < len(asked):
        value = waiting.pop()
        if type(value) is not Ref:
            waiting += parts(value)
        elif value not in seen and value in tracer.heap:
            seen.add(value)
            if value in asked:
                found.add(value)
            waiting += [*values_of(tracer.heap[value]), value.fields]
    return found


def drained(tracer, what: tuple, pc: int, names: tuple, values: tuple) -> Ref:
    """A list of all that a generator still yields: some items may be there for some pixels only."""
    found = tracer.new("list", ())

    def take(value):
        tracer.heap[found] = (*tracer.heap[found], value)

    mark = len(tracer.log)
    try:
        walk(tracer, what, pc, names, values, take)
    except CompileError as refusal:
        if refusal.kind != "loop-changes-shape":
            raise
        tracer.undo(mark)
        told = tracer.refuse("symbolic-length", "a generator that yields as often as a pixel says stands where all its "
                             "values are needed at once")
        raise Endless(told.kind, told.seen, told.why, told.instead, told.location, told.calls) from None
    return found


def is_generator(tracer, source) -> bool:
    return type(source) is Ref and source.kind == "iterator" and tracer.heap[source][0].value in ("generator", WALKED)


def hands_on(tracer, source) -> bool:
    """Whether it is a generator, or what goes on with each value of one."""
    if type(source) is not Ref or source.kind != "iterator":
        return False
    how, *state = tracer.heap[source]
    if how.value == "enumerate":
        return hands_on(tracer, state[0])
    return is_generator(tracer, source) or how.value == "map" and len(state) == 2 and hands_on(tracer, state[1])


def hand_on(tracer, ref: Ref, take) -> None:
    """take(value) for each value of a generator: its loops may be loops of the graph."""
    how, what, *values = tracer.heap[ref]
    if how.value == "map":
        hand_on(tracer, values[0], lambda value: take(tracer.call(what, [value], {})))
        return
    if how.value == "enumerate":
        count = tracer.new("list", tuple(values))

        def take_both(value):
            number, = tracer.heap[count]
            tracer.heap[count] = (tracer.binary("+", number, Known(1)),)
            take(Tuple((number, value)))

        hand_on(tracer, what, take_both)
        return
    if how.value == WALKED:
        tracer.go_through(ref, take)
        tracer.heap[ref] = ENDED
        return
    pc, names, *values = values
    if pc.value >= 0:
        returned = walk(tracer, what.value, pc.value, names.value, tuple(values), take)
        tracer.heap[ref] = state(what.value, -1, (), {}, returned)


def walk(tracer, what: tuple, pc: int, names: tuple, values: tuple, take):
    frame = standing(tracer, what, pc, names, values)
    frame.take = take
    with tracer.activation(frame):
        arrivals = tracer.run(frame, pc, frozenset())
    path = tracer.returned(arrivals)[RETURN].path
    tracer.go_on_with(path.heap)
    return path.stack[-1:]


@contextmanager
def step_by_step(tracer):
    """While this holds, a generator is asked for its next value only, whatever comes after that."""
    before, tracer.stepping = tracer.stepping, True
    try:
        yield
    finally:
        tracer.stepping = before


@contextmanager
def sending(tracer, value):
    """While this holds, the value of `yield` where a generator goes on."""
    before, tracer.sent = tracer.sent, value
    try:
        yield
    finally:
        tracer.sent = before


@lru_cache(maxsize=4096)
def is_heard(code) -> bool:
    """Whether a generator returns anything but None, or looks at what it is sent: it cannot be walked ahead of who asks."""
    before = None
    for step in code.instructions:
        if step.op == "RETURN_VALUE" and (before.op, before.arg) != ("LOAD_CONST", None):
            return True
        if before is not None and before.op == "YIELD_VALUE" and step.op not in ("RESUME", "POP_TOP", "JUMP"):
            return True
        if step.op != "RESUME":
            before = step
    return False


def undecided(tracer, what: tuple, arrivals: dict[int, Arrival]):
    """Why a generator of which a pixel decides whether it goes on goes no further: who asks next() has a path for either."""
    if tracer.stepping and is_heard(what[0]):
        for condition in conditions_in([arrival.flag for arrival in arrivals.values()]):
            if implied(tracer.assumed, condition) is None:
                return Undecided(condition)
    return tracer.refuse("generator", "a generator yields on some paths and ends on others, which depends on a pixel")


def conditions_in(flags: list):
    """What flags are put together of, the first conditions first."""
    waiting = flags[::-1]
    while waiting:
        flag = waiting.pop()
        if type(flag) is Known:
            continue
        op = flag.owner
        if op.__class__ is Op and op.kind.name in ("and", "or", "not", "select", "if"):  # (arms are there for nobody else)
            waiting += reversed(op.operands)
        else:
            yield flag


def stopped(tracer, ref: Ref) -> HostRaised:
    """What next() raises of an exhausted iterator: the first time with what a generator has returned."""
    value = returned(tracer, ref)
    if type(value) is Known and value.value is None:
        return HostRaised(StopIteration())
    tracer.heap[ref] = ENDED
    return HostRaised(tracer.call(Known(StopIteration), [value], {}).value)


def returned(tracer, ref: Ref):
    """What an exhausted generator returned."""
    how, *state = tracer.heap[ref]
    see_heard(tracer, ref)
    return state[3] if how.value == "generator" and state[1].value == -1 else Known(None)


def see_heard(tracer, ref: Ref) -> None:
    """Refuses what was walked ahead of who asks now for what it returns, or sends it something."""
    if ref in tracer.walked_ahead and tracer.heap[ref][0].value != "generator":
        raise tracer.refuse("generator", "a generator of which a pixel decides how often it yields is gone through in part, "
                            "then asked for what it returns or sent something",
                            instead="take all its values by next() and send()")
