"""The least or greatest value of a window, as that of its rows' least or greatest: as a box is a column of rows.

Python's min keeps its first argument unless another is less, and what is NaN is less than nothing. So a chain of them is
NaN where its first value is, and leaves out every other NaN; its windows do that from the start, beginning with infinity,
and the first value comes first again in the end.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable

from ...ir import FLOAT, LEVELS, OpKind, Type
from ...ir.ops import MAX, MIN
from ..stages.kinds import CONST
from ..stages.stages import Stages
from ..stages.web import Node, Use
from ..sums.factors import Rewriter
from ..target import COMMON

EXTREMES: dict[object, float] = {MIN: math.inf, MAX: -math.inf}  # what each begins with: a NaN is never less, nor greater


def nothing(op: object, type: Type) -> float:
    """What comes of no numbers."""
    if type is FLOAT:
        return EXTREMES.get(op, 0.0)
    return type.limits[1] if op is MIN else type.limits[0]


def by_rows(found: Stages) -> Stages:
    """The same stages with the extremes of windows taken across first, then down."""
    return Windows(found).stages if has_extremes(found) else found


def has_extremes(found: Stages) -> bool:
    return any(node.kind in EXTREMES for node in found.order)


class Windows(Rewriter):
    """What becomes of lines is `line`'s business, and which windows pay, `pays`. `order` says which axis is first: across,
    where rows of a block share what comes of it."""

    order = (0, 1)

    def __init__(self, found: Stages):
        self.takers = Counter(use.node for node in found.order for use in node.uses)
        self.takers.update(use.node for use in found.roots)
        self.inside = {node.uses[0].node for node in found.order if node.kind in EXTREMES and self._goes_on(node)}
        super().__init__(found)

    def _copy(self, node: Node) -> None:
        made = None if node in self.inside else self._windows(node, self._chain(node))
        if made is None:
            super()._copy(node)
            return
        made.node.location = made.node.location or node.location
        self.changed, self._made[node] = True, made

    def _chain(self, node: Node) -> list[Use]:
        """What a min of a min of a min... is taken of, the first one first."""
        if node.kind not in EXTREMES or node.type not in LEVELS:
            return []
        chain, top, further = [], Use(node, 0, 0), True
        while further:
            further = self._goes_on(top.node)
            left, right = (use.shifted(top.dx, top.dy) for use in top.node.uses)
            chain.append(right)
            top = left
        chain = [self._made[use.node].shifted(use.dx, use.dy) for use in [*chain, top]]
        return chain[::-1]

    def _goes_on(self, node: Node) -> bool:
        """Whether the first operand is one more of a chain, and nothing else."""
        first = node.uses[0].node
        return first.kind is node.kind and self.takers[first] == 1

    def _windows(self, node: Node, chain: list[Use]) -> Use | None:
        """A chain with lines for the windows in it, if there are such."""
        places: dict[Node, dict[tuple[int, int], None]] = {}
        for use in chain:
            if use.node.type in LEVELS and all(use.node.moves):
                places.setdefault(use.node, {})[use.dy or 0, use.dx or 0] = None
        if not chain or not isinstance(node.kind, OpKind):
            return None
        made, count = chain[0], 0
        for inner, at in places.items():
            ys, xs = _rectangle([*at])
            if not self.pays(ys, xs):
                continue
            whole = len(chain) == len(at) == len(ys) * len(xs) and min(len(ys), len(xs)) == 1 and made[1:] == (xs[0], ys[0])
            window = self._window(node.kind, node, inner, ys, xs, whole)
            chain = [use for use in chain if use.node is not inner or use.dy not in ys or use.dx not in xs]
            if whole:
                return window
            chain.append(window)
            count += 1
        if not count:
            return None
        for use in [use for use in chain if use != made]:
            made = self.web.make(node.kind, (), [made, use], node.type)
        return made

    def _window(self, kind: OpKind, node: Node, inner: Node, ys: range, xs: range, nan: bool) -> Use:
        """Lines along one axis of lines along the other."""
        at = Use(inner, 0, 0)
        for axis in self.order:
            places = (xs, ys)[axis]
            line = Use(at.node, 0, 0).shifted(*along(axis, places[0]))
            if len(places) > 1:
                line = self.line(kind, at.node, axis, places, node, nan)
            at = line.shifted(at.dx, at.dy)
        return at

    def pays(self, ys: range, xs: range) -> bool:
        return min(len(ys), len(xs)) > 1 and len(ys) * len(xs) >= COMMON.window

    def line(self, op: OpKind, inner: Node, axis: int, places: range, node: Node, nan: bool) -> Use:
        """The extreme of neighbours along an axis. `nan`: where the first is NaN, it is; otherwise NaN does not count."""
        made = self.web.leaf(CONST, (nothing(op, inner.type),), inner.type)
        for i in places:
            made = self.web.make(op, (), [made, Use(inner, *along(axis, i))], inner.type)
        return made


def along(axis: int, distance: int) -> tuple[int, int]:
    return (distance, 0) if axis == 0 else (0, distance)


def _rectangle(places: list[tuple[int, int]]) -> tuple[range, range]:
    """The rows and columns of the largest rectangle that is whole, of those whose rows have no neighbours beside them."""
    rows: dict[range, list[int]] = {}
    for y in sorted({y for y, _ in places}):
        for columns in _stretches(x for at, x in places if at == y):
            rows.setdefault(columns, []).append(y)
    found = [(ys, xs) for xs, ys_of in rows.items() for ys in _stretches(ys_of)]
    return max(found, key=lambda each: len(each[0]) * len(each[1]))


def _stretches(numbers: Iterable[int]) -> list[range]:
    """Numbers as ranges of consecutive ones."""
    found: list[range] = []
    for number in sorted(numbers):
        if found and found[-1].stop == number:
            found[-1] = range(found[-1].start, number + 1)
        else:
            found.append(range(number, number + 1))
    return found
