"""`python -m pygpu run FILE.py:FUNCTION IN... -o OUT [--NAME VALUE...]`: a filter on pictures, the result in a file."""

from __future__ import annotations

import pygpu

from ..calls.options import NAMES as OPTIONS
from ..compiler import Filter
from ..errors import PyGPUError
from ..language import signature, types
from ..language.position import Position
from . import pictures
from .load import load
from .trouble import UsageError, UserError, is_bug
from .values import size_of, value_of


def run(arguments, words: dict[str, str]) -> int:
    for path in pictures.write(called(lambda filter: filter, arguments, words), arguments.output):
        print(path)
    return 0


def called(what, arguments, words: dict[str, str]):
    """What the filter of a command gives, or what else `what` makes of the filter to be called, on its pictures."""
    if arguments.device:
        pygpu.use(arguments.device)
    options = {"dtype": arguments.dtype, "mode": arguments.mode,
               "size": arguments.size and size_of(arguments.size)}
    filter, values = specialise(load(arguments.filter), words)
    inputs = {**named_pictures(filter, arguments.pictures), **values}
    must_be_complete(filter, inputs, options["size"])
    try:
        return what(filter)(**inputs, **{name: value for name, value in options.items() if value})
    except PyGPUError:
        raise
    except Exception as error:
        if is_bug(error):
            raise
        raise UserError("the filter's own code stopped", error) from error


def specialise(found, words: dict[str, str]) -> tuple[Filter, dict]:
    """The compiled filter, and what its call is given: `--NAME VALUE` is one or the other, as the parameter is.

    What is no parameter may be an option of any call, as `--linear true`.
    """
    function, known = (found.function, dict(found.known)) if isinstance(found, Filter) else (found, {})
    values = {}
    declared = signature.signature_of(function).parameters
    for name, word in words.items():
        if name not in declared:
            if name not in OPTIONS:
                raise UsageError(f"--{name}: the filter has no such parameter; it has {', '.join(declared)}")
            values[name] = value_of(word)
            continue
        type = None if name in known else signature.said_type(function, declared[name])
        if type is None:
            known[name] = value_of(word)
        elif isinstance(type, types.Image) or type is Position:
            raise UsageError(f"--{name}: " + ("the position is supplied by the system" if type is Position else
                                              "pictures are named without an option, in the order of the parameters"))
        else:
            values[name] = typed(name, value_of(word), type)
    return pygpu.compile(function, **known), values


def typed(name: str, value, type):
    """The value of a run-time parameter, of the parameter's type."""
    try:
        if type is types.Int and value != int(value):
            raise ValueError
        return type(*value) if hasattr(value, "__len__") and types.PIXELS[type] > 1 else type(value)
    except (TypeError, ValueError):
        raise UsageError(f"--{name} {value}: that is no {type.__name__}") from None


def named_pictures(filter: Filter, paths: list[str]) -> dict:
    """The pictures by the names of the image parameters, in their order."""
    names = [parameter.name for parameter in filter.parameters if parameter.is_image]
    if len(paths) != len(names):
        wanted = f"{len(names)} pictures ({', '.join(names)})" if len(names) != 1 else f"one picture ({names[0]})"
        raise UsageError(f"the filter takes {wanted}, {len(paths)} given")
    return {name: pictures.read(path) for name, path in zip(names, paths)}


def must_be_complete(filter: Filter, inputs: dict, size) -> None:
    """Every run-time parameter has a value, and the result a size; else say which option is missing."""
    missing = [parameter for parameter in filter.parameters
               if parameter.role == "typed" and parameter.name not in inputs and not parameter.is_optional]
    if missing:
        wanted = " ".join(f"--{parameter.name} {parameter.type.__name__.upper()}" for parameter in missing)
        raise UsageError(f"a value is missing for {wanted}")
    if not size and not any(parameter.is_image for parameter in filter.parameters):
        raise UsageError("no picture comes in, so say how large the result is: --output-size WIDTHxHEIGHT")
