"""Folds: one value for a whole rectangle of places, whatever the order in which they are visited.

    mean (): t = fold add of value (0, 0, width, height)

`value` is a Function; what it gives at each place of the rectangle (left, top, columns, rows) is put together with what
was there before. `how` says how, for each of its results:

    add mul min max and or xor        by themselves
    first max, last max, ... min      the best value, and after it, `with` it, what belongs to its place; of several that
                                      are as good the first, or the last, as one reads
    ... placed                        the same, where the last two that go with it are the place: then any order will do

A rectangle without places gives what changes nothing: 0, 1, the largest or smallest number, all bits.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from typing import NamedTuple

import numpy as np

from .graph import Block, Const, Op, Value, every_op
from .ops import Array
from .types import BOOL, FLOAT, Type

WITH, PLACE = "with", "place"  # what comes with a value; where it is, which is nowhere at first
BEST = {f"{which} {kind}": (kind, which == "first") for which in ("first", "last") for kind in ("min", "max")}
PLACED = {f"{name} placed": meaning for name, meaning in BEST.items()}
KEYED = {f"{name} keyed": meaning for name, meaning in BEST.items()}  # one after the other, before they have keys
BETTER = {"max": ("gt", "ge"), "min": ("lt", "le")}
ALONE = {"add", "mul", "min", "max", "and", "or", "xor"}

How = tuple[str, ...]


class Team(NamedTuple):
    """How a function is computed by so many members for each of its places, which are along an axis of its graph from 0 on:
    what they give is put together (schedule/folds/folds.py, kernel/folds/teams.py)."""

    how: How
    members: int
    axis: int


class Lot(NamedTuple):
    """That a function gives, for the places of a rectangle which its last output tells, so many columns and rows at a time,
    what they come to together: at (0, 0) for the first such lot; where so many lots `beside` and below one another are a
    team, at (0, 0) for the first team, and so on row by row of teams (schedule/folds/folds.py, kernel/folds/lots.py)."""

    how: How
    columns: int
    rows: int
    beside: tuple[int, int] | None = None

    @property
    def area(self) -> tuple[int, int]:
        """The columns and rows of one value."""
        across, down = self.beside or (1, 1)
        return self.columns * across, self.rows * down


def folds(block: Block) -> list[Op]:
    """Every fold in a block, those in inner blocks included."""
    return [op for op in every_op(block) if op.kind.name == "fold"]


def nothing(kind: str, type: Type) -> bool | int | float:
    """What changes nothing."""
    kind = kind.split()[1] if " " in kind else kind
    if type is BOOL:
        return kind == "and"
    if kind in ("min", "max"):
        low, high = (-math.inf, math.inf) if type.is_float else type.limits
        return low if kind == "max" else high
    return type.number(-1 if kind in ("and", PLACE) else kind == "mul")


def groups(how: How) -> Iterator[tuple[str, slice]]:
    """What belongs together: a kind, and which values."""
    starts = [i for i, kind in enumerate(how) if kind not in (WITH, PLACE)]
    for start, end in zip(starts, [*starts[1:], len(how)]):
        yield how[start], slice(start, end)


def together(emit: Callable[..., Value], how: How, before: list[Value], after: list[Value]) -> list[Value]:
    """What two parts give together; where the order counts, `before` is the earlier one."""
    found: list[Value] = []
    for kind, which in groups(how):
        one, other = before[which], after[which]
        if kind in ALONE:
            found.append(emit(kind, *one, *other))
            continue
        best, first = (BEST | PLACED | KEYED)[kind]
        strictly, also = BETTER[best]
        if kind not in PLACED:
            better = emit(strictly if first else also, other[0], one[0])
        else:
            (*_, y, x), (*_, v, u) = one, other
            if not first:
                (x, y), (u, v) = (u, v), (x, y)
            sooner = emit("or", emit("lt", v, y), emit("and", emit("eq", v, y), emit("lt", u, x)))
            better = emit("or", emit(strictly, other[0], one[0]), emit("and", emit("eq", other[0], one[0]), sooner))
        found += [emit("select", better, b, a) for a, b in zip(one, other)]
    return found


def folded(how: How, values: list[np.ndarray]) -> list[Array]:
    """The same for all places at once: arrays of the values at each, in the order in which one reads."""
    found: list[Array] = []
    values = [value.ravel() for value in values]
    for kind, which in groups(how):
        own = values[which]
        dtype = own[0].dtype
        if kind in ALONE:
            found.append(_alone(kind, own[0]).astype(dtype))
            continue
        best, first = (BEST | PLACED)[kind]
        key = own[0] if dtype.kind != "f" else np.where(np.isnan(own[0]), nothing(best, FLOAT), own[0])
        at = None
        if key.size:
            pick = np.argmax if best == "max" else np.argmin
            at = pick(key) if first else key.size - 1 - pick(key[::-1])
        start = nothing(best, FLOAT) if dtype.kind == "f" else None
        if at is None or key[at] == start:  # nothing was better than nothing
            found += [dtype.type(_least_wanted(best, dtype)), *[each.dtype.type(0) for each in own[1:]]]
        else:
            found += [each[at] for each in own]
    return found


def _least_wanted(kind: str, dtype: np.dtype) -> float:
    if dtype.kind == "f":
        return -math.inf if kind == "max" else math.inf
    return int(np.iinfo(dtype).min if kind == "max" else np.iinfo(dtype).max)


def _alone(kind: str, value: np.ndarray) -> Array:
    if kind == "add":
        return np.add.reduce(value, dtype=np.float64 if value.dtype.kind == "f" else value.dtype)
    if kind == "mul":
        return np.multiply.reduce(value, dtype=np.float64 if value.dtype.kind == "f" else value.dtype)
    if kind in ("min", "max"):  # a NaN is never less or more
        return (np.fmin if kind == "min" else np.fmax).reduce(value, initial=_least_wanted(kind, value.dtype))
    if value.dtype.kind == "b":
        return {"and": np.logical_and, "or": np.logical_or, "xor": np.logical_xor}[kind].reduce(value)
    return {"and": np.bitwise_and, "or": np.bitwise_or, "xor": np.bitwise_xor}[kind].reduce(value)


def identities(how: How, types: list[Type]) -> list[Value]:
    """The constants that a fold begins with."""
    return [Const(type, nothing(kind, type)) for kind, type in zip(how, types, strict=True)]
