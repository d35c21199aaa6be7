"""Functions that call themselves while they are walked: scans (ir/scans.py), or a refusal.

What such a call gives has the kind of what the function returns, which is known only once it has been walked. So it is
first walked without the arm that calls itself, then with a result of that kind, until it does not change any more.
Where the recursion ends is read from the conditions around the call.
"""

from __future__ import annotations

from itertools import count, permutations, product
from typing import NamedTuple

from ...errors import CompileError
from ...ir import INT, SIDES, Const, Function, Graph, Op, Type, Value, image_of, join, known, made_by
from ...ir.logic import implied, truth_of
from ...ir.ops import CALL, SIZES
from ...ir.scans import Edge, Scan, Slant, priors
from ..values.lattice import Known, Record, Tuple, form, parts, rebuilt
from ..values.numbers import merges, numeric, open_vector, plain, same_known, type_of
from ..values.possible import arms
from ..values.refusals import refuse
from .corners import Corner, corner_sums
from .frames import HostRaised

ROUNDS = 5
FURTHEST = 8  # steps that are held at an edge: each place next to it is told from the others
SWAPPED = {"lt": "gt", "gt": "lt", "le": "ge", "ge": "le", "eq": "eq", "ne": "ne"}
INVERSE = {"lt": "ge", "ge": "lt", "gt": "le", "le": "gt", "eq": "ne", "ne": "eq"}


class Step(NamedTuple):
    """A step along an axis; where a place is held at an edge, from which place on it `holds`, and how that is asked."""

    by: int
    edge: Edge | None = None
    holds: Value | None = None


class Opening:
    """A function that is being walked: its own coordinates, the kind of its result as far as that is known, and the steps
    that it has called itself at."""

    def __init__(self, tracer, function):
        self.tracer, self.function = tracer, function
        self.template = None     # of its result: types in place of numbers
        self.recursive = False
        self.raises = False      # whether it may raise an exception, where it calls itself
        self.calls_back: Opening | None = None  # another one around it that it calls

    def begin(self, graph: Graph) -> None:
        self.graph = graph
        self.steps: dict[tuple[int, ...], list] = {}   # how far it calls itself -> each time the edges along each axis
        self.before: dict[Value, tuple[int, Corner]] = {}
        self.limits: list[tuple[dict[Edge, None], dict[Edge, None]]] = [({}, {}) for _ in graph.coordinates]  # on both sides

    def learns(self, result) -> bool:
        """Whether a walk has told more about the kind of the result, so that another is needed."""
        before, template = self.template, template_of(result)
        self.template = template if before is None else met(before, template)
        if self.template is None or not types_of(self.template):
            raise self.refuse("gives values of different kinds", "what it gives has to be of one kind at every place",
                              "give a number, a vector or a tuple of them on every path")
        return before is None or types_of(before) != types_of(self.template)

    def call(self, at):
        """What a call of itself gives. Of a place held at an edge, `max(x - 1, 0)`, those at the edge ask elsewhere."""
        self.recursive, self.place = True, (self.tracer.location, self.tracer.callers())
        along = [self.steps_along(axis, *held) for axis, held in enumerate(self.held(at))]
        assumed, ways = len(self.tracer.assumed), list(product(*along))
        alone = len(ways) == 1
        for way in ways:
            if not any(step.by for step in way):
                raise self.refuse("is asked at its own place", "what it is there, it would have to know before",
                                  f"step back along an axis, down to the edge: f(q - {self.one}) if q.x > 0 else 0.0")
        found = {}
        for way in ways:
            far = tuple([step.by for step in way])
            edges = tuple([step.edge or self.edge(axis, -sign(step.by), all(far)) if step.by else None
                           for axis, step in enumerate(way)])
            self.steps.setdefault(far, []).append(edges)
            found[way] = far, Corner(far, edges if alone and assumed == sum(map(bool, far)) else None)
        if self.template is None:
            raise unknown_yet()
        numbers = count()

        def before(type):
            number = next(numbers)

            def asked(*way):
                if len(way) < len(along):
                    *shorter, last = along[len(way)]
                    value = asked(*way, last)
                    for step in reversed(shorter):
                        value = self.tracer.emit("select", step.holds, asked(*way, step), value)
                    return value
                far, corner = found[way]
                value = self.tracer.emit("prior", back=far, channel=number, type=type)  # (how far: one number in the end)
                self.before[value] = number, corner
                return value

            return asked()

        return filled(self.template, before)

    def steps_along(self, axis: int, by: int, low: Edge | None, high: Edge | None) -> list[Step]:
        """The steps along an axis to a place held between two edges, each where it `holds`; the last one elsewhere."""
        forth, near = by < 0, low if by < 0 else high if by > 0 else None
        for edge, limits in zip((low, high), self.limits[axis]):
            if edge is not None and edge is not near:
                limits[edge._replace(only=True)] = None  # (beyond it each place would ask there, which is no step)
        if near is None:
            return [Step(by)]
        steps: list[Step] = []
        for short in range(abs(by), 0, -1):
            if self.is_inside(axis, short * sign(by), near):  # so it is never shorter
                return [*steps, Step(short * sign(by))]
            last = near.offset + (short - 1 if forth else 1 - short)
            edge = Edge(near.image, last, True)
            end: Value = Const(INT, last)
            if near.image is not None:
                end = self.tracer.emit("add", self.tracer.emit(SIDES[axis], image=near.image), end)
            holds = self.tracer.emit("gt" if forth else "lt", self.graph.coordinates[axis], end)
            steps.append(Step(-short if forth else short, edge, holds))
        return [*steps, Step(0)]

    def is_inside(self, axis: int, by: int, near: Edge) -> bool:
        """Whether what is assumed here keeps a step from the edge at which it would be held."""
        step = -sign(by)
        edge = self.edge(axis, step, True)
        return edge is not None and edge.image is near.image and (edge.offset + step + by - near.offset) * step >= 0

    def fitted(self, result) -> list[Value]:
        """The numbers of a result, of the types that are expected."""
        expected, numbers = types_of(self.template), numbers_of(result)
        if len(expected) != len(numbers):
            return []
        return [self.tracer.builder.convert(number, type) if isinstance(number, Value) else known(type, plain(number.value))
                for number, type in zip(numbers, expected)]

    def function_of(self, graph: Graph, numbers: list[Value]) -> Function:
        """The scan that it is."""
        ways = {tuple(map(sign, far)) for far in self.steps}
        if len(ways) > 1 or sum(map(abs, *ways)) > 1:
            if graph.dimensions > 2:
                raise self.refuse("goes several ways through a volume", "a scan of a volume goes along one axis",
                                  "write a function for each axis, of which one reads the other")
            return corner_sums(graph, numbers, self.before) or self.slanted(graph)
        (way,) = ways
        axis = next(axis for axis, by in enumerate(way) if by)
        step = -way[axis]
        for op in priors(graph):
            (_, far), *others = op.attributes
            op.attributes, op.key = (("back", abs(far[axis])), *others), None
        edges = dict.fromkeys([begun(found[axis], step, abs(far[axis]))
                               for far, each in self.steps.items() for found in each])
        graph.scan = Scan(axis, step, tuple(edges))
        return Function(graph.name, graph)

    def slanted(self, graph: Graph) -> Function:
        """The scan of one that asks for its neighbours in the row before, or in the column; and in its own row, too."""
        for axis, step in ((1, 1), (1, -1), (0, 1), (0, -1)):
            far = {steps: (-steps[axis] * step, steps[1 - axis]) for steps in self.steps}
            orders = {-sign(by) for back, by in far.values() if not back}
            if min(back for back, _ in far.values()) >= 0 and len(orders) <= 1:
                break
        else:
            raise self.refuse("steps forth and back",
                              "each place would need others that need it: what it asks for has to lie in the rows before, "
                              "or in its own row on one side",
                              "step back only, or write a step of all places, and iterate it: filter.iterate(n, image)")
        order = orders.pop() if orders else 0
        slope = max(1, *[by * order // back + 1 for back, by in far.values() if back])
        edges: dict[Edge, None] = {}
        ends: tuple[dict[Edge, None], ...] = {}, {}
        reach = [0, 0]
        for steps, (back, by) in far.items():
            for found in self.steps[steps]:
                if back and found[axis] is None:
                    raise self.endless(axis, step)
                if back:
                    edges[begun(found[axis], step, back)] = None
                if by and found[1 - axis] is not None:
                    ends[by > 0][begun(found[1 - axis], -sign(by), abs(by))] = None
                elif by:
                    reach[by > 0] = max(reach[by > 0], -(-abs(by) // back))
        if any(self.limits[axis]):
            raise self.refuse("is held at an edge that it goes towards", "beyond that edge all places would ask for one and "
                              "the same", "hold a step back alone, max(q.y - 1, 0), below an `if q.y > 0`")
        for side, limits in zip(ends, self.limits[1 - axis]):
            side |= limits
        for op in priors(graph):
            (_, steps), *others = op.attributes
            back, by = far[steps]
            op.attributes, op.key = (("back", back), *[("beside", by)] * (by != 0), *others), None
        graph.scan = Scan(axis, step, tuple(edges), None, Slant(order, slope, tuple(reach), tuple(map(tuple, ends))))
        return Function(graph.name, graph)

    def refuse(self, what: str, why: str, instead: str) -> CompileError:
        return refuse("not-a-scan", f"'{self.function.name}' calls itself: it {what}", *self.place, why=why, instead=instead)

    # -- where -----------------------------------------------------------------------------------------------------

    def held(self, at) -> list[tuple[int, Edge | None, Edge | None]]:
        """How far along each axis it calls itself, and between which edges that place is held."""
        found = []
        for axis, value in enumerate(at):
            value, low, high = held_between(value, axis) if isinstance(value, Value) else (value, None, None)
            base, by = shifted(value) if isinstance(value, Value) else (None, value.value)
            if base is not self.graph.coordinates[axis] or abs(by) > FURTHEST and (low or high):
                raise self.refuse("is asked neither in its own row nor its own column at a known step",
                                  f"only a step back along an axis can be told in advance, q - {self.one} say",
                                  "step along one axis, or write a loop")
            found.append((by, low, high))
        return found

    @property
    def one(self) -> str:
        """A step, as users write it."""
        return "(1, 0)" if self.graph.dimensions < 3 else "(1, 0, 0)"

    def edge(self, axis: int, step: int, may_go_on: bool = False) -> Edge | None:
        """Where, by the conditions that hold here, no step back is asked for any more."""
        own, found = self.graph.coordinates[axis], []
        for condition, truth in self.tracer.assumed.items():
            found += bounds(condition, truth, own, axis, step, self.tracer.assumed)
        if not found and not may_go_on:
            raise self.endless(axis, step)
        return min(found, key=lambda edge: edge.only, default=None)

    def endless(self, axis: int, step: int) -> CompileError:
        image = "im" if self.graph.dimensions < 3 else "vol"
        name, last = "xyz"[axis], f"{image}.{SIDES[axis]} - 1"
        test = f"q.{name} > 0" if step > 0 else f"q.{name} < {last}"
        return self.refuse("has no end at an edge", "nothing around the call says where it stops",
                           f"ask `if {test}`, with a known number or the size of an image")


def begun(edge: Edge, step: int, far: int) -> Edge:
    """The first place that a call so far back asks for."""
    return edge._replace(offset=edge.offset + step * (1 - far))


def sign(number: int) -> int:
    return (number > 0) - (number < 0)


def unknown_yet() -> HostRaised:
    """What ends the path that asks for a result before it is known of what kind it is."""
    raised = HostRaised(RecursionError(), explicit=True)
    raised.silent = raised.unknown = True
    return raised


def bounds(condition: Value, truth: bool, own: Value, axis: int, step: int, assumed: dict | None = None) -> list[Edge]:
    """The edges that a condition says, also one that a function of the program gives: the coordinate lies beyond them.
    What is `assumed` besides says which arm of an `if` gave it."""
    found = []
    for each, holds in implied(condition, truth).items():
        op, parts = each.owner, arms(each)
        if parts is not None:
            test, *sides = parts
            for way, side, other in ((True, *sides), (False, *sides[::-1])):
                taken = truth_of(test, assumed) if assumed else None
                if taken is way or taken is None and truth_of(other, {test: not way}) is (not holds):  # so it is the first
                    found += bounds(test, way, own, axis, step) + bounds(side, holds, own, axis, step)
        elif op.__class__ is Op and op.kind is CALL:
            (_, number), (_, function) = op.attributes
            for inner, place in zip(function.graph.coordinates, map(shifted, op.operands)):
                if place[0] is own:
                    found += [edge._replace(offset=edge.offset - place[1])
                              for edge in bounds(function.results[number], holds, inner, axis, step)]
        elif op.__class__ is Op and op.kind.name in SWAPPED and op.operands[0].type is INT:
            told = [bound(*one, own, axis, step) for one in comparisons(op.kind.name if holds else INVERSE[op.kind.name],
                                                                        *op.operands)]
            found += [edge for edge in told if edge is not None]
    return found


def comparisons(name: str, a: Value, b: Value) -> list[tuple[str, Value, Value]]:
    """A comparison, or those of what is in a min() or max() of which it says the same: min(x, y) > 0 does of both."""
    if name in ("eq", "ne"):
        return [(name, a, b)]
    least, most = ("min", "max") if name in ("gt", "ge") else ("max", "min")
    pairs = [(each, b) for each in made_by(a, least) or ()] or [(a, each) for each in made_by(b, most) or ()]
    return [one for pair in pairs for one in comparisons(name, *pair)] if pairs else [(name, a, b)]


def bound(name: str, one: Value, other: Value, own: Value, axis: int, step: int) -> Edge | None:
    """The edge that a comparison says."""
    (a, by), (b, far) = map(shifted, (one, other))
    if b is own:
        a, by, b, far, name = b, far, a, by, SWAPPED[name]
    if a is not own:
        return None
    end = place(b, axis) if b is not None else Edge(None, 0)
    if end is None:
        return None
    image, offset = end.image, far - by
    if name == "ne":
        return Edge(image, offset, True)
    if name not in (("gt", "ge") if step > 0 else ("lt", "le")):
        return None
    return Edge(image, offset if name in ("gt", "lt") else offset - step)


def held_between(value: Value, axis: int) -> tuple[Value, Edge | None, Edge | None]:
    """A coordinate without the edges that it is held between, `min(max(value, low), high)`, and these."""
    found: dict[str, Edge] = {}
    while (name := next((each for each in ("max", "min") if made_by(value, each)), None)) is not None and name not in found:
        pairs = [(inner, place(edge, axis)) for inner, edge in permutations(value.owner.operands)]
        value, edge = next(((inner, edge) for inner, edge in pairs if edge is not None), (value, None))
        if edge is None:
            break
        found[name] = edge
    return value, found.get("max"), found.get("min")


def place(value: Value, axis: int) -> Edge | None:
    """A known place along an axis, or one so far from the size of an image."""
    base, by = shifted(value)
    if base is None:
        return Edge(None, by)
    size = base.owner
    return Edge(image_of(size), by) if size.__class__ is Op and size.kind is SIZES[axis] else None


def shifted(value: Value) -> tuple[Value | None, int]:
    """A coordinate as another one (None: none) and a known number that is added; also by a function of the program."""
    total = 0
    while True:
        if value.__class__ is Const:
            return None, total + (value.value or 0)
        if value.owner.__class__ is Op and value.owner.kind is CALL:
            (_, number), (_, function) = value.owner.attributes
            base, by = shifted(function.results[number])
            if base not in function.graph.coordinates:
                return value, total
            value, total = value.owner.operands[function.graph.coordinates.index(base)], total + by
            continue
        added, taken = made_by(value, "add"), made_by(value, "sub")
        operands = added or taken
        if operands is None or operands[1].__class__ is not Const or operands[1].value is None:
            return value, total
        total += operands[1].value if added else -operands[1].value
        value = operands[0]


# -- what it returns -------------------------------------------------------------------------------------------------

def template_of(result):
    """A result with types in place of its numbers."""
    result = open_known(result)
    if type(result) in (Tuple, Record):
        return rebuilt(result, [template_of(part) for part in parts(result)])
    return type_of(result) if numeric(result) and merges(result) else result


def open_known(value):
    """A known tuple or vector as a structure: the kind of a scan may be told by where it begins."""
    if type(value) is Known and type(value.value) is tuple:
        return Tuple(Known(part) for part in value.value)
    return open_vector(value)


def met(a, b):
    """What has room for both of two templates; None where nothing has."""
    if type(a) in (Tuple, Record) and type(a) is type(b) and form(a) == form(b):
        inner = [met(x, y) for x, y in zip(parts(a), parts(b))]
        return None if None in inner else rebuilt(a, inner)
    if isinstance(a, Type) and isinstance(b, Type):
        return join(a, b)
    return a if type(a) is Known and type(b) is Known and same_known(a.value, b.value) else None


def filled(template, leaf):
    """A template with what `leaf(type)` gives in place of its types, in order."""
    if type(template) in (Tuple, Record):
        return rebuilt(template, [filled(part, leaf) for part in parts(template)])
    return leaf(template) if isinstance(template, Type) else template


def types_of(template) -> list[Type]:
    if type(template) in (Tuple, Record):
        return [each for part in parts(template) for each in types_of(part)]
    return [template] if isinstance(template, Type) else []


def numbers_of(result) -> list:
    """The numbers in a result, known or not, in the same order."""
    result = open_known(result)
    if type(result) in (Tuple, Record):
        return [each for part in parts(result) for each in numbers_of(part)]
    return [result] if numeric(result) and merges(result) else []
