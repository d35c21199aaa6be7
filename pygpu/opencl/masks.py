"""Any graph as code over vectors of neighbouring pixels: what branches and loops, on a CPU.

A work-item sweeps a strip of one row, sixteen pixels at a time. Where the pixels of a vector go different ways, they
go all of them together, and a mask says for whom:

    if      both arms are computed, one after the other, and each lane takes its own (select); an arm that costs
            something is left out where no lane takes it
    loop    runs as long as any lane is in it; what is carried changes in those lanes only

What is the same for all lanes (varying.py) stays a plain number, a plain branch and a plain loop. No lane has a mask
at the right end of an image: the last vector repeats the last pixel, and stores what is inside.

In a short loop each step waits for the one before. So up to four vectors go side by side: a line that speaks of what
differs between lanes is written once for each of them. Where all go through a loop as often, they share what does not.
"""

from __future__ import annotations

from contextlib import contextmanager

from ..ir import Block, Const, Graph, Op, Value, loops
from ..schedule.cost import longest_pass, weight
from ..schedule.plans import Plan
from ..schedule.varying import Varying, together
from . import formats
from .beside import NUMBER, EachName, Lines, Reader
from .expressions import ATOM, Text, c_type, operation, widened
from .frame import Frame
from .pixels import PixelBody, after_test, leaving_test, unknown

SKIPPED = 24.0  # additions: an arm that costs more is left out where no lane takes it
SHORT = {4: 60.0, 2: 120.0}  # vectors side by side: additions of the longest pass through a loop for which they pay
CARRIED = 8  # numbers that a loop carries, beyond which two vectors of each don't fit into registers


def body(made: Frame, plan: Plan) -> Lines:
    lanes, side_by_side = plan.lanes, _side_by_side(made.graph)
    writer = Lines(side_by_side)
    wide = lanes * side_by_side
    writer.line("const int y = get_global_id(1);")
    writer.line(f"const int first = get_global_id(0) * {plan.block[0]}, end = min(first + {plan.block[0]}, width);")
    with writer.block(f"for (int x = first; x < end; x += {wide})"):
        names = EachName(made.names, side_by_side)
        numbers = ", ".join(str(i) for i in range(lanes))
        start = f"x + {lanes} * {NUMBER}" if side_by_side > 1 else "x"
        columns = names.each("columns")
        writer.line(f"const int{lanes} {columns} = min({start} + (int{lanes})({numbers}), (int{lanes})(width - 1));")
        pixels = _Lanes(made, lanes, writer, names, columns, start)
        pixels.block(made.graph.body)
        for output, target in zip(made.graph.outputs, made.targets):
            _store(pixels, target, output, wide)
    return writer


def _side_by_side(graph: Graph) -> int:
    """How many vectors: more where a loop's pass is short, two at least where they go through it together and fit; one
    where they are taken out of colours meanwhile."""
    longest, alike = longest_pass(graph), together(graph, graph.x)
    if not longest or alike and any(image.pixel.channels > 1 for image in graph.images):
        return 1
    fits = all(len(loop.results) <= CARRIED + 1 for loop in loops(graph.body))
    return next((n for n, most in SHORT.items() if longest <= most), 2 if alike and fits else 1)


def _store(pixels: _Lanes, target, output, wide: int) -> None:
    """Whole vectors, and at the right end of the image the pixels that are left of the last one."""
    format, n, lanes, writer, names = target.format, len(output.values), pixels.lanes, pixels.writer, pixels.names
    storage = formats.STORAGE[format.dtype]
    word, half = ("float", "_half") if format.dtype == "float16" else (storage, "")
    row, each = names.new(f"{target.name}_row"), [names.each(f"{target.name}_{i}") for i in range(n)]
    writer.line(f"__global {storage} *{row} = {target.name} + (long)y * {target.stride};")
    for name, value in zip(each, output.values):
        text = formats.converted(format, value.type, pixels.wide(value), lanes)
        writer.line(f"const {word}{lanes} {name} = {text};")
    with writer.block(f"if (x + {wide} <= width)"):
        start = f"{row} + {n} * ({pixels.start})" if n > 1 else f"{row} + {pixels.start}"
        for i, mixed in enumerate(formats.interleaved(each, f"{word}{lanes}", lanes) if n > 1 else each):
            writer.line(f"vstore{half}{lanes}{'_rte' * bool(half)}({mixed}, {i}, {start});")
        writer.otherwise()
        part = names.new(f"{target.name}_part")
        writer.line(f"{word} {part}[{n}][{wide}];")
        for i, name in enumerate(each):
            writer.line(f"vstore{lanes}({name}, {NUMBER if pixels.start != 'x' else 0}, {part}[{i}]);")
        with writer.block("for (int i = 0; i < width - x; i++)"):
            for i in range(n):
                at = f"{n} * (x + i) + {i}" if n > 1 else "x + i"
                writer.line(f"vstore_half_rte({part}[{i}][i], {at}, {row});" if half else f"{row}[{at}] = {part}[{i}][i];")


class _Lanes(PixelBody):
    """Writes the blocks of a graph for one vector of pixels."""

    def __init__(self, made: Frame, lanes: int, writer: Lines, names: EachName, columns: str, start: str):
        super().__init__(made.graph, made.sources, made.scalars, made.tables, writer, names, x=columns)
        self.lanes, self.columns, self.start = lanes, columns, start
        self.mask = ""  # the lanes that are here, where that is not all of them
        self.varying = Varying(made.graph, self._uses, made.graph.x)
        self.reader = Reader(self, made)

    def lanes_of(self, value: Value) -> int:
        return self.lanes if value in self.varying else 1

    def wide(self, value: Value) -> Text:
        """A value as a vector."""
        text = self.text(value)
        return text if value in self.varying else widened(text, value.type, self.lanes)

    def type(self, value: Value) -> str:
        return c_type(value.type, self.lanes_of(value))

    def given(self, value: Value, to: Value) -> Text:
        return self.wide(value) if to in self.varying else self.text(value)

    def _expression(self, op: Op) -> Text:
        name, attributes = op.kind.name, dict(op.attributes)
        if name == "read":
            return self.reader.read(op)
        if name in ("width", "height"):
            return Text(getattr(self.sources[attributes["image"]], name))
        if name == "table":
            return self._table(op, self.text(op.operands[0]), self.lanes_of(op.operands[0]))
        operands = [(self.text(v), v.type, self.lanes_of(v)) for v in op.operands]
        return operation(op.kind, operands, self.ranges.exact(op))

    def name_for(self, value: Value, wish: str) -> str:
        return self.names.each(wish) if value in self.varying else self.names.new(wish)

    @contextmanager
    def _among(self, mask: str):
        before, self.mask = self.mask, mask
        yield
        self.mask = before

    # --- branches ------------------------------------------------------------------------------------------------

    def _if(self, op: Op) -> None:
        condition = op.operands[0]
        if condition not in self.varying and not (self._silent(op.blocks[0]) and self._silent(op.blocks[1])):
            return super()._if(op)
        used = [i for i, r in enumerate(op.results) if self._uses[id(r)]]
        test = self.text(condition)
        if condition in self.varying and not test.text.isidentifier():
            test = self._define(condition, test, op)
        arms = [self._lane_arm(op, block, test, bool(i), used) for i, block in enumerate(op.blocks)]
        for i in used:
            then, otherwise = (arm[i] for arm in arms)
            result = op.results[i]
            if then is None or otherwise is None:
                text = then or otherwise
            elif condition in self.varying:
                text = Text(f"select({otherwise}, {then}, {test})", ATOM, then.uses | otherwise.uses)
            else:
                text = Text(f"{test.within(4)} ? {then.within(4)} : {otherwise.within(3)}", 3, then.uses | otherwise.uses)
            self._texts[id(result)] = self._define(result, text, op)

    def _lane_arm(self, op: Op, block: Block, test: Text, other: bool, used: list[int]) -> dict[int, Text | None]:
        """One arm, for the lanes that take it; gives its results, None for one that nothing reads."""
        real = {i: not unknown(block.results[i]) for i in used}
        if self._silent(block):
            return {i: self.given(block.results[i], op.results[i]) if real[i] else None for i in used}
        mask = self._narrowed(Text(f"~{test}", 14) if other else test)
        if weight(block) <= SKIPPED:
            with self._among(mask):
                self.block(block)
            return {i: self.given(block.results[i], op.results[i]) if real[i] else None for i in used}
        names = {}
        for i in used:
            if real[i]:
                names[i] = self.name_for(op.results[i], op.results[i].name or "v")
                self.writer.line(f"{self.type(op.results[i])} {names[i]} = 0;", self._comment(op))
        with self.writer.block(f"if ({self.writer.any(mask)})"), self.reader.scope(), self._among(mask):
            self.block(block)
            for i, name in names.items():
                self.writer.line(f"{name} = {self.given(block.results[i], op.results[i])};")
        return {i: Text(names[i]) if real[i] else None for i in used}

    def _narrowed(self, test: Text) -> str:
        """The name of the mask of those lanes that are here and for which a test holds."""
        if not self.mask and test.text.isidentifier():
            return test.text
        name = self.names.each("taken")
        self.writer.line(f"const int{self.lanes} {name} = {f'{self.mask} & ' if self.mask else ''}{test.within(9)};")
        return name

    # --- loops ---------------------------------------------------------------------------------------------------

    def _loop(self, op: Op) -> None:
        (body,) = op.blocks
        if body.results[0] not in self.varying:
            return super()._loop(op)
        targets = self._carried(op, body)
        going = self.names.each("going")
        self.writer.line(f"int{self.lanes} {going} = {self.mask or f'(int{self.lanes})-1'};")
        test = leaving_test(body)
        with self.writer.block("for (;;)"), self.reader.scope(), self._among(going):
            if test is None:
                self.block(body)
                again, following = body.results[0], body.results[1:]
            else:
                for inner in body.ops[:-1]:
                    self.op(inner, body)
                again, following, last = after_test(body, test)
                self._leave(op, targets, last, test.operands[0], going)
                self.block(test.blocks[0])
            stays = Text("") if isinstance(again, Const) and again.value else self.wide(again)
            pending = self._changes(op, targets, following, going)
            if stays.uses & {t for t, _ in pending}:
                stays = self._define(again, stays)
            self._assign(pending)
            if stays.text:
                self._while_any(going, stays)
        for name, result in zip(targets, op.results):
            self._texts[id(result)] = Text(name)

    def _leave(self, op: Op, targets: list[str], last: list[Value], test: Value, going: str) -> None:
        """Lanes for which the test does not hold go, with what the last pass leaves them."""
        condition = self.text(test)
        if test not in self.varying:
            with self.writer.block(f"if (!{condition.within(ATOM)})"):
                self._assign(self._changes(op, targets, last, going))
                self.writer.line("break;")
            return
        taken = [value if self._uses[id(result)] else Const(value.type, None) for value, result in zip(last, op.results)]
        if self._changes(op, targets, taken):
            if not condition.text.isidentifier():
                condition = self._define(test, condition)
            name = self.names.each("leaving")
            self.writer.line(f"const int{self.lanes} {name} = {going} & ~{condition};")
            self._assign(self._changes(op, targets, taken, name))
        self._while_any(going, condition)

    def _while_any(self, going: str, stays: Text) -> None:
        self.writer.line(f"{going} &= {stays};")
        self.writer.line(f"if (!{self.writer.any(going)})")
        self.writer.line("    break;")

    def _changes(self, op: Op, targets: list[str], values, mask: str | None = None) -> list[tuple[str, Text]]:
        """Under a mask: what lives on after the loop changes in these lanes only."""
        changes = super()._changes(op, targets, values)
        kept = {target for target, result in zip(targets, op.results) if self._uses[id(result)]} if mask else ()
        return [(target, Text(f"select({target}, {text}, {mask})", ATOM, text.uses | {target}) if target in kept else text)
                for target, text in changes]
