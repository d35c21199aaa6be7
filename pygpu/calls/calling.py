"""A call that asks for more than one result of its own kind: options, stacks of images, pictures to write to.

A call without any of that never comes here.
"""

from __future__ import annotations

from collections import deque
from itertools import combinations
from math import prod
from operator import index
from threading import Lock
from time import perf_counter

import numpy as np

from ..errors import ArgumentError, ImageError
from ..runtime import DeviceImage, as_array, ingest, like, put
from .arguments import short
from .counted import known
from .cutting.spreading import spread
from .options import PLAIN, RESULTS, Options, cut_out, inside
from .tuples import Results
from .usual import of_bytes

OVERLAPS = 10_000  # places looked at until arrays count as apart

# What completion shows of a filter, beside names that Python gives a meaning.
PUBLIC = frozenset("""compute explain explain_html footprint function graph interact iterate joined known map needs plan
source timings tune""".split())


def names_to_complete(filter) -> list[str]:
    return [name for name in object.__dir__(filter) if name.startswith("_") or name in PUBLIC]


def pixel(filter, args, keywords):
    """`filter(HostImage(photo), Position(3, 4))`: one pixel, in plain Python, where pictures are read by calling them."""
    for value in (*args, *keywords.values()):
        if isinstance(value, (np.ndarray, DeviceImage)) or is_pil(value):
            raise filter.arguments.wrong("of a Position is one pixel, in plain Python, which reads a picture by calling it: "
                                         "give pygpu.HostImage(photo); without the Position all pixels are computed")
    return filter.pixel(*args, **keywords)


def call(filter, args, keywords: dict, results: dict):
    """`filter(*args, **keywords, **results)`; `results` has size, out, dtype and mode."""
    if filter.counts:
        return known(filter, filter.counts, type(filter).__call__, args, keywords | results)
    for name in RESULTS:
        if results[name] is not None and name in filter.names:  # a parameter of that name comes first
            keywords[name], results[name] = results[name], None
    said = results | keywords
    options = filter.options.and_those_of(keywords, filter.names)
    for found in of_bytes(filter, args, keywords, options, results, lambda it: type(filter).__call__(it, *args, **said)):
        return found
    images, numbers = filter.arguments.bind(args, keywords)
    results["size"] = size_asked(filter, results["size"], args, keywords, options.axis)
    if options.valid or options.axis is not None:
        filter.arguments.need_position("asked for its valid pixels" if options.valid else "given stacks")
    if not filter.arguments.only_pictures and (options.valid or options.alpha or options.linear):
        raise filter.arguments.wrong("takes arrays or volumes: valid=, alpha= and linear= are for pictures")
    if options.axis is not None and not filter.arguments.only_grids:
        raise filter.arguments.wrong("takes arrays: axis= is for pictures and volumes")
    once = valid if options.valid else whole
    if options.axis is not None:
        return stacks(filter, images, numbers, results, options, once)
    found = once(filter, images, numbers, results, options)
    return found[0] if filter.single else Results(found)


def is_special(function, options: Options, names) -> bool:
    """Whether a filter has something of that in each of its calls."""
    return options is not PLAIN or rule_of(function) is not None or not names.isdisjoint(RESULTS)


def size_asked(filter, size, args, keywords: dict, axis=None):
    """The size that a call says its results are to have, or that such a filter gives them; None: the first image's."""
    rule = rule_of(filter.function) if size is None else None
    return size if rule is None else rule({**filter.known, **dict(zip(filter.arguments.names, args)), **keywords}, axis)


def rule_of(function):
    """How a function says which size its results have, of what it is called with: a ready filter that is @sized."""
    return getattr(function, "size_of_result", None) if getattr(function, "rule", None) is not None else None


def whole(filter, images, numbers, results: dict, options: Options) -> tuple:
    """All pixels."""
    return placed(lambda **given: filter.run(images, numbers, **given, options=options, started=perf_counter()), results)


def valid(filter, images, numbers, results: dict, options: Options) -> tuple:
    """Only the pixels for which all that is read lies inside."""
    out = results["out"]
    outs = None if out is None else out if isinstance(out, (tuple, list)) else (out,)
    given = results | (asked_by(outs, results) if outs else {}) | {"out": None}
    found = filter.run(images, numbers, **given, options=options, started=perf_counter())
    pictures = [ingest(image, options.orient, options.wide) for image in images]
    box = inside(filter.graph, pictures, filter.arguments.size_of(results["size"], pictures))
    parts = tuple([cut_out(result, box) for result in found])
    return delivered(parts, outs) if outs else parts


# --- pictures to write to --------------------------------------------------------------------------------------------

def placed(run, results: dict) -> tuple:
    """What `run(**results)` gives, in the pictures that out= holds, if it holds any: whatever they are made of."""
    out = results["out"]
    if out is None:
        found: tuple = run(**results)
        return found
    outs = out if isinstance(out, (tuple, list)) else (out,)
    for one in outs:
        if isinstance(one, str) or hasattr(one, "__fspath__"):
            raise ArgumentError(f"out= is a picture that is written to, not the name of a file: of a PIL image, "
                                f"filter(...).save({str(one)!r})")
    if not outs:
        raise ArgumentError(f"out={out!r} holds no picture: give one for each result, or None")
    if any(overlap(*pair) for pair in combinations(outs, 2)):
        raise ArgumentError("out= holds two pictures in the same memory, where one result would be written over the other: "
                            "give each its own")
    given = results | asked_by(outs, results)
    if any(is_pil(one) or is_apart(one) for one in outs):
        return delivered(run(**given | {"out": None}), outs)
    views = tuple([one if one is None or isinstance(one, (DeviceImage, np.ndarray)) else as_array(one) for one in outs])
    given["out"] = views if isinstance(out, (tuple, list)) else views[0]
    return tuple([result if one is None else one for one, result in zip(outs, run(**given))])


def asked_by(outs, results: dict) -> dict:
    """The type, or for a PIL image the mode, of each picture that results are written to: results are made so."""
    types = tuple([None if one is None or is_pil(one) else type_of(one) for one in outs])
    modes = tuple([one.mode if is_pil(one) else None for one in outs])
    asked = results["dtype"]
    if asked is not None and any(t is not None and t != np.dtype(asked) for t in types):
        raise ArgumentError(f"dtype={asked!r}, but out= holds {', '.join(str(t) for t in types if t is not None)}: "
                            "leave one of them out")
    return {"dtype": types if any(types) else asked, "mode": modes if any(modes) else results["mode"]}


def type_of(target) -> np.dtype:
    if isinstance(target, DeviceImage):
        return target.dtype
    if is_apart(target):
        if not hasattr(target, "__setitem__") or not hasattr(target, "dtype"):
            raise ArgumentError(f"out= is {short(target)}, which cannot be written to: give an array")
        return np.dtype(target.dtype)
    array = as_array(target)
    if not array.flags.writeable:
        raise ArgumentError("out= is an array that cannot be written to")
    return array.dtype


def overlap(one, other) -> bool:
    """Whether what is written to the one is seen in the other: columns between one another's don't."""
    if one is other or not isinstance(one, np.ndarray) or not isinstance(other, np.ndarray):
        return one is other is not None
    try:
        return np.shares_memory(one, other, max_work=OVERLAPS)
    except np.exceptions.TooHardError:
        return False


def delivered(found: tuple, outs) -> tuple:
    """Results copied to where they were wanted."""
    if len(found) != len(outs):
        raise ArgumentError(f"out= holds {len(outs)} pictures, but this filter has {len(found)} results")
    return tuple([result if target is None else copied(result, target) for result, target in zip(found, outs)])


def copied(result, target):
    if is_pil(target):
        if target.size != result.size:
            raise ArgumentError(f"out= has the size {target.size}, but the result's is {result.size}")
        target.paste(result)
        return target
    array = np.asarray(result)
    if is_apart(target):
        if tuple(target.shape) not in (array.shape, (*array.shape, 1)):
            raise ArgumentError(f"out= has the shape {tuple(target.shape)}, but the result's is {array.shape}")
        target[...] = array.reshape(target.shape)
        return target
    view = target if isinstance(target, np.ndarray) else as_array(target)
    if view.shape not in (array.shape, (*array.shape, 1)):
        raise ArgumentError(f"out= has the shape {view.shape}, but the result's is {array.shape}")
    np.copyto(view, array.reshape(view.shape), casting="unsafe")
    return target


def is_apart(target) -> bool:
    """Whether what NumPy makes of it is a copy, as of a Zarr array: then it is written to as a whole, by its own rules."""
    if target is None or isinstance(target, (np.ndarray, DeviceImage)) or is_pil(target):
        return False
    return not np.may_share_memory(as_array(target), as_array(target))


def is_pil(thing) -> bool:
    return hasattr(thing, "getbands") and hasattr(thing, "paste")


# --- stacks ----------------------------------------------------------------------------------------------------------

def stacks(filter, images, numbers, results: dict, options: Options, once):
    """Each image of a stack by itself, or each volume. Arrays of more dimensions than these have are stacks; a PIL image, a
    DeviceImage and an array of as many serve all of them."""
    given = list(zip(images, filter.arguments.images))
    piles = [pile_of(image, options.axis, spec.type.dimensions) for image, spec in given]
    lengths = {pile.lengths for pile in piles if pile is not None}
    if len(lengths) != 1:
        raise ArgumentError(f"axis={options.axis!r}: " + (
            f"the stacks are of different lengths: {', '.join(map(told, sorted(lengths)))}" if lengths else
            f"no argument is a stack, {' or '.join(STACKS[given[0][1].type.dimensions])}" if given else "there is no stack"))
    length = prod(lengths.copy().pop())
    if length == 0:
        raise ImageError("this stack holds no image")
    first, axes = next((image, pile.axes) for image, pile in zip(images, piles) if pile is not None)
    out = results["out"]
    outs = out if isinstance(out, (tuple, list)) else (out,)
    if any(map(is_apart, outs)):
        found = stacks(filter, images, numbers, results | asked_by(outs, results) | {"out": None}, options, once)
        delivered((found,) if filter.single else found, outs)
        return out
    rooms = None if out is None else [Pile(as_array(one), axes) for one in
                                      outs]
    if rooms is not None:
        arrays = [room.array for room in rooms]
        images = [image if pile is not None else apart(image, arrays) for image, pile in zip(images, piles)]
        piles = [None if pile is None else Pile(apart(pile.array, arrays), axes) for pile in piles]

    fresh = None if out is not None else Rooms(lengths.pop(), axes)

    def one(i: int) -> None:
        each = [image if pile is None else pile.at(i) for image, pile in zip(images, piles)]
        if fresh is not None and fresh.piles and once is whole and results["mode"] is None:
            filter.run(each, numbers, **results | {"out": fresh.of(i)}, options=options, started=perf_counter())
            return
        room = None if rooms is None else tuple([its.at(i) for its in rooms])
        given = results | {"out": room if room is None or not filter.single else room[0]}
        found = once(filter, each, numbers, given, options)
        if fresh is not None:
            fresh.put(i, found)

    deque(spread(one, range(length)), 0)
    if fresh is None:
        return out
    joined = [like(pile.array, first) for pile in fresh.piles]
    return joined[0] if filter.single else Results(joined)


STACKS = {2: ("an array of (images, height, width)", "(images, height, width, channels)"),
          3: ("an array of (volumes, depth, height, width)", "(volumes, depth, height, width, channels)")}


def told(lengths: tuple) -> str:
    return " x ".join(map(str, lengths))


class Pile:
    """A stack as a sequence of arrays, those along its axes by themselves."""

    def __init__(self, array: np.ndarray, axes: tuple):
        self.array, self.axes = array, axes
        self.front = np.moveaxis(array, axes, range(len(axes)))

    @property
    def lengths(self) -> tuple:
        return self.front.shape[:len(self.axes)]

    def at(self, i: int) -> np.ndarray:
        return self.front[np.unravel_index(i, self.lengths)]


class Rooms:
    """Where the results of a stack come to lie: made when the first of them shows what they are."""

    def __init__(self, lengths: tuple, axes: tuple):
        self.lengths, self.axes, self.piles, self.lock = lengths, axes, [], Lock()

    def put(self, i: int, found) -> None:
        found = [np.asarray(each) for each in found]
        with self.lock:
            self.piles = self.piles or [Pile(self.made(each), self.axes) for each in found]
        for room, each in zip(self.of(i), found):
            put(room, each)

    def made(self, one: np.ndarray) -> np.ndarray:
        shape = [*np.expand_dims(one, self.axes).shape]
        for axis, length in zip(self.axes, self.lengths):
            shape[axis] = length
        return np.empty(shape, one.dtype)

    def of(self, i: int) -> tuple:
        return tuple([pile.at(i) for pile in self.piles])


def apart(image, rooms):
    """A picture or a stack, copied where a result of one image would be written over what a later one reads. (A stack
    that lies exactly where its results go is read before it is written, image by image.)"""
    if not isinstance(image, DeviceImage) and not is_pil(image):
        array = as_array(image)
        if any(np.may_share_memory(array, room) and place(array) != place(room) for room in rooms):
            return array.copy()
    return image


def place(array: np.ndarray) -> tuple:
    return array.__array_interface__["data"][0], array.shape, array.strides, array.dtype


def pile_of(image, axis, dimensions: int) -> Pile | None:
    """A stack, or None where it is one image, or one volume."""
    if isinstance(image, DeviceImage) or is_pil(image):
        return None
    array = image if len(getattr(image, "shape", ())) == dimensions else as_array(image)
    if array.ndim == dimensions:
        return None
    axes = tuple([number_of(image, each) for each in (axis if isinstance(axis, (tuple, list)) else (axis,))])
    if array.ndim < dimensions + len(axes) or not all([-array.ndim <= each < array.ndim for each in axes]) or (
            len({each % array.ndim for each in axes}) != len(axes)):
        raise ArgumentError(f"axis={axis!r}: an array of the shape {tuple(array.shape)} is no stack of "
                            f"{'images' if dimensions == 2 else 'volumes'} along "
                            f"{'that axis' if len(axes) == 1 else 'these axes'}")
    return Pile(array, axes)


def number_of(image, axis) -> int:
    """An axis by its number, or by its name in an xarray."""
    if isinstance(axis, str):
        if not hasattr(image, "get_axis_num"):
            raise ArgumentError(f"axis={axis!r}: only an xarray has axes with names; give its number")
        axis = image.get_axis_num(axis)
    try:
        return index(axis)
    except TypeError:
        raise ArgumentError(f"axis={axis!r} is not the number of an axis") from None


# --- what whole numbers cannot hold ----------------------------------------------------------------------------------

def has_nan(pictures) -> bool:
    """Whether a picture from the host holds a NaN. (One on a device is not looked through.)"""
    return any(p.array.dtype.kind == "f" and np.isnan(np.min(p.array)) for p in pictures
               if not isinstance(p, DeviceImage))


def refuse_nan(name: str, results, formats) -> None:
    """Raised before a NaN would become a whole number that means something else."""
    for result, form in zip(results, formats):
        found = np.argwhere(np.isnan(np.asarray(result))) if np.dtype(form.dtype).kind in "iu" else ()
        if len(found):
            where = found[0][:result.ndim - (form.channels > 1)][::-1].tolist()
            raise ImageError(f"{name}() gives NaN at {tuple(where)}, which {form.dtype} cannot hold: give dtype='float32', "
                             f"or let the filter say what a NaN becomes (pygpu.isnan)")
