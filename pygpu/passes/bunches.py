"""Short loops that count their steps (budget.py), on devices where that costs as much as the step itself: a bunch of passes
is made before one asks whether there may be more.

On an H200 Collatz takes 2.32 ms in bunches of 64, 2.71 of 16, 5.1 with a question after each pass, and 2.26 with none
(8192 x 8192, by hand).
"""

from __future__ import annotations

from pygpu.ir import INT, Block, Builder, Const, Graph, Op, Value, constant, every_op, functions, is_known
from pygpu.ir.ops import GOES_ON, IF, LOOP
from pygpu.ir.passing import after_test, leaving_test

from .rewrite import Rewriter, has_loops

PASSES = 64
SHORT = 32  # operations of a pass; a longer one hardly notices that it is counted


def in_bunches(graph: Graph) -> Graph:
    """
    before  v = loop v = a, done = 0: (c = gt v, 1;  if c: (w = f v;  n = add done, 1;  on = goes_on n, 67108928);
                                       again on, with w, n)
    after   v = loop v = a, done = 0: (u = loop u = v, i = 0: (c = gt u, 1;  fewer = lt i, 64;  d = and fewer, c;
                                                               if d: (w = f u;  j = add i, 1);  again d, with w, j);
                                       c = gt u, 1;  if c: (n = add done, 64;  on = goes_on n, 67108928);
                                       again on, with u, n)
    """
    for function in functions(graph):
        function.graph = _Bunches(function.graph).run() if has_loops(function.graph) else function.graph
    return _Bunches(graph).run() if has_loops(graph) else graph


class _Bunches(Rewriter):
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
        if test is not None and begins_with(body, test, asks):
            return super().loop(Op(LOOP, op.operands, (), [value.type for value in body.args],
                                   (self.tested(body, test, asks, place),), op.location), fixed)
        types = [value.type for value in body.results[1:]]
        inner = self.passes(body, test, asks, place)
        before = tuple([Value(arg.type, None, arg.name) for arg in body.args])
        made = Op(LOOP, (*before[:place], constant(0), *before[place + 1:]), (), [*types, inner.results[-1].type], (inner,),
                  op.location)
        *given, going = made.results
        outer, further = Block(), self.further(going, before[place], asks)
        given[place] = further.results[1]
        outer.args, outer.ops, outer.results = before, [made, further], (further.results[0], *given)
        return super().loop(Op(LOOP, op.operands, (), types, (outer,), op.location), fixed)

    def tested(self, body: Block, test: Op, asks: Op, place: int) -> Block:
        """A pass of the outer loop, where one of the inner begins with its test: that is asked together with whether there
        are more in the bunch, and once more behind it. NVIDIA's compiler likes no other text as much."""
        _, carried, _ = after_test(body, test)
        count, inner, then, leaves = Value(INT), Block(), Block(), Block()
        builder = Builder(then)
        builder.location = asks.location
        then.ops += [each for each in test.blocks[0].ops if each not in (asks.operands[0].owner, asks)]
        then.results = tuple([builder.emit("add", count, constant(1)) if n == place else value
                              for n, value in enumerate(carried)])
        inner.args = leaves.results = (*body.args[:place], count, *body.args[place + 1:])
        inner.ops += body.ops[:-1]
        builder = Builder(inner)
        builder.location = test.location
        goes = builder.emit("and", builder.emit("lt", count, constant(PASSES)), test.operands[0])
        one = Op(IF, (goes,), (), [value.type for value in then.results], (then, leaves), test.location)
        inner.ops.append(one)
        inner.results = goes, *one.results
        before = tuple([Value(arg.type, None, arg.name) for arg in body.args])
        made = Op(LOOP, (*before[:place], constant(0), *before[place + 1:]), (), [value.type for value in before], (inner,),
                  test.location)
        given = list(made.results)
        outer, again = Block(), dict(zip(body.args, given))
        outer.args, outer.ops = before, [made]
        for each in body.ops[:-1]:
            copied = Op(each.kind, [again.get(value, value) for value in each.operands], each.attributes,
                        [value.type for value in each.results], (), each.location)
            again.update(zip(each.results, copied.results))
            outer.ops.append(copied)
        further = self.further(again[test.operands[0]], before[place], asks)
        given[place] = further.results[1]
        outer.ops.append(further)
        outer.results = further.results[0], *given
        return outer

    def further(self, going: Value, count: Value, asks: Op) -> Op:
        """Whether there may be more passes, if there are to be, and how many have been made."""
        then, otherwise = Block(), Block()
        builder = Builder(then)
        builder.location = asks.location
        done = builder.emit("add", count, constant(PASSES))
        then.results = builder.emit(GOES_ON, done, asks.operands[1]), done
        otherwise.results = constant(False), count
        return Op(IF, (going,), (), [value.type for value in then.results], (then, otherwise), asks.location)

    def passes(self, body: Block, test: Op | None, asks: Op, place: int) -> Block:
        """The loop of a bunch of passes at most; its last result says whether there are more of them. That there were not
        yet as many is asked first: so NVIDIA's compiler writes them one after the other."""
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


def begins_with(body: Block, test: Op, asks: Op) -> bool:
    """Whether a pass has nothing before its test but what that is made of, and leaves things as they are where it fails, as
    far as they matter."""
    stays, _, left = after_test(body, test)
    as_they_are = len(left) == len(body.args) and all(value is arg or is_known(value) and value.value is None
                                                      for value, arg in zip(left, body.args))
    return stays is asks.results[0] and as_they_are and not any(each.blocks for each in body.ops[:-1])


def is_short(body: Block) -> bool:
    """Whether a pass is a few operations, and no loop."""
    every = [*every_op(body)]
    return len(every) <= SHORT and not any(each.kind is LOOP for each in every)
