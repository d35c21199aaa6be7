"""Tallies: what is folded entry by entry, as in a histogram.

    function counts (x, y): t = tally add of each (0, 0, width, height, x), 256 entries

`each` is a Function that gives, at each place of the rectangle, the number of an entry and a value for it (or several
values, for several tables). The tally is, for the entry that is asked for, the fold of the values that were meant for it;
a place that names no entry counts for none.

Planned, the function is a graph that `tallies`: its coordinates are the places of the rectangle, its results the values,
and a last output tells the entry and the rectangle. What is kept of it are tables, one below the other, each of a part of
the places (schedule/folds/folds.py, kernel/folds/tallies.py).
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from .folds import How, nothing
from .graph import Block, Op, every_op
from .types import Type

ENTRIES = "Entries"
UFUNCS = {"add": np.add, "mul": np.multiply, "min": np.fmin, "max": np.fmax, "and": np.bitwise_and, "or": np.bitwise_or,
          "xor": np.bitwise_xor}


class Tally(NamedTuple):
    """How values are put together, and how many entries there are."""

    how: How
    length: int


def tallies(block: Block) -> list[Op]:
    """Every tally in a block, those in inner blocks included."""
    return [op for op in every_op(block) if op.kind.name == "tally"]


def tallied(how: How, length: int, types: list[Type], entry: np.ndarray, values: list[np.ndarray]) -> list[np.ndarray]:
    """The tables: every entry of each."""
    entry = entry.ravel()
    meant = (entry >= 0) & (entry < length)
    found = []
    for kind, type, value in zip(how, types, values, strict=True):
        wide = np.float64 if np.dtype(type.numpy).kind == "f" and kind in ("add", "mul") else type.numpy
        table = np.full(length, nothing(kind, type), wide)
        UFUNCS[kind].at(table, entry[meant], value.ravel()[meant])
        found.append(table.astype(type.numpy))
    return found
