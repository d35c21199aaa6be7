"""Folding, algebra and common subexpressions over the whole graph, with what the conditions around tell."""

from __future__ import annotations

from pygpu.ir import Const, Graph, Op, Value

from .rewrite import Rewriter


def simplify(graph: Graph) -> Graph:
    """
    before  a = mul v, 1.0;  c = gt a, 0.5;  r = if c: (d = not c; s = select d, 2.0, a; yield s) else: yield a
    Writes every operation again through the builder, which folds it or finds it; in an arm its condition is known.
    after   c = gt v, 0.5;  r = v
    """
    return _Simplifier(graph).run()


class _Simplifier(Rewriter):
    shares = True

    def loop(self, op: Op, fixed: dict[Value, Value] | None = None) -> tuple[Value, ...]:
        body = op.blocks[0]
        again = body.results[0]
        if isinstance(again, Const) and not again.value:  # one pass only
            self.changed = True
            for arg, initial in zip(body.args, op.operands):
                self.new[arg] = self.value(initial)
            self.block(body)
            return self.values(body.results[1:])
        return super().loop(op, fixed)
