"""Which functions call one another, as the loop that they may become knows them (bytecode/stacked.py).

A function is known by its code and closure; it is called by the names of its closure and its module, and as a method of
its first argument.
"""

from __future__ import annotations

import builtins
import operator
from functools import _lru_cache_wrapper, lru_cache
from itertools import repeat
from types import FunctionType, MethodType
from typing import NamedTuple

from ...bytecode import Code, Member, decode, loop_of, qualified, stack_of
from ...bytecode.inlined import MADE
from ...bytecode.stacked import default_of
from ...bytecode.stacked import named as named_in
from ..values.lattice import Function, Known, Record, Ref
from ..values.names import ABSENT, named

MOST = 64  # functions that are looked at
MADE_BY_PYTHON = 1 << 9  # of a class: CPython's Py_TPFLAGS_HEAPTYPE
CALLED = (FunctionType, MethodType, classmethod, staticmethod, _lru_cache_wrapper)
# As counting.py and inlined.py take them.
COUNTED_BY = ("range", "enumerate", "zip", "len", "sum", "any", "all", "min", "max")


class Callee(NamedTuple):
    """A function of the user's: what of it tells one from another, and what its parameters are given otherwise."""

    code: object
    closure: tuple
    globals: dict
    defaults: dict


class Loop(NamedTuple):
    """What functions that call one another become: a loop, and the locals and cells that its frame has besides."""

    code: Code
    locals: dict
    cells: dict
    alone: bool  # it is one function that calls itself


def as_loop(tracer, function, decoded, locals: dict) -> Loop | None:
    """The loop that a function may become, or None."""
    first = Callee(function.code, function.closure, function.globals, {})
    group, calls = group_of(tracer, first, receiver_of(tracer, function.code, locals))
    if not group:
        return None
    if len(group) == 1 and len(calls[0]) == 1 and calls[0][0][0][0] != "LOAD_ATTR":
        simple = loop_of(qualified(decoded, {calls[0][0][0]}), calls[0][0][0])
        if simple is not None:
            return Loop(simple, {}, {}, True)
    if any(named(function.globals, name) is not getattr(builtins, name) for name in COUNTED_BY):
        return None
    members = tuple([Member(decode(each.code), called, tuple(each.defaults)) for each, called in zip(group, calls)])
    code = stack_of(members)
    if code is None or code.stacked and not tracer.room:
        return None
    given, cells = {}, {}
    for number, each in enumerate(group):
        given |= {default_of(named_in(number, name)): value for name, value in each.defaults.items()}
        if number:
            cells |= {named_in(number, name): cell for name, cell in zip(each.code.co_freevars, each.closure)}
    return Loop(code, given, cells, len(group) == 1)


def receiver_of(tracer, code, locals: dict) -> type | None:
    """The class whose methods a function may call by its first argument."""
    if not code.co_argcount:
        return None
    first = locals.get(code.co_varnames[0])
    if type(first) is Known:
        return first.value if isinstance(first.value, type) else None
    return first.cls if type(first) in (Ref, Record) else None


def group_of(tracer, first: Callee, cls: type | None):
    """The functions that a function calls and that call it, itself first, and by which names each calls which of them.

    Nearly every function is alone. That is kept for as long as all that was looked at for it means what it meant: it is
    asked at each call, and a function may lead to dozens."""
    if ending(tracer, first, cls) is not None:
        return [], []
    found, edges, waiting, below = {}, {}, [first], {}
    while waiting and len(found) < MOST:
        each = waiting.pop()
        calls = edges[key(each)] = []
        for name, callee in callees(tracer, each, cls):
            if callee.globals is first.globals:
                its = key(callee)
                if its not in found and (known := ending(tracer, callee, cls)) is not None:
                    below[id(known)] = known  # what leads to none that calls itself does not lead here
                    continue
                calls.append((name, its))
                if its not in found:
                    found[its] = callee
                    waiting.append(callee)
    back = {key(first)}  # those from which it is called in the end
    while more := {one for one, called in edges.items() if one not in back and any(to in back for _, to in called)}:
        back |= more
    if not any(to in back for _, to in edges[key(first)]):
        if not waiting:
            keep_ending(tracer, [first, *found.values()], edges, cls, list(below.values()))
        return [], []
    members = [each for each in found if each in back and each in edges]
    if any(to in back and to not in members for each in members for _, to in edges[each]):
        return [], []
    members.sort(key=key(first).__ne__)  # (it is found among those that its callers know, with its defaults)
    return [found[each] for each in members], [
        tuple([(name, members.index(to)) for name, to in edges[each] if to in back]) for each in members]


class Looked(NamedTuple):
    """What names and cells held when functions were looked at; and the functions' codes, which live as long."""

    names: dict
    cells: dict
    codes: list

    def holds(self, space: dict, heap) -> bool:
        """Whether all of it is the same here."""
        return all(map(operator.is_, map(space.get, self.names, repeat(ABSENT)), self.names.values())) and all(
            map(operator.is_, map(heap.get, self.cells, repeat(())), self.cells.values()))


def ending(tracer, function: Callee, cls: type | None) -> Looked | None:
    """What it follows from, where it is known already that a function leads to none that calls itself."""
    looked = tracer.ending.get((key(function), id(function.globals), cls))
    return looked if looked is not None and looked.holds(function.globals, tracer.heap) else None


def keep_ending(tracer, functions: list[Callee], edges: dict, cls: type | None, below: list[Looked]) -> None:
    """Keep of functions, all that the first leads to but for what is `below`, which lead to none that calls itself."""
    space, names, cells, codes = functions[0].globals, {}, {}, [each.code for each in functions]
    for each in functions:
        for name in names_of(each.code):
            names[name] = space.get(name, ABSENT)
        for cell in each.closure:
            cells[cell] = tracer.heap.get(cell, ())
    if any(map(may_change, (cls, *names.values(), *[getattr(value, "value", None) for each in cells.values()
                                                     for value in each]))):
        return
    for each in below:
        names.update(each.names)
        cells.update(each.cells)
        codes += each.codes
    if len(codes) > MOST:
        return
    looked, left = Looked(names, cells, codes), {one: {to for _, to in called} for one, called in edges.items()}
    while found := [one for one, called in left.items() if left.keys().isdisjoint(called)]:
        for one in found:
            del left[one]
            tracer.ending[one, id(space), cls] = looked


def may_change(value) -> bool:
    """Whether it is a class that may be given other methods: one of the user's."""
    is_made = isinstance(value, type) and value.__flags__ & MADE_BY_PYTHON
    return bool(is_made) and value.__module__.partition(".")[0] != "pygpu"


def key(callee: Callee):
    return id(callee.code), callee.closure  # to tell one from another by what it holds takes longer than to look for both


def callees(tracer, caller: Callee, cls: type | None) -> list:
    """The functions of the user's that a function knows by name: (how it is loaded, which). It is asked of every function
    at every call of one that may lead there, so it is kept for as long as its names mean what they meant."""
    heap, space = tracer.heap, caller.globals
    held = [heap.get(cell, ()) for cell in caller.closure]
    meant = held + [space[name] for name in names_of(caller.code) if name in space]
    where = key(caller), id(space)
    known = tracer.callees.get(where) if cls is None else None
    if known is not None and len(known[0]) == len(meant) and all(map(operator.is_, known[0], meant)):
        return known[1]
    found = list(_callees(tracer, caller, cls))
    if cls is None and not any(map(may_change, meant)) and not any(
            may_change(getattr(value, "value", None)) for contents in held for value in contents):
        tracer.callees[where] = meant, found, caller.code  # (which lives as long); classes may be given other methods
    return found


def _callees(tracer, caller: Callee, cls: type | None):
    for name, cell in zip(caller.code.co_freevars, caller.closure):
        for value in tracer.heap.get(cell, ()):
            yield from with_name(tracer, ("LOAD_DEREF", name), value)
            yield from of_class(tracer, caller, name, getattr(value, "value", None))
    for name in names_of(caller.code):
        if name in caller.globals:
            yield from with_name(tracer, ("LOAD_GLOBAL", name), Known(named(caller.globals, name)))
            yield from of_class(tracer, caller, name, named(caller.globals, name))
        method = method_of(cls, name) if caller.code.co_argcount else None
        if isinstance(method, staticmethod):
            yield from with_name(tracer, ("LOAD_GLOBAL", f"{caller.code.co_varnames[0]}.{name}"), Known(method.__func__))
        elif method is not None:
            yield from with_name(tracer, ("LOAD_ATTR", name), Known(getattr(method, "__func__", method)))


def of_class(tracer, caller: Callee, name: str, cls):
    """The functions of a class that a function calls by the class's name."""
    if isinstance(cls, type):
        for attribute in names_of(caller.code):
            method = method_of(cls, attribute)
            op = "LOAD_ATTR" if isinstance(method, classmethod) else "LOAD_GLOBAL"
            if method is not None:
                yield from with_name(tracer, (op, f"{name}.{attribute}"), Known(getattr(method, "__func__", method)))


def method_of(cls: type | None, name: str):
    """A function of a class, as the class has it: a static method is one of those, too. None where there is none."""
    if cls is None:
        return None
    found = next((vars(base)[name] for base in cls.__mro__ if name in vars(base)), None)
    inner = found.__func__ if isinstance(found, (staticmethod, classmethod)) else found
    return found if isinstance(getattr(inner, "__wrapped__", inner), FunctionType) else None


@lru_cache(1024)
def names_of(code) -> tuple[str, ...]:
    """The names that are asked for in a function, and in its generator expressions and lists."""
    inner = [name for each in code.co_consts if getattr(each, "co_name", "") in MADE for name in each.co_names]
    return tuple(dict.fromkeys([*code.co_names, *inner]))


def with_name(tracer, name: tuple[str, str], value):
    if type(value) is Function:
        defaults = defaults_of(value.code, value.defaults, value.kwdefaults)
        yield name, Callee(value.code, value.closure, value.globals, defaults)
        return
    value = value.value if type(value) is Known else None
    if isinstance(value, CALLED):  # (of anything else an attribute may be asked of code of the user's)
        value = getattr(value, "__wrapped__", value)
    if isinstance(value, FunctionType):
        code = value.__code__
        yield name, Callee(code, tuple(map(tracer.host_cell, value.__closure__ or ())), value.__globals__, defaults_of(
            code, tuple(map(Known, value.__defaults__ or ())),
            {each: Known(given) for each, given in (value.__kwdefaults__ or {}).items()}))


def defaults_of(code, defaults: tuple, kwdefaults: dict) -> dict:
    """What the parameters are given otherwise."""
    count = code.co_argcount
    return {**dict(zip(code.co_varnames[count - len(defaults):count], defaults)), **kwdefaults}
