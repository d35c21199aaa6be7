"""Reads that leap: at 2*x + 1, x // 2 or x // 2 + x % 2, or by a number of the call, x + shift, in a row that is the same
for all pixels of a vector.

Their columns lie near one another, at distances that are known beforehand, so a few vectors are loaded and their lanes
put in order, where a read at any place would take its pixels one by one.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import groupby
from typing import NamedTuple

from ...ir import ImageParam
from ...ir.ops import ADD, AND, MUL, SHL, SHR, SUB
from ...schedule.plans import Plan
from ...schedule.stages.kinds import CONST, GATHER, X
from .. import formats
from ..blocks.block import Key, Order, Piece, operands
from ..formats import FOUR, Format
from ..frame import Source
from ..values import Expr, Load, Number, long, vector
from .spans import Span

LOADS = 4              # vectors, at most; of fours, of which only those are loaded that are needed, twice as many
FURTHEST = 1 << 24     # no column is so far away that 32 bits would not do
MASKS = 1, 3, 7        # what x % 2, 4 and 8 are found with
SHORT = 8              # lanes of a vector that is loaded where so few do


class Leap(NamedTuple):
    """The column `((stride * x + offset) >> shift) + more[x % len(more)]`; what is loaded for it begins `early`."""

    stride: int
    offset: int
    shift: int
    more: tuple[int, ...] = (0,)
    early: int = 0

    def lanes(self, lanes: int) -> list[int]:
        """How far beyond `first` the column of each lane lies; of what comes again, where a vector begins with the first."""
        return [((self.stride * lane + self.lead) >> self.shift) + self.more[lane % len(self.more)] + self.early
                for lane in range(lanes)]

    @property
    def known(self) -> bool:
        """Whether it is one number."""
        return not self.stride and len(self.more) == 1

    @property
    def lead(self) -> int:
        """What of the offset is not in `first`."""
        return self.offset % max(self.stride, 1 << self.shift)

    @property
    def start(self) -> int:
        """The column from which on pixels are loaded for the first vector."""
        return (self.offset >> self.shift if self.shift else self.offset - self.lead) - self.early

    def first(self, x: Expr) -> Expr:
        """That for a vector that begins at x."""
        start = self.stride * x
        return (start // (1 << self.shift) if self.shift else start) + self.start  # x is a multiple of what divides it

    def elements(self, lanes: int, format: Format) -> int:
        """How many elements are loaded, in whole vectors."""
        needed = format.channels * (max(self.lanes(lanes)) + 1)
        steps = spread(self, lanes, format)
        if steps:
            needed = max(needed, steps[0] * (lanes // FOUR - 1) + FOUR * (max(steps[1]) // FOUR + 1))
        return SHORT if needed <= SHORT else -(-needed // lanes) * lanes


class Far(NamedTuple):
    """A leap, and how much further that is by numbers which are the same for all pixels of a row: added, or taken off."""

    leap: Leap
    by: tuple[tuple[bool, Key], ...] = ()

    def further(self, pieces: Mapping[Key, Piece]) -> Expr | None:
        """That, in 64 bits."""
        total: Expr | None = None
        for less, key in self.by:
            term = long(pieces[key].value)
            total = term * (-1 if less else 1) if total is None else total - term if less else total + term
        return total


def leaping(key: Key, order: Order, lanes: int) -> Far | None:
    """The column that an expression is, loaded from the last lane's on where it falls: by numbers as the body names them."""
    made = mirrored(far(key), lanes)
    return made and made._replace(by=tuple([(less, order.first(each)) for less, each in made.by]))


def far(key: Key) -> Far | None:
    """The column that an expression is, where it leaps, or is such a column and so much further."""
    made = leap(key)
    if made is not None:
        return Far(made)
    if key.node.kind not in (ADD, SUB):
        return None
    first, second = operands(key)
    if key.node.kind is SUB and first.x is None:  # mirrored
        before = far(second)
        if before is None or before.leap.shift or len(before.leap.more) > 1:
            return None
        by = ((False, first), *[(not less, each) for less, each in before.by])
        return Far(Leap(-before.leap.stride, -before.leap.offset, 0), by)
    if first.x is None and key.node.kind is ADD:
        first, second = second, first
    before = far(first) if second.x is None else None
    return None if before is None else Far(before.leap, (*before.by, (key.node.kind is SUB, second)))


def leap(key: Key) -> Leap | None:
    """The column that an expression is, where it leaps."""
    node = key.node
    if node.kind is X:
        return Leap(1, key.x or 0, 0)
    if node.kind is CONST:
        return Leap(0, node.attributes[0], 0)
    if node.kind not in (ADD, SUB, MUL, SHL, SHR, AND):
        return None
    a, b = [leap(each) for each in operands(key)]
    return None if a is None or b is None else joined(node.kind, a, b)


def joined(kind: object, a: Leap, b: Leap) -> Leap | None:
    known, other = (a, b) if a.known and kind in (MUL, AND) else (b, a)
    if kind is ADD and (not (a.shift or b.shift) or not a.stride or not b.stride):
        shift = max(a.shift, b.shift)
        made = Leap(a.stride + b.stride, sum([each.offset << (shift - each.shift) for each in (a, b)]), shift, both(a, b, 1))
    elif kind is SUB and not b.shift and (not a.shift or not b.stride):
        made = Leap(a.stride - b.stride, a.offset - (b.offset << a.shift), a.shift, both(a, b, -1))
    elif kind in (MUL, SHL) and not (a.shift or b.shift) and known.known and (kind is MUL or 0 <= known.offset < 8):
        factor = known.offset if kind is MUL else 1 << known.offset
        made = Leap(other.stride * factor, other.offset * factor, 0, tuple([each * factor for each in other.more]))
    elif kind is SHR and known.known and not b.shift and 0 <= b.offset < 8 and len(a.more) == 1:
        made = Leap(a.stride, a.offset, a.shift + b.offset)
    elif kind is AND and known.known and known.offset in MASKS and not (a.shift or b.shift) and len(other.more) == 1:
        made = Leap(0, 0, 0, tuple([(other.stride * x + other.offset) & known.offset for x in range(known.offset + 1)]))
    else:
        return None
    least = min(made.more)
    made = made._replace(offset=made.offset + (least << made.shift), more=tuple([each - least for each in made.more]))
    return made if abs(made.offset) < FURTHEST and abs(made.stride) < FURTHEST else None


def both(a: Leap, b: Leap, sign: int) -> tuple[int, ...]:
    """What comes again in the sum of two columns, or in their difference."""
    return tuple([a.more[x % len(a.more)] + sign * b.more[x % len(b.more)] for x in range(max(len(a.more), len(b.more)))])


def leaps(order: Order, plan: Plan, sources: dict[ImageParam, Source], shifted: bool) -> dict[Key, Far]:
    """The reads of a body that leap. `shifted`: vectors begin at any column."""
    found: dict[Key, Far] = {}
    for key in (key for row in order.rows for key in row if key.node.kind is GATHER and key.node not in order.loops):
        column, row = operands(key)
        source = sources[key.node.attributes[0]]
        if row.x is not None or source.tile or source.format.memory != "buffer":
            continue
        it = leaping(column, order, plan.lanes)
        if it is None or any(term.node in order.loops for _, term in it.by):
            continue
        made = it.leap
        if made.known or made.shift and (shifted or made.stride * plan.lanes % (1 << made.shift)):
            continue
        if len(made.more) > 1 and (shifted or plan.lanes % len(made.more)):
            continue
        if made.elements(plan.lanes, source.format) <= most_loaded(plan, source.format):
            found[key] = it
    return begun_alike(found, plan, sources)


def mirrored(made: Far | None, lanes: int) -> Far | None:
    """A column, loaded from the last lane's on where it falls."""
    if made is None or made.leap.stride >= 0:
        return made
    known = not made.leap.shift and len(made.leap.more) == 1
    return made._replace(leap=made.leap._replace(early=-made.leap.stride * (lanes - 1))) if known else None


def begun_alike(found: dict[Key, Far], plan: Plan, sources: dict[ImageParam, Source]) -> dict[Key, Far]:
    """The same, from one column on where they are as fast and lie near: so pixels beside one another are loaded once."""
    alike: dict[tuple[object, ...], list[Key]] = {}
    for key, it in found.items():
        alike.setdefault((key.node.attributes[0], it.leap.stride, it.leap.shift, it.by), []).append(key)
    for (image, *_), keys in alike.items():
        format = sources[image].format  # type: ignore[index]
        start = min([found[key].leap.start for key in keys])
        most = max([found[key].leap.elements(plan.lanes, format) for key in keys])
        if in_steps(found[keys[0]].leap, 0, plan.lanes, format):
            most = most_loaded(plan, format)  # of which no more is loaded than is needed
        for key in keys:
            made = found[key].leap
            earlier = made._replace(early=made.early + made.start - start)
            if earlier.elements(plan.lanes, format) <= most:
                found[key] = found[key]._replace(leap=earlier)
    return found


def most_loaded(plan: Plan, format: Format) -> int:
    """The elements that may lie between the first and the last that are loaded."""
    return LOADS * plan.lanes * (2 if format.fours else 1)


def begins(made: Leap, x: Expr, further: Expr | None) -> Expr:
    """The column from which on pixels are loaded for a vector that begins at x."""
    return made.first(x) if further is None else long(made.first(x)) + further


def inside(span: Span, made: Leap, further: Expr | None, lanes: int, source: Source) -> None:
    """All that is loaded has to lie in the row."""
    bound(span, made, further, -(-made.elements(lanes, source.format) // source.format.channels), source.width)


def bound(span: Span, made: Leap, further: Expr | None, columns: int, width: Expr) -> None:
    """So many columns from the first one on have to lie in a row that is so wide."""
    times, last = 1 << made.shift, width - (made.start + columns)
    if further is None:
        span.since(-made.start * times, made.stride)
        span.until(last if times == 1 else long(last) * times, made.stride)
    else:
        span.since((-made.start - further) * times, made.stride)
        span.until((last - further) * times, made.stride)


def stretch(made: Leap, row: Expr, x: Expr, further: Expr | None, lanes: int, format: Format) -> tuple[Expr, int]:
    """Where the pixels of a vector begin in a row, and how many elements they are."""
    return row + format.channels * begins(made, x, further), made.elements(lanes, format)


def vectors(made: Leap, start: Expr, elements: int, channel: int, lanes: int, format: Format) -> list[Expr]:
    """The pixels that are loaded of such a stretch."""
    steps, few = in_steps(made, channel, lanes, format), spread(made, lanes, format)
    if steps:
        return [formats.in_fours(start, FOUR * steps[0], number, lanes) for number in formats.fours_of(*steps)]
    if few:
        return [formats.in_fours(start, few[0], number, lanes) for number in sorted({at // FOUR for at in few[1]})]
    wide = min(elements, lanes)
    return [Load(start + at, Number(0), wide) for at in range(0, elements, wide)]


def picked(made: Leap, loaded: Sequence[Expr], channel: int, lanes: int, format: Format) -> Expr:
    """The lanes of a channel out of them."""
    steps, few = in_steps(made, channel, lanes, format), spread(made, lanes, format)
    if steps:
        return formats.stepping(dict(zip(formats.fours_of(*steps), loaded)), *steps)
    if few:
        return formats.of_fours(loaded, few[1])
    return channel_of(loaded, channel, lanes, format, made.lanes(lanes))


def in_steps(made: Leap, channel: int, lanes: int, format: Format) -> tuple[int, int] | None:
    """How far apart the numbers of a channel lie, and the first of them, where they are put together within fours."""
    if not format.fours or made.shift or made.stride < 1 or len(made.more) > 1 or made.stride * format.channels == 1:
        return None
    return made.stride * format.channels, made.lanes(lanes)[0] * format.channels + channel


def spread(made: Leap, lanes: int, format: Format) -> tuple[int, tuple[int, ...]] | None:
    """Where fewer numbers than there are lanes do for them: how far each four lanes' numbers lie behind those of the four
    before, and where the first ones' are, if those are within two fours."""
    if not format.fours or format.channels > 1 or not made.shift and len(made.more) == 1:
        return None
    columns = made.lanes(lanes)
    first, further = tuple(columns[:FOUR]), columns[FOUR] - columns[0]
    alike = all(column == first[at % FOUR] + at // FOUR * further for at, column in enumerate(columns))
    near = max(first) // FOUR - min(first) // FOUR <= 1
    return (further, first) if alike and near and 0 < further < FOUR else None


def channel_of(loaded: Sequence[Expr], channel: int, lanes: int, format: Format, columns: Sequence[int] = ()) -> Expr:
    """A channel of pixels beside one another that are loaded, or of those at some columns."""
    wide = loaded[0].lanes
    places = [format.channels * at + channel for at in columns or range(lanes)]
    if places == list(range(lanes)):
        return loaded[0]
    if len(loaded) == 1 and lanes in (8, 16):
        return formats.pick(loaded[0], tuple(places))
    parts: list[Expr] = []
    for number, here in groupby(places, lambda place: place // wide):
        parts += [formats.pick(loaded[number], piece) for piece in formats.pieces([place % wide for place in here])]
    return vector(parts, formats.loaded(format.dtype), lanes)
