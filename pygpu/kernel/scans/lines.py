"""What all ways to go over the lines of a scan have in common (scans.py, groups.py)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager
from dataclasses import replace
from typing import Protocol

from ...ir import Graph, Value
from ...ir.scans import asked, carried
from ...schedule.scans.begun import begun
from ...schedule.scans.scans import part
from ..arrays import array, element, kept, taken
from ..blocks.pixels import PixelBody
from ..frame import Frame
from ..statements import Assign, Code, Declare, Hold, If, Store
from ..values import WORDS, Expr, Load, Number, Part, Var, every, key


class Same(Protocol):
    """A graph in parts, of which one is the same for all pixels."""

    @property
    def same(self) -> Graph: ...


def along(code: Code, wish: str, count: Expr | int, step: int, by: int = 1) -> AbstractContextManager[Var]:
    """`with along(...) as i`: from 0 on to below count, or from the last such place down."""
    if step > 0:
        return code.loop(wish, 0, count, by)
    last = (count - 1) // by * by if isinstance(count, int) or by > 1 else count - 1
    return code.loop(wish, last, 0, -by)


def both_ways(code: Code, tests: Sequence[Expr]) -> Iterator[bool]:
    """Once where all tests hold, and once where not."""
    whole = every([*{key(test): test for test in tests}.values()]) if tests else None
    if whole is None:
        yield False
        return
    split = If(whole, [])
    with code.inside(split):
        yield True
    with code.otherwise(split):
        yield False


def alike(made: Frame, code: Code, parts: Same) -> dict[int, Expr]:
    """Values that are the same for all pixels, computed before them; by their ids, as a body knows them."""
    if not parts.same.body.ops:
        return {}
    nowhere = Number(0)
    pixels = PixelBody(replace(made, graph=parts.same), code, nowhere, nowhere)
    pixels.block(parts.same.body)
    found = {id(value): pixels.value(value) for output in parts.same.outputs for value in output.values}
    for value in found.values():
        if value.__class__ is Var and value not in {var for each in made.parameters for var in each.vars}:
            code.add(Hold(value))
    return found


def at_first(graph: Graph, slot: tuple[int, int], word: str, lanes: int = 1) -> Number:
    """What there is before the first place: what is chosen there, where lines are lanes, or anything."""
    numbers = begun(graph).numbers if lanes > 1 else {}
    return Number(numbers[slot].value if slot in numbers else {"bool": False, "float32": 0.0}.get(word, 0), word, lanes)


def without_choices(graph: Graph, of: Graph) -> tuple[Graph, dict[Value, tuple[int, int]]]:
    """A part `of` a scan without the choices that make no difference where it begins with what they choose; and what stands
    for each of them."""
    choices = begun(of).choices
    return part(graph, [op for op in graph.body.ops if op.results[0] not in choices]) if choices else graph, choices


class Variables:
    """What was before, in variables: shifted on from place to place. `begun` is what was before the first one."""

    def __init__(self, code: Code, graph: Graph, lanes: int, begun: dict[tuple[int, int], Expr]):
        self.code, self.values = code, carried(graph)
        self.known: dict[tuple[int, int], Var] = {}
        for number, furthest in asked(graph).items():
            value = self.values[number]
            for far in range(1, furthest + 1):
                wish = f"{value.name or 'sum'}_{far}_before"
                self.known[far, number] = Var(wish, WORDS[value.type], lanes, changes=True)
        for slot, var in self.known.items():
            code.add(Declare([(var, begun.get(slot) or at_first(graph, slot, var.word, lanes))]))

    def shift(self, found: Callable[[Value], Expr]) -> None:
        """`found(value)` is what this place gives."""
        pairs: list[tuple[Var, Expr]] = []
        for (far, number), var in self.known.items():
            pairs.append((var, self.known[far - 1, number] if far > 1 else found(self.values[number])))
        if pairs:
            self.code.add(Assign(pairs))


class Carried:
    """What was before in columns beside one another, kept in arrays; nothing yet."""

    def __init__(self, code: Code, graph: Graph, lanes: int, wide: int):
        self.code, self.graph, self.lanes = code, graph, lanes
        self.values, self.far = carried(graph), asked(graph)
        self.arrays = {number: array(code, self.values[number], "sums", (far, wide)) for number, far in self.far.items()}
        for number, kept_in in self.arrays.items():
            word = element(self.values[number])
            with code.loop("i", 0, self.far[number]) as i, code.loop("j", 0, wide) as j:
                code.add(Store(Part(kept_in, i), j, Number(at_first(graph, (1, number), word, lanes).value, word)))

    def before(self, place: Expr) -> Variables:
        """That of a vector of columns."""
        return Variables(self.code, self.graph, self.lanes, {
            (back, number): taken(self.values[number], Load(Part(kept_in, back - 1) + place, Number(0), self.lanes))
            for number, kept_in in self.arrays.items() for back in range(1, self.far[number] + 1)})

    def keep(self, carry: Variables, place: Expr) -> None:
        for (back, number), var in carry.known.items():
            self.code.add(Store(Part(self.arrays[number], back - 1) + place, Number(0), kept(self.values[number], var),
                                self.lanes))
