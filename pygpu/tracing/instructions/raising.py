"""Handlers of the instructions of `raise`, `try` and `with`."""

from __future__ import annotations

from ...bytecode import HANDLED
from ..host.handing import Revealed
from ..paths.frames import HostRaised, handles
from ..values.assumptions import decide
from ..values.lattice import NONE, Known


@handles("RAISE")
def raise_op(tracer, frame, instruction):
    handled = decide(tracer, frame.locals.get(HANDLED, NONE))
    before = handled.value
    if instruction.arg == 0:
        raise HostRaised(before or RuntimeError("No active exception to reraise"), explicit=True)
    cause = tracer.exception_of(frame.stack.pop()) if instruction.arg == 2 else None
    error = tracer.exception_of(frame.stack.pop())
    if error is not before:
        error.__context__ = before
    if instruction.arg == 2:
        error.__cause__ = cause
    raise HostRaised(error, explicit=True)


@handles("PUSH_EXC_INFO")
def push_exc_info(tracer, frame, instruction):
    error = frame.stack.pop()
    frame.stack += [frame.locals.get(HANDLED, NONE), error]
    frame.locals[HANDLED] = error


@handles("POP_EXCEPT")
def pop_except(tracer, frame, instruction):
    before = frame.stack.pop()
    if type(before) is Known and before.value is None:
        frame.locals.pop(HANDLED, None)
    else:
        frame.locals[HANDLED] = before


@handles("CHECK_EXC_MATCH")
def check_exc_match(tracer, frame, instruction):
    error = decide(tracer, frame.stack[-2])
    kind = frame.stack.pop()
    frame.stack.append(Known(isinstance(error.value, Revealed(tracer).reveal(kind))))


@handles("RERAISE")
def reraise(tracer, frame, instruction):
    error = decide(tracer, frame.stack[-1]).value
    told = tracer.raised.told.get(id(error))
    raise HostRaised(error, explicit=told is not None and told.explicit)


@handles("BEFORE_WITH")
def before_with(tracer, frame, instruction):
    manager = frame.stack.pop()
    leave = tracer.get_attribute(manager, "__exit__")
    frame.stack.append(leave)
    frame.stack.append(tracer.call(tracer.get_attribute(manager, "__enter__"), [], {}))


@handles("WITH_EXCEPT_START")
def with_except_start(tracer, frame, instruction):
    leave, error = frame.stack[-4], decide(tracer, frame.stack[-1])
    args = [Known(type(error.value)), error, Known(error.value.__traceback__)]
    frame.stack.append(tracer.call(leave, args, {}))
