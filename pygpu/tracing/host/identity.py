"""All that the graph of a function follows from, in words that are the same in another process; or that it cannot be told.

What a function may look at is found as for code that runs on the host (reached.py): the names in its code and in the code
that these lead to, what closures hold, fields, containers. Each such fact is told with what was found there: numbers by
their values, functions by their instructions and lines, things by which of those told before they are.

What only this process knows cannot be told: a file, a clock, a random generator, a thing whose inside is C's. The same
holds for what a trace did beyond looking: see `covers`, and Reached.beyond.
"""

from __future__ import annotations

import enum
import functools
import locale
import sys
import types
from array import array
from collections import deque
from collections.abc import Mapping
from fractions import Fraction
from hashlib import sha256

import numpy as np

from ..values.names import ABSENT
from .changes import is_plain_python, is_users, library, told_by
from .checking import Fact
from .contents import fields, instance_fields
from .outside import is_library, names_of
from .purity import DESCRIPTORS, UNTOLD, computes, is_pure
from .reached import Reached, is_full

NUMBERS = {int, float, complex, bool, str, bytes, type(None), type(Ellipsis), type(NotImplemented)}
OF_FIELDS = "{0}.{1}", "{0}.{1}.__func__", "hasattr({0}, {1!r})"
OF_ITSELF = {"__dict__", "__weakref__", "__module__", "__qualname__", "__annotations__", "__annotate__", "__annotate_func__",
             "__annotations_cache__", "__conditional_annotations__", "__classdictcell__"}
LARGEST = 64 << 20  # bytes of an array that is told


class Untold(Exception):
    """Something among it is known to this process alone."""


def told(function, parameters, after: bool = False) -> tuple[str, Reached] | None:
    """A digest of all that the graph follows from, and the facts that it was made of; None where that cannot be told. What
    was kept by the functions themselves (functools.cache) is of the trace itself `after` it; before, nobody knows when it
    was found, and it cannot be told."""
    telling = Telling(after)
    try:
        return telling.digest(function, parameters), telling.reached
    except Exception:  # what the user's things say when they are looked at is theirs: the trace will see
        return None


def covers(told: Reached, looked: Reached) -> bool:
    """Whether all that a trace has looked at is among what was told of its function."""
    if looked.beyond or looked.by_identity:
        return False
    return all(key in told.facts or follows(fact, told) for key, fact in looked.facts.items()) and (
        looked.frozen.keys() <= told.frozen.keys())


def follows(fact: Fact, told: Reached) -> bool:
    """Whether a fact that was not told is one of an object's fields, of a view of an array, or a library's that computes."""
    holder = fact.holder
    if isinstance(holder, np.ndarray):
        return (id(holder.base), "bytes") in told.facts
    if isinstance(holder, type):  # all that stands in a class and its bases was told
        of_python = isinstance(fact.before, (types.FunctionType, types.BuiltinFunctionType, *DESCRIPTORS))
        return (id(holder), "names") in told.facts and (of_python or not fact.name.startswith("__"))
    if fact.look in OF_FIELDS:
        return (id(holder), "fields") in told.facts
    return holder is sys.modules and is_pure(fact.name, "")


class Telling:
    def __init__(self, after: bool) -> None:
        self.after = after
        self.reached = Reached(is_library)
        self.numbers: dict[int, int] = {}  # of what was told before
        self.there: list[object] = []      # which stays there, so that no other has its number
        self.further: list[object] = []    # functions that filters among it are made of

    def digest(self, function, parameters) -> str:
        roots = [function, *[each.value for each in parameters if each.is_optional]]
        words = [sys.implementation.cache_tag, sys.version, sys.flags.optimize, np.__version__, told_by(
            sys.modules.get("scipy"), "__version__") if "scipy" in sys.modules else None,
            repr(np.geterr()), repr(np.get_printoptions()), locale.setlocale(locale.LC_ALL),
            self.thing(function), [self.parameter(each) for each in parameters]]
        done, self.further = 0, roots
        while self.further or done < len(self.reached.facts):
            further, self.further = self.further, []
            self.reached.handed(further, names_of)
            facts = [*self.reached.facts.values()]
            for fact in facts[done:]:
                if not is_named(fact.holder, type(fact.holder)):
                    words.append((self.holder(fact.holder), fact.look, fact.name, self.thing(fact.before)))
            done = len(facts)
        words += [self.thing(value) for _, value in self.reached.frozen.values()]
        return sha256(repr(words).encode("utf-8", "surrogatepass")).hexdigest()

    def parameter(self, each):
        value = self.thing(each.value) if each.is_optional else "none"
        return each.name, each.role, each.passed, self.thing(each.type), value

    def holder(self, thing):
        """Where something was found: a module's names, a cell, or anything that is told by itself."""
        if type(thing) is dict and "__builtins__" in thing:
            return self.number(thing) or (self.named(thing), "names of", thing.get("__name__"))
        if type(thing) is types.CellType:
            return self.number(thing) or (self.named(thing), "cell")
        if thing is sys.modules:
            return "modules"
        return self.thing(thing)

    def number(self, thing):
        found = self.numbers.get(id(thing))
        return None if found is None else [found]

    def named(self, thing) -> int:
        self.there.append(thing)
        return self.numbers.setdefault(id(thing), len(self.numbers))

    def things(self, several):
        return [self.thing(each) for each in several]

    def pairs(self, several: Mapping):
        return [(self.thing(key), self.thing(value)) for key, value in several.items()]

    def thing(self, value):
        kind = type(value)
        if kind in NUMBERS:
            return kind.__name__, repr(value)
        return self.number(value) or (self.named(value), *self.told(value, kind))

    def told(self, value, kind: type):
        if value is ABSENT:
            return ("absent",)
        if kind is types.FunctionType:
            return self.function(value)
        if kind is types.CodeType:
            return "code", code(value)
        if kind is types.ModuleType:
            if not is_pure(value.__name__, "") and (is_of_library(value) or value.__name__ in sys.builtin_module_names):
                raise Untold(value.__name__)
            return "module", value.__name__
        if isinstance(value, type):
            if not is_users(value) and not is_pure(value.__module__, value.__name__):
                raise Untold(value)
            return "class", value.__module__, value.__qualname__, value.__name__, self.own(value) if is_users(value) else ()
        if kind in (types.BuiltinFunctionType, types.MethodWrapperType):
            owner = value.__self__
            if not computes(value, is_library):
                raise Untold(value)
            at_home = owner is None or isinstance(owner, types.ModuleType)
            return "built in", value.__module__ if at_home else self.thing(owner), value.__qualname__
        if isinstance(value, DESCRIPTORS):
            return "of a class", self.thing(value.__objclass__), value.__name__
        if kind is types.MethodType:
            return "method", self.thing(value.__func__), self.thing(value.__self__)
        if is_named(value, kind):
            return "of a library", value.__module__, value.__name__
        if kind in (staticmethod, classmethod):
            return kind.__name__, self.thing(value.__func__)
        if kind is property:
            return "property", *self.things((value.fget, value.fset, value.fdel))
        if kind is functools.cached_property:
            return "cached", self.thing(value.func)
        if kind is functools.partial:
            for name in ("func", "args", "keywords"):
                self.reached.attribute(value, name, getattr(value, name))
            self.reached.contents((value.args, value.keywords), "")
            self.further += [value.func, *value.args, *value.keywords.values()]
            return "partial", self.thing(value.func), self.things(value.args), self.pairs(value.keywords)
        if kind is functools._lru_cache_wrapper:
            if value.cache_info().currsize and not self.after:
                raise Untold(value)
            self.further.append(value.__wrapped__)
            return "cache", self.thing(value.__wrapped__)
        if kind in (slice, range):
            return kind.__name__, *self.things((value.start, value.stop, value.step))
        if kind is Fraction or isinstance(value, np.dtype):
            return kind.__name__, repr(value)
        if isinstance(value, enum.Enum):
            return "one of", self.thing(kind), value.name, self.thing(value.value)
        if isinstance(value, (np.ndarray, np.generic)):
            return self.array(value, kind)
        if isinstance(value, (bytearray, array)):
            return kind.__name__, bytes(value), told_by(value, "typecode")
        if kind in (set, frozenset) or isinstance(value, (set, frozenset)):
            if not all(type(each) in NUMBERS for each in value):
                raise Untold(value)
            return "set", self.kind(value, kind), self.things(value)  # in their order, which for texts is this process's
        if isinstance(value, (tuple, list, deque)):
            return "list", self.kind(value, kind), self.things(value), told_by(value, "maxlen")
        if isinstance(value, dict) or kind.__module__ == "builtins" and isinstance(value, Mapping):
            return "dict", self.kind(value, kind), self.pairs(value), self.thing(told_by(value, "default_factory"))
        if is_users(kind):
            return "object", self.thing(kind), self.inside(value, kind)
        if kind.__module__ == "pygpu.compiler":  # a filter
            self.further += [value.function, *value.known.values()]
            return "filter", self.thing(value.function), self.pairs(value.known), repr(value.options), [
                self.parameter(each) for each in value.parameters]
        if kind.__module__.startswith("pygpu.language.") or kind.__module__ == "dataclasses":
            return "plain", self.thing(kind), self.pairs(fields(value))
        if library(kind) in ("typing", "types") and " at 0x" not in repr(value):
            return "type", repr(value)
        raise Untold(value)

    def kind(self, value, kind: type):
        """Of a container: what class it is of, and its fields, if that is not one of Python's own."""
        return kind.__name__ if kind.__module__ in ("builtins", "collections") else (
            self.thing(kind), self.pairs(fields(value)))

    def inside(self, value, kind: type):
        """What an object has beside its fields: a number or text that its class is made from. (What such a class of C has
        is not seen. Nor does it say whether what it has kept of itself is still what it would find.)"""
        bases = [base for base in kind.__mro__ if base is not object and not is_plain_python(base)]
        if not all(base in NUMBERS for base in bases) or not self.after and instance_fields(value).keys() != fields(
                value).keys():
            raise Untold(value)
        return [(base.__name__, base.__repr__(value)) for base in bases]

    def array(self, value, kind: type):
        if value.dtype.hasobject or value.nbytes > LARGEST:
            raise Untold(value)
        content = sha256(np.ascontiguousarray(value)).hexdigest()
        return "array", self.kind(value, kind) if isinstance(value, np.ndarray) and kind is not np.ndarray else (
            kind.__name__), value.dtype.descr, value.shape, value.strides, value.flags.writeable, content

    def function(self, value):
        if not computes(value, is_library):
            raise Untold(value)
        held = [self.thing(cell.cell_contents) if is_full(cell) else None for cell in value.__closure__ or ()]
        return ("function", value.__module__, value.__qualname__, code(value.__code__), self.thing(value.__defaults__),
                self.thing(value.__kwdefaults__), held, self.pairs(vars(value)), value.__name__, self.thing(value.__doc__))

    def own(self, cls: type):
        """What Python itself notes in a class beside its names: the order of its fields, its docstring."""
        return [(name, self.thing(value)) for name, value in vars(cls).items() if name.startswith("__") and not (
            name in OF_ITSELF or isinstance(value, types.FunctionType))]


def is_named(value, kind: type) -> bool:
    """Whether it is what a library has under that name: a function of NumPy's, a ready filter."""
    module, name = told_by(value, "__module__"), told_by(value, "__name__")
    return is_pure(kind.__module__, "") and isinstance(name, str) and is_pure(module, name) and (
        vars(sys.modules.get(module, types)).get(name) is value)


def is_of_library(module) -> bool:
    file = told_by(module, "__file__")
    return file is None and module.__name__ != "__main__" or bool(file) and is_library(file)


@functools.lru_cache(4096)
def code(of: types.CodeType) -> str:
    """The instructions of a function, the constants and the names in them, and the lines that they stand in."""
    names = names_of(of)
    if names is not None and not (all(is_pure(each, "") for each in names.imported)
                                  and UNTOLD.isdisjoint(names.looked_at | names.attributes)):
        raise Untold(of)
    parts = [of.co_code, of.co_names, of.co_varnames, of.co_freevars, of.co_cellvars, of.co_flags, of.co_argcount,
             of.co_posonlyargcount, of.co_kwonlyargcount, of.co_qualname, of.co_filename, of.co_firstlineno, of.co_linetable,
             of.co_exceptiontable, [constant(each) for each in of.co_consts],
             names is not None and names.has_sets and hash("in which order texts come out of a set")]
    return sha256(repr(parts).encode("utf-8", "surrogatepass")).hexdigest()


def constant(value):
    if isinstance(value, types.CodeType):
        return code(value)
    if isinstance(value, tuple):
        return [constant(each) for each in value]
    if isinstance(value, frozenset):
        return sorted(map(repr, value)), sorted(type(each).__name__ for each in value)
    return type(value).__name__, repr(value)
