"""Between abstract values and the host: what is known through and through can be handed to Python, and taken back.

`reveal` makes the host's own object of a structure whose leaves are all known; after the host has worked on it,
`take_back` brings what it changed to the heap again.
"""

from __future__ import annotations

import datetime
import sys
import time
import types
from collections import deque
from contextlib import suppress

import numpy as np

from ...errors import warn
from ...ir import DOUBLE, Value
from ...language.host_image import HostImage
from ..paths.frames import HostRaised
from ..values.assumptions import implied
from ..values.lattice import Builtin, Choice, Function, ImageValue, Known, Maybe, Method, Record, Ref, Thrown, Tuple, View
from ..values.numbers import NUMBER, class_of, elements_of
from .adopting import adopt, noted
from .changes import told_by
from .class_fields import NotKnown, note_class
from .closures import keep_cells
from .contents import instance_fields
from .outside import Outside, is_library, names_of, only_looks
from .purity import computes

CLOCKS = (time.time, time.time_ns, time.monotonic, time.perf_counter)


class Revealed:
    """Host objects made of structures, each once, so that identity is kept."""

    def __init__(self, tracer):
        self.tracer = tracer
        self.objects: dict[Ref, object] = {}
        self.before: dict[Ref, object] = {}      # what was in them when they were lent
        self.made: dict[int, tuple] = {}         # id of a host object -> (it, what it was made of)
        self.iterators: dict[int, object] = {}   # those made of ours
        self.inside = 0                          # how deep in objects we are: nobody takes yet from a generator there
        self.open_cells = False                  # cells may be lent whose value is not known (to the body of a class)

    def reveal(self, value):
        kind = type(value)
        if kind is Known:
            return value.value
        if kind is Tuple:
            return self.keep(tuple(map(self.reveal, value.items)), value)
        if kind is Record:
            return self.keep(self.record(value), value)
        if kind is Ref:
            return self.ref(value)
        if kind is Function:
            return self.keep(self.function(value), value)
        if kind is Method:
            return types.MethodType(self.reveal(value.function), self.reveal(value.receiver))
        if kind is Thrown:
            return value.value
        if kind is View:
            return getattr(self.reveal(value.mapping), value.part)()
        if kind is Choice:
            truth = implied(self.tracer.assumed, value.condition)
            if truth is not None:
                return self.reveal(value.a if truth else value.b)
        raise NotKnown

    def record(self, value: Record):
        fields = {name: self.reveal(field) for name, field in value.fields.items()}
        if value.cls is complex:
            return complex(fields["real"], fields["imag"])
        if issubclass(value.cls, tuple):
            made = tuple.__new__(value.cls, fields.values())
            if value.own is not None:
                if type(value.own) is Choice:
                    raise NotKnown
                made.__dict__.update({name: self.reveal(field) for name, field in self.tracer.heap[value.own].items()})
            return made
        instance = object.__new__(value.cls)
        for name, field in fields.items():
            object.__setattr__(instance, name, field)
        return instance

    def ref(self, ref: Ref):
        if ref in self.objects:
            return self.objects[ref]
        contents = self.tracer.heap[ref]
        if ref.kind in ("dict", "set") and isinstance(contents, tuple):
            raise NotKnown
        if ref.kind == "list":
            made = self.note(ref, deque() if ref.cls is deque else [])
            made.extend(map(self.reveal, contents))
        elif ref.kind == "dict":
            made = self.note(ref, (ref.cls or dict).__new__(ref.cls or dict))
            for name, field in self.tracer.heap[ref.fields].items() if ref.fields is not None else ():
                setattr(made, name, self.reveal(field))
            dict.update(made, ((key, self.reveal(v)) for key, v in contents.items()))
        elif ref.kind == "set":
            made = self.note(ref, set(contents))
        elif ref.kind == "instance":
            made = self.note(ref, self.blank(ref.cls, contents))
            self.inside += 1
            for name, field in contents.items():
                if name != NUMBER:
                    object.__setattr__(made, name, self.reveal(field))
            self.inside -= 1
        elif ref.kind == "cell":
            made = self.cell(ref, contents)
        elif ref.kind == "array":
            made = self.note(ref, np.array([self.reveal(v) for v in contents[1:]]).reshape(contents[0].value))
        elif ref.kind == "field":
            raise NotKnown
        elif self.inside and contents[0].value == "generator":
            raise NotKnown
        else:  # an iterator: its remaining items, where they are all known
            items = self.tracer.remaining_maybe(ref)
            if any(type(item) is Maybe for item in items):
                raise NotKnown
            made = iter([self.reveal(v) for v in items])
            self.iterators[id(made)] = made
            return made
        self.before[ref] = inside(ref, made)
        return made

    def blank(self, cls: type, contents):
        """A new instance without its fields."""
        if NUMBER not in contents:
            maker = next(vars(base)["__new__"] for base in cls.__mro__
                         if isinstance(vars(base).get("__new__"), types.BuiltinFunctionType))
            return maker(cls)
        base = next(base for base in (float, int) if issubclass(cls, base))
        return base.__new__(cls, self.reveal(contents[NUMBER]))

    def cell(self, ref: Ref, contents):
        """A cell that a class holds is that one ever after: its methods see what is assigned later."""
        made = self.tracer.lent_cells.get(ref) or types.CellType()
        self.note(ref, made)
        if self.open_cells:
            self.tracer.lend_cell(ref, made)
        try:
            for value in contents:
                made.cell_contents = self.reveal(value)
        except NotKnown:
            if not self.open_cells:
                raise
        return made

    def note(self, ref, made):
        self.objects[ref] = made
        return self.keep(made, ref)

    def keep(self, made, value):
        self.made[id(made)] = made, value
        return made

    def function(self, value: Function):
        closure = tuple(map(self.reveal, value.closure)) if value.closure else None
        made = types.FunctionType(value.code, value.globals, value.code.co_name,
                                  tuple(map(self.reveal, value.defaults)), closure)
        made.__kwdefaults__ = {k: self.reveal(v) for k, v in value.kwdefaults.items()} or None
        if type(value.annotations) is Function:  # that gives them when they are asked for
            with suppress(NotKnown):
                made.__annotate__ = self.reveal(value.annotations)
        elif value.annotations is not None:
            told = self.reveal(value.annotations)
            made.__annotations__ = told if isinstance(told, dict) else dict(zip(told[::2], told[1::2]))
        return made

    def take_back(self) -> None:
        """What the host changed in the objects it was lent."""
        for ref, made in self.objects.items():
            before = self.before.get(ref)
            if before is not None and not alike(inside(ref, made), before):
                self.tracer.heap[ref] = self.contents(ref, made)

    def contents(self, ref: Ref, made):
        def taken(holder, key):
            return adopt(self.tracer, holder, key, self)

        if ref.kind == "list":
            return tuple(taken(made, i) for i in range(len(made)))
        if ref.kind == "array":
            return Known(made.shape), *map(Known, elements_of(made))
        if ref.kind == "set":
            return dict.fromkeys(made, Known(None))
        now = inside(ref, made)
        old = self.tracer.heap[ref]
        kept = {NUMBER: old[NUMBER]} if ref.kind == "instance" and NUMBER in old else {}
        if ref.kind == "cell":
            return tuple(map(self.back, now))
        if ref.kind == "instance" and hasattr(made, "__dict__"):
            return kept | {k: taken(made.__dict__, k) if k in made.__dict__ else self.back(v) for k, v in now.items()}
        return kept | {k: taken(made, k) if ref.kind == "dict" else self.back(v) for k, v in now.items()}

    def back(self, value):
        """A host value as an abstract one: what we lent is what it was made of."""
        made, lent = self.made.get(id(value), (None, None))
        return lent if lent is not None and made is value else Known(value)


def inside(ref: Ref, made):
    """What is in an object of the host, as it can be compared later."""
    if ref.kind == "list":
        return tuple(made)
    if ref.kind == "dict":
        return dict(made)
    if ref.kind == "set":
        return dict.fromkeys(made)
    if ref.kind == "instance":
        return instance_fields(made)
    if ref.kind == "array":
        return made.shape, made.tobytes()
    try:
        return (made.cell_contents,)
    except ValueError:
        return ()


def alike(now, before) -> bool:
    """Whether nothing was changed: the very same objects stand there."""
    if isinstance(now, dict):
        return now.keys() == before.keys() and all(before[k] is v for k, v in now.items())
    return now == before if now and isinstance(now[-1], bytes) else len(now) == len(before) and all(
        a is b for a, b in zip(now, before))


def settles(tracer, before, now):
    """What a library sets, once and for all, in place of nothing: a table made at its first call, a flag that says that
    something has been looked at. Plain Python's first pixel would. None of anything else."""
    if not tracer.in_library or before is not None and before is not False:
        return None
    try:
        host = Revealed(tracer).reveal(now)
    except NotKnown:
        return None
    return host if before is None or host is True else None


def is_clock(callee) -> bool:
    """Whether it tells what time it is."""
    owner = told_by(callee, "__self__")
    of_days = isinstance(owner, type) and issubclass(owner, datetime.date)
    return of_days and callee.__name__ in ("now", "utcnow", "today") or any(callee is each for each in CLOCKS)


def call_host(tracer, function, args, kwargs):
    """Call `function` on the host, raising NotKnown where something in its arguments is not known."""
    lent, mark = Revealed(tracer), len(tracer.log)
    lent.open_cells = type(function) is Known and function.value is __build_class__
    try:
        host_args = [lent.reveal(a) for a in args]
        host_kwargs = {k: lent.reveal(v) for k, v in kwargs.items()}
        callee = lent.reveal(function)
        for cell in filter(tracer.heap.__contains__, tracer.lent_cells):  # the others belong to what was undone
            lent.open_cells = True
            lent.reveal(cell)
    except NotKnown:
        tracer.undo(mark)  # an iterator may have been walked some way
        raise
    name = told_by(callee, "__name__") or f"a {type(callee).__name__}"
    if name == "__exit__" and was_left(tracer, callee, host_args):
        return Known(None)
    before = None
    tracer.reached.beyond |= not computes(callee, is_library)
    if not only_looks(callee, host_args):
        handed = callee, *host_args, *host_kwargs.values()
        before = Outside(tracer, handed, lent)
        tracer.reached.handed(handed, names_of, lent.made)
    elif (callee is isinstance or callee is issubclass) and len(host_args) == 2:
        tracer.reached.answered(callee, *host_args)
    if is_clock(callee):
        warn(f"{name}() is asked once, while the filter is compiled, and is the same in every call: what changes from call "
             "to call is a parameter, time=Float", UserWarning)
    try:
        box = [callee(*host_args, **host_kwargs)]
    except RecursionError:
        raise tracer.refuse("recursion", name=f"'{name}'", limit="about 1000") from None
    except NotKnown:  # of an attribute of a class
        lent.take_back()
        raise
    except (Exception, SystemExit) as error:
        lent.take_back()
        unknown = bool(tracer.lent_cells) and isinstance(error, NameError) and "free variable" in str(error)
        if unknown and callee is not __build_class__:
            raise NotKnown from None  # it reads what only a pixel knows: so it is walked
        if unknown:
            raise tracer.refuse("not-supported", f"the body of class {host_args[1]} reads what only a pixel knows",
                                why="classes are made by Python itself, before any pixel is",
                                instead="give it to the object: self.k = k in __init__") from None
        raise HostRaised(error) from None
    finally:
        if before is not None:
            before.check(f"{name}()")
    if lent.objects:
        lent.take_back()
    if name in ("__enter__", "__exit__"):
        entered_or_left(tracer, name, told_by(callee, "__self__"))
    if callee is __build_class__ or callee is type and len(host_args) == 3:
        note_class(tracer, box[0])
        own = [value for value in getattr(box[0], "__dict__", {}).values() if type(value) in (list, dict, set)]
        for each in (box[0], *own):  # a registry that classes put themselves into
            noted(tracer, each)
    lent = lent if lent.made else None
    keep_cells(tracer, box, lent)
    return adopt(tracer, box, 0, lent)


def entered_or_left(tracer, name: str, manager) -> None:
    """Notes whose context the host is in."""
    if name == "__enter__":
        tracer.entered.append(manager)
    else:
        tracer.entered[:] = [each for each in tracer.entered if each is not manager]


def was_left(tracer, leave, args) -> bool:
    """Whether another path has left NumPy's errstate by now: it is entered once, and each path comes to its end. (What
    pixels compute never warns.)"""
    manager = told_by(leave, "__self__")
    return isinstance(manager, np.errstate) and args == [None] * 3 and not any(
        [each is manager for each in tracer.entered])


def leave_all(tracer) -> None:
    """Leaves what a refusal in a `with` block left entered: np.errstate, a lock, a file."""
    while tracer.entered:
        with suppress(Exception):
            tracer.entered.pop().__exit__(*sys.exc_info())


def python_class(tracer, value) -> type:
    """The class that `type(value)` gives in plain Python."""
    kind = type(value)
    if kind is Known:
        return type(value.value)
    if isinstance(value, Value):
        written = np.float64 if value.type is DOUBLE and not tracer.double else class_of(value.type)
        return tracer.numpys.get(value, written)
    if kind is Tuple:
        return tuple
    if kind is Record:
        return value.cls
    if kind is Ref:
        if ref_class := value.cls:
            return ref_class
        if value.kind in ("array", "field"):
            return np.ndarray
        return {"list": list, "dict": dict, "set": set, "cell": types.CellType, "iterator": types.GeneratorType}[value.kind]
    if kind is Function:
        return types.FunctionType
    if kind is Method:
        return types.MethodType
    if kind is Thrown:
        return type(value.value)
    if kind is View:
        return type(getattr({}, value.part)())
    if kind is ImageValue:
        return HostImage
    if kind is Builtin:
        return types.BuiltinMethodType
    return object
