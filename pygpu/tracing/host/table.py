"""The table of what callables of the host mean for values that are not all known; each file adds what it knows of."""

from __future__ import annotations

SPECIAL: dict[object, callable] = {}   # host callable -> meaning(tracer, args, kwargs), or NotImplemented to go on
ALWAYS: set = set()                    # those that are never left to the host, even with known arguments
TAKES: dict[object, frozenset] = {}    # the keywords that a meaning knows; any other is refused
ANY = frozenset()                      # ... but for those that take all of them


def means(*callables, always: bool = False, takes=()):
    """Registers what a host callable means for arguments that are not all known, with the keywords that it `takes`."""

    def register(meaning):
        for each in callables:
            SPECIAL[each] = meaning
            TAKES[each] = takes if takes is ANY else frozenset(takes)
            if always:
                ALWAYS.add(each)
        return meaning

    return register


def method_of(*tables: dict[str, callable]):
    """Registers what a method means, by its name, in the tables of those that have it."""

    def register(meaning):
        for table in tables:
            table[meaning.__name__.rstrip("_")] = meaning
        return meaning

    return register


def found_in(table: dict, function):
    """What a table says of a callable, or None."""
    try:
        return table.get(function)
    except TypeError:  # it has no hash
        return None
