"""The scalar emitter: any graph as the C that computes one pixel.

Structured control flow throughout. An `if` becomes an if, a `loop` a while where its pass is one test and what
follows from it, else a for (;;) with a break. A value used once, and not named by the user, stands where it is used;
any other gets a statement, with its source line beside it.
"""

from __future__ import annotations

from collections import Counter

from ..ir import Block, Const, Graph, Op, Ranges, Value, every_op
from ..schedule.footprint import coordinate
from .borders import Reader, Source
from .expressions import ATOM, Text, c_type, literal, looked_up, spell
from .names import Names
from .writer import Writer

INLINE = 70  # characters: a longer expression gets a name of its own


class PixelBody:
    """Writes the blocks of a graph, one pixel at a time, and knows the text of every value written."""

    def __init__(self, graph: Graph, sources: dict, scalars: dict, tables: dict, writer: Writer, names: Names,
                 x: str = "x", y: str = "y", inside=frozenset()):
        self.graph, self.writer, self.names, self.tables = graph, writer, names, tables
        self.sources: dict[object, Source] = sources
        self.ranges = Ranges(graph)
        self.reader = Reader(graph, sources, writer, names, self.text, inside)
        self._uses, self._where = count_uses(graph)
        self._texts = {id(graph.x): Text(x), id(graph.y): Text(y)}
        self._texts.update({id(p.value): Text(f"{name} != 0", 9) if p.value.type.value == "Bool" else Text(name)
                            for p, name in scalars.items()})
        self._types: dict[str, str] = {}  # C types of the variables that change
        self._line = None

    def text(self, value: Value) -> Text:
        if isinstance(value, Const):
            return literal(value)
        return self._texts[id(value)]

    # --- straight lines ------------------------------------------------------------------------------------------

    def block(self, block: Block) -> None:
        for op in block.ops:
            self.op(op, block)

    def op(self, op: Op, block: Block) -> None:
        if not any(self._uses[id(r)] for r in op.results):
            return
        name = op.kind.name
        if name == "if":
            self._if(op)
        elif name == "loop":
            self._loop(op)
        else:
            text = self._expression(op)
            value = op.result
            stays = (self._uses[id(value)] == 1 and self._where[id(value)] is block and value.name is None
                     and len(text.text) <= INLINE)
            if stays or text.text.isidentifier() and not text.uses:
                self._texts[id(value)] = text
            else:
                self._texts[id(value)] = self._define(value, text, op)

    def _expression(self, op: Op) -> Text:
        name, attributes = op.kind.name, dict(op.attributes)
        if name == "read":
            return self.reader.read(op)
        if name in ("width", "height"):
            return Text(getattr(self.sources[attributes["image"]], name))
        operands = [self.text(v) for v in op.operands]
        if name == "table":
            return self._table(op, operands[0], 1)
        return spell(op.kind, op.operands[0].type, operands, exact=self.ranges.exact(op))

    def _table(self, op: Op, index: Text, lanes: int) -> Text:
        low, high = self.ranges.of(op.operands[0])
        last = len(dict(op.attributes)["values"]) - 1
        return looked_up(self.tables[op.attributes], op.result.type, last, index, lanes, 0 <= low and high <= last)

    def _define(self, value: Value, text: Text, op: Op | None = None) -> Text:
        name = self.name_for(value, value.name or "v")
        self.writer.line(f"const {self.type(value)} {name} = {text};", self._comment(op))
        return Text(name)

    def name_for(self, value: Value, wish: str) -> str:
        return self.names.new(wish)

    def type(self, value: Value) -> str:
        return c_type(value.type)

    def given(self, value: Value, to: Value) -> Text:
        """A value as the text to assign to the variable that stands for another."""
        return self.text(value)

    def _comment(self, op: Op | None) -> str:
        """The source line, where it is another than the last statement's."""
        where = op.location if op else None
        if where is None or not where.line or (where.filename, where.line) == self._line:
            return ""
        self._line = (where.filename, where.line)
        return f"{where.filename.replace(chr(92), '/').rsplit('/', 1)[-1]}:{where.line}"

    # --- branches ------------------------------------------------------------------------------------------------

    def _if(self, op: Op) -> None:
        then, otherwise = op.blocks
        condition = self.text(op.operands[0])
        used = [i for i, r in enumerate(op.results) if self._uses[id(r)]]
        if self._silent(then) and self._silent(otherwise):
            for i in used:
                text = Text(f"{condition.within(4)} ? {self.text(then.results[i]).within(4)} : "
                            f"{self.text(otherwise.results[i]).within(3)}", 3)
                self._texts[id(op.results[i])] = self._define(op.results[i], text, op)
            return
        early = self._silent(otherwise)
        targets = {}
        comment = self._comment(op)
        for i in used:
            result = op.results[i]
            targets[i] = self.name_for(result, result.name or "v")
            initial = f" = {self.given(otherwise.results[i], result)}" if early else ""
            self.writer.line(f"{self.type(result)} {targets[i]}{initial};")
        with self.writer.block(f"if ({condition})"):
            if comment:
                self.writer.lines[-1] += f"  // {comment}"
            self._arm(op, then, targets)
            if not early:
                self.writer.otherwise()
                self._arm(op, otherwise, targets)
        for i, name in targets.items():
            self._texts[id(op.results[i])] = Text(name)

    def _silent(self, block: Block) -> bool:
        return not any(self._uses[id(r)] for op in block.ops for r in op.results)

    def _arm(self, op: Op, block: Block, targets: dict[int, str]) -> None:
        with self.reader.scope():
            self.block(block)
            for i, name in targets.items():
                if not unknown(block.results[i]):
                    self.writer.line(f"{name} = {self.given(block.results[i], op.results[i])};")

    # --- loops ---------------------------------------------------------------------------------------------------

    def _loop(self, op: Op) -> None:
        (body,) = op.blocks
        targets = self._carried(op, body)
        test = leaving_test(body)
        hint = self.hint(op)
        if hint:
            self.writer.line(hint)
        start = len(self.writer.lines)
        with self.writer.block("for (;;)"), self.reader.scope():
            if test is None:
                self.block(body)
                self._next(op, targets, body.results[1:], body.results[0])
            else:
                self._tested_pass(op, body, test, targets, start)
        for name, result in zip(targets, op.results):
            self._texts[id(result)] = Text(name)

    def hint(self, op: Op) -> str:
        """What the driver's compiler is told of a loop."""
        return ""

    def _carried(self, op: Op, body: Block) -> list[str]:
        """Declares a variable for each result, in which a loop carries its values from pass to pass."""
        targets = []
        comment = self._comment(op)
        for i, result in enumerate(op.results):
            arg = body.args[i] if i < len(body.args) else None
            name = self.name_for(arg or result, (arg.name if arg else None) or result.name or "v")
            initial = f" = {self.given(op.operands[i], arg)}" if arg and not unknown(op.operands[i]) else ""
            self._types[name] = self.type(arg or result)
            self.writer.line(f"{self._types[name]} {name}{initial};", comment)
            comment = ""
            targets.append(name)
            if arg:
                self._texts[id(arg)] = Text(name, ATOM, frozenset({name}))
        return targets

    def _tested_pass(self, op: Op, body: Block, test: Op, targets: list[str], start: int) -> None:
        """A pass that is a test, and what follows if it holds: `while (test)` where nothing else comes before it."""
        for inner in body.ops[:-1]:
            self.op(inner, body)
        again, following, last = after_test(body, test)
        condition = self.text(test.operands[0])
        leaving = self._changes(op, targets, last)
        if not leaving and len(self.writer.lines) == start + 1:
            self.writer.lines[start] = "    " * (self.writer.depth - 1) + f"while ({condition}) {{"
        elif leaving:
            with self.writer.block(f"if (!{condition.within(ATOM)})"):
                self._assign(leaving)
                self.writer.line("break;")
        else:
            self.writer.line(f"if (!{condition.within(ATOM)})")
            self.writer.line("    break;")
        self.block(test.blocks[0])
        self._next(op, targets, following, again)

    def _changes(self, op: Op, targets: list[str], values) -> list[tuple[str, Text]]:
        """What has to be assigned for the variables of a loop to have these values."""
        changes = [(target, self.given(value, result)) for target, value, result in zip(targets, values, op.results)
                   if not unknown(value)]
        return [(target, text) for target, text in changes if text.text != target]

    def _next(self, op: Op, targets: list[str], values, again: Value) -> None:
        """The end of a pass: what is carried on, and whether there is another."""
        pending = self._changes(op, targets, values)
        forever = isinstance(again, Const) and again.value
        text = self.text(again)
        if not forever and text.uses & {t for t, _ in pending}:
            text = self._define(again, text)
        self._assign(pending)
        if not forever:
            self.writer.line("break;" if isinstance(again, Const) else f"if (!{text.within(ATOM)})")
            if not isinstance(again, Const):
                self.writer.line("    break;")

    def _assign(self, pending: list[tuple[str, Text]]) -> None:
        """Assignments that all see the old values: in an order where none is needed any more, else through a copy."""
        pending = list(pending)
        while pending:
            free = next((p for p in pending if not any(p[0] in q[1].uses for q in pending if q is not p)), None)
            if free is None:
                target, text = pending[0]
                held = self.names.new(target + "_next")
                self.writer.line(f"{self._types[target]} {held} = {text};")
                pending[0] = (target, Text(held))
                continue
            self.writer.line(f"{free[0]} = {free[1]};")
            pending.remove(free)


def unknown(value: Value) -> bool:
    """A constant that nothing reads."""
    return isinstance(value, Const) and value.value is None


def leaving_test(body: Block) -> Op | None:
    """The `if` that ends a pass, where its other arm does nothing but leave the loop."""
    if not body.ops or body.ops[-1].kind.name != "if":
        return None
    test = body.ops[-1]
    again, otherwise = body.results[0], test.blocks[1]
    if otherwise.ops:
        return None
    if again is test.operands[0]:
        return test
    if again.owner is test:
        last = otherwise.results[test.results.index(again)]
        if isinstance(last, Const) and not last.value:
            return test
    return None


def after_test(body: Block, test: Op) -> tuple[Value, list[Value], list[Value]]:
    """Of a pass that ends with a leaving test: whether there is another once the test held, what is carried on then,
    and what the last pass leaves."""
    arms = {id(r): (a, b) for r, a, b in zip(test.results, test.blocks[0].results, test.blocks[1].results)}
    again, *rest = [arms.get(id(v), (v, v)) for v in body.results]
    stays = Const(test.operands[0].type, True) if again[0] is test.operands[0] else again[0]
    return stays, [a for a, _ in rest], [b for _, b in rest]


def crashes_vectoriser(graph: Graph) -> bool:
    """True for a loop like Fibonacci's, `a, b = b, a + b`: Intel's compiler (2026) dies when it makes lanes of it."""
    return any(op.kind.name == "loop" and _moves_a_sum(op.blocks[0]) for op in every_op(graph.body))


def _moves_a_sum(body: Block) -> bool:
    sources = {}
    for arg, value in zip(body.args, body.results[1:]):
        test = value.owner
        taken = [value, *(test.operands[1:] if isinstance(test, Op) and test.kind.name == "select" else ())]
        if isinstance(test, Op) and test.kind.name == "if":
            taken += [block.results[test.results.index(value)] for block in test.blocks]
        sources[arg] = taken
    grows = {arg for arg, taken in sources.items()
             if any(isinstance(v.owner, Op) and arg in v.owner.operands for v in taken)}
    return any(other in taken for arg, taken in sources.items() for other in grows - {arg})


def count_uses(graph: Graph) -> tuple[Counter, dict]:
    """How often each value is used, and in which block (the last one seen). Coordinates known from the pixel's own
    are written out by the reader, and don't count; neither does a test that is also the loop's `again`."""
    uses, where = Counter(), {}

    def use(value, block):
        uses[id(value)] += 1
        where[id(value)] = block

    def walk(block, loop=False):
        for op in block.ops:
            for value in op.operands:
                if op.kind.name != "read" or coordinate(graph, value) is None:
                    use(value, block)
            for inner in op.blocks:
                walk(inner, op.kind.name == "loop")
        test = leaving_test(block) if loop else None
        for value in block.results[1 if test and block.results[0] is test.operands[0] else 0:]:
            use(value, block)

    walk(graph.body)
    for output in graph.outputs:
        for value in output.values:
            use(value, graph.body)
    return uses, where
