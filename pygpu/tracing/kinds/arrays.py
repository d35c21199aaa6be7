"""NumPy arrays that meet symbols: their shape is known, their elements may be anything.

An array made while tracing is a Ref of kind "array" with contents (Known(shape), *elements in C order). What NumPy
does to the arrangement of elements (indexing, reshaping, transposing, stacking) is left to NumPy itself, working on
an object array of our values; what it computes goes through the scalar operators.
"""

from __future__ import annotations

from math import prod

import numpy as np

from ...ir import BOOL, INT, INT64, UINT32, Value
from ...language.vectors import BY_LENGTH
from ..host.adopting import array_of_ours, is_small, noted
from ..paths.frames import HostRaised
from ..paths.meeting import as_array, element_of
from ..values.assumptions import decide
from ..values.lattice import Builtin, Known, Record, Ref, Table, Tuple, lift, shape_in
from ..values.numbers import TYPED, class_of, common_type, elements_of, int_of, numeric, type_of
from .complexes import as_complex, is_complex, parts
from .containers import item_at_symbol, items_of, key_of, pick, table_index, within
from .images import data_image, read_pixel
from .numpys import as_numpys
from .scalars import BINARY, as_long, as_value, select
from .vectors import vector_items, vector_parts

LARGEST_TABLE = 4096  # elements that are written into the kernel's text


def holds_complex(tracer, value) -> bool:
    """Whether it is an array of complex numbers: where one of its elements is one, all are."""
    if type(value) is Known:
        return isinstance(value.value, np.ndarray) and value.value.dtype.kind == "c"
    contents = tracer.heap[value] if type(value) is Ref and value.kind == "array" else ()
    return len(contents) > 1 and type(contents) is not Table and is_complex(contents[1])


def is_array(value) -> bool:
    return type(value) is Ref and value.kind == "array" or type(value) is Known and isinstance(value.value, np.ndarray)


def open_array(tracer, value) -> np.ndarray:
    """As a NumPy array of abstract values; numbers become arrays of no dimension."""
    if type(value) is Ref and value.kind == "array":
        shape, *elements = tracer.heap[value]
        return boxed(elements, shape.value)
    if type(value) is Known and isinstance(value.value, np.ndarray):
        return boxed([Known(v) for v in elements_of(value.value)], value.value.shape)
    if type(value) is Known and isinstance(value.value, (list, tuple)):
        return open_array(tracer, Known(np.asarray(value.value)))
    if numeric(value) or is_complex(value):
        return boxed([value], ())
    items = vector_items(value) or items_of(tracer, value)
    if items is None:
        raise tracer.refuse("not-a-number", f"{tracer.describe(value)} meets an array", instead="use numbers")
    rows = [open_array(tracer, as_long(tracer, decide(tracer, i))) for i in items]
    try:
        return np.stack(rows) if rows else boxed([], (0,))
    except ValueError as error:
        raise HostRaised(error) from None


def boxed(elements, shape) -> np.ndarray:
    array = np.empty(len(elements), object)
    array[:] = elements
    return array.reshape(shape)


def close_array(tracer, array: np.ndarray):
    """The structure for an array of abstract values: known if all of it is, a number if it has no dimension."""
    if not isinstance(array, np.ndarray):
        return array
    elements = list(array.ravel())
    if array.ndim == 0:
        return elements[0]
    if any(map(is_complex, elements)):
        elements = [as_complex(tracer, each) if numeric(each) else each for each in elements]
    if all(type(e) is Known for e in elements):
        return noted(tracer, np.array([e.value for e in elements]).reshape(array.shape))
    return tracer.new("array", (Known(array.shape), *elements))


def elementwise(tracer, function, *arrays):
    try:
        wide = np.broadcast_arrays(*arrays)
    except ValueError as error:
        raise HostRaised(error) from None
    results = [function(*parts) for parts in zip(*(w.ravel() for w in wide))]
    if tracer.boxes and not wide[0].shape and numeric(results[0]) and type_of(results[0]) is BOOL:
        return tracer.new("array", (Known(()), results[0]))  # ~ is `not` of NumPy's truths, and no number
    return of_ours(tracer, close_array(tracer, boxed(results, wide[0].shape)))


def of_ours(tracer, value):
    """A new array of known numbers as one of ours, into which pixels may be put."""
    host = value.value if type(value) is Known else None
    return array_of_ours(tracer, host) if isinstance(host, np.ndarray) and is_small(tracer, host) else value


def array_binary(tracer, symbol, a, b):
    if not is_array(a) and not is_array(b):
        return None
    if symbol == "@":
        return matmul(tracer, a, b)
    vector = next((v for v in (a, b) if vector_parts(v) is not None), None)
    left, right = of_arrays(tracer, open_array(tracer, a), open_array(tracer, b))
    symbol = {"+": "|", "*": "&"}.get(symbol, symbol) if is_mask(left) and is_mask(right) else symbol
    result = elementwise(tracer, lambda x, y: element_binary(tracer, symbol, x, y), left, right)
    if vector is not None:  # as the vectors' own operators have it: a vector comes back
        return tracer.call(Known(vector.cls), list(open_array(tracer, result)), {})
    return result


def element_binary(tracer, symbol: str, a, b):
    """An operator on two elements: they are divided as NumPy does it, which does not raise."""
    if symbol not in ("/", "//", "%", "**"):
        return tracer.binary(symbol, a, b)
    if any([isinstance(each, Value) for each in (a, b)]) and tracer.trying:
        a, b = (as_numpys(tracer, each) if isinstance(each, Value) else each for each in (a, b))
    if not all([type(each) is Known and numeric(each) for each in (a, b)]):
        return tracer.binary(symbol, a, b)
    is_numpys = any([isinstance(each.value, np.generic) for each in (a, b)])
    with np.errstate(all="ignore"):
        result = BINARY[symbol][3](a.value if is_numpys else np.array(a.value), b.value)
    return Known(*elements_of(np.asarray(result)))


def of_arrays(tracer, left: np.ndarray, right: np.ndarray):
    """Two operands, as their types meet: the ints of an array have 64 bits, a single int of Python's takes any type."""
    if any([side.ndim and all(map(is_an_int, side.ravel())) for side in (left, right)]):
        left, right = [boxed([as_long(tracer, each) for each in side.ravel()], side.shape) for side in (left, right)]
    if left.ndim and right.ndim and left.size and right.size:
        kinds = [{type_of(each) for each in side.ravel() if numeric(each)} for side in (left, right)]
        if INT in kinds[0] ^ kinds[1]:
            return [widened(tracer, side) if INT not in kind else side for side, kind in zip((left, right), kinds)]
    return left, right


def is_an_int(element) -> bool:
    """Whether an element of an array is an int64 of NumPy's."""
    return type(element.value) is int if type(element) is Known else isinstance(element, Value) and element.type is INT64


def widened(tracer, array: np.ndarray) -> np.ndarray:
    """Whole numbers of fewer bits as Ints."""
    def wide(each):
        kind = type_of(each) if numeric(each) else None
        is_small = kind is not None and kind.is_whole and (kind.is_narrow or kind is UINT32)
        return lift(as_value(tracer, each, int_of(kind))) if is_small else each

    return boxed([wide(each) for each in array.ravel()], array.shape)


def array_inplace(tracer, symbol, ref: Ref, other) -> bool:
    """The array itself changes, for all who hold it."""
    result = open_array(tracer, array_binary(tracer, symbol, ref, other))
    shape, *elements = tracer.heap[ref]
    if symbol == "@" or result.shape != shape.value:
        raise HostRaised(ValueError(f"an array of shape {result.shape} does not fit into one of {shape.value}"))
    before, kind = kind_of(elements), kind_of(result.ravel())
    if before is not None and any(map(is_complex, result.ravel())):
        raise HostRaised(TypeError(f"Cannot cast ufunc output of '{symbol}=' from complex128 to {before.stored}"))
    if before is not None and kind is not None and kind.is_float and not before.is_float:
        raise HostRaised(TypeError(f"Cannot cast ufunc output of '{symbol}=' from {kind.stored} to {before.stored}"))
    put_into(tracer, ref, result.ravel())
    return True


def matmul(tracer, a, b):
    left, right = open_array(tracer, a), open_array(tracer, b)
    try:
        shape = np.matmul(np.empty(left.shape, np.uint8), np.empty(right.shape, np.uint8))
    except ValueError as error:
        raise HostRaised(error) from None

    def row_times_column(row, column):
        total = tracer.binary("*", row[0], column[0])
        for x, y in zip(row[1:], column[1:]):
            total = tracer.binary("+", total, tracer.binary("*", x, y))
        return total

    rows = left.reshape(1, -1) if left.ndim == 1 else left
    columns = right.reshape(-1, 1) if right.ndim == 1 else right
    stack = np.broadcast_shapes(rows.shape[:-2], columns.shape[:-2])
    rows, columns = (np.broadcast_to(each, stack + each.shape[-2:]) for each in (rows, columns))
    products = [row_times_column(row, column) for place in np.ndindex(stack) for row in rows[place]
                for column in columns[place].T]
    result = of_ours(tracer, close_array(tracer, boxed(products, np.shape(shape))))
    other = b if vector_parts(b) is not None else a if vector_parts(a) is not None else None
    if other is None:
        return result
    cls = other.cls if len(products) == len(vector_parts(other)) else BY_LENGTH.get(len(products))
    return tracer.call(Known(cls), products, {}) if len(products) > 1 and cls else products[0]


def array_compare(tracer, symbol, a, b):
    if not is_array(a) and not is_array(b):
        return None
    return elementwise(tracer, lambda x, y: tracer.compare(symbol, x, y), open_array(tracer, a), open_array(tracer, b))


def array_unary(tracer, symbol, value):
    if not is_array(value):
        return None
    array = open_array(tracer, value)
    if symbol == "~" and is_mask(array):
        return elementwise(tracer, tracer.negate, array)
    return elementwise(tracer, lambda x: tracer.unary(symbol, x), array)


def is_mask(array: np.ndarray) -> bool:
    """Whether an array holds truths: NumPy adds, multiplies and inverts them as such."""
    return all(numeric(element) and type_of(element) is BOOL for element in array.ravel())


def array_apply(tracer, kind, args):
    if not any(map(is_array, args)):
        return None
    if kind.name == "invert":
        return array_unary(tracer, "~", *args)
    return elementwise(tracer, lambda *parts: tracer.apply(kind, list(parts)), *(open_array(tracer, a) for a in args))


def array_subscript(tracer, container, key):
    parts = list(key.items) if type(key) is Tuple else [key]
    by_symbol = any(isinstance(part, Value) for part in parts)
    if by_symbol and type(container) is Known and container.value.size > LARGEST_TABLE:
        found = looked_up(tracer, container.value, parts)
        if found is not None:
            return of_array(tracer, found)
    contents = tracer.heap[container] if type(container) is Ref else ()
    if by_symbol and type(contents) is Table and all(map(numeric, parts)) and len(parts) == len(contents.shape.value):
        return of_array(tracer, tracer.emit("get", contents.array, flat_index(tracer, parts, contents.shape.value)))
    array = open_array(tracer, container)
    try:
        if by_symbol:
            return of_array(tracer, picked_out(tracer, array, parts))
        place = key_of(tracer, key)
        seen = viewed(tracer, container, lambda host: host[place])
        return of_ours(tracer, close_array(tracer, indexed(array, place))) if seen is None else seen
    except IndexError as error:
        raise HostRaised(error) from None


def of_array(tracer, found):
    """What a symbol has picked out of an array: an Int among it is one of NumPy's."""
    if isinstance(found, Value) and found.type is INT:
        tracer.wide.add(found)
    return found


def picked_out(tracer, array: np.ndarray, parts):
    """What an array has where some of the axes are indexed by symbols: each element from one flat table."""
    rest = next((at for at, part in enumerate(parts) if type(part) is Known and part.value is Ellipsis), None)
    if rest is not None:
        parts[rest:rest + 1] = [Known(slice(None))] * (array.ndim - len(parts) + 1)
    chosen = [axis for axis, part in enumerate(parts) if isinstance(part, Value)]
    keys = [slice(None) if axis in chosen else key_of(tracer, part) for axis, part in enumerate(parts)]
    if not all(isinstance(key, (int, np.integer, slice)) for key in keys):
        raise tracer.refuse("symbolic-index", "an array is indexed by a symbol and something else than numbers and slices",
                            instead="index the other axes with whole numbers or slices")
    rest = indexed(array, tuple(keys))
    kept = [axis for axis, key in enumerate(keys) if isinstance(key, slice)]
    rest = np.moveaxis(rest, [kept.index(axis) for axis in chosen], range(len(chosen)))
    sizes, shape = rest.shape[:len(chosen)], rest.shape[len(chosen):]
    flat = Known(0)
    for axis, size in zip(chosen, sizes):
        part = parts[axis] if len(chosen) == 1 else wrapped(tracer, parts[axis], size)
        flat = tracer.binary("+", tracer.binary("*", flat, Known(size)), part)
    count, elements = prod(shape), list(rest.ravel())
    if len(chosen) < array.ndim and elements and all(type(each) is Known for each in elements):
        # What belongs together lies together.
        start = tracer.binary("*", within(tracer, flat, prod(sizes)), Known(count))
        found = [pick(tracer, elements, tracer.binary("+", start, Known(n))) for n in range(count)]
    else:
        found = [item_at_symbol(tracer, elements[n::count], flat) for n in range(count)]
    return close_array(tracer, boxed(found, shape))


def looked_up(tracer, array: np.ndarray, parts):
    """An element of a known array too large to be written into the kernel: it is read from an image. None where the
    array is no image of numbers, or is sliced."""
    channels = array.shape[2] if array.ndim == 3 else 1
    if array.dtype.kind not in "buif" or array.ndim > 3 or channels > 4 or len(parts) < min(array.ndim, 2):
        return None
    if any(isinstance(part, Value) and part.type.is_float for part in parts):
        raise tracer.refuse("symbolic-index", "an array is indexed by a Float", instead="make it an int first: int(x)")
    if not all(map(numeric, parts)):
        return None
    places = [wrapped(tracer, part, size) for part, size in zip(parts, array.shape)]
    y, x = places[:2] if array.ndim > 1 else (Known(0), places[0])
    pixel = read_pixel(tracer, data_image(tracer, array), x, y)
    values = vector_parts(pixel) or [pixel]
    if array.dtype.type in TYPED:
        values = [tracer.builder.convert(each, TYPED[array.dtype.type]) for each in values]
    if len(parts) < 3:
        return close_array(tracer, boxed(values, (channels,))) if array.ndim == 3 else values[0]
    return values[places[2].value] if type(places[2]) is Known else item_at_symbol(tracer, values, places[2])


def wrapped(tracer, index, size: int):
    if type(index) is Known:
        return Known(index.value + size if index.value < 0 else index.value)
    return select(tracer, tracer.compare("<", index, Known(0)), tracer.binary("+", index, Known(size)), index)


def indexed(array, key):
    found = array[key]
    return found if isinstance(found, np.ndarray) else boxed([found], ())


def store_at_symbol(tracer, container: Ref, parts: list, value) -> None:
    """An element at indices of which a symbol is one: all elements together are an array of the graph."""
    contents = tracer.heap[container]
    shape, element = shape_in(contents), element_of(contents)
    array, at = as_array(tracer.builder, contents, element), flat_index(tracer, parts, shape.value)
    new = as_value(tracer, number_of(tracer, value, element), element)
    tracer.heap[container] = Table(tracer, tracer.emit("put", array, at, new), shape)
    if container in tracer.views:
        put_into(tracer, container, tuple(tracer.heap[container])[1:])


def store_complex(tracer, container: Ref, parts: list, value) -> None:
    """The same of complex numbers: each of them is chosen anew."""
    shape, *elements = tracer.heap[container]
    flat = flat_index(tracer, parts, shape.value)

    def chosen(number, before):
        here = tracer.compare("==", flat, Known(number))
        pairs = zip(before.fields.items(), value.fields.values())
        return Record(complex, {name: select(tracer, here, new, old) for (name, old), new in pairs})

    put_into(tracer, container, [chosen(n, as_complex(tracer, each)) for n, each in enumerate(elements)])


def flat_index(tracer, parts: list, shape: tuple) -> Value:
    """Where an element lies, of which there is an index for each axis."""
    flat = Known(0)
    for part, size in zip(parts, shape):
        at = table_index(tracer, part, size) if isinstance(part, Value) else Known(range(size)[part.value])
        flat = tracer.binary("+", tracer.binary("*", flat, Known(size)), at)
    return as_value(tracer, flat, INT)


def array_store(tracer, container: Ref, key, value) -> None:
    parts = list(key.items) if type(key) is Tuple else [decide(tracer, key)]
    if any([isinstance(part, Value) for part in parts]) and all(map(numeric, parts)) and (
            len(parts) == len(tracer.heap[container][0].value)):
        value = decide(tracer, value)
        if holds_complex(tracer, container) and (is_complex(value) or numeric(value)):
            store_complex(tracer, container, parts, as_complex(tracer, value))
            return
        if numeric(value):
            store_at_symbol(tracer, container, parts, value)
            return
    array = open_array(tracer, container).copy()
    try:
        new = open_array(tracer, decide(tracer, value))
        kind = kind_of(array.ravel())
        if holds_complex(tracer, container):
            new = boxed([as_complex(tracer, each) if numeric(each) else each for each in new.ravel()], new.shape)
        elif any(map(is_complex, new.ravel())):
            raise HostRaised(TypeError("only real numbers go into an array of real numbers, not 'complex' ones"))
        if kind is not None:
            new = boxed([number_of(tracer, each, kind) if numeric(each) else each for each in new.ravel()], new.shape)
        array[key_of(tracer, key)] = new if new.ndim else new[()]
    except (IndexError, ValueError) as error:
        raise HostRaised(error) from None
    put_into(tracer, container, array.ravel())


def kind_of(elements):
    """The type of an array's numbers; None where it holds something else."""
    return common_type(elements) if len(elements) and all(map(numeric, elements)) else None


def number_of(tracer, value, kind):
    """A number as an element of an array of this type."""
    return value if type_of(value) is kind else number_of_class(tracer, value, class_of(kind))


def number_of_class(tracer, value, cls):
    """One number, as an array's elements are converted: what is known wraps, too, where the call would raise."""
    if is_complex(value) and cls is not complex:
        value = parts(tracer, value)[0]  # as NumPy has it, with a warning
    if type(value) is Known and cls in TYPED:
        return Known(np.asarray(value.value).astype(cls)[()])
    return tracer.call(Known(cls), [value], {})


def of_one_type(tracer, array: np.ndarray) -> np.ndarray:
    """Elements as NumPy puts them into one array: a float among them makes floats of all."""
    kind = kind_of(array.ravel())
    if kind is None or not kind.is_float:
        return array
    return boxed([number_of(tracer, each, kind) for each in array.ravel()], array.shape)


# --- arrays that are the same elements ---------------------------------------------------------------------------------

def viewed(tracer, value, arrange, always: bool = False):
    """What NumPy makes of an array by arranging its elements, if that is a view of it: an array that changes with it.
    None where it is none. `arrange` is asked with an array of the places of the elements."""
    if type(value) is not Ref or value.kind != "array":
        return None
    root, places = tracer.views.get(value) or (value, np.arange(len(tracer.heap[value]) - 1).reshape(
        tracer.heap[value][0].value))
    try:
        found = arrange(places)
    except (IndexError, ValueError, TypeError) as error:
        raise HostRaised(error) from None
    if not isinstance(found, np.ndarray) or found.ndim == 0 or not always and not np.may_share_memory(found, places):
        return None
    tracer.views.setdefault(root, (root, places))
    elements = tracer.heap[root][1:]
    part = tracer.new("array", (Known(found.shape), *[elements[place] for place in found.ravel()]))
    tracer.views[part] = root, found
    return part


def put_into(tracer, ref: Ref, elements) -> None:
    """New elements of an array, which all that are views of the same one see."""
    tracer.heap[ref] = (tracer.heap[ref][0], *elements)
    if ref not in tracer.views:
        return
    root, places = tracer.views[ref]
    of_root = list(tracer.heap[root][1:])
    for place, element in zip(places.ravel(), elements):
        of_root[place] = element
    for other, (base, found) in list(tracer.views.items()):
        if base is root and other is not ref and other in tracer.heap:
            tracer.heap[other] = (tracer.heap[other][0], *[of_root[place] for place in found.ravel()])


def rows(tracer, value):
    array = open_array(tracer, value)
    if array.ndim > 1 and type(value) is Ref:
        return [viewed(tracer, value, lambda host, number=number: host[number]) for number in range(len(array))]
    return [close_array(tracer, boxed([row], ()) if not isinstance(row, np.ndarray) else row) for row in array]


def tolist(tracer, receiver):
    def nested(array):
        return tracer.new("list", tuple(nested(row) if isinstance(row, np.ndarray) else row for row in array))

    return nested(open_array(tracer, receiver))


METHODS: dict[str, callable] = {"tolist": tolist}  # name -> meaning(tracer, receiver, *args, **kwargs)


def type_of_elements(tracer, elements) -> np.dtype:
    """The dtype that NumPy's array has: one that holds them all."""
    if any(map(is_complex, elements)):
        return np.dtype(complex)
    told = [tracer.kinds.of_numpys(each) for each in elements if numeric(each)]
    if told and None not in told:
        return np.result_type(*told)
    return np.dtype(class_of(common_type(found)) if (found := list(filter(numeric, elements))) else float)


def array_attribute(tracer, value, name: str):
    shape = tracer.heap[value][0].value
    if name == "T":
        return viewed(tracer, value, lambda host: host.T)
    if name == "flat":
        return viewed(tracer, value, np.ravel, True)
    if name in ("real", "imag") and holds_complex(tracer, value):
        return elementwise(tracer, lambda each: parts(tracer, each)[name == "imag"], open_array(tracer, value))
    if name in ("real", "imag"):
        return value if name == "real" else Known(np.zeros(shape, type_of_elements(tracer, tracer.heap[value][1:])))
    if name in ("dtype", "itemsize", "nbytes", "strides"):
        kind = type_of_elements(tracer, tracer.heap[value][1:])
        return Known(kind if name == "dtype" else getattr(np.empty(shape, kind), name))
    facts = {"shape": shape, "ndim": len(shape), "size": prod(shape)}
    if name in facts:
        return Known(facts[name])
    return Builtin(METHODS[name], value, name) if name in METHODS else None
