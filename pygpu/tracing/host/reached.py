"""What of the host a trace has looked at: a filter's graph is right as long as all of that is as it was.

Each look is noted as one fact, and all facts are then checked by one expression (checking.py), in some ten nanoseconds each:

    a global is the object that it was, or still what is built in; so is what a closure holds, an attribute, a module
    a function has the code and the defaults that it had; an object finds the same methods, a class has no more names
    a list, dict, set holds the very objects that it held; a small array the same bytes

What code of Python or of an installed library looks at is not watched, but what the user's code looks at in their modules
is. What is larger than 64 KiB is frozen at the first trace: `frozen` names it.
"""

from __future__ import annotations

import builtins
import enum
import os
import sys
import types
from array import array
from collections import deque
from collections.abc import Mapping
from contextvars import ContextVar
from functools import partial
from keyword import iskeyword
from operator import attrgetter, eq, is_, methodcaller

import numpy as np

from ...language.grids import Grid
from ...language.host_image import HostImage
from ..values.names import named
from .changes import ATOMS, STANDARD, is_users, library, told_by
from .checking import GLOBAL, Fact, checked, look_at_fields, untyped
from .contents import LEADING, fields, other_entries, other_items
from .purity import computes

LARGE = 64 << 10  # bytes of an array, or of what a list holds
VALUES = {int, float, bool, str, bytes, complex}
UNCHANGING = ATOMS - {types.FunctionType, types.ModuleType, type}
BYTES = (bytearray, array, memoryview)
HOLDING = {"types", "collections", "string", "argparse", "numpy"}  # libraries whose objects hold what users put there
WATCHED = (list, dict, set, frozenset, deque, np.ndarray, *BYTES)
ASKING = {id(each) for each in (getattr, hasattr, vars, dir)}  # for attributes whose names stand in no code
SINGLE = UNCHANGING | {types.FunctionType, types.ModuleType, type}  # whose values nobody makes twice
PLAIN = (enum.Enum, types.FunctionType, types.ModuleType, partial)  # not of the user's own, and yet they change


class Reached:
    """Facts about the host, each once, by what they are about."""

    def __init__(self, is_library):
        self.is_library = is_library  # of the name of a file
        self.facts: dict[tuple, Fact] = {}
        self.frozen: dict[int, tuple] = {}  # id of what is not watched -> (what it is called, it)
        self.walked: dict = {}
        self.attributes: set[str] = set()  # that code names which was handed out, of whatever it finds
        self.by_text = False               # whether any of it looks up others
        self.modules: dict[int, types.ModuleType] = {}  # that it can find: the user's
        self.by_identity = False  # whether two things were asked to be the very same one
        self.beyond = False  # whether something ran that does more than compute from what it is given (identity.py)

    # -- what is looked at -----------------------------------------------------------------------------------------

    def name(self, space: dict, name: str) -> None:
        """A global, or what is built in under that name."""
        key = id(space), name
        if key in self.facts or self.is_library(space.get("__file__") or ""):
            return
        value = named(space, name)
        self.facts[key] = Fact(GLOBAL, space, name, value)
        if getattr(builtins, name, None) is not value:
            self.contents(value, name)

    def name_again(self, space: dict, name: str) -> None:
        """A global that compiling has set: what it was before is nothing to look for."""
        self.facts.pop((id(space), name), None)
        self.name(space, name)

    def function(self, function) -> None:
        """A Python function that is walked, or called on the host. (That of a compiled filter says what it knows.)"""
        for name, value in vars(function).get("known_values", {}).items():
            self.contents(value, name)
        if (id(function), "__code__") in self.facts:
            return
        if self.is_library(function.__code__.co_filename):
            self.beyond |= not computes(function, self.is_library)
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
        own, cls = name in getattr(thing, "__dict__", ()), thing if isinstance(thing, type) else type(thing)
        if not own and not is_users(cls) and not issubclass(cls, PLAIN):
            return
        look = "{0}.{1}" if name.isidentifier() and not iskeyword(name) else "vars({0})[{1!r}]"
        if isinstance(value, types.MethodType) and (
                not own or vars(thing)[name] is not value):  # which is made at each look
            look, value = look + ".__func__", value.__func__
        self.facts.setdefault((id(thing), name), Fact(look, thing, name, value))
        self.contents(value, name)

    def lacks(self, thing, name: str) -> None:
        """An attribute that there is not."""
        if isinstance(thing, types.ModuleType) or is_users(thing if isinstance(thing, type) else type(thing)):
            self.facts.setdefault((id(thing), name), Fact("hasattr({0}, {1!r})", thing, name, False))

    def in_class(self, cls: type, name: str) -> None:
        """What a class has under a name, for its instances; or that it has nothing of that name."""
        if not is_users(cls):
            return
        base = next((base for base in cls.__mro__ if name in vars(base)), None)
        if base is None:
            for each in cls.__mro__[:-1]:
                self.facts.setdefault((id(each), "names"), Fact("len(vars({0}))", each, "", len(vars(each)), eq))
        elif not runs_code(vars(base)[name]) and getattr(cls, name, None) is vars(base)[name]:
            self.facts.setdefault((id(cls), "class", name), Fact("{0}.{1}", cls, name, vars(base)[name]))
        else:
            self.entry(base, name)

    def entry(self, base: type, name: str) -> None:
        """What stands in a class itself, if anything does."""
        found = vars(base).get(name)
        self.facts.setdefault((id(base), "entry", name), Fact("vars({0}).get({1!r})", base, name, found))

    def of_kind(self, thing) -> None:
        """That an object is of its class."""
        if is_users(type(thing)):
            self.facts.setdefault((id(thing), "__class__"), Fact("{0}.__class__", thing, "", type(thing)))

    def answered(self, question, thing, classes) -> None:
        """What isinstance or issubclass said of classes that have a say in it themselves."""
        if any(type(cls) is not type and (is_users(type(cls)) or is_users(cls))
               for cls in (classes if isinstance(classes, tuple) else (classes,)) if isinstance(cls, type)):
            asked = partial(question, thing, classes)
            self.facts[question, id(thing), id(classes)] = Fact("{0}()", asked, "", asked())
        if question is isinstance:
            self.of_kind(thing)

    def compared(self, *things) -> None:
        """Whether these are the very same thing; where values are compared, equal ones will do."""
        self.by_identity |= not any(type(thing) in SINGLE for thing in things)

    def imported(self, name: str) -> None:
        """A module, or that there is none."""
        self.facts.setdefault((id(sys.modules), name), Fact("{0}.get({1!r})", sys.modules, name, sys.modules.get(name)))

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
                if (id(value.base), "bytes") not in self.facts:  # a view is looked at where what it is a view of is
                    self.facts[id(value), "bytes"] = Fact("{0}.tobytes()", value, "", value.tobytes(), eq)
                self.facts[id(value), "shape"] = Fact("{0}.shape", value, "", value.shape, eq)
                self.facts[id(value), "dtype"] = Fact("{0}.dtype", value, "", value.dtype)
                held = value.flat if value.dtype == object else getattr(value, "__dict__", {}).values()
                for item in held:
                    self.contents(item, name)
                return
            if isinstance(value, BYTES):
                self.facts[id(value), "bytes"] = Fact("bytes({0})", value, "", bytes(value), eq)
                return
            if not isinstance(value, frozenset):
                same = other_entries if isinstance(value, dict) else eq if isinstance(value, set) else other_items
                self.facts[id(value), "items"] = Fact("{0}", value, "", value.copy(), same)
            for item in list(value.values() if isinstance(value, dict) else value):
                self.contents(item, name)
        elif isinstance(value, (HostImage, Grid)):
            self.contents(value.array, name)
        elif isinstance(value, ContextVar):
            self.facts[id(value), "value"] = Fact("{0}.get(None)", value, "", value.get(None))
        elif isinstance(value, Mapping) and not is_users(type(value)):  # os.environ makes what it gives anew each time
            self.facts[id(value), "items"] = Fact("dict({0})", value, "", dict(value), other_values)
            for item in value.values():
                self.contents(item, name)
        elif holds(type(value)):
            self.walked[id(value)] = value
            for field in vars(value).values():
                self.contents(field, name)
        elif told_by(type(value), "getbands"):  # a PIL image
            self.walked[id(value)] = value
            self.frozen[id(value)] = name, value

    def handed(self, values, names, ours=()) -> None:
        """What code on the host can look at that is given these values; `names(code)` is what a user's code names, and
        `ours` the ids of what the filter has made itself."""
        todo = list(values)
        while todo or self.in_modules(todo):
            value = todo.pop()
            kind = type(value)
            if kind is types.ModuleType and not self.is_library(value.__file__ if told_by(value, "__file__") else "<frozen"):
                self.modules[id(value)] = value
            self.by_text |= id(value) in ASKING or isinstance(value, (attrgetter, methodcaller))
            if value is os.getenv:
                self.contents(os.environ, "")
            if kind in UNCHANGING or (id(value), "") in self.walked:
                continue
            self.walked[id(value), ""] = value
            if id(value) in ours:
                if kind is types.FunctionType:
                    self.named(value.__code__, value.__globals__, names, todo)
                elif isinstance(value, (list, tuple, set, deque)):  # of the filter's own making; what is in it need not be
                    todo.extend(value)
                elif isinstance(value, dict) or is_users(kind):
                    todo += (value if isinstance(value, dict) else fields(value)).values()
            elif kind is types.FunctionType:
                self.function(value)
                self.named(value.__code__, value.__globals__, names, todo)
                if vars(value) and not self.is_library(value.__code__.co_filename):
                    self.facts[id(value), "fields"] = Fact("vars({0})", value, "", vars(value).copy(), other_entries)
                    todo += vars(value).values()
                todo += [*(value.__defaults__ or ()), *(value.__kwdefaults__ or {}).values()]
                todo += [cell.cell_contents for cell in value.__closure__ or () if is_full(cell)]
            elif isinstance(value, type):
                todo.append(kind)
                self.in_class(value, "")  # nothing, by that name
                for base in value.__mro__ if is_users(value) else ():
                    for name, each in list(vars(base).items()) if is_users(base) else ():
                        if not name.startswith("__") or isinstance(each, types.FunctionType):
                            self.in_class(base, name)
                            todo.append(each)
            else:
                self.contents(value, "")
                if isinstance(value, WATCHED) and not isinstance(value, (np.ndarray, *BYTES)) and size_of(value) <= LARGE:
                    todo.extend([*value, *value.values()] if isinstance(value, dict) else value)
                if is_users(kind) or holds(kind) or isinstance(value, enum.Enum) and library(kind) not in STANDARD:
                    todo += self.fields(value)
                leads = next((leads_to(value) for kinds, leads_to in LEADING.items() if isinstance(value, kinds)), ())
                todo.extend(leads)  # (`+=` asks a sequence of the user's that has an __radd__ of its own)

    def fields(self, value) -> list:
        """What an object holds, and its class."""
        held = untyped(value)
        self.of_kind(value)
        self.facts[id(value), "fields"] = Fact(look_at_fields(value), value, "", held, other_entries)
        for name, field in held.items():
            self.contents(field, name)
        return [type(value), *held.values()]

    def named(self, code, space: dict, names, todo: list) -> None:
        """The globals that a function names, and of those that are modules the attributes."""
        found = names(code)
        if found is None:
            return
        self.attributes |= found.attributes
        self.by_text |= found.by_text
        modules = []
        for name in sorted(found.looked_at):  # in an order that other processes have, too
            self.name(space, name)
            value = named(space, name) if name in space else None
            todo.append(value)
            modules += [value] if type(value) is types.ModuleType else []
        for module in modules:
            for name in sorted(found.attributes & vars(module).keys()):
                todo.append(self.in_module(module, name))
                if type(todo[-1]) is types.ModuleType and todo[-1] not in modules:  # as np leads to np.linalg
                    modules.append(todo[-1])

    def in_module(self, module, name: str):
        value = named(vars(module), name)
        self.attribute(module, name, value)
        return value

    def in_modules(self, todo: list) -> bool:
        """What code can find in the user's modules that were handed to it somehow: whether there is more to look at."""
        for module in [*self.modules.values()]:
            space = vars(module)
            found = {name for name in space if not name.startswith("__")} if self.by_text else self.attributes & space.keys()
            if self.by_text:
                self.facts.setdefault((id(module), "names"), Fact("len(vars({0}))", module, "", len(space), eq))
            for name in sorted(found | ({"__getattr__"} & space.keys())):
                if (id(module), name, "") not in self.walked:
                    self.walked[id(module), name, ""] = module
                    todo.append(self.in_module(module, name))
        return bool(todo)

    # -- whether all is as it was ----------------------------------------------------------------------------------

    def watch(self):
        """A function that says whether all that was looked at is as it was."""
        unchanged = checked(self.facts.values())
        if not unchanged():  # something is made anew each time that it is looked at
            self.beyond = True
            self.facts = {key: fact for key, fact in self.facts.items() if checked([fact])()}
            unchanged = checked(self.facts.values())
        return unchanged

    def is_equal(self) -> bool:
        """Whether all that is another object now is the same value: then those are the ones from now on."""
        if self.by_identity:
            return False
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


def holds(cls: type) -> bool:
    """Whether its objects hold in plain sight what users put there: not modules and NumPy's functions."""
    return library(cls) in HOLDING and bool(cls.__dictoffset__) and not issubclass(cls, (types.ModuleType, type(np.ravel)))


def other_values(now: dict, before: dict) -> bool:
    return not alike(now, before)


def size_of(value) -> int:
    if isinstance(value, (np.ndarray, memoryview)):
        return value.nbytes
    return len(value) * (1 if isinstance(value, bytearray) else 8)


def is_full(cell) -> bool:
    try:
        cell.cell_contents  # noqa: B018
    except ValueError:
        return False
    return True


def runs_code(attribute) -> bool:
    """Whether what stands in a class has a say in being looked up."""
    return isinstance(getattr(type(attribute), "__get__", None), types.FunctionType)
