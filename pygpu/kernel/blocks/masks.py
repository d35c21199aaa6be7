"""Any graph as code over vectors of neighbouring pixels: what branches and loops, on a CPU.

A work-item sweeps a strip of one row, sixteen pixels at a time. Where the pixels of a vector go different ways, they
go all of them together, and a mask says for whom:

    if      both arms are computed, one after the other, and each lane takes its own (select); an arm that costs
            something is left out where no lane takes it
    loop    runs as long as any lane is in it; what is carried changes in those lanes only

What is the same for all lanes (varying.py) stays a plain number, a plain branch and a plain loop. No lane has a mask
at the right end of an image: the last vector repeats the last pixel, and stores what is inside.

In a short loop each step waits for the one before. So up to four vectors go side by side: what differs between lanes is
done for each of them (jam.py). Where all go through a loop as often, they share what does not. So do those of several
rows, if rows have reads in common (schedule/blocks/below.py); rows below the image repeat its last one.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager

from ...ir import Block, Const, Graph, Op, Output, Value
from ...ir.ops import SELECT
from ...ir.passing import after_test, leaving_test
from ...ir.scans import priors
from ...schedule.blocks.below import side_by_side
from ...schedule.cost import weight
from ...schedule.plans import Masks
from ...schedule.stages.varying import Varying, pieces
from .. import formats
from ..frame import Frame, Sink
from ..reads.beside import Reader
from ..statements import Array, Assign, Code, Declare, Hold, If, Leave, Let, Loop, Return, Store, Update
from ..values import (
    BELOW,
    BESIDE,
    COPIED,
    EXACT,
    LOWERED,
    WORDS,
    Expr,
    Load,
    Number,
    Operation,
    Part,
    Pointer,
    Var,
    any_lane,
    choose,
    invert,
    item,
    least,
    numbers,
    widen,
)
from .jam import differs, jam
from .pixels import PixelBody, unknown

SKIPPED = 24.0  # additions: an arm that costs more is left out where no lane takes it


def body(made: Frame, plan: Masks) -> Code:
    lanes, rows = plan.lanes, plan.together
    copies = beside(made.graph, plan) if rows == 1 else plan.block[0] // lanes
    code = Code()
    y = Var("y", "int32", each=BELOW) if rows > 1 else code.let("y", item(1), True)
    if rows == 1:
        code.add(If(y >= made.height, [Return()]))
    first, end = (Var(name, "int32", 1, True) for name in ("first", "end"))
    code.add(Declare([(first, item(0) * plan.block[0]), (end, least(first + plan.block[0], made.width))], True))
    with code.loop("x", first, end, lanes * copies) as x:
        if rows == 1:
            strip(made, lanes, code, x, y, copies)
        else:
            top = code.let("top", item(1) * plan.rows)
            with code.loop("row", top, least(top + plan.rows, made.height), rows) as row:
                code.add(Let(y, least(row + LOWERED, made.height - 1)))
                strip(made, lanes, code, x, y, copies, True)
    return Code(jam(code.statements, copies, rows))


def beside(graph: Graph, plan: Masks) -> int:
    """How many vectors go side by side: no more than lie in one of the equal pieces of the picture that are asked for."""
    copies, lanes = side_by_side(graph, plan.target.abreast), plan.lanes
    while copies > 1 and any(size % lanes == 0 != size % (lanes * copies) for size in pieces(graph, graph.x)):
        copies //= 2
    return copies


def strip(made: Frame, lanes: int, code: Code, x: Var, y: Var, copies: int, below: bool = False) -> None:
    pixels = Lanes(made, lanes, code, x, y, copies, below=below, aligned=True)
    pixels.block(made.graph.body)
    for output, sink in zip(made.graph.outputs, made.sinks):
        store_output(pixels, sink, output)


def store_output(pixels: Lanes, sink: Sink, output: Output, stream: Var | None = None, whole: bool = False) -> None:
    values = [formats.encoded(sink.format, value.type, pixels.widened(value)) for value in output.values]
    store(pixels.code, sink, values, (pixels.x, pixels.start, pixels.y), pixels.made.width, pixels.wide, stream,
          whole)


def store(code: Code, sink: Sink, values: list[Expr], at: tuple[Expr, Expr, Expr], width: Expr, wide: int,
          stream: Var | None = None, whole: bool = False) -> None:
    """Whole vectors, and at the right end of the image, unless they are known to be `whole`, the pixels that are left of the
    last one. They are in row `at[2]`: those of all copies from column `at[0]` on, this one's from `at[1]` on."""
    n, lanes, (x, start, y) = len(values), values[0].lanes, at
    channels = [Var((sink.start, f"_{i}"), value.type, lanes, each=BESIDE | differs(value))
                for i, value in enumerate(values)]
    row = Var((sink.start, "_row"), sink.row(y).type, each=differs(y))
    code.add(Let(row, sink.row(y)))
    for var, value in zip(channels, values):
        code.add(Let(var, value))

    def let(value: Expr) -> Var:
        named = Var("mixed", value.type, lanes, each=BESIDE | differs(value))
        code.add(Let(named, value))
        return named

    split = If(x + wide <= width, [])
    with code.inside(None if whole else split):
        first = row + n * start
        for number, mixed in enumerate(formats.interleaved(sink.format, channels, lanes, let) if n > 1 else channels):
            code.add(Store(first + number * lanes, Number(0), mixed, lanes, stream=stream) if stream is not None else
                     Store(first, Number(number), mixed, lanes))
    if whole:
        return
    with code.otherwise(split):
        part = Var((sink.start, "_part"), Pointer(values[0].word, "private", False), each=differs(y))
        code.add(Array(part, (n, wide)))
        for number, var in enumerate(channels):
            code.add(Store(Part(part, number), COPIED if wide > lanes else Number(0), var, lanes))
        with code.loop("i", 0, width - x) as i:
            for channel in range(n):
                code.add(Store(row, n * (x + i) + channel, Load(Part(part, channel), i)))


class Lanes(PixelBody):
    """Writes the blocks of a graph for one vector of pixels."""

    x: Expr
    y: Expr
    start: Expr
    columns: Expr
    mask: Expr | None
    below: Varying | None = None  # what differs from row to row, where there are several

    def __init__(self, made: Frame, lanes: int, code: Code, x: Expr, y: Expr, copies: int, given: Sequence[Value] = (),
                 whole: bool = False, below: bool = False, aligned: bool = False):
        """`given` are values from elsewhere that differ between lanes; `whole` says that all vectors lie inside images;
        `below`, that there are several rows; `aligned`, that x is a multiple of what is computed together."""
        self.lanes, self.wide, self.x, self.y = lanes, lanes * copies, x, y
        self.start = x + lanes * COPIED if copies > 1 else x
        columns = self.columns = Var("columns", "int32", lanes, each=True)
        code.add(Let(columns, least(self.start + numbers(lanes), widen(made.width - 1, lanes))))
        super().__init__(made, code, self.columns, y)
        self.mask = None  # the lanes that are here, where that is not all of them
        before = [result for op in priors(made.graph) for result in op.results]
        self.varying = Varying(made.graph, self._uses, made.graph.x, [*given, *before], self.wide if aligned else 0)
        if below:
            self.below = Varying(made.graph, self._uses, made.graph.y)
        self.reader = Reader(self, made, whole)

    def _expression(self, op: Op) -> Expr:
        if not self.varying.is_alike(op):
            return super()._expression(op)
        return Operation(op.kind, (self.x, self.value(op.operands[1])), WORDS[op.result.type], 1, EXACT)

    def widened(self, value: Value) -> Expr:
        """A value as a vector."""
        found = self.value(value)
        return found if value in self.varying else widen(found, self.lanes)

    def var(self, value: Value, wish: str, changes: bool = False) -> Var:
        is_vector = value in self.varying
        each = BESIDE * is_vector | BELOW * (self.below is not None and value in self.below)
        return Var(wish, WORDS[value.type], self.lanes if is_vector else 1, changes=changes, each=each)

    def given(self, value: Value, to: Value) -> Expr:
        return self.widened(value) if to in self.varying else self.value(value)

    @contextmanager
    def _among(self, mask: Expr) -> Iterator[None]:
        before, self.mask = self.mask, mask
        yield
        self.mask = before

    # --- branches ------------------------------------------------------------------------------------------------

    def _if(self, op: Op) -> None:
        condition = op.operands[0]
        if condition not in self.varying and not (self.silent(op.blocks[0]) and self.silent(op.blocks[1])):
            return super()._if(op)
        used = [i for i, r in enumerate(op.results) if self._uses[id(r)]]
        test = self.value(condition)
        if condition in self.varying:
            self.code.add(Hold(test, op.location))
        arms = [self._lane_arm(op, block, test, bool(i), used) for i, block in enumerate(op.blocks)]
        for i in used:
            then, otherwise = (arm[i] for arm in arms)
            result = op.results[i]
            if then is not None and otherwise is not None:
                lanes = max(test.lanes, then.lanes, otherwise.lanes)
                how = "" if condition in self.varying else "branch"
                value: Expr = Operation(SELECT, (test, then, otherwise), then.type, lanes, how)
            else:
                one = then if otherwise is None else otherwise
                assert one is not None, "a result that no arm gives"
                value = one
            self.values[id(result)] = self.define(result, value, op)

    def _lane_arm(self, op: Op, block: Block, test: Expr, other: bool, used: list[int]) -> dict[int, Expr | None]:
        """One arm, for the lanes that take it; gives its results, None for one that nothing reads."""
        real = {i: not unknown(block.results[i]) for i in used}
        if self.silent(block):
            return {i: self.given(block.results[i], op.results[i]) if real[i] else None for i in used}
        mask = self._narrowed(test, other)
        if weight(block) <= SKIPPED:
            with self._among(mask):
                self.block(block)
            return {i: self.given(block.results[i], op.results[i]) if real[i] else None for i in used}
        vars = {i: self.var(op.results[i], op.results[i].name or "v", True) for i in used if real[i]}
        for var in vars.values():
            self.code.add(Declare([(var, Number(0))], location=op.location))
        with self.code.inside(If(any_lane(mask), [])), self.reader.scope(), self._among(mask):
            self.block(block)
            for i, var in vars.items():
                self.code.add(Assign([(var, self.given(block.results[i], op.results[i]))]))
        return {i: vars.get(i) for i in used}

    def _narrowed(self, test: Expr, other: bool) -> Expr:
        """The mask of those lanes that are here and for which a test holds, or does not (`other`)."""
        if self.mask is None and not other:
            return test
        taken = invert(test) if other else test
        return self._let("taken", taken if self.mask is None else self.mask & taken)

    def _let(self, wish: str, value: Expr) -> Var:
        var = Var(wish, "bool", self.lanes, each=True)
        self.code.add(Let(var, value))
        return var

    # --- loops ---------------------------------------------------------------------------------------------------

    def _loop(self, op: Op) -> None:
        (body,) = op.blocks
        if body.results[0] not in self.varying:
            return super()._loop(op)
        variables = self.carried(op, body)
        going = Var("going", "bool", self.lanes, changes=True, each=True)
        self.code.add(Declare([(going, self.mask or Number(True, "bool", self.lanes))]))
        test = leaving_test(body)
        with self.code.inside(Loop([])), self.reader.scope(), self._among(going):
            if test is None:
                self.block(body)
                again, following = body.results[0], list(body.results[1:])
            else:
                for inner in body.ops[:-1]:
                    self.op(inner, body)
                again, following, last = after_test(body, test)
                self._leave(op, variables, last, test.operands[0], going)
                self.block(test.blocks[0])
            stays = None if isinstance(again, Const) and again.value else self.widened(again)
            held = [self.value(again)] if stays is not None and not isinstance(again, Const) else []
            self.code.add(Assign(self.changes(op, variables, following, going), held))
            if stays is not None and again in self.varying:
                self._while_any(going, stays)
            elif stays is not None:
                self.code.add(Leave(self.value(again)))
        for var, result in zip(variables, op.results):
            self.values[id(result)] = var

    def _leave(self, op: Op, variables: list[Var], last: list[Value], test: Value, going: Var) -> None:
        """Lanes for which the test does not hold go, with what the last pass leaves them."""
        condition = self.value(test)
        if test not in self.varying:
            self.code.add(Leave(condition, self.changes(op, variables, last, going)))
            return
        taken = [value if self._uses[id(result)] else Const(value.type, None) for value, result in zip(last, op.results)]
        if self.changes(op, variables, taken):
            self.code.add(Hold(condition))
            leaving = self._let("leaving", going & invert(condition))
            self.code.add(Assign(self.changes(op, variables, taken, leaving)))
        self._while_any(going, condition)

    def _while_any(self, going: Var, stays: Expr) -> None:
        self.code.add(Update(going, "&", stays))
        self.code.add(Leave(any_lane(going)))

    def changes(self, op: Op, variables: list[Var], values: Iterable[Value],
                mask: Var | None = None) -> list[tuple[Var, Expr]]:
        """Under a mask: what lives on after the loop changes in these lanes only."""
        changes = super().changes(op, variables, values)
        if mask is None:
            return changes
        kept = {var for var, result in zip(variables, op.results) if self._uses[id(result)]}
        return [(var, choose(mask, value, var) if var in kept else value) for var, value in changes]
