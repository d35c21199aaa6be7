"""Windows of one weight, and least and greatest values of windows, at a cost that does not grow with the window.

A run is what some neighbours along one axis come to: their sum, the least or the greatest of them. It is a node with a
use for each neighbour, so whoever asks where things are needed sees a sum like any other; but it is computed for whole
lines of a tile at once (opencl/runs.py), in about as many steps for a hundred neighbours as for ten:

    a box of 63 x 63        a run of 63 down, of which a run of 63 across is taken
    min over a square       the same; the chain that it was written as begins with the first pixel, and so may be NaN

Nothing is ever subtracted: what is NaN or infinite spoils the windows that contain it, and no others.
"""

from __future__ import annotations

import math
from collections import Counter

import numpy as np

from ..ir import FLOAT
from .factors import Rewriter, eliminated, filled
from .nodes import Node, Use
from .stages import Stages

LEAST = 9          # neighbours in a run
EXTREMES = {"min": math.inf, "max": -math.inf}  # what each begins with: a NaN is never less, nor greater


def in_runs(found: Stages) -> Stages | None:
    """The stages with their windows as runs; None where they have none."""
    made = _Runner(found)
    return made.stages if made.changed else None


def kept(form: Stages) -> list[Node]:
    """What has to lie in a tile for runs to be taken: themselves, and what they are taken of."""
    runs = [node for node in form.order if node.kind == "run"]
    return [*dict.fromkeys(node for run in runs for node in (run.uses[0].node, run))]


class _Runner(Rewriter):
    def __init__(self, found: Stages):
        self.takers = Counter(use.node for node in found.order for use in node.uses)
        self.takers.update(use.node for use in found.roots)
        super().__init__(found)

    def _copy(self, node: Node) -> None:
        made = self._windows(node, self._chain(node))
        if made is None:
            super()._copy(node)
            return
        made.node.location = made.node.location or node.location
        self.changed, self._made[node] = True, made

    def _chain(self, node: Node) -> list[Use]:
        """What a min of a min of a min... is taken of, the first one first."""
        if node.kind not in EXTREMES or node.type is not FLOAT:
            return []
        chain, top = [], Use(node, 0, 0)
        while top.node.kind == node.kind and (top.node is node or self.takers[top.node] == 1):
            left, right = (use.shifted(top.dx, top.dy) for use in top.node.uses)
            chain.append(right)
            top = left
        chain = [self._made[use.node].shifted(use.dx, use.dy) for use in [*chain, top]]
        return chain[::-1]

    def _windows(self, node: Node, chain: list[Use]) -> Use | None:
        """A chain with runs for the windows in it, if there are such."""
        if len(chain) < LEAST:
            return None
        places: dict[Node, dict[tuple, None]] = {}
        for use in chain:
            if use.node.type is FLOAT and all(use.node.moves):
                places.setdefault(use.node, {})[use.dy, use.dx] = None
        made, runs = chain[0], 0
        for inner, at in places.items():
            ys, xs = _rectangle([*at])
            if max(len(ys), len(xs)) < LEAST:
                continue
            whole = len(chain) == len(at) == len(ys) * len(xs) and min(len(ys), len(xs)) == 1 and made[1:] == (xs[0], ys[0])
            run = self._window(node, inner, ys, xs, whole)
            chain = [use for use in chain if use.node is not inner or use.dy not in ys or use.dx not in xs]
            if whole:
                return run
            chain.append(run)
            runs += 1
        if not runs:
            return None
        for use in [use for use in chain if use != made]:
            made = self.web.make(node.kind, (), [made, use], FLOAT)
        return made

    def _window(self, node: Node, inner: Node, ys: range, xs: range, nan: bool) -> Use:
        """The run of runs over a rectangle."""
        down = Use(inner, 0, ys[0]) if len(ys) == 1 else self._run(node.kind, inner, 1, ys, node, nan)
        across = Use(down.node, xs[0], 0) if len(xs) == 1 else self._run(node.kind, down.node, 0, xs, node, nan)
        return across.shifted(0, down.dy)

    def _run(self, kind: str, inner: Node, axis: int, places: range, node: Node, nan: bool = False) -> Use:
        uses = [Use(inner, i, 0) if axis == 0 else Use(inner, 0, i) for i in range(len(places))]
        made = self.web.make("run", (kind, axis, nan), uses, FLOAT)
        made.node.location = made.node.location or node.location
        return made.shifted(*((places[0], 0) if axis == 0 else (0, places[0])))

    def terms(self, node: Node) -> dict[Use, float]:
        kernels: dict[Node, dict[tuple, float]] = {}
        total: dict[Use, float] = {}
        for weight, use in zip(node.attributes[0], node.uses):
            use = self.use(use)
            if all(use.node.moves) and use.node.type is FLOAT and not self.found.graph.exact:
                kernels.setdefault(use.node, {})[use.dy, use.dx] = weight
            else:
                total[use] = total.get(use, 0.0) + weight
        for inner, taps in kernels.items():
            for use, weight in self._kernel(node, inner, taps):
                total[use] = total.get(use, 0.0) + weight
        return total

    def _kernel(self, node: Node, inner: Node, taps: dict[tuple, float]) -> list[tuple[Use, float]]:
        """One node's weights: boxes among the products of a column and a row that they are, down and then across."""
        plain = [(Use(inner, dx, dy), weight) for (dy, dx), weight in taps.items()]
        kernel, left, top = filled(taps)
        if max(kernel.shape) < LEAST:
            return plain
        made: list[tuple[Use, float]] = []
        runs = 0
        for column, row in eliminated(kernel):
            down, runs_down = self._line(node, inner, column, 1)
            inside = self.sum(dict(down), 0.0) if len(down) > 1 else down[0][0]
            across, runs_across = self._line(node, inside.node, row, 0)
            factor = 1.0 if len(down) > 1 else down[0][1]
            made += [(use.shifted(left + (inside.dx or 0), top + inside.dy), weight * factor) for use, weight in across]
            runs += runs_down + runs_across
        if not runs or len(made) >= len(plain):
            return plain
        self.changed = True
        return made

    def _line(self, node: Node, inner: Node, weights: np.ndarray, axis: int) -> tuple[list[tuple[Use, float]], int]:
        """The weighted sum along one axis, with runs where enough neighbours have one weight, and how many these are."""
        found: list[tuple[Use, float]] = []
        steps = np.flatnonzero(~np.isclose(weights[1:], weights[:-1], rtol=1e-7, atol=0.0)) + 1
        ends = [0, *steps.tolist(), len(weights)]
        runs = 0
        for first, end in zip(ends, ends[1:]):
            if not weights[first]:
                continue
            if end - first >= LEAST:
                found.append((self._run("sum", inner, axis, range(first, end), node), float(weights[first])))
                runs += 1
            else:
                found += [(Use(inner, *((i, 0) if axis == 0 else (0, i))), float(weights[i])) for i in range(first, end)]
        return found, runs


def _rectangle(places: list[tuple[int, int]]) -> tuple[range, range]:
    """The rows and columns of the largest rectangle that is whole, of those whose rows have no neighbours beside them."""
    rows: dict[range, list[int]] = {}
    for y in sorted({y for y, _ in places}):
        for columns in _stretches(x for at, x in places if at == y):
            rows.setdefault(columns, []).append(y)
    return max(((ys, xs) for xs, found in rows.items() for ys in _stretches(found)), key=lambda each: len(each[0]) * len(each[1]))


def _stretches(numbers) -> list[range]:
    """Numbers as ranges of consecutive ones."""
    found: list[range] = []
    for number in sorted(numbers):
        if found and found[-1].stop == number:
            found[-1] = range(found[-1].start, number + 1)
        else:
            found.append(range(number, number + 1))
    return found
