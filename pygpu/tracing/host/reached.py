"""What of the host a trace has looked at: a filter's graph is right as long as all of that is as it was.

Each look is noted as one fact, and all facts are then checked by one expression (checking.py), in some ten nanoseconds each:

    a global is the object that it was, or is still none; so is what a closure holds, and an attribute
    a function has the code and the defaults that it had
    a list, dict, set holds the very objects that it held; a small array the same bytes

What belongs to Python or to an installed library is not watched. What is larger than 64 KiB is frozen at the first
trace: `frozen` names it.
"""

from __future__ import annotations

import types
from collections import deque
from keyword import iskeyword
from operator import eq, is_

import numpy as np

from ...language.grids import Grid
from ...language.host_image import HostImage
from .changes import ATOMS, STANDARD, is_users
from .checking import GLOBAL, LACK, Fact, checked, look_at_fields, untyped
from .contents import LEADING, other_entries, other_items

LARGE = 64 << 10  # bytes of an array, or of what a list holds
VALUES = {int, float, bool, str, bytes, complex}
UNCHANGING = ATOMS - {types.FunctionType, types.ModuleType, type}
WATCHED = (list, dict, set, frozenset, deque, bytearray, np.ndarray)


class Reached:
    """Facts about the host, each once, by what they are about."""

    def __init__(self, is_library):
        self.is_library = is_library  # of the name of a file
        self.facts: dict[tuple, Fact] = {}
        self.frozen: dict[int, tuple] = {}  # id of what is not watched -> (what it is called, it)
        self.walked: dict = {}

    # -- what is looked at -----------------------------------------------------------------------------------------

    def name(self, space: dict, name: str) -> None:
        """A global, or the lack of one where a name means what is built in."""
        key = id(space), name
        if key in self.facts or self.is_library(space.get("__file__") or ""):
            return
        if name in space:
            self.facts[key] = Fact(GLOBAL, space, name, space[name])
            self.contents(space[name], name)
        else:
            self.facts[key] = Fact(LACK, space, name, False)

    def function(self, function) -> None:
        """A Python function that is walked, or called on the host."""
        if (id(function), "__code__") in self.facts or self.is_library(function.__code__.co_filename):
            return
        for name in ("__code__", "__defaults__", "__kwdefaults__"):
            value = getattr(function, name)
            self.facts[id(function), name] = Fact("{0}.{1}", function, name, value)
            self.contents(value, function.__name__)
        for name, cell in zip(function.__code__.co_freevars, function.__closure__ or ()):
            if is_full(cell):
                self.facts[id(cell), ""] = Fact("{0}.cell_contents", cell, name, cell.cell_contents)
                self.contents(cell.cell_contents, name)

    def attribute(self, thing, name: str, value) -> None:
        """Of an instance, a class, a module or anything else that has a __dict__."""
        if isinstance(value, types.MethodType):
            owner = value.__self__
            self.in_class(owner if isinstance(owner, type) else type(owner), name)
            return
        own = name in getattr(thing, "__dict__", ())
        if type(thing) is types.ModuleType and (
                thing.__name__.partition(".")[0] in STANDARD or self.is_library(getattr(thing, "__file__", None) or "")):
            return
        if own or is_users(thing if isinstance(thing, type) else type(thing)):
            look = "{0}.{1}" if name.isidentifier() and not iskeyword(name) else "vars({0})[{1!r}]"
            self.facts.setdefault((id(thing), name), Fact(look, thing, name, value))
            self.contents(value, name)

    def in_class(self, cls: type, name: str) -> None:
        """What a class has under a name, for its instances."""
        for base in cls.__mro__ if is_users(cls) else ():
            if name in vars(base):
                self.facts.setdefault((id(base), "class", name), Fact("vars({0})[{1!r}]", base, name, vars(base)[name]))
                return

    def contents(self, value, name: str) -> None:
        """What a container holds, and what is in the containers in it."""
        if type(value) in ATOMS or id(value) in self.walked:
            return
        if isinstance(value, tuple):
            self.walked[id(value)] = value
            for item in value:
                self.contents(item, name)
        elif isinstance(value, WATCHED):
            self.walked[id(value)] = value
            if size_of(value) > LARGE:
                self.frozen[id(value)] = name, value
                return
            if isinstance(value, np.ndarray):
                self.facts[id(value), "bytes"] = Fact("{0}.tobytes()", value, "", value.tobytes(), eq)
                self.facts[id(value), "shape"] = Fact("{0}.shape", value, "", value.shape, eq)
                return
            if isinstance(value, bytearray):
                self.facts[id(value), "bytes"] = Fact("{0}", value, "", bytes(value), eq)
                return
            if not isinstance(value, frozenset):
                same = other_entries if isinstance(value, dict) else eq if isinstance(value, set) else other_items
                self.facts[id(value), "items"] = Fact("{0}", value, "", value.copy(), same)
            for item in list(value.values() if isinstance(value, dict) else value):
                self.contents(item, name)
        elif isinstance(value, (HostImage, Grid)):
            self.contents(value.array, name)
        elif hasattr(type(value), "getbands"):  # a PIL image
            self.walked[id(value)] = value
            self.frozen[id(value)] = name, value

    def handed(self, values, names, ours=()) -> None:
        """What code on the host can look at that is given these values; `names(code)` is what a user's code names, and
        `ours` the ids of what the filter has made itself."""
        todo = list(values)
        while todo:
            value = todo.pop()
            kind = type(value)
            if kind in UNCHANGING or id(value) in ours or (id(value), "") in self.walked:
                continue
            self.walked[id(value), ""] = value
            if kind is types.FunctionType:
                self.function(value)
                self.named(value.__code__, value.__globals__, names, todo)
                todo += [*(value.__defaults__ or ()), *(value.__kwdefaults__ or {}).values()]
                todo += [cell.cell_contents for cell in value.__closure__ or () if is_full(cell)]
            elif isinstance(value, type):
                for base in value.__mro__ if is_users(value) else ():
                    for name, each in list(vars(base).items()) if is_users(base) else ():
                        if not name.startswith("__") or isinstance(each, types.FunctionType):
                            self.in_class(base, name)
                            todo.append(each)
            elif isinstance(value, WATCHED):
                self.contents(value, "")
                if not isinstance(value, (np.ndarray, bytearray)) and size_of(value) <= LARGE:
                    todo += value.values() if isinstance(value, dict) else value
            elif is_users(kind):
                held = untyped(value)
                self.facts[id(value), "fields"] = Fact(look_at_fields(value), value, "", held, other_entries)
                for name, field in held.items():
                    self.contents(field, name)
                todo += [kind, *held.values()]
            else:
                todo += next((leads_to(value) for kinds, leads_to in LEADING.items() if isinstance(value, kinds)), ())

    def named(self, code, space: dict, names, todo: list) -> None:
        """The globals that a function names, and of those that are modules the attributes."""
        found = names(code)
        if found is None:
            return
        for name in found.looked_at:
            self.name(space, name)
            value = space.get(name)
            todo.append(value)
            if type(value) is types.ModuleType:
                for attribute in found.attributes:
                    if attribute in vars(value):
                        self.attribute(value, attribute, vars(value)[attribute])
                        todo.append(vars(value)[attribute])

    # -- whether all is as it was ----------------------------------------------------------------------------------

    def watch(self):
        """A function that says whether all that was looked at is as it was."""
        unchanged = checked(self.facts.values())
        if not unchanged():  # something is made anew each time that it is looked at
            self.facts = {key: fact for key, fact in self.facts.items() if checked([fact])()}
            unchanged = checked(self.facts.values())
        return unchanged

    def is_equal(self) -> bool:
        """Whether all that is another object now is the same value: then those are the ones from now on."""
        found = {}
        for key, fact in self.facts.items():
            if not checked([fact])():
                try:
                    now = fact.now()
                except Exception:
                    return False
                if not alike(now, fact.before):
                    return False
                found[key] = fact._replace(before=now if fact.how is is_ else now.copy())
        self.facts |= found
        return True


def alike(now, before) -> bool:
    """Whether two are the same value: numbers and text, and what holds such."""
    if now is before:
        return True
    if type(now) is not type(before):
        return False
    if type(now) in VALUES:
        return repr(now) == repr(before)
    if type(now) in (tuple, list, deque, dict) and len(now) == len(before):
        if type(now) is dict:
            return all(map(alike, now, before)) and all(map(alike, now.values(), before.values()))
        return all(map(alike, now, before))
    return False


def size_of(value) -> int:
    return value.nbytes if isinstance(value, np.ndarray) else len(value) * (1 if isinstance(value, bytearray) else 8)


def is_full(cell) -> bool:
    try:
        cell.cell_contents  # noqa: B018
    except ValueError:
        return False
    return True
