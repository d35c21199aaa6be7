"""Which functions of a program are kept, each in a picture of its own; or a plan for all of it in one kernel."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from collections.abc import Set as AbstractSet

from ...ir import (
    Function,
    Graph,
    called,
    callees,
    calls,
    every_graph,
    functions,
    loops,
)
from ...ir.domains import bounded
from ...ir.folds import ALONE
from ...ir.ops import CALL
from ...ir.scans import asked
from ...passes.inline import Places, length, needed, offset, own, places_asked
from ..cost import weight
from ..plans import Plan
from ..price import moving_costs, price
from ..stages.stages import stages
from ..sums.spectra import saved
from ..sums.turns import in_turns
from ..target import COMMON, CPU, Target
from ..tiles.apart import best_in_tile
from ..windows.windows import by_rows
from .again import again as computed_again
from .again import is_plain

LONGEST = 700     # operations of a part, written out
FURTHER = 100000  # the same, of what is asked whether all of it can be in a tile,
MOST = 200        # and its stages, but where a long sum goes over that turn by turn;
SEVERAL = 4       # and images, of which less cost less than what is computed again at the edges of tiles
LEAST = 8         # operations, in a loop additions, from which on a function that is read elsewhere is kept
AGAIN = 12        # operations from which on a function that several parts need is kept


def keeping(graph: Graph, possible: frozenset[Function], alike: dict[Function, bool],
            target: Target | None) -> tuple[set[Function], Plan | None]:
    """The functions that are kept; or none, and a plan that computes all of it in one kernel. Only those that are `possible`
    can be kept; `alike` says of some whether they are. Without a `target` it is not asked whether all can be in one."""
    kept = chosen(graph, possible, alike, target or CPU)
    plan = in_tiles(graph, kept, target) if kept and target is not None else None
    return set() if plan else kept, plan


def as_in(whole: Graph, become: dict[Function, Function], target: Target) -> dict[Function, bool]:
    """Which functions of a part are kept: those that the whole keeps, so that a sum has the same terms in both. `become`
    says what each of the part's functions is in the whole."""
    kept, plan = keeping(whole, bounded(whole).possible, {}, target)
    return {} if plan else {function: there in kept for function, there in become.items()}


def in_tiles(graph: Graph, kept: set[Function], target: Target) -> Plan | None:
    """A plan for all of it in one kernel, where that is better than to keep functions in images: a long sum turn by turn
    (turns.py), or all that is needed around a pixel in a tile."""
    stored = sum(map(len, used(graph, kept).values()))  # numbers a pixel
    deep = [*[each.dimensions for each in every_graph(graph)], *[image.dimensions for image in graph.images]]
    if max(deep) > 2:  # stages have two coordinates
        return None
    if any(function.kept or function.graph.scan for function in functions(graph)):
        return None
    if any(op.blocks or op.kind is CALL and offset(each, op)[0] is not None
           for each in every_graph(graph) for op in each.body.ops) or length(graph, FURTHER) > FURTHER:
        return None
    found = by_rows(stages(graph))
    turns = in_turns(found, target)
    if turns or target.lanes == 1 or stored < SEVERAL or len(found.order) > MOST:
        return min(turns, key=price, default=None)
    made = best_in_tile(found, target)
    if made is None:
        return None
    parts = min(sum(price(own) for _, own in made.passes), written_out(graph, kept)) - saved(found, target)
    return made if price(made) < COMMON.better * (parts + stored * moving_costs(COMMON.intermediate, target)) else None


def written_out(graph: Graph, kept: set[Function]) -> float:
    """What a pixel of all parts costs as it is written, in additions, where these functions are kept."""
    roots = [graph, *[function.graph for function in kept]]
    inner = [len(places) * cost_of(function) for root in roots for function, places in needed(root, stored=kept).items()]
    return sum([*inner, *[weight(root.body) for root in roots]])


def chosen(graph: Graph, possible: frozenset[Function], alike: dict[Function, bool], target: Target) -> set[Function]:
    """The functions that are kept; only those that are `possible` can be."""
    every = functions(graph)
    inner = {function: callees(function.graph) for function in every}
    said = {function: alike.get(function, function.kept) for function in every}
    kept = {function for function in every if said[function] or function.graph.scan is not None}
    kept -= {function for function in alike if function not in possible and function.kept is None}  # where nobody knows
    possible = possible - {function for function in every if said[function] is False}
    elsewhere = {function for each in every_graph(graph) for function, base, _ in places_asked(each) if base is not None}
    in_loops = {called(op) for each in every_graph(graph) for loop in loops(each.body) for op in calls(loop.blocks[0])}
    there = computed_again(graph, (possible & elsewhere) - kept, target)
    possible = possible - there - {each for each in reached([*there], inner, kept) - kept if is_plain(each) and
                                   comes_to(each, inner, kept, length_of, target.light) <= target.light}
    for function in every:
        if function in possible and function in elsewhere:
            length = cost_of if function in in_loops else length_of
            if comes_to(function, inner, kept, length, LEAST) >= LEAST:
                kept.add(function)
    roots: list[Function | None] = [None, *reversed(every)]
    # Callers first: what is kept for one is a part of its own afterwards.
    for root in roots:
        while root is None or root in kept:
            found = better_kept(graph if root is None else root.graph, kept, possible)
            if found is None:
                break
            kept.add(found)
    def within(root: Function | None) -> set[Function]:
        return reached([each for each in (callees(graph) if root is None else inner[root]) if each not in kept], inner, kept)

    parts = {root: within(root) for root in roots if root is None or root in kept}
    takers = Counter([function for part in parts.values() for function in part])
    for function in reversed(every):
        if takers[function] > 1 and function in possible and function not in kept and (
                comes_to(function, inner, kept, length_of, AGAIN) >= AGAIN):
            kept.add(function)
            for root in [function, *[root for root, part in parts.items() if function in part]]:
                takers.subtract(parts.get(root, ()))
                parts[root] = within(root)
                takers.update(parts[root])
    return kept


def length_of(function: Function) -> float:
    return own(function.graph)


def cost_of(function: Function) -> float:
    """What a loop does again for each pixel that asks."""
    return weight(function.graph.body)


def reached(start: Iterable[Function], inner: Mapping[Function, Iterable[Function]],
            kept: AbstractSet[Function]) -> set[Function]:
    """Functions that are called from these, and they themselves; what is kept is not looked into."""
    found: set[Function] = set()
    start = set(waiting := list(start))
    while waiting:
        function = waiting.pop()
        if function not in found and (function not in kept or function in start):
            found.add(function)
            waiting += inner[function]
    return found


def comes_to(function: Function, inner: Mapping[Function, Iterable[Function]], kept: AbstractSet[Function],
             length: Callable[[Function], float], enough: float) -> float:
    """How long a function is with all that is written into it; of one that has more than enough, so much at least."""
    found, waiting, total = {function}, [function], 0.0
    while waiting and total <= enough:
        each = waiting.pop()
        total += length(each)
        new = [callee for callee in inner[each] if callee not in found and callee not in kept]
        found.update(new)
        waiting += new
    return total


def better_kept(graph: Graph, kept: set[Function], possible: frozenset[Function]) -> Function | None:
    """A function that a part should not have written into it: one that branches and is needed again and again, or
    with which the part would be too long."""
    places = needed(graph, 4 * LONGEST, kept)
    total, again, once = own(graph), None, None
    for function in reversed(functions(graph, kept)):  # callers first
        if function not in places:
            continue
        count = len(places[function])
        if function in possible:
            if count > 1 and any(op.blocks for op in function.graph.body.ops):
                return function
            again, once = (function, once) if count > 1 else (again, function)
        total += count * own(function.graph)
        if total > LONGEST and again is not None:
            return with_its_pixel(again, places, possible)
        if total > 3 * LONGEST and once is not None:
            return once
    return None


def with_its_pixel(function: Function, places: dict[Function, Places], possible: AbstractSet[Function]) -> Function:
    """What a caller makes of a function at the same place, if there is one such: else each of those who read it would."""
    callers = [each for each in places if function in callees(each.graph)]
    while len(callers) == 1 and callers[0] in possible and len(places[callers[0]]) == len(places[function]):
        function, = callers
        callers = [each for each in places if function in callees(each.graph)]
    return function


def used(graph: Graph, kept: Iterable[Function]) -> dict[Function, list[int]]:
    """Which results of each function anyone asks for."""
    found: dict[Function, set[int]] = {function: set() for function in kept}
    for inner in every_graph(graph):
        for op in calls(inner.body):
            if called(op) in found:
                found[called(op)].add(op.attributes[0][1])
    for function in found:
        if function.graph.scan is not None and function.graph.scan.slant is not None:  # which goes on from what it kept
            found[function].update(asked(function.graph))
        joint = function.graph.team or function.graph.lot
        if joint is not None and found[function] and not ALONE.issuperset(joint.how):
            found[function].update(range(len(joint.how)))  # a best value and what is with it
    return {function: sorted(channels) for function, channels in found.items()}
