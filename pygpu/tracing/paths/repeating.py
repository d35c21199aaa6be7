"""Functions that call themselves with numbers of pixels, last of all, as loops of the kernel (bytecode/repeating.py).

As long as something known changes from call to call (a depth that is counted down, a shorter list), the calls are
walked one in the other. When nothing known does, or where it goes on for long (a counter of steps), the first of the
calls is walked anew, as a loop.
"""

from __future__ import annotations

from contextlib import contextmanager

from ...bytecode import loop_of
from ...errors import CompileError
from ...ir import Value
from ..values.lattice import Function, Known, Record
from ..values.names import named
from ..values.numbers import same_known
from .recursion import shifted

MANY = 32  # calls one in the other


class Endless(Exception):
    """A call of a function by itself that nothing known tells from the one before; or one of many."""

    def __init__(self, code, many: bool):
        self.code, self.many = code, many


def as_loop(tracer, function, decoded):
    """The loop that a function may become, or None."""
    for name, value in known_names(tracer, function):
        if is_itself(tracer, value, function):
            return loop_of(decoded, name)
    return None


def is_itself(tracer, value, function) -> bool:
    """Whether it is the same function, and not another one made by the same `def` around other values."""
    if type(value) is Function:
        return value.code is function.code and value.closure == function.closure
    return getattr(value, "__code__", None) is function.code and function.closure == tuple(
        map(tracer.host_cell, value.__closure__ or ()))


def known_names(tracer, function):
    """What a function's code knows by names: (how it is loaded, what it is)."""
    for name, cell in zip(function.code.co_freevars, function.closure):
        for value in tracer.heap.get(cell, ()):
            yield ("LOAD_DEREF", name), value.value if type(value) is Known else value
    for name in function.code.co_names:
        if name in function.globals:
            yield ("LOAD_GLOBAL", name), named(function.globals, name)


def goes_by_place(tracer, function, locals: dict) -> bool:
    """Whether a call says where, so that it may be a scan."""
    outlines = tracer.outlines
    own = (outlines.graph.x, outlines.graph.y)
    return any(outlines.coordinates(value, function) is not None or isinstance(value, Value) and shifted(value)[0] in own
               for value in locals.values())


def alike(before: dict, now: dict) -> bool:
    """Whether nothing known differs between the arguments of two calls."""
    return before.keys() == now.keys() and all(
        same_known(a.value, b.value) if type(a) is Known and type(b) is Known else type(a) is type(b) and (
            isinstance(a, Value) or a is b and type(a) is not Record)
        for a, b in ((before[name], now[name]) for name in now))


def walked(tracer, function, decoded, locals: dict, walk):
    """What a call of a function returns that may call itself; NotImplemented where it does not, or where the call says
    where. `walk(decoded)` walks it in one form or the other."""
    before, depth = tracer.repeated.get(function.code, (None, 0))
    loop = None
    if before is None:
        loop = as_loop(tracer, function, decoded)
        if loop is None or goes_by_place(tracer, function, locals):
            return NotImplemented
    elif (endless := alike(before, locals)) or depth == MANY:
        raise Endless(function.code, not endless)
    mark = len(tracer.log)
    try:
        with calling(tracer, function.code, (locals.copy(), depth + 1)):
            return walk(decoded)
    except Endless as endless:
        if loop is None or endless.code is not function.code:
            raise
        many = endless.many
    tracer.undo(mark)
    try:
        return walk(loop)
    except CompileError:
        if not many:
            raise
    tracer.undo(mark)
    with calling(tracer, function.code, (locals.copy(), MANY + 1)):
        return walk(decoded)


@contextmanager
def calling(tracer, code, how):
    """While this holds, such a call of a function is the innermost one."""
    before = tracer.repeated.get(code)
    tracer.repeated[code] = how
    try:
        yield
    finally:
        if before is None:
            del tracer.repeated[code]
        else:
            tracer.repeated[code] = before
