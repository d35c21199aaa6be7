"""Long sums turn by turn over a tile: what their terms are made of around a pixel is computed for the tile first.

Non-local means adds up a term for each neighbour, and each term compares two patches. In a block (rolls.py) a turn of the
loop over neighbours compares all pixels of a patch anew for each pixel. Over a tile a turn is passes of its own:

    copies of the pixels
    sums = 0
    in each turn    apart = (im - im moved) ** 2       as far around the tile as a patch reaches
                    column = the sum of seven of apart
                    sums += exp(the sum of seven of column) * im moved
    the result, of the sums

What moves is read from a copy in the tile, which begins elsewhere in each turn; a number that changes is one of the pass.
"""

from __future__ import annotations

from dataclasses import replace

from ...ir import FLOAT, Graph, ImageParam, Output, PixelType, ScalarParam, Value, constant
from ..blocks.blocks import anywhere, best_block, block
from ..plans import Plan
from ..price import price
from ..stages.kinds import READ, REDUCE, SCALAR, summed
from ..stages.stages import Stages, stages
from ..stages.web import Node, Roll, Use, Web
from ..target import Target
from ..tiles.apart import tiled
from ..tiles.passes import NO_MARGIN, Pass, Turn, before, candidates, cut, ending, margin
from ..tiles.tiles import tiles
from .factors import separated
from .rolls import Family, Roller, Template, families

PIXEL = PixelType(FLOAT, 1)
Column = tuple[tuple[int, int], ...]


def in_turns(found: Stages, target: Target) -> list[Plan]:
    """The best plan, where there are long sums whose terms have stages of their own."""
    if not target.turns or found.opaque or found.graph.dimensions == 3:
        return []
    if not families(found):
        return []
    form = next((form for form in separated(found) if not form.composed), found)
    made = _of_form(form, target)
    return [] if made is None else [made]


def _of_form(form: Stages, target: Target) -> Plan | None:
    made = _Outer(form, target.unit)
    turns = [turn for turn in made.turns.values() if turn.sums]
    sets = [candidates(turn.stages) for turn in turns]
    if not turns or not any(sets):
        return None
    plans: list[Plan] = []
    for count in range(1, 1 + max(map(len, sets))):
        parts = made.passes(turns, [[node for nodes in each[:count] for node in nodes] for each in sets])
        for blocks in _blocks(parts, target):
            whole = tuple([(part, own) for part, own in zip(parts, blocks) if own is not None])
            if len(whole) == len(parts):
                plans += [tiled(form, whole, tile, target) for tile in tiles(whole, target)]
    return min(plans, key=price, default=None)


def _blocks(parts: list[Pass], target: Target) -> list[list[Plan | None]]:
    """How passes are computed. What moves lies anywhere in a tile's rows: on a GPU each work-item has one column of it, and
    the same pixels from turn to turn."""
    if target.lanes > 1:
        return [[best_block(stages(part.graph), target) for part in parts]]
    return [[anywhere(block(stages(part.graph), target, rows, wide=1)) for part in parts] for rows in target.turn_rows]


class _Turn(Template):
    """One loop: what its sums come to in a turn, as stages of pixels that are kept in the tile."""

    def __init__(self, form: Stages, unit: int, count: int):
        super().__init__(Web(), self.at_rest, Roll(count))
        self.form, self.unit = form, unit
        self.kept: dict[Node, ImageParam] = {}                # what is read from the tile,
        self.places: dict[tuple[Node, int], ImageParam] = {}  # and what begins elsewhere in each turn
        self.weights: dict[int, ScalarParam] = {}
        self.sums: dict[ImageParam, Use] = {}                 # by the image in which each is added up

    def added(self, terms: tuple[Use, ...], weights: tuple[float, ...]) -> tuple[float, ImageParam] | None:
        """Terms that are alike as one more sum, and what it has to be multiplied with."""
        term = self.use(terms)
        if term is None or any(node.type is not FLOAT for node in (*self.kept, *[node for node, _ in self.places])):
            return None
        weight, term = self.scaled(weights, term)
        image = ImageParam("total", PIXEL)
        before = self.web.leaf(READ, (image, 0), FLOAT)
        self.sums[image] = self.web.make(REDUCE, summed((1.0, 1.0)), [before, term], FLOAT)
        return weight, image

    def use(self, uses: tuple[Use, ...]) -> Use | None:
        made = super().use(uses)
        if made is not None and made.node.location is None:
            made.node.location = uses[0].node.location
        return made

    def at_rest(self, use: Use) -> Use:
        """What is the same in each turn."""
        node = use.node
        if all(node.moves):
            return self._from_tile(self.kept.setdefault(node, ImageParam(node.name or "stage", PIXEL)), use)
        made = self.web.make(node.kind, node.attributes, map(self.at_rest, node.uses), node.type) if node.uses else (
            self.web.end(node))
        return made.shifted(use.dx, use.dy)

    def moved_to(self, use: Use, column: int) -> Use:
        image = self.places.setdefault((use.node, column), ImageParam(use.node.name or "stage", PIXEL))
        return self._from_tile(image, use)

    def number(self, column: int) -> Use:
        scalar = self.weights.setdefault(column, ScalarParam("weight", Value(FLOAT, None, "weight")))
        return self.web.leaf(SCALAR, (scalar,), FLOAT)

    def _from_tile(self, image: ImageParam, use: Use) -> Use:
        left, top, *_ = margin(self.form, use.node, self.unit)
        return self.web.leaf(READ, (image, 0), FLOAT, left, top).shifted(use.dx, use.dy)

    @property
    def stages(self) -> Stages:
        graph = self.form.graph
        images = [*self.kept.values(), *self.places.values(), *self.sums]
        inner = Graph(graph.name, images, [*graph.scalars, *self.weights.values()], exact=graph.exact,
                      outputs=[Output((), "Float") for _ in self.sums])
        return Stages(inner, [(use,) for use in self.sums.values()])


class _Outer(Roller):
    """Stages in which each of those sums is a pixel that the turns leave."""

    def __init__(self, form: Stages, unit: int):
        self.form, self.unit = form, unit
        self.turns: dict[Column, _Turn] = {}
        super().__init__(form)

    def joined(self, node: Node, family: Family) -> tuple[float, Use] | None:
        if len(self.form.needs[node]) > 1:
            return None  # sums are kept for the tile alone, not for what is around it
        (dx, dy), = self.form.needs[node]
        turn = self.turns.setdefault(family.column, _Turn(self.form, self.unit, len(family.uses)))
        made = turn.added(tuple([use.shifted(dx, dy) for use in family.uses]), family.weights)
        return None if made is None else (made[0], self.web.leaf(READ, (made[1], 0), FLOAT, -(dx or 0), -(dy or 0)))

    def passes(self, turns: list[_Turn], inner: list[list[Node]]) -> list[Pass]:
        """All of them; `inner` are the stages that each turn keeps."""
        kept = [node for turn in turns for node in (*turn.kept, *[node for node, _ in turn.places])]
        made = before(self.form, [*dict.fromkeys(kept)], self.unit)
        stage_of: dict[object, int] = {node: number for number, node in enumerate(n for part in made for n in part.stages)}
        sums = [image for turn in turns for image in turn.sums]
        made.append(self._nought(sums))
        stage_of.update({image: len(stage_of) + number for number, image in enumerate(sums)})
        count = len(stage_of)
        for turn, nodes in zip(turns, inner):
            images = {image: stage_of[node] for node, image in turn.kept.items()}
            images |= {image: stage_of[node] for (node, _), image in turn.places.items()}
            images |= {image: stage_of[image] for image in turn.sums}
            about = Turn(turn.roll, {image: column for (_, column), image in turn.places.items()},
                         {scalar: column for column, scalar in turn.weights.items()})
            found = turn.stages
            first = count
            for part in cut(found, nodes, self.unit):
                reads = tuple([images[image] if stage is None else first + stage
                               for image, stage in zip(part.graph.images, part.reads)])
                part = replace(part, reads=reads, turn=about)
                if not part.stages:  # what is left of the sums
                    part = replace(part, stages=tuple([use.node for use in turn.sums.values()]),
                                   over=stage_of[next(iter(turn.sums))])
                    stage_of.update({image: count + number for number, image in enumerate(turn.sums)})
                made.append(part)
                count += len(part.stages)
        return [*made, self._last(stage_of, sums)]

    def _nought(self, sums: list[ImageParam]) -> Pass:
        graph = Graph(self.form.graph.name, outputs=[Output((constant(0.0),), "Float") for _ in sums])
        return Pass(graph, tuple([self.web.leaf(READ, (image, 0), FLOAT).node for image in sums]), (), NO_MARGIN)

    def _last(self, stage_of: dict[object, int], sums: list[ImageParam]) -> Pass:
        graph = self.form.graph
        self.stages.graph = replace(graph, images=[*graph.images, *sums])
        part = ending(self.stages, [])
        return replace(part, reads=tuple([stage_of.get(image) for image in part.graph.images]))
