"""Long sums as loops, where their terms differ only in where they read and in their numbers.

A bilateral filter written as two loops over its neighbours becomes 81 terms here, and thousands of statements of a
kernel. Side by side the terms are one expression with holes:

    term 1    exp((im @ -4 -4 - im) ** 2 * -50) * 0.17
    term 2    exp((im @ -3 -4 - im) ** 2 * -50) * 0.25          a place that moves, and a number that changes

so the sum is a loop over a table of the places and one of the numbers. Terms are compared from the top down: where all
have the same node it is either the same value, computed before the loop, or one that moves; where they have not, their
operations have to be the same. A sum over them is a Reduce of one term in so many turns; what moves is MOVED in it, and a
number WEIGHT.

What moves has to lie near (in a tile), where it is found at any distance by adding a number to its address.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable
from collections.abc import Set as AbstractSet
from dataclasses import dataclass

from ...ir import FLOAT, ImageParam
from ...ir.ops import ADD, EXP, EXP2, MUL
from ..stages.kinds import CONST, MOVED, READ, REDUCE, WEIGHT, computed, cost, is_sum, summed
from ..stages.stages import Stages
from ..stages.web import Node, Reduce, Roll, Use, Way, Web, reachable
from ..target import COMMON
from .factors import Rewriter

_LOGARITHMS: dict[object, Callable[[float], float]] = {EXP: math.log, EXP2: math.log2}


@dataclass
class Family:
    """Terms of one sum that are the same but for places and numbers, in reading order; `column` is how far the first
    thing that moves has come in each of them."""

    weights: tuple[float, ...]
    uses: tuple[Use, ...]
    column: tuple[tuple[int, int], ...]


def families(found: Stages) -> dict[Node, list[Family]]:
    """The sums of which some terms can be rolled up, those that others are made of left as they are."""
    made: dict[Node, list[Family]] = {}
    inside: set[Node] = set()
    signatures, leaves = _signatures(found.order), _Leaves()
    for node in reversed(found.order):
        if not is_sum(node) or len(node.uses) < COMMON.terms or node in inside:
            continue
        groups = _alike(node, signatures, leaves)
        if groups:
            made[node] = groups
            inside.update(reachable([use for family in groups for use in family.uses]))
    # Families that move alike share a loop: what one is worth, the others are.
    worth = {family.column for groups in made.values() for family in groups if _worth(family)}
    kept = {node: [family for family in groups if family.column in worth] for node, groups in made.items()}
    return {node: groups for node, groups in kept.items() if groups}


def moving(found: Stages) -> list[Node]:
    """What would have to lie near for the sums of these stages to be rolled up."""
    nodes: dict[Node, None] = {}
    for groups in families(found).values():
        for family in groups:
            template = Template(Web(), lambda use: use, Roll(len(family.uses)))
            if template.use(family.uses) is not None:
                nodes.update(dict.fromkeys(template.moved))
    return [] if any(node.type is not FLOAT for node in nodes) else [*nodes]


def rolled(found: Stages, near: AbstractSet[ImageParam]) -> Stages:
    """The same stages with long sums as loops, where all that moves in them are pixels of images that are near."""
    return _Looper(found, near).stages if near else found


def _signatures(order: list[Node]) -> dict[Node, int]:
    """A number for each node that those have in common which differ only in places and numbers."""
    numbers: dict[tuple[object, ...], int] = {}
    found: dict[Node, int] = {}
    for node in order:
        shape: tuple[object, ...] = (node.attributes, *(() if node.operands else node.uses))
        if node.kind is CONST:
            shape = ()
        elif is_sum(node):
            shape = len(node.uses), bool(node.attributes.start)
        key = (node.kind, node.type, shape, tuple(found[use.node] for use in node.operands))
        found[node] = numbers.setdefault(key, len(numbers))
    return found


def _alike(node: Node, signatures: dict[Node, int], pixels: _Leaves) -> list[Family]:
    """The terms of a sum in families: of one signature, and with the same things at rest."""
    groups: dict[int, list[tuple[float, Use]]] = {}
    for weight, use in zip(node.attributes.weights, node.uses):
        if all(use.node.moves) and computed(use.node):
            groups.setdefault(signatures[use.node], []).append((weight, use))
    made = []
    for terms in groups.values():
        found = [pixels.of(use) for _, use in terms] if len(terms) >= COMMON.terms else []
        leaves = [each for each in found if each is not None]
        if not leaves or len(leaves) < len(found) or len({len(each) for each in leaves}) > 1:
            continue
        usual = [Counter(column).most_common(1)[0] for column in zip(*leaves)]
        by_rest: dict[tuple[bool, ...], list[tuple[list[Use], tuple[float, Use]]]] = {}
        for term, each in zip(terms, leaves):
            rest = tuple(leaf == most and times > 1 for leaf, (most, times) in zip(each, usual))
            by_rest.setdefault(rest, []).append((each, term))
        for members in by_rest.values():
            # One node alone: a kernel over it.
            if len(members) >= COMMON.terms and len({use.node for _, (_, use) in members}) > 1:
                members.sort(key=lambda member: [leaf.place for leaf in member[0]])
                column = _first_moving([each for each, _ in members])
                if column:
                    made.append(Family(tuple(w for _, (w, _) in members), tuple(u for _, (_, u) in members), column))
    return made


def _first_moving(leaves: list[list[Use]]) -> tuple[tuple[int, int], ...]:
    for uses in zip(*leaves):
        if all(uses[0].node.moves) and any(use != uses[0] for use in uses):
            return tuple(((use.dx or 0) - (uses[0].dx or 0), (use.dy or 0) - (uses[0].dy or 0)) for use in uses)
    return ()


class _Leaves:
    """The pixels that nodes are made of, one after the other; None of those that are made of too many."""

    def __init__(self) -> None:
        self.known: dict[Node, list[Use] | None] = {}

    def of(self, use: Use) -> list[Use] | None:
        if use.node not in self.known:
            for node in reachable([use]):
                if node not in self.known:
                    self.known[node] = self._of(node)
        found = self.known[use.node]
        return None if found is None else [leaf.shifted(use.dx, use.dy) for leaf in found]

    def _of(self, node: Node) -> list[Use] | None:
        if not node.operands:
            return [Use(node, *[0 if moves else None for moves in node.moves])] if any(node.moves) else []
        found: list[Use] = []
        for use in dict.fromkeys(node.operands):  # of a square once
            inner = self.known[use.node]
            if inner is None or len(found) + len(inner) > COMMON.term_leaves:
                return None
            found += [leaf.shifted(use.dx, use.dy) for leaf in inner]
        return found


def _worth(family: Family) -> bool:
    return len(family.uses) * sum(cost(node) for node in reachable(family.uses[:1])) >= COMMON.terms_worth


class Template:
    """One expression for the terms of a family, in a loop. `outer` gives what does not change."""

    def __init__(self, web: Web, outer: Callable[[Use], Use], roll: Roll):
        self.web, self.outer, self.roll = web, outer, roll
        self.moved: dict[Node, None] = {}
        self._made: dict[tuple[Use, ...], Use | None] = {}

    def use(self, uses: tuple[Use, ...]) -> Use | None:
        """What stands for uses of all terms; None where they cannot be one."""
        if uses not in self._made:
            self._made[uses] = self._use(uses)
        return self._made[uses]

    def _use(self, uses: tuple[Use, ...]) -> Use | None:
        first = uses[0]
        if all(use == first for use in uses):
            return self.outer(first)
        if all(use.node is first.node for use in uses):
            return self._moved(uses)
        if first.node.kind is CONST:
            return self._weight(tuple(use.node.attributes[0] for use in uses)) if first.node.type is FLOAT else None
        found = [self.use(tuple(use.node.operands[i].shifted(use.dx, use.dy) for use in uses))
                 for i in range(len(first.node.operands))]
        inner = [use for use in found if use is not None]
        if len(inner) < len(found) or not inner:
            return None
        if is_sum(first.node):
            return self._sum([use.node.attributes for use in uses], inner)
        return self.web.make(first.node.kind, first.node.attributes, inner, first.node.type)

    def _moved(self, uses: tuple[Use, ...]) -> Use | None:
        node = uses[0].node
        if not all(node.moves):
            return None
        (x, y), *_ = places = [(use.dx or 0, use.dy or 0) for use in uses]
        column = tuple((dx - x, dy - y) for dx, dy in places)
        self.moved[node] = None
        return self.moved_to(Use(node, x, y), self.roll.place(column))

    def moved_to(self, use: Use, column: int) -> Use:
        """What is there in the first turn, and elsewhere in the others."""
        node = use.node
        what = node.attributes if node.kind is READ else (node, 0)
        return self.web.leaf(MOVED, (*what, self.roll, column), node.type).shifted(use.dx, use.dy)

    def number(self, column: int) -> Use:
        return self.web.leaf(WEIGHT, (self.roll, column), FLOAT)

    def _weight(self, column: tuple[float, ...]) -> Use:
        """A number that may change."""
        if len(set(column)) == 1:
            return self.web.leaf(CONST, (column[0],), FLOAT)
        return self.number(self.roll.weight(column))

    def _sum(self, attributes: list[Reduce], inner: list[Use]) -> Use:
        columns = zip(*(total.weights for total in attributes))
        terms = [self.scaled(column, use) for column, use in zip(columns, inner)]
        added = self._weight(tuple(total.start or 0.0 for total in attributes))
        if added.node.kind is WEIGHT:
            terms.append((1.0, added))
        constant = added.node.attributes[0] if added.node.kind is CONST else 0.0
        total = summed(tuple(weight for weight, _ in terms), constant)
        return self.web.make(REDUCE, total, [use for _, use in terms], FLOAT)

    def scaled(self, column: tuple[float, ...], use: Use) -> tuple[float, Use]:
        """A use with a number for each iteration, as one with a single coefficient."""
        if len(set(column)) == 1:
            return column[0], use
        if use.node.kind in _LOGARITHMS and min(column) > 0.0:
            return 1.0, self._into_exponent(column, use)
        return 1.0, self.web.make(MUL, (), [use, self._weight(column)], FLOAT)

    def _into_exponent(self, column: tuple[float, ...], use: Use) -> Use:
        """A number times a power, as a power: an addition that a multiplication before it does along with its own."""
        (inner,) = terms = use.node.uses
        logarithm, constant = _LOGARITHMS[use.node.kind], 0.0
        weights: tuple[float, ...] = (1.0,)
        if is_sum(inner.node):
            weights, constant = inner.node.attributes.weights, inner.node.attributes.start
            terms = tuple(term.shifted(inner.dx, inner.dy) for term in inner.node.uses)
        added = self._weight(tuple(logarithm(number) for number in column))
        total = self.web.make(REDUCE, summed((*weights, 1.0), constant), (*terms, added), FLOAT)
        return self.web.make(use.node.kind, (), [total.shifted(use.dx, use.dy)], FLOAT)


class Roller(Rewriter):
    """Copies stages with families of terms put together; how is the business of its kinds."""

    def __init__(self, found: Stages):
        self.families = families(found)
        super().__init__(found)

    def terms(self, node: Node) -> dict[Use, float]:
        total: dict[Use, float] = {}
        rest = dict(zip(node.uses, node.attributes.weights))
        for family in self.families.get(node, ()):
            made = self.joined(node, family)
            if made is not None:
                self.changed = True
                weight, one = made
                total[one] = total.get(one, 0.0) + weight
                for use in family.uses:
                    del rest[use]
        for use, weight in rest.items():
            use = self.use(use)
            total[use] = total.get(use, 0.0) + weight
        return total

    def joined(self, node: Node, family: Family) -> tuple[float, Use] | None:
        """What stands for a family of a sum's terms, and its weight; None if they are to stay."""
        raise NotImplementedError


class _Looper(Roller):
    """As loops within a block."""

    def __init__(self, found: Stages, near: AbstractSet[ImageParam]):
        self.near = near
        self.rolls: dict[tuple[tuple[int, int], ...], Roll] = {}
        super().__init__(found)

    def joined(self, node: Node, family: Family) -> tuple[float, Use] | None:
        # One loop for all sums whose terms move alike, so that what they have in common is computed once.
        template = Template(self.web, self.use, self.rolls.setdefault(family.column, Roll(len(family.uses))))
        term = template.use(family.uses)
        if term is None or not all(node.kind is READ and node.attributes[0] in self.near for node in template.moved):
            return None
        weight, term = template.scaled(family.weights, term)
        return weight, self.web.make(REDUCE, Reduce(ADD, (1.0,), 0.0, Way.LOOP, template.roll), [term], FLOAT)
