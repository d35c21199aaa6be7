"""What builtins about classes, objects and text mean for objects made while tracing, and the operator module."""

from __future__ import annotations

import array
import builtins
import contextlib
import logging
import operator
import pdb
import random
import sys
import types
import warnings
from functools import reduce

import numpy as np

from ...depth import users_limit
from ...ir import INT64, UINT64, Value
from ...ir.fields import ShapesWanted
from ...language import is_known
from ...library.standard import dates, functions
from ...library.standard.packing import Array, Buffer, Packed, View
from ...library.standard.texts import Letters
from ...library.whole.pieces import Piece
from ..host.class_fields import put, told_of
from ..host.handing import NotKnown, Revealed, python_class
from ..host.table import ANY, means
from ..kinds.containers import key_of
from ..kinds.instances import find_special, tuple_new
from ..kinds.scalars import select
from ..kinds.sorting import choose
from ..paths.frames import HostRaised
from ..values.assumptions import decide
from ..values.lattice import NONE, Builtin, Function, ImageValue, Known, Method, Nothing, Record, Ref, Text, Tuple
from . import texts

# Classes that are written out, and of whom.
STANDS_FOR = {Letters: str, Packed: bytes, Buffer: bytearray, Array: array.array, View: memoryview, Piece: np.ndarray}

# --- classes and objects ---------------------------------------------------------------------------------------------

@means(type, takes=ANY)
def type_(tracer, args, kwargs):
    if len(args) != 1:
        return made_by_name(tracer, args) if len(args) == 3 and not kwargs else NotImplemented
    value = decide(tracer, args[0])
    if tracer.kinds.tells(value) and value not in tracer.numpys:
        first, *others = map(Known, sorted(tracer.kinds.classes(value), key=repr))
        return reduce(lambda found, cls: choose(tracer, of_class(tracer, value, cls.value), cls, found), others, first)
    cls = python_class(tracer, value)
    return Known(STANDS_FOR.get(cls, cls))


def made_by_name(tracer, args):
    """type(name, bases, dict) of a dict in which pixels say something."""
    space = decide(tracer, args[2])
    contents = tracer.heap[space] if type(space) is Ref and space.kind == "dict" else ()
    items = contents.items() if type(contents) is dict else ()
    told = {name: each for name, each in items if isinstance(each, (Value, Tuple))}
    if not told:
        return NotImplemented
    rest = tracer.new("dict", {name: each for name, each in contents.items() if name not in told})
    made = tracer.call(Known(type), [*args[:2], rest], {})
    for name, each in told.items():
        put(tracer, made.value, name, each)
    return made


@means(isinstance)
def isinstance_(tracer, args, kwargs):
    value, classes = decide(tracer, args[0]), key_of(tracer, args[1])
    if type(value) is ImageValue and tracer.of_arrays and not tracer.shaped:
        raise ShapesWanted  # then it is an array of NumPy's
    cls = python_class(tracer, value)
    if classes is not cls:
        cls = STANDS_FOR.get(cls, cls)
    if cls.__module__ in ("datetime", "_pydatetime") and cls not in dates.CLASSES:
        classes = tuple(map(dates.class_of, classes)) if type(classes) is tuple else dates.class_of(classes)
    tracer.reached.answered(issubclass, cls, classes)
    if tracer.kinds.tells(value) and value not in tracer.numpys:
        return of_class(tracer, value, classes)
    return Known(issubclass_safe(cls, classes))


def of_class(tracer, value, classes):
    """Whether a number is of a class that was of another on some path."""
    return where_of_class(tracer, value, lambda cls: issubclass_safe(cls, classes))


def where_of_class(tracer, value, holds):
    """The condition under which something holds of a number's class."""
    found = tracer.kinds.where(tracer.emit, value, holds)
    if found is None:
        raise tracer.refuse("not-supported", "whether an int or a float is asked of what is either, by path",
                            why="one variable of the kernel has one type, and which path it was is not kept",
                            instead="make all of them floats: return 1.0 instead of 1")
    return found


def issubclass_safe(cls, classes) -> bool:
    try:
        return issubclass(cls, classes)
    except TypeError as error:
        raise HostRaised(error) from None


means(tuple.__new__)(tuple_new)


@means(types.MethodType, takes=ANY)
def bound(tracer, args, kwargs):
    """types.MethodType(f, x): contextlib.ExitStack has its callbacks so."""
    return Method(decide(tracer, args[0]), args[1]) if len(args) == 2 else NotImplemented


@means(types.FunctionType.__get__, takes=ANY)
def bound_by_type(tracer, args, kwargs):
    """type(f).__get__(f, x, type(x)): so contextlib has it from CPython 3.15 on."""
    is_none = len(args) > 1 and type(args[1]) is Known and args[1].value is None
    return NotImplemented if len(args) < 2 or is_none else Method(decide(tracer, args[0]), args[1])


@means(memoryview, always=True)
def memoryview_(tracer, args, kwargs):
    value = decide(tracer, args[0])
    is_packed = type(value) is Ref and value.cls in (Packed, Buffer) or (
        type(value) is Known and isinstance(value.value, Packed))
    return tracer.call(Known(View), [value], {}) if is_packed else NotImplemented


@means(callable)
def callable_(tracer, args, kwargs):
    value = decide(tracer, args[0])
    is_code = type(value) in (Function, Method, Builtin, ImageValue)
    return Known(is_code or any("__call__" in vars(cls) for cls in python_class(tracer, value).__mro__))


@means(is_known)
def is_known_(tracer, args, kwargs):
    return Known(False)  # what is known is asked in Python itself


@means(id)
def identity(tracer, args, kwargs):
    value = decide(tracer, args[0])
    return Known(value.number) if type(value) is Ref else NotImplemented


@means(hash)
def hash_(tracer, args, kwargs):
    """An int of a pixel is its own, but for -1; an object that says none is told by what it is."""
    value = decide(tracer, args[0])
    method = find_special(tracer, value, "__hash__")
    if method is not None:
        return tracer.call(method, [], {})
    if isinstance(value, Value) and value.type is UINT64:
        return tracer.binary("%", value, Known(functions.MODULUS))
    if isinstance(value, Value) and value.type is INT64:
        return tracer.call(Known(functions.hash_of_whole), [value], {})
    if isinstance(value, Value) and not value.type.is_float:
        return select(tracer, tracer.compare("==", value, Known(-1)), Known(-2), value)
    return identity(tracer, args, kwargs)


@means(sys.getrecursionlimit, always=True)
def recursion_limit(tracer, args, kwargs):
    """The user's own, and not the one that there is while a filter is compiled."""
    return Known(users_limit())


@means(super, always=True)
def super_(tracer, args, kwargs):
    frame = tracer.frames[-1]
    if args:
        cls, receiver = decide(tracer, args[0]).value, decide(tracer, args[1])
    else:
        cls = tracer.heap[frame.cells["__class__"]][0].value
        first = frame.code.code.co_varnames[0]
        receiver = frame.locals.get(first) or tracer.heap[frame.cells[first]][0]
    return Record(Super, {"cls": Known(cls), "receiver": decide(tracer, receiver)})


class Super:
    """super() of an object made while tracing: `instance_attribute` asks it for the next class's attribute."""


@means(globals, always=True)
def globals_(tracer, args, kwargs):
    return Known(tracer.frames[-1].globals)


@means(locals, always=True)
def locals_(tracer, args, kwargs):
    return tracer.new("dict", local_variables(tracer))


def local_variables(tracer) -> dict:
    """What the innermost function's variables hold, those without a value left out."""
    frame = tracer.frames[-1]
    cells = {name: tracer.heap[cell] for name, cell in frame.cells.items()}
    found = {**frame.locals, **{name: contents[0] for name, contents in cells.items() if contents}}
    return {name: value for name, value in found.items() if type(value) is not Nothing}


@means(dir, always=True)
def dir_(tracer, args, kwargs):
    if not args:
        return tracer.new("list", tuple(map(Known, sorted(local_variables(tracer)))))
    value = decide(tracer, args[0])
    if type(value) is Known:
        return NotImplemented
    own = tracer.heap[value] if type(value) is Ref and value.kind == "instance" else ()
    return tracer.new("list", tuple(map(Known, sorted({*dir(python_class(tracer, value)), *own}))))


@means(eval, always=True)
def eval_(tracer, args, kwargs):
    """A known text as the expression that it is, of the variables around it, or of those of one or two dicts."""
    source, *spaces = [decide(tracer, a) for a in args]
    if kwargs or spaces and all(type(each) is Known for each in spaces) or not is_text(source):
        return NotImplemented
    around, names = tracer.frames[-1].globals, {} if spaces else local_variables(tracer)
    for space in spaces:
        if type(space) is Known:
            around = space.value
        elif type(space) is not Ref or type(tracer.heap.get(space)) is not dict:
            return NotImplemented
        else:
            around, names = around if len(spaces) == 2 else {}, {**names, **tracer.heap[space]}
    names = {name: value for name, value in names.items() if isinstance(name, str) and name.isidentifier()}
    try:
        function = eval(f"lambda {', '.join(names)}: ({source.value.strip()})", around)  # noqa: S307
    except SyntaxError as error:
        raise HostRaised(error) from None
    return tracer.call(Known(function), list(names.values()), {})


def is_text(value) -> bool:
    return type(value) is Known and isinstance(value.value, str)


@means(vars, always=True)
def vars_(tracer, args, kwargs):
    if not args:
        return locals_(tracer, args, kwargs)
    value = decide(tracer, args[0])
    has_fields = type(value) is Ref and value.kind == "instance" or type(value) is Record and value.own is not None or (
        type(value) is Known and told_of(tracer, value.value))
    return tracer.get_attribute(value, "__dict__") if has_fields else NotImplemented


@means(print, takes=ANY)
def print_(tracer, args, kwargs):
    if tracer.in_library:  # what it tells somebody who looks on
        return NONE
    refusal = tracer.refuse("symbolic-text")
    refusal.seen = "print() of a value that depends on a pixel"
    raise refusal


@means(breakpoint, pdb.set_trace, takes=ANY, always=True)
def breakpoint_(tracer, args, kwargs):
    raise tracer.refuse("not-supported", "breakpoint() in a filter",
                        why="a kernel computes all pixels at once, and a debugger would stop in the compiler",
                        instead="one pixel as plain Python, where it stops at your line: f(pygpu.HostImage(photo), "
                                "Position(3, 4)); or look at every value there with filter.explain_html(photo)")


@means(random.Random, np.random.default_rng, np.random.RandomState, takes=ANY, always=True)
def generator(tracer, args, kwargs):
    """One with a seed gives each pixel the same numbers, as in plain Python; without one it could not."""
    if args or kwargs:
        return NotImplemented
    raise tracer.refuse("writes-outside", "a random generator without a seed is made in a filter")


CONVERSION = {str: "s", repr: "r", ascii: "a", format: None}


def text(function):
    def meaning(tracer, args, kwargs):
        given = decide(tracer, args[0]) if args else Known("")
        spec = decide(tracer, args[1]) if function is format and len(args) > 1 else Known("")
        try:
            value = Revealed(tracer).reveal(given)
        except NotKnown:
            return texts.shown(tracer, given, spec.value, CONVERSION[function]) if type(spec) is Known else Text()
        _, details = tracer.raised.vague.get(id(value), (None, None))
        return NotImplemented if details is None else texts.shown(tracer, details, "", CONVERSION[function])

    return meaning


for _function in CONVERSION:
    means(_function, takes=ANY, always=True)(text(_function))


@means(*{each.__init__ for each in vars(builtins).values() if isinstance(each, type) and issubclass(each, BaseException)},
       takes=ANY)
def init_exception(tracer, args, kwargs):
    """super().__init__(...) in an exception that is made of a pixel's values."""
    target, *given = args
    if type(target) is not Ref:
        return NotImplemented
    tracer.heap[target] = {**tracer.heap[target], "args": Tuple(given)}
    return NONE


@means(operator.getitem)
def getitem(tracer, args, kwargs):
    return tracer.subscript(*args)


@means(operator.pos)
def pos(tracer, args, kwargs):
    return tracer.unary("+", args[0])


@means(operator.concat)
def concat(tracer, args, kwargs):
    return tracer.binary("+", *args)


@means(operator.length_hint)
def length_hint(tracer, args, kwargs):
    return tracer.call(Known(len), args[:1], {})


@means(types.MappingProxyType)
def mapping_proxy(tracer, args, kwargs):
    """What cannot be changed through the one that is given."""
    return args[0]


@means(warnings.warn, *[getattr(of, name) for of in (logging, logging.Logger)
                        for name in ("debug", "info", "warning", "error", "exception", "critical", "log")], takes=ANY)
@means(warnings.simplefilter, warnings.filterwarnings, takes=ANY, always=True)
def warn(tracer, args, kwargs):
    """Nobody reads the warnings of a pixel, nor its log."""
    return NONE


@means(warnings.catch_warnings, takes=ANY, always=True)
def catch_warnings(tracer, args, kwargs):
    return tracer.call(Known(contextlib.nullcontext), [], {})


@means(operator.setitem)
def setitem(tracer, args, kwargs):
    tracer.set_item(*args)
    return NONE


@means(operator.delitem)
def delitem(tracer, args, kwargs):
    tracer.delete_item(*args)
    return NONE


for _symbol, _function in (
        ("+", operator.iadd), ("-", operator.isub), ("*", operator.imul), ("/", operator.itruediv), ("+", operator.iconcat),
        ("//", operator.ifloordiv), ("%", operator.imod), ("**", operator.ipow), ("&", operator.iand), ("|", operator.ior),
        ("^", operator.ixor), ("<<", operator.ilshift), (">>", operator.irshift), ("@", operator.imatmul)):
    means(_function)(lambda tracer, args, kwargs, symbol=_symbol: tracer.inplace(symbol, *args))
means(operator.matmul)(lambda tracer, args, kwargs: tracer.binary("@", *args))
means(operator.neg)(lambda tracer, args, kwargs: tracer.unary("-", args[0]))


def annotations_of(tracer, function: Function):
    """What is said of a function's parameters: a dict; from CPython 3.14 on another function gives it."""
    told = function.annotations
    if type(told) is Function:
        return tracer.call(told, [Known(1)], {})
    if type(told) is Tuple:
        told = dict(zip([name.value for name in told.items[::2]], told.items[1::2]))
    elif type(told) is Known:
        told = dict(zip(told.value[::2], map(Known, told.value[1::2])))
    return tracer.new("dict", told) if type(told) is dict else told or tracer.new("dict", {})
