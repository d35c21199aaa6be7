"""How sums of pixels are added up in a block: which go term by term, which by columns, and what they take as it is."""

from __future__ import annotations

from collections import Counter
from typing import Any

from ...ir import FLOAT
from ...ir.ops import ADD, MUL, NEG, SUB
from ...schedule.stages.kinds import GATHER, READ, is_sum, reached
from ...schedule.stages.stages import Stages
from ...schedule.stages.web import Node

MANY = 12     # terms of a sum: fewer are written as one expression


def only_weighted(stages: Stages) -> set[Node]:
    """The pixels that nothing but weighted sums of several take: what they have to be multiplied with to be 0 to 1, the
    weights are instead. That is so of all pixels of a channel or of none: each pixel of the result is made by the same
    operations, in whichever row of a block it is, and at an edge, too."""
    takers: dict[Node, list[Node]] = {}
    for node in stages.order:
        for use in node.uses:
            takers.setdefault(use.node, []).append(node)
    outside = {use.node for use in stages.roots}
    others = {(pixels.image, pixels.channel) for node in stages.order
              if node.kind is not READ and (pixels := reached(node)) is not None}
    # (one value alone may be meant to be exact: int(5 * v))
    return {node for node, taken in takers.items()
            if node.kind is READ and node not in outside and node.attributes[:2] not in others
            and all(is_sum(each) and len(each.uses) > 1 for each in taken)}


def in_columns(stages: Stages) -> dict[Node, list[list[int]]]:
    """Of sums of what is read elsewhere, in several columns and rows: which of the terms lie in one column. Those are added
    up first, since vectors that are loaded can be, before their lanes are put in order; or their channels, of one column."""
    found: dict[Node, list[list[int]]] = {}
    for node in stages.order:
        groups: dict[tuple[Any, ...], list[int]] = {}
        for at, use in enumerate(node.uses if is_sum(node) and node not in stages.loops else ()):
            if use.node.kind is GATHER and all(use.node.moves):
                (column, dx, _), _ = use.node.operands
                groups.setdefault((use.node.attributes, column, None if dx is None else dx + (use.dx or 0)), []).append(at)
        several = [group for group in groups.values() if len(group) > 1]
        if len(several) > 1 or several and node.uses[several[0][0]].node.attributes[0].pixel.channels > 1:
            found[node] = several
    return found


def shares(columns: list[list[float]]) -> dict[tuple[float, ...], tuple[tuple[float, ...], float]]:
    """Weights of columns of which some are others multiplied by one number, as where a picture is doubled along both axes:
    the same weights for those, and what the sum is multiplied with. So what is loaded is added up once for all of them."""
    alike: dict[tuple[float, ...], set[tuple[float, ...]]] = {}
    for weights in columns:
        alike.setdefault(tuple([weight / weights[0] for weight in weights]), set()).add(tuple(weights))
    return {each: (shape, each[0]) for shape, every in alike.items() if len(every) > 1 for each in every}


def term_by_term(stages: Stages) -> set[Node]:
    """Long sums of different weights. Vectors add each term up where it is loaded, in all rows that take it: to put the two
    together that have one weight spares nothing where a product and a sum are one operation, and their first ones are out
    of the registers when the last ones come. (45 below one another, 2048 x 2048 on two cores, processor time: 4.3 ms for
    8.3; beside one another 7.0 for 12.5 under PoCL.)"""
    found = set()
    for node in stages.order:
        if is_sum(node) and node not in stages.loops and len(node.uses) >= MANY and len(node.uses) == len({*node.uses}):
            often = Counter(map(abs, node.attributes.weights))
            if len(often) * 3 >= len(node.uses):
                found.add(node)
    return found


def plain_sums(stages: Stages) -> set[Node]:
    """Long sums of terms as they are, that are made of no other such sum."""
    found, made_of = set[Node](), set[Node]()
    for node in stages.order:
        if any(use.node in made_of for use in node.operands):
            made_of.add(node)
        elif is_sum(node) and node not in stages.loops and len(node.uses) >= MANY and {*node.attributes.weights} == {1.0}:
            found.add(node)
            made_of.add(node)
    return found


def products(stages: Stages, columns: int) -> dict[Node, bool]:
    """The products that a sum takes, and whether one sum takes each of them, and once, in blocks so many columns wide.
    Drivers join a product and a sum where they stand in one expression, and round once. So that each pixel of a picture
    comes out the same, wherever a block or a part begins, it must not depend on the place whether they do."""
    takers: dict[Node, list[Node]] = {}
    rows: dict[Node, set[int | None]] = {}
    for node in stages.order:
        for use in node.uses:
            takers.setdefault(use.node, []).append(node)
            rows.setdefault(use.node, set()).add(use.dy)
    outside = {use.node for use in stages.roots}

    def is_product(node: Node) -> bool:
        return node.type is FLOAT and (node.kind is MUL or node.kind is NEG and is_product(node.uses[0].node)
                                       or is_sum(node) and is_scaled(node))

    def is_scaled(node: Node) -> bool:
        """Whether a sum is multiplied as a whole: by its only weight, or what brings all its pixels to 0 to 1."""
        weights = {abs(weight) for weight in node.attributes.weights}
        pixels = all(use.node.kind is READ for use in node.uses)
        return len(node.uses) > 1 and len(weights) == 1 and not node.attributes.start and (weights != {1.0} or pixels)

    def taken_once(node: Node, taken: list[Node]) -> bool:
        """Of a sum of neighbours in a row: where it is computed in one column, so that no two of them have one in common."""
        sums = set(taken)
        alone = len(taken) == 1 or columns == 1 == len(sums) == len(rows[node]) and all(
            len({x for x, _ in stages.needs[each]}) == 1 for each in sums)
        return alone and taken[0].moves == node.moves and node not in outside

    return {node: taken_once(node, taken)
            for node, taken in takers.items()
            if is_product(node) and any(is_sum(each) or each.kind in (NEG, ADD, SUB) for each in taken)}
