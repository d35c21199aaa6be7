"""Loops that need not end: each is given so many steps.

A device has no way to stop a kernel. So a loop of which nothing says that it ends counts its passes, and one that makes too
many ends, and with it all others of that launch; the call tells (runtime/launch.py).
"""

from __future__ import annotations

from pygpu.ir import INT, Block, Builder, Const, Graph, Op, Value, constant, functions, implied, is_undefined, made_by
from pygpu.ir.ops import GOES_ON, IF, STEPS
from pygpu.ir.passing import leaving_test

from .exits import ways
from .rewrite import Rewriter, defined, has_loops

UPWARDS = {("lt", True), ("le", True), ("gt", False), ("ge", False)}    # a counter on the left goes up to a bound
DOWNWARDS = {("gt", True), ("ge", True), ("lt", False), ("le", False)}


def budgeted(graph: Graph, steps: int = STEPS) -> Graph:
    """
    before  v = loop v = a: (c = gt v, 0.0;  w = mul v, 0.5;  again c, with w)
    Counts the passes of a loop that no counter ends. (After all other passes: they know loops by what these carry.)
    after   v = loop v = a, done = 0: (c = gt v, 0.0;  w = mul v, 0.5;  n = add done, 1
                                       on = goes_on n, 67108928;  d = and c, on;  again d, with w, n)
    (where the pass is a test and an arm, in that arm)
    """
    for function in functions(graph):
        function.graph = _Budget(function.graph, steps).run() if has_loops(function.graph) else function.graph
    made = _Budget(graph, steps).run() if has_loops(graph) else graph
    made.window = graph.window
    return made


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
        new = self.within_test(body, done, op) or self.after_all(body, done, op)
        new.args = (*body.args, done)
        *given, passed = new.results
        new.results = (*given[:count + 1], passed, *given[count + 1:])
        types = [value.type for value in new.results[1:]]
        counted = Op(op.kind, (*op.operands, constant(0)), (), types, (new,), op.location)
        results = super().loop(counted, fixed)
        return (*results[:count], *results[count + 1:])

    def counting(self, before: Block, done: Value, again: Value | None, op: Op) -> tuple[Block, Value, Value]:
        """A block that counts at its end; whether it goes on, and how often it has."""
        block = Block()
        builder = Builder(block)
        builder.location = op.location
        passed = builder.emit("add", done, constant(1))
        going = builder.emit(GOES_ON, passed, constant(self.steps))
        going = going if again is None else builder.emit("and", again, going)
        block.ops = [*before.ops, *block.ops]
        return block, going, passed

    def after_all(self, body: Block, done: Value, op: Op) -> Block:
        block, going, passed = self.counting(body, done, body.results[0], op)
        block.results = going, *body.results[1:], passed
        return block

    def within_test(self, body: Block, done: Value, op: Op) -> Block | None:
        """The pass of a loop that ends with a test, one of whose arms does nothing but leave it, stays like that: a device
        need not look twice."""
        test, again = leaving_test(body), body.results[0]
        if test is None:
            return None
        then, otherwise = test.blocks
        asked = None if again is test.operands[0] else arm_of(test, 0, again)
        arm, going, passed = self.counting(then, done, None if is_true(asked) else asked, op)
        arm.results, leaves = (*then.results, going, passed), Block()
        leaves.results = (*otherwise.results, constant(False), done)
        types = [value.type for value in arm.results]
        counted = Op(IF, test.operands, (), types, (arm, leaves), test.location)
        *now, going, passed = counted.results
        after = dict(zip(test.results, now))
        block = Block()
        block.ops = [*body.ops[:-1], counted]
        block.results = going, *[after.get(value, value) for value in body.results[1:]], passed
        return block


def arm_of(test: Op, arm: int, result: Value) -> Value:
    """What an arm gives for a result."""
    return test.blocks[arm].results[test.results.index(result)]


def is_true(value: Value | None) -> bool:
    return value is not None and isinstance(value, Const) and bool(value.value)


def is_false(value: Value) -> bool:
    return isinstance(value, Const) and not value.value


def ends(body: Block) -> bool:
    """Whether a whole number that each pass makes larger, or smaller, is compared with what no pass changes."""
    if isinstance(body.results[0], Const):
        return not body.results[0].value
    inside = defined(body)
    going = implied(body.results[0], True)
    test = body.results[0].owner
    if isinstance(test, Op) and test.kind is IF and is_false(arm_of(test, 1, body.results[0])):
        going = implied(arm_of(test, 0, body.results[0]), True, implied(test.operands[0], True, going))
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
