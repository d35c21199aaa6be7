"""Functions that call themselves with numbers of pixels, as loops of the kernel: last of all (bytecode/repeating.py), or
anywhere, with a stack (bytecode/stacked.py).

As long as something known changes from call to call (a depth that is counted down, a shorter list), the calls are
walked one in the other. When nothing known does, or where it goes on for long (a counter of steps), the first of the
calls is walked anew, as a loop. What says where may be a scan, and is a loop if it is none.
"""

from __future__ import annotations

from contextlib import contextmanager
from functools import _lru_cache_wrapper
from types import CodeType

from ...errors import CompileError
from ...ir import Value
from ..values.lattice import Known, Record, Tuple
from ..values.numbers import same_known
from .calling import as_loop
from .outlining import code_of
from .recursion import shifted

DEPTH_LIMIT = 1000  # of calls in calls, as in plain Python
MANY, MANY_STACKED = 32, 100  # calls one in the other
MANY_ALIKE, LAST = 250, 3  # of what can be no loop: calls in calls that nothing known tells from one of the last
PATIENCE = 60_000  # instructions in which what may as well be a loop with a stack must have ended, call by call
NEVER_ENDING = ("recursion", "unrolling", "takes-too-long")
BY_PLACE = "by place"  # stands for the call before where a function is walked call by call, or as one of places


class Endless(Exception):
    """A call of a function by itself that nothing known tells from the one before; or one of many. With a refusal it is
    one that there is no other way for."""

    def __init__(self, code, many: bool, refusal: CompileError | None = None):
        self.code, self.many, self.refusal = code, many, refusal


def goes_by_place(tracer, function, locals: dict) -> bool:
    """Whether a call says where, so that it may be a scan."""
    return any(tracer.outlines.coordinates(value, function) is not None or is_along(tracer, value)
               for value in locals.values() if not tracer.of_numbers or is_a_place(value))


def is_along(tracer, value) -> bool:
    """Whether it is so far from the place that is walked, along an axis."""
    return isinstance(value, Value) and shifted(value)[0] in (tracer.outlines.graph.x, tracer.outlines.graph.y)


def lives_by_a_cache(tracer, function, decoded) -> bool:
    """Whether it is a cache that lets a function come to its end: it calls itself several times, each time anew."""
    known = dict(tracer.outlines.known_to(function))
    names = {name for name, value in known.items() if code_of(value) is function.code}
    if function.code not in tracer.cached and not any(
            isinstance(getattr(known[name], "value", None), _lru_cache_wrapper) for name in names):
        return False
    inner = [each for each in function.code.co_consts if isinstance(each, CodeType)]
    calls = [step.index for step in decoded.instructions if step.op in ("LOAD_DEREF", "LOAD_GLOBAL") and step.arg in names]
    return (len(calls) > 1 or any(call in loop.body for loop in decoded.loops.values() for call in calls)
            or any(names & {*each.co_names, *each.co_freevars} for each in inner))


def ends_soon(tracer, locals: dict) -> bool:
    """Whether pixels say which of few small numbers it begins from: each of them is followed to its end."""
    return tracer.outlines.is_near([value for value in locals.values() if isinstance(value, Value)])


def is_a_place(value) -> bool:
    """Whether it says where by itself, so that what calls itself with it is meant as a scan."""
    return type(value) in (Record, Tuple)


def alike(before: dict, now: dict) -> bool:
    """Whether nothing known differs between the arguments of two calls."""
    if before.keys() != now.keys():
        return False
    for name, b in now.items():
        a = before[name]
        if type(a) is not type(b):
            return False
        if not (same_known(a.value, b.value) if type(a) is Known else isinstance(a, Value) or (
                a is b and type(a) is not Record)):
            return False
    return True


def walked(tracer, function, decoded, locals: dict, walk, otherwise):
    """What a call of a function returns that may call itself. `walk(None)` walks it as it is written, `walk(loop)` as that
    loop, and `otherwise()` where it stands, or as a function of the program."""
    before, left = tracer.repeated.get(function.code, (None, 0))
    loop = None
    if before is BY_PLACE:
        if left is None:
            return otherwise()
        if not left:
            raise Endless(function.code, True)
        with calling(tracer, function.code, (BY_PLACE, left - 1)):
            return otherwise()
    if type(before) is list:
        return as_often_as_told(tracer, function, locals, before, left, otherwise)
    if before is None:
        loop = as_loop(tracer, function, decoded, locals)
        if loop is None:
            return without_loop(tracer, function, locals, otherwise)
        if loop.code.stacked and tracer.of_numbers and any(is_along(tracer, value) for value in locals.values()) and (
                lives_by_a_cache(tracer, function, decoded)):
            raise tracer.refuse("recursion", name=f"'{function.name}'", limit=DEPTH_LIMIT)  # (a scan without an end it is)
        left = MANY_STACKED if loop.code.stacked else MANY
        mark, says_where = len(tracer.log), any(map(is_a_place, locals.values()))
        by_place = (loop.alone or says_where) and goes_by_place(tracer, function, locals)
        if by_place or loop.code.stacked and ends_soon(tracer, locals):
            tracer.by_numbers |= by_place and not says_where
            try:
                # (from few small numbers one comes to the end in fewer calls than a scan may have)
                with calling(tracer, function.code, (BY_PLACE, None if by_place else left)), patient(tracer, says_where):
                    return otherwise()
            except CompileError as refusal:
                if refusal.kind not in ("not-a-scan", *NEVER_ENDING) or says_where or (
                        refusal.kind == "not-a-scan" and lives_by_a_cache(tracer, function, decoded)):
                    raise
            except Endless as endless:
                if endless.code is not function.code:
                    raise
            tracer.undo(mark)
    elif (endless := alike(before, locals)) or not left:
        raise Endless(function.code, not endless)
    mark, stacked = len(tracer.log), loop is not None and loop.code.stacked
    many = stacked and function.code in tracer.long_calls
    try:
        if not many:
            with calling(tracer, function.code, (locals.copy(), left - 1)), patient(tracer, not stacked):
                return walk(None)
    except CompileError as refusal:
        if not stacked or refusal.kind not in NEVER_ENDING:
            raise
        many = True  # where pixels choose between several calls of it, all that may come is many times as much
        tracer.long_calls.add(function.code)
    except Endless as endless:
        if loop is None or endless.code is not function.code:
            raise
        many = endless.many
    tracer.undo(mark)
    try:
        return walk(loop)
    except CompileError as error:
        refusal = error
    if many:
        tracer.undo(mark)
        try:
            with calling(tracer, function.code, (locals.copy(), -1)):
                return walk(None)
        except CompileError as other:
            if other.kind not in NEVER_ENDING:
                raise
    if refusal.kind == "endless-loop":
        raise tracer.refuse("recursion", name=f"'{function.name}'", limit=DEPTH_LIMIT)
    raise refusal


def without_loop(tracer, function, locals: dict, otherwise):
    """What a call returns of a function that is no loop."""
    try:
        return as_often_as_told(tracer, function, locals, [], MANY_ALIKE, otherwise)
    except Endless as endless:
        if endless.code is not function.code:
            raise
        refusal = endless.refusal
    raise refusal


def as_often_as_told(tracer, function, locals: dict, before: list[dict], left: int, otherwise):
    """The same inside other such calls: what nothing known tells from one of them ends by its bounds, or never."""
    left = left - 1 if any(alike(each, locals) for each in before) else MANY_ALIKE
    if not left:
        raise Endless(function.code, True, tracer.refuse("recursion", name=f"'{function.name}'", limit=MANY_ALIKE))
    with calling(tracer, function.code, ([*before, locals.copy()][-LAST:], left)):
        return otherwise()


@contextmanager
def patient(tracer, always: bool):
    """While this holds, what is walked has to come to an end soon."""
    spared = 0 if always else max(0, tracer.budget - PATIENCE)
    before = tracer.budget
    tracer.budget -= spared
    try:
        yield
    except (CompileError, Endless):
        tracer.budget = before - spared  # what was tried in vain counts for nothing: there is the time, too
        raise
    finally:
        tracer.budget += spared


class calling:
    """While this holds, such a call of a function is the innermost one."""

    __slots__ = ("repeated", "code", "how", "before")

    def __init__(self, tracer, code, how):
        self.repeated, self.code, self.how = tracer.repeated, code, how

    def __enter__(self) -> None:
        self.before = self.repeated.get(self.code)
        self.repeated[self.code] = self.how

    def __exit__(self, *error) -> None:
        if self.before is None:
            del self.repeated[self.code]
        else:
            self.repeated[self.code] = self.before
