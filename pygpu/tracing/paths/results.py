"""What a function of the program gives, kept apart from the one call that was walked: each call makes it anew of its own
numbers. Lists, dicts and objects that the function has made are made again, since plain Python makes them at each call.

What pixels raise is a result, too: a Bool for each exception that a handler around may catch.
"""

from __future__ import annotations

from ...ir import Value
from ..values.choices import alternatives, both, either
from ..values.keys import is_plain
from ..values.lattice import FALSE, Choice, Known, Record, Ref, Tuple, mapped, parts, rebuilt, values_of

KINDS = {"list", "dict", "set", "instance", "array"}
HELD = {Tuple, Record, Choice}


class Result:
    """A value, and what the heap holds of it."""

    def __init__(self, value, contents: dict[Ref, object]):
        self.value, self.contents = value, contents

    @classmethod
    def of(cls, tracer, value, number: int) -> Result | None:
        """What is returned, where nobody else can know any of it: all its structures have been made since that number."""
        found: dict = {}
        waiting = [value]
        while waiting:
            each = waiting.pop()
            if type(each) in HELD:
                waiting += parts(each)
            elif type(each) is not Ref:
                if not is_plain(tracer, each):
                    return None
            elif each not in found:
                contents = found[each] = tracer.heap[each]
                if (each.number < number or each.kind not in KINDS or each.twin or each.fields or each.frozen
                        or type(contents) not in (tuple, dict)):
                    return None
                waiting += values_of(contents)
        return cls(value, found)

    def numbers(self) -> list[Value]:
        """The symbols in it, in order."""
        found: list[Value] = []
        self.filled(None, lambda number: found.append(number) or number)
        return found

    def filled(self, tracer, number):
        """It anew, with what `number` gives in place of each symbol; without a tracer its structures stay where they are."""
        made: dict[Ref, Ref] = {}

        def anew(value):
            if isinstance(value, Value):
                return number(value)
            if type(value) in HELD:
                return rebuilt(value, [anew(part) for part in parts(value)])
            if type(value) is not Ref:
                return value
            if value not in made:
                made[value] = value if tracer is None else tracer.new(value.kind, (), value.cls)
                contents = mapped(self.contents[value], anew)
                if tracer is not None:
                    tracer.heap[made[value]] = contents
            return made[value]

        return anew(self.value)


def each_once(emit, pending) -> dict[Known, Value] | None:
    """The exceptions that pixels raise, and which pixels; None where an exception holds what is a pixel's."""
    found: dict = {}
    for raises, error, _ in pending:
        for flag, each in alternatives(emit, error):
            if type(each) is not Known:
                return None
            alike = next((other for other in found if same_error(other.value, each.value)), each)
            found[alike] = either(emit, found.get(alike, FALSE), both(emit, raises, flag))
    found = {error: flag for error, flag in found.items() if type(flag) is not Known or flag.value}
    return None if any(type(flag) is Known for flag in found.values()) else found


def same_error(one: BaseException, other: BaseException) -> bool:
    """Whether it is all the same to a handler which of two it is given."""
    return one is other or (type(one) is type(other) and one.args == other.args and not one.__dict__ and not other.__dict__
                            and all(type(each) in (str, int) for each in one.args))
