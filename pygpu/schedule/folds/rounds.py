"""Loops over all of a picture of bytes that stay loops, since what is around them decides what they ask for: a threshold
that goes on until it stays, what a pixel asks all others. Where the byte at a place is all that its terms depend on, they
go over bytes that are counted (levels.py)."""

from __future__ import annotations

from collections.abc import Set as AbstractSet
from typing import NamedTuple

from ...ir import Graph, ImageParam, Op, Value, constant, image_of, loops, made_by, same
from ...ir.graph import needs
from ...ir.ops import ADD, FLOORDIV, HEIGHT, LOOP, LT, MOD, READ, WIDTH
from ...passes.counting import How, Nest, nest
from ...passes.depends import Roots, roots


class Round(NamedTuple):
    """A loop, how what it carries is put together, and what it does at each place: what it reads there, and the rest."""

    found: Nest
    how: How
    image: ImageParam
    reads: list[Op]
    terms: list[Op]


def rounds(graph: Graph, images: AbstractSet[ImageParam], kinds: AbstractSet[str]) -> dict[Op, Round]:
    """Those of a graph, over any of these pictures, that put together what they carry in any of these ways."""
    every = list(loops(graph.body)) if images else []
    depends = roots(graph) if every else {}
    found = {op: round_of(op, depends, images, kinds) for op in every}
    return {op: one for op, one in found.items() if one is not None}


def round_of(op: Op, depends: Roots, images: AbstractSet[ImageParam], kinds: AbstractSet[str]) -> Round | None:
    found = nest(op, depends)
    how = None if found is None else found.how(depends)
    if found is None or how is None or how.tallies or not kinds >= set(how.kinds):
        return None
    reads, terms = list[Op](), list[Op]()
    moving = {counter.arg for counter in found.counters}
    for counter in found.counters:
        *before, branch = counter.body.ops
        for each in (*before, *branch.blocks[0].ops):
            if each.kind is READ and image_of(each) in images and is_place(each.operands, image_of(each), found):
                reads.append(each)
            elif moving.isdisjoint(needs(each)):
                terms.append(each)
            elif each.kind in (LT, ADD, MOD, FLOORDIV, LOOP):  # what counts, and says where: but the terms are none of it
                moving.update(each.results)
            else:
                return None
    read, last = {image_of(each) for each in reads}, [found.following[i] for i in how.order]
    return Round(found, how, read.pop(), reads, terms) if len(read) == 1 and moving.isdisjoint(last) else None


def is_place(place: tuple[Value, ...], image: ImageParam, found: Nest) -> bool:
    """Whether a loop goes over all of a picture, and this is where it is."""
    if len(place) != 2 or not all(same(counter.first, constant(0)) for counter in found.counters):
        return False
    if len(found.counters) == 2:
        bounds = {counter.arg: counter.bound for counter in found.counters}
        return len({*place}) == 2 and all(at in bounds and is_size(bounds[at], image, kind)
                                          for at, kind in zip(place, (WIDTH, HEIGHT)))
    (counter, *more), parts = found.counters, [made_by(at, name) for at, name in zip(place, ("mod", "floordiv"))]
    sides = made_by(counter.bound, "mul")
    return not more and sides is not None and any(
        is_size(one, image, WIDTH) and is_size(other, image, HEIGHT) for one, other in (sides, sides[::-1])) and all(
        each is not None and each[0] is counter.arg and is_size(each[1], image, WIDTH) for each in parts)


def is_size(value: Value, image: ImageParam, kind: object) -> bool:
    return value.owner.__class__ is Op and value.owner.kind is kind and image_of(value.owner) is image
