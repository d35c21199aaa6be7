"""The arrivals of both arms of a branch, as one for each target."""

from __future__ import annotations

from ...ir import Block
from ..values.lattice import FALSE, TRUE, Nothing, Ref, mapped
from ..values.number_kinds import NumberKinds
from .meeting import Aliased, Arrival, BranchMerge, Escape, Path
from .standing import ENDED, goes_on, sides_in, stands, torn_between


def merge_arrivals(builder, condition, start: int, base: dict, a: dict, b: dict, then: Block, otherwise: Block,
                   live, kinds: NumberKinds) -> dict[int, Arrival]:
    """One arrival for each target that either arm reaches; appends the `if` that makes it so.

    `live(target)` names the locals that something after the target may read: the others are forgotten.
    """
    apart: set[Ref] = set()
    while True:
        shared = BranchMerge(builder, condition, start, base, (then, otherwise), {}, {}, apart, kinds)
        try:
            merged = {target: merge_at(shared, a.get(target), b.get(target), live(target))
                      for target in sorted(a.keys() | b.keys())}
        except Aliased as aliased:
            apart |= aliased.refs
            continue
        if len(merged) == 1:
            next(iter(merged.values())).flag = TRUE
        shared.finish_branch(then, otherwise)
        return merged


def merge_at(shared: BranchMerge, one: Arrival | None, other: Arrival | None, names) -> Arrival:
    """The arrivals of both arms at one target, or of the only arm that comes there."""
    merge = BranchMerge(shared.builder, shared.condition, shared.start, shared.base, shared.blocks,
                        one.path.heap if one else {}, other.path.heap if other else {}, shared.apart, shared.kinds)
    merge.then, merge.otherwise, merge.results, merge.made = shared.then, shared.otherwise, shared.results, shared.made
    if one is None or other is None:
        side, escape = one or other, Escape(merge, one is not None)
        locals = {name: escape.value(v) for name, v in sorted(side.path.locals.items()) if name in names}
        stack = [escape.value(v) for v in side.path.stack]
        flag = merge.leaf(*((side.flag, FALSE) if one is not None else (FALSE, side.flag)), ("flag",))
        return Arrival(flag, Path(locals, stack, one_sided_heap(merge, escape)))
    a, b = one.path, other.path
    merge.base = a.heap.shared_with(b.heap)
    locals = {name: merge.meet(a.locals.get(name, Nothing(name)), b.locals.get(name, Nothing(name)), (name,))
              for name in sorted(a.locals.keys() | b.locals.keys()) if name in names}
    stack = [merge.meet(x, y, ("stack!", i)) for i, (x, y) in enumerate(zip(a.stack, b.stack))]
    flag = merge.meet(one.flag, other.flag, ("flag",))
    heap = merge.finish()
    end_elsewhere(merge)
    heap.update(merge.heap)
    return Arrival(flag, Path(locals, stack, heap))


def end_elsewhere(merge: BranchMerge) -> None:
    """A generator that only one arm has made is none to be closed in the other."""
    both = merge.heap_a, merge.heap_b
    made = [ref for ref in merge.heap if ref.kind == "iterator" and (ref in merge.heap_a) is not (ref in merge.heap_b)]
    for ref in made and set(made).difference(*map(sides_in, both)):
        if goes_on(merge.heap[ref]):
            sides = [(stands(heap, ref, merge.condition, truth) if ref in heap else ENDED, Escape(merge, truth).value)
                     for heap, truth in zip(both, (True, False))]
            merge.heap[ref] = torn_between(merge.condition, *sides, merge.heap)


def one_sided_heap(merge: BranchMerge, escape: Escape) -> dict:
    heap = merge.base.copy()
    for ref, before in merge.base.items():
        contents = escape.heap.get(ref, before)
        if contents is not before:
            dict.__setitem__(heap, ref, mapped(contents, escape.value))
    heap.update(merge.heap)
    return heap
