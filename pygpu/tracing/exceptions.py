"""What a tracer does with exceptions (paths/raising.py says what they are): handlers, paths that raise, and the note that
a pixel has raised."""

from __future__ import annotations

from ..errors import CompileError
from .host.handing import NotKnown, Revealed
from .host.outside import OURS, is_library
from .paths.frames import Branch, Frame, HostRaised
from .paths.meeting import Arrival, Path
from .paths.raising import RAISED, goes_on, is_caught
from .values.assumptions import Undecided, decide, implied
from .values.choices import either
from .values.lattice import TRUE, Choice, Known
from .values.possible import agree

MISTAKES = (TypeError, AttributeError)  # what the language itself says so of is no exception of a pixel
OF_VALUES = (ArithmeticError, LookupError, ValueError, StopIteration)  # in an arm the pixels that come there raise them


def possible(error) -> list[BaseException]:
    """The exceptions of which a pixel raises one."""
    return possible(error.a) + possible(error.b) if type(error) is Choice else [error.value]


class Exceptions:
    """Part of a Tracer."""

    def exception_of(self, value) -> BaseException:
        """What `raise` raises."""
        try:
            error = Revealed(self).reveal(decide(self, value))
        except NotKnown:
            raise self.refuse("symbolic-text", "") from None
        if isinstance(error, type) and issubclass(error, BaseException):
            error = decide(self, self.call(Known(error), [], {})).value
        return error if isinstance(error, BaseException) else TypeError("exceptions must derive from BaseException")

    def none_met(self, what: str) -> HostRaised:
        """A path whose function gave None, where that is used: if a pixel ever comes there, Python says so."""
        return HostRaised(TypeError(f"NoneType meets {what}"), explicit=True)

    def lost(self, frame: Frame, way) -> dict[int, Arrival] | None:
        """An arm that only makes an exception, which nobody catches: it is not walked, since plain Python will."""
        target, prepare = way
        return None if prepare or not self.is_lost(frame, target) else self.raises_something()

    def is_lost(self, frame: Frame, pc: int) -> bool:
        """Whether all that comes from here on is an exception, after which nothing goes on."""
        flow = frame.code.flow
        return not self.raised.loops and flow.only_raises(pc) and not flow.may_go_on(pc) and not goes_on(self.frames, None)

    def raises_something(self) -> dict[int, Arrival]:
        """The arrival of such a path: which exception it is, plain Python will say."""
        return {RAISED: Arrival(TRUE, Path({}, [self.raised.keep(HostRaised(RuntimeError(), explicit=True))], self.heap))}

    def only_for_an_error(self, frame: Frame, pc: int, refusal: CompileError) -> bool:
        """Whether what is refused only concerns an exception that some pixels raise: its text, or its class; or, of whole
        arrays, a call in which a variable is still None."""
        return bool(self.assumed) and refusal.kind != "takes-too-long" and (
            self.is_lost(frame, pc) or self.without_a_value())

    def without_a_value(self) -> bool:
        """Whether this is the path of a function of whole arrays on which a variable is still None."""
        return self.shaped and not self.raised.absent.isdisjoint(self.assumed.items())

    def catch(self, frame: Frame, pc: int, raised: HostRaised):
        """Go to the handler of a try or with around this instruction, or leave the frame."""
        if raised.location is None:
            raised.location, raised.calls = self.location, self.callers()
            raised.ours = frame.location.filename.startswith(OURS)
        mistake = raised.ours and isinstance(raised.error, MISTAKES) and not self.catching(type(raised.error))
        if mistake and self.without_a_value():
            return self.raises_something()
        if raised.conditional or mistake:
            raise raised  # a mistake, in an arm or not: the user is to hear of it now
        if self.assumed and isinstance(raised.error, OF_VALUES):
            raised.explicit = True
        if self.assumed and isinstance(raised.error, (TypeError, AttributeError)) and "NoneType" in str(raised.error):
            raised.explicit = True
        if self.assumed and raised.location and is_library(raised.location.filename):
            raised.explicit = True  # no mistake of the filter's: a library leads pixels of some values there
        entry = frame.code.handler(pc)
        if entry is None:
            if not raised.explicit and not is_caught(self.frames[:-1], type(raised.error)):
                raise raised
            return {RAISED: Arrival(TRUE, Path({}, [self.raised.keep(raised)], self.heap))}
        del frame.stack[entry.depth:]
        if entry.lasti:
            frame.stack.append(Known(pc))
        frame.stack.append(self.raised.keep(raised))
        return entry.target

    def catching(self, error: type | None = None) -> bool:
        """Whether the filter would catch such an exception here, or any."""
        return is_caught(self.frames, error)

    def may_raise(self, condition, make) -> None:
        """Where an exception is caught, an operation raises it for the pixels for which the condition holds."""
        truth = condition.value if type(condition) is Known else implied(self.assumed, condition)
        if truth is None:
            raise Undecided(condition)
        if truth:
            raise HostRaised(make(), explicit=type(condition) is not Known)

    def raise_unseen(self, condition) -> None:
        """The pixels for which the condition holds raise what nobody catches: they note it, and what they go on with
        concerns nobody."""
        if type(condition) is Known and not condition.value:
            return
        if type(condition) is Known or agree({**self.assumed, condition: True}):
            note = self.raised.note
            self.heap[note] = (either(self.emit, self.heap[note][0], condition),)

    def meets_handler(self, frame: Frame, pc: int, join: int) -> set[int]:
        """Where the handler of an instruction leads to what comes after it."""
        entry = frame.code.handler(pc)
        meeting = entry and join < len(frame.steps) and frame.code.flow.meeting(entry.target, join)
        return set() if not entry or meeting in (None, False) else {meeting}

    def leaving(self, frame: Frame, pc: int, result):
        """After an instruction whose calls raise for some pixels: these go to a handler, or leave the frame."""
        (flag, error, heap), *others = frame.pending
        frame.pending = []
        target = pc + 1 if result is None else result
        if type(target) is not int:
            raise self.refuse("conditional-exception", "an exception")

        def raising(frame):
            self.go_on_with(heap.copy())
            raise self.again(error)

        return Branch(flag, target, target, raising, lambda frame: frame.pending.extend(others))

    def again(self, error) -> HostRaised:
        """An exception on its way through a caller."""
        error = decide(self, error).value
        told = self.raised.told[id(error)]
        raised = HostRaised(error, told.explicit)
        raised.location, raised.calls, raised.ours = told.location, told.calls, told.ours
        return raised

    def returned(self, arrivals: dict[int, Arrival]) -> dict[int, Arrival]:
        """The arrivals at the end of a frame that is left: what some pixels raise waits in the caller."""
        raised = arrivals.pop(RAISED, None)
        if raised is not None and not arrivals:
            self.go_on_with(raised.path.heap)
            raise self.again(raised.path.stack[-1])
        if raised is not None:
            self.frames[-1].pending.append((raised.flag, raised.path.stack[-1], raised.path.heap))
        return arrivals

    def followed(self, arrival: Arrival) -> bool:
        """Whether what is computed on a path that raises concerns anybody."""
        errors = possible(arrival.path.stack[-1])
        if all(self.raised.told[id(each)].unknown for each in errors):
            return False
        return bool(self.raised.loops) or any(goes_on(self.frames[:-1], type(error)) for error in errors)

    def is_silent(self, error) -> bool:
        return all(self.raised.told[id(each)].silent for each in possible(error))

    def dropped(self, arrivals: dict[int, Arrival]) -> dict[int, Arrival]:
        """Without the path that raises, where nobody follows it: the others note that the pixel has raised."""
        raised = arrivals.get(RAISED)
        if raised is None or len(arrivals) == 1 or self.followed(raised):
            return arrivals
        del arrivals[RAISED]
        for arrival in () if self.is_silent(raised.path.stack[-1]) else arrivals.values():
            heap, note = arrival.path.heap, self.raised.note
            heap[note] = (either(self.emit, heap[note][0], raised.flag),)
        if len(arrivals) == 1:
            next(iter(arrivals.values())).flag = TRUE
        return arrivals
