"""A kernel printed as OpenCL C: one statement a line, names from the user's variables, a comment for the source line.

A value that is used once, and is short, stands where it is used; any other is a constant with a name.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any

from ..elements import ELEMENTS
from ..kernel import kernels as K
from ..kernel import statements as S
from ..kernel import values as V
from ..location import Location
from .expressions import ATOM, C_WORDS, NOTHING, UNARY, Text, c_type, deciding, divided, in_lanes, literal, spelling
from .machine import MACHINE, SWIZZLE
from .names import Names
from .prelude import LONGEST, Apart, Helper, Wide
from .program import COMMON, UNIT
from .writer import Writer

ALIGNED = "__attribute__((aligned(16)))"  # so that neighbours in a table can be read together

# What the kernels' own lines say by name: no parameter of the user's may be called so.
FIXED = ("x y width height left top right bottom block first end stream columns column row line at i j k w words "
         "c0 c1 c2 c3 from into wide tall pitch into_pitch real other reals others greatest most finite").split()
_FIXED = Names(FIXED)
SIMPLE = (S.Store, S.Return)  # what an `if` has no braces for


class Printer(Writer):
    """Prints one kernel. Afterwards `helpers` says which helpers it calls how often, `constants` declares its tables.

    `tables` are those of the kernels before it in the program: name -> how it is declared.

    What is said here of a kernel, an address space or a machine's own operation, another language of the C family says in a
    class made from this one; `load`, `stored` and the helpers (prelude.py) are what else is OpenCL's."""

    opening = "__kernel void"
    # What works on vectors already, Intel's compiler need not make vectors of: it takes half the time then.
    on_vectors = "__attribute__((vec_type_hint(float4)))\n"
    only = "restrict "  # said of a pointer: nothing else leads where it does
    spaces = {"global": "__global ", "local": "__local ", "private": "", "constant": "__constant "}
    atomics = {"add": "atomic_add", "min": "atomic_min", "max": "atomic_max"}
    machine = MACHINE

    def __init__(self, kernel: K.Kernel, tables: dict[str, str] | None = None):
        super().__init__(1)
        self.kernel = kernel
        self.names = _FIXED.copy()
        self.own: set[str] = set()  # that the kernel's own lines have taken of them
        self.met: set[tuple[str, int]] = set()
        self.texts: dict[V.Var, Text] = {}
        self.together: dict[V.Var, str] = {}  # what the copies of a value are called, of which this is the first
        self.kept: dict[V.Var, str] = {}  # what copies are going to be called
        self.longer: dict[V.Var, int] = {}  # by how much the text of a copy is longer for being one
        self.types: dict[str, str] = {}  # C types of the variables that change
        self.helpers: Counter[Helper] = Counter()
        self.seldom = False  # whether hardly any item comes to what is printed now
        taken = kernel.name in FIXED  # with a number it might be called as one of its own passes is
        self.name = self.names.new(f"{kernel.name}_all" if taken else kernel.name)
        self.parameters = [self.parameter(each) for each in kernel.parameters]
        if kernel.has_common:
            self.parameters.append(f"{self.pointer_type(V.Pointer('int8', 'global', False))}{COMMON}")
        for table in kernel.tables:
            if not table.what:
                self.table_named(table, tables if tables is not None else {})
        for number, table in enumerate(kernel.tables):
            if table.what:
                self.texts[table.var] = Text(f"pg_{self.name}_{table.what}{number}")
        self.constants = [self.table(table) for table in kernel.tables]

    def printed(self) -> str:
        self.all(self.kernel.body)
        return self.framed()

    def framed(self) -> str:
        """What is written, as a kernel."""
        return f"{self.on_vectors if self.kernel.wide else ''}{self.in_groups}{self.signature}\n{{\n{self}\n}}"

    @property
    def in_groups(self) -> str:
        """A compiler that does not know the only size of groups may take so many registers that there is room for none."""
        group = self.kernel.group
        return f"__attribute__((reqd_work_group_size({group[0]}, {group[1]}, 1)))\n" if group else ""

    @property
    def signature(self) -> str:
        return f"{self.opening} {self.name}(" + ",\n        ".join(self.parameters) + ")"

    def pointer(self, parameter: K.Parameter, name: str) -> str:
        """How a picture is given: a pointer, or a place in what it has in common with others."""
        leads = parameter.vars[0].leads
        type = self.pointer_type(leads)
        if not parameter.common:
            return f"{type}{self.only}{name}"
        at, elements = self.names.new(f"{name}_at"), UNIT // ELEMENTS[leads.element].size
        # Counted in elements NVIDIA's compiler knows how they are aligned: 53 us for 61 of pyramid_blending's last kernel.
        self.line(f"{type}{name} = ({type}){COMMON} + (long){at} * {elements};")
        return f"int {at}"

    def parameter(self, parameter: K.Parameter) -> str:
        names = [self.named(var) for var in parameter.vars]
        if parameter.stands == "image":
            size = f"int {names[1]}, int {names[2]}"
            if parameter.picture:
                return f"read_only image2d_t {names[0]}, {size}"
            more = ", ".join([f"int {name}" for name in names[3:]])
            return f"{self.pointer(parameter, names[0])}, {size}, {more}"
        if parameter.stands == "output":
            return f"{self.pointer(parameter, names[0])}, int {names[1]}"
        if parameter.stands == "stop":
            return f"{self.pointer_type(V.Pointer('int32', 'global', False))}pg_stop"
        return ", ".join(f"{c_type(var.word)} {name}" for var, name in zip(parameter.vars, names))

    def pointer_type(self, type: V.Pointer, lanes: int = 1, of: str = "") -> str:
        space, word = self.spaces[type.space], of or C_WORDS[type.element] + (str(lanes) if lanes > 1 else "")
        if type.space in ("local", "private"):
            return f"{'const ' if type.const else ''}{space}{word} *"
        return f"{space}{'const ' if type.const or type.space == 'constant' else ''}{word} *"

    def table(self, table: K.Table) -> str:
        element = table.var.leads.element
        word = "int32" if element == "bool" else element
        numbers = ", ".join([str(literal(v if ELEMENTS[word].kind == "f" else int(v), word)) for v in table.values])
        start = f"{self.spaces['constant']}{C_WORDS[element]} {self.texts[table.var]}"
        return f"{start}[{len(table.values)}] {ALIGNED} = {{{numbers}}};"

    def table_named(self, table: K.Table, tables: dict[str, str]) -> None:
        """A name that no other table of the program has."""
        while True:
            name = self.call(table.var, self.names.new(self.wish(table.var)))
            line = self.table(table)
            if tables.setdefault(name, line) == line:
                return

    def declared(self, word: str, what: str, numbers: list[str]) -> str:
        """The name of a table of numbers as C, which is there once."""
        start, values = f"{self.spaces['constant']}{word} pg_{self.name}_{what}", ", ".join(numbers)
        known = next((line for line in self.constants if line.startswith(start) and f"{{{values}}}" in line), None)
        if known is None:
            known = f"{start}{len(self.constants)}[{len(numbers)}] {ALIGNED} = {{{values}}};"
            self.constants.append(known)
        return known.split("[")[0].split()[-1]

    # --- names ---------------------------------------------------------------------------------------------------

    def named(self, var: V.Var) -> str:
        """What a value is called from here on."""
        known = self.texts.get(var)
        if known is not None and not (var.fixed and var.wish.__class__ is str):
            return known.text
        if var.group is not None:
            if var not in self.kept:
                self.group(*var.group)
            return self.call(var, self.kept[var])
        name = self.kernels_own(self.wish(var)) if var.fixed else self.names.new(self.wish(var))
        return self.call(var, name)

    def kernels_own(self, wish: str) -> str:
        """What a value of the kernel's own lines is called: as it wishes, unless one of the user's is called so here."""
        if wish in FIXED or "_" in wish or wish in self.own and self.names.has(wish):
            return wish
        name = self.names.new(wish)
        self.own.add(name)
        return name

    def call(self, var: V.Var, name: str) -> str:
        self.texts[var] = Text(name, ATOM, frozenset({name}) if var.changes else NOTHING)
        if var.changes:
            self.types[name] = c_type(var.word, var.lanes)
        return name

    def wish(self, var: V.Var) -> str:
        if isinstance(var.wish, str):
            return var.wish
        base, more = var.wish
        assert isinstance(base, V.Var), "what has no name gives none"
        if base.group is not None:  # each of several is named after all of them
            return self.together[base.group[0][0]] + more
        return self.named(base) + more

    def group(self, copies: list[V.Var], number: int) -> None:
        """Keeps one name for all copies, with a number for each."""
        name = self.names.several(self.wish(copies[0]), len(copies))
        self.together[copies[0]] = name
        self.kept.update((var, f"{name}_{i}") for i, var in enumerate(copies))

    def helps(self, helper: str | Wide, apart: bool = False) -> str:
        """Notes a helper that is called; gives its name. One that may be long is `apart` where hardly anyone needs it."""
        noted = Apart(helper) if apart and self.seldom else helper
        self.helpers[noted] += 1
        return noted if isinstance(noted, str) else noted.name

    def comment(self, location: Location | None) -> str:
        """The source line, the first time that it is met."""
        if location is None or not location.line or (location.filename, location.line) in self.met:
            return ""
        self.met.add((location.filename, location.line))
        return location.key

    # --- expressions ---------------------------------------------------------------------------------------------

    def expr(self, value: V.Expr) -> Text:
        return _EXPRESSIONS[value.__class__](self, value)

    def var(self, var: V.Var) -> Text:
        return self.texts[var]

    def number(self, number: V.Number) -> Text:
        return literal(number.value, number.word, number.lanes)

    def operation(self, op: V.Operation) -> Text:
        texts = [_EXPRESSIONS[arg.__class__](self, arg) for arg in op.args]
        kind = op.kind
        if isinstance(kind, V.Machine):
            return self.machine[kind](self, op, texts)
        lanes = max([arg.lanes for arg in op.args])
        said = spelling(kind, deciding(kind, op.args), lanes, op.how or divided(kind, op.args, lanes))
        if said.helper:
            self.helpers[said.helper] += 1
        return said.put(texts) if lanes == 1 else in_lanes(said, kind, texts, op.args, lanes, op.how)

    def at(self, at: V.At) -> Text:
        pointer, index = self.expr(at.pointer), self.expr(at.index)
        if index.binds < ATOM and index.text[0] == "-":
            return Text(f"{pointer.within(12)} - {index.text[1:]}", 12)
        less = isinstance(at.index, V.Operation) and at.index.kind is V.SUB
        return Text(f"{pointer.within(12)} + {index.within(12 if less else 13)}", 12, index.uses)

    def part(self, part: V.Part) -> Text:
        return Text(self.texts[part.array].text + "".join([f"[{self.expr(index)}]" for index in part.indices]))

    def load(self, load: V.Load) -> Text:
        pointer, index, lanes = self.expr(load.pointer), self.expr(load.index), load.lanes
        type = load.pointer.leads
        half = "_half" if type.element == "float16" else ""
        if load.aligned:
            if half:
                return Text(f"vloada_half{lanes}({index}, {pointer})")
            return Text(f"*({self.pointer_type(type, lanes)})({pointer})")
        if self.is_shown(lanes) and not half:
            return Text(self.anywhere(type, lanes, pointer, index), UNARY, index.uses)
        if lanes > 1 or half:
            return Text(f"vload{half}{lanes if lanes > 1 else ''}({index}, {pointer})", ATOM, index.uses)
        return Text(f"{pointer.within(ATOM)}[{index}]", ATOM, index.uses)

    def is_shown(self, lanes: int) -> bool:
        """Whether a vector in memory is read and written as what it is, as compilers for CPUs can, all made of Clang.
        Intel's looks at each call in a text up to six times, and half of a build may be for that; a vload is a call. Where
        most items come by it is one, too: a 5x5 convolution took 1.1 times as long without."""
        return self.kernel.wide and (lanes > LONGEST or self.seldom and lanes not in (1, 3))

    def anywhere(self, type: V.Pointer, lanes: int, pointer: Text, index: Text) -> str:
        """A vector in memory that begins at any element."""
        word = self.helps(Wide("any", lanes, C_WORDS[type.element]))
        cast = f"({self.pointer_type(type, 1, word)})"
        return f"*{cast}({pointer})" if index.text == "0" else f"({cast}({pointer}))[{index}]"

    def gather(self, gather: V.Gather) -> Text:
        pointer, index = self.expr(gather.pointer), self.expr(gather.index)
        how = f"gather{gather.count}" if gather.count > 1 else "nearby" if gather.near else "gather"
        name = self.helps(Wide(how, gather.index.lanes, C_WORDS[gather.pointer.leads.element]), True)
        return Text(f"{name}({pointer}, {index})", ATOM, index.uses)

    def texel(self, texel: V.Texel) -> Text:
        read = {"float32": "read_imagef", "int32": "read_imagei", "bool": "read_imageui"}[texel.word]
        x, y = self.expr(texel.x), self.expr(texel.y)
        pixel = f"{read}({self.expr(texel.picture)}, pg_sampler, (int2)({x}, {y})).{SWIZZLE[texel.channel]}"
        return Text(f"{pixel} != 0", 9, x.uses | y.uses) if texel.type == "bool" else Text(pixel, ATOM, x.uses | y.uses)

    # --- statements ----------------------------------------------------------------------------------------------

    def statement(self, statement: S.Statement) -> None:
        _STATEMENTS[statement.__class__](self, statement)

    def all(self, body: list[S.Statement]) -> None:
        for statement in body:
            _STATEMENTS[statement.__class__](self, statement)

    def let(self, let: S.Let) -> None:
        text, var = self.expr(let.value), let.var
        if let.short is not None:
            plain, length = text.text.isidentifier() and not text.uses, len(text.text)
            if var.group is not None:
                self.longer[var] = self.mentions(let.value)
                length -= self.longer[var]
            if plain or not text.text.isidentifier() and length <= let.short:
                self.texts[var] = text
                return
        self.define(var, text, let.location)

    def mentions(self, value: V.Expr) -> int:
        """How often a copy's text speaks of copies: by so much its names are longer than if there were only one."""
        if isinstance(value, V.Var):
            return self.longer.get(value, 1 if value.group is not None else 0)
        if isinstance(value, V.Operation):
            return sum([self.mentions(arg) for arg in value.args])
        if isinstance(value, (V.At, V.Load, V.Gather)):
            return self.mentions(value.pointer) + self.mentions(value.index)
        return 0

    def define(self, var: V.Var, text: Text, location: Location | None = None) -> None:
        if not (var in self.texts and self.texts[var].text.isidentifier()):  # unless it has a name already
            self.texts.pop(var, None)
        name, type = self.named(var), var.type
        self.longer.pop(var, None)
        start = self.pointer_type(type) if isinstance(type, V.Pointer) else f"const {c_type(type, var.lanes)} "
        self.line(f"{start}{name} = {text.text};", self.comment(location))

    def hold(self, hold: S.Hold) -> None:
        text = self.texts[hold.var] if isinstance(hold.var, V.Var) else None
        if text is not None and not text.text.isidentifier():
            assert isinstance(hold.var, V.Var)
            self.define(hold.var, text, hold.location)

    def declare(self, declare: S.Declare) -> None:
        names = [self.named(var) for var, _ in declare.pairs]
        texts = [value and self.expr(value) for _, value in declare.pairs]
        first, _ = declare.pairs[0]
        parts = ", ".join([name if text is None else f"{name} = {text}" for name, text in zip(names, texts)])
        const = "const " if declare.const else ""
        self.line(f"{const}{c_type(first.word, first.lanes)} {parts};", self.comment(declare.location))

    def assign(self, assign: S.Assign) -> None:
        """Assignments that all see the old values: in an order where none is needed any more, else through a copy."""
        pending = [(self.texts[var].text, self.expr(value)) for var, value in assign.pairs]
        targets = {target for target, _ in pending}
        for value in assign.held:
            text = self.expr(value)
            if text.uses & targets and value.__class__ is V.Var:
                self.define(value, text)
        while pending:
            free = next((p for p in pending if not any(p[0] in q[1].uses for q in pending if q is not p)), None)
            if free is None:
                target, text = pending[0]
                held = self.names.new(target + "_next")
                self.line(f"{self.types[target]} {held} = {text};")
                pending[0] = (target, Text(held))
                continue
            self.line(f"{free[0]} = {free[1]};")
            pending.remove(free)

    def short(self, statement: S.Statement) -> str:
        """A statement that is a line by itself."""
        if statement.__class__ is S.Update:
            return f"{self.expr(statement.var)} {statement.operator}= {self.expr(statement.value)};"
        return self.stored(statement) if statement.__class__ is S.Store else "return;"

    def a_line(self, statement: S.Statement) -> None:
        self.line(self.short(statement))

    def side_by_side(self, line: S.Line) -> None:
        self.line(" ".join([self.short(statement) for statement in line.body]))

    def stored(self, store: S.Store) -> str:
        pointer, value, lanes = self.expr(store.pointer), self.expr(store.value), store.lanes
        type, index = store.pointer.leads, self.expr(store.index)
        half = "_half" if type.element == "float16" else ""
        if lanes == 1 and not half:
            return f"{pointer.within(ATOM)}[{index}] = {f'-({value})' if type.element == 'mask' else value};"
        if store.aligned and not half:
            cast = f"({self.pointer_type(type, lanes)})"
            target = f"*{cast}({pointer})" if index.text == "0" else f"({cast}{pointer.within(ATOM)})[{index}]"
            return f"{target} = {value};"
        if store.stream is not None and not half:
            helper = self.helps("pg_stream8" if lanes == 8 else "pg_stream")
            return f"{helper}({C_WORDS[type.element]}{lanes}, {value}, {pointer});"
        if self.is_shown(lanes) and not half:
            return f"{self.anywhere(type, lanes, pointer, index)} = {value};"
        kind = f"{'a' if store.aligned else ''}{half}{lanes if lanes > 1 else ''}{'_rte' if half else ''}"
        return f"vstore{kind}({value}, {index}, {pointer});"

    def atomic(self, atomic: S.Atomic) -> None:
        place = f"&{self.expr(atomic.pointer).within(ATOM)}[{self.expr(atomic.index)}]"
        self.line(f"{self.atomics[atomic.operator]}({place}, {self.expr(atomic.value)});")

    def fetch(self, fetch: S.Fetch) -> None:
        self.line(f"{self.helps('pg_fetch')}({self.expr(fetch.pointer)});")

    def join(self, join: S.Join) -> None:
        self.line(f"{self.helps('pg_join')}({self.expr(join.pointer)}, {self.expr(join.one)}, {self.expr(join.other)});")

    def array(self, array: S.Array) -> None:
        type = array.var.leads
        extents = "".join([f"[{extent}]" for extent in array.extents])
        aligned = f" __attribute__((aligned({array.align})))" if array.align else ""
        declared = self.shared if type.space == "local" else self.private
        declared(f"{self.spaces[type.space]}{C_WORDS[type.element]} ", array, extents + aligned)

    def private(self, start: str, array: S.Array, behind: str) -> None:
        self.line(f"{start}{self.named(array.var)}{behind};")

    shared = private

    def scope(self, scope: S.Block) -> None:
        with self.block(""):
            self.all(scope.body)

    def section(self, section: S.Section) -> None:
        names, met, seldom = self.names, self.met, self.seldom
        self.names, self.met, self.seldom = names.copy(), set(), seldom or isinstance(section, S.Seldom)
        self.all(section.body)
        self.names, self.met, self.seldom = names, met, seldom

    def branch(self, branch: S.If) -> None:
        test, comment = self.expr(branch.test), self.comment(branch.location)
        if branch.otherwise is None and len(branch.then) == 1 and branch.then[0].__class__ in SIMPLE:
            self.line(f"if ({test})", comment)
            self.line(f"    {self.short(branch.then[0])}")
            return
        with self.block(f"if ({test})", comment=comment):
            self.all(branch.then)
            if branch.otherwise is not None:
                self.otherwise()
                self.all(branch.otherwise)

    def counted(self, loop: S.For) -> None:
        first, end = self.expr(loop.first), self.expr(loop.end)
        name, step = self.named(loop.var), loop.step
        goes = {1: f"{name}++", -1: f"{name}--"}.get(step, f"{name} += {step}")
        with self.block(f"for (int {name} = {first}; {name} {'<' if step > 0 else '>='} {end}; {goes})"):
            self.all(loop.body)

    def loop(self, loop: S.Loop) -> None:
        """Until it is left; `while (test)` where nothing else comes before that."""
        if loop.unrolled:
            self.line(f"__attribute__((opencl_unroll_hint({loop.unrolled})))")
        if loop.in_turn:
            self.line("#pragma clang loop vectorize(disable)")
        opening, start = "for (;;)", len(self.lines)
        self.depth += 1
        for statement in loop.body:
            if (statement.__class__ is S.Leave and len(self.lines) == start and not statement.pairs
                    and statement.unless is not None and opening == "for (;;)"):
                opening = f"while ({self.expr(statement.unless)})"
            else:
                self.statement(statement)
        self.depth -= 1
        body, self.lines = self.lines[start:], self.lines[:start]
        with self.block(opening):
            self.lines += body

    def leave(self, leave: S.Leave) -> None:
        if leave.unless is None:
            self.line("break;")
            return
        test = f"if (!{self.expr(leave.unless).within(ATOM)})"
        if leave.pairs:
            with self.block(test):
                self.assign(S.Assign(leave.pairs))
                self.line("break;")
        else:
            self.line(test)
            self.line("    break;")

    def barrier(self, barrier: S.Barrier) -> None:
        self.line(f"barrier(CLK_{barrier.space.upper()}_MEM_FENCE);")


_EXPRESSIONS: dict[type, Callable[[Printer, Any], Text]] = {
                V.Var: Printer.var, V.Number: Printer.number, V.Operation: Printer.operation, V.At: Printer.at,
                V.Part: Printer.part, V.Load: Printer.load, V.Gather: Printer.gather, V.Texel: Printer.texel}
_STATEMENTS: dict[type, Callable[[Printer, Any], None]] = {
    S.Let: Printer.let, S.Declare: Printer.declare, S.Assign: Printer.assign, S.Update: Printer.a_line,
    S.Hold: Printer.hold, S.Store: Printer.a_line, S.Fetch: Printer.fetch, S.Atomic: Printer.atomic, S.Join: Printer.join,
    S.Array: Printer.array,
    S.Block: Printer.scope, S.Section: Printer.section, S.Seldom: Printer.section, S.Line: Printer.side_by_side,
    S.If: Printer.branch, S.For: Printer.counted, S.Loop: Printer.loop, S.Leave: Printer.leave, S.Return: Printer.a_line,
    S.Barrier: Printer.barrier,
}
