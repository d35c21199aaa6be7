"""Functions that the host has made for the filter, and that keep something: a counter, what they were called with.

A factory that is given nothing but what is known is called on the host. Where what it gives changes what it keeps, that
is the filter's, like what it makes itself: its cells become ours, and the function is walked wherever it is called.
"""

from __future__ import annotations

import gc
import types
from functools import lru_cache

from ...bytecode import decode
from .adopting import adopt
from .changes import ATOMS, CHANGING
from .outside import names_of

CONTAINERS = (tuple, list, dict)
FEW = 64  # items of a container in which functions are looked for
WRITING = {"STORE_SUBSCRIPT", "DELETE_SUBSCRIPT", "STORE_ATTR", "DELETE_ATTR"}
EMPTY = types.CellType()


def keep_cells(tracer, box: list, lent=None) -> None:
    """What the functions in a box keep and change is ours from here on, if nobody else holds them. `lent` knows what was
    handed to who made them."""
    if type(box[0]) not in (types.FunctionType, *CONTAINERS):
        return
    functions, holders = functions_in(box)
    if not any(map(changed_by, functions)):
        return
    outside = those_held_elsewhere(functions, holders)
    functions, holders = functions_in(box, outside)
    kept = [cell for each in functions for cell in changed_by(each)]
    holders.add(id(kept))
    shared = those_held_elsewhere(kept, holders)
    kept = [cell for cell in kept if id(cell) not in shared]
    for cell in kept:
        tracer.own_cells[id(cell)] = cell, tracer.new("cell", ())
    for cell in kept:
        contents = [cell.cell_contents]
        del cell.cell_contents  # so that it can be seen who else holds it
        _, ref = tracer.own_cells[id(cell)]
        tracer.heap[ref] = (adopt(tracer, contents, 0, lent),)
        cell.cell_contents, = contents
    if kept:
        tracer.own_functions.update({id(each): each for each in functions})


def functions_in(box: list, outside=()) -> tuple[list, set]:
    """The functions in a box, and those that they lead to, but for those outside; the ids of all that holds them."""
    found, waiting = [], list(box)
    holders = {id(box), id(found), id(waiting)}
    while waiting:
        value = waiting.pop()
        if id(value) in holders or id(value) in outside:
            continue
        if type(value) is types.FunctionType and value.__closure__ and names_of(value.__code__) is not None:
            found.append(value)
            holders.update(map(id, (value, value.__closure__, value.__dict__, *value.__closure__)))
            waiting += [cell.cell_contents for cell in value.__closure__ if cell != EMPTY]
        elif type(value) in CONTAINERS and len(value) <= FEW:
            holders.add(id(value))
            waiting.extend(value.values() if type(value) is dict else value)
    return found, holders


def changed_by(function) -> list:
    """The cells of a function that it assigns, or that hold what it changes."""
    assigned, changes = what_it_does(function.__code__)
    return [cell for name, cell in zip(function.__code__.co_freevars, function.__closure__) if cell != EMPTY and (
        name in assigned or changes and type(cell.cell_contents) not in ATOMS)]


@lru_cache(maxsize=4096)
def what_it_does(code) -> tuple[set, bool]:
    """(the variables from around a function that it assigns, whether it changes any object)."""
    assigned, changes = set(), False
    for step in decode(code).instructions:
        if step.op == "STORE_DEREF":
            assigned.add(step.arg)
        changes |= step.op in WRITING or step.op == "LOAD_ATTR" and step.arg in CHANGING
    for inner in code.co_consts:
        if isinstance(inner, types.CodeType):
            more, also = what_it_does(inner)
            assigned, changes = assigned | more, changes or also
    return assigned & set(code.co_freevars), changes


def those_held_elsewhere(values: list, holders: set) -> set:
    """The ids of those that something else holds, too."""
    found = set()
    for value in values:  # (a comprehension might hold it, too)
        for each in gc.get_referrers(value):
            if id(each) not in holders and not isinstance(each, types.FrameType):
                found.add(id(value))
    return found
