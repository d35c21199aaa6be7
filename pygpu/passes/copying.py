"""Values of one graph computed anew in another."""

from __future__ import annotations

from collections.abc import Container, Iterable

from pygpu.ir import Block, Const, Function, Graph, Op, Output, Value

from .rewrite import Rewriter, captured


class Copy(Rewriter):
    """Writes into a graph of its own, over the same images and numbers, what values of another are made of. `new` says
    which of them stand there for others."""

    def __init__(self, name: str, like: Graph):
        super().__init__(Graph(name, like.images, like.scalars, exact=like.exact))

    def over(self, other: Graph) -> Copy:
        """The column and row of another graph are this one's."""
        self.new.update({other.x: self.graph.x, other.y: self.graph.y})
        return self

    def gives(self, values: Iterable[Value]) -> Graph:
        """The graph, whose results are these values of its own."""
        self.graph.outputs = [Output((value,), value.type.value) for value in values]
        return self.graph

    def function(self, values: Iterable[Value], kept: bool) -> Function:
        """A function that gives these values."""
        return Function(self.graph.name, self.gives(values), kept)

    def of(self, values: Iterable[Value]) -> tuple[Value, ...]:
        values = list(values)
        for op in made_of(values, self.new):
            self.op(op)
        return self.values(values)


def made_of(values: Iterable[Value], known: Container[Value] = ()) -> list[Op]:
    """The operations that values are computed by, each after those that it needs; what is `known` is not looked into."""
    order: dict[Op, None] = {}
    waiting = [(value, False) for value in values]
    while waiting:
        value, ready = waiting.pop()
        op = value.owner
        if op.__class__ is not Op or value.__class__ is Const or value in known:
            assert not isinstance(op, Block) or value in known, "what a loop carries is none of a graph's values"
            continue
        if ready:
            order[op] = None
        elif op not in order:
            waiting.append((value, True))
            waiting += [(each, False) for each in (captured(op) if op.blocks else op.operands)]
    return list(order)
