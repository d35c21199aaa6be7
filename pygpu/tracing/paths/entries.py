"""Entries of dicts and sets that differ on two paths: which of one belong to which of the other, and in which order."""

from __future__ import annotations

from ...ir import Value
from ..values.lattice import Known, Tuple, flagged
from ..values.numbers import same


def in_order(left: list, right: list) -> list[tuple]:
    """The entries of two dicts as pairs of those with one key, None beside those that only one has there. What one has
    before an entry of both stands before that; what they have in another order stands twice, for some pixels each."""
    beside: list = []
    for number, entry in enumerate(left):
        beside.append(partner(entry, number, right, beside))
    found, behind = [], 0
    for entry, place in zip(left, beside):
        if place is None or place < behind:
            found.append((entry, None))
        else:
            found += [*[(None, each) for each in right[behind:place]], (entry, right[place])]
            behind = place + 1
    return found + [(None, each) for each in right[behind:]]


def partner(entry, number: int, others: list, taken: list) -> int | None:
    """The place of the entry with the same key; where pixels decide both, of that at the same place."""
    key = key_in(entry)
    found = next((place for place, each in enumerate(others) if same(key, key_in(each))), None)
    if found is None and number < len(others) and has_symbols(key) and has_symbols(key_in(others[number])):
        found = number
    return None if found in taken else found


def entries_in(contents) -> list:
    """What a dict holds, as entries (keyed.py)."""
    return [Tuple((Known(key), value)) for key, value in contents.items()] if type(contents) is dict else list(contents)


def key_in(entry):
    return flagged(entry)[1].items[0]


def has_symbols(key) -> bool:
    return isinstance(key, Value)
