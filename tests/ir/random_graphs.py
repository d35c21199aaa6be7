"""Random graphs, as the tracer might build them and worse: written raw, with nothing folded on the way."""

from __future__ import annotations

import random

import numpy as np

from pygpu.ir import (
    BOOL,
    FLOAT,
    INT,
    Block,
    Builder,
    Const,
    Graph,
    ImageParam,
    Op,
    Output,
    PixelType,
    ScalarParam,
    Value,
    constant,
)

BORDERS = ("clamp", "mirror", "reflect", "wrap", "constant")


class RawBuilder(Builder):
    """Appends what it is told."""

    def append(self, kind, operands, attributes=()):
        op = Op(
            kind,
            operands,
            attributes,
            (kind.rule(tuple(o.type for o in operands), dict(attributes)),),
            (),
            self.location,
        )
        self.block.ops.append(op)
        return op.result

    def branch(self, condition, then, otherwise, results=None):
        return super().branch(condition, then, otherwise, [Value(v.type) for v in then.results])

    def loop(self, initial, body, results=None):
        return super().loop(initial, body, [Value(v.type) for v in body.results[1:]])


# Operations that give the same bits however they are folded, on numbers that stay small: nothing overflows, nothing
# divides by zero, so that no known zero ever meets an infinity.
FLOAT_OPS = ["add", "sub", "min", "max"]
INT_OPS = ["add", "sub", "mul", "and", "or", "xor", "min", "max"]
COMPARISONS = ["lt", "le", "gt", "ge", "eq", "ne"]
CONSTANTS = {FLOAT: [0.0, 1.0, -1.0, 0.5, 2.0, 3.25], INT: [0, 1, -1, 2, 3, 7], BOOL: [True, False]}


class Maker:
    def __init__(self, seed: int, size: int):
        self.random = random.Random(seed)
        self.left = size
        self.graph = Graph("random")
        self.builder = RawBuilder(self.graph.body)
        for name, pixel in (("a", PixelType(FLOAT, 1)), ("b", PixelType(INT, 2))):
            border = (self.random.choice(BORDERS), self.random.choice(BORDERS))
            self.graph.images.append(ImageParam(name, pixel, border, (3.0,) if pixel.scalar is FLOAT else (3, 4)))
        for name, type in (("s", FLOAT), ("n", INT), ("flag", BOOL)):
            self.graph.scalars.append(ScalarParam(name, Value(type, None, name)))

    def make(self) -> Graph:
        scope = [self.graph.x, self.graph.y, *[param.value for param in self.graph.scalars]]
        self.fill(scope, 3)
        self.graph.outputs = [Output((self.all(scope, type),), type.value) for type in (FLOAT, INT, BOOL)]
        return self.graph

    def all(self, scope, type) -> Value:
        """A value that depends on all of a type, so that little is dead."""
        total = constant({FLOAT: 0.0, INT: 0, BOOL: False}[type])
        for value in scope:
            if value.type is type:
                total = self.builder.emit({FLOAT: "sub", INT: "sub", BOOL: "xor"}[type], value, total)
                total = self.small(total) if type is FLOAT else total
        return total

    def pick(self, scope, type, undefined=0.0) -> Value:
        if self.random.random() < undefined:
            return Const(type, None)
        fitting = [v for v in scope if v.type is type]
        if not fitting or self.random.random() < 0.15:
            return constant(self.random.choice(CONSTANTS[type]))
        return self.random.choice(fitting[-8:] if self.random.random() < 0.7 else fitting)

    def fill(self, scope: list, depth: int) -> None:
        for _ in range(self.random.randrange(2, 9)):
            if self.left <= 0:
                return
            self.left -= 1
            what = self.random.random()
            if depth and what < 0.2:
                scope += self.branch(scope, depth - 1)
            elif depth and what < 0.3:
                scope += self.loop(scope, depth - 1)
            else:
                scope.append(self.operation(scope))

    def operation(self, scope) -> Value:
        choose, emit = self.random.choice, self.builder.emit
        kind = choose(
            ["float", "float", "scale", "int", "int", "compare", "logic", "select", "convert", "read", "not", "unary"]
        )
        if kind == "float":
            return self.small(emit(choose(FLOAT_OPS), self.pick(scope, FLOAT), self.pick(scope, FLOAT)))
        if kind == "scale":
            op = choose(["mul", "mul", "div"])
            return self.small(
                emit(op, self.pick(scope, FLOAT), constant(choose([0.5, 2.0, 1.0, -1.0, 4.0] + [0.0] * (op == "mul"))))
            )
        if kind == "int":
            return emit(choose(INT_OPS), self.pick(scope, INT), self.pick(scope, INT))
        if kind == "compare":
            type = choose([FLOAT, INT])
            return emit(choose(COMPARISONS), self.pick(scope, type), self.pick(scope, type))
        if kind == "logic":
            return emit(choose(["and", "or", "xor", "eq", "ne"]), self.pick(scope, BOOL), self.pick(scope, BOOL))
        if kind == "select":
            type = choose([FLOAT, INT, BOOL])
            return emit("select", self.pick(scope, BOOL), self.pick(scope, type), self.pick(scope, type))
        if kind == "convert":
            a, b = choose([(INT, FLOAT), (BOOL, FLOAT), (FLOAT, INT), (BOOL, INT), (INT, BOOL)])
            number = emit("and", self.pick(scope, a), constant(63)) if (a, b) == (INT, FLOAT) else self.pick(scope, a)
            return self.builder.convert(number, b)
        if kind == "read":
            image = choose(self.graph.images)
            x, y = (
                emit("add", choose([own, self.pick(scope, INT)]), constant(choose([-1, 0, 1, 5])))
                for own in (self.graph.x, self.graph.y)
            )
            return emit("read", x, y, image=image, channel=self.random.randrange(image.pixel.channels))
        if kind == "not":
            return emit("not", self.pick(scope, BOOL))
        type = choose([FLOAT, INT])
        return emit(choose(["neg", "abs"]), self.pick(scope, type))

    def small(self, value) -> Value:
        return self.builder.emit("max", self.builder.emit("min", value, constant(1000.0)), constant(-1000.0))

    def inside(self, scope, depth, wanted, undefined=0.0) -> Block:
        """A block of random operations, with results of some types."""
        block, inner = Block(), list(scope)
        with self.builder.inside(block):
            self.fill(inner, depth)
        block.results = tuple(self.pick(inner, type, undefined) for type in wanted)
        return block

    def branch(self, scope, depth) -> list[Value]:
        wanted = self.random.choices([FLOAT, INT, BOOL], k=self.random.randrange(1, 4))
        condition = self.pick(scope, BOOL)
        if self.random.random() < 0.4:
            return self.early(scope, depth, condition, wanted)
        blocks = [self.inside(scope, depth, wanted) for _ in range(2)]
        return list(self.builder.branch(condition, *blocks))

    def early(self, scope, depth, condition, wanted) -> list[Value]:
        """As an early return is traced: an arm that sets a flag and leaves values, then a branch on the flag."""
        then = self.inside(scope, depth, wanted)
        then.results = (constant(True), *then.results)
        otherwise = Block()
        otherwise.results = (constant(False), *[Const(type, None) for type in wanted])
        blocks = [then, otherwise] if self.random.random() < 0.7 else [otherwise, then]
        flag, *values = self.builder.branch(condition, *blocks)
        left = Block()
        left.results = tuple(values)
        return list(self.builder.branch(flag, left, self.inside(scope, depth, wanted)))

    def loop(self, scope, depth) -> list[Value]:
        """Passes over a counter and some values, with the test inside as a while has it; sometimes a break."""
        emit = self.builder.emit
        wanted = [INT] + self.random.choices([FLOAT, INT, BOOL], k=self.random.randrange(0, 3))
        body = Block(wanted)
        initial = [constant(0)] + [self.pick(scope, type) for type in wanted[1:]]
        with self.builder.inside(body):
            last = self.random.choice([constant(3), emit("and", self.pick(scope, INT), constant(3))])
            more = emit("lt", body.args[0], last)
            then = self.inside([*scope, *body.args], depth, wanted[1:])
            with self.builder.inside(then):
                leave = self.pick([*scope, *body.args], BOOL) if self.random.random() < 0.4 else constant(False)
                then.results = (emit("not", leave), emit("add", body.args[0], constant(1)), *then.results)
            otherwise = Block()
            otherwise.results = (constant(False), *body.args)
            again, *after = self.builder.branch(more, then, otherwise)
            extra = [self.pick([*scope, *body.args, *after], FLOAT)]
            body.results = (again, *after, *extra)
        return list(self.builder.loop(initial, body))


def random_graph(seed: int, size: int) -> Graph:
    return Maker(seed, size).make()


def random_inputs(seed: int, width: int, height: int):
    """Images and scalars for a random graph."""
    rng = np.random.default_rng(seed)
    images = [
        rng.integers(-8, 9, (height, width, 1)).astype(np.float32) / 4,
        rng.integers(-9, 10, (height, width, 2)).astype(np.int32),
    ]
    return images, [float(rng.integers(-4, 5)) / 2, int(rng.integers(-3, 9)), bool(rng.integers(2))]
