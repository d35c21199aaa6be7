"""NumPy itself at work on values of ours: what it does with arrays of Python objects, it does with them.

A function that only arranges elements, adds and multiplies them (np.convolve, np.average, np.cumsum) asks them for
nothing but their operators. So it is called with arrays of Operands, whose operators are the tracer's, and every one of
its parameters means what it means in NumPy.
"""

from __future__ import annotations

import inspect
from functools import lru_cache

import numpy as np

from ...ir import BY_DTYPE, FLOAT, INT, OPS, Value
from ...library.standard import complexes
from ..host.adopting import array_of_ours, is_small, noted
from ..host.handing import NotKnown, Revealed
from ..host.table import ANY, SPECIAL, means
from ..kinds.arrays import boxed, close_array, number_of_class, of_ours, open_array, viewed
from ..kinds.complexes import as_complex, is_complex
from ..kinds.containers import items_of
from ..kinds.numpys import as_numpys
from ..kinds.scalars import as_value
from ..paths.frames import HostRaised
from ..values.assumptions import decide
from ..values.lattice import NONE, Known, Ref, Tuple
from ..values.numbers import class_of, numeric


class Operand:
    """A number of ours among NumPy's objects."""

    __slots__ = ("tracer", "value")

    def __init__(self, tracer, value):
        self.tracer, self.value = tracer, value

    @property
    def real(self):
        return self

    def conjugate(self):
        if not is_complex(self.value):
            return self
        return Operand(self.tracer, self.tracer.call(Known(complexes.conjugate), [as_complex(self.tracer, self.value)], {}))

    def __bool__(self):
        if type(self.value) is Known:
            return bool(self.value.value)
        raise self.tracer.refuse("symbolic-length", "NumPy has to know a value that depends on a pixel")

    def __float__(self):
        return float(self.known())

    def __int__(self):
        return int(self.known())

    __index__ = __int__

    def known(self):
        if type(self.value) is Known:
            return self.value.value
        raise self.tracer.refuse("symbolic-host", "NumPy has to know a value that depends on a pixel",
                                 instead="write it in Python, or with NumPy's arithmetic")


def give_operators() -> None:
    """Operands have all operators of Python's numbers, and the functions that NumPy asks its objects for."""
    def two(symbol):
        return lambda self, other: operated(self.tracer, "binary", symbol, self, other)

    def turned(symbol):
        return lambda self, other: operated(self.tracer, "binary", symbol, other, self)

    def one(symbol):
        return lambda self: operated(self.tracer, "unary", symbol, self)

    def compared(symbol):
        return lambda self, other: operated(self.tracer, "compare", symbol, self, other)

    for symbol, name in (("+", "add"), ("-", "sub"), ("*", "mul"), ("/", "truediv"), ("//", "floordiv"), ("%", "mod"),
                         ("**", "pow"), ("&", "and"), ("|", "or"), ("^", "xor"), ("<<", "lshift"), (">>", "rshift")):
        setattr(Operand, f"__{name}__", two(symbol))
        setattr(Operand, f"__r{name}__", turned(symbol))
    for symbol, name in (("-", "neg"), ("+", "pos"), ("~", "invert")):
        setattr(Operand, f"__{name}__", one(symbol))
    for symbol, name in (("<", "lt"), ("<=", "le"), (">", "gt"), (">=", "ge"), ("==", "eq"), ("!=", "ne")):
        setattr(Operand, f"__{name}__", compared(symbol))
    for name in ("sqrt", "exp", "log", "sin", "cos", "abs"):
        setattr(Operand, name, lambda self, kind=OPS[name]: operated(self.tracer, "apply", kind, self))
    Operand.__abs__ = Operand.abs
    Operand.__hash__ = None


def operated(tracer, way: str, what, *operands) -> Operand:
    if any(isinstance(each, np.ndarray) for each in operands):
        return NotImplemented  # the array asks each of its elements
    values = [inside(each) for each in operands]
    if way == "apply":
        return Operand(tracer, tracer.apply(what, values))
    return Operand(tracer, getattr(tracer, way)(what, *values))


give_operators()


def inside(host):
    """An element of NumPy's as a value of ours."""
    return host.value if type(host) is Operand else Known(host.item() if isinstance(host, np.generic) else host)


def lent(tracer, value):
    """A value as NumPy is given it: itself where it is known, else an array of Operands, or one Operand."""
    value = decide(tracer, value)
    try:
        return Revealed(tracer).reveal(value)
    except NotKnown:
        pass
    if isinstance(value, Value) or is_complex(value):
        return Operand(tracer, value)
    array = open_array(tracer, value)
    return boxed([Operand(tracer, element) for element in array.ravel()], array.shape)


def taken(tracer, result, others=()):
    """What NumPy gave back; an array that is none of those that it was given, nor a part of one, is one of ours."""
    if isinstance(result, np.ndarray):
        if result.dtype != object:
            if any(np.may_share_memory(each, result) for each in others):
                return Known(result)
            return array_of_ours(tracer, result) if is_small(tracer, result) else noted(tracer, result)
        return close_array(tracer, boxed([inside(element) for element in result.ravel()], result.shape))
    if isinstance(result, (tuple, list)):
        parts = [taken(tracer, part, others) for part in result]
        return Tuple(parts) if isinstance(result, tuple) else tracer.new("list", tuple(parts))
    return inside(result)


def lend(tracer, function, args, kwargs):
    """function(*args, **kwargs), by NumPy."""
    kwargs = dict(kwargs)
    dtype = wanted_type(tracer, kwargs.pop("dtype", None))
    if "out" in kwargs and not (type(kwargs["out"]) is Known and kwargs["out"].value is None):
        raise refuse_keyword(tracer, "out", function)
    if function in ARRANGING and args and dtype is None:
        rest, named = [lent(tracer, a) for a in args[1:]], {name: lent(tracer, v) for name, v in kwargs.items()}
        seen = viewed(tracer, decide(tracer, args[0]), lambda places: function(places, *rest, **named))
        if seen is not None:
            return seen
    try:
        handed, named = given(tracer, function, args), {name: lent(tracer, v) for name, v in kwargs.items()}
        result = function(*handed, **named)
    except (TypeError, ValueError, IndexError, AttributeError, ZeroDivisionError) as error:
        raise HostRaised(error) from None
    others = [each for each in (*handed, *named.values()) if isinstance(each, np.ndarray)]
    return of_type(tracer, taken(tracer, result, others), dtype)


ARRANGING = {np.ravel, np.transpose, np.reshape, np.squeeze, np.flip, np.fliplr, np.flipud, np.rot90, np.diagonal,
             np.moveaxis, np.swapaxes, np.rollaxis, np.expand_dims, np.atleast_1d, np.atleast_2d, np.atleast_3d,
             np.lib.stride_tricks.sliding_window_view}
STACKING = {np.stack, np.concatenate, np.hstack, np.vstack, np.dstack, np.column_stack, np.block, np.linalg.multi_dot}


def given(tracer, function, args) -> list:
    """The arguments; of what puts arrays together each is by itself, since they need not be of one shape."""
    if function not in STACKING:
        return [lent(tracer, a) for a in args]
    parts = items_of(tracer, decide(tracer, args[0])) if args else None
    if parts is None:
        return [lent(tracer, a) for a in args]
    return [[apart(tracer, part) for part in parts], *[lent(tracer, a) for a in args[1:]]]


def apart(tracer, part):
    """One of the arrays that are put together; a list of such (np.block) as a list."""
    part = decide(tracer, part)
    items = items_of(tracer, part) if type(part) is Ref else None
    return lent(tracer, part) if items is None else [apart(tracer, each) for each in items]


# --- the types of elements -------------------------------------------------------------------------------------------

def wanted_type(tracer, value):
    """What dtype= asks for: the Python class of the numbers, or None where nothing is asked for."""
    value = decide(tracer, value) if value is not None else Known(None)
    if type(value) is not Known:
        raise tracer.refuse("symbolic-length", "a dtype depends on a pixel")
    if value.value is None or value.value is object:
        return None
    kind = np.dtype(value.value)
    own = BY_DTYPE.get(kind.name)
    if kind.kind == "c":
        return complex
    if own is None:
        raise tracer.refuse("not-supported", f"numbers become {kind.name}", why="a filter computes in whole numbers of 8 to "
                            "64 bits, and in floats of 32 and 64", instead="use float, int, bool, or one of these types")
    return {"float64": float, "int64": int, "int32": int, "float32": float}.get(kind.name) or class_of(own)


def of_type(tracer, value, dtype):
    """A number or an array as numbers of a type."""
    if dtype is None:
        return value
    if numeric(value) or is_complex(value):
        return number_of_class(tracer, value, dtype)
    array = open_array(tracer, value)
    return of_ours(tracer, close_array(tracer, boxed(
        [number_of_class(tracer, element, dtype) for element in array.ravel()], array.shape)))


def of_dtype(tracer, value, dtype):
    """The same as numbers of NumPy's, which among whole arrays are told apart from Python's: an int32 is no int64."""
    found, dtype = of_type(tracer, value, wanted_type(tracer, dtype)), decide(tracer, dtype) if dtype is not None else NONE
    if not tracer.shaped or dtype.value is None or np.dtype(dtype.value).name not in ("int32", "float32"):
        return found
    cls, array = np.dtype(dtype.value).type, open_array(tracer, found)
    own = INT if cls is np.int32 else FLOAT
    told = [Known(cls(each.value)) if type(each) is Known else as_numpys(tracer, as_value(tracer, each, own), cls)
            for each in array.ravel()]
    return of_ours(tracer, close_array(tracer, boxed(told, array.shape)))


# --- parameters ------------------------------------------------------------------------------------------------------

@lru_cache(maxsize=512)
def signature_of(function):
    try:
        return inspect.signature(function)
    except (TypeError, ValueError):
        return None


@lru_cache(maxsize=512)
def parameters_of(meaning):
    """The parameters that a meaning takes, but for the tracer."""
    return list(inspect.signature(meaning).parameters.values())[1:]


def fitted(function, meaning):
    """A meaning that has parameters of its own, under the names of the real function's: it is called as that one is, and
    what it does not take may only be given as the real one's default."""
    def with_arguments(tracer, args, kwargs):
        return meaning(tracer, *arguments_for(tracer, function, meaning, args, kwargs))

    with_arguments.parameters = [p.name for p in parameters_of(meaning)]
    return with_arguments


def arguments_for(tracer, function, meaning, args, kwargs) -> list:
    signature, own = signature_of(function), parameters_of(meaning)
    if own and own[-1].kind is own[-1].VAR_POSITIONAL:
        if kwargs:
            raise refuse_keyword(tracer, next(iter(kwargs)), function)
        return list(args)
    if signature is None:
        signature = inspect.Signature([p.replace(kind=p.POSITIONAL_OR_KEYWORD) for p in own])
    try:
        given = signature.bind(*args, **kwargs).arguments
    except TypeError as error:
        raise HostRaised(error) from None
    names = [p.name for p in own]
    for name, value in given.items():
        if name not in names and not is_default(signature.parameters[name], value):
            raise refuse_keyword(tracer, name, function)
    return [given.get(p.name, Known(p.default)) for p in own]


def is_default(parameter, value) -> bool:
    if type(value) is not Known:
        return False
    default, host = parameter.default, value.value
    return host is default or type(host) is type(default) and not isinstance(host, np.ndarray) and host == default


def refuse_keyword(tracer, name: str, function):
    called = getattr(function, "__name__", "function")
    return tracer.refuse("not-supported", f"{name}= is given to {called}()", why="for values that depend on a pixel it has "
                         "no meaning", instead="leave it out, or write it in Python")


def numpy_means(*functions):
    """Registers a meaning whose parameters are those of the real function that it knows."""
    def register(meaning):
        for function in functions:
            means(function, takes=ANY)(fitted(function, meaning))
        return meaning

    return register


def lends(*functions) -> None:
    """What is left to NumPy."""
    for function in functions:
        means(function, takes=ANY)(lambda tracer, args, kwargs, function=function: lend(tracer, function, args, kwargs))
        SPECIAL[function].lent = True


def written_means(function, written) -> None:
    """A function that is written out in Python: its parameters are those that it has there, under the real one's names."""
    names = list(inspect.signature(written).parameters)

    def meaning(tracer, args, kwargs):
        signature = signature_of(function)
        if signature is None:
            return tracer.call(Known(written), args, kwargs)
        try:
            given = signature.bind(*args, **kwargs).arguments
        except TypeError as error:
            raise HostRaised(error) from None
        for name in [name for name in given if name not in names]:
            if not is_default(signature.parameters[name], given.pop(name)):
                raise refuse_keyword(tracer, name, function)
        return tracer.call(Known(written), [], {name: value for name, value in given.items() if not (
            type(value) is Known and value.value is np._NoValue)})

    meaning.parameters = names
    means(function, takes=ANY)(meaning)
