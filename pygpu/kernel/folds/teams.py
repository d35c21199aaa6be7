"""Teams: each member computes a part of a value, and the team puts the parts together in local memory, half of them with
the other half each time (schedule/folds/folds.py). On a CPU the members are lanes of one work-item."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from ...ir import Value
from ...ir.folds import How
from ...ir.ops import OPS
from ...ir.scans import shown
from ...schedule.blocks.below import side_by_side
from ...schedule.folds.teams import joining
from ...schedule.plans import Plan, Teams
from .. import formats
from ..arrays import array, kept, taken
from ..blocks.jam import jam
from ..blocks.masks import Lanes
from ..blocks.pixels import PixelBody, Waiting
from ..frame import Frame
from ..statements import Barrier, Code, If, Section, Statement, Store
from ..values import COPIED, Expr, Load, Number, Operation, Part, Var, item, least, member


def body(made: Frame, plan: Plan) -> Code:
    assert isinstance(plan, Teams)
    return in_lanes(made, plan) if plan.lanes > 1 else in_groups(made, plan)


def in_groups(made: Frame, plan: Teams) -> Code:
    code, graph = Code(), made.graph
    axis = graph.team.axis
    at = code.let("at", item(1 - axis), True)
    own = code.let("xy"[axis], item(axis), True)
    other = code.let("yx"[axis], least(at, (made.width, made.height)[1 - axis] - 1), True)
    x, y = (other, own) if axis else (own, other)
    mine, line = code.let("mine", member(axis), True), code.let("line", member(1 - axis), True)
    pixels = Waiting(made, code, x, y)
    pixels.block(graph.body)
    values = [value for output in shown(graph) for value in output.values]
    first = put_together(made, code, graph.team.how, values, [pixels.value(value) for value in values],
                         (line, plan.local[1 - axis]), (mine, plan.members))
    with code.inside(If((at < (made.width, made.height)[1 - axis]) & (mine < 1), [])), code.inside(Section([])):
        give(made, code, values, first, *((x, Number(0)) if axis else (Number(0), y)))
    return code


def put_together(made: Frame, code: Code, how: How, values: list[Value], found: Sequence[Expr],
                 line: tuple[Expr, int], member: tuple[Expr, int]) -> list[Load]:
    """What the members of a team have found, as one: where a line of them, one of so many, keeps it."""
    (own, lines), (mine, half) = line, member
    parts = [array(code, value, "parts", (lines, half), "local") for value in values]
    for value, place, each in zip(values, parts, found):
        code.add(Store(Part(place, own), mine, kept(value, each)))
    joint, before, after = joining(made.graph, how, values)
    with code.loop("turn", 1, half.bit_length()) as turn:  # (written out, a driver takes several times as long)
        rest = code.let("half", Operation(OPS["shr"], (Number(half), turn), "int32"))
        code.add(Barrier())
        with code.inside(If(mine < rest, [])):
            both = PixelBody(replace(made, graph=joint), code, Number(0), Number(0))
            for given, number in ((before, mine), (after, mine + rest)):
                for value, place in zip(given, parts):
                    both.values[id(value)] = code.let(value.name or "part", taken(value, Load(Part(place, own), number)))
            both.block(joint.body)
            for output, place in zip(joint.outputs, parts):
                (value,) = output.values
                code.add(Store(Part(place, own), mine, kept(value, both.value(value))))
    return [Load(Part(place, own), Number(0)) for place in parts]


def give(made: Frame, code: Code, values: list[Value], found: list[Load], x: Expr, y: Expr) -> None:
    """Stores what a team has found."""
    for value, element, sink in zip(values, found, made.sinks):
        row = code.let((sink.start, "_row"), sink.row(y))
        formats.store(code, sink.format, value.type, [taken(value, element)], row, x, sink.whole)


def in_lanes(made: Frame, plan: Teams) -> Code:
    """The teams of some rows, one after the other."""
    assert plan.most
    code = Code()
    parts = [array(code, value, "parts", (plan.members,)) for output in shown(made.graph) for value in output.values]
    rows = code.let("rows", (made.height + (plan.most - 1)) // plan.most, True)
    top = code.let("top", item(1) * rows, True)
    with code.loop("y", top, least(top + rows, made.height)) as y:
        for statement in in_vectors(made, plan, y, parts):
            code.add(statement)
    return code


def in_vectors(made: Frame, plan: Teams, y: Expr, parts: list[Var]) -> list[Statement]:
    """The team of a row: its members are vectors beside one another, and so are halves of them as long as they are long
    enough."""
    code, graph, lanes, members = Code(), made.graph, plan.lanes, plan.members
    copies, ours = min(side_by_side(graph), members // lanes), replace(made, width=Number(members))
    values = [value for output in shown(graph) for value in output.values]
    with code.loop("x", 0, members, lanes * copies) as x:
        pixels = Lanes(ours, lanes, code, x, y, copies)
        pixels.block(graph.body)
        for value, place in zip(values, parts):
            at = place + (x + lanes * COPIED if copies > 1 else x)
            code.add(Store(at, Number(0), kept(value, pixels.widened(value)), lanes))
    code = Code(jam(code.statements, copies))
    joint, before, after = joining(graph, graph.team.how, values)
    half = members
    while half > 1:
        half //= 2
        wide = lanes if half >= lanes else 1
        with code.loop("i", 0, half, wide) as i, code.inside(Section([])):
            beside = replace(ours, graph=joint)
            both = Lanes(beside, lanes, code, i, y, 1, [*before, *after]) if wide > 1 else PixelBody(beside, code, i, y)
            for given, at in ((before, i), (after, i + half)):
                for value, place in zip(given, parts):
                    element = Load(place + at, Number(0), wide)
                    both.values[id(value)] = code.let(value.name or "part", taken(value, element))
            both.block(joint.body)
            for output, place in zip(joint.outputs, parts):
                (value,) = output.values
                code.add(Store(place + i, Number(0), kept(value, both.value(value)), wide))
    give(made, code, values, [Load(place, Number(0)) for place in parts], Number(0), y)
    return code.statements
