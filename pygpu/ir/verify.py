"""Checks that a graph is one: run after the tracer and after each pass under test.

  1. A value is defined once: by one operation, as an argument of one block, or as a parameter of the graph.
  2. What an operation uses is defined before it, in its own block or in one around it. What an `if` or `loop` computes
     inside leaves it only as a result.
  3. An operation has the operands its declaration takes, and results of the type that its rule gives.
  4. An `if` has a Bool, two blocks without arguments, and each gives values of exactly the types of its results.
  5. A `loop` has one block with an argument for each initial value, of its type. The block gives a Bool (again), the
     next value of each argument, of its type, and any extra values; the results are of all but the first's types.
  6. Attributes are what the operation reads: an image of this graph, a channel it has, a table of one type.
  7. A call names a function whose own graph is valid, over the same images and numbers, and one of its results. No
     function calls itself, not by way of others either.
  8. What was before is asked of a scan alone, at least one place back, and of a value that it gives or carries.
  9. Outputs name values of the outermost block, all channels of one type but for a function's. The outermost block takes
     and gives nothing.
"""

from __future__ import annotations

from typing import Any

from .arrays import ArrayType, length_of
from .functions import functions
from .graph import SEVERAL, Block, Const, Graph, Op, Value
from .ops import OPS
from .orders import CHANNELS
from .scans import carried, is_before
from .types import BOOL, INT, Type

ATTRIBUTES = {"read": {"channel", "image"}, "width": {"image"}, "height": {"image"}, "depth": {"image"},
              "table": {"type", "values"}, "call": {"channel", "function"}, "prior": {"back", "channel", "type"},
              "fold": {"channel", "function", "how"}, "tally": {"channel", "function", "how", "length"},
              "order": {"channel", "function"}, "ranked": {"channel", "type"},
              "array": {"type"}, "memory": {"image", "number", "type"}, "kept": {"channel", "function", "type"}}


class InvalidGraph(AssertionError):
    """A graph that breaks one of the rules: a bug in PyGPU, never in the user's filter."""


def verify(graph: Graph) -> Graph:
    """The graph itself, if it is valid, and all functions that it calls."""
    for function in functions(graph):
        inner = function.graph
        _Verifier(inner).graph()
        if not inner.outputs or inner.images is not graph.images or inner.scalars is not graph.scalars:
            raise InvalidGraph(f"{function.name} has no output, or images and numbers of its own\n\n{graph}")
    _Verifier(graph).graph()
    return graph


class _Verifier:
    def __init__(self, target: Graph):
        self.target = target
        self.images = {id(image): image for image in target.images}
        self.defined: set[Value] = set()    # ever, anywhere
        self.visible: set[Value] = set()    # here
        self.op: Op | None = None

    def check(self, fine: bool, problem: str) -> None:
        if not fine:
            self.wrong(problem)

    def wrong(self, problem: str) -> None:
        """(Of each value several things are asked; words that name one are made only where they are said.)"""
        where = f"{self.op.kind.name} ({self.op.location}): " if self.op is not None else ""
        raise InvalidGraph(f"{where}{problem}\n\n{self.target}")

    def define(self, value: Value, owner: Op | Block | None) -> None:
        if value in self.defined:
            self.wrong(f"{value} is defined twice")
        if value.owner is not owner:
            self.wrong(f"{value} does not name what defines it")
        if not isinstance(value.type, (Type, ArrayType)):
            self.wrong(f"{value} has no type")
        self.defined.add(value)
        self.visible.add(value)

    def use(self, value: Value, type: Type | None = None) -> None:
        if isinstance(value, Const) and length_of(value.type):
            self.check(value.value is None, "no constant is a list")
        elif isinstance(value, Const):
            (low, high), number = value.type.limits, value.value
            if number is not None and number.__class__ is not value.type.python:
                self.wrong(f"the constant {number!r} is no {value.type.value}")
            if value.type.is_whole and number is not None and not low <= number <= high:
                self.wrong(f"the constant {number} has more than {value.type.bits} bits")
        elif value not in self.visible:
            self.wrong(f"{value} is used where it is not defined")
        if type is not None and value.type is not type:
            self.wrong(f"{value} should be {type.value}")

    def graph(self) -> None:
        graph = self.target
        for value in graph.coordinates:
            self.define(value, None)
            self.check(value.type is INT, "a position is of Ints")
        for scalar in graph.scalars:
            if not scalar.is_plane:  # which is one of the coordinates
                self.define(scalar.value, None)
        self.check(len(self.images) == len(graph.images), "an image is listed twice")
        self.check(not graph.body.args and not graph.body.results, "the outermost block takes and gives nothing")
        outer = self.visible
        self.block(graph.body)
        self.visible = outer | {result for op in graph.body.ops for result in op.results}
        self.op = None
        for output in graph.outputs:
            self.check(bool(output.values), "an output has no channels")
            for value in output.values:
                self.use(value, None if output.kind == SEVERAL else output.values[0].type)

    def block(self, block: Block) -> None:
        outer, self.visible = self.visible, set(self.visible)
        for arg in block.args:
            self.define(arg, block)
        for op in block.ops:
            self.operation(op)
        for result in block.results:
            self.use(result)
        self.visible = outer

    def operation(self, op: Op) -> None:
        self.op, kind = op, op.kind
        self.check(OPS.get(kind.name) is kind, "this operation is not declared")
        for operand in op.operands:
            self.use(operand)
        types = tuple([operand.type for operand in op.operands])
        if kind.name == "if":
            self.branch(op, types)
        elif kind.name == "loop":
            self.loop(op, types)
        else:
            self.plain(op, types)
        self.op = op
        for result in op.results:
            self.define(result, op)

    def plain(self, op: Op, types: tuple[Type, ...]) -> None:
        kind = op.kind
        if any(length_of(type) for type in (*types, *[result.type for result in op.results])):
            return self.array(op, types)
        self.attributes(op)
        arity = self.arity(op)
        if len(types) != arity:
            self.wrong(f"takes {arity} operands, not {len(types)}")
        self.check(not op.blocks and len(op.results) == 1, "has one result and no blocks")
        main = types
        if kind.name == "select":
            self.check(types[0] is BOOL, "chooses by a Bool")
            main = types[1:]
        if kind.name == "gather":
            self.check(types[0] is INT, "puts a number to a token, which is an Int")
            main = types[1:]
        kinds = set(main)
        if len(kinds) > 1:
            self.wrong(f"takes operands of one type, not {types}")
        if not kinds.issubset(kind.takes):
            self.wrong(f"takes {kind.takes}, not {main}")
        if op.result.type is not kind.rule(types, dict(op.attributes)):
            self.wrong(f"does not give {op.result.type.value}")

    def array(self, op: Op, types: tuple[Any, ...]) -> None:
        """What has to do with lists."""
        name, given = op.kind.name, op.result.type
        length, element = length_of(given), getattr(given, "element", given)
        if name == "array":
            self.check(len(types) in (1, length) and set(types) == {element}, "holds as many numbers as it says, or one")
        elif name == "get":
            self.check(types[1] is INT and types[0].element is given, "gives one of a list's numbers")
        elif name == "put":
            self.check(types == (given, INT, element), "exchanges one of a list's numbers")
        elif name == "select":
            self.check(types == (BOOL, given, given), "chooses between lists of one type")
        else:
            self.check(name in ("kept", "memory") and not types, "takes no lists")
        self.attributes(op)

    @staticmethod
    def arity(op: Op) -> int:
        """As many operands as are declared; a place has as many as what is there has dimensions, and two at least."""
        if op.kind.arity >= 0:
            return op.kind.arity
        where = dict(op.attributes)
        dimensions: int = (where["image"] if op.kind.name == "read" else where["function"].graph).dimensions
        return max(2, dimensions)

    def attributes(self, op: Op) -> None:
        attributes = dict(op.attributes)
        if not attributes and op.kind.name not in ATTRIBUTES:
            return
        self.check(op.attributes == tuple(sorted(attributes.items(), key=lambda pair: pair[0])),
                   "attributes stand in the order of their names")
        optional = {"beside"} if op.kind.name == "prior" else set()
        if set(attributes) - optional != ATTRIBUTES.get(op.kind.name, set()):
            self.wrong(f"has the wrong attributes: {set(attributes)}")
        if attributes.get("image") is not None:
            image = attributes["image"]
            self.check(id(image) in self.images, "the image is not one of the graph's")
            if "channel" in attributes:
                self.check(0 <= attributes["channel"] < image.pixel.channels, "the image has no such channel")
        if "function" in attributes:
            count = len(CHANNELS if op.kind.name == "order" else attributes["function"].results)
            self.check(0 <= attributes["channel"] < count, "the function has no such result")
        if "back" in attributes:
            given, number = carried(self.target), attributes["channel"]
            self.check(self.target.scan is not None and is_before(self.target.scan, op),
                       "asks for what was before, and is no scan")
            self.check(0 <= number < len(given) and given[number].type is attributes["type"], "nothing like it is carried")
        if "how" in attributes:
            results = len(attributes["function"].results) - (op.kind.name == "tally")
            self.check(len(attributes["how"]) == results, "says of each result how it is folded")
        if "values" in attributes:
            values, python = attributes["values"], attributes["type"].python
            self.check(isinstance(values, tuple) and len(values) > 0, "a table is a tuple of numbers")
            self.check(all(value.__class__ is python for value in values), "a table's numbers are of its type")

    def branch(self, op: Op, types: tuple[Type, ...]) -> None:
        self.check(types == (BOOL,), "asks one Bool")
        self.check(len(op.blocks) == 2, "has two blocks")
        self.check(not any(block.args for block in op.blocks), "its blocks have no arguments")
        for block in op.blocks:
            self.block(block)
            self.op = op
            self.gives(op, block.results)

    def loop(self, op: Op, types: tuple[Type, ...]) -> None:
        self.check(len(op.blocks) == 1, "has one block")
        body = op.blocks[0]
        self.check(types == tuple([arg.type for arg in body.args]), "has an initial value for each argument")
        self.block(body)
        self.op = op
        self.check(bool(body.results) and body.results[0].type is BOOL, "gives `again` first, a Bool")
        following = tuple([value.type for value in body.results[1 : len(types) + 1]])
        self.check(types == following, "gives a next value of each type")
        self.gives(op, body.results[1:])

    def gives(self, op: Op, values: tuple[Value, ...]) -> None:
        given, wanted = [value.type for value in values], [result.type for result in op.results]
        self.check(given == wanted, "the blocks' results are not the operation's")
