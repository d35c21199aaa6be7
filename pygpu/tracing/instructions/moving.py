"""Handlers of the instructions that move values: names, the stack, functions, jumps and returns."""

from __future__ import annotations

import builtins
import types
from functools import partial, reduce
from importlib.util import resolve_name

from ...errors import meant
from ...ir import Value
from ...ir.fields import ShapesWanted
from ...library.many.wholes import UNSET
from ..host.handing import NotKnown, Revealed, settles
from ..host.outside import is_library, on_host
from ..kinds.mappings import mapping_items
from ..kinds.ragged import is_never
from ..meanings import texts
from ..paths.frames import Branch, HostRaised, Returned, Yielded, handles
from ..paths.generators import Endless, close_dropped, returned
from ..paths.recursion import unknown_yet
from ..values.assumptions import decide, narrowed
from ..values.choices import not_none_here, where_none
from ..values.lattice import Choice, Function, Known, Nothing, Ref, Text, may_be_nothing
from ..values.names import ABSENT, named
from ..values.numbers import is_of_the_call
from ..values.possible import concerning, contradictory, may_be_nan
from ..whole.fields import number_in
from .comprehensions import lists_filled, put_off
from .endless import from_inside, handed_on, refuse_endless
from .iteration import asking
from .lengths import is_endless

# --- constants and names ---------------------------------------------------------------------------------------------

@handles("LOAD_CONST")
def load_const(tracer, frame, instruction):
    frame.stack.append(Known(instruction.arg))


@handles("LOAD_FAST")
def load_fast(tracer, frame, instruction):
    name = instruction.arg
    value = frame.locals.get(name)
    if value is None:
        value = frame.cells.get(name)
    if value is None:
        raise unassigned(tracer, name)
    if type(value) in (Choice, Nothing):
        value = assigned(tracer, frame, name, not_none_here(tracer, narrowed(tracer, value)))
    frame.stack.append(value)


def assigned(tracer, frame, name: str, value):
    """A variable's value. Pixels for which a library's has none raise what Python raises, and so do all of a call where its
    numbers say so; a filter's own is refused, where more than a NaN can come here."""
    if not may_be_nothing(value):
        return value
    if type(decide(tracer, value)) is Nothing:
        known = all_cases(tracer)
        raises = is_library(frame.code.code.co_filename) or of_the_call(tracer, frame.locals.get(name))
        if not known and not (tracer.assumed and raises):
            raise unassigned(tracer, name)
        raised = HostRaised(UnboundLocalError(f"cannot access local variable '{name}' where it is not associated with a "
                                              "value"), explicit=True)
        raised.silent = bool(known) and not may_be_nan(known)
        raise raised
    return decide(tracer, value)


def of_the_call(tracer, value) -> bool:
    """Whether it is the same for all pixels that a variable has no value: a function of arrays has none, and is asked for
    its shapes where it looks at single elements alone."""
    if tracer.of_arrays and not tracer.shaped:
        raise ShapesWanted
    return tracer.shaped or type(value) is Choice and is_of_the_call(tracer, value.condition) and all(
        [of_the_call(tracer, side) for side in (value.a, value.b) if type(side) is Choice])


def all_cases(tracer) -> dict:
    """What is known of the pixels that come here, if only a NaN can: behind a chain of all cases."""
    known = concerning(tracer.lasting, tracer.assumed)
    return known if contradictory(known) else {}


def unassigned(tracer, name: str):
    return tracer.refuse("unassigned", name=name)


@handles("REACHED")
def reached(tracer, frame, instruction):
    value = frame.locals[instruction.arg]
    if type(value) is Known and value.value is UNSET:  # so far; it is walked again once it is
        raise unknown_yet()


@handles("LOAD_FAST_AND_CLEAR")
def load_fast_and_clear(tracer, frame, instruction):
    """The slot itself, put aside while an inlined comprehension uses the name."""
    name = instruction.arg
    if name in frame.cells:
        frame.stack.append(frame.cells.pop(name))
    else:
        frame.stack.append(frame.locals.pop(name, Nothing(name)))


@handles("STORE_FAST")
def store_fast(tracer, frame, instruction):
    value, name = frame.stack.pop(), instruction.arg
    if type(value) is Ref and value.kind == "cell":
        frame.cells[name] = value
        frame.locals.pop(name, None)
        return
    if isinstance(value, Value) and value.name is None:
        value.name = name
    if name in frame.cells:  # a comprehension's own variable gives way to what stood there before
        del frame.cells[name]
    frame.locals[name] = value
    close_dropped(tracer)


@handles("DELETE_FAST")
def delete_fast(tracer, frame, instruction):
    if frame.locals.pop(instruction.arg, None) is None:
        raise unassigned(tracer, instruction.arg)
    close_dropped(tracer, again=False)


@handles("LOAD_DEREF")
def load_deref(tracer, frame, instruction):
    cell = cell_of(tracer, frame, instruction.arg)
    contents = tracer.heap[cell]
    if not contents or type(contents[0]) is Nothing:
        raise unassigned(tracer, instruction.arg)
    frame.stack.append(assigned(tracer, frame, instruction.arg, narrowed(tracer, contents[0])))


@handles("STORE_DEREF")
def store_deref(tracer, frame, instruction):
    value = frame.stack.pop()
    if isinstance(value, Value) and value.name is None:
        value.name = instruction.arg
    tracer.heap[own_cell(tracer, frame, instruction.arg, "assigned")] = (value,)
    close_dropped(tracer)


@handles("DELETE_DEREF")
def delete_deref(tracer, frame, instruction):
    tracer.heap[own_cell(tracer, frame, instruction.arg, "deleted")] = ()
    close_dropped(tracer)


def own_cell(tracer, frame, name: str, done: str) -> Ref:
    cell = cell_of(tracer, frame, name)
    if any(cell is ours for _, ours in tracer.host_cells.values()):
        raise tracer.refuse("writes-outside", f"'{name}', which belongs to a function outside the filter, is {done}")
    return cell


@handles("LOAD_CLOSURE")
def load_closure(tracer, frame, instruction):
    frame.stack.append(cell_of(tracer, frame, instruction.arg))


def cell_of(tracer, frame, name: str) -> Ref:
    cell = frame.cells.get(name)
    if cell is None:
        value = frame.locals.pop(name, None)
        cell = frame.cells[name] = tracer.new("cell", () if value is None else (value,))
    return cell


@handles("LOAD_GLOBAL")
def load_global(tracer, frame, instruction):
    name = instruction.arg
    kept = tracer.globals.read(tracer, frame.globals, name)
    if kept is not None:
        frame.stack.append(narrowed(tracer, kept))
        return
    value = named(frame.globals, name)
    if value is ABSENT:
        near = meant(name, {*frame.locals, *frame.cells, *frame.globals, *vars(builtins)})
        raise tracer.refuse("unknown-name", name=name, near=near)
    tracer.reached.name(frame.globals, name)
    frame.stack.append(Known(value))


@handles("STORE_GLOBAL")
def store_global(tracer, frame, instruction):
    """A module that a function imports into a global at its first call is imported for good, as that call would; so is
    what a library settles then."""
    name, value = instruction.arg, frame.stack.pop()
    module, before = value.value if type(value) is Known else None, frame.globals.get(name)
    if type(module) is not types.ModuleType or before is not None and before is not module:
        module = settles(tracer, before, value)
    if module is None:
        tracer.globals.assign(tracer, frame.globals, name, value)
        return
    frame.globals[name] = module
    tracer.reached.name_again(frame.globals, name)


@handles("DELETE_GLOBAL")
def delete_global(tracer, frame, instruction):
    raise tracer.refuse("writes-outside", f"the global '{instruction.arg}' is deleted")


@handles("IMPORT_NAME")
def import_name(tracer, frame, instruction):
    names, level = frame.stack.pop(), frame.stack.pop()
    if not tracer.in_library:
        within = frame.globals.get("__package__") if level.value else None
        tracer.reached.imported(resolve_name("." * level.value + instruction.arg, within) if within else instruction.arg)
    try:
        module = __import__(instruction.arg, frame.globals, None, names.value, level.value)
    except Exception as error:
        raise HostRaised(error) from None
    frame.stack.append(Known(module))


@handles("IMPORT_FROM")
def import_from(tracer, frame, instruction):
    try:
        module = frame.stack[-1].value
        frame.stack.append(Known(getattr(module, instruction.arg)))
        tracer.reached.attribute(module, instruction.arg, frame.stack[-1].value)
    except AttributeError as error:
        tracer.reached.lacks(module, instruction.arg)
        raise HostRaised(ImportError(str(error))) from None


# --- the stack -------------------------------------------------------------------------------------------------------

@handles("POP_TOP")
def pop_top(tracer, frame, instruction):
    frame.stack.pop()
    close_dropped(tracer)


@handles("COPY")
def copy(tracer, frame, instruction):
    frame.stack.append(frame.stack[-instruction.arg])


@handles("SWAP")
def swap(tracer, frame, instruction):
    stack, n = frame.stack, instruction.arg
    stack[-1], stack[-n] = stack[-n], stack[-1]


# --- calls and functions ---------------------------------------------------------------------------------------------

@handles("CALL")
def call_op(tracer, frame, instruction):
    stack = frame.stack
    count, names = instruction.arg
    start = len(stack) - count
    values = stack[start:]
    del stack[start:]
    positional = count - len(names)
    kwargs = dict(zip(names, values[positional:])) if names else {}
    stack[-1] = tracer.call(stack[-1], values[:positional], kwargs)
    close_dropped(tracer, again=False)


@handles("CALL_EX")
def call_ex(tracer, frame, instruction):
    stack = frame.stack
    kwargs = mapping_items(tracer, stack.pop()) if instruction.arg else {}
    args = tracer.remaining(stack.pop())
    function = stack.pop()
    stack.append(tracer.call(function, args, kwargs))


@handles("MAKE_FUNCTION")
def make_function(tracer, frame, instruction):
    frame.stack[-1] = Function(frame.stack[-1].value, frame.globals)


@handles("SET_FUNCTION_ATTRIBUTE")
def set_function_attribute(tracer, frame, instruction):
    function, value = frame.stack.pop(), frame.stack.pop()
    if instruction.arg == "defaults":
        function = function.replace(defaults=tuple(tracer.remaining(value)))
    elif instruction.arg == "kwdefaults":
        function = function.replace(kwdefaults=mapping_items(tracer, value))
    elif instruction.arg == "closure":
        function = function.replace(closure=tuple(tracer.remaining(value)))
    elif instruction.arg in ("annotations", "annotate"):
        function = function.replace(annotations=value)
    frame.stack.append(function)


@handles("RETURN_VALUE")
def return_value(tracer, frame, instruction):
    value = frame.stack[-1]
    if type(value) is Known and value.value is None and tracer.assumed:
        tracer.nothing = frame.location
        if frame.name.rpartition(".")[2] != "__init__" and not tracer.catching(TypeError) and all_cases(tracer):
            raised = HostRaised(TypeError(f"{frame.name}() returns None"), explicit=True)
            raised.silent = True
            raise raised
    close_dropped(tracer, value, leaving=True)
    return Returned(frame.stack.pop())


# --- jumps -----------------------------------------------------------------------------------------------------------

@handles("JUMP")
def jump(tracer, frame, instruction):
    return instruction.arg


@handles("JUMP_IF_FALSE", "JUMP_IF_TRUE")
def jump_if(tracer, frame, instruction):
    condition = tracer.truth(frame.stack[-1])
    tested = frame.stack.pop()
    if type(tested) is Choice and frame.stack and frame.stack[-1] is tested:  # `x or y` keeps it
        frame.stack[-1] = decide(tracer, tested)
    there, here = instruction.arg, instruction.index + 1
    wanted = instruction.op == "JUMP_IF_TRUE"
    if type(condition) is Known:
        return there if condition.value is wanted else here
    return Branch(condition, there, here) if wanted else Branch(condition, here, there)


@handles("JUMP_IF_NONE", "JUMP_IF_NOT_NONE")
def jump_if_none(tracer, frame, instruction):
    condition = where_none(tracer, frame.stack.pop())
    there, here = instruction.arg, instruction.index + 1
    wanted = instruction.op == "JUMP_IF_NONE"
    if type(condition) is Known:
        return there if condition.value is wanted else here
    return Branch(condition, there, here) if wanted else Branch(condition, here, there)


@handles("GET_ITER", "GET_YIELD_FROM_ITER")
def get_iter(tracer, frame, instruction):
    frame.stack[-1] = tracer.iterator(frame.stack[-1])


@handles("FOR_ITER")
def for_iter(tracer, frame, instruction):
    refuse_endless(tracer, frame, instruction)
    filled = lists_filled(tracer, frame, instruction)
    if filled and is_endless(tracer, frame.stack[-1]):
        then = put_off(tracer, frame, instruction, filled)
        if then is not None:
            return then
    try:
        with asking(tracer):
            missing, condition, take = tracer.step(frame.stack[-1])
    except Endless as endless:
        then = put_off(tracer, frame, instruction, filled) if filled else None
        return from_inside(tracer, frame, instruction, endless) if then is None else then
    if missing is not None:
        return for_maybe(frame, instruction, *missing)
    if type(condition) is Known:
        if not condition.value:
            pop_top(tracer, frame, instruction)
            return instruction.arg
        frame.stack.append(take())
        return None
    return Branch(condition, instruction.index + 1, instruction.arg,
                  lambda f: f.stack.append(take()), lambda f: pop_top(tracer, f, instruction))


def for_maybe(frame, instruction, item, take):
    """An item that may be missing: a pass of the loop for the pixels that have it."""
    def with_item(frame):
        take()
        frame.stack.append(item.value)

    if is_never(item.flag):
        take()
        return instruction.index
    if type(item.flag) is Known:
        with_item(frame)
        return None
    return Branch(item.flag, instruction.index + 1, instruction.index, with_item, lambda frame: take(), instruction.index)


# --- generators ------------------------------------------------------------------------------------------------------

@handles("RETURN_GENERATOR")
def return_generator(tracer, frame, instruction):
    return None


@handles("YIELD_VALUE")
def yield_value(tracer, frame, instruction):
    if frame.take is None:
        return Yielded(frame.stack.pop())
    frame.take(frame.stack.pop())
    frame.stack.append(Known(None))
    return None


@handles("SEND")
def send(tracer, frame, instruction):
    receiver = frame.stack[-2]
    condition, take = handed_on(tracer, frame, receiver) or tracer.advance(receiver)
    if type(condition) is not Known:
        raise tracer.refuse("generator", "a generator's number of steps depends on a pixel")
    if condition.value:
        frame.stack[-1] = take()
        return None
    frame.stack[-2:] = [returned(tracer, receiver)]
    return instruction.arg


# --- classes and what cannot be --------------------------------------------------------------------------------------

@handles("REFUSED")
def refused(tracer, frame, instruction):
    name, reason = instruction.arg
    raise tracer.refuse("not-supported", reason, why="this part of Python has no meaning on a device",
                        instead="leave it out of the filter")


@handles("LOAD_BUILD_CLASS")
def load_build_class(tracer, frame, instruction):
    frame.stack.append(Known(types.__build_class__ if hasattr(types, "__build_class__") else __build_class__))


@handles("LOAD_NAME", "LOAD_LOCALS", "STORE_NAME", "DELETE_NAME", "LOAD_FROM_DICT_OR_DEREF", "LOAD_FROM_DICT_OR_GLOBALS",
         "SETUP_ANNOTATIONS")
def class_body(tracer, frame, instruction):
    raise tracer.refuse("not-supported", "a class is defined where its parts depend on a pixel",
                        why="classes are made by the host", instead="define the class outside the filter")


# --- text ------------------------------------------------------------------------------------------------------------

@handles("FORMAT")
def format_op(tracer, frame, instruction):
    conversion, has_spec = instruction.arg
    spec = frame.stack.pop() if has_spec else Known("")
    value = decide(tracer, frame.stack.pop())
    try:
        host = Revealed(tracer).reveal(value)
        spec = Known(Revealed(tracer).reveal(spec))
    except NotKnown:
        value = number_in(tracer, value) if has_spec else value  # str() of a number of NumPy's may have all its digits
        frame.stack.append(texts.shown(tracer, value, spec.value, conversion or None) if type(spec) is Known else Text())
        return
    if id(host) in tracer.raised.vague:
        frame.stack.append(texts.shown(tracer, tracer.raised.vague[id(host)][1], spec.value, conversion or None))
        return
    convert = {"s": str, "r": repr, "a": ascii}.get(conversion, lambda v: v)
    frame.stack.append(Known(on_host(tracer, lambda v: format(convert(v), spec.value), host, what="an f-string")))


@handles("BUILD_STRING")
def build_string(tracer, frame, instruction):
    count = instruction.arg
    parts = frame.stack[len(frame.stack) - count:]
    del frame.stack[len(frame.stack) - count:]
    if all(type(part) is Known for part in parts):
        frame.stack.append(Known("".join(part.value for part in parts)))
    elif any(type(part) is Text for part in parts):
        frame.stack.append(Text())
    else:
        frame.stack.append(reduce(partial(tracer.binary, "+"), texts.together(tracer, *parts)))
