"""Short loops that count their steps (budget.py), on devices where that costs as much as the step itself: sixteen passes are
made before one asks whether there may be more.

On an H200 Collatz takes 2.63 ms so, 5.1 with a question after each pass, and 2.63 with none (23rd, 8192 x 8192, by hand).
"""

from __future__ import annotations

from pygpu.ir import INT, Block, Builder, Const, Graph, Op, Value, constant, every_op, functions, is_known
from pygpu.ir.ops import GOES_ON, IF, LOOP
from pygpu.ir.passing import leaving_test

from .rewrite import Rewriter, has_loops

PASSES = 16
SHORT = 32  # operations of a pass; a longer one hardly notices that it is counted


def in_sixteens(graph: Graph) -> Graph:
    """
    before  v = loop v = a, done = 0: (c = gt v, 1;  if c: (w = f v;  n = add done, 1;  on = goes_on n, 67108928);
                                       again on, with w, n)
    after   v = loop v = a, done = 0: (u, going = loop u = v, i = 0: (fewer = lt i, 16;  if fewer: (c = gt u, 1;
                                                                      if c: (w = f u;  j = add i, 1));  again c, with w, j);
                                       if going: (n = add done, 16;  on = goes_on n, 67108928);  again on, with u, n)
    """
    for function in functions(graph):
        function.graph = _Sixteens(function.graph).run() if has_loops(function.graph) else function.graph
    return _Sixteens(graph).run() if has_loops(graph) else graph


class _Sixteens(Rewriter):
    def loop(self, op: Op, fixed: dict[Value, Value] | None = None) -> tuple[Value, ...]:
        body = op.blocks[0]
        test = leaving_test(body)
        last = body if test is None else test.blocks[0]
        asks = next((each for each in last.ops if each.kind is GOES_ON), None)
        if asks is None or not is_short(body):
            return super().loop(op, fixed)
        passed, steps = asks.operands
        assert isinstance(passed.owner, Op) and is_known(steps)
        if steps.value % PASSES:
            return super().loop(op, fixed)
        self.changed = True
        place = body.args.index(passed.owner.operands[0])      # of the count
        types = [value.type for value in body.results[1:]]
        inner = self.passes(body, test, asks, place)
        before = tuple([Value(arg.type, None, arg.name) for arg in body.args])
        made = Op(LOOP, (*before[:place], constant(0), *before[place + 1:]), (), [*types, inner.results[-1].type], (inner,),
                  op.location)
        *given, going = made.results
        then, otherwise, outer = Block(), Block(), Block()
        builder = Builder(then)
        builder.location = op.location
        done = builder.emit("add", before[place], constant(PASSES))
        then.results = builder.emit(GOES_ON, done, steps), done
        otherwise.results = constant(False), before[place]
        further = Op(IF, (going,), (), [value.type for value in then.results], (then, otherwise), op.location)
        given[place] = further.results[1]
        outer.args, outer.ops, outer.results = before, [made, further], (further.results[0], *given)
        return super().loop(Op(LOOP, op.operands, (), types, (outer,), op.location), fixed)

    def passes(self, body: Block, test: Op | None, asks: Op, place: int) -> Block:
        """The loop of sixteen passes at most; its last result says whether there are more of them. That there were not yet
        as many is asked first: so NVIDIA's compiler writes them one after the other."""
        count, inner, then, otherwise = Value(INT), Block(), Block(), Block()
        last = body if test is None else test.blocks[0]
        both = next((each for each in last.ops if asks.results[0] in each.operands), None)
        asked = next((value for value in both.operands if value is not asks.results[0]), None) if both else None
        counted = then if test is None else Block()
        counted.ops = [each for each in last.ops if each not in (asks.operands[0].owner, asks, both)]
        builder = Builder(counted)
        builder.location = asks.location
        instead = {asks.operands[0]: builder.emit("add", count, constant(1)),
                   (both or asks).results[0]: constant(True) if asked is None else asked}
        if test is not None:
            leaves = Block()
            counted.results = tuple([instead.get(value, value) for value in last.results])
            leaves.results = tuple([count if value is body.args[place] else value for value in test.blocks[1].results])
            new = Op(IF, test.operands, (), [value.type for value in test.results], (counted, leaves), test.location)
            then.ops = [*body.ops[:-1], new]
            instead = dict(zip(test.results, new.results))
        again, *found = [instead.get(value, value) for value in body.results]
        then.results = again, *found, again
        inner.args = (*body.args[:place], count, *body.args[place + 1:])
        nothing = [Const(value.type, None) for value in found[len(inner.args):]]
        otherwise.results = constant(False), *inner.args, *nothing, constant(True)
        builder = Builder(inner)
        fewer = builder.emit("lt", count, constant(PASSES))
        further = Op(IF, (fewer,), (), [value.type for value in then.results], (then, otherwise), asks.location)
        inner.ops.append(further)
        inner.results = tuple(further.results)
        return inner


def is_short(body: Block) -> bool:
    """Whether a pass is a few operations, and no loop."""
    every = [*every_op(body)]
    return len(every) <= SHORT and not any(each.kind is LOOP for each in every)
