"""What functions of NumPy mean for whole arrays. Those that can be said in NumPy are in library/whole/functions.py."""

from __future__ import annotations

import numpy as np

from ...ir import INT64, Op, Value
from ...ir.ops import SIZES
from ...language import is_known
from ...library.many import reductions
from ...library.whole import (
    assigned as assigned_arrays,
)
from ...library.whole import (
    chosen as chosen_arrays,
)
from ...library.whole import (
    chosen_along,
    decompositions,
    fourier,
    peaks,
    pieces,
    pieces_arranged,
    pieces_functions,
    pieces_made,
    pieces_reduced,
    signals,
    spectral,
)
from ...library.whole import (
    counted as counted_arrays,
)
from ...library.whole import (
    functions as whole_arrays,
)
from ...library.whole import (
    in_order as sorted_arrays,
)
from ...library.whole import (
    local as local_arrays,
)
from ...library.whole import (
    mapped as mapped_arrays,
)
from ...library.whole import (
    matrices as matrix_arrays,
)
from ...library.whole import (
    measured as measured_arrays,
)
from ...library.whole import (
    nans as nan_arrays,
)
from ...library.whole import (
    newer as newer_arrays,
)
from ...library.whole import (
    parts as array_parts,
)
from ...library.whole import (
    recursive as recursive_arrays,
)
from ...library.whole import (
    sampled as sampled_arrays,
)
from ...library.whole.complexes import ComplexArray
from ...library.whole.grown import Grown
from ...library.whole.pieces import Piece
from ..host.changes import told_by
from ..host.table import SPECIAL, found_in
from ..kinds.containers import items_of
from ..kinds.instances import instantiate
from ..paths.frames import HostRaised
from ..values.assumptions import decide
from ..values.choices import alternatives, leaves
from ..values.lattice import NONE, Builtin, Choice, ImageValue, Known, Ref, Tuple
from . import complexes, outside, parts, tallying, transforms
from .arranging import flatten, ravel, reshape_method, transpose_method, view_method
from .attributes import METHODS
from .choosing import ROWS, of_selection
from .elements import Applied
from .elementwise import astype, converted_to, of_ufunc
from .fields import is_array, item, made, number_in, operand, rows, size_of, value_of, wanted
from .indices import beyond, numpy_says
from .listed import as_pieces, has_chosen, is_listed, is_of_elements, of_list
from .operators import dummy, is_large, ufunc
from .plain import plain
from .reducing import of_method
from .selections import is_selection
from .stretches import counting, is_piece, numbers_between
from .table import MAKERS, MEANINGS, as_ref, dimensions, field, known, means, normal
from .written import is_single, written


def holds_array(tracer, value) -> bool:
    """Whether a value is an array, or a list or tuple with one in it."""
    if is_array(value):
        return True
    if type(value) is Choice:
        return holds_array(tracer, value.a) or holds_array(tracer, value.b)
    if type(value) is Tuple:
        return any([holds_array(tracer, each) for each in value.items])
    return type(value) is Ref and value.kind == "list" and any([holds_array(tracer, each) for each in tracer.heap[value]])


def called(tracer, function, args, kwargs):
    """What a call means that arrays are given to; NotImplemented where it is as any other."""
    values = [*args, *kwargs.values()]
    inner = of_filter(function)
    if inner is not None:  # a compiled one, inside another
        wanted(tracer, *every(tracer, values))
        given = {name: Known(each) for name, each in inner.known.items()}
        return tracer.call(Known(inner.function), args, given | kwargs)
    if not tracer.shaped:
        if concerns(tracer, function, args, kwargs):
            wanted(tracer, *every(tracer, values))
        return NotImplemented
    for each in every(tracer, values):  # a path for each, where parts of several lengths come: they share no instruction
        if type(each) is Choice and any([is_piece(one) or is_selection(tracer, one) for one in leaves(each)]):
            decide(tracer, each)
    if complexes.concerned(tracer, values) and found_in(fourier.TRANSFORMS, function) is None and (
            function not in decompositions.RESULTS) and name_of(function) not in spectral.OF_COMPLEX:
        return complexes.called(tracer, function, args, kwargs)
    if found_in(pieces_made.TRANSFORMS, function) and complexes.is_complexes(args[0]) and is_piece(
            complexes.parts_of(tracer, args[0])[0]):
        return tracer.call(Known(pieces_made.TRANSFORMS[function]), args, kwargs)
    if any([type(each) is Ref and each.cls is Grown for each in args]) and (
            function in (list, sorted) or (told_by(function, "__module__") or "").startswith("numpy")):
        return of_grown(tracer, function, args, kwargs)
    of_items = function in (max, min, sorted) and not kwargs or function not in (sum, any, all) and found_in(
        pieces_reduced.FUNCTIONS, function)
    if of_items and len(args) == 1 and is_listed(tracer, args[0]) and is_of_elements(tracer, args[0]):
        return called(tracer, function, [of_list(tracer, args[0])], kwargs)
    if function is not Piece and any([holds_piece(tracer, each, function) for each in values]):
        return of_piece(tracer, function, args, kwargs)
    if any(map(parts.is_chosen_along, args)) and not (isinstance(function, type) or function is isinstance):
        return of_chosen_along(tracer, function, args, kwargs)
    maker = found_in(MAKERS, function)
    if not any([holds_array(tracer, each) or complexes.is_complexes(each) or is_large(each) and has_symbols(values)
                for each in values]):
        return NotImplemented if maker is None else maker(tracer, args, kwargs)
    chosen = next((each for each in args if is_selection(tracer, each)), None)
    if chosen is not None and function in (ComplexArray, chosen_along.ChosenAlong, is_known, *WALKING):
        return NotImplemented
    if chosen is not None and not (isinstance(function, type) and issubclass(function, tuple)):
        return of_selection(tracer, chosen, function, args, kwargs)
    meaning = found_in(MEANINGS, function)
    if meaning is not None:
        out = decide(tracer, kwargs.get("out", NONE))
        if is_array(out) and not isinstance(function, np.ufunc):
            others = {name: value for name, value in kwargs.items() if name != "out"}
            return into(tracer, function, meaning(tracer, args, others), out)
        return meaning(tracer, args, kwargs)
    if isinstance(function, np.ufunc):
        return of_ufunc(tracer, function, args, kwargs)
    if maker is not None:  # np.ones(mask.sum())
        return maker(tracer, args, kwargs)
    owner = told_by(function, "__self__")
    if isinstance(owner, np.ufunc):
        return of_method(tracer, owner, function.__name__, args, kwargs)
    if isinstance(function, type) and issubclass(function, np.generic):
        return converted_to(tracer, args[0], function)
    if isinstance(function, np.vectorize):
        return vectorized(tracer, function, args, kwargs)
    if isinstance(function, np.poly1d):
        return called(tracer, np.polyval, [Known(function.coeffs), *args], kwargs)
    if function is bool and len(args) == 1 and is_array(decide(tracer, args[0])):
        return parts.truth(tracer, decide(tracer, args[0]))
    if function in NUMBERS or told_by(function, "__module__") == "math":
        return tracer.call(Known(function), [item(tracer, decide(tracer, each)) for each in args], kwargs)
    local, module = BY_NAME.get(name_of(function)), told_by(function, "__module__") or ""
    if local is not None:
        return tracer.call(Known(local), args, kwargs)
    if module.split(".")[0] in ("numpy", "scipy", "_thread") and callable(function):
        public = ".".join(part for part in module.split(".") if not part.startswith("_"))
        raise tracer.refuse("opaque-array", name=f"{public}.{getattr(function, '__qualname__', function)}")
    return NotImplemented


def name_of(function) -> tuple:
    return ".".join((told_by(function, "__module__") or "").split(".")[:2]), told_by(function, "__name__")


def of_grown(tracer, function, args, kwargs):
    """What a function gives of a list that a loop has filled."""
    if function in (list, sorted):
        found = tracer.call(Known(Grown.copy), args, {})
        if function is sorted:
            tracer.call(Known(Grown.sort), [found], kwargs)
        return found
    args = [of_list(tracer, each) if type(each) is Ref and each.cls is Grown else each for each in args]
    return called(tracer, function, args, kwargs)


def holds_piece(tracer, value, function) -> bool:
    """Whether a value is a part whose ends are only known when the function runs, or, for NumPy, has one in it, or what a
    mask chooses."""
    is_numpys = isinstance(told_by(function, "__self__"), np.ufunc) or (
        told_by(function, "__module__") or "").startswith("numpy")
    return is_piece(value) or is_numpys and has_chosen(tracer, value)


def of_piece(tracer, function, args, kwargs):
    """What a function gives of a part whose ends are only known when it runs."""
    written = found_in(pieces_functions.FUNCTIONS, function)
    if written is not None or isinstance(function, np.ufunc):
        args, kwargs = as_pieces(tracer, args), dict(zip(kwargs, as_pieces(tracer, kwargs.values())))
    if written not in pieces_functions.OF_LISTS:
        args = [tracer.call(Known(pieces_arranged.stack), [each], {}) if has_chosen(tracer, each) else each for each in args]
    if written is not None:
        return tracer.call(Known(written), args, kwargs)
    if isinstance(function, np.ufunc):
        return tracer.call(Known(pieces.each), [Known(function), *args], kwargs)
    module = (told_by(function, "__module__") or "").split(".")[0]
    if module in ("numpy", "scipy", "math") and not isinstance(function, type):
        name = getattr(function, "__name__", function)
        raise tracer.refuse("symbolic-length", f"{name}() of a part of an array whose ends are only known when the function "
                            "runs", instead="loop over its elements, or take a part with "
                            "known ends and leave out what is not meant with np.where")
    return NotImplemented


def of_chosen_along(tracer, function, args, kwargs):
    """What a function of NumPy's gives of a[:, mask]."""
    if function in ROWS:
        return tracer.call(Known(chosen_along.reduced), [Known(function), *args], kwargs)
    if not isinstance(function, np.ufunc):
        return NotImplemented
    first = next(each for each in args if parts.is_chosen_along(each))
    rows = [tracer.call(Known(chosen_along.rows_of), [each, first], {}) for each in args]
    found, axis = called(tracer, function, rows, kwargs), tracer.heap[first]["axis"]
    return tracer.call(Known(chosen_along.ChosenAlong), [found, axis], {})


def into(tracer, function, found, out):
    """np.mean(a, axis=0, out=b): what comes out is written there."""
    kind, there = field(tracer, found).type, field(tracer, out).type
    if not np.can_cast(kind.dtype, there.dtype, "same_kind"):
        raise HostRaised(TypeError(f"Cannot cast array data from {kind.dtype!r} to {there.dtype!r} according to the rule "
                                   "'same_kind'"))
    if kind.shape != there.shape:
        raise HostRaised(ValueError(f"{getattr(function, '__name__', function)}() gives an array of the shape {kind.shape}, "
                                    f"and out= has {there.shape}"))
    parts.store(tracer, out, Known(...), found)
    return out


def vectorized(tracer, function: np.vectorize, args, kwargs):
    """np.vectorize(f)(a, b): f of each number, as plain Python has it; the first says of what type the results are."""
    if function.signature is not None or function.excluded or kwargs:
        raise tracer.refuse("not-supported", "np.vectorize() with signature= or excluded= is called with a whole array",
                            instead="write it with axis=, or loop over rows")
    arrays = tracer.call(Known(np.broadcast_arrays), args, {})
    operands = [field(tracer, each) for each in arrays.items]
    first = tracer.call(Known(function.pyfunc), [tracer.subscript(as_ref(tracer, each), Known((0,) * len(
        field(tracer, each).type.shape))) for each in arrays.items], {})
    several = first.items if type(first) is Tuple else None
    kinds = [np.dtype(each) for each in function.otypes] if function.otypes is not None else [
        kind_of_choice(tracer, each) for each in several or [first]]

    def result(number, kind):
        of = function.pyfunc if several is None else lambda *numbers: function.pyfunc(*numbers)[number]
        return made(tracer, Applied(of), kind, operands[0].type.shape, *operands)

    found = [result(number, kind) for number, kind in enumerate(kinds)]
    return found[0] if several is None else Tuple(found)


def kind_of_choice(tracer, value) -> np.dtype:
    """Of what type a result is; of one of several, which all have to be whole numbers, or floats, or truths."""
    kinds = [operand(tracer, each)[1] for _, each in alternatives(tracer.emit, value)]
    known = {np.dtype(kind).kind.replace("u", "i") for kind in kinds}
    if len(known) > 1:
        raise tracer.refuse("types-do-not-meet", "np.vectorize() makes results of the type of the first, and this function "
                            "gives now a float, now another number", instead="say which: np.vectorize(f, otypes=[float])")
    types = [kind for kind in kinds if isinstance(kind, np.dtype)]
    return np.result_type(*types) if types else np.dtype(kinds[0])


def of_filter(function):
    """A compiled function of whole arrays; None for anything else."""
    arguments = getattr(function, "arguments", None) if type(function).__name__ == "Filter" else None
    return function if arguments is not None and arguments.is_value and not arguments.only_pictures else None


NUMBERS = {float, int, bool, range}
WALKING = {iter, zip, enumerate, map}  # which ask for one after the other
BY_NAME = {**local_arrays.WRITTEN, **sampled_arrays.WRITTEN, **recursive_arrays.WRITTEN, **measured_arrays.WRITTEN,
           **signals.WRITTEN, **peaks.WRITTEN, **spectral.WRITTEN}  # of modules that are not imported for it


def concerns(tracer, function, args, kwargs) -> bool:
    """Whether a function is one of whole arrays. (A sum of all is a value that any picture has.)"""
    if found_in(IN_ORDER, function) is not None:  # of all numbers they are values of a picture, which need no sorting
        return len(args) > IN_ORDER[function] or bool(kwargs)
    if found_in(reductions.WRITTEN, function) is not None:
        picture = decide(tracer, args[0]) if args else None
        return len(args) > 1 or bool(kwargs) or type(picture) is ImageValue and (
            picture.param.dimensions != 2 or picture.param.pixel.scalar is INT64)  # whose sum may have more bits
    module = told_by(function, "__module__") or ""
    if module.startswith("numpy.") or module == "numpy" and found_in(SPECIAL, function) is None:
        return True
    if function in (len, sum, max, min):
        return False
    return isinstance(function, np.ufunc) or isinstance(told_by(function, "__self__"), np.ufunc) or any(
        found_in(table, function) is not None for table in (MEANINGS, MAKERS))


IN_ORDER = {np.median: 1, np.quantile: 2, np.percentile: 2}  # how many arguments before the axis


def every(tracer, values):
    """The values, those in lists and tuples too, and the arrays whose sizes are asked for."""
    for value in values:
        yield value
        if type(value) is Tuple:
            yield from every(tracer, value.items)
        elif type(value) is Ref and value.kind == "list":
            yield from every(tracer, tracer.heap[value])
        elif isinstance(value, Value) and isinstance(value.owner, Op) and value.owner.kind in SIZES:
            yield ImageValue(dict(value.owner.attributes)["image"], None)


def has_symbols(values) -> bool:
    return any(type(value) is not Known for value in values)


# --- what is written in NumPy ----------------------------------------------------------------------------------------

for _function, _written in {**whole_arrays.WRITTEN, **array_parts.WRITTEN, **assigned_arrays.WRITTEN, **nan_arrays.WRITTEN,
                            **matrix_arrays.WRITTEN, **sorted_arrays.WRITTEN,
                            **chosen_arrays.WRITTEN, **counted_arrays.WRITTEN, **decompositions.WRITTEN,
                            **newer_arrays.WRITTEN, **mapped_arrays.WRITTEN, **fourier.TRANSFORMS}.items():
    MEANINGS[_function] = written(_written, _function)
for _class in (*decompositions.RESULTS, *counted_arrays.RESULTS.values()):
    if isinstance(_class, type):
        MEANINGS[_class] = lambda tracer, args, kwargs, cls=_class: instantiate(tracer, cls, args, kwargs)
MEANINGS[type(np.c_).__getitem__] = lambda tracer, args, kwargs: tracer.call(
    Known(array_parts.beside if args[0].value is np.c_ else array_parts.behind), args[1:], kwargs)
MAKERS[np.arange] = numbers_between
MAKERS[type(np.mgrid).__getitem__] = lambda tracer, args, kwargs: tracer.call(Known(pieces_made.grid), args, kwargs) if (
    has_symbols(args)) else NotImplemented
MAKERS[pieces.numbers] = counting
MEANINGS[fourier.lines] = transforms.lines
MEANINGS[fourier.also_on_gpu] = transforms.also_on_gpu
MEANINGS[local_arrays.plain] = plain
MEANINGS[array_parts.tallied] = tallying.tallied
MEANINGS[array_parts.look_inside] = outside.look_inside
MEANINGS[whole_arrays.lying_between] = outside.between
MEANINGS[array_parts.outgrown] = tallying.outgrown
MEANINGS[assigned_arrays.gathered] = tallying.gathered
MEANINGS[np.real] = lambda tracer, args, kwargs: as_ref(tracer, args[0])
MEANINGS[np.imag] = lambda tracer, args, kwargs: tracer.get_attribute(as_ref(tracer, args[0]), "imag")
MEANINGS[np.conjugate] = lambda tracer, args, kwargs: MEANINGS[np.array](  # another array; there is none of truths
    tracer, args, {"dtype": Known(np.int8)} if field(tracer, args[0]).type.dtype == bool else {})
MEANINGS[abs] = lambda tracer, args, kwargs: ufunc(tracer, np.abs, args)
MEANINGS[pow] = lambda tracer, args, kwargs: (
    tracer.binary("**", *args) if len(args) == 2 and not kwargs else NotImplemented)
MEANINGS[round] = lambda tracer, args, kwargs: tracer.call(  # of a number of NumPy's it is an int, as of Python's own
    *(Known(whole_arrays.around), args) if len(args) > 1 or kwargs or dimensions(tracer, args[0]) else (
        Known(round), [number_in(tracer, args[0])]), kwargs)
MEANINGS[divmod] = lambda tracer, args, kwargs: of_ufunc(tracer, np.divmod, args, kwargs)
MEANINGS[len] = lambda tracer, args, kwargs: (  # of an array: a list of arrays is a list
    Known(numpy_says(len, dummy(field(tracer, args[0]).type))) if is_array(decide(tracer, args[0])) else NotImplemented)


def sum_of_rows(tracer, args, kwargs):
    """sum(a), whose items are rows or planes."""
    (first, *more), value = args, decide(tracer, args[0])
    if more or kwargs or not is_array(value) or len(field(tracer, value).type.shape) < 2:
        return NotImplemented
    dtype = np.result_type(field(tracer, value).type.dtype, *[np.int64] * (field(tracer, value).type.dtype == bool))
    return MEANINGS[np.sum](tracer, [first], {"axis": Known(0), "dtype": Known(dtype)})


MEANINGS[sum] = sum_of_rows


def in_order(tracer, args, kwargs):
    """sorted(a), of a line: a list of its numbers."""
    (first, *_), key = args, decide(tracer, kwargs.get("key", NONE))
    back = decide(tracer, kwargs.get("reverse", Known(False)))
    is_line = is_array(first) and not is_selection(tracer, first) and dimensions(tracer, first) == 1
    if not is_line or type(key) is not Known or key.value is not None or type(back) is not Known:
        return NotImplemented
    found = tracer.call(Known(np.sort), [first], {})
    found = tracer.subscript(found, Known(slice(None, None, -1))) if back.value else found
    return tracer.new("list", tuple(rows(tracer, found)))


MEANINGS[sorted] = in_order


def rank(tracer, key, each):
    return number_in(tracer, tracer.call(key, [each], {}))


def extreme(function, written):
    """max(a), max(a[0], a[1], 0): of single numbers, each of which would be a choice of objects. So would be what a key
    gives."""
    def meaning(tracer, args, kwargs):
        first, key = decide(tracer, args[0]), decide(tracer, kwargs.get("key", NONE))
        if type(key) is not Known or key.value is not None:
            return SPECIAL[function](tracer, args, kwargs | {"key": Builtin(rank, key, "key")})
        if any(type(each) is not Known or each.value is not None for each in kwargs.values()):
            return NotImplemented
        if len(args) == 1 and is_array(first):
            return tracer.call(Known(written), args, {}) if dimensions(tracer, first) == 1 else NotImplemented
        items = [decide(tracer, each) for each in (args if len(args) > 1 else items_of(tracer, first) or ())]
        if not items or not all([is_single(tracer, each) for each in items]):
            return NotImplemented
        if need_room(tracer, items):
            return SPECIAL[function](tracer, [tracer.call(Known(int), [each], {}) for each in items], {})
        return tracer.call(Known(written), [Tuple(items)], {})

    return meaning


def need_room(tracer, items) -> bool:
    """Whether one of whole numbers of several types is an int of Python's that the others' types may not hold."""
    kinds = [operand(tracer, each)[1] for each in items]
    return all(kind is int or kind is not float and kind.kind in "iu" for kind in kinds) and any(
        beyond(each, kind, other) for each, kind in zip(items, kinds) for other in kinds)


for _function, _written in whole_arrays.EXTREMES.items():
    MEANINGS[_function] = extreme(_function, _written)


@means(np.size)
def size(tracer, a, axis=None):
    ref, along = as_ref(tracer, a), known(tracer, axis)
    return tracer.get_attribute(ref, "size") if along is None else Known(
        value_of(tracer, ref).type.shape[normal(tracer, ref, along)[0]])


for _name, _host in (("shape", np.shape), ("ndim", np.ndim)):
    MEANINGS[_host] = lambda tracer, args, kwargs, name=_name: tracer.get_attribute(as_ref(tracer, args[0]), name)


# --- methods ---------------------------------------------------------------------------------------------------------

def method_of(function):
    return lambda tracer, receiver, *args, **kwargs: called(tracer, function, [receiver, *args], kwargs)


METHODS.update({name: method_of(getattr(np, name)) for name in (
    "sum", "prod", "min", "max", "mean", "all", "any", "std", "var", "argmin", "argmax", "cumsum", "cumprod", "ravel",
    "squeeze", "swapaxes", "repeat", "clip", "dot", "round", "take", "trace", "diagonal", "copy", "argsort", "searchsorted",
    "nonzero")})
METHODS.update(astype=astype, reshape=reshape_method, transpose=transpose_method, view=view_method, flatten=flatten,
               item=lambda tracer, receiver, *args: pythons(tracer, one_of(tracer, receiver, args) if args else receiver))


def pythons(tracer, ref):
    """The one element of an array as a number of Python's, which does not wrap."""
    kind = field(tracer, ref).type.dtype.kind
    if is_array(ref) and size_of(tracer, ref) != 1:
        raise HostRaised(ValueError("can only convert an array of size 1 to a Python scalar"))
    return tracer.call(Known({"f": float, "b": bool}.get(kind, int)), [item(tracer, ref)], {})


def tolist(tracer, receiver):
    if not dimensions(tracer, receiver):
        return pythons(tracer, receiver)
    return tracer.new("list", tuple([tolist(tracer, each) for each in rows(tracer, receiver)]))


def one_of(tracer, receiver, args):
    """The element at an index; a single number counts all of them."""
    at = decide(tracer, args[0]) if len(args) == 1 else Tuple(args)
    is_index = type(at) is Tuple or type(at) is Known and isinstance(at.value, tuple)
    return tracer.subscript(receiver if is_index else ravel(tracer, receiver), at)


def in_place(function):
    """a.partition(...): the array itself becomes what the function gives."""
    def meaning(tracer, receiver, *args, **kwargs):
        parts.store(tracer, receiver, Known(...), called(tracer, function, [receiver, *args], kwargs))
        return NONE

    return meaning


def fill(tracer, receiver, value):
    parts.store(tracer, receiver, Known(...), value)
    return NONE


def sort(tracer, receiver, axis=Known(-1), **kwargs):
    parts.store(tracer, receiver, Known(...), called(tracer, np.sort, [receiver, axis], {}))
    return NONE


for _name in ("conj", "conjugate"):
    METHODS[_name] = lambda tracer, receiver: receiver
METHODS.update(fill=fill, sort=sort, tolist=tolist, partition=in_place(np.partition), put=method_of(np.put),
               argpartition=method_of(np.argpartition), choose=method_of(np.choose),
               compress=lambda tracer, receiver, *args, **kwargs: called(  # what is compressed is the second argument
                   tracer, np.compress, [args[0], receiver, *args[1:]], kwargs))
