"""The straight-line code of a block of pixels: every (node, column, row) computed once, in the order of the rows.

What it shares with no one: how a node becomes an expression. Where pixels come from and go to is the business of an
Access, of which there are two for vectors (lanes.py) and two for columns (columns.py): inside the image, and at its edge.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from collections.abc import Set as AbstractSet
from typing import Any, NamedTuple

from ...ir import FLOAT, ImageParam, OpKind, Type
from ...ir.ops import EXP, EXP2, POW, TABLE
from ...schedule.blocks.aligned import Aligned, Ground, Names, aligned_in
from ...schedule.plans import Plan
from ...schedule.stages.kinds import (
    CONST,
    GATHER,
    MOVED,
    READ,
    REDUCE,
    SCALAR,
    SIZE,
    WEIGHT,
    X,
    Y,
    goes_over_pixels,
    reached,
)
from ...schedule.stages.signs import sign
from ...schedule.stages.stages import Stages, ends_a_loop
from ...schedule.stages.web import Node, Roll, Use
from ..frame import Frame
from ..reads.checked import Checked
from ..statements import Code, Declare, Let, Update
from ..values import EXACT, LOOKUP, SUM, WORDS, Expr, Load, Number, Operation, Var, times
from .sums import in_columns, only_weighted, plain_sums, products, shares, term_by_term

INLINE = 60  # characters: a longer expression gets a name of its own
ALWAYS = 1 << 20
NOUGHT = Number(0.0, "float32")


class Key(NamedTuple):
    """A node at a place of the block; None along an axis on which it does not change."""

    node: Node
    x: int | None
    y: int | None

    @property
    def at(self) -> tuple[int, int]:
        """The place of what changes along both axes."""
        return self.x or 0, self.y or 0


class Piece(NamedTuple):
    """A key's value, and what that has to be multiplied with: a weighted sum does it by its weights."""

    value: Expr
    scale: float = 1.0


def keys_of(use: Use, x: int, y: int) -> Key:
    return Key(use.node, None if use.dx is None else x + use.dx, None if use.dy is None else y + use.dy)


def operands(key: Key) -> list[Key]:
    x, y = key.at
    return [Key(node, None if dx is None else x + dx, None if dy is None else y + dy) for node, dx, dy in key.node.operands]


class Order:
    """The keys that each row of a block adds to those before it, operands first, and how often each is used. `aligned` says
    what follows from where blocks begin; `leaping`: what is read elsewhere is found by its column and row all the same."""

    def __init__(self, stages: Stages, columns: int, rows: int, aligned: Aligned | None = None, leaping: bool = False):
        self.loops, self.aligned, self.leaping = stages.loops, aligned, leaping
        self.names = Names(aligned) if aligned else None
        self.same: dict[Key, Key] = {}  # of what follows from where blocks begin: the first key with that value
        self.uses: dict[Key, int] = defaultdict(int)
        self.rows: list[list[Key]] = []
        self.constant: list[Key] = []  # what is the same for all pixels
        self.only_weighted = only_weighted(stages)
        self.operands: dict[Key, list[Key]] = {}
        self.products = products(stages, columns)
        self.in_columns = in_columns(stages)
        self.term_by_term = term_by_term(stages) - self.in_columns.keys()
        self.abreast = plain_sums(stages) - self.in_columns.keys() if aligned and columns == 1 < rows else set()
        seen: set[Key] = set()
        for row in range(rows):
            added: list[Key] = []
            for root in stages.roots:
                for column in range(columns):
                    key = keys_of(root, column, row)
                    self._add(key, seen, added)
                    self.uses[self.first(key)] += 2  # a result is not written inline
            still = [not any(k.node.moves) and k.node not in stages.loops for k in added]
            self.constant += [k for k, alone in zip(added, still) if alone]
            self.rows.append([k for k, alone in zip(added, still) if not alone])
        self.only_in_columns = self.summed_alone()
        self.added_alone = {key for key, times in self.taken_by(self.term_by_term).items() if times == self.uses[key]}

    def _add(self, key: Key, seen: set[Key], added: list[Key]) -> None:
        stack = [(key, False)]
        while stack:
            key, ready = stack.pop()
            if ready:
                inner = self.operands[key] = [self.first(each) for each in self.operands[key]]
                # (what a sum takes of products must not depend on the place: see products)
                if self.names and key.node not in self.products and (same := self.names.of(key, inner)) != key:
                    self.same[key] = Key(*same)
                    continue
                added.append(key)
                for each in inner:
                    self.uses[each] += 1
            elif key not in seen:
                seen.add(key)
                stack.append((key, True))
                aligned = self.aligned
                inner = [Key(*each) for each in aligned.inner(key)] if aligned else operands(key)
                if self.names and self.leaping and aligned and aligned.ground(key) is not None:
                    if (same := self.names.of(key, inner)) != key:
                        self.same[key] = Key(*same)
                        stack.pop()
                        continue
                    inner = operands(key)
                self.operands[key] = inner
                stack += [(k, False) for k in reversed(inner)]

    def first(self, key: Key) -> Key:
        return self.same.get(key, key)

    def grounds(self) -> Iterator[tuple[ImageParam, Ground]]:
        """Where what is read elsewhere lies, so far from where the block begins."""
        for key in (k for row in self.rows for k in row if k.node.kind is GATHER):
            place = self.aligned.ground(key) if self.aligned else None
            if place is not None:
                yield key.node.attributes[0], place

    def summed_alone(self) -> set[Key]:
        """What is read elsewhere that nothing takes but sums of what is read in one column."""
        taken: dict[Key, int] = defaultdict(int)
        for key in [key for row in self.rows for key in row if key.node in self.in_columns]:
            for at in [at for group in self.in_columns[key.node] for at in group]:
                taken[self.operands[key][at]] += 1
        return {key for key, times in taken.items() if times == self.uses[key]}

    def taken_by(self, nodes: set[Node]) -> Counter[Key]:
        """How often these take each key."""
        return Counter(term for row in self.rows for key in row if key.node in nodes for term in self.operands[key])

    def reads(self) -> Iterator[tuple[ImageParam, int, int, int, int, int]]:
        """(image, channel, first and last column and row) of everything that is read around the pixel."""
        for key in (k for row in self.rows for k in row):
            pixels = reached(key.node)
            if pixels:
                # What moves is found from where it is in the first turn of its loop.
                columns, rows = zip(*(pixels.places if key.node.kind is not MOVED else ((0, 0),)))
                x, y = key.at
                yield pixels.image, pixels.channel, x + min(columns), y + min(rows), x + max(columns), y + max(rows)

    def heights(self, node: Node, x: int) -> list[int]:
        """All rows in which a node is needed in one column."""
        return sorted({k.at[1] for row in self.rows for k in row if k.node is node and k.x == x})


def swept(plan: Plan) -> Order:
    """That of vectors in as many rows as a strip has."""
    return Order(plan.found, 1, plan.rows, aligned_in(plan.found, 1, plan.rows) if plan.aligned else None, leaping=True)


class Access(Checked):
    """Where pixels come from, and go to. Of `numbers` it is known that they are made of such, and of no NaN."""

    numbers: AbstractSet[Node] = frozenset()

    def load(self, body: Body, image: ImageParam, channel: int, x: int, y: int, scale: float = 1.0,
             further: Expr | None = None) -> Expr:
        raise AssertionError("what is read around the pixel changes with it")

    def gather(self, body: Body, key: Key, x: Expr, y: Expr) -> Expr:
        raise NotImplementedError

    def on_ground(self, image: ImageParam, channel: int, place: Ground) -> Expr:
        """What lies so far from where the block begins."""
        raise AssertionError("nothing is known of where such blocks begin")

    def can_add(self, key: Key) -> bool:
        """Whether what is read elsewhere can be added up before its lanes are put in order (`column`)."""
        return False

    def column(self, body: Body, weights: tuple[float, ...], keys: list[Key]) -> Expr:
        """A weighted sum of what is read in one column."""
        raise AssertionError("nothing is loaded whose lanes would be put in order")

    def taps(self, body: Body, key: Key) -> dict[Key, Piece]:
        raise AssertionError("a kernel over pixels changes with the pixel")

    def position(self, axis: str, offset: int) -> Expr:
        raise NotImplementedError


class Body:
    """Writes keys as statements. `lanes` is the width of what changes along x."""

    def __init__(self, frame: Frame, order: Order, code: Code, lanes: int, access: Access,
                 given: dict[Key, Piece] | None = None):
        self.frame, self.order, self.code, self.lanes, self.access = frame, order, code, lanes, access
        self.pieces: dict[Key, Piece] = dict(given or {})

    def write(self, keys: list[Key], added: bool = False) -> None:
        """`added`: what waits to be added up, too."""
        for key in keys:
            if key in self.pieces or key in self.order.only_in_columns and self.access.can_add(key):
                continue
            if key in self.order.added_alone and self.lanes > 1 and not added:
                continue
            if goes_over_pixels(key.node):
                self.pieces.update(self.access.taps(self, key))
            elif key.node in self.order.loops:
                if ends_a_loop(key.node):
                    self._loop(self.order.loops[key.node])
            elif self.lanes > 1 and key.node in self.order.term_by_term:
                self._term_by_term(key)
            else:
                self.pieces[key] = self._piece(key)

    def _loop(self, roll: Roll) -> None:
        """All sums over one loop, in all rows of the block."""
        every = [key for row in self.order.rows for key in row]
        inner = [key for key in every if self.order.loops.get(key.node) is roll]
        before = {key for each in inner for key in operands(each)}.difference(inner, self.pieces)
        for key in reversed(every):  # and what these are computed from
            if key in before:
                before.update(k for k in operands(key) if k not in self.pieces)
        self.write([key for key in every if key in before])
        totals = {key: self.total() for key in inner if ends_a_loop(key.node)}
        self.code.add(Declare([(total, NOUGHT) for total in totals.values()]))
        outside = dict(self.pieces)
        with self.code.loop("k", 0, roll.count) as k, self.access.scope():
            further: dict[tuple[int, int], Var] = {}
            for key in inner:
                if key in totals:
                    self.code.add(Update(totals[key], "+", self.pieces[operands(key)[0]].value))
                elif key.node.kind is MOVED:
                    self.pieces[key] = self._moved(key, further, k)
                elif key.node.kind is WEIGHT:
                    weights = roll.weights[key.node.attributes[1]]
                    self.pieces[key] = Piece(entry(self.frame, self.code, "float32", "weights", weights, k))
                else:
                    self.pieces[key] = self._piece(key)
        self.pieces = outside | {key: Piece(total) for key, total in totals.items()}

    def _term_by_term(self, key: Key) -> None:
        """A long sum in all rows of the block, in one column."""
        every = [each for row in self.order.rows for each in row if each[:2] == key[:2] and each not in self.pieces]
        takers: dict[Key, list[tuple[Key, float]]] = defaultdict(list)
        for each in every:
            for weight, term in zip(key.node.attributes.weights, self.order.operands[each]):
                takers[term].append((each, weight))
        totals: dict[Key, Var] = {}
        for term in sorted(takers, key=lambda term: (term.y or 0, term.x or 0)):
            self.write(self._before(term), True)
            value, scale = self.pieces[term]
            for each, weight in takers[term]:
                product = times(value, Number(weight * scale, "float32")) if weight * scale != 1.0 else value
                if each in totals:
                    self.code.add(Update(totals[each], "+", product))
                else:
                    totals[each] = self.total()
                    self.code.add(Declare([(totals[each], product)]))
        self._added_up(totals)

    def abreast(self) -> None:
        """Long sums in all rows of the block, a term after the other: what rows have in common is needed no longer then."""
        sums = [key for row in self.order.rows for key in row if key.node in self.order.abreast]
        totals = {key: self.total() for key in sums}
        for at in range(max([len(key.node.uses) for key in sums], default=0)):
            for key, total in totals.items():
                if at < len(key.node.uses):
                    term = self.order.operands[key][at]
                    self.write(self._before(term))
                    value = self.pieces[term].value
                    self.code.add(Update(total, "+", value) if at else Declare([(total, value)]))
        self._added_up(totals)

    def _added_up(self, totals: dict[Key, Var]) -> None:
        for key, total in totals.items():
            if key.node.attributes.start:
                self.code.add(Update(total, "+", Number(key.node.attributes.start, "float32")))
            self.pieces[key] = Piece(total)

    def _before(self, key: Key) -> list[Key]:
        """What has to be written for a key, operands first."""
        found: dict[Key, None] = {}
        stack = [(key, False)]
        while stack:
            key, ready = stack.pop()
            if ready:
                found[key] = None
            elif key not in found and key not in self.pieces:
                stack += [(key, True), *[(each, False) for each in reversed(self.order.operands[key])]]
        return [*found]

    def total(self) -> Var:
        return Var("total", "float32", self.lanes, changes=True)

    def _moved(self, key: Key, further: dict[tuple[int, int], Var], k: Var) -> Piece:
        """A pixel of a tile, as much further on as the loop has come."""
        image, channel, roll, column = key.node.attributes
        pitch = self.frame.sources[image].pitch
        if (column, pitch) not in further:
            far = [dx + dy * pitch for dx, dy in roll.places[column]]
            further[column, pitch] = entry(self.frame, self.code, "int32", "places", far, k)
        value = self.access.load(self, image, channel, *key.at, further=further[column, pitch])
        return Piece(self._define(key, value, 0))

    def _piece(self, key: Key) -> Piece:
        node = key.node
        kind = node.kind
        if kind is CONST:
            return Piece(Number(node.attributes[0], WORDS[node.type]))
        if kind is SCALAR:
            return Piece(self.frame.scalars[node.attributes[0]])
        if kind is SIZE:
            image, which = node.attributes
            return Piece(getattr(self.frame.sources[image], which))
        if kind in (X, Y):
            return Piece(self.access.position(kind.name, key.at[kind is Y]))
        if node in self.order.in_columns:
            return Piece(self._define(key, self._columns(key), 0))
        inner = [self.pieces[k] for k in self.order.operands[key]]
        scale, aligned = 1.0, self.order.aligned
        known = aligned.number(key) if aligned else None
        if known is not None:
            return Piece(Number(known, WORDS[node.type]))
        if kind is READ:
            if node in self.order.only_weighted:
                scale = self.access.scale(node.attributes[0])
            value = self.access.load(self, node.attributes[0], node.attributes[1], *key.at, scale)
        elif kind is GATHER and not inner:
            place = aligned.ground(key) if aligned else None
            assert place is not None, "a pixel that is read at no place"
            value = self.access.on_ground(node.attributes[0], node.attributes[1], place)
        elif kind is GATHER:
            value = self.access.gather(self, key, inner[0].value, inner[1].value)
        elif kind is REDUCE:
            value = weighted(node.attributes.weights, node.attributes.start, inner)
        elif kind is TABLE:
            value = looked_up(self.frame.known[node.attributes], node.attributes, inner[0].value, node.type)
        else:
            args = tuple([piece.value for piece in inner])
            lanes = max([arg.lanes for arg in args])
            how = EXACT if node.exact else ""
            if lanes > 1 and kind in (EXP, EXP2) and node.type is FLOAT and sign(node.uses[0].node) <= 0:
                how = "down"
            elif self.lanes == 1 and kind is POW and node.type is FLOAT and not any(node.uses[1].node.moves):
                how = "power"
            elif node in self.access.numbers:
                how = "numbers"
            assert isinstance(kind, OpKind), f"{kind} has no value by itself"
            value = Operation(kind, args, WORDS[node.type], lanes, how)
        once = self.order.uses[key] == 1 and node.name is None and kind is not GATHER
        if node in self.order.products:
            return Piece(self._define(key, value, ALWAYS if once and self.order.products[node] else 0))
        return Piece(self._define(key, value, INLINE if once else 0), scale)

    def _columns(self, key: Key) -> Expr:
        """A weighted sum, what is read in one column first."""
        weights, groups, inner = key.node.attributes.weights, self.order.in_columns[key.node], self.order.operands[key]
        alone = [at for at in range(len(inner)) if not any(at in group for group in groups)]
        terms, factors = [self.pieces[inner[at]] for at in alone], [weights[at] for at in alone]
        alike = shares([[weights[at] for at in group] for group in groups]) if self.lanes > 1 else {}
        for group in groups:
            keys, own = [inner[at] for at in group], tuple([weights[at] for at in group])
            own, factor = alike.get(own, (own, 1.0))
            if all(map(self.access.can_add, keys)):
                value = self.access.column(self, own, keys)
            else:
                self.pieces.update({each: self._piece(each) for each in keys if each not in self.pieces})
                value = weighted(own, 0.0, [self.pieces[each] for each in keys])
            terms.append(Piece(self._define(key, value, 0)))
            factors.append(factor)
        return weighted(tuple(factors), key.node.attributes.start, terms)

    def _define(self, key: Key, value: Expr, short: int) -> Var:
        node = key.node
        wish = node.name or (node.attributes[0].name if node.kind in (READ, GATHER, MOVED) else "")
        if node.kind is READ and node.attributes[0].pixel.channels > 1:
            wish += "_" + "rgba"[node.attributes[1]]
        if wish:
            places = zip((key.x, key.y), node.home) if node.kind is not MOVED else ()
            wish = "_".join([wish, *[_tag(at - home) for at, home in places if at is not None]])
        var = Var(wish or "v", value.type, value.lanes)
        self.code.add(Let(var, value, short, node.location))
        return var


def entry(frame: Frame, code: Code, element: str, what: str, numbers: Iterable[float], k: Var) -> Var:
    """The number of a table for this turn of a loop."""
    return code.let(what[:-1], Load(frame.table(element, what, tuple(numbers)), k))


def looked_up(table: Var, attributes: tuple[Any, ...], index: Expr, type: Type, sure: bool = False) -> Operation:
    """The element of a table of known numbers at an index, which is brought between its ends if it may be elsewhere."""
    last = len(dict(attributes)["values"]) - 1
    return Operation(LOOKUP, (table, index), WORDS[type], index.lanes, EXACT if sure else "", last)


def _tag(at: int) -> str:
    return str(at) if at >= 0 else f"m{-at}"


def added(terms: list[tuple[bool, Expr]]) -> Expr:
    """Terms added and subtracted, a positive one first where there is one."""
    if terms[0][0]:
        first = next((i for i, (minus, _) in enumerate(terms) if not minus), 0)
        terms = [terms[first], *terms[:first], *terms[first + 1:]]
    if len(terms) == 1 and not terms[0][0]:
        return terms[0][1]
    values = tuple([value for _, value in terms])
    return Operation(SUM, values, "float32", max([v.lanes for v in values]), "", tuple([minus for minus, _ in terms]))


def weighted(coefficients: tuple[float, ...], constant: float, inner: list[Piece]) -> Expr:
    """A weighted sum. Equal weights are put together, and a factor of one is not written; two with none are still added
    first, so that nothing waits for both one after the other."""
    groups: dict[float, list[tuple[bool, Expr]]] = {}
    for weight, (value, scale) in zip(coefficients, inner):
        groups.setdefault(abs(weight) * scale, []).append((weight < 0, value))
    terms: list[tuple[bool, Expr]] = []
    for weight, members in groups.items():
        if weight == 1.0 and len(members) != 2:
            terms += members
            continue
        minus = all(m for m, _ in members)
        together = added([(m != minus, value) for m, value in members])
        if weight != 1.0:
            together = times(together, Number(weight, "float32"))
        elif isinstance(together, Operation):
            together.how = "group"
        terms.append((minus, together))
    if constant:
        terms.append((constant < 0, Number(abs(constant), "float32")))
    return added(terms)
