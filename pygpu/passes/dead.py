"""What nothing needs is dropped."""

from __future__ import annotations

from collections.abc import Iterable

from pygpu.ir import Block, Const, Graph, Op, Output, Value, loops
from pygpu.ir.ops import IF, LOOP

from .rewrite import Rewriter, part_of


def dead(graph: Graph) -> Graph:
    """
    before  a = sqrt v;  r, s = if c: yield b1, b2 else: yield d1, d2;  return r
    Keeps what the outputs need, found backwards from them: no operation has another effect. Carried values of a loop
    that only keep themselves alive go too.
    after   r = if c: yield b1 else: yield d1;  return r
    """
    live = needed(graph, graph.outputs)
    if not _any_dead(graph.body, live):
        return graph
    remover = _Remover(graph, live)
    if any(op.blocks for op in graph.body.ops):
        return remover.run()
    remover.graph.body.ops = [op for op in graph.body.ops if op.results[0] in live]  # in a straight line all stays as it is
    remover.graph.outputs = graph.outputs
    return remover.graph


def needed(graph: Graph, outputs: Iterable[Output]) -> set[Value]:
    """The values that these outputs are computed from."""
    around = {loop.blocks[0]: loop for loop in loops(graph.body)}
    live: set[Value] = set()
    todo = [value for output in outputs for value in output.values]
    while todo:
        value = todo.pop()
        if value.__class__ is Const or value in live:
            continue
        live.add(value)
        owner = value.owner
        if isinstance(owner, Block):  # a carried value: where it starts, and what each pass makes of it
            loop, place = around[owner], owner.args.index(value)
            todo += (loop.operands[place], owner.results[place + 1], owner.results[0])
        elif owner is not None:
            if not owner.blocks:
                todo += owner.operands
            else:
                place = owner.results.index(value)
                if owner.kind is IF:
                    todo += (owner.operands[0], *[block.results[place] for block in owner.blocks])
                else:
                    body = owner.blocks[0]
                    todo += (body.results[0], body.results[place + 1])
    return live


def _any_dead(block: Block, live: set[Value]) -> bool:
    for op in block.ops:
        if not live.issuperset(op.results) and not _all_needed(op, live):
            return True
        for inner in op.blocks:
            if not live.issuperset(inner.args) or _any_dead(inner, live):
                return True
    return False


def _all_needed(op: Op, live: set[Value]) -> bool:
    """Whether a loop gives only live values and the next ones of live arguments."""
    if op.kind is not LOOP or live.isdisjoint(op.results):
        return False
    args = op.blocks[0].args
    return live.issuperset(args) and live.issuperset(op.results[len(args):])


class _Remover(Rewriter):
    shares = True

    def __init__(self, graph: Graph, live: set[Value]):
        super().__init__(graph)
        self.live = live
        self.changed = True

    def op(self, op: Op) -> None:
        if not self.live.isdisjoint(op.results):
            super().op(op)

    def branch(self, op: Op) -> tuple[Value, ...]:
        kept = [i for i, result in enumerate(op.results) if result in self.live]
        if len(kept) == len(op.results):
            return super().branch(op)
        blocks = [part_of(block, block.args, [block.results[i] for i in kept]) for block in op.blocks]
        return self.spread(op, kept, super().branch(Op(op.kind, op.operands, (), [op.results[i].type for i in kept],
                                                       blocks, op.location)))

    def loop(self, op: Op, fixed: dict[Value, Value] | None = None) -> tuple[Value, ...]:
        body = op.blocks[0]
        args = [i for i, arg in enumerate(body.args) if arg in self.live]
        kept = args + [i for i, result in enumerate(op.results) if result in self.live and i not in args]
        part = part_of(body, [body.args[i] for i in args], [body.results[0]] + [body.results[i + 1] for i in kept])
        return self.spread(op, kept, super().loop(Op(op.kind, [op.operands[i] for i in args], (),
                                                     [op.results[i].type for i in kept], (part,), op.location)))

    @staticmethod
    def spread(op: Op, kept: list[int], results: tuple[Value, ...]) -> tuple[Value, ...]:
        """The results at the places they had; nothing reads what was between them."""
        places = dict(zip(kept, results, strict=True))
        return tuple([places.get(i, Const(result.type, None)) for i, result in enumerate(op.results)])
