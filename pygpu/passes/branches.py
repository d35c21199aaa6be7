"""Branches that cost more than computing both arms become choices between values."""

from __future__ import annotations

from collections.abc import Iterable

from pygpu.ir import BOOL, Block, Const, Function, Graph, Op, Value, called, calls, every_op, functions, loops
from pygpu.ir.ops import ADD, IF, READ

from .depends import look, roots
from .rewrite import Rewriter, exit_tests, has_branches, has_loops

# Both arms together may cost as much as this many additions. On a GPU and in vector lanes both arms mostly run anyway,
# and stages can only be found where there is no branch; a power, twice a sine or a dozen reads are worth that.
BOTH_ARMS = 64
READS = 16  # reads at fixed offsets that leave an `if` which stays


def branches(graph: Graph) -> Graph:
    """
    before  r = if c: (a = sqrt v; yield a) else: yield 0.0
    Computes both arms of an `if` where they are cheap and without loops, and selects; where they are not, takes out
    the few reads at fixed offsets, which the neighbours share. The test that ends a loop stays a branch, unless it
    guards nothing but other tests; and so does one of the call's numbers alone, where an arm asks for functions that loop:
    those of the other arm are not computed at all then.
    after   a = sqrt v;  r = select c, a, 0.0
    """
    return _flattened(graph, before_inlining=False)


def branches_before_inlining(graph: Graph) -> Graph:
    """The same as long as functions may yet be written where they are called: then an arm that calls one that loops will
    loop itself, and stays. (All pixels would go through that loop.)"""
    return _flattened(graph, before_inlining=True)


def _flattened(graph: Graph, before_inlining: bool) -> Graph:
    if not has_branches(graph):
        return graph
    stay = {op for loop in loops(graph.body) for op in exit_tests(loop.blocks[0])
            if not all(result.type is BOOL for result in op.results)}
    others = [op for op in every_op(graph.body) if op.kind is IF and op not in stay]
    stay |= {op for op in others if _leaves_out(graph, op)}
    if before_inlining:
        stay |= {op for op in others if any(_loops(called(call)) for arm in op.blocks for call in calls(arm))}
    others = [op for op in others if op not in stay]
    changes = any(_is_cheap(*op.blocks) or _fixed_reads(graph, op.blocks) for op in others)
    return _Flattener(graph, stay).run() if changes else graph


class _Flattener(Rewriter):
    shares = True

    def __init__(self, graph: Graph, stay: set[Op]):
        super().__init__(graph)
        self.stay = stay

    def choose(self, op: Op, condition: Value, then: Block, otherwise: Block) -> tuple[Value, ...]:
        if op in self.stay:
            return super().choose(op, condition, then, otherwise)
        ops = self.builder.block.ops
        if _is_cheap(then, otherwise):
            self.changed = True
            ops += then.ops + otherwise.ops
            return tuple([self.builder.emit("select", condition, a, b)
                          for a, b in zip(then.results, otherwise.results, strict=True)])
        fixed = _fixed_reads(self.graph, (then, otherwise))
        if fixed:
            self.changed = True
            ops += fixed
            for arm in (then, otherwise):
                arm.ops = [inner for inner in arm.ops if inner not in fixed]
        return super().choose(op, condition, then, otherwise)


def _leaves_out(graph: Graph, op: Op) -> bool:
    looping = {called(each) for arm in op.blocks for each in calls(arm) if loops_within(called(each))}
    return bool(looping) and not look(roots(graph), op.operands[0])


def _loops(function: Function) -> bool:
    return function.kept is None and loops_within(function)


def loops_within(function: Function) -> bool:
    return any(has_loops(each.graph) or each.graph.scan is not None for each in (function, *functions(function.graph)))


def _fixed_reads(graph: Graph, arms: Iterable[Block]) -> list[Op]:
    """The reads at constant offsets from the pixel, and the sums that give their places; none where they are too many."""
    found: list[Op] = []
    for arm in arms:
        place = {graph.x, graph.y}
        shifts = {op for op in arm.ops
                  if op.kind is ADD and op.operands[0] in place and isinstance(op.operands[1], Const)}
        place |= {op.result for op in shifts}
        reads = [op for op in arm.ops if op.kind is READ and place.issuperset(op.operands)]
        used = {operand.owner for op in reads for operand in op.operands}
        found += [op for op in arm.ops if op in used and op in shifts] + reads
    return found if sum(op.kind is READ for op in found) <= READS else []


def _is_cheap(then: Block, otherwise: Block) -> bool:
    return _cost(then) + _cost(otherwise) <= BOTH_ARMS


def _cost(block: Block) -> float:
    if any(op.blocks for op in block.ops):
        return float("inf")
    return sum(op.kind.cost for op in block.ops)
