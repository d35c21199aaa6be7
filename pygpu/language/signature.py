"""What each parameter of a filter is: known, typed, or the position.

    known       its value is given to `compile`, or its default is an ordinary value
    typed       its default or its annotation is a PyGPU type (`im=Image`, `im: Image`): an argument of the kernel
    position    its type is Position: supplied by the system, at most one

Where several things are said of one parameter, the first of these counts:

    given to compile     a value makes it known, whatever its type; a type (`compile(f, c=Float)`) makes it typed
    bound by partial     likewise
    its default          if that is a type
    its annotation       if that is a type; an ordinary default is then what a call may leave out (`c: Float = 0.5`)
    its default          an ordinary value: known

A string annotation is evaluated where the function stands. *args and **kwargs are known: empty unless given.
"""

from __future__ import annotations

import functools
import importlib.util
import inspect
from dataclasses import dataclass

import numpy as np

from ..errors import ArgumentError, CompileError, Location, meant
from . import types
from .grids import HostArray, HostVolume
from .host_image import HostImage
from .position import Position

NOTHING = inspect.Parameter.empty
LATE = importlib.util.find_spec("annotationlib") is not None  # whether Python evaluates annotations when they are asked for
TYPE_NAMES = {each.__name__: each for each in (types.Image, types.Array, types.Volume, *types.ARGUMENTS)}
USUAL = {"Image": ("im", "img", "image", "photo", "picture", "pic", "src"), "Position": ("p", "pos", "position", "xy")}
PASSED = {inspect.Parameter.POSITIONAL_ONLY: "in order", inspect.Parameter.POSITIONAL_OR_KEYWORD: "in order",
          inspect.Parameter.KEYWORD_ONLY: "by name", inspect.Parameter.VAR_POSITIONAL: "star",
          inspect.Parameter.VAR_KEYWORD: "two stars"}


@dataclass(frozen=True, slots=True)
class Parameter:
    """`role` is "known", "typed" or "position"; `type` an Image, Float, Vec3...; `passed` "in order", "by name",
    "star" or "two stars". `value` is a known one's value, or what a typed one has when a call leaves it out."""

    name: str
    role: str
    type: object = None
    value: object = NOTHING
    passed: str = "in order"

    @property
    def is_image(self) -> bool:
        return isinstance(self.type, types.Image)

    @property
    def is_optional(self) -> bool:
        return self.value is not NOTHING


def parameters(function, known=None) -> tuple[Parameter, ...]:
    """The parameters of a filter, in its order, when `known` ({name: value}) is given to compile."""
    known = dict(known or {})
    if getattr(function, "is_of_pictures", False):
        raise ArgumentError(f"{function.__name__}() {function.why}, and what is compiled says what one pixel is: call it as "
                            f"it is, {function.__name__}(picture), or bind values by functools.partial")
    signature = signature_of(function)
    bound = unwrap(function)[2]
    found = tuple(classify(function, parameter, known, bound) for parameter in signature.parameters.values())
    if known:
        raise no_such_parameter(function, known, signature)
    for each in found:
        if each.passed == "star" and not each.value and not any(other.role == "typed" for other in found):
            raise refusal(function, "untyped-parameter", f"the parameter *{each.name} is empty",
                          "how many there are has to be known, and what they are: a call gives it nothing",
                          f"a parameter for each picture (a=Image, b=Image), or compile(..., {each.name}=[VALUE, ...])")
    positions = [parameter.name for parameter in found if parameter.role == "position"]
    if len(positions) > 1:
        raise refusal(function, "two-positions", f"the parameters {' and '.join(positions)} are each a Position",
                      "one pixel is computed at a time, and it has one position",
                      f"compute the others from {positions[0]}, as {positions[0]} + (1, 0)")
    return found


def arguments(found, values):
    """How to call the function: (args, kwargs), the values of typed parameters and the position taken by name."""
    args, kwargs = [], {}
    for parameter in found:
        value = parameter.value if parameter.role == "known" else values[parameter.name]
        if parameter.passed == "in order":
            args.append(value)
        elif parameter.passed == "by name":
            kwargs[parameter.name] = value
        elif parameter.passed == "star":
            args.extend(value)
        else:
            kwargs.update(value)
    return tuple(args), kwargs


def is_filter(function) -> bool:
    """Whether a function says of itself that it is a filter: a parameter of it has a type, or is the position."""
    try:
        return any(said_type(function, parameter) for parameter in signature_of(function).parameters.values())
    except CompileError:
        return False


def classify(function, parameter, known, bound) -> Parameter:
    """One parameter. What is used of `known` is taken out of it."""
    name, passed = parameter.name, PASSED[parameter.kind]
    if passed == "two stars":
        rest = {**known}
        known.clear()
        return Parameter(name, "known", value=rest, passed=passed)
    if passed == "star":
        return Parameter(name, "known", value=tuple(known.pop(name, ())), passed=passed)
    given = known.pop(name, bound.get(name, NOTHING))
    if given is not NOTHING and not types.is_type(given):
        return Parameter(name, "known", value=known_value(function, parameter, given), passed=passed)
    spec = types.specification(given) or said_type(function, parameter)
    default = NOTHING if types.is_type(parameter.default) else parameter.default
    if spec is Position:
        return Parameter(name, "position", spec, passed=passed)
    if spec is not None:
        return Parameter(name, "typed", spec, default, passed)
    if default is NOTHING or is_pillow(default):
        raise untyped(function, parameter)
    return Parameter(name, "known", value=default, passed=passed)


def known_value(function, parameter, given):
    """What a known parameter is to the filter: a picture that stands for an Image is read as one."""
    if hasattr(function, "allow"):  # a ready filter knows which numbers it can be given
        function.allow(parameter.name, given)
    spec = said_type(function, parameter)
    if not isinstance(spec, types.Image) or callable(given):
        return given
    if isinstance(spec, (types.Array, types.Volume)):
        return (HostArray if isinstance(spec, types.Array) else HostVolume)(given, spec.border, spec.sample, spec.fill)
    return HostImage(given, spec.border, spec.sample, spec.fill, alpha=spec.alpha, linear=spec.linear)


def said_type(function, parameter):
    """The type that a parameter's default, or else its annotation, is; or None."""
    return types.specification(parameter.default) or types.specification(annotation_of(function, parameter))


def annotation_of(function, parameter):
    """A parameter's annotation; where it is a string, what that means to the function (itself, if nothing)."""
    text = getattr(parameter.annotation, "__forward_arg__", parameter.annotation)
    if not isinstance(text, str):
        return text
    python = written(function)
    local = {}
    for name, cell in zip(python.__code__.co_freevars, python.__closure__ or ()):
        try:
            local[name] = cell.cell_contents
        except ValueError:  # not assigned yet
            pass
    try:
        # Our own names come last: a type imported inside another function is not to be seen from here.
        found = eval(text, {**TYPE_NAMES, "pygpu": types, **python.__globals__, **local})
        return annotation_of(function, parameter.replace(annotation=found)) if isinstance(found, str) else found
    except Exception:
        return text


def signature_of(function) -> inspect.Signature:
    if not callable(function):
        raise CompileError("not-a-function", f"compile({short(function)})", "a filter is a function of a pixel",
                           instead_of(function))
    if inspect.isclass(function):
        raise CompileError("not-a-function", f"compile({function.__name__}): a class",
                           "calling it makes an object, and a filter gives a pixel",
                           "an instance with a __call__ method, or a function")
    python = unwrap(function)[0]
    if not hasattr(python, "__code__"):
        raise CompileError("opaque-function", f"compile({short(function)})",
                           "it is compiled code of another language: there is no Python to translate",
                           "a Python function that calls it on known values, or does the same in Python")
    try:
        return inspect.signature(function)
    except Exception:  # from 3.14 on annotations are evaluated late, and one may name what does not exist, or raise anything
        if not LATE:
            raise
        formats = importlib.import_module("annotationlib").Format
        try:
            return inspect.signature(function, annotation_format=formats.FORWARDREF)
        except Exception:
            return inspect.signature(function, annotation_format=formats.STRING)


def unwrap(function):
    """(the Python function inside, arguments before, keyword arguments) of a partial, a method or a callable object."""
    before, keywords = (), {}
    while True:
        if isinstance(function, functools.partial):
            before, keywords = function.args + before, {**function.keywords, **keywords}
            function = function.func
        elif inspect.ismethod(function):
            before = (function.__self__, *before)
            function = function.__func__
        elif hasattr(function, "__code__"):
            return function, before, keywords
        elif hasattr(function, "__wrapped__"):  # functools.cache and its like, made in C around Python
            function = function.__wrapped__
        elif hasattr(type(function).__call__, "__code__"):
            before = (function, *before)
            function = type(function).__call__
        else:
            return function, before, keywords


def written(function):
    """The function that the user wrote, inside all decorators: whose signature and annotations count."""
    return inspect.unwrap(unwrap(function)[0])


# --- refusals --------------------------------------------------------------------------------------------------------

def untyped(function, parameter):
    name = parameter.name
    if is_pillow(parameter.default) or is_pillow(parameter.annotation):
        return refusal(function, "untyped-parameter", f"the parameter '{name}' has Pillow's Image for its type",
                       "that is a picture in memory, not the type of a filter's parameter",
                       "from pygpu import Image; Pillow's can be had as PIL.Image beside it")
    said = annotation_of(function, parameter)
    hint = ""
    if isinstance(said, str):
        hint = f"; its annotation '{said}' names nothing that can be found from the function"
    elif said in (float, int, bool):
        hint = f"; {said.__name__} is Python's, {said.__name__.title()} is PyGPU's"
    elif said is not NOTHING:
        hint = f"; its annotation {short(said)} is no type of PyGPU"
    usual = next((kind for kind, names in USUAL.items() if name.lower() in names), "Float")
    instead = f"a type ({name}={usual}), a default ({name}=2.2), or compile(..., {name}=VALUE)"
    if usual != "Float":
        instead = f"its type, {name}={usual} or {name}: {usual}; or compile(..., {name}=VALUE)"
    if said is np.ndarray:
        instead = f"{name}: Array, of whole arrays or of numbers at a position; {name}: Image, of a picture"
    if name == "self":
        hint, instead = "; nobody says which object's method it is", "the method of an object: compile(Thing().method)"
    return refusal(function, "untyped-parameter", f"the parameter '{name}' has no type and no value",
                   "it is known neither what it is now nor what it will be when the filter runs" + hint, instead)


def instead_of(thing) -> str:
    """What to give to compile, where that is no function."""
    if isinstance(thing, str) and thing.isidentifier():
        return f"the function itself: pygpu.compile({thing}), or pygpu.compile(pygpu.filters.{thing}) of a ready filter"
    if hasattr(thing, "getbands") or hasattr(thing, "__array_interface__"):
        return "the function that makes such a picture: pygpu.compile(f), which is then called with pictures, or f >> g"
    return "pass the function itself, without calling it"


def no_such_parameter(function, known, signature):
    first = next(iter(known))
    names = ", ".join(f"'{name}'" for name in known) + meant(first, signature.parameters)
    has = ", ".join(signature.parameters) or "none"
    return refusal(function, "unknown-parameter", f"compile(..., {first}=...): no parameter {names}",
                   "the function does not take it", f"one of its parameters: {has}")


def refusal(function, kind, seen, why, instead):
    if hasattr(function, "allow"):  # a ready filter: what is wrong stands where it is used
        return CompileError(kind, seen, why, instead)
    code = written(function).__code__
    return CompileError(kind, seen, why, instead, Location(code.co_filename, code.co_qualname, code.co_firstlineno))


def is_pillow(value):
    """Whether it is the module PIL.Image or its class: easily taken for our Image."""
    module = value.__module__ if inspect.isclass(value) else getattr(value, "__name__", None)
    return module == "PIL.Image"


def short(value):
    text = repr(value)
    return text if len(text) <= 60 else text[:57] + "..."
