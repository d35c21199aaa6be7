"""Any graph as the statements that compute one pixel.

Structured control flow throughout. An `if` becomes an If, a `loop` a Loop that is left by a test or at the end of a pass.
A value used once, and not named by the user, may stand where it is used; any other has a name, with its source line.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from contextlib import AbstractContextManager
from typing import Protocol

from ...ir import FLOAT, Block, Const, Graph, ImageParam, Op, Ranges, Value, every_op
from ...ir.arrays import length_of
from ...ir.ops import ADD, IF, LOOP, MUL, NEG, PRIOR, READ, SELECT, SIZES, SUB, TABLE
from ...ir.passing import after_test, leaving_test
from ...ir.scans import back, channel
from ...schedule.cost import weight
from ...schedule.filled import Filled
from ...schedule.plans import Plan
from ...schedule.stages.footprint import coordinate, footprints, reads
from .. import formats
from ..frame import Frame
from ..reads.borders import Reader
from ..statements import Assign, Code, Declare, If, Leave, Let, Loop, Return, Section
from ..values import BOTH, EXACT, WORDS, Expr, Number, Operation, Var, choose, every, item, least
from .block import ALWAYS, looked_up
from .columns import either

INLINE = 70  # characters: a longer expression gets a name of its own
CHOICES = 40  # as branches, drivers take for ever over so many that follow from one another
NONE = Var("none", "int32")  # stands for the variable of a list, which lies in memory
SPLIT = 400  # operations: a longer body is not written twice for the sake of its border
# Passes of a loop that are written one after the other, so that their reads are under way together: of one that costs so
# many additions for all pixels that go over it together.
UNROLLED = ((40.0, 8), (800.0, 4))


def body(made: Frame, plan: Plan) -> Code:
    """One work-item, one pixel; where it is worth it, work-items inside every image read without checks."""
    code = Code()
    if isinstance(plan, Filled) and plan.block != (1, 1):
        return _filled(made, plan, code)
    x, y = code.let("x", item(0), True), code.let("y", item(1), True)
    code.add(If(either(x >= made.width, y >= made.height), [Return()]))
    inside, images = _interior(made, x, y)
    kind = Waiting if plan.target.kind == "gpu" else PixelBody
    if inside is None:
        with code.inside(Section([])):
            _pixel(made, kind(made, code, x, y))
        return code
    split = If(inside, [])
    with code.inside(split), code.inside(Section([])):
        _pixel(made, kind(made, code, x, y, images))
    with code.otherwise(split), code.inside(Section([])):
        _pixel(made, kind(made, code, x, y))
    return code


def _filled(made: Frame, plan: Plan, code: Code) -> Code:
    """One pixel, for all of a block."""
    left, top = [code.let(name, item(axis) * plan.block[axis], True) for axis, name in enumerate(("left", "top"))]
    code.add(If(either(left >= made.width, top >= made.height), [Return()]))
    body = PixelBody(made, code, left, top)
    body.block(made.graph.body)
    found: list[list[Expr]] = [[code.let("value", body.value(v)) for v in output.values] for output in made.graph.outputs]
    ends = [least(at + length, end) for at, length, end in zip((left, top), plan.block, (made.width, made.height))]
    right, bottom = [code.let(name, end, True) for name, end in zip(("right", "bottom"), ends)]
    with code.loop("y", top, bottom) as y, code.loop("x", left, right) as x:
        _stored(made, code, found, x, y)
    return code


def _pixel(made: Frame, body: PixelBody) -> None:
    body.block(made.graph.body)
    found = [[body.value(v) for v in output.values] for output in made.graph.outputs]
    _stored(made, body.code, found, body.value(made.graph.x), body.value(made.graph.y))


def _stored(made: Frame, code: Code, found: list[list[Expr]], x: Expr, y: Expr) -> None:
    for output, sink, values in zip(made.graph.outputs, made.sinks, found):
        row = code.let((sink.start, "_row"), sink.row(y))
        formats.store(code, sink.format, output.values[0].type, values, row, x, sink.whole)


def _interior(made: Frame, x: Var, y: Var) -> tuple[Expr | None, frozenset[ImageParam]]:
    """The test that a pixel's known reads all lie inside, and the images it speaks of; None if not worth a test."""
    if sum(1 for _ in every_op(made.graph.body)) > SPLIT or sum(1 for _ in reads(made.graph)) < 2:
        return None, frozenset()
    tests: list[Expr] = []
    images: set[ImageParam] = set()
    for image, (extent, _) in footprints(made.graph).items():
        if extent == (0, 0, 0, 0):
            continue
        source = made.sources[image]
        left, top, right, bottom = extent
        tests += [at >= n for at, n in ((x, left), (y, top)) if n]
        tests += [x < source.width - right, y < source.height - bottom]
        images.add(image)
    return every(tests), frozenset(images)


class Reads(Protocol):
    """What reads pixels for a body."""

    def read(self, op: Op) -> Expr: ...
    def scope(self) -> AbstractContextManager[None]: ...


def added(graph: Graph) -> set[int]:
    """The products that something is added to, by their ids. Drivers round a product and a sum once where they stand in one
    expression: so they do, however long that is. What a kernel calls its images must not tell."""
    terms = [value for op in every_op(graph.body) if op.kind in (ADD, SUB, NEG) for value in op.operands]
    return {id(value) for value in terms
            if value.type is FLOAT and isinstance(value.owner, Op) and value.owner.kind in (MUL, NEG)}


class PixelBody:
    """Writes the blocks of a graph, one pixel at a time, and knows the expression of every value written."""

    def __init__(self, made: Frame, code: Code, x: Expr, y: Expr, inside: frozenset[ImageParam] = frozenset()):
        graph = made.graph
        self.made, self.graph, self.code = made, graph, code
        self.ranges = Ranges(graph)
        self.chooses = sum(op.kind is SELECT for op in every_op(graph.body)) > CHOICES
        self.reader: Reads = Reader(graph, made.sources, code, self.value, inside)
        self._uses, self._where = count_uses(graph)
        self.added = added(graph)
        self.before: Mapping[tuple[int, int], Expr] = {}  # of a scan: what was given so many places back, by channel
        self.values: dict[int, Expr] = {id(graph.x): x, id(graph.y): y}
        self.values.update({id(param.value): value for param, value in made.scalars.items()})

    def value(self, value: Value) -> Expr:
        if isinstance(value, Const):
            return Number(0 if value.value is None else value.value, WORDS[value.type])
        return self.values[id(value)]

    # --- straight lines ------------------------------------------------------------------------------------------

    def block(self, block: Block) -> None:
        for op in block.ops:
            self.op(op, block)

    def op(self, op: Op, block: Block) -> None:
        if not any(self._uses[id(r)] for r in op.results):
            return
        if op.kind is IF:
            self._if(op)
        elif op.kind is LOOP:
            self._loop(op)
        elif op.kind is PRIOR:
            self.values[id(op.result)] = self.before[back(op), channel(op)]
        else:
            value, result = self._expression(op), op.result
            if value.__class__ is not Var:
                once = self._uses[id(result)] == 1 and self._where[id(result)] is block and result.name is None
                value = self.define(result, value, op, (ALWAYS if id(result) in self.added else INLINE) if once else 0)
            self.values[id(result)] = value

    def _expression(self, op: Op) -> Expr:
        kind, attributes = op.kind, dict(op.attributes)
        if kind is READ:
            return self.reader.read(op)
        if kind in SIZES:
            size: Expr = getattr(self.made.sources[attributes["image"]], kind.name)
            return size
        args = tuple([self.value(v) for v in op.operands])
        if kind is TABLE:
            low, high = self.ranges.of(op.operands[0])
            last = len(attributes["values"]) - 1
            return looked_up(self.made.known[op.attributes], op.attributes, args[0], op.result.type,
                             0 <= low and high <= last)
        lanes = max([arg.lanes for arg in args])
        how = EXACT if self.ranges.exact(op) else BOTH if kind is SELECT and self.chooses else ""
        return Operation(kind, args, WORDS[op.result.type], lanes, how)

    def define(self, value: Value, given: Expr, op: Op | None = None, short: int | None = None) -> Var:
        var = self.var(value, value.name or "v")
        self.code.add(Let(var, given, short, op.location if op else None))
        return var

    def var(self, value: Value, wish: str, changes: bool = False) -> Var:
        return Var(wish, WORDS[value.type], 1, changes=changes)

    def given(self, value: Value, to: Value) -> Expr:
        """A value as what to assign to the variable that stands for another."""
        return self.value(value)

    # --- branches ------------------------------------------------------------------------------------------------

    def _if(self, op: Op) -> None:
        then, otherwise = op.blocks
        condition = self.value(op.operands[0])
        used = [i for i, r in enumerate(op.results) if self._uses[id(r)] and not length_of(r.type)]
        if self.silent(then) and self.silent(otherwise):
            for i in used:
                value = choose(condition, self.value(then.results[i]), self.value(otherwise.results[i]))
                self.values[id(op.results[i])] = self.define(op.results[i], value, op)
            return
        early = self.silent(otherwise)
        variables: dict[int, Var] = {}
        for i in used:
            result = op.results[i]
            variables[i] = self.var(result, result.name or "v", True)
            # What nothing reads has a value all the same: without one a compiler may go either way, also at tests that only
            # seem to read it.
            ends = [block.results[i] for block in op.blocks]
            before = ends[1] if early else next(filter(unknown, ends), None)
            self.code.add(Declare([(variables[i], None if before is None else self.given(before, result))]))
        branch = If(condition, [], None, op.location)
        with self.code.inside(branch):
            self._arm(op, then, variables)
        if not early:
            with self.code.otherwise(branch):
                self._arm(op, otherwise, variables)
        for i, var in variables.items():
            self.values[id(op.results[i])] = var

    def silent(self, block: Block) -> bool:
        return not any(self._uses[id(r)] for op in block.ops for r in op.results)

    def _arm(self, op: Op, block: Block, variables: dict[int, Var]) -> None:
        with self.reader.scope():
            self.block(block)
            for i, var in variables.items():
                if not unknown(block.results[i]):
                    self.code.add(Assign([(var, self.given(block.results[i], op.results[i]))]))

    # --- loops ---------------------------------------------------------------------------------------------------

    def _loop(self, op: Op) -> None:
        (body,) = op.blocks
        variables = self.carried(op, body)
        with self.code.inside(Loop([], self.unrolled(op), self.in_turn(op))), self.reader.scope():
            self._pass(op, variables, body, body.results)
        for var, result in zip(variables, op.results):
            if var is not NONE:
                self.values[id(result)] = var

    def _pass(self, op: Op, variables: list[Var], block: Block, results: tuple[Value, ...]) -> None:
        """A pass, which is left where a test at its end says so, and after that perhaps where another does. It gives whether
        there is another, and what is carried on."""
        body = Block()
        body.ops, body.results = block.ops, results
        test = leaving_test(body)
        if test is None:
            self.block(block)
            self._next(op, variables, results[1:], results[0])
            return
        for inner in block.ops[:-1]:
            self.op(inner, block)
        again, following, last = after_test(body, test)
        self.code.add(Leave(self.value(test.operands[0]), self.changes(op, variables, last)))
        self._pass(op, variables, test.blocks[0], (again, *following))

    def unrolled(self, op: Op) -> int:
        """How many passes of a loop the driver's compiler is to write one after the other; 0: as it likes."""
        return 0

    def in_turn(self, op: Op) -> bool:
        """Whether the driver's compiler must leave the passes of a loop as they are."""
        return False

    def carried(self, op: Op, body: Block) -> list[Var]:
        """Declares a variable for each result, in which a loop carries its values from pass to pass."""
        variables: list[Var] = []
        for i, result in enumerate(op.results):
            arg = body.args[i] if i < len(body.args) else None
            if length_of(result.type):
                variables.append(NONE)
                if arg:
                    self.values[id(arg)] = self.value(op.operands[i])
                continue
            var = self.var(arg or result, (arg.name if arg else None) or result.name or "v", True)
            initial = self.given(op.operands[i], arg) if arg else None
            self.code.add(Declare([(var, initial)], location=None if variables else op.location))
            variables.append(var)
            if arg:
                self.values[id(arg)] = var
        return variables

    def changes(self, op: Op, variables: list[Var], values: Iterable[Value]) -> list[tuple[Var, Expr]]:
        """What has to be assigned for the variables of a loop to have these values."""
        pairs = [(var, self.given(value, result)) for var, value, result in zip(variables, values, op.results)
                 if var is not NONE and not unknown(value)]
        return [(var, value) for var, value in pairs if value is not var]

    def _next(self, op: Op, variables: list[Var], values: Iterable[Value], again: Value) -> None:
        """The end of a pass: what is carried on, and whether there is another."""
        pending = self.changes(op, variables, values)
        if isinstance(again, Const):
            self.code.add(Assign(pending))
            if not again.value:
                self.code.add(Leave(None))
            return
        test = self.value(again)
        self.code.add(Assign(pending, [test]))
        self.code.add(Leave(test))


def unknown(value: Value) -> bool:
    """A constant that nothing reads."""
    return isinstance(value, Const) and value.value is None


def crashes_vectoriser(graph: Graph) -> bool:
    """True for a loop like Fibonacci's, `a, b = b, a + b`: Intel's compiler (2026) dies when it makes lanes of it."""
    return any(op.kind is LOOP and _moves_a_sum(op.blocks[0]) for op in every_op(graph.body))


def _moves_a_sum(body: Block) -> bool:
    sources = {}
    for arg, value in zip(body.args, body.results[1:]):
        test = value.owner
        taken = [value, *(test.operands[1:] if isinstance(test, Op) and test.kind is SELECT else ())]
        if isinstance(test, Op) and test.kind is IF:
            taken += [block.results[test.results.index(value)] for block in test.blocks]
        sources[arg] = taken
    grows = {arg for arg, taken in sources.items()
             if any(isinstance(v.owner, Op) and arg in v.owner.operands for v in taken)}
    return any(other in taken for arg, taken in sources.items() for other in grows - {arg})


def count_uses(graph: Graph) -> tuple[Counter[int], dict[int, Block]]:
    """How often each value is used, and in which block (the last one seen). Coordinates known from the pixel's own
    are written out by the reader, and don't count; neither does a test that is also the loop's `again`."""
    uses: Counter[int] = Counter()
    where: dict[int, Block] = {}

    def use(value: Value, block: Block) -> None:
        uses[id(value)] += 1
        where[id(value)] = block

    def walk(block: Block, loop: bool = False) -> None:
        for op in block.ops:
            for value in op.operands:
                if op.kind is not READ or coordinate(graph, value) is None:
                    use(value, block)
            for inner in op.blocks:
                walk(inner, op.kind is LOOP)
        test = leaving_test(block) if loop else None
        for value in block.results[1 if test and block.results[0] is test.operands[0] else 0:]:
            use(value, block)

    walk(graph.body)
    for output in graph.outputs:
        for value in output.values:
            use(value, graph.body)
    return uses, where


class Waiting(PixelBody):
    """Pixels on a device whose work-items wait for each read: of a short pass several are written out."""

    rows = 1  # that go over a loop together

    def unrolled(self, op: Op) -> int:
        (body,) = op.blocks
        if not any(each.kind is READ for each in every_op(body)):
            return 0
        cost = weight(body) * self.rows
        return next((times for most, times in UNROLLED if cost <= most), 0)
