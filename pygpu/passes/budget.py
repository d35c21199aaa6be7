"""Loops that need not end: each is given so many steps.

A device has no way to stop a kernel. So a loop of which nothing says that it ends counts its passes, and one that makes too
many ends, and with it all others of that launch; the call tells (runtime/launch.py).
"""

from __future__ import annotations

from pygpu.ir import INT, Block, Builder, Const, Graph, Op, Value, constant, functions, implied, is_undefined, made_by
from pygpu.ir.ops import GOES_ON

from .exits import ways
from .rewrite import Rewriter, defined, has_loops

STEPS = 1 << 26  # a second or so on a CPU, some on a GPU: no filter for pictures needs as many
UPWARDS = {("lt", True), ("le", True), ("gt", False), ("ge", False)}    # a counter on the left goes up to a bound
DOWNWARDS = {("gt", True), ("ge", True), ("lt", False), ("le", False)}


def budgeted(graph: Graph, steps: int = STEPS) -> Graph:
    """
    before  v = loop v = a: (c = gt v, 0.0;  w = mul v, 0.5;  again c, with w)
    Counts the passes of a loop that no counter ends. (After all other passes: they know loops by what these carry.)
    after   v = loop v = a, done = 0: (c = gt v, 0.0;  w = mul v, 0.5;  n = add done, 1
                                       on = goes_on n, 67108864;  d = and c, on;  again d, with w, n)
    """
    for function in functions(graph):
        function.graph = _Budget(function.graph, steps).run() if has_loops(function.graph) else function.graph
    return _Budget(graph, steps).run() if has_loops(graph) else graph


class _Budget(Rewriter):
    def __init__(self, graph: Graph, steps: int):
        super().__init__(graph)
        self.steps = steps

    def loop(self, op: Op, fixed: dict[Value, Value] | None = None) -> tuple[Value, ...]:
        body = op.blocks[0]
        if ends(body) or any(each.kind is GOES_ON for each in body.ops):
            return super().loop(op, fixed)
        self.changed = True
        done, count = Value(INT), len(body.args)
        new = Block()
        builder = Builder(new)
        builder.location = op.location
        again, passed = body.results[0], builder.emit("add", done, constant(1))
        going = builder.emit("and", again, builder.emit(GOES_ON, passed, constant(self.steps)))
        new.ops = [*body.ops, *new.ops]
        new.args, new.results = (*body.args, done), (going, *body.results[1:count + 1], passed, *body.results[count + 1:])
        types = [value.type for value in new.results[1:]]
        counted = Op(op.kind, (*op.operands, constant(0)), (), types, (new,), op.location)
        results = super().loop(counted, fixed)
        return (*results[:count], *results[count + 1:])


def ends(body: Block) -> bool:
    """Whether a whole number that each pass makes larger, or smaller, is compared with what no pass changes."""
    if isinstance(body.results[0], Const):
        return not body.results[0].value
    inside = defined(body)
    going = implied(body.results[0], True)
    for value, truth in going.items():
        test = value.owner
        if not isinstance(test, Op) or (test.kind.name, truth) not in UPWARDS | DOWNWARDS:
            continue
        left, right = test.operands
        upwards = (test.kind.name, truth) in UPWARDS
        if right not in inside and counts(body, left, upwards, going) or left not in inside and counts(
                body, right, not upwards, going):
            return True
    return False


def counts(body: Block, value: Value, upwards: bool, going: dict[Value, bool]) -> bool:
    """Whether a value follows a carried whole number that each further pass makes larger (or smaller) by a known number."""
    counter = base(value)
    if counter not in body.args or not counter.type.is_whole:
        return False
    after = body.results[body.args.index(counter) + 1]
    for way in ways(after, dict(going)):
        parts = made_by(way, "add")
        step = parts[1].value if parts and parts[0] is counter and isinstance(parts[1], Const) else None
        if not is_undefined(way) and (step is None or step == 0 or (step > 0) is not upwards):
            return False
    return True


def base(value: Value) -> Value:
    """What a known number is added to."""
    parts = made_by(value, "add")
    return parts[0] if parts and isinstance(parts[1], Const) else value
