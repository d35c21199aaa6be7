"""Weighted sums in a normal form, so that what is shared does not depend on the order in which someone added.

Additions, subtractions, negations and products with known numbers are one kind of node here: a sum of uses with
coefficients, in reading order. The same part taken twice has its weights added, and a weight of zero is gone. Where
nothing is left of a part, x - x stays: 0, or NaN where it is infinite or no number. (With `exact` also where something is
left: x - 0.5 * x is NaN for an infinite x. That would cost unsharp masking 1.3 times its time.)

Which inner sums stay nodes of their own is what makes stages: an inner sum that is needed more than once (at two
offsets of one outer sum, say) stays, and is then computed once a pixel; one that is needed once is only someone's way of
writing a longer sum, and dissolves in it. (Not in a difference of which it is asked whether it is zero: a sum may be the
same as one that was computed elsewhere.) To see that two inner sums are the same whatever their order, each is first spread
out down to what is no sum: that is its identity.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

from ...ir import FLOAT
from ...ir.ops import ADD, DIV, EQ, MUL, NE, NEG, SUB
from ..stages.kinds import CONST, REDUCE, is_sum, summed
from ..stages.web import Node, Use, Web, reachable

NOTHING = 1e-12      # of a weight: less is what rounding leaves
SPREAD = 128         # terms: a longer sum is a part of its own, and not looked into
LARGE = float(1 << 20)  # a number this large is added to round, not to sum


Terms = tuple[list[tuple[float, Use]], float]  # what is added, each with its coefficient, and a constant
Spread = tuple["Total", float]                    # the same, with what is no sum by itself


class Total:
    """Terms that are added up, each part once, and which of them were taken away from themselves: `exact`, all of which
    something was; else those of which nothing is left."""

    def __init__(self, exact: bool) -> None:
        self.exact = exact
        self.weights: dict[Use, float] = {}
        self.against: dict[Use, None] = {}

    def add(self, use: Use, weight: float) -> None:
        before = self.weights.get(use, 0.0)
        total = before + weight
        nothing = abs(total) <= NOTHING * abs(weight)
        self.weights[use] = 0.0 if nothing else total
        if before * weight < 0 and (self.exact or nothing):
            self.against[use] = None

    def add_all(self, other: Total, factor: float, dx: int | None, dy: int | None) -> None:
        for use, weight in other.weights.items():
            self.add(use.shifted(dx, dy), factor * weight)
        self.against.update((use.shifted(dx, dy), None) for use in other.against)

    def terms(self) -> list[tuple[float, Use]]:
        """In reading order."""
        return sorted([(weight, use) for use, weight in self.weights.items() if weight], key=lambda term: term[1].place)


def known(use: Use) -> Any:
    """The number a use stands for, if it is one."""
    return use.node.attributes[0] if use.node.kind is CONST else None


def parts(node: Node) -> Terms | None:
    """(coefficient, use) of each operand and the constant that is added; None for what is no sum."""
    if node.type is not FLOAT:
        return None
    if is_sum(node):
        return list(zip(node.attributes.weights, node.uses)), node.attributes.start
    if node.kind is NEG:
        return [(-1.0, node.uses[0])], 0.0
    if node.kind in (MUL, DIV):
        a, b = node.uses
        if node.kind is MUL and known(a) is not None:
            a, b = b, a
        factor = known(b)
        if factor is None or not abs(factor) < LARGE or node.kind is DIV and not abs(factor) > 1 / LARGE:
            return None
        return [(factor if node.kind is MUL else 1.0 / factor, a)], 0.0
    if node.kind in (ADD, SUB):
        a, b = node.uses
        sign = 1.0 if node.kind is ADD else -1.0
        terms, constant = [], 0.0
        for weight, use in ((1.0, a), (sign, b)):
            number = known(use)
            if number is None:
                terms.append((weight, use))
            elif abs(number) < LARGE:
                constant += weight * number
            else:
                return None
        return terms, constant
    return None


def normalise(roots: list[Use], exact: bool = False) -> tuple[Web, list[Use]]:
    """The same expressions in a new web, with every weighted sum in its normal form."""
    same = _identities(reachable(roots), exact)
    return _Normaliser(same, roots, exact).run(roots)


def _identities(order: list[Node], exact: bool) -> dict[Node, Use]:
    """For each node a use that stands for it: sums which are equal once spread out stand for one another."""
    sums = {node: found for node in order if (found := parts(node)) is not None}
    pieces = _pieces(order, sums)
    spread: dict[Node, Spread] = {}
    same: dict[Node, Use] = {}
    first: dict[tuple[object, ...], tuple[Node, int, int]] = {}
    for node in order:
        own = Use(node, *(0 if moves else None for moves in node.moves))
        same[node] = own
        if node in pieces:
            continue
        if node not in sums:
            # An operation over equal operands is equal too.
            uses = [same[u.node].shifted(u.dx, u.dy) for u in node.uses]
            twin = first.setdefault((node.kind, node.attributes, node.type, *uses), (node, 0, 0))[0] if uses else node
            same[node] = Use(twin, own.dx, own.dy)
            continue
        total, constant = spread[node] = _spread(node, sums, pieces, spread, same, Total(exact))
        terms = total.terms()
        if len(terms) == 1 and not constant and not total.against and terms[0][0] == 1.0:
            same[node] = terms[0][1]
            continue
        terms += [(0.0, use) for use in sorted(total.against, key=lambda u: u.place)]
        dx = next((u.dx for _, u in terms if u.dx is not None), 0)
        dy = next((u.dy for _, u in terms if u.dy is not None), 0)
        key = (f"{constant:.7g}", *((u.shifted(-dx, -dy), f"{weight:.7g}") for weight, u in terms))
        known, x, y = first.setdefault(key, (node, dx, dy))
        same[node] = Use(known, *(None if at is None else by for at, by in zip(own[1:], (dx - x, dy - y))))
    return same


def _pieces(order: list[Node], sums: dict[Node, Terms]) -> set[Node]:
    """Sums that one other adds to something shorter: the beginning of a longer one, and looked at only with it.

    Without this, n terms added one by one would be spread out n times.
    """
    takers = Counter(use.node for node in order for use in node.uses)
    size: dict[Node, int] = {}
    found = set()
    for node in order:
        size[node] = sum(size[use.node] for use in node.uses) if node in sums else 1
        if node in sums and len(node.uses) == 2 and node.kind in (ADD, SUB):
            a, b = sorted((use.node for use in node.uses), key=size.__getitem__)
            if b in sums and takers[b] == 1 and size[b] > size[a]:
                found.add(b)
    return found


def _spread(node: Node, sums: dict[Node, Terms], pieces: set[Node], spread: dict[Node, Spread],
            same: dict[Node, Use], total: Total) -> Spread:
    """A sum of what is no sum, added to an empty total, and a constant."""
    constant = 0.0
    stack = [(node, 1.0, 0, 0)]
    while stack:
        node, factor, dx, dy = stack.pop()
        terms, added = sums[node]
        constant += factor * added
        for weight, use in terms:
            weight *= factor
            use = use.shifted(dx, dy)
            if use.node in pieces:
                stack.append((use.node, weight, use.dx or 0, use.dy or 0))
                continue
            deeper = spread.get(use.node)
            if deeper is None or len(deeper[0].weights) > SPREAD:
                total.add(same[use.node].shifted(use.dx, use.dy), weight)
                continue
            constant += weight * deeper[1]
            total.add_all(deeper[0], weight, use.dx, use.dy)
    return total, constant


class _Normaliser:
    def __init__(self, same: dict[Node, Use], roots: list[Use], exact: bool):
        self.same, self.exact = same, exact
        self.web = Web()
        self._made: dict[Node, Use] = {}
        self._parts: dict[Node, Terms | None] = {}
        self._needed: Counter[Node] = Counter()             # how many other expressions take a node, whatever their factors
        self._whole: set[Node] = set()       # those that something other than a sum takes
        equal = {same[use.node].node for node in same if node.kind in (EQ, NE) for use in node.uses}
        waiting: list[Node] = []

        def take(use: Use, whole: bool) -> None:
            while True:
                node = self.stand_in(use).node
                if not self._needed[node]:
                    waiting.append(node)
                self._needed[node] += 1
                if whole:
                    self._whole.add(node)
                if not self._is_product(node):
                    return
                (_, use), = self.terms(node)[0]  # a part with a factor is taken as often as the factor's product
                whole = False

        for use in roots:
            take(use, True)
        while waiting:
            node = waiting.pop()
            if not self._is_product(node):
                for use in node.uses:
                    take(use, self.parts(node) is None or node in equal and node.kind is SUB)

    def parts(self, node: Node) -> Terms | None:
        if node not in self._parts:
            self._parts[node] = parts(node)
        return self._parts[node]

    def terms(self, node: Node) -> Terms:
        """Those of what is a sum."""
        found = self.parts(node)
        assert found is not None
        return found

    def _is_product(self, node: Node) -> bool:
        """True for what has but a factor; with `exact` not that of a sum, which a call rounds first."""
        found = self.parts(node)
        if found is None or len(found[0]) != 1 or found[1]:
            return False
        of = self.stand_in(found[0][0][1]).node
        return not self.exact or self.parts(of) is None or self._is_product(of)

    def dissolves(self, node: Node) -> bool:
        """True for a sum that is only a piece of the one sum that takes it."""
        return (self.parts(node) is not None and node not in self._whole
                and (self._needed[node] == 1 or self._is_product(node)))

    def stand_in(self, use: Use) -> Use:
        return self.same[use.node].shifted(use.dx, use.dy)

    def run(self, roots: list[Use]) -> tuple[Web, list[Use]]:
        for node in reachable([self.stand_in(use) for use in roots]):
            if self._needed[node] and not self.dissolves(node):
                self.made(node)
        return self.web, [self.use(use) for use in roots]

    def use(self, use: Use) -> Use:
        use = self.stand_in(use)
        return self.made(use.node).shifted(use.dx, use.dy)

    def made(self, node: Node) -> Use:
        """The node in the new web, as a use at its own origin."""
        if node not in self._made:
            if self.parts(node) is None:
                new = self._copy(node)
            else:
                new = self._sum(node)
            if new.node.name is None and node.name:
                new.node.name = node.name
                new.node.home = (node.home[0] + (new.dx or 0), node.home[1] + (new.dy or 0))
            if new.node.location is None:
                new.node.location = node.location
            new.node.exact = new.node.exact or node.exact
            self._made[node] = new
        return self._made[node]

    def _copy(self, node: Node) -> Use:
        if not node.uses:
            return self.web.end(node)
        uses = [self.use(u) for u in node.uses]
        if node.kind is MUL and uses[0] == uses[1] and self._needed[self.stand_in(node.uses[0]).node] == 2:
            uses = [self._positive(uses[0])] * 2
        return self.web.make(node.kind, node.attributes, uses, node.type)

    def _positive(self, use: Use) -> Use:
        """The root of a square that nothing else takes: b - a, squared, is a - b, squared, which is often there."""
        if not is_sum(use.node) or use.node.attributes.weights[0] > 0:
            return use
        total = use.node.attributes
        root = self.web.make(REDUCE, summed(tuple(-w for w in total.weights), -total.start), use.node.uses, FLOAT)
        if root.node.location is None:
            root.node.location, root.node.name, root.node.home = use.node.location, use.node.name, use.node.home
        return root.shifted(use.dx, use.dy)

    def _sum(self, node: Node) -> Use:
        total = Total(self.exact)
        constant = self._collect(node, total)
        for use in [*total.against]:
            total.add(self.web.make(SUB, (), [use, use], FLOAT), 1.0)
        terms = total.terms()
        if not terms:
            return self.web.leaf(CONST, (constant,), FLOAT)
        if len(terms) == 1 and terms[0][0] == 1.0 and not constant:
            return terms[0][1]
        weights, uses = zip(*terms)
        return self.web.make(REDUCE, summed(weights, constant), uses, FLOAT)

    def _collect(self, node: Node, total: Total) -> float:
        """Adds up a sum's terms, those of inner sums that are needed only here among them; gives the constant."""
        constant = 0.0
        stack = [(node, 1.0, 0, 0)]
        while stack:
            node, factor, dx, dy = stack.pop()
            terms, added = self.terms(node)
            constant += factor * added
            for weight, use in terms:
                use = self.stand_in(use).shifted(dx, dy)
                if self.dissolves(use.node) or self._is_product(use.node):
                    stack.append((use.node, factor * weight, use.dx or 0, use.dy or 0))
                else:
                    total.add(self.made(use.node).shifted(use.dx, use.dy), factor * weight)
        return constant
