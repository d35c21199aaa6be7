"""What the machine's operations mean, on NumPy: each a function of the items, the operation and its operands."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from ..elements import ELEMENTS, WHITE
from ..ir import BOOL
from ..ir.borders import inside
from ..ir.ops import whole_of_float
from . import values as V

Items = Any  # interpret.py: the items of a group, or of a grid

STORED = {"mask": "bool", "bool": "uint8"}  # what NumPy keeps elements as, where that is another


class Unsound(Exception):
    """A kernel does what none may do."""


def _decode(items: Items, op: V.Operation, args: list[Any]) -> Any:
    (dtype, unscaled), (raw,) = op.extra, args
    if op.type == "bool":
        return raw != 0
    wide, scaled = raw.astype(op.word), dtype in WHITE and ELEMENTS[op.word].kind == "f" and not unscaled
    return wide / wide.dtype.type(WHITE[dtype]) if scaled else wide


def _encode(items: Items, op: V.Operation, args: list[Any]) -> Any:
    (dtype, scalar), (value,) = op.extra, args
    if scalar is BOOL:
        one = WHITE.get(dtype, 1)
        return np.where(value, one, 0).astype(_stored(dtype))
    if dtype == "bool":
        return (value != 0).astype(np.uint8)
    if ELEMENTS[dtype].kind == "f":
        return value.astype(V.loaded(dtype))
    if scalar.is_float:
        scaled = np.rint(value * value.dtype.type(WHITE.get(dtype, 1)))
        return whole_of_float(scaled, ELEMENTS[dtype].limits).astype(dtype)
    lowest, highest = np.iinfo(value.dtype).min, np.iinfo(value.dtype).max
    low, high = ELEMENTS[dtype].limits
    return np.clip(value, max(low, lowest), min(high, highest)).astype(dtype)


def _stored(dtype: str) -> str:
    return "float32" if dtype in ("float16", "float32") else STORED.get(dtype, dtype)


def _border(items: Items, op: V.Operation, args: list[Any]) -> Any:
    index, size = args
    return np.asarray(inside(np.asarray(index), np.asarray(size), op.extra)).astype(np.int32)


def _sum(items: Items, op: V.Operation, args: list[Any]) -> Any:
    total = -args[0] if op.extra[0] else args[0]
    for minus, value in zip(op.extra[1:], args[1:]):
        total = total - value if minus else total + value
    return total


def _vector(items: Items, op: V.Operation, args: list[Any]) -> Any:
    rows = max(np.shape(arg)[0] for arg in args)
    return np.concatenate([np.broadcast_to(arg, (rows, np.shape(arg)[1])) for arg in args], axis=1)


def _merge(items: Items, op: V.Operation, args: list[Any]) -> Any:
    rows = max(np.shape(arg)[0] for arg in args)
    every = np.stack([np.broadcast_to(arg, (rows, op.lanes)) for arg in args], axis=2).reshape(rows, -1)
    return every[:, op.lanes * op.extra:op.lanes * (op.extra + 1)]


def _fours(items: Items, op: V.Operation, args: list[Any]) -> Any:
    rows = max(np.shape(arg)[0] for arg in args)
    fours = [np.broadcast_to(arg, (rows, op.lanes)).reshape(rows, -1, 4) for arg in args]
    return np.concatenate(fours, axis=2)[:, :, list(op.extra)].reshape(rows, op.lanes)


def _lookup(items: Items, op: V.Operation, args: list[Any]) -> Any:
    table, index = args
    index = np.asarray(index)
    if op.how == V.EXACT and ((index < 0) | (index > op.extra)).any():
        raise Unsound("an index is said to be within its table, and is not")
    found = table.place.data[0, np.clip(index, 0, op.extra)]
    return found != 0 if op.type == "bool" else found


def _bytes(items: Items, op: V.Operation, args: list[Any]) -> Any:
    channels = op.extra
    at = [(0, 3, 6, 9)] * 3 + [(4, 7, 10, 13)] if channels == 3 else [(0, 4, 8, 12)] * 4
    pixels = []
    for vector, starts in zip(args, at):
        for start in starts:
            parts = [vector[:, start + c].astype(np.uint32) << np.uint32(8 * c) for c in range(channels)]
            pixels.append(np.bitwise_or.reduce(parts))
    return np.stack(pixels, axis=1)


def _byte(items: Items, op: V.Operation, args: list[Any]) -> Any:
    return (args[0] >> np.uint32(8 * op.extra[0]) & np.uint32(255)).astype(np.int32)


def _into_bytes(items: Items, op: V.Operation, args: list[Any]) -> Any:
    parts = [np.broadcast_to(arg, np.broadcast_shapes(*map(np.shape, args))).astype(np.uint32) << np.uint32(8 * i)
             for i, arg in enumerate(args)]
    return np.bitwise_or.reduce(parts)


def _from_bytes(items: Items, op: V.Operation, args: list[Any]) -> Any:
    channels, number = op.extra
    every = [args[0][:, lane] >> np.uint32(8 * c) & np.uint32(255) for lane in range(16) for c in range(channels)]
    return np.stack(every[16 * number:16 * number + 16], axis=1).astype(np.uint8)


def _any(items: Items, op: V.Operation, args: list[Any]) -> Any:
    return np.logical_or.reduce([np.any(arg, axis=1, keepdims=True) for arg in args])


def bits(words: np.ndarray) -> np.ndarray:
    """The bits of words, the lowest first."""
    return np.asarray(words)[..., None] >> np.arange(32, dtype=np.uint32) & np.uint32(1)


MACHINE: dict[V.Machine, Callable[[Items, V.Operation, list[Any]], Any]] = {
    V.LEAST: lambda items, op, args: np.minimum(*args), V.GREATEST: lambda items, op, args: np.maximum(*args),
    V.BORDER: _border, V.LONG: lambda items, op, args: np.asarray(args[0], np.int64), V.ANY: _any,
    V.WIDEN: lambda items, op, args: np.asarray(args[0]), V.VECTOR: _vector,
    V.PICK: lambda items, op, args: (
        args[0].repeat(len(op.extra), 1) if args[0].shape[1] == 1 else args[0][:, list(op.extra)]),
    V.MERGE: _merge, V.FOURS: _fours, V.SUM: _sum, V.DECODE: _decode, V.ENCODE: _encode, V.LOOKUP: _lookup,
    V.BYTES: _bytes, V.BYTE: _byte, V.INTO_BYTES: _into_bytes, V.FROM_BYTES: _from_bytes,
    V.ITEM: lambda items, op, args: items.item[op.extra],
    V.MEMBER: lambda items, op, args: items.member[op.extra],
    V.ORIGIN: lambda items, op, args: items.item[op.extra] - items.member[op.extra],
    V.BEYOND: lambda items, op, args: np.int32(5 % op.extra),  # a picture may lie anywhere
    V.MEETS: lambda items, op, args: items.number % 2 == 0,  # so that either way is gone
    V.BIT: lambda items, op, args: np.uint32(1) << (np.asarray(args[0]) & 31).astype(np.uint32),
    V.ONES: lambda items, op, args: bits(args[0]).sum(axis=-1, dtype=np.int32),
    V.NTH: lambda items, op, args: (bits(args[0]).cumsum(axis=-1) <= np.asarray(args[1])[..., None]).sum(
        axis=-1, dtype=np.int32),
    V.RARELY: lambda items, op, args: args[0],
    V.COPY: lambda items, op, args: np.int32(0),
}
