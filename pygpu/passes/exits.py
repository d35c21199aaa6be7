"""What a loop leaves behind is worked out after it, from the values it carries."""

from __future__ import annotations

from collections.abc import Iterator

from pygpu.ir import Block, Const, Graph, Op, Value, implied, is_undefined, loops, truth_of
from pygpu.ir.ops import IF

from .rewrite import Rewriter, alike, defined, has_loops, part_of

DEEP = 20  # operations followed, one below the other


def exits(graph: Graph) -> Graph:
    """
    before  n, r = loop i = 0:  (more = lt i, last;  j, q = if more: yield i+1, ? else: (q1 = sqrt i; yield ?, q1)
                                 again more, with j, giving q)
    Finds what an extra value is in the last pass, where nothing is known but that no other follows. What is computed
    from carried values for that alone is computed after the loop; what is a carried value itself needs no extra one.
    after   n = loop i = 0:  (more = lt i, last;  j = if more: yield i+1 else: yield i;  again more, with j)
            r = sqrt n
    """
    gives_more = has_loops(graph) and any(len(op.results) > len(op.operands) for op in loops(graph.body))
    return _Exits(graph).run() if gives_more else graph


class _Exits(Rewriter):
    shares = True

    def __init__(self, graph: Graph):
        super().__init__(graph)
        self.instead: dict[tuple[Block, int], Value] = {}  # what an arm yields in place of an undefined value

    def yields(self, block: Block) -> tuple[Value, ...]:
        return self.values([self.instead.get((block, i), v) for i, v in enumerate(block.results)])

    def loop(self, op: Op, fixed: dict[Value, Value] | None = None) -> tuple[Value, ...]:
        body = op.blocks[0]
        carried = len(body.args)
        last = _LastPass(body)
        extras = [last.value_of(extra) for extra in body.results[carried + 1:]]
        leaves: dict[Value, int] = {}  # what is needed of the last pass -> its place among the loop's results
        more: list[Value] = []
        for extra in extras:
            for leaf in last.leaves(extra) or ():
                if leaf in leaves:
                    continue
                place = next((i for i in range(carried) if body.args[i] is leaf and self.stays(last, i)), None)
                if place is None:
                    place = carried + len(more)
                    more.append(leaf)
                leaves[leaf] = place
        if tuple(more) == body.results[carried + 1:]:
            return super().loop(op, fixed)
        self.changed = True
        again, *following = body.results[:carried + 1]
        following = [arg if place in leaves.values() and is_undefined(after) else after
                     for place, (arg, after) in enumerate(zip(body.args, following))]
        results = super().loop(Op(op.kind, op.operands, (), [v.type for v in (*following, *more)],
                                  (part_of(body, body.args, (again, *following, *more)),), op.location))
        after = {leaf: results[place] for leaf, place in leaves.items()}
        return results[:carried] + tuple([self.rebuilt(extra, last, after) for extra in extras])

    def stays(self, last: _LastPass, place: int) -> bool:
        """Whether a carried value is still there after the last pass, or can be, in place of nothing."""
        body = last.body
        arg, after = body.args[place], body.results[place + 1]
        ways = last.ways(after)
        if not all(way is arg or is_undefined(way) for way in ways):
            return False
        places = dict.fromkeys(_nothings(after), arg)
        if any(self.instead.get(where, arg) is not arg for where in places):
            return False  # another carried value has the same result, and stays there
        self.instead.update(places)
        return True

    def rebuilt(self, value: Value, last: _LastPass, after: dict[Value, Value]) -> Value:
        """A value of the last pass, computed after the loop."""
        if value in after:
            return after[value]
        if value not in last.inside:
            return self.value(value)
        op = value.owner
        assert isinstance(op, Op), "an argument of the body is one of its leaves"
        self.builder.location = op.location
        operands = tuple([self.rebuilt(operand, last, after) for operand in op.operands])
        new = after[value] = self.builder.append(op.kind, operands, op.attributes)
        if new.name is None and value.name is not None and new.__class__ is not Const:
            new.name = value.name
        return new


class _LastPass:
    """What is known of the values of a loop's body in its last pass."""

    def __init__(self, body: Block):
        self.body = body
        self.inside = defined(body)
        self.here = set(body.args).union(*[op.results for op in body.ops])  # what the body itself can give
        self.found: dict[Value, list[Value] | None] = {}
        self.used: dict[Value, int] = {}
        _count_uses(body, self.used)

    def value_of(self, extra: Value) -> Value:
        """The one value that an extra one has in the last pass, if it can be computed after it; else itself."""
        ways = [way for way in self.ways(extra) if not is_undefined(way)]
        if not ways or not all(alike(ways[0], way) for way in ways[1:]):
            return extra
        value = next((way for way in ways if way in self.here), ways[0])
        return value if self.leaves(value) is not None else extra

    def leaves(self, value: Value, depth: int = DEEP) -> list[Value] | None:
        """The values of the body from which this one is computed after it, None where that can't be."""
        if value not in self.inside:
            return []
        op = value.owner if isinstance(value.owner, Op) and not value.owner.blocks else None
        if value in self.here and (op is None or self.used[value] > 1):
            return [value]
        if depth == 0 or op is None:
            return None
        if value not in self.found:
            below = [self.leaves(operand, depth - 1) for operand in op.operands]
            if None in below:
                self.found[value] = [value] if value in self.here else None
            else:
                self.found[value] = list(dict.fromkeys(leaf for leaves in below for leaf in leaves or ()))
        return self.found[value]

    def ways(self, value: Value) -> list[Value]:
        """What a value may be in the last pass: followed into the arms of `if`s."""
        return list(ways(value, implied(self.body.results[0], False)))


def ways(value: Value, known: dict[Value, bool]) -> Iterator[Value]:
    op = value.owner
    if not isinstance(op, Op) or op.kind is not IF:
        yield value
        return
    condition, place = op.operands[0], op.results.index(value)
    for arm, truth in zip(op.blocks, (True, False)):
        here = implied(condition, truth, dict(known))
        settled = [(given, known[result]) for result, given in zip(op.results, arm.results) if result in known]
        if truth_of(condition, known) is (not truth):
            continue  # the last pass does not come this way
        if any(truth_of(given, here) is (not wanted) for given, wanted in settled):
            continue  # nor this way
        for given, wanted in settled:
            implied(given, wanted, here)
        yield from ways(arm.results[place], here)


def _nothings(value: Value) -> Iterator[tuple[Block, int]]:
    """The places in arms where a value is undefined."""
    op = value.owner
    if isinstance(op, Op) and op.kind is IF:
        place = op.results.index(value)
        for arm in op.blocks:
            if is_undefined(arm.results[place]):
                yield arm, place
            else:
                yield from _nothings(arm.results[place])


def _count_uses(block: Block, used: dict[Value, int]) -> None:
    for op in block.ops:
        for operand in op.operands:
            used[operand] = used.get(operand, 0) + 1
        for inner in op.blocks:
            _count_uses(inner, used)
    for result in block.results:
        used[result] = used.get(result, 0) + 1
