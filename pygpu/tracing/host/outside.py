"""What is outside the filter is frozen: the host may look at it while the filter is compiled, but not change it.

All that is known runs on the host, and may write to what was there before: `self.n += 1`, `rows.append(1)`, a random
number. So what such code can reach is noted before it runs, and compared after; what it has changed is put back, and
the filter is refused. What keeps results without telling anybody (functools.cache, cached_property) may do so, and a
library's own bookkeeping is its own.
"""

from __future__ import annotations

import builtins
import functools
import inspect
import sysconfig
import types
from collections import defaultdict
from itertools import pairwise
from pathlib import Path

import numpy as np

from ...bytecode import decode
from ..paths.frames import HostRaised
from .changes import ATOMS, STEPPING, is_users, may_change, refuse_change, told_by
from .contents import CELL, INSTANCE, KINDS, LEADING, NAMESPACE, Kind, fields

MANY = 20_000  # things that are looked through, at most
LIBRARIES = (*{sysconfig.get_path(name) for name in ("stdlib", "platstdlib", "purelib", "platlib")},
             str(Path(__file__).parents[2]), "<frozen")
UNCHANGING = ATOMS - {types.FunctionType, types.ModuleType, type}
SETS = {"set", "frozenset"}
BY_TEXT = {"getattr", "hasattr", "attrgetter", "methodcaller", "vars", "dir", "__dict__", "__getattribute__"}
LOOKING = (isinstance, issubclass, type, id, callable)
# What is ours and walked all the same.
OURS = tuple([str(Path(__file__).parents[2] / room) for room in ("language", "library")])


def only_looks(function, args) -> bool:
    """Whether a call surely changes nothing."""
    return any(function is each for each in LOOKING) or function is len and not has_methods(type(args[0]))


def on_host(tracer, function, *operands, what: str):
    """function(*operands), all from the host: an operator or the like, for which an object may have a method of its own."""
    before = None
    if any([has_methods(type(operand)) for operand in operands]):
        before = Outside(tracer, operands)
        tracer.reached.handed(operands, names_of)
    try:
        return function(*operands)
    except Exception as error:
        raise HostRaised(error) from None
    finally:
        if before is not None:
            before.check(what)


def has_methods(cls: type) -> bool:
    """Whether Python code of the user's may run where an instance is looked at."""
    return cls not in ATOMS and (cls is defaultdict or is_users(cls))


BUILTINS = vars(builtins)


class Outside:
    """What can be reached from some host values, as it is now, but for what the filter has `lent` to the host."""

    def __init__(self, tracer, roots, lent=None):
        self.tracer = tracer
        self.seen = {**lent.made, **lent.iterators} if lent is not None else {}
        self.seen[id(BUILTINS)] = BUILTINS  # which each module holds; nothing goes on without them while they are put back
        self.noted: list = []   # (a thing, its Kind, what was in it)
        self.assigned: list = []  # (globals, name, value) of what functions assign
        self.todo = self.not_iterators(roots)
        self.follow()

    @classmethod
    def of_iterator(cls, tracer, iterator) -> Outside | None:
        """What the code of an iterator can reach, but for what is its own; None where it is no code of the user's."""
        found = cls(tracer, ())
        if type(iterator) is types.GeneratorType:
            code, frame = iterator.gi_code, iterator.gi_frame
            given = inspect.getargs(code)
            names = [*given.args, given.varargs, given.varkw, *code.co_freevars]  # what others hold, it has made itself
            found.todo += [frame.f_locals[name] for name in names if name in frame.f_locals]
            found.code(code, frame.f_globals)
        elif is_users(type(iterator)):
            found.todo += [type(iterator), *fields(iterator).values()]
        else:
            return None
        found.follow()
        return found

    def follow(self) -> None:
        while self.todo and len(self.seen) < MANY:
            value = self.todo.pop()
            if type(value) not in UNCHANGING and id(value) not in self.seen:
                self.seen[id(value)] = value
                self.look(value)

    def not_iterators(self, values) -> list:
        for value in values:
            if is_iterator(value) and id(value) not in self.seen:
                raise refuse_taking(self.tracer)
        return list(values)

    def look(self, value) -> None:
        """Note a thing, and what it leads to."""
        if isinstance(value, type):
            if is_users(value):
                self.note(value, NAMESPACE)
                self.todo += [v for base in value.__mro__[:-1] for v in vars(base).values() if not isinstance(v, type)]
            return
        for kinds, leads_to in LEADING.items():
            if isinstance(value, kinds):
                self.todo += self.not_iterators(leads_to(value))
                return
        if type(value) is types.FunctionType:
            self.function(value)
            return
        if type(value) is types.ModuleType:
            if not is_library(getattr(value, "__file__", None) or "<frozen"):
                self.note(value, NAMESPACE)
            return
        for kinds, kind in KINDS.items():
            if isinstance(value, kinds):
                self.note(value, kind)
                return
        if is_users(type(value)) and not told_by(type(value), "getbands"):  # a PIL image reads its file when first asked
            self.note(value, INSTANCE)
            self.todo.append(type(value))

    def note(self, value, kind: Kind) -> None:
        self.noted.append((value, kind, kind.contents(value)))
        self.todo += kind.leads_to(value)

    def function(self, function) -> None:
        """A function of the user's may write to all that it names."""
        if names_of(function.__code__) is None:
            return
        for name, cell in zip(function.__code__.co_freevars, function.__closure__ or ()):
            if name != "__classdict__":  # what annotations are looked up in is a class's own, and noted with it
                self.note(cell, CELL)
        self.todo += function.__defaults__ or ()
        self.todo += (function.__kwdefaults__ or {}).values()
        self.code(function.__code__, function.__globals__)

    def code(self, code, space: dict) -> None:
        names = names_of(code)
        if names is None:
            return
        self.assigned += [(space, name, space.get(name, self)) for name in names.assigned]
        modules = []
        for value in self.not_iterators([space[name] for name in names.looked_at if name in space]):
            self.todo.append(value)
            modules += [value] if type(value) is types.ModuleType else []
        for module in modules:
            for value in [vars(module)[name] for name in names.attributes if name in vars(module)]:
                self.todo.append(value)
                if type(value) is types.ModuleType and value not in modules:  # as np leads to np.random
                    modules.append(value)

    def check(self, what: str) -> None:
        """Put back what was changed, and refuse."""
        refusal = None
        for value, kind, before in self.noted:
            if kind.differ(kind.contents(value), before) and not (
                    id(value) in self.tracer.made and may_change(self.tracer, value)):
                kind.put_back(value, before)
                refusal = refusal or refuse_change(self.tracer, value, f"{what} changes")
        for space, name, before in self.assigned:
            if space.get(name, self) is not before:
                space[name] = before
                if before is self:
                    del space[name]
                refusal = refusal or self.tracer.refuse("writes-outside", f"{what} assigns the global '{name}'")
        if refusal is not None:
            raise refusal from None


def refuse_taking(tracer):
    return tracer.refuse("writes-outside", "a value is taken from an iterator from outside the filter",
                         instead="make the iterator inside the filter, or loop over a list")


def is_iterator(value) -> bool:
    """Whether a value is used up by looking at it. (An array's `flat` is made anew at each look.)"""
    return told_by(type(value), "__next__") is not None and not isinstance(value, (*STEPPING, np.flatiter))


class Names:
    """The globals that a function's code looks at, those that it assigns, the attributes of whatever it looks at, and the
    modules that it imports. And whether it has sets, in which texts are in another order in each process."""

    def __init__(self, code):
        self.looked_at, self.assigned, self.attributes, self.imported = set(), set(), set(), set()
        instructions = decode(code).instructions
        self.has_sets = any(
            one.op in ("BUILD_SET", "SET_ADD") or one.op == "LOAD_CONST" and isinstance(one.arg, frozenset)
            and then.op != "CONTAINS" for one, then in pairwise(instructions))
        for instruction in instructions:
            if instruction.op in ("LOAD_GLOBAL", "LOAD_NAME"):
                self.looked_at.add(instruction.arg)
            elif instruction.op in ("STORE_GLOBAL", "DELETE_GLOBAL"):
                self.assigned.add(instruction.arg)
            elif instruction.op == "LOAD_ATTR":
                self.attributes.add(instruction.arg)
            elif instruction.op == "IMPORT_NAME":
                self.imported.add(instruction.arg)
        for inner in [names_of(constant) for constant in code.co_consts if isinstance(constant, types.CodeType)]:
            self.looked_at |= inner.looked_at
            self.assigned |= inner.assigned
            self.attributes |= inner.attributes
            self.imported |= inner.imported
            self.has_sets |= inner.has_sets
        self.has_sets |= not self.looked_at.isdisjoint(SETS)

    @property
    def by_text(self) -> bool:
        """Whether it may look up attributes whose names stand in no code."""
        return not BY_TEXT.isdisjoint(self.looked_at | self.attributes)


@functools.lru_cache(maxsize=4096)
def names_of(code) -> Names | None:
    """What a function's code names; None for a library's."""
    return None if is_library(code.co_filename) else Names(code)


def is_library(file: str) -> bool:
    """Whether a file is Python's, or an installed library's (which may lie beside those of this environment)."""
    return file.startswith(LIBRARIES) or "/site-packages/" in file or "/dist-packages/" in file
