"""Memory between kernels, of which a program of functions may need a hundred pieces: small ones are parts of one piece
of the pool, so that a call takes and gives back one. (A pyramid of ten levels has 73: half a millisecond of a call.)
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from .pool import SPREAD_FROM, Lease, Memory, Pool

LARGEST = 32 << 20  # bytes of what is a part; on a CPU less: large pieces lie where none is in another's way in caches


class Room(NamedTuple):
    """Memory between the steps: its bytes, and the numbers of those before it that kernels walk along together with it."""

    nbytes: int
    beside: tuple[int, ...] = ()


class Piece(NamedTuple):
    """A part of what is leased."""

    buffer: Any
    memory: Memory


Holder = Lease | Piece


class Packing:
    """Which rooms are parts, and where they begin."""

    def __init__(self, rooms: Sequence[Room], zero_copy: bool, alignment: int):
        self.rooms, self.size = rooms, 0
        largest = min(SPREAD_FROM - 1, LARGEST) if zero_copy else LARGEST
        small = [room for room in rooms if room.nbytes <= largest]
        self.begins: list[int | None] = []
        for room in rooms:
            packed = len(small) > 1 and room.nbytes <= largest
            self.begins.append(self.size if packed else None)
            if packed:
                self.size += -(-room.nbytes // alignment) * alignment

    def take(self, pool: Pool, pictures: Sequence[int]) -> tuple[list[Holder], list[Lease]]:
        """A holder for each room, and what has to be kept until the kernels are done. Large rooms lie apart from the
        `pictures` at these addresses."""
        found: list[Holder] = []
        leases: list[Lease] = []
        if self.size:
            arena = pool.take(self.size)
            leases.append(arena)
            parts = self.parts(arena.memory)
        for room, begin in zip(self.rooms, self.begins):
            if begin is None:
                beside = [*pictures, *[found[n].memory.address for n in room.beside]] if room.beside else pictures
                leases.append(pool.take(room.nbytes, beside=beside))
                found.append(leases[-1])
            else:
                found.append(Piece(parts[begin], arena.memory))
        return found, leases

    def parts(self, memory: Memory) -> dict[int, Any]:
        """The parts of a piece of memory, which stay as long as it is had for the same."""
        if memory.parts is None or memory.parts[0] is not self:
            parts = {begin: memory.buffer.get_sub_region(begin, room.nbytes)
                     for room, begin in zip(self.rooms, self.begins) if begin is not None}
            memory.parts = self, parts
        return memory.parts[1]
