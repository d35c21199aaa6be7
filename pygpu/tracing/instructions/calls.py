"""Calls, in the order of the paper's rule: what is known through and through is called on the host; a Python function
is traced into; compiled code has the meaning that the table gives it, or is refused."""

from __future__ import annotations

import functools
import math
import operator
import types
import warnings

import numpy as np

from ...bytecode import decode
from ...errors import CompileError, meant
from ...ir import MEANINGS, Value
from ...language import Position
from ...library.many.wholes import UNSET
from ...library.standard import dates, special
from ..host.changes import CHANGING, MUTABLE, is_plain_python, may_change, refuse_change, told_by
from ..host.class_fields import any_told
from ..host.handing import NotKnown, call_host
from ..host.outside import OURS, is_library
from ..host.table import ALWAYS, SPECIAL, found_in
from ..host.uniforms import drives
from ..kinds.array_classes import like, without_class
from ..kinds.boxes import box_of
from ..kinds.containers import items_of
from ..kinds.images import known_picture, read_image
from ..kinds.instances import BOUND, find_special, instantiate
from ..kinds.numbers_with_class import numbers_for
from ..kinds.numpys import as_numpys, made_by_numpy
from ..kinds.scalars import as_long, raise_outside
from ..kinds.sorting import choose
from ..meanings.iterables import filled_in
from ..meanings.methods import bound_builtin
from ..meanings.numpy_functions import arrays_of, asks_for_more, is_sequence, put_out, ufunc_method
from ..meanings.ready import ask_ready
from ..meanings.small_arrays import asked
from ..meanings.texts import method_of_text
from ..paths.frames import Frame, HostRaised
from ..paths.generators import make_generator
from ..paths.meeting import RETURN
from ..paths.outlining import Called
from ..paths.repeating import DEPTH_LIMIT, walked
from ..values.assumptions import decide, narrowed
from ..values.choices import alternatives
from ..values.keys import Keys, NoKey, is_plain
from ..values.lattice import (
    Builtin,
    Choice,
    Function,
    ImageValue,
    Known,
    Method,
    Record,
    Ref,
    Text,
    Thrown,
    Tuple,
    next_number,
)
from ..values.numbers import numeric
from ..whole.fields import as_made
from ..whole.functions import called as whole_call
from ..whole.mistaken import AsNumpySays
from .fitting import must_take, refuse_unknown

LOOKING_AT_ZEROS = {"copysign", "atan2", "arctan2", "signbit"}
VARARGS, VARKEYWORDS, GENERATOR, ASYNCHRONOUS = 0x04, 0x08, 0x20, 0x280


def call(tracer, function, args: list, kwargs: dict):
    """function(*args, **kwargs) on abstract values."""
    function = decide(tracer, function)
    kind = type(function)
    if kind is Known:
        is_ufunc = isinstance(function.value, np.ufunc)  # which asks no operator of a class
        given = [without_class(tracer, each) for each in args] if is_ufunc else args
        if is_ufunc and all(map(numeric, given)):
            given = [as_long(tracer, each) for each in given]
        with AsNumpySays(tracer, function.value, args, kwargs):
            result = call_known(tracer, function.value, given, kwargs)
        if tracer.makes_arrays and type(result) is Known and id(result.value) in tracer.made:
            return as_made(tracer, result)
        if tracer.boxes:
            result = box_of(tracer, function.value, args, result)
        if isinstance(result, Value) and (made := made_by_numpy(tracer, function.value, result)) is not None:
            return as_numpys(tracer, result, made)
        return like(tracer, result, *args) if is_ufunc else result
    if kind is Method:
        return call(tracer, function.function, [function.receiver, *args], kwargs)
    if kind is Builtin:
        with AsNumpySays(tracer, function, args, kwargs):
            return function.meaning(tracer, decide(tracer, function.receiver), *args, **kwargs)
    if kind is Function:
        cells = tuple([decide(tracer, cell) for cell in function.closure])  # (of one of several closures of one function)
        return enter(tracer, function.code, function.globals, function.name, function.defaults, function.kwdefaults,
                     cells, args, kwargs)
    if kind is ImageValue:
        return read_image(tracer, function, args, kwargs)
    if kind in (Ref, Record):
        method = find_special(tracer, function, "__call__")
        if method is not None:
            return call(tracer, method, args, kwargs)
    raise tracer.refuse("not-callable", tracer.describe(function))


def call_known(tracer, function, args, kwargs):
    if Choice in map(type, args):  # where it is known by now which, the host is asked
        args = [narrowed(tracer, value) for value in args]
    if any(type(value) is Text for value in (*args, *kwargs.values())) and not takes_text(function):
        if getattr(function, "__name__", None) == "add_note" and isinstance(function.__self__, BaseException):
            return Known(None)
        raise tracer.refuse("symbolic-text")
    if isinstance(function, type) and issubclass(function, str) and Text in map(type, args):
        return Text()
    if isinstance(function, type) and issubclass(function, BaseException):
        return make_exception(tracer, function, args, kwargs)
    if tracer.of_arrays:
        result = whole_call(tracer, function, args, kwargs)
        if result is not NotImplemented:
            return result
    elif asks_for_more(function, args, kwargs) and not plain_arguments(args, kwargs):
        return put_out(tracer, function, args, kwargs)
    elif isinstance(function, np.ufunc) and any(map(is_sequence, args)):
        args = arrays_of(tracer, args)
    known = asked(tracer, args)
    if known is not None:
        result = known(tracer, function, args, kwargs)
        if result is not NotImplemented:
            return result
    args = numbers_for(tracer, function, args)
    meaning = found_in(SPECIAL, function)
    if meaning is not None and (function in ALWAYS or not plain_arguments(args, kwargs)):
        if kwargs:
            refuse_unknown(tracer, function, kwargs)
        must_take(function, args, kwargs)
        result = meaning(tracer, args, kwargs)
        if result is not NotImplemented:
            return result
    if isinstance(function, type):
        made = instantiate(tracer, function, args, kwargs)
        if made is not NotImplemented:
            return made
    elif isinstance(function, types.MethodType) and meaning is None:
        if touches_symbols(tracer, args, kwargs) or drives(function) or tracer.globals.concern(function):
            return trace_known(tracer, function, args, kwargs)
    owner = told_by(function, "__self__")
    if isinstance(owner, MUTABLE) and function.__name__ in CHANGING and not may_change(tracer, owner):
        raise refuse_change(tracer, owner, f"{function.__name__}() changes")
    walked = isinstance(function, types.FunctionType) and (
        id(function) in tracer.own_functions or follows(function, (*args, *kwargs.values()))
        or tracer.globals.concern(function) or tracer.walks_generators and is_own_generator(function))
    if not walked and not drives(function):
        tracer.looking |= tracer.zeroed and getattr(function, "__name__", None) in LOOKING_AT_ZEROS
        try:
            given = call_host(tracer, Known(function), args, kwargs)
            tracer.lends_generators |= isinstance(function, types.FunctionType) and is_own_generator(function)
            return as_made(tracer, given) if tracer.makes_arrays else given
        except NotKnown:
            pass
    return trace_known(tracer, function, args, kwargs)


def is_own_generator(function) -> bool:
    """Whether it is a generator of the user's."""
    return bool(function.__code__.co_flags & GENERATOR) and not is_library(function.__code__.co_filename)


def takes_text(function) -> bool:
    """Whether a callable may be handed a text of a pixel's values: exceptions, and what may make one of it."""
    if isinstance(function, type):
        return issubclass(function, (BaseException, str)) or is_plain_python(function)
    if issubclass(getattr(function, "__objclass__", type), BaseException):  # its __init__
        return True
    if isinstance(function, (types.FunctionType, types.MethodType)) or isinstance(told_by(function, "__self__"), str):
        return True
    return isinstance(getattr(type(function), "__call__", None), types.FunctionType) or (  # noqa: B004
        any(function is each for each in (repr, ascii, format, warnings.warn, str.join, str.__mod__, str.format)))


def make_exception(tracer, cls: type, args, kwargs):
    """An exception; what it holds of a pixel's values, the filter may look at. (The user sees the one of plain Python.)"""
    try:
        return call_host(tracer, Known(cls), args, kwargs)
    except NotKnown:
        if issubclass(cls, CompileError):  # a word of the language, given a pixel's value
            told = {name: value.value for name, value in kwargs.items() if type(value) is Known}
            return Known(cls(args[0].value, "what only a pixel says", **told))
        error, details = cls.__new__(cls), tracer.new("instance", {"args": Tuple(args)}, cls)
        if issubclass(cls, StopIteration):
            tracer.heap[details]["value"] = args[0]
        tracer.raised.vague[id(error)] = error, details
        if isinstance(cls.__init__, types.FunctionType):
            call(tracer, Known(cls.__init__), [details, *args], kwargs)
        return Thrown(error, details)


def follows(function, args) -> bool:
    """Whether a function is walked even where all that it is given is known: with objects and iterators that were made
    inside the filter, or objects whose attributes may change from call to call; and a generator with anything made
    inside, since it goes on when the host is no longer asked, or one that looks at what it is sent."""
    if function.__qualname__ == "singledispatch.<locals>.register":  # whose table the host has
        return False
    inner = getattr(function, "__wrapped__", function)  # of a context manager
    code = getattr(inner, "__code__", function.__code__)
    made = Ref if code.co_flags & GENERATOR else ()
    if made and is_sent_to(code):
        return True
    return any(isinstance(value, made) or type(value) is Ref and (value.kind in ("instance", "iterator") or value.fields)
               or type(value) is Function and (value.closure or not is_library(function.__code__.co_filename))
               or type(value) is Known and drives(value.value) for value in args)


@functools.lru_cache(1024)
def is_sent_to(code) -> bool:
    """Whether a generator does anything with the value of a `yield`."""
    ops = [each.op for each in decode(code).instructions]
    return any(op == "YIELD_VALUE" and after not in ("POP_TOP", "JUMP") for op, after in zip(ops, ops[1:]))


def trace_known(tracer, function, args, kwargs):
    """A callable from outside, given symbols."""
    picture = known_picture(tracer, function)
    if picture is not None:
        return call(tracer, picture, args, kwargs)
    if isinstance(function, types.FunctionType):
        tracer.reached.function(function)
        closure = tuple(tracer.host_cell(cell) for cell in function.__closure__ or ())
        return enter(tracer, function.__code__, function.__globals__, function.__qualname__,
                     tuple(map(Known, function.__defaults__ or ())),
                     {k: Known(v) for k, v in (function.__kwdefaults__ or {}).items()}, closure, args, kwargs)
    if isinstance(function, types.MethodType):
        return call(tracer, Known(function.__func__), [Known(function.__self__), *args], kwargs)
    if isinstance(function, functools.partial):
        for name in ("func", "args", "keywords"):
            tracer.reached.attribute(function, name, getattr(function, name))
        tracer.reached.contents((function.args, function.keywords), "a partial's argument")
        return call(tracer, Known(function.func), filled_in([*map(Known, function.args)], args),
                    {**{k: Known(v) for k, v in function.keywords.items()}, **kwargs})
    several = call_for_each(tracer, function, args, kwargs)
    if several is not None:
        return several
    kind = found_in(MEANINGS, function)
    if kind is not None:
        must_take(function, args, kwargs)
    if kind is not None and len(args) == kind.arity:
        refuse_unknown(tracer, function, kwargs)
        if told_by(function, "__module__") == "math":
            raise_outside(tracer, kind.name, args)
            if function is math.pow:  # in floats, whatever it is given
                args = [call(tracer, Known(float), [each], {}) for each in args]
        return tracer.apply(kind, args)
    if type(function) in GETTERS:
        return GETTERS[type(function)](tracer, function, *args)
    inner = told_by(function, "__wrapped__")  # functools.cache and its like
    if inner is not None:
        if hasattr(function, "allow"):
            ask_ready(tracer, function, args, kwargs)
        return call(tracer, Known(inner), args, kwargs)
    if isinstance(function, (types.MethodDescriptorType, types.WrapperDescriptorType)) and args:  # dict.get(d, key)
        receiver, name = decide(tracer, args[0]), function.__name__
        if function.__objclass__ is str and type(receiver) is Known and isinstance(receiver.value, str):
            return method_of_text(tracer, receiver.value, name, args[1:], kwargs)
        if function.__objclass__ is tuple and name == "__getitem__" and type(receiver) is Record:
            return tracer.subscript(Tuple(items_of(tracer, receiver)), args[1])
        meaning = bound_builtin(tracer, receiver, name)
        if meaning is not None:
            return call(tracer, meaning, args[1:], kwargs)
    owner = told_by(function, "__self__")
    if isinstance(owner, str):
        return method_of_text(tracer, owner, function.__name__, args, kwargs)
    if type(owner) in dates.CLASSES:
        return call(tracer, tracer.get_attribute(Known(dates.as_written(owner)), function.__name__), args, kwargs)
    if isinstance(owner, np.ufunc):
        return ufunc_method(tracer, owner, function.__name__, args, kwargs)
    if isinstance(owner, (*BOUND, types.WrapperDescriptorType, types.MethodDescriptorType)) and (
            function.__name__ == "__get__"):
        return Method(Known(owner), args[0])
    if owner is not None and not isinstance(owner, types.ModuleType) and told_by(function, "__name__"):
        meaning = bound_builtin(tracer, Known(owner), function.__name__)
        if meaning is not None:
            return call(tracer, meaning, args, kwargs)
    pixel = told_by(function, "pixel")
    if pixel is not None and type(function).__name__ == "Filter":  # a compiled filter, inside another
        return call(tracer, Known(pixel), args, kwargs)
    step = getattr(type(function), "__call__", None)  # noqa: B004  # what it calls, not whether
    if isinstance(step, BOUND):
        tracer.reached.in_class(type(function), "__call__")
        return call(tracer, Known(step), [Known(function), *args], kwargs)
    if not callable(function):
        raise tracer.refuse("not-callable", tracer.describe(Known(function)))
    meant = special.written(function)
    if meant is not None:
        must_take(function, args, kwargs)
        return call(tracer, Known(meant), args, kwargs)
    image = next((arg.param.name for arg in args if type(arg) is ImageValue), None)
    raise tracer.refuse("opaque-call", name=f"'{name_of(function)}'",
                        what=f"the image {image}" if image else "a value that depends on a pixel")


def call_for_each(tracer, function, args, kwargs):
    """Compiled code with one of several known values among its arguments: called with each of them."""
    places = [place for place, value in enumerate(args) if type(value) is Choice]
    if len(places) != 1 or isinstance(function, type) and function not in (int, float, complex):
        return None
    place, = places
    found = alternatives(tracer.emit, args[place])
    if not all(type(value) is Known for _, value in found):
        return None
    try:
        results = [call_host(tracer, Known(function), [*args[:place], value, *args[place + 1:]], kwargs)
                   for _, value in found]
    except (NotKnown, HostRaised):
        return None
    result = results[-1]
    for (flag, _), value in [*zip(found, results)][-2::-1]:
        result = choose(tracer, flag, value, result)
    return result


def itemgetter(tracer, getter, value):
    items = [tracer.subscript(value, Known(key)) for key in getter.__reduce__()[1]]
    return items[0] if len(items) == 1 else Tuple(items)


def attrgetter(tracer, getter, value):
    found = []
    for path in getter.__reduce__()[1]:
        each = value
        for name in path.split("."):
            each = tracer.get_attribute(each, name)
        found.append(each)
    return found[0] if len(found) == 1 else Tuple(found)


def methodcaller(tracer, caller, value):
    made, arguments = caller.__reduce__()[:2]
    keywords = made.keywords if isinstance(made, functools.partial) else {}
    name, *rest = (*made.args, *arguments) if isinstance(made, functools.partial) else arguments
    known = {k: Known(v) for k, v in keywords.items()}
    return call(tracer, tracer.get_attribute(value, name), list(map(Known, rest)), known)


GETTERS = {operator.itemgetter: itemgetter, operator.attrgetter: attrgetter, operator.methodcaller: methodcaller}


def name_of(function) -> str:
    module = told_by(function, "__module__")
    name = getattr(function, "__qualname__", None) or getattr(function, "__name__", None) or repr(function)
    return name if module in (None, "builtins", "__main__") else f"{module}.{name}"


def plain_arguments(args, kwargs) -> bool:
    for value in (*args, *kwargs.values()):
        if type(value) is not Known:
            return False
    return True


def touches_symbols(tracer, args, kwargs) -> bool:
    """Whether anything in the arguments is a symbol, or may be one."""
    return not plain_arguments(args, kwargs)


def enter(tracer, code, globals, name, defaults, kwdefaults, closure, args, kwargs):
    """Trace into a Python function."""
    decoded = decode(code)
    if code.co_flags & ASYNCHRONOUS:
        raise tracer.refuse("not-supported", f"'{name}' is an async function", why="a pixel waits for nobody",
                            instead="write it with def")
    if len(tracer.frames) >= DEPTH_LIMIT:
        raise tracer.refuse("recursion", name=f"'{name}'", limit=DEPTH_LIMIT)
    locals = bind(tracer, code, name, defaults, kwdefaults, args, kwargs)
    called = Called(code, globals, closure, name)
    if tracer.frames and not code.co_flags & GENERATOR and not code.co_filename.startswith(OURS):
        return walked(tracer, called, decoded, locals,
                      lambda loop: enter_loop(tracer, called, loop, locals) if loop else enter_frame(
                          tracer, code, decoded, globals, name, closure, locals.copy()),
                      lambda: entered(tracer, called, decoded, locals.copy()))
    return entered(tracer, called, decoded, locals)


def entered(tracer, called: Called, decoded, locals):
    """What a function returns: as one of the program, or walked where it is called."""
    code, globals, closure, name = called
    if tracer.frames and not code.co_flags & GENERATOR and not asks_elsewhere(tracer) and not tracer.globals.assigns(
            code, globals) and (  # of ours a scan is one (library/many/running.py)
            not code.co_filename.startswith(OURS) or closure and tracer.outlines.calls_itself(called)):
        found = tracer.outlines.call(called, locals, walk=lambda locals: enter_frame(
            tracer, code, decoded, globals, name, closure, locals))
        if found is not NotImplemented:
            return found
    key = exact_key(tracer, code, globals, closure, locals) if not tracer.catching() else None
    if key is not None:
        seen = tracer.builder.recall(key)
        if seen is not None:
            return seen[0]
    number, oldest = next_number(), tracer.log.oldest
    mark, changes = len(tracer.log), tracer.host_changes
    tracer.log.oldest = number
    try:
        result = enter_frame(tracer, code, decoded, globals, name, closure, locals)
        if tracer.log.oldest == number and tracer.host_changes == changes and is_plain(tracer, result):
            if not tracer.lent_cells:
                tracer.undo(mark)  # nobody can reach what it made, and nothing else was written
            if key is not None:
                tracer.builder.remember(key, (result,))
    finally:
        tracer.log.oldest = min(tracer.log.oldest, oldest)
    return result


def asks_elsewhere(tracer) -> bool:
    """Whether a function may depend on what changes and is none of its variables: a global, an attribute of a class."""
    return bool(tracer.globals.cells) or any_told(tracer)


def exact_key(tracer, code, globals, closure, locals):
    """What a call's result depends on here, where that can be told: the same call in this block is not walked again."""
    if asks_elsewhere(tracer):
        return None
    try:
        return "here", Keys(tracer, lambda value: value, tracer.outlines.told_here).of_call(code, globals, closure, locals)
    except NoKey:
        return None


def enter_frame(tracer, code, decoded, globals, name, closure, locals):
    cells = dict(zip(code.co_freevars, closure))
    for variable in code.co_cellvars:
        cells[variable] = tracer.new("cell", (locals.pop(variable),) if variable in locals else ())
    frame = Frame(decoded, globals, cells, locals, name)
    if code.co_flags & GENERATOR:
        start = next(i for i, x in enumerate(decoded.instructions) if x.op == "RETURN_GENERATOR") + 1
        return make_generator(tracer, frame, start)
    return run_frame(tracer, frame)


def enter_loop(tracer, called: Called, loop, locals: dict):
    """The same for functions that call one another, as a loop."""
    cells = {**dict(zip(called.code.co_freevars, called.closure)), **loop.cells}
    locals = {**dict.fromkeys(loop.code.unset, Known(UNSET)), **locals, **loop.locals}
    return run_frame(tracer, Frame(loop.code, called.globals, cells, locals, called.name))


def run_frame(tracer, frame: Frame):
    """Walk a frame to its end and give what it returns."""
    with tracer.activation(frame):
        arrivals = tracer.run(frame, 0, frozenset())
    path = tracer.returned(arrivals)[RETURN].path
    tracer.go_on_with(path.heap)
    return path.stack[-1]


def bind(tracer, code, name, defaults, kwdefaults, args, kwargs) -> dict:
    """Arguments to parameters, as Python does it."""
    count, only = code.co_argcount, code.co_kwonlyargcount
    if len(args) == count and not (only or kwargs or code.co_flags & (VARARGS | VARKEYWORDS)):
        return dict(zip(code.co_varnames, args))
    names = code.co_varnames[:count + only]
    locals = dict(zip(names, args[:count]))
    rest = count + only
    if code.co_flags & VARARGS:
        locals[code.co_varnames[rest]] = Tuple(args[count:])
        rest += 1
    elif len(args) > count:
        raise tracer.refuse("bad-call", f"{name}() takes {count} positional argument{'s' * (count != 1)}{listed(names)} "
                                        f"but {len(args)} {'was' if len(args) == 1 else 'were'} given")
    extra = {}
    for key, value in kwargs.items():
        if key in names[code.co_posonlyargcount:]:
            if key in locals:
                raise tracer.refuse("bad-call", f"{name}() got two values for the argument '{key}'")
            locals[key] = value
        elif code.co_flags & VARKEYWORDS:
            extra[key] = value
        else:
            raise tracer.refuse("bad-call", f"{name}() has no parameter '{key}'{meant(key, names)}: it takes "
                                            f"{', '.join(names) or 'none'}")
    if code.co_flags & VARKEYWORDS:
        locals[code.co_varnames[rest]] = tracer.new("dict", extra)
    for parameter, value in zip(names[count - len(defaults):count], defaults):
        locals.setdefault(parameter, value)
    for parameter, value in kwdefaults.items():
        locals.setdefault(parameter, value)
    missing = [n for n in names if n not in locals]
    nowhere = next((n for n in names if type(locals.get(n)) is Known and locals[n].value is Position), None)
    if nowhere and nowhere not in kwargs and names.index(nowhere) >= len(args):
        raise tracer.refuse("bad-call", f"{name.rpartition('.')[2]}() is called without its position '{nowhere}'")
    if missing:
        raise tracer.refuse("bad-call", f"{name}() is missing the argument{'s' * (len(missing) > 1)} "
                               + ", ".join(f"'{m}'" for m in missing) + f": it takes {', '.join(names)}")
    return locals


def listed(names) -> str:
    return f" ({', '.join(names)})" if names else ""
