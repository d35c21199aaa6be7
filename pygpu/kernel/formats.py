"""How pixels lie in memory, and their way to the graph's types and back.

Unsigned integers span 0..1 in a filter; on the way out they are scaled, rounded half to even and saturated, and a NaN
becomes 0. Signed integers, bools and floats pass as they are. A truth stored as a number is 0 or the format's 1.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from ..elements import ELEMENTS, WHITE
from ..ir import FLOAT, Type
from .statements import Code, Store
from .values import (
    BYTE,
    BYTES,
    DECODE,
    ENCODE,
    FOURS,
    FROM_BYTES,
    INTO_BYTES,
    MERGE,
    PICK,
    WORDS,
    Expr,
    Load,
    Number,
    Operation,
    expr,
    loaded,
    vector,
)


@dataclass(frozen=True, slots=True)
class Format:
    """How an image's pixels lie in memory: interleaved channels of one storage type, rows `stride` elements apart.

    `dtype` is the name of an element (ir.ELEMENTS): uint8, float32...
    `memory` is "buffer" or "image" (an image2d_t read through a sampler). What is `common` lies in a piece of memory with
    others, and kernels are told at which place. Of numbers as wide as lanes of `fours`, vectors are put together and taken
    apart within each four of them: a processor whose registers hold eight takes several times as long for others.
    """

    dtype: str
    channels: int
    memory: str = "buffer"
    common: bool = False
    fours: bool = False


STAGE = Format("float32", 1)
FOUR = 4  # numbers that any processor puts among one another by an instruction; others go by way of memory (two cores with
#           AVX2, sums along rows of 2048 x 2048: 2.4 ms by hand, 10 ms where all is done in registers)


def kept(type: Type) -> Format:
    """How a stage of such numbers is kept that later passes read."""
    return STAGE if type is FLOAT else Format(type.stored, 1)


def load(format: Format, scalar: Type, row: Expr, column: Expr | int) -> Expr:
    """One channel from a buffer, as the graph's type; `column` counts elements from `row`."""
    return decoded(format, scalar, Load(row, expr(column)))


def whole(format: Format) -> bool:
    """Whether a pixel's channels can be one vector of the language, which lies at a multiple of its own size."""
    return format.memory == "buffer" and format.channels in (2, 4) and format.dtype != "float16"


def whole_pixel(format: Format, row: Expr, column: Expr) -> Expr:
    """Such a vector: all channels read at once."""
    return Load(row + column, Number(0), format.channels, True)


def component(format: Format, scalar: Type, pixel: Expr, channel: int) -> Expr:
    """One channel out of such a vector."""
    return decoded(format, scalar, pick(pixel, (channel,)))


def pick(value: Expr, lanes: tuple[int, ...]) -> Expr:
    return Operation(PICK, (value,), value.type, len(lanes), "", lanes)


def decoded(format: Format, scalar: Type, raw: Expr, unscaled: bool = False) -> Expr:
    """Stored elements as the graph's type; those that span 0..1 may be left as they are."""
    dtype = format.dtype
    if scalar.word == loaded(dtype) or scalar is FLOAT and ELEMENTS[dtype].kind in "bi":
        return raw
    return Operation(DECODE, (raw,), WORDS[scalar], raw.lanes, "", (dtype, unscaled))


def scale(format: Format, scalar: Type) -> float:
    """What stored elements are to be multiplied with."""
    return 1.0 / WHITE[format.dtype] if format.dtype in WHITE and scalar is FLOAT else 1.0


def encoded(format: Format, scalar: Type, value: Expr) -> Expr:
    """A value of the graph as the storage type; for float16, as the float to be stored."""
    dtype = format.dtype
    if scalar.word == loaded(dtype) and scalar.kind != "b":
        return value
    return Operation(ENCODE, (value,), loaded(format.dtype), value.lanes, "", (dtype, scalar))


def store(code: Code, format: Format, scalar: Type, values: list[Expr], row: Expr, column: Expr | int,
          at_once: bool = False) -> None:
    """Writes one pixel, all its channels; `at_once` where they are such a vector."""
    n = len(values)
    value = values[0] if n == 1 else vector(values, WORDS[scalar], n)
    code.add(Store(row, expr(column), encoded(format, scalar, value), n, n > 1 and at_once))


# --- vectors of pixels ----------------------------------------------------------------------------------------------

def in_words(format: Format, lanes: int) -> bool:
    """Whether each pixel of a vector is best made one integer of 32 bits, which it fits into."""
    return format.dtype == "uint8" and format.channels in (3, 4) and lanes == 16


def words(format: Format, vectors: Sequence[Expr]) -> Expr:
    """Sixteen pixels as integers: four at a time, from vectors of bytes that lie where `word_places` says."""
    return Operation(BYTES, tuple(vectors), "uint32", 16, "", format.channels)


def word_places(format: Format) -> tuple[int, ...]:
    """At which bytes the vectors begin that hold sixteen pixels; the last one does not reach beyond the last pixel."""
    return (0, 16, 32, 48) if format.channels == 4 else (0, 12, 24, 32)


def into_words(channels: list[Expr]) -> Expr:
    """Vectors of bytes, one for each channel, as a vector of pixels that are integers."""
    return Operation(INTO_BYTES, tuple(channels), "uint32", 16)


def out_of_words(word: Expr, channels: int) -> list[Expr]:
    """The bytes of sixteen such pixels, in as many vectors as they have channels."""
    return [Operation(FROM_BYTES, (word,), "uint8", 16, "", (channels, i)) for i in range(channels)]


def pixels(format: Format, start: Expr, lanes: int) -> list[Expr]:
    """Interleaved pixels, from which channels are picked, in as many vectors as they have channels."""
    n = format.channels
    if format.fours:
        return [in_fours(start, FOUR * n, number, lanes) for number in range(n)]
    return [Load(start, Number(i), lanes) for i in range(n)]


def picked(format: Format, vectors: Sequence[Expr], channel: int, lanes: int) -> Expr:
    """One channel out of vectors of interleaved pixels, or out of one of words."""
    if len(vectors) == 1:
        return Operation(BYTE, (vectors[0],), "int32", lanes, "", (channel, format.channels))
    if format.fours:
        return stepping(dict(enumerate(vectors)), format.channels, channel)
    parts: list[Expr] = []
    channels = format.channels
    for i, each in enumerate(vectors):
        inside = [e - i * lanes for e in range(channel, channels * lanes, channels) if i * lanes <= e < (i + 1) * lanes]
        parts += [pick(each, piece) for piece in pieces(inside)]
    return vector(parts, loaded(format.dtype), lanes)


def pieces(at: Sequence[int]) -> Iterator[tuple[int, ...]]:
    """Lanes in lengths that there are."""
    while at:
        size = next(n for n in (8, 4, 2, 1) if n <= len(at))
        yield tuple(at[:size])
        at = at[size:]


def _merged(vectors: Sequence[Expr], part: int) -> Expr:
    return Operation(MERGE, tuple(vectors), vectors[0].type, vectors[0].lanes, "", part)


def interleaved(format: Format, channels: Sequence[Expr], lanes: int, let: Callable[[Expr], Expr]) -> list[Expr]:
    """Channels put together pixel by pixel, in as many vectors; `let` gives a name to what is needed several times."""
    n = len(channels)
    if format.fours and n in (3, 4):
        return _in_order(_put_in_fours(channels, let), lanes)
    if n in (2, 3):
        return [_merged(channels, part) for part in range(n)]
    if n == 4:
        twos = [[_merged(channels[first::2], part) for first in (0, 1)] for part in (0, 1)]
        return [_merged(each, part) for each in twos for part in (0, 1)]
    return [vector([pick(channels[e % n], (e // n,)) for e in range(i * lanes, (i + 1) * lanes)], channels[0].word, lanes)
            for i in range(n)]


def loading(format: Format, lanes: int, wide: int) -> list[tuple[int, ...]]:
    """For which lanes each vector is loaded, where so many elements are loaded for each lane."""
    if format.fours:
        group = FOUR // wide
        return [tuple([four + at + i for four in range(0, lanes, FOUR) for i in range(group)])
                for at in range(0, FOUR, group)]
    share = lanes // wide
    return [tuple(range(first, first + share)) for first in range(0, lanes, share)]


def taken_apart(format: Format, vectors: Sequence[Expr], wide: int, let: Callable[[Expr], Expr]) -> Sequence[Expr]:
    """The first elements of all lanes out of such vectors, the second ones, and so on."""
    if format.fours:
        return woven(vectors, let) if wide == FOUR else [
            _of_fours(vectors[0], vectors[1], lanes) for lanes in ((0, 2, 4, 6), (1, 3, 5, 7))]
    lanes = vectors[0].lanes
    return [vector([pick(each, tuple(range(which, lanes, wide))) for each in vectors], vectors[0].word, lanes)
            for which in range(wide)]


# --- within fours ---------------------------------------------------------------------------------------------------

def in_fours(start: Expr, further: int, number: int, lanes: int) -> Expr:
    """For each four of the lanes, whose numbers lie so much further than those of the four before, four numbers from four
    times `number` on."""
    parts = [Load(start + (further * four + FOUR * number), Number(0), FOUR) for four in range(lanes // FOUR)]
    return vector(parts, parts[0].word, lanes)


def fours_of(step: int, first: int) -> list[int]:
    """The numbers of the vectors in which those lie that are `step` apart, from a first one on."""
    return sorted({place // FOUR for place in range(first, first + FOUR * step, step)})


def stepping(vectors: Mapping[int, Expr], step: int, first: int) -> Expr:
    """Numbers that lie `step` apart, from a first one on, out of such vectors."""
    one, two, three, four = [divmod(place, FOUR) for place in range(first, first + FOUR * step, step)]
    if len({one[0], two[0], three[0], four[0]}) <= 2:
        a, b = one[0], four[0]
        return _of_fours(vectors[a], vectors[b], [lane + FOUR * (at == b != a) for at, lane in (one, two, three, four)])
    halves, lanes = [], []
    for pair in ((one, two), (three, four)):
        (a, at), (b, other) = pair
        if a == b:
            halves.append(vectors[a])
            lanes += [at, other]
            continue
        # What the numbers beside these need as well is found at once: a shuffle for two channels.
        before = 0
        while before < first and at > before and other > before:
            before += 1
        odd = before % 2
        halves.append(_of_fours(vectors[a], vectors[b], [at - odd, min(at - odd + 1, 3), FOUR + other - odd,
                                                         FOUR + min(other - odd + 1, 3)]))
        lanes += [odd, 2 + odd]
    return _of_fours(halves[0], halves[1], [lanes[0], lanes[1], FOUR + lanes[2], FOUR + lanes[3]])


def of_fours(vectors: Sequence[Expr], places: Sequence[int]) -> Expr:
    """Of each four lanes, what lies at these places of one such vector or of two."""
    first = min(places) // FOUR * FOUR
    if len(vectors) > 1:
        return _of_fours(vectors[0], vectors[1], [at - first for at in places])
    lanes = range(0, vectors[0].lanes, FOUR)
    return pick(vectors[0], tuple([four + at - first for four in lanes for at in places]))


def _of_fours(a: Expr, b: Expr, lanes: Sequence[int]) -> Expr:
    return Operation(FOURS, (a, b), a.type, a.lanes, "", tuple(lanes))


def _put_in_fours(channels: Sequence[Expr], let: Callable[[Expr], Expr]) -> Sequence[Expr]:
    """Three or four channels as such vectors: each has four numbers in the order of memory for each four pixels."""
    if len(channels) == 3:
        r, g, b = channels
        rg, gb = let(_of_fours(r, g, (0, 2, 4, 6))), let(_of_fours(g, b, (1, 3, 5, 7)))
        br = let(_of_fours(b, r, (0, 2, 5, 7)))
        return [let(_of_fours(rg, br, (0, 2, 4, 6))), let(_of_fours(gb, rg, (0, 2, 5, 7))),
                let(_of_fours(br, gb, (1, 3, 5, 7)))]
    return woven(channels, let)


def woven(vectors: Sequence[Expr], let: Callable[[Expr], Expr]) -> Sequence[Expr]:
    """Four vectors, each four lanes of them turned."""
    for _ in range(2):
        vectors = [let(_of_fours(vectors[i], vectors[i + 2], side)) for i in (0, 1) for side in ((0, 4, 1, 5), (2, 6, 3, 7))]
    return vectors


def _in_order(vectors: Sequence[Expr], lanes: int) -> list[Expr]:
    """Such vectors as they lie in memory."""
    n, fours = len(vectors), lanes // FOUR
    parts = [pick(vectors[at % n], (*range(at // n * FOUR, at // n * FOUR + FOUR),)) for at in range(n * fours)]
    return [vector(parts[i:i + fours], parts[0].word, lanes) for i in range(0, n * fours, fours)]
