"""Two-dimensional weighted sums as sums along x of which sums along y are taken, where that costs less.

A kernel of rank one, most blurs and derivatives, is a column times a row: n x n weights become n + n. Others are a few
such products. They are found by elimination: a large weight is the pivot, and its row and column, divided by it, are
taken off; what is then left is the next product's. The weights stay small whole numbers where they were, and what is
left in the end, under a millionth of the largest, is dropped: the same order as float32's own rounding. Where few
weights are left they stay single: an unsharp mask is a blur and its middle.

A filter of a filter, both weighted sums, is one filter with a larger kernel: eight 3x3 blurs in a row are one 17x17, of
rank one again. Nothing is lost at borders, since what is between the two has no edge of its own.
"""

from __future__ import annotations

import functools
from dataclasses import dataclass

import numpy as np

from ...ir import FLOAT
from ..cost import operations
from ..stages.kinds import CONST, REDUCE, is_sum, summed
from ..stages.stages import Stages
from ..stages.web import Node, Use, Web
from ..target import COMMON
from .sums import Total

Taps = dict[tuple[int, int], float]  # a node's weights, by (dy, dx)


@dataclass(frozen=True)
class Factors:
    """A kernel that became products of a column and a row. `dropped` is what the weights that were left out add up to:
    how far a result may be off, for pixels up to 1."""

    height: int
    width: int
    rank: int
    dropped: float


def factored(found: Stages, rows: int, forms: list[Stages] | None = None) -> Stages:
    """The same stages with their kernels factored where a block of so many rows gains by it; filters of filters
    first made one, where that gains too."""
    if found.graph.exact:
        return found
    made = [_products(form, rows) for form in forms or composed(found)]
    every = [found] + [each.stages for each in made if each.changed or each.found is not found]
    return every[0] if len(every) == 1 else min(every, key=lambda form: operations(form, 1, rows))


def composed(found: Stages) -> list[Stages]:
    """The stages as they are, and with each filter of a filter made one, where there are such."""
    if found.graph.exact:
        return [found]
    sums = [node for node in found.order if is_sum(node)]
    if not any(is_sum(use.node) for node in sums for use in node.uses):
        return [found]
    made = _Composer(found)
    return [found, made.stages] if made.changed else [found]


def has_sum(form: Stages, terms: int) -> bool:
    """Whether a sum has so many terms: there is no kernel of as many weights without it."""
    return any(is_sum(node) and len(node.uses) >= terms for node in form.order)


def _products(form: Stages, rows: int, down: bool = False) -> _Factorer:
    """A form with its kernels factored for blocks of so many rows: the same for all heights at which the same ones are."""
    known: list[_Factorer] = form.forms.setdefault(_Factorer, [])
    made = next((each for each in known if each.down is down and each.serves(rows)), None)
    if made is None:
        made = _Factorer(form, rows, down)
        known.append(made)
    return made


def filled(taps: Taps) -> tuple[np.ndarray, int, int]:
    """Weights by (dy, dx) as a rectangle, and where its left and top lie."""
    ys, xs = (np.array([at[axis] for at in taps]) for axis in (0, 1))
    left, top = int(xs.min()), int(ys.min())
    kernel = np.zeros((int(ys.max()) - top + 1, int(xs.max()) - left + 1))
    kernel[ys - top, xs - left] = list(taps.values())
    return kernel, left, top


def eliminated(kernel: np.ndarray) -> list[tuple[np.ndarray, np.ndarray]]:
    """(column, row) products that add up to a kernel."""
    return _eliminated(np.ascontiguousarray(kernel, np.float64).tobytes(), kernel.shape)


@functools.lru_cache(64)  # the same kernel is looked at for blocks of every height
def _eliminated(weights: bytes, shape: tuple[int, int]) -> list[tuple[np.ndarray, np.ndarray]]:
    kernel = np.frombuffer(weights).reshape(shape)
    if 1 in shape:
        one = np.ones(1)
        return [(kernel[:, 0], one) if shape[1] == 1 else (one, kernel[0])]
    left = kernel.copy()
    products: list[tuple[np.ndarray, np.ndarray]] = []
    smallest = COMMON.dropped * np.abs(kernel).max()
    while left.any():
        column, row, rest = min((_taken_off(left, *pivot, smallest) for pivot in _pivots(left)),
                                key=lambda taken: np.count_nonzero(taken[2]))
        if np.count_nonzero(left) <= np.count_nonzero(column) + np.count_nonzero(row):
            return products + [_single(left, y, x) for y, x in zip(*np.nonzero(left))]
        left = rest
        products.append((column, row))
    return products


def _pivots(left: np.ndarray) -> list[tuple[int, int]]:
    """The largest weight, and the largest one that shares neither row nor column with it."""
    sizes = np.abs(left)
    first = _largest(sizes)
    sizes[first[0]], sizes[:, first[1]] = 0.0, 0.0
    return [first, _largest(sizes)] if sizes.any() else [first]


def _largest(sizes: np.ndarray) -> tuple[int, int]:
    y, x = divmod(int(np.argmax(sizes)), sizes.shape[1])
    return y, x


def _taken_off(left: np.ndarray, y: int, x: int, smallest: float) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """The product of a pivot's column and row, and what it leaves."""
    row, column = left[y] / left[y, x], left[:, x].copy()
    rest = left - np.outer(column, row)
    rest[y], rest[:, x] = 0.0, 0.0
    rest[np.abs(rest) <= smallest] = 0.0
    return *_simplest(column, row), rest


def _simplest(column: np.ndarray, row: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """The same product with as many weights as can be that need no multiplication: 1 2 1 rather than 0.5 1 0.5."""
    sizes = {float(size) for size in (*np.abs(row), *(1 / np.abs(column[column != 0]))) if size}
    ones = {size: np.count_nonzero(np.abs(row) == size) + np.count_nonzero(np.abs(column) * size == 1) for size in sizes}
    most = max(ones.values())
    size = min((size for size in ones if ones[size] == most), key=lambda size: abs(np.log2(size)))
    return column * size, row / size


def _single(kernel: np.ndarray, y: int, x: int) -> tuple[np.ndarray, np.ndarray]:
    """One weight as a product."""
    column, row = np.zeros(kernel.shape[0]), np.zeros(kernel.shape[1])
    column[y], row[x] = kernel[y, x], 1.0
    return column, row


class Rewriter:
    """Copies stages into a new web; what happens to a sum is the business of its kinds."""

    def __init__(self, found: Stages):
        self.found, self.web, self.changed = found, Web(), False
        self._made: dict[Node, Use] = {}
        for node in found.order:
            self._copy(node)
        self.stages = found
        if self.changed:
            self.stages = Stages(found.graph, [tuple(self.use(use) for use in output) for output in found.outputs],
                                 factors=found.factors, composed=found.composed)

    def use(self, use: Use) -> Use:
        if use.node not in self._made:  # a pixel that only a loop reads
            self._copy(use.node)
        return self._made[use.node].shifted(use.dx, use.dy)

    def _copy(self, node: Node) -> None:
        if not node.uses:
            new = self.web.end(node)
        elif is_sum(node):
            new = self.sum(self.terms(node), node.attributes.start)
        else:
            new = self.web.make(node.kind, node.attributes, [self.use(u) for u in node.uses], node.type)
        new.node.exact = node.exact
        new.node.location = new.node.location or node.location
        if new.node.name is None and node.name:
            new.node.name, new.node.home = node.name, (node.home[0] + (new.dx or 0), node.home[1] + (new.dy or 0))
        self._made[node] = new

    def terms(self, node: Node) -> dict[Use, float]:
        """What a sum is made of instead: as it is, unless something is known about a node's weights."""
        kernels, total = self.kernels(node)
        for inner, taps in kernels.items():
            for use, weight in self.kernel(node, inner, taps):
                total[use] = total.get(use, 0.0) + weight
        return total

    def kernel(self, node: Node, inner: Node, taps: Taps) -> list[tuple[Use, float]]:
        """One node's weights by (dy, dx), in a sum over it."""
        return [(Use(inner, dx, dy), weight) for (dy, dx), weight in taps.items()]

    def kernels(self, node: Node) -> tuple[dict[Node, Taps], dict[Use, float]]:
        """The weights with which a sum takes nodes that change both ways, by node and (dy, dx); and all others."""
        kernels: dict[Node, Taps] = {}
        total: dict[Use, float] = {}
        for weight, use in zip(node.attributes.weights, node.uses):
            use = self.use(use)
            if all(use.node.moves):
                kernels.setdefault(use.node, {})[use.dy or 0, use.dx or 0] = weight
            else:
                total[use] = total.get(use, 0.0) + weight
        return kernels, total

    def sum(self, terms: dict[Use, float], constant: float) -> Use:
        terms = {use: weight for use, weight in terms.items() if weight}
        uses = sorted(terms, key=lambda u: u.place)
        if not uses:
            return self.web.leaf(CONST, (constant,), FLOAT)
        if len(uses) == 1 and terms[uses[0]] == 1.0 and not constant:
            return uses[0]
        return self.web.make(REDUCE, summed(tuple(terms[u] for u in uses), constant), uses, FLOAT)


class _Composer(Rewriter):
    """Sums of sums as one sum each."""

    def __init__(self, found: Stages):
        self.joined = 0
        super().__init__(found)
        if self.changed:
            self.stages.composed = found.composed + self.joined

    def terms(self, node: Node) -> dict[Use, float]:
        total, joined = Total(exact=False), 0
        for weight, use in zip(node.attributes.weights, node.uses):
            use = self.use(use)
            inner = [(1.0, Use(use.node, *(0 if m else None for m in use.node.moves)))]
            few = len(use.node.uses) + len(total.weights) <= COMMON.composed
            if few and is_sum(use.node) and not use.node.attributes.start:
                inner = list(zip(use.node.attributes.weights, use.node.uses))
                joined += 1
            for factor, part in inner:
                total.add(part.shifted(use.dx, use.dy), weight * factor)
        if total.against:  # a pixel that is no number would be forgotten
            return super().terms(node)
        self.changed |= joined > 0
        self.joined += joined
        return dict((use, weight) for weight, use in total.terms())


def separated(found: Stages) -> list[Stages]:
    """For stages that are kept: the forms in which the inner sums are columns, and those in which they are rows, if any
    of them is long."""
    if found.graph.exact:
        return []
    made = [_products(form, COMMON.tile_rows, down) for form in composed(found) if has_sum(form, COMMON.long)
            for down in (True, False)]
    return [each.stages for each in made if each.longest >= COMMON.long]


@dataclass(frozen=True)
class _Gain:
    """What a kernel of so many weights would cost as products, so many rows high: additions for (each row, each row of
    the inner sum)."""

    weights: int
    high: int
    products: list[tuple[int, int]]

    def for_rows(self, rows: int) -> bool:
        """Whether a block of so many rows gains by them."""
        again = (rows + self.high) / rows  # of the inner sum for each row of the block
        return sum(again * inside + outside for outside, inside in self.products) <= COMMON.factored * self.weights


class _Factorer(Rewriter):
    """Kernels as products of a column and a row, of which one is the inner sum: the row, or (`down`) the column."""

    def __init__(self, found: Stages, rows: int, down: bool = False):
        self.rows, self.down, self.longest = rows, down, 0
        self.factors: list[Factors] = []
        self.gains: list[_Gain] = []
        super().__init__(found)
        if self.changed:
            self.stages.factors = (*found.factors, *self.factors)

    def serves(self, rows: int) -> bool:
        """Whether the same kernels become products for blocks of so many rows."""
        return all(gain.for_rows(rows) == gain.for_rows(self.rows) for gain in self.gains)

    def kernel(self, node: Node, inner: Node, taps: Taps) -> list[tuple[Use, float]]:
        """As it is, or along one axis first and then along the other."""
        plain = super().kernel(node, inner, taps)
        ys, xs = sorted({dy for dy, _ in taps}), sorted({dx for _, dx in taps})
        if len(ys) < 2 or len(xs) < 2 or len(taps) < 6:
            return plain
        kernel = np.array([[taps.get((y, x), 0.0) for x in xs] for y in ys])
        products = eliminated(kernel)
        if self.down:
            products = [(row, column) for column, row in products]
            ys, xs = xs, ys
        products = [(-outside, -inside) if inside.sum() < 0 else (outside, inside) for outside, inside in products]
        gain = _Gain(len(taps), ys[-1] - ys[0], [(int(np.count_nonzero(outside)), int(np.count_nonzero(inside)) - 1)
                                                 for outside, inside in products])
        self.gains.append(gain)
        if not gain.for_rows(self.rows):
            return plain
        self.changed = True
        sums = [np.outer(inside, outside) if self.down else np.outer(outside, inside) for outside, inside in products]
        dropped = float(np.abs(kernel - sum(sums)).sum())
        self.factors.append(Factors(kernel.shape[0], kernel.shape[1], len(products), dropped))
        self.longest = max(self.longest, len(xs), len(ys))
        outer = []
        for outside, inside in products:
            at = [(0, i) if self.down else (i, 0) for i in xs]
            line = self.sum({Use(inner, *place): float(w) for place, w in zip(at, inside)}, 0.0)
            line.node.location = line.node.location or node.location
            outer += [(line.shifted(i, 0) if self.down else line.shifted(0, i), float(w)) for i, w in zip(ys, outside) if w]
        return outer
