"""Functions of positions become functions of the program: walked once, with coordinates of their own.

A call of a Python function is outlined if all that differs from call to call is where: two whole numbers, or three in a
volume, as a Position, a tuple, or arguments. (A position of one dimension stands for a place in the row that y is.) Whatever
else it is given or has captured must be known, an image, or a number that is the same for all pixels; and nothing may be
left behind but its result. Every other call is walked where it stands.

How a call is told from others is its key: the code, and all that it can reach, with the place left out; and what handlers
around it would catch, since nobody looks at what nobody catches. What some pixels raise is a result, too: whether they do.
"""

from __future__ import annotations

from typing import NamedTuple

from ...errors import CompileError
from ...ir import INT, SEVERAL, SIDES, Block, Builder, Const, Function, Graph, Op, Output, Value, constant, every_op, needs
from ...ir.ops import CALL, PRIOR, READ
from ...language.position import PLACES
from ..values.keys import Keys, Mark, NoKey, Told
from ..values.lattice import FALSE, Known, Record, Tuple, next_number
from ..values.names import named
from ..values.possible import Assumed, bounds_of
from .frames import HostRaised
from .heap import Frozen
from .raising import caught
from .recursion import ROUNDS, Opening, filled
from .results import Result, each_once

REFUSED = object()  # a function that cannot be outlined
UNSEEN = object()   # among what it raises: what nobody catches


class Called(NamedTuple):
    """A Python function without its arguments."""

    code: object
    globals: dict
    closure: tuple
    name: str


class Outlines:
    """The functions of one program, as far as it is traced."""

    def __init__(self, tracer):
        self.tracer = tracer
        self.known: dict = {}          # key -> (Function, what it returns, what it raises), REFUSED or an Opening
        self.open: list[Opening] = []  # the functions that are being walked
        self.interned: dict = {}       # a structure's parts -> its number, in the keys of calls
        self.told: dict[int, Told] = {}       # what is known of functions that calls take, or take with them
        self.told_here: dict[int, Told] = {}  # the same where symbols are told by themselves
        self.uniform: dict[Value, bool] = {}
        self.keys: dict[Value, int] = {}  # of what is the same for all pixels
        self.graph: Graph = tracer.graph  # the one that is being written

    def call(self, function, locals: dict, walk):
        """What a call returns; NotImplemented where it has to be walked where it stands. `walk(locals)` walks it."""
        found = self.place(locals, function)
        if found is None:
            return NotImplemented
        at, marked = found
        try:
            key = Keys(self.tracer, self.leaf, self.told).of_call(function.code, function.globals, function.closure, marked)
        except NoKey:
            return NotImplemented
        key, catching = (key, len(at)), caught(self.tracer.frames)
        key, anywhere = (key, catching), (key, frozenset())
        made = self.known.get(key)
        if made.__class__ is Opening:
            if self.open[-1] is not made:
                self.open[-1].calls_back = made
                raise NoKey  # another function calls it, and is walked where it stands
            return made.call(at if len(at) > 1 else (*at, self.graph.y))
        if made is None and self.calls_itself(function) and self.is_near(at):
            return NotImplemented
        if made is None:
            made = self.made(key, function, marked, at, walk)
            if made is not REFUSED and not made[2]:  # the same where less would be caught
                other = self.known.setdefault(anywhere, made)
                made = other if type(other) is tuple else made
            self.known[key] = made
        if made is REFUSED:
            return NotImplemented
        return made[1].filled(self.tracer, None) if made[0] is None else self.called(*made, at)  # None: the same everywhere

    def leaf(self, value: Value):
        """The key of a symbol: only what is the same for all pixels may be captured. It is told by how it is computed, since
        each function computes it anew."""
        if not self.is_uniform(value):
            raise NoKey
        op = value.owner
        if value.__class__ is Const:
            return value.type, repr(value.value)
        if type(op) is not Op or op.blocks:
            return value
        if value not in self.keys:
            parts = (op.kind.name, op.attributes, repr(op.attributes), value.type, *map(self.leaf, op.operands))
            self.keys[value] = self.interned.setdefault(parts, len(self.interned))
        return self.keys[value]

    def called(self, function: Function, template, raises, at) -> object:
        channel = iter(range(len(function.results)))
        place = [self.tracer.builder.convert(v, INT) if isinstance(v, Value) else Const(INT, v.value) for v in at]
        if len(place) == 1:
            place.append(self.graph.y if self.graph.dimensions == 1 else constant(0))

        def number(_=None):
            return self.tracer.emit("call", *place, function=function, channel=next(channel))

        result = template.filled(self.tracer, number)
        for error in raises:
            if error is UNSEEN:
                self.tracer.raise_unseen(number())
            else:
                self.tracer.frames[-1].pending.append((number(), error, self.tracer.heap.copy()))
        return result

    # -- a new one -------------------------------------------------------------------------------------------------

    def made(self, key, function, marked: dict, at, walk):
        """The function of the program, what it returns, and the exceptions that it raises for some pixels."""
        tracer, dimensions = self.tracer, len(at)
        opening = self.known[key] = Opening(tracer, function)
        self.open.append(opening)
        try:
            for _ in range(ROUNDS):
                graph = Graph(function.name.rpartition(".")[2].strip("<>"), tracer.graph.images, tracer.graph.scalars,
                              dimensions=dimensions if dimensions > 1 else self.graph.dimensions)
                result, numbers, raises = self.walked(opening, graph, marked, walk)
                if not opening.recursive:
                    break
                if result is REFUSED and opening.calls_back is not None:
                    raise opening.refuse(f"and '{opening.calls_back.function.name}' call one another, and themselves",
                                         "each would have to be known before the other", "let one function give both, as "
                                         "a tuple")
                if result is REFUSED and opening.raises:
                    raise opening.refuse("may raise an exception at some place", "what a place raises is not handed on "
                                         "to those that ask it", "see to it that none does: min(..., default=0.0) where all "
                                         "may be left out, a condition around it; or catch it inside")
                if result is REFUSED:
                    raise opening.refuse("cannot be computed from what it is a step before",
                                         "it leaves something behind, or gives what is no number",
                                         "give a number, a vector or a tuple of them, and change nothing else")
                if not opening.learns(result):
                    break
        except CompileError as error:
            self.known[key] = REFUSED  # where it ends may follow from what it is given: so it is walked where it stands
            if error.kind != "not-a-scan" or not self.is_bounded(at):
                del self.known[key]
                raise
            return REFUSED
        except BaseException:
            del self.known[key]
            raise
        finally:
            self.open.pop()
        if result is REFUSED:
            return REFUSED
        if not numbers:
            return None, result, raises
        if not opening.recursive and is_short(graph):
            return REFUSED
        if not self.closed(graph, numbers):
            if opening.recursive:
                raise opening.refuse("takes a value with it that differs from pixel to pixel",
                                     "it would be another function at each pixel", "compute that value inside it")
            return REFUSED
        kinds = {number.type for number in numbers}
        graph.outputs = [Output(tuple(numbers), kinds.pop().value if len(kinds) == 1 else SEVERAL)]
        if not opening.recursive:
            return Function(graph.name, graph), result, raises
        result = filled(opening.template, lambda type: Const(type, None))
        return opening.function_of(graph, numbers), Result(result, {}), raises

    def walked(self, opening: Opening, graph: Graph, marked: dict, walk):
        """What a function returns, walked into a graph, and what it raises; between them the numbers in that, and behind
        these whether it raises each. REFUSED where it cannot be outlined."""
        tracer = self.tracer
        locals = {name: replaced(value, graph) for name, value in marked.items()}
        number, oldest, changes = next_number(), tracer.log.oldest, tracer.host_changes
        mark, outer, assumed, around = len(tracer.log), tracer.builder, tracer.assumed, self.graph
        frame = tracer.frames[-1]
        waiting = len(frame.pending)
        tracer.log.oldest, tracer.builder, tracer.assumed = number, Builder(graph.body, tracer.signed), Assumed()
        note, tracer.raised.note = tracer.raised.note, tracer.new("cell", (FALSE,))
        tracer.builder.location = outer.location
        self.graph = graph
        opening.begin(graph)
        try:
            result = walk(locals)
            unseen, = tracer.heap[tracer.raised.note]
            raised = each_once(tracer.emit, frame.pending[waiting:])
            if type(unseen) is Known and unseen.value:
                raised = None
            elif type(unseen) is not Known and raised is not None:
                raised[UNSEEN] = unseen
            kept = Result.of(tracer, result, number)
            fine = (tracer.log.oldest == number and tracer.host_changes == changes and not tracer.lent_cells
                    and kept is not None and raised is not None and not (opening.recursive and (raised or kept.contents)))
            opening.raises = opening.recursive and bool(raised)
            if fine:
                numbers = [*(opening.fitted(result) if opening.recursive else kept.numbers()), *raised.values()]
        except CompileError as error:
            if opening.recursive or error.kind == "not-a-scan":
                raise
            fine = False
        except (HostRaised, Frozen, NoKey):
            fine = False
        finally:
            tracer.log.oldest, tracer.builder, tracer.assumed, self.graph = oldest, outer, assumed, around
            tracer.raised.note = note
            del frame.pending[waiting:]
        tracer.undo(mark)
        if not fine:
            return REFUSED, [], ()
        return result if opening.recursive else kept, numbers, tuple(raised)

    def closed(self, graph: Graph, values: list[Value]) -> bool:
        """Whether a body takes nothing from outside but what is the same for all pixels; that is computed in it anew."""
        inside: set[Value] = {*graph.coordinates}
        foreign: dict[Value, None] = {}
        for op in every_op(graph.body):
            inside.update(op.results)
            for block in op.blocks:
                inside.update(block.args)
        for op in every_op(graph.body):
            for value in (*op.operands, *[result for block in op.blocks for result in block.results]):
                if value not in inside and value.__class__ is not Const:
                    foreign[value] = None
        for value in values:
            if value not in inside and value.__class__ is not Const:
                foreign[value] = None
        if not all(map(self.is_uniform, foreign)):
            return False
        taken = {value: None for value in foreign if value.owner is not None}
        if taken:
            self.recompute(graph, values, list(taken))
        return True

    def recompute(self, graph: Graph, values: list[Value], taken: list[Value]) -> None:
        ops: list[Op] = []
        new: dict[Value, Value] = {}

        def copy(value: Value) -> Value:
            if value.__class__ is Const or value.owner is None:
                return value
            if value not in new:
                for each in needs(value.owner):
                    copy(each)
                ops.append(again(value.owner))
            return new[value]

        def again(op: Op) -> Op:
            made = Op(op.kind, map(known, op.operands), op.attributes, [each.type for each in op.results],
                      [inner(block) for block in op.blocks], op.location)
            new.update(zip(op.results, made.results, strict=True))
            return made

        def inner(block: Block) -> Block:
            made = Block([each.type for each in block.args])
            new.update(zip(block.args, made.args, strict=True))
            made.ops = [again(op) for op in block.ops]
            made.results = tuple(map(known, block.results))
            return made

        def known(value: Value) -> Value:
            return new.get(value, value)

        for value in taken:
            copy(value)
        for op in every_op(graph.body):
            op.operands, op.key = tuple([known(each) for each in op.operands]), None
            for block in op.blocks:
                block.results = tuple([known(each) for each in block.results])
        values[:] = [known(each) for each in values]
        graph.body.ops[:0] = ops

    @staticmethod
    def is_bounded(at) -> bool:
        """Whether a place is one of few, so that a function that calls itself from there surely comes to its end."""
        ends = [bounds_of(each) if isinstance(each, Value) else (each.value, each.value) for each in at]
        return all(high - low <= FEW for low, high in ends)

    @staticmethod
    def is_near(at) -> bool:
        """Whether a pixel says which of few small numbers it is, so that a function soon comes to its end from there."""
        ends = [bounds_of(each) for each in at if isinstance(each, Value)]
        return bool(ends) and all(-FEW <= low and high <= FEW for low, high in ends)

    # -- what is the same for all pixels, and where ------------------------------------------------------------------

    def is_uniform(self, value: Value) -> bool:
        """Whether a value is the same for all pixels: computed from run-time numbers and sizes, or by a loop over all of a
        picture."""
        known = self.uniform.get(value)
        if known is None:
            owner = value.owner
            if value.__class__ is Const:
                known = True
            elif owner is None:
                known = any(value is each.value for each in self.tracer.graph.scalars)  # else a place, or a loop's variable
            else:
                known = (type(owner) is Op and owner.kind not in (READ, CALL, PRIOR)
                         and all(map(self.is_uniform, needs(owner))))
            self.uniform[value] = known
        return known

    def place(self, locals: dict, function: Called):
        """The coordinates among the arguments of a call, and the arguments with marks in their place; None where it is
        no function of a position."""
        tuples, singles = [], []
        for name, value in locals.items():
            found = self.coordinates(value, function)
            if found is not None:
                tuples.append((name, found))
            elif isinstance(value, Value) and not self.is_uniform(value):
                if value.type is not INT:
                    return None
                singles.append(name)
        if len(tuples) == 1 and not singles:
            name, at = tuples[0]
            value, marks = locals[name], MARKS[:len(at)]
            marked = Tuple(marks) if type(value) is Tuple else Record(value.cls, dict(zip("xyz", marks)))
            return at, {**locals, name: marked}
        if len(singles) in (2, self.graph.dimensions) and not tuples:
            return tuple([locals[name] for name in singles]), {**locals, **dict(zip(singles, MARKS))}
        if len(singles) == 1 and not tuples and self.calls_itself(function):  # a line, which lies in the first row
            return (locals[singles[0]],), {**locals, singles[0]: MARKS[0]}
        return None

    def calls_itself(self, function: Called) -> bool:
        """Whether one of the functions that a function knows is itself."""
        return any(code_of(value) is function.code for _, value in self.known_to(function))

    def known_to(self, function: Called):
        """What a function knows, by its names."""
        for name, cell in zip(function.code.co_freevars, function.closure):
            yield from [(name, value) for value in self.tracer.heap.get(cell, ())]
        for name in function.code.co_names:
            if name in function.globals:
                yield name, Known(named(function.globals, name))

    def coordinates(self, value, function: Called):
        """x and y, and z, where a value is a position that depends on the pixel; or a Position that depends on a size, of a
        function that calls itself, which nothing known would end."""
        if type(value) is Record and value.cls in PLACES:
            parts = tuple(value.fields.values())
        elif type(value) is Tuple and len(value.items) in (2, self.graph.dimensions):
            parts = value.items
        else:
            return None
        whole = all(isinstance(part, Value) and part.type is INT or type(part) is Known and type(part.value) is int
                    for part in parts)
        symbols = [part for part in parts if isinstance(part, Value)]
        varies = not all(map(self.is_uniform, symbols)) or type(value) is Record and bool(symbols) and (
            self.calls_itself(function))
        return parts if whole and varies else None


def code_of(value):
    """The code of a Python function, also where it is wrapped by functools.cache."""
    function = value.value if type(value) is Known else value
    function = getattr(function, "__wrapped__", function)
    return getattr(function, "__code__", getattr(function, "code", None))


def is_short(graph: Graph) -> bool:
    """Whether a function only moves a place: where it leads is seen best where it is called."""
    return len(graph.body.ops) <= SHORT and all(op.kind.name in MOVES and op.result.type is INT for op in graph.body.ops)


FEW = 64  # places that a function calls itself from, when it is no scan
SHORT, MOVES = 4, {"add", "sub", "mul", "neg", "floordiv", "mod", "min", "max", *SIDES}
MARKS = Mark("x"), Mark("y"), Mark("z")


def replaced(value, graph: Graph):
    """An argument with the coordinates of a function in place of the marks."""
    if type(value) is Mark:
        return (graph.x, graph.y, graph.z)[MARKS.index(value)]
    if type(value) is Tuple and MARKS[0] in value.items:
        return Tuple([replaced(item, graph) for item in value.items])
    if type(value) is Record and MARKS[0] in value.fields.values():
        return Record(value.cls, {name: replaced(field, graph) for name, field in value.fields.items()}, value.own)
    return value
