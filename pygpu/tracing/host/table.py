"""The table of what callables of the host mean for values that are not all known; each file adds what it knows of."""

from __future__ import annotations

SPECIAL: dict[object, callable] = {}   # host callable -> meaning(tracer, args, kwargs), or NotImplemented to go on
ALWAYS: set = set()                    # those that are never left to the host, even with known arguments


def means(*callables, always: bool = False):
    """Registers what a host callable means for arguments that are not all known."""

    def register(meaning):
        for each in callables:
            SPECIAL[each] = meaning
            if always:
                ALWAYS.add(each)
        return meaning

    return register
